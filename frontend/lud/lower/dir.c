/* dir.c - directions: from words like Orthogonal, Forward or {FR FL} to
 * constant tables of neighbours, rays and steps (semantics 02, sections 6 to 9). */
#include <string.h>

#include "frontend/lud/lower/dir.h"
#include "frontend/lud/lower/ways.h"

static void add_wind(DirList *list, int wind)
{
    if (list->n < MAX_DIRS) {
        list->at[list->n++] = (Dir){.wind = wind};
    }
}

static void add_class(DirList *list, Relation relation)
{
    if (list->n < MAX_DIRS) {
        list->at[list->n++] = (Dir){.is_class = true, .relation = relation};
    }
}

bool relation_named(const char *name, Relation *relation)
{
    static const char *const names[RELATIONS] = {
        [REL_ALL] = "All",
        [REL_ADJACENT] = "Adjacent",
        [REL_ORTHOGONAL] = "Orthogonal",
        [REL_DIAGONAL] = "Diagonal",
        [REL_OFF_DIAGONAL] = "OffDiagonal",
        [REL_SAME_LAYER] = "SameLayer",
        [REL_UPWARD] = "Upward",
        [REL_DOWNWARD] = "Downward",
        [REL_ROTATIONAL] = "Rotational",
    };
    for (int r = 0; r < RELATIONS; r++) {
        if (names[r] && strcmp(names[r], name) == 0) {
            *relation = (Relation)r;
            return true;
        }
    }
    return false;
}

static bool add_absolute(Lower *l, const Term *t, DirList *list)
{
    Relation relation;
    if (relation_named(t->text, &relation)) {
        add_class(list, relation);
        return true;
    }
    int wind = wind_find(t->text);
    if (wind < 0) {
        lower_unsupported(l, t, arena_printf(l->arena, "the direction `%s`", t->text));
        return false;
    }
    add_wind(list, wind);
    return true;
}

/* ---- relative directions -------------------------------------------------- */

static int turn(int wind, int by)
{
    return (wind + by + COMPASS) % COMPASS;
}

/* The first supported wind after `from`, turning by +1 (clockwise) or -1. */
static void add_next(DirList *list, uint64_t supported, int from, int by)
{
    for (int i = 1; i <= COMPASS; i++) {
        int wind = turn(from, by * i);
        if (supported >> wind & 1) {
            add_wind(list, wind);
            return;
        }
    }
}

static void add_exact(DirList *list, uint64_t supported, int wind)
{
    if (supported >> wind & 1) {
        add_wind(list, wind);
    }
}

/* The direction of the last move, if it had one. */
static void add_last(DirList *list, int wind)
{
    if (wind >= 0) {
        add_wind(list, wind);
    }
}

/* All supported winds strictly between `from` and `from` + 180 degrees. */
static void add_half(DirList *list, uint64_t supported, int from)
{
    for (int i = 1; i < COMPASS / 2; i++) {
        add_exact(list, supported, turn(from, i));
    }
}

static bool add_relative(Lower *l, const Term *t, uint64_t supported, int facing, DirList *list)
{
    const char *name = t->text;
    int back = turn(facing, COMPASS / 2), quarter = COMPASS / 4;
    if (strcmp(name, "Forward") == 0) {
        add_exact(list, supported, facing);
    } else if (strcmp(name, "Backward") == 0) {
        add_exact(list, supported, back);
    } else if (strcmp(name, "Rightward") == 0) {
        add_exact(list, supported, turn(facing, quarter));
    } else if (strcmp(name, "Leftward") == 0) {
        add_exact(list, supported, turn(facing, -quarter));
    } else if (strcmp(name, "Forwards") == 0) {
        add_half(list, supported, turn(facing, -quarter));
    } else if (strcmp(name, "Backwards") == 0) {
        add_half(list, supported, turn(facing, quarter));
    } else if (strcmp(name, "Rightwards") == 0) {
        add_half(list, supported, facing);
    } else if (strcmp(name, "Leftwards") == 0) {
        add_half(list, supported, back);
    } else if (strncmp(name, "FR", 2) == 0) { /* FRR, FRRR: the same wind as FR */
        add_next(list, supported, facing, 1);
    } else if (strncmp(name, "FL", 2) == 0) {
        add_next(list, supported, facing, -1);
    } else if (strncmp(name, "BR", 2) == 0) {
        add_next(list, supported, back, 1);
    } else if (strncmp(name, "BL", 2) == 0) {
        add_next(list, supported, back, -1);
    } else if (l->same > -2 && strcmp(name, "SameDirection") == 0) {
        add_last(list, l->same);
    } else if (l->same > -2 && strcmp(name, "OppositeDirection") == 0) {
        add_last(list, l->opposite);
    } else {
        lower_unsupported(l, t, arena_printf(l->arena, "the direction `%s`", name));
        return false;
    }
    return true;
}

