/* effect_slice.c - what of a rule's effect is needed by those who only ask something of the state
 * behind it: scores, counters and other consequences that no answer depends on are left out.
 *
 * From the end to the beginning: a write is needed where what follows needs the field, and
 * with it all that it reads.  Locals are needed or not, wherever they are set. */
#include "ir/analysis/analyses.h"
#include "ir/core/tree.h"

#include <string.h>

typedef struct {
    IrGame *game;
    const IrFn *rule;
    Arena *arena;
    bool *field, *local;
    bool more; /* a local was marked */
} Needs;

typedef VEC(Ir *) Statements;

static void need_reads(Needs *n, const Ir *e)
{
    if (!e)
        return;
    if (e->op == IR_OP_LOCAL) {
        n->more = n->more || !n->local[e->k];
        n->local[e->k] = true;
    } else if (ir_reads_field(e)) {
        n->field[e->k] = true;
    } else if (ir_does(e->op, IR_CALLS)) {
        ir_note_reads(n->game, e, n->field);
    }
    for (int i = 0; i < e->n; i++)
        need_reads(n, e->a[i]);
}

static bool writes_needed(const Needs *n, const Ir *call)
{
    bool *field = ARENA_ARRAY(n->arena, bool, n->game->field.n + 1);
    ir_note_writes(n->arena, n->game, call, field);
    for (size_t i = 0; i < n->game->field.n; i++)
        if (field[i] && n->field[i])
            return true;
    return false;
}

static Ir *pruned(Needs *n, Ir *s);

/* A copy of the statement with other parts within; NULL: they are empty. */
static Ir *with_parts(Needs *n, const Ir *s, Ir *const *part, int inner)
{
    Ir **a = ARENA_ARRAY(n->arena, Ir *, s->n + 1);
    int count = 0;
    bool some = false;
    for (int i = 0; i < s->n; i++) {
        some = some || (i >= inner && part[i]);
        if (i < inner)
            a[count++] = s->a[i];
        else if (part[i] || s->op != IR_OP_BLOCK)
            a[count++] = part[i] ? part[i] : ir_block(n->game);
    }
    if (!some)
        return NULL;
    for (int i = 0; i < inner; i++)
        need_reads(n, s->a[i]);
    Ir *copy = ir_node(n->game, n->rule, s->op, s->k, count, a);
    copy->at = s->at;
    return copy;
}

static void unite(const Needs *n, bool *into, const bool *from)
{
    for (size_t i = 0; i < n->game->field.n; i++)
        into[i] = into[i] || from[i];
}

static bool *live_now(const Needs *n)
{
    return arena_copy(n->arena, n->field, (n->game->field.n + 1) * sizeof *n->field);
}

static Ir *pruned_branch(Needs *n, const Ir *s)
{
    bool *after = live_now(n);
    Ir *part[3] = {NULL, pruned(n, s->a[1]), NULL};
    if (s->n > 2) {
        bool *one = n->field;
        n->field = after;
        part[2] = pruned(n, s->a[2]);
        after = one;
    }
    unite(n, n->field, after);
    return with_parts(n, s, part, 1);
}

/* What a round of the loop needs, the rounds before it may give. */
static Ir *pruned_loop(Needs *n, const Ir *s)
{
    int inner = s->n - 1;
    Ir **part = ARENA_ARRAY(n->arena, Ir *, s->n + 1);
    bool outer = n->more;
    do {
        bool *before = live_now(n);
        n->more = false;
        part[inner] = pruned(n, s->a[inner]);
        if (part[inner])
            for (int i = 0; i < inner; i++)
                need_reads(n, s->a[i]);
        unite(n, n->field, before);
        n->more = n->more || memcmp(before, n->field, n->game->field.n) != 0;
        outer = outer || n->more;
    } while (n->more);
    n->more = outer;
    return with_parts(n, s, part, inner);
}

static Ir *pruned_block(Needs *n, const Ir *s)
{
    Ir **part = ARENA_ARRAY(n->arena, Ir *, s->n + 1);
    for (int i = s->n; i-- > 0;)
        part[i] = pruned(n, s->a[i]);
    return with_parts(n, s, part, 0);
}

