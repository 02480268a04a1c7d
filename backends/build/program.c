/* program.c - see program.h. */
#include "backends/build/program.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backends/c/cgen.h"
#include "backends/build/embed_program.h"
#include "backends/build/tools.h"

static const char program_main[] = "runtime/agent_main.c";

/* ---- the texts ------------------------------------------------------------------- */

static bool write_file(Tools *w, const char *name, const Out *text) { return out_save(text, tools_file(w, name), 0600); }

/* The folder of a file, in the temporary one; two levels at most. */
static const char *folder_of(Tools *w, const char *path)
{
    return tools_file(w, arena_printf(w->arena, "%.*s", (int)(strrchr(path, '/') - path), path));
}

static bool write_sources(Tools *w)
{
    bool ok = mkdir(tools_file(w, "runtime"), 0700) == 0;
    for (const ProgramText *t = program_text; ok && t->path; t++) {
        Out text = {0};
        for (const char *const *line = t->line; *line; line++)
            out_puts(&text, *line);
        ok = (mkdir(folder_of(w, t->path), 0700) == 0 || errno == EEXIST) && write_file(w, t->path, &text);
        out_free(&text);
    }
    return ok;
}

static bool write_extra(Tools *w, const ProgramExtra *extra)
{
    bool ok = true;
    for (; ok && extra && extra->name; extra++) {
        Out text = {0};
        out_puts(&text, extra->text);
        ok = write_file(w, extra->name, &text);
        out_free(&text);
    }
    return ok;
}

/* The options of the agent as an initializer. */
static void write_options(const ludc_search_options *o, Out *out)
{
#define AGENT(number, name, help)
#define NUMBER(agents, field, key, type, low, high, standard, help) WRITE_##type(field)
#define CHOICE(agents, field, key, names, standard, help) WRITE_u32(field)
#define WRITE_u32(field) out_printf(out, "." #field " = %lu, ", (unsigned long)o->field);
#define WRITE_u64(field) out_printf(out, "." #field " = UINT64_C(%llu), ", (unsigned long long)o->field);
#define WRITE_size(field) WRITE_u64(field)
#define WRITE_f64(field) out_printf(out, "." #field " = %a, ", o->field);
    out_printf(out, "{.agent = %lu, ", (unsigned long)o->agent);
#include "runtime/search/agents.def"
    out_puts(out, "}");
#undef AGENT
#undef NUMBER
#undef CHOICE
}

static void write_loop(const char *ident, const ludc_search_options *agent, Out *out)
{
    out_puts(out, "#include \"game.c\"\n#include \"runtime/include/ludc_search.h\"\n"
                  "static const ludc_search_options agent_options = ");
    write_options(agent, out);
    out_puts(out, ";\nLUDC_API extern const ludc_search_options ludc_agent_options;\n"
                  "const ludc_search_options ludc_agent_options = ");
    write_options(agent, out);
    out_printf(out, ";\n#define LUDC_GAME ludc_reasoner_%s\n#define LUDC_AGENT_OPTIONS agent_options\n", ident);
    for (const ProgramText *t = program_text; t->path; t++)
        if (t->loop)
            out_printf(out, "#include \"%s\"\n", t->path);
}

/* ---- compiling ---------------------------------------------------------------------- */

/* What is the same for all games, each an object of its own that can be kept: the search's library, and what plays with
 * persons, which only programs do. */
static const char search_part[] = "search.o", person_part[] = "person.o";

/* Is the file a unit of the part?  Headers come in by the files that include them; the loop and the program's main know the
 * game. */
static bool is_unit(const char *part, const ProgramText *t)
{
    bool source = !strcmp(t->path + strlen(t->path) - 2, ".c") && !t->loop && strcmp(t->path, program_main) != 0;
    bool plays = !strncmp(t->path, "runtime/agent/", 14) || !strncmp(t->path, "runtime/board/", 14);
    return source && plays == (part == person_part);
}

static void begin_command(Tools *w, const CBuildOptions *o)
{
    c_build_compiler(w, o);
    tools_word(w, "-D_POSIX_C_SOURCE=200809L");
    tools_word(w, "-D_DEFAULT_SOURCE=");
    tools_word(w, "-DPACKAGE_VERSION=\"0\"");
    tools_word(w, "-fvisibility=hidden");
    tools_word(w, "-ffp-contract=off");
    tools_word(w, "-fPIC");
}

static void begin_folders(Tools *w)
{
    tools_word(w, arena_printf(w->arena, "-I%s", w->dir));
    tools_word(w, arena_printf(w->arena, "-I%s", tools_file(w, "runtime/include")));
}

