/* serve_child.c - the process that knows the rules of a match and thinks about it.
 *
 * The rules are somebody else's text: whatever they make of this process, the server lives on. */
#define _GNU_SOURCE /* prctl */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "driver/agent/agents.h"
#include "base/memory.h"
#include "driver/agent/ggp.h"
#include "driver/engine/engines.h"
#include "driver/agent/process.h"
#include "driver/sandbox.h"
#include "driver/serve/serve.h"
#include "frontend/gdl/gdl.h"
#include "ir/guard/guard.h"
#include "ir/plan/plan.h"
#include "runtime/include/ludc_search.h"
#include "runtime/reading.h"

enum { ROLES = 16 };

typedef struct {
    const ServeGame *game;
    int in, out;
    Session *session;
    Player player;
    const ludc_reasoner *r;
    ludc_agent *agent; /* NULL: it gave up, or there is none */
    void *state;
    ludc_clock clock;
    ludc_seat seat;
    unsigned role;
    bool counts;     /* the agent has a number of iterations of its own: nothing else may decide what it does */
    unsigned ply;    /* as the server counts */
    double until;    /* of what is thought about now; 0: until it is spoken to */
    ludc_move safe;  /* what was said last */
} Child;

void serve_say(int out, const char *format, ...)
{
    Out line = {0};
    va_list args;
    va_start(args, format);
    out_vprintf(&line, format, args);
    va_end(args);
    for (size_t i = 0; i < line.n; i++)
        if (line.text[i] == '\n')
            line.text[i] = ' ';
    out_char(&line, '\n');
    for (size_t n = 0; n < line.n;) {
        ssize_t some = write(out, line.text + n, line.n - n);
        if (some < 0 && errno != EINTR)
            _exit(0);
        n += some > 0 ? (size_t)some : 0;
    }
    out_free(&line);
}

/* ---- limits ------------------------------------------------------------------------------------ */

void serve_limit(const ServeGame *g)
{
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != g->server)
        _exit(0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    const struct rlimit no = {0, 0};
    setrlimit(RLIMIT_CORE, &no);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    process_limit_memory(g->options->memory);
#endif
}

/* ---- the rules ------------------------------------------------------------------------------------ */

/* The game as loops over relations, which takes next to no time to make; NULL: as anything else. */
static IrGame *compile_plainly(Child *c, const Source *source)
{
    const Ast *sheet = gdl_parse(c->session, source);
    const struct GdlProgram *program = sheet ? gdl_program(c->session, sheet) : NULL;
    IrGame *game = program ? gdl_relations(c->session, program, "rules", 0) : NULL;
    if (!game || !ir_verify(game))
        return NULL;
    ir_guard(game, false, false);
    game->plan = 0;
    return game;
}

static IrGame *compile_best(Child *c, const Source *source, const Maker *maker)
{
    const CompileOptions options = {.passes.describe = true, .plan = IR_PLAN_ALL, .no_passes = !maker->wants_passes,
                                    .offers = agent_offers_of(c->game->options->agent)};
    StageTimes times = {0};
    return compile_game(c->session, source, &options, &times);
}

/* A reasoner out of the rules, in a new session. */
static bool compile(Child *c, bool plainly)
{
    const ServeGame *g = c->game;
    const char *backend = g->kind == SERVE_PLAIN ? "eval" : g->options->backend ? g->options->backend : "auto";
    const Maker *maker = maker_find(backend);
    c->session = session_new();
    const Source *source = source_add(c->session->sources, "rules.kif", g->rules, g->length);
    if (!source || !maker)
        return false;
    IrGame *game = plainly ? compile_plainly(c, source) : compile_best(c, source, maker);
    const MakeOptions make = {.soon = true};
    if (game)
        game->plan &= maker->plans;
    if (!game || !maker->make(c->session, game, &make, &c->player))
        return false;
    c->r = c->player.reasoner;
    return true;
}

static void say_why(const Child *c)
{
    Out out = {0};
    diags_print(c->session->diags, c->session->sources, 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED, 1, &out);
    serve_say(c->out, "the rules do not compile: %s", out.n ? out.text : "there is no saying why");
    out_free(&out);
}

/* The plain player takes the quickest way, then the usual one. */
static bool know_rules(Child *c)
{
    if (c->game->kind == SERVE_PLAIN) {
        if (compile(c, true))
            return true;
        session_free(c->session);
    }
    if (compile(c, false))
        return true;
    say_why(c);
    return false;
}

