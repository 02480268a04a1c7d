/* eval_set.c - the evaluator: expressions that are sets. */
#include "ir/eval/eval_impl.h"

#include "base/rng.h"

#include <inttypes.h>
#include <string.h>

static size_t set_bytes(const IrEval *e, const Ir *node)
{
    return (size_t)eval_words(e, node) * sizeof(uint64_t);
}

static int set_size(const IrEval *e, const Ir *node)
{
    return e->game->space.at[node->type.space].size;
}

uint64_t *eval_set_new(IrEval *e, EvalFrame *f, const Ir *node)
{
    uint64_t *set = eval_new_set(e, node->type.space);
    eval_set(e, f, node, set);
    return set;
}

/* Adds a member; what is negative is none. */
static void add(IrEval *e, const Ir *node, uint64_t *set, int64_t member)
{
    if (member >= set_size(e, node))
        eval_fail(e, node, "%" PRId64 " is no member of a space of %d", member,
                  set_size(e, node));
    else if (member >= 0)
        ir_mask_set(set, (int)member);
}

static void fill(const IrEval *e, const Ir *node, uint64_t *out)
{
    for (int i = 0, n = set_size(e, node); i < n; i++)
        ir_mask_set(out, i);
}

/* ---- algebra ----------------------------------------------------------- */

static void algebra(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    eval_set(e, f, node->a[0], out);
    uint64_t *b = eval_set_new(e, f, node->a[1]);
    for (int i = 0, n = eval_words(e, node); i < n; i++) {
        switch (node->op) {
        case IR_OP_MAND:
            out[i] &= b[i];
            break;
        case IR_OP_MOR:
            out[i] |= b[i];
            break;
        case IR_OP_MXOR:
            out[i] ^= b[i];
            break;
        default: /* MDIFF */
            out[i] &= ~b[i];
        }
    }
}

static void complement(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    uint64_t *a = eval_set_new(e, f, node->a[0]);
    fill(e, node, out);
    for (int i = 0, n = eval_words(e, node); i < n; i++)
        out[i] &= ~a[i];
}

/* One step of a hash: for a given x, each w gives another result. */
static uint64_t stir(uint64_t x, uint64_t w)
{
    x = (x ^ w) * UINT64_C(0x9e3779b97f4a7c15);
    return x ^ x >> 32;
}

static void mix(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    eval_set(e, f, node->a[0], out);
    if (node->a[1]->type.kind != IR_MASK) {
        *out = stir(*out, (uint64_t)eval_num(e, f, node->a[1]));
        return;
    }
    uint64_t *b = eval_set_new(e, f, node->a[1]);
    int n = eval_words(e, node->a[1]);
    uint64_t sum = n == 1 ? b[0] : 0;
    for (int i = 0; n > 1 && i < n; i++) {
        uint64_t w = (b[i] ^ b[i] >> 32) * ir_mix_factor(i);
        sum += w ^ w >> 32;
    }
    *out = stir(*out, sum);
}

/* ---- of fields and tables ---------------------------------------------- */

static void where(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    int64_t wanted = eval_num(e, f, node->a[0]);
    for (size_t i = 0; i < e->game->field.at[node->k].n && !e->error; i++)
        if (eval_read(e, (int)node->k, i) == wanted)
            add(e, node, out, (int64_t)i);
}

static void where_in(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    uint64_t *wanted = eval_set_new(e, f, node->a[0]);
    int size = set_size(e, node->a[0]);
    for (size_t i = 0; i < e->game->field.at[node->k].n && !e->error; i++) {
        int64_t value = eval_read(e, (int)node->k, i);
        if (value >= 0 && value < size && ir_mask_has(wanted, (int)value))
            add(e, node, out, (int64_t)i);
    }
}

