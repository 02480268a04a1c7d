/* search_step.c - one iteration: down the tree, a playout, and back up. */
#include <math.h>
#include <string.h>

#include "runtime/reading.h"
#include "runtime/search/amaf.h"
#include "runtime/search/chance.h"
#include "runtime/search/dag.h"
#include "runtime/search/eval.h"
#include "runtime/search/implicit.h"
#include "runtime/search/memory.h"
#include "runtime/search/prior.h"
#include "runtime/search/search.h"
#include "runtime/search/shared.h"

/* ---- children ---------------------------------------------------------------------- */

/* Takes moves that are listed twice out of list[0 .. n-1]; how many are left. */
static uint32_t distinct(ludc_search *s, ludc_move *list, uint32_t n)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        ludc_move m = list[i];
        uint64_t bit = UINT64_C(1) << (m & 63);
        bool seen = (s->seen[m >> 6] & bit) != 0;
        s->seen[m >> 6] |= bit;
        list[kept] = m;
        kept += !seen;
    }
    for (uint32_t i = 0; i < kept; i++)
        s->seen[list[i] >> 6] = 0;
    return kept;
}

uint32_t search_list(ludc_search *s, uint32_t *count)
{
    const ludc_reasoner *r = search_game(s);
    uint32_t total = 0;
    for (uint32_t p = 0; p < s->players; p++)
        count[p] = 0;
    if (!r->joint) {
        total = distinct(s, s->list, r->moves(r, s->state, s->list));
        if (total)
            count[r->mover(r, s->state) - 1] = total;
        return total;
    }
    for (uint32_t p = 0; p < s->players && !r->over(r, s->state); p++, total += count[p - 1]) {
        count[p] = distinct(s, s->list + total, r->moves_of(r, s->state, p + 1, s->list + total));
        if (!count[p])
            return 0;
    }
    return total;
}

static uint32_t new_block(ludc_search *s, uint32_t count, uint32_t mover, uint32_t others)
{
    if (s->shared && s->shared->running)
        return shared_alloc(s, count, mover, others);
    return tree_alloc(&s->tree, count, mover, others, search_open(s));
}

static bool link_children(ludc_search *s, Place at, ludc_move *list, uint32_t n, uint32_t mover, uint32_t others,
                          const uint32_t *step)
{
    Tree *t = &s->tree;
    uint32_t block = new_block(s, n, mover, others);
    if (!block)
        return false;
    if (s->shared && mover)
        shared_shuffle(s, list, n);
    for (uint32_t i = 0; i < n; i++)
        tree_set_move(t, (Place){block, i}, list[i]);
    if (step)
        tree_set_tail(t, block, step, s->players);
    word_publish(tree_link(t, at), block);
    if (s->dag)
        dag_add(s, at, block);
    return true;
}

static bool no_children(ludc_search *s, Place at)
{
    word_put(tree_link(&s->tree, at), TREE_OVER);
    return false;
}

/* One step of a rule sheet.  Where one role at most has a choice, that role chooses and the moves of
 * the others are numbered (others.h) or stand in the tail; else the tail has where each role's actions end. */
static bool expand_joint(ludc_search *s, Place at)
{
    uint32_t n[TREE_ROLES], begin[TREE_ROLES], total = search_list(s, n), choosers = 0, mover = 1;
    if (!total)
        return no_children(s, at);
    for (uint32_t p = 0; p < s->players; p++) {
        begin[p] = p ? begin[p - 1] + n[p - 1] : 0;
        if (n[p] > 1) {
            choosers++;
            mover = p + 1;
        }
    }
    bool alone = choosers <= 1;
    uint32_t step[TREE_ROLES];
    for (uint32_t p = 0; p < s->players; p++)
        step[p] = alone ? s->list[begin[p]] : begin[p] + n[p];
    uint32_t first = alone ? begin[mover - 1] : 0, count = alone ? n[mover - 1] : total;
    bool numbered = alone && !s->shared && count <= NARROW_MASK; /* the table is one thread's */
    uint32_t others = numbered ? others_number(&s->others, step, mover) : OTHERS_TAIL;
    return link_children(s, at, s->list + first, count, alone ? mover : 0, others, others == OTHERS_TAIL ? step : NULL);
}

