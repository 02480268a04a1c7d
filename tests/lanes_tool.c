/* lanes_tool.c - the back end lanes beside those that play one game at a time.
 *
 *   lanes_tool step STEPS FILE
 *       Random steps of 64 lanes by the interpreter of circuits: what each lane did must be one legal move of each role, and its
 *       successor, end and values what the network of the game says.  Both with roots of their own and from the game's start.
 *   lanes_tool forced LANES STEPS FILE
 *       Compiled code with given moves, a different random game in each lane: legal
 *       moves, end and values must be those of the evaluator.  LANES 64 is by libtcc, 512l
 *       through LLVM, 512 by the C compiler.
 *   lanes_tool recorded LANES RECORD FILE
 *       The same with the games of a record (doc/replay.md), each lane a few steps later
 *       than the one before; the evaluator must agree with the record, too.  FILE is IR
 *       in which moves can still be described, as before the passes.
 *   lanes_tool agree LANES GAMES SCALAR [hasty | keep KEPT] FILE
 *       GAMES random games in lanes beside SCALAR of the reasoner (by libtcc, too, for 64): mean
 *       and variance of lengths and the share of each vector of values within four
 *       standard errors.  hasty: lanes stop when enough games are over, without quotas,
 *       which must not pass.  keep: what was played so far is kept in a file, and gone on from.
 *
 * FILE is IR after the passes.  Exit code 0, 1 different, 2 usage, 3 cannot read, 4 not for lanes. */
#include <dlfcn.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/backend.h"
#include "backends/lanes/build.h"
#include "backends/tcc/tcc.h"
#include "base/rng.h"
#include "driver/engine/engine_lanes.h"
#include "driver/record/trace.h"
#include "ir/logic/sat_sweep.h"
#include "ir/eval/eval.h"
#include "tests/lanes_figures.h"
#include "tests/tool.h"

enum { MOST_MOVES = 1 << 16, ROLES = 16, MOST_VALUE = 100 };

static bool bit_of(const uint64_t *word, uint32_t lane) { return word[lane / 64] >> lane % 64 & 1; }

/* ---- step ----------------------------------------------------------------------------- */

typedef struct {
    const LanePlan *plan;
    BitsRun *run;
    uint64_t *word, *next, *root, *random, *found, *value, *does, *row, *tally;
    uint64_t rng;
} Steps;

static uint64_t edge(const uint64_t *value, uint32_t e) { return value[e >> 1] ^ (0 - (uint64_t)(e & 1)); }

/* Lanes that are in a phase before the step. */
static uint64_t in_phase(const Steps *s, uint32_t phase, uint64_t fresh)
{
    const LaneFrame *f = &s->plan->frame;
    uint64_t here = ~UINT64_C(0);
    for (uint32_t j = 0; j < f->nphasebit; j++) {
        uint64_t bit = (s->word[f->phase_at + j] & ~fresh) | (s->root[f->phase_at + j] & fresh);
        here &= phase >> j & 1 ? bit : ~bit;
    }
    return here;
}

/* The positions in the words before the step, as the network's state. */
static void set_state(Steps *s, uint64_t fresh)
{
    const LaneFrame *f = &s->plan->frame;
    const BitsGame *g = s->plan->game;
    for (uint32_t i = 0; i < g->nstate; i++) {
        uint64_t now = 0;
        if (f->place[i] >= 0)
            now = (s->word[f->place[i]] & ~fresh) | (s->root[f->place[i]] & fresh);
        for (uint32_t p = 0; f->place[i] < 0 && p < f->nphase; p++)
            now |= f->known[p][i] == 1 ? in_phase(s, p, fresh) : 0;
        bits_run_state(s->run)[i] = now;
    }
}

static const char *check_choice(Steps *s, const LaneStep *step, uint64_t acc)
{
    const BitsGame *g = s->plan->game;
    uint64_t one[ROLES + 1] = {0};
    for (uint32_t i = 0; i < g->nslot; i++) {
        uint32_t group = g->joint ? g->slot[i].role : 0;
        s->does[i] = edge(s->value, step->does[i]) & acc;
        if (edge(s->value, step->does[i]) & ~acc)
            return "a lane plays that does not move";
        if (s->does[i] & ~bits_run_edge(s->run, g->slot[i].legal))
            return "a move that is not legal";
        if (s->does[i] & one[group])
            return "two moves at once";
        one[group] |= s->does[i];
    }
    for (uint32_t r = g->joint ? 1 : 0; r <= (g->joint ? g->nrole : 0); r++)
        if (one[r] != acc)
            return "no move";
    return NULL;
}

