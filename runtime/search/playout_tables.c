/* playout_tables.c - rules that learn from the moves of earlier playouts, each role for itself. */
#include <math.h>

#include "runtime/search/playout.h"

/* Calls teach for each move of the line from `first` on, whose role is known. */
typedef void TeachFn(Playouts *p, const Step *step, uint32_t role, uint32_t move, double payoff);

static void teach_line(Playouts *p, uint32_t first, const double *payoff, TeachFn *teach)
{
    for (uint32_t i = first; i < p->n; i++) {
        const Step *step = &p->step[i];
        const uint32_t *move = p->move + (size_t)i * p->width;
        if (p->r->joint)
            for (uint32_t role = 1; role <= p->players; role++)
                teach(p, step, role, move[role - 1], payoff[role - 1]);
        else if (step->role)
            teach(p, step, step->role, move[0], payoff[step->role - 1]);
    }
}

static void average(Playouts *p, uint64_t key, double payoff)
{
    Taught *t = playout_make(p, key);
    t->count++;
    t->value += ((float)payoff - t->value) / (float)t->count;
}

/* ---- MAST ----------------------------------------------------------------------------- */

/* The mean payoff of all games in which the role made the move, in the tree or below (H. Finnsson, Y. Bjornsson,
 * "Simulation-based approach to general game playing", AAAI 2008). */
static void teach_move(Playouts *p, const Step *step, uint32_t role, uint32_t move, double payoff)
{
    average(p, playout_key(role, move, step->last, 0), payoff);
}

static void mast_learn(Playouts *p, const double *payoff) { teach_line(p, 0, payoff, teach_move); }

/* What was never tried may be as good as can be. */
static int mast_score(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *moves, size_t n,
                      double *out)
{
    const Playouts *p = data;
    (void)r;
    (void)state;
    for (size_t i = 0; i < n; i++) {
        const Taught *t = playout_find(p, playout_key(player, moves[i], p->last, 0));
        out[i] = t ? (double)t->value : 1;
    }
    return 0;
}

const PlayoutRule playout_mast = {.name = "mast", .score = mast_score, .learn = mast_learn, .entries = 1 << 18};

/* ---- NST ------------------------------------------------------------------------------- */

/* Means of sequences of one, two and three moves; those that were seen seven times and more are averaged (M. Tak, M.
 * Winands, Y. Bjornsson, "N-grams and the last-good-reply policy applied in general game playing", 2012).  Where all roles
 * move at once the steps before count as a whole (ours). */
enum { SEEN_OFTEN = 7, LONGEST = 3 };

static void teach_sequence(Playouts *p, const Step *step, uint32_t role, uint32_t move, double payoff)
{
    for (unsigned n = 0; n < LONGEST; n++)
        average(p, playout_key(role, move, step->last, n), payoff);
}

static void nst_learn(Playouts *p, const double *payoff) { teach_line(p, 0, payoff, teach_sequence); }

static int nst_score(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *moves, size_t n,
                     double *out)
{
    const Playouts *p = data;
    (void)r;
    (void)state;
    for (size_t i = 0; i < n; i++) {
        const Taught *one = playout_find(p, playout_key(player, moves[i], p->last, 0));
        double sum = one ? (double)one->value : 1, parts = 1;
        for (unsigned k = 1; k < LONGEST && one && one->count >= SEEN_OFTEN; k++) {
            const Taught *t = playout_find(p, playout_key(player, moves[i], p->last, k));
            if (!t || t->count < SEEN_OFTEN)
                break;
            sum += (double)t->value;
            parts++;
        }
        out[i] = sum / parts;
    }
    return 0;
}

const PlayoutRule playout_nst = {.name = "nst", .score = nst_score, .learn = nst_learn, .entries = 1 << 19};

/* ---- last good reply ---------------------------------------------------------------------- */

/* The reply to the last two moves, or else to the last one, with which the role won last; it is forgotten when the role
 * loses with it (P. Drake, ICGA Journal 32, 2009; H. Baier, P. Drake, IEEE T-CIAIG 2, 2010).  Nothing is learnt from
 * half a win. */
static const uint32_t any_move = UINT32_MAX - 1;

static void teach_reply(Playouts *p, const Step *step, uint32_t role, uint32_t move, double payoff)
{
    for (unsigned n = 1; n < LONGEST; n++) {
        uint64_t key = playout_key(role, any_move, step->last, n);
        Taught *t = payoff > 0.5 ? playout_make(p, key) : playout_find(p, key);
        if (payoff > 0.5) {
            t->move = move;
            t->count++;
        } else if (t && t->move == move && payoff < 0.5) {
            t->tag = 0;
        }
    }
}

