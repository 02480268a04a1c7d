/* types.c - what values, constants and tables look like in LLVM IR, and how they are read. */
#include <string.h>

#include "backends/llvm/gen.h"

int ll_words(const Gen *g, int space)
{
    int words = ir_words(g->game, space);
    return words > 0 ? words : 1;
}

Type ll_set(Gen *g, int words)
{
    return words == 1 ? g->i64 : LLVMVectorType(g->i64, (unsigned)words);
}

Type ll_type(Gen *g, IrType type)
{
    switch (type.kind) {
    case IR_INT: return ir_is_wide(type) ? g->i64 : g->i32;
    case IR_MASK: return ll_set(g, ll_words(g, type.space));
    case IR_VOID:
    case IR_VEC: break;
    }
    return g->none;
}

unsigned ll_bits(IrType type)
{
    return 8 * (unsigned)shape_width(type);
}

Value ll_int(Gen *g, int64_t k)
{
    return LLVMConstInt(g->i32, (unsigned long long)k, true);
}

Value ll_word(Gen *g, uint64_t k)
{
    return LLVMConstInt(g->i64, k, false);
}

Value ll_zero(Type type)
{
    return LLVMConstNull(type);
}

Value ll_empty(Gen *g, int words)
{
    return LLVMConstNull(ll_set(g, words));
}

Value ll_set_const(Gen *g, const uint64_t *word, int words)
{
    if (words == 1)
        return ll_word(g, word[0]);
    Value *element = ARENA_ARRAY(g->arena, Value, words);
    for (int i = 0; i < words; i++)
        element[i] = ll_word(g, word[i]);
    return LLVMConstVector(element, (unsigned)words);
}

Value ll_fit(Gen *g, Value value, Type type)
{
    Type from = LLVMTypeOf(value);
    if (from == type || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return value;
    if (LLVMGetIntTypeWidth(from) > LLVMGetIntTypeWidth(type))
        return LLVMBuildTrunc(g->b, value, type, "");
    return from == g->i1 ? LLVMBuildZExt(g->b, value, type, "")
                         : LLVMBuildSExt(g->b, value, type, "");
}

Value ll_index(Gen *g, Value value, IrType type)
{
    if (LLVMTypeOf(value) == g->i64)
        return value;
    return type.lo >= 0 ? LLVMBuildZExt(g->b, value, g->i64, "")
                        : LLVMBuildSExt(g->b, value, g->i64, "");
}

/* --- memory --- */

Value ll_load(Gen *g, Type type, Value pointer, unsigned align)
{
    Value load = LLVMBuildLoad2(g->b, type, pointer, "");
    LLVMSetAlignment(load, align);
    return load;
}

void ll_store(Gen *g, Value value, Value pointer, unsigned align)
{
    LLVMSetAlignment(LLVMBuildStore(g->b, value, pointer), align);
}

Value ll_gep(Gen *g, Type element, Value pointer, Value index)
{
    return LLVMBuildInBoundsGEP2(g->b, element, pointer, &index, 1, "");
}

/* --- intrinsics --- */

Value ll_intrinsic(Gen *g, const char *name, Type overload, Value *arg, unsigned n)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    Type *types = overload ? &overload : NULL;
    Value fn = LLVMGetIntrinsicDeclaration(g->module, id, types, overload ? 1 : 0);
    return LLVMBuildCall2(g->b, LLVMIntrinsicGetType(g->cx, id, types, overload ? 1 : 0), fn, arg,
                          n, "");
}

Value ll_low(Gen *g, Value word)
{
    Value arg[] = {word, LLVMConstInt(g->i1, 1, false)};
    return LLVMBuildTrunc(g->b, ll_intrinsic(g, "llvm.cttz", g->i64, arg, 2), g->i32, "");
}

Value ll_call_apart(Gen *g, Value function, Value *arg, unsigned n)
{
    return LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, arg, n, "");
}

/* --- constant data --- */

Value ll_bytes(Gen *g, unsigned bits, const int64_t *value, size_t n, const char *name)
{
    Type type = LLVMIntTypeInContext(g->cx, bits);
    size_t count = n ? n : 1;
    Value *element = ARENA_ARRAY(g->arena, Value, count);
    for (size_t i = 0; i < count; i++)
        element[i] = LLVMConstInt(type, i < n ? (unsigned long long)value[i] : 0, true);
    Value data = LLVMConstArray2(type, element, count);
    Value global = LLVMAddGlobal(g->module, LLVMTypeOf(data), name);
    LLVMSetInitializer(global, data);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMInternalLinkage);
    LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    LLVMSetAlignment(global, bits == 64 && n > 1 ? 32 : 8);
    return global;
}

static IrType table_range(Gen *g, int table)
{
    const IrTable *t = &g->game->table.at[table];
    IrType *known = &g->table_range[table];
    if (known->kind != IR_INT) {
        size_t n;
        *known = shape_table_range(t, &n);
    }
    return *known;
}

Type ll_table_elem(Gen *g, int table)
{
    const IrTable *t = &g->game->table.at[table];
    return t->elem.kind == IR_MASK ? g->i64 : LLVMIntTypeInContext(g->cx, ll_bits(table_range(g, table)));
}

void ll_need_table(Gen *g, int table)
{
    const IrTable *t = &g->game->table.at[table];
    if (g->table[table])
        return;
    const char *name = arena_printf(g->arena, "tab.%s", t->name);
    if (t->elem.kind == IR_MASK && !t->rows) {
        size_t n = t->n * (size_t)ir_words(g->game, t->elem.space);
        int64_t *word = ARENA_ARRAY(g->arena, int64_t, n + 1);
        for (size_t i = 0; i < n; i++)
            word[i] = (int64_t)t->word[i];
        g->table[table] = ll_bytes(g, 64, word, n, name);
        return;
    }
    size_t n = !t->rows ? t->n : t->off ? t->off[t->n] : 0;
    int64_t *value = ARENA_ARRAY(g->arena, int64_t, n + t->n + 2);
    for (size_t i = 0; i < n; i++)
        value[i] = t->value[i];
    g->table[table] = ll_bytes(g, ll_bits(table_range(g, table)), value, n, name);
    if (t->rows) {
        for (size_t i = 0; i <= t->n; i++)
            value[i] = t->off ? t->off[i] : 0;
        g->table_at[table] = ll_bytes(g, 32, value, t->n + 1, arena_printf(g->arena, "%s.at", name));
    }
}

Value ll_table_int(Gen *g, int table, Value place)
{
    Type memory = ll_table_elem(g, table);
    Value value = ll_load(g, memory, place, LLVMABIAlignmentOfType(g->layout, memory));
    if (LLVMGetIntTypeWidth(memory) >= 32)
        return value;
    bool low = table_range(g, table).lo < 0;
    return low ? LLVMBuildSExt(g->b, value, g->i32, "") : LLVMBuildZExt(g->b, value, g->i32, "");
}
