/* threatened.c - (is Threatened ..): could an enemy move to where the piece stands?
 *
 * The generators of play are lowered once more, as a gen that asks for moves to one
 * site, and run with an enemy as the mover.  Within them no piece is threatened:
 * that is how the reference ends the recursion. */
#include <string.h>

#include "frontend/lud/lower/core/detached.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/team.h"
#include "frontend/lud/lower/core/site_type.h"

/* A gen of the moves that end at its parameter.  Nothing of the place where the
 * question stands reaches into it. */
static int gen_towards(Lower *l, const Term *moves_or_null)
{
    Notes notes;
    const char *name = arena_printf(l->arena, "threat_%d", ++l->memo->threats);
    IrFn *gen = ir_fn_add(l->game, IR_GEN, name, (IrType){.kind = IR_VOID});
    gen->body = ir_block(l->game);
    gen->at = moves_or_null ? term_at(moves_or_null) : (Span){0, 0};
    int target = ir_local_add(l->game, gen, "target", lower_site_type(l));
    gen->nparam = 1;
    Lower away = lower_detached(l, &notes);
    away.fn = gen;
    away.mode.threatening = true;
    away.target = lw_local(&away, target);
    if (moves_or_null) {
        gen_moves(&away, moves_or_null, &gen->body);
        if (notes.unset_read)
            lower_unsupported(l, moves_or_null, "(from), (to) or (site) in the moves that threaten");
    } else {
        lower_phase_plays(&away, &gen->body);
    }
    return ir_fn_index(l->game, gen);
}

/* The gen of the moves given, or of play, which is made once. */
static int threats(Lower *l, const Term *moves)
{
    for (size_t i = 0; moves && i < l->memo->threat.n; i++)
        if (term_same(l->memo->threat.at[i].moves, moves) && l->memo->threat.at[i].nobody_stuck == l->mode.nobody_stuck)
            return ir_fn_index(l->game, l->memo->threat.at[i].fn);
    if (moves) {
        int gen = gen_towards(l, moves);
        Asked new = {.moves = moves, .fn = l->game->fn.at[gen], .nobody_stuck = l->mode.nobody_stuck};
        vec_push(l->arena, &l->memo->threat, new);
        return gen;
    }
    if (l->sym->dice && lower_reads(term_arg(l->root, SLOT_rules), LUD_roll)) /* the reference throws for them */
        lower_unsupported(l, term_arg(l->root, SLOT_rules), "threats by moves that a throw precedes");
    if (!l->memo->play_threats[l->mode.nobody_stuck])
        l->memo->play_threats[l->mode.nobody_stuck] = gen_towards(l, NULL);
    return l->memo->play_threats[l->mode.nobody_stuck];
}

/* attack(enemy) for some enemy of the owner; `enemy` is a local that attack reads. */
static Ir *some_enemy(Lower *l, const Ir *owner, int enemy, Ir *attack)
{
    if (l->facts->players == 2) {
        Ir *other = ir_op2(l->game, IR_OP_SUB, lw_int(l, 3), lw_copy(l, owner));
        return ir_k2(l->game, IR_OP_LETX, enemy, other, attack);
    }
    Ir *friend = ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lw_copy(l, owner));
    Ir *enemies = ir_op2(l->game, IR_OP_MDIFF, lower_real_players(l), friend);
    return ir_op1(l->game, IR_OP_ANY, ir_k2(l->game, IR_OP_FILTER, enemy, enemies, attack));
}

static int player_local(Lower *l, const char *name)
{
    IrType type = ir_int(0, l->facts->players + 1);
    type.space = l->sym->space_player;
    return lw_new_local(l, name, type);
}

