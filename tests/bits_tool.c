/* bits_tool.c - networks of games, for tests.
 *
 *   bits_tool print FILE           the network of a .gir game, as text
 *   bits_tool size FILE            its size in one line
 *   bits_tool same PLAYOUTS FILE   seeded playouts step by step beside the evaluator, as it is
 *                                  made, and swept: legal moves, end, values; then its size
 *   bits_tool clauses              the solver of sweeps beside trying everything
 *
 * Exit code 0, 1 wrong or different, 2 usage, 3 cannot read, 4 does not fit. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "ir/logic/sat.h"
#include "ir/logic/sat_sweep.h"
#include "ir/eval/eval.h"
#include "tests/tool.h"

enum { MAX_PLIES = 300, GATES = 300000 };

typedef struct {
    const IrGame *game;
    const BitsGame *bits;
    IrEval *eval;
    BitsRun *run;
    uint32_t *list, *mine;
    uint64_t *does;
    int over, mover, value;
    uint64_t seed;
    int ply;
} Same;

static int by_code(const void *a, const void *b)
{
    const uint32_t *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

static bool wrong(const Same *s, const char *what, uint32_t role)
{
    printf("playout %" PRIu64 ", ply %d: %s of player %u\n", s->seed, s->ply, what, role);
    return false;
}

/* The legal moves of a role, sorted, from both; then one of them in *code. */
static bool compare_moves(Same *s, const void *state, uint32_t role, bool moves_now, uint64_t *rng, uint32_t *code, uint32_t *n)
{
    uint32_t k = 0;
    *n = 0;
    if (moves_now)
        *n = s->game->joint ? ir_eval_moves_of(s->eval, state, (int)role, s->list) : ir_eval_moves(s->eval, state, s->list);
    for (uint32_t i = 0; i < s->bits->nslot; i++) {
        const BitsSlot *slot = &s->bits->slot[i];
        for (uint32_t t = 0; slot->role == role && (bits_run_edge(s->run, slot->legal) & 1) && t < slot->times; t++)
            s->mine[k++] = slot->code;
    }
    if (*n)
        *code = s->list[rng_below(rng, *n)];
    qsort(s->list, *n, sizeof *s->list, by_code);
    qsort(s->mine, k, sizeof *s->mine, by_code);
    if (k != *n || memcmp(s->list, s->mine, k * sizeof *s->list) != 0) {
        printf("%u moves, network %u\n", *n, k);
        return wrong(s, "other moves", role);
    }
    for (uint32_t i = 0; i < s->bits->nslot && *n; i++)
        if (s->bits->slot[i].role == role && s->bits->slot[i].code == *code)
            s->does[i] = 1;
    return true;
}

static bool compare_values(Same *s, const void *state)
{
    for (uint32_t i = 0; i < s->bits->ngoal; i++) {
        const BitsGoal *goal = &s->bits->goal[i];
        int64_t value = ir_eval_view(s->eval, state, s->value, goal->role);
        bool mine = bits_run_edge(s->run, goal->holds) & 1;
        if ((value == (s->game->joint ? goal->value : goal->rank2)) != mine)
            return wrong(s, "another value", goal->role);
    }
    return true;
}

static bool playout(Same *s, uint64_t seed)
{
    char *state = malloc(ir_eval_state_size(s->eval));
    uint64_t rng = seed;
    uint32_t code[64], n[64];
    bool good = true;
    s->seed = seed;
    ir_eval_init(s->eval, state);
    bits_run_reset(s->run, ~UINT64_C(0));
    for (s->ply = 0; s->ply < MAX_PLIES && good; s->ply++) {
        bool over = s->over >= 0 && ir_eval_view(s->eval, state, s->over, 0), stuck = false;
        uint32_t mover = s->mover < 0 ? 1 : (uint32_t)ir_eval_view(s->eval, state, s->mover, 0);
        bits_run_eval(s->run, NULL);
        if ((bits_run_edge(s->run, s->bits->over) & 1) != over)
            good = wrong(s, "the end", 0);
        if (over) {
            good = good && compare_values(s, state);
            break;
        }
        memset(s->does, 0, s->bits->nslot * sizeof *s->does);
        for (uint32_t p = 1; p <= (uint32_t)s->game->players && good; p++) {
            bool now = s->game->joint || p == mover;
            good = compare_moves(s, state, p, now, &rng, &code[p - 1], &n[p - 1]);
            stuck = stuck || (now && n[p - 1] == 0);
        }
        if (!good || stuck)
            break;
        if (s->game->joint)
            ir_eval_apply_joint(s->eval, state, code, NULL);
        else
            ir_eval_apply(s->eval, state, code[mover - 1]);
        bits_run_eval(s->run, s->does);
        bits_run_step(s->run, ~UINT64_C(0));
    }
    if (ir_eval_error(s->eval)) {
        printf("%s\n", ir_eval_error(s->eval));
        good = false;
    }
    free(state);
    return good;
}

