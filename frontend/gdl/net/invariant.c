/* invariant.c - what holds in every reachable state: facts that exclude each
 * other, facts one of which holds, facts that never do.
 *
 * Candidates come from the facts' names: of those that differ in some arguments
 * only, like (cell 1 1 x) and (cell 1 1 o), at most one may hold at a time.  What
 * the samples contradict is dropped.  The rest is proved by induction: taking all
 * candidates to hold before a legal joint move, each must hold after it; those
 * that may not are dropped, and again, until the others prove each other. */
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/net/care.h"

enum { MOST_PARTS = 8, MOST_ARGS = 5, MOST_ROUNDS = 40, SPLITS = 150, MOST_GROUP = 400, MOST_APART = 8000, FEW = 6,
       MOST_ATTEMPTS = 3 };
static const uint64_t most_work = 40000000; /* for each attempt */

/* A fact's name: its word and its arguments; a plain word is the argument of a
 * word without letters. */
typedef struct {
    uint32_t base, n;
    const char *part[MOST_PARTS + 1];
    size_t length[MOST_PARTS + 1];
} Name;

typedef struct {
    const GdlNet *net;
    const GdlSamples *samples;
    GdlInvariants *found;
    Arena *arena;
    Name *name;
    uint32_t nname;
    bool *unseen; /* by base: taken never to hold */
    uint64_t *set; /* pairs already there; open addressing */
    size_t cap;
} Guess;

/* ---- names ---------------------------------------------------------------------- */

static void read_name(const char *text, Name *name)
{
    name->n = 0;
    name->part[0] = "";
    name->length[0] = 0;
    if (*text != '(') {
        name->part[1] = text;
        name->length[1] = strlen(text);
        name->n = 1;
        return;
    }
    unsigned depth = 0;
    const char *start = text + 1;
    for (const char *c = text + 1;; c++) {
        if (depth == 0 && (*c == ' ' || *c == ')')) {
            if (name->n <= MOST_PARTS) {
                name->part[name->n] = start;
                name->length[name->n] = (size_t)(c - start);
            }
            name->n++;
            start = c + 1;
            if (*c == ')')
                break;
        }
        depth += *c == '(';
        depth -= *c == ')';
    }
    name->n--;
}

static int compare_part(const Name *a, const Name *b, uint32_t i)
{
    size_t n = a->length[i] < b->length[i] ? a->length[i] : b->length[i];
    int order = memcmp(a->part[i], b->part[i], n);
    return order ? order : (a->length[i] > b->length[i]) - (a->length[i] < b->length[i]);
}

/* By word, number of arguments, and the arguments whose bits are in `kept`. */
static int compare_names(const Name *a, const Name *b, unsigned kept)
{
    int order = a->n != b->n ? (a->n > b->n) - (a->n < b->n) : compare_part(a, b, 0);
    for (uint32_t i = 1; i <= a->n && i <= MOST_PARTS && !order; i++)
        if (kept & 1u << i)
            order = compare_part(a, b, i);
    return order;
}

static void merge(Name *list, Name *scratch, uint32_t n, unsigned kept)
{
    if (n < 2)
        return;
    uint32_t half = n / 2, i = 0, k = half, at = 0;
    merge(list, scratch, half, kept);
    merge(list + half, scratch, n - half, kept);
    while (i < half || k < n)
        scratch[at++] = k == n || (i < half && compare_names(&list[i], &list[k], kept) <= 0) ? list[i++] : list[k++];
    memcpy(list, scratch, n * sizeof *list);
}

/* ---- candidates ------------------------------------------------------------------- */

static uint64_t word_of(const Guess *guess, uint32_t base, uint32_t word)
{
    return gdl_sample_word(guess->samples, guess->net->base[base].now, word);
}