/* Can an enemy of the owner move to `at`, as the board is? */
static Ir *attacked(Lower *l, int gen, const Ir *owner, Ir *at, Ir *next_or_null)
{
    const Fields *f = l->field;
    int enemy = player_local(l, "enemy");
    Ir *attack = ir_call(l->game, IR_OP_EXISTS, gen, 1, &at);
    attack = ir_k2(l->game, IR_OP_WITH, f->mover, lw_local(l, enemy), attack);
    if (next_or_null)
        attack = ir_k2(l->game, IR_OP_WITH, f->next, next_or_null, attack);
    attack = ir_k2(l->game, IR_OP_WITH, f->prev, lw_copy(l, owner), attack);
    return some_enemy(l, owner, enemy, attack);
}

/* A rule that no one plays: the piece is put on the site and an enemy is the mover.
 * It "exists" if the enemy can then move there by a move of the gen. */
static int supposition(Lower *l, int gen)
{
    if (gen == l->memo->play_threats[l->mode.nobody_stuck] && l->memo->play_supposed[l->mode.nobody_stuck])
        return l->memo->play_supposed[l->mode.nobody_stuck];
    Asked *known = NULL;
    for (size_t i = 0; i < l->memo->threat.n && !known; i++)
        known = l->memo->threat.at[i].fn == l->game->fn.at[gen] ? &l->memo->threat.at[i] : NULL;
    if (known && known->supposed)
        return known->supposed;
    const Fields *f = l->field;
    const char *name = arena_printf(l->arena, "suppose_%d", ++l->memo->threats);
    IrFn *rule = ir_fn_add(l->game, IR_RULE, name, (IrType){.kind = IR_VOID});
    Lower in = *l;
    in.fn = rule;
    in.seen_as = (Turn){0};
    rule->header = ir_block(l->game);
    rule->effect = ir_block(l->game);
    IrType piece = ir_int(0, (int64_t)l->sym->component.n - 1);
    piece.space = l->sym->space_piece;
    int at = lw_new_local(&in, "at", lower_site_type(&in)), what = lw_new_local(&in, "what", piece);
    int enemy = player_local(&in, "enemy");
    rule->nparam = 3;
    for (int p = at; p <= enemy; p++)
        ir_append(l->game, &rule->header, ir_node(l->game, rule, IR_OP_PARAM, p, 0, NULL));
    Ir *index = lw_local(&in, what), *target = lw_local(&in, at);
    lw_set_field(&in, &rule->effect, f->prev, ir_tab(l->game, l->sym->table_owner, 1, &index));
    lw_set_field(&in, &rule->effect, f->mover, lw_local(&in, enemy));
    ir_append(l->game, &rule->effect, ir_put(l->game, l->sites->what, lw_local(&in, at), lw_local(&in, what)));
    if (l->facts->has_who) {
        Ir *owner = ir_tab(l->game, l->sym->table_owner, 1, &index);
        ir_append(l->game, &rule->effect, ir_put(l->game, f->who, lw_local(&in, at), owner));
    }
    rule->post = ir_call(l->game, IR_OP_EXISTS, gen, 1, &target);
    int index_of = ir_fn_index(l->game, rule);
    if (gen == l->memo->play_threats[l->mode.nobody_stuck])
        l->memo->play_supposed[l->mode.nobody_stuck] = index_of;
    else if (known)
        known->supposed = index_of;
    return index_of;
}

/* Would the piece be attacked on that site, wherever it is now? */
static Ir *attacked_there(Lower *l, int rule, const Ir *what, const Ir *owner, const Ir *at)
{
    int enemy = player_local(l, "enemy");
    Ir *arg[3] = {lw_copy(l, at), lw_copy(l, what), lw_local(l, enemy)};
    return some_enemy(l, owner, enemy, ir_call(l->game, IR_OP_EXISTS, rule, 3, arg));
}

/* let(%local = value : local >= least && body) */
static Ir *provided(Lower *l, int local, Ir *value, int64_t least, Ir *body)
{
    if (value->type.lo < least)
        body = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_GE, lw_local(l, local), lw_int(l, least)), body);
    return ir_k2(l->game, IR_OP_LETX, local, value, body);
}

