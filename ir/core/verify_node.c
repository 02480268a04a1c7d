/* verify_node.c - the verifier: expressions, their operands and types. */
#include "ir/core/verify_impl.h"

#include <inttypes.h>
#include <string.h>

/* ---- kinds ------------------------------------------------------------- */

static const IrTable *slice_of(const Verify *v, const Ir *node, int *left)
{
    const IrTable *table = &v->game->table.at[node->k];
    *left = table->ndim - node->n;
    return table;
}

static bool is_kind(const Verify *v, const Ir *a, char kind)
{
    int left;
    if (kind == 'i')
        return a->type.kind == IR_INT;
    if (kind == 'm')
        return a->type.kind == IR_MASK;
    if (kind == 'x' || kind == 'v')
        return a->type.kind == IR_INT || a->type.kind == IR_MASK;
    if (a->op != IR_OP_TAB || a->type.kind != IR_VEC)
        return false;
    const IrTable *table = slice_of(v, a, &left);
    switch (kind) {
    case 'r':
        return table->rows ? left == 0 : left == 1 && table->elem.kind == IR_INT;
    case 't':
        return !table->rows && left == 1 && table->elem.kind == IR_INT;
    case 'g':
        return left == 1 && table->elem.kind == IR_MASK;
    case 's':
        return table->rows && left == 2;
    default: /* l */
        return table->rows && left == 1;
    }
}

static const char *kind_name(char kind)
{
    switch (kind) {
    case 'i':
        return "a number";
    case 'm':
        return "a set";
    case 'x':
    case 'v':
        return "a number or a set";
    case 'r':
        return "a row of numbers (a list, or a table with one index left out)";
    case 't':
        return "a table of numbers with one index left out";
    case 'g':
        return "a table of sets with one index left out";
    case 's':
        return "a table of lists with two indices left out";
    default:
        return "a table of lists with one index left out";
    }
}

/* ---- spaces ------------------------------------------------------------ */

static const char *space_name(const Verify *v, int space)
{
    return space >= 0 ? v->game->space.at[space].name : "none";
}

static bool same_space(Verify *v, const Ir *node, int a, int b)
{
    if (a == b && a != IR_NOSPACE)
        return true;
    return verify_fail(v, node, "`%s` of different spaces: %s and %s",
                       ir_op_info(node->op)->text, space_name(v, a), space_name(v, b));
}

/* The space that the dimension left of a slice runs over. */
static int left_space(const Verify *v, const Ir *slice)
{
    return v->game->table.at[slice->k].dim[slice->n].space;
}

/* What is followed to members of a set: no number of the table is beyond its space. */
static bool are_members(Verify *v, const Ir *node, const Ir *slice)
{
    const IrTable *t = &v->game->table.at[slice->k];
    if (t->elem.space >= 0 && t->elem.hi < v->game->space.at[t->elem.space].size)
        return true;
    return verify_fail(v, slice, "`%s` follows $%s, whose numbers go to %" PRId64 ", beyond space %s", ir_op_info(node->op)->text,
                       t->name, t->elem.hi, space_name(v, t->elem.space));
}

static bool one_word(Verify *v, const Ir *node, int space)
{
    return (space >= 0 && v->game->space.at[space].size <= 64) ||
           verify_fail(v, node, "`%s` of a set that is not one word", ir_op_info(node->op)->text);
}

