/* warnings.c - the option -W, by the table base/warnings.def. */
#include "driver/warnings.h"

#include <string.h>

#include "driver/command.h"
#include "frontend/lud/text/options.h"

bool warnings_asked(const Options *options)
{
    for (size_t i = 0; i < options->warn.n; i++)
        if (!*options->warn.at[i] || !strcmp(options->warn.at[i], "help"))
            return true;
    return false;
}

void warnings_help(Out *out)
{
    out_puts(out, "-WNAME gives a warning, -Wno-NAME does not, -Werror=NAME makes it an error; `all` is every name.\n"
                  "All are given unless it is said otherwise; those with * come from random games, which `check` plays.\n\n");
    for (WarningId id = 0; id < WARN_COUNT; id++)
        out_printf(out, "  %-16s %c %s\n", warning_info(id)->name, warning_info(id)->played ? '*' : ' ', warning_info(id)->help);
}

static int no_such_name(const Options *options, const char *name)
{
    const char *all[WARN_COUNT + 2] = {"all", "error"};
    for (WarningId id = 0; id < WARN_COUNT; id++)
        all[id + 2] = warning_info(id)->name;
    const char *best = lud_nearest_name(name, all, WARN_COUNT + 2);
    return usage_error(options, best ? "there is no warning `%s`; did you mean `%s`?" : "there is no warning `%s`; `ludc check -W` lists them",
                       name, best);
}

/* What is left of the word behind the prefix; NULL: it begins otherwise. */
static const char *behind(const char *word, const char *prefix)
{
    const size_t n = strlen(prefix);
    return strncmp(word, prefix, n) == 0 ? word + n : NULL;
}

typedef void Setter(Diags *diags, WarningId id, bool on);

static bool set_named(Diags *diags, const char *name, Setter *set, bool on)
{
    const bool all = !strcmp(name, "all");
    const WarningId only = warning_named(name);
    for (WarningId id = 0; id < WARN_COUNT; id++)
        if (all || id == only)
            set(diags, id, on);
    return all || only < WARN_COUNT;
}

static int choose(const Options *options, Diags *diags, const char *word)
{
    const char *rest = behind(word, "no-");
    const bool on = !rest;
    const char *name = rest ? rest : word;
    if (!strcmp(name, "error")) {
        set_named(diags, "all", diags_warn_error, on);
        return EXIT_DONE;
    }
    const char *error = behind(name, "error=");
    if (error && on)
        set_named(diags, error, diags_warn, true);
    if (set_named(diags, error ? error : name, error ? diags_warn_error : diags_warn, on))
        return EXIT_DONE;
    return no_such_name(options, error ? error : name);
}

int warnings_choose(const Options *options, Diags *diags)
{
    int code = EXIT_DONE;
    for (size_t i = 0; i < options->warn.n && !code; i++)
        code = choose(options, diags, options->warn.at[i]);
    return code;
}
