/* state.c - the state fields of a Ludii game and how records show them.
 *
 * Every field is made and always written; what no build reads is removed by the
 * pass `live`. */
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/setup/random_start.h"
#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/state/hidden.h"
#include "frontend/lud/lower/state/tiles.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/state/traits.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/setup/puzzle.h"
#include "frontend/lud/lower/state/track_index.h"
#include "frontend/lud/lower/state/team.h"
#include "frontend/lud/lower/state/vote.h"
#include "frontend/lud/lower/core/site_type.h"

static int scalar(Lower *l, const char *name, int64_t lo, int64_t hi, int64_t init)
{
    int field = ir_field_add(l->game, name, ir_int(lo, hi), NULL);
    l->game->field.at[field].init[0] = init;
    return field;
}

/* Counts moves or turns; turn.gir ends the game before it leaves its range.  None is nearer to its end than the counter of
 * moves (ludc_valid refuses other states). */
static int counter(Lower *l, const char *name, int64_t lo, int64_t hi)
{
    int field = scalar(l, name, lo, hi, lo);
    l->game->field.at[field].vouched = true;
    l->game->field.at[field].counter = IR_COUNTER;
    return field;
}

static int per_player(Lower *l, const char *name, int64_t hi)
{
    IrDim dim = lw_dim_player(l);
    return ir_field_add(l->game, name, ir_int(0, hi), &dim);
}

static int site_field(Lower *l, const char *name)
{
    int field = ir_field_add(l->game, name, ir_site(l->game, l->sym->space_site), NULL);
    l->game->field.at[field].init[0] = -1;
    return field;
}

/* An argument of a row. */
typedef struct {
    LudId id;
    SlotName slot;
} Argument;

static bool gives(const Term *t, const void *data)
{
    const Argument *argument = data;
    return term_is(t, argument->id) && term_arg(t, argument->slot);
}

/* Does the description hold the ludeme with that slot given? */
static bool asks_with(const Term *root, LudId id, SlotName slot)
{
    return term_any(root, gives, &(Argument){id, slot});
}

/* TRIED: a move that is only tried may be the one after the last. */
enum { TRIED = MOVES + 1, PILE = 1000, SCORE = 1000000, INFINITE = 1000000000 /* Infinity */, TAKEN = 10000 };

/* What stands where. */
static void board_fields(Lower *l)
{
    Fields *f = l->field;
    IrDim site = lw_dim_site(l);
    IrType piece = ir_int(0, (int64_t)l->sym->component.n - 1);
    piece.space = l->sym->space_piece;
    l->sites->what = ir_field_add(l->game, "what", piece, &site);
    l->sites->count = l->facts->has_count ? ir_field_add(l->game, "count", ir_int(0, PILE), &site) : -1;
    f->who = l->facts->has_who ? ir_field_add(l->game, "who", ir_int(0, l->facts->players + 1), &site) : -1;
    lower_stack_fields(l);
    if (!l->facts->stacks)
        lower_trait_fields(l, site);
    lower_large_field(l);
    lower_type_fields(l);
    if (l->sym->puzzle)
        lower_puzzle_fields(l);
}

/* Whose turn it is, and who has which rank. */
static void turn_fields(Lower *l)
{
    int n = l->facts->players;
    Fields *f = l->field;
    f->mover = scalar(l, "mover", 0, n + 1, 1);
    f->next = scalar(l, "next", 0, n + 1, n > 1 ? 2 : 1);
    f->prev = scalar(l, "prev", 0, n + 1, 0);
    f->earlier = asks_with(l->root, LUD_prev, SLOT_when) ? scalar(l, "earlier", -1, n + 1, -1) : -1;
    f->result.over = scalar(l, "over", 0, 1, 0);
    f->result.active = ir_field_add(l->game, "active", ir_mask(l->sym->space_player), NULL);
    for (int p = 1; p <= n; p++)
        ir_mask_set(l->game->field.at[f->result.active].word, p);
    f->result.rank = per_player(l, "rank", 2 * n + 1);
    f->result.winner = scalar(l, "winner", 0, n + 1, 0);
    f->result.endtype = scalar(l, "endtype", 0, 2, 0);
    f->result.nwin = scalar(l, "nwin", 0, n, 0);
    f->result.nlose = scalar(l, "nlose", 0, n, 0);
    f->result.kloss = scalar(l, "kloss", 0, n, 0);
    f->result.won = per_player(l, "won", n);
    f->result.lost = per_player(l, "lost", n);
    f->counter = scalar(l, "counter", -1, MOVES + 1, -1);
    f->turn = counter(l, "turn", 1, TRIED + 1);
    f->same = counter(l, "same", 0, TRIED);
    f->passes = counter(l, "passes", 0, TRIED);
    f->idle = l->facts->moves_again && n > 1 ? counter(l, "idle", 0, TRIED) : -1;
    f->passing = scalar(l, "passing", 0, 1, 0);
    f->swapped = scalar(l, "swapped", 0, 1, 0);
    f->nmoves = counter(l, "nmoves", 0, TRIED);
    l->game->field.at[f->nmoves].counter = IR_MOVE_COUNTER;
}

