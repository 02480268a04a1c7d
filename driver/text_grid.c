/* text_grid.c - see text_grid.h. */
#include "driver/text_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ACROSS = 4, DOWN = 2 };

static void put_lines(const char *grid, int width, int height, const char *indent, bool gaps, Out *out)
{
    for (int y = 0; y < height; y++) {
        int n = width;
        while (n && grid[y * width + n - 1] == ' ')
            n--;
        if (n || (gaps && y % DOWN == 0))
            out_printf(out, "%s%.*s\n", n ? indent : "", n, grid + y * width);
    }
}

void text_grid(const TextMark *mark, int n, double step, const char *indent, bool gaps, int most, Out *out)
{
    double left = INFINITY, right = -INFINITY, top = -INFINITY, bottom = INFINITY;
    for (int i = 0; i < n; i++) {
        left = fmin(left, mark[i].x);
        right = fmax(right, mark[i].x);
        bottom = fmin(bottom, mark[i].y);
        top = fmax(top, mark[i].y);
    }
    double across = (right - left) / step * ACROSS + 1, down = (top - bottom) / step * DOWN + 1;
    if (n == 0 || !(across <= most) || !(down <= most))
        return;
    int width = (int)lround(across - 1) + 1, height = (int)lround(down - 1) + 1;
    char *grid = malloc((size_t)width * (size_t)height);
    if (!grid)
        abort();
    memset(grid, ' ', (size_t)width * (size_t)height);
    for (int i = 0; i < n; i++) {
        long x = lround((mark[i].x - left) / step * ACROSS), y = lround((top - mark[i].y) / step * DOWN);
        grid[y * width + x] = mark[i].mark;
    }
    put_lines(grid, width, height, indent, gaps, out);
    free(grid);
}
