/* job.c - what every subcommand does with its game: find it, compile it, say
 * what was wrong with it. */
#include "driver/colour.h"
#include "driver/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "driver/engine/llvm_module.h"
#include "driver/engine/engines.h"
#include "driver/features/features_code.h"
#include "driver/first_steps.h"
#include "driver/no_rules.h"
#include "driver/sandbox.h"
#include "driver/warnings.h"
#include "ir/offer/offer.h"
#include "ir/plan/plan.h"
#include "runtime/include/ludc.h"

void say(const char *format, ...)
{
    va_list args;
    Out out = {0}, line = {0};
    va_start(args, format);
    out_vprintf(&out, format, args);
    va_end(args);
    out_terminal(&line, out.text);
    fprintf(stderr, "%s\n", line.text);
    out_free(&out);
    out_free(&line);
}

/* Address space for one game in a sandbox, beyond what the program itself has. */
#define SANDBOX_MEMORY (UINT64_C(4) << 30)

int usage_error(const Options *options, const char *format, ...)
{
    static const char *const name[] = {
#define COMMAND(name, usage, summary, details) #name,
#define OPTION(kind, field, name, letter, arg, commands, help)
#include "driver/options.def"
#undef COMMAND
#undef OPTION
    };
    va_list args;
    Out out = {0};
    va_start(args, format);
    out_vprintf(&out, format, args);
    va_end(args);
    say("ludc: %s", out.text);
    out_free(&out);
    fprintf(stderr, "ludc: `ludc %s --help` says more\n", name[options->command]);
    return EXIT_USAGE;
}

int write_out(const Out *out, const char *path, unsigned mode)
{
    if (out_save(out, path ? path : "-", mode))
        return EXIT_DONE;
    say("ludc: cannot write %s: %s", path ? path : "standard output", strerror(errno));
    return EXIT_IO;
}

int stream_out(Out *out)
{
    enum { MUCH = 1 << 14 };
    const int code = out->n < MUCH ? EXIT_DONE : write_out(out, NULL, 0);
    if (out->n >= MUCH)
        out->n = 0;
    return code;
}

/* ---- finding the game -------------------------------------------------------- */

static bool readable(const char *path) { return access(path, R_OK) == 0; }

/* DIR/NAME.lud or DIR/NAME.gir, or DIR/NAME itself when it has a suffix. */
static const char *in_directory(Session *session, const char *dir, size_t length, const char *name)
{
    static const char *const suffix[] = {".lud", ".gir", ".kif", ""};
    for (size_t i = 0; i < 4; i++) {
        if (!*suffix[i] && !strchr(name, '.'))
            break;
        const char *path = arena_printf(session->arena, "%.*s/%s%s", (int)length, dir, name, suffix[i]);
        if (readable(path))
            return path;
    }
    return NULL;
}

static const char *on_path(Session *session, const char *path, const char *name)
{
    while (path && *path) {
        size_t length = strcspn(path, ":");
        const char *found = length ? in_directory(session, path, length, name) : NULL;
        if (found)
            return found;
        path += length + (path[length] == ':');
    }
    return NULL;
}

/* The file that GAME means; GAME itself when there is none. */
static const char *find_game(Session *session, const char *game)
{
    if (!strcmp(game, "-") || strchr(game, '/') || readable(game))
        return game;
    const char *found = on_path(session, getenv("LUDC_GAME_PATH"), game);
    if (!found)
        found = on_path(session, LUDC_DATADIR "/examples", game);
    return found ? found : game;
}

/* ---- options ------------------------------------------------------------------ */

#define PUSH_PARTS(job, list, text, separator)                                         \
    for (const char *part_ = (text); part_ && *part_;) {                               \
        size_t length_ = strcspn(part_, separator);                                    \
        if (length_)                                                                   \
            vec_push((job)->session->arena, (list),                                    \
                     (const char *)arena_strndup((job)->session->arena, part_, length_)); \
        part_ += length_ + (part_[length_] != '\0');                                   \
    }

static void dump_after(const IrGame *game, const char *pass, void *data)
{
    Job *job = data;
    for (size_t i = 0; i < job->dump.n; i++)
        if (!strcmp(job->dump.at[i], pass)) {
            out_printf(&job->dumped, "; after %s\n", pass);
            ir_print(game, &job->dumped);
        }
}

