/* edits_word.c - what a word could have been: another one that is like it, or stands for it in another language; in quotes or
 * brackets, or without them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "driver/mend/edits.h"
#include "frontend/lud/text/near.h"

/* How much another word is unlike, from 0; -1: it is not like it at all. */
static int unlike(const char *word, const char *other)
{
    const size_t w = strlen(word), o = strlen(other);
    if (!strcasecmp(word, other) || (w > 3 && w == o + 1 && word[o] == 's' && !strncmp(word, other, o)) ||
        (w > 4 && w == o + 2 && !strcmp(word + w - 3, "ies") && other[o - 1] == 'y' && !strncmp(word, other, o - 1)))
        return 0;
    Near near = near_new(word);
    near_offer(&near, other);
    if (near.best)
        return 1 + (int)near.distance / 2;
    const size_t least = w < o ? w : o;
    if (least > 3 && !strncasecmp(word, other, least) && (w > o ? w - o : o - w) < 4)
        return 2; /* one is the beginning of the other */
    size_t same = 0;
    while (word[same] && tolower((unsigned char)word[same]) == tolower((unsigned char)other[same]))
        same++;
    return same > 2 && 2 * same >= (w > o ? w : o) ? 4 : -1;
}

static bool is_head(const MendNode *node) { return node->place == 0 && node->up->kind == MEND_LIST && node->up->up; }

/* `isFull` for `is Full`, `line` for `is Line`. */
static void as_two(MendTries *tries, const MendNode *node, const MendWord *word, unsigned cost)
{
    const size_t n = strlen(word->head);
    if (!strncasecmp(node->text, word->head, n) && !strcasecmp(node->text + n, word->text))
        mend_one(tries, cost + 1, node->lo, node->hi, arena_printf(tries->arena, "%s %s", word->head, word->text));
    else if (unlike(node->text, word->text) == 0)
        mend_one(tries, cost + 3, node->lo, node->hi, arena_printf(tries->arena, "%s %s", word->head, word->text));
}

static bool fits_place(const MendNode *node, MendPart part)
{
    if (node->kind == MEND_STRING)
        return part == MEND_NAME || part == MEND_CONSTANT;
    return part != MEND_LABEL && (is_head(node) ? part == MEND_HEAD : part != MEND_HEAD);
}

static void like(MendTries *tries, const MendNode *node, unsigned cost)
{
    for (size_t i = 0; i < tries->language->word.n; i++) {
        const MendWord *word = &tries->language->word.at[i];
        if (word->part == MEND_KEYWORD && is_head(node))
            as_two(tries, node, word, cost);
        if (!fits_place(node, word->part) || (word->part == MEND_KEYWORD && strcmp(word->head, mend_head_of(node->up)) != 0))
            continue;
        const int far = unlike(node->text, word->text);
        if (far < 0 || (!strcmp(node->text, word->text) && (node->kind == MEND_STRING) == (word->part == MEND_NAME)))
            continue;
        const bool quoted = word->part == MEND_NAME && !tries->language->sheet;
        const unsigned other = far && node->kind == MEND_STRING && !quoted ? 4 : 0; /* a string is seldom a word of the language misspelt */
        mend_one(tries, cost + 2 + (unsigned)far + other, node->lo, node->hi, quoted ? arena_printf(tries->arena, "\"%s\"", word->text) : word->text);
    }
}

enum { HUMPS = 4 };

/* Where the humps of `addPoints` or `add_points` begin, and their end; 0: it has more. */
static size_t humps(const char *word, size_t at[HUMPS + 1])
{
    size_t n = 0;
    for (size_t i = 0; word[i]; i++) {
        const bool begins = !i || (isupper((unsigned char)word[i]) && !isupper((unsigned char)word[i - 1])) || strchr("_-", word[i - 1]);
        if (begins && n == HUMPS)
            return 0;
        if (begins)
            at[n++] = i;
    }
    at[n] = strlen(word);
    return n;
}

/* Words that can stand there and are that text, or end in it. */
static void known_as(MendTries *tries, const MendNode *node, const char *text, bool end, unsigned cost)
{
    for (size_t i = 0; i < tries->language->word.n; i++) {
        const MendWord *word = &tries->language->word.at[i];
        const size_t n = strlen(word->text), length = strlen(text);
        if (!fits_place(node, word->part) || word->part == MEND_NAME || n < length || (!end && n > length) ||
            (word->part == MEND_KEYWORD && strcmp(word->head, mend_head_of(node->up)) != 0))
            continue;
        if (!strcasecmp(word->text + n - length, text) && strcmp(word->text, node->text) != 0)
            mend_one(tries, cost, node->lo, node->hi, word->text);
    }
}

