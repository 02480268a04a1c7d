/* sat.c - satisfiability by learning clauses from conflicts: see sat.h.
 *
 * Two watched literals a clause, the first unique implication point, activities, saved
 * values, Luby's restarts (J. P. Marques-Silva, K. A. Sakallah, "GRASP", IEEE Trans.
 * Computers 48, 1999; M. W. Moskewicz et al., "Chaff", DAC 2001; N. Een, N. Soerensson,
 * "An extensible SAT-solver", SAT 2003). */
#include "ir/logic/sat.h"

#include "base/vec.h"

#define NO_CLAUSE UINT32_MAX

/* A clause in `memory`: its size, twice, plus one where it was learnt; its literals, the
 * first two of them watched. */
enum { SIZE, LITERALS };

typedef struct {
    uint32_t clause;
    SatLit other; /* one of its literals: where that holds the clause need not be looked at */
} Watch;

typedef VEC(Watch) Watches;

typedef struct {
    uint32_t reason; /* the clause that forced it */
    uint32_t level;
    double activity;
    int32_t place; /* in the heap, or -1 */
    bool saved, seen;
} Variable;

struct Sat {
    Arena *arena;
    VEC(Variable) variable;
    VEC(uint8_t) value; /* by literal: FALSE, TRUE or OPEN */
    VEC(Watches) watch; /* by literal: clauses to look at when it becomes false */
    VEC(uint32_t) memory;
    VEC(SatLit) trail;
    VEC(uint32_t) level; /* where each decision stands in the trail */
    VEC(uint32_t) heap;  /* variables, the most active first */
    VEC(SatLit) learnt;
    VEC(bool) model;
    size_t head;         /* of the trail: from here on not propagated */
    double bump;
    uint64_t work;
    uint32_t nlearnt, most_learnt;
    bool never; /* even with nothing given */
};

enum { FALSE, TRUE, OPEN };

Sat *sat_new(Arena *arena)
{
    Sat *s = ARENA_NEW(arena, Sat);
    s->arena = arena;
    s->bump = 1;
    s->most_learnt = 2000;
    return s;
}

/* ---- the heap ------------------------------------------------------------------------ */

static bool before(const Sat *s, uint32_t a, uint32_t b)
{
    return s->variable.at[a].activity > s->variable.at[b].activity;
}

static void put(Sat *s, uint32_t at, uint32_t v)
{
    s->heap.at[at] = v;
    s->variable.at[v].place = (int32_t)at;
}

static void rise(Sat *s, uint32_t at)
{
    uint32_t v = s->heap.at[at];
    for (; at && before(s, v, s->heap.at[(at - 1) / 2]); at = (at - 1) / 2)
        put(s, at, s->heap.at[(at - 1) / 2]);
    put(s, at, v);
}

static void sink(Sat *s, uint32_t at)
{
    uint32_t v = s->heap.at[at], n = (uint32_t)s->heap.n;
    for (uint32_t child; (child = 2 * at + 1) < n; at = child) {
        child += child + 1 < n && before(s, s->heap.at[child + 1], s->heap.at[child]);
        if (!before(s, s->heap.at[child], v))
            break;
        put(s, at, s->heap.at[child]);
    }
    put(s, at, v);
}

static void into_heap(Sat *s, uint32_t v)
{
    if (s->variable.at[v].place >= 0)
        return;
    vec_push(s->arena, &s->heap, v);
    rise(s, (uint32_t)s->heap.n - 1);
}

static uint32_t out_of_heap(Sat *s)
{
    uint32_t v = s->heap.at[0], last = s->heap.at[--s->heap.n];
    s->variable.at[v].place = -1;
    if (s->heap.n) {
        put(s, 0, last);
        sink(s, 0);
    }
    return v;
}

static void more_active(Sat *s, uint32_t v)
{
    Variable *x = &s->variable.at[v];
    x->activity += s->bump;
    if (x->activity > 1e100) {
        for (size_t i = 0; i < s->variable.n; i++)
            s->variable.at[i].activity *= 1e-100;
        s->bump *= 1e-100;
    }
    if (x->place >= 0)
        rise(s, (uint32_t)x->place);
}

