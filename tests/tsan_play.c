/* tsan_play.c - several threads that play, observe and run batches on one reasoner and one pool;
 * built with ThreadSanitizer by tests/tsan.tap.  RACE plants an error that it must see. */
#include <ludc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { STATES = 200, THREADS = 2, ROUNDS = 20 };

extern const ludc_reasoner ludc_reasoner_game;

typedef struct {
    ludc_pool *pool;
    uint64_t sum;
    unsigned *shared;
} Player;

static void *play(void *data)
{
    Player *p = data;
    const ludc_reasoner *r = &ludc_reasoner_game;
    size_t stride = (ludc_state_size(r) + 15) / 16 * 16;
    size_t words = ludc_observe_words(r, LUDC_SET_STATE);
    char *states = aligned_alloc(16, STATES * stride);
    uint64_t rng = 7, *bits = calloc(words + 1, sizeof *bits);
    double payoff[STATES * 16];
    uint32_t count[STATES];
    for (int round = 0; round < ROUNDS; round++) {
        ludc_init_n(r, states, stride, STATES, p->pool);
        p->sum += ludc_playout_n(r, states, stride, STATES, &rng, 10, p->pool);
        ludc_count_n(r, states, stride, STATES, count, p->pool);
        p->sum += count[round] + ludc_playout_n(r, states, stride, STATES, &rng, 1000, p->pool);
        ludc_payoffs_n(r, states, stride, STATES, payoff, p->pool);
        ludc_observe(r, states, LUDC_SET_STATE, 0, bits);
        p->sum += bits[0] + (uint64_t)(payoff[0] * 100);
#ifdef RACE
        ++*p->shared;
#endif
    }
    free(bits);
    free(states);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    unsigned shared = 0;
    Player player[THREADS + 1];
    ludc_pool *pool = ludc_pool_new(3);
    for (int i = 0; i <= THREADS; i++)
        player[i] = (Player){.pool = i < THREADS ? pool : NULL, .shared = &shared};
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, play, &player[i]) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    ludc_pool_free(pool);
    play(&player[THREADS]);
    printf("%llu %llu %llu\n", (unsigned long long)player[0].sum, (unsigned long long)player[1].sum,
           (unsigned long long)player[2].sum);
    return player[0].sum != player[1].sum || player[0].sum != player[2].sum;
}
