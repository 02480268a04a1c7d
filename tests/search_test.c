/* search_test.c - tree search through ludc_search.h: what must be exact is compared with
 * enumeration by brute force, written here once more and simply. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc_search.h>
#include <ludc_solve.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/searching.h"

/* ---- tests --------------------------------------------------------------------------------- */

static void options_are_read(void **state)
{
    (void)state;
    ludc_search_options o, again;
    ludc_error error;
    char text[2048];
    assert_int_equal(ludc_search_parse("uct:c=0.5,expand=4,memory=3M,fpu=draw,solver=0", &o, &error), LUDC_OK);
    assert_true(o.c >= 0.5 && o.c <= 0.5 && o.expand == 4 && o.memory == 3 << 20 && o.fpu == LUDC_FPU_DRAW && !o.solver);
    size_t n = ludc_search_spec(&o, text, sizeof text);
    assert_int_equal(n, strlen(text));
    assert_int_equal(ludc_search_parse(text, &again, &error), LUDC_OK);
    assert_memory_equal(&o, &again, sizeof o);
    static const char *const wrong[][2] = {
        {"utc", "uct"},         {"uct:expnd=3", "expand"}, {"uct:fpu=infinit", "infinite"}, {"uct:c", "`c`"},
        {"uct:c=-1", "from 0"}, {"uct:expand=1.5", "from 1"}, {"uct:memory=64X", "64M"},      {"random:c=1", "no keys"},
        {"", "uct"},            {"flat:expand=2", "nearest"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(ludc_search_parse(wrong[i][0], &o, &error), LUDC_USAGE);
        if (!strstr(error.message, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], error.message);
    }
    const char *what, *choices, *standard, *help;
    size_t rows = 0;
    while (ludc_search_explain(rows, &what, &choices, &standard, &help))
        rows += *what && *help;
    assert_true(rows > 20);
    assert_int_equal(ludc_search_parse(NULL, &o, NULL), LUDC_USAGE);
    ludc_search_defaults(&o, LUDC_AGENT_UCT);
    o.expand = 0;
    ludc_game *game = compile("three.lud", noughts);
    assert_null(ludc_search_new(ludc_game_reasoner(game), &o, 1, &error));
    assert_int_equal(error.status, LUDC_USAGE);
    ludc_search_defaults(&o, LUDC_AGENT_UCT);
    o.memory = 1000;
    assert_null(ludc_search_new(ludc_game_reasoner(game), &o, 1, &error));
    assert_int_equal(error.status, LUDC_IO);
    assert_null(ludc_search_new(NULL, &o, 1, NULL));
    ludc_search_free(NULL);
    ludc_free(game);
}

/* A first child that looks well enough keeps no other one out, whatever those never visited count as. */
static void what_is_new_is_explored(void **state)
{
    (void)state;
    static const char *const specs[] = {"uct:fpu=parent,solver=0", "uct:fpu=draw,solver=0", "uct:fpu=loss,solver=0", "ucb1tuned:fpu=parent,solver=0",
                                        "uct:fpu=parent,history=1,solver=0", "mmcts:fpu=parent,lambda=0.2"};
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[256];
    ludc_init(r, start);
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        ludc_search *s = search_of(r, specs[k], 5, start);
        ludc_search_move m[9];
        assert_int_equal(ludc_search_run(s, 4000, 0), LUDC_OK);
        assert_int_equal(ludc_search_moves(s, 1, m, 9), 9);
        for (int i = 0; i < 9; i++)
            if (m[i].visits < 20)
                fail_msg("%s: a move has %u visits", specs[k], (unsigned)m[i].visits);
        ludc_search_free(s);
    }
    ludc_free(game);
}

