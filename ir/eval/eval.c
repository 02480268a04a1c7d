/* eval.c - the evaluator's interface, its memory and the layout of states. */
#include "ir/eval/eval_impl.h"
#include "ir/core/state_ranges.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- errors ------------------------------------------------------------ */

void eval_fail(IrEval *e, const Ir *node, const char *format, ...)
{
    if (e->error)
        return;
    va_list args;
    va_start(args, format);
    int n = e->running ? snprintf(e->message, sizeof e->message, "in `%s`: ", e->running->name) : 0;
    size_t used = n < 0 ? 0 : (size_t)n < sizeof e->message ? (size_t)n : sizeof e->message;
    vsnprintf(e->message + used, sizeof e->message - used, format, args);
    va_end(args);
    e->error = e->message;
    e->error_at = node ? node->at : (Span){0, 0};
    if (e->error_at.hi == 0 && e->running)
        e->error_at = e->running->at;
}

uint64_t ir_eval_steps(const IrEval *e) { return e->steps; }

void ir_eval_bound(IrEval *e, uint64_t steps)
{
    e->most_steps = steps < UINT64_MAX - e->steps ? e->steps + steps : UINT64_MAX;
}

bool ir_eval_spent(const IrEval *e) { return e->error && e->steps > e->most_steps; }

const char *ir_eval_error(const IrEval *e)
{
    return e->error;
}

Span ir_eval_error_at(const IrEval *e)
{
    return e->error_at;
}

void ir_eval_clear_error(IrEval *e)
{
    e->error = NULL;
    e->error_at = (Span){0, 0};
}

/* ---- scratch ----------------------------------------------------------- */

enum { CHUNK = 64 * 1024 };

uint64_t *eval_new_set(IrEval *e, int space)
{
    return scratch_alloc(&e->scratch, (size_t)ir_words(e->game, space) * sizeof(uint64_t));
}

/* ---- states ------------------------------------------------------------ */

static int number_width(IrType t)
{
    if (t.lo >= INT8_MIN && t.hi <= INT8_MAX)
        return 1;
    if (t.lo >= INT16_MIN && t.hi <= INT16_MAX)
        return 2;
    if (t.lo >= INT32_MIN && t.hi <= INT32_MAX)
        return 4;
    return 8;
}

static void lay_out(IrEval *e)
{
    const IrGame *game = e->game;
    e->field = ARENA_ARRAY(e->arena, EvalField, game->field.n);
    for (size_t i = 0; i < game->field.n; i++) {
        const IrField *field = &game->field.at[i];
        bool set = field->elem.kind == IR_MASK;
        int width = set ? 8 * ir_words(game, field->elem.space) : number_width(field->elem);
        size_t align = set ? 8 : (size_t)width;
        e->state_size = (e->state_size + align - 1) / align * align;
        e->field[i] = (EvalField){e->state_size, width};
        e->state_size += field->n * (size_t)width;
    }
    e->state_size = (e->state_size + 7) / 8 * 8;
}

static size_t place(const IrEval *e, int field, size_t index)
{
    return e->field[field].at + index * (size_t)e->field[field].width;
}

int64_t eval_read(const IrEval *e, int field, size_t index)
{
    const char *at = e->state + place(e, field, index);
    int8_t one;
    int16_t two;
    int32_t four;
    int64_t eight;
    switch (e->field[field].width) {
    case 1:
        memcpy(&one, at, 1);
        return one;
    case 2:
        memcpy(&two, at, 2);
        return two;
    case 4:
        memcpy(&four, at, 4);
        return four;
    default:
        memcpy(&eight, at, 8);
        return eight;
    }
}

void eval_write(IrEval *e, int field, size_t index, int64_t value)
{
    char *at = e->writable + place(e, field, index);
    int8_t one = (int8_t)value;
    int16_t two = (int16_t)value;
    int32_t four = (int32_t)value;
    switch (e->field[field].width) {
    case 1:
        memcpy(at, &one, 1);
        break;
    case 2:
        memcpy(at, &two, 2);
        break;
    case 4:
        memcpy(at, &four, 4);
        break;
    default:
        memcpy(at, &value, 8);
    }
}

const void *eval_read_set(const IrEval *e, int field, size_t index)
{
    return e->state + place(e, field, index);
}

/* ---- interface --------------------------------------------------------- */

static void number_codes(IrEval *e)
{
    e->code = ARENA_ARRAY(e->arena, IrCode, e->game->fn.n);
    ir_codes_by_fn(e->game, e->code);
}

