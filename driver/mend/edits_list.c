/* edits_list.c - what a list could have been: brackets, braces, labels and members that are too many, too few or elsewhere. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "driver/mend/edits.h"

enum { LONG = 40 }; /* characters of what is not left out just so */

void mend_two(MendTries *tries, unsigned cost, MendEdit first, MendEdit second)
{
    const MendTry one = {cost, (unsigned)tries->all.n, false, 2, {first, second}};
    vec_push(tries->arena, &tries->all, one);
}

void mend_one(MendTries *tries, unsigned cost, uint32_t lo, uint32_t hi, const char *text)
{
    if (hi - lo == strlen(text) && !strncmp(tries->text + lo, text, hi - lo))
        return;
    const MendTry one = {cost, (unsigned)tries->all.n, false, 1, {{lo, hi, text}}};
    vec_push(tries->arena, &tries->all, one);
}

static const char *written(const MendTries *tries, uint32_t lo, uint32_t hi)
{
    return arena_strndup(tries->arena, tries->text + lo, hi - lo);
}

static bool is_label_of(const MendTries *tries, const char *head, const char *label)
{
    for (size_t i = 0; i < tries->language->word.n; i++) {
        const MendWord *word = &tries->language->word.at[i];
        if (word->part == MEND_LABEL && !strcmp(word->head, head) && !strcasecmp(word->text, label))
            return true;
    }
    return false;
}

static bool is_operator(const char *word) { return *word && strspn(word, "<>=!+-*/%&|") == strlen(word); }

/* ---- around one ---------------------------------------------------------------------------------------- */

static void without_brackets(MendTries *tries, const MendNode *node, unsigned cost)
{
    if (node->kind != MEND_LIST && node->kind != MEND_ARRAY)
        return;
    const MendEdit open = {node->lo, node->lo + 1, ""}, close = {node->hi - 1, node->hi, ""};
    mend_two(tries, cost + (node->n == 1 || node->kind == MEND_ARRAY || node->place == 0 ? 4 : 6), open, close);
    if (tries->language->sheet)
        return;
    const bool list = node->kind == MEND_LIST;
    if (list && node->n > 1 && node->kid[0]->kind == MEND_WORD) /* `(rectangle 2 6)` where 2 6 is asked */
        mend_two(tries, cost + 4, (MendEdit){node->lo, node->kid[1]->begin, ""}, close);
    mend_two(tries, cost + 4, (MendEdit){open.lo, open.hi, list ? "{" : "("}, (MendEdit){close.lo, close.hi, list ? "}" : ")"});
}

/* Is it a form of a rule sheet, a head or a condition, that those words are said of? */
static bool has_place(const MendTries *tries, const MendNode *node, const char *around)
{
    static const char *const heads[] = {"(next", "(legal", "(terminal"}, *const forms[] = {"(init", "(role", "(<="};
    if (!tries->language->sheet)
        return true;
    if (!strncmp(around, "(not", 4) && !strcmp(mend_head_of(node->up), "not"))
        return false;
    const bool form = !node->up->up, head = !strcmp(mend_head_of(node->up), "<=") && node->place == 1;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (!strncmp(around, heads[i], strlen(heads[i])))
            return head;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strncmp(around, forms[i], strlen(forms[i])))
            return form;
    return !form && !head;
}

/* `(true (does r a))` for `(does r a)`. */
static void peeled(MendTries *tries, const MendNode *node, unsigned cost)
{
    if (node->kind == MEND_LIST && node->n == 2 && node->kid[0]->kind == MEND_WORD && node->kid[1]->kind == MEND_LIST)
        mend_two(tries, cost + 4, (MendEdit){node->lo, node->kid[1]->begin, ""}, (MendEdit){node->kid[1]->hi, node->hi, ""});
}

static void wrapped(MendTries *tries, const MendNode *node, unsigned cost)
{
    peeled(tries, node, cost);
    for (const char *const *around = tries->language->around; *around; around++) {
        const char *hole = strstr(*around, "%s");
        if (!has_place(tries, node, *around))
            continue;
        mend_two(tries, cost + 5 + (unsigned)(around - tries->language->around) / 16,
                 (MendEdit){node->lo, node->lo, arena_strndup(tries->arena, *around, (size_t)(hole - *around))},
                 (MendEdit){node->hi, node->hi, hole + 2});
    }
}

