/* elab.c - finds the row of ludemes.def for every ludeme of a game, and the slot
 * for every argument.
 *
 * Matching is directed by the wanted type.  A list is tried against the rows of
 * its head in file order; the arguments of a row keep their order, each takes
 * the earliest slot that lets the rest match too (doc/ludemes.md).  Since a node's
 * match depends only on the wanted type, it is remembered, and trying many rows
 * costs little. */
#include "frontend/lud/elab/elab.h"
#include "frontend/lud/elab/term_walk.h"

#include <ctype.h>
#include <string.h>

#include "base/limit_place.h"
#include "frontend/lud/lud.h"

/* ---- memory ----------------------------------------------------------------- */

static size_t memo_place(const Elab *e, const Ast *node, TypeId type,
                         uint8_t depth)
{
    uint64_t h = (uint64_t)(uintptr_t)node * 31 + type * 4u + depth;
    h *= UINT64_C(0x9e3779b97f4a7c15);
    size_t i = (size_t)(h >> 24) & (e->cap - 1);
    while (e->memo[i].node &&
           (e->memo[i].node != node || e->memo[i].type != type ||
            e->memo[i].depth != depth))
        i = (i + 1) & (e->cap - 1);
    return i;
}

static void memo_grow(Elab *e)
{
    Memo *old = e->memo;
    size_t n = e->cap;
    e->cap = n ? 2 * n : 1024;
    e->memo = ARENA_ARRAY(e->session->arena, Memo, e->cap);
    for (size_t i = 0; i < n; i++)
        if (old[i].node)
            e->memo[memo_place(e, old[i].node, (TypeId)old[i].type,
                               old[i].depth)] = old[i];
}

static Memo *memo_find(Elab *e, const Ast *node, TypeId type, uint8_t depth,
                       bool *known)
{
    if (2 * e->nmemo >= e->cap)
        memo_grow(e);
    Memo *memo = &e->memo[memo_place(e, node, type, depth)];
    *known = memo->node != NULL;
    if (!*known) {
        *memo = (Memo){.node = node, .type = (uint8_t)type, .depth = depth};
        e->nmemo++;
    }
    return memo;
}

Memo *elab_memo(Elab *e, const Ast *node, TypeId type, uint8_t depth)
{
    bool known;
    return memo_find(e, node, type, depth, &known);
}

static Term *term_new(Elab *e, TermKind kind, const Ast *node, TypeId type)
{
    Term *term = ARENA_NEW(e->session->arena, Term);
    term->kind = kind;
    term->ast = node;
    term->type = type_info(type)->name;
    return term;
}

/* ---- constants -------------------------------------------------------------- */

static Term *number(Elab *e, const Ast *node, TypeId wanted, int64_t value)
{
    bool whole = table_accepts(e->table, wanted, TYPE_integer);
    bool real = table_accepts(e->table, wanted, TYPE_real);
    if (!whole && !real)
        return NULL;
    Term *term = term_new(e, real ? TERM_FLOAT : TERM_INT, node,
                          real ? TYPE_real : TYPE_integer);
    term->number = value;
    term->real = (double)value;
    return term;
}

static bool same_word(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
    return *a == *b;
}

