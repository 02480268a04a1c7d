/* occupied.c - (sites Occupied ..): where the pieces of players are. */
#include "frontend/lud/lower/values/occupied.h"

#include <string.h>

#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"

/* ---- containers -------------------------------------------------------------------------------- */

static Ir *container_sites(Lower *l, const char *name)
{
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    for (size_t c = 0; c < l->sym->container.n; c++) {
        const Container *container = &l->sym->container.at[c];
        if (strcmp(container->name, name) == 0) {
            for (int s = 0; s < container->n; s++)
                ir_mask_set(word, container->from + s);
            return lw_table_mask(l, "container", word);
        }
    }
    return NULL;
}

/* The player's first hand with that in its name. */
static Ir *hand_named(Lower *l, const char *name, Ir *player)
{
    IrDim dim = lw_dim_player(l);
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)dim.size);
    bool *found = ARENA_ARRAY(l->arena, bool, dim.size);
    for (size_t c = 1; c < l->sym->container.n; c++) {
        const Container *hand = &l->sym->container.at[c];
        if (!hand->hand || !strstr(hand->name, name) || found[hand->owner])
            continue;
        found[hand->owner] = true;
        for (int s = 0; s < hand->n; s++)
            ir_mask_set(word + (size_t)hand->owner * words, hand->from + s);
    }
    return ir_tab(l->game, lw_mask_table1(l, "hand_of", word, dim), 1, &player);
}

/* The sites in the containers that the row names. */
static Ir *inside(Lower *l, const Term *t, Ir *sites)
{
    const Term *by = term_arg(t, SLOT_by), *name = term_arg(t, SLOT_containerName), *number = term_arg(t, SLOT_container);
    if (number)
        sites = ir_op2(l->game, IR_OP_MAND, sites, lower_container(l, lower_int(l, number)));
    if (name) {
        bool hand = strstr(name->text, "Hand") && by->kind == TERM_ENUM && !role_is_all(by);
        Ir *within = hand ? hand_named(l, name->text, lower_role(l, by)) : container_sites(l, name->text);
        if (!within)
            return lower_unsupported_mask(l, name, "this container");
        sites = ir_op2(l->game, IR_OP_MAND, sites, within);
    }
    if (!name && !number && l->sym->container.n > 1 && l->board->use != SITE_CELL)
        sites = ir_op2(l->game, IR_OP_MAND, sites, lw_board(l)); /* hands have cells */
    return sites;
}

/* ---- pieces ------------------------------------------------------------------------------------- */

/* Pieces that are called so, whoever owns them. */
static void add_called(const Lower *l, const char *name, uint64_t *word)
{
    for (size_t c = 1; c < l->sym->component.n; c++)
        if (strcmp(l->sym->component.at[c].base, name) == 0)
            ir_mask_set(word, (int)c);
}

/* The kinds of pieces that the row names, as a set; NULL: it names none. */
static Ir *kinds(Lower *l, const Term *t)
{
    const Term *name = term_arg(t, SLOT_componentName), *names = term_arg(t, SLOT_components);
    const Term *component = term_arg(t, SLOT_component);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_piece));
    if (component)
        return ir_k1(l->game, IR_OP_BITOF, l->sym->space_piece, lower_int(l, component));
    if (!name && !names)
        return NULL;
    const char *called = name ? name->text : "";
    if (name)
        add_called(l, name->text, word);
    for (uint32_t i = 0; names && i < names->n; i++) {
        called = arena_printf(l->arena, "%s_%s", called, names->slot[i]->text);
        add_called(l, names->slot[i]->text, word);
    }
    called = arena_printf(l->arena, "called_%s", called);
    int table = ir_table_find(l->game, called);
    if (table < 0) {
        table = ir_table_add(l->game, called, ir_mask(l->sym->space_piece), false, 0, NULL);
        memcpy(l->game->table.at[table].word, word, sizeof *word * (size_t)ir_words(l->game, l->sym->space_piece));
    }
    return ir_tab(l->game, table, 0, NULL);
}

/* The kinds of pieces of the players. */
static Ir *kinds_of(Lower *l, Ir *players)
{
    int p = lw_new_local(l, "p", ir_int(0, l->facts->players + 1));
    Ir *who = lw_local(l, p);
    return ir_k2(l->game, IR_OP_UNION, p, players, ir_tab(l->game, lw_own_table(l), 1, &who));
}

/* Sites that hold one of the kinds on any level. */
static Ir *in_stacks(Lower *l, Ir *of)
{
    int x = lw_new_local(l, "x", lower_stack_level(l));
    Ir *site = ir_op2(l->game, IR_OP_DIV, lw_local(l, x), lw_int(l, STACK));
    Ir *found = ir_k1(l->game, IR_OP_WHEREIN, l->field->pile, of);
    return ir_k2(l->game, IR_OP_UNION, x, found, ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, site));
}

Ir *lower_on_any_level(Lower *l, Ir *kind)
{
    return in_stacks(l, ir_k1(l->game, IR_OP_BITOF, l->sym->space_piece, kind));
}

static Ir *players_asked(Lower *l, const Term *by)
{
    return by->kind == TERM_ENUM ? lower_role_set(l, by)
                                 : ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lower_int(l, by));
}

/* With stacks: pieces on any level; of these, unless top:False, the sites whose top piece
 * belongs to one of the players, of whatever kind it is. */
static Ir *occupied_stacks(Lower *l, const Term *t, bool top)
{
    const Term *by = term_arg(t, SLOT_by);
    Ir *of = kinds(l, t), *seen = lw_owned_by(l, players_asked(l, by));
    if (!of && top)
        return seen;
    Ir *own = kinds_of(l, players_asked(l, by));
    Ir *sites = in_stacks(l, of ? ir_op2(l->game, IR_OP_MAND, own, of) : own);
    return top ? ir_op2(l->game, IR_OP_MAND, sites, seen) : sites;
}

static Ir *occupied(Lower *l, const Term *t)
{
    const Term *by = term_arg(t, SLOT_by);
    Ir *sites = term_is_enum(by, "All") ? lw_occupied(l) : lw_owned_by(l, players_asked(l, by));
    Ir *of = kinds(l, t);
    if (!of)
        return sites;
    Ir *where = of->op == IR_OP_BITOF ? ir_k1(l->game, IR_OP_WHERE, l->sites->what, of->a[0])
                                      : ir_k1(l->game, IR_OP_WHEREIN, l->sites->what, of);
    return ir_op2(l->game, IR_OP_MAND, sites, where);
}

Ir *lower_region_sites_occupied(Lower *l, const Term *t)
{
    const Term *on = term_arg(t, SLOT_on), *top = term_arg(t, SLOT_top);
    if (on && strcmp(on->text, site_type_name[l->sites->type]) != 0)
        return lower_unsupported_mask(l, t, "(sites Occupied .. on:) another type than the board's");
    bool covered = top && top->kind == TERM_BOOL && top->number == 0;
    return inside(l, t, l->facts->stacks ? occupied_stacks(l, t, !covered) : occupied(l, t));
}
