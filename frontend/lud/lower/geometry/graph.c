/* graph.c - boards as graphs: what touches or crosses what, and whether the
 * edges of a player make a tree or a regular graph. */
#include <math.h>

#include "frontend/lud/lower/values/group.h"
#include "frontend/lud/lower/core/site_type.h"

/* ---- incidence ------------------------------------------------------------------ */

static bool has(const Sites *sites, int site)
{
    for (int i = 0; i < sites->n; i++)
        if (sites->at[i] == site)
            return true;
    return false;
}

/* Do two corners of the cell end the edge, next to each other on its outline? */
static bool cell_has_edge(const Sites *cell, const Sites *edge)
{
    for (int i = 0; i < cell->n; i++) {
        int a = cell->at[i], b = cell->at[(i + 1) % cell->n];
        if ((a == edge->at[0] && b == edge->at[1]) || (a == edge->at[1] && b == edge->at[0]))
            return true;
    }
    return false;
}

/* Not for two cells. */
static bool touches(const Board *board, SiteType a, int i, SiteType b, int j)
{
    const BoardSite *x = &board->layer[a].site[i], *y = &board->layer[b].site[j];
    if (a > b)
        return touches(board, b, j, a, i);
    if (a == SITE_VERTEX && b != SITE_VERTEX)
        return has(&y->corners, i);
    if (a == SITE_EDGE && b == SITE_CELL)
        return cell_has_edge(&y->corners, &x->corners);
    if (a == SITE_EDGE && b == SITE_EDGE)
        return i != j && (has(&y->corners, x->corners.at[0]) || has(&y->corners, x->corners.at[1]));
    return false;
}

/* The cells on both sides of each edge. */
static void cells_that_touch(const Board *board, size_t words, uint64_t *word)
{
    const BoardLayer *cells = &board->layer[SITE_CELL], *edges = &board->layer[SITE_EDGE];
    for (int e = 0; e < edges->n; e++) {
        for (int i = 0; i < cells->n; i++) {
            if (!cell_has_edge(&cells->site[i].corners, &edges->site[e].corners))
                continue;
            for (int j = 0; j < i; j++) {
                if (cell_has_edge(&cells->site[j].corners, &edges->site[e].corners)) {
                    ir_mask_set(word + (size_t)i * words, j);
                    ir_mask_set(word + (size_t)j * words, i);
                }
            }
        }
    }
}

void lower_incidence(Lower *l, SiteType result, SiteType of, uint64_t *word)
{
    const Board *board = l->board;
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    if (of == SITE_CELL && result == SITE_CELL) {
        cells_that_touch(board, words, word);
        return;
    }
    for (int i = 0; i < board->layer[of].n; i++) {
        for (int j = 0; j < board->layer[result].n; j++)
            if (touches(board, of, i, result, j))
                ir_mask_set(word + (size_t)i * words, j);
    }
}

/* $incident[i], for the elements i of type `of`: sites of type `result`. */
static int incident_table(Lower *l, SiteType result, SiteType of, IrDim dim)
{
    int *known = &l->memo->incident[result][of]; /* and one more, so that 0 is none */
    if (!*known || l->game->table.at[*known - 1].dim[0].space != dim.space) {
        size_t words = (size_t)ir_words(l->game, l->sym->space_site);
        uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)dim.size);
        lower_incidence(l, result, of, word);
        *known = lw_mask_table1(l, "incident", word, dim) + 1;
    }
    return *known - 1;
}

