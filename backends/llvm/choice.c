/* choice.c - the next move of a playout: the procedures that ir/play/choose.c writes, expanded in place, and what they have beside
 * the statements of others. */
#include "backends/llvm/gen.h"
#include "ir/core/tree.h"
#include "ir/plan/plan.h"

/* --- how much would be expanded in place? --- */

bool ll_choice_is_large(const Gen *g)
{
    enum { LARGE = 9000, LARGE_IN_A_HURRY = 1000 };
    const IrGame *game = g->game;
    const size_t limit = g->options->quick ? LARGE_IN_A_HURRY : LARGE, turn = shape_turn_size(game, limit, true);
    const Ir *moves = game->fn.at[ir_fn_find(game, "moves")]->body;
    const bool planned = ir_plan_chooses(game);
    if (!game->joint && !planned && shape_in_a_row(game, moves, false))
        return shape_drawn_size(game, moves, turn, limit, true) >= limit;
    size_t n = turn + shape_size(game, moves, limit, true) + (planned ? shape_drawn_size(game, moves, turn, limit, true) : 0);
    for (size_t i = 0; i < game->fn.n && n < limit; i++)
        n += game->fn.at[i]->kind == IR_RULE ? shape_rule_size(game, game->fn.at[i], limit, true) : 0;
    return n >= limit;
}

/* --- members found by number --- */

/* A list without sites: they are only counted. */
static Value pick(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    const bool kept = e->op == IR_OP_KEPT_PICK && f->listing;
    Value k = ll_fit(g, ll_expr(f, e->a[1]), g->i32);
    f->taken = kept;
    if (kept && f->listing->entry)
        return ll_take_site(f, k);
    if (kept)
        ll_take_one(f);
    return ll_nth(g, ll_expr(f, e->a[0]), k, ll_words(g, e->a[0]->type.space));
}

static bool let(Fun *f, const Ir *s)
{
    const Ir *e = s->a[0];
    if (e->op != IR_OP_PICK && e->op != IR_OP_KEPT_PICK)
        return false;
    f->local[s->k] = (Local){.value = pick(f, e)}; /* no slot: its bit is known with it */
    return true;
}

static Value kept_count(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    if (!f->listing)
        return ll_count(g, ll_expr(f, e->a[0]), ll_words(g, e->a[0]->type.space));
    ll_list_sites(f, e->a[0]);
    return ll_load(g, g->i32, f->listing->left, 4);
}

static Value toss(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    const int words = ll_words(g, e->type.space);
    Value set = ll_expr(f, e->a[0]), random = words == 1 ? ll_random(f, f->rng) : ll_empty(g, words);
    for (int i = 0; words > 1 && i < words; i++)
        random = LLVMBuildInsertElement(g->b, random, ll_random(f, f->rng), ll_int(g, i), "");
    return LLVMBuildAnd(g->b, set, random, "");
}

static Value value(Fun *f, const Ir *e)
{
    return e->op == IR_OP_TOSS ? toss(f, e) : e->op == IR_OP_KEPT_COUNT ? kept_count(f, e) : pick(f, e);
}

/* --- moves --- */

/* A move is played: what is kept of sites holds no more, unless it is the one that was just taken out. */
static void unlist(Fun *f)
{
    if (!f->taken)
        ll_unlist(f);
    f->taken = false;
}

/* --- by planes with running counts, or by a list --- */

/* The move of the code is drawn: what is to be done with it. */
static void drawn(Fun *f, const Ir *s, Value code)
{
    const IrType type = f->fn->local.at[s->k].type; /* without sign, as codes are */
    f->local[s->k] = (Local){.value = ll_fit(f->g, ll_index(f->g, code, type), ll_type(f->g, type))};
    ll_stmt(f, s->a[s->n - 1]);
}

