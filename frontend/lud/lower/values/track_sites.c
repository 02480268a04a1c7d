/* track_sites.c - sites on tracks: where on it a site lies, which ones follow, and the first move along one. */
#include <string.h>

#include "frontend/lud/lower/geometry/track.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/state/track_index.h"
#include "frontend/lud/text/options.h"

typedef int Choose(Lower *l, const char *name, int player);
typedef Ir *Use(Lower *l, const Term *t, int track, void *data);

typedef struct {
    Ir *steps, *player;
} Onward;

/* The site at an index counted from the first; a loop goes on. */
static int site_at(const Track *track, int64_t i)
{
    if (i < track->n)
        return track->site[i];
    return track->loop ? track->site[i % track->n] : -1;
}

/* From the one site to the other, both included, round the end where it is not met before;
 * -1: from the first, or all of them. */
static void stretch(const Track *track, int sites, int from, int to, uint64_t *word)
{
    int start = from < 0 ? 0 : track_first_index(track, from);
    for (int k = 0; start >= 0 && k < track->n; k++) {
        int s = track->site[(start + k) % track->n];
        if (s >= 0 && s < sites)
            ir_mask_set(word, s);
        if (to >= 0 && s == to)
            return;
    }
}

static int owned_by(Lower *l, int player)
{
    for (size_t i = 0; i < l->sym->track.n; i++)
        if (l->sym->track.at[i].owner == player)
            return (int)i;
    return -1;
}

static int contains(Lower *l, const char *name, int player)
{
    for (size_t i = 0; i < l->sym->track.n; i++) {
        const Track *t = &l->sym->track.at[i];
        if (strstr(t->name, name) && (player < 0 || t->owner == player))
            return (int)i;
    }
    return -1;
}

/* For (trackSite Move ..). */
static int track_to_move(Lower *l, const char *name, int player)
{
    int track = name ? contains(l, name, player) : -1;
    track = track < 0 && name ? contains(l, name, -1) : track;
    track = track < 0 ? owned_by(l, player) : track;
    return track < 0 ? owned_by(l, 0) : track;
}

/* For (trackSite FirstSite ..) and EndSite; the first of all when nothing fits. */
static int track_of(Lower *l, const char *name, int player)
{
    int found = -1;
    for (size_t i = 0; found < 0 && i < l->sym->track.n; i++) {
        const Track *t = &l->sym->track.at[i];
        bool named = name && strstr(t->name, name);
        if (name ? named && (player == 0 || t->owner == player) : t->owner == player || t->owner == 0)
            found = (int)i;
    }
    return found < 0 && l->sym->track.n ? 0 : found;
}

/* For (sites Track ..). */
static int track_of_sites(Lower *l, const char *name, int player)
{
    for (size_t i = 0; i < l->sym->track.n; i++) {
        const Track *t = &l->sym->track.at[i];
        bool his = t->owner == player || t->owner == 0;
        if (name ? strcmp(t->name, name) == 0 || (strstr(t->name, name) && his) : his)
            return (int)i;
    }
    return -1;
}

static const char *name_of(const Term *t)
{
    const Term *name = term_arg(t, SLOT_name);
    return name ? name->text : NULL;
}

/* Another one is taken, or none, where no track has that name. */
static void warn_no_track(Lower *l, const Term *t)
{
    const Term *name = term_arg(t, SLOT_name);
    const char **all = ARENA_ARRAY(l->arena, const char *, l->sym->track.n + 1);
    for (size_t i = 0; i < l->sym->track.n; i++) {
        if (name && strstr(l->sym->track.at[i].name, name->text))
            return;
        all[i] = l->sym->track.at[i].name;
    }
    if (!name)
        return;
    diag_warning(l->session->diags, WARN_unknown_track, term_at(name), "no track is named `%s`", name->text);
    const char *best = lud_nearest_name(name->text, all, l->sym->track.n);
    best = best ? best : l->sym->track.n == 1 ? all[0] : NULL;
    if (best) {
        diag_note(l->session->diags, (Span){0, 0}, "did you mean \"%s\"?", best);
        diag_fix(l->session->diags, FIX_INSTEAD, term_at(name), "\"%s\"", best);
    }
}

