/* plan.c - how each role's moves are chosen in each phase: what costs least a move.
 *
 * 64 lanes are played by the interpreter to see how many moves are legal as a rule; each
 * way to choose is then built, its gates are counted, and its chance of success follows. */
#include "backends/lanes/lanes.h"

#include <string.h>

#include "base/rng.h"

enum { SAMPLE_STEPS = 512, SAMPLE_MOST = 8192, SAMPLE_WORK = 100000000, SAMPLE_GAMES = 256, MOST_LEGAL = 1024, RANDOM_COST = 9 };

typedef struct {
    uint32_t slots;           /* to choose among in the phase */
    uint32_t seen[MOST_LEGAL]; /* how often so many were */
} Census;

typedef struct {
    LanePlan *plan;
    Arena *arena;
    Census *census[LANE_PHASES]; /* by group */
} Planner;

/* ---- the sample -------------------------------------------------------------------- */

typedef struct {
    uint64_t *word, *next, *root, *random, *found, *value;
    uint64_t rng;
} Sample;

static void count_legal(Planner *p, const LaneStep *step, uint32_t phase, const uint64_t *value)
{
#define AT(e) (value[(e) >> 1] ^ (0 - (uint64_t)((e)&1)))
    const BitsGame *g = p->plan->game;
    uint64_t acc = AT(step->acc);
    for (uint32_t lane = 0; lane < 64; lane += 5) {
        uint32_t legal[LANE_ROLES] = {0};
        for (uint32_t i = 0; i < g->nslot; i++)
            legal[lane_group(g, i)] += (uint32_t)(AT(step->legal[i]) >> lane & 1) * g->slot[i].times;
        for (uint32_t r = 0; r < lane_groups(g) && acc >> lane & 1; r++)
            p->census[phase][r].seen[legal[r] < MOST_LEGAL ? legal[r] : MOST_LEGAL - 1]++;
    }
#undef AT
}

static void note_ended(LanePlan *plan, const Sample *s)
{
    const uint64_t *round = s->found + plan->found.round;
    for (uint64_t left = s->found[plan->found.done]; left; left &= left - 1) {
        uint32_t rounds = 1;
        for (uint32_t i = 0; i < plan->frame.nroundbit; i++)
            rounds += (round[i] & left & (0 - left)) ? UINT32_C(1) << i : 0;
        plan->sampled_rounds = rounds > plan->sampled_rounds ? rounds : plan->sampled_rounds;
        plan->sampled_games++;
    }
}

static void sample_step(Planner *p, Sample *s, uint32_t phase)
{
    LanePlan *plan = p->plan;
    const LaneStep *step = plan->step[phase];
    uint64_t live[NLIVE] = {[LIVE_PLAYS] = ~UINT64_C(0), [LIVE_FRESH] = s->found[plan->found.done]};
    for (uint32_t i = 0; i < step->nrandom; i++)
        s->random[i] = rng_next(&s->rng);
    const uint64_t *in[NBANK] = {[BANK_STATE] = s->word, [BANK_ROOT] = s->root, [BANK_RANDOM] = s->random,
                                 [BANK_LIVE] = live};
    uint64_t *out[NBANK] = {[BANK_STATE] = s->next, [BANK_FOUND] = s->found};
    lane_net_eval(step->net, in, out, s->value);
    count_legal(p, step, phase, s->value);
    uint64_t acc = s->value[step->acc >> 1] ^ (0 - (uint64_t)(step->acc & 1));
    note_ended(plan, s);
    for (; acc; acc &= acc - 1)
        plan->sampled_moves++;
    memcpy(s->word, s->next, plan->frame.nword * sizeof *s->word);
}

