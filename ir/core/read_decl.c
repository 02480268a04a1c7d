/* read_decl.c - reading a .gir text: what its items declare. */
#include "ir/core/plan_names.h"
#include "ir/core/read_game.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/* Elements of one array; bytes of all tables and data together, and of a state. */
enum { LARGEST_SPACE = 1 << 20, LARGEST_TABLE = 1 << 24, MOST_TABLES = 1 << 27, LARGEST_STATE = 1 << 22, MOST_PLAYERS = 16 };

void read_error(Reader *r, Span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_v(r->session->diags, DIAG_ERROR, at, format, args);
    va_end(args);
    r->failed = true;
}

/* ---- constants --------------------------------------------------------- */

const IrConst *read_find_constant(const Reader *r, const char *name)
{
    for (size_t i = 0; i < r->constant.n; i++)
        if (strcmp(r->constant.at[i].name, name) == 0)
            return &r->constant.at[i];
    return NULL;
}

static bool apply(int kind, int64_t a, int64_t b, int64_t *value)
{
    switch (kind) {
    case IR_OP_ADD:
        return !__builtin_add_overflow(a, b, value);
    case IR_OP_SUB:
        return !__builtin_sub_overflow(a, b, value);
    case IR_OP_MUL:
        return !__builtin_mul_overflow(a, b, value);
    case IR_OP_MIN:
        *value = a < b ? a : b;
        return true;
    case IR_OP_MAX:
        *value = a > b ? a : b;
        return true;
    case IR_OP_EQ:
        *value = a == b;
        return true;
    case IR_OP_NE:
        *value = a != b;
        return true;
    case IR_OP_LT:
        *value = a < b;
        return true;
    case IR_OP_LE:
        *value = a <= b;
        return true;
    case IR_OP_GT:
        *value = a > b;
        return true;
    case IR_OP_GE:
        *value = a >= b;
        return true;
    case IR_OP_AND:
        *value = a && b;
        return true;
    case IR_OP_OR:
        *value = a || b;
        return true;
    default:
        return false;
    }
}

static bool named_constant(Reader *r, const Syn *syn, int64_t *value)
{
    const IrConst *constant = read_find_constant(r, syn->name);
    if (constant)
        *value = constant->value;
    else
        read_error(r, syn->at, "no constant `%s`", syn->name);
    return constant != NULL;
}

bool read_constant(Reader *r, const Syn *syn, int64_t *value)
{
    int64_t a, b;
    if (syn->kind == IR_OP_INT) {
        *value = syn->number;
        return true;
    }
    if (syn->kind == SYN_NAME)
        return named_constant(r, syn, value);
    if (syn->kind == IR_OP_NOT || syn->kind == IR_OP_NEG) {
        if (!read_constant(r, syn->first, &a))
            return false;
        return syn->kind == IR_OP_NEG ? apply(IR_OP_SUB, 0, a, value)
                                      : apply(IR_OP_EQ, a, 0, value);
    }
    if (syn->kind < IR_OPS && syn->n == 2 && !ir_op_info((IrOp)syn->kind)->statement) {
        if (!read_constant(r, syn->first, &a) || !read_constant(r, syn->first->next, &b))
            return false;
        if (apply(syn->kind, a, b, value))
            return true;
    }
    read_error(r, syn->at, "this is not a constant");
    return false;
}

/* ---- types ------------------------------------------------------------- */

int read_space(Reader *r, const char *name, Span at)
{
    int space = ir_space_find(r->game, name);
    if (space < 0)
        read_error(r, at, "no space `%s`", name);
    return space;
}

bool read_type(Reader *r, const Syn *syn, IrType *type)
{
    int space = IR_NOSPACE;
    if (syn->name && (space = read_space(r, syn->name, syn->name_at)) < 0)
        return false;
    switch (syn->kind) {
    case SYN_BIT:
        *type = ir_bit();
        return true;
    case SYN_SITE:
        *type = ir_site(r->game, space);
        return true;
    case SYN_MASK:
        *type = ir_mask(space);
        return true;
    default: /* SYN_INT */
        *type = ir_int(0, space >= 0 ? r->game->space.at[space].size - 1 : 0);
        type->space = space;
        if (syn->n == 0)
            return true;
        if (!read_constant(r, syn->first, &type->lo) ||
            !read_constant(r, syn->first->next, &type->hi))
            return false;
        if (type->lo > type->hi)
            read_error(r, syn->at, "the range %" PRId64 "..%" PRId64 " is empty", type->lo,
                       type->hi);
        return type->lo <= type->hi;
    }
}