/* Where a role has a value in the network's state. */
static uint64_t value_holds(const Steps *s, uint32_t role, int32_t value)
{
    const BitsGame *g = s->plan->game;
    uint64_t holds = 0;
    for (uint32_t i = 0; i < g->ngoal; i++)
        if (g->goal[i].role == role && (g->joint ? g->goal[i].value : g->goal[i].rank2) == value)
            holds |= bits_run_edge(s->run, g->goal[i].holds);
    return holds;
}

/* Where it has exactly one that counts. */
static uint64_t one_value(const Steps *s, uint32_t role)
{
    uint64_t one = 0, two = 0;
    for (int32_t value = 0; value <= MOST_VALUE; value++) {
        const uint64_t holds = value_holds(s, role, value);
        two |= one & holds;
        one |= holds;
    }
    return one & ~two;
}

/* Of games that are over in the network's state: is there one row for each, or for each role, and are its values right? */
static const char *check_values(Steps *s, uint64_t over)
{
    const BitsGame *g = s->plan->game;
    const LaneRows *rows = &s->plan->rows;
    uint64_t seen[ROLES] = {0};
    lane_net_eval(s->plan->tally, (const uint64_t *const[NBANK]){[BANK_FOUND] = s->found}, (uint64_t *const[NBANK]){[BANK_TALLY] = s->row}, s->tally);
    for (uint32_t k = 0; k < rows->nrow; k++)
        for (uint32_t r = 0; r < g->nrole; r++) {
            const int32_t value = rows->value[k * g->nrole + r];
            const uint64_t here = s->row[k] & over;
            if (value < -1 || !here)
                continue;
            if (here & seen[r])
                return "two values";
            seen[r] |= here;
            const uint64_t one = one_value(s, r + 1);
            if (here & ~(value < 0 ? ~one : one & value_holds(s, r + 1, value)))
                return "another value";
        }
    for (uint32_t r = 0; r < g->nrole; r++)
        if (over & ~seen[r])
            return "no value";
    return NULL;
}

/* Where games are seen to be over when they would move: those that are asked. */
static const char *check_end_before(Steps *s, uint64_t asked)
{
    const LaneFound *f = &s->plan->found;
    const uint64_t over = asked & bits_run_edge(s->run, s->plan->game->over);
    if ((s->found[f->done] & ~s->found[f->cut] & ~s->found[f->stuck]) != over)
        return "another end";
    return check_values(s, over);
}

/* After the step: lanes that moved are where the network says, others where they were. */
static const char *check_successor(Steps *s, uint32_t phase, uint64_t acc)
{
    const BitsGame *g = s->plan->game;
    const LanePlan *p = s->plan;
    uint64_t over = acc & ~s->found[p->found.cut] & s->found[p->found.done];
    bits_run_step(s->run, acc);
    for (uint32_t i = 0; i < g->nstate; i++) {
        int32_t at = p->frame.place[i];
        uint64_t now = bits_run_state(s->run)[i];
        if (at >= 0 && s->next[at] != now)
            return "another position";
        if (at < 0 && acc & (now ^ (0 - (uint64_t)(p->frame.known[(phase + 1) % p->frame.nphase][i] == 1))))
            return "a phase that was not to come";
    }
    bits_run_eval(s->run, NULL);
    if (p->ways.late)
        return NULL;
    return over != (acc & bits_run_edge(s->run, g->over)) ? "another end" : check_values(s, over);
}

