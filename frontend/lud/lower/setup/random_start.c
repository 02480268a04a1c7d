/* random_start.c - start rules by chance (semantics 03, section 6).
 *
 * What is placed by chance is not known before the game, nor is what later rules see of
 * it.  So these rules are moves before the first one, each of which draws one lot where it
 * can: then whoever follows a record finds the lots one after another. */
#include "frontend/lud/lower/setup/random_start.h"

#include "frontend/lud/lower/effects/capture.h"
#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/state/random.h"
#include "frontend/lud/lower/state/stack.h"

enum { MOST_PLACED = 1000 };

bool lower_begins(const Lower *l, const Term *rule)
{
    return l->sym->begin || term_is(rule, LUD_place_random) || term_is(rule, LUD_place_random_stack) ||
           term_is(rule, LUD_place_random_counts) || lower_draws(rule);
}

/* ---- stages --------------------------------------------------------------------------------- */

static struct Begin *begin_of(Lower *l)
{
    if (!l->sym->begin) {
        struct Begin *b = l->sym->begin = ARENA_NEW(l->arena, struct Begin);
        *b = (struct Begin){.at_start = -1};
        b->proc = ir_fn_add(l->game, IR_PROC, "begin", (IrType){.kind = IR_VOID});
        b->proc->body = ir_block(l->game);
        b->stage = ir_field_add(l->game, "stage", ir_int(0, MOST_PLACED), NULL);
        b->placed = ir_field_add(l->game, "placed", ir_int(0, MOST_PLACED), NULL);
        l->game->field.at[b->stage].init[0] = 1;
    }
    return l->sym->begin;
}

/* The stage made last is complete; `next` follows it. */
static void end_stage(Lower *l, int next)
{
    struct Begin *b = l->sym->begin;
    if (b->stages == 0)
        return;
    Ir *done = ir_block(l->game), *last = ir_block(l->game);
    if (b->more)
        ir_append(l->game, &last, ir_put(l->game, b->placed, NULL, lw_int(l, 0)));
    lw_append_all(l, &last, b->after);
    ir_append(l->game, &last, ir_put(l->game, b->stage, NULL, lw_int(l, next)));
    lw_append_all(l, &done, b->each);
    if (b->more)
        ir_append(l->game, &done, ir_if(l->game, ir_op1(l->game, IR_OP_NOT, b->more), last, NULL));
    else
        lw_append_all(l, &done, last);
    ir_append(l->game, &done, ir_node(l->game, l->fn, IR_OP_RET, 0, 0, NULL));
    Ir *now = ir_op2(l->game, IR_OP_EQ, lw_get(l, b->stage), lw_int(l, b->stages));
    ir_append(l->game, &b->proc->body, ir_if(l->game, now, done, NULL));
}

/* `more`: whether the stage goes on after the move; NULL: it does not. */
static void new_stage(Lower *l, Ir *each, Ir *more)
{
    struct Begin *b = l->sym->begin;
    end_stage(l, b->stages + 1);
    b->stages++;
    b->each = each;
    b->more = more;
    b->after = ir_block(l->game);
}

/* ---- placing -------------------------------------------------------------------------------- */

/* Onto an empty site, or onto a stack. */
static void place(Lower *l, Ir **block, Ir *site, int piece, Ir *count, Ir *const *trait)
{
    const int last[] = {l->field->last.from, l->field->last.to, l->field->last.acted_to};
    const int level[] = {l->field->last.level_from, l->field->last.level_to};
    Ir *there = ir_block(l->game);
    lw_put_piece_as(l, &there, lw_copy(l, site), lw_int(l, piece), count, trait, false);
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        if (last[i] >= 0)
            ir_append(l->game, &there, ir_put(l->game, last[i], NULL, lw_copy(l, site)));
    for (size_t i = 0; i < sizeof level / sizeof *level; i++)
        if (level[i] >= 0)
            ir_append(l->game, &there, ir_put(l->game, level[i], NULL, lw_int(l, 0)));
    ir_append(l->game, block, ir_if(l->game, lw_is_site(l, site), there, NULL));
    l->facts->setup_moves++;
}

/* The traits that the rule gives; those that it lacks stay NULL. */
static void traits_of(Lower *l, const Term *t, Ir **block, Ir **trait)
{
    static const SlotName slot[TRAITS] = {SLOT_state, SLOT_rotation, SLOT_value};
    for (int i = 0; i < TRAITS; i++) {
        const Term *given = i == TRAIT_ROTATION && !term_is(t, LUD_place) && !term_is(t, LUD_place_many) ? NULL
                                                                                           : term_arg(t, slot[i]);
        trait[i] = given ? lw_let(l, block, slot_name(slot[i]), lower_fold_int(l, lower_int(l, given))) : NULL;
    }
}

