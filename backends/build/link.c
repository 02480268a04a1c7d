/* link.c - see link.h. */
#include "backends/build/link.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "backends/build/tools.h"

static void shared_by(Tools *t, const char *linker, bool driver)
{
    tools_word(t, linker);
    tools_word(t, "-shared");
    tools_word(t, driver ? "-Wl,-s" : "-s");
    tools_word(t, driver ? NULL : "--hash-style=gnu");
    tools_word(t, "-o");
    tools_word(t, tools_file(t, "result"));
    tools_word(t, tools_file(t, "game.o"));
}

static void wasm_by(Tools *t, const char *linker)
{
    tools_word(t, linker);
    tools_word(t, "--no-entry");
    tools_word(t, "--export=__heap_base");
    tools_word(t, "-o");
    tools_word(t, tools_file(t, "result"));
    tools_word(t, tools_file(t, "game.o"));
}

static void program_by(Tools *t, const char *driver, const char *main_object)
{
    tools_word(t, driver);
    tools_word(t, "-o");
    tools_word(t, tools_file(t, "result"));
    tools_word(t, main_object);
    tools_word(t, tools_file(t, "game.o"));
}

/* The first linker that can be run decides. */
static bool link_in(Tools *t, LinkKind kind, const char *main_object)
{
    static const char *const native[] = {"ld.lld", "ld.lld-19", "ld", "cc", NULL};
    static const char *const wasm[] = {"wasm-ld", "wasm-ld-19", NULL};
    static const char *const driver[] = {"cc", "gcc", "clang", NULL};
    const char *mine = getenv("LUDC_LD");
    const char *only[] = {mine, NULL};
    const char *const *linker = mine && *mine         ? only
                                : kind == LINK_SHARED ? native
                                : kind == LINK_WASM   ? wasm
                                                      : driver;
    bool ok = false;
    t->missing = true;
    for (; *linker && t->missing; linker++) {
        t->messages->n = 0;
        switch (kind) {
        case LINK_SHARED: shared_by(t, *linker, strcmp(*linker, "cc") == 0); break;
        case LINK_WASM: wasm_by(t, *linker); break;
        case LINK_PROGRAM: program_by(t, *linker, main_object); break;
        }
        t->missing = false;
        ok = tools_run(t);
    }
    return ok;
}

bool link_bytes(const Out *object, LinkKind kind, const char *main_object, Out *bytes, Out *messages)
{
    Arena *arena = arena_new();
    Tools t;
    bool ok = tools_begin(&t, arena, messages);
    if (ok) {
        ok = out_save(object, tools_file(&t, "game.o"), 0600) && link_in(&t, kind, main_object) &&
             tools_read(tools_file(&t, "result"), bytes);
        tools_end(&t);
    }
    arena_free(arena);
    return ok;
}

bool link_object(const Out *object, LinkKind kind, const char *main_object, const char *path,
                 Out *messages)
{
    Out bytes = {0};
    bool ok = link_bytes(object, kind, main_object, &bytes, messages) &&
              out_save(&bytes, path, kind == LINK_WASM ? 0644 : 0755);
    if (!ok && messages->n == 0)
        out_printf(messages, "%s: %s\n", path, strerror(errno));
    out_free(&bytes);
    return ok;
}
