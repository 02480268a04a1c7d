/* features_check.c - ludc features --check: random games, every vector by every evaluator. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/rng.h"
#include "driver/features/features.h"
#include "driver/json_text.h"
#include "driver/record/trace.h"

enum { MOST_EVALUATORS = 16 };

typedef struct {
    const ludc_reasoner *r;
    const ludc_features *set;
    size_t nevaluator, room;
    ludc_feature_eval *eval[MOST_EVALUATORS];
    uint32_t *first, *other; /* [features] vectors */
    ludc_move *move;
    uint64_t rng, hash, games, positions, vectors, active;
    bool differs;
} Check;

/* ---- a difference ------------------------------------------------------------------- */

static bool has(const uint32_t *list, size_t n, uint32_t value)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == value)
            return true;
    return false;
}

/* Features of one list that the other lacks. */
static void say_missing(const Check *c, const char *who, const uint32_t *list, size_t n, const uint32_t *other, size_t m)
{
    enum { SHOWN = 5 };
    size_t shown = 0;
    char text[1024];
    for (size_t i = 0; i < n && shown < SHOWN; i++)
        if (!has(other, m, list[i])) {
            ludc_feature_text(c->set, list[i], text, sizeof text);
            say("  only %s: feature %u, %s", who, (unsigned)list[i], text);
            shown++;
        }
}

static void say_difference(Check *c, const void *state, ludc_move move, size_t k, size_t n, size_t m)
{
    char text[512];
    ludc_move_text(c->r, state, move, text, sizeof text);
    say("ludc: game %llu, position %llu, move %s: %s finds %zu features, %s %zu", (unsigned long long)c->games + 1,
        (unsigned long long)c->positions + 1, text, ludc_feature_evaluator(0), n, ludc_feature_evaluator(k), m);
    say_missing(c, ludc_feature_evaluator(0), c->first, n, c->other, m);
    say_missing(c, ludc_feature_evaluator(k), c->other, m, c->first, n);
    c->differs = true;
}

/* ---- games ----------------------------------------------------------------------------- */

static void check_move(Check *c, const void *state, ludc_move move, const ludc_feature_move *seen)
{
    size_t n = ludc_feature_eval_active(c->eval[0], seen, c->first, c->room);
    double logit = ludc_feature_eval_logit(c->eval[0], seen);
    for (size_t k = 1; k < c->nevaluator && !c->differs; k++) {
        size_t m = ludc_feature_eval_active(c->eval[k], seen, c->other, c->room);
        if (m != n || memcmp(c->first, c->other, n * sizeof *c->first) || ludc_feature_eval_logit(c->eval[k], seen) != logit)
            say_difference(c, state, move, k, n, m);
    }
    c->hash = hash_bytes(c->hash, (const char *)c->first, n * sizeof *c->first);
    c->hash = hash_bytes(c->hash, (const char *)&logit, sizeof logit);
    c->vectors++;
    c->active += n;
}

/* Looks at every move of the position, and plays one of them; false: it is over. */
static bool check_position(Check *c, void *state, ludc_feature_move *last)
{
    size_t n = ludc_moves(c->r, state, c->move);
    if (!n || c->differs)
        return false;
    const uint32_t chosen = rng_below(&c->rng, (uint32_t)n);
    ludc_feature_move next = *last;
    for (size_t k = 0; k < c->nevaluator; k++)
        ludc_feature_eval_look(c->eval[k], state);
    for (size_t i = 0; i < n && !c->differs; i++) {
        ludc_feature_move seen;
        if (ludc_feature_move_of(c->r, state, c->move[i], last, &seen) != LUDC_OK)
            memory_out();
        check_move(c, state, c->move[i], &seen);
        next = i == chosen ? seen : next;
    }
    ludc_apply_random(c->r, state, c->move[chosen], &c->rng, NULL);
    *last = next;
    c->positions++;
    return true;
}

static int check_games(Check *c, uint64_t games, uint64_t limit)
{
    void *state = aligned_alloc(64, (ludc_state_size(c->r) + 63) / 64 * 64);
    c->first = calloc(c->room + 1, sizeof *c->first);
    c->other = calloc(c->room + 1, sizeof *c->other);
    c->move = calloc(c->r->max_moves + (size_t)1, sizeof *c->move);
    if (!state || !c->first || !c->other || !c->move)
        memory_out();
    for (; c->games < games && !c->differs; c->games++) {
        ludc_feature_move last;
        uint64_t made = 0;
        ludc_init(c->r, state);
        trace_set_up(c->r, state, &c->rng);
        ludc_feature_start(c->r, &last);
        while ((!limit || made < limit) && check_position(c, state, &last))
            made++;
    }
    free(state);
    free(c->first);
    free(c->other);
    free(c->move);
    return c->differs ? EXIT_WRONG : EXIT_DONE;
}

static int report(const Check *c, bool json)
{
    if (!json) {
        printf("%llu games, %llu positions, %llu moves, %llu active features by %zu evaluators: %016llx\n",
               (unsigned long long)c->games, (unsigned long long)c->positions, (unsigned long long)c->vectors,
               (unsigned long long)c->active, c->nevaluator, (unsigned long long)c->hash);
        return EXIT_DONE;
    }
    char digits[17];
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)c->hash);
    json_t *all = json_object(), *names = json_array();
    for (size_t k = 0; k < c->nevaluator; k++)
        json_array_append_new(names, json_string(ludc_feature_evaluator(k)));
    json_object_set_new(all, "games", json_integer((json_int_t)c->games));
    json_object_set_new(all, "positions", json_integer((json_int_t)c->positions));
    json_object_set_new(all, "moves", json_integer((json_int_t)c->vectors));
    json_object_set_new(all, "active", json_integer((json_int_t)c->active));
    json_object_set_new(all, "evaluators", names);
    json_object_set_new(all, "hash", json_string(digits));
    json_print(all, JSON_COMPACT);
    return EXIT_DONE;
}

int features_check(Job *job, const ludc_features *set, const ludc_feature_options *options)
{
    const Options *o = job->options;
    Check c = {.r = job->player.reasoner, .set = set, .room = ludc_features_count(set), .rng = o->has_seed ? o->seed : 1,
               .hash = HASH_START};
    int code = EXIT_DONE;
    for (; c.nevaluator < ludc_feature_evaluators() && c.nevaluator < MOST_EVALUATORS && !code; c.nevaluator++) {
        ludc_error error = {0};
        ludc_feature_options mine = *options;
        mine.evaluator = ludc_feature_evaluator(c.nevaluator);
        c.eval[c.nevaluator] = ludc_feature_eval_new(c.r, set, &mine, &error);
        if (!c.eval[c.nevaluator])
            code = features_refused(job, &error);
    }
    if (!code)
        code = check_games(&c, o->check_games, o->max_moves);
    if (!code)
        code = job_fault(job);
    if (!code)
        code = report(&c, o->json);
    for (size_t k = 0; k < c.nevaluator; k++)
        ludc_feature_eval_free(c.eval[k]);
    return code;
}
