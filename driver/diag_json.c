/* diag_json.c - diagnostics as JSON, for editors and for tests that read them. */
#include "driver/diag_json.h"

#include "driver/json_text.h"

static void add_place(json_t *to, const Place *place)
{
    if (!place->source)
        return;
    unsigned line, column;
    source_end(place, &line, &column);
    json_object_set_new(to, "file", json_text(place->source->name));
    json_object_set_new(to, "line", json_integer(place->line));
    json_object_set_new(to, "column", json_integer(place->column));
    json_object_set_new(to, "end_line", json_integer(line));
    json_object_set_new(to, "end_column", json_integer(column));
}

/* The defines and options that it came through, innermost first. */
static json_t *through(const SourceMap *map, const Place *place)
{
    json_t *all = json_array();
    for (size_t i = 0; i < place->nuse; i++) {
        json_t *one = json_pack("{s:o}", "name", json_text(place->use[i].label));
        const Place at = source_resolve(map, place->use[i].at);
        add_place(one, &at);
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *notes(const DiagList *list, size_t i, size_t n)
{
    json_t *all = json_array();
    for (size_t k = 0; k < n; k++) {
        Place at;
        json_t *one = json_pack("{s:o}", "message", json_text(diags_list_note(list, i, k, &at)));
        add_place(one, &at);
        json_array_append_new(all, one);
    }
    return all;
}

/* What would do there, one a string. */
static json_t *expected(const DiagList *list, size_t i, size_t n)
{
    json_t *all = json_array();
    for (size_t k = 0; k < n; k++)
        json_array_append_new(all, json_text(diags_list_expected(list, i, k)));
    return all;
}

/* Edits: what stands from line and column to the end becomes the text. */
static json_t *fixes(const DiagList *list, size_t i, size_t n)
{
    json_t *all = json_array();
    for (size_t k = 0; k < n; k++) {
        const DiagFix fix = diags_list_fix(list, i, k);
        json_t *one = json_pack("{s:o, s:o, s:i, s:i, s:i, s:i}", "text", json_text(fix.text), "file", json_text(fix.source->name),
                                "line", (int)fix.line, "column", (int)fix.column, "end_line", (int)fix.end_line, "end_column",
                                (int)fix.end_column);
        json_array_append_new(all, one);
    }
    return all;
}

json_t *diag_json(const Diags *diags, const SourceMap *map)
{
    DiagList *list = diags_list(diags, map, 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED | 1u << DIAG_WARNING);
    json_t *all = json_array();
    for (size_t i = 0; i < diags_list_count(list); i++) {
        const DiagShown shown = diags_list_at(list, i);
        json_t *one = json_pack("{s:s, s:o}", "severity", diag_kind_name(shown.kind), "message", json_text(shown.text));
        if (shown.name)
            json_object_set_new(one, "name", json_text(shown.name));
        add_place(one, &shown.place);
        json_object_set_new(one, "through", through(map, &shown.place));
        json_object_set_new(one, "notes", notes(list, i, shown.nnote));
        if (shown.nexpected)
            json_object_set_new(one, "expected", expected(list, i, shown.nexpected));
        if (shown.nfix)
            json_object_set_new(one, "fix", fixes(list, i, shown.nfix));
        json_array_append_new(all, one);
    }
    diags_list_free(list);
    return all;
}