/* ---- resolving a direction argument --------------------------------------- */

static bool is_relative_word(const Term *t)
{
    return t->kind == TERM_ENUM && strcmp(t->type, "relativeDirection") == 0;
}

bool dirs_need_facing(const Term *t)
{
    if (t && (term_is(t, LUD_difference_dir) || term_is(t, LUD_union_dir))) {
        return dirs_need_facing(term_arg(t, "dir")) || dirs_need_facing(term_arg(t, "other"));
    }
    return t && (is_relative_word(t) || term_is(t, LUD_directions_relative));
}

bool dirs_need_last(const Term *t)
{
    if (!t) {
        return false;
    }
    if (term_is_enum(t, "SameDirection") || term_is_enum(t, "OppositeDirection") ||
        term_is(t, LUD_directions_between)) {
        return true;
    }
    for (uint32_t i = 0; (t->kind == TERM_LUDEME || t->kind == TERM_ARRAY) && i < t->n; i++) {
        if (dirs_need_last(t->slot[i])) {
            return true;
        }
    }
    return false;
}

bool dirs_need_piece(const Term *t)
{
    if (!t) {
        return false;
    }
    if (is_relative_word(t)) {
        return !dirs_need_last(t);
    }
    for (uint32_t i = 0; (t->kind == TERM_LUDEME || t->kind == TERM_ARRAY) && i < t->n; i++) {
        if (dirs_need_piece(t->slot[i])) {
            return true;
        }
    }
    return false;
}

/* The facing that relative words go by; false (filed) if it is not constant. */
static bool known_facing(Lower *l, const Term *t, int *facing)
{
    *facing = WIND_N;
    if (l->look >= 0) {
        *facing = l->look;
        return true;
    }
    if (l->piece) {
        *facing = l->piece->facing >= 0 ? l->piece->facing : WIND_N;
        return true;
    }
    for (size_t c = 1; c < l->component.n; c++) {
        int wind = l->component.at[c].facing;
        if (wind >= 0 && wind != WIND_N) {
            lower_unsupported(l, t, "a relative direction outside the moves of a piece");
            return false;
        }
    }
    return true;
}

static uint64_t supported_winds(Lower *l, int site, Relation relation, bool by_site)
{
    if (!by_site) {
        return l->layer->supported[relation];
    }
    uint64_t winds = 0;
    const BoardSite *s = &l->layer->site[site];
    for (int i = 0; i < s->nstep; i++) {
        if (s->step[i].relations >> relation & 1) {
            winds |= s->step[i].winds;
        }
    }
    return winds;
}

static bool list_relative(Lower *l, const Term *t, int site, DirList *list)
{
    if (l->has_trait[TRAIT_ROTATION] && l->look < 0) {
        lower_unsupported(l, t, "directions as a piece sees them that may be turned");
        return false;
    }
    int facing;
    if (!known_facing(l, t, &facing)) {
        return false;
    }
    if (t->kind == TERM_ENUM) {
        return add_relative(l, t, supported_winds(l, site, REL_ADJACENT, false), facing, list);
    }
    Relation relation = REL_ADJACENT;
    const Term *of = term_arg(t, "of");
    if (of && !relation_named(of->text, &relation)) {
        lower_unsupported(l, of, "this relation");
        return false;
    }
    const Term *by_site = term_arg(t, "bySite");
    uint64_t winds = supported_winds(l, site, relation, by_site && by_site->number);
    const Term *one = term_arg(t, "relative"), *many = term_arg(t, "relatives");
    if (one) {
        return add_relative(l, one, winds, facing, list);
    }
    for (uint32_t i = 0; many && i < many->n; i++) {
        if (!add_relative(l, many->slot[i], winds, facing, list)) {
            return false;
        }
    }
    if (!many && winds >> facing & 1) {
        add_wind(list, facing);
    }
    return true;
}

