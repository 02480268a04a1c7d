/* history.c - positions that were there before: (no Repeat ..), (is Repeat ..),
 * (is Cycle), (remember State), (avoidStoredState ..).
 *
 * A position is remembered as a hash, 64 bits in a set over the space `hash`, which
 * `position` makes of the fields that count for the reference (semantics 03, section
 * 12): what stands where, how many, who plays for whom.  Whose turn it is does not
 * count.  @history holds them in order, the rest of it is empty, so that equal states
 * are equal bytes; turn.gir adds to it.  An irreversible move could empty it: that is
 * left to a pass. */
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/state/memory.h"

enum { MOST_SETS = 16 };

/* ---- what the game asks for ------------------------------------------------------------- */

static void find_type(Lower *l, const Term *t)
{
    const Term *type = term_arg(t, SLOT_repetition);
    bool in_turn = term_is_enum(type, "PositionalInTurn");
    Repetition kind = in_turn ? REPEAT_IN_TURN : REPEAT_IN_GAME;
    if (type && !in_turn && !term_is_enum(type, "Positional"))
        lower_unsupported(l, t, "repetition of a situation");
    if (l->facts->repetition != REPEAT_NONE && l->facts->repetition != kind)
        lower_unsupported(l, t, "repetition both in the game and in a turn");
    l->facts->repetition = kind;
}

static TermWay find_history(const Term *t, void *data)
{
    Lower *l = data;
    if (term_is(t, LUD_no_repeat) || term_is(t, LUD_is_repeat))
        find_type(l, t);
    l->facts->has_cycle |= term_is(t, LUD_is_cycle);
    l->facts->has_stored |= term_is(t, LUD_remember_state) || term_is(t, LUD_avoid_stored_state);
    return TERM_INTO;
}

static int hashes(Lower *l, const char *name, int n)
{
    IrDim dim = lw_dim(n);
    return ir_field_add(l->game, name, ir_mask(l->sym->space_hash), n ? &dim : NULL);
}

/* Positions recorded that (is Cycle) looks at: three rounds. */
static int cycle_length(const Lower *l)
{
    return 3 * l->facts->players * l->facts->players;
}

void lower_history_state(Lower *l)
{
    term_walk(l->root, find_history, l);
    if (l->facts->repetition == REPEAT_NONE && !l->facts->has_cycle && !l->facts->has_stored)
        return;
    if (l->facts->repetition != REPEAT_NONE && l->facts->has_cycle)
        lower_unsupported(l, l->root, "(is Cycle) beside a rule of repetition");
    Fields *f = l->field;
    l->sym->space_hash = ir_space_add(l->game, "hash", 64);
    if (l->facts->repetition != REPEAT_NONE) {
        /* one a turn, or one a move, and the start; the limits end the game */
        int most = l->facts->repetition == REPEAT_IN_GAME ? TURNS_PER_PLAYER * l->facts->players + 2 : MOVES + 2;
        f->history = hashes(l, "history", most);
        f->recorded = ir_field_add(l->game, "recorded", ir_int(0, most), NULL);
        /* a position for each turn at most: the game ends before the list is full */
        l->game->field.at[f->history].vouched = l->game->field.at[f->recorded].vouched = true;
    }
    if (l->facts->has_cycle) {
        f->history = hashes(l, "history", cycle_length(l));
        f->recorded = ir_field_add(l->game, "recorded", ir_int(0, cycle_length(l)), NULL);
    }
    f->stored = l->facts->has_stored ? hashes(l, "stored", 0) : -1;
}

/* ---- the hash of a position -------------------------------------------------------------- */

enum { MOST_BITS = 60 }; /* of a word that is mixed in */

/* How many numbers below `values` fit into a word; *bits: each takes so many. */
static int numbers_a_word(int64_t values, int *bits)
{
    *bits = 1;
    while (values > (int64_t)1 << *bits)
        ++*bits;
    return *bits < MOST_BITS ? MOST_BITS / *bits : 1;
}

