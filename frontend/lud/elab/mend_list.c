/* mend_list.c - edits of the ludeme around a mistake, tried one after the other on a copy: brackets, quotes, labels and braces
 * that are too many or too few, a word that is missing, operators between their operands. */
#include "frontend/lud/elab/mend.h"

#include <ctype.h>
#include <string.h>

#define NOWHERE ((Span){0, 0})

enum { MOST_EDITS = 6 };

typedef struct {
    FixWhere where;
    Span at;
    const char *text;
} Edit;

/* One repair: the list as it would be, what is said of it, and the edits. */
typedef struct {
    Elab *e;
    const Blame *b;
    const Ast *list;
    uint32_t place; /* of the mistake in the list */
    Edit edit[MOST_EDITS];
    size_t n;
} Repair;

/* The list or array that the node is a member of, and its place there. */
static const Ast *parent_of(const Ast *root, const Ast *node, uint32_t *place)
{
    for (uint32_t i = 0; i < root->nkid; i++) {
        const Ast *kid = root->kid[i];
        *place = i;
        if (kid == node)
            return root;
        if (kid->at.lo <= node->at.lo && node->at.hi <= kid->at.hi)
            return parent_of(kid, node, place);
    }
    return NULL;
}

static void edit(Repair *r, FixWhere where, Span at, const char *text)
{
    if (r->n < MOST_EDITS)
        r->edit[r->n++] = (Edit){where, at, text};
}

/* Is the list, as it would be, a ludeme? */
static bool is_ludeme(Repair *r, const Ast *list)
{
    if (r->b->list == r->list && r->b->sig)
        return elab_match(r->e, list, r->b->sig->type, 0) != NULL;
    for (const Sig *sig = ast_head(list) ? table_find(r->e->table, ast_head(list)) : NULL; sig; sig = sig->next)
        if (elab_match(r->e, list, sig->type, 0))
            return true;
    return false;
}

static bool offer(Repair *r, const char *note)
{
    Diags *diags = r->e->session->diags;
    diag_note(diags, NOWHERE, "%s", note);
    for (size_t i = 0; i < r->n; i++)
        diag_fix(diags, r->edit[i].where, r->edit[i].at, "%s", r->edit[i].text);
    return true;
}

/* Offers the edits if the list is a ludeme with `n` members from the mistake on replaced by `with` (NULL: by nothing). */
static bool try_with(Repair *r, uint32_t from, uint32_t n, const Ast *with, const char *note)
{
    Arena *arena = r->e->session->arena;
    Ast *list = arena_copy(arena, r->list, sizeof *list);
    list->kid = ARENA_ARRAY(arena, Ast *, r->list->nkid + 1);
    list->nkid = 0;
    for (uint32_t i = 0; i < from; i++)
        list->kid[list->nkid++] = r->list->kid[i];
    if (with)
        list->kid[list->nkid++] = (Ast *)(uintptr_t)with;
    for (uint32_t i = from + n; i < r->list->nkid; i++)
        list->kid[list->nkid++] = r->list->kid[i];
    if (list->nkid && is_ludeme(r, list))
        return offer(r, note);
    r->n = 0;
    return false;
}

/* ---- what stands there in other clothes --------------------------------------------------------------- */

static const Ast *as(Repair *r, const Ast *node, AstKind kind, const char *text)
{
    Ast *other = mend_symbol(r->e, text, node->at);
    other->kind = kind;
    other->label = node->label;
    other->label_at = node->label_at;
    return other;
}

static bool is_number(const char *text) { return *text && strspn(text, "0123456789") == strlen(text); }

/* "Win" for Win, "2" or "two" for 2. */
static bool unquoted(Repair *r, const Ast *node)
{
    if (node->kind != AST_STRING)
        return false;
    const char *other = mend_word(node->text);
    const char *text = other ? other : node->text;
    edit(r, FIX_INSTEAD, node->at, text);
    const bool number = is_number(text);
    if (r->list->kind == AST_ARRAY && !number && mend_would_do(r->e, r->b, as(r, node, AST_SYMBOL, text)))
        return offer(r, "a word of the language stands without quotes");
    return try_with(r, r->place, 1, as(r, node, number ? AST_INT : AST_SYMBOL, text),
                    number ? "a number stands without quotes" : "a word of the language stands without quotes");
}

