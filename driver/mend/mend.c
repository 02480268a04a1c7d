/* mend.c - tries edits of a text that is wrong, each on a copy in a session of its own. */
#include "driver/mend/mend.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag_again.h"
#include "base/limit_place.h"
#include "driver/mend/edits.h"
#include "frontend/gdl/gdl.h"

enum {
    LOOKS = 3,             /* diagnostics that edits are looked for, at most */
    LIKELY = 3,            /* the cost of what is likely meant */
    ANY_COST = 1000,
    LONGEST = 20000,       /* characters of a text that is tried */
    TRIALS = 1500,         /* of one diagnostic */
    TRIAL_STEPS = 4000000, /* of the work of a compilation, each */
    TRIAL_MB = 64
};

typedef struct {
    Session *session;
    const Source *source;
    const LudOptions *options;
    bool sheet;
    Arena *arena;
    DiagList *list;
} Mend;

/* ---- one trial ----------------------------------------------------------------------------------------- */

typedef struct {
    const Mend *mend;
    Session *session;
    const Source *source;
} Trial;

static void compile_trial(void *data)
{
    Trial *trial = data;
    if (!trial->mend->sheet)
        lud_compile(trial->session, trial->source, trial->mend->options, 0);
    else {
        const Ast *sheet = gdl_parse(trial->session, trial->source);
        if (sheet)
            gdl_program(trial->session, sheet);
    }
}

