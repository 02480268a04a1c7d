/* agent.c - agents of shared objects, and how an agent shares out its time. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>

#include "runtime/game.h"
#include "runtime/include/ludc_agent.h"

void ludc_agent_free(ludc_agent *agent)
{
    if (agent)
        agent->free(agent);
}

ludc_agent *ludc_agent_load(const char *file, const char *argument, ludc_error *error)
{
    char message[256];
    void *handle = file ? dlopen(file, RTLD_NOW | RTLD_LOCAL) : NULL;
    ludc_agent_new_fn *make = NULL;
    if (handle)
        *(void **)&make = dlsym(handle, LUDC_AGENT_SYMBOL);
    ludc_agent *agent = make ? make(argument ? argument : "") : NULL;
    if (agent && agent->size >= sizeof *agent && agent->choose && agent->free)
        return agent; /* the object stays: the agent's functions are in it */
    if (!handle)
        snprintf(message, sizeof message, "it cannot be loaded: %s", file ? dlerror() : "there is no file");
    else if (!make)
        snprintf(message, sizeof message, "it has no function %s", LUDC_AGENT_SYMBOL);
    else
        snprintf(message, sizeof message, agent ? "its agent is of another version: build it again" : "it gives no agent");
    if (agent && agent->size >= sizeof *agent)
        ludc_agent_free(agent);
    if (handle)
        dlclose(handle);
    ludc_error_set(error, LUDC_IO, file, message);
    return NULL;
}

/* Of a clock for the whole game a thirtieth of what is left and most of the increment (ours): half of what is left at 20
 * moves, so that long games never run dry. */
double ludc_agent_time(const ludc_seat *seat, const ludc_question *question, double margin)
{
    const ludc_clock *clock = seat->clock;
    double limit = question->seconds - margin, left = question->left ? question->left[seat->role - 1] : INFINITY;
    double want = INFINITY;
    if (clock && clock->move > 0)
        want = clock->move; /* `limit` says when the answer is late */
    if (clock && clock->base > 0 && isfinite(left))
        want = fmin(want, (left - margin) / 30 + 0.8 * clock->increment);
    return fmax(fmin(want, limit), 1e-3);
}