static const char *one_step(Steps *s, uint32_t phase)
{
    const LanePlan *p = s->plan;
    const LaneStep *step = p->step[phase];
    uint64_t live[NLIVE] = {rng_next(&s->rng) | rng_next(&s->rng) | rng_next(&s->rng), s->found[p->found.done]};
    for (uint32_t i = 0; i < step->nrandom; i++)
        s->random[i] = rng_next(&s->rng);
    const uint64_t *in[NBANK] = {[BANK_STATE] = s->word, [BANK_ROOT] = s->root, [BANK_RANDOM] = s->random,
                                 [BANK_LIVE] = live};
    uint64_t *out[NBANK] = {[BANK_STATE] = s->next, [BANK_FOUND] = s->found};
    lane_net_eval(step->net, in, out, s->value);
    uint64_t acc = edge(s->value, step->acc);
    set_state(s, live[LIVE_FRESH]);
    bits_run_eval(s->run, NULL);
    const char *why = acc & ~live[LIVE_PLAYS] ? "a lane moves that does not play" : check_choice(s, step, acc);
    if (!why && p->ways.late)
        why = check_end_before(s, live[LIVE_PLAYS] & in_phase(s, phase, live[LIVE_FRESH]));
    if (!why) {
        bits_run_eval(s->run, s->does);
        why = check_successor(s, phase, acc);
    }
    memcpy(s->word, s->next, p->frame.nword * sizeof *s->word);
    return why;
}

static int steps(Session *session, const IrGame *game, int n, bool from_start)
{
    const char *why;
    LanePlan *plan = lanes_plan(session, game, &(LaneMakeOptions){.from_start = from_start}, &why);
    if (!plan) {
        printf("%s\n", why);
        return 4;
    }
    size_t gates = 0, randoms = 0;
    for (uint32_t q = 0; q < plan->frame.nphase; q++) {
        gates = plan->step[q]->net->gate.n > gates ? plan->step[q]->net->gate.n : gates;
        randoms = plan->step[q]->nrandom > randoms ? plan->step[q]->nrandom : randoms;
    }
#define WORDS(count) ARENA_ARRAY(session->arena, uint64_t, (count) + 1)
    Steps s = {plan, bits_run_new(session->arena, plan->game), WORDS(plan->frame.nword), WORDS(plan->frame.nword),
               WORDS(plan->frame.nword), WORDS(randoms), WORDS(plan->found.nword), WORDS(gates),
               WORDS(plan->game->nslot), WORDS(plan->rows.nrow), WORDS(plan->tally->gate.n), 1};
#undef WORDS
    for (uint32_t i = 0; i < plan->game->nstate; i++)
        if (plan->frame.place[i] >= 0)
            s.root[plan->frame.place[i]] = plan->game->init[i] ? ~UINT64_C(0) : 0;
    s.found[plan->found.done] = ~UINT64_C(0);
    for (int i = 0; i < n; i++) {
        why = one_step(&s, (uint32_t)i % plan->frame.nphase);
        if (why) {
            printf("step %d: %s\n", i, why);
            return 1;
        }
    }
    return 0;
}

/* ---- recorded -------------------------------------------------------------------------- */

/* The codes of recorded moves. */
typedef struct {
    VEC(uint32_t) code;  /* of all games */
    VEC(uint32_t) start; /* of each game in `code`, and their end */
    const char *why;     /* what is wrong with the record */
} Script;

typedef struct {
    Script *script;
    Arena *arena;
    const ludc_reasoner *r;
    TraceForm form;
    void *state;
} Reading;

static void read_move(Reading *d, const json_t *line)
{
    TraceMoves m;
    uint32_t code = UINT32_MAX, same = 0;
    char hash[17];
    const json_t *mv = json_object_get(line, "mv"), *digits = json_object_get(line, "H");
    trace_moves(&m, &d->form, d->state);
    trace_hash(&m, hash);
    for (size_t i = 0; i < m.n; i++) {
        size_t k = 0;
        while (k < m.width && json_integer_value(json_array_get(mv, k)) == m.tuple[i * m.width + k])
            k++;
        if (k == m.width && m.code[i] != code) {
            code = m.code[i];
            same++;
        }
    }
    if (d->r->over(d->r, d->state) || strcmp(hash, json_is_string(digits) ? json_string_value(digits) : "") != 0)
        d->script->why = "other moves are legal";
    else if (same != 1)
        d->script->why = same ? "moves that read the same" : "a move is not legal";
    else
        d->r->apply(d->r, d->state, code);
    vec_push(d->arena, &d->script->code, code);
    trace_moves_free(&m);
}

static void read_end(Reading *d, const json_t *line)
{
    const json_t *ranking = json_object_get(line, "ranking");
    if (!d->r->over(d->r, d->state) != !json_is_true(json_object_get(line, "over")))
        d->script->why = "another end";
    for (uint32_t i = 0; i < json_array_size(ranking); i++)
        if (d->r->rank2(d->r, d->state, i + 1) != 2 * json_number_value(json_array_get(ranking, i)))
            d->script->why = "another ranking";
}

