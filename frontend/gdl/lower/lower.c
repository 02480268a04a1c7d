/* lower.c - from a net to IR: declarations, moves, the turn, what a state shows. */
#include "frontend/gdl/lower/lower.h"
#include "ir/offer/offer.h"

#include <string.h>

/* ---- spaces and fields ------------------------------------------------------ */

static int labelled(GdlLower *l, const char *name, uint32_t n)
{
    int space = ir_space_add(l->game, name, n ? (int)n : 1);
    l->game->space.at[space].label = ARENA_ARRAY(l->game->arena, const char *, n ? n : 1);
    if (!n)
        l->game->space.at[space].label[0] = "";
    return space;
}

static void label(GdlLower *l, int space, uint32_t i, const char *text)
{
    l->game->space.at[space].label[i] = arena_strdup(l->game->arena, text);
}

static void declare_role(GdlLower *l, uint32_t r)
{
    GdlRole *role = &l->role[r];
    IrGame *g = l->game;
    role->space = labelled(l, arena_printf(g->arena, "move %u", r + 1), role->n);
    for (uint32_t i = 0; i < role->n; i++)
        label(l, role->space, i, l->net->input[role->first + i].name);
    role->does = ir_field_add(g, arena_printf(g->arena, "does %u", r + 1),
                              (IrType){IR_INT, role->space, 0, (int64_t)role->n - 1}, NULL);
    role->legal = ir_field_add(g, arena_printf(g->arena, "legal %u", r + 1), ir_mask(role->space), NULL);
    role->hit_space = ir_space_add(g, arena_printf(g->arena, "column %u", r + 1), 1);
    IrDim dim = {role->space, (int)role->n};
    role->hit = ir_table_add(g, arena_printf(g->arena, "holds %u", r + 1), ir_mask(role->hit_space), false, 1, &dim);
}

/* A role that never has a move makes every state a dead end; it still has a name. */
static bool find_roles(GdlLower *l)
{
    const GdlNet *net = l->net;
    l->role = ARENA_ARRAY(l->arena, GdlRole, net->nrole);
    for (uint32_t i = net->ninput; i-- > 0;) {
        l->role[net->input[i].role].first = i;
        l->role[net->input[i].role].n++;
    }
    for (uint32_t r = 0; r < net->nrole; r++) {
        GdlRole *role = &l->role[r];
        role->words = (int)(role->n + 63) / 64;
        if (role->n > GDL_MOST_BITS)
            return session_unsupported(l->session, net->role_at[r], "a role with %u moves", role->n);
        if (!role->n)
            return session_unsupported(l->session, net->role_at[r], "the role `%s`, which never has a legal move", net->role[r]);
    }
    return true;
}

static void declare(GdlLower *l)
{
    const GdlNet *net = l->net;
    IrGame *g = l->game;
    l->space_player = labelled(l, "player", net->nrole + 1);
    label(l, l->space_player, 0, "");
    for (uint32_t r = 0; r < net->nrole; r++)
        label(l, l->space_player, r + 1, net->role[r]);
    l->space_fact = labelled(l, net->nshown ? "column of fact" : "fact", net->nbase);
    for (uint32_t i = 0; i < net->nbase; i++)
        label(l, l->space_fact, i, net->base[i].name);
    l->space_goal = labelled(l, "goal", net->ngoal);
    for (uint32_t i = 0; i < net->ngoal; i++)
        label(l, l->space_goal, i, arena_printf(l->arena, "%u %s", net->goal[i].role + 1, net->goal[i].name));
    l->facts = ir_field_add(g, "true", ir_mask(l->space_fact), NULL);
    l->over = ir_field_add(g, "over", ir_bit(), NULL);
    for (uint32_t r = 0; r < net->nrole; r++)
        declare_role(l, r);
}

/* The fields before the first step. */
static void initial(GdlLower *l)
{
    const GdlNet *net = l->net;
    uint8_t *state = ARENA_ARRAY(l->arena, uint8_t, net->nbase + 1);
    uint8_t *does = ARENA_ARRAY(l->arena, uint8_t, net->ninput + 1);
    uint8_t *value = ARENA_ARRAY(l->arena, uint8_t, net->nnode);
    IrField *field = l->game->field.at;
    for (uint32_t i = 0; i < net->nbase; i++) {
        state[i] = net->base[i].init;
        if (state[i])
            ir_mask_set(field[l->facts].word, (int)i);
    }
    gdl_net_eval(net, state, does, value);
    field[l->over].init[0] = gdl_edge_value(value, net->terminal);
    for (uint32_t i = 0; i < net->ninput; i++) {
        const GdlRole *role = &l->role[net->input[i].role];
        if (gdl_edge_value(value, net->input[i].legal))
            ir_mask_set(field[role->legal].word, (int)(i - role->first));
    }
    gdl_open_initial(l, value);
    for (size_t i = 0; i < l->lasting.n; i++)
        if (value[l->lasting.at[i].node])
            ir_mask_set(field[l->lasting.at[i].wire.field].word, l->lasting.at[i].wire.member);
}

