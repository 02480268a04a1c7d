/* appearance.c - styles and colours of boards and players, which way pieces look, tracks, hints of puzzles, as data of the game
 * (doc/abi.md, Looks). */
#include "frontend/lud/lower/setup/appearance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "frontend/lud/lower/setup/puzzle.h"
#include "frontend/sexp/ast.h"
#include "ir/offer/offer.h"

/* First number of `look board`, as runtime/board/scene.h reads it. */
enum { LOOK_PLAIN, LOOK_HOLES, LOOK_ENDLESS, LOOK_TABLE };
enum { OFF_THE_BOARD = -1, NO_COLOUR = -1 };

typedef VEC(int32_t) Numbers;

static void add(Lower *l, Numbers *numbers, int64_t value) { vec_push(l->arena, numbers, (int32_t)value); }

static void declare(Lower *l, const char *name, const Numbers *numbers) { ir_data_add(l->game, name, numbers->n, numbers->at); }

/* Lists of numbers: where each begins, where the last one ends, what is in them. */
static void declare_lists(Lower *l, const char *name, Numbers *from, const Numbers *in)
{
    add(l, from, (int64_t)in->n);
    for (size_t i = 0; i < in->n; i++)
        add(l, from, in->at[i]);
    declare(l, name, from);
}

/* ---- metadata ------------------------------------------------------------------------ */

typedef struct {
    const char *name;
    int32_t colour;
} NamedColour;

/* Colours that metadata call by name. */
static const NamedColour named[] = {
    {"white", 0xffffff}, {"black", 0x202020}, {"grey", 0x969696}, {"lightgrey", 0xc8c8c8}, {"verylightgrey", 0xe6e6e6},
    {"darkgrey", 0x646464}, {"verydarkgrey", 0x323232}, {"dark", 0x1e1e1e}, {"red", 0xd03a2f}, {"darkred", 0x960000},
    {"lightred", 0xff8c8c}, {"green", 0x2fa14b}, {"darkgreen", 0x006400}, {"lightgreen", 0x90ee90}, {"blue", 0x2f62c4},
    {"darkblue", 0x1b2f7a}, {"lightblue", 0x87c3eb}, {"babyblue", 0x89cff0}, {"yellow", 0xf4d03f}, {"lightyellow", 0xfff3a0},
    {"orange", 0xf08c28}, {"lightorange", 0xffbe78}, {"darkorange", 0xc85a00}, {"brown", 0x8b5a2b}, {"lightbrown", 0xc8a078},
    {"darkbrown", 0x5a3214}, {"verydarkbrown", 0x321e0a}, {"pink", 0xffaec0}, {"purple", 0x8c46a0}, {"magenta", 0xc832b4},
    {"cyan", 0x28bec8}, {"darkcyan", 0x008b8b}, {"burgundy", 0x800020}, {"gold", 0xd9a520}, {"silver", 0xc0c0c0}, {"cream", 0xfff8dc},
    {"tan", 0xd2b48c}, {"humanlight", 0xfad6b4}, {"humandark", 0x8c5a3c},
};

static int32_t colour_named(const char *name)
{
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (!strcasecmp(named[i].name, name))
            return named[i].colour;
    return NO_COLOUR;
}

/* (colour Red), (colour 255 0 0), (colour "#ff0000"); one that is seen through is none. */
static int32_t colour_of(const Ast *a)
{
    if (!a || a->kind != AST_LIST || a->nkid < 2)
        return NO_COLOUR;
    const Ast *first = a->kid[1];
    if (first->kind == AST_SYMBOL)
        return colour_named(first->text);
    if (first->kind == AST_STRING && first->text[0] == '#' && strlen(first->text) == 7)
        return (int32_t)strtol(first->text + 1, NULL, 16) & 0xffffff;
    int32_t colour = 0;
    for (uint32_t i = 1; i < 4; i++) {
        if (i >= a->nkid || a->kid[i]->kind != AST_INT || a->kid[i]->number < 0 || a->kid[i]->number > 255)
            return NO_COLOUR;
        colour = colour << 8 | (int32_t)a->kid[i]->number;
    }
    return a->nkid > 4 && a->kid[4]->number < 128 ? NO_COLOUR : colour;
}

