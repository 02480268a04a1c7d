/* key_tool.c - what a key of a position promises, tried out on games.
 *
 *     key_tool sample N GAME..     N positions of random games of each: do any two share a key whose
 *                                  futures differ?  The future is looked at along 20 random words
 *                                  that follow from the key, so that they are the same for both.
 *     key_tool meet N GAME..       N times two moves of each player, and the same in another order,
 *                                  behind random openings: positions that look alike, now and along
 *                                  random words, have one key
 *     key_tool classes N GAME..    all positions of a game with at most N keys: which have the same
 *                                  future, found by refining a partition; keys must not be
 *                                  coarser, and says how much finer they are
 *     key_tool print N GAME..      the keys of N positions of random games, one a line
 *     key_tool speed N GAME..      nanoseconds of a key, N times each
 *
 * GAME: a file of rules, or .so, .dll, .dylib.  Planted errors: --leave-out FIELD takes the field
 * (a name of data `key NAME`) out of all keys, --leave-in VIEW puts a view into them.
 * --parts N: a set of LUDC_KEY_*.  --backend B, --def-path D, --seed N. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/abi.h"
#include "runtime/include/ludc.h"
#include "runtime/random.h"

enum { WORDS = 20, OPENING = 40 };

/* ---- games, with planted errors -------------------------------------------------- */

/* A reasoner whose words of set key are spoiled; first member, so that `observe` finds it. */
typedef struct {
    ludc_reasoner r;
    const ludc_reasoner *real;
    const int32_t *field;  /* data `key NAME`: held, part, word, shift, bits, n */
    int field_words;
    size_t view;           /* put in; SIZE_MAX: none */
    unsigned parts;
    uint32_t *list; /* room for moves */
    uint64_t seed;
} Game;

typedef struct {
    const char *leave_out, *leave_in, *backend, *def_path;
    unsigned parts;
    uint64_t seed;
} Flags;

/* `mix` of nothing and w, and back. */
static const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

static uint64_t number_of(uint64_t mixed)
{
    return (mixed ^ mixed >> 32) * inverse(factor);
}

static uint64_t mixed_of(uint64_t number)
{
    uint64_t x = number * factor;
    return x ^ x >> 32;
}

enum { HELD_NUMBER = 2 };

static void leave_field_out(const Game *g, uint64_t *word)
{
    const int32_t *f = g->field;
    bool small = f[0] == HELD_NUMBER && f[4] * f[5] <= 60;
    if (!small) {
        memset(word + f[2], 0, (size_t)g->field_words * sizeof *word);
        return;
    }
    uint64_t ones = (UINT64_C(1) << (f[4] * f[5])) - 1;
    word[f[2]] = mixed_of(number_of(word[f[2]]) & ~(ones << f[3]));
}

static void observe_spoiled(const ludc_reasoner *r, const void *state, uint32_t set, uint32_t eyes, uint64_t *out)
{
    const Game *g = (const Game *)(const void *)r;
    g->real->observe(g->real, state, set, eyes, out);
    if (set != LUDC_PLANES_KEY)
        return;
    if (g->field)
        leave_field_out(g, out);
    if (g->view != SIZE_MAX)
        out[0] ^= mixed_of((uint64_t)(int64_t)g->real->view(g->real, state, (uint32_t)g->view, 0));
}

static const int32_t *key_field(const ludc_reasoner *r, const char *name)
{
    char wanted[256];
    snprintf(wanted, sizeof wanted, "key %s", name);
    for (uint32_t i = 0; i < r->ndata; i++)
        if (!strcmp(r->data[i].name, wanted))
            return r->data[i].value;
    fprintf(stderr, "%s: no field %s\n", r->name, name);
    exit(2);
}

/* Words up to where the next field begins, or the set ends. */
static int words_of_field(const ludc_reasoner *r, const int32_t *field)
{
    int32_t end = (int32_t)r->words[LUDC_PLANES_KEY];
    for (uint32_t i = 0; i < r->ndata; i++) {
        const int32_t *other = r->data[i].value;
        if (!strncmp(r->data[i].name, "key ", 4) && other[0] && other[2] > field[2] && other[2] < end)
            end = other[2];
    }
    return end - field[2];
}

