/* result.c - what a search found: figures, values, moves, the line, the tree. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/search/alphabeta.h"
#include "runtime/search/chance.h"
#include "runtime/search/dag.h"

static const Place top = {0, 0};

static uint32_t trees(const ludc_search *s) { return s->helper ? s->o.threads : 1; }
static const ludc_search *tree_at(const ludc_search *s, uint32_t i) { return i ? s->helper[i - 1] : s; }

/* ---- figures ------------------------------------------------------------------------ */

void ludc_search_figures(const ludc_search *s, ludc_search_stats *out)
{
    if (out)
        *out = (ludc_search_stats){0};
    if (!s || !out)
        return;
    search_quiet(s);
    if (s->deep) {
        alphabeta_figures(s->deep, out);
        return;
    }
    uint64_t depth = 0;
    for (uint32_t i = 0; i < trees(s); i++) {
        const ludc_search *one = tree_at(s, i);
        out->iterations += one->iterations;
        out->playouts += one->playouts;
        out->nodes += one->tree.nodes;
        out->bytes += (uint64_t)one->tree.used * 4;
        out->dropped += one->dropped;
        out->seconds += one->seconds;
        out->depth_max = one->depth_max > out->depth_max ? one->depth_max : out->depth_max;
        out->proved |= one->proved;
        depth += one->depth_sum;
    }
    out->depth_mean = out->iterations ? (double)depth / (double)out->iterations : 0;
}

/* Means weighted by visits; the closest bounds. */
static void add(ludc_search_move *sum, const ludc_search *s, Place at)
{
    double low[TREE_ROLES], high[TREE_ROLES];
    uint64_t n = *tree_visits(&s->tree, at);
    search_bounds_of(s, at, low, high);
    for (uint32_t p = 0; p < s->players; p++) {
        if (n)
            sum->value[p] += (search_value_at(s, at, p + 1) - sum->value[p]) * (double)n / (double)(sum->visits + n);
        sum->low[p] = low[p] > sum->low[p] ? low[p] : sum->low[p];
        sum->high[p] = high[p] < sum->high[p] ? high[p] : sum->high[p];
    }
    sum->visits += n;
}

/* m is all zero. */
static void begin_move(const ludc_search *s, ludc_search_move *m, ludc_move move)
{
    m->move = move;
    for (uint32_t p = 0; p < s->players; p++)
        m->high[p] = 1;
}

static ludc_search_move empty_move(const ludc_search *s)
{
    ludc_search_move m = {0};
    begin_move(s, &m, 0);
    return m;
}

/* What is proved is the value. */
static void settle(const ludc_search *s, ludc_search_move *m)
{
    for (uint32_t p = 0; p < s->players; p++)
        m->value[p] = fmin(fmax(m->value[p], m->low[p]), m->high[p]);
}

static ludc_search_move whole(const ludc_search *s)
{
    ludc_search_move m = empty_move(s);
    for (uint32_t i = 0; i < trees(s); i++)
        add(&m, tree_at(s, i), top);
    settle(s, &m);
    return m;
}

void ludc_search_value(const ludc_search *s, double *value, double *low, double *high)
{
    if (!s)
        return;
    search_quiet(s);
    double exact[TREE_ROLES];
    ludc_search_move m = empty_move(s);
    if (s->deep && !s->over) {
        alphabeta_value(s->deep, value, low, high);
        return;
    }
    bool over = s->r->over(s->r, s->root) != 0;
    if (over)
        ludc_payoffs(s->r, s->root, exact);
    else if (s->select)
        m = whole(s);
    for (uint32_t p = 0; p < s->players; p++) {
        if (value)
            value[p] = over ? exact[p] : m.visits ? m.value[p] : 0.5;
        if (low)
            low[p] = over ? exact[p] : m.low[p];
        if (high)
            high[p] = over ? exact[p] : m.high[p];
    }
}

/* ---- moves ----------------------------------------------------------------------------- */

/* Where the root's children are, and who chooses there: 0 several, or lots. */
static uint32_t root_block(const ludc_search *s)
{
    uint32_t link = s->select ? *tree_link(&s->tree, top) : 0;
    return link == TREE_OVER ? 0 : link;
}

static int by_number(const void *a, const void *b)
{
    ludc_move x = *(const ludc_move *)a, y = *(const ludc_move *)b;
    return (x > y) - (x < y);
}

static int number_of(const void *number, const void *move) { return by_number(number, &((const ludc_search_move *)move)->move); }

/* The move of that number among n in the order of their numbers, or NULL. */
static ludc_search_move *find(ludc_search_move *m, size_t n, ludc_move number)
{
    return bsearch(&number, m, n, sizeof *m, number_of);
}

