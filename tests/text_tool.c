/* text_tool.c - the text layer of the Ludii front end on its own, for tests.
 *
 *   text_tool ast|expanded|metadata|menus FILE [-d DIR] [-o OPTION] [-r RULESET]
 *   text_tool trip [-d DIR] FILE...   reads, prints, parses and compares each
 *   text_tool choices [-d DIR] FILE...   reads each with every option and ruleset
 *
 * Exit code as ludc's: 0, 1 wrong input, 2 usage, 3 cannot read, 4 unsupported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "frontend/lud/lud.h"

enum { MAX_ARGS = 16 };

typedef struct {
    const char *option[MAX_ARGS], *def_path[MAX_ARGS];
    LudOptions lud;
    char **file;
    int nfile;
} Args;

static bool same(const Ast *a, const Ast *b)
{
    if (a->kind != b->kind || a->label != b->label || a->text != b->text ||
        a->nkid != b->nkid)
        return false;
    for (uint32_t i = 0; i < a->nkid; i++)
        if (!same(a->kid[i], b->kid[i]))
            return false;
    return true;
}

/* Every node of an expanded text must lead back to a real file. */
static bool placed(const Ast *ast, const SourceMap *map)
{
    if (!source_resolve(map, ast->at).source)
        return false;
    for (uint32_t i = 0; i < ast->nkid; i++)
        if (!placed(ast->kid[i], map))
            return false;
    return true;
}

