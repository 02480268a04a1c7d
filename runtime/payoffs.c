/* payoffs.c - what players can still get: the values that a game's data `payoff ..` lists
 * (doc/abi.md), as payoffs. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/include/ludc.h"
#include "runtime/reading.h"

static const ludc_data *values_of(const ludc_reasoner *r, unsigned player)
{
    char name[24];
    snprintf(name, sizeof name, "payoff %u", player);
    return ludc_data_named(r, name);
}

size_t ludc_payoff_values(const ludc_reasoner *r, unsigned player, double *out)
{
    const ludc_data *values = r && player >= 1 && player <= r->players ? values_of(r, player) : NULL;
    size_t n = 0;
    double last = -1;
    for (uint32_t i = 0; values && i < values->n; i++) { /* each time the next greater one */
        double least = 2;
        for (uint32_t k = 0; k < values->n; k++) {
            double w = ludc_value_payoff(r->joint, r->players, values->value[k]);
            least = w > last && w < least ? w : least;
        }
        if (least > 1)
            break;
        if (out)
            out[n] = least;
        n++;
        last = least;
    }
    return n;
}

static void search_bounds_of(const ludc_reasoner *r, unsigned player, double *low, double *high)
{
    const ludc_data *values = values_of(r, player);
    *low = values && values->n ? 1 : 0;
    *high = values && values->n ? 0 : 1;
    for (uint32_t i = 0; values && i < values->n; i++) {
        double w = ludc_value_payoff(r->joint, r->players, values->value[i]);
        *low = w < *low ? w : *low;
        *high = w > *high ? w : *high;
    }
}

ludc_status ludc_payoff_bounds(const ludc_reasoner *r, double *low, double *high)
{
    if (!r || !low || !high)
        return LUDC_USAGE;
    for (unsigned p = 1; p <= r->players; p++)
        search_bounds_of(r, p, &low[p - 1], &high[p - 1]);
    return LUDC_OK;
}

/* The row about the ranks that the players have now; NULL: there is none. */
static const int32_t *ranked_row(const ludc_reasoner *r, const void *state)
{
    const ludc_data *data = r->joint ? NULL : ludc_data_named(r, "payoff ranked");
    int32_t now[16];
    bool any = false;
    for (uint32_t p = 1; data && p <= r->players; p++) {
        now[p - 1] = (int32_t)r->rank2(r, state, p);
        any = any || now[p - 1] > 0;
    }
    for (uint32_t at = 0; any && at + 3 * r->players <= data->n; at += 3 * r->players)
        if (memcmp(data->value + at, now, r->players * sizeof *now) == 0)
            return data->value + at;
    return NULL;
}

ludc_status ludc_payoff_bounds_in(const ludc_reasoner *r, const void *state, double *low, double *high)
{
    if (!r || !state || !low || !high)
        return LUDC_USAGE;
    if (r->over(r, state)) {
        for (uint32_t p = 1; p <= r->players; p++)
            low[p - 1] = high[p - 1] = ludc_payoff_at(r, state, p);
        return LUDC_OK;
    }
    const int32_t *row = ranked_row(r, state);
    for (uint32_t p = 1; p <= r->players; p++) {
        if (!row) {
            search_bounds_of(r, p, &low[p - 1], &high[p - 1]);
            continue;
        }
        high[p - 1] = ludc_value_payoff(r->joint, r->players, row[r->players + p - 1]);
        low[p - 1] = ludc_value_payoff(r->joint, r->players, row[2 * r->players + p - 1]);
    }
    return LUDC_OK;
}
