/* actions.c - numbers of the moves that can be legal, and masks of those that are.
 *
 * A reasoner brings lists (doc/abi.md, "Actions"), the first of them for looking up a move:
 *   action index = { A, shift, before[stretches + 1], bits[2 * stretches] }
 * A stretch is 1 << shift move numbers; before[s] actions come before stretch s.  If shift is 6
 * there are bits, a word of two halves a stretch, and the rest is counting those below; if it is 0,
 * a stretch is a move, and an action if the next stretch has one more before it; else the moves of
 * a stretch are looked through. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/include/ludc.h"
#include "runtime/kind.h"
#include "runtime/pool.h"
#include "runtime/reading.h"
#include "runtime/writer.h"

enum { STACK_MOVES = 16384, HEAD = 2 };

/* ---- the lists ------------------------------------------------------------------- */

/* What looking up a move takes; before NULL: every move is an action. */
typedef struct {
    uint32_t n, shift, codes;
    const int32_t *before, *bits;
    const int32_t *code; /* the moves of all actions, if there are no bits */
} Index;

static inline Index index_of(const ludc_reasoner *r)
{
    Index x = {.n = r->codes, .codes = r->codes};
    if (!r->action_index)
        return x;
    x.n = (uint32_t)r->action_index[0];
    x.shift = (uint32_t)r->action_index[1];
    x.before = r->action_index + HEAD;
    if (x.shift == 6)
        x.bits = x.before + (r->codes >> x.shift) + 2;
    else if (x.shift)
        x.code = ludc_data_named(r, "action codes")->value;
    return x;
}

static ludc_action search(const Index *x, ludc_move move)
{
    uint32_t from = (uint32_t)x->before[move >> x->shift], to = (uint32_t)x->before[(move >> x->shift) + 1];
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if ((uint32_t)x->code[middle] < move)
            from = middle + 1;
        else
            to = middle;
    }
    return from < x->n && (uint32_t)x->code[from] == move ? from : LUDC_NO_ACTION;
}

static inline ludc_action look_up(const Index *x, ludc_move move)
{
    if (move >= x->codes)
        return LUDC_NO_ACTION;
    if (!x->before)
        return move;
    if (x->shift == 0)
        return x->before[move + 1] > x->before[move] ? (ludc_action)x->before[move] : LUDC_NO_ACTION;
    if (!x->bits)
        return search(x, move);
    uint32_t stretch = move >> 6;
    uint64_t word = (uint32_t)x->bits[2 * (size_t)stretch] | (uint64_t)(uint32_t)x->bits[2 * (size_t)stretch + 1] << 32;
    uint64_t bit = UINT64_C(1) << (move & 63);
    if (!(word & bit))
        return LUDC_NO_ACTION;
    return (uint32_t)x->before[stretch] + (uint32_t)__builtin_popcountll(word & (bit - 1));
}

size_t ludc_actions(const ludc_reasoner *r)
{
    return r ? index_of(r).n : 0;
}

ludc_action ludc_action_of(const ludc_reasoner *r, ludc_move move)
{
    if (!r)
        return LUDC_NO_ACTION;
    Index x = index_of(r);
    return look_up(&x, move);
}

ludc_move ludc_move_of(const ludc_reasoner *r, ludc_action action)
{
    if (!r || action >= ludc_actions(r))
        return LUDC_NO_MOVE;
    const ludc_data *code = ludc_data_named(r, "action codes");
    return code ? (ludc_move)code->value[action] : action;
}

/* ---- what an action is ------------------------------------------------------------- */

static int32_t at(const ludc_reasoner *r, const char *name, ludc_action action, int32_t otherwise)
{
    return ludc_data_at(ludc_data_named(r, name), action, otherwise);
}

ludc_status ludc_action_at(const ludc_reasoner *r, ludc_action action, ludc_action_info *out)
{
    if (!r || !out || action >= ludc_actions(r))
        return LUDC_USAGE;
    *out = (ludc_action_info){
        .player = (unsigned)at(r, "action player", action, 0),
        .from = at(r, "action from", action, -1),
        .to = at(r, "action to", action, -1),
        .kind = at(r, "action kind", action, -1),
        .piece = at(r, "action piece", action, -1),
    };
    return LUDC_OK;
}

/* Actions that read the same but for their piece, and with it; those of them that come before. */
typedef struct {
    uint32_t all, same, before;
} Alike;

static Alike alike(const ludc_reasoner *r, ludc_action action, const ludc_action_info *info)
{
    Alike found = {0, 0, 0};
    const ludc_data *from = ludc_data_named(r, "action from"), *to = ludc_data_named(r, "action to"), *kind = ludc_data_named(r, "action kind"),
                    *piece = ludc_data_named(r, "action piece");
    const bool nowhere = info->from < 0 && info->to < 0;
    if (!from || !to || !kind || !piece)
        return (Alike){2, 2, action};
    for (ludc_action a = 0; a < from->n; a++) {
        if (from->value[a] != info->from || to->value[a] != info->to || (nowhere && kind->value[a] != info->kind))
            continue;
        found.all++;
        found.same += piece->value[a] == info->piece;
        found.before += piece->value[a] == info->piece && a < action;
    }
    return found;
}

