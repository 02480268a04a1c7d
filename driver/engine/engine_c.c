/* engine_c.c - the C back end as something that plays: the system's compiler makes a shared object, which is opened, and
 * kept for the next time where there is a cache. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "backends/build/build.h"
#include "backends/build/tools.h"
#include "driver/engine/cache.h"
#include "driver/engine/compile.h"
#include "driver/engine/tcc_process.h"
#include "ir/plan/plan.h"

/* ---- from the cache -------------------------------------------------------------------------------- */

/* The same text, command, compiler and processor give the same object. */
static CacheEntry place_of(Arena *arena, const CBuildOptions *options, const Out *text)
{
    CacheEntry entry = {0};
    Out made_from = {0};
    out_puts(&made_from, "\n");
    c_build_command(options, arena, &made_from);
    out_puts(&made_from, "\n");
    if (tools_identity(options->compiler ? options->compiler : "cc", &made_from)) {
        out_printf(&made_from, "\n%s\n", text->text);
        entry = cache_entry_of(arena, &made_from);
    }
    out_free(&made_from);
    return entry;
}

static void close_code(void *owned)
{
    cache_close(owned);
    free(owned);
}

static bool found(Session *session, CacheEntry *entry, Player *player)
{
    CacheCode *owned = calloc(1, sizeof *owned);
    const ludc_reasoner *r = owned ? cache_reasoner(entry, owned, session->diags) : NULL;
    if (!r) {
        free(owned);
        return false;
    }
    *player = (Player){.reasoner = r, .backend = "c", .release = close_code, .owned = owned};
    return true;
}

/* ---- by the compiler ------------------------------------------------------------------------------- */

/* What cannot be kept is made again: nothing is said. */
static void keep(const CacheEntry *entry, const char *path)
{
    Out bytes = {0};
    if (entry->name && tools_read(path, &bytes))
        cache_keep(entry, &bytes);
    out_free(&bytes);
}

static bool build_object(Session *session, Tools *tools, const CBuildOptions *options, const Out *text,
                         const CacheEntry *entry, Player *player)
{
    CBuildResult result = c_build_object(tools, options, text);
    const char *said = tools->messages->n ? tools->messages->text : strerror(errno);
    player->io = result == C_NOT_WRITTEN;
    if (result == C_NOT_WRITTEN)
        return session_error(session, (Span){0, 0}, "cannot write the compiled game: %s", said);
    if (result == C_NO_COMPILER)
        return session_error(session, (Span){0, 0}, "the C compiler (LUDC_CC, else cc) failed: %s", said);
    const char *path = tools_file(tools, "result");
    if (!object_open(session, path, "c", player))
        return false;
    keep(entry, path);
    return true;
}

static bool compiled(Session *session, const CBuildOptions *options, const Out *text, const CacheEntry *entry,
                     Player *player)
{
    Tools tools;
    Out messages = {0};
    bool begun = tools_begin(&tools, session->arena, &messages);
    player->io = !begun;
    bool made = begun ? build_object(session, &tools, options, text, entry, player)
                      : session_error(session, (Span){0, 0}, "cannot make a temporary directory: %s", messages.text);
    if (begun)
        tools_end(&tools);
    out_free(&messages);
    return made;
}

static bool c_make(Session *session, IrGame *game, const MakeOptions *make, Player *player)
{
    CBuildOptions options = {.compiler = tools_compiler(), .text.describe = true};
    CacheEntry entry = {0};
    Out text = {0};
    bool made = c_build_text(game, &options, &text);
    if (made && make->cache)
        entry = place_of(session->arena, &options, &text);
    made = made && ((entry.name && found(session, &entry, player)) || compiled(session, &options, &text, &entry, player));
    out_free(&text);
    return made;
}

const Maker maker_c = {"c", "the system's C compiler, a shared object", true, IR_PLAN_ALL | IR_PLAN_FILL, c_make};
