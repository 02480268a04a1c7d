/* mend.c - edits that make a text match: each is tried on the tree before it is offered, so that what is said would do. */
#include "frontend/lud/elab/mend.h"

#include <ctype.h>
#include <string.h>

#include "frontend/lud/text/near.h"

static Diags *diags_of(Elab *e) { return e->session->diags; }

#define NOWHERE ((Span){0, 0})

/* ---- words --------------------------------------------------------------------------------------- */

static const struct {
    const char *said, *meant;
} words[] = {
    {"==", "="},           {"&&", "and"},        {"||", "or"},         {"!", "not"},         {"<>", "!="},         {"=/=", "!="},
    {"=<", "<="},          {"=>", ">="},         {"mod", "%"},         {"North", "N"},       {"South", "S"},       {"East", "E"},
    {"West", "W"},         {"NorthEast", "NE"},  {"NorthWest", "NW"},  {"SouthEast", "SE"},  {"SouthWest", "SW"},  {"Neighbors", "Neighbours"},
    {"Center", "Centre"},  {"center", "centre"}, {"color", "colour"},  {"one", "1"},         {"two", "2"},         {"three", "3"},
    {"four", "4"},         {"five", "5"},        {"six", "6"},         {"eight", "8"},       {"ten", "10"},        {"Lose", "Loss"},
    {"Lost", "Loss"},      {"Won", "Win"},       {"Opponent", "Next"}, {"Player1", "P1"},    {"Player2", "P2"},    {"Player3", "P3"},
    {"Player4", "P4"},     {"Anyone", "All"},    {"Everyone", "All"},  {"nobody", "Neutral"}, {"turn", "Mover"},
    {"Victory", "Win"},    {"Winner", "Win"},    {"Wins", "Win"},      {"Defeat", "Loss"},   {"Loses", "Loss"},    {"Tied", "Tie"},
    {"Place", "Add"},      {"Put", "Add"},       {"Drop", "Add"},      {"Walk", "Step"},     {"Jump", "Hop"},      {"capture", "remove"},
    {"kill", "remove"},    {"take", "remove"},   {"delete", "remove"}, {"hexagon", "hex"},   {"numPlayers", "players"}, {"grid", "square"},
    {"zero", "0"},         {"seven", "7"},       {"nine", "9"},        {"Current", "Mover"}, {"Previous", "Prev"}, {"Me", "Mover"},
    {"White", "P1"},       {"Black", "P2"},      {"Full?", "Full"},    {"Fill", "Full"},     {"Free", "Empty"},    {"Vacant", "Empty"},
};

const char *mend_word(const char *word)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i].said, word))
            return words[i].meant;
    return NULL;
}

void mend_did_you_mean(Elab *e, const char *best, Span at)
{
    if (!best)
        return;
    diag_note(diags_of(e), NOWHERE, "did you mean `%s`?", best);
    diag_fix(diags_of(e), FIX_INSTEAD, at, "%s", best);
}

static bool same_letters(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return !*a && !*b;
}

/* `isFull` for `is Full`: the head of a row and its word in one. */
static bool joined(Elab *e, const Blame *b)
{
    const char *head = ast_head(b->node);
    for (int i = 0; i < LUD_COUNT; i++) {
        const Sig *sig = table_row(e->table, (LudId)i);
        const size_t n = strlen(sig->head);
        if (!sig->nword || strncmp(head, sig->head, n) != 0 || !same_letters(head + n, sig->word[0]))
            continue;
        mend_did_you_mean(e, arena_printf(e->session->arena, "%s %s", sig->head, sig->word[0]), b->node->kid[0]->at);
        return true;
    }
    return false;
}

bool mend_keyword(Elab *e, const Blame *b)
{
    const char *head = ast_head(b->node);
    if (joined(e, b))
        return true;
    for (int i = 0; i < LUD_COUNT; i++) {
        const Sig *sig = table_row(e->table, (LudId)i);
        for (unsigned w = 0; sig->nword && w < b->nwant; w++)
            if (same_letters(head, sig->word[0]) && table_accepts(e->table, b->want[w].type, sig->type)) {
                mend_did_you_mean(e, arena_printf(e->session->arena, "%s %s", sig->head, sig->word[0]), b->node->kid[0]->at);
                return true;
            }
    }
    return false;
}

