/* lower.c - the game of a flat program: spaces, fields, tables, views. */
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/rel/rel.h"
#include "ir/eval/eval.h"
#include "ir/core/ir.h"
#include "ir/offer/offer.h"

enum { MOST_NAMES = 1 << 20 };

/* ---- names of facts, moves, goals ---------------------------------------------------- */

static void print_term(const Rel *rel, const RelForm *form, const GdlExpr *expr, const uint32_t *tuple, Out *out)
{
    if (!expr->n) {
        uint32_t place = (uint32_t)expr->var;
        out_puts(out, rel->word.at[rel->class.at[form->class[place]].word[tuple[place]]]);
        return;
    }
    out_printf(out, "(%s", expr->name);
    for (uint32_t i = 0; i < expr->n; i++) {
        out_char(out, ' ');
        print_term(rel, form, expr->arg[i], tuple, out);
    }
    out_char(out, ')');
}

typedef VEC(RelNamed) List;

static void add_name(RelLower *l, List *list, uint32_t f, uint32_t term, const uint32_t *tuple)
{
    const RelForm *form = &l->rel->form.at[f];
    Out out = {0};
    print_term(l->rel, form, form->build[term], tuple, &out);
    RelNamed named = {.name = arena_strdup(l->game->arena, out.text), .form = f, .at = (uint32_t)l->tuple.n};
    out_free(&out);
    for (uint32_t i = 0; i < form->n; i++)
        vec_push(l->rel->arena, &l->tuple, tuple[i]);
    vec_push(l->rel->arena, list, named);
}

static bool in_domain(const Rel *rel, const RelForm *form, uint32_t place, uint32_t member)
{
    return rel_has(form->domain[place], rel->class.at[form->class[place]].word[member]);
}

/* Steps to the next tuple of words that the places may hold; false: there is none. */
static bool advance(const Rel *rel, const RelForm *form, uint32_t *tuple, uint32_t fixed)
{
    for (uint32_t i = form->n; i-- > fixed;) {
        while (++tuple[i] < rel_size(rel, form->class[i]))
            if (in_domain(rel, form, i, tuple[i]))
                return true;
        tuple[i] = 0;
        while (!in_domain(rel, form, i, tuple[i]))
            tuple[i]++;
    }
    return false;
}

/* All tuples of the form, the first `fixed` arguments as they are. */
static bool list_tuples(RelLower *l, List *list, uint32_t f, uint32_t term, uint32_t *tuple, uint32_t fixed)
{
    const Rel *rel = l->rel;
    const RelForm *form = &rel->form.at[f];
    for (uint32_t i = fixed; i < form->n; i++) {
        const uint32_t size = rel_size(rel, form->class[i]);
        for (tuple[i] = 0; tuple[i] < size && !in_domain(rel, form, i, tuple[i]); tuple[i]++)
            continue;
        if (tuple[i] == size)
            return true; /* a place that holds nothing */
    }
    do {
        add_name(l, list, f, term, tuple);
        if (list->n > MOST_NAMES)
            return session_unsupported(rel->session, (Span){0, 0}, "more than %d different facts or moves", (int)MOST_NAMES);
    } while (advance(rel, form, tuple, fixed));
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const RelNamed *)a)->name, ((const RelNamed *)b)->name);
}

static RelNames sorted(List *list)
{
    if (list->n)
        qsort(list->at, list->n, sizeof *list->at, by_name);
    return (RelNames){list->at, (uint32_t)list->n};
}

static bool find_facts(RelLower *l)
{
    List list = {0};
    uint32_t tuple[REL_MOST_ARGS + 1] = {0};
    for (uint32_t f = 0; f < l->rel->form.n; f++)
        if (l->rel->form.at[f].relation == GDL_TRUE && !list_tuples(l, &list, f, 0, tuple, 0))
            return false;
    l->fact = sorted(&list);
    return true;
}

static bool find_moves(RelLower *l, uint32_t r)
{
    const Rel *rel = l->rel;
    List list = {0};
    for (uint32_t f = 0; f < rel->form.n; f++) {
        const RelForm *form = &rel->form.at[f];
        for (uint32_t t = 0; form->relation == GDL_LEGAL && t < form->tuples.count; t++) {
            const uint32_t *tuple = form->tuples.member.at + (size_t)t * form->n;
            if (rel_role(l, form->class[0], tuple[0]) == r)
                add_name(l, &list, f, 1, tuple);
        }
    }
    l->move[r] = sorted(&list);
    if (list.n)
        return true;
    return session_unsupported(rel->session, (Span){0, 0}, "the role `%s`, which never has a legal move", rel->program->role.at[r]);
}

