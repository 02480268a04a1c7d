/* session.c - the handle everything belongs to. */
#include "base/session.h"

#include <stdarg.h>

Session *session_new(void)
{
    Limit *limit = limit_new(0, 0);
    Arena *arena = arena_within(limit);
    Session *session = ARENA_NEW(arena, Session);
    session->arena = arena;
    session->limit = limit;
    session->names = interner_new(arena);
    session->sources = source_map_new(arena);
    session->diags = diags_new(arena);
    return session;
}

void session_free(Session *session)
{
    if (!session)
        return;
    Limit *limit = session->limit;
    arena_free(session->arena);
    limit_drop(limit);
}

bool session_error(Session *session, Span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_v(session->diags, DIAG_ERROR, at, format, args);
    va_end(args);
    return false;
}

bool session_unsupported(Session *session, Span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_v(session->diags, DIAG_UNSUPPORTED, at, format, args);
    va_end(args);
    return false;
}