/* ---- trees that are tried ------------------------------------------------------------------------- */

Ast *mend_symbol(Elab *e, const char *text, Span at)
{
    Ast *ast = ARENA_NEW(e->session->arena, Ast);
    ast->kind = AST_SYMBOL;
    ast->at = at;
    ast->text = intern_str(e->session->names, text);
    return ast;
}

Ast *mend_compound(Elab *e, AstKind kind, const Ast *first, Ast *const *kid, uint32_t n)
{
    Ast *ast = ARENA_NEW(e->session->arena, Ast);
    ast->kind = kind;
    ast->at = kid[0]->at;
    ast->nkid = n + (first != NULL);
    ast->kid = ARENA_ARRAY(e->session->arena, Ast *, ast->nkid);
    if (first)
        ast->kid[0] = (Ast *)(uintptr_t)first;
    for (uint32_t i = 0; i < n; i++)
        ast->kid[i + (first != NULL)] = kid[i];
    return ast;
}

bool mend_would_do(Elab *e, const Blame *b, const Ast *tree)
{
    for (unsigned w = 0; w < b->nwant; w++)
        if (elab_match(e, tree, b->want[w].type, b->want[w].depth))
            return true;
    return false;
}

/* Where the node stands among the members of the ludeme around it; 0: it is none of them. */
static uint32_t place_of(const Blame *b)
{
    for (uint32_t i = 1; b->list && i < b->list->nkid; i++)
        if (b->list->kid[i] == b->node)
            return i;
    return 0;
}

/* The most members from the node on, itself included, that make something that is wanted behind that word; 0: none do. */
static uint32_t members_behind(Elab *e, const Blame *b, const Ast *word, bool word_is_node)
{
    const uint32_t place = place_of(b);
    Ast *alone = (Ast *)(uintptr_t)b->node;
    if (!place)
        return !word_is_node && mend_would_do(e, b, mend_compound(e, AST_LIST, word, &alone, 1)) ? 1 : 0;
    Ast *const *kid = b->list->kid + place + word_is_node;
    const uint32_t most = b->list->nkid - place - word_is_node;
    for (uint32_t n = most; n > 0; n--)
        if (mend_would_do(e, b, mend_compound(e, AST_LIST, word, kid, n)))
            return n;
    return 0;
}

static const Ast *last_of(const Blame *b, uint32_t n)
{
    const uint32_t place = place_of(b);
    return place && n > 1 ? b->list->kid[place + n - 1] : b->node;
}

static void edit_around(Elab *e, const Ast *first, const Ast *last, const char *before, const char *behind)
{
    const Span begin = first->label ? first->label_at : first->at;
    if (first == last) { /* both edits of one node */
        diag_fix(diags_of(e), FIX_BEFORE, begin, "%s", before);
        diag_fix(diags_of(e), FIX_BEHIND, first->at, "%s", behind);
        return;
    }
    diag_fix(diags_of(e), FIX_BEFORE, begin, "%s", before);
    diag_fix(diags_of(e), FIX_BEHIND, last->at, "%s", behind);
}

/* ---- one by one --------------------------------------------------------------------------------------- */

static bool wants(const Blame *b, TypeId type, uint8_t depth)
{
    for (unsigned w = 0; w < b->nwant; w++)
        if (b->want[w].type == type && b->want[w].depth == depth)
            return true;
    return false;
}

/* A site by its label: "C3" with the label `coord:` where there is one. */
static bool mend_coordinate(Elab *e, const Blame *b)
{
    const char *text = b->node->text;
    if (b->node->kind != AST_SYMBOL || !isupper((unsigned char)*text) || !text[1] || strspn(text + 1, "0123456789") != strlen(text + 1))
        return false;
    for (uint8_t s = 0; b->sig && s < b->sig->nslot; s++)
        if (b->sig->slot[s].label && !strcmp(b->sig->slot[s].label, "coord")) {
            diag_note(diags_of(e), NOWHERE, "a site is written as a coordinate: coord:\"%s\"", text);
            diag_fix(diags_of(e), FIX_INSTEAD, b->node->at, "coord:\"%s\"", text);
            return true;
        }
    return false;
}

