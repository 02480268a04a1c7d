/* playout.c - a playout by a rule: step by step through a chooser, remembered for learning. */
#include "runtime/search/playout.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/search/features.h"
#include "runtime/search/leaves.h"

enum { LIST_ROOM = 1 << 17, FAST_STATES = 512 };

const PlayoutRule *playout_rule(uint32_t playout)
{
    static const PlayoutRule *const rules[] = {NULL,         &playout_mast, &playout_fast,    &playout_nst,
                                               &playout_ppa, &playout_lgr,  &playout_decisive, &playout_features};
    return playout < sizeof rules / sizeof *rules ? rules[playout] : NULL;
}

/* ---- memory ------------------------------------------------------------------------------ */

/* Entries of a table: as many as there may be keys, if the rule has few, within an eighth of all memory. */
static uint64_t entries_of(const PlayoutRule *rule, const ludc_search_options *o)
{
    uint64_t n = rule->entries;
    while (n > 16 && n * sizeof(Taught) > o->memory / o->threads / 8)
        n /= 2;
    return n;
}

static size_t state_room(const ludc_reasoner *r) { return ((size_t)r->state_size + 63) / 64 * 64; }

uint64_t playouts_bytes(const ludc_search *s)
{
    const PlayoutRule *rule = playout_rule(s->o.playout);
    const ludc_reasoner *r = s->r;
    if (!rule)
        return 0;
    uint64_t words = rule->planes ? r->words[LUDC_PLANES_STATE] : 0, moves = (uint64_t)r->max_moves * (r->joint ? r->players : 1);
    return sizeof(Playouts) + entries_of(rule, &s->o) * sizeof(Taught) + words * ((FAST_STATES + 1) * 8 + 64 * 4 * r->players) +
           (rule->note && !rule->planes ? LIST_ROOM * 8 : 0) + PLAYOUT_STEPS * (sizeof(Step) + 4 * (r->joint ? r->players : 1)) +
           28 * moves + 2 * state_room(r);
}

static bool take_parts(Playouts *p, const ludc_search_options *o)
{
    const ludc_reasoner *r = p->r;
    const PlayoutRule *rule = p->rule;
    uint64_t entries = entries_of(rule, o);
    p->mask = entries ? (uint32_t)entries - 1 : 0;
    p->words = rule->planes ? r->words[LUDC_PLANES_STATE] : 0;
    p->bits = p->words * 64 + 1;
    p->states = FAST_STATES;
    p->list_room = LIST_ROOM;
    p->table = entries ? malloc(entries * sizeof *p->table) : NULL;
    p->move = malloc((size_t)PLAYOUT_STEPS * p->width * sizeof *p->move);
    p->step = malloc(PLAYOUT_STEPS * sizeof *p->step);
    bool made = p->move && p->step && (p->table || !entries);
    if (rule->planes) {
        p->theta = malloc((size_t)p->bits * p->players * sizeof *p->theta);
        p->seen = malloc(((size_t)p->states + 1) * p->words * sizeof *p->seen);
        made = made && p->theta && p->seen;
    } else if (rule->note) {
        p->list = malloc(p->list_room * sizeof *p->list);
        p->change = malloc(p->list_room * sizeof *p->change);
        made = made && p->list && p->change;
    }
    for (int i = 0; i < 2 && rule->ahead; i++)
        made = (p->scratch[i] = aligned_alloc(64, state_room(r))) != NULL && made;
    if (rule->ahead)
        p->replies = malloc(((size_t)r->max_moves * (r->joint ? r->players : 1) + 1) * sizeof *p->replies);
    return made && (p->replies || !rule->ahead);
}

Playouts *playouts_new(const ludc_reasoner *r, const ludc_search_options *o)
{
    Playouts *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->r = r;
    p->rule = playout_rule(o->playout);
    p->players = r->players;
    p->width = r->joint ? r->players : 1;
    p->temp = o->temp;
    const ludc_policy policy = {.epsilon = o->epsilon, .temperature = o->temp, .score = p->rule->score, .data = p};
    p->chooser = ludc_chooser_new(r, &policy, NULL);
    if (p->chooser && take_parts(p, o)) {
        playouts_clear(p);
        return p;
    }
    playouts_free(p);
    return NULL;
}

