/* observe.c - a state as bits: which planes there are, and those of one state or of many. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/include/ludc.h"
#include "runtime/pool.h"

_Static_assert((int)LUDC_SET_STATE == LUDC_PLANES_STATE && (int)LUDC_SET_NODES == LUDC_PLANES_NODES &&
                   (int)LUDC_SET_KEY == LUDC_PLANES_KEY,
               "the sets of ludc.h are those of abi.h");

/* Most owners that a family can have, and words that a call keeps on its stack. */
enum { MOST_OWNERS = 16, STACK_WORDS = 512 };

/* The planes of a set: r->plane[first .. first + n - 1]. */
typedef struct {
    uint32_t first, n;
} Part;

static Part part_of(const ludc_reasoner *r, unsigned set)
{
    Part part = {0, 0};
    while (part.first < r->nplane && r->plane[part.first].set < set)
        part.first++;
    while (part.first + part.n < r->nplane && r->plane[part.first + part.n].set == set)
        part.n++;
    return part;
}

size_t ludc_planes(const ludc_reasoner *r, ludc_set set)
{
    return r ? part_of(r, (unsigned)set).n : 0;
}

ludc_status ludc_plane_at(const ludc_reasoner *r, ludc_set set, size_t index, ludc_plane_info *out)
{
    Part part = r ? part_of(r, (unsigned)set) : (Part){0, 0};
    if (!out || index >= part.n)
        return LUDC_USAGE;
    const ludc_plane_item *item = &r->plane[part.first + index];
    const ludc_space *space = item->space >= 0 && (uint32_t)item->space < r->nspace ? &r->space[item->space] : NULL;
    uint32_t bit = 0;
    for (uint32_t i = part.first; i < part.first + index; i++)
        bit += r->plane[i].size;
    *out = (ludc_plane_info){.name = item->name,
                        .owner = item->owner,
                        .space = space ? space->name : "",
                        .label = space ? space->label : NULL,
                        .size = item->size,
                        .word = item->word,
                        .bit = bit,
                        .next = item->next - part.first};
    return LUDC_OK;
}

size_t ludc_observe_words(const ludc_reasoner *r, ludc_set set)
{
    return r && (unsigned)set < LUDC_PLANE_SETS && r->nplane ? r->words[set] : 0;
}

size_t ludc_observe_bits(const ludc_reasoner *r, ludc_set set)
{
    size_t bits = 0;
    Part part = r ? part_of(r, (unsigned)set) : (Part){0, 0};
    for (uint32_t i = 0; i < part.n; i++)
        bits += r->plane[part.first + i].size;
    return bits;
}

ludc_status ludc_observe(const ludc_reasoner *r, const void *state, ludc_set set, unsigned eyes, uint64_t *out)
{
    if (r && state && out && (unsigned)set < LUDC_PLANE_SETS && eyes <= r->players && r->words[set]) {
        r->observe(r, state, (uint32_t)set, eyes, out);
        return LUDC_OK;
    }
    ludc_observe_options options = {.set = set, .form = LUDC_AS_WORDS, .eyes = eyes};
    return ludc_observe_n(r, state, 0, 1, &options, out, NULL);
}

/* ---- mine before yours ------------------------------------------------------------ */

/* In each family the plane of player p comes to the place of player 1's, that of the next
 * player to that of player 2's, and so on. */
static void turn_families(const ludc_reasoner *r, Part part, uint32_t p, uint64_t *words)
{
    uint32_t n = r->players;
    for (uint32_t i = part.first; i < part.first + part.n; i++) {
        const ludc_plane_item *item = &r->plane[i];
        if (item->owner != 1 || item->next == i || n > MOST_OWNERS)
            continue;
        for (uint32_t w = 0; w < (item->size + 63) / 64; w++) {
            uint64_t was[MOST_OWNERS];
            for (uint32_t k = 0, at = i; k < n; k++, at = r->plane[at].next)
                was[k] = words[r->plane[at].word + w];
            for (uint32_t k = 0, at = i; k < n; k++, at = r->plane[at].next)
                words[r->plane[at].word + w] = was[(k + p - 1) % n];
        }
    }
}

/* ---- other forms than words --------------------------------------------------------- */

