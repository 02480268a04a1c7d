/* make_state.c - fields as bits, and back. */
#include "ir/logic/make.h"

#include <inttypes.h>

enum { ONE_HOT_VALUES = 40, ONE_HOT_SITES = 512, ONE_HOT_ALL = 20000, MOST_STATE = 200000 };

/* The value that most elements have at the start. */
static int64_t usual_value(const IrField *field)
{
    int64_t best = field->init[0];
    size_t most = 0;
    for (size_t i = 0; i < field->n && i < 64; i++) {
        size_t n = 0;
        for (size_t j = 0; j < field->n; j++)
            n += field->init[j] == field->init[i];
        if (n > most) {
            most = n;
            best = field->init[i];
        }
    }
    return best;
}

static BitsStore store_number(const IrField *field, int64_t cap)
{
    IrType t = field->elem;
    t.hi = cap < t.hi ? cap : t.hi;
    uint64_t count = (uint64_t)(t.hi - t.lo) + 1;
    bool few = count <= ONE_HOT_VALUES || (t.space != IR_NOSPACE && count <= ONE_HOT_SITES);
    BitsStore s = {.lo = t.lo, .hi = t.hi, .usual = usual_value(field)};
    s.binary = count <= 2 || !few || count * field->n > ONE_HOT_ALL;
    if (!s.binary) {
        s.nbit = (uint32_t)count - 1;
        return s;
    }
    while (s.nbit < 62 && (count - 1) >> s.nbit)
        s.nbit++;
    return s;
}

/* The value that one-hot bit b stands for. */
static int64_t one_hot(const BitsStore *s, uint32_t b)
{
    int64_t v = s->lo + (int64_t)b;
    return v >= s->usual ? v + 1 : v;
}

/* ---- names and initial values ----------------------------------------------------- */

static const char *label(const Make *m, int space, int64_t member)
{
    if (space != IR_NOSPACE && member >= 0 && member < m->game->space.at[space].size &&
        m->game->space.at[space].label && m->game->space.at[space].label[member])
        return m->game->space.at[space].label[member];
    return arena_printf(m->arena, "%" PRId64, member);
}

static void add_bit(Make *m, const IrField *field, size_t at, int space, int64_t member, const char *sign, bool init)
{
    const char *index = field->array ? arena_printf(m->arena, "[%s]", label(m, field->dim.space, (int64_t)at)) : "";
    const char *what = sign ? arena_printf(m->arena, "%s%s", sign, label(m, space, member)) : "";
    vec_push(m->arena, &m->name, arena_printf(m->arena, "@%s%s%s", field->name, index, what));
    vec_push(m->arena, &m->init, init);
}

static void add_set(Make *m, int f, size_t at)
{
    const IrField *field = &m->game->field.at[f];
    int size = m->game->space.at[field->elem.space].size;
    size_t words = (size_t)ir_words(m->game, field->elem.space);
    m->store[f][at] = (BitsStore){.first = m->nstate, .nbit = (uint32_t)size};
    for (int i = 0; i < size; i++) {
        add_bit(m, field, at, field->elem.space, i, " ", ir_mask_has(field->word + at * words, i));
        vec_push(m->arena, &m->origin, ((BitsOrigin){.field = f, .at = (uint32_t)at, .part = BITS_MEMBER, .value = i}));
    }
}

static void add_number(Make *m, int f, size_t at, BitsStore store)
{
    const IrField *field = &m->game->field.at[f];
    int64_t value = field->init[at];
    store.first = m->nstate;
    m->store[f][at] = store;
    for (uint32_t b = 0; b < store.nbit; b++) {
        BitsOrigin origin = {f, (uint32_t)at, store.binary ? BITS_DIGIT : BITS_VALUE,
                             store.binary ? (int64_t)b : one_hot(&store, b), store.lo, store.hi, store.usual};
        vec_push(m->arena, &m->origin, origin);
        if (store.binary)
            add_bit(m, field, at, IR_NOSPACE, b, store.nbit > 1 ? "." : NULL, (uint64_t)(value - store.lo) >> b & 1);
        else
            add_bit(m, field, at, field->elem.space, one_hot(&store, b), "=", value == one_hot(&store, b));
    }
}

/* ---- cells ------------------------------------------------------------------------ */

static Sym stored(Make *m, const BitsStore *s, bool set)
{
    SymExec *x = &m->exec;
    BitsEdge *bit = sym_edges(x, s->nbit);
    for (uint32_t b = 0; b < s->nbit; b++)
        bit[b] = net_state(x->net, s->first + b);
    if (set)
        return sym_set(x, bit, s->nbit);
    if (s->binary)
        return sym_binary(x, s->lo, bit, s->nbit);
    SymCase *cases = ARENA_ARRAY(x->arena, SymCase, s->nbit + 1);
    for (uint32_t b = 0; b < s->nbit; b++)
        cases[b] = (SymCase){one_hot(s, b), bit[b]};
    cases[s->nbit] = (SymCase){s->usual, net_not(net_or_all(x->net, bit, s->nbit))};
    return sym_cases(x, cases, s->nbit + 1);
}

void make_state(Make *m)
{
    const IrGame *game = m->game;
    SymExec *x = &m->exec;
    int64_t *cap = ARENA_ARRAY(m->arena, int64_t, game->field.n + 1);
    m->store = ARENA_ARRAY(m->arena, BitsStore *, game->field.n + 1);
    x->cap = cap;
    x->field = ARENA_ARRAY(m->arena, SymCell *, game->field.n + 1);
    for (size_t f = 0; f < game->field.n && !x->fail; f++) {
        const IrField *field = &game->field.at[f];
        bool set = field->elem.kind == IR_MASK;
        cap[f] = set ? INT64_MAX : bits_saturation(game, (int)f);
        BitsStore store = set ? (BitsStore){0} : store_number(field, cap[f]);
        m->store[f] = ARENA_ARRAY(m->arena, BitsStore, field->n + 1);
        x->field[f] = ARENA_ARRAY(m->arena, SymCell, field->n + 1);
        for (size_t i = 0; i < field->n && !x->fail; i++) {
            if (set)
                add_set(m, (int)f, i);
            else
                add_number(m, (int)f, i, store);
            m->nstate += m->store[f][i].nbit;
            x->field[f][i].value = stored(m, &m->store[f][i], set);
            if (m->nstate > MOST_STATE)
                sym_fail(x, "more than %d bits of state", MOST_STATE);
        }
    }
}

void make_next(Make *m)
{
    SymExec *x = &m->exec;
    m->next = sym_edges(x, m->nstate);
    for (size_t f = 0; f < m->game->field.n && !x->fail; f++)
        for (size_t i = 0; i < m->game->field.at[f].n; i++) {
            const BitsStore *s = &m->store[f][i];
            Sym v = x->field[f][i].value;
            if (v.kind == SYM_SET)
                for (uint32_t b = 0; b < s->nbit; b++)
                    m->next[s->first + b] = v.bit[b];
            else if (s->binary)
                sym_as_bits(x, v, s->lo, m->next + s->first, s->nbit);
            else
                for (uint32_t b = 0; b < s->nbit; b++)
                    m->next[s->first + b] = sym_is(x, v, one_hot(s, b));
        }
}
