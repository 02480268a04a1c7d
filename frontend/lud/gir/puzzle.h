/* puzzle.h - the text of puzzle.gir, compiled in. */
#ifndef LUDC_PUZZLE_H
#define LUDC_PUZZLE_H

extern const char lud_puzzle_gir[];

#endif
