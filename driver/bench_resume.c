/* bench_resume.c - a long `ludc bench` in parts: rows stand in the table of --out as soon as
 * they are there, and with --resume those of the last run count. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/bench.h"

enum { COLUMNS = 17 };

static char *table_of(const char *folder)
{
    static const char name[] = "/bench.tsv";
    char *path = malloc(strlen(folder) + sizeof name);
    if (!path)
        abort();
    return strcat(strcpy(path, folder), name);
}

/* Cuts a line at its tabs; false if it has not all columns. */
static bool cut(char *line, char **field)
{
    size_t n = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; at && n < COLUMNS; n++) {
        field[n] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
        else if (n + 1 < COLUMNS)
            return false;
    }
    return true;
}

static void copy(char *to, size_t size, const char *text) { snprintf(to, size, "%s", text); }

/* Numbers as the table has them, so that they are written as they were read. */
static Row read_row(char **field)
{
    Row row = {0};
    copy(row.name, sizeof row.name, field[1]);
    copy(row.backend, sizeof row.backend, field[2]);
    copy(row.plan, sizeof row.plan, field[3]);
    if (!field[4][0]) {
        copy(row.reason, sizeof row.reason, field[16]);
        row.code = EXIT_UNSUPPORTED;
        return row;
    }
    row.standard = (Pace){.playouts_per_s = strtod(field[4], NULL),
                          .mean = strtod(field[7], NULL),
                          .deviation = NAN,
                          .moves_per_s = strtod(field[11], NULL),
                          .playouts = strtoull(field[13], NULL, 10),
                          .compile_ms = strtod(field[15], NULL),
                          .cut = strtoull(field[16], NULL, 10)};
    row.planned = (Pace){.playouts_per_s = strtod(field[5], NULL),
                         .mean = strtod(field[8], NULL),
                         .deviation = NAN,
                         .moves_per_s = strtod(field[12], NULL),
                         .playouts = strtoull(field[14], NULL, 10)};
    row.ratio = strtod(field[6], NULL);
    row.length_ratio = strtod(field[9], NULL);
    row.apart = strtod(field[10], NULL);
    return row;
}

/* Rows of games that were asked for; those that the table has are done. */
static void read_table(const char *path, Bench *b, bool *done)
{
    char line[4096], *field[COLUMNS];
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (line[0] == '#' || !strchr(line, '\n') || !cut(line, field))
            continue;
        for (size_t i = 0; i < b->n; i++)
            if (!done[i] && !strcmp(b->path[i], field[0])) {
                b->row[i] = read_row(field);
                done[i] = strcmp(b->row[i].reason, BENCH_LEFT) != 0;
            }
    }
    if (file)
        fclose(file);
}

static bool put_row(const Bench *b, size_t i, FILE *file)
{
    Out out = {0};
    bench_row(b, i, &out);
    bool good = fwrite(out.text, 1, out.n, file) == out.n && fflush(file) == 0;
    out_free(&out);
    return good;
}

FILE *bench_table(const char *folder, bool resume, Bench *b, bool *done)
{
    char *path = table_of(folder);
    if (resume)
        read_table(path, b, done);
    FILE *file = fopen(path, "w");
    Out head = {0};
    bench_head(&head);
    bool good = file && fwrite(head.text, 1, head.n, file) == head.n;
    for (size_t i = 0; good && i < b->n; i++)
        good = !done[i] || put_row(b, i, file);
    if (!good)
        say("ludc: cannot write %s: %s", path, strerror(errno));
    if (!good && file)
        fclose(file);
    out_free(&head);
    free(path);
    return good ? file : NULL;
}

void bench_add_row(const Bench *b, size_t i, FILE *table)
{
    if (table)
        (void)put_row(b, i, table); /* the table is written again at the end, which says so */
}
