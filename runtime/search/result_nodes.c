/* result_nodes.c - nodes of a tree as steps: played, and as text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/lots.h"
#include "runtime/search/chance.h"

static Place place_of(const ludc_search_node *node) { return (Place){(uint32_t)(node->node >> 32), (uint32_t)node->node}; }

/* The move that an outcome is of. */
static uint32_t move_of(const ludc_search *s, const ludc_search_node *node)
{
    uint32_t p = 0;
    while (p + 1 < s->players && !node->moves[p])
        p++;
    return node->moves[p];
}

ludc_status ludc_search_node_play(const ludc_search *s, const ludc_search_node *node, void *state)
{
    if (!s || !node || !state)
        return LUDC_USAGE;
    if (node->kind == LUDC_NODE_STEP)
        return ludc_apply_joint(s->r, state, node->moves, NULL);
    if (node->kind == LUDC_NODE_OUTCOME)
        chance_play(s, state, move_of(s, node), place_of(node));
    return LUDC_OK;
}

/* "~4+2". */
static size_t outcome_text(const ludc_search *s, const ludc_search_node *node, const void *state, char *out, size_t size)
{
    char text[256] = "?";
    LudcLots lots;
    if (!chance_sampled(&s->tree, place_of(node).block) && ludc_lots_begin(&lots, s->r, state, move_of(s, node))) {
        if (chance_given(s, place_of(node), &lots))
            ludc_lots_text(&lots, text, sizeof text);
        ludc_lots_free(&lots);
    }
    return (size_t)snprintf(out, size, "~%s", text);
}

size_t ludc_search_node_text(const ludc_search *s, const ludc_search_node *node, const void *state, char *out, size_t size)
{
    if (!s || !node || !state)
        return 0;
    if (node->kind == LUDC_NODE_OUTCOME)
        return outcome_text(s, node, state, out, size);
    return ludc_step_text(s->r, state, node->moves, out, size);
}