/* What touches the element of that number; nothing where there is none. */
static Ir *element(Lower *l, Ir *vec, int n, Ir *at)
{
    Ir *sites = lw_vec_at(l, vec, at);
    if (at->type.hi < n)
        return sites;
    Ir *there = ir_op2(l->game, IR_OP_LT, lw_copy(l, at), lw_int(l, n));
    return ir_op3(l->game, IR_OP_SELECT, there, sites, ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
}

Ir *lower_region_sites_incident(Lower *l, const Term *t)
{
    const Term *owner = term_arg(t, SLOT_owner), *player = term_arg(t, SLOT_role);
    SiteType result = site_type_named(term_arg(t, SLOT_resultType)), of = site_type_named(term_arg(t, SLOT_of));
    Ir *at = lower_int(l, term_arg(t, SLOT_at));
    int n = l->board->layer[of].n;
    if (of == result && of == SITE_VERTEX)
        return lower_unsupported_mask(l, t, "vertices beside a vertex");
    IrDim dim = of == l->board->use ? lw_dim_site(l) : lw_dim(n + (n == 0));
    Ir *vec = ir_tab(l->game, incident_table(l, result, of, dim), 0, NULL);
    Ir *sites = element(l, vec, dim.size, at);
    const Term *who = owner ? owner : player;
    if (!who)
        return sites;
    Ir *of_player = who->kind == TERM_ENUM ? lower_role(l, who) : lower_int(l, who);
    Lower in = lower_on_type(l, result);
    return ir_op2(l->game, IR_OP_MAND, sites, lower_edges_of(&in, of_player));
}

/* Pieces of a player; of anybody but nobody for the number after the last player. */
Ir *lower_edges_of(Lower *l, Ir *player)
{
    int64_t fixed;
    if (lower_is_const(player, &fixed))
        return fixed == l->facts->players + 1 ? lw_occupied(l) : lw_owned(l, player);
    Ir *all = ir_op2(l->game, IR_OP_EQ, lw_copy(l, player), lw_int(l, l->facts->players + 1));
    return ir_op3(l->game, IR_OP_SELECT, all, lw_occupied(l), lw_owned(l, player));
}

/* ---- crossings --------------------------------------------------------------------- */

/* Do two edges cross away from their ends? */
static bool crosses(const Board *board, int i, int j)
{
    const double margin = 0.01, parallel = 0.00001;
    const BoardSite *vertex = board->layer[SITE_VERTEX].site;
    const Sites *e = &board->layer[SITE_EDGE].site[i].corners, *f = &board->layer[SITE_EDGE].site[j].corners;
    const BoardSite *a = &vertex[e->at[0]], *b = &vertex[e->at[1]], *c = &vertex[f->at[0]], *d = &vertex[f->at[1]];
    double ux = b->x - a->x, uy = b->y - a->y, vx = d->x - c->x, vy = d->y - c->y;
    double wx = c->x - a->x, wy = c->y - a->y, det = vx * uy - vy * ux;
    if (i == j || fabs(det) < parallel)
        return false;
    double s = (vx * wy - vy * wx) / det, t = (ux * wy - uy * wx) / det;
    return s > margin && s < 1 - margin && t > margin && t < 1 - margin;
}

static Ir *crossing_vec(Lower *l)
{
    int n = l->board->layer[SITE_EDGE].n;
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)lw_dim_site(l).size);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            if (crosses(l->board, i, j))
                ir_mask_set(word + (size_t)i * words, j);
    }
    return ir_tab(l->game, lw_mask_table1(l, "crossing", word, lw_dim_site(l)), 0, NULL);
}

static bool on_edges(Lower *l, const Term *t)
{
    if (l->board->use != SITE_EDGE) {
        lower_unsupported(l, t, "edges of a board whose sites are not edges");
        return false;
    }
    return true;
}

static Ir *player_of(Lower *l, const Term *t)
{
    const Term *player = term_arg(t, SLOT_player);
    return player->kind == TERM_ENUM ? lower_role(l, player) : lower_int(l, player);
}

Ir *lower_region_sites_crossing(Lower *l, const Term *t)
{
    Ir *none = ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    if (!on_edges(l, t))
        return none;
    if (!term_arg(t, SLOT_player))
        return lower_unsupported_mask(l, t, "(sites Crossing ..) of nobody in particular");
    Ir *across = lw_vec_at(l, crossing_vec(l), lower_int(l, term_arg(t, SLOT_at)));
    return ir_op2(l->game, IR_OP_MAND, across, lower_edges_of(l, player_of(l, t)));
}

