/* lots_text.c - outcomes as text: "4+2" a throw of two dice, "3,1" two draws.
 *
 * A draw is written as a number from 1.  One that can give as many values as there are throws of
 * all dice is written as a throw: for each die the number on its face, or, where two of its faces have
 * the same number, which face it is, from 1.  So what was drawn can be told from the text and what
 * could be drawn alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/lots.h"
#include "runtime/reading.h"
#include "runtime/writer.h"

/* Dice as the data "dice" has them: for each how many faces it has, then their numbers. */
typedef struct {
    const int32_t *at, *end;
} Dice;

typedef struct {
    int32_t faces;
    const int32_t *number;
    bool distinct;
} Die;

static Dice dice_of(const ludc_reasoner *r)
{
    const ludc_data *data = ludc_data_named(r, "dice");
    return data ? (Dice){data->value, data->value + data->n} : (Dice){NULL, NULL};
}

static bool next_die(Dice *dice, Die *die)
{
    if (dice->at == dice->end || dice->at[0] < 1 || dice->end - dice->at <= dice->at[0])
        return false;
    *die = (Die){dice->at[0], dice->at + 1, true};
    for (int32_t i = 0; i < die->faces; i++)
        for (int32_t j = 0; j < i; j++)
            die->distinct &= die->number[i] != die->number[j];
    dice->at += 1 + die->faces;
    return true;
}

static bool is_throw(Dice dice, uint32_t bound)
{
    uint64_t throws = 1;
    Die die;
    bool any = false;
    for (; throws <= bound && next_die(&dice, &die); any = true)
        throws *= (uint64_t)die.faces;
    return any && throws == bound;
}

/* ---- writing ------------------------------------------------------------------------------ */

static void put_throw(Writer *w, const char *before, Dice dice, uint32_t lot)
{
    Die die;
    while (next_die(&dice, &die)) {
        const uint32_t faces = (uint32_t)die.faces, face = lot % faces;
        put_number(w, before, die.distinct ? die.number[face] : (long)face + 1);
        before = "+";
        lot /= faces;
    }
}

size_t ludc_lots_text(const LudcLots *l, char *out, size_t size)
{
    Writer w = {out, out ? size : 0, 0};
    const Dice dice = dice_of(l->r);
    for (uint32_t k = 0; k < l->n; k++) {
        const char *before = k ? "," : "";
        if (is_throw(dice, l->bound[k]))
            put_throw(&w, before, dice, l->given[k]);
        else
            put_number(&w, before, (long)l->given[k] + 1);
    }
    return put_end(&w);
}

/* ---- reading ------------------------------------------------------------------------------- */

/* A number, and what is behind it. */
static bool read_number(const char **text, long *number)
{
    const char *digit = *text + (**text == '-');
    char *end;
    if (*digit < '0' || *digit > '9')
        return false;
    *number = strtol(*text, &end, 10);
    *text = end;
    return true;
}

static bool face_of(const Die *die, long number, uint32_t *face)
{
    for (int32_t i = 0; i < die->faces; i++)
        if ((die->distinct ? die->number[i] : i + 1) == number) {
            *face = (uint32_t)i;
            return true;
        }
    return false;
}

static bool read_throw(const char **text, Dice dice, uint32_t *lot)
{
    uint32_t below = 1;
    Die die;
    *lot = 0;
    for (bool first = true; next_die(&dice, &die); first = false) {
        long number;
        uint32_t face;
        if (!first && *(*text)++ != '+')
            return false;
        if (!read_number(text, &number) || !face_of(&die, number, &face))
            return false;
        *lot += below * face;
        below *= (uint32_t)die.faces;
    }
    return true;
}

ludc_status ludc_lots_parse(LudcLots *l, const char *text)
{
    const Dice dice = dice_of(l->r);
    for (uint32_t k = 0; k < l->n; k++) {
        long number;
        if (k && *text++ != ',')
            return LUDC_WRONG;
        if (is_throw(dice, l->bound[k])) {
            if (!read_throw(&text, dice, &l->given[k]))
                return LUDC_WRONG;
        } else {
            if (!read_number(&text, &number) || number < 1 || (unsigned long)number > l->bound[k])
                return LUDC_WRONG;
            l->given[k] = (uint32_t)number - 1;
        }
        if (!ludc_lots_play(l, k + 1))
            return LUDC_IO;
    }
    return *text ? LUDC_WRONG : LUDC_OK;
}
