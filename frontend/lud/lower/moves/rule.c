/* rule.c - move rules: parameters and clauses (their end: rule_end.c), and functions of their own. */
#include <string.h>

#include "frontend/lud/lower/state/random.h"
#include "frontend/lud/lower/queries/do_next.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"

/* ---- rules ----------------------------------------------------------------------------- */

Ir *rule_bound(Rule *r, const char *name, IrType type, Ir *value)
{
    Lower *l = r->l;
    int local = ir_local_add(l->game, r->rule, name, type);
    Ir *param = ir_node(l->game, r->rule, IR_OP_PARAM, local, 0, NULL);
    ir_append(l->game, &r->rule->header, param);
    r->rule->nparam = local + 1;
    r->arg[r->narg++] = value;
    return ir_local(l->game, r->rule, local);
}

static void bind_iterator(Rule *r, const char *name, Ir **slot, bool wanted)
{
    if (*slot && wanted) {
        if ((*slot)->op != IR_OP_INT)
            *slot = rule_bound(r, name, (*slot)->type, *slot);
    } else {
        *slot = NULL;
    }
}

/* Bound parameters: the loops' iterators that the ludeme reads, the innermost
 * loop's last, so that its moves differ in the fastest running parameter. */
static void bind_iterators(Rule *r, int planes, int plane)
{
    Lower *l = r->l;
    const Term *t = r->term;
    bool shared = lw_same(l->it.to, l->it.site), to = subfn_reads_to(t) || lower_prior_reads(l, LUD_to);
    bind_iterator(r, "player", &l->it.player, (l->it.player && subfn_reads_player(t)) || lower_prior_reads(l, LUD_player));
    bind_iterator(r, "value", &l->it.value, lower_reads(t, LUD_value) || lower_prior_reads(l, LUD_value));
    bind_iterator(r, "level", &l->it.level, lower_reads(t, LUD_level));
    bind_iterator(r, "pips", &l->it.pips, lower_reads(t, LUD_pips));
    if (planes > 1)
        r->plane = rule_bound(r, "way", ir_int(0, planes - 1), lw_int(l, plane));
    else
        r->plane = lw_int(l, plane);
    bind_iterator(r, "between", &l->it.between, lower_reads(t, LUD_between) || lower_prior_reads(l, LUD_between));
    bind_iterator(r, "to", &l->it.to, to && !shared);
    bind_iterator(r, "site", &l->it.site,
                  lower_reads(t, LUD_site) || lower_prior_reads(l, LUD_site) || (to && shared));
    if (to && shared)
        l->it.to = l->it.site;
    bind_iterator(r, "from", &l->it.from, (l->it.from && subfn_reads_from(t)) || lower_prior_reads(l, LUD_from));
    if (l->it.region && lower_reads(t, LUD_sites_iter))
        lower_unsupported(l, t, "a move for each group");
    l->it.region = NULL;
    if (l->target)
        r->target = rule_bound(r, "target", lower_site_type(l), lw_copy(l, l->target));
}

Lower *rule_begin(Rule *r, const Lower *around, const Term *term, const char *name, int planes, int plane)
{
    *r = (Rule){.around = around, .in = *around, .l = &r->in, .term = term,
                .type_from = around->sites->type, .type_to = around->sites->type};
    Lower *l = r->l;
    l->after = NULL;
    r->rule = ir_fn_add(l->game, IR_RULE, lower_fn_name(l, name), (IrType){.kind = IR_VOID});
    r->rule->at = term ? term_at(term) : (Span){0, 0};
    r->rule->header = ir_block(l->game);
    r->rule->effect = ir_block(l->game);
    l->fn = r->rule;
    bind_iterators(r, planes, plane);
    r->bound_it = l->it;
    rule_bind_priors(r);
    return l;
}

Ir *rule_param(Rule *r, const char *name)
{
    Lower *l = r->l;
    IrType type = ir_int(0, lw_dim_site(l).size - 1);
    type.space = l->sym->space_site;
    r->rule->nparam++;
    return ir_local(l->game, r->rule, ir_local_add(l->game, r->rule, name, type));
}

void rule_domain(Rule *r, const Ir *param, Ir *domain)
{
    ir_append(r->l->game, &r->rule->header, ir_k1(r->l->game, IR_OP_PARAM, param->k, domain));
}

