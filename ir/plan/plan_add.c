/* plan_add.c - add-to-empty: the moves are a set of sites, and each move takes the site it
 * is played on out of that set, and no other.
 *
 * Asked of a set expression is what it says of one site: a function of a few bits, each "the
 * site is in this field" or "this field has that value here".  The set is right when, however
 * these bits stand, a site that was in it is not in it after what the rule writes there; what
 * is written at other places, or by the turn, must not be read by the set at all. */
#include "ir/plan/plan.h"

enum { MOST_BITS = 10 };

/* One bit of a site: member of a set field, or value of a field of numbers. */
typedef struct {
    int field;
    int64_t element; /* of an array of sets; -1 */
    int64_t value;   /* of a field of numbers; -1 */
} Bit;

typedef struct {
    const IrGame *game;
    int rule;
    const Ir *set; /* the one domain */
    Bit bit[MOST_BITS];
    int nbit;
    const char *why;
    Span at;
} Add;

static bool no(Add *a, const Ir *s, const char *why)
{
    if (!a->why) {
        a->why = why;
        a->at = s && s->at.hi ? s->at : a->game->fn.at[a->rule]->at;
    }
    return false;
}

/* ---- the set, at one site ---------------------------------------------------------- */

static bool note_bit(Add *a, const Ir *e, Bit bit)
{
    for (int i = 0; i < a->nbit; i++)
        if (a->bit[i].field == bit.field && a->bit[i].element == bit.element && a->bit[i].value == bit.value)
            return true;
    if (a->nbit == MOST_BITS)
        return no(a, e, "the set of sites depends on too much");
    a->bit[a->nbit++] = bit;
    return true;
}

static bool constant(const Ir *e) { return e->op == IR_OP_INT; }

/* The bits that a set reads; false where it is not a function of one site's bits. */
static bool note_bits(Add *a, const Ir *e)
{
    switch (e->op) {
    case IR_OP_MAND:
    case IR_OP_MOR:
    case IR_OP_MXOR:
    case IR_OP_MDIFF:
        return note_bits(a, e->a[0]) && note_bits(a, e->a[1]);
    case IR_OP_MNOT:
        return note_bits(a, e->a[0]);
    case IR_OP_ALL:
    case IR_OP_NONE:
        return true;
    case IR_OP_TAB:
        for (int i = 0; i < e->n; i++)
            if (!constant(e->a[i]))
                return no(a, e, "the set of sites changes with more than the moves");
        return e->type.kind == IR_MASK;
    case IR_OP_GET:
        if (e->n && !constant(e->a[0]))
            return no(a, e, "the set of sites changes with more than the moves");
        return note_bit(a, e, (Bit){(int)e->k, e->n ? e->a[0]->k : -1, -1});
    case IR_OP_WHERE:
        if (!constant(e->a[0]))
            return no(a, e, "the set of sites changes with more than the moves");
        return note_bit(a, e, (Bit){(int)e->k, -1, e->a[0]->k});
    default:
        return no(a, e, "the set of sites is not a set of fields' members");
    }
}

/* Is a site in the set, where its bits stand so?  `fixed`: members of all constant tables. */
static bool holds(const Add *a, const Ir *e, unsigned bits, bool fixed)
{
    switch (e->op) {
    case IR_OP_MAND:
        return holds(a, e->a[0], bits, fixed) && holds(a, e->a[1], bits, fixed);
    case IR_OP_MOR:
        return holds(a, e->a[0], bits, fixed) || holds(a, e->a[1], bits, fixed);
    case IR_OP_MXOR:
        return holds(a, e->a[0], bits, fixed) != holds(a, e->a[1], bits, fixed);
    case IR_OP_MDIFF:
        return holds(a, e->a[0], bits, fixed) && !holds(a, e->a[1], bits, fixed);
    case IR_OP_MNOT:
        return !holds(a, e->a[0], bits, fixed);
    case IR_OP_ALL:
        return true;
    case IR_OP_TAB:
        return fixed;
    case IR_OP_GET:
    case IR_OP_WHERE:
        for (int i = 0; i < a->nbit; i++) {
            bool same = a->bit[i].field == e->k &&
                        (e->op == IR_OP_WHERE ? a->bit[i].value == e->a[0]->k
                                              : a->bit[i].value < 0 && a->bit[i].element == (e->n ? e->a[0]->k : -1));
            if (same)
                return bits >> i & 1;
        }
        return false;
    default:
        return false;
    }
}

/* ---- what is written ------------------------------------------------------------------ */

static bool is_read(const Add *a, int64_t field)
{
    for (int i = 0; i < a->nbit; i++)
        if (a->bit[i].field == field)
            return true;
    return false;
}

