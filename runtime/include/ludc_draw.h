/* ludc_draw.h - a position for people: in characters, or as a picture.
 *
 * Drawn from what a reasoner offers (LUDC_OFFER_GEOMETRY and LUDC_OFFER_PLANES, or views): squares, hexagons, points
 * with the lines between them, edges that are played on, stacks, counts, hands, dice and scores; of a rule sheet its
 * facts, as grids where two arguments of a relation run along successions, else in rows. */
#ifndef LUDC_DRAW_H
#define LUDC_DRAW_H

#include "ludc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A NULL in its place: everything is seen, no colour, no move is marked. */
typedef struct {
    size_t size;   /* sizeof(ludc_draw_options) */
    unsigned eyes; /* a player: what the rules hide from that player is not drawn; 0: everything is */
    int colour;    /* 1: with the colours of terminals (ECMA-48) */
    int plain;     /* 1: the sites alone: nothing at the edges of the board, nothing below it */
    int marks;     /* 1: the two below say which move was made last: its sites are marked */
    int32_t last_from[2], last_to[2]; /* site (-1: none) and ludc_site_type */
    unsigned theme; /* of pictures: the number of ludc_draw_theme */
    unsigned width; /* of pictures, in pixels; 0: by the size of the board */
    int utf8;       /* of texts: 1: chessmen, discs and lines by their characters of Unicode, else ASCII alone */
} ludc_draw_options;

/* Lines of text, each with its end.  Returns the length as snprintf does; 0: there is nothing to draw from, an
 * argument is NULL, or memory is out. */
LUDC_API size_t ludc_draw_text(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, char *out,
                               size_t size);
/* The same as SVG 1.1: a text in UTF-8 that shows itself, without scripts.  What stands on a site is an element of class `man`
 * with `data-site`, `data-owner` and what else there is of kind, count, height, level, state, rotation and value. */
LUDC_API size_t ludc_draw_svg(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, char *out,
                              size_t size);
/* A game as a picture that moves: an SVG with a frame for each position, shown for so many seconds, in a circle (SMIL). */
typedef struct ludc_film ludc_film;
/* Options as of ludc_draw_svg.  NULL: an argument is wrong, or memory is out.  The reasoner outlives the film. */
LUDC_API ludc_film *ludc_film_new(const ludc_reasoner *r, const ludc_draw_options *options, double seconds);
/* Adds a position; of `marks`, which may be NULL, the move that led to it counts.  LUDC_UNSUPPORTED: there is nothing to draw
 * from; LUDC_IO: memory is out; LUDC_USAGE. */
LUDC_API ludc_status ludc_film_add(ludc_film *film, const void *state, const ludc_draw_options *marks);
/* The length as snprintf does; 0: there is no frame, an argument is wrong, or memory is out. */
LUDC_API size_t ludc_film_svg(const ludc_film *film, char *out, size_t size);
LUDC_API void ludc_film_free(ludc_film *film);
/* The colours that pictures can have: "wood", "paper", "night"; NULL: there is no more. */
LUDC_API const char *ludc_draw_theme(unsigned theme);
/* Fills in `marks`, `last_from` and `last_to` for a legal move of the state that it is played in. */
LUDC_API void ludc_draw_mark(ludc_draw_options *options, const ludc_reasoner *r, const void *before, ludc_move move);

#ifdef __cplusplus
}
#endif

#endif
