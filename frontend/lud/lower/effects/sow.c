/* sow.c - sowing: the seeds of a hole go one by one into the holes that follow it
 * on a track; what the last one brings about follows (semantics 04, `sow`).
 *
 * Conditions within the sowing are asked of the position before it, of which they keep
 * what they read; what is captured is asked of the position after it. */
#include <string.h>

#include "frontend/lud/lower/effects/effect_each.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/geometry/track.h"
#include "ir/core/tree.h"

enum { SEEDS = 2000 };

typedef struct {
    int field, before;
} Frozen;

typedef struct {
    Lower *l;
    const Term *term;
    Course course;
    Ir *start, *count;
    int at, to, left, value; /* locals: position, (to), seeds in hand, (value) */
    bool keep;               /* no hole is left out for being the one sown from */
    int written[8], nwritten; /* fields of the sites that sowing changes; conditions read .. */
    Frozen frozen[8];        /* .. those of them that were kept */
    int nfrozen;
    Ir *before, *after;      /* keep them, and forget them */
} Sow;

/* The track of that name, of that player unless he is -1. */
static const Track *track_named(Lower *l, const Term *name, int64_t who)
{
    for (size_t i = 0; i < l->sym->track.n; i++) {
        const Track *track = &l->sym->track.at[i];
        if (!name || (who == -1 ? strcmp(track->name, name->text) == 0
                                : track->owner == who && strstr(track->name, name->text)))
            return track;
    }
    return NULL;
}

/* false: there is no such track, or it is not known how to sow along it. */
static bool course_of_sowing(Lower *l, const Term *t, Ir **lets, Course *course)
{
    const Term *name = term_arg(t, SLOT_track), *owner = term_arg(t, SLOT_owner);
    const Track *track[20] = {NULL};
    int64_t fixed = -1;
    int n = 1;
    Ir *who = owner ? lower_int(l, owner) : lw_int(l, -1);
    if (!name || lower_is_const(who, &fixed)) {
        track[0] = track_named(l, name, fixed);
        who = NULL;
    } else {
        who = lw_let(l, lets, "owner", who);
        n = l->facts->players + 2;
        for (int p = 1; p < n; p++)
            track[p] = track_named(l, name, p);
    }
    bool any = false;
    for (int p = 0; p < n; p++) {
        any |= track[p] != NULL;
        if (track[p] && !track[p]->loop) {
            lower_unsupported(l, t, "sowing along a track that ends");
            return false;
        }
    }
    *course = lower_course(l, track, who);
    return any;
}

static void variable(Lower *l, Ir **block, int local, Ir *value)
{
    ir_append(l->game, block, ir_k1(l->game, IR_OP_VAR, local, value));
}

static void set(Lower *l, Ir **block, int local, Ir *value)
{
    ir_append(l->game, block, ir_k1(l->game, IR_OP_SET, local, value));
}

static Ir *here(const Sow *s)
{
    return track_course_site(s->l, &s->course, lw_local(s->l, s->at));
}

static void advance(const Sow *s, Ir **block, int table)
{
    set(s->l, block, s->at, track_course_read(s->l, &s->course, table, lw_local(s->l, s->at)));
}

/* ---- the position before ----------------------------------------------------------------------- */

/* Fields of the sites that the statements write. */
static void written_fields(Lower *l, const Ir *node, int *list, int *n, int max)
{
    if (node->op == IR_OP_PUT && node->n > 1) {
        int i = 0;
        while (i < *n && list[i] != (int)node->k)
            i++;
        if (i == *n && *n < max)
            list[(*n)++] = (int)node->k;
    }
    for (int i = 0; i < node->n; i++)
        written_fields(l, node->a[i], list, n, max);
}

/* The same, of the position before. */
static void read_before(Ir *node, const Frozen *f)
{
    if (ir_reads_field(node) && node->k == f->field)
        node->k = f->before;
    for (int i = 0; i < node->n; i++)
        read_before(node->a[i], f);
}