static bool read_dim(Reader *r, const Syn *syn, IrDim *dim)
{
    int64_t size = 0;
    dim->space = IR_NOSPACE;
    if (syn->name) {
        dim->space = ir_space_find(r->game, syn->name);
        if (dim->space >= 0) {
            dim->size = r->game->space.at[dim->space].size;
            return true;
        }
        if (!read_find_constant(r, syn->name))
            return read_space(r, syn->name, syn->name_at) >= 0;
        size = read_find_constant(r, syn->name)->value;
    } else if (!read_constant(r, syn->first, &size)) {
        return false;
    }
    if (size < 1 || size > LARGEST_SPACE) {
        read_error(r, syn->at, "a dimension of %" PRId64, size);
        return false;
    }
    dim->size = (int)size;
    return true;
}

/* Reads [a][b].. from `syn` on; *rest is what follows them. */
static bool read_dims(Reader *r, const Syn *syn, IrDim dim[IR_MAX_DIMS], int *n,
                      const Syn **rest)
{
    size_t product = 1;
    *n = 0;
    for (; syn && syn->kind == SYN_DIM; syn = syn->next) {
        if (*n == IR_MAX_DIMS) {
            read_error(r, syn->at, "more than %d dimensions", IR_MAX_DIMS);
            return false;
        }
        if (!read_dim(r, syn, &dim[*n]))
            return false;
        product *= (size_t)dim[(*n)++].size;
        if (product > LARGEST_TABLE) { /* below 2^44 always */
            read_error(r, syn->at, "more than %d elements", LARGEST_TABLE);
            return false;
        }
    }
    *rest = syn;
    return true;
}

static size_t elements(const IrDim *dim, int ndim)
{
    size_t n = 1;
    for (int i = 0; i < ndim; i++)
        n *= (size_t)dim[i].size;
    return n;
}

/* Notes n more elements; an error where they do not fit below `most` bytes. */
static bool has_room(Reader *r, const Syn *syn, const char *what, IrType elem, size_t n, size_t *bytes, size_t most)
{
    size_t each = elem.kind == IR_MASK ? 8 * (size_t)ir_words(r->game, elem.space) : sizeof(int32_t);
    if (n <= (most - *bytes) / each) {
        *bytes += n * each;
        return true;
    }
    read_error(r, syn->at, "%s of more than %zu bytes in all", what, most);
    return false;
}

/* ---- items ------------------------------------------------------------- */

static void item_game(Reader *r, const Syn *syn)
{
    if (r->game)
        read_error(r, syn->at, "a second `game`");
    else if (syn->number < 1 || syn->number > MOST_PLAYERS)
        read_error(r, syn->at, "a game has 1 to %d players", MOST_PLAYERS);
    else
        r->game = ir_game_new(r->session, syn->name, (int)syn->number);
    if (r->game && syn->kind == SYN_JOINT_GAME)
        r->game->joint = true;
}

static void item_space(Reader *r, const Syn *syn)
{
    int64_t size;
    if (ir_space_find(r->game, syn->name) >= 0) {
        read_error(r, syn->name_at, "space `%s` is already declared", syn->name);
        return;
    }
    if (!read_constant(r, syn->first, &size))
        return;
    if (size < 1 || size > LARGEST_SPACE) {
        read_error(r, syn->first->at, "a space of %" PRId64 " members", size);
        return;
    }
    int space = ir_space_add(r->game, syn->name, (int)size);
    if (syn->n == 1)
        return;
    if (syn->n - 1 != (size_t)size) {
        read_error(r, syn->at, "%zu labels for %" PRId64 " members", syn->n - 1, size);
        return;
    }
    const char **label = ARENA_ARRAY(r->game->arena, const char *, size);
    size_t i = 0;
    for (const Syn *s = syn->first->next; s; s = s->next) {
        if (s->kind != SYN_STRING)
            read_error(r, s->at, "a label is a string");
        label[i++] = s->kind == SYN_STRING ? s->name : "";
    }
    r->game->space.at[space].label = label;
}

