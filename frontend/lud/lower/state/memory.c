/* memory.c - what a game remembers: variables, the counter, pending sites, sites
 * visited in this turn, and lists of numbers (as sets; with how often each is there
 * where a list may hold one twice).  Fields exist for what the description mentions. */
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/state/memory.h"

enum { NUMBERS = 8192 };

/* ---- fields ---------------------------------------------------------------------------- */

static bool same_name(const char *a, const Term *b)
{
    return a && b ? strcmp(a, b->text) == 0 : !a && !b;
}

static Memory *memory_of(Lower *l, MemoryKind kind, const Term *name)
{
    for (size_t i = 0; i < l->sym->memory.n; i++)
        if (l->sym->memory.at[i].kind == kind && same_name(l->sym->memory.at[i].name, name))
            return &l->sym->memory.at[i];
    return NULL;
}

int lower_variable(Lower *l, const Term *name)
{
    const Memory *m = memory_of(l, MEMORY_VAR, name);
    return m ? m->field : -1;
}

/* Names as views and fields show them: letters, digits, else _. */
static const char *mangled(Lower *l, const char *prefix, const char *name)
{
    char *text = arena_printf(l->arena, "%s_%s", prefix, name);
    for (char *c = text; *c; c++) {
        bool letter = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        *c = letter ? *c : '_';
    }
    return text;
}

static IrType with_unset(Lower *l, IrType type)
{
    if (type.lo > type.hi)
        return ir_int(-1, -1);
    bool sites = type.space == l->sym->space_site && type.lo >= -2 && type.hi < lw_dim_site(l).size;
    type.space = sites ? l->sym->space_site : IR_NOSPACE;
    type.lo = type.lo > -1 ? -1 : type.lo;
    type.hi = type.hi < -1 ? -1 : type.hi;
    return type;
}

static void add_variable(Lower *l, const Term *name)
{
    if (memory_of(l, MEMORY_VAR, name))
        return;
    Memory m = {.kind = MEMORY_VAR, .name = name ? name->text : NULL};
    IrType type = lower_written(l, LUD_set_var, name);
    if (!name && l->sym->dice) { /* (forEach Die .. replayDouble:) keeps a number thrown in it */
        type.lo = type.lo > type.hi || type.lo > l->sym->dice->lo ? l->sym->dice->lo : type.lo;
        type.hi = type.hi < l->sym->dice->hi ? l->sym->dice->hi : type.hi;
    }
    type = with_unset(l, type);
    m.field = ir_field_add(l->game, name ? mangled(l, "var", name->text) : "temp", type, NULL);
    l->game->field.at[m.field].init[0] = -1;
    vec_push(l->arena, &l->sym->memory, m);
}

/* A space for numbers up to the largest: the sites where these are enough. */
static int number_space(Lower *l, const Term *t, IrType type, const char *name)
{
    int sites = lw_dim_site(l).size;
    if (type.hi < sites)
        return l->sym->space_site;
    if (type.hi >= NUMBERS) {
        lower_unsupported(l, t, "a list of numbers that may be large");
        return l->sym->space_site;
    }
    return ir_space_add(l->game, name, (int)type.hi + 1);
}

/* Is it a (remember Value ..) under the name that is not unique:? */
static bool keeps_doubles(const Term *t, const void *data)
{
    const Term *name = data;
    if (!term_is(t, LUD_remember_value) && !term_is(t, LUD_start_remember_value))
        return false;
    const Term *own = term_arg(t, SLOT_name), *flag = term_arg(t, SLOT_unique);
    const bool here = own && name ? strcmp(own->text, name->text) == 0 : !own && !name;
    return here && (!flag || flag->kind != TERM_BOOL || !flag->number);
}

static void add_list(Lower *l, const Term *t)
{
    const Term *name = term_arg(t, SLOT_name);
    if (memory_of(l, MEMORY_LIST, name))
        return;
    Memory m = {.kind = MEMORY_LIST, .name = name ? name->text : NULL, .unique = !term_any(l->root, keeps_doubles, name)};
    IrType a = lower_written(l, LUD_remember_value, name), b = lower_written(l, LUD_start_remember_value, name);
    IrType type = b.lo > b.hi || (a.lo <= a.hi && a.hi > b.hi) ? a : b;
    const char *text = name ? mangled(l, "remember", name->text) : "remember";
    m.space = number_space(l, t, type, text);
    if (m.unique) {
        m.field = ir_field_add(l->game, text, ir_mask(m.space), NULL);
    } else {
        IrDim dim = {m.space, l->game->space.at[m.space].size};
        m.field = ir_field_add(l->game, text, ir_int(0, MOST_TIMES), &dim);
    }
    vec_push(l->arena, &l->sym->memory, m);
}