Ir *rule_param_number(Rule *r, const char *name, int64_t least, int64_t most)
{
    Lower *l = r->l;
    int local = ir_local_add(l->game, r->rule, name, ir_int(least, most));
    r->rule->nparam++;
    return ir_local(l->game, r->rule, local);
}

void rule_range(Rule *r, const Ir *param)
{
    Lower *l = r->l;
    Ir *bound[2] = {lw_int(l, param->type.lo), lw_int(l, param->type.hi + 1)};
    ir_append(l->game, &r->rule->header, ir_node(l->game, r->rule, IR_OP_PARAM, param->k, 2, bound));
}

Ir *rule_param_range(Rule *r, const char *name, int64_t least, int64_t most)
{
    Ir *param = rule_param_number(r, name, least, most);
    rule_range(r, param);
    return param;
}

void rule_when(Rule *r, Ir *condition)
{
    ir_append(r->l->game, &r->rule->header, ir_op1(r->l->game, IR_OP_WHEN, condition));
}

Ir *rule_let(Rule *r, const char *name, Ir *value)
{
    return lw_let(r->l, &r->rule->header, name, value);
}

void rule_do(Rule *r, Ir *statement)
{
    ir_append(r->l->game, &r->rule->effect, statement);
}

/* ---- clauses ------------------------------------------------------------------------------ */

void rule_on_board(Rule *r, const Ir *site)
{
    Lower *l = r->l;
    if (site->type.lo < 0)
        rule_when(r, ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0)));
}

Ir *rule_from(Rule *r, const Term *from)
{
    Lower *l = r->l;
    const Term *site = from ? term_arg(from, SLOT_site) : NULL;
    if (from && (term_arg(from, SLOT_region) || term_arg(from, SLOT_level)))
        lower_unsupported(l, from, "(from ..) of a region or a level here");
    r->own = !site || (term_is(site, LUD_from) && !term_arg(site, SLOT_at));
    if (site)
        r->from = rule_let(r, "from", lower_int(l, site));
    else
        r->from = l->it.from;
    if (!r->from) {
        lower_unsupported(l, r->term, "a move without a piece to move");
        r->from = lw_int(l, 0);
    }
    r->own = r->own && lower_own_piece(l) != NULL && l->piece_type == l->sites->type;
    rule_on_board(r, r->from);
    l->it.from = r->from;
    if (from && !lower_default_type(l, from))
        return r->from;
    if (from && term_arg(from, SLOT_if))
        rule_when(r, lower_bool(l, term_arg(from, SLOT_if)));
    return r->from;
}

void rule_to(Rule *r, Ir *to)
{
    r->to = r->l->it.to = to;
}

/* (remove (to)): moving onto a site replaces what stands there anyway. */
static bool removes_destination(Lower *l, const Term *effect)
{
    if (!effect || !term_is(effect, LUD_remove) || l->facts->has_count || l->facts->stacks)
        return false;
    const Term *site = term_arg(effect, SLOT_site);
    return site && term_is(site, LUD_to) && !term_arg(effect, SLOT_level) && !term_arg(effect, SLOT_at) &&
           !term_arg(effect, SLOT_count) && !term_arg(effect, SLOT_then);
}

/* Each effect is put before those that are there: the last one comes first. */
void rule_prepend(Rule *r, Ir *writes)
{
    Ir *all = ir_block(r->l->game);
    for (int i = 0; i < writes->n; i++)
        ir_append(r->l->game, &all, writes->a[i]);
    for (int i = 0; i < r->rule->effect->n; i++)
        ir_append(r->l->game, &all, r->rule->effect->a[i]);
    r->rule->effect = all;
}

static void apply_where(Rule *r, const Term *effect, const Term *cond)
{
    Lower *l = r->l;
    Ir *writes = ir_block(l->game), *lets = ir_block(l->game);
    if (!effect || lower_only_asked(l) || (r->moves && removes_destination(l, effect)))
        return;
    if (lower_reads(effect, LUD_from) || lower_reads(effect, LUD_for_each_site) ||
        lower_reads(effect, LUD_for_each_value))
        r->own = false; /* the piece may be another one by then, or gone */
    Lower in = *l;
    in.mode.applying = true;
    Ir *holds = cond ? rule_let(r, "cond", lower_bool(&in, cond)) : NULL;
    lower_effect(&in, effect, &lets, &writes);
    if (lower_draws_anywhere(effect)) { /* nothing is drawn before the move is played */
        if (r->rule->effect->n > 0)
            lower_unsupported(l, effect, "chance at one of several places of a move");
        lw_append_all(l, &lets, writes);
        writes = lets;
        lets = ir_block(l->game);
    }
    rule_values(r, lets);
    if (holds) {
        Ir *under = ir_block(l->game);
        ir_append(l->game, &under, ir_if(l->game, holds, writes, NULL));
        writes = under;
    }
    rule_prepend(r, writes);
}

