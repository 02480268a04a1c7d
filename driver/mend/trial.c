/* trial.c - compiles a text that somebody could have meant, and counts what is said of it. */
#include "driver/mend/trial.h"

#include <stdlib.h>
#include <string.h>

#include "base/limit_place.h"
#include "frontend/gdl/gdl.h"

enum {
    TRIAL_STEPS = 4000000, /* of the work of a compilation, each */
    TRIAL_MB = 64,
    ERRORS = 1000000 /* warnings that one error is worth */
};

typedef struct {
    const MendTrial *trial;
    Session *session;
    const Source *source;
} Compilation;

static void compile_trial(void *data)
{
    Compilation *c = data;
    if (!c->trial->sheet) {
        lud_compile(c->session, c->source, c->trial->options, 0);
        return;
    }
    const Ast *sheet = gdl_parse(c->session, c->source);
    if (sheet)
        gdl_program(c->session, sheet);
}

static uint32_t offset_of(const Source *source, unsigned line, unsigned column)
{
    const char *at = source->text;
    for (; line > 1 && at; line--)
        at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    return at ? (uint32_t)(at - source->text) + column - 1 : 0;
}

bool mend_offered(const MendTrial *trial, const DiagList *list, size_t i, const Source *source, MendEditList *edits)
{
    const DiagShown shown = diags_list_at(list, i);
    for (size_t k = 0; k < shown.nfix; k++) {
        const DiagFix fix = diags_list_fix(list, i, k);
        if (fix.source != source)
            return false;
        const MendEdit edit = {offset_of(source, fix.line, fix.column), offset_of(source, fix.end_line, fix.end_column),
                               arena_strdup(trial->arena, fix.text)};
        vec_push(trial->arena, edits, edit);
    }
    return true;
}

static void all_offered(const Compilation *c, MendEditList *edits)
{
    const unsigned kinds = 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED | 1u << DIAG_WARNING;
    DiagList *list = diags_list(c->session->diags, c->session->sources, kinds);
    for (size_t i = 0; i < diags_list_count(list); i++)
        mend_offered(c->trial, list, i, c->source, edits);
    diags_list_free(list);
}

size_t mend_faults(const MendTrial *trial, const char *text, size_t length, MendEditList *offered)
{
    Session *session = session_new();
    limit_set(session->limit, (size_t)TRIAL_MB << 20, TRIAL_STEPS);
    Compilation c = {trial, session, source_add(session->sources, trial->name, text, length)};
    size_t n = (size_t)ERRORS * ERRORS;
    if (c.source && limit_run(session->limit, compile_trial, &c) == LIMIT_NOTHING) {
        n = ERRORS * (diags_count(session->diags, DIAG_ERROR) + diags_count(session->diags, DIAG_UNSUPPORTED)) +
            diags_count(session->diags, DIAG_WARNING);
        if (n && offered)
            all_offered(&c, offered);
    }
    session_free(session);
    return n;
}

static int by_place(const void *a, const void *b)
{
    const MendEdit *x = a, *y = b;
    if (x->lo != y->lo)
        return x->lo < y->lo ? -1 : 1;
    return x->hi < y->hi ? -1 : x->hi > y->hi;
}

const char *mend_edited(const MendTrial *trial, const char *from, const MendEdit *edit, size_t n, size_t *length)
{
    const uint32_t from_length = (uint32_t)strlen(from);
    MendEdit *sorted = ARENA_ARRAY(trial->arena, MendEdit, n + 1);
    if (n)
        memcpy(sorted, edit, n * sizeof *edit);
    if (n)
        qsort(sorted, n, sizeof *sorted, by_place);
    size_t most = from_length;
    for (size_t i = 0; i < n; i++)
        most += strlen(sorted[i].text);
    char *text = ARENA_ARRAY(trial->arena, char, most + 1);
    uint32_t at = 0;
    *length = 0;
    for (size_t i = 0; i <= n; i++) {
        const uint32_t to = i < n ? sorted[i].lo : from_length;
        if (to < at || (i < n && sorted[i].hi < to))
            return NULL;
        memcpy(text + *length, from + at, to - at);
        *length += to - at;
        if (i < n) {
            const size_t more = strlen(sorted[i].text);
            memcpy(text + *length, sorted[i].text, more);
            *length += more;
            at = sorted[i].hi;
        }
    }
    return text;
}