static void add_pending(Lower *l, const Term *t)
{
    if (l->field->pending < 0) {
        int space = number_space(l, t, lower_written(l, LUD_set_pending, NULL), "pending");
        l->field->pending = ir_field_add(l->game, "pending", ir_mask(space), NULL);
    }
}

static void add_memory(Lower *l, const Term *t)
{
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY))
        return;
    for (uint32_t i = 0; i < t->n; i++)
        add_memory(l, t->slot[i]);
    if (t->kind != TERM_LUDEME)
        return;
    switch (t->id) {
    case LUD_var: case LUD_set_var: add_variable(l, term_arg(t, SLOT_name)); break;
    case LUD_for_each_die:
        if (term_arg(t, SLOT_replayDouble))
            add_variable(l, NULL);
        break;
    case LUD_values_remembered: case LUD_remember_value: case LUD_start_remember_value: case LUD_forget_value:
        add_list(l, t);
        break;
    case LUD_is_pending: case LUD_set_pending: case LUD_value_pending: case LUD_sites_pending:
        add_pending(l, t);
        break;
    case LUD_is_visited:
        if (l->field->visited < 0)
            l->field->visited = ir_field_add(l->game, "visited", ir_mask(l->sym->space_site), NULL);
        break;
    default: break;
    }
}

void lower_memory_state(Lower *l)
{
    l->field->pending = l->field->visited = -1;
    add_memory(l, l->root);
    IrType set = lower_written(l, LUD_set_counter, NULL);
    IrType *counter = &l->game->field.at[l->field->counter].elem;
    if (set.lo <= set.hi) {
        counter->lo = set.lo < counter->lo ? set.lo : counter->lo;
        counter->hi = set.hi + MOVES + 1 > counter->hi ? set.hi + MOVES + 1 : counter->hi;
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

Ir *lower_remembered(Lower *l, const Term *t, int *times)
{
    const Memory *m = memory_of(l, MEMORY_LIST, term_arg(t, SLOT_name));
    *times = m->unique ? -1 : m->field;
    if (m->unique)
        return lw_get(l, m->field);
    return ir_op1(l->game, IR_OP_MNOT, ir_k1(l->game, IR_OP_WHERE, m->field, lw_int(l, 0)));
}

Ir *lower_pending(Lower *l)
{
    return lw_get(l, l->field->pending);
}

Ir *lower_int_var(Lower *l, const Term *t)
{
    return lw_get(l, memory_of(l, MEMORY_VAR, term_arg(t, SLOT_name))->field);
}

Ir *lower_int_counter(Lower *l, const Term *t)
{
    (void)t;
    return lw_get(l, l->field->counter);
}

Ir *lower_int_value_pending(Lower *l, const Term *t)
{
    (void)t;
    Ir *one = ir_op2(l->game, IR_OP_EQ, ir_op1(l->game, IR_OP_COUNT, lower_pending(l)), lw_int(l, 1));
    return ir_op3(l->game, IR_OP_SELECT, one, ir_op1(l->game, IR_OP_FIRST, lower_pending(l)), lw_int(l, 0));
}

Ir *lower_bool_is_pending(Lower *l, const Term *t)
{
    (void)t;
    return ir_op1(l->game, IR_OP_ANY, lower_pending(l));
}

Ir *lower_bool_is_visited(Lower *l, const Term *t)
{
    const Term *site = term_arg(t, SLOT_value);
    l->notes->unset_read |= !site && !l->it.to;
    Ir *at = site ? lower_int(l, site) : lw_copy(l, l->it.to);
    return lw_has(l, at, lw_get(l, l->field->visited));
}

Ir *lower_region_sites_pending(Lower *l, const Term *t)
{
    Ir *sites = lower_pending(l);
    if (sites->type.space != l->sym->space_site)
        return lower_unsupported_mask(l, t, "pending numbers that need not be sites");
    return lower_default_type(l, t) ? sites : ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
}

/* ---- writing -------------------------------------------------------------------------------- */

static Ir *value_of(Lower *l, const Term *t, Ir **lets, SlotName slot, int64_t otherwise)
{
    const Term *value = term_arg(t, slot);
    return value ? lw_let(l, lets, "value", lower_int(l, value)) : lw_int(l, otherwise);
}

void effect_set_pending(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *region = term_arg(t, SLOT_region);
    int space = l->game->field.at[l->field->pending].elem.space;
    Ir *more;
    if (region) {
        more = lower_region(l, region);
        if (space != l->sym->space_site) {
            lower_unsupported(l, t, "a region among pending numbers");
            return;
        }
    } else {
        Ir *value = value_of(l, t, lets, SLOT_value, 1);
        if (value->type.lo < 0) { /* nothing is pending as 1 */
            Ir *none = ir_op2(l->game, IR_OP_EQ, lw_copy(l, value), lw_int(l, -1));
            value = ir_op3(l->game, IR_OP_SELECT, none, lw_int(l, 1), value);
        }
        more = ir_k1(l->game, IR_OP_BITOF, space, value);
    }
    more = lw_let(l, lets, "pending", more);
    lw_set_field(l, writes, l->field->pending, ir_op2(l->game, IR_OP_MOR, lower_pending(l), more));
}

/* One more of it, or one less. */
static void change_list(Lower *l, const Memory *m, Ir *value, bool add, Ir **writes)
{
    Ir *done = ir_block(l->game);
    int size = l->game->space.at[m->space].size;
    Ir *known = NULL;
    if (value->type.lo < 0 || value->type.hi >= size) {
        Ir *least = ir_op2(l->game, IR_OP_GE, lw_copy(l, value), lw_int(l, 0));
        known = ir_op2(l->game, IR_OP_AND, least, ir_op2(l->game, IR_OP_LT, lw_copy(l, value), lw_int(l, size)));
    }
    if (m->unique) {
        Ir *bit = ir_k1(l->game, IR_OP_BITOF, m->space, value);
        lw_set_field(l, &done, m->field, ir_op2(l->game, add ? IR_OP_MOR : IR_OP_MDIFF, lw_get(l, m->field), bit));
    } else {
        Ir *times = lw_at(l, m->field, lw_copy(l, value));
        Ir *now = add ? ir_op2(l->game, IR_OP_ADD, times, lw_int(l, 1))
                      : ir_op2(l->game, IR_OP_MAX, ir_op2(l->game, IR_OP_SUB, times, lw_int(l, 1)), lw_int(l, 0));
        ir_append(l->game, &done, ir_put(l->game, m->field, lw_copy(l, value), now));
    }
    if (known) {
        ir_append(l->game, writes, ir_if(l->game, known, done, NULL));
        return;
    }
    for (int i = 0; i < done->n; i++)
        ir_append(l->game, writes, done->a[i]);
}

void effect_remember_value(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Memory *m = memory_of(l, MEMORY_LIST, term_arg(t, SLOT_name));
    const Term *unique = term_arg(t, SLOT_unique);
    int64_t once = 0;
    Ir *value = value_of(l, t, lets, SLOT_value, 0);
    if (unique && !lower_is_const(lower_bool(l, unique), &once))
        lower_unsupported(l, unique, "unique: that changes");
    if (!once || m->unique) {
        change_list(l, m, value, true, writes);
        return;
    }
    Ir *new = ir_op2(l->game, IR_OP_EQ, lw_at(l, m->field, lw_copy(l, value)), lw_int(l, 0));
    if (value->type.lo < 0)
        new = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_GE, lw_copy(l, value), lw_int(l, 0)), new);
    Ir *done = ir_block(l->game);
    new = lw_let(l, lets, "new", new);
    change_list(l, m, value, true, &done);
    ir_append(l->game, writes, ir_if(l->game, new, done, NULL));
}

