/* choice.c - procedures that play one move of a playout (ir/play/choose.c): what they have beside the statements of others.
 *
 * A member of a set of one word that is found by its number comes with its bit, which the move's function is given. */
#include "backends/c/cgen.h"
#include "ir/core/tree.h"
#include "ir/plan/plan.h"

/* --- how much would be expanded in place? --- */

bool c_choice_is_large(const CGen *c)
{
    enum { LARGE = 6000 };
    const IrFn *moves = c->game->fn.at[ir_fn_find(c->game, "moves")];
    return shape_drawn_size(c->game, moves->body, shape_turn_size(c->game, LARGE, false), LARGE, false) >= LARGE;
}

/* --- members found by number --- */

/* A site of the list, which leaves it; where the sites are only counted, a member of their set. */
static const char *kept_member(Body *b, const Ir *e, const char *name)
{
    const char *k = c_format(b->c, "(uint32_t)%s", c_expr(b, e->a[1]));
    b->taken = true;
    if (b->c->counted) {
        c_line(b, "list->left--;");
        return NULL;
    }
    c_line(b, "const int32_t %s = list->site[%s];", name, k);
    c_line(b, "list->site[%s] = list->site[--list->left];", k);
    return name;
}

static bool let_pick(Body *b, const Ir *s)
{
    CGen *c = b->c;
    const Ir *e = s->a[0];
    const char *name = b->local[s->k];
    const bool kept = e->op == IR_OP_KEPT_PICK && b->lists;
    if ((e->op != IR_OP_PICK && e->op != IR_OP_KEPT_PICK) || !b->read[s->k] || b->above[s->k])
        return false;
    if (kept && kept_member(b, e, name))
        return true;
    if (c_words(c, e->a[0]->type.space) > 1)
        return false;
    const char *set = c_expr(b, e->a[0]), *k = c_expr(b, e->a[1]);
    b->bit[s->k] = c_format(c, "%s_bit", name);
    c_line(b, "uint64_t %s;", b->bit[s->k]);
    c_line(b, "const int32_t %s = ludc_nth_one(%s, (uint32_t)%s, &%s);", name, c_bare(c, set), k, b->bit[s->k]);
    return true;
}

static bool let_mask(Body *b, const Ir *s)
{
    if (s->op != IR_OP_LET || s->a[0]->op != IR_OP_GE || !b->read[s->k] || b->above[s->k])
        return false;
    b->mask[s->k] = b->local[s->k];
    c_line(b, "const uint64_t %s = -(uint64_t)%s;", b->mask[s->k], c_expr(b, s->a[0]));
    b->local[s->k] = c_format(b->c, "(int32_t)-%s", b->mask[s->k]);
    return true;
}

static const char *pick(Body *b, const Ir *e)
{
    const char *set = c_expr(b, e->a[0]);
    return c_format(b->c, "%s(%s, (uint32_t)%s)", c_nth(b->c, c_words(b->c, e->a[0]->type.space)), c_bare(b->c, set), c_expr(b, e->a[1]));
}

/* What is made anew where it is not known from the ply before. */
static const char *kept_count(Body *b, const Ir *e)
{
    CGen *c = b->c;
    if (!b->lists)
        return c_format(c, "%s(%s)", c_count(c, c_words(c, e->a[0]->type.space)), c_bare(c, c_expr(b, e->a[0])));
    c_open(b, "if (LUDC_RARE(list->left == UNLISTED))");
    const char *set = c_bare(c, c_expr(b, e->a[0]));
    c_line(b, c->counted ? "list->left = count_sites(%s);" : "list_sites(list, %s);", set);
    c_close(b);
    return "(int32_t)list->left";
}

static const char *toss(Body *b, const Ir *e)
{
    CGen *c = b->c;
    const int words = c_words(c, e->type.space);
    const char *all = c_expr(b, e->a[0]), *set = c_name_temp(b);
    c_line(b, "%s %s = %s;", c_set(c, words), set, c_bare(c, all));
    for (int i = 0; i < words; i++)
        c_line(b, "%s%s &= ludc_random(rng);", set, words == 1 ? "" : c_format(c, ".w[%d]", i));
    return set;
}

/* The value of a local, so that a lot is drawn once, in its place. */
static const char *value(Body *b, const Ir *e)
{
    switch (e->op) {
    case IR_OP_DRAW: return c_format(b->c, "(int32_t)ludc_below(rng, (uint32_t)%s)", c_expr(b, e->a[0]));
    case IR_OP_KEPT_COUNT: return kept_count(b, e);
    case IR_OP_TOSS: return toss(b, e);
    default: return pick(b, e);
    }
}

static bool let(Body *b, const Ir *s)
{
    if (s->a[0]->op == IR_OP_DRAW && !b->read[s->k]) {
        c_line(b, "(void)ludc_random(rng);");
        return true;
    }
    return let_pick(b, s) || let_mask(b, s);
}

/* --- from planes, or from a list --- */

static void unlist(Body *b)
{
    if (b->lists && !b->taken)
        c_line(b, "list->left = UNLISTED;");
    b->taken = false;
}

/* The move of that code is drawn: what is to be done with it. */
static void drawn(Body *b, const Ir *s, const char *code)
{
    const char *type = c_type(b->c, b->fn->local.at[s->k].type);
    c_line(b, "const %s %s = (%s)%s;", type, b->local[s->k], type, code);
    c_block(b, s->a[s->n - 1]);
}

