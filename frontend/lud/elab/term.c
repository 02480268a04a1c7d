/* term.c - rows by number, slots by name, and the text form of resolved
 * descriptions (--emit=elab). */
#include "frontend/lud/elab/term.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/elab/sig.h"

static const LudRow rows[LUD_COUNT] = {
#define LUDEME(id, type, signature, doc) \
    [LUD_##id] = {#id, #type, signature, doc, true},
#define LUDEME_TODO(id, type, signature, doc) \
    [LUD_##id] = {#id, #type, signature, doc, false},
#include "frontend/lud/elab/ludemes.def"
#undef LUDEME
#undef LUDEME_TODO
};

const LudRow *lud_row(LudId id)
{
    return &rows[id];
}

static const char *const slot_names[SLOT_COUNT] = {
    "",
#define SLOT(name) #name,
#include "frontend/lud/elab/slots.def"
#undef SLOT
};

const char *slot_name(SlotName slot) { return slot_names[slot]; }

SlotName slot_named(const char *name)
{
    unsigned low = SLOT_none + 1, high = SLOT_COUNT;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        const int order = strcmp(name, slot_names[middle]);
        if (order == 0)
            return (SlotName)middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return SLOT_none;
}

Term *term_arg(const Term *term, SlotName slot)
{
    if (term->kind == TERM_LUDEME)
        for (uint32_t i = 0; i < term->n; i++)
            if (term->sig->slot[i].id == slot)
                return term->slot[i];
    abort();
}

bool term_has(const Term *term, SlotName slot)
{
    for (uint32_t i = 0; term->kind == TERM_LUDEME && i < term->n; i++)
        if (term->sig->slot[i].id == slot)
            return term->slot[i] != NULL;
    return false;
}

bool term_is(const Term *term, LudId id)
{
    return term && term->kind == TERM_LUDEME && term->id == id;
}

bool term_may_hold(const Term *term, LudId id)
{
    return !term->heads || (term->heads >> (id % 64) & 1);
}

bool term_is_enum(const Term *term, const char *text)
{
    return term && term->kind == TERM_ENUM && strcmp(term->text, text) == 0;
}

/* ---- text form ---------------------------------------------------------------- */

static void print(const Term *term, int depth, Out *out);

static void print_slots(const Term *term, int depth, Out *out)
{
    for (uint32_t i = 0; i < term->n; i++) {
        if (!term->slot[i])
            continue;
        out_indent(out, depth);
        if (term->kind == TERM_LUDEME)
            out_printf(out, "%s = ", term->sig->slot[i].name);
        print(term->slot[i], depth, out);
    }
}

static void print(const Term *term, int depth, Out *out)
{
    switch (term->kind) {
    case TERM_LUDEME:
        out_printf(out, "%s : %s\n", rows[term->id].id, term->type);
        print_slots(term, depth + 1, out);
        return;
    case TERM_ARRAY:
        out_printf(out, "{%" PRIu32 "} : %s\n", term->n, term->type);
        print_slots(term, depth + 1, out);
        return;
    case TERM_INT:
        out_printf(out, "%" PRId64, term->number);
        break;
    case TERM_FLOAT:
        out_printf(out, "%.17g", term->real);
        break;
    case TERM_BOOL:
        out_puts(out, term->number ? "True" : "False");
        break;
    case TERM_ENUM:
        out_puts(out, term->text);
        break;
    case TERM_STRING:
        out_printf(out, "\"%s\"", term->text);
        break;
    }
    out_printf(out, " : %s\n", term->type);
}

void term_print(const Term *term, Out *out)
{
    print(term, 0, out);
}
