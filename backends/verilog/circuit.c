/* circuit.c - circuit.json: what the ports of the circuit mean. */
#include "backends/verilog/write.h"
#include "base/escape.h"

static void text(const char *key, const char *value, Out *out)
{
    out_printf(out, "\"%s\": ", key);
    out_json_text(out, value);
}

static void next_row(uint32_t i, Out *out) { out_puts(out, i ? ",\n    {" : "\n    {"); }

static void states(const VerilogInput *in, Out *out)
{
    out_puts(out, "  \"state\": [");
    for (uint32_t i = 0; i < in->game->nstate; i++) {
        next_row(i, out);
        text("fact", in->game->state_name[i], out);
        out_printf(out, ", \"init\": %d}", in->game->init[i]);
    }
    out_puts(out, "\n  ],\n");
}

static void moves(const VerilogInput *in, Out *out)
{
    out_puts(out, "  \"moves\": [");
    for (uint32_t i = 0; i < in->game->nslot; i++) {
        const BitsSlot *slot = &in->game->slot[i];
        next_row(i, out);
        out_printf(out, "\"role\": %u, \"code\": %u, \"times\": %u, ", slot->role, slot->code, slot->times);
        text("text", in->move ? in->move[i] : "", out);
        out_char(out, '}');
    }
    out_puts(out, "\n  ],\n");
}

static void goals(const VerilogInput *in, Out *out)
{
    out_puts(out, "  \"goals\": [");
    for (uint32_t i = 0; i < in->game->ngoal; i++) {
        next_row(i, out);
        out_printf(out, "\"role\": %u, \"payoff\": ", in->game->goal[i].role);
        if (in->payoff[i] < 0)
            out_puts(out, "null}");
        else
            out_printf(out, "%.9g}", in->payoff[i]);
    }
    out_puts(out, in->game->ngoal ? "\n  ]\n" : "]\n");
}

void verilog_circuit(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, VERILOG_MARK);
    const BitsGame *game = in->game;
    out_puts(out, VERILOG_BEGINS "1\",\n  ");
    text("producer", in->producer, out);
    out_puts(out, ",\n  ");
    text("game", game->name, out);
    out_printf(out, ",\n  \"hash\": \"%016llx\",\n  ", (unsigned long long)in->hash);
    text("ident", in->ident, out);
    out_printf(out, ",\n  \"core\": \"%s_core\",\n  \"joint\": %s,\n  \"gates\": %u,\n", in->ident, game->joint ? "true" : "false",
               bits_size(game));
    out_puts(out, "  \"roles\": [");
    for (uint32_t r = 0; r < game->nrole; r++) {
        out_puts(out, r ? ", " : "");
        out_json_text(out, in->role ? in->role[r] : arena_printf(tree->arena, "%u", r + 1));
    }
    out_puts(out, "],\n");
    states(in, out);
    moves(in, out);
    goals(in, out);
    out_puts(out, "}\n");
}
