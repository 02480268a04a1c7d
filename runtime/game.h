/* game.h - the owner of a reasoner, for those who make one. */
#ifndef LUDC_RUNTIME_GAME_H
#define LUDC_RUNTIME_GAME_H

#include "runtime/abi.h"
#include "runtime/include/ludc.h"

struct ludc_game {
    const ludc_reasoner *reasoner;
    void (*release)(void *owned); /* may be NULL */
    void *owned;
};

/* NULL when memory is out; then `owned` is not released. */
ludc_game *ludc_game_new(const ludc_reasoner *reasoner, void (*release)(void *), void *owned);
void ludc_error_set(ludc_error *error, ludc_status status, const char *file, const char *message);

#endif