static bool find_goals(RelLower *l)
{
    const Rel *rel = l->rel;
    List list = {0};
    uint32_t tuple[REL_MOST_ARGS + 1] = {0};
    for (uint32_t r = 0; r < l->nrole; r++) {
        List own = {0};
        for (uint32_t f = 0; f < rel->form.n; f++) {
            const RelForm *form = &rel->form.at[f];
            for (tuple[0] = 0; form->relation == GDL_GOAL && tuple[0] < rel_size(rel, form->class[0]); tuple[0]++)
                if (rel_role(l, form->class[0], tuple[0]) == r && in_domain(rel, form, 0, tuple[0])) {
                    if (!list_tuples(l, &own, f, 1, tuple, 1))
                        return false;
                    break;
                }
        }
        RelNames names = sorted(&own);
        for (uint32_t i = 0; i < names.n; i++)
            vec_push(rel->arena, &list, names.at[i]);
    }
    l->goal = (RelNames){list.at, (uint32_t)list.n};
    return true;
}

/* ---- spaces and fields ------------------------------------------------------------------ */

static int labelled(RelLower *l, const char *name, uint32_t n)
{
    int space = ir_space_add(l->game, name, n ? (int)n : 1);
    l->game->space.at[space].label = ARENA_ARRAY(l->game->arena, const char *, n ? n : 1);
    if (!n)
        l->game->space.at[space].label[0] = "";
    return space;
}

static int name_space(RelLower *l, const char *name, const RelNames *names)
{
    int space = labelled(l, name, names->n);
    for (uint32_t i = 0; i < names->n; i++)
        l->game->space.at[space].label[i] = names->at[i].name;
    return space;
}

static IrType index_of(int space, uint32_t n) { return (IrType){IR_INT, space, 0, (int64_t)(n ? n : 1) - 1}; }

static void spaces(RelLower *l)
{
    int player = labelled(l, "player", l->nrole + 1);
    l->game->space.at[player].label[0] = "";
    for (uint32_t r = 0; r < l->nrole; r++)
        l->game->space.at[player].label[r + 1] = arena_strdup(l->game->arena, l->rel->program->role.at[r]);
    l->space_fact = name_space(l, "fact", &l->fact);
    l->space_goal = name_space(l, "goal", &l->goal);
    for (uint32_t i = 0; i < l->goal.n; i++) {
        const RelForm *form = &l->rel->form.at[l->goal.at[i].form];
        l->game->space.at[l->space_goal].label[i] =
            arena_printf(l->game->arena, "%u %s", rel_role(l, form->class[0], l->tuple.at[l->goal.at[i].at]) + 1, l->goal.at[i].name);
    }
    l->space_move = ARENA_ARRAY(l->rel->arena, int, l->nrole);
    for (uint32_t r = 0; r < l->nrole; r++)
        l->space_move[r] = name_space(l, arena_printf(l->rel->arena, "move %u", r + 1), &l->move[r]);
    for (uint32_t c = 0; c < l->rel->class.n; c++)
        if (l->rel->class.at[c].n)
            rel_class_name(l, c);
}

static int bit_field(RelLower *l, const char *stem, uint32_t number)
{
    return ir_field_add(l->game, arena_printf(l->rel->arena, "%s%u", stem, number), ir_bit(), NULL);
}

static int set_field(RelLower *l, const char *name, int space, size_t rows)
{
    IrDim dim = {IR_NOSPACE, (int)rows};
    return ir_field_add(l->game, name, ir_mask(space), rows > 1 ? &dim : NULL);
}

/* Of words that a place may hold; one that holds nothing has a space, too. */
static int space_of(RelLower *l, uint32_t class)
{
    rel_class_name(l, class);
    return l->rel->class.at[class].space;
}

