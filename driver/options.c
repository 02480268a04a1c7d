/* options.c - the parser of the command line; reads the table options.def. */
#include "driver/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "frontend/lud/text/options.h"

typedef enum { KIND_FLAG, KIND_TEXT, KIND_LIST, KIND_NAT, KIND_REAL } Kind;

typedef struct {
    Kind kind;
    const char *name;
    char letter;
    const char *arg;
    unsigned commands; /* bit of each Command */
    size_t value, given; /* offsets in Options */
} Row;

#define IN(c) (1u << CMD_##c)
#define ANY (~0u)

static const Row rows[] = {
#define COMMAND(name, usage, summary, details)
#define OPTION(kind, field, name, letter, arg, commands, help) \
    {KIND_##kind, name, letter, arg, commands, offsetof(Options, field), offsetof(Options, has_##field)},
#include "driver/options.def"
#undef COMMAND
#undef OPTION
};

static const char *const command_names[] = {
#define COMMAND(name, usage, summary, details) #name,
#define OPTION(kind, field, name, letter, arg, commands, help)
#include "driver/options.def"
#undef COMMAND
#undef OPTION
};

enum { NROWS = sizeof rows / sizeof rows[0] };

static void list_add(TextList *list, const char *text)
{
    const char **at = realloc(list->at, (list->n + 1) * sizeof *at);
    if (!at)
        memory_out();
    at[list->n++] = text;
    list->at = at;
}

static bool read_nat(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

static bool read_real(const char *text, double *value)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    return *text && !*end && !errno && *value >= 0 && *value < 1e9;
}

/* An option as it was typed: -n, --number. */
static const char *spelled(const Row *row, const char *word, char name[64])
{
    if (word[0] == '-' && word[1] && word[1] != '-')
        snprintf(name, 64, "-%c", word[1]);
    else
        snprintf(name, 64, "--%s", row->name);
    return name;
}

static bool store(Options *options, const Row *row, const char *word, const char *text, Out *error)
{
    char name[64];
    void *value = (char *)options + row->value;
    *(bool *)((char *)options + row->given) = true;
    switch (row->kind) {
    case KIND_FLAG:
        *(bool *)value = true;
        return true;
    case KIND_TEXT:
        *(const char **)value = text;
        return true;
    case KIND_LIST:
        list_add(value, text);
        return true;
    case KIND_NAT:
        if (read_nat(text, value))
            return true;
        break;
    case KIND_REAL:
        if (read_real(text, value))
            return true;
        break;
    }
    out_printf(error, "%s needs a %s from 0, not `%s`", spelled(row, word, name), row->kind == KIND_NAT ? "whole number" : "number",
               text);
    return false;
}

static const Row *find_long(const char *name, size_t length, Command command)
{
    for (size_t i = 0; i < NROWS; i++)
        if (strlen(rows[i].name) == length && !memcmp(rows[i].name, name, length) &&
            (rows[i].commands & 1u << command))
            return &rows[i];
    return NULL;
}

static const Row *find_short(char letter, Command command)
{
    for (size_t i = 0; i < NROWS; i++)
        if (rows[i].letter == letter && (rows[i].commands & 1u << command))
            return &rows[i];
    return NULL;
}

static void no_such_option(Command command, const char *word, Out *error)
{
    const char *name[NROWS];
    size_t n = 0;
    for (size_t i = 0; i < NROWS; i++)
        if (rows[i].commands & 1u << command)
            name[n++] = rows[i].name;
    const char *best = word[1] == '-' ? lud_nearest_name(word + 2, name, n) : NULL;
    out_printf(error, "`%s` has no option `%s`", command_names[command], word);
    if (best)
        out_printf(error, "; did you mean `--%s`?", best);
}

/* Handles the option at argv[*i]; moves *i over its argument. */
static bool parse_option(Options *options, int argc, char **argv, int *i, Out *error)
{
    const char *word = argv[*i], *value = NULL;
    const Row *row;
    if (word[1] == '-') {
        size_t length = strcspn(word + 2, "=");
        row = find_long(word + 2, length, options->command);
        if (word[2 + length] == '=')
            value = word + 2 + length + 1;
    } else {
        row = find_short(word[1], options->command);
        if (row && word[2])
            value = word + 2;
    }
    if (!row) {
        no_such_option(options->command, word, error);
        return false;
    }
    if (row->kind == KIND_FLAG) {
        if (value)
            out_printf(error, "--%s takes no value", row->name);
        return !value && store(options, row, word, NULL, error);
    }
    if (!value) {
        if (*i + 1 >= argc && row->arg[0] == '[') /* it may be left out at the end */
            return store(options, row, word, "", error);
        if (*i + 1 >= argc) {
            out_printf(error, "--%s needs a value: %s", row->name, row->arg);
            return false;
        }
        value = argv[++*i];
    }
    return store(options, row, word, value, error);
}

static bool find_command(const char *word, Command *command)
{
    for (unsigned i = 0; i < CMD_COUNT; i++)
        if (!strcmp(word, command_names[i])) {
            *command = (Command)i;
            return true;
        }
    return false;
}

const char *options_command(const Options *options) { return options->known ? command_names[options->command] : ""; }

static const Row *row_of(size_t field, Command command)
{
    for (size_t i = 0; i < NROWS; i++)
        if ((rows[i].value == field || rows[i].given == field) && (rows[i].commands & 1u << command))
            return &rows[i];
    return NULL;
}

/* An option that has no effect in this call is refused by name (effects.def). */
static bool all_have_effect(const Options *o, Out *error)
{
#define EFFECT(commands, field, where, condition)                                                          \
    {                                                                                                      \
        const Row *row = row_of(offsetof(Options, field), o->command);                                     \
        if (((commands) & 1u << o->command) && row && *(const bool *)((const char *)o + row->given) && !(condition)) { \
            out_printf(error, "--%s has no effect here: it %s", row->name, where);                         \
            return false;                                                                                  \
        }                                                                                                  \
    }
#include "driver/effects.def"
#undef EFFECT
    return true;
}

bool options_parse(Options *options, int argc, char **argv, Out *error)
{
    memset(options, 0, sizeof *options);
    if (argc < 2) {
        out_puts(error, "a subcommand is missing");
        return false;
    }
    if (!find_command(argv[1], &options->command)) {
        const char *best = lud_nearest_name(argv[1], command_names, CMD_COUNT);
        out_printf(error, "there is no subcommand `%s`", argv[1]);
        if (best)
            out_printf(error, "; did you mean `%s`?", best);
        return false;
    }
    options->known = true;
    options->word = argv;
    options->words = argc;
    bool plain = false; /* after `--` */
    for (int i = 2; i < argc; i++) {
        const char *word = argv[i];
        if (plain || word[0] != '-' || !word[1]) {
            list_add(&options->arg, word);
        } else if (!strcmp(word, "--")) {
            plain = true;
        } else if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
            options->help = true;
            return true;
        } else if (!parse_option(options, argc, argv, &i, error)) {
            return false;
        }
    }
    return options->list_options || all_have_effect(options, error);
}

void options_free(Options *options)
{
    free(options->arg.at);
    for (size_t i = 0; i < NROWS; i++)
        if (rows[i].kind == KIND_LIST)
            free(((TextList *)(void *)((char *)options + rows[i].value))->at);
    memset(options, 0, sizeof *options);
}
