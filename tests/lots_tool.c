/* lots_tool.c - the lots of games: exact chances against draws.
 *
 *   lots_tool [--def-path DIR]... [--draws N] [--steps N] GAME...
 *
 * Random games of each GAME.  Of the moves met there, those that draw lots must have outcomes
 * whose chances sum to 1, whose text reads back, among which what ludc_apply_random draws is found; and of
 * the one with the most different successors N draws (10^6) must come to each as often as its chance
 * says, within five standard deviations.  A line a game.
 *
 * With --steps, instead: N steps of random play, in each of which the text of a random step and of all that differ
 * from it by one player's move must read back as that step.  Exit code 0, 1 wrong, 2 usage. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "driver/engine/compile.h"
#include "driver/engine/engine_tcc.h"
#include "runtime/include/ludc.h"

enum { DIRS = 16, PLIES = 400, OTHERS = 3, SMALL = 64 };

typedef struct {
    const ludc_reasoner *r;
    size_t size;
    void *state, *next, *other;
    uint64_t rng;
    ludc_outcome *outcome; /* [LUDC_OUTCOMES] */
    double *chance;
    size_t moves, most, beyond; /* that draw, the most outcomes of one, with more than the limit */
    void *best; /* a state and a move in it with the most different successors */
    ludc_move best_move;
    size_t best_n;
} Look;

static void *need(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p)
        abort();
    return p;
}

/* Does the text of each outcome read back?  Each is another text then, too. */
static const char *texts_agree(Look *l, ludc_move move, size_t n)
{
    char text[1024];
    ludc_outcome again;
    for (size_t i = 0; i < n; i++) {
        if (ludc_outcome_text(l->r, l->state, move, l->outcome[i], text, sizeof text) >= sizeof text)
            return "an outcome with a long text";
        if (ludc_outcome_parse(l->r, l->state, move, text, &again) != LUDC_OK || again != l->outcome[i])
            return "the text of an outcome does not read back";
    }
    return NULL;
}

/* What a move draws at random must be one of its outcomes, and be played as such. */
static const char *draw_agrees(Look *l, ludc_move move, size_t n)
{
    uint64_t a = rng_next(&l->rng), b = a;
    ludc_outcome drawn;
    ludc_copy(l->r, l->next, l->state);
    ludc_copy(l->r, l->other, l->state);
    ludc_apply_random(l->r, l->next, move, &a, NULL);
    if (ludc_draw_outcome(l->r, l->state, move, &b, &drawn) != LUDC_OK)
        return n ? "an outcome was not drawn" : NULL;
    if (a != b)
        return "other words are drawn";
    if (ludc_apply_outcome(l->r, l->other, move, drawn, NULL) != LUDC_OK || !ludc_equal(l->r, l->next, l->other))
        return "an outcome is played as another";
    for (size_t i = 0; i < n; i++)
        if (l->outcome[i] == drawn)
            return NULL;
    return n ? "an outcome is not in the list" : NULL;
}

static const char *look_at_move(Look *l, ludc_move move)
{
    const size_t n = ludc_outcomes(l->r, l->state, move, LUDC_OUTCOMES, l->outcome, l->chance);
    if (n == 1 && l->outcome[0] == 0 && l->chance[0] == 1)
        return NULL; /* nothing is drawn */
    l->moves++;
    l->beyond += n == 0;
    l->most = n > l->most ? n : l->most;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += l->chance[i];
    if (n && fabs(sum - 1) > 1e-12)
        return "the chances do not sum to 1";
    const char *wrong = texts_agree(l, move, n < SMALL ? n : SMALL);
    if (!wrong)
        wrong = draw_agrees(l, move, n);
    if (wrong || n <= l->best_n)
        return wrong;
    const size_t different = ludc_outcomes_distinct(l->r, l->state, move, LUDC_OUTCOMES, NULL, NULL);
    if (different > l->best_n) {
        l->best_n = different;
        l->best_move = move;
        ludc_copy(l->r, l->best, l->state);
    }
    return NULL;
}

