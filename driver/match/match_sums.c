/* match_sums.c - games of a match added up: by agents, by seats, by rounds, by pairs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/match/match.h"
#include "base/memory.h"

/* ---- a game -------------------------------------------------------------------------------- */

/* What a game was worth to an agent in it. */
typedef struct {
    unsigned seats;      /* it had; 0: it did not play */
    double payoff, score; /* mean over its seats; share of the first places */
} Share;

static void shares_of(const Sums *s, const Game *g, Share *share)
{
    const double *payoff = g->result.payoff;
    double best = payoff[0], first = 0;
    for (unsigned a = 0; a < s->agents; a++)
        share[a] = (Share){0};
    for (unsigned p = 0; p < s->players; p++)
        best = fmax(best, payoff[p]);
    for (unsigned p = 0; p < s->players; p++)
        first += payoff[p] >= best;
    for (unsigned p = 0; p < s->players; p++) {
        Share *to = &share[g->seat[p]];
        to->seats++;
        to->payoff += payoff[p];
        to->score += s->players == 1 ? payoff[p] : payoff[p] >= best ? 1 / first : 0;
    }
    for (unsigned a = 0; a < s->agents; a++)
        if (share[a].seats)
            share[a].payoff /= share[a].seats;
}

/* ---- rounds ----------------------------------------------------------------------------------- */

/* An agent in the games of a round. */
typedef struct {
    double games, score, payoff;
    double *seat_games, *seat_payoff; /* [players] */
} Part;

typedef struct {
    Sums *sums;
    const Seating *seating;
    Part *part; /* [agents] */
    double *room;
    Encounter met; /* the pair of games that is being added up */
} Round;

static void close_round(Round *round)
{
    Sums *s = round->sums;
    for (unsigned a = 0; a < s->agents; a++) {
        Part *part = &round->part[a];
        AgentSum *to = &s->agent[a];
        if (!part->games)
            continue;
        sample_add(&to->units, part->score / part->games);
        sample_add(&to->all.units, part->payoff / part->games);
        for (unsigned p = 0; p < s->players; p++)
            if (part->seat_games[p] > 0)
                sample_add(&to->seat[p].units, part->seat_payoff[p] / part->seat_games[p]);
        part->games = part->score = part->payoff = 0;
        memset(part->seat_games, 0, s->players * sizeof *part->seat_games);
        memset(part->seat_payoff, 0, s->players * sizeof *part->seat_payoff);
    }
}

/* ---- pairs -------------------------------------------------------------------------------------- */

static void close_pair(Round *round)
{
    Sums *s = round->sums;
    const Encounter *met = &round->met;
    if (!met->games)
        return;
    if (!(s->nmet & (s->nmet + 1)) || !s->met) { /* room for the next power of two */
        s->met = realloc(s->met, 2 * (s->nmet + 1) * sizeof *s->met);
        if (!s->met)
            memory_out();
    }
    s->met[s->nmet++] = *met;
    if (s->agents == 2 && met->games == 2)
        s->pair[(int)(2 * met->score + 0.5)]++;
    round->met.games = round->met.score = 0;
}

/* Of two roles: games that follow each other and are of one opening and two agents depend on each other. */
static void add_to_pair(Round *round, const Game *g, const Share *share)
{
    Sums *s = round->sums;
    unsigned a = g->seat[0], b = g->seat[1];
    if (s->players != 2 || a == b)
        return;
    bool second = s->paired && (g->number - 1) % round->seating->n % 2 == 1;
    if (second) { /* as the game before had it */
        unsigned other = a;
        a = b;
        b = other;
    } else {
        close_pair(round);
    }
    round->met.a = a;
    round->met.b = b;
    round->met.games++;
    round->met.score += share[a].score;
    if (s->agents == 2)
        s->single[(int)(2 * share[0].score + 0.5)]++;
    if (second || !s->paired)
        close_pair(round);
}

/* ---- all -------------------------------------------------------------------------------------------- */

static void count_ends(Sums *s, const Game *g)
{
    const RefereeResult *r = &g->result;
    s->games++;
    s->steps += r->steps;
    s->cut += r->end == REFEREE_CUT;
    s->proved += r->end == REFEREE_PROVED;
    if (r->end == REFEREE_RESIGNED || r->end == REFEREE_FORFEIT)
        s->agent[g->seat[r->role - 1]].forfeit[r->status]++;
    for (unsigned p = 0; p < s->players; p++) {
        s->agent[g->seat[p]].iterations += r->iterations[p];
        s->agent[g->seat[p]].seconds += r->seconds[p];
    }
}

