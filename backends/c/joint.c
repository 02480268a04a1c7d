/* joint.c - games in which all players move at the same time.
 *
 * The moves of a player are the variants of gen moves(%player) for it.  A step of
 * a playout takes one move for each, a random word for each player that has a
 * choice, and then plays them together. */
#include "backends/c/cgen.h"

static const IrFn *gen_moves(const CGen *c)
{
    return c->game->fn.at[ir_fn_find(c->game, "moves")];
}

/* --- functions of the reasoner --- */

const char *c_joint_moves(Body *b)
{
    c_line(b, "uint32_t n = 0;");
    c_open(b, "for (uint32_t player = 1; player <= %d; player++)", b->c->game->players);
    c_line(b, "n += moves_of(r, state, player, out ? out + n : NULL);");
    c_close(b);
    return "n";
}

/* Plays the move of one player: `code` among those of all rules. */
static void play_any(Body *b)
{
    CGen *c = b->c;
    for (size_t i = 0; i < c->ncode; i++) {
        const IrFn *rule = c->game->fn.at[c->code[i].fn];
        const char *play = c_play(c, rule);
        unsigned long long end = c->code[i].base + c->code[i].size;
        if (i + 1 < c->ncode)
            c_open(b, "if (move < %lluu)", end);
        else
            c_scope(b);
        c_line(b, "%s(st%s);", play, c_decoded(b, &c->code[i]));
        if (i + 1 < c->ncode)
            c_line(b, "continue;");
        c_close(b);
    }
}

const char *c_joint_apply(Body *b)
{
    CGen *c = b->c;
    c_need_turn(c);
    c_line(b, "State *st = state;");
    c_open(b, "for (int32_t i = 0; i < %d; i++)", c->game->players);
    c_line(b, "const uint32_t move = code[i];");
    play_any(b);
    c_close(b);
    c_line(b, "turn(st);");
    return NULL;
}

/* --- a step of a playout --- */

/* The member `k`, 0 where there is no choice, so that nothing is drawn. */
static void draw(Body *b, int player)
{
    c_line(b, "const uint32_t k%d = n%d > 1 ? ludc_below(rng, n%d) : 0;", player, player, player);
}

static void stuck(Body *b, int player)
{
    c_line(b, "if (!n%d)", player);
    c_line(b, "    return 0;");
}

static const char *choose_from_set(Body *b, int player, const Ir *emission)
{
    CGen *c = b->c;
    const Ir *set = emission->a[0];
    int words = c_words(c, set->type.space);
    const char *name = c_format(c, "set%d", player);
    c_line(b, "const %s %s = %s;", c_set(c, words), name, c_bare(c, c_expr(b, set)));
    const char *count = c_count(c, words);
    c_line(b, "const uint32_t n%d = (uint32_t)%s(%s);", player, count, name);
    stuck(b, player);
    draw(b, player);
    const IrFn *rule = c->game->fn.at[emission->k];
    const char *nth = c_nth(c, words);
    return c_format(c, "%s(st, (int32_t)%s(%s, k%d));", c_play(c, rule), nth, name, player);
}

static const char *choose_from_list(Body *b, int player, uint64_t most)
{
    CGen *c = b->c;
    const char *list = c_need_list(c, ir_fn_find(c->game, c->game->list), false);
    c_line(b, "uint32_t out%d[%llu];", player, most ? (unsigned long long)most : 1);
    c_line(b, "const uint32_t n%d = %s(st, out%d, 0, %d);", player, list, player, player);
    stuck(b, player);
    draw(b, player);
    return c_format(c, "code[%d] = out%d[k%d];", player - 1, player, player);
}

void c_joint_choose(CGen *c)
{
    Body b = c_body(c, gen_moves(c), "st");
    b.out = &b.text;
    const Ir *tree = gen_moves(c)->body;
    c_scopes(&b, &tree, 1);
    bool sets = true;
    for (int p = 1; p <= c->game->players; p++)
        sets = shape_player_set(tree, p) && sets;
    const char **play = ARENA_ARRAY(c->arena, const char *, c->game->players);
    if (!sets)
        c_line(&b, "uint32_t code[%d];", c->game->players);
    for (int p = 1; p <= c->game->players; p++)
        play[p - 1] = sets ? choose_from_set(&b, p, shape_player_set(tree, p))
                           : choose_from_list(&b, p, ir_max_moves(c->game));
    for (int p = 1; p <= c->game->players; p++)
        c_line(&b, "%s", play[p - 1]);
    if (sets) {
        c_need_turn(c);
        c_line(&b, "turn(st);");
    } else {
        c_line(&b, "apply_joint(NULL, st, code);");
    }
    c_line(&b, "return 1;");
    out_puts(&c->text, "/* Plays one move of each player; 0 if one has none. */\n");
    c_finish(&b, c_format(c, "%s int32_t choose(State *st, uint64_t *rng)", c->hot));
}