static void item_const(Reader *r, const Syn *syn)
{
    IrConst constant = {.name = syn->name};
    if (read_find_constant(r, syn->name)) /* given from outside */
        return;
    if (read_constant(r, syn->first, &constant.value))
        vec_push(r->session->arena, &r->constant, constant);
}

static void item_table(Reader *r, const Syn *syn)
{
    IrType elem;
    IrDim dim[IR_MAX_DIMS];
    int ndim;
    const Syn *literal;
    if (ir_table_find(r->game, syn->name) >= 0) {
        read_error(r, syn->name_at, "table $%s is already declared", syn->name);
        return;
    }
    if (!read_type(r, syn->type, &elem) || !read_dims(r, syn->first, dim, &ndim, &literal))
        return;
    if (syn->number == 1 && elem.kind != IR_INT) {
        read_error(r, syn->type->at, "a list holds numbers");
        return;
    }
    if (!has_room(r, syn, "tables", elem, elements(dim, ndim), &r->table_bytes, MOST_TABLES))
        return;
    int table = ir_table_add(r->game, syn->name, elem, syn->number == 1, ndim, dim);
    r->game->table.at[table].at = syn->name_at;
    read_table_values(r, &r->game->table.at[table], literal);
}

static void item_field(Reader *r, const Syn *syn)
{
    IrType elem;
    IrDim dim[IR_MAX_DIMS];
    int ndim;
    const Syn *value;
    if (ir_field_find(r->game, syn->name) >= 0) {
        read_error(r, syn->name_at, "field @%s is already declared", syn->name);
        return;
    }
    if (!read_type(r, syn->type, &elem) || !read_dims(r, syn->first, dim, &ndim, &value))
        return;
    if (ndim > 1) {
        read_error(r, syn->at, "a field has at most one dimension");
        return;
    }
    if (!has_room(r, syn, "a state", elem, elements(dim, ndim), &r->state_bytes, LARGEST_STATE))
        return;
    int field = ir_field_add(r->game, syn->name, elem, ndim ? dim : NULL);
    r->game->field.at[field].at = syn->name_at;
    if (value)
        read_field_values(r, &r->game->field.at[field], value);
}

static void item_data(Reader *r, const Syn *syn)
{
    if (ir_data_find(r->game, syn->name)) {
        read_error(r, syn->name_at, "data `%s` is already declared", syn->name);
        return;
    }
    if (syn->number < 0 || syn->number > LARGEST_TABLE) {
        read_error(r, syn->at, "data of %" PRId64 " numbers", syn->number);
        return;
    }
    if (has_room(r, syn, "tables", ir_int(0, 0), (size_t)syn->number, &r->table_bytes, MOST_TABLES)) {
        read_data_values(r, syn->name, (size_t)syn->number, syn->first);
        vec_push(r->session->arena, &r->data_at, syn->name_at.hi ? syn->name_at : syn->at);
    }
}

/* What a plane's function is called is made of what the plane is called. */
static void name_plane(Reader *r, Syn *syn, IrPlane *plane)
{
    const Syn *params = syn->first;
    *plane = (IrPlane){syn->name, IR_PLANE_SETS, (int)params->number};
    for (unsigned set = 0; set < IR_PLANE_SETS; set++)
        if (!strcmp(params->name, ir_plane_set_name((IrPlaneSet)set)))
            plane->set = (IrPlaneSet)set;
    if (plane->set == IR_PLANE_SETS)
        read_error(r, params->name_at, "`%s` is no set of planes; there are state, nodes, key", params->name);
    if (params->number < 0 || params->number > r->game->players)
        read_error(r, syn->at, "there is no player %" PRId64, params->number);
    syn->name = intern_str(r->session->names, arena_printf(r->game->arena, "plane %s %s %" PRId64, params->name,
                                                           syn->name, params->number));
}

