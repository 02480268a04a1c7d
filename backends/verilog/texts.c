/* texts.c - the Makefile and README.md of the folder. */
#include "backends/verilog/write.h"
#include "base/escape.h"

static void makefile(const VerilogInput *in, VerilogTree *tree)
{
    static const char rules[] =
        "VERILATOR ?= verilator\n"
        "IVERILOG ?= iverilog\n"
        "YOSYS ?= yosys\n"
        "ABC ?= $(firstword $(shell command -v berkeley-abc yosys-abc abc))\n"
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
        "formal: build\n"
        "\t$(YOSYS) -q -l build/core.log formal/core.ys\n"
        "\t@test -n \"$(ABC)\" || { echo \"formal: there is no ABC (berkeley-abc)\"; exit 3; }\n"
        "\t$(ABC) -q \"cec -n formal/$(IDENT)_core.blif build/$(IDENT)_core.blif\" >build/cec.log 2>&1; cat build/cec.log\n"
        "\t@grep -q \"are equivalent\" build/cec.log\n"
        "\n"
        "build:\n"
        "\tmkdir -p build\n"
        "\n"
        "clean:\n"
        "\trm -rf build\n"
        "\n"
        ".PHONY: all lint formal clean\n";
    Out *out = verilog_file(tree, "Makefile");
    out_printf(out, "# Checks of the circuit; README.md says what each needs.\nIDENT = %s\nTOP = %s_core\n", in->ident, in->ident);
    out_puts(out, rules);
}

static void readme(const VerilogInput *in, VerilogTree *tree)
{
    const BitsGame *g = in->game;
    Out *out = verilog_file(tree, "README.md");
    out_puts(out, "# A game as a circuit\n\nMade by ");
    out_markup(out, in->producer);
    out_puts(out, " from the rules of: ");
    out_markup(out, g->name);
    out_puts(out, "\n\n");
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
             "always comes.\n\n"
             "    make lint      # verilator, iverilog\n"
             "    make formal    # yosys, abc: the Verilog is the network, which formal/ has from another writer\n\n"
             "No vendor's tool and no board has seen this.\n");
}

void verilog_texts(const VerilogInput *in, VerilogTree *tree)
{
    readme(in, tree);
    makefile(in, tree);
}
