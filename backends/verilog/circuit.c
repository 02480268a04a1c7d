/* circuit.c - circuit.json: what the ports of the circuit mean. */
#include "backends/verilog/write.h"
#include "base/escape.h"
#include "runtime/reading.h"

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

/* ---- the engine ------------------------------------------------------------------------ */

/* What a row says, role by role: a payoff, or null where there is no value that counts. */
static void row(const VerilogInput *in, const int32_t *value, Out *out)
{
    if (!value) {
        out_puts(out, "\"cut off\"");
        return;
    }
    for (uint32_t r = 0; r < in->game->nrole; r++) {
        out_puts(out, r ? ", " : "[");
        if (value[r] < 0)
            out_puts(out, value[r] == -3 ? "\"stuck\"" : "null");
        else
            out_printf(out, "%.9g", ludc_value_payoff(in->game->joint, in->game->nrole, value[r]));
    }
    out_char(out, ']');
}

static void rows(const VerilogInput *in, Out *out)
{
    const Engine *e = in->engine;
    out_puts(out, "    \"rows\": [");
    for (uint32_t k = 0; k < e->ngroup; k++) {
        out_puts(out, k ? ", [" : "[");
        for (uint32_t r = 0; r < e->group[k].nrow; r++) {
            out_puts(out, r ? ", " : "");
            row(in, e->group[k].value[r], out);
        }
        out_char(out, ']');
    }
    out_puts(out, "],\n");
}

/* Where state bits stand in a context's words; a bit that only says whose turn it is stands in none, but in `phase`. */
static void places(const Engine *e, Out *out)
{
    const LaneFrame *f = &e->plan->frame;
    out_puts(out, "    \"places\": [");
    for (uint32_t i = 0; i < e->game->nstate; i++)
        out_printf(out, f->place[i] < 0 ? "%snull" : "%s%d", i ? ", " : "", f->place[i]);
    out_printf(out, "],\n    \"phase\": {\"first\": %u, \"bits\": %u, \"known\": [", f->phase_at, f->nphasebit);
    for (uint32_t q = 0; q < f->nphase; q++) {
        out_puts(out, q ? ", [" : "[");
        for (uint32_t i = 0, n = 0; i < e->game->nstate; i++)
            if (f->place[i] < 0)
                out_printf(out, "%s[%u, %d]", n++ ? ", " : "", i, f->known[q][i]);
        out_char(out, ']');
    }
    out_puts(out, "]},\n");
}

/* By phase and by who chooses: the move of each number that discovery tells. */
static void choices(const Engine *e, Out *out)
{
    out_puts(out, "    \"choices\": [");
    for (uint32_t q = 0; q < e->plan->frame.nphase; q++) {
        out_puts(out, q ? ", [" : "[");
        for (uint32_t k = 0; k < lane_groups(e->game); k++) {
            const LaneStep *step = e->plan->step[q];
            out_puts(out, k ? ", [" : "[");
            for (uint32_t i = 0; i < step->nnumber[k]; i++)
                if (step->slot_of[k][i] == LANE_NO_WORD)
                    out_puts(out, i ? ", null" : "null");
                else
                    out_printf(out, "%s%u", i ? ", " : "", step->slot_of[k][i]);
            out_char(out, ']');
        }
        out_char(out, ']');
    }
    out_puts(out, "],\n");
}

static void random_stages(const Engine *e, Out *out)
{
    const LaneNet *net = e->net;
    out_puts(out, "    \"random\": [");
    for (uint32_t i = 0; i < e->nrandom; i++) {
        uint32_t g = 1;
        while (g < net->gate.n && (net->gate.at[g].kind != LANE_INPUT || net->gate.at[g].a != BANK_RANDOM || net->gate.at[g].b != i))
            g++;
        bool used = g < net->gate.n && e->stages->map->used[g];
        out_printf(out, used ? "%s%u" : "%snull", i ? ", " : "", used ? e->stages->stage[g] : 0);
    }
    out_puts(out, "]\n");
}

static void good_draws(const LanePlan *plan, Out *out)
{
    out_puts(out, "    \"good_draws\": [");
    for (uint32_t q = 0; q < plan->frame.nphase; q++)
        out_printf(out, "%s%.3f", q ? ", " : "", plan->active[q]);
    out_puts(out, "],\n");
}

static void engine(const VerilogInput *in, Out *out)
{
    const Engine *e = in->engine;
    const LutStages *s = e->stages;
    out_printf(out, "  \"engine\": {\n    \"module\": \"%s_engine\", \"inputs\": %u,\n",
               in->ident, e->inputs);
    out_printf(out, "    \"flood_levels\": %u, ", e->plan->frame.floods ? e->plan->frame.floods->nlevel : 0);
    out_printf(out, "\"phases\": %u, \"tables\": %u, \"levels\": %u, \"words\": %u, \"round_bits\": %u,\n",
               e->plan->frame.nphase, s->map->ntable, s->map->depth, e->plan->frame.nword, e->plan->frame.nroundbit);
    rows(in, out);
    places(e, out);
    choices(e, out);
    good_draws(e->plan, out);
    random_stages(e, out);
    out_puts(out, "  },\n");
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
    const LutStages *s = in->engine->stages;
    out_printf(out, ",\n  \"top\": \"%s_reasoner\",\n  \"engines\": %u,\n  \"contexts\": %u,\n  \"stages\": %u,\n  \"depth\": %u,\n  \"registers\": %u,\n  \"word\": %u",
               in->ident, in->engine->nengine, s->nstage, s->nstage, s->depth, s->nregister, in->word);
    if (game->nloop)
        out_puts(out, ",\n  \"core\": null");
    else
        out_printf(out, ",\n  \"core\": \"%s_core\"", in->ident);
    out_printf(out, ",\n  \"joint\": %s,\n  \"gates\": %u,\n", game->joint ? "true" : "false",
               bits_size(game));
    out_puts(out, "  \"roles\": [");
    for (uint32_t r = 0; r < game->nrole; r++) {
        out_puts(out, r ? ", " : "");
        out_json_text(out, in->role ? in->role[r] : arena_printf(tree->arena, "%u", r + 1));
    }
    out_puts(out, "],\n");
    engine(in, out);
    states(in, out);
    moves(in, out);
    goals(in, out);
    out_puts(out, "}\n");
}
