/* engine_tcc.c - generated C through libtcc, in memory: what `auto` plays with. */
#include "driver/engine/engine_tcc.h"

#if defined HAVE_LIBTCC && !defined PIC /* libtcc.a cannot be in a shared library */

#include "backends/backend.h"
#include "backends/tcc/tcc.h"
#include "ir/plan/plan.h"

/* Text of smaller tables costs little, and code reaches them without asking where they are. */
enum { LARGE_TABLE = 64 << 10 };

static void tcc_release(void *owned) { tcc_program_free(owned); }

static bool tcc_make(Session *session, IrGame *game, const MakeOptions *make, Player *player)
{
    Images images = {.arena = arena_new(), .least = LARGE_TABLE};
    BackendOptions options = {.shared = true, .describe = true, .sets_by_calls = true, .images = &images};
    Out text = {0}, errors = {0};
    bool ok = backend_find("c")->emit(game, &options, &text);
    TccProgram *program = !ok            ? NULL
                          : make->rounds ? tcc_compile_counted(text.text, &images, make->rounds, &errors)
                                         : tcc_compile(text.text, &images, &errors);
    if (!ok)
        arena_free(images.arena);
    if (program)
        *player = (Player){.reasoner = tcc_reasoner(program), .backend = "tcc", .release = tcc_release, .owned = program};
    else if (ok)
        session_error(session, (Span){0, 0}, "internal: libtcc refused the game: %s", errors.n ? errors.text : "");
    out_free(&text);
    out_free(&errors);
    return program != NULL;
}

const Maker maker_tcc = {"tcc", "libtcc, in memory", true, IR_PLAN_ALL | IR_PLAN_FILL, tcc_make};

#else

typedef int make_tcc_is_empty; /* ISO C wants a declaration */

#endif