static void plant(Game *g, const Flags *flags)
{
    g->view = SIZE_MAX;
    if (flags->leave_out) {
        g->field = key_field(g->real, flags->leave_out);
        g->field_words = words_of_field(g->real, g->field);
        g->r.observe = observe_spoiled;
    }
    for (uint32_t i = 0; flags->leave_in && i < g->real->nview; i++)
        if (!strcmp(g->real->view_item[i].name, flags->leave_in))
            g->view = i;
    if (g->view != SIZE_MAX)
        g->r.observe = observe_spoiled;
    else if (flags->leave_in) {
        fprintf(stderr, "%s: no view %s\n", g->real->name, flags->leave_in);
        exit(2);
    }
}

static ludc_game *open_game(const char *path, const Flags *flags)
{
    ludc_error error = {0};
    ludc_options options = {.backend = flags->backend};
    const char *const def_path[] = {flags->def_path};
    options.def_path = def_path;
    options.ndef_path = flags->def_path ? 1 : 0;
    const char *dot = strrchr(path, '.');
    ludc_game *game = dot && !strcmp(dot, ".so") ? ludc_load(path, &error) : ludc_compile_file(path, &options, &error);
    if (!game) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        exit(error.status == LUDC_UNSUPPORTED ? 4 : 3);
    }
    return game;
}

static void *room(size_t n, size_t size)
{
    void *got = calloc(n ? n : 1, size);
    if (!got) {
        perror("key_tool");
        exit(3);
    }
    return got;
}

/* ---- steps ------------------------------------------------------------------------- */

/* Plays a random step by the words of *rng; false: the game is over, or a player has no move. */
static bool step(Game *g, void *state, uint64_t *rng, uint32_t *chosen)
{
    const ludc_reasoner *r = g->real;
    uint32_t move[16];
    if (ludc_over(r, state))
        return false;
    for (unsigned p = 1; p <= (r->joint ? r->players : 1u); p++) {
        uint32_t n = r->joint ? r->moves_of(r, state, p, g->list) : r->moves(r, state, g->list);
        if (n == 0)
            return false;
        move[p - 1] = g->list[(ludc_next_word(rng) >> 32) * n >> 32];
    }
    if (chosen)
        *chosen = move[0];
    if (r->joint)
        r->apply_joint(r, state, move);
    else if (r->apply_random)
        r->apply_random(r, state, move[0], rng);
    else
        r->apply(r, state, move[0]);
    return true;
}

