/* engine_verilator.c - a game's circuit, simulated, behind the interface of reasoners: by Verilator, or by Icarus Verilog.
 *
 * What is legal, what follows, what is over and what it is worth is what the circuit says, over its buses. Beside its context a
 * state has the same position as compiled code keeps it, made of the context's bits, for what a circuit does not show: views,
 * columns of moves, planes. Bits that no move depends on are as the rules make them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/build/tools.h"
#include "backends/verilog/verilog.h"
#include "base/rng.h"
#include "driver/engine/engines.h"
#include "driver/engine/lane_state.h"
#include "ir/logic/sat_sweep.h"
#include "runtime/include/ludc_fpga.h"

enum { PLAYERS = 16, MOST_SECONDS = 1800, TAIL = 4000, INPUTS = 4, CELLS = 7680 };

/* Where a context leads by a step. */
typedef struct {
    uint32_t move[PLAYERS];
    uint32_t *position;
} Step;

typedef struct {
    ludc_reasoner reasoner;
    pthread_mutex_t lock;
    const Engine *engine;
    const LaneState *bits;
    Player rules;       /* compiled code of the same game */
    size_t rules_size;  /* bytes of its state, which a state begins with; the position follows */
    size_t words;       /* of a position */
    ludc_fpga *fpga;
    Tools tools;        /* the folder */
    Out messages;
    Arena *arena, *scratch; /* scratch: of what was found last */
    uint32_t *asked;    /* the position that `step` follows; NULL: none */
    VEC(Step) step;
    bool faulty;
    Fault fault;
} Simulated;

static Simulated *self_of(const ludc_reasoner *r) { return r->self; }
static const ludc_reasoner *rules_of(const ludc_reasoner *r) { return self_of(r)->rules.reasoner; }

static uint32_t *position_of(const Simulated *s, void *state) { return (uint32_t *)(void *)((char *)state + s->rules_size); }
static const uint32_t *position_in(const Simulated *s, const void *state) { return (const uint32_t *)(const void *)((const char *)state + s->rules_size); }

static void say_fault(Simulated *s, const char *text)
{
    if (!s->faulty)
        snprintf(s->fault.text, sizeof s->fault.text, "%.500s", text);
    s->faulty = true;
}

/* ---- steps ---------------------------------------------------------------------------------- */

static void add_step(void *data, const uint32_t *move, const uint32_t *position)
{
    Simulated *s = data;
    Step step = {.position = arena_copy(s->scratch, position, s->words * sizeof *position)};
    for (uint32_t p = 0; p < s->reasoner.players; p++)
        step.move[p] = move[p];
    vec_push(s->scratch, &s->step, step);
}

/* What may follow a state; asked of the circuit unless that was the last question. */
static void look(Simulated *s, const void *state)
{
    const uint32_t *position = position_in(s, state);
    ludc_error error;
    if (s->asked && !memcmp(s->asked, position, s->words * sizeof *position))
        return;
    arena_free(s->scratch);
    s->scratch = arena_beside(s->arena);
    s->step.n = s->step.cap = 0;
    s->step.at = NULL;
    s->asked = arena_copy(s->scratch, position, s->words * sizeof *position);
    if (ludc_fpga_next(s->fpga, position, add_step, s, &error) != LUDC_OK) {
        say_fault(s, error.message);
        s->step.n = 0;
        s->asked = NULL;
    }
}

/* The position's bits as the rules' code keeps them. A circuit is not asked to be exact where the game is over: that position is the rules'. */
static void show(const Simulated *s, void *state)
{
    const Engine *e = s->engine;
    const LaneFrame *f = &e->plan->frame;
    const uint32_t *position = position_in(s, state);
    uint32_t phase = 0;
    if (ludc_fpga_over(s->fpga, position))
        return;
    uint64_t *word = calloc(e->game->nstate + 1, sizeof *word);
    for (uint32_t j = 0; j < f->nphasebit; j++)
        phase |= (position[(f->phase_at + j) / 32] >> (f->phase_at + j) % 32 & 1) << j;
    for (uint32_t i = 0; word && i < e->game->nstate; i++) {
        uint32_t at = (uint32_t)f->place[i];
        word[i] = f->place[i] < 0 ? f->known[phase < f->nphase ? phase : 0][i] == 1 : position[at / 32] >> at % 32 & 1;
    }
    if (word)
        lane_state_overlay(s->bits, word, state);
    free(word);
}

