/* theme.h - colours of pictures. */
#ifndef LUDC_BOARD_THEME_H
#define LUDC_BOARD_THEME_H

#include <stdint.h>

#include "runtime/board/scene.h"

enum { THEME_FIELDS = 4, THEME_OWNERS = 17 };

/* Colours are 0xRRGGBB. */
typedef struct {
    const char *name;
    int32_t paper, ground, field, chequer[THEME_FIELDS], line, hole, ink, faint, mark;
    int32_t owner[THEME_OWNERS]; /* 0: nobody's */
} Theme;

size_t theme_count(void);
const Theme *theme_at(size_t index); /* NULL: there is none */
/* The colour of an owner's men in a scene, and of the lines on them: black or white. */
int32_t theme_owner(const Theme *theme, const Scene *s, unsigned owner);
int32_t theme_lines(const Theme *theme, const Scene *s, unsigned owner);
/* How bright a colour is, 0 to 1. */
double theme_light(int32_t colour);

#endif
