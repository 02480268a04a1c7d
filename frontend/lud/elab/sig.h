/* sig.h - ludemes.def and types.def as the matcher reads them.
 *
 * A Table is made for one elaboration and lives in the session's arena.  Rows
 * are found by head; a signature is parsed when its head is first used. */
#ifndef LUDC_SIG_H
#define LUDC_SIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/session.h"
#include "frontend/lud/elab/term.h"

typedef enum {
#define TYPE(name, phrase, doc) TYPE_##name,
#define ENUM(name, constants, doc) TYPE_##name,
#define INCLUDES(outer, inner)
#include "frontend/lud/elab/types.def"
#undef TYPE
#undef ENUM
#undef INCLUDES
    TYPE_COUNT
} TypeId;

typedef struct {
    const char *name, *phrase, *doc;
    const char *constants; /* "P1 P2 ..", NULL when no enum */
} TypeInfo;

const TypeInfo *type_info(TypeId type);
/* The k-th pair of types.def's INCLUDES; false behind the last. */
bool type_inclusion(unsigned k, TypeId *outer, TypeId *inner);

typedef struct {
    SlotName id;       /* as term_arg knows it */
    const char *name;
    const char *label; /* must stand before it; NULL: must have none */
    TypeId type;
    uint8_t depth;   /* brackets { around it */
    bool optional;   /* may be left out, apart from its group's needs */
    uint8_t group;   /* 0, or the number of its group of alternatives */
    bool one_needed; /* exactly one of the group */
} Slot;

enum { SIG_WORDS = 3, SIG_SLOTS = 24 };

typedef struct Sig {
    LudId id;
    TypeId type;
    bool parsed;
    bool rest; /* ends in ... */
    const char *head;
    uint8_t nword;
    const char *word[SIG_WORDS];
    uint8_t nslot, nmandatory;
    Slot *slot;
    struct Sig *next; /* with the same head, in file order */
} Sig;

typedef struct Table Table;

Table *table_new(Session *session);
/* First row of that head, or NULL.  `head` is interned. */
const Sig *table_find(Table *table, const char *head);
/* All rows, in file order. */
const Sig *table_row(Table *table, LudId id);
/* Is an `inner` welcome where an `outer` is wanted? */
bool table_accepts(const Table *table, TypeId outer, TypeId inner);
/* The constant that `word` means as a `wanted`: its enum type and its canonical
 * spelling.  False when there is none. */
bool table_constant(const Table *table, TypeId wanted, const char *word,
                    TypeId *type, const char **text);

/* Does `word` spell the constant?  The first letter's case is free. */
bool constant_is(const char *constant, const char *word);

#endif
