/* machine.c - see machine.h. */
#include "ir/logic/machine.h"

MachineSignal machine_not(MachineSignal s)
{
    s.negated = !s.negated;
    return s;
}

MachineSignal machine_edge(BitsEdge edge) { return (MachineSignal){'c', edge >> 1, edge & 1}; }

char machine_letter(MachineSignal s) { return s.negated ? '0' : '1'; }

/* A gate of two inputs. */
static MachineSignal gate(Machine *m, MachineSignal x, MachineSignal y, bool exclusive)
{
    MachineSignal t = {'t', m->made++, false};
    out_printf(m->out, ".names %c%u %c%u t%u\n", x.kind, x.number, y.kind, y.number, t.number);
    if (exclusive)
        out_printf(m->out, "%c%c 1\n%c%c 1\n", machine_letter(x), machine_letter(machine_not(y)), machine_letter(machine_not(x)), machine_letter(y));
    else
        out_printf(m->out, "%c%c 1\n", machine_letter(x), machine_letter(y));
    return t;
}

MachineSignal machine_both(Machine *m, MachineSignal x, MachineSignal y) { return gate(m, x, y, false); }
MachineSignal machine_either(Machine *m, MachineSignal x, MachineSignal y) { return machine_not(gate(m, machine_not(x), machine_not(y), false)); }
MachineSignal machine_differ(Machine *m, MachineSignal x, MachineSignal y) { return gate(m, x, y, true); }

MachineSignal machine_false(Machine *m)
{
    out_printf(m->out, ".names t%u\n", m->made);
    return (MachineSignal){'t', m->made++, false};
}

/* A balanced tree, in place. */
MachineSignal machine_any(Machine *m, MachineSignal *s, uint32_t n)
{
    if (!n)
        return machine_false(m);
    while (n > 1) {
        uint32_t half = 0;
        for (uint32_t i = 0; i < n; i += 2)
            s[half++] = i + 1 < n ? machine_either(m, s[i], s[i + 1]) : s[i];
        n = half;
    }
    return s[0];
}

MachineSignal machine_exactly_one(Machine *m, const MachineSignal *s, uint32_t n)
{
    MachineSignal some = machine_false(m), two = machine_false(m);
    for (uint32_t i = 0; i < n; i++) {
        two = machine_either(m, two, machine_both(m, some, s[i]));
        some = machine_either(m, some, s[i]);
    }
    return machine_both(m, some, machine_not(two));
}

void machine_copy(Machine *m, MachineSignal from, char kind, uint32_t number)
{
    out_printf(m->out, ".names %c%u %c%u\n%c 1\n", from.kind, from.number, kind, number, machine_letter(from));
}

static void network_gate(Machine *m, const BitsGame *game, const uint32_t *input, uint32_t i)
{
    const BitsGate *g = &game->gate[i];
    const MachineSignal a = machine_edge(g->a), b = machine_edge(g->b), c = machine_edge(g->c);
    switch (g->kind) {
    case BITS_STATE: machine_copy(m, (MachineSignal){'s', g->a, false}, 'c', i); break;
    case BITS_DOES: machine_copy(m, (MachineSignal){'i', input[g->a], false}, 'c', i); break;
    case BITS_AND: machine_copy(m, machine_both(m, a, b), 'c', i); break;
    case BITS_XOR: machine_copy(m, machine_differ(m, a, b), 'c', i); break;
    case BITS_MUX: machine_copy(m, machine_either(m, machine_both(m, a, b), machine_both(m, machine_not(a), c)), 'c', i); break;
    default: out_printf(m->out, ".names c%u\n", i);
    }
}

void machine_network(Machine *m, const BitsGame *game, const uint32_t *input)
{
    for (uint32_t i = 0; i < game->nstate; i++)
        out_printf(m->out, ".latch S%u s%u re clock %d\n", i, i, game->init[i]);
    for (uint32_t i = 0; i < game->ngate; i++)
        network_gate(m, game, input, i);
    for (uint32_t i = 0; i < game->nstate; i++)
        machine_copy(m, machine_edge(game->next[i]), 'S', i);
}

void machine_question(Machine *m, MachineSignal goes_on, MachineSignal wrong)
{
    const MachineSignal ok = {'o', 0, false};
    machine_copy(m, machine_both(m, ok, goes_on), 'o', 1);
    const MachineSignal bad = machine_both(m, ok, wrong);
    out_printf(m->out, ".latch o1 o0 re clock 1\n.names t%u bad\n%c 1\n.end\n", bad.number, machine_letter(bad));
}
