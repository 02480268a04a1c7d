/* lattice.c - numbers for the sites of a board by which equal steps are equal differences.
 *
 * Two of the steps between neighbours, the most common ones, span a lattice.  Where all sites lie on it they are numbered by
 * its rows, so that on a hexagon of hexagons, too, a step in one direction always adds the same number. */
#include "runtime/features/lattice.h"

#include <math.h>

enum { MOST_AXES = 12, MOST_SPREAD = 3 };
static const double near_enough = 0.02;

typedef struct {
    double x, y;
    uint32_t n;
} Axis;

typedef struct {
    double (*place)[3]; /* [sites] */
    Axis axis[MOST_AXES];
    uint32_t naxis;
} Survey;

static bool close_to(double a, double b) { return fabs(a - b) < 1e-3; }

/* A step counts for both of its directions; false: there are too many. */
static bool count_step(Survey *s, double x, double y)
{
    if (x < -1e-3 || (x < 1e-3 && y < 0)) {
        x = -x;
        y = -y;
    }
    uint32_t i = 0;
    while (i < s->naxis && !(close_to(s->axis[i].x, x) && close_to(s->axis[i].y, y)))
        i++;
    if (i == MOST_AXES)
        return false;
    if (i == s->naxis)
        s->axis[s->naxis++] = (Axis){x, y, 0};
    s->axis[i].n++;
    return true;
}

static bool survey(Survey *s, const FeatureBoard *b)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < b->sites; i++)
        ok = ludc_site_place(b->r, b->type, i, s->place[i]) == LUDC_OK;
    for (uint32_t i = 0; ok && i < b->sites; i++)
        for (uint32_t k = b->ring_at[i]; ok && k < b->ring_at[i + 1]; k++) {
            const int32_t other = b->ring[k];
            if (other != OFF_BOARD)
                ok = count_step(s, s->place[other][0] - s->place[i][0], s->place[other][1] - s->place[i][1]);
        }
    return ok;
}

static double cross(const Axis *a, const Axis *b) { return a->x * b->y - a->y * b->x; }

/* The two most common steps that are not parallel; rows run along the flatter one. */
static bool choose_axes(const Survey *s, Axis *row, Axis *column)
{
    int first = -1, second = -1;
    for (uint32_t i = 0; i < s->naxis; i++)
        if (first < 0 || s->axis[i].n > s->axis[first].n)
            first = (int)i;
    for (uint32_t i = 0; first >= 0 && i < s->naxis; i++)
        if (fabs(cross(&s->axis[first], &s->axis[i])) > 1e-6 && (second < 0 || s->axis[i].n > s->axis[second].n))
            second = (int)i;
    if (second < 0)
        return false;
    const bool flat = fabs(s->axis[first].y) <= fabs(s->axis[second].y);
    *row = s->axis[flat ? first : second];
    *column = s->axis[flat ? second : first];
    if (column->y < 0)
        *column = (Axis){-column->x, -column->y, column->n};
    return true;
}

/* The coordinate of a step in units of an axis; false: it is not whole. */
static bool whole(double x, int32_t *out)
{
    *out = (int32_t)lround(x);
    return fabs(x - (double)*out) < near_enough;
}

/* Positions of all sites; false: they do not lie on it, each alone, or it is too wide. */
static bool number_sites(Lattice *l, const Survey *s, uint32_t sites, int32_t (*at)[2])
{
    Axis row, column;
    int32_t least[2] = {INT32_MAX, INT32_MAX}, most[2] = {INT32_MIN, INT32_MIN};
    if (!choose_axes(s, &row, &column))
        return false;
    const double area = cross(&row, &column);
    for (uint32_t i = 0; i < sites; i++) {
        const Axis step = {s->place[i][0] - s->place[0][0], s->place[i][1] - s->place[0][1], 0};
        if (!whole(cross(&step, &column) / area, &at[i][0]) || !whole(cross(&row, &step) / area, &at[i][1]))
            return false;
        for (int k = 0; k < 2; k++) {
            least[k] = at[i][k] < least[k] ? at[i][k] : least[k];
            most[k] = at[i][k] > most[k] ? at[i][k] : most[k];
        }
    }
    const double width = (double)most[0] - least[0] + 1, height = (double)most[1] - least[1] + 1;
    if (width * height > (double)MOST_SPREAD * sites + 64)
        return false;
    l->size = (uint32_t)width * (uint32_t)height;
    for (uint32_t i = 0; i < sites; i++)
        l->at[i] = (uint32_t)(at[i][1] - least[1]) * (uint32_t)width + (uint32_t)(at[i][0] - least[0]);
    return true;
}

/* No two sites have one position. */
static bool distinct(const Lattice *l, uint32_t sites)
{
    bool *taken = calloc(l->size + 1, sizeof *taken), ok = taken;
    for (uint32_t i = 0; ok && i < sites; i++) {
        ok = !taken[l->at[i]];
        taken[l->at[i]] = true;
    }
    free(taken);
    return ok;
}

static bool on_lattice(Lattice *l, const FeatureBoard *b)
{
    Survey s = {.place = calloc(b->sites, sizeof *s.place)};
    int32_t(*at)[2] = calloc(b->sites, sizeof *at);
    bool ok = s.place && at && survey(&s, b) && number_sites(l, &s, b->sites, at) && distinct(l, b->sites);
    free(s.place);
    free(at);
    return ok;
}

/* Sites whose positions follow each other. */
static void find_runs(Lattice *l, uint32_t sites)
{
    for (uint32_t i = 0; i < sites; i++) {
        LatticeRun *last = l->nrun ? &l->run[l->nrun - 1] : NULL;
        if (last && last->n < 64 && last->at + last->n == l->at[i])
            last->n++;
        else
            l->run[l->nrun++] = (LatticeRun){i, l->at[i], 1};
    }
}

bool lattice_make(Lattice *l, Store *store, const FeatureBoard *b)
{
    *l = (Lattice){.at = STORE_ARRAY(store, uint32_t, b->sites), .run = STORE_ARRAY(store, LatticeRun, b->sites)};
    if (!l->at || !l->run)
        return false;
    if (!on_lattice(l, b)) {
        l->size = b->sites;
        for (uint32_t i = 0; i < b->sites; i++)
            l->at[i] = i;
    }
    find_runs(l, b->sites);
    return true;
}