static bool mend_quotes(Elab *e, const Blame *b)
{
    if (b->node->kind != AST_SYMBOL || isdigit((unsigned char)*b->node->text) || !wants(b, TYPE_string, 0))
        return false;
    diag_note(diags_of(e), NOWHERE, "a name stands in quotes: \"%s\"", b->node->text);
    diag_fix(diags_of(e), FIX_INSTEAD, b->node->at, "\"%s\"", b->node->text);
    return true;
}

/* `if (..)` for `if:(..)`. */
static bool mend_colon(Elab *e, const Blame *b)
{
    const uint32_t place = place_of(b);
    if (b->node->kind != AST_SYMBOL || !place || place + 1 >= b->list->nkid || !b->sig)
        return false;
    const Ast *next = b->list->kid[place + 1];
    for (uint8_t s = 0; s < b->sig->nslot; s++) {
        const Slot *slot = &b->sig->slot[s];
        if (slot->label && !strcmp(slot->label, b->node->text) && !next->label && elab_match(e, next, slot->type, slot->depth)) {
            diag_note(diags_of(e), NOWHERE, "a label ends in a colon: `%s:`", slot->label);
            diag_fix(diags_of(e), FIX_INSTEAD, (Span){b->node->at.lo, next->at.lo}, "%s:", slot->label);
            return true;
        }
    }
    return false;
}

/* `to` for `(to)`, `if c r` for `(if c r)`. */
static bool mend_brackets(Elab *e, const Blame *b)
{
    if (b->node->kind != AST_SYMBOL || !isalpha((unsigned char)*b->node->text) || !table_find(e->table, b->node->text))
        return false;
    diag_note(diags_of(e), NOWHERE, "a ludeme stands in brackets: `(%s)`", b->node->text);
    const uint32_t n = members_behind(e, b, b->node, true);
    Ast *alone = (Ast *)(uintptr_t)b->node;
    if (n)
        edit_around(e, b->node, last_of(b, n + 1), "(", ")");
    else if (mend_would_do(e, b, mend_compound(e, AST_LIST, NULL, &alone, 1)))
        edit_around(e, b->node, b->node, "(", ")");
    return true;
}

/* `else`, which the language does without. */
static bool mend_else(Elab *e, const Blame *b)
{
    if (b->node->kind != AST_SYMBOL || (strcmp(b->node->text, "else") != 0 && strcmp(b->node->text, "then") != 0))
        return false;
    diag_note(diags_of(e), NOWHERE, "`if` goes without `%s`: (if CONDITION THIS THAT)", b->node->text);
    diag_fix(diags_of(e), FIX_INSTEAD, b->node->at, "%s", "");
    const uint32_t place = place_of(b);
    if (place && place + 1 < b->list->nkid)
        e->excused[e->nexcused++] = b->list->kid[place + 1];
    return true;
}

/* Brackets right around members of the list, which the tree does without: `(equipment ( .. ))`.  false: there are none. */
static bool doubled(Elab *e, const Blame *b, const Ast *first, const Ast *last, Span *open, Span *close)
{
    const Source *source = source_of(e->session->sources, first->at.lo);
    if (!source || source != source_of(e->session->sources, last->at.hi))
        return false;
    const char *text = source->text;
    uint32_t lo = first->at.lo - source->base, hi = last->at.hi - source->base;
    while (lo > b->list->at.lo - source->base && strchr(" \t\r\n", text[lo - 1]))
        lo--;
    while (text[hi] && strchr(" \t\r\n", text[hi]))
        hi++;
    if (lo <= b->list->at.lo - source->base + 1 || text[lo - 1] != '(' || text[hi] != ')')
        return false;
    *open = (Span){lo - 1 + source->base, lo + source->base};
    *close = (Span){hi + source->base, hi + 1 + source->base};
    return true;
}

Span mend_place(Elab *e, const Blame *b)
{
    Span open, close;
    const bool list = place_of(b) == 1 && b->node->kind == AST_LIST && !b->node->label;
    return list && doubled(e, b, b->node, b->list->kid[b->list->nkid - 1], &open, &close) ? open : b->node->at;
}

