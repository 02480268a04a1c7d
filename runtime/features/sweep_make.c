/* sweep_make.c - from instances to a net of shifted sets.
 *
 * Instances are gathered by feature, by end and by their tests, which are said by their distance from the end that the instance
 * speaks of.  Each such *record* has the set of positions where an instance of it is.  Features with the same records
 * of an end are one class. */
#include <string.h>

#include "runtime/features/intern.h"
#include "runtime/features/sweep.h"

/* A record pays if it stands for this many instances a word: groups of one end are asked for a good part of all sites, those of both for the few
 * pairs of sites that moves of a position are of.  A few records cost nothing. */
enum { INSTANCES_A_WORD = 3, INSTANCES_OF_STEP = 12, SLACK = 128, MOST_LITERALS = 256 };

typedef LIST(uint32_t) Numbers;

/* A feature and its class of an end. */
typedef struct {
    uint32_t feature, shape;
} Member;

typedef struct {
    const Ground *g;
    SweepParts *parts;
    Store *store;
    uint32_t words;
    Intern shift;    /* (input, by) */
    Intern literals; /* of a term, ascending */
    Intern mask;
    Intern step;  /* (distance): end SWEEP_STEP + number */
    Intern key;   /* of records: (feature, end, literals) */
    LIST(uint64_t) site; /* [records * words] */
    Intern shape; /* of classes: end, always, then literals and mask of each term */
    LIST(Member) member; /* ascending by feature */
    Numbers plane;
} Make;

/* ---- ends ----------------------------------------------------------------------- */

enum { OF_ENDS = 1u << PART_TO | 1u << PART_FROM };

static int anchor_of(uint32_t end) { return end == SWEEP_FROM ? PART_FROM : PART_TO; }

static unsigned kind_of(const int32_t at[PARTS])
{
    unsigned kind = 0;
    for (int p = 0; p < PARTS; p++)
        kind |= at[p] >= 0 ? 1u << p : 0;
    return kind;
}

/* NO_NUMBER: memory is out. */
static uint32_t end_of(Make *m, const int32_t at[PARTS])
{
    const unsigned ends = kind_of(at) & OF_ENDS;
    const uint32_t *place = m->parts->lattice.at;
    if (ends != OF_ENDS)
        return ends == 1u << PART_TO ? SWEEP_TO : SWEEP_FROM;
    const uint32_t by = place[at[PART_TO]] - place[at[PART_FROM]], step = intern_of(&m->step, &by, 1);
    return step == NO_NUMBER ? NO_NUMBER : SWEEP_STEP + step;
}

static uint32_t ends(const Make *m) { return SWEEP_STEP + intern_count(&m->step); }

/* ---- literals ------------------------------------------------------------------------ */

/* NO_NUMBER: memory is out. */
static uint32_t input_of(Make *m, uint32_t plane)
{
    for (uint32_t i = INPUT_PLANES; i < m->plane.n; i++)
        if (m->plane.at[i] == plane)
            return i;
    return LIST_PUSH(&m->plane, plane) ? (uint32_t)m->plane.n - 1 : NO_NUMBER;
}

static uint32_t literal_of(Make *m, uint32_t input, uint32_t at, uint32_t from, uint32_t holds)
{
    const uint32_t key[2] = {input, at - from};
    const uint32_t shift = input == NO_NUMBER ? NO_NUMBER : intern_of(&m->shift, key, 2);
    return shift == NO_NUMBER ? NO_NUMBER : 2 * shift + holds;
}

static bool insert(uint32_t *list, uint32_t *n, uint32_t value)
{
    uint32_t i = (*n)++;
    for (; i && list[i - 1] > value; i--)
        list[i] = list[i - 1];
    list[i] = value;
    return value != NO_NUMBER;
}

/* The literals of an instance as seen from its end; NO_NUMBER: memory is out. */
static uint32_t literals_of(Make *m, const Instance *one, uint32_t end)
{
    const Lattice *l = &m->parts->lattice;
    const uint32_t sites = m->g->board->sites, from = l->at[one->at[anchor_of(end)]];
    uint32_t list[MOST_LITERALS], n = 0;
    bool ok = one->ntest + 2 <= MOST_LITERALS;
    for (int part = PART_LAST_FROM; part <= PART_LAST_TO && ok; part++)
        if (one->at[part] >= 0)
            ok = insert(list, &n, literal_of(m, part == PART_LAST_FROM ? INPUT_LAST_FROM : INPUT_LAST_TO, l->at[one->at[part]], from, 1));
    for (uint32_t i = 0; i < one->ntest && ok; i++) {
        const Test test = m->g->tests.at[one->test + i];
        const Atom atom = test >> 1;
        ok = insert(list, &n, literal_of(m, input_of(m, atom / sites), l->at[atom % sites], from, test & 1));
    }
    return ok ? intern_of(&m->literals, list, n) : NO_NUMBER;
}

