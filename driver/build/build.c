/* build.c - ludc build: artefacts, and the stages of the compilation as text. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "backends/backend.h"
#include "backends/build/build.h"
#include "backends/build/program.h"
#include "ir/offer/offer.h"
#include "backends/build/tools.h"
#include "driver/json_text.h"
#include "driver/build/bits.h"
#include "driver/build/build_llvm.h"
#include "driver/build/verilog.h"
#include "driver/command.h"
#include "driver/build/gdl.h"
#include "driver/engine/cache_objects.h"
#include "driver/features/features_build.h"
#include "frontend/lud/elab/term.h"
#include "ir/plan/plan.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "0"
#endif

/* ---- stages as text ---------------------------------------------------------- */

/* Beside these, each back end of backends.def is one. */
typedef enum { STAGE_AST, STAGE_EXPANDED, STAGE_ELAB, STAGE_IR, STAGE_COUNT } Stage;

static const char *const stage_name[] = {"ast", "expanded", "elab", "ir"};

static bool stage_of(const char *name, Stage *stage)
{
    for (int i = 0; i < STAGE_COUNT; i++)
        if (!strcmp(stage_name[i], name)) {
            *stage = (Stage)i;
            return true;
        }
    return false;
}

/* The stages before the IR, which only descriptions in Ludii's language have. */
static int early_stage(Job *job, Stage stage, Out *out)
{
    if (source_language(job->source) != LANG_LUD)
        return usage_error(job->options, "--emit=%s is for .lud files", stage_name[stage]);
    const LudFile *file = lud_read(job->session, job->source, &job->compile.lud);
    if (file && file->game && stage != STAGE_ELAB) {
        ast_print(file->game, out);
        if (stage == STAGE_EXPANDED && file->metadata)
            ast_print(file->metadata, out);
    } else if (file && file->game) {
        const Term *game = lud_elaborate(job->session, file->game);
        if (game)
            term_print(game, out);
    }
    return job_report(job);
}

static bool has_suffix(const char *path, const char *suffix)
{
    size_t n = strlen(path), m = strlen(suffix);
    return n > m && !strcmp(path + n - m, suffix);
}

static bool writes_c(const Options *o)
{
    return o->emit ? !strcmp(o->emit, "c") : has_suffix(o->output, ".c");
}

static BackendOptions backend_options(const Options *o, bool shared)
{
    return (BackendOptions){.ident = o->name, .producer = "ludc " PACKAGE_VERSION, .shared = shared, .describe = true, .commented = writes_c(o),
                            .support_apart = o->support && !strcmp(o->support, "include"),
                            .lines = !o->debug ? NULL : o->output ? o->output : "<stdout>"};
}

static int emit_text(Job *job, const Backend *to, Out *out)
{
    BackendOptions options = backend_options(job->options, false);
    if (to->emit(job->game, &options, out))
        return EXIT_DONE;
    return job_refused(job, arena_printf(job->session->arena, "the back end %s", to->name));
}

/* The game compiled and written by a back end. */
static int emit_backend(Job *job, const Backend *to, Out *out)
{
    int code = job_want_plan(job, IR_PLAN_ALL);
    if (!code)
        code = job_compile(job, NULL);
    return code ? code : emit_text(job, to, out);
}

static int emit_stage(Job *job, Stage stage, Out *out)
{
    if (stage < STAGE_IR)
        return early_stage(job, stage, out);
    /* the IR is shown as lowered, unless passes are asked for */
    if (!job->passes.n)
        job->compile.no_passes = true;
    int code = job_want_plan(job, 0);
    if (!code)
        code = job_compile(job, NULL);
    if (!code)
        (job->options->debug ? ir_print_with_places : ir_print)(job->game, out);
    return code;
}

static int no_such_stage(Job *job)
{
    Out rows = {0};
    for (size_t i = 0; i < backend_count(); i++)
        out_printf(&rows, ", %s", backend_at(i)->name);
    int code = usage_error(job->options, "--emit is one of ast, expanded, elab, ir, bits, dot, blif, verilog%s", rows.text);
    out_free(&rows);
    return code;
}

static int print_stage(Job *job, const char *name)
{
    if (!strcmp(name, "verilog"))
        return verilog_stage(job);
    Stage stage = STAGE_COUNT;
    const Backend *row = backend_find(name);
    bool known = stage_of(name, &stage), sheet = source_language(job->source) == LANG_GDL;
    bool gdl = sheet && !row && stage != STAGE_IR && strcmp(name, "bits") != 0;
    bool bits = !gdl && bits_is_stage(name);
    if (!known && !gdl && !bits && !row)
        return no_such_stage(job);
    Out out = {0};
    int code = gdl    ? gdl_stage(job, name, &out)
               : row  ? emit_backend(job, row, &out)
               : bits ? bits_stage(job, name, &out)
                      : emit_stage(job, stage, &out);
    if (!code)
        code = write_out(&out, job->options->output, 0644);
    out_free(&out);
    return code;
}

