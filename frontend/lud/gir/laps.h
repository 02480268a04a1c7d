/* laps.h - the text of laps.gir, compiled in. */
#ifndef LUDC_LAPS_H
#define LUDC_LAPS_H

extern const char lud_laps_gir[];

#endif
