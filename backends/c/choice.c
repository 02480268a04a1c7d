/* choice.c - uniform choice without a list.
 *
 * Where gen moves consists of sets under conditions, a move is drawn by counting
 * the sets, drawing one number below the sum, and taking that member: exactly
 * the move that the same number would pick from the list.
 *
 * A Plane is one EMIT or EMITSET, or a loop around one EMIT.  Planes in one straight run of statements are
 * counted together; a condition or `first .. or ..` at the end of a run branches
 * into runs of its own, so that each knows which condition holds. */
#include "backends/c/cgen.h"

typedef struct {
    const IrFn *rule;
    const char **arg; /* all but the member */
    const Ir *emit;   /* of a set; or NULL */
    const Ir *loop;   /* whose k-th member says what the k-th move is */
    const char *set, *count; /* set is NULL for a single move, and for sites in a list */
    bool listed; /* how many there are is kept from ply to ply, and with many sites their list */
    int words;
} Plane;

typedef struct {
    Body *b;
    VEC(Plane) plane;
    int depth;
    const CPlan *plan; /* NULL: what must hold after a move is asked before one is drawn */
    Out above; /* declarations of planes that stand under a condition */
} Run;

/* A variable declared where the run begins. */
static void declare(Run *r, const char *type, const char *name, const char *init)
{
    for (int i = 0; i < r->depth; i++)
        out_puts(&r->above, "    ");
    out_printf(&r->above, "%s %s = %s;\n", type, name, init);
}

/* --- how much would be expanded in place? --- */

bool c_choice_is_large(const CGen *c)
{
    enum { LARGE = 6000 };
    const IrFn *moves = c->game->fn.at[ir_fn_find(c->game, "moves")];
    return shape_drawn_size(c->game, moves->body, shape_turn_size(c->game, LARGE, false), LARGE, false) >= LARGE;
}

/* --- planes --- */

/* Its set, counted.  legal: without the members that the rule's `post` is against. */
static void set_of_plane(Run *r, Plane *p, const Ir *set, int id, bool conditional, bool legal)
{
    Body *b = r->b;
    CGen *c = b->c;
    p->words = c_words(c, set->type.space);
    const char *type = c_set(c, p->words), *text = c_bare(c, c_expr(b, set));
    if (legal)
        text = c_legal(b, p->rule, p->arg, text);
    const char *count = c_count(c, p->words);
    p->set = c_format(c, "set%d", id);
    if (conditional) {
        declare(r, type, p->set, p->words == 1 ? "0" : "{{0}}");
        declare(r, "uint32_t", p->count, "0");
    }
    const char *fixed = r->plan ? "" : "const ";
    c_line(b, "%s%s%s = %s;", conditional ? "" : fixed, conditional ? "" : c_format(c, "%s ", type), p->set, text);
    c_line(b, "%s%s = (uint32_t)%s(%s);", conditional ? "" : c_format(c, "%suint32_t ", fixed), p->count, count,
           p->set);
}

static void loop_plane(Run *r, const Ir *s, bool conditional)
{
    CGen *c = r->b->c;
    int id = ++*r->b->ntemp;
    Plane p = {.rule = c->game->fn.at[shape_loop_emit(c->game, s)->k], .loop = s};
    p.count = c_format(c, "count%d", id);
    set_of_plane(r, &p, s->a[0], id, conditional, false);
    vec_push(c->arena, &r->plane, p);
}

/* Sites whose list or number is kept from ply to ply. */
static void kept_plane(Run *r, Plane *p, const Ir *set, int id, bool conditional)
{
    Body *b = r->b;
    CGen *c = b->c;
    const char *fresh = c_bare(c, c_expr(b, set));
    p->listed = true;
    p->count = conditional ? p->count : "list->left";
    if (c->counted) {
        p->words = 1;
        p->set = c_format(c, "set%d", id);
        if (conditional)
            declare(r, "uint64_t", p->set, "0");
        c_line(b, "%s%s = %s;", conditional ? "" : "const uint64_t ", p->set, fresh);
    }
    c_open(b, "if (LUDC_RARE(list->left == UNLISTED))");
    if (c->counted)
        c_line(b, "list->left = count_sites(%s);", p->set);
    else
        c_line(b, "list_sites(list, %s);", fresh);
    c_close(b);
    if (conditional) {
        declare(r, "uint32_t", p->count, "0");
        c_line(b, "%s = list->left;", p->count);
    }
}

