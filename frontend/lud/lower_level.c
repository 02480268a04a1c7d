/* lower_level.c - the levels of a stack, one after the other (semantics 03, section 13). */
#include "frontend/lud/lower_level.h"

#include "frontend/lud/lower_rule.h"
#include "frontend/lud/lower_stack.h"

static IrType level_type(void)
{
    return ir_int(0, STACK - 1);
}

static Ir *site_of_loop(Lower *l, const Term *t, Ir **block)
{
    return lw_let(l, block, "stack", lower_int(l, term_arg(t, "site")));
}

void gen_for_each_level(Lower *l, const Term *t, Ir **block)
{
    const Iterators saved = l->it;
    if (!l->stacks || !lower_default_type(l, t)) {
        lower_unsupported(l, t, "levels in a game without stacks");
        return;
    }
    Ir *height = lw_height(l, lower_int(l, term_arg(t, "site"))), *body = ir_block(l->game);
    int level = lw_new_local(l, "level", level_type());
    l->it.level = lw_local(l, level);
    gen_moves(l, term_arg(t, "moves"), &body);
    l->it = saved;
    Ir *part[3] = {lw_int(l, 0), height, body};
    ir_append(l->game, block, ir_node(l->game, l->fn, IR_OP_RANGE, level, 3, part));
}

/* ---- as consequences ----------------------------------------------------------------- */

/* What is asked of the board while the stack is taken apart. */
static bool asks_board(const Term *t)
{
    static const LudId board[] = {
        LUD_count_pieces, LUD_count, LUD_size_stack, LUD_top_level, LUD_is_empty, LUD_is_occupied,
        LUD_sites_empty, LUD_sites_occupied, LUD_no_pieces, LUD_where_name, LUD_where_what, LUD_can_move,
    };
    for (size_t i = 0; i < sizeof board / sizeof *board; i++) {
        if (lower_reads(t, board[i])) {
            return true;
        }
    }
    return false;
}

/* Effects on the level of (forEach Level ..), under conditions, which are asked of all
 * levels before anything is done; then from the top down, so that no level that is
 * still to come has changed. */
typedef struct {
    const Term *effect;
    Ir *holds; /* of the level; NULL: always */
} LevelEffect;

static bool find_effect(Lower *l, const Term *t, LevelEffect *e)
{
    while (t->id == LUD_if_moves && !term_arg(t, "no") && !term_arg(t, "then")) {
        Ir *holds = lower_bool(l, term_arg(t, "cond"));
        e->holds = e->holds ? ir_op2(l->game, IR_OP_AND, e->holds, holds) : holds;
        t = term_arg(t, "yes");
    }
    e->effect = t;
    bool takes = (t->id == LUD_from_to && term_arg(term_arg(t, "from"), "level")) ||
                 (t->id == LUD_remove && term_arg(t, "level"));
    return takes && !term_arg(t, "then") && !asks_board(t);
}

bool effect_for_each_level(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *direction = term_arg(t, "stackDirection");
    const Iterators saved = l->it;
    LevelEffect e = {0};
    if (!l->stacks || !lower_default_type(l, t) || term_arg(t, "then") || !term_is_enum(direction, "FromTop")) {
        return false;
    }
    Ir *site = site_of_loop(l, t, lets), *all = ir_block(l->game), *values = ir_block(l->game);
    Ir *height = lw_let(l, lets, "height", lw_height(l, site));
    IrType member = level_type();
    if (l->space_tier < 0) {
        l->space_tier = ir_space_add(l->game, "tier", STACK);
    }
    member.space = l->space_tier;
    int x = lw_new_local(l, "level", member);
    l->it.level = lw_local(l, x);
    if (!find_effect(l, term_arg(t, "moves"), &e)) {
        l->it = saved;
        return false;
    }
    Ir *there = ir_op2(l->game, IR_OP_LT, lw_local(l, x), lw_copy(l, height));
    Ir *holds = e.holds ? ir_op2(l->game, IR_OP_AND, there, e.holds) : there;
    Ir *every = ir_k0(l->game, IR_OP_ALL, member.space);
    Ir *chosen = lw_let(l, lets, "chosen", ir_k2(l->game, IR_OP_FILTER, x, every, holds));
    int down = lw_new_local(l, "down", level_type()), level = lw_new_local(l, "level", member);
    l->it.level = lw_local(l, level);
    lower_effect(l, e.effect, &values, &all);
    l->it = saved;
    Ir *body = ir_block(l->game), *only = ir_block(l->game);
    ir_append(l->game, &body,
              ir_k1(l->game, IR_OP_LET, level, ir_op2(l->game, IR_OP_SUB, lw_int(l, STACK - 1), lw_local(l, down))));
    lw_append_all(l, &only, values);
    lw_append_all(l, &only, all);
    ir_append(l->game, &body, ir_if(l->game, ir_op2(l->game, IR_OP_HAS, lw_local(l, level), chosen), only, NULL));
    Ir *part[3] = {lw_int(l, 0), lw_int(l, STACK), body};
    ir_append(l->game, writes, ir_node(l->game, l->fn, IR_OP_RANGE, down, 3, part));
    return true;
}
