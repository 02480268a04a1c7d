/* read_literal.c - reading a .gir text: the contents of tables and fields. */
#include "ir/core/read_game.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* ---- elements ---------------------------------------------------------- */

/* An element and how often it stands there. */
static const Syn *repeated(Reader *r, const Syn *syn, int64_t *times)
{
    *times = 1;
    if (syn->kind != SYN_TIMES)
        return syn;
    if (read_constant(r, syn->first->next, times) && *times < 0)
        read_error(r, syn->at, "%" PRId64 " times", *times);
    return syn->first;
}

static int hex_digit(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

/* Hexadecimal digits as bits of a set. */
static bool hex_words(Reader *r, const Syn *syn, uint64_t *word, int size)
{
    size_t length = strlen(syn->name);
    for (size_t i = 0; i < length; i++) {
        int digit = hex_digit(syn->name[length - 1 - i]);
        for (int bit = 0; bit < 4; bit++) {
            if (!(digit >> bit & 1))
                continue;
            size_t member = i * 4 + (size_t)bit;
            if (member >= (size_t)size) {
                read_error(r, syn->at, "a set with member %zu in a space of %d", member, size);
                return false;
            }
            ir_mask_set(word, (int)member);
        }
    }
    return true;
}

static bool member_words(Reader *r, const Syn *syn, uint64_t *word, int size)
{
    for (const Syn *s = syn->first; s; s = s->next) {
        int64_t member;
        if (!read_constant(r, s, &member))
            return false;
        if (member < 0 || member >= size) {
            read_error(r, s->at, "%" PRId64 " is no member of a space of %d", member, size);
            return false;
        }
        ir_mask_set(word, (int)member);
    }
    return true;
}

/* A set: 0x1f, or { 0 1 2 }, or the number 0. */
static bool mask_value(Reader *r, const Syn *syn, uint64_t *word, int size)
{
    if (syn->kind == SYN_HEX)
        return hex_words(r, syn, word, size);
    if (syn->kind == SYN_LIST)
        return member_words(r, syn, word, size);
    if (syn->kind == IR_OP_INT && syn->number == 0)
        return true;
    read_error(r, syn->at, "a set is written 0x.. or { members }");
    return false;
}

/* ---- lists ------------------------------------------------------------- */

#define BAD_VALUES SIZE_MAX /* an error is filed already */

static void count_is(Reader *r, const Syn *list, size_t found, size_t wanted)
{
    if (found != BAD_VALUES && found != wanted)
        read_error(r, list->at, "%zu values where %zu are expected", found, wanted);
}

/* Numbers, lists within lists one after another; of those beyond n only the first
 * is counted. */
static size_t int_values(Reader *r, const Syn *list, int64_t *value, size_t n, size_t at)
{
    for (const Syn *s = list->first; s; s = s->next) {
        int64_t times, number = 0;
        const Syn *element = repeated(r, s, &times);
        bool nested = element->kind == SYN_LIST;
        if (!nested && !read_constant(r, element, &number))
            return BAD_VALUES;
        for (int64_t i = 0; i < times && at <= n; i++) {
            size_t before = at;
            if (nested && (at = int_values(r, element, value, n, at)) == before)
                break; /* an empty list, however often */
            else if (nested)
                continue;
            else if (at < n)
                value[at++] = number;
            else
                at++;
        }
        if (at == BAD_VALUES)
            return at;
    }
    return at;
}

static size_t mask_values(Reader *r, const Syn *list, uint64_t *word, size_t n, int size)
{
    size_t at = 0, words = (size_t)(size + 63) / 64;
    for (const Syn *s = list->first; s; s = s->next) {
        int64_t times;
        const Syn *element = repeated(r, s, &times);
        uint64_t *first = word + at * words;
        if (at < n && times > 0 && !mask_value(r, element, first, size))
            return BAD_VALUES;
        for (int64_t i = 0; i < times && at <= n; i++, at++)
            if (i > 0 && at < n)
                memcpy(word + at * words, first, words * sizeof *word);
    }
    return at;
}

enum { MOST_ROW_VALUES = 1 << 24 }; /* in the lists of one table */

typedef VEC(int32_t) RowValues;

static bool fits_table(Reader *r, const Syn *list, int64_t value)
{
    if (value < INT32_MIN || value > INT32_MAX)
        read_error(r, list->at, "%" PRId64 " does not fit 32 bits", value);
    return value >= INT32_MIN && value <= INT32_MAX;
}

/* The numbers of one list, appended to the table's. */
static bool row_value(Reader *r, const Syn *list, RowValues *all)
{
    int64_t number;
    for (const Syn *e = list->first; e; e = e->next) {
        if (!read_constant(r, e, &number) || !fits_table(r, e, number))
            return false;
        vec_push(r->game->arena, all, (int32_t)number);
    }
    return true;
}

static size_t row_values(Reader *r, IrTable *table, const Syn *literal)
{
    RowValues all = {0};
    size_t row = 0;
    for (const Syn *s = literal->first; s; s = s->next) {
        int64_t times;
        const Syn *list = repeated(r, s, &times);
        if (list->kind != SYN_LIST) {
            read_error(r, list->at, "a list is written { .. }");
            return BAD_VALUES;
        }
        for (int64_t i = 0; i < times && row <= table->n; i++, row++) {
            if (row == table->n)
                continue;
            if (!row_value(r, list, &all))
                return BAD_VALUES;
            if (all.n > MOST_ROW_VALUES) {
                read_error(r, list->at, "lists of more than %d numbers in all", MOST_ROW_VALUES);
                return BAD_VALUES;
            }
            table->off[row + 1] = (uint32_t)all.n;
        }
    }
    table->value = all.at;
    return row;
}

void read_table_values(Reader *r, IrTable *table, const Syn *literal)
{
    if (table->rows) {
        count_is(r, literal, row_values(r, table, literal), table->n);
    } else if (table->elem.kind == IR_MASK) {
        int size = r->game->space.at[table->elem.space].size;
        count_is(r, literal, mask_values(r, literal, table->word, table->n, size), table->n);
    } else {
        Arena *scratch = arena_beside(r->session->arena);
        int64_t *value = ARENA_ARRAY(scratch, int64_t, table->n);
        count_is(r, literal, int_values(r, literal, value, table->n, 0), table->n);
        for (size_t i = 0; i < table->n && fits_table(r, literal, value[i]); i++)
            table->value[i] = (int32_t)value[i];
        arena_free(scratch);
    }
}

void read_data_values(Reader *r, const char *name, size_t n, const Syn *literal)
{
    Arena *scratch = arena_beside(r->session->arena);
    int64_t *value = ARENA_ARRAY(scratch, int64_t, n + 1);
    int32_t *data = ARENA_ARRAY(scratch, int32_t, n + 1);
    count_is(r, literal, int_values(r, literal, value, n, 0), n);
    for (size_t i = 0; i < n && fits_table(r, literal, value[i]); i++)
        data[i] = (int32_t)value[i];
    ir_data_add(r->game, name, n, data);
    arena_free(scratch);
}

void read_field_values(Reader *r, IrField *field, const Syn *value)
{
    bool mask = field->elem.kind == IR_MASK;
    int size = mask ? r->game->space.at[field->elem.space].size : 0;
    if (field->array && value->kind != SYN_LIST)
        read_error(r, value->at, "the values of an array are written { .. }");
    else if (field->array && mask)
        count_is(r, value, mask_values(r, value, field->word, field->n, size), field->n);
    else if (field->array)
        count_is(r, value, int_values(r, value, field->init, field->n, 0), field->n);
    else if (mask)
        mask_value(r, value, field->word, size);
    else
        read_constant(r, value, field->init);
}
