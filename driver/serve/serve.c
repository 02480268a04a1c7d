/* serve.c - ludc serve: the socket, and the loop of its one thread. */
#define _DEFAULT_SOURCE /* NI_MAXHOST */
#include "driver/serve/serve.h"

#include "driver/command.h"

#ifdef HAVE_MICROHTTPD

#include <errno.h>
#include <math.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "driver/agent/agents.h"
#include "driver/engine/engines.h"
#include "driver/sandbox.h"
#include "driver/agent/process.h"

static const double standard_margin = 0.5;
enum { STANDARD_IDLE = 15, MOST_IDLE = 86400 };
static const uint64_t standard_memory = UINT64_C(4) << 30;
/* Seconds that the last answers have to leave. */
static const double leaving = 0.5;

/* A listening socket and its address in words; -1 after saying why not. */
static int listen_at(const char *host, const char *port, char *name, size_t size)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *list = NULL;
    int error = getaddrinfo(host, port, &hints, &list), one = 1;
    if (error) {
        fprintf(stderr, "ludc: %s is no address to listen at: %s\n", host, gai_strerror(error));
        return -1;
    }
    int fd = socket(list->ai_family, SOCK_STREAM, 0);
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    bool good = fd >= 0 && !bind(fd, list->ai_addr, list->ai_addrlen) && !listen(fd, 256);
    struct sockaddr_storage at;
    socklen_t length = sizeof at;
    char address[NI_MAXHOST], number[NI_MAXSERV];
    if (!good || getsockname(fd, (struct sockaddr *)&at, &length) ||
        getnameinfo((struct sockaddr *)&at, length, address, sizeof address, number, sizeof number,
                    NI_NUMERICHOST | NI_NUMERICSERV)) {
        fprintf(stderr, "ludc: cannot listen at %s, port %s: %s\n", host, port, strerror(errno));
        if (fd >= 0)
            close(fd);
        fd = -1;
    }
    freeaddrinfo(list);
    if (fd >= 0)
        snprintf(name, size, at.ss_family == AF_INET6 ? "[%s]:%s" : "%s:%s", address, number);
    return fd;
}

/* A number of bytes, of kilobytes with K, and so on. */
static bool read_size(const char *text, uint64_t *bytes)
{
    char *end;
    double value = strtod(text, &end);
    const char units[] = "KMG", *unit = *end ? strchr(units, *end & ~0x20) : NULL;
    if (unit)
        value *= pow(1024, (double)(unit - units + 1));
    if (end == text || (*end && (!unit || end[1])) || !(value >= 1 << 20 && value < 1e18))
        return false;
    *bytes = (uint64_t)value;
    return true;
}

/* One turn of the loop; false: somebody ends the program. */
static bool turn(ServeMatch *match, Http *http, int signals)
{
    double wait = serve_run(match); /* may answer, and then serve_http_wait does not wait */
    wait = fmax(0, fmin(wait, serve_http_wait(http)));
    struct pollfd f[2 + 2 * SERVE_WORKERS] = {{.fd = serve_http_descriptor(http), .events = POLLIN}, {.fd = signals, .events = POLLIN}};
    for (int i = 0; i < SERVE_WORKERS; i++) {
        const Worker *w = &match->worker[i];
        f[2 + 2 * i] = (struct pollfd){.fd = w->pid ? w->out : -1, .events = POLLIN};
        f[3 + 2 * i] = (struct pollfd){.fd = w->pid && w->queue.n ? w->in : -1, .events = POLLOUT};
    }
    poll(f, sizeof f / sizeof *f, (int)ceil(wait * 1000));
    serve_http_run(http);
    return !f[1].revents;
}

static void run(ServeMatch *match, Http *http, uint64_t matches, int signals)
{
    while ((!matches || match->finished < matches) && turn(match, http, signals))
        continue;
    serve_end(match);
    double end = process_clock() + leaving;
    while (process_clock() < end && serve_http_busy(http))
        turn(match, http, -1);
}

/* Signals that end the program, as a descriptor: then nothing is left over. */
static int catch_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    return signalfd(-1, &set, SFD_CLOEXEC);
}

static int serve(const Options *o, const ServeOptions *options)
{
    char name[NI_MAXHOST + NI_MAXSERV + 4];
    int fd = listen_at(o->bind ? o->bind : "127.0.0.1", o->ggp, name, sizeof name);
    if (fd < 0)
        return EXIT_IO;
    ServeMatch match = {.options = options};
    Http *http = serve_http_new(fd, &match);
    if (!http) {
        fputs("ludc: the HTTP server does not start, or libmicrohttpd cannot be loaded\n", stderr);
        close(fd);
        return EXIT_IO;
    }
    int signals = catch_signals();
    printf("listening on %s\n", name);
    fflush(stdout);
    run(&match, http, o->matches, signals);
    serve_http_free(http);
    close(signals);
    return EXIT_DONE;
}

/* The agent is opened once, so that a wrong one is known at once. */
static int read_options(const Options *o, ServeOptions *s)
{
    ludc_error error = {0};
    char *end;
    unsigned long port = o->ggp && *o->ggp ? strtoul(o->ggp, &end, 10) : 65536;
    if (o->arg.n || port > 65535 || *end || *o->ggp == '-')
        return usage_error(o, "--ggp PORT, a number up to 65535, and no GAME: the rules come with a match");
    *s = (ServeOptions){.agent = o->agent ? o->agent : "uct", .backend = o->backend, .memory = standard_memory,
                        .margin = o->has_margin ? o->margin : standard_margin,
                        .idle = o->has_idle ? (unsigned)o->idle : STANDARD_IDLE};
    if (!(s->margin >= 0))
        return usage_error(o, "--margin is a number of seconds");
    if (o->has_idle && (!o->idle || o->idle > MOST_IDLE))
        return usage_error(o, "--idle is a number of seconds, 1 to %d", MOST_IDLE);
    if (o->has_matches && !o->matches)
        return usage_error(o, "--matches begins at 1");
    if (o->memory && !read_size(o->memory, &s->memory))
        return usage_error(o, "--memory is a number of bytes, such as 512M, not `%s`", o->memory);
    if (o->backend && !maker_find(o->backend))
        return usage_error(o, "there is no back end `%s`", o->backend);
    if (o->sandbox) {
        if (!sandbox_present())
            return say("ludc: there is no sandbox: built without libseccomp"), EXIT_UNSUPPORTED;
        s->sandbox = true;
        s->backend = o->backend ? o->backend : maker_find("tcc") ? "tcc" : "eval";
        if (strcmp(s->backend, "tcc") != 0 && strcmp(s->backend, "eval") != 0)
            return usage_error(o, "in a sandbox games are played by eval or tcc, not by %s", s->backend);
    }
    ludc_agent *agent = agent_open(s->agent, NULL, &error);
    if (!agent)
        return usage_error(o, "%s", error.message);
    ludc_agent_free(agent);
    return EXIT_DONE;
}

int cmd_serve(const Options *o)
{
    ServeOptions options;
    int code = read_options(o, &options);
    if (code)
        return code;
    options.log = o->log ? fopen(o->log, "a") : NULL;
    if (o->log && !options.log) {
        fprintf(stderr, "ludc: cannot write %s: %s\n", o->log, strerror(errno));
        return EXIT_IO;
    }
    code = serve(o, &options);
    if (options.log)
        fclose(options.log);
    return code;
}

#else

int cmd_serve(const Options *o)
{
    (void)o;
    fputs("ludc: serve needs libmicrohttpd, which this ludc was built without\n", stderr);
    return EXIT_UNSUPPORTED;
}

#endif