static void sample(Planner *p, uint64_t seed)
{
    LanePlan *plan = p->plan;
    size_t gates = 0, randoms = 0;
    for (uint32_t q = 0; q < plan->frame.nphase; q++) {
        gates = plan->step[q]->net->gate.n > gates ? plan->step[q]->net->gate.n : gates;
        randoms = plan->step[q]->nrandom > randoms ? plan->step[q]->nrandom : randoms;
    }
#define WORDS(n) ARENA_ARRAY(p->arena, uint64_t, (n) + 1)
    Sample s = {WORDS(plan->frame.nword), WORDS(plan->frame.nword), WORDS(plan->frame.nword), WORDS(randoms),
                WORDS(plan->found.nword), WORDS(gates), seed};
#undef WORDS
    for (uint32_t i = 0; i < plan->game->nstate; i++)
        if (plan->frame.place[i] >= 0)
            s.root[plan->frame.place[i]] = plan->game->init[i] ? ~UINT64_C(0) : 0;
    memcpy(s.word, s.root, plan->frame.nword * sizeof *s.word);
    uint32_t steps = 0;
    uint32_t most = gates < SAMPLE_WORK / SAMPLE_MOST ? SAMPLE_MOST : (uint32_t)(SAMPLE_WORK / gates);
    while (steps < SAMPLE_STEPS || (plan->sampled_games < SAMPLE_GAMES && steps < most))
        sample_step(p, &s, steps++ % plan->frame.nphase);
    if (!plan->sampled_games)
        plan->sampled_rounds = UINT32_C(1) << LANE_ROUND_BITS;
}

/* ---- ways --------------------------------------------------------------------------- */

/* Mean number of steps until a draw is good, if so many moves are legal. */
static double tries_among(const Census *c, const LaneWay *way, uint32_t legal)
{
    double chance = c->slots < 2 ? 1 : lane_way_chance(way, c->slots, legal);
    return 1 / (chance > 1e-6 ? chance : 1e-6);
}

static double tries(const Census *c, const LaneWay *way)
{
    double sum = 0, seen = 0;
    for (uint32_t n = 1; n < MOST_LEGAL; n++) {
        sum += c->seen[n] ? c->seen[n] * tries_among(c, way, n) : 0;
        seen += c->seen[n];
    }
    return seen > 0 ? sum / seen : 1;
}

/* The same where draws are good least often. */
static double most_tries(const Census *c, const LaneWay *way)
{
    double most = 1;
    for (uint32_t n = 1; n < MOST_LEGAL; n++)
        if (c->seen[n] && tries_among(c, way, n) > most)
            most = tries_among(c, way, n);
    return most;
}

static LaneStep *build(Planner *p, uint32_t phase, Arena *arena)
{
    LanePlan *plan = p->plan;
    return lane_step(plan->game, &plan->frame, &plan->found, &plan->ways, phase, arena);
}

/* Operations of a choice among so many slots, of which nothing is known. */
static double way_size(const LaneWay *way, uint32_t slots)
{
    Arena *arena = arena_new();
    LaneNet *net = lane_net_new(arena);
    LaneEdge *legal = ARENA_ARRAY(arena, LaneEdge, slots), *chosen = ARENA_ARRAY(arena, LaneEdge, 2 * slots + 2);
    uint32_t nrandom = 0;
    for (uint32_t i = 0; i < slots; i++)
        legal[i] = lane_input(net, BANK_STATE, i);
    LaneChooser c = {.net = net, .legal = legal, .n = slots, .way = *way, .nrandom = &nrandom};
    lane_draw(&c);
    lane_decode(&c, lane_and(net, c.ok, lane_input(net, BANK_LIVE, 0)), chosen);
    for (uint32_t i = 0; i < slots; i++)
        lane_output(net, BANK_DOES, i, chosen[i]);
    double size = lane_net_size(lane_net_tidy(net, arena)) + RANDOM_COST * (double)nrandom;
    arena_free(arena);
    return size;
}

/* What a move costs if the rest of the step is so large.  The end of a batch waits for the lane that
 * waits longest: that counts a little, too. */
static double price(const Planner *p, const Census *c, const LaneWay *way, double rest)
{
    const double last = 0.005;
    double waits = tries(c, way) - 1 + last * (most_tries(c, way) - 1);
    return (rest + way_size(way, c->slots)) * (1 + p->plan->frame.nphase * waits);
}

