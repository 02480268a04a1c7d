/* print_node.c - expressions and statements in the text form of doc/ir.md. */
#include "base/escape.h"
#include "ir/core/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* ---- names and types --------------------------------------------------- */

bool ir_word_reserved(const char *word)
{
#define KEYWORD(spelling, token)        \
    if (strcmp(word, spelling) == 0) \
        return true;
#include "ir/core/words.def"
#undef KEYWORD
    for (int op = 0; op < IR_OPS; op++)
        if (strcmp(word, ir_op_info((IrOp)op)->text) == 0)
            return true;
    return false;
}

static bool plain_word(const char *name)
{
    if (!isalpha((unsigned char)name[0]) && name[0] != '_')
        return false;
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return false;
    return true;
}

void ir_print_name(const char *name, Out *out)
{
    if (plain_word(name))
        out_puts(out, name);
    else
        out_gir_text(out, '\'', name);
}

static void sigil_name(char sigil, const char *name, Out *out)
{
    out_char(out, sigil);
    ir_print_name(name, out);
}

void ir_print_local(const IrFn *fn, int64_t local, Out *out)
{
    if (fn && local >= 0 && (size_t)local < fn->local.n)
        sigil_name('%', fn->local.at[local].name, out);
    else
        out_printf(out, "%%'local %" PRId64 "'", local);
}

void ir_print_field(const IrGame *game, int64_t field, Out *out)
{
    if (field >= 0 && (size_t)field < game->field.n)
        sigil_name('@', game->field.at[field].name, out);
    else
        out_printf(out, "@'field %" PRId64 "'", field);
}

void ir_print_table(const IrGame *game, int64_t table, Out *out)
{
    if (table >= 0 && (size_t)table < game->table.n)
        sigil_name('$', game->table.at[table].name, out);
    else
        out_printf(out, "$'table %" PRId64 "'", table);
}

static void fn_name(const IrGame *game, int64_t fn, Out *out)
{
    if (fn >= 0 && (size_t)fn < game->fn.n)
        ir_print_name(game->fn.at[fn]->name, out);
    else
        out_printf(out, "'function %" PRId64 "'", fn);
}

/* name(a, b): here a reserved word means something else. */
static void callee(const IrGame *game, int64_t fn, Out *out)
{
    if (fn >= 0 && (size_t)fn < game->fn.n && ir_word_reserved(game->fn.at[fn]->name))
        out_gir_text(out, '\'', game->fn.at[fn]->name);
    else
        fn_name(game, fn, out);
}

static void in_brackets(const IrGame *game, int64_t space, Out *out)
{
    out_char(out, '[');
    if (space >= 0 && (size_t)space < game->space.n)
        ir_print_name(game->space.at[space].name, out);
    else
        out_puts(out, "'no space'");
    out_char(out, ']');
}

void ir_print_type(const IrGame *game, IrType type, Out *out)
{
    if (type.kind == IR_MASK) {
        out_puts(out, "mask");
        in_brackets(game, type.space, out);
    } else if (type.kind != IR_INT) {
        out_puts(out, type.kind == IR_VOID ? "'no value'" : "'a slice'");
    } else if (type.space == IR_NOSPACE) {
        if (type.lo == 0 && type.hi == 1)
            out_puts(out, "bit");
        else
            out_printf(out, "int %" PRId64 "..%" PRId64, type.lo, type.hi);
    } else {
        int64_t last = (size_t)type.space < game->space.n
                           ? game->space.at[type.space].size - 1 : -1;
        bool whole = type.hi == last && (type.lo == 0 || type.lo == -2);
        out_puts(out, whole && type.lo == -2 ? "site" : "int");
        in_brackets(game, type.space, out);
        if (!whole)
            out_printf(out, " %" PRId64 "..%" PRId64, type.lo, type.hi);
    }
}

/* ---- binders ----------------------------------------------------------- */

