/* offer.c - what a reasoner offers beside play: planes, and numbers that go with the game. */
#include <string.h>

#include "backends/llvm/gen.h"
#include "ir/analysis/shape.h"
#include "ir/offer/offer.h"

static void put_set(Fun *f, Value out, const IrPlanePlace *place, size_t n, IrPlaneSet set)
{
    Gen *g = f->g;
    for (size_t i = 0; i < n; i++) {
        if (g->game->fn.at[place[i].fn]->plane.set != set) {
            continue;
        }
        Value eyes = LLVMGetParam(f->function, 3);
        Value value = ll_call_args(f, place[i].fn, &eyes);
        ll_store(g, value, ll_gep(g, g->i64, out, ll_word(g, (uint64_t)place[i].word)), 8);
    }
}

Value ll_observe(Gen *g)
{
    IrPlanePlace *place;
    uint32_t words[IR_PLANE_SETS];
    size_t n = ir_plane_places(g->game, g->arena, &place, words);
    if (!n) {
        return NULL;
    }
    Type param[] = {g->ptr, g->ptr, g->i32, g->i32, g->ptr};
    Fun f = ll_begin(g, "observe", LLVMFunctionType(g->none, param, 5, false), NULL);
    f.state.base = LLVMGetParam(f.function, 1);
    Block end = ll_block(&f, "end");
    Value which = LLVMBuildSwitch(g->b, LLVMGetParam(f.function, 2), end, IR_PLANE_SETS);
    for (unsigned set = 0; set < IR_PLANE_SETS; set++) {
        Block this = ll_block(&f, ir_plane_set_name((IrPlaneSet)set));
        LLVMAddCase(which, ll_int(g, set), this);
        ll_at(&f, this);
        put_set(&f, LLVMGetParam(f.function, 4), place, n, (IrPlaneSet)set);
        LLVMBuildBr(g->b, end);
    }
    ll_at(&f, end);
    LLVMBuildRetVoid(g->b);
    ll_end(&f, NULL);
    return f.function;
}

static Value planes(Gen *g, const IrPlanePlace *place, size_t n)
{
    Type part[] = {g->ptr, g->i32, g->i32, g->i32, g->i32, g->i32, g->i32};
    Type type = LLVMStructTypeInContext(g->cx, part, 7, false);
    Value *item = ARENA_ARRAY(g->arena, Value, n + 1);
    for (size_t i = 0; i < n; i++) {
        const IrFn *fn = g->game->fn.at[place[i].fn];
        Value member[] = {ll_text(g, fn->plane.name),
                          ll_int(g, fn->plane.set),
                          ll_int(g, fn->plane.owner),
                          ll_int(g, fn->ret.space),
                          ll_int(g, g->game->space.at[fn->ret.space].size),
                          ll_int(g, place[i].word),
                          ll_int(g, place[i].next)};
        item[i] = LLVMConstStructInContext(g->cx, member, 7, false);
    }
    return ll_array(g, type, item, n, "planes");
}

static Value numbers(Gen *g, const IrData *data)
{
    int64_t *value = ARENA_ARRAY(g->arena, int64_t, data->n + 1);
    for (size_t i = 0; i < data->n; i++) {
        value[i] = data->value[i];
    }
    return ll_bytes(g, 32, value, data->n, "data");
}

/* `index` becomes the numbers of IR_ACTION_INDEX, if they are there. */
static Value all_data(Gen *g, Value *index)
{
    Type part[] = {g->ptr, g->i32, g->ptr};
    Type type = LLVMStructTypeInContext(g->cx, part, 3, false);
    size_t n;
    const IrData *all = shape_data(g->arena, g->game, &n);
    Value *item = ARENA_ARRAY(g->arena, Value, n + 1);
    for (size_t i = 0; i < n; i++) {
        const IrData *data = &all[i];
        Value member[] = {ll_text(g, data->name), ll_int(g, (int64_t)data->n), numbers(g, data)};
        if (!strcmp(data->name, IR_ACTION_INDEX)) {
            *index = member[2];
        }
        item[i] = LLVMConstStructInContext(g->cx, member, 3, false);
    }
    return ll_array(g, type, item, n, "all_data");
}

size_t ll_offer_members(Gen *g, Value *member, Value *index)
{
    IrPlanePlace *place;
    uint32_t words[IR_PLANE_SETS];
    size_t n = ir_plane_places(g->game, g->arena, &place, words), at = 0;
    member[at++] = ll_int(g, (int64_t)n);
    member[at++] = ll_int(g, (int64_t)g->game->data.n + 1); /* and what states can be */
    member[at++] = planes(g, place, n);
    member[at++] = all_data(g, index);
    for (unsigned set = 0; set < IR_PLANE_SETS; set++) {
        member[at++] = ll_int(g, words[set]);
    }
    member[at++] = ll_int(g, g->game->checked);
    return at;
}
