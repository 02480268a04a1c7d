/* sig.c - reads the tables: types and what they include, constants, rows and
 * their signatures. */
#include "frontend/lud/elab/sig.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const TypeInfo types[TYPE_COUNT] = {
#define TYPE(name, phrase, doc) [TYPE_##name] = {#name, phrase, doc, NULL},
#define ENUM(name, constants, doc) \
    [TYPE_##name] = {#name, NULL, doc, constants},
#define INCLUDES(outer, inner)
#include "frontend/lud/elab/types.def"
#undef TYPE
#undef ENUM
#undef INCLUDES
};

static const struct {
    TypeId outer, inner;
} inclusions[] = {
#define TYPE(name, phrase, doc)
#define ENUM(name, constants, doc)
#define INCLUDES(outer, inner) {TYPE_##outer, TYPE_##inner},
#include "frontend/lud/elab/types.def"
#undef TYPE
#undef ENUM
#undef INCLUDES
};
enum { INCLUSIONS = sizeof inclusions / sizeof inclusions[0] };

/* The type of each row, as a constant of types.def: a row with an unknown type
 * does not compile. */
static const TypeId row_type[LUD_COUNT] = {
#define LUDEME(id, type, signature, doc) [LUD_##id] = TYPE_##type,
#define LUDEME_TODO(id, type, signature, doc) [LUD_##id] = TYPE_##type,
#include "frontend/lud/elab/ludemes.def"
#undef LUDEME
#undef LUDEME_TODO
};

const TypeInfo *type_info(TypeId type)
{
    return &types[type];
}

bool type_inclusion(unsigned k, TypeId *outer, TypeId *inner)
{
    if (k >= INCLUSIONS)
        return false;
    *outer = inclusions[k].outer;
    *inner = inclusions[k].inner;
    return true;
}

/* ---- the table ----------------------------------------------------------- */

typedef struct {
    const char *text; /* interned */
    TypeId type;
    int next; /* with the same hash, or -1 */
} Constant;

enum { BUCKETS = 1024 };

struct Table {
    Session *session;
    Sig row[LUD_COUNT];
    Sig *head[BUCKETS]; /* open addressing by the head's pointer */
    bool accepts[TYPE_COUNT][TYPE_COUNT];
    Constant *constant;
    int nconstant;
    int bucket[BUCKETS]; /* first constant, or -1 */
};

static_assert((int)LUD_COUNT < (int)BUCKETS, "the head table must keep free places");

static unsigned pointer_hash(const void *p)
{
    uint64_t h = (uint64_t)(uintptr_t)p * UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned)(h >> 40) % BUCKETS;
}

/* Of a constant; the first letter counts as a capital. */
static unsigned word_hash(const char *word)
{
    unsigned h = (unsigned)toupper((unsigned char)word[0]);
    for (size_t i = 1; word[0] && word[i]; i++)
        h = h * 31 + (unsigned char)word[i];
    return (h ^ h >> 10) % BUCKETS;
}

bool constant_is(const char *constant, const char *word)
{
    return toupper((unsigned char)constant[0]) ==
               toupper((unsigned char)word[0]) &&
           constant[0] && strcmp(constant + 1, word + 1) == 0;
}

static void add_constants(Table *t, TypeId type)
{
    const char *s = types[type].constants;
    while (*s) {
        size_t n = strcspn(s, " ");
        Constant *c = &t->constant[t->nconstant];
        c->text = intern(t->session->names, s, n);
        c->type = type;
        unsigned h = word_hash(c->text);
        c->next = t->bucket[h];
        t->bucket[h] = t->nconstant++;
        s += n;
        s += strspn(s, " ");
    }
}

static void read_types(Table *t)
{
    size_t n = 0;
    for (TypeId i = 0; i < TYPE_COUNT; i++)
        for (const char *s = types[i].constants; s && *s; s++)
            n += *s == ' ' || !s[1];
    t->constant = ARENA_ARRAY(t->session->arena, Constant, n);
    memset(t->bucket, -1, sizeof t->bucket);
    for (TypeId i = 0; i < TYPE_COUNT; i++) {
        t->accepts[i][i] = true;
        if (types[i].constants)
            add_constants(t, i);
    }
    bool grown = true;
    while (grown) {
        grown = false;
        for (unsigned k = 0; k < INCLUSIONS; k++)
            for (TypeId i = 0; i < TYPE_COUNT; i++)
                if (t->accepts[inclusions[k].inner][i] &&
                    !t->accepts[inclusions[k].outer][i])
                    grown = t->accepts[inclusions[k].outer][i] = true;
    }
}

/* ---- signatures ------------------------------------------------------------ */

/* A signature being read; `s` stands before what comes next. */
typedef struct {
    Table *table;
    Sig *sig;
    const char *s;
    Slot slot[SIG_SLOTS];
    uint8_t n, groups;
} Reading;

/* A malformed row is our bug; tests/elab_test.c reads every row. */
static void malformed(void)
{
    abort();
}

static TypeId type_named(const char *s, size_t n)
{
    for (TypeId i = 0; i < TYPE_COUNT; i++)
        if (strncmp(types[i].name, s, n) == 0 && types[i].name[n] == 0)
            return i;
    malformed();
    return 0;
}

static const char *take(Reading *r, const char *stop)
{
    size_t n = strcspn(r->s, stop);
    const char *word = intern(r->table->session->names, r->s, n);
    r->s += n;
    return word;
}