static void item_function(Reader *r, Syn *syn)
{
    IrType ret = {.kind = IR_VOID};
    IrPlane plane = {0};
    if (syn->number == IR_PLANE)
        name_plane(r, syn, &plane);
    if (ir_fn_find(r->game, syn->name) >= 0) {
        read_error(r, syn->name_at, "`%s` is already declared", syn->name);
        return;
    }
    if (syn->type && !read_type(r, syn->type, &ret))
        return;
    IrFn *fn = ir_fn_add(r->game, (IrFnKind)syn->number, syn->name, ret);
    fn->at = syn->name_at;
    fn->plane = plane;
    fn->hint = syn->last->kind == SYN_INLINE      ? IR_HINT_INLINE
               : syn->last->kind == SYN_APART     ? IR_HINT_APART
               : syn->last->kind == SYN_RECURSIVE ? IR_HINT_RECURSIVE
                                                  : IR_HINT_NONE;
    for (const Syn *p = syn->first->first; p; p = p->next) {
        IrType type;
        if (!read_type(r, p->type, &type))
            continue;
        int local = ir_local_add(r->game, fn, p->name, type);
        if (fn->local.at[local].name != p->name)
            read_error(r, p->name_at, "a second parameter %%%s", p->name);
        fn->nparam++;
    }
    vec_push(r->session->arena, &r->body, ((__typeof__(*r->body.at)){fn, syn}));
}

static void item_list(Reader *r, Syn *first);

static void item(Reader *r, Syn *syn)
{
    int64_t condition;
    switch (syn->kind) {
    case SYN_PLAN:
        if (!ir_plan_read(syn->name, &r->game->plan))
            read_error(r, syn->at, "there is no plan `%s`", syn->name);
        r->game->plan_rule = syn->first ? syn->first->name : NULL;
        break;
    case SYN_SPACE:
        item_space(r, syn);
        break;
    case SYN_TABLE:
        item_table(r, syn);
        break;
    case SYN_DATA:
        item_data(r, syn);
        break;
    case SYN_STATE:
        for (const Syn *field = syn->first; field; field = field->next)
            item_field(r, field);
        break;
    case SYN_WHEN_ITEMS:
        if (read_constant(r, syn->first, &condition) && condition)
            item_list(r, syn->first->next->first);
        break;
    default:
        item_function(r, syn);
    }
}

static void item_list(Reader *r, Syn *first)
{
    for (Syn *syn = first; syn; syn = syn->next) {
        if (syn->depth > SYN_DEEPEST) {
            read_error(r, (Span){syn->at.lo, syn->at.lo + 1}, "nested too deeply");
        } else if (syn->kind == SYN_GAME || syn->kind == SYN_JOINT_GAME) {
            item_game(r, syn);
        } else if (syn->kind == SYN_CONST) {
            item_const(r, syn);
        } else if (!r->game) {
            read_error(r, syn->at, "a text begins with `game \"Name\" players N`");
            return;
        } else {
            item(r, syn);
        }
    }
}

/* ---- texts ------------------------------------------------------------- */

static bool contains_try(const Ir *node)
{
    if (!node)
        return false;
    if (node->op == IR_OP_TRY)
        return true;
    for (int i = 0; i < node->n; i++)
        if (contains_try(node->a[i]))
            return true;
    return false;
}

static bool is_flat(const IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->kind == IR_GEN && contains_try(game->fn.at[i]->body))
            return false;
    return true;
}

static bool read_text(Reader *r, const Source *source)
{
    Syn *file = syn_parse(r->session, source);
    if (!file)
        return false;
    item_list(r, file->first);
    if (!r->game && !r->failed)
        read_error(r, file->at, "a text begins with `game \"Name\" players N`");
    if (r->failed) /* bodies would only repeat it */
        return false;
    for (size_t i = 0; i < r->body.n; i++)
        read_body(r, r->body.at[i].fn, r->body.at[i].syn);
    if (!r->failed)
        r->game->flat = is_flat(r->game);
    return !r->failed;
}

IrGame *ir_read(Session *session, const Source *source)
{
    Reader r = {.session = session};
    if (!read_text(&r, source))
        return NULL;
    read_check_data(&r);
    return r.failed ? NULL : r.game;
}

bool ir_read_into(IrGame *game, const Source *source, const IrConst *constant,
                  size_t nconstant)
{
    Reader r = {.session = game->session, .game = game};
    for (size_t i = 0; i < nconstant; i++)
        vec_push(r.session->arena, &r.constant, constant[i]);
    return read_text(&r, source);
}