static IrType member_type(const IrGame *game, const Ir *set)
{
    IrType t = set->type;
    if (t.kind == IR_VEC)
        return (IrType){.kind = IR_INT, .space = t.space, .lo = t.lo, .hi = t.hi};
    int size = t.space >= 0 && (size_t)t.space < game->space.n
                   ? game->space.at[t.space].size : 1;
    return (IrType){.kind = IR_INT, .space = t.space, .lo = 0, .hi = size - 1};
}

IrType ir_bound_type(const IrGame *game, IrOp op, const Ir *a, const Ir *b)
{
    switch (op) {
    case IR_OP_LET:
    case IR_OP_VAR:
    case IR_OP_LETX:
        return a->type;
    case IR_OP_CHOOSE: /* any code */
        return ir_int(0, UINT32_MAX);
    case IR_OP_RANGE:
        return ir_int(a->type.lo, b->type.hi - 1);
    default: /* FOR, FILTER, SUM, .. */
        return member_type(game, a);
    }
}

/* `%x`, or `%x : type` where the type would not be found by itself. */
static void binder(const IrGame *game, const IrFn *fn, const Ir *node, Out *out)
{
    ir_print_local(fn, node->k, out);
    if (!fn || node->k < 0 || (size_t)node->k >= fn->local.n)
        return;
    IrType type = fn->local.at[node->k].type;
    const Ir *b = node->n > 1 ? node->a[1] : NULL;
    if (!ir_type_same(type, ir_bound_type(game, node->op, node->a[0], b))) {
        out_puts(out, " : ");
        ir_print_type(game, type, out);
    }
}

/* ---- expressions ------------------------------------------------------- */

int ir_precedence(IrOp op)
{
    switch (op) {
    case IR_OP_OR:
        return PREC_OR;
    case IR_OP_AND:
        return PREC_AND;
    case IR_OP_EQ: case IR_OP_NE: case IR_OP_LT: case IR_OP_LE: case IR_OP_GT:
    case IR_OP_GE: case IR_OP_HAS:
        return PREC_COMPARE;
    case IR_OP_MOR:
        return PREC_UNION;
    case IR_OP_MXOR:
        return PREC_XOR;
    case IR_OP_MAND: case IR_OP_MDIFF:
        return PREC_MEET;
    case IR_OP_ADD: case IR_OP_SUB:
        return PREC_SUM;
    case IR_OP_MUL: case IR_OP_DIV:
        return PREC_PRODUCT;
    case IR_OP_NOT: case IR_OP_NEG: case IR_OP_MNOT:
        return PREC_PREFIX;
    default:
        return PREC_ATOM;
    }
}

static void expression(IrPrinter p, const Ir *node, int least);

static void commas(IrPrinter p, const Ir *node, int from, int to)
{
    for (int i = from; i < to; i++) {
        if (i > from)
            out_puts(p.out, ", ");
        expression(p, node->a[i], PREC_LOWEST);
    }
}

static void subscripts(IrPrinter p, const Ir *node, int from)
{
    for (int i = from; i < node->n; i++) {
        out_char(p.out, '[');
        expression(p, node->a[i], PREC_LOWEST);
        out_char(p.out, ']');
    }
}

static void arguments(IrPrinter p, const Ir *node)
{
    out_char(p.out, '(');
    commas(p, node, 0, node->n);
    out_char(p.out, ')');
}

/* name, or name(a, b) */
static void reference(IrPrinter p, const Ir *node)
{
    fn_name(p.game, node->k, p.out);
    if (node->n)
        arguments(p, node);
}

