/* help.c - what `ludc --help` and the manual page say, from options.def. */
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "driver/options.h"

#define IN(c) (1u << CMD_##c)
#define ANY (~0u)

typedef struct {
    const char *name, *usage, *summary, *details;
} CommandText;

static const CommandText commands[] = {
#define COMMAND(name, usage, summary, details) {#name, usage, summary, details},
#define OPTION(kind, field, name, letter, arg, commands, help)
#include "driver/options.def"
#undef COMMAND
#undef OPTION
};

typedef struct {
    const char *name;
    char letter;
    const char *arg;
    unsigned commands;
    const char *help;
} OptionText;

static const OptionText texts[] = {
#define COMMAND(name, usage, summary, details)
#define OPTION(kind, field, name, letter, arg, commands, help) {name, letter, arg, commands, help},
#include "driver/options.def"
#undef COMMAND
#undef OPTION
};

enum { NTEXTS = sizeof texts / sizeof texts[0], WIDTH = 80 };

#define GAME_FILES ".lud, .kif, .gdl, .gir"

static const char *const codes[] = {
    "0  done",
    "1  the input is wrong; a diagnostic says where, and what was expected",
    "2  wrong usage",
    "3  cannot read or write",
    "4  the input is valid but uses something that is not supported yet",
    "130, 143  interrupted by ^C (SIGINT) or SIGTERM: play, and match, playout and train, which print first what stands",
};

static const char *const variables[][2] = {
    {"LUDC_DEF_PATH", "directories of definitions (.def), separated by colons"},
    {"LUDC_GAME_PATH", "directories where a GAME given by its name is looked for, separated by colons"},
    {"LUDC_CC", "the compiler for generated C (default: cc)"},
    {"LUDC_LD", "the linker for what LLVM makes (default: the first of ld.lld, ld, cc; wasm-ld)"},
    {"LUDC_CACHE", "the directory of compiled games (default: $XDG_CACHE_HOME/ludc, ~/.cache/ludc); empty: none are kept"},
    {"LUDC_CACHE_MB", "what the compiled games there may take, in megabytes (default: 256)"},
    {"XDG_CACHE_HOME", "where caches are"},
    {"LUDC_LIBDIR", "where the module for LLVM and the headers for generated C are (default: where they were installed)"},
    {"LUDC_TCC", "the program that compiles for libludc through libtcc (default: where it was installed)"},
    {"TMPDIR", "where temporary files are made (default: /tmp)"},
    {"NO_COLOR", "no colours, also on a terminal"},
};

/* Prints words from column `column` on, broken before WIDTH, continued at
 * `indent`. */
static void wrap(Out *out, const char *text, size_t column, size_t indent)
{
    bool first = true;
    while (*text) {
        size_t length = strcspn(text, " ");
        if (!first && column + 1 + length > WIDTH) {
            out_printf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            out_char(out, ' ');
            column++;
        }
        out_write(out, text, length);
        column += length;
        text += length;
        text += strspn(text, " ");
        first = false;
    }
    out_char(out, '\n');
}

static void print_option(Out *out, const OptionText *o)
{
    char left[64];
    int n = snprintf(left, sizeof left, "  %c%c%s--%s%s%s", o->letter ? '-' : ' ', o->letter ? o->letter : ' ',
                     o->letter ? ", " : "  ", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
    out_printf(out, "%-28s", left);
    if (n >= 28)
        out_printf(out, "\n%28s", "");
    wrap(out, o->help, 28, 28);
}

static void print_codes(Out *out)
{
    out_puts(out, "\nExit codes:\n");
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        out_printf(out, "  %s\n", codes[i]);
}

static void print_variables(Out *out)
{
    out_puts(out, "\nEnvironment:\n");
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        out_printf(out, "  %-16s ", variables[i][0]);
        wrap(out, variables[i][1], 19, 19);
    }
}

void options_help(Command command, Out *out)
{
    const CommandText *c = &commands[command];
    out_printf(out, "usage: ludc %s [options]\n\n%c%s.\n", c->usage, c->summary[0] - 'a' + 'A', c->summary + 1);
    if (*c->details)
        wrap(out, c->details, 0, 0);
    if (command != CMD_explain && command != CMD_replay && command != CMD_serve)
        out_puts(out, "GAME is a file (" GAME_FILES "), `-`, or the name of a game on the search path (LUDC_GAME_PATH).\n");
    for (int common = 0; common < 2; common++) {
        out_puts(out, common ? "\nCommon options:\n" : "\nOptions:\n");
        for (size_t i = 0; i < NTEXTS; i++)
            if ((texts[i].commands & 1u << command) && (texts[i].commands == ANY) == (common == 1))
                print_option(out, &texts[i]);
        if (common)
            print_option(out, &(OptionText){"help", 'h', NULL, ANY, "print this"});
    }
    print_codes(out);
}

