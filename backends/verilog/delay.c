/* delay.c - signals that wait many clocks, in block memory: see stage.h.
 *
 * All bits of a memory wait equally long: those that wait longer do so in registers before it.  A memory takes its time to say
 * what it keeps, so where a chain of tables as long as a stage may have begins with the signal, a register stands behind it. */
#include <stdlib.h>
#include <string.h>

#include "backends/verilog/stage.h"

/* Cells that a memory must save: its address costs some. */
enum { LEAST_SAVED = 24, LEAST_CLOCKS = 2 };

typedef struct {
    LutStages *s;
    uint32_t ngate;
    bool *part;           /* of the stage that is looked at */
    uint32_t *seen;       /* by gate: the last stage that had it */
    uint32_t *deep, *high; /* by gate: tables from the beginning of its stage; tables that it goes through to the end of the stage looked at */
    bool *told;
    VEC(LutDelay) wait;
    Arena *arena, *scratch;
} Delays;

static bool is_table(const Delays *d, uint32_t g) { return d->s->map->used[g] && !lut_is_input(d->s->map->net, g); }

static void measure_depths(Delays *d)
{
    const LutMap *map = d->s->map;
    for (uint32_t g = 1; g < d->ngate; g++)
        for (uint32_t i = 0; is_table(d, g) && i < map->cut[g].n; i++) {
            uint32_t leaf = map->cut[g].leaf[i], before = d->s->stage[leaf] == d->s->stage[g] ? d->deep[leaf] : 0;
            d->deep[g] = before + 1 > d->deep[g] ? before + 1 : d->deep[g];
        }
}

/* Tables of a stage behind each signal that comes to it or begins in it. */
static void measure_heights(Delays *d, uint32_t stage)
{
    const LutMap *map = d->s->map;
    memset(d->high, 0, d->ngate * sizeof *d->high);
    for (uint32_t g = d->ngate; g-- > 1;)
        for (uint32_t i = 0; is_table(d, g) && d->s->stage[g] == stage && i < map->cut[g].n; i++) {
            uint32_t *leaf = &d->high[map->cut[g].leaf[i]];
            *leaf = d->high[g] + 1 > *leaf ? d->high[g] + 1 : *leaf;
        }
}

/* What the engine says of itself comes late in a clock. */
static bool comes_late(const Delays *d, uint32_t g)
{
    const LaneGate *at = &d->s->map->net->gate.at[g];
    return at->kind == LANE_INPUT && at->a == BANK_LIVE;
}

/* A signal is read in a stage, or behind the last, and was last in `seen`. */
static void note_wait(Delays *d, uint32_t g, uint32_t stage)
{
    uint32_t from = d->seen[g], to = stage;
    bool last_table = is_table(d, g) && from == d->s->stage[g] && d->deep[g] >= d->s->depth;
    if (last_table || comes_late(d, g))
        from++;
    if (stage == d->s->nstage || d->high[g] >= d->s->depth)
        to--;
    if (to >= from + LEAST_CLOCKS) {
        LutDelay one = {.gate = g, .from = from, .to = to};
        vec_push(d->scratch, &d->wait, one);
    }
    d->seen[g] = stage;
}

static void find_waits(Delays *d)
{
    const LutStages *s = d->s;
    memcpy(d->seen, s->stage, d->ngate * sizeof *d->seen);
    for (uint32_t k = 1; k <= s->nstage; k++) {
        memset(d->part, 0, d->ngate);
        memset(d->high, 0, d->ngate * sizeof *d->high);
        if (k < s->nstage) {
            lut_parts(s, k, d->part);
            measure_heights(d, k);
        }
        for (uint32_t g = 1; g < d->ngate; g++)
            if (lut_comes(s, g, k) && (d->part[g] || s->last[g] == k || (d->told[g] && k == s->stage[g] + 1)))
                note_wait(d, g, k);
    }
}

static uint32_t clocks_of(const LutDelay *x) { return x->to - x->from < LUT_MEMORY_CLOCKS ? x->to - x->from : LUT_MEMORY_CLOCKS; }

static int longest_first(const void *a, const void *b)
{
    const LutDelay *x = a, *y = b;
    if (clocks_of(x) != clocks_of(y))
        return clocks_of(x) < clocks_of(y) ? 1 : -1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->gate < y->gate ? -1 : x->gate > y->gate;
}

/* The next memory, of the waits from `first` on; false: it is not worth it. */
static bool fill_memory(Delays *d, uint32_t first)
{
    LutStages *s = d->s;
    uint32_t left = (uint32_t)d->wait.n - first, n = left < LUT_MEMORY_BITS ? left : LUT_MEMORY_BITS;
    uint32_t clocks = clocks_of(&d->wait.at[first + n - 1]);
    if (n * clocks < LEAST_SAVED)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        LutDelay *x = &s->delay[s->ndelay++];
        *x = d->wait.at[first + i];
        x->from = x->to - clocks;
        x->memory = s->nmemory;
        x->bit = i;
        x->next = s->delay_of[x->gate];
        s->delay_of[x->gate] = s->ndelay;
        s->nregister -= clocks;
        s->ncell -= clocks;
    }
    s->nmemory++;
    return true;
}

void lut_delay(LutStages *s, uint32_t memories, Arena *arena)
{
    uint32_t n = (uint32_t)s->map->net->gate.n;
    Arena *scratch = arena_beside(arena);
    Delays d = {.s = s, .ngate = n, .part = ARENA_ARRAY(scratch, bool, n), .seen = ARENA_ARRAY(scratch, uint32_t, n),
                .deep = ARENA_ARRAY(scratch, uint32_t, n), .high = ARENA_ARRAY(scratch, uint32_t, n),
                .told = ARENA_ARRAY(scratch, bool, n), .arena = arena, .scratch = scratch};
    for (size_t i = 0; i < s->map->net->out.n; i++)
        if (s->map->net->out.at[i].bank == BANK_CHOSEN)
            d.told[s->map->net->out.at[i].edge >> 1] = true;
    measure_depths(&d);
    find_waits(&d);
    if (d.wait.n)
        qsort(d.wait.at, d.wait.n, sizeof *d.wait.at, longest_first);
    s->nmemory = s->ndelay = 0;
    s->delay = ARENA_ARRAY(arena, LutDelay, d.wait.n + 1);
    s->delay_of = ARENA_ARRAY(arena, uint32_t, n);
    for (uint32_t at = 0; s->nmemory < memories && at < d.wait.n && fill_memory(&d, at); at += LUT_MEMORY_BITS)
        ;
    arena_free(scratch);
}

const LutDelay *lut_delayed(const LutStages *s, uint32_t gate, uint32_t stage)
{
    for (uint32_t i = s->delay_of ? s->delay_of[gate] : 0; i; i = s->delay[i - 1].next)
        if (s->delay[i - 1].from < stage && stage <= s->delay[i - 1].to)
            return &s->delay[i - 1];
    return NULL;
}
