#!/bin/sh
# sandbox.sh - in a sandbox games play as they do outside of it, and what was given up is gone.
. "$srcdir/tests/cli/lib.sh.inc"
[ -z "${SAN_FLAGS-}" ] || skip "sanitizers need files of their own"
"$LUDC" check "$hex" --sandbox >out.txt 2>err.txt || {
    grep -q 'without libseccomp' err.txt && skip "built without libseccomp"
    fail "$(cat err.txt)"
}
unset LUDC_DEF_PATH
same() {
    "$LUDC" "$@" >plain.txt 2>&1 || fail "$*: $(cat plain.txt)"
    "$LUDC" "$@" --sandbox >boxed.txt 2>&1 || fail "$* --sandbox: $(cat boxed.txt)"
    cmp -s plain.txt boxed.txt || fail "$*: plays otherwise in a sandbox: $(head -3 boxed.txt)"
}
for game in "$hex" "$srcdir/examples/babel.kif"; do
    for engine in eval tcc; do
        if [ "$engine" = tcc ] && "$LUDC" perft "$game" -d 1 --backend tcc 2>&1 | grep -q 'not built in'; then
            continue
        fi
        same playout "$game" -n 2 --trace --backend "$engine"
        same perft "$game" -d 2 --backend "$engine"
    done
    expect 0 "$LUDC" playout "$game" -n 50 --threads 2 --sandbox
done
same draw "$hex"
expect 0 "$LUDC" search "$hex" -n 50 --sandbox
expect 0 "$LUDC" explain "$hex" --actions --summary --sandbox
# rules on standard input
"$LUDC" playout - --sandbox -n 1 --trace <"$hex" >out.txt 2>err.txt || fail "standard input: $(cat err.txt)"

# what would have to be opened later is refused before
expect 2 "$LUDC" playout "$hex" --sandbox --backend c
expect 2 "$LUDC" playout "$hex" --sandbox --def-path .
expect 2 "$LUDC" draw "$hex" --sandbox -o drawing.svg
[ -e drawing.svg ] && fail "a file was written"

# code that runs inside finds nothing to reach: it asks at the end, and says what it was given
cat >inside.c <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
static void tried(const char *what, long got)
{
    if (got >= 0 || (errno != EPERM && errno != ENOSYS))
        dprintf(2, "INSIDE %s: %ld, %d\n", what, got, errno);
}
__attribute__((destructor)) static void ask(void)
{
    char *name[] = {"/bin/true", NULL};
    tried("open", open("/etc/passwd", O_RDONLY));
    tried("create", open("inside.txt", O_WRONLY | O_CREAT, 0600));
    tried("openat2", syscall(437, AT_FDCWD, "/etc/passwd", NULL, 0));
    struct stat info;
    tried("stat", stat("/etc/passwd", &info));
    tried("socket", socket(AF_INET, SOCK_STREAM, 0));
    tried("unix", socket(AF_UNIX, SOCK_STREAM, 0));
    tried("fork", fork());
    tried("vfork", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
    tried("clone3", syscall(SYS_clone3, NULL, 0));
    tried("exec", execv(name[0], name));
    tried("kill", kill(getppid(), 0));
    tried("ptrace", ptrace(PTRACE_ATTACH, getppid(), 0, 0));
    tried("unlink", unlink("plain.txt"));
    tried("mount", syscall(SYS_mount, "none", "/", "tmpfs", 0, 0));
    tried("memfd", memfd_create("x", 0));
    tried("io_uring", syscall(425, 1, NULL));
    if (getenv("NO_CODE"))
        tried("code", (long)mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    dprintf(2, "INSIDE asked\n");
}
C
# shellcheck disable=SC2086
${CC:-cc} -shared -fPIC -o inside.so inside.c 2>err.txt || skip "no shared object for LD_PRELOAD"
LD_PRELOAD=$PWD/inside.so NO_CODE=1 "$LUDC" playout "$hex" -n 1 --trace --backend eval --sandbox >out.txt 2>err.txt || fail "$(cat err.txt)"
[ "$(grep INSIDE err.txt)" = "INSIDE asked" ] || fail "eval: $(cat err.txt)"
LD_PRELOAD=$PWD/inside.so "$LUDC" playout "$hex" -n 1 --trace --sandbox >out.txt 2>err.txt || fail "$(cat err.txt)"
[ "$(grep INSIDE err.txt)" = "INSIDE asked" ] || fail "$(cat err.txt)"
[ -e inside.txt ] && fail "a file was made inside"
exit 0
