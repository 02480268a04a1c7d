/* state.c - the state: one element of a struct for each field, laid out as the C
 * back end lays it out; or, in a playout, one variable for each field. */
#include <string.h>

#include "backends/llvm/gen.h"

static unsigned align_of(const IrField *field)
{
    return field->elem.kind == IR_MASK ? 8 : ll_bits(field->elem) / 8;
}

static Type elem_type(Gen *g, const IrField *field)
{
    if (field->elem.kind == IR_INT)
        return LLVMIntTypeInContext(g->cx, ll_bits(field->elem));
    int words = ll_words(g, field->elem.space);
    return words == 1 ? g->i64 : LLVMArrayType2(g->i64, (uint64_t)words);
}

static Type field_type(Gen *g, const IrField *field)
{
    Type elem = elem_type(g, field);
    return field->array ? LLVMArrayType2(elem, field->n) : elem;
}

static uint64_t field_bytes(const Gen *g, const IrField *field)
{
    uint64_t elem = field->elem.kind == IR_MASK ? 8 * (uint64_t)ll_words(g, field->elem.space)
                                                : ll_bits(field->elem) / 8;
    return elem * (field->array ? field->n : 1);
}

/* A tag for each field: accesses to different fields never overlap. */
static void make_tags(Gen *g)
{
    size_t n = g->game->field.n;
    g->tbaa = LLVMGetMDKindIDInContext(g->cx, "tbaa", 4);
    LLVMMetadataRef name = LLVMMDStringInContext2(g->cx, "state", 5);
    LLVMMetadataRef root = LLVMMDNodeInContext2(g->cx, &name, 1);
    LLVMMetadataRef zero = LLVMValueAsMetadata(ll_word(g, 0));
    for (size_t i = 0; i < n; i++) {
        const char *field = arena_printf(g->arena, "f%zu", i);
        LLVMMetadataRef part[] = {LLVMMDStringInContext2(g->cx, field, strlen(field)), root, zero};
        LLVMMetadataRef type = LLVMMDNodeInContext2(g->cx, part, 3);
        LLVMMetadataRef access[] = {type, type, zero};
        g->alias_tag[i] = LLVMMetadataAsValue(g->cx, LLVMMDNodeInContext2(g->cx, access, 3));
    }
}

void ll_state(Gen *g)
{
    const IrGame *game = g->game;
    Type *element = ARENA_ARRAY(g->arena, Type, game->field.n + 1);
    const ShapeState lies = *ir_fact_state_layout(g->game);
    const uint64_t bytes = lies.bytes, whole = lies.size;
    unsigned n = 0;
    g->place = ARENA_ARRAY(g->arena, unsigned, game->field.n + 1);
    g->alias_tag = ARENA_ARRAY(g->arena, Value, game->field.n + 1);
    for (size_t k = 0; k < game->field.n; k++) {
        const int i = lies.order[k];
        g->place[i] = n;
        element[n++] = field_type(g, &game->field.at[i]);
    }
    if (whole != bytes)
        element[n++] = LLVMArrayType2(g->i8, whole - bytes);
    g->state = LLVMStructTypeInContext(g->cx, element, n, false);
    make_tags(g);
}

uint64_t ll_state_size(const Gen *g)
{
    return LLVMABISizeOfType(g->layout, g->state);
}

/* --- the initial state --- */

static Value initial_elem(Gen *g, const IrField *f, size_t i)
{
    if (f->elem.kind == IR_INT)
        return LLVMConstInt(elem_type(g, f), (unsigned long long)f->init[i], true);
    int words = ll_words(g, f->elem.space), have = ir_words(g->game, f->elem.space);
    Value *word = ARENA_ARRAY(g->arena, Value, words);
    for (int w = 0; w < words; w++)
        word[w] = ll_word(g, w < have ? f->word[i * (size_t)have + (size_t)w] : 0);
    return words == 1 ? word[0] : LLVMConstArray2(g->i64, word, (uint64_t)words);
}

