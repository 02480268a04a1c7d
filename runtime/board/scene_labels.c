/* scene_labels.c - names of columns and rows at the edges of the board; numbers of edges that are played on; numbers that
 * a puzzle gives. */
#include <ctype.h>
#include <math.h>

#include "runtime/abi.h"
#include "runtime/board/scene.h"

enum { LABEL = 24, MOST = 6000, TRIES = 8 };

typedef struct {
    char part[2][LABEL]; /* letters, digits; "" both where the label has not both */
    bool done[2];
} Name;

typedef struct {
    Scene *s;
    const Seats *seats;
    Name *name; /* by site */
    size_t n;
    double height;
    bool holes;
} Labels;

static void split(const Labels *l, size_t site, Name *name)
{
    char label[LABEL];
    size_t letters = 0;
    ludc_site_label(l->s->p->r, l->s->p->type, site, label, sizeof label);
    while (isalpha((unsigned char)label[letters]))
        letters++;
    if (!letters || !label[letters] || label[letters + strspn(label + letters, "0123456789")])
        return;
    snprintf(name->part[1], LABEL, "%s", label + letters);
    label[letters] = '\0';
    snprintf(name->part[0], LABEL, "%s", label);
}

/* The outermost two of the sites with that part: the lowest, or the leftmost, first.  How many there are. */
static size_t ends_of(Labels *l, int part, size_t from, const Seat *end[2])
{
    size_t n = 0;
    for (size_t i = from; i < l->n; i++) {
        const Seat *at = &l->seats->seat[l->s->p->type][i];
        if (l->name[i].done[part] || !at->drawn || strcmp(l->name[i].part[part], l->name[from].part[part]) != 0)
            continue;
        l->name[i].done[part] = true;
        if (part && l->holes && seats_store(l->seats, i))
            continue;
        if (!n || (part ? at->x < end[0]->x - 0.1 : at->y > end[0]->y + 0.1))
            end[0] = at;
        if (!n || (part ? at->x > end[1]->x + 0.1 : at->y < end[1]->y - 0.1))
            end[1] = at;
        n++;
    }
    return n;
}

static bool clear(const Labels *l, double x, double y, const char *text, double height, Clear of)
{
    double half = scene_text_width(text, height) / 2 + 1;
    const double box[4] = {x - half, y - height * 0.6, x + half, y + height * 0.6};
    return scene_clear(l->s, box, of);
}

/* Beyond the end of the line, as near as there is room. */
static bool put_beyond(Labels *l, const Seat *at, double dx, double dy, const char *text)
{
    for (int k = 0; k < TRIES; k++) {
        double far = at->room + l->height * (0.85 + 0.5 * k), x = at->x + dx * far, y = at->y + dy * far;
        if (clear(l, x, y, text, l->height, CLEAR_OF_ALL)) {
            scene_text(l->s, TEXT_LABEL, x, y, l->height, text);
            return true;
        }
    }
    return false;
}

/* Where lines join points, all labels stand in the margin: a label between lines would be lost. */
static bool put_in_margin(Labels *l, int part, const Seat *const end[2], const char *text)
{
    const Seats *seats = l->seats;
    double out = seats->unit * 0.62 + l->height, x = end[0]->x, y = end[0]->y;
    bool straight = part ? fabs(end[0]->y - end[1]->y) < 1 : fabs(end[0]->x - end[1]->x) < 1;
    if (l->s->p->type != LUDC_VERTEX || !straight || seats->layers > 1)
        return false;
    if (part)
        x = seats->left - out;
    else
        y = seats->bottom + out;
    if (!clear(l, x, y, text, l->height, CLEAR_OF_ALL))
        return false;
    scene_text(l->s, TEXT_LABEL, x, y, l->height, text);
    return true;
}

static void put_line(Labels *l, int part, size_t from)
{
    const Seat *end[2] = {NULL, NULL};
    const char *text = l->name[from].part[part];
    if (!ends_of(l, part, from, end) || put_in_margin(l, part, end, text))
        return;
    double dx = end[0]->x - end[1]->x, dy = end[0]->y - end[1]->y, length = hypot(dx, dy);
    if (length < 1) {
        dx = part ? -1 : 0;
        dy = part ? 0 : 1;
        length = 1;
    }
    if (!put_beyond(l, end[0], dx / length, dy / length, text))
        put_beyond(l, end[1], -dx / length, -dy / length, text);
}

/* Edges that are free have their names, which moves are called by. */
static void name_edges(Labels *l)
{
    const BoardPosition *p = l->s->p;
    double height = fmin(l->seats->unit * 0.2, 10);
    for (size_t i = 0; i < l->seats->n[LUDC_EDGE]; i++) {
        const Seat *at = &l->seats->seat[LUDC_EDGE][i];
        char text[LABEL];
        if (p->site[LUDC_EDGE] && (p->site[LUDC_EDGE][i].kind || p->site[LUDC_EDGE][i].owner))
            continue;
        board_site_name(p, LUDC_EDGE, i, text, sizeof text);
        if (clear(l, at->x, at->y, text, height, CLEAR_OF_MEN))
            scene_text(l->s, TEXT_LABEL, at->x, at->y, height, text);
    }
}

/* The number that a puzzle gives to sites stands in a corner of the first of them, that of sites on which nothing is written
 * in their middle. */
static void put_hint(Labels *l, const Seat *at, const char *text, bool inside)
{
    static const int corner[4][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
    double height = fmin(at->room * (inside ? 0.45 : 0.9), 18), half = scene_text_width(text, height) / 2;
    for (int k = 0; k < (inside ? 4 : 1); k++) {
        double x = at->x + (inside ? corner[k][0] * (at->room * 0.92 - half) : 0);
        double y = at->y + (inside ? corner[k][1] * (at->room * 0.9 - height * 0.5) : 0);
        if (!clear(l, x, y, text, height, CLEAR_OF_TEXTS) && k < 3 && inside)
            continue;
        scene_text(l->s, TEXT_LABEL, x, y, height, text);
        return;
    }
}

static void put_hints(Labels *l)
{
    for (size_t i = 0; i < look_hints(l->s->p->r); i++) {
        size_t n;
        int type;
        int32_t value;
        char text[LABEL];
        const int32_t *site = look_hint(l->s->p->r, i, &n, &type, &value);
        if (!site || !n || site[0] < 0 || (size_t)site[0] >= l->seats->n[type])
            continue;
        snprintf(text, sizeof text, "%ld", (long)value);
        put_hint(l, &l->seats->seat[type][site[0]], text, n > 1 || (ludc_site_type)type == l->s->p->type);
    }
}

void scene_labels(Scene *s, const Seats *seats)
{
    Labels l = {.s = s, .seats = seats, .n = seats->n[s->p->type]};
    l.holes = look_style(s->p->r) == STYLE_HOLES && s->p->type == LUDC_VERTEX;
    l.height = fmin(14, fmax(7, seats->unit * 0.3));
    l.name = l.n <= MOST ? calloc(l.n + 1, sizeof *l.name) : NULL;
    put_hints(&l);
    if (seats->edges && seats->n[LUDC_EDGE] <= 600)
        name_edges(&l);
    for (size_t i = 0; l.name && i < l.n && s->p->type != LUDC_EDGE; i++)
        split(&l, i, &l.name[i]);
    for (int part = 0; part < 2; part++)
        for (size_t i = 0; l.name && i < l.n; i++)
            if (*l.name[i].part[part] && !l.name[i].done[part])
                put_line(&l, part, i);
    free(l.name);
}