/* set %h = mix(%h, w), where the word w is made of the n numbers of the field from %at on */
static void mix_word(Lower *l, Ir **block, int hash, int field, Ir *at, int n)
{
    IrType type = l->game->field.at[field].elem;
    Ir *word = NULL;
    int bits;
    numbers_a_word(type.hi - type.lo + 1, &bits);
    for (int j = 0; j < n; j++) {
        Ir *number = lw_at(l, field, lower_fold_int(l, ir_op2(l->game, IR_OP_ADD, lw_copy(l, at), lw_int(l, j))));
        if (n > 1 && type.lo)
            number = ir_op2(l->game, IR_OP_SUB, number, lw_int(l, type.lo));
        if (j > 0) {
            Ir *place = ir_op2(l->game, IR_OP_MUL, number, lw_int(l, (int64_t)1 << (bits * j)));
            number = ir_op2(l->game, IR_OP_ADD, word, place);
        }
        word = number;
    }
    Ir *mixed = ir_op2(l->game, IR_OP_HASHMIX, lw_local(l, hash), word);
    ir_append(l->game, block, ir_k1(l->game, IR_OP_SET, hash, mixed));
}

/* All numbers of a field, as many as fit into a word at once. */
static void mix_field(Lower *l, IrFn *fn, int hash, int field)
{
    const IrField *f = &l->game->field.at[field];
    int bits, size = f->dim.size, step = numbers_a_word(f->elem.hi - f->elem.lo + 1, &bits), words = size / step;
    if (words > 0) {
        int i = lw_new_local(l, "i", ir_int(0, words - 1));
        Ir *bounds[3] = {lw_int(l, 0), lw_int(l, words), ir_block(l->game)};
        mix_word(l, &bounds[2], hash, field, ir_op2(l->game, IR_OP_MUL, lw_local(l, i), lw_int(l, step)), step);
        ir_append(l->game, &fn->body, ir_node(l->game, fn, IR_OP_RANGE, i, 3, bounds));
    }
    if (size % step)
        mix_word(l, &fn->body, hash, field, lw_int(l, (int64_t)words * step), size % step);
}

/* Few kinds of pieces are sets, as the layout has them; many are gone through. */
static void mix_pieces(Lower *l, IrFn *fn, int hash)
{
    if (l->sym->component.n > MOST_SETS) {
        mix_field(l, fn, hash, l->sites->what);
        return;
    }
    for (size_t c = 1; c < l->sym->component.n; c++) {
        Ir *where = ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_int(l, (int64_t)c));
        Ir *mixed = ir_op2(l->game, IR_OP_HASHMIX, lw_local(l, hash), where);
        ir_append(l->game, &fn->body, ir_k1(l->game, IR_OP_SET, hash, mixed));
    }
}

static void make_position(Lower *l)
{
    IrFn *fn = ir_fn_add(l->game, IR_FN, "position", ir_mask(l->sym->space_hash));
    Lower in = *l;
    in.fn = fn;
    fn->body = ir_block(l->game);
    int hash = lw_new_local(&in, "hash", ir_mask(l->sym->space_hash));
    ir_append(l->game, &fn->body, ir_k1(l->game, IR_OP_VAR, hash, ir_k0(l->game, IR_OP_NONE, l->sym->space_hash)));
    mix_pieces(&in, fn, hash);
    if (l->facts->has_who)
        mix_field(&in, fn, hash, l->field->who);
    if (l->facts->has_count)
        mix_field(&in, fn, hash, l->sites->count);
    for (int trait = 0; trait < TRAITS; trait++)
        if (l->facts->has_trait[trait])
            mix_field(&in, fn, hash, l->sites->trait[trait]);
    if (l->facts->has_swap)
        mix_field(&in, fn, hash, l->field->order);
    if (l->field->team >= 0)
        mix_field(&in, fn, hash, l->field->team);
    const int nameless = lower_variable(&in, NULL);
    if (nameless >= 0) {
        Ir *mixed = ir_op2(l->game, IR_OP_HASHMIX, lw_local(&in, hash), lw_get(&in, nameless));
        ir_append(l->game, &fn->body, ir_k1(l->game, IR_OP_SET, hash, mixed));
    }
    if (l->sym->hidden)
        lower_unsupported(&in, l->root, "repetition where something is hidden");
    ir_append(l->game, &fn->body, ir_op1(l->game, IR_OP_RET, lw_local(&in, hash)));
}

static Ir *position(Lower *l)
{
    return ir_call(l->game, IR_OP_CALL, ir_fn_find(l->game, "position"), 0, NULL);
}