Ir *lower_remembers(Lower *l, const Term *t)
{
    const Memory *m = memory_of(l, MEMORY_LIST, term_arg(t, SLOT_name));
    Ir *value = lower_int(l, term_arg(t, SLOT_value));
    int size = l->game->space.at[m->space].size;
    if (value->type.hi >= size)
        return NULL;
    Ir *there = m->unique ? lw_has(l, lw_copy(l, value), lw_get(l, m->field))
                          : ir_op2(l->game, IR_OP_NE, lw_at(l, m->field, lw_copy(l, value)), lw_int(l, 0));
    Ir *new = ir_op1(l->game, IR_OP_NOT, there);
    if (value->type.lo >= 0)
        return new;
    Ir *number = ir_op2(l->game, IR_OP_GE, value, lw_int(l, 0));
    return ir_op2(l->game, IR_OP_AND, number, new);
}

Ir *lower_forgets(Lower *l, const Term *t)
{
    const Term *name = term_arg(t, SLOT_name);
    Ir *any = lw_int(l, 0);
    for (size_t i = 0; i < l->sym->memory.n; i++) {
        const Memory *m = &l->sym->memory.at[i];
        if (m->kind == MEMORY_LIST && (!name || same_name(m->name, name))) {
            Ir *all = m->unique ? lw_get(l, m->field)
                                : ir_op1(l->game, IR_OP_MNOT, ir_k1(l->game, IR_OP_WHERE, m->field, lw_int(l, 0)));
            any = ir_op2(l->game, IR_OP_OR, any, ir_op1(l->game, IR_OP_ANY, all));
        }
    }
    return any;
}

