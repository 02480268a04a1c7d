/* site_list.c - moves in the order of a list of sites. */
#include "driver/engine/site_list.h"

#include <stdlib.h>

#include "ir/plan/plan.h"

Listed listed_of(IrGame *game)
{
    int rule = ir_plan_listed(game);
    IrCode *code;
    size_t ncode;
    uint64_t total;
    Listed listed = {0};
    if (rule < 0 || !ir_codes(game, &code, &ncode, &total))
        return listed;
    for (size_t i = 0; i < ncode; i++)
        if (code[i].fn == rule) {
            listed.base = code[i].base;
            listed.size = code[i].size;
        }
    return listed;
}

static bool is_listed(const Listed *l, uint32_t code)
{
    return code >= l->base && code - l->base < l->size;
}

bool listed_among(const Listed *l, const uint32_t *candidate, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (is_listed(l, candidate[i]))
            return true;
    return false;
}

/* false: memory is out. */
static bool list_anew(Listed *l, const uint32_t *move, uint32_t n)
{
    uint32_t *code = realloc(l->code, ((size_t)n + 1) * sizeof *l->code);
    if (!code)
        return false;
    l->code = code;
    l->n = 0;
    for (uint32_t i = 0; i < n; i++)
        if (is_listed(l, move[i]))
            l->code[l->n++] = move[i];
    return true;
}

uint32_t listed_take(Listed *l, const uint32_t *move, uint32_t n, uint32_t k)
{
    if (!l->valid && !list_anew(l, move, n))
        return move[k]; /* as good a move, but another one than the plan's */
    uint32_t at = 0;
    for (uint32_t i = 0; i < k; i++)
        at += is_listed(l, move[i]);
    l->valid = is_listed(l, move[k]);
    if (!l->valid)
        return move[k];
    uint32_t code = l->code[at];
    l->code[at] = l->code[--l->n];
    return code;
}
