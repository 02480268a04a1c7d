/* build.c - artefacts by the system's compiler: see build.h. */
#include "backends/c/build.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/c/cgen.h"

bool c_artefact_of(const char *path, CArtefact *kind)
{
    static const char *const suffix[] = {".c", ".h", ".o", ".a", ".so"};
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    for (int i = 0; dot && i < C_PROGRAM; i++) {
        if (strcmp(dot, suffix[i]) == 0) {
            *kind = (CArtefact)i;
            return true;
        }
    }
    *kind = C_PROGRAM;
    return dot == NULL;
}

/* --- processes --- */

enum { MAX_ARGUMENTS = 24 };

typedef struct {
    Arena *arena;
    const char *dir; /* temporary */
    Out *messages;
    const char *arg[MAX_ARGUMENTS];
    int narg;
} Work;

static void argument(Work *w, const char *text)
{
    if (text && w->narg + 1 < MAX_ARGUMENTS) {
        w->arg[w->narg++] = text;
        w->arg[w->narg] = NULL;
    }
}

static const char *in_dir(Work *w, const char *name)
{
    return arena_printf(w->arena, "%s/%s", w->dir, name);
}

static bool read_file(const char *path, Out *out)
{
    FILE *f = fopen(path, "rb");
    char block[65536];
    size_t n;
    if (!f) {
        return false;
    }
    while ((n = fread(block, 1, sizeof block, f)) > 0) {
        out_write(out, block, n);
    }
    bool ok = !ferror(f);
    fclose(f);
    return ok;
}

/* Runs w->arg with standard output and error in a file; true if it exits with 0. */
static bool run(Work *w)
{
    const char *log = in_dir(w, "log");
    pid_t child = fork();
    if (child == 0) {
        int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (fd >= 0) {
            dup2(fd, 1);
            dup2(fd, 2);
        }
        execvp(w->arg[0], (char *const *)(uintptr_t)w->arg);
        _exit(127);
    }
    int status = -1;
    pid_t done = -1;
    while (child > 0 && (done = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
    }
    bool ok = done == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!ok) {
        read_file(log, w->messages);
        if (done < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127)) {
            out_printf(w->messages, "%s cannot be run\n", w->arg[0]);
        }
    }
    unlink(log);
    w->narg = 0;
    return ok;
}

/* --- the texts --- */

const char *c_build_ident(const BackendOptions *options, const IrGame *game, Arena *arena)
{
    return options->ident ? options->ident : c_default_ident(arena, game->name);
}

static void paste(const char *const *line, bool includes, Out *out)
{
    for (; *line; line++) {
        if (includes || strncmp(*line, "#include \"", 10) != 0) {
            out_puts(out, *line);
        }
    }
}