/* The field as it is now, kept in another one until `end`. */
static int keep(Lower *l, const Term *t, int field, Ir **block, Ir **end)
{
    IrType type = l->game->field.at[field].elem;
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *one = ir_block(l->game), *clear = ir_block(l->game);
    int before = lower_scratch(l, t, field, type);
    lower_clear_scratch(l, &clear, before, s);
    ir_append(l->game, end, ir_k2(l->game, IR_OP_FOR, s, ir_k0(l->game, IR_OP_ALL, l->sym->space_site), clear));
    ir_append(l->game, &one, ir_put(l->game, before, lw_local(l, s), lw_at(l, field, lw_local(l, s))));
    ir_append(l->game, block, ir_k2(l->game, IR_OP_FOR, s, ir_k0(l->game, IR_OP_ALL, l->sym->space_site), one));
    return before;
}

/* What the trees read and the writes change is kept as it was; the trees read that. */
static void freeze(Lower *l, const Term *t, const Ir *writes, Ir **tree, int n, Ir **block, Ir **end)
{
    int field[8], fields = 0;
    written_fields(l, writes, field, &fields, 8);
    for (int k = 0; k < n; k++)
        if (tree[k] && fields > 0 && tree_does(tree[k], IR_CALLS))
            lower_unsupported(l, t, "captures along a track that read more than single holes");
    for (int i = 0; i < fields; i++) {
        Frozen f = {field[i], -1};
        for (int k = 0; k < n; k++) {
            if (!tree[k] || !ir_uses_field(l->game, tree[k], f.field))
                continue;
            if (f.before < 0)
                f.before = keep(l, t, f.field, block, end);
            tree[k] = lw_copy(l, tree[k]);
            read_before(tree[k], &f);
        }
    }
}

static bool reads_position(const Lower *l, const Ir *node)
{
    bool field = ir_reads_field(node);
    bool place = field && (node->k == l->sites->what || node->k == l->sites->count || node->k == l->field->who);
    for (int i = 0; i < TRAITS; i++)
        place |= field && node->k == l->sites->trait[i];
    if (place || node->op == IR_OP_CALL || node->op == IR_OP_EXISTS)
        return true;
    for (int i = 0; i < node->n; i++)
        if (reads_position(l, node->a[i]))
            return true;
    return false;
}

static void before_seeds(Sow *s, const Ir *hole, Ir **lets, Ir **writes);

/* Which fields seeds and effects on holes change: of a trial of both. */
static void changed_by_sowing(Sow *s)
{
    Lower *l = s->l;
    Ir *all = ir_block(l->game), *lets = ir_block(l->game);
    lw_sow_piece(l, &all, s->start, lw_copy(l, s->start), NULL);
    if (term_arg(s->term, SLOT_sowEffect))
        before_seeds(s, s->start, &lets, &all);
    written_fields(l, all, s->written, &s->nwritten, 8);
}

/* The same, of the position before the sowing. */
static void of_before(Sow *s, const Term *t, Ir *tree)
{
    Lower *l = s->l;
    if (!reads_position(l, tree))
        return;
    if (s->nwritten == 0)
        changed_by_sowing(s);
    for (int i = 0; i < s->nwritten; i++) {
        if (tree_does(tree, IR_CALLS)) {
            lower_unsupported(l, t, "a condition on sowing that reads more than single holes");
            return;
        }
        if (!ir_uses_field(l->game, tree, s->written[i]))
            continue;
        int k = 0;
        while (k < s->nfrozen && s->frozen[k].field != s->written[i])
            k++;
        if (k == s->nfrozen)
            s->frozen[s->nfrozen++] = (Frozen){s->written[i], keep(l, s->term, s->written[i], &s->before, &s->after)};
        read_before(tree, &s->frozen[k]);
    }
}

/* A condition or number within the sowing. */
static Ir *within(Sow *s, const Term *t, bool number)
{
    Ir *value = number ? lower_int(s->l, t) : lower_bool(s->l, t);
    value = lw_copy(s->l, value);
    of_before(s, t, value);
    return value;
}

/* What is done to a hole before its seeds come, from values of before the sowing. */
static void before_seeds(Sow *s, const Ir *hole, Ir **lets, Ir **writes)
{
    Lower *l = s->l;
    const Term *effect = term_arg(s->term, SLOT_sowEffect);
    Lower in = *l;
    in.mode.gathering = true;
    in.it.to = lw_copy(l, hole);
    lower_effect(&in, effect, lets, writes);
    for (int i = 0; i < (*lets)->n; i++)
        if ((*lets)->a[i]->op != IR_OP_LET)
            lower_unsupported(l, effect, "sowEffect: for several sites");
}

