/* policy_play.c - many games by a policy, as histograms that tests/twosample.py compares.
 *
 *   policy_play GAME.so late|early EPSILON TEMPERATURE N SEED LIMIT
 *
 * late: candidates are proved when they are drawn, where the game has such; early: the
 * choice is from the list of all legal moves.  A move's score is a fixed number from 0 to 4. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/game.h"
#include "runtime/include/ludc_policy.h"

enum { LONGEST = 4096, MOST_OUTCOMES = 64, MOST_PLAYERS = 16 };

static int score(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *moves,
                 size_t n, double *out)
{
    (void)data;
    (void)r;
    (void)state;
    (void)player;
    for (size_t i = 0; i < n; i++)
        out[i] = (moves[i] * UINT32_C(2654435761) >> 16) % 5;
    return 0;
}

typedef struct {
    unsigned long long length[LONGEST + 1], count[MOST_OUTCOMES];
    double outcome[MOST_OUTCOMES][MOST_PLAYERS];
    size_t noutcome;
} Seen;

static int count(Seen *s, const ludc_reasoner *r, const void *state, uint32_t moves)
{
    double payoff[MOST_PLAYERS] = {0};
    size_t i = 0;
    ludc_payoffs_cut(r, state, payoff);
    while (i < s->noutcome && memcmp(s->outcome[i], payoff, sizeof payoff) != 0)
        i++;
    if (i == MOST_OUTCOMES)
        return 0;
    if (i == s->noutcome)
        memcpy(s->outcome[s->noutcome++], payoff, sizeof payoff);
    s->count[i]++;
    s->length[moves < LONGEST ? moves : LONGEST]++;
    return 1;
}

static void print(const Seen *s, unsigned players)
{
    const char *between = "";
    printf("{\"lengths\":[");
    for (size_t i = 0; i <= LONGEST; i++)
        if (s->length[i]) {
            printf("%s[%zu,%llu]", between, i, s->length[i]);
            between = ",";
        }
    printf("],\"outcomes\":[");
    for (size_t i = 0; i < s->noutcome; i++) {
        printf("%s[[", i ? "," : "");
        for (unsigned p = 0; p < players; p++)
            printf("%s%g", p ? "," : "", s->outcome[i][p]);
        printf("],%llu]", s->count[i]);
    }
    printf("]}\n");
}

static int play(const ludc_reasoner *r, const ludc_policy *policy, char **argv)
{
    unsigned long n = strtoul(argv[5], NULL, 10), limit = strtoul(argv[7], NULL, 10);
    uint64_t rng = strtoul(argv[6], NULL, 10);
    ludc_chooser *chooser = ludc_chooser_new(r, policy, NULL);
    void *state = calloc(1, ludc_state_size(r));
    Seen *seen = calloc(1, sizeof *seen);
    int good = chooser && state && seen && r->players <= MOST_PLAYERS;
    for (unsigned long i = 0; i < n && good; i++) {
        ludc_init(r, state);
        good = count(seen, r, state, ludc_policy_playout(chooser, state, &rng, (uint32_t)limit));
    }
    if (good)
        print(seen, r->players);
    free(seen);
    free(state);
    ludc_chooser_free(chooser);
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc != 8) {
        fputs("usage: policy_play GAME.so late|early EPSILON TEMPERATURE N SEED LIMIT\n", stderr);
        return 2;
    }
    ludc_game *game = ludc_load(argv[1], NULL);
    if (!game)
        return 3;
    ludc_reasoner r = *ludc_game_reasoner(game);
    if (!strcmp(argv[2], "early"))
        r.candidates = NULL;
    else if (!r.candidates)
        return 4;
    const ludc_policy policy = {.epsilon = strtod(argv[3], NULL), .temperature = strtod(argv[4], NULL), .score = score};
    int code = play(&r, &policy, argv);
    ludc_free(game);
    return code;
}
