/* search_playout_test.c - playouts by a rule: the chances that a learnt table gives are exact, by all words, inside a
 * search too; and what each rule learns from a playout, by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/search/leaves.h"
#include "runtime/search/playout.h"
#include "tests/chances.h"

static int tests, failed;

static void ok(bool good, const char *name)
{
    printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, name);
    failed += !good;
}

static bool near(double a, double b, double far) { return fabs(a - b) <= far; }

/* ---- exact chances in a game of one choice ------------------------------------------------- */

static ludc_search_options options_of(const char *spec)
{
    ludc_search_options o;
    ludc_error error = {0};
    if (ludc_search_parse(spec, &o, &error))
        fprintf(stderr, "%s: %s\n", spec, error.message);
    return o;
}

static void teach(Playouts *p, uint32_t role, uint32_t move, const uint32_t *last, unsigned n, double value)
{
    Taught *t = playout_make(p, playout_key(role, move, last, n));
    t->count = 100;
    t->value = (float)value;
}

/* epsilon / n + (1 - epsilon) exp(v / temp) / sum over the legal moves, or the best alone. */
static void expect(const OneChoice *c, const double *value, double epsilon, double temp, double *chance)
{
    uint32_t list[MOST + 1], n = moves(NULL, c, list), ties = 0;
    double sum = 0, best = -INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        sum += temp > 0 ? exp(value[list[i]] / temp) : 0;
        best = fmax(best, value[list[i]]);
    }
    for (uint32_t i = 0; i < n; i++)
        ties += value[list[i]] >= best;
    for (uint32_t i = 0; i < n; i++) {
        double v = value[list[i]], by = temp > 0 ? exp(v / temp) / sum : v >= best ? 1.0 / ties : 0;
        chance[list[i]] = epsilon / n + (1 - epsilon) * by;
    }
}

/* Every set of legal moves, proved before and when drawn. */
static bool exact(const char *spec, void (*fill)(Playouts *p), const double *value)
{
    ludc_search_options o = options_of(spec);
    bool good = true;
    for (uint32_t i = 0; i < 32 && good; i++) {
        OneChoice c = {.n = 4, .legal = i / 2}, log = c;
        ludc_reasoner r = {.players = 1, .max_moves = MOST + 1, .codes = MOST + 1, .state_size = sizeof c, .moves = moves,
                           .mover = first, .over = never, .self = &log};
        if (i % 2) {
            r.candidates = candidates;
            r.allowed = allowed;
        }
        Playouts *p = playouts_new(&r, &o);
        fill(p);
        Walk w = {.chooser = p->chooser, .choice = &log};
        double expected[MOST + 1] = {0};
        walk(&w, 1);
        expect(&c, value, o.epsilon, o.temp, expected);
        for (uint32_t m = 0; m <= c.n; m++)
            good = good && near(w.chance[m], expected[m], 1e-8);
        if (w.wrong)
            printf("# %s\n", w.wrong);
        good = good && !w.wrong;
        playouts_free(p);
    }
    return good;
}

/* Move 4, made if no candidate is legal, and the others. */
static const double table[] = {(double)0.9f, (double)0.3f, (double)0.55f, (double)0.7f, (double)0.1f};

static void fill_mast(Playouts *p)
{
    for (uint32_t m = 0; m < 5; m++)
        teach(p, 1, m, NULL, 0, table[m]);
}

/* Of sequences: the mean over lengths that were seen often; the line so far has two steps. */
static void fill_nst(Playouts *p)
{
    p->last[0] = 77;
    p->last[1] = 78;
    for (uint32_t m = 0; m < 5; m++)
        teach(p, 1, m, NULL, 0, 0.5);
    teach(p, 1, 0, p->last, 1, 0.25);
    teach(p, 1, 1, p->last, 1, 1);
    teach(p, 1, 1, p->last, 2, 0.75);
    teach(p, 1, 2, p->last, 2, 1); /* the pair was never seen: it ends there */
}
static const double by_sequences[] = {0.375, 0.75, 0.5, 0.5, 0.5};

