/* player.h - for test tools: a game with all it offers, played by a maker's reasoner. */
#ifndef LUDC_TESTS_PLAYER_H
#define LUDC_TESTS_PLAYER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/engine/compile.h"
#include "driver/engine/engine_tcc.h"
#include "ir/offer/offer.h"

typedef struct {
    Session *session;
    Player player;
    const ludc_reasoner *r;
} TestPlayer;

static inline const Maker *test_maker(const char *name)
{
    static const Maker *const maker[] = {
        &maker_eval,
#ifdef HAVE_LIBTCC
        &maker_tcc,
#endif
        &maker_c,
        &maker_llvm,
    };
    for (size_t i = 0; i < sizeof maker / sizeof *maker; i++)
        if (!strcmp(maker[i]->name, name))
            return maker[i];
    return NULL;
}

/* An exit code: 0; 1 and 4 as ludc has them, 2: no such maker.  `without`: a pass to leave out, or NULL;
 * `def_path`: where definitions of Ludii's language are, or NULL. */
static inline int test_player(TestPlayer *p, const char *path, const char *backend, const char *without, const char *def_path)
{
    p->session = session_new();
    CompileOptions options = {.passes = {.keep_all = true, .describe = true}, .offers = IR_OFFER_ALL};
    options.passes.disabled = without ? &without : NULL;
    options.passes.ndisabled = without != NULL;
    options.lud.def_path = def_path ? &def_path : NULL;
    options.lud.ndef_path = def_path != NULL;
    const Maker *maker = test_maker(backend);
    if (!maker)
        return 2;
    options.no_passes = !maker->wants_passes;
    const Source *source = source_read(p->session->sources, path);
    StageTimes times = {0};
    IrGame *game = source ? compile_game(p->session, source, &options, &times) : NULL;
    if (game && maker->make(p->session, game, &(MakeOptions){0}, &p->player)) {
        p->r = p->player.reasoner;
        return 0;
    }
    Out out = {0};
    diags_print(p->session->diags, p->session->sources, 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED, 5, &out);
    fputs(out.text ? out.text : "", stderr);
    out_free(&out);
    int code = diags_exit_code(p->session->diags);
    return code ? code : 1;
}

static inline void test_player_end(TestPlayer *p)
{
    if (p->player.release)
        p->player.release(p->player.owned);
    session_free(p->session);
}

#endif