/* ---- seeds into holes --------------------------------------------------------------------- */

/* What the hole held beside its seeds, before the sowing. */
static void traits_before(Sow *s, const Ir *hole, Ir **block, Ir **trait)
{
    Lower *l = s->l;
    for (int i = 0; i < TRAITS; i++) {
        trait[i] = NULL;
        if (l->sites->trait[i] >= 0) {
            Ir *value = lw_at(l, l->sites->trait[i], lw_copy(l, hole));
            of_before(s, s->term, value);
            trait[i] = lw_let(l, block, "trait", value);
        }
    }
}

static void into_next_hole(Sow *s, Ir **block)
{
    Lower *l = s->l;
    const Term *skip = term_arg(s->term, SLOT_skipIf), *per_hole = term_arg(s->term, SLOT_numPerHole);
    advance(s, block, s->course.next);
    set(l, block, s->to, here(s));
    if (skip) {
        Ir *on = ir_block(l->game);
        Ir *cond = within(s, skip, false);
        advance(s, &on, s->course.next);
        set(l, &on, s->to, here(s));
        ir_append(l->game, block, ir_k2(l->game, IR_OP_WHILE, s->course.n, cond, on));
    }
    if (!s->keep) { /* (to) stays the hole that is left out */
        Ir *over = ir_block(l->game);
        advance(s, &over, s->course.next);
        ir_append(l->game, block, ir_if(l->game, ir_op2(l->game, IR_OP_EQ, here(s), lw_copy(l, s->start)), over, NULL));
    }
    Ir *hole = lw_let(l, block, "hole", here(s)), *trait[TRAITS];
    if (term_arg(s->term, SLOT_sowEffect)) {
        Ir *lets = ir_block(l->game), *writes = ir_block(l->game);
        before_seeds(s, hole, &lets, &writes);
        of_before(s, s->term, lets);
        lw_append_all(l, block, lets);
        lw_append_all(l, block, writes);
        traits_before(s, hole, block, trait);
    }
    Ir *seed = ir_block(l->game);
    lw_sow_piece(l, &seed, s->start, hole, term_arg(s->term, SLOT_sowEffect) ? trait : NULL);
    set(l, &seed, s->left, ir_op2(l->game, IR_OP_SUB, lw_local(l, s->left), lw_int(l, 1)));
    if (!per_hole) {
        for (int i = 0; i < seed->n; i++)
            ir_append(l->game, block, seed->a[i]);
        return;
    }
    int n = lw_new_local(l, "n", ir_int(0, SEEDS));
    Ir *number = ir_op2(l->game, IR_OP_MIN, within(s, per_hole, true), lw_local(l, s->left));
    Ir *range[3] = {lw_int(l, 0), number, seed};
    ir_append(l->game, block, ir_node(l->game, l->fn, IR_OP_RANGE, n, 3, range));
}

/* The first seeds may come to lie where they were. */
static void origin(Sow *s, Ir **block)
{
    Lower *l = s->l;
    const Term *cond = term_arg(s->term, SLOT_origin), *per_hole = term_arg(s->term, SLOT_numPerHole);
    Lower in = *l;
    Ir *all = ir_block(l->game), *stay = ir_block(l->game);
    int64_t known = 0;
    in.it.from = s->start;
    Ir *holds = cond ? lower_bool(&in, cond) : NULL;
    const bool fixed = holds && lower_is_const(holds, &known);
    if (!holds || (fixed && !known))
        return;
    if (term_arg(s->term, SLOT_sowEffect))
        lower_unsupported(l, s->term, "origin: of a sowing with effects");
    lw_sow_piece(l, &stay, s->start, s->start, NULL);
    Ir *n = per_hole ? ir_op2(l->game, IR_OP_MIN, within(s, per_hole, true), lw_local(l, s->left)) : lw_int(l, 1);
    set(l, &stay, s->left, ir_op2(l->game, IR_OP_SUB, lw_local(l, s->left), n));
    Ir *some = ir_op2(l->game, IR_OP_GT, lw_local(l, s->left), lw_int(l, 0));
    ir_append(l->game, &all, ir_if(l->game, some, stay, NULL));
    set(l, &all, s->to, lw_copy(l, s->start));
    if (fixed)
        lw_append_all(l, block, all);
    else
        ir_append(l->game, block, ir_if(l->game, holds, all, NULL));
}

