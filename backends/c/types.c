/* types.c - what values and the state look like in C.
 *
 * Integers are int32_t as values and the smallest type that holds their range in
 * memory.  A set of up to 64 members is a uint64_t, a larger one a struct of
 * words with inline functions, written out for that number of words. */
#include <string.h>

#include "backends/c/cgen.h"

int c_words(const CGen *c, int space)
{
    return ir_words(c->game, space);
}

const char *c_type(CGen *c, IrType type)
{
    switch (type.kind) {
    case IR_INT: return ir_is_wide(type) ? "int64_t" : "int32_t";
    case IR_MASK: return c_set(c, c_words(c, type.space));
    case IR_VOID:
    case IR_VEC: break;
    }
    return "void";
}

const char *c_store(IrType type)
{
    if (type.lo >= 0)
        return type.hi <= UINT8_MAX    ? "uint8_t"
               : type.hi <= UINT16_MAX ? "uint16_t"
               : type.hi <= INT32_MAX  ? "int32_t"
                                       : "int64_t";
    return type.lo >= INT8_MIN && type.hi <= INT8_MAX     ? "int8_t"
           : type.lo >= INT16_MIN && type.hi <= INT16_MAX ? "int16_t"
           : type.lo >= INT32_MIN && type.hi <= INT32_MAX ? "int32_t"
                                                          : "int64_t";
}

void c_all(const IrGame *game, int space, uint64_t *word)
{
    for (int i = 0; i < game->space.at[space].size; i++)
        ir_mask_set(word, i);
}

/* --- sets of more than one word --- */

static void each_word(Out *o, int words, const char *format, const char *between)
{
    for (int i = 0; i < words; i++) {
        for (const char *p = format; *p; p++)
            if (*p == '#')
                out_printf(o, "%d", i);
            else
                out_char(o, *p);
        out_puts(o, i + 1 < words ? between : "");
    }
}

static void set_binary(Out *o, int words, const char *name, const char *word)
{
    out_printf(o, "LUDC_FN Set%d set%d_%s(Set%d a, Set%d b)\n{\n    return (Set%d){{", words, words,
               name, words, words, words);
    each_word(o, words, word, ", ");
    out_puts(o, "}};\n}\n\n");
}

static void set_queries(Out *o, int w)
{
    out_printf(o, "LUDC_FN int32_t set%d_eq(Set%d a, Set%d b)\n{\n    return ", w, w, w);
    each_word(o, w, "a.w[#] == b.w[#]", " && ");
    out_printf(o, ";\n}\n\nLUDC_FN int32_t set%d_any(Set%d a)\n{\n    return (", w, w);
    each_word(o, w, "a.w[#]", " | ");
    out_printf(o, ") != 0;\n}\n\nLUDC_FN int32_t set%d_count(Set%d a)\n{\n    return ", w, w);
    each_word(o, w, "ludc_count(a.w[#])", " + ");
    out_printf(o, ";\n}\n\nLUDC_FN int32_t set%d_has(Set%d a, int32_t at)\n{\n"
               "    return at >= 0 && (a.w[at >> 6] >> (at & 63) & 1) != 0;\n}\n\n", w, w);
    out_printf(o, "LUDC_FN int32_t set%d_first(Set%d a)\n{\n", w, w);
    each_word(o, w, "    if (a.w[#]) {\n        return # * 64 + ludc_low(a.w[#]);\n    }\n", "");
    out_puts(o, "    return -1;\n}\n\n");
}