static Ir *count_of(Lower *l, const Term *count)
{
    if (count && !l->facts->has_count)
        lower_unsupported(l, count, "several pieces at a site of a game without counts");
    return count ? lower_int(l, count) : lw_int(l, 1);
}

static void place_one(Lower *l, const Term *t, Ir **block)
{
    const Term *coord = term_arg(t, SLOT_coord), *site = term_arg(t, SLOT_site);
    Ir *trait[TRAITS] = {NULL}, *where = site ? lower_int(l, site) : NULL;
    int piece = lower_component_named(l, term_arg(t, SLOT_piece));
    if (term_arg(t, SLOT_container) || !lower_default_type(l, t) || (!coord && !site)) {
        lower_unsupported(l, t, "this form of (place ..) after a start rule by chance");
        return;
    }
    if (coord) {
        int labelled = board_find_label(l->sites->layer, coord->text);
        if (labelled < 0) {
            session_error(l->session, term_at(coord), "the board has no site labelled `%s`", coord->text);
        lower_near_label(l, coord);
            return;
        }
        where = lw_int(l, labelled);
    }
    where = lw_let(l, block, "site", lower_fold_int(l, where));
    traits_of(l, t, block, trait);
    place(l, block, where, piece, count_of(l, term_arg(t, SLOT_count)), trait);
}

static void place_many(Lower *l, const Term *t, Ir **block)
{
    const Term *region = term_arg(t, SLOT_region);
    Ir *trait[TRAITS] = {NULL}, *body = ir_block(l->game);
    int piece = lower_component_named(l, term_arg(t, SLOT_piece));
    if (!region || term_arg(t, SLOT_counts) || !lower_default_type(l, t)) {
        lower_unsupported(l, t, "this form of (place ..) after a start rule by chance");
        return;
    }
    Ir *sites = lw_let(l, block, "sites", lower_region(l, region));
    traits_of(l, t, block, trait);
    int s = lw_new_local(l, "s", lower_site_type(l));
    place(l, &body, lw_local(l, s), piece, lw_int(l, 1), trait);
    ir_append(l->game, block, ir_k2(l->game, IR_OP_FOR, s, sites, body));
}

/* ---- (place Random ..) ---------------------------------------------------------------------- */

/* One piece of the kind on an empty site of the region, so many times.  A number of
 * pieces by chance is drawn again before each of them. */
static void place_kind(const Lower *outer, const Term *t, int piece)
{
    Lower scope = *outer, *l = &scope;
    struct Begin *b = l->sym->begin;
    const Term *region = term_arg(t, SLOT_region), *count = term_arg(t, SLOT_count);
    Ir *trait[TRAITS] = {NULL}, *each = ir_block(l->game), *some = ir_block(l->game), *none = ir_block(l->game);
    random_drawn(l, t, &each);
    Ir *number = lw_let(l, &each, "number", lower_fold_int(l, count ? lower_int(l, count) : lw_int(l, 1)));
    const bool once = number->op == IR_OP_INT && number->k == 1;
    Ir *sites = region ? lower_region(l, region) : lw_board(l);
    Ir *empty = ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_int(l, 0));
    sites = ir_op2(l->game, IR_OP_MAND, sites, empty);
    if (!once) {
        Ir *wanted = ir_op2(l->game, IR_OP_LT, lw_get(l, b->placed), lw_copy(l, number));
        sites = ir_op3(l->game, IR_OP_SELECT, wanted, sites, ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
    }
    sites = lw_let(l, &each, "sites", sites);
    Ir *outcomes = ir_op2(l->game, IR_OP_MAX, ir_op1(l->game, IR_OP_COUNT, lw_copy(l, sites)), lw_int(l, 1));
    Ir *lot = lw_let(l, &some, "lot", ir_op1(l->game, IR_OP_DRAW, outcomes));
    Ir *site = lw_let(l, &some, "site", ir_op2(l->game, IR_OP_NTH, lw_copy(l, sites), lot));
    traits_of(l, t, &some, trait);
    place(l, &some, site, piece, lw_int(l, 1), trait);
    if (!once) {
        Ir *next = ir_op2(l->game, IR_OP_ADD, lw_get(l, b->placed), lw_int(l, 1));
        next = ir_op2(l->game, IR_OP_MIN, next, lw_int(l, MOST_PLACED));
        ir_append(l->game, &some, ir_put(l->game, b->placed, NULL, next));
        ir_append(l->game, &none, ir_put(l->game, b->placed, NULL, lw_int(l, MOST_PLACED)));
    }
    ir_append(l->game, &each, ir_if(l->game, ir_op1(l->game, IR_OP_ANY, sites), some, once ? NULL : none));
    int64_t known = MOST_PLACED;
    lower_is_const(number, &known);
    random_put_back(l, outer, &each);
    Ir *more = ir_op2(l->game, IR_OP_LT, lw_get(l, b->placed), lw_int(l, known < MOST_PLACED ? known : MOST_PLACED));
    new_stage(l, each, once ? NULL : more);
}