typedef struct {
    int32_t colour[18]; /* by player; nobody's first, then those of all */
    bool chequered, table;
} Found;

static bool word_is(const Ast *a, uint32_t kid, const char *word)
{
    return kid < a->nkid && a->kid[kid]->kind == AST_SYMBOL && !strcasecmp(a->kid[kid]->text, word);
}

/* P1, Neutral, Shared: an index of Found.colour; -1: another word. */
static int owner_named(const Lower *l, const char *word)
{
    if (!strcmp(word, "Neutral"))
        return 0;
    if (!strcmp(word, "Shared"))
        return l->facts->players + 1;
    const int p = word[0] == 'P' ? atoi(word + 1) : 0;
    return p >= 1 && p <= l->facts->players ? p : -1;
}

/* (player Colour P1 (colour ..)), (board Style Chess), (board Checkered); all else is left alone. */
static void read_item(const Lower *l, const Ast *a, Found *found)
{
    const char *head = ast_head(a);
    if (head && !strcmp(head, "player") && word_is(a, 1, "Colour") && a->nkid > 3 && a->kid[2]->kind == AST_SYMBOL) {
        const int owner = owner_named(l, a->kid[2]->text);
        if (owner >= 0)
            found->colour[owner] = colour_of(a->kid[3]);
    } else if (head && !strcmp(head, "board")) {
        const bool off = a->nkid > 2 && word_is(a, 2, "False");
        found->table |= word_is(a, 1, "Style") && word_is(a, 2, "Backgammon");
        found->chequered |= (word_is(a, 1, "Style") && word_is(a, 2, "Chess")) || (word_is(a, 1, "Checkered") && !off);
    }
    for (uint32_t i = 0; (a->kind == AST_LIST || a->kind == AST_ARRAY) && i < a->nkid; i++)
        read_item(l, a->kid[i], found);
}

/* ---- what is declared --------------------------------------------------------------------- */

static const Term *board_item(const Lower *l)
{
    const Term *items = term_arg(term_arg(l->root, SLOT_equipment), SLOT_items);
    for (uint32_t i = 0; i < items->n; i++)
        if (term_is(items->slot[i], LUD_mancala_board) || term_is(items->slot[i], LUD_boardless))
            return items->slot[i];
    return NULL;
}

static void declare_board(Lower *l, const Found *found)
{
    const Term *board = board_item(l);
    Numbers numbers = {0}, colours = {0};
    add(l, &numbers, !board ? (found->table ? LOOK_TABLE : LOOK_PLAIN) : term_is(board, LUD_boardless) ? LOOK_ENDLESS : LOOK_HOLES);
    add(l, &numbers, found->chequered);
    declare(l, "look board", &numbers);
    bool any = false;
    for (int p = 0; p <= l->facts->players + 1; p++) {
        any |= found->colour[p] != NO_COLOUR;
        add(l, &colours, found->colour[p]);
    }
    if (any)
        declare(l, "look colour", &colours);
}

/* Compass winds of kinds that look somewhere. */
static void declare_facing(Lower *l)
{
    Numbers numbers = {0};
    bool any = false;
    for (size_t c = 0; c < l->sym->component.n; c++) {
        const int wind = l->sym->component.at[c].facing;
        any |= wind >= 0 && wind < 16;
        add(l, &numbers, wind >= 0 && wind < 16 ? wind : -1);
    }
    if (any)
        declare(l, "look facing", &numbers);
}

static void declare_tracks(Lower *l)
{
    Numbers owner = {0}, from = {0}, in = {0};
    for (size_t i = 0; i < l->sym->track.n; i++) {
        const Track *track = &l->sym->track.at[i];
        add(l, &from, (int64_t)in.n);
        add(l, &owner, track->owner >= 0 && track->owner <= l->facts->players ? track->owner : 0);
        for (int k = 0; k < track->n; k++)
            add(l, &in, track->site[k] >= 0 ? track->site[k] : OFF_THE_BOARD);
    }
    if (!owner.n)
        return;
    declare(l, "look track owner", &owner);
    declare_lists(l, "look track sites", &from, &in);
}

