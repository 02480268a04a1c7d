/* read_body.c - reading a .gir text: expressions and statements. */
#include <inttypes.h>
#include <string.h>

#include "ir/core/read_game.h"
#include "ir/core/text.h"

/* The names of locals that mean something here, the newest last. */
typedef VEC(struct { const char *name; int local; }) Scope;

typedef struct {
    Reader *r;
    IrGame *game;
    IrFn *fn;
    Scope *scope;
} Body;

enum { MOST_OPERANDS = UINT16_MAX };

static Ir *expression(Body b, const Syn *syn);
static Ir *statement(Body b, const Syn *syn);

/* ---- names ------------------------------------------------------------- */

static void enter(Body b, const char *name, int local)
{
    vec_push(b.game->arena, b.scope, ((__typeof__(*b.scope->at)){name, local}));
}

static int find_local(Body b, const char *name)
{
    for (size_t i = b.scope->n; i-- > 0;)
        if (b.scope->at[i].name == name)
            return b.scope->at[i].local;
    return -1;
}

/* What an operation of version 1 is called; NULL: it was none, or is called so still. */
static const char *word_now(const char *old)
{
    static const char *const word[][2] = {{"mix", "hashmix"}, {"number", "umod"},  {"touches", "count_meets"},
                                          {"run", "run_length"}, {"reach", "longest"}, {"sees", "ray_sees"}};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (strcmp(word[i][0], old) == 0)
            return word[i][1];
    return NULL;
}

static int function(Body b, const Syn *syn)
{
    int fn = ir_fn_find(b.game, syn->name);
    const char *now = fn < 0 && syn->kind == IR_OP_CALL ? word_now(syn->name) : NULL;
    if (now)
        read_error(b.r, syn->name_at, "`%s` is called `%s` since version %d", syn->name, now, IR_TEXT_VERSION);
    else if (fn < 0)
        read_error(b.r, syn->name_at, "no function, rule or gen `%s`", syn->name);
    return fn;
}

/* What the name of an operation means: its k; -1 with an error. */
static int64_t index_of(Body b, const Syn *syn)
{
    int k = 0;
    const int op = syn->kind == SYN_ADD_TO ? (int)IR_OP_PUT : syn->kind;
    switch (op < IR_OPS ? ir_op_info((IrOp)op)->names : IR_NAMES_NOTHING) {
    case IR_NAMES_LOCAL:
        k = find_local(b, syn->name);
        if (k < 0)
            read_error(b.r, syn->name_at, "no local %%%s here", syn->name);
        break;
    case IR_NAMES_FIELD:
        k = ir_field_find(b.game, syn->name);
        if (k < 0)
            read_error(b.r, syn->name_at, "no field @%s", syn->name);
        break;
    case IR_NAMES_TABLE:
        k = ir_table_find(b.game, syn->name);
        if (k < 0)
            read_error(b.r, syn->name_at, "no table $%s", syn->name);
        break;
    case IR_NAMES_FN:
        k = function(b, syn);
        break;
    case IR_NAMES_SPACE:
        k = read_space(b.r, syn->name, syn->name_at);
        break;
    case IR_NAMES_NUMBER:
    case IR_NAMES_NOTHING:
        break;
    }
    return k;
}

/* A local of that name and type, or of that name with a number. */
static int local_like(Body b, const char *name, IrType type)
{
    for (size_t i = 0; i < b.fn->local.n; i++)
        if (b.fn->local.at[i].name == name && ir_type_same(b.fn->local.at[i].type, type))
            return (int)i;
    return ir_local_add(b.game, b.fn, name, type);
}

/* The local that a binder declares.  Where the name is free again it may come back:
 * for the same local if the type is the same.  -1 with an error. */
static int bind(Body b, const Syn *binder, IrType natural)
{
    IrType type = natural;
    if (binder->type && !read_type(b.r, binder->type, &type))
        return -1;
    if (type.kind != IR_INT && type.kind != IR_MASK) {
        read_error(b.r, binder->at, "%%%s is given no value", binder->name);
        return -1;
    }
    if (find_local(b, binder->name) >= 0) {
        read_error(b.r, binder->at, "%%%s has a meaning here already", binder->name);
        return -1;
    }
    int local = local_like(b, binder->name, type);
    enter(b, binder->name, local);
    return local;
}

/* ---- nodes ------------------------------------------------------------- */

static Ir *node(Body b, const Syn *syn, IrOp op, int64_t k, int n, Ir *const *a)
{
    Ir *made = ir_node(b.game, b.fn, op, k, n, a);
    made->at = syn->at;
    return made;
}

