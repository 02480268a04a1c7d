/* sure_moves.c - where the game only goes on as long as there is a move, nothing is emitted for want of one.
 *
 *     gen moves { if !@over {                     gen moves { if !@over {
 *       prefer { emit add(in where(@what, 0)) }     emit add(in where(@what, 0))
 *       else { emit no_move } } }             ->  } }
 *     turn { if !any(where(@what, 0)) { @over := 1 } .. }
 *
 * The claim: between plies the game is over, or the set has a member.  It must hold in the initial state, and on all ways
 * through the turn, where assignments to what the set reads forget it, and tests of the set and of @over give it.  Then
 * rules that were the last resort are never played, and `value_sets` clears away what only they wrote. */
#include "ir/analysis/facts.h"
#include "ir/core/tree.h"
#include "ir/passes/pass.h"

/* ---- the initial state ------------------------------------------------- */

typedef enum { NO, YES, UNKNOWN } Answer;

static Answer negated(Answer a) { return a == UNKNOWN ? a : a == YES ? NO : YES; }

static Answer both(Answer a, Answer b) { return a == NO || b == NO ? NO : a == YES && b == YES ? YES : UNKNOWN; }

/* Is `at` in the set at the beginning? */
static Answer begins_with(const IrGame *game, const Ir *set, int at)
{
    const IrField *f = set->op == IR_OP_WHERE || set->op == IR_OP_GET ? &game->field.at[set->k] : NULL;
    switch (set->op) {
    case IR_OP_WHERE:
        return set->a[0]->op == IR_OP_INT ? (Answer)(f->init[at] == set->a[0]->k) : UNKNOWN;
    case IR_OP_GET:
        return set->n ? UNKNOWN : (Answer)ir_mask_has(f->word, at);
    case IR_OP_NONE: return NO;
    case IR_OP_ALL: return YES;
    case IR_OP_MNOT: return negated(begins_with(game, set->a[0], at));
    case IR_OP_MAND: return both(begins_with(game, set->a[0], at), begins_with(game, set->a[1], at));
    case IR_OP_MDIFF: return both(begins_with(game, set->a[0], at), negated(begins_with(game, set->a[1], at)));
    case IR_OP_MOR: return negated(both(negated(begins_with(game, set->a[0], at)), negated(begins_with(game, set->a[1], at))));
    default: return UNKNOWN;
    }
}

static bool begins_nonempty(const IrGame *game, const Ir *set)
{
    bool found = false;
    for (int at = 0; at < game->space.at[set->type.space].size && !found; at++)
        found = begins_with(game, set, at) == YES;
    return found;
}

/* ---- the turn ---------------------------------------------------------- */

/* What is known at a place. */
typedef struct {
    bool some, over; /* the set has a member; the game is over */
    bool either;     /* one of these */
    bool never;      /* nobody gets here */
} Known;

typedef struct {
    const IrGame *game;
    const Ir *set;
    bool *read; /* fields that it reads */
    int over;
    bool holds; /* where it was left */
} Walk;

static Known join(Known a, Known b)
{
    if (a.never || b.never)
        return a.never ? b : a;
    return (Known){a.some && b.some, a.over && b.over, a.either && b.either, false};
}

/* Behind writes to fields; what is written to @over is not known. */
static Known behind(const Walk *w, Known k, const bool *written)
{
    bool other = false;
    for (size_t i = 0; i < w->game->field.n; i++)
        other = other || (written[i] && w->read[i]);
    k.some = k.some && !other;
    k.over = k.over && !written[w->over];
    k.either = other || written[w->over] ? k.some || k.over : k.either;
    return k;
}

static Known behind_all(const Walk *w, Known k, const Ir *s)
{
    bool *written = ARENA_ARRAY(w->game->arena, bool, w->game->field.n + 1);
    ir_note_writes(w->game->arena, w->game, s, written);
    return behind(w, k, written);
}

/* Where the condition has turned out to be so. */
static Known assume(const Walk *w, Known k, const Ir *e, bool is)
{
    if (e->op == IR_OP_NOT)
        return assume(w, k, e->a[0], !is);
    if (e->op == (is ? IR_OP_AND : IR_OP_OR))
        return assume(w, assume(w, k, e->a[0], is), e->a[1], is);
    if (is && e->op == IR_OP_ANY && ir_equal(e->a[0], w->set))
        k.some = k.either = true;
    if (e->op == IR_OP_GET && e->k == w->over) {
        k.over = is;
        k.some = k.some || (!is && k.either);
        k.either = k.either || is;
    }
    return k;
}

