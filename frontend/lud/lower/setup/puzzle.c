/* puzzle.c - deduction puzzles: variables, regions, start, moves.
 *
 * A move gives a variable a value, or takes one of its possible values away or back
 * (semantics 03, section 16).  What that does to the state is puzzle.gir. */
#include <math.h>
#include <string.h>

#include "frontend/lud/lower/setup/puzzle.h"
#include "frontend/lud/gir/puzzle.h"

enum { MOST_VALUE = 63 };

/* ---- facts --------------------------------------------------------------------------------- */

/* Hints without a type are of cells. */
static void find_hints(Lower *l)
{
    const Term *items = term_arg(term_arg(l->root, SLOT_equipment), SLOT_items);
    for (uint32_t i = 0; i < items->n; i++) {
        if (term_is(items->slot[i], LUD_hints)) {
            const Term *type = term_arg(items->slot[i], SLOT_type);
            l->sym->puzzle->hints[type ? site_type_named(type) : SITE_CELL] = items->slot[i];
        }
    }
}

/* The values of one type of sites; those of other types than the board's do not vary. */
static bool read_values(Lower *l, const Term *values)
{
    const Term *range = term_arg(values, SLOT_range);
    int64_t least, most;
    if (!lower_const_range(l, range, &least, &most))
        return false;
    if (site_type_named(term_arg(values, SLOT_type)) == l->board->use) {
        l->sym->puzzle->least = least;
        l->sym->puzzle->most = most;
    } else if (most > 0) {
        lower_unsupported(l, values, "values of other sites than the board's");
        return false;
    }
    if (least < 0 || most < least || most > MOST_VALUE) {
        lower_unsupported(l, range, "this range of values");
        return false;
    }
    return true;
}

/* (satisfy ..) is all of the play. */
static const Term *find_satisfy(Lower *l)
{
    const Term *rules = term_arg(l->root, SLOT_rules), *play = NULL;
    if (term_is(rules, LUD_rules))
        play = term_arg(rules, SLOT_play);
    const Term *moves = play ? term_arg(play, SLOT_moves) : NULL;
    return moves && term_is(moves, LUD_satisfy) ? moves : NULL;
}

bool lower_puzzle_facts(Lower *l, const Term *board)
{
    const Term *satisfy = find_satisfy(l);
    const Term *one = term_is(board, LUD_board) ? term_arg(board, SLOT_values) : NULL;
    const Term *many = term_is(board, LUD_board) ? term_arg(board, SLOT_valuesArray) : NULL;
    if (!satisfy && !one && !many && !lower_reads(l->root, LUD_satisfy))
        return true;
    if (!satisfy || (!one && !many) || l->facts->players != 1 || l->facts->stacks) {
        lower_unsupported(l, satisfy ? satisfy : board, "this form of a puzzle");
        return false;
    }
    l->sym->puzzle = ARENA_NEW(l->arena, struct Puzzle);
    *l->sym->puzzle = (struct Puzzle){.satisfy = satisfy};
    for (uint32_t i = 0; i < (many ? many->n : 1); i++)
        if (!read_values(l, many ? many->slot[i] : one))
            return false;
    find_hints(l);
    return true;
}

/* ---- state --------------------------------------------------------------------------------- */

void lower_puzzle_fields(Lower *l)
{
    struct Puzzle *p = l->sym->puzzle;
    int sites = lw_dim_site(l).size, values = (int)p->most + 1;
    IrDim site = lw_dim_site(l), each = lw_dim(sites * values);
    p->can = ir_field_add(l->game, "can", ir_bit(), &each);
    p->left = ir_field_add(l->game, "left", ir_int(0, values), &site);
    p->resolved = ir_field_add(l->game, "resolved", ir_mask(l->sym->space_site), NULL);
    for (int i = 0; i < sites * values; i++)
        l->game->field.at[p->can].init[i] = 1;
    for (int s = 0; s < sites; s++)
        l->game->field.at[p->left].init[s] = values;
}