static bool expand(ludc_search *s, Place at)
{
    const ludc_reasoner *r = search_game(s);
    if (r->joint)
        return expand_joint(s, at);
    uint32_t n = r->moves(r, s->state, s->list);
    if (!n)
        return s->way != WAY_LOTS && no_children(s, at); /* other lots may not end it */
    n = distinct(s, s->list, n);
    if (s->way == WAY_LOTS) {
        /* buckets of edges; twice what is legal now, as other moves may follow other lots */
        Tree *t = &s->tree;
        uint32_t block = new_block(s, n < 2 ? 2 : n, 0, 0);
        if (block)
            word_publish(tree_link(t, at), block);
        return block != 0;
    }
    return link_children(s, at, s->list, n, r->mover(r, s->state), 0, NULL);
}

bool search_expand(ludc_search *s, Place at)
{
    if (!expand(s, at))
        return false;
    if (search_priors(s))
        prior_begin(s, *tree_link(&s->tree, at));
    return true;
}


/* Plays the move of a slot. */
static void play(ludc_search *s, Place at, const Block *b)
{
    const ludc_reasoner *r = search_game(s);
    if (!r->joint) {
        r->apply(r, s->state, block_move(&s->tree, b, at.slot));
        return;
    }
    uint32_t moves[TREE_ROLES];
    search_step_of(s, at, moves);
    r->apply_joint(r, s->state, moves);
}

/* ---- down ------------------------------------------------------------------------------ */

/* The way down is written once and compiled twice: `plain` is a constant of each copy.  Plain is a search by UCB1 in a tree of turns
 * where children that were never visited come first; what else a search may have is not asked for there. */
static bool is_plain(const ludc_search *s)
{
    return search_rule(s)->ucb1 && s->o.fpu == LUDC_FPU_INFINITE && s->way == WAY_TURNS && !search_game(s)->joint &&
           !search_game(s)->apply_random && !s->dag && !s->mixed && !search_priors(s) && !search_defers(s) && !s->shared;
}

/* A slot that was never visited becomes the last of the visited ones. */
static SEARCH_INLINE uint32_t take_fresh(ludc_search *s, bool plain, const Choice *c)
{
    Tree *t = &s->tree;
    uint32_t block = c->block, tried = c->tried, live = c->live, left = live - tried;
    uint32_t pick;
    if (!plain && search_priors(s))
        pick = prior_pick(s, c);
    else if (!plain && search_rule(s)->which)
        pick = search_rule(s)->which(s, c);
    else
        pick = tried + (left > 1 ? search_below(s, left) : 0);
    Place first = {block, tried}, other = {block, pick};
    ludc_move m = tree_move(t, first);
    tree_set_move(t, first, tree_move(t, other));
    tree_set_move(t, other, m);
    if (!plain && search_priors(s)) {
        float *prior = prior_column(s, block), p = prior[tried];
        prior[tried] = prior[pick];
        prior[pick] = p;
    }
    tree_set(t, block, tried + 1, live);
    return tried;
}

/* The slot of a block that the chooser takes; the parent is a slot of `from`. */
static SEARCH_INLINE uint32_t choose(ludc_search *s, bool plain, uint32_t block, const Block *in, const Block *from, Place at)
{
    const Tree *t = &s->tree;
    const Block b = *in;
    uint32_t tried = b.tried, live = b.live, mover = head_mover(b.first), parent = at.slot;
    if (!live) /* proved; where several roles choose above it is come to all the same */
        return search_bounds_best(s, block);
    bool second = s->constant && mover == 2;
    uint32_t kept = s->constant ? 0 : mover - 1;
    if (plain && tried < live) {
        Choice fresh = {.tried = tried, .live = live, .block = block};
        return take_fresh(s, true, &fresh);
    }
    Choice c = {.count = b.count, .tried = tried, .kept = kept, .visits = b.cell, .live = live, .block = block, .mover = mover, .parent = at};
    c.value = (const int32_t *)b.cell + (size_t)tree_values(t, kept) * b.count;
    c.sign = second ? -1.0f : 1.0f;
    c.offset = second ? 1.0f : 0.0f;
    c.parent_visits = from->cell[parent];
    float score;
    if (plain)
        return search_ucb1(s, &c, &score);
    c.extra = b.cell + (size_t)t->extra * b.count;
    c.prior = search_priors(s) ? (const float *)(const void *)(b.cell + (size_t)s->priors * b.count) : NULL;
    int32_t value = (int32_t)from->cell[(size_t)tree_values(t, kept) * from->count + parent];
    c.parent_value = c.sign * ((float)value / (float)TREE_ONE) + c.offset;
    if (s->dag) {
        c.value = dag_values(s, block, kept);
        c.parent_visits = dag_games(t, block);
    }
    if (s->mixed)
        c.value = implicit_values(s, block, kept);
    float fresh = tried < live ? search_rule(s)->fresh(s, &c) : -INFINITY;
    if (tried && fresh < INFINITY) {
        uint32_t best = search_rule(s)->best(s, &c, &score);
        if (score > fresh)
            return best;
    }
    return take_fresh(s, false, &c);
}