static void sim_init(const ludc_reasoner *r, void *state)
{
    Simulated *s = self_of(r);
    memset(state, 0, r->state_size);
    rules_of(r)->init(rules_of(r), state);
    ludc_fpga_root(s->fpga, position_of(s, state));
    show(s, state);
}

/* Takes the step with these moves; false: the circuit knows none. */
static bool take(Simulated *s, void *state, const uint32_t *move)
{
    look(s, state);
    for (size_t i = 0; i < s->step.n; i++) {
        bool same = true;
        for (uint32_t p = 0; p < s->reasoner.players; p++)
            same = same && (s->reasoner.joint ? s->step.at[i].move[p] == move[p] : s->step.at[i].move[p] == LUDC_FPGA_NONE || s->step.at[i].move[p] == *move);
        if (!same)
            continue;
        if (s->reasoner.joint)
            s->rules.reasoner->apply_joint(s->rules.reasoner, state, move);
        else
            s->rules.reasoner->apply(s->rules.reasoner, state, *move);
        memcpy(position_of(s, state), s->step.at[i].position, s->words * sizeof(uint32_t));
        show(s, state);
        return true;
    }
    say_fault(s, "the circuit has no such move");
    return false;
}

static void sim_apply(const ludc_reasoner *r, void *state, uint32_t move)
{
    pthread_mutex_lock(&self_of(r)->lock);
    take(self_of(r), state, &move);
    pthread_mutex_unlock(&self_of(r)->lock);
}

static void sim_apply_joint(const ludc_reasoner *r, void *state, const uint32_t *move)
{
    pthread_mutex_lock(&self_of(r)->lock);
    take(self_of(r), state, move);
    pthread_mutex_unlock(&self_of(r)->lock);
}

/* ---- lists ---------------------------------------------------------------------------------- */

static bool among(const uint32_t *list, uint32_t n, uint32_t move)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