void playouts_free(Playouts *p)
{
    if (!p)
        return;
    ludc_chooser_free(p->chooser);
    free(p->table);
    free(p->theta);
    free(p->seen);
    free(p->list);
    free(p->change);
    free(p->move);
    free(p->step);
    free(p->scratch[0]);
    free(p->scratch[1]);
    free(p->replies);
    free(p);
}

void playouts_clear(Playouts *p)
{
    if (p->table)
        memset(p->table, 0, ((size_t)p->mask + 1) * sizeof *p->table);
    for (size_t i = 0; p->theta && i < (size_t)p->bits * p->players; i++)
        p->theta[i] = 0;
}

/* ---- as bytes --------------------------------------------------------------------------------- */

/* A place in use; then follow the weights of fast. */
typedef struct {
    uint32_t at;
    Taught taught;
} SavedTaught;

static size_t theta_bytes(const Playouts *p) { return p->theta ? (size_t)p->bits * p->players * sizeof *p->theta : 0; }
static size_t places(const Playouts *p) { return p->table ? (size_t)p->mask + 1 : 0; }

size_t playouts_saved_size(const Playouts *p)
{
    size_t n = 0;
    for (size_t i = 0; i < places(p); i++)
        n += p->table[i].tag != 0;
    return n * sizeof(SavedTaught) + theta_bytes(p);
}

void playouts_save(const Playouts *p, unsigned char *out)
{
    for (size_t i = 0; i < places(p); i++) {
        const SavedTaught one = {(uint32_t)i, p->table[i]};
        if (!one.taught.tag)
            continue;
        memcpy(out, &one, sizeof one);
        out += sizeof one;
    }
    if (p->theta)
        memcpy(out, p->theta, theta_bytes(p));
}

bool playouts_restore(Playouts *p, const unsigned char *saved, size_t size)
{
    size_t n = size < theta_bytes(p) ? 0 : (size - theta_bytes(p)) / sizeof(SavedTaught);
    SavedTaught one;
    if (n * sizeof one + theta_bytes(p) != size)
        return false;
    for (size_t i = 0; i < n; i++) {
        memcpy(&one, saved + i * sizeof one, sizeof one);
        if (one.at >= places(p))
            return false;
    }
    playouts_clear(p);
    for (size_t i = 0; i < n; i++) {
        memcpy(&one, saved + i * sizeof one, sizeof one);
        p->table[one.at] = one.taught;
    }
    if (p->theta)
        memcpy(p->theta, saved + n * sizeof one, theta_bytes(p));
    return true;
}

bool playout_ahead(Playouts *p, const void *state, unsigned role, ludc_move move, unsigned which)
{
    const ludc_reasoner *r = p->r;
    void *next = p->scratch[which];
    memcpy(next, state, r->state_size);
    if (!r->joint) {
        r->apply(r, next, move);
        return true;
    }
    ludc_move moves[TREE_ROLES];
    for (uint32_t q = 1; q <= p->players; q++) {
        if (q != role && r->moves_of(r, state, q, NULL) != 1)
            return false;
        if (q != role)
            r->moves_of(r, state, q, &moves[q - 1]);
    }
    moves[role - 1] = move;
    r->apply_joint(r, next, moves);
    return true;
}

/* ---- the line --------------------------------------------------------------------------------- */

