/* explain_actions.c - ludc explain --actions: the moves of a game that can be legal, numbered. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/json_text.h"
#include "driver/explain/explain.h"
#include "ir/offer/offer.h"

enum { COLUMNS = 5 };
static const char *const column_name[COLUMNS] = {"player", "from", "to", "kind", "piece"};

typedef struct {
    const IrGame *game;
    const IrData *code;            /* NULL: every code is an action */
    const IrData *column[COLUMNS];
    const IrCode *rule;
    uint64_t codes, n;
} Actions;

static bool find_actions(const IrGame *game, Arena *arena, Actions *a)
{
    IrCode *rule = ARENA_ARRAY(arena, IrCode, game->fn.n + 1);
    *a = (Actions){.game = game, .code = ir_data_find(game, "action codes"), .rule = rule};
    a->codes = ir_codes_by_fn(game, rule);
    a->n = a->code ? a->code->n : a->codes;
    for (int c = 0; c < COLUMNS; c++)
        a->column[c] = ir_data_find(game, arena_printf(arena, "action %s", column_name[c]));
    return a->code != NULL;
}

static uint32_t code_of(const Actions *a, size_t i) { return (uint32_t)a->code->value[i]; }

static const char *rule_of(const Actions *a, uint32_t code)
{
    for (size_t i = 0; i < a->game->fn.n; i++)
        if (code >= a->rule[i].base && code - a->rule[i].base < a->rule[i].size)
            return a->game->fn.at[i]->name;
    return "";
}

static void print_json(const Actions *a, double ms, Out *out)
{
    json_t *list = json_array();
    for (size_t i = 0; a->code && i < a->n; i++) {
        json_t *one = json_pack("{s:I, s:o}", "move", (json_int_t)code_of(a, i), "rule",
                                json_text(rule_of(a, code_of(a, i))));
        for (int c = 0; c < COLUMNS; c++)
            json_object_set_new(one, column_name[c], json_integer(a->column[c]->value[i]));
        json_array_append_new(list, one);
    }
    json_t *top = json_pack("{s:o, s:I, s:I, s:b, s:f, s:o}", "game", json_text(a->game->name), "actions", (json_int_t)a->n, "codes",
                            (json_int_t)a->codes, "listed", a->code != NULL, "ms", ms, "list", list);
    json_line(top, JSON_COMPACT, out);
}

static void print_table(const Actions *a, Out *out)
{
    out_puts(out, "action\tmove\trule");
    for (int c = 0; c < COLUMNS; c++)
        out_printf(out, "\t%s", column_name[c]);
    out_char(out, '\n');
    for (size_t i = 0; a->code && i < a->n; i++) {
        out_printf(out, "%zu\t%lu\t%s", i, (unsigned long)code_of(a, i), rule_of(a, code_of(a, i)));
        for (int c = 0; c < COLUMNS; c++)
            out_printf(out, "\t%ld", (long)a->column[c]->value[i]);
        out_char(out, '\n');
    }
}

int explain_actions(Job *job)
{
    if (job->options->has_seen)
        return explain_seen(job);
    job->compile.offers = IR_OFFER_ACTIONS;
    job->compile.no_passes = true;
    int code = job_compile(job, NULL);
    if (code)
        return code;
    Actions a;
    bool listed = find_actions(job->game, job->session->arena, &a);
    Out out = {0};
    if (job->options->json)
        print_json(&a, job->times.offers, &out);
    else if (job->options->summary || !listed)
        out_printf(&out, "%s: %llu actions of %llu codes%s, %.1f ms\n", job->game->name, (unsigned long long)a.n,
                   (unsigned long long)a.codes, listed ? "" : ", not listed: every code is one", job->times.offers);
    else
        print_table(&a, &out);
    code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}
