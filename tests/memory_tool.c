/* memory_tool.c - memory_tool FILE BACKEND: compiles a game and plays it by ludc.h, for tests/memory.tap, which lets memory
 * end on the way.  0: it played; 1: it was refused, and the error says something; nothing else is right. */
#include <stdio.h>
#include <stdlib.h>

#include "runtime/include/ludc.h"

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    ludc_error error;
    ludc_game *game = ludc_compile_file(argv[1], &(ludc_options){.backend = argv[2], .no_cache = 1}, &error);
    if (!game) {
        fprintf(stderr, "%d %s\n", (int)error.status, error.message);
        return error.status != LUDC_OK && error.message[0] ? 1 : 2;
    }
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *state = malloc(ludc_state_size(r));
    uint64_t rng = 1;
    for (int i = 0; state && i < 20; i++) {
        ludc_init(r, state);
        ludc_playout(r, state, &rng, 1000);
    }
    free(state);
    ludc_free(game);
    return 0;
}
