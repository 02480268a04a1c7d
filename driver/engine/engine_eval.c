/* engine_eval.c - the evaluator behind the interface of reasoners.
 *
 * An evaluator serves one thread at a time, so every call takes a lock: this is
 * the reference, not the fast way. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/backend.h"
#include "base/rng.h"
#include "driver/engine/compile.h"
#include "driver/engine/site_list.h"
#include "ir/eval/eval.h"
#include "ir/offer/offer.h"
#include "ir/plan/plan.h"

typedef struct {
    ludc_reasoner reasoner;
    pthread_mutex_t lock;
    Arena *arena;
    IrGame *game;
    IrEval *eval;
    int over, mover, rank; /* functions */
    int goal;
    int *view_fn;          /* function of each view */
    IrPlanePlace *place;   /* of each plane */
    const char **column;
    bool stops;          /* a fault ends all play until it was asked for; else only the call in which it came */
    bool faulty;
    Fault fault;         /* the first since it was asked for */
} Evaluated;

static Evaluated *self_of(const ludc_reasoner *r) { return r->self; }

static Evaluated *enter(const ludc_reasoner *r)
{
    Evaluated *e = self_of(r);
    pthread_mutex_lock(&e->lock);
    return e;
}

uint64_t maker_eval_steps(const ludc_reasoner *r) { return ir_eval_steps(self_of(r)->eval); }

/* The call that is under way gives nothing. */
static void no_memory(Evaluated *e)
{
    if (!e->faulty)
        e->fault = (Fault){.text = "memory is out"};
    e->faulty = true;
}

static void leave(Evaluated *e)
{
    const char *error = ir_eval_error(e->eval);
    if (error && !e->faulty) {
        e->faulty = true;
        snprintf(e->fault.text, sizeof e->fault.text, "%s", error);
        e->fault.at = ir_eval_error_at(e->eval);
    }
    if (!e->stops)
        ir_eval_clear_error(e->eval);
    pthread_mutex_unlock(&e->lock);
}

static void eval_init(const ludc_reasoner *r, void *state)
{
    Evaluated *e = enter(r);
    ir_eval_init(e->eval, state);
    leave(e);
}

static uint32_t eval_moves(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    Evaluated *e = enter(r);
    uint32_t n = ir_eval_moves(e->eval, state, out);
    leave(e);
    return n;
}

static void eval_apply(const ludc_reasoner *r, void *state, uint32_t move)
{
    Evaluated *e = enter(r);
    ir_eval_apply(e->eval, state, move);
    leave(e);
}

static uint32_t eval_moves_of(const ludc_reasoner *r, const void *state, uint32_t player, uint32_t *out)
{
    Evaluated *e = enter(r);
    uint32_t n = ir_eval_moves_of(e->eval, state, (int)player, out);
    leave(e);
    return n;
}

static uint32_t eval_moves_joint(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    uint32_t n = 0;
    for (uint32_t p = 1; p <= r->players; p++)
        n += eval_moves_of(r, state, p, out ? out + n : NULL);
    return n;
}

static void eval_apply_random(const ludc_reasoner *r, void *state, uint32_t move, uint64_t *rng)
{
    Evaluated *e = enter(r);
    ir_eval_apply_rng(e->eval, state, move, rng);
    leave(e);
}

static uint32_t eval_apply_lots(const ludc_reasoner *r, void *state, uint32_t move, const uint32_t *given, uint32_t n,
                                uint32_t *bound, uint32_t room)
{
    IrEvalScript script = {.given = given, .n = n, .bound = bound, .room = room};
    Evaluated *e = enter(r);
    ir_eval_apply_lots(e->eval, state, move, &script);
    leave(e);
    return script.draws;
}

static void eval_apply_joint(const ludc_reasoner *r, void *state, const uint32_t *move)
{
    Evaluated *e = enter(r);
    ir_eval_apply_joint(e->eval, state, move, NULL);
    leave(e);
}

static int64_t call_view(const ludc_reasoner *r, const void *state, int fn, int64_t argument)
{
    Evaluated *e = enter(r);
    int64_t value = ir_eval_view(e->eval, state, fn, argument);
    leave(e);
    return value;
}

static uint32_t eval_over(const ludc_reasoner *r, const void *state)
{
    return (uint32_t)call_view(r, state, self_of(r)->over, 0);
}

