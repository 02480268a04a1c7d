/* tile_moves.c - tiles that lie on several sites at once: put down, and moved. */
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/tiles.h"
#include "frontend/lud/lower/state/traits.h"

/* Sites that the tile covers, all of them, or frees; where counts are kept each has one. */
/* Which of the sites that a tile may go to: those of the region; and, once more, its own but for the root. */
enum { OF_REGION, OF_ITSELF, DOMAINS };

static void cover(Rule *r, Ir *sites, bool covers)
{
    Lower *l = r->l;
    const int field = l->field->covered;
    Ir *all = ir_op2(l->game, covers ? IR_OP_MOR : IR_OP_MDIFF, lw_get(l, field), lw_copy(l, sites));
    lw_set_field(l, &r->rule->effect, field, all);
    if (l->facts->has_count) {
        int x = lw_new_local(l, "x", lower_site_type(l));
        Ir *body = ir_block(l->game);
        ir_append(l->game, &body, ir_put(l->game, l->sites->count, lw_local(l, x), lw_int(l, covers)));
        lw_loop_over(l, x, lw_copy(l, sites), body, &r->rule->effect);
    }
}

/* A state that the reference tries for the piece: none beyond those of its own walks. */
static void when_tried(Rule *r, const Ir *piece, const Ir *state)
{
    Lower *l = r->l;
    int table = ir_table_find(l->game, "tries");
    if (table < 0) {
        IrDim dim = {.size = (int)l->sym->component.n, .space = l->sym->space_piece};
        table = ir_table_add(l->game, "tries", ir_int(0, lower_large_states(l)), false, 1, &dim);
        for (size_t c = 1; c < l->sym->component.n; c++)
            l->game->table.at[table].value[c] = (int32_t)lower_tile_states(&l->sym->component.at[c]);
    }
    Ir *index = lw_copy(l, piece);
    rule_when(r, ir_op2(l->game, IR_OP_LT, lw_copy(l, state), ir_tab(l->game, table, 1, &index)));
}

static bool all_large(const Lower *l)
{
    for (size_t c = 1; c < l->sym->component.n; c++)
        if (!lower_tile_states(&l->sym->component.at[c]))
            return false;
    return true;
}

/* The tile lies within `free`, and on the board. */
static void when_fits(Rule *r, const Ir *sites, Ir *free)
{
    Lower *l = r->l;
    rule_when(r, ir_op1(l->game, IR_OP_ANY, lw_copy(l, sites)));
    Ir *taken = ir_op2(l->game, IR_OP_MDIFF, lw_copy(l, sites), free);
    rule_when(r, ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, taken)));
}

static void add_large(Lower *l, const Term *t, int states, int plane, Ir *given, Ir **block)
{
    const Term *to = term_arg(t, SLOT_to);
    Ir *pieces[1];
    Rule r;
    l = rule_begin(&r, l, t, "add", states, plane);
    Ir *target = rule_param(&r, "to"), *domain = lower_clause_sites(l, to);
    bool empty = lw_known_empty(l, domain);
    rule_domain(&r, target, domain);
    r.from = target;
    rule_to(&r, target);
    lower_pieces(l, term_arg(t, SLOT_piece), pieces, 1);
    Ir *piece = rule_let(&r, "piece", pieces[0]);
    r.trait[TRAIT_STATE] = given ? rule_let(&r, "state", given) : lw_copy(l, r.plane);
    when_tried(&r, piece, r.trait[TRAIT_STATE]);
    Ir *sites = rule_let(&r, "sites", lower_tile_lies(l, piece, r.trait[TRAIT_STATE], target));
    when_fits(&r, sites, lw_empty(l));
    r.kind = t->id == LUD_add ? KIND_NONE : KIND_ADD;
    r.what = piece;
    lw_put_piece_as(l, &r.rule->effect, r.to, piece, lw_int(l, 1), r.trait, empty);
    cover(&r, sites, true);
    l->notes->does_more |= !empty;
    rule_end(&r, term_arg(t, SLOT_then), block);
}

void gen_add_large(Lower *l, const Term *t, Ir **block)
{
    const Term *to = term_arg(t, SLOT_to), *piece = term_arg(t, SLOT_piece);
    int64_t known;
    Ir *state = lower_piece_state(l, piece);
    const int states = (int)lower_large_states(l);
    if (!all_large(l) || term_arg(to, SLOT_apply) || term_arg(to, SLOT_if) || (piece && (term_arg(piece, SLOT_names) || term_arg(piece, SLOT_ids))) ||
        term_arg(t, SLOT_count) || (state && (!lower_is_const(state, &known) || known < 0))) {
        lower_unsupported(l, t, "with tiles of several sites: this form of (move Add ..)");
        return;
    }
    if (state && known >= states)
        return; /* no state of a tile */
    for (int s = 0; s < (state ? 1 : states); s++)
        add_large(l, t, state ? 1 : states, s, state ? lw_int(l, known) : NULL, block);
}

