/* build.c - making games, declarations and nodes.  No checks here: the verifier
 * finds what is wrong, so that a front end can build in any order. */
#include "base/rng.h"
#include "ir/core/ir.h"

#include <stdlib.h>
#include <string.h>

/* As ops.def writes them. */
enum {
    READS = IR_READS,
    WRITES = IR_WRITES,
    BINDS = IR_BINDS,
    ASSUMES = IR_ASSUMES,
    CALLS = IR_CALLS,
    EMITS = IR_EMITS,
    AHEAD = IR_AHEAD,
    TURNS = IR_TURNS,
    DRAWS = IR_DRAWS,
    LOOPS = IR_LOOPS,
    LAZY = IR_LAZY,
    RIGID = IR_RIGID,
    PARTIAL = IR_PARTIAL,
    PLAYS = IR_PLAYS,
};

const IrOpInfo ir_ops[IR_OPS] = {
#define OP(opname, opform, optext, opoperands, opmore, opnames, opdoes, opresult, oplevel, opmeaning) \
    [IR_OP_##opname] = {.text = optext,                                                              \
                        .form = #opform,                                                             \
                        .operands = opoperands,                                                      \
                        .more = opmore,                                                              \
                        .arity = sizeof opmore > 1 ? -1 : (int)sizeof opoperands - 1,                \
                        .names = IR_NAMES_##opnames,                                                 \
                        .does = opdoes,                                                              \
                        .high = #oplevel[0] == 'H',                                                  \
                        .statement = #opform[0] == 'S',                                              \
                        .name = #opname,                                                             \
                        .meaning = opmeaning},
#include "ir/core/ops.def"
#undef OP
};

/* ---- types ------------------------------------------------------------- */

IrType ir_bit(void)
{
    return ir_int(0, 1);
}

IrType ir_int(int64_t lo, int64_t hi)
{
    return (IrType){.kind = IR_INT, .space = IR_NOSPACE, .lo = lo, .hi = hi};
}

IrType ir_site(const IrGame *game, int space)
{
    return (IrType){.kind = IR_INT,
                    .space = space,
                    .lo = -2,
                    .hi = game->space.at[space].size - 1};
}

IrType ir_mask(int space)
{
    return (IrType){.kind = IR_MASK, .space = space};
}

bool ir_type_same(IrType a, IrType b)
{
    if (a.kind != b.kind)
        return false;
    switch (a.kind) {
    case IR_VOID:
        return true;
    case IR_MASK:
        return a.space == b.space;
    default:
        return a.space == b.space && a.lo == b.lo && a.hi == b.hi;
    }
}

/* ---- declarations ------------------------------------------------------ */

IrGame *ir_game_new(Session *session, const char *name, int players)
{
    IrGame *game = ARENA_NEW(session->arena, IrGame);
    game->session = session;
    game->arena = session->arena;
    game->name = intern_str(session->names, name);
    game->players = players;
    return game;
}

int ir_space_add(IrGame *game, const char *name, int size)
{
    IrSpace space = {.name = intern_str(game->session->names, name), .size = size};
    vec_push(game->arena, &game->space, space);
    return (int)game->space.n - 1;
}

int ir_words(const IrGame *game, int space)
{
    return (game->space.at[space].size + 63) / 64;
}

uint64_t ir_mix_factor(int word)
{
    uint64_t state = (uint64_t)word;
    return rng_next(&state) | 1;
}

int ir_table_add(IrGame *game, const char *name, IrType elem, bool rows, int ndim,
                 const IrDim *dim)
{
    IrTable table = {.name = intern_str(game->session->names, name),
                     .elem = elem,
                     .rows = rows,
                     .ndim = ndim,
                     .n = 1};
    for (int i = 0; i < ndim; i++) {
        table.dim[i] = dim[i];
        table.n *= (size_t)dim[i].size;
    }
    if (rows)
        table.off = ARENA_ARRAY(game->arena, uint32_t, table.n + 1);
    else if (elem.kind == IR_MASK)
        table.word = ARENA_ARRAY(game->arena, uint64_t,
                                 table.n * (size_t)ir_words(game, elem.space));
    else
        table.value = ARENA_ARRAY(game->arena, int32_t, table.n);
    vec_push(game->arena, &game->table, table);
    return (int)game->table.n - 1;
}