static int by_code(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The moves of a player, 0: of whoever has any; in joint games, where steps are all of these together, once each. */
static uint32_t told(Simulated *s, uint32_t player, uint32_t *out)
{
    uint32_t n = 0;
    for (size_t i = 0; i < s->step.n; i++)
        for (uint32_t p = 1; p <= s->reasoner.players; p++) {
            uint32_t move = s->step.at[i].move[p - 1];
            if ((player && p != player) || move == LUDC_FPGA_NONE || (s->reasoner.joint && among(out, n, move)))
                continue;
            out[n++] = move;
        }
    return n;
}

/* Lists stand in the order of the rules, where they have the same members. */
static void in_order(uint32_t *list, uint32_t n, uint32_t *rules, uint32_t nrules)
{
    uint32_t *sorted = malloc((n + 1) * sizeof *sorted);
    if (sorted)
        memcpy(sorted, rules, (n < nrules ? n : nrules) * sizeof *sorted);
    qsort(list, n, sizeof *list, by_code);
    if (sorted && n == nrules) {
        qsort(sorted, n, sizeof *sorted, by_code);
        if (!memcmp(sorted, list, n * sizeof *list))
            memcpy(list, rules, n * sizeof *list);
    }
    free(sorted);
}

static uint32_t list(const ludc_reasoner *r, const void *state, uint32_t player, uint32_t *out)
{
    Simulated *s = self_of(r);
    const ludc_reasoner *rules = rules_of(r);
    pthread_mutex_lock(&s->lock);
    look(s, state);
    size_t room = s->step.n * r->players + r->max_moves + 1;
    uint32_t *mine = calloc(room, sizeof *mine), *theirs = calloc(room, sizeof *theirs), n = 0;
    if (mine && theirs) {
        n = told(s, player, mine);
        in_order(mine, n, theirs, player ? rules->moves_of(rules, state, player, theirs) : rules->moves(rules, state, theirs));
        if (out)
            memcpy(out, mine, n * sizeof *out);
    } else
        say_fault(s, "memory is out");
    free(mine);
    free(theirs);
    pthread_mutex_unlock(&s->lock);
    return n;
}

static uint32_t sim_moves_of(const ludc_reasoner *r, const void *state, uint32_t player, uint32_t *out) { return list(r, state, player, out); }

static uint32_t sim_moves(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    uint32_t n = 0;
    if (!r->joint)
        return list(r, state, 0, out);
    for (uint32_t p = 1; p <= r->players; p++)
        n += list(r, state, p, out ? out + n : NULL);
    return n;
}

static uint32_t sim_over(const ludc_reasoner *r, const void *state)
{
    return (uint32_t)ludc_fpga_over(self_of(r)->fpga, position_in(self_of(r), state));
}

static uint32_t sim_rank2(const ludc_reasoner *r, const void *state, uint32_t player)
{
    int32_t value = ludc_fpga_value(self_of(r)->fpga, position_in(self_of(r), state), player);
    return value < 0 ? 0 : (uint32_t)value;
}

/* What a circuit does not say of a position that is not over the rules' code does. */
static int32_t sim_goal(const ludc_reasoner *r, const void *state, uint32_t player)
{
    return sim_over(r, state) ? ludc_fpga_value(self_of(r)->fpga, position_in(self_of(r), state), player) : rules_of(r)->goal(rules_of(r), state, player);
}

/* ---- what the rules' code shows --------------------------------------------------------------- */

static uint32_t sim_mover(const ludc_reasoner *r, const void *state) { return rules_of(r)->mover(rules_of(r), state); }
static int32_t sim_view(const ludc_reasoner *r, const void *state, uint32_t item, uint32_t index) { return rules_of(r)->view(rules_of(r), state, item, index); }
static void sim_describe(const ludc_reasoner *r, const void *state, uint32_t move, int32_t *out) { rules_of(r)->describe(rules_of(r), state, move, out); }
static void sim_observe(const ludc_reasoner *r, const void *state, uint32_t set, uint32_t eyes, uint64_t *out) { rules_of(r)->observe(rules_of(r), state, set, eyes, out); }

/* ---- playouts --------------------------------------------------------------------------------- */

static bool draw_step(const ludc_reasoner *r, void *state, uint32_t *room, uint64_t *rng)
{
    uint32_t move[PLAYERS] = {0};
    for (uint32_t p = 1; p <= (r->joint ? r->players : 1); p++) {
        uint32_t n = list(r, state, r->joint ? p : 0, room);
        if (!n)
            return false;
        move[p - 1] = room[r->joint && n == 1 ? 0 : rng_below(rng, n)];
    }
    pthread_mutex_lock(&self_of(r)->lock);
    bool taken = take(self_of(r), state, move);
    pthread_mutex_unlock(&self_of(r)->lock);
    return taken;
}

static uint32_t sim_playout(const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t limit)
{
    uint32_t made = 0, *room = malloc(((size_t)r->max_moves + 1) * sizeof *room);
    while (room && made < limit && draw_step(r, state, room, rng))
        made++;
    free(room);
    return made;
}

/* ---- making ------------------------------------------------------------------------------------- */

static void sim_release(void *owned)
{
    Simulated *s = owned;
    ludc_fpga_close(s->fpga);
    if (s->tools.dir)
        tools_end(&s->tools);
    out_free(&s->messages);
    player_release(&s->rules);
    arena_free(s->arena);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static bool sim_fault(void *owned, Fault *fault)
{
    Simulated *s = owned;
    pthread_mutex_lock(&s->lock);
    bool faulty = s->faulty;
    if (faulty)
        *fault = s->fault;
    s->faulty = false;
    pthread_mutex_unlock(&s->lock);
    return faulty;
}

static bool refuse(Session *session, const char *why) { return session_unsupported(session, (Span){0, 0}, "a circuit: %s", why); }

/* The circuit as a folder in a temporary one; false after saying why. */
static bool write_circuit(Simulated *s, Session *session, const IrGame *game)
{
    const EngineOptions options = {.inputs = INPUTS, .room = CELLS, .phases = true, .nengine = 1};
    const char *why = NULL;
    BitsGame *bits = bits_of_game(s->arena, game, &(BitsOptions){.whole = true}, &why);
    if (!bits)
        return refuse(session, why);
    bits = bits_sweep(session, bits);
    if (!bits->nstate || !bits->nslot || bits->over == BITS_FALSE)
        return refuse(session, "its network is none of a game that ends");
    s->engine = engine_make(bits, &options, s->arena, &why);
    if (!s->engine)
        return refuse(session, why);
    s->bits = lane_state_new(s->arena, game, bits);
    VerilogInput in = {.game = bits, .engine = s->engine, .ident = verilog_ident(s->arena, game->name), .word = VERILOG_WORD, .hash = ir_hash(game), .producer = "ludc"};
    in.payoff = ARENA_ARRAY(s->arena, double, bits->ngoal + 1);
    VerilogTree tree = {.arena = s->arena};
    verilog_tree(&in, &tree);
    TreeResult saved = tree_save(tree.file.at, tree.file.n, tools_file(&s->tools, "circuit"), VERILOG_MARK, VERILOG_BEGINS);
    verilog_tree_free(&tree);
    return saved == TREE_SAVED || session_error(session, (Span){0, 0}, "cannot write the circuit");
}

static bool build_circuit(Simulated *s, Session *session, const char *simulator)
{
    ludc_error error;
    s->tools.seconds = MOST_SECONDS;
    s->tools.tail = TAIL;
    s->messages.n = 0;
    tools_word(&s->tools, "make");
    tools_word(&s->tools, "-s");
    tools_word(&s->tools, "-C");
    tools_word(&s->tools, tools_file(&s->tools, "circuit"));
    tools_word(&s->tools, "link");
    tools_word(&s->tools, arena_printf(s->arena, "SIM=%s", simulator));
    if (!tools_run(&s->tools))
        return session_error(session, (Span){0, 0}, "%s failed: %s", simulator, s->messages.n ? s->messages.text : "it said nothing");
    s->fpga = ludc_fpga_open(arena_printf(s->arena, "sim:%s", tools_file(&s->tools, "circuit")), NULL, &error);
    return s->fpga || session_error(session, (Span){0, 0}, "%s", error.message);
}

static void offer(Simulated *s)
{
    const ludc_reasoner *rules = s->rules.reasoner;
    s->rules_size = (rules->state_size + 15) / 16 * 16;
    s->words = ludc_fpga_words(s->fpga);
    s->reasoner = *rules;
    ludc_reasoner *r = &s->reasoner;
    r->size = sizeof *r;
    r->self = s;
    r->state_size = (uint32_t)(s->rules_size + s->words * sizeof(uint32_t));
    r->plan = "standard";
    r->init = sim_init;
    r->moves = sim_moves;
    r->apply = rules->joint ? NULL : sim_apply;
    r->moves_of = rules->joint ? sim_moves_of : NULL;
    r->apply_joint = rules->joint ? sim_apply_joint : NULL;
    r->over = sim_over;
    r->mover = sim_mover;
    r->rank2 = sim_rank2;
    r->goal = rules->joint ? sim_goal : NULL;
    r->describe = sim_describe;
    r->view = sim_view;
    r->playout = sim_playout;
    r->apply_random = NULL;
    r->apply_lots = NULL;
    r->candidates = NULL;
    r->allowed = NULL;
    r->legal = NULL;
    r->observe = rules->observe ? sim_observe : NULL;
}

static bool sim_make(Session *session, IrGame *game, const MakeOptions *options, const char *simulator, Player *player)
{
    Out identity = {0};
    bool there = tools_identity(simulator, &identity);
    out_free(&identity);
    player->io = !there;
    if (!there)
        return session_error(session, (Span){0, 0}, "there is no %s (package %s)", simulator, simulator);
    Simulated *s = calloc(1, sizeof *s);
    if (!s)
        return session_unsupported(session, (Span){0, 0}, "the game takes more memory than there is");
    pthread_mutex_init(&s->lock, NULL);
    s->arena = arena_new();
    s->scratch = arena_beside(s->arena);
    bool made = tools_begin(&s->tools, s->arena, &s->messages) || session_error(session, (Span){0, 0}, "cannot make a temporary directory: %s", s->messages.text);
    made = made && maker_find(NULL)->make(session, game, &(MakeOptions){.cache = options->cache}, &s->rules);
    made = made && write_circuit(s, session, game) && build_circuit(s, session, simulator);
    player->io = s->tools.missing;
    if (!made) {
        sim_release(s);
        return false;
    }
    offer(s);
    *player = (Player){.reasoner = &s->reasoner, .backend = simulator, .release = sim_release, .owned = s, .fault = sim_fault};
    return true;
}

static bool verilator_make(Session *session, IrGame *game, const MakeOptions *options, Player *player)
{
    return sim_make(session, game, options, "verilator", player);
}

static bool iverilog_make(Session *session, IrGame *game, const MakeOptions *options, Player *player)
{
    return sim_make(session, game, options, "iverilog", player);
}

const Maker maker_verilator = {"verilator", "the game's circuit, simulated by Verilator", true, 0, verilator_make};
const Maker maker_iverilog = {"iverilog", "the game's circuit, simulated by Icarus Verilog", true, 0, iverilog_make};
