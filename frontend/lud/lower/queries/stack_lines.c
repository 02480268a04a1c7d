/* stack_lines.c - lines through stacks: on one level, up or down a stack, or
 * stepwise from level to level. */
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"

typedef struct {
    Lower *l;
    Ir **block;
    Ir *at, *piece, *top; /* the last piece put there, and its level */
    int64_t length;
} Tiers;

static Ir *holds(const Tiers *t, Ir *site, Ir *level)
{
    return ir_op2(t->l->game, IR_OP_EQ, lw_piece_at(t->l, site, level), lw_copy(t->l, t->piece));
}

static void answer_if(const Tiers *t, Ir *cond)
{
    Lower *l = t->l;
    Ir *yes = ir_block(l->game);
    ir_append(l->game, &yes, ir_op1(l->game, IR_OP_RET, lw_int(l, 1)));
    ir_append(l->game, t->block, ir_if(l->game, cond, yes, NULL));
}

static Ir *set(Lower *l, int local, Ir *value)
{
    return ir_k1(l->game, IR_OP_SET, local, value);
}

static int var(const Tiers *t, const char *name, IrType type, Ir *value)
{
    int local = lw_new_local(t->l, name, type);
    ir_append(t->l->game, t->block, ir_k1(t->l->game, IR_OP_VAR, local, value));
    return local;
}

/* The piece and those below it. */
static void downwards(const Tiers *t)
{
    Lower *l = t->l;
    Ir *all = ir_op2(l->game, IR_OP_GE, lw_copy(l, t->top), lw_int(l, t->length - 1));
    for (int64_t i = 1; i < t->length; i++) {
        Ir *level = ir_op2(l->game, IR_OP_SUB, lw_copy(l, t->top), lw_int(l, i));
        all = ir_op2(l->game, IR_OP_AND, all, holds(t, lw_copy(l, t->at), level));
    }
    answer_if(t, all);
}

/* Pieces of that kind on its level. */
static void level_line(const Tiers *t, Ir *axes)
{
    Lower *l = t->l;
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *same = ir_k2(l->game, IR_OP_FILTER, s, lw_board(l), holds(t, lw_local(l, s), lw_copy(l, t->top)));
    Ir *arg[4] = {axes, same, lw_int(l, t->length), lw_int(l, lw_dim_site(l).size)};
    answer_if(t, ir_node(l->game, l->fn, IR_OP_LINE, 0, 4, arg));
}

/* Along a ray, a level higher or lower with each site. */
static void climb(const Tiers *t, Ir *ray, int slope, int found)
{
    Lower *l = t->l;
    int level = var(t, "level", ir_int(-STACK, 2 * STACK), lw_copy(l, t->top));
    int going = var(t, "going", ir_bit(), lw_int(l, 1));
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *body = ir_block(l->game), *more = ir_block(l->game), *stop = ir_block(l->game);
    Ir *next = ir_op2(l->game, IR_OP_ADD, lw_local(l, level), lw_int(l, slope));
    next = ir_op2(l->game, IR_OP_MAX, ir_op2(l->game, IR_OP_MIN, next, lw_int(l, STACK)), lw_int(l, -1));
    ir_append(l->game, &body, set(l, level, next));
    Ir *here = ir_op2(l->game, IR_OP_AND, lw_local(l, going), holds(t, lw_local(l, s), lw_local(l, level)));
    Ir *count = ir_op2(l->game, IR_OP_ADD, lw_local(l, found), lw_int(l, 1));
    ir_append(l->game, &more, set(l, found, ir_op2(l->game, IR_OP_MIN, count, lw_int(l, t->length))));
    ir_append(l->game, &stop, set(l, going, lw_int(l, 0)));
    ir_append(l->game, &body, ir_if(l->game, here, more, stop));
    ir_append(l->game, t->block, ir_k2(l->game, IR_OP_FOR, s, ray, body));
}

