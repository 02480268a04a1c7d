/* move.c - what features see of moves. */
#include "runtime/features/board.h"
#include "runtime/reading.h"

enum { KIND_PASS = 1, KIND_SWAP = 41, COLUMNS = 64 };

/* The column of that name in the row; `otherwise` where there is none. */
static int32_t column_in(const ludc_reasoner *r, const int32_t *row, const char *name, int32_t otherwise)
{
    int column = ludc_column(r, name);
    return column >= 0 ? row[column] : otherwise;
}

/* A site of another type than the board's own is none here. */
static int32_t own_site(const ludc_reasoner *r, const int32_t *row, const char *site, const char *type)
{
    const int own = ludc_board_type(r);
    const int32_t at = column_in(r, row, site, -1), of = column_in(r, row, type, own);
    const bool hand = own >= 0 && at >= (int32_t)ludc_sites(r, (ludc_site_type)own);
    return of >= 0 && of != own && !hand ? -1 : at;
}

ludc_status ludc_feature_start(const ludc_reasoner *r, ludc_feature_move *out)
{
    if (!r || !out)
        return LUDC_USAGE;
    const ludc_data *last = ludc_data_named(r, "geometry placed");
    *out = (ludc_feature_move){-1, -1, -1, last && last->n ? last->value[0] : -1, 0, 0};
    return LUDC_OK;
}

ludc_status ludc_feature_move_of(const ludc_reasoner *r, const void *state, ludc_move move,
                                 const ludc_feature_move *before, ludc_feature_move *out)
{
    int32_t row[COLUMNS];
    if (!r || !state || !out)
        return LUDC_USAGE;
    if (ludc_columns(r) > COLUMNS || ludc_column(r, "from") < 0 || ludc_column(r, "to") < 0)
        return LUDC_UNSUPPORTED;
    ludc_status status = ludc_describe(r, state, move, row);
    if (status)
        return status;
    const int32_t kind = column_in(r, row, "kind", -1);
    *out = (ludc_feature_move){.last_from = before ? before->from : -1,
                               .last_to = before ? before->to : -1,
                               .from = own_site(r, row, "from", "fromType"),
                               .to = own_site(r, row, "to", "toType"),
                               .player = ludc_mover(r, state)};
    out->aspatial = kind == KIND_PASS ? LUDC_MOVE_PASSES : kind == KIND_SWAP ? LUDC_MOVE_SWAPS : 0;
    if (kind == KIND_PASS)
        out->from = out->to = -1;
    if (out->from == out->to)
        out->from = -1;
    return LUDC_OK;
}