static void stored(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    size_t index;
    EvalSlice slice;
    size_t words = (size_t)eval_words(e, node);
    if (node->op == IR_OP_LOCAL) {
        memcpy(out, f->slot[node->k].set, set_bytes(e, node));
    } else if (node->op == IR_OP_GET) {
        if (eval_index(e, f, node, node->n ? node->a[0] : NULL, (int)node->k, &index))
            memcpy(out, eval_read_set(e, (int)node->k, index), set_bytes(e, node));
    } else if (eval_slice(e, f, node, &slice)) {
        memcpy(out, slice.table->word + slice.start * words, set_bytes(e, node));
    }
}

/* ---- comprehensions ---------------------------------------------------- */

static void over_members(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    uint64_t *set = eval_set_new(e, f, node->a[0]);
    int words = eval_words(e, node->a[0]), n = eval_words(e, node);
    for (int s = -1; !e->error && (s = eval_next_member(set, words, s)) >= 0;) {
        eval_store(e, f, node, node->k, s);
        if (node->op == IR_OP_FILTER) {
            if (eval_num(e, f, node->a[1]))
                ir_mask_set(out, s);
            continue;
        }
        ScratchMark mark = scratch_mark(&e->scratch);
        uint64_t *part = eval_set_new(e, f, node->a[1]);
        for (int i = 0; i < n; i++)
            out[i] |= part[i];
        scratch_release(&e->scratch, mark);
    }
}

static void image(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    EvalSlice slice;
    uint64_t *set = eval_set_new(e, f, node->a[0]);
    if (!eval_slice(e, f, node->a[1], &slice))
        return;
    const int32_t *to = slice.table->value + slice.start;
    for (int s = -1; (s = eval_next_member(set, eval_words(e, node->a[0]), s)) >= 0;)
        add(e, node, out, to[s]);
}

static void preimage(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    EvalSlice slice;
    uint64_t *set = eval_set_new(e, f, node->a[0]);
    int size = set_size(e, node->a[0]);
    if (!eval_slice(e, f, node->a[1], &slice))
        return;
    for (size_t x = 0; x < slice.n; x++) {
        int32_t to = slice.table->value[slice.start + x];
        if (to >= 0 && to < size && ir_mask_has(set, to))
            add(e, node, out, (int64_t)x);
    }
}

/* ---- neighbourhoods ---------------------------------------------------- */

/* out |= the masks of the members of set */
static void grow_into(EvalSlice slice, const uint64_t *set, int from_words, uint64_t *out,
                      int words)
{
    for (int s = -1; (s = eval_next_member(set, from_words, s)) >= 0;)
        for (int w = 0; w < words; w++)
            out[w] |= slice.table->word[(slice.start + (size_t)s) * (size_t)words + (size_t)w];
}

static void grow(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    EvalSlice slice;
    uint64_t *set = eval_set_new(e, f, node->a[0]);
    if (eval_slice(e, f, node->a[1], &slice))
        grow_into(slice, set, eval_words(e, node->a[0]), out, eval_words(e, node));
}

/* The closure of `set` within `within`; both are sets of `words` words. */
static void flood_from(EvalSlice slice, uint64_t *set, const uint64_t *within, int words)
{
    for (bool more = true; more;) {
        more = false;
        for (int s = -1; (s = eval_next_member(set, words, s)) >= 0;) {
            for (int w = 0; w < words; w++) {
                size_t at = (slice.start + (size_t)s) * (size_t)words + (size_t)w;
                uint64_t fresh = slice.table->word[at] & within[w] & ~set[w];
                set[w] |= fresh;
                more = more || fresh;
            }
        }
    }
}

static void flood(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    EvalSlice slice;
    int words = eval_words(e, node);
    eval_set(e, f, node->a[0], out);
    uint64_t *within = eval_set_new(e, f, node->a[1]);
    if (!eval_slice(e, f, node->a[2], &slice))
        return;
    for (int w = 0; w < words; w++)
        out[w] &= within[w];
    flood_from(slice, out, within, words);
}