static void fill_replies(Playouts *p)
{
    p->last[0] = 77;
    p->last[1] = 78;
    playout_make(p, playout_key(1, UINT32_MAX - 1, p->last, 1))->move = 2;
    playout_make(p, playout_key(1, UINT32_MAX - 1, p->last, 2))->move = 0;
}
static const double by_replies[] = {2, 0, 1, 0, 0};

/* Are these the playout's own epsilon and temperature where the text says neither? */
static bool owns(const char *spec, double epsilon, double temp)
{
    ludc_search_options o;
    return ludc_search_parse(spec, &o, NULL) == LUDC_OK && fabs(o.epsilon - epsilon) < 1e-12 && fabs(o.temp - temp) < 1e-12;
}

static void exact_chances(void)
{
    ok(owns("uct:playout=mast", 0, 0.1) && owns("uct:playout=fast", 0, 0.2) && owns("uct:playout=ppa", 0, 1) && owns("uct:playout=nst", 0.2, 0) &&
           owns("uct:playout=lgr", 0, 0) && owns("uct", 0, 0) && owns("puct:playout=mast,temp=0", 0, 0),
       "what a playout's paper has where nothing else is said");
    ok(exact("uct:playout=mast", fill_mast, table), "mast: exp(v / 0.1) / sum");
    ok(exact("uct:playout=mast,temp=0", fill_mast, table), "mast, the best move");
    ok(exact("uct:playout=mast,temp=0.5,epsilon=0.25", fill_mast, table), "mast, Boltzmann under epsilon");
    ok(exact("uct:playout=mast,temp=0,epsilon=0.4", fill_mast, table), "mast, epsilon-greedy");
    ok(exact("uct:playout=nst", fill_nst, by_sequences), "nst");
    ok(exact("uct:playout=nst,epsilon=0,temp=0.2", fill_nst, by_sequences), "nst, Boltzmann");
    ok(exact("uct:playout=lgr", fill_replies, by_replies), "lgr: the reply to two, else to one, else uniform");
    ok(exact("uct:playout=lgr,epsilon=0.5,temp=1", fill_replies, by_replies), "lgr, Boltzmann under epsilon");
    ok(exact("uct:playout=ppa", fill_mast, table), "ppa: softmax of the weights");
}

/* ---- a game of three steps: role 1 has one move, role 2 three, role 1 two -------------------------- */

typedef struct {
    uint32_t n, move[3];
} Line;

static double gain[3][2] = {{1, 0}, {0.5, 1}, {0, 0}}; /* of role 1 */

static uint32_t line_over(const ludc_reasoner *r, const void *state)
{
    (void)r;
    return ((const Line *)state)->n == 3;
}

static uint32_t line_moves(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    static const uint32_t count[] = {1, 3, 2, 0}, begin[] = {0, 1, 4, 0};
    const Line *l = state;
    (void)r;
    for (uint32_t i = 0; i < count[l->n] && out; i++)
        out[i] = begin[l->n] + i;
    return count[l->n];
}

static void line_apply(const ludc_reasoner *r, void *state, uint32_t move)
{
    Line *l = state;
    (void)r;
    l->move[l->n++] = move;
}

static uint32_t line_mover(const ludc_reasoner *r, const void *state)
{
    (void)r;
    return ((const Line *)state)->n == 1 ? 2 : 1;
}

static uint32_t line_rank2(const ludc_reasoner *r, const void *state, uint32_t player)
{
    const Line *l = state;
    if (!line_over(r, state))
        return 0;
    double v = gain[l->move[1] - 1][l->move[2] - 4];
    return (uint32_t)lrint(2 * (player == 1 ? 2 - v : 1 + v));
}

static void line_observe(const ludc_reasoner *r, const void *state, uint32_t set, uint32_t eyes, uint64_t *out)
{
    const Line *l = state;
    (void)r;
    (void)set;
    (void)eyes;
    *out = 0;
    for (uint32_t i = 0; i < l->n; i++)
        *out |= UINT64_C(1) << l->move[i];
}

static const ludc_reasoner line_game = {.players = 2, .name = "line", .state_size = sizeof(Line), .max_moves = 3, .codes = 6,
                                        .moves = line_moves, .apply = line_apply, .over = line_over, .mover = line_mover,
                                        .rank2 = line_rank2, .observe = line_observe, .words = {1}};

