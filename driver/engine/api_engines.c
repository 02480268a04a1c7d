/* api_engines.c - see api_engines.h.
 *
 * `auto` plays with LLVM's code where that was made before and kept; else with what libtcc makes in
 * milliseconds, until LLVM's code takes over.  Without libtcc, LLVM begins in a hurry; with neither,
 * the evaluator plays. */
#include "driver/engine/api_engines.h"

#include <string.h>

#include "driver/engine/tcc_process.h"
#include "driver/engine/engine_llvm.h"
#include "driver/engine/engine_tcc.h"
#include "driver/engine/tier_up.h"
#include "ir/plan/plan.h"

/* Objects for a shared library cannot hold libtcc; those of the archive do. */
#if defined HAVE_LIBTCC && !defined PIC
#define QUICK maker_tcc
#else
#define QUICK maker_apart
#endif

enum { LATER_MS = 150 }; /* shorter runs do not pay */

/* What was said when something could not be had, which is not an error here. */
static void take_reason(Session *session, Out *why)
{
    Out text = {0};
    diags_print(session->diags, session->sources, 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED, 1, &text);
    const char *line = text.n ? text.text : "";
    const char *mark = strstr(line, "error: ");
    line = mark ? mark + strlen("error: ") : line;
    out_printf(why, "%s%.*s", why->n ? "; " : "", (int)strcspn(line, "\n"), line);
    out_free(&text);
    diags_forget(session->diags, DIAG_ERROR);
    diags_forget(session->diags, DIAG_UNSUPPORTED);
}

static bool make_auto(Session *session, IrGame *game, const MakeOptions *options, Player *player, Out *why)
{
    bool planned = !(game->plan & ~maker_llvm.plans), llvm = llvm_present();
    MakeOptions soon = *options;
    soon.soon = true;
    if (options->cache && planned && llvm_cached(game, options, player))
        return true;
    if (QUICK.make(session, game, options, player)) {
        if (llvm && planned)
            tiers_begin(player, game, options, LATER_MS);
        else
            out_puts(why, llvm ? "LLVM does not follow the plan" : "there is no ludc-llvm.so");
        return true;
    }
    take_reason(session, why);
    if (llvm && planned && maker_llvm.make(session, game, &soon, player))
        return true;
    if (llvm && planned)
        take_reason(session, why);
    else
        out_puts(why, "; there is no ludc-llvm.so");
    game->plan &= maker_eval.plans;
    return maker_eval.make(session, game, options, player);
}

static bool auto_as_maker(Session *session, IrGame *game, const MakeOptions *options, Player *player)
{
    Out why = {0};
    bool made = make_auto(session, game, options, player, &why);
    out_free(&why);
    return made;
}

static const Maker maker_auto = {"auto", "tcc where it is linked in, then llvm", true, IR_PLAN_ALL | IR_PLAN_FILL, auto_as_maker};

static const Maker *const engines[] = {&maker_auto, &QUICK, &maker_llvm, &maker_c, &maker_eval};

void engine_names(Out *out)
{
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        out_printf(out, "%s%s", i ? ", " : "", engines[i]->name);
}

const Maker *engine_find(const char *name)
{
    if (!name)
        return engines[0];
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (!strcmp(engines[i]->name, name))
            return engines[i];
    return NULL;
}

bool engine_make_player(const Maker *maker, Session *session, IrGame *game, const MakeOptions *options, Player *player,
                 Out *why)
{
    game->plan &= maker->plans;
    if (maker == &maker_auto)
        return make_auto(session, game, options, player, why);
    out_printf(why, "the engine %s was asked for", maker->name);
    return maker->make(session, game, options, player);
}
