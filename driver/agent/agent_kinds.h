/* agent_kinds.h - kinds of agents that live outside of this process; rows of agents.c open them. */
#ifndef LUDC_DRIVER_AGENT_KINDS_H
#define LUDC_DRIVER_AGENT_KINDS_H

#include "driver/agent/agents.h"

/* PROGRAM ARGS: a process that speaks the Universal Game Interface (doc/ugi.md). */
ludc_agent *agent_cmd_open(const char *command, const AgentHost *host, ludc_error *error);
/* HOST:PORT: a player of the General Game Playing protocol (doc/serve.md). */
ludc_agent *agent_ggp_open(const char *address, const AgentHost *host, ludc_error *error);

#endif
