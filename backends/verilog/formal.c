/* formal.c - formal/: what proves that the Verilog is the network.
 *
 * IDENT_core.blif is written from the network by ir/logic/print.c, which shares no code with core.c; Yosys reads the
 * Verilog and ABC compares the two (`make formal`).  So it is with the engine's step, of which IDENT_step.blif is what it
 * was before anything was cut, and the Verilog is read with registers as wires. */
#include "backends/verilog/write.h"

static void core_script(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "formal/core.ys");
    out_printf(out, "# From the Verilog to gates with the port names of %s_core.blif.\n", in->ident);
    out_printf(out, "read_verilog rtl/%s_core.v\nhierarchy -check -top %s_core\nproc\nflatten\n", in->ident, in->ident);
    out_puts(out, "opt_clean\ncheck -assert\ntechmap\nopt_clean\nsplitnets -ports -format []\n");
    out_printf(out, "write_blif build/%s_core.blif\n", in->ident);
}

/* ---- the step ------------------------------------------------------------------------------- */

static void read_input(const Engine *e, uint32_t gate, Out *out)
{
    const LaneGate *g = &e->whole->gate.at[gate];
    out_puts(out, ".names ");
    switch (g->a) {
    case BANK_STATE: blif_port("state", g->b, e->plan->frame.nword, out); break;
    case BANK_ROOT: blif_port("root", g->b, e->nroot, out); break;
    case BANK_RANDOM: blif_port("random", g->b, e->nrandom, out); break;
    default: out_puts(out, g->b == LIVE_FRESH ? "fresh" : g->b == LIVE_RANKS ? "ranks" : "live");
    }
    out_printf(out, " n%u\n1 1\n", gate);
}

static char one(LaneEdge e) { return e & 1 ? '0' : '1'; }

static void step_gate(const Engine *e, uint32_t i, Out *out)
{
    const LaneGate *g = &e->whole->gate.at[i];
    uint32_t a = g->a >> 1, b = g->b >> 1, c = g->c >> 1;
    if (g->kind == LANE_INPUT)
        read_input(e, i, out);
    else if (g->kind == LANE_AND)
        out_printf(out, ".names n%u n%u n%u\n%c%c 1\n", a, b, i, one(g->a), one(g->b));
    else if (g->kind == LANE_XOR)
        out_printf(out, ".names n%u n%u n%u\n0%c 1\n1%c 1\n", a, b, i, one(g->a ^ g->b), one(g->a ^ g->b ^ 1));
    else if (g->kind == LANE_MUX)
        out_printf(out, ".names n%u n%u n%u n%u\n%c%c- 1\n%c-%c 1\n", a, b, c, i, one(g->a), one(g->b), one(g->a ^ 1), one(g->c));
    else
        out_printf(out, ".names n%u\n", i);
}

static void step_output(const Engine *e, const LaneOutput *o, Out *out)
{
    out_printf(out, ".names n%u ", o->edge >> 1);
    if (o->bank == BANK_STATE)
        blif_port("next", o->at, e->plan->frame.nword, out);
    else if (o->bank == BANK_TALLY)
        blif_port("row", o->at, e->nrowbit, out);
    else if (o->bank == BANK_CHOSEN)
        blif_port("chosen", o->at, e->nchosen, out);
    else if (o->at >= ENGINE_BEYOND)
        blif_port("extra", o->at - ENGINE_BEYOND, e->nbeyond, out);
    else
        out_puts(out, engine_found[o->at]);
    out_printf(out, "\n%c 1\n", one(o->edge));
}

/* The step as it was put together: not balanced, covered or cut. */
static void step_netlist(const VerilogInput *in, Out *out)
{
    const Engine *e = in->engine;
    uint32_t nword = e->plan->frame.nword;
    out_printf(out, "# The engine's step as it was put together, without registers.\n.model %s_step\n.inputs clk", in->ident);
    if (e->stages->ndelay)
        blif_ports("clock", 4, out); /* ports are compared by their order, which is that of the Verilog */
    out_puts(out, " live fresh ranks");
    blif_ports("state", nword, out);
    blif_ports("root", e->nroot, out);
    blif_ports("random", e->nrandom ? e->nrandom : 1, out);
    out_puts(out, "\n.outputs");
    blif_ports("next", nword, out);
    out_puts(out, " moved flooding done");
    blif_ports("row", e->nrowbit, out);
    blif_ports("extra", e->nbeyond, out);
    blif_ports("chosen", e->nchosen ? e->nchosen : 1, out);
    out_char(out, '\n');
    for (uint32_t i = 0; i < e->whole->gate.n; i++)
        step_gate(e, i, out);
    for (size_t i = 0; i < e->whole->out.n; i++)
        step_output(e, &e->whole->out.at[i], out);
    if (!e->nchosen) {
        out_puts(out, ".names ");
        blif_port("chosen", 0, 1, out);
        out_char(out, '\n');
    }
    out_puts(out, ".end\n");
}

