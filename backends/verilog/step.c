/* step.c - rtl/IDENT_step.v: the engine's loop, cut into stages.
 *
 * Gates stand in the stage of the table that they are part of, once for each stage; a register of stage k has all that
 * comes over the boundary before it. */
#include <string.h>

#include "backends/verilog/write.h"

typedef struct {
    const Engine *e;
    const LutStages *s;
    const LaneNet *net;
    uint32_t ngate;
    uint32_t *place; /* by gate: its bit in the register of the stage that is being written */
    bool *needed;
    Arena *arena;
    Out *out;
} StepWriter;

static const char *const live_name[NLIVE] = {"live", "fresh", "ranks"};
static const char *const port_name[NBANK] = {[BANK_STATE] = "state", [BANK_ROOT] = "root", [BANK_RANDOM] = "random"};

static void input(const StepWriter *w, uint32_t gate)
{
    const LaneGate *g = &w->net->gate.at[gate];
    if (g->a == BANK_LIVE)
        out_puts(w->out, live_name[g->b]);
    else
        out_printf(w->out, "%s[%u]", port_name[g->a], g->b);
}

/* A signal as it is seen in a stage. */
static void signal(const StepWriter *w, LaneEdge e, uint32_t stage)
{
    uint32_t g = e >> 1;
    if (!g) {
        out_printf(w->out, "1'b%u", e);
        return;
    }
    out_puts(w->out, e & 1 ? "~" : "");
    const LutDelay *delay = lut_comes(w->s, g, stage) ? lut_delayed(w->s, g, stage) : NULL;
    if (delay)
        out_printf(w->out, "later%u[%u]", delay->memory, delay->bit);
    else if (lut_comes(w->s, g, stage))
        out_printf(w->out, "s%u[%u]", stage, w->place[g]);
    else if (lut_is_input(w->net, g))
        input(w, g);
    else
        out_printf(w->out, "n%u_%u", g, stage);
}

static void gates(StepWriter *w, uint32_t stage)
{
    lut_parts(w->s, stage, w->needed);
    for (uint32_t g = 1; g < w->ngate; g++) {
        const LaneGate *at = &w->net->gate.at[g];
        if (!w->needed[g] || lut_is_input(w->net, g) || lut_comes(w->s, g, stage))
            continue;
        out_printf(w->out, "    wire n%u_%u = ", g, stage);
        signal(w, at->a, stage);
        out_puts(w->out, at->kind == LANE_AND ? " & " : at->kind == LANE_XOR ? " ^ " : " ? ");
        signal(w, at->b, stage);
        if (at->kind == LANE_MUX) {
            out_puts(w->out, " : ");
            signal(w, at->c, stage);
        }
        out_puts(w->out, ";\n");
    }
}

/* Is a signal in the register behind a stage? */
static bool is_kept(const StepWriter *w, uint32_t g, uint32_t stage)
{
    return w->s->map->used[g] && w->s->stage[g] <= stage && w->s->last[g] > stage && !lut_delayed(w->s, g, stage + 1);
}

/* The register behind a stage: what it keeps is written highest bit first. */
static void boundary(StepWriter *w, uint32_t stage)
{
    uint32_t n = 0, *place = ARENA_ARRAY(w->arena, uint32_t, w->ngate);
    for (uint32_t g = 1; g < w->ngate; g++)
        if (is_kept(w, g, stage))
            place[g] = n++;
    if (n) {
        out_printf(w->out, "    reg [%u:0] s%u;\n    always @(posedge clk)\n        s%u <= {", n - 1, stage + 1, stage + 1);
        for (uint32_t g = w->ngate, i = 0; g-- > 1;)
            if (is_kept(w, g, stage)) {
                out_puts(w->out, !i ? "" : i % 10 ? ", " : ",\n            ");
                signal(w, 2 * g, stage);
                i++;
            }
        out_puts(w->out, "};\n");
    }
    memcpy(w->place, place, w->ngate * sizeof *place);
}

/* What goes into block memory in a stage. */
static void delays(const StepWriter *w, uint32_t stage)
{
    for (uint32_t i = 0; i < w->s->ndelay; i++) {
        const LutDelay *d = &w->s->delay[i];
        if (d->from != stage)
            continue;
        out_printf(w->out, "    assign now%u[%u] = ", d->memory, d->bit);
        signal(w, 2 * d->gate, stage);
        out_puts(w->out, ";\n");
    }
}

static void memories(const StepWriter *w, const char *ident)
{
    for (uint32_t i = 0; i < w->s->ndelay; i++) {
        const LutDelay *d = &w->s->delay[i];
        if (i + 1 < w->s->ndelay && w->s->delay[i + 1].memory == d->memory)
            continue; /* the last bit of each */
        out_printf(w->out, "    wire [%u:0] now%u, later%u;\n", d->bit, d->memory, d->memory);
        out_printf(w->out, "    %s_delay #(.WIDTH(%u), .CLOCKS(%u)) delay%u (.clk(clk), .clock(clock), .now(now%u), .later(later%u));\n", ident, d->bit + 1,
                   d->to - d->from, d->memory, d->memory, d->memory);
    }
}