/* "E2-E4", "D4", "pass"; "?" where the rules alone do not say. */
static void put_place(Writer *w, const ludc_reasoner *r, const ludc_action_info *info)
{
    const ludc_space *site = ludc_space_of(r, "loc");
    const char *word = ludc_kind_word(info->kind);
    if (info->from < 0 && info->to < 0) {
        put(w, word ? word : "?");
        return;
    }
    if (info->from >= 0 && info->from != info->to) {
        put_member(w, site, info->from);
        put(w, "-");
    }
    if (info->to >= 0)
        put_member(w, site, info->to);
    else
        put(w, "?");
}

size_t ludc_action_text(const ludc_reasoner *r, ludc_action action, char *out, size_t size)
{
    ludc_action_info info;
    if (ludc_action_at(r, action, &info) != LUDC_OK)
        return 0;
    Writer w = {out, out ? size : 0, 0};
    const char *joint = r->joint ? ludc_joint_text(r, ludc_move_of(r, action)) : NULL;
    if (joint) {
        put(&w, joint);
    } else {
        Alike found = alike(r, action, &info);
        put_place(&w, r, &info);
        if (found.all > 1 && info.piece > 0) {
            put(&w, "=");
            put_member(&w, ludc_space_of(r, "piece"), info.piece);
        }
        if (found.same > 1)
            put_number(&w, "#", (long)found.before + 1);
    }
    return put_end(&w);
}

/* ---- masks ------------------------------------------------------------------------- */

/* Of one call of ludc_legal_n. */
typedef struct {
    const ludc_reasoner *r;
    const char *states;
    size_t stride, row;
    unsigned player;
    ludc_form form;
    char *out;
    Index index;
    atomic_bool no_memory;
} Work;

/* The moves of whom; a player whose turn it is not has none. */
static uint32_t moves_of(const Work *work, const void *state, uint32_t *out)
{
    const ludc_reasoner *r = work->r;
    bool all = work->player == 0 || work->player == LUDC_MOVER;
    if (all)
        return r->moves(r, state, out);
    if (r->joint)
        return r->moves_of(r, state, work->player, out);
    return r->mover(r, state) == work->player ? r->moves(r, state, out) : 0;
}

