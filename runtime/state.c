/* state.c - playing, and states as values: what ludc.h offers over a reasoner. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/admit.h"
#include "runtime/include/ludc.h"
#include "runtime/reading.h"
#include "runtime/valid.h"

const char *ludc_name(const ludc_reasoner *r) { return r ? r->name : NULL; }
unsigned ludc_players(const ludc_reasoner *r) { return r ? r->players : 0; }
size_t ludc_state_size(const ludc_reasoner *r) { return r ? r->state_size : 0; }
uint64_t ludc_game_hash(const ludc_reasoner *r) { return r ? r->hash : 0; }
uint32_t ludc_move_codes(const ludc_reasoner *r) { return r ? r->codes : 0; }

ludc_status ludc_init(const ludc_reasoner *r, void *state)
{
    if (!r || !state)
        return LUDC_USAGE;
    r->init(r, state);
    return LUDC_OK;
}

unsigned ludc_mover(const ludc_reasoner *r, const void *state) { return r && state ? r->mover(r, state) : 0; }
int ludc_over(const ludc_reasoner *r, const void *state) { return r && state && r->over(r, state) != 0; }

size_t ludc_moves(const ludc_reasoner *r, const void *state, ludc_move *out)
{
    return r && state ? r->moves(r, state, out) : 0;
}

ludc_status ludc_apply(const ludc_reasoner *r, void *state, ludc_move move, void *undo)
{
    if (!r || !state || (r->joint && r->players != 1))
        return LUDC_USAGE;
    const ludc_status status = ludc_admit(r, state, r->joint, move);
    if (status != LUDC_OK)
        return status;
    if (undo)
        memcpy(undo, state, r->state_size);
    if (r->joint)
        r->apply_joint(r, state, &move);
    else
        r->apply(r, state, move);
    return LUDC_OK;
}

ludc_status ludc_apply_random(const ludc_reasoner *r, void *state, ludc_move move, uint64_t *rng, void *undo)
{
    if (!r || !rng)
        return LUDC_USAGE;
    if (!r->apply_random)
        return ludc_apply(r, state, move, undo);
    if (!state)
        return LUDC_USAGE;
    const ludc_status status = ludc_admit(r, state, 0, move);
    if (status != LUDC_OK)
        return status;
    if (undo)
        memcpy(undo, state, r->state_size);
    r->apply_random(r, state, move, rng);
    return LUDC_OK;
}

int ludc_joint(const ludc_reasoner *r) { return r && r->joint != 0; }

size_t ludc_moves_of(const ludc_reasoner *r, const void *state, unsigned player, ludc_move *out)
{
    if (!r || !state || player < 1 || player > r->players)
        return 0;
    if (r->joint)
        return r->moves_of(r, state, player, out);
    return r->mover(r, state) == player ? r->moves(r, state, out) : 0;
}

ludc_status ludc_apply_joint(const ludc_reasoner *r, void *state, const ludc_move *moves, void *undo)
{
    if (!r || !state || !moves)
        return LUDC_USAGE;
    if (!r->joint) {
        const uint32_t mover = r->mover(r, state);
        return mover >= 1 && mover <= r->players ? ludc_apply(r, state, moves[mover - 1], undo) : LUDC_USAGE;
    }
    const ludc_status status = ludc_admit_all(r, state, moves);
    if (status != LUDC_OK)
        return status;
    if (undo)
        memcpy(undo, state, r->state_size);
    r->apply_joint(r, state, moves);
    return LUDC_OK;
}

ludc_status ludc_undo(const ludc_reasoner *r, void *state, const void *undo)
{
    if (!r || !state || !undo)
        return LUDC_USAGE;
    memcpy(state, undo, r->state_size);
    return LUDC_OK;
}

double ludc_payoff(const ludc_reasoner *r, const void *state, unsigned player)
{
    return r && state && player >= 1 && player <= r->players ? ludc_payoff_at(r, state, player) : 0;
}

ludc_status ludc_payoffs(const ludc_reasoner *r, const void *state, double *out)
{
    if (!r || !state || !out)
        return LUDC_USAGE;
    for (unsigned p = 1; p <= r->players; p++)
        out[p - 1] = ludc_payoff(r, state, p);
    return LUDC_OK;
}

ludc_status ludc_payoffs_cut(const ludc_reasoner *r, const void *state, double *out)
{
    if (ludc_payoffs(r, state, out) != LUDC_OK)
        return LUDC_USAGE;
    if (r->joint || r->over(r, state))
        return LUDC_OK;
    uint32_t n = r->players, unranked = 0, left2 = n * (n + 1); /* twice the sum of the ranks left */
    for (uint32_t p = 1; p <= n; p++) {
        uint32_t rank2 = r->rank2(r, state, p);
        left2 -= rank2;
        unranked += rank2 == 0;
    }
    for (uint32_t p = 1; p <= n; p++) {
        uint32_t rank2 = r->rank2(r, state, p);
        out[p - 1] = ludc_rank_payoff(rank2 || n == 1 ? rank2 / 2.0 : left2 / 2.0 / unranked, n);
    }
    return LUDC_OK;
}

uint32_t ludc_playout(const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t limit)
{
    return r && state && rng ? r->playout(r, state, rng, limit) : 0;
}