/* Expressions from `syn` on; their number, or -1 after an error. */
static int operands(Body b, const Syn *syn, Ir ***out)
{
    int n = 0;
    bool good = true;
    for (const Syn *one = syn; one; one = one->next)
        if (++n > MOST_OPERANDS) {
            read_error(b.r, one->at, "more than %d operands", MOST_OPERANDS);
            return -1;
        }
    Ir **a = *out = ARENA_ARRAY(b.game->arena, Ir *, n + 1);
    n = 0;
    for (; syn; syn = syn->next) {
        a[n] = expression(b, syn);
        good = good && a[n];
        n++;
    }
    return good ? n : -1;
}

/* An operation whose kids are its operands. */
static Ir *operation(Body b, const Syn *syn)
{
    Ir **a;
    const IrOpInfo *info = ir_op_info((IrOp)syn->kind);
    int64_t k = index_of(b, syn);
    int n = operands(b, syn->first, &a);
    if (k < 0 || n < 0)
        return NULL;
    if (info->arity >= 0 && n != info->arity) {
        read_error(b.r, syn->at, "`%s` takes %d operand%s, not %d", info->text, info->arity,
                   info->arity == 1 ? "" : "s", n);
        return NULL;
    }
    return node(b, syn, (IrOp)syn->kind, k, n, a);
}

/* filter(%x in a : b), let(%x = a : b) */
static Ir *binding(Body b, const Syn *syn)
{
    const Syn *binder = syn->first;
    Ir *a = expression(b, binder->next);
    if (!a)
        return NULL;
    size_t outside = b.scope->n;
    int local = bind(b, binder, ir_bound_type(b.game, (IrOp)syn->kind, a, NULL));
    Ir *value = expression(b, binder->next->next);
    b.scope->n = outside;
    if (local < 0 || !value)
        return NULL;
    return node(b, syn, (IrOp)syn->kind, local, 2, (Ir *[]){a, value});
}

static Ir *constant(Body b, const Syn *syn)
{
    int64_t value = syn->number;
    if (syn->kind == SYN_HEX) {
        value = 0;
        for (const char *c = syn->name; *c; c++) {
            if (value >> 58) {
                read_error(b.r, syn->at, "the number is too large");
                return NULL;
            }
            value = value * 16 + (*c <= '9' ? *c - '0' : (*c | 32) - 'a' + 10);
        }
    } else if (syn->kind == SYN_NAME && !read_constant(b.r, syn, &value)) {
        return NULL;
    }
    return node(b, syn, IR_OP_INT, value, 0, NULL);
}

static Ir *expression(Body b, const Syn *syn)
{
    switch (syn->kind) {
    case IR_OP_INT:
    case SYN_HEX:
    case SYN_NAME:
        return constant(b, syn);
    default:
        return syn->kind < IR_OPS && ir_binds_within((IrOp)syn->kind) ? binding(b, syn) : operation(b, syn);
    }
}

/* ---- statements -------------------------------------------------------- */

/* Appends statements to *made; false after an error. */
static bool statements(Body b, const Syn *syn, Ir **made)
{
    bool good = true;
    for (const Syn *s = syn->first; s; s = s->next) {
        int64_t condition = 0;
        if (s->kind == SYN_WHEN_BLOCK) {
            good = read_constant(b.r, s->first, &condition) && good;
            if (condition)
                good = statements(b, s->first->next, made) && good;
            continue;
        }
        Ir *one = statement(b, s);
        good = good && one;
        if (one)
            ir_append(b.game, made, one);
    }
    return good;
}

/* A block; what it defines stays defined. */
static Ir *sequence(Body b, const Syn *syn)
{
    Ir *made = ir_block(b.game);
    bool good = statements(b, syn, &made);
    made->at = syn->at;
    return good ? made : NULL;
}

static Ir *block(Body b, const Syn *syn)
{
    size_t outside = b.scope->n;
    Ir *made = sequence(b, syn);
    b.scope->n = outside;
    return made;
}

/* let, var; syn: binder, value */
static Ir *definition(Body b, const Syn *syn)
{
    Ir *value = expression(b, syn->first->next);
    if (!value)
        return NULL;
    int local = bind(b, syn->first, value->type);
    return local < 0 ? NULL : node(b, syn, (IrOp)syn->kind, local, 1, &value);
}