static void read_line(Reading *d, const json_t *line)
{
    const char *type = json_string_value(json_object_get(line, "type"));
    Out said = {0};
    if (!type)
        read_move(d, line);
    else if (!strcmp(type, "header") && !trace_form(&d->form, d->r, line, &said))
        d->script->why = arena_printf(d->arena, "%s", said.text);
    else if (!strcmp(type, "start")) {
        vec_push(d->arena, &d->script->start, (uint32_t)d->script->code.n);
        d->r->init(d->r, d->state);
    } else if (!strcmp(type, "end"))
        read_end(d, line);
    out_free(&said);
}

/* The record as codes; the evaluator plays it meanwhile. */
static Script read_script(Session *session, IrGame *game, const char *path)
{
    Script s = {0};
    Player player = {0};
    TraceReader *reader = trace_open(path);
    if (!reader || !maker_eval.make(session, game, &(MakeOptions){0}, &player)) {
        s.why = "it cannot be read";
    } else {
        Reading d = {.script = &s, .arena = session->arena, .r = player.reasoner};
        d.state = arena_alloc(session->arena, d.r->state_size + 16);
        while (!s.why && trace_next(reader))
            read_line(&d, trace_current(reader));
        vec_push(session->arena, &s.start, (uint32_t)s.code.n);
        if (!s.why && (trace_broken(reader) || s.start.n < 2))
            s.why = "it has no games, or no end";
        player_release(&player);
    }
    if (reader)
        trace_close(reader);
    return s;
}

/* ---- forced ---------------------------------------------------------------------------- */

typedef void Forced(const void *state, const void *does, void *next, void *found);

typedef struct {
    const BitsGame *bits;
    const IrGame *game;
    IrEval *eval;
    uint32_t lanes, words;
    uint64_t *state, *next, *does, *found, rng;
    char **position; /* the evaluator's, by lane */
    bool *again;     /* the lane is at the start now, and does not step */
    uint32_t *list;
    int over, mover, value;
    const Script *script; /* or NULL: random moves */
    int *at;              /* by lane: of its recorded game; below 0: it waits */
    uint32_t *finished;   /* by lane: recorded games */
} Play;

/* Its recorded game, and how long that is. */
static const uint32_t *recorded_game(const Play *p, uint32_t lane, int *length)
{
    const uint32_t *start = p->script->start.at + lane % (p->script->start.n - 1);
    *length = (int)(start[1] - start[0]);
    return p->script->code.at + start[0];
}

/* The move to play among those in the list; UINT32_MAX: none. */
static uint32_t pick(Play *p, uint32_t lane, uint32_t n)
{
    int length;
    if (!p->script)
        return n ? p->list[rng_below(&p->rng, n)] : UINT32_MAX;
    const uint32_t *code = recorded_game(p, lane, &length);
    return n && p->at[lane] >= 0 && p->at[lane] < length ? code[p->at[lane]] : UINT32_MAX;
}

/* One step on in the record; false: it ends elsewhere than the game. */
static bool advance(Play *p, uint32_t lane, bool over)
{
    int length, at = p->at[lane];
    recorded_game(p, lane, &length);
    p->at[lane] = at >= 0 && over ? 0 : at + 1;
    p->finished[lane] += at >= 0 && over;
    return at < 0 || over == (at == length);
}

static uint64_t *words(const Play *p, size_t n)
{
    uint64_t *at = aligned_alloc(64, ((n + 1) * p->words * 8 + 63) / 64 * 64);
    if (!at)
        abort();
    memset(at, 0, ((n + 1) * p->words * 8 + 63) / 64 * 64);
    return at;
}

static void put_bit(const Play *p, uint64_t *word, uint32_t i, uint32_t lane, bool value)
{
    uint64_t *part = word + (size_t)i * p->words + lane / 64, bit = UINT64_C(1) << lane % 64;
    *part = value ? *part | bit : *part & ~bit;
}

static void restart(Play *p, uint32_t lane)
{
    ir_eval_init(p->eval, p->position[lane]);
    for (uint32_t i = 0; i < p->bits->nstate; i++)
        put_bit(p, p->state, i, lane, p->bits->init[i]);
}