static void step_script(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "formal/step.ys");
    out_printf(out, "# From the Verilog to gates with the port names of %s_step.blif, registers being wires.\n", in->ident);
    out_printf(out, "read_verilog rtl/%s_step.v formal/%s_delay.v\nhierarchy -check -top %s_step\nproc\nflatten\n", in->ident, in->ident, in->ident);
    out_puts(out, "opt_clean\ncheck -assert\nsimplemap\ntechmap -map formal/wires.v\nopt_clean\nsplitnets -ports -format []\n");
    out_printf(out, "write_blif build/%s_step.blif\n", in->ident);
    out = verilog_file(tree, "formal/wires.v");
    out_puts(out, "// A register as a wire: what it keeps is there at once.\n"
                  "module \\$_DFF_P_ (input D, input C, output Q);\n    assign Q = D;\nendmodule\n");
}

/* The core as tables of a device, read back as gates. */
static void netlist_script(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "formal/netlist.ys");
    out_printf(out, "# The synthesised core with the port names of %s_core.blif.\n", in->ident);
    out_printf(out, "read_verilog rtl/%s_core.v\nsynth_ice40 -top %s_core\n", in->ident, in->ident);
    out_puts(out, "techmap -map formal/tables.v\ntechmap\nopt_clean\nsplitnets -ports -format []\n");
    out_printf(out, "write_blif build/%s_netlist.blif\n", in->ident);
    out = verilog_file(tree, "formal/tables.v");
    out_puts(out, "// What the cells are that functions become on iCE40.\n"
                  "module SB_LUT4 (output O, input I0, input I1, input I2, input I3);\n    parameter [15:0] LUT_INIT = 0;\n"
                  "    assign O = LUT_INIT[{I3, I2, I1, I0}];\nendmodule\n"
                  "module SB_CARRY (output CO, input I0, input I1, input CI);\n    assign CO = I0 & I1 | (I0 | I1) & CI;\nendmodule\n");
}

/* The buses as a machine whose one output says that a promise is broken. */
static void axi_script(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "formal/axi.ys");
    out_printf(out, "# The buses with anything behind them, as gates and registers, which may begin with any values.\nread_verilog -formal rtl/%s_reasoner.v rtl/%s_control.v rtl/%s_counts.v rtl/%s_pack.v "
               "formal/%s_free.v formal/%s_axi.v\n", in->ident, in->ident, in->ident, in->ident, in->ident, in->ident);
    out_printf(out, "prep -top %s_axi -flatten\nasync2sync\nsimplemap\ndffunmap\ntechmap\ndffunmap\nopt_clean\nabc -g AND -fast\ndffunmap\naigmap\nopt_clean\n"
               "write_aiger -zinit build/%s_axi.aig\n", in->ident, in->ident);
}

void verilog_formal(const VerilogInput *in, VerilogTree *tree)
{
    step_netlist(in, verilog_file(tree, "formal/%s_step.blif", in->ident));
    step_script(in, tree);
    axi_script(in, tree);
    if (in->game->nloop)
        return; /* the network is no function */
    Out *out = verilog_file(tree, "formal/%s_core.blif", in->ident);
    out_printf(out, "# The network itself, by another writer than rtl/%s_core.v.\n", in->ident);
    bits_blif_function(in->game, arena_printf(tree->arena, "%s_core", in->ident), out);
    core_script(in, tree);
    netlist_script(in, tree);
    verilog_invariants(in, tree);
    if (in->rules)
        out_write(verilog_file(tree, "formal/%s_rules.blif", in->ident), in->rules->text, in->rules->n);
}
