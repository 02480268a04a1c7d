/* cache.c - see cache.h. */
#define _GNU_SOURCE /* memfd_create */
#include "driver/engine/cache.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backends/build/link.h"
#include "backends/machine/stamp.h"
#include "backends/build/tools.h"
#include "driver/engine/digest.h"

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

/* Where entries lie, none of them named yet; no folder: there is no cache. */
static CacheEntry nameless(Arena *arena) { return (CacheEntry){.folder = digest_present() ? folder_of(arena) : NULL}; }

CacheEntry cache_entry_of(Arena *arena, const Out *made_from)
{
    CacheEntry entry = nameless(arena);
    if (!entry.folder)
        return entry;
    Out key = {0}, name = {0};
    uint8_t digest[DIGEST];
    processor(&key);
    out_write(&key, made_from->text, made_from->n);
    digest_of(key.text, key.n, digest);
    for (int i = 0; i < DIGEST; i++)
        out_printf(&name, "%02x", digest[i]);
    entry.name = arena_printf(arena, "%s.so", name.text);
    out_free(&key);
    out_free(&name);
    return entry;
}

CacheEntry cache_entry(Arena *arena, const IrGame *game, const char *what)
{
    CacheEntry entry = nameless(arena);
    if (!entry.folder)
        return entry;
    Out made_from = {0};
    out_printf(&made_from, "\n" LUDC_LLVM_STAMP " %s\n", what);
    ir_print_brief(game, &made_from);
    entry = cache_entry_of(arena, &made_from);
    out_free(&made_from);
    return entry;
}

CacheEntry cache_variant(Arena *arena, const CacheEntry *entry, const char *how)
{
    CacheEntry other = *entry;
    if (entry->name)
        other.name = arena_printf(arena, "%.*s-%s.so", (int)(strlen(entry->name) - strlen(".so")), entry->name, how);
    return other;
}

/* The length of the name of an entry that a text begins with, as cache_entry or an earlier version (32 digits) makes
 * it; 0: none. */
static size_t entry_name(const char *name)
{
    size_t digits = strspn(name, "0123456789abcdef"), n = digits;
    if (digits != 2 * (size_t)DIGEST && digits != 32)
        return 0;
    if (name[n] == '-')
        n += 1 + strspn(name + n + 1, "abcdefghijklmnopqrstuvwxyz");
    return strncmp(name + n, ".so", 3) ? 0 : n + 3;
}

/* ---- whom to believe ------------------------------------------------------------- */

static bool ours_alone(int file, mode_t kind, mode_t others)
{
    struct stat info;
    return fstat(file, &info) == 0 && (info.st_mode & S_IFMT) == kind && info.st_uid == geteuid() &&
           (info.st_mode & others) == 0;
}

