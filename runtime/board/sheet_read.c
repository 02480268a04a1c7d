/* sheet_read.c - see sheet.h: facts, axes, grids, and what is drawn for what stands in them. */
#include <ctype.h>

#include "runtime/abi.h"
#include "runtime/board/sheet.h"
#include "runtime/reading.h"

static bool holds(const uint64_t *bits, const Fact *f) { return bits[f->index / 64] >> f->index % 64 & 1; }

/* ---- reading ------------------------------------------------------------------------ */

/* The words of a term; one with parentheses in it is a word, too, and so is all behind the last that is counted. */
static bool take_apart(const char *label, Fact *f)
{
    bool plain = *label != '(';
    size_t length = strlen(label) - (plain ? 0 : 2);
    char *at = f->text = malloc(length + 1);
    if (!at)
        return false;
    memcpy(at, label + !plain, length);
    at[length] = '\0';
    while (*at && f->n <= ARGUMENTS) {
        f->word[f->n++] = at;
        for (int depth = 0; *at && (depth || *at != ' ' || f->n > ARGUMENTS); at++)
            depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        while (*at == ' ')
            *at++ = '\0';
    }
    return f->n > 0;
}

static bool read_facts(Sheet *s, const ludc_plane_info *plane)
{
    s->fact = calloc(plane->size + 1u, sizeof *s->fact);
    s->relation = calloc(plane->size + 1u, sizeof *s->relation);
    s->mark = calloc(plane->size + 1u, sizeof *s->mark);
    if (!s->fact || !s->relation || !s->mark)
        return false;
    for (uint32_t i = 0; i < plane->size; i++) {
        if (!plane->label || !plane->label[i] || !*plane->label[i] || !strcmp(plane->label[i], "()"))
            continue;
        Fact *f = &s->fact[s->nfact++];
        f->index = i;
        if (!take_apart(plane->label[i], f))
            return false;
        size_t k = 0;
        while (k < s->nrelation && (s->relation[k].n != f->n || strcmp(s->relation[k].name, f->word[0]) != 0))
            k++;
        if (k == s->nrelation)
            s->relation[s->nrelation++] = (Relation){.name = f->word[0], .n = f->n, .same = (int)k};
        f->relation = (int)k;
    }
    return true;
}

const Relation *sheet_relation(const Sheet *s, const Fact *f) { return &s->relation[f->relation]; }

static bool of_relation(const Sheet *s, const Fact *f, const Relation *r) { return sheet_relation(s, f) == r; }

/* ---- axes ----------------------------------------------------------------------------- */

bool sheet_in_axis(const Axis *a, const char *word, size_t *place)
{
    for (size_t i = 0; i < a->n; i++)
        if (!strcmp(a->at[i], word)) {
            *place = i;
            return true;
        }
    return false;
}

/* The values of a word of a relation, each once; too many are none. */
static bool values(const Sheet *s, const Relation *r, int word, Axis *axis)
{
    size_t place;
    axis->n = 0;
    for (size_t i = 0; i < s->nfact; i++) {
        const Fact *f = &s->fact[i];
        if (!of_relation(s, f, r) || sheet_in_axis(axis, f->word[word], &place))
            continue;
        if (axis->n == LONGEST_AXIS)
            return false;
        snprintf(axis->at[axis->n++], WORD, "%s", f->word[word]);
    }
    return axis->n > 1;
}

/* The place of a word in a succession of the sheet; -1: it is not in it. */
static long succession_place(const ludc_space *space, const char *word)
{
    for (uint32_t i = 0; space->label && i < space->size; i++)
        if (space->label[i] && !strcmp(space->label[i], word))
            return (long)i;
    return -1;
}

static bool all_in(const Axis *axis, const ludc_space *space)
{
    for (size_t i = 0; i < axis->n; i++)
        if (succession_place(space, axis->at[i]) < 0)
            return false;
    return true;
}