/* Classes as the winds of the site that belong to them. */
static void site_winds(Lower *l, int site, const DirList *list, DirList *out)
{
    out->n = 0;
    for (size_t d = 0; d < list->n; d++) {
        if (!list->at[d].is_class) {
            add_wind(out, list->at[d].wind);
            continue;
        }
        uint64_t winds = supported_winds(l, site, list->at[d].relation, true);
        for (int w = 0; w < WINDS; w++) {
            if (winds >> w & 1) {
                add_wind(out, w);
            }
        }
    }
}

static bool has_wind(const DirList *list, int wind)
{
    for (size_t d = 0; d < list->n; d++) {
        if (list->at[d].wind == wind) {
            return true;
        }
    }
    return false;
}

/* (union a b), (difference a b) of directions, at one site. */
static bool list_algebra(Lower *l, const Term *t, Relation default_relation, int site, DirList *list)
{
    DirList a, b, winds_a, winds_b;
    if (!dirs_list(l, term_arg(t, "dir"), default_relation, site, &a) ||
        !dirs_list(l, term_arg(t, "other"), default_relation, site, &b)) {
        return false;
    }
    site_winds(l, site, &a, &winds_a);
    site_winds(l, site, &b, &winds_b);
    bool both = term_is(t, LUD_union_dir);
    for (size_t d = 0; d < winds_a.n; d++) {
        if (both || !has_wind(&winds_b, winds_a.at[d].wind)) {
            add_wind(list, winds_a.at[d].wind);
        }
    }
    for (size_t d = 0; both && d < winds_b.n; d++) {
        if (!has_wind(list, winds_b.at[d].wind)) {
            add_wind(list, winds_b.at[d].wind);
        }
    }
    return true;
}

bool dirs_list(Lower *l, const Term *t, Relation default_relation, int site, DirList *list)
{
    list->n = 0;
    if (!t) {
        add_class(list, default_relation);
        return true;
    }
    if (term_is(t, LUD_difference_dir) || term_is(t, LUD_union_dir)) {
        return list_algebra(l, t, default_relation, site, list);
    }
    if (dirs_need_facing(t)) {
        return list_relative(l, t, site, list);
    }
    if (t->kind == TERM_ENUM) {
        return add_absolute(l, t, list);
    }
    if (term_is(t, LUD_directions_absolute)) {
        const Term *one = term_arg(t, "dir"), *many = term_arg(t, "dirs");
        if (one) {
            return add_absolute(l, one, list);
        }
        for (uint32_t i = 0; many && i < many->n; i++) {
            if (!add_absolute(l, many->slot[i], list)) {
                return false;
            }
        }
        return true;
    }
    if (term_is(t, LUD_directions_between) && l->same > -2) {
        add_last(list, l->same);
        return true;
    }
    lower_unsupported(l, t, "this choice of directions");
    return false;
}

Sites dirs_radials(Lower *l, int site, const Dir *dir)
{
    return dir->is_class ? board_radials_class(l->arena, l->layer, site, dir->relation)
                         : board_radials_wind(l->arena, l->layer, site, dir->wind);
}

bool dirs_has_step(const Step *step, const Dir *dir)
{
    return dir->is_class ? step->relations >> dir->relation & 1 : step->winds >> dir->wind & 1;
}

/* ---- tables ----------------------------------------------------------------- */

/* `$name[site]`: a slice of the table for one site. */
static Ir *slice(Lower *l, int table, Ir *site)
{
    Ir *index = lw_copy(l, site);
    return ir_tab(l->game, table, 1, &index);
}

