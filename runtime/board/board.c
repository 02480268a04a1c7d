/* board.c - the board in characters: sites, lines, labels at its edges, the last move. */
#include <ctype.h>
#include <math.h>

#include "runtime/board/board.h"
#include "runtime/reading.h"
#include "runtime/texts.h"

enum { LABEL = 16, ITEM = 24, MARGIN_X = 6, MARGIN_Y = 2 };

/* What is drawn at a place. */
typedef struct {
    ludc_site_type type;
    size_t site;
    char text[ITEM];
    unsigned paint;
} Item;

typedef struct {
    const BoardPosition *p;
    const ludc_draw_options *options;
    Item *item;
    Place *place; /* by item */
    size_t n;
    int widest;
    bool lines; /* between vertices */
    bool edges; /* are played on */
    bool layers; /* sites lie above each other */
} Drawing;

/* ---- what a site looks like ------------------------------------------------------ */

static void edge_text(const Drawing *d, size_t site, char *out)
{
    int32_t end[2];
    double a[3], b[3];
    *out = '\0';
    if (ludc_site_outline(d->p->r, LUDC_EDGE, site, end, 2) < 2)
        return;
    ludc_site_place(d->p->r, LUDC_VERTEX, (size_t)end[0], a);
    ludc_site_place(d->p->r, LUDC_VERTEX, (size_t)end[1], b);
    double dx = fabs(a[0] - b[0]), dy = fabs(a[1] - b[1]);
    snprintf(out, ITEM, "%s", dy < dx * 0.3 ? "---" : dx < dy * 0.3 ? "|" : (a[0] - b[0]) * (a[1] - b[1]) > 0 ? "/" : "\\");
}

void board_site_name(const BoardPosition *p, ludc_site_type type, size_t site, char *out, size_t size)
{
    Writer w = {out, size, 0};
    ludc_put_site(&w, p->r, (int)type, (int32_t)site);
    put_end(&w);
}

static void add_number(char *text, const char *before, int32_t number)
{
    size_t n = strlen(text);
    snprintf(text + n, ITEM - n, "%s%ld", before, (long)number);
}

/* Are there kinds of pieces that belong to nobody, to be told apart? */
static bool several_kinds(const BoardPosition *p)
{
    size_t n = 0;
    for (size_t i = 1; i < p->nkind; i++)
        n += ludc_piece_owner(p->r, i) == 0 || ludc_piece_owner(p->r, i) > ludc_players(p->r);
    return n > 1;
}