/* Compares the moves of a role, and chooses one; false: they differ. */
static bool choose(Play *p, uint32_t lane, uint32_t role, uint32_t mover, uint32_t *code)
{
    const uint64_t *legal = p->found + (size_t)(1 + p->bits->ngoal) * p->words;
    uint32_t n = 0, mine = 0;
    if (p->game->joint)
        n = ir_eval_moves_of(p->eval, p->position[lane], (int)role, p->list);
    else if (role == mover)
        n = ir_eval_moves(p->eval, p->position[lane], p->list);
    *code = pick(p, lane, n);
    for (uint32_t i = 0; i < p->bits->nslot; i++) {
        const BitsSlot *slot = &p->bits->slot[i];
        uint32_t listed = 0;
        if (slot->role != role)
            continue;
        for (uint32_t k = 0; k < n; k++)
            listed += p->list[k] == slot->code;
        bool can = bit_of(legal + (size_t)i * p->words, lane);
        if (listed != (can ? slot->times : 0))
            return false;
        mine += listed;
        put_bit(p, p->does, i, lane, *code != UINT32_MAX && slot->code == *code);
    }
    return mine == n;
}

static const char *compare(Play *p, uint32_t lane)
{
    const void *position = p->position[lane];
    bool over = p->over >= 0 && ir_eval_view(p->eval, position, p->over, 0);
    if (over != bit_of(p->found, lane))
        return "the end";
    for (uint32_t i = 0; over && i < p->bits->ngoal; i++) {
        const BitsGoal *goal = &p->bits->goal[i];
        int64_t value = ir_eval_view(p->eval, position, p->value, goal->role);
        if ((value == (p->game->joint ? goal->value : goal->rank2)) != bit_of(p->found + (size_t)(1 + i) * p->words, lane))
            return "a value";
    }
    uint32_t mover = p->mover < 0 ? 1 : (uint32_t)ir_eval_view(p->eval, position, p->mover, 0), code[ROLES + 1] = {0};
    for (uint32_t r = 1; !over && r <= p->bits->nrole; r++)
        if (!choose(p, lane, r, mover, &code[r]))
            return "the moves";
    for (uint32_t r = 1; !over && r <= p->bits->nrole; r++)
        over |= code[r] == UINT32_MAX && (p->game->joint || r == mover);
    if (p->script && !advance(p, lane, over))
        return "where the record ends";
    p->again[lane] = over;
    if (over) {
        restart(p, lane);
        for (uint32_t i = 0; i < p->bits->nslot; i++)
            put_bit(p, p->does, i, lane, false);
        return NULL;
    }
    if (p->game->joint)
        ir_eval_apply_joint(p->eval, p->position[lane], code + 1, NULL);
    else
        ir_eval_apply(p->eval, p->position[lane], code[mover]);
    return ir_eval_error(p->eval);
}

static int play_forced(Play *p, Forced *step, int n)
{
    for (uint32_t lane = 0; lane < p->lanes; lane++)
        restart(p, lane);
    for (int i = 0; i < n; i++) {
        step(p->state, p->does, p->next, p->found); /* conditions over the state are right for any moves */
        for (uint32_t lane = 0; lane < p->lanes; lane++) {
            const char *why = compare(p, lane);
            if (why) {
                printf("step %d, lane %u: %s\n", i, lane, why);
                return 1;
            }
        }
        step(p->state, p->does, p->next, p->found);
        for (uint32_t lane = 0; lane < p->lanes; lane++)
            for (uint32_t b = 0; b < p->bits->nstate && !p->again[lane]; b++)
                put_bit(p, p->state, b, lane, bit_of(p->next + (size_t)b * p->words, lane));
    }
    return 0;
}

static void *tcc_make_any(const char *text, const char *symbol, Out *errors)
{
    return tcc_compile_symbol(text, symbol, errors);
}
static const void *tcc_symbol_any(const void *program) { return tcc_symbol(program); }

static void tcc_free_owned(void *program) { tcc_program_free(program); }
static const LaneMemoryCompiler tcc_memory = {tcc_make_any, tcc_symbol_any, tcc_free_owned};

static int say_errors(const Session *session)
{
    Out out = {0};
    diags_print(session->diags, session->sources, 0xff, 0, &out);
    printf("%s", out.n ? out.text : "cannot be compiled\n");
    out_free(&out);
    return 1;
}

