/* offer.c - what a reasoner offers beside play: planes, and numbers that go with the game. */
#include "backends/llvm/gen.h"
#include "ir/offer/offer.h"

static void put_set(Fun *f, Value out, IrPlaneSet set)
{
    Gen *g = f->g;
    const IrPlanePlace *place = g->offered.place;
    for (size_t i = 0; i < g->offered.planes.n; i++) {
        if (g->game->fn.at[place[i].fn]->plane.set != set)
            continue;
        Value eyes = LLVMGetParam(f->function, 3);
        Value value = ll_call_args(f, place[i].fn, &eyes);
        ll_store(g, value, ll_gep(g, g->i64, out, ll_word(g, (uint64_t)place[i].word)), 8);
    }
}

Value ll_observe(Gen *g)
{
    if (!g->offered.planes.n)
        return NULL;
    Type param[] = {g->ptr, g->ptr, g->i32, g->i32, g->ptr};
    Fun f = ll_begin(g, "observe", LLVMFunctionType(g->none, param, 5, false), NULL);
    f.state.base = LLVMGetParam(f.function, 1);
    Block end = ll_block(&f, "end");
    Value which = LLVMBuildSwitch(g->b, LLVMGetParam(f.function, 2), end, IR_PLANE_SETS);
    for (unsigned set = 0; set < IR_PLANE_SETS; set++) {
        Block this = ll_block(&f, ir_plane_set_name((IrPlaneSet)set));
        LLVMAddCase(which, ll_int(g, set), this);
        ll_at(&f, this);
        put_set(&f, LLVMGetParam(f.function, 4), (IrPlaneSet)set);
        LLVMBuildBr(g->b, end);
    }
    ll_at(&f, end);
    LLVMBuildRetVoid(g->b);
    ll_end(&f);
    return f.function;
}

static Value numbers(Gen *g, const IrCell *list)
{
    int64_t *value = ARENA_ARRAY(g->arena, int64_t, list->n + 1);
    for (int64_t i = 0; i < list->n; i++)
        value[i] = list->numbers[i];
    return ll_bytes(g, 32, value, (size_t)list->n, "data");
}

static Value labels(Gen *g, const IrCell *list)
{
    if (!list->texts)
        return LLVMConstNull(g->ptr);
    Value *label = ARENA_ARRAY(g->arena, Value, list->n);
    for (int64_t i = 0; i < list->n; i++)
        label[i] = ll_text(g, list->texts[i]);
    return ll_array(g, g->ptr, label, (size_t)list->n, "labels");
}

static Value cell(Gen *g, const IrCell *c)
{
    switch (c->kind) {
    case IR_CELL_TEXT: return ll_text(g, c->text);
    case IR_CELL_NUMBER: return ll_int(g, c->n);
    case IR_CELL_TEXTS: return labels(g, c);
    case IR_CELL_NUMBERS: break;
    }
    return numbers(g, c);
}

Value ll_records(Gen *g, const IrRecords *r)
{
    Type *part = ARENA_ARRAY(g->arena, Type, r->width);
    Value *row = ARENA_ARRAY(g->arena, Value, r->n + 1), *member = ARENA_ARRAY(g->arena, Value, r->width);
    for (size_t i = 0; i < r->n; i++) {
        for (size_t k = 0; k < r->width; k++) {
            member[k] = cell(g, &r->cell[i * r->width + k]);
            part[k] = LLVMTypeOf(member[k]);
        }
        row[i] = LLVMConstStructInContext(g->cx, member, (unsigned)r->width, false);
    }
    return ll_array(g, LLVMStructTypeInContext(g->cx, part, r->n ? (unsigned)r->width : 0, false), row, r->n, r->name);
}

size_t ll_offer_members(Gen *g, Value *member, Value *index)
{
    const IrOffered *o = &g->offered;
    size_t at = 0;
    member[at++] = ll_int(g, (int64_t)o->planes.n);
    member[at++] = ll_int(g, (int64_t)o->data.n);
    member[at++] = ll_records(g, &o->planes);
    Value data = member[at++] = ll_records(g, &o->data);
    if (o->action_index >= 0)
        *index = LLVMGetAggregateElement(LLVMGetAggregateElement(LLVMGetInitializer(data), (unsigned)o->action_index), 2);
    for (unsigned set = 0; set < IR_PLANE_SETS; set++)
        member[at++] = ll_int(g, o->words[set]);
    member[at++] = ll_int(g, g->game->checked);
    return at;
}
