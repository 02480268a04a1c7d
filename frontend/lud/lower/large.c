/* large.c - tiles that lie on several sites at once: put down, and moved. */
#include <string.h>

#include "frontend/lud/lower/large.h"
#include "frontend/lud/lower/rule.h"
#include "frontend/lud/lower/traits.h"
#include "frontend/lud/lower/ways.h"

/* ---- facts --------------------------------------------------------------------------------- */

/* One walk, or several; NULL: no tile of several sites. */
static const Term *walks_of(const Term *item)
{
    const Term *walks = term_is(item, LUD_tile) ? term_arg(item, SLOT_walks) : NULL;
    return walks ? walks : term_is(item, LUD_tile) ? term_arg(item, SLOT_walk) : NULL;
}

static uint32_t number_of_walks(const Term *item)
{
    return !walks_of(item) ? 0 : term_arg(item, SLOT_walk) ? 1 : walks_of(item)->n;
}

/* Ludemes that say the same where tiles lie on several sites. */
static bool known_with_large(const Term *t)
{
    if (lud_fact(t->id, LUD_FACT_TILES))
        return !(t->id == LUD_place && term_arg(t, SLOT_count)) && !(t->id == LUD_place_many && term_arg(t, SLOT_counts)) &&
               !(t->id == LUD_sites_occupied && (term_arg(t, SLOT_container) || term_arg(t, SLOT_containerName)));
    return !lower_rules_are_made_of(t->id);
}

static bool check_known(Lower *l, const Term *t)
{
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY)) {
        return true;
    }
    if (t->kind == TERM_LUDEME && !known_with_large(t)) {
        const char *what = lud_row(t->id)->signature;
        lower_unsupported(l, t, arena_printf(l->arena, "with tiles of several sites: %s", what));
        return false;
    }
    for (uint32_t i = 0; i < t->n; i++) {
        if (!check_known(l, t->slot[i])) {
            return false;
        }
    }
    return true;
}

static bool find_walks(const Lower *l, const Term *t)
{
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY)) {
        return false;
    }
    bool found = t->kind == TERM_LUDEME && walks_of(t);
    for (uint32_t i = 0; i < t->n && !found; i++) {
        found = find_walks(l, t->slot[i]);
    }
    return found;
}

bool lower_large_facts(Lower *l)
{
    if (!find_walks(l, l->root)) {
        return true;
    }
    l->has_large = l->has_trait[TRAIT_STATE] = true;
    if (l->stacks) {
        lower_unsupported(l, l->root, "tiles of several sites in a game of stacks");
        return false;
    }
    return check_known(l, l->root);
}

/* The reference tries four states a walk, whatever the board. */
enum { STATES_PER_WALK = 4 };

/* How many states it tries for that piece; 0: no tile of several sites. */
static int64_t states_of(const Component *piece)
{
    return number_of_walks(piece->item) * STATES_PER_WALK;
}

int64_t lower_large_states(const Lower *l)
{
    int64_t most = 0;
    for (size_t c = 1; l->has_large && c < l->component.n; c++) {
        const int64_t states = states_of(&l->component.at[c]);
        most = states > most ? states : most;
    }
    return most;
}

void lower_large_field(Lower *l)
{
    l->field.covered = l->has_large ? ir_field_add(l->game, "covered", ir_mask(l->space_site), NULL) : -1;
}

/* ---- where they lie ---------------------------------------------------------------------------- */

static int wind_of(uint64_t winds, int64_t k)
{
    int wind = 0;
    for (; !(winds >> wind & 1) || k-- > 0; wind++) {}
    return wind;
}

/* The sites of a piece on that root in that state; none where its walk leaves the board. */
static void cells_at(Lower *l, const Component *piece, int64_t state, int site, uint64_t *out)
{
    const Term *item = piece->item;
    uint64_t winds = l->layer->supported[REL_ORTHOGONAL];
    int n = 0, path[256];
    for (uint64_t rest = winds; rest; rest &= rest - 1) {
        n++;
    }
    if (n == 0 || site >= l->layer->n) {
        return;
    }
    if (state / n >= number_of_walks(item)) { /* a state without a walk: the root alone */
        ir_mask_set(out, site);
        return;
    }
    const Term *walk = term_arg(item, SLOT_walk) ? term_arg(item, SLOT_walk) : term_arg(item, SLOT_walks)->slot[state / n];
    if (walk->n >= sizeof path / sizeof *path) {
        lower_unsupported(l, walk, "so long a walk");
        return;
    }
    int sites = lower_walk_sites(l, walk, site, wind_of(winds, state % n), path);
    for (int i = 0; i < sites; i++) {
        ir_mask_set(out, path[i]);
    }
}

