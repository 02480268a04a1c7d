/* archive.c - the System V form of ar: an index of symbols, then the member.  Times and
 * owners are 0, so that equal objects give equal archives. */
#include "backends/build/archive.h"

#include <string.h>

enum { MAGIC = 8, HEADER = 60 };

static void header(Out *out, const char *name, size_t size)
{
    out_printf(out, "%-16s%-12d%-6d%-6d%-8s%-10zu`\n", name, 0, 0, 0, "644", size);
}

static void big_endian(Out *out, size_t x)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        out_char(out, (char)(x >> shift & 255));
}

void archive_of(const char *member, const Out *object, const char *symbol, Out *out)
{
    size_t length = strlen(symbol) + 1, index = 8 + length, padded = index + index % 2;
    char name[17] = {0};
    out_puts(out, "!<arch>\n");
    header(out, "/", padded);
    big_endian(out, 1);
    big_endian(out, MAGIC + HEADER + padded);
    out_write(out, symbol, length);
    if (index % 2)
        out_char(out, '\0');
    size_t n = strlen(member);
    n = n < 15 ? n : 15;
    memcpy(name, member, n);
    name[n] = '/';
    header(out, name, object->n);
    out_write(out, object->text, object->n);
    if (object->n % 2)
        out_char(out, '\n');
}
