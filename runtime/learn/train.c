/* train.c - expert iteration: episodes of a search that plays itself, a step of learning after each move. */
#include "runtime/learn/train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/game.h"
#include "runtime/random.h"

/* ---- made ------------------------------------------------------------------------ */

static size_t rounded(size_t n) { return (n + 63) / 64 * 64; }

static bool take_memory(ludc_train *t)
{
    const size_t n = t->o.batch > t->o.pairs ? t->o.batch : t->o.pairs;
    t->room = (size_t)t->r->max_moves + 1;
    t->index = malloc(n * sizeof *t->index);
    t->weight = malloc(n * sizeof *t->weight);
    t->priority = malloc(n * sizeof *t->priority);
    t->batch = malloc(n * sizeof *t->batch);
    t->state = aligned_alloc(64, rounded(t->state_size));
    t->after = aligned_alloc(64, rounded(t->state_size));
    t->moves = malloc(t->room * sizeof *t->moves);
    t->share = malloc(t->room * sizeof *t->share);
    t->found = malloc(t->room * sizeof *t->found);
    bool ok = t->index && t->weight && t->priority && t->batch && t->state && t->after && t->moves && t->share && t->found;
    for (unsigned p = 0; p < t->players; p++)
        ok = buffer_open(&t->buffer[p], t->o.buffer) && ok;
    return ok;
}

static ludc_status refuse(ludc_error *error, ludc_status status, const char *why)
{
    ludc_error_set(error, status, "", why);
    return status;
}

static ludc_status begin(ludc_train *t, const char *spec, ludc_error *error)
{
    ludc_status status = ludc_search_parse(spec ? spec : LUDC_TRAIN_AGENT, &t->search, error);
    if (status)
        return status;
    if (t->r->joint)
        return refuse(error, LUDC_UNSUPPORTED, "several roles choose at once: nothing is learnt of such games");
    if (t->players < 1 || t->players > TRAIN_ROLES)
        return refuse(error, LUDC_UNSUPPORTED, "the game has too many players");
    return take_memory(t) ? LUDC_OK : refuse(error, LUDC_IO, "there is too little memory for the buffers");
}

ludc_train *ludc_train_new(const ludc_reasoner *r, ludc_learner *learner, const ludc_learn_options *options, const char *spec,
                           uint64_t seed, ludc_error *error)
{
    if (!r || !learner || learner->size < sizeof *learner || !options) {
        refuse(error, LUDC_USAGE, "there is no game, no learner, or there are no options");
        return NULL;
    }
    ludc_train *t = calloc(1, sizeof *t);
    if (!t) {
        refuse(error, LUDC_IO, "there is too little memory for training");
        return NULL;
    }
    t->r = r;
    t->learner = learner;
    t->o = *options;
    t->seed = seed;
    t->players = ludc_players(r);
    t->state_size = ludc_state_size(r);
    if (!begin(t, spec, error))
        return t;
    ludc_train_free(t);
    return NULL;
}

void train_forget(ludc_train *t)
{
    for (size_t i = 0; i < t->nfresh; i++)
        buffer_tuple_free(t->fresh[i]);
    t->nfresh = 0;
}

void ludc_train_free(ludc_train *t)
{
    if (!t)
        return;
    train_forget(t);
    for (unsigned p = 0; p < TRAIN_ROLES; p++)
        buffer_close(&t->buffer[p]);
    free(t->index);
    free(t->weight);
    free(t->priority);
    free(t->batch);
    free(t->state);
    free(t->after);
    free(t->moves);
    free(t->share);
    free(t->found);
    free(t->fresh);
    free(t);
}

uint64_t ludc_train_episodes(const ludc_train *t) { return t ? t->episodes : 0; }

/* ---- a position ---------------------------------------------------------------------- */

/* What an episode goes on with. */
typedef struct {
    ludc_train *t;
    const ludc_learn_budget *budget;
    ludc_learn_episode *out;
    ludc_search *search;
    uint64_t rng;
    ludc_feature_move last; /* played before */
    uint32_t positions[TRAIN_ROLES]; /* with a choice */
    bool stopped;
} Episode;

static int watch(void *data, const ludc_search *search)
{
    Episode *e = data;
    (void)search;
    return e->budget->stopped(e->budget->data);
}

static bool is_stopped(Episode *e)
{
    e->stopped = e->stopped || (e->budget->stopped && e->budget->stopped(e->budget->data));
    return e->stopped;
}

static int by_code(const void *a, const void *b)
{
    const ludc_move x = *(const ludc_move *)a, y = *(const ludc_move *)b;
    return (x > y) - (x < y);
}

