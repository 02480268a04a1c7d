/* buffer.c - a player's tuples. */
#include "runtime/learn/buffer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/random.h"

/* ---- tuples -------------------------------------------------------------------- */

static size_t rounded(size_t n) { return (n + 63) / 64 * 64; }

Tuple *buffer_tuple_new(const ludc_learn_tuple *from, size_t state_size, unsigned players)
{
    const size_t head = rounded(sizeof(Tuple)), state = rounded(state_size), n = from->n;
    const size_t payoffs = players * sizeof(double);
    char *memory = aligned_alloc(64, rounded(head + state + payoffs + n * (sizeof(ludc_move) + sizeof(float))));
    if (!memory)
        return NULL;
    Tuple *tuple = (Tuple *)(void *)memory;
    double *payoff = (double *)(void *)(memory + head + state);
    ludc_move *moves = (ludc_move *)(void *)(memory + head + state + payoffs);
    float *share = (float *)(void *)(moves + n);
    memset(payoff, 0, payoffs);
    memcpy(memory + head, from->state, state_size);
    if (from->payoff)
        memcpy(payoff, from->payoff, payoffs);
    memcpy(moves, from->moves, n * sizeof *moves);
    memcpy(share, from->share, n * sizeof *share);
    *tuple = (Tuple){.t = *from};
    tuple->t.state = memory + head;
    tuple->t.payoff = payoff;
    tuple->t.moves = moves;
    tuple->t.share = share;
    return tuple;
}

void buffer_tuple_free(Tuple *tuple) { free(tuple); }

/* ---- the buffer ------------------------------------------------------------------- */

bool buffer_open(Buffer *b, uint32_t room)
{
    *b = (Buffer){.room = room};
    b->at = calloc(room, sizeof *b->at);
    b->sum = calloc(room, sizeof *b->sum);
    return b->at && b->sum;
}

void buffer_close(Buffer *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        buffer_tuple_free(b->at[i]);
    free(b->at);
    free(b->sum);
    *b = (Buffer){0};
}

void buffer_add(Buffer *b, Tuple *tuple)
{
    double greatest = b->n ? 0 : 1;
    for (uint32_t i = 0; i < b->n; i++)
        greatest = fmax(greatest, b->at[i]->priority);
    tuple->priority = greatest;
    if (b->n < b->room) {
        b->at[b->n++] = tuple;
        return;
    }
    buffer_tuple_free(b->at[b->next]);
    b->at[b->next] = tuple;
    b->next = (b->next + 1) % b->room;
}

/* ---- drawing ------------------------------------------------------------------------ */

static double unit(uint64_t *rng) { return (double)(ludc_next_word(rng) >> 11) * 0x1p-53; }

/* The first tuple whose sum lies above x. */
static uint32_t find(const Buffer *b, double x)
{
    uint32_t low = 0, high = b->n - 1;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (b->sum[middle] > x)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static double share_of(const Buffer *b, const ludc_learn_options *o, uint32_t i) { return pow(b->at[i]->priority, o->alpha); }

void buffer_draw(Buffer *b, const ludc_learn_options *o, uint64_t *rng, uint32_t n, uint32_t *index, double *weight)
{
    double total = 0, all = 0;
    for (uint32_t i = 0; i < b->n; i++)
        b->sum[i] = total += share_of(b, o, i);
    for (uint32_t k = 0; k < n; k++) {
        index[k] = find(b, unit(rng) * total);
        const double chance = share_of(b, o, index[k]) / total;
        const uint32_t length = b->at[index[k]]->t.length;
        weight[k] = pow(b->n * chance, -o->beta) / (o->lengths && length ? length : 1);
        all += weight[k];
    }
    for (uint32_t k = 0; k < n; k++)
        weight[k] /= all;
}

void buffer_draw_alike(const Buffer *b, uint64_t *rng, uint32_t n, uint32_t *index)
{
    for (uint32_t k = 0; k < n; k++)
        index[k] = (uint32_t)(((ludc_next_word(rng) >> 32) * b->n) >> 32);
}