/* `addPoints` for addScore, `goAgain` for moveAgain. */
static void of_humps(MendTries *tries, const MendNode *node, unsigned cost)
{
    enum { LONG = 4 };
    size_t at[HUMPS + 1];
    const size_t n = humps(node->text, at);
    for (size_t k = 0; n > 1 && k < n; k++) {
        const size_t length = at[k + 1] - at[k] - (k + 1 < n && strchr("_-", node->text[at[k + 1] - 1]));
        const char *hump = arena_strndup(tries->arena, node->text + at[k], length);
        for (const char *other = tries->language->other(hump); other && *other; other += *other == '|') {
            const size_t m = strcspn(other, "|");
            known_as(tries, node, arena_strndup(tries->arena, other, m), false, cost + 3);
            known_as(tries, node, arena_printf(tries->arena, "%.*s%.*s%s", (int)at[k], node->text, (int)m, other, node->text + at[k + 1]), false, cost + 2);
            other += m;
        }
        known_as(tries, node, hump, k + 1 == n && length >= LONG, cost + 4);
    }
}

/* `5x5` for 5, `1` for P1. */
static void of_digits(MendTries *tries, const MendNode *node, unsigned cost)
{
    const char *digits = node->text + strcspn(node->text, "0123456789");
    const size_t n = strspn(digits, "0123456789");
    if (!n || n > 4)
        return;
    if (n < strlen(node->text) || node->kind == MEND_STRING)
        mend_one(tries, cost + 5, node->lo, node->hi, arena_strndup(tries->arena, digits, n));
    else if (!tries->language->sheet)
        mend_one(tries, cost + 3, node->lo, node->hi, arena_printf(tries->arena, "P%s", node->text));
}

/* `C9` for the site C8: the nearest label of a smaller number or letter. */
static void of_label(MendTries *tries, const MendNode *node, unsigned cost)
{
    enum { FAR = 12 };
    char *end;
    const char letter = *node->text;
    const long number = letter ? strtol(node->text + 1, &end, 10) : 0;
    if (node->kind != MEND_STRING || letter < 'A' || letter > 'Z' || number < 0 || number > 99 || !isdigit((unsigned char)node->text[1]) || *end)
        return;
    for (int i = 1; i <= FAR; i++) {
        if (number - i >= 0)
            mend_one(tries, cost + 4, node->lo, node->hi, arena_printf(tries->arena, "\"%c%ld\"", letter, number - i));
        if (letter - i >= 'A')
            mend_one(tries, cost + 4, node->lo, node->hi, arena_printf(tries->arena, "\"%c%ld\"", letter - i, number));
    }
}

/* A comment in strokes and stars: on one line it gets the mark of this language, otherwise it goes. */
static void of_comment(MendTries *tries, const MendNode *node, unsigned cost)
{
    const char *from = tries->text + node->lo, *to = node->kind == MEND_WORD && !strncmp(from, "/*", 2) ? strstr(from + 2, "*/") : NULL;
    if (!to)
        return;
    const uint32_t end = node->lo + (uint32_t)(to - from) + 2;
    if (!memchr(from, '\n', (size_t)(to - from)) && tries->text[end + strspn(tries->text + end, " \t\r")] == '\n')
        mend_two(tries, cost, (MendEdit){node->lo, node->lo + 2, tries->language->sheet ? ";" : "//"}, (MendEdit){end - 2, end, ""});
    mend_one(tries, cost + 1, node->lo, end, "");
}