static bool spaces(Verify *v, const Ir *node)
{
    int a = node->n > 0 ? node->a[0]->type.space : IR_NOSPACE;
    int b = node->n > 1 ? node->a[1]->type.space : IR_NOSPACE;
    switch (node->op) {
    case IR_OP_EQ: case IR_OP_NE:
        return node->a[0]->type.kind != IR_MASK || same_space(v, node, a, b);
    case IR_OP_SELECT:
        return node->a[1]->type.kind != IR_MASK ||
               same_space(v, node, b, node->a[2]->type.space);
    case IR_OP_MAND: case IR_OP_MOR: case IR_OP_MXOR: case IR_OP_MDIFF: case IR_OP_COUNT_MEETS:
    case IR_OP_UP_TO: case IR_OP_DOWN_TO:
        return same_space(v, node, a, b);
    case IR_OP_COVERS: case IR_OP_GATHER:
        return same_space(v, node, a, b) && one_word(v, node, a);
    case IR_OP_ROTATE:
        return one_word(v, node, a);
    case IR_OP_WINDOW:
        return v->game->space.at[node->a[2]->type.space].size == 64 || one_word(v, node, IR_NOSPACE);
    case IR_OP_SHIFT:
        return node->a[1]->op == IR_OP_INT || verify_fail(v, node, "`shift` wants a constant");
    case IR_OP_RUN_LENGTH: case IR_OP_SLIDE: case IR_OP_LINE:
        return same_space(v, node, a, b) && are_members(v, node, node->a[0]);
    case IR_OP_PREIMAGE:
        return same_space(v, node, a, b) && are_members(v, node, node->a[1]) &&
               same_space(v, node, left_space(v, node->a[1]), left_space(v, node->a[1]));
    case IR_OP_IMAGE: case IR_OP_GROW:
        return same_space(v, node, a, left_space(v, node->a[1])) && same_space(v, node, b, b) &&
               (node->op == IR_OP_GROW || are_members(v, node, node->a[1]));
    case IR_OP_RAY_SEES:
        return same_space(v, node, a, b) && are_members(v, node, node->a[0]) && same_space(v, node, a, node->a[2]->type.space) &&
               same_space(v, node, left_space(v, node->a[0]), left_space(v, node->a[0]));
    case IR_OP_GROUPS:
        return same_space(v, node, a, b) &&
               same_space(v, node, a, left_space(v, node->a[1]));
    case IR_OP_FLOOD:
        return same_space(v, node, a, b) &&
               same_space(v, node, a, node->a[2]->type.space) &&
               same_space(v, node, a, left_space(v, node->a[2]));
    case IR_OP_ROWMASK:
        return same_space(v, node, a, (int)node->k) && are_members(v, node, node->a[0]);
    case IR_OP_HASHMIX:
        return v->game->space.at[a].size == 64 || verify_fail(v, node, "`hashmix` of a set that has not 64 possible members");
    case IR_OP_UMOD:
        if (v->game->space.at[a].size > 64)
            return verify_fail(v, node, "`umod` of a set that has more than 64 possible members");
        return (node->a[1]->op == IR_OP_INT && node->a[1]->k > 0) || verify_fail(v, node, "`umod` wants a constant above 0");
    default:
        return true;
    }
}

bool verify_count(Verify *v, const Ir *node)
{
    const IrOpInfo *info = ir_op_info(node->op);
    const int always = (int)strlen(info->operands);
    bool good = info->more[0] == '\0' ? node->n == always
                : info->more[1] == '?' ? node->n == always || node->n == always + 1
                                       : node->n >= always;
    return good || verify_fail(v, node, "`%s` with %d operands", info->text, node->n);
}

bool verify_operands(Verify *v, const Ir *node)
{
    const IrOpInfo *info = ir_op_info(node->op);
    const int always = (int)strlen(info->operands);
    IrKind alike = IR_VOID;
    if (node->n < always)
        return verify_fail(v, node, "`%s` with %d operands", info->text, node->n);
    for (int i = 0; i < node->n; i++) {
        char kind = i < always ? info->operands[i] : info->more[0];
        if (!is_kind(v, node->a[i], kind))
            return verify_fail(v, node->a[i], "operand %d of `%s` is not %s", i + 1, info->text, kind_name(kind));
        if (kind != 'x')
            continue;
        if (alike != IR_VOID && node->a[i]->type.kind != alike)
            return verify_fail(v, node->a[i], "`%s` of a number and a set", info->text);
        alike = node->a[i]->type.kind;
    }
    return spaces(v, node);
}

bool verify_domain(Verify *v, const Ir *node)
{
    if (is_kind(v, node, 'm') || is_kind(v, node, 'r'))
        return true;
    return verify_fail(v, node, "this is neither a set nor %s", kind_name('r'));
}

bool verify_fits(Verify *v, const Ir *value, IrType into, const char *sigil, const char *name)
{
    if (value->type.kind != into.kind)
        return verify_fail(v, value, "%s%s takes %s", sigil, name,
                           kind_name(into.kind == IR_MASK ? 'm' : 'i'));
    if (into.kind == IR_MASK && value->type.space != into.space)
        return verify_fail(v, value, "%s%s takes a set of space %s, not of %s", sigil, name,
                           space_name(v, into.space), space_name(v, value->type.space));
    if (into.kind == IR_INT && (value->type.hi < into.lo || value->type.lo > into.hi))
        return verify_fail(v, value,
                           "%s%s takes %" PRId64 "..%" PRId64 ", this is %" PRId64 "..%" PRId64,
                           sigil, name, into.lo, into.hi, value->type.lo, value->type.hi);
    return true;
}

/* ---- names ------------------------------------------------------------- */

static bool in_vector(Verify *v, const Ir *node, size_t n, const char *what)
{
    if (node->k >= 0 && (size_t)node->k < n)
        return true;
    return verify_fail(v, node, "`%s` of %s %" PRId64 ", which does not exist",
                       ir_op_info(node->op)->name, what, node->k);
}