Value ll_initial(Gen *g)
{
    const IrGame *game = g->game;
    unsigned n = LLVMCountStructElementTypes(g->state);
    Value *element = ARENA_ARRAY(g->arena, Value, n + 1);
    for (unsigned i = 0; i < n; i++) /* the filling, if any, stays so */
        element[i] = LLVMConstNull(LLVMStructGetTypeAtIndex(g->state, i));
    for (size_t i = 0; i < game->field.n; i++) {
        const IrField *f = &game->field.at[i];
        if (!f->array) {
            element[g->place[i]] = initial_elem(g, f, 0);
            continue;
        }
        Value *item = ARENA_ARRAY(g->arena, Value, f->n + 1);
        for (size_t j = 0; j < f->n; j++)
            item[j] = initial_elem(g, f, j);
        element[g->place[i]] = LLVMConstArray2(elem_type(g, f), item, f->n);
    }
    Value data = LLVMConstStructInContext(g->cx, element, n, false);
    Value global = LLVMAddGlobal(g->module, g->state, "initial");
    LLVMSetInitializer(global, data);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMInternalLinkage);
    return global;
}

/* --- access --- */

static Value whole_field(Fun *f, int field)
{
    Gen *g = f->g;
    return f->state.base ? LLVMBuildStructGEP2(g->b, g->state, f->state.base, g->place[field], "")
                         : f->state.field[field];
}

Value ll_field(Fun *f, int field, const Ir *index)
{
    Gen *g = f->g;
    const IrField *d = &g->game->field.at[field];
    Value place = whole_field(f, field);
    if (!index)
        return place;
    Value at = ll_index(g, ll_expr(f, index), index->type);
    return ll_gep(g, elem_type(g, d), place, at);
}

static unsigned load_align(const IrField *field)
{
    return field->elem.kind == IR_MASK ? 8 : align_of(field);
}

Value ll_field_value(Fun *f, int field, const Ir *index)
{
    Gen *g = f->g;
    const IrField *d = &g->game->field.at[field];
    Value place = ll_field(f, field, index);
    bool set = d->elem.kind == IR_MASK;
    Type memory = set ? ll_type(g, d->elem) : elem_type(g, d), type = ll_type(g, d->elem);
    Value value = ll_load(g, memory, place, load_align(d));
    LLVMSetMetadata(value, g->tbaa, g->alias_tag[field]);
    if (set || memory == type)
        return value;
    return d->elem.lo >= 0 ? LLVMBuildZExt(g->b, value, type, "") : LLVMBuildSExt(g->b, value, type, "");
}

void ll_put_field(Fun *f, int field, const Ir *index, Value value)
{
    Gen *g = f->g;
    const IrField *d = &g->game->field.at[field];
    Value place = ll_field(f, field, index);
    ll_state_written(f, field);
    if (d->elem.kind == IR_INT)
        value = ll_fit(g, value, elem_type(g, d));
    Value store = LLVMBuildStore(g->b, value, place);
    LLVMSetAlignment(store, load_align(d));
    LLVMSetMetadata(store, g->tbaa, g->alias_tag[field]);
}

bool ll_put_member(Fun *f, const Ir *put)
{
    IrOp op;
    const Ir *bit = f->g->by_member[put->k] ? shape_put_member(put, &op) : NULL;
    if (!bit)
        return false;
    Value at = ll_expr(f, bit->a[0]), place = ll_field(f, (int)put->k, put->n > 1 ? put->a[1] : NULL);
    ll_state_written(f, (int)put->k);
    (op == IR_OP_MOR ? ll_insert : ll_drop)(f->g, place, at, shape_sure(f->fn, f->chosen, bit->a[0]));
    return true;
}

/* --- copies --- */

void ll_copy_bytes(Gen *g, Value to, Value from, uint64_t bytes)
{
    LLVMBuildMemCpy(g->b, to, 8, from, 8, ll_word(g, bytes));
}

/* The variable of a field in a playout. */
static Value field_variable(Fun *f, const IrField *d)
{
    bool set = !d->array && d->elem.kind == IR_MASK;
    return ll_alloca(f, set ? ll_type(f->g, d->elem) : field_type(f->g, d), d->name);
}

static void copy_field(Gen *g, const IrField *d, Value to, Value from)
{
    if (d->array) {
        LLVMBuildMemCpy(g->b, to, align_of(d), from, align_of(d), ll_word(g, field_bytes(g, d)));
        return;
    }
    bool set = d->elem.kind == IR_MASK;
    Type type = set ? ll_type(g, d->elem) : elem_type(g, d);
    ll_store(g, ll_load(g, type, from, load_align(d)), to, load_align(d));
}

