/* spec.c - agents as text: NAME:KEY=VALUE,.. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/game.h"
#include "runtime/include/ludc_search.h"

typedef enum { TYPE_u32, TYPE_u64, TYPE_f64, TYPE_size, TYPE_choice } Type;

#define BIT(agent) (1u << LUDC_AGENT_##agent)
#define PROVES (BIT(UCT) | BIT(UCB1TUNED) | BIT(PUCT) | BIT(GRAVE))
#define SELECTS (PROVES | BIT(MMCTS))
#define PLAYS (SELECTS | BIT(FLAT))

typedef struct {
    unsigned agents;
    const char *key;
    Type type;
    size_t at;
    double low, high;
    const char *names; /* of a choice */
    const char *standard, *help;
} Key;

typedef struct {
    const char *name, *help;
} Agent;

static const Agent agents[] = {
#define AGENT(number, name, help) [LUDC_AGENT_##number] = {name, help},
#define NUMBER(agents, field, key, type, low, high, standard, help)
#define CHOICE(agents, field, key, names, standard, help)
#include "runtime/search/agents.def"
#undef AGENT
#undef NUMBER
#undef CHOICE
};

static const Key keys[] = {
#define AGENT(number, name, help)
#define NUMBER(agents, field, key, type, low, high, standard, help) \
    {agents, key, TYPE_##type, offsetof(ludc_search_options, field), low, high, NULL, standard, help},
#define CHOICE(agents, field, key, names, standard, help) \
    {agents, key, TYPE_choice, offsetof(ludc_search_options, field), 0, 0, names, standard, help},
#include "runtime/search/agents.def"
#undef AGENT
#undef NUMBER
#undef CHOICE
};

enum { NKEYS = sizeof keys / sizeof keys[0], WORD = 64 };

/* ---- names that are nearly right ------------------------------------------------------ */

/* How many letters must be changed, added or left out (V. Levenshtein, 1966). */
static unsigned distance(const char *a, size_t n, const char *b, size_t m)
{
    unsigned row[WORD + 1];
    if (m > WORD)
        m = WORD;
    for (size_t j = 0; j <= m; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        unsigned corner = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned above = row[j], change = corner + (a[i - 1] != b[j - 1]);
            unsigned less = (above < row[j - 1] ? above : row[j - 1]) + 1;
            corner = above;
            row[j] = change < less ? change : less;
        }
    }
    return row[m];
}

typedef struct {
    const char *name;
    size_t length;
    unsigned distance;
} Nearest;

static void consider(Nearest *n, const char *word, size_t length, const char *name, size_t size)
{
    unsigned d = distance(word, length, name, size);
    if (!n->name || d < n->distance)
        *n = (Nearest){name, size, d};
}

static ludc_status unknown(ludc_error *error, const char *what, const char *word, size_t length, const Nearest *near)
{
    char text[256];
    snprintf(text, sizeof text, "there is no %s `%.*s`; the nearest is `%.*s`", what, (int)(length < WORD ? length : WORD),
             word, (int)near->length, near->name);
    ludc_error_set(error, LUDC_USAGE, "", text);
    return LUDC_USAGE;
}

static ludc_status refuse(ludc_error *error, const Key *k, const char *word, size_t length)
{
    char text[256];
    if (k->type == TYPE_size)
        snprintf(text, sizeof text, "%s is a number of bytes from %g on, such as 64M, not `%.*s`", k->key, k->low,
                 (int)(length < WORD ? length : WORD), word);
    else
        snprintf(text, sizeof text, "%s is a number from %g to %g, not `%.*s`", k->key, k->low, k->high,
                 (int)(length < WORD ? length : WORD), word);
    ludc_error_set(error, LUDC_USAGE, "", text);
    return LUDC_USAGE;
}

/* ---- values --------------------------------------------------------------------------- */

