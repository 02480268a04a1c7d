/* canvas.c - a grid of characters with colours; characters are those of Unicode. */
#include "runtime/board/board.h"

enum { MOST = 1 << 22 }; /* characters */

bool canvas_new(Canvas *c, int width, int height, bool utf8)
{
    size_t n = (size_t)width * (size_t)height;
    *c = (Canvas){width, height, utf8, NULL, NULL};
    if (width <= 0 || height <= 0 || n > MOST)
        return false;
    c->mark = malloc(n * sizeof *c->mark);
    c->paint = calloc(n, 1);
    if (!c->mark || !c->paint) {
        canvas_free(c);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        c->mark[i] = ' ';
    return true;
}

void canvas_free(Canvas *c)
{
    free(c->mark);
    free(c->paint);
    *c = (Canvas){0};
}

int canvas_columns(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

/* The next character of well-formed UTF-8. */
static uint32_t decode(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    int more = *at >= 0xF0 ? 3 : *at >= 0xE0 ? 2 : *at >= 0xC0 ? 1 : 0;
    uint32_t c = more ? *at & (0x3Fu >> more) : *at;
    for (at++; more > 0 && (*at & 0xC0) == 0x80; at++, more--)
        c = c << 6 | (*at & 0x3Fu);
    *text = (const char *)at;
    return c;
}

static void encode(uint32_t c, Text *out)
{
    char text[5] = "";
    if (c < 0x80) {
        text[0] = (char)c;
    } else if (c < 0x800) {
        text[0] = (char)(0xC0 | c >> 6);
        text[1] = (char)(0x80 | (c & 0x3F));
    } else {
        text[0] = (char)(0xE0 | (c >> 12 & 0xF));
        text[1] = (char)(0x80 | (c >> 6 & 0x3F));
        text[2] = (char)(0x80 | (c & 0x3F));
    }
    text_add(out, text);
}

void canvas_put(Canvas *c, int x, int y, const char *text, unsigned paint)
{
    for (; *text && y >= 0 && y < c->height; x++) {
        uint32_t mark = decode(&text);
        if (x >= 0 && x < c->width) {
            c->mark[y * c->width + x] = mark;
            c->paint[y * c->width + x] = (uint8_t)paint;
        }
    }
}

bool canvas_empty(const Canvas *c, int x, int y, int n)
{
    if (x < 0 || y < 0 || y >= c->height || x + n > c->width)
        return false;
    for (int i = 0; i < n; i++)
        if (c->mark[y * c->width + x + i] != ' ')
            return false;
    return true;
}

static void line_mark(Canvas *c, int x, int y, char mark, unsigned paint)
{
    const char plain[2] = {mark, '\0'};
    const char *text = !c->utf8 ? plain : mark == '-' ? "\u2500" : mark == '|' ? "\u2502" : mark == '/' ? "\u2571" : "\u2572";
    if (canvas_empty(c, x, y, 1))
        canvas_put(c, x, y, text, paint);
}

/* a + (b - a) * i / n, rounded */
static int between(int a, int b, int i, int n)
{
    int d = 2 * (b - a) * i;
    return a + (d + (d < 0 ? -n : n)) / (2 * n);
}

/* A steep line has a mark in each row, a gentle one in each column: a slash where it goes on to the next row. */
void canvas_line(Canvas *c, int x1, int y1, int x2, int y2, unsigned paint)
{
    int dx = x2 - x1, dy = y2 - y1, rows = abs(dy), columns = abs(dx);
    char slash = (dx > 0) == (dy > 0) ? '\\' : '/';
    for (int i = 1; columns <= 3 * rows && i < rows; i++)
        line_mark(c, between(x1, x2, i, rows), between(y1, y2, i, rows), dx ? slash : '|', paint);
    for (int i = 1; columns > 3 * rows && i < columns; i++) {
        int y = between(y1, y2, i, columns), next = between(y1, y2, i + 1, columns);
        line_mark(c, between(x1, x2, i, columns), y, y == next ? '-' : slash, paint);
    }
}

static void set_paint(Text *out, unsigned paint)
{
    static const int player[] = {0, 93, 96, 92, 95, 91, 94, 97};
    unsigned owner = paint & ~(unsigned)PAINT_BACK;
    text_add(out, "\033[0");
    if (owner == PAINT_FAINT)
        text_add(out, ";2");
    else if (owner == PAINT_LAST)
        text_add(out, ";1");
    else if (owner)
        text_form(out, ";1;%d", player[1 + (owner - 1) % 7]);
    if (paint & PAINT_BACK)
        text_add(out, ";7");
    text_add(out, "m");
}

static void put_row(const Canvas *c, int y, bool colour, Text *out)
{
    const uint32_t *mark = c->mark + y * c->width;
    const uint8_t *paint = c->paint + y * c->width;
    int n = c->width;
    unsigned now = PAINT_PLAIN;
    while (n && mark[n - 1] == ' ')
        n--;
    for (int x = 0; x < n; x++) {
        if (colour && paint[x] != now && mark[x] != ' ')
            set_paint(out, now = paint[x]);
        encode(mark[x], out);
    }
    text_add(out, now ? "\033[0m\n" : "\n");
}

void canvas_text(const Canvas *c, const char *indent, bool colour, Text *out)
{
    int top = 0, bottom = c->height;
    while (top < bottom && canvas_empty(c, 0, top, c->width))
        top++;
    while (bottom > top && canvas_empty(c, 0, bottom - 1, c->width))
        bottom--;
    for (int y = top; y < bottom; y++) {
        if (!canvas_empty(c, 0, y, c->width))
            text_add(out, indent);
        put_row(c, y, colour, out);
    }
}
