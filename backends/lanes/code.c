/* code.c - circuits as operations in parts, see code.h. */
#include "backends/lanes/code.h"

/* Where words are made and needed. */
static void find_uses(LaneParts *p)
{
    const LaneNet *net = p->link.net;
    for (uint32_t i = 0; i < p->cells.n; i++) {
        const LaneCell *c = &p->cells.cell[i];
        p->made[c->gate] = lane_part_of(p, i);
        for (uint32_t k = 0; k < c->n; k++)
            p->last[c->in[k]] = lane_part_of(p, i);
    }
    for (uint32_t i = 0; i < net->out.n; i++) {
        uint32_t gate = net->out.at[p->cells.order[i]].edge >> 1, at = p->cells.step[i] ? p->cells.step[i] - 1 : 0;
        if (lane_part_of(p, at) > p->last[gate])
            p->last[gate] = lane_part_of(p, at);
    }
}

static LaneParts parts_of(LaneLink link, const LaneTarget *target, Arena *arena)
{
    size_t gates = link.net->gate.n;
    LaneParts p = {.link = link, .cells = lane_cells(link.net, target->ternary, arena)};
    p.nparts = p.cells.n / LANE_PART + (p.cells.n % LANE_PART > LANE_PART / 2 || p.cells.n < LANE_PART);
    p.made = ARENA_ARRAY(arena, uint32_t, gates);
    p.last = ARENA_ARRAY(arena, uint32_t, gates);
    p.hand = ARENA_ARRAY(arena, uint32_t, gates);
    find_uses(&p);
    uint32_t *until = ARENA_ARRAY(arena, uint32_t, gates + 1); /* a place is taken up to this part */
    for (uint32_t i = 0; i < p.cells.n; i++) {
        uint32_t gate = p.cells.cell[i].gate, at = 0;
        if (p.last[gate] <= p.made[gate])
            continue;
        while (at < p.nhand && until[at] >= p.made[gate])
            at++;
        p.nhand += at == p.nhand;
        until[at] = p.last[gate];
        p.hand[gate] = at;
    }
    return p;
}

LaneCode lane_code(const LaneNet *net, const LaneTarget *target, Arena *arena)
{
    LaneCode code = {.n = 1};
    LaneLink whole = {.net = (LaneNet *)net};
    LaneChain chain = {1, 0, &whole};
    for (size_t k = 0; k < net->loop.n; k++)
        code.loops |= net->loop.at[k].nvar > 0;
    if (code.loops)
        chain = lane_chain(net, arena);
    code.n = chain.n;
    code.nhand = code.loops ? chain.nhand + 1 : 0;
    code.parts = ARENA_ARRAY(arena, LaneParts, chain.n);
    for (uint32_t k = 0; k < chain.n; k++) {
        code.parts[k] = parts_of(chain.link[k], target, arena);
        code.parts[k].changed = chain.nhand;
    }
    return code;
}

static ludc_lanes_shape shape_of(const LanePlan *p)
{
    ludc_lanes_shape s = {.nword = p->frame.nword, .nfound = p->found.nword, .nrow = p->rows.nrow,
                          .nphase = p->frame.nphase, .nphasebit = p->frame.nphasebit, .nround = p->frame.nroundbit,
                          .cut = p->found.cut, .stuck = p->found.stuck, .round = p->found.round,
                          .phase = p->found.phase, .phase_at = p->frame.phase_at, .late = p->ways.late};
    for (uint32_t q = 0; q < p->frame.nphase; q++)
        s.nrandom = p->step[q]->nrandom > s.nrandom ? p->step[q]->nrandom : s.nrandom;
    return s;
}

LaneProgram *lane_program(const LanePlan *plan, const LaneTarget *target, Arena *arena)
{
    LaneProgram *p = ARENA_NEW(arena, LaneProgram);
    *p = (LaneProgram){.name = plan->game->name, .target = *target, .shape = shape_of(plan)};
    for (uint32_t q = 0; q < p->shape.nphase; q++) {
        const LaneNet *net = plan->net[q];
        p->step[q] = lane_code(net, target, arena);
        p->nrandom[q] = plan->step[q]->nrandom;
        p->pends[q] = ARENA_ARRAY(arena, uint8_t, p->shape.nfound + 1);
        for (size_t i = 0; i < net->out.n; i++)
            if (net->out.at[i].bank == BANK_FOUND)
                p->pends[q][net->out.at[i].at] = net->out.at[i].edge != LANE_FALSE;
    }
    p->tally = lane_code(plan->tally, target, arena);
    return p;
}

LaneProgram *lane_program_forced(const BitsGame *game, const LaneTarget *target, Arena *arena)
{
    LaneProgram *p = ARENA_NEW(arena, LaneProgram);
    LaneCode *code = ARENA_NEW(arena, LaneCode);
    *code = lane_code(lane_net_tidy(lane_forced(game, arena), arena), target, arena);
    *p = (LaneProgram){.name = game->name, .target = *target, .forced = code};
    return p;
}
