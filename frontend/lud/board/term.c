/* term.c - from the resolved (board ..) to a measured Board. */
#include "frontend/lud/board/term.h"

static GraphFamily *const family[] = {
    graph_of_basis,
    graph_of_shape,
    graph_of_operator,
    graph_of_edit,
};

Graph *graph_of_term(Maker *maker, const Term *term)
{
    for (size_t i = 0; i < sizeof family / sizeof *family; i++) {
        bool mine;
        Graph *graph = family[i](maker, term, &mine);
        if (mine)
            return graph;
    }
    const char *head = ast_head(term->ast);
    session_unsupported(maker->session, term_at(term),
                        "the graph ludeme `%s` is not supported yet", head ? head : "?");
    return NULL;
}

const char *const site_type_name[SITE_TYPES] = {"Vertex", "Edge", "Cell"};

SiteType site_type_named(const Term *type)
{
    int found = 0;
    while (found < SITE_TYPES && !(type && term_is_enum(type, site_type_name[found])))
        found++;
    return (SiteType)found;
}

/* The sites that rules speak of must exist. */
static Board *measured(Session *session, const Term *term, Graph *graph, SiteType use)
{
    static const char *const name[SITE_TYPES] = {"vertices", "edges", "cells"};
    if (!graph)
        return NULL;
    if (graph_size(graph, use))
        return board_measure(session->arena, graph, use);
    if (graph_size(graph, SITE_VERTEX))
        session_unsupported(session, term_at(term), "boards without %s are not supported",
                            name[use]);
    else
        session_error(session, term_at(term), "there is no site on this board");
    return NULL;
}

/* A large board of which only sites beside pieces are used. */
static Graph *boardless(Maker *maker, const Term *term)
{
    const Term *tiling = term_arg(term, SLOT_tiling);
    bool hexagonal = term_is_enum(tiling, "Hexagonal");
    int n;
    if (!size_arg(maker, term, SLOT_dimension, hexagonal ? 21 : 41, &n) ||
        !size_is_fair(maker, term, hexagonal ? 2 * n : n + 1, hexagonal ? 2 * n : n + 1))
        return NULL;
    Graph *graph =
        hexagonal ? graph_hex_hexagon(maker->arena, n)
        : term_is_enum(tiling, "Square")
            ? graph_rectangle(maker->arena, n, n, DIAGONALS_NONE, false, SITE_CELL)
            : graph_tri_triangle(maker->arena, n, SITE_CELL);
    graph->boardless = true;
    return graph;
}

static Graph *mancala(Maker *maker, const Term *term)
{
    int64_t rows = term_arg(term, SLOT_rows)->number;
    int64_t columns = term_arg(term, SLOT_columns)->number;
    const Term *store = term_arg(term, SLOT_store), *stores = term_arg(term, SLOT_numStores);
    if (rows < 2 || rows > 6 || columns < 1) {
        session_error(maker->session, term_at(term),
                      "a mancala board has 2 to 6 rows of at least one hole");
        return NULL;
    }
    if (!size_is_fair(maker, term, rows, columns))
        return NULL;
    if (term_is_enum(store, "Inner") || (stores && stores->number != 2))
        return graph_rectangle(maker->arena, (int)rows, (int)rows, DIAGONALS_NONE, false,
                               SITE_VERTEX);
    return graph_mancala(maker->arena, (int)rows, (int)columns,
                         !term_is_enum(store, "None"));
}

/* The graph of any kind of board; sets maker->use. */
static Graph *graph_of_board(Maker *maker, const Term *term)
{
    switch ((int)term->id) {
    case LUD_board:
        maker->use = term_arg(term, SLOT_use) ? site_type_named(term_arg(term, SLOT_use)) : SITE_CELL;
        return graph_of_term(maker, term_arg(term, SLOT_graph));
    case LUD_surakarta_board:
        maker->use = SITE_VERTEX;
        return graph_of_term(maker, term_arg(term, SLOT_graph));
    case LUD_mancala_board:
        maker->use = SITE_VERTEX;
        return mancala(maker, term);
    case LUD_boardless:
        return boardless(maker, term);
    default:
        session_unsupported(maker->session, term_at(term),
                            "this kind of board is not supported yet");
        return NULL;
    }
}

Board *board_of_term(Session *session, const Term *term)
{
    Maker maker = {session, arena_beside(session->arena), SITE_CELL};
    Graph *graph = graph_of_board(&maker, term);
    Board *board = measured(session, term, graph, maker.use);
    if (board && term_is(term, LUD_surakarta_board))
        board->numsites = board->layer[SITE_VERTEX].n;
    arena_free(maker.arena);
    return board;
}
