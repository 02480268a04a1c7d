/* search_json.c - what a search found, for machines. */
#include <jansson.h>
#include <stdlib.h>

#include "driver/search.h"

static json_t *numbers(const double *value, unsigned n)
{
    json_t *all = json_array();
    for (unsigned i = 0; i < n; i++)
        json_array_append_new(all, json_real(value[i]));
    return all;
}

static json_t *step_text(const Found *f, const void *state, const ludc_move *moves)
{
    Out out = {0};
    found_step(f, state, moves, &out);
    json_t *text = json_string(out.n ? out.text : "");
    out_free(&out);
    return text;
}

static void play(const Found *f, void *state, const ludc_move *moves)
{
    ludc_apply_joint(f->r, state, moves, NULL);
}

static void *copy(const Found *f, const void *state)
{
    void *other = malloc(ludc_state_size(f->r));
    if (!other)
        abort();
    ludc_copy(f->r, other, state);
    return other;
}

enum { LINE = 200 };

static json_t *line(const Found *f)
{
    json_t *all = json_array();
    ludc_move moves[LINE * 16];
    void *state = copy(f, f->state);
    size_t n = ludc_search_line(f->search, moves, LINE);
    for (size_t i = 0; i < n; i++) {
        json_array_append_new(all, step_text(f, state, moves + i * f->r->players));
        play(f, state, moves + i * f->r->players);
    }
    free(state);
    return all;
}

/* ---- moves ------------------------------------------------------------------------------- */

static json_t *move_row(const Found *f, const ludc_search_move *m)
{
    char text[256];
    ludc_move_text(f->r, f->state, m->move, text, sizeof text);
    unsigned n = f->r->players;
    return json_pack("{s:s, s:I, s:o, s:o, s:o, s:f}", "move", text, "visits", (json_int_t)m->visits, "value",
                     numbers(m->value, n), "low", numbers(m->low, n), "high", numbers(m->high, n), "share", m->share);
}

static json_t *role(const Found *f, unsigned player)
{
    size_t n = ludc_search_moves(f->search, player, NULL, 0);
    ludc_search_move *m = calloc(n + 1, sizeof *m);
    if (!m)
        abort();
    ludc_search_moves(f->search, player, m, n);
    ludc_move best;
    json_t *rows = json_array(), *name = json_null();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(rows, move_row(f, &m[i]));
    free(m);
    if (ludc_search_best((ludc_search *)f->search, player, &best) == LUDC_OK) {
        char text[256];
        ludc_move_text(f->r, f->state, best, text, sizeof text);
        name = json_string(text);
    }
    return json_pack("{s:I, s:o, s:o}", "player", (json_int_t)player, "best", name, "moves", rows);
}

static json_t *roles(const Found *f)
{
    json_t *all = json_array();
    if (ludc_over(f->r, f->state))
        return all;
    unsigned mover = ludc_mover(f->r, f->state);
    for (unsigned p = 1; p <= f->r->players; p++)
        if (ludc_joint(f->r) || p == mover)
            json_array_append_new(all, role(f, p));
    return all;
}

/* ---- the tree ---------------------------------------------------------------------------------- */

static json_t *children(const Found *f, const void *state, uint64_t node, uint64_t depth)
{
    json_t *all = json_array();
    size_t n = depth ? ludc_search_children(f->search, node, NULL, 0) : 0;
    ludc_search_node *child = calloc(n + 1, sizeof *child);
    void *next = copy(f, state);
    if (!child)
        abort();
    ludc_search_children(f->search, node, child, n);
    for (size_t i = 0; i < n; i++) {
        unsigned players = f->r->players;
        ludc_copy(f->r, next, state);
        json_t *row = json_pack("{s:o, s:I, s:o, s:o, s:o}", "move", step_text(f, state, child[i].moves), "visits",
                                (json_int_t)child[i].visits, "value", numbers(child[i].value, players), "low",
                                numbers(child[i].low, players), "high", numbers(child[i].high, players));
        play(f, next, child[i].moves);
        if (depth > 1)
            json_object_set_new(row, "children", children(f, next, child[i].node, depth - 1));
        json_array_append_new(all, row);
    }
    free(child);
    free(next);
    return all;
}

/* The planes of the position that M-MCTS compares: how many bits, and which are set, PLANE, PLANE MEMBER
 * or, where a plane is a player's, PLAYER PLANE MEMBER. */
static json_t *phi(const Found *f)
{
    ludc_set set = f->options->agent == LUDC_AGENT_MMCTS ? (ludc_set)f->options->phi : LUDC_SET_STATE;
    json_t *names = json_array();
    uint64_t *word = calloc(ludc_observe_words(f->r, set) + 1, sizeof *word);
    ludc_plane_info plane;
    if (!word)
        abort();
    ludc_observe(f->r, f->state, set, 0, word);
    for (size_t i = 0; i < ludc_planes(f->r, set); i++) {
        ludc_plane_at(f->r, set, i, &plane);
        for (uint32_t k = 0; k < plane.size; k++) {
            if (!(word[plane.word + k / 64] >> k % 64 & 1))
                continue;
            Out out = {0};
            if (plane.owner)
                out_printf(&out, "%u ", plane.owner);
            out_puts(&out, plane.name);
            if (plane.label && plane.label[k])
                out_printf(&out, " %s", plane.label[k]);
            else if (plane.size > 1)
                out_printf(&out, " %u", k);
            json_array_append_new(names, json_string(out.text));
            out_free(&out);
        }
    }
    free(word);
    return json_pack("{s:I, s:o}", "bits", (json_int_t)ludc_observe_bits(f->r, set), "set", names);
}

void found_json(const Found *f, Out *out)
{
    double value[16], low[16], high[16];
    ludc_search_stats s;
    char agent[2048];
    unsigned n = f->r->players;
    ludc_search_figures(f->search, &s);
    ludc_search_value(f->search, value, low, high);
    ludc_search_spec(f->options, agent, sizeof agent);
    json_t *all = json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:I, s:o, s:o, s:o, s:b, s:o, s:o}", "game",
        f->r->name, "agent", agent, "backend", f->job->player.backend, "plan", f->r->plan, "seed", (json_int_t)f->seed,
        "iterations", (json_int_t)s.iterations, "playouts", (json_int_t)s.playouts, "nodes", (json_int_t)s.nodes, "bytes",
        (json_int_t)s.bytes, "bytes_per_node", s.nodes ? (double)s.bytes / (double)s.nodes : 0.0, "seconds", s.seconds,
        "iterations_per_s", s.seconds > 0 ? (double)s.iterations / s.seconds : 0.0, "depth_mean", s.depth_mean,
        "depth_max", (json_int_t)s.depth_max, "value", numbers(value, n), "low", numbers(low, n), "high",
        numbers(high, n), "proved", s.proved || ludc_over(f->r, f->state), "pv", line(f), "roles", roles(f));
    if (all && f->job->options->phi)
        json_object_set_new(all, "phi", phi(f));
    if (all && f->job->options->has_tree)
        json_object_set_new(all, "tree", children(f, f->state, 0, f->job->options->tree));
    char *text = all ? json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    out_printf(out, "%s\n", text ? text : "{}");
    free(text);
    json_decref(all);
}
