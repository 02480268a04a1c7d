/* take.c - loops that take the lowest member out of a set, and functions of such loops, in
 * which a set of several words is kept as a variable for each word, or, if members that nobody
 * knows go into a large one, in memory. */
#include "backends/llvm/gen.h"
#include "ir/core/tree.h"

/* The lowest member of the set whose words are in these slots leaves it; without one, on to `none`. */
static Value pop(Fun *f, const Value *slot, int words, Block none)
{
    Gen *g = f->g;
    Block found = ll_block(f, "found");
    Value *at = ARENA_ARRAY(g->arena, Value, words);
    Block *from = ARENA_ARRAY(g->arena, Block, words);
    for (int w = 0; w < words; w++) {
        Value word = ll_load(g, g->i64, slot[w], 8);
        Block next = w + 1 < words ? ll_block(f, "word") : none;
        from[w] = ll_block(f, "pop");
        ll_branch(f, LLVMBuildICmp(g->b, LLVMIntNE, word, ll_word(g, 0), ""), from[w], next);
        ll_at(f, from[w]);
        Value less = LLVMBuildSub(g->b, word, ll_word(g, 1), "");
        ll_store(g, LLVMBuildAnd(g->b, word, less, ""), slot[w], 8);
        at[w] = LLVMBuildAdd(g->b, ll_low(g, word), ll_int(g, 64 * w), "");
        LLVMBuildBr(g->b, found);
        ll_at(f, next);
    }
    ll_at(f, found);
    Value phi = LLVMBuildPhi(g->b, g->i32, "at");
    LLVMAddIncoming(phi, at, from, (unsigned)words);
    return phi;
}

bool ll_take(Fun *f, const Ir *loop)
{
    Gen *g = f->g;
    const Ir *let = shape_takes(loop);
    int words = let ? ll_words(g, loop->a[0]->a[0]->type.space) : 0;
    const Local *set = let ? &f->local[loop->a[0]->a[0]->k] : NULL;
    const Value *slot = !let ? NULL : words == 1 ? &set->slot : set->word;
    if (!slot || !*slot)
        return false;
    /* in functions that lowering made it ends by itself */
    const bool counted = f->fn->hint != IR_HINT_APART;
    Loop turns;
    if (counted) {
        turns = ll_range(f, ll_int(g, 0), ll_int(g, loop->k < INT32_MAX ? loop->k : INT32_MAX));
    } else {
        turns = (Loop){.head = ll_block(f, "next"), .end = ll_block(f, "done")};
        ll_go(f, turns.head);
    }
    Local before = f->local[let->k];
    f->local[let->k] = (Local){.value = pop(f, slot, words, turns.end)};
    for (int i = 2; i < loop->a[1]->n; i++)
        ll_stmt(f, loop->a[1]->a[i]);
    if (counted) {
        ll_end_range(f, &turns);
    } else {
        LLVMBuildBr(g->b, turns.head);
        ll_at(f, turns.end);
    }
    f->local[let->k] = before;
    return true;
}

/* --- member by member --- */

/* The member of %m = %m | bit(x), of a set that is no variables of a word each; else NULL. */
static const Ir *inserted(const Fun *f, const Ir *set)
{
    const Ir *all = set->a[0], *bit = all->op == IR_OP_MOR ? all->a[1] : NULL;
    const bool own = bit && bit->op == IR_OP_BITOF && all->a[0]->op == IR_OP_LOCAL && all->a[0]->k == set->k;
    return own && ll_words(f->g, bit->type.space) > LL_REGISTER_WORDS && shape_sure(f->fn, f->chosen, bit->a[0]) ? bit->a[0] : NULL;
}

static bool is_inserted_into(const Fun *f, const Ir *e, int local)
{
    bool found = e->op == IR_OP_SET && e->k == local && inserted(f, e);
    for (int i = 0; i < e->n && !found; i++)
        found = is_inserted_into(f, e->a[i], local);
    return found;
}

bool ll_insert_member(Fun *f, const Ir *set)
{
    const Ir *at = inserted(f, set);
    if (!at || !f->local[set->k].slot || (f->g->blend_words && ll_words(f->g, set->a[0]->type.space) <= LL_BLENDED_WORDS))
        return false;
    ll_insert(f->g, f->local[set->k].slot, ll_expr(f, at), true);
    return true;
}

/* --- word by word --- */

