/* fpga_states.c - what follows a position by the simulated circuit, beside the evaluator.
 *
 *   fpga_states SIMULATOR N SEED GAME [OPTION..]
 *
 * Random games until N positions were met.  Of each: the circuit's lists of moves are the evaluator's; then every move, in games in which
 * several choose at once up to MOST of their combinations, is played by both: whether it is over then, what it is worth, who moves and
 * every view must be the same.  A position goes into the circuit as words of its registers, and what follows comes out of its stream,
 * which is held up as long as it takes to send each word as bytes.  Prints how many positions and successors were compared; exit code 1
 * where they differ.
 *
 * SIMULATOR: verilator or iverilog.  OPTION: Category/Item. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "driver/engine/engine_tcc.h"
#include "driver/engine/engines.h"
#include "runtime/include/ludc.h"
#include "tests/tool.h"

enum { PLAYERS = 16, MOST = 256, ROOM = 1 << 16 };
enum { CIRCUIT, EVALUATOR, SIDES };

typedef struct {
    const ludc_reasoner *r[SIDES];
    void *state[SIDES], *after[SIDES];
    ludc_move *list[SIDES][PLAYERS];
    size_t n[PLAYERS];
    unsigned lists; /* one, or one a player */
    uint64_t rng, position, successor;
} Walk;

static void fail(const Walk *w, const char *what)
{
    char text[4096] = "";
    ludc_state_text(w->r[EVALUATOR], w->state[EVALUATOR], text, sizeof text);
    printf("position %lu: %s\n%s\n", (unsigned long)w->position, what, text);
    exit(1);
}

/* Both sides' states say the same. */
static void same(const Walk *w, void *const state[SIDES], const char *what)
{
    const ludc_reasoner *c = w->r[CIRCUIT], *e = w->r[EVALUATOR];
    const void *mine = state[CIRCUIT], *theirs = state[EVALUATOR];
    if (ludc_over(c, mine) != ludc_over(e, theirs))
        fail(w, what);
    for (unsigned p = 1; p <= ludc_players(e) && ludc_over(e, theirs); p++)
        if (ludc_payoff(c, mine, p) != ludc_payoff(e, theirs, p))
            fail(w, what);
    if (!ludc_over(e, theirs) && ludc_mover(c, mine) != ludc_mover(e, theirs))
        fail(w, what);
    for (size_t v = 0; v < ludc_views(e); v++) {
        uint32_t size;
        int other = ludc_view_find(c, ludc_view_name(e, v, &size));
        for (uint32_t i = 0; i < size; i++)
            if (other < 0 || ludc_view(c, mine, (size_t)other, i) != ludc_view(e, theirs, v, i))
                fail(w, what);
    }
}

static size_t list(const Walk *w, int side, unsigned p, ludc_move *out)
{
    return ludc_joint(w->r[side]) ? ludc_moves_of(w->r[side], w->state[side], p + 1, out) : ludc_moves(w->r[side], w->state[side], out);
}

static void look_at_lists(Walk *w)
{
    for (unsigned p = 0; p < w->lists; p++) {
        w->n[p] = list(w, EVALUATOR, p, NULL);
        if (w->n[p] > ROOM || list(w, CIRCUIT, p, NULL) != w->n[p])
            fail(w, "lists of moves are of different length");
        list(w, EVALUATOR, p, w->list[EVALUATOR][p]);
        list(w, CIRCUIT, p, w->list[CIRCUIT][p]);
        if (memcmp(w->list[CIRCUIT][p], w->list[EVALUATOR][p], w->n[p] * sizeof(ludc_move)) != 0)
            fail(w, "the lists of moves differ");
    }
}

/* Plays what `at` says of each list, from the position to what comes after. */
static void play(Walk *w, const size_t *at)
{
    for (int s = 0; s < SIDES; s++) {
        ludc_move move[PLAYERS];
        for (unsigned p = 0; p < w->lists; p++)
            move[p] = w->list[s][p][at[p]];
        ludc_copy(w->r[s], w->after[s], w->state[s]);
        ludc_status done = ludc_joint(w->r[s]) ? ludc_apply_joint(w->r[s], w->after[s], move, NULL) : ludc_apply(w->r[s], w->after[s], move[0], NULL);
        if (done != LUDC_OK)
            fail(w, "a move is refused");
    }
}