/* flat: a move's value is the exact chance of random play behind it, within 4 standard errors. */
static void flat_is_unbiased(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[256], next[256];
    ludc_init(r, start);
    ludc_search *s = search_of(r, "flat", 7, start);
    assert_int_equal(ludc_search_run(s, 18000, 0), LUDC_OK);
    ludc_search_move m[9];
    assert_int_equal(ludc_search_moves(s, 1, m, 9), 9);
    for (int i = 0; i < 9; i++) {
        double exact[2];
        ludc_copy(r, next, start);
        ludc_apply(r, next, m[i].move, NULL);
        enumerate(r, next, 1, exact);
        assert_int_equal(m[i].visits, 2000);
        assert_true(fabs(m[i].value[0] - exact[0]) < 4 * 0.5 / sqrt(2000));
        assert_true(fabs(m[i].value[0] + m[i].value[1] - 1) < 1e-9);
    }
    ludc_search_free(s);
    ludc_free(game);
}

static void proofs_are_right(void **state)
{
    (void)state;
    static const char *const specs[] = {"uct", "ucb1tuned", "puct", "uct:fpu=loss,expand=3", "uct:backup=implicit",
                                        "puct:backup=implicit,alpha=0.8", "grave:backup=implicit,c=0.4", "ucb1tuned:backup=implicit"};
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[512];
    ludc_init(r, start);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        unsigned count = prove_all(r, start, i ? 1 : 2, specs[i], 60000);
        assert_true(i ? count >= 9 : count == 82); /* the start, 9, 72 */
    }
    ludc_free(game);
    game = compile("heaps.kif", heaps);
    r = ludc_game_reasoner(game);
    ludc_init(r, start);
    assert_true(prove_all(r, start, 4, "uct", 60000) > 5);
    assert_true(prove_all(r, start, 4, "uct:backup=implicit", 60000) > 5);
    ludc_free(game);
}

/* Every position down to a depth: the solver says what enumeration says, and its line leads there. */
static void solve_all(const ludc_reasoner *r, ludc_solver *solver, const void *state, int depth, unsigned *count)
{
    unsigned n = ludc_players(r), p = chooser(r, state), who = 0;
    double exact[16];
    ludc_solved found;
    enumerate(r, state, 0, exact);
    assert_int_equal(ludc_solver_value(solver, state, &found), LUDC_OK);
    for (unsigned q = 0; q < n; q++) {
        assert_true(found.low[q] <= exact[q] + 1e-9 && exact[q] <= found.high[q] + 1e-9);
        assert_true(!found.solved || fabs(found.value[q] - exact[q]) < 1e-9);
    }
    *count += found.solved != 0;
    ludc_move line[16 * 16], step[16], list[64];
    _Alignas(16) char next[512];
    double end[16];
    size_t steps_made = ludc_solver_line(solver, state, line, 16);
    ludc_copy(r, next, state);
    for (size_t i = 0; i < steps_made; i++)
        ludc_apply_joint(r, next, line + i * n, NULL);
    ludc_payoffs(r, next, end);
    for (unsigned q = 0; q < n && found.solved; q++)
        assert_true(ludc_over(r, next) && fabs(end[q] - exact[q]) < 1e-9);
    if (ludc_over(r, state))
        return;
    assert_int_equal(ludc_solver_chooser(solver, state, &who), LUDC_OK);
    assert_true(who == p || ludc_moves_of(r, state, who, NULL) == 1);
    size_t moves = depth ? ludc_moves_of(r, state, p, list) : 0;
    for (size_t i = 0; i < moves; i++) {
        ludc_copy(r, next, state);
        steps(r, state, p, list[i], step);
        ludc_apply_joint(r, next, step, NULL);
        solve_all(r, solver, next, depth - 1, count);
    }
}