/* What a tree knows of the moves of who chooses. */
static void add_children(ludc_search_move *m, size_t n, const ludc_search *s)
{
    const Tree *t = &s->tree;
    uint32_t block = root_block(s), mover = block ? tree_mover(t, block) : 0;
    for (size_t i = 0; i < n && s->way == WAY_LOTS; i++) {
        uint32_t edge = block ? search_edge_find(s, block, &m[i].move) : 0;
        if (edge)
            add(&m[i], s, (Place){edge, 0});
    }
    for (uint32_t i = 0, all = mover ? tree_count(t, block) : 0; i < all; i++) {
        ludc_search_move *one = find(m, n, tree_move(t, (Place){block, i}));
        if (one)
            add(one, s, (Place){block, i});
    }
}

/* The actions of a player where several roles choose: their own values alone are known. */
static void add_actions(ludc_search_move *m, size_t n, const ludc_search *s, uint32_t player)
{
    const Tree *t = &s->tree;
    uint32_t block = root_block(s), end = search_joint_first(s, block, player + 1);
    for (uint32_t i = search_joint_first(s, block, player); i < end; i++) {
        ludc_search_move *one = find(m, n, tree_move(t, (Place){block, i}));
        uint32_t visits = tree_column(t, block, 0)[i];
        double v = payoff_of((int32_t)tree_column(t, block, 1)[i]);
        if (!one)
            continue;
        if (visits)
            one->value[player - 1] += (v - one->value[player - 1]) * visits / (double)(one->visits + visits);
        one->visits += visits;
        one->share += search_joint_share(s, block, player, i) / trees(s);
    }
}