/* What stands for a player. */
static const char *side_mark(const BoardPosition *p, unsigned owner)
{
    static const char *const mark[] = {".", "X", "O", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F", "G"};
    return p->utf8 && owner == 1 ? "\u25cb" : p->utf8 && owner == 2 ? "\u25cf" : mark[owner <= 16 ? owner : 0];
}

/* X, X3 (a count or a height), with '2 its state, /1 how it is turned, =5 its value. */
static void site_text(const Drawing *d, ludc_site_type type, size_t site, char *text)
{
    const BoardSite *s = &d->p->site[type][site];
    bool there = s->kind || s->owner || s->hidden, sided = d->p->states && s->kind && !several_kinds(d->p);
    text[0] = '\0';
    if (d->p->numbers && (s->count || there)) {
        add_number(text, "", s->count ? s->count : 1);
        return;
    }
    if (s->hidden)
        snprintf(text, ITEM, "?");
    else if (sided && !s->owner && s->state > 0 && s->state <= 2) /* discs that are turned over */
        snprintf(text, ITEM, "%s", side_mark(d->p, (unsigned)s->state));
    else if (s->kind && (!s->owner || ludc_piece_owner(d->p->r, s->kind) == s->owner || several_kinds(d->p)))
        snprintf(text, ITEM, "%s", d->p->glyph[s->kind]);
    else if (s->owner)
        snprintf(text, ITEM, "%s", side_mark(d->p, s->owner));
    if (s->kind && s->owner == 2 && ludc_piece_owner(d->p->r, s->kind) != 2 && several_kinds(d->p))
        text[0] = (char)tolower((unsigned char)text[0]);
    if (!there && s->value)
        add_number(text, "", s->value);
    if (!there)
        return;
    int32_t many = s->height > s->count ? s->height : s->count;
    if (many > 1)
        add_number(text, "", many);
    if (s->state && d->p->states && !sided)
        add_number(text, "'", s->state);
    if (s->rotation)
        add_number(text, "/", s->rotation);
    if (s->value > 0 && s->kind && d->p->values)
        add_number(text, "=", s->value);
}

static void fill_item(const Drawing *d, Item *item)
{
    const BoardPosition *p = d->p;
    bool edge = item->type == LUDC_EDGE && item->type != p->type;
    if (p->site[item->type])
        site_text(d, item->type, item->site, item->text);
    item->paint = p->site[item->type] ? p->site[item->type][item->site].owner : PAINT_FAINT;
    if (edge && *item->text) {
        const BoardSite *s = &p->site[LUDC_EDGE][item->site];
        edge_text(d, item->site, item->text);
        if (s->owner)
            item->text[item->text[1] ? 1 : 0] = s->kind ? p->glyph[s->kind][0] : item->text[0];
    } else if (!*item->text) {
        item->paint = PAINT_FAINT;
        if (item->type == LUDC_EDGE && !d->options->plain)
            board_site_name(p, item->type, item->site, item->text, ITEM);
        else
            snprintf(item->text, ITEM, "%s", edge ? " " : d->edges && item->type == LUDC_VERTEX ? "+" : p->utf8 ? "\u00b7" : ".");
    }
}

/* ---- which sites there are ---------------------------------------------------------- */

static bool drawn(const Drawing *d, ludc_site_type type)
{
    const BoardPosition *p = d->p;
    return type == p->type || p->site[type] || (type == LUDC_VERTEX && d->edges);
}

/* Cells on which nothing stands, because edges alone are played on, are not drawn. */
static bool bare(const Drawing *d, ludc_site_type type)
{
    if (!d->edges || type != LUDC_CELL)
        return false;
    for (size_t i = 0; i < ludc_planes(d->p->r, LUDC_SET_STATE); i++) {
        ludc_plane_info plane;
        if (ludc_plane_at(d->p->r, LUDC_SET_STATE, i, &plane) == LUDC_OK && d->p->type == LUDC_CELL && !strcmp(plane.name, "empty"))
            return false;
    }
    return true;
}

static bool gather(Drawing *d, double layer)
{
    size_t room = 0;
    for (int t = 0; t < LUDC_SITE_TYPES; t++)
        room += d->p->nsite[t];
    d->item = calloc(room + 1, sizeof *d->item);
    d->place = calloc(room + 1, sizeof *d->place);
    if (!d->item || !d->place)
        return false;
    d->n = 0;
    d->widest = 1;
    for (int t = 0; t < LUDC_SITE_TYPES; t++) {
        const ludc_site_type type = (ludc_site_type)t;
        for (size_t i = 0; drawn(d, type) && !bare(d, type) && i < d->p->nsite[t]; i++) {
            double at[3] = {0, 0, 0};
            if (ludc_site_place(d->p->r, type, i, at) != LUDC_OK || (d->layers && fabs(at[2] - layer) > 1e-6))
                continue;
            Item *item = &d->item[d->n];
            *item = (Item){.type = type, .site = i};
            fill_item(d, item);
            d->place[d->n++] = (Place){at[0], at[1], 0, 0};
            int width = canvas_columns(item->text);
            d->widest = width > d->widest ? width : d->widest;
        }
    }
    return true;
}

/* ---- lines ---------------------------------------------------------------------------- */

/* Every edge joins nearest points, and all nearest points are joined: lines would say nothing new. */
static bool plain_grid(const BoardPosition *p)
{
    size_t n = p->nsite[LUDC_VERTEX], nedge = p->nsite[LUDC_EDGE], near = 0;
    double least = INFINITY;
    if (n > 1500)
        return true;
    for (int counting = 0; counting < 2; counting++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < i; j++) {
                double a[3], b[3];
                ludc_site_place(p->r, LUDC_VERTEX, i, a);
                ludc_site_place(p->r, LUDC_VERTEX, j, b);
                double gap = hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
                if (counting)
                    near += gap < least * 1.02;
                else
                    least = fmin(least, gap);
            }
    if (near != nedge)
        return false;
    for (size_t i = 0; i < nedge; i++) {
        int32_t end[2];
        double a[3], b[3];
        if (ludc_site_outline(p->r, LUDC_EDGE, i, end, 2) < 2)
            return false;
        ludc_site_place(p->r, LUDC_VERTEX, (size_t)end[0], a);
        ludc_site_place(p->r, LUDC_VERTEX, (size_t)end[1], b);
        if (hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]) > least * 1.02)
            return false;
    }
    return true;
}