/* What k names, by its name; false: it names nothing that stands among operands. */
static bool named(IrPrinter p, const Ir *node)
{
    switch (ir_op_info(node->op)->names) {
    case IR_NAMES_LOCAL:
        ir_print_local(p.fn, node->k, p.out);
        return true;
    case IR_NAMES_FIELD:
        ir_print_field(p.game, node->k, p.out);
        return true;
    case IR_NAMES_TABLE:
        ir_print_table(p.game, node->k, p.out);
        return true;
    case IR_NAMES_FN:
        fn_name(p.game, node->k, p.out);
        return true;
    case IR_NAMES_NUMBER:
        out_printf(p.out, "%" PRId64, node->k);
        return true;
    case IR_NAMES_SPACE:
    case IR_NAMES_NOTHING:
        break;
    }
    return false;
}

static void atom(IrPrinter p, const Ir *node)
{
    const IrOpInfo *info = ir_op_info(node->op);
    if (info->names == IR_NAMES_SPACE) {
        out_puts(p.out, info->text);
        in_brackets(p.game, node->k, p.out);
    } else if (info->names == IR_NAMES_FN) {
        callee(p.game, node->k, p.out);
        arguments(p, node);
    } else {
        named(p, node);
        subscripts(p, node, 0);
    }
}

static void call(IrPrinter p, const Ir *node)
{
    out_puts(p.out, ir_op_info(node->op)->text);
    if (node->op == IR_OP_EXISTS) {
        out_char(p.out, ' ');
        reference(p, node);
    } else if (ir_op_info(node->op)->names == IR_NAMES_SPACE) {
        in_brackets(p.game, node->k, p.out);
        arguments(p, node);
    } else {
        out_char(p.out, '(');
        if (named(p, node) && node->n)
            out_puts(p.out, ", ");
        commas(p, node, 0, node->n);
        out_char(p.out, ')');
    }
}

static void bind(IrPrinter p, const Ir *node)
{
    out_printf(p.out, "%s(", ir_op_info(node->op)->text);
    if (node->op == IR_OP_WITH)
        ir_print_field(p.game, node->k, p.out);
    else
        binder(p.game, p.fn, node, p.out);
    out_puts(p.out, node->op == IR_OP_WITH || node->op == IR_OP_LETX ? " = " : " in ");
    expression(p, node->a[0], PREC_LOWEST);
    out_puts(p.out, " : ");
    expression(p, node->a[1], PREC_LOWEST);
    out_char(p.out, ')');
}

static void infix(IrPrinter p, const Ir *node)
{
    int own = ir_precedence(node->op);
    expression(p, node->a[0], own == PREC_COMPARE ? own + 1 : own);
    out_printf(p.out, " %s ", ir_op_info(node->op)->text);
    expression(p, node->a[1], own + 1);
}

/* -1 is the constant; the negation of a constant keeps parentheses. */
static void prefix(IrPrinter p, const Ir *node)
{
    bool constant = node->op == IR_OP_NEG && node->a[0]->op == IR_OP_INT;
    out_puts(p.out, ir_op_info(node->op)->text);
    expression(p, node->a[0], constant ? PREC_ATOM + 1 : PREC_PREFIX);
}

/* In parentheses if the node binds less tightly than `least`. */
static void expression(IrPrinter p, const Ir *node, int least)
{
    bool parens = ir_precedence(node->op) < least;
    if (parens)
        out_char(p.out, '(');
    switch (ir_op_info(node->op)->form[0]) {
    case 'A':
        atom(p, node);
        break;
    case 'C':
        call(p, node);
        break;
    case 'B':
        bind(p, node);
        break;
    case 'I':
        infix(p, node);
        break;
    default:
        prefix(p, node);
    }
    if (parens)
        out_char(p.out, ')');
}

/* ---- statements -------------------------------------------------------- */

void ir_print_block(IrPrinter p, const Ir *block, int depth)
{
    out_puts(p.out, "{\n");
    if (block && block->op == IR_OP_BLOCK)
        for (int i = 0; i < block->n; i++)
            ir_print_statement(p, block->a[i], depth + 1);
    else if (block)
        ir_print_statement(p, block, depth + 1);
    out_indent(p.out, depth);
    out_char(p.out, '}');
}