static int by_visits(const void *a, const void *b)
{
    const ludc_search_move *x = a, *y = b;
    if (x->share > y->share || x->share < y->share)
        return x->share > y->share ? -1 : 1;
    if (x->visits != y->visits)
        return x->visits > y->visits ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

/* The player who chooses alone at the root, or 0. */
static uint32_t chooser(const ludc_search *s)
{
    uint32_t block = root_block(s);
    if (!s->r->joint)
        return s->r->mover(s->r, s->root);
    if (s->deep)
        return alphabeta_chooser(s->deep);
    return block ? tree_mover(&s->tree, block) : 0;
}

/* The numbers of the moves of a player, ascending, each once; the caller frees. */
static ludc_move *numbers_of(const ludc_search *s, uint32_t player, size_t *count)
{
    size_t n = 0, all = s->over ? 0 : ludc_moves_of(s->r, s->root, player, NULL);
    ludc_move *list = malloc((all + 1) * sizeof *list);
    if (list && all) {
        all = ludc_moves_of(s->r, s->root, player, list);
        qsort(list, all, sizeof *list, by_number);
        for (size_t i = 0; i < all; i++)
            if (!n || list[i] != list[n - 1])
                list[n++] = list[i];
    }
    *count = n;
    return list;
}

/* The moves of a player in the order of their numbers, without a visit; the caller frees. */
static ludc_search_move *gather(const ludc_search *s, uint32_t player, size_t *count)
{
    ludc_move *list = numbers_of(s, player, count);
    ludc_search_move *out = calloc(*count + 1, sizeof *out);
    for (size_t i = 0; out && i < *count; i++)
        begin_move(s, &out[i], list[i]);
    free(list);
    *count = out ? *count : 0;
    return out;
}

/* Does move a come before b for the player, by the rule of the final move?  What is proved comes into
 * it as its value. */
static double rank(const ludc_search *s, const ludc_search_move *m, uint32_t p)
{
    switch ((ludc_final)s->o.final) {
    case LUDC_FINAL_MAX:
        return m->visits ? m->value[p - 1] : -1;
    case LUDC_FINAL_SECURE:
        return m->visits ? m->value[p - 1] - 1 / sqrt((double)m->visits) : -2;
    default:
        return (double)m->visits;
    }
}

/* What is left alike is drawn: by the seed and the move's number, so that one seed gives one move. */
static uint64_t lot_of(const ludc_search *s, const ludc_search_move *m)
{
    uint64_t at = s->seed + (uint64_t)m->move * UINT64_C(0x9e3779b97f4a7c15);
    return ludc_next_word(&at);
}

static bool comes_before(const ludc_search *s, const ludc_search_move *a, const ludc_search_move *b, uint32_t p)
{
    const double x = rank(s, a, p), y = rank(s, b, p);
    if (x > y || x < y)
        return x > y;
    if (a->value[p - 1] > b->value[p - 1] || a->value[p - 1] < b->value[p - 1])
        return a->value[p - 1] > b->value[p - 1];
    return lot_of(s, a) > lot_of(s, b);
}

static size_t best_of(const ludc_search *s, const ludc_search_move *m, size_t n, uint32_t p)
{
    size_t open = n, closed = n;
    for (size_t i = 0; i < n; i++) {
        bool known = m[i].low[p - 1] >= m[i].high[p - 1];
        size_t *best = known ? &closed : &open;
        if (*best == n || (known ? m[i].low[p - 1] > m[*best].low[p - 1] : comes_before(s, &m[i], &m[*best], p)))
            *best = i;
    }
    if (open == n || closed == n)
        return open == n ? closed : open;
    /* a move whose value is known is better than one that only may be, if it promises as much */
    return m[closed].low[p - 1] >= m[open].value[p - 1] || !m[open].visits ? closed : open;
}

static size_t settle_moves(const ludc_search *s, ludc_search_move *m, size_t n, uint32_t player)
{
    uint32_t alone = chooser(s), block = root_block(s);
    uint64_t visits = 0;
    for (uint32_t k = 0; k < trees(s) && s->select; k++)
        if (s->way != WAY_LOTS && block && !alone)
            add_actions(m, n, tree_at(s, k), player);
        else if (alone == player)
            add_children(m, n, tree_at(s, k));
    for (size_t i = 0; i < n && s->select; i++) {
        if (s->r->joint && alone && alone != player) {
            ludc_move move = m[i].move;
            m[i] = whole(s); /* its only move */
            m[i].move = move;
        }
        settle(s, &m[i]);
        visits += m[i].visits;
    }
    for (size_t i = 0; i < n && (alone || s->way == WAY_LOTS); i++)
        m[i].share = visits ? (double)m[i].visits / (double)visits : 1.0 / (double)n;
    qsort(m, n, sizeof *m, by_visits);
    size_t best = n ? best_of(s, m, n, player) : 0;
    ludc_search_move first = m[best];
    memmove(m + 1, m, best * sizeof *m);
    m[0] = first;
    return n;
}

size_t ludc_search_moves(const ludc_search *s, unsigned player, ludc_search_move *out, size_t room)
{
    size_t n = 0;
    if (s)
        search_quiet(s);
    player = !s ? 0 : player ? player : chooser(s);
    if (!player || player > s->players)
        return 0;
    if (s->deep)
        return alphabeta_moves(s->deep, player, out, room);
    if (!out) {
        free(numbers_of(s, player, &n));
        return n;
    }
    ludc_search_move *m = gather(s, player, &n);
    if (m && n)
        settle_moves(s, m, n, player);
    if (m)
        memcpy(out, m, (n < room ? n : room) * sizeof *m);
    free(m);
    return n;
}

ludc_status ludc_search_best(ludc_search *s, unsigned player, ludc_move *move)
{
    if (!s || !move)
        return LUDC_USAGE;
    search_quiet(s);
    size_t n = 0, pick = 0;
    player = player ? player : chooser(s);
    if (s->deep) {
        ludc_search_move first;
        n = player && player <= s->players ? alphabeta_moves(s->deep, player, &first, 1) : 0;
        *move = n ? first.move : *move;
        return n ? LUDC_OK : LUDC_WRONG;
    }
    ludc_search_move *m = player && player <= s->players ? gather(s, player, &n) : NULL;
    if (m && n) {
        settle_moves(s, m, n, player);
        double unit = (double)(ludc_next_word(&s->rng) >> 11) * 0x1p-53;
        bool mixed = s->o.joint != LUDC_JOINT_DUCT && s->r->joint && !chooser(s);
        if (!s->select)
            pick = (size_t)(unit * (double)n);
        else if (s->o.final == LUDC_FINAL_SAMPLED || mixed)
            while (pick + 1 < n && (unit -= m[pick].share) >= 0)
                pick++;
        *move = m[pick].move;
    }
    free(m);
    return n ? LUDC_OK : LUDC_WRONG;
}

/* ---- the line -------------------------------------------------------------------------------- */

/* The child that the search expects below a block: as the final move is chosen, by visits. */
static bool expected(const ludc_search *s, uint32_t block, Place *child)
{
    const Tree *t = &s->tree;
    uint32_t mover = tree_mover(t, block), n = tree_count(t, block);
    uint64_t most = 0;
    double best = -1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t edge = mover ? 0 : tree_links(t, block)[i];
        for (Place at = {mover ? block : edge, mover ? i : 0}; at.block;
             at = (Place){mover ? 0 : *tree_next(t, at.block), 0}) {
            uint64_t visits = *tree_visits(t, at);
            double low[TREE_ROLES], high[TREE_ROLES], sure = 0;
            search_bounds_of(s, at, low, high);
            /* proved moves first, if no other can be better */
            if (mover && low[mover - 1] >= high[mover - 1])
                sure = low[mover - 1];
            if (mover && high[mover - 1] <= 0)
                visits = visits ? 1 : 0;
            if (sure > best || (sure >= best && visits > most)) {
                best = sure;
                most = visits;
                *child = at;
            }
        }
    }
    return best >= 0 && *tree_visits(t, *child) > 0;
}

