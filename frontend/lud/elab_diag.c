/* elab_diag.c - why a game does not match: the failure that lies farthest into
 * the text is the one to talk about, as everything before it made sense. */
#include "frontend/lud/elab.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "frontend/lud/near.h"

typedef enum {
    NO_HEAD,    /* a list without a ludeme's name */
    NO_LUDEME,  /* the head is not in the table */
    WRONG_TYPE, /* a ludeme, but of another type */
    NO_WORD,    /* `(sites Emtpy)`: no row with that keyword */
    WRONG_ITEM, /* a constant or an array of another type */
    WRONG_LABEL,
    NO_LABEL, /* the argument fits, but must carry a label */
    MISSING,  /* an argument is not there */
    EXTRA     /* an argument too many, or out of order */
} BlameKind;

/* Something that could have stood there. */
typedef struct {
    TypeId type;
    uint8_t depth;
    const char *label;
} Want;

enum { WANTS = 8 };

typedef struct Blame {
    BlameKind kind;
    const Ast *node; /* what is wrong */
    const Ast *list; /* the ludeme around it, when kind speaks of a row */
    const Sig *sig;
    const Slot *slot; /* MISSING, NO_LABEL */
    uint32_t far;     /* offset in the text */
    unsigned nwant;
    Want want[WANTS];
} Blame;

static Blame *blame_value(Elab *e, const Ast *node, TypeId type, uint8_t depth);

static Blame *blame_new(Elab *e, BlameKind kind, const Ast *node, uint32_t far)
{
    Blame *blame = ARENA_NEW(e->session->arena, Blame);
    blame->kind = kind;
    blame->node = node;
    blame->far = far;
    return blame;
}

static void blame_want(Blame *blame, Want want)
{
    for (unsigned i = 0; i < blame->nwant; i++)
        if (blame->want[i].type == want.type &&
            blame->want[i].depth == want.depth &&
            blame->want[i].label == want.label)
            return;
    if (blame->nwant < WANTS)
        blame->want[blame->nwant++] = want;
}

/* How much a blame tells, for two at the same place. */
static int telling(const Blame *b)
{
    switch (b->kind) {
    case NO_LUDEME:
    case NO_HEAD:
        return 5;
    case NO_LABEL:
        return 4;
    case WRONG_LABEL:
    case MISSING:
        return 3;
    case NO_WORD:
        return 2;
    case WRONG_TYPE:
    case WRONG_ITEM:
        return 1;
    case EXTRA:
        break;
    }
    return 0;
}

/* The one to talk about; two about the same node tell what both wanted. */
static Blame *better(Elab *e, Blame *a, Blame *b)
{
    if (!a || !b)
        return a ? a : b;
    if (a->far != b->far)
        return a->far > b->far ? a : b;
    if (telling(b) > telling(a)) {
        Blame *swap = a;
        a = b;
        b = swap;
    }
    if (a->node != b->node || telling(a) > 2 || b->nwant == 0)
        return a;
    a = arena_copy(e->session->arena, a, sizeof *a);
    for (unsigned i = 0; i < b->nwant; i++)
        blame_want(a, b->want[i]);
    return a;
}

/* ---- one row -------------------------------------------------------------------- */

/* Retraces a row's failure: how many arguments could be placed at most, and
 * which slots the next one was offered. */
typedef struct {
    Elab *e;
    const Sig *sig;
    Ast *const *arg;
    uint32_t n;
    uint32_t deepest;
    uint32_t offered; /* slots, as bits, that argument `deepest` was offered */
    const Slot *missing;
    bool seen[SIG_SLOTS + 1][SIG_SLOTS + 1][2];
} Trace;

static const Slot *needed(const Sig *sig, uint8_t s, bool used)
{
    if (s > 0) {
        bool leaving = s == sig->nslot || sig->slot[s].group == 0 ||
                       sig->slot[s].group != sig->slot[s - 1].group;
        if (leaving && sig->slot[s - 1].one_needed && !used)
            return &sig->slot[s - 1];
    }
    return NULL;
}