/* Lanes begin up to six steps late; steps enough for each to be done. */
static int set_script(Play *p, const Script *script, Arena *arena)
{
    int most = 0;
    p->script = script;
    p->at = ARENA_ARRAY(arena, int, p->lanes);
    p->finished = ARENA_ARRAY(arena, uint32_t, p->lanes);
    for (uint32_t i = 0; i < p->lanes; i++) {
        int length;
        p->at[i] = -(int)(i % 7);
        recorded_game(p, i, &length);
        most = length > most ? length : most;
    }
    return most + 7;
}

static int all_finished(const Play *p)
{
    for (uint32_t i = 0; p->script && i < p->lanes; i++)
        if (!p->finished[i]) {
            printf("lane %u: its game was not played to the end\n", i);
            return 1;
        }
    return 0;
}

/* With the moves of a script, or n steps of random games. */
static int forced(Session *session, const IrGame *game, uint32_t lanes, LaneBy by, const Script *script, int n)
{
    const char *why = NULL;
    LaneTarget target;
    BitsGame *made = bits_of_game(session->arena, game, &(BitsOptions){0}, &why);
    const BitsGame *bits = made ? bits_sweep(session, made) : NULL;
    if (!bits || !lane_target_of(lanes, &target)) {
        printf("%s\n", bits ? "no such words" : why);
        return 4;
    }
    union {
        const void *address;
        Forced *function;
    } step;
    LaneCompiled compiled = {0};
    if (!lanes_compile(session, lane_program_forced(bits, &target, session->arena), &(LaneMakeOptions){.by = by, .memory = &tcc_memory},
                       &compiled))
        return say_errors(session);
    step.address = compiled.symbol;
    Play p = {.bits = bits, .game = game, .eval = ir_eval_new(session->arena, game), .lanes = lanes,
              .words = lanes / 64, .rng = 1, .over = ir_fn_find(game, "over"),
              .mover = game->joint ? -1 : ir_fn_find(game, "mover"),
              .value = ir_fn_find(game, game->joint ? "goal" : "rank")};
    p.state = words(&p, bits->nstate);
    p.next = words(&p, bits->nstate);
    p.does = words(&p, bits->nslot);
    p.found = words(&p, 1 + bits->ngoal + bits->nslot);
    p.list = ARENA_ARRAY(session->arena, uint32_t, MOST_MOVES);
    p.position = ARENA_ARRAY(session->arena, char *, lanes);
    p.again = ARENA_ARRAY(session->arena, bool, lanes);
    for (uint32_t i = 0; i < lanes; i++)
        p.position[i] = arena_alloc(session->arena, ir_eval_state_size(p.eval));
    if (script)
        n = set_script(&p, script, session->arena);
    int code = play_forced(&p, step.function, n);
    code = code ? code : all_finished(&p);
    free(p.state);
    free(p.next);
    free(p.does);
    free(p.found);
    lanes_compiled_free(&compiled);
    return code;
}

static int recorded(Session *session, IrGame *game, uint32_t lanes, LaneBy by, const char *path)
{
    Script script = read_script(session, game, path);
    if (!script.why)
        return forced(session, game, lanes, by, &script, 0);
    printf("the record: %s\n", script.why);
    return 1;
}

/* ---- agree ----------------------------------------------------------------------------- */

static void play_scalar(const ludc_reasoner *r, const ludc_lanes *l, uint64_t games, uint64_t seed, Figures *f)
{
    void *state = malloc(r->state_size + 16);
    uint64_t rng = seed;
    double began = thread_ms();
    uint32_t goal = 0;
    while (goal < r->nview && strcmp(r->view_item[goal].name, "goal") != 0)
        goal++;
    for (uint64_t i = 0; i < games && state; i++) {
        r->init(r, state);
        double n = r->playout(r, state, &rng, 1 << 30), power = 1;
        for (int k = 0; k < 5; k++, power *= n)
            f->sum[k] += power;
        int32_t value[ROLES];
        for (uint32_t p = 0; p < r->players; p++) {
            value[p] = r->joint ? r->view(r, state, goal, p + 1) : (int32_t)r->rank2(r, state, p + 1);
            value[p] = !r->over(r, state) ? -3 : value[p] < 0 ? -1 : value[p];
        }
        for (uint32_t k = 0; k < l->nrow; k++) {
            bool here = true;
            for (uint32_t p = 0; p < r->players; p++) {
                int32_t v = l->value[k * r->players + p];
                here &= v == -2 || v == value[p];
            }
            f->row[k] += here;
        }
    }
    f->games += (double)games;
    f->cpu_ms += thread_ms() - began;
    free(state);
}