/* The number of a name in a list with commas, or -1. */
static int find_name(const char *names, const char *word, size_t length, Nearest *near)
{
    int i = 0;
    for (const char *name = names; *name; i++) {
        size_t n = strcspn(name, ",");
        if (n == length && !memcmp(name, word, n))
            return i;
        consider(near, word, length, name, n);
        name += n + (name[n] == ',');
    }
    return -1;
}

static double unit_of(const char *end)
{
    switch (*end) {
    case 'k':
    case 'K':
        return 1024;
    case 'm':
    case 'M':
        return 1048576;
    case 'g':
    case 'G':
        return 1073741824;
    default:
        return 0;
    }
}

static ludc_status set(const Key *k, ludc_search_options *o, const char *word, size_t length, ludc_error *error)
{
    void *field = (char *)o + k->at;
    Nearest near = {0};
    char text[WORD], *end;
    if (k->type == TYPE_choice) {
        int i = find_name(k->names, word, length, &near);
        if (i < 0)
            return unknown(error, k->key, word, length, &near);
        *(uint32_t *)field = (uint32_t)i;
        return LUDC_OK;
    }
    if (!length || length >= sizeof text)
        return refuse(error, k, word, length);
    memcpy(text, word, length);
    text[length] = '\0';
    double value = strtod(text, &end);
    if (k->type == TYPE_size && *end && !end[1])
        value *= unit_of(end++);
    if (*end || end == text || !(value >= k->low && value <= k->high))
        return refuse(error, k, word, length);
    if (k->type == TYPE_f64)
        *(double *)field = value;
    else if ((double)(uint64_t)value < value)
        return refuse(error, k, word, length);
    else if (k->type == TYPE_u32)
        *(uint32_t *)field = (uint32_t)value;
    else
        *(uint64_t *)field = (uint64_t)value;
    return LUDC_OK;
}

void ludc_search_defaults(ludc_search_options *o, ludc_search_agent agent)
{
    if (!o)
        return;
    memset(o, 0, sizeof *o);
    o->agent = agent;
    for (size_t i = 0; i < NKEYS; i++)
        set(&keys[i], o, keys[i].standard, strlen(keys[i].standard), NULL);
    if (agent == LUDC_AGENT_PUCT) {
        o->c = 1.25;
        o->fpu = LUDC_FPU_PARENT;
    }
    if (agent == LUDC_AGENT_GRAVE)
        o->c = 0;
    if (agent == LUDC_AGENT_ALPHABETA) {
        o->playouts = 4;
        o->memory = 64 << 20;
    }
    if (agent == LUDC_AGENT_MMCTS) {
        o->c = 2;
        o->solver = 0;
    }
}

/* ---- reading ------------------------------------------------------------------------------ */

static ludc_status set_pair(const char *pair, size_t length, ludc_search_options *o, ludc_error *error)
{
    Nearest near = {0};
    const char *equals = memchr(pair, '=', length);
    size_t n = equals ? (size_t)(equals - pair) : length;
    for (size_t i = 0; i < NKEYS; i++) {
        if (!(keys[i].agents & 1u << o->agent))
            continue;
        if (equals && strlen(keys[i].key) == n && !memcmp(keys[i].key, pair, n))
            return set(&keys[i], o, equals + 1, length - n - 1, error);
        consider(&near, pair, n, keys[i].key, strlen(keys[i].key));
    }
    if (!near.name) {
        char text[128];
        snprintf(text, sizeof text, "%s takes no keys", agents[o->agent].name);
        ludc_error_set(error, LUDC_USAGE, "", text);
        return LUDC_USAGE;
    }
    char what[64];
    snprintf(what, sizeof what, "key of %s", agents[o->agent].name);
    return unknown(error, what, pair, n, &near);
}

