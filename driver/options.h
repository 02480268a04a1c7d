/* options.h - the command line, taken apart by the table options.def. */
#ifndef LUDC_DRIVER_OPTIONS_H
#define LUDC_DRIVER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/out.h"

typedef struct {
    const char **at;
    size_t n;
} TextList;

typedef enum {
#define COMMAND(name, usage, summary, details) CMD_##name,
#define OPTION(kind, field, name, letter, arg, commands, help)
#include "driver/options.def"
#undef COMMAND
#undef OPTION
    CMD_COUNT
} Command;

#define OPTION_TYPE_FLAG bool
#define OPTION_TYPE_TEXT const char *
#define OPTION_TYPE_LIST TextList
#define OPTION_TYPE_NAT uint64_t
#define OPTION_TYPE_REAL double

/* What was asked for.  Unset texts are NULL, unset numbers 0. */
typedef struct {
    Command command;
    TextList arg; /* what is not an option */
    char *const *word; /* the command line as it was given */
    int words;
    bool known;   /* there is such a subcommand */
    bool help;    /* --help was given: nothing else matters */
#define COMMAND(name, usage, summary, details)
#define OPTION(kind, field, name, letter, arg, commands, help) \
    OPTION_TYPE_##kind field;                                  \
    bool has_##field;
#include "driver/options.def"
#undef COMMAND
#undef OPTION
} Options;

/* Takes argv apart (argv[0] is the program, argv[1] the subcommand).  false:
 * wrong usage, said in `error`.  `options` refers to argv; free it after. */
bool options_parse(Options *options, int argc, char **argv, Out *error);
/* The subcommand, once one was recognised; else "". */
const char *options_command(const Options *options);
void options_free(Options *options);

void options_help(Command command, Out *out); /* --help of a subcommand */
void options_overview(Out *out);              /* --help of ludc */
void options_manual(Out *out);                /* the page ludc(1), for man */

#endif
