/* invariant.c - what never holds together in positions in which somebody moves.
 *
 * State bits, and gates over a few of them, are looked at in pairs: what random games never
 * see together, though by chance they should have, is supposed never to be.  All of it is
 * assumed before a move, and what can be broken by a legal move is given up, until all that is
 * left proves itself (induction; C. Flanagan, K. R. M. Leino, "Houdini, an annotation
 * assistant for ESC/Java", FME 2001). */
#include "ir/logic/invariant.h"

#include <string.h>

#include "ir/logic/cnf.h"
#include "ir/logic/sample.h"

enum { MOST_SIGNALS = 1500, MOST_PAIRS = 6000, MOST_SUPPORT = 3, MOST_WORDS = 400, CHANCE = 16, TOGETHER = 24 };

/* A function of a few state bits: bit i of `table` is its value where bits are as those of i. */
typedef struct {
    uint32_t n, bit[2 * MOST_SUPPORT];
    uint64_t table;
} Function;

typedef struct {
    BitsEdge edge;
    Function function;
    uint64_t *word; /* when it held in random games */
    uint32_t often;
} Signal;

typedef struct {
    Arena *arena;
    const BitsGame *game;
    VEC(Signal) signal;
    size_t nbit; /* the first ones are state bits */
    uint64_t *live;
    uint32_t nword, nlive;
    BitsEdge (*pair)[2];
    uint32_t npair;
    bool *gone; /* by pair */
    bool to_end; /* the move may end the game */
} Search;

/* ---- signals ------------------------------------------------------------------------- */

static const Function none = {.n = UINT32_MAX};

/* The same over more bits, among them its own. */
static uint64_t spread(const Function *f, const Function *over)
{
    uint32_t place[2 * MOST_SUPPORT] = {0};
    uint64_t table = 0;
    for (uint32_t k = 0; k < f->n; k++)
        while (over->bit[place[k]] != f->bit[k])
            place[k]++;
    for (uint32_t i = 0; i < UINT32_C(1) << over->n; i++) {
        uint32_t at = 0;
        for (uint32_t k = 0; k < f->n; k++)
            at |= (i >> place[k] & 1) << k;
        table |= (f->table >> at & 1) << i;
    }
    return table;
}

/* Both, or either but not both, of edges that are these or their opposites. */
static Function combined(const Function *f, bool f_not, const Function *g, bool g_not, bool either, uint32_t most)
{
    if (f->n > most || g->n > most)
        return none;
    Function out = *f;
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t k = 0;
        while (k < out.n && out.bit[k] != g->bit[i])
            k++;
        if (k == out.n && out.n == most)
            return none;
        if (k == out.n)
            out.bit[out.n++] = g->bit[i];
    }
    uint64_t all = out.n == 6 ? ~UINT64_C(0) : (UINT64_C(1) << (1u << out.n)) - 1;
    uint64_t x = spread(f, &out) ^ (f_not ? all : 0), y = spread(g, &out) ^ (g_not ? all : 0);
    out.table = either ? x ^ y : x & y;
    return out;
}

static void add_signal(Search *s, uint32_t gate, const Function *function)
{
    if (s->signal.n < MOST_SIGNALS)
        vec_push(s->arena, &s->signal, ((Signal){2 * gate, *function, ARENA_ARRAY(s->arena, uint64_t, MOST_WORDS), 0}));
}

/* State bits first. */
static void find_signals(Search *s)
{
    const BitsGame *g = s->game;
    Function *of = ARENA_ARRAY(s->arena, Function, g->ngate);
    for (uint32_t i = 0; i < g->ngate; i++) {
        of[i] = g->gate[i].kind == BITS_STATE ? (Function){1, {g->gate[i].a}, 2} : none;
        if (g->gate[i].kind == BITS_STATE)
            add_signal(s, i, &of[i]);
    }
    s->nbit = s->signal.n;
    for (uint32_t i = 1; i < g->ngate; i++) {
        const BitsGate *at = &g->gate[i];
        if (at->kind == BITS_AND || at->kind == BITS_XOR)
            of[i] = combined(&of[at->a >> 1], at->a & 1, &of[at->b >> 1], at->b & 1, at->kind == BITS_XOR, MOST_SUPPORT);
        if (at->kind != BITS_STATE && of[i].n <= MOST_SUPPORT)
            add_signal(s, i, &of[i]);
    }
}

