/* move.c - what features see of moves. */
#include "runtime/features/board.h"
#include "runtime/reading.h"

enum { KIND_PASS = 1, KIND_SWAP = 41, COLUMNS = 64 };

void board_columns(FeatureBoard *b, const ludc_reasoner *r)
{
    const int type = ludc_board_type(r);
    b->r = r;
    b->type = type < 0 ? LUDC_SITE_TYPES : (ludc_site_type)type;
    b->sites = type < 0 ? 0 : (uint32_t)ludc_sites(r, b->type);
    b->from = ludc_column(r, "from");
    b->to = ludc_column(r, "to");
    b->kind = ludc_column(r, "kind");
    b->from_type = ludc_column(r, "fromType");
    b->to_type = ludc_column(r, "toType");
}

/* A site of another type than the board's own is none here; those of hands have numbers beyond it. */
static int32_t own_site(const FeatureBoard *b, const int32_t *row, int site, int type)
{
    const int32_t at = row[site];
    return type >= 0 && row[type] >= 0 && row[type] != (int32_t)b->type && at < (int32_t)b->sites ? -1 : at;
}

bool board_move(const FeatureBoard *b, const void *state, ludc_move move, const ludc_feature_move *before, ludc_feature_move *out)
{
    int32_t row[COLUMNS];
    const ludc_reasoner *r = b->r;
    if (b->from < 0 || b->to < 0 || r->ncolumn > COLUMNS)
        return false;
    for (uint32_t i = 0; i < r->ncolumn; i++)
        row[i] = -1;
    r->describe(r, state, move, row);
    const int32_t kind = b->kind >= 0 ? row[b->kind] : -1;
    *out = (ludc_feature_move){.last_from = before ? before->from : -1,
                               .last_to = before ? before->to : -1,
                               .from = kind == KIND_PASS ? -1 : own_site(b, row, b->from, b->from_type),
                               .to = kind == KIND_PASS ? -1 : own_site(b, row, b->to, b->to_type)};
    out->aspatial = kind == KIND_PASS ? LUDC_MOVE_PASSES : kind == KIND_SWAP ? LUDC_MOVE_SWAPS : 0;
    if (out->from == out->to)
        out->from = -1;
    return true;
}

ludc_status ludc_feature_start(const ludc_reasoner *r, ludc_feature_move *out)
{
    if (!r || !out)
        return LUDC_USAGE;
    *out = (ludc_feature_move){-1, -1, -1, ludc_data_at(ludc_data_named(r, "geometry placed"), 0, -1), 0, 0};
    return LUDC_OK;
}

ludc_status ludc_feature_move_of(const ludc_reasoner *r, const void *state, ludc_move move,
                                 const ludc_feature_move *before, ludc_feature_move *out)
{
    FeatureBoard b = {0};
    if (!r || !state || !out || move >= r->codes)
        return LUDC_USAGE;
    board_columns(&b, r);
    if (!board_move(&b, state, move, before, out))
        return LUDC_UNSUPPORTED;
    out->player = ludc_mover(r, state);
    return LUDC_OK;
}