/* ---- moves -------------------------------------------------------------------- */

/* Sets what the role does; its moves are those of its field. */
static void move_rule(GdlLower *l, uint32_t r, IrFn *moves, int player)
{
    IrGame *g = l->game;
    GdlRole *role = &l->role[r];
    IrFn *rule = ir_fn_add(g, IR_RULE, arena_printf(g->arena, "do %u", r + 1),
                           (IrType){.kind = IR_VOID, .space = IR_NOSPACE});
    int move = ir_local_add(g, rule, "move", (IrType){IR_INT, role->space, 0, (int64_t)role->n - 1});
    rule->nparam = 1;
    rule->header = ir_block(g);
    ir_append(g, &rule->header, ir_k1(g, IR_OP_PARAM, move, ir_get(g, role->legal, NULL)));
    rule->effect = ir_block(g);
    ir_append(g, &rule->effect, ir_put(g, role->does, NULL, ir_local(g, rule, move)));

    Ir *taken = ir_block(g), *legal = ir_get(g, role->legal, NULL);
    ir_append(g, &taken, ir_call(g, IR_OP_EMITSET, ir_fn_index(g, rule), 1, &legal));
    Ir *mine = ir_op2(g, IR_OP_EQ, ir_local(g, moves, player), ir_const(g, (int64_t)r + 1));
    ir_append(g, &moves->body, ir_if(g, mine, taken, NULL));
}

static void moves(GdlLower *l)
{
    IrGame *g = l->game;
    IrFn *moves = ir_fn_add(g, IR_GEN, "moves", (IrType){.kind = IR_VOID, .space = IR_NOSPACE});
    int player = ir_local_add(g, moves, "player", (IrType){IR_INT, l->space_player, 0, l->net->nrole});
    moves->nparam = 1;
    moves->body = ir_block(g);
    for (uint32_t r = 0; r < l->net->nrole; r++)
        move_rule(l, r, moves, player);
    g->flat = true;
}

Ir *gdl_pack(GdlLower *l, int space, int first, Ir **bit, int n)
{
    Ir **operand = ARENA_ARRAY(l->arena, Ir *, n + 1);
    operand[0] = ir_const(l->game, first);
    for (int i = 0; i < n; i++)
        operand[i + 1] = bit[i];
    return ir_node(l->game, NULL, IR_OP_PACK, space, n + 1, operand);
}

/* ---- the turn ------------------------------------------------------------------- */

/* Next values of the facts that no table gives, by parts: in a field until all are
 * known. */
static Ir *facts_by_parts(GdlLower *l, GdlCode *code)
{
    IrGame *g = l->game;
    int next = ir_field_add(g, "next", ir_mask(l->space_fact), NULL);
    GdlRoot *root = ARENA_ARRAY(l->arena, GdlRoot, l->net->nbase);
    size_t n = 0;
    for (uint32_t i = 0; i < l->net->nbase; i++)
        if (!l->tabled[i])
            root[n++] = (GdlRoot){next, (int)i, l->net->base[i].next, GDL_FALSE};
    gdl_lower_parts(l, "next", code, root, n);
    return ir_get(g, next, NULL);
}

static Ir *fact_bits(GdlLower *l, IrFn *turn, GdlCode *code)
{
    GdlBits *bits = gdl_bits_new(l, turn);
    const GdlNet *net = l->net;
    for (uint32_t i = 0; i < net->nbase; i++)
        if (!l->tabled[i])
            gdl_bits_want(bits, net->base[i].next);
    if (gdl_bits_size(bits) > GDL_WHOLE)
        return facts_by_parts(l, code);
    Ir **bit = ARENA_ARRAY(l->arena, Ir *, net->nbase + 1);
    for (uint32_t i = 0; i < net->nbase; i++)
        bit[i] = l->tabled[i] ? ir_const(l->game, 0) : gdl_bits(bits, code, net->base[i].next);
    return gdl_pack(l, l->space_fact, 0, bit, (int)net->nbase);
}