/* Members that should stand in braces: `(equipment (board ..) (piece ..))`, `(equipment ( .. ))`. */
static bool mend_braces(Elab *e, const Blame *b)
{
    const uint32_t place = place_of(b);
    if (!place || b->node->label)
        return false;
    for (uint32_t n = b->list->nkid - place; n > 0; n--) {
        if (!mend_would_do(e, b, mend_compound(e, AST_ARRAY, NULL, b->list->kid + place, n)))
            continue;
        const Ast *last = b->list->kid[place + n - 1];
        Span open, close;
        diag_note(diags_of(e), NOWHERE, "a list stands in braces: { .. }");
        if (doubled(e, b, b->node, last, &open, &close)) {
            diag_fix(diags_of(e), FIX_INSTEAD, open, "{");
            diag_fix(diags_of(e), FIX_INSTEAD, close, "}");
        } else {
            edit_around(e, b->node, last, "{ ", " }");
        }
        return true;
    }
    return false;
}

/* `{ a b }` where one thing is wanted: its only member, or (or {..}), (and {..}). */
static bool mend_array(Elab *e, const Blame *b)
{
    static const char *const joins[] = {"or", "and"};
    Ast *node = (Ast *)(uintptr_t)b->node;
    if (node->kind != AST_ARRAY || !node->nkid)
        return false;
    if (node->nkid == 1 && mend_would_do(e, b, node->kid[0])) {
        diag_note(diags_of(e), NOWHERE, "what is one stands without braces");
        diag_fix(diags_of(e), FIX_INSTEAD, (Span){node->at.lo, node->kid[0]->at.lo}, "%s", "");
        diag_fix(diags_of(e), FIX_INSTEAD, (Span){node->kid[0]->at.hi, node->at.hi}, "%s", "");
        return true;
    }
    const size_t first = wants(b, TYPE_boolean, 0) && !wants(b, TYPE_moves, 0);
    const Ast *word = mend_symbol(e, joins[first], node->at);
    if (!mend_would_do(e, b, mend_compound(e, AST_LIST, word, &node, 1)))
        return false;
    diag_note(diags_of(e), NOWHERE, "several of them are joined: (%s { .. })", joins[first]);
    edit_around(e, node, node, arena_printf(e->session->arena, "(%s ", joins[first]), ")");
    return true;
}

/* The ludeme that is wanted is missing around it: `(or ..)` for `(play (or ..))`. */
static bool mend_wrap(Elab *e, const Blame *b)
{
    static const char *const heads[] = {"play", "rules", "if",   "end",   "start", "then",    "apply", "equipment",
                                        "to",   "from",  "meta", "piece", "board", "players", "between"};
    if (b->node->kind != AST_LIST && b->node->kind != AST_ARRAY)
        return false;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        const uint32_t n = members_behind(e, b, mend_symbol(e, heads[i], b->node->at), false);
        if (!n || (!strcmp(heads[i], "if") && !wants(b, TYPE_endRule, 0)))
            continue;
        diag_note(diags_of(e), NOWHERE, "it stands in `(%s ..)`", heads[i]);
        edit_around(e, b->node, last_of(b, n), arena_printf(e->session->arena, "(%s ", heads[i]), ")");
        return true;
    }
    return false;
}

/* A word of another language for a constant or a number, or nearly one. */
static bool mend_other_word(Elab *e, const Blame *b)
{
    const char *meant = b->node->kind == AST_SYMBOL ? mend_word(b->node->text) : NULL;
    Near near = near_new(b->node->kind == AST_SYMBOL && strlen(b->node->text) > 3 ? b->node->text : "");
    for (size_t i = 0; !meant && i < sizeof words / sizeof *words; i++)
        near_offer(&near, words[i].said);
    meant = near.best ? mend_word(near.best) : meant;
    if (!meant)
        return false;
    Ast *word = mend_symbol(e, meant, b->node->at);
    if (isdigit((unsigned char)*meant))
        word->kind = AST_INT;
    if (word->kind == AST_INT ? !wants(b, TYPE_integer, 0) && !wants(b, TYPE_int, 0) && !wants(b, TYPE_dim, 0)
                              : !mend_would_do(e, b, word))
        return false;
    mend_did_you_mean(e, meant, b->node->at);
    return true;
}

