/* geometry.c - the board as the data `geometry ..` of a reasoner have it (doc/abi.md).
 *
 * Whoever wrote the data may have been wrong (games can be written in IR): what does not fit is
 * as if it were not there. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/include/ludc.h"
#include "runtime/reading.h"

/* Of the second word of a step, as frontend/lud/lower/setup/geometry.c writes it. */
enum { STEP_WIND = 8, STEP_NO_WIND = 255, STEP_TURN = 16, STEP_RELATIONS = 5, FIRST_TURN = 16, TURNS = 4 };
enum { WORDS_OF_CONTAINER = 4, COMPASS = 16 };

static const char *const type_word[LUDC_SITE_TYPES] = {"vertex", "edge", "cell"};

static const char *const direction_word[LUDC_DIRECTIONS] = {
    "N",  "NNE", "NE",  "ENE", "E",   "ESE", "SE",  "SSE", "S",   "SSW", "SW",  "WSW", "W",
    "WNW", "NW", "NNW", "CW",  "CCW", "In",  "Out", "U",   "UN",  "UNE", "UE",  "USE", "US",
    "USW", "UW", "UNW", "D",   "DN",  "DNE", "DE",  "DSE", "DS",  "DSW", "DW",  "DNW",
};

static const char *const set_word[] = {
    "corners", "cornersConvex", "cornersConcave", "outer", "perimeter", "inner", "major",
    "minor",   "top",           "bottom",         "left",  "right",     "centre",
};
enum { SETS = sizeof set_word / sizeof *set_word };

/* ---- the data --------------------------------------------------------------------------- */

/* Numbers in a row. */
typedef struct {
    const int32_t *at;
    size_t n;
} Row;

static Row data_named(const ludc_reasoner *r, const char *name)
{
    const ludc_data *data = r ? ludc_data_named(r, name) : NULL;
    return data ? (Row){data->value, data->n} : (Row){NULL, 0};
}

static Row data_of(const ludc_reasoner *r, ludc_site_type type, const char *what)
{
    char name[48];
    if ((unsigned)type >= LUDC_SITE_TYPES)
        return (Row){NULL, 0};
    snprintf(name, sizeof name, "geometry %s %s", type_word[type], what);
    return data_named(r, name);
}

/* Row `index` of `rows` lists: where each begins, where the last ends, then what is in them. */
static Row list_of(Row data, size_t rows, size_t index)
{
    const Row none = {NULL, 0};
    if (index >= rows || data.n < rows + 1 || data.at[index] < 0 || data.at[index + 1] < data.at[index])
        return none;
    size_t from = (size_t)data.at[index], to = (size_t)data.at[index + 1];
    return to <= data.n - rows - 1 ? (Row){data.at + rows + 1 + from, to - from} : none;
}

static size_t copy_out(Row row, int32_t *out, size_t room)
{
    for (size_t i = 0; out && i < row.n && i < room; i++)
        out[i] = row.at[i];
    return row.n;
}

static const char *label_in(const ludc_reasoner *r, const char *space, size_t member)
{
    const ludc_space *s = ludc_space_of(r, space);
    return s && s->label && member < s->size ? s->label[member] : NULL;
}

static size_t text_out(const char *text, char *out, size_t size)
{
    int n = snprintf(out, size, "%s", text);
    return n < 0 ? 0 : (size_t)n;
}

/* ---- sites --------------------------------------------------------------------------------- */

int ludc_board_type(const ludc_reasoner *r)
{
    Row board = data_named(r, "geometry board");
    return board.n == 2 && board.at[0] >= 0 && board.at[0] < LUDC_SITE_TYPES ? board.at[0] : -1;
}

unsigned ludc_site_types(const ludc_reasoner *r)
{
    return ludc_board_type(r) < 0 ? 0 : (unsigned)data_named(r, "geometry board").at[1];
}

size_t ludc_sites(const ludc_reasoner *r, ludc_site_type type)
{
    return data_of(r, type, "phase").n; /* a number each */
}

