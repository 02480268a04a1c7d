/* play.c - see play.h. */
#include "runtime/agent/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime/agent/seen.h"
#include "runtime/game.h"
#include "runtime/reading.h"

enum { NAME = 128 };

typedef struct {
    PlaySetup setup;
    const ludc_reasoner *r;
    unsigned char seat[REFEREE_ROLES];
    ludc_agent *agent[REFEREE_ROLES];
    PlaySteps steps;
    size_t made;   /* of them */
    size_t told;   /* steps of the stretch that the referee has made */
    bool again;    /* a command ended the stretch */
    bool reseated; /* the agents of the stretch before sit elsewhere */
    bool given_up; /* the game ended otherwise than by its rules */
    bool hides;    /* something was hidden from a person */
    RefereeResult result;
    void *state;
} Play;

/* How much later than asked for an answer may come before an agent has lost: nobody plays for points here (ours). */
static const double slack = 5;

/* ---- steps -------------------------------------------------------------------------------- */

bool play_steps_add(PlaySteps *s, const char *text)
{
    if (s->n == s->room) {
        size_t room = s->room ? 2 * s->room : 64;
        char **step = realloc(s->step, room * sizeof *step);
        if (!step)
            return false;
        s->step = step;
        s->room = room;
    }
    char *copy = malloc(strlen(text) + 1);
    if (copy)
        s->step[s->n++] = strcpy(copy, text);
    return copy != NULL;
}

bool play_steps_read(PlaySteps *s, FILE *file, const char *name, ludc_error *error)
{
    char *line = NULL, message[512];
    size_t room = 0;
    bool good = true;
    while (good && getline(&line, &room, file) >= 0) {
        char *text = line + strspn(line, " \t");
        size_t n = strcspn(text, "\r\n");
        while (n && (text[n - 1] == ' ' || text[n - 1] == '\t'))
            n--;
        text[n] = '\0';
        if (*text && *text != '#')
            good = play_steps_add(s, text);
    }
    snprintf(message, sizeof message, "%s%.400s", good ? "cannot read " : "there is too little memory for ", name);
    good = good && !ferror(file);
    if (!good)
        ludc_error_set(error, LUDC_IO, "", message);
    free(line);
    fclose(file);
    return good;
}

static void cut_steps(PlaySteps *s, size_t n)
{
    while (s->n > n)
        free(s->step[--s->n]);
}

void play_steps_free(PlaySteps *s)
{
    cut_steps(s, 0);
    free(s->step);
    *s = (PlaySteps){0};
}

ludc_status play_steps_make(const PlaySteps *s, size_t n, const ludc_reasoner *r, void *state, ludc_error *error)
{
    ludc_error why = {0};
    char message[sizeof why.message];
    ludc_init(r, state);
    for (size_t i = 0; i < n; i++) {
        if (ludc_step_play(r, state, s->step[i], NULL, &why) == LUDC_OK)
            continue;
        snprintf(message, sizeof message, "step %zu: %.900s", i + 1, why.message);
        ludc_error_set(error, LUDC_WRONG, "", message);
        return LUDC_WRONG;
    }
    return LUDC_OK;
}

/* ---- who is who ------------------------------------------------------------------------------ */

static bool is_person(const Play *p, unsigned role) { return p->setup.person[p->seat[role - 1]]; }

static unsigned persons(const Play *p)
{
    unsigned set = 0;
    for (unsigned q = 1; q <= p->r->players; q++)
        set |= is_person(p, q) ? 1u << (q - 1) : 0;
    return set;
}

static bool alone(const Play *p) { return persons(p) && !(persons(p) & (persons(p) - 1)); }

/* The eyes that look at what is drawn for all: those of the only person, of the first one, or everybody's. */
static unsigned eyes(const Play *p)
{
    for (unsigned q = 1; q <= p->r->players; q++)
        if (is_person(p, q))
            return q;
    return 0;
}

/* "player 1, you" */
static void who(const Play *p, unsigned role, char *out, size_t size)
{
    char name[NAME];
    human_role(p->r, role, name, sizeof name);
    snprintf(out, size, "%s, %s", name, is_person(p, role) && alone(p) ? "you" : p->setup.name[p->seat[role - 1]]);
}

static void show_sides(const Play *p)
{
    for (unsigned q = 1; q <= p->r->players; q++) {
        char name[2 * NAME];
        who(p, q, name, sizeof name);
        human_write(p->setup.console, "%s%s", q > 1 ? "; " : "", name);
    }
    human_write(p->setup.console, "\n");
}

static void dismiss(Play *p)
{
    for (unsigned q = 0; q < p->r->players; q++) {
        ludc_agent_free(p->agent[q]);
        p->agent[q] = NULL;
    }
}

