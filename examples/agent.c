/* agent.c - an agent of your own: it tries every move by random playouts and takes the best; joint moves are drawn.
 *
 *     cc -shared -fPIC agent.c -lludc -o agent.so
 *     ludc match hex.lud --agent so:./agent.so,50 --agent random     # 50 playouts a move (default: 20) */
#include <ludc_agent.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    ludc_agent agent; /* first: it is what the referee has */
    ludc_seat seat;
    uint64_t rng;
    unsigned long playouts;
} Mine;

static ludc_agent_status begin(ludc_agent *agent, const ludc_seat *seat)
{
    Mine *me = (Mine *)agent;
    me->seat = *seat;
    me->rng = seat->seed; /* nothing is left of the game before */
    return LUDC_AGENT_OK;
}

/* What a move is worth, by playouts from the position behind it. */
static double value(Mine *me, const ludc_question *question, ludc_move move, void *state)
{
    double sum = 0;
    for (unsigned long i = 0; i < me->playouts; i++) {
        ludc_copy(me->seat.r, state, question->state);
        ludc_apply_random(me->seat.r, state, move, &me->rng, NULL);
        ludc_playout(me->seat.r, state, &me->rng, 1000);
        sum += ludc_payoff(me->seat.r, state, me->seat.role);
    }
    return sum;
}

static ludc_agent_status choose(ludc_agent *agent, const ludc_question *question, ludc_move *move)
{
    Mine *me = (Mine *)agent;
    const ludc_reasoner *r = me->seat.r;
    const size_t n = ludc_moves_of(r, question->state, me->seat.role, NULL);
    ludc_move *moves = malloc((n + 1) * sizeof *moves);
    void *state = malloc(ludc_state_size(r));
    double best = -1;
    if (moves && state) {
        ludc_moves_of(r, question->state, me->seat.role, moves);
        me->rng = me->rng * 6364136223846793005u + 1;
        *move = moves[(me->rng >> 33) % n];
        for (size_t i = 0; i < n && !ludc_joint(r) && !(question->stopped && question->stopped(question->data)); i++) {
            double worth = value(me, question, moves[i], state);
            if (worth > best)
                best = worth, *move = moves[i];
        }
    }
    snprintf(agent->why, sizeof agent->why, "%s", moves && state ? "" : "there is too little memory");
    ludc_agent_status status = moves && state ? LUDC_AGENT_OK : LUDC_AGENT_CRASHED;
    free(moves);
    free(state);
    return status;
}

static void end(ludc_agent *agent) { free(agent); }

LUDC_API ludc_agent *ludc_agent_new(const char *argument)
{
    Mine *me = calloc(1, sizeof *me);
    if (!me)
        return NULL;
    me->agent = (ludc_agent){.size = sizeof me->agent, .name = "playouts", .begin = begin, .choose = choose, .free = end};
    me->playouts = *argument ? strtoul(argument, NULL, 10) : 20;
    return &me->agent;
}
