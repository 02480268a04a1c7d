/* match_openings.c - how games of a match begin: openings drawn at random, or read from a file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/memory.h"
#include "driver/match/match.h"

/* Seeds of openings are words of this generator's, so that no game has one of them. */
static const uint64_t openings_seed = UINT64_C(0x6f70656e696e6773);

enum { TRIES = 2000 }; /* without a new opening: there are no more */

static void opening_free(Opening *o)
{
    for (size_t i = 0; i < o->n; i++)
        free(o->step[i]);
    free(o->step);
    *o = (Opening){0};
}

void match_openings_free(Openings *o)
{
    for (size_t i = 0; i < o->n; i++)
        opening_free(&o->at[i]);
    free(o->at);
    *o = (Openings){0};
}

static void *grown(void *at, size_t n, size_t size)
{
    void *more = realloc(at, (n + 1) * size);
    if (!more)
        memory_out();
    return more;
}

static void add_step(Opening *o, const char *text, size_t length)
{
    o->step = grown(o->step, o->n, sizeof *o->step);
    char *step = malloc(length + 1);
    if (!step)
        memory_out();
    memcpy(step, text, length);
    step[length] = '\0';
    o->step[o->n++] = step;
}

static void add_opening(Openings *o, const Opening *opening)
{
    o->at = grown(o->at, o->n, sizeof *o->at);
    o->at[o->n++] = *opening;
}

/* ---- at random ---------------------------------------------------------------------------- */

typedef struct {
    const ludc_reasoner *r;
    Opening *opening;
} Writing;

/* A step and its lots become the next text of an opening. */
static void write_step(void *data, const RefereeStep *step)
{
    const Writing *w = data;
    size_t length = ludc_step_text(w->r, step->before, step->moves, NULL, 0);
    char *text = malloc(length + 1);
    Out out = {0};
    if (!text)
        memory_out();
    ludc_step_text(w->r, step->before, step->moves, text, length + 1);
    out_printf(&out, "%s%s%s", text, *step->lots ? "~" : "", step->lots);
    add_step(w->opening, out.text ? out.text : "", out.n);
    out_free(&out);
    free(text);
}

/* One of the role's legal moves. */
static ludc_move random_move(const ludc_reasoner *r, const void *state, unsigned role, uint64_t *rng)
{
    size_t n = ludc_moves_of(r, state, role, NULL);
    ludc_move *list = malloc((n + 1) * sizeof *list), move = 0;
    if (!list)
        memory_out();
    ludc_moves_of(r, state, role, list);
    if (n)
        move = list[rng_below(rng, (uint32_t)n)];
    free(list);
    return move;
}

/* Steps until the game is over or so many were made; false: it is over, or memory is out. */
static bool draw(const Writing *w, void *state, void *before, uint64_t plies, uint64_t *rng)
{
    const ludc_reasoner *r = w->r;
    ludc_init(r, state);
    bool good = referee_set_up(r, state, rng, write_step, (void *)w) == LUDC_OK;
    for (uint64_t i = 0; i < plies && good && !ludc_over(r, state); i++) {
        ludc_move moves[REFEREE_ROLES] = {0};
        char *lots;
        for (unsigned p = 1; p <= ludc_players(r); p++)
            if (ludc_joint(r) || ludc_mover(r, state) == p)
                moves[p - 1] = random_move(r, state, p, rng);
        ludc_copy(r, before, state);
        good = referee_draw(r, state, moves, rng, &lots) == LUDC_OK;
        if (good)
            write_step((void *)w, &(RefereeStep){.before = before, .after = state, .moves = moves, .lots = lots ? lots : ""});
        free(lots);
    }
    return good && !ludc_over(r, state);
}

/* Positions that were reached already. */
typedef struct {
    uint64_t (*key)[2];
    size_t n;
} Seen;

static bool is_new(Seen *seen, const ludc_reasoner *r, const void *state)
{
    uint64_t key[2];
    ludc_key128(r, state, key);
    for (size_t i = 0; i < seen->n; i++)
        if (seen->key[i][0] == key[0] && seen->key[i][1] == key[1])
            return false;
    seen->key = grown(seen->key, seen->n, sizeof *seen->key);
    memcpy(seen->key[seen->n++], key, sizeof key);
    return true;
}

static int too_few(const Options *o, const Openings *openings, uint64_t plies, size_t wanted)
{
    if (!openings->n)
        return usage_error(o, "--openings plies=%llu: no opening was found that does not end the game", (unsigned long long)plies);
    return usage_error(o, "--openings plies=%llu: %zu openings were found that differ, %zu are needed: play fewer games, or more plies",
                       (unsigned long long)plies, openings->n, wanted);
}

