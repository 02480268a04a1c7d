/* policy.c - epsilon-greedy and softmax over scores, on any reasoner. */
#include "runtime/policy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/draw.h"
#include "runtime/game.h"
#include "runtime/random.h"

enum { MAX_PLAYERS = 16 };

struct ludc_chooser {
    const ludc_reasoner *r;
    ludc_policy policy;
    ludc_policy_watch watch;
    ludc_status status;
    LudcDraw draw;
    ludc_move *list; /* [room of draw + 1] */
};

/* ---- making one ------------------------------------------------------------- */

static const char *fault(const ludc_reasoner *r, const ludc_policy *p)
{
    if (!r || !p)
        return "there is no reasoner or no policy";
    if (!(p->epsilon >= 0 && p->epsilon <= 1))
        return "epsilon is not in [0, 1]";
    if (!(p->temperature >= 0))
        return "the temperature is negative";
    if (!p->score && p->epsilon < 1)
        return "the policy has no scores";
    return r->players > MAX_PLAYERS ? "there are too many players" : NULL;
}

ludc_chooser *ludc_chooser_new(const ludc_reasoner *r, const ludc_policy *policy, ludc_error *error)
{
    const char *why = fault(r, policy);
    if (why) {
        ludc_error_set(error, LUDC_USAGE, "", why);
        return NULL;
    }
    ludc_chooser *c = calloc(1, sizeof *c);
    if (c) {
        c->r = r;
        c->policy = *policy;
        c->list = malloc((r->max_moves + (size_t)1) * sizeof *c->list);
    }
    if (!c || !c->list || !ludc_draw_room(&c->draw, r->max_moves)) {
        ludc_chooser_free(c);
        ludc_error_set(error, LUDC_IO, "", "out of memory");
        return NULL;
    }
    return c;
}

void ludc_chooser_free(ludc_chooser *c)
{
    if (!c)
        return;
    ludc_draw_free(&c->draw);
    free(c->list);
    free(c);
}

ludc_status ludc_chooser_status(const ludc_chooser *c) { return c ? c->status : LUDC_USAGE; }

/* ---- who watches --------------------------------------------------------------- */

void ludc_chooser_watch(ludc_chooser *c, const ludc_policy_watch *watch)
{
    if (c)
        c->watch = watch ? *watch : (ludc_policy_watch){NULL, NULL};
}

void ludc_chooser_begin(ludc_chooser *c, const void *state)
{
    if (c && state && c->watch.begin)
        c->watch.begin(c->policy.data, c->r, state);
}

void ludc_chooser_played(ludc_chooser *c, const void *before, unsigned player, ludc_move move)
{
    if (c && before && c->watch.played)
        c->watch.played(c->policy.data, c->r, before, player, move);
}

/* ---- one move --------------------------------------------------------------- */

typedef enum { BY_CHANCE, BY_WEIGHT, BY_SCORE } Way;

static bool lazy(const ludc_reasoner *r) { return r->candidates && r->allowed; }

/* Asks for the scores of the n moves in c->list. */
static ludc_status score(ludc_chooser *c, const void *state, unsigned player, uint32_t n)
{
    const ludc_policy *p = &c->policy;
    ludc_status status = p->score(p->data, c->r, state, player, c->list, n, c->draw.score) ? LUDC_USAGE : LUDC_OK;
    for (uint32_t i = 0; i < n && !status; i++)
        status = isfinite(c->draw.score[i]) ? LUDC_OK : LUDC_USAGE;
    if (status)
        c->status = status;
    else
        ludc_draw_weigh(&c->draw, p->temperature);
    return status;
}

static uint32_t draw(const LudcDraw *d, Way way, uint64_t word)
{
    return way == BY_CHANCE ? ludc_draw_uniform(d, word)
           : way == BY_WEIGHT ? ludc_draw_weighted(d, word)
                              : ludc_draw_best(d, word);
}

/* Draws from the n moves in c->list until one passes; LUDC_WRONG if none does. */
static ludc_status draw_one(ludc_chooser *c, const void *state, Way way, bool prove, bool single,
                            ludc_word_fn *next, void *source, ludc_move *move)
{
    LudcDraw *d = &c->draw;
    while (d->n) {
        uint32_t slot = d->n > 1 || single ? draw(d, way, next(source)) : 0;
        *move = c->list[d->at[slot]];
        if (!prove || c->r->allowed(c->r, state, *move))
            return LUDC_OK;
        ludc_draw_remove(d, slot);
    }
    return LUDC_WRONG;
}

