/* trace_lots.c - moves whose lots a record does not name: all that they can lead to.
 *
 * A draw among n takes one word of SplitMix64 and multiplies its upper half by n, so the
 * outcomes of a single draw are found by halving: where two words lead to the same state,
 * all between them do.  Several draws are tried with many states of the generator. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/rng.h"
#include "driver/record/trace.h"
#include "runtime/include/ludc.h"

enum { PARTS = 64, DRAWS = 400000, SEEN = 1 << 16 };

typedef struct {
    const ludc_reasoner *r;
    const void *before;
    ludc_move move;
    size_t size;
    void *state;
    uint64_t words; /* at most so many were taken by a try */
    TraceOutcome *visit;
    void *data;
} Lots;

/* Inverse of z ^ (z >> n). */
static uint64_t unshift(uint64_t z, int n)
{
    uint64_t x = z;
    for (int i = n; i < 64; i += n)
        x = z ^ (x >> n);
    return x;
}

/* The state of the generator before it gives that word. */
static uint64_t before_word(uint64_t word)
{
    uint64_t z = unshift(word, 31) * UINT64_C(0x319642b2d24d8ec3);
    z = unshift(z, 27) * UINT64_C(0x96de1b173f119089);
    return unshift(z, 30) - RNG_STEP;
}

/* The number x for which odd * x is 1. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

static void play(Lots *l, uint64_t rng, void *state)
{
    const uint64_t before = rng;
    ludc_copy(l->r, state, l->before);
    ludc_apply_random(l->r, state, l->move, &rng, NULL);
    const uint64_t words = (rng - before) * inverse(RNG_STEP);
    l->words = words > l->words ? words : l->words;
}

static void play_word(Lots *l, uint32_t high, void *state)
{
    play(l, before_word((uint64_t)high << 32), state);
}

static bool show(Lots *l, const void *state)
{
    return l->visit(l->data, state);
}

/* Shows the outcomes strictly between two words that are not those of `low`'s state, and
 * that of `high`.  true: enough. */
static bool between(Lots *l, uint32_t low, const void *at_low, uint32_t high, const void *at_high)
{
    if (l->words > 1 || !memcmp(at_low, at_high, l->size))
        return false;
    if (high - low == 1)
        return show(l, at_high);
    const uint32_t middle = low + (high - low) / 2;
    void *at_middle = calloc(1, l->size);
    if (!at_middle)
        memory_out();
    play_word(l, middle, at_middle);
    const bool enough = between(l, low, at_low, middle, at_middle) || between(l, middle, at_middle, high, at_high);
    free(at_middle);
    return enough;
}

static bool one_draw(Lots *l)
{
    void *low = calloc(1, l->size), *high = calloc(1, l->size);
    if (!low || !high)
        memory_out();
    play_word(l, 0, low);
    bool enough = show(l, low);
    for (uint32_t i = 0; i < PARTS && !enough && l->words == 1; i++) {
        const uint32_t from = i * (UINT32_MAX / PARTS), to = i + 1 == PARTS ? UINT32_MAX : (i + 1) * (UINT32_MAX / PARTS);
        play_word(l, to, high);
        enough = between(l, from, low, to, high);
        memcpy(low, high, l->size);
    }
    free(low);
    free(high);
    return enough;
}

/* Hashes of states, an open table; 0 is free. */
typedef struct {
    size_t n;
    uint64_t at[SEEN];
} Seen;

/* Was it not there?  A full table knows all. */
static bool see(Seen *seen, const unsigned char *state, size_t size)
{
    uint64_t hash = hash_bytes(HASH_START, state, size);
    hash += hash == 0;
    size_t slot = hash % SEEN;
    while (seen->at[slot] && seen->at[slot] != hash)
        slot = (slot + 1) % SEEN;
    if (seen->at[slot] || seen->n > SEEN / 2)
        return false;
    seen->at[slot] = hash;
    seen->n++;
    return true;
}

/* Goes on until what is found has been found many times over. */
static bool many_draws(Lots *l)
{
    enum { LEAST = 2000, TIMES = 20 };
    bool enough = false;
    uint64_t seeds = 1;
    Seen *seen = calloc(1, sizeof(Seen));
    if (!seen)
        memory_out();
    for (size_t i = 0; i < DRAWS && i < LEAST + TIMES * seen->n && !enough; i++) {
        play(l, rng_next(&seeds), l->state);
        enough = see(seen, l->state, l->size) && show(l, l->state);
    }
    free(seen);
    return enough;
}

bool trace_outcomes(const ludc_reasoner *r, const void *before, ludc_move move, TraceOutcome *visit, void *data)
{
    Lots l = {.r = r, .before = before, .move = move, .size = ludc_state_size(r), .visit = visit, .data = data};
    l.state = calloc(1, l.size);
    if (!l.state)
        memory_out();
    play(&l, 0, l.state);
    bool enough = l.words == 0 ? show(&l, l.state) : l.words == 1 && one_draw(&l);
    if (!enough && l.words > 1)
        enough = many_draws(&l);
    free(l.state);
    return enough;
}

/* ---- what a move is said to do --------------------------------------------------------------- */

