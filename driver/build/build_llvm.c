/* build_llvm.c - artefacts through LLVM: objects, assembly, archives, shared objects,
 * programs, WebAssembly. */
#include "driver/build/build_llvm.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/build/archive.h"
#include "backends/build/build.h"
#include "backends/build/link.h"
#include "driver/engine/installed.h"
#include "driver/engine/llvm_module.h"
#include "ir/plan/plan.h"

json_t *llvm_times(const LlvmTimes *t)
{
    return json_pack("{s:f, s:f, s:f, s:f, s:i, s:I, s:I}", "build", t->build, "passes", t->passes, "code", t->code,
                     "link", t->link, "level", t->level, "functions", (json_int_t)t->functions, "instructions",
                     (json_int_t)t->instructions);
}

typedef enum { A_OBJECT, A_ASSEMBLY, A_TEXT, A_ARCHIVE, A_SHARED, A_WASM, A_PROGRAM, A_UNKNOWN } Artefact;

static Artefact artefact_of(const char *path)
{
    static const char *const suffix[] = {".o", ".s", ".ll", ".a", ".so", ".wasm"};
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (int i = 0; dot && i < A_PROGRAM; i++)
        if (!strcmp(dot, suffix[i]))
            return (Artefact)i;
    return dot ? A_UNKNOWN : A_PROGRAM;
}

bool wants_llvm(const Options *o, const char *path)
{
    Artefact kind = artefact_of(path);
    bool asked = o->target || o->cpu || o->debug || o->has_optimise || (o->backend && !strcmp(o->backend, "llvm"));
    return kind == A_ASSEMBLY || kind == A_TEXT || kind == A_WASM || (asked && kind != A_UNKNOWN);
}

static bool starts(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

static LlvmOptions llvm_options(const Job *job, Artefact kind, const char *ident)
{
    const Options *o = job->options;
    const char *target = o->target ? o->target : kind == A_WASM ? "wasm32" : NULL;
    if (target && (!strcmp(target, "wasm32") || !strcmp(target, "wasm")))
        target = "wasm32-unknown-unknown";
    return (LlvmOptions){
        .text = {.ident = ident,
                 .producer = "ludc " PACKAGE_VERSION,
                 .shared = kind == A_SHARED,
                 .describe = true},
        .target = target,
        .cpu = o->cpu ? o->cpu : o->portable ? "generic" : NULL,
        .level = (int)(o->optimise < 3 ? o->optimise : 3),
        .debug = o->debug,
    };
}

static int not_made(Job *job, const char *what, const Out *messages)
{
    int code = job_report(job);
    if (!code)
        fprintf(stderr, "ludc: %s: %s\n", what, messages->n ? messages->text : strerror(errno));
    return code ? code : EXIT_IO;
}

/* A static library, and the header beside it. */
static int write_archive(const char *ident, const char *path, const char *header, const Out *object)
{
    Out archive = {0}, text = {0}, symbol = {0};
    out_printf(&symbol, "ludc_reasoner_%s", ident);
    archive_of("game.o", object, symbol.text, &archive);
    int code = write_out(&archive, path, 0644);
    c_build_header(ident, &text);
    if (!code)
        code = write_out(&text, header, 0644);
    out_free(&archive);
    out_free(&text);
    out_free(&symbol);
    return code;
}

static int link_artefact(Job *job, Artefact kind, const char *path, const Out *object)
{
    char main_object[4096] = "";
    Out messages = {0};
    if (kind == A_PROGRAM && !installed_find("ludc-main.o", false, main_object, sizeof main_object)) {
        fputs("ludc: ludc-main.o, which programs are made of, is not there (LUDC_LIBDIR)\n", stderr);
        return EXIT_IO;
    }
    LinkKind how = kind == A_SHARED ? LINK_SHARED : kind == A_WASM ? LINK_WASM : LINK_PROGRAM;
    int code = EXIT_DONE;
    if (!link_object(object, how, main_object, path, &messages))
        code = not_made(job, "the linker (LUDC_LD, else the first there is) failed", &messages);
    out_free(&messages);
    return code;
}

/* What is named on the command line. */
static int known_target(const Job *job, const LlvmModule *module, const LlvmOptions *options)
{
    Out errors = {0};
    int code = EXIT_DONE;
    if ((options->target || options->cpu) && !module->knows(options, &errors))
        code = usage_error(job->options, "%s", errors.text);
    out_free(&errors);
    return code;
}

/* LLVM says no to a game that its target cannot have: its stack, its jumps, its pointers. */
static int refused(Job *job, const Out *errors)
{
    const int code = job_report(job);
    if (!code)
        say("ludc: LLVM cannot make this game for that target: %s", errors->n ? errors->text : "it does not say why");
    return code ? code : EXIT_UNSUPPORTED;
}

typedef struct {
    Job *job;
    const LlvmModule *module;
    const LlvmOptions *options;
    LlvmKind form;
} Code;

static int emit_here(const Code *c, LlvmTimes *times, Out *bytes)
{
    Out errors = {0};
    int code = llvm_emit(c->module, c->job->game, c->options, c->form, times, bytes, &errors) ? EXIT_DONE : refused(c->job, &errors);
    out_free(&errors);
    return code;
}

/* Where the bytes and the times go, and the exit code. */
static void emit_in_child(const Code *c, int to)
{
    Out bytes = {0};
    LlvmTimes times = {0};
    const int code = emit_here(c, &times, &bytes);
    FILE *out = code == EXIT_DONE ? fdopen(to, "wb") : NULL;
    const bool good = out && fwrite(&times, sizeof times, 1, out) == 1 && fwrite(bytes.text, 1, bytes.n, out) == bytes.n && fclose(out) == 0;
    _exit(code ? code : good ? EXIT_DONE : EXIT_IO);
}

/* LLVM's parts for rare machines may die of a game, and take nobody along. */
static int emit_apart(const Code *c, LlvmTimes *times, Out *bytes)
{
    int end[2], status = 0;
    fflush(NULL);
    if (pipe(end) != 0)
        return emit_here(c, times, bytes);
    const pid_t child = fork();
    if (child == 0)
        emit_in_child(c, end[1]);
    close(end[1]);
    FILE *in = child > 0 ? fdopen(end[0], "rb") : NULL;
    char part[4096];
    bool whole = in && fread(times, sizeof *times, 1, in) == 1;
    for (size_t n; whole && (n = fread(part, 1, sizeof part, in)) > 0;)
        out_write(bytes, part, n);
    if (in)
        fclose(in);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_DONE && !whole))
        return not_made(c->job, "LLVM", &(Out){0});
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    say("ludc: LLVM cannot make this game for that target: it was ended by signal %d", WTERMSIG(status));
    return EXIT_UNSUPPORTED;
}

