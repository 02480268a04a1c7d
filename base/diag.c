/* diag.c - diagnostics: filed as they come, printed sorted by place. */
#include "base/diag.h"

#include "base/diag_again.h"

#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "base/vec.h"

typedef struct {
    Span at;
    const char *text;
} Note;

typedef struct {
    Span at;
    FixWhere where;
    const char *text;
} Fix;

typedef struct {
    DiagKind kind;
    Span at;
    const char *text;
    const char *name; /* of a warning, or NULL */
    VEC(Note) note;
    VEC(const char *) expected;
    VEC(Fix) fix;
} Diag;

struct Diags {
    Arena *arena;
    VEC(Diag *) all; /* in order of filing */
    size_t count[DIAG_REMARK + 1];
    bool off[WARN_COUNT], error[WARN_COUNT];
    bool muted; /* the newest was not filed: nor are its notes */
    Diag *newest; /* that notes and edits are added to */
};

/* --- warnings by name --- */

static const WarningInfo warnings[] = {
#define WARNING(id, name, played, help) {name, help, played},
#include "base/warnings.def"
#undef WARNING
};

const WarningInfo *warning_info(WarningId id) { return &warnings[id]; }

WarningId warning_named(const char *name)
{
    WarningId id = 0;
    while (id < WARN_COUNT && strcmp(warnings[id].name, name) != 0)
        id++;
    return id;
}

void diags_warn(Diags *diags, WarningId id, bool on) { diags->off[id] = !on; }
void diags_warn_error(Diags *diags, WarningId id, bool error) { diags->error[id] = error; }
bool diags_warns(const Diags *diags, WarningId id) { return !diags->off[id]; }

/* --- filing --- */

Diags *diags_new(Arena *arena)
{
    Diags *diags = ARENA_NEW(arena, Diags);
    diags->arena = arena;
    return diags;
}

void diag_v(Diags *diags, DiagKind kind, Span at, const char *format,
            va_list args)
{
    Diag *diag = ARENA_NEW(diags->arena, Diag);
    diag->kind = kind;
    diag->at = at;
    diag->text = arena_vprintf(diags->arena, format, args);
    vec_push(diags->arena, &diags->all, diag);
    diags->count[kind]++;
    diags->muted = false;
    diags->newest = diag;
}

void diag(Diags *diags, DiagKind kind, Span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_v(diags, kind, at, format, args);
    va_end(args);
}

void diag_warning(Diags *diags, WarningId id, Span at, const char *format, ...)
{
    if (diags->off[id]) {
        diags->muted = true;
        return;
    }
    va_list args;
    va_start(args, format);
    diag_v(diags, diags->error[id] ? DIAG_ERROR : DIAG_WARNING, at, format, args);
    va_end(args);
    diags->newest->name = warnings[id].name;
}

void diag_note(Diags *diags, Span at, const char *format, ...)
{
    if (diags->all.n == 0 || diags->muted)
        return;
    va_list args;
    va_start(args, format);
    Note note = {at, arena_vprintf(diags->arena, format, args)};
    va_end(args);
    vec_push(diags->arena, &diags->newest->note, note);
}

void diag_expected(Diags *diags, const char *format, ...)
{
    if (diags->all.n == 0 || diags->muted)
        return;
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(diags->arena, format, args);
    va_end(args);
    vec_push(diags->arena, &diags->newest->expected, text);
}

void diag_fix(Diags *diags, FixWhere where, Span at, const char *format, ...)
{
    if (diags->all.n == 0 || diags->muted || at.hi == 0)
        return;
    va_list args;
    va_start(args, format);
    Fix fix = {at, where, arena_vprintf(diags->arena, format, args)};
    va_end(args);
    vec_push(diags->arena, &diags->newest->fix, fix);
}

bool diag_has_fix(const Diags *diags)
{
    return diags->all.n && diags->newest->fix.n;
}

size_t diags_count(const Diags *diags, DiagKind kind)
{
    return diags->count[kind];
}

void diags_forget(Diags *diags, DiagKind kind)
{
    size_t kept = 0;
    for (size_t i = 0; i < diags->all.n; i++)
        if (diags->all.at[i]->kind != kind)
            diags->all.at[kept++] = diags->all.at[i];
    diags->all.n = kept;
    diags->count[kind] = 0;
}

bool diags_failed(const Diags *diags)
{
    return diags->count[DIAG_ERROR] || diags->count[DIAG_UNSUPPORTED];
}

int diags_exit_code(const Diags *diags)
{
    if (diags->count[DIAG_ERROR])
        return 1;
    return diags->count[DIAG_UNSUPPORTED] ? 4 : 0;
}

/* --- printing --- */

enum {
    TAB = 4,        /* columns a tab is shown as */
    WINDOW = 100,   /* bytes of a source line shown, at most */
    BEFORE = 50     /* of these, before the place */
};

typedef struct {
    Diag *diag;
    Place place;
    size_t order; /* of filing */
} Line;

