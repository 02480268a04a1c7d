/* explain.c - ludc explain: a ludeme's forms, or what was done with a game. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "backends/backend.h"
#include "driver/agent/agents.h"
#include "driver/engine/engines.h"
#include "driver/explain/explain.h"
#include "driver/report/report.h"
#include "ir/analysis/analyses.h"
#include "runtime/include/ludc_search.h"

static const char *yes_no(bool yes) { return yes ? "yes" : "no"; }

/* Sizes of the compiled game, for people. */
static void describe_game(const Job *job, Out *out)
{
    const IrGame *g = job->game;
    size_t rules = 0, views = 0;
    for (size_t i = 0; i < g->fn.n; i++) {
        rules += g->fn.at[i]->kind == IR_RULE;
        views += g->fn.at[i]->kind == IR_VIEW;
    }
    out_printf(out, "%s: %d player%s\n", g->name, g->players, out_plural((uint64_t)g->players));
    out_printf(out, "rules %zu, functions %zu, views %zu, tables %zu\n", rules, g->fn.n, views, g->table.n);
    out_printf(out, "moves are loops over sets only (flat): %s\nstate:", yes_no(g->flat));
    for (size_t i = 0; i < g->field.n; i++)
        out_printf(out, " @%s", g->field.at[i].name);
    out_char(out, '\n');
}

static int explain_passes(Job *job)
{
    int code = job_compile(job, NULL);
    if (code)
        return code;
    Out out = {0};
    describe_game(job, &out);
    code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}

static int explain_game(const Options *options, const char *game)
{
    Options shown = *options;
    int (*const list)(Job *job) = options->planes     ? explain_planes
                                  : options->geometry ? explain_geometry
                                  : options->actions  ? explain_actions
                                                      : NULL;
    shown.remarks = shown.remarks || !list;
    int code = list || !strcmp(game, "-") ? EXIT_DONE : report_short(options, game);
    if (code)
        return code;
    Job job;
    code = job_begin(&job, &shown, game, KEEP_PLAY);
    if (!code)
        code = list ? list(&job) : explain_passes(&job);
    job_end(&job);
    return code;
}

/* The agents of `ludc search` and their keys. */
static int explain_agents(void)
{
    Out out = {0};
    const char *what, *choices, *standard, *help;
    int kind, before = 0;
    for (size_t i = 0; (kind = ludc_search_explain(i, &what, &choices, &standard, &help)); i++) {
        if (kind != before)
            out_puts(&out, kind == 1 ? "agents of --agent NAME[:KEY=VALUE,..]:\n" : "\nkeys, with their defaults:\n");
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", what, standard ? "=" : "", standard ? standard : "");
        out_printf(&out, "  %-18s %s", left, help);
        if (choices)
            out_printf(&out, "; one of %s", choices);
        out_char(&out, '\n');
        before = kind;
    }
    out_puts(&out, "\nother agents, where games are played:\n");
    agent_kinds(&out);
    int code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}

/* What plays, and what texts are written. */
static int explain_engines(void)
{
    Out out = {0};
    const Maker *maker;
    out_puts(&out, "engines of --backend NAME:\n");
    for (size_t i = 0; (maker = maker_at(i)); i++)
        out_printf(&out, "  %-8s %s\n", maker->name, maker->help);
    out_puts(&out, "\ntexts of `build --emit NAME`, or by the suffix of -o FILE:\n");
    for (size_t i = 0; i < backend_count(); i++) {
        const Backend *b = backend_at(i);
        out_printf(&out, "  %-8s %-5s %s\n", b->name, b->suffix, b->help);
    }
    int code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}

static void forms(Out *out, const char *what, unsigned bits)
{
    const char *name;
    for (size_t i = 0; (name = ir_form_name(bits, i)); i++)
        out_printf(out, "%s%s", i ? ", " : what, name);
}

static void kept_facts(Out *out, unsigned keeps)
{
    const char *before = "; keeps ";
    for (size_t i = 0; i < IR_ANALYSES; i++)
        if (keeps & 1U << i) {
            out_printf(out, "%s%s", before, ir_analysis_info(i)->name);
            before = ", ";
        }
}

static void write_pass(const IrPassInfo *pass, Out *out)
{
    out_printf(out, "  %-17s %s", pass->name, pass->doc);
    forms(out, "; needs ", pass->needs);
    forms(out, "; gives ", pass->gives);
    forms(out, "; breaks ", pass->breaks);
    kept_facts(out, pass->keeps);
    out_char(out, '\n');
}

/* The pass of that name; false: there is none. */
static bool explain_pass(const char *name, int *code)
{
    const IrPassInfo *pass;
    Out out = {0};
    for (size_t i = 0; (pass = ir_pass_info(i)); i++)
        if (!strcmp(pass->name, name))
            write_pass(pass, &out);
    const bool found = out.n > 0;
    if (found)
        *code = write_out(&out, NULL, 0);
    out_free(&out);
    return found;
}

static void analyses(Out *out)
{
    const IrAnalysisInfo *fact;
    out_puts(out, "\nanalyses, made when they are asked for and dropped by passes that do not keep them:\n");
    for (size_t i = 0; (fact = ir_analysis_info(i)); i++)
        out_printf(out, "  %-17s %s; of %s\n", fact->name, fact->doc, fact->of_rule ? "each rule" : "the game");
}

/* The passes, what they need and leave, and in which orders they run; the analyses. */
static int explain_pass_table(void)
{
    Out out = {0};
    const IrPassInfo *pass;
    const IrPipeline *order;
    out_puts(&out, "passes:\n");
    for (size_t i = 0; (pass = ir_pass_info(i)); i++)
        write_pass(pass, &out);
    out_puts(&out, "\npipelines of --passes=NAME:\n");
    for (size_t i = 0; (order = ir_pipeline(i)); i++) {
        out_printf(&out, "  %s: %s\n   ", order->name, order->doc);
        for (size_t j = 0; order->pass[j]; j++)
            out_printf(&out, " %s", order->pass[j]);
        out_puts(&out, order->pass[0] ? "\n" : " (empty)\n");
    }
    analyses(&out);
    int code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}

static bool is_game(const char *word)
{
    return strchr(word, '.') || strchr(word, '/') || !strcmp(word, "-") || access(word, R_OK) == 0;
}

int cmd_explain(const Options *options)
{
    if (options->arg.n == 0 && options->has_passes_shown && options->passes_shown.n == 1 && !*options->passes_shown.at[0])
        return explain_pass_table();
    if (options->list || options->search_word)
        return explain_list(options);
    if (options->arg.n != 1 || !*options->arg.at[0])
        return usage_error(options, "one GAME or LUDEME, please, or --list");
    const char *word = options->arg.at[0];
    if (!strcmp(word, "agents"))
        return explain_agents();
    if (!strcmp(word, "engines"))
        return explain_engines();
    if (is_game(word))
        return explain_game(options, word);
    int code;
    return explain_pass(word, &code) ? code : explain_ludeme(options, word);
}
