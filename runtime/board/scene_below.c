/* scene_below.c - what stands below a board: hands, dice, who moves, scores, what the drawings mean, what is not shown. */
#include <math.h>

#include "runtime/abi.h"
#include "runtime/board/below.h"
#include "runtime/board/glyphs.h"
#include "runtime/board/scene.h"

enum { WORDS = 96 };

static const double letters = 13, line_height = 26, man_size = 10, widest = 560;

/* Where the next thing goes. */
typedef struct {
    Scene *s;
    double left, x, y, right;
} Pen;

static void new_line(Pen *p)
{
    p->x = p->left;
    p->y += line_height;
}

/* On a new line where this one is full. */
static void room_for(Pen *p, double width)
{
    if (p->x > p->left && p->x + width > p->right)
        new_line(p);
}

static void words(Pen *p, const char *text)
{
    room_for(p, scene_text_width(text, letters));
    Shape *shape = scene_text(p->s, TEXT_BELOW, p->x, p->y, letters, text);
    p->x += shape->width + 8;
}

static Shape *man(Pen *p, unsigned kind, unsigned owner)
{
    room_for(p, 3 * man_size);
    Shape *shape = scene_add(p->s, SHAPE_MAN, p->x + man_size, p->y, man_size);
    shape->kind = kind;
    shape->owner = owner;
    p->x += 2 * man_size + 4;
    return shape;
}

/* ---- hands ------------------------------------------------------------------------- */

static unsigned owner_of(const BoardPosition *p, unsigned kind)
{
    unsigned owner = ludc_piece_owner(p->r, kind);
    return owner <= ludc_players(p->r) ? owner : 0;
}

static void hand(Pen *pen, const BoardPosition *p, const ludc_container *c)
{
    char text[WORDS];
    bool any = false;
    snprintf(text, sizeof text, "%.60s:", c->name);
    words(pen, text);
    for (uint32_t k = 0; k < c->size && c->first + k < p->nall; k++) {
        const BoardSite *s = &p->site[p->type][c->first + k];
        int32_t many = s->count > s->height ? s->count : s->height;
        if (!s->kind && !s->hidden && !s->count)
            continue;
        Shape *shape = man(pen, s->kind, s->owner ? s->owner : owner_of(p, s->kind));
        shape->hidden = s->hidden;
        shape->type = (int)p->type;
        shape->site = (int)(c->first + k);
        shape->count = s->count;
        shape->height = s->height;
        snprintf(text, sizeof text, "%ld", (long)many);
        if (many > 1 || p->numbers)
            words(pen, text);
        any = true;
    }
    if (!any)
        words(pen, "nothing");
    new_line(pen);
}

/* ---- dice ---------------------------------------------------------------------------- */

static void dice(Pen *pen, const BoardPosition *p, const void *state, unsigned eyes)
{
    BelowDie die[BELOW_DICE];
    size_t n = below_dice(p->r, state, eyes, die, BELOW_DICE);
    if (!n)
        return;
    words(pen, "dice:");
    for (size_t i = 0; i < n; i++) {
        room_for(pen, 26);
        Shape *shape = scene_add(pen->s, SHAPE_DIE, pen->x + 10, pen->y, 10);
        shape->number = die[i].number;
        shape->count = !die[i].used;
        pen->x += 28;
    }
    new_line(pen);
}

/* ---- players -------------------------------------------------------------------------- */

/* The only kind of that player's pieces; 0: there are several, or none. */
static unsigned only_kind(const BoardPosition *p, unsigned player)
{
    unsigned kind = 0;
    for (size_t i = 1; i < p->nkind; i++)
        if (ludc_piece_owner(p->r, i) == player) {
            if (kind)
                return 0;
            kind = (unsigned)i;
        }
    return kind;
}

static void players(Pen *pen, const BoardPosition *p, const void *state, unsigned eyes)
{
    uint64_t *bits = board_planes(p->r, state, eyes);
    unsigned mover = ludc_over(p->r, state) ? 0 : ludc_mover(p->r, state);
    for (unsigned q = 1; q <= ludc_players(p->r); q++) {
        char text[WORDS];
        int64_t score, value;
        size_t n = (size_t)snprintf(text, sizeof text, "player %u", q);
        if (board_number(p->r, state, bits, "score", q, &score))
            n += (size_t)snprintf(text + n, sizeof text - n, ": score %lld", (long long)score);
        if (board_number(p->r, state, bits, "value of player", q, &value) && value)
            snprintf(text + n, sizeof text - n, ", value %lld", (long long)value);
        room_for(pen, scene_text_width(text, letters) + 44);
        if (q == mover) {
            Shape *arrow = scene_add(pen->s, SHAPE_MOVER, pen->x + 6, pen->y, 6);
            arrow->owner = q;
        }
        pen->x += 18;
        man(pen, only_kind(p, q), q);
        words(pen, text);
        pen->x += 10;
    }
    free(bits);
    new_line(pen);
}

/* ---- what drawings mean -------------------------------------------------------------- */

