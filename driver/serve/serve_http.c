/* serve_http.c - requests of ludc serve, by libmicrohttpd, in the caller's thread.  It is opened when the server begins: it
 * takes longer to load than most games take to compile.
 *
 * A request is a message in the body of a POST, or in the path of a GET; its clock begins with its first byte. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <microhttpd.h>

#include "base/library.h"
#include "base/memory.h"
#include "driver/agent/process.h"
#include "driver/serve/serve.h"

/* Bytes: of one message, of all that are on their way, of what a connection has for its head. */
enum { BODY = 4 << 20, BODIES = 32 << 20, HEAD = 256 << 10 };
/* Connections at once. */
enum { CONNECTIONS = 900 };

/* A connection; in a ring. */
typedef struct Peer Peer;
struct Peer {
    Peer *before, *after;
    int fd;
    double since; /* when its request began; INFINITY: none did, or it is read */
    bool reading; /* no request is being answered */
};

struct Request {
    Http *http;
    struct MHD_Connection *connection;
    Peer *peer;
    double began;
    char *path; /* as it came */
    Out body;
    char *reply; /* NULL: there is none yet */
    unsigned status;
    bool seen, heard, waits;
    bool over; /* it is too long, and not kept */
};

struct Http {
    struct MHD_Daemon *daemon;
    ServeMatch *match;
    Peer ring;
    double checked; /* when the connections were last looked at */
    size_t bodies;  /* bytes of all */
    bool answered;  /* a request that waited has its answer: the library does not say that it wants to run */
};

/* ---- libmicrohttpd ---------------------------------------------------------------------------- */

/* What is used of it. */
static struct {
    enum MHD_Result (*add_response_header)(struct MHD_Response *, const char *, const char *);
    struct MHD_Response *(*create_response_from_buffer)(size_t, void *, enum MHD_ResponseMemoryMode);
    void (*destroy_response)(struct MHD_Response *);
    const union MHD_ConnectionInfo *(*get_connection_info)(struct MHD_Connection *, enum MHD_ConnectionInfoType, ...);
    const union MHD_DaemonInfo *(*get_daemon_info)(struct MHD_Daemon *, enum MHD_DaemonInfoType, ...);
    enum MHD_Result (*get_timeout)(struct MHD_Daemon *, MHD_UNSIGNED_LONG_LONG *);
    const char *(*lookup_connection_value)(struct MHD_Connection *, enum MHD_ValueKind, const char *);
    enum MHD_Result (*queue_response)(struct MHD_Connection *, unsigned, struct MHD_Response *);
    void (*resume_connection)(struct MHD_Connection *);
    enum MHD_Result (*run)(struct MHD_Daemon *);
    struct MHD_Daemon *(*start_daemon)(unsigned, uint16_t, MHD_AcceptPolicyCallback, void *, MHD_AccessHandlerCallback, void *, ...);
    void (*stop_daemon)(struct MHD_Daemon *);
    void (*suspend_connection)(struct MHD_Connection *);
} mhd;

static bool load(void)
{
    const LibraryFunction functions[] = {{"MHD_add_response_header", &mhd.add_response_header},
                                         {"MHD_create_response_from_buffer", &mhd.create_response_from_buffer},
                                         {"MHD_destroy_response", &mhd.destroy_response},
                                         {"MHD_get_connection_info", &mhd.get_connection_info},
                                         {"MHD_get_daemon_info", &mhd.get_daemon_info},
                                         {"MHD_get_timeout", &mhd.get_timeout},
                                         {"MHD_lookup_connection_value", &mhd.lookup_connection_value},
                                         {"MHD_queue_response", &mhd.queue_response},
                                         {"MHD_resume_connection", &mhd.resume_connection},
                                         {"MHD_run", &mhd.run},
                                         {"MHD_start_daemon", &mhd.start_daemon},
                                         {"MHD_stop_daemon", &mhd.stop_daemon},
                                         {"MHD_suspend_connection", &mhd.suspend_connection}};
    return library_load("libmicrohttpd.so.12", functions, sizeof functions / sizeof *functions);
}

/* ---- connections ------------------------------------------------------------------------------ */

