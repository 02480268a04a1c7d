/* code.c - the functions that compute forms, and those that make a step. */
#include <stdio.h>

#include "frontend/gdl/rel/rel.h"
#include "ir/core/ir.h"

static void rules(RelLower *l, const RelForm *form, bool recursive)
{
    for (size_t i = 0; i < form->rule.n; i++)
        if (l->rel->rule.at[form->rule.at[i]].recursive == recursive)
            rel_rule(l, &l->rel->rule.at[form->rule.at[i]]);
}

static double tuples(const Rel *rel, const RelForm *form)
{
    double n = 1;
    for (uint32_t i = 0; i < form->n; i++)
        n *= rel_size(rel, form->class[i]);
    return n;
}

/* Again and again, until nothing is added. */
static void repeat(RelLower *l, const RelForm *form, double most)
{
    out_printf(&l->text, "@more%u := 1\nwhile @more%u max %.0f {\n@more%u := 0\n", form->leader, form->leader,
               most < 1e6 ? most + 2 : 1e6, form->leader);
}

/* ---- computed whole ------------------------------------------------------------------ */

static void clear_level(RelLower *l, const char *name, size_t rows, const char *class)
{
    if (rows == 1)
        out_printf(&l->text, "@%s := none[%s]\n", name, class);
    else
        out_printf(&l->text, "for %%i%u in 0 .. %zu { @%s[%%i%u] := none[%s] }\n", l->label, rows, name, l->label, class);
    l->label++;
}

static void clear(RelLower *l, uint32_t f)
{
    const RelForm *form = &l->rel->form.at[f];
    if (!form->n)
        out_printf(&l->text, "@holds%u := 0\n", f);
    for (size_t i = 0; i < form->level.n && rel_kept(form); i++) {
        const RelLevel *level = &form->level.at[i];
        clear_level(l, l->game->field.at[level->field].name, level->rows, rel_class_name(l, form->class[level->target]));
    }
}

static void whole(RelLower *l, uint32_t leader)
{
    Rel *rel = l->rel;
    uint32_t component = rel->form.at[leader].component;
    bool recursive = false;
    double most = 0;
    out_printf(&l->text, "proc whole%u() {\nif !@done%u {\n@done%u := 1\n", leader, leader, leader);
    for (uint32_t f = 0; f < rel->form.n; f++)
        if (rel->form.at[f].component == component)
            clear(l, f);
    for (uint32_t f = 0; f < rel->form.n; f++) {
        if (rel->form.at[f].component != component)
            continue;
        rules(l, &rel->form.at[f], false);
        recursive = recursive || rel->form.at[f].recursive;
        most += tuples(rel, &rel->form.at[f]);
    }
    if (recursive)
        repeat(l, &rel->form.at[leader], most);
    for (uint32_t f = 0; f < rel->form.n && recursive; f++)
        if (rel->form.at[f].component == component)
            rules(l, &rel->form.at[f], true);
    out_puts(&l->text, recursive ? "}\n}\n}\n" : "}\n}\n");
}

/* ---- with arguments -------------------------------------------------------------------- */

static void params(RelLower *l, const RelForm *form, uint64_t which)
{
    const char *comma = "";
    for (uint32_t i = 0; i < form->n; i++)
        if (which >> i & 1) {
            out_printf(&l->text, "%s%%a%u : int[%s]", comma, i, rel_class_name(l, form->class[i]));
            comma = ", ";
        }
}

/* The rows of a level that the key has to itself; of one row with others, members. */
static void clear_key(RelLower *l, const RelForm *form, const RelLevel *level)
{
    Rel *rel = l->rel;
    const char *name = l->game->field.at[level->field].name, *index = "0";
    size_t rest = 1;
    for (uint32_t i = 0; i < level->norder; i++) {
        uint32_t place = level->order[i], size = rel_size(rel, form->class[place]);
        if (!(form->key >> place & 1))
            rest *= size;
        else
            index = i ? arena_printf(rel->arena, "(%s) * %u + %%a%u", index, size, place) : arena_printf(rel->arena, "%%a%u", place);
    }
    bool shared = !form->single && form->key >> level->target & 1;
    const char *class = rel_class_name(l, form->class[level->target]);
    const char *row = level->rows == 1 ? arena_printf(rel->arena, "@%s", name)
                      : rest == 1      ? arena_printf(rel->arena, "@%s[%s]", name, index)
                                       : arena_printf(rel->arena, "@%s[(%s) * %zu + %%i%u]", name, index, rest, l->label);
    if (rest > 1)
        out_printf(&l->text, "for %%i%u in 0 .. %zu {\n", l->label, rest);
    if (shared)
        out_printf(&l->text, "%s := %s \\ bit[%s](%%a%u)\n", row, row, class, level->target);
    else
        out_printf(&l->text, "%s := none[%s]\n", row, class);
    if (rest > 1)
        out_puts(&l->text, "}\n");
    l->label++;
}

