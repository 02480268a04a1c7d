/* make_c.c - the C back end as something that plays: the system's compiler makes
 * a shared object, which is opened. */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/backend.h"
#include "driver/compile.h"

/* Runs the compiler; its messages go to standard error.  The exit status, or -1. */
static int run_compiler(const char *source, const char *object)
{
    const char *cc = getenv("LUDC_CC");
    if (!cc || !*cc)
        cc = "cc";
    pid_t child = fork();
    if (child == 0) {
        execlp(cc, cc, "-std=c11", "-O3", "-march=native", "-w", "-shared", "-fPIC", "-o", object, source, (char *)NULL);
        _exit(127);
    }
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void close_object(void *handle) { dlclose(handle); }

static bool open_object(Session *session, const char *path, Player *player)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const ludc_reasoner *r = handle ? dlsym(handle, "ludc_reasoner") : NULL;
    if (!r) {
        session_error(session, (Span){0, 0}, "internal: the compiled game cannot be opened: %s", dlerror());
        if (handle)
            dlclose(handle);
        return false;
    }
    *player = (Player){r, "c", close_object, handle, NULL};
    return true;
}

static bool build_object(Session *session, const Out *text, const char *dir, Player *player)
{
    char *source = arena_printf(session->arena, "%s/game.c", dir);
    char *object = arena_printf(session->arena, "%s/game.so", dir);
    bool ok = false;
    if (!out_save(text, source, 0600)) {
        session_error(session, (Span){0, 0}, "cannot write %s: %s", source, strerror(errno));
    } else {
        int status = run_compiler(source, object);
        ok = status == 0 && open_object(session, object, player);
        if (status)
            session_error(session, (Span){0, 0}, status == 127 || status < 0 ? "no C compiler could be run (LUDC_CC, cc)"
                                                                             : "internal: the C compiler refused the game");
    }
    unlink(source);
    unlink(object);
    return ok;
}

static bool c_make(Session *session, IrGame *game, Player *player)
{
    BackendOptions options = {.shared = true, .describe = true};
    Out text = {0};
    bool ok = backend_find("c")->emit(game, &options, &text);
    if (ok) {
        const char *base = getenv("TMPDIR");
        char *dir = arena_printf(session->arena, "%s/ludc-XXXXXX", base && *base ? base : "/tmp");
        ok = mkdtemp(dir) != NULL;
        if (!ok)
            session_error(session, (Span){0, 0}, "cannot make a temporary directory: %s", strerror(errno));
        else
            ok = build_object(session, &text, dir, player);
        rmdir(dir);
    }
    out_free(&text);
    return ok;
}

const Maker maker_c = {"c", true, c_make};