/* Adds what was played to the figures. */
static void add(const ludc_lanes *l, const void *memory, Figures *f)
{
    ludc_lanes_count c;
    lanes_count(l, memory, &c);
    f->games += (double)c.games;
    f->sum[1] += (double)c.moves;
    f->sum[2] += (double)c.squares;
    for (uint32_t k = 0; k < l->nrow; k++)
        for (uint32_t i = 0; i < l->code.lanes; i++)
            f->row[k] += (double)lanes_row(l, memory, i, k);
}

/* hasty: again and again from the start, each time as far as a mean game goes. */
static bool play_lanes(const ludc_lanes *l, uint64_t games, bool hasty, uint64_t seed, Figures *f)
{
    void *memory = aligned_alloc(64, l->code.memory);
    if (!memory)
        abort();
    bool ended = true;
    double began = thread_ms(), until = f->games + (double)games;
    for (; ended && f->games < until; seed++) {
        lanes_begin(l, memory, seed);
        for (uint32_t i = 0; i < l->code.lanes; i++)
            lanes_quota(l, memory, i, hasty ? 1 << 20 : games / l->code.lanes + 1);
        ludc_lanes_count c = {0};
        while (ended && (hasty ? c.games < l->code.lanes : !c.games)) {
            ended = lanes_play(l, memory, hasty ? 1 : 0);
            lanes_count(l, memory, &c);
        }
        add(l, memory, f);
        ended = ended && !c.cut;
    }
    f->cpu_ms += thread_ms() - began;
    free(memory);
    if (!ended)
        printf("games do not end\n");
    return ended;
}

/* What is left to be played, piece by piece. */
static bool play_pieces(Kept *k, const ludc_lanes *l, const ludc_reasoner *r, uint64_t games, uint64_t scalar, bool hasty)
{
    enum { LANE_SEED = 5, SEED = 99 };
    bool ended = true;
    for (; ended && k->next < 2 * PIECES; k->next++) {
        keep_figures(k);
        if (k->next < PIECES)
            ended = play_lanes(l, (games + PIECES - 1) / PIECES, hasty, LANE_SEED + ((uint64_t)k->next << 32), &k->side[0]);
        else
            play_scalar(r, l, (scalar + PIECES - 1) / PIECES, SEED + k->next - PIECES, &k->side[1]);
    }
    keep_figures(k);
    for (int s = 0; ended && s < 2; s++)
        printf("%s: %.1f s of processor time, %.4g million moves/s\n", s ? "scalar" : "lanes", k->side[s].cpu_ms / 1e3,
               k->side[s].sum[1] / (k->side[s].cpu_ms + 1e-3) / 1e3);
    return ended;
}

static bool within(const char *what, double mine, double theirs, double error)
{
    double off = error > 0 ? (mine - theirs) / error : mine - theirs;
    printf("%s: lanes %.7g, scalar %.7g, %.2f standard errors\n", what, mine, theirs, off);
    return fabs(off) <= 4;
}

enum { FEW = 20 }; /* less is not normally distributed: such rows are taken together */

static bool same_share(const char *name, double a, double na, double b, double nb)
{
    double share = (a + b) / (na + nb);
    return within(name, a / na, b / nb, sqrt(share * (1 - share) * (1 / na + 1 / nb)));
}

static int verdict(const ludc_lanes *l, const Figures *a, const Figures *b)
{
    double n = b->games, mean = b->sum[1] / n, second = b->sum[2] / n, both = 1 / a->games + 1 / n;
    double variance = second - mean * mean;
    double fourth = b->sum[4] / n - 4 * mean * b->sum[3] / n + 6 * mean * mean * second - 3 * pow(mean, 4);
    double mine = a->sum[1] / a->games;
    bool good = within("mean length", mine, mean, sqrt(variance * both));
    good &= within("variance", a->sum[2] / a->games - mine * mine, variance, sqrt(fmax(fourth - variance * variance, 0) * both));
    double rare[2] = {0};
    for (uint32_t k = 0; k < l->nrow; k++) {
        char name[32];
        snprintf(name, sizeof name, "row %u", k);
        if ((a->row[k] + b->row[k]) / (a->games + n) * fmin(a->games, n) < FEW) {
            rare[0] += a->row[k];
            rare[1] += b->row[k];
        } else {
            good &= same_share(name, a->row[k], a->games, b->row[k], n);
        }
    }
    if (rare[0] + rare[1] > FEW)
        good &= same_share("rare rows", rare[0], a->games, rare[1], n);
    return good ? 0 : 1;
}

