/* check.c - what no signature can say of a game that matches: every string
 * names something, there is a board, a map has as many values as keys, and the
 * vertices and edges of a drawn graph have enough numbers. */
#include "frontend/lud/elab/elab.h"
#include "frontend/lud/elab/term_walk.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/text/near.h"

/* ---- names ------------------------------------------------------------------ */

enum { NAMES = 512, SLACK = 2, COMPLAINTS = 10 };

/* The names that a game gives to its things, each once. */
typedef struct {
    Elab *e;
    const char *name[NAMES], *piece[NAMES]; /* all of them; those of pieces */
    size_t n, npiece;
    bool full; /* more than fit: then nothing is unknown */
    unsigned complaints;
} Names;

/* "A1", "AJ12", "7": at most three letters, three only when the first two are the
 * same, and digits. */
static bool is_coordinate(const char *text)
{
    size_t letters = 0;
    while (isalpha((unsigned char)text[letters]))
        letters++;
    size_t all = letters + strspn(text + letters, "0123456789");
    return all > letters && !text[all] && letters <= 3 &&
           (letters < 3 || text[0] == text[1]);
}

static void name_add(Names *names, const char *text)
{
    if (is_coordinate(text))
        return;
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->name[i], text) == 0)
            return;
    if (names->n < NAMES)
        names->name[names->n++] = text;
    else
        names->full = true;
}

/* Adds the strings in the node; only the first when `one`. */
static bool add_strings(Names *names, const Ast *node, bool one)
{
    if (node->kind == AST_STRING && !is_coordinate(node->text)) {
        name_add(names, node->text);
        return one;
    }
    for (uint32_t i = 0; i < node->nkid; i++)
        if (add_strings(names, node->kid[i], one))
            return true;
    return false;
}

/* The ludemes that introduce names; the rest of a game refers to them. */
static const struct {
    const char *head, *word;
    bool one; /* its first string is the name */
} namers[] = {
    {"game", NULL, true},       {"match", NULL, true},
    {"subgame", NULL, false},   {"players", NULL, false},
    {"equipment", NULL, false}, {"phase", NULL, true},
    {"vote", NULL, true},       {"move", "Vote", true},
    {"is", "Proposed", true},   {"is", "Decided", true},
    {"note", NULL, true},       {"trigger", NULL, true},
    {"is", "Triggered", true},  {"trackSite", NULL, false},
    {"set", "Var", false},      {"var", NULL, false},
    {"remember", NULL, false},  {"set", "RememberValue", false},
    {"values", "Remembered", false}};

static void collect(Names *names, const Ast *node)
{
    const char *head = node->kind == AST_LIST ? ast_head(node) : NULL;
    const Ast *second = node->nkid > 1 ? node->kid[1] : NULL;
    const char *word = second && second->kind == AST_SYMBOL ? second->text : NULL;
    for (size_t i = 0; head && i < sizeof namers / sizeof namers[0]; i++)
        if (strcmp(namers[i].head, head) == 0 &&
            (!namers[i].word || (word && constant_is(namers[i].word, word))))
            add_strings(names, node, namers[i].one);
    for (uint32_t i = 0; i < node->nkid; i++)
        collect(names, node->kid[i]);
    if (head && strcmp(head, "piece") == 0 && second && second->kind == AST_STRING && names->npiece < NAMES)
        names->piece[names->npiece++] = second->text;
}

/* A name may carry a player's number, or be part of a longer one. */
static bool is_known(const Names *names, const char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0; i < names->n; i++) {
        const char *name = names->name[i];
        size_t m = strlen(name), apart = n > m ? n - m : m - n;
        const char *part = n > m ? strstr(text, name) : strstr(name, text);
        const bool plural = n == m + 1 && part == text && text[m] == 's'; /* such a one would be found nowhere */
        if (apart <= SLACK && part && !plural)
            return true;
    }
    return names->full;
}

/* What the ludeme around a string wants the name of. */
static const char *thing_named(const char *head)
{
    static const struct {
        const char *head, *thing;
    } things[] = {{"place", "piece"},  {"piece", "piece"},     {"id", "piece"},
                  {"promote", "piece"}, {"nextPhase", "phase"}, {"sites", "region"},
                  {"mapEntry", "map"}};
    for (size_t i = 0; head && i < sizeof things / sizeof things[0]; i++)
        if (strcmp(things[i].head, head) == 0)
            return things[i].thing;
    return NULL;
}

/* The nearest piece; the number of a player stays behind its name. */
static const char *near_piece(const Names *names, const char *text)
{
    Arena *arena = names->e->session->arena;
    size_t n = strlen(text);
    while (n > 1 && isdigit((unsigned char)text[n - 1]))
        n--;
    Near near = near_new(arena_printf(arena, "%.*s", (int)n, text));
    for (size_t i = 0; i < names->npiece; i++)
        near_offer(&near, names->piece[i]);
    return near.best ? arena_printf(arena, "%s%s", near.best, text + n) : NULL;
}

