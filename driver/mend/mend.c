/* mend.c - tries edits of a text that is wrong, each on a copy in a session of its own. */
#include "driver/mend/mend.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag_again.h"
#include "driver/mend/trial.h"

enum {
    LOOKS = 3,             /* diagnostics that edits are looked for, at most */
    SURE = 2,              /* the cost of what is meant although more is wrong */
    LIKELY = 3,            /* the cost of what is likely meant */
    SIMPLE = 6,            /* the cost of what is tried before that .. */
    MENDABLE = 4,          /* .. together with what is offered then */
    ANY_COST = 1000,
    LONGEST = 20000,       /* characters of a text that is tried */
    WORK = 2000000,        /* characters that are compiled in trials, in all; a trial counts EACH more */
    EACH = 300,
    SHOWN = 3,             /* lines that are shown as they would be */
    STEPS = 3,             /* edits one after the other, where each is offered once the one before it is made */
};

typedef struct {
    Session *session;
    const Source *source;
    MendTrial trial;
    Arena *arena;
    DiagList *list;
    size_t *work; /* that is left */
} Mend;

/* The edits of diagnostic `only` (n: of all), without those of `without` (n: of none). */
static MendEditList offers(const Mend *mend, size_t only, size_t without)
{
    MendEditList edits = {0};
    const size_t n = diags_list_count(mend->list);
    for (size_t i = 0; i < n; i++)
        if ((only == n || i == only) && i != without && !mend_offered(&mend->trial, mend->list, i, mend->source, &edits))
            return (MendEditList){0};
    return edits;
}

/* The edits that make one text of another, as one: what both begin and end with stays. */
static MendEdit difference(const Mend *mend, const char *to)
{
    const char *from = mend->source->text;
    uint32_t lo = 0, hi = mend->source->length;
    size_t end = strlen(to);
    while (from[lo] && from[lo] == to[lo])
        lo++;
    while (hi > lo && end > lo && from[hi - 1] == to[end - 1]) {
        hi--;
        end--;
    }
    while (lo && !strchr(" \t\r\n(){}\"", from[lo]) && !strchr(" \t\r\n(){}", from[lo - 1]))
        lo--; /* whole words */
    return (MendEdit){lo, hi, arena_strndup(mend->arena, to + lo, end - lo)};
}

/* The faults of the text with these edits.  With `steps`: where there are any, what the front end offers then is done, too, so often;
 * `whole` is all that was done, if that is more than the edits. */
static size_t faults_with(const Mend *mend, const MendEdit *edit, size_t n, unsigned steps, MendEdit *whole)
{
    size_t length, left;
    const char *text = mend_edited(&mend->trial, mend->source->text, edit, n, &length);
    for (;; steps--) {
        MendEditList more = {0};
        if (!text || *mend->work < length + EACH)
            return SIZE_MAX;
        *mend->work -= length + EACH;
        left = mend_faults(&mend->trial, text, length, steps ? &more : NULL);
        if (!left || !steps || !more.n)
            break;
        text = mend_edited(&mend->trial, text, more.at, more.n, &length);
        if (text)
            *whole = difference(mend, text);
    }
    return left;
}

static bool do_all(const Mend *mend, MendEditList edits) { return edits.n && faults_with(mend, edits.at, edits.n, 0, NULL) == 0; }

/* Do they only take away? */
static bool is_less(MendEditList edits)
{
    for (size_t i = 0; i < edits.n; i++)
        if (edits.at[i].text[strspn(edits.at[i].text, " ")])
            return false;
    return true;
}

/* Do they only take away, or put a label before something?  Then something else may have been meant. */
static bool is_weak(MendEditList edits)
{
    for (size_t i = 0; i < edits.n; i++) {
        const char *text = edits.at[i].text + strspn(edits.at[i].text, " ");
        if (*text && text[strlen(text) - 1] != ':')
            return false;
    }
    return true;
}

/* ---- what else could be meant ------------------------------------------------------------------------------- */

