/* effects.c - which fields of the state a rule writes. */
#include "ir/analysis/facts.h"

static void note(const IrGame *game, const Ir *s, bool *field, bool *seen)
{
    if (!s) {
        return;
    }
    if (s->op == IR_OP_PUT) {
        field[s->k] = true;
    } else if (s->op == IR_OP_DO && !seen[s->k]) {
        seen[s->k] = true;
        note(game, game->fn.at[s->k]->body, field, seen);
    }
    for (int i = 0; i < s->n; i++) {
        note(game, s->a[i], field, seen);
    }
}

void ir_note_writes(Arena *arena, const IrGame *game, const Ir *s, bool *field)
{
    note(game, s, field, ARENA_ARRAY(arena, bool, game->fn.n + 1));
}

bool *ir_writes(Arena *arena, const IrGame *game, const IrFn *rule)
{
    bool *field = ARENA_ARRAY(arena, bool, game->field.n + 1);
    bool *seen = ARENA_ARRAY(arena, bool, game->fn.n + 1);
    note(game, rule->effect, field, seen);
    note(game, rule->then, field, seen);
    return field;
}
