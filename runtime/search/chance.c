/* chance.c - lots as nodes: outcomes of a move, made once, drawn by their chances. */
#include "runtime/search/chance.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 2 * LUDC_OUTCOMES, NUMBER_BITS = 64 };

struct ChanceNodes {
    LudcLots lots;
    unsigned char *before; /* the state in which the move is made */
    /* its outcomes: number, chance, key of the position; and slots + 1 by key, 0: free */
    uint64_t *number;
    double *chance;
    uint64_t (*key)[2];
    uint32_t *place;
    uint32_t n;
};

/* ---- memory ------------------------------------------------------------------------------ */

uint64_t chance_bytes(const ludc_reasoner *r)
{
    const size_t outcome = sizeof(uint64_t) + sizeof(double) + 2 * sizeof(uint64_t);
    return sizeof(ChanceNodes) + 2 * (uint64_t)r->state_size + LUDC_OUTCOMES * outcome + PLACES * sizeof(uint32_t);
}

ChanceNodes *chance_new(const ludc_reasoner *r)
{
    ChanceNodes *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->before = aligned_alloc(64, ((size_t)r->state_size + 63) / 64 * 64);
    c->number = malloc(LUDC_OUTCOMES * sizeof *c->number);
    c->chance = malloc(LUDC_OUTCOMES * sizeof *c->chance);
    c->key = malloc(LUDC_OUTCOMES * sizeof *c->key);
    c->place = malloc(PLACES * sizeof *c->place);
    bool made = c->before && c->number && c->chance && c->key && c->place;
    if (made) { /* any state will do: the room is what counts */
        memset(c->before, 0, r->state_size);
        c->lots = (LudcLots){.r = r, .before = c->before, .room = NUMBER_BITS};
        c->lots.after = aligned_alloc(64, ((size_t)r->state_size + 63) / 64 * 64);
        c->lots.given = calloc(NUMBER_BITS, sizeof *c->lots.given);
        c->lots.bound = calloc(NUMBER_BITS, sizeof *c->lots.bound);
        made = c->lots.after && c->lots.given && c->lots.bound;
    }
    if (made)
        return c;
    chance_free(c);
    return NULL;
}

void chance_free(ChanceNodes *c)
{
    if (!c)
        return;
    ludc_lots_free(&c->lots);
    free(c->before);
    free(c->number);
    free(c->chance);
    free(c->key);
    free(c->place);
    free(c);
}

/* ---- outcomes ------------------------------------------------------------------------------ */

/* Bits for a number below n; 1 at least. */
static uint32_t bits_for(uint32_t n)
{
    uint32_t bits = 1;
    while (bits < 32 && (n - 1) >> bits)
        bits++;
    return bits;
}

static uint32_t most_bits(const LudcLots *l)
{
    uint32_t most = 1;
    for (uint32_t k = 0; k < l->n; k++)
        most = bits_for(l->bound[k]) > most ? bits_for(l->bound[k]) : most;
    return most;
}

static uint64_t number_of(const LudcLots *l, uint32_t bits)
{
    uint64_t number = 0;
    for (uint32_t k = l->n; k-- > 0;)
        number = number << bits | l->given[k];
    return number;
}

/* Takes the outcome that was played, or its chance to another of the same key. */
static void take(ChanceNodes *c, const ludc_reasoner *r, uint32_t bits)
{
    uint64_t key[2];
    ludc_key128(r, c->lots.after, key);
    uint32_t at = (uint32_t)(key[0] >> 32 ^ key[0]) % PLACES;
    while (c->place[at] && memcmp(c->key[c->place[at] - 1], key, sizeof key) != 0)
        at = (at + 1) % PLACES;
    if (c->place[at]) {
        c->chance[c->place[at] - 1] += ludc_lots_chance(&c->lots);
        return;
    }
    memcpy(c->key[c->n], key, sizeof key);
    c->number[c->n] = number_of(&c->lots, bits);
    c->chance[c->n] = ludc_lots_chance(&c->lots);
    c->place[at] = ++c->n;
}

/* All outcomes by numbers of so many bits a draw.  0: done; bits that may do: there are draws that need more; more
 * than NUMBER_BITS: they cannot be had. */