static void lgr_learn(Playouts *p, const double *payoff) { teach_line(p, 0, payoff, teach_reply); }

static int lgr_score(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *moves, size_t n,
                     double *out)
{
    const Playouts *p = data;
    (void)r;
    (void)state;
    const Taught *one = playout_find(p, playout_key(player, any_move, p->last, 1));
    const Taught *two = playout_find(p, playout_key(player, any_move, p->last, 2));
    for (size_t i = 0; i < n; i++)
        out[i] = two && two->move == moves[i] ? 2 : one && one->move == moves[i] ? 1 : 0;
    return 0;
}

const PlayoutRule playout_lgr = {.name = "lgr", .score = lgr_score, .learn = lgr_learn, .entries = 1 << 18};

/* ---- playout policy adaptation ---------------------------------------------------------------- */

/* Weights of moves, whose softmax is the policy; after a playout those of the winner's moves go up by alpha and those of all
 * moves it could have made down by alpha times their chances (T. Cazenave, "Playout policy adaptation for games",
 * 2015; 2016).  A winner is a role that gets more than half; for more than half but less than all in proportion (ours). */
static const double alpha = 1;

/* The legal moves of whoever chooses; of a joint step those of all roles, each role's closed by UINT32_MAX. */
static void ppa_note(Playouts *p, const void *state, Step *step)
{
    const ludc_reasoner *r = p->r;
    uint32_t most = r->max_moves * p->width + p->width;
    step->first = p->listed;
    if (p->n >= PLAYOUT_STEPS || p->list_room - p->listed < most)
        return;
    if (!r->joint)
        p->listed += r->moves(r, state, p->list + p->listed);
    for (uint32_t role = 1; r->joint && role <= p->players; role++) {
        p->listed += r->moves_of(r, state, role, p->list + p->listed);
        p->list[p->listed++] = UINT32_MAX;
    }
    step->n = p->listed - step->first;
}

/* Of one role's n moves, which made `move` and got more than half. */
static void ppa_adapt(Playouts *p, uint32_t role, const uint32_t *list, uint32_t n, uint32_t move, double rise)
{
    float *change = p->change + (list - p->list);
    double total = 0, best = 0, temp = p->temp > 0 ? p->temp : 1;
    for (uint32_t i = 0; i < n; i++) {
        const Taught *t = playout_find(p, playout_key(role, list[i], NULL, 0));
        change[i] = t ? t->value : 0;
        best = i && best > (double)change[i] ? best : (double)change[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        double weight = exp(((double)change[i] - best) / temp);
        change[i] = (float)weight;
        total += weight;
    }
    for (uint32_t i = 0; i < n; i++)
        change[i] = (float)(rise * ((list[i] == move) - (double)change[i] / total));
}

/* All changes are of the policy as it was: they are made when all are known. */
static void ppa_apply(Playouts *p, uint32_t role, const uint32_t *list, uint32_t n)
{
    const float *change = p->change + (list - p->list);
    for (uint32_t i = 0; i < n; i++) {
        Taught *t = playout_make(p, playout_key(role, list[i], NULL, 0));
        t->count++;
        t->value += change[i];
    }
}

static void ppa_pass(Playouts *p, const double *payoff, bool apply)
{
    for (uint32_t i = p->begun; i < p->n; i++) {
        const Step *step = &p->step[i];
        const uint32_t *list = p->list + step->first, *end = list + step->n, *move = p->move + (size_t)i * p->width;
        for (uint32_t k = 0; k < p->width && list < end; k++) {
            uint32_t role = p->r->joint ? k + 1 : step->role, n = 0;
            while (list + n < end && list[n] != UINT32_MAX)
                n++;
            double rise = alpha * (2 * payoff[role - 1] - 1);
            if (rise > 0 && n > 1 && apply)
                ppa_apply(p, role, list, n);
            else if (rise > 0 && n > 1)
                ppa_adapt(p, role, list, n, move[k], rise);
            list += n + 1;
        }
    }
}

static void ppa_learn(Playouts *p, const double *payoff)
{
    ppa_pass(p, payoff, false);
    ppa_pass(p, payoff, true);
}

static int ppa_score(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *moves, size_t n,
                     double *out)
{
    const Playouts *p = data;
    (void)r;
    (void)state;
    for (size_t i = 0; i < n; i++) {
        const Taught *t = playout_find(p, playout_key(player, moves[i], NULL, 0));
        out[i] = t ? (double)t->value : 0;
    }
    return 0;
}

const PlayoutRule playout_ppa = {.name = "ppa", .score = ppa_score, .learn = ppa_learn, .note = ppa_note, .entries = 1 << 18};
