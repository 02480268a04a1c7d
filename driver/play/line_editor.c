/* line_editor.c - see line_editor.h. */
#include "driver/play/line_editor.h"

#ifdef HAVE_LIBEDIT

#include <errno.h>
#include <histedit.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>
#include <wchar.h>

#include "driver/interrupts.h"

enum { LINES = 500, SHOWN = 60 };

struct LineEditor {
    EditLine *edit;
    History *history;
    FILE *out;
    const HumanLine *asked; /* while a line is typed */
    bool typed;             /* there was something when ^C came */
    sigset_t open;          /* what signals pass while it waits */
    char *line;
};

/* ---- signals ----------------------------------------------------------------------------- */

static volatile sig_atomic_t resized;

static void resize(int signal)
{
    resized = !interrupts_pass_on(signal) || resized;
}

static void catch_resizing(void)
{
    struct sigaction action = {.sa_handler = resize, .sa_flags = SA_RESTART}; /* what is being written goes on; pselect ends all the same */
    sigemptyset(&action.sa_mask);
    sigaction(SIGWINCH, &action, NULL);
}

/* Until there is something to read; false: ^C.  Signals pass only here, so that none comes between a look and the wait. */
static bool wait_for_input(LineEditor *e)
{
    for (;;) {
        fd_set in;
        if (interrupts_came()) {
            const LineInfo *now = el_line(e->edit);
            e->typed = now->lastchar > now->buffer;
            return false;
        }
        if (resized) {
            resized = 0;
            el_resize(e->edit);
            el_set(e->edit, EL_REFRESH);
        }
        FD_ZERO(&in);
        FD_SET(STDIN_FILENO, &in);
        if (pselect(STDIN_FILENO + 1, &in, NULL, NULL, NULL, &e->open) > 0 || errno != EINTR)
            return true; /* reading says what is wrong */
    }
}

/* A character; signals are looked at in between, as libedit would read on. */
static int get_character(EditLine *edit, wchar_t *out)
{
    LineEditor *e = NULL;
    mbstate_t state = {0};
    char byte;
    el_get(edit, EL_CLIENTDATA, &e);
    for (;;) {
        ssize_t n = wait_for_input(e) ? read(STDIN_FILENO, &byte, 1) : -1;
        if (n <= 0)
            return (int)n;
        size_t length = mbrtowc(out, &byte, 1, &state);
        if (length == (size_t)-2)
            continue;
        if (length == (size_t)-1)
            *out = L'?';
        return 1;
    }
}

/* ---- completion ---------------------------------------------------------------------------- */

static char *prompt(EditLine *edit)
{
    static char nothing[] = "";
    LineEditor *e = NULL;
    el_get(edit, EL_CLIENTDATA, &e);
    return e && e->asked ? (char *)(size_t)e->asked->prompt : nothing;
}

/* How many letters both have in common, in any case. */
static size_t in_common(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && (a[n] | 32) == (b[n] | 32))
        n++;
    return n;
}

/* Texts that begin as the line does; what they have in common from the first on.  How many. */
static size_t candidates(const TypedMoves *moves, const char *line, const char **first, size_t *common, FILE *show)
{
    size_t n = 0;
    for (size_t i = 0; moves && i < moves->n; i++) {
        const char *text = moves->at[i].text;
        if (!typed_begins(text, line))
            continue;
        *common = n ? in_common(*first, text) < *common ? in_common(*first, text) : *common : strlen(text);
        *first = n ? *first : text;
        if (show && n < SHOWN)
            fprintf(show, "%s%s", n ? "  " : "\n", text);
        n++;
    }
    if (show && n > SHOWN)
        fprintf(show, "  and %zu more", n - SHOWN);
    if (show)
        fputs("\n", show);
    return n;
}

