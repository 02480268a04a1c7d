/* balance.h - the check of brackets and quotes before anything else. */
#ifndef LUDC_LUD_BALANCE_H
#define LUDC_LUD_BALANCE_H

#include "frontend/lud/text/text.h"

/* Reports brackets that are not closed (at the one that is open) or not opened,
 * and a string that is not closed.  The text has no comments any more. */
bool lud_check_balance(Reader *reader, const Text *text);

#endif
