/* track.c - tracks: how they are written, which one is meant, and where on it a
 * site lies. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "frontend/lud/lower/state/track_index.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/geometry/surakarta.h"
#include "frontend/lud/lower/geometry/track.h"

/* ---- the equipment's tracks -------------------------------------------------------------- */

typedef VEC(int) Path;

static bool walk_ray(Lower *l, const Term *t, Path *path, int wind, int steps)
{
    int at = path->at[path->n - 1];
    if (at < 0 || at >= l->sites->layer->n)
        return session_error(l->session, term_at(t), "the track leads on from no site of the board");
    Sites rays = board_radials_wind(l->arena, l->sites->layer, at, wind);
    for (int r = 0; r < rays.n; r++) {
        const Radial *ray = &l->sites->layer->site[at].radial[rays.at[r]];
        for (int i = 1; i < ray->n && i <= steps; i++)
            vec_push(l->arena, path, ray->site[i]);
    }
    return true;
}

/* A step that is none; where the text stands as it is written, the very step, with what is meant by `Left`. */
static bool wrong_step(Lower *l, const Term *t, const char *step, size_t n)
{
    static const char *const words[][2] = {{"left", "W"}, {"right", "E"}, {"up", "N"}, {"down", "S"}, {"top", "N"}, {"bottom", "S"},
                                           {"north", "N"}, {"south", "S"}, {"east", "E"}, {"west", "W"}, {"n", "N"}, {"s", "S"}, {"e", "E"}, {"w", "W"}, {"end", "End"}};
    const Span at = term_at(t);
    const Source *source = source_of(l->session->sources, at.lo);
    const char *text = source ? source->text + (at.lo - source->base) : "";
    const uint32_t before = (uint32_t)(step - t->text) + 1;
    const bool verbatim = *text == '"' && !strncmp(text + 1, t->text, strlen(t->text));
    size_t letters = 0;
    while (letters < n && (step[letters] < '0' || step[letters] > '9'))
        letters++;
    session_error(l->session, verbatim ? (Span){at.lo + before, at.lo + before + (uint32_t)n} : at, "the track `%s` has no such step: `%.*s`", t->text, (int)n, step);
    for (size_t i = 0; verbatim && i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i][0]) == letters && !strncasecmp(words[i][0], step, letters)) {
            diag_note(l->session->diags, (Span){0, 0}, "did you mean `%s`?", words[i][1]);
            diag_fix(l->session->diags, FIX_INSTEAD, (Span){at.lo + before, at.lo + before + (uint32_t)letters}, "%s", words[i][1]);
        }
    }
    return false;
}

/* One step of "0,E,N3,End": a site, a direction with a number of steps, or the end. */
static bool walk_step(Lower *l, const Term *t, Path *path, const char *step, size_t n)
{
    char name[16] = "";
    size_t letters = 0;
    if (n == 3 && strncmp(step, "End", 3) == 0) {
        vec_push(l->arena, path, TRACK_END);
        return true;
    }
    while (letters < n && (step[letters] < '0' || step[letters] > '9'))
        letters++;
    if (letters == 0) {
        vec_push(l->arena, path, atoi(step));
        return true;
    }
    if (letters < sizeof name) {
        memcpy(name, step, letters);
        name[letters] = '\0';
    }
    int wind = wind_find(name), steps = letters < n ? atoi(step + letters) : MAX_TRACK;
    if (wind < 0 || path->n == 0)
        return wrong_step(l, t, step, n);
    return walk_ray(l, t, path, wind, steps);
}

static bool walk(Lower *l, const Term *t, Path *path)
{
    for (const char *p = t->text; *p;) {
        size_t n = strcspn(p, ",");
        if (!walk_step(l, t, path, p, n))
            return false;
        p += n + (p[n] == ',');
    }
    return true;
}

static void add_track(Lower *l, const Term *t)
{
    const Term *sites = term_arg(t, SLOT_sites), *text = term_arg(t, SLOT_walk), *role = term_arg(t, SLOT_role);
    const Term *owner = term_arg(t, SLOT_owner), *loop = term_arg(t, SLOT_loop), *directed = term_arg(t, SLOT_directed);
    Path path = {0}, merged = {0}, bump = {0};
    bool turns = false;
    Track track = {.name = term_arg(t, SLOT_name)->text, .distinct = true, .loop = loop && loop->number};
    track.owner = owner ? (int)owner->number : role ? role_fixed(l, role->text) : 0;
    if ((!sites && !text) || (directed && directed->number && lower_reads(l->root, LUD_sow)) || track.owner < 0) {
        lower_unsupported(l, t, "this form of (track ..)");
        return;
    }
    for (uint32_t i = 0; sites && i < sites->n; i++)
        vec_push(l->arena, &path, (int)sites->slot[i]->number);
    if (text && !walk(l, text, &path))
        return;
    for (size_t i = 0; i < path.n; i++) {
        int times = 0;
        for (; i + 1 < path.n && path.at[i] == path.at[i + 1]; i++)
            times++;
        for (size_t k = 0; k < merged.n; k++)
            track.distinct &= merged.at[k] != path.at[i];
        vec_push(l->arena, &merged, path.at[i]);
        vec_push(l->arena, &bump, times);
        turns |= times > 0;
    }
    if (merged.n < 2) {
        session_error(l->session, term_at(t), "a track has at least two sites");
        return;
    }
    track.n = (int)merged.n;
    track.site = merged.at;
    track.bump = turns ? bump.at : NULL;
    vec_push(l->arena, &l->sym->track, track);
}

