/* bench_features_table.c - tables of `ludc bench --features`: rows, and behind them comments that say what they add up to. */
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "driver/bench/bench_features.h"

enum { MOST_COLUMNS = 16 };

static void keep(FeatureTable *t, const void *row)
{
    const size_t size = t->kind->size;
    if (t->n == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->row = realloc(t->row, t->room * size);
        if (!t->row)
            memory_out();
    }
    memcpy((char *)t->row + t->n++ * size, row, size);
}

const void *bench_feature_table_row(const FeatureTable *t, size_t i) { return (const char *)t->row + i * t->kind->size; }

static void print(const Out *out)
{
    fputs(out->text ? out->text : "", stdout);
    fflush(stdout);
}

void bench_feature_table_add(FeatureTable *t, const void *row)
{
    Out out = {0};
    keep(t, row);
    t->kind->put(row, &out);
    print(&out);
    out_free(&out);
}

/* The fields of a line that is a whole row. */
static bool read_line(const FeatureTable *t, char *line, char **field)
{
    size_t n = 0;
    if (line[0] == '#' || !strchr(line, '\n') || !strcmp(line, t->kind->head))
        return false;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; at && n < MOST_COLUMNS; n++) {
        field[n] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
        tsv_field_read(field[n]);
    }
    return n == t->kind->columns;
}

size_t bench_feature_table_read(FeatureTable *t, FILE *rows, bool print_them)
{
    const size_t before = t->n;
    char *line = NULL, *field[MOST_COLUMNS], *row = calloc(1, t->kind->size);
    size_t room = 0;
    if (!row)
        memory_out();
    while (getline(&line, &room, rows) >= 0)
        if (read_line(t, line, field)) {
            memset(row, 0, t->kind->size);
            t->kind->take(field, row);
            (print_them ? bench_feature_table_add : keep)(t, row);
        }
    free(line);
    free(row);
    return t->n - before;
}

void bench_feature_table_begin(FeatureTable *t, const FeatureRows *kind, const char *folder, const char *name, bool resume)
{
    Out path = {0};
    t->kind = kind;
    if (folder) {
        out_printf(&path, "%s/%s", folder, name);
        t->path = path.text;
    }
    FILE *file = folder && resume ? fopen(t->path, "r") : NULL;
    if (file) {
        bench_feature_table_read(t, file, false);
        fclose(file);
    }
    fputs(kind->head, stdout);
    fflush(stdout);
}

/* They take thousands of replicates: once for what stands. */
static const Out *sums_of(FeatureTable *t)
{
    if (t->sums.text && t->summed == t->n)
        return &t->sums;
    out_free(&t->sums);
    t->sums = (Out){0};
    t->kind->sums(t->row, t->n, t->seed, &t->sums);
    t->summed = t->n;
    return &t->sums;
}

int bench_feature_table_save(FeatureTable *t)
{
    Out out = {0};
    out_puts(&out, t->kind->head);
    for (size_t i = 0; i < t->n; i++)
        t->kind->put(bench_feature_table_row(t, i), &out);
    out_puts(&out, sums_of(t)->text);
    const int code = t->path ? write_out(&out, t->path, 0644) : EXIT_DONE;
    out_free(&out);
    return code;
}

void bench_feature_table_end(FeatureTable *t)
{
    print(sums_of(t));
    out_free(&t->sums);
    free(t->path);
    free(t->row);
}