static void improve(Planner *p, uint32_t phase, uint32_t group_of, const LaneOptions *options)
{
    static const uint8_t group[] = {8, 12, 16, 24};
    enum { LOOKUPS = 5, RANKS = 3, LOOKUP_SLOTS = 200 };
    const uint32_t ranks = options->beside ? RANKS + 1 : RANKS; /* where more than the step waits, a draw more may be worth it */
    const Census *c = &p->census[phase][group_of];
    LaneWay *way = &p->plan->ways.way[phase][group_of], best = *way;
    if (c->slots < 2)
        return;
    double rest = lane_net_size(p->plan->net[phase]) - way_size(way, c->slots), least;
    rest = (rest > 0 ? rest : 0) + (double)options->beside / p->plan->frame.nphase;
    least = price(p, c, way, rest);
    for (uint32_t i = 0; i < LOOKUPS + ranks * 4; i++) {
        *way = i < LOOKUPS ? (LaneWay){.rounds = (uint8_t)(i + 1)}
                           : (LaneWay){.rank = true, .flat = options->flat, .rounds = (uint8_t)((i - LOOKUPS) / 4 + 1), .group = group[(i - LOOKUPS) % 4]};
        if (!way->rank && c->slots > LOOKUP_SLOTS)
            continue;
        double cost = price(p, c, way, rest);
        if (cost < least) {
            least = cost;
            best = *way;
        }
    }
    *way = best;
}

static void first_ways(Planner *p, bool flat)
{
    enum { FEW = 8 };
    const BitsGame *g = p->plan->game;
    for (uint32_t q = 0; q < p->plan->frame.nphase; q++)
        for (uint32_t r = 0; r < lane_groups(g); r++) {
            uint32_t slots = 0;
            for (uint32_t i = 0; i < g->nslot; i++)
                slots += lane_group(g, i) == r;
            p->plan->ways.way[q][r] = slots <= FEW ? (LaneWay){.rounds = 3} : (LaneWay){.rank = true, .flat = flat, .rounds = 2, .group = 12};
        }
}

static const char *refusal(const BitsGame *g)
{
    if (g->nrole > LANE_ROLES)
        return "it has too many roles";
    if (!g->nslot || !g->nstate)
        return "it has no moves or no state";
    if (g->over == BITS_FALSE)
        return "none of its games ends";
    return NULL;
}

static void build_all(Planner *p, Arena *arena)
{
    LanePlan *plan = p->plan;
    for (uint32_t q = 0; q < plan->frame.nphase; q++) {
        plan->step[q] = build(p, q, arena);
        plan->net[q] = lane_net_tidy(plan->step[q]->net, arena);
    }
}

/* Steps that a game takes for each move, where it is seen to be over a step later: it waits for its first phase, too. */
static double steps_a_move(const LanePlan *plan)
{
    const double moves = plan->sampled_games ? (double)plan->sampled_moves / plan->sampled_games : 1;
    return plan->ways.late ? (moves + plan->frame.nphase) / moves : 1;
}

/* Operations of all phases for a move, but for those that wait. */
static double form_cost(Planner *p)
{
    enum { KEEP = 6 }; /* operations for a word that is kept of the last position */
    LanePlan *plan = p->plan;
    Arena *arena = arena_beside(p->arena);
    plan->found = lane_found(plan->game, &plan->frame, plan->ways.last, arena);
    build_all(p, arena);
    double cost = 0;
    for (uint32_t q = 0; q < plan->frame.nphase; q++)
        cost += lane_net_size(plan->net[q]) + RANDOM_COST * (double)plan->step[q]->nrandom;
    cost += plan->ways.last ? KEEP * (double)(plan->found.nword - plan->found.goal) * plan->frame.nphase : 0;
    arena_free(arena);
    return cost * steps_a_move(plan);
}

/* What circuits may do or not: one after the other, as long as it takes fewer operations. */
static void choose_form(Planner *p, bool from_start)
{
    LaneWays *ways = &p->plan->ways;
    bool *const form[] = {&ways->last, &ways->context, &ways->align, &ways->late};
    const uint32_t n = from_start ? 4 : 3;
    double least = form_cost(p);
    for (uint32_t i = 0; i < n; i++) {
        *form[i] = true;
        const double cost = form_cost(p);
        *form[i] = cost < least;
        least = cost < least ? cost : least;
    }
}

/* Enough bits for games four times as long as the longest that was seen. */
static void set_rounds(LanePlan *plan, uint32_t least)
{
    uint32_t bits = least;
    while (bits < LANE_ROUND_BITS && UINT32_C(1) << bits < 4 * plan->sampled_rounds)
        bits++;
    lane_frame_rounds(&plan->frame, bits);
}

