/* tcc_process.c - see tcc_process.h. */
#include "driver/engine/tcc_process.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "backends/backend.h"
#include "backends/build/tools.h"
#include "driver/engine/installed.h"
#include "ir/plan/plan.h"

#define HELPER "ludc-tcc"

enum { MAX_PATH = 4096 };

static void close_object(void *handle) { dlclose(handle); }

bool object_open(Session *session, const char *path, const char *backend, Player *player)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const ludc_reasoner *r = handle ? dlsym(handle, "ludc_reasoner") : NULL;
    if (!r) {
        session_error(session, (Span){0, 0}, "internal: the compiled game cannot be opened: %s", dlerror());
        if (handle)
            dlclose(handle);
        return false;
    }
    *player = (Player){.reasoner = r, .backend = backend, .release = close_object, .owned = handle};
    return true;
}

static bool find_helper(Session *session, char *path, size_t size)
{
    const char *mine = getenv("LUDC_TCC");
    if (mine && *mine && strlen(mine) < size) {
        memcpy(path, mine, strlen(mine) + 1);
        return true;
    }
    if (!mine && installed_find(HELPER, true, path, size))
        return true;
    return session_error(session, (Span){0, 0}, "the back end `tcc` is not there: there is no " HELPER
                                                " (LUDC_TCC, LUDC_LIBDIR, " LUDC_LIBDIR ")");
}

/* The helper in the temporary folder of `t`. */
static bool run_helper(Session *session, Tools *t, const char *helper, const Out *text, Player *player)
{
    if (!out_save(text, tools_file(t, "game.c"), 0600))
        return session_error(session, (Span){0, 0}, "cannot write the compiled game: %s", strerror(errno));
    tools_word(t, helper);
    tools_word(t, tools_file(t, "game.c"));
    tools_word(t, tools_file(t, "game.so"));
    if (!tools_run(t))
        return session_error(session, (Span){0, 0}, "internal: " HELPER " refused the game: %s",
                             t->messages->n ? t->messages->text : "");
    return object_open(session, tools_file(t, "game.so"), "tcc", player);
}

static bool apart_make(Session *session, IrGame *game, const MakeOptions *make, Player *player)
{
    (void)make;
    char helper[MAX_PATH];
    BackendOptions options = {.ident = "game", .shared = true, .describe = true, .sets_by_calls = true};
    Out text = {0}, messages = {0};
    Arena *arena = arena_new();
    Tools t;
    bool made = find_helper(session, helper, sizeof helper) && backend_find("c")->emit(game, &options, &text);
    if (made && !tools_begin(&t, arena, &messages))
        made = session_error(session, (Span){0, 0}, "cannot make a temporary directory: %s",
                             messages.n ? messages.text : "");
    else if (made) {
        made = run_helper(session, &t, helper, &text, player);
        tools_end(&t);
    }
    arena_free(arena);
    out_free(&text);
    out_free(&messages);
    return made;
}

const Maker maker_apart = {"tcc", "libtcc, in a process of its own", true, IR_PLAN_ALL | IR_PLAN_FILL, apart_make};
