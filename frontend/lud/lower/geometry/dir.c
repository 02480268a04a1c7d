/* dir.c - directions: from words like Orthogonal, Forward or {FR FL} to winds and
 * classes of steps at a site (semantics 02, sections 6 to 9). */
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/geometry/dir.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

static void add_wind(DirList *list, int wind)
{
    if (list->n < MAX_DIRS)
        list->at[list->n++] = (Dir){.wind = wind};
}

static void add_class(DirList *list, Relation relation)
{
    if (list->n < MAX_DIRS)
        list->at[list->n++] = (Dir){.is_class = true, .relation = relation};
}

bool dirs_relation_named(const char *name, Relation *relation)
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
    if (dirs_relation_named(t->text, &relation)) {
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
    if (supported >> wind & 1)
        add_wind(list, wind);
}

/* The direction of the last move, if it had one. */
static void add_last(DirList *list, int wind)
{
    if (wind >= 0)
        add_wind(list, wind);
}

/* All supported winds strictly between `from` and `from` + 180 degrees. */
static void add_half(DirList *list, uint64_t supported, int from)
{
    for (int i = 1; i < COMPASS / 2; i++)
        add_exact(list, supported, turn(from, i));
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
    if (t && (term_is(t, LUD_difference_dir) || term_is(t, LUD_union_dir)))
        return dirs_need_facing(term_arg(t, SLOT_dir)) || dirs_need_facing(term_arg(t, SLOT_other));
    return t && (is_relative_word(t) || term_is(t, LUD_directions_relative));
}

static bool is_of_last(const Term *t, const void *data)
{
    (void)data;
    return term_is_enum(t, "SameDirection") || term_is_enum(t, "OppositeDirection") || term_is(t, LUD_directions_between);
}

bool dirs_need_last(const Term *t)
{
    return term_any(t, is_of_last, NULL);
}

static bool is_of_piece(const Term *t, const void *data)
{
    (void)data;
    return is_relative_word(t) && !dirs_need_last(t);
}

bool dirs_need_piece(const Term *t)
{
    return term_any(t, is_of_piece, NULL);
}

/* Once for each piece. */
void lower_warn_unfaced(Lower *l, const Term *t)
{
    const size_t which = (size_t)(l->piece - l->sym->component.at);
    if (!l->sym->unfaced)
        l->sym->unfaced = ARENA_ARRAY(l->arena, bool, l->sym->component.n);
    if (which >= l->sym->component.n || l->sym->unfaced[which] || l->piece->owner < 1 || l->piece->facing >= 0)
        return;
    l->sym->unfaced[which] = true;
    diag_warning(l->session->diags, WARN_missing_direction, term_at(t), "nothing says which way `%s` looks: it goes north",
                 l->piece->name);
    diag_note(l->session->diags, (Span){0, 0}, "a player's direction is written (player N), one of a piece (piece \"%s\" .. N)",
              l->piece->base);
}

/* The facing that relative words go by; false (filed) if it is not constant. */
static bool known_facing(Lower *l, const Term *t, int *facing)
{
    *facing = WIND_N;
    if (l->look >= 0) {
        *facing = l->look;
        return true;
    }
    if (lower_own_piece(l)) {
        *facing = l->piece->facing >= 0 ? l->piece->facing : WIND_N;
        lower_warn_unfaced(l, t);
        return true;
    }
    for (size_t c = 1; c < l->sym->component.n; c++) {
        int wind = l->sym->component.at[c].facing;
        if (wind >= 0 && wind != WIND_N) {
            lower_unsupported(l, t, "a relative direction outside the moves of a piece");
            return false;
        }
    }
    return true;
}

static uint64_t supported_winds(Lower *l, int site, Relation relation, bool by_site)
{
    if (!by_site)
        return l->sites->layer->supported[relation];
    uint64_t winds = 0;
    const BoardSite *s = &l->sites->layer->site[site];
    for (int i = 0; i < s->nstep; i++)
        if (s->step[i].relations >> relation & 1)
            winds |= s->step[i].winds;
    return winds;
}

static bool list_relative(Lower *l, const Term *t, int site, DirList *list)
{
    if (l->facts->has_trait[TRAIT_ROTATION] && l->look < 0) {
        lower_unsupported(l, t, "directions as a piece sees them that may be turned");
        return false;
    }
    int facing;
    if (!known_facing(l, t, &facing))
        return false;
    if (t->kind == TERM_ENUM)
        return add_relative(l, t, supported_winds(l, site, REL_ADJACENT, false), facing, list);
    Relation relation = REL_ADJACENT;
    const Term *of = term_arg(t, SLOT_of);
    if (of && !dirs_relation_named(of->text, &relation)) {
        lower_unsupported(l, of, "this relation");
        return false;
    }
    const Term *by_site = term_arg(t, SLOT_bySite);
    uint64_t winds = supported_winds(l, site, relation, by_site && by_site->number);
    const Term *one = term_arg(t, SLOT_relative), *many = term_arg(t, SLOT_relatives);
    if (one)
        return add_relative(l, one, winds, facing, list);
    for (uint32_t i = 0; many && i < many->n; i++)
        if (!add_relative(l, many->slot[i], winds, facing, list))
            return false;
    if (!many && winds >> facing & 1)
        add_wind(list, facing);
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
        for (int w = 0; w < WINDS; w++)
            if (winds >> w & 1)
                add_wind(out, w);
    }
}

static bool has_wind(const DirList *list, int wind)
{
    for (size_t d = 0; d < list->n; d++)
        if (list->at[d].wind == wind)
            return true;
    return false;
}

