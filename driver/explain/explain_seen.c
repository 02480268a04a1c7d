/* explain_seen.c - ludc explain --actions --seen N: which actions come up in random play. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/memory.h"
#include "driver/explain/explain.h"
#include "ir/offer/offer.h"
#include "runtime/include/ludc.h"

/* Games are left after so many plies, so that others begin. */
enum { LONGEST = 2000 };

typedef struct {
    const ludc_reasoner *r;
    void *state;
    uint64_t *seen; /* bits over the actions */
    uint32_t *move;
    size_t actions, nseen, room;
    uint64_t plies, rng;
    ludc_move wrong; /* a legal move that has no action, or whose action is another move's */
} Play;

static bool note_moves(Play *p, const uint32_t *move, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        ludc_action a = ludc_action_of(p->r, move[i]);
        if (a >= p->actions || ludc_move_of(p->r, a) != move[i]) {
            p->wrong = move[i];
            return false;
        }
        p->nseen += !(p->seen[a / 64] >> (a % 64) & 1);
        p->seen[a / 64] |= UINT64_C(1) << (a % 64);
    }
    return true;
}

/* The legal moves of a player (joint games) or of the mover, in p->move. */
static uint32_t list_moves(Play *p, unsigned player)
{
    uint32_t n = player ? p->r->moves_of(p->r, p->state, player, NULL) : p->r->moves(p->r, p->state, NULL);
    if (n > p->room) {
        free(p->move);
        p->room = 2 * (size_t)n;
        p->move = malloc(p->room * sizeof *p->move);
        if (!p->move)
            memory_out();
    }
    return player ? p->r->moves_of(p->r, p->state, player, p->move) : p->r->moves(p->r, p->state, p->move);
}

/* One ply; false: the game is over, or something was wrong. */
static bool ply(Play *p)
{
    uint32_t chosen[16] = {0};
    for (unsigned player = p->r->joint ? 1 : 0; player <= (p->r->joint ? p->r->players : 0); player++) {
        uint32_t n = list_moves(p, player);
        if (n == 0 || !note_moves(p, p->move, n))
            return false;
        chosen[player ? player - 1 : 0] = p->move[rng_below(&p->rng, n)];
    }
    if (p->r->joint)
        p->r->apply_joint(p->r, p->state, chosen);
    else if (p->r->apply_random)
        p->r->apply_random(p->r, p->state, *chosen, &p->rng);
    else
        p->r->apply(p->r, p->state, *chosen);
    p->plies++;
    return true;
}

static void play_all(Play *p, uint64_t plies, double ms)
{
    double began = thread_ms();
    uint64_t games = 0;
    while (p->plies < plies && p->wrong == LUDC_NO_MOVE && thread_ms() - began < ms) {
        uint64_t before = p->plies;
        p->r->init(p->r, p->state);
        while (p->plies < plies && p->plies - before < LONGEST && thread_ms() - began < ms && ply(p)) {
        }
        if (p->plies == before && ++games > 1000)
            return;
    }
}

static void say_seen(const Play *p, const Job *job)
{
    double ratio = p->nseen ? (double)p->actions / (double)p->nseen : 0;
    if (job->options->json)
        printf("{\"actions\":%zu,\"codes\":%lu,\"listed\":%s,\"seen\":%zu,\"plies\":%llu,\"ms\":%.2f}\n", p->actions,
               (unsigned long)p->r->codes, ir_data_find(job->game, "action codes") ? "true" : "false", p->nseen,
               (unsigned long long)p->plies, job->times.offers);
    else
        printf("%s: %zu actions of %lu codes, %.1f ms; %zu seen in %llu plies, ratio %.2f\n", p->r->name, p->actions,
               (unsigned long)p->r->codes, job->times.offers, p->nseen, (unsigned long long)p->plies, ratio);
}

int explain_seen(Job *job)
{
    const Options *o = job->options;
    job->compile.offers = IR_OFFER_ACTIONS;
    int code = job_play(job);
    if (code)
        return code;
    const ludc_reasoner *r = job->player.reasoner;
    Play p = {.r = r, .actions = ludc_actions(r), .rng = o->has_seed ? o->seed : 1, .wrong = LUDC_NO_MOVE};
    p.state = aligned_alloc(16, (r->state_size + 15) / 16 * 16 + 16);
    p.seen = calloc(p.actions / 64 + 1, sizeof *p.seen);
    if (!p.state || !p.seen)
        memory_out();
    play_all(&p, o->seen, o->has_seconds ? o->seconds * 1e3 : INFINITY);
    code = job_fault(job);
    if (p.wrong != LUDC_NO_MOVE) {
        fprintf(stderr, "ludc: internal error: the legal move %lu has no action of its own\n", (unsigned long)p.wrong);
        code = EXIT_BUG;
    } else if (!code) {
        say_seen(&p, job);
    }
    free(p.state);
    free(p.seen);
    free(p.move);
    return code;
}