static void trace(Trace *t, uint8_t s, uint32_t a, bool used)
{
    const Sig *sig = t->sig;
    if (t->seen[s][a][used])
        return;
    t->seen[s][a][used] = true;
    if (a > t->deepest) {
        t->deepest = a;
        t->offered = 0;
        t->missing = NULL;
    }
    const Slot *need = needed(sig, s, used);
    bool end = s == sig->nslot;
    if (!need && !end && a == t->n && !sig->slot[s].optional)
        need = &sig->slot[s];
    if (need && a == t->deepest && !t->missing)
        t->missing = need;
    if (need || end)
        return;
    if (s > 0 && sig->slot[s].group != sig->slot[s - 1].group)
        used = false;
    const Slot *slot = &sig->slot[s];
    if (slot->group == 0)
        used = false;
    if (a < t->n && t->arg[a]->label == slot->label && !used) {
        if (a == t->deepest)
            t->offered |= 1u << s;
        if (elab_match(t->e, t->arg[a], slot->type, slot->depth))
            trace(t, s + 1, a + 1, true);
    }
    if (slot->optional)
        trace(t, s + 1, a, used);
    else if (a == t->deepest && !t->missing)
        t->missing = slot;
}

static bool has_label(const Sig *sig, const char *label)
{
    for (uint8_t s = 0; s < sig->nslot; s++)
        if (sig->slot[s].label == label)
            return true;
    return false;
}

/* A free slot that would take the unlabelled argument under its label. */
static const Slot *labelled_slot(Trace *t, const Ast *arg)
{
    for (uint8_t s = 0; !arg->label && s < t->sig->nslot; s++) {
        const Slot *slot = &t->sig->slot[s];
        bool given = false;
        for (uint32_t a = 0; a < t->n; a++)
            given = given || t->arg[a]->label == slot->label;
        bool due = !t->missing || t->missing == slot;
        if (slot->label && !given && due &&
            elab_match(t->e, arg, slot->type, slot->depth))
            return slot;
    }
    return NULL;
}

/* The blame for argument `deepest`, which no offered slot takes. */
static Blame *blame_argument(Trace *t)
{
    const Ast *arg = t->arg[t->deepest];
    uint32_t far = arg->label ? arg->label_at.lo : arg->at.lo;
    const Slot *slot = labelled_slot(t, arg);
    Blame *best = NULL;
    if (slot) {
        best = blame_new(t->e, NO_LABEL, arg, far);
        best->slot = slot;
        return best;
    }
    for (uint8_t s = 0; s < t->sig->nslot; s++) {
        slot = &t->sig->slot[s];
        if (t->offered & 1u << s && !elab_match(t->e, arg, slot->type, slot->depth))
            best = better(t->e, best,
                          blame_value(t->e, arg, slot->type, slot->depth));
    }
    if (best)
        return best;
    if (arg->label && !has_label(t->sig, arg->label))
        return blame_new(t->e, WRONG_LABEL, arg, far);
    best = blame_new(t->e, EXTRA, arg, far);
    if (t->missing && !arg->label)
        blame_want(best, (Want){t->missing->type, t->missing->depth,
                                t->missing->label});
    return best;
}

static Blame *blame_row(Elab *e, const Ast *list, const Sig *sig)
{
    uint32_t first = 1u + sig->nword;
    Blame *blame;
    if (!elab_words(list, sig)) {
        const Ast *word = list->nkid > 1 ? list->kid[1] : list;
        if (word->kind != AST_SYMBOL || word->label)
            word = list;
        blame = blame_new(e, NO_WORD, word, word->at.lo);
    } else {
        Trace t = {.e = e, .sig = sig, .arg = list->kid + first};
        t.n = list->nkid - first;
        if (t.n > SIG_SLOTS)
            t.n = SIG_SLOTS; /* more than fit anyway */
        trace(&t, 0, 0, false);
        if (t.deepest < t.n) {
            blame = blame_argument(&t);
        } else {
            blame = blame_new(e, MISSING, list, list->at.hi);
            blame->slot = t.missing;
        }
    }
    if (!blame->list) {
        blame = arena_copy(e->session->arena, blame, sizeof *blame);
        blame->list = list;
        blame->sig = sig;
    }
    return blame;
}