static ludc_status hire(Play *p, ludc_error *error)
{
    ludc_error why = {.status = LUDC_IO, .message = "there is too little memory for an agent"};
    for (unsigned q = 0; q < p->r->players; q++) {
        if (!p->agent[q])
            p->agent[q] = p->setup.open(p->setup.data, p->seat[q], &why);
        if (!p->agent[q]) {
            ludc_error_set(error, why.status, "", why.message);
            return why.status;
        }
    }
    p->setup.console->persons = persons(p);
    return LUDC_OK;
}

/* ---- what is said --------------------------------------------------------------------------------- */

static void draw(const Play *p, const RefereeStep *last)
{
    ludc_draw_options o = {.eyes = eyes(p)};
    const unsigned mover = last && !ludc_joint(p->r) ? ludc_mover(p->r, last->before) : 0;
    if (mover && (mover == o.eyes || !o.eyes || seen_move(p->r, last->before, last->moves[mover - 1], o.eyes)))
        ludc_draw_mark(&o, p->r, last->before, last->moves[mover - 1]);
    human_draw(p->setup.console, p->r, last ? last->after : p->state, &o);
}

/* Do all persons but the mover see it? */
static bool is_seen(const Play *p, const RefereeStep *step, unsigned mover)
{
    for (unsigned q = 1; q <= p->r->players; q++)
        if (q != mover && is_person(p, q) && !seen_move(p->r, step->before, step->moves[mover - 1], q))
            return false;
    return true;
}

/* Has the role more than one move? */
static bool has_choice(const ludc_reasoner *r, const void *state, unsigned role)
{
    size_t n = ludc_moves_of(r, state, role, NULL), i = 1;
    ludc_move *list = malloc((n + 1) * sizeof *list);
    if (list)
        ludc_moves_of(r, state, role, list);
    while (list && i < n && list[i] == list[0])
        i++;
    free(list);
    return i < n;
}

static void show_turn(const Play *p, const RefereeStep *step, const char *text)
{
    const HumanConsole *c = p->setup.console;
    const unsigned mover = ludc_mover(p->r, step->before);
    char name[2 * NAME];
    who(p, mover, name, sizeof name);
    human_write(c, "%s: ", step->asked ? name : "lots");
    c->write(c->data, is_seen(p, step, mover) ? text : "a move that is hidden");
    human_write(c, "%s\n", step->asked && is_person(p, mover) && !has_choice(p->r, step->before, mover) ? " (the only move)" : "");
}

/* All moves of a step at once, so that nobody could know one before. */
static void show_joint(const Play *p, const RefereeStep *step)
{
    const HumanConsole *c = p->setup.console;
    for (unsigned q = 1; q <= p->r->players; q++) {
        const char *word = ludc_joint_text(p->r, step->moves[q - 1]);
        char name[2 * NAME], number[16];
        who(p, q, name, sizeof name);
        snprintf(number, sizeof number, "#%u", (unsigned)step->moves[q - 1]);
        human_write(c, "%s%s: ", q > 1 ? "; " : "", name);
        c->write(c->data, word && *word ? word : number);
    }
    human_write(c, "\n");
}

static void show_payoffs(const Play *p, const RefereeResult *result)
{
    const HumanConsole *c = p->setup.console;
    const double *payoff = result->payoff;
    char name[2 * NAME];
    if (p->r->players == 2 && payoff[0] + payoff[1] == 1 && (payoff[0] == 0.5 || payoff[0] == 0 || payoff[0] == 1)) {
        who(p, payoff[0] > payoff[1] ? 1 : 2, name, sizeof name);
        human_write(c, payoff[0] == payoff[1] ? "It is a draw.\n" : "%s: wins.\n", name);
        return;
    }
    for (unsigned q = 1; q <= p->r->players; q++) {
        who(p, q, name, sizeof name);
        human_write(c, "%s%s: %g", q > 1 ? "; " : "", name, payoff[q - 1]);
    }
    human_write(c, "\n");
}

static void show_result(const Play *p, const RefereeResult *result)
{
    const HumanConsole *c = p->setup.console;
    char name[2 * NAME];
    if (result->role) {
        who(p, result->role, name, sizeof name);
        if (result->end == REFEREE_RESIGNED)
            human_write(c, "%s: resigns.\n", name);
        else
            human_write(c, "%s: forfeits by %s: %s\n", name, referee_status_name(result->status), result->why);
    }
    show_payoffs(p, result);
    if (p->hides && persons(p) != (1u << p->r->players) - 1)
        human_write(c, "The agents saw all, also what the rules hide.\n");
}

/* ---- steps as they are made -------------------------------------------------------------------------- */

static void keep(Play *p, const char *text)
{
    bool same = p->made < p->steps.n && !strcmp(p->steps.step[p->made], text);
    if (!same) {
        cut_steps(&p->steps, p->made);
        same = play_steps_add(&p->steps, text);
    }
    p->made += same; /* without memory the game goes on, and cannot be taken back */
}