static void on_connection(void *data, struct MHD_Connection *connection, void **context, enum MHD_ConnectionNotificationCode code)
{
    Http *h = data;
    Peer *p = *context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        p = info ? calloc(1, sizeof *p) : NULL;
        if (!p)
            return;
        *p = (Peer){&h->ring, h->ring.after, info->connect_fd, INFINITY, true};
        p->after->before = p;
        h->ring.after = p;
        *context = p;
    } else if (p) {
        p->before->after = p->after;
        p->after->before = p->before;
        free(p);
        *context = NULL;
    }
}

/* Notes where a request begins, and ends what takes too long: who sends a byte a second has had the time. */
static void check_peers(Http *h)
{
    double now = process_clock();
    for (Peer *p = h->ring.after; p != &h->ring; p = p->after) {
        int there = 0;
        if (p->reading && isinf(p->since) && !ioctl(p->fd, FIONREAD, &there) && there > 0)
            p->since = now;
        if (p->reading && now - p->since > 2 * h->match->options->idle) {
            shutdown(p->fd, SHUT_RDWR);
            p->since = INFINITY;
        }
    }
    h->checked = now;
}

/* ---- answers ------------------------------------------------------------------------------------ */

static enum MHD_Result queue(struct MHD_Connection *connection, unsigned status, const char *text)
{
    struct MHD_Response *r = mhd.create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_MUST_COPY);
    if (!r)
        return MHD_NO;
    mhd.add_response_header(r, "Content-Type", "text/acl");
    mhd.add_response_header(r, "Access-Control-Allow-Origin", "*");
    mhd.add_response_header(r, "Access-Control-Allow-Methods", "POST, GET, OPTIONS");
    mhd.add_response_header(r, "Access-Control-Allow-Headers", "Content-Type");
    mhd.add_response_header(r, "Access-Control-Allow-Age", "86400");
    enum MHD_Result done = mhd.queue_response(connection, status, r);
    mhd.destroy_response(r);
    return done;
}

void serve_http_answer(Request *q, const char *text)
{
    free(q->reply);
    q->reply = strdup(text);
    if (!q->reply)
        memory_out();
    q->status = MHD_HTTP_OK;
    if (q->waits) {
        mhd.resume_connection(q->connection);
        q->http->answered = true;
    }
    q->waits = false;
}

/* ---- requests --------------------------------------------------------------------------------------- */

/* The first line came: what is returned is the request's context. */
static void *on_line(void *data, const char *line, struct MHD_Connection *connection)
{
    Http *h = data;
    const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    Request *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    *q = (Request){.http = h, .connection = connection, .peer = info ? info->socket_context : NULL, .began = h->checked,
                   .path = strdup(line)};
    if (q->peer && isfinite(q->peer->since))
        q->began = q->peer->since;
    else if (q->peer)
        q->peer->since = q->began;
    return q;
}

static void drop_body(Request *q)
{
    q->http->bodies -= q->body.n;
    out_free(&q->body);
}

static void on_end(void *data, struct MHD_Connection *connection, void **context, enum MHD_RequestTerminationCode code)
{
    Http *h = data;
    Request *q = *context;
    (void)connection;
    (void)code;
    if (!q)
        return;
    serve_forget(h->match, q);
    if (q->peer) {
        q->peer->since = INFINITY;
        q->peer->reading = true;
    }
    drop_body(q);
    free(q->path);
    free(q->reply);
    free(q);
    *context = NULL;
}

static enum MHD_Result hear(Request *q, const char *text, size_t n)
{
    bool wrong;
    q->heard = true;
    if (q->peer)
        q->peer->reading = false;
    const char *reply = serve_message(q->http->match, text, n, q->began, q, &wrong);
    if (reply)
        return queue(q->connection, wrong ? MHD_HTTP_BAD_REQUEST : MHD_HTTP_OK, reply);
    if (q->reply)
        return queue(q->connection, q->status, q->reply);
    q->waits = true;
    mhd.suspend_connection(q->connection);
    return MHD_YES;
}

static int digit(char c) { return isdigit((unsigned char)c) ? c - '0' : (c | 0x20) - 'a' + 10; }