static void solutions_are_right(void **state)
{
    (void)state;
    static const char *const texts[][2] = {{"three.lud", noughts}, {"heaps.kif", heaps}};
    static const int depth[] = {3, 9};
    static const unsigned least[] = {82 + 504, 20};
    for (int i = 0; i < 4; i++) { /* with much memory and with little */
        ludc_game *game = compile(texts[i % 2][0], texts[i % 2][1]);
        const ludc_reasoner *r = ludc_game_reasoner(game);
        _Alignas(16) char start[512];
        const ludc_solve_options small = {.memory = 65536};
        ludc_solver *solver = ludc_solver_new(r, i < 2 ? NULL : &small, NULL);
        unsigned count = 0;
        assert_non_null(solver);
        ludc_init(r, start);
        solve_all(r, solver, start, depth[i % 2], &count);
        assert_true(count >= least[i % 2]);
        /* A step is worth what the position behind it is; without time nothing is found out. */
        ludc_solved first, behind;
        ludc_move step[16];
        _Alignas(16) char next[512];
        assert_int_equal(ludc_solver_line(solver, start, step, 1), 1);
        assert_int_equal(ludc_solver_step(solver, start, step, &first), LUDC_OK);
        ludc_copy(r, next, start);
        ludc_apply_joint(r, next, step, NULL);
        assert_int_equal(ludc_solver_value(solver, next, &behind), LUDC_OK);
        assert_true(first.solved && behind.solved && fabs(first.value[0] - behind.value[0]) < 1e-9);
        assert_int_equal(ludc_solver_time(solver, -1), LUDC_USAGE);
        assert_int_equal(ludc_solver_time(solver, 1e-9), LUDC_OK);
        assert_int_equal(ludc_solver_time(solver, 0), LUDC_OK);
        ludc_solver_free(solver);
        ludc_free(game);
    }
    ludc_game *game = compile("scissors.kif", scissors);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[512];
    unsigned who;
    ludc_solved found;
    ludc_init(r, start);
    ludc_solver *solver = ludc_solver_new(r, NULL, NULL);
    assert_int_equal(ludc_solver_value(solver, start, &found), LUDC_UNSUPPORTED);
    assert_int_equal(ludc_solver_chooser(solver, start, &who), LUDC_UNSUPPORTED);
    ludc_solver_free(solver);
    ludc_solver_free(NULL);
    ludc_free(game);
    ludc_error error;
    assert_null(ludc_solver_new(NULL, NULL, &error));
    assert_int_equal(error.status, LUDC_USAGE);
}

/* One seed, one result: whatever the number of threads, and when a tree is saved on the way. */
static void one_seed_one_tree(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[256];
    ludc_init(r, start);
    for (int threads = 1; threads <= 3; threads += 2) {
        char spec[64];
        snprintf(spec, sizeof spec, "uct:solver=0,threads=%d", threads);
        ludc_search *a = search_of(r, spec, 5, start), *b = search_of(r, spec, 5, start);
        ludc_search_run(a, 3001, 0);
        ludc_search_run(b, 3001, 0);
        ludc_search_stats f;
        ludc_search_figures(a, &f);
        assert_int_equal(f.iterations, 3001);
        ludc_search_move x[9], y[9];
        assert_int_equal(ludc_search_moves(a, 1, x, 9), ludc_search_moves(b, 1, y, 9));
        assert_memory_equal(x, y, sizeof x);
        ludc_search_free(a);
        ludc_search_free(b);
    }
    ludc_search *a = search_of(r, "uct:solver=0", 5, start), *b = search_of(r, "uct:solver=0", 6, start);
    ludc_search_run(a, 1000, 0);
    size_t size = ludc_search_saved_size(a);
    char *saved = malloc(size), *after[2];
    assert_int_equal(ludc_search_save(a, saved), LUDC_OK);
    assert_int_equal(ludc_search_restore(b, saved, size - 4), LUDC_WRONG);
    assert_int_equal(ludc_search_restore(b, saved, size), LUDC_OK);
    ludc_search_run(a, 1000, 0);
    ludc_search_run(b, 1000, 0);
    size = ludc_search_saved_size(a);
    assert_int_equal(size, ludc_search_saved_size(b));
    for (int i = 0; i < 2; i++) {
        after[i] = malloc(size);
        ludc_search_save(i ? b : a, after[i]);
    }
    assert_memory_equal(after[0], after[1], size);
    free(after[0]);
    free(after[1]);
    free(saved);
    ludc_search_free(a);
    ludc_search_free(b);
    ludc_free(game);
}

