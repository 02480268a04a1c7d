/* scene.h - a position as shapes: what is drawn where, before any language of pictures.
 *
 * Places are in units of the picture, x to the right, y down.  Shapes are in the order in which they are drawn.  Those that
 * every position of the game has come first (`still`), so that a film draws them once. */
#ifndef LUDC_BOARD_SCENE_H
#define LUDC_BOARD_SCENE_H

#include "runtime/board/board.h"

typedef struct {
    double x, y;
} Spot;

typedef enum {
    SHAPE_GROUND, /* polygon: what points and holes lie on */
    SHAPE_FIELD,  /* polygon: a cell; `number` its colour, -1: the board is not chequered */
    SHAPE_LINE,   /* a line of the board; `number` 1: only a place for edges that are played on */
    SHAPE_HOLE,   /* polygon: a hole for seeds */
    SHAPE_POINT,  /* a point of the board */
    SHAPE_ZONE,   /* polygon: a site of a region of `owner` */
    SHAPE_SIGN,   /* a site of a region of nobody, `kind` as ludc_region_of counts; `number` counts these signs */
    SHAPE_TRACK,  /* a path of `owner`, with a head at its end */
    SHAPE_SIDE,   /* a side of the board that is `owner`'s */
    SHAPE_FROM,   /* where the last move began, .. */
    SHAPE_TO,     /* .. and ended */
    SHAPE_WALL,   /* something on an edge: a line */
    SHAPE_MAN,    /* a man of `owner` and `kind`; turned where `number` is 1 */
    SHAPE_SEEDS,  /* `count` seeds */
    SHAPE_DIE,    /* `number` on it; used up where `count` is 0 */
    SHAPE_MOVER,  /* an arrow: it is this player's turn */
    SHAPE_TEXT
} ShapeClass;

typedef enum {
    TEXT_LABEL,  /* at the edge of the board, at edges that are played on */
    TEXT_NUMBER, /* instead of a man: values of puzzles, seeds in a hole */
    TEXT_BADGE,  /* beside a man, or where `number` is 1 on it: how many, in what state */
    TEXT_BELOW   /* a line below the board */
} TextClass;

typedef struct {
    ShapeClass class;
    double x, y;         /* of the middle; of a text: of its middle, or of the beginning of one below */
    double size;         /* radius; of a text: height of its letters; of lines: their width */
    uint32_t first, n;   /* its points */
    unsigned owner, kind;
    int32_t number, count, height, state, rotation, value;
    int32_t level;       /* of a man in a stack, from 0; -1: of none */
    bool hidden;         /* it is not shown what it is */
    int type, site;      /* ludc_site_type and site; -1: of none */
    TextClass text_class;
    uint32_t text;       /* in `text` of the scene; of a man of a sheet (site 0) its fact */
    double width;        /* of a text */
} Shape;

/* How men of a kind are drawn. */
typedef struct {
    int glyph;                  /* of glyphs.h; -1: by its letters */
    char letters[BOARD_GLYPH];
} Look;

enum { SCENE_OWNERS = 18 };

typedef struct {
    const ludc_reasoner *r;
    const BoardPosition *p; /* NULL: of a rule sheet */
    Shape *shape;
    size_t n, room;
    size_t still;           /* so many of them are the board's */
    Spot *spot;
    size_t nspot, spot_room;
    Text text;
    Look *look;             /* by kind */
    size_t nlook;
    int32_t colour[SCENE_OWNERS]; /* 0xRRGGBB by the rules' metadata; -1: the theme's */
    double width, height;
    double unit;            /* the distance of neighbours */
    bool failed;            /* memory was out */
} Scene;

/* false: there is nothing to draw from, or no memory. */
bool scene_of_position(Scene *s, const BoardPosition *p, const void *state, const ludc_draw_options *options);
bool scene_of_sheet(Scene *s, const ludc_reasoner *r, const void *state, const ludc_draw_options *options); /* scene_sheet.c */
void scene_free(Scene *s);

/* ---- building (scene.c) ------------------------------------------------------------- */