/* Planes: sets of moves with a running count. */
static void choose_by_planes(Body *b, const Ir *s, uint64_t most)
{
    c_line(b, "ludc_plane out[%llu];", (unsigned long long)most + 2);
    c_line(b, "out[0].end = 0;");
    c_line(b, "const uint64_t n = %s(st, out, 1);", c_need_list(b->c, (int)s->a[0]->a[0]->k, true));
    c_open(b, "if (n > 1)");
    c_line(b, "const uint32_t k = ludc_below(rng, (uint32_t)(n >> 32));");
    c_line(b, "const ludc_plane *p = out + 1;");
    c_open(b, "while (p->end <= k)");
    c_line(b, "p++;");
    c_close(b);
    drawn(b, s, "(p->first + (uint32_t)ludc_nth(p->set, k - p[-1].end))");
    c_close(b);
}

/* One code of the list after another, as long as there is one and the block goes on. */
static void draw_codes(Body *b, const Ir *s, const List *list, const char *k)
{
    const bool once = tree_always_returns(s->a[s->n - 1]);
    const char *n = list->n, *out = list->out;
    c_open(b, once ? "if (%s)" : "while (%s)", n);
    c_line(b, b->c->game->joint ? "const uint32_t %s = %s > 1 ? ludc_below(rng, %s) : 0;" : once ? "const uint32_t %s = ludc_below(rng, %s);"
                                                                                                  : "const uint32_t %s = ludc_below(rng, %s--);", k, n, n);
    drawn(b, s, c_format(b->c, "%s[%s]", out, k));
    if (!once) {
        c_open(b, "for (uint32_t i = %s; i < %s; i++)", k, n);
        c_line(b, "%s[i] = %s[i + 1];", out, out);
        c_close(b);
    }
    c_close(b);
}

/* Where there is no room for all moves, the block in the middle does it. */
static void choose_by_list(Body *b, const Ir *s)
{
    const bool fits = s->n == 2;
    const uint64_t most = fits ? ir_max_emitted(b->c->game, s->a[0]) : MAX_ROOM;
    const CPlays *plays = b->plays;
    const bool inner = b->list.out; /* within another one */
    const List outer = b->list, list = {.out = inner ? c_name_temp(b) : "out", .n = inner ? c_name_temp(b) : "n"};
    c_line(b, "uint32_t %s[%llu];", list.out, most ? (unsigned long long)most : 1);
    c_line(b, "uint32_t %s = 0;", list.n);
    b->list = list;
    b->plays = NULL; /* loops of the generator are its own */
    c_block(b, s->a[0]);
    b->plays = plays;
    if (!fits) {
        c_open(b, "if (%s > %d)", list.n, MAX_ROOM);
        c_block(b, s->a[1]);
        c_close(b);
    }
    draw_codes(b, s, &list, inner ? c_name_temp(b) : "k");
    b->list = outer;
}

static void choose(Body *b, const Ir *s)
{
    const uint64_t planes = shape_chooses_planes(b->c->game, s);
    c_scope(b);
    if (planes)
        choose_by_planes(b, s, planes);
    else
        choose_by_list(b, s);
    c_close(b);
}

static void return_tested(Body *b)
{
    const int tested = ir_fn_find(b->c->game, b->c->game->choose_tested);
    c_need_chooser(b->c, tested);
    unlist(b);
    c_line(b, "return %s(st, rng);", b->c->fn[tested]);
}

/* A move was played: what is kept of sites holds no more, unless it is the one that was just taken out. */
static bool leave(Body *b, const Ir *s)
{
    const Ir *e = s->a[0];
    const bool tested = e->op == IR_OP_CALL && b->c->game->choose_tested && e->k == ir_fn_find(b->c->game, b->c->game->choose_tested);
    if (tested)
        return_tested(b);
    else if (e->op != IR_OP_INT || e->k)
        unlist(b);
    return tested;
}

/* --- the procedure --- */

static const CPlays plays = {choose, value, let, leave};

void c_need_chooser(CGen *c, int fn)
{
    const IrFn *f = c->game->fn.at[fn];
    const bool planned = ir_plan_chooses(c->game), main = fn == ir_fn_find(c->game, c->game->choose);
    if (!c_once(c, c->fn[fn]))
        return;
    c_need_turn(c);
    Body b = c_body(c, f, "st");
    b.out = &b.text;
    b.draws = c->chance;
    b.plays = &plays;
    b.lists = main && c->listed >= 0;
    b.bit = ARENA_ARRAY(c->arena, const char *, f->local.n + 1);
    b.mask = ARENA_ARRAY(c->arena, const char *, f->local.n + 1);
    c_scopes(&b, (const Ir *const[]){f->body}, 1);
    c_block(&b, f->body);
    out_puts(&c->text, main && planned ? "/* Plays one move, each that is legal being as likely, without listing them. */\n"
                                       : c->game->joint ? "/* Plays one move of each player; 0 if one has none. */\n"
                                                       : "/* Plays one move, each of the list being as likely; 0 if there is none. */\n");
    c_finish(&b, c_format(c, "%s int32_t %s(State *st, uint64_t *rng%s)", tree_has_op(f->body, IR_OP_CHOOSE) && !(main && planned) ? "LUDC_FN" : c->hot,
                          c->fn[fn], b.lists ? ", Sites *list" : ""));
}
