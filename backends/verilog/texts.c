/* texts.c - the Makefile and README.md of the folder. */
#include "backends/verilog/write.h"
#include "base/escape.h"

static const char proof_rules[] =
    "# Each is proved, refuted or undecided: the core is the network, so is the core as tables of a device; the step that was cut is\n"
    "# the one that was not; and, of a rule sheet, what the network plays is what the sheet's own net says.\n"
    "PATIENCE ?= 100\n"
    "formal: $(PROOFS:%=formal-%)\n"
    "formal-netlist: OF = core\n"
    "formal-core formal-step formal-netlist: formal-%: build\n"
    "\t$(YOSYS) -q -l build/$*.log formal/$*.ys\n"
    "\t@test -n \"$(ABC)\" || { echo \"formal: there is no ABC (berkeley-abc)\"; exit 3; }\n"
    "\t$(ABC) -q \"cec -n formal/$(IDENT)_$(or $(OF),$*).blif build/$(IDENT)_$*.blif\" >build/cec-$*.log 2>&1; cat build/cec-$*.log\n"
    "\t@if grep -q \"are equivalent\" build/cec-$*.log; then echo \"$*: proved\"; \\\n"
    "\telif grep -q \"NOT EQUIVALENT\" build/cec-$*.log; then echo \"$*: refuted\"; exit 1; else echo \"$*: undecided\"; exit 1; fi\n"
    "RULES = formal/$(IDENT)_rules.blif\n"
    "formal-rules: build\n"
    "\t@test -n \"$(ABC)\" || { echo \"formal: there is no ABC (berkeley-abc)\"; exit 3; }\n"
    "\t@if ! test -f $(RULES); then echo \"rules: no rule sheet with a net\"; exit 0; fi; \\\n"
    "\t$(ABC) -q \"read_blif $(RULES); strash; scleanup; lcorr; scorr; pdr -T $(PATIENCE)\" >build/rules.log 2>&1; \\\n"
    "\tif grep -q \"Property proved\" build/rules.log; then echo \"rules: proved\"; \\\n"
    "\telif grep -q \"was asserted\" build/rules.log; then echo \"rules: refuted; the shortest game, step by step:\"; \\\n"
    "\t$(ABC) -q \"read_blif $(RULES); strash; scleanup; bmc3 -T $(PATIENCE); write_cex -n build/rules.cex\" >>build/rules.log 2>&1; \\\n"
    "\ttr ' ' '\\n' <build/rules.cex | awk 'NR == FNR { if ($$1 == \"#\" && $$2 ~ /^i[0-9]+$$/) { n = $$2; $$1 = $$2 = \"\"; name[n] = $$0 } next } \\\n"
    "\t/=1$$/ { split($$1, p, /[@=]/); print p[2] \":\" name[p[1]] }' $(RULES) -; exit 1; \\\n"
    "\telse echo \"rules: undecided\"; fi\n"
    "# What never holds together in legal play, which the compiler relies on; and, which rules need not keep, that there is a move.\n"
    "formal-apart formal-moves: formal-%: build\n"
    "\t@test -n \"$(ABC)\" || { echo \"formal: there is no ABC (berkeley-abc)\"; exit 3; }\n"
    "\t@if ! test -f formal/$(IDENT)_$*.blif; then echo \"$*: nothing to prove\"; exit 0; fi; \\\n"
    "\t$(ABC) -q \"read_blif formal/$(IDENT)_$*.blif; strash; scleanup; lcorr; scorr; pdr -T $(PATIENCE)\" >build/$*.log 2>&1; \\\n"
    "\tif grep -q \"Property proved\" build/$*.log; then echo \"$*: proved\"; \\\n"
    "\telif grep -q \"was asserted\" build/$*.log; then echo \"$*: refuted\"; test $* = moves; else echo \"$*: undecided\"; fi\n"
    "# What the buses promise (formal/$(IDENT)_axi.v).\n"
    "formal-axi: build\n"
    "\t$(YOSYS) -q -l build/axi.log formal/axi.ys\n"
    "\t@test -n \"$(ABC)\" || { echo \"formal: there is no ABC (berkeley-abc)\"; exit 3; }\n"
    "\t@$(ABC) -q \"read_aiger build/$(IDENT)_axi.aig; fold; strash; pdr -T $(PATIENCE)\" >build/pdr-axi.log 2>&1; \\\n"
    "\tif grep -q \"Property proved\" build/pdr-axi.log; then echo \"axi: proved\"; \\\n"
    "\telif grep -q \"was asserted\" build/pdr-axi.log; then echo \"axi: refuted\"; exit 1; else echo \"axi: undecided\"; fi\n"
    "\n";

