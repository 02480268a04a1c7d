/* corpus.c - the games that `ludc bench` is asked for. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/bench/bench.h"
#include "base/memory.h"

static bool ends_with(const char *text, const char *tail)
{
    size_t n = strlen(text), m = strlen(tail);
    return n >= m && !strcmp(text + n - m, tail);
}

static bool is_game(const char *path)
{
    return ends_with(path, ".lud") || ends_with(path, ".kif") || ends_with(path, ".gir");
}

static void add(Bench *b, const char *path)
{
    b->path = realloc(b->path, (b->n + 1) * sizeof *b->path);
    char *copy = malloc(strlen(path) + 1);
    if (!b->path || !copy)
        memory_out();
    b->path[b->n++] = strcpy(copy, path);
}

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The entries of a folder in order; NULL with errno. */
static char **entries(const char *folder, size_t *n)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return NULL;
    char **name = calloc(1, sizeof *name);
    *n = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (entry->d_name[0] == '.')
            continue;
        name = realloc(name, (*n + 1) * sizeof *name);
        if (!name || !(name[*n] = malloc(strlen(entry->d_name) + 1)))
            memory_out();
        strcpy(name[(*n)++], entry->d_name);
    }
    closedir(dir);
    if (*n)
        qsort(name, *n, sizeof *name, by_name);
    return name;
}

static int add_folder(Bench *b, const char *folder, int depth)
{
    enum { DEEPEST = 64 }; /* links may go round in circles */
    size_t n = 0;
    char **name = depth < DEEPEST ? entries(folder, &n) : NULL;
    int code = EXIT_DONE;
    if (!name) {
        say("ludc: cannot read %s: %s", folder, depth < DEEPEST ? strerror(errno) : "too deep");
        return EXIT_IO;
    }
    for (size_t i = 0; i < n; i++) {
        Out path = {0};
        out_printf(&path, "%s/%s", folder, name[i]);
        if (!code && is_folder(path.text))
            code = add_folder(b, path.text, depth + 1);
        else if (!code && is_game(path.text))
            add(b, path.text);
        out_free(&path);
        free(name[i]);
    }
    free(name);
    return code;
}

/* A game a line, beside the list or where it would be found by its name. */
static void add_line(Bench *b, const char *list, const char *line)
{
    const char *slash = strrchr(list, '/');
    Out beside = {0};
    out_printf(&beside, "%.*s%s", slash && *line != '/' ? (int)(slash - list + 1) : 0, list, line);
    struct stat info;
    add(b, stat(beside.text, &info) == 0 ? beside.text : line);
    out_free(&beside);
}

static int add_list(Bench *b, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[4096];
    if (!file) {
        say("ludc: cannot read %s: %s", path, strerror(errno));
        return EXIT_IO;
    }
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] && line[0] != '#')
            add_line(b, path, line);
    }
    fclose(file);
    return EXIT_DONE;
}

int corpus_add(Bench *b, const char *word)
{
    struct stat info;
    if (is_folder(word))
        return add_folder(b, word, 0);
    if (is_game(word) || stat(word, &info) != 0) {
        add(b, word); /* what is no file may be a game known by its name */
        return EXIT_DONE;
    }
    return add_list(b, word);
}