static uint32_t eval_mover(const ludc_reasoner *r, const void *state)
{
    return self_of(r)->mover < 0 ? 0 : (uint32_t)call_view(r, state, self_of(r)->mover, 0);
}

static uint32_t eval_rank2(const ludc_reasoner *r, const void *state, uint32_t player)
{
    return self_of(r)->rank < 0 ? 0 : (uint32_t)call_view(r, state, self_of(r)->rank, player);
}

static uint32_t eval_legal(const ludc_reasoner *r, const void *state, uint32_t player, uint32_t move)
{
    Evaluated *e = enter(r);
    bool legal = ir_eval_legal(e->eval, state, (int)player, move);
    leave(e);
    return legal;
}

static int32_t eval_goal(const ludc_reasoner *r, const void *state, uint32_t player)
{
    return (int32_t)call_view(r, state, self_of(r)->goal, player);
}

static void eval_observe(const ludc_reasoner *r, const void *state, uint32_t set, uint32_t eyes, uint64_t *out)
{
    Evaluated *e = enter(r);
    for (uint32_t i = 0; i < r->nplane; i++)
        if (r->plane[i].set == set)
            ir_eval_set_view(e->eval, state, e->place[i].fn, eyes, out + e->place[i].word);
    leave(e);
}

static int32_t eval_view(const ludc_reasoner *r, const void *state, uint32_t item, uint32_t index)
{
    return (int32_t)call_view(r, state, self_of(r)->view_fn[item], index);
}

static void eval_describe(const ludc_reasoner *r, const void *state, uint32_t move, int32_t *out)
{
    enum { MOST = 64 };
    int64_t value[MOST] = {0};
    Evaluated *e = enter(r);
    uint32_t n = r->ncolumn < MOST ? r->ncolumn : MOST;
    ir_eval_describe(e->eval, state, move, n, e->column, value);
    for (uint32_t i = 0; i < n; i++)
        out[i] = (int32_t)value[i];
    leave(e);
}

/* Candidates and whether they are legal; room for one more of each. */
typedef struct {
    uint32_t *code;
    uint8_t *legal;
    uint32_t n;
} Candidates;

static Candidates candidates_of(Evaluated *e, const void *state)
{
    Candidates c = {.n = ir_eval_candidates(e->eval, state, NULL, NULL)};
    c.code = malloc(((size_t)c.n + 1) * sizeof *c.code);
    c.legal = malloc((size_t)c.n + 1);
    if (c.code && c.legal) {
        ir_eval_candidates(e->eval, state, c.code, c.legal);
    } else {
        no_memory(e);
        c.n = 0;
    }
    return c;
}

static void free_candidates(Candidates *c)
{
    free(c->code);
    free(c->legal);
}

static uint32_t eval_candidates(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    Evaluated *e = enter(r);
    uint32_t n = ir_eval_candidates(e->eval, state, out, NULL);
    leave(e);
    return n;
}

static uint32_t eval_allowed(const ludc_reasoner *r, const void *state, uint32_t move)
{
    Evaluated *e = enter(r);
    Candidates c = candidates_of(e, state);
    uint32_t found = 0;
    for (uint32_t i = 0; i < c.n && !found; i++)
        found = c.code[i] == move && c.legal[i];
    free_candidates(&c);
    leave(e);
    return found;
}

/* Draws and tries until a candidate is legal; false if none is, or if they are not tried. */
static bool try_candidates(Evaluated *e, const Listed *l, const void *state, uint64_t *rng, uint32_t *move)
{
    Candidates c = candidates_of(e, state);
    bool found = false, tries = !listed_among(l, c.code, c.n);
    while (tries && c.n && !found) {
        uint32_t k = rng_below(rng, c.n--);
        *move = c.code[k];
        found = c.legal[k];
        memmove(c.code + k, c.code + k + 1, (c.n - k) * sizeof *c.code);
        memmove(c.legal + k, c.legal + k + 1, c.n - k);
    }
    free_candidates(&c);
    return found;
}

