/* say.c - puts into words why a game does not match: what was expected, what
 * is there, and the nearest thing that would be right. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "frontend/lud/elab/mend.h"
#include "frontend/lud/text/near.h"

/* "absoluteDirection" in words, with an article. */
static const char *enum_phrase(Elab *e, const char *name)
{
    char words[80];
    size_t n = 0;
    for (; *name && n + 2 < sizeof words; name++) {
        if (isupper((unsigned char)*name))
            words[n++] = ' ';
        words[n++] = (char)tolower((unsigned char)*name);
    }
    words[n] = 0;
    if (n > 5 && strcmp(words + n - 5, " type") == 0 && memchr(words, ' ', n - 5))
        words[n - 5] = 0;
    return arena_printf(e->session->arena, "%s %s",
                        strchr("aeiou", words[0]) ? "an" : "a", words);
}

/* "Win Loss Draw" as "Win, Loss or Draw". */
static const char *enumerate(Elab *e, const char *constants)
{
    const char *text = "";
    while (*constants) {
        size_t n = strcspn(constants, " ");
        bool last = !constants[n];
        text = arena_printf(e->session->arena, "%s%s%.*s", text,
                            !*text ? "" : last ? " or " : ", ", (int)n, constants);
        constants += n + !last;
    }
    return text;
}

/* "a condition", "a list {a condition ..}", "an outcome (Win, Loss or Draw)" */
static const char *phrase(Elab *e, TypeId type, uint8_t depth)
{
    const TypeInfo *info = type_info(type);
    const char *text = info->phrase;
    if (!text) {
        text = enum_phrase(e, info->name);
        if (strlen(info->constants) <= 40)
            text = arena_printf(e->session->arena, "%s (%s)", text,
                                enumerate(e, info->constants));
    }
    for (; depth > 0; depth--)
        text = arena_printf(e->session->arena, "a list {%s ..}", text);
    return text;
}

/* "`at:` a site" */
static const char *wanted_one(Elab *e, const Want *want)
{
    const char *one = phrase(e, want->type, want->depth);
    return want->label ? arena_printf(e->session->arena, "`%s:` %s", want->label, one) : one;
}

/* "a region, a number or `at:` a site" */
static const char *wanted(Elab *e, const Blame *b)
{
    const char *text = NULL;
    for (unsigned i = 0; i < b->nwant; i++) {
        const char *one = wanted_one(e, &b->want[i]);
        text = !text ? one
                     : arena_printf(e->session->arena, "%s%s %s", text,
                                    i + 1 == b->nwant ? " or" : ",", one);
    }
    return text ? text : "something else";
}

/* The same, to the newest diagnostic, for programs. */
static void expect_wanted(Elab *e, const Blame *b)
{
    for (unsigned i = 0; i < b->nwant; i++)
        diag_expected(e->session->diags, "%s", wanted_one(e, &b->want[i]));
}

/* The node as it was written, shortened. */
static const char *saw(Elab *e, const Ast *node)
{
    Arena *arena = e->session->arena;
    switch (node->kind) {
    case AST_STRING:
        return arena_printf(arena, "the string \"%.40s\"", node->text);
    case AST_INT:
    case AST_FLOAT:
        return arena_printf(arena, "the number %.40s", node->text);
    case AST_SYMBOL:
        return arena_printf(arena, "`%.40s`", node->text);
    case AST_ARRAY:
        return node->nkid ? "a list { }" : "an empty list { }";
    case AST_LIST:
        break;
    }
    const char *head = ast_head(node);
    if (!head)
        return "brackets without a name";
    bool word = node->nkid > 1 && node->kid[1]->kind == AST_SYMBOL &&
                !node->kid[1]->label;
    return arena_printf(arena, "`(%.40s%s%.40s%s)`", head, word ? " " : "",
                        word ? node->kid[1]->text : "",
                        node->nkid > (word ? 2u : 1u) ? " .." : "");
}

