/* piece_arg.c - (piece ..) of a move: the pieces that it names, and the state that it gives them. */
#include "frontend/lud/lower/moves/rule.h"

Ir *lower_piece_state(Lower *l, const Term *piece)
{
    const Term *state = piece ? term_arg(piece, SLOT_state) : NULL;
    return state ? lower_int(l, state) : NULL;
}

/* Pieces that (piece ..) names; the mover's own without it. */
size_t lower_pieces(Lower *l, const Term *piece, Ir **out, size_t max)
{
    size_t n = 0;
    if (!piece) {
        out[n++] = lw_get(l, l->field->mover);
        return n;
    }
    const Term *name = term_arg(piece, SLOT_name), *id = term_arg(piece, SLOT_id);
    const Term *names = term_arg(piece, SLOT_names), *ids = term_arg(piece, SLOT_ids);
    uint32_t many = names ? names->n : ids ? ids->n : 1;
    for (uint32_t i = 0; i < many && n < max; i++) {
        const Term *one = names ? names->slot[i] : ids ? ids->slot[i] : name ? name : id;
        if (one->kind == TERM_STRING)
            out[n++] = lw_int(l, lower_component_named(l, one));
        else
            out[n++] = lower_int(l, one);
    }
    return n;
}
