/* turn.h - the text of turn.gir, compiled in. */
#ifndef LUDC_TURN_H
#define LUDC_TURN_H

extern const char lud_turn_gir[];

#endif
