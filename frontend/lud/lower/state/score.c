/* score.c - what players have: scores, ranks by score (semantics 03, section
 * 10), triggered events. */
#include <string.h>

#include "frontend/lud/lower/effects/capture.h"
#include "frontend/lud/lower/state/team.h"

Ir *lower_int_score(Lower *l, const Term *t)
{
    return lw_at(l, l->field->score, lower_int(l, term_arg(t, SLOT_player)));
}

/* @score[who] := value, or + value. */
static Ir *put_score(Lower *l, Ir *who, Ir *value, bool add)
{
    if (add)
        value = ir_op2(l->game, IR_OP_ADD, lw_at(l, l->field->score, lw_copy(l, who)), value);
    return ir_put(l->game, l->field->score, who, value);
}

static bool stands_for_many(const Term *who)
{
    return who->kind == TERM_ENUM &&
           (role_is_all(who) || term_is_enum(who, "NonMover") || term_is_enum(who, "Enemy") ||
            term_is_enum(who, "Friend") || term_is_enum(who, "Ally") || role_is_team(who));
}

bool lower_one_score(const Term *t)
{
    return (t->id == LUD_add_score || t->id == LUD_set_score) && !stands_for_many(term_arg(t, SLOT_player));
}

/* For every player that a role stands for, or the one that the number is. */
static void change_score(Lower *l, const Term *who, const Term *value, bool add, Ir **lets, Ir **writes)
{
    Ir *number = lower_int(l, value);
    if (!stands_for_many(who)) {
        Ir *player = lw_let(l, lets, "player", lower_int(l, who));
        number = lw_let(l, lets, "points", number);
        ir_append(l->game, writes, put_score(l, lw_copy(l, player), number, add));
        return;
    }
    number = lw_let(l, lets, "points", number);
    Ir *players = ir_op2(l->game, IR_OP_MAND, lower_role_set(l, who), lower_real_players(l));
    int p = lw_new_local(l, "p", ir_int(0, l->facts->players + 1));
    Ir *body = ir_block(l->game);
    ir_append(l->game, &body, put_score(l, lw_local(l, p), number, add));
    players = lw_let(l, lets, "players", players);
    ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, p, players, body));
}

void effect_add_score(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    change_score(l, term_arg(t, SLOT_player), term_arg(t, SLOT_score), true, lets, writes);
}

void effect_set_score(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    change_score(l, term_arg(t, SLOT_player), term_arg(t, SLOT_value), false, lets, writes);
}

/* Whatever the event. */
void effect_trigger(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Ir *who = lw_let(l, lets, "player", lower_int(l, term_arg(t, SLOT_player)));
    Ir *one = ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lw_copy(l, who));
    lw_set_field(l, writes, l->field->triggered, ir_op2(l->game, IR_OP_MOR, lw_get(l, l->field->triggered), one));
}

void effect_add_score_list(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *players = term_arg(t, SLOT_players), *roles = term_arg(t, SLOT_roles);
    const Term *scores = term_arg(t, SLOT_scores), *who = roles ? roles : players;
    for (uint32_t i = 0; i < who->n && i < scores->n; i++)
        change_score(l, who->slot[i], scores->slot[i], true, lets, writes);
}

/* The rank of a player, doubled: as many before him, as many beside him. */
static Ir *rank_of(Lower *l, Ir *who, bool misere)
{
    int q = lw_new_local(l, "q", ir_int(0, l->facts->players + 1));
    Ir *his = lw_at(l, l->field->score, lw_local(l, q));
    Ir *mine = lw_at(l, l->field->score, who);
    Ir *better = ir_op2(l->game, misere ? IR_OP_LT : IR_OP_GT, his, mine);
    Ir *before = ir_op1(l->game, IR_OP_COUNT, ir_k2(l->game, IR_OP_FILTER, q, lower_real_players(l), better));
    q = lw_new_local(l, "q", ir_int(0, l->facts->players + 1));
    his = lw_at(l, l->field->score, lw_local(l, q));
    Ir *same = ir_op2(l->game, IR_OP_EQ, his, lw_copy(l, mine));
    Ir *beside = ir_op1(l->game, IR_OP_COUNT, ir_k2(l->game, IR_OP_FILTER, q, lower_real_players(l), same));
    Ir *twice = ir_op2(l->game, IR_OP_MUL, lw_int(l, 2), before);
    return ir_op2(l->game, IR_OP_ADD, ir_op2(l->game, IR_OP_ADD, twice, beside), lw_int(l, 1));
}

void lower_by_score(Lower *l, const Term *t, Ir **block)
{
    const Term *scores = term_arg(t, SLOT_scores), *misere_term = term_arg(t, SLOT_misere);
    int64_t misere = 0;
    if (misere_term && !lower_is_const(lower_bool(l, misere_term), &misere)) {
        lower_unsupported(l, misere_term, "misere: that changes");
        return;
    }
    for (uint32_t i = 0; scores && i < scores->n; i++) {
        const Term *item = scores->slot[i];
        Ir *who = lower_role(l, term_arg(item, SLOT_role));
        ir_append(l->game, block, put_score(l, who, lower_int(l, term_arg(item, SLOT_score)), false));
    }
    int p = lw_new_local(l, "p", ir_int(0, l->facts->players + 1));
    Ir *body = ir_block(l->game);
    Ir *rank = rank_of(l, lw_local(l, p), misere != 0);
    ir_append(l->game, &body, ir_put(l->game, l->field->result.rank, lw_local(l, p), rank));
    ir_append(l->game, block, ir_k2(l->game, IR_OP_FOR, p, lower_real_players(l), body));
    static const char *const told[] = {"wins", "finish"};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        Ir *winner = ir_call(l->game, IR_OP_CALL, ir_fn_find(l->game, "ranked_first"), 0, NULL);
        ir_append(l->game, block, ir_call(l->game, IR_OP_DO, ir_fn_find(l->game, told[i]), 1, &winner));
    }
}

void lower_start_score(Lower *l, const Term *t)
{
    const Term *role = term_arg(t, SLOT_role), *value = term_arg(t, SLOT_value);
    int64_t score;
    int only = role && !role_is_all(role) && !term_is_enum(role, "Each") ? role_fixed(l, role->text) : 0;
    if (term_is_enum(role, "Player") && l->it.player && l->it.player->op == IR_OP_INT)
        only = (int)l->it.player->k;
    if (only < 0 || only > l->facts->players || !lower_start_int(l, lower_int(l, value), &score)) {
        lower_unsupported(l, t, "this form of (set Score ..) before the game");
        return;
    }
    for (int p = 1; p <= l->facts->players; p++) {
        if (only == 0 || only == p) {
            l->game->field.at[l->field->score].init[p] = score;
            l->facts->setup_moves++;
        }
    }
}