static void spread_bytes(uint64_t word, uint32_t n, uint8_t *out)
{
    if (n == 64) {
        for (uint32_t i = 0; i < 64; i++)
            out[i] = (uint8_t)(word >> i & 1);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        out[i] = (uint8_t)(word >> i & 1);
}

static void spread_floats(uint64_t word, uint32_t n, float *out)
{
    if (n == 64) {
        for (uint32_t i = 0; i < 64; i++)
            out[i] = (float)(word >> i & 1);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        out[i] = (float)(word >> i & 1);
}

/* n more bits behind the first `at` of a row, which are there already; the next ones are 0. */
static void append_bits(uint64_t word, uint32_t n, uint64_t *out, size_t at)
{
    uint32_t shift = at % 64;
    if (shift)
        out[at / 64] |= word << shift;
    else
        out[at / 64] = word;
    if (shift + n > 64)
        out[at / 64 + 1] = word >> (64 - shift);
}

/* One state's planes behind each other, without what fills the last word of each. */
static void write_row(const ludc_reasoner *r, Part part, ludc_form form, const uint64_t *words, void *out)
{
    size_t at = 0;
    for (uint32_t i = part.first; i < part.first + part.n; i++) {
        const ludc_plane_item *item = &r->plane[i];
        for (uint32_t done = 0; done < item->size; done += 64) {
            uint32_t n = item->size - done < 64 ? item->size - done : 64;
            uint64_t word = words[item->word + done / 64];
            if (form == LUDC_AS_BITS)
                append_bits(word, n, out, at);
            else if (form == LUDC_AS_BYTES)
                spread_bytes(word, n, (uint8_t *)out + at);
            else
                spread_floats(word, n, (float *)out + at);
            at += n;
        }
    }
}

size_t ludc_observe_row(const ludc_reasoner *r, ludc_set set, ludc_form form)
{
    switch (form) {
    case LUDC_AS_WORDS:
        return 8 * ludc_observe_words(r, set);
    case LUDC_AS_BITS:
        return (ludc_observe_bits(r, set) + 63) / 64 * 8;
    case LUDC_AS_BYTES:
        return ludc_observe_bits(r, set);
    case LUDC_AS_FLOATS:
        return sizeof(float) * ludc_observe_bits(r, set);
    }
    return 0;
}

/* ---- many states ---------------------------------------------------------------------- */

/* Who is meant: 0, a player, or whoever is to move (in joint games that is nobody: 0). */
static uint32_t who(const ludc_reasoner *r, const void *state, uint32_t player)
{
    return player != LUDC_MOVER ? player : r->joint ? 0 : r->mover(r, state);
}

static int is_who(const ludc_reasoner *r, uint32_t player)
{
    return player == LUDC_MOVER || player <= r->players;
}

/* What one call of ludc_observe_n does. */
typedef struct {
    const ludc_reasoner *r;
    const char *states;
    size_t stride;
    const ludc_observe_options *options;
    char *out;
    size_t row; /* bytes from row to row */
    Part part;
    atomic_bool no_memory;
} Work;

/* `words`: a state's, in between; NULL: they are what is wanted. */
static void observe_states(const Work *work, size_t from, size_t to, uint64_t *words)
{
    const ludc_reasoner *r = work->r;
    const ludc_observe_options *o = work->options;
    for (size_t i = from; i < to; i++) {
        const void *state = work->states + work->stride * i;
        char *out = work->out + work->row * i;
        uint64_t *planes = words ? words : (uint64_t *)(void *)out;
        r->observe(r, state, (uint32_t)o->set, who(r, state, o->eyes), planes);
        uint32_t first = who(r, state, o->first);
        if (first > 1)
            turn_families(r, work->part, first, planes);
        if (words)
            write_row(r, work->part, o->form, words, out);
    }
}

static void observe_range(void *data, size_t from, size_t to)
{
    Work *work = data;
    uint64_t near[STACK_WORDS], *words = near;
    size_t n = ludc_observe_words(work->r, work->options->set);
    if (work->options->form == LUDC_AS_WORDS) {
        observe_states(work, from, to, NULL);
        return;
    }
    if (n > STACK_WORDS)
        words = malloc(n * sizeof *words);
    if (words)
        observe_states(work, from, to, words);
    else
        atomic_store(&work->no_memory, true);
    if (words != near)
        free(words);
}

static int are_options(const ludc_reasoner *r, const ludc_observe_options *o)
{
    size_t unit = o->form == LUDC_AS_BYTES ? 1 : o->form == LUDC_AS_FLOATS ? sizeof(float) : 8;
    return (unsigned)o->set < LUDC_PLANE_SETS && (unsigned)o->form <= LUDC_AS_FLOATS && is_who(r, o->eyes) &&
           is_who(r, o->first) &&
           (!o->out_stride || (o->out_stride >= ludc_observe_row(r, o->set, o->form) && o->out_stride % unit == 0));
}

ludc_status ludc_observe_n(const ludc_reasoner *r, const void *states, size_t stride, size_t n,
                           const ludc_observe_options *options, void *out, ludc_pool *pool)
{
    static const ludc_observe_options usual = {.form = LUDC_AS_WORDS};
    const ludc_observe_options *o = options ? options : &usual;
    if (!r || !are_options(r, o) || (n && (!states || !out)) || (n > 1 && stride < r->state_size))
        return LUDC_USAGE;
    if (!ludc_observe_words(r, o->set))
        return LUDC_UNSUPPORTED;
    Work work = {.r = r, .states = states, .stride = stride, .options = o, .out = out};
    work.row = o->out_stride ? o->out_stride : ludc_observe_row(r, o->set, o->form);
    work.part = part_of(r, (unsigned)o->set);
    ludc_pool_run(pool, n, observe_range, &work);
    return atomic_load(&work.no_memory) ? LUDC_IO : LUDC_OK;
}
