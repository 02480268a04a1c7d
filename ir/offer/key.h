/* key.h - planes of set `key`: what the future of a position depends on, as words. */
#ifndef LUDC_IR_KEY_H
#define LUDC_IR_KEY_H

#include "ir/core/ir.h"

/* What a plane of the set holds: its `owner`.  Keys can leave out the others. */
typedef enum {
    IR_KEY_BOARD,    /* all that is not below */
    IR_KEY_COUNTERS, /* numbers that count on and are compared with a limit of IR_KEY_FAR or more */
    IR_KEY_HISTORY   /* earlier positions */
} IrKeyPart;

enum { IR_KEY_FAR = 8 };

/* Declares the planes, and data `key NAME` for every field: what it is there (doc/abi.md).
 * Where a ban on repetition asks for a bag of earlier positions, adds fields that hold its
 * sums, which are updated with the move. */
void ir_key(IrGame *game);

/* Sums of a bag (key_bag.c). */
enum { IR_BAG_SUMS = 4 };
/* Adds the fields, and to all that writes the bag (array `field`, its number of members
 * `number`) the writes of the sums; gives their indices. */
void ir_bag_sums(IrGame *game, int field, int number, int sum[IR_BAG_SUMS]);

#endif