static ludc_search *search_of(const char *spec)
{
    static const Line start;
    ludc_search_options o = options_of(spec);
    ludc_search *s = ludc_search_new(&line_game, &o, 5, NULL);
    if (ludc_search_begin(s, &start))
        fprintf(stderr, "%s cannot begin\n", spec);
    return s;
}

static double root_value(const ludc_search *s)
{
    double value[2];
    ludc_search_value(s, value, NULL, NULL);
    return value[0];
}

/* The leaf stays the state after the first move; its value is the mean over what a given table draws. */
static void inside_the_search(void)
{
    static const double value[] = {0, 0.2, 0.6, 0.5, 0.75, 0.5}; /* by move */
    ludc_search *s = search_of("uct:playout=mast,temp=0.3,epsilon=0.125,expand=1000000000,solver=0,leaves=4,playouts=2");
    Playouts *p = s->leaves->by;
    double expected = 0, square = 0, sums[2] = {0};
    for (uint32_t m = 0; m < 6; m++)
        teach(p, m > 0 && m < 4 ? 2 : 1, m, NULL, 0, value[m]);
    p->fixed = true;
    for (int m = 1; m < 6; m++)
        sums[m > 3] += exp(value[m] / 0.3);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 2; b++) {
            double first = 0.125 / 3 + 0.875 * exp(value[1 + a] / 0.3) / sums[0];
            double second = 0.125 / 2 + 0.875 * exp(value[4 + b] / 0.3) / sums[1];
            expected += first * second * gain[a][b];
            square += first * second * gain[a][b] * gain[a][b];
        }
    ludc_search_run(s, 20000, 0);
    double error = sqrt((square - expected * expected) / 40000);
    printf("# %.5f, expected %.5f +- %.5f\n", root_value(s), expected, error);
    ok(near(root_value(s), expected, 4 * error), "a table's chances inside a search, within 4 standard errors");
    ludc_search_free(s);
}

/* ---- what is learnt ----------------------------------------------------------------------------------- */

/* One playout whose moves are known afterwards from the search's steps. */
static const Playouts *one_playout(ludc_search *s, uint32_t *a, uint32_t *b)
{
    const Playouts *p = s->leaves->by;
    ludc_search_run(s, 1, 0);
    *a = p->move[1];
    *b = p->move[2];
    return p;
}

static bool has(const Playouts *p, uint32_t role, uint32_t move, const Step *after, unsigned n, double value)
{
    const Taught *t = playout_find(p, playout_key(role, move, after ? after->last : NULL, n));
    return t && t->count == 1 && near((double)t->value, value, 1e-6);
}

static void learning(void)
{
    uint32_t a, b;
    ludc_search *s = search_of("uct:playout=mast,expand=1000000000,solver=0");
    const Playouts *p = one_playout(s, &a, &b);
    double v = gain[a - 1][b - 4];
    ok(has(p, 1, 0, NULL, 0, v) && has(p, 2, a, NULL, 0, 1 - v) && has(p, 1, b, NULL, 0, v) &&
           !playout_find(p, playout_key(2, a == 1 ? 2 : 1, NULL, 0)) && !playout_find(p, playout_key(1, a, NULL, 0)),
       "mast learns each role's moves, those in the tree too");
    ludc_search_begin(s, &(Line){0});
    ok(!playout_find(p, playout_key(1, 0, NULL, 0)), "nothing survives the beginning of another game");
    ludc_search_free(s);

    s = search_of("uct:playout=nst,expand=1000000000,solver=0");
    p = one_playout(s, &a, &b);
    v = gain[a - 1][b - 4];
    ok(has(p, 1, b, NULL, 0, v) && has(p, 1, b, &p->step[2], 1, v) && has(p, 1, b, &p->step[2], 2, v) &&
           has(p, 2, a, &p->step[1], 1, 1 - v) && p->step[2].last[1] == p->step[1].last[0],
       "nst learns sequences of one, two, three moves");
    ludc_search_free(s);

    s = search_of("uct:playout=ppa,expand=1000000000,solver=0");
    bool right = true;
    for (int i = 0; i < 12 && right; i++) {
        ludc_search_begin(s, &(Line){0});
        s->rng = (uint64_t)i;
        p = one_playout(s, &a, &b);
        v = gain[a - 1][b - 4];
        for (uint32_t m = 1; m < 4; m++) { /* all weights were 0: chances 1/3 */
            const Taught *t = playout_find(p, playout_key(2, m, NULL, 0));
            right = right && near(t ? (double)t->value : 0, v < 0.5 ? (m == a) - 1.0 / 3 : 0, 1e-6);
        }
        for (uint32_t m = 4; m < 6; m++) {
            const Taught *t = playout_find(p, playout_key(1, m, NULL, 0));
            right = right && near(t ? (double)t->value : 0, v > 0.5 ? (m == b) - 1.0 / 2 : 0, 1e-6);
        }
    }
    ok(right, "ppa raises the winner's move by 1 - p, and lowers the others by p");
    ludc_search_free(s);
}