void lower_tracks(Lower *l, const Term *board)
{
    if (term_is(board, LUD_surakarta_board)) {
        lower_surakarta_tracks(l, board);
        return;
    }
    const Term *one = term_arg(board, SLOT_track), *many = term_arg(board, SLOT_tracks);
    if (one)
        add_track(l, one);
    for (uint32_t i = 0; many && i < many->n; i++)
        add_track(l, many->slot[i]);
}

/* ---- positions ------------------------------------------------------------------------------ */

int track_place_after(const Track *track, int site, int after)
{
    for (int i = after + 1; i < track->n; i++)
        if (track->site[i] == site)
            return i;
    return -1;
}

int track_most_times(const Track *track)
{
    int most = 0;
    for (int k = 0; k < track->n; k++) {
        int n = 0;
        for (int i = k; i >= 0; i = track_place_after(track, track->site[k], i))
            n++;
        most = n > most ? n : most;
    }
    return most;
}

/* The index before or after; -1 where the track ends. */
static int beside(const Track *track, int i, int step)
{
    int next = i + step;
    if (next < 0 || next >= track->n)
        return track->loop ? (next + track->n) % track->n : -1;
    return next;
}

/* The numbers of all positions, where sites serve for them. */
static void fill_course(const Track *track, bool distinct, int sites, int n, int32_t *out[4])
{
    for (int s = 0; s < sites; s++) {
        int i = track ? track_first_index(track, s) : -1;
        out[0][s] = distinct && i >= 0 ? s : i;
    }
    for (int p = 0; p < n; p++) {
        int i = !track ? -1 : distinct ? track_first_index(track, p) : p < track->n ? p : -1;
        out[1][p] = i < 0 ? -1 : track->site[i];
        for (int k = 0; k < 2; k++) {
            int other = i < 0 ? -1 : beside(track, i, k ? -1 : 1);
            out[2 + k][p] = distinct && other >= 0 ? track->site[other] : other;
        }
    }
}

Course lower_course(Lower *l, const Track *const *track, Ir *who)
{
    int sites = lw_dim_site(l).size, players = who ? lw_dim_player(l).size : 1;
    bool distinct = true;
    Course c = {.who = who, .site = -1};
    for (int p = 0; p < players; p++) {
        distinct &= !track[p] || track[p]->distinct;
        c.n = track[p] && track[p]->n > c.n ? track[p]->n : c.n;
    }
    int n = distinct ? sites : c.n;
    const int size[4] = {sites, n, n, n};
    int32_t *value[4];
    for (int k = 0; k < 4; k++)
        value[k] = ARENA_ARRAY(l->arena, int32_t, players * size[k]);
    for (int p = 0; p < players; p++) {
        int32_t *out[4];
        for (int k = 0; k < 4; k++)
            out[k] = value[k] + p * size[k];
        fill_course(track[p], distinct, sites, n, out);
    }
    IrDim by_site[2] = {lw_dim_player(l), lw_dim_site(l)}, by_position[2] = {by_site[0], by_site[1]};
    by_position[1] = distinct ? by_site[1] : lw_dim(n);
    c.type = ir_int(-1, n - 1);
    c.type.space = by_position[1].space;
    int skip = who ? 0 : 1, ndim = 2 - skip;
    c.first = lw_int_table(l, "on", -1, n - 1, c.type.space, ndim, by_site + skip, value[0]);
    c.next = lw_int_table(l, "next_on", -1, n - 1, c.type.space, ndim, by_position + skip, value[2]);
    c.prev = lw_int_table(l, "before_on", -1, n - 1, c.type.space, ndim, by_position + skip, value[3]);
    if (!distinct)
        c.site = lw_int_table(l, "along", TRACK_END, sites - 1, l->sym->space_site, ndim, by_position + skip, value[1]);
    return c;
}

Ir *track_course_read(Lower *l, const Course *c, int table, Ir *at)
{
    Ir *index[2] = {lw_copy(l, c->who), lw_copy(l, at)};
    int skip = c->who ? 0 : 1;
    return ir_tab(l->game, table, 2 - skip, index + skip);
}

Ir *track_course_site(Lower *l, const Course *c, Ir *at)
{
    return c->site < 0 ? lw_copy(l, at) : track_course_read(l, c, c->site, at);
}

/* ---- (trackSite ..) ----------------------------------------------------------------------------- */

bool track_comes_back(const Lower *l)
{
    for (size_t i = 0; i < l->sym->track.n; i++)
        if (!l->sym->track.at[i].distinct && !l->sym->track.at[i].bump) /* one with arcs does not count as such */
            return true;
    return false;
}

/* How far, on whose track. */

bool lower_asks_laps(Lower *l)
{
    return track_comes_back(l) && lower_reads(l->root, LUD_track_site_move);
}

int track_first_index(const Track *track, int site)
{
    return track_place_after(track, site, -1);
}
