/* scene.c - see scene.h: shapes, texts and their widths; a position as a scene. */
#include "runtime/board/scene.h"

#include <math.h>

#include "runtime/board/glyphs.h"

enum { MARGIN = 14 };

/* ---- shapes ------------------------------------------------------------------------ */

static void *grow(void *at, size_t n, size_t *room, size_t size, bool *failed)
{
    if (n < *room)
        return at;
    size_t more = 2 * *room + 64;
    void *new = realloc(at, more * size);
    if (!new) {
        *failed = true;
        return at;
    }
    *room = more;
    return new;
}

Shape *scene_add(Scene *s, ShapeClass class, double x, double y, double size)
{
    s->shape = grow(s->shape, s->n + 1, &s->room, sizeof *s->shape, &s->failed);
    if (s->n + 1 >= s->room) /* the last place is for shapes that are not kept */
        return s->shape ? &s->shape[s->n] : NULL;
    Shape *shape = &s->shape[s->n++];
    *shape = (Shape){.class = class, .x = x, .y = y, .size = size, .first = (uint32_t)s->nspot, .number = -1, .level = -1,
                     .type = -1, .site = -1};
    return shape;
}

void scene_spot(Scene *s, Shape *shape, double x, double y)
{
    s->spot = grow(s->spot, s->nspot, &s->spot_room, sizeof *s->spot, &s->failed);
    if (s->nspot >= s->spot_room)
        return;
    s->spot[s->nspot++] = (Spot){x, y};
    shape->n++;
}

/* Thousandths of their height that the characters from 32 to 126 of DejaVu Sans are wide; it is among the widest fonts
 * without serifs. */
static const unsigned short widths[] = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635,
    634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838};

/* Of a character beyond ASCII its first byte counts. */
static double letter_width(unsigned char c)
{
    if (c >= 32 && c < 127)
        return widths[c - 32] / 1000.0;
    return c >= 0xC0 ? 1 : 0;
}

double scene_text_width(const char *text, double size)
{
    double width = 0;
    for (; *text; text++)
        width += letter_width((unsigned char)*text);
    return width * size;
}

Shape *scene_text(Scene *s, TextClass class, double x, double y, double size, const char *text)
{
    Shape *shape = scene_add(s, SHAPE_TEXT, x, y, size);
    shape->text_class = class;
    shape->text = (uint32_t)s->text.n;
    shape->width = scene_text_width(text, size);
    text_add_n(&s->text, text, strlen(text) + 1);
    s->failed |= s->text.failed;
    return shape;
}

/* Half the width and height of what is solid; false: a line, or a sign. */
static bool extent(const Scene *s, const Shape *a, Clear of, double *x, double *y)
{
    *x = *y = a->size;
    if (a->class == SHAPE_TEXT) {
        *x = a->width / 2;
        *y = a->size * 0.6;
    }
    for (uint32_t i = 0; a->class == SHAPE_HOLE && i < a->n; i++)
        *y = fmax(*y, fabs(s->spot[a->first + i].y - a->y));
    return a->class == SHAPE_TEXT || (of >= CLEAR_OF_MEN && (a->class == SHAPE_MAN || a->class == SHAPE_SEEDS || a->class == SHAPE_POINT)) ||
           (of == CLEAR_OF_ALL && (a->class == SHAPE_FIELD || a->class == SHAPE_HOLE));
}

bool scene_clear(const Scene *s, const double box[4], Clear of)
{
    for (size_t i = 0; i < s->n; i++) {
        const Shape *a = &s->shape[i];
        double x, y;
        if (extent(s, a, of, &x, &y) && a->x + x > box[0] && a->x - x < box[2] && a->y + y > box[1] && a->y - y < box[3])
            return false;
    }
    return true;
}