/* ---- artefacts ------------------------------------------------------------------- */

/* Files, sizes and times, as JSON. */
void build_report(const Job *job, const char *const *file, size_t nfile, const LlvmTimes *llvm)
{
    json_t *files = json_array();
    for (size_t i = 0; i < nfile; i++) {
        struct stat info;
        json_int_t size = stat(file[i], &info) == 0 ? (json_int_t)info.st_size : 0;
        json_array_append_new(files, json_pack("{s:o, s:I}", "file", json_text(file[i]), "bytes", size));
    }
    json_t *all = json_pack("{s:o, s:o, s:{s:f, s:f, s:f, s:f}}", "game", json_text(job->game->name), "files", files, "ms", "front",
                            job->times.front, "verify", job->times.verify, "passes", job->times.passes, "backend",
                            job->times.backend);
    if (llvm)
        json_object_set_new(all, "llvm", llvm_times(llvm));
    json_print(all, JSON_COMPACT | JSON_REAL_PRECISION(6));
}

static int write_gir(Job *job, const char *path)
{
    Out out = {0};
    (job->options->debug ? ir_print_with_places : ir_print)(job->game, &out);
    int code = write_out(&out, path, 0644);
    out_free(&out);
    return code;
}

/* `agent` may be NULL. */
static int build_c(Job *job, CArtefact kind, const char *path, const ludc_search_options *agent, const ProgramExtra *extra)
{
    const CObjectStore kept = cache_objects(job->session->arena);
    CBuildOptions options = {.compiler = tools_compiler(),
                             .store = job->options->no_cache ? NULL : &kept,
                             .portable = job->options->portable,
                             .text = backend_options(job->options, kind == C_SHARED)};
    Out messages = {0};
    int code = EXIT_DONE;
    switch (agent ? c_build_agent(job->game, &options, agent, extra, kind, path, &messages)
                  : c_build(job->game, &options, kind, path, &messages)) {
    case C_BUILT:
        break;
    case C_REFUSED:
        code = job_refused(job, "the back end c");
        break;
    case C_NOT_WRITTEN:
        if (messages.n) /* which name the file, a line each */
            fprintf(stderr, "ludc: cannot write %s", messages.text);
        else
            fprintf(stderr, "ludc: cannot write %s: %s\n", path, strerror(errno));
        code = EXIT_IO;
        break;
    case C_NO_COMPILER:
        fprintf(stderr, "ludc: the C compiler (LUDC_CC, else cc) failed: %s\n", messages.n ? messages.text : "");
        code = EXIT_IO;
        break;
    }
    out_free(&messages);
    return code;
}

/* What stands beside an archive or a C file: its header. */
static const char *header_beside(const Job *job, CArtefact kind, const char *path)
{
    if (kind != C_ARCHIVE && kind != C_TEXT)
        return NULL;
    return arena_printf(job->session->arena, "%.*s.h", (int)(strlen(path) - 2), path);
}

/* The agent of --agent for a program or shared object; *agent stays NULL without one. */
static int read_agent(const Job *job, CArtefact kind, ludc_search_options *options, const ludc_search_options **agent)
{
    ludc_error error = {0};
    const char *set = job->options->build_features, *spec = job->options->agent ? job->options->agent : set ? "puct:playout=features" : NULL;
    if (!spec)
        return EXIT_DONE;
    if (ludc_search_parse(spec, options, &error))
        return usage_error(job->options, "%s; `ludc explain agents` lists what there is", error.message);
    if (kind != C_PROGRAM && kind != C_SHARED)
        return usage_error(job->options, "--%s makes a program (a FILE without suffix) or a .so", set ? "features" : "agent");
    if (set ? options->agent != LUDC_AGENT_PUCT : options->playout == LUDC_PLAYOUT_FEATURES)
        return usage_error(job->options, set ? "--features FILE is for --agent puct" : "playout=features needs --features FILE");
    if (options->lanes == LUDC_LANES_ON)
        return usage_error(job->options, "a program does not play in lanes: lanes=off");
    options->lanes = LUDC_LANES_OFF;
    *agent = options;
    return EXIT_DONE;
}

