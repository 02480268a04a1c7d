/* offer.h - what a reasoner offers beside play: planes, keys, numbers of actions, places of
 * sites, the range of payoffs.
 *
 * Front ends declare what only they know (planes of the board, geometry) when they are
 * asked to; the rest is found here, on the game as it was lowered, before any pass, so that
 * it is the same for every pass, layout, plan and engine.  What is not asked for is taken
 * out, so that it costs nothing. */
#ifndef LUDC_IR_OFFER_H
#define LUDC_IR_OFFER_H

#include "ir/core/ir.h"

typedef enum {
    IR_OFFER_PLANES = 1 << 0,   /* planes of set `state` */
    IR_OFFER_NODES = 1 << 1,    /* planes of set `nodes` */
    IR_OFFER_KEY = 1 << 2,      /* planes of set `key` */
    IR_OFFER_ACTIONS = 1 << 3,  /* data `action ..` */
    IR_OFFER_GEOMETRY = 1 << 4, /* data `geometry ..` */
    IR_OFFER_PAYOFFS = 1 << 5,  /* data `payoff ..` */
    IR_OFFER_ALL = (1 << 6) - 1,
    IR_OFFER_MARKS = 1 << 6     /* what random games are watched for (frontend/lud/lower/setup/marks.h) */
} IrOffer;

/* Data that a reasoner points to. */
#define IR_ACTION_INDEX "action index"

/* Do the rules hide something of the position from a player?  Data `hidden`, which the front end adds, lists them. */
#define IR_HIDDEN "hidden"

/* Finds what was asked for and is not declared yet; takes out what was not asked for.
 * `offers` is a set of IrOffer.  The game is verified already, and stays sound. */
bool ir_offer(IrGame *game, unsigned offers);

/* Numbers the moves that can be legal: data `action ..` (doc/abi.md).  Where the rules allow
 * more than could be listed there is none, and every code is an action. */
void ir_offer_actions(IrGame *game);
/* payoffs.c: adds data `payoff ..` that are not there. */
void ir_offer_payoffs(IrGame *game);

/* Where a plane lies in what a reasoner's `observe` writes. */
typedef struct {
    int fn;    /* of kind IR_PLANE */
    int word;  /* its first in those of its set */
    int words; /* ir_words of its space */
    int next;  /* the place of the next owner's in its family, in a ring; its own where there is no such ring */
} IrPlanePlace;

/* All planes by set, in their order within it; in `arena`.  words[s]: those of set s.  Planes of one
 * set, name and space make a ring where each player owns exactly one of them. */
size_t ir_plane_places(const IrGame *game, Arena *arena, IrPlanePlace **place, uint32_t words[IR_PLANE_SETS]);

#endif
