/* board_term.c - from the resolved (board ..) to a measured Board. */
#include "frontend/lud/board_term.h"

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

static SiteType site_type(const Term *use)
{
    return term_is_enum(use, "Vertex") ? SITE_VERTEX
           : term_is_enum(use, "Edge") ? SITE_EDGE
                                       : SITE_CELL;
}

/* The sites that rules speak of must exist. */
static Board *measured(Session *session, const Term *term, Graph *graph, SiteType use)
{
    if (!graph)
        return NULL;
    if (!graph_size(graph, use)) {
        session_error(session, term_at(term), "this board has no %s to play on",
                      use == SITE_CELL ? "cells" : use == SITE_EDGE ? "edges" : "vertices");
        return NULL;
    }
    return board_measure(session->arena, graph, use);
}

Board *board_of_term(Session *session, const Term *term)
{
    Maker maker = {session, arena_new(), SITE_CELL};
    Graph *graph = NULL;
    if (term_is(term, LUD_board)) {
        maker.use = site_type(term_arg(term, "use"));
        graph = graph_of_term(&maker, term_arg(term, "graph"));
    } else {
        session_unsupported(session, term_at(term), "this kind of board is not supported yet");
    }
    Board *board = measured(session, term, graph, maker.use);
    arena_free(maker.arena);
    return board;
}