/* The statement without what is not needed after it; NULL: nothing of it is.  The needs
 * become those before it. */
static Ir *pruned(Needs *n, Ir *s)
{
    bool needed = true;
    if (!s)
        return NULL;
    switch (s->op) {
    case IR_OP_BLOCK: return pruned_block(n, s);
    case IR_OP_IF: return pruned_branch(n, s);
    case IR_OP_FOR:
    case IR_OP_RANGE:
    case IR_OP_WHILE: return pruned_loop(n, s);
    case IR_OP_PUT:
        needed = n->field[s->k];
        n->field[s->k] = needed && s->n > 1; /* of an array other elements stay */
        break;
    case IR_OP_LET:
    case IR_OP_VAR:
    case IR_OP_SET: needed = n->local[s->k]; break;
    case IR_OP_DO: needed = writes_needed(n, s); break;
    default: break;
    }
    if (needed)
        need_reads(n, s);
    return needed ? s : NULL;
}

size_t ir_cost(const Ir *e)
{
    bool is = ir_op_info(e->op)->high || ir_does(e->op, IR_LOOPS | IR_CALLS);
    size_t n = is ? 1 : 0;
    for (int i = 0; i < e->n; i++)
        n += ir_cost(e->a[i]);
    return n;
}

Slice ir_slice(Arena *arena, IrGame *game, const IrFn *rule, const Ir *asked, const bool *field)
{
    Needs n = {.game = game, .rule = rule, .arena = arena};
    if (!game->sliced)
        return (Slice){.effect = rule->effect, .then = rule->then};
    n.field = ARENA_ARRAY(arena, bool, game->field.n + 1);
    n.local = ARENA_ARRAY(arena, bool, rule->local.n + 1);
    for (size_t i = 0; field && i < game->field.n; i++)
        n.field[i] = field[i];
    need_reads(&n, asked);
    Slice slice = {.then = pruned(&n, rule->then)};
    slice.effect = pruned(&n, rule->effect);
    size_t before = 0, after = 0;
    const Ir *const whole[] = {rule->effect, rule->then}, *const part[] = {slice.effect, slice.then};
    for (int i = 0; i < 2; i++) {
        before += whole[i] ? ir_cost(whole[i]) : 0;
        after += part[i] ? ir_cost(part[i]) : 0;
    }
    slice.less = after < before;
    return slice;
}

/* ---- what can wait until the answer is known ---- */

static void add_statements(Arena *arena, Ir *s, Statements *list)
{
    if (!s)
        return;
    if (s->op != IR_OP_BLOCK) {
        vec_push(arena, list, s);
        return;
    }
    for (int i = 0; i < s->n; i++)
        add_statements(arena, s->a[i], list);
}

static Ir *block_of(const Needs *n, Ir **statement, size_t count)
{
    return ir_node(n->game, n->rule, IR_OP_BLOCK, 0, (int)count, statement);
}

/* Does the condition hold after the rule where it held before? */
static bool stays(const Needs *n, const Ir *e)
{
    bool *reads = ARENA_ARRAY(n->arena, bool, n->game->field.n + 1);
    const bool *writes = ir_fact_rule_writes(n->game, ir_fn_index(n->game, n->rule));
    ir_note_reads(n->game, e, reads);
    for (size_t i = 0; i < n->game->field.n; i++)
        if (reads[i] && writes[i])
            return false;
    for (int i = n->rule->nparam; i < (int)n->rule->local.n; i++)
        if (ir_uses_local(e, i))
            return false;
    return true;
}

/* Is a local set in `before` and read in `after`? */
static bool hands_on(const Ir *before, const Ir *after)
{
    bool found = ir_defines_local(before) && ir_uses_local(after, (int)before->k);
    for (int i = 0; i < before->n && !found; i++)
        found = hands_on(before->a[i], after);
    return found;
}

static void part_in_two(Needs *n, const Ir *whole, Ir **before, Ir **after);