/* The back end whose suffix the file has, beside those of c and of the IR, which know options of their own. */
static const Backend *backend_of(const char *path)
{
    for (size_t i = 0; i < backend_count(); i++) {
        const Backend *b = backend_at(i);
        if (strcmp(b->name, "c") != 0 && strcmp(b->name, "text") != 0 && has_suffix(path, b->suffix))
            return b;
    }
    return NULL;
}

static int build_text(Job *job, const Backend *to, const char *path)
{
    Out out = {0};
    int code = emit_backend(job, to, &out);
    if (!code)
        code = write_out(&out, path, 0644);
    out_free(&out);
    if (!code && job->options->json)
        build_report(job, &path, 1, NULL);
    return code;
}

static int build_file(Job *job, const char *path)
{
    CArtefact kind = C_TEXT;
    if (backend_of(path))
        return build_text(job, backend_of(path), path);
    ludc_search_options options;
    const ludc_search_options *agent = NULL;
    const ProgramExtra *extra = NULL;
    if ((job->options->agent || job->options->build_features) && wants_llvm(job->options, path))
        return usage_error(job->options, "--agent and --features compile by the system's C compiler, without --target, --cpu, -g and -O");
    if (wants_llvm(job->options, path))
        return build_llvm(job, path);
    bool gir = has_suffix(path, ".gir");
    if (!gir && !c_artefact_of(path, &kind))
        return usage_error(job->options, "what is `%s` to be? Its suffix is one of .c .h .o .a .so .s .ll .wasm .gir, or none", path);
    int code = read_agent(job, gir ? C_TEXT : kind, &options, &agent);
    if (gir && !job->passes.n)
        job->compile.no_passes = true;
    if (!code)
        code = job_want_plan(job, gir ? 0 : IR_PLAN_ALL);
    if (job->options->build_features) {
        job->compile.offers |= IR_OFFER_GEOMETRY;
        job->compile.passes.keep_all = true;
    }
    if (!code)
        code = job_compile(job, NULL);
    if (!code)
        code = job_has_plan(job);
    if (!code && job->options->build_features)
        code = features_build(job, job->options->build_features, &extra);
    if (code)
        return code;
    double start = clock_ms();
    const char *file[2] = {path, gir ? NULL : header_beside(job, kind, path)};
    code = gir ? write_gir(job, path) : build_c(job, kind, path, agent, extra);
    if (!code && kind == C_TEXT && file[1])
        code = build_c(job, C_HEADER, file[1], NULL, NULL);
    job->times.backend = clock_ms() - start;
    if (!code && job->options->json)
        build_report(job, file, file[1] ? 2 : 1, NULL);
    return code;
}

enum { LONGEST_NAME = 200 }; /* files are called by it */

/* A name that C, linkers and tools take as it stands. */
static bool is_identifier(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_", all[] = "0123456789";
    const char *c = name;
    for (; *c && (strchr(letters, *c) || (c > name && strchr(all, *c))); c++)
        ;
    return c > name && !*c;
}

int cmd_build(const Options *options)
{
    if (options->arg.n != 1)
        return usage_error(options, "one GAME, please");
    if (!options->emit && !options->output)
        return usage_error(options, "-o FILE or --emit STAGE is missing");
    if (options->name && !is_identifier(options->name))
        return usage_error(options, "--name wants an identifier of C, not `%s`", options->name);
    if (options->name && strlen(options->name) > LONGEST_NAME)
        return usage_error(options, "--name is longer than %d characters", LONGEST_NAME);
    if (options->has_optimise && (options->optimise < 1 || options->optimise > 3))
        return usage_error(options, "-O takes a level from 1 to 3");
    if (options->backend && strcmp(options->backend, "c") != 0 && strcmp(options->backend, "llvm") != 0)
        return usage_error(options, "artefacts are made by c or llvm; the back end `%s` only plays", options->backend);
    if (options->backend && !strcmp(options->backend, "c") && (options->target || options->cpu || options->has_optimise || (options->debug && !writes_c(options))))
        return usage_error(options, "--target, --cpu, -O, and -g but for C, are for the back end llvm, not for c");
    if (options->support && strcmp(options->support, "paste") != 0 && strcmp(options->support, "include") != 0)
        return usage_error(options, "--support is paste or include, not `%s`", options->support);
    if (options->support && !writes_c(options))
        return usage_error(options, "--support is for C: -o FILE.c, --emit c");
    Job job;
    int code = job_begin(&job, options, options->arg.at[0], KEEP_NAMES);
    job.compile.offers = IR_OFFER_ALL;
    if (!code)
        code = options->emit ? print_stage(&job, options->emit) : build_file(&job, options->output);
    job_end(&job);
    return code;
}
