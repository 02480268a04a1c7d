/* solve_tool.c - what the solver says of positions, beside plain enumeration.
 *
 *     solve_tool [--positions N] [--memory BYTES] [--states N] [--seed S] [--backend B]
 *                [--option NAME] [--circles] [--method M] GAME..
 *
 * From each game N positions are taken by random play (of at most so many moves that what lies below
 * has no more than --states states).  Each is enumerated: every state once, known by its bytes alone,
 * so that neither keys nor tables of the solver can help or hurt.  Lots are averaged over all their draws.
 * Where a role has several best moves, enumeration is done with the first and again with the last of
 * them; both must lie within what the solver says, and what it calls solved must be exactly that.
 *
 * With --circles play may go on for ever: then what is compared are the bounds that hold whatever that is worth.
 *
 * A line a game: positions, how many the solver solved, how many it got wrong, states enumerated.  Exit 1:
 * some were wrong. */
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/include/ludc.h"
#include "runtime/include/ludc_solve.h"
#include "runtime/random.h"
#include "tests/solve_circles.h"

enum { ROLES = 16, TRIES = 20, DEEPEST = 20000, DRAWS = 100000 };

typedef struct {
    unsigned long positions, states, seed;
    uint64_t memory;
    const char *backend, *option;
    bool circles;
    int method; /* ludc_solve_method */
} Flags;

/* States that were enumerated, and their values. */
typedef struct {
    const ludc_reasoner *r;
    size_t size, n, room, slots;
    unsigned char *state; /* [room][size] */
    double *value;        /* [room][players]; NAN: it is being enumerated */
    uint32_t *slot;       /* number + 1 */
    bool last;            /* of several best moves the last one is made */
    bool failed;          /* too many states, too deep, or a way leads back to where it began */
} Table;

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static void table_clear(Table *t, bool last)
{
    t->n = 0;
    t->last = last;
    t->failed = false;
    memset(t->slot, 0, t->slots * sizeof *t->slot);
}

static uint32_t *slot_of(const Table *t, const void *state)
{
    size_t i = (size_t)(ludc_hash(t->r, state) % t->slots);
    while (t->slot[i] && memcmp(t->state + (t->slot[i] - 1) * t->size, state, ludc_state_size(t->r)) != 0)
        i = i + 1 == t->slots ? 0 : i + 1;
    return &t->slot[i];
}

static void enumerate(Table *t, const void *state, unsigned depth, double *value);

/* The role that has a choice; of several the first, for which there is no value (the solver refuses). */
static unsigned chooser_of(const ludc_reasoner *r, const void *state)
{
    for (unsigned p = 1; ludc_joint(r) && p <= ludc_players(r); p++)
        if (ludc_moves_of(r, state, p, NULL) > 1)
            return p;
    return ludc_joint(r) ? 1 : ludc_mover(r, state);
}

static void step_of(const ludc_reasoner *r, const void *state, unsigned chooser, ludc_move move, ludc_move *step)
{
    for (unsigned p = 1; p <= ludc_players(r); p++) {
        size_t n = p == chooser ? 0 : ludc_moves_of(r, state, p, NULL);
        ludc_move *list = need(malloc((n + 1) * sizeof *list));
        step[p - 1] = n && ludc_moves_of(r, state, p, list) ? list[0] : 0;
        free(list);
    }
    step[chooser - 1] = move;
}

/* The mean over all draws of a move. */
static void enumerate_lots(Table *t, const void *state, ludc_move move, unsigned depth, double *value)
{
    size_t n = ludc_outcomes(t->r, state, move, DRAWS, NULL, NULL);
    ludc_outcome *draw = need(malloc((n + 1) * sizeof *draw));
    double *chance = need(malloc((n + 1) * sizeof *chance)), one[ROLES];
    void *next = need(malloc(t->size));
    t->failed |= !n;
    ludc_outcomes(t->r, state, move, DRAWS, draw, chance);
    memset(value, 0, ludc_players(t->r) * sizeof *value);
    for (size_t i = 0; i < n && !t->failed; i++) {
        ludc_copy(t->r, next, state);
        ludc_apply_outcome(t->r, next, move, draw[i], NULL);
        enumerate(t, next, depth + 1, one);
        for (unsigned p = 0; p < ludc_players(t->r); p++)
            value[p] += chance[i] * one[p];
    }
    free(next);
    free(chance);
    free(draw);
}