/* What one game left behind does not show in the next. */
static void a_new_seed_is_as_a_new_search(void **state)
{
    static const char *const spec[] = {"uct:solver=0", "uct:threads=3,solver=0", "uct:leaves=4,playouts=2,playout=mast", "puct", "mmcts:phi=base",
                                       "grave", "uct:dag=1", "uct:backup=implicit", "alphabeta"};
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[256];
    (void)state;
    ludc_init(r, start);
    for (size_t i = 0; i < sizeof spec / sizeof *spec; i++) {
        ludc_search *a = search_of(r, spec[i], 5, start), *b = search_of(r, spec[i], 6, start);
        ludc_search_run(b, 700, 0);
        assert_int_equal(ludc_search_reseed(b, 5), LUDC_OK);
        assert_int_equal(ludc_search_begin(b, start), LUDC_OK);
        ludc_search_run(a, 1000, 0);
        ludc_search_run(b, 1000, 0);
        ludc_search_stats f, g;
        ludc_search_figures(a, &f);
        ludc_search_figures(b, &g);
        assert_int_equal(f.iterations, g.iterations);
        assert_int_equal(f.nodes, g.nodes);
        ludc_search_move x[9], y[9];
        assert_int_equal(ludc_search_moves(a, 1, x, 9), ludc_search_moves(b, 1, y, 9));
        assert_memory_equal(x, y, sizeof x);
        ludc_search_free(a);
        ludc_search_free(b);
    }
    assert_int_equal(ludc_search_reseed(NULL, 1), LUDC_USAGE);
    ludc_free(game);
}

/* The sum of visits below a node is what the node has, less those from before it had children. */
static uint64_t check_tree(const ludc_search *s, uint64_t node, uint64_t visits, unsigned depth)
{
    ludc_search_node child[9];
    size_t n = ludc_search_children(s, node, child, 9);
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += child[i].visits;
        assert_true(child[i].visits <= visits);
        check_tree(s, child[i].node, child[i].visits, depth + 1);
    }
    assert_true(sum <= visits);
    return sum;
}

static void trees_move_on(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char now[256];
    ludc_init(r, now);
    ludc_search *s = search_of(r, "uct:solver=0", 3, now);
    ludc_search_run(s, 5000, 0);
    assert_int_equal(check_tree(s, 0, 5000, 0), 5000);
    ludc_move line[2 * 9], moves[2];
    ludc_search_move m[9], below[9];
    ludc_search_node child[9];
    size_t n = ludc_search_line(s, line, 9);
    assert_true(n >= 2);
    ludc_search_moves(s, 1, m, 9);
    assert_int_equal(line[0], m[0].move);
    size_t k = ludc_search_children(s, 0, child, 9), i = 0;
    while (i < k && child[i].moves[0] != m[0].move)
        i++;
    uint64_t seen = check_tree(s, child[i].node, child[i].visits, 1);
    moves[0] = m[0].move;
    ludc_apply(r, now, m[0].move, NULL);
    assert_int_equal(ludc_search_advance(s, moves, now), LUDC_OK);
    assert_int_equal(check_tree(s, 0, m[0].visits, 0), seen);
    double value[2];
    ludc_search_value(s, value, NULL, NULL);
    assert_true(fabs(value[0] - m[0].value[0]) < 1e-9);
    ludc_search_run(s, 100, 0);
    assert_int_equal(ludc_search_moves(s, 2, below, 9), 8);
    /* a move that the tree does not know: it begins anew */
    ludc_search_stats f;
    moves[1] = UINT32_MAX;
    assert_int_equal(ludc_search_advance(s, moves, now), LUDC_OK);
    ludc_search_figures(s, &f);
    assert_int_equal(f.iterations, 0);
    ludc_search_free(s);
    ludc_free(game);
}

