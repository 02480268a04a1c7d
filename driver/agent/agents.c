/* agents.c - a row for each kind of agent.  To add one: a function that opens it, and its row. */
#include "driver/agent/agent_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/offer/offer.h"
#include "runtime/features/feature.h"

/* FILE[,ARGUMENT]: a shared object. */
static ludc_agent *open_object(const char *rest, const AgentHost *host, ludc_error *error)
{
    (void)host;
    const size_t length = strcspn(rest, ",");
    char *file = malloc(length + 3);
    if (!file)
        return NULL;
    /* a name without a slash would be looked up on the system's library path */
    sprintf(file, "%s%.*s", memchr(rest, '/', length) ? "" : "./", (int)length, rest);
    ludc_agent *agent = ludc_agent_load(file, rest[length] ? rest + length + 1 : "", error);
    free(file);
    return agent;
}

static ludc_agent *open_human(const char *rest, const AgentHost *host, ludc_error *error)
{
    if (!*rest)
        return human_new(host->console, "human");
    *error = (ludc_error){.status = LUDC_USAGE, .message = "there is nothing to say behind `human`"};
    return NULL;
}

static const AgentKind kinds[] = {
    {"human", "human", "a person at this terminal (doc/play.md)", false, true, open_human},
    {"cmd", "cmd:PROGRAM ARGS", "a process that speaks the Universal Game Interface (doc/ugi.md)", true, false, agent_cmd_open},
    {"ggp", "ggp:HOST:PORT", "a player of the General Game Playing protocol (doc/serve.md)", true, false, agent_ggp_open},
    {"so", "so:FILE[,ARGUMENT]", "a shared object that exports ludc_agent_new (ludc_agent.h)", false, false, open_object},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

const AgentKind *agent_kind(const char *text)
{
    const size_t length = strcspn(text, ":");
    for (size_t i = 0; i < KINDS; i++)
        if (strlen(kinds[i].kind) == length && !memcmp(kinds[i].kind, text, length))
            return &kinds[i];
    return NULL;
}

static ludc_agent *search_agent(const char *text, const AgentHost *host, ludc_error *error)
{
    char *file, *spec = agent_split(text, &file);
    ludc_features *set = file ? agent_features(file, error) : NULL;
    ludc_agent *agent = spec && !file == !set && agent_features_fit(spec, file, error) ? ludc_agent_search(spec, error) : NULL;
    if (agent && host && host->lanes)
        ludc_agent_set_lanes(agent, host->lanes);
    if (set && host)
        set->maker = host->maker;
    if (agent && set)
        ludc_agent_set_features(agent, set);
    ludc_features_free(set);
    free(file);
    free(spec);
    return agent;
}

ludc_agent *agent_open(const char *text, const AgentHost *host, ludc_error *error)
{
    static const AgentHost nobody = {0};
    ludc_error why = {.status = LUDC_IO, .message = "there is too little memory for an agent"};
    const AgentKind *kind = agent_kind(text);
    const char *rest = kind ? text + strlen(kind->kind) : text;
    ludc_agent *agent = kind ? kind->open(*rest == ':' ? rest + 1 : rest, host ? host : &nobody, &why)
                             : search_agent(text, host, &why);
    if (!agent && error) {
        *error = why;
        snprintf(error->message, sizeof error->message, "the agent `%.200s`: %.800s", text, why.message);
    }
    return agent;
}

unsigned agent_offers(const ludc_search_options *o)
{
    unsigned offers = 0;
    if (o->agent == LUDC_AGENT_MMCTS)
        offers |= o->phi ? IR_OFFER_NODES : IR_OFFER_PLANES;
    if (o->playout == LUDC_PLAYOUT_FAST)
        offers |= IR_OFFER_PLANES;
    if (o->agent == LUDC_AGENT_ALPHABETA || o->dag || o->chance)
        offers |= IR_OFFER_KEY; /* positions are found by their keys */
    return offers;
}

unsigned agent_offers_of(const char *text)
{
    ludc_search_options search;
    char *file, *spec = agent_kind(text) ? NULL : agent_split(text, &file);
    unsigned offers = spec && ludc_search_parse(spec, &search, NULL) == LUDC_OK ? agent_offers(&search) : 0;
    if (spec)
        free(file);
    free(spec);
    return offers;
}

void agent_kinds(Out *out)
{
    for (size_t i = 0; i < KINDS; i++)
        out_printf(out, "  %-20s %s\n", kinds[i].form, kinds[i].help);
}
