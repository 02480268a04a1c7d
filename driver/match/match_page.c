/* match_page.c - a folder with what stands in a match: its games as a table, plots and a page.
 *
 * Of two agents in games of two roles: Elo with its interval over the games, and with --sprt the logarithm of the
 * likelihood ratio between its bounds.  Of all matches: the mean payoff of each agent in each seat. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "driver/folder.h"
#include "driver/match/match.h"

/* Points of a line at most; what stands for an infinite Elo in data; how far the picture reaches. */
enum { POINTS = 200, BEYOND = 9999, REACH = 800 };

static bool is_duel(const Match *m) { return m->agents == 2 && m->r->players == 2; }

/* ---- the table --------------------------------------------------------------------------------- */

static void game_row(const Match *m, const Game *g, Out *out)
{
    Out words = {0};
    out_printf(out, "%llu\t", (unsigned long long)g->number);
    for (unsigned p = 0; p < m->r->players; p++)
        out_printf(out, "%s%u", p ? "," : "", g->seat[p] + 1u);
    out_printf(out, "\t%s\t%u\t%s\t", referee_end_name(g->result.end), g->result.role,
               g->result.role ? referee_status_name(g->result.status) : "");
    for (unsigned p = 0; p < m->r->players; p++)
        out_printf(out, "%s%g", p ? "," : "", g->result.payoff[p]);
    out_printf(out, "\t%llu\t", (unsigned long long)g->result.steps);
    match_result_words(m, g, &words);
    out_tsv_field(out, words.text);
    out_char(out, '\n');
    out_free(&words);
}

static int save_table(const Match *m, const char *folder)
{
    Out out = {0};
    for (unsigned a = 0; a < m->agents; a++) {
        out_printf(&out, "# agent %u: ", a + 1);
        out_tsv_field(&out, m->agent[a]);
        out_char(&out, '\n');
    }
    out_puts(&out, "game\tseats\tend\trole\tstatus\tpayoff\tsteps\tresult\n");
    for (size_t i = 0; i < m->ngame; i++)
        game_row(m, &m->game[i], &out);
    int code = folder_save(folder, "match.tsv", &out);
    out_free(&out);
    return code;
}

/* ---- data ------------------------------------------------------------------------------------------ */

/* A number, or what gnuplot leaves out. */
static void put(Out *out, double x)
{
    if (isnan(x))
        out_puts(out, " NaN");
    else
        out_printf(out, " %.6g", fmax(-BEYOND, fmin(x, BEYOND)));
}

/* The first of n points stand for all: where the next one is. */
static size_t next_point(size_t i, size_t n) { return i + (n > POINTS ? (n + POINTS - 1) / POINTS : 1); }

/* Games, Elo of the first agent, its interval, llr: as it stood after so many games. */
static int save_course(const Match *m, const char *folder)
{
    Out out = {0};
    out_printf(&out, "# games elo low high llr; %d: infinite\n", BEYOND);
    for (size_t i = 1, last = 0; last < m->ngame; last = i, i = next_point(i, m->ngame)) {
        Sums s;
        i = i < m->ngame ? i : m->ngame;
        match_sums_make(&s, &m->seating, m->agents, m->game, i);
        Duel d = match_sums_duel(&s);
        out_printf(&out, "%zu", i);
        put(&out, d.elo);
        put(&out, d.elo95.low);
        put(&out, d.elo95.high);
        put(&out, m->has_sprt ? match_sums_llr(&s, &m->sprt) : NAN);
        out_char(&out, '\n');
        match_sums_free(&s);
    }
    int code = folder_save(folder, "course.dat", &out);
    out_free(&out);
    return code;
}

/* A block of lines for each agent: seat, mean payoff, its interval. */
static int save_seats(const Match *m, const Sums *s, const char *folder)
{
    Out out = {0};
    for (unsigned a = 0; a < m->agents; a++) {
        out_printf(&out, "%s# agent %u: ", a ? "\n\n" : "", a + 1);
        out_tsv_field(&out, m->agent[a]);
        out_char(&out, '\n');
        for (unsigned p = 0; p < s->players; p++) {
            const SeatSum *seat = &s->agent[a].seat[p];
            Interval i = match_sample_interval(&seat->units);
            out_printf(&out, "%u", p + 1);
            put(&out, seat->games ? seat->payoff / (double)seat->games : NAN);
            put(&out, seat->games ? i.low : NAN);
            put(&out, seat->games ? i.high : NAN);
            out_char(&out, '\n');
        }
    }
    int code = folder_save(folder, "seats.dat", &out);
    out_free(&out);
    return code;
}

/* ---- plots ---------------------------------------------------------------------------------------------- */

static void put_title(Out *out, const char *text)
{
    out_puts(out, " title ");
    folder_plot_text(out, text);
    out_puts(out, " noenhanced");
}