/* What plays one game at a time, by the compiler that makes the lanes. */
static bool make_scalar(Session *session, IrGame *game, bool by_tcc, Player *player)
{
    if (!by_tcc)
        return maker_c.make(session, game, &(MakeOptions){0}, player);
    Out text = {0}, errors = {0};
    TccProgram *program = NULL;
    if (backend_find("c")->emit(game, &(BackendOptions){.shared = true}, &text))
        program = tcc_compile(text.text, NULL, &errors);
    if (program)
        *player = (Player){.reasoner = tcc_reasoner(program), .release = tcc_free_owned, .owned = program};
    out_free(&text);
    out_free(&errors);
    return program != NULL;
}

static int agree(Session *session, IrGame *game, uint32_t lanes, LaneBy by, uint64_t games, uint64_t scalar, bool hasty, const char *kept)
{
    LanePlayer player = {0};
    LaneTarget target;
    if (!lane_target_of(lanes, &target)) {
        printf("no such words\n");
        return 4;
    }
    if (!lanes_make(session, game, &(LaneMakeOptions){.lanes = lanes, .by = by, .memory = &tcc_memory, .from_start = true}, &player)) {
        int code = diags_exit_code(session->diags);
        return code ? code : 1;
    }
    Player one = {0};
    int code = make_scalar(session, game, by == LANES_BY_TCC, &one) ? 1 : 4;
    if (code == 4)
        printf("the reasoner cannot be made\n");
    Kept k = {.path = kept, .nrow = player.lanes->nrow};
    for (int i = 0; i < 2; i++)
        if (!(k.side[i].row = calloc(k.nrow + 1, sizeof(double))))
            abort();
    read_figures(&k);
    if (code == 1 && play_pieces(&k, player.lanes, one.reasoner, games, scalar, hasty))
        code = verdict(player.lanes, &k.side[0], &k.side[1]);
    for (int i = 0; i < 2; i++)
        free(k.side[i].row);
    if (one.reasoner)
        player_release(&one);
    lanes_release(&player);
    return code;
}

/* ---------------------------------------------------------------------------------------- */

/* So many, and who compiles them: libtcc 64, LLVM what is followed by an l, else the C compiler. */
static uint32_t read_lanes(const char *text, LaneBy *by)
{
    uint32_t lanes = (uint32_t)atoi(text);
    *by = strchr(text, 'l') ? LANES_BY_LLVM : lanes == 64 ? LANES_BY_TCC : LANES_BY_CC;
    return lanes;
}

int main(int argc, char **argv)
{
    const char *what = argc > 3 ? argv[1] : "";
    bool is_step = !strcmp(what, "step") && argc == 4, is_forced = !strcmp(what, "forced") && argc == 5;
    bool is_agree = !strcmp(what, "agree") && (argc == 6 || (argc == 7 && !strcmp(argv[5], "hasty")) ||
                                                (argc == 8 && !strcmp(argv[5], "keep")));
    bool is_recorded = !strcmp(what, "recorded") && argc == 5;
    if (!is_step && !is_forced && !is_agree && !is_recorded) {
        fputs("usage: lanes_tool step STEPS FILE | forced LANES STEPS FILE | recorded LANES RECORD FILE |\n"
              "       agree LANES GAMES SCALAR [hasty | keep KEPT] FILE\n",
              stderr);
        return 2;
    }
    LaneBy by;
    uint32_t lanes = read_lanes(argv[2], &by);
    Session *session = session_new();
    IrGame *game = tool_read_game(session, argv[argc - 1]);
    int code = 0;
    if (is_step)
        for (int from_start = 0; !code && from_start < 2; from_start++)
            code = steps(session, game, atoi(argv[2]), from_start);
    else if (is_forced)
        code = forced(session, game, lanes, by, NULL, atoi(argv[3]));
    else if (is_recorded)
        code = recorded(session, game, lanes, by, argv[3]);
    else
        code = agree(session, game, lanes, by, strtoull(argv[3], NULL, 0), strtoull(argv[4], NULL, 0),
                     argc == 7, argc == 8 ? argv[6] : NULL);
    session_free(session);
    return code;
}
