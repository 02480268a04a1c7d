/* read_data.c - data that readers of the runtime know by name: are they what doc/abi.md says?
 *
 * Whoever looks up a site or an action there does not look twice, so a text in IR must say what fits the game: lists within
 * their numbers, sites of the board, moves below the number of codes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ir/core/read_game.h"

enum { SETS = 13, WINDS = 16, WORDS_OF_CONTAINER = 4, MOST_PAYOFFS = 103, KEY_COLUMNS = 7, KEY_NUMBER = 2, KEY_WORDS = 1024 };

static const char *const type_name[] = {"vertex", "edge", "cell"};

typedef struct {
    Reader *r;
    const IrGame *game;
    const IrData *data; /* at hand */
    Span at;            /* where it stands */
    uint64_t codes;
} Check;

static bool wrong(const Check *c, const char *what)
{
    read_error(c->r, c->at, "data `%s`: %s", c->data->name, what);
    return false;
}

static bool within(const Check *c, const int32_t *value, size_t n, int64_t low, int64_t high, const char *what)
{
    for (size_t i = 0; i < n; i++)
        if (value[i] < low || value[i] > high) {
            read_error(c->r, c->at, "data `%s`: %s is %ld, outside %lld..%lld", c->data->name, what, (long)value[i], (long long)low,
                       (long long)high);
            return false;
        }
    return true;
}

static bool has_size(const Check *c, uint64_t n)
{
    if (c->data->n == n)
        return true;
    read_error(c->r, c->at, "data `%s` has %zu numbers, not %llu", c->data->name, c->data->n, (unsigned long long)n);
    return false;
}

static size_t size_of(const IrGame *game, const char *name)
{
    const IrData *data = ir_data_find(game, name);
    return data ? data->n : 0;
}

/* ---- actions --------------------------------------------------------------------------- */

static uint64_t stretches_of(const Check *c, unsigned shift) { return (c->codes >> shift) + 1; }

static bool index_is_sound(const Check *c)
{
    const IrData *d = c->data;
    if (d->n < 2 || d->value[0] < 0 || (uint64_t)d->value[0] > c->codes || d->value[1] < 0 || d->value[1] > 31)
        return wrong(c, "it begins with the number of actions, at most that of moves, and a shift of 0 to 31");
    const unsigned shift = (unsigned)d->value[1];
    const uint64_t stretches = stretches_of(c, shift);
    if (!has_size(c, 2 + stretches + 1 + (shift == 6 ? 2 * stretches : 0)))
        return false;
    const int32_t *before = d->value + 2, *bits = before + stretches + 1;
    if (before[0] != 0 || before[stretches] != d->value[0])
        return wrong(c, "the actions before the stretches do not run from 0 to their number");
    for (uint64_t s = 0; s < stretches; s++) {
        const int64_t here = (int64_t)before[s + 1] - before[s];
        const uint64_t base = s << shift, most = base >= c->codes ? 0 : c->codes - base;
        if (here < 0 || (uint64_t)here > (most < UINT64_C(1) << shift ? most : UINT64_C(1) << shift))
            return wrong(c, "a stretch has fewer actions than none, or more than moves");
        if (shift == 6) {
            const uint64_t word = (uint32_t)bits[2 * s] | (uint64_t)(uint32_t)bits[2 * s + 1] << 32;
            if (__builtin_popcountll(word) != here || (most < 64 && word >> most))
                return wrong(c, "the bits of a stretch are not its actions");
        }
    }
    return true;
}

/* Where the index says the move's action is. */
static bool is_action(const IrData *index, uint64_t stretches, uint32_t code, size_t action)
{
    const unsigned shift = (unsigned)index->value[1];
    const int32_t *before = index->value + 2, *bits = before + stretches + 1;
    const size_t s = code >> shift;
    if (action < (size_t)before[s] || action >= (size_t)before[s + 1])
        return false;
    return shift != 6 || (((uint32_t)bits[2 * s + (code >> 5 & 1)] >> (code & 31)) & 1);
}