static bool layout_of(const char *name, IrLayout *layout)
{
    static const struct {
        const char *name;
        IrLayout layout;
    } rows[] = {{"bytes", IR_LAYOUT_BYTES}, {"onehot", IR_LAYOUT_ONEHOT}, {"both", IR_LAYOUT_BOTH}};
    for (size_t i = 0; i < 3; i++)
        if (!strcmp(rows[i].name, name)) {
            *layout = rows[i].layout;
            return true;
        }
    return false;
}

static int pass_options(Job *job, Keep keep)
{
    const Options *o = job->options;
    IrPassOptions *p = &job->compile.passes;
    for (size_t i = 0; i < o->passes.n; i++)
        PUSH_PARTS(job, &job->passes, o->passes.at[i], ",");
    for (size_t i = 0; i < o->passes_shown.n; i++)
        PUSH_PARTS(job, &job->passes, o->passes_shown.at[i], ",");
    for (size_t i = 0; i < o->disable_pass.n; i++)
        PUSH_PARTS(job, &job->disabled, o->disable_pass.at[i], ",");
    for (size_t i = 0; i < o->dump.n; i++) {
        if (strncmp(o->dump.at[i], "after:", 6) != 0)
            return usage_error(o, "--dump takes after:PASS, not `%s`", o->dump.at[i]);
        PUSH_PARTS(job, &job->dump, o->dump.at[i] + 6, ",");
    }
    if (o->layout && !layout_of(o->layout, &p->layout))
        return usage_error(o, "--layout is one of bytes, onehot, both");
    const char *only = job->passes.n == 1 ? job->passes.at[0] : "";
    job->compile.no_passes = !strcmp(only, "none");
    if (job->passes.n && !job->compile.no_passes && strcmp(only, "default") != 0) {
        p->run = job->passes.at;
        p->nrun = job->passes.n;
    }
    p->disabled = job->disabled.at;
    p->ndisabled = job->disabled.n;
    job->compile.checked = o->checked;
    static const char *const kept[] = {TURN_LIMIT_VIEW};
    p->keep = kept;
    p->nkeep = o->command == CMD_playout;
    p->keep_all = keep == KEEP_ALL;
    p->describe = keep != KEEP_PLAY;
    p->remarks = o->remarks;
    if (job->dump.n) {
        p->dump = dump_after;
        p->data = job;
    }
    return EXIT_DONE;
}

static void lud_options(Job *job)
{
    const Options *o = job->options;
    for (size_t i = 0; i < o->def_path.n; i++)
        vec_push(job->session->arena, &job->def_path, o->def_path.at[i]);
    PUSH_PARTS(job, &job->def_path, getenv("LUDC_DEF_PATH"), ":");
    job->compile.lud = (LudOptions){
        .option = o->option.at,
        .noption = o->option.n,
        .ruleset = o->ruleset,
        .def_path = job->def_path.at,
        .ndef_path = job->def_path.n,
    };
}

static int limits_of(Job *job)
{
    const Options *o = job->options;
    size_t bytes = o->memory_limit ? size_of_text(o->memory_limit) : compile_bytes();
    if (!bytes)
        return usage_error(o, "--memory-limit takes a size such as 512M, not `%s`", o->memory_limit);
    if (o->has_work_limit && (o->work_limit < 1 || o->work_limit > UINT64_MAX / 1000000))
        return usage_error(o, "--work-limit takes a number of million steps above 0");
    limit_set(job->session->limit, bytes, o->has_work_limit ? o->work_limit * 1000000 : COMPILE_STEPS);
    return EXIT_DONE;
}

/* ---- the job --------------------------------------------------------------------- */