uint32_t sat_variable(Sat *s)
{
    uint32_t v = (uint32_t)s->variable.n;
    vec_push(s->arena, &s->variable, ((Variable){.reason = NO_CLAUSE, .place = -1}));
    for (int k = 0; k < 2; k++) {
        vec_push(s->arena, &s->value, OPEN);
        vec_push(s->arena, &s->watch, (Watches){0});
    }
    vec_push(s->arena, &s->model, false);
    into_heap(s, v);
    return v;
}

/* ---- the trail ----------------------------------------------------------------------- */

static uint32_t level_now(const Sat *s) { return (uint32_t)s->level.n; }

static void assign(Sat *s, SatLit lit, uint32_t reason)
{
    Variable *x = &s->variable.at[lit >> 1];
    s->value.at[lit] = TRUE;
    s->value.at[lit ^ 1] = FALSE;
    x->reason = reason;
    x->level = level_now(s);
    x->saved = !(lit & 1);
    vec_push(s->arena, &s->trail, lit);
    s->work++;
}

static void back_to(Sat *s, uint32_t level)
{
    if (level_now(s) <= level)
        return;
    while (s->trail.n > s->level.at[level]) {
        SatLit lit = s->trail.at[--s->trail.n];
        s->value.at[lit] = s->value.at[lit ^ 1] = OPEN;
        into_heap(s, lit >> 1);
    }
    s->level.n = level;
    s->head = s->trail.n;
}

static void watch(Sat *s, uint32_t clause)
{
    const SatLit *lit = s->memory.at + clause + LITERALS;
    for (int k = 0; k < 2; k++)
        vec_push(s->arena, &s->watch.at[lit[k]], ((Watch){clause, lit[1 - k]}));
}

static uint32_t keep(Sat *s, const SatLit *lit, uint32_t n, uint32_t learnt)
{
    uint32_t clause = (uint32_t)s->memory.n;
    vec_push(s->arena, &s->memory, 2 * n + learnt);
    for (uint32_t i = 0; i < n; i++)
        vec_push(s->arena, &s->memory, lit[i]);
    watch(s, clause);
    s->nlearnt += learnt;
    return clause;
}

void sat_clause(Sat *s, const SatLit *lit, uint32_t n)
{
    back_to(s, 0);
    s->learnt.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool twice = false;
        for (size_t k = 0; k < s->learnt.n; k++) {
            twice |= s->learnt.at[k] == lit[i];
            if (s->learnt.at[k] == (lit[i] ^ 1))
                return;
        }
        if (s->value.at[lit[i]] == TRUE)
            return;
        if (!twice && s->value.at[lit[i]] == OPEN)
            vec_push(s->arena, &s->learnt, lit[i]);
    }
    if (s->learnt.n == 0)
        s->never = true;
    else if (s->learnt.n == 1)
        assign(s, s->learnt.at[0], NO_CLAUSE);
    else
        keep(s, s->learnt.at, (uint32_t)s->learnt.n, 0);
}

/* Makes the clause watch another literal than the false one; true if it found one. */
static bool watch_another(Sat *s, uint32_t clause, SatLit first)
{
    SatLit *lit = s->memory.at + clause + LITERALS;
    uint32_t n = s->memory.at[clause + SIZE] / 2;
    for (uint32_t k = 2; k < n; k++)
        if (s->value.at[lit[k]] != FALSE) {
            SatLit t = lit[1];
            lit[1] = lit[k];
            lit[k] = t;
            vec_push(s->arena, &s->watch.at[lit[1]], ((Watch){clause, first}));
            return true;
        }
    return false;
}

