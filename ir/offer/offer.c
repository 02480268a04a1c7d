/* offer.c - the offers of a game, one after the other. */
#include "ir/offer/offer.h"

#include "ir/offer/key.h"

#include <string.h>

static unsigned offer_of_set(IrPlaneSet set)
{
    static const unsigned offer[IR_PLANE_SETS] = {IR_OFFER_PLANES, IR_OFFER_NODES, IR_OFFER_KEY};
    return offer[set];
}

/* 0: it is no offer and stays. */
static unsigned offer_of_data(const char *name)
{
    static const struct {
        const char *start;
        unsigned offer;
    } row[] = {{"action ", IR_OFFER_ACTIONS}, {"key ", IR_OFFER_KEY}, {"geometry ", IR_OFFER_GEOMETRY}, {"look ", IR_OFFER_GEOMETRY}, {"payoff ", IR_OFFER_PAYOFFS}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (!strncmp(name, row[i].start, strlen(row[i].start)))
            return row[i].offer;
    return 0;
}

static void take_out_planes(IrGame *game, unsigned offers)
{
    Arena *scratch = arena_beside(game->arena);
    bool *field = ARENA_ARRAY(scratch, bool, game->field.n + 1), *fn = ARENA_ARRAY(scratch, bool, game->fn.n + 1);
    bool any = false;
    for (size_t i = 0; i < game->field.n; i++)
        field[i] = true;
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *f = game->fn.at[i];
        fn[i] = f->kind != IR_PLANE || (offers & offer_of_set(f->plane.set));
        any = any || !fn[i];
    }
    if (any)
        ir_compact(game, field, fn);
    arena_free(scratch);
}

static void take_out_data(IrGame *game, unsigned offers)
{
    size_t n = 0;
    for (size_t i = 0; i < game->data.n; i++) {
        const unsigned offer = offer_of_data(game->data.at[i].name);
        if (!offer || (offers & offer))
            game->data.at[n++] = game->data.at[i];
    }
    game->data.n = n;
}

bool ir_offer(IrGame *game, unsigned offers)
{
    take_out_planes(game, offers);
    take_out_data(game, offers);
    if (offers & IR_OFFER_KEY)
        ir_key(game);
    if ((offers & IR_OFFER_ACTIONS) && !ir_data_find(game, "action codes"))
        ir_offer_actions(game);
    if (offers & IR_OFFER_PAYOFFS)
        ir_offer_payoffs(game);
    return true;
}
