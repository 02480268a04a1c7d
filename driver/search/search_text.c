/* search_text.c - what a search found, for people: the board, moves ranked with bars, the line. */
#include <stdlib.h>
#include <string.h>

#include "driver/board_text.h"
#include "base/memory.h"
#include "driver/search/search.h"
#include "driver/play/terminal.h"

enum { SHOWN = 12, BAR = 30, LINE = 24 };

static void bar(Out *out, double share)
{
    int n = (int)(share * BAR + 0.5);
    for (int i = 0; i < BAR; i++)
        out_char(out, i < n ? '#' : i ? ' ' : '|');
}

static void move_line(const Found *f, const ludc_search_move *m, unsigned player, Out *out)
{
    char text[256];
    ludc_move_text(f->r, f->state, m->move, text, sizeof text);
    out_printf(out, "  %-16s ", text);
    bar(out, m->share);
    out_printf(out, " %5.1f%%  %10llu  %.4f", m->share * 100, (unsigned long long)m->visits, m->value[player - 1]);
    double low = m->low[player - 1], high = m->high[player - 1];
    if (low >= high)
        out_puts(out, "  proved");
    else if (low > 0 || high < 1)
        out_printf(out, "  in [%.3g, %.3g]", low, high);
    out_char(out, '\n');
}

static void role_lines(const Found *f, unsigned player, Out *out)
{
    ludc_search_move m[SHOWN];
    size_t n = ludc_search_moves(f->search, player, m, SHOWN);
    out_printf(out, "player %u, %zu move%s:\n", player, n, out_plural(n));
    for (size_t i = 0; i < n && i < SHOWN; i++)
        move_line(f, &m[i], player, out);
    if (n > SHOWN)
        out_printf(out, "  and %zu more\n", n - SHOWN);
}

static void best_line(const Found *f, Out *out)
{
    ludc_move moves[LINE * 16];
    void *state = malloc(ludc_state_size(f->r));
    if (!state)
        memory_out();
    ludc_copy(f->r, state, f->state);
    size_t n = ludc_search_line(f->search, moves, LINE);
    out_puts(out, "line:");
    for (size_t i = 0; i < n; i++) {
        out_puts(out, i && ludc_joint(f->r) ? " | " : " ");
        found_step(f, state, moves + i * f->r->players, out);
        ludc_apply_joint(f->r, state, moves + i * f->r->players, NULL);
    }
    out_puts(out, n == LINE ? " ..\n" : "\n");
    free(state);
}

static void tree_lines(const Found *f, const void *state, uint64_t node, uint64_t depth, uint64_t deepest, Out *out)
{
    size_t n = depth < deepest ? ludc_search_children(f->search, node, NULL, 0) : 0;
    ludc_search_node *child = calloc(n + 1, sizeof *child);
    void *next = malloc(ludc_state_size(f->r));
    char text[1024];
    if (!child || !next)
        memory_out();
    ludc_search_children(f->search, node, child, n);
    for (size_t i = 0; i < n; i++) {
        out_printf(out, "%*s", (int)(2 * depth + 2), "");
        ludc_search_node_text(f->search, &child[i], state, text, sizeof text);
        out_puts(out, text);
        out_printf(out, " %llu", (unsigned long long)child[i].visits);
        for (unsigned p = 0; p < f->r->players; p++)
            out_printf(out, " %.4f", child[i].value[p]);
        out_char(out, '\n');
        ludc_copy(f->r, next, state);
        ludc_search_node_play(f->search, &child[i], next);
        tree_lines(f, next, child[i].node, depth + 1, deepest, out);
    }
    free(child);
    free(next);
}

static void figures(const Found *f, Out *out)
{
    ludc_search_stats s;
    double value[16], low[16], high[16];
    char agent[2048];
    ludc_search_figures(f->search, &s);
    ludc_search_value(f->search, value, low, high);
    ludc_search_spec(f->options, agent, sizeof agent);
    out_printf(out, "%s, back end %s, plan %s\n%s\n", f->r->name, f->job->player.backend, f->r->plan, agent);
    out_printf(out, "%llu iterations in %.3f s: %.0f a second; depth %.1f, at most %u; %llu nodes of %.1f bytes\n",
               (unsigned long long)s.iterations, s.seconds, s.seconds > 0 ? (double)s.iterations / s.seconds : 0.0,
               s.depth_mean, s.depth_max, (unsigned long long)s.nodes,
               s.nodes ? (double)s.bytes / (double)s.nodes : 0.0);
    out_puts(out, s.proved ? "proved value:" : "value:");
    for (unsigned p = 0; p < f->r->players; p++)
        out_printf(out, " %.4f", value[p]);
    out_char(out, '\n');
    if (job_hides(f->job))
        out_puts(out, "what the rules hide from a player was searched as if it lay open\n");
}

void found_text(const Found *f, Out *out)
{
    const ludc_draw_options drawing = {.size = sizeof drawing, .colour = terminal_colour(stdout)};
    board_text(f->r, f->state, &drawing, "  ", out);
    figures(f, out);
    if (ludc_over(f->r, f->state)) {
        out_puts(out, "the game is over\n");
        return;
    }
    unsigned mover = ludc_mover(f->r, f->state);
    for (unsigned p = 1; p <= f->r->players; p++)
        if (ludc_joint(f->r) || p == mover)
            role_lines(f, p, out);
    best_line(f, out);
    if (f->job->options->has_tree)
        tree_lines(f, f->state, 0, 0, f->job->options->tree, out);
}