static void if_chain(IrPrinter p, const Ir *node, int depth)
{
    for (;;) {
        out_puts(p.out, "if ");
        expression(p, node->a[0], PREC_LOWEST);
        out_char(p.out, ' ');
        ir_print_block(p, node->a[1], depth);
        if (node->n < 3)
            return;
        out_puts(p.out, " else ");
        if (node->a[2]->op != IR_OP_IF) {
            ir_print_block(p, node->a[2], depth);
            return;
        }
        node = node->a[2];
    }
}

static void put(IrPrinter p, const Ir *node)
{
    ir_print_field(p.game, node->k, p.out);
    subscripts(p, node, 1);
    out_puts(p.out, " := ");
    expression(p, node->a[0], PREC_LOWEST);
}

static void loop(IrPrinter p, const Ir *node, int depth)
{
    if (node->op == IR_OP_WHILE) {
        out_puts(p.out, "while ");
        expression(p, node->a[0], PREC_LOWEST);
        out_printf(p.out, " max %" PRId64 " ", node->k);
        ir_print_block(p, node->a[1], depth);
        return;
    }
    out_puts(p.out, "for ");
    binder(p.game, p.fn, node, p.out);
    out_puts(p.out, " in ");
    expression(p, node->a[0], PREC_LOWEST);
    if (node->op == IR_OP_RANGE) {
        out_puts(p.out, " .. ");
        expression(p, node->a[1], PREC_LOWEST);
    }
    out_char(p.out, ' ');
    ir_print_block(p, node->a[node->n - 1], depth);
}

static void definition(IrPrinter p, const Ir *node)
{
    out_printf(p.out, "%s ", ir_op_info(node->op)->text);
    if (node->op == IR_OP_SET)
        ir_print_local(p.fn, node->k, p.out);
    else
        binder(p.game, p.fn, node, p.out);
    out_puts(p.out, " = ");
    expression(p, node->a[0], PREC_LOWEST);
}

static void param(IrPrinter p, const Ir *node)
{
    out_puts(p.out, "param ");
    ir_print_local(p.fn, node->k, p.out);
    if (node->n) {
        out_puts(p.out, " in ");
        expression(p, node->a[0], PREC_LOWEST);
    }
    if (node->n > 1) {
        out_puts(p.out, " .. ");
        expression(p, node->a[1], PREC_LOWEST);
    }
}

static void emit_set(IrPrinter p, const Ir *node)
{
    out_puts(p.out, "emit ");
    fn_name(p.game, node->k, p.out);
    out_char(p.out, '(');
    commas(p, node, 0, node->n - 1);
    out_puts(p.out, node->n > 1 ? ", in " : "in ");
    expression(p, node->a[node->n - 1], PREC_LOWEST);
    out_char(p.out, ')');
}

static void generator(IrPrinter p, const Ir *node, int depth)
{
    out_printf(p.out, "%s ", ir_op_info(node->op)->text);
    if (node->op == IR_OP_PREFER) {
        ir_print_block(p, node->a[0], depth);
        out_puts(p.out, " else ");
        ir_print_block(p, node->a[1], depth);
    } else if (node->op == IR_OP_KEEP || node->op == IR_OP_BEST) {
        expression(p, node->a[0], PREC_LOWEST);
        out_char(p.out, ' ');
        ir_print_block(p, node->a[1], depth);
    } else if (node->op == IR_OP_UNTESTED || node->op == IR_OP_ASIDE || node->op == IR_OP_COLLECT) {
        if (node->k)
            out_printf(p.out, "max %" PRId64 " ", node->k);
        ir_print_block(p, node->a[0], depth);
    } else { /* TRY, EMIT */
        reference(p, node);
    }
}

