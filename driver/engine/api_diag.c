/* api_diag.c - what a compilation had to say, for programs: ludc.h's errors and lists of
 * diagnostics. */
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
        d->note = notes_of(arena, from, session->sources, i, &d->nnote);
    }
    Out text = {0};
    diags_print(session->diags, session->sources, kinds, 0, &text);
    list->text = arena_strdup(arena, text.n ? text.text : "");
    out_free(&text);
}

/* The first that is not a warning. */
static void first(const DiagList *from, const char *name, int code, ludc_error *error)
{
    for (size_t i = 0; i < diags_list_count(from); i++) {
        DiagShown shown = diags_list_at(from, i);
        if (shown.kind == DIAG_WARNING)
            continue;
        const Place *place = &shown.place;
        ludc_error_set(error, (ludc_status)code, place->source ? place->source->name : name, shown.text);
        if (error && place->source) {
            error->line = place->line;
            error->column = place->column;
        }
        return;
    }
    if (error)
        ludc_error_set(error, LUDC_WRONG, name, "the compilation failed without saying why");
}

void ludc_report(Session *session, const char *name, ludc_error *error, ludc_diagnostics *list)
{
    const unsigned kinds = 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED | 1u << DIAG_WARNING;
    int code = diags_exit_code(session->diags);
    DiagList *all = diags_list(session->diags, session->sources, kinds);
    first(all, name, code, error);
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
                                    .file = arena_strdup(list->arena, file), .source = ""};
    list->n = 1;
    list->text = arena_printf(list->arena, "%s%serror: %s\n", file, *file ? ": " : "", message);
}
