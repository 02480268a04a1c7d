/* possible.c - which legal moves can come at all, so that each has a number.
 *
 * Rules are evaluated as if every fact held and nothing negated did; what depends on
 * facts through other relations is evaluated in the same way where it is not too
 * large.  Work is counted: when it is too much, whatever fits the places counts as
 * possible. */
#include <string.h>

#include "frontend/gdl/rel/rel.h"

enum { MOST_BITS = 1 << 20, MOST_MOVES = 1 << 20 };
static const uint64_t most_work = 400000000;

typedef struct {
    Rel *rel;
    const RelRule *rule;
    RelForm *head;
    uint32_t value[REL_MOST_VARS + 56];
    bool done[1024];
    bool *wanted;
    uint64_t work;
    bool changed, stopped;
} Search;

/* These steps are short: so many are one of the session's. */
static void count_step(Search *s)
{
    enum { OFTEN = 1 << 16, SHORT = 8 };
    if (++s->work % OFTEN == 0)
        limit_work(s->rel->session->limit, OFTEN / SHORT);
    s->stopped = s->stopped || s->work > most_work;
}

static size_t tuple_bits(const Rel *rel, const RelForm *form)
{
    size_t n = 1;
    for (uint32_t i = 0; i < form->n && n <= MOST_BITS; i++)
        n *= rel_size(rel, form->class[i]);
    return n;
}

static bool is_base(const RelForm *form) { return form->relation == GDL_TRUE || form->relation == GDL_DOES; }

/* ---- tuples that were found ------------------------------------------------------------ */

static uint32_t hash_tuple(const uint32_t *tuple, uint32_t n)
{
    uint32_t hash = 7;
    for (uint32_t i = 0; i < n; i++) {
        hash = (hash ^ tuple[i]) * 0x9e3779b1u;
        hash ^= hash >> 15;
    }
    return hash;
}

static void widen(Rel *rel, RelTuples *set, uint32_t n)
{
    size_t cap = set->cap ? set->cap * 4 : 256;
    uint32_t *slot = ARENA_ARRAY(rel->arena, uint32_t, cap);
    for (uint32_t i = 0; i < set->count; i++) {
        size_t k = hash_tuple(set->member.at + (size_t)i * n, n) & (cap - 1);
        while (slot[k])
            k = (k + 1) & (cap - 1);
        slot[k] = i + 1;
    }
    set->slot = slot;
    set->cap = cap;
}

/* Is the tuple there?  If not it is added, when asked for. */
static bool has_tuple(Rel *rel, RelTuples *set, const uint32_t *tuple, uint32_t n, bool enter)
{
    if (set->count * 2 >= set->cap)
        widen(rel, set, n);
    size_t k = hash_tuple(tuple, n) & (set->cap - 1);
    for (; set->slot[k]; k = (k + 1) & (set->cap - 1))
        if (!memcmp(set->member.at + (size_t)(set->slot[k] - 1) * n, tuple, n * sizeof *tuple))
            return true;
    if (!enter)
        return false;
    for (uint32_t i = 0; i < n; i++)
        vec_push(rel->arena, &set->member, tuple[i]);
    set->slot[k] = ++set->count;
    return false;
}

static size_t position(const Rel *rel, const RelForm *form, const uint32_t *tuple)
{
    size_t at = 0;
    for (uint32_t i = 0; i < form->n; i++)
        at = at * rel_size(rel, form->class[i]) + tuple[i];
    return at;
}

static uint32_t value_of(const Search *s, const RelArg *arg) { return arg->var < 0 ? arg->member : s->value[arg->var]; }

/* Is the head's tuple known already?  Only when it is all bound. */
static bool head_known(Search *s, bool enter)
{
    uint32_t tuple[REL_MOST_ARGS];
    for (uint32_t i = 0; i < s->head->n; i++) {
        tuple[i] = value_of(s, &s->rule->arg[i]);
        if (tuple[i] == REL_NONE)
            return false;
        if (!rel_has(s->head->domain[i], s->rel->class.at[s->head->class[i]].word[tuple[i]]))
            return true; /* never: nothing to find */
    }
    if (s->head->relation == GDL_LEGAL) {
        bool known = has_tuple(s->rel, &s->head->tuples, tuple, s->head->n, enter);
        s->stopped = s->stopped || s->head->tuples.count > MOST_MOVES;
        return known;
    }
    size_t at = position(s->rel, s->head, tuple);
    bool known = s->head->possible[at / 64] >> (at % 64) & 1;
    if (enter && !known) {
        s->head->possible[at / 64] |= UINT64_C(1) << (at % 64);
        s->changed = true;
    }
    return known;
}

