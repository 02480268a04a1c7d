/* defines.c - sets of defines: from the text, from files, from the prelude. */
#include "frontend/lud/text/defines.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static uint32_t hash(const char *name, size_t n)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)name[i]) * 16777619u;
    return h;
}

Define *lud_define_find(const DefineSet *set, const char *name, size_t n)
{
    if (!set->nslot)
        return NULL;
    for (size_t i = hash(name, n);; i++) {
        uint32_t index = set->slot[i & (set->nslot - 1)];
        if (!index)
            return NULL;
        Define *define = &set->define.at[index - 1];
        if (strncmp(define->name, name, n) == 0 && !define->name[n])
            return define;
    }
}

static void rehash(Reader *reader, DefineSet *set)
{
    size_t nslot = 16;
    while (nslot < 4 * set->define.n)
        nslot *= 2;
    set->slot = ARENA_ARRAY(reader->scratch, uint32_t, nslot);
    set->nslot = nslot;
    for (size_t k = 0; k < set->define.n; k++) {
        const char *name = set->define.at[k].name;
        size_t i = hash(name, strlen(name)) & (nslot - 1);
        while (set->slot[i])
            i = (i + 1) & (nslot - 1);
        set->slot[i] = (uint32_t)k + 1;
    }
}

bool lud_define_add(Reader *reader, DefineSet *set, Define define)
{
    if (lud_define_find(set, define.name, strlen(define.name)))
        return false;
    vec_push(reader->scratch, &set->define, define);
    if (2 * set->define.n > set->nslot) {
        rehash(reader, set);
        return true;
    }
    size_t i = hash(define.name, strlen(define.name)) & (set->nslot - 1);
    while (set->slot[i])
        i = (i + 1) & (set->nslot - 1);
    set->slot[i] = (uint32_t)set->define.n;
    return true;
}

/* Takes `(define "Name" body)` apart. */
static bool interpret(Reader *reader, const Text *text, Define *define)
{
    size_t open = 0, hi = text->n;
    while (open < hi && text->c[open] != '"')
        open++;
    size_t close = open + 1;
    while (close < hi && text->c[close] != '"')
        close++;
    if (close >= hi)
        return session_error(reader->session, text_span(reader, text, 0, 7),
                             "a define needs a name in quotes");
    define->name = text_string(reader->session->arena, text, open + 1, close);
    define->at = text_span(reader, text, open, close + 1);
    define->body = text_trim(text_copy(reader, text, close + 1, hi - 1));
    return true;
}

static void warn_twice(Reader *reader, const Define *define, const Define *first)
{
    if (reader->warned++ >= LUD_MAX_REPORTS)
        return;
    diag_warning(reader->session->diags, WARN_defined_twice, define->at,
         "\"%s\" is defined twice; the first one counts", define->name);
    diag_note(reader->session->diags, first->at, "defined here first");
}

bool lud_defines_extract(Reader *reader, Text *text, DefineSet *set)
{
    Texts form = {0};
    if (!text_cut_forms(reader, text, "define", &form))
        return false;
    for (size_t i = 0; i < form.n; i++) {
        Define define = {0};
        if (!interpret(reader, &form.at[i], &define))
            return false;
        const Define *first = lud_define_find(set, define.name, strlen(define.name));
        if (first)
            warn_twice(reader, &define, first);
        else
            lud_define_add(reader, set, define);
    }
    return true;
}

/* ---- the library --------------------------------------------------------- */

static bool add_library_text(Reader *reader, const Source *source, DefineSet *set)
{
    Text text = text_of_source(reader, source);
    text_strip_comments(&text);
    Texts form = {0};
    if (!text_cut_forms(reader, &text, "define", &form))
        return false;
    if (form.n == 0)
        return session_error(reader->session, (Span){source->base, source->base + 1},
                             "there is no define in this file");
    for (size_t i = 0; i < form.n; i++) {
        Define define = {0};
        if (!interpret(reader, &form.at[i], &define))
            return false;
        lud_define_add(reader, set, define);
    }
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool cannot_read(Reader *reader, const char *path)
{
    return session_error(reader->session, (Span){0, 0}, "cannot read %s: %s", path,
                         strerror(errno));
}

static bool ends_in_def(const char *name)
{
    size_t n = strlen(name);
    return n > 4 && strcmp(name + n - 4, ".def") == 0;
}

/* Files below a folder, folders within it included, in the order of their names. */
static bool add_folder(Reader *reader, const char *path, int depth, DefineSet *set)
{
    VEC(const char *) entry = {0};
    DIR *dir = opendir(path);
    if (!dir)
        return cannot_read(reader, path);
    for (const struct dirent *e; (e = readdir(dir));)
        if (e->d_name[0] != '.') {
            const char *name =
                arena_printf(reader->scratch, "%s/%s", path, e->d_name);
            vec_push(reader->scratch, &entry, name);
        }
    closedir(dir);
    if (entry.n)
        qsort(entry.at, entry.n, sizeof *entry.at, by_name);
    for (size_t i = 0; i < entry.n; i++) {
        struct stat info;
        if (!ends_in_def(entry.at[i])) {
            if (depth < 16 && stat(entry.at[i], &info) == 0 &&
                S_ISDIR(info.st_mode) &&
                !add_folder(reader, entry.at[i], depth + 1, set))
                return false;
            continue;
        }
        const Source *source = source_read(reader->session->sources, entry.at[i]);
        if (!source)
            return cannot_read(reader, entry.at[i]);
        if (!add_library_text(reader, source, set))
            return false;
    }
    return true;
}

/* The place of a define in a Java HashMap of `cap` buckets keyed by the quoted
 * name: the order in which Ludii expands known defines, on which the result can
 * depend when the body of one changes the number of arguments of another. */
static uint32_t bucket(const char *name, uint32_t cap)
{
    uint32_t h = '"';
    for (; *name; name++)
        h = 31 * h + (unsigned char)*name;
    h = 31 * h + '"';
    return (h ^ (h >> 16)) & (cap - 1);
}

static void order_like_ludii(Reader *reader, DefineSet *set)
{
    uint32_t cap = 16;
    size_t n = set->define.n;
    while (n > cap / 4 * 3)
        cap *= 2;
    size_t *count = ARENA_ARRAY(reader->scratch, size_t, cap + 1);
    Define *sorted = ARENA_ARRAY(reader->scratch, Define, n ? n : 1);
    for (size_t i = 0; i < n; i++)
        count[bucket(set->define.at[i].name, cap) + 1]++;
    for (uint32_t b = 0; b < cap; b++)
        count[b + 1] += count[b];
    for (size_t i = 0; i < n; i++)
        sorted[count[bucket(set->define.at[i].name, cap)]++] = set->define.at[i];
    set->define.at = sorted;
    set->define.cap = n;
    rehash(reader, set);
}

bool lud_defines_library(Reader *reader, const LudOptions *options, DefineSet *set)
{
    for (size_t i = 0; options && i < options->ndef_path; i++)
        if (!add_folder(reader, options->def_path[i], 0, set))
            return false;
    for (size_t i = 0; i < lud_nprelude; i++) {
        const LudPrelude *file = &lud_prelude[i];
        const Source *source = source_add(reader->session->sources, file->name,
                                          file->text, strlen(file->text));
        if (!source || !add_library_text(reader, source, set))
            return false;
    }
    order_like_ludii(reader, set);
    return true;
}