/* The value for the track that is meant: of one player, or of each in turn. */
static Ir *with_track(Lower *l, const Term *t, Ir *player, Choose *choose, Use *use, void *data)
{
    int64_t fixed;
    const char *name = name_of(t);
    warn_no_track(l, t);
    if (lower_is_const(player, &fixed))
        return use(l, t, choose(l, name, (int)fixed), data);
    int first = choose(l, name, 1);
    bool same = true;
    for (int p = 2; p <= l->facts->players; p++)
        same &= choose(l, name, p) == first;
    if (same)
        return use(l, t, first, data);
    int who = lw_new_local(l, "player", player->type);
    Ir *value = use(l, t, choose(l, name, l->facts->players), data);
    for (int p = l->facts->players - 1; p >= 1; p--) {
        Ir *his = ir_op2(l->game, IR_OP_EQ, lw_local(l, who), lw_int(l, p));
        value = ir_op3(l->game, IR_OP_SELECT, his, use(l, t, choose(l, name, p), data), value);
    }
    return ir_k2(l->game, IR_OP_LETX, who, player, value);
}

static Ir *read(Lower *l, int table, Ir *index)
{
    return ir_tab(l->game, table, 1, &index);
}

/* The piece that says which place of the track the site is: the player's lowest one,
 * or the one on top. */
static Ir *piece_of_place(Lower *l, const Ir *site, const Ir *player)
{
    Ir *top = lw_what(l, lw_copy(l, site));
    if (!l->facts->stacks)
        return top;
    Ir *found = top;
    for (int level = STACK - 1; level >= 0; level--) {
        Ir *kind = lw_piece_at(l, lw_copy(l, site), lw_int(l, level));
        Ir *his = ir_op2(l->game, IR_OP_EQ, ir_tab(l->game, l->sym->table_owner, 1, &kind), lw_copy(l, player));
        found = ir_op3(l->game, IR_OP_SELECT, his, lw_copy(l, kind), found);
    }
    return found;
}

/* Where places count, not sites: a track with an end, in a game with one that comes back. */
static Ir *onward_by_place(Lower *l, Ir *site, const Track *track, const Onward *o)
{
    int n = track->n, at = lw_new_local(l, "at", site->type), sites = lw_dim_site(l).size;
    int what = lw_new_local(l, "what", ir_int(0, (int64_t)l->sym->component.n - 1));
    int32_t *first = ARENA_ARRAY(l->arena, int32_t, sites), *along = ARENA_ARRAY(l->arena, int32_t, 2 * n + 1);
    for (int s = 0; s < sites; s++) {
        int i = track_first_index(track, s);
        first[s] = i < 0 ? n : i;
    }
    for (int i = 0; i <= 2 * n; i++)
        along[i] = i < n ? track->site[i] : -1;
    IrDim by_site = lw_dim_site(l), by_place = lw_dim(2 * n + 1);
    int firsts = lw_int_table(l, "first_on", 0, n, IR_NOSPACE, 1, &by_site, first);
    int sites_of = lw_int_table(l, "along", TRACK_END, sites - 1, l->sym->space_site, 1, &by_place, along);
    Ir *on = ir_op2(l->game, IR_OP_MAX, lw_local(l, at), lw_int(l, 0));
    Ir *place = lower_lap_of(l, (int)(track - l->sym->track.at), lw_local(l, what), lw_copy(l, on));
    Ir *some = ir_op2(l->game, IR_OP_NE, lw_local(l, what), lw_int(l, 0));
    place = ir_op3(l->game, IR_OP_SELECT, some, ir_op2(l->game, IR_OP_MIN, place, lw_int(l, n)), read(l, firsts, lw_copy(l, on)));
    Ir *steps = ir_op2(l->game, IR_OP_MIN, ir_op2(l->game, IR_OP_MAX, lw_copy(l, o->steps), lw_int(l, 0)), lw_int(l, n));
    Ir *to = read(l, sites_of, ir_op2(l->game, IR_OP_ADD, place, steps));
    to = ir_k2(l->game, IR_OP_LETX, what, piece_of_place(l, on, o->player), to);
    Ir *off = ir_op2(l->game, IR_OP_LT, lw_local(l, at), lw_int(l, 0));
    return ir_k2(l->game, IR_OP_LETX, at, site, ir_op3(l->game, IR_OP_SELECT, off, lw_int(l, -1), to));
}

