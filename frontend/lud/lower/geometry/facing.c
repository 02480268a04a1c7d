/* facing.c - which way pieces look, and which way the last move went: what relative
 * directions go by. */
#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

#include <string.h>

#include "frontend/lud/lower/geometry/dir.h"

/* ---- which way pieces look --------------------------------------------------- */

static int facing_of(const Component *c)
{
    return c->facing >= 0 ? c->facing : WIND_N;
}

static int look_index(Looks *looks, int wind)
{
    for (int i = 0; i < looks->n; i++)
        if (looks->wind[i] == wind)
            return i;
    if (looks->n < MAX_LOOKS)
        looks->wind[looks->n++] = wind;
    return looks->n - 1;
}

/* By piece; an empty site looks to `nobody`. */
static Looks all_looks(Lower *l, int nobody)
{
    Looks looks = {.n = 0, .table = -1};
    int32_t *of = ARENA_ARRAY(l->arena, int32_t, l->sym->component.n);
    of[0] = look_index(&looks, nobody);
    for (size_t c = 1; c < l->sym->component.n; c++) {
        int facing = l->sym->component.at[c].facing;
        of[c] = look_index(&looks, facing >= 0 ? facing : nobody);
    }
    if (looks.n == 1)
        return looks;
    IrDim dim = {l->sym->space_piece, (int)l->sym->component.n};
    looks.table = lw_int_table(l, "looks", 0, looks.n - 1, IR_NOSPACE, 1, &dim, of);
    return looks;
}

/* ---- which way the last move went ----------------------------------------------- */

/* The first wind in which a ray from `a` meets `b`; -1: none. */
static int wind_between(const Lower *l, Arena *scratch, int a, int b, Relation relation)
{
    for (int wind = 0; wind < COMPASS; wind++) {
        if (!(l->sites->layer->supported[relation] >> wind & 1))
            continue;
        Sites found = board_radials_wind(scratch, l->sites->layer, a, wind);
        for (int i = 0; i < found.n; i++) {
            const Radial *ray = &l->sites->layer->site[a].radial[found.at[i]];
            for (int k = 1; k < ray->n; k++)
                if (ray->site[k] == b)
                    return wind;
        }
    }
    return -1;
}

static int pair_index(Looks *looks, int same, int opposite)
{
    for (int i = 0; i < looks->n; i++)
        if (looks->same[i] == same && looks->opposite[i] == opposite)
            return i;
    if (looks->n < MAX_LOOKS) {
        looks->wind[looks->n] = WIND_N;
        looks->same[looks->n] = same;
        looks->opposite[looks->n++] = opposite;
        return looks->n - 1;
    }
    return -1;
}

static int rays_between(Lower *l, int a, int b)
{
    int n = 0;
    for (int i = 0; i < l->sites->layer->site[a].nradial; i++) {
        const Radial *ray = &l->sites->layer->site[a].radial[i];
        for (int k = 1; ray->wind >= 0 && k < ray->n; k++)
            n += ray->site[k] == b;
    }
    return n;
}

static TermWay find_pair(const Term *t, void *data)
{
    const Term **found = data;
    if (!term_is(t, LUD_directions_between))
        return TERM_INTO;
    *found = t;
    return TERM_STOP;
}

/* The (directions .. from: to:) in a choice of directions, or NULL. */
static const Term *pair_of_sites(const Term *t)
{
    const Term *found = NULL;
    term_walk(t, find_pair, &found);
    return found;
}

/* Are all directions in the choice those of the board, the ones between the two sites, or the
 * way back? */
static bool one_pair(Lower *l, const Term *t, const Term *pair)
{
    if (term_is(t, LUD_directions_between)) {
        const bool there = term_same(term_arg(t, SLOT_from), term_arg(pair, SLOT_from)) &&
                           term_same(term_arg(t, SLOT_to), term_arg(pair, SLOT_to));
        return (there || lower_turns_back(t, pair)) && lower_default_type(l, t);
    }
    if (term_is(t, LUD_difference_dir) || term_is(t, LUD_union_dir))
        return one_pair(l, term_arg(t, SLOT_dir), pair) && one_pair(l, term_arg(t, SLOT_other), pair);
    return !dirs_need_last(t);
}

/* The way from each site to each, as numbers of `looks`; false if the board has too
 * many.  `any`: in any direction, where there is one way at most. */
