/* diag.c - why a game does not match: the failure that lies farthest into
 * the text is the one to talk about, as everything before it made sense.  What is
 * said about it is elab/say.c's. */
#include <string.h>

#include "frontend/lud/elab/blame.h"

static Blame *blame_value(Elab *e, const Ast *node, TypeId type, uint8_t depth);

static Blame *blame_new(Elab *e, BlameKind kind, const Ast *node, uint32_t far)
{
    Blame *blame = ARENA_NEW(e->session->arena, Blame);
    blame->kind = kind;
    blame->node = node;
    blame->far = far;
    return blame;
}

void elab_want(Blame *blame, Want want)
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
    case ORDER:
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
        elab_want(a, b->want[i]);
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
        elab_want(best, (Want){t->missing->type, t->missing->depth,
                                t->missing->label});
    return best;
}

bool elab_excused(const Elab *e, const Ast *node)
{
    for (size_t k = 0; k < e->nexcused; k++)
        if (e->excused[k] == node)
            return true;
    return false;
}

/* Would the arguments fit if one mandatory slot need not be filled? */
static Blame *blame_gap(Trace *t, const Ast *list)
{
    Slot slot[SIG_SLOTS];
    Sig sig = *t->sig;
    sig.slot = slot;
    for (uint8_t s = 0; s < sig.nslot; s++) {
        if (t->sig->slot[s].optional && !t->sig->slot[s].one_needed)
            continue;
        memcpy(slot, t->sig->slot, sig.nslot * sizeof slot[0]);
        slot[s].optional = true;
        for (uint8_t k = 0; k < sig.nslot; k++)
            if (slot[s].group && slot[k].group == slot[s].group)
                slot[k].one_needed = false;
        if (!elab_fits(t->e, &sig, t->arg, t->n))
            continue;
        Blame *blame = blame_new(t->e, MISSING, list, list->at.hi);
        blame->slot = &t->sig->slot[s];
        return blame;
    }
    return NULL;
}

static bool any_excused(const Trace *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (elab_excused(t->e, t->arg[i]))
            return true;
    return false;
}

enum { ORDERED = 12 }; /* longer lists are not searched for another order */

/* Would the arguments fit if one moved forwards, or if two changed places? */
static Blame *blame_order(Trace *t, const Ast *list)
{
    Ast *arg[ORDERED];
    const Ast *odd = t->arg[t->deepest];
    if (t->n > ORDERED ||
        (odd->kind == AST_SYMBOL && table_find(t->e->table, odd->text)))
        return NULL;
    for (uint32_t i = 1; i < t->n; i++)
        for (uint32_t k = i; k-- > 0;)
            for (int swapped = 0; swapped < (k + 1 < i ? 2 : 1); swapped++) {
                memcpy(arg, t->arg, t->n * sizeof arg[0]);
                arg[k] = t->arg[i];
                if (swapped)
                    arg[i] = t->arg[k];
                else
                    memcpy(arg + k + 1, t->arg + k, (i - k) * sizeof arg[0]);
                if (!elab_fits(t->e, t->sig, arg, t->n))
                    continue;
                Blame *blame = blame_new(t->e, ORDER, t->arg[i], list->at.hi);
                blame->before = t->arg[k];
                blame->swapped = swapped;
                return blame;
            }
    return NULL;
}

/* Would the list fit with its keyword in front? */
static Blame *blame_word_order(Elab *e, const Ast *list, const Sig *sig)
{
    Ast *arg[ORDERED];
    if (sig->nword != 1 || list->nkid < 3 || list->nkid > ORDERED)
        return NULL;
    uint32_t n = list->nkid - 2; /* without the head and the keyword */
    for (uint32_t i = 2; i < list->nkid; i++) {
        Ast *word = list->kid[i];
        if (word->kind != AST_SYMBOL || word->label ||
            !constant_is(sig->word[0], word->text))
            continue;
        for (int swapped = 0; swapped < 2; swapped++) {
            memcpy(arg, list->kid + 1, (i - 1) * sizeof arg[0]);
            memcpy(arg + i - 1, list->kid + i + 1, (n + 1 - i) * sizeof arg[0]);
            if (swapped) {
                memcpy(arg, list->kid + 2, n * sizeof arg[0]);
                arg[i - 2] = list->kid[1];
            }
            if (!elab_fits(e, sig, arg, n))
                continue;
            Blame *blame = blame_new(e, ORDER, word, list->at.hi);
            blame->before = list->kid[1];
            blame->swapped = swapped;
            return blame;
        }
    }
    return NULL;
}

static Blame *blame_row(Elab *e, const Ast *list, const Sig *sig)
{
    uint32_t first = 1u + sig->nword;
    Blame *blame;
    if (!elab_words(list, sig) && (blame = blame_word_order(e, list, sig))) {
        ; /* the keyword is there, but not in front */
    } else if (!elab_words(list, sig)) {
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
            blame = any_excused(&t) ? NULL : blame_gap(&t, list);
            if (!blame && !any_excused(&t))
                blame = blame_order(&t, list);
            if (!blame)
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
        elab_want(blame, (Want){type, depth, NULL});
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

/* The arguments of a list already complained about: with one, what is said of the
 * whole would be guesswork; with two, so would what is said of a third. */
static unsigned excused_inside(const Elab *e, const Ast *list)
{
    unsigned n = 0;
    for (uint32_t i = 0; list && i < list->nkid; i++)
        n += elab_excused(e, list->kid[i]);
    return n;
}

const Ast *elab_complain(Elab *e, const Ast *node, TypeId type)
{
    const Blame *b = blame_value(e, node, type, 0);
    bool of_row = b->kind == NO_WORD || b->kind == WRONG_LABEL ||
                  b->kind == NO_LABEL || b->kind == MISSING || b->kind == ORDER ||
                  b->kind == EXTRA;
    const Ast *excuse = of_row && b->list ? b->list : b->node;
    if (excused_inside(e, b->list) < (of_row ? 1u : 2u))
        elab_say(e, b);
    return excuse;
}
