/* formal.c - formal/: what proves that the Verilog is the network.
 *
 * IDENT_core.blif is written from the network by ir/logic/print.c, which shares no code with core.c; Yosys reads the
 * Verilog and ABC compares the two (`make formal`). */
#include "backends/verilog/write.h"

static void core_script(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "formal/core.ys");
    out_printf(out, "# From the Verilog to gates with the port names of %s_core.blif.\n", in->ident);
    out_printf(out, "read_verilog rtl/%s_core.v\nhierarchy -check -top %s_core\nproc\nflatten\n", in->ident, in->ident);
    out_puts(out, "opt_clean\ncheck -assert\ntechmap\nopt_clean\nsplitnets -ports -format []\n");
    out_printf(out, "write_blif build/%s_core.blif\n", in->ident);
}

void verilog_formal(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "formal/%s_core.blif", in->ident);
    out_printf(out, "# The network itself, by another writer than rtl/%s_core.v.\n", in->ident);
    bits_blif_function(in->game, arena_printf(tree->arena, "%s_core", in->ident), out);
    core_script(in, tree);
}
