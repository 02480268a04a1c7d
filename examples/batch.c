/* batch.c - many games at once: a batch of states, stepped by the calls whose names end in _n.
 *
 *     cc batch.c -lludc -o batch
 *     ./batch hex.lud [GAMES [THREADS]]
 *
 * Plays GAMES random games of any game, side by side: in each round one move (in joint games one step)
 * in every state whose game is not over.  What is drawn depends on the seed alone, not on the
 * number of threads. */
#include <ludc.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const ludc_reasoner *r;
    size_t n, stride, row; /* states; bytes from one to the next; moves a state needs */
    char *states;
    uint32_t *legal;  /* [n] how many moves each state has */
    ludc_move *moves; /* [n * row] */
    ludc_pool *pool;
} Batch;

/* A small generator for what we choose; lots are the library's. */
static uint32_t below(uint64_t *random, size_t n)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*random >> 33) % n);
}

static void *need(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p)
        exit(1);
    return p;
}

/* A random move of a player (of the mover, in a game of turns). */
static ludc_move choose(const Batch *b, const void *state, unsigned player, uint64_t *random)
{
    size_t n = ludc_moves_of(b->r, state, player, NULL);
    ludc_move *list = need(n + 1, sizeof *list);
    ludc_moves_of(b->r, state, player, list);
    ludc_move move = n ? list[below(random, n)] : LUDC_NO_MOVE;
    free(list);
    return move;
}

/* Fills the moves of a round; how many games go on. */
static size_t choose_all(Batch *b, uint64_t *random)
{
    size_t going = 0;
    ludc_count_n(b->r, b->states, b->stride, b->n, b->legal, b->pool);
    for (size_t i = 0; i < b->n; i++) {
        const char *state = b->states + i * b->stride;
        ludc_move *move = b->moves + i * b->row;
        going += b->legal[i] > 0;
        if (!b->legal[i])
            move[0] = LUDC_NO_MOVE;
        else if (!ludc_joint(b->r))
            move[0] = choose(b, state, ludc_mover(b->r, state), random);
        else
            for (unsigned p = 1; p <= b->row; p++)
                move[p - 1] = choose(b, state, p, random);
    }
    return going;
}

static void play(Batch *b)
{
    uint64_t random = 1, lots = 2, moves = 0, rounds = 0;
    size_t going;
    ludc_init_n(b->r, b->states, b->stride, b->n, b->pool);
    for (; rounds < 2000 && (going = choose_all(b, &random)) > 0; rounds++) {
        if (ludc_apply_random_n(b->r, b->states, b->stride, b->n, b->moves, &lots, b->pool) != LUDC_OK)
            exit(1);
        moves += going;
    }
    unsigned players = ludc_players(b->r);
    double *payoff = need(b->n * players, sizeof *payoff);
    ludc_payoffs_n(b->r, b->states, b->stride, b->n, payoff, b->pool);
    printf("%zu games of %s, %llu rounds, %llu steps, mean payoffs", b->n, ludc_name(b->r), (unsigned long long)rounds,
           (unsigned long long)moves);
    for (unsigned p = 0; p < players; p++) {
        double sum = 0;
        for (size_t i = 0; i < b->n; i++)
            sum += payoff[i * players + p];
        printf(" %.3f", sum / (double)b->n);
    }
    printf("\n");
    free(payoff);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s GAME [GAMES [THREADS]]\n", argv[0]);
        return 2;
    }
    ludc_error error;
    ludc_game *game = ludc_compile_file(argv[1], NULL, &error);
    if (!game) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        return error.status;
    }
    const ludc_reasoner *r = ludc_game_reasoner(game);
    Batch b = {.r = r, .n = argc > 2 ? strtoul(argv[2], NULL, 10) : 100};
    b.stride = (ludc_state_size(r) + 15) / 16 * 16;
    b.row = ludc_joint(r) ? ludc_players(r) : 1;
    b.pool = ludc_pool_new(argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1);
    b.states = need(b.n + 1, b.stride); /* calloc aligns to 16, and so does the stride */
    b.legal = need(b.n + 1, sizeof *b.legal);
    b.moves = need(b.n * b.row + 1, sizeof *b.moves);
    play(&b);
    free(b.states);
    free(b.legal);
    free(b.moves);
    ludc_pool_free(b.pool);
    ludc_free(game);
    return 0;
}
