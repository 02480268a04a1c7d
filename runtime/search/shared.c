/* shared.c - one iteration of one of several threads in a tree: see shared.h. */
#include "runtime/search/shared.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/search/amaf.h"
#include "runtime/search/crew.h"

/* Where a slot has more visits a loss on the way is too little to change what others select, and is not counted. */
enum { LOSS_MOST = 1024 };

const char *shared_fault(const ludc_search_options *o)
{
    if (!shared_wanted(o))
        return NULL;
    if (o->dag)
        return "threads in one tree need one way to each node: parallel=tree goes with dag=0";
    if (o->chance != LUDC_CHANCE_OPEN)
        return "outcomes are one thread's: parallel=tree goes with chance=open";
    if (o->backup)
        return "minimax values are one thread's: parallel=tree goes with backup=mean";
    if (o->noise > 0)
        return "priors are one thread's: parallel=tree goes with noise=0";
    if (o->leaves > 1 || o->playouts > 1 || o->playout || o->lanes == LUDC_LANES_ON)
        return "threads in one tree take their leaves one at a time: parallel=tree goes with leaves=1, playouts=1, "
               "playout=uniform, lanes=auto or off";
    if (o->agent == LUDC_AGENT_MMCTS || amaf_wanted(o))
        return "memories and statistics over moves are one thread's: parallel=tree goes with uct (history=0, progressive=0), ucb1tuned, "
               "puct and flat";
    if (o->joint != LUDC_JOINT_DUCT)
        return "regrets and gains are one thread's: parallel=tree goes with joint=duct";
    return NULL;
}

/* ---- memory ----------------------------------------------------------------------- */

static uint32_t width_of(const ludc_search *s) { return 2 * s->players + 1; }
static uint32_t stride_of(const ludc_search *s) { return (uint32_t)s->room + TREE_BEHIND; }

uint64_t shared_bytes(const ludc_search *s)
{
    return sizeof(Shared) + (uint64_t)MAX_DEPTH * width_of(s) * 4 + (uint64_t)stride_of(s) * 4 * (3 + s->select->extra);
}

Shared *shared_new(const ludc_search *s, struct Crew *crew)
{
    Shared *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->crew = crew;
    own->width = width_of(s);
    own->stride = stride_of(s);
    own->put = malloc((size_t)MAX_DEPTH * own->width * sizeof *own->put);
    own->visits = malloc((size_t)own->stride * (3 + s->select->extra) * sizeof *own->visits);
    if (!own->put || !own->visits) {
        shared_free(own);
        return NULL;
    }
    own->value = own->visits + own->stride;
    own->slot = own->value + own->stride;
    own->extra = own->slot + own->stride;
    return own;
}

void shared_free(Shared *own)
{
    if (!own)
        return;
    free(own->put);
    free(own->visits);
    free(own);
}

/* ---- the arena ---------------------------------------------------------------------- */

uint32_t shared_alloc(ludc_search *s, uint32_t count, uint32_t mover, uint32_t others)
{
    Tree *t = &s->tree;
    Crew *crew = s->shared->crew;
    uint32_t first = tree_head(t, count, mover, others), block = word_look(&crew->used);
    size_t size = tree_words(t, first);
    do {
        if (size > t->room - block) {
            t->full = true;
            if (!s->o.stop && !atomic_load_explicit(&crew->full, memory_order_relaxed))
                atomic_store(&crew->full, true);
            return 0;
        }
    } while (!word_swap(&crew->used, &block, block + (uint32_t)size));
    t->nodes += count;
    tree_format(t, block, first, search_open(s));
    return block;
}

void shared_shuffle(ludc_search *s, ludc_move *list, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = search_below(s, i);
        ludc_move m = list[i - 1];
        list[i - 1] = list[j];
        list[j] = m;
    }
}

/* Makes the children of a node; the link to them, or 0: the node stays a leaf. */
static uint32_t expand(ludc_search *s, Place at)
{
    uint32_t *link = tree_link(&s->tree, at), none = 0, busy = TREE_BUSY;
    if (!word_swap(link, &none, TREE_BUSY))
        return none;
    if (!search_expand(s, at))
        word_swap(link, &busy, 0);
    return word_get(link);
}

