/* lower.c - lud_lower: a resolved description becomes a game in IR.
 *
 * The order is the order of dependence: board and pieces, state, the turn engine's
 * procedures (turn.gir), regions, start, phases with their moves, end rules. */
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/setup/geometry.h"
#include "frontend/lud/lower/setup/appearance.h"
#include "frontend/lud/lower/state/tiles.h"
#include "frontend/lud/lower/setup/marks.h"
#include "frontend/lud/lower/state/order.h"
#include "frontend/lud/lower/moves/phases.h"
#include "frontend/lud/lower/setup/plane.h"
#include "frontend/lud/lower/setup/puzzle.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/state/team.h"
#include "frontend/lud/lower/state/traits.h"
#include "frontend/lud/lud.h"
#include "frontend/lud/gir/turn.h"
#include "frontend/lud/lower/core/site_type.h"
#include "ir/offer/offer.h"

/* ---- facts about the whole description -------------------------------------------------- */

/* Is there a (remove .. at:EndOfTurn)? */
static bool waits(const Term *t, const void *data)
{
    (void)data;
    return (term_is(t, LUD_remove) || term_is(t, LUD_move_remove)) && term_is_enum(term_arg(t, SLOT_at), "EndOfTurn");
}

/* May a site hold several pieces of a kind?  Hands do too, which is seen later. */
static bool counts(const Term *t, const void *data)
{
    static const LudId always[] = {LUD_count, LUD_sow, LUD_hand_site, LUD_start_set_count};
    static const LudId several[] = {LUD_place, LUD_add, LUD_move_add};
    (void)data;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (term_is(t, always[i]))
            return true;
    for (size_t i = 0; i < sizeof several / sizeof *several; i++) {
        const Term *n = term_is(t, several[i]) ? term_arg(t, SLOT_count) : NULL;
        if (n && !(n->kind == TERM_INT && n->number == 1))
            return true;
    }
    return false;
}

/* All distance tables of a game use one relation: of those asked for, the first in
 * the order Adjacent, All, OffDiagonal, Diagonal, Orthogonal. */
static TermWay find_relations(const Term *t, void *data)
{
    static const char *const order[] = {"Adjacent", "All", "OffDiagonal", "Diagonal", "Orthogonal"};
    unsigned *seen = data;
    if (!term_is(t, LUD_count_steps) && !term_is(t, LUD_sites_distance))
        return TERM_INTO;
    const Term *relation = term_arg(t, SLOT_relation);
    for (unsigned i = 0; i < 5; i++)
        if (relation ? term_is_enum(relation, order[i]) : i == 0)
            *seen |= 1u << i;
    return TERM_INTO;
}

static Relation distance_relation(const Term *root)
{
    static const Relation order[] = {REL_ADJACENT, REL_ALL, REL_OFF_DIAGONAL, REL_DIAGONAL,
                                     REL_ORTHOGONAL};
    unsigned seen = 0;
    term_walk(root, find_relations, &seen);
    for (unsigned i = 0; i < 5; i++)
        if (seen >> i & 1)
            return order[i];
    return REL_ADJACENT;
}

/* The ludemes whose rows are not supported, each named at its place. */
static TermWay report_unsupported(const Term *t, void *data)
{
    Lower *l = data;
    if (t->kind != TERM_LUDEME || lud_row(t->id)->supported)
        return TERM_INTO;
    lower_unsupported(l, t, lud_row(t->id)->signature);
    return TERM_PAST;
}

/* ---- meta rules --------------------------------------------------------------------------- */

static void lower_meta(Lower *l, const Term *meta)
{
    if (!meta)
        return;
    const Term *rules = term_arg(meta, SLOT_rules), *rule = term_arg(meta, SLOT_rule);
    for (uint32_t i = 0; i < (rules ? rules->n : 1); i++) {
        const Term *one = rules ? rules->slot[i] : rule;
        if (term_is(one, LUD_meta_swap)) {
            l->facts->has_swap = l->facts->swap_rule = true;
        } else if (term_is(one, LUD_no_repeat)) {
            l->facts->no_repeat = true;
        } else if (term_is(one, LUD_pass_end)) {
            /* Draw is what happens anyway */
            l->facts->no_auto_pass_draw |= term_is_enum(term_arg(one, SLOT_type), "NoEnd");
        } else {
            lower_unsupported(l, one, lud_row(one->id)->signature);
        }
    }
}

/* ---- all moves ----------------------------------------------------------------------------------- */

