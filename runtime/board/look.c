/* look.c - what the rules say of looks: the data `look ..` of a reasoner (doc/abi.md).  What does not fit is as if it
 * were not there. */
#include "runtime/board/scene.h"
#include "runtime/reading.h"

static const ludc_data *named(const ludc_reasoner *r, const char *name, size_t least)
{
    const ludc_data *data = ludc_data_named(r, name);
    return data && data->n >= least ? data : NULL;
}

LookStyle look_style(const ludc_reasoner *r)
{
    const ludc_data *data = named(r, "look board", 1);
    return data && data->value[0] > 0 && data->value[0] < LOOK_STYLES ? (LookStyle)data->value[0] : STYLE_PLAIN;
}

bool look_chequered(const ludc_reasoner *r)
{
    const ludc_data *data = named(r, "look board", 2);
    return data && data->value[1] != 0;
}

int look_facing(const ludc_reasoner *r, size_t kind)
{
    const ludc_data *data = named(r, "look facing", kind + 1);
    return data && data->value[kind] >= 0 && data->value[kind] < 16 ? data->value[kind] : -1;
}

int32_t look_colour(const ludc_reasoner *r, unsigned owner)
{
    const ludc_data *data = named(r, "look colour", owner + 1u);
    return data && data->value[owner] >= 0 && data->value[owner] <= 0xffffff ? data->value[owner] : -1;
}

/* ---- lists ---------------------------------------------------------------------------- */

/* Row `index` of `rows` lists; NULL: there is none. */
static const int32_t *list_of(const ludc_data *data, size_t rows, size_t index, size_t *n)
{
    *n = 0;
    if (!data || index >= rows || data->n < rows + 1 || data->value[index] < 0 || data->value[index + 1] < data->value[index] ||
        (size_t)data->value[index + 1] > data->n - rows - 1)
        return NULL;
    *n = (size_t)(data->value[index + 1] - data->value[index]);
    return data->value + rows + 1 + data->value[index];
}

size_t look_tracks(const ludc_reasoner *r)
{
    const ludc_data *data = ludc_data_named(r, "look track owner");
    return data ? data->n : 0;
}

const int32_t *look_track(const ludc_reasoner *r, size_t track, size_t *n, unsigned *owner)
{
    const ludc_data *owners = named(r, "look track owner", track + 1);
    const int32_t *sites = list_of(ludc_data_named(r, "look track sites"), look_tracks(r), track, n);
    *owner = owners && owners->value[track] >= 0 && (uint32_t)owners->value[track] <= r->players ? (unsigned)owners->value[track] : 0;
    return owners ? sites : NULL;
}

size_t look_blocks(const ludc_reasoner *r)
{
    const ludc_data *data = named(r, "look block", 1);
    return data && data->value[0] > 0 ? (size_t)data->value[0] : 0;
}

const int32_t *look_block(const ludc_reasoner *r, size_t block, size_t *n)
{
    return list_of(ludc_data_named(r, "look block sites"), look_blocks(r), block, n);
}

/* Two numbers each: type of the sites, number. */
size_t look_hints(const ludc_reasoner *r)
{
    const ludc_data *data = ludc_data_named(r, "look hint number");
    return data ? data->n / 2 : 0;
}

const int32_t *look_hint(const ludc_reasoner *r, size_t hint, size_t *n, int *type, int32_t *value)
{
    const ludc_data *number = named(r, "look hint number", 2 * hint + 2);
    const int32_t *sites = list_of(ludc_data_named(r, "look hint sites"), look_hints(r), hint, n);
    if (!number || number->value[2 * hint] < 0 || number->value[2 * hint] >= LUDC_SITE_TYPES)
        return NULL;
    *type = number->value[2 * hint];
    *value = number->value[2 * hint + 1];
    return sites;
}