/* The message of a path: "+" is a blank, %28 is "(".  In place; its length. */
static size_t decode(char *text)
{
    char *to = text;
    for (const char *at = text; *at; at++)
        if (*at == '%' && isxdigit((unsigned char)at[1]) && isxdigit((unsigned char)at[2])) {
            *to++ = (char)(digit(at[1]) << 4 | digit(at[2]));
            at += 2;
        } else {
            *to++ = *at == '+' ? ' ' : *at;
        }
    return (size_t)(to - text);
}

static enum MHD_Result get(Request *q)
{
    if (!q->path)
        return MHD_NO;
    char *text = q->path + (*q->path == '/');
    return hear(q, text, decode(text));
}

/* What is too long for a message that matters now is not kept: during a match that is all that begins another one. */
static void keep(Request *q, const char *part, size_t n)
{
    const size_t most = q->http->match->id ? SERVE_MESSAGE : BODY;
    if (q->over || q->body.n + n > most || q->http->bodies + n > BODIES) {
        q->over = true;
        drop_body(q);
        return;
    }
    out_write(&q->body, part, n);
    q->http->bodies += n;
}

static enum MHD_Result whole(Request *q, const char *method)
{
    struct MHD_Connection *connection = q->connection;
    if (!strcmp(method, "OPTIONS"))
        return queue(connection, MHD_HTTP_OK, "");
    if (!strcmp(method, "GET"))
        return get(q);
    if (strcmp(method, "POST"))
        return queue(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "there are POST, GET and OPTIONS");
    if (q->over)
        return q->http->match->id ? queue(connection, MHD_HTTP_OK, "busy")
                                  : queue(connection, MHD_HTTP_CONTENT_TOO_LARGE, "the message is too long");
    return hear(q, q->body.n ? q->body.text : "", q->body.n);
}

static enum MHD_Result on_request(void *data, struct MHD_Connection *connection, const char *path, const char *method,
                                  const char *version, const char *part, size_t *n, void **context)
{
    Request *q = *context;
    (void)data;
    (void)path;
    (void)version;
    if (!q)
        return MHD_NO;
    if (q->heard)
        return q->reply ? queue(connection, q->status, q->reply) : MHD_YES;
    if (!q->seen) { /* only the head is there */
        q->seen = true;
        const char *length = mhd.lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
        return length && strtod(length, NULL) > BODY ? queue(connection, MHD_HTTP_CONTENT_TOO_LARGE, "the message is too long")
                                                     : MHD_YES;
    }
    if (*n == 0)
        return whole(q, method);
    keep(q, part, *n);
    *n = 0;
    return MHD_YES;
}

/* ---- the server ---------------------------------------------------------------------------------------- */

Http *serve_http_new(int listening, ServeMatch *match)
{
    Http *h = load() ? calloc(1, sizeof *h) : NULL;
    if (!h)
        return NULL;
    h->match = match;
    h->ring.before = h->ring.after = &h->ring;
    h->checked = process_clock();
    h->daemon = mhd.start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, h,
                                 MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
                                 MHD_OPTION_CONNECTION_TIMEOUT, match->options->idle, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                                 (size_t)HEAD, MHD_OPTION_NOTIFY_CONNECTION, on_connection, h, MHD_OPTION_NOTIFY_COMPLETED,
                                 on_end, h, MHD_OPTION_URI_LOG_CALLBACK, on_line, h, MHD_OPTION_END);
    if (h->daemon)
        return h;
    free(h);
    return NULL;
}

/* No request waits by then (serve_end). */
void serve_http_free(Http *h)
{
    if (!h)
        return;
    mhd.run(h->daemon);
    mhd.stop_daemon(h->daemon);
    free(h);
}

int serve_http_descriptor(const Http *h) { return mhd.get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd; }

bool serve_http_busy(const Http *h)
{
    for (const Peer *p = h->ring.after; p != &h->ring; p = p->after)
        if (!p->reading || isfinite(p->since))
            return true;
    return false;
}

void serve_http_run(Http *h)
{
    check_peers(h);
    h->answered = false;
    mhd.run(h->daemon);
}

double serve_http_wait(const Http *h)
{
    MHD_UNSIGNED_LONG_LONG ms;
    if (h->answered)
        return 0;
    return mhd.get_timeout(h->daemon, &ms) == MHD_YES ? fmin((double)ms / 1000, 1) : 1;
}
