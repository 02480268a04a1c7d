/* lanes_figures.c - figures in a file, which appears whole by renaming. */
#include "tests/lanes_figures.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void keep_figures(const Kept *k)
{
    size_t length = k->path ? strlen(k->path) + 5 : 0;
    char *path = k->path ? malloc(length) : NULL;
    FILE *out = NULL;
    if (path && snprintf(path, length, "%s.new", k->path) > 0)
        out = fopen(path, "w");
    if (out) {
        fprintf(out, "%u %u", k->nrow, k->next);
        for (int s = 0; s < 2; s++) {
            const Figures *f = &k->side[s];
            fprintf(out, "\n%.17g %.17g", f->games, f->cpu_ms);
            for (int i = 0; i < 5; i++)
                fprintf(out, " %.17g", f->sum[i]);
            for (uint32_t i = 0; i < k->nrow; i++)
                fprintf(out, " %.17g", f->row[i]);
        }
        if (fclose(out) == 0)
            rename(path, k->path);
    }
    free(path);
}

void read_figures(Kept *k)
{
    uint32_t nrow = 0, next = 0;
    FILE *in = k->path ? fopen(k->path, "r") : NULL;
    bool good = in && fscanf(in, "%u %u", &nrow, &next) == 2 && nrow == k->nrow;
    for (int s = 0; good && s < 2; s++) {
        Figures *f = &k->side[s];
        good = fscanf(in, "%lf %lf", &f->games, &f->cpu_ms) == 2;
        for (int i = 0; good && i < 5; i++)
            good = fscanf(in, "%lf", &f->sum[i]) == 1;
        for (uint32_t i = 0; good && i < k->nrow; i++)
            good = fscanf(in, "%lf", &f->row[i]) == 1;
    }
    if (in)
        fclose(in);
    k->next = good ? next : 0;
    for (int s = 0; !good && s < 2; s++) {
        memset(k->side[s].row, 0, (k->nrow + 1) * sizeof *k->side[s].row);
        k->side[s] = (Figures){.row = k->side[s].row};
    }
}
