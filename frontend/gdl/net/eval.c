/* eval.c - the reference interpreter of nets. */
#include "frontend/gdl/net/net.h"

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