static Ir *onward(Lower *l, const Term *t, int index, void *data)
{
    const Onward *o = data;
    Ir *steps = o->steps;
    int64_t known;
    if (index < 0)
        return lw_int(l, -1);
    const Track *track = &l->sym->track.at[index];
    const Term *from = term_arg(t, SLOT_from);
    l->notes->unset_read |= !from && !l->it.from;
    Ir *at = from ? lower_int(l, from) : lw_copy(l, l->it.from);
    if (!track->loop && track_comes_back(l))
        return onward_by_place(l, at, track, o);
    int sites = lw_dim_site(l).size;
    bool fixed = lower_is_const(steps, &known);
    int64_t most = fixed ? 0 : track->n; /* more steps lead round again, or nowhere */
    /* $onward[steps][1 + site], row 0 for no site at all */
    IrDim dim[2] = {lw_dim((int)most + 1), lw_dim(sites + 1)};
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, (size_t)(most + 1) * (size_t)(sites + 1));
    for (int64_t n = 0; n <= most; n++) {
        int64_t steps_now = fixed ? known < 0 ? 0 : known : n;
        for (int s = -1; s < sites; s++) {
            int i = s < 0 ? -1 : track_first_index(track, s);
            value[n * (sites + 1) + s + 1] = site_at(track, (i < 0 ? track->n : i) + steps_now);
        }
    }
    int table = lw_int_table(l, "onward", TRACK_END, sites - 1, l->sym->space_site, 2, dim, value);
    Ir *step = fixed ? lw_int(l, 0) : ir_op2(l->game, IR_OP_MAX, lw_int(l, 0), lw_copy(l, steps));
    if (!fixed)
        step = ir_op2(l->game, track->loop ? IR_OP_MOD : IR_OP_MIN, step, lw_int(l, track->n));
    Ir *place = ir_op2(l->game, IR_OP_ADD, ir_op2(l->game, IR_OP_MAX, at, lw_int(l, -1)), lw_int(l, 1));
    Ir *index2[2] = {step, place};
    return ir_tab(l->game, table, 2, index2);
}

static Ir *track_owner(Lower *l, const Term *t, Ir *otherwise)
{
    const Term *player = term_arg(t, SLOT_player);
    return player ? lower_int(l, player) : otherwise;
}

static Ir *end_site(Lower *l, const Term *t, int index, void *data)
{
    (void)t;
    (void)data;
    return lw_int(l, index < 0 ? -1 : l->sym->track.at[index].site[l->sym->track.at[index].n - 1]);
}

/* The first site that fits, from the one given on and round again. */
static Ir *first_site(Lower *l, const Term *t, int index, void *data)
{
    (void)data;
    const Term *from = term_arg(t, SLOT_from), *cond = term_arg(t, SLOT_if);
    const Track *track = index < 0 ? NULL : &l->sym->track.at[index];
    if (!track || !track->distinct)
        return index < 0 ? lw_int(l, -1) : lower_unsupported_int(l, t, "a track that comes back to a site");
    int sites = lw_dim_site(l).size;
    IrDim dim = lw_dim_site(l), place = lw_dim(track->n);
    int32_t *rank = ARENA_ARRAY(l->arena, int32_t, sites), *site = ARENA_ARRAY(l->arena, int32_t, track->n);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    for (int s = 0; s < sites; s++)
        rank[s] = track_first_index(track, s);
    for (int i = 0; i < track->n; i++) {
        site[i] = track->site[i];
        if (site[i] < 0)
            return lower_unsupported_int(l, t, "the first site of a track that leaves the board");
        ir_mask_set(word, site[i]);
    }
    int ranks = lw_int_table(l, "rank", -1, track->n - 1, IR_NOSPACE, 1, &dim, rank);
    int along = lw_int_table(l, "along", 0, sites - 1, l->sym->space_site, 1, &place, site);
    Ir *start = from ? lower_int(l, from) : lw_int(l, -1);
    int at = lw_new_local(l, "from", start->type), i = lw_new_local(l, "start", ir_int(-1, track->n - 1));
    int s = lw_new_local(l, "to", lower_site_type(l)), best = lw_new_local(l, "best", ir_int(0, 1000000000));
    Lower in = *l;
    in.it.to = lw_local(l, s);
    Ir *all = lw_table_mask(l, "track", word);
    if (cond)
        all = ir_k2(l->game, IR_OP_FILTER, s, all, lower_bool(&in, cond));
    int k = lw_new_local(l, "s", lower_site_type(l));
    Ir *key = ir_op2(l->game, IR_OP_SUB, read(l, ranks, lw_local(l, k)), lw_local(l, i));
    key = ir_op2(l->game, IR_OP_MOD, ir_op2(l->game, IR_OP_ADD, key, lw_int(l, track->n)), lw_int(l, track->n));
    Ir *least = ir_k2(l->game, IR_OP_LEAST, k, all, key);
    Ir *where = ir_op2(l->game, IR_OP_MOD, ir_op2(l->game, IR_OP_ADD, lw_local(l, best), lw_local(l, i)),
                       lw_int(l, track->n));
    Ir *none = ir_op2(l->game, IR_OP_GE, lw_local(l, best), lw_int(l, track->n));
    Ir *found = ir_op3(l->game, IR_OP_SELECT, none, lw_int(l, -1), ir_tab(l->game, along, 1, &where));
    found = ir_k2(l->game, IR_OP_LETX, best, least, found);
    Ir *off = ir_op2(l->game, IR_OP_LT, lw_local(l, i), lw_int(l, 0));
    found = ir_op3(l->game, IR_OP_SELECT, off, lw_int(l, -1), found);
    Ir *given = ir_op2(l->game, IR_OP_GE, lw_local(l, at), lw_int(l, 0));
    Ir *begin = ir_op3(l->game, IR_OP_SELECT, given, read(l, ranks, lw_local(l, at)),
                       ir_op3(l->game, IR_OP_SELECT, ir_op2(l->game, IR_OP_EQ, lw_local(l, at), lw_int(l, -1)),
                              lw_int(l, 0), lw_int(l, -1)));
    found = ir_k2(l->game, IR_OP_LETX, i, begin, found);
    return ir_k2(l->game, IR_OP_LETX, at, start, found);
}