/* Colours by which players cannot be told apart are none. */
static void choose_colours(Scene *s)
{
    unsigned players = ludc_players(s->p->r);
    bool apart = true;
    for (unsigned owner = 0; owner < SCENE_OWNERS; owner++)
        s->colour[owner] = look_colour(s->p->r, owner);
    for (unsigned p = 1; p <= players; p++)
        for (unsigned q = 1; q < p; q++) {
            int32_t a = s->colour[p], b = s->colour[q];
            int gap = 0;
            for (int shift = 0; shift < 24; shift += 8)
                gap += abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
            apart = apart && a >= 0 && b >= 0 && gap > 90;
        }
    for (unsigned owner = 0; owner < SCENE_OWNERS && !apart; owner++)
        s->colour[owner] = -1;
}

/* ---- a position -------------------------------------------------------------------------- */

bool scene_begin(Scene *s, const ludc_reasoner *r)
{
    *s = (Scene){.r = r};
    for (unsigned owner = 0; owner < SCENE_OWNERS; owner++)
        s->colour[owner] = -1;
    s->shape = grow(NULL, 0, &s->room, sizeof *s->shape, &s->failed);
    return s->shape != NULL;
}

static void widen(double box[4], double left, double top, double right, double bottom)
{
    box[0] = fmin(box[0], left);
    box[1] = fmin(box[1], top);
    box[2] = fmax(box[2], right);
    box[3] = fmax(box[3], bottom);
}

bool scene_bounds(const Scene *s, double box[4])
{
    box[0] = box[1] = INFINITY;
    box[2] = box[3] = -INFINITY;
    for (size_t i = 0; i < s->n; i++) {
        const Shape *a = &s->shape[i];
        double half = a->size * 0.6;
        for (uint32_t k = 0; k < a->n; k++) {
            const Spot *at = &s->spot[a->first + k];
            widen(box, at->x, at->y, at->x, at->y);
        }
        if (a->class == SHAPE_TEXT && a->text_class == TEXT_BELOW)
            widen(box, a->x, a->y - half, a->x + a->width, a->y + half);
        else if (a->class == SHAPE_TEXT)
            widen(box, a->x - a->width / 2, a->y - half, a->x + a->width / 2, a->y + half);
        else if (!a->n)
            widen(box, a->x - a->size, a->y - a->size, a->x + a->size, a->y + a->size);
    }
    return box[0] <= box[2];
}

void scene_frame(Scene *s)
{
    double box[4];
    if (!scene_bounds(s, box))
        box[0] = box[1] = box[2] = box[3] = 0;
    double dx = MARGIN - box[0], dy = MARGIN - box[1];
    for (size_t i = 0; i < s->n; i++) {
        s->shape[i].x += dx;
        s->shape[i].y += dy;
    }
    for (size_t i = 0; i < s->nspot; i++) {
        s->spot[i].x += dx;
        s->spot[i].y += dy;
    }
    s->width = ceil(box[2] - box[0] + 2 * MARGIN);
    s->height = ceil(box[3] - box[1] + 2 * MARGIN);
}

bool scene_of_board(Scene *s, const BoardPosition *p, Seats *seats)
{
    bool good = scene_begin(s, p->r);
    s->p = p;
    s->look = looks_of(p, &s->nlook);
    good = good && s->look;
    choose_colours(s);
    good = seats_of(seats, p) && good;
    s->unit = seats->unit;
    if (good) {
        scene_board(s, seats);
        scene_blocks(s, seats);
        scene_regions(s, seats);
        s->still = s->n;
    }
    return good;
}

bool scene_of_position(Scene *s, const BoardPosition *p, const void *state, const ludc_draw_options *options)
{
    Seats seats;
    const bool good = scene_of_board(s, p, &seats);
    if (good) {
        scene_men(s, &seats, options);
        if (!options->plain) {
            scene_labels(s, &seats);
            scene_below(s, &seats, state, options->eyes);
        }
        scene_frame(s);
    }
    seats_free(&seats);
    return good && !s->failed;
}

void scene_free(Scene *s)
{
    free(s->shape);
    free(s->spot);
    free(s->look);
    text_free(&s->text);
    *s = (Scene){0};
}
