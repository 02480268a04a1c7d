/* team.c - teams of players: who is of which, and who is meant by words for
 * them (semantics 03, section 10; 04, roles).  Teams that no move changes are
 * constants. */
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/team.h"

/* ---- who is of which team ---------------------------------------------------------- */

/* The rows of a ludeme in the term, in their order. */
typedef struct {
    LudId id;
    const Term **list; /* NULL: counted only */
    uint32_t n;
} Rows;

static TermWay add_row(const Term *t, void *data)
{
    Rows *rows = data;
    if (!term_is(t, rows->id))
        return TERM_INTO;
    if (rows->list)
        rows->list[rows->n] = t;
    rows->n++;
    return TERM_PAST;
}

static uint32_t rows(const Term *t, LudId id, const Term **list)
{
    Rows found = {id, list, 0};
    term_walk(t, add_row, &found);
    return found.n;
}

/* The team that the row makes, if it is one of those there can be. */
bool lower_team_given(Lower *l, const Term *t, SlotName slot, int64_t *team)
{
    const Term *number = term_arg(t, slot);
    if (number->kind == TERM_INT && number->number >= 1 && number->number <= l->facts->players) {
        *team = number->number;
        return true;
    }
    lower_unsupported(l, number, "a team of this number");
    return false;
}

void lower_team_facts(Lower *l)
{
    const uint32_t changes = rows(l->root, LUD_set_team, NULL), n = rows(l->root, LUD_start_set_team, NULL);
    l->field->team = -1;
    if (changes + n == 0)
        return;
    l->facts->team = ARENA_ARRAY(l->arena, int, l->facts->players + 2);
    for (int p = 1; p <= l->facts->players; p++)
        l->facts->team[p] = p;
    const Term **list = ARENA_ARRAY(l->arena, const Term *, n + 1);
    rows(l->root, LUD_start_set_team, list);
    for (uint32_t i = 0; i < n; i++) {
        const Term *roles = term_arg(list[i], SLOT_roles);
        int64_t team;
        for (uint32_t r = 0; lower_team_given(l, list[i], SLOT_index, &team) && r < roles->n; r++) {
            int player = role_fixed(l, roles->slot[r]->text);
            if (player >= 1 && player <= l->facts->players)
                l->facts->team[player] = (int)team;
            else if (player < 0)
                lower_unsupported(l, roles->slot[r], "this role in a team");
        }
    }
}

void lower_team_fields(Lower *l)
{
    if (!lower_has_teams(l) || rows(l->root, LUD_set_team, NULL) == 0)
        return;
    IrDim dim = lw_dim_player(l);
    l->field->team = ir_field_add(l->game, "team", ir_int(0, l->facts->players), &dim);
    for (int p = 1; p <= l->facts->players; p++)
        l->game->field.at[l->field->team].init[p] = l->facts->team[p];
}

Ir *lower_team_of(Lower *l, Ir *player)
{
    if (l->field->team >= 0)
        return lw_at(l, l->field->team, player);
    IrDim dim = lw_dim_player(l);
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, dim.size);
    for (int p = 1; p <= l->facts->players; p++)
        value[p] = l->facts->team[p];
    int table = lw_int_table(l, "team", 0, l->facts->players, IR_NOSPACE, 1, &dim, value);
    return ir_tab(l->game, table, 1, &player);
}

Ir *lower_real_players(Lower *l)
{
    int known = ir_table_find(l->game, "players");
    if (known < 0) {
        known = ir_table_add(l->game, "players", ir_mask(l->sym->space_player), false, 0, NULL);
        for (int p = 1; p <= l->facts->players; p++)
            ir_mask_set(l->game->table.at[known].word, p);
    }
    return ir_tab(l->game, known, 0, NULL);
}

/* A local that runs over players. */
static int some_player(Lower *l)
{
    IrType type = ir_int(0, l->facts->players + 1);
    type.space = l->sym->space_player;
    return lw_new_local(l, "p", type);
}

Ir *lower_team(Lower *l, Ir *number)
{
    if (!lower_has_teams(l))
        return ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, number);
    if (l->field->team >= 0) {
        int p = some_player(l), team = lw_new_local(l, "team", number->type);
        Ir *his = ir_op2(l->game, IR_OP_EQ, lower_team_of(l, lw_local(l, p)), lw_local(l, team));
        return ir_k2(l->game, IR_OP_LETX, team, number, ir_k2(l->game, IR_OP_FILTER, p, lower_real_players(l), his));
    }
    IrDim dim = lw_dim(l->facts->players + 1);
    int words = ir_words(l->game, l->sym->space_player);
    int known = ir_table_find(l->game, "members");
    if (known < 0) {
        known = ir_table_add(l->game, "members", ir_mask(l->sym->space_player), false, 1, &dim);
        for (int p = 1; p <= l->facts->players; p++)
            ir_mask_set(l->game->table.at[known].word + l->facts->team[p] * words, p);
    }
    return ir_tab(l->game, known, 1, &number);
}

void lower_team_mates(Lower *l)
{
    IrFn *fn = ir_fn_add(l->game, IR_FN, "mates", ir_mask(l->sym->space_player));
    Lower in = *l;
    in.fn = fn;
    fn->body = ir_block(l->game);
    Ir *player = lw_local(&in, some_player(&in));
    fn->nparam = 1;
    Ir *mates = lower_team(&in, lower_team_of(&in, player));
    ir_append(l->game, &fn->body, ir_op1(l->game, IR_OP_RET, mates));
}