static void place_random(Lower *l, const Term *t)
{
    const Term *pieces = term_arg(t, SLOT_pieces), *count = term_arg(t, SLOT_count);
    const Term *value = term_arg(t, SLOT_value), *state = term_arg(t, SLOT_state);
    if (!lower_default_type(l, t) || (!(count && count->kind == TERM_INT && count->number == 1) &&
                                      ((value && lower_draws(value)) || (state && lower_draws(state))))) {
        lower_unsupported(l, t, "this form of (place Random ..)");
        return;
    }
    for (uint32_t i = 0; i < pieces->n; i++)
        place_kind(l, t, lower_component_named(l, pieces->slot[i]));
}

/* ---- (place Random ..) of a stack ----------------------------------------------------------- */

enum { MOST_KINDS = 64 };

/* Kinds of pieces, how often each comes, and how often it is still to come. */
typedef struct {
    int n, total, left;
    int piece[MOST_KINDS];
    int64_t number[MOST_KINDS];
} Heap;

static void heap_add(Lower *l, Heap *h, const Term *name, int64_t number)
{
    int piece = lower_component_named(l, name);
    if (h->n == MOST_KINDS || number < 0 || h->total + number > STACK) {
        lower_unsupported(l, name, "so many pieces in a stack by chance");
        return;
    }
    h->piece[h->n] = piece;
    h->number[h->n++] = number;
    h->total += (int)number;
}

static void heap_of(Lower *l, const Term *t, Heap *h)
{
    const bool items = term_is(t, LUD_place_random_counts);
    const Term *names = term_arg(t, items ? SLOT_items : SLOT_pieces), *counts = items ? NULL : term_arg(t, SLOT_count);
    for (uint32_t i = 0; i < names->n; i++) {
        const Term *name = items ? term_arg(names->slot[i], SLOT_item) : names->slot[i];
        const Term *many = items ? term_arg(names->slot[i], SLOT_count) : counts && i < counts->n ? counts->slot[i] : NULL;
        int64_t number = 1;
        if (many && !lower_const_int(l, many, &number))
            lower_unsupported(l, many, "a number of pieces that is not known before the game");
        heap_add(l, h, name, number);
    }
}

/* Each piece of the heap is as likely to come next as any other. */
static void place_heap(Lower *l, const Term *t)
{
    struct Begin *b = l->sym->begin;
    Heap h = {.n = 0};
    Ir *trait[TRAITS] = {NULL}, *each = ir_block(l->game), *chain = NULL;
    heap_of(l, t, &h);
    if (!lower_default_type(l, t) || lower_draws(t) || h.total == 0) {
        lower_unsupported(l, t, "this form of (place Random ..)");
        return;
    }
    IrDim kinds = lw_dim(h.n);
    h.left = ir_field_add(l->game, arena_printf(l->arena, "left_%d", b->stages + 1), ir_int(0, h.total), &kinds);
    Ir *site = lw_let(l, &each, "site", lower_fold_int(l, lower_int(l, term_arg(t, SLOT_site))));
    if (!term_is(t, LUD_place_random_counts))
        traits_of(l, t, &each, trait);
    Ir *outcomes = ir_op2(l->game, IR_OP_SUB, lw_int(l, h.total), lw_get(l, b->placed));
    outcomes = ir_op2(l->game, IR_OP_MAX, outcomes, lw_int(l, 1));
    Ir *lot = lw_let(l, &each, "lot", ir_op1(l->game, IR_OP_DRAW, outcomes));
    for (int k = h.n; k-- > 0;) {
        Ir *these = ir_block(l->game), *before = lw_int(l, 0);
        for (int i = 0; i <= k; i++) {
            l->game->field.at[h.left].init[i] = h.number[i];
            before = ir_op2(l->game, IR_OP_ADD, before, lw_at(l, h.left, lw_int(l, i)));
        }
        Ir *less = ir_op2(l->game, IR_OP_SUB, lw_at(l, h.left, lw_int(l, k)), lw_int(l, 1));
        ir_append(l->game, &these, ir_put(l->game, h.left, lw_int(l, k), ir_op2(l->game, IR_OP_MAX, less, lw_int(l, 0))));
        place(l, &these, site, h.piece[k], lw_int(l, 1), trait);
        Ir *now = ir_if(l->game, ir_op2(l->game, IR_OP_LT, lw_copy(l, lot), before), these, chain);
        chain = ir_block(l->game);
        ir_append(l->game, &chain, now);
    }
    lw_append_all(l, &each, chain);
    Ir *next = ir_op2(l->game, IR_OP_MIN, ir_op2(l->game, IR_OP_ADD, lw_get(l, b->placed), lw_int(l, 1)), lw_int(l, h.total));
    ir_append(l->game, &each, ir_put(l->game, b->placed, NULL, next));
    new_stage(l, each, ir_op2(l->game, IR_OP_LT, lw_get(l, b->placed), lw_int(l, h.total)));
}