Ir *lower_bool_is_crossing(Lower *l, const Term *t)
{
    if (!on_edges(l, t))
        return lw_int(l, 0);
    Ir *across = lw_vec_at(l, crossing_vec(l), lower_int(l, term_arg(t, SLOT_edge1)));
    return ir_op2(l->game, IR_OP_HAS, lower_int(l, term_arg(t, SLOT_edge2)), across);
}

/* ---- trees and regular graphs -------------------------------------------------------- */

/* The edges that hold the piece with a player's number; for nobody's, the piece on
 * the edge of the last move, or the first piece if there is none. */
static Ir *claimed(Lower *l, const Term *t)
{
    Ir *who = player_of(l, t), *last = lw_get(l, l->field->last.to);
    int64_t fixed;
    if (!lower_is_const(who, &fixed) || fixed == 0) {
        Ir *there = lw_what(l, last);
        Ir *some = ir_op2(l->game, IR_OP_NE, there, lw_int(l, 0));
        there = ir_op3(l->game, IR_OP_SELECT, some, lw_copy(l, there), lw_int(l, 1));
        Ir *nobody = ir_op2(l->game, IR_OP_EQ, lw_copy(l, who), lw_int(l, 0));
        who = ir_op3(l->game, IR_OP_SELECT, nobody, there, who);
    }
    return ir_k1(l->game, IR_OP_WHERE, l->sites->what, who);
}

static Ir *after_a_move(Lower *l, Ir *cond)
{
    Ir *moved = ir_op2(l->game, IR_OP_GE, lw_get(l, l->field->last.to), lw_int(l, 0));
    return ir_op2(l->game, IR_OP_AND, moved, cond);
}

/* No cycle: as many edges as vertices they touch, less one for each part. */
Ir *lower_bool_is_tree(Lower *l, const Term *t)
{
    if (!on_edges(l, t))
        return lw_int(l, 0);
    int vertices = l->board->layer[SITE_VERTEX].n, edges = lw_new_local(l, "edges", ir_mask(l->sym->space_site));
    Ir *at_vertex = ir_tab(l->game, incident_table(l, SITE_EDGE, SITE_VERTEX, lw_dim(vertices)), 0, NULL);
    Ir *beside = ir_tab(l->game, incident_table(l, SITE_EDGE, SITE_EDGE, lw_dim_site(l)), 0, NULL);
    Ir *touched = ir_op2(l->game, IR_OP_COUNT_MEETS, lw_local(l, edges), at_vertex);
    Ir *parts = ir_op2(l->game, IR_OP_GROUPS, lw_local(l, edges), beside);
    Ir *number = ir_op1(l->game, IR_OP_COUNT, lw_local(l, edges));
    Ir *tree = ir_op2(l->game, IR_OP_EQ, number, ir_op2(l->game, IR_OP_SUB, touched, parts));
    if (t->id == LUD_is_spanning_tree) {
        Ir *all = ir_op2(l->game, IR_OP_EQ, lw_copy(l, number), lw_int(l, vertices - 1));
        tree = ir_op2(l->game, IR_OP_AND, all, tree);
    }
    return after_a_move(l, ir_k2(l->game, IR_OP_LETX, edges, claimed(l, t), tree));
}

bool lower_doubled_edges(const Board *board)
{
    const BoardLayer *edges = &board->layer[SITE_EDGE];
    for (int i = 0; i < edges->n; i++) {
        for (int j = 0; j < i; j++) {
            const Sites *a = &edges->site[i].corners, *b = &edges->site[j].corners;
            if (has(b, a->at[0]) && has(b, a->at[1]))
                return true;
        }
    }
    return false;
}

/* A function of the edges: the degree of all vertices, or -1 if they differ.  The
 * degree that counts is `wanted`, or without it the first vertex's that has edges. */
