/* scores.c - --policy and --scores: a policy from the command line, and the scores that
 * are built in.  Each looks one move ahead. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/command.h"
#include "driver/features/features.h"
#include "driver/playout/playout_policy.h"
#include "runtime/abi.h"

/* ---- scores that are built in ----------------------------------------------------- */

/* What a move is worth to a player, seen from the position after it. */
typedef double Look(const ludc_reasoner *r, const void *before, const void *after, unsigned player);

/* Plays a move on a copy.  Where all players move at once that can be told only if the
 * others have one move each, as they have when it is not their turn. */
static bool after_move(const ludc_reasoner *r, void *state, unsigned player, ludc_move move)
{
    ludc_move all[MAX_PLAYERS];
    if (!ludc_joint(r)) {
        ludc_apply(r, state, move, NULL);
        return true;
    }
    for (unsigned p = 1; p <= r->players; p++)
        if (p != player && (r->moves_of(r, state, p, NULL) != 1 || !r->moves_of(r, state, p, &all[p - 1])))
            return false;
    all[player - 1] = move;
    ludc_apply_joint(r, state, all, NULL);
    return true;
}

static int look_ahead(Look *look, const ludc_reasoner *r, const void *state, unsigned player,
                      const ludc_move *moves, size_t n, double *out)
{
    void *after = malloc(ludc_state_size(r));
    if (!after)
        return 1;
    for (size_t i = 0; i < n; i++) {
        ludc_copy(r, after, state);
        out[i] = after_move(r, after, player, moves[i]) ? look(r, state, after, player) : 0;
    }
    free(after);
    return 0;
}

static double look_payoff(const ludc_reasoner *r, const void *before, const void *after, unsigned player)
{
    (void)before;
    double payoff[MAX_PLAYERS];
    ludc_payoffs_cut(r, after, payoff);
    return payoff[player - 1];
}

/* Few answers of the others are good, many moves of one's own are. */
static double look_mobility(const ludc_reasoner *r, const void *before, const void *after, unsigned player)
{
    (void)before;
    double sum = 0;
    for (unsigned p = 1; p <= r->players; p++) {
        double n = (double)ludc_moves_of(r, after, p, NULL);
        sum += p == player ? n : -n;
    }
    return sum;
}

static int view_of(const ludc_reasoner *r, const char *name)
{
    for (size_t i = 0; i < ludc_views(r); i++)
        if (!strcmp(ludc_view_name(r, i, NULL), name))
            return (int)i;
    return -1;
}

/* Where every piece is its owner's only one there is no view of owners apart. */
static int owners(const ludc_reasoner *r)
{
    int who = view_of(r, "who");
    return who >= 0 ? who : view_of(r, "what");
}

static double others(const ludc_reasoner *r, const void *state, unsigned player)
{
    int who = owners(r);
    uint32_t sites = 0;
    double n = 0;
    ludc_view_name(r, (size_t)who, &sites);
    for (uint32_t s = 0; s < sites; s++) {
        int32_t owner = ludc_view(r, state, (size_t)who, s);
        n += owner > 0 && owner <= (int32_t)r->players && owner != (int32_t)player;
    }
    return n;
}

static double look_captures(const ludc_reasoner *r, const void *before, const void *after, unsigned player)
{
    return others(r, before, player) - others(r, after, player);
}

#define SCORES \
    ROW(payoff, false) \
    ROW(captures, true) \
    ROW(mobility, false)

#define ROW(name, views)                                                                           \
    static int score_##name(void *data, const ludc_reasoner *r, const void *state, unsigned player, \
                            const ludc_move *moves, size_t n, double *out)                        \
    {                                                                                             \
        (void)data;                                                                               \
        return look_ahead(look_##name, r, state, player, moves, n, out);                          \
    }
SCORES
#undef ROW

static const struct {
    const char *name;
    bool views; /* looks at the pieces */
    ludc_score_fn *score;
} scores[] = {
#define ROW(name, views) {#name, views, score_##name},
    SCORES
#undef ROW
};

enum { NSCORES = sizeof scores / sizeof scores[0] };

ludc_score_fn *score_find(const char *name, bool *views)
{
    for (size_t i = 0; i < NSCORES; i++)
        if (!strcmp(scores[i].name, name)) {
            *views = scores[i].views;
            return scores[i].score;
        }
    return NULL;
}

void score_names(Out *out)
{
    for (size_t i = 0; i < NSCORES; i++)
        out_printf(out, "%s%s", i ? ", " : "", scores[i].name);
}

bool policy_wants_views(const Options *options)
{
    bool views = false;
    return options->scores && (!score_find(options->scores, &views) || views);
}

/* ---- from the command line --------------------------------------------------------- */

/* The number behind `name:`; NAN if `text` is not of that form. */
static double number_behind(const char *text, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(text, name, length) != 0 || text[length] != ':' || !text[length + 1])
        return NAN;
    char *end;
    double value = strtod(text + length + 1, &end);
    return *end ? NAN : value;
}