/* The first try without a fault, or else with the fewest, if they are fewer than there are; NULL: none.  Only those that cost at least
 * `least` and at most `most`. */
static const MendTry *best_of(const Mend *mend, const MendTries *tries, unsigned least, unsigned most, size_t now, size_t *left)
{
    const MendTry *best = NULL;
    *left = now;
    for (size_t i = 0; i < tries->all.n && tries->all.at[i].cost <= most && *left; i++) {
        const MendTry *one = &tries->all.at[i];
        const size_t n = one->cost < least ? now : faults_with(mend, one->edit, one->n, 0, NULL);
        if (n < *left) {
            *left = n;
            best = one;
        }
    }
    return best;
}

/* A likely try that does together with what the front end offers then; NULL: none. */
static const MendTry *first_step(const Mend *mend, const MendTries *tries)
{
    for (size_t i = 0; i < tries->all.n && tries->all.at[i].cost <= MENDABLE; i++) {
        MendEdit whole = {0, 0, NULL};
        if (faults_with(mend, tries->all.at[i].edit, tries->all.at[i].n, STEPS, &whole) || !whole.text)
            continue;
        MendTry *one = arena_copy(mend->arena, &tries->all.at[i], sizeof *one);
        one->n = 1;
        one->steps = true;
        one->edit[0] = whole;
        return one;
    }
    return NULL;
}