static void into_holes(Sow *s, Ir **block)
{
    Lower *l = s->l;
    origin(s, block);
    Lower in = *l;
    Sow inside = *s;
    inside.l = &in;
    in.it.to = lw_local(l, s->to);
    in.it.value = lw_local(l, s->value);
    Ir *body = ir_block(l->game);
    into_next_hole(&inside, &body);
    inside.l = l;
    *s = inside; /* with the fields that were kept on the way */
    if (s->value != s->left)
        set(l, &body, s->value, ir_op2(l->game, IR_OP_SUB, lw_local(l, s->value), lw_int(l, 1)));
    Ir *more = ir_op2(l->game, IR_OP_GT, lw_local(l, s->left), lw_int(l, 0));
    ir_append(l->game, block, ir_k2(l->game, IR_OP_WHILE, SEEDS, more, body));
}

/* ---- what the last seed brings about ---------------------------------------------------------- */

static void bring_about(const Sow *s, Ir **block)
{
    Lower *l = s->l;
    Ir *lets = ir_block(l->game), *writes = ir_block(l->game);
    Lower in = *l;
    in.it.from = lw_copy(l, s->start);
    in.mode.sowing = true;
    lower_effect(&in, term_arg(s->term, SLOT_apply), &lets, &writes);
    for (int i = 0; i < lets->n; i++)
        ir_append(l->game, block, lets->a[i]);
    for (int i = 0; i < writes->n; i++)
        ir_append(l->game, block, writes->a[i]);
}

/* Hole by hole, back or on along the track, as long as the conditions hold; all are
 * asked of the position before the first capture. */
static void bring_about_along(const Sow *s, const Term *cond, const Term *walk, bool back, Ir **block)
{
    Lower *l = s->l;
    int go = lw_new_local(l, "again", ir_bit()), n = lw_new_local(l, "times", ir_int(0, s->course.n));
    Ir *body = ir_block(l->game), *on = ir_block(l->game), *writes = ir_block(l->game), *kept = ir_block(l->game);
    Ir *end = ir_block(l->game);
    Ir *tree[4] = {ir_block(l->game), lower_bool(l, walk), lower_bool(l, walk), cond ? lower_bool(l, cond) : NULL};
    Lower in = *l;
    in.mode.gathering = in.mode.sowing = true;
    in.it.from = lw_copy(l, s->start);
    lower_effect(&in, term_arg(s->term, SLOT_apply), &tree[0], &writes);
    Ir *first = cond ? lw_copy(l, tree[3]) : NULL;
    freeze(l, s->term, writes, tree, 4, &kept, &end);
    variable(l, &kept, go, lw_int(l, 1));
    variable(l, &kept, n, lw_int(l, 0));
    lw_append_all(l, &body, tree[0]);
    lw_append_all(l, &body, writes);
    set(l, &body, n, ir_op2(l->game, IR_OP_ADD, lw_local(l, n), lw_int(l, 1)));
    set(l, &body, go, tree[1]);
    advance(s, &on, back ? s->course.prev : s->course.next);
    set(l, &on, s->to, here(s));
    Ir *still = tree[2];
    if (back)
        still = ir_op2(l->game, IR_OP_AND, still, ir_op2(l->game, IR_OP_NE, lw_local(l, s->to), lw_copy(l, s->start)));
    Ir *less = ir_op2(l->game, IR_OP_LT, lw_local(l, n), lw_int(l, s->course.n));
    set(l, &on, go, ir_op2(l->game, IR_OP_AND, still, less));
    ir_append(l->game, &body, ir_if(l->game, lw_local(l, go), on, NULL));
    Ir *more = lw_local(l, go);
    if (cond)
        more = ir_op2(l->game, IR_OP_AND, more, tree[3]);
    ir_append(l->game, &kept, ir_k2(l->game, IR_OP_WHILE, s->course.n + 1, more, body));
    lw_append_all(l, &kept, end);
    if (first)
        ir_append(l->game, block, ir_if(l->game, first, kept, NULL));
    else
        lw_append_all(l, block, kept);
}

