/* net.c - functions of many gates: the straight logic that a rule sheet becomes.
 *
 * There a truth value is a number of 64 bits of which the lowest counts, whatever stands
 * above: a member of a set is its word shifted, `and`, `or` and `not` are one instruction
 * each, and only what packs bits or decides masks them.  LLVM looks for conditions that
 * imply each other among single bits, in time that doubles with every level of gates;
 * words are spared that.  A word of the state is read once for all gates of a block.
 *
 * A `let` of a gate is written where its value is first asked for, or before the state that
 * it reads is written: so values that belong together stand together, and fewer of them
 * have to wait in memory. */
#include "backends/llvm/gen.h"

enum { DEEP = 4000 };

static Value asked_for(Fun *f, Local *local)
{
    Waiting *w = local->waiting;
    LLVMBuilderRef b = f->g->b;
    if (!w)
        return local->gate;
    local->waiting = NULL;
    Block here = LLVMGetInsertBlock(b);
    Fun at = *f;
    at.state = w->state;
    at.fn = w->fn;
    at.local = w->frame;
    if (here != w->block)
        LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(w->block));
    local->gate = ll_gate_value(&at, w->e);
    if (here != w->block) {
        Value end = LLVMGetBasicBlockTerminator(here);
        if (end)
            LLVMPositionBuilderBefore(b, end);
        else
            LLVMPositionBuilderAtEnd(b, here);
    }
    return local->gate;
}

void ll_state_written(Fun *f, int field)
{
    Words *w = f->words;
    uint64_t mask = field < 0 ? UINT64_MAX : UINT64_C(1) << (field % 64);
    size_t left = 0, n = w->waiting.n;
    for (size_t i = 0; i < n; i++) {
        Waiting *item = w->waiting.at[i];
        if (item->reads & mask)
            asked_for(f, item->local);
        else if (item->local->waiting == item)
            w->waiting.at[left++] = item;
    }
    w->waiting.n = left;
    w->read.n = 0;
}

/* --- what is a gate? --- */

bool ll_is_gate(const Fun *f, const Ir *e)
{
    return f->words->net && shape_is_gate(f->g->game, e, DEEP);
}

void ll_ask_net(Fun *f, const Ir *body)
{
    f->words->net = f->words->net || shape_is_net(f->g->game, body);
    f->g->net = f->g->net || f->words->net;
}

bool ll_is_net(const Fun *f)
{
    return f->words->net;
}

/* --- gates --- */

static Value read_word(Fun *f, const Ir *set, int word)
{
    Gen *g = f->g;
    Value place = set->op == IR_OP_GET ? ll_field(f, (int)set->k, NULL) : ll_slice(f, set);
    return ll_load(g, g->i64, ll_gep(g, g->i64, place, ll_word(g, (uint64_t)word)), 8);
}

/* Word number `word` of a set of the state or of a table. */
static Value word_of(Fun *f, const Ir *set, int word)
{
    Gen *g = f->g;
    Words *w = f->words;
    if (set->op == IR_OP_LOCAL || (set->op == IR_OP_GET && !f->state.base))
        return ll_element(g, ll_expr(f, set), word);
    Block here = LLVMGetInsertBlock(g->b);
    if (w->block != here) {
        w->read.n = 0;
        w->block = here;
    }
    for (size_t i = 0; i < w->read.n; i++)
        if (w->read.at[i].word == word && w->read.at[i].where == f->state.base && ir_equal(w->read.at[i].set, set))
            return w->read.at[i].value;
    WordRead read = {.where = f->state.base, .set = set, .word = word, .value = read_word(f, set, word)};
    vec_push(g->arena, &w->read, read);
    return read.value;
}

typedef struct {
    GateLeaves all;
    size_t seen;
    VEC(Value) value; /* of so many leaves as the ones in the binary form of `seen` say */
} Tree;

/* Do two leaves ask the same word, and for the same answer? */
static bool same_word(const GateLeaf *a, const GateLeaf *b)
{
    return a->e->op == IR_OP_HAS && b->e->op == IR_OP_HAS && a->negated == b->negated &&
           a->e->a[0]->k / 64 == b->e->a[0]->k / 64 && ir_equal(a->e->a[1], b->e->a[1]);
}

/* The members of one word that leaf i and later ones ask for; they are done then. */
static uint64_t members_asked(Tree *tree, size_t i)
{
    GateLeaf first = tree->all.leaf.at[i];
    uint64_t mask = 0;
    for (size_t j = i; j < tree->all.leaf.n; j++) {
        GateLeaf *leaf = &tree->all.leaf.at[j];
        if (leaf->e && same_word(&first, leaf)) {
            mask |= UINT64_C(1) << (leaf->e->a[0]->k & 63);
            leaf->e = NULL;
        }
    }
    return mask;
}