/* An empty scene in no player's colours; false: no memory. */
bool scene_begin(Scene *s, const ludc_reasoner *r);
/* The frame is as large as what is in it; everything is moved so that it begins at 0. */
void scene_frame(Scene *s);
/* A shape at the end; never NULL (where memory is out, one that is not kept). */
Shape *scene_add(Scene *s, ShapeClass class, double x, double y, double size);
void scene_spot(Scene *s, Shape *shape, double x, double y); /* a point of the shape that was added last */
Shape *scene_text(Scene *s, TextClass class, double x, double y, double size, const char *text);
/* The width of a text in the font that is asked for; others are no wider. */
double scene_text_width(const char *text, double size);
/* Left, top, right, bottom of all that is there; false: nothing is. */
bool scene_bounds(const Scene *s, double box[4]);
/* Is no text in that box, no man either, and no cell and no hole of the board?  Lines do not count. */
typedef enum { CLEAR_OF_TEXTS, CLEAR_OF_MEN, CLEAR_OF_ALL } Clear;
bool scene_clear(const Scene *s, const double box[4], Clear of);

/* ---- places (seats.c) ------------------------------------------------------------------ */

/* Where a site is in the picture. */
typedef struct {
    double x, y;
    double room; /* radius of a circle about it that is its own */
    bool drawn;  /* false: outside of the window */
} Seat;

typedef struct {
    const BoardPosition *p;
    size_t n[LUDC_SITE_TYPES];
    Seat *seat[LUDC_SITE_TYPES];
    double unit;                     /* as of the scene */
    double man;                      /* radius of men on most sites */
    double left, top, right, bottom; /* of all that is drawn */
    size_t outside;                  /* sites of the board's own type that are not drawn */
    int layers;
    bool edges; /* are played on */
    double reach; /* of two rows of points: how far men lie towards the middle; else 0 */
} Seats;

bool seats_of(Seats *seats, const BoardPosition *p);
void seats_free(Seats *seats);
/* The empty board in a scene that begins, and its seats: scene_free and seats_free are due in any case. */
bool scene_of_board(Scene *s, const BoardPosition *p, Seats *seats); /* scene.c */
/* The radius of a man there. */
double seats_man(const Seats *seats, ludc_site_type type, size_t site);
/* Of a board of holes: is it one alone in its column, at an end of the board?  Such a store is as high as the board. */
bool seats_store(const Seats *seats, size_t site);
/* The vertices around a cell, or the ends of an edge; at most `room`. */
size_t seats_outline(const Seats *seats, ludc_site_type type, size_t site, const Seat **out, size_t room);

/* ---- what the rules say of looks (look.c) -------------------------------------------------- */

/* Holes for seeds; no board at all, so that only what is used is drawn; two rows of points as in backgammon. */
typedef enum { STYLE_PLAIN, STYLE_HOLES, STYLE_ENDLESS, STYLE_TABLE, LOOK_STYLES } LookStyle;

LookStyle look_style(const ludc_reasoner *r);
bool look_chequered(const ludc_reasoner *r);
/* Which way a kind of piece looks, as a wind; -1: none. */
int look_facing(const ludc_reasoner *r, size_t kind);
int32_t look_colour(const ludc_reasoner *r, unsigned owner); /* 0xRRGGBB; -1: any */
size_t look_tracks(const ludc_reasoner *r);
/* Sites of a track in its order, and its owner. */
const int32_t *look_track(const ludc_reasoner *r, size_t track, size_t *n, unsigned *owner);
size_t look_blocks(const ludc_reasoner *r);
const int32_t *look_block(const ludc_reasoner *r, size_t block, size_t *n); /* cells of a block of a puzzle */
size_t look_hints(const ludc_reasoner *r);
/* Sites of a hint of a puzzle, of what type, and its number. */
const int32_t *look_hint(const ludc_reasoner *r, size_t hint, size_t *n, int *type, int32_t *value);

/* ---- parts ------------------------------------------------------------------------------------ */

void scene_board(Scene *s, const Seats *seats);                                   /* scene_board.c */
void scene_blocks(Scene *s, const Seats *seats);                                  /* scene_blocks.c */
void scene_regions(Scene *s, const Seats *seats);                                 /* scene_regions.c */
void scene_men(Scene *s, const Seats *seats, const ludc_draw_options *options);   /* scene_men.c */
void scene_labels(Scene *s, const Seats *seats);                                  /* scene_labels.c */
void scene_below(Scene *s, const Seats *seats, const void *state, unsigned eyes); /* scene_below.c */

/* ---- writers ------------------------------------------------------------------------------------- */

void scene_svg(const Scene *s, const ludc_draw_options *options, Text *out); /* svg.c */

#endif