Ir *lower_adjacency(Lower *l, const Term *dirs, Relation default_relation)
{
    IrDim dim = lw_dim_site(l);
    size_t words = (size_t)ir_words(l->game, l->space_site);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)dim.size);
    for (int s = 0; s < l->layer->n; s++) {
        DirList list;
        if (!dirs_list(l, dirs, default_relation, s, &list)) {
            break;
        }
        const BoardSite *site = &l->layer->site[s];
        for (int i = 0; i < site->nstep; i++) {
            for (size_t d = 0; d < list.n; d++) {
                if (dirs_has_step(&site->step[i], &list.at[d])) {
                    ir_mask_set(word + (size_t)s * words, site->step[i].to);
                }
            }
        }
    }
    return ir_tab(l->game, lw_mask_table1(l, "adjacent", word, dim), 0, NULL);
}

Ir *lower_adjacency_class(Lower *l, Relation relation)
{
    return lower_adjacency(l, NULL, relation);
}

/* A ragged table `$name[site][i]`, rows padded with empty ones. */
typedef struct {
    VEC(int32_t) value;
    VEC(uint32_t) off;
} Rows;

static void row_end(Lower *l, Rows *rows)
{
    vec_push(l->arena, &rows->off, (uint32_t)rows->value.n);
}

static void row_ray(Lower *l, Rows *rows, const Radial *ray, int limit)
{
    for (int i = 1; ray && i < ray->n && i <= limit; i++) {
        vec_push(l->arena, &rows->value, ray->site[i]);
    }
    row_end(l, rows);
}

static bool same_rows(const IrTable *t, const Rows *rows, int width, IrDim site)
{
    return t->rows && t->ndim == 2 && t->dim[0].size == site.size && t->dim[1].size == width &&
           memcmp(t->off, rows->off.at, rows->off.n * sizeof *rows->off.at) == 0 &&
           memcmp(t->value, rows->value.at, rows->value.n * sizeof *rows->value.at) == 0;
}

static int rows_table(Lower *l, const char *name, Rows *rows, int width)
{
    IrDim dim[2] = {lw_dim_site(l), lw_dim(width)};
    for (size_t i = 0; i < l->game->table.n; i++) {
        if (same_rows(&l->game->table.at[i], rows, width, dim[0])) {
            return (int)i;
        }
    }
    const char *unique = name;
    for (int i = 2; ir_table_find(l->game, unique) >= 0; i++) {
        unique = arena_printf(l->arena, "%s_%d", name, i);
    }
    IrType elem = ir_int(0, dim[0].size - 1);
    elem.space = l->space_site;
    int table = ir_table_add(l->game, unique, elem, true, 2, dim);
    l->game->table.at[table].value = rows->value.at;
    l->game->table.at[table].off = rows->off.at;
    return table;
}

/* The rays of a site in list order: directions as written, then bearing. */
typedef struct {
    const Radial *at[256];
    size_t n;
} RayList;

static bool list_rays(Lower *l, const Term *dirs, Relation default_relation, int site, RayList *rays)
{
    DirList list;
    rays->n = 0;
    if (!dirs_list(l, dirs, default_relation, site, &list)) {
        return false;
    }
    for (size_t d = 0; d < list.n; d++) {
        Sites found = dirs_radials(l, site, &list.at[d]);
        for (int i = 0; i < found.n && rays->n < 256; i++) {
            rays->at[rays->n++] = &l->layer->site[site].radial[found.at[i]];
        }
    }
    return true;
}

Ir *lower_rays(Lower *l, const Term *dirs, Relation default_relation, int limit, Ir *site)
{
    int sites = lw_dim_site(l).size;
    RayList *list = ARENA_ARRAY(l->arena, RayList, sites);
    size_t width = 1;
    for (int s = 0; s < l->layer->n; s++) {
        if (!list_rays(l, dirs, default_relation, s, &list[s])) {
            break;
        }
        width = list[s].n > width ? list[s].n : width;
    }
    Rows rows = {0};
    row_end(l, &rows);
    for (int s = 0; s < sites; s++) {
        for (size_t i = 0; i < width; i++) {
            row_ray(l, &rows, i < list[s].n ? list[s].at[i] : NULL, limit);
        }
    }
    return slice(l, rows_table(l, "rays", &rows, (int)width), site);
}