static int by_place(const void *a, const void *b)
{
    const Line *x = a, *y = b;
    uint32_t at = x->place.span.lo, bt = y->place.span.lo;
    if (at != bt)
        return at < bt ? -1 : 1;
    if (x->diag->kind != y->diag->kind)
        return x->diag->kind < y->diag->kind ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static bool same_line(const Line *a, const Line *b)
{
    return a->place.span.lo == b->place.span.lo &&
           a->place.source == b->place.source &&
           a->diag->kind == b->diag->kind &&
           strcmp(a->diag->text, b->diag->text) == 0;
}

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80; /* inside a UTF-8 sequence */
}

/* Prints text[from, to) with tabs and control characters as blanks; with
 * `blank` only its width is printed, in that character. */
static void print_stretch(Out *out, const char *text, size_t from, size_t to,
                          char blank)
{
    for (size_t i = from; i < to; i++) {
        char c = text[i];
        int width = c == '\t' ? TAB : 1;
        if (continues_character(c)) {
            if (!blank)
                out_char(out, c);
            continue;
        }
        if ((unsigned char)c < ' ' || c == 127)
            c = ' ';
        for (int k = 0; k < width; k++)
            out_char(out, blank ? blank : c);
    }
}

/* The source line with the span underlined, `indent` blanks before both. */
static void print_snippet(const Place *place, int indent, Out *out)
{
    const char *text = place->source->text;
    size_t at = place->span.lo - place->source->base;
    size_t to = place->span.hi - place->source->base;
    size_t begin = at - (place->column - 1);
    size_t end = at;
    while (text[end] && text[end] != '\n')
        end++;
    while (begin < at && (text[begin] == ' ' || text[begin] == '\t'))
        begin++;
    if (end > begin && text[end - 1] == '\r')
        end--;
    if (begin >= end)
        return;
    if (end - begin > WINDOW) {
        if (at - begin > BEFORE)
            begin = at - BEFORE;
        if (end - begin > WINDOW)
            end = begin + WINDOW;
        while (begin < at && continues_character(text[begin]))
            begin++;
        while (end > at && continues_character(text[end]))
            end--;
    }
    if (to > end)
        to = end;
    out_printf(out, "%*s", indent, "");
    print_stretch(out, text, begin, end, 0);
    out_printf(out, "\n%*s", indent, "");
    print_stretch(out, text, begin, at, ' ');
    out_char(out, '^');
    if (to > at + 1) {
        size_t second = at + 1;
        while (second < to && continues_character(text[second]))
            second++;
        print_stretch(out, text, second, to, '~');
    }
    out_char(out, '\n');
}

static void print_where(const Place *place, Out *out)
{
    out_terminal(out, place->source->name);
    out_printf(out, ":%u:%u", place->line, place->column);
}

static void print_uses(const SourceMap *map, const Place *place, Out *out)
{
    for (size_t i = 0; i < place->nuse; i++) {
        out_puts(out, "    in expansion of \"");
        out_terminal(out, place->use[i].label);
        out_char(out, '"');
        Place use = source_resolve(map, place->use[i].at);
        if (use.source) {
            out_puts(out, " at ");
            print_where(&use, out);
        }
        out_char(out, '\n');
    }
}

static void print_note(const SourceMap *map, const Note *note, Out *out)
{
    Place place = source_resolve(map, note->at);
    out_puts(out, "    ");
    if (place.source) {
        print_where(&place, out);
        out_puts(out, ": ");
    }
    out_terminal(out, note->text);
    out_char(out, '\n');
    if (place.source)
        print_snippet(&place, 8, out);
}

const char *diag_kind_name(DiagKind kind)
{
    switch (kind) {
    case DIAG_ERROR:
        return "error";
    case DIAG_UNSUPPORTED:
        return "unsupported";
    case DIAG_WARNING:
        return "warning";
    case DIAG_REMARK:
        break;
    }
    return "remark";
}

static void print_line(const SourceMap *map, const Line *line, Out *out)
{
    const Diag *diag = line->diag;
    if (line->place.source) {
        print_where(&line->place, out);
        out_puts(out, ": ");
    }
    out_printf(out, "%s: ", diag_kind_name(diag->kind));
    out_terminal(out, diag->text);
    if (diag->name)
        out_printf(out, " [-W%s%s]", diag->kind == DIAG_ERROR ? "error=" : "", diag->name);
    out_char(out, '\n');
    if (line->place.source)
        print_snippet(&line->place, 4, out);
    print_uses(map, &line->place, out);
    for (size_t i = 0; i < diag->note.n; i++)
        print_note(map, &diag->note.at[i], out);
}

struct DiagList {
    const SourceMap *map;
    Line *line;
    size_t n;
};