/* Which way this move is chosen: epsilon is drawn here, once, however many candidates are
 * rejected after. */
static Way way_of(const ludc_policy *p, ludc_word_fn *next, void *source)
{
    if (p->epsilon >= 1 || (p->epsilon > 0 && ludc_draw_unit(next(source)) < p->epsilon))
        return BY_CHANCE;
    return p->temperature > 0 ? BY_WEIGHT : BY_SCORE;
}

ludc_status ludc_choose_by(ludc_chooser *c, const void *state, unsigned player, int single, ludc_word_fn *next,
                           void *source, ludc_move *move)
{
    const ludc_reasoner *r = c->r;
    bool prove = lazy(r);
    uint32_t n = prove ? r->candidates(r, state, c->list) : (uint32_t)ludc_moves_of(r, state, player, c->list);
    if (prove ? r->over(r, state) : !n)
        return LUDC_WRONG;
    Way way = way_of(&c->policy, next, source);
    for (;;) {
        ludc_draw_begin(&c->draw, n);
        ludc_status status = way == BY_CHANCE || !n ? LUDC_OK : score(c, state, player, n);
        if (!status)
            status = draw_one(c, state, way, prove, single, next, source, move);
        if (status != LUDC_WRONG || !prove)
            return status;
        /* no candidate is legal: what the rules give then, a pass or nothing */
        prove = false;
        n = r->moves(r, state, c->list);
    }
}

static uint64_t next_word(void *source)
{
    return ludc_next_word(source);
}

ludc_status ludc_choose(ludc_chooser *c, const void *state, unsigned player, uint64_t *rng, ludc_move *move)
{
    if (!c || !state || !rng || !move || player < 1 || player > c->r->players)
        return LUDC_USAGE;
    return ludc_choose_by(c, state, player, !c->r->joint, next_word, rng, move);
}

size_t ludc_chances(ludc_chooser *c, const void *state, unsigned player, ludc_move *moves, double *chance)
{
    if (!c || !state || !moves || !chance)
        return 0;
    const ludc_policy *p = &c->policy;
    uint32_t n = (uint32_t)ludc_moves_of(c->r, state, player, c->list), ties = 0;
    ludc_draw_begin(&c->draw, n);
    if (!n || (p->epsilon < 1 && score(c, state, player, n)))
        return 0;
    const LudcDraw *d = &c->draw;
    double best = p->epsilon < 1 ? d->score[0] : 0;
    for (uint32_t i = 0; i < n && p->epsilon < 1; i++) {
        if (d->score[i] > best) {
            best = d->score[i];
            ties = 0;
        }
        ties += d->score[i] >= best;
    }
    for (uint32_t i = 0; i < n; i++) {
        double by_score = p->epsilon >= 1         ? 0
                          : p->temperature > 0    ? d->weight[i] / d->total
                          : d->score[i] >= best   ? 1.0 / ties
                                                  : 0;
        moves[i] = c->list[i];
        chance[i] = p->epsilon / n + (1 - p->epsilon) * by_score;
    }
    return n;
}

/* ---- playouts ---------------------------------------------------------------- */

static bool step(ludc_chooser *c, void *state, uint64_t *rng)
{
    const ludc_reasoner *r = c->r;
    ludc_move move[MAX_PLAYERS] = {0};
    unsigned mover = r->mover(r, state);
    if (!r->joint) {
        if (ludc_choose(c, state, mover, rng, &move[0]) != LUDC_OK)
            return false;
        ludc_chooser_played(c, state, mover, move[0]);
        ludc_apply_random(r, state, move[0], rng, NULL);
        return true;
    }
    for (unsigned p = 1; p <= r->players; p++)
        if (ludc_choose(c, state, p, rng, &move[p - 1]) != LUDC_OK)
            return false;
    for (unsigned p = 1; p <= r->players; p++)
        ludc_chooser_played(c, state, p, move[p - 1]);
    r->apply_joint(r, state, move);
    return true;
}

uint32_t ludc_policy_playout(ludc_chooser *c, void *state, uint64_t *rng, uint32_t limit)
{
    uint32_t made = 0;
    if (!c || !state || !rng)
        return 0;
    if (c->policy.epsilon >= 1)
        return c->r->playout(c->r, state, rng, limit);
    ludc_chooser_begin(c, state);
    while (made < limit && step(c, state, rng))
        made++;
    return made;
}
