/* lower_effect.c - consequences: effects in `then` and in `apply`.
 *
 * An effect is evaluated first and applied after: `lower_effect` puts the values
 * into `lets` and the writes into `writes`, so that (and A B) evaluates both
 * before it applies either. */
#include <string.h>

#include "frontend/lud/lower_rule.h"

static Ir *site_of(Lower *l, const Term *t, const char *slot, Ir *otherwise)
{
    const Term *site = term_arg(t, slot);
    return site ? lower_int(l, site) : otherwise;
}

static void own_then(Lower *l, const Term *t, Ir **writes)
{
    const Term *then = term_arg(t, "then");
    if (then) {
        lower_then(l, then, writes);
    }
}

static void effect_remove(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    if (term_arg(t, "level") || term_arg(t, "at") || term_arg(t, "count")) {
        lower_unsupported(l, t, "(remove ..) with level:, at: or count:");
        return;
    }
    if (!lower_default_type(l, t)) {
        return;
    }
    if (term_arg(t, "site")) {
        Ir *site = lw_let(l, lets, "site", lower_int(l, term_arg(t, "site")));
        Ir *there = ir_block(l->game);
        remove_piece(l, &there, site);
        if (site->type.lo >= 0) {
            for (int i = 0; i < there->n; i++) {
                ir_append(l->game, writes, there->a[i]);
            }
            return;
        }
        Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
        ir_append(l->game, writes, ir_if(l->game, on, there, NULL));
        return;
    }
    Ir *sites = lw_let(l, lets, "sites", lower_region(l, term_arg(t, "region")));
    IrType type = ir_int(0, lw_dim_site(l).size - 1);
    type.space = l->space_site;
    int s = lw_new_local(l, "s", type);
    Ir *body = ir_block(l->game);
    remove_piece(l, &body, lw_local(l, s));
    ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, sites, body));
}

static void effect_next_player(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *player = term_arg(t, "player");
    if (!player) {
        lower_unsupported(l, t, "(set NextPlayer ..) of a list");
        return;
    }
    Ir *next = lw_let(l, lets, "next", lower_int(l, player));
    set_field(l, writes, l->field.next, next);
}

/* Pieces that (piece ..) names; the mover's own without it. */
size_t lower_pieces(Lower *l, const Term *piece, Ir **out, size_t max)
{
    size_t n = 0;
    if (!piece) {
        out[n++] = lw_get(l, l->field.mover);
        return n;
    }
    if (term_arg(piece, "state")) {
        lower_unsupported(l, piece, "(piece .. state:)");
        return 0;
    }
    const Term *name = term_arg(piece, "name"), *id = term_arg(piece, "id");
    const Term *names = term_arg(piece, "names"), *ids = term_arg(piece, "ids");
    uint32_t many = names ? names->n : ids ? ids->n : 1;
    for (uint32_t i = 0; i < many && n < max; i++) {
        const Term *one = names ? names->slot[i] : ids ? ids->slot[i] : name ? name : id;
        if (one->kind == TERM_STRING) {
            int c = component_by_name(l, one->text);
            if (c == 0) {
                session_error(l->session, term_at(one), "no piece is named `%s`", one->text);
            }
            out[n++] = lw_int(l, c);
        } else {
            out[n++] = lower_int(l, one);
        }
    }
    return n;
}

static void effect_add(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *to = term_arg(t, "to"), *count = term_arg(t, "count"), *stack = term_arg(t, "stack");
    Ir *pieces[16];
    if (term_arg(to, "if") || term_arg(to, "apply") || term_arg(to, "level") ||
        term_arg(to, "rotations") || stack || (!term_arg(to, "site") && !term_arg(to, "region"))) {
        lower_unsupported(l, t, "this form of (add ..) as an effect");
        return;
    }
    size_t n = lower_pieces(l, term_arg(t, "piece"), pieces, 16);
    Ir *number = lw_let(l, lets, "count", count ? lower_int(l, count) : lw_int(l, 1));
    for (size_t i = 0; i < n; i++) {
        Ir *piece = lw_let(l, lets, "piece", pieces[i]);
        if (term_arg(to, "site")) {
            Ir *site = lw_let(l, lets, "site", lower_int(l, term_arg(to, "site")));
            put_piece(l, writes, site, piece, number, false);
            continue;
        }
        Ir *sites = lw_let(l, lets, "sites", lower_region(l, term_arg(to, "region")));
        IrType type = ir_int(0, lw_dim_site(l).size - 1);
        type.space = l->space_site;
        int s = lw_new_local(l, "s", type);
        Ir *body = ir_block(l->game);
        put_piece(l, &body, lw_local(l, s), piece, number, false);
        ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, sites, body));
    }
}