static uint32_t enumerate(ChanceNodes *c, const ludc_reasoner *r, uint32_t bits)
{
    bool failed = false;
    uint32_t all = 0;
    memset(c->place, 0, PLACES * sizeof *c->place);
    c->n = 0;
    if (!ludc_lots_play(&c->lots, 0))
        return NUMBER_BITS + 1;
    do {
        uint32_t most = most_bits(&c->lots);
        if (all++ == LUDC_OUTCOMES || c->n == NARROW_MASK || most * c->lots.n > NUMBER_BITS)
            return NUMBER_BITS + 1;
        if (most > bits)
            return most;
        take(c, r, bits);
    } while (ludc_lots_next(&c->lots, &failed));
    return failed ? NUMBER_BITS + 1 : 0;
}

/* The block of the outcomes of c->lots.move, below `at`; 0: no room. */
static uint32_t expand(ludc_search *s, Place at)
{
    Tree *t = &s->tree;
    ChanceNodes *c = s->chances;
    uint32_t bits = 1;
    for (uint32_t more = bits; more && more <= NUMBER_BITS;) {
        bits = more;
        more = enumerate(c, search_game(s), bits);
        bits = more > NUMBER_BITS ? 0 : bits;
    }
    const bool sampled = !bits;
    uint32_t n = sampled ? CHANCE_SAMPLES : c->n, others = sampled ? DRAWS_SAMPLED | DRAWS_LONG : bits;
    for (uint32_t i = 0; i < n && !sampled; i++)
        others |= c->number[i] > UINT32_MAX ? DRAWS_LONG : 0;
    uint32_t block = tree_alloc(t, n, DRAW_MOVER, others, search_open(s));
    for (uint32_t i = 0; i < n && block; i++) {
        Place place = {block, i};
        tree_set_move(t, place, i);
        tree_set_outcome(t, place, sampled ? ludc_next_word(&s->rng) : c->number[i]);
        tree_chances(t, block)[i] = sampled ? 1.0f / CHANCE_SAMPLES : (float)c->chance[i];
    }
    if (block)
        *tree_link(t, at) = block;
    return block;
}

/* given[NUMBER_BITS / bits] of an outcome; how many. */
static uint32_t draws_of(const Tree *t, Place outcome, uint32_t *given)
{
    uint64_t number = tree_outcome(t, outcome);
    uint32_t bits = tree_others(t, outcome.block) & DRAWS_BITS, n = NUMBER_BITS / bits;
    for (uint32_t k = 0; k < n; k++)
        given[k] = (uint32_t)(number >> k * bits & ((UINT64_C(1) << bits) - 1));
    return n;
}

bool chance_given(const ludc_search *s, Place outcome, LudcLots *lots)
{
    uint32_t given[NUMBER_BITS], n = draws_of(&s->tree, outcome, given);
    bool played = true;
    for (uint32_t k = 0; k < n && k < lots->n && played; k++) {
        lots->given[k] = given[k];
        played = !given[k] || ludc_lots_play(lots, k + 1);
    }
    return played;
}

void chance_play(const ludc_search *s, void *state, uint32_t move, Place outcome)
{
    const ludc_reasoner *r = search_game(s);
    uint32_t given[NUMBER_BITS], bound[NUMBER_BITS];
    if (chance_sampled(&s->tree, outcome.block)) {
        uint64_t seed = tree_outcome(&s->tree, outcome);
        r->apply_random(r, state, move, &seed);
        return;
    }
    uint32_t n = draws_of(&s->tree, outcome, given);
    r->apply_lots(r, state, move, given, n, bound, NUMBER_BITS);
}

/* ---- down ------------------------------------------------------------------------------------ */

/* Is nothing left to learn of an outcome? */
static bool known(const ludc_search *s, Place at) { return s->tree.bounds && search_bounds_closed(s, at); }

/* A slot by its chance, of those not known; the number of slots: all are. */
static uint32_t draw(ludc_search *s, uint32_t block)
{
    const Tree *t = &s->tree;
    const float *chance = tree_chances(t, block);
    uint32_t n = tree_count(t, block), last = n;
    double all = 0;
    for (uint32_t i = 0; i < n; i++)
        all += known(s, (Place){block, i}) ? 0 : (double)chance[i];
    if (!(all > 0))
        return n;
    double left = (double)(ludc_next_word(&s->rng) >> 11) * 0x1p-53 * all;
    for (uint32_t i = 0; i < n && left >= 0; i++) {
        if (known(s, (Place){block, i}))
            continue;
        last = i;
        left -= (double)chance[i];
    }
    return last;
}

