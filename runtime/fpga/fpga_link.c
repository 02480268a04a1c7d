/* fpga_link.c - bytes to and from a circuit: a simulator as a process (sim/IDENT_link_tb.v), a serial line, or its registers in
 * memory. */
#define _DEFAULT_SOURCE
#include "runtime/fpga/fpga.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

enum { PATIENCE = 600000, MAP = 4096, PATH = 4096 }; /* milliseconds; bytes */

static bool fail(FpgaLink *link, const char *what, int error)
{
    snprintf(link->why, sizeof link->why, "%.100s%s%.50s", what, error ? ": " : "", error ? strerror(error) : "");
    return false;
}

/* ---- the simulator --------------------------------------------------------------------------- */

static int start(FpgaLink *link, char **word, int end)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    int error = posix_spawnp(&link->simulator, word[0], &actions, &attributes, word, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static bool simulate(FpgaLink *link, const char *folder)
{
    char fast[PATH], slow[PATH], vvp[] = "vvp", quiet[] = "-n";
    char *compiled[] = {fast, NULL}, *interpreted[] = {vvp, quiet, slow, NULL}, **word = compiled;
    int pair[2];
    if (snprintf(fast, sizeof fast, "%s/build/linked/link", folder) >= (int)sizeof fast ||
        snprintf(slow, sizeof slow, "%s/build/link.vvp", folder) >= (int)sizeof slow)
        return fail(link, "the name of the folder is too long", 0);
    if (access(fast, X_OK) != 0)
        word = interpreted;
    if (word == interpreted && access(slow, R_OK) != 0)
        return fail(link, "nothing is built in it: make link", 0);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return fail(link, "no socket", errno);
    int error = start(link, word, pair[1]);
    close(pair[1]);
    link->fd = pair[0];
    if (!error)
        return true;
    close(pair[0]);
    link->fd = -1;
    link->simulator = 0;
    return fail(link, "the simulator cannot be started", error);
}

/* ---- devices ------------------------------------------------------------------------------------ */

static bool open_serial(FpgaLink *link, const char *path)
{
    static const uint8_t nothing[6] = {0}; /* ends what somebody else has begun */
    struct termios line;
    link->fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (link->fd < 0)
        return fail(link, path, errno);
    if (tcgetattr(link->fd, &line) != 0)
        return fail(link, "it is no serial line", errno);
    cfmakeraw(&line);
    cfsetispeed(&line, B115200);
    cfsetospeed(&line, B115200);
    line.c_cflag |= CLOCAL | CREAD;
    if (tcsetattr(link->fd, TCSANOW, &line) != 0 || tcflush(link->fd, TCIFLUSH) != 0)
        return fail(link, "the serial line cannot be set", errno);
    return fpga_link_put(link, nothing, sizeof nothing);
}

static bool open_memory(FpgaLink *link, const char *path)
{
    link->fd = open(path, O_RDWR | O_SYNC | O_CLOEXEC);
    if (link->fd < 0)
        return fail(link, path, errno);
    void *at = mmap(NULL, MAP, PROT_READ | PROT_WRITE, MAP_SHARED, link->fd, 0);
    if (at == MAP_FAILED)
        return fail(link, "its registers cannot be mapped", errno);
    link->memory = at;
    return true;
}

bool fpga_link_open(FpgaLink *link, const char *place)
{
    *link = (FpgaLink){.fd = -1};
    if (!strncmp(place, "sim:", 4))
        return simulate(link, place + 4);
    if (!strncmp(place, "serial:", 7))
        return open_serial(link, place + 7);
    if (!strncmp(place, "uio:", 4))
        return open_memory(link, place + 4);
    return fail(link, "a place is sim:DIR, serial:DEV or uio:DEV", 0);
}

void fpga_link_close(FpgaLink *link)
{
    if (link->memory)
        munmap((void *)(uintptr_t)link->memory, MAP);
    if (link->fd >= 0)
        close(link->fd);
    if (link->simulator) {
        kill(link->simulator, SIGTERM);
        while (waitpid(link->simulator, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    *link = (FpgaLink){.fd = -1};
}

/* ---- bytes ---------------------------------------------------------------------------------------- */

static bool put_all(FpgaLink *link, const char *at, size_t n)
{
    while (n) {
        ssize_t done = link->simulator ? send(link->fd, at, n, MSG_NOSIGNAL) : write(link->fd, at, n);
        if (done < 0 && errno != EINTR)
            return fail(link, "the circuit hears nothing", errno);
        at += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

static bool hear_more(FpgaLink *link)
{
    struct pollfd wait = {.fd = link->fd, .events = POLLIN};
    for (;;) {
        int ready = poll(&wait, 1, PATIENCE);
        if (ready == 0)
            return fail(link, "the circuit says nothing", 0);
        ssize_t done = ready > 0 ? read(link->fd, link->heard, sizeof link->heard) : -1;
        link->at = 0;
        link->n = done > 0 ? (size_t)done : 0;
        if (done > 0)
            return true;
        if (done == 0 || errno != EINTR)
            return fail(link, "the circuit says nothing any more", done ? errno : 0);
    }
}

static bool get_one(FpgaLink *link, char *byte)
{
    if (link->at == link->n && !hear_more(link))
        return false;
    *byte = link->heard[link->at++];
    return true;
}

bool fpga_link_put(FpgaLink *link, const uint8_t *byte, size_t n)
{
    enum { LINE = 4, AT_ONCE = 64 };
    char lines[AT_ONCE * LINE + 1];
    if (!link->simulator)
        return put_all(link, (const char *)byte, n);
    for (size_t k; n; byte += k, n -= k) {
        k = n < AT_ONCE ? n : AT_ONCE;
        for (size_t i = 0; i < k; i++)
            snprintf(lines + i * LINE, LINE + 1, "b%02x\n", byte[i]);
        if (!put_all(link, lines, k * LINE))
            return false;
    }
    return true;
}

/* Asks the simulator for a line: "oHH..", bytes, or "." after many clocks in which nothing went out. */
static bool begin_line(FpgaLink *link)
{
    char how;
    if (!put_all(link, "g\n", 2) || !get_one(link, &how))
        return false;
    if (how == '.') /* and its end */
        return get_one(link, &how) && fail(link, "the circuit says nothing", 0);
    link->line = how == 'o';
    return link->line || fail(link, "the simulator says what it never says", 0);
}

static bool get_simulated(FpgaLink *link, uint8_t *byte)
{
    char digits[3] = "", next;
    if ((!link->line && !begin_line(link)) || !get_one(link, &digits[0]) || !get_one(link, &digits[1]) || !get_one(link, &next))
        return false;
    if (!isxdigit((unsigned char)digits[0]) || !isxdigit((unsigned char)digits[1]))
        return fail(link, "the simulator says what it never says", 0);
    *byte = (uint8_t)strtoul(digits, NULL, 16);
    link->line = next != '\n';
    link->at -= link->line; /* the first digit of the byte behind it */
    return true;
}

bool fpga_link_get(FpgaLink *link, uint8_t *byte)
{
    if (link->simulator)
        return get_simulated(link, byte);
    char one;
    bool got = get_one(link, &one);
    *byte = got ? (uint8_t)one : 0;
    return got;
}