Ir *lower_puzzle_what(Lower *l, Ir *site)
{
    Ir *known = ir_op2(l->game, IR_OP_HAS, lw_copy(l, site), lw_get(l, l->sym->puzzle->resolved));
    return ir_op3(l->game, IR_OP_SELECT, known, lw_at(l, l->sites->what, site), lw_int(l, -1));
}

static void start_value(Lower *l, const Term *pair)
{
    struct Puzzle *p = l->sym->puzzle;
    int64_t site = pair->n == 2 ? pair->slot[0]->number : -1, value = pair->n == 2 ? pair->slot[1]->number : -1;
    if (site < 0 || site >= lw_dim_site(l).size || value < 0 || value > p->most) {
        session_error(l->session, term_at(pair), "a site of the board and its value, at most %lld, are wanted here",
                      (long long)p->most);
        return;
    }
    IrField *field = l->game->field.at;
    for (int64_t v = 0; v <= p->most; v++)
        field[p->can].init[site * (p->most + 1) + v] = v == value;
    field[p->left].init[site] = 1;
    field[l->sites->what].init[site] = value;
    ir_mask_set(field[p->resolved].word, (int)site);
    lower_start_last(l, site);
}

void lower_start_values(Lower *l, const Term *t)
{
    const Term *pairs = term_arg(t, SLOT_pairs);
    if (!l->sym->puzzle || !lower_default_type(l, t)) {
        lower_unsupported(l, t, "values but in puzzles");
        return;
    }
    for (uint32_t i = 0; i < pairs->n; i++)
        start_value(l, pairs->slot[i]);
}

void lower_puzzle_procs(Lower *l)
{
    const IrConst constants[] = {{"VALUES", l->sym->puzzle->most + 1}};
    const Source *text = source_add(l->session->sources, "<puzzle>", lud_puzzle_gir, strlen(lud_puzzle_gir));
    if (text && ir_read_into(l->game, text, constants, 1))
        lower_constraints(l);
}

/* ---- regions ------------------------------------------------------------------------------- */

static void add_region(Lower *l, PuzzleRegion region, const Sites *sites)
{
    region.sites = *sites;
    vec_push(l->arena, &l->sym->puzzle->region, region);
}

static void add_all(Lower *l, PuzzleRegion region, const Sites *lists, int n)
{
    for (region.index = 0; region.index < n; region.index++)
        add_region(l, region, &lists[region.index]);
}

static void add_all_sites(Lower *l, PuzzleRegion region)
{
    Sites all = {l->sites->layer->n, ARENA_ARRAY(l->arena, int, l->sites->layer->n)};
    for (int s = 0; s < all.n; s++)
        all.at[s] = s;
    add_region(l, region, &all);
}

/* The cells in squares of as many as the board has cells in a row. */
static void add_sub_grids(Lower *l, PuzzleRegion region)
{
    const BoardLayer *cells = &l->board->layer[SITE_CELL];
    int size = (int)sqrt(sqrt(cells->n));
    for (region.index = 0; region.index < size * size; region.index++) {
        Sites grid = {0, ARENA_ARRAY(l->arena, int, cells->n)};
        for (int c = 0; c < cells->n; c++)
            if (cells->site[c].row / size == region.index / size && cells->site[c].column / size == region.index % size)
                grid.at[grid.n++] = c;
        add_region(l, region, &grid);
    }
}

/* Each site with all that it sees. */
static void add_all_directions(Lower *l, PuzzleRegion region)
{
    for (int s = 0; s < l->sites->layer->n; s++) {
        Sites rays = board_radials_class(l->arena, l->sites->layer, s, REL_ALL);
        uint64_t *seen = ARENA_ARRAY(l->arena, uint64_t, (l->sites->layer->n + 63) / 64);
        Sites list = {1, ARENA_ARRAY(l->arena, int, l->sites->layer->n)};
        list.at[0] = s;
        ir_mask_set(seen, s);
        for (int i = 0; i < rays.n; i++) {
            const Radial *ray = &l->sites->layer->site[s].radial[rays.at[i]];
            for (int k = 1; k < ray->n; k++) {
                if (!ir_mask_has(seen, ray->site[k])) {
                    ir_mask_set(seen, ray->site[k]);
                    list.at[list.n++] = ray->site[k];
                }
            }
        }
        region.index = region.centre = s;
        add_region(l, region, &list);
    }
}