/* Does the tree write, itself or through procedures, what the set reads? */
static bool writes(const Add *a, const Ir *s, int depth)
{
    if (!s)
        return false;
    if (s->op == IR_OP_PUT && is_read(a, s->k))
        return true;
    if (s->op == IR_OP_DO && (depth > 64 || writes(a, a->game->fn.at[s->k]->body, depth + 1)))
        return true;
    for (int i = 0; i < s->n; i++)
        if (writes(a, s->a[i], depth))
            return true;
    return false;
}

/* The local of the rule that is the played site, looking through `let x = y`. */
static bool is_site(const IrFn *rule, const Ir *e)
{
    return e->op == IR_OP_LOCAL && e->k == rule->nparam - 1;
}

/* Bits of the played site: those set to 1 and to 0 so far. */
typedef struct {
    unsigned one, zero;
} Change;

/* @f := @f | bit(site), @f := @f \ bit(site), @f[site] := value */
static bool put(Add *a, const Ir *s, Change *change)
{
    const IrFn *rule = a->game->fn.at[a->rule];
    const IrField *field = &a->game->field.at[s->k];
    if (field->elem.kind == IR_INT) {
        const Ir *value = s->a[0];
        if (s->n != 2 || !is_site(rule, s->a[1]))
            return no(a, s, "the rule writes elsewhere too");
        for (int i = 0; i < a->nbit; i++) {
            if (a->bit[i].field != s->k)
                continue;
            bool is = value->type.lo == value->type.hi && value->type.lo == a->bit[i].value;
            if (!is && a->bit[i].value >= value->type.lo && a->bit[i].value <= value->type.hi)
                return no(a, s, "it is not known what the rule puts on the site");
            change->one = is ? change->one | 1u << i : change->one & ~(1u << i);
            change->zero = is ? change->zero & ~(1u << i) : change->zero | 1u << i;
        }
        return true;
    }
    const Ir *value = s->a[0], *index = s->n > 1 ? s->a[1] : NULL;
    bool adds = value->op == IR_OP_MOR, takes = value->op == IR_OP_MDIFF;
    bool fits = (adds || takes) && value->a[0]->op == IR_OP_GET && value->a[0]->k == s->k &&
                value->a[0]->n == (index != NULL) && (!index || (constant(index) && ir_equal(index, value->a[0]->a[0]))) &&
                value->a[1]->op == IR_OP_BITOF && is_site(rule, value->a[1]->a[0]);
    if (!fits)
        return no(a, s, "the rule changes more than the site it is played on");
    for (int i = 0; i < a->nbit; i++)
        if (a->bit[i].field == s->k && a->bit[i].element == (index ? index->k : -1)) {
            change->one = adds ? change->one | 1u << i : change->one & ~(1u << i);
            change->zero = adds ? change->zero & ~(1u << i) : change->zero | 1u << i;
        }
    return true;
}

/* Is a site of the set, however its bits stood, out of it after the change? */
static bool leaves(const Add *a, Change change)
{
    for (unsigned bits = 0; bits < 1u << a->nbit; bits++)
        for (int fixed = 0; fixed < 2; fixed++)
            if (holds(a, a->set, bits, fixed) && holds(a, a->set, (bits | change.one) & ~change.zero, fixed))
                return false;
    return true;
}

/* Statements still to come, and those behind the block they stand in. */
typedef struct Rest {
    Ir *const *at;
    int n;
    const struct Rest *behind;
} Rest;

static Rest in_block(const Ir *block, const Rest *behind)
{
    return block ? (Rest){block->a, block->n, behind} : (Rest){NULL, 0, behind};
}

/* Every path through what the rule does must take the site out. */
static bool path(Add *a, const Rest *rest, Change change, int *budget)
{
    if (--*budget < 0)
        return no(a, NULL, "the rule has too many ways");
    while (rest && rest->n == 0)
        rest = rest->behind;
    if (!rest)
        return leaves(a, change) || no(a, NULL, "the site stays among the moves");
    const Ir *s = rest->at[0];
    Rest next = {rest->at + 1, rest->n - 1, rest->behind};
    if (s->op == IR_OP_PUT && is_read(a, s->k))
        return put(a, s, &change) && path(a, &next, change, budget);
    if (!writes(a, s, 0))
        return path(a, &next, change, budget);
    if (s->op == IR_OP_BLOCK)
        return path(a, &(Rest){s->a, s->n, &next}, change, budget);
    if (s->op != IR_OP_IF)
        return no(a, s, "the rule changes the sites in a loop or a procedure");
    return path(a, &(Rest){&s->a[1], 1, &next}, change, budget) &&
           path(a, &(Rest){&s->a[2], s->n - 2, &next}, change, budget);
}

