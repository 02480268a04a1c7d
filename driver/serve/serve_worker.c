/* serve_worker.c - the processes of a match as the server sees them: started, told, heard and ended without ever waiting. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "driver/serve/serve.h"

/* What a process that does not read may be told at most. */
enum { QUEUE = 16 << 20 };

static void close_all_but(int in, int out)
{
    long most = sysconf(_SC_OPEN_MAX);
    for (int fd = 3; fd < (most > 0 && most < 65536 ? (int)most : 65536); fd++)
        if (fd != in && fd != out)
            close(fd);
}

static bool pipes(int *in, int *out)
{
    if (pipe(in))
        return false;
    if (!pipe(out))
        return true;
    close(in[0]);
    close(in[1]);
    return false;
}

typedef struct {
    const ServeGame *game;
    int in, out;
} Part;

static void play_part(void *data)
{
    const Part *p = data;
    if (p->game->kind == SERVE_PROVER)
        serve_prove(p->game, p->in, p->out);
    serve_child(p->game, p->in, p->out);
}

bool serve_worker_start(Worker *w, const ServeGame *game)
{
    int in[2], out[2];
    *w = (Worker){.lines = {.limit = SERVE_LINE}};
    if (!pipes(in, out))
        return false;
    w->pid = fork();
    if (w->pid == 0) {
        close_all_but(in[0], out[1]);
        memory_run(play_part, &(Part){game, in[0], out[1]});
        _exit(1); /* memory ended, in the process's own limit */
    }
    close(in[0]);
    close(out[1]);
    w->in = in[1];
    w->out = out[0];
    if (w->pid < 0) {
        close(w->in);
        close(w->out);
        w->pid = 0;
        return false;
    }
    setpgid(w->pid, w->pid); /* it does so, too: whoever comes first */
    fcntl(w->in, F_SETFL, O_NONBLOCK);
    fcntl(w->out, F_SETFL, O_NONBLOCK);
    return true;
}

int serve_worker_end(Worker *w)
{
    int status = 0;
    if (w->pid) {
        kill(-w->pid, SIGKILL);
        kill(w->pid, SIGKILL);
        close(w->in);
        close(w->out);
        while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    lines_free(&w->lines);
    out_free(&w->queue);
    out_free(&w->safe);
    *w = (Worker){0};
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* Writes what the pipe takes; false: nobody reads any more. */
static bool flush(Worker *w)
{
    while (w->taken < w->queue.n) {
        ssize_t some = write(w->in, w->queue.text + w->taken, w->queue.n - w->taken);
        if (some > 0)
            w->taken += (size_t)some;
        else if (errno == EAGAIN)
            return true;
        else if (errno != EINTR)
            return false;
    }
    w->queue.n = w->taken = 0;
    return true;
}

void serve_worker_tell(Worker *w, const char *text, size_t n)
{
    if (!w->pid || w->queue.n + n > QUEUE)
        return;
    out_write(&w->queue, text, n);
    flush(w);
}

typedef struct {
    Worker *worker;
    WorkerFn *each;
    void *data;
} Hearing;

static bool take_line(void *data, const char *line, size_t length, bool cut)
{
    const Hearing *h = data;
    (void)length;
    if (!cut)
        h->each(h->data, h->worker, line);
    return h->worker->pid != 0;
}

bool serve_worker_run(Worker *w, WorkerFn *each, void *data)
{
    char part[4096];
    Hearing h = {w, each, data};
    bool there = flush(w);
    while (w->pid && there) {
        ssize_t n = read(w->out, part, sizeof part);
        if (n > 0)
            lines_feed(&w->lines, part, (size_t)n, take_line, &h);
        else if (n < 0 && errno == EAGAIN)
            return true;
        else if (n == 0 || errno != EINTR)
            there = false;
    }
    return false;
}
