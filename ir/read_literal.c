/* read_literal.c - reading a .gir text: the contents of tables and fields. */
#include "ir/read_game.h"

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

static void count_is(Reader *r, const Syn *list, size_t found, size_t wanted)
{
    if (!r->failed && found != wanted)
        read_error(r, list->at, "%zu values where %zu are expected", found, wanted);
}

/* Numbers, lists within lists one after another; values beyond n are counted only. */
static size_t int_values(Reader *r, const Syn *list, int64_t *value, size_t n, size_t at)
{
    for (const Syn *s = list->first; s && !r->failed; s = s->next) {
        int64_t times, number = 0;
        const Syn *element = repeated(r, s, &times);
        if (element->kind == SYN_LIST) {
            for (int64_t i = 0; i < times && at <= n && !r->failed; i++)
                at = int_values(r, element, value, n, at);
            continue;
        }
        if (!read_constant(r, element, &number))
            break;
        for (int64_t i = 0; i < times && at <= n; i++, at++)
            if (at < n)
                value[at] = number;
    }
    return at;
}

static void mask_values(Reader *r, const Syn *list, uint64_t *word, size_t n, int size)
{
    size_t at = 0, words = (size_t)(size + 63) / 64;
    for (const Syn *s = list->first; s && !r->failed; s = s->next) {
        int64_t times;
        const Syn *element = repeated(r, s, &times);
        uint64_t *first = word + at * words;
        if (at < n && times > 0 && !mask_value(r, element, first, size))
            return;
        for (int64_t i = 0; i < times && at <= n; i++, at++)
            if (i > 0 && at < n)
                memcpy(word + at * words, first, words * sizeof *word);
    }
    count_is(r, list, at, n);
}

static bool fits_table(Reader *r, const Syn *list, int64_t value)
{
    if (value < INT32_MIN || value > INT32_MAX)
        read_error(r, list->at, "%" PRId64 " does not fit 32 bits", value);
    return !r->failed;
}

static void row_values(Reader *r, IrTable *table, const Syn *literal)
{
    VEC(int32_t) all = {0};
    Arena *arena = r->game->arena;
    size_t row = 0;
    for (const Syn *s = literal->first; s && !r->failed; s = s->next) {
        int64_t times, number;
        const Syn *list = repeated(r, s, &times);
        if (list->kind != SYN_LIST) {
            read_error(r, list->at, "a list is written { .. }");
            return;
        }
        for (int64_t i = 0; i < times && row <= table->n && !r->failed; i++, row++) {
            for (const Syn *e = list->first; e && row < table->n; e = e->next)
                if (read_constant(r, e, &number) && fits_table(r, e, number))
                    vec_push(arena, &all, (int32_t)number);
            if (row < table->n)
                table->off[row + 1] = (uint32_t)all.n;
        }
    }
    count_is(r, literal, row, table->n);
    table->value = all.at;
}

void read_table_values(Reader *r, IrTable *table, const Syn *literal)
{
    if (table->rows) {
        row_values(r, table, literal);
    } else if (table->elem.kind == IR_MASK) {
        mask_values(r, literal, table->word, table->n,
                    r->game->space.at[table->elem.space].size);
    } else {
        Arena *scratch = arena_new();
        int64_t *value = ARENA_ARRAY(scratch, int64_t, table->n);
        count_is(r, literal, int_values(r, literal, value, table->n, 0), table->n);
        for (size_t i = 0; i < table->n && !r->failed && fits_table(r, literal, value[i]); i++)
            table->value[i] = (int32_t)value[i];
        arena_free(scratch);
    }
}

void read_field_values(Reader *r, IrField *field, const Syn *value)
{
    bool mask = field->elem.kind == IR_MASK;
    int size = mask ? r->game->space.at[field->elem.space].size : 0;
    if (field->array && value->kind != SYN_LIST)
        read_error(r, value->at, "the values of an array are written { .. }");
    else if (field->array && mask)
        mask_values(r, value, field->word, field->n, size);
    else if (field->array)
        count_is(r, value, int_values(r, value, field->init, field->n, 0), field->n);
    else if (mask)
        mask_value(r, value, field->word, size);
    else
        read_constant(r, value, field->init);
}
