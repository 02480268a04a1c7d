/* net.c - the evaluator SPatterNet: instances in an order by their propositions, and what each answer rules out.
 *
 * Of each feature the instances that another one generalises go.  A proposition is a test; what its answer proves or disproves
 * among the others is known beforehand (atom_follows), and so are the instances that cannot hold any more: bits, cleared a word at
 * a time.  A feature that is found active takes its other instances out. */
#include "runtime/features/net.h"

#include <string.h>

#include "runtime/features/eval.h"

/* Bits of one word of a set. */
typedef struct {
    uint32_t word;
    uint64_t bits;
} Mask;

/* masks[at .. end - 1] of the net */
typedef struct {
    uint32_t at, end;
} Span;

typedef struct {
    Test test;
    Span out[2];   /* instances that cannot hold when the test fails, and when it holds */
    Span known[2]; /* propositions that hold then */
} Proposition;

typedef struct {
    uint32_t feature;
    uint32_t at, end; /* props[at .. end - 1]: what it needs */
    Span others;      /* instances of the same feature behind it */
} NetInstance;

typedef struct {
    uint32_t ninstance, nprop, nalways;
    uint32_t instance_words, prop_words;
    const uint32_t *always; /* features that hold of every position */
    const Proposition *proposition;
    const NetInstance *instance;
    const uint32_t *props;
    const Mask *masks;
} Net;

/* ---- making one ------------------------------------------------------------------------- */

/* Instances that are left: conjunctions, by feature (disjunctions).  Propositions have their number in `test`. */
typedef struct {
    const Ground *g;
    Store work;
    uint32_t ntest, nconj, ndisj;
    Test *test;         /* [ntest] ascending */
    uint32_t *conj_at;  /* [nconj + 1] prop[conj_at[c] ..] */
    uint32_t *prop;
    uint32_t *disj_at;  /* [ndisj + 1] */
    uint32_t *feature;  /* [ndisj] */
    uint32_t *order, *place; /* [ntest] proposition in that place; and back */
    uint32_t *sorted;   /* [nconj] conjunctions in the order of the net */
    uint32_t *of;       /* [nconj] disjunction */
    bool *prefer;
    uint32_t *follow_at[2], *follow[2]; /* when it is false, true */
    LIST(Mask) masks;
    bool failed;
} Maker;

static bool subset(const Ground *g, const Instance *a, const Instance *b)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < a->ntest; i++) {
        while (k < b->ntest && g->tests.at[b->test + k] < g->tests.at[a->test + i])
            k++;
        if (k == b->ntest || g->tests.at[b->test + k] != g->tests.at[a->test + i])
            return false;
    }
    return true;
}