/* (4) for 4, (Empty) for Empty. */
static bool unbracketed(Repair *r, const Ast *node)
{
    if (node->kind != AST_LIST || node->nkid != 1)
        return false;
    edit(r, FIX_INSTEAD, (Span){node->at.lo, node->kid[0]->at.lo}, "");
    edit(r, FIX_INSTEAD, (Span){node->kid[0]->at.hi, node->at.hi}, "");
    return try_with(r, r->place, 1, node->kid[0], "brackets are for ludemes: this stands without them");
}

/* length:4 for 4, where there is no such label. */
static bool unlabelled(Repair *r, const Ast *node)
{
    if (!node->label)
        return false;
    Ast *bare = arena_copy(r->e->session->arena, node, sizeof *bare);
    bare->label = NULL;
    edit(r, FIX_INSTEAD, (Span){node->label_at.lo, node->at.lo}, "");
    return try_with(r, r->place, 1, bare, "this stands without a label");
}

/* `= 4` for 4. */
static bool removed(Repair *r, const Ast *node)
{
    if (node->kind != AST_SYMBOL || node->label)
        return false;
    edit(r, FIX_INSTEAD, node->at, "");
    return try_with(r, r->place, 1, NULL, "this goes without that word");
}

/* ---- members in a row ------------------------------------------------------------------------------------ */

/* (and a b c) for (and {a b c}). */
static bool braced(Repair *r)
{
    for (uint32_t from = 1; from <= r->place; from++)
        for (uint32_t to = r->list->nkid - 1; to >= r->place && to > from; to--) {
            bool labels = false;
            for (uint32_t i = from; i <= to; i++)
                labels = labels || r->list->kid[i]->label;
            if (labels)
                continue;
            const Ast *array = mend_compound(r->e, AST_ARRAY, NULL, r->list->kid + from, to - from + 1);
            edit(r, FIX_BEFORE, r->list->kid[from]->at, "{ ");
            edit(r, FIX_BEHIND, r->list->kid[to]->at, " }");
            if (try_with(r, from, to - from + 1, array, "several stand in braces: { .. }"))
                return true;
        }
    return false;
}

/* A second (end ..) behind the first: both in the first, in braces. */
static bool merged(Repair *r, const Ast *node)
{
    const Ast *before = r->place > 1 ? r->list->kid[r->place - 1] : NULL;
    const char *head = ast_head(node);
    if (!before || !head || !ast_head(before) || strcmp(head, ast_head(before)) != 0 || node->nkid != 2 || before->nkid != 2)
        return false;
    Ast *both[] = {before->kid[1], node->kid[1]};
    Ast *array = (Ast *)(uintptr_t)mend_compound(r->e, AST_ARRAY, NULL, both, 2);
    const Ast *one = mend_compound(r->e, AST_LIST, before->kid[0], &array, 1);
    edit(r, FIX_BEFORE, before->kid[1]->at, "{ ");
    edit(r, FIX_INSTEAD, (Span){before->at.hi - 1, before->at.hi}, "");
    edit(r, FIX_INSTEAD, (Span){node->at.lo, node->kid[1]->at.lo}, "");
    edit(r, FIX_BEHIND, node->kid[1]->at, " }");
    r->place--;
    const bool good = try_with(r, r->place, 2, one, "there is one of these, with several in braces: { .. }");
    r->place++;
    return good;
}

/* ---- what is missing --------------------------------------------------------------------------------------- */

/* (forEach "Ant") for (forEach Piece "Ant"), (move (to ..)) for (move Add (to ..)). */
static bool worded(Repair *r)
{
    static const char *const first[] = {"Piece", "Add", "Step"};
    const char *head = ast_head(r->list);
    for (size_t pass = 0; head && pass <= sizeof first / sizeof *first; pass++)
        for (const Sig *sig = table_find(r->e->table, head); sig; sig = sig->next) {
            if (sig->nword != 1 || (pass < sizeof first / sizeof *first && strcmp(sig->word[0], first[pass]) != 0))
                continue;
            edit(r, FIX_BEHIND, r->list->kid[0]->at, arena_printf(r->e->session->arena, " %s", sig->word[0]));
            if (try_with(r, 1, 0, mend_symbol(r->e, sig->word[0], r->list->kid[0]->at),
                         arena_printf(r->e->session->arena, "did you mean `(%s %s ..)`?", head, sig->word[0])))
                return true;
        }
    return false;
}