static void see(void *data, BitsRun *run, uint64_t live)
{
    Search *s = data;
    if (s->nword == MOST_WORDS)
        return;
    for (size_t i = 0; i < s->signal.n; i++) {
        uint64_t word = bits_run_edge(run, s->signal.at[i].edge) & live;
        s->signal.at[i].word[s->nword] = word;
        s->signal.at[i].often += (uint32_t)__builtin_popcountll(word);
    }
    s->live[s->nword++] = live;
    s->nlive += (uint32_t)__builtin_popcountll(live);
}

/* Never both, of random positions? */
static bool never_both(const Search *s, const Signal *x, bool x_not, const Signal *y, bool y_not)
{
    uint64_t fx = 0 - (uint64_t)x_not, fy = 0 - (uint64_t)y_not;
    for (uint32_t w = 0; w < s->nword; w++)
        if ((x->word[w] ^ fx) & (y->word[w] ^ fy) & s->live[w])
            return false;
    return true;
}

static double share(const Search *s, const Signal *x, bool not) { return not ? s->nlive - x->often : x->often; }

/* Literals of signals, two each; rows of sets of them: what never holds together with one. */
typedef struct {
    uint64_t *row;
    size_t words;
} Apart;

static uint64_t *row_of(const Apart *a, size_t literal) { return a->row + literal * a->words; }

static void put_apart(const Apart *a, size_t x, size_t y)
{
    row_of(a, x)[y / 64] |= UINT64_C(1) << y % 64;
    row_of(a, y)[x / 64] |= UINT64_C(1) << x % 64;
}

/* Does it follow that x and y are never together: is there z, without which x never is, nor y with it? */
static bool follows(const Apart *a, size_t x, size_t y)
{
    const uint64_t even = UINT64_C(0x5555555555555555), *p = row_of(a, x), *q = row_of(a, y);
    for (size_t w = 0; w < a->words; w++)
        if (p[w] & ((q[w] & even) << 1 | (q[w] >> 1 & even)))
            return true;
    return false;
}

/* Is it known that they are never together, from what they are or from pairs before? */
static bool known(const Search *s, const Apart *a, size_t x, size_t y)
{
    const Signal *p = &s->signal.at[x / 2], *q = &s->signal.at[y / 2];
    return !combined(&p->function, x & 1, &q->function, y & 1, false, 2 * MOST_SUPPORT).table || follows(a, x, y);
}

/* By chance they should have been seen together. */
static bool telling(const Search *s, size_t x, size_t y)
{
    return share(s, &s->signal.at[x / 2], x & 1) * share(s, &s->signal.at[y / 2], y & 1) >= (double)CHANCE * s->nlive;
}

/* Pairs of which nothing is known yet, of the first `n` signals, those that were found one after the other first. */
static void suppose(Search *s, size_t n)
{
    s->npair = 0;
    Apart a = {.words = n / 32 + 1};
    a.row = ARENA_ARRAY(s->arena, uint64_t, 2 * n * a.words + 1);
    s->pair = arena_alloc(s->arena, MOST_PAIRS * sizeof *s->pair);
    s->gone = ARENA_ARRAY(s->arena, bool, MOST_PAIRS);
    for (size_t x = 0; x < 2 * n; x++)
        for (size_t y = x & ~(size_t)1; y-- > 0 && s->npair < MOST_PAIRS;) {
            if (!never_both(s, &s->signal.at[x / 2], x & 1, &s->signal.at[y / 2], y & 1))
                continue;
            bool old = known(s, &a, x, y);
            if (!old && !telling(s, x, y))
                continue;
            put_apart(&a, x, y);
            if (old)
                continue;
            s->pair[s->npair][0] = s->signal.at[x / 2].edge ^ (BitsEdge)(x & 1);
            s->pair[s->npair++][1] = s->signal.at[y / 2].edge ^ (BitsEdge)(y & 1);
        }
}