static bool read_policy(const char *text, ludc_policy *policy)
{
    double epsilon = number_behind(text, "epsilon-greedy"), temperature = number_behind(text, "softmax");
    if (!strcmp(text, "uniform"))
        *policy = (ludc_policy){.epsilon = 1};
    else if (epsilon >= 0 && epsilon <= 1)
        *policy = (ludc_policy){.epsilon = epsilon};
    else if (temperature > 0 && isfinite(temperature))
        *policy = (ludc_policy){.temperature = temperature};
    else
        return false;
    return true;
}

/* ISO C has no cast from a pointer to an object to one to a function. */
static ludc_score_fn *function_of(void *symbol)
{
    union {
        void *object;
        ludc_score_fn *function;
    } both = {.object = symbol};
    return both.function;
}

static int load_scores(PolicyChoice *choice, const char *file)
{
    Out path = {0}; /* a name without a slash would be looked up on the system's library path */
    out_printf(&path, "%s%s", strchr(file, '/') ? "" : "./", file);
    choice->handle = dlopen(path.text, RTLD_NOW | RTLD_LOCAL);
    out_free(&path);
    if (!choice->handle) {
        say("ludc: %s", dlerror());
        return EXIT_IO;
    }
    choice->policy.score = function_of(dlsym(choice->handle, LUDC_SCORES_SYMBOL));
    if (choice->policy.score)
        return EXIT_DONE;
    say("ludc: %s holds no function `%s`", file, LUDC_SCORES_SYMBOL);
    return EXIT_WRONG;
}

/* A file that is not a shared object holds features. */
static bool is_file(const char *name) { return strchr(name, '/') || strchr(name, '.'); }

static bool is_object(const char *name)
{
    const size_t length = strlen(name);
    return length > 3 && !strcmp(name + length - 3, ".so");
}

bool policy_wants_board(const Options *o) { return o->scores && is_file(o->scores) && !is_object(o->scores); }

static int load_features(PolicyChoice *choice, Job *job)
{
    const ludc_reasoner *r = job->player.reasoner;
    ludc_error error = {0};
    ludc_feature_policy *features = NULL;
    int code = features_options(job->options, &choice->options);
    if (!code)
        code = features_load(job, job->options->scores, &choice->features);
    if (code)
        return code;
    if (!job->options->transfer && ludc_features_check(choice->features, r, &error))
        return features_refused(job, &error);
    choice->policy.score = ludc_feature_scores;
    ludc_feature_start(r, &choice->last);
    ludc_chooser *chooser = policy_chooser(choice, r, &features); /* can it be? */
    if (!chooser) {
        ludc_feature_eval_free(ludc_feature_eval_new(r, choice->features, &choice->options, &error));
        code = features_refused(job, &error);
    }
    ludc_chooser_free(chooser);
    ludc_feature_policy_free(features);
    return code;
}

ludc_chooser *policy_chooser(const PolicyChoice *choice, const ludc_reasoner *r, ludc_feature_policy **features)
{
    static const ludc_policy_watch watch = {ludc_feature_begin, ludc_feature_played};
    ludc_policy policy = choice->policy;
    *features = NULL;
    if (!choice->features)
        return ludc_chooser_new(r, &policy, NULL);
    policy.data = *features = ludc_feature_policy_new(r, choice->features, &choice->options, NULL);
    ludc_chooser *chooser = *features ? ludc_chooser_new(r, &policy, NULL) : NULL;
    ludc_feature_from(*features, &choice->last);
    ludc_chooser_watch(chooser, &watch);
    return chooser;
}

static int choose_scores(PolicyChoice *choice, Job *job)
{
    const Options *o = job->options;
    const ludc_reasoner *r = job->player.reasoner;
    const char *name = o->scores ? o->scores : scores[0].name;
    bool views = false;
    choice->policy.score = score_find(name, &views);
    if (choice->policy.score && views && owners(r) < 0)
        return usage_error(o, "--scores %s needs to know who owns what, and this game has no owners", name);
    if (choice->policy.score)
        return EXIT_DONE;
    if (is_object(name))
        return load_scores(choice, name);
    if (is_file(name))
        return load_features(choice, job);
    Out names = {0};
    score_names(&names);
    int code = usage_error(o, "there are no scores `%s`; there are %s, FILE.so, or FILE with features", name, names.text);
    out_free(&names);
    return code;
}

int policy_begin(PolicyChoice *choice, Job *job)
{
    const Options *o = job->options;
    *choice = (PolicyChoice){.policy = {.epsilon = 1}, .name = o->policy ? o->policy : "uniform"};
    if (!read_policy(choice->name, &choice->policy))
        return usage_error(o, "--policy is uniform, epsilon-greedy:E with E from 0 to 1, or softmax:T with T above 0; "
                              "not `%s`", choice->name);
    if (choice->policy.epsilon < 1)
        return choose_scores(choice, job);
    return o->scores ? usage_error(o, "the uniform policy has no --scores") : EXIT_DONE;
}

void policy_end(PolicyChoice *choice)
{
    if (choice->handle)
        dlclose(choice->handle);
    ludc_features_free(choice->features);
    *choice = (PolicyChoice){0};
}