/* Another ludeme of the wanted type takes these arguments: `(player 2)` is `(players 2)`.  Only one with a name like it. */
static bool mend_head(Elab *e, const Blame *b)
{
    const char *head = b->node->kind == AST_LIST ? ast_head(b->node) : NULL;
    if (!head)
        return false;
    Near near = near_new(head);
    for (int i = 0; i < LUD_COUNT; i++) {
        const Sig *sig = table_row(e->table, (LudId)i);
        if (!strcmp(sig->head, head) || b->node->nkid < 2)
            continue;
        Near one = near_new(head);
        near_offer(&one, sig->head);
        if (one.best && mend_would_do(e, b, mend_compound(e, AST_LIST, mend_symbol(e, sig->head, b->node->at), b->node->kid + 1, b->node->nkid - 1)))
            near_offer(&near, sig->head);
    }
    mend_did_you_mean(e, near.best, b->node->kid[0]->at);
    return near.best != NULL;
}

void mend_no_head(Elab *e, const Blame *b)
{
    const Ast *node = b->node;
    if (node->kind != AST_LIST || node->nkid != 1 || !mend_would_do(e, b, node->kid[0]))
        return;
    diag_note(diags_of(e), NOWHERE, "brackets are for ludemes: this stands without them");
    diag_fix(diags_of(e), FIX_INSTEAD, (Span){node->at.lo, node->kid[0]->at.lo}, "%s", "");
    diag_fix(diags_of(e), FIX_INSTEAD, (Span){node->kid[0]->at.hi, node->at.hi}, "%s", "");
}

bool mend_name(Elab *e, const Blame *b)
{
    if (b->node->kind != AST_SYMBOL || !b->list || b->list->nkid < 2 || b->list->kid[1] != b->node)
        return false;
    Ast *name = mend_symbol(e, b->node->text, b->node->at);
    name->kind = AST_STRING;
    Ast **kid = ARENA_ARRAY(e->session->arena, Ast *, b->list->nkid);
    memcpy(kid, b->list->kid, b->list->nkid * sizeof *kid);
    kid[1] = name;
    if (!elab_match(e, mend_compound(e, AST_LIST, NULL, kid, b->list->nkid), b->sig->type, 0))
        return false;
    diag_note(diags_of(e), NOWHERE, "a name stands in quotes: \"%s\"", name->text);
    diag_fix(diags_of(e), FIX_INSTEAD, name->at, "\"%s\"", name->text);
    return true;
}

bool mend_item(Elab *e, const Blame *b)
{
    return mend_coordinate(e, b) || mend_other_word(e, b) || mend_head(e, b) || mend_else(e, b) || mend_colon(e, b) || mend_quotes(e, b) || mend_brackets(e, b) || mend_array(e, b) ||
           mend_wrap(e, b) || mend_braces(e, b);
}

/* ---- arguments --------------------------------------------------------------------------------------------- */

/* What is usually written for something that is missing. */
static const char *usual(TypeId type)
{
    static const struct {
        TypeId type;
        const char *text;
    } texts[] = {{TYPE_players, "(players 2)"},
                 {TYPE_play, "(play (forEach Piece))"},
                 {TYPE_end, "(end (if (no Moves Next) (result Mover Win)))"},
                 {TYPE_role, "Mover"},
                 {TYPE_owner, "Mover"},
                 {TYPE_player, "Mover"},
                 {TYPE_dim, "8"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].type == type)
            return texts[i].text;
    return NULL;
}

/* How many of the arguments stand before the missing slot: the rest fits behind it. */
static bool gap(Elab *e, const Blame *b, uint32_t *before)
{
    const uint32_t first = 1u + b->sig->nword, n = b->list->nkid - first;
    const uint8_t s = (uint8_t)(b->slot - b->sig->slot);
    Sig front = *b->sig, back = *b->sig;
    front.nslot = s;
    back.slot = b->sig->slot + s + 1;
    back.nslot = (uint8_t)(b->sig->nslot - s - 1);
    for (*before = 0; *before <= n; ++*before)
        if (elab_fits(e, &front, b->list->kid + first, *before) && elab_fits(e, &back, b->list->kid + first + *before, n - *before))
            return true;
    return false;
}

