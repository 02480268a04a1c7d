/* ring.c - the ring of a site: its orthogonal neighbours clockwise from the north, with
 * placeholders where the board ends, so that a turn means the same at a border as inside.
 *
 * Spatial features walk on rings (Soemers, Piette, Stephenson, Browne, "Spatial State-Action
 * Features for General Games", 2022; semantics 05, section 7.3, says what was measured):
 *   1. Two neighbours 120 degrees apart get the third of a corner of three.
 *   2. Else, opposite to each neighbour from which a line ends here, is a placeholder.
 *   3. Where angles between neighbours that stand side by side are all equal and an angle at a
 *      placeholder is not, each of those is halved by one more; if that does not make them
 *      equal there are no placeholders at all. */
#include "frontend/lud/board/board.h"

#include <math.h>

#include "frontend/lud/graph/geom.h"

#define FULL_TURN (2 * GEOM_PI)
/* Angles that differ less are equal: places are rounded to floats. */
#define SAME_ANGLE 0.001
/* Added to bearings, so that rounding leaves the north first. */
#define NORTH_FIRST 0.0001

/* A place in the ring: a neighbour, or -1. */
typedef struct {
    double bearing; /* clockwise from the north, 0 .. 2 pi */
    int site;
} Spoke;

typedef struct {
    int n;
    Spoke *at;
} Ring;

static double turned(double bearing)
{
    while (bearing < 0)
        bearing += FULL_TURN;
    while (bearing >= FULL_TURN)
        bearing -= FULL_TURN;
    return bearing;
}

static double bearing_to(const BoardLayer *layer, int from, int to)
{
    const BoardSite *a = &layer->site[from], *b = &layer->site[to];
    double angle = angle_of((Point){a->x, a->y, a->z}, (Point){b->x, b->y, b->z});
    return turned(GEOM_PI / 2 - angle + NORTH_FIRST);
}

static bool same_angle(double a, double b)
{
    return fabs(a - b) < SAME_ANGLE;
}

/* By bearing; neighbours keep their order. */
static void put(Ring *ring, double bearing, int site)
{
    int k = ring->n++;
    for (; k > 0 && ring->at[k - 1].bearing > bearing; k--)
        ring->at[k] = ring->at[k - 1];
    ring->at[k] = (Spoke){bearing, site};
}

/* Does a line from the neighbour end at the site? */
static bool line_ends(const BoardLayer *layer, int neighbour, int site)
{
    const BoardSite *from = &layer->site[neighbour];
    for (int i = 0; i < from->nradial; i++) {
        const Radial *r = &from->radial[i];
        if ((r->relations & 1u << REL_ALL) && r->n == 2 && r->site[1] == site)
            return true;
    }
    return false;
}

/* Of two neighbours: are they 120 degrees apart, on either side? */
static bool corner_of_three(const Ring *ring)
{
    if (ring->n != 2)
        return false;
    double apart = ring->at[1].bearing - ring->at[0].bearing;
    return same_angle(fmin(apart, FULL_TURN - apart), FULL_TURN / 3);
}

/* The third comes first where that is its place, else between the two, whichever way they
 * stand apart: so the reference has it. */
static void complete_corner(Ring *ring)
{
    bool first = ring->at[0].bearing - NORTH_FIRST > FULL_TURN / 3 - SAME_ANGLE;
    Spoke a = ring->at[0], b = ring->at[1], none = {0, -1};
    ring->at[0] = first ? none : a;
    ring->at[1] = first ? a : none;
    ring->at[2] = b;
    ring->n = 3;
}

/* From place k to the next one. */
static double gap(const Ring *ring, int k)
{
    return turned(ring->at[(k + 1) % ring->n].bearing - ring->at[k].bearing);
}

static bool between_neighbours(const Ring *ring, int k)
{
    return ring->at[k].site >= 0 && ring->at[(k + 1) % ring->n].site >= 0;
}

/* The one angle between neighbours side by side; false: there is none, or several. */
static bool regular(const Ring *ring, double *angle)
{
    bool any = false;
    double least = 0, most = 0;
    for (int k = 0; k < ring->n; k++)
        if (between_neighbours(ring, k)) {
            double here = gap(ring, k);
            least = !any || here < least ? here : least;
            most = !any || here > most ? here : most;
            any = true;
        }
    *angle = least;
    return any && same_angle(least, most);
}

/* Step 3: `full` has room for twice as many.  false: it cannot be done. */
static bool halve(const Ring *ring, double angle, Ring *full)
{
    full->n = 0;
    for (int k = 0; k < ring->n; k++) {
        double here = gap(ring, k);
        put(full, ring->at[k].bearing, ring->at[k].site);
        if (between_neighbours(ring, k) || same_angle(here, angle))
            continue;
        if (!same_angle(here, 2 * angle))
            return false;
        put(full, turned(ring->at[k].bearing + angle), -1);
    }
    return true;
}

static Sites sites_of(Arena *arena, const Ring *ring)
{
    Sites sites = {ring->n, ARENA_ARRAY(arena, int, ring->n)};
    for (int k = 0; k < ring->n; k++)
        sites.at[k] = ring->at[k].site;
    return sites;
}

Sites board_ring(Arena *arena, const BoardLayer *layer, int site)
{
    const BoardSite *from = &layer->site[site];
    size_t room = (size_t)from->nradial * 4 + 3;
    Ring bare = {0, ARENA_ARRAY(arena, Spoke, room)}, ring = {0, ARENA_ARRAY(arena, Spoke, room)};
    Ring full = {0, ARENA_ARRAY(arena, Spoke, room)};
    for (int i = 0; i < from->nradial; i++)
        if (from->radial[i].relations & 1u << REL_ORTHOGONAL) {
            int to = from->radial[i].site[1];
            put(&bare, bearing_to(layer, site, to), to);
            put(&ring, bearing_to(layer, site, to), to);
        }
    if (corner_of_three(&bare)) {
        complete_corner(&bare);
        return sites_of(arena, &bare);
    }
    for (int k = 0; k < bare.n; k++)
        if (line_ends(layer, bare.at[k].site, site))
            put(&ring, turned(bare.at[k].bearing + GEOM_PI), -1);
    double angle;
    if (ring.n == bare.n || !regular(&ring, &angle))
        return sites_of(arena, &ring);
    return sites_of(arena, halve(&ring, angle, &full) ? &full : &bare);
}