static void makefile(const VerilogInput *in, VerilogTree *tree)
{
    static const char rules[] =
        "VERILATOR ?= verilator\n"
        "IVERILOG ?= iverilog\n"
        "YOSYS ?= yosys\n"
        "ABC ?= $(firstword $(shell command -v berkeley-abc yosys-abc abc))\n"
        "VVP ?= vvp\n"
        "SIM ?= iverilog\n"
        "N ?= 1000\n"
        "SEED ?= 1\n"
        "PLUS ?=\n"
        "RTL = $(wildcard rtl/*.v)\n"
        "\n"
        "# What tools say is kept in build/*.log.\n"
        "all: lint formal\n"
        "\n"
        "lint: build\n"
        "\t$(VERILATOR) --lint-only -Wall --language 1364-2005 --top-module $(TOP) $(RTL) >build/verilator.log 2>&1 || { cat build/verilator.log; exit 1; }\n"
        "\t$(IVERILOG) -g2005 -Wall -s $(TOP) -o build/lint.vvp $(RTL) >build/iverilog.log 2>&1 || { cat build/iverilog.log; exit 1; }\n"
        "\t@cat build/verilator.log build/iverilog.log; test ! -s build/iverilog.log\n"
        "\n"
        "\n";
    static const char more[] =
        "# N random games, seeded with SEED; the last line is JSON.\n"
        "sim: sim-$(SIM)\n"
        "sim-iverilog: build/sim.vvp\n"
        "\t@$(VVP) -n build/sim.vvp +N=$(N) +SEED=$(SEED) $(PLUS) | tee build/sim-iverilog.log\n"
        "sim-verilator: build/verilated/sim\n"
        "\t@build/verilated/sim +N=$(N) +SEED=$(SEED) $(PLUS) >build/sim-verilator.log && grep -v \"^- \" build/sim-verilator.log\n"
        "build/sim.vvp: $(RTL) sim/$(IDENT)_tb.v | build\n"
        "\t$(IVERILOG) -g2005 -Wall -s $(IDENT)_tb -o $@ $(RTL) sim/$(IDENT)_tb.v\n"
        "build/verilated/sim: $(RTL) sim/$(IDENT)_tb.v | build\n"
        "\t$(VERILATOR) --binary --timing -O3 --x-assign fast --x-initial fast $(VFLAGS) -j 1 --Mdir build/verilated --top-module $(IDENT)_tb -o sim $(RTL) sim/$(IDENT)_tb.v >build/verilated.log 2>&1 || { cat build/verilated.log; exit 1; }\n"
        "# The whole reasoner: runs of BATCH games, then DEPTH levels of discovery.\n"
        "BATCH ?= 30\n"
        "DEPTH ?= 2\n"
        "sim-reasoner: build/reasoner.vvp\n"
        "\t@$(VVP) -n build/reasoner.vvp +N=$(N) +SEED=$(SEED) +BATCH=$(BATCH) +DEPTH=$(DEPTH) $(PLUS) | tee build/sim-reasoner.log\n"
        "build/reasoner.vvp: $(RTL) sim/$(IDENT)_reasoner_tb.v | build\n"
        "\t$(IVERILOG) -g2005 -Wall -s $(IDENT)_reasoner_tb -o $@ $(RTL) sim/$(IDENT)_reasoner_tb.v\n"
        "# The reasoner as a process that programs speak with (ludc_fpga.h).\n"
        "LINKED = $(RTL) sim/$(IDENT)_link_tb.v\n"
        "link: link-$(SIM)\n"
        "link-iverilog: build/link.vvp\n"
        "link-verilator: build/linked/link\n"
        "build/link.vvp: $(LINKED) | build\n"
        "\t$(IVERILOG) -g2005 -Wall -s $(IDENT)_link_tb -o $@ $(LINKED)\n"
        "build/linked/link: $(LINKED) | build\n"
        "\t$(VERILATOR) --binary --timing -O3 --x-assign fast --x-initial fast $(VFLAGS) -j 1 --Mdir build/linked --top-module $(IDENT)_link_tb -o link $(LINKED) >build/linked.log 2>&1 || { cat build/linked.log; exit 1; }\n"
        "# Netlists and, for iCE40 HX8K, a placed design (SEED); of other families no tool here knows a frequency.\n"
        "CIRCUIT = $(filter-out rtl/$(IDENT)_core.v,$(RTL))\n"
        "NEXTPNR ?= nextpnr-ice40\n"
        "synth-ice40: SYNTH = synth_ice40 $(TABLES) -device hx\n"
        "synth-ecp5: SYNTH = synth_ecp5 -abc9\n"
        "synth-cyclonev: SYNTH = synth_intel_alm -family cyclonev\n"
        "synth-xilinx: SYNTH = synth_xilinx -family xc7 -flatten\n"
        "synth-ice40 synth-ecp5 synth-cyclonev synth-xilinx: synth-%: build\n"
        "\t$(YOSYS) -q -l build/synth-$*.log -p \"read_verilog $(CIRCUIT); $(SYNTH) -top $(TOP); check -assert; tee -o build/synth-$*.txt stat; write_json build/$*.json\"\n"
        "pnr-ice40: synth-ice40\n"
        "\t$(NEXTPNR) --hx8k --package ct256 --json build/ice40.json --asc build/ice40.asc --freq 150 --seed $(SEED) --timing-allow-fail -q -l build/pnr-ice40.log\n"
        "\t@grep -E \"ICESTORM_LC|Max frequency\" build/pnr-ice40.log | tail -n 2\n"
        "\t@if command -v icetime >/dev/null; then icetime -d hx8k -tm -r build/icetime.txt build/ice40.asc | tail -n 1; fi\n"
        "\t@if command -v icepack >/dev/null; then icepack build/ice40.asc build/ice40.bin; fi\n"
        "\n"
        "# The breakout board's top, placed with its pins.\n"
        "board-hx8k: build\n"
        "\t$(YOSYS) -q -l build/board-hx8k.log -p \"read_verilog $(CIRCUIT) board/$(IDENT)_hx8k.v; synth_ice40 $(TABLES) -device hx -top $(IDENT)_hx8k; check -assert; write_json build/hx8k.json\"\n"
        "\t$(NEXTPNR) --hx8k --package ct256 --pcf board/$(IDENT)_hx8k.pcf --json build/hx8k.json --asc build/hx8k.asc --freq 12 --seed $(SEED) -q -l build/board-hx8k-pnr.log\n"
        "\t@if command -v icepack >/dev/null; then icepack build/hx8k.asc build/hx8k.bin; fi\n"
        "\n"
        "wave: build/sim.vvp\n"
        "\t$(VVP) -n build/sim.vvp +N=20 +SEED=$(SEED) +TRACE=build/sim.vcd\n"
        "\n"
        "build:\n"
        "\tmkdir -p build\n"
        "\n"
        "clean:\n"
        "\trm -rf build\n"
        "\n"
        ".PHONY: all lint formal formal-core formal-step formal-netlist formal-rules formal-apart formal-moves formal-axi sim sim-iverilog sim-verilator sim-reasoner link link-iverilog link-verilator board-hx8k wave clean \\\n"
        "\tsynth-ice40 synth-ecp5 synth-cyclonev synth-xilinx pnr-ice40\n";
    Out *out = verilog_file(tree, "Makefile");
    out_printf(out, "# Checks of the circuit; README.md says what each needs.\nIDENT = %s\nTOP = %s_reasoner\nTABLES = %s\nPROOFS = %s\n", in->ident, in->ident,
               engine_tables(in->engine), in->game->nloop ? "step axi" : "core step netlist rules apart moves axi");
    out_puts(out, rules);
    out_puts(out, proof_rules);
    out_puts(out, more);
}