/* Does an action of the move, as written, name the site? */
static bool names_site(const char *text, uint32_t site)
{
    static const char *const keys[] = {"from=", "to=", "site="};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        for (const char *at = strstr(text, keys[i]); at; at = strstr(at + 1, keys[i]))
            if (strtol(at + strlen(keys[i]), NULL, 10) == (long)site)
                return true;
    return false;
}

bool trace_says(const ludc_reasoner *r, const void *before, const void *after, const json_t *line)
{
    const char *text = json_string_value(json_object_get(line, "t"));
    const int what = trace_view(r, "what");
    if (!text || what < 0)
        return true;
    for (uint32_t site = 0; site < r->view_item[what].size; site++)
        if (r->view(r, before, (uint32_t)what, site) != r->view(r, after, (uint32_t)what, site) && !names_site(text, site))
            return false;
    return true;
}

/* ---- the beginning --------------------------------------------------------------------------- */

enum { BEGIN_STAGE = 2 }; /* of the view `starting`: start rules by chance are not done */

bool trace_stage(const ludc_reasoner *r, const void *state)
{
    const int starting = trace_view(r, "starting");
    return starting >= 0 && r->view(r, state, (uint32_t)starting, 0) == BEGIN_STAGE && ludc_moves(r, state, NULL) == 1;
}

void trace_set_up(const ludc_reasoner *r, void *state, uint64_t *rng)
{
    ludc_move stage;
    while (trace_stage(r, state)) {
        ludc_moves(r, state, &stage);
        ludc_apply_random(r, state, stage, rng, NULL);
    }
}

/* How much of the record is in the state as written. */
static int64_t alike(const json_t *record, const json_t *found)
{
    int64_t n = 0;
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_object(record))
        json_object_foreach ((json_t *)record, key, value)
            n += alike(value, json_object_get(found, key));
    else if (json_is_array(record))
        json_array_foreach (record, i, value)
            n += alike(value, json_array_get(found, i));
    else if (found)
        n = json_equal(record, found);
    return n;
}

/* The states that a stage can lead to, as far as they agree no less with the record than
 * the one before; of more than OUTCOMES the best. */
typedef struct {
    int64_t agrees;
    char *state;
} Outcome;

typedef struct {
    const TraceForm *form;
    const json_t *record;
    size_t size;
    int left;     /* stages that may still be played */
    size_t nlost; /* states from which the record is not reached */
    char *lost;
} Search;

typedef struct {
    const Search *search;
    int64_t least;
    size_t n;
    Outcome *at;
} Outcomes;

enum { OUTCOMES = 1024, STAGES = 5000, LOST = 5000 };

static void *room_for(size_t n, size_t size)
{
    void *room = calloc(n, size);
    if (!room)
        memory_out();
    return room;
}

static int64_t agreement(const Search *s, const void *state)
{
    json_t *found = trace_state(s->form, state);
    const int64_t n = alike(s->record, found);
    json_decref(found);
    return n;
}

static bool keep(void *data, const void *state)
{
    Outcomes *o = data;
    for (size_t i = 0; i < o->n; i++)
        if (!memcmp(o->at[i].state, state, o->search->size))
            return false;
    const int64_t agrees = agreement(o->search, state);
    if (agrees < o->least || (o->n == OUTCOMES && agrees <= o->at[o->n - 1].agrees))
        return false;
    Outcome new = {agrees, o->n < OUTCOMES ? room_for(1, o->search->size) : o->at[--o->n].state}; /* the worst goes */
    memcpy(new.state, state, o->search->size);
    size_t i = o->n++;
    for (; i > 0 && o->at[i - 1].agrees < agrees; i--) /* the best first */
        o->at[i] = o->at[i - 1];
    o->at[i] = new;
    return false;
}

static bool is_lost(const Search *s, const void *state)
{
    for (size_t i = 0; i < s->nlost; i++)
        if (!memcmp(s->lost + i * s->size, state, s->size))
            return true;
    return false;
}

/* Leads the state through its stages to the record; false: it does not come there. */
static bool set_up(Search *s, void *state)
{
    const ludc_reasoner *r = s->form->r;
    if (!trace_stage(r, state))
        return trace_state_agrees(s->form, state, s->record, NULL);
    if (s->left-- <= 0 || is_lost(s, state))
        return false;
    ludc_move stage;
    ludc_moves(r, state, &stage);
    Outcomes o = {.search = s, .least = agreement(s, state), .at = room_for(OUTCOMES, sizeof(Outcome))};
    trace_outcomes(r, state, stage, keep, &o);
    bool found = false;
    for (size_t i = 0; i < o.n; i++) {
        if (!found && set_up(s, o.at[i].state)) {
            found = true;
            memcpy(state, o.at[i].state, s->size);
        }
        free(o.at[i].state);
    }
    free(o.at);
    if (!found && s->nlost < LOST)
        memcpy(s->lost + s->nlost++ * s->size, state, s->size);
    return found;
}

void trace_set_up_as(const TraceForm *form, void *state, const json_t *record)
{
    uint64_t rng = 1;
    if (!trace_stage(form->r, state))
        return;
    Search s = {.form = form, .record = record, .size = ludc_state_size(form->r), .left = STAGES};
    s.lost = room_for(LOST, s.size);
    if (!record || !set_up(&s, state))
        trace_set_up(form->r, state, &rng);
    free(s.lost);
}
