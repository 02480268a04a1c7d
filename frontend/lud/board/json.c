/* json.c - a board's layer as JSON: one key a line. */
#include "frontend/lud/board/board.h"

#include <string.h>

#include "base/escape.h"

static void put_ints(Out *out, const int *at, int n)
{
    out_char(out, '[');
    for (int i = 0; i < n; i++)
        out_printf(out, i ? ",%d" : "%d", at[i]);
    out_char(out, ']');
}

static void put_lists(Out *out, const char *key, const Sites *list, int n)
{
    out_printf(out, ",\n\"%s\":[", key);
    for (int i = 0; i < n; i++) {
        if (i)
            out_char(out, ',');
        put_ints(out, list[i].at, list[i].n);
    }
    out_char(out, ']');
}

static void put_winds(Out *out, uint64_t winds)
{
    const char *comma = "";
    out_char(out, '[');
    for (int wind = 0; wind < WINDS; wind++)
        if (winds >> wind & 1) {
            out_printf(out, "%s\"%s\"", comma, wind_name[wind]);
            comma = ",";
        }
    out_char(out, ']');
}

static void put_places(Out *out, const BoardLayer *layer)
{
    out_printf(out, "{\"n\":%d,\n\"xy\":[", layer->n);
    for (int i = 0; i < layer->n; i++) {
        const BoardSite *site = &layer->site[i];
        out_printf(out, "%s[%.6f,%.6f,%.6f]", i ? "," : "", site->x, site->y, site->z);
    }
    out_puts(out, "],\n\"label\":[");
    for (int i = 0; i < layer->n; i++)
        out_puts(out, i ? "," : ""), out_json_text(out, layer->site[i].label);
    out_puts(out, "],\n\"rcl\":[");
    for (int i = 0; i < layer->n; i++) {
        const BoardSite *site = &layer->site[i];
        out_printf(out, "%s[%d,%d,%d]", i ? "," : "", site->row, site->column,
                   site->layer);
    }
    out_puts(out, "],\n\"phase\":[");
    for (int i = 0; i < layer->n; i++)
        out_printf(out, i ? ",%d" : "%d", layer->site[i].phase);
    out_char(out, ']');
}

static void put_relation(Out *out, const BoardLayer *layer, const char *key, Relation rel)
{
    Arena *work = arena_new();
    Sites *list = ARENA_ARRAY(work, Sites, layer->n);
    for (int i = 0; i < layer->n; i++)
        list[i] = board_neighbours(work, layer, i, rel);
    put_lists(out, key, list, layer->n);
    arena_free(work);
}

static void put_sets(Out *out, const BoardLayer *layer)
{
    out_puts(out, ",\n\"sets\":{");
    for (int set = 0; set < BOARD_SETS; set++) {
        out_printf(out, "\"%s\":", board_set_name[set]);
        put_ints(out, layer->set[set].at, layer->set[set].n);
        out_char(out, ',');
    }
    out_puts(out, "\"sides\":{");
    for (int wind = 0; wind < 16; wind++) {
        out_printf(out, "%s\"%s\":", wind ? "," : "", wind_name[wind]);
        put_ints(out, layer->side[wind].at, layer->side[wind].n);
    }
    out_puts(out, "}}");
}

static void put_supported(Out *out, const BoardLayer *layer)
{
    static const struct {
        Relation relation;
        const char *name;
    } row[4] = {{REL_ORTHOGONAL, "Orthogonal"},
                {REL_DIAGONAL, "Diagonal"},
                {REL_ADJACENT, "Adjacent"},
                {REL_ALL, "All"}};
    out_puts(out, ",\n\"supported\":{");
    for (int i = 0; i < 4; i++) {
        out_printf(out, "%s\"%s\":", i ? "," : "", row[i].name);
        put_winds(out, layer->supported[row[i].relation]);
    }
    out_char(out, '}');
}

/* The radials of one site: wind -> list of rays. */
static void put_radials_of(Out *out, const BoardSite *site)
{
    const char *outer = "";
    out_char(out, '{');
    for (int wind = 0; wind < WINDS; wind++) {
        const char *inner = "";
        for (int i = 0; i < site->nradial; i++) {
            if (site->radial[i].wind != wind)
                continue;
            if (!*inner)
                out_printf(out, "%s\"%s\":[", outer, wind_name[wind]);
            out_puts(out, inner);
            put_ints(out, site->radial[i].site, site->radial[i].n);
            inner = ",";
        }
        if (*inner) {
            out_char(out, ']');
            outer = ",";
        }
    }
    out_char(out, '}');
}

void board_json(const BoardLayer *layer, Out *out)
{
    Arena *work = arena_new();
    Sites *corners = ARENA_ARRAY(work, Sites, layer->n);
    put_places(out, layer);
    put_relation(out, layer, "orth", REL_ORTHOGONAL);
    put_relation(out, layer, "diag", REL_DIAGONAL);
    put_relation(out, layer, "adj", REL_ADJACENT);
    put_relation(out, layer, "off", REL_OFF_DIAGONAL);
    for (int i = 0; i < layer->n; i++)
        corners[i] = layer->site[i].corners;
    put_lists(out, "vertices", corners, layer->n);
    put_lists(out, "rows", layer->row, layer->nrow);
    put_lists(out, "columns", layer->column, layer->ncolumn);
    put_sets(out, layer);
    put_supported(out, layer);
    out_puts(out, ",\n\"radials\":[");
    for (int i = 0; i < layer->n; i++) {
        if (i)
            out_char(out, ',');
        put_radials_of(out, &layer->site[i]);
    }
    out_puts(out, "]}\n");
    arena_free(work);
}
