/* game.h - the owner of a reasoner, for those who make one. */
#ifndef LUDC_RUNTIME_GAME_H
#define LUDC_RUNTIME_GAME_H

#include "runtime/abi.h"
#include "runtime/include/ludc.h"

/* What the maker of a game knows of its engine; functions may be NULL. */
typedef struct {
    const char *name; /* where `now` is NULL */
    const char *(*now)(void *owned, const char **why);
    void (*wait)(void *owned);
    ludc_status (*fault)(void *owned, ludc_error *error); /* as ludc_fault; NULL: there are none */
} GameEngine;

struct ludc_game {
    const ludc_reasoner *reasoner;
    void (*release)(void *owned); /* may be NULL */
    void *owned;
    GameEngine engine;
};

/* NULL when memory is out; then `owned` is not released. */
ludc_game *ludc_game_new(const ludc_reasoner *reasoner, void (*release)(void *), void *owned, GameEngine engine);
void ludc_error_set(ludc_error *error, ludc_status status, const char *file, const char *message);

#endif