static Known walk(Walk *w, Known k, const Ir *s)
{
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            k = walk(w, k, s->a[i]);
        return k;
    case IR_OP_IF: {
        Known no = assume(w, k, s->a[0], false);
        return join(walk(w, assume(w, k, s->a[0], true), s->a[1]), s->n > 2 ? walk(w, no, s->a[2]) : no);
    }
    case IR_OP_PUT:
        if (s->k != w->over || s->a[0]->op != IR_OP_INT || s->a[0]->k == 0)
            return behind_all(w, k, s);
        k.over = k.either = true;
        return k;
    case IR_OP_RET:
        w->holds = w->holds && (k.never || k.either);
        k.never = true;
        return k;
    default:
        w->holds = w->holds && !tree_has_op(s, IR_OP_RET);
        return behind_all(w, k, s);
    }
}

static bool kept_by_turn(const IrGame *game, const Ir *set, int over)
{
    Walk w = {game, set, ARENA_ARRAY(game->arena, bool, game->field.n + 1), over, true};
    const int turn = ir_fn_find(game, IR_TURN_NAME);
    if (turn < 0)
        return false;
    ir_note_reads(game, set, w.read);
    const Known k = walk(&w, (Known){0}, game->fn.at[turn]->body);
    return w.holds && (k.never || k.either);
}

/* ---- generators -------------------------------------------------------- */

/* The set of which each member is a move, whatever else holds; NULL. */
static const Ir *surely_emitted(const IrGame *game, const Ir *s)
{
    const Ir *set = NULL, *emit = s;
    if (s->op == IR_OP_FOR && s->a[0]->type.kind == IR_MASK) {
        set = s->a[0];
        emit = s->a[1]->op == IR_OP_BLOCK && s->a[1]->n == 1 ? s->a[1]->a[0] : s->a[1];
    } else if (s->op == IR_OP_EMITSET) {
        set = s->a[s->n - 1];
    }
    const bool sure = set && (emit->op == IR_OP_EMIT || emit->op == IR_OP_EMITSET) && !game->fn.at[emit->k]->post && !tree_has_op(set, IR_OP_LOCAL);
    return sure && (emit == s || emit->op == IR_OP_EMIT) ? set : NULL;
}

static bool always_some(const IrGame *game, const Ir *block, int over)
{
    for (int i = 0; i < block->n; i++) {
        const Ir *set = surely_emitted(game, block->a[i]);
        if (set && begins_nonempty(game, set) && kept_by_turn(game, set, over))
            return true;
    }
    return false;
}

/* Does it say that the game is not over, if it is true (is) or false? */
static bool goes_on(const Ir *e, bool is, int over)
{
    if (e->op == IR_OP_NOT)
        return goes_on(e->a[0], !is, over);
    if (e->op == (is ? IR_OP_AND : IR_OP_OR))
        return goes_on(e->a[0], is, over) || goes_on(e->a[1], is, over);
    return !is && e->op == IR_OP_GET && e->k == over;
}

typedef struct {
    IrPass *pass;
    int over;
    bool changed;
} Moves;

/* The statement without alternatives that never count; on: the game is not over here. */
static Ir *sure(Moves *m, Ir *s, bool on)
{
    if (s->op == IR_OP_PREFER && on && always_some(m->pass->game, s->a[0], m->over)) {
        ir_pass_remark(m->pass, s->at, "as long as the game goes on there is such a move: none other is made for want of one");
        m->changed = true;
        return s->a[0];
    }
    for (int i = s->op == IR_OP_IF; i < s->n && (s->op == IR_OP_BLOCK || s->op == IR_OP_IF); i++)
        s->a[i] = sure(m, s->a[i], on || (s->op == IR_OP_IF && goes_on(s->a[0], i == 1, m->over)));
    return s;
}

/* ---- the pass ---------------------------------------------------------- */

static bool asks_moves(const Ir *node, const IrOpInfo *op, void *data)
{
    return op->names == IR_NAMES_FN && node->k == *(const int *)data;
}

/* Only between plies is the claim made. */
static bool asked_elsewhere(IrGame *game, int moves)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        const size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++)
            if (ir_visit_refs(*slot[j].slot, asks_moves, &moves))
                return true;
    }
    return false;
}

bool ir_pass_sure_moves(IrPass *pass)
{
    IrGame *game = pass->game;
    Moves m = {.pass = pass, .over = ir_view_field(game, "over")};
    int moves = ir_fn_find(game, "moves");
    if (game->joint || m.over < 0 || moves < 0 || asked_elsewhere(game, moves))
        return false;
    game->fn.at[moves]->body = sure(&m, game->fn.at[moves]->body, false);
    return m.changed;
}