/* The same of both branches of a statement that is needed. */
static void part_branches(Needs *n, Ir *s, Ir **before, Ir **after)
{
    Ir *b[3] = {s->a[0]}, *a[3] = {s->a[0]};
    bool *needs = live_now(n);
    *before = s;
    *after = NULL;
    if (s->op != IR_OP_IF || !stays(n, s->a[0]))
        return;
    for (int i = 1; i < s->n; i++) {
        n->field = arena_copy(n->arena, needs, (n->game->field.n + 1) * sizeof *needs);
        part_in_two(n, s->a[i], &b[i], &a[i]);
        if (hands_on(b[i], a[i])) {
            b[i] = s->a[i];
            a[i] = block_of(n, NULL, 0);
        }
    }
    if (a[1]->n == 0 && (s->n < 3 || a[2]->n == 0))
        return;
    *before = ir_node(n->game, n->rule, s->op, s->k, s->n, b);
    *after = ir_node(n->game, n->rule, s->op, s->k, s->n, a);
}

/* Statements from the last one that is needed on, and those behind; blocks. */
static void part_in_two(Needs *n, const Ir *whole, Ir **before, Ir **after)
{
    Statements list = {0}, rest = {0};
    Ir *end = NULL;
    add_statements(n->arena, (Ir *)whole, &list);
    size_t first = list.n;
    for (bool needed = false; first > 0 && !needed;) {
        bool *needs = live_now(n), *local = arena_copy(n->arena, n->local, n->rule->local.n + 1);
        needed = pruned(n, list.at[first - 1]) != NULL;
        if (needed) {
            n->field = needs;
            n->local = local;
            part_branches(n, list.at[first - 1], &list.at[first - 1], &end);
        }
        first -= !needed;
    }
    if (end)
        vec_push(n->arena, &rest, end);
    for (size_t i = first; i < list.n; i++)
        vec_push(n->arena, &rest, list.at[i]);
    *before = block_of(n, list.at, first);
    *after = block_of(n, rest.at, rest.n);
}

Early ir_early(Arena *arena, IrGame *game, const IrFn *rule, const Ir *const *keep, size_t nkeep)
{
    Needs n = {.game = game, .rule = rule, .arena = arena};
    n.field = ARENA_ARRAY(arena, bool, game->field.n + 1);
    n.local = ARENA_ARRAY(arena, bool, rule->local.n + 1);
    need_reads(&n, rule->post);
    for (size_t i = 0; i < nkeep; i++)
        ir_note_reads(game, keep[i], n.field);
    Statements list = {0};
    add_statements(arena, rule->effect, &list);
    add_statements(arena, rule->then, &list);
    Ir *all = block_of(&n, list.at, list.n);
    Early early;
    part_in_two(&n, all, &early.before, &early.after);
    if (!game->sliced || tree_has_op(all, IR_OP_RET) || ir_cost(early.after) == 0)
        early = (Early){.before = all};
    early.written = ARENA_ARRAY(arena, bool, game->field.n + 1);
    ir_note_writes(arena, game, early.before, early.written);
    return early;
}

/* ---- what stands around generators ---- */

static bool note_kept(Needs *n, const Ir *e)
{
    if (!e)
        return true;
    if (ir_does(e->op, IR_TURNS))
        return false;
    if (e->op == IR_OP_KEEP)
        need_reads(n, e->a[0]);
    for (int i = 0; i < e->n; i++)
        if (!note_kept(n, e->a[i]))
            return false;
    return true;
}

const void *ir_find_kept_fields(Arena *arena, IrGame *game, int whole)
{
    (void)whole;
    Needs n = {.game = game, .arena = arena};
    n.field = ARENA_ARRAY(arena, bool, game->field.n + 1);
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        const Ir *const parts[] = {fn->body, fn->header, fn->effect, fn->then, fn->post};
        n.local = ARENA_ARRAY(arena, bool, fn->local.n + 1);
        for (size_t j = 0; j < sizeof parts / sizeof *parts; j++)
            if (!note_kept(&n, parts[j]))
                return NULL;
    }
    return n.field;
}