/* A clause that is false, or NO_CLAUSE. */
static uint32_t propagate(Sat *s)
{
    while (s->head < s->trail.n) {
        SatLit no = s->trail.at[s->head++] ^ 1;
        Watches *list = &s->watch.at[no];
        size_t i = 0, j = 0;
        uint32_t broken = NO_CLAUSE;
        while (i < list->n) {
            Watch w = list->at[i++];
            if (s->value.at[w.other] == TRUE) {
                list->at[j++] = w;
                continue;
            }
            SatLit *lit = s->memory.at + w.clause + LITERALS;
            if (lit[0] == no) {
                lit[0] = lit[1];
                lit[1] = no;
            }
            SatLit first = lit[0];
            if (s->value.at[first] != TRUE && watch_another(s, w.clause, first))
                continue;
            list->at[j++] = (Watch){w.clause, first};
            if (s->value.at[first] == FALSE) {
                broken = w.clause;
                break;
            }
            if (s->value.at[first] == OPEN)
                assign(s, first, w.clause);
        }
        while (i < list->n)
            list->at[j++] = list->at[i++];
        list->n = j;
        if (broken != NO_CLAUSE)
            return broken;
    }
    return NO_CLAUSE;
}

/* ---- learning ------------------------------------------------------------------------ */

/* Looks at a literal of a clause that led to the conflict; true if it is of this level. */
static bool take_in(Sat *s, SatLit lit)
{
    Variable *x = &s->variable.at[lit >> 1];
    if (x->seen || x->level == 0)
        return false;
    x->seen = true;
    more_active(s, lit >> 1);
    if (x->level == level_now(s))
        return true;
    vec_push(s->arena, &s->learnt, lit);
    return false;
}

/* A literal that follows from others of the clause need not stand there. */
static bool follows(const Sat *s, SatLit lit)
{
    uint32_t reason = s->variable.at[lit >> 1].reason;
    if (reason == NO_CLAUSE)
        return false;
    const uint32_t *clause = s->memory.at + reason;
    for (uint32_t k = 0; k < clause[SIZE] / 2; k++) {
        const Variable *x = &s->variable.at[clause[LITERALS + k] >> 1];
        if (!x->seen && x->level > 0)
            return false;
    }
    return true;
}

/* The literals of a conflict of this level but the first that all the others of the level
 * follow from, which is returned; those of earlier levels go to `learnt`. */
static SatLit resolve(Sat *s, uint32_t clause)
{
    size_t at = s->trail.n;
    uint32_t open = 0;
    SatLit lit = 0;
    for (bool first = true; first || open; first = false) {
        for (uint32_t k = 0; k < s->memory.at[clause + SIZE] / 2; k++)
            if (first || s->memory.at[clause + LITERALS + k] != lit)
                open += take_in(s, s->memory.at[clause + LITERALS + k]);
        do
            lit = s->trail.at[--at];
        while (!s->variable.at[lit >> 1].seen);
        clause = s->variable.at[lit >> 1].reason;
        s->variable.at[lit >> 1].seen = false;
        open--;
    }
    return lit;
}

/* From a false clause to one that says why, in `learnt`, with one literal of this level, the
 * first, and one of the next lower level second; returns that level. */
static uint32_t learn(Sat *s, uint32_t clause)
{
    s->learnt.n = 0;
    vec_push(s->arena, &s->learnt, 0);
    SatLit last = resolve(s, clause);
    SatLit *lit = s->learnt.at;
    uint32_t n = (uint32_t)s->learnt.n, kept = 1, back = 0;
    lit[0] = last ^ 1;
    for (uint32_t k = 1; k < n; k++)
        if (!follows(s, lit[k])) {
            SatLit t = lit[kept];
            lit[kept++] = lit[k];
            lit[k] = t;
        }
    for (uint32_t k = 1; k < n; k++)
        s->variable.at[lit[k] >> 1].seen = false;
    for (uint32_t k = 1; k < kept; k++)
        if (s->variable.at[lit[k] >> 1].level > back) {
            SatLit t = lit[1];
            lit[1] = lit[k];
            lit[k] = t;
            back = s->variable.at[lit[1] >> 1].level;
        }
    s->learnt.n = kept;
    return back;
}

static void take_back(Sat *s, uint32_t clause)
{
    uint32_t level = learn(s, clause);
    back_to(s, level);
    assign(s, s->learnt.at[0], s->learnt.n > 1 ? keep(s, s->learnt.at, (uint32_t)s->learnt.n, 1) : NO_CLAUSE);
    s->bump *= 1 / 0.95;
}