static bool draw_move(Evaluated *e, Listed *l, const void *state, uint64_t *rng, uint32_t *move)
{
    if (e->reasoner.candidates && try_candidates(e, l, state, rng, move)) {
        l->valid = false;
        return true;
    }
    uint32_t n = ir_eval_moves(e->eval, state, NULL);
    uint32_t *list = malloc(((size_t)n + 1) * sizeof *list);
    if (!list) {
        no_memory(e);
        return false;
    }
    ir_eval_moves(e->eval, state, list);
    if (n)
        *move = listed_take(l, list, n, rng_below(rng, n));
    free(list);
    return n != 0;
}

static uint32_t eval_playout(const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t limit)
{
    Evaluated *e = enter(r);
    uint32_t made = e->game->plan & IR_PLAN_FILL ? ir_eval_fill(e->eval, state, rng, limit) : 0, move;
    Listed listed = listed_of(e->game);
    for (; made < limit && draw_move(e, &listed, state, rng, &move); made++)
        ir_eval_apply_rng(e->eval, state, move, rng);
    free(listed.code);
    leave(e);
    return made;
}

/* One move for each player; false if one has none. */
static bool choose_joint(Evaluated *e, const void *state, uint32_t *list, uint32_t *move, uint64_t *rng)
{
    for (int p = 1; p <= e->game->players; p++) {
        uint32_t n = ir_eval_moves_of(e->eval, state, p, list);
        if (!n)
            return false;
        move[p - 1] = list[n > 1 ? rng_below(rng, n) : 0];
    }
    return true;
}

static uint32_t eval_playout_joint(const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t limit)
{
    Evaluated *e = enter(r);
    uint32_t *list = calloc((size_t)r->max_moves + r->players + 1, sizeof *list), made = 0;
    if (!list)
        no_memory(e);
    uint32_t *move = list ? list + r->max_moves + 1 : NULL;
    while (list && made < limit && choose_joint(e, state, list, move, rng)) {
        ir_eval_apply_joint(e->eval, state, move, rng);
        made++;
    }
    free(list);
    leave(e);
    return made;
}

/* ---- what the game shows --------------------------------------------------------- */

static void collect_views(Evaluated *e, const IrGame *game)
{
    VEC(ludc_view_item) item = {0};
    VEC(int) fn = {0};
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *f = game->fn.at[i];
        if (f->kind != IR_VIEW)
            continue;
        ludc_view_item v = {f->name, 0, -1};
        if (f->nparam == 1) {
            v.size = (uint32_t)(f->local.at[0].type.hi + 1);
            v.space = f->local.at[0].type.space;
        }
        vec_push(e->arena, &item, v);
        vec_push(e->arena, &fn, (int)i);
    }
    e->reasoner.view_item = item.at;
    e->reasoner.nview = (uint32_t)item.n;
    e->view_fn = fn.at;
}

static void collect_columns(Evaluated *e, const IrGame *game)
{
    VEC(const char *) column = {0};
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *f = game->fn.at[i];
        for (size_t j = 0; f->kind == IR_RULE && j < f->view.n; j++) {
            size_t k = 0;
            while (k < column.n && strcmp(column.at[k], f->view.at[j].name) != 0)
                k++;
            if (k == column.n)
                vec_push(e->arena, &column, f->view.at[j].name);
        }
    }
    e->column = column.at;
    e->reasoner.column = column.at;
    e->reasoner.ncolumn = (uint32_t)column.n;
}

static void collect_spaces(Evaluated *e, const IrGame *game)
{
    ludc_space *space = ARENA_ARRAY(e->arena, ludc_space, game->space.n + 1);
    for (size_t i = 0; i < game->space.n; i++)
        space[i] = (ludc_space){game->space.at[i].name, (uint32_t)game->space.at[i].size,
                                (const char *const *)game->space.at[i].label};
    e->reasoner.space = space;
    e->reasoner.nspace = (uint32_t)game->space.n;
}