IrEval *ir_eval_new(Arena *arena, const IrGame *game)
{
    IrEval *e = ARENA_NEW(arena, IrEval);
    e->arena = arena;
    e->game = game;
    e->most_steps = UINT64_MAX;
    e->scratch = scratch_in(arena, CHUNK);
    lay_out(e);
    number_codes(e);
    e->over = ir_fn_find(game, "over");
    e->moves = ir_fn_find(game, "moves");
    e->turn = ir_fn_find(game, IR_TURN_NAME);
    return e;
}

size_t ir_eval_state_size(const IrEval *e)
{
    return e->state_size;
}

IrData ir_eval_ranges(const IrEval *e)
{
    IrFieldPlace *place = ARENA_ARRAY(e->arena, IrFieldPlace, e->game->field.n + 1);
    for (size_t i = 0; i < e->game->field.n; i++)
        place[i] = (IrFieldPlace){e->field[i].at, (size_t)e->field[i].width, true};
    return ir_state_ranges(e->arena, e->game, NULL, place);
}

void ir_eval_init(const IrEval *eval, void *state)
{
    IrEval e = *eval; /* only to write through */
    e.writable = state;
    memset(state, 0, e.state_size);
    for (size_t i = 0; i < e.game->field.n; i++) {
        const IrField *field = &e.game->field.at[i];
        if (field->elem.kind == IR_MASK) {
            memcpy((char *)state + e.field[i].at, field->word,
                   field->n * (size_t)e.field[i].width);
            continue;
        }
        for (size_t j = 0; j < field->n; j++)
            eval_write(&e, (int)i, j, field->init[j]);
    }
}

void eval_enter(IrEval *e, const void *state, void *writable, uint64_t *rng)
{
    scratch_reset(&e->scratch);
    e->state = state;
    e->writable = writable;
    e->rng = rng;
    e->script = NULL;
    e->sink = NULL;
    e->depth = 0;
    e->rounds = 0;
    e->running = NULL;
}

int64_t ir_eval_view(IrEval *e, const void *state, int fn, int64_t arg)
{
    if (e->error)
        return 0;
    eval_enter(e, state, NULL, NULL);
    const IrFn *view = e->game->fn.at[fn];
    EvalFrame frame = eval_frame(e, fn);
    if (view->nparam)
        eval_store(e, &frame, view->body, 0, arg);
    e->running = view;
    eval_exec(e, &frame, view->body);
    return e->error ? 0 : frame.result.number;
}

void ir_eval_set_view(IrEval *e, const void *state, int fn, int64_t arg, uint64_t *set)
{
    const IrFn *view = e->game->fn.at[fn];
    memset(set, 0, sizeof *set * (size_t)ir_words(e->game, view->ret.space));
    if (e->error)
        return;
    eval_enter(e, state, NULL, NULL);
    EvalFrame frame = eval_frame(e, fn);
    if (view->nparam)
        eval_store(e, &frame, view->body, 0, arg);
    frame.result.set = set;
    e->running = view;
    eval_exec(e, &frame, view->body);
}

static bool finished(IrEval *e, const void *state)
{
    return e->error || e->moves < 0 || (e->over >= 0 && ir_eval_view(e, state, e->over, 0)) || e->error;
}

uint32_t ir_eval_moves(IrEval *e, const void *state, uint32_t *out)
{
    if (finished(e, state))
        return 0;
    eval_enter(e, state, NULL, NULL);
    EvalSink sink = {.kind = SINK_LIST, .list = out};
    e->sink = &sink;
    eval_body(e, e->moves);
    return e->error ? 0 : sink.count;
}

uint32_t ir_eval_candidates(IrEval *e, const void *state, uint32_t *out, uint8_t *legal)
{
    if (finished(e, state))
        return 0;
    eval_enter(e, state, NULL, NULL);
    EvalSink sink = {.list = out, .legal = legal};
    eval_candidates(e, &sink);
    return e->error ? 0 : sink.count;
}

uint32_t ir_eval_moves_of(IrEval *e, const void *state, int player, uint32_t *out)
{
    if (finished(e, state))
        return 0;
    eval_enter(e, state, NULL, NULL);
    EvalSink sink = {.kind = SINK_LIST, .list = out};
    e->sink = &sink;
    EvalFrame frame = eval_frame(e, e->moves);
    e->running = frame.fn;
    eval_store(e, &frame, frame.fn->body, 0, player);
    eval_exec(e, &frame, frame.fn->body);
    return e->error ? 0 : sink.count;
}

bool ir_eval_legal(IrEval *e, const void *state, int player, uint32_t code)
{
    if (finished(e, state))
        return false;
    eval_enter(e, state, NULL, NULL);
    EvalFrame frame = eval_frame(e, ir_fn_find(e->game, e->game->legal));
    e->running = frame.fn;
    if (e->game->joint)
        eval_store(e, &frame, frame.fn->body, 0, player);
    eval_store(e, &frame, frame.fn->body, frame.fn->nparam - 1, code);
    if (!e->error)
        eval_exec(e, &frame, frame.fn->body);
    return !e->error && frame.result.number != 0;
}

