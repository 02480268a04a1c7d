/* explain_geometry.c - ludc explain --geometry: the board as a reasoner has it, by ludc.h alone. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/json_text.h"
#include "base/memory.h"
#include "driver/explain/explain.h"
#include "ir/offer/offer.h"
#include "runtime/include/ludc.h"

static const char *const type_name[LUDC_SITE_TYPES] = {"V", "E", "C"};
static const char *const relation_name[LUDC_RELATIONS] = {"all", "adj", "orth", "diag", "off"};

/* A list of sites of whatever kind, as the interface writes it. */
typedef size_t ListCall(const ludc_reasoner *r, ludc_site_type type, size_t index, int32_t *out, size_t room);

static json_t *list(ListCall *call, const ludc_reasoner *r, ludc_site_type type, size_t index)
{
    size_t n = call(r, type, index, NULL, 0);
    int32_t *at = malloc((n + 1) * sizeof *at);
    json_t *all = json_array();
    if (!at)
        memory_out();
    call(r, type, index, at, n);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(all, json_integer(at[i]));
    free(at);
    return all;
}

static json_t *lists(ListCall *call, const ludc_reasoner *r, ludc_site_type type)
{
    json_t *all = json_array();
    for (size_t site = 0; site < ludc_sites(r, type); site++)
        json_array_append_new(all, list(call, r, type, site));
    return all;
}

/* ---- what is called ------------------------------------------------------------------ */

#define RELATION_CALL(name, relation)                                                                            \
    static size_t name(const ludc_reasoner *r, ludc_site_type type, size_t site, int32_t *out, size_t room)       \
    {                                                                                                            \
        return ludc_neighbours(r, type, site, relation, out, room);                                              \
    }
RELATION_CALL(all_of, LUDC_RELATION_ALL)
RELATION_CALL(adjacent_of, LUDC_RELATION_ADJACENT)
RELATION_CALL(orthogonal_of, LUDC_RELATION_ORTHOGONAL)
RELATION_CALL(diagonal_of, LUDC_RELATION_DIAGONAL)
RELATION_CALL(off_diagonal_of, LUDC_RELATION_OFF_DIAGONAL)

static ListCall *const relation_call[LUDC_RELATIONS] = {all_of, adjacent_of, orthogonal_of, diagonal_of,
                                                        off_diagonal_of};

static size_t side_of(const ludc_reasoner *r, ludc_site_type type, size_t direction, int32_t *out, size_t room)
{
    return ludc_side(r, type, (unsigned)direction, out, room);
}

static size_t region_of(const ludc_reasoner *r, ludc_site_type type, size_t index, int32_t *out, size_t room)
{
    (void)type;
    return ludc_region_sites(r, index, out, room);
}

/* ---- the sites of a type ---------------------------------------------------------------- */

static json_t *places(const ludc_reasoner *r, ludc_site_type type)
{
    json_t *all = json_array();
    for (size_t site = 0; site < ludc_sites(r, type); site++) {
        double at[3];
        if (ludc_site_place(r, type, site, at) == LUDC_OK)
            json_array_append_new(all, json_pack("[f, f, f]", at[0], at[1], at[2]));
    }
    return all;
}

static json_t *labels(const ludc_reasoner *r, ludc_site_type type)
{
    json_t *all = json_array();
    for (size_t site = 0; site < ludc_sites(r, type); site++) {
        char label[64];
        ludc_site_label(r, type, site, label, sizeof label);
        json_array_append_new(all, json_text(label));
    }
    return all;
}

static json_t *phases(const ludc_reasoner *r, ludc_site_type type)
{
    json_t *all = json_array();
    for (size_t site = 0; site < ludc_sites(r, type); site++)
        json_array_append_new(all, json_integer(ludc_site_phase(r, type, site)));
    return all;
}

static json_t *direction_names(uint64_t directions)
{
    json_t *all = json_array();
    for (unsigned d = 0; d < LUDC_DIRECTIONS; d++)
        if (directions >> d & 1)
            json_array_append_new(all, json_string(ludc_direction_name(d)));
    return all;
}

