/* posts_to_guards.c - what a rule asks of its successor, asked of the old state (weakest precondition).
 *
 *     do { @what[%to] := 1                              when any(E)
 *          let %caught = E                        ->    do { .. }
 *          @temp := 0
 *          for %x in %caught { ..  @temp := 1 } }
 *     post @temp == 1
 *
 * The condition is taken back through the statements, from the last to the first: what a statement writes stands for the field, a
 * loop that gives a field one number does so if it has members.  A write to one element of an array is gone past
 * where the condition does not see it (site_write.h).  A guard becomes a set where a `post` is tried, move by move
 * (E. W. Dijkstra, "Guarded commands", 1975). */
#include "ir/passes/pass.h"

#include "ir/analysis/facts.h"
#include "ir/core/tree.h"
#include "ir/fold/fold.h"
#include "ir/passes/site_write.h"

typedef struct {
    IrGame *game;
    IrFn *rule;
    Ir *all;       /* the statements of `do` and `then` */
    bool *written; /* by field: by any of them */
} Guards;

/* ---- what is read and written ------------------------------------------------------------ */

static bool *fields(const Guards *g) { return ARENA_ARRAY(g->game->arena, bool, g->game->field.n + 1); }

static bool *written_by(const Guards *g, const Ir *statement)
{
    bool *field = fields(g);
    ir_note_writes(g->game->arena, g->game, statement, field);
    return field;
}

static bool meets(const Guards *g, const bool *a, const bool *b)
{
    for (size_t i = 0; i < g->game->field.n; i++)
        if (a[i] && b[i])
            return true;
    return false;
}

/* ---- scalars ------------------------------------------------------------------------------- */

typedef struct {
    int64_t field;
    Ir *value;
} Scalar;

static Ir *read_scalar(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    const Scalar *s = data;
    (void)fn;
    return node->op == IR_OP_GET && node->k == s->field && node->n == 0 ? ir_copy(game, s->value) : node;
}

static Ir *with_scalar(Guards *g, Ir *condition, int64_t field, Ir *value)
{
    Scalar s = {field, value};
    return fold_tree(g->game, g->rule, ir_rewrite(g->game, g->rule, condition, read_scalar, &s));
}

/* How many statements write to the field, at any depth. */
static size_t puts_to(const Ir *e, int64_t field)
{
    size_t n = e->op == IR_OP_PUT && e->k == field;
    for (int i = 0; i < e->n; i++)
        n += puts_to(e->a[i], field);
    return n;
}

/* The number that the loop's body gives the field each time round, and nothing else; or NULL. */
static const Ir *number_put(const Ir *body, int64_t field)
{
    for (int i = 0; i < body->n && puts_to(body, field) == 1; i++) {
        const Ir *put = body->a[i];
        if (put->op == IR_OP_PUT && put->k == field && put->n == 1 && put->a[0]->op == IR_OP_INT)
            return put->a[0];
    }
    return NULL;
}

static Ir *before_loop(Guards *g, Ir *condition, const Ir *loop, const bool *writes, const bool *reads)
{
    const Ir *body = loop->a[1];
    bool *members = fields(g); /* read by the set, which is that of the state before */
    ir_note_reads(g->game, loop->a[0], members);
    if (body->op != IR_OP_BLOCK || loop->a[0]->type.kind != IR_MASK || tree_does(loop, IR_CALLS) || meets(g, members, writes))
        return NULL;
    for (size_t i = 0; i < g->game->field.n; i++)
        if (writes[i] && reads[i]) {
            const Ir *number = number_put(body, (int64_t)i);
            if (!number)
                return NULL;
            Ir *some = ir_op1(g->game, IR_OP_ANY, ir_copy(g->game, loop->a[0]));
            Ir *value = ir_op3(g->game, IR_OP_SELECT, some, ir_copy(g->game, number), ir_get(g->game, (int)i, NULL));
            condition = with_scalar(g, condition, (int64_t)i, value);
        }
    return condition;
}

/* ---- elements -------------------------------------------------------------------------------- */

static const Ir *header_let(const Guards *g, const Ir *e, IrOp op)
{
    for (int i = 0; e->op == IR_OP_LOCAL && g->rule->header && i < g->rule->header->n; i++) {
        const Ir *one = g->rule->header->a[i];
        if (one->op == op && one->k == e->k && one->n)
            return one->a[0];
    }
    return NULL;
}

