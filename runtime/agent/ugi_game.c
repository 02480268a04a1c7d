/* ugi_game.c - "position startpos|fen X [moves ..]" of UGI. */
#include "runtime/agent/ugi_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a game may take: a line of a megabyte has many plies. */
enum { FIRST_ROOM = 16 };
static const size_t most_bytes = (size_t)256 << 20;

static void *state_at(const UgiGame *g, size_t ply) { return g->state + ply * g->stride; }

const void *ugi_game_state(const UgiGame *g, size_t ply) { return state_at(g, ply); }

void ugi_game_free(UgiGame *g)
{
    free(g->state);
    free(g->step);
    g->state = NULL;
    g->step = NULL;
}

/* States stay aligned: aligned_alloc has no realloc. */
static bool make_room(UgiGame *g, size_t room)
{
    if (room > most_bytes / g->stride)
        return false;
    unsigned char *state = aligned_alloc(64, (room + 1) * g->stride);
    ludc_move(*step)[2] = malloc(room * sizeof *step);
    if (!state || !step) {
        free(state);
        free(step);
        return false;
    }
    if (g->state) {
        memcpy(state, g->state, (g->plies + 1) * g->stride);
        memcpy(step, g->step, g->plies * sizeof *step);
    }
    ugi_game_free(g);
    g->state = state;
    g->step = step;
    g->room = room;
    return true;
}

bool ugi_game_begin(UgiGame *g, const LudcTurns *turns)
{
    *g = (UgiGame){.turns = *turns, .stride = (ludc_state_size(turns->r) + 63) / 64 * 64};
    if (!make_room(g, FIRST_ROOM))
        return false;
    memset(g->state, 0, g->stride);
    ludc_init(turns->r, g->state);
    return true;
}

bool ugi_game_play(UgiGame *g, const char *word)
{
    const ludc_reasoner *r = g->turns.r;
    char text[256];
    const char *lots = ludc_joint(r) ? NULL : strrchr(word, '~');
    size_t n = lots ? (size_t)(lots - word) : strlen(word);
    if (n >= sizeof text || (g->plies == g->room && !make_room(g, 2 * g->room)))
        return false;
    memcpy(text, word, n);
    text[n] = '\0';
    void *now = state_at(g, g->plies), *next = state_at(g, g->plies + 1);
    ludc_move *step = g->step[g->plies];
    if (!ludc_turns_parse(&g->turns, now, text, step))
        return false;
    memcpy(next, now, g->stride);
    ludc_outcome outcome = 0;
    const ludc_move move = step[ludc_joint(r) ? 0 : ludc_mover(r, now) - 1];
    bool good = !lots ? ludc_apply_joint(r, next, step, NULL) == LUDC_OK
                      : ludc_outcome_parse(r, now, move, lots + 1, &outcome) == LUDC_OK &&
                            ludc_apply_outcome(r, next, move, outcome, NULL) == LUDC_OK;
    g->plies += good;
    return good;
}

static const char *next_word(const char *word) { return word + strlen(word) + 1; }

static bool fail(char *why, size_t size, const char *what, const char *word)
{
    snprintf(why, size, "%s%.100s", what, word);
    return false;
}

static bool read_start(UgiGame *g, const char **word, const char *end, char *why, size_t size)
{
    const ludc_reasoner *r = g->turns.r;
    if (*word < end && !strcmp(*word, "startpos")) {
        ludc_init(r, g->state);
        *word = next_word(*word);
        return true;
    }
    if (*word >= end || strcmp(*word, "fen") != 0 || next_word(*word) >= end)
        return fail(why, size, "position is startpos or fen X, then perhaps moves ..", "");
    *word = next_word(*word);
    if (ludc_state_parse(r, g->state, *word))
        return fail(why, size, "that is no position of this game: ", *word);
    *word = next_word(*word);
    return true;
}

static long in_common(const UgiGame *a, const UgiGame *b)
{
    const ludc_reasoner *r = a->turns.r;
    size_t n = 0, most = a->plies < b->plies ? a->plies : b->plies;
    if (!ludc_equal(r, a->state, b->state))
        return -1;
    while (n < most && !memcmp(a->step[n], b->step[n], sizeof a->step[n]) &&
           ludc_equal(r, ugi_game_state(a, n + 1), ugi_game_state(b, n + 1)))
        n++;
    return (long)n;
}

bool ugi_game_read(UgiGame *g, const char *word, const char *end, long *common, char *why, size_t size)
{
    UgiGame next;
    if (!ugi_game_begin(&next, &g->turns))
        return fail(why, size, "there is too little memory for the position", "");
    bool good = read_start(&next, &word, end, why, size);
    if (good && word < end && strcmp(word, "moves") != 0)
        good = fail(why, size, "after the position comes `moves`, not ", word);
    for (word = word < end ? next_word(word) : end; good && word < end; word = next_word(word))
        if (!ugi_game_play(&next, word))
            good = fail(why, size, "that is no legal move: ", word);
    if (!good) {
        ugi_game_free(&next);
        return false;
    }
    *common = in_common(g, &next);
    ugi_game_free(g);
    *g = next;
    return true;
}
