/* build.c - artefacts by the system's compiler: see build.h. */
#include "backends/build/build.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "backends/c/cgen.h"
#include "backends/build/tools.h"

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

/* --- the texts --- */

const char *c_build_ident(const BackendOptions *options, const IrGame *game, Arena *arena)
{
    return options->ident ? options->ident : c_default_ident(arena, game->name);
}

static void paste(const char *const *line, bool includes, Out *out)
{
    for (; *line; line++)
        if (includes || strncmp(*line, "#include \"", 10) != 0)
            out_puts(out, *line);
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

/* Playouts wait for one chain of short operations: what gcc 12 does for the pipelines of newer
 * processors (sets of two words written as vectors, more branches) costs up to two fifths. */
#ifdef __x86_64__
#define TUNE "-mtune=haswell"
#else
#define TUNE NULL
#endif

void c_build_compiler(Tools *w, const CBuildOptions *o)
{
    tools_words(w, o->compiler ? o->compiler : "cc");
    tools_word(w, "-std=c11");
    tools_word(w, "-O3");
    tools_word(w, "-w");
    tools_word(w, o->portable ? NULL : "-march=native");
    tools_word(w, o->portable ? NULL : TUNE);
}

static bool compile_program(Tools *w, const CBuildOptions *o, const char *ident)
{
    Out text = {0};
    paste(c_text_abi(), true, &text);
    paste(c_text_reading(), false, &text);
    paste(c_text_main(), false, &text);
    bool ok = out_save(&text, tools_file(w, "main.c"), 0600);
    out_free(&text);
    c_build_compiler(w, o);
    tools_word(w, arena_printf(w->arena, "-DLUDC_GAME=ludc_reasoner_%s", ident));
    tools_word(w, "-o");
    tools_word(w, tools_file(w, "result"));
    tools_word(w, tools_file(w, "game.c"));
    tools_word(w, tools_file(w, "main.c"));
    return tools_run(w) && ok;
}

static void object_words(Tools *w, const CBuildOptions *o, bool shared)
{
    c_build_compiler(w, o);
    tools_word(w, "-fPIC");
    tools_word(w, shared ? "-shared" : "-c");
    tools_word(w, shared ? "-fvisibility=hidden" : NULL);
}

static bool compile_object(Tools *w, const CBuildOptions *o, bool shared)
{
    object_words(w, o, shared);
    tools_word(w, "-o");
    tools_word(w, tools_file(w, shared ? "result" : "game.o"));
    tools_word(w, tools_file(w, "game.c"));
    return tools_run(w);
}

static bool archive(Tools *w)
{
    tools_word(w, "ar");
    tools_word(w, "rcs");
    tools_word(w, tools_file(w, "result"));
    tools_word(w, tools_file(w, "game.o"));
    return tools_run(w);
}

static bool make(Tools *w, const CBuildOptions *o, CArtefact kind, const char *ident)
{
    switch (kind) {
    case C_PROGRAM: return compile_program(w, o, ident);
    case C_SHARED: return compile_object(w, o, true);
    case C_OBJECT:
        return compile_object(w, o, false) &&
               rename(tools_file(w, "game.o"), tools_file(w, "result")) == 0;
    case C_ARCHIVE: return compile_object(w, o, false) && archive(w);
    default: return false;
    }
}

static bool save(const Out *out, const char *path, unsigned mode, Out *messages)
{
    if (out_save(out, path, mode))
        return true;
    out_printf(messages, "%s: %s\n", path, strerror(errno));
    return false;
}

/* `dir/game.a` -> `dir/game.h` */
static bool save_header(Tools *w, const char *ident, const char *path)
{
    Out text = {0};
    c_build_header(ident, &text);
    size_t n = strlen(path);
    bool ok = save(&text, arena_printf(w->arena, "%.*s.h", (int)(n > 2 ? n - 2 : n), path), 0644,
                   w->messages);
    out_free(&text);
    return ok;
}

static CBuildResult in_temporary(Tools *w, const CBuildOptions *o, CArtefact kind,
                                 const char *path, const Out *text, const char *ident)
{
    Out bytes = {0};
    CBuildResult result = C_NOT_WRITTEN;
    if (save(text, tools_file(w, "game.c"), 0600, w->messages))
        result = make(w, o, kind, ident) ? C_BUILT : C_NO_COMPILER;
    if (result == C_BUILT) {
        unsigned mode = kind == C_PROGRAM || kind == C_SHARED ? 0755 : 0644;
        bool ok = tools_read(tools_file(w, "result"), &bytes) && save(&bytes, path, mode, w->messages) &&
                  (kind != C_ARCHIVE || save_header(w, ident, path));
        result = ok ? C_BUILT : C_NOT_WRITTEN;
    }
    out_free(&bytes);
    return result;
}

/* ---- in parts --------------------------------------------------------------------------- */

bool c_build_text(IrGame *game, const CBuildOptions *options, Out *text)
{
    BackendOptions mine = options->text;
    Arena *arena = arena_beside(game->arena);
    mine.ident = c_build_ident(&options->text, game, arena);
    mine.shared = true;
    bool ok = c_emit(game, &mine, text);
    arena_free(arena);
    return ok;
}

void c_build_command(const CBuildOptions *options, Arena *arena, Out *out)
{
    Tools words = {.arena = arena};
    object_words(&words, options, true);
    for (int i = 0; i < words.narg; i++)
        out_printf(out, "%s%s", i ? " " : "", words.arg[i]);
}

CBuildResult c_build_object(Tools *w, const CBuildOptions *options, const Out *text)
{
    if (!save(text, tools_file(w, "game.c"), 0600, w->messages))
        return C_NOT_WRITTEN;
    return compile_object(w, options, true) ? C_BUILT : C_NO_COMPILER;
}

/* ---- whole ------------------------------------------------------------------------------ */

static CBuildResult with_compiler(Tools *w, const CBuildOptions *o, CArtefact kind,
                                  const char *path, const Out *text, const char *ident)
{
    Arena *arena = w->arena;
    if (!tools_begin(w, arena, w->messages))
        return C_NOT_WRITTEN;
    CBuildResult result = in_temporary(w, o, kind, path, text, ident);
    tools_end(w);
    return result;
}

CBuildResult c_build(IrGame *game, const CBuildOptions *options, CArtefact kind, const char *path,
                     Out *messages)
{
    Tools w = {.arena = arena_beside(game->arena), .messages = messages};
    const char *ident = c_build_ident(&options->text, game, w.arena);
    BackendOptions mine = options->text;
    mine.ident = ident;
    mine.shared = kind == C_SHARED;
    Out text = {0};
    CBuildResult result = C_BUILT;
    if (kind == C_HEADER)
        c_build_header(ident, &text);
    else if (!c_emit(game, &mine, &text))
        result = C_REFUSED;
    if (result == C_BUILT && (kind == C_TEXT || kind == C_HEADER))
        result = save(&text, path, 0644, messages) ? C_BUILT : C_NOT_WRITTEN;
    else if (result == C_BUILT)
        result = with_compiler(&w, options, kind, path, &text, ident);
    out_free(&text);
    arena_free(w.arena);
    return result;
}