/* Are the men plain discs of players, or discs that are turned over, of which nothing need be said? */
static bool discs_alone(const Scene *s, const BoardPosition *p, const bool *there)
{
    size_t neutral = 0;
    for (size_t i = 1; i < p->nkind; i++) {
        if (!there[i])
            continue;
        neutral += !owner_of(p, (unsigned)i);
        if (s->look[i].glyph != glyph_disc())
            return false;
    }
    return !neutral || (neutral == 1 && p->nkind == 2 && p->states);
}

static void legend(Pen *pen, const BoardPosition *p)
{
    bool *there = p->numbers ? NULL : below_kinds(p), any = false, plain = there && discs_alone(pen->s, p, there);
    for (size_t i = 1; there && i < p->nkind; i++) {
        const char *name = ludc_piece_name(p->r, i);
        char text[WORDS];
        if (!there[i] || below_said(p, there, i) || name[strspn(name, "0123456789")] == '\0' || plain)
            continue;
        snprintf(text, sizeof text, "%.*s", (int)below_stem(name), name);
        room_for(pen, scene_text_width(text, letters) + 3 * man_size);
        man(pen, (unsigned)i, owner_of(p, (unsigned)i));
        words(pen, text);
        any = true;
    }
    if (any)
        new_line(pen);
    free(there);
}

/* Regions of nobody that have signs, in their order. */
static void signs(Pen *pen)
{
    int32_t seen = -1;
    for (size_t i = 0; i < pen->s->still; i++) {
        const Shape *sign = &pen->s->shape[i];
        if (sign->class != SHAPE_SIGN || sign->number <= seen)
            continue;
        int32_t number = seen = sign->number;
        char text[WORDS];
        ludc_region region;
        if (ludc_region_of(pen->s->p->r, sign->kind, &region) != LUDC_OK)
            continue;
        snprintf(text, sizeof text, "%.60s", region.name);
        room_for(pen, scene_text_width(text, letters) + 3 * man_size);
        Shape *shape = scene_add(pen->s, SHAPE_SIGN, pen->x + man_size, pen->y, man_size * 0.8);
        shape->number = number;
        pen->x += 2 * man_size + 4;
        words(pen, text);
    }
    if (seen >= 0)
        new_line(pen);
}

/* Whose regions are hatched how. */
static void zones(Pen *pen)
{
    bool any = false;
    for (unsigned owner = 1; owner <= ludc_players(pen->s->p->r); owner++) {
        size_t i = 0;
        char text[WORDS];
        while (i < pen->s->still && !(pen->s->shape[i].class == SHAPE_ZONE && pen->s->shape[i].owner == owner))
            i++;
        if (i == pen->s->still)
            continue;
        snprintf(text, sizeof text, "region of player %u", owner);
        room_for(pen, scene_text_width(text, letters) + 3 * man_size);
        Shape *shape = scene_add(pen->s, SHAPE_ZONE, pen->x + man_size, pen->y, man_size);
        shape->owner = owner;
        for (int k = 0; k < 4; k++)
            scene_spot(pen->s, shape, pen->x + (k == 0 || k == 3 ? 0 : 2 * man_size), pen->y + (k < 2 ? -man_size : man_size));
        pen->x += 2 * man_size + 6;
        words(pen, text);
        any = true;
    }
    if (any)
        new_line(pen);
}

/* ---- what badges mean, what is not shown ------------------------------------------------- */

static bool any_badge(const Scene *s, int letter)
{
    for (size_t i = s->still; i < s->n; i++)
        if (s->shape[i].class == SHAPE_TEXT && s->shape[i].text_class == TEXT_BADGE && strchr(s->text.at + s->shape[i].text, letter))
            return true;
    return false;
}

static void notes(Pen *pen, const Seats *seats)
{
    const Scene *s = pen->s;
    char text[WORDS] = "";
    size_t n = 0;
    static const struct {
        char letter;
        const char *what;
    } badge[] = {{'\'', "'N: in state N"}, {'/', "/N: turned N times"}, {'=', "=N: of value N"}};
    for (size_t i = 0; i < 3; i++)
        if (any_badge(s, badge[i].letter))
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? ", " : "", badge[i].what);
    if (n) {
        words(pen, text);
        new_line(pen);
    }
    if (seats->outside) {
        snprintf(text, sizeof text, "not shown: %zu empty sites around", seats->outside);
        words(pen, text);
        new_line(pen);
    }
}

void scene_below(Scene *s, const Seats *seats, const void *state, unsigned eyes)
{
    const BoardPosition *p = s->p;
    double box[4] = {0, 0, 0, 0};
    ludc_container c;
    bool thrown = false;
    scene_bounds(s, box);
    Pen pen = {s, box[0], box[0], box[3] + 24, box[0] + fmax(widest, box[2] - box[0])};
    for (size_t i = 1; ludc_container_of(p->r, i, &c) == LUDC_OK; i++) {
        if (c.kind == LUDC_HAND)
            hand(&pen, p, &c);
        else if (!thrown)
            dice(&pen, p, state, eyes);
        thrown |= c.kind == LUDC_DICE;
    }
    players(&pen, p, state, eyes);
    legend(&pen, p);
    zones(&pen);
    signs(&pen);
    notes(&pen, seats);
}