/* The second player may take the first one's place instead of moving. */
static void swap_rule(Lower *l, Ir **block)
{
    const Fields *f = l->field;
    Rule r;
    l = rule_begin(&r, l, NULL, "swap", 1, 0);
    rule_when(&r, ir_op2(l->game, IR_OP_EQ, lw_get(l, f->nmoves), lw_int(l, l->facts->players - 1)));
    rule_when(&r, ir_op2(l->game, IR_OP_NE, lw_get(l, f->prev), lw_get(l, f->mover)));
    rule_when(&r, ir_op2(l->game, IR_OP_GT, lw_get(l, f->prev), lw_int(l, 0)));
    Ir *mine = lw_let(l, &r.rule->effect, "mine", lw_at(l, f->order, lw_get(l, f->mover)));
    Ir *theirs = lw_at(l, f->order, lw_get(l, f->prev));
    rule_do(&r, ir_put(l->game, f->order, lw_get(l, f->mover), theirs));
    rule_do(&r, ir_put(l->game, f->order, lw_get(l, f->prev), mine));
    lw_set_field(l, &r.rule->effect, f->next, lw_get(l, f->mover));
    r.kind = KIND_SWAP;
    rule_end(&r, NULL, block);
}

static void forced_pass(Lower *l, Ir **block)
{
    Rule r;
    rule_begin(&r, l, NULL, "no_move", 1, 0);
    r.kind = KIND_PASS;
    lower_not_thrown(&r);
    rule_end(&r, NULL, block);
}

static void lower_play_of(Lower *l, const Term *play, size_t phase, Ir **options)
{
    const char *name = l->sym->phase.n == 1 ? "play" : arena_printf(l->arena, "play_%zu", phase + 1);
    int gen = lower_play(l, term_arg(play, SLOT_moves), name);
    lower_in_phase(l, options, lw_get(l, l->field->mover), phase, ir_call(l->game, IR_OP_TRY, gen, 0, NULL));
}

static void lower_moves(Lower *l, const Term *rules)
{
    bool phased = term_is(rules, LUD_rules_phases);
    IrFn *options = ir_fn_add(l->game, IR_GEN, "options", (IrType){.kind = IR_VOID});
    options->body = ir_block(l->game);
    for (size_t i = 0; i < l->sym->phase.n; i++) {
        l->fn = options;
        const Term *own = phased ? term_arg(l->sym->phase.at[i].term, SLOT_play) : NULL;
        const Term *outer = term_arg(rules, SLOT_play);
        if (own)
            lower_play_of(l, own, i, &options->body);
        if (outer) {
            if (own)
                lower_unsupported(l, outer, "moves outside of the phases beside those of a phase");
            lower_play_of(l, outer, i, &options->body);
        }
    }
    if (l->facts->swap_rule)
        swap_rule(l, &options->body);
    if (l->facts->no_repeat)
        options->body = lower_without_repeats(l, options->body);
    IrFn *moves = ir_fn_add(l->game, IR_GEN, "moves", (IrType){.kind = IR_VOID});
    moves->body = ir_block(l->game);
    l->fn = moves;
    Ir *some = ir_block(l->game), *none = ir_block(l->game), *both = ir_block(l->game);
    int index = ir_fn_index(l->game, options);
    ir_append(l->game, &some, ir_call(l->game, IR_OP_TRY, index, 0, NULL));
    forced_pass(l, &none);
    ir_append(l->game, &both, ir_k2(l->game, IR_OP_PREFER, 0, some, none));
    Ir *on = ir_op1(l->game, IR_OP_NOT, lw_get(l, l->field->result.over));
    ir_append(l->game, &moves->body, ir_if(l->game, on, both, NULL));
    moves->body = lower_first_throw(l, moves->body);
    l->fn = NULL;
}

/* ---- the turn engine ------------------------------------------------------------------------------- */

static void empty_proc(Lower *l, const char *name)
{
    IrFn *proc = ir_fn_add(l->game, IR_PROC, name, (IrType){.kind = IR_VOID});
    proc->body = ir_block(l->game);
}

/* The one effect of the game that takes a piece to an empty site, outside of loops: as many sites are empty behind it. */
static bool relocates(const Lower *l, const Ir *node)
{
    return l->memo->relocations == 1 && l->memo->relocation == node && !l->facts->has_count;
}

/* Is a piece taken away?  (From a stack the one below comes up, which tells nothing.) */
static bool empties(const Lower *l, const Ir *node, bool once)
{
    if (!node || (once && relocates(l, node)))
        return false;
    if (node->op == IR_OP_PUT && node->k == l->sites->what &&
        (l->facts->stacks || (node->a[0]->op == IR_OP_INT && node->a[0]->k == 0)))
        return true;
    once = once && !ir_does(node->op, IR_LOOPS);
    for (int i = 0; i < node->n; i++)
        if (empties(l, node->a[i], once))
            return true;
    return false;
}