/* Of each site, by direction, the sites that its steps lead to. */
static json_t *towards(const ludc_reasoner *r, ludc_site_type type)
{
    json_t *all = json_array();
    for (size_t site = 0; site < ludc_sites(r, type); site++) {
        json_t *one = json_object();
        for (unsigned d = 0; d < LUDC_DIRECTIONS; d++) {
            int32_t at[64];
            size_t n = ludc_neighbours_in(r, type, site, LUDC_RELATION_ALL, d, at, 64);
            json_t *to = n ? json_array() : NULL;
            for (size_t i = 0; i < n && i < 64; i++)
                json_array_append_new(to, json_integer(at[i]));
            if (to)
                json_object_set_new(one, ludc_direction_name(d), to);
        }
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *sets(const ludc_reasoner *r, ludc_site_type type)
{
    json_t *all = json_object(), *sides = json_object();
    for (size_t set = 0; set < ludc_site_sets(); set++)
        json_object_set_new(all, ludc_site_set_name(set), list(ludc_site_set, r, type, set));
    for (unsigned wind = 0; wind < 16; wind++)
        if (side_of(r, type, wind, NULL, 0))
            json_object_set_new(sides, ludc_direction_name(wind), list(side_of, r, type, wind));
    json_object_set_new(all, "sides", sides);
    return all;
}

static json_t *type_json(const ludc_reasoner *r, ludc_site_type type)
{
    json_t *one = json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "n", (json_int_t)ludc_sites(r, type), "xy",
                            places(r, type), "label", labels(r, type), "phase", phases(r, type), "vertices",
                            lists(ludc_site_outline, r, type), "rings", lists(ludc_ring, r, type), "steps",
                            towards(r, type), "sets", sets(r, type));
    json_t *supported = json_object();
    for (int relation = 0; relation < LUDC_RELATIONS; relation++) {
        json_object_set_new(one, relation_name[relation], lists(relation_call[relation], r, type));
        json_object_set_new(supported, relation_name[relation],
                            direction_names(ludc_directions(r, type, (ludc_relation)relation)));
    }
    json_object_set_new(one, "supported", supported);
    return one;
}

/* ---- everything ------------------------------------------------------------------------------ */

static json_t *containers(const ludc_reasoner *r)
{
    static const char *const kind[] = {"board", "hand", "dice"};
    json_t *all = json_array();
    for (size_t i = 0; i < ludc_containers(r); i++) {
        ludc_container c;
        if (ludc_container_of(r, i, &c) == LUDC_OK)
            json_array_append_new(all, json_pack("{s:o, s:s, s:i, s:i, s:i}", "name", json_text(c.name), "kind", kind[c.kind],
                                                 "owner", (int)c.owner, "from", (int)c.first, "n", (int)c.size));
    }
    return all;
}

static json_t *pieces(const ludc_reasoner *r)
{
    json_t *all = json_array();
    for (size_t i = 0; i < ludc_pieces(r); i++)
        json_array_append_new(all, json_pack("{s:o, s:i}", "name", json_text(ludc_piece_name(r, i)), "owner",
                                             (int)ludc_piece_owner(r, i)));
    return all;
}

static json_t *regions(const ludc_reasoner *r)
{
    json_t *all = json_array();
    for (size_t i = 0; i < ludc_regions(r); i++) {
        ludc_region one;
        if (ludc_region_of(r, i, &one) == LUDC_OK)
            json_array_append_new(all, json_pack("{s:o, s:i, s:b, s:o}", "name", json_text(one.name), "owner", (int)one.owner,
                                                 "known", one.known, "sites", list(region_of, r, LUDC_CELL, i)));
    }
    return all;
}

static void print_json(const ludc_reasoner *r, Out *out)
{
    json_t *types = json_object(), *used = json_array();
    int own = ludc_board_type(r);
    for (int type = 0; own >= 0 && type < LUDC_SITE_TYPES; type++) {
        json_object_set_new(types, type_name[type], type_json(r, (ludc_site_type)type));
        if (ludc_site_types(r) >> type & 1)
            json_array_append_new(used, json_string(type_name[type]));
    }
    json_t *top = json_pack("{s:o, s:s?, s:o, s:o, s:o, s:o, s:o}", "game", json_text(ludc_name(r)), "use",
                            own < 0 ? NULL : type_name[own], "used", used, "types", types, "containers",
                            containers(r), "pieces", pieces(r), "regions", regions(r));
    json_line(top, JSON_COMPACT | JSON_REAL_PRECISION(17), out);
}

/* For people: a site of the board a line. */
static void print_table(const ludc_reasoner *r, Out *out)
{
    int own = ludc_board_type(r);
    if (own < 0) {
        out_printf(out, "%s has no board\n", ludc_name(r));
        return;
    }
    out_printf(out, "%s is played on type %s of %zu vertices, %zu edges, %zu cells\n", ludc_name(r), type_name[own],
               ludc_sites(r, LUDC_VERTEX), ludc_sites(r, LUDC_EDGE), ludc_sites(r, LUDC_CELL));
    for (size_t i = 0; i < ludc_containers(r); i++) {
        ludc_container c;
        if (ludc_container_of(r, i, &c) == LUDC_OK)
            out_printf(out, "%s\towner %u\tsites %u to %u\n", c.name, c.owner, (unsigned)c.first,
                       (unsigned)(c.first + c.size - 1));
    }
    out_puts(out, "site\tlabel\tx\ty\tz\tring\n");
    for (size_t site = 0; site < ludc_sites(r, (ludc_site_type)own); site++) {
        char label[64];
        double at[3] = {0};
        int32_t ring[64];
        ludc_site_label(r, (ludc_site_type)own, site, label, sizeof label);
        ludc_site_place(r, (ludc_site_type)own, site, at);
        out_printf(out, "%zu\t%s\t%.4f\t%.4f\t%.4f\t", site, label, at[0], at[1], at[2]);
        size_t n = ludc_ring(r, (ludc_site_type)own, site, ring, 64);
        for (size_t k = 0; k < n && k < 64; k++)
            out_printf(out, k ? " %ld" : "%ld", (long)ring[k]);
        out_char(out, '\n');
    }
}

int explain_geometry(Job *job)
{
    job->compile.offers = IR_OFFER_GEOMETRY;
    int code = job_play(job);
    if (code)
        return code;
    Out out = {0};
    (job->options->json ? print_json : print_table)(job->player.reasoner, &out);
    code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}