/* Is there another instance of the feature, among [first, end), that holds whenever this one does? */
static bool is_generalised(const Ground *g, uint32_t first, uint32_t end, uint32_t at)
{
    const Instance *one = &g->instance.at[at];
    for (uint32_t i = first; i < end; i++) {
        const Instance *other = &g->instance.at[i];
        if (i != at && subset(g, other, one) && (other->ntest < one->ntest || i < at))
            return true;
    }
    return false;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t number_of(const Maker *m, Test test)
{
    uint32_t low = 0, high = m->ntest;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (m->test[middle] < test)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_conjunction(Maker *m, const Instance *one)
{
    uint32_t at = m->conj_at[m->nconj];
    for (uint32_t t = 0; t < one->ntest; t++)
        m->prop[at + t] = m->g->tests.at[one->test + t]; /* its test, for now */
    m->of[m->nconj++] = m->ndisj;
    m->conj_at[m->nconj] = at + one->ntest;
}

/* The instances of one feature, [first, end); or the feature to those that always hold. */
static void add_feature(Maker *m, uint32_t first, uint32_t end, uint32_t *always, uint32_t *nalways)
{
    for (uint32_t i = first; i < end; i++)
        if (!m->g->instance.at[i].ntest) {
            always[(*nalways)++] = m->g->instance.at[i].feature;
            return;
        }
    m->feature[m->ndisj] = m->g->instance.at[first].feature;
    for (uint32_t i = first; i < end; i++)
        if (!is_generalised(m->g, first, end, i))
            add_conjunction(m, &m->g->instance.at[i]);
    m->disj_at[++m->ndisj] = m->nconj;
}

/* Numbers the tests in use. */
static void number_tests(Maker *m)
{
    const uint32_t n = m->conj_at[m->nconj];
    memcpy(m->test, m->prop, n * sizeof *m->test);
    if (n)
        qsort(m->test, n, sizeof *m->test, by_number);
    for (uint32_t i = 0; i < n; i++)
        if (!m->ntest || m->test[m->ntest - 1] != m->test[i])
            m->test[m->ntest++] = m->test[i];
    for (uint32_t i = 0; i < n; i++)
        m->prop[i] = number_of(m, m->prop[i]);
}

static bool gather(Maker *m, const Group *group, uint32_t *always, uint32_t *nalways)
{
    size_t tests = 0;
    for (uint32_t i = 0; i < group->n; i++)
        tests += m->g->instance.at[group->first + i].ntest;
    m->conj_at = STORE_ARRAY(&m->work, uint32_t, group->n + 1);
    m->disj_at = STORE_ARRAY(&m->work, uint32_t, group->n + 1);
    m->feature = STORE_ARRAY(&m->work, uint32_t, group->n);
    m->of = STORE_ARRAY(&m->work, uint32_t, group->n);
    m->prop = STORE_ARRAY(&m->work, uint32_t, tests);
    m->test = STORE_ARRAY(&m->work, Test, tests);
    if (!m->conj_at || !m->disj_at || !m->feature || !m->of || !m->prop || !m->test)
        return false;
    const uint32_t end = group->first + group->n;
    for (uint32_t i = group->first, next; i < end; i = next) {
        for (next = i; next < end && m->g->instance.at[next].feature == m->g->instance.at[i].feature; next++)
            ;
        add_feature(m, i, next, always, nalways);
    }
    number_tests(m);
    return true;
}

/* Propositions by site, so that only those of one site are compared. */
static bool find_follows(Maker *m)
{
    const FeatureBoard *b = m->g->board;
    LIST(uint32_t) found[2] = {{0}, {0}};
    bool ok = true;
    for (int side = 0; side < 2; side++)
        m->follow_at[side] = STORE_ARRAY(&m->work, uint32_t, m->ntest + 1);
    ok = m->follow_at[0] && m->follow_at[1];
    for (uint32_t i = 0; ok && i < m->ntest; i++) {
        for (uint32_t k = 0; ok && k < m->ntest; k++)
            for (uint32_t side = 0; ok && side < 2 && i != k && (m->test[i] >> 1) % b->sites == (m->test[k] >> 1) % b->sites; side++)
                if (atom_follows(b, m->test[i] ^ !side, m->test[k] >> 1) >= 0)
                    ok = LIST_PUSH(&found[side], k);
        for (int side = 0; side < 2; side++)
            m->follow_at[side][i + 1] = (uint32_t)found[side].n;
    }
    for (int side = 0; side < 2; side++) {
        m->follow[side] = ok ? store_copy(&m->work, found[side].at, found[side].n * sizeof(uint32_t)) : NULL;
        ok = ok && m->follow[side];
        LIST_FREE(&found[side]);
    }
    return ok;
}

static bool find_order(Maker *m)
{
    m->order = STORE_ARRAY(&m->work, uint32_t, m->ntest);
    m->place = STORE_ARRAY(&m->work, uint32_t, m->ntest);
    m->prefer = STORE_ARRAY(&m->work, bool, m->ntest);
    if (!m->order || !m->place || !m->prefer || !find_follows(m))
        return false;
    for (uint32_t i = 0; i < m->ntest; i++) {
        uint32_t index;
        int32_t site;
        m->prefer[i] = atom_kind(m->g->board, m->test[i] >> 1, &index, &site) == ATOM_EMPTY;
    }
    const NetProblem problem = {m->ntest, m->prefer, m->ndisj, m->disj_at, m->conj_at, m->prop,
                                m->follow_at[1], m->follow[1], m->follow_at[0], m->follow[0]};
    if (!net_order(&problem, m->order))
        return false;
    for (uint32_t i = 0; i < m->ntest; i++)
        m->place[m->order[i]] = i;
    return true;
}

/* ---- the order of instances ---------------------------------------------------------------- */

/* By the last proposition that they need, then by the one before it, and so on. */
static int compare(const void *data, uint32_t a, uint32_t b)
{
    const Maker *m = data;
    uint32_t i = m->conj_at[a + 1], k = m->conj_at[b + 1];
    while (i > m->conj_at[a] && k > m->conj_at[b]) {
        const uint32_t x = m->prop[--i], y = m->prop[--k];
        if (x != y)
            return x < y ? -1 : 1;
    }
    if (i > m->conj_at[a] || k > m->conj_at[b])
        return k > m->conj_at[b] ? -1 : 1;
    return a < b ? -1 : 1;
}

/* From here on propositions are their places in the order. */
static bool order_instances(Maker *m)
{
    uint32_t *spare = STORE_ARRAY(&m->work, uint32_t, m->nconj);
    m->sorted = STORE_ARRAY(&m->work, uint32_t, m->nconj);
    if (!spare || !m->sorted)
        return false;
    for (uint32_t c = 0; c < m->nconj; c++) {
        const uint32_t at = m->conj_at[c], n = m->conj_at[c + 1] - at;
        m->sorted[c] = c;
        for (uint32_t i = 0; i < n; i++)
            m->prop[at + i] = m->place[m->prop[at + i]];
        qsort(m->prop + at, n, sizeof *m->prop, by_number);
    }
    net_sort(m->sorted, m->nconj, spare, compare, m);
    return true;
}

/* ---- what answers rule out ------------------------------------------------------------------- */

static Span put_bits(Maker *m, const uint64_t *bits, uint32_t words)
{
    Span span = {(uint32_t)m->masks.n, 0};
    for (uint32_t w = 0; w < words; w++)
        if (bits[w] && !LIST_PUSH(&m->masks, (Mask){w, bits[w]}))
            m->failed = true;
    span.end = (uint32_t)m->masks.n;
    return span;
}

static void join(uint64_t *to, const uint64_t *from, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        to[w] |= from[w];
}

/* What follows when the proposition in place i has the answer `side`.  needs[place * words ..]: the instances that need a
 * proposition. */
static void answer(Maker *m, uint32_t i, uint32_t side, const uint64_t *needs, Net *net, Proposition *out, uint64_t *work)
{
    const uint32_t words = net->instance_words, old = m->order[i];
    uint64_t *gone = work, *known = work + words;
    memset(work, 0, (words + net->prop_words) * sizeof *work);
    if (!side)
        join(gone, needs + (size_t)i * words, words);
    for (uint32_t f = m->follow_at[side][old]; f < m->follow_at[side][old + 1]; f++) {
        const uint32_t other = m->follow[side][f], place = m->place[other];
        const int value = atom_follows(m->g->board, m->test[old] ^ !side, m->test[other] >> 1);
        if (value == (int)(m->test[other] & 1))
            known[place / 64] |= UINT64_C(1) << place % 64;
        else
            join(gone, needs + (size_t)place * words, words);
    }
    out->out[side] = put_bits(m, gone, words);
    out->known[side] = put_bits(m, known, net->prop_words);
}

static bool put_propositions(Maker *m, Store *store, Net *net)
{
    Proposition *out = STORE_ARRAY(store, Proposition, m->ntest);
    uint64_t *needs = STORE_ARRAY(&m->work, uint64_t, (size_t)m->ntest * net->instance_words);
    uint64_t *work = STORE_ARRAY(&m->work, uint64_t, net->instance_words + net->prop_words);
    if (!out || !needs || !work)
        return false;
    for (uint32_t k = 0; k < m->nconj; k++)
        for (uint32_t c = m->sorted[k], i = m->conj_at[c]; i < m->conj_at[c + 1]; i++)
            needs[(size_t)m->prop[i] * net->instance_words + k / 64] |= UINT64_C(1) << k % 64;
    for (uint32_t i = 0; i < m->ntest; i++) {
        out[i].test = m->test[m->order[i]];
        for (uint32_t side = 0; side < 2; side++)
            answer(m, i, side, needs, net, &out[i], work);
    }
    net->proposition = out;
    return !m->failed;
}

static bool put_instances(Maker *m, Store *store, Net *net)
{
    NetInstance *out = STORE_ARRAY(store, NetInstance, m->nconj);
    uint32_t *props = STORE_ARRAY(store, uint32_t, m->conj_at[m->nconj]), n = 0;
    uint64_t *of = STORE_ARRAY(&m->work, uint64_t, (size_t)(m->ndisj + 1) * net->instance_words);
    if (!out || !props || !of)
        return false;
    for (uint32_t k = m->nconj; k-- > 0;) {
        const uint32_t c = m->sorted[k], d = m->of[c];
        uint64_t *mine = of + (size_t)d * net->instance_words;
        out[k] = (NetInstance){.feature = m->feature[d], .at = n};
        for (uint32_t i = m->conj_at[c]; i < m->conj_at[c + 1]; i++)
            props[n++] = m->prop[i];
        out[k].end = n;
        out[k].others = put_bits(m, mine, net->instance_words);
        mine[k / 64] |= UINT64_C(1) << k % 64;
    }
    net->instance = out;
    net->props = props;
    return !m->failed;
}

static bool fill_net(Maker *m, Store *store, const Group *group, Net *net)
{
    uint32_t *always = STORE_ARRAY(store, uint32_t, group->n);
    if (!always || !gather(m, group, always, &net->nalways) || !find_order(m) || !order_instances(m))
        return false;
    net->always = always;
    net->ninstance = m->nconj;
    net->nprop = m->ntest;
    net->instance_words = (m->nconj + 63) / 64;
    net->prop_words = (m->ntest + 63) / 64;
    if (!put_instances(m, store, net) || !put_propositions(m, store, net))
        return false;
    net->masks = store_copy(store, m->masks.at, m->masks.n * sizeof(Mask));
    return net->masks;
}

static void *make_net(Store *store, const Ground *g, const Group *group, size_t *words)
{
    Maker m = {.g = g};
    Net *net = store_take(store, sizeof *net);
    bool ok = net && fill_net(&m, store, group, net);
    if (ok && *words < net->instance_words)
        *words = net->instance_words;
    if (ok && *words < net->prop_words)
        *words = net->prop_words;
    LIST_FREE(&m.masks);
    store_free(&m.work);
    return ok ? net : NULL;
}

/* ---- asking it -------------------------------------------------------------------------------------- */

static inline void clear_bits(const Net *net, Span span, uint64_t *set)
{
    for (uint32_t i = span.at; i < span.end; i++)
        set[net->masks[i].word] &= ~net->masks[i].bits;
}

static inline void set_bits(const Net *net, Span span, uint64_t *set)
{
    for (uint32_t i = span.at; i < span.end; i++)
        set[net->masks[i].word] |= net->masks[i].bits;
}

/* Asks what an instance needs and is not known yet, and notes what follows.  Does it hold? */
static inline bool ask(const Net *net, const NetInstance *one, const uint64_t *bits, EvalWork *work)
{
    for (uint32_t i = one->at; i < one->end; i++) {
        const uint32_t prop = net->props[i];
        if (work->known[prop / 64] >> prop % 64 & 1)
            continue;
        const Proposition *p = &net->proposition[prop];
        const bool holds = test_holds(bits, p->test);
        work->known[prop / 64] |= UINT64_C(1) << prop % 64;
        clear_bits(net, p->out[holds], work->active);
        set_bits(net, p->known[holds], work->known);
        if (!holds)
            return false;
    }
    return true;
}

static uint32_t run_net(const void *made, const uint64_t *bits, EvalWork *work, uint32_t *out)
{
    const Net *net = made;
    uint32_t n = net->nalways;
    for (uint32_t i = 0; i < n; i++)
        out[i] = net->always[i];
    memset(work->active, 0xff, net->instance_words * sizeof *work->active);
    if (net->ninstance % 64)
        work->active[net->instance_words - 1] = (UINT64_C(1) << net->ninstance % 64) - 1;
    memset(work->known, 0, net->prop_words * sizeof *work->known);
    for (uint32_t w = 0; w < net->instance_words; w++)
        while (work->active[w]) {
            const NetInstance *one = &net->instance[w * 64 + (uint32_t)__builtin_ctzll(work->active[w])];
            work->active[w] &= work->active[w] - 1;
            if (!ask(net, one, bits, work))
                continue;
            out[n++] = one->feature;
            clear_bits(net, one->others, work->active);
        }
    return n;
}

const Evaluator features_evaluator_spatternet = {"spatternet", false, false, make_net, run_net};
const Evaluator features_evaluator_jit = {"jit", true, false, make_net, run_net};