/* Memory that is full: the tree stays below it, and what is proved is as true as before. */
static void memory_is_kept(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[256];
    ludc_init(r, start);
    static const char *const specs[] = {"uct:memory=131072", "uct:memory=131072,full=stop",
                                        "uct:memory=131072,solver=0"};
    for (int i = 0; i < 3; i++) {
        ludc_search *s = search_of(r, specs[i], 1, start);
        ludc_search_run(s, 100000, 0);
        ludc_search_stats f;
        ludc_search_figures(s, &f);
        assert_true(f.bytes <= 131072 && f.nodes > 500);
        assert_int_equal(f.dropped > 0, i != 1);
        double value[2], low[2], high[2];
        ludc_search_value(s, value, low, high);
        assert_true(low[0] <= 0.5 && high[0] >= 0.5 && value[0] > 0.3 && value[0] < 0.7);
        uint64_t visits = 0;
        ludc_search_move m[9];
        ludc_search_moves(s, 1, m, 9);
        for (int k = 0; k < 9; k++)
            visits += m[k].visits;
        assert_int_equal(visits, f.iterations);
        check_tree(s, 0, f.iterations, 0);
        ludc_search_free(s);
    }
    ludc_free(game);
}

/* Regret matching finds the equilibrium, decoupled UCT visits all, one seed gives one tree. */
static void joint_steps(void **state)
{
    (void)state;
    ludc_game *game = compile("scissors.kif", scissors);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[512];
    ludc_init(r, start);
    /* a's gain over 50 is 50 by rock over scissors, 25 by the others: the chances of rock, paper,
     * scissors are as the stakes of the other two against each other, 1 : 2 : 1 */
    static const double equilibrium[] = {0.25, 0.5, 0.25};
    static const char *const shapes[] = {"rock", "paper", "scissors"};
    ludc_search *s = search_of(r, "uct:joint=rm", 2, start);
    ludc_search_run(s, 200000, 0);
    for (unsigned p = 1; p <= 2; p++) {
        ludc_search_move m[3];
        assert_int_equal(ludc_search_moves(s, p, m, 3), 3);
        for (int i = 0; i < 3; i++) {
            char text[64];
            ludc_move_text(r, start, m[i].move, text, sizeof text);
            for (int k = 0; k < 3; k++)
                if (!strcmp(text, shapes[k]) && fabs(m[i].share - equilibrium[k]) > 0.02)
                    fail_msg("player %u, %s: %g, not %g", p, text, m[i].share, equilibrium[k]);
        }
    }
    double value[2];
    ludc_search_value(s, value, NULL, NULL);
    assert_true(fabs(value[0] - 0.5) < 0.02 && fabs(value[0] + value[1] - 1) < 1e-9);
    ludc_search_free(s);
    static const char *const others[] = {"uct", "uct:joint=exp3"};
    for (int i = 0; i < 2; i++) {
        s = search_of(r, others[i], 2, start);
        ludc_search_run(s, 3000, 0);
        ludc_search_move m[3];
        ludc_move best;
        assert_int_equal(ludc_search_moves(s, 2, m, 3), 3);
        assert_int_equal(m[0].visits + m[1].visits + m[2].visits, 3000);
        assert_true(m[0].visits && m[1].visits && m[2].visits);
        assert_int_equal(ludc_search_best(s, 2, &best), LUDC_OK);
        ludc_search_node child[9];
        size_t n = ludc_search_children(s, 0, child, 9);
        assert_true(n >= 3 && n <= 9);
        ludc_search_free(s);
    }
    ludc_free(game);
}