/* ---- proof --------------------------------------------------------------------------- */

/* Before and after a move: what is supposed then, as clauses, and now, as literals. */
typedef struct {
    Cnf *cnf;
    SatLit (*then)[2];
} Step;

static NetCopy copy_of(const BitsGame *g, Arena *arena, BitsNet *net)
{
    return net_copy_new(arena, g->gate, g->ngate, g->loop, g->nloop, net);
}

/* Copies what pairs and the end depend on, over states as given in the copy. */
static void copy_pairs(const Search *s, NetCopy *copy)
{
    for (uint32_t k = 0; k < s->npair; k++)
        for (int i = 0; i < 2 && !s->gone[k]; i++)
            net_need(copy, s->pair[k][i]);
    net_need(copy, s->game->over);
    net_copy(copy, s->game->ngate);
}

static Step make_step(const Search *s, Arena *arena)
{
    const BitsGame *g = s->game;
    BitsNet *net = net_new(arena, UINT32_MAX / 2);
    NetCopy now = copy_of(g, arena, net), then = copy_of(g, arena, net);
    BitsEdge *legal = ARENA_ARRAY(arena, BitsEdge, g->nslot + 1);
    for (uint32_t i = 0; i < g->nslot; i++)
        net_need(&now, g->slot[i].legal);
    for (uint32_t i = 0; i < g->nstate; i++)
        net_need(&now, g->next[i]);
    copy_pairs(s, &now);
    for (uint32_t i = 0; i < g->ngate; i++)
        if (g->gate[i].kind == BITS_STATE)
            then.map[i] = net_copied(&now, g->next[g->gate[i].a]);
    copy_pairs(s, &then);
    Step step = {cnf_new(arena, net), arena_alloc(arena, (s->npair + 1) * sizeof *step.then)};
    for (uint32_t i = 0; i < g->nslot; i++)
        legal[i] = net_copied(&now, g->slot[i].legal);
    cnf_moves(step.cnf, net, g, legal, true);
    for (uint32_t k = 0; k < s->npair; k++) {
        if (s->gone[k])
            continue;
        SatLit pair[2];
        for (int i = 0; i < 2; i++) {
            pair[i] = cnf_edge(step.cnf, net_copied(&now, s->pair[k][i])) ^ 1;
            step.then[k][i] = cnf_edge(step.cnf, net_copied(&then, s->pair[k][i]));
        }
        sat_clause(step.cnf->sat, pair, 2);
    }
    sat_clause(step.cnf->sat, (SatLit[]){cnf_edge(step.cnf, net_copied(&now, g->over)) ^ 1}, 1);
    if (!s->to_end)
        sat_clause(step.cnf->sat, (SatLit[]){cnf_edge(step.cnf, net_copied(&then, g->over)) ^ 1}, 1);
    return step;
}

/* Can a move break one of these pairs?  Gives up what the example breaks, of all pairs. */
static SatAnswer break_one(Search *s, const Step *step, const uint32_t *pair, uint32_t n, uint64_t most)
{
    Sat *sat = step->cnf->sat;
    SatLit ask = 2 * sat_variable(sat), any[TOGETHER + 1] = {ask ^ 1};
    uint32_t nany = 1;
    for (uint32_t i = 0; i < n; i++) {
        if (s->gone[pair[i]])
            continue;
        SatLit both = 2 * sat_variable(sat);
        for (int k = 0; k < 2; k++)
            sat_clause(sat, (SatLit[]){both ^ 1, step->then[pair[i]][k]}, 2);
        any[nany++] = both;
    }
    if (nany == 1)
        return SAT_NEVER;
    sat_clause(sat, any, nany);
    SatAnswer answer = sat_ask(sat, &ask, 1, most);
    for (uint32_t k = 0; answer == SAT_FOUND && k < s->npair; k++)
        if (!s->gone[k] && sat_holds(sat, step->then[k][0]) && sat_holds(sat, step->then[k][1]))
            s->gone[k] = true;
    sat_clause(sat, (SatLit[]){ask ^ 1}, 1);
    return answer;
}

