/* glyphs.h - drawings of men: our own, as paths of SVG in a box from -50 to 50, x to the right, y down. */
#ifndef LUDC_BOARD_GLYPHS_H
#define LUDC_BOARD_GLYPHS_H

#include "runtime/board/scene.h"

/* What a drawing stands on. */
typedef enum {
    BASE_NONE, /* the drawing is the man: filled by the owner */
    BASE_DISC, /* lines on a disc of the owner's */
    BASE_TILE  /* lines on a five-cornered tile of the owner's, which points to where it goes */
} GlyphBase;

typedef struct {
    const char *name;
    GlyphBase base;
    const char *fill; /* is filled and has an outline; "": nothing */
    const char *line; /* lines on top of that; "": none */
} Glyph;

extern const Glyph glyph_table[];
int glyph_count(void);
/* The drawing for a kind of that name, numbers of players behind it left out; -1: there is none. */
int glyph_named(const char *kind);
/* The chessman of that letter of k q r b n p; -1: there is none. */
int glyph_chessman(int letter);
/* A disc without anything on it, and one with a question mark. */
int glyph_disc(void);
/* The character of UTF-8 that looks like the drawing; NULL: there is none. */
const char *glyph_character(int glyph, unsigned owner);

/* How the kinds of a position are drawn: no two of an owner alike; NULL: no memory. */
Look *looks_of(const BoardPosition *p, size_t *n);

#endif