/* The rules of the final move: most visits, highest value, highest bound, drawn by visits. */
static void final_moves(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char now[256];
    ludc_init(r, now);
    static const char *const specs[] = {"uct:solver=0,c=4,final=robust", "uct:solver=0,c=4,final=max", "uct:solver=0,c=4,final=secure"};
    unsigned differ = 0;
    ludc_move made[3] = {0};
    for (int i = 0; i < 18; i++) {
        double best = -1;
        ludc_search_move m[9];
        const int rule = i % 3;
        ludc_search *s = search_of(r, specs[rule], 18 + (uint64_t)i / 3, now);
        ludc_search_run(s, 45, 0);
        assert_int_equal(ludc_search_moves(s, 0, m, 9), 9);
        assert_int_equal(ludc_search_best(s, 0, &made[rule]), LUDC_OK);
        assert_int_equal(made[rule], m[0].move);
        for (int k = 8; k >= 0; k--) {
            double n = (double)m[k].visits, score = rule == 0 ? n : rule == 1 ? m[k].value[0] : m[k].value[0] - 1 / sqrt(n);
            best = k == 8 || score > best ? score : best;
            assert_true(k || score >= best - 1e-12);
        }
        differ += rule == 2 && (made[0] != made[1] || made[1] != made[2]);
        ludc_search_free(s);
    }
    assert_true(differ > 0);
    ludc_search_move m[9];
    unsigned drawn[9] = {0};
    ludc_search *s = search_of(r, "uct:solver=0,final=sampled", 18, now);
    ludc_search_run(s, 300, 0);
    ludc_search_moves(s, 0, m, 9);
    for (int i = 0; i < 5000; i++) {
        ludc_move move;
        assert_int_equal(ludc_search_best(s, 0, &move), LUDC_OK);
        for (int k = 0; k < 9; k++)
            drawn[k] += m[k].move == move;
    }
    for (int k = 0; k < 9; k++)
        assert_true(fabs(drawn[k] - 5000 * m[k].share) < 5 * sqrt(5000 * m[k].share) + 1);
    ludc_search_free(s);
    ludc_free(game);
}

/* No share of minimax values is the mean, visit for visit; refused where they mean nothing. */
static void implicit_values(void **state)
{
    (void)state;
    ludc_game *game = compile("heaps.kif", heaps);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char now[512];
    ludc_init(r, now);
    static const char *const specs[] = {"uct:solver=0,leaves=3", "uct:solver=0,leaves=3,backup=implicit,alpha=0",
                                        "uct:solver=0,leaves=3,backup=implicit"};
    ludc_search_move m[3][9];
    size_t n[3], differ = 0;
    for (int i = 0; i < 3; i++) {
        ludc_search *s = search_of(r, specs[i], 4, now);
        ludc_search_run(s, 3000, 0);
        n[i] = ludc_search_moves(s, 0, m[i], 9);
        ludc_search_free(s);
    }
    assert_true(n[0] > 2 && n[0] == n[1] && n[1] == n[2]);
    for (size_t k = 0; k < n[0]; k++) {
        assert_true(m[0][k].move == m[1][k].move && m[0][k].visits == m[1][k].visits);
        differ += m[0][k].visits != m[2][k].visits;
    }
    assert_true(differ > 0);
    ludc_search_options o;
    ludc_error error = {0};
    ludc_search_parse("uct:backup=implicit,dag=1", &o, NULL);
    assert_null(ludc_search_new(r, &o, 1, &error));
    assert_int_equal(error.status, LUDC_USAGE);
    ludc_free(game);
}