static bool all_numbers(const Axis *axis)
{
    for (size_t i = 0; i < axis->n; i++)
        if (axis->at[i][strspn(axis->at[i], "0123456789")])
            return false;
    return true;
}

/* Single letters that follow each other in the alphabet. */
static bool all_letters(const Axis *axis)
{
    char low = 127, high = 0;
    for (size_t i = 0; i < axis->n; i++) {
        char c = axis->at[i][0];
        if (!isalpha((unsigned char)c) || axis->at[i][1])
            return false;
        low = c < low ? c : low;
        high = c > high ? c : high;
    }
    return axis->n > 2 && (size_t)(high - low) == axis->n - 1;
}

static long rank_of(const ludc_space *space, const char *word)
{
    return space ? succession_place(space, word) : isdigit((unsigned char)*word) ? strtol(word, NULL, 10) : *word;
}

/* Puts the values in order; false: nothing is known of one. */
static bool order(const Sheet *s, Axis *axis)
{
    const ludc_space *space = NULL;
    for (uint32_t i = 0; i < s->r->nspace && !space; i++)
        if (!strncmp(s->r->space[i].name, "succession ", 11) && all_in(axis, &s->r->space[i]))
            space = &s->r->space[i];
    if (!space && !all_numbers(axis) && !all_letters(axis))
        return false;
    for (size_t i = 1; i < axis->n; i++)
        for (size_t k = i; k > 0 && rank_of(space, axis->at[k - 1]) > rank_of(space, axis->at[k]); k--) {
            char word[WORD];
            memcpy(word, axis->at[k], WORD);
            memcpy(axis->at[k], axis->at[k - 1], WORD);
            memcpy(axis->at[k - 1], word, WORD);
        }
    return rank_of(space, axis->at[axis->n - 1]) - rank_of(space, axis->at[0]) == (long)axis->n - 1; /* without gaps */
}

static bool find_axes(const Sheet *s, Relation *r)
{
    int found = 0, word[2] = {0, 0};
    for (int k = 1; k < r->n && k <= ARGUMENTS && found < 2; k++) {
        Axis *axis = &r->axis[found];
        axis->at = axis->at ? axis->at : calloc(LONGEST_AXIS, sizeof *axis->at);
        if (!axis->at)
            return false;
        if (values(s, r, k, axis) && order(s, axis))
            word[found++] = k;
    }
    if (found == 2) {
        r->x = word[0];
        r->y = word[1];
    }
    return true;
}

static bool same_axis(const Axis *a, const Axis *b)
{
    for (size_t i = 0; i < a->n; i++)
        if (a->n != b->n || strcmp(a->at[i], b->at[i]) != 0)
            return false;
    return true;
}

/* Grids over the same two axes are one. */
static void join_grids(Sheet *s)
{
    for (size_t i = 0; i < s->nrelation; i++)
        for (size_t k = 0; k < i; k++) {
            Relation *a = &s->relation[i], *b = &s->relation[k];
            if (a->x && b->x && a->same == (int)i && same_axis(&a->axis[0], &b->axis[0]) && same_axis(&a->axis[1], &b->axis[1]))
                a->same = b->same;
        }
}

/* ---- what stands in a cell ----------------------------------------------------------------- */

void sheet_content(const Relation *r, const Fact *f, char out[WORD])
{
    size_t n = 0;
    out[0] = '\0';
    for (int k = 1; k < f->n; k++)
        if (k != r->x && k != r->y && n < WORD - 1)
            n += (size_t)snprintf(out + n, WORD - n, "%s%s", n ? " " : "", f->word[k]);
    if (!n)
        snprintf(out, WORD, "%s", r->name);
}

const char *sheet_mark(const Sheet *s, const char *word)
{
    for (size_t i = 0; i < s->nmark; i++)
        if (!strcmp(s->mark[i][0], word))
            return s->mark[i][1];
    return word;
}

