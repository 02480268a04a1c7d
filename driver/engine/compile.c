/* compile.c - the pipeline. */
#include "driver/engine/compile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "base/limit_place.h"
#include "driver/engine/first_moves.h"
#include "frontend/gdl/gdl.h"
#include "ir/guard/guard.h"
#include "ir/guard/nested_loops.h"
#include "ir/passes/lowering.h"
#include "ir/offer/legal.h"
#include "ir/offer/offer.h"
#include "ir/plan/plan.h"

static double clock_now(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

double clock_ms(void) { return clock_now(CLOCK_MONOTONIC); }
double thread_ms(void) { return clock_now(CLOCK_THREAD_CPUTIME_ID); }

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

/* Behind blanks and comments: `;` begins those of IR text and rule sheets alone. */
static Language language_of_text(const char *text)
{
    static const char *const sheet[] = {"role", "init", "<=", "legal", "next", "goal", "terminal", "true", "base", "input"};
    bool semicolons = false;
    for (text += strspn(text, " \t\r\n"); *text == ';'; text += strspn(text, " \t\r\n")) {
        semicolons = true;
        text += strcspn(text, "\r\n");
    }
    if (!strncmp(text, "game \"", 6) || !strncmp(text, "gir ", 4))
        return LANG_GIR;
    if (*text != '(')
        return LANG_LUD;
    text += 1 + strspn(text + 1, " \t\r\n");
    const size_t n = strcspn(text, " \t\r\n()");
    for (size_t i = 0; i < sizeof sheet / sizeof *sheet && !semicolons; i++)
        semicolons = strlen(sheet[i]) == n && !strncasecmp(text, sheet[i], n);
    return semicolons ? LANG_GDL : LANG_LUD;
}

bool language_named(const char *name, Language *language)
{
    static const char *const names[] = {[LANG_LUD] = "ludii", [LANG_GIR] = "gir", [LANG_GDL] = "gdl"};
    for (Language i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) {
            *language = i;
            return true;
        }
    return false;
}

Language source_language(const Source *source)
{
    const char *name = source->name;
    Language said;
    if (source->language && language_named(source->language, &said))
        return said;
    if (ends_with(name, ".gir"))
        return LANG_GIR;
    if (ends_with(name, ".kif") || ends_with(name, ".gdl"))
        return LANG_GDL;
    return ends_with(name, ".lud") ? LANG_LUD : language_of_text(source->text);
}

static IrGame *front_end(Session *session, const Source *source, const CompileOptions *options)
{
    switch (source_language(source)) {
    case LANG_LUD:
        return lud_compile(session, source, &options->lud, options->offers);
    case LANG_GIR:
        return ir_read(session, source);
    case LANG_GDL:
        return gdl_compile(session, source, options->offers);
    }
    return NULL;
}

/* Plans are found on what the passes make; the reference, which plays the game as lowered,
 * follows the same. */
static void set_plan(IrGame *game, const CompileOptions *options)
{
    IrGame *after = game;
    if (options->no_passes) {
        IrPassOptions passes = {.layout = options->passes.layout};
        after = ir_game_copy(game, game->arena);
        if (!ir_passes_run(after, &passes))
            return;
    }
    ir_plan_set(game, after, options->plan, options->passes.remarks);
}

/* Back ends lower the game when they write code; here only so that each step can be seen. */
static void show_low(IrGame *game, const IrPassOptions *options)
{
    Arena *arena = arena_beside(game->arena);
    ir_lower(game, arena, options);
    arena_free(arena);
}

static void remark_actions(const IrGame *game)
{
    IrCode *code = ARENA_ARRAY(game->arena, IrCode, game->fn.n + 1);
    unsigned long long codes = ir_codes_by_fn(game, code);
    const IrData *actions = ir_data_find(game, "action codes");
    if (actions)
        diag(game->session->diags, DIAG_REMARK, (Span){0, 0}, "actions: %zu of %llu codes can be legal", actions->n, codes);
    else
        diag(game->session->diags, DIAG_REMARK, (Span){0, 0},
             "actions: more can be legal than are listed, so all %llu codes count", codes);
}

/* What compiling may take in all bounds a move, too: steps of the evaluator are longer ones. */
static bool moves_within_reach(Session *session, IrGame *game)
{
    enum { STEPS_A_STEP = 2 };
    if (compile_first_moves(game, limit_most_steps(session->limit) / STEPS_A_STEP))
        return true;
    diag_note(session->diags, (Span){0, 0}, "--work-limit allows it more");
    return false;
}

static IrGame *compile_within(Session *session, const Source *source, const CompileOptions *options, StageTimes *times)
{
    double start = clock_ms();
    IrGame *game = front_end(session, source, options);
    times->front = clock_ms() - start;
    limit_place(session->limit, (Span){0, 0});
    if (!game || diags_failed(session->diags))
        return NULL;

    start = clock_ms();
    bool sound = ir_verify(game);
    times->verify = clock_ms() - start;
    if (!sound)
        return NULL;
    start = thread_ms();
    if (!ir_offer(game, options->offers))
        return NULL;
    times->offers = thread_ms() - start;
    if ((options->offers & IR_OFFER_ACTIONS) && options->passes.remarks)
        remark_actions(game);

    start = clock_ms();
    if (source_language(source) == LANG_GIR && !guard_loops_bounded(game))
        return NULL;
    ir_guard(game, source_language(source) == LANG_GIR, options->passes.remarks);
    bool passed = options->no_passes || ir_passes_run(game, &options->passes);
    times->passes = clock_ms() - start;
    if (!passed || diags_failed(session->diags) || !moves_within_reach(session, game))
        return NULL;
    if (options->plan)
        set_plan(game, options);
    else if (game->joint)
        game->plan = 0; /* as its front end found it */
    game->checked = options->checked;
    if (game->checked)
        ir_legal_add(game);
    if (options->passes.dump)
        show_low(game, &options->passes);
    return game;
}

void player_release(Player *player)
{
    if (player->release)
        player->release(player->owned);
    *player = (Player){0};
}

/* ---- limits ------------------------------------------------------------------------- */

size_t compile_bytes(void)
{
    const size_t most = (size_t)768 << 20;
    long pages = sysconf(_SC_PHYS_PAGES), each = sysconf(_SC_PAGESIZE);
    return pages < 1 || each < 1 || (size_t)pages / 2 > most / (size_t)each ? most : (size_t)pages / 2 * (size_t)each;
}

size_t size_of_text(const char *text)
{
    static const char unit[] = "KMGT";
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    const char *at = *end ? strchr(unit, *end) : NULL;
    unsigned shift = at ? 10 * (unsigned)(at - unit + 1) : 0;
    bool good = *text >= '0' && *text <= '9' && !errno && (!*end || (at && !end[1])) && n <= SIZE_MAX >> shift;
    return good ? (size_t)n << shift : 0;
}

/* Says what was too much, at the ludeme or rule that was begun last, else where the text begins. */
static void say_beyond(Session *session, const Source *source, LimitKind beyond, const char *what)
{
    const Limit *limit = session->limit;
    const Span where = limit_where(limit);
    Span at = where.hi > where.lo ? where : source ? (Span){source->base, source->base + (source->length > 0)} : (Span){0, 0};
    if (beyond == LIMIT_BYTES) {
        session_unsupported(session, at, "%s takes more than %zu MB of memory", what, limit_most_bytes(limit) >> 20);
        diag_note(session->diags, (Span){0, 0}, "--memory-limit allows it more");
    } else if (beyond == LIMIT_MEMORY) {
        session_unsupported(session, at, "%s takes more memory than the system gives", what);
    } else {
        session_unsupported(session, at, "%s takes more than %" PRIu64 " million steps", what, limit_most_steps(limit) / 1000000);
        diag_note(session->diags, (Span){0, 0}, "--work-limit allows it more");
    }
}

typedef struct {
    Session *session;
    const Source *source;
    const CompileOptions *options;
    StageTimes *times;
    IrGame *game;
} Compilation;

static void run_compilation(void *data)
{
    Compilation *c = data;
    c->game = compile_within(c->session, c->source, c->options, c->times);
}

bool within_limits(Session *session, const Source *source, const char *what, void (*fn)(void *data), void *data)
{
    limit_place(session->limit, (Span){0, 0});
    LimitKind beyond = limit_run(session->limit, fn, data);
    if (beyond != LIMIT_NOTHING)
        say_beyond(session, source, beyond, what);
    return beyond == LIMIT_NOTHING;
}

IrGame *compile_game(Session *session, const Source *source, const CompileOptions *options, StageTimes *times)
{
    Compilation c = {session, source, options, times, NULL};
    return within_limits(session, source, "compiling this", run_compilation, &c) ? c.game : NULL;
}

typedef struct {
    const Maker *maker;
    Session *session;
    IrGame *game;
    const MakeOptions *options;
    Player *player;
    bool made;
} Making;

static void run_maker(void *data)
{
    Making *m = data;
    m->made = m->maker->make(m->session, m->game, m->options, m->player);
}

bool make_player(const Maker *maker, Session *session, const Source *source, IrGame *game, const MakeOptions *options,
                 Player *player)
{
    Making m = {maker, session, game, options, player, false};
    if (within_limits(session, source, "making code for this", run_maker, &m))
        return m.made;
    *player = (Player){0};
    return false;
}
