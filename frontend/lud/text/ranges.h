/* ranges.h - 3..7 and "A1".."C3" written out. */
#ifndef LUDC_LUD_RANGES_H
#define LUDC_LUD_RANGES_H

#include "frontend/lud/text/text.h"

bool lud_expand_ranges(Reader *reader, Text *text);
bool lud_expand_site_ranges(Reader *reader, Text *text);

#endif
