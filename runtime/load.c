/* load.c - reasoners in shared objects. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/game.h"
#include "runtime/include/ludc.h"

void ludc_error_set(ludc_error *error, ludc_status status, const char *file, const char *message)
{
    if (!error)
        return;
    memset(error, 0, sizeof *error);
    error->status = status;
    snprintf(error->file, sizeof error->file, "%s", file ? file : "");
    snprintf(error->message, sizeof error->message, "%s", message ? message : "");
}

ludc_game *ludc_game_new(const ludc_reasoner *reasoner, void (*release)(void *), void *owned)
{
    ludc_game *game = malloc(sizeof *game);
    if (game)
        *game = (ludc_game){reasoner, release, owned};
    return game;
}

void ludc_free(ludc_game *game)
{
    if (!game)
        return;
    if (game->release)
        game->release(game->owned);
    free(game);
}

const ludc_reasoner *ludc_game_reasoner(const ludc_game *game) { return game->reasoner; }

static void close_object(void *handle) { dlclose(handle); }

ludc_game *ludc_load(const char *path, ludc_error *error)
{
    char full[4096];
    /* a name without a slash would be looked up on the system's library path */
    int n = snprintf(full, sizeof full, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (n < 0 || (size_t)n >= sizeof full) {
        ludc_error_set(error, LUDC_USAGE, path, "the path is too long");
        return NULL;
    }
    void *handle = dlopen(full, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        ludc_error_set(error, LUDC_IO, path, dlerror());
        return NULL;
    }
    const ludc_reasoner *r = dlsym(handle, "ludc_reasoner");
    if (!r || r->abi != LUDC_ABI_VERSION) {
        ludc_error_set(error, LUDC_WRONG, path,
                       r ? "it was made for another version of ludc" : "it holds no reasoner");
        dlclose(handle);
        return NULL;
    }
    ludc_game *game = ludc_game_new(r, close_object, handle);
    if (!game)
        dlclose(handle);
    return game;
}