DiagList *diags_list(const Diags *diags, const SourceMap *map, unsigned kinds)
{
    DiagList *list = calloc(1, sizeof *list);
    Line *line = calloc(diags->all.n + 1, sizeof *line);
    if (!list || !line)
        memory_out();
    size_t n = 0, kept = 0;
    for (size_t i = 0; i < diags->all.n; i++) {
        Diag *diag = diags->all.at[i];
        if (kinds >> diag->kind & 1u)
            line[n++] = (Line){diag, source_resolve(map, diag->at), i};
    }
    qsort(line, n, sizeof *line, by_place);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || !same_line(&line[kept - 1], &line[i]))
            line[kept++] = line[i];
    *list = (DiagList){map, line, kept};
    return list;
}

void diags_list_free(DiagList *list)
{
    if (list)
        free(list->line);
    free(list);
}

size_t diags_list_count(const DiagList *list) { return list->n; }

/* Does what is to be changed stand in a file that was read, character by character? */
static bool is_written(const SourceMap *map, Span at)
{
    const Source *source = source_of(map, at.lo);
    const Place place = source_resolve(map, at);
    return source && place.source && place.span.hi - place.span.lo == at.hi - at.lo &&
           !memcmp(source->text + (at.lo - source->base), place.source->text + (place.span.lo - place.source->base), at.hi - at.lo) &&
           strncmp(place.source->name, "prelude/", strlen("prelude/")) != 0;
}

static size_t fixes_of(const DiagList *list, const Diag *diag)
{
    for (size_t k = 0; k < diag->fix.n; k++)
        if (!is_written(list->map, diag->fix.at[k].at))
            return 0;
    return diag->fix.n;
}

DiagShown diags_list_at(const DiagList *list, size_t i)
{
    const Line *line = &list->line[i];
    return (DiagShown){line->diag->kind, line->place, line->diag->text, line->diag->name, line->diag->note.n,
                       line->diag->expected.n, fixes_of(list, line->diag)};
}

const char *diags_list_expected(const DiagList *list, size_t i, size_t k)
{
    return list->line[i].diag->expected.at[k];
}

DiagFix diags_list_fix(const DiagList *list, size_t i, size_t k)
{
    const Fix *fix = &list->line[i].diag->fix.at[k];
    const Place place = source_resolve(list->map, fix->at);
    DiagFix shown = {place.source, place.line, place.column, 0, 0, fix->text};
    source_end(&place, &shown.end_line, &shown.end_column);
    if (fix->where == FIX_BEFORE) {
        shown.end_line = shown.line;
        shown.end_column = shown.column;
    } else if (fix->where == FIX_BEHIND) {
        shown.line = shown.end_line;
        shown.column = shown.end_column;
    }
    return shown;
}

const char *diags_list_note(const DiagList *list, size_t i, size_t k, Place *place)
{
    const Note *note = &list->line[i].diag->note.at[k];
    *place = source_resolve(list->map, note->at);
    return note->text;
}

void diag_again(Diags *diags, const DiagList *list, size_t i, Span at)
{
    diags->newest = list->line[i].diag;
    diags->muted = false;
    diags->newest->fix.n = 0;
    if (at.hi)
        diags->newest->at = at;
}

static void forget(Diags *diags, const Diag *one, bool others)
{
    size_t kept = 0;
    for (size_t k = 0; k < diags->all.n; k++) {
        Diag *diag = diags->all.at[k];
        if ((diag == one) == others || diag->kind == DIAG_REMARK)
            diags->all.at[kept++] = diag;
        else
            diags->count[diag->kind]--;
    }
    diags->all.n = kept;
}

void diags_forget_others(Diags *diags, const DiagList *list, size_t i)
{
    Diag *kept = list->line[i].diag;
    if (diags->count[DIAG_ERROR] && kept->kind == DIAG_WARNING) { /* what was wrong comes from it */
        diags->count[DIAG_WARNING]--;
        diags->count[DIAG_ERROR]++;
        kept->kind = DIAG_ERROR;
        kept->name = NULL;
    }
    forget(diags, kept, true);
}

void diags_forget_one(Diags *diags, const DiagList *list, size_t i) { forget(diags, list->line[i].diag, false); }

void diags_print(const Diags *diags, const SourceMap *map, unsigned kinds,
                 size_t limit, Out *out)
{
    DiagList *list = diags_list(diags, map, kinds);
    size_t shown[DIAG_REMARK + 1] = {0}, hidden[DIAG_REMARK + 1] = {0};
    for (size_t i = 0; i < list->n; i++) {
        DiagKind kind = list->line[i].diag->kind;
        if (limit && kind != DIAG_REMARK && shown[kind] == limit) {
            hidden[kind]++;
            continue;
        }
        shown[kind]++;
        print_line(map, &list->line[i], out);
    }
    for (DiagKind kind = DIAG_ERROR; kind <= DIAG_REMARK; kind++)
        if (hidden[kind])
            out_printf(out, "%zu more of kind \"%s\" not shown\n", hidden[kind],
                       diag_kind_name(kind));
    diags_list_free(list);
}
