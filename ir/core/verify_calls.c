/* verify_calls.c - the verifier: nothing calls itself, so that every evaluation
 * ends and every body can be inlined.
 *
 * A rule is two things here: its header, which `exists` and `try` run, and its
 * effect, which runs in addition where somebody looks at the successor: `post`,
 * `keep` or `best` around it, or a `longest`; the last two run the turn as well.  So a rule's `then` may ask whether the same rule could go
 * on. */
#include "ir/core/verify_impl.h"

enum { UNSEEN, OPEN, CLOSED };

typedef struct {
    Verify *v;
    unsigned char *state; /* of function 2i, and with its effects 2i + 1 */
    int at;               /* the function that is looked at */
    bool cycle;
} Calls;

static void visit(Calls *c, int fn, bool effects);

static void visit_turn(Calls *c)
{
    for (size_t i = 0; i < c->v->game->fn.n; i++)
        if (c->v->game->fn.at[i]->kind == IR_TURN)
            visit(c, (int)i, false);
}

/* A function that is `recursive` calls itself with one less, and that is never negative. */
static bool goes_down(const Calls *c, const Ir *call)
{
    const IrFn *fn = c->v->game->fn.at[call->k];
    const Ir *less = call->n ? call->a[0] : NULL;
    return call->k == c->at && fn->hint == IR_HINT_RECURSIVE && less && less->op == IR_OP_SUB && less->a[0]->op == IR_OP_LOCAL &&
           less->a[0]->k == 0 && less->a[1]->op == IR_OP_INT && less->a[1]->k == 1 && fn->local.at[0].type.lo >= 0;
}

static void follow(Calls *c, const Ir *node, bool effects)
{
    if (!node || c->cycle)
        return;
    const unsigned does = ir_op_info(node->op)->does;
    const bool ahead = does & IR_AHEAD, calls = does & IR_CALLS;
    if (calls && !goes_down(c, node)) {
        const bool moves = effects && does & IR_EMITS; /* of a generator in which successors are looked at */
        visit(c, (int)node->k, ahead || moves || does & IR_PLAYS || c->v->game->fn.at[node->k]->post != NULL);
    }
    if (does & IR_TURNS)
        visit_turn(c);
    effects = effects || (ahead && !calls);
    for (int i = 0; i < node->n; i++)
        follow(c, node->a[i], effects);
}

static void visit(Calls *c, int index, bool effects)
{
    const IrFn *fn = c->v->game->fn.at[index];
    unsigned char *state = &c->state[2 * index + (effects ? 1 : 0)];
    if (*state == CLOSED || c->cycle)
        return;
    if (*state == OPEN) {
        c->cycle = true;
        c->v->fn = fn;
        verify_fail(c->v, NULL, "`%s` calls itself", fn->name);
        return;
    }
    const int caller = c->at;
    *state = OPEN;
    c->at = index;
    follow(c, fn->body, effects);
    follow(c, fn->header, false);
    if (effects || fn->kind != IR_RULE) {
        follow(c, fn->effect, false);
        follow(c, fn->then, false);
        follow(c, fn->post, false);
    }
    *state = CLOSED;
    c->at = caller;
}

bool verify_calls(Verify *v)
{
    size_t n = v->game->fn.n;
    Calls c = {.v = v, .state = ARENA_ARRAY(v->game->arena, unsigned char, 2 * n + 1)};
    for (size_t i = 0; i < n && !c.cycle; i++)
        visit(&c, (int)i, v->game->fn.at[i]->kind == IR_RULE);
    return !c.cycle;
}
