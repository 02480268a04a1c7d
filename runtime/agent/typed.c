/* typed.c - see typed.h. */
#include "runtime/agent/typed.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime/abi.h"
#include "runtime/reading.h"

/* Letters of a text that count when it is compared with another one (ours). */
enum { WORD = 256, LETTERS = 64 };

/* ---- the list -------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    ludc_move x = *(const ludc_move *)a, y = *(const ludc_move *)b;
    return (x > y) - (x < y);
}

/* Leaves each move once, where it comes first; how many are left.  `sorted` has room for all. */
static size_t each_once(ludc_move *list, size_t n, ludc_move *sorted, bool *taken)
{
    size_t distinct = 0, kept = 0;
    memcpy(sorted, list, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_number);
    for (size_t i = 0; i < n; i++)
        if (!i || sorted[i] != sorted[distinct - 1])
            sorted[distinct++] = sorted[i];
    for (size_t i = 0; i < n; i++) {
        const ludc_move *at = bsearch(&list[i], sorted, distinct, sizeof *sorted, by_number);
        if (!at || taken[at - sorted])
            continue;
        taken[at - sorted] = true;
        list[kept++] = list[i];
    }
    return kept;
}

/* The word of a joint move is its text unless another of the list has it, too. */
static bool is_text(const ludc_reasoner *r, const ludc_move *list, size_t n, size_t i)
{
    const char *word = ludc_joint_text(r, list[i]);
    if (!word || !*word || *word == '#')
        return false;
    for (size_t k = 0; k < n; k++) {
        const char *other = k != i ? ludc_joint_text(r, list[k]) : NULL;
        if (other && !strcmp(other, word))
            return false;
    }
    return true;
}

static char *text_of(const ludc_reasoner *r, const void *state, const ludc_move *list, size_t n, size_t i)
{
    const char *word = r->joint && is_text(r, list, n, i) ? ludc_joint_text(r, list[i]) : NULL;
    size_t length = r->joint ? word ? strlen(word) : 16 : ludc_move_text(r, state, list[i], NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return NULL;
    if (!r->joint)
        ludc_move_text(r, state, list[i], text, length + 1);
    else if (word)
        memcpy(text, word, length + 1);
    else
        snprintf(text, length + 1, "#%u", (unsigned)list[i]);
    return text;
}

bool typed_moves(TypedMoves *t, const ludc_reasoner *r, const void *state, unsigned role)
{
    size_t n = ludc_moves_of(r, state, role, NULL);
    ludc_move *list = malloc((2 * n + 1) * sizeof *list);
    bool *taken = calloc(n + 1, sizeof *taken), good = list && taken;
    *t = (TypedMoves){0};
    if (good) {
        ludc_moves_of(r, state, role, list);
        n = each_once(list, n, list + n, taken);
        t->at = calloc(n + 1, sizeof *t->at);
        good = t->at != NULL;
    }
    for (size_t i = 0; good && i < n; i++) {
        t->at[i].move = list[i];
        t->at[i].text = text_of(r, state, list, n, i);
        t->n += good = t->at[i].text != NULL;
    }
    free(list);
    free(taken);
    if (!good)
        typed_free(t);
    return good;
}

void typed_free(TypedMoves *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->at[i].text);
    free(t->at);
    *t = (TypedMoves){0};
}

/* ---- comparing --------------------------------------------------------------------------- */

static bool parts(char c) { return c && strchr(" \t-(),", c); }

/* Small letters; what parts words becomes one blank, or nothing. */
static void plain(const char *from, bool gaps, char *out)
{
    size_t n = 0;
    bool gap = false;
    for (; *from && n + 2 < WORD; from++) {
        if (parts(*from)) {
            gap = n > 0;
            continue;
        }
        if (gap && gaps)
            out[n++] = ' ';
        gap = false;
        out[n++] = (char)tolower((unsigned char)*from);
    }
    out[n] = '\0';
}

