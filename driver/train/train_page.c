/* train_page.c - how learning went: curves by gnuplot and a page, of what the log says and what is known now. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "driver/folder.h"
#include "driver/json_text.h"
#include "driver/train/train.h"

/* Episodes of a running mean; features of a player on the page. */
enum { WINDOW = 10, HEAVIEST = 25 };

/* ---- data ----------------------------------------------------------------------------- */

static double member(const json_t *episode, const char *name, size_t player)
{
    const json_t *value = json_object_get(episode, name);
    return json_number_value(json_is_array(value) ? json_array_get(value, player) : value);
}

/* The mean of the last episodes of what the policy did not know of the search: the cross-entropy less the entropy. */
static double surprise(const json_t *log, size_t episode, size_t player)
{
    double sum = 0;
    const size_t first = episode + 1 < WINDOW ? 0 : episode + 1 - WINDOW;
    for (size_t i = first; i <= episode; i++) {
        const json_t *e = json_array_get(log, i);
        sum += member(e, "fresh", player) - member(e, "entropy", player);
    }
    return sum / (double)(episode + 1 - first);
}

/* A block a player: episode, moves, surprise, its running mean, loss of the steps, features. */
static int save_data(const Train *t, const json_t *log)
{
    Out out = {0};
    for (size_t p = 0; p < ludc_players(t->job->player.reasoner); p++) {
        out_printf(&out, "%s# player %zu: episode moves surprise mean loss features\n", p ? "\n\n" : "", p + 1);
        for (size_t i = 0; i < json_array_size(log); i++) {
            const json_t *e = json_array_get(log, i);
            out_printf(&out, "%.0f %.0f %.6g %.6g %.6g %.0f\n", member(e, "episode", 0), member(e, "moves", 0),
                       member(e, "fresh", p) - member(e, "entropy", p), surprise(log, i, p), member(e, "loss", p), member(e, "features", p));
        }
    }
    int code = folder_save(t->folder, "curves.dat", &out);
    out_free(&out);
    return code;
}

static json_t *read_log(const Train *t)
{
    json_t *log = json_array();
    for (const char *line = t->log.text; line && *line;) {
        const size_t n = strcspn(line, "\n");
        json_t *episode = json_loadb(line, n, 0, NULL);
        if (episode)
            json_array_append_new(log, episode);
        line += n + (line[n] == '\n');
    }
    return log;
}

/* ---- plots -------------------------------------------------------------------------------- */

typedef struct {
    const char *name, *label, *title;
    unsigned column, points; /* of the line; of points beside it, 0: none */
} Plot;

static const Plot plots[] = {
    {"surprise", "cross-entropy less entropy, nats", "What the policy does not know of the search", 4, 3},
    {"loss", "cross-entropy, nats", "Loss of the steps", 5, 0},
    {"moves", "moves", "Lengths of the episodes", 2, 0},
    {"features", "features", "Features", 6, 0},
};

enum { PLOTS = sizeof plots / sizeof *plots };

static int save_plot(const Train *t, const Plot *plot)
{
    Out out = {0}, script = {0};
    const unsigned players = plot->column == 2 ? 1 : ludc_players(t->job->player.reasoner);
    folder_plot_head(&out, plot->name, "curves.dat");
    out_printf(&out, "set xlabel 'episode'\nset ylabel '%s'\nset yrange [0:*]\nset key outside below\nplot", plot->label);
    for (unsigned p = 0; p < players; p++) {
        if (plot->points)
            out_printf(&out, "%s 'curves.dat' index %u using 1:%u with points pointtype 7 pointsize 0.3 linecolor %u notitle", p ? ", \\\n   " : "", p,
                       plot->points, p + 1);
        out_printf(&out, "%s 'curves.dat' index %u using 1:%u with lines linewidth 2 linecolor %u ", p || plot->points ? ", \\\n   " : "", p,
                   plot->column, p + 1);
        if (players > 1)
            out_printf(&out, "title 'player %u'", p + 1);
        else
            out_puts(&out, "notitle");
    }
    out_char(&out, '\n');
    out_printf(&script, "%s.gp", plot->name);
    int code = folder_save(t->folder, script.text, &out);
    out_free(&out);
    out_free(&script);
    return code;
}

