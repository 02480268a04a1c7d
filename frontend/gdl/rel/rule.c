/* rule.c - one rule as nested loops over sets, after its plan. */
#include "frontend/gdl/rel/rel.h"
#include "ir/core/ir.h"

typedef struct {
    RelLower *l;
    Rel *rel;
    Arena *arena;
    RelRule *rule;
    RelForm *head;
    const char *var[REL_MOST_VARS + 56]; /* the text of each variable, or NULL */
    bool bound[REL_MOST_VARS + 56];
    const char *given; /* stem of the parameters' names */
    const char *hit;   /* local that is set when the head is known to hold, or NULL */
    uint32_t open;     /* blocks to be closed */
} Code;

static const char *fresh(Code *c, const char *stem) { return arena_printf(c->arena, "%%%s%u", stem, c->l->label++); }

static void line(Code *c, const char *text)
{
    out_puts(&c->l->text, text);
    out_char(&c->l->text, '\n');
}

static void open_block(Code *c, const char *text)
{
    line(c, arena_printf(c->arena, "%s {", text));
    c->open++;
}

static const char *arg_text(Code *c, const RelArg *arg)
{
    return arg->var < 0 ? arena_printf(c->arena, "%u", arg->member) : c->var[arg->var];
}

static const char *const *arg_texts(Code *c, const RelArg *arg, uint32_t n)
{
    const char **text = ARENA_ARRAY(c->arena, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        text[i] = arg_text(c, &arg[i]);
    return text;
}

static const char *call(Code *c, const char *stem, uint32_t form, uint64_t which, const char *const *arg)
{
    Out out = {0};
    const char *comma = "";
    out_printf(&out, "%s%u(", stem, form);
    for (uint32_t i = 0; i < c->rel->form.at[form].n; i++)
        if (which >> i & 1) {
            out_printf(&out, "%s%s", comma, arg[i]);
            comma = ", ";
        }
    out_char(&out, ')');
    const char *text = arena_strdup(c->arena, out.text);
    out_free(&out);
    return text;
}

/* Sees to it that the form's tuples are there, as far as they are asked for. */
static void ensure(Code *c, uint32_t f, const char *const *arg)
{
    const RelForm *form = &c->rel->form.at[f];
    if (c->head->mode == REL_PURE || (form->component == c->head->component && c->head->relation != GDL_TRUE))
        return; /* the caller has, or we are just at it */
    if (form->mode == REL_WHOLE)
        line(c, arena_printf(c->arena, "whole%u()", form->leader));
    else if (form->mode == REL_KEYED)
        line(c, call(c, "keyed", f, form->key, arg));
    for (size_t i = 0; form->mode == REL_PURE && i < form->needs.n; i++)
        line(c, arena_printf(c->arena, "whole%u()", c->rel->form.at[form->needs.at[i]].leader));
}

/* ---- what was found ------------------------------------------------------------------ */

static void put(Code *c, const char *place, bool add, const char *set)
{
    line(c, arena_printf(c->arena, "%s := %s %s %s", place, place, add ? "|" : "\\", set));
}

static const char *bit(Code *c, uint32_t class, const char *member)
{
    return arena_printf(c->arena, "bit[%s](%s)", rel_class_name(c->l, class), member);
}

static void add_move(Code *c, const char *const *arg)
{
    const RelArg *role = &c->rule->arg[0];
    for (uint32_t r = 0; r < c->l->nrole; r++) {
        uint32_t member = rel_player(c->l, c->head->class[0], r);
        if (!c->head->number[r].ntable || (role->var < 0 && role->member != member))
            continue;
        if (role->var >= 0)
            line(c, arena_printf(c->arena, "if %s == %u {", arg[0], member));
        put(c, arena_printf(c->arena, "@'legal %u'", r + 1), true,
            arena_printf(c->arena, "bit['move %u'](%s)", r + 1, rel_number(c->l, c->head, &c->head->number[r], 1, arg)));
        if (role->var >= 0)
            line(c, "}");
    }
}

static void add_goal(Code *c, const char *const *arg)
{
    put(c, "@goals", true, arena_printf(c->arena, "bit[goal](%s)", rel_number(c->l, c->head, &c->head->number[0], 0, arg)));
}

static void add_levels(Code *c, const char *const *arg)
{
    if (c->head->relation == GDL_TRUE) { /* of the next state */
        const RelLevel *level = rel_full_level(c->head);
        const char *place = level->rows == 1 ? arena_printf(c->arena, "@next%u", c->rule->head)
                                             : arena_printf(c->arena, "@next%u[%s]", c->rule->head, rel_index(c->l, c->head->class, level, arg));
        put(c, place, true, bit(c, c->head->class[level->target], arg[level->target]));
        return;
    }
    for (size_t i = 0; i < c->head->level.n; i++) {
        const RelLevel *level = &c->head->level.at[i];
        put(c, rel_row(c->l, false, c->rule->head, level, arg), true, bit(c, c->head->class[level->target], arg[level->target]));
    }
}

static void add_tuple(Code *c)
{
    const char *const *arg = arg_texts(c, c->rule->arg, c->head->n);
    if (!c->head->n) {
        line(c, arena_printf(c->arena, "@%s%u := 1", c->head->relation == GDL_TRUE ? "next" : "holds", c->rule->head));
        return;
    }
    bool guarded = c->rule->recursive;
    const RelLevel *full = rel_full_level(c->head);
    if (guarded) {
        line(c, arena_printf(c->arena, "if !(%s in %s) {", arg[full->target], rel_row(c->l, false, c->rule->head, full, arg)));
        line(c, arena_printf(c->arena, "@more%u := 1", c->head->leader));
    }
    if (rel_kept(c->head) || c->head->relation == GDL_TRUE)
        add_levels(c, arg);
    if (c->head->relation == GDL_LEGAL)
        add_move(c, arg);
    if (c->head->relation == GDL_GOAL)
        add_goal(c, arg);
    if (guarded)
        line(c, "}");
}

static void success(Code *c)
{
    if (c->head->mode == REL_PURE) {
        line(c, "ret 1");
    } else if (c->head->mode == REL_ASKED) {
        line(c, arena_printf(c->arena, "@answer%u := 1", c->rule->head));
        line(c, "leave");
    } else {
        add_tuple(c);
        if (c->hit)
            line(c, arena_printf(c->arena, "set %s = 1", c->hit));
    }
}

/* ---- steps ------------------------------------------------------------------------------- */

static const char *pairs(Code *c, const RelLiteral *l)
{
    Out out = {0};
    for (uint32_t i = 0; i + 1 < l->n; i += 2)
        out_printf(&out, "%s%s != %s", i ? " || " : "", arg_text(c, &l->arg[i]), arg_text(c, &l->arg[i + 1]));
    const char *text = arena_printf(c->arena, "(%s)", out.text);
    out_free(&out);
    return text;
}

/* Has that role chosen that move? */
static const char *test_choice(Code *c, const RelLiteral *l, const char *const *arg)
{
    const RelArg *role = &l->arg[0];
    const char *class = rel_class_name(c->l, c->rel->form.at[l->of].class[0]), *number, *text;
    if (role->var < 0) {
        uint32_t r = rel_role(c->l, c->rel->form.at[l->of].class[0], role->member);
        if (r == REL_NONE)
            return "0";
        number = arena_printf(c->arena, "%u", r);
        text = "";
    } else {
        number = arena_printf(c->arena, "$player_%s[%s]", class, arg[0]);
        text = arena_printf(c->arena, "%s in $players_%s && ", arg[0], class);
    }
    text = arena_printf(c->arena, "%s@chosen[%s] == %u", text, number, l->of);
    for (uint32_t i = 1; i < l->n; i++)
        text = arena_printf(c->arena, "%s && @chosen%u[%s] == %s", text, i, number, arg[i]);
    return arena_printf(c->arena, "(%s)", text);
}

static const char *test_form(Code *c, const RelLiteral *l, const char *const *arg)
{
    const RelForm *form = &c->rel->form.at[l->of];
    if (form->mode == REL_CHOICE)
        return test_choice(c, l, arg);
    ensure(c, l->of, arg);
    if (form->mode == REL_PURE)
        return call(c, "pure", l->of, rel_all(l->n), arg);
    if (form->mode == REL_ASKED) {
        line(c, call(c, "asked", l->of, rel_all(l->n), arg));
        return arena_printf(c->arena, "@answer%u", l->of);
    }
    if (!form->n)
        return arena_printf(c->arena, "@holds%u", l->of);
    const RelLevel *level = rel_full_level(form);
    return arena_printf(c->arena, "(%s in %s)", arg[level->target], rel_row(c->l, false, l->of, level, arg));
}

/* The legal moves of a role that are of the form. */
static const char *listed(Code *c, uint32_t form, uint32_t role)
{
    return arena_printf(c->arena, "@'legal %u' & $'moves %u of %u'", role + 1, form, role + 1);
}

/* Are all arguments legal together?  Looks through the list: a local says so. */
static const char *test_move(Code *c, const RelLiteral *l, const char *const *arg)
{
    const char *found = fresh(c, "found"), *move = fresh(c, "m");
    const RelForm *form = &c->rel->form.at[l->of];
    ensure(c, l->of, arg);
    line(c, arena_printf(c->arena, "var %s : bit = 0", found));
    for (uint32_t r = 0; r < c->l->nrole; r++) {
        uint32_t member = rel_player(c->l, form->class[0], r);
        if (member == REL_NONE || !form->number[r].ntable)
            continue;
        Out same = {0};
        for (uint32_t i = 1; i < l->n; i++)
            out_printf(&same, " && $'argument %u of %u'[%s] == %s", i, r + 1, move, arg[i]);
        line(c, arena_printf(c->arena, "if %s == %u { for %s in %s { if 1%s { set %s = 1 } } }", arg[0], member, move,
                             listed(c, l->of, r), same.n ? same.text : "", found));
        out_free(&same);
        move = fresh(c, "m");
    }
    return found;
}

static void test(Code *c, const RelStep *step)
{
    const RelLiteral *l = &c->rule->body[step->literal];
    const char *const *arg = arg_texts(c, l->arg, l->n);
    const char *text;
    if (l->kind == REL_FORM && c->rel->form.at[l->of].relation == GDL_LEGAL) {
        text = test_move(c, l, arg);
    } else if (l->kind == REL_DIFFER) {
        text = pairs(c, l);
    } else if (l->kind == REL_FORM) {
        text = test_form(c, l, arg);
    } else {
        const RelLevel *level = rel_table_level(c->rel, &c->rel->table.at[l->of], rel_all(l->n - 1), l->n - 1);
        text = arena_printf(c->arena, "(%s in %s)", arg[level->target], rel_row(c->l, true, l->of, level, arg));
    }
    open_block(c, arena_printf(c->arena, "if %s%s", l->negated ? "!" : "", text));
}

static const char *operand(Code *c, const RelStep *step, const RelLiteral *l)
{
    uint32_t place = 0;
    while (l->arg[place].var != (int)step->var)
        place++;
    if (l->kind == REL_DIFFER)
        return bit(c, c->rule->class[step->var], arg_text(c, &l->arg[1 - place]));
    const char *const *arg = arg_texts(c, l->arg, l->n);
    if (l->kind == REL_FORM)
        ensure(c, l->of, arg);
    RelLevel *level = l->kind == REL_TABLE ? rel_table_level(c->rel, &c->rel->table.at[l->of], rel_known(l, c->bound), place)
                                           : rel_form_level(c->rel, &c->rel->form.at[l->of], rel_known(l, c->bound), place);
    const char *row = rel_row(c->l, l->kind == REL_TABLE, l->of, level, arg);
    if (l->kind != REL_FORM || !c->rel->form.at[l->of].single || step->n == 1)
        return row;
    const char *name = fresh(c, "s"); /* what comes next may ask with another key */
    line(c, arena_printf(c->arena, "let %s = %s", name, row));
    return name;
}

/* The values that all literals of the step allow. */
static const char *values(Code *c, const RelStep *step)
{
    const char *set = operand(c, step, &c->rule->body[step->use[0]]);
    for (uint32_t i = 1; i < step->n; i++) {
        const RelLiteral *l = &c->rule->body[step->use[i]];
        const char *other = operand(c, step, l);
        bool minus = l->negated || l->kind == REL_DIFFER;
        set = arena_printf(c->arena, "(%s) %s %s", set, minus ? "\\" : "&", other);
    }
    return set;
}

static bool in_args(const RelArg *arg, uint32_t n, uint32_t var)
{
    for (uint32_t i = 0; i < n; i++)
        if (arg[i].var == (int)var)
            return true;
    return false;
}

/* Does anything after the step ask for the variable? */
static bool needed(const Code *c, uint32_t var, size_t after)
{
    if (c->head->mode != REL_PURE && c->head->mode != REL_ASKED && in_args(c->rule->arg, c->head->n, var))
        return true;
    for (size_t s = after + 1; s < c->rule->step.n; s++) {
        const RelStep *step = &c->rule->step.at[s];
        for (uint32_t u = 0; step->kind == REL_BIND && u < step->n; u++)
            if (in_args(c->rule->body[step->use[u]].arg, c->rule->body[step->use[u]].n, var))
                return true;
        const RelLiteral *l = &c->rule->body[step->literal];
        if (step->kind != REL_BIND && in_args(l->arg, l->n, var))
            return true;
    }
    return false;
}

/* A whole set may be added at once: nothing but the head asks for its members. */
static bool add_set(Code *c, const RelStep *step, size_t s)
{
    uint32_t place = REL_NONE;
    RelForm *head = c->head;
    if (s + 1 != c->rule->step.n || head->mode == REL_PURE || head->mode == REL_ASKED || head->relation == GDL_LEGAL ||
        head->relation == GDL_GOAL)
        return false;
    for (uint32_t i = 0; i < head->n; i++) {
        if (c->rule->arg[i].var != (int)step->var)
            continue;
        if (place != REL_NONE)
            return false;
        place = i;
    }
    bool next = head->relation == GDL_TRUE;
    for (size_t i = 0; i < head->level.n && !next; i++)
        if (head->level.at[i].target != place)
            return false;
    const RelLevel *full = rel_full_level(head);
    if (place == REL_NONE || full->target != place)
        return false;
    const char *set = values(c, step);
    c->var[step->var] = "0";
    const char *const *arg = arg_texts(c, c->rule->arg, head->n);
    if (next) {
        const char *at = full->rows == 1 ? arena_printf(c->arena, "@next%u", c->rule->head)
                                         : arena_printf(c->arena, "@next%u[%s]", c->rule->head, rel_index(c->l, head->class, full, arg));
        put(c, at, true, arena_printf(c->arena, "(%s)", set));
        return true;
    }
    if (c->rule->recursive || head->level.n > 1) {
        const char *name = fresh(c, "s");
        line(c, arena_printf(c->arena, "let %s = %s", name, set));
        set = name;
    }
    if (c->rule->recursive) {
        open_block(c, arena_printf(c->arena, "if any(%s \\ %s)", set, rel_row(c->l, false, c->rule->head, full, arg)));
        line(c, arena_printf(c->arena, "@more%u := 1", head->leader));
    }
    for (size_t i = 0; i < head->level.n; i++)
        put(c, rel_row(c->l, false, c->rule->head, &head->level.at[i], arg), true, arena_printf(c->arena, "(%s)", set));
    return true;
}

/* true: all is said. */
static bool bind(Code *c, const RelStep *step, size_t s)
{
    if (add_set(c, step, s))
        return true;
    const char *set = values(c, step);
    c->bound[step->var] = true;
    if (!needed(c, step->var, s)) {
        open_block(c, arena_printf(c->arena, "if any(%s)", set));
        c->var[step->var] = "0";
        return false;
    }
    c->var[step->var] = fresh(c, "v");
    open_block(c, arena_printf(c->arena, "for %s in %s", c->var[step->var], set));
    if (c->hit)
        open_block(c, arena_printf(c->arena, "if !%s", c->hit));
    return false;
}

/* The role whose choice is read: its number as text; false: it plays no part. */
static bool chooser(Code *c, const RelLiteral *l, const char **number)
{
    const RelForm *form = &c->rel->form.at[l->of];
    const RelArg *role = &l->arg[0];
    if (role->var < 0) {
        uint32_t r = rel_role(c->l, form->class[0], role->member);
        *number = arena_printf(c->arena, "%u", r);
        return r != REL_NONE;
    }
    const char *class = rel_class_name(c->l, form->class[0]);
    if (!c->bound[role->var]) {
        c->var[role->var] = fresh(c, "v");
        c->bound[role->var] = true;
        open_block(c, arena_printf(c->arena, "for %s in $players_%s", c->var[role->var], class));
        if (c->hit)
            open_block(c, arena_printf(c->arena, "if !%s", c->hit));
    } else {
        open_block(c, arena_printf(c->arena, "if %s in $players_%s", c->var[role->var], class));
    }
    *number = fresh(c, "p");
    line(c, arena_printf(c->arena, "let %s = $player_%s[%s]", *number, class, c->var[role->var]));
    return true;
}

/* An argument has this value: it is compared, or its variable bound. */
static void bind_arg(Code *c, const RelArg *arg, uint32_t class, const char *value)
{
    if (arg->var < 0 || c->bound[arg->var]) {
        open_block(c, arena_printf(c->arena, "if %s == %s", value, arg_text(c, arg)));
        return;
    }
    c->var[arg->var] = fresh(c, "v");
    c->bound[arg->var] = true;
    line(c, arena_printf(c->arena, "let %s : int[%s] = %s", c->var[arg->var], rel_class_name(c->l, class), value));
}

static bool take(Code *c, const RelStep *step)
{
    const RelLiteral *l = &c->rule->body[step->literal];
    const RelForm *form = &c->rel->form.at[l->of];
    const char *number;
    if (!chooser(c, l, &number))
        return false;
    open_block(c, arena_printf(c->arena, "if @chosen[%s] == %u", number, l->of));
    for (uint32_t i = 1; i < l->n; i++)
        bind_arg(c, &l->arg[i], form->class[i], arena_printf(c->arena, "@chosen%u[%s]", i, number));
    return true;
}

static bool head_bound(const Code *c)
{
    for (uint32_t i = 0; i < c->head->n; i++)
        if (c->rule->arg[i].var >= 0 && !c->bound[c->rule->arg[i].var])
            return false;
    return true;
}

/* From here on one way is enough. */
static void watch_head(Code *c, size_t s)
{
    bool more = false;
    for (size_t i = s; i < c->rule->step.n; i++)
        more = more || c->rule->step.at[i].kind == REL_BIND || c->rule->step.at[i].kind == REL_LIST;
    if (c->hit || !more || c->head->mode == REL_PURE || c->head->mode == REL_ASKED || !head_bound(c))
        return;
    const char *const *arg = arg_texts(c, c->rule->arg, c->head->n);
    bool kept = c->head->relation != GDL_TRUE && c->head->relation != GDL_LEGAL && c->head->relation != GDL_GOAL;
    if (kept && c->head->n) {
        const RelLevel *full = rel_full_level(c->head);
        open_block(c, arena_printf(c->arena, "if !(%s in %s)", arg[full->target], rel_row(c->l, false, c->rule->head, full, arg)));
    } else if (kept) {
        open_block(c, arena_printf(c->arena, "if !@holds%u", c->rule->head));
    }
    c->hit = fresh(c, "hit");
    line(c, arena_printf(c->arena, "var %s : bit = 0", c->hit));
}

static void given_args(Code *c)
{
    uint64_t given = c->head->mode == REL_KEYED ? c->head->key
                     : c->head->mode == REL_PURE || c->head->mode == REL_ASKED ? rel_all(c->head->n) : 0;
    for (uint32_t i = 0; i < c->head->n; i++) {
        if (!(given >> i & 1))
            continue;
        const RelArg *arg = &c->rule->arg[i];
        const char *name = arena_printf(c->arena, "%%a%u", i);
        if (arg->var < 0 || c->bound[arg->var]) {
            open_block(c, arena_printf(c->arena, "if %s == %s", name, arg_text(c, arg)));
            continue;
        }
        c->var[arg->var] = name;
        c->bound[arg->var] = true;
    }
}

static void steps(Code *c, size_t s);

static void close_to(Code *c, uint32_t depth)
{
    for (; c->open > depth; c->open--)
        line(c, "}");
}

/* Reads a legal move of role r into the variables. */
static void read_move(Code *c, const RelLiteral *l, size_t s, uint32_t r)
{
    const char *move = fresh(c, "m");
    bool any = false;
    for (uint32_t i = 1; i < l->n; i++)
        any = any || l->arg[i].var < 0 || c->bound[l->arg[i].var] || needed(c, (uint32_t)l->arg[i].var, s);
    if (!any) {
        open_block(c, arena_printf(c->arena, "if any(%s)", listed(c, l->of, r)));
        return;
    }
    open_block(c, arena_printf(c->arena, "for %s in %s", move, listed(c, l->of, r)));
    if (c->hit)
        open_block(c, arena_printf(c->arena, "if !%s", c->hit));
    for (uint32_t i = 1; i < l->n; i++)
        bind_arg(c, &l->arg[i], c->rel->form.at[l->of].class[i],
                 arena_printf(c->arena, "$'argument %u of %u'[%s]", i, r + 1, move));
}

/* Every legal move of the form, and what follows from it; role by role. */
static void list(Code *c, const RelStep *step, size_t s)
{
    const RelLiteral *l = &c->rule->body[step->literal];
    const RelForm *form = &c->rel->form.at[l->of];
    const RelArg *role = &l->arg[0];
    ensure(c, l->of, NULL);
    for (uint32_t r = 0; r < c->l->nrole; r++) {
        uint32_t member = rel_player(c->l, form->class[0], r), depth = c->open;
        if (member == REL_NONE || !form->number[r].ntable || (role->var < 0 && role->member != member))
            continue;
        Code before = *c;
        if (role->var >= 0 && c->bound[role->var]) {
            open_block(c, arena_printf(c->arena, "if %s == %u", c->var[role->var], member));
        } else if (role->var >= 0) {
            c->var[role->var] = arena_printf(c->arena, "%u", member);
            c->bound[role->var] = true;
        }
        read_move(c, l, s, r);
        for (uint32_t i = 1; i < l->n; i++)
            if (l->arg[i].var >= 0 && !c->bound[l->arg[i].var]) {
                c->var[l->arg[i].var] = "0"; /* nobody asks for it */
                c->bound[l->arg[i].var] = true;
            }
        steps(c, s + 1);
        close_to(c, depth);
        *c = before;
    }
}

static void steps(Code *c, size_t s)
{
    if (s == c->rule->step.n) {
        success(c);
        return;
    }
    const RelStep *step = &c->rule->step.at[s];
    watch_head(c, s);
    if (step->kind == REL_LIST)
        list(c, step, s);
    else if (step->kind == REL_TEST)
        test(c, step);
    else if (step->kind == REL_TAKE ? !take(c, step) : bind(c, step, s))
        return;
    if (step->kind != REL_LIST)
        steps(c, s + 1);
}

void rel_rule(RelLower *l, RelRule *rule)
{
    Code c = {.l = l, .rel = l->rel, .arena = l->rel->arena, .rule = rule, .head = &l->rel->form.at[rule->head]};
    given_args(&c);
    steps(&c, 0);
    close_to(&c, 0);
}