static StateRef new_state(Fun *f)
{
    Gen *g = f->g;
    StateRef state = {0};
    if (f->state.base) {
        state.base = ll_alloca(f, g->state, "copy");
        LLVMSetAlignment(state.base, 16);
        return state;
    }
    state.field = ARENA_ARRAY(g->arena, Value, g->game->field.n + 1);
    for (size_t i = 0; i < g->game->field.n; i++)
        state.field[i] = field_variable(f, &g->game->field.at[i]);
    return state;
}

/* One of the spare ones, or a new one. */
static StateRef some_state(Fun *f, bool tried)
{
    for (Spare **at = f->spare; *at; at = &(*at)->next) {
        if ((*at)->state.tried == tried) {
            StateRef found = (*at)->state;
            *at = (*at)->next;
            return found;
        }
    }
    StateRef made = new_state(f);
    made.tried = tried;
    return made;
}

StateRef ll_try_state(Fun *f)
{
    Gen *g = f->g;
    if (f->state.base)
        return ll_copy_state(f);
    ll_state_written(f, -1);
    StateRef copy = some_state(f, true);
    Value *variable = copy.field;
    copy.field = ARENA_ARRAY(g->arena, Value, g->game->field.n + 1);
    for (size_t i = 0; i < g->game->field.n; i++) {
        copy.field[i] = g->apart[i] ? f->state.field[i] : variable[i];
        if (!g->apart[i])
            copy_field(g, &g->game->field.at[i], copy.field[i], f->state.field[i]);
    }
    return copy;
}

StateRef ll_copy_state(Fun *f)
{
    Gen *g = f->g;
    ll_state_written(f, -1);
    StateRef copy = some_state(f, false);
    if (copy.base) {
        ll_copy_bytes(g, copy.base, f->state.base, ll_state_size(g));
        return copy;
    }
    for (size_t i = 0; i < g->game->field.n; i++)
        copy_field(g, &g->game->field.at[i], copy.field[i], f->state.field[i]);
    return copy;
}

void ll_spare_state(Fun *f, StateRef state)
{
    Spare *spare = ARENA_NEW(f->g->arena, Spare);
    spare->state = state;
    spare->next = *f->spare;
    *f->spare = spare;
}

static Value struct_field(Gen *g, Value pointer, size_t field)
{
    return LLVMBuildStructGEP2(g->b, g->state, pointer, g->place[field], "");
}

/* A long array, such as a history of positions, stays where it is: it is no register, and a
 * copy of it can take longer than the playout. */
static bool stays(Gen *g, size_t field)
{
    enum { LONG = 512 };
    const IrField *d = &g->game->field.at[field];
    return d->array && field_bytes(g, d) > LONG;
}

StateRef ll_split_state(Fun *f, Value from, Value home)
{
    Gen *g = f->g;
    StateRef before = f->state;
    f->state = (StateRef){0};
    StateRef state = new_state(f);
    f->state = before;
    state.home = home;
    for (size_t i = 0; i < g->game->field.n; i++) {
        if (stays(g, i))
            state.field[i] = struct_field(g, home, i);
        if (from != home || !stays(g, i))
            copy_field(g, &g->game->field.at[i], state.field[i], struct_field(g, from, i));
    }
    return state;
}

void ll_join_state(Fun *f, StateRef state, Value pointer)
{
    Gen *g = f->g;
    for (size_t i = 0; i < g->game->field.n; i++) {
        Value to = struct_field(g, pointer, i);
        if (pointer != state.home || !stays(g, i))
            copy_field(g, &g->game->field.at[i], to, state.field[i]);
    }
}

Value *ll_keep_fields(Fun *f, const bool *field)
{
    Gen *g = f->g;
    Value *old = ARENA_ARRAY(g->arena, Value, g->game->field.n + 1);
    for (size_t i = 0; i < g->game->field.n; i++) {
        if (field[i]) {
            old[i] = field_variable(f, &g->game->field.at[i]);
            copy_field(g, &g->game->field.at[i], old[i], whole_field(f, (int)i));
        }
    }
    return old;
}

void ll_take_back(Fun *f, const bool *field, Value *old)
{
    ll_state_written(f, -1);
    for (size_t i = 0; i < f->g->game->field.n; i++)
        if (field[i])
            copy_field(f->g, &f->g->game->field.at[i], whole_field(f, (int)i), old[i]);
}

Value ll_state_pointer(Fun *f)
{
    if (f->state.base)
        return f->state.base;
    Value pointer = ll_alloca(f, f->g->state, "whole");
    LLVMSetAlignment(pointer, 16);
    ll_join_state(f, f->state, pointer);
    return pointer;
}