static void sloping_lines(const Tiers *t, const Ir *axes)
{
    Lower *l = t->l;
    int table = (int)axes->k, width = l->game->table.at[table].dim[1].size;
    for (int pair = 0; pair + 1 < width; pair += 2) {
        for (int slope = -1; slope <= 1; slope += 2) {
            int found = var(t, "found", ir_int(0, t->length), lw_int(l, 1));
            for (int side = 0; side < 2; side++) {
                Ir *index[2] = {lw_copy(l, t->at), lw_int(l, pair + side)};
                climb(t, ir_tab(l->game, table, 2, index), side ? -slope : slope, found);
            }
            answer_if(t, ir_op2(l->game, IR_OP_GE, lw_local(l, found), lw_int(l, t->length)));
        }
    }
}

/* One line goes on in several rays beyond the site? */
static bool forked(const Lower *l)
{
    for (int s = 0; s < l->sites->layer->n; s++) {
        for (int i = 0; i < l->sites->layer->site[s].nradial; i++)
            if (l->sites->layer->site[s].radial[i].nopposite > 1)
                return true;
    }
    return false;
}

/* On one level, up or down the stack, or stepwise. */
static Ir *line_by_level(Lower *l, const Term *t)
{
    static const SlotName later[] = {SLOT_role, SLOT_what, SLOT_whats, SLOT_exact, SLOT_if, SLOT_top};
    const Term *through = term_arg(t, SLOT_through);
    int64_t length = 0;
    bool plain = true;
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        plain = plain && !term_arg(t, later[i]);
    if (!plain || !lower_const_int(l, term_arg(t, SLOT_length), &length) || length < 2 || length > STACK || forked(l))
        return lower_unsupported_int(l, t, "this form of (is Line ..) with stacks");
    SubFn sub;
    Ir *site = through ? lower_int(l, through) : lw_get(l, l->field->last.to);
    subfn_begin(&sub, l, IR_FN, "line", ir_bit(), t);
    Tiers tiers = {.l = &sub.in, .block = &sub.fn->body, .length = length};
    tiers.at = subfn_param(&sub, "at", lower_site_type(l), site);
    tiers.piece = lw_let(&sub.in, tiers.block, "piece", lw_at(l, l->sites->what, lw_copy(l, tiers.at)));
    Ir *top = ir_op2(l->game, IR_OP_SUB, lw_at(l, l->field->height, lw_copy(l, tiers.at)), lw_int(l, 1));
    tiers.top = lw_let(&sub.in, tiers.block, "top", top);
    Ir *none = ir_block(l->game);
    ir_append(l->game, &none, ir_op1(l->game, IR_OP_RET, lw_int(l, 0)));
    ir_append(l->game, tiers.block,
              ir_if(l->game, ir_op2(l->game, IR_OP_LT, lw_copy(l, tiers.top), lw_int(l, 0)), none, NULL));
    Ir *axes = lower_axes(&sub.in, term_arg(t, SLOT_dir), REL_ADJACENT, true, lw_copy(l, tiers.at));
    downwards(&tiers);
    level_line(&tiers, axes);
    sloping_lines(&tiers, axes);
    ir_append(l->game, tiers.block, ir_op1(l->game, IR_OP_RET, lw_int(l, 0)));
    subfn_end(&sub);
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    return ir_op2(l->game, IR_OP_AND, on, subfn_call(&sub, IR_OP_CALL));
}

