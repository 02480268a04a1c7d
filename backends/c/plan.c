/* plan.c - playouts that draw a candidate first and ask afterwards whether it is legal.
 *
 * The body of gen moves is followed down to the statements whose emissions are drawn from
 * together (ir/plan/plan.h).  One that is drawn from by trials has a function for each of its
 * rules that plays the move, asks what must hold, and takes the move back if it does not;
 * so the successor that was looked at is the one that is played on. */
#include "backends/c/cgen.h"
#include "ir/plan/plan.h"

/* ---- trials ---------------------------------------------------------------------- */

static void copy_field(Body *b, size_t i, const char *to, const char *from)
{
    const IrField *f = &b->c->game->field.at[i];
    if (!f->array) {
        c_line(b, "%s = %s;", to, from);
    } else if (f->n <= 4) {
        for (size_t j = 0; j < f->n; j++)
            c_line(b, "%s[%zu] = %s[%zu];", to, j, from, j);
    } else {
        c_open(b, "for (uint32_t i = 0; i < %zu; i++)", f->n);
        c_line(b, "%s[i] = %s[i];", to, from);
        c_close(b);
    }
}

static const char *kept_name(const Body *b, size_t i)
{
    return c_format(b->c, "kept_%s", b->c->field[i]);
}

static const char *field_name(const Body *b, size_t i)
{
    return c_format(b->c, "st->%s", b->c->field[i]);
}

static void declare_kept(Body *b, const bool *field)
{
    CGen *c = b->c;
    for (size_t i = 0; i < c->game->field.n; i++) {
        const IrField *f = &c->game->field.at[i];
        const char *type = f->elem.kind == IR_MASK ? c_type(c, f->elem) : c_store(f->elem);
        if (field[i])
            c_line(b, "%s %s%s;", type, kept_name(b, i), f->array ? c_format(c, "[%zu]", f->n) : "");
    }
}

static void keep_fields(Body *b, const bool *field)
{
    for (size_t i = 0; i < b->c->game->field.n; i++)
        if (field[i])
            copy_field(b, i, kept_name(b, i), field_name(b, i));
}

static void take_back(Body *b, const bool *field)
{
    for (size_t i = 0; i < b->c->game->field.n; i++)
        if (field[i])
            copy_field(b, i, field_name(b, i), kept_name(b, i));
    c_line(b, "return 0;");
}

/* A condition of another place, asked of the successor. */
static void ask_keep(Body *b, const IrFn *place, const Ir *keep, const bool *field)
{
    Body outer = *b;
    b->fn = place;
    b->local = c_locals(b, place, ++*b->ntemp);
    b->read = ARENA_ARRAY(b->c->arena, bool, place->local.n + 1);
    b->above = ARENA_ARRAY(b->c->arena, bool, place->local.n + 1);
    b->chosen = false;
    c_open(b, "if (!(%s))", c_bit(b, keep));
    take_back(b, field);
    c_close(b);
    b->fn = outer.fn;
    b->local = outer.local;
    b->read = outer.read;
    b->above = outer.above;
    b->chosen = outer.chosen;
}

/* The locals of a trial and the values of the header that it needs. */
static void trial_locals(Body *b, const IrFn *rule, const Early *early, const Ir *post)
{
    bool apart = !early->after && c_effect_apart(b->c, rule);
    const Ir *tree[] = {rule->header, apart ? NULL : early->before, early->after, post};
    c_scopes(b, tree, 4);
    c_header_lets(b, rule, tree + 1, 3);
}

/* What the rule does as far as the answer depends on it, what must hold, and the rest. */
static void trial_body(Body *b, const IrFn *place, const IrFn *rule, const Ir *const *keep, size_t nkeep)
{
    CGen *c = b->c;
    const Ir *late = shape_known(rule) ? rule->post->a[1] : rule->post;
    const Ir *known = shape_known_pays(c->arena, rule) ? shape_known(rule) : NULL;
    Early early = ir_early(c->arena, c->game, rule, keep, nkeep);
    bool apart = !early.after && c_effect_apart(c, rule);
    declare_kept(b, early.written);
    trial_locals(b, rule, &early, known ? rule->post : late);
    const char *sure = known ? c_temp(b, "int32_t", c_bit(b, known)) : NULL;
    if (sure && nkeep == 0) { /* nothing is taken back */
        c_open(b, "if (!%s)", sure);
        keep_fields(b, early.written);
        c_close(b);
    } else {
        keep_fields(b, early.written);
    }
    if (apart)
        c_do_effect(b, rule);
    else
        c_block(b, early.before);
    if (late) {
        if (sure)
            c_open(b, "if (!%s)", sure);
        c_open(b, "if (!(%s))", c_holds(b, late));
        take_back(b, early.written);
        c_close(b);
        if (sure)
            c_close(b);
    }
    for (size_t i = 0; i < nkeep; i++)
        ask_keep(b, place, keep[i], early.written);
    if (early.after)
        c_block(b, early.after);
    c_line(b, "return 1;");
}

