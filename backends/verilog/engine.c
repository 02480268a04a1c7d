/* engine.c - see engine.h. */
#include <math.h>
#include <string.h>

#include "backends/verilog/model.h"
#include "backends/verilog/size.h"

enum { FRESH_DEPTH = 1, ANY_VALUE = -2 };

/* ---- nets put together ----------------------------------------------------------------- */

/* What stands for the inputs of a net that is copied into another one. */
typedef struct {
    const LaneEdge *bank[NBANK]; /* NULL: the input of the same name */
    uint32_t random;             /* where its random words begin */
} Inputs;

static LaneEdge input_of(LaneNet *to, const Inputs *in, const LaneGate *g)
{
    LaneBank bank = (LaneBank)g->a;
    if (in->bank[bank])
        return in->bank[bank][g->b];
    return lane_input(to, bank, bank == BANK_RANDOM ? in->random + g->b : g->b);
}

/* By gate of `from`: its edge in `to`. */
static LaneEdge *graft(LaneNet *to, const LaneNet *from, const Inputs *in)
{
    LaneEdge *map = ARENA_ARRAY(to->arena, LaneEdge, from->gate.n);
#define AT(e) (map[(e) >> 1] ^ ((e)&1))
    for (size_t i = 1; i < from->gate.n; i++) {
        const LaneGate *g = &from->gate.at[i];
        map[i] = g->kind == LANE_INPUT ? input_of(to, in, g)
                 : g->kind == LANE_AND ? lane_and(to, AT(g->a), AT(g->b))
                 : g->kind == LANE_XOR ? lane_xor(to, AT(g->a), AT(g->b))
                                       : lane_mux(to, AT(g->a), AT(g->b), AT(g->c));
    }
    return map;
}

static LaneEdge *outputs(LaneNet *to, const LaneNet *from, LaneBank bank, const LaneEdge *map)
{
    LaneEdge *out = ARENA_ARRAY(to->arena, LaneEdge, lane_net_bank(from, bank) + 1);
    for (size_t i = 0; i < from->out.n; i++)
        if (from->out.at[i].bank == bank)
            out[from->out.at[i].at] = AT(from->out.at[i].edge);
#undef AT
    return out;
}

/* A game that ends in a phase took so many moves beyond its whole rounds, the last one of which is counted already: as
 * many as come before, and, where it ends by a move of this phase, one. */
static void count_beyond(const Engine *e, LaneNet *net, const LaneEdge *here, uint32_t phase, LaneEdge *beyond)
{
    const LaneFound *f = &e->plan->found;
    LaneEdge moved = here[f->cut], stuck = lane_and(net, here[f->done], lane_not(moved));
    for (uint32_t b = 0; b < e->nbeyond; b++) {
        if ((phase + 1) % e->plan->frame.nphase >> b & 1)
            beyond[b] = lane_or(net, beyond[b], moved);
        if (phase >> b & 1)
            beyond[b] = lane_or(net, beyond[b], stuck);
    }
}

/* The numbers of what is chosen in a phase, as they are known there. */
static void tell_choice(Engine *e, LaneNet *net, const LaneStep *step, const LaneEdge *map)
{
    for (uint32_t k = 0; k < lane_groups(e->game); k++)
        for (uint32_t b = 0; b < step->number[k].n; b++)
            lane_output(net, BANK_CHOSEN, e->nchosen++, map[step->number[k].bit[b] >> 1] ^ (step->number[k].bit[b] & 1));
}

uint32_t engine_goods(const Engine *e, uint32_t phase)
{
    uint32_t choosing = 0, groups = lane_groups(e->game);
    for (uint32_t k = 0; k < groups; k++)
        choosing += e->plan->step[phase]->digits[k] > 0;
    return choosing > 1 ? groups - 1 : 0;
}

/* All phases; where LIVE_RANKS holds a context stops after one move, but for asking whether it is over then.  What each finds is
 * put together, as a game ends in one of them only. */