/* The kinds of pieces that count, as a set. */
static Ir *kinds(Lower *l, const Term *t, const Ir *at)
{
    const Term *role = term_arg(t, SLOT_role), *what = term_arg(t, SLOT_what), *whats = term_arg(t, SLOT_whats);
    if (role) {
        Ir *who = lower_role(l, role);
        return ir_tab(l->game, lw_own_table(l), 1, &who);
    }
    if (!what && !whats)
        return ir_k1(l->game, IR_OP_BITOF, l->sym->space_piece, lw_at(l, l->sites->what, lw_copy(l, at)));
    Ir *all = what ? ir_k1(l->game, IR_OP_BITOF, l->sym->space_piece, lower_int(l, what)) : ir_k0(l->game, IR_OP_NONE, l->sym->space_piece);
    for (uint32_t i = 0; whats && i < whats->n; i++) {
        Ir *one = ir_k1(l->game, IR_OP_BITOF, l->sym->space_piece, lower_int(l, whats->slot[i]));
        all = ir_op2(l->game, IR_OP_MOR, all, one);
    }
    return all;
}

/* Stacks in a row that hold such a piece, or have it on top; the condition is not asked of
 * the one in question itself. */
static Ir *line_of_stacks(Lower *l, const Term *t, bool top)
{
    const Term *through = term_arg(t, SLOT_through), *exact = term_arg(t, SLOT_exact), *cond = term_arg(t, SLOT_if);
    int64_t length = 0, only = 0;
    if (!lower_const_int(l, term_arg(t, SLOT_length), &length) || length < 2 ||
        (exact && !lower_is_const(lower_bool(l, exact), &only)))
        return lower_unsupported_int(l, t, "this form of (is Line ..) with stacks");
    Ir *site = through ? lower_int(l, through) : lw_get(l, l->field->last.to);
    int at = lw_new_local(l, "at", site->type), with = lw_new_local(l, "with", ir_mask(l->sym->space_site));
    Ir *of = kinds(l, t, lw_local(l, at)), *stacks;
    if (top) {
        stacks = ir_k1(l->game, IR_OP_WHEREIN, l->sites->what, of);
    } else {
        int x = lw_new_local(l, "x", lower_stack_level(l));
        Ir *below = ir_op2(l->game, IR_OP_DIV, lw_local(l, x), lw_int(l, STACK));
        stacks = ir_k2(l->game, IR_OP_UNION, x, ir_k1(l->game, IR_OP_WHEREIN, l->field->pile, of),
                       ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, below));
    }
    Ir *counted = cond ? lower_filter(l, lw_local(l, with), cond, ITER_TO) : lw_local(l, with);
    Ir *most = lw_int(l, only ? length : lw_dim_site(l).size);
    Ir *arg[4] = {lower_axes(l, term_arg(t, SLOT_dir), REL_ADJACENT, true, lw_local(l, at)), counted, lw_int(l, length), most};
    Ir *line = ir_node(l->game, l->fn, IR_OP_LINE, 0, 4, arg);
    line = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_HAS, lw_local(l, at), lw_local(l, with)), line);
    line = ir_k2(l->game, IR_OP_LETX, with, stacks, line);
    line = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_HAS, lw_local(l, at), lw_board(l)), line);
    return ir_k2(l->game, IR_OP_LETX, at, site, line);
}

/* Is it known that it holds, or does not, which it does not either when it is missing? */
static bool known_flag(const Term *t, SlotName slot, bool *value)
{
    const Term *flag = term_arg(t, slot);
    *value = flag && flag->kind == TERM_BOOL && flag->number;
    return !flag || flag->kind == TERM_BOOL;
}

Ir *lower_line_in_stacks(Lower *l, const Term *t)
{
    static const SlotName not_here[] = {SLOT_throughAny, SLOT_contiguous, SLOT_throughHowMuch, SLOT_isVisible, SLOT_useOpposites};
    bool top = false, each_level = false;
    bool known = known_flag(t, SLOT_top, &top) && known_flag(t, SLOT_byLevel, &each_level);
    for (size_t i = 0; i < sizeof not_here / sizeof *not_here; i++)
        known = known && !term_arg(t, not_here[i]);
    if (!known || !lower_default_type(l, t))
        return lower_unsupported_int(l, t, "this form of (is Line ..) with stacks");
    return each_level ? line_by_level(l, t) : line_of_stacks(l, t, top);
}