static int random_openings(const Options *o, const ludc_reasoner *r, uint64_t plies, uint64_t seed, size_t wanted,
                           Openings *out)
{
    Seen seen = {0};
    void *state = malloc(ludc_state_size(r)), *before = malloc(ludc_state_size(r));
    if (!state || !before)
        memory_out();
    uint64_t number = 0;
    for (int tries = 0; out->n < wanted && tries < TRIES; tries++) {
        Opening opening = {0};
        const Writing w = {r, &opening};
        uint64_t rng = referee_seed(seed ^ openings_seed, number++);
        if (draw(&w, state, before, plies, &rng) && is_new(&seen, r, state)) {
            add_opening(out, &opening);
            tries = 0;
        } else {
            opening_free(&opening);
        }
    }
    free(seen.key);
    free(state);
    free(before);
    return out->n < wanted ? too_few(o, out, plies, wanted) : EXIT_DONE;
}

/* ---- from a file ---------------------------------------------------------------------------- */

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* Steps are parted by "|"; in games of turns, where there is none, by blanks. */
static void read_steps(char *line, bool joint, Opening *out)
{
    const char *parts = strchr(line, '|') || joint ? "|" : " \t";
    for (const char *at = skip_blanks(line); *at; at = skip_blanks(at)) {
        size_t length = strcspn(at, parts), used = length;
        while (used && strchr(" \t", at[used - 1]))
            used--;
        if (used)
            add_step(out, at, used);
        at += length + (at[length] != '\0');
    }
}

/* Is every step legal, and is the game not over after it? */
static bool check(const ludc_reasoner *r, const Opening *opening, void *state, Out *why)
{
    ludc_error error;
    ludc_init(r, state);
    for (size_t i = 0; i < opening->n; i++) {
        if (ludc_step_play(r, state, opening->step[i], NULL, &error) != LUDC_OK)
            out_printf(why, "`%s`, number %zu: %s", opening->step[i], i + 1, error.message);
        else if (ludc_over(r, state))
            out_printf(why, "`%s`, number %zu: it ends the game", opening->step[i], i + 1);
        if (why->n)
            return false;
    }
    return true;
}

static int read_file(FILE *file, const char *path, const ludc_reasoner *r, Openings *out)
{
    char *line = NULL;
    size_t room = 0, number = 0;
    Out why = {0};
    void *state = malloc(ludc_state_size(r));
    if (!state)
        memory_out();
    while (!why.n && getline(&line, &room, file) >= 0) {
        Opening opening = {0};
        number++;
        line[strcspn(line, "\r\n")] = '\0';
        const char *text = skip_blanks(line);
        if (!*text || *text == '#')
            continue;
        read_steps(line, ludc_joint(r), &opening);
        if (check(r, &opening, state, &why))
            add_opening(out, &opening);
        else
            opening_free(&opening);
    }
    int code = EXIT_DONE;
    if (why.n)
        code = EXIT_WRONG, say("ludc: %s:%zu: %s", path, number, why.text);
    else if (ferror(file))
        code = EXIT_IO, say("ludc: cannot read %s: %s", path, strerror(errno));
    else if (!out->n)
        code = EXIT_WRONG, say("ludc: %s: there is no opening in this file", path);
    out_free(&why);
    free(state);
    free(line);
    return code;
}

int match_openings_make(const Options *o, const ludc_reasoner *r, uint64_t seed, size_t wanted, Openings *out)
{
    static const char drawn[] = "plies=";
    *out = (Openings){0};
    if (!o->openings)
        return EXIT_DONE;
    if (!strncmp(o->openings, drawn, sizeof drawn - 1)) {
        const char *text = o->openings + sizeof drawn - 1;
        char *end;
        unsigned long long plies = strtoull(text, &end, 10);
        if (*text < '0' || *text > '9' || *end || plies < 1 || plies > 10000)
            return usage_error(o, "--openings plies=K takes a number from 1 to 10000, not `%s`", text);
        return random_openings(o, r, plies, seed, wanted, out);
    }
    FILE *file = fopen(o->openings, "r");
    if (!file) {
        say("ludc: cannot read %s: %s", o->openings, strerror(errno));
        return EXIT_IO;
    }
    int code = read_file(file, o->openings, r, out);
    fclose(file);
    return code;
}
