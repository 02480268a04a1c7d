/* phases.c - parts of the game with rules of their own: which there are, who is in which, and the moves in them. */
#include "frontend/lud/lower/moves/phases.h"

#include <string.h>

#include "frontend/lud/lower/moves/rule.h"

void lower_check_mode(Lower *l, const Term *mode)
{
    if (mode && !term_is_enum(term_arg(mode, SLOT_mode), "Alternating"))
        lower_unsupported(l, mode, "games that are not alternating");
}

bool lower_list_phases(Lower *l, const Term *rules)
{
    if (term_is(rules, LUD_rules)) {
        PhaseInfo only = {.name = "Default Phase", .owner = l->facts->players + 1, .end = -1};
        vec_push(l->arena, &l->sym->phase, only);
        return true;
    }
    const Term *phases = term_arg(rules, SLOT_phases);
    for (uint32_t i = 0; i < phases->n; i++) {
        const Term *phase = phases->slot[i], *role = term_arg(phase, SLOT_role);
        PhaseInfo info = {.name = term_arg(phase, SLOT_name)->text, .term = phase, .end = -1};
        info.owner = role ? role_fixed(l, role->text) : l->facts->players + 1;
        if (info.owner < 0)
            lower_unsupported(l, role, "phases of this role");
        lower_check_mode(l, term_arg(phase, SLOT_mode));
        vec_push(l->arena, &l->sym->phase, info);
    }
    return phases->n > 0 || session_error(l->session, term_at(rules), "no phase is given");
}

/* Each player starts in the first phase of his own or of all. */
void lower_first_phases(Lower *l)
{
    for (int p = 1; l->sym->phase.n > 1 && p <= l->facts->players; p++) {
        for (size_t i = 0; i < l->sym->phase.n; i++) {
            if (l->sym->phase.at[i].owner == p || l->sym->phase.at[i].owner == l->facts->players + 1) {
                l->game->field.at[l->field->phase].init[p] = (int64_t)i;
                break;
            }
        }
    }
}

static Ir *in_phase(Lower *l, Ir *player, size_t phase)
{
    Ir *now = lw_at(l, l->field->phase, player);
    return ir_op2(l->game, IR_OP_EQ, now, lw_int(l, (int64_t)phase));
}

/* The statements of `block` for the phase that the player is in. */
void lower_in_phase(Lower *l, Ir **block, Ir *player, size_t phase, Ir *statement)
{
    if (l->sym->phase.n == 1) {
        ir_append(l->game, block, statement);
        return;
    }
    Ir *body = ir_block(l->game);
    ir_append(l->game, &body, statement);
    ir_append(l->game, block, ir_if(l->game, in_phase(l, player, phase), body, NULL));
}

static int phase_named(Lower *l, const Term *name)
{
    for (size_t i = 0; i < l->sym->phase.n; i++)
        if (strcmp(l->sym->phase.at[i].name, name->text) == 0)
            return (int)i;
    session_error(l->session, term_at(name), "there is no phase `%s`", name->text);
    return 0;
}

/* Does (nextPhase who ..) name a player, not everybody? */
static bool own_phase(Lower *l, const Term *who)
{
    return who && !(who->kind == TERM_ENUM && role_fixed(l, who->text) == l->facts->players + 1);
}

/* One (nextPhase ..) of player p in phase i; `rest` is tried when it does not hold. */
static Ir *next_phase(Lower *l, const Term *t, int p, size_t i, Ir *rest)
{
    const Term *who = term_arg(t, SLOT_player), *cond = term_arg(t, SLOT_cond), *name = term_arg(t, SLOT_name);
    Ir *target;
    if (name) {
        target = lw_int(l, phase_named(l, name));
    } else if (own_phase(l, who)) {
        target = lw_int(l, (int64_t)((i + 1) % l->sym->phase.n));
    } else { /* the one after the mover's, whoever's phase it is */
        Ir *now = lw_at(l, l->field->phase, lw_get(l, l->field->mover));
        target = ir_op2(l->game, IR_OP_MOD, ir_op2(l->game, IR_OP_ADD, now, lw_int(l, 1)),
                        lw_int(l, (int64_t)l->sym->phase.n));
    }
    Ir *holds = cond ? lower_bool(l, cond) : lw_int(l, 1);
    if (own_phase(l, who)) {
        Ir *his = ir_op2(l->game, IR_OP_EQ, lower_int(l, who), lw_int(l, p));
        holds = ir_op2(l->game, IR_OP_AND, his, holds);
    }
    Ir *set = ir_block(l->game);
    ir_append(l->game, &set,
              ir_put(l->game, l->field->phase, lw_int(l, p), target));
    return ir_if(l->game, holds, set, rest);
}

/* For each player in turn, the first transition of his phase that holds; a phase
 * just entered is not looked at again in the same turn. */
void lower_phase_changes(const Lower *outer)
{
    Lower scope = *outer, *l = &scope;
    IrFn *proc = l->game->fn.at[ir_fn_find(l->game, "phase_change")];
    l->fn = proc;
    l->mode.after_move = true;
    for (int p = 1; l->sym->phase.n > 1 && p <= l->facts->players; p++) {
        Ir *chain = NULL;
        for (size_t i = l->sym->phase.n; i-- > 0;) {
            const Term *one = term_arg(l->sym->phase.at[i].term, SLOT_nextPhase);
            const Term *many = term_arg(l->sym->phase.at[i].term, SLOT_nextPhases);
            Ir *rest = NULL;
            for (uint32_t k = many ? many->n : one ? 1 : 0; k-- > 0;) {
                Ir *step = next_phase(l, many ? many->slot[k] : one, p, i, rest);
                rest = ir_block(l->game);
                ir_append(l->game, &rest, step);
            }
            if (!rest)
                continue;
            Ir *branch = ir_if(l->game, in_phase(l, lw_int(l, p), i), rest, chain);
            chain = ir_block(l->game);
            ir_append(l->game, &chain, branch);
        }
        for (int i = 0; chain && i < chain->n; i++)
            ir_append(l->game, &proc->body, chain->a[i]);
    }
}

void lower_phase_plays(Lower *l, Ir **block)
{
    const Term *rules = term_arg(l->root, SLOT_rules);
    for (size_t i = 0; i < l->sym->phase.n; i++) {
        const Term *phase = l->sym->phase.at[i].term;
        const Term *play = phase ? term_arg(phase, SLOT_play) : NULL;
        if (!play)
            play = term_arg(rules, SLOT_play);
        if (!play)
            continue;
        Ir *moves = ir_block(l->game);
        gen_moves(l, term_arg(play, SLOT_moves), &moves);
        lower_in_phase(l, block, lw_get(l, l->field->mover), i, moves);
    }
}
