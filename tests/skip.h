/* skip.h - leaving out a test of a cmocka program, saying why.  cmocka's own skip() reports
 * "not ok .. # SKIP", which test drivers count as failed. */
#ifndef LUDC_TESTS_SKIP_H
#define LUDC_TESTS_SKIP_H

#include <stdio.h>

#define SKIP(why)                       \
    do {                                \
        printf("# left out: %s\n", why); \
        return;                         \
    } while (0)

#endif
