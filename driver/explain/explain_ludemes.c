/* explain_ludemes.c - ludc explain LUDEME, --list, --search WORD: the language, from its tables. */
#include <stdio.h>
#include <string.h>

#include "driver/explain/explain.h"
#include "driver/json_text.h"
#include "frontend/lud/elab/guide.h"

/* ---- JSON: every row with its parameters, its example and the game around it ------------------------- */

static json_t *text_of(GuideText text, Out *scratch)
{
    scratch->n = 0;
    out_write(scratch, text.text ? text.text : "", text.n);
    return json_text(scratch->text);
}

static json_t *parameters(const LudRow *row, const GuideRow *guide, Out *scratch)
{
    json_t *all = json_array();
    GuideSlot slot;
    for (const char *s = row->signature; guide_next_slot(&s, &slot);) {
        json_t *one = json_pack("{s:s, s:s, s:b}", "name", slot.name, "type", slot.type, "optional", (int)slot.optional);
        json_object_set_new(one, "meaning", text_of(guide_slot(guide, &slot), scratch));
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *row_json(const LudRow *row)
{
    GuideRow guide;
    Out scratch = {0}, more = {0}, game = {0}, name = {0};
    guide_row(row, &guide);
    guide_name(row, &name);
    guide_game(&guide, &game);
    out_puts(&more, row->doc);
    GuideText text;
    for (unsigned k = 0; (text = guide_more(&guide, k)).text; k++)
        out_printf(&more, "%s%.*s", k ? " " : ". ", (int)text.n, text.text);
    json_t *one = json_pack("{s:s, s:o, s:s, s:s, s:o, s:b}", "id", row->id, "ludeme", json_text(name.text), "type", row->type,
                            "signature", row->signature, "meaning", json_text(more.text), "supported", (int)row->supported);
    json_object_set_new(one, "parameters", parameters(row, &guide, &scratch));
    json_object_set_new(one, "example", text_of(guide.example, &scratch));
    json_object_set_new(one, "game", json_text(game.text));
    out_free(&scratch);
    out_free(&more);
    out_free(&game);
    out_free(&name);
    return one;
}

static json_t *constants_json(TypeId type, const char *word, Out *scratch)
{
    json_t *all = json_array();
    const TypeInfo *info = type_info(type);
    for (const char *s = info->constants; s && *s; s += strcspn(s, " "), s += strspn(s, " ")) {
        const GuideText name = {s, strcspn(s, " ")}, text = guide_constant(info->name, s, name.n);
        json_t *one = json_pack("{s:o, s:s}", "constant", text_of(name, scratch), "type", info->name);
        json_object_set_new(one, "meaning", text_of(text, scratch));
        if (!word || lud_constant_found(type, s, name.n, word))
            json_array_append_new(all, one);
        else
            json_decref(one);
    }
    return all;
}

static int print_json(const char *word, bool named)
{
    json_t *rows = json_array(), *constants = json_array();
    Out scratch = {0};
    for (int i = 0; i < LUD_COUNT; i++)
        if (!word || (named ? lud_row_named((LudId)i, word) : lud_row_found((LudId)i, word)))
            json_array_append_new(rows, row_json(lud_row((LudId)i)));
    for (TypeId t = 0; t < TYPE_COUNT && !named; t++) {
        json_t *some = constants_json(t, word, &scratch);
        json_array_extend(constants, some);
        json_decref(some);
    }
    const size_t found = json_array_size(rows) + json_array_size(constants);
    json_print(json_pack("{s:o, s:o}", "ludemes", rows, "constants", constants), JSON_COMPACT);
    out_free(&scratch);
    return found ? EXIT_DONE : EXIT_WRONG;
}

/* ---- text ----------------------------------------------------------------------------------------------- */

static int print_list(const char *word)
{
    Out out = {0};
    int code = lud_list(word, &out) ? EXIT_DONE : EXIT_WRONG;
    if (code)
        say("ludc: nothing that `explain` knows mentions `%s`\n", word);
    else
        code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}

static int print_one(const char *word)
{
    Out out = {0};
    int code = EXIT_WRONG;
    if (lud_explain(word, &out))
        code = write_out(&out, NULL, 0);
    else
        say("ludc: %s", out.n ? out.text : "there is no such ludeme\n");
    out_free(&out);
    return code;
}

int explain_list(const Options *options)
{
    if (options->arg.n)
        return usage_error(options, options->list ? "--list takes no GAME and no LUDEME" : "--search takes no GAME and no LUDEME");
    if (options->list && options->search_word)
        return usage_error(options, "--list and --search do not go together");
    if (options->search_word && !*options->search_word)
        return usage_error(options, "--search needs a word");
    return options->json ? print_json(options->search_word, false) : print_list(options->search_word);
}

int explain_ludeme(const Options *options, const char *word)
{
    return options->json ? print_json(word, true) : print_one(word);
}