static Ir *common_degree(Lower *l, const Term *t, Ir *edges, Ir *wanted)
{
    SubFn sub;
    int vertices = l->board->layer[SITE_VERTEX].n;
    subfn_begin(&sub, l, IR_FN, "degree", ir_int(-1, INT16_MAX), t);
    Ir *set = subfn_param(&sub, "edges", ir_mask(l->sym->space_site), edges);
    Ir *wish = subfn_param(&sub, "wanted", wanted->type, wanted);
    int table = incident_table(&sub.in, SITE_EDGE, SITE_VERTEX, lw_dim(vertices));
    int degree = lw_new_local(&sub.in, "degree", ir_int(-1, INT16_MAX)), v[2];
    Ir *loop[2];
    ir_append(l->game, &sub.fn->body, ir_k1(l->game, IR_OP_VAR, degree, wish));
    for (int k = 0; k < 2; k++) {
        v[k] = lw_new_local(&sub.in, "v", ir_int(0, vertices - 1));
        Ir *at = lw_local(&sub.in, v[k]), *act = ir_block(l->game), *body = ir_block(l->game);
        Ir *here = ir_op2(l->game, IR_OP_MAND, ir_tab(l->game, table, 1, &at), lw_copy(l, set));
        Ir *number = lw_let(&sub.in, &body, "number", ir_op1(l->game, IR_OP_COUNT, here));
        Ir *when;
        if (k == 0) {
            when = ir_op2(l->game, IR_OP_EQ, lw_local(&sub.in, degree), lw_int(l, 0));
            ir_append(l->game, &act, ir_k1(l->game, IR_OP_SET, degree, lw_copy(l, number)));
        } else {
            when = ir_op2(l->game, IR_OP_NE, lw_local(&sub.in, degree), number);
            ir_append(l->game, &act, ir_op1(l->game, IR_OP_RET, lw_int(l, -1)));
        }
        ir_append(l->game, &body, ir_if(l->game, when, act, NULL));
        Ir *part[3] = {lw_int(l, 0), lw_int(l, vertices), body};
        loop[k] = ir_node(l->game, sub.fn, IR_OP_RANGE, v[k], 3, part);
        ir_append(l->game, &sub.fn->body, loop[k]);
    }
    ir_append(l->game, &sub.fn->body, ir_op1(l->game, IR_OP_RET, lw_local(&sub.in, degree)));
    subfn_end(&sub);
    return subfn_call(&sub, IR_OP_CALL);
}

Ir *lower_bool_is_regular_graph(Lower *l, const Term *t)
{
    const Term *k = term_arg(t, SLOT_k), *odd = term_arg(t, SLOT_odd), *even = term_arg(t, SLOT_even);
    if (!on_edges(l, t))
        return lw_int(l, 0);
    if (lower_doubled_edges(l->board))
        lower_unsupported(l, t, "a regular graph with double edges");
    Ir *degree = common_degree(l, t, claimed(l, t), k ? lower_int(l, k) : lw_int(l, 0));
    Ir *regular = ir_op2(l->game, IR_OP_GE, degree, lw_int(l, 0));
    const Term *parity = odd ? odd : even;
    if (parity) {
        Ir *rest = ir_op2(l->game, IR_OP_MOD, lw_copy(l, degree), lw_int(l, 2));
        Ir *right = ir_op2(l->game, IR_OP_EQ, rest, lw_int(l, odd != NULL));
        right = ir_op2(l->game, IR_OP_OR, ir_op1(l->game, IR_OP_NOT, lower_bool(l, parity)), right);
        regular = ir_op2(l->game, IR_OP_AND, regular, right);
    }
    return after_a_move(l, regular);
}

/* ---- neighbours ------------------------------------------------------------------------- */