/* An argument by its label, or as it was written. */
static const char *named(Elab *e, const Ast *arg)
{
    return arg->label ? arena_printf(e->session->arena, "`%s:`", arg->label)
                      : saw(e, arg);
}

/* A signature, broken between its arguments when it is long. */
static void note_form(Elab *e, const Sig *sig)
{
    enum { WIDTH = 92 };
    const char *text = lud_row(sig->id)->signature, *prefix = "form: ";
    size_t end = 0, i = 0;
    int depth = 0;
    for (; text[i]; i++) {
        depth += (text[i] == '(' || text[i] == '[' || text[i] == '{') -
                 (text[i] == ')' || text[i] == ']' || text[i] == '}');
        if (text[i] == ' ' && depth == 1)
            end = i;
        if (i < WIDTH || end == 0)
            continue;
        diag_note(e->session->diags, (Span){0, 0}, "%s%.*s", prefix, (int)end, text);
        prefix = "          ";
        text += end + 1;
        i -= end + 1;
        end = 0;
    }
    diag_note(e->session->diags, (Span){0, 0}, "%s%s", prefix, text);
}

/* Lists the forms of the head that a `type` may take; `only` first. */
static void note_forms(Elab *e, const char *head, const Sig *only)
{
    const Sig *sig = only;
    int n = 0;
    if (sig) {
        note_form(e, sig);
        n++;
    }
    for (sig = table_find(e->table, head); sig && n < 4; sig = sig->next) {
        bool alike = !only || (sig->type == only->type && sig->nword == only->nword &&
                               (!sig->nword || sig->word[0] == only->word[0]));
        if (sig == only || !alike)
            continue;
        note_form(e, sig);
        n++;
    }
}

/* Offers the constants of all enum types that were wanted. */
static void offer_constants(Elab *e, const Blame *b, Near *near)
{
    for (TypeId i = 0; i < TYPE_COUNT; i++) {
        const char *s = type_info(i)->constants;
        bool welcome = false;
        for (unsigned w = 0; s && w < b->nwant; w++)
            welcome = welcome || (b->want[w].depth == 0 &&
                                  table_accepts(e->table, b->want[w].type, i));
        while (welcome && *s) {
            size_t n = strcspn(s, " ");
            near_offer(near, arena_strndup(e->session->arena, s, n));
            s += n + strspn(s + n, " ");
        }
    }
}

static void say_no_ludeme(Elab *e, const Blame *b)
{
    const char *head = ast_head(b->node);
    session_error(e->session, b->node->kid[0]->at, "no ludeme `%s`", head);
    Near fitting = near_new(head), any = near_new(head);
    for (int i = 0; i < LUD_COUNT; i++) {
        const Sig *sig = table_row(e->table, (LudId)i);
        near_offer(&any, sig->head);
        for (unsigned w = 0; w < b->nwant; w++)
            if (table_accepts(e->table, b->want[w].type, sig->type))
                near_offer(&fitting, sig->head);
    }
    const char *meant = mend_word(head);
    if (meant && table_find(e->table, intern_str(e->session->names, meant)))
        mend_did_you_mean(e, meant, b->node->kid[0]->at);
    else if (!mend_keyword(e, b))
        mend_did_you_mean(e, fitting.best ? fitting.best : any.best, b->node->kid[0]->at);
}

static void say_wrong_type(Elab *e, const Blame *b)
{
    const char *head = ast_head(b->node);
    const Sig *sig = table_find(e->table, head);
    while (sig->next && !elab_words(b->node, sig))
        sig = sig->next;
    const char *is = phrase(e, sig->type, 0);
    const char *what = saw(e, b->node);
    if (is[0] == '(')
        session_error(e->session, b->node->at, "expected %s, saw %s", wanted(e, b),
                      what);
    else
        session_error(e->session, b->node->at, "expected %s, saw %s, which is %s",
                      wanted(e, b), what, is);
    expect_wanted(e, b);
    mend_item(e, b);
    if (b->list)
        note_forms(e, ast_head(b->list), b->sig);
}