static const Place *place_of(const Drawing *d, ludc_site_type type, size_t site)
{
    for (size_t i = 0; i < d->n; i++)
        if (d->item[i].type == type && d->item[i].site == site)
            return &d->place[i];
    return NULL;
}

static void draw_lines(const Drawing *d, Canvas *c)
{
    for (size_t i = 0; d->lines && i < d->p->nsite[LUDC_EDGE]; i++) {
        int32_t end[2];
        if (ludc_site_outline(d->p->r, LUDC_EDGE, i, end, 2) < 2)
            continue;
        const Place *a = place_of(d, LUDC_VERTEX, (size_t)end[0]), *b = place_of(d, LUDC_VERTEX, (size_t)end[1]);
        if (a && b)
            canvas_line(c, a->column + MARGIN_X, a->row + MARGIN_Y, b->column + MARGIN_X, b->row + MARGIN_Y, PAINT_FAINT);
    }
}

/* ---- labels at the edges ------------------------------------------------------------------ */

/* A label's letters (part 0) or number (part 1), "" where it has not both. */
static void part_of(const Drawing *d, size_t item, int part, char *out)
{
    char label[LABEL];
    *out = '\0';
    ludc_site_label(d->p->r, d->p->type, d->item[item].site, label, sizeof label);
    size_t letters = 0;
    while (isalpha((unsigned char)label[letters]))
        letters++;
    if (!letters || !label[letters] || label[letters + strspn(label + letters, "0123456789")])
        return;
    snprintf(out, LABEL, "%s", part ? label + letters : label);
    if (!part)
        out[letters] = '\0';
}

/* The two outermost sites of those with that part: the lowest and leftmost first.  How many there are. */
static size_t ends_of(const Drawing *d, int part, const char *name, const Place *end[2])
{
    size_t n = 0;
    for (size_t i = 0; i < d->n; i++) {
        char other[LABEL];
        if (d->item[i].type != d->p->type)
            continue;
        part_of(d, i, part, other);
        if (strcmp(other, name) != 0)
            continue;
        const Place *at = &d->place[i];
        bool first = part ? at->column < (n ? end[0]->column : 0) : at->row > (n ? end[0]->row : 0);
        bool last = part ? at->column > (n ? end[1]->column : 0) : at->row < (n ? end[1]->row : 0);
        if (!n || first)
            end[0] = at;
        if (!n || last)
            end[1] = at;
        n++;
    }
    return n;
}

/* How far to the right a line of one letter leads with each row down, from its ends; `otherwise` for a single site. */
static double slope_of(const Place *const end[2], double otherwise)
{
    int rows = end[0]->row - end[1]->row, columns = end[0]->column - end[1]->column;
    return rows ? (double)columns / rows : otherwise;
}

/* The same of the first letter that has a line. */
static double first_slope(const Drawing *d)
{
    for (size_t i = 0; i < d->n; i++) {
        const Place *end[2] = {NULL, NULL};
        char name[LABEL];
        if (d->item[i].type != d->p->type)
            continue;
        part_of(d, i, 0, name);
        if (*name && ends_of(d, 0, name, end) && end[0]->row != end[1]->row)
            return slope_of(end, 0);
    }
    return 0;
}

/* Letters go below the lowest of their sites, where their line leads; numbers to the left of the leftmost. */
static void put_label(const Drawing *d, Canvas *c, int part, const char *name, double slope)
{
    const Place *end[2] = {NULL, NULL};
    size_t n = ends_of(d, part, name, end);
    int width = (int)strlen(name), x, y;
    if (!n)
        return;
    bool margin = (d->lines || d->edges) && (part ? end[0]->row == end[1]->row : end[0]->column == end[1]->column);
    if (margin) { /* all of them in one line, and other lines between them and the edge */
        x = part ? MARGIN_X - (d->widest - 1) / 2 - 1 - width : end[0]->column + MARGIN_X - (width - 1) / 2;
        y = part ? end[0]->row + MARGIN_Y : c->height - MARGIN_Y;
    } else if (part) {
        x = end[0]->column + MARGIN_X - (d->widest - 1) / 2 - 1 - width;
        y = end[0]->row + MARGIN_Y;
        while (x > 0 && !canvas_empty(c, x - 1, y, width + 2))
            x--;
    } else {
        y = end[0]->row + MARGIN_Y + 1;
        x = end[0]->column + MARGIN_X + (int)lround(slope_of(end, slope)) - (width - 1) / 2;
        while (y + 1 < c->height && !canvas_empty(c, x > 0 ? x - 1 : x, y, width + 2))
            y++;
    }
    if (canvas_empty(c, x, y, width))
        canvas_put(c, x, y, name, PAINT_FAINT);
}

