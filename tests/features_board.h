/* features_board.h - boards as tables, by hand: reasoners that have rings, pieces and regions, and nothing else. */
#ifndef LUDC_TESTS_FEATURES_BOARD_H
#define LUDC_TESTS_FEATURES_BOARD_H

#include <stdint.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/include/ludc_features.h"

enum { HAND_SITES = 16, HAND_RING = 8, HAND_NUMBERS = 256 };

/* A position: what stands on each site; the owner of a piece is its number. */
typedef struct {
    int32_t what[HAND_SITES];
} HandState;

typedef struct {
    int32_t ring[HAND_NUMBERS], step[HAND_NUMBERS], phase[HAND_SITES], board[2], piece[3], owner[1], known[1], region[8];
    ludc_data data[8];
    ludc_view_item view[1];
    ludc_space space[1];
    ludc_reasoner r;
} HandBoard;

static int32_t hand_view(const ludc_reasoner *r, const void *state, uint32_t item, uint32_t index)
{
    (void)r;
    (void)item;
    return ((const HandState *)state)->what[index];
}

/* ring: `size` numbers a site.  Sites 0 and 1 are region 0 of the game.  Every neighbour in a ring is adjacent. */
static void hand_board(HandBoard *b, int32_t sites, int32_t size, const int32_t *ring)
{
    enum { CELL = 2, RELATIONS = 7, NO_WIND = 255 << 8 };
    memset(b, 0, sizeof *b);
    int32_t nring = sites + 1, nstep = sites + 1;
    for (int32_t s = 0; s < sites; s++) {
        b->ring[s] = nring - sites - 1;
        b->step[s] = nstep - sites - 1;
        for (int32_t k = 0; k < size; k++) {
            b->ring[nring++] = ring[s * size + k];
            if (ring[s * size + k] >= 0) {
                b->step[nstep++] = ring[s * size + k];
                b->step[nstep++] = RELATIONS | NO_WIND;
            }
        }
    }
    b->ring[sites] = nring - sites - 1;
    b->step[sites] = nstep - sites - 1;
    b->board[0] = CELL;
    b->board[1] = 1 << CELL;
    b->piece[1] = 1;
    b->piece[2] = 2;
    b->known[0] = 1;
    memcpy(b->region, (int32_t[]){0, 2, 0, 1}, 4 * sizeof(int32_t));
    const ludc_data data[] = {
        {"geometry board", 2, b->board},         {"geometry cell phase", (uint32_t)sites, b->phase},
        {"geometry cell ring", (uint32_t)nring, b->ring}, {"geometry cell step", (uint32_t)nstep, b->step},
        {"geometry piece", 3, b->piece},         {"geometry region owner", 1, b->owner},
        {"geometry region known", 1, b->known},  {"geometry region sites", 4, b->region},
    };
    memcpy(b->data, data, sizeof data);
    b->view[0] = (ludc_view_item){"what", (uint32_t)sites, -1};
    b->r = (ludc_reasoner){.abi = LUDC_ABI_VERSION, .size = sizeof b->r, .players = 2, .name = "by hand", .hash = 1,
                           .state_size = sizeof(HandState), .max_moves = 1, .codes = 1, .nview = 1, .view_item = b->view,
                           .view = hand_view, .ndata = 8, .data = b->data};
}

/* 6 7 8
 * 3 4 5
 * 0 1 2   north, east, south, west */
static const int32_t square_ring[9 * 4] = {3, 1, -1, -1, 4, 2, -1, 0, 5, -1, -1, 1, 6, 4, 0, -1, 7, 5, 1, 3,
                                           8, -1, 2, 4,  -1, 7, 3, -1, -1, 8, 4, 6, -1, -1, 5, 7};
/*   5 6
 *  2 3 4
 *   0 1    north-east, east, south-east, south-west, west, north-west */
static const int32_t hexagon_ring[7 * 6] = {3, 1, -1, -1, -1, 2, 4, -1, -1, -1, 0, 3, 5, 3, 0, -1, -1, -1, 6, 4, 1,
                                            0, 2, 5,  -1, -1, -1, 1, 3, 6, -1, 6, 3, 2, -1, -1, -1, -1, 4, 3, 5, -1};
/* Triangles: 0 and 2 point up, 1 down between them, 3 up above 1.  Those that point up have neighbours to the upper right, below and
 * to the upper left; 1 has one above, and to the lower right and the lower left. */
static const int32_t triangle_ring[4 * 3] = {1, -1, -1, 3, 2, 0, -1, -1, 1, -1, 1, -1};

#endif