/* Does what the node's k names exist? */
bool verify_names(Verify *v, const Ir *node)
{
    switch (ir_op_info(node->op)->names) {
    case IR_NAMES_NOTHING:
    case IR_NAMES_NUMBER:
        return true;
    case IR_NAMES_LOCAL:
        return in_vector(v, node, v->fn->local.n, "local");
    case IR_NAMES_FIELD:
        return in_vector(v, node, v->game->field.n, "field");
    case IR_NAMES_TABLE:
        return in_vector(v, node, v->game->table.n, "table");
    case IR_NAMES_FN:
        return in_vector(v, node, v->game->fn.n, "function");
    case IR_NAMES_SPACE:
        return in_vector(v, node, v->game->space.n, "space");
    }
    return false;
}

bool verify_index(Verify *v, const Ir *node, int field, const Ir *index_or_null)
{
    const IrField *f = &v->game->field.at[field];
    if (f->array != (index_or_null != NULL))
        return verify_fail(v, node, f->array ? "@%s is an array" : "@%s is no array", f->name);
    return !index_or_null || is_kind(v, index_or_null, 'i') ||
           verify_fail(v, index_or_null, "an index is a number");
}

bool verify_bind(Verify *v, const Ir *node, VerifyLocal kind)
{
    if (!verify_names(v, node))
        return false;
    if (v->local[node->k] != LOCAL_UNKNOWN)
        return verify_fail(v, node, "%%%s is defined twice", v->fn->local.at[node->k].name);
    v->local[node->k] = (unsigned char)kind;
    return true;
}

bool verify_arguments(Verify *v, const Ir *node, const IrFn *fn, int n)
{
    if (n > fn->nparam)
        return verify_fail(v, node, "`%s` has %d parameter%s", fn->name, fn->nparam,
                           fn->nparam == 1 ? "" : "s");
    for (int i = 0; i < n; i++)
        if (!verify_fits(v, node->a[i], fn->local.at[i].type, "%", fn->local.at[i].name))
            return false;
    return true;
}

/* ---- expressions ------------------------------------------------------- */

static bool table(Verify *v, const Ir *node)
{
    const IrTable *t = &v->game->table.at[node->k];
    if (node->n > t->ndim)
        return verify_fail(v, node, "$%s has %d dimension%s", t->name, t->ndim,
                           t->ndim == 1 ? "" : "s");
    for (int i = 0; i < node->n; i++)
        if (!is_kind(v, node->a[i], 'i'))
            return verify_fail(v, node->a[i], "an index is a number");
    return true;
}

static bool call(Verify *v, const Ir *node)
{
    const IrFn *fn = v->game->fn.at[node->k];
    bool exists = node->op == IR_OP_EXISTS;
    if (exists && fn->kind != IR_RULE && fn->kind != IR_GEN)
        return verify_fail(v, node, "`%s` is neither a rule nor a gen", fn->name);
    const bool chooser = ir_is_chooser(fn);
    if (!exists && fn->kind != IR_FN && fn->kind != IR_VIEW && !chooser)
        return verify_fail(v, node, "`%s` has no value", fn->name);
    if (chooser && !ir_is_chooser(v->fn) && !(v->rights & MAY_TRY))
        return verify_fail(v, node, "`%s` plays, and is called where nothing is played", fn->name);
    if (node->n < fn->nparam && !(exists && fn->kind == IR_RULE))
        return verify_fail(v, node, "`%s` takes %d argument%s", fn->name, fn->nparam,
                           fn->nparam == 1 ? "" : "s");
    return verify_arguments(v, node, fn, node->n);
}

/* Sets in the place of a rule's last parameter. */
static bool passing(Verify *v, const Ir *node)
{
    const IrFn *fn = v->game->fn.at[node->k];
    if (fn->kind != IR_RULE || node->n != fn->nparam || node->n == 0)
        return verify_fail(v, node, "`passing` wants a rule and all its parameters");
    if (node->a[node->n - 1]->type.kind != IR_MASK)
        return verify_fail(v, node->a[node->n - 1], "this is no set");
    return verify_arguments(v, node, fn, node->n - 1);
}

static bool with_field(Verify *v, const Ir *node)
{
    const IrField *f = &v->game->field.at[node->k];
    if (f->array)
        return verify_fail(v, node, "`with` of the array @%s", f->name);
    return verify_fits(v, node->a[0], f->elem, "@", f->name) &&
           (is_kind(v, node->a[1], 'x') || verify_fail(v, node->a[1], "this is no value"));
}

static bool where(Verify *v, const Ir *node)
{
    const IrField *f = &v->game->field.at[node->k];
    if (!f->array || f->dim.space == IR_NOSPACE || f->elem.kind != IR_INT)
        return verify_fail(v, node, "@%s is no array of numbers over a space", f->name);
    return true;
}

static bool pack(Verify *v, const Ir *node)
{
    if (node->n < 1 || node->a[0]->op != IR_OP_INT || node->a[0]->k < 0)
        return verify_fail(v, node, "`pack` begins with the number of a member");
    if (node->a[0]->k + node->n - 1 > v->game->space.at[node->k].size)
        return verify_fail(v, node, "more bits than space %s has members", v->game->space.at[node->k].name);
    return true;
}

