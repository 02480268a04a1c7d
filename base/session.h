/* session.h - the handle everything belongs to.  One per compilation; any number
 * may live in a process, each used by one thread at a time. */
#ifndef LUDC_SESSION_H
#define LUDC_SESSION_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/limit.h"
#include "base/source.h"

typedef struct Session {
    Arena *arena;
    Limit *limit; /* of what is done in it; no limit until it is set */
    Interner *names;
    SourceMap *sources;
    Diags *diags;
} Session;

Session *session_new(void);
void session_free(Session *session);

/* File a diagnostic; both return false, so that a stage can `return` them. */
bool session_error(Session *session, Span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool session_unsupported(Session *session, Span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
