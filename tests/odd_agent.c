/* odd_agent.c - an agent of a shared object that does what agents should not, by its argument.
 *
 *   keep         it plays the first legal move in its first game, and the last one in all others
 *   interrupt    it presses ^C when it is asked for a move; then the first legal move
 *   ""           the first legal move: at no fault */
#include <ludc_agent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    ludc_agent agent;
    ludc_seat seat;
    unsigned games;
    int keeps, interrupts;
} Odd;

static ludc_agent_status begin(ludc_agent *agent, const ludc_seat *seat)
{
    Odd *odd = (Odd *)agent;
    odd->seat = *seat;
    odd->games++;
    return LUDC_AGENT_OK;
}

static ludc_agent_status choose(ludc_agent *agent, const ludc_question *question, ludc_move *move)
{
    const Odd *odd = (Odd *)agent;
    size_t n = ludc_moves_of(odd->seat.r, question->state, odd->seat.role, NULL);
    ludc_move *moves = malloc((n + 1) * sizeof *moves);
    if (!moves)
        return LUDC_AGENT_CRASHED;
    ludc_moves_of(odd->seat.r, question->state, odd->seat.role, moves);
    *move = moves[odd->keeps && odd->games > 1 ? n - 1 : 0];
    free(moves);
    if (odd->interrupts)
        raise(SIGINT);
    return LUDC_AGENT_OK;
}

static void end(ludc_agent *agent) { free(agent); }

LUDC_API ludc_agent *ludc_agent_new(const char *argument)
{
    Odd *odd = calloc(1, sizeof *odd);
    if (!odd)
        return NULL;
    odd->agent = (ludc_agent){.size = sizeof odd->agent, .name = "odd", .begin = begin, .choose = choose, .free = end};
    odd->keeps = !strcmp(argument, "keep");
    odd->interrupts = !strcmp(argument, "interrupt");
    return &odd->agent;
}
