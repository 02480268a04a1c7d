/* text.c - moves as text: "D4", "B2-B3", "pass", "C7-C8=Queen1", "D4#2". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/include/ludc.h"
#include "runtime/kind.h"
#include "runtime/reading.h"
#include "runtime/texts.h"
#include "runtime/writer.h"

enum { MAX_COLUMNS = 32, MAX_TEXT = 256 };

static int column(const ludc_reasoner *r, const char *name)
{
    for (uint32_t i = 0; i < r->ncolumn && i < MAX_COLUMNS; i++)
        if (!strcmp(r->column[i], name))
            return (int)i;
    return -1;
}

/* Kinds without a word print as "kindN". */
static void put_kind(Writer *w, int32_t kind)
{
    const char *word = ludc_kind_word(kind);
    if (word)
        put(w, word);
    else
        put_number(w, "kind", kind);
}

void ludc_put_site(Writer *w, const ludc_reasoner *r, int type, int32_t site)
{
    static const char *const word[LUDC_SITE_TYPES] = {[LUDC_VERTEX] = "vertex", [LUDC_EDGE] = "edge", [LUDC_CELL] = "cell"};
    const ludc_space *other = type >= 0 && type < LUDC_SITE_TYPES ? ludc_space_of(r, word[type]) : NULL;
    put_member(w, other && site >= 0 && (uint32_t)site < other->size ? other : ludc_space_of(r, "loc"), site);
}

/* The text without what only serves to tell equal ones apart. */
size_t ludc_short_text(const ludc_reasoner *r, const void *state, ludc_move move, char *out, size_t size)
{
    int32_t value[MAX_COLUMNS] = {0};
    Writer w = {out, size, 0};
    const char *joint = r->joint ? ludc_joint_text(r, move) : NULL;
    if (joint) {
        put(&w, joint);
        return put_end(&w);
    }
    int from = column(r, "from"), to = column(r, "to"), kind = column(r, "kind");
    const int from_type = column(r, "fromType"), to_type = column(r, "toType");
    if (r->ncolumn <= MAX_COLUMNS)
        r->describe(r, state, move, value);
    if (from < 0 || to < 0 || r->ncolumn > MAX_COLUMNS) {
        put_number(&w, "move", (int32_t)move);
    } else if (value[to] < 0 && value[from] < 0) {
        put_kind(&w, kind < 0 ? -1 : value[kind]);
    } else {
        if (kind >= 0 && (value[kind] == 18 || value[kind] == 19)) {
            put_kind(&w, value[kind]);
            put(&w, ":");
        }
        if (value[from] != value[to] && value[from] >= 0) {
            ludc_put_site(&w, r, from_type < 0 ? -1 : value[from_type], value[from]);
            put(&w, "-");
        }
        ludc_put_site(&w, r, to_type < 0 ? -1 : value[to_type], value[to]);
    }
    return put_end(&w);
}

/* Adds "=Piece" when the move names a piece, and what it sets there: "=9" a value, ",state2", ",rot1". */
static size_t long_text(const ludc_reasoner *r, const void *state, ludc_move move, char *out, size_t size)
{
    size_t n = ludc_short_text(r, state, move, out, size);
    const int what = column(r, "what"), set = column(r, "value"), local = column(r, "state"), rot = column(r, "rot"), chosen = column(r, "chosen");
    int32_t value[MAX_COLUMNS] = {0};
    if (what < 0 || r->ncolumn > MAX_COLUMNS)
        return n;
    r->describe(r, state, move, value);
    Writer w = {out, size, n};
    if (value[what] > 0) {
        put(&w, "=");
        put_member(&w, ludc_space_of(r, "piece"), value[what]);
    }
    if (chosen >= 0 && value[what] <= 0 && value[chosen] >= 0)
        put_number(&w, "=", value[chosen]);
    if (set >= 0 && value[set] > 0)
        put_number(&w, "=", value[set]);
    if (local >= 0 && value[local] > 0)
        put_number(&w, ",state", value[local]);
    if (rot >= 0 && value[rot] > 0)
        put_number(&w, ",rot", value[rot]);
    return put_end(&w);
}

/* The whole text: in `near`, or, where that is too short, in memory of its own.  NULL: memory is out. */
static char *text_of(const ludc_reasoner *r, const void *state, ludc_move move, int longer, char near[MAX_TEXT])
{
    size_t (*write)(const ludc_reasoner *, const void *, ludc_move, char *, size_t) = longer ? long_text : ludc_short_text;
    const size_t n = write(r, state, move, near, MAX_TEXT);
    char *text = n < MAX_TEXT ? near : malloc(n + 1);
    if (text && text != near)
        write(r, state, move, text, n + 1);
    return text;
}

static void drop_text(char *text, const char near[MAX_TEXT])
{
    if (text != near)
        free(text);
}

/* Which of the legal moves read `text`?  *before counts those listed before the
 * first `move`, without doubles of the same code in between. */
static void count_equal(const ludc_reasoner *r, const void *state, const ludc_move *list, size_t n, ludc_move move,
                        const char *text, int longer, unsigned *all, unsigned *before)
{
    char near[MAX_TEXT];
    *all = 0;
    *before = 0;
    int found = 0;
    for (size_t i = 0; i < n; i++) {
        char *other = text_of(r, state, list[i], longer, near);
        const int equal = other && strcmp(other, text) == 0;
        drop_text(other, near);
        if (!equal)
            continue;
        size_t k = 0;
        while (k < i && list[k] != list[i])
            k++;
        if (k < i)
            continue;
        ++*all;
        if (list[i] == move)
            found = 1;
        else if (!found)
            ++*before;
    }
}