static void engine(const VerilogInput *in, Out *out)
{
    const Engine *e = in->engine;
    const LutStages *s = e->stages;
    out_printf(out, "`rtl/%s_engine.v` plays random games: %u contexts go round through the %u stages of `%s_step`, %u tables of %u inputs\n"
               "deep each (%u tables, %u registers). A context makes %s a lap, so %u contexts make up to %u moves a clock; a draw that fails\n"
               "costs it a lap, and the choice is exactly uniform. What registers are when the power comes does not matter.\n\n",
               in->ident, s->nstage, s->nstage, in->ident, s->depth, e->inputs, s->map->ntable, s->nregister,
               e->plan->frame.nphase == 1 ? "a move" : "a move in each phase of the turn", s->nstage, e->plan->frame.nphase);
    out_puts(out, "| port | meaning |\n|---|---|\n| `clk`, `rst_n` | the clock; reset, low, for a clock or more |\n"
             "| `restart`, `seed` | for one clock: forget all games; the random numbers begin as the seed says |\n"
             "| `root` | the position in which games begin: a context's words as circuit.json places them |\n"
             "| `ticket`, `tag`, `taken` | a game may begin, to be known by `tag`; it does |\n"
             "| `alive` | the context that comes back plays |\n"
             "| `ended`, `ended_tag`, `row`, `rounds`, `extra` | its game is over: what it was worth (circuit.json, rows), and how many moves it took |\n\n");
}

