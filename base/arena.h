/* arena.h - memory with one lifetime: allocated piecewise, freed at once.
 *
 * An arena never fails softly: when memory is out, or the limit of its bytes is reached
 * (limit.h), limit_run returns; where none is under way it aborts.  Memory comes zeroed and aligned
 * for any type.  Built with -DLUDC_ARENA_DEBUG every allocation is a malloc of
 * its own, so that AddressSanitizer sees overruns. */
#ifndef LUDC_ARENA_H
#define LUDC_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Arena Arena;

Arena *arena_new(void); /* without a limit */
struct Limit;
Arena *arena_within(struct Limit *limit); /* NULL is allowed */
/* Within the limit of that one. */
Arena *arena_beside(const Arena *arena);
struct Limit *arena_limit(const Arena *arena); /* or NULL */
void arena_free(Arena *arena); /* NULL is allowed */
size_t arena_size(const Arena *arena); /* bytes taken from the system */
bool arena_has(const Arena *arena, const void *data); /* is it in there? */
/* `from` is no more; what is in it now lives as long as `arena`. */
void arena_join(Arena *arena, Arena *from);

void *arena_alloc(Arena *arena, size_t size);
void *arena_copy(Arena *arena, const void *data, size_t size);
char *arena_strndup(Arena *arena, const char *text, size_t length);
char *arena_strdup(Arena *arena, const char *text);
char *arena_printf(Arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *arena, const char *format, va_list args);

#define ARENA_NEW(arena, Type) ((Type *)arena_alloc((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, n) \
    ((Type *)arena_alloc((arena), sizeof(Type) * (size_t)(n)))

#endif