/* for %i in 0 .. @recorded { if @history[%i] == %hash { ret 1 } } */
static void make_seen(Lower *l)
{
    IrFn *fn = ir_fn_add(l->game, IR_FN, "seen", ir_bit());
    Lower in = *l;
    in.fn = fn;
    fn->body = ir_block(l->game);
    int hash = lw_new_local(&in, "hash", ir_mask(l->sym->space_hash));
    fn->nparam = 1;
    int i = lw_new_local(&in, "i", ir_int(0, l->game->field.at[l->field->history].dim.size - 1));
    Ir *same = ir_op2(l->game, IR_OP_EQ, lw_at(&in, l->field->history, lw_local(&in, i)), lw_local(&in, hash));
    Ir *found = ir_block(l->game), *body = ir_block(l->game);
    ir_append(l->game, &found, ir_op1(l->game, IR_OP_RET, lw_int(&in, 1)));
    ir_append(l->game, &body, ir_if(l->game, same, found, NULL));
    Ir *loop[3] = {lw_int(&in, 0), lw_get(&in, l->field->recorded), body};
    ir_append(l->game, &fn->body, ir_node(l->game, fn, IR_OP_RANGE, i, 3, loop));
    ir_append(l->game, &fn->body, ir_op1(l->game, IR_OP_RET, lw_int(&in, 0)));
}

/* The start is the first position of the history. */
static void record_start(Lower *l)
{
    uint64_t *word = l->game->field.at[l->field->history].word;
    for (int b = 0; b < 64; b++) {
        int64_t in = 0;
        if (!lower_start_int(l, ir_op2(l->game, IR_OP_HAS, lw_int(l, b), position(l)), &in)) {
            lower_unsupported(l, l->root, "repetition where the start is drawn");
            return;
        }
        if (in)
            ir_mask_set(word, b);
    }
    l->game->field.at[l->field->recorded].init[0] = 1;
}

void lower_history(Lower *l)
{
    if (l->facts->repetition == REPEAT_NONE && !l->facts->has_cycle && !l->facts->has_stored)
        return;
    make_position(l);
    if (l->facts->repetition != REPEAT_NONE) {
        make_seen(l);
        record_start(l);
    }
}

void lower_no_history(Lower *l)
{
    IrFn *seen = l->game->fn.at[ir_fn_find(l->game, "seen")];
    seen->body = ir_block(l->game);
    ir_append(l->game, &seen->body, ir_op1(l->game, IR_OP_RET, lw_int(l, 0)));
    l->facts->repetition = REPEAT_NONE;
}

/* ---- questions and moves ------------------------------------------------------------------- */

Ir *lower_is_repeat(Lower *l)
{
    Ir *now = position(l);
    return ir_call(l->game, IR_OP_CALL, ir_fn_find(l->game, "seen"), 1, &now);
}

/* Three equal rounds, the last one behind. */
Ir *lower_is_cycle(Lower *l)
{
    int n = cycle_length(l);
    Ir *all = ir_op2(l->game, IR_OP_EQ, lw_get(l, l->field->recorded), lw_int(l, n));
    for (int i = 0; i + n / 3 < n; i++) {
        Ir *one = lw_at(l, l->field->history, lw_int(l, i));
        Ir *next = lw_at(l, l->field->history, lw_int(l, i + n / 3));
        all = ir_op2(l->game, IR_OP_AND, all, ir_op2(l->game, IR_OP_EQ, one, next));
    }
    return all;
}

Ir *lower_without_repeats(Lower *l, Ir *moves)
{
    Ir *fresh = ir_op1(l->game, IR_OP_NOT, lower_is_repeat(l));
    Ir *kept = ir_block(l->game);
    ir_append(l->game, &kept, ir_k2(l->game, IR_OP_KEEP, 0, fresh, moves));
    return kept;
}

/* The moves that do not lead to the position that was stored. */
void gen_avoid_stored_state(Lower *l, const Term *t, Ir **block)
{
    if (term_arg(t, SLOT_then) || lower_reads(t, LUD_move_pass)) {
        lower_unsupported(l, t, "(avoidStoredState ..) of passes or with consequences");
        return;
    }
    Ir *moves = ir_block(l->game), *both = ir_block(l->game);
    l->successors++;
    gen_moves(l, term_arg(t, SLOT_moves), &moves);
    l->successors--;
    /* the moves may store another one */
    Ir *stored = lw_let(l, &both, "stored", lw_get(l, l->field->stored));
    Ir *other = ir_op2(l->game, IR_OP_NE, position(l), stored);
    ir_append(l->game, &both, ir_k2(l->game, IR_OP_KEEP, 0, other, moves));
    ir_append(l->game, block, both);
}

void effect_remember_state(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    (void)t;
    (void)lets;
    lw_set_field(l, writes, l->field->stored, position(l));
}