/* ---- visits and means ------------------------------------------------------------------ */

enum { FEW = 4096, CHANGES = 255 };

/* The word of a mean that becomes `exact`.  A thread that slept since it looked at the visits must not take a mean that has
 * come back to what it was, as one of 0 or 1 does, for an unchanged one: where visits are few, so that each weighs much, the
 * lowest bits count changes. */
static uint32_t mean_word(uint32_t old, double exact, uint32_t visits)
{
    uint32_t word = (uint32_t)lrint(exact < 0 ? 0 : exact > TREE_ONE ? TREE_ONE : exact);
    if (visits > FEW)
        return word;
    word = (word & ~(uint32_t)CHANGES) | ((old + 1) & CHANGES);
    return word > TREE_ONE ? word - CHANGES - 1 : word;
}

/* In the mean of a slot `now` takes the place of `put`. */
void shared_leave(ludc_search *s, Place at, uint32_t column, int32_t put, int32_t now)
{
    if (put == now)
        return;
    const Tree *t = &s->tree;
    const uint32_t *visits = tree_visits(t, at);
    uint32_t *mean = tree_cell(t, at, column), old = word_look(mean), next;
    do { /* visits are read anew: a thread may sleep anywhere here */
        uint32_t n = word_look(visits);
        next = mean_word(old, (int32_t)old + (double)(now - put) / n, n);
    } while (!word_swap(mean, &old, next));
}

/* Of a slot whose visit was counted: a loss, if others shall see it, else what leaves the mean as it is. */
void shared_enter(ludc_search *s, Place at, uint32_t column, uint32_t loss, int32_t *put)
{
    *put = (int32_t)word_look(tree_cell(&s->tree, at, column));
    if (loss > TREE_ONE || word_look(tree_visits(&s->tree, at)) > LOSS_MOST)
        return;
    shared_leave(s, at, column, *put, (int32_t)loss);
    *put = (int32_t)loss;
}

enum { NO_LOSS = TREE_ONE + 1 };

/* A visit on the way down, lost for the role that chose it; 0: nobody did. */
static void enter(ludc_search *s, Place at, uint32_t chooser)
{
    Tree *t = &s->tree;
    int32_t *put = s->shared->put + (size_t)s->depth * s->shared->width;
    uint32_t kept = s->constant ? 0 : chooser - 1, loss = s->constant && chooser == 2 ? TREE_ONE : 0;
    word_add(tree_visits(t, at), 1);
    for (uint32_t k = 0; k < t->kept; k++)
        shared_enter(s, at, tree_values(t, k), chooser && k == kept ? loss : NO_LOSS, &put[k]);
    if (s->o.agent == LUDC_AGENT_UCB1TUNED && chooser)
        shared_enter(s, at, t->extra, NO_LOSS, &put[t->kept]);
}

/* What is proved of a place limits what a result through it counts. */
static void clamp(const ludc_search *s, Place at, int32_t *value)
{
    const Tree *t = &s->tree;
    for (uint32_t k = 0; k < t->kept && t->bounds; k++) {
        uint32_t word = half_look(&tree_bounds(t, at.block, k)[at.slot]);
        int32_t low = value_of((double)bounds_low(word) / s->unit), high = value_of((double)bounds_high(word) / s->unit);
        value[k] = value[k] < low ? low : value[k] > high ? high : value[k];
    }
}

/* Of UCB1-Tuned: the payoff of who chose, squared. */
static int32_t square(const ludc_search *s, uint32_t mover, const int32_t *value)
{
    double v = payoff_of(value[s->constant ? 0 : mover - 1]);
    v = s->constant && mover == 2 ? 1 - v : v;
    return value_of(v * v);
}

static void leave_actions(ludc_search *s, uint32_t level, const int32_t *value)
{
    const int32_t *put = s->shared->put + (size_t)level * s->shared->width + s->players + 1;
    for (uint32_t p = 0; p < s->players; p++) {
        Place at = {s->joint_block[level], s->joint_slot[(size_t)level * s->players + p]};
        shared_leave(s, at, 1, put[p], s->constant && p ? TREE_ONE - value[0] : value[s->constant ? 0 : p]);
    }
}