/* for; syn: binder, set or the two ends, block */
static Ir *loop(Body b, const Syn *syn)
{
    bool range = syn->kind == IR_OP_RANGE;
    const Syn *over = syn->first->next, *body = range ? over->next->next : over->next;
    Ir *a = expression(b, over);
    Ir *to = range ? expression(b, over->next) : NULL;
    if (!a || (range && !to))
        return NULL;
    size_t outside = b.scope->n;
    int local = bind(b, syn->first, ir_bound_type(b.game, (IrOp)syn->kind, a, to));
    Ir *inside = local < 0 ? NULL : block(b, body);
    b.scope->n = outside;
    if (!inside)
        return NULL;
    return range ? node(b, syn, IR_OP_RANGE, local, 3, (Ir *[]){a, to, inside})
                 : node(b, syn, IR_OP_FOR, local, 2, (Ir *[]){a, inside});
}

enum { LONGEST_LOOP = 1 << 20 };

/* syn: condition, block, [bound]; the bound is k. */
static Ir *while_loop(Body b, const Syn *syn)
{
    int64_t most;
    Ir *condition = expression(b, syn->first);
    Ir *body = block(b, syn->first->next);
    if (!read_constant(b.r, syn->last, &most) || !condition || !body)
        return NULL;
    if (most > LONGEST_LOOP) {
        read_error(b.r, syn->last->at, "a loop of %" PRId64 " rounds; there can be %d", most, LONGEST_LOOP);
        return NULL;
    }
    return node(b, syn, IR_OP_WHILE, most, 2, (Ir *[]){condition, body});
}

/* syn: operands, [how many there is room for], which is k. */
static Ir *note(Body b, const Syn *syn)
{
    const int n = syn->kind == IR_OP_NOTES ? 2 : 1;
    const Syn *at = syn->first;
    Ir *a[2] = {NULL, NULL};
    int64_t room = 0;
    for (int i = 0; i < n; i++, at = at->next)
        a[i] = expression(b, at);
    if (!a[0] || (n > 1 && !a[1]) || (at && !read_constant(b.r, at, &room)))
        return NULL;
    return node(b, syn, (IrOp)syn->kind, room, n, a);
}

static Ir *branch(Body b, const Syn *syn)
{
    const Syn *then_syn = syn->first->next, *else_syn = then_syn->next;
    Ir *condition = expression(b, syn->first);
    Ir *then_block = block(b, then_syn);
    Ir *else_block = !else_syn ? NULL
                     : else_syn->kind == IR_OP_IF ? branch(b, else_syn) : block(b, else_syn);
    if (!condition || !then_block || (else_syn && !else_block))
        return NULL;
    return node(b, syn, IR_OP_IF, 0, else_block ? 3 : 2,
                (Ir *[]){condition, then_block, else_block});
}

/* syn: value, [index] */
static Ir *put(Body b, const Syn *syn)
{
    Ir **a;
    int64_t field = index_of(b, syn);
    int n = operands(b, syn->first, &a);
    if (field < 0 || n < 0)
        return NULL;
    if (syn->kind == SYN_ADD_TO) {
        Ir *old = node(b, syn, IR_OP_GET, field, n - 1, a + 1);
        a[0] = node(b, syn, IR_OP_ADD, 0, 2, (Ir *[]){old, a[0]});
    }
    return node(b, syn, IR_OP_PUT, field, n, a);
}

static Ir *prefer(Body b, const Syn *syn)
{
    Ir *a = block(b, syn->first), *other = block(b, syn->first->next);
    return a && other ? node(b, syn, IR_OP_PREFER, 0, 2, (Ir *[]){a, other}) : NULL;
}

static Ir *keep_or_best(Body b, const Syn *syn)
{
    Ir *value = expression(b, syn->first), *body = block(b, syn->first->next);
    return value && body ? node(b, syn, (IrOp)syn->kind, 0, 2, (Ir *[]){value, body}) : NULL;
}

/* UNTESTED ASIDE COLLECT; syn: block, [how many there is room for] */
static Ir *around(Body b, const Syn *syn)
{
    Ir *body = block(b, syn->first);
    int64_t room = 0;
    if (syn->first->next && !read_constant(b.r, syn->first->next, &room))
        return NULL;
    return body ? node(b, syn, (IrOp)syn->kind, room, 1, &body) : NULL;
}

/* syn: binder, what emits, what is done, or is done instead */
static Ir *choose(Body b, const Syn *syn)
{
    Ir *moves = block(b, syn->first->next);
    const size_t outside = b.scope->n;
    const int local = bind(b, syn->first, ir_bound_type(b.game, IR_OP_CHOOSE, NULL, NULL));
    Ir *body = local < 0 ? NULL : block(b, syn->first->next->next);
    b.scope->n = outside;
    const Syn *other = syn->first->next->next->next;
    Ir *instead = other ? block(b, other) : NULL;
    return moves && body && (!other || instead) ? node(b, syn, IR_OP_CHOOSE, local, other ? 3 : 2, (Ir *[]){moves, other ? instead : body, body}) : NULL;
}