int64_t eval_components(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalSlice slice;
    int words = eval_words(e, node->a[0]), s;
    uint64_t *rest = eval_set_new(e, f, node->a[0]);
    uint64_t *group = eval_new_set(e, node->a[0]->type.space);
    if (!eval_slice(e, f, node->a[1], &slice))
        return 0;
    int64_t n = 0;
    for (; (s = eval_next_member(rest, words, -1)) >= 0; n++) {
        memset(group, 0, set_bytes(e, node->a[0]));
        ir_mask_set(group, s);
        flood_from(slice, group, rest, words);
        for (int w = 0; w < words; w++)
            rest[w] &= ~group[w];
    }
    return n;
}

/* ---- words ------------------------------------------------------------- */

static void up_to(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    const uint64_t *a = eval_set_new(e, f, node->a[0]), *b = eval_set_new(e, f, node->a[1]);
    const bool up = node->op == IR_OP_UP_TO;
    for (int i = 0, n = set_size(e, node); i < n; i++) {
        const int x = up ? i : n - 1 - i;
        if (!ir_mask_has(a, x))
            continue;
        ir_mask_set(out, x);
        if (ir_mask_has(b, x))
            return;
    }
}

static void moved(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    const uint64_t *a = eval_set_new(e, f, node->a[0]);
    const int64_t by = eval_num(e, f, node->a[1]), size = set_size(e, node);
    for (int s = -1; (s = eval_next_member(a, eval_words(e, node), s)) >= 0;) {
        const int64_t to = node->op == IR_OP_ROTATE ? (s + by) & 63 : s + by;
        if (to >= 0 && to < size)
            ir_mask_set(out, (int)to);
    }
}

static void window(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    const uint64_t *a = eval_set_new(e, f, node->a[0]), *c = eval_set_new(e, f, node->a[2]);
    const int64_t from = eval_num(e, f, node->a[1]), size = set_size(e, node->a[0]);
    for (int s = -1; (s = eval_next_member(c, eval_words(e, node), s)) >= 0;)
        if (from + s >= 0 && from + s < size && ir_mask_has(a, (int)(from + s)))
            ir_mask_set(out, s);
}

static void gather(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    const uint64_t *a = eval_set_new(e, f, node->a[0]), *b = eval_set_new(e, f, node->a[1]);
    int rank = 0;
    for (int s = -1; (s = eval_next_member(b, eval_words(e, node), s)) >= 0; rank++)
        if (ir_mask_has(a, s))
            ir_mask_set(out, rank);
}

/* ---- rows -------------------------------------------------------------- */

static void members(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    EvalSlice slice;
    size_t n = 0;
    if (!eval_slice(e, f, node->a[0], &slice))
        return;
    const int32_t *row = eval_row(slice, &n);
    for (size_t i = 0; i < n; i++)
        add(e, node, out, row[i]);
}

static void slide(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    EvalSlice slice;
    if (!eval_slice(e, f, node->a[0], &slice))
        return;
    uint64_t *stop = eval_set_new(e, f, node->a[1]);
    for (size_t i = 0; i < slice.n; i++) {
        size_t n;
        const int32_t *row = eval_row((EvalSlice){slice.table, slice.start + i, 1}, &n);
        for (size_t j = 0; j < n && !e->error; j++) {
            add(e, node, out, row[j]);
            if (!e->error && row[j] >= 0 && ir_mask_has(stop, row[j]))
                break;
        }
    }
}

/* Does one of the rows first .. first + n - 1 come to the goal? */
static bool row_sees(const IrTable *table, size_t first, size_t n, const uint64_t *stop, const uint64_t *goal)
{
    for (size_t i = 0; i < n; i++) {
        size_t length;
        const int32_t *row = eval_row((EvalSlice){table, first + i, 1}, &length);
        for (size_t j = 0; j < length; j++) {
            if (row[j] >= 0 && ir_mask_has(goal, row[j]))
                return true;
            if (row[j] >= 0 && ir_mask_has(stop, row[j]))
                break;
        }
    }
    return false;
}

