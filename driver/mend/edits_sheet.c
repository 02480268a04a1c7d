/* edits_sheet.c - what a form of a rule sheet could have been: its head, what a head or condition lacks, sums. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "driver/mend/edits.h"

static bool is(const MendNode *list, const char *head) { return !strcmp(mend_head_of(list), head); }

/* The NAME of `(role NAME)`; NULL: it is something else. */
static const char *role_of(const MendNode *form) { return form->n == 2 && is(form, "role") ? form->kid[1]->text : NULL; }

/* A variable that only the head of a rule has, or only what is negated: it is a role, or one of a relation's things. */
static void unbound(MendTries *tries, const MendNode *rule, unsigned cost, const char *variable)
{
    const MendNode *root = rule->up;
    const uint32_t at = rule->kid[1]->hi;
    mend_one(tries, cost, at, at, arena_printf(tries->arena, " (role %s)", variable));
    for (uint32_t i = 0; i < root->n; i++)
        if (root->kid[i]->n == 2 && !is(root->kid[i], "role") && !is(root->kid[i], "init") && *mend_head_of(root->kid[i]))
            mend_one(tries, cost + 1, at, at, arena_printf(tries->arena, " (%s %s)", mend_head_of(root->kid[i]), variable));
}

/* What stands at that place in other lists of that head, for a variable of a fact. */
static void elsewhere(MendTries *tries, const MendNode *from, const MendNode *word, unsigned cost)
{
    if (from != word->up && from->n == word->up->n && from->n > word->place && is(from, mend_head_of(word->up))) {
        const MendNode *other = from->kid[word->place];
        if (other->kind == MEND_WORD && other->text[0] != '?')
            mend_one(tries, cost, word->lo, word->hi, other->text);
    }
    for (uint32_t i = 0; i < from->n; i++)
        elsewhere(tries, from->kid[i], word, cost);
}

/* A variable of a fact is a role, or what stands there elsewhere. */
static void of_fact(MendTries *tries, const MendNode *form, const MendNode *word, unsigned cost)
{
    for (uint32_t i = 0; i < form->up->n; i++)
        if (role_of(form->up->kid[i]))
            mend_one(tries, cost + 5, word->lo, word->hi, form->up->kid[i]->kid[1]->text);
    elsewhere(tries, form->up, word, cost + 4);
}

void mend_variable_tries(MendTries *tries, const MendNode *word, unsigned cost)
{
    const MendNode *form = mend_form_of(word);
    if (word->kind == MEND_WORD && word->text[0] == '?' && is(form, "<=") && form->n > 1 && cost == 0)
        unbound(tries, form, 6, word->text);
    else if (word->kind == MEND_WORD && word->text[0] == '?' && form->up && word->up->up)
        of_fact(tries, form, word, cost);
}

/* `(<= (true ..) open)` for `(<= open (true ..))`: no rule is about the first. */
static void turned(MendTries *tries, const MendNode *rule, unsigned cost)
{
    static const char *const conditions[] = {"true", "not", "does", "distinct", "or"};
    bool condition = false;
    for (size_t i = 0; rule->n > 2 && i < sizeof conditions / sizeof *conditions; i++)
        condition = condition || is(rule->kid[1], conditions[i]);
    for (uint32_t i = 2; i < rule->n; i++) {
        const MendNode *a = rule->kid[1], *b = rule->kid[i];
        if (!condition && !is(b, "legal") && !is(b, "next") && !is(b, "goal"))
            continue;
        if (b->kind == MEND_LIST && (is(b, "true") || is(b, "not") || is(b, "does")))
            continue;
        mend_two(tries, cost + 2, (MendEdit){a->lo, a->hi, arena_strndup(tries->arena, tries->text + b->lo, b->hi - b->lo)},
                 (MendEdit){b->lo, b->hi, arena_strndup(tries->arena, tries->text + a->lo, a->hi - a->lo)});
    }
}

/* The first arguments of `role`, `does`, `legal` and `goal` in a form, and roles that are said there: who is meant in it. */
static void players(MendTries *tries, const MendNode *node, const MendNode *list, unsigned cost)
{
    if (node != list && node->n > 1 && node->kid[1]->kind == MEND_WORD && (is(node, "role") || is(node, "does") || is(node, "legal") || is(node, "goal")))
        mend_one(tries, cost + 1, list->kid[0]->hi, list->kid[0]->hi, arena_printf(tries->arena, " %s", node->kid[1]->text));
    for (uint32_t i = 0; i < node->n; i++)
        players(tries, node->kid[i], list, cost);
}

/* `(legal (press ?l))`: who may? */
static void nobody(MendTries *tries, const MendNode *list, unsigned cost)
{
    if (list->n != 2 || !(is(list, "legal") || is(list, "does") || is(list, "goal")))
        return;
    const MendNode *form = mend_form_of(list), *root = form->up;
    const char *role = NULL;
    const char *said = list->kid[1]->kind == MEND_WORD ? list->kid[1]->text : "";
    unsigned roles = 0;
    bool number = is(list, "goal") && *said == '?'; /* what lacks is the number? */
    for (uint32_t i = 0; i < root->n; i++)
        if (role_of(root->kid[i]) && ++roles) {
            role = role_of(root->kid[i]);
            number = number || !strcmp(said, role);
        }
    if (number)
        return;
    players(tries, form, list, cost);
    for (uint32_t i = 0; roles > 1 && is(list, "goal") && i < root->n; i++)
        if (role_of(root->kid[i]))
            mend_one(tries, cost + 3, list->kid[0]->hi, list->kid[0]->hi, arena_printf(tries->arena, " %s", root->kid[i]->kid[1]->text));
    if (roles == 1)
        mend_one(tries, cost + 1, list->kid[0]->hi, list->kid[0]->hi, arena_printf(tries->arena, " %s", role));
}

