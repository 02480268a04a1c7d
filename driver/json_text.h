/* json_text.h - JSON that names and paths of strangers cannot spoil. */
#ifndef LUDC_DRIVER_JSON_TEXT_H
#define LUDC_DRIVER_JSON_TEXT_H

#include <jansson.h>

#include "base/out.h"

/* A string of JSON from any bytes, by base/escape.h; NULL is null. */
json_t *json_text(const char *text);
/* Writes a line and releases the value.  A value that cannot be made (a number that is not finite) is a fault of
 * ludc: ends the program with EXIT_BUG, so that nobody takes less for all. */
void json_line(json_t *value, size_t flags, Out *out);
void json_print(json_t *value, size_t flags); /* the same to standard output */

#endif