static int same(const IrGame *game, const BitsGame *bits, int playouts)
{
    Arena *arena = arena_new();
    Same s = {.game = game, .bits = bits, .eval = ir_eval_new(arena, game), .run = bits_run_new(arena, bits)};
    uint32_t most = 1u << 20;
    s.list = ARENA_ARRAY(arena, uint32_t, most);
    s.mine = ARENA_ARRAY(arena, uint32_t, most);
    s.does = ARENA_ARRAY(arena, uint64_t, bits->nslot + 1);
    s.over = ir_fn_find(game, "over");
    s.mover = game->joint ? -1 : ir_fn_find(game, "mover");
    s.value = ir_fn_find(game, game->joint ? "goal" : "rank");
    bool good = true;
    for (int i = 0; i < playouts && good; i++)
        good = playout(&s, (uint64_t)i + 1);
    arena_free(arena);
    return good ? 0 : 1;
}

static int act(const char *what, const IrGame *game, const BitsGame *bits, int playouts)
{
    if (!strcmp(what, "same") && same(game, bits, playouts))
        return 1;
    if (strcmp(what, "print") != 0) {
        printf("%u state bits, %u slots, %u gates, %u loops\n", bits->nstate, bits->nslot, bits_size(bits), bits->nloop);
        return 0;
    }
    Out out = {0};
    bits_print(bits, &out);
    fputs(out.text ? out.text : "", stdout);
    out_free(&out);
    return 0;
}

/* ---- the solver ---------------------------------------------------------------------- */

enum { FORMULAS = 3000, MOST_VARIABLES = 10, MOST_CLAUSES = 60, QUESTIONS = 4 };

typedef struct {
    uint32_t variables, n, size[MOST_CLAUSES];
    SatLit clause[MOST_CLAUSES][4];
} Formula;

static bool holds(uint32_t values, SatLit lit) { return (values >> (lit >> 1) & 1) != (lit & 1); }

static bool all_hold(const Formula *f, uint32_t values, const SatLit *given, uint32_t n)
{
    bool all = true;
    for (uint32_t i = 0; i < n; i++)
        all = all && holds(values, given[i]);
    for (uint32_t i = 0; i < f->n && all; i++) {
        bool any = false;
        for (uint32_t k = 0; k < f->size[i]; k++)
            any = any || holds(values, f->clause[i][k]);
        all = any;
    }
    return all;
}

static Formula random_formula(Sat *sat, uint64_t *rng)
{
    Formula f = {.variables = 3 + rng_below(rng, MOST_VARIABLES - 2)};
    f.n = f.variables * (2 + rng_below(rng, 5));
    f.n = f.n > MOST_CLAUSES ? MOST_CLAUSES : f.n;
    for (uint32_t v = 0; v < f.variables; v++)
        sat_variable(sat);
    for (uint32_t i = 0; i < f.n; i++) {
        f.size[i] = rng_below(rng, 40) ? 2 + rng_below(rng, 3) : 1;
        for (uint32_t k = 0; k < f.size[i]; k++)
            f.clause[i][k] = rng_below(rng, 2 * f.variables);
        sat_clause(sat, f.clause[i], f.size[i]);
    }
    return f;
}

/* One question; false if the answer is wrong. */
static bool asked_right(Sat *sat, const Formula *f, uint64_t *rng)
{
    SatLit given[3];
    uint32_t n = rng_below(rng, 4), found = 0, values = 0;
    for (uint32_t i = 0; i < n; i++)
        given[i] = rng_below(rng, 2 * f->variables);
    while (found < UINT32_C(1) << f->variables && !all_hold(f, found, given, n))
        found++;
    SatAnswer answer = sat_ask(sat, given, n, UINT64_MAX / 2);
    for (uint32_t v = 0; v < f->variables; v++)
        values |= (uint32_t)sat_holds(sat, 2 * v) << v;
    return found == UINT32_C(1) << f->variables ? answer == SAT_NEVER : answer == SAT_FOUND && all_hold(f, values, given, n);
}

static int clauses(void)
{
    uint64_t rng = 1;
    for (uint32_t i = 0; i < FORMULAS; i++) {
        Arena *arena = arena_new();
        Sat *sat = sat_new(arena);
        Formula f = random_formula(sat, &rng);
        bool right = true;
        for (int k = 0; k < QUESTIONS && right; k++)
            right = asked_right(sat, &f, &rng);
        arena_free(arena);
        if (!right) {
            printf("formula %u: wrong\n", i);
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "clauses"))
        return clauses();
    bool plays = argc == 4 && !strcmp(argv[1], "same"), shows = argc == 3 && (!strcmp(argv[1], "print") || !strcmp(argv[1], "size"));
    if (!plays && !shows) {
        fputs("usage: bits_tool print FILE | size FILE | same PLAYOUTS FILE | clauses\n", stderr);
        return 2;
    }
    Session *session = session_new();
    IrGame *game = tool_read_game(session, argv[argc - 1]);
    const char *reason = NULL;
    const BitsOptions options = {.gate_limit = GATES};
    int playouts = plays ? atoi(argv[2]) : 0;
    BitsGame *bits = bits_of_game(session->arena, game, &options, &reason);
    if (!bits)
        printf("does not fit: %s\n", reason);
    int code = !bits ? 4 : plays ? same(game, bits, playouts < 2 ? playouts : 2) : 0;
    if (code == 0)
        code = act(argv[1], game, bits_sweep(session, bits), playouts);
    session_free(session);
    return code;
}