static LaneEdge *chain_phases(Engine *e, LaneNet *net, LaneEdge **found, LaneEdge *beyond, LaneEdge *moved, LaneEdge *flooding)
{
    const LanePlan *plan = e->plan;
    LaneEdge *state = NULL, ranks = lane_input(net, BANK_LIVE, LIVE_RANKS);
    LaneEdge live[NLIVE] = {lane_input(net, BANK_LIVE, LIVE_PLAYS), lane_input(net, BANK_LIVE, LIVE_FRESH), ranks, LANE_FALSE};
    live[LIVE_STAYS] = lane_and(net, ranks, lane_not(live[LIVE_FRESH]));
    LaneEdge good[LANE_PHASES * LANE_ROLES];
    *found = ARENA_ARRAY(net->arena, LaneEdge, plan->found.nword + 1);
    for (uint32_t q = 0; q < plan->frame.nphase; q++) {
        Inputs in = {.bank = {[BANK_STATE] = state, [BANK_LIVE] = live}, .random = e->nrandom};
        const LaneNet *from = plan->step[q]->net;
        LaneEdge *map = graft(net, from, &in), acc = plan->step[q]->acc;
        state = outputs(net, from, BANK_STATE, map);
        const LaneEdge *here = outputs(net, from, BANK_FOUND, map);
        for (uint32_t i = 0; i < plan->found.nword; i++)
            (*found)[i] = lane_or(net, (*found)[i], here[i]);
        count_beyond(e, net, here, q, beyond);
        acc = map[acc >> 1] ^ (acc & 1);
        *flooding = map[plan->step[q]->flooding >> 1] ^ (plan->step[q]->flooding & 1); /* in games of one phase only */
        tell_choice(e, net, plan->step[q], map);
        for (uint32_t k = 1; k <= engine_goods(e, q); k++)
            good[e->ngood++] = map[plan->step[q]->good[k] >> 1] ^ (plan->step[q]->good[k] & 1);
        live[LIVE_PLAYS] = lane_and(net, live[LIVE_PLAYS], lane_not(here[plan->found.done]));
        LaneEdge stop = lane_and(net, ranks, acc);
        live[LIVE_STAYS] = lane_or(net, live[LIVE_STAYS], stop);
        *moved = lane_or(net, *moved, map[plan->step[q]->moved >> 1] ^ (plan->step[q]->moved & 1));
        live[LIVE_FRESH] = LANE_FALSE;
        e->nrandom += plan->step[q]->nrandom;
    }
    for (uint32_t i = 0; i < e->ngood; i++)
        lane_output(net, BANK_CHOSEN, e->nchosen++, good[i]);
    return state;
}