void c_build_header(const char *ident, Out *out)
{
    const char *const *abi = c_text_abi();
    out_printf(out, "/* The game as a reasoner; link with the object or library of that name. */\n");
    out_puts(out, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    paste(abi, true, out);
    out_printf(out, "\nextern const ludc_reasoner ludc_reasoner_%s;\n\n#ifdef __cplusplus\n}\n#endif\n",
               ident);
}

/* --- artefacts --- */

static void compiler(Work *w, const CBuildOptions *o)
{
    argument(w, o->compiler ? o->compiler : "cc");
    argument(w, "-std=c11");
    argument(w, "-O3");
    argument(w, "-w");
    argument(w, o->portable ? NULL : "-march=native");
}

static bool compile_program(Work *w, const CBuildOptions *o, const char *ident)
{
    Out text = {0};
    paste(c_text_abi(), true, &text);
    paste(c_text_main(), false, &text);
    bool ok = out_save(&text, in_dir(w, "main.c"), 0600);
    out_free(&text);
    compiler(w, o);
    argument(w, arena_printf(w->arena, "-DLUDC_GAME=ludc_reasoner_%s", ident));
    argument(w, "-o");
    argument(w, in_dir(w, "result"));
    argument(w, in_dir(w, "game.c"));
    argument(w, in_dir(w, "main.c"));
    return run(w) && ok;
}

static bool compile_object(Work *w, const CBuildOptions *o, bool shared)
{
    compiler(w, o);
    argument(w, "-fPIC");
    argument(w, shared ? "-shared" : "-c");
    argument(w, shared ? "-fvisibility=hidden" : NULL);
    argument(w, "-o");
    argument(w, in_dir(w, shared ? "result" : "game.o"));
    argument(w, in_dir(w, "game.c"));
    return run(w);
}

static bool archive(Work *w)
{
    argument(w, "ar");
    argument(w, "rcs");
    argument(w, in_dir(w, "result"));
    argument(w, in_dir(w, "game.o"));
    return run(w);
}

static bool make(Work *w, const CBuildOptions *o, CArtefact kind, const char *ident)
{
    switch (kind) {
    case C_PROGRAM: return compile_program(w, o, ident);
    case C_SHARED: return compile_object(w, o, true);
    case C_OBJECT:
        return compile_object(w, o, false) &&
               rename(in_dir(w, "game.o"), in_dir(w, "result")) == 0;
    case C_ARCHIVE: return compile_object(w, o, false) && archive(w);
    default: return false;
    }
}

static bool save(const Out *out, const char *path, unsigned mode, Out *messages)
{
    if (out_save(out, path, mode)) {
        return true;
    }
    out_printf(messages, "%s: %s\n", path, strerror(errno));
    return false;
}

/* `dir/game.a` -> `dir/game.h` */
static bool save_header(Work *w, const char *ident, const char *path)
{
    Out text = {0};
    c_build_header(ident, &text);
    size_t n = strlen(path);
    bool ok = save(&text, arena_printf(w->arena, "%.*s.h", (int)(n > 2 ? n - 2 : n), path), 0644,
                   w->messages);
    out_free(&text);
    return ok;
}

static CBuildResult in_temporary(Work *w, const CBuildOptions *o, CArtefact kind,
                                 const char *path, const Out *text, const char *ident)
{
    Out bytes = {0};
    CBuildResult result = C_NOT_WRITTEN;
    if (save(text, in_dir(w, "game.c"), 0600, w->messages)) {
        result = make(w, o, kind, ident) ? C_BUILT : C_NO_COMPILER;
    }
    if (result == C_BUILT) {
        unsigned mode = kind == C_PROGRAM || kind == C_SHARED ? 0755 : 0644;
        bool ok = read_file(in_dir(w, "result"), &bytes) && save(&bytes, path, mode, w->messages) &&
                  (kind != C_ARCHIVE || save_header(w, ident, path));
        result = ok ? C_BUILT : C_NOT_WRITTEN;
    }
    static const char *const name[] = {"game.c", "main.c", "game.o", "result"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        unlink(in_dir(w, name[i]));
    }
    out_free(&bytes);
    return result;
}

static CBuildResult with_compiler(Work *w, const CBuildOptions *o, CArtefact kind,
                                  const char *path, const Out *text, const char *ident)
{
    const char *base = getenv("TMPDIR");
    char *dir = arena_printf(w->arena, "%s/ludc-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(dir)) {
        out_printf(w->messages, "%s: %s\n", dir, strerror(errno));
        return C_NOT_WRITTEN;
    }
    w->dir = dir;
    CBuildResult result = in_temporary(w, o, kind, path, text, ident);
    rmdir(dir);
    return result;
}

CBuildResult c_build(IrGame *game, const CBuildOptions *options, CArtefact kind, const char *path,
                     Out *messages)
{
    Work w = {.arena = arena_new(), .messages = messages};
    const char *ident = c_build_ident(&options->text, game, w.arena);
    BackendOptions mine = options->text;
    mine.ident = ident;
    mine.shared = kind == C_SHARED;
    Out text = {0};
    CBuildResult result = C_BUILT;
    if (kind == C_HEADER) {
        c_build_header(ident, &text);
    } else if (!c_emit(game, &mine, &text)) {
        result = C_REFUSED;
    }
    if (result == C_BUILT && (kind == C_TEXT || kind == C_HEADER)) {
        result = save(&text, path, 0644, messages) ? C_BUILT : C_NOT_WRITTEN;
    } else if (result == C_BUILT) {
        result = with_compiler(&w, options, kind, path, &text, ident);
    }
    out_free(&text);
    arena_free(w.arena);
    return result;
}
