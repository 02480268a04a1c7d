/* board.c - rings, owners, distances to regions: what features need of a game. */
#include "runtime/features/board.h"

#include <string.h>

#include "runtime/game.h"

/* The places of all rings. */
static bool read_rings(FeatureBoard *b)
{
    size_t total = 0;
    b->ring_at = STORE_ARRAY(&b->store, uint32_t, b->sites + 1);
    for (uint32_t s = 0; s < b->sites; s++)
        total += ludc_ring(b->r, b->type, s, NULL, 0);
    b->ring = STORE_ARRAY(&b->store, int32_t, total);
    if (!b->ring_at || !b->ring)
        return false;
    for (uint32_t s = 0; s < b->sites; s++) {
        uint32_t at = b->ring_at[s];
        uint32_t n = (uint32_t)ludc_ring(b->r, b->type, s, b->ring + at, total - at);
        b->ring_at[s + 1] = at + n;
        b->largest = b->largest > n ? b->largest : n;
        for (uint32_t k = 0; k < n; k++)
            if (b->ring[at + k] >= (int32_t)b->sites)
                b->ring[at + k] = OFF_BOARD;
    }
    return true;
}

static bool read_owners(FeatureBoard *b)
{
    b->pieces = (uint32_t)ludc_pieces(b->r);
    b->owner = STORE_ARRAY(&b->store, unsigned, b->pieces + 1);
    for (uint32_t k = 0; b->owner && k < b->pieces; k++)
        b->owner[k] = ludc_piece_owner(b->r, k);
    return b->owner;
}

/* Steps from the nearest site of the region to each, over adjacent ones; 0 also where none leads. */
static bool measure(FeatureBoard *b, const int32_t *region, size_t n, int32_t *distance)
{
    uint32_t first = 0, last = 0;
    int32_t *queue = malloc((b->sites + 1) * sizeof *queue), *near = malloc((b->sites + 1) * sizeof *near);
    bool *seen = calloc(b->sites + 1, sizeof *seen);
    bool ok = queue && near && seen;
    for (size_t i = 0; ok && i < n; i++)
        if (region[i] >= 0 && region[i] < (int32_t)b->sites && !seen[region[i]]) {
            seen[region[i]] = true;
            queue[last++] = region[i];
        }
    while (ok && first < last) {
        int32_t site = queue[first++];
        size_t found = ludc_neighbours(b->r, b->type, (size_t)site, LUDC_RELATION_ADJACENT, near, b->sites);
        for (size_t i = 0; i < found && i < b->sites; i++)
            if (near[i] >= 0 && near[i] < (int32_t)b->sites && !seen[near[i]]) {
                seen[near[i]] = true;
                distance[near[i]] = distance[site] + 1;
                queue[last++] = near[i];
            }
    }
    free(queue);
    free(near);
    free(seen);
    return ok;
}

static bool read_region(FeatureBoard *b, size_t index)
{
    ludc_region region;
    if (ludc_region_of(b->r, index, &region) != LUDC_OK || !region.known)
        return true;
    size_t n = ludc_region_sites(b->r, index, NULL, 0);
    int32_t *sites = malloc((n + 1) * sizeof *sites);
    b->distance[index] = STORE_ARRAY(&b->store, int32_t, b->sites);
    bool ok = sites && b->distance[index];
    if (ok)
        ok = ludc_region_sites(b->r, index, sites, n) == n && measure(b, sites, n, b->distance[index]);
    free(sites);
    return ok;
}

static bool read_regions(FeatureBoard *b)
{
    b->regions = (uint32_t)ludc_regions(b->r);
    b->distance = STORE_ARRAY(&b->store, int32_t *, b->regions);
    bool ok = b->distance;
    for (uint32_t i = 0; ok && i < b->regions; i++)
        ok = read_region(b, i);
    return ok;
}

ludc_status board_open(FeatureBoard *b, const ludc_reasoner *r, ludc_error *error)
{
    int type = r ? ludc_board_type(r) : -1;
    *b = (FeatureBoard){.r = r};
    if (type < 0 || !ludc_sites(r, (ludc_site_type)type)) {
        ludc_error_set(error, LUDC_UNSUPPORTED, "", "the game has no board that features could speak of");
        return LUDC_UNSUPPORTED;
    }
    b->type = (ludc_site_type)type;
    b->sites = (uint32_t)ludc_sites(r, b->type);
    b->players = ludc_players(r);
    b->view_what = ludc_view_find(r, "what");
    b->view_who = ludc_view_find(r, "who");
    board_columns(b, r);
    if (read_rings(b) && read_owners(b) && read_regions(b))
        return LUDC_OK;
    board_close(b);
    ludc_error_set(error, LUDC_IO, "", "out of memory");
    return LUDC_IO;
}

void board_close(FeatureBoard *b) { store_free(&b->store); }
