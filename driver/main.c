/* main.c - the command ludc: options, then one subcommand. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/cleanup.h"
#include "driver/command.h"
#include "driver/menu.h"
#include "driver/progress.h"
#include "driver/warnings.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "0"
#endif

typedef int CommandFn(const Options *options);

static CommandFn *const commands[] = {
#define COMMAND(name, usage, summary, details) cmd_##name,
#define OPTION(kind, field, name, letter, arg, commands, help)
#include "driver/options.def"
#undef COMMAND
#undef OPTION
};

/* Prints what `write` says and is done. */
static int print(void (*write)(Out *out))
{
    Out out = {0};
    write(&out);
    int code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}

static void version(Out *out) { out_puts(out, "ludc " PACKAGE_VERSION "\n"); }

static int run(const Options *options)
{
    if (options->help) {
        Out out = {0};
        options_help(options->command, &out);
        int code = write_out(&out, NULL, 0);
        out_free(&out);
        return code;
    }
    if (warnings_asked(options))
        return print(warnings_help);
    if (options->list_options)
        return list_menu(options);
    Progress progress;
    progress_begin(&progress, options);
    const int code = commands[options->command](options);
    progress_end(&progress);
    return code;
}

/* Removes what must not stay, and dies of the signal. */
static void end_by(int number)
{
    cleanup_now();
    raise(number); /* the default again, when this returns */
}

static void handle_signals(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
    struct sigaction action = {.sa_handler = end_by, .sa_flags = (int)SA_RESETHAND}, before;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaddset(&action.sa_mask, ends[i]);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) /* nohup */
            sigaction(ends[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a limit on files is a full disk */
}

/* Passes and trials of edits take and free the same memory again and again: it stays with the process in between. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    enum { KEPT = 256 << 20, KEPT_BLOCK = 32 << 20 }; /* bytes that are not given back to the system, and the largest block of them */
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, KEPT_BLOCK);
#endif
}

int main(int argc, char **argv)
{
    handle_signals();
    keep_memory();
    const char *first = argc > 1 ? argv[1] : "";
    if (!strcmp(first, "--version"))
        return print(version);
    if (!strcmp(first, "--help") || !strcmp(first, "-h") || !strcmp(first, "help"))
        return print(options_overview);
    if (!strcmp(first, "--manual"))
        return print(options_manual);

    Options options;
    Out error = {0};
    int code = EXIT_USAGE;
    if (options_parse(&options, argc, argv, &error))
        code = run(&options);
    else
        fprintf(stderr, "ludc: %s\nludc: `ludc %s%s--help` says what there is\n", error.text, options_command(&options),
                *options_command(&options) ? " " : "");
    out_free(&error);
    options_free(&options);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        if (!code)
            fprintf(stderr, "ludc: cannot write standard output\n");
        code = code ? code : EXIT_IO;
    }
    return code;
}