static void plane(Run *r, const Ir *s, bool conditional)
{
    Body *b = r->b;
    CGen *c = b->c;
    Plane p = {.rule = c->game->fn.at[s->k]};
    p.arg = ARENA_ARRAY(c->arena, const char *, s->n + 1);
    int scalars = s->op == IR_OP_EMITSET ? s->n - 1 : s->n;
    int id = ++*b->ntemp;
    p.count = c_format(c, "count%d", id);
    for (int i = 0; i < scalars; i++) {
        p.arg[i] = c_expr(b, s->a[i]);
        if (s->a[i]->op != IR_OP_INT) { /* a value of this moment */
            const char *name = c_name_temp(b);
            declare(r, "int32_t", name, "0");
            c_line(b, "%s = %s;", name, c_bare(c, p.arg[i]));
            p.arg[i] = name;
        }
    }
    if (s->op == IR_OP_EMITSET && s->k == c->listed) {
        kept_plane(r, &p, s->a[0], id, conditional);
    } else if (s->op == IR_OP_EMITSET) {
        set_of_plane(r, &p, s->a[s->n - 1], id, conditional, p.rule->post && !r->plan);
        p.emit = s;
    } else if (conditional) {
        declare(r, "uint32_t", p.count, "0");
        c_line(b, "%s = 1;", p.count);
    } else if (r->plan) {
        c_line(b, "uint32_t %s = 1;", p.count);
    } else {
        p.count = "1";
    }
    vec_push(c->arena, &r->plane, p);
}

static const char *sum(Run *r, size_t from)
{
    const char *text = NULL;
    for (size_t i = from; i < r->plane.n; i++)
        text = text ? c_format(r->b->c, "%s + %s", text, r->plane.at[i].count)
                    : r->plane.at[i].count;
    return text ? text : "0";
}

/* Statements in the middle of a run: planes under conditions. */
static void inner(Run *r, const Ir *s, bool conditional)
{
    Body *b = r->b;
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            inner(r, s->a[i], conditional);
        break;
    case IR_OP_IF:
        c_open(b, "if (%s)", c_bit(b, s->a[0]));
        inner(r, s->a[1], true);
        if (s->n > 2) {
            b->depth--;
            c_open(b, "} else");
            inner(r, s->a[2], true);
        }
        c_close(b);
        break;
    case IR_OP_PREFER: {
        size_t from = r->plane.n;
        inner(r, s->a[0], conditional);
        c_open(b, "if (%s == 0)", from + 1 < r->plane.n ? c_format(b->c, "(%s)", sum(r, from))
                                                      : sum(r, from));
        inner(r, s->a[1], true);
        c_close(b);
        break;
    }
    case IR_OP_KEEP: inner(r, s->a[1], conditional); break; /* by trials only */
    case IR_OP_EMIT:
    case IR_OP_EMITSET: plane(r, s, conditional); break;
    case IR_OP_FOR: loop_plane(r, s, conditional); break;
    default: c_stmt(b, s); break;
    }
}

/* "ludc_nth(set, k)" for a member of plane p, with its bit as `one`. */
static const char *nth_one(Body *b, const char *set, const char *k)
{
    c_line(b, "uint64_t one;");
    return c_temp(b, "int32_t", c_format(b->c, "ludc_nth_one(%s, %s, &one)", set, k));
}

