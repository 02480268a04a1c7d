/* geometry.c - sites with their places, outlines, steps and rings, containers, pieces and
 * regions, as data of the game (doc/abi.md, Geometry). */
#include "frontend/lud/lower/setup/geometry.h"

#include <string.h>

#include "ir/offer/offer.h"

/* Bits of the second word of a step; runtime/geometry.c reads them. */
enum { STEP_WIND = 8, STEP_NO_WIND = 255, STEP_TURN = 16, STEP_RELATIONS = 5 };
/* Of containers: four numbers each. */
enum { KIND_OF_BOARD, KIND_OF_HAND, KIND_OF_DICE };

typedef VEC(int32_t) Numbers;

static const char *const type_word[SITE_TYPES] = {"vertex", "edge", "cell"};

static void add(Lower *l, Numbers *numbers, int64_t value)
{
    vec_push(l->arena, numbers, (int32_t)value);
}

static void declare(Lower *l, const char *name, const Numbers *numbers)
{
    ir_data_add(l->game, name, numbers->n, numbers->at);
}

/* ---- lists of lists ------------------------------------------------------------------------ */

/* Where each list begins, and where the last one ends; then all that is in them. */
typedef struct {
    Numbers from, in;
} Lists;

static void lists_next(Lower *l, Lists *lists)
{
    add(l, &lists->from, (int64_t)lists->in.n);
}

static void declare_lists(Lower *l, const char *name, Lists *lists)
{
    lists_next(l, lists);
    for (size_t i = 0; i < lists->in.n; i++)
        add(l, &lists->from, lists->in.at[i]);
    declare(l, name, &lists->from);
}

static void add_sites(Lower *l, Lists *lists, const Sites *sites)
{
    lists_next(l, lists);
    for (int i = 0; i < sites->n; i++)
        add(l, &lists->in, sites->at[i]);
}

/* ---- the sites of a type ----------------------------------------------------------------------- */

/* A double as two words, the lower one first. */
static void add_real(Lower *l, Numbers *numbers, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    add(l, numbers, (int32_t)(uint32_t)bits);
    add(l, numbers, (int32_t)(uint32_t)(bits >> 32));
}

/* Heights only where the board has some. */
static void declare_places(Lower *l, const BoardLayer *layer, const char *type)
{
    Numbers place = {0}, height = {0};
    bool flat = true;
    for (int i = 0; i < layer->n; i++) {
        const BoardSite *site = &layer->site[i];
        add_real(l, &place, site->x);
        add_real(l, &place, site->y);
        add_real(l, &height, site->z);
        flat = flat && site->z == 0;
    }
    declare(l, arena_printf(l->arena, "geometry %s place", type), &place);
    if (!flat)
        declare(l, arena_printf(l->arena, "geometry %s height", type), &height);
}

/* Relations, compass direction, and how the step turns about the middle of a round board. */
static int64_t ways_of(const Step *step)
{
    int64_t wind = STEP_NO_WIND, turns = 0;
    for (int w = 0; w < WINDS; w++) {
        if (!(step->winds >> w & 1))
            continue;
        if (w >= WIND_CW && w <= WIND_OUT)
            turns |= INT64_C(1) << (w - WIND_CW);
        else
            wind = w;
    }
    return (int64_t)(step->relations & ((1u << STEP_RELATIONS) - 1)) | wind << STEP_WIND | turns << STEP_TURN;
}

static void declare_steps(Lower *l, const BoardLayer *layer, const char *type)
{
    Lists steps = {0}, rings = {0};
    for (int i = 0; i < layer->n; i++) {
        const BoardSite *site = &layer->site[i];
        lists_next(l, &steps);
        for (int k = 0; k < site->nstep; k++) {
            add(l, &steps.in, site->step[k].to);
            add(l, &steps.in, ways_of(&site->step[k]));
        }
        Sites ring = board_ring(l->arena, layer, i);
        add_sites(l, &rings, &ring);
    }
    declare_lists(l, arena_printf(l->arena, "geometry %s step", type), &steps);
    declare_lists(l, arena_printf(l->arena, "geometry %s ring", type), &rings);
}

/* The named sets, then the sides by compass wind. */
static void declare_sets(Lower *l, const BoardLayer *layer, const char *type)
{
    Lists sets = {0};
    for (int set = 0; set < BOARD_SETS; set++)
        add_sites(l, &sets, &layer->set[set]);
    for (int wind = 0; wind < 16; wind++)
        add_sites(l, &sets, &layer->side[wind]);
    declare_lists(l, arena_printf(l->arena, "geometry %s set", type), &sets);
}

static IrSpace *new_space(Lower *l, const char *name, int size)
{
    const int at = ir_space_add(l->game, name, size); /* first: it may move the others */
    return &l->game->space.at[at];
}

static const char *lasting(Lower *l, const char *label)
{
    return intern_str(l->session->names, label);
}

