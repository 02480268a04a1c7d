/* leaves.c - rounds of several leaves. */
#include "runtime/search/leaves.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/game.h"
#include "runtime/search/eval.h"
#include "runtime/search/implicit.h"
#include "runtime/search/memory.h"
#include "runtime/search/playout.h"

/* ---- memory ------------------------------------------------------------------------- */

/* Levels kept for a leaf on average; longer paths end a round early. */
enum { USUAL_DEPTH = 64 };

static uint32_t level_room(const ludc_search *s) { return s->o.leaves * USUAL_DEPTH + MAX_DEPTH; }

/* Words of the tree that one level of a path changes at most. */
static uint32_t words_of_level(const ludc_search *s) { return search_game(s)->joint ? 1 + 2 * s->players : 2; }

/* And one for each leaf that waits. */
static uint32_t undo_room(const ludc_search *s) { return level_room(s) * words_of_level(s) + s->o.leaves; }

static size_t stride_of(const ludc_search *s) { return ((size_t)search_game(s)->state_size + 63) / 64 * 64; }

bool leaves_wanted(const ludc_search *s) { return s->select && (s->eval || s->o.leaves > 1 || s->o.playouts > 1 || s->o.playout); }

uint64_t leaves_bytes(const ludc_search *s)
{
    uint64_t levels = level_room(s), joint = search_game(s)->joint ? levels * s->players * 8 : 0;
    uint64_t undo = s->o.leaves > 1 ? undo_room(s) * sizeof(Undo) : 0;
    return playouts_bytes(s) + sizeof(Leaves) + s->o.leaves * (sizeof(Leaf) + stride_of(s) + 16 * s->players) + levels * sizeof(Level) + joint + undo;
}

Leaves *leaves_new(const ludc_search *s)
{
    Leaves *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->room = s->o.leaves;
    l->stride = stride_of(s);
    l->level_room = level_room(s);
    l->leaf = malloc(l->room * sizeof *l->leaf);
    l->state = aligned_alloc(64, l->room * l->stride);
    l->payoff = malloc((size_t)l->room * s->players * sizeof *l->payoff);
    l->sum = malloc((size_t)l->room * s->players * sizeof *l->sum);
    l->piece = 1;
    l->level = malloc(l->level_room * sizeof *l->level);
    bool made = l->leaf && l->state && l->payoff && l->sum && l->level;
    if (search_game(s)->joint) {
        l->slot = malloc((size_t)l->level_room * s->players * sizeof *l->slot);
        l->chance = malloc((size_t)l->level_room * s->players * sizeof *l->chance);
        made = made && l->slot && l->chance;
    }
    if (l->room > 1) {
        l->undo_room = undo_room(s);
        l->undo = malloc(l->undo_room * sizeof *l->undo);
        made = made && l->undo;
    }
    if (s->o.playout)
        made = (l->by = playouts_new(s->r, &s->o)) != NULL && made;
    if (made)
        return l;
    leaves_free(l);
    return NULL;
}

void leaves_free(Leaves *l)
{
    if (!l)
        return;
    playouts_free(l->by);
    free(l->leaf);
    free(l->state);
    free(l->payoff);
    free(l->sum);
    free(l->level);
    free(l->slot);
    free(l->chance);
    free(l->undo);
    free(l->memory);
    free(l);
}

/* ---- a round ---------------------------------------------------------------------------- */

/* The leaf that was reached becomes the next of the round.  States of leaves where the game is over stand at the end. */
static void collect_one(ludc_search *s)
{
    Leaves *l = s->leaves;
    Leaf *leaf = &l->leaf[l->n];
    leaf->over = search_over(s) || search_game(s)->over(search_game(s), s->state);
    leaf->end = s->ending;
    leaf->state = leaf->over ? l->room - 1 - (l->n - l->open) : l->open++;
    memcpy(leaf_state(l, leaf->state), s->state, search_game(s)->state_size);
    if (leaf->over)
        search_payoffs(s, l->payoff + (size_t)leaf->state * s->players);
    else if (s->eval && s->eval->by.evaluate)
        eval_add(s, leaf->state);
    leaves_keep(s, leaf);
    l->n++;
}

