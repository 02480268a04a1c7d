/* track_index.c - tracks that come back to a site: which place of the track is meant by
 * the site of a piece.  The reference counts the pieces of each kind on each place of
 * each track (`OnTrackIndices`), and so does laps.gir. */
#include <string.h>

#include "frontend/lud/gir/laps.h"
#include "frontend/lud/lower/state/track_index.h"
#include "frontend/lud/lower/geometry/track.h"

enum { MOST = 16000 };

static int places(const Lower *l)
{
    int most = 0;
    for (size_t i = 0; i < l->sym->track.n; i++)
        most = l->sym->track.at[i].n > most ? l->sym->track.at[i].n : most;
    return most;
}

static int often(const Lower *l)
{
    int most = 0;
    for (size_t i = 0; i < l->sym->track.n; i++) {
        int n = track_most_times(&l->sym->track.at[i]);
        most = n > most ? n : most;
    }
    return most;
}

static int table(Lower *l, const char *name, int lo, int hi, int last, int32_t *value)
{
    const IrDim dim[3] = {lw_dim((int)l->sym->track.n), lw_dim_site(l), lw_dim(last)};
    int made = ir_table_add(l->game, name, ir_int(lo, hi), false, 3, dim);
    memcpy(l->game->table.at[made].value, value, sizeof *value * l->sym->track.n * (size_t)dim[1].size * (size_t)last);
    return made;
}

static void tables(Lower *l, int n, int most)
{
    int sites = lw_dim_site(l).size;
    size_t rows = l->sym->track.n * (size_t)sites;
    int32_t *at = ARENA_ARRAY(l->arena, int32_t, rows * (size_t)most);
    int32_t *after = ARENA_ARRAY(l->arena, int32_t, rows * (size_t)n);
    for (size_t row = 0; row < rows; row++) {
        const Track *track = &l->sym->track.at[row / (size_t)sites];
        int site = (int)(row % (size_t)sites), place = -1, first = track_place_after(track, site, -1);
        for (int k = 0; k < most; k++) {
            place = k == 0 || place >= 0 ? track_place_after(track, site, place) : -1;
            at[row * (size_t)most + (size_t)k] = place;
        }
        for (int i = 0; i < n; i++) {
            int later = track_place_after(track, site, i);
            after[row * (size_t)n + (size_t)i] = later >= 0 ? later : first;
        }
    }
    table(l, "lap_at", -1, n - 1, most, at);
    table(l, "lap_after", -1, n - 1, n, after);
}

void lower_lap_state(Lower *l)
{
    l->field->lap = -1;
    if (!lower_asks_laps(l))
        return;
    int n = places(l), most = often(l);
    int64_t kinds = (int64_t)l->sym->component.n, tracks = (int64_t)l->sym->track.n;
    IrDim dim = lw_dim((int)(tracks * kinds * n));
    l->field->lap = ir_field_add(l->game, "lap", ir_int(-MOST, MOST), &dim);
    l->facts->lap_places = n;
    tables(l, n, most);
    const IrConst constants[] = {{"T", tracks}, {"KINDS", kinds}, {"PLACES", n}, {"OFTEN", most}, {"MOST", MOST}};
    const Source *text = source_add(l->session->sources, "<laps>", lud_laps_gir, strlen(lud_laps_gir));
    if (!text || !ir_read_into(l->game, text, constants, sizeof constants / sizeof *constants))
        lower_unsupported(l, l->root, "so many places of tracks");
}

static void run(Lower *l, Ir **block, const char *proc, int n, Ir **arg)
{
    ir_append(l->game, block, ir_call(l->game, IR_OP_DO, ir_fn_find(l->game, proc), n, arg));
}

static Ir *number(Lower *l, const Ir *count)
{
    return count ? lw_copy(l, count) : lw_int(l, 1);
}

Ir *lower_lap_of(Lower *l, int track, Ir *what, Ir *site)
{
    Ir *arg[3] = {lw_int(l, track), what, site};
    return ir_call(l->game, IR_OP_CALL, ir_fn_find(l->game, "lap_of"), 3, arg);
}

/* With stacks an added piece is counted twice. */
void lower_lap_enter(Lower *l, Ir **block, const Ir *site, const Ir *piece, const Ir *count)
{
    if (l->field->lap < 0)
        return;
    Ir *arg[3] = {lw_copy(l, piece), lw_copy(l, site), l->facts->stacks ? lw_int(l, 2) : number(l, count)};
    run(l, block, "lap_enter", 3, arg);
}

void lower_lap_leave(Lower *l, Ir **block, const Ir *site, const Ir *piece)
{
    if (l->field->lap < 0)
        return;
    Ir *arg[2] = {piece ? lw_copy(l, piece) : lw_at(l, l->sites->what, lw_copy(l, site)), lw_copy(l, site)};
    run(l, block, "lap_leave", 2, arg);
}

void lower_lap_go(Lower *l, Ir **block, const Ir *from, const Ir *to, const Ir *piece, const Ir *count)
{
    if (l->field->lap < 0)
        return;
    Ir *arg[4] = {lw_copy(l, piece), lw_copy(l, from), lw_copy(l, to), number(l, count)};
    run(l, block, "lap_go", 4, arg);
}

void lower_lap_start(Lower *l, int64_t site, int piece, int64_t count)
{
    for (size_t t = 0; l->field->lap >= 0 && t < l->sym->track.n; t++) {
        int i = track_place_after(&l->sym->track.at[t], (int)site, -1);
        if (i >= 0) {
            int64_t row = (int64_t)(t * l->sym->component.n) + piece;
            l->game->field.at[l->field->lap].init[row * l->facts->lap_places + i] += l->facts->stacks ? 2 : count;
        }
    }
}

bool lower_lap_only(Lower *l, const Ir *statement)
{
    return l->field->lap >= 0 && statement->op == IR_OP_DO &&
           strncmp(l->game->fn.at[statement->k]->name, "lap_", 4) == 0;
}
