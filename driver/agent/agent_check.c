/* agent_check.c - whether the text of an agent names one, before anything is compiled for it. */
#include "driver/agent/agents.h"

int agent_check(const Options *options, const char *text)
{
    ludc_error error = {0};
    ludc_agent *agent = agent_open(text, NULL, &error);
    if (!agent && error.status == LUDC_USAGE)
        return usage_error(options, "%s; `ludc explain agents` lists what there is", error.message);
    if (!agent) {
        say("ludc: %s", error.message);
        return (int)error.status;
    }
    ludc_agent_free(agent);
    return EXIT_DONE;
}
