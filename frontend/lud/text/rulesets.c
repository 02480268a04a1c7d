/* rulesets.c - reading (rulesets ..), choosing items, (useFor ..) of metadata. */
#include <string.h>
#include <strings.h>

#include "frontend/lud/text/near.h"
#include "frontend/lud/text/options.h"

const char *lud_nearest_name(const char *word, const char *const *name, size_t n)
{
    Near near = near_new(word);
    for (size_t i = 0; i < n; i++)
        near_offer(&near, name[i]);
    return near.best;
}

static const char *string_at(Reader *reader, const Text *text, size_t *at)
{
    size_t open = text_find(text, *at, "\"");
    size_t close = open == TEXT_NONE ? open : text_quote_end(text, open);
    if (close == TEXT_NONE)
        return NULL;
    *at = close + 1;
    return text_string(reader->session->arena, text, open + 1, close);
}

/* variations:{..} of a ruleset say what else it allows; they select nothing. */
static void drop_variations(Text *text)
{
    size_t lo = text_find(text, 0, "variations:");
    size_t open = lo == TEXT_NONE ? lo : text_find(text, lo, "{");
    size_t close = open == TEXT_NONE ? open : text_match(text, open, true);
    if (close != TEXT_NONE)
        text_remove(text, lo, close + 1);
}

static bool read_ruleset(Reader *reader, Text text, Menus *menus, unsigned stars)
{
    Ruleset ruleset = {.stars = stars, .at = text_span(reader, &text, 0, 8)};
    drop_variations(&text);
    size_t at = 0;
    ruleset.heading = string_at(reader, &text, &at);
    if (!ruleset.heading)
        return session_error(reader->session, ruleset.at,
                             "a ruleset needs a name in quotes");
    for (const char *option; (option = string_at(reader, &text, &at));) {
        size_t open = at - 1;
        while (open > 0 && text.c[open - 1] != '"')
            open--;
        vec_push(reader->scratch, &ruleset.option, option);
        vec_push(reader->scratch, &ruleset.option_at, text_span(reader, &text, open - (open > 0), at));
    }
    vec_push(reader->scratch, &menus->ruleset, ruleset);
    return true;
}

static bool read_rulesets(Reader *reader, const Text *text, Menus *menus)
{
    size_t at = 0;
    while ((at = text_find_form(text, at, "ruleset")) != TEXT_NONE) {
        size_t end = text_match(text, at, true);
        if (end == TEXT_NONE)
            return session_error(reader->session, text_span(reader, text, at, at + 8),
                                 "this ruleset is never closed");
        unsigned stars = 0;
        while (end + 1 + stars < text->n && text->c[end + 1 + stars] == '*')
            stars++;
        if (!read_ruleset(reader, text_copy(reader, text, at, end + 1), menus, stars))
            return false;
        at = end;
    }
    return true;
}

bool lud_rulesets_extract(Reader *reader, Text *text, Menus *menus)
{
    Texts form = {0};
    if (!text_cut_forms(reader, text, "rulesets", &form))
        return false;
    for (size_t i = 0; i < form.n; i++)
        if (!read_rulesets(reader, &form.at[i], menus))
            return false;
    return true;
}

/* ---- choosing ------------------------------------------------------------ */

/* The item called `full` where `same` says so; NULL when there is none. */
static const Item *find_item_by(const Menus *menus, const char *full, int (*differ)(const char *, const char *), Category **of)
{
    for (size_t i = 0; i < menus->category.n; i++) {
        Category *category = &menus->category.at[i];
        for (size_t k = 0; k < category->item.n; k++)
            if (differ(category->item.at[k].full, full) == 0) {
                *of = category;
                return &category->item.at[k];
            }
    }
    return NULL;
}

/* Small and capital letters are told apart only where names differ in nothing else. */
static const Item *find_item(const Menus *menus, const char *full, Category **of)
{
    const Item *exact = find_item_by(menus, full, strcmp, of);
    return exact ? exact : find_item_by(menus, full, strcasecmp, of);
}