/* Pairs of opposite rays: every line through the site once. */
static void site_axes(Lower *l, const DirList *dirs, int s, bool opposites, RayList *pairs)
{
    const BoardSite *site = &l->layer->site[s];
    pairs->n = 0;
    for (size_t d = 0; d < dirs->n; d++) {
        Sites found = dirs->at[d].is_class
                          ? board_radials_distinct(l->arena, l->layer, s, dirs->at[d].relation)
                          : board_radials_wind(l->arena, l->layer, s, dirs->at[d].wind);
        for (int i = 0; i < found.n; i++) {
            const Radial *ray = &site->radial[found.at[i]];
            int pairings = opposites && ray->nopposite ? ray->nopposite : 1;
            for (int o = 0; o < pairings && pairs->n + 2 <= 256; o++) {
                bool has = opposites && ray->nopposite;
                pairs->at[pairs->n++] = ray;
                pairs->at[pairs->n++] = has ? &site->radial[ray->opposite[o]] : NULL;
            }
        }
    }
}

Ir *lower_axes(Lower *l, const Term *dir, Relation default_relation, bool opposites, Ir *site)
{
    int sites = lw_dim_site(l).size;
    RayList *list = ARENA_ARRAY(l->arena, RayList, sites);
    size_t width = 2;
    for (int s = 0; s < l->layer->n; s++) {
        DirList dirs;
        if (!dirs_list(l, dir, default_relation, s, &dirs)) {
            break;
        }
        site_axes(l, &dirs, s, opposites, &list[s]);
        width = list[s].n > width ? list[s].n : width;
    }
    Rows rows = {0};
    row_end(l, &rows);
    for (int s = 0; s < sites; s++) {
        for (size_t i = 0; i < width; i++) {
            row_ray(l, &rows, i < list[s].n ? list[s].at[i] : NULL, sites);
        }
    }
    return slice(l, rows_table(l, "axes", &rows, (int)width), site);
}

int lower_line_sets(Lower *l, const Term *dir, Relation default_relation, bool opposites, int *lines)
{
    int sites = lw_dim_site(l).size, n = 0;
    size_t words = (size_t)ir_words(l->game, l->space_site);
    RayList *list = ARENA_ARRAY(l->arena, RayList, sites);
    for (int s = 0; s < l->layer->n; s++) {
        DirList at;
        if (!dirs_list(l, dir, default_relation, s, &at)) {
            break;
        }
        site_axes(l, &at, s, opposites, &list[s]);
        n = (int)list[s].n / 2 > n ? (int)list[s].n / 2 : n;
    }
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)(n * sites + 1));
    for (int i = 0; i < n * sites * 2; i++) {
        const RayList *rays = &list[i / 2 % sites];
        size_t at = (size_t)(i / 2 / sites) * 2 + (size_t)(i % 2);
        const Radial *ray = at < rays->n ? rays->at[at] : NULL;
        for (int k = 1; ray && k < ray->n; k++) {
            ir_mask_set(word + (size_t)(i / 2) * words, ray->site[k]);
        }
    }
    *lines = n;
    return lw_mask_table2(l, "lines", word, lw_dim(n ? n : 1), lw_dim_site(l));
}

void lower_opposite_neighbours(Lower *l, const Term *dirs, Relation default_relation, int *pairs,
                               int *first, int *second)
{
    int sites = lw_dim_site(l).size, n = 0;
    RayList *list = ARENA_ARRAY(l->arena, RayList, sites);
    for (int s = 0; s < l->layer->n; s++) {
        DirList at;
        if (!dirs_list(l, dirs, default_relation, s, &at)) {
            break;
        }
        site_axes(l, &at, s, true, &list[s]);
        n = (int)list[s].n / 2 > n ? (int)list[s].n / 2 : n;
    }
    int32_t *value[2];
    for (int k = 0; k < 2; k++) {
        value[k] = ARENA_ARRAY(l->arena, int32_t, n * sites + 1);
        for (int i = 0; i < n * sites; i++) {
            const RayList *rays = &list[i % sites];
            size_t at = (size_t)(i / sites) * 2 + (size_t)k;
            const Radial *ray = at < rays->n ? rays->at[at] : NULL;
            value[k][i] = ray && ray->n > 1 ? ray->site[1] : -1;
        }
    }
    IrDim dim[2] = {lw_dim(n ? n : 1), lw_dim_site(l)};
    *pairs = n;
    *first = lw_int_table(l, "beside", -1, sites - 1, l->space_site, 2, dim, value[0]);
    *second = lw_int_table(l, "across", -1, sites - 1, l->space_site, 2, dim, value[1]);
}

