/* print.c - a whole game in the text form of doc/ir.md: declarations in their
 * order, so that print(read(x)) = x. */
#include "base/escape.h"
#include "base/hash.h"
#include "ir/core/plan_names.h"
#include "ir/core/text.h"

#include <inttypes.h>

enum { NUMBERS_A_LINE = 24, WORDS_A_LINE = 6, LABELS_A_LINE = 12 };

/* ---- literals ---------------------------------------------------------- */

/* { a b c }: a short list on the line, the items of a long one on lines of their
 * own, `depth` deep. */
typedef struct {
    Out *out;
    Out items;
    size_t per_line, column, lines;
    int depth;
} List;

static void new_line(List *list)
{
    if (list->column == 0)
        return;
    out_char(&list->items, '\n');
    out_indent(&list->items, list->depth + 1);
    list->column = 0;
    list->lines++;
}

/* Where the next item is written. */
static Out *item(List *list)
{
    if (list->column == list->per_line)
        new_line(list);
    else if (list->column)
        out_char(&list->items, ' ');
    list->column++;
    return &list->items;
}

static void list_close(List *list)
{
    bool broken = list->lines > 0;
    out_puts(list->out, broken ? "{\n" : "{ ");
    if (broken)
        out_indent(list->out, list->depth + 1);
    out_puts(list->out, list->items.n ? list->items.text : "");
    out_puts(list->out, broken ? "\n" : " ");
    if (broken)
        out_indent(list->out, list->depth);
    out_char(list->out, '}');
    out_free(&list->items);
}

/* One hexadecimal number, most significant digit first. */
static void mask_literal(const uint64_t *word, int words, Out *out)
{
    int top = words - 1;
    while (top > 0 && word[top] == 0)
        top--;
    out_printf(out, "0x%" PRIx64, top >= 0 ? word[top] : 0);
    for (int i = top - 1; i >= 0; i--)
        out_printf(out, "%016" PRIx64, word[i]);
}