static bool is_keyword(Elab *e, const char *head, const char *word)
{
    for (const Sig *sig = table_find(e->table, head); sig; sig = sig->next)
        if (sig->nword && !strcmp(sig->word[0], word))
            return true;
    return false;
}

/* `(sites Emtpy)`: no row of that type has the word. */
static void say_no_word(Elab *e, const Blame *b)
{
    const char *head = ast_head(b->list);
    const Ast *word = b->node;
    Near near = near_new(word == b->list ? "" : word->text);
    char words[400] = "";
    size_t n = 0;
    const Sig *last = NULL;
    for (const Sig *sig = table_find(e->table, head); sig; sig = sig->next) {
        if (sig->type != b->sig->type || sig->nword == 0)
            continue;
        near_offer(&near, sig->word[0]);
        size_t length = strlen(sig->word[0]);
        if (!last || last->word[0] != sig->word[0])
            if (n + length + 2 < sizeof words)
                n += (size_t)snprintf(words + n, sizeof words - n, " %s",
                                      sig->word[0]);
        last = sig;
    }
    offer_constants(e, b, &near);
    if (word == b->list && word->nkid > 1)
        session_error(e->session, word->kid[1]->at,
                      "expected a keyword of `%s`, saw %s", head,
                      saw(e, word->kid[1]));
    else if (word == b->list)
        session_error(e->session, word->at, "`(%s ..)` needs a keyword", head);
    else
        session_error(e->session, word->at, "no form `(%s %s ..)`", head,
                      word->text);
    for (const char *w = words; *w; w += 1 + strcspn(w + 1, " "))
        diag_expected(e->session->diags, "%.*s", (int)strcspn(w + 1, " "), w + 1);
    const char *meant = word == b->list ? NULL : mend_word(word->text);
    if (!meant && !near.best && mend_name(e, b))
        return;
    mend_did_you_mean(e, meant && is_keyword(e, head, meant) ? meant : near.best, word->at);
    if (!near.best && n)
        diag_note(e->session->diags, (Span){0, 0}, "keywords of `%s`:%s", head,
                  words);
}

static void say_wrong_item(Elab *e, const Blame *b)
{
    bool symbol = b->node->kind == AST_SYMBOL;
    session_error(e->session, mend_place(e, b), "expected %s, saw %s", wanted(e, b),
                  saw(e, b->node));
    expect_wanted(e, b);
    Near near = near_new(symbol ? b->node->text : "");
    offer_constants(e, b, &near);
    const char *meant = symbol ? mend_word(b->node->text) : NULL;
    if (near.best && !meant) {
        mend_did_you_mean(e, near.best, b->node->at);
        return;
    }
    if (!mend_item(e, b) && b->list)
        note_forms(e, ast_head(b->list), b->sig);
}

static void say_wrong_label(Elab *e, const Blame *b)
{
    session_error(e->session, b->node->label_at, "no argument `%s:` here",
                  b->node->label);
    if (!b->list)
        return;
    Near near = near_new(b->node->label);
    for (uint8_t s = 0; s < b->sig->nslot; s++)
        if (b->sig->slot[s].label) {
            near_offer(&near, b->sig->slot[s].label);
            diag_expected(e->session->diags, "`%s:`", b->sig->slot[s].label);
        }
    mend_label(e, b, near.best);
    note_forms(e, ast_head(b->list), b->sig);
}

/* Was it written there, not put there by a define or an option? */
static bool is_written(Elab *e, const Ast *node)
{
    return source_resolve(e->session->sources, node->at).nuse == 0;
}

