/* gtp.h - an engine of the Go Text Protocol, version 2 (G. Farnebaeck, draft 2, 2002), as a machine that is fed with lines.
 *
 * For games of two roles in turn whose moves put a stone on an empty site, or pass.  Black is the first role.  A vertex is a
 * column's letter, without I, and a row. */
#ifndef LUDC_RUNTIME_AGENT_GTP_H
#define LUDC_RUNTIME_AGENT_GTP_H

#include "runtime/agent/ugi.h"

typedef struct LudcGtp LudcGtp;

/* `alone` of the setup does not matter.  The reasoner has actions (LUDC_OFFER_ACTIONS).  NULL: LUDC_UNSUPPORTED, a game that this
 * protocol does not fit; what `make` says of the agent; LUDC_IO, too little memory. */
LudcGtp *ludc_gtp_new(const LudcUgiSetup *setup, ludc_error *error);
/* Any bytes, without the end of the line.  false: the line was "quit". */
bool ludc_gtp_line(LudcGtp *gtp, const char *line, size_t length);
void ludc_gtp_free(LudcGtp *gtp); /* NULL is allowed */

#endif