size_t ludc_site_label(const ludc_reasoner *r, ludc_site_type type, size_t site, char *out, size_t size)
{
    char number[24];
    if (size)
        *out = '\0';
    if (!r || (unsigned)type >= LUDC_SITE_TYPES)
        return 0;
    if (site < ludc_sites(r, type)) {
        char space[32];
        snprintf(space, sizeof space, "geometry %s", type_word[type]);
        snprintf(number, sizeof number, "%zu", site);
        const char *label = label_in(r, space, site);
        return text_out(label ? label : number, out, size);
    }
    for (size_t i = 1; i < ludc_containers(r); i++) {
        ludc_container c;
        if (ludc_container_of(r, i, &c) != LUDC_OK || site < c.first || site - c.first >= c.size)
            continue;
        snprintf(number, sizeof number, ".%zu", site - c.first + 1);
        int n = snprintf(out, size, "%s%s", c.name, c.size > 1 ? number : "");
        return n < 0 ? 0 : (size_t)n;
    }
    return 0;
}

/* Number k of a table of doubles, two words each, the lower one first. */
static double real_at(Row row, size_t k)
{
    uint64_t bits = (uint64_t)(uint32_t)row.at[2 * k] | (uint64_t)(uint32_t)row.at[2 * k + 1] << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

ludc_status ludc_site_place(const ludc_reasoner *r, ludc_site_type type, size_t site, double out[3])
{
    Row place = data_of(r, type, "place"), height = data_of(r, type, "height");
    if (!out || site >= place.n / 4)
        return LUDC_USAGE;
    out[0] = real_at(place, 2 * site);
    out[1] = real_at(place, 2 * site + 1);
    out[2] = site < height.n / 2 ? real_at(height, site) : 0;
    return LUDC_OK;
}

size_t ludc_site_outline(const ludc_reasoner *r, ludc_site_type type, size_t site, int32_t *out, size_t room)
{
    return copy_out(list_of(data_of(r, type, "outline"), ludc_sites(r, type), site), out, room);
}

int ludc_site_phase(const ludc_reasoner *r, ludc_site_type type, size_t site)
{
    Row phase = data_of(r, type, "phase");
    return site < phase.n ? phase.at[site] : -1;
}

/* ---- neighbours -------------------------------------------------------------------------------- */

static Row steps_of(const ludc_reasoner *r, ludc_site_type type, size_t site)
{
    return list_of(data_of(r, type, "step"), ludc_sites(r, type), site);
}

static ludc_step step_at(Row row, size_t k)
{
    uint32_t ways = (uint32_t)row.at[2 * k + 1], wind = ways >> STEP_WIND & STEP_NO_WIND;
    ludc_step step = {row.at[2 * k], ways & ((1u << STEP_RELATIONS) - 1), 0};
    if (wind < LUDC_DIRECTIONS)
        step.directions |= UINT64_C(1) << wind;
    step.directions |= (uint64_t)(ways >> STEP_TURN & ((1u << TURNS) - 1)) << FIRST_TURN;
    return step;
}

size_t ludc_steps(const ludc_reasoner *r, ludc_site_type type, size_t site, ludc_step *out, size_t room)
{
    Row row = steps_of(r, type, site);
    for (size_t k = 0; out && k < row.n / 2 && k < room; k++)
        out[k] = step_at(row, k);
    return row.n / 2;
}

/* Those whose steps have one of the directions. */
static size_t neighbours(const ludc_reasoner *r, ludc_site_type type, size_t site, ludc_relation relation,
                         uint64_t directions, int32_t *out, size_t room)
{
    Row row = steps_of(r, type, site);
    size_t n = 0;
    if ((unsigned)relation >= LUDC_RELATIONS)
        return 0;
    for (size_t k = 0; k < row.n / 2; k++) {
        ludc_step step = step_at(row, k);
        if (!(step.relations >> relation & 1) || (directions && !(step.directions & directions)))
            continue;
        if (out && n < room)
            out[n] = step.to;
        n++;
    }
    return n;
}

size_t ludc_neighbours(const ludc_reasoner *r, ludc_site_type type, size_t site, ludc_relation relation,
                       int32_t *out, size_t room)
{
    return neighbours(r, type, site, relation, 0, out, room);
}

size_t ludc_neighbours_in(const ludc_reasoner *r, ludc_site_type type, size_t site, ludc_relation relation,
                          unsigned direction, int32_t *out, size_t room)
{
    return direction < LUDC_DIRECTIONS ? neighbours(r, type, site, relation, UINT64_C(1) << direction, out, room) : 0;
}

uint64_t ludc_directions(const ludc_reasoner *r, ludc_site_type type, ludc_relation relation)
{
    uint64_t all = 0;
    Row data = data_of(r, type, "step");
    size_t sites = ludc_sites(r, type);
    for (size_t site = 0; (unsigned)relation < LUDC_RELATIONS && site < sites; site++) {
        Row row = list_of(data, sites, site);
        for (size_t k = 0; k < row.n / 2; k++)
            if (step_at(row, k).relations >> relation & 1)
                all |= step_at(row, k).directions;
    }
    return all;
}

const char *ludc_direction_name(unsigned direction)
{
    return direction < LUDC_DIRECTIONS ? direction_word[direction] : NULL;
}

int ludc_direction(const char *name)
{
    for (int i = 0; name && i < LUDC_DIRECTIONS; i++)
        if (!strcmp(direction_word[i], name))
            return i;
    return -1;
}

size_t ludc_ring(const ludc_reasoner *r, ludc_site_type type, size_t site, int32_t *out, size_t room)
{
    return copy_out(list_of(data_of(r, type, "ring"), ludc_sites(r, type), site), out, room);
}

/* ---- sets of sites --------------------------------------------------------------------------------- */

size_t ludc_side(const ludc_reasoner *r, ludc_site_type type, unsigned direction, int32_t *out, size_t room)
{
    if (direction >= COMPASS)
        return 0;
    return copy_out(list_of(data_of(r, type, "set"), SETS + COMPASS, SETS + direction), out, room);
}

size_t ludc_site_sets(void)
{
    return SETS;
}

const char *ludc_site_set_name(size_t set)
{
    return set < SETS ? set_word[set] : NULL;
}

size_t ludc_site_set(const ludc_reasoner *r, ludc_site_type type, size_t set, int32_t *out, size_t room)
{
    if (set >= SETS)
        return 0;
    return copy_out(list_of(data_of(r, type, "set"), SETS + COMPASS, set), out, room);
}

/* ---- containers, pieces, regions ----------------------------------------------------------------------- */

size_t ludc_containers(const ludc_reasoner *r)
{
    return data_named(r, "geometry container").n / WORDS_OF_CONTAINER;
}

ludc_status ludc_container_of(const ludc_reasoner *r, size_t index, ludc_container *out)
{
    Row row = data_named(r, "geometry container");
    if (!out || index >= row.n / WORDS_OF_CONTAINER)
        return LUDC_USAGE;
    const int32_t *at = row.at + index * WORDS_OF_CONTAINER;
    const char *name = label_in(r, "geometry container", index);
    *out = (ludc_container){name ? name : "", (ludc_container_kind)at[0], (unsigned)at[1], (uint32_t)at[2], (uint32_t)at[3]};
    return LUDC_OK;
}

size_t ludc_pieces(const ludc_reasoner *r)
{
    return data_named(r, "geometry piece").n;
}

const char *ludc_piece_name(const ludc_reasoner *r, size_t piece)
{
    return piece < ludc_pieces(r) ? label_in(r, "piece", piece) : NULL;
}

unsigned ludc_piece_owner(const ludc_reasoner *r, size_t piece)
{
    Row owner = data_named(r, "geometry piece");
    return piece < owner.n ? (unsigned)owner.at[piece] : 0;
}

size_t ludc_regions(const ludc_reasoner *r)
{
    return data_named(r, "geometry region owner").n;
}

ludc_status ludc_region_of(const ludc_reasoner *r, size_t index, ludc_region *out)
{
    Row owner = data_named(r, "geometry region owner"), known = data_named(r, "geometry region known");
    if (!out || index >= owner.n || index >= known.n)
        return LUDC_USAGE;
    const char *name = label_in(r, "geometry region", index);
    *out = (ludc_region){name ? name : "", (unsigned)owner.at[index], known.at[index] != 0};
    return LUDC_OK;
}

size_t ludc_region_sites(const ludc_reasoner *r, size_t index, int32_t *out, size_t room)
{
    return copy_out(list_of(data_named(r, "geometry region sites"), ludc_regions(r), index), out, room);
}
