/* invariants.c - formal/: what holds in every position that legal play of the network comes to.
 *
 * IDENT_apart.blif: what is proved by induction never to hold together (ir/logic/invariant.c, on which the compiler relies), one mark
 * a cell among it; asked again of a model checker that shares no code with it.  IDENT_moves.blif: unless it is over every role of
 * a joint game, or whoever is to move, has a legal move; that may be false, of rules in which somebody gets stuck. */
#include "backends/verilog/write.h"
#include "base/escape.h"
#include "ir/logic/invariant.h"
#include "ir/logic/machine.h"

/* Has that role, of the slots from `from` on, a legal move?  `to`: where its slots end. */
static MachineSignal can_move(Machine *m, const BitsGame *game, uint32_t from, uint32_t to)
{
    MachineSignal *legal = ARENA_ARRAY(m->arena, MachineSignal, to - from + 1);
    for (uint32_t s = from; s < to; s++)
        legal[s - from] = machine_edge(game->slot[s].legal);
    return machine_any(m, legal, to - from);
}

static uint32_t end_of_role(const BitsGame *game, uint32_t from)
{
    uint32_t to = from;
    while (to < game->nslot && game->slot[to].role == game->slot[from].role)
        to++;
    return to;
}

/* Is what is done legal, one move of each who can? */
static MachineSignal legal_play(Machine *m, const BitsGame *game)
{
    MachineSignal *wrong = ARENA_ARRAY(m->arena, MachineSignal, 2 * game->nslot + 1), *done = ARENA_ARRAY(m->arena, MachineSignal, game->nslot + 1);
    uint32_t n = 0;
    for (uint32_t from = 0, to; from < game->nslot; from = to) {
        to = end_of_role(game, from);
        for (uint32_t s = from; s < to; s++) {
            done[s] = (MachineSignal){'i', s, false};
            wrong[n++] = machine_both(m, done[s], machine_not(machine_edge(game->slot[s].legal)));
        }
        wrong[n++] = machine_both(m, can_move(m, game, from, to), machine_not(machine_exactly_one(m, &done[from], to - from)));
    }
    return machine_not(machine_any(m, wrong, n));
}

static void begin(Machine *m, const VerilogInput *in, const char *what)
{
    const BitsGame *game = in->game;
    uint32_t *input = ARENA_ARRAY(m->arena, uint32_t, game->nslot + 1);
    out_printf(m->out, "# %s: can `bad` hold in legal play?\n.model %s\n.inputs", what, in->ident);
    for (uint32_t s = 0; s < game->nslot; s++) {
        out_printf(m->out, s % 16 ? " i%u" : " \\\n    i%u", s);
        input[s] = s;
    }
    out_puts(m->out, "\n.outputs bad\n");
    machine_network(m, game, input);
}

static void finish(Machine *m, const BitsGame *game, MachineSignal wrong)
{
    const MachineSignal going = machine_not(machine_edge(game->over));
    machine_question(m, machine_both(m, going, legal_play(m, game)), machine_both(m, going, wrong));
}

/* Facts of which at most one holds, by name. */
static void name_apart(const BitsGame *game, const BitsEdge pair[2], Out *out)
{
    const BitsGate *a = &game->gate[pair[0] >> 1], *b = &game->gate[pair[1] >> 1];
    if (a->kind != BITS_STATE || b->kind != BITS_STATE)
        return;
    out_puts(out, pair[0] & 1 ? "# not " : "# ");
    out_line_comment(out, game->state_name[a->a]);
    out_puts(out, pair[1] & 1 ? " | not " : " | ");
    out_line_comment(out, game->state_name[b->a]);
    out_puts(out, "\n");
}

static void apart(const VerilogInput *in, VerilogTree *tree)
{
    const BitsInvariant known = bits_invariant(tree->arena, in->game, BITS_INVARIANT_WORK);
    if (!known.n)
        return;
    Machine m = {.arena = tree->arena, .out = verilog_file(tree, "formal/%s_apart.blif", in->ident)};
    MachineSignal *wrong = ARENA_ARRAY(tree->arena, MachineSignal, known.n + 1);
    for (uint32_t i = 0; i < known.n; i++)
        name_apart(in->game, known.apart[i], m.out);
    begin(&m, in, "What never holds together");
    for (uint32_t i = 0; i < known.n; i++)
        wrong[i] = machine_both(&m, machine_edge(known.apart[i][0]), machine_edge(known.apart[i][1]));
    finish(&m, in->game, machine_any(&m, wrong, known.n));
}

static void moves(const VerilogInput *in, VerilogTree *tree)
{
    const BitsGame *game = in->game;
    Machine m = {.arena = tree->arena, .out = verilog_file(tree, "formal/%s_moves.blif", in->ident)};
    MachineSignal *can = ARENA_ARRAY(tree->arena, MachineSignal, game->nslot + 1);
    uint32_t n = 0;
    begin(&m, in, game->joint ? "Every role can move" : "Who is to move can");
    for (uint32_t from = 0, to; from < game->nslot; from = to) {
        to = end_of_role(game, from);
        can[n++] = can_move(&m, game, from, to);
    }
    for (uint32_t i = 0; game->joint && i < n; i++)
        can[i] = machine_not(can[i]);
    const MachineSignal some = machine_any(&m, can, n); /* who cannot, or who can */
    finish(&m, game, game->joint ? some : machine_not(some));
}

void verilog_invariants(const VerilogInput *in, VerilogTree *tree)
{
    apart(in, tree);
    if (in->game->nslot)
        moves(in, tree);
}
