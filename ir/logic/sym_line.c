/* sym_line.c - symbolic execution: lines through a site that is not known.
 *
 * Site by site, each line would be there once for every site on it.  Here each is there once:
 * all its sites are in the set, or are the one asked for, and it goes through that.  The set
 * need not have the site that is asked for, so that counts as in it; of the sites that might be asked for
 * exactly one is. */
#include "ir/logic/sym.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LENGTH = 16, LEAST_SHARING = 2 };

/* A line of exactly or at least so many sites, and what a site of it says: it is asked for. */
typedef struct {
    int32_t site[MOST_LENGTH + 2]; /* in order; then those before and after, which are not in the set, or -1 */
    uint32_t place;                /* of the site that is asked for */
    BitsEdge when;
} Window;

typedef VEC(Window) Windows;

typedef struct {
    SymExec *x;
    const SymLines *of;
    uint32_t length;
    bool closed; /* exactly so many: the sites before and after are not in the set */
    Windows window;
} Lines;

static bool on_board(const Lines *l, int32_t site) { return site >= 0 && site < (int32_t)l->of->size; }

/* The site at a place of a row through its own site: 0; 1, 2, .. one way, -1, -2, .. the other. */
static int32_t along(const int32_t *const row[2], const size_t n[2], int32_t own, int at)
{
    if (at == 0)
        return own;
    size_t k = (size_t)(at > 0 ? at : -at) - 1;
    return k < n[at < 0] ? row[at < 0][k] : -1;
}

/* In one order, whichever way the row was walked. */
static void turn(Window *w, uint32_t length)
{
    if (w->site[0] < w->site[length - 1])
        return;
    for (uint32_t i = 0; i < length / 2; i++) {
        int32_t t = w->site[i];
        w->site[i] = w->site[length - 1 - i];
        w->site[length - 1 - i] = t;
    }
    int32_t t = w->site[length];
    w->site[length] = w->site[length + 1];
    w->site[length + 1] = t;
    w->place = length - 1 - w->place;
}

/* The windows of a pair of opposite rays; false if a ray comes back to its own site. */
static bool add_windows(Lines *l, const int32_t *const row[2], const size_t n[2], int32_t own, BitsEdge when)
{
    int length = (int)l->length;
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < n[side]; k++)
            if (row[side][k] == own)
                return false;
    for (int from = 1 - length; from <= 0; from++) {
        Window w = {.place = (uint32_t)-from, .when = when};
        bool whole = true;
        for (int i = 0; i < length; i++) {
            w.site[i] = along(row, n, own, from + i);
            whole = whole && on_board(l, w.site[i]);
        }
        int32_t before = along(row, n, own, from - 1), after = along(row, n, own, from + length);
        w.site[length] = l->closed && on_board(l, before) ? before : -1;
        w.site[length + 1] = l->closed && on_board(l, after) ? after : -1;
        if (!whole)
            continue;
        turn(&w, l->length);
        vec_push(l->x->arena, &l->window, w);
    }
    return true;
}

static bool find_windows(Lines *l)
{
    for (size_t i = 0; i < l->of->n; i++) {
        const SymSlice *s = &l->of->slice[i];
        int32_t own = (int32_t)(s->start / s->n);
        if (!on_board(l, own))
            return false;
        for (size_t k = 0; k < s->n; k += 2) {
            const int32_t *row[2] = {NULL, NULL};
            size_t n[2] = {0, 0};
            for (size_t side = 0; side < 2 && k + side < s->n; side++)
                row[side] = sym_row(&(SymSlice){s->table, s->start + k + side, 1, BITS_TRUE}, 0, &n[side]);
            if (!add_windows(l, row, n, own, s->when))
                return false;
        }
    }
    return true;
}

static int by_sites(const void *a, const void *b)
{
    const Window *p = a, *q = b;
    int order = memcmp(p->site, q->site, sizeof p->site);
    return order ? order : (p->place > q->place) - (p->place < q->place);
}

/* All windows of the same sites: they hold, and one of their sites is asked for. */
static BitsEdge window_holds(Lines *l, const BitsEdge *in, const Window *w, size_t n)
{
    BitsNet *net = l->x->net;
    BitsEdge all[MOST_LENGTH + 2], any[MOST_LENGTH] = {BITS_FALSE};
    uint32_t k = l->length;
    for (uint32_t i = 0; i < l->length; i++)
        all[i] = in[w->site[i]];
    for (size_t i = 0; i < n; i++)
        any[w[i].place] = net_or(net, any[w[i].place], w[i].when);
    BitsEdge whole = net_and_all(net, all, k), asked = net_or_all(net, any, k);
    for (uint32_t i = k; i < k + 2; i++)
        if (w->site[i] >= 0)
            whole = net_and(net, whole, net_not(l->of->set[w->site[i]]));
    return net_and(net, whole, asked);
}

static BitsEdge any_window(Lines *l)
{
    SymExec *x = l->x;
    BitsEdge *in = sym_edges(x, l->of->size), *part = sym_edges(x, l->window.n + 1);
    size_t k = 0;
    memcpy(in, l->of->set, l->of->size * sizeof *in);
    for (size_t i = 0; i < l->of->n; i++) {
        size_t own = l->of->slice[i].start / l->of->slice[i].n;
        in[own] = net_or(x->net, in[own], l->of->slice[i].when);
    }
    for (size_t i = 0, j; i < l->window.n; i = j) {
        const Window *w = &l->window.at[i];
        for (j = i; j < l->window.n && !memcmp(l->window.at[j].site, w->site, sizeof w->site); j++)
            ;
        part[k++] = window_holds(l, in, w, j - i);
    }
    return net_or_all(x->net, part, k);
}

bool sym_lines(SymExec *x, const SymLines *of, BitsEdge *found)
{
    Lines l = {.x = x, .of = of, .length = (uint32_t)of->least, .closed = of->most == of->least};
    if (of->least < 2 || of->least > MOST_LENGTH || (!l.closed && of->most < (int64_t)of->size) || of->n < 2 || !find_windows(&l))
        return false;
    qsort(l.window.at, l.window.n, sizeof *l.window.at, by_sites);
    size_t distinct = 0;
    for (size_t i = 0; i < l.window.n; i++)
        distinct += i == 0 || memcmp(l.window.at[i].site, l.window.at[i - 1].site, sizeof l.window.at[i].site) != 0;
    if (l.window.n < LEAST_SHARING * distinct)
        return false;
    *found = any_window(&l);
    return true;
}