Ir *lower_int_track_site_move(Lower *l, const Term *t)
{
    Ir *steps = lower_int(l, term_arg(t, SLOT_steps));
    int local = lw_new_local(l, "steps", steps->type);
    int64_t known;
    Ir *player = track_owner(l, t, lw_get(l, l->field->mover));
    if (lower_is_const(steps, &known))
        return with_track(l, t, player, track_to_move, onward, &(Onward){steps, player});
    Ir *site = with_track(l, t, player, track_to_move, onward, &(Onward){lw_local(l, local), player});
    return ir_k2(l->game, IR_OP_LETX, local, steps, site);
}

Ir *lower_int_track_site_end_site(Lower *l, const Term *t)
{
    return with_track(l, t, track_owner(l, t, lw_int(l, 0)), track_of, end_site, NULL);
}

Ir *lower_int_track_site_first_site(Lower *l, const Term *t)
{
    return with_track(l, t, track_owner(l, t, lw_int(l, 0)), track_of, first_site, NULL);
}

static const Track *track_of_moves(Lower *l, const Term *name, int player)
{
    for (size_t i = 0; i < l->sym->track.n; i++) {
        const Track *t = &l->sym->track.at[i];
        bool meant = player < 0 ? !name || strcmp(t->name, name->text) == 0
                                : !name || (t->owner == player && strstr(t->name, name->text));
        if (meant)
            return t;
    }
    return NULL;
}

/* Whose track, and the sites of each player's as rows of a table; one row when it is nobody's. */
static int rows_of_tracks(Lower *l, const Term *t, bool by_player, int *most)
{
    int rows = by_player ? lw_dim_player(l).size : 1;
    *most = 1;
    for (size_t i = 0; i < l->sym->track.n; i++)
        *most = l->sym->track.at[i].n > *most ? l->sym->track.at[i].n : *most;
    int32_t *site = ARENA_ARRAY(l->arena, int32_t, rows * *most);
    for (int p = 0; p < rows; p++) {
        const Track *track = track_of_moves(l, term_arg(t, SLOT_track), by_player ? p : -1);
        for (int i = 0; i < *most; i++) {
            int s = track && i < track->n ? track->site[i] : -1;
            site[p * *most + i] = s < 0 ? -1 : s;
        }
    }
    IrDim dim[2] = {lw_dim(rows), lw_dim(*most)};
    return lw_int_table(l, "stops", -1, lw_dim_site(l).size - 1, l->sym->space_site, 2, dim, site);
}