LanePlan *lane_plan(const BitsGame *game, const LaneOptions *options, Arena *arena, const char **why)
{
    if ((*why = refusal(game)))
        return NULL;
    LanePlan *plan = ARENA_NEW(arena, LanePlan);
    const LaneFloods *floods = options->floods ? lane_floods(game, arena, why) : NULL;
    if (*why)
        return NULL;
    *plan = (LanePlan){.game = game, .frame = lane_frame(game, options->phases ? options->phases : LANE_PHASES, floods, arena)};
    plan->found = lane_found(game, &plan->frame, false, arena);
    plan->ways.ranks = options->ranks;
    plan->ways.late = options->late;
    plan->ways.from_start = options->from_start;
    Planner p = {.plan = plan, .arena = arena_beside(arena)};
    first_ways(&p, options->flat);
    for (uint32_t q = 0; q < plan->frame.nphase; q++) {
        p.census[q] = ARENA_ARRAY(p.arena, Census, game->nrole);
        plan->step[q] = build(&p, q, p.arena);
        plan->net[q] = lane_net_tidy(plan->step[q]->net, p.arena);
        for (uint32_t r = 0; r < lane_groups(game); r++)
            p.census[q][r].slots = plan->step[q]->nplace[r];
    }
    sample(&p, options->seed);
    set_rounds(plan, options->round_bits);
    for (uint32_t q = 0; q < plan->frame.nphase; q++) {
        double wait = 1;
        for (uint32_t r = 0; r < lane_groups(game); r++) {
            improve(&p, q, r, options);
            wait *= tries(&p.census[q][r], &plan->ways.way[q][r]);
        }
        plan->active[q] = 1 / wait;
    }
    if (!options->late)
        choose_form(&p, options->from_start);
    plan->found = lane_found(game, &plan->frame, plan->ways.last, arena);
    build_all(&p, arena);
    plan->tally = lane_net_tidy(lane_tally(game, &plan->found, &plan->rows, arena), arena);
    arena_free(p.arena);
    return plan;
}

double lane_plan_cost(const LanePlan *plan, uint32_t lanes)
{
    double gates = 0, wait = 0, phases = plan->frame.nphase;
    for (uint32_t q = 0; q < plan->frame.nphase; q++) {
        gates += lane_net_size(plan->net[q]) + RANDOM_COST * (double)plan->step[q]->nrandom;
        wait += 1 / plan->active[q] - 1;
    }
    return gates / phases * (1 + wait) * steps_a_move(plan) / lanes;
}

void lane_plan_say(const LanePlan *plan, Out *out)
{
    const BitsGame *g = plan->game;
    out_printf(out, "%u phases, %u words a position, %u rows of values;", plan->frame.nphase, plan->frame.nword,
               plan->rows.nrow);
    for (uint32_t q = 0; q < plan->frame.nphase; q++) {
        out_printf(out, " phase %u: %u gates, %u random words, %.0f %% move", q + 1, lane_net_size(plan->net[q]),
                   plan->step[q]->nrandom, 100 * plan->active[q]);
        for (uint32_t r = 0; r < lane_groups(g); r++) {
            const LaneWay *w = &plan->ways.way[q][r];
            uint32_t slots = plan->step[q]->nplace[r];
            if (slots > 1 && g->joint)
                out_printf(out, ", role %u", r + 1);
            if (slots > 1 && w->rank)
                out_printf(out, ", rank of %u moves in groups of %u, %u draws", slots, w->group, w->rounds);
            else if (slots > 1)
                out_printf(out, ", lookup of %u moves, %u draws", slots, w->rounds);
        }
        out_puts(out, ";");
    }
    out_puts(out, plan->ways.late ? " ends are seen a step later;" : "");
    out_puts(out, plan->ways.align ? " moves that are asked for together stand in one group;" : "");
    out_puts(out, plan->ways.context ? " gates are simplified by one another;" : "");
    out_puts(out, plan->ways.last ? " values are found in last positions;" : "");
    out_printf(out, " %.2f operations a move in 512 lanes", lane_plan_cost(plan, 512));
}