static bool same_words(const uint64_t *a, const uint64_t *b, int words)
{
    for (int i = 0; i < words; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static void repeat(size_t count, Out *out)
{
    if (count > 1)
        out_printf(out, "*%zu", count);
}

/* A line holds one row of the last dimension, or less. */
static void int_list(const int64_t *value, size_t n, size_t row, int depth, Out *out)
{
    List list = {.out = out, .per_line = NUMBERS_A_LINE, .depth = depth};
    for (size_t i = 0, run; i < n; i += run) {
        for (run = 1; (i + run) % row && value[i + run] == value[i];)
            run++;
        if (i % row == 0)
            new_line(&list);
        Out *to = item(&list);
        out_int(to, value[i]);
        repeat(run, to);
    }
    list_close(&list);
}

static void mask_list(const uint64_t *word, size_t n, size_t row, int words, int depth, Out *out)
{
    size_t w = (size_t)words;
    List list = {.out = out, .per_line = w >= WORDS_A_LINE ? 1 : WORDS_A_LINE / w, .depth = depth};
    for (size_t i = 0, run; i < n; i += run) {
        for (run = 1; (i + run) % row && same_words(word + i * w, word + (i + run) * w, words);)
            run++;
        if (i % row == 0)
            new_line(&list);
        Out *to = item(&list);
        mask_literal(word + i * w, words, to);
        repeat(run, to);
    }
    list_close(&list);
}

static void row_list(const IrTable *table, Out *out)
{
    List list = {.out = out, .per_line = 1};
    for (size_t i = 0; i < table->n; i++) {
        Out *to = item(&list);
        out_char(to, '{');
        for (uint32_t j = table->off[i]; j < table->off[i + 1]; j++) {
            if (j > table->off[i])
                out_char(to, ' ');
            out_int(to, table->value[j]);
        }
        out_char(to, '}');
    }
    list_close(&list);
}

/* ---- declarations ------------------------------------------------------ */

static void dimension(const IrGame *game, IrDim dim, Out *out)
{
    out_puts(out, " [");
    if (dim.space == IR_NOSPACE)
        out_printf(out, "%d", dim.size);
    else
        ir_print_name(game->space.at[dim.space].name, out);
    out_char(out, ']');
}

static void string(const char *text, Out *out) { out_gir_text(out, '"', text); }

static void print_space(const IrSpace *space, Out *out)
{
    out_puts(out, "space ");
    ir_print_name(space->name, out);
    out_printf(out, " %d", space->size);
    if (space->label) {
        List list = {.out = out, .per_line = LABELS_A_LINE};
        out_char(out, ' ');
        for (int i = 0; i < space->size; i++)
            string(space->label[i] ? space->label[i] : "", item(&list));
        list_close(&list);
    }
    out_char(out, '\n');
}

static void table_contents(const IrGame *game, const IrTable *table, Out *out)
{
    size_t row = table->ndim ? (size_t)table->dim[table->ndim - 1].size : 1;
    if (table->rows) {
        row_list(table, out);
    } else if (table->elem.kind == IR_MASK) {
        mask_list(table->word, table->n, row, ir_words(game, table->elem.space), 0, out);
    } else {
        Arena *scratch = arena_beside(game->arena);
        int64_t *value = ARENA_ARRAY(scratch, int64_t, table->n);
        for (size_t i = 0; i < table->n; i++)
            value[i] = table->value[i];
        int_list(value, table->n, row, 0, out);
        arena_free(scratch);
    }
}

static void print_table(const IrGame *game, int index, bool brief, Out *out)
{
    const IrTable *table = &game->table.at[index];
    out_puts(out, "table ");
    ir_print_table(game, index, out);
    out_puts(out, table->rows ? " : list " : " : ");
    ir_print_type(game, table->elem, out);
    for (int i = 0; i < table->ndim; i++)
        dimension(game, table->dim[i], out);
    out_puts(out, " = ");
    if (brief)
        out_printf(out, "#%016" PRIx64, ir_table_digest(game, table));
    else
        table_contents(game, table, out);
    out_char(out, '\n');
}

static void print_data(const IrData *data, bool brief, Out *out)
{
    out_puts(out, "data ");
    ir_print_name(data->name, out);
    out_printf(out, " %zu = ", data->n);
    if (brief) {
        out_printf(out, "#%016" PRIx64, hash_bytes(HASH_START, data->value, data->n * sizeof *data->value));
    } else {
        Arena *scratch = arena_new();
        int64_t *value = ARENA_ARRAY(scratch, int64_t, data->n + 1);
        for (size_t i = 0; i < data->n; i++)
            value[i] = data->value[i];
        int_list(value, data->n, data->n ? data->n : 1, 0, out);
        arena_free(scratch);
    }
    out_char(out, '\n');
}

static void print_field(const IrGame *game, int index, Out *out)
{
    const IrField *field = &game->field.at[index];
    bool mask = field->elem.kind == IR_MASK;
    out_puts(out, "  ");
    ir_print_field(game, index, out);
    out_puts(out, " : ");
    ir_print_type(game, field->elem, out);
    if (field->array)
        dimension(game, field->dim, out);
    out_puts(out, " = ");
    if (field->array && mask)
        mask_list(field->word, field->n, field->n, ir_words(game, field->elem.space), 1, out);
    else if (field->array)
        int_list(field->init, field->n, field->n, 1, out);
    else if (mask)
        mask_literal(field->word, ir_words(game, field->elem.space), out);
    else
        out_printf(out, "%" PRId64, field->init[0]);
    out_char(out, '\n');
}

/* ---- functions --------------------------------------------------------- */

static void parameters(const IrGame *game, const IrFn *fn, Out *out)
{
    out_char(out, '(');
    for (int i = 0; i < fn->nparam; i++) {
        out_puts(out, i ? ", " : "");
        ir_print_local(fn, i, out);
        out_puts(out, " : ");
        ir_print_type(game, fn->local.at[i].type, out);
    }
    out_char(out, ')');
}

static void section(IrPrinter p, const char *word, const Ir *block)
{
    if (!block || block->n == 0)
        return;
    out_printf(p.out, "  %s ", word);
    ir_print_block(p, block, 1);
    out_char(p.out, '\n');
}

static void print_rule(IrPrinter p)
{
    const IrGame *game = p.game;
    const IrFn *fn = p.fn;
    Out *out = p.out;
    out_puts(out, "rule ");
    ir_print_name(fn->name, out);
    parameters(game, fn, out);
    out_puts(out, fn->exempt ? " exempt" : "");
    out_puts(out, fn->probe ? " probe {\n" : " {\n");
    for (int i = 0; fn->header && i < fn->header->n; i++)
        ir_print_statement(p, fn->header->a[i], 1);
    section(p, "do", fn->effect);
    section(p, "then", fn->then);
    if (fn->post) {
        out_puts(out, "  post ");
        ir_print_node(game, fn, fn->post, out);
        out_char(out, '\n');
    }
    if (fn->spared) {
        out_puts(out, "  spared ");
        ir_print_node(game, fn, fn->spared, out);
        out_char(out, '\n');
    }
    for (size_t i = 0; i < fn->view.n; i++) {
        out_puts(out, "  view ");
        ir_print_name(fn->view.at[i].name, out);
        out_puts(out, " = ");
        ir_print_node(game, fn, fn->view.at[i].value, out);
        out_char(out, '\n');
    }
    out_puts(out, "}\n");
}

/* The expression of a body that only returns one, or NULL. */
static const Ir *only_value(const Ir *body)
{
    bool one = body && body->op == IR_OP_BLOCK && body->n == 1 &&
               body->a[0]->op == IR_OP_RET && body->a[0]->n == 1;
    return one ? body->a[0]->a[0] : NULL;
}

static void print_function(IrPrinter p)
{
    const IrGame *game = p.game;
    const IrFn *fn = p.fn;
    Out *out = p.out;
    static const char *const word[] = {
        [IR_FN] = "fn ", [IR_PROC] = "proc ", [IR_GEN] = "gen ",
        [IR_TURN] = "turn ", [IR_VIEW] = "view ", [IR_PLANE] = "plane "};
    out_puts(out, word[fn->kind]);
    if (fn->kind == IR_PLANE) {
        out_printf(out, "%s ", ir_plane_set_name(fn->plane.set));
        ir_print_name(fn->plane.name, out);
        out_printf(out, " %d", fn->plane.owner);
        parameters(game, fn, out);
        out_char(out, ' ');
    } else if (fn->kind != IR_TURN) {
        ir_print_name(fn->name, out);
        if (fn->nparam || fn->kind == IR_FN || fn->kind == IR_PROC)
            parameters(game, fn, out);
        out_char(out, ' ');
    }
    if (fn->ret.kind != IR_VOID) {
        out_puts(out, "-> ");
        ir_print_type(game, fn->ret, out);
        out_char(out, ' ');
    }
    out_puts(out, fn->hint == IR_HINT_INLINE ? "inline " : fn->hint == IR_HINT_APART ? "apart " : fn->hint == IR_HINT_RECURSIVE ? "recursive " : "");
    const Ir *value = fn->ret.kind != IR_VOID ? only_value(fn->body) : NULL;
    if (value) {
        out_puts(out, "= ");
        ir_print_node(game, fn, value, out);
    } else {
        ir_print_block(p, fn->body, 0);
    }
    out_char(out, '\n');
}

static void print_game(const IrGame *game, bool brief, bool places, Out *out)
{
    out_puts(out, "game ");
    string(game->name, out);
    out_printf(out, " players %d%s\n", game->players, game->joint ? " joint" : "");
    if (game->plan) {
        out_puts(out, "plan ");
        ir_print_name(ir_plan_name(game->plan), out);
        if (game->plan_rule) {
            out_char(out, '(');
            ir_print_name(game->plan_rule, out);
            out_char(out, ')');
        }
        out_char(out, '\n');
    }
    for (size_t i = 0; i < game->space.n; i++)
        print_space(&game->space.at[i], out);
    for (size_t i = 0; i < game->table.n; i++)
        print_table(game, (int)i, brief, out);
    for (size_t i = 0; i < game->data.n; i++)
        print_data(&game->data.at[i], brief, out);
    if (game->field.n) {
        out_puts(out, "state {\n");
        for (size_t i = 0; i < game->field.n; i++)
            print_field(game, (int)i, out);
        out_puts(out, "}\n");
    }
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrPrinter p = {.game = game, .fn = game->fn.at[i], .out = out, .places = places};
        out_char(out, '\n');
        if (places)
            ir_print_place(p, p.fn->at, 0);
        (p.fn->kind == IR_RULE ? print_rule : print_function)(p);
    }
}

void ir_print(const IrGame *game, Out *out)
{
    out_printf(out, "gir %d\n", IR_TEXT_VERSION);
    print_game(game, false, false, out);
}

void ir_print_with_places(const IrGame *game, Out *out)
{
    out_printf(out, "gir %d\n", IR_TEXT_VERSION);
    print_game(game, false, true, out);
}

void ir_print_brief(const IrGame *game, Out *out)
{
    print_game(game, true, false, out);
}