void rule_apply(Rule *r, const Term *apply)
{
    if (apply && apply->id == LUD_apply)
        apply_where(r, term_arg(apply, SLOT_effect), term_arg(apply, SLOT_if));
}

void rule_apply_effect(Rule *r, const Term *effect)
{
    apply_where(r, effect, NULL);
}

bool rule_stack(Rule *r, const Term *t)
{
    const Term *stack = term_arg(t, SLOT_stack);
    int64_t known = 0;
    if (stack && !lower_is_const(lower_bool(r->l, stack), &known)) {
        lower_unsupported(r->l, stack, "stack: that changes");
        return false;
    }
    r->stack = known != 0;
    return true;
}

void rule_move(Rule *r)
{
    Lower *l = r->l;
    if (r->stack) {
        stack_move(l, &r->rule->effect, r->from, r->to);
        l->notes->does_more = true;
        return;
    }
    if (r->level_from) { /* named by its level, it takes its traits along */
        lw_take_level(l, &r->rule->effect, r->from, r->level_from, r->to);
        l->notes->does_more = true;
        return;
    }
    Ir *piece = r->own ? lw_int(l, lower_own_piece(l) - l->sym->component.at) : NULL;
    lw_move_piece(l, &r->rule->effect, r->from, r->to, piece);
    l->notes->does_more = true;
}

/* ---- functions of their own --------------------------------------------------------------- */

void rule_values(Rule *r, const Ir *lets)
{
    for (int i = 0; i < lets->n; i++) {
        if (lets->a[i]->op != IR_OP_LET) {
            lower_unsupported(r->l, r->term, "effects of a move on several sites that ask about each other");
            return;
        }
        ir_append(r->l->game, &r->rule->header, lets->a[i]);
    }
}

bool lower_prior_reads(const Lower *l, LudId id)
{
    for (size_t i = 0; i < l->prior.n; i++)
        if (lower_reads(l->prior.at[i].term, id))
            return true;
    return false;
}

static bool same_place(const Ir *a, const Ir *b)
{
    return a == b || (a && b && a->op == b->op && a->k == b->k && (a->op == IR_OP_LOCAL || a->op == IR_OP_INT));
}

/* What the prior reads of loops: as the rule has it, or by a parameter of its own where
 * inner loops have set other sites since. */
static void bind_prior(Rule *r, const Prior *p, Iterators *it)
{
    const Iterators *now = &r->around->it;
    *it = r->bound_it;
    const struct {
        LudId id;
        const char *name;
        Ir *then, *now, **slot;
    } read[] = {
        {LUD_value, "value", p->it.value, now->value, &it->value},
        {LUD_player, "player", p->it.player, now->player, &it->player},
        {LUD_between, "between", p->it.between, now->between, &it->between},
        {LUD_to, "to", p->it.to, now->to, &it->to},
        {LUD_site, "site", p->it.site, now->site, &it->site},
        {LUD_from, "from", p->it.from, now->from, &it->from},
    };
    enum { READS = sizeof read / sizeof *read };
    Ir *own[READS] = {NULL};
    for (int i = 0; i < READS; i++) {
        if (!lower_reads(p->term, read[i].id) || same_place(read[i].then, read[i].now))
            continue;
        for (int k = 0; k < i; k++)
            own[i] = own[k] && same_place(read[k].then, read[i].then) ? own[k] : own[i];
        if (!own[i] && read[i].then) {
            bool known = read[i].then->op == IR_OP_INT;
            own[i] = known ? read[i].then : rule_bound(r, read[i].name, read[i].then->type, read[i].then);
        }
        *read[i].slot = own[i];
    }
}

void rule_bind_priors(Rule *r)
{
    Lower *l = r->l;
    if (l->prior.n > MOST_PRIORS) {
        lower_unsupported(l, r->term, "so many (do .. next:) within each other");
        return;
    }
    for (size_t i = 0; i < l->prior.n; i++)
        bind_prior(r, &l->prior.at[i], &r->prior_it[i]);
}