static bool play_empties(const Lower *l)
{
    bool *played = ARENA_ARRAY(l->arena, bool, l->game->fn.n + 1);
    ir_mark_moves(l->game, played);
    for (size_t i = 0; i < l->game->fn.n; i++) {
        const IrFn *fn = l->game->fn.at[i];
        if (fn->kind == IR_RULE ? played[i] && (empties(l, fn->effect, true) || empties(l, fn->then, true)) : empties(l, fn->body, false))
            return true;
    }
    return false;
}

/* Play that only ever fills empty sites ends long before the limits, from any position: at most `sites`
 * placements with fewer than N passes in a row between them, if these end the game. */
static bool limits_matter(const Lower *l)
{
    int64_t most = ((int64_t)l->sites->layer->n + 2) * l->facts->players;
    return l->notes->does_more || l->facts->no_auto_pass_draw || most >= (int64_t)TURNS_PER_PLAYER * l->facts->players || most >= MOVES / 2 || play_empties(l);
}

/* Where every move but a pass, which no ban holds for, fills a site that stays filled, no position comes
 * back: a ban on repetition is no ban. */
static void drop_idle_ban(Lower *l)
{
    if (l->facts->repetition != REPEAT_NONE && !l->facts->has_swap && !lower_reads(l->root, LUD_is_repeat) && !limits_matter(l))
        lower_no_history(l);
}

bool lower_turn(Lower *l)
{
    drop_idle_ban(l);
    if (!limits_matter(l))
        l->game->field.at[l->field->nmoves].counter = IR_OWN_MOVE_COUNTER;
    const IrConst constants[] = {
        {"N", l->facts->players},
        {"LIMITED", limits_matter(l)},
        {"AGAIN", l->field->idle >= 0},
        {"VISITED", l->field->visited >= 0},
        {"MAXTURN", (int64_t)TURNS_PER_PLAYER * l->facts->players},
        {"MAXMOVE", MOVES},
        {"REPEAT", l->facts->repetition},
        {"CYCLE", l->facts->has_cycle ? 3 * l->facts->players * l->facts->players : 0},
        {"CHANCE", l->sym->dice != NULL},
        {"STAGES", l->sym->begin != NULL},
        {"TEAMS", lower_has_teams(l)},
        {"EARLIER", l->field->earlier >= 0},
        {"NOBODY", l->facts->setup_moves > 0 ? 0 : -1},
    };
    if (lower_has_teams(l))
        lower_team_mates(l);
    if (l->sym->dice)
        lower_chance(l);
    empty_proc(l, "end_phase");
    empty_proc(l, "end_game");
    empty_proc(l, "phase_change");
    const Source *text = source_add(l->session->sources, "<turn engine>", lud_turn_gir, strlen(lud_turn_gir));
    return text && ir_read_into(l->game, text, constants, sizeof constants / sizeof *constants);
}

static void lower_ends(Lower *l, const Term *rules)
{
    lower_end_rules(l, term_arg(rules, SLOT_end), "end_game");
    for (size_t i = 0; i < l->sym->phase.n; i++) {
        const Term *end = l->sym->phase.at[i].term ? term_arg(l->sym->phase.at[i].term, SLOT_end) : NULL;
        if (!end)
            continue;
        const char *name = arena_printf(l->arena, "end_phase_%zu", i + 1);
        empty_proc(l, name);
        lower_end_rules(l, end, name);
        IrFn *proc = l->game->fn.at[ir_fn_find(l->game, "end_phase")];
        l->fn = proc;
        Ir *call = ir_call(l->game, IR_OP_DO, ir_fn_find(l->game, name), 0, NULL);
        /* the mover's phase decides, once: no other phase's rules follow */
        lower_in_phase(l, &proc->body, lw_get(l, l->field->mover), i, call);
        l->fn = NULL;
    }
}

/* ---- everything ---------------------------------------------------------------------------------------- */

/* What no move comes from is only asked about. */
static void mark_probes(IrGame *game, Arena *scratch)
{
    bool *played = ARENA_ARRAY(scratch, bool, game->fn.n + 1);
    ir_mark_moves(game, played);
    for (size_t i = 0; i < game->fn.n; i++)
        game->fn.at[i]->probe = game->fn.at[i]->kind == IR_RULE && !played[i];
}

