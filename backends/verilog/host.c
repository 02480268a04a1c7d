/* host.c - host.txt: what a program must know that speaks with the circuit, as words and whole numbers apart by blanks.
 *
 * runtime/fpga/fpga_host.c reads it. */
#include "backends/verilog/write.h"

enum { CUT_OFF = -4 };

static void first_context(const Engine *e, Out *out)
{
    out_puts(out, "first");
    for (uint32_t low = 0; low < e->nroot; low += 32) {
        uint32_t word = 0;
        for (uint32_t i = 0; i < e->game->nstate; i++) {
            int32_t place = e->plan->frame.place[i];
            if (place >= (int32_t)low && place < (int32_t)low + 32 && e->game->init[i])
                word |= UINT32_C(1) << (place - (int32_t)low);
        }
        out_printf(out, " %lu", (unsigned long)word);
    }
    out_char(out, '\n');
}

/* Of each row of each group what it says of each role. */
static void rows(const Engine *e, Out *out)
{
    out_printf(out, "groups %u\n", e->ngroup);
    for (uint32_t k = 0; k < e->ngroup; k++) {
        out_printf(out, "rows %u %u\n", e->group[k].nrow, e->group[k].nbit);
        for (uint32_t i = 0; i < e->group[k].nrow; i++)
            for (uint32_t r = 0; r < e->game->nrole; r++)
                out_printf(out, r + 1 < e->game->nrole ? "%d " : "%d\n", e->group[k].value[i] ? (int)e->group[k].value[i][r] : CUT_OFF);
    }
}

static void choices(const Engine *e, Out *out)
{
    for (uint32_t q = 0; q < e->plan->frame.nphase; q++)
        for (uint32_t k = 0; k < lane_groups(e->game); k++) {
            const LaneStep *step = e->plan->step[q];
            out_printf(out, "choices %u", step->nnumber[k]);
            for (uint32_t i = 0; i < step->nnumber[k]; i++)
                out_printf(out, i % 16 ? " %d" : "\n%d", step->slot_of[k][i] == LANE_NO_WORD ? -1 : (int)step->slot_of[k][i]);
            out_char(out, '\n');
        }
}

void verilog_host(const VerilogInput *in, VerilogTree *tree)
{
    const Engine *e = in->engine;
    const LaneFrame *frame = &e->plan->frame;
    Out *out = verilog_file(tree, "host.txt");
    out_printf(out, "ludc-host 1\nhash %lu %lu\n", (unsigned long)(in->hash & 0xffffffff), (unsigned long)(in->hash >> 32));
    out_printf(out, "roles %u joint %d words %u phases %u phase %u %u\n", e->game->nrole, e->game->joint, (e->nroot + 31) / 32, frame->nphase,
               frame->phase_at, frame->nphasebit);
    first_context(e, out);
    rows(e, out);
    choices(e, out);
    out_printf(out, "moves %u\n", e->game->nslot);
    for (uint32_t i = 0; i < e->game->nslot; i++)
        out_printf(out, "%u %u\n", e->game->slot[i].role, e->game->slot[i].code);
}