/* A class is spread over the winds its board supports: one plane a wind, so that
 * on regular boards a plane is a shift. */
static void spread_classes(Lower *l, DirList *list)
{
    DirList out = {.n = 0};
    for (size_t d = 0; d < list->n; d++) {
        if (!list->at[d].is_class) {
            add_wind(&out, list->at[d].wind);
            continue;
        }
        uint64_t winds = l->layer->supported[list->at[d].relation];
        for (int w = 0; w < COMPASS; w++) {
            if (winds >> w & 1) {
                add_wind(&out, w);
                out.at[out.n - 1].relation = list->at[d].relation;
            }
        }
    }
    *list = out;
}

/* Spreading is exact when every step of the class has one compass wind and each
 * such wind's steps belong to the class. */
static bool spreadable(Lower *l, const DirList *list)
{
    for (size_t d = 0; d < list->n; d++) {
        if (!list->at[d].is_class) {
            continue;
        }
        Relation relation = list->at[d].relation;
        for (int s = 0; s < l->layer->n; s++) {
            const BoardSite *site = &l->layer->site[s];
            for (int i = 0; i < site->nstep; i++) {
                bool in = site->step[i].relations >> relation & 1;
                uint64_t winds = site->step[i].winds & l->layer->supported[relation];
                bool single = winds != 0 && (winds & (winds - 1)) == 0;
                if (in != (winds != 0) || (in && !single)) {
                    return false;
                }
            }
        }
    }
    return true;
}

void dirs_spread(Lower *l, DirList *list)
{
    if (spreadable(l, list)) {
        spread_classes(l, list);
    }
}

/* Sites exactly `distance` steps along the rays of each site: VEC of masks. */
Ir *lower_around(Lower *l, const Term *dirs, Relation default_relation, int distance)
{
    if (distance == 1) {
        return lower_adjacency(l, dirs, default_relation);
    }
    IrDim dim = lw_dim_site(l);
    size_t words = (size_t)ir_words(l->game, l->space_site);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)dim.size);
    RayList *rays = ARENA_NEW(l->arena, RayList);
    for (int s = 0; s < l->layer->n; s++) {
        if (!list_rays(l, dirs, default_relation, s, rays)) {
            break;
        }
        for (size_t i = 0; i < rays->n; i++) {
            if (distance >= 0 && distance < rays->at[i]->n) {
                ir_mask_set(word + (size_t)s * words, rays->at[i]->site[distance]);
            }
        }
    }
    return ir_tab(l->game, lw_mask_table1(l, "around", word, dim), 0, NULL);
}

/* ---- distances ---------------------------------------------------------------- */

static void distances_from(Lower *l, Relation relation, int from, int32_t *out, int *queue)
{
    int head = 0, tail = 0;
    bool *seen = ARENA_ARRAY(l->arena, bool, l->layer->n);
    queue[tail++] = from;
    seen[from] = true;
    while (head < tail) {
        int s = queue[head++];
        const BoardSite *site = &l->layer->site[s];
        for (int i = 0; i < site->nstep; i++) {
            int to = site->step[i].to;
            if (site->step[i].relations >> relation & 1 && !seen[to]) {
                seen[to] = true;
                out[to] = out[s] + 1;
                queue[tail++] = to;
            }
        }
    }
}

/* Unreachable sites are at distance 0, as the reference has it. */
int lower_distances(Lower *l, Relation relation)
{
    int sites = lw_dim_site(l).size;
    if (l->distances) {
        return l->distances - 1;
    }
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, (size_t)sites * (size_t)sites);
    int *queue = ARENA_ARRAY(l->arena, int, l->layer->n + 1);
    for (int s = 0; s < l->layer->n; s++) {
        distances_from(l, relation, s, value + (size_t)s * (size_t)sites, queue);
    }
    IrDim dim[2] = {lw_dim_site(l), lw_dim_site(l)};
    l->distances = lw_int_table(l, "distance", 0, sites, IR_NOSPACE, 2, dim, value) + 1;
    return l->distances - 1;
}

