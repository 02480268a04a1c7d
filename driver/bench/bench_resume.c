/* bench_resume.c - a long `ludc bench` in parts: rows stand in the table of --out as soon as
 * they are there, and with --resume those of the last run count. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/memory.h"
#include "driver/bench/bench.h"

enum { COLUMNS = 19, NOTE = COLUMNS - 1 };

static char *table_of(const char *folder)
{
    static const char name[] = "/bench.tsv";
    char *path = malloc(strlen(folder) + sizeof name);
    if (!path)
        memory_out();
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

static double number(const char *text) { return *text ? strtod(text, NULL) : NAN; }

/* Numbers as the table has them, so that they are written as they were read. */
static Row read_row(char **field)
{
    Row row = {0};
    copy(row.name, sizeof row.name, field[1]);
    copy(row.backend, sizeof row.backend, field[2]);
    copy(row.plan, sizeof row.plan, field[3]);
    if (!field[4][0]) {
        copy(row.reason, sizeof row.reason, field[NOTE]);
        row.code = EXIT_UNSUPPORTED;
        return row;
    }
    row.standard = (Pace){.playouts_per_s = strtod(field[4], NULL),
                          .mean = strtod(field[7], NULL),
                          .deviation = NAN,
                          .moves_per_s = strtod(field[11], NULL),
                          .playouts = strtoull(field[13], NULL, 10),
                          .within = number(field[15]),
                          .compile_ms = strtod(field[17], NULL),
                          .cut = strtoull(field[NOTE], NULL, 10)};
    row.planned = (Pace){.playouts_per_s = strtod(field[5], NULL),
                         .mean = strtod(field[8], NULL),
                         .deviation = NAN,
                         .moves_per_s = strtod(field[12], NULL),
                         .within = number(field[16]),
                         .playouts = strtoull(field[14], NULL, 10)};
    row.ratio = strtod(field[6], NULL);
    row.length_ratio = strtod(field[9], NULL);
    row.apart = strtod(field[10], NULL);
    return row;
}

static void keep(Bench *b, const char *line)
{
    b->other = realloc(b->other, (b->nother + 1) * sizeof *b->other);
    char *copy = b->other ? strdup(line) : NULL;
    if (!copy)
        memory_out();
    b->other[b->nother++] = copy;
}

/* Is it the path as the table shows it? */
static bool is_path(const char *path, const char *shown)
{
    Out out = {0};
    out_tsv_field(&out, path);
    if (out.n)
        tsv_field_read(out.text);
    bool same = !strcmp(out.n ? out.text : "", shown);
    out_free(&out);
    return same;
}

/* A row counts for the games asked for, else it is kept as it is; the last row of a game counts. */
static void read_line(Bench *b, bool *done, char *line)
{
    char *field[COLUMNS], *copy = strdup(line);
    bool asked = false;
    if (!copy)
        memory_out();
    if (strncmp(line, "path\tgame\t", 10) && cut(line, field)) {
        for (size_t i = 0; i < COLUMNS; i++)
            tsv_field_read(field[i]);
        for (size_t i = 0; i < b->n; i++)
            if (is_path(b->path[i], field[0]) && (!b->backend[i] || !strcmp(b->backend[i], field[2]))) {
                asked = true;
                b->row[i] = read_row(field);
                done[i] = strcmp(b->row[i].reason, BENCH_LEFT) != 0;
            }
        if (!asked)
            keep(b, copy);
    }
    free(copy);
}

static bool read_table(const char *path, Bench *b, bool *done)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    if (!file)
        return errno == ENOENT;
    while (getline(&line, &room, file) >= 0)
        if (line[0] != '#' && strchr(line, '\n'))
            read_line(b, done, line);
    bool good = !ferror(file);
    free(line);
    fclose(file);
    return good;
}

void bench_whole(const Bench *b, const bool *done, Out *out)
{
    bench_head(out);
    for (size_t i = 0; i < b->nother; i++)
        out_puts(out, b->other[i]);
    for (size_t i = 0; i < b->n; i++)
        if (!done || done[i])
            bench_row(b, i, out);
}

bool bench_table(BenchTable *table, const char *folder, bool resume, Bench *b, bool *done)
{
    Out out = {0};
    table->path = table_of(folder);
    bool good = !resume || read_table(table->path, b, done);
    if (!good)
        say("ludc: cannot read %s: %s", table->path, strerror(errno));
    if (good) {
        bench_whole(b, done, &out);
        good = write_out(&out, table->path, 0666) == EXIT_DONE;
    }
    out_free(&out);
    return good;
}

void bench_add_row(const Bench *b, size_t i, const BenchTable *table)
{
    Out out = {0};
    int file = table->path ? open(table->path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    off_t end = file >= 0 ? lseek(file, 0, SEEK_END) : -1;
    if (end >= 0) {
        bench_row(b, i, &out);
        /* a table that cannot grow is written again at the end, which says so */
        if (write(file, out.text, out.n) != (ssize_t)out.n && ftruncate(file, end))
            say("ludc: cannot write %s: %s", table->path, strerror(errno));
    }
    if (file >= 0)
        close(file);
    out_free(&out);
}

void bench_table_end(BenchTable *table)
{
    free(table->path);
    table->path = NULL;
}
