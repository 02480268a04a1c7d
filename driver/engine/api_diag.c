/* api_diag.c - what a compilation had to say, for programs: ludc.h's errors and lists of
 * diagnostics. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/engine/api.h"
#include "runtime/game.h"

struct ludc_diagnostics {
    Arena *arena; /* of all texts; NULL while there are none */
    ludc_diagnostic *at;
    size_t n;
    const char *text;
};

ludc_diagnostics *ludc_diagnostics_new(void) { return calloc(1, sizeof(ludc_diagnostics)); }

void ludc_diagnostics_clear(ludc_diagnostics *list)
{
    if (list && list->arena)
        arena_free(list->arena);
    if (list)
        *list = (ludc_diagnostics){0};
}

void ludc_diagnostics_free(ludc_diagnostics *list)
{
    ludc_diagnostics_clear(list);
    free(list);
}

size_t ludc_diagnostics_count(const ludc_diagnostics *list) { return list ? list->n : 0; }

const ludc_diagnostic *ludc_diagnostics_at(const ludc_diagnostics *list, size_t index)
{
    return list && index < list->n ? &list->at[index] : NULL;
}

const char *ludc_diagnostics_text(const ludc_diagnostics *list) { return list && list->text ? list->text : ""; }

/* ---- filling a list ----------------------------------------------------------------------- */

/* The line of the source that a place lies in. */
static const char *line_at(Arena *arena, const Place *place)
{
    if (!place->source)
        return "";
    const char *at = place->source->text + (place->span.lo - place->source->base);
    const char *begin = at - (place->column - 1);
    size_t n = strcspn(begin, "\n");
    return arena_strndup(arena, begin, n && begin[n - 1] == '\r' ? n - 1 : n);
}

static const char *file_at(Arena *arena, const Place *place)
{
    return place->source ? arena_strdup(arena, place->source->name) : "";
}

static ludc_note note_of(Arena *arena, const char *message, const Place *place)
{
    return (ludc_note){message, file_at(arena, place), place->source ? place->line : 0,
                       place->source ? place->column : 0, line_at(arena, place)};
}

/* First through which defines it came, then what was added. */
static const ludc_note *notes_of(Arena *arena, const DiagList *from, const SourceMap *map, size_t i, size_t *n)
{
    DiagShown shown = diags_list_at(from, i);
    ludc_note *note = ARENA_ARRAY(arena, ludc_note, shown.place.nuse + shown.nnote + 1);
    *n = 0;
    for (size_t k = 0; k < shown.place.nuse; k++) {
        Place place = source_resolve(map, shown.place.use[k].at);
        note[(*n)++] = note_of(arena, arena_printf(arena, "in expansion of \"%s\"", shown.place.use[k].label), &place);
    }
    for (size_t k = 0; k < shown.nnote; k++) {
        Place place;
        const char *text = diags_list_note(from, i, k, &place);
        note[(*n)++] = note_of(arena, arena_strdup(arena, text), &place);
    }
    return note;
}

static const char *const *expected_of(Arena *arena, const DiagList *from, size_t i, size_t n)
{
    const char **all = ARENA_ARRAY(arena, const char *, n + 1);
    for (size_t k = 0; k < n; k++)
        all[k] = arena_strdup(arena, diags_list_expected(from, i, k));
    return all;
}

static const ludc_fix *fixes_of(Arena *arena, const DiagList *from, size_t i, size_t n)
{
    ludc_fix *all = ARENA_ARRAY(arena, ludc_fix, n + 1);
    for (size_t k = 0; k < n; k++) {
        const DiagFix fix = diags_list_fix(from, i, k);
        all[k] = (ludc_fix){arena_strdup(arena, fix.source->name), fix.line, fix.column, fix.end_line, fix.end_column,
                            arena_strdup(arena, fix.text)};
    }
    return all;
}

static const ludc_use *uses_of(Arena *arena, const SourceMap *map, const Place *place)
{
    ludc_use *all = ARENA_ARRAY(arena, ludc_use, place->nuse + 1);
    for (size_t k = 0; k < place->nuse; k++) {
        const Place at = source_resolve(map, place->use[k].at);
        all[k] = (ludc_use){arena_strdup(arena, place->use[k].label), file_at(arena, &at), at.source ? at.line : 0,
                            at.source ? at.column : 0};
    }
    return all;
}

static ludc_status status_of(DiagKind kind)
{
    return kind == DIAG_ERROR ? LUDC_WRONG : kind == DIAG_UNSUPPORTED ? LUDC_UNSUPPORTED : LUDC_OK;
}

