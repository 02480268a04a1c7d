/* svg.h - the parts of an SVG of one scene or of several, one after the other. */
#ifndef LUDC_BOARD_SVG_H
#define LUDC_BOARD_SVG_H

#include "runtime/board/scene.h"
#include "runtime/board/theme.h"

enum { SVG_GLYPHS = 128 };

/* What all scenes need together: a frame, and drawings that are defined once. */
typedef struct {
    double width, height;
    bool glyph[SVG_GLYPHS], zone[THEME_OWNERS];
} SvgNeeds;

void svg_need(SvgNeeds *needs, const Scene *s);
void svg_head(const Scene *s, const SvgNeeds *needs, const ludc_draw_options *options, Text *out);
void svg_shapes(const Scene *s, const ludc_draw_options *options, size_t from, size_t to, Text *out);
void svg_tail(Text *out);

#endif