static void form_fields(RelLower *l, uint32_t f)
{
    RelForm *form = &l->rel->form.at[f];
    Arena *arena = l->rel->arena;
    if (!form->n)
        bit_field(l, "holds", f);
    for (size_t i = 0; i < form->level.n && (rel_kept(form) || form->relation == GDL_TRUE); i++) {
        RelLevel *level = &form->level.at[i];
        level->field = set_field(l, arena_printf(arena, "r%u_%zu", f, i), space_of(l, form->class[level->target]), level->rows);
    }
    if (form->relation == GDL_TRUE && form->n) {
        const RelLevel *full = rel_full_level(form);
        set_field(l, arena_printf(arena, "next%u", f), space_of(l, form->class[full->target]), full->rows);
    } else if (form->relation == GDL_TRUE) {
        bit_field(l, "next", f);
    }
    if (form->mode == REL_ASKED)
        bit_field(l, "answer", f);
    if (form->mode == REL_KEYED && !form->anew) {
        size_t keys = 1;
        for (uint32_t i = 0; i < form->n; i++)
            keys *= form->key >> i & 1 ? rel_size(l->rel, form->class[i]) : 1;
        if (form->single) { /* the number of the key, from 1 */
            ir_field_add(l->game, arena_printf(arena, "at%u", f), ir_int(0, (int64_t)keys), NULL);
        } else {
            int space = ir_space_add(l->game, arena_printf(arena, "key%u", f), (int)keys);
            set_field(l, arena_printf(arena, "done%u", f), space, 1);
            bit_field(l, "any", f);
        }
    }
    if (form->mode == REL_WHOLE && form->leader == f)
        bit_field(l, "done", f);
    if (form->recursive && form->leader == f)
        bit_field(l, "more", f);
}

static void fields(RelLower *l)
{
    IrGame *g = l->game;
    Arena *arena = l->rel->arena;
    IrDim role = {IR_NOSPACE, (int)l->nrole};
    uint32_t largest = 1;
    for (uint32_t c = 0; c < l->rel->class.n; c++)
        largest = rel_size(l->rel, c) > largest ? rel_size(l->rel, c) : largest;
    ir_field_add(g, "started", ir_bit(), NULL);
    ir_field_add(g, "over", ir_bit(), NULL);
    ir_field_add(g, "goals", ir_mask(l->space_goal), NULL);
    for (uint32_t r = 0; r < l->nrole; r++) {
        ir_field_add(g, arena_printf(arena, "does %u", r + 1), index_of(l->space_move[r], l->move[r].n), NULL);
        ir_field_add(g, arena_printf(arena, "legal %u", r + 1), ir_mask(l->space_move[r]), NULL);
    }
    ir_field_add(g, "chosen", ir_int(0, (int64_t)l->rel->form.n), &role);
    for (uint32_t i = 1; i <= l->most_args; i++)
        ir_field_add(g, arena_printf(arena, "chosen%u", i), ir_int(0, (int64_t)largest - 1), &role);
    for (uint32_t f = 0; f < l->rel->form.n; f++)
        if (l->rel->form.at[f].planned && l->rel->form.at[f].relation != GDL_DOES)
            form_fields(l, f);
}

/* Whoever plays has a few states at hand, on the stack too. */
static bool state_fits(const RelLower *l)
{
    enum { MOST_BYTES = 4 << 20 };
    size_t bytes = 0;
    for (size_t i = 0; i < l->game->field.n; i++) {
        const IrField *field = &l->game->field.at[i];
        bytes += field->n * (field->elem.kind == IR_MASK ? 8 * (size_t)ir_words(l->game, field->elem.space) : 4);
    }
    return bytes <= MOST_BYTES ||
           session_unsupported(l->rel->session, (Span){0, 0}, "a state of %zu MB", bytes >> 20);
}

/* Facts at the start, in all levels. */
static void initial_facts(RelLower *l)
{
    for (uint32_t f = 0; f < l->rel->form.n; f++) {
        const RelForm *form = &l->rel->form.at[f];
        if (form->relation != GDL_TRUE || !form->ninit)
            continue;
        if (!form->n)
            l->game->field.at[ir_field_find(l->game, arena_printf(l->rel->arena, "holds%u", f))].init[0] = 1;
        for (size_t i = 0; i < form->level.n; i++) {
            const RelLevel *level = &form->level.at[i];
            IrField *field = &l->game->field.at[level->field];
            for (uint32_t t = 0; t < form->ninit; t++) {
                const uint32_t *tuple = form->init.at + (size_t)t * form->n;
                size_t row = 0;
                for (uint32_t k = 0; k < level->norder; k++)
                    row = row * rel_size(l->rel, form->class[level->order[k]]) + tuple[level->order[k]];
                ir_mask_set(field->word + row * (size_t)ir_words(l->game, field->elem.space), (int)tuple[level->target]);
            }
        }
    }
}