static void after_sowing(const Sow *s, Ir **block)
{
    Lower *l = s->l;
    const Term *cond = term_arg(s->term, SLOT_if);
    const Term *back = term_arg(s->term, SLOT_backtracking), *on = term_arg(s->term, SLOT_forward);
    if (!term_arg(s->term, SLOT_apply))
        return;
    Lower in = *l;
    Sow last = *s;
    last.l = &in;
    in.it.to = lw_local(l, s->to);
    if (back || on) {
        bring_about_along(&last, cond, back ? back : on, back != NULL, block);
    } else if (cond) {
        Ir *holds = lower_bool(&in, cond), *done = ir_block(l->game);
        bring_about(&last, &done);
        ir_append(l->game, block, ir_if(l->game, holds, done, NULL));
    } else {
        bring_about(&last, block);
    }
}

/* ---- the whole ------------------------------------------------------------------------------------ */

/* Is anything moved by what is written so far? */
static bool moves_pieces(const Lower *l, const Ir *node)
{
    if (node->op == IR_OP_DO || (node->op == IR_OP_PUT && (node->k == l->sites->what || node->k == l->sites->count)))
        return true;
    for (int i = 0; i < node->n; i++)
        if (moves_pieces(l, node->a[i]))
            return true;
    return false;
}

static bool known_form(Lower *l, const Term *t, const Ir *writes)
{
    const Term *effect = term_arg(t, SLOT_sowEffect);
    if ((effect && (term_has(effect, SLOT_then) || lower_reads(effect, LUD_for_each_site))) || !lower_default_type(l, t)) {
        lower_unsupported(l, t, "this form of (sow ..)");
        return false;
    }
    if (l->mode.applying || (term_arg(t, SLOT_apply) && moves_pieces(l, writes))) {
        lower_unsupported(l, t, "sowing beside other effects");
        return false;
    }
    return true;
}

void effect_sow(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *start = term_arg(t, SLOT_start), *count = term_arg(t, SLOT_count), *self = term_arg(t, SLOT_includeSelf);
    Sow s = {.l = l, .term = t, .keep = !self || self->number, .before = ir_block(l->game), .after = ir_block(l->game)};
    if (!known_form(l, t, *writes) || !course_of_sowing(l, t, lets, &s.course))
        return;
    s.start = lw_let(l, lets, "start", start ? lower_int(l, start) : lw_get(l, l->field->last.to));
    s.start = lw_let(l, lets, "start", ir_op2(l->game, IR_OP_MAX, s.start, lw_int(l, -1)));
    Ir *on = ir_op2(l->game, IR_OP_GE, s.start, lw_int(l, 0));
    Ir *first = ir_op3(l->game, IR_OP_SELECT, on, track_course_read(l, &s.course, s.course.first, s.start), lw_int(l, -1));
    first = lw_let(l, lets, "first", first);
    Ir *seeds = count ? lower_int(l, count)
                      : ir_op3(l->game, IR_OP_SELECT, lw_copy(l, on), lw_at(l, l->sites->count, lw_copy(l, s.start)), lw_int(l, 0));
    s.count = lw_let(l, lets, "seeds", seeds);
    Ir *done = ir_block(l->game), *sown = ir_block(l->game);
    IrType site = ir_site(l->game, l->sym->space_site);
    s.at = lw_new_local(l, "at", s.course.type);
    s.to = lw_new_local(l, "to", site);
    s.left = s.value = lw_new_local(l, "left", ir_int(-SEEDS, SEEDS));
    variable(l, &done, s.at, lw_copy(l, first));
    variable(l, &done, s.to, lw_copy(l, l->it.to));
    variable(l, &done, s.left, lw_copy(l, s.count));
    if (lower_reads(t, LUD_value)) {
        s.value = lw_new_local(l, "value", ir_int(-SEEDS, SEEDS));
        variable(l, &done, s.value, lw_copy(l, s.count));
    }
    into_holes(&s, &sown);
    lw_append_all(l, &done, s.before);
    lw_append_all(l, &done, sown);
    lw_append_all(l, &done, s.after);
    after_sowing(&s, &done);
    if (term_arg(t, SLOT_then))
        lower_then(l, term_arg(t, SLOT_then), &done);
    Ir *possible = ir_op2(l->game, IR_OP_GE, lw_copy(l, first), lw_int(l, 0));
    ir_append(l->game, writes, ir_if(l->game, possible, done, NULL));
}