const Ast *serve_rules(const ServeGame *game, Session *session)
{
    const Source *source = source_add(session->sources, "rules.kif", game->rules, game->length);
    return source ? gdl_parse(session, source) : NULL;
}

static unsigned find_role(const Child *c, unsigned *count)
{
    Session *session = session_new();
    const Ast *rules = serve_rules(c->game, session);
    *count = 0;
    unsigned role = rules ? ggp_role(rules, c->game->role, count) : 0;
    session_free(session);
    return role;
}

/* ---- moves -------------------------------------------------------------------------------------------- */

static ludc_move *list_of(const Child *c, unsigned role, size_t *n)
{
    *n = ludc_over(c->r, c->state) ? 0 : ludc_moves_of(c->r, c->state, role, NULL);
    ludc_move *list = malloc((*n + 1) * sizeof *list);
    if (!list)
        memory_out();
    if (*n)
        ludc_moves_of(c->r, c->state, role, list);
    return list;
}

static const char *text_of(const Child *c, ludc_move move)
{
    const char *text = ludc_joint_text(c->r, move);
    return text ? text : "noop";
}

/* By letter, then in any case. */
static bool find_move(const Child *c, unsigned role, const char *text, ludc_move *move)
{
    size_t n;
    ludc_move *list = list_of(c, role, &n);
    bool found = false;
    for (int any_case = 0; any_case < 2 && !found; any_case++)
        for (size_t i = 0; i < n && !found; i++)
            if (ggp_same(text_of(c, list[i]), text, any_case)) {
                *move = list[i];
                found = true;
            }
    free(list);
    return found;
}

static void say_safe(Child *c, ludc_move move)
{
    if (move != c->safe)
        serve_say(c->out, "safe %u %s", c->ply, text_of(c, move));
    c->safe = move;
}

/* A legal move, for the worst. */
static void say_any(Child *c)
{
    size_t n;
    ludc_move *list = list_of(c, c->role, &n);
    c->safe = LUDC_NO_MOVE;
    if (n)
        say_safe(c, list[0]);
    free(list);
}

static void give_up(Child *c)
{
    serve_say(c->out, "the agent gave up: %s", c->agent->why);
    ludc_agent_free(c->agent);
    c->agent = NULL;
}

/* A step whose moves are not all legal is not made. */
static bool read_step(const Child *c, const char *text, ludc_move *step)
{
    Session *session = session_new();
    const Ast *list = ggp_term(session, text, strlen(text));
    Out move = {0};
    bool good = list && list->nkid == ludc_players(c->r);
    if (!good)
        serve_say(c->out, "that are not the moves of %u roles", ludc_players(c->r));
    for (uint32_t p = 0; good && p < list->nkid; p++) {
        move.n = 0;
        ggp_print(list->kid[p], &move);
        good = find_move(c, p + 1, move.text, &step[p]);
        if (!good)
            serve_say(c->out, "no legal move: %s", move.text);
    }
    out_free(&move);
    session_free(session);
    return good;
}

static void make_step(Child *c, const char *text)
{
    ludc_move step[ROLES];
    if (!ludc_over(c->r, c->state) && read_step(c, text, step) && !ludc_apply_joint(c->r, c->state, step, NULL) &&
        c->agent && c->agent->played && c->agent->played(c->agent, step, c->state))
        give_up(c);
    say_any(c);
}

/* ---- thinking --------------------------------------------------------------------------------------------- */

static int is_spoken_to(void *data)
{
    const Child *c = data;
    struct pollfd f = {.fd = c->in, .events = POLLIN};
    return poll(&f, 1, 0) != 0 || (c->until > 0 && process_clock() >= c->until);
}

/* What it would play is known to the server while it thinks. */
static void tell(void *data, const ludc_thought *thought)
{
    Child *c = data;
    size_t n;
    if (!thought->steps)
        return;
    ludc_move best = thought->line[c->role - 1], *list = list_of(c, c->role, &n);
    for (size_t i = 0; i < n; i++)
        if (list[i] == best)
            say_safe(c, best);
    free(list);
}

static void think_on(Child *c, double until)
{
    const ludc_question question = {.state = c->state, .seconds = INFINITY, .stopped = is_spoken_to, .data = c};
    c->until = until;
    if (c->agent && !c->counts && c->agent->ponder && !ludc_over(c->r, c->state) && c->agent->ponder(c->agent, &question))
        give_up(c);
    c->until = 0;
}