enum { ALWAYS_KEPT = 3 }; /* literals */

/* Forgets the older half of the longer clauses that were learnt; at level 0. */
static void forget(Sat *s)
{
    uint32_t seen = 0, many = s->nlearnt / 2, n = (uint32_t)s->memory.n;
    const uint32_t *old = s->memory.at;
    for (size_t i = 0; i < s->watch.n; i++)
        s->watch.at[i].n = 0;
    s->memory.at = NULL;
    s->memory.n = s->memory.cap = 0;
    s->nlearnt = 0;
    for (uint32_t at = 0; at < n; at += LITERALS + old[at + SIZE] / 2) {
        uint32_t size = old[at + SIZE] / 2, learnt = old[at + SIZE] & 1;
        seen += learnt;
        if (!learnt || size <= ALWAYS_KEPT || seen > many)
            keep(s, old + at + LITERALS, size, learnt);
    }
    s->most_learnt += s->most_learnt / 10;
}

/* ---- asking -------------------------------------------------------------------------- */

/* The i-th number of 1 1 2 1 1 2 4 1 1 2 .. (Luby). */
static uint32_t luby(uint32_t i)
{
    uint32_t size = 1, seq = 0;
    for (; size < i + 1; seq++)
        size = 2 * size + 1;
    for (; size - 1 != i; seq--) {
        size = (size - 1) / 2;
        i %= size;
    }
    return UINT32_C(1) << seq;
}

/* The next literal to be true: of those given, then the most active variable's; false if
 * one that is given cannot be; *lit is UINT32_MAX if nothing is open. */
static bool next_decision(Sat *s, const SatLit *given, uint32_t n, SatLit *lit)
{
    while (level_now(s) < n) {
        *lit = given[level_now(s)];
        if (s->value.at[*lit] == FALSE)
            return false;
        if (s->value.at[*lit] == OPEN)
            return true;
        vec_push(s->arena, &s->level, (uint32_t)s->trail.n);
    }
    *lit = UINT32_MAX;
    while (s->heap.n) {
        uint32_t v = out_of_heap(s);
        if (s->value.at[2 * v] == OPEN) {
            *lit = 2 * v + !s->variable.at[v].saved;
            return true;
        }
    }
    return true;
}

static SatAnswer found(Sat *s)
{
    for (size_t v = 0; v < s->variable.n; v++)
        s->model.at[v] = s->value.at[2 * v] == TRUE;
    return SAT_FOUND;
}

enum { CONFLICTS = 100 }; /* a restart */

SatAnswer sat_ask(Sat *s, const SatLit *given, uint32_t n, uint64_t most_work)
{
    uint64_t limit = s->work + most_work;
    SatAnswer answer = SAT_GIVEN_UP;
    uint32_t restart = 0, left = CONFLICTS;
    back_to(s, 0);
    while (!s->never && s->work < limit) {
        uint32_t broken = propagate(s);
        if (broken != NO_CLAUSE && level_now(s) == 0) {
            s->never = true;
        } else if (broken != NO_CLAUSE) {
            take_back(s, broken);
            left -= left > 0;
        } else if (left == 0) {
            back_to(s, 0);
            left = CONFLICTS * luby(++restart);
            if (s->nlearnt > s->most_learnt)
                forget(s);
        } else {
            SatLit lit;
            bool possible = next_decision(s, given, n, &lit);
            if (!possible || lit == UINT32_MAX) {
                answer = possible ? found(s) : SAT_NEVER;
                break;
            }
            vec_push(s->arena, &s->level, (uint32_t)s->trail.n);
            assign(s, lit, NO_CLAUSE);
        }
    }
    back_to(s, 0);
    return s->never ? SAT_NEVER : answer;
}

bool sat_holds(const Sat *s, SatLit lit) { return s->model.at[lit >> 1] != (lit & 1); }

uint64_t sat_work(const Sat *s) { return s->work; }
