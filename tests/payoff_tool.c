/* payoff_tool.c - random games, and whether what players get lies in the bounds that were told.
 *
 *   payoff_tool FILE BACKEND GAMES LONGEST SEED [DEF_PATH]
 *
 * Plays GAMES of at most LONGEST moves.  In each state the bounds are asked for; the payoffs at
 * the end must lie in all of them, and be listed by ludc_payoff_values.  Prints for each player the
 * values and the payoffs that were seen; exit 1: a payoff was excluded that came. */
#include "runtime/include/ludc.h"
#include "runtime/random.h"
#include "tests/player.h"

enum { MOST_VALUES = 103, MOST_PLAYERS = 16 };

typedef struct {
    double low[MOST_PLAYERS], high[MOST_PLAYERS]; /* what all states since the start allow */
} Bounds;

static void narrow(const ludc_reasoner *r, const void *state, Bounds *bounds)
{
    double low[MOST_PLAYERS], high[MOST_PLAYERS];
    if (ludc_payoff_bounds_in(r, state, low, high) != LUDC_OK)
        abort();
    for (unsigned p = 0; p < r->players; p++) {
        bounds->low[p] = low[p] > bounds->low[p] ? low[p] : bounds->low[p];
        bounds->high[p] = high[p] < bounds->high[p] ? high[p] : bounds->high[p];
    }
}

/* One step at random; false: nobody can move. */
static bool step(const ludc_reasoner *r, void *state, uint64_t *rng, ludc_move *list)
{
    ludc_move move[MOST_PLAYERS];
    for (unsigned p = 1; p <= (r->joint ? r->players : 1); p++) {
        size_t n = r->joint ? r->moves_of(r, state, p, list) : r->moves(r, state, list);
        if (!n)
            return false;
        move[p - 1] = list[(ludc_next_word(rng) >> 32) * n >> 32];
    }
    if (r->joint)
        r->apply_joint(r, state, move);
    else if (r->apply_random)
        r->apply_random(r, state, move[0], rng);
    else
        r->apply(r, state, move[0]);
    return true;
}

static bool is_listed(const ludc_reasoner *r, unsigned player, double payoff)
{
    double value[MOST_VALUES];
    size_t n = ludc_payoff_values(r, player, value);
    for (size_t i = 0; i < n; i++)
        if (value[i] == payoff)
            return true;
    return false;
}

/* 1: a payoff came that was excluded.  *seen: the payoffs by player, as bits of 0..240. */
static int play(const ludc_reasoner *r, void *state, unsigned longest, uint64_t *rng, ludc_move *list, bool (*seen)[241])
{
    Bounds bounds = {{0}, {0}};
    double payoff[MOST_PLAYERS];
    for (unsigned p = 0; p < r->players; p++)
        bounds.high[p] = 1;
    r->init(r, state);
    narrow(r, state, &bounds);
    for (unsigned k = 0; k < longest && !r->over(r, state) && step(r, state, rng, list); k++)
        narrow(r, state, &bounds);
    if (!r->over(r, state))
        return 0;
    ludc_payoffs(r, state, payoff);
    for (unsigned p = 0; p < r->players; p++) {
        seen[p][(int)(payoff[p] * 240 + 0.5)] = true;
        if (payoff[p] < bounds.low[p] || payoff[p] > bounds.high[p] || !is_listed(r, p + 1, payoff[p])) {
            printf("player %u got %g, and that was excluded: %g to %g\n", p + 1, payoff[p], bounds.low[p], bounds.high[p]);
            return 1;
        }
    }
    return 0;
}

static void report(const ludc_reasoner *r, bool (*seen)[241])
{
    double value[MOST_VALUES];
    for (unsigned p = 0; p < r->players; p++) {
        size_t n = ludc_payoff_values(r, p + 1, value);
        printf("player %u:", p + 1);
        for (size_t i = 0; i < n; i++)
            printf(" %.4g", value[i]);
        printf("; seen");
        for (unsigned i = 0; i <= 240; i++)
            if (seen[p][i])
                printf(" %.4g", i / 240.0);
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc < 6)
        return 2;
    TestPlayer p = {0};
    int code = test_player(&p, argv[1], argv[2], NULL, argc > 6 ? argv[6] : NULL);
    if (!code) {
        static bool seen[MOST_PLAYERS][241];
        uint64_t rng = strtoull(argv[5], NULL, 10);
        void *state = aligned_alloc(16, (p.r->state_size + 15) / 16 * 16);
        ludc_move *list = malloc(sizeof *list * ((size_t)p.r->max_moves + 1));
        for (long i = 0; i < atol(argv[3]) && !code; i++)
            code = play(p.r, state, (unsigned)atoi(argv[4]), &rng, list, seen);
        report(p.r, seen);
        free(list);
        free(state);
    }
    test_player_end(&p);
    return code;
}
