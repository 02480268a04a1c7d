/* stack_levels.c - the levels of a stack, one after the other (semantics 03, section 13). */
#include "frontend/lud/lower/state/stack_levels.h"

#include "frontend/lud/lower/effects/effect.h"
#include "frontend/lud/lower/state/stack.h"

static IrType level_type(void)
{
    return ir_int(0, STACK - 1);
}

IrType lower_tier(Lower *l)
{
    IrType member = level_type();
    if (l->sym->space_tier < 0)
        l->sym->space_tier = ir_space_add(l->game, "tier", STACK);
    member.space = l->sym->space_tier;
    return member;
}

/* ---- numbers ------------------------------------------------------------------------- */

Ir *lower_highest(Lower *l, Ir *levels)
{
    int x = lw_new_local(l, "level", lower_tier(l));
    Ir *most = ir_k2(l->game, IR_OP_MOST, x, levels, lw_local(l, x));
    return ir_op2(l->game, IR_OP_MAX, most, lw_int(l, -1));
}

/* The levels of the stack for which it holds; (to) is the site. */
static Ir *levels_where(Lower *l, const Ir *site, const Term *cond)
{
    Lower in = *l;
    int x = lw_new_local(l, "level", lower_tier(&in));
    in.it.to = lw_copy(l, site);
    in.it.level = lw_local(l, x);
    Ir *there = ir_op2(l->game, IR_OP_LT, lw_local(l, x), lw_height(l, lw_copy(l, site)));
    Ir *holds = cond ? ir_op2(l->game, IR_OP_AND, there, lower_bool(&in, cond)) : there;
    return ir_k2(l->game, IR_OP_FILTER, x, ir_k0(l->game, IR_OP_ALL, lower_tier(l).space), holds);
}

/* How many of the levels come before the first one at which it stops. */
static Ir *before_stop(Lower *l, const Ir *site, Ir *levels, const Term *stop, bool from_top)
{
    if (!stop)
        return ir_op1(l->game, IR_OP_COUNT, levels);
    Ir *stops = levels_where(l, site, stop), *end = from_top ? lower_highest(l, stops) : ir_op1(l->game, IR_OP_FIRST, stops);
    int e = lw_new_local(l, "end", end->type), x = lw_new_local(l, "level", lower_tier(l));
    Ir *before = ir_op2(l->game, from_top ? IR_OP_GT : IR_OP_LT, lw_local(l, x), lw_local(l, e));
    if (!from_top) { /* -1: it never stops */
        Ir *never = ir_op2(l->game, IR_OP_LT, lw_local(l, e), lw_int(l, 0));
        before = ir_op2(l->game, IR_OP_OR, never, before);
    }
    Ir *counted = ir_op1(l->game, IR_OP_COUNT, ir_k2(l->game, IR_OP_FILTER, x, levels, before));
    return ir_k2(l->game, IR_OP_LETX, e, end, counted);
}

static Ir *count_levels(Lower *l, const Term *t, const Ir *site)
{
    bool from_top = term_is_enum(term_arg(t, SLOT_stackDirection), "FromTop");
    const Term *cond = term_arg(t, SLOT_if), *stop = term_arg(t, SLOT_stop);
    if (!cond && !stop)
        return lw_height(l, lw_copy(l, site));
    return before_stop(l, site, levels_where(l, site, cond), stop, from_top);
}

Ir *lower_int_count_stack(Lower *l, const Term *t)
{
    const Term *at = term_arg(t, SLOT_at), *to = term_arg(t, SLOT_to);
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    Ir *sites = at ? lower_int(l, at) : lower_region(l, to);
    int s = lw_new_local(l, "stack", at ? sites->type : lower_site_type(l));
    Ir *count = count_levels(l, t, lw_local(l, s));
    return ir_k2(l->game, at ? IR_OP_LETX : IR_OP_SUM, s, sites, count);
}

/* ---- moves --------------------------------------------------------------------------- */