/* What is known of the last move. */
static void last_fields(Lower *l)
{
    Fields *f = l->field;
    f->last.from = site_field(l, "last_from");
    f->last.to = site_field(l, "last_to");
    f->last.level_from = lower_reads(l->root, LUD_last_level_from) ? scalar(l, "level_from", -1, STACK, -1) : -1;
    f->last.level_to = lower_reads(l->root, LUD_last_level_to) ? scalar(l, "level_to", -1, STACK, -1) : -1;
    f->last.type_from = lower_has_types(l) && lower_reads(l->root, LUD_is_last_from) ? scalar(l, "type_from", 0, 2, 2) : -1;
    f->last.type_to = lower_has_types(l) && lower_reads(l->root, LUD_is_last_to) ? scalar(l, "type_to", 0, 2, 2) : -1;
    f->last.acted_to = asks_with(l->root, LUD_last_to, SLOT_afterConsequence) ? site_field(l, "acted_to") : -1;
    f->stale = ir_field_add(l->game, "stale", ir_mask(l->sym->space_player), NULL);
    f->clear = f->waits = f->replayed = f->passed = -1;
    if (l->facts->has_clear) {
        const IrDim site = lw_dim_site(l);
        f->clear = ir_field_add(l->game, "clear", ir_mask(l->sym->space_site), NULL);
        f->waits = ir_field_add(l->game, "waits", ir_int(0, UINT8_MAX), &site);
        f->replayed = scalar(l, "replayed", 0, 1, 0);
    }
    f->last.passed_over = l->facts->has_passed_over ? ir_field_add(l->game, "passed_over", ir_mask(l->sym->space_site), NULL) : -1;
    f->last.taken = lower_reads(l->root, LUD_max_captures) ? scalar(l, "taken", 0, TAKEN, 0) : -1;
    f->last.touched = l->facts->has_touched ? ir_field_add(l->game, "touched", ir_mask(l->sym->space_site), NULL) : -1;
    f->triggered = ir_field_add(l->game, "triggered", ir_mask(l->sym->space_player), NULL);
}

/* Is it a number larger than amounts are taken to become? */
static bool is_large(const Term *t, const void *data)
{
    (void)data;
    return t->kind == TERM_INT && (t->number > SCORE || t->number < -SCORE);
}

static int amount_field(Lower *l, const char *name)
{
    IrDim dim = lw_dim_player(l);
    const int64_t most = term_any(term_arg(l->root, SLOT_rules), is_large, NULL) ? INFINITE : SCORE;
    return ir_field_add(l->game, name, ir_int(-most, most), &dim);
}

/* Scores, values and phases, and the order of players that swap. */
static void player_fields(Lower *l)
{
    Fields *f = l->field;
    f->score = l->facts->has_score ? amount_field(l, "score") : -1;
    f->pvalue = l->facts->has_pvalue ? amount_field(l, "pvalue") : -1;
    for (int p = 0; l->facts->has_pvalue && p < lw_dim_player(l).size; p++)
        l->game->field.at[f->pvalue].init[p] = -1;
    lower_history_state(l);
    if (l->sym->phase.n > 1)
        f->phase = per_player(l, "phase", (int64_t)l->sym->phase.n - 1);
    if (l->facts->has_swap) {
        f->order = per_player(l, "order", l->facts->players + 1);
        for (int p = 0; p <= l->facts->players + 1; p++)
            l->game->field.at[f->order].init[p] = p;
    }
}