int ir_field_add(IrGame *game, const char *name, IrType elem, const IrDim *dim_or_null)
{
    game->facts = NULL;
    IrField field = {.name = intern_str(game->session->names, name),
                     .elem = elem,
                     .array = dim_or_null != NULL,
                     .n = 1};
    if (dim_or_null) {
        field.dim = *dim_or_null;
        field.n = (size_t)field.dim.size;
    }
    if (elem.kind == IR_MASK)
        field.word = ARENA_ARRAY(game->arena, uint64_t,
                                 field.n * (size_t)ir_words(game, elem.space));
    else
        field.init = ARENA_ARRAY(game->arena, int64_t, field.n);
    vec_push(game->arena, &game->field, field);
    return (int)game->field.n - 1;
}

IrFn *ir_fn_add(IrGame *game, IrFnKind kind, const char *name, IrType ret)
{
    IrFn *fn = ARENA_NEW(game->arena, IrFn);
    game->facts = NULL;
    fn->kind = kind;
    fn->name = intern_str(game->session->names, name);
    fn->ret = ret;
    if (kind == IR_RULE) {
        fn->header = ir_block(game);
        fn->effect = ir_block(game);
    } else {
        fn->body = ir_block(game);
    }
    vec_push(game->arena, &game->fn, fn);
    return fn;
}

const char *ir_plane_set_name(IrPlaneSet set)
{
    static const char *const name[IR_PLANE_SETS] = {"state", "nodes", "key"};
    return name[set];
}

IrFn *ir_plane_add(IrGame *game, IrPlaneSet set, const char *name, int owner, int space)
{
    const char *unique = arena_printf(game->arena, "plane %s %s %d", ir_plane_set_name(set), name, owner);
    IrFn *fn = ir_fn_add(game, IR_PLANE, unique, ir_mask(space));
    fn->plane = (IrPlane){intern_str(game->session->names, name), set, owner};
    ir_local_add(game, fn, "eyes", ir_int(0, game->players));
    fn->nparam = 1;
    return fn;
}

void ir_data_add(IrGame *game, const char *name, size_t n, const int32_t *value)
{
    IrData data = {intern_str(game->session->names, name), n, arena_copy(game->arena, value, n * sizeof *value)};
    for (size_t i = 0; i < game->data.n; i++)
        if (game->data.at[i].name == data.name) {
            game->data.at[i] = data;
            return;
        }
    vec_push(game->arena, &game->data, data);
}

const IrData *ir_data_find(const IrGame *game, const char *name)
{
    for (size_t i = 0; i < game->data.n; i++)
        if (strcmp(game->data.at[i].name, name) == 0)
            return &game->data.at[i];
    return NULL;
}

int ir_fn_index(const IrGame *game, const IrFn *fn)
{
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i] == fn)
            return (int)i;
    return -1;
}

/* Splits a name that ends in _ and a number from 2 on. */
static void split_name(IrGame *game, IrLocal *local)
{
    const char *mark = strrchr(local->name, '_');
    if (!mark || mark[1] < '1' || mark[1] > '9')
        return;
    char *end;
    unsigned long k = strtoul(mark + 1, &end, 10);
    if (*end || k == 1 || k > UINT32_MAX)
        return;
    local->stem = intern(game->session->names, local->name, (size_t)(mark - local->name));
    local->number = k;
}

/* What is known of an interned name among the locals of a function. */
typedef struct {
    const char *name;
    bool taken;
    unsigned long most; /* of the numbers of locals with this stem, at least 1 */
} NameSlot;

struct IrNames {
    size_t seen; /* the locals entered so far, from the first on */
    size_t used, cap;
    NameSlot *slot; /* open addressing; cap is a power of two */
};

static void note_name(NameSlot *slot, const IrLocal *local)
{
    slot->taken = slot->taken || slot->name == local->name;
    if (slot->name == local->stem && local->number > slot->most)
        slot->most = local->number;
}