static Sites hint_sites(Lower *l, const Term *hint)
{
    const Term *many = term_is(hint, LUD_hint_region) ? term_arg(hint, SLOT_region) : NULL;
    Sites list = {many ? (int)many->n : 1, ARENA_ARRAY(l->arena, int, many ? many->n + 1 : 1)};
    for (int i = 0; i < list.n; i++)
        list.at[i] = (int)(many ? many->slot[i] : term_arg(hint, SLOT_site))->number;
    return list;
}

static void add_hint_regions(Lower *l, PuzzleRegion region, bool any_type)
{
    static const SiteType order[] = {SITE_VERTEX, SITE_CELL, SITE_EDGE};
    const Term *hints = l->sym->puzzle->hints[SITE_CELL];
    for (int i = 0; i < 3 && any_type; i++) {
        hints = l->sym->puzzle->hints[order[i]];
        if (hints)
            break;
    }
    const Term *records = hints ? term_arg(hints, SLOT_records) : NULL;
    for (uint32_t i = 0; records && i < records->n; i++) {
        Sites list = hint_sites(l, records->slot[i]);
        region.index = (int)i;
        add_region(l, region, &list);
    }
}

static void add_kind(Lower *l, PuzzleRegion region, const Term *kind, bool hints_named)
{
    if (term_is_enum(kind, "Rows"))
        add_all(l, region, l->sites->layer->row, l->sites->layer->nrow);
    else if (term_is_enum(kind, "Columns"))
        add_all(l, region, l->sites->layer->column, l->sites->layer->ncolumn);
    else if (term_is_enum(kind, "AllSites"))
        add_all_sites(l, region);
    else if (term_is_enum(kind, "SubGrids"))
        add_sub_grids(l, region);
    else if (term_is_enum(kind, "AllDirections"))
        add_all_directions(l, region);
    else if (term_is_enum(kind, "HintRegions"))
        add_hint_regions(l, region, hints_named);
    else if (!term_is_enum(kind, "Diagonals")) /* the reference never fills these */
        lower_unsupported(l, kind, "regions of this kind");
}

static void add_mask(Lower *l, PuzzleRegion region, const Term *t)
{
    int n = lw_dim_site(l).size;
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    if (!lower_const_mask(l, lower_region(l, t), word)) {
        lower_unsupported(l, t, "a region of a puzzle that changes");
        return;
    }
    Sites list = {0, ARENA_ARRAY(l->arena, int, n)};
    for (int s = 0; s < n; s++)
        if (ir_mask_has(word, s))
            list.at[list.n++] = s;
    add_region(l, region, &list);
}

static void add_item(Lower *l, const Term *item, int *kinds)
{
    const Term *name = term_arg(item, SLOT_name), *role = term_arg(item, SLOT_role), *sites = term_arg(item, SLOT_sites);
    const Term *kind = term_arg(item, SLOT_static), *several = term_arg(item, SLOT_statics);
    const Term *one = term_arg(item, SLOT_region), *many = term_arg(item, SLOT_regions);
    PuzzleRegion region = {.item = item, .centre = -1};
    region.name = name ? name->text : role ? arena_printf(l->arena, "Region%s", role->text) : "Region";
    for (uint32_t i = 0; kind || (several && i < several->n); i++) {
        region.kind = ++*kinds;
        add_kind(l, region, kind ? kind : several->slot[i], term_arg(item, SLOT_hints) != NULL);
        if (kind)
            return;
    }
    region.kind = 0;
    for (uint32_t i = 0; one ? i < 1 : many && i < many->n; i++)
        add_mask(l, region, one ? one : many->slot[i]);
    if (sites) {
        Sites list = {(int)sites->n, ARENA_ARRAY(l->arena, int, sites->n + 1)};
        for (int i = 0; i < list.n; i++)
            list.at[i] = (int)sites->slot[i]->number;
        add_region(l, region, &list);
    }
}