/* ---- rules ---------------------------------------------------------------------------------- */

/* Rules that draw no more than the lots in them; the others follow the stage before. */
static void plain_rule(const Lower *outer, const Term *t)
{
    Lower scope = *outer, *l = &scope;
    Ir *block = ir_block(l->game);
    const bool stage = lower_draws(t);
    int64_t known;
    if (term_is(t, LUD_start_set_score) && lower_const_int(l, term_arg(t, SLOT_value), &known)) {
        lower_start_score(l, t); /* wherever pieces are */
        return;
    }
    random_drawn(l, t, &block);
    switch (t->id) {
    case LUD_place: place_one(l, t, &block); break;
    case LUD_place_many: place_many(l, t, &block); break;
    case LUD_start_set_hidden: lower_begin_hidden(l, t, &block); break;
    default: lower_unsupported(l, t, arena_printf(l->arena, "after a start rule by chance: %s", lud_row(t->id)->signature));
    }
    random_put_back(l, outer, &block);
    if (stage)
        new_stage(l, block, NULL);
    else
        lw_append_all(l, &l->sym->begin->after, block);
}

void lower_begin_rule(Lower *l, const Term *rule)
{
    const struct Begin *b = begin_of(l);
    Lower in = *l;
    in.fn = b->proc;
    if (l->sym->puzzle || l->facts->repetition != REPEAT_NONE || l->facts->has_cycle)
        lower_unsupported(&in, rule, "a start by chance in a puzzle or a game of repetition");
    if (term_is(rule, LUD_place_random))
        place_random(&in, rule);
    else if (term_is(rule, LUD_place_random_stack) || term_is(rule, LUD_place_random_counts))
        place_heap(&in, rule);
    else
        plain_rule(&in, rule);
}

/* Do the rules ask what stood where at the start? */
static void keep_start(Lower *l, Ir **block)
{
    struct Begin *b = l->sym->begin;
    if (!lower_reads(l->root, LUD_sites_start))
        return;
    IrDim site = lw_dim_site(l);
    b->at_start = ir_field_add(l->game, "at_start", l->game->field.at[l->sites->what].elem, &site);
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *body = ir_block(l->game);
    ir_append(l->game, &body, ir_put(l->game, b->at_start, lw_local(l, s), lw_at(l, l->sites->what, lw_local(l, s))));
    ir_append(l->game, block, ir_k2(l->game, IR_OP_FOR, s, lw_board(l), body));
}

void lower_begin_done(Lower *l)
{
    struct Begin *b = l->sym->begin;
    if (!b)
        return;
    Lower in = *l;
    in.fn = b->proc;
    if (b->stages > 0) {
        keep_start(&in, &b->after);
        end_stage(&in, 0);
    }
}

/* ---- questions ------------------------------------------------------------------------------ */

Ir *lower_first_throw(Lower *l, Ir *moves)
{
    if (!l->sym->dice && !l->sym->begin)
        return moves;
    Rule r;
    Ir *first = ir_block(l->game), *all = ir_block(l->game);
    Ir *before = l->sym->begin ? ir_op2(l->game, IR_OP_NE, lower_beginning(l), lw_int(l, 0)) : lower_beginning(l);
    rule_begin(&r, l, NULL, l->sym->begin ? "begin" : "first_throw", 1, 0);
    r.kind = KIND_NONE;
    rule_end_bare(&r, &first);
    ir_append(l->game, &all, ir_if(l->game, before, first, moves));
    return all;
}