static NameSlot *name_slot(const struct IrNames *names, const char *name)
{
    size_t at = (size_t)((uint64_t)(uintptr_t)name * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (names->cap - 1);
    while (names->slot[at].name && names->slot[at].name != name)
        at = (at + 1) & (names->cap - 1);
    return &names->slot[at];
}

static NameSlot *name_entry(IrGame *game, struct IrNames *names, const char *name)
{
    if (names->used * 2 >= names->cap) {
        const struct IrNames old = *names;
        names->cap *= 4;
        names->slot = ARENA_ARRAY(game->arena, NameSlot, names->cap);
        for (size_t i = 0; i < old.cap; i++)
            if (old.slot[i].name)
                *name_slot(names, old.slot[i].name) = old.slot[i];
    }
    NameSlot *slot = name_slot(names, name);
    if (!slot->name) {
        *slot = (NameSlot){.name = name, .most = 1};
        names->used++;
    }
    return slot;
}

/* The function's names, brought up to its last local. */
static struct IrNames *names_of(IrGame *game, IrFn *fn)
{
    struct IrNames *names = fn->names;
    if (!names) {
        names = fn->names = ARENA_NEW(game->arena, struct IrNames);
        names->cap = 256;
        names->slot = ARENA_ARRAY(game->arena, NameSlot, names->cap);
    }
    for (; names->seen < fn->local.n; names->seen++) {
        const IrLocal *local = &fn->local.at[names->seen];
        note_name(name_entry(game, names, local->name), local);
        if (local->stem)
            note_name(name_entry(game, names, local->stem), local);
    }
    return names;
}

static NameSlot look_for_name(IrGame *game, IrFn *fn, const char *name)
{
    enum { FEW = 64 }; /* are gone through one by one */
    NameSlot slot = {.name = name, .most = 1};
    if (fn->local.n > FEW)
        return *name_entry(game, names_of(game, fn), name);
    for (size_t i = 0; i < fn->local.n; i++)
        note_name(&slot, &fn->local.at[i]);
    return slot;
}

int ir_local_add(IrGame *game, IrFn *fn, const char *name, IrType type)
{
    IrLocal local = {.name = intern_str(game->session->names, name), .type = type};
    NameSlot known = look_for_name(game, fn, local.name);
    if (known.taken)
        local.name = intern_str(game->session->names, arena_printf(game->arena, "%s_%lu", name, known.most + 1));
    split_name(game, &local);
    vec_push(game->arena, &fn->local, local);
    return (int)fn->local.n - 1;
}

/* ---- finding by name --------------------------------------------------- */

#define FIND(vec, member)                       \
    for (size_t i = 0; i < (vec).n; i++)        \
        if (strcmp((vec).at[i] member, name) == 0) \
            return (int)i;                      \
    return -1

int ir_space_find(const IrGame *game, const char *name)
{
    FIND(game->space, .name);
}

int ir_table_find(const IrGame *game, const char *name)
{
    FIND(game->table, .name);
}

int ir_field_find(const IrGame *game, const char *name)
{
    FIND(game->field, .name);
}

int ir_fn_find(const IrGame *game, const char *name)
{
    FIND(game->fn, ->name);
}

/* What stands behind `stem_` in the name, 1 where that is the stem; 0: another name. */
static size_t number_behind(const char *name, const char *stem, size_t length)
{
    if (strncmp(name, stem, length) != 0 || (name[length] && name[length] != '_'))
        return 0;
    if (!name[length])
        return 1;
    size_t digits = strspn(name + length + 1, "0123456789");
    bool number = digits > 0 && digits < 10 && !name[length + 1 + digits] && name[length + 1] != '0';
    return number ? strtoul(name + length + 1, NULL, 10) : 0;
}

const char *ir_fn_fresh_name(IrGame *game, const char *stem)
{
    const size_t length = strlen(stem), n = game->fn.n + 3;
    Arena *scratch = arena_beside(game->arena);
    bool *taken = ARENA_ARRAY(scratch, bool, n); /* by number; 0: of other names */
    for (size_t i = 0; i < game->fn.n; i++) {
        const size_t number = number_behind(game->fn.at[i]->name, stem, length);
        if (number < n)
            taken[number] = true;
    }
    size_t least = 1;
    while (taken[least])
        least++;
    arena_free(scratch);
    return least == 1 ? stem : arena_printf(game->arena, "%s_%zu", stem, least);
}

int ir_view_field(const IrGame *game, const char *view)
{
    const int fn = ir_fn_find(game, view);
    const Ir *e = fn >= 0 && game->fn.at[fn]->kind == IR_VIEW ? game->fn.at[fn]->body : NULL;
    while (e && (((e->op == IR_OP_BLOCK || e->op == IR_OP_RET) && e->n == 1) ||
                 ((e->op == IR_OP_MIN || e->op == IR_OP_MAX) && e->a[1]->op == IR_OP_INT)))
        e = e->a[0];
    return e && e->op == IR_OP_GET && e->n == 0 ? (int)e->k : -1;
}

#undef FIND

/* ---- masks ------------------------------------------------------------- */

void ir_mask_set(uint64_t *words, int member)
{
    words[member / 64] |= UINT64_C(1) << (member % 64);
}

bool ir_mask_has(const uint64_t *words, int member)
{
    return words[member / 64] >> (member % 64) & 1;
}

/* ---- nodes ------------------------------------------------------------- */

Ir *ir_node(IrGame *game, const IrFn *fn, IrOp op, int64_t k, int n, Ir *const *a)
{
    Ir *node = arena_alloc(game->arena, sizeof(Ir) + (size_t)n * sizeof(Ir *));
    node->op = op;
    node->n = (uint16_t)n;
    node->k = k;
    for (int i = 0; i < n; i++)
        node->a[i] = a[i];
    node->type = ir_infer(game, fn, node);
    return node;
}

Ir *ir_const(IrGame *game, int64_t value)
{
    return ir_node(game, NULL, IR_OP_INT, value, 0, NULL);
}

Ir *ir_local(IrGame *game, const IrFn *fn, int local)
{
    return ir_node(game, fn, IR_OP_LOCAL, local, 0, NULL);
}

Ir *ir_get(IrGame *game, int field, Ir *index_or_null)
{
    return ir_node(game, NULL, IR_OP_GET, field, index_or_null ? 1 : 0, &index_or_null);
}

Ir *ir_tab(IrGame *game, int table, int n, Ir *const *index)
{
    return ir_node(game, NULL, IR_OP_TAB, table, n, index);
}

Ir *ir_op1(IrGame *game, IrOp op, Ir *a)
{
    return ir_node(game, NULL, op, 0, 1, &a);
}

Ir *ir_op2(IrGame *game, IrOp op, Ir *a, Ir *b)
{
    return ir_node(game, NULL, op, 0, 2, (Ir *[]){a, b});
}

Ir *ir_op3(IrGame *game, IrOp op, Ir *a, Ir *b, Ir *c)
{
    return ir_node(game, NULL, op, 0, 3, (Ir *[]){a, b, c});
}

Ir *ir_k0(IrGame *game, IrOp op, int64_t k)
{
    return ir_node(game, NULL, op, k, 0, NULL);
}

Ir *ir_k1(IrGame *game, IrOp op, int64_t k, Ir *a)
{
    return ir_node(game, NULL, op, k, 1, &a);
}

Ir *ir_k2(IrGame *game, IrOp op, int64_t k, Ir *a, Ir *b)
{
    return ir_node(game, NULL, op, k, 2, (Ir *[]){a, b});
}

Ir *ir_put(IrGame *game, int field, Ir *index_or_null, Ir *value)
{
    return ir_node(game, NULL, IR_OP_PUT, field, index_or_null ? 2 : 1,
                   (Ir *[]){value, index_or_null});
}

Ir *ir_block(IrGame *game)
{
    return ir_node(game, NULL, IR_OP_BLOCK, 0, 0, NULL);
}

enum { LONGEST_BLOCK = 1024 };

/* Does a name that a statement of the block declares mean something behind it? */
static bool declares(const Ir *block)
{
    for (int i = 0; i < block->n; i++)
        if (block->a[i]->op == IR_OP_LET || block->a[i]->op == IR_OP_VAR)
            return true;
    return false;
}

/* Is the last statement the block in which ir_append goes on? */
static bool has_tail(const Ir *block)
{
    return block->n == LONGEST_BLOCK + 1 && block->a[LONGEST_BLOCK]->op == IR_OP_BLOCK;
}

/* A new node each time, as operands lie within the node.  So that this stays cheap, a very long block becomes the first
 * statement of a new one; where it declares names, what follows becomes a block at its end, in which they still mean
 * something. */
void ir_append(IrGame *game, Ir **block, Ir *statement)
{
    Ir *old = *block;
    while (has_tail(old)) {
        block = &old->a[LONGEST_BLOCK];
        old = *block;
    }
    if (old->n == LONGEST_BLOCK || old->n == UINT16_MAX) {
        if (!declares(old))
            old = ir_node(game, NULL, IR_OP_BLOCK, 0, 1, (Ir *[]){old});
        else if (old->n == LONGEST_BLOCK)
            statement = ir_node(game, NULL, IR_OP_BLOCK, 0, 1, (Ir *[]){statement});
    }
    Ir *fresh = arena_alloc(game->arena, sizeof(Ir) + (old->n + 1u) * sizeof(Ir *));
    memcpy(fresh, old, sizeof(Ir) + old->n * sizeof(Ir *));
    fresh->a[fresh->n++] = statement;
    fresh->at = span_join(old->at, statement->at);
    *block = fresh;
}

Ir *ir_if(IrGame *game, Ir *condition, Ir *then_block, Ir *else_or_null)
{
    return ir_node(game, NULL, IR_OP_IF, 0, else_or_null ? 3 : 2,
                   (Ir *[]){condition, then_block, else_or_null});
}

Ir *ir_call(IrGame *game, IrOp op, int fn, int n, Ir *const *args)
{
    return ir_node(game, NULL, op, fn, n, args);
}