/* $lies[piece][state][site]: masks; none for what is no large tile. */
static int lies_table(Lower *l)
{
    int table = ir_table_find(l->game, "lies");
    if (table >= 0) {
        return table;
    }
    const int64_t states = lower_large_states(l);
    IrDim dim[3] = {{.size = (int)l->component.n, .space = l->space_piece}, {.size = (int)states, .space = -1}, lw_dim_site(l)};
    table = ir_table_add(l->game, "lies", ir_mask(l->space_site), false, 3, dim);
    uint64_t *word = l->game->table.at[table].word;
    const int words = ir_words(l->game, l->space_site);
    for (size_t c = 1; c < l->component.n; c++) {
        const Component *piece = &l->component.at[c];
        for (int64_t s = 0; states_of(piece) && s < states; s++) {
            for (int site = 0; site < dim[2].size; site++) {
                cells_at(l, piece, s, site, word + ((int64_t)c * states + s) * dim[2].size * words + (int64_t)site * words);
            }
        }
    }
    return table;
}

static Ir *lies(Lower *l, const Ir *piece, const Ir *state, const Ir *site)
{
    Ir *within = ir_op2(l->game, IR_OP_MIN, lw_copy(l, state), lw_int(l, lower_large_states(l) - 1));
    Ir *index[3] = {lw_copy(l, piece), lower_fold_int(l, within), lw_copy(l, site)};
    return ir_tab(l->game, lies_table(l), 3, index);
}

Ir *lower_large_empty(Lower *l, Ir *without_piece)
{
    return l->field.covered < 0 ? without_piece
                                : ir_op2(l->game, IR_OP_MDIFF, without_piece, lw_get(l, l->field.covered));
}

void lower_large_start(Lower *l, int piece, int64_t site, int64_t state)
{
    if (!states_of(&l->component.at[piece])) {
        return;
    }
    if (state >= lower_large_states(l)) {
        lower_unsupported(l, l->root, "a tile of several sites placed in a state without a walk");
        return;
    }
    uint64_t *covered = l->game->field.at[l->field.covered].word;
    cells_at(l, &l->component.at[piece], state < 0 ? 0 : state, (int)site, covered);
    for (int s = 0; l->has_count && s < l->layer->n; s++) {
        if (ir_mask_has(covered, s)) {
            l->game->field.at[l->field.count].init[s] = 1;
        }
    }
}

/* ---- moves -------------------------------------------------------------------------------------- */

/* Sites that the tile covers, all of them, or frees; where counts are kept each has one. */
static void cover(Rule *r, Ir *sites, bool covers)
{
    Lower *l = r->l;
    const int field = l->field.covered;
    Ir *all = ir_op2(l->game, covers ? IR_OP_MOR : IR_OP_MDIFF, lw_get(l, field), lw_copy(l, sites));
    set_field(l, &r->rule->effect, field, all);
    if (l->has_count) {
        int x = lw_new_local(l, "x", lower_site_type(l));
        Ir *body = ir_block(l->game);
        ir_append(l->game, &body, ir_put(l->game, l->field.count, lw_local(l, x), lw_int(l, covers)));
        loop_over(l, x, lw_copy(l, sites), body, &r->rule->effect);
    }
}

Ir *lower_is_large(Lower *l, Ir *piece)
{
    int table = ir_table_find(l->game, "large");
    if (table < 0) {
        table = ir_table_add(l->game, "large", ir_mask(l->space_piece), false, 0, NULL);
        for (size_t c = 1; c < l->component.n; c++) {
            if (states_of(&l->component.at[c])) {
                ir_mask_set(l->game->table.at[table].word, (int)c);
            }
        }
    }
    return ir_op2(l->game, IR_OP_HAS, piece, ir_tab(l->game, table, 0, NULL));
}

/* A state that the reference tries for the piece: none beyond those of its own walks. */
static void when_tried(Rule *r, const Ir *piece, const Ir *state)
{
    Lower *l = r->l;
    int table = ir_table_find(l->game, "tries");
    if (table < 0) {
        IrDim dim = {.size = (int)l->component.n, .space = l->space_piece};
        table = ir_table_add(l->game, "tries", ir_int(0, lower_large_states(l)), false, 1, &dim);
        for (size_t c = 1; c < l->component.n; c++) {
            l->game->table.at[table].value[c] = (int32_t)states_of(&l->component.at[c]);
        }
    }
    Ir *index = lw_copy(l, piece);
    rule_when(r, ir_op2(l->game, IR_OP_LT, lw_copy(l, state), ir_tab(l->game, table, 1, &index)));
}