/* What is done by words elsewhere, where `(legal blue)` says only by whom. */
static void moves(MendTries *tries, const MendNode *node, const MendNode *list, unsigned cost)
{
    if (node != list && node->n == 3 && (is(node, "legal") || is(node, "does")) && node->kid[2]->kind == MEND_WORD && node->kid[2]->text[0] != '?')
        mend_one(tries, cost, list->kid[1]->hi, list->kid[1]->hi, arena_printf(tries->arena, " %s", node->kid[2]->text));
    for (uint32_t i = 0; i < node->n; i++)
        moves(tries, node->kid[i], list, cost);
}

static void nothing_done(MendTries *tries, const MendNode *list, unsigned cost)
{
    const MendNode *root = mend_form_of(list)->up;
    if (list->n != 2 || list->kid[1]->kind != MEND_WORD || !(is(list, "legal") || is(list, "does")))
        return;
    bool role = list->kid[1]->text[0] == '?';
    for (uint32_t i = 0; i < root->n; i++)
        role = role || (role_of(root->kid[i]) && !strcmp(role_of(root->kid[i]), list->kid[1]->text));
    if (role)
        moves(tries, root, list, cost);
}

/* `(+ ?n 1 ?m)` for `(succ ?n ?m)`, where the sheet has such a relation. */
static void sums(MendTries *tries, const MendNode *list, unsigned cost)
{
    static const char *const names[] = {"succ", "plus", "minus", "sub", "next", "inc", "add", "after", "sum", "step", "follow", "pred"};
    const char *head = mend_head_of(list);
    if ((*head != '+' && *head != '-') || head[1])
        return;
    const MendNode *number = NULL;
    for (uint32_t i = 1; i < list->n; i++)
        if (list->kid[i]->kind == MEND_WORD && isdigit((unsigned char)list->kid[i]->text[0]))
            number = list->kid[i];
    for (size_t i = 0; i < tries->language->word.n; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            const MendWord *word = &tries->language->word.at[i];
            if (word->part != MEND_HEAD || !strcmp(word->text, "next") || !strstr(word->text, names[k]))
                continue;
            const MendEdit named = {list->kid[0]->lo, list->kid[0]->hi, word->text};
            if (number)
                mend_two(tries, cost + 1, named, (MendEdit){list->kid[number->place - 1]->hi, number->hi, ""});
            mend_one(tries, cost + 2, named.lo, named.hi, word->text);
        }
}

/* `(lamp a, b)` for `(lamp a) (lamp b)`. */
static void several(MendTries *tries, const MendNode *fact, unsigned cost)
{
    const char *text = "";
    bool comma = false;
    for (uint32_t i = 1; i < fact->n; i++) {
        const MendNode *one = fact->kid[i];
        if (one->kind != MEND_WORD)
            return;
        const uint32_t n = (uint32_t)strcspn(one->text, ",");
        comma = comma || one->text[n];
        if (n)
            text = arena_printf(tries->arena, "%s%s(%s %.*s)", text, *text ? " " : "", mend_head_of(fact), (int)n, one->text);
    }
    if (comma && *mend_head_of(fact))
        mend_one(tries, cost, fact->lo, fact->hi, text);
}

void mend_sheet_tries(MendTries *tries, const MendNode *list, unsigned cost)
{
    if (list->kind != MEND_LIST || !list->n)
        return;
    if ((is(list, "does") || is(list, "legal")) && list->n > 2)
        mend_two(tries, cost + 2, (MendEdit){list->kid[1]->lo, list->kid[1]->lo, "?p ("},
                 (MendEdit){list->kid[list->n - 1]->hi, list->kid[list->n - 1]->hi, ")"});
    nobody(tries, list, cost);
    nothing_done(tries, list, cost);
    sums(tries, list, cost);
    if (is(list, "terminal"))
        mend_one(tries, cost + 1, list->lo, list->hi, "terminal");
    const bool form = !list->up->up, head = list->place == 1 && is(list->up, "<=");
    if (!form && !head)
        return;
    if (form && cost) /* what is said of the list itself is said of the comma, too */
        several(tries, list, cost);
    if (form)
        mend_one(tries, cost + 3, list->lo + 1, list->lo + 1, "<= ");
    if (is(list, "true") && list->n == 2)
        mend_one(tries, cost + 1, list->kid[0]->lo, list->kid[0]->hi, form ? "init" : "next");
    if (is(list, "does"))
        mend_one(tries, cost + 1, list->kid[0]->lo, list->kid[0]->hi, "legal");
    if (head)
        turned(tries, list->up, cost);
    if (is(list, "<=")) {
        turned(tries, list, cost);
        if (list->n > 2)
            mend_one(tries, cost + 2, list->kid[0]->lo, list->kid[1]->begin, "");
    }
}
