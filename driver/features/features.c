/* features.c - ludc features: sets of spatial features, and what they say of moves. */
#include "driver/features/features.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "driver/json_text.h"
#include "ir/offer/offer.h"

/* ---- the set ------------------------------------------------------------------------ */

/* "M-N" */
static bool read_sizes(const char *text, unsigned *m, unsigned *n)
{
    int end = 0;
    return sscanf(text, "%2u-%2u%n", m, n, &end) == 2 && !text[end];
}

static int make_atomic(Job *job, ludc_features **set)
{
    const Options *o = job->options;
    unsigned m, n;
    ludc_error error = {0};
    if (!read_sizes(o->atomic, &m, &n))
        return usage_error(o, "--atomic takes M-N, the longest walks, such as 2-4; not `%s`", o->atomic);
    *set = ludc_features_atomic(job->player.reasoner, m, n, &error);
    if (!*set)
        return features_refused(job, &error);
    ludc_features_sign(*set, job->player.reasoner);
    features_compile(job, *set);
    return EXIT_DONE;
}

static int get_set(Job *job, ludc_features **set)
{
    ludc_error error = {0};
    if (job->options->atomic)
        return make_atomic(job, set);
    int code = features_load(job, job->options->set, set);
    if (!code && !job->options->transfer && ludc_features_check(*set, job->player.reasoner, &error))
        code = features_refused(job, &error);
    return code;
}

static int write_set(const Options *o, const ludc_features *set)
{
    size_t n = ludc_features_text(set, NULL, 0);
    char *text = malloc(n + 1);
    Out out = {0};
    if (!text)
        memory_out();
    ludc_features_text(set, text, n + 1);
    out_write(&out, text, n);
    int code = write_out(&out, o->output, 0644);
    out_free(&out);
    free(text);
    return code;
}

/* ---- instances ------------------------------------------------------------------------ */

static json_t *json_counts(const ludc_feature_eval *e, unsigned player, size_t features)
{
    json_t *all = json_object(), *counts = json_array(), *keys = json_array();
    for (size_t i = 0; i < features; i++)
        json_array_append_new(counts, json_integer((json_int_t)ludc_feature_instances(e, player, i)));
    for (size_t i = 0; i < ludc_feature_keys(e, player); i++) {
        ludc_feature_key key;
        ludc_feature_key_at(e, player, i, &key);
        json_array_append_new(keys, json_pack("[i,i,i,i,I]", (int)key.last_from, (int)key.last_to, (int)key.from,
                                              (int)key.to, (json_int_t)key.instances));
    }
    json_object_set_new(all, "player", json_integer((json_int_t)player));
    json_object_set_new(all, "instances", counts);
    json_object_set_new(all, "keys", keys);
    return all;
}

static void print_keys(const ludc_feature_eval *e, unsigned player)
{
    for (size_t i = 0; i < ludc_feature_keys(e, player); i++) {
        ludc_feature_key key;
        ludc_feature_key_at(e, player, i, &key);
        printf("player %u last-from %d last-to %d from %d to %d: %u\n", player, (int)key.last_from, (int)key.last_to,
               (int)key.from, (int)key.to, (unsigned)key.instances);
    }
}

static int show_instances(Job *job, const ludc_features *set, const ludc_feature_eval *e)
{
    const unsigned players = ludc_players(job->player.reasoner);
    if (!job->options->json) {
        for (unsigned p = 1; p <= players; p++)
            print_keys(e, p);
        return EXIT_DONE;
    }
    json_t *all = json_array(), *object = json_object();
    for (unsigned p = 1; p <= players; p++)
        json_array_append_new(all, json_counts(e, p, ludc_features_count(set)));
    json_object_set_new(object, "players", all);
    json_object_set_new(object, "bytes", json_integer((json_int_t)ludc_feature_eval_bytes(e)));
    json_print(object, JSON_COMPACT);
    return EXIT_DONE;
}

/* ---- moves of a position ---------------------------------------------------------------- */

/* Of one move. */
typedef struct {
    char *text;
    double logit, chance;
    size_t n;
    uint32_t *active;
} Row;

static void look_at(const ludc_reasoner *r, const void *state, ludc_move move, const ludc_feature_move *last,
                    ludc_feature_eval *e, Row *row)
{
    ludc_feature_move seen;
    if (ludc_feature_move_of(r, state, move, last, &seen) != LUDC_OK)
        memory_out();
    size_t length = ludc_move_text(r, state, move, NULL, 0);
    row->text = malloc(length + 1);
    row->n = ludc_feature_eval_active(e, &seen, NULL, 0);
    row->active = malloc((row->n + 1) * sizeof *row->active);
    if (!row->text || !row->active)
        memory_out();
    ludc_move_text(r, state, move, row->text, length + 1);
    ludc_feature_eval_active(e, &seen, row->active, row->n);
    row->logit = ludc_feature_eval_logit(e, &seen);
}