/* ---- tables ------------------------------------------------------------------------------- */

static int int_table(RelLower *l, const char *name, int64_t lo, int64_t hi, size_t n)
{
    IrDim dim = {IR_NOSPACE, (int)(n ? n : 1)};
    return ir_table_add(l->game, name, ir_int(lo, hi), false, 1, &dim);
}

static void static_tables(RelLower *l)
{
    for (uint32_t t = 0; t < l->rel->table.n; t++) {
        RelTable *table = &l->rel->table.at[t];
        for (size_t i = 0; i < table->level.n; i++) {
            RelLevel *level = &table->level.at[i];
            int space = space_of(l, table->class[level->target]);
            IrDim dim = {IR_NOSPACE, (int)level->rows};
            level->field = ir_table_add(l->game, arena_printf(l->rel->arena, "t%u_%zu", t, i), ir_mask(space), false,
                                        level->rows > 1, &dim);
            uint64_t *word = l->game->table.at[level->field].word;
            for (size_t r = 0; r + table->n <= table->row.n; r += table->n) {
                size_t row = 0;
                for (uint32_t k = 0; k < level->norder; k++)
                    row = row * rel_size(l->rel, table->class[level->order[k]]) + table->row.at[r + level->order[k]];
                ir_mask_set(word + row * (size_t)ir_words(l->game, space), (int)table->row.at[r + level->target]);
            }
        }
    }
}

/* Which members of a class are players, and which. */
static void player_tables(RelLower *l)
{
    for (uint32_t c = 0; c < l->rel->class.n; c++) {
        const RelClass *class = &l->rel->class.at[c];
        bool any = false;
        for (uint32_t i = 0; i < class->n; i++)
            any = any || rel_role(l, c, i) != REL_NONE;
        if (!any)
            continue;
        int number = int_table(l, arena_printf(l->rel->arena, "player_c%u", c), 0, (int64_t)l->nrole - 1, class->n);
        int set = ir_table_add(l->game, arena_printf(l->rel->arena, "players_c%u", c), ir_mask(class->space), false, 0, NULL);
        for (uint32_t i = 0; i < class->n; i++) {
            uint32_t r = rel_role(l, c, i);
            l->game->table.at[number].value[i] = r == REL_NONE ? 0 : (int32_t)r;
            if (r != REL_NONE)
                ir_mask_set(l->game->table.at[set].word, (int)i);
        }
    }
}

static uint32_t does_form(const Rel *rel, uint32_t legal)
{
    for (uint32_t f = 0; f < rel->form.n; f++)
        if (rel->form.at[f].relation == GDL_DOES && !strcmp(strchr(rel->form.at[f].text, ' '), strchr(rel->form.at[legal].text, ' ')))
            return f;
    return REL_NONE;
}

/* How many arguments the first table of numbers is for. */
static uint32_t first_arguments(const Rel *rel, const RelForm *form, uint32_t from)
{
    enum { MOST_FIRST = 1 << 16 };
    size_t size = 1;
    uint32_t n = 0;
    while (from + n < form->n && (!n || size * rel_size(rel, form->class[from + n]) <= MOST_FIRST))
        size *= rel_size(rel, form->class[from + n++]);
    return n;
}

typedef struct {
    RelLower *l;
    const RelForm *form;
    uint32_t f, from;
    const RelNames *names;
    uint32_t *node; /* by name: where its arguments so far have led */
    uint32_t nnode;
} Numbering;

/* One table: from what came before and the arguments [a, b) to the next; the last
 * one to the numbers of the names. */