/* (union a b), (difference a b) of directions, at one site. */
static bool list_algebra(Lower *l, const Term *t, Relation default_relation, int site, DirList *list)
{
    DirList a, b, winds_a, winds_b;
    if (!dirs_list(l, term_arg(t, SLOT_dir), default_relation, site, &a) ||
        !dirs_list(l, term_arg(t, SLOT_other), default_relation, site, &b))
        return false;
    site_winds(l, site, &a, &winds_a);
    site_winds(l, site, &b, &winds_b);
    bool both = term_is(t, LUD_union_dir);
    for (size_t d = 0; d < winds_a.n; d++)
        if (both || !has_wind(&winds_b, winds_a.at[d].wind))
            add_wind(list, winds_a.at[d].wind);
    for (size_t d = 0; both && d < winds_b.n; d++)
        if (!has_wind(list, winds_b.at[d].wind))
            add_wind(list, winds_b.at[d].wind);
    return true;
}

bool dirs_list(Lower *l, const Term *t, Relation default_relation, int site, DirList *list)
{
    list->n = 0;
    if (!t) {
        add_class(list, default_relation);
        return true;
    }
    if (term_is(t, LUD_difference_dir) || term_is(t, LUD_union_dir))
        return list_algebra(l, t, default_relation, site, list);
    if (dirs_need_facing(t))
        return list_relative(l, t, site, list);
    if (t->kind == TERM_ENUM)
        return add_absolute(l, t, list);
    if (term_is(t, LUD_directions_absolute)) {
        const Term *one = term_arg(t, SLOT_dir), *many = term_arg(t, SLOT_dirs);
        if (one)
            return add_absolute(l, one, list);
        for (uint32_t i = 0; many && i < many->n; i++)
            if (!add_absolute(l, many->slot[i], list))
                return false;
        return true;
    }
    if (term_is(t, LUD_directions_between) && l->same > -2) {
        add_last(list, lower_turns_back(t, l->way_between) ? l->opposite : l->same);
        return true;
    }
    lower_unsupported(l, t, "this choice of directions");
    return false;
}

Sites dirs_radials(Lower *l, int site, const Dir *dir)
{
    return dir->is_class ? board_radials_class(l->arena, l->sites->layer, site, dir->relation)
                         : board_radials_wind(l->arena, l->sites->layer, site, dir->wind);
}

bool dirs_has_step(const Step *step, const Dir *dir)
{
    return dir->is_class ? step->relations >> dir->relation & 1 : step->winds >> dir->wind & 1;
}

bool dirs_ahead(Lower *l, const Term *t, const Term *dirs, int site, DirList *list)
{
    int facing;
    if (dirs)
        return dirs_list(l, dirs, REL_ADJACENT, site, list);
    list->n = 0;
    if (!known_facing(l, t, &facing))
        return false;
    add_exact(list, l->sites->layer->supported[REL_ADJACENT], facing);
    return true;
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
        uint64_t winds = l->sites->layer->supported[list->at[d].relation];
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
static bool relation_spreads(const Lower *l, Relation relation)
{
    for (int s = 0; s < l->sites->layer->n; s++) {
        const BoardSite *site = &l->sites->layer->site[s];
        for (int i = 0; i < site->nstep; i++) {
            bool in = site->step[i].relations >> relation & 1;
            uint64_t winds = site->step[i].winds & l->sites->layer->supported[relation];
            bool single = winds != 0 && (winds & (winds - 1)) == 0;
            if (in != (winds != 0) || (in && !single))
                return false;
        }
    }
    return true;
}

/* Asked once of a board: lists of directions are many. */
static bool spreadable(Lower *l, const DirList *list)
{
    SpreadKnown *known = &l->memo->spread;
    if (known->layer != l->sites->layer)
        *known = (SpreadKnown){.layer = l->sites->layer};
    for (size_t d = 0; d < list->n; d++) {
        const unsigned relation = 1U << list->at[d].relation;
        if (!list->at[d].is_class)
            continue;
        if (!(known->asked & relation)) {
            known->asked |= relation;
            known->exact |= relation_spreads(l, list->at[d].relation) ? relation : 0;
        }
        if (!(known->exact & relation))
            return false;
    }
    return true;
}

void dirs_spread(Lower *l, DirList *list)
{
    if (spreadable(l, list))
        spread_classes(l, list);
}

/* ---- tables made once -------------------------------------------------------- */

/* NULL: not a single word, or one that depends on who looks. */
static const char *fixed_word(const Term *dirs)
{
    Relation relation;
    const bool fixed = dirs && dirs->kind == TERM_ENUM && (dirs_relation_named(dirs->text, &relation) || wind_find(dirs->text) >= 0);
    return fixed ? dirs->text : NULL;
}

int *dirs_table(Lower *l, const char *kind, const Term *dirs, Relation default_relation, int64_t steps)
{
    const char *word = fixed_word(dirs);
    if (!word)
        return NULL;
    for (size_t i = 0; i < l->memo->dir_tables.n; i++) {
        DirTable *known = &l->memo->dir_tables.at[i];
        if (strcmp(known->kind, kind) == 0 && strcmp(known->word, word) == 0 && known->layer == l->sites->layer &&
            known->relation == default_relation && known->steps == steps)
            return &known->table;
    }
    const DirTable made = {kind, word, l->sites->layer, default_relation, steps, -1};
    vec_push(l->arena, &l->memo->dir_tables, made);
    return &l->memo->dir_tables.at[l->memo->dir_tables.n - 1].table;
}

bool lower_turns_back(const Term *t, const Term *other)
{
    return other && term_same(term_arg(t, SLOT_from), term_arg(other, SLOT_to)) &&
           term_same(term_arg(t, SLOT_to), term_arg(other, SLOT_from));
}