/* Not the loop: less time is given to it. */
static void part_words(Tools *w, const CBuildOptions *o)
{
    begin_command(w, o);
    tools_word(w, "-O1");
    tools_word(w, "-r");
    tools_word(w, "-nostdlib");
}

/* All that the object depends on: the command, the compiler, the sources with their headers. */
static bool part_made_from(const char *part, const Tools *w, const CBuildOptions *o, Out *text)
{
    Tools words = {.arena = w->arena};
    part_words(&words, o);
    for (int i = 0; i < words.narg; i++)
        out_printf(text, "%s ", words.arg[i]);
    out_printf(text, "\n%s\n", part);
    for (const ProgramText *t = program_text; t->path; t++) {
        out_printf(text, "%s\n", t->path);
        for (const char *const *line = t->line; *line; line++)
            out_puts(text, *line);
    }
    return tools_identity(o->compiler ? o->compiler : "cc", text);
}

static bool compile_part(const char *part, Tools *w, const CBuildOptions *o)
{
    part_words(w, o);
    begin_folders(w);
    tools_word(w, "-o");
    tools_word(w, tools_file(w, part));
    for (const ProgramText *t = program_text; t->path; t++)
        if (is_unit(part, t))
            tools_word(w, tools_file(w, t->path));
    return tools_run(w);
}

/* The part's object, from the store where it has one. */
static bool make_part(const char *part, Tools *w, const CBuildOptions *o)
{
    const CObjectStore *store = o->store;
    Out made_from = {0}, object = {0};
    bool named = store && part_made_from(part, w, o, &made_from);
    bool made = named && store->read(store->data, &made_from, &object) && write_file(w, part, &object);
    if (!made) {
        object.n = 0;
        made = compile_part(part, w, o);
        if (made && named && tools_read(tools_file(w, part), &object))
            store->keep(store->data, &made_from, &object);
    }
    out_free(&made_from);
    out_free(&object);
    return made;
}

static bool compile(Tools *w, const CBuildOptions *o, const ProgramExtra *extra, CArtefact kind, const char *ident)
{
    if (!make_part(search_part, w, o) || (kind == C_PROGRAM && !make_part(person_part, w, o)))
        return false;
    begin_command(w, o);
    begin_folders(w);
    tools_word(w, arena_printf(w->arena, "-DLUDC_PROGRAM=ludc_reasoner_%s", ident));
    tools_word(w, extra ? "-DLUDC_FEATURES=1" : NULL);
    tools_word(w, kind == C_SHARED ? "-shared" : NULL);
    tools_word(w, "-o");
    tools_word(w, tools_file(w, "result"));
    tools_word(w, tools_file(w, "loop.c"));
    for (; extra && extra->name; extra++)
        tools_word(w, tools_file(w, extra->name));
    tools_word(w, kind == C_PROGRAM ? tools_file(w, program_main) : NULL);
    tools_word(w, kind == C_PROGRAM ? tools_file(w, person_part) : NULL);
    tools_word(w, tools_file(w, search_part));
    tools_word(w, "-lm");
    tools_word(w, "-lpthread");
    tools_word(w, "-ldl");
    return tools_run(w);
}

/* The artefact appears under its name only when it is whole. */
static CBuildResult install(Tools *w, const char *path)
{
    Out bytes = {0};
    bool ok = tools_read(tools_file(w, "result"), &bytes) && out_save(&bytes, path, 0755);
    if (!ok)
        out_printf(w->messages, "%s: %s\n", path, strerror(errno));
    out_free(&bytes);
    return ok ? C_BUILT : C_NOT_WRITTEN;
}

CBuildResult c_build_agent(IrGame *game, const CBuildOptions *options, const ludc_search_options *agent, const ProgramExtra *extra,
                           CArtefact kind, const char *path, Out *messages)
{
    Arena *arena = arena_beside(game->arena);
    Tools w = {.arena = arena, .messages = messages};
    BackendOptions mine = options->text;
    mine.ident = c_build_ident(&options->text, game, arena);
    mine.shared = kind == C_SHARED;
    Out text = {0};
    CBuildResult result = c_emit(game, &mine, &text) ? C_NOT_WRITTEN : C_REFUSED;
    if (result == C_NOT_WRITTEN && tools_begin(&w, arena, messages)) {
        Out loop = {0};
        write_loop(mine.ident, agent, &loop);
        if (write_sources(&w) && write_extra(&w, extra) && write_file(&w, "game.c", &text) && write_file(&w, "loop.c", &loop))
            result = compile(&w, options, extra, kind, mine.ident) ? install(&w, path) : C_NO_COMPILER;
        else
            out_printf(messages, "%s: %s\n", w.dir, strerror(errno));
        out_free(&loop);
        tools_end(&w);
    }
    out_free(&text);
    arena_free(arena);
    return result;
}