static void add_game(Round *round, const Game *g)
{
    Sums *s = round->sums;
    Share share[MATCH_AGENTS];
    bool won = false;
    shares_of(s, g, share);
    count_ends(s, g);
    for (unsigned a = 0; a < s->agents; a++) {
        AgentSum *to = &s->agent[a];
        if (!share[a].seats)
            continue;
        to->games++;
        to->all.games++;
        to->all.payoff += share[a].payoff;
        to->score += share[a].score;
        to->wins += share[a].score > 0.999999;
        won = won || share[a].score > 0.999999;
        round->part[a].games++;
        round->part[a].score += share[a].score;
        round->part[a].payoff += share[a].payoff;
    }
    s->draws += !won && s->players > 1;
    for (unsigned p = 0; p < s->players; p++) {
        SeatSum *seat = &s->agent[g->seat[p]].seat[p];
        seat->games++;
        seat->payoff += g->result.payoff[p];
        round->part[g->seat[p]].seat_games[p]++;
        round->part[g->seat[p]].seat_payoff[p] += g->result.payoff[p];
    }
    add_to_pair(round, g, share);
}

void match_sums_make(Sums *s, const Seating *seating, unsigned agents, const Game *game, size_t n)
{
    Round round = {.sums = s, .seating = seating};
    const unsigned players = seating->players;
    *s = (Sums){.players = players, .agents = agents, .paired = seating->pairs};
    SeatSum *seats = calloc((size_t)agents * players, sizeof *seats);
    round.part = calloc(agents, sizeof *round.part);
    round.room = calloc(2 * (size_t)agents * players, sizeof *round.room);
    if (!seats || !round.part || !round.room)
        memory_out();
    for (unsigned a = 0; a < agents; a++) {
        s->agent[a].seat = seats + (size_t)a * players;
        round.part[a].seat_games = round.room + 2 * (size_t)a * players;
        round.part[a].seat_payoff = round.part[a].seat_games + players;
    }
    for (size_t i = 0; i < n; i++) {
        if (i && (game[i].number - 1) / seating->n != (game[i - 1].number - 1) / seating->n)
            close_round(&round);
        add_game(&round, &game[i]);
    }
    close_pair(&round);
    close_round(&round);
    free(round.part);
    free(round.room);
}

void match_sums_free(Sums *s)
{
    free(s->agent[0].seat);
    free(s->met);
    s->met = NULL;
    s->agent[0].seat = NULL;
}

/* ---- two agents -------------------------------------------------------------------------------------- */

/* Of whole pairs, or, where there is none, of games. */
static const double *counts_of(const Sums *s, size_t *n)
{
    double pairs = 0;
    for (int k = 0; k < 5; k++)
        pairs += s->pair[k];
    *n = s->paired && pairs > 0 ? 5 : 3;
    return *n == 5 ? s->pair : s->single;
}

Duel match_sums_duel(const Sums *s)
{
    size_t n;
    const double *count = counts_of(s, &n);
    Sample sample = {0};
    for (size_t k = 0; k < n; k++) {
        double value = (double)k / (double)(n - 1);
        sample.n += count[k];
        sample.sum += count[k] * value;
        sample.squares += count[k] * value * value;
    }
    Interval i = match_sample_interval(&sample);
    double score = sample.n > 0 ? sample.sum / sample.n : NAN;
    return (Duel){.score = score, .elo = sample.n > 0 ? match_stats_elo(score) : NAN, .superior = match_sample_superior(&sample),
                  .elo95 = {match_stats_elo(i.low), match_stats_elo(i.high)}};
}

int match_game_halves(const Game *g)
{
    const double *payoff = g->result.payoff;
    unsigned mine = g->seat[0] == 0 ? 0 : 1;
    return payoff[mine] > payoff[1 - mine] ? 2 : payoff[mine] < payoff[1 - mine] ? 0 : 1;
}

double match_sums_llr(const Sums *s, const Sprt *sprt)
{
    return s->paired ? match_sprt_llr(sprt, s->pair, 5) : match_sprt_llr(sprt, s->single, 3);
}
