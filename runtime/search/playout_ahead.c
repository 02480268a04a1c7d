/* playout_ahead.c - rules that look at the states which moves lead to. */
#include <string.h>

#include "runtime/game.h"
#include "runtime/search/playout.h"

/* ---- decisive and anti-decisive moves ------------------------------------------------------- */

static bool wins(const Playouts *p, const void *state, unsigned role)
{
    return p->r->over(p->r, state) && ludc_payoff(p->r, state, role) >= 1;
}

/* Who chooses: the mover, or the one role with more than one move; 0: several. */
static unsigned chooser(const Playouts *p, const void *state)
{
    const ludc_reasoner *r = p->r;
    unsigned who = 1, choosers = 0;
    for (unsigned q = 1; r->joint && q <= p->players; q++)
        if (r->moves_of(r, state, q, NULL) > 1) {
            who = q;
            choosers++;
        }
    return !r->joint ? r->mover(r, state) : choosers <= 1 ? who : 0;
}

/* Can another role win at once from p->scratch[0]? */
static bool loses(Playouts *p, unsigned role)
{
    const ludc_reasoner *r = p->r;
    const void *state = p->scratch[0];
    if (r->over(r, state))
        return ludc_payoff(r, state, role) <= 0;
    unsigned other = chooser(p, state);
    if (!other || other == role)
        return false;
    uint32_t n = r->joint ? r->moves_of(r, state, other, p->replies) : r->moves(r, state, p->replies);
    bool lost = false;
    for (uint32_t i = 0; i < n && !lost; i++)
        lost = playout_ahead(p, state, other, p->replies[i], 1) && wins(p, p->scratch[1], other);
    return lost;
}

/* 2: wins at once; 0: loses at once, or another role can then win at once; 1: all else (F. Teytaud, O. Teytaud, "On
 * the huge benefit of decisive moves in Monte-Carlo tree search algorithms", 2010).  As a position need not look like the one
 * after any other move, what the other can do is asked after each (ours). */
static int decisive_score(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *moves, size_t n,
                          double *out)
{
    Playouts *p = data;
    bool decided = false;
    for (size_t i = 0; i < n; i++) {
        out[i] = playout_ahead(p, state, player, moves[i], 0) && wins(p, p->scratch[0], player) ? 2 : 1;
        decided = decided || out[i] > 1;
    }
    if (decided && !r->candidates)
        return 0; /* each move is legal, so that one of the best is made */
    for (size_t i = 0; i < n; i++)
        if (out[i] < 2 && playout_ahead(p, state, player, moves[i], 0) && loses(p, player))
            out[i] = 0;
    return 0;
}

const PlayoutRule playout_decisive = {.name = "decisive", .score = decisive_score, .ahead = true};

/* ---- FAST ------------------------------------------------------------------------------------ */

/* A linear value of positions, learnt by TD(lambda) from playouts (H. Finnsson, Y. Bjornsson, "Learning simulation control in
 * general game-playing agents", AAAI 2010).  The paper's features are pieces and their cells where it finds a board; ours are the
 * planes of a state, and a move is worth what the state after it is, which orders captures and placements as the paper's
 * sums do.  The step is divided by the number of features, of which many games have hundreds, and by that of the playout's
 * states, which are much alike (ours). */
static const double fast_lambda = 0.99, fast_step = 0.1;

static double value_of_bits(const Playouts *p, unsigned role, const uint64_t *word, uint32_t *count)
{
    const float *theta = p->theta + (size_t)(role - 1) * p->bits;
    double sum = 0.5 + (double)theta[p->bits - 1];
    *count = 1;
    for (uint32_t w = 0; w < p->words; w++)
        for (uint64_t rest = word[w]; rest; rest &= rest - 1, ++*count)
            sum += (double)theta[64 * w + (uint32_t)__builtin_ctzll(rest)];
    return sum;
}

static void move_theta(Playouts *p, unsigned role, const uint64_t *word, float by)
{
    float *theta = p->theta + (size_t)(role - 1) * p->bits;
    theta[p->bits - 1] += by;
    for (uint32_t w = 0; w < p->words; w++)
        for (uint64_t rest = word[w]; rest; rest &= rest - 1)
            theta[64 * w + (uint32_t)__builtin_ctzll(rest)] += by;
}

static void fast_note(Playouts *p, const void *state, Step *step)
{
    (void)step;
    if (p->noted < p->states)
        p->r->observe(p->r, state, LUDC_PLANES_STATE, 0, p->seen + (size_t)p->noted++ * p->words);
}

/* Backwards: the return of a state is that of the next one mixed with its value. */
static void fast_learn(Playouts *p, const double *payoff)
{
    for (unsigned role = 1; role <= p->players; role++) {
        double gain = payoff[role - 1], next = gain;
        for (uint32_t i = p->noted; i-- > 0;) {
            const uint64_t *word = p->seen + (size_t)i * p->words;
            uint32_t count;
            double value = value_of_bits(p, role, word, &count);
            gain = (1 - fast_lambda) * next + fast_lambda * gain;
            move_theta(p, role, word, (float)(fast_step * (gain - value) / count / p->noted));
            next = value;
        }
    }
}

static int fast_score(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *moves, size_t n,
                      double *out)
{
    Playouts *p = data;
    uint64_t *word = p->seen + (size_t)p->states * p->words;
    uint32_t count;
    for (size_t i = 0; i < n; i++) {
        out[i] = 0;
        if (!playout_ahead(p, state, player, moves[i], 0))
            continue;
        if (r->over(r, p->scratch[0])) {
            out[i] = ludc_payoff(r, p->scratch[0], player);
        } else {
            r->observe(r, p->scratch[0], LUDC_PLANES_STATE, 0, word);
            out[i] = value_of_bits(p, player, word, &count);
        }
    }
    return 0;
}

const PlayoutRule playout_fast = {.name = "fast", .score = fast_score, .learn = fast_learn, .note = fast_note, .ahead = true,
                                  .planes = true};
