/* agent_ggp.c - `ggp:HOST:PORT`: an agent that is a player of the General Game Playing protocol; ludc is its game server.
 *
 * libcurl is opened when the first such agent is: it takes longer to load than most games take to compile. */
#include "driver/agent/agent_kinds.h"

#include "base/memory.h"
#include "runtime/game.h"

#ifdef HAVE_CURL

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CURL_DISABLE_TYPECHECK /* of calls by pointers */
#include <curl/curl.h>

#include "base/library.h"
#include "driver/agent/ggp.h"
#include "driver/agent/process.h"
#include "frontend/gdl/gdl.h"
#include "runtime/reading.h"

/* Seconds: of the start clock where nothing else is said; of a move that has no clock; for a short answer; what a late answer
 * may take before it counts as none. */
static const double standard_start = 5, no_clock = 10, shortly = 5, patience = 2;

enum { REPLY = 64 << 10, SLICE = 5 /* milliseconds between questions whether to stop */ };

/* What is used of libcurl. */
typedef struct {
    CURLcode (*global_init)(long flags);
    CURL *(*easy_init)(void);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    void (*easy_cleanup)(CURL *);
    const char *(*easy_strerror)(CURLcode);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_add_handle)(CURLM *, CURL *);
    CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
    CURLMcode (*multi_perform)(CURLM *, int *);
    CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd[], unsigned, int, int *);
    CURLMsg *(*multi_info_read)(CURLM *, int *);
    CURLMcode (*multi_cleanup)(CURLM *);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
} Curl;

typedef struct {
    ludc_agent agent; /* first, as it is what callers have */
    const AgentHost *host;
    Curl curl;
    CURL *easy;
    CURLM *multi;
    struct curl_slist *headers;
    char *address, *url;
    Out reply;
    bool flood; /* the answer is too long */
    ludc_seat seat;
    Out match;   /* its name; "": there is none */
    Out last;    /* the moves of the last step, as a message has them */
    bool asked;  /* the player was told them */
} Ggp;

static ludc_agent_status fail(Ggp *a, ludc_agent_status status, const char *why)
{
    snprintf(a->agent.why, sizeof a->agent.why, "%.250s", why);
    return status;
}

/* ---- libcurl --------------------------------------------------------------------------------- */

static bool load(Curl *c)
{
    const LibraryFunction functions[] = {{"curl_global_init", &c->global_init},
                                         {"curl_easy_init", &c->easy_init},
                                         {"curl_easy_setopt", &c->easy_setopt},
                                         {"curl_easy_getinfo", &c->easy_getinfo},
                                         {"curl_easy_cleanup", &c->easy_cleanup},
                                         {"curl_easy_strerror", &c->easy_strerror},
                                         {"curl_multi_init", &c->multi_init},
                                         {"curl_multi_add_handle", &c->multi_add_handle},
                                         {"curl_multi_remove_handle", &c->multi_remove_handle},
                                         {"curl_multi_perform", &c->multi_perform},
                                         {"curl_multi_poll", &c->multi_poll},
                                         {"curl_multi_info_read", &c->multi_info_read},
                                         {"curl_multi_cleanup", &c->multi_cleanup},
                                         {"curl_slist_append", &c->slist_append},
                                         {"curl_slist_free_all", &c->slist_free_all}};
    return library_load("libcurl.so.4", functions, sizeof functions / sizeof *functions);
}

static size_t receive(char *part, size_t size, size_t n, void *data)
{
    Ggp *a = data;
    a->flood = a->reply.n + size * n > REPLY;
    if (a->flood)
        return 0;
    out_write(&a->reply, part, size * n);
    return size * n;
}

