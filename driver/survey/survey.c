/* survey.c - random games, watched: what was legal, where games went, how they ended. */
#include "driver/survey/survey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backends/tcc/tcc.h"
#include "base/memory.h"
#include "base/rng.h"
#include "driver/interrupts.h"
#include "driver/survey/survey_items.h"
#include "runtime/include/ludc.h"

/* ---- numbers that came, counted ------------------------------------------------------------ */

enum { LARGEST = 1 << 20 };

static void count_number(Counts *c, uint64_t number)
{
    const size_t at = number < LARGEST ? (size_t)number : LARGEST;
    if (at >= c->n) {
        const size_t n = at + 1 + at / 2;
        c->count = stats_room(c->count, n, sizeof *c->count);
        memset(c->count + c->n, 0, (n - c->n) * sizeof *c->count);
        c->n = n;
    }
    c->count[at]++;
    c->total++;
}

uint64_t survey_counts_quantile(const Counts *c, double q)
{
    uint64_t below = 0;
    size_t last = 0;
    for (size_t i = 0; i < c->n; i++) {
        below += c->count[i];
        if (c->count[i])
            last = i;
        if (below && (double)below >= q * (double)c->total)
            return i;
    }
    return last;
}

double survey_counts_mean(const Counts *c)
{
    double sum = 0;
    for (size_t i = 0; i < c->n; i++)
        sum += (double)i * (double)c->count[i];
    return c->total ? sum / (double)c->total : 0;
}

/* ---- a ply --------------------------------------------------------------------------------- */

/* The legal moves of a player (joint games) or of the mover; more room is made as it is needed. */
static uint32_t list_moves(Watch *w, unsigned player)
{
    const ludc_reasoner *r = w->r;
    const uint32_t most = r->max_moves < LARGEST ? r->max_moves : player ? r->moves_of(r, w->state, player, NULL)
                                                                          : r->moves(r, w->state, NULL);
    if (most > w->room) {
        w->room = most;
        w->move = stats_room(w->move, w->room, sizeof *w->move);
    }
    return player ? r->moves_of(r, w->state, player, w->move) : r->moves(r, w->state, w->move);
}

static uint32_t draw(Watch *w, uint32_t n) { return n > 1 ? w->move[rng_below(&w->rng, n)] : w->move[0]; }

/* false: somebody has no move. */
static bool joint_ply(Watch *w)
{
    uint32_t chosen[MAX_PLAYERS] = {0};
    uint64_t most = 0;
    for (unsigned p = 1; p <= w->r->players; p++) {
        const uint32_t n = list_moves(w, p);
        if (n == 0)
            return false;
        survey_watch_moves(w, p, n);
        most = n > most ? n : most;
        if (n > 1)
            count_number(&w->s->choices, n);
        chosen[p - 1] = draw(w, n);
    }
    if (most == 1)
        count_number(&w->s->choices, 1);
    w->r->apply_joint(w->r, w->state, chosen);
    return true;
}

static bool ply(Watch *w)
{
    const ludc_reasoner *r = w->r;
    if (r->joint)
        return joint_ply(w);
    const uint32_t n = list_moves(w, 0);
    if (n == 0)
        return false;
    survey_watch_moves(w, r->mover(r, w->state), n);
    count_number(&w->s->choices, n);
    const uint32_t move = draw(w, n);
    if (r->apply_random)
        r->apply_random(r, w->state, move, &w->rng);
    else
        r->apply(r, w->state, move);
    return true;
}

/* ---- a game -------------------------------------------------------------------------------- */

static void count_payoffs(Survey *s, const double *payoff, unsigned players)
{
    unsigned best = 0, times = 0;
    for (unsigned p = 0; p < players; p++) {
        s->score[p] += payoff[p];
        s->squares[p] += payoff[p] * payoff[p];
        if (payoff[p] > payoff[best])
            best = p;
    }
    for (unsigned p = 0; p < players; p++)
        times += payoff[p] >= payoff[best];
    if (times == 1 && (players > 1 || payoff[0] > 0.5))
        s->wins[best]++;
    else if (players > 1)
        s->draws++;
}

static void count_end(Watch *w, uint64_t plies)
{
    Survey *s = w->s;
    double payoff[MAX_PLAYERS] = {0};
    const bool over = ludc_over(w->r, w->state);
    s->games++;
    s->plies += plies;
    s->cut += !over;
    if (over)
        ludc_payoffs(w->r, w->state, payoff);
    else
        ludc_payoffs_cut(w->r, w->state, payoff);
    count_payoffs(s, payoff, w->r->players);
    count_number(&s->lengths, plies);
    histogram_add(&s->seen, payoff);
    survey_watch_end(w, over);
}

static bool late(const SurveyPlan *plan, double began)
{
    return interrupts_came() || clock_ms() >= plan->until || thread_ms() - began >= plan->cpu_ms;
}

/* false: there was no time to end it. */
static bool play_game(Watch *w, const SurveyPlan *plan, double began)
{
    uint64_t plies = 0;
    w->r->init(w->r, w->state);
    survey_watch_begin(w);
    for (;;) {
        survey_watch_state(w);
        if (plies >= plan->limit || ludc_over(w->r, w->state) || !ply(w))
            break;
        plies++;
        if (plies % 64 == 0 && late(plan, began))
            return false;
    }
    count_end(w, plies);
    return true;
}

static void play_games(Watch *w, const SurveyPlan *plan)
{
    const double began = thread_ms();
    if (plan->rounds && setjmp(plan->rounds->out) != 0)
        return;
    while (w->s->games < plan->games && !late(plan, began) && play_game(w, plan, began)) {
    }
}

int survey_run(Job *job, const Player *player, const SurveyPlan *plan, Survey *survey)
{
    *survey = (Survey){0};
    Watch w = {.r = player->reasoner, .s = survey, .rng = plan->seed};
    if (w.r->players > MAX_PLAYERS)
        return usage_error(job->options, "more than %d players", MAX_PLAYERS);
    w.state = aligned_alloc(16, (ludc_state_size(w.r) + 15) / 16 * 16 + 16);
    if (!w.state)
        memory_out();
    survey_items_find(job, &w);
    play_games(&w, plan);
    survey->complete = survey->games == plan->games;
    free(w.state);
    free(w.move);
    Fault fault;
    if (!player->fault || !player->fault(player->owned, &fault))
        return EXIT_DONE;
    diag(job->session->diags, DIAG_ERROR, fault.at, "%s", fault.text);
    diag_note(job->session->diags, (Span){0, 0}, "met while the game was played");
    return EXIT_WRONG;
}

void survey_free(Survey *survey)
{
    free(survey->choices.count);
    free(survey->lengths.count);
    free(survey->seen.outcome);
    free(survey->seen.length);
}