static void take_step(void *data, const RefereeStep *step)
{
    Play *p = data;
    if (p->told++ < p->made)
        return; /* of the opening */
    size_t words = ludc_step_text(p->r, step->before, step->moves, NULL, 0), lots = strlen(step->lots);
    char *text = malloc(words + lots + 2);
    if (!text)
        return;
    ludc_step_text(p->r, step->before, step->moves, text, words + 1);
    if (lots)
        sprintf(text + words, "~%s", step->lots);
    keep(p, text);
    ludc_copy(p->r, p->state, step->after);
    for (unsigned q = 1; q <= p->r->players && !p->hides; q++)
        p->hides = is_person(p, q) && !seen_all(p->r, step->after, q);
    if (ludc_joint(p->r))
        show_joint(p, step);
    else
        show_turn(p, step, text);
    if (!persons(p) || ludc_over(p->r, step->after))
        draw(p, step);
    free(text);
}

/* ---- commands -------------------------------------------------------------------------------------------- */

static bool any_choice(const Play *p, const void *state)
{
    bool any = false;
    for (unsigned q = 1; q <= p->r->players && !any; q++)
        any = is_person(p, q) && (ludc_joint(p->r) || ludc_mover(p->r, state) == q) && has_choice(p->r, state, q);
    return any;
}

static HumanCommand go_to(Play *p, size_t step)
{
    p->made = step;
    p->again = true;
    p->given_up = false;
    return HUMAN_LEAVES;
}

static HumanCommand say(const Play *p, const char *what)
{
    human_write(p->setup.console, "%s\n", what);
    return HUMAN_STAYS;
}

/* Back to the last position in which a person had a choice. */
static HumanCommand undo(Play *p, const char *rest)
{
    (void)rest;
    size_t found = p->made;
    if (p->given_up) /* what is taken back is that */
        return go_to(p, p->made);
    ludc_init(p->r, p->state);
    for (size_t i = 0; i < p->made; i++) {
        if (any_choice(p, p->state))
            found = i;
        ludc_step_play(p->r, p->state, p->steps.step[i], NULL, NULL);
    }
    return found < p->made ? go_to(p, found) : say(p, "There is nothing to take back.");
}

/* On to the next such position, or the end of what was played. */
static HumanCommand redo(Play *p, const char *rest)
{
    (void)rest;
    if (p->made == p->steps.n)
        return say(p, "There is nothing to make again.");
    size_t i = p->made;
    play_steps_make(&p->steps, i, p->r, p->state, NULL);
    do
        ludc_step_play(p->r, p->state, p->steps.step[i++], NULL, NULL);
    while (i < p->steps.n && !any_choice(p, p->state));
    return go_to(p, i);
}

static HumanCommand save(Play *p, const char *file)
{
    ludc_error error = {0};
    const bool over = p->given_up || ludc_over(p->r, p->state);
    const PlayGame game = {.steps = &p->steps, .n = p->made, .seed = p->setup.seed, .seat = p->seat,
                           .result = over ? &p->result : NULL};
    if (!*file || !p->setup.save)
        return say(p, "save FILE: the name of a file is missing.");
    if (!p->setup.save(p->setup.data, file, &game, &error))
        return say(p, error.message);
    human_write(p->setup.console, "Saved: %.200s\n", file);
    return HUMAN_STAYS;
}

static HumanCommand load(Play *p, const char *file)
{
    ludc_error error = {0};
    PlaySteps steps = {0};
    uint64_t seed = p->setup.seed;
    if (!*file || !p->setup.load)
        return say(p, "load FILE: the name of a file is missing.");
    bool good = p->setup.load(p->setup.data, file, &steps, &seed, &error) &&
                play_steps_make(&steps, steps.n, p->r, p->state, &error) == LUDC_OK;
    if (!good) {
        play_steps_free(&steps);
        play_steps_make(&p->steps, p->made, p->r, p->state, NULL);
        return say(p, error.message);
    }
    play_steps_free(&p->steps);
    p->steps = steps;
    p->setup.seed = seed;
    return go_to(p, steps.n);
}

/* "2,1": the number of the agent in each seat. */
static bool read_seats(const Play *p, const char *text, unsigned char *seat)
{
    unsigned n = 0;
    for (; *text; n++) {
        char *end;
        unsigned long number = strtoul(text, &end, 10);
        if (end == text || number < 1 || number > p->setup.agents || n >= p->r->players)
            return false;
        seat[n] = (unsigned char)(number - 1);
        text = end + strspn(end, ", \t");
    }
    return n == p->r->players;
}