/* `from:(..)` for `(from ..)`, `(at x)` for `at:x`; no label, or another. */
static void labelled(MendTries *tries, const MendNode *node, unsigned cost)
{
    const char *head = mend_head_of(node->up);
    if (node->begin < node->lo) {
        const char *label = written(tries, node->begin, node->begin + (uint32_t)strcspn(tries->text + node->begin, ":"));
        mend_two(tries, cost + 3, (MendEdit){node->begin, node->lo, arena_printf(tries->arena, "(%s ", label)}, (MendEdit){node->hi, node->hi, ")"});
        mend_one(tries, cost + 4, node->begin, node->lo, "");
    }
    for (size_t i = 0; i < tries->language->word.n; i++) {
        const MendWord *word = &tries->language->word.at[i];
        if (word->part == MEND_LABEL && node->begin < node->lo && !strncmp(tries->text + node->begin, word->text, strlen(word->text)) &&
            tries->text[node->begin + strlen(word->text)] == ':')
            mend_two(tries, cost + (!strcmp(word->head, "who") ? 4 : 6), (MendEdit){node->begin, node->begin, arena_printf(tries->arena, "(%s ", word->head)},
                     (MendEdit){node->hi, node->hi, ")"});
        if (word->part == MEND_LABEL && !strcmp(word->head, head))
            mend_one(tries, cost + 4, node->begin, node->lo, arena_printf(tries->arena, "%s:", word->text));
    }
    if (node->kind == MEND_LIST && node->n == 2 && node->begin == node->lo && is_label_of(tries, head, mend_head_of(node)))
        mend_two(tries, cost + 3, (MendEdit){node->lo, node->kid[1]->begin, arena_printf(tries->arena, "%s:", mend_head_of(node))},
                 (MendEdit){node->hi - 1, node->hi, ""});
    const MendNode *next = node->place + 1 < node->up->n ? node->up->kid[node->place + 1] : NULL;
    if (node->kind == MEND_WORD && next && is_label_of(tries, head, node->text))
        mend_one(tries, cost + 2, node->lo, next->lo, arena_printf(tries->arena, "%s:", node->text));
}

/* `go(?b)` for `(go ?b)`. */
static void called(MendTries *tries, const MendNode *word, unsigned cost)
{
    const MendNode *next = word->place + 1 < word->up->n ? word->up->kid[word->place + 1] : NULL;
    if (word->kind == MEND_WORD && word->place && next && next->kind == MEND_LIST && next->lo == word->hi)
        mend_two(tries, cost, (MendEdit){word->lo, word->lo, "("}, (MendEdit){next->lo, next->lo + 1, next->n ? " " : ""});
}

/* `(if:.. ..)` for `(between if:.. ..)`; "Disc" for what:(id "Disc"). */
static void label_alone(MendTries *tries, const MendNode *node, unsigned cost)
{
    const MendNode *first = node->n ? node->kid[0] : NULL;
    for (size_t i = 0; i < tries->language->word.n; i++) {
        const MendWord *word = &tries->language->word.at[i];
        const size_t n = word->part == MEND_LABEL ? strlen(word->text) : 0;
        if (n && node->kind == MEND_LIST && first && first->begin < first->lo && !strncmp(tries->text + first->begin, word->text, n) && tries->text[first->begin + n] == ':')
            mend_one(tries, cost + 2, node->lo + 1, node->lo + 1, arena_printf(tries->arena, "%s ", word->head));
        if (n && node->kind == MEND_STRING && node->begin == node->lo && !strcmp(word->head, mend_head_of(node->up)))
            mend_one(tries, cost + 4, node->lo, node->hi, arena_printf(tries->arena, "%s:(id \"%s\")", word->text, node->text));
    }
}

/* ---- several ----------------------------------------------------------------------------------------------- */