static Ir *attempt(Body b, const Syn *syn)
{
    Ir *first = block(b, syn->first), *condition = expression(b, syn->first->next), *then = block(b, syn->first->next->next);
    return first && condition && then ? node(b, syn, IR_OP_ATTEMPT, 0, 3, (Ir *[]){first, condition, then}) : NULL;
}

static Ir *statement(Body b, const Syn *syn)
{
    switch (syn->kind) {
    case IR_OP_BLOCK:
        return block(b, syn);
    case IR_OP_LET: case IR_OP_VAR:
        return definition(b, syn);
    case IR_OP_FOR: case IR_OP_RANGE:
        return loop(b, syn);
    case IR_OP_WHILE:
        return while_loop(b, syn);
    case IR_OP_NOTE: case IR_OP_NOTES:
        return note(b, syn);
    case IR_OP_IF:
        return branch(b, syn);
    case IR_OP_PUT: case SYN_ADD_TO:
        return put(b, syn);
    case IR_OP_PREFER:
        return prefer(b, syn);
    case IR_OP_KEEP: case IR_OP_BEST:
        return keep_or_best(b, syn);
    case IR_OP_CHOOSE:
        return choose(b, syn);
    case IR_OP_ATTEMPT:
        return attempt(b, syn);
    case IR_OP_UNTESTED: case IR_OP_ASIDE: case IR_OP_COLLECT:
        return around(b, syn);
    default: /* SET RET DO PARAM WHEN TRY EMIT EMITSET PLAY DISCARD */
        return operation(b, syn);
    }
}

/* ---- functions --------------------------------------------------------- */

static void once(Body b, const Syn *syn, bool *seen)
{
    if (*seen)
        read_error(b.r, syn->at, "a second section of this kind");
    *seen = true;
}

static void clause(Body b, const Syn *syn, bool seen[4])
{
    Ir *made;
    switch (syn->kind) {
    case SYN_HEADER:
        made = sequence(b, syn);
        b.fn->header = made ? made : b.fn->header;
        break;
    case SYN_EFFECT:
        once(b, syn, &seen[0]);
        made = block(b, syn->first);
        b.fn->effect = made ? made : b.fn->effect;
        break;
    case SYN_THEN:
        once(b, syn, &seen[1]);
        b.fn->then = block(b, syn->first);
        break;
    case SYN_POST:
        once(b, syn, &seen[2]);
        b.fn->post = expression(b, syn->first);
        break;
    case SYN_SPARED:
        once(b, syn, &seen[3]);
        b.fn->spared = expression(b, syn->first);
        break;
    default: /* SYN_MOVE_VIEW */
        made = expression(b, syn->first);
        if (made)
            vec_push(b.game->arena, &b.fn->view, ((IrMoveView){syn->name, made}));
    }
}

static void rule(Body b, const Syn *syn)
{
    bool seen[4] = {false};
    for (const Syn *s = syn->first->next; s; s = s->next)
        if (s->kind == SYN_EXEMPT)
            b.fn->exempt = true;
        else if (s->kind == SYN_PROBE)
            b.fn->probe = true;
        else
            clause(b, s, seen);
}

/* `= e`: a block that returns e; a view's type may be that of e. */
static void value_body(Body b, const Syn *syn)
{
    Ir *value = expression(b, syn->first);
    if (!value)
        return;
    Ir *ret = node(b, syn, IR_OP_RET, 0, 1, &value);
    ir_append(b.game, &b.fn->body, ret);
    if (b.fn->ret.kind == IR_VOID)
        b.fn->ret = value->type;
}

void read_body(Reader *r, IrFn *fn, Syn *syn)
{
    Scope scope = {0};
    Body b = {r, r->game, fn, &scope};
    for (int i = 0; i < fn->nparam; i++)
        enter(b, fn->local.at[i].name, i);
    const Syn *body = syn->first->next;
    if (fn->kind == IR_RULE) {
        rule(b, syn);
    } else if (body->kind == SYN_VALUE) {
        value_body(b, body);
    } else {
        if (fn->kind == IR_VIEW && fn->ret.kind == IR_VOID)
            read_error(r, fn->at, "a view with a block states its type: view %s -> type { .. }",
                       fn->name);
        Ir *made = block(b, body);
        fn->body = made ? made : fn->body;
    }
}
