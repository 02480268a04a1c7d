/* scene_feature.c - a feature as a picture: see scene_feature.h. */
#include "runtime/board/scene_feature.h"

#include <math.h>
#include <string.h>

#include "runtime/board/scene.h"
#include "runtime/board/theme.h"
#include "runtime/features/board.h"
#include "runtime/game.h"

enum { LABEL = 64, CAPTION = 2048 };
static const double full_turn = 6.283185307179586;

/* Where a walk leads: its spots, the anchor first. */
typedef struct {
    Spot spot[MOST_STEPS + 1];
    uint32_t n;
    int32_t end; /* a site, or OFF_BOARD */
} Path;

typedef struct {
    const Feature *f;
    FeatureBoard board;
    BoardPosition position;
    Seats seats;
    Scene scene;
    int32_t anchor;
    uint8_t *marks; /* [sites] what was written there already */
    char *text;     /* of the feature */
    double weight;
} Drawing;

/* ---- walks --------------------------------------------------------------------------------- */

static bool walk_end(const Drawing *d, const Walk *walk, uint32_t steps, int32_t *end)
{
    const Walk part = {steps, walk->turn};
    SiteList ends = {0};
    bool ok = walk_ends(&d->board, &part, d->anchor, 0, 1, LUDC_TIES_SPLIT, &ends) && ends.n;
    *end = ok ? ends.at[0] : OFF_BOARD;
    LIST_FREE(&ends);
    return ok;
}

static Spot spot_of(const Drawing *d, int32_t site)
{
    const Seat *seat = &d->seats.seat[d->board.type][site];
    return (Spot){seat->x, seat->y};
}

/* Off the board a step is as long as others, in its direction: the first turn counts from north, others from straight ahead. */
static Path path_of(const Drawing *d, const Walk *walk)
{
    Path p = {.n = 1, .end = d->anchor};
    double heading = 0;
    p.spot[0] = spot_of(d, d->anchor);
    for (uint32_t i = 0; i < walk->n && p.end != OFF_BOARD; i++) {
        const Spot here = p.spot[p.n - 1];
        heading += walk->turn[i] * full_turn;
        walk_end(d, walk, i + 1, &p.end);
        const Spot next = p.end != OFF_BOARD ? spot_of(d, p.end)
                                             : (Spot){here.x + d->seats.unit * sin(heading), here.y - d->seats.unit * cos(heading)};
        if (hypot(next.x - here.x, next.y - here.y) > 1e-6)
            heading = atan2(next.x - here.x, here.y - next.y);
        p.spot[p.n++] = next;
    }
    return p;
}

/* ---- the anchor ------------------------------------------------------------------------------- */

static bool wants_off(const Element *e) { return e->kind == EL_OFF && !e->negated; }

/* Walks that end where they are wanted; -1: a part of the move would be off the board. */
static int fits(Drawing *d, int32_t anchor)
{
    const Feature *f = d->f;
    int good = 0;
    int32_t end;
    d->anchor = anchor;
    for (int p = 0; p < PARTS; p++)
        if (f->has[p] && (!walk_end(d, &f->walk[p], f->walk[p].n, &end) || end == OFF_BOARD))
            return -1;
    for (uint32_t i = 0; i < f->nelement; i++)
        good += walk_end(d, &f->element[i].walk, f->element[i].walk.n, &end) && (end == OFF_BOARD) == wants_off(&f->element[i]);
    return good;
}

static bool choose_anchor(Drawing *d)
{
    const double x = (d->seats.left + d->seats.right) / 2, y = (d->seats.top + d->seats.bottom) / 2;
    double nearest = 0;
    int32_t best = -1;
    int most = -1;
    for (uint32_t s = 0; s < d->board.sites; s++) {
        const Seat *seat = &d->seats.seat[d->board.type][s];
        const double far = hypot(seat->x - x, seat->y - y);
        const int good = seat->drawn && ring_size(&d->board, (int32_t)s) ? fits(d, (int32_t)s) : -1;
        if (good < 0 || good < most || (good == most && far > nearest - 1e-9))
            continue;
        most = good;
        nearest = far;
        best = (int32_t)s;
    }
    d->anchor = best;
    return best >= 0;
}

/* ---- shapes -------------------------------------------------------------------------------------- */

/* An arrow that ends before what is written at its end. */
static void draw_path(Drawing *d, const Path *p)
{
    if (p->n < 2)
        return;
    const Spot last = p->spot[p->n - 1], before = p->spot[p->n - 2];
    const double length = hypot(last.x - before.x, last.y - before.y), kept = length > 0 ? 1 - 0.4 * d->seats.unit / length : 0;
    Shape *line = scene_add(&d->scene, SHAPE_TRACK, p->spot[0].x, p->spot[0].y, d->seats.unit * 0.05);
    for (uint32_t i = 0; i + 1 < p->n; i++)
        scene_spot(&d->scene, line, p->spot[i].x, p->spot[i].y);
    if (kept > 0)
        scene_spot(&d->scene, line, before.x + kept * (last.x - before.x), before.y + kept * (last.y - before.y));
}

/* Texts at one site stand below each other. */
static void draw_label(Drawing *d, const Path *p, const char *text)
{
    const Spot at = p->spot[p->n - 1];
    const double size = d->seats.unit * (strlen(text) > 3 ? 0.2 : 0.34);
    const unsigned before = p->end != OFF_BOARD ? d->marks[p->end]++ : 0;
    scene_text(&d->scene, TEXT_NUMBER, at.x, at.y + before * size, size, text);
}