static bool alike(const MendNode *list, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i <= to; i++)
        if (list->kid[i]->kind != list->kid[from]->kind || list->kid[i]->begin < list->kid[i]->lo)
            return false;
    return true;
}

/* Does a list begin with that word, elsewhere? */
static bool is_known(const MendTries *tries, const char *text)
{
    if (is_operator(text))
        return false;
    for (size_t i = 0; i < tries->language->word.n; i++)
        if (tries->language->word.at[i].part == MEND_HEAD && !strcmp(tries->language->word.at[i].text, text))
            return true;
    return false;
}

/* Brackets or braces around some of the members. */
static void runs(MendTries *tries, const MendNode *list, unsigned cost)
{
    for (uint32_t from = 0; from < list->n && from < 8; from++)
        for (uint32_t to = list->n - 1; to >= from && to < list->n; to--) {
            const uint32_t lo = list->kid[from]->begin, hi = list->kid[to]->hi;
            if (from != to && list->kid[from]->kind == MEND_WORD)
                mend_two(tries, cost + (is_known(tries, list->kid[from]->text) ? 3 : 6), (MendEdit){lo, lo, "("}, (MendEdit){hi, hi, ")"});
            if (from && from != to && !tries->language->sheet)
                mend_two(tries, cost + 7, (MendEdit){lo, lo, list->kid[from]->kind == MEND_WORD ? "(rectangle " : "(or "}, (MendEdit){hi, hi, ")"});
            if (from && !tries->language->sheet)
                mend_two(tries, cost + (alike(list, from, to) ? 4 : 6), (MendEdit){lo, lo, "{"}, (MendEdit){hi, hi, "}"});
        }
}

/* `(a < b)` for `(< a b)`, `(f x < b)` for `(< (f x) b)`. */
static void infix(MendTries *tries, const MendNode *list, unsigned cost)
{
    for (uint32_t i = 1; i + 1 < list->n; i++) {
        const MendNode *word = list->kid[i];
        if (word->kind != MEND_WORD || !(is_operator(word->text) || !strcasecmp(word->text, "and") || !strcasecmp(word->text, "or")))
            continue;
        const char *other = tries->language->other(word->text), *name = other ? arena_strndup(tries->arena, other, strcspn(other, "|")) : word->text;
        const char *front = written(tries, list->kid[0]->begin, list->kid[i - 1]->hi), *back = written(tries, list->kid[i + 1]->begin, list->hi - 1);
        mend_one(tries, cost + 2, list->lo, list->hi, arena_printf(tries->arena, "(%s %s %s)", name, front, back));
        mend_one(tries, cost + 2, list->lo, list->hi, arena_printf(tries->arena, "(%s (%s) %s)", name, front, back));
        mend_one(tries, cost + 3, list->lo, list->hi, arena_printf(tries->arena, "(%s (%s) (%s))", name, front, back));
        mend_one(tries, cost + 3, list->kid[i - 1]->begin, list->kid[i + 1]->hi,
                 arena_printf(tries->arena, "(%s %s %s)", name, written(tries, list->kid[i - 1]->begin, list->kid[i - 1]->hi),
                              written(tries, list->kid[i + 1]->begin, list->kid[i + 1]->hi)));
        mend_two(tries, cost + 3, (MendEdit){list->kid[i - 1]->begin, list->kid[i + 1]->begin, arena_printf(tries->arena, "(%s %s ", name, written(tries, list->kid[i - 1]->begin, list->kid[i - 1]->hi))},
                 (MendEdit){list->kid[i + 1]->hi, list->kid[i + 1]->hi, ")"});
    }
}

/* Two members that change places. */
static void swaps(MendTries *tries, const MendNode *list, unsigned cost)
{
    /* the conditions of a rule are in any order, its head is its head; what a define is called stands first */
    const bool rule = !strcmp(mend_head_of(list), "<=") || !strcmp(mend_head_of(list), "define");
    for (uint32_t i = 0; i < list->n && list->n < 8 && !rule; i++)
        for (uint32_t k = i + 1; k < list->n; k++) {
            const MendNode *a = list->kid[i], *b = list->kid[k];
            mend_two(tries, cost + (i ? 5 : 6), (MendEdit){a->begin, a->hi, written(tries, b->begin, b->hi)},
                     (MendEdit){b->begin, b->hi, written(tries, a->begin, a->hi)});
        }
}

