/* leaves_path.c - the paths of the leaves of a round, and what counts as lost on them until they are valued. */
#include <math.h>
#include <string.h>

#include "runtime/search/leaves.h"

/* ---- paths ----------------------------------------------------------------------------- */

void leaves_keep(ludc_search *s, Leaf *leaf)
{
    Leaves *l = s->leaves;
    leaf->first = l->levels;
    leaf->depth = s->depth;
    Level *to = l->level + l->levels;
    for (uint32_t i = 0; i <= s->depth; i++)
        to[i] = (Level){s->path[i], tree_move(&s->tree, s->path[i]), s->joint_block[i]};
    if (search_game(s)->joint) {
        size_t n = (size_t)(s->depth + 1) * s->players, at = (size_t)l->levels * s->players;
        memcpy(l->slot + at, s->joint_slot, n * sizeof *l->slot);
        memcpy(l->chance + at, s->joint_chance, n * sizeof *l->chance);
    }
    l->levels += s->depth + 1;
}

/* Where the child is now. */
static Place find(const Tree *t, const Level *level)
{
    Place at = level->at;
    if (tree_move(t, at) != level->move)
        for (at.slot = 0; tree_move(t, at) != level->move;)
            at.slot++;
    return at;
}

void leaves_take(ludc_search *s, const Leaf *leaf)
{
    Leaves *l = s->leaves;
    const Level *from = l->level + leaf->first;
    s->depth = leaf->depth;
    for (uint32_t i = 0; i <= leaf->depth; i++) {
        s->path[i] = find(&s->tree, &from[i]);
        s->joint_block[i] = from[i].joint_block;
    }
    if (search_game(s)->joint) {
        size_t n = (size_t)(leaf->depth + 1) * s->players, at = (size_t)leaf->first * s->players;
        memcpy(s->joint_slot, l->slot + at, n * sizeof *l->slot);
        memcpy(s->joint_chance, l->chance + at, n * sizeof *l->chance);
    }
}

/* ---- virtual loss ------------------------------------------------------------------------- */

static void put(ludc_search *s, uint32_t *word, uint32_t value)
{
    Leaves *l = s->leaves;
    l->undo[l->undone++] = (Undo){(uint32_t)(word - s->tree.word), *word};
    *word = value;
}

/* One visit more, whose value `lost` comes into a mean. */
static void lose_one(ludc_search *s, uint32_t *visits, uint32_t *mean, int32_t lost)
{
    uint32_t n = *visits + 1;
    int32_t now = (int32_t)*mean;
    put(s, visits, n);
    put(s, mean, (uint32_t)(now + (int32_t)lrint((double)(lost - now) / n)));
}

/* Every role's action of a joint step. */
static void lose_actions(ludc_search *s, uint32_t level)
{
    for (uint32_t p = 0; p < s->players; p++) {
        Place at = {s->joint_block[level], s->joint_slot[(size_t)level * s->players + p]};
        lose_one(s, tree_visits(&s->tree, at), (uint32_t *)tree_value(&s->tree, at, 0), 0);
    }
}

void leaves_lose(ludc_search *s)
{
    const Tree *t = &s->tree;
    for (uint32_t i = 0; i <= s->depth; i++) {
        Place at = s->path[i];
        uint32_t mover = i ? tree_mover(t, at.block) : EDGE_MOVER, *visits = tree_visits(t, at);
        if (mover == EDGE_MOVER || mover == DRAW_MOVER) {
            put(s, visits, *visits + 1);
            if (i && s->way == WAY_TURNS)
                lose_actions(s, i);
            continue;
        }
        bool second = s->constant && mover == 2;
        uint32_t kept = s->constant ? 0 : mover - 1;
        lose_one(s, visits, (uint32_t *)tree_value(t, at, kept), second ? TREE_ONE : 0);
    }
    uint32_t *link = tree_link(t, s->path[s->depth]);
    if (s->defers && !*link && s->ending == END_POSITION)
        put(s, link, TREE_WAITS);
}

void leaves_recover(ludc_search *s)
{
    Leaves *l = s->leaves;
    while (l->undone) {
        const Undo *u = &l->undo[--l->undone];
        s->tree.word[u->at] = u->before;
    }
}