/* Where moves are given, each group of roles has a number, as wide as any phase draws. */
static void number_picks(Engine *e, Arena *arena)
{
    const LanePlan *plan = e->plan;
    uint32_t first[LANE_ROLES] = {0}, base = 0;
    e->npick = lane_groups(e->game);
    e->pick_of = ARENA_ARRAY(arena, uint32_t, e->nrandom + 1);
    for (uint32_t k = 0; k < e->npick; k++) {
        for (uint32_t q = 0; q < plan->frame.nphase; q++)
            e->pick_bits[k] = plan->step[q]->digits[k] > e->pick_bits[k] ? plan->step[q]->digits[k] : e->pick_bits[k];
        first[k] = e->npickbit;
        e->npickbit += e->pick_bits[k];
    }
    for (uint32_t q = 0; q < plan->frame.nphase; base += plan->step[q++]->nrandom)
        for (uint32_t k = 0; k < e->npick; k++) {
            uint32_t end = k + 1 < e->npick ? plan->step[q]->first_random[k + 1] : plan->step[q]->nrandom;
            for (uint32_t i = plan->step[q]->first_random[k]; i < end; i++)
                e->pick_of[base + i] = first[k] + (i - plan->step[q]->first_random[k]) % plan->step[q]->digits[k];
        }
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* Does a row of the tally belong to a group, and to which?  Rows of all roles belong to every one. */
static bool in_group(const Engine *e, uint32_t row, uint32_t group)
{
    const int32_t *value = e->plan->rows.value + (size_t)row * e->game->nrole;
    return e->plan->rows.joint || value[group] != ANY_VALUE;
}

static void put_rows(Engine *e, LaneNet *net, const LaneEdge *row, LaneEdge cut)
{
    const LaneRows *rows = &e->plan->rows;
    e->ngroup = rows->joint ? 1 : e->game->nrole;
    e->group = ARENA_ARRAY(net->arena, EngineGroup, e->ngroup);
    for (uint32_t k = 0; k < e->ngroup; k++) {
        EngineGroup *group = &e->group[k];
        LaneEdge *in = ARENA_ARRAY(net->arena, LaneEdge, rows->nrow + 1);
        LaneEdge *bit = ARENA_ARRAY(net->arena, LaneEdge, rows->nrow + 1);
        group->value = ARENA_ARRAY(net->arena, const int32_t *, rows->nrow + 1);
        for (uint32_t r = 0; r < rows->nrow; r++)
            if (in_group(e, r, k)) {
                in[group->nrow] = row[r];
                group->value[group->nrow++] = rows->value + (size_t)r * e->game->nrole;
            }
        in[group->nrow++] = cut;
        while (UINT32_C(1) << group->nbit < group->nrow)
            group->nbit++;
        for (uint32_t b = 0; b < group->nbit; b++) {
            uint32_t n = 0;
            for (uint32_t r = 0; r < group->nrow; r++)
                if (r >> b & 1)
                    bit[n++] = in[r];
            lane_output(net, BANK_TALLY, e->nrowbit++, lane_any(net, bit, n));
        }
    }
}

const char *const engine_found[] = {[ENGINE_DONE] = "done", [ENGINE_MOVED] = "moved", [ENGINE_FLOODING] = "flooding"};

static LaneNet *put_together(Engine *e, Arena *arena)
{
    LaneNet *net = lane_net_new(arena);
    LaneEdge beyond[LANE_PHASES] = {0}, moved = LANE_FALSE, flooding = LANE_FALSE, *found;
    LaneEdge *state = chain_phases(e, net, &found, beyond, &moved, &flooding);
    for (uint32_t i = 0; i < e->plan->frame.nword; i++)
        lane_output(net, BANK_STATE, i, state[i]);
    lane_output(net, BANK_FOUND, ENGINE_DONE, found[e->plan->found.done]);
    for (uint32_t b = 0; b < e->nbeyond; b++)
        lane_output(net, BANK_FOUND, ENGINE_BEYOND + b, beyond[b]);
    lane_output(net, BANK_FOUND, ENGINE_MOVED, moved);
    lane_output(net, BANK_FOUND, ENGINE_FLOODING, flooding);
    Inputs in = {.bank = {[BANK_FOUND] = found}};
    const LaneEdge *map = graft(net, e->plan->tally, &in);
    put_rows(e, net, outputs(net, e->plan->tally, BANK_TALLY, map), found[e->plan->found.cut]);
    return lane_net_tidy(net, arena);
}

/* Cells of the buses, and of what stands around the step in each engine. */
enum { CELLS_AROUND = 1050, CELLS_ENGINE = 200 };

static uint32_t beside(const EngineOptions *o)
{
    enum { SEVERAL = 4 }; /* where their number is not known yet */
    return CELLS_ENGINE + CELLS_AROUND / (o->nengine ? o->nengine : SEVERAL);
}

/* A circuit for each phase, or one for all; `small`: fewer draws where that takes fewer cells. */
typedef struct {
    bool phases, small;
} EngineWay;

static Engine *assemble(const BitsGame *game, const EngineOptions *options, EngineWay way, Arena *arena, const char **why)
{
    const LaneOptions lanes = {.seed = 1, .phases = way.phases ? 0 : 1, .ranks = true, .late = true, .floods = true, .flat = true,
                               .beside = way.small ? 0 : beside(options)};
    LanePlan *plan = lane_plan(game, &lanes, arena, why);
    if (!plan)
        return NULL;
    Engine *e = ARENA_NEW(arena, Engine);
    *e = (Engine){.game = game, .plan = plan, .inputs = options->inputs, .nroot = plan->frame.round_at};
    e->nbeyond = plan->frame.nphasebit ? plan->frame.nphasebit : 1;
    e->whole = put_together(e, arena);
    number_picks(e, arena);
    e->net = lane_net_balance(e->whole, arena);
    return e;
}

/* ---- what it is worth --------------------------------------------------------------------- */

/* Nanoseconds of a clock: of the buses alone, and for each table one behind the other.
 * Beyond `cells_near` what belongs together stands further apart: with `cells_far` more a table takes
 * twice as long.  Fitted to games placed on iCE40 HX8K: they tell what is better, not how fast it is. */
static const double least_clock = 8.7, clock_base = 3.0, clock_table = 1.07, cells_near = 3000, cells_far = 6000;
enum { MOST_ENGINES = 64 };
/* How much of a device can be filled so that wires still find their ways; beyond which share tables are to be few rather than fast. */
static const double fill = 0.92, crowd = 0.85;

static double engine_cells(const Engine *e) { return CELLS_ENGINE + e->plan->frame.nword + (double)e->stages->ncell; }
static double cells(const Engine *e) { return CELLS_AROUND + e->nengine * engine_cells(e); }

/* Engine `e` as one of so many, of which each has its share of the device's memories. */
static Engine one_of(const Engine *e, const EngineOptions *o, uint32_t nengine, Arena *arena)
{
    uint32_t taken = engine_bus_memories(e) + nengine * engine_queue_memories(e);
    LutStages *s = arena_copy(arena, e->stages, sizeof *s);
    lut_delay(s, o->memories > taken ? (o->memories - taken) / nengine : 0, arena);
    Engine one = *e;
    one.stages = s;
    one.nengine = nengine;
    return one;
}

/* As many as are asked for, or as many as a device holds. */
static Engine place_engines(const Engine *e, const EngineOptions *o, Arena *arena)
{
    Engine best = one_of(e, o, o->nengine ? o->nengine : 1, arena);
    for (uint32_t n = 2; !o->nengine && o->room && n <= MOST_ENGINES; n++) {
        Engine more = one_of(e, o, n, arena);
        if (cells(&more) > fill * o->room)
            break;
        best = more;
    }
    return best;
}

/* Moves a nanosecond of all engines; where their number is given, for a cell. */
static double worth(const Engine *e, const EngineOptions *o)
{
    const LanePlan *plan = e->plan;
    double far = cells(e) > cells_near ? (cells(e) - cells_near) / cells_far : 0;
    double moves = 0, clock = clock_base + clock_table * (1 + far) * e->stages->deepest;
    double length = plan->sampled_games ? (double)plan->sampled_moves / plan->sampled_games : HUGE_VAL;
    for (uint32_t q = 0; q < plan->frame.nphase; q++)
        moves += plan->active[q];
    if (plan->sampled_games)
        moves *= length / (length + 1);
    moves /= clock > least_clock ? clock : least_clock;
    return moves * e->nengine / (o->nengine ? cells(e) : 1);
}

typedef struct {
    const EngineOptions *options;
    VEC(Engine *) all;
} Trade;

/* Looks at all depths, or at the one that is asked for. */
static void cut(Trade *t, const Engine *engine, Arena *arena)
{
    static const uint8_t depths[] = {3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64};
    const EngineOptions *o = t->options;
    const uint32_t least = 2; /* contexts go round in a register of their own */
    const LutMap *map = lut_map(engine->net, o->inputs, arena);
    for (size_t i = 0; i < (o->depth ? 1 : sizeof depths); i++) {
        Engine *e = arena_copy(arena, engine, sizeof *engine);
        e->stages = lut_stages(map, o->nstage > least ? o->nstage : least, o->depth ? o->depth : depths[i], FRESH_DEPTH, arena);
        *e = place_engines(e, o, arena);
        vec_push(arena, &t->all, e);
    }
}

/* Has it the contexts that were asked for, and does the device hold it? */
static bool suits(const Trade *t, const Engine *e)
{
    const EngineOptions *o = t->options;
    return (!o->nstage || e->stages->nstage <= o->nstage) && (!o->room || cells(e) <= fill * o->room);
}

/* The smallest of those that are worth about as much as the best; the smallest of all where none suits. */
static Engine *choice(const Trade *t)
{
    static const double about = 0.9;
    double most = 0;
    Engine *best = NULL;
    for (size_t i = 0; i < t->all.n; i++)
        most = suits(t, t->all.at[i]) && worth(t->all.at[i], t->options) > most ? worth(t->all.at[i], t->options) : most;
    for (size_t i = 0; i < t->all.n; i++) {
        Engine *e = t->all.at[i];
        bool good = most <= 0 || (suits(t, e) && worth(e, t->options) >= about * most);
        best = good && (!best || cells(e) < cells(best)) ? e : best;
    }
    return best;
}

/* More engines than it takes to end a game whenever one can be counted are of no use. */
static void drop_idle(Engine *e, Arena *arena)
{
    enum { GAMES = 500 };
    uint32_t most = e->nengine;
    e->nengine = 1;
    EngineCount c = engine_model(e, 1, GAMES, arena);
    uint64_t use = (c.clocks + (uint64_t)ENGINE_COUNT_CLOCKS * GAMES - 1) / ((uint64_t)ENGINE_COUNT_CLOCKS * GAMES); /* clocks a game of one */
    e->nengine = use < most ? (uint32_t)use : most;
}

static bool is_crowded(const Engine *e, const EngineOptions *o) { return o->room && CELLS_AROUND + engine_cells(e) > crowd * o->room; }

Engine *engine_make(const BitsGame *game, const EngineOptions *options, Arena *arena, const char **why)
{
    static const EngineWay ways[] = {{true, false}, {true, true}, {false, false}};
    Trade t = {.options = options};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        EngineWay way = {ways[i].phases && options->phases, ways[i].small};
        if (i && (way.small ? !is_crowded(choice(&t), options) : options->depth || t.all.at[0]->plan->frame.nphase < 2))
            continue;
        const Engine *one = assemble(game, options, way, arena, why);
        if (!one)
            return NULL;
        cut(&t, one, arena);
    }
    Engine *best = choice(&t);
    best->crowded = is_crowded(best, options);
    if (!options->nengine)
        drop_idle(best, arena);
    return best;
}