static bool find_went(Lower *l, Looks *looks, bool any)
{
    int sites = lw_dim_site(l).size;
    int32_t *of = ARENA_ARRAY(l->arena, int32_t, (size_t)sites * (size_t)sites);
    int least = pair_index(looks, -1, -1);
    Relation relation = any ? REL_ALL : REL_ADJACENT;
    for (int a = 0; a < l->sites->layer->n; a++) {
        Arena *scratch = arena_beside(l->arena);
        for (int b = 0; b < l->sites->layer->n; b++) {
            int same = wind_between(l, scratch, a, b, relation), opposite = wind_between(l, scratch, b, a, relation);
            int index = pair_index(looks, same, opposite);
            if (any && a != b && rays_between(l, a, b) > 1)
                index = -1;
            least = index < least ? index : least;
            of[a * sites + b] = index;
        }
        arena_free(scratch);
    }
    if (least < 0)
        return false;
    IrDim dim[2] = {lw_dim_site(l), lw_dim_site(l)};
    looks->table = lw_int_table(l, "went", 0, looks->n - 1, IR_NOSPACE, 2, dim, of);
    return true;
}

/* The same, found once. */
static bool went(Lower *l, Looks *looks, bool any)
{
    const Looks *before = l->sites->went[any];
    if (before) {
        looks->n = before->n;
        looks->table = before->table;
        memcpy(looks->wind, before->wind, sizeof looks->wind);
        memcpy(looks->same, before->same, sizeof looks->same);
        memcpy(looks->opposite, before->opposite, sizeof looks->opposite);
        return true;
    }
    if (!find_went(l, looks, any))
        return false;
    Looks *kept = ARENA_NEW(l->arena, Looks);
    *kept = *looks;
    l->sites->went[any] = kept;
    return true;
}

/* `tried`: those of the move that is being tried, as far as its sites are known. */
Looks lower_last_looks(Lower *l, const Term *dirs, bool tried)
{
    Looks looks = {.n = 0, .table = -1, .last = true, .between = pair_of_sites(dirs)};
    looks.from = tried ? l->it.from : NULL;
    looks.to = tried ? l->it.to : NULL;
    bool any = looks.between || looks.from || looks.to;
    if (looks.between && !one_pair(l, dirs, looks.between))
        lower_unsupported(l, dirs, "the directions between two sites among others");
    if (dirs_need_piece(dirs))
        lower_unsupported(l, dirs, "directions of the last move and of a piece together");
    if (!went(l, &looks, any)) {
        lower_unsupported(l, dirs, "the direction of the last move on such a board");
        return (Looks){.n = 1, .wind = {WIND_N}, .table = -1};
    }
    return looks;
}

/* The relation whose winds a piece turns through; false (filed): it depends. */
static bool turning_relation(Lower *l, const Term *dirs, Relation *relation, bool *found)
{
    Relation own = REL_ADJACENT;
    bool here = dirs && dirs->kind == TERM_ENUM && dirs_need_facing(dirs);
    if (term_is(dirs, LUD_directions_relative)) {
        const Term *of = term_arg(dirs, SLOT_of), *by_site = term_arg(dirs, SLOT_bySite);
        here = true;
        if ((of && !dirs_relation_named(of->text, &own)) || (by_site && by_site->number)) {
            lower_unsupported(l, dirs, "these directions of a piece that may be turned");
            return false;
        }
    } else if (dirs && (dirs->kind == TERM_LUDEME || dirs->kind == TERM_ARRAY)) {
        for (uint32_t i = 0; i < dirs->n; i++)
            if (dirs->slot[i] && !turning_relation(l, dirs->slot[i], relation, found))
                return false;
        return true;
    }
    if (here && *found && own != *relation) {
        lower_unsupported(l, dirs, "directions of several relations of a piece that may be turned");
        return false;
    }
    *relation = here ? own : *relation;
    *found |= here;
    return true;
}

/* The next wind clockwise among those. */
static int turned_once(uint64_t winds, int wind)
{
    for (int k = 1; k <= COMPASS; k++)
        if (winds >> ((wind + k) % COMPASS) & 1)
            return (wind + k) % COMPASS;
    return wind;
}

/* By piece and rotation. */
static Looks turned_looks(Lower *l, const Term *dirs, bool own)
{
    Looks looks = {.n = 0, .table = -1, .turned = true};
    Relation relation = REL_ADJACENT;
    bool found = false;
    if (!turning_relation(l, dirs, &relation, &found))
        return (Looks){.n = 1, .wind = {WIND_N}, .table = -1};
    int rotations = (int)l->game->field.at[l->sites->trait[TRAIT_ROTATION]].elem.hi + 1;
    int32_t *of = ARENA_ARRAY(l->arena, int32_t, l->sym->component.n * (size_t)rotations);
    for (size_t c = 0; c < l->sym->component.n; c++) {
        int wind = facing_of(&l->sym->component.at[c]);
        for (int r = 0; r < rotations; r++) {
            of[c * (size_t)rotations + (size_t)r] = look_index(&looks, wind);
            wind = turned_once(l->sites->layer->supported[relation], wind);
        }
    }
    IrDim dim[2] = {{l->sym->space_piece, (int)l->sym->component.n}, lw_dim(rotations)};
    looks.piece = own && lower_own_piece(l) ? (int)(l->piece - l->sym->component.at) : 0;
    looks.table = lw_int_table(l, "looks", 0, looks.n - 1, IR_NOSPACE, 2, dim, of);
    return looks;
}

