/* layout_entry.c - pass layout: what one function knows of another: a rule, of the
 * places that emit it; the turn, of the rules that come before it. */
#include "ir/passes/layout.h"

#include <string.h>

#include "ir/core/tree.h"

void layout_entries_new(Layout *l)
{
    Arena *arena = l->game->arena;
    size_t n = l->game->fn.n, nfield = l->game->field.n;
    l->entry_at = ARENA_ARRAY(arena, ValueSet *, n + 1);
    l->entry_value = ARENA_ARRAY(arena, ValueSet *, n + 1);
    l->emitted = ARENA_ARRAY(arena, bool, n + 1);
    for (size_t i = 0; i < n; i++) {
        size_t nparam = (size_t)l->game->fn.at[i]->nparam;
        l->entry_at[i] = ARENA_ARRAY(arena, ValueSet, nparam + 1);
        l->entry_value[i] = ARENA_ARRAY(arena, ValueSet, nparam + 1);
    }
    l->mover = ir_view_field(l->game, "mover");
    l->nmover = 1;
    if (l->mover >= 0) {
        const IrType t = l->game->field.at[l->mover].elem;
        l->first_mover = t.lo;
        l->nmover = (int)(t.hi - t.lo + 1);
        if (t.kind != IR_INT || t.hi - t.lo >= LAYOUT_MAX_MOVERS) {
            l->mover = -1;
            l->nmover = 1;
        }
    }
    for (int m = 0; m < l->nmover; m++)
        l->turn_at[m] = ARENA_ARRAY(arena, ValueSet, nfield + 1);
    l->given = -1;
}

/* ---- emissions --------------------------------------------------------- */

void layout_note_emission(Layout *l, const Ir *node)
{
    const IrFn *rule = l->game->fn.at[node->k];
    bool exact;
    if (rule->kind != IR_RULE)
        return;
    l->emitted[node->k] = true;
    for (int i = 0; i < rule->nparam; i++) {
        ValueSet at = l->any, value = l->any;
        bool member = node->op == IR_OP_EMITSET && i == node->n - 1;
        if (member) {
            at = layout_members(l, node->a[i], &exact);
        } else if (i < node->n && node->a[i]->type.kind == IR_INT) {
            at = layout_held(l, node->a[i]);
            value = layout_values(l, node->a[i]);
        }
        l->entry_at[node->k][i] |= at;
        l->entry_value[node->k][i] |= value;
    }
}

/* A test may try the effect for its post. */
void layout_note_test(Layout *l, const Ir *exists)
{
    const IrFn *rule = l->game->fn.at[exists->k];
    if (rule->kind != IR_RULE)
        return;
    l->emitted[exists->k] = true;
    for (int i = 0; i < rule->nparam; i++)
        l->entry_at[exists->k][i] = l->entry_value[exists->k][i] = l->any;
}

void layout_enter_rule(Layout *l)
{
    int k = ir_fn_index(l->game, l->fn);
    for (int i = 0; l->emitted[k] && i < l->fn->nparam; i++) {
        l->at[i] &= l->entry_at[k][i];
        l->value[i] &= l->entry_value[k][i];
    }
}

/* ---- from a rule to the turn ------------------------------------------- */

void layout_wrote(Layout *l)
{
    l->header = NULL;
    l->in_turn = false;
}

static void note_fields(Layout *l, int m)
{
    for (size_t g = 0; g < l->game->field.n; g++)
        l->turn_at[m][g] |= layout_holds(l, g);
}

static bool emits_any(const Layout *l)
{
    bool any = false;
    for (size_t i = 0; i < l->game->fn.n; i++)
        any = any || l->emitted[i];
    return any;
}

/* Runs the effect once for each mover, for the facts alone.  What is never emitted is never played. */
void layout_note_turn(Layout *l, IrFn *rule)
{
    if (!l->emitted[ir_fn_index(l->game, rule)] && emits_any(l))
        return;
    for (int m = 0; m < l->nmover; m++) {
        layout_begin(l, rule);
        l->header = rule->header;
        layout_learn_header(l, rule->header, l->mover, l->first_mover + m);
        layout_enter_rule(l);
        l->given = l->mover >= 0 ? m : -1;
        layout_statement(l, rule->effect);
        if (rule->then)
            layout_statement(l, rule->then);
        note_fields(l, m);
    }
    l->given = -1;
}