/* Softmax of the logits. */
static void give_chances(Row *row, size_t n)
{
    double best = -INFINITY, sum = 0;
    for (size_t i = 0; i < n; i++)
        best = row[i].logit > best ? row[i].logit : best;
    for (size_t i = 0; i < n; i++)
        sum += row[i].chance = exp(row[i].logit - best);
    for (size_t i = 0; i < n; i++)
        row[i].chance /= sum;
}

static int print_rows(const Row *row, size_t n, bool json)
{
    json_t *all = json_object(), *moves = json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *one = json_object(), *active = json_array();
        for (size_t k = 0; k < row[i].n; k++)
            json_array_append_new(active, json_integer((json_int_t)row[i].active[k]));
        json_object_set_new(one, "move", json_text(row[i].text));
        json_object_set_new(one, "active", active);
        json_object_set_new(one, "logit", json_real(row[i].logit));
        json_object_set_new(one, "chance", json_real(row[i].chance));
        json_array_append_new(moves, one);
        if (!json)
            printf("%8.4f  %10.5f  %4zu active  %s\n", row[i].chance, row[i].logit, row[i].n, row[i].text);
    }
    json_object_set_new(all, "moves", moves);
    if (json)
        json_print(all, JSON_COMPACT);
    else
        json_decref(all);
    return EXIT_DONE;
}

static int show_moves(Job *job, ludc_feature_eval *e)
{
    const ludc_reasoner *r = job->player.reasoner;
    void *state = aligned_alloc(64, (ludc_state_size(r) + 63) / 64 * 64);
    ludc_feature_move last;
    if (!state)
        memory_out();
    int code = features_play_moves(job, state, &last);
    size_t n = code ? 0 : ludc_moves(r, state, NULL);
    ludc_move *move = malloc((n + 1) * sizeof *move);
    Row *row = calloc(n + 1, sizeof *row);
    if (!move || !row)
        memory_out();
    if (n)
        ludc_moves(r, state, move);
    if (!code)
        ludc_feature_eval_look(e, state);
    for (size_t i = 0; i < n; i++)
        look_at(r, state, move[i], &last, e, &row[i]);
    give_chances(row, n);
    if (!code)
        code = job_fault(job);
    if (!code)
        code = print_rows(row, n, job->options->json);
    for (size_t i = 0; i < n; i++) {
        free(row[i].text);
        free(row[i].active);
    }
    free(row);
    free(move);
    free(state);
    return code;
}

/* ---- the command -------------------------------------------------------------------------- */

static int use_set(Job *job, ludc_features *set)
{
    const Options *o = job->options;
    ludc_feature_options options;
    ludc_error error = {0};
    int code = features_options(o, &options);
    if (code)
        return code;
    if (o->emit)
        return features_emit(job, set, &options);
    if (o->has_check_games)
        return features_check(job, set, &options);
    ludc_feature_eval *e = ludc_feature_eval_new(job->player.reasoner, set, &options, &error);
    if (!e)
        return features_refused(job, &error);
    code = o->instances ? show_instances(job, set, e) : show_moves(job, e);
    ludc_feature_eval_free(e);
    return code;
}

static int run(Job *job)
{
    const Options *o = job->options;
    int code = job_begin(job, o, o->arg.at[0], KEEP_ALL);
    job->compile.offers = IR_OFFER_GEOMETRY | IR_OFFER_ACTIONS;
    if (!code)
        code = job_play(job);
    ludc_features *set = NULL;
    if (!code)
        code = get_set(job, &set);
    const bool uses = o->set || o->has_check_games || o->instances || o->moves.n || o->emit;
    if (!code)
        code = uses ? use_set(job, set) : write_set(o, set);
    ludc_features_free(set);
    return code;
}

int cmd_features(const Options *options)
{
    if (options->arg.n != 1)
        return usage_error(options, "one GAME, please");
    if (!options->atomic == !options->set)
        return usage_error(options, "either --atomic M-N or --set FILE, please");
    if (options->has_check_games && !options->check_games)
        return usage_error(options, "--check takes a number of games, from 1");
    if (options->emit && strcmp(options->emit, "ir") != 0)
        return usage_error(options, "features are printed as ir, not as `%s`", options->emit);
    Job job = {.options = options};
    int code = run(&job);
    job_end(&job);
    return code;
}
