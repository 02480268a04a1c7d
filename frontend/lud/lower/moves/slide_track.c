/* slide_track.c - slides along tracks, (move Slide "Track" ..): over any number of places of a track, and
 * with "AllTracks" only to places behind an arc.
 *
 * A way is a track and which of the places is meant where a site has several; what can be known of
 * k steps from a site on a way is in tables. */
#include <string.h>

#include "frontend/lud/lower/geometry/lists.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/moves/slide.h"
#include "frontend/lud/lower/geometry/track.h"

typedef struct {
    const Term *between, *to, *apply, *exact;
    bool arcs;           /* one must be behind the piece before it may stop */
    int64_t least, most; /* steps */
    int nway, length;    /* at most so many steps */
    int site;            /* tables [way][from][steps]: where it is then, -1: no further .. */
    int before, halts;   /* .. the sites on the way there, and those of them where it might have stopped */
    int from;            /* [way][from]: so many steps at least */
    int rays, behind;    /* [way][from]: the sites in order, one list; those first met after that many steps */
} Rounds;

/* The place of the site on the track that `times` others come before; -1: none. */
static int place_of(const Track *track, int site, int times)
{
    int place = track_place_after(track, site, -1);
    while (place >= 0 && times-- > 0)
        place = track_place_after(track, site, place);
    return place;
}

/* One way from one site. */
static void fill_round(Lower *l, Rounds *c, const Track *track, int way, int site, int place)
{
    const size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    const int row = way * lw_dim_site(l).size + site;
    IrTable *table = l->game->table.at;
    int bumps = track->bump ? track->bump[place] : 0, first = c->length + 1;
    uint64_t *passed = ARENA_ARRAY(l->arena, uint64_t, words), *halted = ARENA_ARRAY(l->arena, uint64_t, words);
    for (int k = 1; k < track->n; k++) {
        if (place + 1 == track->n && !track->loop)
            break;
        place = (place + 1) % track->n;
        const int to = track->site[place], at = row * (c->length + 1) + k;
        if (to < 0)
            break;
        if ((bumps > 0 || !c->arcs) && first > k)
            first = k;
        table[c->site].value[at] = to;
        if (first <= k && !ir_mask_has(passed, to))
            ir_mask_set(table[c->behind].word + (size_t)row * words, to);
        memcpy(table[c->before].word + (size_t)at * words, passed, words * sizeof *passed);
        memcpy(table[c->halts].word + (size_t)at * words, halted, words * sizeof *halted);
        ir_mask_set(passed, to);
        if (first <= k)
            ir_mask_set(halted, to);
        bumps += track->bump ? track->bump[place] : 0;
    }
    table[c->from].value[row] = first;
}

static bool meant(const Track *track, const Term *name)
{
    return strcmp(name->text, "AllTracks") == 0 || strcmp(track->name, name->text) == 0;
}

static int rays(Lower *l, const Rounds *c, const char *name)
{
    const IrDim dim[3] = {lw_dim(c->nway), lw_dim_site(l), lw_dim(1)};
    Lists lists = lists_begin();
    int *site = ARENA_ARRAY(l->arena, int, c->length + 1);
    for (int row = 0; row < dim[0].size * dim[1].size; row++) {
        const int32_t *to = l->game->table.at[c->site].value + (size_t)row * (size_t)(c->length + 1);
        Radial ray = {.site = site};
        while (ray.n < c->length && to[ray.n + 1] >= 0) {
            site[ray.n] = to[ray.n + 1];
            ray.n++;
        }
        lists_ray(&lists, &ray, 0, ray.n);
    }
    return lists_table(l, name, &lists, 3, dim);
}

