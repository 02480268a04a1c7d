/* surakarta.c - the tracks of (surakartaBoard ..): loops that run along a row or column, leave the
 * board at its end, and come back beside the corner, each forwards and backwards. */
#include "frontend/lud/lower/geometry/surakarta.h"

typedef VEC(int) Run;

/* Ends of runs are noted as ~site: an arc leads from one to the next. */
static void add_run(Lower *l, Run *run, int first, int step, int bend, int n)
{
    for (int i = 0; i < n; i++) {
        vec_push(l->arena, run, i == 0 || i == n - 1 ? ~first : first);
        first += step;
        step += bend;
    }
}

/* An arc begins where two ends follow each other. */
static void add_loop(Lower *l, const Run *run, int by, const char *name)
{
    const int n = (int)run->n;
    Track track = {.name = name, .loop = true, .distinct = true};
    int *site = ARENA_ARRAY(l->arena, int, n), *bump = ARENA_ARRAY(l->arena, int, n);
    for (int i = 0; i < n; i++) {
        int a = run->at[by > 0 ? i : n - 1 - i], b = run->at[by > 0 ? (i + 1) % n : (2 * n - 2 - i) % n];
        site[i] = a < 0 ? ~a : a;
        bump[i] = a < 0 && b < 0;
        for (int k = 0; k < i; k++)
            track.distinct &= site[k] != site[i];
    }
    track.n = n;
    track.site = site;
    track.bump = bump;
    vec_push(l->arena, &l->sym->track, track);
}

static void square_loop(Lower *l, int loop, int rows, int columns, Run *run)
{
    add_run(l, run, loop * columns, 1, 0, columns);
    add_run(l, run, columns - 1 - loop, columns, 0, rows);
    add_run(l, run, rows * columns - 1 - loop * columns, -1, 0, columns);
    add_run(l, run, rows * columns - columns + loop, -columns, 0, rows);
}

/* Rows of a triangle are shorter by one from one to the next. */
static void triangle_loop(Lower *l, int loop, int side, Run *run)
{
    const int n = side - loop;
    int start = loop * side - loop * (loop - 1) / 2, right = side - 1 - loop, last = right;
    add_run(l, run, start, 1, 0, n);
    add_run(l, run, right, side - 1, -1, n);
    for (int i = 0, step = side - 1; i < n; i++, step--)
        last += step;
    add_run(l, run, last, -(side - 1 - n + 3), -1, n);
}

void lower_surakarta_tracks(Lower *l, const Term *board)
{
    const Term *graph = term_arg(board, SLOT_graph), *loops = term_arg(board, SLOT_loops), *from = term_arg(board, SLOT_from);
    const bool square = term_is(graph, LUD_square) || term_is(graph, LUD_rectangle), tri = term_is(graph, LUD_tri);
    const int rows = l->sites->layer->nrow, columns = l->sites->layer->ncolumn, least = rows < columns ? rows : columns;
    if (!square && !tri) {
        lower_unsupported(l, graph, "such a graph of (surakartaBoard ..)");
        return;
    }
    int n = loops ? (int)loops->number : square ? (least - 2) / 2 : (rows - 1) / 2, first = from ? (int)from->number : 1;
    if (first < 1 || first + n >= least) {
        lower_unsupported(l, board, "loops that do not fit the board");
        return;
    }
    for (int loop = first; loop < first + n; loop++) {
        Run run = {0};
        if (square)
            square_loop(l, loop, rows, columns, &run);
        else
            triangle_loop(l, loop, rows, &run);
        add_loop(l, &run, 1, arena_printf(l->arena, "Track%dF", loop));
        add_loop(l, &run, -1, arena_printf(l->arena, "Track%dB", loop));
    }
}
