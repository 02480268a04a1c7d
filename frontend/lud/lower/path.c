/* path.c - (is Path Edge ..): cycles and paths of a player's edges, by paths.gir.
 *
 * Asked about the edge of the last move, which must then be one of the mover's: so only
 * where edges are added and stay what they are. */
#include <string.h>

#include "frontend/lud/gir/paths.h"
#include "frontend/lud/lower/group.h"

/* ---- the graph as tables ---------------------------------------------------------- */

static void put_tables(Lower *l, int vertices)
{
    const BoardLayer *edges = &l->board->layer[SITE_EDGE];
    const IrDim ends[2] = {lw_dim_site(l), lw_dim(2)}, vertex = lw_dim(vertices), edge = lw_dim_site(l);
    int at = ir_table_add(l->game, "path_at", ir_mask(l->space_site), false, 1, &vertex);
    int beside = ir_table_add(l->game, "path_beside", ir_mask(l->space_site), false, 1, &edge);
    int end = ir_table_add(l->game, "path_end", ir_int(0, vertices - 1), false, 2, ends);
    size_t words = (size_t)ir_words(l->game, l->space_site);
    for (int e = 0; e < edges->n; e++) {
        const int *corner = edges->site[e].corners.at;
        for (int k = 0; k < 2; k++) {
            l->game->table.at[end].value[2 * e + k] = corner[k];
            ir_mask_set(l->game->table.at[at].word + (size_t)corner[k] * words, e);
        }
        for (int f = 0; f < edges->n; f++) {
            const int *other = edges->site[f].corners.at;
            if (f != e && (other[0] == corner[0] || other[0] == corner[1] || other[1] == corner[0] || other[1] == corner[1])) {
                ir_mask_set(l->game->table.at[beside].word + (size_t)e * words, f);
            }
        }
    }
}

static bool put_functions(Lower *l)
{
    int vertices = l->board->layer[SITE_VERTEX].n, digits = 1;
    if (ir_fn_find(l->game, "path_open") >= 0) {
        return true;
    }
    while ((1 << digits) - 1 <= vertices) {
        digits++;
    }
    ir_space_add(l->game, "path_vertex", vertices);
    ir_space_add(l->game, "path_digit", vertices * digits);
    put_tables(l, vertices);
    const IrConst constants[] = {
        {"VERTICES", vertices}, {"DIGITS", digits}, {"LIMIT", (1 << digits) - 1}, {"MOST", INFINITELY_MANY}};
    const Source *text = source_add(l->session->sources, "paths.gir", lud_paths_gir, strlen(lud_paths_gir));
    return text && ir_read_into(l->game, text, constants, sizeof constants / sizeof *constants);
}

/* ---- what can be asked --------------------------------------------------------------- */

/* Do edges stay with whom they were added for? */
static bool edges_stay(const Lower *l)
{
    static const LudId changes[] = {
        LUD_remove, LUD_move_remove, LUD_from_to,          LUD_move,      LUD_swap_pieces,   LUD_move_swap_pieces,
        LUD_claim,  LUD_move_claim,  LUD_swap_players,     LUD_promote,   LUD_move_swap_players,
        LUD_flip,   LUD_step,        LUD_move_step,        LUD_hop,       LUD_move_hop,      LUD_move_promote,
        LUD_slide,  LUD_move_slide,  LUD_leap,             LUD_move_leap, LUD_set_count,     LUD_sow,
        LUD_push,   LUD_attract,     LUD_enclose,          LUD_surround,  LUD_custodial,     LUD_intervene,
        LUD_trigger};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        if (lower_reads(l->root, changes[i])) {
            return false;
        }
    }
    return true;
}

static bool doubled(const BoardLayer *edges)
{
    for (int e = 0; e < edges->n; e++) {
        for (int f = 0; f < e; f++) {
            const int *a = edges->site[e].corners.at, *b = edges->site[f].corners.at;
            if ((a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0])) {
                return true;
            }
        }
    }
    return false;
}

static bool supported(Lower *l, const Term *t)
{
    const Term *type = term_arg(t, "type"), *player = term_arg(t, "player");
    const bool fine = term_is_enum(type, "Edge") && term_is_enum(player, "Mover") && !term_arg(t, "from");
    if (!fine || !edges_stay(l) || doubled(&l->board->layer[SITE_EDGE])) {
        lower_unsupported(l, t, "this form of (is Path ..)");
        return false;
    }
    return true;
}

Ir *lower_is_path(Lower *l, const Term *t)
{
    const Term *closed = term_arg(t, "closed"), *length = term_arg(t, "length");
    Ir *least, *most;
    if (!supported(l, t) || !put_functions(l)) {
        return lw_int(l, 0);
    }
    lower_range(l, length, &least, &most);
    if (term_is(length, LUD_max_range)) {
        least = lw_int(l, -1); /* never the same as the most */
    }
    int64_t round = 0;
    if (closed && !lower_is_const(lower_bool(l, closed), &round)) {
        lower_unsupported(l, closed, "this form of (is Path ..)");
    }
    int edge = lw_new_local(l, "edge", ir_site(l->game, l->space_site));
    Ir *arg[4] = {ir_op2(l->game, IR_OP_MAX, lw_local(l, edge), lw_int(l, 0)), lw_owned(l, lower_role(l, term_arg(t, "player"))),
                  least, most};
    Ir *found = ir_call(l->game, IR_OP_CALL, ir_fn_find(l->game, round ? "path_closed" : "path_open"), 4, arg);
    Ir *moved = ir_op2(l->game, IR_OP_GE, lw_local(l, edge), lw_int(l, 0));
    return ir_k2(l->game, IR_OP_LETX, edge, lw_get(l, l->field.last_to), ir_op2(l->game, IR_OP_AND, moved, found));
}