/* ---- where the rule is emitted ----------------------------------------------------------- */

/* All emissions of the rule in s are of the same set, under conditions and `prefer` alone; others may stand in loops. */
static bool in_a_row(Add *a, const Ir *s)
{
    const IrFn *fn = s->op == IR_OP_EMIT || s->op == IR_OP_EMITSET ? a->game->fn.at[s->k] : NULL;
    switch (s->op) {
    case IR_OP_EMITSET:
        if (s->k == a->rule && a->set && !ir_equal(a->set, s->a[0]))
            return no(a, s, "its moves are different sets at different times");
        a->set = s->k == a->rule ? s->a[0] : a->set;
        return !fn->post;
    case IR_OP_EMIT:
        return s->k != a->rule && !fn->post;
    case IR_OP_BLOCK:
    case IR_OP_IF:
    case IR_OP_PREFER:
        for (int i = s->op == IR_OP_IF; i < s->n; i++)
            if (!in_a_row(a, s->a[i]))
                return false;
        return true;
    default:
        return s->op == IR_OP_LET || !ir_can_emit(a->game, s, a->rule);
    }
}

/* The statements that are drawn from together, where they have moves of the rule. */
static bool emitted(Add *a, const Ir *s)
{
    if (!ir_can_emit(a->game, s, a->rule))
        return true;
    IrDraw how = ir_draw(a->game, s);
    if (how == IR_DRAW_PLAIN)
        return in_a_row(a, s) || no(a, s, "its moves are not one set");
    if (how != IR_DRAW_STEPS || s->op == IR_OP_TRY)
        return no(a, s, "there are conditions on what moves lead to");
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID && !emitted(a, s->a[i]))
            return false;
    return true;
}

static bool proved(Add *a)
{
    const IrGame *game = a->game;
    const IrFn *rule = game->fn.at[a->rule];
    const Ir *moves = game->fn.at[ir_fn_find(game, "moves")]->body;
    if (!emitted(a, moves) || !a->set || !note_bits(a, a->set))
        return no(a, NULL, "its moves are not one set of sites");
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->kind == IR_TURN && writes(a, game->fn.at[i]->body, 0))
            return no(a, NULL, "what follows a move changes the sites");
    int budget = 256;
    Rest then = in_block(rule->then, NULL), effect = in_block(rule->effect, &then);
    return path(a, &effect, (Change){0, 0}, &budget);
}

int ir_plan_add(const IrGame *game, const char **why, Span *at)
{
    int moves = ir_fn_find(game, "moves");
    *why = NULL;
    *at = (Span){0, 0};
    if (game->joint || moves < 0)
        return -1;
    for (int i = 0; i < (int)game->fn.n; i++) {
        Add a = {.game = game, .rule = i};
        if (game->fn.at[i]->kind != IR_RULE || game->fn.at[i]->nparam != 1 || !ir_can_emit(game, game->fn.at[moves]->body, i))
            continue;
        if (proved(&a))
            return i;
        *why = a.why;
        *at = a.at;
    }
    return -1;
}

/* ---- is a list of the sites worth having? ------------------------------------------------- */

static bool emits_sets(const Ir *s)
{
    bool found = s->op == IR_OP_EMITSET;
    for (int i = 0; i < s->n && !found; i++)
        found = emits_sets(s->a[i]);
    return found;
}

/* Has one player's turn moves of the rule, and another's sets of other moves?  A list of sites
 * would be made anew each time.  `mover`: the field that says whose turn it is. */
static bool by_movers(const IrGame *game, const Ir *s, int rule, int mover)
{
    if (s->op == IR_OP_IF && s->n > 2 && s->a[0]->op == IR_OP_EQ && s->a[0]->a[0]->op == IR_OP_GET &&
        s->a[0]->a[0]->k == mover) {
        bool yes = ir_can_emit(game, s->a[1], rule), no = ir_can_emit(game, s->a[2], rule);
        if (yes != no)
            return emits_sets(yes ? s->a[2] : s->a[1]);
    }
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID && by_movers(game, s->a[i], rule, mover))
            return true;
    return false;
}

bool ir_plan_is_listed(const IrGame *game, int rule, const char **why)
{
    int size = game->space.at[game->fn.at[rule]->local.at[0].type.space].size, mover = ir_view_field(game, "mover");
    *why = NULL;
    if (size > IR_FEW_SITES && mover >= 0 && by_movers(game, game->fn.at[ir_fn_find(game, "moves")]->body, rule, mover))
        *why = "as other players' moves would make a list anew each time";
    return size > IR_FEW_SITES && !*why;
}
