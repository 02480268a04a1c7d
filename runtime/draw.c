/* draw.c - drawing without replacement, uniformly or by weight. */
#include "runtime/draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double ludc_draw_unit(uint64_t word) { return (double)(word >> 11) * 0x1p-53; }

bool ludc_draw_room(LudcDraw *d, uint32_t room)
{
    *d = (LudcDraw){.room = room};
    d->at = malloc((room + (size_t)1) * sizeof *d->at);
    d->score = malloc((room + (size_t)1) * sizeof *d->score);
    d->weight = malloc((room + (size_t)1) * sizeof *d->weight);
    if (d->at && d->score && d->weight)
        return true;
    ludc_draw_free(d);
    return false;
}

void ludc_draw_free(LudcDraw *d)
{
    free(d->at);
    free(d->score);
    free(d->weight);
    *d = (LudcDraw){0};
}

void ludc_draw_begin(LudcDraw *d, uint32_t n)
{
    d->n = n;
    d->scored = false;
    d->temperature = 0;
    for (uint32_t i = 0; i < n; i++)
        d->at[i] = i;
}

static double best_score(const LudcDraw *d)
{
    double best = d->score[0];
    for (uint32_t i = 1; i < d->n; i++)
        if (d->score[i] > best)
            best = d->score[i];
    return best;
}

/* The best of those left weighs 1, so the total is never lost to rounding. */
static void weigh_again(LudcDraw *d)
{
    double best = best_score(d);
    d->total = 0;
    for (uint32_t i = 0; i < d->n; i++) {
        d->weight[i] = exp((d->score[i] - best) / d->temperature);
        d->total += d->weight[i];
    }
    d->weighed = d->total;
}

void ludc_draw_weigh(LudcDraw *d, double temperature)
{
    d->scored = true;
    d->temperature = temperature;
    if (temperature > 0 && d->n)
        weigh_again(d);
}

uint32_t ludc_draw_uniform(const LudcDraw *d, uint64_t word)
{
    return (uint32_t)(((word >> 32) * d->n) >> 32);
}

uint32_t ludc_draw_best(const LudcDraw *d, uint64_t word)
{
    double best = best_score(d);
    uint32_t ties = 0;
    for (uint32_t i = 0; i < d->n; i++)
        ties += d->score[i] >= best;
    uint32_t skip = (uint32_t)(((word >> 32) * ties) >> 32), i = 0;
    while (d->score[i] < best || skip-- > 0)
        i++;
    return i;
}

uint32_t ludc_draw_weighted(const LudcDraw *d, uint64_t word)
{
    double left = ludc_draw_unit(word) * d->total;
    uint32_t last = 0; /* the last of any weight, should rounding leave something over */
    for (uint32_t i = 0; i < d->n; i++) {
        if (left < d->weight[i])
            return i;
        left -= d->weight[i];
        if (d->weight[i] > 0)
            last = i;
    }
    return last;
}

static void take_out(double *list, uint32_t slot, uint32_t n)
{
    memmove(list + slot, list + slot + 1, (n - slot) * sizeof *list);
}

/* p(m') <- p(m') / (1 - p(m)) (Soemers et al., arXiv:2111.02839): chances are weights over
 * their total, so only the total changes.  Differences of totals lose digits when little is
 * left: weights are taken anew whenever half of the total is gone. */
void ludc_draw_remove(LudcDraw *d, uint32_t slot)
{
    uint32_t n = --d->n;
    memmove(d->at + slot, d->at + slot + 1, (n - slot) * sizeof *d->at);
    if (!d->scored)
        return;
    take_out(d->score, slot, n);
    if (d->temperature <= 0)
        return;
    d->total -= d->weight[slot];
    take_out(d->weight, slot, n);
    if (n && d->total < d->weighed / 2)
        weigh_again(d);
}