/* How many neighbours the first of the sites has; -1 where there is none of them. */
Ir *lower_count_relation(Lower *l, const Term *t, Relation relation)
{
    const Term *in = term_arg(t, SLOT_in), *at = term_arg(t, SLOT_at);
    IrDim dim = lw_dim_site(l);
    int32_t *number = ARENA_ARRAY(l->arena, int32_t, dim.size);
    if (term_arg(t, SLOT_name) || l->board->use == SITE_EDGE || !lower_default_type(l, t))
        return lower_unsupported_int(l, t, "this count of neighbours");
    for (int s = 0; s < dim.size; s++) {
        bool off_cells = relation == REL_OFF_DIAGONAL && l->board->use != SITE_CELL;
        number[s] = s >= l->sites->layer->n ? -1 : off_cells ? 0 : board_neighbours(l->arena, l->sites->layer, s, relation).n;
    }
    int table = lw_int_table(l, "neighbours", -1, l->sites->layer->n, IR_NOSPACE, 1, &dim, number);
    Ir *site = at   ? lower_int(l, at)
               : in ? ir_op1(l->game, IR_OP_FIRST, lower_region(l, in))
                    : lw_get(l, l->field->last.to);
    int s = lw_new_local(l, "s", site->type);
    Ir *index = lw_local(l, s), *on = ir_op2(l->game, IR_OP_GE, lw_local(l, s), lw_int(l, 0));
    Ir *value = ir_op3(l->game, IR_OP_SELECT, on, ir_tab(l->game, table, 1, &index), lw_int(l, -1));
    return ir_k2(l->game, IR_OP_LETX, s, site, value);
}

/* ---- costs ------------------------------------------------------------------------------ */

void lower_start_cost(Lower *l, const Term *t)
{
    const Term *at = term_arg(t, SLOT_at), *to = term_arg(t, SLOT_to);
    int64_t cost, site;
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    if (!lower_default_type(l, t))
        return;
    if (!lower_start_int(l, lower_int(l, term_arg(t, SLOT_value)), &cost) || cost < INT32_MIN || cost > INT32_MAX ||
        !(at ? lower_start_int(l, lower_int(l, at), &site) : lower_start_mask(l, lower_region(l, to), word))) {
        lower_unsupported(l, t, "a start rule that is not known before the game");
        return;
    }
    if (at && site >= 0 && site < l->sites->layer->n)
        ir_mask_set(word, (int)site);
    if (!l->facts->cost)
        l->facts->cost = ARENA_ARRAY(l->arena, int32_t, lw_dim_site(l).size);
    for (int s = 0; s < l->sites->layer->n; s++) {
        if (ir_mask_has(word, s)) {
            l->facts->cost[s] = (int32_t)cost;
            l->facts->setup_moves++;
            l->facts->placed_last = 0;
            l->game->field.at[l->field->last.from].init[0] = -1;
            l->game->field.at[l->field->last.to].init[0] = -1;
        }
    }
}

Ir *lower_int_cost(Lower *l, const Term *t)
{
    const Term *at = term_arg(t, SLOT_at), *in = term_arg(t, SLOT_in);
    IrDim dim = lw_dim_site(l);
    int32_t lo = 0, hi = 0, *cost = ARENA_ARRAY(l->arena, int32_t, dim.size);
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    for (int s = 0; l->facts->cost && s < dim.size; s++) {
        cost[s] = l->facts->cost[s];
        lo = cost[s] < lo ? cost[s] : lo;
        hi = cost[s] > hi ? cost[s] : hi;
    }
    int table = lw_int_table(l, "cost", lo, hi, IR_NOSPACE, 1, &dim, cost);
    if (!at) {
        int s = lw_new_local(l, "s", lower_site_type(l));
        Ir *index = lw_local(l, s);
        return ir_k2(l->game, IR_OP_SUM, s, lower_region(l, in), ir_tab(l->game, table, 1, &index));
    }
    Ir *site = lower_int(l, at), *index = lw_copy(l, site);
    Ir *value = ir_tab(l->game, table, 1, &index);
    if (site->type.lo >= 0)
        return value;
    Ir *on = ir_op2(l->game, IR_OP_GE, site, lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, on, value, lw_int(l, 0));
}
