/* boards.c - board/: what places the circuit on boards, beside the tops (rtl/hx8k.v, rtl/de1_soc.v); and a core file for FuseSoC.
 *
 * Pins are those of the boards' manuals. */
#include "backends/verilog/write.h"

/* The iCE40-HX8K breakout board. */
static const char hx8k_pins[] = "set_io clk J3\nset_io rx B10\nset_io tx B12\nset_io led[0] B5\nset_io led[1] B4\nset_io led[2] A2\nset_io led[3] A1\n"
                                "set_io led[4] C5\nset_io led[5] C4\nset_io led[6] B3\nset_io led[7] C3\n";
/* The DE1-SoC. */
static const char *const de1_pin[][2] = {{"clk", "PIN_AF14"}, {"key", "PIN_AA14"}, {"rx", "PIN_AC18"}, {"tx", "PIN_Y17"}, {"led", "PIN_V16"}};

const VerilogModule verilog_module[VERILOG_MODULES] = {
    {"bridge", true}, {"control", false}, {"counts", false}, {"delay", false}, {"engine", false}, {"engines", false},
    {"link", true}, {"pack", false}, {"queue", false}, {"random", false}, {"reasoner", false}, {"step", false},
    {"tally", false}, {"uart", true},
};
enum { DE1_PINS = sizeof de1_pin / sizeof de1_pin[0] };

static void de1_soc(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "board/%s_de1_soc.qsf", in->ident);
    out_printf(out, "set_global_assignment -name FAMILY \"Cyclone V\"\nset_global_assignment -name DEVICE 5CSEMA5F31C6\n"
               "set_global_assignment -name TOP_LEVEL_ENTITY %s_de1_soc\nset_global_assignment -name SDC_FILE %s_de1_soc.sdc\n", in->ident, in->ident);
    for (uint32_t i = 0; i < VERILOG_MODULES; i++)
        out_printf(out, "set_global_assignment -name VERILOG_FILE ../rtl/%s_%s.v\n", in->ident, verilog_module[i].name);
    out_printf(out, "set_global_assignment -name VERILOG_FILE %s_de1_soc.v\n", in->ident);
    for (uint32_t i = 0; i < DE1_PINS; i++)
        out_printf(out, "set_location_assignment %s -to %s\nset_instance_assignment -name IO_STANDARD \"3.3-V LVTTL\" -to %s\n", de1_pin[i][1], de1_pin[i][0],
                   de1_pin[i][0]);
    out = verilog_file(tree, "board/%s_de1_soc.sdc", in->ident);
    out_puts(out, "create_clock -name clk -period 20.000 [get_ports clk]\nset_false_path -from [get_ports {key rx}]\nset_false_path -to [get_ports {tx led}]\n");
}

static void files(const VerilogInput *in, Out *out)
{
    for (uint32_t i = 0; i < VERILOG_MODULES; i++)
        out_printf(out, "      - rtl/%s_%s.v\n", in->ident, verilog_module[i].name);
}

static void fusesoc(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "%s.core", in->ident);
    out_printf(out, "CAPI=2:\nname: ludc:games:%s:1.0.0\ndescription: A game as a circuit\n\nfilesets:\n  rtl:\n    files:\n", in->ident);
    files(in, out);
    out_printf(out, "    file_type: verilogSource-2005\n  hx8k:\n    files:\n      - board/%s_hx8k.v: {file_type: verilogSource-2005}\n"
               "      - board/%s_hx8k.pcf: {file_type: PCF}\n  de1_soc:\n    files:\n      - board/%s_de1_soc.v: {file_type: verilogSource-2005}\n"
               "      - board/%s_de1_soc.sdc: {file_type: SDC}\n\n", in->ident, in->ident, in->ident, in->ident);
    out_printf(out, "targets:\n  default: &default\n    filesets: [rtl]\n    toplevel: %s_reasoner\n  lint:\n    <<: *default\n    default_tool: verilator\n"
               "    tools:\n      verilator:\n        mode: lint-only\n        verilator_options: [-Wall]\n", in->ident);
    out_printf(out, "  hx8k:\n    filesets: [rtl, hx8k]\n    toplevel: %s_hx8k\n    default_tool: icestorm\n    tools:\n      icestorm:\n"
               "        nextpnr_options: [--hx8k, --package, ct256]\n", in->ident);
    out_printf(out, "  de1_soc:\n    filesets: [rtl, de1_soc]\n    toplevel: %s_de1_soc\n    default_tool: quartus\n    tools:\n      quartus:\n"
               "        family: Cyclone V\n        device: 5CSEMA5F31C6\n", in->ident);
}

void verilog_board(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "board/%s_hx8k.pcf", in->ident);
    out_puts(out, hx8k_pins);
    out = verilog_file(tree, "board/%s.xdc", in->ident);
    out_puts(out, "create_clock -name clk -period 10.000 [get_ports clk]\n");
    de1_soc(in, tree);
    fusesoc(in, tree);
}
