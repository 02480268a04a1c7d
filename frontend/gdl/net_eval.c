/* net_eval.c - the reference interpreter of nets, and their size. */
#include "frontend/gdl/net.h"

void gdl_net_eval(const GdlNet *net, const uint8_t *state, const uint8_t *does, uint8_t *value)
{
    for (uint32_t i = 0; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        switch (node->kind) {
        case GDL_NODE_FALSE:
            value[i] = 0;
            break;
        case GDL_NODE_BASE:
            value[i] = state[node->at];
            break;
        case GDL_NODE_INPUT:
            value[i] = does[node->at];
            break;
        case GDL_NODE_AND:
            value[i] = 1;
            for (uint32_t k = 0; k < node->n && value[i]; k++)
                value[i] = gdl_edge_value(value, net->edge[node->at + k]);
            break;
        }
    }
}

typedef struct {
    uint32_t plain, negated; /* uses of a node's value, and of its opposite */
} Uses;

static void use(Uses *uses, GdlEdge edge, bool flip)
{
    if (((edge & 1) != 0) != flip)
        uses[edge >> 1].negated++;
    else
        uses[edge >> 1].plain++;
}

/* From the roots down: a gate mostly used negated is drawn as an `or` of its
 * inputs' opposites. */
GdlCount gdl_net_count(const GdlNet *net)
{
    Arena *arena = arena_new();
    Uses *uses = ARENA_ARRAY(arena, Uses, net->nnode);
    GdlCount count = {0};
    for (uint32_t i = 0; i < net->nbase; i++)
        use(uses, net->base[i].next, false);
    for (uint32_t i = 0; i < net->ninput; i++)
        use(uses, net->input[i].legal, false);
    for (uint32_t i = 0; i < net->ngoal; i++)
        use(uses, net->goal[i].holds, false);
    use(uses, net->terminal, false);
    for (uint32_t i = net->nnode; i-- > 1;) {
        const GdlNode *node = &net->node[i];
        bool gate = node->kind == GDL_NODE_AND, as_or = gate && uses[i].negated > uses[i].plain;
        if (!uses[i].plain && !uses[i].negated)
            continue;
        count.nots += gate ? uses[i].plain && uses[i].negated : uses[i].negated > 0;
        count.ands += gate && !as_or;
        count.ors += as_or;
        count.two_input += gate ? node->n - 1 : 0;
        for (uint32_t k = 0; gate && k < node->n; k++)
            use(uses, net->edge[node->at + k], as_or);
    }
    arena_free(arena);
    return count;
}