/* The network is a function where no floods go round in it. */
static void core(const VerilogInput *in, Out *out)
{
    const BitsGame *g = in->game;
    if (g->nloop) {
        out_printf(out, "Floods go round in the rules, a step a lap: the network is no function without a clock. %u state bits, %u moves, %u gates of two\n"
                   "and three inputs. `circuit.json` says what each bit is.\n\n", g->nstate, g->nslot, bits_size(g));
        return;
    }
    out_printf(out, "`rtl/%s_core.v` is the network of the rules as a function, without clock and registers: %u state bits, %u moves,\n"
               "%u gates of two and three inputs. `circuit.json` says what each bit is.\n\n", in->ident, g->nstate, g->nslot, bits_size(g));
    out_printf(out, "    %s_core core (.state(state), .does(does), .next(next), .legal(legal), %s.over(over));\n\n", in->ident,
               g->ngoal ? ".goal(goal), " : "");
    out_puts(out, "| port | bits | meaning |\n|---|---|---|\n");
    out_printf(out, "| `state` | %u | the position |\n| `does` | %u | the moves that are made: one legal move of every role that has one |\n",
               g->nstate, g->nslot);
    out_printf(out, "| `next` | %u | the position after them |\n| `legal` | %u | the moves that are legal in `state` |\n", g->nstate, g->nslot);
    if (g->ngoal)
        out_printf(out, "| `goal` | %u | which values the roles have, where `over` holds |\n", g->ngoal);
    out_puts(out, "| `over` | 1 | the game is over in `state` |\n\n"
             "Positions that play cannot reach, and moves that are not legal, may answer anything; but it is a function, so an answer\n"
             "always comes.\n\n");
}

