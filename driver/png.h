/* png.h - pictures as PNG, by librsvg, which a module of its own (ludc-png.so) brings: it is opened where a PNG is asked for. */
#ifndef LUDC_DRIVER_PNG_H
#define LUDC_DRIVER_PNG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/out.h"

typedef struct {
    const char *stamp;
    /* The bytes of the picture, to be given to `release`; NULL: says in `why` what librsvg says. */
    unsigned char *(*render)(const char *svg, size_t n, size_t *size, char *why, size_t room);
    void (*release)(unsigned char *bytes);
} PngModule;

/* Another number where what stands above changes. */
#define PNG_STAMP "ludc-png 1"

/* false: says in `why` what is missing, or wrong. */
bool png_of_svg(const Out *svg, Out *png, Out *why);

#endif