/* How much there is to say of a text: errors count more than warnings. */
static size_t faults(const Mend *mend, const char *text, size_t length)
{
    enum { WARNINGS = 1000 };
    Session *session = session_new();
    limit_set(session->limit, (size_t)TRIAL_MB << 20, TRIAL_STEPS);
    Trial trial = {mend, session, source_add(session->sources, mend->source->name, text, length)};
    size_t n = WARNINGS * WARNINGS;
    if (trial.source && limit_run(session->limit, compile_trial, &trial) == LIMIT_NOTHING)
        n = WARNINGS * (diags_count(session->diags, DIAG_ERROR) + diags_count(session->diags, DIAG_UNSUPPORTED)) +
            diags_count(session->diags, DIAG_WARNING);
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

/* The text with these edits; NULL: they overlap. */
static char *edited(const Mend *mend, const MendEdit *edit, size_t n, size_t *length)
{
    MendEdit *sorted = arena_copy(mend->arena, edit, (n + 1) * sizeof *edit);
    if (n)
        qsort(sorted, n, sizeof *sorted, by_place);
    size_t most = mend->source->length;
    for (size_t i = 0; i < n; i++)
        most += strlen(sorted[i].text);
    char *text = ARENA_ARRAY(mend->arena, char, most + 1);
    uint32_t at = 0;
    *length = 0;
    for (size_t i = 0; i <= n; i++) {
        const uint32_t to = i < n ? sorted[i].lo : mend->source->length;
        if (to < at)
            return NULL;
        memcpy(text + *length, mend->source->text + at, to - at);
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

static size_t faults_with(const Mend *mend, const MendEdit *edit, size_t n)
{
    size_t length;
    const char *text = edited(mend, edit, n, &length);
    return text ? faults(mend, text, length) : SIZE_MAX;
}

/* ---- what the front end offers ---------------------------------------------------------------------------- */

typedef VEC(MendEdit) Edits;

static uint32_t offset_of(const Source *source, unsigned line, unsigned column)
{
    const char *at = source->text;
    for (; line > 1 && at; line--)
        at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    return at ? (uint32_t)(at - source->text) + column - 1 : 0;
}

/* Adds the edits of diagnostic i; false: one is of another text. */
static bool offered(const Mend *mend, size_t i, Edits *edits)
{
    const DiagShown shown = diags_list_at(mend->list, i);
    for (size_t k = 0; k < shown.nfix; k++) {
        const DiagFix fix = diags_list_fix(mend->list, i, k);
        if (fix.source != mend->source)
            return false;
        const MendEdit edit = {offset_of(fix.source, fix.line, fix.column), offset_of(fix.source, fix.end_line, fix.end_column), fix.text};
        vec_push(mend->arena, edits, edit);
    }
    return true;
}

/* The edits of diagnostic `only` (n: of all), without those of `without` (n: of none). */
static Edits offers(const Mend *mend, size_t only, size_t without)
{
    Edits edits = {0};
    const size_t n = diags_list_count(mend->list);
    for (size_t i = 0; i < n; i++)
        if ((only == n || i == only) && i != without && !offered(mend, i, &edits))
            return (Edits){0};
    return edits;
}

static bool do_all(const Mend *mend, Edits edits) { return edits.n && faults_with(mend, edits.at, edits.n) == 0; }

/* Do they only take away, or put a label before something?  Then something else may have been meant. */
static bool is_weak(Edits edits)
{
    for (size_t i = 0; i < edits.n; i++) {
        const char *text = edits.at[i].text + strspn(edits.at[i].text, " ");
        if (*text && text[strlen(text) - 1] != ':')
            return false;
    }
    return true;
}

/* ---- what else could be meant ------------------------------------------------------------------------------- */

/* The first try without a fault, or else with the fewest, if they are fewer than there are; NULL: none.  None that costs more than
 * `most`. */
static const MendTry *best_try(const Mend *mend, const MendTries *tries, unsigned most, size_t now, size_t *left)
{
    const MendTry *best = NULL;
    *left = now;
    for (size_t i = 0; i < tries->all.n && i < TRIALS && tries->all.at[i].cost <= most && *left; i++) {
        const MendTry *one = &tries->all.at[i];
        const size_t n = faults_with(mend, one->edit, one->n);
        if (n < *left) {
            *left = n;
            best = one;
        }
    }
    return best;
}

/* Diagnostic i has these edits, and points to `at` unless that is no place. */
static void take(const Mend *mend, size_t i, const MendEdit *edit, unsigned n, Span at)
{
    Diags *diags = mend->session->diags;
    diag_again(diags, mend->list, i, at);
    for (unsigned k = 0; k < n; k++) {
        const Span what = {mend->source->base + edit[k].lo, mend->source->base + edit[k].hi};
        if (what.hi > what.lo)
            diag_fix(diags, FIX_INSTEAD, what, "%s", edit[k].text);
        else if (what.lo < mend->source->base + mend->source->length)
            diag_fix(diags, FIX_BEFORE, (Span){what.lo, what.lo + 1}, "%s", edit[k].text);
        else
            diag_fix(diags, FIX_BEHIND, (Span){what.lo - 1, what.lo}, "%s", edit[k].text);
    }
}

/* Where the mistake is, by the edits that mend it: at the first thing that is replaced, or around which brackets are missing.  No place:
 * something is missing elsewhere. */
static Span place_of(const Mend *mend, const MendTry *one, MendNode *root)
{
    const MendEdit *first = &one->edit[0];
    for (unsigned k = 1; k < one->n; k++)
        first = one->edit[k].lo < first->lo ? &one->edit[k] : first;
    const uint32_t base = mend->source->base;
    if (first->hi > first->lo) {
        const uint32_t blanks = (uint32_t)strspn(mend->source->text + first->lo, " \t\r\n");
        return (Span){base + first->lo + (first->lo + blanks < first->hi ? blanks : 0), base + first->hi};
    }
    if (!strchr("({", first->text[0]))
        return (Span){0, 0};
    const MendNode *node = mend_node_at(root, first->lo);
    return node->up ? (Span){base + node->begin, base + node->hi} : (Span){0, 0};
}

/* The line that the edits change, as it would be. */
static void note_line(const Mend *mend, const MendTry *one)
{
    size_t length;
    const char *text = edited(mend, one->edit, one->n, &length);
    uint32_t at = one->edit[0].lo;
    for (unsigned k = 1; k < one->n; k++)
        at = one->edit[k].lo < at ? one->edit[k].lo : at;
    const char *begin = text + at;
    while (begin > text && begin[-1] != '\n')
        begin--;
    begin += strspn(begin, " \t");
    diag_note(mend->session->diags, (Span){0, 0}, "this would do: %.*s", (int)strcspn(begin, "\r\n"), begin);
}

/* Looks for edits of diagnostic i near a place of the text.  Is nothing left to say then? */
static bool look_at(const Mend *mend, size_t i, uint32_t at, unsigned most, size_t now)
{
    MendNode *root = mend_tree(mend->arena, mend->source->text, mend->source->length, mend->sheet);
    MendTries tries = {.arena = mend->arena, .text = mend->source->text,
                       .language = mend->sheet ? mend_gdl(mend->arena, root) : mend_lud(mend->arena, root)};
    mend_tries(&tries, root, at);
    size_t left;
    const MendTry *best = best_try(mend, &tries, most, now, &left);
    if (!best || (most < ANY_COST && left))
        return false;
    take(mend, i, best->edit, best->n, place_of(mend, best, root));
    note_line(mend, best);
    return left == 0;
}

/* The same where it is, and where its notes are. */
static bool look(const Mend *mend, size_t i, unsigned most, size_t now)
{
    const DiagShown shown = diags_list_at(mend->list, i);
    if (shown.place.source == mend->source && look_at(mend, i, shown.place.span.lo - mend->source->base, most, now))
        return true;
    for (size_t k = 0; k < shown.nnote; k++) {
        Place place;
        diags_list_note(mend->list, i, k, &place);
        if (place.source == mend->source && look_at(mend, i, place.span.lo - mend->source->base, most, now))
            return true;
    }
    return false;
}

/* Does what the front end offers make the text right: the edits of one diagnostic, of all, or of all but one? */
static bool offers_do(const Mend *mend, size_t n, size_t now)
{
    Diags *diags = mend->session->diags;
    for (size_t i = 0; i < n && i < LOOKS; i++) {
        const Edits edits = offers(mend, i, n);
        if (!do_all(mend, edits))
            continue;
        if (is_weak(edits))
            look(mend, i, LIKELY, now);
        diags_forget_others(diags, mend->list, i);
        return true;
    }
    for (size_t i = 0; n > 2 && i < n && i < LOOKS; i++)
        if (do_all(mend, offers(mend, n, i))) {
            diags_forget_one(diags, mend->list, i);
            return true;
        }
    if (do_all(mend, offers(mend, n, n)))
        return true;
    return false;
}

static void mend_list_of(const Mend *mend)
{
    const size_t n = diags_list_count(mend->list);
    if (!n)
        return;
    const size_t now = faults(mend, mend->source->text, mend->source->length);
    if (offers_do(mend, n, now))
        return;
    for (size_t i = 0; i < n && i < LOOKS; i++)
        if (look(mend, i, ANY_COST, now)) {
            diags_forget_others(mend->session->diags, mend->list, i);
            return;
        }
}

void mend_text(Session *session, const Source *source, const LudOptions *options)
{
    const Language language = source_language(source);
    if (source->length > LONGEST || language == LANG_GIR)
        return;
    const unsigned kinds = 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED | 1u << DIAG_WARNING;
    Mend mend = {session, source, options, language == LANG_GDL, arena_new(), diags_list(session->diags, session->sources, kinds)};
    mend_list_of(&mend);
    diags_list_free(mend.list);
    arena_free(mend.arena);
}
