/* succession.c - orders of constants that a sheet gives: (succ 1 2) (succ 2 3) .. makes 1, 2, 3, ..
 *
 * For drawings: each order is a space "succession N" with its constants as labels, read by nothing else. */
#include <string.h>

#include "frontend/gdl/gdl.h"
#include "frontend/gdl/program/program.h"
#include "ir/core/ir.h"

enum { LEAST = 3, MOST = 1 << 12 };

typedef struct {
    const char *from, *to;
} Pair;

static bool is_pair(const GdlRule *rule, uint32_t relation)
{
    if (rule->head.relation != relation || rule->nbody)
        return false;
    for (int i = 0; i < 2; i++)
        if (rule->head.arg[i]->var >= 0 || rule->head.arg[i]->n)
            return false;
    return true;
}

/* Each constant leads to one, and one leads to it. */
static bool one_to_one(const Pair *pair, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (pair[i].from == pair[k].from || pair[i].to == pair[k].to)
                return false;
    return true;
}

static size_t pair_from(const Pair *pair, size_t n, const char *name)
{
    size_t i = 0;
    while (i < n && pair[i].from != name)
        i++;
    return i;
}

static size_t pair_to(const Pair *pair, size_t n, const char *name)
{
    size_t i = 0;
    while (i < n && pair[i].to != name)
        i++;
    return i;
}

static void add_order(IrGame *game, const char **name, size_t n)
{
    size_t number = 1;
    for (size_t i = 0; i < game->space.n; i++)
        number += !strncmp(game->space.at[i].name, "succession ", 11);
    int added = ir_space_add(game, arena_printf(game->arena, "succession %zu", number), (int)n);
    IrSpace *space = &game->space.at[added]; /* `at` moves as spaces are added */
    space->label = ARENA_ARRAY(game->arena, const char *, n);
    memcpy(space->label, name, n * sizeof *name);
}

/* Every chain, from the constant that none leads to; what goes round begins where the sheet does. */
static void chains(IrGame *game, const Pair *pair, size_t n, Arena *scratch)
{
    bool *done = ARENA_ARRAY(scratch, bool, n);
    const char **name = ARENA_ARRAY(scratch, const char *, n + 1);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < n; i++) {
            if (done[i] || (!round && pair_to(pair, n, pair[i].from) < n))
                continue;
            size_t length = 0;
            for (size_t k = i; k < n && !done[k]; k = pair_from(pair, n, pair[k].to)) {
                done[k] = true;
                name[length++] = pair[k].from;
                if (pair_from(pair, n, pair[k].to) == n)
                    name[length++] = pair[k].to;
            }
            if (length >= LEAST)
                add_order(game, name, length);
        }
}

void gdl_successions(IrGame *game, const GdlProgram *program)
{
    Arena *scratch = arena_beside(game->arena);
    Pair *pair = ARENA_ARRAY(scratch, Pair, MOST);
    for (uint32_t r = GDL_KEYWORDS; r < program->relation.n; r++) {
        size_t n = 0, all = 0;
        if (program->relation.at[r].arity != 2 || program->relation.at[r].dependence != GDL_STATIC)
            continue;
        for (size_t i = 0; i < program->rule.n; i++) {
            const GdlRule *rule = &program->rule.at[i];
            all += rule->head.relation == r;
            if (n < MOST && is_pair(rule, r))
                pair[n++] = (Pair){rule->head.arg[0]->name, rule->head.arg[1]->name};
        }
        if (n == all && n + 1 >= LEAST && one_to_one(pair, n))
            chains(game, pair, n, scratch);
    }
    arena_free(scratch);
}
