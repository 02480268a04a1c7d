/* folder.c - see folder.h. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np */
#include "driver/folder.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "backends/build/tools.h"
#include "base/escape.h"
#include "driver/commit.inc"
#include "driver/command.h"

#ifdef __clang__
#define LUDC_COMPILER "clang " __clang_version__
#else
#define LUDC_COMPILER "gcc " __VERSION__
#endif

extern char **environ;

int folder_make(const char *folder)
{
    if (mkdir(folder, 0777) == 0 || errno == EEXIST)
        return EXIT_DONE;
    say("ludc: cannot make the folder %s: %s", folder, strerror(errno));
    return EXIT_IO;
}

int folder_save(const char *folder, const char *name, const Out *text)
{
    Out path = {0};
    out_printf(&path, "%s/%s", folder, name);
    int code = write_out(text, path.text, 0666);
    out_free(&path);
    return code;
}

/* By posix_spawn: threads may have run in this process, and fork would call the C library in a copy of them. */
bool folder_plot(const char *folder, const char *script)
{
    char *word[] = {"gnuplot", (char *)script, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status;
    fflush(stdout);
    posix_spawn_file_actions_init(&actions);
    int error = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (!error)
        error = posix_spawnp(&pid, word[0], &actions, NULL, word, environ);
    posix_spawn_file_actions_destroy(&actions);
    return !error && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void folder_say_undrawn(const char *folder)
{
    say("ludc: gnuplot is missing or failed: no plots; its scripts are %s/*.gp", folder);
}

void folder_plot_head(Out *out, const char *name, const char *data)
{
    out_printf(out, "# gnuplot %s.gp draws %s.svg from %s\n"
                    "set terminal svg size 720,440 background 'white'\n"
                    "set output '%s.svg'\nset grid ytics\n", name, name, data, name);
}

void folder_plot_text(Out *out, const char *text)
{
    out_char(out, '\'');
    for (; *text; text++)
        if (*text == '\'')
            out_puts(out, "''");
        else
            out_char(out, (unsigned char)*text < ' ' ? '?' : *text);
    out_char(out, '\'');
}

/* ---- what made it --------------------------------------------------------------- */

static void about(Out *out, const char *what, const char *text)
{
    out_printf(out, "<tr><td>%s<td colspan=\"2\">", what);
    out_markup(out, text);
    out_puts(out, "</tr>\n");
}

/* The name of the first processor; "": it is not known. */
static void processor_name(Out *out)
{
    Out all = {0};
    if (tools_read("/proc/cpuinfo", &all) && all.n) {
        const char *line = strstr(all.text, "model name"), *name = line ? strchr(line, ':') : NULL;
        if (name)
            out_printf(out, "%.*s", (int)strcspn(name + 1, "\n"), name + 1);
    }
    out_free(&all);
}

static void command_line(Out *out, char *const *word, int words)
{
    for (int i = 0; i < words; i++) {
        out_puts(out, i ? " " : "");
        out_shell_word(out, word[i]);
    }
}

void folder_page_about(Out *out, unsigned long long seed, char *const *word, int words)
{
    Out processor = {0}, command = {0};
    char day[16], number[32];
    time_t now = time(NULL);
    struct tm when;
    processor_name(&processor);
    command_line(&command, word, words);
    strftime(day, sizeof day, "%Y-%m-%d", gmtime_r(&now, &when));
    snprintf(number, sizeof number, "%llu", seed);
    out_puts(out, "<table>\n");
    about(out, "version", "ludc " PACKAGE_VERSION LUDC_COMMIT);
    if (processor.n)
        about(out, "processor", processor.text);
    about(out, "compiler", LUDC_COMPILER);
    about(out, "day", day);
    about(out, "seed", number);
    about(out, "command", command.text);
    out_puts(out, "</table>\n");
    out_free(&processor);
    out_free(&command);
}

void folder_page_head(Out *out, const char *title)
{
    out_puts(out, "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>");
    out_markup(out, title);
    out_puts(out, "</title>\n"
                  "<style>body{font:15px sans-serif;margin:2em;max-width:70em}table{border-collapse:collapse}"
                  "td,th{border-bottom:1px solid #ccc;padding:2px 10px;text-align:right}"
                  "td:first-child,th:first-child{text-align:left}td[colspan]{text-align:left;color:#777}</style>\n");
}

int folder_page_save(const char *folder, Out *out, const char *figures)
{
    out_puts(out, "<h2>All figures</h2>\n<pre>");
    out_markup(out, figures);
    out_puts(out, "</pre>\n</html>\n");
    return folder_save(folder, "index.html", out);
}
