/* pressed.c - groups that a single move may shut in (ir/analysis/atari_groups.c), on the low form of the game: the searches for
 * them that stand there now, and functions that find the groups once, before many moves are tried. */
#include "ir/lower/lower_impl.h"
#include "ir/play/play.h"

#include "ir/analysis/analyses.h"

/* ---- the searches ------------------------------------------------------------ */

/* The `let` number *n in the order of the text; NULL: there are fewer, *n less. */
static const Ir *nth_let(const Ir *s, int *n)
{
    if (!s || (s->op == IR_OP_LET && (*n)-- == 0))
        return s;
    const Ir *found = NULL;
    for (int i = 0; i < s->n && !found; i++)
        found = nth_let(s->a[i], n);
    return found;
}

/* The number of `let` among those of s; false: it is none of them, *n more. */
static bool number_of_let(const Ir *s, const Ir *let, int *n)
{
    if (!s || s == let)
        return s != NULL;
    *n += s->op == IR_OP_LET;
    bool found = false;
    for (int i = 0; i < s->n && !found; i++)
        found = number_of_let(s->a[i], let, n);
    return found;
}

static const Ir *same_let(const IrFn *high, const IrFn *low, const Ir *let)
{
    int n = 0;
    if (!number_of_let(high->effect, let, &n))
        number_of_let(high->then, let, &n);
    const Ir *found = nth_let(low->effect, &n);
    return found ? found : nth_let(low->then, &n);
}

/* ---- the groups ---------------------------------------------------------------- */

/* The groups of `all` that less than two of `target` are beside, by the relation of a whole table. */
static int need_groups(Low *l, int near)
{
    IrGame *game = l->game;
    const char *key = low_key(l, "pressed", near);
    const int made = low_find(l, key);
    if (made >= 0)
        return made;
    const IrType set = game->table.at[near].elem;
    LowWriter w = low_begin(l, key, set, IR_HINT_APART);
    Ir *none = ir_k0(game, IR_OP_NONE, set.space);
    const int all = low_param(&w, "all", set), target = low_param(&w, "target", set);
    const int pressed = low_var(&w, "pressed", set, none), rest = low_var(&w, "rest", set, low_get(&w, all));
    Ir *outer = low_open(&w);
    const int first = low_take(&w, rest), front = low_var(&w, "front", set, low_bit(&w, set.space, first));
    const int group = low_var(&w, "group", set, ir_copy(game, none)), open = low_var(&w, "open", set, ir_copy(game, none));
    Ir *within = low_open(&w);
    Ir *at[] = {low_get(&w, low_take(&w, front))};
    const int beside = low_let(&w, "beside", ir_tab(game, near, 1, at));
    const int more = low_let(&w, "more", low_and(&w, low_get(&w, beside), low_get(&w, rest)));
    low_set(&w, open, low_or(&w, low_get(&w, open), low_and(&w, low_get(&w, beside), low_get(&w, target))));
    low_set(&w, rest, low_diff(&w, low_get(&w, rest), low_get(&w, more)));
    low_set(&w, front, low_or(&w, low_get(&w, front), low_get(&w, more)));
    low_set(&w, group, low_or(&w, low_get(&w, group), low_bit(&w, set.space, (int)at[0]->k)));
    low_while_any(&w, within, front);
    Ir *test = low_open(&w);
    low_set(&w, pressed, low_or(&w, low_get(&w, pressed), low_get(&w, group)));
    low_if(&w, test, ir_op2(game, IR_OP_LT, ir_op1(game, IR_OP_COUNT, low_get(&w, open)), ir_const(game, 2)));
    low_while_any(&w, outer, rest);
    low_ret(&w, low_get(&w, pressed));
    return low_made(l, key, low_end(&w));
}

/* Locals that the tree binds itself are those of the function that is written. */
static void own_locals(LowWriter *w, const IrFn *rule, const Ir *e, Ir **map)
{
    if (ir_gives_local(e) && !map[e->k])
        map[e->k] = low_get(w, ir_local_add(w->game, w->fn, rule->local.at[e->k].name, rule->local.at[e->k].type));
    for (int i = 0; i < e->n; i++)
        own_locals(w, rule, e->a[i], map);
}

/* A tree about the old state in the function, in low operations. */
static Ir *asked(const Low *l, LowWriter *w, const Ir *tree)
{
    Ir **map = ARENA_ARRAY(l->game->arena, Ir *, l->fn->local.n + 1);
    Ir *low = ir_lower_tree(l->game, ir_fn_index(l->game, l->fn), tree);
    own_locals(w, l->fn, low, map);
    return tree_remap(l->game, low, map);
}

static void one_case(Low *l, LowWriter *w, const AtariCase *one)
{
    Ir *args[] = {asked(l, w, one->within), asked(l, w, one->target)}, *way = NULL;
    for (int i = 0; i < one->nway; i++) {
        Ir *here = asked(l, w, one->way[i]);
        way = way ? ir_op2(l->game, IR_OP_AND, way, here) : here;
    }
    const int groups = need_groups(l, (int)one->near->k);
    Ir *outer = low_open(w);
    low_ret(w, ir_call(l->game, IR_OP_CALL, groups, 2, args));
    low_if(w, outer, way ? way : ir_const(l->game, 1));
}

LowAtari *ir_lower_atari(Arena *arena, IrGame *high, IrGame *game, int rule)
{
    const AtariGroups *found = ir_fact_atari_groups(high, rule);
    if (!found || high == game) /* what floods has a lower form */
        return NULL;
    Low l = {.game = game, .fn = game->fn.at[rule]};
    const IrType set = found->at[0].within->type;
    LowAtari *atari = ARENA_NEW(arena, LowAtari);
    LowWriter w = low_begin(&l, arena_printf(game->arena, "pressed_%s", l.fn->name), set, IR_HINT_NONE);
    atari->n = found->n;
    for (int i = 0; i < found->n; i++) {
        atari->let[i] = same_let(high->fn.at[rule], l.fn, found->at[i].let);
        atari->near[i] = (int)found->at[i].near->k;
        one_case(&l, &w, &found->at[i]);
    }
    low_ret(&w, ir_k0(game, IR_OP_NONE, set.space));
    atari->pressed = low_end(&w);
    return atari;
}
