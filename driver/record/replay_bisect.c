/* replay_bisect.c - ludc replay --bisect: which pass makes a game play otherwise than its records.
 *
 * The evaluator plays the records by the game as lowered, by the game behind all passes, and, where these differ,
 * by the game behind the first half of them, and so on (as `git bisect` does).  Where the evaluator agrees behind all
 * passes and the back end does not, the back end is named. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "driver/engine/engines.h"
#include "driver/json_text.h"
#include "driver/record/replay.h"

typedef struct {
    const Options *options;
    Arena *arena;
    VEC(const char *) pass; /* in the order in which they run */
    bool joint;             /* the game, once it was tried */
    ReplayCount count;      /* of the last try */
} Bisect;

/* The records by a back end, behind the first n passes (none of them: the game as lowered) or behind whatever the back end wants (n < 0);
 * 0, or the exit code after saying why it cannot be played. */
static int try_with(Bisect *b, const char *backend, int n)
{
    Options options = *b->options;
    Out list = {0};
    for (int i = 0; i < n; i++)
        out_printf(&list, "%s%s", i ? "," : "", b->pass.at[i]);
    const char *passes = n > 0 ? arena_printf(b->arena, "%s", list.text) : "none";
    out_free(&list);
    if (n >= 0)
        options.passes = (TextList){.at = &passes, .n = 1};
    options.backend = backend;
    b->count = (ReplayCount){.quiet = true};
    Job job;
    int code = job_begin(&job, &options, options.game, KEEP_ALL);
    if (!code)
        code = job_play(&job);
    if (!code) {
        b->joint = job.game->joint;
        code = replay_files(&job, &options.arg, &b->count);
    }
    job_end(&job);
    return code;
}

static void add_pipeline(Bisect *b, const char *name)
{
    for (size_t i = 0; ir_pipeline(i); i++)
        for (size_t j = 0; !strcmp(ir_pipeline(i)->name, name) && ir_pipeline(i)->pass[j]; j++)
            vec_push(b->arena, &b->pass, ir_pipeline(i)->pass[j]);
}

/* The least n behind whose passes the records differ, which they do behind `bad`, and not behind `good`; -1: it cannot be told. */
static int first_bad(Bisect *b, int good, int bad)
{
    while (bad - good > 1) {
        int middle = good + (bad - good) / 2;
        int code = try_with(b, "eval", middle);
        if (code == EXIT_IO || code == EXIT_USAGE)
            return -1;
        if (code || b->count.failed)
            bad = middle;
        else
            good = middle;
    }
    return bad;
}

static void say_json(const char *blame, const char *name, int index, int of, const char *first)
{
    json_t *out = json_pack("{s:s}", "blame", blame);
    if (name)
        json_object_set_new(out, !strcmp(blame, "pass") ? "pass" : "backend", json_string(name));
    if (index)
        json_object_set_new(out, "index", json_integer(index));
    json_object_set_new(out, "passes", json_integer(of));
    if (*first)
        json_object_set_new(out, "first", json_text(first));
    json_print(out, JSON_COMPACT);
}

static void say_text(const char *blame, const char *name, int index, int of, const char *first)
{
    if (*first)
        printf("%s\n", first);
    if (!strcmp(blame, "none"))
        puts("nothing differs");
    else if (!strcmp(blame, "pass"))
        printf("pass %s, number %d of %d: the game before it plays as recorded, the game behind it does not\n", name, index, of);
    else if (!strcmp(blame, "backend"))
        printf("back end %s: behind all %d passes the evaluator plays as recorded, the back end does not\n", name, of);
    else
        puts("rules: the game as lowered, before any pass, does not play as recorded");
}

/* What was found; the exit code. */
static int report(const Bisect *b, const char *blame, const char *name, int index)
{
    (b->options->json ? say_json : say_text)(blame, name, index, (int)b->pass.n, b->count.first);
    return strcmp(blame, "none") ? EXIT_WRONG : EXIT_DONE;
}

static int bisect(Bisect *b)
{
    const char *backend = b->options->backend ? b->options->backend : maker_find(NULL)->name;
    int code = try_with(b, "eval", 0);
    if (code)
        return code;
    add_pipeline(b, b->joint ? "joint" : "default");
    add_pipeline(b, "lowering"); /* which back ends begin with */
    if (b->count.failed)
        return report(b, "rules", NULL, 0);
    const int n = (int)b->pass.n;
    code = try_with(b, "eval", n);
    if (code || b->count.failed) {
        int bad = first_bad(b, 0, n);
        if (bad < 0)
            return EXIT_IO;
        try_with(b, "eval", bad);
        return report(b, "pass", b->pass.at[bad - 1], bad);
    }
    if ((code = try_with(b, backend, -1)) != EXIT_DONE)
        return code;
    return b->count.failed ? report(b, "backend", backend, 0) : report(b, "none", NULL, 0);
}

int replay_bisect(const Options *options)
{
    if (options->passes.n || options->disable_pass.n)
        return usage_error(options, "--bisect chooses the passes: no --passes, no --disable-pass");
    Arena *arena = arena_new();
    Bisect b = {.options = options, .arena = arena};
    int code = bisect(&b);
    arena_free(arena);
    return code;
}
