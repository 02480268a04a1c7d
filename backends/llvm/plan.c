/* plan.c - the sites that a playout keeps from ply to ply, in a list or counted. */
#include "backends/llvm/gen.h"
#include "ir/plan/plan.h"

const Listing *ll_listing(Fun *f)
{
    Gen *g = f->g;
    bool counted;
    int rule = ir_plan_kept(g->game, &counted);
    if (rule < 0)
        return NULL;
    int size = g->game->space.at[g->game->fn.at[rule]->local.at[0].type.space].size;
    Listing *list = ARENA_NEW(g->arena, Listing);
    list->rule = rule;
    list->left = ll_alloca(f, g->i32, "left");
    ll_store(g, ll_int(g, LL_UNLISTED), list->left, 4);
    if (counted)
        return list;
    list->entry = size <= 256 ? g->i8 : g->i16;
    list->site = ll_alloca(f, LLVMArrayType2(list->entry, (uint64_t)size), "sites");
    LLVMSetAlignment(list->site, 16);
    return list;
}

void ll_unlist(Fun *f)
{
    if (f->listing)
        ll_store(f->g, ll_int(f->g, LL_UNLISTED), f->listing->left, 4);
}

/* count.sites(set): in its place the count would be made at every ply, and each would wait for the one before. */
static Value need_count_sites(Gen *g)
{
    Type param[] = {g->i64};
    Fun f = ll_begin(g, "count.sites", LLVMFunctionType(g->i32, param, 1, false), NULL);
    LLVMBuildRet(g->b, ll_count(g, LLVMGetParam(f.function, 0), 1));
    ll_mark(g, f.function, "noinline");
    ll_mark(g, f.function, "cold");
    ll_end(&f);
    return f.function;
}

/* list.sites(list, set): its members, ascending; their number. */
static Value need_list_sites(Gen *g, const Listing *list, Type set, int words)
{
    Type param[] = {g->ptr, set};
    Fun f = ll_begin(g, "list.sites", LLVMFunctionType(g->i32, param, 2, false), NULL);
    Value n = ll_alloca(&f, g->i64, "n");
    ll_store(g, ll_word(g, 0), n, 8);
    Loop loop = ll_each(&f, LLVMGetParam(f.function, 1), words);
    Value at = ll_load(g, g->i64, n, 8), to = ll_gep(g, list->entry, LLVMGetParam(f.function, 0), at);
    ll_store(g, LLVMBuildTrunc(g->b, loop.member, list->entry, ""), to, 1);
    ll_store(g, LLVMBuildAdd(g->b, at, ll_word(g, 1), ""), n, 8);
    ll_end_each(&f, &loop);
    LLVMBuildRet(g->b, LLVMBuildTrunc(g->b, ll_load(g, g->i64, n, 8), g->i32, ""));
    ll_mark(g, f.function, "noinline");
    ll_mark(g, f.function, "cold");
    ll_end(&f);
    return f.function;
}

/* The number of its members, where it is not known from the ply before. */
static void count_sites(Fun *f, const Ir *set)
{
    Gen *g = f->g;
    Value left = f->listing->left, members = ll_expr(f, set);
    Block make = ll_block(f, "count"), on = ll_block(f, "counted");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntEQ, ll_load(g, g->i32, left, 4), ll_int(g, LL_UNLISTED), ""), make, on);
    ll_at(f, make);
    Value fn = LLVMGetNamedFunction(g->module, "count.sites");
    ll_store(g, ll_call(f, fn ? fn : need_count_sites(g), &members, 1), left, 4);
    ll_go(f, on);
}

void ll_take_one(Fun *f)
{
    Gen *g = f->g;
    Value left = ll_load(g, g->i32, f->listing->left, 4);
    ll_store(g, LLVMBuildSub(g->b, left, ll_int(g, 1), ""), f->listing->left, 4);
}

void ll_list_sites(Fun *f, const Ir *set)
{
    if (!f->listing->entry) {
        count_sites(f, set);
        return;
    }
    Gen *g = f->g;
    const Listing *list = f->listing;
    Block make = ll_block(f, "list"), on = ll_block(f, "listed");
    Value left = ll_load(g, g->i32, list->left, 4);
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntEQ, left, ll_int(g, LL_UNLISTED), ""), make, on);
    ll_at(f, make);
    Value members = ll_expr(f, set), fn = LLVMGetNamedFunction(g->module, "list.sites");
    fn = fn ? fn : need_list_sites(g, list, LLVMTypeOf(members), ll_words(g, set->type.space));
    Value arg[] = {list->site, members};
    ll_store(g, ll_call(f, fn, arg, 2), list->left, 4);
    ll_go(f, on);
}

Value ll_take_site(Fun *f, Value k)
{
    Gen *g = f->g;
    const Listing *list = f->listing;
    unsigned align = list->entry == g->i8 ? 1 : 2;
    Value left = LLVMBuildSub(g->b, ll_load(g, g->i32, list->left, 4), ll_int(g, 1), "");
    ll_store(g, left, list->left, 4);
    Value at = ll_gep(g, list->entry, list->site, LLVMBuildZExt(g->b, k, g->i64, ""));
    Value last = ll_gep(g, list->entry, list->site, LLVMBuildZExt(g->b, left, g->i64, ""));
    Value site = ll_load(g, list->entry, at, align);
    ll_store(g, ll_load(g, list->entry, last, align), at, align);
    return LLVMBuildZExt(g->b, site, g->i32, "");
}