/* The moves of the first site, as (site), that has any.  What follows is not asked for:
 * the reference leaves a (then ..) out. */
void gen_first_move_on_track(Lower *l, const Term *t, Ir **block)
{
    const Term *role = term_arg(t, SLOT_role), *moves = term_arg(t, SLOT_moves);
    if (l->post.n || l->target) {
        lower_unsupported(l, t, "the first moves on a track where moves are asked for");
        return;
    }
    int most, table = rows_of_tracks(l, t, role != NULL, &most);
    Ir *who = lw_let(l, block, "who", role ? lower_role(l, role) : lw_int(l, 0));
    int space = ir_space_find(l->game, "stop");
    space = space >= 0 ? space : ir_space_add(l->game, "stop", most);
    IrType type = ir_int(0, most - 1);
    type.space = space;
    int stop = lw_new_local(l, "stop", type);
    Ir *index[2] = {lw_copy(l, who), lw_local(l, stop)};
    Ir *site = ir_tab(l->game, table, 2, index);
    Lower stopped = *l;
    SubFn sub;
    stopped.it.site = NULL;
    subfn_begin(&sub, &stopped, IR_GEN, "from_stop", (IrType){.kind = IR_VOID}, moves);
    sub.in.it.site = subfn_param(&sub, "site", lower_site_type(l), ir_op2(l->game, IR_OP_MAX, site, lw_int(l, 0)));
    gen_moves(&sub.in, moves, &sub.fn->body);
    subfn_end(&sub);
    Ir *some = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    some = ir_op2(l->game, IR_OP_AND, some, subfn_call(&sub, IR_OP_EXISTS));
    Ir *key = ir_op3(l->game, IR_OP_SELECT, some, lw_local(l, stop), lw_int(l, most));
    Ir *first = lw_let(l, block, "first", ir_k2(l->game, IR_OP_LEAST, stop, ir_k0(l->game, IR_OP_ALL, space), key));
    Ir *there = ir_op2(l->game, IR_OP_MIN, lw_copy(l, first), lw_int(l, most - 1));
    Ir *found[2] = {lw_copy(l, who), there}, *done = ir_block(l->game);
    sub.arg[sub.narg - 1] = ir_op2(l->game, IR_OP_MAX, ir_tab(l->game, table, 2, found), lw_int(l, 0));
    ir_append(l->game, &done, subfn_call(&sub, IR_OP_TRY));
    ir_append(l->game, block, ir_if(l->game, ir_op2(l->game, IR_OP_LT, first, lw_int(l, most)), done, NULL));
}

static Ir *sites_on(Lower *l, const Term *t, int index, void *data)
{
    (void)data;
    const Term *from = term_arg(t, SLOT_from), *to = term_arg(t, SLOT_to);
    if (index < 0)
        return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    const Track *track = &l->sym->track.at[index];
    int sites = lw_dim_site(l).size;
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    Ir *end[2] = {from ? lower_int(l, from) : lw_int(l, -1), to ? lower_int(l, to) : lw_int(l, -1)};
    int64_t known[2];
    IrDim dim[2];
    bool fixed[2];
    for (int i = 0; i < 2; i++) { /* index 0: no site; one row only where it is known */
        fixed[i] = lower_is_const(end[i], &known[i]);
        dim[i] = lw_dim(fixed[i] ? 1 : sites + 1);
        end[i] = fixed[i] ? lw_int(l, 0)
                          : ir_op2(l->game, IR_OP_ADD, ir_op2(l->game, IR_OP_MAX, end[i], lw_int(l, -1)), lw_int(l, 1));
    }
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)dim[0].size * (size_t)dim[1].size);
    for (int a = 0; a < dim[0].size; a++)
        for (int b = 0; b < dim[1].size; b++)
            stretch(track, sites, fixed[0] ? (int)known[0] : a - 1, fixed[1] ? (int)known[1] : b - 1,
                    word + words * (size_t)(a * dim[1].size + b));
    if (fixed[0] && fixed[1])
        return lw_table_mask(l, "track", word);
    return ir_tab(l->game, lw_mask_table2(l, "stretch", word, dim[0], dim[1]), 2, end);
}

Ir *lower_region_sites_track(Lower *l, const Term *t)
{
    return with_track(l, t, track_owner(l, t, lw_int(l, 0)), track_of_sites, sites_on, NULL);
}
