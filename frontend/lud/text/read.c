/* read.c - a whole description: from the file to the tree of its game. */
#include <string.h>

#include "frontend/lud/text/balance.h"
#include "frontend/lud/text/defines.h"
#include "frontend/lud/lud.h"
#include "frontend/lud/text/options.h"
#include "frontend/lud/text/ranges.h"

static void publish_menus(Session *session, const Menus *menus, LudFile *file)
{
    LudOption *option = ARENA_ARRAY(session->arena, LudOption, menus->category.n + 1);
    for (size_t i = 0; i < menus->category.n; i++) {
        const Category *category = &menus->category.at[i];
        LudOption *to = &option[i];
        to->heading = category->heading;
        to->nitem = category->item.n;
        to->item = arena_alloc(session->arena, sizeof *to->item * (to->nitem + 1));
        for (size_t k = 0; k < to->nitem; k++) {
            to->item[k].label = category->item.at[k].label;
            to->item[k].stars = category->item.at[k].stars;
            to->item[k].selected = k == category->chosen;
        }
    }
    file->option = option;
    file->noption = menus->category.n;
    file->ruleset = ARENA_ARRAY(session->arena, const char *, menus->ruleset.n + 1);
    file->nruleset = menus->ruleset.n;
    for (size_t i = 0; i < menus->ruleset.n; i++)
        file->ruleset[i] = menus->ruleset.at[i].heading;
}

/* ---- what expansion left behind ------------------------------------------ */

typedef struct {
    Reader *reader;
    const DefineSet *own, *library;
    unsigned errors;
} Check;

static void no_such_define(Check *check, const Ast *name)
{
    Session *session = check->reader->session;
    VEC(const char *) known = {0};
    for (size_t i = 0; i < check->own->define.n; i++)
        vec_push(check->reader->scratch, &known, check->own->define.at[i].name);
    for (size_t i = 0; i < check->library->define.n; i++)
        vec_push(check->reader->scratch, &known, check->library->define.at[i].name);
    session_error(session, name->at, "no define \"%s\"", name->text);
    const char *best = known.n > 10000
                           ? NULL
                           : lud_nearest_name(name->text, known.at, known.n);
    if (best) {
        diag_note(session->diags, (Span){0, 0}, "did you mean \"%s\"?", best);
        diag_fix(session->diags, FIX_INSTEAD, name->at, "\"%s\"", best);
    }
    check->errors++;
}

static bool is_marker(const char *text)
{
    return text[0] == '#' && text[1] && strspn(text + 1, "0123456789") ==
                                            strlen(text + 1);
}

static void check_tree(Check *check, const Ast *ast)
{
    if (check->errors >= LUD_MAX_REPORTS)
        return;
    if (ast->kind == AST_LIST && ast->nkid && ast->kid[0]->kind == AST_STRING)
        no_such_define(check, ast->kid[0]);
    if (ast->kind == AST_LIST && ast->nkid == 0) {
        session_error(check->reader->session, ast->at, "empty brackets");
        check->errors++;
    }
    if (ast->kind == AST_SYMBOL && is_marker(ast->text)) {
        session_error(check->reader->session, ast->at,
                      "%s is not filled in: it stands outside of a define, or the "
                      "define skips a number",
                      ast->text);
        check->errors++;
    }
    for (uint32_t i = 0; i < ast->nkid; i++)
        check_tree(check, ast->kid[i]);
}

/* ---- the stages ---------------------------------------------------------- */

static const Ast *parse_text(Reader *reader, const Text *text, const char *name)
{
    const Source *source = text_to_source(reader, text, name);
    return source ? lud_parse(reader->session, source) : NULL;
}

static bool read_metadata(Reader *reader, Text *text, const Menus *menus,
                          const char *name, LudFile *file)
{
    size_t lo = text_find_form(text, 0, "metadata");
    if (lo == TEXT_NONE)
        return true;
    size_t hi = text_match(text, lo, true);
    if (hi == TEXT_NONE)
        return session_error(reader->session, text_span(reader, text, lo, lo + 9),
                             "the metadata are never closed");
    Text metadata = text_cut(reader, text, lo, hi + 1);
    if (!lud_metadata_select(reader, &metadata, menus))
        return false;
    file->metadata = parse_text(reader, &metadata, name);
    return file->metadata != NULL;
}

static bool read_game(Reader *reader, const Text *text, const DefineSet *own,
                      const DefineSet *library, const char *name, LudFile *file)
{
    Text game = text_trim(*text);
    if (game.n == 0)
        return session_error(reader->session, (Span){0, 0},
                             "%s has no (game ..) or (match ..)", name);
    file->game = parse_text(reader, &game, name);
    if (!file->game)
        return false;
    const char *head = ast_head(file->game);
    if (!head || (strcmp(head, "game") != 0 && strcmp(head, "match") != 0)) {
        session_error(reader->session, file->game->at, "expected (game ..) or (match ..)");
        diag_expected(reader->session->diags, "(game ..)");
        diag_expected(reader->session->diags, "(match ..)");
        return false;
    }
    Check check = {reader, own, library, 0};
    check_tree(&check, file->game);
    return check.errors == 0;
}

static bool read_all(Reader *reader, const Source *source, const LudOptions *options,
                     LudFile *file)
{
    Menus menus = {0};
    DefineSet own = {0}, library = {0};
    Text text = text_of_source(reader, source);
    text_strip_comments(&text);
    if (text.n > LUD_MAX_CHARACTERS)
        return session_error(reader->session, (Span){source->base, source->base + 1},
                             "a description cannot have more than %d characters",
                             (int)LUD_MAX_CHARACTERS);
    if (!lud_check_balance(reader, &text) ||
        !lud_options_extract(reader, &text, &menus) ||
        !lud_rulesets_extract(reader, &text, &menus))
        return false;
    if (!lud_menus_select(reader, &menus, options))
        return false;
    publish_menus(reader->session, &menus, file);
    return lud_options_apply(reader, &text, &menus) &&
           lud_defines_library(reader, options, &library) &&
           lud_defines_expand(reader, &text, &library, &own) &&
           lud_expand_ranges(reader, &text) && lud_expand_site_ranges(reader, &text) &&
           read_metadata(reader, &text, &menus, source->name, file) &&
           read_game(reader, &text, &own, &library, source->name, file);
}

const LudFile *lud_read(Session *session, const Source *source,
                        const LudOptions *options)
{
    Reader reader = {.session = session, .scratch = arena_beside(session->arena)};
    LudFile *file = ARENA_NEW(session->arena, LudFile);
    bool ok = read_all(&reader, source, options, file);
    arena_free(reader.scratch);
    return ok ? file : NULL;
}