/* The number of these conditions among those that trials of the rule ask, from 1 on. */
static size_t number_of(CGen *c, int rule, const Ir *const *keep, size_t n)
{
    size_t number = 1;
    for (size_t i = 0; i < c->trial.n; i++) {
        const CTrial *t = &c->trial.at[i];
        bool same = t->rule == rule && t->n == n;
        for (size_t k = 0; same && k < n; k++)
            same = ir_equal(t->keep[k], keep[k]);
        if (same)
            return number;
        number += t->rule == rule;
    }
    const Ir **own = arena_copy(c->arena, keep, n * sizeof *keep);
    vec_push(c->arena, &c->trial, ((CTrial){rule, own, n}));
    return number;
}

const char *c_need_trial(CGen *c, const IrFn *place, int rule, const Ir *const *keep, size_t n)
{
    const IrFn *r = c->game->fn.at[rule];
    if (!r->post && !n)
        return NULL;
    const char *name = n ? c_format(c, "trial_%s_%zu", c->fn[rule], number_of(c, rule, keep, n)) : c_format(c, "trial_%s", c->fn[rule]);
    if (!c_once(c, name))
        return name;
    Body b = c_body(c, r, "st");
    b.out = &b.text;
    b.chosen = true;
    trial_body(&b, place, r, keep, n);
    const char *params = c_params(&b, r, r->nparam);
    c_finish(&b, c_format(c, "%s int32_t %s(State *st%s)", c->hot, name, params));
    return name;
}

const char *c_need_trial_of_code(CGen *c, const IrFn *place, const Ir *statement)
{
    const char *name = c_format(c, "trial_of_%zu", c->made.n); /* a number that no other one has */
    Body b = c_body(c, NULL, "st");
    b.out = &b.text;
    b.draws = b.told = c->chance;
    c_once(c, name);
    for (size_t i = 0; i < c->ncode; i++) {
        const IrFn *rule = c->game->fn.at[c->code[i].fn];
        unsigned long long base = c->code[i].base, end = base + c->code[i].size;
        const Ir *keep[IR_MOST_KEEPS];
        if (!ir_can_emit(c->game, statement, c->code[i].fn))
            continue;
        const size_t n = ir_keeps_of(c->game, statement, c->code[i].fn, keep);
        for (size_t k = 0; k < n; k++)
            keep[k] = keep[k]->a[0];
        const char *trial = c_need_trial(c, place, c->code[i].fn, keep, n);
        c_open(&b, "if (move - %lluu < %lluu)", base, end - base);
        const char *args = c_decoded(&b, &c->code[i]);
        if (trial) {
            c_line(&b, "return %s(st%s);", trial, args);
        } else {
            c_line(&b, "%s(st%s%s);", c_play(c, rule), c_rng(&b), args);
            c_line(&b, "return 1;");
        }
        c_close(&b);
    }
    c_line(&b, "return 0;");
    c_finish(&b, c_format(c, "LUDC_FN int32_t %s(State *st%s, uint32_t move)", name, c_rng_param(c)));
    return name;
}

/* ---- sites in a list ------------------------------------------------------------------ */

/* The type of what is known of the sites where they are only counted.  The count stands apart: in its place it would
 * be made at every ply and then be chosen or not, and each ply would wait for the one before. */
static void put_count(CGen *c)
{
    out_puts(&c->text, "/* The number of sites that can still be played on. */\n"
                       "#define UNLISTED UINT32_MAX\n"
                       "typedef struct {\n    uint32_t left;\n} Sites;\n\n"
                       "LUDC_APART uint32_t count_sites(uint64_t set)\n{\n");
    out_printf(&c->text, "    return (uint32_t)%s(set);\n}\n\n", c_count(c, 1));
}

/* The type of the list, and how it begins. */
static void put_sites(CGen *c)
{
    IrType site = c->game->fn.at[c->listed]->local.at[0].type;
    int size = c->game->space.at[site.space].size, words = c_words(c, site.space);
    const char *type = size <= 256 ? "uint8_t" : "uint16_t";
    out_printf(&c->text, "/* The sites that can still be played on, in no order. */\n"
                         "#define UNLISTED UINT32_MAX\n"
                         "typedef struct {\n    uint32_t left;\n    %s site[%d];\n} Sites;\n\n", type, size);
    out_printf(&c->text, "static const Sites all_sites = {%d, {", size);
    for (int i = 0; i < size; i++)
        out_printf(&c->text, i ? i % 16 ? ", %d" : ",\n    %d" : "\n    %d", i);
    out_puts(&c->text, "}};\n\n");
    Body b = c_body(c, NULL, "st");
    b.out = &b.text;
    c_open(&b, "if (%s(set) == %d)", c_set_op(c, words, "count"), size);
    c_line(&b, "*list = all_sites;");
    c_line(&b, "return;");
    c_close(&b);
    c_line(&b, "uint32_t n = 0;");
    c_each(&b, "set", words, "member");
    c_line(&b, "list->site[n++] = (%s)member;", type);
    c_end_each(&b, words);
    c_line(&b, "list->left = n;");
    c_finish(&b, c_format(c, "LUDC_FN void list_sites(Sites *list, %s set)", c_set(c, words)));
}