static void grow_set(Guess *guess)
{
    uint64_t *old = guess->set;
    size_t n = guess->cap;
    guess->cap = n ? n * 4 : 4096;
    guess->set = ARENA_ARRAY(guess->arena, uint64_t, guess->cap);
    for (size_t i = 0; i < n; i++) {
        size_t k = old[i] * UINT64_C(0x9e3779b97f4a7c15) >> 20 & (guess->cap - 1);
        while (old[i] && guess->set[k])
            k = (k + 1) & (guess->cap - 1);
        if (old[i])
            guess->set[k] = old[i];
    }
}

static void add_apart(Guess *guess, uint32_t a, uint32_t b)
{
    if (guess->found->apart.n >= MOST_APART)
        return;
    if (guess->found->apart.n * 2 >= guess->cap)
        grow_set(guess);
    uint64_t key = (a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a) + 1;
    size_t k = key * UINT64_C(0x9e3779b97f4a7c15) >> 20 & (guess->cap - 1);
    for (; guess->set[k]; k = (k + 1) & (guess->cap - 1))
        if (guess->set[k] == key)
            return;
    guess->set[k] = key;
    GdlApart apart = {guess->net->base[a].now, guess->net->base[b].now};
    vec_push(guess->arena, &guess->found->apart, apart);
}

/* What the samples say of a group: whether two ever hold, whether one always. */
static void judge(const Guess *guess, const Name *group, uint32_t n, bool *apart, bool *some)
{
    *apart = *some = true;
    for (uint32_t w = 0; w < guess->samples->words && (*apart || *some); w++) {
        uint64_t one = 0, two = 0;
        for (uint32_t i = 0; i < n; i++) {
            uint64_t word = word_of(guess, group[i].base, w);
            two |= one & word;
            one |= word;
        }
        *apart = *apart && !two;
        *some = *some && one == ~UINT64_C(0);
    }
}

