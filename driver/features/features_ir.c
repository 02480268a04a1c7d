/* features_ir.c - a net of shifted sets as IR: a game whose one move looks at the sets of field `in` and writes those of
 * field `out`.  So every back end that plays games makes code of it, and it has a text form. */
#include "driver/features/features_ir.h"

#include <string.h>

#include "runtime/features/sweep_code.h"

typedef struct {
    const SweepNet *net;
    IrGame *game;
    IrFn *rule;
    int place, in, out; /* space; fields */
    int *shift;         /* [nshift] locals */
    int *mask;          /* [nmask] tables; -1: not yet */
    Ir *effect;
} Build;

static void add_views(IrGame *game, int rule)
{
    static const struct {
        const char *name;
        int64_t value;
    } view[] = {{"over", 0}, {"mover", 1}, {"rank", 0}};
    for (size_t i = 0; i < sizeof view / sizeof *view; i++) {
        IrFn *fn = ir_fn_add(game, IR_VIEW, view[i].name, ir_int(0, 2));
        if (!strcmp(view[i].name, "rank")) {
            ir_local_add(game, fn, "p", ir_int(0, 1));
            fn->nparam = 1;
        }
        fn->body = ir_block(game);
        ir_append(game, &fn->body, ir_op1(game, IR_OP_RET, ir_const(game, view[i].value)));
    }
    IrFn *moves = ir_fn_add(game, IR_GEN, "moves", (IrType){.kind = IR_VOID});
    moves->body = ir_block(game);
    ir_append(game, &moves->body, ir_call(game, IR_OP_TRY, rule, 0, NULL));
}

/* For each position the one whose place in the input it takes. */
static int add_shift_table(Build *b, uint32_t i)
{
    const IrDim dim = {b->place, (int)b->net->size};
    IrType site = ir_site(b->game, b->place);
    const int t = ir_table_add(b->game, arena_printf(b->game->arena, "by%u", (unsigned)i), site, false, 1, &dim);
    for (int64_t s = 0; s < (int64_t)b->net->size; s++) {
        const int64_t to = s + b->net->shift[i].by;
        b->game->table.at[t].value[s] = to >= 0 && to < (int64_t)b->net->size ? (int32_t)to : -1;
    }
    return t;
}

static void add_shifts(Build *b)
{
    for (uint32_t i = 0; i < b->net->nshift; i++) {
        Ir *set = ir_get(b->game, b->in, ir_const(b->game, b->net->shift[i].input));
        if (b->net->shift[i].by)
            set = ir_op2(b->game, IR_OP_PREIMAGE, set, ir_tab(b->game, add_shift_table(b, i), 0, NULL));
        b->shift[i] = ir_local_add(b->game, b->rule, arena_printf(b->game->arena, "s%u", (unsigned)i), ir_mask(b->place));
        ir_append(b->game, &b->effect, ir_k1(b->game, IR_OP_LET, b->shift[i], set));
    }
}

static Ir *mask_of(Build *b, uint32_t number)
{
    if (b->mask[number] < 0) {
        const int t = ir_table_add(b->game, arena_printf(b->game->arena, "m%u", (unsigned)number), ir_mask(b->place), false, 0, NULL);
        memcpy(b->game->table.at[t].word, b->net->mask + (size_t)number * b->net->words, b->net->words * sizeof(uint64_t));
        b->mask[number] = t;
    }
    return ir_tab(b->game, b->mask[number], 0, NULL);
}

static bool is_none(const Build *b, uint32_t number)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < b->net->words; w++)
        any |= b->net->mask[(size_t)number * b->net->words + w];
    return !any;
}

static Ir *term_of(Build *b, uint32_t t)
{
    Ir *set = mask_of(b, b->net->mask_of[t]);
    for (uint32_t i = b->net->literal_at[t]; i < b->net->literal_at[t + 1]; i++) {
        Ir *other = ir_local(b->game, b->rule, b->shift[b->net->literal[i] >> 1]);
        set = b->net->literal[i] & 1 ? ir_op2(b->game, IR_OP_MAND, other, set) : ir_op2(b->game, IR_OP_MDIFF, set, other);
    }
    return set;
}

static void add_class(Build *b, uint32_t c)
{
    Ir *set = is_none(b, b->net->always[c]) ? NULL : mask_of(b, b->net->always[c]);
    for (uint32_t t = b->net->term_at[c]; t < b->net->term_at[c + 1]; t++) {
        Ir *term = term_of(b, t);
        set = set ? ir_op2(b->game, IR_OP_MOR, set, term) : term;
    }
    ir_append(b->game, &b->effect, ir_put(b->game, b->out, ir_const(b->game, c), set ? set : ir_k0(b->game, IR_OP_NONE, b->place)));
}

IrGame *features_ir(Session *session, const SweepNet *net)
{
    Build b = {.net = net, .game = ir_game_new(session, "features", 1)};
    IrGame *game = b.game;
    b.place = ir_space_add(game, "place", (int)net->size);
    const int ins = ir_space_add(game, "in", (int)net->ninput), outs = ir_space_add(game, "out", (int)sweep_code_sets(net));
    b.in = ir_field_add(game, "in", ir_mask(b.place), &(IrDim){ins, (int)net->ninput});
    b.out = ir_field_add(game, "out", ir_mask(b.place), &(IrDim){outs, (int)sweep_code_sets(net)});
    b.shift = ARENA_ARRAY(game->arena, int, net->nshift + 1);
    b.mask = ARENA_ARRAY(game->arena, int, net->nmask + 1);
    for (uint32_t i = 0; i < net->nmask; i++)
        b.mask[i] = -1;
    b.rule = ir_fn_add(game, IR_RULE, "look", (IrType){.kind = IR_VOID});
    b.rule->header = ir_block(game);
    b.effect = ir_block(game);
    add_shifts(&b);
    for (uint32_t c = 0; c < net->nclass; c++)
        add_class(&b, c);
    b.rule->effect = b.effect;
    add_views(game, ir_fn_index(game, b.rule));
    return game;
}