void mend_missing(Elab *e, const Blame *b)
{
    uint32_t before;
    const char *text = b->slot && !b->slot->depth && !b->slot->label ? usual(b->slot->type) : NULL;
    if (!text && b->slot && b->slot->type == TYPE_int && !b->slot->depth && !strcmp(b->slot->name, "score"))
        text = "1";
    if (!text || b->slot < b->sig->slot || b->slot >= b->sig->slot + b->sig->nslot || !gap(e, b, &before))
        return;
    diag_note(diags_of(e), NOWHERE, "such as `%s`", text);
    diag_fix(diags_of(e), FIX_BEHIND, b->list->kid[b->sig->nword + before]->at, " %s", text);
}

void mend_extra(Elab *e, const Blame *b)
{
    static const char *const other[][2] = {{"square", "rectangle"}, {"place", "place Stack"}};
    const char *head = ast_head(b->list);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        if (strcmp(head, other[i][0]) != 0)
            continue;
        const Ast *tree = mend_compound(e, AST_LIST, mend_symbol(e, other[i][1], b->list->at), b->list->kid + 1, b->list->nkid - 1);
        if (elab_match(e, tree, b->sig->type, 0))
            mend_did_you_mean(e, other[i][1], b->list->kid[0]->at);
    }
}

/* `to:(..)` for `(to ..)`. */
static bool label_for_ludeme(Elab *e, const Blame *b)
{
    if (!table_find(e->table, b->node->label))
        return false;
    Ast *inner = arena_copy(e->session->arena, b->node, sizeof *inner);
    inner->label = NULL;
    const Ast *tree = mend_compound(e, AST_LIST, mend_symbol(e, b->node->label, b->node->at), &inner, 1);
    for (uint8_t s = 0; s < b->sig->nslot; s++)
        if (!b->sig->slot[s].label && elab_match(e, tree, b->sig->slot[s].type, b->sig->slot[s].depth)) {
            diag_note(diags_of(e), NOWHERE, "`%s` is a ludeme: (%s ..)", b->node->label, b->node->label);
            diag_fix(diags_of(e), FIX_INSTEAD, (Span){b->node->label_at.lo, b->node->at.lo}, "(%s ", b->node->label);
            diag_fix(diags_of(e), FIX_BEHIND, b->node->at, ")");
            return true;
        }
    return false;
}

void mend_label(Elab *e, const Blame *b, const char *near)
{
    if (label_for_ludeme(e, b))
        return;
    const char *best = near;
    unsigned n = 0;
    for (uint8_t s = 0; !near && s < b->sig->nslot; s++) {
        const Slot *slot = &b->sig->slot[s];
        bool given = !slot->label;
        for (uint32_t i = 1; i < b->list->nkid; i++)
            given = given || b->list->kid[i]->label == slot->label;
        if (!given && elab_match(e, b->node, slot->type, slot->depth) && n++ == 0)
            best = slot->label;
    }
    if (near || n == 1) {
        diag_note(diags_of(e), NOWHERE, "did you mean `%s:`?", best);
        diag_fix(diags_of(e), FIX_INSTEAD, b->node->label_at, "%s", best);
    }
}

/* What stands at a span, as it was written. */
static const char *written(Elab *e, Span at)
{
    const Source *source = source_of(e->session->sources, at.lo);
    return source ? arena_strndup(e->session->arena, source->text + (at.lo - source->base), at.hi - at.lo) : "";
}

static Span whole(const Ast *arg) { return arg->label ? span_join(arg->label_at, arg->at) : arg->at; }

void mend_order(Elab *e, const Blame *b)
{
    const Span late = whole(b->node), early = whole(b->before);
    if (b->swapped) {
        diag_fix(diags_of(e), FIX_INSTEAD, early, "%s", written(e, late));
        diag_fix(diags_of(e), FIX_INSTEAD, late, "%s", written(e, early));
    } else {
        diag_fix(diags_of(e), FIX_BEFORE, early, "%s ", written(e, late));
        diag_fix(diags_of(e), FIX_INSTEAD, late, "%s", "");
    }
}