/* Trees of so many words are larger than caches; of nodes with so few visits the children are not in these. */
enum { CACHED = 1 << 20, FEW = 256 };

/* The next place below `at`, a slot of *here, whose children are `link`, its move played; *here becomes its
 * block.  false: no room. */
static SEARCH_INLINE bool go_down(ludc_search *s, bool plain, uint32_t link, Place *at, Block *here)
{
    if (!plain && s->dag && s->tree.bounds && !search_bounds_refresh(s, *at, link))
        return false;
    Block below = tree_block(&s->tree, link);
    if (!plain && !head_mover(below.first)) {
        uint32_t edge = s->way == WAY_LOTS ? search_lots_choose(s, link, *at) : search_joint_choose(s, link, *at);
        *at = (Place){edge, 0};
        *here = tree_block(&s->tree, edge);
        return edge != 0;
    }
    if (here->cell[at->slot] < FEW && s->tree.used > CACHED) /* the next one is asked for while it is selected */
        for (uint32_t i = 0; i < below.tried && i < 8; i++)
            tree_fetch(&s->tree, below.cell[(size_t)s->tree.link * below.count + i]);
    *at = (Place){link, choose(s, plain, link, &below, here, *at)};
    *here = below;
    tree_expect(&s->tree, here->cell[(size_t)s->tree.link * here->count + at->slot]);
    if (!plain && search_game(s)->apply_random) /* asked first: nothing of this is left in a program whose game has no lots */
        chance_step(s, at, here);
    else
        play(s, *at, here);
    return true;
}

static SEARCH_INLINE void descend(ludc_search *s, bool plain)
{
    Tree *t = &s->tree;
    Place at = {0, 0};
    Block here = tree_block(t, 0);
    memcpy(s->state, s->root, search_game(s)->state_size);
    s->path[0] = at;
    s->depth = 0;
    s->ending = END_POSITION;
    uint32_t deepest = s->o.agent == LUDC_AGENT_FLAT ? 1 : MAX_DEPTH - 2; /* lots take a place more */
    while (s->depth < deepest && s->ending == END_POSITION) {
        const uint32_t *link = &here.cell[(size_t)t->link * here.count + at.slot];
        if (!plain && !*link && s->dag && s->depth)
            dag_join(s, at);
        if (!*link && ((!plain && search_defers(s)) || (s->depth && here.cell[at.slot] < s->o.expand) || !search_expand(s, at)))
            return;
        if (*link >= TREE_WAITS || (!plain && s->dag && !dag_step(s, *link)) || !go_down(s, plain, *link, &at, &here))
            return;
        s->path[++s->depth] = at;
    }
}

void search_descend(ludc_search *s)
{
    if (is_plain(s)) {
        descend(s, true);
        return;
    }
    descend(s, false);
    if (s->dag)
        dag_leave(s);
}

/* ---- up ------------------------------------------------------------------------------------ */

/* UCB1-Tuned: the mean of squares of the payoff of the role that chose the slot. */
static void count_square(ludc_search *s, Place at, const int32_t *value, uint32_t visits)
{
    Tree *t = &s->tree;
    uint32_t mover = tree_mover(t, at.block);
    if (!mover || mover == EDGE_MOVER)
        return;
    double v = payoff_of(value[s->constant ? 0 : mover - 1]);
    v = s->constant && mover == 2 ? 1 - v : v;
    int32_t *mean = (int32_t *)tree_cell(t, at, t->extra);
    *mean += (int32_t)lrint((v * v * TREE_ONE - *mean) / visits);
}

/* The nearest whole number, of two the even one, as lrint has it without a call: behind the binary
 * point of 1.5 * 2^52 + x nothing is left. */
static inline int32_t nearest(double x)
{
    const double shift = 0x1.8p52;
    return (int32_t)(x + shift - shift);
}