/* Keywords that are left out most. */
static bool is_usual(const char *word)
{
    static const char *const usual[] = {"Add", "Piece", "Pieces", "Line", "Step", "Slide", "Empty", "In", "Site", "Side", "Hand", "Score"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!strcmp(usual[i], word))
            return true;
    return false;
}

/* `(move Add ..)` for `(moves ..)` and the like: another keyword, or one that is missing; `addScore` in two words. */
static void keywords(MendTries *tries, const MendNode *list, unsigned cost)
{
    const MendNode *head = list->n ? list->kid[0] : NULL, *second = list->n > 1 && list->kid[1]->kind == MEND_WORD ? list->kid[1] : NULL;
    if (!head || head->kind != MEND_WORD)
        return;
    for (size_t i = 0; i < tries->language->word.n; i++) {
        const MendWord *word = &tries->language->word.at[i];
        if (word->part == MEND_KEYWORD && !strcmp(word->head, head->text) && list->n > 1 && is_usual(word->text))
            mend_one(tries, cost + 5, head->hi, head->hi, arena_printf(tries->arena, " %s", word->text));
        else if (word->part == MEND_KEYWORD && second && !strcmp(word->text, second->text))
            mend_one(tries, cost + 4, head->lo, head->hi, word->head);
        else if (word->part == MEND_HEAD && second && !strcasecmp(arena_printf(tries->arena, "%s%s", head->text, second->text), word->text))
            mend_one(tries, cost + 1, head->lo, second->hi, word->text);
    }
}

/* Does the list, with that word behind its first i members, stand elsewhere in the text? */
static bool written_elsewhere(const MendTries *tries, const MendNode *list, uint32_t i, const char *word)
{
    const uint32_t at = list->kid[i - 1]->hi;
    return strstr(tries->text, arena_printf(tries->arena, "%s %s%s", written(tries, list->lo, at), word, written(tries, at, list->hi)));
}

/* The variables of a form, as what can be missing in it. */
static void variables(MendTries *tries, const MendNode *node, const MendNode *list, unsigned cost)
{
    bool there = false;
    for (uint32_t i = 0; node->kind == MEND_WORD && i < list->n; i++)
        there = there || (list->kid[i]->kind == MEND_WORD && !strcmp(list->kid[i]->text, node->text));
    if (there && !strcmp(mend_head_of(list), "distinct"))
        return;
    for (uint32_t i = list->n; node->kind == MEND_WORD && node->text[0] == '?' && i > 0; i--)
        mend_one(tries, cost + (written_elsewhere(tries, list, i, node->text) ? 5 : there ? 8 : 6), list->kid[i - 1]->hi, list->kid[i - 1]->hi, arena_printf(tries->arena, " %s", node->text));
    for (uint32_t i = 0; i < node->n; i++)
        variables(tries, node->kid[i], list, cost);
}

const MendNode *mend_form_of(const MendNode *node)
{
    while (node->up && node->up->up)
        node = node->up;
    return node;
}

/* What people put between a name and its value: `heap = 0`. */
static bool is_sign(const char *word)
{
    static const char *const signs[] = {"=", "==", ":=", ":", "->", "is", "equals"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strcmp(signs[i], word))
            return true;
    return false;
}