/* What the papers of playouts have; a negative number stands for what the text did not say. */
static void fill_playout(ludc_search_options *o)
{
    static const double epsilon[] = {[LUDC_PLAYOUT_NST] = 0.2, [LUDC_PLAYOUTS] = 0};
    static const double temp[] = {[LUDC_PLAYOUT_MAST] = 0.1, [LUDC_PLAYOUT_FAST] = 0.2, [LUDC_PLAYOUT_PPA] = 1, [LUDC_PLAYOUT_FEATURES] = 1, [LUDC_PLAYOUTS] = 0};
    if (o->epsilon < 0)
        o->epsilon = epsilon[o->playout];
    if (o->temp < 0)
        o->temp = temp[o->playout];
}

ludc_status ludc_search_parse(const char *spec, ludc_search_options *o, ludc_error *error)
{
    if (!spec || !o)
        return LUDC_USAGE;
    size_t n = strcspn(spec, ":");
    Nearest near = {0};
    unsigned agent = 0;
    for (; agent < LUDC_AGENTS; agent++) {
        const char *name = agents[agent].name;
        if (strlen(name) == n && !memcmp(name, spec, n))
            break;
        consider(&near, spec, n, name, strlen(name));
    }
    if (agent == LUDC_AGENTS)
        return unknown(error, "agent", spec, n, &near);
    ludc_search_defaults(o, (ludc_search_agent)agent);
    o->epsilon = o->temp = -1;
    ludc_status status = LUDC_OK;
    for (const char *pair = spec[n] ? spec + n + 1 : ""; *pair && !status;) {
        size_t length = strcspn(pair, ",");
        status = set_pair(pair, length, o, error);
        pair += length + (pair[length] == ',');
    }
    fill_playout(o);
    return status;
}

/* ---- printing --------------------------------------------------------------------------------- */

static void print_value(const Key *k, const ludc_search_options *o, char *out, size_t size)
{
    const void *field = (const char *)o + k->at;
    if (k->type == TYPE_f64) {
        snprintf(out, size, "%.9g", *(const double *)field);
    } else if (k->type == TYPE_choice) {
        const char *name = k->names;
        for (uint32_t i = *(const uint32_t *)field; i && *name; i--)
            name += strcspn(name, ",") + 1;
        snprintf(out, size, "%.*s", (int)strcspn(name, ","), name);
    } else {
        uint64_t value = k->type == TYPE_u32 ? *(const uint32_t *)field : *(const uint64_t *)field;
        const char *unit = "";
        if (k->type == TYPE_size && value && value % 1048576 == 0) {
            value /= 1048576;
            unit = "M";
        }
        snprintf(out, size, "%llu%s", (unsigned long long)value, unit);
    }
}

size_t ludc_search_spec(const ludc_search_options *o, char *out, size_t size)
{
    char text[2048];
    if (!o || o->agent >= LUDC_AGENTS)
        return 0;
    size_t n = (size_t)snprintf(text, sizeof text, "%s", agents[o->agent].name);
    char before = ':';
    for (size_t i = 0; i < NKEYS; i++) {
        char value[WORD];
        if (!(keys[i].agents & 1u << o->agent))
            continue;
        print_value(&keys[i], o, value, sizeof value);
        n += (size_t)snprintf(text + n, sizeof text - n, "%c%s=%s", before, keys[i].key, value);
        before = ',';
    }
    if (size)
        snprintf(out, size, "%s", text);
    return n;
}

int ludc_search_explain(size_t i, const char **what, const char **choices, const char **standard, const char **help)
{
    bool agent = i < LUDC_AGENTS;
    if (!agent && i - LUDC_AGENTS >= NKEYS)
        return 0;
    const Key *key = agent ? NULL : &keys[i - LUDC_AGENTS];
    if (what)
        *what = agent ? agents[i].name : key->key;
    if (choices)
        *choices = agent ? NULL : key->names;
    if (standard)
        *standard = agent ? NULL : key->standard;
    if (help)
        *help = agent ? agents[i].help : key->help;
    return agent ? 1 : 2;
}