static void enumerate_move(Table *t, const void *state, unsigned chooser, ludc_move move, unsigned depth, double *value)
{
    if (ludc_chance(t->r)) {
        enumerate_lots(t, state, move, depth, value);
        return;
    }
    ludc_move step[ROLES];
    void *next = need(malloc(t->size));
    ludc_copy(t->r, next, state);
    step_of(t->r, state, chooser, move, step);
    ludc_apply_joint(t->r, next, step, NULL);
    enumerate(t, next, depth + 1, value);
    free(next);
}

static void enumerate_moves(Table *t, const void *state, unsigned depth, double *value)
{
    unsigned chooser = chooser_of(t->r, state), players = ludc_players(t->r);
    size_t n = ludc_moves_of(t->r, state, chooser, NULL);
    ludc_move *list = need(malloc((n + 1) * sizeof *list));
    double one[ROLES];
    ludc_moves_of(t->r, state, chooser, list);
    for (size_t i = 0; i < n && !t->failed; i++) {
        enumerate_move(t, state, chooser, list[i], depth, one);
        double more = one[chooser - 1] - value[chooser - 1];
        if (i == 0 || more > 1e-12 || (t->last && more > -1e-12))
            memcpy(value, one, players * sizeof *value);
    }
    free(list);
}

static void enumerate(Table *t, const void *state, unsigned depth, double *value)
{
    unsigned players = ludc_players(t->r);
    uint32_t *slot = slot_of(t, state);
    if (*slot) {
        memcpy(value, t->value + (*slot - 1) * players, players * sizeof *value);
        t->failed |= isnan(value[0]) != 0;
        return;
    }
    if (t->n == t->room || depth > DEEPEST)
        t->failed = true;
    if (t->failed)
        return;
    size_t number = t->n++;
    *slot = (uint32_t)number + 1;
    memset(t->state + number * t->size, 0, t->size);
    ludc_copy(t->r, t->state + number * t->size, state);
    t->value[number * players] = NAN;
    if (ludc_over(t->r, state))
        ludc_payoffs(t->r, state, value);
    else
        enumerate_moves(t, state, depth, value);
    memcpy(t->value + number * players, value, players * sizeof *value);
}

/* ---- positions --------------------------------------------------------------------------- */

static void random_step(const ludc_reasoner *r, void *state, uint64_t *rng)
{
    ludc_move step[ROLES] = {0};
    for (unsigned p = 1; p <= ludc_players(r); p++) {
        size_t n = ludc_moves_of(r, state, p, NULL);
        ludc_move *list = need(malloc((n + 1) * sizeof *list));
        ludc_moves_of(r, state, p, list);
        step[p - 1] = n ? list[(ludc_next_word(rng) >> 32) * n >> 32] : 0;
        free(list);
    }
    if (ludc_chance(r))
        ludc_apply_random(r, state, step[ludc_mover(r, state) - 1], rng, NULL);
    else
        ludc_apply_joint(r, state, step, NULL);
}

/* How long a random game is. */
static unsigned length_of(const ludc_reasoner *r, void *state, uint64_t *rng)
{
    unsigned n = 0;
    for (ludc_init(r, state); !ludc_over(r, state) && n < DEEPEST; n++)
        random_step(r, state, rng);
    return n;
}

typedef struct {
    unsigned long positions, solved, wrong, states, large, open;
    unsigned long long visited; /* by the solver */
} Count;

static void compare(const ludc_reasoner *r, ludc_solver *solver, const void *state, const double *first, const double *last,
                    Count *count)
{
    ludc_solved found;
    bool right = ludc_solver_value(solver, state, &found) == LUDC_OK;
    for (unsigned p = 0; p < ludc_players(r) && right; p++) {
        double least = fmin(first[p], last[p]), most = fmax(first[p], last[p]);
        right = found.low[p] <= least + 1e-9 && most <= found.high[p] + 1e-9 &&
                (!found.solved || (fabs(found.value[p] - least) < 1e-9 && most - least < 1e-9));
    }
    count->positions++;
    count->visited += found.positions;
    count->solved += right && found.solved;
    count->wrong += !right;
    if (!right) {
        printf("wrong:");
        for (unsigned p = 0; p < ludc_players(r); p++)
            printf(" %g..%g not in %g..%g", first[p], last[p], found.low[p], found.high[p]);
        printf("\n");
    }
}

/* The bounds in place of the values of enumeration. */
static void enumerate_circles(Table *t, const void *state, double *low, double *high)
{
    double bound[2];
    t->n = 0;
    t->failed = !bounds_with_circles(t->r, state, t->room, bound);
    for (int i = 0; i < 2 && !t->failed; i++) {
        low[i] = i ? 1 - bound[1] : bound[0];
        high[i] = i ? 1 - bound[0] : bound[1];
    }
}