/* Does that content stand in at least half of the cells of a grid at the start? */
static bool fills(const Sheet *s, const char *word, int *grid)
{
    size_t n = 0, cells = 0;
    for (size_t i = 0; i < s->nfact; i++) {
        const Relation *r = sheet_relation(s, &s->fact[i]);
        char what[WORD];
        if (!r->x || !holds(s->start, &s->fact[i]))
            continue;
        sheet_content(r, &s->fact[i], what);
        if (strcmp(what, word) != 0)
            continue;
        n++;
        cells = r->axis[0].n * r->axis[1].n;
        *grid = r->same;
    }
    return n > 1 && 2 * n >= cells;
}

/* What fills the board at the start is a dot; else the shortest beginning that nothing else has, with three letters and
 * less in full. */
static void choose_mark(Sheet *s, size_t i)
{
    size_t length = strlen(s->mark[i][0]), cut = length <= 3 ? length : 1;
    int grid;
    if (fills(s, s->mark[i][0], &grid) && !s->relation[grid].dotted) {
        s->relation[grid].dotted = true;
        snprintf(s->mark[i][1], WORD, ".");
        return;
    }
    for (size_t k = 0; k < s->nmark && cut < length; k++)
        while (k != i && cut < length && !strncmp(s->mark[k][0], s->mark[i][0], cut))
            cut++;
    snprintf(s->mark[i][1], WORD, "%.*s", (int)cut, s->mark[i][0]);
}

static void choose_marks(Sheet *s)
{
    for (size_t i = 0; i < s->nfact; i++) {
        const Relation *r = sheet_relation(s, &s->fact[i]);
        char what[WORD];
        size_t k = 0;
        if (!r->x)
            continue;
        sheet_content(r, &s->fact[i], what);
        while (k < s->nmark && strcmp(s->mark[k][0], what) != 0)
            k++;
        if (k == s->nmark)
            snprintf(s->mark[s->nmark++][0], WORD, "%s", what);
    }
    for (size_t i = 0; i < s->nmark; i++)
        choose_mark(s, i);
}

/* ---- all of it --------------------------------------------------------------------------------- */

bool sheet_holds(const Sheet *s, const Fact *f) { return holds(s->now, f); }

bool sheet_began(const Sheet *s, const Fact *f) { return holds(s->start, f); }

static uint64_t *planes_of_start(const ludc_reasoner *r)
{
    void *state = aligned_alloc(64, (ludc_state_size(r) + 63) / 64 * 64);
    uint64_t *bits = NULL;
    if (state && ludc_init(r, state) == LUDC_OK)
        bits = board_planes(r, state, 0);
    free(state);
    return bits;
}

bool sheet_read(Sheet *s, const ludc_reasoner *r, const void *state, unsigned eyes)
{
    ludc_plane_info plane;
    *s = (Sheet){.r = r};
    if (ludc_plane_at(r, LUDC_SET_STATE, 0, &plane) != LUDC_OK || strcmp(plane.name, "fact") != 0)
        return false;
    s->bits[0] = board_planes(r, state, eyes);
    s->bits[1] = planes_of_start(r);
    if (!s->bits[0] || !s->bits[1])
        return false;
    s->now = s->bits[0] + plane.word;
    s->start = s->bits[1] + plane.word;
    bool good = read_facts(s, &plane);
    for (size_t i = 0; good && i < s->nrelation; i++)
        good = find_axes(s, &s->relation[i]);
    if (good) {
        join_grids(s);
        choose_marks(s);
    }
    return good;
}

void sheet_free(Sheet *s)
{
    for (size_t i = 0; i < s->nfact; i++)
        free(s->fact[i].text);
    for (size_t i = 0; s->relation && i < s->nrelation; i++) {
        free(s->relation[i].axis[0].at);
        free(s->relation[i].axis[1].at);
    }
    free(s->bits[0]);
    free(s->bits[1]);
    free(s->fact);
    free(s->relation);
    free(s->mark);
    *s = (Sheet){0};
}