static size_t text_among(const ludc_reasoner *r, const void *state, const ludc_move *list, size_t n, ludc_move move,
                         char *out, size_t size)
{
    char near[MAX_TEXT], *text = text_of(r, state, move, 0, near);
    unsigned all = 0, before;
    if (text)
        count_equal(r, state, list, n, move, text, 0, &all, &before);
    if (all > 1) {
        drop_text(text, near);
        text = text_of(r, state, move, 1, near);
        if (text)
            count_equal(r, state, list, n, move, text, 1, &all, &before);
    }
    int length = !text ? 0 : all > 1 ? snprintf(out, size, "%s#%u", text, before + 1) : snprintf(out, size, "%s", text);
    drop_text(text, near);
    return length < 0 ? 0 : (size_t)length;
}

static ludc_move *list_moves(const ludc_reasoner *r, const void *state, size_t *n)
{
    *n = r->moves(r, state, NULL);
    ludc_move *list = malloc((*n + 1) * sizeof *list);
    if (list)
        r->moves(r, state, list);
    return list;
}

size_t ludc_move_text(const ludc_reasoner *r, const void *state, ludc_move move, char *out, size_t size)
{
    size_t n;
    if (!r || !state || (size && !out))
        return 0;
    if (r->joint)
        return ludc_short_text(r, state, move, out, size);
    ludc_move *list = list_moves(r, state, &n);
    if (!list)
        return 0;
    size_t length = text_among(r, state, list, n, move, out, size);
    free(list);
    return length;
}

/* Letters in any case. */
static int same_letters(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (*a != *b && (((*a ^ *b) != 0x20) || ((*a | 0x20) < 'a') || ((*a | 0x20) > 'z')))
            return 0;
    return *a == *b;
}

/* The only move whose text is that in other cases, `b2` for B2. */
static int by_letters(const ludc_reasoner *r, const void *state, const ludc_move *list, size_t n, const char *text, ludc_move *move)
{
    const size_t length = strlen(text);
    char *whole = malloc(length + 1);
    size_t found = 0;
    for (size_t i = 0; whole && i < n; i++)
        if (text_among(r, state, list, n, list[i], whole, length + 1) == length && same_letters(whole, text) && (!found || *move != list[i])) {
            *move = list[i];
            found++;
        }
    free(whole);
    return found == 1;
}

/* `A2#9`, the ninth of those that begin `A2`, also where each has a text of its own now, `A2=9`. */
static int by_number(const ludc_reasoner *r, const void *state, const ludc_move *list, size_t n, const char *text, ludc_move *move)
{
    const char *mark = strrchr(text, '#');
    char *end = NULL;
    unsigned long number = mark ? strtoul(mark + 1, &end, 10) : 0;
    if (!number || *end)
        return 0;
    for (size_t i = 0; i < n; i++) {
        char near[MAX_TEXT], *other = text_of(r, state, list[i], 0, near);
        size_t k = 0;
        while (k < i && list[k] != list[i])
            k++;
        const int one = other && k == i && strlen(other) == (size_t)(mark - text) && !strncmp(other, text, (size_t)(mark - text));
        drop_text(other, near);
        if (one && --number == 0) {
            *move = list[i];
            return 1;
        }
    }
    return 0;
}

static ludc_status by_text(const ludc_reasoner *r, const void *state, const ludc_move *list, size_t n, const char *text, ludc_move *move)
{
    const size_t length = strlen(text), stem = strcspn(text, "=#,");
    char *whole = malloc(length + 1);
    ludc_status status = whole ? LUDC_WRONG : LUDC_IO;
    for (size_t i = 0; i < n && status == LUDC_WRONG; i++) {
        char near[MAX_TEXT], *other = text_of(r, state, list[i], 0, near);
        const int may = other && strncmp(other, text, stem) == 0;
        drop_text(other, near);
        if (may && text_among(r, state, list, n, list[i], whole, length + 1) == length && !strcmp(whole, text)) {
            *move = list[i];
            status = LUDC_OK;
        }
    }
    free(whole);
    return status;
}

ludc_status ludc_move_parse(const ludc_reasoner *r, const void *state, const char *text, ludc_move *move)
{
    size_t n;
    if (!r || !state || !text || !move)
        return LUDC_USAGE;
    ludc_move *list = list_moves(r, state, &n), found = 0;
    if (!list)
        return LUDC_WRONG;
    ludc_status status = by_text(r, state, list, n, text, move);
    if (status == LUDC_WRONG && (by_number(r, state, list, n, text, &found) || by_letters(r, state, list, n, text, &found))) {
        *move = found;
        status = LUDC_OK;
    }
    free(list);
    return status;
}

ludc_status ludc_move_parse_of(const ludc_reasoner *r, const void *state, unsigned player, const char *text,
                               ludc_move *move)
{
    if (!r || !state || !text || !move || player < 1 || player > r->players)
        return LUDC_USAGE;
    if (!r->joint)
        return r->mover(r, state) == player ? ludc_move_parse(r, state, text, move) : LUDC_WRONG;
    size_t n = ludc_moves_of(r, state, player, NULL);
    ludc_move *list = malloc((n + 1) * sizeof *list);
    ludc_status status = LUDC_WRONG;
    n = list ? ludc_moves_of(r, state, player, list) : 0;
    for (size_t i = 0; i < n && status != LUDC_OK; i++) {
        const char *word = ludc_joint_text(r, list[i]);
        char number[32];
        snprintf(number, sizeof number, "move%lu", (unsigned long)list[i]);
        if (strcmp(word ? word : number, text) == 0) {
            *move = list[i];
            status = LUDC_OK;
        }
    }
    free(list);
    return status;
}