/* A site that is missing, within (to ..), (from ..) or (between ..): that one. */
static bool sited(Repair *r)
{
    static const char *const heads[] = {"to", "from", "between"};
    uint32_t at = 0;
    for (const Ast *around = parent_of(r->e->game, r->list, &at); around; around = parent_of(r->e->game, around, &at)) {
        const char *head = ast_head(around);
        for (size_t i = 0; head && i < sizeof heads / sizeof *heads; i++) {
            if (strcmp(head, heads[i]) != 0)
                continue;
            Ast *word = mend_symbol(r->e, head, r->list->at);
            const Ast *last = r->list->kid[r->list->nkid - 1];
            edit(r, FIX_BEHIND, last->at, arena_printf(r->e->session->arena, " (%s)", head));
            return try_with(r, r->list->nkid, 0, mend_compound(r->e, AST_LIST, NULL, &word, 1),
                            arena_printf(r->e->session->arena, "the site that is asked for is `(%s)`", head));
        }
    }
    return false;
}

/* (count Pieces Next < 1) for (< (count Pieces Next) 1). */
static bool prefixed(Repair *r, const Ast *node)
{
    static const char *const operators[][2] = {{"<", "<"}, {">", ">"}, {"<=", "<="}, {">=", ">="}, {"=", "="}, {"==", "="},
                                               {"!=", "!="}, {"+", "+"}, {"-", "-"}, {"*", "*"}, {"/", "/"}, {"%", "%"}};
    for (uint32_t i = 2; node->kind == AST_LIST && i + 1 < node->nkid; i++)
        for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) {
            const Ast *word = node->kid[i];
            if (word->kind != AST_SYMBOL || strcmp(word->text, operators[k][0]) != 0 || i + 2 != node->nkid)
                continue;
            Ast *side[] = {(Ast *)(uintptr_t)mend_compound(r->e, AST_LIST, NULL, node->kid, i), node->kid[i + 1]};
            const Ast *tree = mend_compound(r->e, AST_LIST, mend_symbol(r->e, operators[k][1], word->at), side, 2);
            const char *open = arena_printf(r->e->session->arena, "(%s ", operators[k][1]);
            edit(r, FIX_BEFORE, node->at, open);
            edit(r, FIX_INSTEAD, (Span){node->kid[i - 1]->at.hi, word->at.hi}, ")");
            if (mend_would_do(r->e, r->b, tree))
                return offer(r, arena_printf(r->e->session->arena, "an operator stands before what it joins: (%s A B)", operators[k][1]));
            r->n = 0;
        }
    return false;
}

static bool at_node(Repair *r, const Ast *node)
{
    if (unquoted(r, node) || unbracketed(r, node) || unlabelled(r, node) || prefixed(r, node) || merged(r, node) || braced(r))
        return true;
    return removed(r, node);
}

void mend_list(Elab *e, const Blame *b)
{
    if (diag_has_fix(e->session->diags) || !b->node)
        return;
    Repair r = {.e = e, .b = b, .list = b->list ? b->list : NULL};
    if (b->kind == MISSING) {
        if (r.list && r.list->nkid && !sited(&r))
            worded(&r);
        return;
    }
    const Ast *node = b->node;
    if (b->kind == NO_WORD && node == b->list && node->nkid > 1)
        node = node->kid[1];
    const Ast *blamed = node;
    r.list = parent_of(e->game, node, &r.place);
    if (r.list && r.list->kind == AST_ARRAY)
        unquoted(&r, node);
    while (r.list && r.list->kind == AST_LIST && r.list->nkid) {
        if (at_node(&r, node) || (r.place == 1 && worded(&r)))
            return;
        if (b->kind != NO_LUDEME && b->kind != NO_HEAD && r.list->kid[0] != node)
            return;
        if (node != blamed)
            return;
        node = r.list; /* `(Empty)`: the brackets of what is no ludeme */
        r.list = parent_of(e->game, node, &r.place);
    }
}