static bool codes_are_sound(const Check *c)
{
    const IrData *index = ir_data_find(c->game, "action index");
    if (!index || index->n < 2)
        return wrong(c, "there is no data `action index`");
    if (!has_size(c, (uint32_t)index->value[0]))
        return false;
    for (size_t i = 0; i < c->data->n; i++) {
        const uint32_t code = (uint32_t)c->data->value[i];
        if (code >= c->codes || (i && code <= (uint32_t)c->data->value[i - 1]))
            return wrong(c, "the moves do not ascend, or there are not so many");
        if (!is_action(index, stretches_of(c, (unsigned)index->value[1]), code, i))
            return wrong(c, "a move is not where `action index` has it");
    }
    return true;
}

static bool column_is_sound(const Check *c, const char *column)
{
    const IrData *index = ir_data_find(c->game, "action index");
    if (!has_size(c, index && index->n ? (uint32_t)index->value[0] : c->codes))
        return false;
    if (!strcmp(column, "player"))
        return within(c, c->data->value, c->data->n, 0, c->game->players, "a player");
    return within(c, c->data->value, c->data->n, -1, INT32_MAX, "a number");
}

/* ---- the board ---------------------------------------------------------------------------- */

/* Rows of numbers behind the places where they begin. */
static bool lists_are_sound(const Check *c, size_t rows, size_t each, int64_t low, int64_t high)
{
    const IrData *d = c->data;
    if (d->n < rows + 1 || d->value[0] != 0)
        return wrong(c, "a list has no beginning");
    const size_t n = d->n - rows - 1;
    for (size_t i = 0; i < rows; i++)
        if (d->value[i + 1] < d->value[i] || (size_t)(d->value[i + 1] - d->value[i]) % each)
            return wrong(c, "a list ends before it begins, or within a row");
    if ((size_t)d->value[rows] != n)
        return wrong(c, "the lists do not end where the numbers do");
    for (size_t i = 0; i < n; i += each)
        if (!within(c, d->value + rows + 1 + i, 1, low, high, "a site"))
            return false;
    return true;
}

static bool are_places(const Check *c, uint64_t n)
{
    if (!has_size(c, 2 * n))
        return false;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t bits = (uint32_t)c->data->value[2 * i] | (uint64_t)(uint32_t)c->data->value[2 * i + 1] << 32;
        double place;
        memcpy(&place, &bits, sizeof place);
        if (!isfinite(place) || fabs(place) > 1e6)
            return wrong(c, "a place is no number, or far off");
    }
    return true;
}

static bool of_type_is_sound(const Check *c, int type, const char *what)
{
    char phase[40], vertices[] = "geometry vertex phase";
    snprintf(phase, sizeof phase, "geometry %s phase", type_name[type]);
    const size_t sites = size_of(c->game, phase);
    if (!strcmp(what, "phase"))
        return within(c, c->data->value, c->data->n, 0, INT32_MAX, "a colour");
    if (!strcmp(what, "place"))
        return are_places(c, 2 * sites);
    if (!strcmp(what, "height"))
        return are_places(c, sites);
    if (!strcmp(what, "outline"))
        return lists_are_sound(c, sites, 1, 0, (int64_t)size_of(c->game, vertices) - 1);
    if (!strcmp(what, "step"))
        return lists_are_sound(c, sites, 2, 0, (int64_t)sites - 1);
    if (!strcmp(what, "ring"))
        return lists_are_sound(c, sites, 1, -1, (int64_t)sites - 1);
    return strcmp(what, "set") != 0 || lists_are_sound(c, SETS + WINDS, 1, 0, (int64_t)sites - 1);
}

/* Sites of all containers. */
static int64_t all_sites(const IrGame *game)
{
    const IrData *d = ir_data_find(game, "geometry container");
    int64_t all = 0;
    for (size_t i = 0; d && i + WORDS_OF_CONTAINER <= d->n; i += WORDS_OF_CONTAINER)
        all = (int64_t)d->value[i + 2] + d->value[i + 3] > all ? (int64_t)d->value[i + 2] + d->value[i + 3] : all;
    return all;
}