static HumanCommand sides(Play *p, const char *rest)
{
    unsigned char seat[REFEREE_ROLES], players = (unsigned char)p->r->players;
    if (!*rest) {
        show_sides(p);
        return HUMAN_STAYS;
    }
    if (!strcasecmp(rest, "swap")) {
        for (unsigned q = 0; q < players; q++)
            seat[(q + 1) % players] = p->seat[q];
    } else if (!read_seats(p, rest, seat)) {
        human_write(p->setup.console, "sides takes swap, or the number of the agent in each of %u seats, such as 2,1; there are",
                    (unsigned)players);
        for (unsigned a = 0; a < p->setup.agents; a++)
            human_write(p->setup.console, " %u: %s", a + 1, p->setup.name[a]);
        return say(p, "");
    }
    memcpy(p->seat, seat, players);
    p->reseated = true; /* one of them is asking: they go when the stretch is over */
    show_sides(p);
    return go_to(p, p->made);
}

static HumanCommand take_command(void *leader, const char *word, const char *rest)
{
    static const struct {
        const char *word;
        HumanCommand (*run)(Play *p, const char *rest);
    } led[] = {{"undo", undo}, {"redo", redo}, {"save", save}, {"load", load}, {"sides", sides}};
    Play *p = leader;
    for (size_t i = 0; i < sizeof led / sizeof *led; i++)
        if (!strcmp(led[i].word, word)) {
            HumanCommand done = led[i].run(p, rest);
            if (done == HUMAN_STAYS && !p->given_up)
                play_steps_make(&p->steps, p->made, p->r, p->state, NULL);
            return done;
        }
    return HUMAN_UNKNOWN;
}

/* ---- stretches --------------------------------------------------------------------------------------------- */

static int must_stop(void *data)
{
    Play *p = data;
    return p->setup.stopped && p->setup.stopped(p->setup.data);
}

/* A stretch of the game; false: nobody goes on. */
static bool stretch(Play *p, ludc_status *status, ludc_error *error)
{
    const Referee f = {.r = p->r, .rules = p->setup.rules, .agent = p->agent, .clock = &p->setup.clock, .seed = p->setup.seed,
                       .slack = slack, .opening = (const char *const *)p->steps.step, .nopening = p->made,
                       .untimed = persons(p), .lots_by_step = true, .stopped = must_stop, .step = take_step, .data = p};
    p->told = 0;
    p->again = false;
    if (p->reseated)
        dismiss(p);
    p->reseated = false;
    *status = hire(p, error);
    if (*status)
        return false;
    *status = referee_play(&f, &p->result, error);
    if (*status || p->result.end == REFEREE_STOPPED)
        return false;
    if (p->result.end == REFEREE_LEFT)
        return p->again;
    p->given_up = p->result.end != REFEREE_OVER;
    show_result(p, &p->result);
    return true;
}

/* The game is over: commands only.  false: nobody goes on. */
static bool after(Play *p)
{
    static const HumanLine asked = {.prompt = "the game is over> "};
    const HumanConsole *c = p->setup.console;
    p->again = false;
    for (;;) {
        const char *line = persons(p) && !must_stop(p) ? c->ask(c->data, &asked) : NULL;
        if (!line)
            return false;
        if (human_after(c, line) == HUMAN_LEAVES)
            return p->again;
    }
}

static void lead(Play *p, ludc_status *status, ludc_error *error)
{
    bool goes_on = true, shown = false;
    while (goes_on && !*status) {
        *status = play_steps_make(&p->steps, p->made, p->r, p->state, error);
        if (*status)
            break;
        bool over = p->given_up || ludc_over(p->r, p->state);
        if (over && !shown) { /* made again, or loaded */
            draw(p, NULL);
            if (!p->given_up)
                ludc_payoffs(p->r, p->state, p->result.payoff);
            p->result.end = p->given_up ? p->result.end : REFEREE_OVER;
            p->result.role = p->given_up ? p->result.role : 0;
            show_result(p, &p->result);
        }
        goes_on = over ? after(p) : stretch(p, status, error);
        shown = !over && !p->again; /* what ends now was shown as it came */
    }
}

ludc_status play_game(const PlaySetup *setup, PlaySteps *steps, ludc_error *error)
{
    Play p = {.setup = *setup, .r = setup->r, .steps = *steps, .made = steps->n};
    ludc_status status = LUDC_OK;
    *steps = (PlaySteps){0};
    memcpy(p.seat, setup->seat, sizeof p.seat);
    p.state = aligned_alloc(64, (ludc_state_size(p.r) + 63) / 64 * 64);
    if (!p.state) {
        ludc_error_set(error, LUDC_IO, "", "there is too little memory for a game");
        status = LUDC_IO;
    } else {
        p.setup.console->command = take_command;
        p.setup.console->leader = &p;
        show_sides(&p);
        lead(&p, &status, error);
    }
    dismiss(&p);
    play_steps_free(&p.steps);
    free(p.state);
    return status;
}