/* ---- values ---------------------------------------------------------------- */

ludc_status ludc_copy(const ludc_reasoner *r, void *to, const void *from)
{
    if (!r || !to || !from)
        return LUDC_USAGE;
    memmove(to, from, r->state_size);
    return LUDC_OK;
}

int ludc_equal(const ludc_reasoner *r, const void *a, const void *b)
{
    return r && a && b && memcmp(a, b, r->state_size) == 0;
}

/* FNV-1a by words, with a final mix. */
uint64_t ludc_hash(const ludc_reasoner *r, const void *state)
{
    if (!r || !state)
        return 0;
    const unsigned char *byte = state;
    uint64_t h = r->hash ^ UINT64_C(0xcbf29ce484222325);
    size_t i = 0;
    for (; i + 8 <= r->state_size; i += 8) {
        uint64_t word;
        memcpy(&word, byte + i, 8);
        h = (h ^ word) * UINT64_C(0x100000001b3);
        h ^= h >> 29;
    }
    for (; i < r->state_size; i++)
        h = (h ^ byte[i]) * UINT64_C(0x100000001b3);
    h ^= h >> 32;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ (h >> 29);
}

size_t ludc_saved_size(const ludc_reasoner *r) { return r ? 8 + (size_t)r->state_size : 0; }

ludc_status ludc_save(const ludc_reasoner *r, const void *state, void *out)
{
    if (!r || !state || !out)
        return LUDC_USAGE;
    memcpy(out, &r->hash, 8);
    memcpy((char *)out + 8, state, r->state_size);
    return LUDC_OK;
}

ludc_status ludc_valid(const ludc_reasoner *r, const void *state)
{
    if (!r || !state)
        return LUDC_USAGE;
    return ludc_valid_state(r, state) ? LUDC_OK : LUDC_WRONG;
}

/* The bytes become the state, if they can be one; else it stays as it is. */
static ludc_status take(const ludc_reasoner *r, void *state, const void *bytes)
{
    if (!ludc_valid_bytes(r, bytes))
        return LUDC_WRONG;
    void *copy = aligned_alloc(16, ((size_t)r->state_size + 15) / 16 * 16 + 16);
    if (!copy)
        return LUDC_IO;
    memcpy(copy, bytes, r->state_size);
    bool good = ludc_valid_state(r, copy);
    if (good)
        memcpy(state, copy, r->state_size);
    free(copy);
    return good ? LUDC_OK : LUDC_WRONG;
}

ludc_status ludc_restore(const ludc_reasoner *r, void *state, const void *saved, size_t size)
{
    if (!r || !state || !saved)
        return LUDC_USAGE;
    if (size != ludc_saved_size(r) || memcmp(saved, &r->hash, 8) != 0)
        return LUDC_WRONG;
    return take(r, state, (const char *)saved + 8);
}

size_t ludc_state_text(const ludc_reasoner *r, const void *state, char *out, size_t size)
{
    static const char digit[] = "0123456789abcdef";
    if (!r || !state || (size && !out))
        return 0;
    size_t n = ludc_saved_size(r);
    for (size_t i = 0; i < n; i++) {
        unsigned byte = i < 8 ? (unsigned)(r->hash >> (56 - 8 * i)) & 255u : ((const unsigned char *)state)[i - 8];
        if (2 * i + 1 < size)
            out[2 * i] = digit[byte >> 4];
        if (2 * i + 2 < size)
            out[2 * i + 1] = digit[byte & 15];
    }
    if (size)
        out[2 * n < size ? 2 * n : size - 1] = '\0';
    return 2 * n;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

ludc_status ludc_state_parse(const ludc_reasoner *r, void *state, const char *text)
{
    size_t n = ludc_saved_size(r);
    if (!r || !state || !text)
        return LUDC_USAGE;
    if (strlen(text) != 2 * n)
        return LUDC_WRONG;
    for (size_t i = 0; i < n; i++) {
        int high = hex_value(text[2 * i]), low = hex_value(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return LUDC_WRONG;
        if (i < 8 && (unsigned)(high * 16 + low) != ((unsigned)(r->hash >> (56 - 8 * i)) & 255u))
            return LUDC_WRONG;
    }
    unsigned char *bytes = malloc((size_t)r->state_size + 1);
    if (!bytes)
        return LUDC_IO;
    for (size_t i = 8; i < n; i++)
        bytes[i - 8] = (unsigned char)(hex_value(text[2 * i]) * 16 + hex_value(text[2 * i + 1]));
    ludc_status status = take(r, state, bytes);
    free(bytes);
    return status;
}

/* ---- views ------------------------------------------------------------------ */

size_t ludc_views(const ludc_reasoner *r) { return r ? r->nview : 0; }

const char *ludc_view_name(const ludc_reasoner *r, size_t view, uint32_t *size)
{
    if (!r || view >= r->nview)
        return NULL;
    if (size)
        *size = r->view_item[view].size;
    return r->view_item[view].name;
}

int32_t ludc_view(const ludc_reasoner *r, const void *state, size_t view, uint32_t index)
{
    if (!r || !state || view >= r->nview || (r->view_item[view].size && index >= r->view_item[view].size))
        return 0;
    return r->view(r, state, (uint32_t)view, index);
}