static inline void count_result(Tree *t, Place at, const int32_t *value)
{
    const Block b = tree_block(t, at.block);
    uint32_t n = ++b.cell[at.slot];
    double part = 1.0 / n;
    for (uint32_t k = 0; k < t->kept; k++) {
        int32_t *mean = (int32_t *)b.cell + (size_t)tree_values(t, k) * b.count + at.slot;
        *mean += nearest((double)(value[k] - *mean) * part);
    }
}

/* What is proved of a place limits what a result through it counts; where lots are drawn below bounds are of a mean,
 * and one result may lie beyond them. */
static void clamp(const ludc_search *s, Place at, int32_t *value)
{
    const Tree *t = &s->tree;
    for (uint32_t k = 0; k < t->kept; k++) {
        uint32_t word = tree_bounds(t, at.block, k)[at.slot];
        if (s->way == WAY_NODES && bounds_low(word) != bounds_high(word))
            continue;
        int32_t low = value_of((double)bounds_low(word) / s->unit), high = value_of((double)bounds_high(word) / s->unit);
        value[k] = value[k] < low ? low : value[k] > high ? high : value[k];
    }
}

void search_backup(ludc_search *s, const int32_t *result)
{
    Tree *t = &s->tree;
    int32_t value[TREE_ROLES];
    bool tuned = s->o.agent == LUDC_AGENT_UCB1TUNED;
    memcpy(value, result, t->kept * sizeof *value);
    if (!t->bounds && is_plain(s)) {
        for (uint32_t i = 0; i <= s->depth; i++)
            count_result(t, s->path[i], value);
        return;
    }
    for (uint32_t i = s->depth + 1; i-- > 0;) {
        Place at = s->path[i];
        if (t->bounds)
            clamp(s, at, value);
        count_result(t, at, value);
        if (s->dag)
            dag_count(s, at, value);
        if (tuned)
            count_square(s, at, value, *tree_visits(t, at));
        if (i && tree_mover(t, at.block) == EDGE_MOVER && s->way == WAY_TURNS)
            search_joint_backup(s, i, value);
        if (s->way == WAY_NODES)
            chance_mean(s, at, value);
    }
}

/* ---- all of it ---------------------------------------------------------------------------------- */

void search_payoffs(const ludc_search *s, double *payoff)
{
    const ludc_reasoner *r = search_game(s);
    if (s->ending == END_KNOWN) {
        chance_known(s, payoff);
        return;
    }
    if (!r->over(r, s->state)) {
        if (s->eval && s->eval->by.at_cut)
            eval_one(s, payoff);
        else
            ludc_payoffs_cut(r, s->state, payoff);
        return;
    }
    for (uint32_t p = 0; p < s->players; p++) {
        int32_t value = r->joint ? r->goal(r, s->state, p + 1) : (int32_t)r->rank2(r, s->state, p + 1);
        payoff[p] = ludc_value_payoff(r->joint, s->players, value);
    }
}

bool search_over(ludc_search *s)
{
    const ludc_reasoner *r = search_game(s);
    Place at = s->path[s->depth];
    if (s->ending != END_POSITION)
        return s->ending == END_KNOWN;
    bool over = word_get(tree_link(&s->tree, at)) == TREE_OVER;
    if (!over && s->tree.bounds && r->over(r, s->state)) {
        no_children(s, at);
        over = true;
    }
    return over;
}

void search_count(ludc_search *s, const double *payoff, bool over)
{
    int32_t value[TREE_ROLES];
    if (over && s->tree.bounds && s->ending == END_POSITION)
        search_bounds_prove(s, payoff);
    search_keep_payoffs(s, payoff, value);
    if (s->tree.bounds)
        search_bounds_backup(s);
    search_backup(s, value);
    if (s->mixed)
        implicit_backup(s);
    if (s->amaf)
        amaf_learn(s, value);
    if (s->memory)
        memory_learn(s);
    search_count_iteration(s, s->depth - (s->way == WAY_NODES ? chance_levels(s) : 0));
}

SEARCH_WHOLE void search_iterate(ludc_search *s)
{
    double payoff[TREE_ROLES];
    search_descend(s);
    if (s->memory)
        memory_look(s);
    bool over = search_over(s);
    if (s->mixed)
        implicit_look(s, NULL);
    if (!over) {
        uint64_t rng = ludc_next_word(&s->rng);
        if (!(s->amaf ? amaf_playout(s, &rng) : search_play(s, s->state, &rng)))
            return;
        s->playouts++;
    }
    search_payoffs(s, payoff);
    search_count(s, payoff, over);
}