/* What a line can be to a text; in the order in which they count. */
typedef enum { LETTERS_SAME, CASE_SAME, WORDS_SAME, SQUEEZED_SAME, NUMBER, WORDS_BEGIN, LINE_BEGINS, SQUEEZED_BEGINS,
               NUMBER_AFTER_ALL, WAYS } Way;

typedef struct {
    const char *line;
    char words[WORD], squeezed[WORD];
    size_t number;  /* from 1; 0: it is none */
    bool hash;      /* "#12" */
    bool digits;    /* texts begin with digits */
} Line;

static bool begins(const char *text, const char *with) { return *with && !strncmp(text, with, strlen(with)); }

static bool means(const Line *l, const char *text, size_t place, Way way)
{
    char words[WORD], squeezed[WORD];
    bool number = l->number == place + 1;
    plain(text, true, words);
    plain(text, false, squeezed);
    switch (way) {
    case LETTERS_SAME: return !strcmp(text, l->line);
    case CASE_SAME: return !strcasecmp(text, l->line);
    case WORDS_SAME: return *l->words && !strcmp(words, l->words);
    case SQUEEZED_SAME: return *l->squeezed && !strcmp(squeezed, l->squeezed);
    case NUMBER: return number && (l->hash || !l->digits);
    case WORDS_BEGIN: return begins(words, l->words) && words[strlen(l->words)] == ' ';
    case LINE_BEGINS: return begins(words, l->words);
    case SQUEEZED_BEGINS: return begins(squeezed, l->squeezed);
    case NUMBER_AFTER_ALL: return number;
    default: return false;
    }
}

static Line line_of(const TypedMoves *t, const char *text)
{
    Line l = {.line = text, .hash = *text == '#'};
    const char *number = text + l.hash;
    char *end;
    plain(text, true, l.words);
    plain(text, false, l.squeezed);
    if (isdigit((unsigned char)*number)) {
        unsigned long n = strtoul(number, &end, 10);
        l.number = *end == '\0' && n <= t->n ? n : 0;
    }
    for (size_t i = 0; i < t->n; i++)
        l.digits |= isdigit((unsigned char)t->at[i].text[0]) != 0;
    return l;
}

size_t typed_find(const TypedMoves *t, const char *line, size_t *found, size_t room)
{
    const Line l = line_of(t, line);
    size_t n = 0;
    for (int way = 0; way < WAYS && !n; way++)
        for (size_t i = 0; i < t->n; i++)
            if (means(&l, t->at[i].text, i, (Way)way)) {
                if (n < room)
                    found[n] = i;
                n++;
            }
    return n;
}

bool typed_begins(const char *text, const char *line)
{
    char a[WORD], b[WORD];
    plain(text, true, a);
    plain(line, true, b);
    return begins(a, b) || !*b;
}

/* ---- what is near ----------------------------------------------------------------------------- */

/* Letters put in, left out or changed (V. Levenshtein 1966), of the first LETTERS. */
static size_t distance(const char *a, const char *b)
{
    size_t row[LETTERS + 1], n = strlen(b);
    n = n < LETTERS ? n : LETTERS;
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1] && i <= LETTERS; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t best = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            best = row[j] + 1 < best ? row[j] + 1 : best;
            row[j] = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
        }
    }
    return row[n];
}

size_t typed_distance(const char *a, const char *b)
{
    char x[WORD], y[WORD];
    plain(a, true, x);
    plain(b, true, y);
    return distance(x, y);
}

size_t typed_nearest(const TypedMoves *t, const char *line, size_t *found, size_t room)
{
    size_t n = 0, *far = calloc(t->n + 1, sizeof *far);
    for (size_t i = 0; far && i < t->n; i++)
        far[i] = typed_distance(line, t->at[i].text);
    for (size_t i = 0; far && room && i < t->n; i++) {
        size_t at = n < room ? n++ : room;
        while (at && far[found[at - 1]] > far[i]) {
            if (at < room)
                found[at] = found[at - 1];
            at--;
        }
        if (at < room)
            found[at] = i;
    }
    free(far);
    return n;
}
