/* turn_only_fields.c - large fields that only the turn writes, such as the positions that were
 * there before.  A state in which a move is only tried need not hold them: whoever
 * asks reads them where the move began.
 *
 * A field varies if a rule may write it, or `with` gives it another value: such a one
 * is never apart. */
#include "ir/analysis/analyses.h"

enum { LARGE = 256 }; /* bytes: below, copying costs less than the thought */

static const Ir *part(const IrFn *fn, int i)
{
    const Ir *const parts[] = {fn->body, fn->header, fn->effect, fn->then, fn->post};
    return parts[i];
}

enum { PARTS = 5 };

/* Marks what the tree writes, through procedures too, and what `with` sets. */
static void varies(const IrGame *game, const Ir *e, bool writes, bool *field, bool *seen)
{
    if (!e)
        return;
    const IrOpInfo *op = ir_op_info(e->op);
    if (op->names == IR_NAMES_FIELD && op->does & (writes ? IR_ASSUMES | IR_WRITES : IR_ASSUMES))
        field[e->k] = true;
    if (writes && e->op == IR_OP_DO && !seen[e->k]) {
        seen[e->k] = true;
        varies(game, game->fn.at[e->k]->body, true, field, seen);
    }
    for (int i = 0; i < e->n; i++)
        varies(game, e->a[i], writes, field, seen);
}

static void find(Arena *arena, const IrGame *game, Apart *a)
{
    bool *seen = ARENA_ARRAY(arena, bool, game->fn.n + 1);
    a->field = ARENA_ARRAY(arena, bool, game->field.n + 1);
    bool *varying = ARENA_ARRAY(arena, bool, game->field.n + 1);
    if (game->joint)
        return;
    for (size_t i = 0; i < game->fn.n; i++)
        for (int p = 0; p < PARTS; p++)
            varies(game, part(game->fn.at[i], p), game->fn.at[i]->kind == IR_RULE, varying, seen);
    for (size_t i = 0; i < game->field.n; i++) {
        const IrField *f = &game->field.at[i];
        size_t bytes = f->elem.kind == IR_MASK ? f->n * 8 * (size_t)ir_words(game, f->elem.space) : 0;
        a->field[i] = f->array && bytes >= LARGE && !varying[i];
        a->any = a->any || a->field[i];
    }
}

const void *ir_find_turn_only_fields(Arena *arena, IrGame *game, int whole)
{
    (void)whole;
    Apart *a = ARENA_NEW(arena, Apart);
    a->game = game;
    find(arena, game, a);
    return a;
}

static bool uses(const IrGame *game, const Ir *e, const bool *field)
{
    for (size_t i = 0; e && i < game->field.n; i++)
        if (field[i] && ir_uses_field(game, e, (int)i))
            return true;
    return false;
}

static bool fn_uses(const Apart *a, int fn, const bool *field)
{
    for (int p = 0; p < PARTS; p++)
        if (uses(a->game, part(a->game->fn.at[fn], p), field))
            return true;
    return false;
}

bool apart_reads(const Apart *a, int fn)
{
    return a->any && fn_uses(a, fn, a->field);
}

static bool allows(const Apart *a, const Ir *e, bool *seen);

static bool allows_fn(const Apart *a, const IrFn *fn, bool *seen)
{
    if (fn->kind == IR_RULE)
        return apart_lets_play(a, fn) && allows(a, fn->header, seen);
    return allows(a, fn->body, seen);
}

static bool does_turn(const IrGame *game, const Ir *e) { return e->op == IR_OP_DO && game->fn.at[e->k]->kind == IR_TURN; }

static bool allows(const Apart *a, const Ir *e, bool *seen)
{
    if (!e)
        return true;
    if (ir_does(e->op, IR_TURNS) || does_turn(a->game, e))
        return false; /* the turn itself is played there */
    if (e->op == IR_OP_DO || (e->op == IR_OP_CALL && a->game->fn.at[e->k]->kind == IR_PROC)) { /* procedures are not told */
        if (fn_uses(a, (int)e->k, a->field))
            return false;
    } else if (e->op == IR_OP_PLAY) {
        if (!apart_lets_play(a, a->game->fn.at[e->k]) && !apart_plays_told(a, a->game->fn.at[e->k]))
            return false;
    } else if (ir_does(e->op, IR_CALLS) && !seen[e->k]) {
        seen[e->k] = true;
        if (!allows_fn(a, a->game->fn.at[e->k], seen))
            return false;
    }
    for (int i = 0; i < e->n; i++)
        if (!allows(a, e->a[i], seen))
            return false;
    return true;
}

bool apart_allows(const Apart *a, const Ir *e)
{
    if (!a->any)
        return false;
    Arena *scratch = arena_beside(a->game->arena);
    bool ok = allows(a, e, ARENA_ARRAY(scratch, bool, a->game->fn.n + 1));
    arena_free(scratch);
    return ok;
}

bool apart_lets_play(const Apart *a, const IrFn *rule)
{
    return a->any && !uses(a->game, rule->header, a->field) && !uses(a->game, rule->effect, a->field) &&
           !uses(a->game, rule->then, a->field) && !uses(a->game, rule->post, a->field);
}

bool apart_plays_told(const Apart *a, const IrFn *rule)
{
    return a->any && !apart_lets_play(a, rule) && !rule->post && apart_allows(a, rule->header) &&
           apart_allows(a, rule->effect) && apart_allows(a, rule->then);
}

bool apart_turns(const IrGame *game, const Ir *s)
{
    bool found = does_turn(game, s);
    for (int i = 0; i < s->n && !found; i++)
        found = apart_turns(game, s->a[i]);
    return found;
}