static void keyed(RelLower *l, uint32_t f)
{
    const RelForm *form = &l->rel->form.at[f];
    const char *index = NULL;
    for (uint32_t i = 0; i < form->n; i++)
        if (form->key >> i & 1)
            index = index ? arena_printf(l->rel->arena, "(%s) * %u + %%a%u", index, rel_size(l->rel, form->class[i]), i)
                          : arena_printf(l->rel->arena, "%%a%u", i);
    out_printf(&l->text, "proc keyed%u(", f);
    params(l, form, form->key);
    if (form->anew)
        out_puts(&l->text, ") {\nif 1 {\n");
    else if (form->single)
        out_printf(&l->text, ") {\nif @at%u != (%s) + 1 {\n@at%u := (%s) + 1\n", f, index, f, index);
    else
        out_printf(&l->text, ") {\nif !((%s) in @done%u) {\n@any%u := 1\n@done%u := @done%u | bit[key%u](%s)\n", index, f, f, f,
                   f, f, index);
    for (size_t i = 0; i < form->level.n; i++)
        clear_key(l, form, &form->level.at[i]);
    rules(l, form, false);
    if (form->recursive) {
        repeat(l, form, tuples(l->rel, form));
        rules(l, form, true);
        out_puts(&l->text, "}\n");
    }
    out_puts(&l->text, "}\n}\n");
}

static void one_by_one(RelLower *l, uint32_t f)
{
    const RelForm *form = &l->rel->form.at[f];
    bool pure = form->mode == REL_PURE;
    out_printf(&l->text, pure ? "fn pure%u(" : "proc asked%u(", f);
    params(l, form, rel_all(form->n));
    out_puts(&l->text, pure ? ") -> bit {\n" : ") {\n");
    if (!pure)
        out_printf(&l->text, "@answer%u := 0\n", f);
    rules(l, form, false);
    out_puts(&l->text, pure ? "ret 0\n}\n" : "}\n");
}

/* ---- a step ------------------------------------------------------------------------------ */

static const char *state_class(RelLower *l, const RelForm *form, const RelLevel *level)
{
    return rel_class_name(l, form->class[level->target]);
}

static void next(RelLower *l, uint32_t f)
{
    const RelForm *form = &l->rel->form.at[f];
    out_printf(&l->text, "proc follow%u() {\n", f);
    const RelLevel *full = form->n ? rel_full_level(form) : NULL;
    if (full)
        clear_level(l, arena_printf(l->rel->arena, "next%u", f), full->rows, state_class(l, form, full));
    else
        out_printf(&l->text, "@next%u := 0\n", f);
    rules(l, form, false);
    out_puts(&l->text, "}\n");
}

/* Fills the levels beside the one that tells all from the rows of that one. */
static void other_levels(RelLower *l, uint32_t f, const RelLevel *full)
{
    const RelForm *form = &l->rel->form.at[f];
    const char **arg = ARENA_ARRAY(l->rel->arena, const char *, form->n + 1);
    for (size_t i = 0; i < form->level.n; i++)
        if (&form->level.at[i] != full)
            clear_level(l, l->game->field.at[form->level.at[i].field].name, form->level.at[i].rows, state_class(l, form, &form->level.at[i]));
    for (uint32_t i = 0; i < full->norder; i++) {
        arg[full->order[i]] = arena_printf(l->rel->arena, "%%x%u", l->label++);
        out_printf(&l->text, "for %s : int[%s] in 0 .. %u {\n", arg[full->order[i]], rel_class_name(l, form->class[full->order[i]]),
                   rel_size(l->rel, form->class[full->order[i]]));
    }
    arg[full->target] = arena_printf(l->rel->arena, "%%x%u", l->label++);
    out_printf(&l->text, "for %s in %s {\n", arg[full->target], rel_row(l, false, f, full, arg));
    for (size_t i = 0; i < form->level.n; i++) {
        const RelLevel *level = &form->level.at[i];
        if (level == full)
            continue;
        const char *row = rel_row(l, false, f, level, arg);
        out_printf(&l->text, "%s := %s | bit[%s](%s)\n", row, row, state_class(l, form, level), arg[level->target]);
    }
    for (uint32_t i = 0; i <= full->norder; i++)
        out_puts(&l->text, "}\n");
}