static void effect_promote(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *player = term_arg(t, "player"), *piece = term_arg(t, "piece");
    Ir *pieces[16];
    if (!lower_default_type(l, t)) {
        return;
    }
    Ir *site = lw_let(l, lets, "site", site_of(l, t, "site", lw_copy(l, l->it.to)));
    const Term *name = term_arg(piece, "name");
    if (player && (!name || player->kind != TERM_ENUM)) {
        lower_unsupported(l, t, "this form of (promote ..)");
        return;
    }
    size_t n = 1;
    if (player) {
        pieces[0] = lower_piece_of_role(l, piece, name->text, player);
    } else {
        n = lower_pieces(l, piece, pieces, 16);
    }
    if (n != 1) {
        lower_unsupported(l, t, "(promote ..) to several pieces as an effect");
        return;
    }
    Ir *what = lw_let(l, lets, "piece", pieces[0]);
    Ir *there = ir_block(l->game);
    remove_piece(l, &there, site);
    put_piece(l, &there, site, what, lw_int(l, 1), true);
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    ir_append(l->game, writes, ir_if(l->game, on, there, NULL));
}

static void effect_if(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *no = term_arg(t, "no");
    Ir *cond = lw_let(l, lets, "cond", lower_bool(l, term_arg(t, "cond")));
    Ir *yes_block = ir_block(l->game), *no_block = no ? ir_block(l->game) : NULL;
    Ir *yes_lets = ir_block(l->game), *no_lets = no ? ir_block(l->game) : NULL;
    lower_effect(l, term_arg(t, "yes"), &yes_lets, &yes_block);
    if (no) {
        lower_effect(l, no, &no_lets, &no_block);
    }
    if (yes_lets->n == 0 && (!no || no_lets->n == 0)) {
        ir_append(l->game, writes, ir_if(l->game, cond, yes_block, no_block));
        return;
    }
    /* Values of a branch are computed in the branch: exact while no write of an
     * enclosing list stands before it, which `gathered` sees to. */
    for (int i = 0; i < yes_block->n; i++) {
        ir_append(l->game, &yes_lets, yes_block->a[i]);
    }
    for (int i = 0; no && i < no_block->n; i++) {
        ir_append(l->game, &no_lets, no_block->a[i]);
    }
    if ((*writes)->n > 0) {
        lower_unsupported(l, t, "an effect under a condition after another effect of the same list");
        return;
    }
    ir_append(l->game, writes, ir_if(l->game, cond, yes_lets, no_lets));
}

void lower_effect(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    switch (t->id) {
    case LUD_remove: effect_remove(l, t, lets, writes); break;
    case LUD_add: effect_add(l, t, lets, writes); break;
    case LUD_promote: effect_promote(l, t, lets, writes); break;
    case LUD_move_again: set_field(l, writes, l->field.next, lw_get(l, l->field.mover)); break;
    case LUD_set_next_player: effect_next_player(l, t, lets, writes); break;
    case LUD_if_moves: effect_if(l, t, lets, writes); break;
    case LUD_and_moves:
    case LUD_or_moves:
        lower_effect(l, term_arg(t, "a"), lets, writes);
        lower_effect(l, term_arg(t, "b"), lets, writes);
        break;
    case LUD_and_moves_list:
    case LUD_or_moves_list: {
        const Term *list = term_arg(t, "list");
        for (uint32_t i = 0; i < list->n; i++) {
            lower_effect(l, list->slot[i], lets, writes);
        }
        break;
    }
    default:
        lower_unsupported(l, t, arena_printf(l->arena, "as a consequence: %s", lud_row(t->id)->signature));
        return;
    }
    own_then(l, t, writes);
}

void lower_then(Lower *l, const Term *then, Ir **block)
{
    Ir *lets = ir_block(l->game), *writes = ir_block(l->game);
    if (term_arg(then, "applyAfterAllMoves")) {
        lower_unsupported(l, then, "(then .. applyAfterAllMoves:)");
        return;
    }
    lower_effect(l, term_arg(then, "effect"), &lets, &writes);
    for (int i = 0; i < lets->n; i++) {
        ir_append(l->game, block, lets->a[i]);
    }
    for (int i = 0; i < writes->n; i++) {
        ir_append(l->game, block, writes->a[i]);
    }
}