/* Sites of a hint, as far as they are on the board. */
static void hint_sites(Lower *l, const Term *hint, int type, Numbers *in)
{
    const Term *region = term_is(hint, LUD_hint_region) ? term_arg(hint, SLOT_region) : NULL;
    const uint32_t n = region ? region->n : 1;
    for (uint32_t i = 0; i < n; i++) {
        const int64_t site = region ? region->slot[i]->number : term_arg(hint, SLOT_site)->number;
        if (site >= 0 && site < l->board->layer[type].n)
            add(l, in, site);
    }
}

static void declare_hints(Lower *l)
{
    Numbers number = {0}, from = {0}, in = {0};
    for (int type = 0; l->sym->puzzle && type < SITE_TYPES; type++) {
        const Term *hints = l->sym->puzzle->hints[type], *records = hints ? term_arg(hints, SLOT_records) : NULL;
        for (uint32_t i = 0; records && i < records->n; i++) {
            const Term *value = term_arg(records->slot[i], SLOT_hint);
            if (!value)
                continue;
            add(l, &from, (int64_t)in.n);
            add(l, &number, type);
            add(l, &number, value->number);
            hint_sites(l, records->slot[i], type, &in);
        }
    }
    if (!number.n)
        return;
    declare(l, "look hint number", &number);
    declare_lists(l, "look hint sites", &from, &in);
}

/* Has each of the cells a neighbour among them, and do they lie neither in one row nor in one column? */
static bool compact(const Lower *l, const Sites *sites, const bool *in)
{
    bool wide = false, high = false;
    for (int i = 0; i < sites->n; i++) {
        const BoardSite *site = &l->sites->layer->site[sites->at[i]], *first = &l->sites->layer->site[sites->at[0]];
        bool near = false;
        for (int k = 0; k < site->nstep; k++)
            near |= (site->step[k].relations & 1u << REL_ORTHOGONAL) && in[site->step[k].to];
        wide |= fabs(site->x - first->x) > 1e-6;
        high |= fabs(site->y - first->y) > 1e-6;
        if (!near)
            return false;
    }
    return wide && high;
}

/* Regions of a puzzle that are blocks of cells, apart from each other. */
static void declare_blocks(Lower *l)
{
    Numbers number = {0}, from = {0}, in = {0};
    bool *taken = ARENA_ARRAY(l->arena, bool, l->sites->layer->n + 1), *here = ARENA_ARRAY(l->arena, bool, l->sites->layer->n + 1);
    for (size_t i = 0; l->sym->puzzle && l->board->use == SITE_CELL && i < l->sym->puzzle->region.n; i++) {
        const PuzzleRegion *region = &l->sym->puzzle->region.at[i];
        bool apart = region->centre < 0 && region->sites.n > 1 && 2 * region->sites.n <= l->sites->layer->n;
        for (int k = 0; apart && k < region->sites.n; k++)
            apart = region->sites.at[k] >= 0 && region->sites.at[k] < l->sites->layer->n && !taken[region->sites.at[k]];
        for (int k = 0; apart && k < region->sites.n; k++)
            here[region->sites.at[k]] = true;
        if (apart && compact(l, &region->sites, here)) {
            add(l, &from, (int64_t)in.n);
            for (int k = 0; k < region->sites.n; k++) {
                add(l, &in, region->sites.at[k]);
                taken[region->sites.at[k]] = true;
            }
        }
        for (int k = 0; apart && k < region->sites.n; k++)
            here[region->sites.at[k]] = false;
    }
    if (!from.n)
        return;
    add(l, &number, (int64_t)from.n);
    declare(l, "look block", &number);
    declare_lists(l, "look block sites", &from, &in);
}

void lower_appearance(Lower *l)
{
    Found found = {.chequered = false};
    if (!(l->facts->offers & IR_OFFER_GEOMETRY))
        return;
    for (size_t i = 0; i < sizeof found.colour / sizeof *found.colour; i++)
        found.colour[i] = NO_COLOUR;
    if (l->facts->metadata)
        read_item(l, l->facts->metadata, &found);
    declare_board(l, &found);
    declare_facing(l);
    declare_tracks(l);
    declare_hints(l);
    declare_blocks(l);
}
