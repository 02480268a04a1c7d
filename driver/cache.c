/* cache.c - see cache.h. */
#include "driver/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backends/llvm/link.h"
#include "backends/llvm/stamp.h"
#include "backends/tools.h"
#include "base/hash.h"

/* ---- names ------------------------------------------------------------------- */

/* The first processor's lines of /proc/cpuinfo; empty elsewhere. */
static void processor(Out *out)
{
    Out all = {0};
    if (tools_read("/proc/cpuinfo", &all) && all.n) {
        char *end = strstr(all.text, "\n\n");
        size_t n = end ? (size_t)(end - all.text) : all.n;
        for (char *line = all.text; line < all.text + n; line += strcspn(line, "\n") + 1) {
            /* lines about speed and the like change from moment to moment */
            if (!strncmp(line, "model name", 10) || !strncmp(line, "flags", 5) || !strncmp(line, "Features", 8))
                out_write(out, line, strcspn(line, "\n"));
        }
    }
    out_free(&all);
}

static char *folder_of(Arena *arena)
{
    const char *mine = getenv("LUDC_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (mine)
        return *mine ? arena_strdup(arena, mine) : NULL;
    if (xdg && *xdg == '/')
        return arena_printf(arena, "%s/ludc", xdg);
    return home && *home == '/' ? arena_printf(arena, "%s/.cache/ludc", home) : NULL;
}

CacheEntry cache_entry(Arena *arena, const IrGame *game, const char *what)
{
    CacheEntry entry = {.folder = folder_of(arena)};
    if (!entry.folder)
        return entry;
    Out key = {0};
    out_printf(&key, "%s %s\n", LUDC_LLVM_STAMP, what);
    processor(&key);
    ir_print_brief(game, &key);
    uint64_t a = hash_bytes(HASH_START, key.text, key.n);
    uint64_t b = hash_bytes(a ^ UINT64_C(0x9e3779b97f4a7c15), key.text, key.n);
    out_free(&key);
    entry.path = arena_printf(arena, "%s/%016llx%016llx.so", entry.folder, (unsigned long long)a,
                              (unsigned long long)b);
    return entry;
}

CacheEntry cache_variant(Arena *arena, const CacheEntry *entry, const char *how)
{
    CacheEntry other = *entry;
    if (entry->path)
        other.path = arena_printf(arena, "%.*s-%s.so", (int)(strlen(entry->path) - strlen(".so")), entry->path, how);
    return other;
}

bool cache_has(const CacheEntry *entry) { return entry->path && access(entry->path, F_OK) == 0; }

/* ---- entries ------------------------------------------------------------------ */

typedef struct {
    char magic[8];
    uint64_t size, hash; /* of what stands before */
} Trailer;

static const char magic[8] = "ludcgame";

static bool whole(const CacheEntry *entry)
{
    Out bytes = {0};
    Trailer end;
    bool ok = tools_read(entry->path, &bytes) && bytes.n > sizeof end;
    if (ok) {
        size_t n = bytes.n - sizeof end;
        memcpy(&end, bytes.text + n, sizeof end);
        ok = !memcmp(end.magic, magic, sizeof magic) && end.size == n &&
             end.hash == hash_bytes(HASH_START, bytes.text, n);
    }
    out_free(&bytes);
    return ok;
}

void *cache_open(const CacheEntry *entry)
{
    struct stat info;
    /* it is code: only what is ours is run */
    if (!entry->path || stat(entry->path, &info) != 0 || info.st_uid != geteuid())
        return NULL;
    void *handle = whole(entry) ? dlopen(entry->path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!handle)
        unlink(entry->path);
    else
        utimensat(AT_FDCWD, entry->path, NULL, 0); /* used just now */
    return handle;
}

/* ---- the limit ------------------------------------------------------------------ */

static int64_t limit_bytes(void)
{
    const char *text = getenv("LUDC_CACHE_MB");
    long mb = text && *text ? strtol(text, NULL, 10) : 256;
    return (int64_t)(mb > 0 && mb < 1 << 20 ? mb : 256) << 20;
}

/* The bytes of all entries, and the one that was used longest ago. */
static int64_t survey(Arena *arena, const char *folder, char **oldest)
{
    int64_t sum = 0;
    time_t when = 0;
    *oldest = NULL;
    DIR *dir = opendir(folder);
    for (struct dirent *item; dir && (item = readdir(dir));) {
        size_t n = strlen(item->d_name);
        struct stat info;
        char *path = arena_printf(arena, "%s/%s", folder, item->d_name);
        if (n < 4 || strcmp(item->d_name + n - 3, ".so") != 0 || stat(path, &info) != 0)
            continue;
        sum += info.st_size;
        if (!*oldest || info.st_mtime < when) {
            *oldest = path;
            when = info.st_mtime;
        }
    }
    if (dir)
        closedir(dir);
    return sum;
}

static void trim(const char *folder)
{
    enum { MOST = 1000 }; /* at a time */
    Arena *arena = arena_new();
    char *oldest;
    for (int i = 0; i < MOST && survey(arena, folder, &oldest) > limit_bytes() && oldest; i++)
        unlink(oldest);
    arena_free(arena);
}

static bool make_folder(const char *folder)
{
    Arena *arena = arena_new();
    char *path = arena_strdup(arena, folder);
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            mkdir(path, 0700);
            *p = '/';
        }
    mkdir(path, 0700);
    bool ok = access(path, W_OK) == 0;
    arena_free(arena);
    return ok;
}

bool cache_store(const CacheEntry *entry, const Out *object)
{
    Out bytes = {0}, messages = {0};
    bool ok = entry->path && make_folder(entry->folder) &&
              link_bytes(object, LINK_SHARED, NULL, &bytes, &messages);
    if (ok) {
        Trailer end = {.size = bytes.n, .hash = hash_bytes(HASH_START, bytes.text, bytes.n)};
        memcpy(end.magic, magic, sizeof magic);
        out_write(&bytes, (const char *)&end, sizeof end);
        ok = out_save(&bytes, entry->path, 0600);
        trim(entry->folder);
    }
    out_free(&bytes);
    out_free(&messages);
    return ok;
}