static int save_elo(const Match *m, const char *folder)
{
    Out out = {0};
    folder_plot_head(&out, "elo", "course.dat");
    out_printf(&out, "set xlabel 'games'\nset ylabel 'Elo of the first agent over the second'\nset key outside below\n"
                     "set yrange [-%d<*:*<%d]\n", REACH, REACH);
    out_puts(&out, "plot 'course.dat' using 1:3:4 with filledcurves fillcolor 'light-gray' title '95 %', \\\n"
                   "    0 with lines linecolor 'gray' notitle, \\\n    'course.dat' using 1:2 with lines linewidth 2");
    put_title(&out, m->agent[0]);
    out_char(&out, '\n');
    int code = folder_save(folder, "elo.gp", &out);
    out_free(&out);
    return code;
}

static int save_llr(const Match *m, const char *folder)
{
    Out out = {0};
    Interval bounds = match_sprt_bounds(&m->sprt);
    folder_plot_head(&out, "llr", "course.dat");
    out_printf(&out, "set xlabel 'games'\nset ylabel 'llr'\nset key outside below\n"
                     "plot %.6g with lines title 'H1: Elo %g', %.6g with lines title 'H0: Elo %g', \\\n"
                     "    'course.dat' using 1:5 with lines linewidth 2 title 'llr'\n",
               bounds.high, m->sprt.elo1, bounds.low, m->sprt.elo0);
    int code = folder_save(folder, "llr.gp", &out);
    out_free(&out);
    return code;
}

static int save_payoffs(const Match *m, const Sums *s, const char *folder)
{
    Out out = {0};
    folder_plot_head(&out, "seats", "seats.dat");
    out_printf(&out, "set xlabel 'seat'\nset ylabel 'mean payoff, 95 %%'\nset yrange [0:1]\nset xrange [0.5:%u.5]\nset xtics 1\n"
                     "set key outside below\nplot", s->players);
    for (unsigned a = 0; a < m->agents; a++) {
        double aside = 0.5 * ((a + 0.5) / m->agents - 0.5);
        out_printf(&out, "%s 'seats.dat' index %u using ($1%+.4f):2:3:4 with yerrorbars pointtype 7", a ? ", \\\n   " : "", a, aside);
        put_title(&out, m->agent[a]);
    }
    out_char(&out, '\n');
    int code = folder_save(folder, "seats.gp", &out);
    out_free(&out);
    return code;
}

/* ---- the page ------------------------------------------------------------------------------------------------ */

static void agent_row(const Match *m, const Sums *s, unsigned a, Out *out)
{
    const AgentSum *sum = &s->agent[a];
    const double n = (double)sum->games;
    Interval score = match_sample_interval(&sum->units), payoff = match_sample_interval(&sum->all.units);
    out_printf(out, "<tr><td>%u ", a + 1);
    out_markup(out, m->agent[a]);
    out_printf(out, "<td>%llu<td>%llu", (unsigned long long)sum->games, (unsigned long long)sum->wins);
    if (sum->games)
        out_printf(out, "<td>%.4f<td>[%.4f, %.4f]<td>%.4f<td>[%.4f, %.4f]</tr>\n", sum->score / n, score.low, score.high,
                   sum->all.payoff / n, payoff.low, payoff.high);
    else
        out_puts(out, "<td><td><td><td></tr>\n");
}

static void put_plot(Out *out, const char *name, const char *what)
{
    out_printf(out, "<h2>%s</h2>\n<p><img src=\"%s.svg\" alt=\"%s\"></p>\n", what, name, what);
}

static int save_page(const Match *m, const Sums *s, bool drawn, const char *folder)
{
    Out out = {0}, text = {0};
    folder_page_head(&out, "ludc match");
    out_puts(&out, "<h1>");
    out_markup(&out, ludc_name(m->r));
    out_printf(&out, "</h1>\n<p>%llu games, %llu draws, seed %llu. All games: <a href=\"match.tsv\">match.tsv</a>.</p>\n"
                     "<table><tr><th>agent<th>games<th>wins<th>score<th>95 %%<th>payoff<th>95 %%</tr>\n",
               (unsigned long long)s->games, (unsigned long long)s->draws, (unsigned long long)m->seed);
    for (unsigned a = 0; a < m->agents; a++)
        agent_row(m, s, a, &out);
    out_puts(&out, "</table>\n");
    if (drawn && is_duel(m))
        put_plot(&out, "elo", "Elo over the games");
    if (drawn && m->has_sprt)
        put_plot(&out, "llr", "The sequential test");
    if (drawn)
        put_plot(&out, "seats", "Payoffs by seat");
    match_text(m, s, &text);
    int code = folder_page_save(folder, &out, text.text);
    out_free(&out);
    out_free(&text);
    return code;
}

int match_page(const Match *m, const Sums *s)
{
    const char *folder = m->options->out;
    bool drawn = m->ngame > 0;
    int code = save_table(m, folder);
    if (!code)
        code = save_seats(m, s, folder);
    if (!code)
        code = save_payoffs(m, s, folder);
    if (!code && is_duel(m) && !(code = save_course(m, folder)))
        code = save_elo(m, folder);
    if (!code && m->has_sprt)
        code = save_llr(m, folder);
    if (code)
        return code;
    drawn = drawn && folder_plot(folder, "seats.gp") && (!is_duel(m) || folder_plot(folder, "elo.gp")) &&
            (!m->has_sprt || folder_plot(folder, "llr.gp"));
    if (m->ngame && !drawn)
        folder_say_undrawn(folder);
    return save_page(m, s, drawn, folder);
}