static void move_large(Lower *l, const Term *t, int states, int plane, int domain, Ir **block)
{
    const Term *from = term_arg(t, SLOT_from), *to = term_arg(t, SLOT_to);
    Rule r;
    l = rule_begin(&r, l, t, "move", states, plane);
    Ir *start = rule_param(&r, "from"), *target = rule_param(&r, "to");
    rule_domain(&r, start, lower_region(l, term_arg(from, SLOT_region)));
    r.from = l->it.from = start;
    Ir *piece = rule_let(&r, "piece", lw_at(l, l->sites->what, lw_copy(l, start)));
    Ir *before = rule_let(&r, "state", lower_trait(l, TRAIT_STATE, lw_copy(l, start)));
    Ir *own = rule_let(&r, "own", lower_tile_lies(l, piece, before, start));
    Ir *root = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, start));
    Ir *region = rule_let(&r, "region", lower_region(l, term_arg(to, SLOT_region)));
    rule_domain(&r, target, domain == OF_REGION ? lw_copy(l, region) : ir_op2(l->game, IR_OP_MDIFF, lw_copy(l, own), root));
    rule_to(&r, target);
    when_tried(&r, piece, r.plane);
    Ir *sites = rule_let(&r, "sites", lower_tile_lies(l, piece, r.plane, target));
    when_fits(&r, sites, ir_op2(l->game, IR_OP_MOR, lw_copy(l, region), ir_op2(l->game, IR_OP_MOR, lw_copy(l, own), lw_copy(l, root))));
    Ir *elsewhere = ir_op2(l->game, IR_OP_NE, lw_copy(l, start), lw_copy(l, target));
    rule_when(&r, ir_op2(l->game, IR_OP_OR, elsewhere, ir_op2(l->game, IR_OP_NE, lw_copy(l, before), lw_copy(l, r.plane))));
    r.trait[TRAIT_STATE] = lw_copy(l, r.plane);
    r.kind = KIND_MOVE;
    cover(&r, own, false);
    lw_clear_site(l, &r.rule->effect, start);
    lw_put_piece_as(l, &r.rule->effect, target, piece, lw_int(l, 1), r.trait, true);
    cover(&r, sites, true);
    l->notes->does_more = true;
    rule_end(&r, term_arg(t, SLOT_then), block);
}

/* May a tile come onto another?  Not on empty sites; nor on those of the mover, who has but one. */
static bool meets_none(Lower *l, const Term *region)
{
    if (term_is(region, LUD_union_region) || term_is(region, LUD_union_region_list)) {
        const Term *parts = region->id == LUD_union_region_list ? region->slot[0] : region;
        bool all = true;
        for (uint32_t i = 0; i < parts->n; i++)
            all = all && meets_none(l, parts->slot[i]);
        return all;
    }
    if (!term_is(region, LUD_sites_occupied))
        return term_is(region, LUD_sites_empty);
    bool once = term_is_enum(term_arg(region, SLOT_by), "Mover") && !lower_reads(l->root, LUD_move_add) &&
                !lower_reads(l->root, LUD_add) && l->sym->container.n == 1;
    int *pieces = ARENA_ARRAY(l->arena, int, l->facts->players + 2);
    for (size_t c = 1; c < l->sym->component.n && once; c++) {
        int owner = l->sym->component.at[c].owner, placed = 0;
        for (int s = 0; s < lw_dim_site(l).size; s++)
            placed += l->game->field.at[l->sites->what].init[s] == (int64_t)c;
        once = (pieces[owner] += placed) <= 1 || owner < 1 || owner > l->facts->players;
    }
    return once;
}

bool gen_from_to_large(Lower *l, const Term *t, Ir **block)
{
    const Term *from = term_arg(t, SLOT_from), *to = term_arg(t, SLOT_to);
    const int states = (int)lower_large_states(l);
    if (!term_arg(from, SLOT_region) || !term_arg(to, SLOT_region) || term_arg(from, SLOT_if) || term_arg(to, SLOT_if) ||
        term_arg(to, SLOT_apply) || term_arg(t, SLOT_copy) || term_arg(t, SLOT_count) || term_arg(t, SLOT_stack) || t->id != LUD_move ||
        !meets_none(l, term_arg(to, SLOT_region)) || !lower_default_type(l, from) || !lower_default_type(l, to)) {
        lower_unsupported(l, t, "with tiles of several sites: this form of (move (from ..) (to ..))");
        return true;
    }
    for (int domain = 0; domain < DOMAINS; domain++)
        for (int s = 0; s < states; s++)
            move_large(l, t, states, s, domain, block);
    return all_large(l);
}