/* Edges have no names but their numbers. */
static void declare_type(Lower *l, SiteType type)
{
    const BoardLayer *layer = &l->board->layer[type];
    const char *word = type_word[type];
    Lists outline = {0};
    Numbers phase = {0};
    for (int i = 0; i < layer->n; i++) {
        add_sites(l, &outline, &layer->site[i].corners);
        add(l, &phase, layer->site[i].phase);
    }
    declare_places(l, layer, word);
    declare(l, arena_printf(l->arena, "geometry %s phase", word), &phase);
    if (type != SITE_VERTEX)
        declare_lists(l, arena_printf(l->arena, "geometry %s outline", word), &outline);
    declare_steps(l, layer, word);
    declare_sets(l, layer, word);
    if (type != SITE_EDGE && layer->n > 0) {
        IrSpace *space = new_space(l, arena_printf(l->arena, "geometry %s", word), layer->n);
        space->label = ARENA_ARRAY(l->arena, const char *, layer->n);
        for (int i = 0; i < layer->n; i++)
            space->label[i] = lasting(l, layer->site[i].label);
    }
}

/* ---- what else lies on the table ------------------------------------------------------------------ */

static void declare_containers(Lower *l)
{
    Numbers numbers = {0};
    IrSpace *space = new_space(l, "geometry container", (int)l->sym->container.n);
    space->label = ARENA_ARRAY(l->arena, const char *, l->sym->container.n);
    for (size_t c = 0; c < l->sym->container.n; c++) {
        const Container *one = &l->sym->container.at[c];
        space->label[c] = lasting(l, one->name);
        add(l, &numbers, one->hand ? KIND_OF_HAND : c ? KIND_OF_DICE : KIND_OF_BOARD);
        add(l, &numbers, one->owner);
        add(l, &numbers, one->from);
        add(l, &numbers, one->n);
    }
    declare(l, "geometry container", &numbers);
}

static void declare_pieces(Lower *l)
{
    Numbers owner = {0};
    for (size_t c = 0; c < l->sym->component.n; c++)
        add(l, &owner, l->sym->component.at[c].owner);
    declare(l, "geometry piece", &owner);
}

/* ---- regions ------------------------------------------------------------------------------------------ */

/* The region that was made of the item, if need be now; or NULL. */
static const NamedRegion *region_of(Lower *l, const Term *item)
{
    for (size_t i = 0; i < l->sym->region.n; i++)
        if (l->sym->region.at[i].item == item)
            return &l->sym->region.at[i];
    return lower_region_for_people(l, item);
}

/* Its sites as they are at the start; false: they cannot be known. */
static bool sites_of_region(Lower *l, const NamedRegion *region, Lists *lists)
{
    const int words = ir_words(l->game, l->sym->space_site);
    uint64_t *all = ARENA_ARRAY(l->arena, uint64_t, words), *part = ARENA_ARRAY(l->arena, uint64_t, words);
    for (size_t m = 0; m < region->nmask; m++) {
        if (!lower_start_mask(l, region->mask[m], part))
            return false;
        for (int w = 0; w < words; w++)
            all[w] |= part[w];
    }
    for (int s = 0; s < lw_dim_site(l).size; s++)
        if (ir_mask_has(all, s))
            add(l, &lists->in, s);
    return true;
}

static void declare_regions(Lower *l)
{
    const Term *items = term_arg(term_arg(l->root, SLOT_equipment), SLOT_items);
    const char **label = ARENA_ARRAY(l->arena, const char *, items->n + 1);
    Lists sites = {0};
    Numbers owner = {0}, known = {0};
    int n = 0;
    for (uint32_t i = 0; i < items->n && !l->sym->puzzle; i++) {
        if (!term_is(items->slot[i], LUD_regions))
            continue;
        const NamedRegion *region = region_of(l, items->slot[i]);
        const Term *name = term_arg(items->slot[i], SLOT_name);
        lists_next(l, &sites);
        add(l, &known, region && sites_of_region(l, region, &sites));
        add(l, &owner, region ? region->owner : 0);
        label[n++] = lasting(l, region ? region->name : name ? name->text : "");
    }
    if (n == 0)
        return;
    ir_space_add(l->game, "geometry region", n);
    l->game->space.at[l->game->space.n - 1].label = arena_copy(l->arena, label, (size_t)n * sizeof *label);
    declare_lists(l, "geometry region sites", &sites);
    declare(l, "geometry region owner", &owner);
    declare(l, "geometry region known", &known);
}

/* Start rules are moves, too: where the last of them went. */
static void declare_placed(Lower *l)
{
    Numbers placed = {0};
    if (l->facts->placed_last > 0) {
        add(l, &placed, l->facts->placed_last - 1);
        declare(l, "geometry placed", &placed);
    }
}

/* Which rules these are, whatever is offered beside them and whoever plays. */
static void declare_rules(Lower *l)
{
    Numbers words = {0};
    uint64_t hash = ir_hash(l->game);
    add(l, &words, (int32_t)(uint32_t)hash);
    add(l, &words, (int32_t)(uint32_t)(hash >> 32));
    declare(l, "geometry rules", &words);
}

/* ---- all of it ------------------------------------------------------------------------------------------ */

void lower_geometry(Lower *l)
{
    if (!(l->facts->offers & IR_OFFER_GEOMETRY))
        return;
    Numbers board = {0};
    declare_rules(l);
    add(l, &board, l->board->use);
    add(l, &board, 1u << l->board->use | l->facts->occupied_types);
    declare(l, "geometry board", &board);
    for (int type = 0; type < SITE_TYPES; type++)
        declare_type(l, (SiteType)type);
    declare_containers(l);
    declare_pieces(l);
    declare_regions(l);
    declare_placed(l);
}