/* Nothing is left in the lists of the name; without a name, in none. */
void effect_forget_value_all(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    (void)lets;
    const Term *name = term_arg(t, SLOT_name);
    for (size_t i = 0; i < l->sym->memory.n; i++) {
        const Memory *m = &l->sym->memory.at[i];
        if (m->kind != MEMORY_LIST || (name && !same_name(m->name, name)))
            continue;
        if (m->unique) {
            lw_set_field(l, writes, m->field, ir_k0(l->game, IR_OP_NONE, m->space));
            continue;
        }
        IrType type = ir_int(0, l->game->space.at[m->space].size - 1);
        type.space = m->space;
        int x = lw_new_local(l, "x", type);
        Ir *body = ir_block(l->game);
        ir_append(l->game, &body, ir_put(l->game, m->field, lw_local(l, x), lw_int(l, 0)));
        ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, x, ir_k0(l->game, IR_OP_ALL, m->space), body));
    }
}

void effect_set_var(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const int field = memory_of(l, MEMORY_VAR, term_arg(t, SLOT_name))->field;
    lw_set_field(l, writes, field, value_of(l, t, lets, SLOT_value, -1));
}

void effect_set_counter(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    lw_set_field(l, writes, l->field->counter, value_of(l, t, lets, SLOT_value, -1));
}

void effect_forget_value(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Ir *value = value_of(l, t, lets, SLOT_value, 0);
    change_list(l, memory_of(l, MEMORY_LIST, term_arg(t, SLOT_name)), value, false, writes);
}

bool lower_memory_forgets(const Term *t)
{
    if (term_is(t, LUD_if_moves)) {
        const Term *no = term_arg(t, SLOT_no);
        return lower_memory_forgets(term_arg(t, SLOT_yes)) && (!no || lower_memory_forgets(no)) && !term_arg(t, SLOT_then);
    }
    return term_is(t, LUD_forget_value_all);
}

bool lower_memory_once(const Term *t)
{
    return t->id == LUD_set_var || t->id == LUD_forget_value ||
           (t->id == LUD_remember_value && !term_arg(t, SLOT_unique));
}

void lower_start_remember(Lower *l, const Term *t)
{
    const Memory *m = memory_of(l, MEMORY_LIST, term_arg(t, SLOT_name));
    const Term *value = term_arg(t, SLOT_value), *region = term_arg(t, SLOT_regionValue), *unique = term_arg(t, SLOT_unique);
    IrField *field = &l->game->field.at[m->field];
    int sites = lw_dim_site(l).size;
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    int64_t number = -1;
    bool once = unique && unique->kind == TERM_BOOL && unique->number;
    if (value ? !lower_start_int(l, lower_int(l, value), &number) : !lower_start_mask(l, lower_region(l, region), word)) {
        lower_unsupported(l, t, "a start rule that is not known before the game");
        return;
    }
    for (int x = 0; x < (value ? 1 : sites); x++) {
        int64_t one = value ? number : x;
        if ((!value && !ir_mask_has(word, x)) || one < 0)
            continue;
        if (m->unique)
            ir_mask_set(field->word, (int)one);
        else if (!once || field->init[one] == 0)
            field->init[one]++;
        l->facts->setup_moves++;
    }
}

/* ---- views ------------------------------------------------------------------------------------ */

/* How often each number is in the list, or set. */
static void view_list(Lower *l, const char *name, int field)
{
    const IrField *f = &l->game->field.at[field];
    int space = f->array ? f->dim.space : f->elem.space;
    lw_view_begin(l, name);
    IrType type = ir_int(0, l->game->space.at[space].size - 1);
    type.space = space;
    int i = lw_new_local(l, "i", type);
    l->fn->nparam = 1;
    lw_view_end(l, f->array ? lw_at(l, field, lw_local(l, i))
                            : ir_op2(l->game, IR_OP_HAS, lw_local(l, i), lw_get(l, field)));
}

void lower_memory_views(Lower *l)
{
    for (size_t i = 0; i < l->sym->memory.n; i++) {
        const Memory *m = &l->sym->memory.at[i];
        const char *name = l->game->field.at[m->field].name;
        if (m->kind == MEMORY_LIST) {
            view_list(l, name, m->field);
        } else {
            lw_view_begin(l, name);
            lw_view_end(l, lw_get(l, m->field));
        }
    }
    if (l->field->pending >= 0)
        view_list(l, "pending", l->field->pending);
    if (l->field->visited >= 0)
        view_list(l, "visited", l->field->visited);
}