static void turn(GdlLower *l)
{
    IrGame *g = l->game;
    IrFn *turn = ir_fn_add(g, IR_TURN, IR_TURN_NAME, (IrType){.kind = IR_VOID, .space = IR_NOSPACE});
    GdlCode code = {0}, derived = {0};
    int changed = -1;
    gdl_lower_derived(l, turn, &derived, &changed);
    int old = changed < 0 ? -1 : ir_local_add(g, turn, "old", ir_mask(l->space_fact));
    if (old >= 0)
        gdl_say(l, &code, ir_k1(g, IR_OP_LET, old, ir_get(g, l->facts, NULL)));
    size_t fields = g->field.n;
    Ir *frame = gdl_lower_frame(l);
    Ir *next = fact_bits(l, turn, &code);
    next = frame ? ir_op2(g, IR_OP_MOR, frame, next) : next;
    gdl_say(l, &code, ir_put(g, l->facts, NULL, next));
    if (g->field.n > fields)
        gdl_say(l, &code, ir_put(g, (int)fields, NULL, ir_k0(g, IR_OP_NONE, l->space_fact)));
    gdl_open_step(l, &code);
    for (uint32_t r = 0; r < l->net->nrole; r++)
        gdl_say(l, &code, ir_put(g, l->role[r].does, NULL, ir_const(g, 0)));
    if (old >= 0) {
        Ir *other = ir_op2(g, IR_OP_MXOR, ir_local(g, turn, old), ir_get(g, l->facts, NULL));
        gdl_say(l, &code, ir_k1(g, IR_OP_LET, changed, other));
    }
    gdl_say(l, &code, gdl_block(l, &derived));
    gdl_lower_columns(l);
    turn->body = gdl_block(l, &code);
}

/* ---- what a state shows ------------------------------------------------------------ */

static IrFn *view(GdlLower *l, const char *name, IrType result, const char *param, IrType type)
{
    IrFn *fn = ir_fn_add(l->game, IR_VIEW, name, result);
    if (param)
        ir_local_add(l->game, fn, param, type);
    fn->nparam = param != NULL;
    fn->body = ir_block(l->game);
    return fn;
}

static void give(GdlLower *l, IrFn *fn, Ir *value)
{
    ir_append(l->game, &fn->body, ir_k1(l->game, IR_OP_RET, 0, value));
}

/* fn worth() -> the set of goals that hold. */
static int worth(GdlLower *l)
{
    IrFn *fn = ir_fn_add(l->game, IR_FN, "worth", ir_mask(l->space_goal));
    GdlCode code = {0};
    GdlBits *bits = gdl_bits_new(l, fn);
    GdlEdge *holds = ARENA_ARRAY(l->arena, GdlEdge, l->net->ngoal + 1);
    for (uint32_t i = 0; i < l->net->ngoal; i++)
        gdl_bits_want(bits, holds[i] = l->net->goal[i].holds);
    if (gdl_bits_size(bits) > GDL_WHOLE)
        gdl_lower_reading(l, "worth", fn, &code, holds, l->net->ngoal);
    Ir **bit = ARENA_ARRAY(l->arena, Ir *, l->net->ngoal + 1);
    for (uint32_t i = 0; i < l->net->ngoal; i++)
        bit[i] = gdl_bits(bits, &code, l->net->goal[i].holds);
    Ir *set = gdl_pack(l, l->space_goal, 0, bit, (int)l->net->ngoal);
    gdl_say(l, &code, ir_k1(l->game, IR_OP_RET, 0, set));
    fn->body = gdl_block(l, &code);
    gdl_forget_wires(l);
    return ir_fn_index(l->game, fn);
}

static int goal_table(GdlLower *l, const char *name, bool values)
{
    IrGame *g = l->game;
    IrDim goal = {l->space_goal, g->space.at[l->space_goal].size}, player = {l->space_player, (int)l->net->nrole + 1};
    int table = values ? ir_table_add(g, name, ir_int(-1, 100), false, 1, &goal)
                       : ir_table_add(g, name, ir_mask(l->space_goal), false, 1, &player);
    IrTable *t = &g->table.at[table];
    for (uint32_t i = 0; i < l->net->ngoal; i++)
        if (values)
            t->value[i] = l->net->goal[i].value;
        else
            ir_mask_set(t->word + (size_t)ir_words(g, l->space_goal) * (l->net->goal[i].role + 1), (int)i);
    return table;
}