static bool set_up(Ggp *a)
{
    static const char *const header[] = {"Accept: text/delim", "Content-Type: text/acl", "Sender: GAMESERVER", "Receiver: PLAYER",
                                         "Expect:"};
    const Curl *c = &a->curl;
    c->global_init(CURL_GLOBAL_DEFAULT);
    a->easy = c->easy_init();
    a->multi = c->multi_init();
    for (size_t i = 0; i < sizeof header / sizeof *header; i++) {
        struct curl_slist *more = c->slist_append(a->headers, header[i]);
        a->headers = more ? more : a->headers;
    }
    return a->easy && a->multi && !c->easy_setopt(a->easy, CURLOPT_URL, a->url) &&
           !c->easy_setopt(a->easy, CURLOPT_HTTPHEADER, a->headers) &&
           !c->easy_setopt(a->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_0) &&
           !c->easy_setopt(a->easy, CURLOPT_FORBID_REUSE, 1L) && !c->easy_setopt(a->easy, CURLOPT_NOSIGNAL, 1L) &&
           !c->easy_setopt(a->easy, CURLOPT_NOPROXY, "*") && !c->easy_setopt(a->easy, CURLOPT_WRITEFUNCTION, receive) &&
           !c->easy_setopt(a->easy, CURLOPT_WRITEDATA, a);
}

/* ---- messages -------------------------------------------------------------------------------- */

static void tell_host(const Ggp *a, bool to, const char *line)
{
    if (a->host->line)
        a->host->line(a->host->data, &a->agent, to, line);
}

/* What became of a transfer that has ended. */
static ludc_agent_status ended(Ggp *a, CURLcode code)
{
    long status = 0;
    char why[64];
    if (a->flood)
        return fail(a, LUDC_AGENT_CRASHED, "the player's answer is too long");
    if (code)
        return fail(a, LUDC_AGENT_CRASHED, a->curl.easy_strerror(code));
    a->curl.easy_getinfo(a->easy, CURLINFO_RESPONSE_CODE, &status);
    if (status == 200)
        return LUDC_AGENT_OK;
    snprintf(why, sizeof why, "the player answers with the status %ld", status);
    return fail(a, LUDC_AGENT_CRASHED, why);
}

/* Until the transfer has ended, or the deadline; who asks to stop has that much patience left. */
static ludc_agent_status transfer(Ggp *a, double deadline, const ludc_question *q)
{
    const Curl *c = &a->curl;
    bool stopped = !q || !q->stopped;
    int running, left;
    for (;;) {
        c->multi_perform(a->multi, &running);
        const CURLMsg *message = c->multi_info_read(a->multi, &left);
        if (message)
            return ended(a, message->data.result);
        double wait = deadline - process_clock();
        if (wait <= 0)
            return fail(a, LUDC_AGENT_STALLED, "the player does not answer");
        if (!stopped && q->stopped(q->data)) {
            stopped = true;
            deadline = fmin(deadline, process_clock() + patience);
        }
        c->multi_poll(a->multi, NULL, 0, stopped ? (int)ceil(fmin(wait, 1e3) * 1e3) : SLICE, NULL);
    }
}

/* Sends a message; the answer is in a->reply. */
static ludc_agent_status ask(Ggp *a, const Out *message, double seconds, const ludc_question *q)
{
    const Curl *c = &a->curl;
    a->reply.n = 0;
    a->flood = false;
    tell_host(a, true, message->text);
    c->easy_setopt(a->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)message->n);
    c->easy_setopt(a->easy, CURLOPT_POSTFIELDS, message->text);
    c->multi_add_handle(a->multi, a->easy);
    ludc_agent_status status = transfer(a, process_clock() + seconds, q);
    c->multi_remove_handle(a->multi, a->easy);
    if (!status)
        tell_host(a, false, a->reply.n ? a->reply.text : "");
    return status;
}

/* ---- a game ------------------------------------------------------------------------------------ */

static double play_clock(const ludc_clock *clock)
{
    if (clock && clock->move > 0)
        return clock->move;
    if (clock && clock->base > 0)
        return clock->base / 30 + clock->increment; /* as ludc_agent_time shares it out */
    return no_clock;
}

/* All forms of a sheet in one line, without comments. */
static void print_rules(const Ast *sheet, Out *out)
{
    out_char(out, '(');
    for (uint32_t i = 0; i < sheet->nkid; i++) {
        out_char(out, ' ');
        ggp_print(sheet->kid[i], out);
    }
    out_puts(out, " )");
}

