/* no_rules.c - see no_rules.h. */
#include "driver/no_rules.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { LOOKED_AT = 4096 };

typedef struct {
    const char *start;
    size_t n;
    const char *what;
} Magic;

static const Magic magic[] = {
    {"\x7f" "ELF", 4, "a compiled game, or another object, and no rules: `ludc draw` draws a .so, and programs play by themselves"},
    {"!<arch>\n", 8, "an archive of objects, and no rules"},
    {"\0asm", 4, "WebAssembly, and no rules"},
    {"\x89PNG", 4, "a picture, and no rules"},
    {"\x1f\x8b", 2, "compressed by gzip, and no rules: only records may be"},
    {"{\"type\":", 8, "a record of games, and no rules: `ludc replay --game GAME FILE` reads it"},
    {"playout ", 8, "a printed trace, and no rules: `ludc replay --game GAME FILE` reads it"},
};

static const char *by_suffix(const char *path, const char *text, size_t n)
{
    const char *dot = strrchr(path, '.');
    bool c = dot && (!strcmp(dot, ".c") || !strcmp(dot, ".h"));
    bool written = n > 2 && (!strncmp(text, "/*", 2) || *text == '#');
    return c && written ? "C, which ludc writes and does not read" : NULL;
}

/* A rule sheet: its reader says which byte is wrong. */
static bool called_sheet(const char *path)
{
    static const char *const suffix[] = {".kif", ".gdl"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof suffix / sizeof *suffix; i++)
        if (!strcmp(dot, suffix[i]))
            return true;
    return false;
}

const char *no_rules(const char *path)
{
    char text[LOOKED_AT];
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return NULL;
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t n = fread(text, 1, sizeof text, file);
    fclose(file);
    for (size_t i = 0; i < sizeof magic / sizeof *magic; i++)
        if (n >= magic[i].n && !memcmp(text, magic[i].start, magic[i].n))
            return magic[i].what;
    return memchr(text, '\0', n) && !called_sheet(path) ? "no text in UTF-8" : by_suffix(path, text, n);
}