/* Makes the move, if it draws no lots; else s->state is as it was. */
static bool played(ludc_search *s, uint32_t move)
{
    const ludc_reasoner *r = search_game(s);
    ChanceNodes *c = s->chances;
    uint32_t bound;
    memcpy(c->before, s->state, r->state_size);
    if (!r->apply_lots(r, s->state, move, NULL, 0, &bound, 1))
        return true;
    memcpy(s->state, c->before, r->state_size);
    c->lots.move = move;
    return false;
}

void chance_step(ludc_search *s, Place *at, Block *here)
{
    const Tree *t = &s->tree;
    const ludc_reasoner *r = search_game(s);
    uint32_t link = *tree_link(t, *at), move = block_move(t, here, at->slot);
    if (link && (link >= TREE_WAITS || tree_mover(t, link) != DRAW_MOVER)) {
        r->apply(r, s->state, move);
        return;
    }
    if (!link && played(s, move))
        return;
    if (!link && !(link = expand(s, *at))) {
        r->apply_random(r, s->state, move, &s->rng);
        s->ending = END_DRAWN;
        return;
    }
    const Place outcome = {link, draw(s, link)};
    if (outcome.slot == tree_count(t, link)) {
        s->ending = END_KNOWN;
        return;
    }
    s->path[++s->depth] = *at;
    *at = outcome;
    *here = tree_block(t, link);
    chance_play(s, s->state, move, outcome);
}

/* ---- up --------------------------------------------------------------------------------------- */

/* Of an outcome that is known. */
static double worth(const ludc_search *s, Place at, uint32_t kept)
{
    const uint32_t bounds = tree_bounds(&s->tree, at.block, kept)[at.slot];
    double low = (double)bounds_low(bounds) / s->unit, high = (double)bounds_high(bounds) / s->unit;
    double value = payoff_of(*tree_value(&s->tree, at, kept));
    return value < low ? low : value > high ? high : value;
}

/* Sums over known outcomes but `except`: of chances, and of worths by their chances; *all is over all outcomes. */
static double sum_known(const ludc_search *s, uint32_t block, uint32_t except, double *sum, double *all)
{
    const Tree *t = &s->tree;
    const float *chance = tree_chances(t, block);
    double share = 0;
    *all = 0;
    for (uint32_t k = 0; k < t->kept; k++)
        sum[k] = 0;
    for (uint32_t i = 0, n = tree_count(t, block); i < n; i++) {
        const Place at = {block, i};
        *all += (double)chance[i];
        if (i == except || !known(s, at))
            continue;
        share += (double)chance[i];
        for (uint32_t k = 0; k < t->kept; k++)
            sum[k] += (double)chance[i] * worth(s, at, k);
    }
    return share;
}

void chance_mean(const ludc_search *s, Place at, int32_t *value)
{
    double sum[TREE_ROLES], all, share;
    if (!s->tree.bounds || tree_mover(&s->tree, at.block) != DRAW_MOVER)
        return;
    share = sum_known(s, at.block, at.slot, sum, &all);
    for (uint32_t k = 0; k < s->tree.kept && share > 0; k++)
        value[k] = value_of((sum[k] + (all - share) * payoff_of(value[k])) / all);
}

void chance_known(const ludc_search *s, double *payoff)
{
    double sum[TREE_ROLES], all;
    uint32_t block = *tree_link(&s->tree, s->path[s->depth]);
    sum_known(s, block, UINT32_MAX, sum, &all);
    for (uint32_t k = 0; k < s->tree.kept; k++)
        payoff[k] = sum[k] / all;
    if (s->constant)
        payoff[1] = 1 - payoff[0];
}

uint32_t chance_levels(const ludc_search *s)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i <= s->depth; i++)
        n += tree_mover(&s->tree, s->path[i].block) == DRAW_MOVER;
    return n;
}

/* ---- on -------------------------------------------------------------------------------------------- */

bool chance_follow(ludc_search *s, Place *child, const void *state)
{
    const Tree *t = &s->tree;
    const ludc_reasoner *r = search_game(s);
    uint32_t link = *tree_link(t, *child), move = tree_move(t, *child);
    uint64_t key[2], other[2];
    if (!link || link == TREE_OVER || tree_mover(t, link) != DRAW_MOVER)
        return link != 0;
    ludc_key128(r, state, key);
    for (uint32_t i = 0, n = tree_count(t, link); i < n; i++) {
        const Place at = {link, i};
        if (!*tree_visits(t, at))
            continue;
        memcpy(s->state, s->root, r->state_size);
        chance_play(s, s->state, move, at);
        ludc_key128(r, s->state, other);
        if (!memcmp(key, other, sizeof key)) {
            *child = at;
            return true;
        }
    }
    return false;
}
