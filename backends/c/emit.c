/* emit.c - the C back end: a whole file.
 *
 * In order: what is pasted from runtime/, the set types, the state,
 * tables, functions, the reasoner. */
#include <ctype.h>
#include <string.h>

#include "backends/c/cgen.h"
#include "ir/passes/lowering.h"
#include "backends/c/embed.h"

const char *const *c_text_abi(void)
{
    return abi_h_text;
}

const char *const *c_text_reading(void)
{
    return reading_h_text;
}

const char *const *c_text_main(void)
{
    return main_c_text;
}

const char *c_default_ident(Arena *arena, const char *name)
{
    char *ident = arena_strdup(arena, name);
    char *w = ident;
    bool gap = false;
    for (const char *p = name; *p; p++) {
        if (isalnum((unsigned char)*p)) {
            if (gap && w > ident)
                *w++ = '_';
            *w++ = (char)tolower((unsigned char)*p);
            gap = false;
        } else {
            gap = true;
        }
    }
    *w = 0;
    return *ident ? ident : "game";
}

/* A header, with or without its #include lines. */
static void paste(Out *out, const char *const *line, bool includes)
{
    for (; *line; line++)
        if (includes || strncmp(*line, "#include", 8) != 0)
            out_puts(out, *line);
    out_puts(out, "\n");
}

/* The sections in the order in which they are written. */
static void prologue(CGen *c, Out *out)
{
    const char *producer = c->options->producer ? c->options->producer : "ludc";
    out_printf(out, "/* %s: made by %s.  A ludc_reasoner; see abi.h.", c->options->ident, producer);
    c_contents(c, out);
    if (c->options->support_apart) {
        out_puts(out, "#include <ludc/support.h>\n#include <ludc/abi.h>\n\n");
        return;
    }
    paste(out, support_h_text, true);
    paste(out, abi_h_text, false);
}

static void put(Out *to, Out *from)
{
    out_write(to, from->text ? from->text : "", from->n);
    out_free(from);
}

bool c_emit(IrGame *game, const BackendOptions *options, Out *out)
{
    BackendOptions mine = *options;
    CGen c = {.arena = arena_beside(game->arena), .options = &mine};
    const IrPassOptions passes = {.sets_by_calls = mine.sets_by_calls};
    IrGame *low = ir_lower(game, c.arena, &passes);
    mine.hash = mine.hash ? mine.hash : ir_hash(game);
    c.game = low;
    game = c.game;
    if (!mine.ident)
        mine.ident = c_default_ident(c.arena, game->name);
    c.listed = -1;
    c.chance = !game->joint && ir_draws(game);
    c.apart = *ir_fact_turn_only_fields(game);
    c_names(&c);
    c.failed = !ir_codes(game, &c.code, &c.ncode, &c.total) || ir_fn_find(game, "moves") < 0;
    c.offered = ir_offered(c.arena, game, mine.describe);
    Out state = {0}, initial = {0};
    if (!c.failed) {
        c.vast = c_turn_is_vast(&c);
        c.hot = c_choice_is_large(&c) ? "LUDC_FN" : "LUDC_HOT";
        c_heading(&c, &state, "A position");
        c_state(&c, &state);
        c_heading(&c, &c.data, "Tables");
        c_heading(&c, &initial, "The first position");
        c_initial(&c, &initial);
        c_reasoner(&c);
    }
    if (!c.failed) {
        prologue(&c, out);
        put(out, &c.type);
        put(out, &state);
        put(out, &c.data);
        put(out, &initial);
        put(out, &c.text);
        c_number_own_lines(&c, out);
    }
    out_free(&c.type);
    out_free(&c.data);
    out_free(&c.text);
    out_free(&state);
    out_free(&initial);
    arena_free(c.arena);
    return !c.failed;
}