/* The folder; < 0: there is none that is ours alone, errno is EPERM if there is another. */
static int open_folder(const CacheEntry *entry)
{
    int folder = entry->name ? open(entry->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (folder >= 0 && ours_alone(folder, S_IFDIR, 022))
        return folder;
    bool other = folder >= 0 || (entry->name && (errno == ELOOP || errno == ENOTDIR));
    if (folder >= 0)
        close(folder);
    errno = other ? EPERM : ENOENT;
    return -1;
}

static bool read_all(int file, Out *out)
{
    char block[65536];
    ssize_t n;
    while ((n = read(file, block, sizeof block)) != 0)
        if (n > 0)
            out_write(out, block, (size_t)n);
        else if (errno != EINTR)
            return false;
    return true;
}

#define KEY "key"

static bool read_key(int folder, uint8_t key[DIGEST])
{
    int file = openat(folder, KEY, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    Out bytes = {0};
    bool good = file >= 0 && ours_alone(file, S_IFREG, 077) && read_all(file, &bytes) && bytes.n == DIGEST;
    if (good)
        memcpy(key, bytes.text, DIGEST);
    if (file >= 0)
        close(file);
    out_free(&bytes);
    return good;
}

/* The key of the folder, made if there is none.  Of two that make one at once the first one's stays. */
static bool find_key(int folder, uint8_t key[DIGEST])
{
    enum { TRIES = 5 };
    Out bytes = {0}, name = {0};
    bool good = read_key(folder, key);
    if (!good && getrandom(key, DIGEST, 0) == DIGEST) {
        out_write(&bytes, (const char *)key, DIGEST);
        out_printf(&name, KEY ".%ld-0.tmp", (long)getpid()); /* so that it is swept when left */
        for (int i = 0; i < TRIES && !good; i++) {
            if (i > 0)
                unlinkat(folder, KEY, 0); /* it is there, and no key of ours alone */
            out_save_at(&bytes, folder, name.text, 0600);
            linkat(folder, name.text, folder, KEY, 0);
            unlinkat(folder, name.text, 0);
            good = read_key(folder, key);
        }
    }
    out_free(&bytes);
    out_free(&name);
    return good;
}

/* ---- entries ------------------------------------------------------------------ */

typedef struct {
    char magic[8];
    uint64_t size; /* of what stands before */
    uint8_t digest[DIGEST];
} Trailer;

static const char magic[8] = "ludcgam2";

static Trailer trailer_of(const uint8_t key[DIGEST], const char *name, const char *bytes, size_t n)
{
    Trailer end = {.size = n};
    memcpy(end.magic, magic, sizeof magic);
    digest_keyed(key, name, bytes, n, end.digest);
    return end;
}

static bool whole(const uint8_t key[DIGEST], const char *name, const Out *bytes)
{
    Trailer end;
    if (bytes->n <= sizeof end)
        return false;
    size_t n = bytes->n - sizeof end;
    memcpy(&end, bytes->text + n, sizeof end);
    Trailer due = trailer_of(key, name, bytes->text, n);
    return !memcmp(end.magic, magic, sizeof magic) && end.size == n && digest_same(end.digest, due.digest);
}

/* Opens bytes as a shared object: from memory that nobody can change, not by a name. */
static CacheCode open_bytes(const Out *bytes)
{
    CacheCode code = {.file = memfd_create("ludc-game", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    if (code.file < 0)
        return code;
    size_t done = 0;
    ssize_t n = 1;
    while (n > 0 && done < bytes->n)
        done += (size_t)((n = write(code.file, bytes->text + done, bytes->n - done)) > 0 ? n : 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", code.file);
    if (done == bytes->n && fcntl(code.file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        code.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!code.handle)
        close(code.file);
    return code;
}

void cache_close(CacheCode *code)
{
    if (code->handle) {
        dlclose(code->handle);
        close(code->file);
    }
    *code = (CacheCode){0};
}

/* Removes what killed processes left. */
static void sweep(int folder)
{
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = again >= 0 ? fdopendir(again) : NULL;
    for (struct dirent *item; dir && (item = readdir(dir));) {
        size_t n = entry_name(item->d_name);
        if (n && item->d_name[n] == '.') {
            item->d_name[n] = '\0';
            out_sweep(folder, item->d_name);
        }
    }
    if (dir)
        closedir(dir);
    else if (again >= 0)
        close(again);
    out_sweep(folder, KEY);
}

/* The entry of a folder, if it is believed: with its trailer. */
static bool read_entry(CacheEntry *entry, int folder, Out *bytes)
{
    uint8_t key[DIGEST];
    bool good = false;
    int file = openat(folder, entry->name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        entry->why = errno == ELOOP ? "an entry that is a link is not followed" : NULL;
        return false;
    }
    if (!ours_alone(file, S_IFREG, 022)) {
        entry->why = "an entry that others own or can write is not run";
    } else if (!read_key(folder, key) || !read_all(file, bytes) || !whole(key, entry->name, bytes)) {
        entry->why = "an entry that is torn, or of another key, is made again";
        unlinkat(folder, entry->name, 0);
    } else {
        good = true;
        futimens(file, NULL); /* used just now */
    }
    close(file);
    return good;
}

/* The folder of an entry, swept; < 0: there is none, or none to be believed. */
static int enter_folder(CacheEntry *entry)
{
    int folder = open_folder(entry);
    if (folder >= 0)
        sweep(folder);
    else if (entry->name && errno == EPERM)
        entry->why = "the folder is a link, or others own it or can write there";
    return folder;
}

bool cache_read(CacheEntry *entry, Out *bytes)
{
    int folder = enter_folder(entry);
    bool good = folder >= 0 && read_entry(entry, folder, bytes);
    if (good)
        bytes->text[bytes->n -= sizeof(Trailer)] = '\0';
    if (folder >= 0)
        close(folder);
    return good;
}

CacheCode cache_open(CacheEntry *entry)
{
    CacheCode code = {0};
    Out bytes = {0};
    int folder = enter_folder(entry);
    if (folder < 0)
        return code;
    if (read_entry(entry, folder, &bytes))
        code = open_bytes(&bytes);
    out_free(&bytes);
    close(folder);
    return code;
}

const ludc_reasoner *cache_reasoner(CacheEntry *entry, CacheCode *code, Diags *diags)
{
    *code = cache_open(entry);
    const ludc_reasoner *r = code->handle ? dlsym(code->handle, "ludc_reasoner") : NULL;
    if (entry->why)
        diag(diags, DIAG_REMARK, (Span){0, 0}, "cache %s: %s", entry->folder, entry->why);
    if (!r)
        cache_close(code);
    return r;
}

bool cache_has(const CacheEntry *entry)
{
    int folder = open_folder(entry);
    bool has = folder >= 0 && faccessat(folder, entry->name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    if (folder >= 0)
        close(folder);
    return has;
}

/* ---- the limit ------------------------------------------------------------------ */

static int64_t limit_bytes(void)
{
    const char *text = getenv("LUDC_CACHE_MB");
    long mb = text && *text ? strtol(text, NULL, 10) : 256;
    return (int64_t)(mb > 0 && mb < 1 << 20 ? mb : 256) << 20;
}

/* The bytes of all entries, and the one that was used longest ago. */
static int64_t survey(Arena *arena, int folder, char **oldest)
{
    int64_t sum = 0;
    time_t when = 0;
    *oldest = NULL;
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = again >= 0 ? fdopendir(again) : NULL;
    for (struct dirent *item; dir && (item = readdir(dir));) {
        size_t n = entry_name(item->d_name);
        struct stat info;
        if (!n || item->d_name[n] || fstatat(folder, item->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(info.st_mode) || info.st_uid != geteuid())
            continue;
        sum += info.st_size;
        if (!*oldest || info.st_mtime < when) {
            *oldest = arena_strdup(arena, item->d_name);
            when = info.st_mtime;
        }
    }
    if (dir)
        closedir(dir);
    else if (again >= 0)
        close(again);
    return sum;
}

static void trim(int folder)
{
    enum { MOST = 1000 }; /* at a time */
    Arena *arena = arena_new();
    char *oldest;
    for (int i = 0; i < MOST && survey(arena, folder, &oldest) > limit_bytes() && oldest; i++)
        unlinkat(folder, oldest, 0);
    arena_free(arena);
}

static void make_folder(const char *folder)
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
    arena_free(arena);
}

bool cache_keep(const CacheEntry *entry, const Out *shared)
{
    if (!entry->name)
        return false;
    make_folder(entry->folder);
    int folder = open_folder(entry);
    uint8_t key[DIGEST];
    Out bytes = {0};
    bool ok = folder >= 0 && find_key(folder, key);
    if (ok) {
        Trailer end = trailer_of(key, entry->name, shared->text, shared->n);
        out_write(&bytes, shared->text, shared->n);
        out_write(&bytes, (const char *)&end, sizeof end);
        ok = out_save_at(&bytes, folder, entry->name, 0600);
        trim(folder);
    }
    if (folder >= 0)
        close(folder);
    out_free(&bytes);
    return ok;
}

bool cache_store(const CacheEntry *entry, const Out *object)
{
    Out shared = {0}, messages = {0};
    bool ok = entry->name && link_bytes(object, LINK_SHARED, NULL, &shared, &messages) && cache_keep(entry, &shared);
    out_free(&shared);
    out_free(&messages);
    return ok;
}