/* ---- words for teams ---------------------------------------------------------------------- */

Ir *lower_team_number(Lower *l, const Term *role)
{
    if (term_is_enum(role, "TeamMover")) {
        Ir *mover = lw_get(l, l->field->mover);
        return lower_has_teams(l) ? lower_team_of(l, mover) : lower_unsupported_int(l, role, "a team, in a game without");
    }
    int number = atoi(role->text + 4);
    if (number > l->facts->players)
        return lower_unsupported_int(l, role, "a team of this number");
    return lw_int(l, number);
}

static Ir *only(Lower *l, Ir *player)
{
    return ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, player);
}

/* The player's team, or himself. */
static Ir *side(Lower *l, Ir *player)
{
    return lower_has_teams(l) ? lower_team(l, lower_team_of(l, player)) : only(l, player);
}

Ir *lower_enemies(Lower *l)
{
    return ir_op2(l->game, IR_OP_MDIFF, lower_real_players(l), side(l, lw_get(l, l->field->mover)));
}

Ir *lower_team_role(Lower *l, const Term *role)
{
    Ir *own = side(l, lw_get(l, l->field->mover));
    if (term_is_enum(role, "Friend") || term_is_enum(role, "TeamMover"))
        return own;
    if (term_is_enum(role, "Ally"))
        return ir_op2(l->game, IR_OP_MDIFF, own, only(l, lw_get(l, l->field->mover)));
    if (term_is_enum(role, "Enemy"))
        return lower_enemies(l);
    return role_is_team(role) ? lower_team(l, lower_team_number(l, role)) : NULL;
}

/* ---- lists of players ------------------------------------------------------------------------ */

/* Of whose side (players ..) is; the mover's, when it does not say. */
static Ir *side_of(Lower *l, const Term *t)
{
    return term_arg(t, SLOT_of) ? lower_int(l, term_arg(t, SLOT_of)) : lw_get(l, l->field->mover);
}

static Ir *unconditional(Lower *l, const Term *t)
{
    Ir *all = ir_k0(l->game, IR_OP_ALL, l->sym->space_player), *mover = only(l, lw_get(l, l->field->mover));
    switch (t->id) {
    case LUD_players_team: return lower_team(l, lower_team_number(l, term_arg(t, SLOT_playerType)));
    case LUD_players_all: return all;
    case LUD_players_non_mover:
        return ir_op2(l->game, IR_OP_MDIFF, ir_op2(l->game, IR_OP_MDIFF, all, only(l, lw_int(l, l->facts->players + 1))), mover);
    case LUD_players_friend: return side(l, side_of(l, t));
    case LUD_players_ally: return ir_op2(l->game, IR_OP_MDIFF, side(l, side_of(l, t)), only(l, side_of(l, t)));
    case LUD_players_enemy: {
        Ir *others = ir_op2(l->game, IR_OP_MDIFF, lower_real_players(l), side(l, side_of(l, t)));
        return lower_has_teams(l) ? ir_op2(l->game, IR_OP_MDIFF, others, mover) : others;
    }
    default: return NULL;
    }
}

Ir *lower_players_list(Lower *l, const Term *t)
{
    Ir *list = unconditional(l, t);
    if (!list)
        return NULL;
    const Term *cond = term_arg(t, SLOT_if);
    /* where nobody has a team, nobody asks about a single player */
    bool asked = lower_has_teams(l) || (t->id != LUD_players_friend && t->id != LUD_players_team);
    if (cond && asked) {
        Lower in = *l;
        int p = some_player(&in);
        in.it.player = lw_local(l, p);
        list = ir_k2(l->game, IR_OP_FILTER, p, list, lower_bool(&in, cond));
    }
    const Term *of = t->id == LUD_players_team ? NULL : term_arg(t, SLOT_of);
    if (!of)
        return list;
    Ir *real = ir_op2(l->game, IR_OP_HAS, lower_int(l, of), lower_real_players(l));
    return ir_op3(l->game, IR_OP_SELECT, real, list, ir_k0(l->game, IR_OP_NONE, l->sym->space_player));
}

Ir *lower_region_for_each_region_players(Lower *l, const Term *t)
{
    Ir *players = lower_players_list(l, term_arg(t, SLOT_players));
    if (!players)
        return NULL;
    Lower in = *l;
    int p = lw_new_local(l, "p", ir_int(0, l->facts->players + 1));
    in.it.player = lw_local(l, p);
    Ir *each = lower_region(&in, term_arg(t, SLOT_region));
    return ir_k2(l->game, IR_OP_UNION, p, players, each);
}

/* ---- (set Team ..) ------------------------------------------------------------------------------ */

/* An entry of the history for each: one that names no site. */
void lower_start_team(Lower *l, const Term *t)
{
    const Term *roles = term_arg(t, SLOT_roles);
    const int field[] = {l->field->last.from, l->field->last.to, l->field->last.acted_to};
    for (uint32_t r = 0; r < roles->n; r++) {
        int player = role_fixed(l, roles->slot[r]->text);
        if (player < 1 || player > l->facts->players)
            continue;
        l->facts->setup_moves++;
        l->facts->placed_last = 0;
        for (size_t i = 0; i < sizeof field / sizeof *field; i++)
            if (field[i] >= 0)
                l->game->field.at[field[i]].init[0] = -1;
    }
}
