/* effect_trait.c - local state, rotation, value and count of a site, and values of players, that effects set. */
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/traits.h"

/* The trait of the site becomes the value, unless one of them is negative. */
static void trait_becomes(Lower *l, Trait trait, Ir *site, Ir *level, Ir *value, Ir **lets, Ir **writes)
{
    site = lw_let(l, lets, "site", site);
    value = lw_let(l, lets, lower_trait_name[trait], value);
    Ir *holds = NULL, *done = ir_block(l->game);
    level = level ? lw_let(l, lets, "level", level) : NULL;
    lw_set_trait(l, &done, trait, site, level, value);
    const Ir *must[2] = {site, value};
    for (int i = 0; i < 2; i++) {
        if (must[i]->type.lo < 0) {
            Ir *known = ir_op2(l->game, IR_OP_GE, lw_copy(l, must[i]), lw_int(l, 0));
            holds = holds ? ir_op2(l->game, IR_OP_AND, holds, known) : known;
        }
    }
    if (holds) {
        ir_append(l->game, writes, ir_if(l->game, holds, done, NULL));
        return;
    }
    for (int i = 0; i < done->n; i++)
        ir_append(l->game, writes, done->a[i]);
}

/* Any number, for a player that there is. */
void effect_set_value_player(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Ir *who = lw_let(l, lets, "player", lower_int(l, term_arg(t, SLOT_player)));
    Ir *value = lw_let(l, lets, "value", lower_int(l, term_arg(t, SLOT_value)));
    Ir *done = ir_block(l->game);
    ir_append(l->game, &done, ir_put(l->game, l->field->pvalue, lw_copy(l, who), lw_copy(l, value)));
    Ir *low = ir_op2(l->game, IR_OP_GE, lw_copy(l, who), lw_int(l, 0));
    Ir *high = ir_op2(l->game, IR_OP_LE, lw_copy(l, who), lw_int(l, l->facts->players));
    ir_append(l->game, writes, ir_if(l->game, ir_op2(l->game, IR_OP_AND, low, high), done, NULL));
}

/* What the state of each piece turns to: $flip[piece][state]. */
static int flip_table(Lower *l)
{
    int states = (int)l->game->field.at[l->sites->trait[TRAIT_STATE]].elem.hi + 1;
    int32_t *to = ARENA_ARRAY(l->arena, int32_t, (int)l->sym->component.n * states);
    for (size_t c = 0; c < l->sym->component.n; c++) {
        const Term *item = l->sym->component.at[c].item, *flips = item ? term_arg(item, SLOT_flips) : NULL;
        for (int s = 0; s < states; s++) {
            int64_t a = flips ? term_arg(flips, SLOT_a)->number : -1, b = flips ? term_arg(flips, SLOT_b)->number : -1;
            int64_t other = s == a ? b : s == b ? a : s;
            to[(int)c * states + s] = (int32_t)other;
        }
    }
    IrDim dim[2] = {{l->sym->space_piece, (int)l->sym->component.n}, lw_dim(states)};
    return lw_int_table(l, "flip", 0, states - 1, IR_NOSPACE, 2, dim, to);
}

bool lower_all_turn(const Lower *l)
{
    for (size_t i = 1; i < l->sym->component.n; i++) {
        const Term *item = l->sym->component.at[i].item;
        if (!item || !term_arg(item, SLOT_flips))
            return false;
    }
    return true;
}

void effect_flip(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    if (!lower_default_type(l, t))
        return;
    const Term *at = term_arg(t, SLOT_site);
    Ir *site = lw_let(l, lets, "site", at ? lower_int(l, at) : lw_copy(l, l->it.to));
    Ir *index[2] = {lw_what(l, site), lower_trait(l, TRAIT_STATE, site)};
    Ir *turned = ir_tab(l->game, flip_table(l), 2, index);
    trait_becomes(l, TRAIT_STATE, site, NULL, turned, lets, writes);
}

void effect_set_count(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    if (term_arg(t, SLOT_level) || !lower_default_type(l, t)) {
        lower_unsupported(l, t, "(set Count ..) of a level");
        return;
    }
    if (!l->facts->has_count) {
        lower_unsupported(l, t, "(set Count ..) in a game without counts");
        return;
    }
    Ir *site = lw_let(l, lets, "site", lower_int(l, term_arg(t, SLOT_at))), *done = ir_block(l->game);
    Ir *count = lw_let(l, lets, "count", lower_int(l, term_arg(t, SLOT_value)));
    lw_set_count(l, &done, site, count);
    if (site->type.lo < 0) {
        Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0)), *under = ir_block(l->game);
        ir_append(l->game, &under, ir_if(l->game, on, done, NULL));
        done = under;
    }
    for (int i = 0; i < done->n; i++)
        ir_append(l->game, writes, done->a[i]);
}

static void trait_set_by(Lower *l, const Term *t, Trait trait, Ir **lets, Ir **writes)
{
    const Term *level = l->facts->stacks ? term_arg(t, SLOT_level) : NULL;
    /* elsewhere than on cells the reference then does something else with values */
    if (level && l->facts->has_trait[TRAIT_VALUE] && l->board->use != SITE_CELL) {
        lower_unsupported(l, t, "levels of a stack where pieces have values");
    } else if (lower_default_type(l, t)) {
        Ir *site = lower_int(l, term_arg(t, SLOT_at)), *value = lower_int(l, term_arg(t, SLOT_value));
        trait_becomes(l, trait, site, level ? lower_int(l, level) : NULL, value, lets, writes);
    }
}

void effect_set_state(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    trait_set_by(l, t, TRAIT_STATE, lets, writes);
}

void effect_set_value_site(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    trait_set_by(l, t, TRAIT_VALUE, lets, writes);
}
