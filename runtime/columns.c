/* columns.c - what a move is, in numbers; views by name. */
#include <string.h>

#include "runtime/abi.h"
#include "runtime/include/ludc.h"

size_t ludc_columns(const ludc_reasoner *r)
{
    return r ? r->ncolumn : 0;
}

const char *ludc_column_name(const ludc_reasoner *r, size_t column)
{
    return column < ludc_columns(r) ? r->column[column] : NULL;
}

int ludc_column(const ludc_reasoner *r, const char *name)
{
    for (size_t i = 0; name && i < ludc_columns(r); i++)
        if (!strcmp(r->column[i], name))
            return (int)i;
    return -1;
}

/* A build that does not keep how moves read leaves the columns as they are. */
ludc_status ludc_describe(const ludc_reasoner *r, const void *state, ludc_move move, int32_t *out)
{
    if (!r || !state || !out || move >= r->codes)
        return LUDC_USAGE;
    for (uint32_t i = 0; i < r->ncolumn; i++)
        out[i] = -1;
    r->describe(r, state, move, out);
    return LUDC_OK;
}

int ludc_view_find(const ludc_reasoner *r, const char *name)
{
    for (uint32_t i = 0; r && name && i < r->nview; i++)
        if (!strcmp(r->view_item[i].name, name))
            return (int)i;
    return -1;
}