static void set_members(Out *o, int w)
{
    out_printf(o, "LUDC_FN Set%d set%d_with(Set%d a, int32_t at)\n{\n    if (at >= 0) {\n"
               "        a.w[at >> 6] |= UINT64_C(1) << (at & 63);\n    }\n    return a;\n}\n\n",
               w, w, w);
    /* Written without a memory access, so that the set can stay in registers. */
    out_printf(o, "LUDC_FN Set%d set%d_bit(int32_t at)\n{\n"
               "    const uint64_t one = UINT64_C(1) << (at & 63);\n    return (Set%d){{", w, w, w);
    each_word(o, w, "at >> 6 == # ? one : 0", ", ");
    out_puts(o, "}};\n}\n\n");
    out_printf(o, "/* The member with k lower ones; there are more than k. */\n"
               "LUDC_FN int32_t set%d_nth(Set%d a, uint32_t k)\n{\n"
               "    uint64_t m = a.w[0];\n    int32_t base = 0;\n", w, w);
    for (int i = 0; i + 1 < w; i++)
        out_printf(o, "    const uint32_t c%d = (uint32_t)ludc_count(a.w[%d])%s%s;\n", i, i,
                   i ? " + c" : "", i ? (char[]){(char)('0' + (i - 1) % 10), 0} : "");
    out_puts(o, "    uint32_t below = 0;\n");
    for (int i = 0; i + 1 < w; i++)
        out_printf(o, "    below = k >= c%d ? c%d : below;\n    m = k >= c%d ? a.w[%d] : m;\n"
                   "    base = k >= c%d ? %d : base;\n", i, i, i, i + 1, i, (i + 1) * 64);
    out_puts(o, "    return base + ludc_nth(m, k - below);\n}\n\n");
}

static void set_nth_loop(Out *o, int w)
{
    out_printf(o, "LUDC_FN Set%d set%d_with(Set%d a, int32_t at)\n{\n    if (at >= 0) {\n"
               "        a.w[at >> 6] |= UINT64_C(1) << (at & 63);\n    }\n    return a;\n}\n\n",
               w, w, w);
    out_printf(o, "LUDC_FN Set%d set%d_bit(int32_t at)\n{\n    const Set%d none = {{0}};\n"
               "    return set%d_with(none, at);\n}\n\n", w, w, w, w);
    out_printf(o, "/* The member with k lower ones; there are more than k. */\n"
               "LUDC_FN int32_t set%d_nth(Set%d a, uint32_t k)\n{\n"
               "    for (int32_t i = 0; i < %d; i++) {\n"
               "        const uint32_t c = (uint32_t)ludc_count(a.w[i]);\n"
               "        if (k < c) {\n            return i * 64 + ludc_nth(a.w[i], k);\n        }\n"
               "        k -= c;\n    }\n    return -1;\n}\n\n", w, w, w);
}

const char *c_set(CGen *c, int words)
{
    if (words <= 1)
        return "uint64_t";
    const char *name = c_format(c, "Set%d", words);
    if (c_once(c, name)) {
        Out *o = &c->type;
        out_printf(o, "/* Sets of up to %d members: member i is bit i %% 64 of word i / 64. */\n"
                   "typedef struct {\n    uint64_t w[%d];\n} %s;\n\n", words * 64, words, name);
        set_binary(o, words, "and", "a.w[#] & b.w[#]");
        set_binary(o, words, "or", "a.w[#] | b.w[#]");
        set_binary(o, words, "xor", "a.w[#] ^ b.w[#]");
        set_binary(o, words, "diff", "a.w[#] & ~b.w[#]");
        set_queries(o, words);
        (words <= 8 ? set_members : set_nth_loop)(o, words);
        out_printf(o, "/* {at}, or the empty set if at is negative. */\n"
                   "LUDC_FN Set%d set%d_bit_if(int32_t at)\n{\n    const Set%d none = {{0}};\n"
                   "    return at < 0 ? none : set%d_bit(at);\n}\n\n", words, words, words, words);
    }
    return name;
}

const char *c_set_op(CGen *c, int words, const char *op)
{
    c_set(c, words);
    return c_format(c, "set%d_%s", words, op);
}

const char *c_count(CGen *c, int words)
{
    return words == 1 ? "ludc_count" : c_set_op(c, words, "count");
}

const char *c_nth(CGen *c, int words)
{
    return words == 1 ? "ludc_nth" : c_set_op(c, words, "nth");
}