/* Takes a step into the line; moves[width]. */
static void add_step(Playouts *p, uint32_t role, const uint32_t *moves, Step step)
{
    uint32_t hash = 0;
    step.role = role;
    memcpy(step.last, p->last, sizeof step.last);
    for (uint32_t i = 0; i < p->width; i++)
        hash = (hash ^ (moves[i] + 1)) * UINT32_C(0x9e3779b1);
    p->last[1] = p->last[0];
    p->last[0] = hash ^ hash >> 15;
    if (p->n == PLAYOUT_STEPS)
        return;
    p->step[p->n] = step;
    memcpy(p->move + (size_t)p->n++ * p->width, moves, p->width * sizeof *moves);
}

void playout_from_leaf(ludc_search *s)
{
    Playouts *p = s->leaves->by;
    p->n = 0;
    p->last[0] = p->last[1] = 0;
    for (uint32_t i = 1; i <= s->depth; i++) {
        uint32_t moves[TREE_ROLES] = {0}, mover = tree_mover(&s->tree, s->path[i].block);
        if (mover == DRAW_MOVER)
            continue;
        uint32_t role = s->r->joint || mover == EDGE_MOVER ? 0 : mover;
        if (s->r->joint)
            search_step_of(s, s->path[i], moves);
        else
            moves[0] = tree_move(&s->tree, s->path[i]);
        add_step(p, role, moves, (Step){0});
    }
    p->begun = p->n;
}

/* One step by the chooser; false: the game is over. */
static bool play_step(Playouts *p, void *state, uint64_t *rng)
{
    const ludc_reasoner *r = p->r;
    uint32_t moves[TREE_ROLES] = {0}, role = r->joint ? 0 : r->mover(r, state);
    Step step = {0};
    if (r->joint && r->over(r, state))
        return false;
    if (p->rule->note)
        p->rule->note(p, state, &step);
    for (uint32_t i = 0; i < p->width; i++)
        if (ludc_choose(p->chooser, state, role ? role : i + 1, rng, &moves[i]) != LUDC_OK)
            return false;
    if (p->rule->played && role)
        p->rule->played(p, state, role, moves[0]);
    if (r->joint)
        r->apply_joint(r, state, moves);
    else if (r->apply_random)
        r->apply_random(r, state, moves[0], rng);
    else
        r->apply(r, state, moves[0]);
    add_step(p, role, moves, step);
    return true;
}

/* Steps between two looks at the clock. */
enum { SLICE = 64 };

/* Uniformly to the end of the game, `left` moves at most; false: it was given up. */
static bool play_rest(ludc_search *s, uint32_t left, uint64_t *rng)
{
    const ludc_reasoner *r = s->r;
    while (left) {
        const uint32_t some = left < s->slice ? left : s->slice;
        if (r->playout(r, s->state, rng, some) < some)
            return true;
        left -= some;
        if (search_late(s))
            return false;
    }
    return true;
}

/* So many moves at the beginning of a playout go by the rule. */
static uint32_t by_rule(const ludc_search *s, uint32_t limit, uint64_t *rng)
{
    if (s->leaves->by->rule != &playout_features)
        return limit;
    if (s->o.plain > 0 && (double)(ludc_next_word(rng) >> 11) * 0x1p-53 < s->o.plain)
        return 0;
    return s->o.first && s->o.first < limit ? s->o.first : limit;
}

bool playout_by_rule(ludc_search *s, double *payoff)
{
    Playouts *p = s->leaves->by;
    uint32_t limit = search_cut(s), last[2] = {p->last[0], p->last[1]};
    uint64_t rng = ludc_next_word(&s->rng);
    p->listed = p->noted = 0;
    bool late = false;
    p->features = s->features;
    if (p->features)
        features_playout(s);
    const uint32_t first = by_rule(s, limit, &rng);
    uint32_t made = 0;
    while (made < first && !late && play_step(p, s->state, &rng))
        late = ++made % SLICE == 0 && search_late(s);
    if (made == first && first < limit && !late)
        late = !play_rest(s, limit - first, &rng);
    search_payoffs(s, payoff);
    if (p->rule->learn && !p->fixed && !late)
        p->rule->learn(p, payoff);
    p->n = p->begun;
    memcpy(p->last, last, sizeof last);
    return !late;
}