/* label:{<name/type>} with any of its parts but <type> left out. */
static void read_element(Reading *r, bool optional, uint8_t group, bool one)
{
    if (r->n == SIG_SLOTS)
        malformed();
    Slot *slot = &r->slot[r->n++];
    *slot = (Slot){.optional = optional, .group = group, .one_needed = one};
    if (isalpha((unsigned char)*r->s)) {
        slot->label = take(r, ":");
        r->s++;
    }
    for (; *r->s == '{'; r->s++)
        slot->depth++;
    if (*r->s++ != '<')
        malformed();
    slot->name = take(r, "/>");
    const char *type = slot->name;
    if (*r->s == '/') {
        r->s++;
        type = take(r, ">");
    } else if (slot->label) {
        slot->name = slot->label;
    }
    slot->id = slot_named(slot->name);
    slot->type = type_named(type, strlen(type));
    if (*r->s++ != '>')
        malformed();
    for (uint8_t d = 0; d < slot->depth; d++)
        if (*r->s++ != '}')
            malformed();
}

/* [a | b] or (a | b), behind the opening bracket. */
static void read_alternatives(Reading *r, bool optional)
{
    uint8_t first = r->n, group = ++r->groups;
    read_element(r, true, group, !optional);
    while (strncmp(r->s, " | ", 3) == 0) {
        r->s += 3;
        read_element(r, true, group, !optional);
    }
    if (r->n == first + 1)
        r->slot[first].group = 0;
    if (!optional)
        r->sig->nmandatory++;
    if (*r->s++ != (optional ? ']' : ')'))
        malformed();
}

static void read_signature(Table *t, Sig *sig)
{
    Reading r = {.table = t, .sig = sig};
    r.s = lud_row(sig->id)->signature;
    r.s += strcspn(r.s, " )");
    sig->parsed = true;
    while (*r.s == ' ') {
        r.s++;
        if (strncmp(r.s, "...", 3) == 0) {
            sig->rest = true;
            r.s += 3;
        } else if (*r.s == '[' || *r.s == '(') {
            r.s++;
            read_alternatives(&r, r.s[-1] == '[');
        } else if (isupper((unsigned char)*r.s) && sig->nword < SIG_WORDS) {
            sig->word[sig->nword++] = take(&r, " )");
        } else {
            read_element(&r, false, 0, false);
            sig->nmandatory++;
        }
    }
    if (strcmp(r.s, ")") != 0)
        malformed();
    sig->nslot = r.n;
    sig->slot = arena_copy(t->session->arena, r.slot, r.n * sizeof r.slot[0]);
}

/* Operators have names too: `(mul a b)` is `(* a b)`. */
static const struct {
    const char *name, *head;
} aliases[] = {{"add", "+"}, {"sub", "-"}, {"mul", "*"}, {"div", "/"},
               {"mod", "%"}, {"pow", "^"}, {"equals", "="}, {"notEqual", "!="},
               {"lt", "<"}, {"le", "<="}, {"gt", ">"}, {"ge", ">="}};
enum { ALIASES = sizeof aliases / sizeof aliases[0] };

static unsigned head_place(const Table *t, const char *head)
{
    unsigned h = pointer_hash(head);
    while (t->head[h] && t->head[h]->head != head)
        h = (h + 1) % BUCKETS;
    return h;
}

static void add_row(Table *t, Sig *sig)
{
    unsigned h = head_place(t, sig->head);
    sig->next = t->head[h];
    t->head[h] = sig;
}

/* An operator's rows again under its name, behind the rows of that name. */
static void add_alias(Table *t, const char *name, const char *head)
{
    Interner *names = t->session->names;
    name = intern_str(names, name);
    head = intern_str(names, head);
    Sig *old = t->head[head_place(t, name)];
    Sig **end = &t->head[head_place(t, name)];
    Sig *copied = NULL, **last = &copied;
    for (Sig *sig = t->head[head_place(t, head)]; sig; sig = sig->next) {
        Sig *copy = arena_copy(t->session->arena, sig, sizeof *sig);
        copy->head = name;
        copy->next = NULL;
        *last = copy;
        last = &copy->next;
    }
    if (!old)
        *end = copied;
    for (; old; old = old->next)
        if (!old->next) {
            old->next = copied;
            break;
        }
}

/* Rows in reverse, so that each head's list comes out in file order. */
static void read_rows(Table *t)
{
    for (int i = LUD_COUNT - 1; i >= 0; i--) {
        Sig *sig = &t->row[i];
        const char *s = lud_row((LudId)i)->signature + 1;
        sig->id = (LudId)i;
        sig->type = row_type[i];
        sig->head = intern(t->session->names, s, strcspn(s, " )"));
        add_row(t, sig);
    }
    for (int i = 0; i < ALIASES; i++)
        add_alias(t, aliases[i].name, aliases[i].head);
}

Table *table_new(Session *session)
{
    Table *t = ARENA_NEW(session->arena, Table);
    t->session = session;
    read_types(t);
    read_rows(t);
    return t;
}

const Sig *table_row(Table *t, LudId id)
{
    if (!t->row[id].parsed)
        read_signature(t, &t->row[id]);
    return &t->row[id];
}

const Sig *table_find(Table *t, const char *head)
{
    Sig *first = t->head[head_place(t, head)];
    for (Sig *sig = first; sig; sig = sig->next)
        if (!sig->parsed)
            read_signature(t, sig);
    return first;
}

bool table_accepts(const Table *t, TypeId outer, TypeId inner)
{
    return t->accepts[outer][inner];
}

bool table_constant(const Table *t, TypeId wanted, const char *word,
                    TypeId *type, const char **text)
{
    for (int i = t->bucket[word_hash(word)]; i >= 0; i = t->constant[i].next) {
        const Constant *c = &t->constant[i];
        if (t->accepts[wanted][c->type] && constant_is(c->text, word)) {
            *type = c->type;
            *text = c->text;
            return true;
        }
    }
    return false;
}