static Path place_of(const Drawing *d, const Walk *walk, int32_t site)
{
    if (!d->f->absolute)
        return path_of(d, walk);
    return (Path){.spot = {spot_of(d, site)}, .n = 1, .end = site};
}

static void draw_parts(Drawing *d)
{
    static const char *const name[PARTS] = {"last from", "last to", NULL, NULL};
    for (int p = 0; p < PARTS; p++) {
        if (!d->f->has[p])
            continue;
        const Path path = place_of(d, &d->f->walk[p], d->f->site[p]);
        const Spot at = path.spot[path.n - 1];
        draw_path(d, &path);
        if (name[p])
            draw_label(d, &path, name[p]);
        else
            scene_add(&d->scene, p == PART_TO ? SHAPE_TO : SHAPE_FROM, at.x, at.y, d->seats.unit * (p == PART_TO ? 0.4 : 0.34));
    }
}

static void draw_elements(Drawing *d)
{
    for (uint32_t i = 0; i < d->f->nelement; i++) {
        const Element *e = &d->f->element[i];
        const Path path = d->f->absolute && !e->walk.turn ? place_of(d, NULL, e->site) : path_of(d, &e->walk);
        char text[LABEL], number[LABEL / 2] = "";
        if (features_element_label[e->kind].numbered)
            snprintf(number, sizeof number, "%d", (int)e->index);
        snprintf(text, sizeof text, "%s%s%s", e->negated ? "!" : "", features_element_label[e->kind].label, number);
        if (e->kind == EL_OFF && e->negated == (path.end == OFF_BOARD))
            continue;
        draw_path(d, &path);
        draw_label(d, &path, text);
    }
}

static void draw_caption(Drawing *d)
{
    const double size = d->seats.unit * 0.28;
    double box[4];
    char line[CAPTION];
    if (!scene_bounds(&d->scene, box))
        return;
    snprintf(line, sizeof line, "weight %+.4g", d->weight);
    scene_text(&d->scene, TEXT_BELOW, box[0], box[3] + size * 1.6, size, line);
    snprintf(line, sizeof line, "%s", d->text);
    scene_text(&d->scene, TEXT_BELOW, box[0], box[3] + size * 3.2, size * 0.7, line);
}

/* ---- all of it ------------------------------------------------------------------------------------- */

static ludc_status draw(Drawing *d, const ludc_draw_options *options, Text *out, ludc_error *error)
{
    if (!scene_of_board(&d->scene, &d->position, &d->seats) || !(d->marks = calloc(d->board.sites + 1, 1))) {
        ludc_error_set(error, LUDC_IO, "", "there is too little memory for the picture");
        return LUDC_IO;
    }
    if (!d->f->absolute && !choose_anchor(d)) {
        ludc_error_set(error, LUDC_WRONG, "", "no place of this board has an instance of the feature");
        return LUDC_WRONG;
    }
    draw_parts(d);
    draw_elements(d);
    draw_caption(d);
    scene_frame(&d->scene);
    scene_svg(&d->scene, options, out);
    return out->failed || d->scene.failed ? LUDC_IO : LUDC_OK;
}

/* An absolute feature's sites are on the board. */
static bool on_this_board(const Drawing *d)
{
    bool good = true;
    for (int p = 0; d->f->absolute && p < PARTS; p++)
        good = good && (!d->f->has[p] || (d->f->site[p] >= 0 && (uint32_t)d->f->site[p] < d->board.sites));
    for (uint32_t i = 0; d->f->absolute && i < d->f->nelement; i++)
        good = good && (d->f->element[i].walk.turn || (d->f->element[i].site >= 0 && (uint32_t)d->f->element[i].site < d->board.sites));
    return good;
}

static ludc_status draw_on(Drawing *d, const ludc_reasoner *r, const void *state, const ludc_draw_options *options, Text *out,
                           ludc_error *error)
{
    ludc_status status = board_open(&d->board, r, error);
    if (status)
        return status;
    status = LUDC_UNSUPPORTED;
    if (!board_position(&d->position, r, state, 0))
        ludc_error_set(error, status, "", "the game offers nothing to draw its board from");
    else if (!on_this_board(d))
        ludc_error_set(error, status = LUDC_WRONG, "", "the feature speaks of sites that the board has not");
    else
        status = draw(d, options, out, error);
    scene_free(&d->scene);
    seats_free(&d->seats);
    board_position_free(&d->position);
    board_close(&d->board);
    free(d->marks);
    return status;
}

ludc_status scene_feature_svg(const ludc_reasoner *r, const ludc_features *set, size_t index, const ludc_draw_options *options, Text *out,
                        ludc_error *error)
{
    if (!r || !set || index >= set->feature.n || set->feature.at[index].kind != FEATURE_SPATIAL) {
        ludc_error_set(error, LUDC_USAGE, "", "only features that speak of sites are drawn");
        return LUDC_USAGE;
    }
    const size_t n = ludc_feature_text(set, index, NULL, 0);
    Drawing *d = calloc(1, sizeof *d);
    char *text = malloc(n + 1), *state = calloc(1, ludc_state_size(r) + 1);
    ludc_status status = LUDC_IO;
    if (d && text && state) {
        ludc_feature_text(set, index, text, n + 1);
        ludc_init(r, state);
        *d = (Drawing){.f = &set->feature.at[index], .text = text, .weight = ludc_feature_weight(set, index)};
        status = draw_on(d, r, state, options, out, error);
    }
    free(text);
    free(state);
    free(d);
    return status;
}