static bool no_such_option(Reader *reader, const Menus *menus, const char *full,
                           Span at)
{
    VEC(const char *) name = {0};
    for (size_t i = 0; i < menus->category.n; i++)
        for (size_t k = 0; k < menus->category.at[i].item.n; k++)
            vec_push(reader->scratch, &name, menus->category.at[i].item.at[k].full);
    session_error(reader->session, at, "no option \"%s\"", full);
    Diags *diags = reader->session->diags;
    const char *best = lud_nearest_name(full, name.at, name.n);
    if (best)
        diag_note(diags, (Span){0, 0}, "did you mean \"%s\"?", best);
    else if (name.n == 0)
        diag_note(diags, (Span){0, 0}, "this description has no options");
    else
        for (size_t i = 0; i < name.n && i < 12; i++)
            diag_note(diags, (Span){0, 0}, "there is \"%s\"", name.at[i]);
    return false;
}

static bool choose(Reader *reader, Menus *menus, const char *full, Span at,
                   bool *taken)
{
    Category *category;
    const Item *item = find_item(menus, full, &category);
    if (!item)
        return no_such_option(reader, menus, full, at);
    size_t index = (size_t)(category - menus->category.at);
    if (taken && taken[index])
        return session_error(reader->session, at,
                             "option \"%s\" is chosen twice", category->heading);
    if (taken)
        taken[index] = true;
    category->chosen = (size_t)(item - category->item.at);
    return true;
}

static void choose_defaults(Menus *menus)
{
    for (size_t i = 0; i < menus->category.n; i++) {
        Category *category = &menus->category.at[i];
        for (size_t k = 0; k < category->item.n; k++)
            if (category->item.at[k].stars >
                category->item.at[category->chosen].stars)
                category->chosen = k;
    }
}

static bool no_such_ruleset(Reader *reader, const Menus *menus, const char *name)
{
    VEC(const char *) known = {0};
    for (size_t i = 0; i < menus->ruleset.n; i++) {
        const char *heading = menus->ruleset.at[i].heading;
        bool prefixed = strncmp(heading, "Ruleset/", 8) == 0;
        vec_push(reader->scratch, &known, prefixed ? heading + 8 : heading);
    }
    session_error(reader->session, (Span){0, 0}, "no ruleset \"%s\"", name);
    Diags *diags = reader->session->diags;
    const char *best = lud_nearest_name(name, known.at, known.n);
    if (best)
        diag_note(diags, (Span){0, 0}, "did you mean \"%s\"?", best);
    for (size_t i = 0; !best && i < known.n; i++)
        diag_note(diags, (Span){0, 0}, "there is \"%s\"", known.at[i]);
    if (known.n == 0)
        diag_note(diags, (Span){0, 0}, "this description has no rulesets");
    return false;
}

static const Ruleset *find_ruleset(const Menus *menus, const char *name, int (*differ)(const char *, const char *))
{
    for (size_t i = 0; i < menus->ruleset.n; i++) {
        const char *heading = menus->ruleset.at[i].heading;
        if (!differ(heading, name) || (!strncmp(heading, "Ruleset/", 8) && !differ(heading + 8, name)))
            return &menus->ruleset.at[i];
    }
    return NULL;
}

static bool choose_ruleset(Reader *reader, Menus *menus, const char *name)
{
    const Ruleset *ruleset = find_ruleset(menus, name, strcmp);
    if (!ruleset)
        ruleset = find_ruleset(menus, name, strcasecmp);
    if (!ruleset)
        return no_such_ruleset(reader, menus, name);
    if (ruleset->option.n == 0)
        return session_unsupported(reader->session, ruleset->at, "ruleset \"%s\" is not described", ruleset->heading);
    for (size_t k = 0; k < ruleset->option.n; k++)
        if (!choose(reader, menus, ruleset->option.at[k], ruleset->option_at.at[k], NULL))
            return false;
    menus->active = ruleset;
    return true;
}

