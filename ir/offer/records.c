/* records.c - what stands in a reasoner beside its functions, as rows of cells. */
#include <string.h>

#include "ir/analysis/shape.h"
#include "ir/core/plan_names.h"
#include "ir/offer/records.h"

static IrCell text(const char *t) { return (IrCell){.kind = IR_CELL_TEXT, .text = t}; }
static IrCell number(int64_t n) { return (IrCell){.kind = IR_CELL_NUMBER, .n = n}; }

static IrCell labels(Arena *arena, const IrSpace *s)
{
    IrCell cell = {.kind = IR_CELL_TEXTS, .n = s->size};
    if (!s->label || s->size <= 0)
        return cell;
    const char **label = ARENA_ARRAY(arena, const char *, s->size);
    for (int i = 0; i < s->size; i++)
        label[i] = s->label[i] ? s->label[i] : "";
    cell.texts = label;
    return cell;
}

static IrRecords spaces(Arena *arena, const IrGame *game)
{
    enum { WIDTH = 3 };
    IrCell *cell = ARENA_ARRAY(arena, IrCell, WIDTH * game->space.n + 1);
    for (size_t i = 0; i < game->space.n; i++) {
        const IrSpace *s = &game->space.at[i];
        const IrCell row[WIDTH] = {text(s->name), number(s->size), labels(arena, s)};
        memcpy(cell + WIDTH * i, row, sizeof row);
    }
    return (IrRecords){"ludc_space", "spaces", "label", game->space.n, WIDTH, cell};
}

/* Views that give a number, of one place or of the whole position. */
static bool is_offered(const IrFn *fn)
{
    return fn->kind == IR_VIEW && fn->ret.kind == IR_INT && fn->nparam <= 1;
}

static IrRecords views(Arena *arena, const IrGame *game, int *view)
{
    enum { WIDTH = 3 };
    IrCell *cell = ARENA_ARRAY(arena, IrCell, WIDTH * game->fn.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        if (!is_offered(fn))
            continue;
        const IrType of = fn->nparam ? fn->local.at[0].type : (IrType){.space = IR_NOSPACE, .hi = -1};
        const int64_t size = of.space == IR_NOSPACE ? of.hi + 1 : game->space.at[of.space].size;
        const IrCell row[WIDTH] = {text(fn->name), number(size), number(of.space)};
        memcpy(cell + WIDTH * n, row, sizeof row);
        view[n++] = (int)i;
    }
    return (IrRecords){"ludc_view_item", "items", NULL, n, WIDTH, cell};
}

static IrRecords planes(Arena *arena, const IrGame *game, const IrPlanePlace *place, size_t n)
{
    enum { WIDTH = 7 };
    IrCell *cell = ARENA_ARRAY(arena, IrCell, WIDTH * n + 1);
    for (size_t i = 0; i < n; i++) {
        const IrFn *fn = game->fn.at[place[i].fn];
        const IrCell row[WIDTH] = {text(fn->plane.name),
                                   number(fn->plane.set),
                                   number(fn->plane.owner),
                                   number(fn->ret.space),
                                   number(game->space.at[fn->ret.space].size),
                                   number(place[i].word),
                                   number(place[i].next)};
        memcpy(cell + WIDTH * i, row, sizeof row);
    }
    return (IrRecords){"ludc_plane_item", "planes", NULL, n, WIDTH, cell};
}

static IrRecords data(Arena *arena, IrGame *game)
{
    enum { WIDTH = 3 };
    size_t n;
    const IrData *all = shape_data(arena, game, &n);
    IrCell *cell = ARENA_ARRAY(arena, IrCell, WIDTH * n + 1);
    for (size_t i = 0; i < n; i++) {
        const int64_t length = (int64_t)all[i].n;
        const IrCell row[WIDTH] = {text(all[i].name), number(length),
                                   {.kind = IR_CELL_NUMBERS, .n = length, .numbers = all[i].value}};
        memcpy(cell + WIDTH * i, row, sizeof row);
    }
    return (IrRecords){"ludc_data", "data", "data", n, WIDTH, cell};
}

/* The names of the views of all rules that have moves, each once. */
static void columns(Arena *arena, const IrGame *game, IrOffered *o)
{
    size_t most = 0;
    for (size_t i = 0; i < game->fn.n; i++)
        most += game->fn.at[i]->view.n;
    const char **name = ARENA_ARRAY(arena, const char *, most + 1);
    o->column = name;
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        for (size_t j = 0; fn->kind == IR_RULE && !fn->probe && j < fn->view.n; j++)
            if (ir_column(o, fn->view.at[j].name) == o->ncolumn)
                name[o->ncolumn++] = fn->view.at[j].name;
    }
}

size_t ir_column(const IrOffered *offered, const char *view)
{
    size_t i = 0;
    while (i < offered->ncolumn && strcmp(offered->column[i], view) != 0)
        i++;
    return i;
}

int ir_view_find(const IrGame *game, const char *name)
{
    const int fn = ir_fn_find(game, name);
    return fn >= 0 && game->fn.at[fn]->kind == IR_VIEW ? fn : -1;
}

IrOffered ir_offered(Arena *arena, IrGame *game, bool describe)
{
    IrOffered o = {.action_index = -1};
    int *view = ARENA_ARRAY(arena, int, game->fn.n + 1);
    IrPlanePlace *place;
    const size_t n = ir_plane_places(game, arena, &place, o.words);
    const IrData *index = ir_data_find(game, IR_ACTION_INDEX);
    o.spaces = spaces(arena, game);
    o.views = views(arena, game, view);
    o.planes = planes(arena, game, place, n);
    o.data = data(arena, game);
    o.view = view;
    o.place = place;
    if (describe)
        columns(arena, game, &o);
    if (index)
        o.action_index = (int)(index - game->data.at);
    return o;
}

static bool is_short_move(const IrGame *game, size_t nodes)
{
    const Ir *moves = game->fn.at[ir_fn_find(game, "moves")]->body;
    if (game->joint)
        return shape_turn_size(game, nodes, true) + shape_size(game, moves, nodes, true) < nodes;
    return shape_drawn_size(game, moves, shape_turn_size(game, nodes, true), nodes, true) < nodes;
}

bool ir_plays_many(const IrGame *game)
{
    enum { SHORT = 1500 };
    const int rank = ir_view_find(game, "rank"), over = ir_view_find(game, "over");
    if (game->joint)
        return over >= 0 && ir_view_find(game, "goal") >= 0 && is_short_move(game, SHORT);
    if ((game->plan & IR_PLAN_FILL) || rank < 0 || over < 0)
        return false;
    const IrType ranks = game->fn.at[rank]->ret;
    return ranks.lo >= 0 && ranks.hi <= IR_MOST_RANK2 && is_short_move(game, SHORT);
}

int ir_mover_apart(const IrGame *game)
{
    enum { SHORT = 500 };
    const int mover = game->joint ? -1 : ir_view_field(game, "mover");
    const IrField *f = mover < 0 ? NULL : &game->field.at[mover];
    return f && !f->array && f->elem.hi == f->elem.lo + 1 && is_short_move(game, SHORT) ? mover : -1;
}