#if defined __x86_64__ && defined __GNUC__
#define BITS_TARGET __attribute__((target("avx2,bmi,bmi2")))
#define BITS_INLINE static inline __attribute__((always_inline))
static bool has_bits(void) { return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2"); }

typedef uint32_t Moves4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint64_t Words4 __attribute__((vector_size(32)));

/* As many as can be taken by eights of the moves from move[i] on that lie in its stretch, as bits of
 * that; *end becomes the first that was not taken. */
BITS_TARGET static uint64_t stretch_by_eights(const ludc_move *move, size_t i, size_t n, size_t *end)
{
    const Words4 one = {1, 1, 1, 1};
    const Moves4 none = {0}, first = none + move[i];
    Words4 set = {0};
    for (; i + 8 <= n; i += 8) {
        const Moves4 a = *(const Moves4 *)(move + i), b = *(const Moves4 *)(move + i + 4);
        const Moves4 beyond = ((a ^ first) | (b ^ first)) >> 6;
        if (beyond[0] | beyond[1] | beyond[2] | beyond[3])
            break;
        set |= one << __builtin_convertvector(a & 63, Words4);
        set |= one << __builtin_convertvector(b & 63, Words4);
    }
    *end = i;
    return set[0] | set[1] | set[2] | set[3];
}
#else
#define BITS_TARGET
#define BITS_INLINE static inline
static bool has_bits(void) { return false; }
#endif

/* The bits of `set` at the places of `word`, of which it is a part, moved together.  `fast`: by an
 * instruction of the processor. */
BITS_INLINE uint64_t gather(uint64_t set, uint64_t word, bool fast)
{
#if defined __x86_64__ && defined __GNUC__
    if (fast) {
        uint64_t together;
        __asm__("pextq %2, %1, %0" : "=r"(together) : "r"(set), "r"(word));
        return together;
    }
#endif
    (void)fast;
    uint64_t low = word & (0 - word), out = 0;
    if (!((word + low) & word)) /* one stretch of ones */
        return word ? set >> __builtin_ctzll(word) : 0;
    for (; set; set &= set - 1)
        out |= UINT64_C(1) << __builtin_popcountll(word & ((set & (0 - set)) - 1));
    return out;
}

/* Every move by itself, a word of the mask at a time. */
BITS_INLINE void mark_alone(const Index *x, const ludc_move *move, size_t n, uint64_t *mask)
{
    uint32_t at = 0;
    uint64_t word = 0;
    for (size_t i = 0; i < n; i++) {
        ludc_action a = look_up(x, move[i]);
        if (a == LUDC_NO_ACTION)
            continue;
        if (a / 64 != at) {
            mask[at] |= word;
            word = 0;
            at = a / 64;
        }
        word |= UINT64_C(1) << a % 64;
    }
    if (word)
        mask[at] |= word;
}

/* Moves that stand together in the list and in a stretch become actions together. */
BITS_INLINE void mark_together(const Index *x, const ludc_move *move, size_t n, uint64_t *mask, bool fast)
{
    for (size_t i = 0; i < n;) {
        const uint32_t stretch = move[i] >> 6;
        uint64_t set = 0;
#if defined __x86_64__ && defined __GNUC__
        if (fast && i + 8 <= n)
            set = stretch_by_eights(move, i, n, &i);
#endif
        for (; i < n && move[i] >> 6 == stretch; i++)
            set |= UINT64_C(1) << (move[i] & 63);
        if (stretch > x->codes >> 6)
            continue;
        uint64_t word = (uint32_t)x->bits[2 * (size_t)stretch] | (uint64_t)(uint32_t)x->bits[2 * (size_t)stretch + 1] << 32;
        uint64_t found = gather(set & word, word, fast);
        uint32_t at = (uint32_t)x->before[stretch];
        mask[at / 64] |= found << at % 64;
        if (at % 64 && found >> (64 - at % 64))
            mask[at / 64 + 1] |= found >> (64 - at % 64);
    }
}

BITS_TARGET static void mark_stretches_fast(const Index *x, const ludc_move *move, size_t n, uint64_t *mask)
{
    mark_together(x, move, n, mask, true);
}

static void mark_stretches(const Index *x, const ludc_move *move, size_t n, uint64_t *mask)
{
    if (has_bits())
        mark_stretches_fast(x, move, n, mask);
    else
        mark_together(x, move, n, mask, false);
}

static void mark_words(const Index *x, const ludc_move *move, size_t n, uint64_t *mask)
{
    if (x->bits) {
        mark_stretches(x, move, n, mask);
    } else if (x->shift == 0 && x->before) {
        const Index one = {.n = x->n, .codes = x->codes, .before = x->before}; /* known to the compiler */
        mark_alone(&one, move, n, mask);
    } else {
        mark_alone(x, move, n, mask);
    }
}

static void mark_all(const Work *work, const uint32_t *move, uint32_t n, char *row)
{
    const Index index = work->index;
    if (work->form <= LUDC_AS_BITS) {
        mark_words(&index, move, n, (uint64_t *)(void *)row);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        ludc_action action = look_up(&index, move[i]);
        if (action == LUDC_NO_ACTION)
            continue;
        if (work->form == LUDC_AS_BYTES)
            row[action] = 1;
        else
            ((float *)(void *)row)[action] = 1;
    }
}

static bool mark_state(const Work *work, const void *state, char *row)
{
    uint32_t near[STACK_MOVES], *move = near, n;
    memset(row, 0, work->row);
    if (work->r->max_moves > STACK_MOVES && moves_of(work, state, NULL) > STACK_MOVES) {
        move = malloc(((size_t)moves_of(work, state, NULL) + 1) * sizeof *move);
        if (!move)
            return false;
    }
    n = moves_of(work, state, move);
    mark_all(work, move, n, row);
    if (move != near)
        free(move);
    return true;
}

static void mark_range(void *data, size_t from, size_t to)
{
    Work *work = data;
    for (size_t i = from; i < to; i++)
        if (!mark_state(work, work->states + work->stride * i, work->out + work->row * i))
            atomic_store(&work->no_memory, true);
}

size_t ludc_legal_row(const ludc_reasoner *r, ludc_form form)
{
    size_t n = ludc_actions(r);
    switch (form) {
    case LUDC_AS_WORDS: case LUDC_AS_BITS:
        return (n + 63) / 64 * 8;
    case LUDC_AS_BYTES:
        return n;
    case LUDC_AS_FLOATS:
        return n * sizeof(float);
    }
    return 0;
}

ludc_status ludc_legal_n(const ludc_reasoner *r, const void *states, size_t stride, size_t n, unsigned player,
                         ludc_form form, void *out, ludc_pool *pool)
{
    if (!r || (unsigned)form > LUDC_AS_FLOATS || (player != LUDC_MOVER && player > r->players) ||
        (n && (!states || !out)) || (n > 1 && (stride < r->state_size || stride % 16)))
        return LUDC_USAGE;
    Work work = {.r = r, .states = states, .stride = stride, .player = player, .form = form, .out = out};
    work.row = ludc_legal_row(r, form);
    work.index = index_of(r);
    ludc_pool_run(pool, n, mark_range, &work);
    return atomic_load(&work.no_memory) ? LUDC_IO : LUDC_OK;
}

ludc_status ludc_legal_of(const ludc_reasoner *r, const ludc_move *moves, size_t n, uint64_t *mask)
{
    if (!r || !mask || (n && !moves))
        return LUDC_USAGE;
    const Index index = index_of(r);
    for (size_t i = 0; i < (index.n + 63) / 64; i++)
        mask[i] = 0;
    mark_words(&index, moves, n, mask);
    return LUDC_OK;
}

ludc_status ludc_legal(const ludc_reasoner *r, const void *state, unsigned player, uint64_t *mask)
{
    return ludc_legal_n(r, state, 0, 1, player, LUDC_AS_WORDS, mask, NULL);
}