static void complain_name(Names *names, const Ast *node, const char *head)
{
    Session *session = names->e->session;
    const char *thing = thing_named(head), *best = thing && !strcmp(thing, "piece") ? near_piece(names, node->text) : NULL;
    Near near = near_new(node->text);
    for (size_t i = 0; i < names->n && !best; i++)
        near_offer(&near, names->name[i]);
    best = best ? best : near.best;
    if (names->complaints++ >= COMPLAINTS)
        return;
    session_error(session, node->at, "%s is named `%s`",
                  thing ? arena_printf(session->arena, "no %s", thing) : "nothing",
                  node->text);
    if (best) {
        diag_note(session->diags, (Span){0, 0}, "did you mean `%s`?", best);
        diag_fix(session->diags, FIX_INSTEAD, node->at, "\"%s\"", best);
    }
}

static void check_names(Names *names, const Ast *node, const char *head)
{
    if (node->kind == AST_STRING && !is_coordinate(node->text) &&
        !is_known(names, node->text)) {
        complain_name(names, node, head);
        name_add(names, node->text); /* once is enough */
    }
    if (node->kind == AST_LIST)
        head = ast_head(node);
    for (uint32_t i = 0; i < node->nkid; i++)
        check_names(names, node->kid[i], head);
}

/* ---- drawn graphs ------------------------------------------------------------- */

/* Each element of a {{..}} must hold two numbers or more. */
static void check_tuples(Elab *e, const Term *list, const char *what)
{
    for (uint32_t i = 0; list && i < list->n; i++) {
        uint32_t n = list->slot[i]->n;
        if (n < 2)
            session_error(e->session, term_at(list->slot[i]), "%s, not %s", what,
                          n ? "one" : "none");
    }
}

static void check_graph(Elab *e, const Term *term)
{
    check_tuples(e, term_arg(term, SLOT_vertices),
                 "a vertex needs two or three coordinates");
    check_tuples(e, term_arg(term, SLOT_edges),
                 "an edge needs the numbers of two vertices");
}

/* ---- equipment ----------------------------------------------------------------- */

static void check_board(Elab *e, const Term *items)
{
    static const LudId boards[] = {LUD_board, LUD_boardless, LUD_mancala_board,
                                   LUD_surakarta_board};
    for (uint32_t i = 0; i < items->n; i++)
        for (size_t k = 0; k < sizeof boards / sizeof boards[0]; k++)
            if (term_is(items->slot[i], boards[k]))
                return;
    const Span at = term_at(items), open = {at.lo, at.lo + 1};
    session_error(e->session, at, "the equipment has no board");
    diag_note(e->session->diags, (Span){0, 0}, "such as `(board (square 8))`");
    diag_fix(e->session->diags, FIX_BEHIND, open, " (board (square 8))");
}

static void check_map(Elab *e, const Term *map)
{
    const Term *keys = term_arg(map, SLOT_keys), *values = term_arg(map, SLOT_values);
    if (keys->n != values->n)
        session_error(e->session, term_at(values),
                      "a map needs a value for each key: %u keys, %u values",
                      (unsigned)keys->n, (unsigned)values->n);
}

/* `(is Enemy (to))`: a site where the player is asked for who is there. */
static void check_player(Elab *e, const Term *term)
{
    static const LudId asking[] = {LUD_is_friend, LUD_is_enemy, LUD_is_mover, LUD_is_next};
    static const LudId sites[] = {LUD_to, LUD_from, LUD_between, LUD_site, LUD_last_to, LUD_last_from};
    bool asks = false, site = false;
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
        asks = asks || term_is(term, asking[i]);
    const Term *player = asks ? term_arg(term, SLOT_player) : NULL;
    for (size_t i = 0; i < sizeof sites / sizeof *sites; i++)
        site = site || term_is(player, sites[i]);
    if (!site)
        return;
    const Span at = term_at(player);
    session_error(e->session, at, "expected a player, saw a site");
    diag_note(e->session->diags, (Span){0, 0}, "whoever has the piece there is `(who at:..)`");
    diag_fix(e->session->diags, FIX_BEFORE, at, "(who at:");
    diag_fix(e->session->diags, FIX_BEHIND, at, ")");
}

static TermWay check_term(const Term *term, void *data)
{
    Elab *e = data;
    check_player(e, term);
    if (term_is(term, LUD_graph_of))
        check_graph(e, term);
    else if (term_is(term, LUD_equipment))
        check_board(e, term_arg(term, SLOT_items));
    else if (term_is(term, LUD_map_keys))
        check_map(e, term);
    return TERM_INTO;
}

void elab_check(Elab *e, const Ast *game, const Term *term)
{
    static const char *const given[] = {"Player", "Board", "Hand",
                                        "Ball",   "Bag",   "Domino"};
    Names names = {.e = e};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        name_add(&names, given[i]);
    collect(&names, game);
    check_names(&names, game, NULL);
    term_walk(term, check_term, e);
}