static const char *trip(Session *session, const LudFile *file)
{
    Out out = {0}, again = {0};
    ast_print(file->game, &out);
    const Source *source = source_add(session->sources, "printed", out.text, out.n);
    const Ast *ast = lud_parse(session, source);
    const char *failure = NULL;
    if (!ast || !same(ast, file->game))
        failure = "does not survive printing";
    if (ast)
        ast_print(ast, &again);
    if (!failure && strcmp(out.text, again.text) != 0)
        failure = "prints differently the second time";
    if (!failure && !placed(file->game, session->sources))
        failure = "has a node without a place";
    out_free(&out);
    out_free(&again);
    return failure;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_diags(Session *session)
{
    Out out = {0};
    diags_print(session->diags, session->sources, ~0u, 0, &out);
    fputs(out.text ? out.text : "", stderr);
    out_free(&out);
}

static int trip_all(const Args *args)
{
    int passed = 0;
    double *ms = malloc(sizeof *ms * (size_t)(args->nfile + 1));
    if (!ms)
        return 3;
    for (int i = 0; i < args->nfile; i++) {
        Session *session = session_new();
        double start = seconds();
        const Source *source = source_read(session->sources, args->file[i]);
        const LudFile *file = source ? lud_read(session, source, &args->lud) : NULL;
        ms[i] = 1000 * (seconds() - start);
        const char *failure = file ? trip(session, file) : "cannot be read";
        passed += !failure;
        if (failure)
            fprintf(stderr, "%s %s\n", args->file[i], failure);
        print_diags(session);
        session_free(session);
    }
    qsort(ms, (size_t)args->nfile, sizeof *ms, by_value);
    printf("%d of %d; median %.1f ms, most %.1f ms\n", passed, args->nfile,
           ms[args->nfile / 2], ms[args->nfile - 1]);
    free(ms);
    return passed == args->nfile ? 0 : 1;
}

/* Reads a file with one thing chosen; false, with a word, when that fails.  A
 * ruleset may be named and not described: that is said, and no failure. */
static bool read_choice(const char *path, const LudOptions *lud)
{
    Session *session = session_new();
    const Source *source = source_read(session->sources, path);
    bool good = source && (lud_read(session, source, lud) ||
                           diags_exit_code(session->diags) == 4);
    if (!good) {
        fprintf(stderr, "%s with %s:\n", path,
                lud->noption ? lud->option[0] : lud->ruleset);
        print_diags(session);
    }
    session_free(session);
    return good;
}

/* Counts what can be chosen in a file, and what of it fails. */
static bool read_choices(const char *path, const LudOptions *plain, int *n, int *bad)
{
    Session *session = session_new();
    const Source *source = source_read(session->sources, path);
    const LudFile *file = source ? lud_read(session, source, plain) : NULL;
    for (size_t i = 0; file && i < file->noption; i++)
        for (size_t k = 0; k < file->option[i].nitem; k++) {
            const char *chosen =
                arena_printf(session->arena, "%s/%s", file->option[i].heading,
                             file->option[i].item[k].label);
            LudOptions lud = *plain;
            lud.option = &chosen;
            lud.noption = 1;
            *bad += !read_choice(path, &lud);
            ++*n;
        }
    for (size_t i = 0; file && i < file->nruleset; i++) {
        LudOptions lud = *plain;
        lud.ruleset = file->ruleset[i];
        *bad += !read_choice(path, &lud);
        ++*n;
    }
    session_free(session);
    return file != NULL;
}

static int choices_all(const Args *args)
{
    int n = 0, bad = 0;
    for (int i = 0; i < args->nfile; i++)
        if (!read_choices(args->file[i], &args->lud, &n, &bad)) {
            fprintf(stderr, "%s cannot be read\n", args->file[i]);
            bad++;
        }
    printf("%d choices in %d files, %d fail\n", n, args->nfile, bad);
    return bad == 0 ? 0 : 1;
}

static void show_menus(const LudFile *file, Out *out)
{
    for (size_t i = 0; i < file->noption; i++)
        for (size_t k = 0; k < file->option[i].nitem; k++)
            out_printf(out, "%c %s/%s %u\n",
                       file->option[i].item[k].selected ? '*' : ' ',
                       file->option[i].heading, file->option[i].item[k].label,
                       file->option[i].item[k].stars);
    for (size_t i = 0; i < file->nruleset; i++)
        out_printf(out, "%s\n", file->ruleset[i]);
}

static int one(const char *what, const Args *args)
{
    Session *session = session_new();
    const Source *source = source_read(session->sources, args->file[0]);
    if (!source) {
        session_free(session);
        return 3;
    }
    const LudFile *file = lud_read(session, source, &args->lud);
    Out out = {0};
    if (file && strcmp(what, "ast") == 0)
        ast_dump(file->game, session->sources, &out);
    else if (file && strcmp(what, "metadata") == 0 && file->metadata)
        ast_print(file->metadata, &out);
    else if (file && strcmp(what, "menus") == 0)
        show_menus(file, &out);
    else if (file && strcmp(what, "expanded") == 0)
        ast_print(file->game, &out);
    fputs(out.text ? out.text : "", stdout);
    out_free(&out);
    print_diags(session);
    int code = diags_exit_code(session->diags);
    if (!file && code == 0)
        code = 70; /* failed without a word: a bug */
    session_free(session);
    return code;
}

int main(int argc, char **argv)
{
    Args args = {0};
    args.file = malloc(sizeof *args.file * (size_t)argc);
    if (!args.file)
        return 3;
    for (int i = 2; i < argc; i++)
        if (i + 1 < argc && !strcmp(argv[i], "-d") && args.lud.ndef_path < MAX_ARGS)
            args.def_path[args.lud.ndef_path++] = argv[++i];
        else if (i + 1 < argc && !strcmp(argv[i], "-o") && args.lud.noption < MAX_ARGS)
            args.option[args.lud.noption++] = argv[++i];
        else if (i + 1 < argc && !strcmp(argv[i], "-r"))
            args.lud.ruleset = argv[++i];
        else
            args.file[args.nfile++] = argv[i];
    args.lud.option = args.option;
    args.lud.def_path = args.def_path;
    int code = 2;
    if (argc > 1 && args.nfile && strcmp(argv[1], "trip") == 0)
        code = trip_all(&args);
    else if (argc > 1 && args.nfile && strcmp(argv[1], "choices") == 0)
        code = choices_all(&args);
    else if (argc > 1 && args.nfile == 1)
        code = one(argv[1], &args);
    free(args.file);
    return code;
}
