/* board.h - a position in characters: what stands where, the columns and rows of sites, the canvas. */
#ifndef LUDC_BOARD_BOARD_H
#define LUDC_BOARD_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/board/text.h"
#include "runtime/include/ludc.h"
#include "runtime/include/ludc_draw.h"

/* ---- what stands where (position.c) ------------------------------------------ */

enum { BOARD_GLYPH = 8 };

/* A site.  Numbers are 0 where nobody asks for them. */
typedef struct {
    uint16_t kind;  /* of `glyph`; 0: nobody, or only an owner */
    uint8_t owner;  /* of the piece or the site; 0: nobody, or nothing */
    bool hidden;    /* something is there, but not what */
    int32_t count, height, state, rotation, value;
    uint16_t *level; /* kinds of the pieces of a stack, from the bottom; BOARD_LEVELS, or NULL */
} BoardSite;

enum { BOARD_LEVELS = 32 };

typedef struct {
    const ludc_reasoner *r;
    ludc_site_type type;              /* the board's own */
    size_t nsite[LUDC_SITE_TYPES];    /* sites of the board */
    size_t nall;                      /* of the own type with hands and dice */
    BoardSite *site[LUDC_SITE_TYPES]; /* own type: [nall]; others [nsite] where pieces may stand on them, else NULL */
    size_t nkind;
    char (*glyph)[BOARD_GLYPH];       /* [nkind], by kind */
    bool utf8;                        /* glyphs are not ASCII alone */
    bool numbers;                     /* nothing but neutral pieces of one kind that are counted */
    bool states;                      /* states of sites have more values than two */
    bool values;                      /* pieces of one kind have different ones */
    uint16_t *levels;
} BoardPosition;

/* As the planes of the state (else the views) show it to those eyes; false: there is no board, or no memory. */
bool board_position(BoardPosition *p, const ludc_reasoner *r, const void *state, unsigned eyes);
void board_position_free(BoardPosition *p);
/* From now on kinds have the characters of Unicode that look like their men, where there are some. */
void board_position_utf8(BoardPosition *p);

/* A number of a state by the name that planes and views have in common; false: there is none.  player 0:
 * it is nobody's. */
bool board_number(const ludc_reasoner *r, const void *state, const uint64_t *bits, const char *name, unsigned player,
                  int64_t *value);
/* The name that moves have for a site of any type. */
void board_site_name(const BoardPosition *p, ludc_site_type type, size_t site, char *out, size_t size);
/* The planes of the state for those eyes, to be freed; NULL: there are none. */
uint64_t *board_planes(const ludc_reasoner *r, const void *state, unsigned eyes);

/* ---- the canvas (canvas.c) ------------------------------------------------------ */

/* Colours: players from 1, and these. */
enum { PAINT_PLAIN, PAINT_LAST = 16, PAINT_FAINT = 17, PAINT_BACK = 64 /* with it: reversed */ };

typedef struct {
    int width, height;
    bool utf8;      /* lines are drawn by characters made for that */
    uint32_t *mark; /* rows of `width` */
    uint8_t *paint; /* the same */
} Canvas;

bool canvas_new(Canvas *c, int width, int height, bool utf8);
/* How many columns a text of UTF-8 takes. */
int canvas_columns(const char *text);
void canvas_free(Canvas *c);
/* What lies outside is left out. */
void canvas_put(Canvas *c, int x, int y, const char *text, unsigned paint);
bool canvas_empty(const Canvas *c, int x, int y, int n); /* n marks from x on, all inside */
/* A line between two points, their own marks left out; only where nothing is. */
void canvas_line(Canvas *c, int x1, int y1, int x2, int y2, unsigned paint);
/* Without empty lines before and behind. */
void canvas_text(const Canvas *c, const char *indent, bool colour, Text *out);

/* ---- places (places.c) -------------------------------------------------------------- */

typedef struct {
    double x, y;
    int column, row; /* of the middle */
} Place;

/* Columns and rows for n sites of which the widest has so many characters; `open`: with room for lines between
 * them.  Sites of one height are in one row. */
void places_arrange(Place *place, size_t n, int widest, bool open);

/* ---- drawings ------------------------------------------------------------------------- */

/* The options of a drawing, as far as the caller knew them; false: an argument is missing or wrong. */
bool board_options(const ludc_reasoner *r, const void *state, const ludc_draw_options *given, ludc_draw_options *options);
void board_sites(const BoardPosition *p, const ludc_draw_options *options, Text *out);
void board_below(const BoardPosition *p, const void *state, const ludc_draw_options *options, Text *out);
/* A rule sheet: its facts, by relation. */
void board_sheet(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, Text *out);

#endif