static bool all_large(const Lower *l)
{
    for (size_t c = 1; c < l->component.n; c++) {
        if (!states_of(&l->component.at[c])) {
            return false;
        }
    }
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
    rule_begin(&r, l, t, "add", states, plane);
    Ir *target = rule_param(&r, "to"), *domain = clause_sites(l, to);
    bool empty = known_empty(l, domain);
    rule_domain(&r, target, domain);
    r.from = target;
    rule_to(&r, target);
    lower_pieces(l, term_arg(t, SLOT_piece), pieces, 1);
    Ir *piece = rule_let(&r, "piece", pieces[0]);
    r.trait[TRAIT_STATE] = given ? rule_let(&r, "state", given) : lw_copy(l, r.plane);
    when_tried(&r, piece, r.trait[TRAIT_STATE]);
    Ir *sites = rule_let(&r, "sites", lies(l, piece, r.trait[TRAIT_STATE], target));
    when_fits(&r, sites, lw_empty(l));
    r.kind = t->id == LUD_add ? KIND_NONE : KIND_ADD;
    r.what = piece;
    put_piece_as(l, &r.rule->effect, r.to, piece, lw_int(l, 1), r.trait, empty);
    cover(&r, sites, true);
    l->only_adds = l->only_adds && empty;
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
    if (state && known >= states) {
        return; /* no state of a tile */
    }
    for (int s = 0; s < (state ? 1 : states); s++) {
        add_large(l, t, state ? 1 : states, s, state ? lw_int(l, known) : NULL, block);
    }
}

/* Which of the sites that a tile may go to: those of the region; and, once more, its own but for the root. */
enum { OF_REGION, OF_ITSELF, DOMAINS };

static void move_large(Lower *l, const Term *t, int states, int plane, int domain, Ir **block)
{
    const Term *from = term_arg(t, SLOT_from), *to = term_arg(t, SLOT_to);
    Rule r;
    rule_begin(&r, l, t, "move", states, plane);
    Ir *start = rule_param(&r, "from"), *target = rule_param(&r, "to");
    rule_domain(&r, start, lower_region(l, term_arg(from, SLOT_region)));
    r.from = l->it.from = start;
    Ir *piece = rule_let(&r, "piece", lw_at(l, l->field.what, lw_copy(l, start)));
    Ir *before = rule_let(&r, "state", lower_trait(l, TRAIT_STATE, lw_copy(l, start)));
    Ir *own = rule_let(&r, "own", lies(l, piece, before, start));
    Ir *root = ir_k1(l->game, IR_OP_BITOF, l->space_site, lw_copy(l, start));
    Ir *region = rule_let(&r, "region", lower_region(l, term_arg(to, SLOT_region)));
    rule_domain(&r, target, domain == OF_REGION ? lw_copy(l, region) : ir_op2(l->game, IR_OP_MDIFF, lw_copy(l, own), root));
    rule_to(&r, target);
    when_tried(&r, piece, r.plane);
    Ir *sites = rule_let(&r, "sites", lies(l, piece, r.plane, target));
    when_fits(&r, sites, ir_op2(l->game, IR_OP_MOR, lw_copy(l, region), ir_op2(l->game, IR_OP_MOR, lw_copy(l, own), lw_copy(l, root))));
    Ir *elsewhere = ir_op2(l->game, IR_OP_NE, lw_copy(l, start), lw_copy(l, target));
    rule_when(&r, ir_op2(l->game, IR_OP_OR, elsewhere, ir_op2(l->game, IR_OP_NE, lw_copy(l, before), lw_copy(l, r.plane))));
    r.trait[TRAIT_STATE] = lw_copy(l, r.plane);
    r.kind = KIND_MOVE;
    cover(&r, own, false);
    clear_site(l, &r.rule->effect, start);
    put_piece_as(l, &r.rule->effect, target, piece, lw_int(l, 1), r.trait, true);
    cover(&r, sites, true);
    l->only_adds = false;
    rule_end(&r, term_arg(t, SLOT_then), block);
}

/* May a tile come onto another?  Not on empty sites; nor on those of the mover, who has but one. */
static bool meets_none(Lower *l, const Term *region)
{
    if (term_is(region, LUD_union_region) || term_is(region, LUD_union_region_list)) {
        const Term *parts = region->id == LUD_union_region_list ? region->slot[0] : region;
        bool all = true;
        for (uint32_t i = 0; i < parts->n; i++) {
            all = all && meets_none(l, parts->slot[i]);
        }
        return all;
    }
    if (!term_is(region, LUD_sites_occupied)) {
        return term_is(region, LUD_sites_empty);
    }
    bool once = term_is_enum(term_arg(region, SLOT_by), "Mover") && !lower_reads(l->root, LUD_move_add) &&
                !lower_reads(l->root, LUD_add) && l->container.n == 1;
    int *pieces = ARENA_ARRAY(l->arena, int, l->players + 2);
    for (size_t c = 1; c < l->component.n && once; c++) {
        int owner = l->component.at[c].owner, placed = 0;
        for (int s = 0; s < lw_dim_site(l).size; s++) {
            placed += l->game->field.at[l->field.what].init[s] == (int64_t)c;
        }
        once = (pieces[owner] += placed) <= 1 || owner < 1 || owner > l->players;
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
    for (int domain = 0; domain < DOMAINS; domain++) {
        for (int s = 0; s < states; s++) {
            move_large(l, t, states, s, domain, block);
        }
    }
    return all_large(l);
}