static bool containers_are_sound(const Check *c)
{
    enum { MOST_SITES = 1 << 20 };
    if (c->data->n % WORDS_OF_CONTAINER)
        return wrong(c, "a container has four numbers");
    for (size_t i = 0; i < c->data->n; i += WORDS_OF_CONTAINER) {
        const int32_t *at = c->data->value + i;
        if (!within(c, at, 1, 0, 2, "a kind of container") || !within(c, at + 1, 1, 0, c->game->players + 1, "an owner") ||
            !within(c, at + 2, 2, 0, MOST_SITES, "a number of sites"))
            return false;
    }
    return true;
}

static bool regions_are_sound(const Check *c, const char *what)
{
    const size_t regions = size_of(c->game, "geometry region owner");
    if (!strcmp(what, "owner"))
        return within(c, c->data->value, c->data->n, 0, c->game->players + 1, "an owner");
    if (!strcmp(what, "known"))
        return has_size(c, regions) && within(c, c->data->value, c->data->n, 0, 1, "whether a region is known");
    return strcmp(what, "sites") != 0 || lists_are_sound(c, regions, 1, 0, all_sites(c->game) - 1);
}

static bool geometry_is_sound(const Check *c, const char *what)
{
    for (int type = 0; type < 3; type++) {
        const size_t n = strlen(type_name[type]);
        if (!strncmp(what, type_name[type], n) && what[n] == ' ')
            return of_type_is_sound(c, type, what + n + 1);
    }
    if (!strcmp(what, "board"))
        return has_size(c, 2) && within(c, c->data->value, 1, 0, 2, "a type of sites") &&
               within(c, c->data->value + 1, 1, 0, 7, "a set of types");
    if (!strcmp(what, "container"))
        return containers_are_sound(c);
    if (!strcmp(what, "piece"))
        return within(c, c->data->value, c->data->n, 0, c->game->players + 1, "an owner");
    return strncmp(what, "region ", 7) != 0 || regions_are_sound(c, what + 7);
}

/* ---- looks ----------------------------------------------------------------------------------- */

/* `rows` lists of sites, of each type at most as many as of all containers or of any type. */
static bool look_sites_are_sound(const Check *c, size_t rows)
{
    int64_t most = all_sites(c->game);
    for (int type = 0; type < 3; type++) {
        char phase[40];
        snprintf(phase, sizeof phase, "geometry %s phase", type_name[type]);
        const int64_t n = (int64_t)size_of(c->game, phase);
        most = n > most ? n : most;
    }
    return lists_are_sound(c, rows, 1, -1, most - 1);
}

static bool look_is_sound(const Check *c, const char *what)
{
    const IrData *d = c->data;
    const size_t hints = size_of(c->game, "look hint number");
    if (!strcmp(what, "board"))
        return has_size(c, 2) && within(c, d->value, 1, 0, 3, "a style") && within(c, d->value + 1, 1, 0, 1, "whether it is chequered");
    if (!strcmp(what, "colour"))
        return has_size(c, (uint64_t)c->game->players + 2) && within(c, d->value, d->n, -1, 0xffffff, "a colour");
    if (!strcmp(what, "facing"))
        return within(c, d->value, d->n, -1, 15, "a wind");
    if (!strcmp(what, "track owner"))
        return within(c, d->value, d->n, 0, c->game->players, "an owner");
    if (!strcmp(what, "track sites"))
        return look_sites_are_sound(c, size_of(c->game, "look track owner"));
    if (!strcmp(what, "block"))
        return has_size(c, 1) && within(c, d->value, 1, 1, 1 << 20, "a number of blocks");
    if (!strcmp(what, "block sites")) {
        const IrData *blocks = ir_data_find(c->game, "look block");
        return look_sites_are_sound(c, blocks && blocks->n == 1 && blocks->value[0] > 0 ? (size_t)blocks->value[0] : 0);
    }
    if (!strcmp(what, "hint sites"))
        return look_sites_are_sound(c, hints / 2);
    for (size_t i = 0; !strcmp(what, "hint number") && i < d->n; i += 2)
        if (d->n % 2 || !within(c, d->value + i, 1, 0, 2, "a type of sites"))
            return d->n % 2 ? wrong(c, "a hint has two numbers") : false;
    return true;
}