const char *c_words_text(CGen *c, const uint64_t *word, int words)
{
    if (words <= 1)
        return c_format(c, "UINT64_C(0x%llx)", (unsigned long long)word[0]);
    const char *text = "{{";
    for (int i = 0; i < words; i++)
        text = c_format(c, "%s%sUINT64_C(0x%llx)", text, i ? ", " : "",
                        (unsigned long long)word[i]);
    return c_format(c, "%s}}", text);
}

const char *c_set_const(CGen *c, const uint64_t *word, int words)
{
    const char *text = c_words_text(c, word, words);
    return words <= 1 ? text : c_format(c, "(%s)%s", c_set(c, words), text);
}

/* --- the state --- */

int c_store_size(const char *type)
{
    return strstr(type, "64") ? 8 : strstr(type, "32") ? 4 : strstr(type, "16") ? 2 : 1;
}

/* What a trial copies: all but the fields apart, which come first. */
static void ahead_copy(CGen *c, const ShapeState *lies, Out *out)
{
    const IrGame *g = c->game;
    size_t skip = 0;
    for (size_t i = 0; i < g->field.n; i++)
        skip += c->apart.field[i] ? g->field.at[i].n * lies->field[i].width : 0;
    out_printf(out, "/* Without what only the turn writes. */\n"
                    "LUDC_FN void copy_ahead(State *to, const State *from)\n{\n"
                    "    ludc_copy((char *)to + %zu, (const char *)from + %zu, sizeof(State) - %zu);\n}\n\n",
               skip, skip, skip);
}

/* Fields by falling alignment, so that there is no padding but at the end; those apart
 * before all others. */
void c_state(CGen *c, Out *out)
{
    const IrGame *g = c->game;
    const ShapeState lies = *ir_fact_state_layout(c->game);
    const size_t bytes = lies.bytes, whole = lies.size;
    out_puts(out, "/* A position.  There is no padding: equal positions are equal bytes. */\n"
                  "typedef struct {\n");
    for (size_t k = 0; k < g->field.n; k++) {
        const int i = lies.order[k];
        const IrField *f = &g->field.at[i];
        const char *type = f->elem.kind == IR_MASK ? c_type(c, f->elem) : c_store(f->elem);
        out_printf(out, "    %s %s", type, c->field[i]);
        if (f->array)
            out_printf(out, "[%zu]", f->n);
        out_puts(out, ";");
        if (f->elem.kind == IR_INT)
            out_printf(out, " /* %lld..%lld */", (long long)f->elem.lo, (long long)f->elem.hi);
        else
            out_printf(out, " /* set of %s */", c->game->space.at[f->elem.space].name);
        out_puts(out, "\n");
    }
    if (whole != bytes)
        out_printf(out, "    uint8_t unused_[%zu];\n", whole - bytes);
    out_puts(out, "} State;\n\n");
    if (c->apart.any)
        ahead_copy(c, &lies, out);
}

static void initial_value(CGen *c, const IrField *f, size_t i, Out *out)
{
    if (f->elem.kind == IR_MASK) {
        int words = c_words(c, f->elem.space);
        out_puts(out, c_words_text(c, &f->word[i * (size_t)words], words));
    } else {
        out_printf(out, "%lld", (long long)f->init[i]);
    }
}

void c_initial(CGen *c, Out *out)
{
    const IrGame *g = c->game;
    out_puts(out, "static const State initial = {\n");
    for (size_t i = 0; i < g->field.n; i++) {
        const IrField *f = &g->field.at[i];
        out_printf(out, "    .%s = ", c->field[i]);
        if (f->array) {
            out_puts(out, "{");
            for (size_t j = 0; j < f->n; j++) {
                out_puts(out, j == 0 ? "" : j % 16 ? ", " : ",\n        ");
                initial_value(c, f, j, out);
            }
            out_puts(out, "}");
        } else {
            initial_value(c, f, 0, out);
        }
        out_puts(out, ",\n");
    }
    if (g->field.n == 0)
        out_puts(out, "    .unused_ = {0},\n");
    out_puts(out, "};\n\n");
}