/* All of the members (or, with `either`, one of them) are there; with `not`: not there. */
static Value ask_word(Fun *f, Value word, uint64_t mask, bool either, bool not)
{
    Gen *g = f->g;
    Value some = LLVMBuildAnd(g->b, word, ll_word(g, mask), "");
    bool full = either == not; /* compared with all of them, not with none */
    Value test = LLVMBuildICmp(g->b, either ? LLVMIntNE : LLVMIntEQ, some, ll_word(g, full ? mask : 0), "");
    return LLVMBuildZExt(g->b, test, g->i64, "");
}

static size_t alike(const Tree *tree, size_t i)
{
    size_t n = 0;
    for (size_t j = i; j < tree->all.leaf.n; j++)
        n += tree->all.leaf.at[j].e && same_word(&tree->all.leaf.at[i], &tree->all.leaf.at[j]);
    return n;
}

static void join_two(Gen *g, Tree *tree)
{
    Value y = tree->value.at[--tree->value.n], *x = &tree->value.at[tree->value.n - 1];
    *x = tree->all.either ? LLVMBuildOr(g->b, *x, y, "") : LLVMBuildAnd(g->b, *x, y, "");
}

static Value tree_value(Fun *f, const Ir *e)
{
    enum { WORTH = 3 }; /* a comparison costs as much as two gates */
    Gen *g = f->g;
    Tree tree = {.all = shape_gate_leaves(g->arena, e, false)};
    for (size_t i = 0; i < tree.all.leaf.n; i++) {
        GateLeaf leaf = tree.all.leaf.at[i];
        if (!leaf.e)
            continue;
        Value v;
        tree.seen++;
        if (alike(&tree, i) >= WORTH) {
            Value word = word_of(f, leaf.e->a[1], (int)(leaf.e->a[0]->k / 64));
            v = ask_word(f, word, members_asked(&tree, i), tree.all.either, leaf.negated);
        } else {
            v = ll_gate_value(f, leaf.e);
            v = leaf.negated ? LLVMBuildNot(g->b, v, "") : v;
        }
        vec_push(g->arena, &tree.value, v);
        for (size_t pair = tree.seen; pair % 2 == 0; pair /= 2)
            join_two(g, &tree);
    }
    while (tree.value.n > 1)
        join_two(g, &tree);
    return tree.value.at[0];
}

Value ll_gate_value(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    Value x;
    switch (e->op) {
    case IR_OP_AND:
    case IR_OP_OR: return tree_value(f, e);
    case IR_OP_NOT: return LLVMBuildNot(g->b, ll_gate_value(f, e->a[0]), "");
    case IR_OP_INT: return ll_word(g, (uint64_t)e->k);
    case IR_OP_LOCAL:
        x = asked_for(f, &f->local[e->k]);
        return x ? x : LLVMBuildZExt(g->b, ll_fit(g, ll_read_local(f, (int)e->k), g->i32), g->i64, "");
    default: {
        uint64_t at = (uint64_t)e->a[0]->k;
        x = word_of(f, e->a[1], (int)(at / 64));
        return at % 64 ? LLVMBuildLShr(g->b, x, ll_word(g, at % 64), "") : x;
    }
    }
}

Value ll_gate_bit(Gen *g, Value gate)
{
    return LLVMBuildAnd(g->b, gate, ll_word(g, 1), "");
}

Value ll_gate_cond(Gen *g, Value gate)
{
    return LLVMBuildICmp(g->b, LLVMIntNE, ll_gate_bit(g, gate), ll_word(g, 0), "");
}

/* --- lets --- */

static uint64_t fields_read(const Fun *f, const Ir *e)
{
    uint64_t mask = e->op == IR_OP_GET ? UINT64_C(1) << (e->k % 64) : 0;
    if (e->op == IR_OP_LOCAL && f->local[e->k].waiting)
        mask |= f->local[e->k].waiting->reads;
    for (int i = 0; i < e->n; i++)
        mask |= fields_read(f, e->a[i]);
    return mask;
}

bool ll_let_gate(Fun *f, int local, const Ir *e)
{
    Local *l = &f->local[local];
    if (l->slot || !ll_is_gate(f, e))
        return false;
    Waiting *w = ARENA_NEW(f->g->arena, Waiting);
    *w = (Waiting){.e = e, .block = LLVMGetInsertBlock(f->g->b), .state = f->state, .fn = f->fn, .frame = f->local,
                   .local = l, .reads = fields_read(f, e)};
    *l = (Local){.waiting = w};
    vec_push(f->g->arena, &f->words->waiting, w);
    return true;
}

Value ll_gate_local(Fun *f, int local)
{
    return asked_for(f, &f->local[local]);
}