Looks lower_looks(Lower *l, const Term *dirs, bool own)
{
    Looks one = {.n = 1, .wind = {WIND_N}, .table = -1};
    if (dirs_need_last(dirs))
        return lower_last_looks(l, dirs, false);
    if (!dirs_need_facing(dirs))
        return one;
    if (l->look < 0 && l->facts->has_trait[TRAIT_ROTATION])
        return turned_looks(l, dirs, own);
    if (l->look >= 0 || (own && lower_own_piece(l))) {
        if (l->look < 0)
            lower_warn_unfaced(l, dirs);
        one.wind[0] = l->look >= 0 ? l->look : facing_of(l->piece);
        return one;
    }
    return all_looks(l, WIND_N);
}

Looks lower_looks_ahead(Lower *l, bool own)
{
    if (own && lower_own_piece(l))
        return (Looks){.n = 1, .wind = {l->piece->facing}, .table = -1};
    return all_looks(l, -1);
}

/* The one compass wind of a step; -1: it has none or several. */
static int wind_of_step(const Step *step)
{
    for (int wind = 0; wind < COMPASS; wind++)
        if (step->winds == (uint64_t)1 << wind)
            return wind;
    return -1;
}

bool lower_looks_towards(Lower *l, const Term *dirs, Ir *from, Ir *to, Looks *looks)
{
    int sites = lw_dim_site(l).size;
    int32_t *of = ARENA_ARRAY(l->arena, int32_t, (size_t)sites * (size_t)sites);
    *looks = (Looks){.n = 1, .wind = {facing_of(lower_own_piece(l))}, .from = from, .to = to, .towards = true};
    for (int a = 0; a < l->sites->layer->n; a++) {
        const BoardSite *site = &l->sites->layer->site[a];
        for (int i = 0; i < site->nstep; i++) {
            int wind = wind_of_step(&site->step[i]);
            if (wind < 0) {
                lower_unsupported(l, dirs, "directions as seen on the way to a site, on such a board");
                return false;
            }
            of[a * sites + site->step[i].to] = look_index(looks, wind);
        }
    }
    IrDim dim[2] = {lw_dim_site(l), lw_dim_site(l)};
    looks->table = lw_int_table(l, "towards", 0, looks->n - 1, IR_NOSPACE, 2, dim, of);
    return true;
}

static Ir *look_towards(Lower *l, const Looks *looks)
{
    Ir *on = ir_op2(l->game, IR_OP_MIN, lw_copy(l, looks->from), lw_copy(l, looks->to));
    on = ir_op2(l->game, IR_OP_GE, on, lw_int(l, 0));
    Ir *index[2] = {lw_copy(l, looks->from), lw_copy(l, looks->to)};
    Ir *look = ir_tab(l->game, looks->table, 2, index);
    return ir_op3(l->game, IR_OP_SELECT, on, look, lw_int(l, 0));
}

Ir *lower_look(Lower *l, const Looks *looks, Ir *site)
{
    if (looks->n == 1)
        return lw_int(l, 0);
    if (looks->towards)
        return look_towards(l, looks);
    if (looks->last) {
        const Term *pair = looks->between;
        Ir *from = looks->from ? lw_copy(l, looks->from) : lw_get(l, l->field->last.from);
        Ir *to = looks->to ? lw_copy(l, looks->to) : lw_get(l, l->field->last.to);
        if (pair) {
            from = lower_int(l, term_arg(pair, SLOT_from));
            to = lower_int(l, term_arg(pair, SLOT_to));
        }
        Ir *moved = ir_op2(l->game, IR_OP_GE, ir_op2(l->game, IR_OP_MIN, from, to), lw_int(l, 0));
        Ir *index[2] = {lw_copy(l, from), lw_copy(l, to)};
        Ir *went = ir_tab(l->game, looks->table, 2, index);
        return ir_op3(l->game, IR_OP_SELECT, moved, went, lw_int(l, 0));
    }
    if (looks->turned) {
        Ir *index[2] = {looks->piece ? lw_int(l, looks->piece) : lw_what(l, site),
                        lw_guarded(l, site, lw_at(l, l->sites->trait[TRAIT_ROTATION], lw_copy(l, site)))};
        return ir_tab(l->game, looks->table, 2, index);
    }
    Ir *piece = lw_what(l, site);
    return ir_tab(l->game, looks->table, 1, &piece);
}