/* The source is read: nothing else is needed from outside. */
static int enter_sandbox(const Job *job)
{
    const Options *o = job->options;
    if (o->backend && strcmp(o->backend, "eval") != 0 && strcmp(o->backend, "tcc") != 0)
        return usage_error(o, "in a sandbox games are played by eval or tcc, not by %s", o->backend);
    if (job->def_path.n)
        return usage_error(o, "in a sandbox only GAME itself is read: no --def-path, no LUDC_DEF_PATH");
    if (o->output && strcmp(o->output, "-") != 0)
        return usage_error(o, "in a sandbox results go to standard output, not to %s", o->output);
    if (o->arg.n > 1)
        return usage_error(o, "in a sandbox one GAME is read");
    const SandboxLimits limits = {.memory = SANDBOX_MEMORY, .code = !o->backend || !strcmp(o->backend, "tcc")};
    Out why = {0};
    bool good = sandbox_enter(&limits, &why);
    if (!good)
        say("ludc: %s", why.text);
    out_free(&why);
    return good ? EXIT_DONE : EXIT_UNSUPPORTED;
}

int job_begin(Job *job, const Options *options, const char *game, Keep keep)
{
    *job = (Job){.options = options, .session = session_new(), .began = clock_ms()};
    int code = colour_check(options);
    if (!code)
        code = warnings_choose(options, job->session->diags);
    if (!code)
        code = pass_options(job, keep);
    if (code)
        return code;
    lud_options(job);
    Language language;
    if (options->lang && !language_named(options->lang, &language))
        return usage_error(options, "there is no language `%s`; there are " LANGUAGE_NAMES, options->lang);
    if ((code = limits_of(job)) != EXIT_DONE)
        return code;
    const char *path = find_game(job->session, game);
    const char *other = no_rules(path);
    if (other) {
        session_error(job->session, (Span){0, 0}, "%s is %s", path, other);
        return job_report(job);
    }
    job->source = source_read(job->session->sources, path);
    if (!job->source && errno == EFBIG) {
        session_error(job->session, (Span){0, 0}, "%s is too long for rules", path);
        return job_report(job);
    }
    if (!job->source) {
        say("ludc: cannot read %s: %s", path, strerror(errno));
        return EXIT_IO;
    }
    source_say_language(job->session->sources, job->source, options->lang);
    if (source_language(job->source) != LANG_LUD && (options->option.n || options->ruleset || options->def_path.n))
        return usage_error(options, "--%s has no effect here: only texts in Ludii's language have menus and definitions",
                           options->option.n ? "option" : options->ruleset ? "ruleset" : "def-path");
    return options->sandbox ? enter_sandbox(job) : EXIT_DONE;
}

/* A pass of --dump that was not run; NULL: all were. */
static const char *not_dumped(Job *job)
{
    for (size_t i = 0; i < job->dump.n; i++) {
        const char *line = arena_printf(job->session->arena, "; after %s\n", job->dump.at[i]);
        if (!job->dumped.n || !strstr(job->dumped.text, line))
            return job->dump.at[i];
    }
    return NULL;
}

int job_compile(Job *job, const Maker *maker)
{
    /* the reference plays the game as lowered; boards are filled on what the passes made */
    if (maker && !maker->wants_passes && !job->passes.n && !(job->compile.plan & IR_PLAN_FILL))
        job->compile.no_passes = true;
    job->game = compile_game(job->session, job->source, &job->compile, &job->times);
    const char *missing = job->game ? not_dumped(job) : NULL;
    if (missing)
        return usage_error(job->options, "--dump after:%s: no such pass is run here; --passes names those that are", missing);
    return job->game ? job_report(job) : job_refused(job, "the compilation");
}

int job_want_plan(Job *job, unsigned otherwise)
{
    const char *name = job->options->plan;
    job->compile.plan = otherwise;
    if (!name || ir_plan_read(name, &job->compile.plan))
        return EXIT_DONE;
    return usage_error(job->options, "there is no plan `%s`; there are " IR_PLAN_NAMES, name);
}

bool job_hides(const Job *job) { return ir_data_find(job->game, IR_HIDDEN) != NULL; }

int job_has_plan(const Job *job)
{
    const char *name = job->options->plan;
    if (!name || !strcmp(name, "auto") || job->game->plan == job->compile.plan)
        return EXIT_DONE;
    return usage_error(job->options, "the plan %s does not hold in this game (--remarks says why)", name);
}

/* The construct that stopped us, in a line of its own, last: a run over many
 * games can then be summed up. */