static void replies_are_forgotten(void)
{
    gain[2][1] = 1; /* else role 2 has a move that always wins, and nothing else is ever tried */
    ludc_search *s = search_of("uct:playout=lgr,expand=1000000000,solver=0");
    const Playouts *p = s->leaves->by;
    ludc_move reply[8] = {0}, other = 0; /* role 1's to move a, role 2's to the first; 0: none */
    bool right = true;
    unsigned forgotten = 0;
    for (int i = 0; i < 200 && right; i++) {
        uint32_t a, b;
        one_playout(s, &a, &b);
        right = right && (!other || a == other) && (!reply[a] || b == reply[a]); /* they are made as long as they are there */
        double v = gain[a - 1][b - 4];
        forgotten += (v > 0.5 && other == a) || (v < 0.5 && reply[a] == b);
        if (v > 0.5 || v < 0.5) {
            reply[a] = v > 0.5 ? b : reply[a] == b ? 0 : reply[a];
            other = v < 0.5 ? a : other == a ? 0 : other;
        }
        const Taught *one = playout_find(p, playout_key(1, UINT32_MAX - 1, p->step[2].last, 1));
        const Taught *two = playout_find(p, playout_key(2, UINT32_MAX - 1, p->step[1].last, 1));
        right = right && (reply[a] ? one && one->move == reply[a] : !one) && (other ? two && two->move == other : !two);
    }
    ok(right && forgotten && reply[1] == 4 && reply[2] == 5 && reply[3] == 5, "lgr keeps the reply that won, and forgets it when it loses");
    ludc_search_free(s);
    gain[2][1] = 0;
}

static void looking_ahead(void)
{
    /* role 2 sees which of its moves let role 1 win at once (1 and 2), and makes the third */
    ludc_search *s = search_of("uct:playout=decisive,expand=1000000000,solver=0");
    ludc_search_run(s, 200, 0);
    ok(near(root_value(s), 0, 1e-9), "decisive: what lets the other win is not made");
    ludc_search_free(s);
    Playouts *p;
    s = search_of("uct:playout=decisive,expand=1000000000,solver=0");
    p = s->leaves->by;
    double chance[3];
    ludc_move list[3];
    Line at = {2, {0, 2, 0}};
    ok(ludc_chances(p->chooser, &at, 1, list, chance) == 2 && near(chance[1], 1, 0), "decisive: the winning move is made");
    at = (Line){2, {0, 3, 0}};
    ok(ludc_chances(p->chooser, &at, 1, list, chance) == 2 && near(chance[1], 0.5, 0), "decisive: else all alike");
    ludc_search_free(s);
    /* fast: positions with move 3 are worth nothing to role 1, after move 2 more than after move 1 */
    s = search_of("uct:playout=fast,temp=10,expand=1000000000,solver=0");
    p = s->leaves->by;
    ludc_search_run(s, 20000, 0);
    double score[3];
    p->rule->score(p, &line_game, &(Line){1, {0}}, 2, (const ludc_move[]){1, 2, 3}, 3, score);
    printf("# fast: %.3f %.3f %.3f\n", score[0], score[1], score[2]);
    ok(near(score[0] - score[1], 0.25, 0.15) && near(score[2] - score[0], 0.5, 0.15), "fast: values differ as those of play");
    ludc_search_free(s);
}

int main(void)
{
    exact_chances();
    inside_the_search();
    learning();
    replies_are_forgotten();
    looking_ahead();
    printf("1..%d\n", tests);
    return failed != 0;
}