static void make_tables(Lower *l, Rounds *c, const Term *name)
{
    for (size_t i = 0; i < l->sym->track.n; i++) {
        if (meant(&l->sym->track.at[i], name)) {
            c->nway += track_most_times(&l->sym->track.at[i]);
            c->length = l->sym->track.at[i].n - 1 > c->length ? l->sym->track.at[i].n - 1 : c->length;
        }
    }
    IrDim dim[3] = {lw_dim(c->nway), lw_dim_site(l), lw_dim(c->length + 1)};
    const char *text = name->text;
    c->site = ir_table_find(l->game, arena_printf(l->arena, "round_%s", text));
    c->before = ir_table_find(l->game, arena_printf(l->arena, "passed_%s", text));
    c->halts = ir_table_find(l->game, arena_printf(l->arena, "halts_%s", text));
    c->from = ir_table_find(l->game, arena_printf(l->arena, "least_%s", text));
    c->behind = ir_table_find(l->game, arena_printf(l->arena, "behind_%s", text));
    if (c->site >= 0 || c->nway == 0) {
        c->rays = c->nway ? rays(l, c, arena_printf(l->arena, "rounds_%s", text)) : -1;
        return;
    }
    IrType site = ir_site(l->game, l->sym->space_site);
    c->site = ir_table_add(l->game, arena_printf(l->arena, "round_%s", text), site, false, 3, dim);
    c->before = ir_table_add(l->game, arena_printf(l->arena, "passed_%s", text), ir_mask(l->sym->space_site), false, 3, dim);
    c->halts = ir_table_add(l->game, arena_printf(l->arena, "halts_%s", text), ir_mask(l->sym->space_site), false, 3, dim);
    c->behind = ir_table_add(l->game, arena_printf(l->arena, "behind_%s", text), ir_mask(l->sym->space_site), false, 2, dim);
    c->from = ir_table_add(l->game, arena_printf(l->arena, "least_%s", text), ir_int(0, c->length + 1), false, 2, dim);
    for (size_t i = 0; i < l->game->table.at[c->site].n; i++)
        l->game->table.at[c->site].value[i] = -1;
    for (size_t i = 0, way = 0; i < l->sym->track.n; i++) {
        const Track *track = &l->sym->track.at[i];
        const int times = meant(track, name) ? track_most_times(track) : 0;
        for (int k = 0; k < times; k++, way++) {
            for (int s = 0; s < l->sites->layer->n; s++) {
                int place = place_of(track, s, k);
                if (place >= 0)
                    fill_round(l, c, track, (int)way, s, place);
            }
        }
    }
    c->rays = rays(l, c, arena_printf(l->arena, "rounds_%s", text));
}

static bool rounds_form(Lower *l, const Term *t, Rounds *c)
{
    const Term *from = term_arg(t, SLOT_from), *between = term_arg(t, SLOT_between), *to = term_arg(t, SLOT_to);
    *c = (Rounds){.between = between, .to = to, .apply = to ? term_arg(to, SLOT_apply) : NULL, .least = 1, .most = -1};
    c->arcs = strcmp(term_arg(t, SLOT_track)->text, "AllTracks") == 0;
    bool plain = !(from && term_arg(from, SLOT_level)) && !(to && (term_arg(to, SLOT_level) || term_arg(to, SLOT_rotations))) &&
                 !(between && (term_arg(between, SLOT_before) || term_arg(between, SLOT_after) || term_arg(between, SLOT_apply) ||
                               term_arg(between, SLOT_trail)));
    const Term *range = between ? term_arg(between, SLOT_range) : NULL, *stop = to ? term_arg(to, SLOT_if) : NULL;
    if (!plain || l->facts->stacks || l->facts->has_passed_over || term_arg(t, SLOT_stack) || lower_reads(stop, LUD_between) ||
        (c->apply && c->apply->id != LUD_apply)) {
        lower_unsupported(l, t, "this form of (move Slide ..) on a track");
        return false;
    }
    if (term_is(range, LUD_exact)) {
        c->exact = term_arg(range, SLOT_value);
    } else if (range && (!lower_const_range(l, range, &c->least, &c->most) || c->least > 1)) {
        lower_unsupported(l, range, "a range of steps on a track");
        return false;
    }
    make_tables(l, c, term_arg(t, SLOT_track));
    return c->nway > 0;
}

/* Most ways lead to no site to stop on: none that is open, and none that is the first not to be. */
static void when_stops(Rule *r, const Rounds *c, const Ir *open, const Ir *stops)
{
    Lower *l = r->l;
    Ir *ray[2] = {lw_copy(l, r->plane), lw_copy(l, r->from)}, *far[2] = {lw_copy(l, r->plane), lw_copy(l, r->from)};
    Ir *shut = ir_op1(l->game, IR_OP_MNOT, lw_copy(l, open));
    Ir *met = ir_op2(l->game, IR_OP_SLIDE, ir_tab(l->game, c->rays, 2, ray), shut);
    met = ir_op2(l->game, IR_OP_MAND, met, lw_copy(l, stops));
    if (c->arcs) { /* a site that is open may be met again, behind an arc */
        Ir *behind = ir_op2(l->game, IR_OP_MOR, ir_tab(l->game, c->behind, 2, far), lw_copy(l, open));
        met = ir_op2(l->game, IR_OP_MAND, met, behind);
    }
    rule_when(r, ir_op1(l->game, IR_OP_ANY, met));
}