/* ---- matching ------------------------------------------------------------------------------ */

static void search(Search *s);

/* Does the literal say anything here? */
static bool speaks(const Search *s, const RelLiteral *l)
{
    return l->kind == REL_TABLE ? !l->negated : l->kind == REL_FORM && !l->negated && s->rel->form.at[l->of].possible;
}

static uint32_t unknown(const Search *s, const RelLiteral *l)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->n; i++)
        n += value_of(s, &l->arg[i]) == REL_NONE;
    return n;
}

static bool fails(const Search *s, const RelLiteral *l)
{
    if (l->kind != REL_DIFFER || l->negated || unknown(s, l))
        return false;
    for (uint32_t i = 0; i + 1 < l->n; i += 2)
        if (value_of(s, &l->arg[i]) != value_of(s, &l->arg[i + 1]))
            return false;
    return true;
}

static void match_rows(Search *s, const RelLiteral *l)
{
    const RelTable *table = &s->rel->table.at[l->of];
    uint32_t before[REL_MOST_ARGS];
    for (uint32_t i = 0; i < l->n; i++)
        before[i] = value_of(s, &l->arg[i]);
    for (size_t r = 0; r < table->row.n && !s->stopped; r += table->n) {
        const uint32_t *row = table->row.at + r;
        bool fits = true;
        count_step(s);
        for (uint32_t i = 0; i < l->n && fits; i++) {
            uint32_t now = value_of(s, &l->arg[i]);
            fits = now == REL_NONE || now == row[i];
            if (now == REL_NONE)
                s->value[l->arg[i].var] = row[i];
        }
        if (fits)
            search(s);
        for (uint32_t i = 0; i < l->n; i++)
            if (l->arg[i].var >= 0)
                s->value[l->arg[i].var] = before[i];
    }
}

static void match_form(Search *s, const RelLiteral *l, uint32_t place)
{
    const RelForm *form = &s->rel->form.at[l->of];
    while (place < l->n && value_of(s, &l->arg[place]) != REL_NONE)
        place++;
    count_step(s);
    if (s->stopped)
        return;
    if (place == l->n) {
        uint32_t tuple[REL_MOST_ARGS];
        for (uint32_t i = 0; i < l->n; i++)
            tuple[i] = value_of(s, &l->arg[i]);
        size_t at = position(s->rel, form, tuple);
        if (form->possible[at / 64] >> (at % 64) & 1)
            search(s);
        return;
    }
    for (uint32_t m = 0; m < rel_size(s->rel, form->class[place]); m++) {
        s->value[l->arg[place].var] = m;
        match_form(s, l, place + 1);
    }
    s->value[l->arg[place].var] = REL_NONE;
}

/* The places of the head that nothing binds hold whatever they may. */
static void fill_head(Search *s, uint32_t place)
{
    while (place < s->head->n && value_of(s, &s->rule->arg[place]) != REL_NONE)
        place++;
    if (place == s->head->n) {
        count_step(s);
        head_known(s, true);
        return;
    }
    uint32_t var = (uint32_t)s->rule->arg[place].var;
    const RelClass *class = &s->rel->class.at[s->head->class[place]];
    for (uint32_t m = 0; m < class->n && !s->stopped; m++) {
        s->value[var] = m;
        if (rel_has(s->head->domain[place], class->word[m]))
            fill_head(s, place + 1);
    }
    s->value[var] = REL_NONE;
}

