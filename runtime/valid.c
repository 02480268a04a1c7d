/* valid.c - can these bytes be a state?  For states that come from outside. */
#include "runtime/valid.h"

#include <string.h>

#include "runtime/reading.h"

enum { COLUMNS = 8, SIGNED = 1, SET = 2, COUNTER = 4, MOVES = 8, OWN_MOVES = 16 };

/* A field of data `state ranges` (doc/abi.md). */
typedef struct {
    size_t at, n, width;
    int kind;
    int64_t low, high;
} Range;

static int64_t long_at(const int32_t *word)
{
    return (int64_t)((uint64_t)(uint32_t)word[1] << 32 | (uint32_t)word[0]);
}

static Range range_at(const int32_t *row)
{
    return (Range){(uint32_t)row[0], (uint32_t)row[1], (uint32_t)row[2], row[3], long_at(row + 4), long_at(row + 6)};
}

static int64_t number_at(const unsigned char *at, size_t width, int is_signed)
{
    uint8_t one;
    uint16_t two;
    uint32_t four;
    int64_t eight;
    switch (width) {
    case 1:
        memcpy(&one, at, 1);
        return is_signed ? (int8_t)one : one;
    case 2:
        memcpy(&two, at, 2);
        return is_signed ? (int16_t)two : two;
    case 4:
        memcpy(&four, at, 4);
        return is_signed ? (int64_t)(int32_t)four : (int64_t)four;
    default:
        memcpy(&eight, at, 8);
        return eight;
    }
}

/* No member beyond the size of the space: `low` of a set. */
static int set_fits(const unsigned char *at, const Range *r)
{
    const size_t full = (size_t)r->low / 64;
    for (size_t w = full; w < r->width / 8; w++) {
        uint64_t word;
        memcpy(&word, at + 8 * w, 8);
        if (w > full || r->low % 64 == 0 ? word != 0 : word >> (r->low % 64) != 0)
            return 0;
    }
    return 1;
}

static int field_fits(const unsigned char *state, const Range *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const unsigned char *at = state + r->at + i * r->width;
        const int64_t value = r->kind == SET ? 0 : number_at(at, r->width, r->kind & SIGNED);
        if (r->kind == SET ? !set_fits(at, r) : value < r->low || value > r->high)
            return 0;
    }
    return 1;
}

static int all_zero(const unsigned char *state, size_t from, size_t to)
{
    while (from < to && state[from] == 0)
        from++;
    return from >= to;
}

int ludc_valid_bytes(const ludc_reasoner *r, const void *bytes)
{
    const ludc_data *data = ludc_data_named(r, "state ranges");
    const unsigned char *state = bytes;
    size_t end = 0;
    for (uint32_t i = 0; data && i + COLUMNS <= data->n; i += COLUMNS) {
        const Range range = range_at(data->value + i);
        if (range.at > r->state_size || range.n * range.width > r->state_size - range.at || !all_zero(state, end, range.at) ||
            !field_fits(state, &range))
            return 0;
        end = range.at + range.n * range.width;
    }
    return !data || all_zero(state, end, r->state_size);
}

static int64_t left_of(const Range *r, const unsigned char *state)
{
    return r->high - number_at(state + r->at, r->width, r->kind & SIGNED);
}

/* How far the counter of moves is from its end, 0 where the game may come to it; 1 without such a counter. */
static int64_t moves_left(const ludc_data *data, const unsigned char *state)
{
    for (uint32_t i = 0; data && i + COLUMNS <= data->n; i += COLUMNS) {
        const Range range = range_at(data->value + i);
        if (range.kind & MOVES) {
            const int64_t left = left_of(&range, state);
            return range.kind & OWN_MOVES && left < range.high / 2 ? 0 : left;
        }
    }
    return 1;
}

/* May a counter leave its range before the game is over?  All go up by one a move at most, so those that are as far from
 * their ends as the counter of moves stay in range as it does. */
static int counted_out(const ludc_reasoner *r, const unsigned char *state)
{
    const ludc_data *data = ludc_data_named(r, "state ranges");
    const int64_t left = moves_left(data, state);
    for (uint32_t i = 0; data && i + COLUMNS <= data->n; i += COLUMNS) {
        const Range range = range_at(data->value + i);
        if ((range.kind & COUNTER) && left_of(&range, state) < left)
            return 1;
    }
    return left == 0;
}

int ludc_valid_state(const ludc_reasoner *r, const void *state)
{
    if (!ludc_valid_bytes(r, state))
        return 0;
    if (r->over(r, state))
        return 1;
    if (counted_out(r, state))
        return 0;
    if (r->joint)
        return 1;
    const uint32_t mover = r->mover(r, state);
    return mover >= 1 && mover <= r->players;
}