static const char *look_around(Look *l)
{
    ludc_move *list = NULL;
    const char *wrong = NULL;
    ludc_init(l->r, l->state);
    for (int ply = 0; ply < PLIES && !wrong; ply++) {
        const size_t n = ludc_moves(l->r, l->state, NULL);
        if (!n) {
            ludc_init(l->r, l->state);
            continue;
        }
        list = realloc(list, n * sizeof *list);
        if (!list)
            abort();
        ludc_moves(l->r, l->state, list);
        const ludc_move chosen = list[rng_below(&l->rng, (uint32_t)n)];
        wrong = look_at_move(l, chosen);
        for (int i = 0; i < OTHERS && !wrong; i++)
            wrong = look_at_move(l, list[rng_below(&l->rng, (uint32_t)n)]);
        ludc_apply_random(l->r, l->state, chosen, &l->rng, NULL);
    }
    free(list);
    return wrong;
}

/* Successors of the best move, to be found by binary search. */
typedef struct {
    const Look *l;
    size_t n;
    char *state; /* [n] sorted by bytes */
    double *chance;
    uint64_t *count;
} Cells;

static size_t find(const Cells *c, const void *state)
{
    size_t low = 0, high = c->n;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const int order = memcmp(c->state + middle * c->l->size, state, c->l->size);
        if (order == 0)
            return middle;
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return c->n;
}

static void insert(Cells *c, const void *state, double chance)
{
    const size_t size = c->l->size;
    size_t i = c->n++;
    for (; i > 0 && memcmp(c->state + (i - 1) * size, state, size) > 0; i--) {
        memcpy(c->state + i * size, c->state + (i - 1) * size, size);
        c->chance[i] = c->chance[i - 1];
    }
    memcpy(c->state + i * size, state, size);
    c->chance[i] = chance;
}

static const char *count_draws(Look *l, Cells *c, uint64_t draws)
{
    for (uint64_t i = 0; i < draws; i++) {
        ludc_copy(l->r, l->next, l->best);
        ludc_apply_random(l->r, l->next, l->best_move, &l->rng, NULL);
        const size_t at = find(c, l->next);
        if (at == c->n)
            return "a draw leads where no outcome does";
        c->count[at]++;
    }
    for (size_t i = 0; i < c->n; i++) {
        const double mean = (double)draws * c->chance[i], deviation = sqrt(mean * (1 - c->chance[i]));
        if (fabs((double)c->count[i] - mean) > 5 * deviation + 1e-6)
            return "draws come to a state more or less often than its chance says";
    }
    return NULL;
}

static const char *draws_agree(Look *l, uint64_t draws)
{
    const size_t n = ludc_outcomes_distinct(l->r, l->best, l->best_move, LUDC_OUTCOMES, l->outcome, l->chance);
    Cells c = {.l = l, .state = need(n + 1, l->size), .chance = need(n + 1, sizeof(double)),
               .count = need(n + 1, sizeof(uint64_t))};
    for (size_t i = 0; i < n; i++) {
        ludc_copy(l->r, l->next, l->best);
        ludc_apply_outcome(l->r, l->next, l->best_move, l->outcome[i], NULL);
        insert(&c, l->next, l->chance[i]);
    }
    const char *wrong = count_draws(l, &c, draws);
    free(c.state);
    free(c.chance);
    free(c.count);
    return wrong;
}

static bool test(const char *path, const ludc_reasoner *r, uint64_t draws)
{
    const size_t size = ludc_state_size(r);
    Look l = {.r = r, .size = size, .state = need(1, size), .next = need(1, size), .other = need(1, size), .rng = 1,
              .outcome = need(LUDC_OUTCOMES, sizeof(ludc_outcome)), .chance = need(LUDC_OUTCOMES, sizeof(double)),
              .best = need(1, size)};
    const char *wrong = ludc_chance(r) ? look_around(&l) : NULL;
    if (!wrong && l.best_n > 1)
        wrong = draws_agree(&l, draws);
    if (wrong)
        printf("%s: wrong: %s\n", path, wrong);
    else if (!ludc_chance(r))
        printf("%s: no lots\n", path);
    else
        printf("%s: ok, %zu moves that draw, at most %zu outcomes, %zu different tried, %zu moves beyond %d\n", path, l.moves,
               l.most, l.best_n, l.beyond, LUDC_OUTCOMES);
    fflush(stdout);
    free(l.state);
    free(l.next);
    free(l.other);
    free(l.outcome);
    free(l.chance);
    free(l.best);
    return !wrong;
}

