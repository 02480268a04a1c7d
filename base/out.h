/* out.h - text output into memory.
 * All output is built in memory and written by the driver, so that a failed run
 * leaves no half-written file. */
#ifndef LUDC_OUT_H
#define LUDC_OUT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *text; /* always NUL-terminated once something was written */
    size_t n, cap;
} Out;

void out_printf(Out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void out_vprintf(Out *out, const char *format, va_list args);
void out_puts(Out *out, const char *text);
void out_write(Out *out, const char *text, size_t length);
void out_char(Out *out, char c);
void out_int(Out *out, int64_t number); /* decimal */
void out_indent(Out *out, int depth); /* 2 spaces a level */
void out_free(Out *out);
/* The end of a noun of which there are n. */
static inline const char *out_plural(uint64_t n) { return n == 1 ? "" : "s"; }

/* Writes to a temporary file beside `path`, then renames; "-" is standard output.  false with errno set on failure;
 * nothing is left behind then, and what was there is whole.  What a killed process left beside it goes.
 * mode: permission bits such as 0644 or 0755. */
bool out_save(const Out *out, const char *path, unsigned mode);
/* The same for a name in an open folder. */
bool out_save_at(const Out *out, int folder, const char *name, unsigned mode);
/* Removes what killed processes left beside a name: NAME.PID-N.tmp, ours, whose lock nobody holds. */
void out_sweep(int folder, const char *name);

#endif
