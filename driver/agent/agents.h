/* agents.h - agents by their text: what --agent takes, everywhere. */
#ifndef LUDC_DRIVER_AGENTS_H
#define LUDC_DRIVER_AGENTS_H

#include <stdbool.h>

#include "base/out.h"
#include "driver/command.h"
#include "runtime/agent/human.h"
#include "runtime/include/ludc_agent.h"
#include "runtime/include/ludc_features.h"
#include "runtime/include/ludc_search.h"

/* What agents can ask of the command that opens them; all of it may be zero.  Lives as long as they do. */
typedef struct {
    const char *rules; /* the file of the rules, or NULL */
    const ludc_search_lanes *lanes; /* for the playouts of a search, or NULL */
    const struct SweepMaker *maker; /* of code for its features (features_maker), or NULL */
    /* A line that went to or came from an agent, without its end; `to`: to.  Called by any thread.  NULL: nobody wants them. */
    void (*line)(void *data, const ludc_agent *agent, bool to, const char *line);
    void *data;
    const HumanConsole *console; /* of persons; NULL: there is none, and a person has left when asked */
} AgentHost;

/* A kind of agents: `cmd` is that of "cmd:ludc ugi GAME". */
typedef struct {
    const char *kind;
    const char *form, *help; /* for people: "so:FILE[,ARGUMENT]", what it is */
    /* It thinks outside of this process, so that several can at once and cost this one nothing. */
    bool apart;
    bool person; /* sits at the terminal: nothing may be shown that the rules hide */
    /* `rest` is what stands behind the colon, or "".  NULL with an error: LUDC_USAGE for a wrong text, LUDC_IO. */
    ludc_agent *(*open)(const char *rest, const AgentHost *host, ludc_error *error);
} AgentKind;

/* The kind of a text; NULL: it is the SPEC of a search. */
const AgentKind *agent_kind(const char *text);
/* Opens an agent.  NULL: the error says why not, in one line that names the text. */
ludc_agent *agent_open(const char *text, const AgentHost *host, ludc_error *error);
/* Can it be opened?  EXIT_DONE, else the exit code after saying why not. */
int agent_check(const Options *options, const char *text);
/* What a search wants of a reasoner beside play, as IrOffer: planes, keys. */
unsigned agent_offers(const ludc_search_options *o);
/* The same of an agent's text; nothing of a kind that is no search, or of a wrong text. */
unsigned agent_offers_of(const char *text);
/* Asks for that, and for what features=FILE needs, after job_begin. */
void agent_wants(Job *job, const char *text);
/* After job_play: are its features, if it has any, for this game?  EXIT_DONE, else the exit code after saying why not. */
int agent_fits(Job *job, const char *text);
/* The SPEC of a search without features=FILE, and that file or NULL; the caller frees both. */
char *agent_split(const char *text, char **file);
/* Can that agent have features, or be without?  false: LUDC_USAGE with a message. */
bool agent_features_fit(const char *spec, const char *file, ludc_error *error);
/* NULL: the error says in one line what is wrong with the file. */
ludc_features *agent_features(const char *file, ludc_error *error);
/* What there is, a line each. */
void agent_kinds(Out *out);

#endif