/* The one value that holds; -1 where there is none, -2 where there are several. */
static void goal_view(GdlLower *l, int fn_worth)
{
    IrGame *g = l->game;
    int of = goal_table(l, "goals of", false), value = goal_table(l, "value of", true);
    IrType player = {IR_INT, l->space_player, 0, l->net->nrole};
    IrFn *fn = view(l, "goal", ir_int(-2, 100), "player", player);
    Ir *index = ir_local(g, fn, 0);
    Ir *mine = ir_op2(g, IR_OP_MAND, ir_call(g, IR_OP_CALL, fn_worth, 0, NULL), ir_tab(g, of, 1, &index));
    int set = ir_local_add(g, fn, "mine", ir_mask(l->space_goal));
    ir_append(g, &fn->body, ir_k1(g, IR_OP_LET, set, mine));
    Ir *first = ir_op2(g, IR_OP_MAX, ir_op1(g, IR_OP_FIRST, ir_local(g, fn, set)), ir_const(g, 0));
    Ir *one = ir_op2(g, IR_OP_EQ, ir_op1(g, IR_OP_COUNT, ir_local(g, fn, set)), ir_const(g, 1));
    Ir *none = ir_op3(g, IR_OP_SELECT, ir_op1(g, IR_OP_ANY, ir_local(g, fn, set)), ir_const(g, -2), ir_const(g, -1));
    give(l, fn, ir_op3(g, IR_OP_SELECT, one, ir_tab(g, value, 1, &first), none));
}

static void fact_view(GdlLower *l)
{
    IrGame *g = l->game;
    IrType fact = {IR_INT, l->space_fact, 0, g->space.at[l->space_fact].size - 1};
    IrFn *fn = view(l, "fact", ir_bit(), "fact", fact);
    give(l, fn, ir_op2(g, IR_OP_HAS, ir_local(g, fn, 0), ir_get(g, l->facts, NULL)));
}

static void views(GdlLower *l)
{
    IrGame *g = l->game;
    IrType none = {.kind = IR_VOID};
    give(l, view(l, "over", ir_bit(), NULL, none), ir_get(g, l->over, NULL));
    if (l->net->nshown)
        gdl_lower_shown(l);
    else
        fact_view(l);
    int fn_worth = worth(l);
    IrType goal = {IR_INT, l->space_goal, 0, g->space.at[l->space_goal].size - 1};
    IrFn *fn = view(l, "goals", ir_bit(), "goal", goal);
    give(l, fn, ir_op2(g, IR_OP_HAS, ir_local(g, fn, 0), ir_call(g, IR_OP_CALL, fn_worth, 0, NULL)));
    goal_view(l, fn_worth);
}

/* What each role can get, as view `goal` says it. */
static void payoffs(GdlLower *l)
{
    const GdlNet *net = l->net;
    for (uint32_t r = 0; r < net->nrole; r++) {
        bool can[103] = {[0] = net->worth[r].several, [1] = net->worth[r].none}; /* from -2 on */
        int32_t value[103];
        size_t n = 0;
        for (uint32_t i = 0; i < net->ngoal; i++)
            if (net->goal[i].role == r && net->goal[i].at_end)
                can[net->goal[i].value + 2] = true;
        for (int32_t v = 0; v < 103; v++)
            if (can[v])
                value[n++] = v - 2;
        ir_data_add(l->game, arena_printf(l->arena, "payoff %u", r + 1), n, value);
    }
}

/* ---- the whole ------------------------------------------------------------------- */

IrGame *gdl_lower(Session *session, const GdlNet *net, const char *name, unsigned offers)
{
    GdlLower l = {.session = session, .net = net, .arena = arena_beside(session->arena), .offers = offers, .wires_local = -1};
    l.game = ir_game_new(session, name, (int)net->nrole);
    l.game->joint = true;
    l.tabled = ARENA_ARRAY(l.arena, bool, net->nbase + 1);
    l.wire = ARENA_ARRAY(l.arena, GdlWire, net->nnode);
    for (uint32_t i = 0; i < net->nnode; i++)
        l.wire[i].field = -1;
    bool fits = find_roles(&l);
    if (fits) {
        declare(&l);
        gdl_lower_does(&l);
        moves(&l);
        gdl_lower_open(&l);
        turn(&l);
        initial(&l);
        views(&l);
        gdl_lower_planes(&l);
        if (offers & IR_OFFER_PAYOFFS)
            payoffs(&l);
    }
    arena_free(l.arena);
    return fits ? l.game : NULL;
}
