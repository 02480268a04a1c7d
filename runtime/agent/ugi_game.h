/* ugi_game.h - the game that lines of UGI are about: where it began, and the plies since. */
#ifndef LUDC_RUNTIME_AGENT_UGI_GAME_H
#define LUDC_RUNTIME_AGENT_UGI_GAME_H

#include "runtime/agent/turns.h"

typedef struct {
    LudcTurns turns;
    size_t stride;        /* bytes from state to state */
    unsigned char *state; /* [plies + 1], from the start on */
    ludc_move (*step)[2]; /* [plies] */
    size_t plies, room;
} UgiGame;

/* At the game's start.  false: memory is out. */
bool ugi_game_begin(UgiGame *game, const LudcTurns *turns);
void ugi_game_free(UgiGame *game);
const void *ugi_game_state(const UgiGame *game, size_t ply);
static inline const void *ugi_game_now(const UgiGame *game) { return ugi_game_state(game, game->plies); }
/* A word and perhaps the outcome of its lots behind "~"; false: it is no legal move, or memory is out. */
bool ugi_game_play(UgiGame *game, const char *word);
/* Reads what stands behind "position", words separated by NULs from `word` to `end`; false with a reason: it stays as it was
 * before.  What both games have in common is the number of equal plies from equal starts; *common is -1 for none. */
bool ugi_game_read(UgiGame *game, const char *word, const char *end, long *common, char *why, size_t size);

#endif