/* Legal moves, each once, ascending; how many. */
static uint32_t list_moves(ludc_train *t)
{
    const size_t n = ludc_moves(t->r, t->state, NULL);
    uint32_t kept = 0;
    if (n >= t->room)
        return 0;
    if (n)
        ludc_moves(t->r, t->state, t->moves);
    qsort(t->moves, n, sizeof *t->moves, by_code);
    for (size_t i = 0; i < n; i++)
        if (!i || t->moves[i] != t->moves[i - 1])
            t->moves[kept++] = t->moves[i];
    return kept;
}

/* How the search shared its visits out over the n moves. */
static ludc_status read_shares(Episode *e, uint32_t n)
{
    ludc_train *t = e->t;
    double all = 0;
    size_t found = ludc_search_moves(e->search, 0, t->found, t->room);
    for (uint32_t i = 0; i < n; i++)
        t->share[i] = 0;
    for (size_t k = 0; k < found && k < t->room; k++) {
        const ludc_move *at = bsearch(&t->found[k].move, t->moves, n, sizeof *t->moves, by_code);
        if (at) {
            t->share[at - t->moves] = (float)t->found[k].visits;
            all += (double)t->found[k].visits;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        t->share[i] = all > 0 ? (float)((double)t->share[i] / all) : 1.0f / (float)n;
    return found ? LUDC_OK : LUDC_WRONG;
}

/* Drawn in proportion to the shares. */
static uint32_t draw_move(Episode *e, uint32_t n)
{
    double unit = (double)(ludc_next_word(&e->rng) >> 11) * 0x1p-53;
    uint32_t i = 0, last = 0;
    for (; i < n; i++) {
        if (e->t->share[i] > 0)
            last = i;
        if ((unit -= (double)e->t->share[i]) < 0)
            return last;
    }
    return last;
}

/* Keeps the position until the episode is over, and notes how much it surprises. */
static ludc_status keep_position(Episode *e, unsigned mover, uint32_t n)
{
    ludc_train *t = e->t;
    const ludc_learn_tuple tuple = {.state = t->state, .last = e->last, .mover = mover, .n = n, .moves = t->moves, .share = t->share};
    double loss = 0, entropy = 0;
    if (t->nfresh == t->fresh_room) {
        const size_t room = t->fresh_room ? t->fresh_room * 2 : 64;
        Tuple **grown = realloc(t->fresh, room * sizeof *grown);
        if (!grown)
            return LUDC_IO;
        t->fresh = grown;
        t->fresh_room = room;
    }
    Tuple *kept = buffer_tuple_new(&tuple, t->state_size, t->players);
    if (!kept)
        return LUDC_IO;
    t->fresh[t->nfresh++] = kept;
    ludc_status status = t->learner->look(t->learner, &kept->t, &loss);
    for (uint32_t i = 0; i < n; i++)
        entropy -= t->share[i] > 0 ? (double)t->share[i] * log((double)t->share[i]) : 0;
    e->out->fresh[mover - 1] += loss;
    e->out->entropy[mover - 1] += entropy;
    e->positions[mover - 1]++;
    return status;
}

/* Searches a position with a choice; *pick: the move that is made. */
static ludc_status think(Episode *e, unsigned mover, uint32_t n, uint32_t *pick)
{
    ludc_status status = ludc_search_run(e->search, e->budget->iterations, e->budget->iterations ? 0 : e->budget->seconds);
    if (status || is_stopped(e))
        return status;
    status = read_shares(e, n);
    *pick = status ? 0 : draw_move(e, n);
    return status ? status : keep_position(e, mover, n);
}

/* ---- learning --------------------------------------------------------------------------- */

static ludc_status learn_player(Episode *e, unsigned player)
{
    ludc_train *t = e->t;
    Buffer *b = &t->buffer[player - 1];
    double loss = 0;
    buffer_draw(b, &t->o, &e->rng, t->o.batch, t->index, t->weight);
    for (uint32_t k = 0; k < t->o.batch; k++)
        t->batch[k] = &b->at[t->index[k]]->t;
    ludc_status status = t->learner->step(t->learner, player, t->batch, t->weight, t->o.batch, &loss, t->priority);
    for (uint32_t k = 0; k < t->o.batch && !status; k++)
        b->at[t->index[k]]->priority = fmax(t->priority[k], t->o.least);
    e->out->loss[player - 1] += loss;
    e->out->steps[player - 1]++;
    return status;
}

static ludc_status learn(Episode *e)
{
    ludc_train *t = e->t;
    ludc_status status = LUDC_OK;
    bool changed = false;
    for (unsigned p = 1; p <= t->players; p++)
        for (uint32_t k = 0; k < t->o.steps && t->buffer[p - 1].n && !status; k++) {
            status = learn_player(e, p);
            changed = true;
        }
    return !status && changed && t->learner->tell ? t->learner->tell(t->learner, e->search) : status;
}

/* ---- an episode ---------------------------------------------------------------------------- */

static ludc_status play_move(Episode *e, bool *over)
{
    ludc_train *t = e->t;
    const unsigned mover = ludc_mover(t->r, t->state);
    const uint32_t n = list_moves(t);
    ludc_move moves[TRAIN_ROLES] = {0};
    ludc_feature_move seen;
    uint32_t pick = 0;
    *over = !n || !mover || mover > t->players;
    ludc_status status = !*over && n > 1 ? think(e, mover, n, &pick) : LUDC_OK;
    if (*over || status || is_stopped(e))
        return status;
    moves[mover - 1] = t->moves[pick];
    if (ludc_feature_move_of(t->r, t->state, t->moves[pick], &e->last, &seen) == LUDC_OK)
        e->last = seen;
    memcpy(t->after, t->state, t->state_size);
    status = ludc_apply_random(t->r, t->after, t->moves[pick], &e->rng, NULL);
    if (!status)
        status = ludc_search_advance(e->search, moves, t->after);
    void *before = t->state;
    t->state = t->after;
    t->after = before;
    e->out->moves++;
    return status;
}

static ludc_status play(Episode *e)
{
    ludc_status status = LUDC_OK;
    bool over = false;
    while (!over && !e->stopped && !status && e->out->moves < e->t->o.longest) {
        status = play_move(e, &over);
        if (!status && !over && !e->stopped)
            status = learn(e);
    }
    return status;
}

/* Tuples know now how long the game was and what it came to. */
static void keep_tuples(Episode *e)
{
    ludc_train *t = e->t;
    ludc_payoffs_cut(t->r, t->state, e->out->payoff);
    for (size_t i = 0; i < t->nfresh; i++) {
        Tuple *tuple = t->fresh[i];
        tuple->t.length = e->out->moves;
        memcpy((double *)(uintptr_t)tuple->t.payoff, e->out->payoff, t->players * sizeof(double));
        buffer_add(&t->buffer[tuple->t.mover - 1], tuple);
    }
    e->out->tuples = (uint32_t)t->nfresh;
    t->nfresh = 0;
}

static ludc_status grow(Episode *e)
{
    ludc_train *t = e->t;
    ludc_status status = LUDC_OK;
    for (unsigned p = 1; p <= t->players && t->o.grow && t->learner->grow && !status; p++) {
        Buffer *b = &t->buffer[p - 1];
        if (!b->n)
            continue;
        buffer_draw_alike(b, &e->rng, t->o.pairs, t->index);
        for (uint32_t k = 0; k < t->o.pairs; k++)
            t->batch[k] = &b->at[t->index[k]]->t;
        status = t->learner->grow(t->learner, p, t->batch, t->o.pairs, &e->rng, &e->out->grown[p - 1]);
    }
    return status;
}

static ludc_status begin_episode(Episode *e)
{
    ludc_train *t = e->t;
    const uint64_t seed = ludc_next_word(&e->rng);
    ludc_init(t->r, t->state);
    ludc_feature_start(t->r, &e->last);
    e->search = ludc_search_new(t->r, &t->search, seed, NULL);
    if (!e->search)
        return LUDC_IO;
    if (e->budget->stopped)
        ludc_search_watch(e->search, watch, e);
    ludc_status status = t->learner->guide(t->learner, e->search, NULL);
    return status ? status : ludc_search_begin(e->search, t->state);
}

static void take_means(Episode *e)
{
    ludc_learn_episode *out = e->out;
    for (unsigned p = 0; p < e->t->players; p++) {
        out->fresh[p] /= e->positions[p] ? e->positions[p] : 1;
        out->entropy[p] /= e->positions[p] ? e->positions[p] : 1;
        out->loss[p] /= out->steps[p] ? out->steps[p] : 1;
        out->parts[p] = e->t->learner->parts(e->t->learner, p + 1);
    }
}

ludc_status ludc_train_episode(ludc_train *t, const ludc_learn_budget *budget, ludc_learn_episode *out)
{
    if (!t || !budget || !out || (!budget->iterations && !(budget->seconds > 0)))
        return LUDC_USAGE;
    *out = (ludc_learn_episode){.number = t->episodes + 1};
    Episode e = {.t = t, .budget = budget, .out = out, .rng = t->seed ^ out->number * UINT64_C(0xd1b54a32d192ed03)};
    train_forget(t);
    ludc_status status = begin_episode(&e);
    if (!status)
        status = play(&e);
    ludc_search_free(e.search);
    out->stopped = e.stopped;
    if (!status && !e.stopped) {
        keep_tuples(&e);
        status = grow(&e);
    }
    take_means(&e);
    if (!status && !e.stopped)
        t->episodes++;
    return status;
}