/* ---- what players get, dice, keys ------------------------------------------------------------- */

static bool payoffs_are_sound(const Check *c, const char *what)
{
    const int players = c->game->players, most = c->game->joint ? 100 : 2 * players;
    if (!strcmp(what, "ranked"))
        return c->data->n % (size_t)(3 * players) ? wrong(c, "a row has three numbers for each player")
                                                  : within(c, c->data->value, c->data->n, 0, most, "a rank");
    if (c->data->n > MOST_PAYOFFS)
        return wrong(c, "more values than there are payoffs");
    for (size_t i = 1; i < c->data->n; i++)
        if (c->data->value[i] <= c->data->value[i - 1])
            return wrong(c, "the values do not ascend");
    return within(c, c->data->value, c->data->n, c->game->joint ? -2 : 0, most, "a value");
}

static bool dice_are_sound(const Check *c)
{
    enum { MOST_FACES = 1000 };
    size_t at = 0;
    while (at < c->data->n) {
        const int32_t faces = c->data->value[at];
        if (faces < 1 || faces > MOST_FACES || (size_t)faces >= c->data->n - at)
            return wrong(c, "a die has no faces, more than 1000, or more than there are numbers");
        at += (size_t)faces + 1;
    }
    return true;
}

static bool key_is_sound(const Check *c)
{
    const int32_t *v = c->data->value;
    int64_t words = 0;
    for (size_t i = 0; i < c->game->fn.n; i++) {
        const IrFn *fn = c->game->fn.at[i];
        if (fn->kind == IR_PLANE && fn->plane.set == IR_PLANES_KEY && fn->ret.kind == IR_MASK)
            words += ir_words(c->game, fn->ret.space);
    }
    if (!has_size(c, KEY_COLUMNS) || !within(c, v, 1, 0, 6, "how a field is held") || !within(c, v + 1, 1, 0, 2, "a part") ||
        !within(c, v + 6, 1, -1, INT32_MAX, "a greatest number"))
        return false;
    return v[0] != KEY_NUMBER ||
           (within(c, v + 2, 1, 0, words - 1, "a word") && within(c, v + 3, 2, 0, 63, "a place of bits") &&
            (v[3] + v[4] <= 64 || wrong(c, "bits beyond a word")) && within(c, v + 5, 1, 1, INT32_MAX, "a number of elements"));
}

/* ---- all ----------------------------------------------------------------------------------------- */

static bool is_sound(const Check *c)
{
    const char *name = c->data->name;
    if (!strcmp(name, "state ranges"))
        return wrong(c, "the compiler makes these");
    if (!strcmp(name, "action index"))
        return index_is_sound(c);
    if (!strcmp(name, "action codes"))
        return codes_are_sound(c);
    if (!strncmp(name, "action ", 7))
        return column_is_sound(c, name + 7);
    if (!strncmp(name, "geometry ", 9))
        return geometry_is_sound(c, name + 9);
    if (!strncmp(name, "look ", 5))
        return look_is_sound(c, name + 5);
    if (!strncmp(name, "payoff ", 7))
        return payoffs_are_sound(c, name + 7);
    if (!strcmp(name, "dice"))
        return dice_are_sound(c);
    return strncmp(name, "key ", 4) != 0 || key_is_sound(c);
}

/* The index first: others look into it.  One that is there needs the codes. */
void read_check_data(Reader *r)
{
    const IrGame *game = r->game;
    IrCode *code = ARENA_ARRAY(game->arena, IrCode, game->fn.n + 1);
    Check c = {.r = r, .game = game, .codes = ir_codes_by_fn(game, code)};
    bool sound = true;
    for (int pass = 0; pass < 2 && sound; pass++)
        for (size_t i = 0; i < game->data.n && i < r->data_at.n; i++) {
            c.data = &game->data.at[i];
            c.at = r->data_at.at[i];
            const bool index = !strcmp(c.data->name, "action index");
            if (index != (pass == 0))
                continue;
            sound = is_sound(&c) && sound;
            if (index && sound && !ir_data_find(game, "action codes"))
                sound = wrong(&c, "there is no data `action codes`");
        }
}