static void search(Search *s)
{
    uint32_t best = REL_NONE, fewest = UINT32_MAX;
    for (uint32_t i = 0; i < s->rule->n; i++) {
        const RelLiteral *l = &s->rule->body[i];
        if (fails(s, l))
            return;
        if (s->done[i] || !speaks(s, l))
            continue;
        uint32_t cost = 4 * unknown(s, l) + (l->kind == REL_FORM ? 1 : 0) + (unknown(s, l) == l->n ? 2 : 0);
        if (cost < fewest) {
            fewest = cost;
            best = i;
        }
    }
    if (s->stopped || head_known(s, false))
        return;
    if (best == REL_NONE) {
        fill_head(s, 0);
        return;
    }
    s->done[best] = true;
    if (s->rule->body[best].kind == REL_TABLE)
        match_rows(s, &s->rule->body[best]);
    else
        match_form(s, &s->rule->body[best], 0);
    s->done[best] = false;
}

static void run_rules(Search *s, RelForm *form)
{
    for (size_t i = 0; i < form->rule.n && !s->stopped; i++) {
        s->rule = &s->rel->rule.at[form->rule.at[i]];
        s->head = form;
        if (s->rule->n > sizeof s->done)
            s->stopped = true;
        memset(s->value, 0xff, sizeof s->value);
        search(s);
    }
}

/* ---- all forms -------------------------------------------------------------------------------- */

/* The forms that legal moves depend on, as far as they are small. */
static void want(Search *s, const RelForm *form)
{
    for (size_t i = 0; i < form->rule.n; i++) {
        const RelRule *rule = &s->rel->rule.at[form->rule.at[i]];
        for (uint32_t k = 0; k < rule->n; k++) {
            uint32_t of = rule->body[k].of;
            const RelForm *asked = &s->rel->form.at[of];
            if (rule->body[k].kind != REL_FORM || rule->body[k].negated || is_base(asked) || s->wanted[of] ||
                asked->relation == GDL_LEGAL || tuple_bits(s->rel, asked) > MOST_BITS)
                continue;
            s->wanted[of] = true;
            want(s, asked);
        }
    }
}

static void component(Search *s, uint32_t c)
{
    Rel *rel = s->rel;
    for (size_t f = 0; f < rel->form.n; f++)
        if (rel->form.at[f].component == c && s->wanted[f])
            rel->form.at[f].possible = ARENA_ARRAY(rel->arena, uint64_t, tuple_bits(rel, &rel->form.at[f]) / 64 + 1);
    s->changed = true;
    while (s->changed && !s->stopped) {
        s->changed = false;
        for (size_t f = 0; f < rel->form.n; f++)
            if (rel->form.at[f].component == c && s->wanted[f])
                run_rules(s, &rel->form.at[f]);
    }
    for (size_t f = 0; f < rel->form.n && s->stopped; f++)
        if (rel->form.at[f].component == c)
            rel->form.at[f].possible = NULL;
}

/* Everything that the places of a form may hold; false: too much. */
static bool everything(Search *s, RelForm *form)
{
    RelRule any = {.arg = ARENA_ARRAY(s->rel->arena, RelArg, form->n + 1), .nvar = form->n};
    for (uint32_t i = 0; i < form->n; i++)
        any.arg[i].var = (int)i;
    s->rule = &any;
    s->head = form;
    s->stopped = false;
    s->work = most_work / 2;
    memset(s->value, 0xff, sizeof s->value);
    search(s);
    return !s->stopped;
}

void rel_possible(Rel *rel)
{
    Search s = {.rel = rel, .wanted = ARENA_ARRAY(rel->arena, bool, rel->form.n + 1)};
    for (size_t f = 0; f < rel->form.n; f++)
        if (rel->form.at[f].relation == GDL_LEGAL)
            want(&s, &rel->form.at[f]);
    for (uint32_t c = 0; c < rel->ncomponent && !s.stopped; c++)
        component(&s, c);
    for (size_t f = 0; f < rel->form.n && !rel->failed; f++) {
        RelForm *form = &rel->form.at[f];
        if (form->relation != GDL_LEGAL || !form->rule.n)
            continue;
        s.stopped = false;
        s.work = 0;
        run_rules(&s, form);
        if (s.stopped && !everything(&s, form))
            rel->failed = !session_unsupported(rel->session, (Span){0, 0}, "more than %d different moves", (int)MOST_MOVES);
    }
}
