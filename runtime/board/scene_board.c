/* scene_board.c - the board itself: cells, points and the lines between them, holes, places for edges, tracks. */
#include <math.h>

#include "runtime/abi.h"
#include "runtime/board/glyphs.h"
#include "runtime/board/scene.h"

enum { CORNERS = 64, TRACK = 512 };

/* ---- fields ------------------------------------------------------------------------- */

static void outline(Scene *s, const Seats *seats, Shape *shape, size_t cell)
{
    const Seat *corner[CORNERS];
    size_t n = seats_outline(seats, LUDC_CELL, cell, corner, CORNERS);
    for (size_t i = 0; i < n; i++)
        scene_spot(s, shape, corner[i]->x, corner[i]->y);
}

/* Kinds that are played on chequered boards: three of them and more stand for one. */
static bool chess_kinds(const Scene *s)
{
    static const char *const name[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};
    int glyphs[6], found = 0;
    for (int k = 0; k < 6; k++) {
        glyphs[k] = glyph_named(name[k]);
        bool there = false;
        for (size_t i = 1; i < s->nlook; i++)
            there |= s->look[i].glyph == glyphs[k];
        found += there;
    }
    return found >= 4;
}

static bool chequered(const Scene *s)
{
    return look_chequered(s->p->r) || chess_kinds(s);
}

static void fields(Scene *s, const Seats *seats)
{
    bool colours = chequered(s);
    for (size_t i = 0; i < seats->n[LUDC_CELL]; i++) {
        const Seat *at = &seats->seat[LUDC_CELL][i];
        if (!at->drawn)
            continue;
        Shape *shape = scene_add(s, SHAPE_FIELD, at->x, at->y, at->room * 0.8);
        shape->type = LUDC_CELL;
        shape->site = (int)i;
        shape->number = colours ? ludc_site_phase(s->p->r, LUDC_CELL, i) : -1;
        outline(s, seats, shape, i);
    }
}

/* ---- lines and points ------------------------------------------------------------------ */

static void ground(Scene *s, const Seats *seats)
{
    double edge = seats->unit * 0.62;
    Shape *shape = scene_add(s, SHAPE_GROUND, 0, 0, 1);
    scene_spot(s, shape, seats->left - edge, seats->top - edge);
    scene_spot(s, shape, seats->right + edge, seats->top - edge);
    scene_spot(s, shape, seats->right + edge, seats->bottom + edge);
    scene_spot(s, shape, seats->left - edge, seats->bottom + edge);
}

static void lines(Scene *s, const Seats *seats, bool places)
{
    for (size_t i = 0; i < seats->n[LUDC_EDGE]; i++) {
        const Seat *end[2];
        if (!seats->seat[LUDC_EDGE][i].drawn || seats_outline(seats, LUDC_EDGE, i, end, 2) < 2)
            continue;
        Shape *line = scene_add(s, SHAPE_LINE, 0, 0, 1.5);
        line->number = places;
        scene_spot(s, line, end[0]->x, end[0]->y);
        scene_spot(s, line, end[1]->x, end[1]->y);
    }
}

static void points(Scene *s, const Seats *seats)
{
    for (size_t i = 0; i < seats->n[LUDC_VERTEX]; i++) {
        const Seat *at = &seats->seat[LUDC_VERTEX][i];
        double size = fmax(2, fmin(seats->unit * 0.07, at->room * 0.5));
        if (!at->drawn)
            continue;
        Shape *point = scene_add(s, SHAPE_POINT, at->x, at->y, size);
        point->type = LUDC_VERTEX;
        point->site = (int)i;
    }
}

/* ---- holes ---------------------------------------------------------------------------------- */

static void holes(Scene *s, const Seats *seats)
{
    enum { AROUND = 36 };
    for (size_t i = 0; i < seats->n[LUDC_VERTEX]; i++) {
        const Seat *at = &seats->seat[LUDC_VERTEX][i];
        double size = fmin(seats->unit * 0.44, at->room * 0.9);
        double higher = seats_store(seats, i) ? (seats->bottom - seats->top) / 2 : 0;
        Shape *hole = scene_add(s, SHAPE_HOLE, at->x, at->y, size);
        hole->type = LUDC_VERTEX;
        hole->site = (int)i;
        for (int k = 0; k < AROUND; k++) {
            double turn = k * 6.283185307179586 / AROUND, y = sin(turn) * size;
            scene_spot(s, hole, at->x + cos(turn) * size, at->y + y + (y < 0 ? -higher : higher));
        }
    }
}

/* ---- points of a table ------------------------------------------------------------------- */

static void spikes(Scene *s, const Seats *seats)
{
    double middle = (seats->top + seats->bottom) / 2, half = seats->unit / 2;
    for (size_t i = 0; i < seats->n[LUDC_VERTEX]; i++) {
        const Seat *at = &seats->seat[LUDC_VERTEX][i];
        double way = at->y < middle ? 1 : -1;
        Shape *spike = scene_add(s, SHAPE_FIELD, at->x, at->y, half * 0.8);
        spike->type = LUDC_VERTEX;
        spike->site = (int)i;
        spike->number = (int32_t)((size_t)lround((at->x - seats->left) / seats->unit) + (way > 0)) % 2;
        scene_spot(s, spike, at->x - half, at->y - way * half);
        scene_spot(s, spike, at->x + half, at->y - way * half);
        scene_spot(s, spike, at->x, at->y + way * seats->reach);
    }
}

/* ---- tracks ----------------------------------------------------------------------------------- */

/* Tracks of several players lie beside each other. */
static void track(Scene *s, const Seats *seats, size_t index)
{
    size_t n;
    unsigned owner;
    ludc_site_type type = s->p->type;
    const int32_t *site = look_track(s->p->r, index, &n, &owner);
    double aside = ((int)owner - (s->p->r->players + 1) / 2.0) * seats->unit * 0.07;
    Shape *path = NULL;
    for (size_t i = 0; site && i < n && i < TRACK; i++) {
        if (site[i] < 0 || (size_t)site[i] >= seats->n[type] || !seats->seat[type][site[i]].drawn)
            continue;
        const Seat *at = &seats->seat[type][site[i]];
        if (!path)
            path = scene_add(s, SHAPE_TRACK, 0, 0, 2);
        path->owner = owner;
        scene_spot(s, path, at->x + (owner ? aside : 0), at->y + (owner ? aside : 0));
    }
}

/* ---- all of it ---------------------------------------------------------------------------------- */

void scene_board(Scene *s, const Seats *seats)
{
    const ludc_site_type type = s->p->type;
    const bool endless = look_style(s->p->r) == STYLE_ENDLESS, holed = look_style(s->p->r) == STYLE_HOLES && type == LUDC_VERTEX;
    if (type == LUDC_CELL)
        fields(s, seats);
    else if (!endless)
        ground(s, seats);
    const bool table = seats->reach > 0;
    if (holed)
        holes(s, seats);
    else if (table)
        spikes(s, seats);
    else if (type == LUDC_VERTEX || seats->edges)
        lines(s, seats, seats->edges);
    for (size_t i = 0; !holed && !table && i < look_tracks(s->p->r); i++)
        track(s, seats, i);
    if (!holed && !table && (type != LUDC_CELL || seats->edges || s->p->site[LUDC_VERTEX]))
        points(s, seats);
}