/* Off, End, Undefined, Infinity. */
static bool named_number(const char *word, int64_t *value)
{
    static const struct {
        const char *word;
        int64_t value;
    } names[] = {{"Off", -1}, {"End", -2}, {"Undefined", -1},
                 {"Infinity", 1000000000}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (constant_is(names[i].word, word)) {
            *value = names[i].value;
            return true;
        }
    return false;
}

static Term *symbol(Elab *e, const Ast *node, TypeId wanted)
{
    int64_t value;
    if (named_number(node->text, &value)) {
        Term *term = number(e, node, wanted, value);
        if (term)
            return term;
    }
    bool yes = same_word(node->text, "true");
    if ((yes || same_word(node->text, "false")) &&
        table_accepts(e->table, wanted, TYPE_flag)) {
        Term *term = term_new(e, TERM_BOOL, node, TYPE_flag);
        term->number = yes;
        return term;
    }
    TypeId type;
    const char *text;
    if (!table_constant(e->table, wanted, node->text, &type, &text))
        return NULL;
    Term *term = term_new(e, TERM_ENUM, node, type);
    term->text = text;
    return term;
}

static Term *literal(Elab *e, const Ast *node, TypeId wanted)
{
    Term *term = NULL;
    switch (node->kind) {
    case AST_SYMBOL:
        return symbol(e, node, wanted);
    case AST_INT:
        return number(e, node, wanted, node->number);
    case AST_FLOAT:
        if (!table_accepts(e->table, wanted, TYPE_real))
            return NULL;
        term = term_new(e, TERM_FLOAT, node, TYPE_real);
        term->real = node->real;
        return term;
    case AST_STRING:
        if (!table_accepts(e->table, wanted, TYPE_string))
            return NULL;
        term = term_new(e, TERM_STRING, node, TYPE_string);
        term->text = node->text;
        return term;
    case AST_LIST:
    case AST_ARRAY:
        break;
    }
    return NULL;
}

/* ---- ludemes ---------------------------------------------------------------- */

const Ast *elab_strip(const Ast *node)
{
    while (node->kind == AST_LIST && node->nkid == 1 &&
           node->kid[0]->kind == AST_LIST && !node->kid[0]->label)
        node = node->kid[0];
    return node;
}

bool elab_words(const Ast *list, const Sig *sig)
{
    if (list->nkid < 1u + sig->nword)
        return false;
    for (uint8_t i = 0; i < sig->nword; i++) {
        const Ast *word = list->kid[1 + i];
        if (word->kind != AST_SYMBOL || word->label ||
            !constant_is(sig->word[i], word->text))
            return false;
    }
    return true;
}

/* One row against the arguments of a list. */
typedef struct {
    Elab *e;
    const Sig *sig;
    Ast *const *arg;
    uint32_t n;
    Term *in[SIG_SLOTS]; /* by slot */
    bool dead[SIG_SLOTS + 1][SIG_SLOTS + 1][2]; /* slot, argument, group used */
} Placing;

/* Arguments from `a` into slots from `s`; `used`: an earlier slot of the group
 * that slot s - 1 is in has an argument. */
static bool place(Placing *p, uint8_t s, uint32_t a, bool used)
{
    const Sig *sig = p->sig;
    if (s > 0) {
        bool leaving = s == sig->nslot || sig->slot[s].group == 0 ||
                       sig->slot[s].group != sig->slot[s - 1].group;
        if (leaving && sig->slot[s - 1].one_needed && !used)
            return false;
        used = used && !leaving;
    }
    if (s == sig->nslot)
        return a == p->n || sig->rest;
    if (p->dead[s][a][used] || p->n - a > (uint32_t)(sig->nslot - s) + sig->rest * 99u)
        return false;
    const Slot *slot = &sig->slot[s];
    if (a < p->n && p->arg[a]->label == slot->label && !(slot->group && used)) {
        p->in[s] = elab_match(p->e, p->arg[a], slot->type, slot->depth);
        if (p->in[s] && place(p, s + 1, a + 1, true))
            return true;
        p->in[s] = NULL;
    }
    if (slot->optional && place(p, s + 1, a, used))
        return true;
    p->dead[s][a][used] = true;
    return false;
}

bool elab_fits(Elab *e, const Sig *sig, Ast *const *arg, uint32_t n)
{
    Placing p = {.e = e, .sig = sig, .arg = arg, .n = n};
    return n <= SIG_SLOTS && place(&p, 0, 0, false);
}

static Term *row(Elab *e, const Ast *list, const Sig *sig)
{
    if (!elab_words(list, sig))
        return NULL;
    uint32_t first = 1u + sig->nword;
    Placing p = {.e = e, .sig = sig};
    p.arg = list->kid + first;
    p.n = list->nkid - first;
    if (p.n < sig->nmandatory || (p.n > sig->nslot && !sig->rest))
        return NULL;
    if (p.n > SIG_SLOTS)
        p.n = SIG_SLOTS; /* only rows with a rest come here */
    if (!place(&p, 0, 0, false))
        return NULL;
    Term *term = term_new(e, TERM_LUDEME, list, sig->type);
    term->id = sig->id;
    term->sig = sig;
    term->n = sig->nslot;
    term->slot = arena_copy(e->session->arena, p.in, sig->nslot * sizeof p.in[0]);
    return term;
}

static Term *ludeme(Elab *e, const Ast *node, TypeId wanted)
{
    const Ast *list = elab_strip(node);
    const char *head = ast_head(list);
    if (!head)
        return NULL;
    limit_place(e->session->limit, list->at);
    for (const Sig *sig = table_find(e->table, head); sig; sig = sig->next) {
        Term *term = table_accepts(e->table, wanted, sig->type)
                         ? row(e, list, sig)
                         : NULL;
        if (term)
            return term;
    }
    return NULL;
}

static Term *array(Elab *e, const Ast *node, TypeId wanted, uint8_t depth)
{
    if (node->kind != AST_ARRAY)
        return NULL;
    Term *term = term_new(e, TERM_ARRAY, node, wanted);
    term->n = node->nkid;
    term->slot = ARENA_ARRAY(e->session->arena, Term *, node->nkid + 1);
    for (uint32_t i = 0; i < node->nkid; i++) {
        const Ast *kid = node->kid[i];
        term->slot[i] =
            kid->label ? NULL : elab_match(e, kid, wanted, depth - 1);
        if (!term->slot[i])
            return NULL;
    }
    return term;
}

static Term *match_new(Elab *e, const Ast *node, TypeId type, uint8_t depth)
{
    for (size_t i = 0; i < e->nexcused; i++)
        if (e->excused[i] == node)
            return term_new(e, TERM_INT, node, type);
    if (depth > 0)
        return array(e, node, type, depth);
    return node->kind == AST_LIST ? ludeme(e, node, type)
                                  : literal(e, node, type);
}

Term *elab_match(Elab *e, const Ast *node, TypeId type, uint8_t depth)
{
    bool known;
    Memo *memo = memo_find(e, node, type, depth, &known);
    if (known)
        return memo->term;
    Term *term = match_new(e, node, type, depth);
    if (term)
        elab_memo(e, node, type, depth)->term = term;
    return term;
}

/* ---- the whole game ----------------------------------------------------------- */

/* Is another form of the same words supported? */
static bool other_form(Table *table, const Sig *sig)
{
    for (const Sig *o = table_find(table, sig->head); o; o = o->next)
        if (lud_row(o->id)->supported && o->type == sig->type &&
            o->nword == sig->nword && o->word[0] == sig->word[0])
            return true;
    return false;
}

typedef struct {
    Elab *e;
    bool seen[LUD_COUNT];
} Unsupported;

/* Files every kind of ludeme that is not supported, at its first use. */
static TermWay report_unsupported(const Term *term, void *data)
{
    Unsupported *u = data;
    if (term->kind != TERM_LUDEME || lud_row(term->id)->supported || u->seen[term->id])
        return TERM_INTO;
    const Sig *sig = term->sig;
    Session *session = u->e->session;
    u->seen[term->id] = true;
    const char *name = sig->head;
    for (uint8_t k = 0; k < sig->nword; k++)
        name = arena_printf(session->arena, "%s %s", name, sig->word[k]);
    session_unsupported(session, term_at(term), "`(%s ..)` is not supported yet", name);
    if (other_form(u->e->table, sig))
        diag_note(session->diags, (Span){0, 0}, "in the form %s", lud_row(sig->id)->signature);
    return TERM_INTO;
}

const Term *lud_elaborate(Session *session, const Ast *game)
{
    Elab e = {.session = session, .table = table_new(session), .game = game};
    const Ast *excused[ELAB_ERRORS + 2]; /* a complaint excuses at most two */
    e.excused = excused;
    Term *term;
    while (!(term = elab_match(&e, game, TYPE_game, 0))) {
        if (e.nexcused >= ELAB_ERRORS)
            return NULL;
        const Ast *node = elab_complain(&e, game, TYPE_game);
        e.excused[e.nexcused++] = node;
        e.memo = NULL;
        e.nmemo = e.cap = 0;
    }
    if (e.nexcused)
        return NULL;
    elab_check(&e, game, term);
    if (diags_failed(session->diags))
        return NULL;
    term_number_all(term);
    Unsupported unsupported = {.e = &e};
    term_walk(term, report_unsupported, &unsupported);
    return diags_failed(session->diags) ? NULL : term;
}
