/* sample.c - values of all nodes in states that play reaches. */
#include <string.h>

#include "base/rng.h"
#include "frontend/gdl/net/care.h"

enum { LEAST_WORDS = 24, MOST_WORDS = 256, ROOM = 1 << 23 };

typedef struct {
    const GdlNet *net;
    GdlSamples *samples;
    uint64_t *state, *does, *value; /* a word each by base, input, node */
    uint64_t *init;
    uint64_t rng;
} Play;

static uint64_t word_of(const Play *play, GdlEdge edge)
{
    return play->value[edge >> 1] ^ (0 - (uint64_t)(edge & 1));
}

static void evaluate(const Play *play)
{
    const GdlNet *net = play->net;
    for (uint32_t i = 0; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        uint64_t all = ~UINT64_C(0);
        for (uint32_t k = 0; node->kind == GDL_NODE_AND && k < node->n; k++)
            all &= word_of(play, net->edge[node->at + k]);
        play->value[i] = node->kind == GDL_NODE_AND     ? all
                         : node->kind == GDL_NODE_BASE  ? play->state[node->at]
                         : node->kind == GDL_NODE_INPUT ? play->does[node->at]
                                                        : 0;
    }
}

/* A legal move for the inputs from `first` to `end`, those of one role, in each
 * game; returns the games that have none. */
static uint64_t choose(Play *play, uint32_t first, uint32_t end)
{
    uint64_t left = 0;
    for (uint32_t i = first; i < end; i++)
        left |= word_of(play, play->net->input[i].legal);
    uint64_t none = ~left;
    for (uint32_t round = 0; left; round++) {
        uint32_t at = first + rng_below(&play->rng, end - first);
        for (uint32_t i = first; i < end && left; i++, at = at + 1 == end ? first : at + 1) {
            uint64_t some = round < 4 ? rng_next(&play->rng) & rng_next(&play->rng) : ~UINT64_C(0);
            uint64_t take = left & some & word_of(play, play->net->input[at].legal);
            play->does[at] |= take;
            left &= ~take;
        }
    }
    return none;
}

static void step(Play *play, uint32_t word)
{
    const GdlNet *net = play->net;
    GdlSamples *samples = play->samples;
    uint64_t stuck = 0;
    memset(play->does, 0, net->ninput * sizeof *play->does);
    evaluate(play);
    for (uint32_t first = 0, end; first < net->ninput; first = end) {
        for (end = first; end < net->ninput && net->input[end].role == net->input[first].role; end++)
            ;
        stuck |= choose(play, first, end);
    }
    evaluate(play);
    stuck |= word_of(play, net->terminal);
    samples->moved[word] = ~stuck;
    for (uint32_t i = 0; i < net->nnode; i++)
        samples->value[(size_t)i * samples->words + word] = play->value[i];
    for (uint32_t i = 0; i < net->nbase; i++)
        play->state[i] = (word_of(play, net->base[i].next) & ~stuck) | (play->init[i] & stuck);
}

void gdl_sample(const GdlNet *net, GdlSamples *samples, Arena *arena)
{
    uint32_t words = ROOM / (net->nnode + 1);
    samples->words = words < LEAST_WORDS ? LEAST_WORDS : words > MOST_WORDS ? MOST_WORDS : words;
    samples->value = ARENA_ARRAY(arena, uint64_t, (size_t)net->nnode * samples->words);
    samples->moved = ARENA_ARRAY(arena, uint64_t, samples->words);
    samples->moves = ARENA_ARRAY(arena, bool, net->nnode);
    for (uint32_t i = 0; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        samples->moves[i] = node->kind == GDL_NODE_INPUT;
        for (uint32_t k = 0; node->kind == GDL_NODE_AND && k < node->n; k++)
            samples->moves[i] |= samples->moves[net->edge[node->at + k] >> 1];
    }
    Play play = {.net = net, .samples = samples, .rng = 1};
    play.state = ARENA_ARRAY(arena, uint64_t, net->nbase + 1);
    play.init = ARENA_ARRAY(arena, uint64_t, net->nbase + 1);
    play.does = ARENA_ARRAY(arena, uint64_t, net->ninput + 1);
    play.value = ARENA_ARRAY(arena, uint64_t, net->nnode);
    for (uint32_t i = 0; i < net->nbase; i++)
        play.state[i] = play.init[i] = net->base[i].init ? ~UINT64_C(0) : 0;
    for (uint32_t word = 0; word < samples->words; word++)
        step(&play, word);
}