/* ---- one value -------------------------------------------------------------------- */

static Blame *blame_list(Elab *e, const Ast *node, TypeId type)
{
    const Ast *list = elab_strip(node);
    const char *head = ast_head(list);
    if (!head)
        return blame_new(e, NO_HEAD, list, list->at.lo);
    const Sig *sig = table_find(e->table, head);
    if (!sig)
        return blame_new(e, NO_LUDEME, list, list->at.lo);
    Blame *best = NULL;
    for (; sig; sig = sig->next)
        if (table_accepts(e->table, type, sig->type))
            best = better(e, best, blame_row(e, list, sig));
    return best ? best : blame_new(e, WRONG_TYPE, list, list->at.lo);
}

static Blame *blame_fresh(Elab *e, const Ast *node, TypeId type, uint8_t depth)
{
    if (depth > 0 && node->kind == AST_ARRAY)
        for (uint32_t i = 0; i < node->nkid; i++) {
            const Ast *kid = node->kid[i];
            if (kid->label)
                return blame_new(e, WRONG_LABEL, kid, kid->label_at.lo);
            if (!elab_match(e, kid, type, depth - 1))
                return blame_value(e, kid, type, depth - 1);
        }
    Blame *blame = depth == 0 && node->kind == AST_LIST
                       ? blame_list(e, node, type)
                       : blame_new(e, WRONG_ITEM, node, node->at.lo);
    if (!blame->list)
        blame_want(blame, (Want){type, depth, NULL});
    return blame;
}

static Blame *blame_value(Elab *e, const Ast *node, TypeId type, uint8_t depth)
{
    Blame *blame = elab_memo(e, node, type, depth)->blame;
    if (!blame) {
        blame = blame_fresh(e, node, type, depth);
        elab_memo(e, node, type, depth)->blame = blame;
    }
    return blame;
}

/* ---- words ------------------------------------------------------------------------- */

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
    if (n > 5 && strcmp(words + n - 5, " type") == 0)
        words[n - 5] = 0;
    return arena_printf(e->session->arena, "%s %s",
                        strchr("aeiou", words[0]) ? "an" : "a", words);
}

/* "a condition", "a list {a condition ..}", "one of Win Loss Draw" */
static const char *phrase(Elab *e, TypeId type, uint8_t depth)
{
    const TypeInfo *info = type_info(type);
    const char *text = info->phrase;
    if (!text && strlen(info->constants) > 40)
        text = enum_phrase(e, info->name);
    else if (!text)
        text = arena_printf(e->session->arena, "one of %s", info->constants);
    for (; depth > 0; depth--)
        text = arena_printf(e->session->arena, "a list {%s ..}", text);
    return text;
}