/* false: those are no rules, or they have no such role. */
static bool start_message(Ggp *a, const char *path, double start, Out *message)
{
    Session *session = session_new();
    struct timespec now;
    const Source *source = strcmp(path, "-") ? source_read(session->sources, path) : NULL;
    const Ast *sheet = source ? gdl_parse(session, source) : NULL;
    const char *role = sheet ? ggp_role_name(sheet, a->seat.role) : NULL;
    if (role) {
        clock_gettime(CLOCK_REALTIME, &now);
        a->match.n = 0;
        out_printf(&a->match, "ludc.%lld%09ld.%u.seed-%llu", (long long)now.tv_sec, now.tv_nsec, a->seat.role,
                   (unsigned long long)a->seat.seed);
        out_printf(message, "( START %s %s ", a->match.text, role);
        print_rules(sheet, message);
        out_printf(message, " %.10g %.10g )", start, play_clock(a->seat.clock));
    }
    session_free(session);
    return role != NULL;
}

static bool is_start(const ludc_seat *seat)
{
    void *state = aligned_alloc(64, (ludc_state_size(seat->r) + 63) / 64 * 64);
    if (!state)
        memory_out();
    ludc_init(seat->r, state);
    bool same = ludc_equal(seat->r, state, seat->state);
    free(state);
    return same;
}

static ludc_agent_status begin(ludc_agent *agent, const ludc_seat *seat)
{
    Ggp *a = (Ggp *)agent;
    Out message = {0};
    double start = seat->clock && seat->clock->start > 0 ? seat->clock->start : standard_start;
    a->seat = *seat;
    a->match.n = a->last.n = 0;
    a->asked = false;
    if (!ludc_joint(seat->r) || !seat->rules)
        return fail(a, LUDC_AGENT_CRASHED, "players of this kind know rule sheets (.kif) only");
    if (!is_start(seat))
        return fail(a, LUDC_AGENT_CRASHED, "players of this kind begin where the rules do");
    if (!start_message(a, seat->rules, start, &message)) {
        out_free(&message);
        return fail(a, LUDC_AGENT_CRASHED, "the rules cannot be read again, or do not name their roles by facts");
    }
    out_puts(&a->last, "NIL");
    ludc_agent_status status = ask(a, &message, start + patience, NULL);
    out_free(&message);
    if (!status && a->reply.n && strstr(a->reply.text, "busy")) {
        a->match.n = 0;
        return fail(a, LUDC_AGENT_CRASHED, "the player is busy");
    }
    return status;
}

static ludc_agent_status read_move(Ggp *a, const void *state, ludc_move *move)
{
    const ludc_reasoner *r = a->seat.r;
    Session *session = session_new();
    const Ast *term = a->reply.n ? ggp_term(session, a->reply.text, a->reply.n) : NULL;
    Out text = {0};
    if (term)
        ggp_print(term, &text);
    size_t n = ludc_moves_of(r, state, a->seat.role, NULL);
    ludc_move *list = malloc((n + 1) * sizeof *list);
    if (!list)
        memory_out();
    ludc_moves_of(r, state, a->seat.role, list);
    bool found = false;
    for (int any_case = 0; any_case < 2 && term && !found; any_case++)
        for (size_t i = 0; i < n && !found; i++)
            if (ludc_joint_text(r, list[i]) && ggp_same(ludc_joint_text(r, list[i]), text.text, any_case)) {
                *move = list[i];
                found = true;
            }
    if (!found)
        snprintf(a->agent.why, sizeof a->agent.why, "%.100s is no legal move", term ? text.text : "the answer");
    free(list);
    out_free(&text);
    session_free(session);
    return found ? LUDC_AGENT_OK : LUDC_AGENT_ILLEGAL;
}

static ludc_agent_status ask_move(Ggp *a, double seconds, const ludc_question *q)
{
    Out message = {0};
    out_printf(&message, "( PLAY %s %s )", a->match.text, a->last.text);
    a->asked = true;
    ludc_agent_status status = ask(a, &message, seconds + patience, q);
    out_free(&message);
    return status;
}

static ludc_agent_status choose(ludc_agent *agent, const ludc_question *q, ludc_move *move)
{
    Ggp *a = (Ggp *)agent;
    const double began = process_clock(), limit = isfinite(q->seconds) ? q->seconds : no_clock;
    ludc_agent_status status = ask_move(a, limit, q);
    if (status)
        return status;
    if (process_clock() - began > q->seconds)
        return fail(a, LUDC_AGENT_LATE, "the answer came too late");
    return read_move(a, q->state, move);
}