/* `6x7` for 6 7, `1-3` for 1..3, `count=3` and `:count 3` for count:3. */
static void of_signs(MendTries *tries, const MendNode *node, unsigned cost)
{
    const size_t digits = strspn(node->text, "0123456789"), letters = strspn(node->text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const char *other = node->text + digits + 1;
    const MendNode *next = node->place + 1 < node->up->n ? node->up->kid[node->place + 1] : NULL;
    if (node->kind != MEND_WORD)
        return;
    if (*node->text == ':' && isalpha((unsigned char)node->text[1]) && next && !tries->language->sheet)
        mend_one(tries, cost + 1, node->lo, next->begin, arena_printf(tries->arena, "%s:", node->text + 1));
    if (digits && node->text[digits] && strchr("xX*,", node->text[digits]) && *other && !other[strspn(other, "0123456789")])
        mend_one(tries, cost + 2, node->lo, node->hi, arena_printf(tries->arena, "%.*s %s", (int)digits, node->text, other));
    if (digits && node->text[digits] == '-' && *other && !other[strspn(other, "0123456789")])
        mend_one(tries, cost + 1, node->lo, node->hi, arena_printf(tries->arena, "%.*s..%s", (int)digits, node->text, other));
    if (letters && node->text[letters] == '=' && !tries->language->sheet)
        mend_one(tries, cost + 1, node->lo, node->hi, arena_printf(tries->arena, "%.*s:%s", (int)letters, node->text, node->text + letters + 1));
}

/* A define by its name alone: `(StepToEmpty)` for ("StepToEmpty"), `"Goal" 3` for ("Goal" 3). */
static void of_define(MendTries *tries, const MendNode *node, unsigned cost)
{
    const MendNode *up = node->up;
    bool known = false;
    for (size_t i = 0; i < tries->language->word.n && !known; i++)
        known = tries->language->word.at[i].part == MEND_HEAD && !strcmp(tries->language->word.at[i].text, node->text);
    if (node->kind == MEND_WORD && is_head(node) && isalpha((unsigned char)*node->text) && !known)
        mend_one(tries, cost + 1, node->lo, node->hi, arena_printf(tries->arena, "\"%s\"", node->text));
    for (uint32_t last = node->place + 1; node->kind == MEND_STRING && (node->place || up->kind == MEND_ARRAY) && last < up->n && last <= node->place + 3; last++)
        if (!memchr(tries->text + node->lo, '\n', up->kid[last]->hi - node->lo))
            mend_two(tries, cost + 3, (MendEdit){node->lo, node->lo, "("}, (MendEdit){up->kid[last]->hi, up->kid[last]->hi, ")"});
}

/* Another name of the text, where it has no such one. */
static void of_name(MendTries *tries, const MendNode *node, unsigned cost)
{
    for (size_t i = 0; node->kind == MEND_STRING && cost < 2 && i < tries->language->word.n; i++)
        if (tries->language->word.at[i].part == MEND_NAME)
            mend_one(tries, cost + 9, node->lo, node->hi, arena_printf(tries->arena, "\"%s\"", tries->language->word.at[i].text));
}

/* `<` for a relation of the sheet that has such a name. */
static void of_order(MendTries *tries, const MendNode *node, unsigned cost)
{
    static const char *const less[] = {"less", "small", "lt", "below", "low", "before"}, *const more[] = {"great", "more", "gt", "large", "above", "big", "after"};
    if (!is_head(node) || (*node->text != '<' && *node->text != '>') || !strcmp(node->text, "<="))
        return;
    for (size_t i = 0; i < tries->language->word.n; i++)
        for (size_t k = 0; k < (*node->text == '<' ? sizeof less : sizeof more) / sizeof *less; k++) {
            const MendWord *word = &tries->language->word.at[i];
            if (word->part == MEND_HEAD && strstr(word->text, *node->text == '<' ? less[k] : more[k]))
                mend_one(tries, cost + 2 + (unsigned)k / 2, node->lo, node->hi, word->text);
        }
}

/* `Orthogonal+Diagonal` for {Orthogonal Diagonal}. */
static void of_several(MendTries *tries, const MendNode *node, unsigned cost)
{
    const char *text = "{";
    size_t n, parts = 0;
    for (const char *s = node->text; isalpha((unsigned char)*s); s += n + (s[n] != '\0'), parts++) {
        n = strcspn(s, "+,/&|");
        text = arena_printf(tries->arena, "%s%s%.*s", text, parts ? " " : "", (int)n, s);
    }
    if (parts < 2 || node->kind != MEND_WORD)
        return;
    mend_one(tries, cost + 2, node->lo, node->hi, arena_printf(tries->arena, "%s}", text));
    mend_one(tries, cost + 2, node->lo, node->hi, arena_printf(tries->arena, "(directions %s})", text));
}

/* A variable, without the mark of another language: `$n`, `_n`, `N`. */
static void of_variable(MendTries *tries, const MendNode *node, unsigned cost)
{
    const char *name = node->text + strspn(node->text, "$_@%:?");
    const size_t n = strcspn(name, "?");
    if (n && (name != node->text || name[n]) && *node->text != '?')
        mend_one(tries, cost + 1, node->lo, node->hi, arena_printf(tries->arena, "?%.*s", (int)n, name));
    else if (isalpha((unsigned char)*name) && *node->text != '?')
        mend_one(tries, cost + 5, node->lo, node->hi, arena_printf(tries->arena, "?%s", name));
}

/* `Empty` for `(is Empty)` or `(is Empty (to))` within `(to ..)`; `"Pawn" 1` for "Pawn1". */
static void of_ludeme(MendTries *tries, const MendNode *node, unsigned cost)
{
    const MendNode *up = node->up, *next = node->place + 1 < up->n ? up->kid[node->place + 1] : NULL;
    const char *site = mend_head_of(up);
    if (node->kind == MEND_STRING && next && next->begin == next->lo && next->kind == MEND_WORD && strspn(next->text, "0123456789") == strlen(next->text))
        mend_one(tries, cost + 3, node->lo, next->hi, arena_printf(tries->arena, "\"%s%s\"", node->text, next->text));
    for (size_t i = 0; node->kind == MEND_WORD && !is_head(node) && i < tries->language->word.n; i++) {
        const MendWord *word = &tries->language->word.at[i];
        if (word->part != MEND_KEYWORD || strcmp(word->text, node->text) != 0)
            continue;
        mend_one(tries, cost + 4, node->lo, node->hi, arena_printf(tries->arena, "(%s %s)", word->head, word->text));
        if (!strcmp(site, "to") || !strcmp(site, "from") || !strcmp(site, "between"))
            mend_one(tries, cost + 4, node->lo, node->hi, arena_printf(tries->arena, "(%s %s (%s))", word->head, word->text, site));
    }
}

/* `<Board:line>` where the option has another argument that nothing uses, `<Size:rows>` where another option has it; `%1` for #1 in a
 * define. */
static void of_marker(MendTries *tries, const MendNode *node, unsigned cost)
{
    const char *colon = node->kind == MEND_WORD && *node->text == '<' ? strchr(node->text, ':') : NULL;
    for (size_t i = 0; colon && i < tries->language->word.n; i++) {
        const MendWord *word = &tries->language->word.at[i];
        const char *other = word->part == MEND_CONSTANT && *word->text == '<' ? strchr(word->text, ':') : NULL;
        const bool same_option = other && !strncmp(word->text, node->text, (size_t)(colon + 1 - node->text));
        if ((same_option && !strstr(tries->text, word->text)) || (other && !same_option && !strcmp(other, colon)))
            mend_one(tries, cost + 1, node->lo, node->hi, word->text);
    }
    const char *digits = node->text + 1;
    if (node->kind == MEND_WORD && *node->text && strchr("%&$@", *node->text) && *digits && strspn(digits, "0123456789") == strlen(digits) &&
        !strcmp(mend_head_of(mend_form_of(node)), "define"))
        mend_one(tries, cost, node->lo, node->hi, arena_printf(tries->arena, "#%s", digits));
}

void mend_word_tries(MendTries *tries, const MendNode *node, unsigned cost)
{
    const MendLanguage *language = tries->language;
    unsigned nth = 1;
    for (const char *other = language->other(node->text); other && *other; nth++) {
        const size_t n = strcspn(other, "|");
        mend_one(tries, cost + nth, node->lo, node->hi, arena_strndup(tries->arena, other, n));
        other += n + (other[n] == '|');
    }
    like(tries, node, cost);
    of_humps(tries, node, cost);
    of_digits(tries, node, cost);
    of_label(tries, node, cost);
    of_comment(tries, node, cost);
    of_signs(tries, node, cost);
    of_name(tries, node, cost);
    of_ludeme(tries, node, cost);
    if (!language->sheet) {
        of_define(tries, node, cost);
        of_marker(tries, node, cost);
    }
    const bool string = node->kind == MEND_STRING;
    if (string || strpbrk(node->text, "\"'"))
        mend_one(tries, cost + 3, node->lo, node->hi, string ? node->text : arena_strndup(tries->arena, node->text + 1, strlen(node->text + 1) - 1));
    if (language->sheet) {
        of_variable(tries, node, cost);
        mend_variable_tries(tries, node, cost);
        of_order(tries, node, cost);
    } else if (!string && !is_head(node)) {
        of_several(tries, node, cost);
        if (!isdigit((unsigned char)*node->text))
            mend_one(tries, cost + 3, node->lo, node->hi, arena_printf(tries->arena, "\"%s\"", node->text));
        mend_one(tries, cost + 3, node->lo, node->hi, arena_printf(tries->arena, "<%s>", node->text));
        mend_one(tries, cost + 3, node->lo, node->hi, arena_printf(tries->arena, "(%s)", node->text));
    }
}