static void add_group(Guess *guess, const Name *group, uint32_t n, bool whole)
{
    bool apart, some;
    if (n < 2)
        return;
    judge(guess, group, n, &apart, &some);
    if (!apart)
        return;
    for (uint32_t i = 0; i < n && n <= MOST_GROUP; i++)
        for (uint32_t k = 0; k < i; k++)
            add_apart(guess, group[i].base, group[k].base);
    if (!some)
        return;
    uint32_t *base = ARENA_ARRAY(guess->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        base[i] = group[i].base;
    vec_push(guess->arena, &guess->found->some, ((GdlSome){n, base, whole && n <= FEW}));
}

static bool own_leaf(const GdlNet *net, uint32_t i)
{
    GdlEdge now = net->base[i].now;
    return !(now & 1) && net->node[now >> 1].kind == GDL_NODE_BASE && net->node[now >> 1].at == i;
}

static bool is_unseen(const Guess *guess, uint32_t base)
{
    uint64_t ever = 0;
    for (uint32_t w = 0; w < guess->samples->words && !ever; w++)
        ever |= word_of(guess, base, w);
    return !ever;
}

static int count_bits(unsigned set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

/* The facts that agree in the arguments of `kept`. */
static void guess_groups(Guess *guess, unsigned kept, Name *scratch)
{
    merge(guess->name, scratch, guess->nname, kept);
    for (uint32_t i = 0, k; i < guess->nname; i = k) {
        for (k = i; k < guess->nname && !compare_names(&guess->name[i], &guess->name[k], kept); k++)
            ;
        if (kept >> 1 < 1u << guess->name[i].n)
            add_group(guess, guess->name + i, k - i, !kept);
    }
}

static void guess_all(Guess *guess)
{
    const GdlNet *net = guess->net;
    guess->name = ARENA_ARRAY(guess->arena, Name, net->nbase + 1);
    Name *scratch = ARENA_ARRAY(guess->arena, Name, net->nbase + 1);
    for (uint32_t i = 0; i < net->nbase; i++) {
        if (!own_leaf(net, i))
            continue;
        if (guess->unseen[i]) {
            add_apart(guess, i, i);
            continue;
        }
        guess->name[guess->nname].base = i;
        read_name(net->base[i].name, &guess->name[guess->nname]);
        guess->nname += guess->name[guess->nname].n <= MOST_ARGS;
    }
    for (int bits = MOST_ARGS; bits >= 0; bits--) /* small groups first */
        for (unsigned kept = 0; kept < 1u << MOST_ARGS; kept++)
            if (count_bits(kept) == bits)
                guess_groups(guess, kept << 1, scratch);
}

/* ---- proof ------------------------------------------------------------------------- */

static GdlEdge next_of(const GdlNet *net, GdlEdge now)
{
    return net->base[net->node[now >> 1].at].next;
}

static bool some_stays(GdlCare *care, const GdlNet *net, const GdlSome *some, Arena *arena)
{
    GdlEdge *none = ARENA_ARRAY(arena, GdlEdge, some->n);
    for (uint32_t i = 0; i < some->n; i++)
        none[i] = net->base[some->base[i]].next ^ 1;
    return gdl_care_never(care, none, some->n, true, SPLITS);
}

/* One round: drops what need not hold after a move; false when all of it does. */
static bool drop_failing(const GdlNet *net, GdlInvariants *found, uint64_t *work)
{
    Arena *arena = arena_beside(net->arena);
    GdlCare *care = gdl_care_new(net, found, arena);
    size_t kept = 0, n = found->apart.n, nsome = found->some.n;
    for (size_t i = 0; i < n && gdl_care_work(care) < *work; i++) {
        GdlEdge pair[2] = {next_of(net, found->apart.at[i].a), next_of(net, found->apart.at[i].b)};
        if (gdl_care_never(care, pair, 2, true, SPLITS))
            found->apart.at[kept++] = found->apart.at[i];
    }
    found->apart.n = kept;
    kept = 0;
    for (size_t i = 0; i < nsome && gdl_care_work(care) < *work; i++)
        if (some_stays(care, net, &found->some.at[i], arena))
            found->some.at[kept++] = found->some.at[i];
    found->some.n = kept;
    uint64_t used = gdl_care_work(care);
    *work = used < *work ? *work - used : 0;
    arena_free(arena);
    return found->apart.n < n || found->some.n < nsome;
}

/* The next guess: what was taken never to hold and could not be shown so may hold.
 * Returns false when there is no such fact. */
static bool take_back(Guess *guess)
{
    bool *shown = ARENA_ARRAY(guess->arena, bool, guess->net->nbase + 1), any = false;
    for (size_t i = 0; i < guess->found->apart.n; i++)
        if (guess->found->apart.at[i].a == guess->found->apart.at[i].b)
            shown[guess->net->node[guess->found->apart.at[i].a >> 1].at] = true;
    for (uint32_t i = 0; i < guess->net->nbase; i++) {
        any = any || (guess->unseen[i] && !shown[i]);
        guess->unseen[i] = guess->unseen[i] && shown[i];
    }
    return any;
}

/* Proves what it can of the guess; false when the work ran out. */
static bool prove(const Guess *guess, uint64_t work)
{
    bool again = true;
    for (int round = 0; again && work && round < MOST_ROUNDS; round++)
        again = drop_failing(guess->net, guess->found, &work);
    if (again)
        guess->found->apart.n = guess->found->some.n = 0;
    return !again;
}

void gdl_invariants(const GdlNet *net, const GdlSamples *samples, GdlInvariants *invariants, Arena *arena)
{
    Guess guess = {.net = net, .samples = samples, .found = invariants, .arena = arena};
    guess.unseen = ARENA_ARRAY(arena, bool, net->nbase + 1);
    for (uint32_t i = 0; i < net->nbase; i++)
        guess.unseen[i] = own_leaf(net, i) && is_unseen(&guess, i);
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        *invariants = (GdlInvariants){0};
        guess.set = NULL;
        guess.cap = guess.nname = 0;
        guess_all(&guess);
        if (!prove(&guess, most_work) || !take_back(&guess))
            return;
    }
}
