/* lazy_end_tests.h - end tests that a playout may ask later (pass defer).
 *
 * A game in which some can wait has both of these: while the field is 1 those tests
 * say no. A state in which it was 1 for some moves is the state of the game if the
 * function is 0 there; else one must go back to where it became 1. */
#ifndef LUDC_IR_DEFER_H
#define LUDC_IR_DEFER_H

#define IR_ENDS_WAIT "ends wait"
#define IR_MAY_END "may end"

#endif
