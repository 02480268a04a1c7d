/* features_build.c - ludc build --features: a set of features as part of a program or shared object. */
#include "driver/features/features_build.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "driver/features/features.h"
#include "driver/features/features_ir.h"
#include "runtime/features/feature.h"
#include "runtime/features/sweep_code.h"

enum { MOST_NETS = 16, MOST_WORK = 12000 };

typedef struct {
    Job *job;
    uint64_t hash[MOST_NETS]; /* of the nets that have code */
    ProgramExtra extra[MOST_NETS + 2];
    size_t n;
    bool failed;
} Building;

static const char *kept(Arena *arena, Out *text)
{
    const char *copy = arena_strndup(arena, text->n ? text->text : "", text->n);
    out_free(text);
    return copy;
}

/* Code of a net, a file each; equal nets have one. */
static bool write_net(void *data, const SweepNet *net, SweepCode *unused)
{
    Building *b = data;
    const uint64_t hash = sweep_hash(net);
    Arena *arena = b->job->session->arena;
    (void)unused;
    for (size_t i = 0; i < b->n; i++)
        if (b->hash[i] == hash)
            return false;
    if (!net->nclass || b->n == MOST_NETS || (size_t)net->literal_at[net->nterm] * net->words > MOST_WORK)
        return false;
    Out text = {0};
    IrGame *game = features_ir(b->job->session, net);
    const BackendOptions options = {.ident = arena_printf(arena, "features_%zu", b->n)};
    if (!ir_verify(game) || !backend_find("c")->emit(game, &options, &text)) {
        out_free(&text);
        b->failed = true;
        return false;
    }
    b->hash[b->n] = hash;
    b->extra[b->n] = (ProgramExtra){arena_printf(arena, "features_%zu.c", b->n), kept(arena, &text)};
    b->n++;
    return false;
}

/* Bytes as numbers: no limit on the length of a string then. */
static void write_bytes(const char *text, size_t n, Out *out)
{
    enum { A_LINE = 32 };
    out_puts(out, "static const char text[] = {");
    for (size_t i = 0; i < n; i++)
        out_printf(out, "%s%d,", i % A_LINE ? "" : "\n", text[i]);
    out_puts(out, "\n0};\n");
}

static void write_set(Building *b, const char *text, size_t n)
{
    Out out = {0};
    out_puts(&out, "/* The set of features that goes with the game. */\n#include \"runtime/features/feature.h\"\n#include \"runtime/features/sweep_code.h\"\n");
    write_bytes(text, n, &out);
    for (size_t i = 0; i < b->n; i++)
        out_printf(&out, "extern const ludc_reasoner ludc_reasoner_features_%zu;\n", i);
    out_puts(&out, "static SweepCoded coded[] = {");
    for (size_t i = 0; i < b->n; i++)
        out_printf(&out, "{UINT64_C(0x%llx), &ludc_reasoner_features_%zu}, ", (unsigned long long)b->hash[i], i);
    out_puts(&out, "{0, NULL}};\n"
                   "static const SweepMaker maker = {sweep_code_find, coded};\n"
                   "LUDC_API ludc_features *ludc_game_features(void);\n"
                   "ludc_features *ludc_game_features(void)\n{\n"
                   "    ludc_features *set = ludc_features_read(\"features\", text, sizeof text - 1, NULL);\n"
                   "    if (set)\n        set->maker = &maker;\n    return set;\n}\n");
    b->extra[b->n] = (ProgramExtra){"features_set.c", kept(b->job->session->arena, &out)};
    b->extra[b->n + 1] = (ProgramExtra){NULL, NULL};
}

/* The evaluator says what nets there are: it is made by a reasoner of the evaluator of IR, whose geometry is that of any. */
static int find_nets(Building *b, ludc_features *set)
{
    const SweepMaker maker = {write_net, b};
    const ludc_feature_options options = {.evaluator = "compiled"};
    const MakeOptions make = {.functions = 0};
    ludc_error error = {0};
    Player player = {0};
    IrGame *copy = ir_game_copy(b->job->game, b->job->session->arena);
    if (!make_player(&maker_eval, b->job->session, b->job->source, copy, &make, &player))
        return job_refused(b->job, "the evaluator");
    int code = ludc_features_check(set, player.reasoner, &error) ? features_refused(b->job, &error) : EXIT_DONE;
    set->maker = &maker;
    ludc_feature_eval *e = code ? NULL : ludc_feature_eval_new(player.reasoner, set, &options, &error);
    set->maker = NULL;
    if (!code && !e)
        code = features_refused(b->job, &error);
    ludc_feature_eval_free(e);
    player_release(&player);
    return code ? code : b->failed ? job_refused(b->job, "the code of the features") : EXIT_DONE;
}

int features_build(Job *job, const char *file, const ProgramExtra **extra)
{
    Building *b = arena_alloc(job->session->arena, sizeof *b);
    ludc_features *set = NULL;
    *b = (Building){.job = job};
    int code = features_load(job, file, &set);
    if (!code)
        code = find_nets(b, set);
    if (!code) {
        const size_t n = ludc_features_text(set, NULL, 0);
        char *text = malloc(n + 1);
        if (!text)
            memory_out();
        ludc_features_text(set, text, n + 1);
        write_set(b, text, n);
        free(text);
        *extra = b->extra;
    }
    ludc_features_free(set);
    return code;
}