void options_overview(Out *out)
{
    out_puts(out, "usage: ludc SUBCOMMAND GAME [options]\n\nAn ahead-of-time compiler for game rules.\n\nSubcommands:\n");
    for (size_t i = 0; i < CMD_COUNT; i++)
        out_printf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
    out_puts(out, "\n`ludc SUBCOMMAND --help` says more; `ludc --version` prints the version.\n");
    print_variables(out);
    print_codes(out);
}

/* ---- the manual page ----------------------------------------------------- */

/* Text for man: backslash and leading dots escaped, `x` in bold. */
static void man_text(Out *out, const char *text)
{
    bool bold = false;
    for (; *text; text++) {
        if (*text == '`') {
            bold = !bold;
            out_puts(out, bold ? "\\fB" : "\\fR");
        } else if (*text == '-') {
            out_puts(out, "\\-");
        } else if (*text == '\\') {
            out_puts(out, "\\e");
        } else {
            out_char(out, *text);
        }
    }
}

static void man_options(Out *out, unsigned mask, bool common)
{
    for (size_t i = 0; i < NTEXTS; i++) {
        const OptionText *o = &texts[i];
        if (!(o->commands & mask) || (o->commands == ANY) != common)
            continue;
        out_puts(out, ".TP\n");
        if (o->letter)
            out_printf(out, "\\fB\\-%c\\fR, ", o->letter);
        out_puts(out, "\\fB\\-\\-");
        man_text(out, o->name);
        out_puts(out, "\\fR");
        if (o->arg) {
            out_puts(out, " \\fI");
            man_text(out, o->arg);
            out_puts(out, "\\fR");
        }
        out_char(out, '\n');
        man_text(out, o->help);
        out_puts(out, ".\n");
    }
}

static void man_warnings(Out *out)
{
    out_puts(out, ".SH WARNINGS\nThose that are said to be played come from random games, which \\fBcheck\\fR plays.\n");
    for (WarningId id = 0; id < WARN_COUNT; id++) {
        out_puts(out, ".TP\n\\fB\\-W");
        man_text(out, warning_info(id)->name);
        out_printf(out, "\\fR%s\n", warning_info(id)->played ? " (played)" : "");
        man_text(out, warning_info(id)->help);
        out_puts(out, ".\n");
    }
}

void options_manual(Out *out)
{
    out_puts(out, ".\\\" Generated from driver/options.def.\n.TH LUDC 1\n.SH NAME\n"
                  "ludc \\- an ahead\\-of\\-time compiler for game rules\n.SH SYNOPSIS\n");
    for (size_t i = 0; i < CMD_COUNT; i++) {
        out_puts(out, i ? ".br\n.B ludc\n" : ".B ludc\n");
        man_text(out, commands[i].usage);
        out_puts(out, " [options]\n");
    }
    out_puts(out, ".SH DESCRIPTION\nGAME is a file (" GAME_FILES "), \\fB\\-\\fR for standard input, or the name of a game on "
                  "the search path.\n");
    for (size_t i = 0; i < CMD_COUNT; i++) {
        out_printf(out, ".SS %s\n", commands[i].name);
        out_printf(out, "%c", commands[i].summary[0] - 'a' + 'A');
        man_text(out, commands[i].summary + 1);
        out_puts(out, ".\n");
        man_text(out, commands[i].details);
        out_char(out, '\n');
        man_options(out, 1u << i, false);
    }
    out_puts(out, ".SH COMMON OPTIONS\n");
    man_options(out, ANY, true);
    man_warnings(out);
    out_puts(out, ".SH ENVIRONMENT\n");
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        out_printf(out, ".TP\n.B %s\n%s.\n", variables[i][0], variables[i][1]);
    out_puts(out, ".SH EXIT STATUS\n.nf\n");
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        out_printf(out, "%s\n", codes[i]);
    out_puts(out, ".fi\n");
}