static Ir *site_of_loop(Lower *l, const Term *t, Ir **block)
{
    return lw_let(l, block, "stack", lower_int(l, term_arg(t, SLOT_site)));
}

void gen_for_each_level(Lower *l, const Term *t, Ir **block)
{
    Lower in = *l;
    if (!l->facts->stacks || !lower_default_type(&in, t)) {
        lower_unsupported(l, t, "levels in a game without stacks");
        return;
    }
    Ir *height = lw_height(l, lower_int(&in, term_arg(t, SLOT_site))), *body = ir_block(l->game);
    int level = lw_new_local(l, "level", level_type());
    in.it.level = lw_local(l, level);
    gen_moves(&in, term_arg(t, SLOT_moves), &body);
    Ir *part[3] = {lw_int(l, 0), height, body};
    ir_append(l->game, block, ir_node(l->game, l->fn, IR_OP_RANGE, level, 3, part));
}

/* ---- as consequences ----------------------------------------------------------------- */

/* What is asked of the board while the stack is taken apart. */
static bool asks_board(const Term *t) { return lower_reads_fact(t, LUD_FACT_BOARD); }

/* An effect on the level of (forEach Level ..), and for which levels, which is asked of all
 * of them before anything is done. */
typedef struct {
    const Term *effect;
    Ir *holds; /* of the level; NULL: always */
} LevelEffect;

enum { MOST_EFFECTS = 8 };

typedef struct {
    LevelEffect at[MOST_EFFECTS];
    int n;
    bool known, takes; /* takes: pieces leave the stack */
    bool settled; /* what depends on a level is asked of all levels before anything is done */
} LevelEffects;

/* What is done for one level: values asked for before anything is done, the rest. */
typedef struct {
    Ir *ask, *act;
    Ir *site;
} OneLevel;

static Ir *and_also(Lower *l, Ir *holds, Ir *more)
{
    return holds ? ir_op2(l->game, IR_OP_AND, lw_copy(l, holds), more) : more;
}

static bool takes_level(const Term *t)
{
    return ((t->id == LUD_from_to || t->id == LUD_move) && term_arg(term_arg(t, SLOT_from), SLOT_level)) ||
           (t->id == LUD_remove && term_arg(t, SLOT_level));
}

static void find_effects(Lower *l, const Term *t, Ir *holds, LevelEffects *e)
{
    const Term *list = t->id == LUD_and_moves_list ? term_arg(t, SLOT_list) : NULL;
    if (term_has(t, SLOT_then)) {
        e->known = false;
    } else if (t->id == LUD_if_moves) {
        Ir *cond = lower_bool(l, term_arg(t, SLOT_cond));
        if (term_arg(t, SLOT_no))
            find_effects(l, term_arg(t, SLOT_no), and_also(l, holds, ir_op1(l->game, IR_OP_NOT, lw_copy(l, cond))), e);
        find_effects(l, term_arg(t, SLOT_yes), and_also(l, holds, cond), e);
    } else if (t->id == LUD_and_moves) {
        find_effects(l, term_arg(t, SLOT_a), holds, e);
        find_effects(l, term_arg(t, SLOT_b), holds, e);
    } else if (list) {
        for (uint32_t i = 0; i < list->n; i++)
            find_effects(l, list->slot[i], holds, e);
    } else if (e->n == MOST_EFFECTS) {
        e->known = false;
    } else {
        e->takes = e->takes || takes_level(t);
        e->settled = e->settled || (takes_level(t) && asks_board(t));
        e->at[e->n++] = (LevelEffect){t, holds};
    }
}

/* Can the values of levels be put by: is the stack another one each time, and a site? */
static bool settles(Lower *l, const Term *t, const Ir *site)
{
    const Term *at = term_arg(t, SLOT_site);
    const bool loop = l->it.site || l->it.to || l->it.value || l->it.player;
    return site->type.lo >= 0 && !l->mode.applying && (!loop || term_is(at, LUD_site) || term_is(at, LUD_to));
}

