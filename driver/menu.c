/* menu.c - ludc SUBCOMMAND GAME --list-options. */
#include "driver/json_text.h"
#include "driver/menu.h"

#include <jansson.h>
#include <stdlib.h>

#include "driver/command.h"

static void print_menu(const LudFile *file, Out *out)
{
    for (size_t i = 0; i < file->noption; i++) {
        const LudOption *o = &file->option[i];
        for (size_t j = 0; j < o->nitem; j++)
            out_printf(out, "%s %s/%s\n", o->item[j].selected ? "*" : " ", o->heading, o->item[j].label);
    }
    for (size_t i = 0; i < file->nruleset; i++)
        out_printf(out, "  ruleset %s\n", file->ruleset[i]);
}

static void print_menu_json(const LudFile *file, Out *out)
{
    json_t *menus = json_array(), *rulesets = json_array();
    for (size_t i = 0; i < file->noption; i++) {
        const LudOption *o = &file->option[i];
        json_t *items = json_array();
        for (size_t j = 0; j < o->nitem; j++)
            json_array_append_new(items, json_pack("{s:o, s:b}", "item", json_text(o->item[j].label), "selected",
                                                   (int)o->item[j].selected));
        json_array_append_new(menus, json_pack("{s:o, s:o}", "heading", json_text(o->heading), "items", items));
    }
    for (size_t i = 0; i < file->nruleset; i++)
        json_array_append_new(rulesets, json_text(file->ruleset[i]));
    json_t *all = json_pack("{s:o, s:o}", "options", menus, "rulesets", rulesets);
    json_line(all, JSON_COMPACT, out);
}

int list_menu(const Options *options)
{
    const char *game = options->game ? options->game : options->arg.n ? options->arg.at[0] : NULL;
    if (!game)
        return usage_error(options, "a GAME is missing");
    Job job;
    int code = job_begin(&job, options, game, KEEP_PLAY);
    if (!code) {
        const LudFile *file = source_language(job.source) == LANG_LUD
                                  ? lud_read(job.session, job.source, &job.compile.lud)
                                  : &(LudFile){0};
        code = job_report(&job);
        if (file && !code) {
            Out out = {0};
            (options->json ? print_menu_json : print_menu)(file, &out);
            code = write_out(&out, NULL, 0);
            out_free(&out);
        }
    }
    job_end(&job);
    return code;
}
