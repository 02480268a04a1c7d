/* scene_men.c - what stands on the board: men, stacks, seeds, numbers, walls, and the last move. */
#include <math.h>

#include "runtime/abi.h"
#include "runtime/board/glyphs.h"
#include "runtime/board/scene.h"

enum { BADGE = 40, SHOWN = 6 /* men of a stack that are drawn */, SEEDS = 24 };

typedef struct {
    Scene *s;
    const Seats *seats;
    ludc_site_type type;
    size_t site;
    const BoardSite *at;
    const Seat *seat;
    double size; /* radius of a man */
    bool kinds;  /* several kinds of pieces are nobody's */
    bool holes;  /* the board is one of holes */
} Man;

/* ---- what a site tells ------------------------------------------------------------- */

static bool there(const BoardSite *s) { return s->kind || s->owner || s->hidden; }

static bool several_kinds(const BoardPosition *p)
{
    size_t n = 0;
    for (size_t i = 1; i < p->nkind; i++)
        n += ludc_piece_owner(p->r, i) == 0 || ludc_piece_owner(p->r, i) > ludc_players(p->r);
    return n > 1;
}

/* A disc that belongs to nobody and is turned over shows whose side is up. */
static bool flipped(const Man *m)
{
    return m->s->p->states && m->at->kind && !m->at->owner && !m->kinds && m->at->state > 0 &&
           (unsigned)m->at->state <= ludc_players(m->s->p->r);
}

static unsigned owner_shown(const Man *m) { return flipped(m) ? (unsigned)m->at->state : m->at->owner; }

/* Tiles point to where they go. */
static bool faces_south(const Scene *s, unsigned kind)
{
    int wind = look_facing(s->p->r, kind), glyph = kind < s->nlook ? s->look[kind].glyph : -1;
    return glyph >= 0 && glyph_table[glyph].base == BASE_TILE && wind > 4 && wind < 12;
}

static void fill(const Man *m, Shape *shape, unsigned kind, unsigned owner)
{
    shape->type = (int)m->type;
    shape->site = (int)m->site;
    shape->kind = kind;
    shape->owner = owner;
    shape->hidden = m->at->hidden;
    shape->count = m->at->count;
    shape->height = m->at->height;
    shape->state = m->at->state;
    shape->rotation = m->at->rotation;
    shape->value = m->at->value;
    shape->number = kind && faces_south(m->s, kind);
}

static size_t levels_of(const BoardSite *s)
{
    size_t n = 0;
    while (s->level && n < BOARD_LEVELS && s->level[n])
        n++;
    return n;
}

/* ---- badges --------------------------------------------------------------------------- */

/* The height of letters with which the text is no wider than `room`. */
static double fitting(const char *text, double most, double room)
{
    double width = scene_text_width(text, 1);
    return width * most > room ? room / width : most;
}

static size_t put_number(char *text, size_t n, const char *before, int32_t number)
{
    return n + (size_t)snprintf(text + n, n < BADGE ? BADGE - n : 0, "%s%ld", before, (long)number);
}

/* Is there room for it on the man: a plain disc that is drawn alone? */
static bool inside(const Man *m)
{
    int glyph = m->at->kind < m->s->nlook ? m->s->look[m->at->kind].glyph : -1;
    return !m->at->hidden && (!m->at->kind || glyph == glyph_disc()) && m->type != LUDC_EDGE && !(m->at->height > 1 && levels_of(m->at));
}

static void badge(const Man *m, int32_t many)
{
    char text[BADGE] = "";
    size_t n = 0;
    const BoardPosition *p = m->s->p;
    if (many > 1)
        n = put_number(text, n, "", many);
    if (m->at->state && p->states && !flipped(m))
        n = put_number(text, n, n ? " '" : "'", m->at->state);
    if (m->at->rotation)
        n = put_number(text, n, n ? " /" : "/", m->at->rotation);
    if (m->at->value > 0 && m->at->kind && p->values)
        n = put_number(text, n, n ? " =" : "=", m->at->value);
    if (!n)
        return;
    if (inside(m)) {
        double height = fitting(text, m->size, 1.5 * m->size);
        Shape *shape = scene_text(m->s, TEXT_BADGE, m->seat->x, m->seat->y, height, text);
        shape->owner = owner_shown(m);
        shape->number = 1;
        return;
    }
    double room = m->seat->room, height = fitting(text, fmin(m->size * 0.75, 14), 1.6 * room);
    double width = scene_text_width(text, height);
    scene_text(m->s, TEXT_BADGE, m->seat->x + fmax(0, fmin(room * 0.92, m->size) - width / 2), m->seat->y + fmin(m->size, room * 0.95) - height * 0.5,
               height, text);
}

/* ---- stacks ------------------------------------------------------------------------------ */

static void one_man(const Man *m, unsigned kind, unsigned owner, int level, int of)
{
    double size = of > 1 ? m->size * 0.86 : m->size, step = fmin(m->size * 0.2, of > 1 ? m->size * 0.55 / (of - 1) : 0);
    double y = m->seat->y + (of > 1 ? step * (of - 1) / 2 - step * level : 0);
    Shape *man = scene_add(m->s, SHAPE_MAN, m->seat->x, y, size);
    fill(m, man, kind, owner);
    man->level = of > 1 ? level : -1;
}