static void backup(ludc_search *s, int32_t *value)
{
    Tree *t = &s->tree;
    for (uint32_t i = s->depth + 1; i-- > 0;) {
        Place at = s->path[i];
        const int32_t *put = s->shared->put + (size_t)i * s->shared->width;
        uint32_t mover = tree_mover(t, at.block);
        clamp(s, at, value);
        for (uint32_t k = 0; k < t->kept; k++)
            shared_leave(s, at, tree_values(t, k), put[k], value[k]);
        if (i && mover == EDGE_MOVER && s->way == WAY_TURNS)
            leave_actions(s, i, value);
        else if (i && mover != EDGE_MOVER && s->o.agent == LUDC_AGENT_UCB1TUNED)
            shared_leave(s, at, t->extra, put[t->kept], square(s, mover, value));
    }
}

/* Takes out of a slot what stands there for a visit that ended without a result. */
static void take_back(ludc_search *s, Place at, uint32_t column, int32_t put)
{
    uint32_t *mean = tree_cell(&s->tree, at, column), old = word_look(mean), next;
    do {
        uint32_t n = word_look(tree_visits(&s->tree, at));
        double exact = n > 1 ? (int32_t)old + (double)((int32_t)old - put) / (n - 1) : 0;
        next = mean_word(old, exact, n);
    } while (!word_swap(mean, &old, next));
}

/* The playout was given up: nothing of the iteration stays but the nodes. */
static void give_up(ludc_search *s)
{
    Tree *t = &s->tree;
    for (uint32_t i = s->depth + 1; i-- > 0;) {
        Place at = s->path[i];
        const int32_t *put = s->shared->put + (size_t)i * s->shared->width;
        uint32_t mover = tree_mover(t, at.block);
        for (uint32_t k = 0; k < t->kept; k++)
            take_back(s, at, tree_values(t, k), put[k]);
        if (i && mover != EDGE_MOVER && s->o.agent == LUDC_AGENT_UCB1TUNED)
            take_back(s, at, t->extra, put[t->kept]);
        for (uint32_t p = 0; i && mover == EDGE_MOVER && s->way == WAY_TURNS && p < s->players; p++) {
            Place action = {s->joint_block[i], s->joint_slot[(size_t)i * s->players + p]};
            take_back(s, action, 1, put[s->players + 1 + p]);
            word_add(tree_visits(t, action), UINT32_MAX);
        }
        word_add(tree_visits(t, at), UINT32_MAX);
    }
}

/* ---- down -------------------------------------------------------------------------------- */

/* Copies what selection reads of the tried slots that are open; how many. */
static uint32_t look(ludc_search *s, const Choice *c)
{
    const Tree *t = &s->tree;
    Shared *own = s->shared;
    uint32_t n = 0, *cell = tree_column(t, c->block, 0), *value = cell + (size_t)tree_values(t, c->kept) * c->count;
    int32_t lost = c->sign < 0 ? TREE_ONE : 0;
    for (uint32_t i = 0; i < c->tried; i++) {
        if (t->bounds && !search_bounds_open(s, (Place){c->block, i}, c->parent))
            continue;
        uint32_t visits = word_look(&cell[i]);
        own->visits[n] = visits ? visits : 1; /* somebody is about to count the first */
        own->value[n] = visits ? word_look(&value[i]) : (uint32_t)lost;
        for (uint32_t k = 0; k < t->nextra; k++)
            own->extra[(size_t)k * c->count + n] = word_look(&cell[(size_t)(t->extra + k) * c->count + i]);
        own->slot[n++] = i;
    }
    return n;
}