/* The levels for which the effect is meant, found before anything is done. */
static Ir *levels_meant(Lower *l, const LevelEffect *e, int x, const Ir *height, Ir **lets)
{
    Ir *there = ir_op2(l->game, IR_OP_LT, lw_local(l, x), lw_copy(l, height));
    Ir *holds = e->holds ? ir_op2(l->game, IR_OP_AND, there, e->holds) : there;
    return lw_let(l, lets, "chosen", ir_k2(l->game, IR_OP_FILTER, x, ir_k0(l->game, IR_OP_ALL, lower_tier(l).space), holds));
}

/* Does the value depend on the level, itself or by one of those that do? */
static bool depends_on_any(const Ir *value, int level, const Ir *lets)
{
    for (int i = 0; i < lets->n; i++)
        if (lets->a[i]->op != IR_OP_LET || ir_uses_local(value, (int)lets->a[i]->k))
            return true;
    return value->op != IR_OP_LET || ir_uses_local(value, level);
}

/* Is it a part of what a stack holds? */
static bool of_stacks(const Lower *l, int field)
{
    const Fields *f = l->field;
    bool trait = false;
    for (int i = 0; i < TRAITS; i++)
        trait |= field == l->sites->trait[i];
    return trait || field == f->pile || field == f->height || field == l->sites->what;
}

/* Is something read that is written, the stack apart? */
static bool clash_beside(Lower *l, const Ir *writer, const Ir *reader)
{
    if (writer->op == IR_OP_PUT)
        return !of_stacks(l, (int)writer->k) && ir_uses_field(l->game, reader, (int)writer->k);
    if (writer->op == IR_OP_DO)
        return lower_clash(l, writer, reader);
    for (int i = 0; i < writer->n; i++)
        if (clash_beside(l, writer->a[i], reader))
            return true;
    return false;
}

/* A field for a value of each level of each site. */
static int level_field(Lower *l, IrType type)
{
    const IrDim dim = l->game->field.at[l->field->pile].dim;
    const char *name = arena_printf(l->arena, "put_by_level_%zu", l->game->field.n);
    return ir_field_add(l->game, name, lw_field_type(type), &dim);
}

/* The values of one level are put by, and read again where they are needed. */
static Ir *settle(Lower *l, const Ir *late, Ir *site, int level, Ir **ask)
{
    Ir *again = ir_block(l->game);
    Ir *base = ir_op2(l->game, IR_OP_MUL, lw_copy(l, site), lw_int(l, STACK));
    Ir *place = ir_op2(l->game, IR_OP_ADD, base, lw_local(l, level));
    for (int i = 0; i < late->n; i++) {
        Ir *let = late->a[i];
        const IrType type = let->a[0]->type;
        const int field = level_field(l, type);
        ir_append(l->game, ask, let);
        ir_append(l->game, ask, ir_put(l->game, field, lw_copy(l, place), lw_local(l, (int)let->k)));
        ir_append(l->game, &again, ir_k1(l->game, IR_OP_LET, let->k, lw_at(l, field, lw_copy(l, place))));
        ir_append(l->game, &again, ir_put(l->game, field, lw_copy(l, place), lw_nothing(l, type)));
    }
    return again;
}

/* Every effect on one level.  Their values are of the old state: those that depend on the
 * level are found before anything is done there, the others before all.  From the top down
 * what is taken leaves the levels that are still to come as they were; else no value may
 * depend on what is written. */
