/* compiled.h - a game from a text, in tests of ludc.h by cmocka; a text that does not compile fails the test. */
#ifndef LUDC_TESTS_COMPILED_H
#define LUDC_TESTS_COMPILED_H

#include <string.h>

#include "runtime/include/ludc.h"

static inline ludc_game *compile_with(const char *name, const char *text, const ludc_options *options)
{
    ludc_error error = {0};
    ludc_game *game = ludc_compile_text(name, text, strlen(text), options, &error);
    if (!game)
        fail_msg("%s", error.message);
    return game;
}

static inline ludc_game *compile(const char *name, const char *text)
{
    return compile_with(name, text, NULL);
}

#endif