static uint64_t stir(uint64_t h, uint64_t w)
{
    h = (h ^ w) * UINT64_C(0xff51afd7ed558ccd);
    return h ^ h >> 29;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* What can be asked of a position. */
static uint64_t face(const Game *g, const void *state)
{
    const ludc_reasoner *r = g->real;
    uint32_t n = r->moves(r, state, g->list);
    uint64_t h = stir(n, r->joint ? 0 : r->mover(r, state));
    h = stir(h, (uint64_t)ludc_over(r, state));
    for (uint32_t i = 0; i < n; i++)
        h = stir(h, g->list[i]);
    for (unsigned p = 1; p <= r->players; p++)
        h = stir(h, bits_of(ludc_payoff(r, state, p)));
    return h;
}

/* What a position shows now and along `WORDS` random words. */
static uint64_t future(Game *g, const void *state, void *scratch, uint64_t words)
{
    uint64_t h = face(g, state);
    memcpy(scratch, state, g->real->state_size);
    for (int i = 0; i < WORDS && step(g, scratch, &words, NULL); i++)
        h = stir(h, face(g, scratch));
    return h;
}

static void key_of(const Game *g, const void *state, uint64_t key[2]) { ludc_key_of(&g->r, state, g->parts, key); }

/* ---- a table of keys ---------------------------------------------------------------- */

typedef struct {
    uint64_t key, future, state; /* key 0: empty */
} Seen;

typedef struct {
    Seen *at;
    size_t size; /* a power of two */
} Table;

static Table table_for(size_t n)
{
    Table t = {NULL, 1024};
    while (t.size < 2 * n)
        t.size *= 2;
    t.at = room(t.size, sizeof *t.at);
    return t;
}

static Seen *look_up(const Table *t, uint64_t key)
{
    size_t i = (size_t)key & (t->size - 1);
    key |= key == 0;
    while (t->at[i].key && t->at[i].key != key)
        i = (i + 1) & (t->size - 1);
    return &t->at[i];
}

/* ---- sample ------------------------------------------------------------------------- */

typedef struct {
    uint64_t positions, keys, states, same, wrong;
} Counts;

static void look_at(Game *g, const Table *keys, const Table *states, const void *state, void *scratch, Counts *c)
{
    uint64_t key[2], raw = ludc_hash(g->real, state);
    key_of(g, state, key);
    Seen *seen = look_up(keys, key[0]), *other = look_up(states, raw);
    c->positions++;
    c->states += !other->key;
    if (other->key && seen->key)
        return; /* the same state again */
    *other = (Seen){raw | (raw == 0), 0, 0};
    uint64_t ahead = future(g, state, scratch, key[0] ^ g->seed);
    if (!seen->key) {
        c->keys++;
        *seen = (Seen){key[0] | (key[0] == 0), ahead, raw};
        return;
    }
    c->same++;
    c->wrong += seen->future != ahead;
}

static int sample(Game *g, uint64_t n)
{
    const size_t size = g->real->state_size;
    void *state = room(1, size), *scratch = room(1, size);
    Table keys = table_for(n), states = table_for(n);
    Counts c = {0};
    uint64_t rng = g->seed;
    while (c.positions < n) {
        ludc_init(g->real, state);
        do
            look_at(g, &keys, &states, state, scratch, &c);
        while (c.positions < n && step(g, state, &rng, NULL));
    }
    printf("%s\tpositions %llu\tstates %llu\tkeys %llu\tmet %llu\twrong %llu\n", g->real->name,
           (unsigned long long)c.positions, (unsigned long long)c.states, (unsigned long long)c.keys,
           (unsigned long long)c.same, (unsigned long long)c.wrong);
    free(state);
    free(scratch);
    free(keys.at);
    free(states.at);
    return c.wrong != 0;
}

static int print_keys(Game *g, uint64_t n)
{
    void *state = room(1, g->real->state_size);
    uint64_t rng = g->seed, key[2];
    ludc_init(g->real, state);
    for (uint64_t i = 0; i < n; i++) {
        key_of(g, state, key);
        printf("%016llx%016llx\n", (unsigned long long)key[0], (unsigned long long)key[1]);
        if (!step(g, state, &rng, NULL))
            ludc_init(g->real, state);
    }
    free(state);
    return 0;
}

/* ---- meet --------------------------------------------------------------------------- */

/* Is a view what lies on the board, or who moves? */
static bool is_look(const char *name)
{
    static const char *const look[] = {"what", "who", "count", "state", "rotation", "value", "mover", "next", "fact",
                                       "height", "pile", "pending", "active", "over", "score", "amount"};
    bool found = false;
    for (size_t i = 0; i < sizeof look / sizeof *look; i++)
        found = found || !strcmp(name, look[i]);
    return found;
}

static bool looks_alike(const Game *g, const void *a, const void *b)
{
    const ludc_reasoner *r = g->real;
    bool alike = true;
    for (uint32_t v = 0; v < r->nview && alike; v++)
        for (uint32_t i = 0; is_look(r->view_item[v].name) && i < (r->view_item[v].size ? r->view_item[v].size : 1u); i++)
            alike = alike && r->view(r, a, v, i) == r->view(r, b, v, i);
    return alike;
}

static bool is_move(const Game *g, const void *state, unsigned player, uint32_t move)
{
    const ludc_reasoner *r = g->real;
    uint32_t n = r->joint ? r->moves_of(r, state, player, g->list) : r->moves(r, state, g->list);
    bool found = false;
    for (uint32_t i = 0; i < n && !found; i++)
        found = g->list[i] == move;
    return found;
}

/* Plays a line that was found elsewhere: `move` has so many for each step. */
static bool play_line(const Game *g, void *state, uint32_t (*move)[16], const int *order, int n)
{
    const ludc_reasoner *r = g->real;
    for (int i = 0; i < n; i++) {
        for (unsigned p = 1; p <= (r->joint ? r->players : 1u); p++)
            if (ludc_over(r, state) || !is_move(g, state, p, move[order[i]][p - 1]))
                return false;
        if (r->joint)
            r->apply_joint(r, state, move[order[i]]);
        else
            r->apply(r, state, move[order[i]][0]);
    }
    return true;
}

/* Four steps, in their order, and with the first and third changed, the second and fourth, or
 * both: joint games with moves of every player in each step. */
static bool line_of(Game *g, void *state, uint64_t *rng, uint32_t (*move)[16])
{
    const ludc_reasoner *r = g->real;
    for (int i = 0; i < 4; i++) {
        if (ludc_over(r, state))
            return false;
        for (unsigned p = 1; p <= (r->joint ? r->players : 1u); p++) {
            uint32_t n = r->joint ? r->moves_of(r, state, p, g->list) : r->moves(r, state, g->list);
            if (n == 0)
                return false;
            move[i][p - 1] = g->list[(ludc_next_word(rng) >> 32) * n >> 32];
        }
        if (r->joint)
            r->apply_joint(r, state, move[i]);
        else
            r->apply(r, state, move[i][0]);
    }
    return true;
}

/* Which fields part two positions. */
static void say_difference(const Game *g, const void *a, const void *b)
{
    const ludc_reasoner *r = g->real;
    uint64_t word[2][LUDC_KEY_WORDS];
    r->observe(r, a, LUDC_PLANES_KEY, 0, word[0]);
    r->observe(r, b, LUDC_PLANES_KEY, 0, word[1]);
    fprintf(stderr, "%s: parted by", r->name);
    for (uint32_t i = 0; i < r->ndata; i++) {
        const int32_t *f = r->data[i].value;
        if (strncmp(r->data[i].name, "key ", 4) || !f[0] || !(g->parts >> f[1] & 1))
            continue;
        bool small = f[0] == HELD_NUMBER && f[4] * f[5] <= 60, differs = false;
        uint64_t ones = (UINT64_C(1) << (small ? f[4] * f[5] : 0)) - 1;
        for (int w = f[2], end = small ? w + 1 : w + words_of_field(r, f); w < end; w++)
            differs = differs || (small ? (number_of(word[0][w]) ^ number_of(word[1][w])) >> f[3] & ones
                                        : word[0][w] != word[1][w]);
        if (differs)
            fprintf(stderr, " %s", r->data[i].name + 4);
    }
    fprintf(stderr, "\n");
}

static int meet(Game *g, uint64_t n)
{
    static const int orders[3][4] = {{2, 1, 0, 3}, {0, 3, 2, 1}, {2, 3, 0, 1}};
    const size_t size = g->real->state_size;
    void *start = room(1, size), *one = room(1, size), *other = room(1, size), *scratch = room(1, size);
    uint64_t alike = 0, met = 0, rng = g->seed, tries = 0;
    while (alike < n && tries++ < 100 * n) {
        uint32_t move[4][16];
        ludc_init(g->real, start);
        for (uint64_t i = 0, plies = ludc_next_word(&rng) % OPENING; i < plies; i++)
            step(g, start, &rng, NULL);
        memcpy(one, start, size);
        if (!line_of(g, one, &rng, move) || ludc_over(g->real, one))
            continue;
        for (unsigned k = 0; k < 3; k++) {
            memcpy(other, start, size);
            if (!play_line(g, other, move, orders[k], 4) || !looks_alike(g, one, other) ||
                future(g, one, scratch, k + 1) != future(g, other, scratch, k + 1))
                continue;
            uint64_t a[2], b[2];
            key_of(g, one, a);
            key_of(g, other, b);
            bool same = a[0] == b[0] && a[1] == b[1];
            alike++;
            met += same;
            if (!same && alike - met <= 3)
                say_difference(g, one, other);
        }
    }
    printf("%s\talike %llu\tmet %llu\n", g->real->name, (unsigned long long)alike, (unsigned long long)met);
    free(start);
    free(one);
    free(other);
    free(scratch);
    return alike == 0 || met < alike;
}

/* ---- classes ------------------------------------------------------------------------ */

typedef struct {
    uint64_t key, face, class; /* class: what the partition says so far */
    uint64_t first; /* its moves and successors in `edge` */
    uint32_t n;
    bool over;
} Node;

typedef struct {
    uint32_t move;
    size_t to;
} Edge;

typedef struct {
    Game *g;
    Node *node;
    size_t n, room;
    Edge *edge;
    size_t nedge, edge_room;
    char *states;
    Table index; /* Seen.state: number of the node */
} Graph;

static size_t node_of(Graph *t, const void *state)
{
    uint64_t key[2];
    key_of(t->g, state, key);
    Seen *seen = look_up(&t->index, key[0]);
    if (seen->key)
        return (size_t)seen->state;
    if (t->n == t->room) {
        fprintf(stderr, "%s: more than %zu keys\n", t->g->real->name, t->room);
        return SIZE_MAX;
    }
    *seen = (Seen){key[0] | (key[0] == 0), 0, t->n};
    uint64_t now = face(t->g, state);
    t->node[t->n] = (Node){.key = key[0], .face = now, .class = now, .over = ludc_over(t->g->real, state)};
    memcpy(t->states + t->n * t->g->real->state_size, state, t->g->real->state_size);
    return t->n++;
}

/* A game of turns: its moves one after the other. */
static bool expand(Graph *t, size_t at, void *scratch)
{
    const ludc_reasoner *r = t->g->real;
    const void *state = t->states + at * r->state_size;
    uint32_t n = t->node[at].over ? 0 : r->moves(r, state, NULL), *list = room(n, sizeof *list);
    r->moves(r, state, list);
    t->node[at].first = t->nedge;
    t->node[at].n = n;
    for (uint32_t i = 0; i < n; i++) {
        memcpy(scratch, state, r->state_size);
        r->apply(r, scratch, list[i]);
        size_t to = node_of(t, scratch);
        if (to == SIZE_MAX) {
            free(list);
            return false;
        }
        if (t->nedge == t->edge_room) {
            t->edge_room = t->edge_room ? 2 * t->edge_room : 4096;
            t->edge = realloc(t->edge, t->edge_room * sizeof *t->edge);
            if (!t->edge)
                exit(3);
        }
        t->edge[t->nedge++] = (Edge){list[i], to};
    }
    free(list);
    return true;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static size_t count_classes(const Graph *t, uint64_t *scratch, bool running)
{
    size_t n = 0, different = 0;
    for (size_t i = 0; i < t->n; i++)
        if (!running || !t->node[i].over)
            scratch[n++] = t->node[i].class;
    qsort(scratch, n, sizeof *scratch, by_number);
    for (size_t i = 0; i < n; i++)
        different += i == 0 || scratch[i] != scratch[i - 1];
    return different;
}

/* Until no class falls apart: positions are alike if they show the same and each move leads to
 * positions that are alike. */
static void refine(Graph *t, uint64_t *scratch)
{
    size_t before = 0, now = count_classes(t, scratch, false);
    uint64_t *next = room(t->n, sizeof *next);
    while (now > before) {
        for (size_t i = 0; i < t->n; i++) {
            next[i] = stir(t->node[i].face, 1);
            for (size_t e = t->node[i].first; e < t->node[i].first + t->node[i].n; e++)
                next[i] = stir(stir(next[i], t->edge[e].move), t->node[t->edge[e].to].class);
        }
        for (size_t i = 0; i < t->n; i++)
            t->node[i].class = next[i];
        before = now;
        now = count_classes(t, scratch, false);
    }
    free(next);
}

/* Each state that some move leads to has the class that the first state with its key has: of
 * another state with the key only the face and the keys that its moves lead to are compared. */
static size_t count_wrong(Graph *t, void *scratch, void *deeper)
{
    const ludc_reasoner *r = t->g->real;
    size_t wrong = 0;
    for (size_t i = 0; i < t->n; i++)
        for (size_t e = t->node[i].first; e < t->node[i].first + t->node[i].n; e++) {
            const Node *to = &t->node[t->edge[e].to];
            memcpy(scratch, t->states + i * r->state_size, r->state_size);
            r->apply(r, scratch, t->edge[e].move);
            bool same = face(t->g, scratch) == to->face;
            for (size_t d = to->first; same && d < to->first + to->n; d++) {
                uint64_t key[2];
                memcpy(deeper, scratch, r->state_size);
                r->apply(r, deeper, t->edge[d].move);
                key_of(t->g, deeper, key);
                same = key[0] == t->node[t->edge[d].to].key;
            }
            wrong += !same;
        }
    return wrong;
}

static int classes(Game *g, uint64_t n)
{
    const size_t size = g->real->state_size;
    Graph t = {.g = g, .room = n, .index = table_for(n)};
    void *scratch = room(1, size), *deeper = room(1, size);
    if (g->real->joint || g->real->apply_random) {
        fprintf(stderr, "%s: joint moves or lots\n", g->real->name);
        exit(4);
    }
    t.node = room(n, sizeof *t.node);
    t.states = room(n, size);
    ludc_init(g->real, scratch);
    node_of(&t, scratch);
    bool all = true;
    for (size_t i = 0; i < t.n && all; i++)
        all = expand(&t, i, scratch);
    size_t running = 0, wrong = all ? count_wrong(&t, scratch, deeper) : 0, found = 0;
    if (all) {
        uint64_t *list = room(t.n, sizeof *list);
        refine(&t, list);
        found = count_classes(&t, list, true);
        free(list);
        for (size_t i = 0; i < t.n; i++)
            running += !t.node[i].over;
        printf("%s\tkeys %zu\tfutures %zu\twrong %zu\n", g->real->name, running, found, wrong);
    }
    free(t.node);
    free(t.states);
    free(t.edge);
    free(t.index.at);
    free(scratch);
    free(deeper);
    return !all || wrong;
}

/* ---- speed -------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int speed(Game *g, uint64_t n)
{
    enum { STATES = 512 };
    const size_t size = g->real->state_size;
    char *states = room(STATES, size);
    void *state = room(1, size);
    uint64_t rng = g->seed, total = 0;
    ludc_init(g->real, state);
    for (size_t i = 0; i < STATES; i++) {
        memcpy(states + i * size, state, size);
        if (!step(g, state, &rng, NULL))
            ludc_init(g->real, state);
    }
    double ns[4];
    ludc_key(&g->r, states); /* what an engine does on first use is done */
    for (int what = 0; what < 4; what++) {
        double from = now();
        for (uint64_t i = 0; i < n; i++) {
            uint64_t key[2];
            const void *at = states + i % STATES * size;
            if (what == 0)
                total += ludc_key(&g->r, at);
            else if (what == 1)
                ludc_key128(&g->r, at, key);
            else if (what == 2)
                total += ludc_hash(&g->r, at);
            else
                total += g->real->moves(g->real, at, NULL);
        }
        ns[what] = (now() - from) / (double)n * 1e9;
    }
    printf("%s\twords %u\tkey %.1f ns\tkey128 %.1f ns\thash of the state %.1f ns\tmoves %.1f ns\t%s\n", g->real->name,
           g->real->words[LUDC_PLANES_KEY], ns[0], ns[1], ns[2], ns[3], total ? "" : " ");
    free(states);
    free(state);
    return 0;
}

/* ---- the command ---------------------------------------------------------------------- */

typedef int Mode(Game *g, uint64_t n);

static Flags read_flags(int argc, char **argv)
{
    static const struct option option[] = {{"leave-out", 1, NULL, 'o'}, {"leave-in", 1, NULL, 'i'},
                                           {"parts", 1, NULL, 'p'},     {"backend", 1, NULL, 'b'},
                                           {"def-path", 1, NULL, 'd'},  {"seed", 1, NULL, 's'},
                                           {NULL, 0, NULL, 0}};
    Flags f = {.parts = LUDC_KEY_ALL, .seed = 1};
    int c;
    while ((c = getopt_long(argc, argv, "", option, NULL)) >= 0) {
        switch (c) {
        case 'o': f.leave_out = optarg; break;
        case 'i': f.leave_in = optarg; break;
        case 'p': f.parts = (unsigned)strtoul(optarg, NULL, 0); break;
        case 'b': f.backend = optarg; break;
        case 'd': f.def_path = optarg; break;
        case 's': f.seed = strtoull(optarg, NULL, 0); break;
        default: exit(2);
        }
    }
    return f;
}

static int try_game(Mode *mode, uint64_t n, const char *path, const Flags *flags)
{
    ludc_game *owner = open_game(path, flags);
    const ludc_reasoner *r = ludc_game_reasoner(owner);
    Game g = {.r = *r, .real = r, .parts = flags->parts, .seed = flags->seed};
    /* with a joint game's moves of all players one after the other */
    g.list = room((size_t)(r->max_moves + 1) * (r->joint ? r->players : 1u), sizeof *g.list);
    plant(&g, flags);
    int bad = mode(&g, n);
    fflush(stdout);
    free(g.list);
    ludc_free(owner);
    return bad;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        Mode *mode;
    } modes[] = {{"sample", sample}, {"print", print_keys}, {"meet", meet}, {"classes", classes}, {"speed", speed}};
    Flags flags = read_flags(argc, argv);
    if (argc - optind < 3)
        return 2;
    uint64_t n = strtoull(argv[optind + 1], NULL, 0);
    int bad = 0;
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++)
        for (int i = optind + 2; !strcmp(argv[optind], modes[m].name) && i < argc; i++)
            bad |= try_game(modes[m].mode, n, argv[i], &flags);
    return bad;
}