/* Puts in what all moves that begin so have in common; where that is nothing more, lists them. */
static unsigned char complete(EditLine *edit, int character)
{
    LineEditor *e = NULL;
    const LineInfo *now = el_line(edit);
    char line[256], more[256];
    size_t length = (size_t)(now->lastchar - now->buffer), common = 0;
    const char *first = NULL;
    (void)character;
    el_get(edit, EL_CLIENTDATA, &e);
    if (!e || !e->asked || length >= sizeof line)
        return CC_ERROR;
    memcpy(line, now->buffer, length);
    line[length] = '\0';
    size_t n = candidates(e->asked->moves, line, &first, &common, NULL);
    if (!n)
        return CC_ERROR;
    snprintf(more, sizeof more, "%.*s", (int)common, first);
    if (strlen(more) > length || (n == 1 && strcmp(more, line) != 0)) {
        el_cursor(edit, (int)(now->lastchar - now->cursor));
        el_deletestr(edit, (int)length);
        el_insertstr(edit, more);
        return CC_REFRESH;
    }
    if (n == 1)
        return CC_REFRESH;
    candidates(e->asked->moves, line, &first, &common, e->out);
    fflush(e->out);
    return CC_REDISPLAY;
}

/* ---- lines ------------------------------------------------------------------------------------ */

static void set_up(LineEditor *e)
{
    el_set(e->edit, EL_CLIENTDATA, e);
    el_set(e->edit, EL_PROMPT, prompt);
    el_set(e->edit, EL_EDITOR, "emacs");
    el_set(e->edit, EL_HIST, history, e->history);
    el_set(e->edit, EL_ADDFN, "complete", "completes a move", complete);
    el_set(e->edit, EL_BIND, "\t", "complete", NULL);
    el_set(e->edit, EL_GETCFN, get_character);
    el_source(e->edit, NULL); /* the user's own ~/.editrc */
    catch_resizing();
}

LineEditor *line_editor_open(FILE *out)
{
    HistEvent event;
    const char *kind = getenv("TERM");
    LineEditor *e = kind && strcmp(kind, "dumb") != 0 ? calloc(1, sizeof *e) : NULL;
    if (!e)
        return NULL;
    e->out = out;
    e->history = history_init();
    e->edit = el_init("ludc", stdin, out, stderr);
    if (!e->edit || !e->history) {
        line_editor_close(e);
        return NULL;
    }
    history(e->history, &event, H_SETSIZE, LINES);
    history(e->history, &event, H_SETUNIQUE, 1);
    set_up(e);
    return e;
}

void line_editor_close(LineEditor *e)
{
    if (!e)
        return;
    if (e->edit)
        el_end(e->edit);
    if (e->history)
        history_end(e->history);
    free(e->line);
    free(e);
}

static bool keep(LineEditor *e, const char *text, size_t length)
{
    free(e->line);
    e->line = malloc(length + 1);
    if (!e->line)
        return false;
    memcpy(e->line, text, length);
    e->line[length] = '\0';
    e->line[strcspn(e->line, "\r\n")] = '\0';
    return true;
}

/* false: the end of the input, or ^C on an empty line; on another it takes back what was typed. */
static bool edit_line(LineEditor *e)
{
    for (;;) {
        int n = 0;
        e->typed = false;
        const char *text = el_gets(e->edit, &n);
        if (text && n > 0)
            return keep(e, text, (size_t)n);
        if (!interrupts_came() || !e->typed)
            return false;
        interrupts_forget();
        fputs("^C\n", e->out);
        el_reset(e->edit);
    }
}

const char *line_editor_ask(LineEditor *e, const HumanLine *asked)
{
    static const int held[] = {SIGINT, SIGTERM, SIGWINCH};
    HistEvent event;
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        sigaddset(&set, held[i]);
    pthread_sigmask(SIG_BLOCK, &set, &e->open);
    e->asked = asked;
    bool good = edit_line(e);
    e->asked = NULL;
    pthread_sigmask(SIG_SETMASK, &e->open, NULL);
    if (good && *e->line && !asked->covered)
        history(e->history, &event, H_ENTER, e->line);
    return good ? e->line : NULL;
}

#else

LineEditor *line_editor_open(FILE *out)
{
    (void)out;
    return NULL;
}

void line_editor_close(LineEditor *editor) { (void)editor; }

const char *line_editor_ask(LineEditor *editor, const HumanLine *asked)
{
    (void)editor;
    (void)asked;
    return NULL;
}

#endif
