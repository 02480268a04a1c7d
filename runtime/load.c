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
    error->errors = 1;
    snprintf(error->file, sizeof error->file, "%s", file ? file : "");
    snprintf(error->message, sizeof error->message, "%s", message ? message : "");
}

ludc_game *ludc_game_new(const ludc_reasoner *reasoner, void (*release)(void *), void *owned, GameEngine engine)
{
    ludc_game *game = malloc(sizeof *game);
    if (game)
        *game = (ludc_game){reasoner, release, owned, engine};
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

const ludc_reasoner *ludc_game_reasoner(const ludc_game *game) { return game ? game->reasoner : NULL; }

const char *ludc_engine(const ludc_game *game, const char **why)
{
    const char *reason = "";
    const char *name = !game ? NULL : game->engine.now ? game->engine.now(game->owned, &reason) : game->engine.name;
    if (why)
        *why = game ? reason : NULL;
    return name;
}

ludc_status ludc_engine_wait(const ludc_game *game)
{
    if (!game)
        return LUDC_USAGE;
    if (game->engine.wait)
        game->engine.wait(game->owned);
    return LUDC_OK;
}

ludc_status ludc_fault(const ludc_game *game, ludc_error *error)
{
    if (!game)
        return LUDC_USAGE;
    return game->engine.fault ? game->engine.fault(game->owned, error) : LUDC_OK;
}

/* ---- shared objects -------------------------------------------------------------------- */

static void close_object(void *handle) { dlclose(handle); }

/* Only `abi` may be read of a struct of another version, and of this one what its size says is there. */
ludc_status ludc_check(const ludc_reasoner *r, ludc_error *error)
{
    char message[160];
    if (!r)
        snprintf(message, sizeof message, "there is no reasoner");
    else if (r->abi != LUDC_ABI_VERSION)
        snprintf(message, sizeof message,
                 "it was built for version %lu of the interface of reasoners, this library wants version %d: build it again",
                 (unsigned long)r->abi, LUDC_ABI_VERSION);
    else if (r->size < sizeof *r)
        snprintf(message, sizeof message,
                 "its struct ludc_reasoner has %lu bytes, this library wants at least %zu: build it again",
                 (unsigned long)r->size, sizeof *r);
    else
        return LUDC_OK;
    ludc_error_set(error, r ? LUDC_WRONG : LUDC_USAGE, "", message);
    return r ? LUDC_WRONG : LUDC_USAGE;
}

/* The reasoner in an object, if it can be played. */
static const ludc_reasoner *reasoner_in(void *handle, const char *path, ludc_error *error)
{
    const ludc_reasoner *r = dlsym(handle, "ludc_reasoner");
    ludc_error why;
    if (r && ludc_check(r, &why) == LUDC_OK)
        return r;
    ludc_error_set(error, LUDC_WRONG, path, r ? why.message : "it holds no reasoner");
    return NULL;
}

ludc_game *ludc_load(const char *path, ludc_error *error)
{
    char full[4096];
    if (!path) {
        ludc_error_set(error, LUDC_USAGE, "", "there is no path");
        return NULL;
    }
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
    const ludc_reasoner *r = reasoner_in(handle, path, error);
    ludc_game *game = r ? ludc_game_new(r, close_object, handle, (GameEngine){.name = "object"}) : NULL;
    if (!game)
        dlclose(handle);
    return game;
}