static void say_no_label(Elab *e, const Blame *b)
{
    session_error(e->session, b->node->at, "%s needs its label here: `%s:`",
                  saw(e, b->node), b->slot->label);
    diag_expected(e->session->diags, "`%s:`", b->slot->label);
    if (is_written(e, b->node))
        diag_fix(e->session->diags, FIX_BEFORE, b->node->at, "%s:", b->slot->label);
    note_forms(e, ast_head(b->list), b->sig);
}

/* All that the missing slot's group would take. */
static const char *missing(Elab *e, const Blame *b)
{
    Arena *arena = e->session->arena;
    const Slot *slot = b->slot;
    if (!slot)
        return "one more";
    Blame all = {0};
    for (uint8_t s = 0; slot->group && s < b->sig->nslot; s++)
        if (b->sig->slot[s].group == slot->group)
            elab_want(&all, (Want){b->sig->slot[s].type, b->sig->slot[s].depth,
                                    b->sig->slot[s].label});
    if (slot->group)
        return wanted(e, &all);
    const char *what = phrase(e, slot->type, slot->depth);
    if (slot->label)
        return arena_printf(arena, "`%s:` %s", slot->label, what);
    return strcmp(slot->name, type_info(slot->type)->name) == 0
               ? what
               : arena_printf(arena, "%s (%s)", what, slot->name);
}

/* The list or array around the node, and the node's place in it. */
static const Ast *around(const Ast *root, const Ast *node, uint32_t *place)
{
    for (uint32_t i = 0; i < root->nkid; i++) {
        const Ast *kid = root->kid[i];
        *place = i;
        if (elab_strip(kid) == node)
            return root;
        if (kid->at.lo <= node->at.lo && node->at.hi <= kid->at.hi)
            return around(kid, node, place);
    }
    return NULL;
}

/* Could the list do with an argument less? */
static bool has_spare(Elab *e, const Ast *list)
{
    const char *head = ast_head(list);
    bool spare = list->kind == AST_ARRAY;
    for (const Sig *sig = head ? table_find(e->table, head) : NULL; sig; sig = sig->next)
        if (elab_words(list, sig) && list->nkid >= 2u + sig->nword + sig->nmandatory)
            spare = true;
    return spare;
}

/* The node behind the list's bracket when it is just what the list lacks. */
static const Ast *fits_missing(Elab *e, const Blame *b)
{
    uint32_t place;
    const Ast *outer = around(e->game, b->list, &place);
    if (!outer || place + 1 >= outer->nkid || !has_spare(e, outer) ||
        !is_written(e, b->list))
        return NULL;
    Ast *arg[SIG_SLOTS], *next = outer->kid[place + 1];
    for (const Sig *sig = table_find(e->table, b->sig->head); sig; sig = sig->next) {
        uint32_t first = 1u + sig->nword, n = b->list->nkid - first;
        if (sig->type != b->sig->type || !elab_words(b->list, sig) || n >= SIG_SLOTS)
            continue;
        memcpy(arg, b->list->kid + first, n * sizeof arg[0]);
        arg[n] = next;
        if (elab_fits(e, sig, arg, n + 1))
            return next;
    }
    return NULL;
}

static void say_missing(Elab *e, const Blame *b)
{
    const char *what = missing(e, b);
    session_error(e->session, b->list->at, "%s lacks an argument: %s", saw(e, b->list), what);
    diag_expected(e->session->diags, "%s", what);
    const Ast *next = fits_missing(e, b);
    if (next) {
        diag_note(e->session->diags, (Span){0, 0},
                  "%s behind it would fit: does the `)` stand too early?",
                  named(e, next));
        const Span end = {b->list->at.hi - 1, b->list->at.hi};
        diag_fix(e->session->diags, FIX_INSTEAD, end, "%s", "");
        diag_fix(e->session->diags, FIX_BEHIND, next->at, ")");
        e->excused[e->nexcused++] = next;
    } else {
        mend_missing(e, b);
    }
    note_forms(e, ast_head(b->list), b->sig);
}

