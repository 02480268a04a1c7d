/* tally.c - from what steps found to rows that are counted: one row for each vector of
 * values, or, where these are too many, one for each value of a role. */
#include "backends/lanes/step.h"

enum { MAX_ROWS = 64, NO_VALUE = -1, ANY_VALUE = -2, NOT_OVER = -3 };

/* The values that a role can have, and when: the last is none that counts, or several. */
typedef struct {
    uint32_t n;
    int32_t *value;
    LaneEdge *holds;
} Values;

typedef struct {
    LaneNet *net;
    const BitsGame *game;
    const LaneFound *found;
    LaneCopy last; /* of the last position, where that was kept */
    LaneEdge done; /* over by the rules */
    Values role[LANE_ROLES];
    LaneRows *rows;
} Tally;

static int32_t value_of(const BitsGame *game, const BitsGoal *goal) { return game->joint ? goal->value : goal->rank2; }

static void begin_last(Tally *t)
{
    const BitsGame *g = t->game;
    LaneEdge *state = ARENA_ARRAY(t->net->arena, LaneEdge, g->nstate + 1), *none = ARENA_ARRAY(t->net->arena, LaneEdge, g->nslot + 1);
    for (uint32_t i = 0; i < g->nstate; i++)
        state[i] = t->found->last_word[i] == LANE_NO_WORD ? LANE_FALSE : lane_input(t->net, BANK_FOUND, t->found->last_word[i]);
    t->last = lane_copy(t->net, g, state, none);
}

static LaneEdge goal_holds(Tally *t, uint32_t goal)
{
    const uint32_t word = t->found->goal_word[goal];
    return t->found->last_word ? lane_copied(&t->last, t->game->goal[goal].holds) : lane_input(t->net, BANK_FOUND, word >> 1) ^ (word & 1);
}

static Values values_of(Tally *t, uint32_t role)
{
    const BitsGame *g = t->game;
    Arena *arena = t->net->arena;
    Values v = {0, ARENA_ARRAY(arena, int32_t, g->ngoal + 1), ARENA_ARRAY(arena, LaneEdge, g->ngoal + 1)};
    for (uint32_t i = 0; i < g->ngoal; i++) {
        if (g->goal[i].role != role || value_of(g, &g->goal[i]) < 0)
            continue;
        LaneEdge found_it = goal_holds(t, i);
        uint32_t j = 0;
        while (j < v.n && v.value[j] != value_of(g, &g->goal[i]))
            j++;
        v.value[j] = value_of(g, &g->goal[i]);
        v.holds[j] = j < v.n ? lane_or(t->net, v.holds[j], found_it) : found_it;
        v.n += j == v.n;
    }
    return v;
}

/* Exactly one value, or none that counts. */
static void exclude(Tally *t, Values *v)
{
    LaneNet *n = t->net;
    LaneEdge one = LANE_FALSE, two = LANE_FALSE;
    for (uint32_t i = 0; i < v->n; i++) {
        two = lane_or(n, two, lane_and(n, one, v->holds[i]));
        one = lane_or(n, one, v->holds[i]);
    }
    for (uint32_t i = 0; i < v->n; i++)
        v->holds[i] = lane_and(n, v->holds[i], lane_not(two));
    v->value[v->n] = NO_VALUE;
    v->holds[v->n++] = lane_or(n, two, lane_not(one));
}

static void add_row(Tally *t, const int32_t *value, LaneEdge edge)
{
    LaneRows *rows = t->rows;
    if (edge == LANE_FALSE)
        return;
    for (uint32_t r = 0; r < t->game->nrole; r++)
        rows->value[rows->nrow * t->game->nrole + r] = value[r];
    lane_output(t->net, BANK_TALLY, rows->nrow++, edge);
}

static void add_vectors(Tally *t, uint32_t role, int32_t *value, LaneEdge edge)
{
    if (edge == LANE_FALSE || role == t->game->nrole) {
        add_row(t, value, edge);
        return;
    }
    for (uint32_t i = 0; i < t->role[role].n; i++) {
        value[role] = t->role[role].value[i];
        add_vectors(t, role + 1, value, lane_and(t->net, edge, t->role[role].holds[i]));
    }
}

static void add_margins(Tally *t, int32_t *value)
{
    for (uint32_t r = 0; r < t->game->nrole; r++) {
        for (uint32_t q = 0; q < t->game->nrole; q++)
            value[q] = ANY_VALUE;
        for (uint32_t i = 0; i < t->role[r].n; i++) {
            value[r] = t->role[r].value[i];
            add_row(t, value, lane_and(t->net, t->done, t->role[r].holds[i]));
        }
    }
}

LaneNet *lane_tally(const BitsGame *game, const LaneFound *found, LaneRows *rows, Arena *arena)
{
    Tally t = {.net = lane_net_new(arena), .game = game, .found = found, .rows = rows};
    if (found->last_word)
        begin_last(&t);
    LaneEdge stuck = lane_input(t.net, BANK_FOUND, found->stuck);
    t.done = lane_and(t.net, lane_input(t.net, BANK_FOUND, found->done),
                      lane_not(lane_or(t.net, stuck, lane_input(t.net, BANK_FOUND, found->cut))));
    uint64_t vectors = 1, margins = 0;
    for (uint32_t r = 0; r < game->nrole; r++) {
        t.role[r] = values_of(&t, r + 1);
        exclude(&t, &t.role[r]);
        margins += t.role[r].n;
        vectors = vectors > MAX_ROWS ? vectors : vectors * t.role[r].n;
    }
    *rows = (LaneRows){.joint = vectors <= MAX_ROWS};
    int32_t *value = ARENA_ARRAY(arena, int32_t, game->nrole + 1);
    rows->value = ARENA_ARRAY(arena, int32_t, ((rows->joint ? vectors : margins) + 1) * game->nrole + 1);
    if (rows->joint)
        add_vectors(&t, 0, value, t.done);
    else
        add_margins(&t, value);
    for (uint32_t r = 0; r < game->nrole; r++)
        value[r] = NOT_OVER;
    if (game->joint)
        add_row(&t, value, stuck);
    return t.net;
}