bool lud_option_is_active(const Menus *menus, const char *full)
{
    Category *category;
    const Item *item = find_item_by(menus, full, strcmp, &category);
    return item && item == &category->item.at[category->chosen];
}

/* The first ruleset whose options are the ones chosen. */
static const Ruleset *agreeing_ruleset(const Menus *menus)
{
    for (size_t i = 0; i < menus->ruleset.n; i++) {
        const Ruleset *ruleset = &menus->ruleset.at[i];
        size_t k = 0;
        while (k < ruleset->option.n &&
               lud_option_is_active(menus, ruleset->option.at[k]))
            k++;
        if (k && k == ruleset->option.n)
            return ruleset;
    }
    return NULL;
}

bool lud_menus_select(Reader *reader, Menus *menus, const LudOptions *options)
{
    choose_defaults(menus);
    if (options && options->ruleset &&
        !choose_ruleset(reader, menus, options->ruleset))
        return false;
    bool *taken = ARENA_ARRAY(reader->scratch, bool, menus->category.n + 1);
    bool ok = true;
    for (size_t i = 0; options && i < options->noption; i++)
        ok = choose(reader, menus, options->option[i], (Span){0, 0}, taken) && ok;
    if (!menus->active)
        menus->active = agreeing_ruleset(menus);
    return ok;
}

/* ---- metadata ------------------------------------------------------------ */

static bool is_met(Reader *reader, const Menus *menus, const char *full, Span at,
                   bool *ok)
{
    Category *category;
    bool known = find_item(menus, full, &category) != NULL;
    for (size_t i = 0; i < menus->ruleset.n; i++)
        known = known || strcmp(menus->ruleset.at[i].heading, full) == 0;
    if (!known) {
        session_error(reader->session, at,
                      "metadata asks for \"%s\", but no option or ruleset is called so",
                      full);
        *ok = false;
    }
    return lud_option_is_active(menus, full) ||
           (menus->active && strcmp(menus->active->heading, full) == 0);
}

/* (useFor {"a" "b"} x) at `lo`: becomes x when all are met, else nothing.  What
 * is to go is marked in `cut`; *next is where to look on. */
static bool select_one(Reader *reader, const Text *text, size_t lo,
                       const Menus *menus, bool *cut, size_t *next)
{
    Span at = text_span(reader, text, lo, lo + 7);
    size_t end = text_match(text, lo, true);
    size_t quote = text_find(text, lo, "\"");
    if (end == TEXT_NONE || quote == TEXT_NONE || quote > end)
        return session_error(reader->session, at,
                             "(useFor ..) needs names of options or rulesets");
    size_t brace = text_find(text, lo, "{");
    size_t stop = brace != TEXT_NONE && brace < quote
                      ? text_match(text, brace, true)
                      : text_quote_end(text, quote);
    if (stop == TEXT_NONE || stop > end)
        return session_error(reader->session, at, "this useFor is never closed");
    bool met = true, ok = true;
    Text names = text_copy(reader, text, quote, stop + 1);
    size_t from = 0;
    for (const char *name; (name = string_at(reader, &names, &from));)
        met = is_met(reader, menus, name, at, &ok) && met;
    *next = met ? stop : end;
    memset(cut + lo, true, *next + 1 - lo);
    cut[end] = true;
    return ok;
}

bool lud_metadata_select(Reader *reader, Text *metadata, const Menus *menus)
{
    bool *cut = ARENA_ARRAY(reader->scratch, bool, metadata->n + 1);
    size_t at = 0, n = 0;
    while ((at = text_find_form(metadata, at, "useFor")) != TEXT_NONE)
        if (!select_one(reader, metadata, at, menus, cut, &at))
            return false;
    for (size_t i = 0; i < metadata->n; i++)
        if (!cut[i]) {
            metadata->c[n] = metadata->c[i];
            metadata->pos[n++] = metadata->pos[i];
        }
    metadata->n = n;
    return true;
}