/* What is missing among the members, and what is too many. */
static void members(MendTries *tries, const MendNode *list, unsigned cost)
{
    if (tries->language->sheet)
        variables(tries, mend_form_of(list), list, cost);
    const bool rule = !strcmp(mend_head_of(list), "<=");
    for (uint32_t i = 1; i <= list->n && !rule; i++)
        for (const char *const *text = tries->language->missing; *text; text++) {
            const uint32_t at = list->kid[i - 1]->hi;
            mend_one(tries, cost + 7 + (unsigned)(text - tries->language->missing) / 16, at, at, arena_printf(tries->arena, " %s", *text));
        }
    for (uint32_t i = list->n; i-- > 0;) {
        const uint32_t from = i ? list->kid[i - 1]->hi : list->kid[i]->begin;
        const uint32_t to = i || i + 1 == list->n ? list->kid[i]->hi : list->kid[i + 1]->begin;
        const bool word = list->kid[i]->kind == MEND_WORD;
        if (list->n == 2 || (!word && (cost > 1 || tries->language->sheet)) || (!word && list->kid[i]->hi - list->kid[i]->lo > LONG))
            continue; /* that would leave little of what was meant */
        if (i == 1 && !strcmp(mend_head_of(list), "<="))
            continue; /* a rule without its head would say nothing */
        const bool sign = word && i && is_sign(list->kid[i]->text);
        mend_one(tries, cost + (sign && tries->language->sheet ? 1 : word && tries->language->sheet ? 5 : word ? 9 : 12), from, to, "");
    }
}

/* The closing bracket a member earlier or later. */
static void ends(MendTries *tries, const MendNode *list, unsigned cost)
{
    const MendNode *up = list->up, *next = up && list->place + 1 < up->n ? up->kid[list->place + 1] : NULL;
    if (tries->language->sheet && up && !up->up && strcmp(mend_head_of(list), "<=") != 0)
        return; /* a fact: no form stands in another */
    if (next && (up->up || !tries->language->sheet))
        mend_two(tries, cost + 4, (MendEdit){list->hi - 1, list->hi, ""}, (MendEdit){next->hi, next->hi, ")"});
    for (uint32_t i = 1; i < list->n; i++)
        mend_two(tries, cost + 5, (MendEdit){list->kid[i - 1]->hi, list->kid[i - 1]->hi, ")"}, (MendEdit){list->hi - 1, list->hi, ""});
}

void mend_list_tries(MendTries *tries, const MendNode *list, unsigned cost)
{
    if (!list->up)
        return;
    if (list->kind == MEND_LIST) {
        infix(tries, list, cost);
        keywords(tries, list, cost);
        swaps(tries, list, cost);
        members(tries, list, cost);
        ends(tries, list, cost);
    }
    runs(tries, list, cost);
}

/* `{N S}` for `{(player N) (player S)}` and the like. */
static void each_of(MendTries *tries, const MendNode *list, unsigned cost)
{
    static const char *const around[] = {"\"%s\"", "(player %s)", "(sites %s)", "(sites Side %s)", "(piece %s)"};
    for (size_t k = 0; k < sizeof around / sizeof *around; k++) {
        const char *hole = strstr(around[k], "%s"), *text = "{";
        for (uint32_t i = 0; i < list->n; i++)
            text = arena_printf(tries->arena, "%s%s%.*s%s%s", text, i ? " " : "", (int)(hole - around[k]), around[k],
                                written(tries, list->kid[i]->lo, list->kid[i]->hi), hole + 2);
        mend_one(tries, cost + 5, list->lo, list->hi, arena_printf(tries->arena, "%s}", text));
    }
}

/* `(- A B)` of sites, where numbers are what is taken away. */
static void of_sets(MendTries *tries, const MendNode *list, unsigned cost)
{
    static const char *const words[][2] = {{"-", "difference"}, {"+", "union"}, {"*", "intersection"}, {"and", "intersection"}, {"or", "union"}};
    for (size_t i = 0; list->n > 2 && i < sizeof words / sizeof *words; i++)
        if (!strcmp(mend_head_of(list), words[i][0]))
            mend_one(tries, cost + 2, list->kid[0]->lo, list->kid[0]->hi, words[i][1]);
}

/* `(to if:(sites Empty))` for (to if:(is Empty (to))), a region where it is asked whether the site is in it. */
static void asked_of_site(MendTries *tries, const MendNode *list, unsigned cost)
{
    static const char *const heads[] = {"to", "from", "between"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        if (strcmp(mend_head_of(list->up), heads[i]) != 0 || list->begin == list->lo)
            continue;
        if (list->n == 2 && list->kid[1]->kind == MEND_WORD)
            mend_one(tries, cost + 1, list->lo, list->hi, arena_printf(tries->arena, "(is %s (%s))", list->kid[1]->text, heads[i]));
        mend_two(tries, cost + 2, (MendEdit){list->lo, list->lo, arena_printf(tries->arena, "(is In (%s) ", heads[i])}, (MendEdit){list->hi, list->hi, ")"});
    }
}

