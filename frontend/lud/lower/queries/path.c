/* path.c - (is Path Edge ..): cycles and paths of a player's edges, by paths.gir.
 *
 * Asked about the edge of the last move, which must then be one of the mover's: so only
 * where edges are added and stay what they are. */
#include <string.h>

#include "frontend/lud/gir/paths.h"
#include "frontend/lud/lower/values/group.h"

/* ---- the graph as tables ---------------------------------------------------------- */

/* The edges that touch each element of a type. */
static void put_edges(Lower *l, const char *name, SiteType of, IrDim dim)
{
    int table = ir_table_add(l->game, name, ir_mask(l->sym->space_site), false, 1, &dim);
    lower_incidence(l, SITE_EDGE, of, l->game->table.at[table].word);
}

static void put_tables(Lower *l, int vertices)
{
    const BoardLayer *edges = &l->board->layer[SITE_EDGE];
    const IrDim ends[2] = {lw_dim_site(l), lw_dim(2)};
    put_edges(l, "path_at", SITE_VERTEX, lw_dim(vertices));
    put_edges(l, "path_beside", SITE_EDGE, lw_dim_site(l));
    int end = ir_table_add(l->game, "path_end", ir_int(0, vertices - 1), false, 2, ends);
    for (int e = 0; e < edges->n; e++)
        for (int k = 0; k < 2; k++)
            l->game->table.at[end].value[2 * e + k] = edges->site[e].corners.at[k];
}

static bool put_functions(Lower *l)
{
    int vertices = l->board->layer[SITE_VERTEX].n, digits = 1;
    if (ir_fn_find(l->game, "path_open") >= 0)
        return true;
    while ((1 << digits) - 1 <= vertices)
        digits++;
    ir_space_add(l->game, "path_vertex", vertices);
    ir_space_add(l->game, "path_digit", vertices * digits);
    put_tables(l, vertices);
    const IrConst constants[] = {
        {"VERTICES", vertices}, {"DIGITS", digits}, {"LIMIT", (1 << digits) - 1}, {"MOST", INFINITELY_MANY}};
    const Source *text = source_add(l->session->sources, "<paths>", lud_paths_gir, strlen(lud_paths_gir));
    return text && ir_read_into(l->game, text, constants, sizeof constants / sizeof *constants);
}

/* ---- what can be asked --------------------------------------------------------------- */

/* Do edges stay with whom they were added for? */
static bool edges_stay(const Lower *l) { return !lower_reads_fact(l->root, LUD_FACT_TAKES_MEN); }

static bool supported(Lower *l, const Term *t)
{
    const Term *type = term_arg(t, SLOT_type), *player = term_arg(t, SLOT_player);
    const bool fine = term_is_enum(type, "Edge") && term_is_enum(player, "Mover") && !term_arg(t, SLOT_from);
    if (!fine || !edges_stay(l) || lower_doubled_edges(l->board)) {
        lower_unsupported(l, t, "this form of (is Path ..)");
        return false;
    }
    return true;
}

Ir *lower_bool_is_path(Lower *l, const Term *t)
{
    const Term *closed = term_arg(t, SLOT_closed), *length = term_arg(t, SLOT_length);
    Ir *least, *most;
    if (!supported(l, t) || !put_functions(l))
        return lw_int(l, 0);
    lower_range(l, length, &least, &most);
    if (term_is(length, LUD_max_range))
        least = lw_int(l, -1); /* never the same as the most */
    int64_t round = 0;
    if (closed && !lower_is_const(lower_bool(l, closed), &round))
        lower_unsupported(l, closed, "this form of (is Path ..)");
    int edge = lw_new_local(l, "edge", ir_site(l->game, l->sym->space_site));
    Ir *arg[4] = {ir_op2(l->game, IR_OP_MAX, lw_local(l, edge), lw_int(l, 0)), lw_owned(l, lower_role(l, term_arg(t, SLOT_player))),
                  least, most};
    Ir *found = ir_call(l->game, IR_OP_CALL, ir_fn_find(l->game, round ? "path_closed" : "path_open"), 4, arg);
    Ir *moved = ir_op2(l->game, IR_OP_GE, lw_local(l, edge), lw_int(l, 0));
    return ir_k2(l->game, IR_OP_LETX, edge, lw_get(l, l->field->last.to), ir_op2(l->game, IR_OP_AND, moved, found));
}
