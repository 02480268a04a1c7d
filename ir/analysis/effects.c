/* effects.c - which fields of the state a rule writes. */
#include "ir/analysis/analyses.h"

typedef struct {
    const IrGame *game;
    bool *field, *seen; /* seen: procedures */
} Writes;

static bool note(const Ir *s, const IrOpInfo *op, void *data)
{
    const Writes *w = data;
    if (op->names == IR_NAMES_FIELD && op->does & IR_WRITES)
        w->field[s->k] = true;
    if (op->statement && op->does & IR_CALLS && w->game->fn.at[s->k]->kind == IR_PROC && !w->seen[s->k]) {
        w->seen[s->k] = true;
        ir_visit_refs(w->game->fn.at[s->k]->body, note, data);
    }
    if (op->does & IR_PLAYS && !w->seen[s->k]) {
        w->seen[s->k] = true;
        ir_visit_refs(w->game->fn.at[s->k]->effect, note, data);
        ir_visit_refs(w->game->fn.at[s->k]->then, note, data);
    }
    return false;
}

void ir_note_writes(Arena *arena, const IrGame *game, const Ir *s, bool *field)
{
    ir_visit_refs(s, note, &(Writes){game, field, ARENA_ARRAY(arena, bool, game->fn.n + 1)});
}

const void *ir_find_rule_writes(Arena *arena, IrGame *game, int fn)
{
    const IrFn *rule = game->fn.at[fn];
    bool *field = ARENA_ARRAY(arena, bool, game->field.n + 1);
    Writes w = {game, field, ARENA_ARRAY(arena, bool, game->fn.n + 1)};
    ir_visit_refs(rule->effect, note, &w);
    ir_visit_refs(rule->then, note, &w);
    return field;
}