static void step_of(const ludc_search *s, Place at, ludc_move *moves)
{
    memset(moves, 0, s->players * sizeof *moves);
    if (s->r->joint)
        search_step_of(s, at, moves);
    else
        moves[tree_mover(&s->tree, at.block) - 1] = tree_move(&s->tree, at);
}

size_t ludc_search_line(const ludc_search *s, ludc_move *moves, size_t room)
{
    if (!s || !moves)
        return 0;
    search_quiet(s);
    if (s->deep)
        return alphabeta_line(s->deep, moves, room);
    size_t n = 0;
    uint32_t block = s->way == WAY_LOTS ? 0 : root_block(s);
    ludc_search_move *first = NULL;
    size_t count = 0;
    if (chooser(s) && root_block(s)) { /* the line begins with the final move */
        first = gather(s, chooser(s), &count);
        if (first && count)
            settle_moves(s, first, count, chooser(s));
    }
    while (block && block != TREE_OVER && tree_mover(&s->tree, block) != DRAW_MOVER && n < room) {
        Place child = {0, 0};
        if (!n && first && tree_mover(&s->tree, block)) {
            child.block = block;
            while (tree_move(&s->tree, child) != first[0].move)
                child.slot++;
        } else if (!expected(s, block, &child)) {
            break;
        }
        step_of(s, child, moves + n++ * s->players);
        block = *tree_link(&s->tree, child);
    }
    if (s->way == WAY_LOTS && first && count && room) { /* what follows depends on the lots */
        memset(moves, 0, s->players * sizeof *moves);
        moves[chooser(s) - 1] = first[0].move;
        n = 1;
    }
    free(first);
    return n;
}

/* ---- the tree ----------------------------------------------------------------------------------- */

static uint64_t name_of(Place at) { return (uint64_t)at.block << 32 | at.slot; }

/* Of a child of `parent`. */
static ludc_search_node node_of(const ludc_search *s, Place parent, Place at)
{
    ludc_search_node node = {.node = name_of(at)};
    ludc_search_move m = empty_move(s);
    add(&m, s, at);
    settle(s, &m);
    node.visits = m.visits;
    memcpy(node.value, m.value, sizeof node.value);
    memcpy(node.low, m.low, sizeof node.low);
    memcpy(node.high, m.high, sizeof node.high);
    uint32_t link = *tree_link(&s->tree, at);
    bool draws = link && link != TREE_OVER && tree_mover(&s->tree, link) == DRAW_MOVER;
    bool outcome = tree_mover(&s->tree, at.block) == DRAW_MOVER;
    node.kind = draws ? LUDC_NODE_DRAWS : !outcome ? LUDC_NODE_STEP : LUDC_NODE_OUTCOME;
    node.chance = outcome ? (double)tree_chances(&s->tree, at.block)[at.slot] : 1;
    if (s->way == WAY_LOTS)
        for (uint32_t p = 0; p < s->players; p++) /* who made it depends on the lots */
            node.moves[p] = tree_move(&s->tree, at);
    else
        step_of(s, outcome ? parent : at, node.moves);
    return node;
}

size_t ludc_search_children(const ludc_search *s, uint64_t name, ludc_search_node *out, size_t room)
{
    if (!s || !s->select)
        return 0;
    search_quiet(s);
    const Tree *t = &s->tree;
    Place at = {(uint32_t)(name >> 32), (uint32_t)name};
    uint32_t block = *tree_link(t, at);
    size_t n = 0;
    if (!block || block == TREE_OVER)
        return 0;
    uint32_t mover = tree_mover(t, block);
    for (uint32_t i = 0; i < tree_count(t, block); i++) {
        uint32_t edge = mover ? 0 : tree_links(t, block)[i];
        for (Place child = {mover ? block : edge, mover ? i : 0}; child.block;
             child = (Place){mover ? 0 : *tree_next(t, child.block), 0}) {
            if (!*tree_visits(t, child))
                continue;
            if (n < room && out)
                out[n] = node_of(s, at, child);
            n++;
        }
    }
    return n;
}