/* A role without a choice answers at once: the others think, and it does, too, about what comes then. */
static void choose(Child *c, double until)
{
    size_t n;
    ludc_move *list = list_of(c, c->role, &n), move = n ? list[0] : LUDC_NO_MOVE, best;
    double seconds = fmax(until - process_clock(), 1e-3);
    const ludc_question question = {.state = c->state, .seconds = seconds, .stopped = is_spoken_to, .tell = tell, .data = c};
    c->clock.move = seconds;
    c->until = until;
    if (c->agent && n > (c->counts ? 0 : 1)) {
        if (c->agent->choose(c->agent, &question, &best))
            give_up(c);
        else
            move = best;
    }
    c->until = 0;
    serve_say(c->out, "move %u %s", c->ply, n ? text_of(c, move) : "noop");
    free(list);
}

/* ---- what it is told ------------------------------------------------------------------------------------------ */

static bool take_line(void *data, const char *line, size_t length, bool cut)
{
    Child *c = data;
    char *rest;
    (void)length;
    if (cut || (strncmp(line, "step ", 5) && strncmp(line, "think ", 6)))
        return true;
    c->ply = (unsigned)strtoul(strchr(line, ' ') + 1, &rest, 10);
    if (!strncmp(line, "step", 4))
        make_step(c, rest);
    else if (c->game->kind != SERVE_PLAIN)
        choose(c, strtod(rest, NULL));
    return true;
}

static void __attribute__((noreturn)) listen(Child *c)
{
    char part[1 << 16];
    Lines lines = {.limit = SERVE_LINE};
    for (;;) {
        think_on(c, 0);
        ssize_t n = read(c->in, part, sizeof part);
        if (n > 0)
            lines_feed(&lines, part, (size_t)n, take_line, c);
        else if (n == 0 || errno != EINTR)
            _exit(0);
    }
}

/* The agent.  A search gets half of the memory that there is, unless its SPEC says otherwise. */
static ludc_agent *open_agent(Child *c, ludc_error *error)
{
    const ServeOptions *o = c->game->options;
    ludc_search_options search;
    Out spec = {0};
    out_puts(&spec, o->agent);
    if (!agent_kind(o->agent) && !ludc_search_parse(o->agent, &search, NULL)) {
        c->counts = search.n > 0;
        if (!strstr(o->agent, "memory=") && search.memory > o->memory / 2)
            out_printf(&spec, "%cmemory=%lluM", strchr(o->agent, ':') ? ',' : ':', (unsigned long long)(o->memory >> 21));
    }
    ludc_agent *agent = agent_open(spec.text, NULL, error);
    if (!agent)
        agent = agent_open(o->agent, NULL, error);
    out_free(&spec);
    return agent;
}

static void begin_agent(Child *c)
{
    const ServeGame *g = c->game;
    ludc_error error = {0};
    if (g->kind == SERVE_PLAIN)
        return;
    c->clock = (ludc_clock){.start = g->start, .move = g->play};
    c->agent = open_agent(c, &error);
    if (!c->agent) {
        serve_say(c->out, "%s", error.message);
        return;
    }
    c->seat = (ludc_seat){c->r, c->state, NULL, c->role, g->seed, &c->clock};
    if (c->agent->begin && c->agent->begin(c->agent, &c->seat))
        give_up(c);
}

static bool begin(Child *c)
{
    unsigned roles;
    c->role = find_role(c, &roles);
    if (!c->role || roles != ludc_players(c->r) || !ludc_joint(c->r)) {
        serve_say(c->out, "there is no role %s in the rules", c->game->role);
        return false;
    }
    c->state = aligned_alloc(64, (ludc_state_size(c->r) + 63) / 64 * 64);
    if (!c->state)
        memory_out();
    ludc_init(c->r, c->state);
    serve_say(c->out, "known");
    say_any(c);
    begin_agent(c);
    return true;
}

/* libtcc's code is the best player's alone. */
bool serve_box(const ServeGame *game, int out)
{
    const ServeOptions *o = game->options;
    const SandboxLimits limits = {.code = game->kind == SERVE_BEST && strcmp(o->backend ? o->backend : "", "eval") != 0};
    Out why = {0};
    bool good = !o->sandbox || sandbox_enter(&limits, &why);
    if (!good)
        serve_say(out, "%s", why.text);
    out_free(&why);
    return good;
}

void serve_child(const ServeGame *game, int in, int out)
{
    Child c = {.game = game, .in = in, .out = out};
    serve_limit(game);
    if (!serve_box(game, out))
        _exit(1);
    if (!know_rules(&c) || !begin(&c))
        _exit(1);
    if (game->until > process_clock())
        think_on(&c, game->until);
    serve_say(c.out, "ready");
    listen(&c);
}