static void collect_offers(Evaluated *e, const IrGame *game)
{
    ludc_reasoner *r = &e->reasoner;
    r->nplane = (uint32_t)ir_plane_places(game, e->arena, &e->place, r->words);
    ludc_plane_item *plane = ARENA_ARRAY(e->arena, ludc_plane_item, r->nplane + 1);
    for (uint32_t i = 0; i < r->nplane; i++) {
        const IrFn *fn = game->fn.at[e->place[i].fn];
        plane[i] = (ludc_plane_item){fn->plane.name, fn->plane.set, (uint32_t)fn->plane.owner, fn->ret.space,
                                     (uint32_t)game->space.at[fn->ret.space].size, (uint32_t)e->place[i].word,
                                     (uint32_t)e->place[i].next};
    }
    r->plane = plane;
    r->observe = r->nplane ? eval_observe : NULL;
    ludc_data *data = ARENA_ARRAY(e->arena, ludc_data, game->data.n + 2);
    for (size_t i = 0; i < game->data.n; i++)
        data[i] = (ludc_data){game->data.at[i].name, (uint32_t)game->data.at[i].n, game->data.at[i].value};
    const IrData ranges = ir_eval_ranges(e->eval);
    data[game->data.n] = (ludc_data){ranges.name, (uint32_t)ranges.n, ranges.value};
    r->data = data;
    r->ndata = (uint32_t)game->data.n + 1;
    const IrData *index = ir_data_find(game, IR_ACTION_INDEX);
    r->action_index = index ? index->value : NULL;
}

static void eval_release(void *owned)
{
    Evaluated *e = owned;
    pthread_mutex_destroy(&e->lock);
    arena_free(e->arena);
    free(e);
}

static bool eval_fault(void *owned, Fault *fault)
{
    Evaluated *e = owned;
    pthread_mutex_lock(&e->lock);
    bool faulty = e->faulty;
    if (faulty)
        *fault = e->fault;
    e->faulty = false;
    ir_eval_clear_error(e->eval);
    pthread_mutex_unlock(&e->lock);
    return faulty;
}

static bool eval_make(Session *session, IrGame *game, const MakeOptions *options, Player *player)
{
    IrCode *code;
    size_t ncode;
    uint64_t total;
    if (!ir_codes(game, &code, &ncode, &total) || !backend_lists(game, "eval"))
        return false;
    bool tries = ir_plan_tries(game), draws = !game->joint && ir_draws(game);
    Evaluated *e = calloc(1, sizeof *e);
    if (!e)
        return session_unsupported(session, (Span){0, 0}, "the game takes more memory than there is");
    pthread_mutex_init(&e->lock, NULL);
    e->arena = arena_new();
    e->game = game;
    e->stops = options->stops;
    e->eval = ir_eval_new(e->arena, game);
    e->over = ir_fn_find(game, "over");
    e->mover = ir_fn_find(game, "mover");
    e->rank = ir_fn_find(game, "rank");
    e->goal = ir_fn_find(game, "goal");
    e->reasoner = (ludc_reasoner){
        .abi = LUDC_ABI_VERSION,
        .size = sizeof(ludc_reasoner),
        .players = (uint32_t)game->players,
        .name = game->name,
        .hash = ir_hash(game),
        .state_size = (uint32_t)ir_eval_state_size(e->eval),
        .max_moves = (uint32_t)ir_max_moves(game),
        .codes = (uint32_t)total,
        .self = e,
        .init = eval_init,
        .joint = game->joint,
        .moves = game->joint ? eval_moves_joint : eval_moves,
        .apply = game->joint ? NULL : eval_apply,
        .apply_random = draws ? eval_apply_random : NULL,
        .apply_lots = draws ? eval_apply_lots : NULL,
        .moves_of = game->joint ? eval_moves_of : NULL,
        .apply_joint = game->joint ? eval_apply_joint : NULL,
        .over = eval_over,
        .mover = eval_mover,
        .rank2 = eval_rank2,
        .goal = game->joint ? eval_goal : NULL,
        .checked = game->checked,
        .legal = game->legal ? eval_legal : NULL,
        .describe = eval_describe,
        .view = eval_view,
        .plan = ir_plan_name(game->plan),
        .candidates = tries ? eval_candidates : NULL,
        .allowed = tries ? eval_allowed : NULL,
        .playout = game->joint ? eval_playout_joint : eval_playout,
    };
    collect_views(e, game);
    collect_columns(e, game);
    collect_spaces(e, game);
    collect_offers(e, game);
    *player = (Player){
        .reasoner = &e->reasoner, .backend = "eval", .release = eval_release, .owned = e, .fault = eval_fault};
    return true;
}

const Maker maker_eval = {"eval", "the evaluator: the reference, on the game as lowered", false, IR_PLAN_ALL | IR_PLAN_FILL, eval_make};