/* `(win Mover)` for `(result Mover Win)`; `{P1 P2}` for 2; `(pass)` for `(move Pass)`. */
static void forms(MendTries *tries, const MendNode *list, unsigned cost)
{
    static const char *const outcomes[] = {"Win", "Loss", "Draw"};
    if (tries->language->sheet) {
        mend_sheet_tries(tries, list, cost);
        return;
    }
    of_sets(tries, list, cost);
    if (list->kind == MEND_LIST && list->up->up)
        asked_of_site(tries, list, cost);
    if (list->kind == MEND_ARRAY)
        each_of(tries, list, cost);
    if (!strcmp(mend_head_of(list), "if") && list->n > 2 && list->kid[1]->kind == MEND_LIST) /* moves for a condition */
        mend_two(tries, cost + 1, (MendEdit){list->kid[1]->lo, list->kid[1]->lo, "(can Move "}, (MendEdit){list->kid[1]->hi, list->kid[1]->hi, ")"});
    if ((!strcmp(mend_head_of(list), "and") || !strcmp(mend_head_of(list), "or")) && list->n > 2) /* a condition and what is done then */
        mend_one(tries, cost + 1, list->kid[0]->lo, list->kid[0]->hi, "if");
    if (!strcmp(mend_head_of(list), "unless") && list->n > 1)
        mend_two(tries, cost + 1, (MendEdit){list->kid[0]->lo, list->kid[1]->lo, "if (not "}, (MendEdit){list->kid[1]->hi, list->kid[1]->hi, ")"});
    if (list->kind == MEND_ARRAY && list->n)
        mend_one(tries, cost + 6, list->lo, list->hi, arena_printf(tries->arena, "%u", (unsigned)list->n));
    if (list->kind == MEND_LIST && list->n > 2 && list->kid[1]->kind == MEND_WORD && (*list->kid[1]->text < '0' || *list->kid[1]->text > '9') && alike(list, 1, list->n - 1)) /* `(players P1 P2)` */
        mend_one(tries, cost + 7, list->kid[1]->lo, list->kid[list->n - 1]->hi, arena_printf(tries->arena, "%u", (unsigned)list->n - 1));
    const char *head = mend_head_of(list), *other = *head ? tries->language->other(head) : NULL;
    for (size_t i = 0; *head && list->n == 1 && i < tries->language->word.n; i++) {
        const MendWord *word = &tries->language->word.at[i];
        if (word->part == MEND_KEYWORD && !strcasecmp(word->text, head))
            mend_one(tries, cost + 2, list->lo, list->hi, arena_printf(tries->arena, "(%s %s)", word->head, word->text));
    }
    for (size_t i = 0; *head && i < sizeof outcomes / sizeof *outcomes; i++)
        if (!strcasecmp(head, outcomes[i]) || (other && !strncmp(other, outcomes[i], strcspn(other, "|"))))
            mend_one(tries, cost + 1, list->lo, list->hi,
                     arena_printf(tries->arena, "(result %s %s)", list->n > 1 ? written(tries, list->kid[1]->lo, list->kid[1]->hi) : "Mover", outcomes[i]));
}

static void node_tries(MendTries *tries, const MendNode *node, unsigned cost)
{
    if (node->kind == MEND_WORD || node->kind == MEND_STRING)
        mend_word_tries(tries, node, cost);
    else
        mend_list_tries(tries, node, cost);
    forms(tries, node, cost);
    without_brackets(tries, node, cost);
    called(tries, node, cost);
    label_alone(tries, node, cost);
    labelled(tries, node, cost);
}