static int number_table(Numbering *n, uint32_t a, uint32_t b, int space)
{
    const Rel *rel = n->l->rel;
    bool last = b == n->form->n;
    size_t size = 1;
    for (uint32_t i = a; i < b; i++)
        size *= rel_size(rel, n->form->class[i]);
    size_t cells = n->nnode * size;
    int32_t *value = ARENA_ARRAY(n->l->game->arena, int32_t, cells + 1);
    memset(value, -1, (cells + 1) * sizeof *value);
    uint32_t next = 0;
    for (uint32_t i = 0; i < n->names->n; i++) {
        if (n->names->at[i].form != n->f)
            continue;
        size_t at = n->node[i];
        for (uint32_t k = a; k < b; k++)
            at = at * rel_size(rel, n->form->class[k]) + n->l->tuple.at[n->names->at[i].at + k];
        if (value[at] < 0)
            value[at] = last ? (int32_t)i : (int32_t)next++;
        n->node[i] = (uint32_t)value[at];
    }
    IrDim dim = {IR_NOSPACE, (int)cells};
    IrType type = last ? (IrType){IR_INT, space, -1, (int64_t)n->names->n - 1} : ir_int(-1, (int64_t)next - 1);
    int table = ir_table_add(n->l->game, arena_printf(rel->arena, "number%zu", n->l->game->table.n), type, false, 1, &dim);
    n->l->game->table.at[table].value = value;
    n->nnode = next;
    return table;
}

static RelNumber number(RelLower *l, uint32_t f, const RelNames *names, int space, uint32_t from)
{
    const RelForm *form = &l->rel->form.at[f];
    Numbering n = {.l = l, .form = form, .f = f, .from = from, .names = names, .nnode = 1};
    RelNumber out = {.first = first_arguments(l->rel, form, from)};
    n.node = ARENA_ARRAY(l->rel->arena, uint32_t, names->n + 1);
    uint32_t a = from, b = from + out.first;
    do {
        out.table[out.ntable++] = number_table(&n, a, b, space);
        a = b++;
    } while (a < form->n);
    return out;
}

static bool has_form(const RelNames *names, uint32_t f)
{
    for (uint32_t i = 0; i < names->n; i++)
        if (names->at[i].form == f)
            return true;
    return false;
}

/* The moves of a role that are of the form. */
static void form_moves(RelLower *l, uint32_t f, uint32_t r)
{
    int table = ir_table_add(l->game, arena_printf(l->rel->arena, "moves %u of %u", f, r + 1), ir_mask(l->space_move[r]), false, 0, NULL);
    for (uint32_t i = 0; i < l->move[r].n; i++)
        if (l->move[r].at[i].form == f)
            ir_mask_set(l->game->table.at[table].word, (int)i);
}

static void numbers(RelLower *l)
{
    for (uint32_t f = 0; f < l->rel->form.n; f++) {
        RelForm *form = &l->rel->form.at[f];
        form->number = ARENA_ARRAY(l->rel->arena, RelNumber, l->nrole + 1);
        for (uint32_t r = 0; form->relation == GDL_LEGAL && r < l->nrole; r++)
            if (has_form(&l->move[r], f)) {
                form->number[r] = number(l, f, &l->move[r], l->space_move[r], 1);
                form_moves(l, f, r);
            }
        if (form->relation == GDL_GOAL)
            form->number[0] = number(l, f, &l->goal, l->space_goal, 0);
    }
}

/* What a move is: the form of `does` that it is of, and its arguments. */
static void choices(RelLower *l, uint32_t r)
{
    const Rel *rel = l->rel;
    const RelNames *move = &l->move[r];
    int form = int_table(l, arena_printf(rel->arena, "form of %u", r + 1), 0, (int64_t)rel->form.n, move->n);
    uint32_t known = REL_NONE, does = 0;
    for (uint32_t i = 0; i < move->n; i++) {
        if (move->at[i].form != known)
            does = does_form(rel, known = move->at[i].form);
        l->game->table.at[form].value[i] = (int32_t)does;
    }
    for (uint32_t a = 1; a <= l->most_args; a++) {
        int32_t most = 0;
        int table = int_table(l, arena_printf(rel->arena, "argument %u of %u", a, r + 1), 0, 0, move->n);
        IrTable *t = &l->game->table.at[table];
        for (uint32_t i = 0; i < move->n; i++) {
            t->value[i] = a < rel->form.at[move->at[i].form].n ? (int32_t)l->tuple.at[move->at[i].at + a] : 0;
            most = t->value[i] > most ? t->value[i] : most;
        }
        t->elem.hi = most;
    }
}