/* Positions from random games, the later the more of those tried were too large. */
static Count take_positions(const ludc_reasoner *r, Table *t, const Flags *flags, ludc_solver *solver)
{
    Count count = {0};
    uint64_t rng = flags->seed;
    void *state = need(aligned_alloc(64, (ludc_state_size(r) + 63) / 64 * 64));
    for (unsigned long i = 0; i < flags->positions; i++) {
        double first[ROLES], last[ROLES];
        unsigned try = 0;
        do {
            unsigned n = length_of(r, state, &rng), least = n * try / TRIES;
            unsigned steps = least + (unsigned)(ludc_next_word(&rng) % (n - least + 1));
            ludc_init(r, state);
            for (unsigned k = 0; k < steps && !ludc_over(r, state); k++)
                random_step(r, state, &rng);
            table_clear(t, false);
            if (flags->circles)
                enumerate_circles(t, state, first, last);
            else
                enumerate(t, state, 0, first);
        } while (t->failed && ++try < TRIES);
        count.states += t->n;
        if (flags->circles) {
            count.open += !t->failed && last[0] - first[0] > 1e-9;
        } else if (!t->failed && ludc_players(r) > 1) {
            table_clear(t, true);
            enumerate(t, state, 0, last);
        } else {
            memcpy(last, first, sizeof last);
        }
        if (t->failed)
            count.large++;
        else
            compare(r, solver, state, first, last, &count);
    }
    free(state);
    return count;
}

static int solve_game(const char *path, const Flags *flags)
{
    ludc_error error = {0};
    ludc_options options = {.backend = flags->backend, .purpose = LUDC_FOR_NAMES, .offers = LUDC_OFFER_KEY | LUDC_OFFER_PAYOFFS,
                            .option = &flags->option, .noption = flags->option != NULL, .no_cache = 1};
    ludc_game *game = ludc_compile_file(path, &options, &error);
    const ludc_reasoner *r = game ? ludc_game_reasoner(game) : NULL;
    const ludc_solve_options with = {.memory = flags->memory, .method = (ludc_solve_method)flags->method};
    ludc_solver *solver = r ? ludc_solver_new(r, &with, &error) : NULL;
    if (!solver) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        ludc_free(game);
        return (int)error.status;
    }
    Table t = {.r = r, .size = (ludc_state_size(r) + 63) / 64 * 64, .room = flags->states, .slots = 2 * flags->states + 1};
    t.state = need(aligned_alloc(64, t.room * t.size));
    t.value = need(calloc(t.room * ludc_players(r), sizeof *t.value));
    t.slot = need(calloc(t.slots, sizeof *t.slot));
    Count c = take_positions(r, &t, flags, solver);
    printf("%s\tpositions %lu\tsolved %lu\twrong %lu\tstates %lu\tlarge %lu\topen %lu\tvisited %llu\n", ludc_name(r), c.positions, c.solved,
           c.wrong, c.states, c.large, c.open, c.visited);
    free(t.state);
    free(t.value);
    free(t.slot);
    ludc_solver_free(solver);
    ludc_free(game);
    return c.wrong ? 1 : 0;
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"positions", 1, NULL, 'n'}, {"memory", 1, NULL, 'm'}, {"states", 1, NULL, 's'},
                                          {"seed", 1, NULL, 'r'},      {"backend", 1, NULL, 'b'}, {"option", 1, NULL, 'o'},
                                          {"circles", 0, NULL, 'c'},   {"method", 1, NULL, 'd'},   {0}};
    Flags flags = {.positions = 200, .states = 200000, .seed = 1, .memory = 64 << 20};
    int worst = 0;
    for (int c; (c = getopt_long(argc, argv, "", names, NULL)) != -1;)
        switch (c) {
        case 'n': flags.positions = strtoul(optarg, NULL, 10); break;
        case 'm': flags.memory = strtoull(optarg, NULL, 10); break;
        case 's': flags.states = strtoul(optarg, NULL, 10); break;
        case 'r': flags.seed = strtoul(optarg, NULL, 10); break;
        case 'b': flags.backend = optarg; break;
        case 'o': flags.option = optarg; break;
        case 'c': flags.circles = true; break;
        case 'd': flags.method = atoi(optarg); break;
        default: return 2;
        }
    for (int i = optind; i < argc; i++) {
        int code = solve_game(argv[i], &flags);
        worst = code > worst ? code : worst;
    }
    return worst;
}