/* ---- records --------------------------------------------------------------------------- */

static bool add_instance(Make *m, const Instance *one)
{
    const uint32_t end = end_of(m, one->at), literals = end == NO_NUMBER ? NO_NUMBER : literals_of(m, one, end);
    if (literals == NO_NUMBER)
        return false;
    const uint32_t key[3] = {one->feature, end, literals}, before = intern_count(&m->key);
    const uint32_t record = intern_of(&m->key, key, 3);
    if (record == NO_NUMBER)
        return false;
    for (uint32_t w = 0; record == before && w < m->words; w++)
        if (!LIST_PUSH(&m->site, 0))
            return false;
    const uint32_t at = m->parts->lattice.at[one->at[anchor_of(end)]];
    m->site.at[(size_t)record * m->words + at / 64] |= UINT64_C(1) << at % 64;
    return true;
}

static void free_make(Make *m)
{
    intern_free(&m->shift);
    intern_free(&m->literals);
    intern_free(&m->mask);
    intern_free(&m->step);
    intern_free(&m->key);
    intern_free(&m->shape);
    LIST_FREE(&m->site);
    LIST_FREE(&m->member);
    LIST_FREE(&m->plane);
}

/* How many records a sort of groups may become, if they are to pay. */
static size_t most_records(const Make *m, unsigned kind)
{
    size_t instances = 0;
    for (size_t i = 0; i < m->g->group.n; i++)
        instances += kind_of(m->g->group.at[i].at) == kind ? m->g->group.at[i].n : 0;
    return (instances + SLACK) / (m->words * ((kind & OF_ENDS) == OF_ENDS ? INSTANCES_OF_STEP : INSTANCES_A_WORD));
}

/* Does this sort of groups pay?  false: memory is out. */
static bool try_kind(const Make *m, unsigned kind, bool *pays)
{
    const Ground *g = m->g;
    const size_t most = most_records(m, kind);
    Make trial = {.g = g, .parts = m->parts, .words = m->words};
    bool ok = true;
    *pays = true;
    for (int i = 0; i < INPUT_PLANES && ok; i++)
        ok = LIST_PUSH(&trial.plane, 0);
    for (size_t i = 0; ok && *pays && i < g->group.n; i++)
        if (kind_of(g->group.at[i].at) == kind)
            for (uint32_t k = 0; ok && *pays && k < g->group.at[i].n; k++) {
                const Instance *one = &g->instance.at[g->group.at[i].first + k];
                *pays = one->ntest + 2 <= MOST_LITERALS;
                ok = !*pays || add_instance(&trial, one);
                *pays = *pays && intern_count(&trial.key) <= most;
            }
    free_make(&trial);
    return ok;
}

/* Sorts of groups whose instances are many against what they would be in records. */
static bool choose_kinds(Make *m)
{
    bool ok = true;
    for (unsigned kind = 0; kind < 1u << PARTS && ok; kind++) {
        bool pays = false;
        if (m->g->kinds >> kind & 1 && kind & OF_ENDS)
            ok = try_kind(m, kind, &pays);
        m->parts->kinds |= (uint16_t)(pays ? 1u << kind : 0);
    }
    return ok;
}

static bool add_records(Make *m)
{
    const Ground *g = m->g;
    for (int i = 0; i < INPUT_PLANES; i++)
        if (!LIST_PUSH(&m->plane, 0))
            return false;
    for (size_t i = 0; i < g->group.n; i++)
        if (m->parts->kinds >> kind_of(g->group.at[i].at) & 1)
            for (uint32_t k = 0; k < g->group.at[i].n; k++)
                if (!add_instance(m, &g->instance.at[g->group.at[i].first + k]))
                    return false;
    return true;
}

/* ---- classes ------------------------------------------------------------------------------ */

static uint32_t mask_number(Make *m, const uint64_t *mask)
{
    return intern_of(&m->mask, (const uint32_t *)(const void *)mask, 2 * m->words);
}

static bool is_none(const uint64_t *mask, uint32_t words)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < words; w++)
        any |= mask[w];
    return !any;
}

static uint32_t literals_in(const Make *m, uint32_t record) { return intern_key(&m->key, record)[2]; }

