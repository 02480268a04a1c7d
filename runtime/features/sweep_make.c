/* sweep_make.c - from instances to a net of shifted sets.
 *
 * Instances are gathered by feature and by their tests, which are said by their distance from the end that the feature
 * speaks of.  Each such *record* has the set of positions where an instance of it is.  Features with the same records
 * are one class. */
#include <string.h>

#include "runtime/features/intern.h"
#include "runtime/features/sweep.h"

/* A record pays if it stands for this many instances a word. */
enum { INSTANCES_A_WORD = 3, MOST_LITERALS = 256 };

typedef LIST(uint32_t) Numbers;

/* Where features have an end in common. */
typedef struct {
    uint32_t feature, literals;
} Record;

typedef struct {
    const Ground *g;
    SweepParts *parts;
    Store *store;
    uint32_t words;
    Intern shift;    /* (input, by) */
    Intern literals; /* of a term, ascending */
    Intern mask;
    Intern key;   /* of records: (feature, literals) */
    LIST(uint64_t) site; /* [records * words] */
    Intern shape; /* of classes: end, always, then literals and mask of each term */
    Numbers shape_of; /* [features] */
    Numbers plane;
} Make;

/* ---- one end ----------------------------------------------------------------------- */

static int part_of_end(int end) { return end == SWEEP_TO ? PART_TO : PART_FROM; }

/* The sorts of groups that speak of this end and not of the other. */
static bool is_of_end(unsigned kind, int end)
{
    const unsigned ends = kind & (1u << PART_TO | 1u << PART_FROM);
    return ends == 1u << part_of_end(end);
}

static unsigned kind_of(const int32_t at[PARTS])
{
    unsigned kind = 0;
    for (int p = 0; p < PARTS; p++)
        kind |= at[p] >= 0 ? 1u << p : 0;
    return kind;
}

