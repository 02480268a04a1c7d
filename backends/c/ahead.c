/* ahead.c - what stands between an emission and its sink: `keep`, `first` inside
 * of it, `best`; and `reach`, which is a function that calls itself. */
#include "backends/c/cgen.h"

/* ---- gates ---- */

Gate *c_gate(Body *b, const Ir *s, GateKind kind, const Ir *value)
{
    if (b->sink.ngate == MAX_GATE) {
        c_unsupported(b, s, "`keep` and `best` nested this deep");
        return NULL;
    }
    Gate *gate = &b->sink.gate[b->sink.ngate++];
    *gate = (Gate){.kind = kind, .value = value, .fn = b->fn, .local = b->local, .read = b->read,
                   .above = b->above};
    return gate;
}

/* A value of the gate on another state, with the names of the gate's place. */
static const char *evaluate(Body *b, const Gate *gate, const char *state)
{
    Body inside = *b;
    b->fn = gate->fn;
    b->local = gate->local;
    b->read = gate->read;
    b->above = gate->above;
    b->state = state;
    const char *text = gate->kind == GATE_KEEP ? c_bit(b, gate->value)
                                               : c_bare(b->c, c_expr(b, gate->value));
    b->fn = inside.fn;
    b->local = inside.local;
    b->read = inside.read;
    b->above = inside.above;
    b->state = inside.state;
    return text;
}

/* The measure of the position that the turn makes of the state `after`. */
static const char *measure(Body *b, const Gate *gate, const char *after)
{
    const char *before = b->state;
    c_need_turn(b->c);
    b->state = c_format(b->c, "&%s", after);
    const char *position = c_trial(b, false);
    b->state = before;
    c_line(b, "turn(&%s%s);", position, c_rng(b));
    const char *at = c_format(b->c, "&%s", position);
    const char *text = gate->value ? evaluate(b, gate, at)
                                   : c_format(b->c, "%s(%s, left - 1)", gate->reach, at);
    return c_temp(b, gate->type, text);
}

static bool needs_successor(const Gate *gate, const IrFn *rule)
{
    return gate_needs_successor(gate->kind, gate->list != NULL, rule);
}

bool c_gated(const Body *b, const IrFn *rule)
{
    for (int i = 0; i < b->sink.ngate; i++) {
        const Gate *gate = &b->sink.gate[i];
        if (gate->kind != GATE_KEEP || needs_successor(gate, rule))
            return true;
    }
    return false;
}

/* May the successor do without the fields apart? */
static bool does_without(const Body *b, const IrFn *rule)
{
    const Apart *apart = &b->c->apart;
    bool less = apart_lets_play(apart, rule) || apart_plays_told(apart, rule);
    for (int i = 0; i < b->sink.ngate && less; i++) {
        const Gate *gate = &b->sink.gate[i];
        less = !needs_successor(gate, rule) || (gate->kind == GATE_KEEP && apart_allows(apart, gate->value));
    }
    return less;
}

/* The state after the move; opens a block if the rule has a post. */
static const char *successor(Body *b, const IrFn *rule, const char *args, bool less, int *open)
{
    CGen *c = b->c;
    const char *after = c_trial(b, less);
    if (rule->post && !b->sink.raw) {
        const char *pressed = b->pressed ? c_format(c, ", &%s", b->pressed) : "";
        c_open(b, "if (%s(&%s%s%s))", c_need_try(c, ir_fn_index(c->game, rule), b->pressed), after, args, pressed);
        (*open)++;
    } else if (less && apart_plays_told(&c->apart, rule)) {
        c_line(b, "%s(&%s, %s%s%s);", c_play_told(c, rule), after, b->origin ? b->origin : b->state, c_rng(b), args);
    } else if (b->pressed) {
        c_line(b, "%s(&%s%s, &%s);", c_need_try(c, ir_fn_index(c->game, rule), true), after, args, b->pressed);
    } else if (c_lighter_try(c, rule)) {
        c_line(b, "%s(&%s%s);", c_need_try(c, ir_fn_index(c->game, rule), false), after, args);
    } else {
        c_line(b, "%s(&%s%s%s);", c_play(c, rule), after, c_rng(b), args);
    }
    return after;
}

