/* png_module.c - ludc-png.so: SVG to PNG by librsvg and cairo. */
#include "driver/png.h"

#include <librsvg/rsvg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20000 }; /* pixels of a side */

typedef struct {
    unsigned char *at;
    size_t n, room;
} Bytes;

static cairo_status_t add(void *data, const unsigned char *from, unsigned n)
{
    Bytes *b = data;
    if (b->n + n > b->room) {
        size_t room = 2 * (b->n + n);
        unsigned char *at = realloc(b->at, room);
        if (!at)
            return CAIRO_STATUS_NO_MEMORY;
        b->at = at;
        b->room = room;
    }
    memcpy(b->at + b->n, from, n);
    b->n += n;
    return CAIRO_STATUS_SUCCESS;
}

static bool draw(RsvgHandle *handle, double width, double height, Bytes *bytes, char *why, size_t room)
{
    GError *error = NULL;
    const RsvgRectangle frame = {0, 0, width, height};
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)ceil(width), (int)ceil(height));
    cairo_t *cairo = cairo_create(surface);
    bool good = rsvg_handle_render_document(handle, cairo, &frame, &error);
    cairo_status_t status = good ? cairo_surface_write_to_png_stream(surface, add, bytes) : CAIRO_STATUS_SUCCESS;
    if (!good)
        snprintf(why, room, "%s", error->message);
    else if (status != CAIRO_STATUS_SUCCESS)
        snprintf(why, room, "%s", cairo_status_to_string(status));
    g_clear_error(&error);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return good && status == CAIRO_STATUS_SUCCESS;
}

static unsigned char *render(const char *svg, size_t n, size_t *size, char *why, size_t room)
{
    Bytes bytes = {0};
    double width = 0, height = 0;
    GError *error = NULL;
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg, n, &error);
    bool good = false;
    if (!handle)
        snprintf(why, room, "%s", error->message);
    else if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) || width > MOST || height > MOST)
        snprintf(why, room, "a picture of %.0f by %.0f pixels is too large", width, height);
    else
        good = draw(handle, width, height, &bytes, why, room);
    g_clear_error(&error);
    if (handle)
        g_object_unref(handle);
    *size = bytes.n;
    if (good)
        return bytes.at;
    free(bytes.at);
    return NULL;
}

static void release(unsigned char *bytes) { free(bytes); }

__attribute__((visibility("default"))) extern const PngModule ludc_png_module;
const PngModule ludc_png_module = {PNG_STAMP, render, release};