/* A player hears of a step with the next question.  In an opening it is asked, too, and what it says does not count. */
static ludc_agent_status played(ludc_agent *agent, const ludc_move *moves, const void *state)
{
    Ggp *a = (Ggp *)agent;
    (void)state;
    ludc_agent_status status = a->asked ? LUDC_AGENT_OK : ask_move(a, play_clock(a->seat.clock), NULL);
    if (status)
        return status;
    a->asked = false;
    a->last.n = 0;
    out_puts(&a->last, "(");
    for (unsigned p = 0; p < ludc_players(a->seat.r); p++) {
        const char *text = ludc_joint_text(a->seat.r, moves[p]);
        out_printf(&a->last, " %s", text ? text : "noop");
    }
    out_puts(&a->last, " )");
    return LUDC_AGENT_OK;
}

static void leave(Ggp *a, bool over)
{
    Out message = {0};
    if (!a->match.n)
        return;
    if (over)
        out_printf(&message, "( STOP %s %s )", a->match.text, a->last.text);
    else
        out_printf(&message, "( ABORT %s )", a->match.text);
    ask(a, &message, shortly, NULL);
    out_free(&message);
    a->match.n = 0;
}

static ludc_agent_status end(ludc_agent *agent, const void *state, const double *payoff)
{
    Ggp *a = (Ggp *)agent;
    leave(a, payoff && ludc_over(a->seat.r, state));
    return LUDC_AGENT_OK;
}

/* ---- an agent ---------------------------------------------------------------------------------------- */

static void free_agent(ludc_agent *agent)
{
    Ggp *a = (Ggp *)agent;
    leave(a, false);
    if (a->multi)
        a->curl.multi_cleanup(a->multi);
    if (a->easy)
        a->curl.easy_cleanup(a->easy);
    if (a->headers)
        a->curl.slist_free_all(a->headers);
    out_free(&a->reply);
    out_free(&a->match);
    out_free(&a->last);
    free(a->address);
    free(a->url);
    free(a);
}

static bool is_address(const char *text)
{
    const char *colon = strrchr(text, ':');
    char *end;
    unsigned long port = colon && colon[1] >= '0' && colon[1] <= '9' ? strtoul(colon + 1, &end, 10) : 0;
    return port && port < 65536 && !*end && colon > text && strcspn(text, " /@?#") == strlen(text);
}

/* Is anybody there? */
static bool is_there(Ggp *a)
{
    Out message = {0};
    out_puts(&message, "( INFO )");
    ludc_agent_status status = ask(a, &message, shortly, NULL);
    out_free(&message);
    return !status;
}

ludc_agent *agent_ggp_open(const char *address, const AgentHost *host, ludc_error *error)
{
    char why[512];
    if (!is_address(address)) {
        ludc_error_set(error, LUDC_USAGE, "", "after ggp: come a host and a port, HOST:PORT");
        return NULL;
    }
    Ggp *a = calloc(1, sizeof *a);
    if (!a)
        memory_out();
    Out url = {0};
    out_printf(&url, "http://%s/", address);
    a->host = host;
    a->url = url.text;
    a->address = strdup(address);
    a->agent = (ludc_agent){.size = sizeof a->agent, .name = a->address, .begin = begin, .choose = choose, .played = played,
                            .end = end, .free = free_agent};
    if (!a->address || !load(&a->curl))
        snprintf(why, sizeof why, "libcurl cannot be loaded");
    else if (!set_up(a) || !is_there(a))
        snprintf(why, sizeof why, "no player answers there: %.250s", a->agent.why);
    else
        return &a->agent;
    ludc_error_set(error, LUDC_IO, "", why);
    free_agent(&a->agent);
    return NULL;
}

#else

ludc_agent *agent_ggp_open(const char *address, const AgentHost *host, ludc_error *error)
{
    (void)address;
    (void)host;
    ludc_error_set(error, LUDC_IO, "", "agents of this kind need libcurl, which this ludc was built without");
    return NULL;
}

#endif
