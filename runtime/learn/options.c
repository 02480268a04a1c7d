/* options.c - the constants of learning as text: KEY=VALUE,.. by the table learn.def. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/game.h"
#include "runtime/include/ludc_learn.h"

typedef enum { TYPE_u32, TYPE_f64 } Type;

typedef struct {
    const char *key;
    Type type;
    size_t at;
    double low, high;
    const char *standard, *help;
} Key;

static const Key keys[] = {
#define NUMBER(field, key, type, low, high, standard, help) \
    {key, TYPE_##type, offsetof(ludc_learn_options, field), low, high, standard, help},
#include "runtime/learn/learn.def"
#undef NUMBER
};

enum { KEYS = sizeof keys / sizeof *keys, VALUE = 64 };

static bool set_key(const Key *k, ludc_learn_options *o, const char *word, size_t n)
{
    char text[VALUE], *end;
    if (!n || n >= sizeof text)
        return false;
    memcpy(text, word, n);
    text[n] = '\0';
    const double value = strtod(text, &end);
    if (*end || end == text || !(value >= k->low && value <= k->high))
        return false;
    if (k->type == TYPE_f64)
        *(double *)((char *)o + k->at) = value;
    else if ((double)(uint32_t)value < value)
        return false;
    else
        *(uint32_t *)((char *)o + k->at) = (uint32_t)value;
    return true;
}

void ludc_learn_defaults(ludc_learn_options *o)
{
    if (o)
        memset(o, 0, sizeof *o); /* what lies between the fields too */
    for (size_t i = 0; o && i < KEYS; i++)
        set_key(&keys[i], o, keys[i].standard, strlen(keys[i].standard));
}

static ludc_status refuse(ludc_error *error, const Key *k, const char *pair, size_t n)
{
    char text[256];
    if (k)
        snprintf(text, sizeof text, "%s is a%s number from %g to %g, not `%.*s`", k->key, k->type == TYPE_u32 ? " whole" : "", k->low,
                 k->high, (int)(n < VALUE ? n : VALUE), pair);
    else
        snprintf(text, sizeof text, "learning has no constant `%.*s`", (int)(n < VALUE ? n : VALUE), pair);
    ludc_error_set(error, LUDC_USAGE, "", text);
    return LUDC_USAGE;
}

static ludc_status set_pair(const char *pair, size_t length, ludc_learn_options *o, ludc_error *error)
{
    const char *equals = memchr(pair, '=', length);
    const size_t n = equals ? (size_t)(equals - pair) : length;
    for (size_t i = 0; i < KEYS; i++)
        if (strlen(keys[i].key) == n && !memcmp(keys[i].key, pair, n)) {
            const char *value = pair + n + (equals != NULL);
            const size_t left = length - n - (equals != NULL);
            return set_key(&keys[i], o, value, left) ? LUDC_OK : refuse(error, &keys[i], value, left);
        }
    return refuse(error, NULL, pair, n);
}

ludc_status ludc_learn_parse(const char *text, ludc_learn_options *o, ludc_error *error)
{
    if (!text || !o)
        return LUDC_USAGE;
    ludc_status status = LUDC_OK;
    while (*text && !status) {
        const size_t n = strcspn(text, ",");
        status = set_pair(text, n, o, error);
        text += n + (text[n] == ',');
    }
    return status;
}

size_t ludc_learn_text(const ludc_learn_options *o, char *out, size_t size)
{
    char text[1024];
    size_t n = 0;
    for (size_t i = 0; o && i < KEYS; i++) {
        const void *field = (const char *)o + keys[i].at;
        const double value = keys[i].type == TYPE_f64 ? *(const double *)field : *(const uint32_t *)field;
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s=%.15g", i ? "," : "", keys[i].key, value);
    }
    if (out && size)
        snprintf(out, size, "%s", n ? text : "");
    return n;
}

int ludc_learn_explain(size_t i, const char **key, const char **standard, const char **help)
{
    if (i >= KEYS)
        return 0;
    if (key)
        *key = keys[i].key;
    if (standard)
        *standard = keys[i].standard;
    if (help)
        *help = keys[i].help;
    return 1;
}