static void say_unsupported(const Job *job)
{
    static const char mark[] = ": unsupported: ";
    Out out = {0};
    diags_print(job->session->diags, job->session->sources, 1u << DIAG_UNSUPPORTED, 1, &out);
    char *what = out.n ? strstr(out.text, mark) : NULL;
    if (what) {
        what += sizeof mark - 1;
        what[strcspn(what, "\n")] = '\0';
        char *tail = strstr(what, " is not supported yet");
        if (tail)
            *tail = '\0';
        say("ludc: not supported yet: %s", what);
    }
    out_free(&out);
}

/* Of what was filed since the last report. */
static void print_remarks(Job *job)
{
    Out out = {0};
    if (job->options->remarks)
        diags_print(job->session->diags, job->session->sources, 1u << DIAG_REMARK, 20, &out);
    diags_forget(job->session->diags, DIAG_REMARK);
    colour_print(job->options, &out);
    out_free(&out);
}

int job_play(Job *job)
{
    const char *name = job->options->backend;
    bool plays_long = job->options->command == CMD_search || job->options->command == CMD_match || job->options->command == CMD_play || job->options->command == CMD_ugi || job->options->command == CMD_train || job->options->command == CMD_solve ||
                      (job->options->command == CMD_playout && job->options->record == 0);
    if (!name && job->options->sandbox)
        name = maker_find("tcc") ? "tcc" : "eval";
    if (!name && plays_long)
        name = "auto";
    if (job->options->steady && name && !strcmp(name, "auto") && llvm_present())
        name = "llvm";
    const Maker *maker = maker_find(name);
    if (!maker) {
        Out names = {0};
        maker_names(&names);
        if (job->options->command == CMD_playout)
            out_puts(&names, ", lanes");
        int code = usage_error(job->options, "the back end `%s` is not built in; there are %s", job->options->backend,
                               names.text);
        out_free(&names);
        return code;
    }
    int code = job_compile(job, maker);
    if (code == EXIT_UNSUPPORTED)
        say_unsupported(job);
    if (code)
        return code;
    job->game->plan &= maker->plans;
    double start = clock_ms();
    const MakeOptions make = {.cache = !job->options->no_cache, .functions = job->functions, .soon = job->soon, .stops = true};
    bool made = make_player(maker, job->session, job->source, job->game, &make, &job->player);
    job->times.backend = clock_ms() - start;
    if (made) {
        print_remarks(job);
        return EXIT_DONE;
    }
    code = job_refused(job, maker->name);
    return code != EXIT_BUG && job->player.io ? EXIT_IO : code;
}

int job_report(Job *job)
{
    Out out = {0};
    unsigned kinds = 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED | 1u << DIAG_WARNING;
    if (job->options->remarks)
        kinds |= 1u << DIAG_REMARK;
    diags_print(job->session->diags, job->session->sources, kinds, 20, &out);
    diags_forget(job->session->diags, DIAG_REMARK); /* a later stage prints its own */
    colour_print(job->options, &out);
    out_free(&out);
    if (job->dumped.n)
        fwrite(job->dumped.text, 1, job->dumped.n, stderr);
    out_free(&job->dumped);
    return diags_exit_code(job->session->diags);
}

int job_refused(Job *job, const char *what)
{
    const int code = job_report(job);
    if (!code)
        say("ludc: internal error: %s failed without saying why", what);
    return code ? code : EXIT_BUG;
}

int play_moves(const Job *job, void *state)
{
    PlaySteps steps = {0};
    int code = first_steps(job, &steps);
    for (size_t i = 0; !code && i < steps.n; i++)
        code = first_steps_make(job, &steps, i, state);
    play_steps_free(&steps);
    return code;
}

int job_fault(Job *job)
{
    Fault fault;
    if (!job->player.fault || !job->player.fault(job->player.owned, &fault))
        return EXIT_DONE;
    diag(job->session->diags, DIAG_ERROR, fault.at, "%s", fault.text);
    diag_note(job->session->diags, (Span){0, 0}, "met while the game was played");
    return job_report(job);
}

void job_end(Job *job)
{
    coder_free(job->coder);
    job->coder = NULL;
    player_release(&job->player);
    out_free(&job->dumped);
    session_free(job->session);
    job->session = NULL;
}