/* What is chosen in a stage is told behind it. */
static void choices(const StepWriter *w, uint32_t stage)
{
    for (size_t i = 0; i < w->net->out.n; i++) {
        const LaneOutput *o = &w->net->out.at[i];
        if (o->bank != BANK_CHOSEN || (o->edge >> 1 ? w->s->stage[o->edge >> 1] : 0) != stage)
            continue;
        out_printf(w->out, "    assign chosen[%u] = ", o->at);
        signal(w, o->edge, stage + 1);
        out_puts(w->out, ";\n");
    }
}

static void results(const StepWriter *w)
{
    static const char *const name[NBANK] = {[BANK_STATE] = "next", [BANK_TALLY] = "row"};
    for (size_t i = 0; i < w->net->out.n; i++) {
        const LaneOutput *o = &w->net->out.at[i];
        if (o->bank == BANK_CHOSEN)
            continue;
        if (o->bank == BANK_FOUND && o->at < ENGINE_BEYOND)
            out_printf(w->out, "    assign %s = ", engine_found[o->at]);
        else if (o->bank == BANK_FOUND)
            out_printf(w->out, "    assign extra[%u] = ", o->at - ENGINE_BEYOND);
        else
            out_printf(w->out, "    assign %s[%u] = ", name[o->bank], o->at);
        signal(w, o->edge, w->s->nstage);
        out_puts(w->out, ";\n");
    }
    if (!w->e->nchosen)
        out_puts(w->out, "    assign chosen = 1'b0;\n");
}

static void ports(const StepWriter *w)
{
    const Engine *e = w->e;
    uint32_t random = e->nrandom ? e->nrandom : 1;
    out_puts(w->out, "    input  wire clk,\n");
    if (w->s->ndelay)
        out_puts(w->out, "    input  wire [3:0] clock,\n");
    out_puts(w->out, "    input  wire live,\n    input  wire fresh,\n    input  wire ranks,\n");
    out_printf(w->out, "    input  wire [%u:0] state,\n    input  wire [%u:0] root,\n", e->plan->frame.nword - 1, e->nroot - 1);
    out_printf(w->out, "    input  wire [%u:0] random,\n", random - 1);
    out_printf(w->out, "    output wire [%u:0] next,\n    output wire moved,\n    output wire flooding,\n    output wire done,\n    output wire [%u:0] row,\n    output wire [%u:0] extra,\n    output wire [%u:0] chosen\n",
               e->plan->frame.nword - 1, e->nrowbit - 1, e->nbeyond - 1, e->nchosen ? e->nchosen - 1 : 0);
}

void verilog_step(const VerilogInput *in, VerilogTree *tree)
{
    const Engine *e = in->engine;
    Arena *arena = arena_beside(tree->arena);
    StepWriter w = {.e = e, .s = e->stages, .net = e->net, .ngate = (uint32_t)e->net->gate.n, .arena = arena};
    w.place = ARENA_ARRAY(arena, uint32_t, w.ngate);
    w.needed = ARENA_ARRAY(arena, bool, w.ngate);
    w.out = verilog_file(tree, "rtl/%s_step.v", in->ident);
    verilog_head(in, "step", "a move in every phase of the turn, in stages. A context is a position with what counts its\n"
                 "// rounds; `fresh`: it begins again at `root`; `live`: it plays; `ranks`, which is still while anything plays: the random bits say\n// which move, and one is made at most. `moved`: its move is complete;\n// `flooding`: it made one, and floods go round, a step a lap; `done`: its game is over, as `row` says; `chosen`:\n// which move, as numbers of circuit.json's choices, behind the stage that finds it, 0 where none is made", w.out);
    out_printf(w.out, "// %u stages of %u tables of %u inputs at most, one behind the other; random[i] is of the context that is in the\n"
               "// stage that circuit.json names.\n`default_nettype none\nmodule %s_step (\n", e->stages->nstage, e->stages->depth,
               e->inputs, in->ident);
    ports(&w);
    out_puts(w.out, ");\n");
    memories(&w, in->ident);
    for (uint32_t k = 0; k < e->stages->nstage; k++) {
        out_printf(w.out, "    // stage %u\n", k);
        gates(&w, k);
        delays(&w, k);
        boundary(&w, k);
        choices(&w, k);
    }
    results(&w);
    out_puts(w.out, "    wire _unused = &{1'b0, live, fresh, ranks, state, root, random};\nendmodule\n`default_nettype wire\n");
    arena_free(arena);
}