/* Fields without index, numbers and what can be computed of them. */
static bool of_fields(const Ir *node)
{
    switch (node->op) {
    case IR_OP_INT: case IR_OP_GET: case IR_OP_ADD: case IR_OP_SUB: case IR_OP_MUL:
    case IR_OP_NEG: case IR_OP_MIN: case IR_OP_MAX: case IR_OP_EQ: case IR_OP_NE: case IR_OP_LT:
    case IR_OP_LE: case IR_OP_GT: case IR_OP_GE: case IR_OP_AND: case IR_OP_OR: case IR_OP_NOT:
    case IR_OP_SELECT: case IR_OP_HAS: case IR_OP_ANY: case IR_OP_COUNT:
        break;
    default:
        return false;
    }
    for (int i = 0; i < node->n; i++)
        if (!of_fields(node->a[i]))
            return false;
    return node->op != IR_OP_GET || node->n == 0;
}

static bool longest(Verify *v, const Ir *node)
{
    const IrFn *fn = v->game->fn.at[node->k];
    if (fn->kind != IR_GEN || fn->nparam > 0)
        return verify_fail(v, node, "`%s` is no gen without parameters", fn->name);
    if (!of_fields(node->a[0]) || !of_fields(node->a[1]))
        return verify_fail(v, node, "`longest` looks at single fields only");
    return (node->a[2]->op == IR_OP_INT && node->a[2]->k >= 0) ||
           verify_fail(v, node, "the length of `longest` is no constant");
}

/* Names and places of one expression whose operands are sound. */
static bool own_rules(Verify *v, const Ir *node)
{
    switch (node->op) {
    case IR_OP_LOCAL:
        return v->local[node->k] != LOCAL_UNKNOWN ||
               verify_fail(v, node, "%%%s has no value here", v->fn->local.at[node->k].name);
    case IR_OP_GET:
        return verify_index(v, node, (int)node->k, node->n ? node->a[0] : NULL);
    case IR_OP_TAB:
        return table(v, node);
    case IR_OP_CALL:
    case IR_OP_EXISTS:
        return call(v, node);
    case IR_OP_LONGEST:
        return longest(v, node);
    case IR_OP_PICK: case IR_OP_KEPT_COUNT: case IR_OP_KEPT_PICK: case IR_OP_TOSS:
        return verify_plays(v, node);
    case IR_OP_PASSING:
        return verify_plays(v, node) && passing(v, node);
    case IR_OP_WITH:
        return with_field(v, node);
    case IR_OP_LETX:
        return is_kind(v, node->a[1], 'x') || verify_fail(v, node->a[1], "this is no value");
    case IR_OP_DRAW:
        return v->rights & MAY_DRAW ||
               verify_fail(v, node, "`draw` outside do, then and turn");
    case IR_OP_LISTED:
        return v->rights & (MAY_EMIT | MAY_EMIT_RAW) || ir_is_chooser(v->fn) || verify_fail(v, node, "`listed` where there is no list");
    case IR_OP_PACK:
        return pack(v, node);
    case IR_OP_WHERE: case IR_OP_WHEREIN:
        return where(v, node);
    default:
        return true;
    }
}

/* a[1] sees local k, which a[0] gives its values. */
static bool binder(Verify *v, const Ir *node)
{
    if (!verify_value(v, node->a[0]) || !verify_bind(v, node, LOCAL_FIXED))
        return false;
    IrType type = v->fn->local.at[node->k].type;
    bool good = node->op == IR_OP_LETX
                    ? verify_fits(v, node->a[0], type, "%", v->fn->local.at[node->k].name)
                    : type.kind == IR_INT ||
                          verify_fail(v, node, "%%%s is no number", v->fn->local.at[node->k].name);
    good = good && verify_value(v, node->a[1]);
    v->local[node->k] = LOCAL_UNKNOWN;
    return good;
}

bool verify_value(Verify *v, const Ir *node)
{
    const IrOpInfo *info = ir_op_info(node->op);
    if (info->statement)
        return verify_fail(v, node, "the statement `%s` where a value is expected", info->text);
    if (!verify_count(v, node))
        return false;
    if (ir_binds_within(node->op)) {
        if (!binder(v, node))
            return false;
    } else {
        for (int i = 0; i < node->n; i++)
            if (!verify_value(v, node->a[i]))
                return false;
    }
    if (!verify_names(v, node) || !own_rules(v, node) || !verify_operands(v, node))
        return false;
    if (node->type.kind != ir_infer(v->game, v->fn, node).kind)
        return verify_fail(v, node, "`%s` carries a type of another kind", info->name);
    return true;
}