static void playout(IrPrinter p, const Ir *node, int depth)
{
    out_printf(p.out, "%s ", ir_op_info(node->op)->text);
    switch (node->op) {
    case IR_OP_PLAY: reference(p, node); break;
    case IR_OP_CHOOSE:
        binder(p.game, p.fn, node, p.out);
        out_puts(p.out, " in ");
        ir_print_block(p, node->a[0], depth);
        out_char(p.out, ' ');
        ir_print_block(p, node->a[node->n - 1], depth);
        if (node->n > 2) {
            out_puts(p.out, " else ");
            ir_print_block(p, node->a[1], depth);
        }
        break;
    default: /* ATTEMPT */
        ir_print_block(p, node->a[0], depth);
        out_puts(p.out, " keep ");
        expression(p, node->a[1], PREC_LOWEST);
        out_char(p.out, ' ');
        ir_print_block(p, node->a[2], depth);
        break;
    }
}

static void statement(IrPrinter p, const Ir *node, int depth)
{
    switch (node->op) {
    case IR_OP_BLOCK:
        ir_print_block(p, node, depth);
        break;
    case IR_OP_LET: case IR_OP_VAR: case IR_OP_SET:
        definition(p, node);
        break;
    case IR_OP_PUT:
        put(p, node);
        break;
    case IR_OP_IF:
        if_chain(p, node, depth);
        break;
    case IR_OP_FOR: case IR_OP_RANGE: case IR_OP_WHILE:
        loop(p, node, depth);
        break;
    case IR_OP_RET:
        out_puts(p.out, node->n ? "ret " : "leave");
        commas(p, node, 0, node->n);
        break;
    case IR_OP_DO:
        if (node->k >= 0 && (size_t)node->k < p.game->fn.n && p.game->fn.at[node->k]->kind == IR_TURN)
            out_puts(p.out, "turn");
        else
            callee(p.game, node->k, p.out);
        arguments(p, node);
        break;
    case IR_OP_PARAM:
        param(p, node);
        break;
    case IR_OP_WHEN:
        out_puts(p.out, "when ");
        commas(p, node, 0, node->n);
        break;
    case IR_OP_EMITSET:
        emit_set(p, node);
        break;
    case IR_OP_TRY: case IR_OP_EMIT: case IR_OP_PREFER: case IR_OP_KEEP: case IR_OP_BEST:
    case IR_OP_UNTESTED: case IR_OP_ASIDE: case IR_OP_COLLECT:
        generator(p, node, depth);
        break;
    case IR_OP_DISCARD:
        out_puts(p.out, ir_op_info(node->op)->text);
        break;
    case IR_OP_NOTE: case IR_OP_NOTES:
        out_printf(p.out, "%s ", ir_op_info(node->op)->text);
        commas(p, node, 0, node->n);
        if (node->k)
            out_printf(p.out, " max %" PRId64, node->k);
        break;
    case IR_OP_PLAY: case IR_OP_ATTEMPT: case IR_OP_CHOOSE:
        playout(p, node, depth);
        break;
#define CASES_NUMBERS
#define CASES_SETS
#define CASES_EITHER
#include "ir/core/cases.def"
    case IR_OPS:
        break; /* values: ir_print_node prints them */
    }
}

void ir_print_place(IrPrinter p, Span span, int depth)
{
    const Place at = source_resolve(p.game->session->sources, span);
    if (!at.source)
        return;
    out_indent(p.out, depth);
    out_printf(p.out, "; %s:%u:%u\n", at.source->name, at.line, at.column);
}

void ir_print_statement(IrPrinter p, const Ir *node, int depth)
{
    if (p.places)
        ir_print_place(p, node->at, depth);
    out_indent(p.out, depth);
    statement(p, node, depth);
    out_char(p.out, '\n');
}

void ir_print_node(const IrGame *game, const IrFn *fn, const Ir *node, Out *out)
{
    IrPrinter p = {.game = game, .fn = fn, .out = out};
    if (ir_op_info(node->op)->statement)
        statement(p, node, 0);
    else
        expression(p, node, PREC_LOWEST);
}
