/* match_seats.c - who sits where: round robins, rotation, all ways, or as the user says. */
#include <stdlib.h>
#include <string.h>

#include "driver/match/match.h"
#include "base/memory.h"

enum { MOST_SEATINGS = 5040 };

void match_seating_free(Seating *s)
{
    free(s->seat);
    *s = (Seating){0};
}

/* Adds a game; false: there are too many. */
static bool add(Seating *s, const unsigned char *row)
{
    if (s->n >= MOST_SEATINGS)
        return false;
    unsigned char *more = realloc(s->seat, (s->n + 1) * s->players);
    if (!more)
        memory_out();
    s->seat = more;
    memcpy(s->seat + s->n++ * s->players, row, s->players);
    return true;
}

/* Every pair of agents, in both seatings. */
static bool round_robin(Seating *s, unsigned agents)
{
    s->pairs = true;
    for (unsigned a = 0; a < agents; a++)
        for (unsigned b = a + 1; b < agents; b++) {
            const unsigned char row[2] = {(unsigned char)a, (unsigned char)b}, back[2] = {(unsigned char)b, (unsigned char)a};
            if (!add(s, row) || !add(s, back))
                return false;
        }
    return true;
}

/* Each agent in each seat once. */
static bool rotate(Seating *s, unsigned agents)
{
    unsigned char row[REFEREE_ROLES];
    for (unsigned first = 0; first < agents; first++) {
        for (unsigned p = 0; p < s->players; p++)
            row[p] = (unsigned char)((first + p) % agents);
        add(s, row);
    }
    return true;
}

static bool once_each(const unsigned char *row, unsigned players, unsigned agents)
{
    unsigned char seen[MATCH_AGENTS] = {0};
    unsigned different = 0;
    for (unsigned p = 0; p < players; p++)
        different += !seen[row[p]]++;
    return different == (agents < players ? agents : players);
}

/* All ways to seat them so that all sit, or, where there are more agents than seats, nobody sits twice. */
static bool all_ways(Seating *s, unsigned agents)
{
    unsigned char row[REFEREE_ROLES] = {0};
    for (;;) {
        if (once_each(row, s->players, agents) && !add(s, row))
            return false;
        unsigned p = s->players;
        while (p > 0 && ++row[p - 1] == agents)
            row[--p] = 0;
        if (!p)
            return true;
    }
}

/* How many rows `all_ways` looks at, or more than that can be. */
static double ways(unsigned players, unsigned agents)
{
    double n = 1;
    for (unsigned p = 0; p < players; p++)
        n *= agents;
    return n;
}

static int fixed(const Options *o, const char *text, unsigned agents, Seating *s)
{
    unsigned char row[REFEREE_ROLES];
    unsigned n = 0;
    for (const char *at = text;; at++) {
        char *end;
        unsigned long agent = strtoul(at, &end, 10);
        if (end == at || (*end && *end != ','))
            return usage_error(o, "--seats is rotate, all, or the number of an agent for each seat, as in 1,2");
        if (agent < 1 || agent > agents)
            return usage_error(o, "--seats names agent %lu, there are %u", agent, agents);
        if (n == s->players)
            return usage_error(o, "--seats has a seat too many: the game has %u", s->players);
        row[n++] = (unsigned char)(agent - 1);
        at = end;
        if (!*at)
            break;
    }
    if (n < s->players)
        return usage_error(o, "--seats has too few seats: the game has %u", s->players);
    add(s, row);
    return EXIT_DONE;
}

int match_seating_make(const Options *o, unsigned players, unsigned agents, Seating *s)
{
    const char *how = o->seats ? o->seats : "rotate";
    const bool all = !strcmp(how, "all");
    *s = (Seating){.players = players};
    if (!agents)
        return usage_error(o, "--agent SPEC is missing; `ludc explain agents` lists what there is");
    if (!all && strcmp(how, "rotate") != 0)
        return fixed(o, how, agents, s);
    if (agents < 2 && players > 1)
        return usage_error(o, "a match needs two agents; one against itself is --seats 1,1");
    bool good = players == 2 ? round_robin(s, agents) : !all ? rotate(s, agents)
                                                             : ways(players, agents) < 5e7 && all_ways(s, agents);
    return good ? EXIT_DONE : usage_error(o, "there are more than %d seatings", MOST_SEATINGS);
}
