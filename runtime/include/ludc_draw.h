/* ludc_draw.h - a position in characters, for people.
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
} ludc_draw_options;

/* Lines of text, each with its end.  Returns the length as snprintf does; 0: there is nothing to draw from, an
 * argument is NULL, or memory is out. */
LUDC_API size_t ludc_draw_text(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, char *out,
                               size_t size);
/* Fills in `marks`, `last_from` and `last_to` for a legal move of the state that it is played in. */
LUDC_API void ludc_draw_mark(ludc_draw_options *options, const ludc_reasoner *r, const void *before, ludc_move move);

#ifdef __cplusplus
}
#endif

#endif