static void install(RelLower *l, uint32_t f)
{
    const RelForm *form = &l->rel->form.at[f];
    if (!form->n) {
        out_printf(&l->text, "@holds%u := @next%u\n", f, f);
        return;
    }
    const RelLevel *full = rel_full_level(form);
    const char *name = l->game->field.at[full->field].name;
    if (full->rows == 1)
        out_printf(&l->text, "@%s := @next%u\n", name, f);
    else
        out_printf(&l->text, "for %%i%u in 0 .. %zu { @%s[%%i%u] := @next%u[%%i%u] }\n", l->label, full->rows, name, l->label, f, l->label);
    l->label++;
    if (form->level.n > 1)
        other_levels(l, f, full);
}

static void decode(RelLower *l)
{
    for (uint32_t r = 0; r < l->nrole; r++) {
        out_printf(&l->text, "@chosen[%u] := $'form of %u'[@'does %u']\n", r, r + 1, r + 1);
        for (uint32_t i = 1; i <= l->most_args; i++)
            out_printf(&l->text, "@chosen%u[%u] := $'argument %u of %u'[@'does %u']\n", i, r, i, r + 1, r + 1);
    }
}

/* What was computed for the last state is forgotten. */
static void forget(RelLower *l)
{
    for (uint32_t f = 0; f < l->rel->form.n; f++) {
        const RelForm *form = &l->rel->form.at[f];
        if (!form->planned)
            continue;
        if (form->mode == REL_WHOLE && form->leader == f)
            out_printf(&l->text, "@done%u := 0\n", f);
        if (form->mode == REL_KEYED && form->anew)
            continue;
        if (form->mode == REL_KEYED && form->single)
            out_printf(&l->text, "@at%u := 0\n", f);
        else if (form->mode == REL_KEYED)
            out_printf(&l->text, "if @any%u {\n@any%u := 0\n@done%u := none[key%u]\n}\n", f, f, f, f);
    }
}

static void ask_all(RelLower *l, uint32_t relation)
{
    for (uint32_t f = 0; f < l->rel->form.n; f++)
        if (l->rel->form.at[f].relation == relation)
            out_printf(&l->text, "whole%u()\n", l->rel->form.at[f].leader);
}

static void derive(RelLower *l)
{
    out_puts(&l->text, "proc derive() {\n@over := 0\n@goals := none[goal]\n");
    for (uint32_t r = 0; r < l->nrole; r++)
        out_printf(&l->text, "@'legal %u' := none['move %u']\n", r + 1, r + 1);
    ask_all(l, GDL_TERMINAL);
    for (uint32_t f = 0; f < l->rel->form.n; f++)
        if (l->rel->form.at[f].relation == GDL_TERMINAL)
            out_printf(&l->text, "@over := @holds%u\n", f);
    ask_all(l, GDL_LEGAL);
    ask_all(l, GDL_GOAL);
    out_puts(&l->text, "}\n");
}

static void turn(RelLower *l)
{
    out_puts(&l->text, "turn {\nif @started {\n");
    decode(l);
    for (uint32_t f = 0; f < l->rel->form.n; f++)
        if (l->rel->form.at[f].relation == GDL_TRUE)
            out_printf(&l->text, "follow%u()\n", f);
    for (uint32_t f = 0; f < l->rel->form.n; f++)
        if (l->rel->form.at[f].relation == GDL_TRUE)
            out_printf(&l->text, "install%u()\n", f);
    out_puts(&l->text, "}\n@started := 1\n");
    for (uint32_t r = 0; r < l->nrole; r++)
        out_printf(&l->text, "@'does %u' := 0\n", r + 1);
    forget(l);
    out_puts(&l->text, "derive()\n}\n");
}

void rel_code(RelLower *l)
{
    Rel *rel = l->rel;
    for (uint32_t f = 0; f < rel->form.n; f++) {
        const RelForm *form = &rel->form.at[f];
        if (!form->planned)
            continue;
        if (form->mode == REL_WHOLE && form->leader == f)
            whole(l, f);
        else if (form->mode == REL_KEYED)
            keyed(l, f);
        else if (form->mode == REL_PURE || form->mode == REL_ASKED)
            one_by_one(l, f);
        else if (form->relation == GDL_TRUE)
            next(l, f);
        if (form->relation == GDL_TRUE) {
            out_printf(&l->text, "proc install%u() {\n", f);
            install(l, f);
            out_puts(&l->text, "}\n");
        }
    }
    derive(l);
    turn(l);
}