static bool act_on_level(Lower *l, const LevelEffects *e, Ir *const *meant, int level, Ir **lets, OneLevel *one)
{
    Ir *wrote = ir_block(l->game), *read = ir_block(l->game), *acts = ir_block(l->game);
    Lower in = *l;
    in.it.level = lw_local(l, level);
    in.mode.gathering |= e->settled;
    for (int i = 0; i < e->n; i++) {
        Ir *values = ir_block(l->game), *early = ir_block(l->game), *late = ir_block(l->game);
        Ir *writes = ir_block(l->game), *hoisted = ir_block(l->game);
        lower_effect(&in, e->at[i].effect, &values, &writes);
        for (int k = 0; k < values->n; k++) {
            if (e->settled && values->a[k]->op != IR_OP_LET)
                return false;
            ir_append(l->game, depends_on_any(values->a[k], level, late) ? &late : &early, values->a[k]);
        }
        Ir *now = ir_op2(l->game, IR_OP_HAS, lw_local(l, level), lw_copy(l, meant[i]));
        lower_hoist(l, ir_op1(l->game, IR_OP_ANY, lw_copy(l, meant[i])), early, lets);
        lower_hoist(l, now, late, &hoisted);
        lw_append_all(l, &one->act, e->settled ? settle(l, hoisted, one->site, level, &one->ask) : hoisted);
        lw_append_all(l, &read, late);
        lw_append_all(l, &wrote, writes);
        ir_append(l->game, &acts, ir_if(l->game, lw_copy(l, now), writes, NULL));
    }
    lw_append_all(l, &one->act, acts);
    return e->settled || (e->takes ? !clash_beside(l, wrote, read) : !lower_clash(l, wrote, read));
}

/* for each level, from the top or the bottom { body } */
static void each_level(Lower *l, bool from_top, int k, int level, const Ir *body, Ir **block)
{
    Ir *all = ir_block(l->game);
    Ir *now = from_top ? ir_op2(l->game, IR_OP_SUB, lw_int(l, STACK - 1), lw_local(l, k)) : lw_local(l, k);
    ir_append(l->game, &all, ir_k1(l->game, IR_OP_LET, level, now));
    lw_append_all(l, &all, body);
    Ir *part[3] = {lw_int(l, 0), lw_int(l, STACK), all};
    ir_append(l->game, block, ir_node(l->game, l->fn, IR_OP_RANGE, k, 3, part));
}

Ir *lower_height_before(Lower *l, const Term *remove, Ir *site)
{
    if (!l->stack_of_loop)
        return lw_height(l, site);
    if (!term_same(l->stack_of_loop, term_arg(remove, SLOT_site)))
        lower_unsupported(l, remove, "levels of another stack than the one gone through");
    return lw_copy(l, l->height_of_loop);
}

void effect_for_each_level(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    bool from_top = !term_is_enum(term_arg(t, SLOT_stackDirection), "FromBottom");
    Lower in = *l;
    LevelEffects e = {.known = true};
    /* in an (apply ..) the last level would stay the one of the moves for the numbers that follow */
    bool stays = l->mode.applying && l->it.level && l->it.value;
    if (!l->facts->stacks || !lower_default_type(l, t) || term_arg(t, SLOT_then) || stays) {
        lower_refuse_effect(l, t);
        return;
    }
    Ir *site = site_of_loop(l, t, lets), *meant[MOST_EFFECTS];
    Ir *height = lw_let(l, lets, "height", lw_height(l, site));
    int x = lw_new_local(l, "level", lower_tier(l));
    in.it.level = lw_local(l, x);
    find_effects(&in, term_arg(t, SLOT_moves), NULL, &e);
    const bool shifts = e.takes && !from_top && !e.settled;
    if (!e.known || shifts || (e.settled && !settles(l, t, site)) || (e.takes && e.n > 1 && l->field->lap >= 0)) {
        lower_refuse_effect(l, t);
        return;
    }
    for (int i = 0; i < e.n; i++)
        meant[i] = levels_meant(&in, &e.at[i], x, height, lets);
    OneLevel one = {ir_block(l->game), ir_block(l->game), site};
    int k = lw_new_local(l, "k", level_type()), level = lw_new_local(l, "level", lower_tier(l));
    in.stack_of_loop = term_arg(t, SLOT_site);
    in.height_of_loop = height;
    bool done = act_on_level(&in, &e, meant, level, lets, &one);
    if (one.ask->n > 0)
        each_level(l, from_top, k, level, one.ask, lets);
    each_level(l, from_top, k, level, one.act, writes);
    if (!done)
        lower_refuse_effect(l, t);
}