/* Plays the move of member number `k` of the loop of plane p. */
static void play_of_loop(Run *r, const Plane *p, const char *k)
{
    Body *b = r->b;
    CGen *c = b->c;
    const char *args = "";
    int one = -1;
    if (b->read[p->loop->k]) {
        const char *at = p->words == 1 ? nth_one(b, p->set, k) : c_format(c, "%s(%s, %s)", c_nth(c, p->words), p->set, k);
        c_line(b, "const int32_t %s = %s;", b->local[p->loop->k], at);
    }
    const Ir *s = p->loop->a[1];
    for (; s->op == IR_OP_BLOCK; s = s->a[s->n - 1])
        for (int i = 0; i + 1 < s->n; i++)
            c_stmt(b, s->a[i]);
    for (int i = 0; i < s->n; i++) {
        bool member = p->words == 1 && s->a[i]->op == IR_OP_LOCAL && s->a[i]->k == p->loop->k;
        one = member ? i : one;
        args = c_format(c, "%s, %s", args, c_bare(c, c_expr(b, s->a[i])));
    }
    c_unlist(b);
    c_line(b, "%s(st%s%s%s);", one < 0 ? c_play(c, p->rule) : c_play_one(c, p->rule, one), c_rng(b), args,
           one < 0 ? "" : ", one");
}

/* Plays member number `k` of plane p. */
static void play(Run *r, const Plane *p, const char *k)
{
    CGen *c = r->b->c;
    bool one = p->set && p->words == 1;
    int nparam = p->rule->nparam;
    const char *name = one ? c_play_one(c, p->rule, nparam - 1) : c_play(c, p->rule), *args = "";
    for (int i = 0; !p->listed && i < nparam - (p->set != NULL); i++)
        args = c_format(c, "%s, %s", args, p->arg[i]);
    if (one) {
        args = c_format(c, "%s, %s, one", args, nth_one(r->b, p->set, k));
    } else if (p->set) {
        args = c_format(c, "%s, %s(%s, %s)", args, c_nth(c, p->words), p->set, k);
    } else if (p->listed) {
        args = c_format(c, ", %s", c_temp(r->b, "int32_t", c_format(c, "list->site[%s]", k)));
        c_line(r->b, "list->site[%s] = list->site[--list->left];", k);
    }
    if (!p->listed)
        c_unlist(r->b);
    else if (p->set)
        c_line(r->b, "list->left--;");
    c_line(r->b, "%s(st%s%s);", name, c_rng(r->b), args);
}

/* Sets of a word each, of the same rule with constants for its other parameters? */
static bool alike(const Plane *p, const Plane *q)
{
    if (!p->emit || !q->emit || p->rule != q->rule || p->words != 1 || q->words != 1)
        return false;
    for (int i = 0; i + 1 < p->emit->n; i++)
        if (p->emit->a[i]->op != IR_OP_INT || q->emit->a[i]->op != IR_OP_INT)
            return false;
    return true;
}

enum { MOST_ALIKE = 8 };

/* How many planes from number i on are drawn from without a branch for each. */
static size_t group_of(const Run *r, size_t i)
{
    size_t n = 1;
    while (n < MOST_ALIKE && i + n < r->plane.n && alike(&r->plane.at[i], &r->plane.at[i + n]))
        n++;
    return n;
}

static const char *counts(const Run *r, size_t from, size_t n)
{
    const char *text = r->plane.at[from].count;
    for (size_t i = 1; i < n; i++)
        text = c_format(r->b->c, "%s + %s", text, r->plane.at[from + i].count);
    return text;
}

/* Plays member number `k` of n planes that are alike: which of them k falls into is random, so
 * no processor could guess a branch.  `past[i]` is all ones where it is not one of the first i. */
