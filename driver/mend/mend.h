/* mend.h - edits that make a wrong text right: what the front end offers is tried, and where that does not do, what else could
 * have been meant near the first mistake. */
#ifndef LUDC_MEND_TEXT_H
#define LUDC_MEND_TEXT_H

#include "driver/engine/compile.h"

/* Of a text that diagnostics of the session are about.  Edits are theirs then (diag_fix), with a note of what would do; those of
 * others are dropped where the text is right without them. */
void mend_text(Session *session, const Source *source, const LudOptions *options);

#endif