static void choose_by_planes(Fun *f, const Ir *s, uint64_t most)
{
    Gen *g = f->g;
    Type part[] = {g->i64, g->i32, g->i32};
    Type plane_type = LLVMStructTypeInContext(g->cx, part, 3, false);
    Value out = ll_alloca(f, LLVMArrayType2(plane_type, most + 2), "planes");
    LLVMSetAlignment(out, 16);
    ll_store(g, ll_int(g, 0), LLVMBuildStructGEP2(g->b, plane_type, out, 2, ""), 4);
    Value n = ll_list(f, (int)s->a[0]->a[0]->k, true, out, 1, NULL);
    Block some = ll_block(f, "some"), none = ll_block(f, "none");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntEQ, n, ll_int(g, 1), ""), none, some);
    ll_at(f, some);
    Value last = LLVMBuildZExt(g->b, LLVMBuildSub(g->b, n, ll_int(g, 1), ""), g->i64, "");
    Value last_end = LLVMBuildStructGEP2(g->b, plane_type, ll_gep(g, plane_type, out, last), 2, "");
    Value k = ll_below(f, f->rng, ll_load(g, g->i32, last_end, 4));
    Value at = ll_alloca(f, g->i64, "at");
    ll_store(g, ll_word(g, 0), at, 8);
    Block head = ll_block(f, "next"), found = ll_block(f, "found");
    ll_go(f, head);
    Value i = LLVMBuildAdd(g->b, ll_load(g, g->i64, at, 8), ll_word(g, 1), "");
    ll_store(g, i, at, 8);
    Value p = ll_gep(g, plane_type, out, i);
    Value stop = ll_load(g, g->i32, LLVMBuildStructGEP2(g->b, plane_type, p, 2, ""), 4);
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntULE, stop, k, ""), head, found);
    ll_at(f, found);
    Value before = ll_gep(g, plane_type, p, ll_word(g, (uint64_t)-1));
    Value skipped = ll_load(g, g->i32, LLVMBuildStructGEP2(g->b, plane_type, before, 2, ""), 4);
    Value member = ll_nth(g, ll_load(g, g->i64, p, 8), LLVMBuildSub(g->b, k, skipped, ""), 1);
    Value first = ll_load(g, g->i32, LLVMBuildStructGEP2(g->b, plane_type, p, 1, ""), 4);
    drawn(f, s, LLVMBuildAdd(g->b, first, member, ""));
    ll_go(f, none);
}

/* --- from a list --- */

static Value entry(Gen *g, Value list, Value at)
{
    return ll_gep(g, g->i32, list, LLVMBuildZExt(g->b, at, g->i64, ""));
}

/* The codes of the moves, and a slot of their number.  Where there is no room for all of them, the block in the middle does it. */
static Value list_moves(Fun *f, const Ir *s, Value *n)
{
    Gen *g = f->g;
    const bool fits = s->n == 2;
    const uint64_t most = fits ? ir_max_emitted(g->game, s->a[0]) : MAX_ROOM;
    const bool own = fits || g->game->joint; /* lists of joint games lie beside each other */
    Value list = own || !*f->room ? ll_alloca(f, LLVMArrayType2(g->i32, most + 1), "candidates") : *f->room;
    *f->room = own ? *f->room : list;
    *n = ll_alloca(f, g->i32, "n");
    LLVMSetAlignment(list, 16);
    ll_store(g, ll_int(g, 0), *n, 4);
    Fun gen = *f;
    gen.plays = NULL; /* loops of the generator are its own */
    gen.list = (List){false, list, *n};
    ll_stmt(&gen, s->a[0]);
    if (!fits) {
        Block all = ll_block(f, "listed"), others = ll_block(f, "others");
        Value more = LLVMBuildICmp(g->b, LLVMIntUGT, ll_load(g, g->i32, *n, 4), ll_int(g, MAX_ROOM), "");
        ll_branch(f, more, others, all);
        ll_at(f, others);
        gen.plays = f->plays;
        ll_stmt(&gen, s->a[1]);
        ll_go(f, all);
    }
    return list;
}