static void play_alike(Run *r, const Plane *p, size_t n, const char *k)
{
    Body *b = r->b;
    CGen *c = b->c;
    const char *past[MOST_ALIKE], *set = p[0].set, *less = "0", *args = "";
    for (size_t i = 1; i < n; i++) {
        past[i] = c_temp(b, "uint64_t", c_format(c, "-(uint64_t)(%s >= %s)", k, counts(r, (size_t)(p - r->plane.at), i)));
        set = c_format(c, "%s ^ (%s & (%s ^ %s))", set, past[i], p[i - 1].set, p[i].set);
        less = c_format(c, "%s%s(%s & %s)", i > 1 ? less : "", i > 1 ? " + " : "", past[i], p[i - 1].count);
    }
    set = c_temp(b, "uint64_t", set);
    c_line(b, "%s -= (uint32_t)(%s);", k, less);
    for (int a = 0; a + 1 < p->emit->n; a++) {
        int64_t first = p->emit->a[a]->k;
        const char *value = c_format(c, "%lld", (long long)first);
        for (size_t i = 1; i < n; i++) {
            int64_t step = p[i].emit->a[a]->k - p[i - 1].emit->a[a]->k;
            value = step ? c_format(c, "%s + (int32_t)%s * %lld", value, past[i], (long long)-step) : value;
        }
        args = c_format(c, "%s, %s", args, value);
    }
    c_unlist(b);
    c_line(b, "%s(st%s%s, %s, one);", c_play_one(c, p->rule, p->rule->nparam - 1), c_rng(b), args, nth_one(b, set, k));
}

/* Planes i to i + n - 1, when *k is below their count. */
static void draw_planes(Run *r, size_t i, size_t n, const char *k)
{
    Body *b = r->b;
    const Plane *p = &r->plane.at[i];
    bool last = i + n == r->plane.n;
    if (!last)
        c_open(b, "if (%s < %s)", k, counts(r, i, n));
    if (p->loop)
        play_of_loop(r, p, k);
    else if (n > 1)
        play_alike(r, p, n, k);
    else
        play(r, p, k);
    c_line(b, "turn(st%s);", c_rng(b));
    c_line(b, "return 1;");
    if (!last) {
        c_close(b);
        const Plane *next = &r->plane.at[i + n];
        if (i + n + 1 < r->plane.n || next->set || next->listed)
            c_line(b, "%s -= %s;", k, counts(r, i, n));
    }
}

/* Draws among the planes of the run and plays; goes on behind if there is no
 * move in them. */
static void draw(Run *r)
{
    Body *b = r->b;
    if (r->plane.n == 0)
        return;
    const Plane *first = &r->plane.at[0];
    if (r->plane.n == 1 && first->count[0] == '1') { /* one move, always there */
        c_line(b, "(void)ludc_random(rng);");
        draw_planes(r, 0, 1, NULL);
        return;
    }
    const char *total = r->plane.n == 1 ? first->count : c_temp(b, "uint32_t", sum(r, 0));
    c_open(b, "if (%s)", total);
    const char *k = c_name_temp(b);
    bool used = r->plane.n > 1 || first->set || first->listed;
    if (used)
        c_line(b, "%suint32_t %s = ludc_below(rng, %s);", r->plane.n > 1 ? "" : "const ", k, total);
    else
        c_line(b, "(void)ludc_random(rng);");
    for (size_t i = 0, n; i < r->plane.n; i += n) {
        n = group_of(r, i);
        draw_planes(r, i, n, k);
    }
    c_close(b);
}

/* --- trials --- */

/* Tries the member number k of plane p; takes it out where it is not allowed. */
static void try_plane(Run *r, const Plane *p, const char *k)
{
    Body *b = r->b;
    CGen *c = b->c;
    int rule = ir_fn_index(c->game, p->rule);
    const char *trial = c_need_trial(r->plan, rule), *args = "", *member = NULL;
    for (int i = 0; i < p->rule->nparam - (p->set != NULL); i++)
        args = c_format(c, "%s, %s", args, p->arg[i]);
    if (p->set) {
        const char *nth = c_nth(c, p->words);
        member = c_temp(b, "int32_t", c_format(c, "%s(%s, %s)", nth, p->set, k));
        args = c_format(c, "%s, %s", args, member);
    }
    if (trial)
        c_open(b, "if (%s(st%s))", trial, args);
    else
        c_line(b, "%s(st%s%s);", c_play(c, p->rule), c_rng(b), args);
    c_unlist(b);
    c_line(b, "turn(st%s);", c_rng(b));
    c_line(b, "return 1;");
    if (!trial)
        return;
    c_close(b);
    if (member) {
        const char *one = p->words == 1 ? c_format(c, "UINT64_C(1) << %s", member)
                                        : c_format(c, "UINT64_C(1) << (%s & 63)", member);
        const char *word = p->words == 1 ? p->set : c_format(c, "%s.w[%s >> 6]", p->set, member);
        c_line(b, "%s &= ~(%s);", word, one);
    }
    c_line(b, "%s--;", p->count);
}

