/* core.c - rtl/IDENT_core.v: the network of gates as a function, without registers.
 *
 * A gate is a wire of the number that it has in `--emit=bits`.  What a role needs not is in no wire: operands that
 * nothing uses end in `_unused`, which linters know for what it is. */
#include "backends/verilog/write.h"

static void edge(const BitsGame *game, BitsEdge e, Out *out)
{
    const BitsGate *g = &game->gate[e >> 1];
    if (e <= BITS_TRUE) {
        out_printf(out, "1'b%u", e);
        return;
    }
    out_puts(out, e & 1 ? "~" : "");
    if (g->kind == BITS_STATE)
        out_printf(out, "state[%u]", g->a);
    else if (g->kind == BITS_DOES)
        out_printf(out, "does[%u]", g->a);
    else
        out_printf(out, "n%u", e >> 1);
}

static void gate(const BitsGame *game, uint32_t i, Out *out)
{
    const BitsGate *g = &game->gate[i];
    if (g->kind != BITS_AND && g->kind != BITS_XOR && g->kind != BITS_MUX)
        return;
    out_printf(out, "    wire n%u = ", i);
    edge(game, g->a, out);
    out_puts(out, g->kind == BITS_AND ? " & " : g->kind == BITS_XOR ? " ^ " : " ? ");
    edge(game, g->b, out);
    if (g->kind == BITS_MUX) {
        out_puts(out, " : ");
        edge(game, g->c, out);
    }
    out_puts(out, ";\n");
}

static void ports(const BitsGame *game, Out *out)
{
    out_printf(out, "    input  wire [%u:0] state,\n    input  wire [%u:0] does,\n", game->nstate - 1, game->nslot - 1);
    out_printf(out, "    output wire [%u:0] next,\n    output wire [%u:0] legal,\n", game->nstate - 1, game->nslot - 1);
    if (game->ngoal)
        out_printf(out, "    output wire [%u:0] goal,\n", game->ngoal - 1);
    out_puts(out, "    output wire over\n");
}

static void assign(const BitsGame *game, const char *port, uint32_t i, BitsEdge e, Out *out)
{
    out_printf(out, "    assign %s[%u] = ", port, i);
    edge(game, e, out);
    out_puts(out, ";\n");
}

/* Gates that reach an output; the others would only be wires without a reader. */
static bool *needed_gates(const BitsGame *game, Arena *arena)
{
    bool *needed = ARENA_ARRAY(arena, bool, game->ngate + 1);
    for (uint32_t i = 0; i < game->nstate; i++)
        needed[game->next[i] >> 1] = true;
    for (uint32_t i = 0; i < game->nslot; i++)
        needed[game->slot[i].legal >> 1] = true;
    for (uint32_t i = 0; i < game->ngoal; i++)
        needed[game->goal[i].holds >> 1] = true;
    needed[game->over >> 1] = true;
    for (uint32_t i = game->ngate; i-- > 0;) {
        const BitsGate *g = &game->gate[i];
        if (!needed[i] || (g->kind != BITS_AND && g->kind != BITS_XOR && g->kind != BITS_MUX))
            continue;
        needed[g->a >> 1] = needed[g->b >> 1] = true;
        if (g->kind == BITS_MUX)
            needed[g->c >> 1] = true;
    }
    return needed;
}

void verilog_core(const VerilogInput *in, VerilogTree *tree)
{
    const BitsGame *game = in->game;
    Out *out = verilog_file(tree, "rtl/%s_core.v", in->ident);
    const bool *needed = needed_gates(game, tree->arena);
    verilog_head(in, "core", "the rules as gates: exact in positions that play reaches, until the game is over, for one legal\n"
                 "// move of every role that has one; `goal` is meaningful where `over` holds", out);
    for (uint32_t i = 0; i < game->nstate; i++)
        verilog_say_state(in, i, out);
    for (uint32_t i = 0; i < game->nslot; i++)
        verilog_say_slot(in, i, out);
    for (uint32_t i = 0; i < game->ngoal; i++)
        verilog_say_goal(in, i, out);
    out_printf(out, "`default_nettype none\nmodule %s_core (\n", in->ident);
    ports(game, out);
    out_puts(out, ");\n");
    for (uint32_t i = 0; i < game->ngate; i++)
        if (needed[i])
            gate(game, i, out);
    for (uint32_t i = 0; i < game->nstate; i++)
        assign(game, "next", i, game->next[i], out);
    for (uint32_t i = 0; i < game->nslot; i++)
        assign(game, "legal", i, game->slot[i].legal, out);
    for (uint32_t i = 0; i < game->ngoal; i++)
        assign(game, "goal", i, game->goal[i].holds, out);
    out_puts(out, "    assign over = ");
    edge(game, game->over, out);
    out_puts(out, ";\n    wire _unused = &{1'b0, state, does};\nendmodule\n`default_nettype wire\n");
}