/* ---- the way down to what is drawn from ------------------------------------------------ */

typedef enum { COUNT, LIST, ALLOWED } Use;

static void leaf(Body *b, const Ir *s, Use use)
{
    const bool trials = ir_draw(b->c->game, s) == IR_DRAW_TRIALS;
    if (use != ALLOWED) {
        b->sink = (Sink){.mode = use == LIST ? SINK_LIST : SINK_COUNT, .raw = trials};
        c_stmt(b, s);
    } else if (trials) {
        c_line(b, "return (uint32_t)%s(st%s, move);", c_need_trial_of_code(b->c, b->fn, s), c_rng(b));
    } else {
        c_line(b, "return 1;");
    }
}

static void way(Body *b, const Ir *s, Use use);

/* first {..} or {..}: where the first block has candidates they alone count. */
static void prefer(Body *b, const Ir *s, Use use)
{
    if (use == ALLOWED) {
        c_scope(b);
        c_line(b, "uint32_t n = 0;");
        way(b, s->a[0], COUNT);
        c_open(b, "if (n)");
        way(b, s->a[0], use);
        c_close(b);
        c_close(b);
        way(b, s->a[1], use);
        return;
    }
    way(b, s->a[0], use);
    c_open(b, "if (n == 0)");
    way(b, s->a[1], use);
    c_close(b);
}

static void way(Body *b, const Ir *s, Use use)
{
    CGen *c = b->c;
    IrDraw how = ir_draw(c->game, s);
    if (how == IR_DRAW_NOTHING)
        return;
    bool asked = use == ALLOWED && s->op == IR_OP_IF; /* another part may be the one that is drawn from */
    if (how != IR_DRAW_STEPS && !asked) {
        leaf(b, s, use);
    } else if (s->op == IR_OP_IF) {
        c_open(b, "if (%s)", c_bit(b, s->a[0]));
        way(b, s->a[1], use);
        if (s->n > 2) {
            b->depth--;
            c_open(b, "} else");
            way(b, s->a[2], use);
        }
        c_close(b);
    } else if (s->op == IR_OP_PREFER) {
        prefer(b, s, use);
    } else if (s->op == IR_OP_TRY) {
        Body outer = c_enter(b, s);
        const Ir *tree = b->fn->body;
        c_scopes(b, &tree, 1);
        way(b, tree, use);
        c_return(b, &outer);
    } else {
        c_scope(b);
        for (int i = 0; i < s->n; i++)
            if (ir_draw(c->game, s->a[i]) == IR_DRAW_NOTHING)
                c_stmt(b, s->a[i]);
            else
                way(b, s->a[i], use);
        c_close(b);
    }
}

/* ---- functions -------------------------------------------------------------------------- */

static void function(CGen *c, Use use, const char *signature)
{
    const IrFn *moves = c->game->fn.at[ir_fn_find(c->game, "moves")];
    Body b = c_body(c, moves, "st");
    b.out = &b.text;
    const Ir *tree = moves->body;
    c_scopes(&b, &tree, 1);
    if (use == COUNT)
        c_line(&b, "uint32_t n = 0;");
    way(&b, tree, use);
    static const char *const end[] = {"return n;", "return n;", "return 0;"};
    c_line(&b, "%s", end[use]);
    c_finish(&b, signature);
}

void c_plan_sites(CGen *c)
{
    c->listed = ir_plan_kept(c->game, &c->counted);
    if (c->listed >= 0 && c->counted)
        put_count(c);
    else if (c->listed >= 0)
        put_sites(c);
}

void c_plan(CGen *c)
{
    if (!ir_plan_tries(c->game))
        return;
    function(c, COUNT, "LUDC_FN uint32_t count_candidates(const State *st)");
    function(c, LIST, "LUDC_FN uint32_t list_candidates(const State *st, uint32_t *out, uint32_t n)");
    function(c, ALLOWED, "LUDC_FN uint32_t is_allowed(State *st, uint32_t move)");
    out_puts(&c->text, "static uint32_t candidates(const ludc_reasoner *r, const void *state, uint32_t *out)\n{\n"
                       "    (void)r;\n    return over(r, state) ? 0\n"
                       "           : out           ? list_candidates(state, out, 0)\n"
                       "                           : count_candidates(state);\n}\n\n"
                       "static uint32_t allowed(const ludc_reasoner *r, const void *state, uint32_t move)\n{\n"
                       "    State after = *(const State *)state;\n    (void)r;\n"
                       "    return is_allowed(&after, move);\n}\n\n");
}