/* Without a tree, and where there is nothing to think about. */
static void ends_and_random_moves(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char now[256];
    ludc_move list[9], best;
    ludc_init(r, now);
    ludc_search *s = search_of(r, "random", 3, now);
    assert_int_equal(ludc_search_run(s, 10, 0), LUDC_OK);
    assert_int_equal(ludc_search_run(s, 0, 0), LUDC_USAGE);
    unsigned seen = 0;
    for (int i = 0; i < 400; i++) {
        assert_int_equal(ludc_search_best(s, 0, &best), LUDC_OK);
        for (size_t k = ludc_moves(r, now, list); k-- > 0;)
            seen |= (unsigned)(list[k] == best) << k;
    }
    assert_int_equal(seen, 511);
    ludc_search_free(s);
    while (!ludc_over(r, now)) {
        ludc_moves(r, now, list);
        ludc_apply(r, now, list[0], NULL);
    }
    s = search_of(r, "uct", 3, now);
    assert_int_equal(ludc_search_run(s, 10, 0), LUDC_OK);
    double value[2], exact[2];
    ludc_payoffs(r, now, exact);
    ludc_search_value(s, value, NULL, NULL);
    assert_memory_equal(value, exact, sizeof value);
    assert_int_equal(ludc_search_moves(s, 0, NULL, 0), 0);
    assert_int_equal(ludc_search_best(s, 1, &best), LUDC_WRONG);
    assert_int_equal(ludc_search_line(s, list, 4), 0);
    ludc_search_free(s);
    ludc_free(game);
}

/* Asked often; ends the run the third time. */
static int third_time(void *data, const ludc_search *search)
{
    ludc_search_stats stats;
    ludc_search_figures(search, &stats);
    return ++*(unsigned *)data == 3 || stats.proved;
}

static void json_is_as_snprintf(void **unused)
{
    (void)unused;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char now[256];
    char part[16], text[1 << 16], other[1 << 16];
    ludc_init(r, now);
    ludc_search *s = search_of(r, "uct:final=sampled", 3, now);
    ludc_search_run(s, 100, 0);
    size_t n = ludc_search_json(s, "me", LUDC_SEARCH_TREE, 2, NULL, 0);
    assert_true(n > 100 && n < sizeof text);
    assert_int_equal(ludc_search_json(s, "me", LUDC_SEARCH_TREE, 2, part, sizeof part), n);
    assert_int_equal(strlen(part), sizeof part - 1);
    assert_int_equal(ludc_search_json(s, "me", LUDC_SEARCH_TREE, 2, text, sizeof text), n);
    assert_int_equal(strlen(text), n);
    assert_memory_equal(text, part, sizeof part - 1);
    ludc_search_json(s, "me", LUDC_SEARCH_TREE, 2, other, sizeof other);
    assert_string_equal(text, other); /* a sampled move too */
    assert_non_null(strstr(text, "\"backend\":\"me\""));
    assert_non_null(strstr(text, "\"iterations\":100,"));
    assert_non_null(strstr(text, "\"children\""));
    assert_int_equal(ludc_search_json(NULL, "", 0, 0, text, sizeof text), 0);
    ludc_search_free(s);
    ludc_free(game);
}

static void a_watcher_ends_a_run(void **unused)
{
    (void)unused;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    unsigned asked = 0;
    void *state = calloc(1, ludc_state_size(r));
    ludc_init(r, state);
    ludc_search *search = search_of(r, "uct:solver=0,threads=2", 1, state);
    ludc_search_watch(search, third_time, &asked);
    assert_int_equal(ludc_search_run(search, UINT64_MAX / 2, 0), LUDC_OK);
    assert_int_equal(asked, 3);
    ludc_search_watch(search, NULL, NULL);
    ludc_search_free(search);
    free(state);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_watcher_ends_a_run), cmocka_unit_test(json_is_as_snprintf),
        cmocka_unit_test(options_are_read), cmocka_unit_test(final_moves), cmocka_unit_test(implicit_values),   cmocka_unit_test(flat_is_unbiased), cmocka_unit_test(what_is_new_is_explored),
        cmocka_unit_test(proofs_are_right),   cmocka_unit_test(solutions_are_right), cmocka_unit_test(one_seed_one_tree), cmocka_unit_test(a_new_seed_is_as_a_new_search),
        cmocka_unit_test(trees_move_on),      cmocka_unit_test(memory_is_kept),
        cmocka_unit_test(joint_steps),        cmocka_unit_test(ends_and_random_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