static bool gates(Body *b, const IrFn *rule, const char *args, int *open)
{
    CGen *c = b->c;
    const char *after = NULL;
    bool less = does_without(b, rule);
    for (int i = 0; i < b->sink.ngate && !after; i++)
        after = needs_successor(&b->sink.gate[i], rule) ? successor(b, rule, args, less, open) : NULL;
    if (rule->post && !after && !b->sink.raw) {
        c_open(b, "if (%s(%s%s))", c_need_post(c, ir_fn_index(c->game, rule)), b->state, args);
        (*open)++;
    }
    for (int i = b->sink.ngate; i-- > 0;) {
        const Gate *gate = &b->sink.gate[i];
        switch (gate->kind) {
        case GATE_KEEP:
            if (needs_successor(gate, rule)) {
                const char *origin = b->origin;
                b->origin = !less ? NULL : origin ? origin : b->state;
                c_open(b, "if (%s)", evaluate(b, gate, c_format(c, "&%s", after)));
                b->origin = origin;
                (*open)++;
            }
            break;
        case GATE_COUNT: c_line(b, "%s++;", gate->count); break;
        case GATE_MEASURE: {
            const char *m = measure(b, gate, after);
            c_line(b, "%s = %s == 0 || %s > %s ? %s : %s;", gate->best, gate->count, m, gate->best, m,
                   gate->best);
            if (gate->list)
                c_line(b, "%s[%s] = %s;", gate->list, gate->count, m);
            c_line(b, "%s++;", gate->count);
            return false;
        }
        case GATE_BEST:
            c_open(b, "if (%s == %s)",
                   gate->list ? c_format(c, "%s[%s++]", gate->list, gate->count)
                              : measure(b, gate, after),
                   gate->best);
            (*open)++;
            break;
        }
    }
    return true;
}

bool c_gates(Body *b, const IrFn *rule, const char *args, int *open)
{
    const int mark = c_trial_mark(b);
    const bool goes_on = gates(b, rule, args, open);
    c_tried(b, mark);
    return goes_on;
}

/* ---- best ---- */

void c_best(Body *b, const Ir *s)
{
    CGen *c = b->c;
    if (b->sink.mode == SINK_ANY && b->sink.ngate == 0) {
        c_stmt(b, s->a[1]);
        return;
    }
    uint64_t most = ir_max_emitted(c->game, s->a[1]);
    int id = ++*b->ntemp;
    const char *type = c_type(c, s->a[0]->type), *best = c_format(c, "best%d", id);
    const char *list = most <= MAX_LIST ? c_format(c, "measure%d", id) : NULL;
    const char *count = c_format(c, "seen%d", id), *next = c_format(c, "next%d", id);
    c_scope(b);
    c_line(b, "%s %s = 0;", type, best);
    c_line(b, "uint32_t %s = 0;", count);
    if (list) {
        c_line(b, "uint32_t %s = 0;", next);
        c_line(b, "%s %s[%llu];", type, list, most ? (unsigned long long)most : 1);
    }
    for (int run = 0; run < 2; run++) {
        Gate *gate = c_gate(b, s, run ? GATE_BEST : GATE_MEASURE, s->a[0]);
        if (!gate)
            break;
        gate->type = type;
        gate->best = best;
        gate->count = run ? next : count;
        gate->list = list;
        c_stmt(b, s->a[1]);
        b->sink.ngate--;
    }
    c_close(b);
}

/* ---- reach ---- */

/* The function for this `reach`; two that are alike share one. */
static const char *function(CGen *c, const Ir *e)
{
    for (size_t i = 0; i < c->reach.n; i++)
        if (ir_equal(c->reach.at[i], e))
            return c_format(c, "reach_%zu", i);
    const char *name = c_format(c, "reach_%zu", c->reach.n), *type = c_type(c, e->type);
    const char *head = c_format(c, "static %s %s(const State *st, int32_t left)", type, name);
    vec_push(c->arena, &c->reach, e);
    out_printf(&c->text, "%s;\n\n", head);
    Body b = c_body(c, c->game->fn.at[e->k], "st");
    b.out = &b.text;
    const char *end = c_bare(c, c_expr(&b, e->a[0]));
    c_open(&b, "if (left == 0 || !(%s))", c_bit(&b, e->a[1]));
    c_line(&b, "return %s;", end);
    c_close(&b);
    c_line(&b, "%s best = 0;", type);
    c_line(&b, "uint32_t n = 0;");
    Gate *gate = c_gate(&b, e, GATE_MEASURE, NULL);
    gate->type = type;
    gate->best = "best";
    gate->count = "n";
    gate->reach = name;
    c_gen_stmt(&b, ir_call(c->game, IR_OP_TRY, (int)e->k, 0, NULL));
    b.sink.ngate--;
    c_line(&b, "return n ? best : %s;", c_bare(c, c_expr(&b, e->a[0])));
    c_finish(&b, head);
    return name;
}

const char *c_reach_ahead(Body *b, const Ir *e)
{
    const char *name = function(b->c, e);
    return c_format(b->c, "%s(%s, %lld)", name, b->state, (long long)e->a[2]->k);
}
