/* actions_codes.c - the codes of moves that can be legal, and what is known of each. */
#include "ir/offer/actions.h"

#include <string.h>

enum { MOST_AT_ONCE = 1 << 22 };

ActInfo *actions_info(Act *e, uint64_t code, bool make)
{
    ActPage *page = e->page[code / 4096];
    if (!page && !make)
        return NULL;
    if (!page)
        page = e->page[code / 4096] = ARENA_NEW(e->arena, ActPage);
    size_t word = code / 64 % 64;
    if (!page->info[word] && !make)
        return NULL;
    if (!page->info[word])
        page->info[word] = ARENA_ARRAY(e->arena, ActInfo, 64);
    ActInfo *info = &page->info[word][code % 64];
    if (!(page->bit[word] >> (code % 64) & 1)) {
        if (!make)
            return NULL;
        page->bit[word] |= UINT64_C(1) << (code % 64);
        *info = (ActInfo){0, {ACTION_UNSET, ACTION_UNSET, ACTION_UNSET, ACTION_UNSET}};
        e->actions++;
    }
    return info;
}

/* ---- what a move shows --------------------------------------------------- */

static int32_t one_value(Nums a)
{
    return nums_empty(a) ? ACTION_UNSET : nums_single(a) && a.lo >= -1 && a.lo <= INT32_MAX ? (int32_t)a.lo : ACTION_MANY;
}

/* The piece that stands where the move is from, if the rules looked for it there. */
static int32_t piece_at(const Act *e, const ActFrame *f, int32_t from)
{
    for (size_t i = 0; i < f->fn->local.n; i++) {
        const ActSlot *s = &f->slot[i];
        if (s->fact_field >= 0 && s->fact_field == e->what && s->fact_stamp == e->stamp && nums_single(s->num) &&
            s->num.lo == from && nums_single(s->fact))
            return one_value(s->fact);
    }
    return ACTION_MANY;
}

int actions_column(const char *view)
{
    static const char *const name[ACTION_COLUMNS] = {"from", "to", "kind", "what"};
    for (int c = 0; c < ACTION_COLUMNS; c++)
        if (!strcmp(view, name[c]))
            return c;
    return -1;
}

static ActInfo shown(Act *e, ActFrame *f)
{
    ActInfo info = {0, {-1, -1, -1, -1}};
    for (size_t i = 0; i < f->fn->view.n; i++) {
        int c = actions_column(f->fn->view.at[i].name);
        if (c >= 0)
            info.column[c] = one_value(actions_num(e, f, f->fn->view.at[i].value));
    }
    int32_t *piece = &info.column[ACTION_PIECE], from = info.column[ACTION_FROM];
    if (*piece == 0)
        *piece = from >= 0 ? piece_at(e, f, from) : -1;
    return info;
}

static void join_info(Act *e, uint64_t code, const ActInfo *shown)
{
    ActInfo *info = actions_info(e, code, true);
    info->player |= UINT32_C(1) << e->player;
    for (int c = 0; c < ACTION_COLUMNS; c++)
        if (info->column[c] == ACTION_UNSET)
            info->column[c] = shown->column[c];
        else if (shown->column[c] != ACTION_UNSET && shown->column[c] != info->column[c])
            info->column[c] = ACTION_MANY;
}

/* ---- counting ------------------------------------------------------------ */

/* The codes of all values of the parameters from number p on. */
static void count_from(Act *e, const ActFrame *f, int p, uint64_t code, const ActInfo *shown)
{
    if (p == f->fn->nparam) {
        join_info(e, e->code[f->index].base + code, shown);
        return;
    }
    const IrType type = f->fn->local.at[p].type;
    NUMS_EACH(v, f->slot[p].num)
        count_from(e, f, p + 1, code * ir_code_size(type) + (uint64_t)(v - ir_code_low(type)), shown);
}

void actions_count(Act *e, ActFrame *f)
{
    uint64_t n = 1;
    for (int p = 0; p < f->fn->nparam; p++) {
        const IrType type = f->fn->local.at[p].type;
        f->slot[p].num = nums_clip(f->slot[p].num, ir_code_low(type), type.hi);
        uint64_t values = nums_count(f->slot[p].num);
        n = values && n > MOST_AT_ONCE / values ? MOST_AT_ONCE : n * values;
    }
    if (e->code[f->index].size == 0 || e->failed)
        return;
    e->emitted += n;
    if (n >= MOST_AT_ONCE || e->emitted > 4 * (uint64_t)MOST_AT_ONCE) {
        e->failed = true;
        return;
    }
    const ActInfo info = shown(e, f);
    count_from(e, f, 0, 0, &info);
}
