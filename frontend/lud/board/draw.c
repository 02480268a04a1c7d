/* draw.c - a board as an SVG picture: sites, their numbers and labels. */
#include "frontend/lud/board/board.h"

#include <math.h>

#include "base/escape.h"

/* One unit of the board in the picture, and the space around it. */
#define SCALE 60.0
#define MARGIN 40.0

typedef struct {
    double left, top, width, height; /* in board units, top being the largest y */
    double gap;                      /* distance to the nearest other site */
} Frame;

static void widen(Frame *frame, const BoardLayer *layer, double *right, double *bottom)
{
    for (int i = 0; i < layer->n; i++) {
        const BoardSite *site = &layer->site[i];
        frame->left = site->x < frame->left ? site->x : frame->left;
        frame->top = site->y > frame->top ? site->y : frame->top;
        *right = site->x > *right ? site->x : *right;
        *bottom = site->y < *bottom ? site->y : *bottom;
    }
}

/* The least distance between neighbours of the layer that is played on, so that
 * what is written into a site has room. */
static double nearest(const BoardLayer *layer)
{
    double least = 1;
    for (int i = 0; i < layer->n; i++)
        for (int k = 0; k < layer->site[i].nstep; k++) {
            const BoardSite *a = &layer->site[i];
            const BoardSite *b = &layer->site[a->step[k].to];
            double d = hypot(a->x - b->x, a->y - b->y);
            if (d > 0.05 && d < least)
                least = d;
        }
    return least;
}

static Frame frame_of(const Board *board)
{
    Frame frame = {1e6, -1e6, 0, 0, nearest(&board->layer[board->use])};
    double right = -1e6, bottom = 1e6;
    for (int type = 0; type < SITE_TYPES; type++)
        widen(&frame, &board->layer[type], &right, &bottom);
    frame.width = right - frame.left;
    frame.height = frame.top - bottom;
    return frame;
}

static double px(const Frame *frame, double x)
{
    return (x - frame->left) * SCALE + MARGIN;
}

static double py(const Frame *frame, double y)
{
    return (frame->top - y) * SCALE + MARGIN;
}

static void draw_head(const Frame *frame, Out *out)
{
    double width = frame->width * SCALE + 2 * MARGIN;
    double height = frame->height * SCALE + 2 * MARGIN;
    out_printf(out,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
               "viewBox=\"0 0 %.2f %.2f\">\n",
               width, height, width, height);
    out_printf(out,
               "<style>\n"
               "  .cell { fill: #f3e5c3; stroke: #7a6a45; stroke-width: 1.5 }\n"
               "  .phase1 { fill: #dcc391 }\n"
               "  .phase2 { fill: #e9d4aa }\n"
               "  .phase3 { fill: #cfb27c }\n"
               "  .line { stroke: #7a6a45; stroke-width: 2; stroke-linecap: round }\n"
               "  .faint { stroke-width: 0.8; stroke: #b9ab88 }\n"
               "  .dot { fill: #fffaf0; stroke: #7a6a45; stroke-width: 1.5 }\n"
               "  text { font-family: sans-serif; text-anchor: middle; fill: #3b3323 }\n"
               "  .number { font-size: %.1fpx; font-weight: bold }\n"
               "  .label { font-size: %.1fpx; fill: #8a7a55 }\n"
               "</style>\n"
               "<rect width=\"100%%\" height=\"100%%\" fill=\"#fffdf7\"/>\n",
               frame->gap * 18, frame->gap * 12);
}

static void draw_cells(const Board *board, const Frame *frame, Out *out)
{
    const BoardLayer *cells = &board->layer[SITE_CELL];
    const BoardLayer *vertices = &board->layer[SITE_VERTEX];
    for (int i = 0; i < cells->n; i++) {
        const BoardSite *cell = &cells->site[i];
        const char *fill = board->use != SITE_CELL || cell->phase == 0 ? ""
                           : cell->phase == 1                          ? " phase1"
                           : cell->phase == 2                          ? " phase2"
                                                                       : " phase3";
        out_printf(out, "<polygon class=\"cell%s\" points=\"", fill);
        for (int k = 0; k < cell->corners.n; k++) {
            const BoardSite *corner = &vertices->site[cell->corners.at[k]];
            out_printf(out, "%s%.2f,%.2f", k ? " " : "", px(frame, corner->x),
                       py(frame, corner->y));
        }
        out_puts(out, "\"/>\n");
    }
}

static void draw_edges(const Board *board, const Frame *frame, Out *out)
{
    const BoardLayer *edges = &board->layer[SITE_EDGE];
    const BoardLayer *vertices = &board->layer[SITE_VERTEX];
    for (int i = 0; i < edges->n; i++) {
        const BoardSite *a = &vertices->site[edges->site[i].corners.at[0]];
        const BoardSite *b = &vertices->site[edges->site[i].corners.at[1]];
        out_printf(out, "<line class=\"line%s\" x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\"/>\n",
                   board->use == SITE_CELL ? " faint" : "", px(frame, a->x),
                   py(frame, a->y), px(frame, b->x), py(frame, b->y));
    }
}

/* The number of each site, and its label below it. */
static void draw_sites(const Board *board, const Frame *frame, Out *out)
{
    const BoardLayer *layer = &board->layer[board->use];
    for (int i = 0; i < layer->n; i++) {
        const BoardSite *site = &layer->site[i];
        double x = px(frame, site->x), y = py(frame, site->y);
        if (board->use != SITE_CELL)
            out_printf(out, "<circle class=\"dot\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"/>\n", x, y,
                       frame->gap * 20);
        out_printf(out, "<text class=\"number\" x=\"%.2f\" y=\"%.2f\">%d</text>\n", x,
                   y + frame->gap * 2, i);
        if (board->use == SITE_EDGE)
            continue; /* an edge's label is its number */
        out_printf(out, "<text class=\"label\" x=\"%.2f\" y=\"%.2f\">", x, y + frame->gap * 14);
        out_markup(out, site->label);
        out_puts(out, "</text>\n");
    }
}

void board_draw(const Board *board, Out *out)
{
    Frame frame = frame_of(board);
    draw_head(&frame, out);
    draw_cells(board, &frame, out);
    draw_edges(board, &frame, out);
    draw_sites(board, &frame, out);
    out_puts(out, "</svg>\n");
}
