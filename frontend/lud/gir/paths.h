/* paths.h - the text of paths.gir, compiled in. */
#ifndef LUDC_PATHS_H
#define LUDC_PATHS_H

extern const char lud_paths_gir[];

#endif