/* ---- steps ---------------------------------------------------------------------------------- */

enum { PLAYERS = 16 };

static bool reads_back(const ludc_reasoner *r, const void *state, const ludc_move *moves)
{
    static char text[1 << 16];
    ludc_move again[PLAYERS];
    if (ludc_step_text(r, state, moves, text, sizeof text) >= sizeof text ||
        ludc_step_parse(r, state, text, again, NULL) != LUDC_OK)
        return false;
    for (unsigned p = 1; p <= r->players; p++)
        if ((r->joint || p == r->mover(r, state)) && again[p - 1] != moves[p - 1])
            return false;
    return true;
}

/* One step of random play; false: a text does not read back. */
static bool step_agrees(const ludc_reasoner *r, void *state, uint64_t *rng)
{
    ludc_move moves[PLAYERS] = {0};
    bool right = true;
    for (unsigned p = 1; p <= r->players && right; p++) {
        const size_t n = ludc_moves_of(r, state, p, NULL);
        ludc_move *list = need(n + 1, sizeof *list);
        ludc_moves_of(r, state, p, list);
        for (unsigned q = p + 1; q <= r->players && r->joint && p == 1; q++) { /* something legal for the others */
            const size_t others = ludc_moves_of(r, state, q, NULL);
            ludc_move *other = need(others + 1, sizeof *other);
            ludc_moves_of(r, state, q, other);
            moves[q - 1] = other[rng_below(rng, (uint32_t)others)];
            free(other);
        }
        for (size_t i = 0; i < n && right; i++) {
            moves[p - 1] = list[i];
            right = reads_back(r, state, moves);
        }
        if (n)
            moves[p - 1] = list[rng_below(rng, (uint32_t)n)];
        free(list);
    }
    if (!right)
        return false;
    if (r->joint)
        ludc_apply_joint(r, state, moves, NULL);
    else
        ludc_apply_random(r, state, moves[r->mover(r, state) - 1], rng, NULL);
    return true;
}

static bool test_steps(const char *path, const ludc_reasoner *r, uint64_t steps)
{
    void *state = need(1, ludc_state_size(r));
    uint64_t rng = 1;
    bool right = true;
    ludc_init(r, state);
    for (uint64_t i = 0; i < steps && right; i++) {
        if (ludc_over(r, state) || !ludc_moves(r, state, NULL))
            ludc_init(r, state);
        if (ludc_moves(r, state, NULL))
            right = step_agrees(r, state, &rng);
    }
    printf("%s: %s\n", path, right ? "ok" : "wrong: the text of a step does not read back");
    fflush(stdout);
    free(state);
    return right;
}

static bool look_at(const char *path, const LudOptions *lud, uint64_t draws, uint64_t steps)
{
    Session *session = session_new();
    const Source *source = source_read(session->sources, path);
    CompileOptions options = {.lud = *lud, .passes = {.describe = true}};
    StageTimes times = {0};
    IrGame *game = source ? compile_game(session, source, &options, &times) : NULL;
    Player player = {0};
#ifdef HAVE_LIBTCC
    const Maker *maker = &maker_tcc;
#else
    const Maker *maker = &maker_eval;
#endif
    bool right = true;
    if (game && maker->make(session, game, &(MakeOptions){0}, &player))
        right = steps ? test_steps(path, player.reasoner, steps) : test(path, player.reasoner, draws);
    else
        printf("%s: skipped, not compiled\n", path);
    player_release(&player);
    session_free(session);
    return right;
}

int main(int argc, char **argv)
{
    const char *dir[DIRS];
    LudOptions lud = {.def_path = dir};
    uint64_t draws = 1000000, steps = 0;
    int i = 1, wrong = 0;
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2)
        if (!strcmp(argv[i], "--def-path") && lud.ndef_path < DIRS)
            dir[lud.ndef_path++] = argv[i + 1];
        else if (!strcmp(argv[i], "--draws"))
            draws = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--steps"))
            steps = strtoull(argv[i + 1], NULL, 10);
        else
            return 2;
    if (i >= argc)
        return 2;
    for (; i < argc; i++)
        wrong += !look_at(argv[i], &lud, draws, steps);
    return wrong != 0;
}