/* Entry k leaves the list, of which `left` entries remain. */
static void take_out(Gen *g, Value list, Value k, Value left)
{
    Value to = entry(g, list, k), from = ll_gep(g, g->i32, to, ll_word(g, 1));
    Value behind = LLVMBuildZExt(g->b, LLVMBuildSub(g->b, left, k, ""), g->i64, "");
    LLVMBuildMemMove(g->b, to, 4, from, 4, LLVMBuildMul(g->b, behind, ll_word(g, 4), ""));
}

/* A number below n; of joint games none is drawn where there is no choice. */
static Value draw(Fun *f, Value n)
{
    Gen *g = f->g;
    if (!g->game->joint)
        return ll_below(f, f->rng, n);
    Value slot = ll_alloca(f, g->i32, "k");
    Block choice = ll_block(f, "choice"), end = ll_block(f, "drawn");
    ll_store(g, ll_int(g, 0), slot, 4);
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntUGT, n, ll_int(g, 1), ""), choice, end);
    ll_at(f, choice);
    ll_store(g, ll_below(f, f->rng, n), slot, 4);
    ll_go(f, end);
    return ll_load(g, g->i32, slot, 4);
}

/* One after another, as long as there is one and the statement goes on. */
static void choose_by_list(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    Value n, list = list_moves(f, s, &n);
    Block next = ll_block(f, "next"), some = ll_block(f, "some"), none = ll_block(f, "none");
    ll_go(f, next);
    Value count = ll_load(g, g->i32, n, 4);
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntEQ, count, ll_int(g, 0), ""), none, some);
    ll_at(f, some);
    Value k = draw(f, count), left = LLVMBuildSub(g->b, count, ll_int(g, 1), "");
    ll_store(g, left, n, 4);
    drawn(f, s, ll_load(g, g->i32, entry(g, list, k), 4));
    if (!tree_always_returns(s->a[s->n - 1]))
        take_out(g, list, k, left);
    LLVMBuildBr(g->b, next);
    ll_at(f, none);
}

static void choose(Fun *f, const Ir *s)
{
    const uint64_t planes = shape_chooses_planes(f->g->game, s);
    if (planes)
        choose_by_planes(f, s, planes);
    else
        choose_by_list(f, s);
}

/* --- the procedures --- */

/* By 1, a move was played; by 0; by what choose_tested() says, which is expanded once; by what another procedure says. */
static void leave(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    const Ir *e = s->a[0];
    if (e->op == IR_OP_CALL && g->game->choose_tested && e->k == ir_fn_find(g->game, g->game->choose_tested)) {
        ll_jump(f, f->tested);
        return;
    }
    if (e->op == IR_OP_INT && !e->k) {
        ll_jump(f, f->exit);
        return;
    }
    if (e->op != IR_OP_INT)
        (void)ll_expr(f, e); /* plays the move of a code: 1 */
    unlist(f);
    ll_jump(f, f->played);
}

static const Plays plays = {choose, value, let, leave};

static void procedure(Fun *f, const char *name, Value rng, Block played, Block tested, Block none)
{
    Fun inner = ll_frame(f, f->g->game->fn.at[ir_fn_find(f->g->game, name)], NULL, 0);
    Value room = NULL;
    inner.rng = rng;
    inner.plays = &plays;
    inner.played = played;
    inner.tested = tested;
    inner.exit = none;
    inner.room = &room;
    ll_stmt(&inner, inner.fn->body);
    LLVMBuildBr(f->g->b, none);
}

void ll_choose(Fun *f, Value rng, Block played)
{
    Gen *g = f->g;
    Block none = ll_block(f, "none"), tested = ll_block(f, "tested");
    procedure(f, g->game->choose, rng, played, tested, none);
    ll_at(f, tested);
    if (g->game->choose_tested) {
        ll_unlist(f);
        f->listing = NULL;
        procedure(f, g->game->choose_tested, rng, played, tested, none);
    } else {
        LLVMBuildBr(g->b, none);
    }
    ll_at(f, none);
}

void ll_run(Fun *f, const char *name, Value rng, Block done)
{
    Block none = ll_block(f, "none");
    procedure(f, name, rng, done, none, none);
    ll_at(f, none);
}