/* Forward unless said otherwise. */
static bool list_ahead(Lower *l, const Term *t, const Term *dirs, int site, DirList *list)
{
    int facing;
    if (dirs) {
        return dirs_list(l, dirs, REL_ADJACENT, site, list);
    }
    list->n = 0;
    if (!known_facing(l, t, &facing)) {
        return false;
    }
    add_exact(list, l->layer->supported[REL_ADJACENT], facing);
    return true;
}

/* So many steps from each site into `value`; false (filed) if there is no such direction. */
static bool fill_ahead(Lower *l, const Term *t, const Term *dirs, int64_t steps, int32_t *value)
{
    int sites = lw_dim_site(l).size;
    for (int s = 0; s < sites; s++) {
        value[s] = s; /* where the way is too short, the site itself */
        DirList list;
        if (s >= l->layer->n) {
            continue;
        }
        if (!list_ahead(l, t, dirs, s, &list)) {
            return false;
        }
        Sites found = {0};
        if (list.n > 0) {
            found = dirs_radials(l, s, &list.at[0]);
        }
        for (int i = 0; i < found.n; i++) {
            const Radial *ray = &l->layer->site[s].radial[found.at[i]];
            if (steps > 0 && steps < ray->n) {
                value[s] = ray->site[steps];
                break;
            }
        }
    }
    return true;
}

/* Do pieces differ in where they look, and is it not known which one is meant? */
static bool unknown_facing(const Lower *l)
{
    bool differ = false;
    for (size_t c = 1; c < l->component.n; c++) {
        int wind = l->component.at[c].facing;
        differ |= wind >= 0 && wind != WIND_N;
    }
    return differ && !l->piece && l->look < 0 && l->started && !l->stacks && !l->has_trait[TRAIT_ROTATION];
}

/* The same as the piece looks that stands on the site; nobody looks north. */
static Ir *ahead_of_piece(Lower *l, const Term *t, const Term *dirs, int64_t steps, Ir *site)
{
    int sites = lw_dim_site(l).size, pieces = (int)l->component.n;
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, (size_t)pieces * (size_t)sites);
    for (int c = 0; c < pieces; c++) {
        int wind = l->component.at[c].facing, before = l->look;
        l->look = wind >= 0 ? wind : WIND_N;
        bool known = fill_ahead(l, t, dirs, steps, value + (size_t)c * (size_t)sites);
        l->look = before;
        if (!known) {
            break;
        }
    }
    IrDim dim[2] = {{l->space_piece, pieces}, lw_dim_site(l)};
    int table = lw_int_table(l, "ahead_of", 0, sites - 1, l->space_site, 2, dim, value);
    Ir *index[2] = {lw_what(l, lw_copy(l, site)), lw_copy(l, site)};
    Ir *read = ir_tab(l->game, table, 2, index);
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    return site->type.lo >= 0 ? read : ir_op3(l->game, IR_OP_SELECT, on, read, lw_int(l, -1));
}

Ir *lower_ahead(Lower *l, const Term *t, const Term *dirs, int64_t steps, Ir *site)
{
    if (dirs_need_last(dirs)) {
        return lower_ahead_last(l, dirs, steps, site);
    }
    if ((!dirs || dirs_need_facing(dirs)) && unknown_facing(l)) {
        return ahead_of_piece(l, t, dirs, steps, site);
    }
    int sites = lw_dim_site(l).size;
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, sites);
    fill_ahead(l, t, dirs, steps, value);
    IrDim dim = lw_dim_site(l);
    int table = lw_int_table(l, "ahead", 0, sites - 1, l->space_site, 1, &dim, value);
    Ir *index = lw_copy(l, site);
    Ir *read = ir_tab(l->game, table, 1, &index);
    if (site->type.lo >= 0) {
        return read;
    }
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, on, read, lw_int(l, -1));
}