static void look_at_successors(Walk *w)
{
    size_t at[PLAYERS] = {0};
    for (unsigned tried = 0, p = 0; p < w->lists && (w->lists == 1 || tried < MOST); tried++) {
        play(w, at);
        same(w, w->after, "what follows differs");
        w->successor++;
        for (p = 0; p < w->lists && ++at[p] == w->n[p]; p++)
            at[p] = 0;
    }
}

/* From the first position on until the game or the walk is over. */
static void walk(Walk *w, uint64_t n)
{
    for (int s = 0; s < SIDES; s++)
        ludc_init(w->r[s], w->state[s]);
    for (; w->position < n && !ludc_over(w->r[EVALUATOR], w->state[EVALUATOR]); w->position++) {
        size_t at[PLAYERS];
        look_at_lists(w);
        for (unsigned p = 0; p < w->lists; p++)
            if (!w->n[p])
                return;
        look_at_successors(w);
        for (unsigned p = 0; p < w->lists; p++)
            at[p] = rng_next(&w->rng) % w->n[p];
        play(w, at);
        for (int s = 0; s < SIDES; s++)
            ludc_copy(w->r[s], w->state[s], w->after[s]);
    }
}

extern const Maker maker_verilator, maker_iverilog;

/* What is played beside the circuit's own contexts. */
const Maker *maker_find(const char *name)
{
    (void)name;
#ifdef HAVE_LIBTCC
    return &maker_tcc;
#else
    return &maker_c;
#endif
}

static void player_of(const Maker *maker, Session *session, char **argv, int argc, Player *player)
{
    StageTimes times = {0};
    const CompileOptions options = {.lud = {.option = (const char *const *)(argv + 1), .noption = (size_t)argc - 1}, .passes = {.keep_all = true, .describe = true}};
    const Source *source = source_read(session->sources, *argv);
    IrGame *game = source ? compile_game(session, source, &options, &times) : NULL;
    if (game && make_player(maker, session, source, game, &(MakeOptions){0}, player))
        return;
    tool_print_diags(session);
    exit(4);
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    Session *session[SIDES] = {session_new(), session_new()};
    Player player[SIDES] = {{0}};
    Walk w = {.rng = strtoull(argv[3], NULL, 10)};
    player_of(strcmp(argv[1], "verilator") ? &maker_iverilog : &maker_verilator, session[CIRCUIT], argv + 4, argc - 4, &player[CIRCUIT]);
    player_of(&maker_eval, session[EVALUATOR], argv + 4, argc - 4, &player[EVALUATOR]);
    for (int s = 0; s < SIDES; s++) {
        w.r[s] = player[s].reasoner;
        w.state[s] = calloc(1, ludc_state_size(w.r[s]));
        w.after[s] = calloc(1, ludc_state_size(w.r[s]));
        for (unsigned p = 0; p < PLAYERS; p++)
            w.list[s][p] = calloc(ROOM, sizeof(ludc_move));
    }
    w.lists = ludc_joint(w.r[EVALUATOR]) ? ludc_players(w.r[EVALUATOR]) : 1;
    for (uint64_t n = strtoull(argv[2], NULL, 10); w.position < n;)
        walk(&w, n);
    Fault fault;
    bool faulty = player[CIRCUIT].fault(player[CIRCUIT].owned, &fault);
    printf("%s%s%lu positions, %lu successors\n", faulty ? fault.text : "", faulty ? "\n" : "", (unsigned long)w.position, (unsigned long)w.successor);
    for (int s = 0; s < SIDES; s++) {
        for (unsigned p = 0; p < PLAYERS; p++)
            free(w.list[s][p]);
        free(w.state[s]);
        free(w.after[s]);
        player_release(&player[s]);
        session_free(session[s]);
    }
    return faulty;
}