static void readme(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "README.md");
    out_puts(out, "# A game as a circuit\n\nMade by ");
    out_markup(out, in->producer);
    out_puts(out, " from the rules of: ");
    out_markup(out, in->game->name);
    out_puts(out, "\n\n");
    core(in, out);
    engine(in, out);
    out_puts(out, "`rtl/");
    out_printf(out, "%s_reasoner.v` is the top: the engine behind a slave of AXI4-Lite (32 bits), a master of AXI4-Stream (%u bits) and an interrupt:\n\n"
               "    %s_reasoner reasoner (\n        .clk(clk), .rst_n(rst_n), .awaddr(awaddr), .awvalid(awvalid), .awready(awready), .wdata(wdata), .wstrb(wstrb),\n"
               "        .wvalid(wvalid), .wready(wready), .bresp(bresp), .bvalid(bvalid), .bready(bready), .araddr(araddr), .arvalid(arvalid),\n"
               "        .arready(arready), .rdata(rdata), .rresp(rresp), .rvalid(rvalid), .rready(rready), .tdata(tdata), .tkeep(tkeep), .tlast(tlast),\n"
               "        .tvalid(tvalid), .tready(tready), .irq(irq));\n\n", in->ident, in->word, in->ident);
    verilog_register_rows(out);
    out_printf(out, "\nWords of the queue: 1 the context becomes the first position; 2 and the words of a context load it; 3 and a number play so many games\n"
               "from it; 4 discovers every move from it; 5 and two words seed the random numbers. A run answers with a word a row (circuit.json: `rows`),\n"
               "then its moves in two words; a move with a word that has 4 in its highest byte and in bit 0 whether it is over then, a word for each who\n"
               "chooses (circuit.json: `choices`), the row, the position; behind the last move comes a word with 5 in its highest byte and their number. TLAST ends\n"
               "each. `registers/` has the registers as a page, a C header, SystemRDL and IP-XACT.\n\n"
               "`rtl/%s_link.v` is the same behind bytes, which `%s_uart.v` takes from a serial line; programs speak with it through ludc_fpga.h, which reads\n"
               "`host.txt`. `board/` has tops for the iCE40-HX8K breakout board and for the DE1-SoC with their pins and clocks, and a clock for Xilinx; `%s.core`\n"
               "is for FuseSoC. No tool here reads .qsf, .sdc, .xdc, .rdl and .core files.\n\n", in->ident, in->ident, in->ident);
    out_puts(out, "    make lint                              # verilator, iverilog\n"
             "    make formal                            # yosys, abc\n"
             "    make sim SIM=iverilog N=1000 SEED=1    # or SIM=verilator: one line of JSON, the same from both\n"
             "    make sim-reasoner N=100 BATCH=30 DEPTH=2   # over the buses, self-checking\n"
             "    make link SIM=iverilog                 # a process that programs speak with\n"
             "    make wave                              # build/sim.vcd\n"
             "    make synth-ice40                       # yosys; or -ecp5, -cyclonev, -xilinx: build/synth-ice40.txt counts cells\n"
             "    make pnr-ice40 SEED=1                  # nextpnr: a placed design for iCE40 HX8K, with its frequency\n"
             "    make board-hx8k                        # the board's top with its pins, build/hx8k.bin\n\n"
             "`make formal` proves the core to be the network, also as tables of a device, and the step, registers being wires, to be what it\n"
             "was before it was cut; formal/ has both from another writer. Of a rule sheet it also proves, as a machine, that the network\n"
             "plays as the sheet's own net under legal play; what differs comes back as the shortest game (PATIENCE=100 seconds).\n\n"
             "No vendor's tool and no board has seen this.\n");
}

void verilog_texts(const VerilogInput *in, VerilogTree *tree)
{
    readme(in, tree);
    makefile(in, tree);
}