static void sees(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    EvalSlice slice;
    if (!eval_slice(e, f, node->a[0], &slice))
        return;
    uint64_t *stop = eval_set_new(e, f, node->a[1]), *goal = eval_set_new(e, f, node->a[2]);
    size_t members = (size_t)slice.table->dim[node->a[0]->n].size, each = slice.n / members;
    for (size_t x = 0; x < members; x++)
        if (row_sees(slice.table, slice.start + x * each, each, stop, goal))
            ir_mask_set(out, (int)x);
}

/* ---- all --------------------------------------------------------------- */

static void pack(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    for (int i = 1; i < node->n; i++)
        if (eval_num(e, f, node->a[i]))
            ir_mask_set(out, (int)node->a[0]->k + i - 1);
}

static void expression(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    switch (node->op) {
    case IR_OP_LOCAL: case IR_OP_GET: case IR_OP_TAB:
        stored(e, f, node, out);
        break;
    case IR_OP_NONE:
        break;
    case IR_OP_ALL:
        fill(e, node, out);
        break;
    case IR_OP_BITOF:
        add(e, node, out, eval_num(e, f, node->a[0]));
        break;
    case IR_OP_MAND: case IR_OP_MOR: case IR_OP_MXOR: case IR_OP_MDIFF:
        algebra(e, f, node, out);
        break;
    case IR_OP_MNOT:
        complement(e, f, node, out);
        break;
    case IR_OP_WHERE:
        where(e, f, node, out);
        break;
    case IR_OP_WHEREIN:
        where_in(e, f, node, out);
        break;
    case IR_OP_FILTER: case IR_OP_UNION:
        over_members(e, f, node, out);
        break;
    case IR_OP_IMAGE:
        image(e, f, node, out);
        break;
    case IR_OP_PREIMAGE:
        preimage(e, f, node, out);
        break;
    case IR_OP_HASHMIX:
        mix(e, f, node, out);
        break;
    case IR_OP_GROW:
        grow(e, f, node, out);
        break;
    case IR_OP_FLOOD:
        flood(e, f, node, out);
        break;
    case IR_OP_PACK:
        pack(e, f, node, out);
        break;
    case IR_OP_ROWMASK:
        members(e, f, node, out);
        break;
    case IR_OP_SLIDE:
        slide(e, f, node, out);
        break;
    case IR_OP_RAY_SEES:
        sees(e, f, node, out);
        break;
    case IR_OP_UP_TO: case IR_OP_DOWN_TO:
        up_to(e, f, node, out);
        break;
    case IR_OP_SHIFT: case IR_OP_ROTATE:
        moved(e, f, node, out);
        break;
    case IR_OP_WINDOW:
        window(e, f, node, out);
        break;
    case IR_OP_GATHER:
        gather(e, f, node, out);
        break;
    case IR_OP_SELECT:
        eval_set(e, f, node->a[eval_num(e, f, node->a[0]) ? 1 : 2], out);
        break;
    case IR_OP_LETX:
        eval_assign(e, f, node->k, f, node->a[0]);
        eval_set(e, f, node->a[1], out);
        break;
    case IR_OP_CALL:
        eval_call(e, f, node, out);
        break;
    case IR_OP_WITH:
        eval_with(e, f, node, out);
        break;
    case IR_OP_PASSING:
        eval_passing(e, f, node, out);
        break;
    case IR_OP_TOSS:
        eval_set(e, f, node->a[0], out);
        for (int i = 0; i < eval_words(e, node); i++)
            out[i] &= e->rng ? rng_next(e->rng) : 0;
        break;
#define CASES_NUMBERS
#define CASES_STATEMENTS
#include "ir/core/cases.def"
    case IR_OPS:
        eval_fail(e, node, "`%s` is not a set", ir_op_info(node->op)->text);
    }
}

void eval_set(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    const size_t bytes = set_bytes(e, node);
    memset(out, 0, bytes);
    if (e->error)
        return;
    eval_count(e, node, bytes / sizeof *out);
    ScratchMark mark = scratch_mark(&e->scratch);
    expression(e, f, node, out);
    scratch_release(&e->scratch, mark);
}