static bool draw(const Train *t)
{
    bool drawn = true;
    for (size_t i = 0; i < PLOTS && drawn; i++) {
        Out script = {0};
        out_printf(&script, "%s.gp", plots[i].name);
        drawn = folder_plot(t->folder, script.text);
        out_free(&script);
    }
    return drawn;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* The feature of that player with the greatest absolute weight that is not listed yet; its index, or that behind the last. */
static size_t next_heaviest(const ludc_features *set, unsigned player, const bool *listed)
{
    const size_t n = ludc_features_count(set);
    size_t best = n;
    for (size_t i = 0; i < n; i++)
        if (ludc_feature_player(set, i) == player && !listed[i] &&
            (best == n || fabs(ludc_feature_weight(set, i)) > fabs(ludc_feature_weight(set, best))))
            best = i;
    return best;
}

static void put_heaviest(const Train *t, const ludc_features *set, Out *out)
{
    bool *listed = calloc(ludc_features_count(set) + 1, sizeof *listed);
    if (!listed)
        memory_out();
    for (unsigned p = 1; p <= ludc_players(t->job->player.reasoner); p++) {
        out_printf(out, "<h2>The heaviest features of player %u</h2>\n<table><tr><th>feature<th>weight</tr>\n", p);
        for (int k = 0; k < HEAVIEST; k++) {
            const size_t i = next_heaviest(set, p, listed), size = ludc_feature_text(set, i, NULL, 0) + 1;
            if (i == ludc_features_count(set))
                break;
            char *text = malloc(size);
            if (!text)
                memory_out();
            listed[i] = true;
            ludc_feature_text(set, i, text, size);
            out_puts(out, "<tr><td><code>");
            out_markup(out, text);
            out_printf(out, "</code><td>%.4f</tr>\n", ludc_feature_weight(set, i));
            free(text);
        }
        out_puts(out, "</table>\n");
    }
    free(listed);
}

/* A row a line: its first word, and the rest. */
static void put_settings(const Train *t, Out *out)
{
    out_puts(out, "<h2>Settings</h2>\n<table>\n");
    for (const char *line = t->settings.text; *line;) {
        const size_t n = strcspn(line, "\n"), word = strcspn(line, " ");
        char *name = strndup(line, word), *value = strndup(line + word, n - word);
        if (!name || !value)
            memory_out();
        out_puts(out, "<tr><td>");
        out_markup(out, name);
        out_puts(out, "<td style=\"text-align:left;overflow-wrap:anywhere\">");
        out_markup(out, value);
        out_puts(out, "</tr>\n");
        free(name);
        free(value);
        line += n + (line[n] == '\n');
    }
    out_puts(out, "</table>\n</html>\n");
}

static int save_page(const Train *t, bool drawn)
{
    Out out = {0};
    ludc_features *set = ludc_learner_set(t->learner);
    folder_page_head(&out, "ludc train");
    out_puts(&out, "<h1>");
    out_markup(&out, ludc_name(t->job->player.reasoner));
    out_printf(&out, "</h1>\n<p>%llu episodes in %.0f s. What was learnt: <a href=\"policy.features\">policy.features</a>; "
                     "every episode: <a href=\"log.jsonl\">log.jsonl</a>.</p>\n",
               (unsigned long long)ludc_train_episodes(t->train), train_seconds(t));
    for (size_t i = 0; i < PLOTS && drawn; i++)
        out_printf(&out, "<h2>%s</h2>\n<p><img src=\"%s.svg\" alt=\"%s\"></p>\n", plots[i].title, plots[i].name, plots[i].title);
    if (set)
        put_heaviest(t, set, &out);
    ludc_features_free(set);
    put_settings(t, &out);
    int code = folder_save(t->folder, "index.html", &out);
    out_free(&out);
    return code;
}

int train_page(const Train *t)
{
    json_t *log = read_log(t);
    const bool some = json_array_size(log) > 0;
    int code = save_data(t, log);
    for (size_t i = 0; i < PLOTS && !code; i++)
        code = save_plot(t, &plots[i]);
    json_decref(log);
    if (code)
        return code;
    const bool drawn = some && draw(t);
    if (some && !drawn)
        folder_say_undrawn(t->folder);
    return save_page(t, drawn);
}