static int by_cost(const void *a, const void *b)
{
    const MendTry *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

enum { INSIDE = 24 }; /* nodes within the one that is wrong, at most */

static void inside(MendTries *tries, const MendNode *node, unsigned cost, unsigned *left)
{
    for (uint32_t i = 0; i < node->n && *left; i++) {
        --*left;
        node_tries(tries, node->kid[i], cost);
        inside(tries, node->kid[i], cost + 1, left);
    }
}

/* `side heads` for `(side heads)`, on one line outside of brackets. */
static void bare_form(MendTries *tries, const MendNode *word)
{
    const MendNode *root = word->up;
    if (root->up || word->kind != MEND_WORD)
        return;
    for (uint32_t last = word->place + 1; last < root->n && (root->kid[last]->kind == MEND_WORD || tries->language->sheet); last++)
        if (!memchr(tries->text + word->lo, '\n', root->kid[last]->hi - word->lo))
            mend_two(tries, 2, (MendEdit){word->lo, word->lo, "("}, (MendEdit){root->kid[last]->hi, root->kid[last]->hi, ")"});
}

/* The bracket before `<=`, which lacks, where another closes nothing. */
static void bare_arrow(MendTries *tries, const MendNode *root, uint32_t at)
{
    for (uint32_t i = root->n; tries->language->sheet && tries->text[at] == ')' && i-- > 0;)
        if (root->kid[i]->kind == MEND_WORD && root->kid[i]->lo < at && !strcmp(root->kid[i]->text, "<="))
            mend_one(tries, 0, root->kid[i]->lo, root->kid[i]->lo, "(");
}

/* A description is one form: nothing is put around it. */
static void within(MendTries *tries, const MendNode *form)
{
    size_t kept = 0;
    for (size_t i = 0; i < tries->all.n; i++) {
        bool in = true;
        for (unsigned k = 0; k < tries->all.at[i].n; k++)
            in = in && tries->all.at[i].edit[k].lo > form->lo;
        if (in || tries->language->sheet)
            tries->all.at[kept++] = tries->all.at[i];
    }
    tries->all.n = kept;
}

/* A bracket that closes another one than is open. */
static void other_bracket(MendTries *tries, uint32_t at)
{
    const char *closing = strchr(")}", tries->text[at]);
    if (closing && *closing) {
        mend_one(tries, 0, at, at + 1, *closing == ')' ? "}" : ")");
        mend_one(tries, 1, at, at + 1, "");
    }
}

enum { CLOSINGS = 40 };

/* The bracket that lacks, behind each of what stands within. */
static void closings(MendTries *tries, const MendNode *node, const char *closing, unsigned *left)
{
    for (uint32_t i = 0; i < node->n && *left; i++) {
        closings(tries, node->kid[i], closing, left);
        if (*left && i) {
            --*left;
            mend_one(tries, 1, node->kid[i]->hi, node->kid[i]->hi, closing);
        }
    }
}

/* Of a bracket that nothing closes. */
static void unclosed(MendTries *tries, MendNode *root, uint32_t at)
{
    const MendNode *node = mend_node_at(root, at);
    const char *closing = node->kind == MEND_LIST ? ")" : node->kind == MEND_ARRAY ? "}" : NULL;
    unsigned left = CLOSINGS;
    if (closing && !tries->language->sheet && node->up && node->lo == at && mend_form_of(node)->open)
        closings(tries, node, closing, &left);
}

void mend_tries(MendTries *tries, MendNode *root, uint32_t at)
{
    bare_arrow(tries, root, at);
    unclosed(tries, root, at);
    other_bracket(tries, at);
    MendNode *node = mend_node_at(root, at);
    if (!node->up)
        return;
    bare_form(tries, node);
    unsigned left = INSIDE, cost = 0;
    node_tries(tries, node, 0);
    wrapped(tries, node, 0);
    inside(tries, node, 1, &left);
    for (const MendNode *up = node->up; up && up->up && cost < 3; up = up->up) {
        node_tries(tries, up, ++cost);
        if (cost > 1)
            continue;
        wrapped(tries, up, 1);
        for (uint32_t i = 0; i < up->n && i < 8; i++)
            if (up->kid[i] != node)
                node_tries(tries, up->kid[i], 2);
    }
    mend_equipment_tries(tries, root, node);
    within(tries, mend_form_of(node));
    if (tries->all.n)
        qsort(tries->all.at, tries->all.n, sizeof *tries->all.at, by_cost);
}