/* Is there room for another leaf?  What waits already is met again as often as there are leaves to a round at most. */
static bool goes_on(const ludc_search *s, uint32_t missed)
{
    const Leaves *l = s->leaves;
    return l->n < l->room && missed < l->room && l->level_room - l->levels >= MAX_DEPTH && (!s->tree.full || s->o.stop) &&
           (!s->defers || (eval_room(s) && l->undo_room - l->undone > (s->depth + 1) * words_of_level(s)));
}

static void collect(ludc_search *s, uint64_t most)
{
    Leaves *l = s->leaves;
    uint32_t missed = 0; /* leaves that wait already */
    l->n = l->open = l->levels = l->undone = 0;
    do {
        if (l->n)
            leaves_lose(s); /* of the one before */
        search_descend(s);
        if (*tree_link(&s->tree, s->path[s->depth]) == TREE_WAITS)
            missed++;
        else
            collect_one(s);
    } while (l->n < most && goes_on(s, missed));
    leaves_recover(s);
}

static void count_one(ludc_search *s, const Leaf *leaf)
{
    Leaves *l = s->leaves;
    leaves_take(s, leaf);
    s->ending = leaf->end;
    if (s->memory || s->defers || s->mixed)
        memcpy(s->state, leaf_state(l, leaf->state), search_game(s)->state_size);
    if (s->memory)
        memory_look(s);
    if (s->mixed)
        implicit_look(s, s->eval && s->eval->by.evaluate && !s->eval->by.at_cut ? l->payoff + (size_t)leaf->state * s->players : NULL);
    if (s->defers && !leaf->over && leaf->end == END_POSITION)
        eval_open(s, leaf->state);
    search_count(s, l->payoff + (size_t)leaf->state * s->players, leaf->over);
}

uint32_t leaves_round(ludc_search *s, uint64_t most)
{
    Leaves *l = s->leaves;
    collect(s, most);
    if (s->eval)
        s->eval->fault = LUDC_OK;
    l->valued = l->n;
    l->fault = l->open ? leaves_value(s) : LUDC_OK;
    if (s->eval && !l->fault)
        l->fault = s->eval->fault;
    if (l->fault)
        return 0;
    uint32_t counted = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        if (i >= l->valued && !l->leaf[i].over)
            continue;
        count_one(s, &l->leaf[i]);
        counted++;
    }
    return counted;
}

/* ---- lanes -------------------------------------------------------------------------------- */

/* Lanes pay where their words are filled: LUDC_LANES_AUTO. */
static bool fills(const ludc_search *s, unsigned width)
{
    return (uint64_t)s->o.leaves * s->o.playouts * 4 >= width;
}

static bool plain(const ludc_search *s) { return !s->eval && !s->o.cut && !s->amaf && !s->o.playout; }

ludc_status ludc_search_set_lanes(ludc_search *s, const ludc_search_lanes *lanes)
{
    if (!s || (lanes && (lanes->size < sizeof *lanes || !lanes->playouts || !lanes->width)))
        return LUDC_USAGE;
    bool use = lanes && s->select && s->o.lanes != LUDC_LANES_OFF;
    if (use && !plain(s) && s->o.lanes == LUDC_LANES_ON)
        return LUDC_UNSUPPORTED;
    use = use && plain(s) && (s->o.lanes == LUDC_LANES_ON || fills(s, lanes->width));
    ludc_status status = search_take_lanes(s, use ? lanes : NULL);
    for (uint32_t i = 0; s->helper && i + 1 < s->o.threads && !status; i++)
        status = ludc_search_set_lanes(s->helper[i], lanes);
    return status;
}
