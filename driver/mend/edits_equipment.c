/* edits_equipment.c - what the equipment could lack: a board, a piece, hands, dice or regions that the rules speak of. */
#include <ctype.h>
#include <string.h>

#include "driver/mend/edits.h"

static const MendNode *list_of(const MendNode *node, const char *head)
{
    if (!strcmp(mend_head_of(node), head))
        return node;
    for (uint32_t i = 0; i < node->n; i++) {
        const MendNode *found = list_of(node->kid[i], head);
        if (found)
            return found;
    }
    return NULL;
}

typedef struct {
    MendTries *tries;
    const MendNode *last; /* item of the equipment */
    unsigned cost;
} Shelf;

/* One more item, behind the last. */
static void put(const Shelf *shelf, const char *item)
{
    if (item && !list_of(shelf->last->up, arena_strndup(shelf->tries->arena, item + 1, strcspn(item + 1, " "))))
        mend_one(shelf->tries, shelf->cost, shelf->last->hi, shelf->last->hi, arena_printf(shelf->tries->arena, " %s", item));
}

/* Is there an item of that name already? */
static bool is_there(const MendNode *items, const char *name)
{
    for (uint32_t i = 0; i < items->n; i++)
        if (items->kid[i]->n > 1 && items->kid[i]->kid[1]->kind == MEND_STRING && !strcmp(items->kid[i]->kid[1]->text, name))
            return true;
    return false;
}

/* What has that name: a piece, with the number of its owner behind it, or a region. */
static void put_named(const Shelf *shelf, const char *name)
{
    size_t n = strlen(name);
    while (n > 1 && isdigit((unsigned char)name[n - 1]))
        n--;
    const uint32_t at = shelf->last->hi;
    if (is_there(shelf->last->up, name))
        return;
    static const char *const items[] = {" (piece \"%.*s\" Each)", " (piece \"%.*s\" Shared)", " (piece \"%.*s\" Neutral)", " (regions \"%.*s\" (sites Top))"};
    const bool whole = n == strlen(name);
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        const char *text = arena_printf(shelf->tries->arena, items[i], whole || i == 1 ? (int)strlen(name) : (int)n, name);
        mend_one(shelf->tries, shelf->cost + 1 + (unsigned)i, at, at, text);
    }
}

/* An item that stands elsewhere goes behind the last. */
static void moved(const Shelf *shelf, const MendNode *node)
{
    static const char *const heads[] = {"board", "piece", "dice", "hand", "regions", "track", "map", "die", "tile", "card", "deck", "dominoes", "mancalaBoard"};
    bool item = false;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        item = item || !strcmp(mend_head_of(node), heads[i]);
    if (!item || node->up == shelf->last->up || (node->lo < shelf->last->hi && node->hi > shelf->last->lo))
        return;
    const MendEdit put = {shelf->last->hi, shelf->last->hi, arena_printf(shelf->tries->arena, " %.*s", (int)(node->hi - node->lo), shelf->tries->text + node->lo)};
    mend_two(shelf->tries, 2, (MendEdit){node->begin, node->hi, ""}, put);
}

void mend_equipment_tries(MendTries *tries, const MendNode *root, const MendNode *node)
{
    const MendNode *equipment = list_of(root, "equipment");
    const MendNode *items = equipment && equipment->n > 1 ? equipment->kid[equipment->n - 1] : NULL;
    if (tries->language->sheet || !items || items->kind != MEND_ARRAY || !items->n)
        return;
    const Shelf shelf = {tries, items->kid[items->n - 1], 5};
    moved(&shelf, node);
    static const char *const usual[] = {"(board (square 8))", "(hand Each)", "(dice d:6 num:1)", "(piece \"Disc\" Each)",
                                        "(regions P1 (sites Top)) (regions P2 (sites Bottom))"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        put(&shelf, usual[i]);
    if (node->kind == MEND_STRING)
        put_named(&shelf, node->text);
    for (uint32_t i = 0; i < node->n; i++)
        if (node->kid[i]->kind == MEND_STRING)
            put_named(&shelf, node->kid[i]->text);
}
