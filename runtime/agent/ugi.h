/* ugi.h - an engine of the Universal Game Interface, as a machine that is fed with lines.
 *
 * The interface is kz04px's, UCI for games of two roles in turn (doc/ugi.md).  Reading and writing are the caller's; the
 * machine thinks in a thread of its own, so that it takes lines meanwhile. */
#ifndef LUDC_RUNTIME_AGENT_UGI_H
#define LUDC_RUNTIME_AGENT_UGI_H

#include <stdbool.h>

#include "runtime/include/ludc_agent.h"

typedef struct LudcUgi LudcUgi;

/* All pointers live as long as the machine. */
typedef struct {
    const ludc_reasoner *r;
    const char *rules;  /* the file of the game, or NULL */
    const char *spec;   /* the agent; "setoption" adds keys to it */
    uint64_t seed;      /* of the agent, until "setoption name seed" */
    bool alone;         /* thinks in the thread that feeds lines, and hears nothing meanwhile */
    ludc_agent *(*make)(void *data, const char *spec, ludc_error *error);
    /* One line, without its end.  One call at a time, by any of the two threads. */
    void (*write)(void *data, const char *line);
    void *data;
} LudcUgiSetup;

/* NULL: LUDC_UNSUPPORTED, not two roles in turn; what `make` says of the agent; LUDC_IO, too little memory. */
LudcUgi *ludc_ugi_new(const LudcUgiSetup *setup, ludc_error *error);
/* Any bytes, without the end of the line.  false: the line was "quit". */
bool ludc_ugi_line(LudcUgi *ugi, const char *line, size_t length);
/* No more lines come: waits for the answer of a search that ends by itself, ends others. */
void ludc_ugi_finish(LudcUgi *ugi);
void ludc_ugi_free(LudcUgi *ugi); /* ends thinking at once; NULL is allowed */

#endif
