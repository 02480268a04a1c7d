/* verify_calls.c - the verifier: nothing calls itself, so that every evaluation
 * ends and every body can be inlined.
 *
 * A rule is two things here: its header, which `exists` and `try` run, and its
 * effect, which runs in addition where somebody looks at the successor: `post`,
 * `keep` or `best` around it, or a `reach`; the last two run the turn as well.  So a rule's `then` may ask whether the same rule could go
 * on. */
#include "ir/core/verify_impl.h"

enum { UNSEEN, OPEN, CLOSED };

typedef struct {
    Verify *v;
    unsigned char *state; /* of function 2i, and with its effects 2i + 1 */
    bool cycle;
} Calls;

static void visit(Calls *c, int fn, bool effects);

static void visit_turn(Calls *c)
{
    for (size_t i = 0; i < c->v->game->fn.n; i++)
        if (c->v->game->fn.at[i]->kind == IR_TURN)
            visit(c, (int)i, false);
}

static void follow(Calls *c, const Ir *node, bool effects)
{
    if (!node || c->cycle)
        return;
    const IrFn *fn = NULL;
    switch (node->op) {
    case IR_OP_CALL: case IR_OP_DO:
        visit(c, (int)node->k, false);
        break;
    case IR_OP_EXISTS:
        fn = c->v->game->fn.at[node->k];
        visit(c, (int)node->k, fn->post != NULL);
        break;
    case IR_OP_TRY: case IR_OP_EMIT: case IR_OP_EMITSET:
        fn = c->v->game->fn.at[node->k];
        visit(c, (int)node->k, effects || fn->post != NULL);
        break;
    case IR_OP_KEEP:
        effects = true;
        break;
    case IR_OP_BEST:
        effects = true;
        visit_turn(c);
        break;
    case IR_OP_REACH:
        visit(c, (int)node->k, true);
        visit_turn(c);
        break;
    default:
        break;
    }
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
    *state = OPEN;
    follow(c, fn->body, effects);
    follow(c, fn->header, false);
    if (effects || fn->kind != IR_RULE) {
        follow(c, fn->effect, false);
        follow(c, fn->then, false);
        follow(c, fn->post, false);
    }
    *state = CLOSED;
}

bool verify_calls(Verify *v)
{
    size_t n = v->game->fn.n;
    Calls c = {.v = v, .state = ARENA_ARRAY(v->game->arena, unsigned char, 2 * n + 1)};
    for (size_t i = 0; i < n && !c.cycle; i++)
        visit(&c, (int)i, v->game->fn.at[i]->kind == IR_RULE);
    return !c.cycle;
}