static void say_order(Elab *e, const Blame *b)
{
    const char *a = named(e, b->node), *z = named(e, b->before);
    const Ast *first = b->before->at.lo < b->node->at.lo ? b->before : b->node;
    Span at = first->label ? span_join(first->label_at, first->at) : first->at;
    if (b->swapped)
        session_error(e->session, at, "%s and %s must change places", z, a);
    else
        session_error(e->session, at, "%s must stand before %s", a, z);
    mend_order(e, b);
    note_form(e, b->sig);
}

static int label_place(const Sig *sig, const char *label)
{
    for (uint8_t s = 0; label && s < sig->nslot; s++)
        if (sig->slot[s].label == label)
            return s;
    return -1;
}

/* Another argument that takes a slot of the same group as slot `place`. */
static const Ast *alternative(Elab *e, const Blame *b, int place)
{
    const Sig *sig = b->sig;
    for (uint8_t s = 0; place >= 0 && s < sig->nslot; s++)
        for (uint32_t i = 1; i < b->list->nkid && b->list->kid[i] != b->node; i++)
            if (s != place && sig->slot[s].group &&
                sig->slot[s].group == sig->slot[place].group &&
                sig->slot[s].label == b->list->kid[i]->label &&
                elab_match(e, b->list->kid[i], sig->slot[s].type, sig->slot[s].depth))
                return b->list->kid[i];
    return NULL;
}

/* A labelled argument that has its slot, but not here. */
static const char *misplaced(Elab *e, const Blame *b)
{
    const char *label = b->node->label;
    int place = label_place(b->sig, label);
    for (uint32_t i = 0; i < b->list->nkid && b->list->kid[i] != b->node; i++) {
        const char *before = b->list->kid[i]->label;
        if (before == label)
            return arena_printf(e->session->arena, "`%s:` is given twice", label);
        if (label_place(b->sig, before) > place)
            return arena_printf(e->session->arena,
                                "`%s:` must stand before `%s:`", label, before);
    }
    const Ast *other = alternative(e, b, place);
    if (other)
        return arena_printf(e->session->arena, "`%s:` cannot stand beside %s", label,
                            saw(e, other));
    return arena_printf(e->session->arena, "`%s:` cannot stand here", label);
}

/* Nothing takes this argument where it stands. */
static void say_extra(Elab *e, const Blame *b)
{
    const Ast *arg = b->node;
    Span at = arg->label ? span_join(arg->label_at, arg->at) : arg->at;
    if (b->nwant)
        session_error(e->session, at, "expected %s, saw %s", wanted(e, b),
                      saw(e, arg));
    else if (!arg->label)
        session_error(e->session, at, "one argument too many: %s", saw(e, arg));
    else
        session_error(e->session, at, "%s", misplaced(e, b));
    expect_wanted(e, b);
    mend_extra(e, b);
    note_forms(e, ast_head(b->list), b->sig);
}

void elab_say(Elab *e, const Blame *b)
{
    switch (b->kind) {
    case NO_HEAD:
        session_error(e->session, b->node->at, "expected %s, saw %s", wanted(e, b),
                      saw(e, b->node));
        expect_wanted(e, b);
        mend_no_head(e, b);
        break;
    case NO_LUDEME:
        say_no_ludeme(e, b);
        break;
    case WRONG_TYPE:
        say_wrong_type(e, b);
        break;
    case NO_WORD:
        say_no_word(e, b);
        break;
    case WRONG_ITEM:
        say_wrong_item(e, b);
        break;
    case WRONG_LABEL:
        say_wrong_label(e, b);
        break;
    case NO_LABEL:
        say_no_label(e, b);
        break;
    case MISSING:
        say_missing(e, b);
        break;
    case ORDER:
        say_order(e, b);
        break;
    case EXTRA:
        say_extra(e, b);
        break;
    }
    mend_list(e, b);
}