/* The rule's index, or -1. */
static int decode(const IrEval *e, uint32_t code, int64_t *value)
{
    for (size_t i = 0; i < e->game->fn.n; i++) {
        const IrCode *rule = &e->code[i];
        const IrFn *fn = e->game->fn.at[i];
        if (code < rule->base || code - rule->base >= rule->size)
            continue;
        uint64_t rest = code - rule->base;
        for (int p = fn->nparam - 1; p >= 0; p--) {
            uint64_t size = ir_code_size(fn->local.at[p].type);
            value[p] = ir_code_low(fn->local.at[p].type) + (int64_t)(rest % size);
            rest /= size;
        }
        return (int)i;
    }
    return -1;
}

const IrFn *ir_eval_decode(const IrEval *e, uint32_t code, int64_t *value)
{
    int rule = decode(e, code, value);
    return rule < 0 ? NULL : e->game->fn.at[rule];
}

bool eval_open_move(IrEval *e, uint32_t code, EvalFrame *frame)
{
    int64_t *value = scratch_alloc(&e->scratch, 64 * sizeof *value);
    int rule = decode(e, code, value);
    if (rule < 0) {
        eval_fail(e, NULL, "%" PRIu32 " is not the code of a move", code);
        return false;
    }
    *frame = eval_frame(e, rule);
    e->running = frame->fn;
    for (int p = 0; p < frame->fn->nparam; p++)
        frame->slot[p].number = value[p];
    eval_lets(e, frame);
    return !e->error;
}

/* What the players chose, one after the other, then the turn. */
static void play(IrEval *e, void *state, const uint32_t *code, int n, uint64_t *rng, IrEvalScript *script)
{
    EvalFrame frame;
    if (e->error)
        return;
    eval_enter(e, state, NULL, rng);
    e->script = script;
    char *copy = scratch_alloc(&e->scratch, e->state_size);
    memcpy(copy, state, e->state_size);
    for (int i = 0; i < n; i++) {
        e->state = copy;
        if (!eval_open_move(e, code[i], &frame))
            return;
        e->writable = copy;
        eval_exec(e, &frame, frame.fn->effect);
        if (frame.fn->then)
            eval_exec(e, &frame, frame.fn->then);
        e->writable = NULL;
    }
    e->writable = copy;
    if (e->turn >= 0)
        eval_body(e, e->turn);
    if (!e->error)
        memcpy(state, copy, e->state_size);
}

bool ir_eval_choose(IrEval *e, void *state, uint64_t *rng)
{
    const int choose = e->game->choose ? ir_fn_find(e->game, e->game->choose) : -1;
    if (e->error || choose < 0)
        return false;
    eval_enter(e, state, NULL, rng);
    char *copy = scratch_alloc(&e->scratch, e->state_size);
    memcpy(copy, state, e->state_size);
    e->state = e->writable = copy;
    EvalFrame frame = eval_frame(e, choose);
    e->running = frame.fn;
    eval_exec(e, &frame, frame.fn->body);
    if (e->error || !frame.result.number)
        return false;
    memcpy(state, copy, e->state_size);
    return true;
}

void ir_eval_apply_rng(IrEval *e, void *state, uint32_t code, uint64_t *rng)
{
    play(e, state, &code, 1, rng, NULL);
}

void ir_eval_apply_lots(IrEval *e, void *state, uint32_t code, IrEvalScript *script)
{
    play(e, state, &code, 1, NULL, script);
}

void ir_eval_apply_joint(IrEval *e, void *state, const uint32_t *code, uint64_t *rng)
{
    play(e, state, code, e->game->players, rng, NULL);
}

void ir_eval_apply(IrEval *e, void *state, uint32_t code)
{
    ir_eval_apply_rng(e, state, code, NULL);
}

static const Ir *move_view(const IrFn *rule, const char *name)
{
    for (size_t i = 0; i < rule->view.n; i++)
        if (strcmp(rule->view.at[i].name, name) == 0)
            return rule->view.at[i].value;
    return NULL;
}

bool ir_eval_describe(IrEval *e, const void *state, uint32_t code, size_t n,
                      const char *const *column, int64_t *out)
{
    EvalFrame frame;
    if (e->error)
        return false;
    eval_enter(e, state, NULL, NULL);
    if (!eval_open_move(e, code, &frame))
        return false;
    for (size_t i = 0; i < n; i++) {
        const Ir *value = move_view(frame.fn, column[i]);
        out[i] = value ? eval_num(e, &frame, value) : -1;
    }
    return !e->error;
}