static void fact_tables(RelLower *l)
{
    const Rel *rel = l->rel;
    int form = int_table(l, "form of fact", 0, (int64_t)rel->form.n, l->fact.n);
    int row = int_table(l, "row of fact", 0, 1 << 26, l->fact.n), member = int_table(l, "member of fact", 0, 1 << 26, l->fact.n);
    for (uint32_t i = 0; i < l->fact.n; i++) {
        const RelForm *f = &rel->form.at[l->fact.at[i].form];
        const uint32_t *tuple = l->tuple.at + l->fact.at[i].at;
        const RelLevel *full = f->n ? rel_full_level(f) : NULL;
        size_t at = 0;
        for (uint32_t k = 0; full && k < full->norder; k++)
            at = at * rel_size(rel, f->class[full->order[k]]) + tuple[full->order[k]];
        l->game->table.at[form].value[i] = (int32_t)l->fact.at[i].form;
        l->game->table.at[row].value[i] = (int32_t)at;
        l->game->table.at[member].value[i] = full ? (int32_t)tuple[full->target] : 0;
    }
}

static void goal_tables(RelLower *l)
{
    IrDim goal = {l->space_goal, l->game->space.at[l->space_goal].size}, player = {IR_NOSPACE, (int)l->nrole + 1};
    int of = ir_table_add(l->game, "goals of", ir_mask(l->space_goal), false, 1, &player);
    int value = ir_table_add(l->game, "value of", ir_int(-1, 100), false, 1, &goal);
    for (uint32_t i = 0; i < l->goal.n; i++) {
        const RelForm *form = &l->rel->form.at[l->goal.at[i].form];
        uint32_t r = rel_role(l, form->class[0], l->tuple.at[l->goal.at[i].at]);
        ir_mask_set(l->game->table.at[of].word + (size_t)ir_words(l->game, l->space_goal) * (r + 1), (int)i);
        const char *name = l->goal.at[i].name;
        long number = name[strspn(name, "0123456789")] || !*name || strlen(name) > 3 ? -1 : strtol(name, NULL, 10);
        l->game->table.at[value].value[i] = number > 100 ? -1 : (int32_t)number;
    }
}

/* What each role can get, as view `goal` says it: one of its values, none, or several. */
static void payoffs(RelLower *l)
{
    const IrTable *value = &l->game->table.at[ir_table_find(l->game, "value of")];
    for (uint32_t r = 0; r < l->nrole; r++) {
        bool can[103] = {true, true}; /* from -2 on */
        int32_t list[103];
        size_t n = 0;
        for (uint32_t i = 0; i < l->goal.n; i++)
            if (rel_role(l, l->rel->form.at[l->goal.at[i].form].class[0], l->tuple.at[l->goal.at[i].at]) == r)
                can[value->value[i] + 2] = true;
        for (int32_t v = 0; v < 103; v++)
            if (can[v])
                list[n++] = v - 2;
        ir_data_add(l->game, arena_printf(l->rel->arena, "payoff %u", r + 1), n, list);
    }
}

/* ---- moves and views ------------------------------------------------------------------------ */

static void moves(RelLower *l)
{
    out_puts(&l->text, "gen moves(%player : int[player]) {\n");
    for (uint32_t r = 1; r <= l->nrole; r++)
        out_printf(&l->text, "if %%player == %u { emit 'do %u'(in @'legal %u') }\n", r, r, r);
    out_puts(&l->text, "}\n");
    for (uint32_t r = 1; r <= l->nrole; r++)
        out_printf(&l->text, "rule 'do %u'(%%move : int['move %u']) {\nparam %%move in @'legal %u'\ndo { @'does %u' := %%move }\n}\n", r, r, r, r);
}

static void views(RelLower *l)
{
    out_puts(&l->text, "view over = @over\nview goals(%goal : int[goal]) -> bit = %goal in @goals\n"
                       "view goal(%player : int[player]) -> int -2..100 {\nlet %mine = @goals & $'goals of'[%player]\n"
                       "ret select(count(%mine) == 1, $'value of'[max(first(%mine), 0)], select(any(%mine), -2, -1))\n}\n"
                       "view fact(%fact : int[fact]) -> bit {\nlet %form = $'form of fact'[%fact]\nlet %row = $'row of fact'[%fact]\n"
                       "let %member = $'member of fact'[%fact]\n");
    for (uint32_t f = 0; f < l->rel->form.n; f++) {
        const RelForm *form = &l->rel->form.at[f];
        if (form->relation != GDL_TRUE)
            continue;
        const RelLevel *full = form->n ? rel_full_level(form) : NULL;
        const char *name = full ? l->game->field.at[full->field].name : NULL;
        if (!full)
            out_printf(&l->text, "if %%form == %u { ret @holds%u }\n", f, f);
        else
            out_printf(&l->text, "if %%form == %u { ret %%member in @%s%s }\n", f, name, full->rows > 1 ? "[%row]" : "");
    }
    out_puts(&l->text, "ret 0\n}\n");
}