/* The shape of the feature whose records of an end are listed: what holds always, then terms by their literals. */
static bool shape_feature(Make *m, const uint32_t *record, uint32_t n, Numbers *shape)
{
    const uint32_t feature = intern_key(&m->key, *record)[0], end = intern_key(&m->key, *record)[1];
    uint64_t *always = calloc(m->words, sizeof *always);
    bool ok = always != NULL;
    for (uint32_t i = 0; ok && i < n; i++)
        if (!intern_length(&m->literals, literals_in(m, record[i])))
            memcpy(always, m->site.at + (size_t)record[i] * m->words, m->words * sizeof *always);
    shape->n = 0;
    ok = ok && LIST_PUSH(shape, end) && LIST_PUSH(shape, mask_number(m, always));
    for (uint32_t i = 0; ok && i < n; i++) {
        const uint32_t literals = literals_in(m, record[i]);
        uint64_t *mask = m->site.at + (size_t)record[i] * m->words;
        for (uint32_t w = 0; w < m->words; w++)
            mask[w] &= ~always[w];
        if (!is_none(mask, m->words))
            ok = LIST_PUSH(shape, literals) && LIST_PUSH(shape, mask_number(m, mask));
    }
    for (uint32_t i = 0; ok && i < shape->n; i++)
        ok = shape->at[i] != NO_NUMBER;
    const uint32_t number = ok ? intern_of(&m->shape, shape->at, (uint32_t)shape->n) : NO_NUMBER;
    free(always);
    return number != NO_NUMBER && LIST_PUSH(&m->member, (Member){feature, number});
}

typedef struct {
    const uint32_t *key; /* feature, end, literals */
    uint32_t record;
} Order;

static int by_key(const void *a, const void *b)
{
    const uint32_t *x = ((const Order *)a)->key, *y = ((const Order *)b)->key;
    int i = 0;
    while (i < 2 && x[i] == y[i])
        i++;
    return (x[i] > y[i]) - (x[i] < y[i]);
}

static bool is_same(const Order *x, const Order *y) { return x->key[0] == y->key[0] && x->key[1] == y->key[1]; }

static bool shape_all(Make *m)
{
    const uint32_t n = intern_count(&m->key);
    Order *order = malloc((n + 1) * sizeof *order);
    uint32_t *record = malloc((n + 1) * sizeof *record);
    Numbers shape = {0};
    bool ok = order && record;
    for (uint32_t i = 0; ok && i < n; i++)
        order[i] = (Order){intern_key(&m->key, i), i};
    if (ok)
        qsort(order, n, sizeof *order, by_key);
    for (uint32_t i = 0, next; ok && i < n; i = next) {
        for (next = i; next < n && is_same(&order[next], &order[i]); next++)
            record[next - i] = order[next].record;
        ok = shape_feature(m, record, next - i, &shape);
    }
    free(order);
    free(record);
    LIST_FREE(&shape);
    return ok;
}

/* ---- the net ------------------------------------------------------------------------------- */

static bool is_constant(const Make *m, uint32_t shape) { return intern_length(&m->shape, shape) == 2; }

static SweepEnd *end_of_shape(const Make *m, uint32_t shape) { return &m->parts->end[intern_key(&m->shape, shape)[0]]; }

static bool make_ends(Make *m)
{
    SweepParts *p = m->parts;
    p->nend = ends(m);
    p->end = STORE_ARRAY(m->store, SweepEnd, p->nend);
    for (uint32_t i = SWEEP_STEP; p->end && i < p->nend; i++)
        p->end[i].step = (int32_t)*intern_key(&m->step, i - SWEEP_STEP);
    return p->end != NULL;
}

/* Numbers of the classes of the net, in the order of their ends, and of constant ones of each end, by shape. */
static void number_classes(const Make *m, uint32_t *number)
{
    SweepParts *p = m->parts;
    for (uint32_t s = 0; s < intern_count(&m->shape); s++) {
        SweepEnd *end = end_of_shape(m, s);
        number[s] = is_constant(m, s) ? end->nconstant++ : end->n++;
    }
    for (uint32_t i = 0; i < p->nend; i++) {
        p->end[i].first = p->net.nclass;
        p->net.nclass += p->end[i].n;
    }
    for (uint32_t s = 0; s < intern_count(&m->shape); s++)
        number[s] += is_constant(m, s) ? 0 : end_of_shape(m, s)->first;
}

static SweepClass *class_of(const Make *m, uint32_t shape, const uint32_t *number)
{
    return is_constant(m, shape) ? &end_of_shape(m, shape)->constant[number[shape]] : &m->parts->of[number[shape]];
}