static void put_labels(const Drawing *d, Canvas *c)
{
    const double slope = d->options->plain ? 0 : first_slope(d);
    for (int part = 1; part >= 0 && !d->options->plain; part--)
        for (size_t i = 0; i < d->n; i++) {
            char name[LABEL], other[LABEL];
            bool again = false;
            if (d->item[i].type != d->p->type)
                continue;
            part_of(d, i, part, name);
            for (size_t k = 0; k < i && !again && *name; k++) {
                part_of(d, k, part, other);
                again = d->item[k].type == d->p->type && !strcmp(name, other);
            }
            if (*name && !again)
                put_label(d, c, part, name, slope);
        }
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool is_end(const int32_t end[2], const Item *item)
{
    return end[0] >= 0 && (size_t)end[0] == item->site && end[1] == (int32_t)item->type;
}

static void put_item(const Drawing *d, const Item *item, const Place *at, Canvas *c)
{
    const ludc_draw_options *o = d->options;
    int width = canvas_columns(item->text), x = at->column + MARGIN_X - (width - 1) / 2, y = at->row + MARGIN_Y;
    bool to = o->marks && is_end(o->last_to, item), from = o->marks && !to && is_end(o->last_from, item);
    canvas_put(c, x, y, item->text, item->paint | (to ? PAINT_BACK : 0u));
    if (to || from) {
        canvas_put(c, x - 1, y, to ? "[" : "(", PAINT_LAST);
        canvas_put(c, x + width, y, to ? "]" : ")", PAINT_LAST);
    }
}

static void draw_layer(Drawing *d, double layer, Text *out)
{
    Canvas c;
    int width = 0, height = 0;
    if (!gather(d, layer))
        out->failed = true;
    if (!d->n || out->failed)
        return;
    places_arrange(d->place, d->n, d->widest, d->lines || d->edges);
    for (size_t i = 0; i < d->n; i++) {
        width = d->place[i].column > width ? d->place[i].column : width;
        height = d->place[i].row > height ? d->place[i].row : height;
    }
    if (!canvas_new(&c, width + d->widest + 2 * MARGIN_X, height + 1 + 2 * MARGIN_Y, d->p->utf8))
        return;
    for (size_t i = 0; i < d->n; i++)
        put_item(d, &d->item[i], &d->place[i], &c);
    draw_lines(d, &c);
    put_labels(d, &c);
    canvas_text(&c, "", d->options->colour, out);
    canvas_free(&c);
}

static void forget_layer(Drawing *d)
{
    free(d->item);
    free(d->place);
    d->item = NULL;
    d->place = NULL;
}

static double height_of(const BoardPosition *p, size_t site)
{
    double at[3] = {0, 0, 0};
    ludc_site_place(p->r, p->type, site, at);
    return at[2];
}

/* The next greater height above the board; false: there is none. */
static bool next_layer(const BoardPosition *p, double *layer)
{
    double best = INFINITY;
    for (size_t i = 0; i < p->nsite[p->type]; i++) {
        double h = height_of(p, i);
        if (h > *layer + 1e-6 && h < best)
            best = h;
    }
    *layer = best;
    return isfinite(best);
}

void board_sites(const BoardPosition *p, const ludc_draw_options *options, Text *out)
{
    Drawing d = {.p = p, .options = options};
    d.edges = (p->site[LUDC_EDGE] != NULL || p->type == LUDC_EDGE) && p->nsite[LUDC_VERTEX];
    d.lines = p->type == LUDC_VERTEX && !d.edges && p->nsite[LUDC_EDGE] && !options->plain && !plain_grid(p);
    double layer = -INFINITY, first = 0;
    if (next_layer(p, &layer)) {
        first = layer;
        d.layers = next_layer(p, &layer);
    }
    layer = first;
    int number = 1;
    do {
        if (d.layers)
            text_form(out, "%slayer %d\n", number > 1 ? "\n" : "", number);
        draw_layer(&d, layer, out);
        forget_layer(&d);
        number++;
    } while (d.layers && next_layer(p, &layer) && !out->failed);
}