/* Where it is known what lies below, the men; else two of the top one's kind. */
static void stack(const Man *m, size_t height)
{
    size_t known = levels_of(m->at), shown = height < SHOWN ? height : SHOWN;
    if (m->at->kind && known && known >= height) {
        for (size_t k = height - shown; k < height; k++) {
            unsigned kind = m->at->level[k], owner = ludc_piece_owner(m->s->p->r, kind);
            one_man(m, kind, owner <= ludc_players(m->s->p->r) ? owner : 0, (int)(k - (height - shown)), (int)shown);
        }
        return;
    }
    one_man(m, m->at->kind, owner_shown(m), 0, 1);
}

/* On a table men lie one behind the other, the first at the edge. */
static void fan(const Man *m, int32_t many)
{
    int32_t shown = many < 2 * SHOWN ? many : 2 * SHOWN;
    double way = m->seat->y < (m->seats->top + m->seats->bottom) / 2 ? 1 : -1;
    double step = shown > 1 ? fmin(2 * m->size, (m->seats->reach - m->size) / (shown - 1)) : 0;
    size_t known = levels_of(m->at);
    for (int32_t k = 0; k < shown; k++) {
        size_t level = (size_t)(many - shown + k);
        unsigned kind = level < known ? m->at->level[level] : m->at->kind, owner = level < known ? ludc_piece_owner(m->s->p->r, kind) : owner_shown(m);
        Shape *man = scene_add(m->s, SHAPE_MAN, m->seat->x, m->seat->y + way * step * k, m->size);
        fill(m, man, kind, owner <= ludc_players(m->s->p->r) ? owner : 0);
        man->level = k;
    }
}

/* ---- seeds --------------------------------------------------------------------------------- */

static void number(const Man *m, long value, bool below)
{
    char text[BADGE];
    snprintf(text, sizeof text, "%ld", value);
    double height = fitting(text, fmin(m->seat->room * (below ? 0.5 : 1), 26), m->seat->room * 1.5);
    Shape *shape = scene_text(m->s, TEXT_NUMBER, m->seat->x, m->seat->y + (below ? m->seat->room * 0.55 : 0), height, text);
    shape->type = (int)m->type;
    shape->site = (int)m->site;
}

static void seeds(const Man *m)
{
    int32_t count = m->at->count > 0 ? m->at->count : there(m->at);
    if (count <= 0)
        return;
    Shape *shape = scene_add(m->s, SHAPE_SEEDS, m->seat->x, m->seat->y - m->seat->room * 0.22, m->seat->room * 0.55);
    fill(m, shape, m->at->kind, 0);
    shape->count = count;
    number(m, count, true);
}

/* ---- one site -------------------------------------------------------------------------------- */

static void wall(const Man *m)
{
    const Seat *end[2];
    if (seats_outline(m->seats, LUDC_EDGE, m->site, end, 2) < 2)
        return;
    Shape *shape = scene_add(m->s, SHAPE_WALL, 0, 0, m->seats->unit * 0.13);
    fill(m, shape, m->at->kind, owner_shown(m));
    for (int k = 0; k < 2; k++)
        scene_spot(m->s, shape, end[k]->x + (m->seat->x - end[k]->x) * 0.08, end[k]->y + (m->seat->y - end[k]->y) * 0.08);
}

/* In holes what is nobody's and counted lies as seeds. */
static bool lies_as_seeds(const Man *m)
{
    int glyph = m->at->kind < m->s->nlook ? m->s->look[m->at->kind].glyph : -1;
    return m->s->p->numbers || (m->holes && !m->at->owner && m->at->kind && !m->at->hidden && m->at->height < 2 && glyph == glyph_disc());
}

static void put_site(const Man *m)
{
    int32_t many = m->at->height > m->at->count ? m->at->height : m->at->count;
    if (lies_as_seeds(m)) {
        seeds(m);
    } else if (!there(m->at)) {
        if (m->at->value)
            number(m, m->at->value, false);
    } else if (m->type == LUDC_EDGE) {
        wall(m);
        if (many > 1)
            badge(m, many);
    } else {
        if (m->seats->reach > 0)
            fan(m, many > 0 ? many : 1);
        else if (m->at->height > 1)
            stack(m, (size_t)m->at->height);
        else
            one_man(m, m->at->kind, owner_shown(m), 0, 1);
        badge(m, many);
    }
}

/* ---- the last move ------------------------------------------------------------------------------ */

static void mark(Scene *s, const Seats *seats, const int32_t end[2], ShapeClass class)
{
    if (end[0] < 0 || end[1] < 0 || end[1] >= LUDC_SITE_TYPES || (size_t)end[0] >= seats->n[end[1]] ||
        !seats->seat[end[1]][end[0]].drawn)
        return;
    const Seat *at = &seats->seat[end[1]][end[0]];
    Shape *shape = scene_add(s, class, at->x, at->y, fmin(at->room * 0.94, seats->man * 1.2));
    shape->type = end[1];
    shape->site = end[0];
}

void scene_men(Scene *s, const Seats *seats, const ludc_draw_options *options)
{
    const BoardPosition *p = s->p;
    Man m = {.s = s, .seats = seats, .kinds = several_kinds(p), .holes = look_style(p->r) == STYLE_HOLES};
    if (options->marks) {
        if (memcmp(options->last_from, options->last_to, sizeof options->last_to) != 0)
            mark(s, seats, options->last_from, SHAPE_FROM);
        mark(s, seats, options->last_to, SHAPE_TO);
    }
    for (int t = 0; t < LUDC_SITE_TYPES; t++)
        for (size_t i = 0; p->site[t] && i < seats->n[t]; i++) {
            m.type = (ludc_site_type)t;
            m.site = i;
            m.at = &p->site[t][i];
            m.seat = &seats->seat[t][i];
            m.size = seats_man(seats, m.type, i);
            if (m.seat->drawn)
                put_site(&m);
        }
}
