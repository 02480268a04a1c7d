/* read_game.h - what the two halves of the reader share: declarations (read_decl.c,
 * read_literal.c) and bodies (read_body.c). */
#ifndef LUDC_IR_READ_GAME_H
#define LUDC_IR_READ_GAME_H

#include "ir/core/syn.h"

typedef struct {
    IrGame *game; /* NULL until a `game` item was read */
    Session *session;
    VEC(IrConst) constant;
    struct {
        struct {
            IrFn *fn;
            Syn *syn;
        } *at;
        size_t n, cap;
    } body; /* functions declared, to be built */
    VEC(Span) data_at; /* of the game's data, in their order */
    size_t table_bytes, state_bytes; /* of all that was declared */
    bool failed;
} Reader;

/* Files an error; the reading fails, but goes on. */
void read_error(Reader *r, Span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The value of a constant expression; false with an error. */
bool read_constant(Reader *r, const Syn *syn, int64_t *value);
const IrConst *read_find_constant(const Reader *r, const char *name);
bool read_type(Reader *r, const Syn *syn, IrType *type);
int read_space(Reader *r, const char *name, Span at); /* -1 with an error */

/* Literals. */
void read_table_values(Reader *r, IrTable *table, const Syn *literal);
void read_data_values(Reader *r, const char *name, size_t n, const Syn *literal);
void read_field_values(Reader *r, IrField *field, const Syn *value);

/* The data that readers know by name are what they take them for; errors where they are not. */
void read_check_data(Reader *r);

/* Builds the body of a function that is declared. */
void read_body(Reader *r, IrFn *fn, Syn *syn);

#endif
