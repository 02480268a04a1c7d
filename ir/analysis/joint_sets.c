/* joint_sets.c - the moves of one player of a joint game, where they are one set. */
#include "ir/analysis/shape.h"

static bool is_about(const Ir *condition, int player, bool *holds)
{
    if (condition->op != IR_OP_EQ || condition->a[0]->op != IR_OP_LOCAL || condition->a[0]->k != 0 ||
        condition->a[1]->op != IR_OP_INT)
        return false;
    *holds = condition->a[1]->k == player;
    return true;
}

/* The emission for the player; *clear becomes false where there is more. */
static const Ir *one_set(const Ir *s, int player, bool *clear)
{
    const Ir *found = NULL;
    bool holds;
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++) {
            const Ir *set = one_set(s->a[i], player, clear);
            *clear = *clear && !(set && found);
            found = set ? set : found;
        }
        return found;
    case IR_OP_IF:
        if (is_about(s->a[0], player, &holds)) {
            const Ir *taken = holds ? s->a[1] : s->n > 2 ? s->a[2] : NULL;
            return taken ? one_set(taken, player, clear) : NULL;
        }
        *clear = false;
        return NULL;
    case IR_OP_EMITSET:
        *clear = *clear && s->n == 1;
        return s;
    default:
        *clear = false;
        return NULL;
    }
}

const Ir *shape_player_set(const Ir *moves, int player)
{
    bool clear = true;
    const Ir *set = one_set(moves, player, &clear);
    return clear ? set : NULL;
}