static int end_of(const Make *m, const int32_t at[PARTS])
{
    const unsigned kind = kind_of(at);
    if (!(m->parts->kinds >> kind & 1))
        return -1;
    return is_of_end(kind, SWEEP_TO) ? SWEEP_TO : SWEEP_FROM;
}

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
static uint32_t literals_of(Make *m, const Instance *one, int end)
{
    const Lattice *l = &m->parts->lattice;
    const uint32_t sites = m->g->board->sites, from = l->at[one->at[part_of_end(end)]];
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

static bool add_instance(Make *m, const Instance *one, int end)
{
    const uint32_t literals = literals_of(m, one, end);
    if (literals == NO_NUMBER)
        return false;
    const uint32_t key[2] = {one->feature, literals}, before = intern_count(&m->key);
    const uint32_t record = intern_of(&m->key, key, 2);
    if (record == NO_NUMBER)
        return false;
    for (uint32_t w = 0; record == before && w < m->words; w++)
        if (!LIST_PUSH(&m->site, 0))
            return false;
    const uint32_t at = m->parts->lattice.at[one->at[part_of_end(end)]];
    m->site.at[(size_t)record * m->words + at / 64] |= UINT64_C(1) << at % 64;
    return true;
}

/* Instances of a sort of groups against what it would be in records; sorts that do not pay are left out. */
static bool choose_kinds(Make *m)
{
    const Ground *g = m->g;
    for (unsigned kind = 0; kind < 1u << PARTS; kind++) {
        if (!(g->kinds >> kind & 1) || (!is_of_end(kind, SWEEP_TO) && !is_of_end(kind, SWEEP_FROM)))
            continue;
        Make trial = {.g = g, .parts = m->parts, .words = m->words};
        const int end = is_of_end(kind, SWEEP_TO) ? SWEEP_TO : SWEEP_FROM;
        size_t instances = 0;
        bool ok = true, small = true;
        for (int i = 0; i < INPUT_PLANES && ok; i++)
            ok = LIST_PUSH(&trial.plane, 0);
        for (size_t i = 0; ok && small && i < g->group.n; i++)
            if (kind_of(g->group.at[i].at) == kind)
                for (uint32_t k = 0; ok && small && k < g->group.at[i].n; k++, instances++) {
                    small = g->instance.at[g->group.at[i].first + k].ntest + 2 <= MOST_LITERALS;
                    ok = !small || add_instance(&trial, &g->instance.at[g->group.at[i].first + k], end);
                }
        if (ok && small && (size_t)intern_count(&trial.key) * m->words * INSTANCES_A_WORD <= instances + 64)
            m->parts->kinds |= (uint16_t)(1u << kind);
        intern_free(&trial.shift);
        intern_free(&trial.literals);
        intern_free(&trial.key);
        LIST_FREE(&trial.site);
        LIST_FREE(&trial.plane);
        if (!ok)
            return false;
    }
    return true;
}

static bool add_records(Make *m)
{
    const Ground *g = m->g;
    for (int i = 0; i < INPUT_PLANES; i++)
        if (!LIST_PUSH(&m->plane, 0))
            return false;
    for (size_t i = 0; i < g->group.n; i++) {
        const int end = end_of(m, g->group.at[i].at);
        for (uint32_t k = 0; end >= 0 && k < g->group.at[i].n; k++)
            if (!add_instance(m, &g->instance.at[g->group.at[i].first + k], end))
                return false;
    }
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

/* The shape of the feature whose records are listed: what holds always, then terms by their literals. */
static bool shape_feature(Make *m, uint32_t feature, int end, const uint32_t *record, uint32_t n, Numbers *shape)
{
    uint64_t *always = calloc(m->words, sizeof *always);
    bool ok = always != NULL;
    for (uint32_t i = 0; ok && i < n; i++)
        if (!intern_length(&m->literals, intern_key(&m->key, record[i])[1]))
            memcpy(always, m->site.at + (size_t)record[i] * m->words, m->words * sizeof *always);
    shape->n = 0;
    ok = ok && LIST_PUSH(shape, (uint32_t)end) && LIST_PUSH(shape, mask_number(m, always));
    for (uint32_t i = 0; ok && i < n; i++) {
        const uint32_t literals = intern_key(&m->key, record[i])[1];
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
    if (number != NO_NUMBER)
        m->shape_of.at[feature] = number;
    return number != NO_NUMBER;
}

typedef struct {
    uint32_t feature, literals, record;
} Order;

static int by_feature(const void *a, const void *b)
{
    const Order *x = a, *y = b;
    if (x->feature != y->feature)
        return x->feature < y->feature ? -1 : 1;
    return (x->literals > y->literals) - (x->literals < y->literals);
}

/* Of which end a feature speaks: that of any instance of it. */
static uint8_t *ends_of_features(const Make *m, size_t features)
{
    const Ground *g = m->g;
    uint8_t *end = calloc(features + 1, 1);
    for (size_t i = 0; end && i < g->group.n; i++) {
        const int mine = end_of(m, g->group.at[i].at);
        for (uint32_t k = 0; mine >= 0 && k < g->group.at[i].n; k++)
            end[g->instance.at[g->group.at[i].first + k].feature] = (uint8_t)mine;
    }
    return end;
}

static bool shape_all(Make *m, size_t features)
{
    const uint32_t n = intern_count(&m->key);
    Order *order = malloc((n + 1) * sizeof *order);
    uint32_t *record = malloc((n + 1) * sizeof *record);
    uint8_t *end = ends_of_features(m, features);
    Numbers shape = {0};
    bool ok = order && record && end;
    for (size_t i = 0; ok && i < features; i++)
        ok = LIST_PUSH(&m->shape_of, NO_NUMBER);
    for (uint32_t i = 0; ok && i < n; i++)
        order[i] = (Order){intern_key(&m->key, i)[0], intern_key(&m->key, i)[1], i};
    if (ok)
        qsort(order, n, sizeof *order, by_feature);
    for (uint32_t i = 0, next; ok && i < n; i = next) {
        for (next = i; next < n && order[next].feature == order[i].feature; next++)
            record[next - i] = order[next].record;
        ok = shape_feature(m, order[i].feature, end[order[i].feature], record, next - i, &shape);
    }
    free(order);
    free(record);
    free(end);
    LIST_FREE(&shape);
    return ok;
}

/* ---- the net ------------------------------------------------------------------------------- */

static bool is_constant(const Make *m, uint32_t shape) { return intern_length(&m->shape, shape) == 2; }

/* Numbers of the classes of the net, and of constant ones, by shape; in order of the end. */
static void number_classes(Make *m, uint32_t *number)
{
    SweepParts *p = m->parts;
    for (int end = 0; end < SWEEP_ENDS; end++)
        for (uint32_t s = 0; s < intern_count(&m->shape); s++)
            if (intern_key(&m->shape, s)[0] == (uint32_t)end)
                number[s] = is_constant(m, s) ? p->nconstant[end]++ : p->net.nclass++;
    for (uint32_t s = 0; s < intern_count(&m->shape); s++)
        if (!is_constant(m, s))
            p->nof[intern_key(&m->shape, s)[0]]++;
}

static SweepClass *class_of(SweepParts *p, const Make *m, uint32_t shape, const uint32_t *number)
{
    return is_constant(m, shape) ? &p->constant[intern_key(&m->shape, shape)[0]][number[shape]] : &p->of[number[shape]];
}

/* Features by class, in ascending order. */
static bool list_features(Make *m, const uint32_t *number)
{
    SweepParts *p = m->parts;
    const uint32_t shapes = intern_count(&m->shape);
    p->of = STORE_ARRAY(m->store, SweepClass, p->net.nclass);
    p->feature = STORE_ARRAY(m->store, uint32_t, m->shape_of.n);
    bool ok = p->of && p->feature;
    for (int end = 0; ok && end < SWEEP_ENDS; end++) {
        p->constant[end] = STORE_ARRAY(m->store, SweepClass, p->nconstant[end]);
        ok = p->constant[end];
    }
    for (size_t f = 0; ok && f < m->shape_of.n; f++)
        if (m->shape_of.at[f] != NO_NUMBER)
            class_of(p, m, m->shape_of.at[f], number)->n++;
    for (uint32_t s = 0, at = 0; ok && s < shapes; s++) {
        SweepClass *c = class_of(p, m, s, number);
        c->first = at;
        c->mask = intern_key(&m->shape, s)[1];
        at += c->n;
        c->n = 0;
    }
    for (size_t f = 0; ok && f < m->shape_of.n; f++)
        if (m->shape_of.at[f] != NO_NUMBER) {
            SweepClass *c = class_of(p, m, m->shape_of.at[f], number);
            p->feature[c->first + c->n++] = (uint32_t)f;
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
    bool ok = number != NULL;
    if (ok)
        number_classes(m, number);
    ok = ok && list_features(m, number) && (shape = shapes_of_classes(m, number)) && put_terms(m, shape) && put_tables(m);
    free(number);
    free(shape);
    return ok;
}

static bool make_all(Make *m)
{
    size_t features = 0;
    for (size_t i = 0; i < m->g->instance.n; i++)
        features = m->g->instance.at[i].feature >= features ? (size_t)m->g->instance.at[i].feature + 1 : features;
    if (!choose_kinds(m))
        return false;
    return !m->parts->kinds || (add_records(m) && shape_all(m, features) && put_net(m));
}

bool sweep_parts(SweepParts *parts, Store *store, const Ground *g)
{
    *parts = (SweepParts){0};
    if (!lattice_make(&parts->lattice, store, g->board))
        return false;
    Make m = {.g = g, .parts = parts, .store = store, .words = (parts->lattice.size + 63) / 64};
    parts->net.size = parts->lattice.size;
    parts->net.words = m.words;
    const bool ok = make_all(&m);
    intern_free(&m.shift);
    intern_free(&m.literals);
    intern_free(&m.mask);
    intern_free(&m.key);
    intern_free(&m.shape);
    LIST_FREE(&m.site);
    LIST_FREE(&m.shape_of);
    LIST_FREE(&m.plane);
    return ok;
}