/* Features by class, in ascending order. */
static bool list_features(Make *m, const uint32_t *number)
{
    SweepParts *p = m->parts;
    const uint32_t shapes = intern_count(&m->shape);
    p->of = STORE_ARRAY(m->store, SweepClass, p->net.nclass);
    p->feature = STORE_ARRAY(m->store, uint32_t, m->member.n);
    bool ok = p->of && p->feature;
    for (uint32_t end = 0; ok && end < p->nend; end++) {
        p->end[end].constant = STORE_ARRAY(m->store, SweepClass, p->end[end].nconstant);
        ok = p->end[end].constant;
    }
    for (size_t i = 0; ok && i < m->member.n; i++)
        class_of(m, m->member.at[i].shape, number)->n++;
    for (uint32_t s = 0, at = 0; ok && s < shapes; s++) {
        SweepClass *c = class_of(m, s, number);
        c->first = at;
        c->mask = intern_key(&m->shape, s)[1];
        at += c->n;
        c->n = 0;
    }
    for (size_t i = 0; ok && i < m->member.n; i++) {
        SweepClass *c = class_of(m, m->member.at[i].shape, number);
        p->feature[c->first + c->n++] = m->member.at[i].feature;
    }
    return ok;
}

/* Which shape each class of the net has. */
static uint32_t *shapes_of_classes(const Make *m, const uint32_t *number)
{
    uint32_t *shape = malloc((m->parts->net.nclass + 1) * sizeof *shape);
    for (uint32_t s = 0; shape && s < intern_count(&m->shape); s++)
        if (!is_constant(m, s))
            shape[number[s]] = s;
    return shape;
}

static bool put_terms(Make *m, const uint32_t *shape)
{
    SweepNet *net = &m->parts->net;
    size_t terms = 0, literals = 0;
    for (uint32_t c = 0; c < net->nclass; c++) {
        const uint32_t *key = intern_key(&m->shape, shape[c]), n = intern_length(&m->shape, shape[c]);
        terms += (n - 2) / 2;
        for (uint32_t i = 2; i < n; i += 2)
            literals += intern_length(&m->literals, key[i]);
    }
    net->term_at = STORE_ARRAY(m->store, uint32_t, net->nclass + 1);
    net->always = STORE_ARRAY(m->store, uint32_t, net->nclass);
    net->mask_of = STORE_ARRAY(m->store, uint32_t, terms);
    net->literal_at = STORE_ARRAY(m->store, uint32_t, terms + 1);
    net->literal = STORE_ARRAY(m->store, uint32_t, literals);
    if (!net->term_at || !net->always || !net->mask_of || !net->literal_at || !net->literal)
        return false;
    for (uint32_t c = 0, at = 0; c < net->nclass; c++) {
        const uint32_t *key = intern_key(&m->shape, shape[c]), n = intern_length(&m->shape, shape[c]);
        net->always[c] = key[1];
        for (uint32_t i = 2; i < n; i += 2) {
            const uint32_t size = intern_length(&m->literals, key[i]);
            net->mask_of[net->nterm] = key[i + 1];
            memcpy(net->literal + at, intern_key(&m->literals, key[i]), size * sizeof *net->literal);
            net->literal_at[++net->nterm] = at += size;
        }
        net->term_at[c + 1] = net->nterm;
    }
    return true;
}

static bool put_tables(Make *m)
{
    SweepNet *net = &m->parts->net;
    net->nshift = intern_count(&m->shift);
    net->nmask = intern_count(&m->mask);
    net->ninput = (uint32_t)m->plane.n;
    net->plane = store_copy(m->store, m->plane.at, m->plane.n * sizeof *m->plane.at);
    net->shift = STORE_ARRAY(m->store, SweepShift, net->nshift);
    net->mask = STORE_ARRAY(m->store, uint64_t, (size_t)net->nmask * net->words);
    if (!net->plane || !net->shift || !net->mask)
        return false;
    for (uint32_t i = 0; i < net->nshift; i++)
        net->shift[i] = (SweepShift){intern_key(&m->shift, i)[0], (int32_t)intern_key(&m->shift, i)[1]};
    if (net->nmask)
        memcpy(net->mask, m->mask.pool.at, (size_t)net->nmask * net->words * sizeof *net->mask);
    return true;
}

static bool put_net(Make *m)
{
    uint32_t *number = malloc((intern_count(&m->shape) + 1) * sizeof *number), *shape = NULL;
    bool ok = number && make_ends(m);
    if (ok)
        number_classes(m, number);
    ok = ok && list_features(m, number) && (shape = shapes_of_classes(m, number)) && put_terms(m, shape) && put_tables(m);
    free(number);
    free(shape);
    return ok;
}

bool sweep_parts(SweepParts *parts, Store *store, const Ground *g)
{
    *parts = (SweepParts){0};
    if (!lattice_make(&parts->lattice, store, g->board))
        return false;
    Make m = {.g = g, .parts = parts, .store = store, .words = (parts->lattice.size + 63) / 64};
    parts->net.size = parts->lattice.size;
    parts->net.words = m.words;
    const bool ok = choose_kinds(&m) && (!parts->kinds || (add_records(&m) && shape_all(&m) && put_net(&m)));
    free_make(&m);
    return ok;
}