/* What @field[x] is for all x of the set; NULL: not known. */
static const Ir *common_value(const Ir *set, int64_t field)
{
    if (set->op == IR_OP_WHERE)
        return set->k == field ? set->a[0] : NULL;
    if (set->op == IR_OP_MDIFF || set->op == IR_OP_FILTER)
        return common_value(set->a[0], field);
    const Ir *found = set->op == IR_OP_MAND ? common_value(set->a[0], field) : NULL;
    return found || set->op != IR_OP_MAND ? found : common_value(set->a[1], field);
}

static bool is_written(const Guards *g, const Ir *e)
{
    bool *reads = fields(g);
    ir_note_reads(g->game, e, reads);
    return meets(g, reads, g->written);
}

/* Statement number `i`, the first that writes to its field. */
static bool goes_past(Guards *g, const Ir *condition, int i)
{
    const Ir *put = g->all->a[i];
    if (put->a[1]->op != IR_OP_LOCAL)
        return false;
    for (int k = 0; k < i; k++)
        if (written_by(g, g->all->a[k])[put->k])
            return false;
    const Ir *domain = header_let(g, put->a[1], IR_OP_PARAM), *value = header_let(g, put->a[0], IR_OP_LET);
    const SiteWrite write = {(int)put->k, put->a[1], domain && domain->type.kind == IR_MASK ? common_value(domain, put->k) : NULL,
                             value && !is_written(g, value) ? value : put->a[0]};
    return site_write_unseen(g->game, g->rule, &write, condition);
}

/* ---- statements -------------------------------------------------------------------------------- */

/* What the condition is before statement number `i`; NULL: not known. */
static Ir *before(Guards *g, Ir *condition, int i)
{
    const Ir *one = g->all->a[i];
    bool *reads = fields(g), *writes = written_by(g, one);
    if (ir_gives_local(one) || one->op == IR_OP_SET) {
        const bool used = ir_uses_local(condition, (int)one->k);
        if (used && one->op != IR_OP_LET)
            return NULL;
        if (used)
            return tree_subst(g->game, g->rule, condition, (int)one->k, one->a[0]);
    }
    ir_note_reads(g->game, condition, reads);
    if (!meets(g, reads, writes))
        return condition;
    if (one->op == IR_OP_PUT && one->n == 1)
        return with_scalar(g, condition, one->k, one->a[0]);
    if (one->op == IR_OP_PUT)
        return goes_past(g, condition, i) ? condition : NULL;
    return one->op == IR_OP_FOR ? before_loop(g, condition, one, writes, reads) : NULL;
}

/* Only parameters and names of the header are left. */
static bool is_of_header(const Guards *g, const Ir *condition)
{
    for (int i = 0; i < g->all->n; i++) {
        const Ir *one = g->all->a[i];
        if ((ir_gives_local(one) || one->op == IR_OP_SET) && ir_uses_local(condition, (int)one->k))
            return false;
    }
    return true;
}

static Ir *guard_of(Guards *g)
{
    Ir *parts[] = {g->rule->effect, g->rule->then};
    g->all = tree_block(g->game, parts, g->rule->then ? 2 : 1);
    g->written = written_by(g, g->all);
    if (tree_has_op(g->all, IR_OP_RET) || tree_does(g->rule->post, IR_CALLS | IR_AHEAD | IR_DRAWS | IR_ASSUMES))
        return NULL;
    Ir *condition = g->rule->post;
    for (int i = g->all->n; i-- > 0 && condition;)
        condition = before(g, condition, i);
    return condition && is_of_header(g, condition) && !tree_does(condition, IR_CALLS | IR_DRAWS) ? condition : NULL;
}

bool ir_pass_posts_to_guards(IrPass *pass)
{
    bool changed = false;
    for (size_t i = 0; i < pass->game->fn.n; i++) {
        IrFn *rule = pass->game->fn.at[i];
        Guards g = {.game = pass->game, .rule = rule};
        Ir *guard = rule->kind == IR_RULE && rule->post && rule->effect ? guard_of(&g) : NULL;
        if (!guard)
            continue;
        ir_pass_remark(pass, rule->post->at, "what the successor of %s is asked for is known before", rule->name);
        ir_append(pass->game, &rule->header, ir_op1(pass->game, IR_OP_WHEN, tree_clone(pass->game, rule, guard)));
        rule->post = NULL;
        changed = true;
    }
    return changed;
}