/* "a region, a number or `at:` a site" */
static const char *wanted(Elab *e, const Blame *b)
{
    const char *text = NULL;
    for (unsigned i = 0; i < b->nwant; i++) {
        const Want *want = &b->want[i];
        const char *one = phrase(e, want->type, want->depth);
        if (want->label)
            one = arena_printf(e->session->arena, "`%s:` %s", want->label, one);
        text = !text ? one
                     : arena_printf(e->session->arena, "%s%s %s", text,
                                    i + 1 == b->nwant ? " or" : ",", one);
    }
    return text ? text : "something else";
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

static void note_near(Elab *e, const Near *near)
{
    if (near->best)
        diag_note(e->session->diags, (Span){0, 0}, "did you mean `%s`?",
                  near->best);
}

/* Lists the forms of the head that a `type` may take; `only` first. */
static void note_forms(Elab *e, const char *head, const Sig *only)
{
    const Sig *sig = only;
    int n = 0;
    if (sig) {
        diag_note(e->session->diags, (Span){0, 0}, "form: %s",
                  lud_row(sig->id)->signature);
        n++;
    }
    for (sig = table_find(e->table, head); sig && n < 4; sig = sig->next) {
        bool alike = !only || (sig->type == only->type && sig->nword == only->nword &&
                               (!sig->nword || sig->word[0] == only->word[0]));
        if (sig == only || !alike)
            continue;
        diag_note(e->session->diags, (Span){0, 0}, "form: %s",
                  lud_row(sig->id)->signature);
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
    note_near(e, fitting.best ? &fitting : &any);
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
    if (b->list)
        note_forms(e, ast_head(b->list), b->sig);
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
    if (word == b->list)
        session_error(e->session, word->at, "`(%s ..)` needs a keyword first",
                      head);
    else
        session_error(e->session, word->at, "no form `(%s %s ..)`", head,
                      word->text);
    note_near(e, &near);
    if (!near.best && n)
        diag_note(e->session->diags, (Span){0, 0}, "keywords of `%s`:%s", head,
                  words);
}

static void say_wrong_item(Elab *e, const Blame *b)
{
    bool symbol = b->node->kind == AST_SYMBOL;
    session_error(e->session, b->node->at, "expected %s, saw %s", wanted(e, b),
                  saw(e, b->node));
    Near near = near_new(symbol ? b->node->text : "");
    offer_constants(e, b, &near);
    note_near(e, &near);
    if (near.best)
        return;
    if (symbol && table_find(e->table, b->node->text))
        diag_note(e->session->diags, (Span){0, 0},
                  "a ludeme stands in brackets: `(%s)`", b->node->text);
    else if (b->list)
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
        if (b->sig->slot[s].label)
            near_offer(&near, b->sig->slot[s].label);
    note_near(e, &near);
    note_forms(e, ast_head(b->list), b->sig);
}

static void say_no_label(Elab *e, const Blame *b)
{
    session_error(e->session, b->node->at, "%s needs its label here: `%s:`",
                  saw(e, b->node), b->slot->label);
    note_forms(e, ast_head(b->list), b->sig);
}

static void say_missing(Elab *e, const Blame *b)
{
    const Slot *slot = b->slot;
    Arena *arena = e->session->arena;
    const char *what = slot ? phrase(e, slot->type, slot->depth) : "one more";
    if (slot && slot->label)
        what = arena_printf(arena, "`%s:` %s", slot->label, what);
    else if (slot && strcmp(slot->name, type_info(slot->type)->name) != 0)
        what = arena_printf(arena, "%s (%s)", what, slot->name);
    session_error(e->session, b->list->at, "%s lacks an argument: %s",
                  saw(e, b->list), what);
    note_forms(e, ast_head(b->list), b->sig);
}

static int label_place(const Sig *sig, const char *label)
{
    for (uint8_t s = 0; label && s < sig->nslot; s++)
        if (sig->slot[s].label == label)
            return s;
    return -1;
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
    return arena_printf(e->session->arena,
                        "`%s:` cannot stand here: out of order, or excluded by "
                        "another argument",
                        label);
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
    note_forms(e, ast_head(b->list), b->sig);
}

static void say(Elab *e, const Blame *b)
{
    switch (b->kind) {
    case NO_HEAD:
        session_error(e->session, b->node->at, "expected %s, saw %s", wanted(e, b),
                      saw(e, b->node));
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
    case EXTRA:
        say_extra(e, b);
        break;
    }
}

/* A list with an argument already complained about; more would be guesswork. */
static bool excused_inside(const Elab *e, const Ast *list)
{
    for (uint32_t i = 0; list && i < list->nkid; i++)
        for (size_t k = 0; k < e->nexcused; k++)
            if (e->excused[k] == list->kid[i])
                return true;
    return false;
}

const Ast *elab_complain(Elab *e, const Ast *node, TypeId type)
{
    const Blame *b = blame_value(e, node, type, 0);
    bool of_row = b->kind == NO_WORD || b->kind == WRONG_LABEL ||
                  b->kind == NO_LABEL || b->kind == MISSING || b->kind == EXTRA;
    const Ast *excuse = of_row && b->list ? b->list : b->node;
    if (!excused_inside(e, of_row ? b->list : NULL))
        say(e, b);
    return excuse;
}