static const MendTry *best_try(const Mend *mend, const MendTries *tries, unsigned most, size_t now, size_t *left)
{
    const MendTry *best = best_of(mend, tries, 0, most < SIMPLE ? most : SIMPLE, now, left);
    if ((best && !*left) || most <= SIMPLE)
        return best;
    const MendTry *step = first_step(mend, tries);
    if (step) {
        *left = 0;
        return step;
    }
    size_t later;
    const MendTry *other = best_of(mend, tries, SIMPLE + 1, most, now, &later);
    if (later < *left) {
        *left = later;
        best = other;
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

static uint32_t first_of(const MendTry *one)
{
    uint32_t lo = one->edit[0].lo;
    for (unsigned k = 1; k < one->n; k++)
        lo = one->edit[k].lo < lo ? one->edit[k].lo : lo;
    return lo;
}

/* Does a bracket change its place? */
static bool moves_bracket(const MendTry *one)
{
    return one->n == 2 && !one->edit[0].text[0] != !one->edit[1].text[0] && strlen(one->edit[0].text) + strlen(one->edit[1].text) == 1;
}

static uint32_t last_of(const MendTry *one)
{
    uint32_t hi = one->edit[0].hi;
    for (unsigned k = 1; k < one->n; k++)
        hi = one->edit[k].hi > hi ? one->edit[k].hi : hi;
    return hi;
}

static bool is_bracket(char c) { return c == '(' || c == '{'; }

/* Where the mistake is, by the edits that mend it: at the first thing that is replaced, or around which brackets are missing, or in
 * which something is missing.  No place: where it was said to be. */
static Span place_of(const Mend *mend, const MendTry *one, MendNode *root, Span said)
{
    const MendEdit *first = &one->edit[0];
    for (unsigned k = 1; k < one->n; k++)
        first = one->edit[k].lo < first->lo ? &one->edit[k] : first;
    const uint32_t base = mend->source->base, wrong = said.lo - base;
    if (!mend->trial.sheet && one->n == 1 && *first->text && strchr(")}", *first->text) && mend_form_of(mend_node_at(root, wrong))->open)
        return (Span){0, 0}; /* the bracket that it closes is meant */
    if (first->hi > first->lo) {
        const bool other = is_bracket(mend->source->text[first->lo]) && is_bracket(first->text[0]) && mend->source->text[first->lo] != first->text[0];
        if (other)
            return (Span){base + first->lo, base + first->lo + 1};
        if ((wrong >= first->lo && wrong < first->hi) || (moves_bracket(one) && wrong >= first->lo && wrong < last_of(one)))
            return (Span){0, 0};
        const uint32_t blanks = (uint32_t)strspn(mend->source->text + first->lo, " \t\r\n");
        return (Span){base + first->lo + (first->lo + blanks < first->hi ? blanks : 0), base + first->hi};
    }
    const bool bracket = strchr("({)", first->text[0]);
    const MendNode *node = mend_node_at(root, (first->text[0] == ')' || !bracket) && first->lo ? first->lo - 1 : first->lo);
    while ((first->text[0] == ')' || !bracket) && node->up && node->kind != MEND_LIST)
        node = node->up;
    if (!bracket && !mend->trial.sheet && node->up && node->kind == MEND_LIST && first->lo == node->lo + 1)
        return (Span){base + node->begin, base + node->hi}; /* its head is missing */
    if (!bracket && (!mend->trial.sheet || (node->begin <= wrong && wrong < node->hi)))
        return (Span){0, 0};
    return node->up ? (Span){base + node->begin, base + node->hi} : (Span){0, 0};
}

/* Has the text that line already, where several edits are apart from each other? */
static bool is_unchanged(const Mend *mend, const MendTry *one, const char *line, size_t n)
{
    return one->n > 1 && strstr(mend->source->text, arena_strndup(mend->arena, line, n));
}

/* The lines that the edits change, as they would be; not those without a word, and some at most. */
static void note_lines(const Mend *mend, const MendTry *one)
{
    size_t length;
    const char *text = mend_edited(&mend->trial, mend->source->text, one->edit, one->n, &length);
    const uint32_t behind = mend->source->length - last_of(one);
    const char *begin = text + first_of(one), *end = text + length - behind;
    while (begin > text && begin[-1] != '\n')
        begin--;
    for (unsigned n = 0; n < SHOWN && (begin < end || (!n && one->n == 1)) && *begin; begin += *begin == '\n') {
        begin += strspn(begin, " \t");
        const size_t line = strcspn(begin, "\r\n");
        if (strcspn(begin, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\"<") < line && !is_unchanged(mend, one, begin, line))
            diag_note(mend->session->diags, (Span){0, 0}, n++ ? "    %.*s" : "this would do: %.*s", (int)line, begin);
        begin += line + strspn(begin + line, "\r");
    }
}

/* Looks for edits of diagnostic i near a place of the text, and points to `said` then, if that is a place.  Is nothing left to say then? */
static bool look_at(const Mend *mend, size_t i, uint32_t at, Span said, unsigned most, size_t now)
{
    MendNode *root = mend_tree(mend->arena, mend->source->text, mend->source->length, mend->trial.sheet);
    MendTries tries = {.arena = mend->arena, .text = mend->source->text,
                       .language = mend->trial.sheet ? mend_gdl(mend->arena, root) : mend_lud(mend->arena, root)};
    mend_tries(&tries, root, at);
    size_t left;
    const MendTry *best = best_try(mend, &tries, most, now, &left);
    if (!best || (left && (most < ANY_COST || best->cost > SURE)))
        return false;
    const DiagShown shown = diags_list_at(mend->list, i);
    take(mend, i, best->edit, best->n, !left && said.hi ? said : left || shown.place.nuse || shown.kind == DIAG_UNSUPPORTED || (best->steps && !strchr("({", mend->source->text[best->edit[0].lo])) ? (Span){0, 0} : place_of(mend, best, root, shown.place.span));
    note_lines(mend, best);
    return left == 0;
}

/* Is it written in a define, of what is given to that elsewhere? */
static bool takes_argument(const Place *place)
{
    return place->nuse && place->source && memchr(place->source->text + (place->span.lo - place->source->base), '#', place->span.hi - place->span.lo);
}

/* Of what stands in another text, the define that the text itself uses. */
static Span use_of(const Mend *mend, const Place *place)
{
    for (size_t k = place->source == mend->source ? 0 : place->nuse; k-- > 0;)
        if (source_of(mend->session->sources, place->use[k].at.lo) == mend->source)
            return place->use[k].at;
    return (Span){0, 0};
}

/* The same where it is, and where its notes are. */
static bool look(const Mend *mend, size_t i, unsigned most, size_t now)
{
    const DiagShown shown = diags_list_at(mend->list, i);
    const Span use = use_of(mend, &shown.place);
    if (takes_argument(&shown.place) && !use.hi)
        return false;
    if (shown.kind == DIAG_UNSUPPORTED && most > LIKELY)
        most = LIKELY; /* the nearest form that is supported, not another game */
    if (shown.place.source == mend->source && look_at(mend, i, shown.place.span.lo - mend->source->base, (Span){0, 0}, most, now))
        return true;
    if (use.hi && look_at(mend, i, use.lo - mend->source->base, use, most, now))
        return true;
    for (size_t k = 0; shown.place.source == mend->source && k < shown.place.nuse && k < LOOKS; k++) {
        const Span at = shown.place.use[k].at; /* of a define of this text, where that is used */
        if (source_of(mend->session->sources, at.lo) == mend->source && look_at(mend, i, at.lo - mend->source->base, at, most, now))
            return true;
    }
    for (size_t k = 0; k < shown.nnote; k++) {
        Place place;
        diags_list_note(mend->list, i, k, &place);
        if (place.source == mend->source && look_at(mend, i, place.span.lo - mend->source->base, (Span){0, 0}, most, now))
            return true;
    }
    return false;
}

/* The highest of #1, #2 .. there. */
static unsigned asked_for(const Place *place)
{
    const char *text = place->source->text + (place->span.lo - place->source->base);
    unsigned most = 0;
    for (uint32_t i = 0; i + 1 < place->span.hi - place->span.lo; i++)
        if (text[i] == '#' && text[i + 1] >= '1' && text[i + 1] <= '9' && (unsigned)(text[i + 1] - '0') > most)
            most = (unsigned)(text[i + 1] - '0');
    return most;
}

/* What a define lacks because it is not given where that is used: it is given there. */
static bool give_to_define(const Mend *mend, size_t i)
{
    const DiagShown shown = diags_list_at(mend->list, i);
    MendEditList edits = {0};
    if (!takes_argument(&shown.place) || shown.place.source != mend->source || source_of(mend->session->sources, shown.place.use[0].at.lo) != mend->source ||
        !mend_offered(&mend->trial, mend->list, i, mend->source, &edits) || edits.n != 1)
        return false;
    const MendNode *call = mend_node_at(mend_tree(mend->arena, mend->source->text, mend->source->length, mend->trial.sheet), shown.place.use[0].at.lo - mend->source->base);
    while (call->up && call->kind != MEND_LIST)
        call = call->up;
    if (!call->up || call->n > asked_for(&shown.place))
        return false;
    const char *text = edits.at[0].text + strspn(edits.at[0].text, " ");
    size_t n = strlen(text);
    while (n && text[n - 1] == ' ')
        n--;
    const MendTry one = {.n = 1, .edit = {{call->hi - 1, call->hi - 1, arena_printf(mend->arena, " %.*s", (int)n, text)}}};
    if (faults_with(mend, one.edit, 1, 0, NULL))
        return false;
    take(mend, i, one.edit, 1, (Span){mend->source->base + call->lo, mend->source->base + call->hi});
    note_lines(mend, &one);
    diags_forget_others(mend->session->diags, mend->list, i);
    return true;
}

/* Does what the front end offers make the text right: the edits of one diagnostic, of all, or of all but one? */
static bool offers_do(const Mend *mend, size_t n, size_t now)
{
    Diags *diags = mend->session->diags;
    for (size_t i = 0; i < n && i < LOOKS; i++) {
        if (give_to_define(mend, i))
            return true;
        const MendEditList edits = offers(mend, i, n);
        if (!do_all(mend, edits))
            continue;
        if (is_weak(edits) && !mend->trial.sheet)
            look(mend, i, is_less(edits) ? SIMPLE : LIKELY, now);
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

/* Do the edits of the front end do, with those that it offers once they are made?  They are one edit then, of diagnostic 0. */
static bool steps_do(const Mend *mend, size_t n)
{
    const MendEditList edits = offers(mend, n, n);
    MendTry one = {.n = 1};
    if (!edits.n || is_weak(edits) || faults_with(mend, edits.at, edits.n, STEPS, &one.edit[0]) || !one.edit[0].text)
        return false;
    MendNode *root = mend_tree(mend->arena, mend->source->text, mend->source->length, mend->trial.sheet);
    take(mend, 0, one.edit, 1, place_of(mend, &one, root, diags_list_at(mend->list, 0).place.span));
    note_lines(mend, &one);
    diags_forget_others(mend->session->diags, mend->list, 0);
    return true;
}

/* Is it about what depends on what, or about counting, not about how something is written? */
static bool is_about_meaning(const Mend *mend, size_t i)
{
    static const char *const names[] = {"negated-cycle", "recursion", "dependence", "sum"};
    const DiagShown shown = diags_list_at(mend->list, i);
    for (size_t k = 0; shown.name && k < sizeof names / sizeof *names; k++)
        if (!strcmp(names[k], shown.name))
            return true;
    Place place;
    return mend->trial.sheet && shown.nnote && strstr(diags_list_note(mend->list, i, 0, &place), "` asks `");
}

static void mend_list_of(const Mend *mend)
{
    const size_t n = diags_list_count(mend->list);
    bool meaning = false;
    for (size_t i = 0; i < n; i++)
        meaning = meaning || is_about_meaning(mend, i);
    if (!n || meaning)
        return;
    const size_t now = mend_faults(&mend->trial, mend->source->text, mend->source->length, NULL);
    if (offers_do(mend, n, now) || steps_do(mend, n))
        return;
    for (size_t i = 0; i < n && i < LOOKS; i++)
        if (look(mend, i, ANY_COST, now)) {
            diags_forget_others(mend->session->diags, mend->list, i);
            return;
        }
}

/* A list of which only the first word is another: it points to that. */
static void point_to_words(const Mend *mend)
{
    const Source *source = mend->source;
    for (size_t i = 0; i < diags_list_count(mend->list); i++) {
        const DiagShown shown = diags_list_at(mend->list, i);
        const uint32_t lo = shown.place.span.lo - source->base;
        MendEditList edits = {0};
        if (shown.place.source != source || shown.place.nuse || lo >= source->length || source->text[lo] != '(' ||
            !mend_offered(&mend->trial, mend->list, i, source, &edits))
            continue;
        for (size_t k = 0; k < edits.n; k++) {
            const MendEdit *edit = &edits.at[k];
            const uint32_t word = edit->hi - edit->lo;
            if (edit->lo != lo + 1 || !word || strcspn(source->text + edit->lo, " \t\r\n(){}") != word || !*edit->text || edit->text[strcspn(edit->text, " ()")])
                continue;
            take(mend, i, edits.at, (unsigned)edits.n, (Span){source->base + edit->lo, source->base + edit->hi});
            break;
        }
    }
}

void mend_text(Session *session, const Source *source, const LudOptions *options)
{
    const Language language = source_language(source);
    if (source->length > LONGEST || language == LANG_GIR || memchr(source->text, 0, source->length)) /* trees are made of texts that end at 0 */
        return;
    const unsigned kinds = 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED | 1u << DIAG_WARNING;
    size_t work = WORK;
    Arena *arena = arena_new();
    Mend mend = {session, source, {source->name, options, language == LANG_GDL, arena}, arena, diags_list(session->diags, session->sources, kinds), &work};
    mend_list_of(&mend);
    diags_list_free(mend.list);
    mend.list = diags_list(session->diags, session->sources, kinds);
    point_to_words(&mend);
    diags_list_free(mend.list);
    arena_free(arena);
}
