/* replay_printed.c - ludc replay of traces as `playout --trace` prints them: is each step legal and its player's, the result the
 * one that is printed? */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/command.h"
#include "base/memory.h"
#include "driver/record/printed.h"
#include "driver/record/replay.h"
#include "runtime/include/ludc.h"

enum { ROLES = 16 };

typedef struct {
    const ludc_reasoner *r;
    const char *path;
    ReplayCount *count;
    uint64_t shown;
    size_t line;
    void *state;
    bool playing, good; /* within a game; the last step was counted as passed */
} Replayed;

static void complain(Replayed *p, const char *why)
{
    Out text = {0};
    out_printf(&text, "%s:%zu: %s", p->path, p->line, why);
    replay_complain(p->count, &p->shown, text.text);
    out_free(&text);
}

static void step(Replayed *p, const Printed *printed)
{
    ludc_error error = {0};
    if (!p->playing)
        return;
    const unsigned mover = ludc_over(p->r, p->state) ? 0 : ludc_mover(p->r, p->state);
    p->good = !printed->mover || printed->mover == mover;
    if (!p->good)
        snprintf(error.message, sizeof error.message, mover ? "player %u moves, not player %u" : "the game is over: no player %u moves",
                 mover ? mover : printed->mover, printed->mover);
    else
        p->good = ludc_step_play(p->r, p->state, printed->text, NULL, &error) == LUDC_OK;
    if (!p->good)
        complain(p, error.message);
    p->playing = p->good;
    p->count->passed += p->good;
    p->count->failed += !p->good;
}

/* Payoffs as they were printed, with six digits. */
static void result(Replayed *p, const char *text)
{
    double payoff[ROLES];
    bool same = p->r->players <= ROLES && ludc_payoffs_cut(p->r, p->state, payoff) == LUDC_OK;
    for (unsigned q = 0; same && q < p->r->players; q++) {
        char *end;
        double printed = strtod(text, &end);
        same = end > text && fabs(printed - payoff[q]) < 1e-5;
        text = end;
    }
    if (p->playing && !same) {
        complain(p, "the result is another");
        p->count->passed -= p->good;
        p->count->failed++;
    }
    p->playing = false;
}

static void any_line(Replayed *p, char *line)
{
    Printed printed;
    if (!printed_line(line, p->r->joint != 0, &printed))
        return;
    if (printed.kind == PRINTED_GAME) {
        ludc_init(p->r, p->state);
        p->playing = true;
        p->good = false;
    } else if (printed.kind == PRINTED_STEP) {
        step(p, &printed);
    } else {
        result(p, printed.text);
    }
}

bool replay_is_printed(const char *path)
{
    FILE *file = fopen(path, "r");
    bool printed = file && printed_begins(file);
    if (file)
        fclose(file);
    return printed;
}

int replay_printed(const ludc_reasoner *r, const char *path, ReplayCount *count)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    Replayed p = {.r = r, .path = path, .count = count, .state = calloc(1, ludc_state_size(r))};
    if (!p.state)
        memory_out();
    if (!file) {
        say("ludc: cannot read %s: %s", path, strerror(errno));
        free(p.state);
        return REPLAY_UNREADABLE;
    }
    while (getline(&line, &room, file) >= 0) {
        p.line++;
        any_line(&p, line);
    }
    const bool broken = ferror(file) != 0;
    if (count->limit && p.shown > count->limit)
        say("%s: %llu more differences", path, (unsigned long long)(p.shown - count->limit));
    fclose(file);
    free(line);
    free(p.state);
    return broken ? REPLAY_UNREADABLE : REPLAY_READ;
}