static int write_artefact(Job *job, Artefact kind, const char *ident, const char *path, const char *header,
                          LlvmTimes *times)
{
    const LlvmModule *module = llvm_open(job->session);
    if (!module)
        return job_report(job);
    LlvmOptions options = llvm_options(job, kind, ident);
    if (kind == A_WASM && !starts(options.target, "wasm"))
        return usage_error(job->options, "a .wasm is not for --target %s", options.target);
    int code = known_target(job, module, &options);
    if (code)
        return code;
    Out bytes = {0};
    LlvmKind form = kind == A_ASSEMBLY ? LLVM_ASSEMBLY : kind == A_TEXT ? LLVM_TEXT : LLVM_OBJECT;
    const Code what = {job, module, &options, form};
    code = options.target ? emit_apart(&what, times, &bytes) : emit_here(&what, times, &bytes);
    if (code) {
        out_free(&bytes);
        return code;
    }
    if (kind == A_ARCHIVE)
        code = write_archive(ident, path, header, &bytes);
    else if (kind == A_SHARED || kind == A_WASM || kind == A_PROGRAM)
        code = link_artefact(job, kind, path, &bytes);
    else
        code = write_out(&bytes, path, 0644);
    out_free(&bytes);
    return code;
}

int build_llvm(Job *job, const char *path)
{
    Artefact kind = artefact_of(path);
    int code = job_want_plan(job, maker_llvm.plans & IR_PLAN_ALL);
    if (!code)
        code = job_compile(job, NULL);
    if (code)
        return code;
    job->game->plan &= maker_llvm.plans;
    code = job_has_plan(job);
    if (code)
        return code;
    double start = clock_ms();
    BackendOptions named = {.ident = job->options->name};
    const char *ident = kind == A_PROGRAM ? "program" : c_build_ident(&named, job->game, job->session->arena);
    const char *file[2] = {path, NULL};
    if (kind == A_ARCHIVE)
        file[1] = arena_printf(job->session->arena, "%.*s.h", (int)(strlen(path) - 2), path);
    LlvmTimes times = {0};
    code = write_artefact(job, kind, ident, path, file[1], &times);
    job->times.backend = clock_ms() - start;
    if (!code && job->options->json)
        build_report(job, file, file[1] ? 2 : 1, &times);
    return code;
}