/* Nothing is in the way of that many steps. */
static void when_open(Rule *r, const Rounds *c, Ir *const *index, const Ir *open, const Ir *stops)
{
    Lower *l = r->l;
    Ir *copy[3] = {lw_copy(l, index[0]), lw_copy(l, index[1]), lw_copy(l, index[2])};
    Ir *shut = ir_op2(l->game, IR_OP_MDIFF, ir_tab(l->game, c->before, 3, copy), lw_copy(l, open));
    rule_when(r, ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, shut)));
    if (stops && !c->exact) {
        Ir *again[3] = {lw_copy(l, index[0]), lw_copy(l, index[1]), lw_copy(l, index[2])};
        Ir *halt = ir_op2(l->game, IR_OP_MAND, ir_tab(l->game, c->halts, 3, again), lw_copy(l, stops));
        rule_when(r, ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, halt)));
    }
}

/* Moves that end where (to if:..) holds, with its effect; or those that end elsewhere, if that may be. */
static void round_rule(Lower *l, const Term *t, const Rounds *c, int way, bool stopping, Ir **block)
{
    const Term *stop = c->to ? term_arg(c->to, SLOT_if) : NULL, *may = c->apply ? term_arg(c->apply, SLOT_if) : NULL;
    Rule r;
    l = rule_begin(&r, l, t, "slide", c->nway, way);
    Ir *steps = rule_param_number(&r, "steps", 1, c->length);
    rule_from(&r, term_arg(t, SLOT_from));
    Ir *open = rule_let(&r, "open", lower_where_between(l, c->between ? term_arg(c->between, SLOT_if) : NULL));
    Ir *stops = stop ? rule_let(&r, "stop", lower_filter(l, lw_board(l), stop, ITER_TO)) : NULL;
    if (stopping)
        when_stops(&r, c, open, stops);
    rule_range(&r, steps);
    Ir *index[3] = {lw_copy(l, r.plane), lw_copy(l, r.from), steps};
    if (c->exact)
        rule_when(&r, ir_op2(l->game, IR_OP_EQ, lw_copy(l, steps), lower_int(l, c->exact)));
    else if (c->most >= 0)
        rule_when(&r, ir_op2(l->game, IR_OP_LE, lw_copy(l, steps), lw_int(l, c->most)));
    Ir *behind[2] = {lw_copy(l, index[0]), lw_copy(l, index[1])};
    rule_when(&r, ir_op2(l->game, IR_OP_GE, lw_copy(l, steps), ir_tab(l->game, c->from, 2, behind)));
    rule_to(&r, rule_let(&r, "to", ir_tab(l->game, c->site, 3, index)));
    rule_on_board(&r, r.to);
    if (stops) {
        Ir *here = ir_op2(l->game, IR_OP_HAS, lw_copy(l, r.to), lw_copy(l, stops));
        rule_when(&r, stopping ? here : ir_op1(l->game, IR_OP_NOT, here));
    }
    if (may && !stopping)
        rule_when(&r, lower_bool(l, may));
    when_open(&r, c, index, open, stops);
    r.moves = true;
    if (stopping && c->apply)
        rule_apply_effect(&r, term_arg(c->apply, SLOT_effect));
    r.kind = t->id == LUD_move_slide ? KIND_MOVE : KIND_NONE;
    rule_move(&r);
    rule_end(&r, term_arg(t, SLOT_then), block);
}

void gen_slide_on_track(Lower *l, const Term *t, Ir **block)
{
    Rounds c;
    if (!rounds_form(l, t, &c))
        return;
    for (int way = 0; way < c.nway; way++) {
        if (c.to && term_arg(c.to, SLOT_if))
            round_rule(l, t, &c, way, true, block);
        const Term *may = c.apply ? term_arg(c.apply, SLOT_if) : NULL;
        if (!may || may->kind != TERM_BOOL || may->number) /* it may end elsewhere */
            round_rule(l, t, &c, way, false, block);
    }
}