static bool on_board(Lower *l, const PuzzleRegion *region)
{
    for (int i = 0; i < region->sites.n; i++)
        if (region->sites.at[i] < 0 || region->sites.at[i] >= lw_dim_site(l).size)
            return session_error(l->session, term_at(region->item), "there is no site %d", region->sites.at[i]);
    return true;
}

void lower_puzzle_regions(Lower *l)
{
    const Term *items = term_arg(term_arg(l->root, SLOT_equipment), SLOT_items);
    int kinds = 0;
    for (uint32_t i = 0; i < items->n; i++)
        if (term_is(items->slot[i], LUD_regions))
            add_item(l, items->slot[i], &kinds);
    for (size_t i = 0; i < l->sym->puzzle->region.n; i++)
        if (!on_board(l, &l->sym->puzzle->region.at[i]))
            return;
}

/* ---- moves --------------------------------------------------------------------------------- */

/* Variables that constraints speak of, those apart that the first start rule sets. */
static Ir *free_variables(Lower *l)
{
    uint64_t *word = lower_constrained(l);
    const Term *start = term_arg(term_arg(l->root, SLOT_rules), SLOT_start);
    const Term *many = start ? term_arg(start, SLOT_rules) : NULL;
    const Term *first = many && many->n > 0 ? many->slot[0] : start ? term_arg(start, SLOT_rule) : NULL;
    if (first && term_is(first, LUD_start_set_values)) {
        const Term *pairs = term_arg(first, SLOT_pairs);
        for (uint32_t i = 0; i < pairs->n; i++) {
            int64_t site = pairs->slot[i]->slot[0]->number;
            word[site / 64] &= ~(UINT64_C(1) << (site % 64));
        }
    }
    return lw_table_mask(l, "variables", word);
}

/* A rule for each variable and value: proc `proc` of both. */
static void begin_choice(Rule *r, Lower *l, const Term *t, const char *proc, Ir *domain)
{
    l = rule_begin(r, l, t, arena_printf(l->arena, "%s_value", proc), 1, 0);
    Ir *site = rule_param(r, "site");
    rule_domain(r, site, domain);
    r->from = r->to = site;
    r->chosen = rule_param_range(r, "value", l->sym->puzzle->least, l->sym->puzzle->most);
    Ir *arg[2] = {lw_copy(l, site), lw_copy(l, r->chosen)};
    rule_do(r, ir_call(l->game, IR_OP_DO, ir_fn_find(l->game, proc), 2, arg));
}

void gen_satisfy(Lower *l, const Term *t, Ir **block)
{
    Rule set, toggle;
    Ir *variables = free_variables(l);
    begin_choice(&set, l, t, "assign", variables);
    set.kind = KIND_SET_VALUE;
    set.what = set.chosen;
    set.rule->post = ir_call(l->game, IR_OP_CALL, ir_fn_find(l->game, "satisfied"), 0, NULL);
    rule_end(&set, NULL, block);

    begin_choice(&toggle, l, t, "toggle", lw_copy(l, variables));
    toggle.kind = KIND_TOGGLE;
    Ir *known = ir_op2(l->game, IR_OP_HAS, lw_copy(l, toggle.from), lw_get(l, l->sym->puzzle->resolved));
    Ir *same = ir_op2(l->game, IR_OP_EQ, lw_at(l, l->sites->what, lw_copy(l, toggle.from)), lw_copy(l, toggle.chosen));
    rule_when(&toggle, ir_op1(l->game, IR_OP_NOT, ir_op2(l->game, IR_OP_AND, known, same)));
    rule_end(&toggle, NULL, block);
    l->notes->does_more = true;
}