void lower_state(Lower *l)
{
    board_fields(l);
    turn_fields(l);
    last_fields(l);
    player_fields(l);
    lower_team_fields(l);
    lower_lap_state(l);
    lower_memory_state(l);
    lower_vote_state(l);
    lower_hidden_state(l);
    lower_dice_fields(l);
}

/* ---- views ------------------------------------------------------------------------- */

static void view_field(Lower *l, const char *name, int field)
{
    lw_view_begin(l, name);
    lw_view_end(l, lw_get(l, field));
}

static Ir *view_param(Lower *l, IrDim dim)
{
    IrType type = ir_int(0, dim.size - 1);
    type.space = dim.space;
    int i = lw_new_local(l, "i", type);
    l->fn->nparam = 1;
    return lw_local(l, i);
}

static void view_array(Lower *l, const char *name, int field)
{
    lw_view_begin(l, name);
    Ir *i = view_param(l, l->game->field.at[field].dim);
    lw_view_end(l, lw_at(l, field, i));
}

/* The owner as the state stores it, where it differs from the piece's owner. */
static void view_who(Lower *l)
{
    if (l->field->who >= 0) {
        view_array(l, "who", l->field->who);
        return;
    }
    bool differs = false;
    for (size_t c = 1; c < l->sym->component.n; c++)
        differs |= l->sym->component.at[c].owner != (int)c;
    if (!l->facts->item_indices && differs)
        view_array(l, "who", l->sites->what);
}

static void view_what(Lower *l)
{
    lw_view_begin(l, "what");
    Ir *site = view_param(l, lw_dim_site(l));
    lw_view_end(l, l->sym->puzzle ? lower_puzzle_what(l, site) : lw_at(l, l->sites->what, site));
}

void lower_views(Lower *l)
{
    const Fields *f = l->field;
    view_field(l, "over", f->result.over);
    view_field(l, "mover", f->mover);
    view_array(l, "rank", f->result.rank);
    view_what(l);
    view_who(l);
    if (l->facts->has_count)
        view_array(l, "count", l->sites->count);
    if (l->facts->stacks) {
        view_array(l, "height", f->height);
        view_array(l, "pile", f->pile);
    }
    for (int i = 0; i < TRAITS; i++)
        if (l->sites->trait[i] >= 0)
            view_array(l, l->game->field.at[l->sites->trait[i]].name, l->sites->trait[i]);
    view_field(l, "next", f->next);
    view_field(l, "prev", f->prev);
    view_field(l, "winner", f->result.winner);
    view_array(l, "winners", f->result.won);
    view_array(l, "losers", f->result.lost);
    view_field(l, "endType", f->result.endtype);
    view_field(l, "counter", f->counter);
    view_field(l, "turn", f->turn);
    view_field(l, "same", f->same);
    view_field(l, "passes", f->passes);
    if (l->sym->phase.n > 1)
        view_array(l, "phase", f->phase);
    if (l->facts->has_score)
        view_array(l, "score", f->score);
    if (l->facts->has_pvalue)
        view_array(l, "pvalue", f->pvalue);
    if (l->facts->has_swap)
        view_array(l, "order", f->order);
    if (l->facts->has_clear) {
        lw_view_begin(l, "toRemove");
        Ir *s = view_param(l, lw_dim_site(l));
        lw_view_end(l, lw_at(l, f->waits, s));
    }
    lower_type_views(l);
    lower_memory_views(l);
    lower_hidden_views(l);
    lower_dice_views(l);
    if (l->sym->dice || l->sym->begin) {
        lw_view_begin(l, "starting");
        lw_view_end(l, lower_beginning(l));
    }
    lw_view_begin(l, "active");
    Ir *p = view_param(l, lw_dim_player(l));
    lw_view_end(l, ir_op2(l->game, IR_OP_HAS, p, lw_get(l, f->result.active)));
}