static Choice choice_of(const ludc_search *s, uint32_t block, Place at)
{
    const Tree *t = &s->tree;
    uint32_t mover = tree_mover(t, block), kept = s->constant ? 0 : mover - 1;
    bool second = s->constant && mover == 2;
    Choice c = {.block = block, .parent = at, .mover = mover, .kept = kept, .count = tree_count(t, block)};
    c.sign = second ? -1.0f : 1.0f;
    c.offset = second ? 1.0f : 0.0f;
    uint32_t visits = word_look(tree_visits(t, at));
    c.parent_visits = visits > 1 ? visits - 1 : 1; /* before this one */
    c.parent_value = c.sign * ((float)(int32_t)word_look(tree_cell(t, at, tree_values(t, kept))) / (float)TREE_ONE) + c.offset;
    c.visits = s->shared->visits;
    c.value = (const int32_t *)s->shared->value;
    c.extra = s->shared->extra;
    return c;
}

/* The slot that the chooser takes; false: nothing is left. */
static bool choose(ludc_search *s, uint32_t block, Place at, uint32_t *slot)
{
    Tree *t = &s->tree;
    Choice c = choice_of(s, block, at);
    for (;;) {
        c.tried = tree_tried(t, block);
        c.live = tree_live(t, block);
        if (!c.live)
            return false;
        uint32_t tried = c.tried;
        float fresh = tried < c.live ? search_rule(s)->fresh(s, &c) : -INFINITY, score;
        if (tried && fresh < INFINITY && (c.tried = look(s, &c)) > 0) {
            uint32_t best = search_rule(s)->best(s, &c, &score);
            *slot = s->shared->slot[best];
            if (score > fresh || tried == c.live)
                return true;
        }
        if (tried == c.live)
            return false;
        *slot = tried;
        if (tree_try(t, block, tried))
            return true;
    }
}

static void play(ludc_search *s, Place at)
{
    const ludc_reasoner *r = search_game(s);
    uint32_t moves[TREE_ROLES];
    if (!r->joint) {
        r->apply(r, s->state, tree_move(&s->tree, at));
        return;
    }
    search_step_of(s, at, moves);
    r->apply_joint(r, s->state, moves);
}

/* The next place below `at`; false: the node is a leaf after all. */
static bool go_down(ludc_search *s, uint32_t link, Place *at, uint32_t *chooser)
{
    *chooser = tree_mover(&s->tree, link);
    if (!*chooser) {
        uint32_t edge = s->way == WAY_LOTS ? shared_lots(s, link) : shared_joint(s, link, *at);
        *at = (Place){edge, 0};
        return edge != 0;
    }
    Place child = {link, 0};
    if (!choose(s, link, *at, &child.slot)) {
        search_bounds_finish(s, *at, link);
        return false;
    }
    *at = child;
    play(s, child);
    return true;
}

static void descend(ludc_search *s)
{
    Tree *t = &s->tree;
    Place at = {0, 0};
    uint32_t deepest = s->o.agent == LUDC_AGENT_FLAT ? 1 : MAX_DEPTH - 1, chooser = 0;
    memcpy(s->state, s->root, search_game(s)->state_size);
    s->path[0] = at;
    s->depth = 0;
    s->ending = END_POSITION;
    enter(s, at, 0);
    while (s->depth < deepest) {
        uint32_t link = word_get(tree_link(t, at));
        if (!link && s->depth && word_look(tree_visits(t, at)) <= s->o.expand)
            return;
        if (!link)
            link = expand(s, at);
        if (!link || link == TREE_BUSY || link == TREE_OVER || !go_down(s, link, &at, &chooser))
            return;
        s->path[++s->depth] = at;
        enter(s, at, chooser);
    }
}

/* ---- all of it -------------------------------------------------------------------------------- */

static void count(ludc_search *s, const double *payoff, bool over)
{
    int32_t value[TREE_ROLES];
    if (over && s->tree.bounds)
        search_bounds_prove(s, payoff);
    search_keep_payoffs(s, payoff, value);
    if (s->tree.bounds)
        search_bounds_backup(s);
    backup(s, value);
    search_count_iteration(s, s->depth);
}

void shared_iterate(ludc_search *s)
{
    double payoff[TREE_ROLES];
    descend(s);
    bool over = search_over(s);
    if (!over) {
        uint64_t rng = ludc_next_word(&s->rng);
        if (!search_play(s, s->state, &rng)) {
            give_up(s);
            return;
        }
        s->playouts++;
    }
    search_payoffs(s, payoff);
    count(s, payoff, over);
}