static void fill(ludc_diagnostics *list, Session *session, const DiagList *from, unsigned kinds)
{
    Arena *arena = list->arena = arena_new();
    list->n = diags_list_count(from);
    list->at = ARENA_ARRAY(arena, ludc_diagnostic, list->n + 1);
    for (size_t i = 0; i < list->n; i++) {
        DiagShown shown = diags_list_at(from, i);
        const Place *place = &shown.place;
        ludc_diagnostic *d = &list->at[i];
        *d = (ludc_diagnostic){.status = status_of(shown.kind), .message = arena_strdup(arena, shown.text),
                               .file = file_at(arena, place), .source = line_at(arena, place)};
        if (place->source) {
            d->line = place->line;
            d->column = place->column;
            d->length = place->span.hi - place->span.lo;
        }
        source_end(place, &d->end_line, &d->end_column);
        d->severity = diag_kind_name(shown.kind);
        d->name = shown.name ? shown.name : "";
        d->note = notes_of(arena, from, session->sources, i, &d->nnote);
        d->expected = expected_of(arena, from, i, d->nexpected = shown.nexpected);
        d->fix = fixes_of(arena, from, i, d->nfix = shown.nfix);
        d->through = uses_of(arena, session->sources, place);
        d->nthrough = place->nuse;
    }
    Out text = {0};
    diags_print(session->diags, session->sources, kinds, 0, &text);
    list->text = arena_strdup(arena, text.n ? text.text : "");
    out_free(&text);
}

/* Adds a line to a text of `size` bytes, if all of it fits. */
__attribute__((format(printf, 3, 4))) static void add_line(char *text, size_t size, const char *format, ...)
{
    const size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    const int more = vsnprintf(text + n, size - n, format, args);
    va_end(args);
    if (more < 0 || (size_t)more + 2 > size - n)
        text[n] = '\0';
    else
        strcpy(text + n + more, "\n");
}

static void edits_into(const DiagList *from, size_t i, size_t n, ludc_error *error)
{
    bool fit = n <= sizeof error->fix / sizeof *error->fix;
    for (size_t k = 0; fit && k < n; k++) {
        const DiagFix fix = diags_list_fix(from, i, k);
        ludc_edit *edit = &error->fix[k];
        const size_t length = strlen(fix.text);
        *edit = (ludc_edit){fix.line, fix.column, fix.end_line, fix.end_column, ""};
        fit = length < sizeof edit->text && !strcmp(fix.source->name, error->file);
        if (fit)
            memcpy(edit->text, fix.text, length + 1);
    }
    error->nfix = fit ? (unsigned)n : 0;
}

static void into(const DiagList *from, const SourceMap *map, size_t i, ludc_error *error)
{
    const DiagShown shown = diags_list_at(from, i);
    const Place *place = &shown.place;
    if (place->source) {
        error->line = place->line;
        error->column = place->column;
        source_end(place, &error->end_line, &error->end_column);
    }
    snprintf(error->name, sizeof error->name, "%s", shown.name ? shown.name : "");
    for (size_t k = 0; k < shown.nnote; k++) {
        Place at;
        add_line(error->notes, sizeof error->notes, "%s", diags_list_note(from, i, k, &at));
    }
    for (size_t k = 0; k < shown.nexpected; k++)
        add_line(error->expected, sizeof error->expected, "%s", diags_list_expected(from, i, k));
    for (size_t k = 0; k < place->nuse; k++) {
        const Place at = source_resolve(map, place->use[k].at);
        add_line(error->through, sizeof error->through, "%s:%u:%u: %s", at.source ? at.source->name : "", at.source ? at.line : 0,
                 at.source ? at.column : 0, place->use[k].label);
    }
    edits_into(from, i, shown.nfix, error);
}

/* The first that is not a warning. */
static void first(const DiagList *from, const SourceMap *map, const char *name, int code, ludc_error *error)
{
    size_t warnings = 0;
    bool found = false;
    for (size_t i = 0; error && i < diags_list_count(from); i++) {
        const DiagShown shown = diags_list_at(from, i);
        warnings += shown.kind == DIAG_WARNING;
        if (shown.kind == DIAG_WARNING || found)
            continue;
        found = true;
        ludc_error_set(error, (ludc_status)code, shown.place.source ? shown.place.source->name : name, shown.text);
        into(from, map, i, error);
    }
    if (!found)
        ludc_error_set(error, LUDC_WRONG, name, "the compilation failed without saying why");
    if (error) {
        error->errors = found ? diags_list_count(from) - warnings : 1;
        error->warnings = warnings;
    }
}

void ludc_report(Session *session, const char *name, ludc_error *error, ludc_diagnostics *list)
{
    const unsigned kinds = 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED | 1u << DIAG_WARNING;
    int code = diags_exit_code(session->diags);
    DiagList *all = diags_list(session->diags, session->sources, kinds);
    first(all, session->sources, name, code, error);
    ludc_diagnostics_clear(list);
    if (list)
        fill(list, session, all, kinds);
    diags_list_free(all);
}

void ludc_refuse(ludc_status status, const char *file, const char *message, ludc_error *error,
                 ludc_diagnostics *list)
{
    ludc_error_set(error, status, file, message);
    ludc_diagnostics_clear(list);
    if (!list)
        return;
    list->arena = arena_new();
    list->at = ARENA_NEW(list->arena, ludc_diagnostic);
    list->at[0] = (ludc_diagnostic){.status = status, .message = arena_strdup(list->arena, message),
                                    .file = arena_strdup(list->arena, file), .source = "", .severity = "error", .name = ""};
    list->n = 1;
    list->text = arena_printf(list->arena, "%s%serror: %s\n", file, *file ? ": " : "", message);
}