/* One round over all pairs; false if some were given up. */
static bool round_of(Search *s, uint64_t *left)
{
    Arena *arena = arena_beside(s->arena);
    Step step = make_step(s, arena);
    uint32_t *pair = ARENA_ARRAY(arena, uint32_t, s->npair + 1), n = 0;
    bool stable = true;
    for (uint32_t k = 0; k < s->npair; k++)
        if (!s->gone[k])
            pair[n++] = k;
    for (uint32_t at = 0; at < n; at += TOGETHER) {
        uint32_t size = n - at < TOGETHER ? n - at : TOGETHER;
        SatAnswer answer = SAT_FOUND;
        while (answer == SAT_FOUND) {
            uint64_t before = sat_work(step.cnf->sat);
            answer = break_one(s, &step, pair + at, size, *left);
            uint64_t spent = sat_work(step.cnf->sat) - before;
            *left = *left > spent ? *left - spent : 0;
            stable &= answer == SAT_NEVER;
        }
        for (uint32_t i = 0; answer == SAT_GIVEN_UP && i < size; i++)
            s->gone[pair[at + i]] = true;
    }
    arena_free(arena);
    return stable;
}

/* Supposed of the first `n` signals and proved; false: that does not do. */
static bool find_pairs(Search *s, size_t n, uint64_t *left)
{
    suppose(s, n);
    bool proved = false;
    while (!proved && *left)
        proved = round_of(s, left);
    return proved;
}

/* Pairs of state bits that no move breaks, not even the last one. */
static void find_always(Search *s, BitsInvariant *found, Arena *arena, uint64_t *left)
{
    s->to_end = true;
    (void)round_of(s, left);
    s->to_end = false;
    found->always = arena_alloc(arena, (s->npair + 1) * sizeof *found->always);
    for (uint32_t k = 0; k < s->npair; k++)
        if (!s->gone[k] && !(s->pair[k][0] & 1) && !(s->pair[k][1] & 1)) {
            for (int i = 0; i < 2; i++)
                found->always[found->nalways][i] = s->game->gate[s->pair[k][i] >> 1].a;
            found->nalways++;
        }
}

static void take_pairs(const Search *s, BitsInvariant *found, Arena *arena)
{
    found->n = 0;
    found->apart = arena_alloc(arena, (s->npair + 1) * sizeof *found->apart);
    for (uint32_t k = 0; k < s->npair; k++)
        if (!s->gone[k])
            memcpy(found->apart[found->n++], s->pair[k], sizeof *s->pair);
}

/* First of state bits alone: where nothing comes of the gates, these are known.  Gates take more than bits: where less is left than
 * bits took, nothing would come of them. */
BitsInvariant bits_invariant(Arena *arena, const BitsGame *game, uint64_t most_work)
{
    BitsInvariant found = {0};
    Search s = {.arena = arena_beside(arena), .game = game};
    uint64_t left = most_work;
    s.live = ARENA_ARRAY(s.arena, uint64_t, MOST_WORDS);
    find_signals(&s);
    bits_sample(game, see, &s);
    if (find_pairs(&s, s.nbit, &left)) {
        take_pairs(&s, &found, arena);
        find_always(&s, &found, arena, &left);
        if (left > most_work / 2 && find_pairs(&s, s.signal.n, &left))
            take_pairs(&s, &found, arena);
    }
    arena_free(s.arena);
    return found;
}