/* Is the piece asked about the one whose place is asked for? */
static bool same_piece(const Term *what, const Term *where)
{
    if (!term_is(what, LUD_id_role) || !term_is(where, LUD_where_name))
        return false;
    const Term *name = term_arg(what, SLOT_name), *piece = term_arg(where, SLOT_piece);
    const Term *role = term_arg(what, SLOT_role), *player = term_arg(where, SLOT_player);
    return name && strcmp(name->text, piece->text) == 0 && role->kind == TERM_ENUM &&
           !term_is_enum(role, "Player") && term_is_enum(player, role->text);
}

/* Of a kind of piece: where it stands, or on the sites given. */
static Ir *piece_threatened(Lower *l, const Term *t, int gen)
{
    const Term *site = term_arg(t, SLOT_at), *region = term_arg(t, SLOT_in);
    Ir *piece = lower_int(l, term_arg(t, SLOT_what));
    int what = lw_new_local(l, "what", piece->type);
    Ir *index = lw_local(l, what);
    Ir *owner = ir_tab(l->game, l->sym->table_owner, 1, &index);
    bool in_place = !region && (!site || same_piece(term_arg(t, SLOT_what), site));
    if (!in_place && lower_has_types(l))
        return lower_unsupported_int(l, t, "(is Threatened ..) somewhere else, on sites of several types");
    int at = lw_new_local(l, "at", ir_site(l->game, l->sym->space_site));
    Ir *attack = in_place ? attacked(l, gen, owner, lw_local(l, at), l->seen_as.next)
                          : attacked_there(l, supposition(l, gen), lw_local(l, what), owner, lw_local(l, at));
    if (region) {
        attack = ir_k2(l->game, IR_OP_FILTER, at, lower_region(l, region), attack);
        attack = ir_op1(l->game, IR_OP_ANY, attack);
    } else {
        Ir *where = ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_local(l, what));
        where = ir_op2(l->game, IR_OP_MAND, where, lw_board(l));
        attack = provided(l, at, site ? lower_int(l, site) : ir_op1(l->game, IR_OP_FIRST, where), 0, attack);
    }
    return provided(l, what, piece, 1, attack);
}

/* Of whatever stands there, anywhere without a place. */
static Ir *any_threatened(Lower *l, const Term *t, int gen)
{
    const Term *site = term_arg(t, SLOT_at), *region = term_arg(t, SLOT_in);
    Ir *sites = region ? lower_region(l, region) : ir_op2(l->game, IR_OP_MAND, lw_occupied(l), lw_board(l));
    if (site)
        sites = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lower_int(l, site));
    int at = lw_new_local(l, "at", lower_site_type(l));
    int owner = player_local(l, "owner");
    Ir *piece = lw_at(l, l->sites->what, lw_local(l, at));
    Ir *of = ir_tab(l->game, l->sym->table_owner, 1, &piece);
    Ir *attack = attacked(l, gen, lw_local(l, owner), lw_local(l, at), lw_local(l, owner));
    Ir *player = ir_op2(l->game, IR_OP_LE, lw_local(l, owner), lw_int(l, l->facts->players));
    attack = provided(l, owner, of, 1, ir_op2(l->game, IR_OP_AND, player, attack));
    Ir *found = ir_op1(l->game, IR_OP_ANY, ir_k2(l->game, IR_OP_FILTER, at, sites, attack));
    Ir *next = lw_get(l, l->field->next);
    Ir *real = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_GE, next, lw_int(l, 1)),
                      ir_op2(l->game, IR_OP_LE, lw_copy(l, next), lw_int(l, l->facts->players)));
    return ir_op2(l->game, IR_OP_AND, real, found);
}

Ir *lower_bool_is_threatened(Lower *l, const Term *t)
{
    if (l->mode.threatening || l->facts->players < 2)
        return lw_int(l, 0);
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    int gen = threats(l, term_arg(t, SLOT_moves));
    return term_arg(t, SLOT_what) ? piece_threatened(l, t, gen) : any_threatened(l, t, gen);
}

bool lower_never_threatened(const Lower *l, const Term *cond)
{
    return l->mode.threatening && term_is(cond, LUD_not) && term_is(term_arg(cond, SLOT_a), LUD_is_threatened);
}