/* Draws and tries until one is allowed or none is left. */
static void draw_trials(Run *r)
{
    Body *b = r->b;
    if (r->plane.n == 0)
        return;
    const char *total = c_format(b->c, "total%d", ++*b->ntemp), *k = c_name_temp(b);
    c_line(b, "uint32_t %s = %s;", total, sum(r, 0));
    if (!r->plan->fall)
        c_line(b, "const int32_t %s_any = %s != 0;", total, total);
    c_open(b, "while (%s)", total);
    c_line(b, "uint32_t %s = ludc_below(rng, %s--);", k, total);
    for (size_t i = 0; i < r->plane.n; i++) {
        bool last = i + 1 == r->plane.n;
        if (!last)
            c_open(b, "if (%s < %s)", k, r->plane.at[i].count);
        try_plane(r, &r->plane.at[i], k);
        if (!last) {
            c_line(b, "continue;");
            c_close(b);
            c_line(b, "%s -= %s;", k, r->plane.at[i].count);
        }
    }
    c_close(b);
    if (!r->plan->fall) {
        c_open(b, "if (%s_any)", total);
        c_unlist(b);
        c_line(b, "return choose_tested(st, rng);");
        c_close(b);
    }
}

/* --- runs --- */

static void run(Body *b, const Ir *tree, const CPlan *plan);

static void branch(Body *b, const Ir *s)
{
    if (s->op == IR_OP_PREFER) {
        run(b, s->a[0], NULL);
        run(b, s->a[1], NULL);
        return;
    }
    c_open(b, "if (%s)", c_bit(b, s->a[0]));
    run(b, s->a[1], NULL);
    if (s->n > 2) {
        b->depth--;
        c_open(b, "} else");
        run(b, s->a[2], NULL);
    }
    c_close(b);
}

static void run(Body *b, const Ir *tree, const CPlan *plan)
{
    const DrawRun list = shape_draw_run(b->c->arena, tree, plan != NULL);
    Run r = {.b = b, .depth = b->depth, .plan = plan};
    Out aside = {0};
    Out *out = c_aside(b, &aside);
    for (size_t i = 0; i < list.n; i++)
        inner(&r, list.at[i], false);
    if (list.branches)
        branch(b, list.branches);
    if (plan)
        draw_trials(&r);
    else
        draw(&r);
    c_aside(b, out);
    out_write(out, r.above.text ? r.above.text : "", r.above.n);
    out_write(out, aside.text ? aside.text : "", aside.n);
    out_free(&r.above);
    out_free(&aside);
}

void c_draw_in_a_row(Body *b, const Ir *s, const CPlan *plan)
{
    c_one_scope(b, s);
    run(b, s, plan);
}

void c_choice(CGen *c, const char *name)
{
    const IrFn *moves = c->game->fn.at[ir_fn_find(c->game, "moves")];
    c_need_turn(c);
    Body b = c_body(c, moves, "st");
    b.out = &b.text;
    b.draws = c->chance;
    const Ir *tree = moves->body;
    c_scopes(&b, &tree, 1);
    c_draw_in_a_row(&b, tree, NULL);
    c_line(&b, "return 0;");
    out_puts(&c->text, "/* Plays one move, each of the list being as likely; 0 if there is none. */\n");
    c_finish(&b, c_format(c, "%s int32_t %s(State *st, uint64_t *rng)", c->hot, name));
}