/* ---- the start ---------------------------------------------------------------------------------- */

/* The fields that depend on the facts, computed as the game itself will. */
static bool start(RelLower *l)
{
    IrGame *g = l->game;
    IrCode *code;
    size_t ncode;
    uint64_t total;
    if (!ir_verify(g) || !ir_codes(g, &code, &ncode, &total))
        return false;
    IrEval *eval = ir_eval_new(l->rel->arena, g);
    char *state = arena_alloc(l->rel->arena, ir_eval_state_size(eval) + 8);
    uint32_t *move = ARENA_ARRAY(l->rel->arena, uint32_t, l->nrole);
    for (uint32_t r = 0; r < l->nrole; r++)
        move[r] = (uint32_t)code[r].base;
    ir_eval_init(eval, state);
    ir_eval_apply_joint(eval, state, move, NULL);
    if (ir_eval_error(eval))
        return session_error(l->rel->session, ir_eval_error_at(eval), "%s", ir_eval_error(eval));
    g->field.at[ir_field_find(g, "started")].init[0] = 1;
    bool over = ir_eval_view(eval, state, ir_fn_find(g, "over"), 0);
    g->field.at[ir_field_find(g, "over")].init[0] = over;
    for (uint32_t i = 0; i < l->goal.n; i++)
        if (ir_eval_view(eval, state, ir_fn_find(g, "goals"), i))
            ir_mask_set(g->field.at[ir_field_find(g, "goals")].word, (int)i);
    for (uint32_t r = 0; r < l->nrole; r++) {
        uint32_t *list = ARENA_ARRAY(l->rel->arena, uint32_t, l->move[r].n + 1);
        uint32_t n = ir_eval_moves_of(eval, state, (int)r + 1, list);
        IrField *legal = &g->field.at[ir_field_find(g, arena_printf(l->rel->arena, "legal %u", r + 1))];
        for (uint32_t i = 0; i < n; i++)
            ir_mask_set(legal->word, (int)(list[i] - code[r].base));
    }
    return ir_eval_error(eval) == NULL;
}

static void find_leaders(RelLower *l)
{
    for (uint32_t f = 0; f < l->rel->form.n; f++) {
        RelForm *form = &l->rel->form.at[f];
        form->leader = f;
        for (uint32_t k = 0; k < f; k++)
            if (l->rel->form.at[k].component == form->component && form->relation != GDL_TRUE) {
                form->leader = k;
                break;
            }
        if (form->relation == GDL_DOES && form->n > l->most_args + 1)
            l->most_args = form->n - 1;
    }
}

IrGame *rel_lower(Rel *rel, const char *name, unsigned offers)
{
    RelLower l = {.rel = rel, .nrole = (uint32_t)rel->program->role.n};
    l.game = ir_game_new(rel->session, name, (int)l.nrole);
    l.game->joint = true;
    l.move = ARENA_ARRAY(rel->arena, RelNames, l.nrole);
    bool good = find_facts(&l) && find_goals(&l);
    for (uint32_t r = 0; r < l.nrole && good; r++)
        good = find_moves(&l, r);
    if (!good)
        return NULL;
    find_leaders(&l);
    spaces(&l);
    fields(&l);
    if (!state_fits(&l))
        return NULL;
    initial_facts(&l);
    static_tables(&l);
    player_tables(&l);
    numbers(&l);
    for (uint32_t r = 0; r < l.nrole; r++)
        choices(&l, r);
    fact_tables(&l);
    goal_tables(&l);
    moves(&l);
    views(&l);
    rel_code(&l);
    if (offers & IR_OFFER_PLANES)
        rel_plane(&l);
    if (offers & IR_OFFER_PAYOFFS)
        payoffs(&l);
    const Source *source = source_add(rel->session->sources, "<relations>", l.text.text, strlen(l.text.text));
    good = source && ir_read_into(l.game, source, NULL, 0);
    out_free(&l.text);
    l.game->flat = true;
    return good && start(&l) ? l.game : NULL;
}