static bool lower_rules(Lower *l, const Term *rules)
{
    lower_meta(l, term_arg(rules, SLOT_meta));
    /* Expressions before any function need somewhere to keep their locals. */
    IrFn *scratch = ARENA_NEW(l->arena, IrFn);
    *scratch = (IrFn){.kind = IR_VIEW, .name = "scratch"};
    l->fn = scratch;
    if (!lower_list_phases(l, rules))
        return false;
    lower_state(l);
    lower_marks_begin(l);
    lower_type_limits(l);
    lower_regions(l);
    lower_start(l, term_arg(rules, SLOT_start));
    l->facts->started = true;
    lower_order_state(l);
    if (l->sym->puzzle)
        lower_puzzle_procs(l);
    lower_history(l);
    l->fn = NULL;
    lower_first_phases(l);
    if (diags_failed(l->session->diags))
        return false;
    lower_moves(l, rules);
    if (!lower_turn(l))
        return false;
    lower_ends(l, rules);
    lower_phase_changes(l);
    lower_views(l);
    lower_marks_end(l);
    lower_longest_end(l);
    if (diags_failed(l->session->diags))
        return false;
    lower_lints(l);
    lower_geometry(l);
    lower_appearance(l);
    lower_kindred(l);
    mark_probes(l->game, l->arena);
    if (l->facts->offers & IR_OFFER_PLANES)
        lower_planes(l);
    return true;
}

static IrGame *lower_all(Lower *l, const Term *game)
{
    term_walk(game, report_unsupported, l);
    if (diags_failed(l->session->diags))
        return NULL;
    const char *name = term_arg(game, SLOT_name)->text;
    lower_check_mode(l, term_arg(game, SLOT_mode));
    l->facts->no_auto_pass_draw = lower_reads(game, LUD_all_passed) || lower_reads(game, LUD_dice);
    l->facts->has_count = term_any(game, counts, NULL);
    lower_trait_facts(l);
    if (!lower_stack_facts(l) || !lower_large_facts(l))
        return NULL;
    l->facts->has_count &= !l->facts->stacks;
    l->facts->has_score = lower_reads(game, LUD_score) || lower_reads(game, LUD_add_score) || lower_reads(game, LUD_by_score) ||
                   lower_reads(game, LUD_add_score_list) || lower_reads(game, LUD_set_score) ||
                   lower_reads(game, LUD_start_set_score);
    l->facts->has_pvalue = lower_reads(game, LUD_value_player) || lower_reads(game, LUD_set_value_player);
    l->facts->has_passed_over = lower_reads(game, LUD_last_between);
    l->facts->has_touched = lower_reads(game, LUD_sites_last_to);
    l->facts->has_swap = lower_reads(game, LUD_swap_players) || lower_reads(game, LUD_move_swap_players);
    l->facts->moves_again = lower_reads(game, LUD_move_again) || lower_reads(game, LUD_set_next_player) ||
                     lower_reads(game, LUD_move_set_next_player) || l->facts->has_swap;
    l->facts->has_clear = lower_reads(game, LUD_sites_to_clear) || term_any(game, waits, NULL);
    l->facts->distance_relation = distance_relation(game);
    l->game = ir_game_new(l->session, name, 0);
    l->game->arena = l->arena;
    if (!lower_equipment(l, term_arg(game, SLOT_equipment)))
        return NULL;
    l->game->players = l->facts->players;
    /* who plays alone may pass */
    l->facts->no_auto_pass_draw |= l->facts->players == 1 && (lower_reads(game, LUD_move_pass) || lower_reads(game, LUD_pass));
    lower_team_facts(l);
    l->facts->has_who = lower_reads(game, LUD_start_set_count) && l->sym->component.at[l->sym->component.n - 1].owner != 0;
    return lower_rules(l, term_arg(game, SLOT_rules)) ? l->game : NULL;
}

/* Much of what is made on the way is not part of the game: it goes with its arena. */
struct IrGame *lud_lower(Session *session, const struct Term *game, const Ast *metadata, unsigned offers)
{
    Arena *scratch = arena_beside(session->arena);
    Lower *l = ARENA_NEW(scratch, Lower);
    *l = (Lower){.session = session, .arena = scratch, .dispatch = &lower_dispatch, .root = game,
                 .facts = ARENA_NEW(scratch, GameFacts), .sym = ARENA_NEW(scratch, Symbols), .field = ARENA_NEW(scratch, Fields),
                 .memo = ARENA_NEW(scratch, Memo), .notes = ARENA_NEW(scratch, Notes),
                 .empty_at = -1, .look = -1, .same = -2, .opposite = -2};
    l->facts->metadata = metadata;
    l->facts->offers = offers;
    l->sym->space_tier = -1;
    IrGame *made = lower_all(l, game);
    if (made)
        made = ir_game_copy(made, session->arena);
    arena_free(scratch);
    return made;
}

struct IrGame *lud_compile(Session *session, const Source *source, const LudOptions *options, unsigned offers)
{
    const LudFile *file = lud_read(session, source, options);
    const struct Term *game = file ? lud_elaborate(session, file->game) : NULL;
    return game ? lud_lower(session, game, file->metadata, offers) : NULL;
}