/* Sets that are moved as a whole stay vectors. */
static bool keeps_words(const Fun *f, IrType type)
{
    return f->fn && f->fn->hint == IR_HINT_APART && !tree_has_op(f->fn->body, IR_OP_SHIFT) && type.kind == IR_MASK && ll_words(f->g, type.space) > 1;
}

/* Can each word be evaluated without the others? */
static bool in_words(const Ir *e)
{
    switch (e->op) {
    case IR_OP_MAND: case IR_OP_MOR: case IR_OP_MXOR: case IR_OP_MDIFF:
        return in_words(e->a[0]) && in_words(e->a[1]);
    case IR_OP_UP_TO: case IR_OP_DOWN_TO: return in_words(e->a[0]) && in_words(e->a[1]);
    case IR_OP_LOCAL: case IR_OP_TAB: return true;
    default: return false;
    }
}

static Value word_of(Fun *f, const Ir *e, int w);

/* Word w of what is cut: the others are made as well, and made once. */
static Value cut_word(Fun *f, const Ir *e, int w)
{
    Gen *g = f->g;
    int words = ll_words(g, e->type.space);
    Value *a = ARENA_ARRAY(g->arena, Value, words), *b = ARENA_ARRAY(g->arena, Value, words);
    for (int i = 0; i < words; i++) {
        a[i] = word_of(f, e->a[0], i);
        b[i] = word_of(f, e->a[1], i);
    }
    ll_up_to(g, a, b, words, e->op == IR_OP_UP_TO);
    return a[w];
}

static Value word_of(Fun *f, const Ir *e, int w)
{
    Gen *g = f->g;
    if (e->op == IR_OP_LOCAL) {
        const Local *l = &f->local[e->k];
        return l->word ? ll_load(g, g->i64, l->word[w], 8) : ll_element(g, ll_read_local(f, (int)e->k), w);
    }
    if (e->op == IR_OP_TAB)
        return ll_load(g, g->i64, ll_gep(g, g->i64, ll_slice(f, e), ll_word(g, (uint64_t)w)), 8);
    if (e->op == IR_OP_UP_TO || e->op == IR_OP_DOWN_TO)
        return cut_word(f, e, w);
    Value x = word_of(f, e->a[0], w), y = word_of(f, e->a[1], w);
    return e->op == IR_OP_MAND  ? LLVMBuildAnd(g->b, x, y, "")
           : e->op == IR_OP_MOR ? LLVMBuildOr(g->b, x, y, "")
           : e->op == IR_OP_MXOR ? LLVMBuildXor(g->b, x, y, "")
                                 : ll_diff(g, x, y);
}

bool ll_let_words(Fun *f, int local, const Ir *e)
{
    Gen *g = f->g;
    Local *l = &f->local[local];
    if (!keeps_words(f, e->type) || l->slot || local < f->fn->nparam || (!l->word && is_inserted_into(f, f->fn->body, local)))
        return false;
    int words = ll_words(g, e->type.space);
    Value *value = ARENA_ARRAY(g->arena, Value, words), whole = in_words(e) ? NULL : ll_expr(f, e);
    for (int w = 0; w < words; w++)
        value[w] = whole ? ll_element(g, whole, w) : word_of(f, e, w);
    bool first = !l->word;
    Value *slot = first ? ARENA_ARRAY(g->arena, Value, words) : l->word;
    for (int w = 0; w < words; w++) {
        slot[w] = first ? ll_alloca(f, g->i64, f->fn->local.at[local].name) : slot[w];
        ll_store(g, value[w], slot[w], 8);
    }
    l->word = slot;
    return true;
}

Value ll_read_words(Fun *f, int local)
{
    Gen *g = f->g;
    int words = ll_words(g, f->fn->local.at[local].type.space);
    Value set = ll_empty(g, words);
    for (int w = 0; w < words; w++) {
        Value word = ll_load(g, g->i64, f->local[local].word[w], 8);
        set = LLVMBuildInsertElement(g->b, set, word, ll_int(g, w), "");
    }
    return set;
}

Value ll_any_words(Fun *f, const Ir *set)
{
    Gen *g = f->g;
    if (!keeps_words(f, set->type) || !in_words(set))
        return NULL;
    Value sum = word_of(f, set, 0);
    for (int w = 1; w < ll_words(g, set->type.space); w++)
        sum = LLVMBuildOr(g->b, sum, word_of(f, set, w), "");
    return LLVMBuildICmp(g->b, LLVMIntNE, sum, ll_word(g, 0), "");
}
