/* body.c - writing one C function: indentation, temporaries, scopes of locals. */
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "base/escape.h"
#include "backends/c/cgen.h"
#include "ir/analysis/analyses.h"

Body c_body(CGen *c, const IrFn *fn, const char *state)
{
    Body b = {.c = c, .fn = fn, .depth = 1, .state = state};
    b.ntemp = ARENA_NEW(c->arena, int);
    b.copies = ARENA_NEW(c->arena, Copies);
    b.read = ARENA_ARRAY(c->arena, bool, (fn ? fn->local.n : 0) + 1);
    b.above = ARENA_ARRAY(c->arena, bool, (fn ? fn->local.n : 0) + 1);
    if (fn)
        b.local = c_locals(&b, fn, 0);
    /* `text` moves with the struct: the owner sets b.out = &b.text. */
    return b;
}

/* Bytes of copies with names of their own. */
enum { MOST_OWN = 1 << 16 };

int c_trial_mark(const Body *b) { return b->copies->used; }

void c_tried(Body *b, int mark) { b->copies->used = mark; }

const char *c_trial(Body *b, bool less)
{
    Copies *copies = b->copies;
    const uint64_t bytes = ir_fact_state_layout(b->c->game)->size;
    const bool own = !copies->own || copies->own + bytes <= MOST_OWN;
    const char *from = b->state[0] == '&' ? c_format(b->c, "(%s)", b->state) : b->state;
    const char *name;
    if (own) {
        name = c_name_temp(b);
        copies->own += bytes;
    } else {
        name = c_format(b->c, "tmp_copy%d", ++copies->used);
        copies->most = copies->used > copies->most ? copies->used : copies->most;
    }
    if (own && less)
        c_line(b, "State %s;", name);
    if (less)
        c_line(b, "copy_ahead(&%s, %s);", name, b->state);
    else
        c_line(b, "%s%s = *%s;", own ? "State " : "", name, from);
    return name;
}

bool c_past(const Body *b, int fn)
{
    return b->origin && apart_reads(&b->c->apart, fn);
}

static void put_line(Body *b, const char *format, va_list args, const char *end)
{
    for (int i = 0; i < b->depth; i++)
        out_puts(b->out, "    ");
    out_vprintf(b->out, format, args);
    out_puts(b->out, end);
}

void c_line(Body *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(b, format, args, "\n");
    va_end(args);
}

void c_open(Body *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(b, format, args, " {\n");
    va_end(args);
    b->depth++;
}

void c_scope(Body *b)
{
    c_line(b, "{");
    b->depth++;
}

void c_close(Body *b)
{
    b->depth--;
    c_line(b, "}");
}

const char *c_name_temp(Body *b)
{
    return c_format(b->c, "tmp%d", ++*b->ntemp);
}

const char *c_temp(Body *b, const char *type, const char *text)
{
    const char *name = c_name_temp(b);
    c_line(b, "const %s %s = %s;", type, name, c_bare(b->c, text));
    return name;
}

/* The index of the parenthesis that closes the one at 0, or 0. */
static size_t closing(const char *text)
{
    int depth = 0;
    for (size_t i = 0; text[i]; i++) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return 0;
}

const char *c_bare(CGen *c, const char *text)
{
    size_t n = strlen(text);
    if (n > 2 && text[0] == '(' && closing(text) == n - 1)
        return arena_strndup(c->arena, text + 1, n - 2);
    return text;
}

Out *c_aside(Body *b, Out *aside)
{
    Out *before = b->out;
    b->out = aside;
    return before;
}

/* Does the word `name` occur in the text? */
static bool mentions(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += n) {
        bool starts = p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_' || p[-1] == '.');
        bool ends = !(isalnum((unsigned char)p[n]) || p[n] == '_');
        if (starts && ends)
            return true;
    }
    return false;
}

/* Notes the parameters of `signature` that the body does not mention: a name is
 * a word before `,` or `)`. */
static void unused(CGen *c, const char *signature, const char *text, Out *o)
{
    const char *start = strchr(signature, '(');
    for (const char *p = start; p && *p; p++) {
        if (*p != ',' && *p != ')')
            continue;
        const char *first = p;
        while (isalnum((unsigned char)first[-1]) || first[-1] == '_')
            first--;
        const char *name = arena_strndup(c->arena, first, (size_t)(p - first));
        if (*name && strcmp(name, "void") != 0 && !mentions(text, name))
            out_printf(o, "    (void)%s;\n", name);
    }
}

enum { GONE = 1 }; /* stands for the characters of a line taken out */

/* The name that a line `const TYPE NAME = ..;` declares, or NULL. */
static const char *declared(CGen *c, const char *line)
{
    line += strspn(line, " ");
    if (strncmp(line, "const ", 6) != 0)
        return NULL;
    line += 6;
    line += strcspn(line, " \n");
    line += strspn(line, " ");
    size_t n = strcspn(line, " =;*\n");
    return n && line[n] == ' ' && line[n + 1] == '=' ? arena_strndup(c->arena, line, n) : NULL;
}

/* Is the name mentioned behind the line at `start`, in the block that it is in? */
static bool mentioned_within(Out *text, size_t start, size_t end, const char *name)
{
    const size_t depth = strspn(text->text + start, " ");
    size_t stop = end;
    while (stop < text->n && (text->text[stop] == '\n' || text->text[stop] == GONE || text->text[stop] == QUOTED || strspn(text->text + stop, " ") >= depth)) {
        const char *next = strchr(text->text + stop, '\n');
        stop = next ? (size_t)(next - text->text) + 1 : text->n;
    }
    const char behind = text->text[stop];
    text->text[stop] = 0;
    const bool found = mentions(text->text + end, name);
    text->text[stop] = behind;
    return found;
}

/* Takes out constants that nothing mentions after them; of those that draw, the
 * name alone.  From the end, so that what only such a line mentions goes too. */
static void drop_unused(CGen *c, Out *text)
{
    for (size_t end = text->n; end > 0;) {
        size_t start = end - 1;
        while (start > 0 && text->text[start - 1] != '\n')
            start--;
        const char *name = declared(c, text->text + start);
        if (name && !mentioned_within(text, start, end, name)) {
            char *line = text->text + start, *word = strstr(line, "const "), *value = strstr(line, " = ") + 3;
            const bool draws = mentions(arena_strndup(c->arena, line, end - start), "rng");
            memset(draws ? word : line, GONE, draws ? (size_t)(value - word) : end - start);
            if (draws)
                memcpy(word, "(void)", 6);
        }
        end = start;
    }
    size_t n = 0;
    for (size_t i = 0; i < text->n; i++)
        if (text->text[i] != GONE)
            text->text[n++] = text->text[i];
    if (text->text)
        text->text[n] = 0;
    text->n = n;
}

void c_finish(Body *b, const char *signature)
{
    CGen *c = b->c;
    drop_unused(c, &b->text);
    if (b->fn)
        c_quote_fn(c, b->fn);
    out_printf(&c->text, "%s\n{\n", signature);
    unused(c, signature, b->text.text ? b->text.text : "", &c->text);
    for (int i = 1; i <= b->copies->most; i++)
        out_printf(&c->text, "    State tmp_copy%d;\n", i);
    c_with_quotes(c, b->text.text ? b->text.text : "", &c->text);
    out_puts(&c->text, "}\n\n");
    c_own_lines(c);
    out_free(&b->text);
}

const char *c_params(Body *b, const IrFn *fn, int n)
{
    const char *text = "";
    for (int i = 0; i < n; i++)
        text = c_format(b->c, "%s, %s %s", text, c_type(b->c, fn->local.at[i].type), b->local[i]);
    return text;
}

/* --- scopes --- */

typedef struct {
    Body *b;
    bool *visible;
    VEC(int64_t) shown; /* locals that became visible, in that order */
} Scopes;

static void show(Scopes *s, int64_t local)
{
    if (!s->visible[local])
        vec_push(s->b->c->arena, &s->shown, local);
    s->visible[local] = true;
}

static void hide_since(Scopes *s, size_t mark)
{
    while (s->shown.n > mark)
        s->visible[s->shown.at[--s->shown.n]] = false;
}

static bool declares(IrOp op)
{
    return op == IR_OP_LET || op == IR_OP_VAR || op == IR_OP_PARAM;
}

/* Ops that bind local k only for their last operand. */
static bool binds(IrOp op)
{
    return op == IR_OP_LETX || op == IR_OP_FILTER || op == IR_OP_SUM || op == IR_OP_LEAST ||
           op == IR_OP_MOST || op == IR_OP_UNION || op == IR_OP_FOR || op == IR_OP_RANGE || op == IR_OP_CHOOSE;
}

static void walk(Scopes *s, const Ir *e)
{
    const size_t mark = s->shown.n;
    if (e->op == IR_OP_LOCAL || e->op == IR_OP_SET) {
        s->b->read[e->k] |= e->op == IR_OP_LOCAL;
        s->b->above[e->k] |= !s->visible[e->k];
    }
    for (int i = 0; i < e->n; i++) {
        if (binds(e->op) && i == e->n - 1)
            show(s, e->k);
        walk(s, e->a[i]);
    }
    if (e->op == IR_OP_BLOCK || binds(e->op))
        hide_since(s, mark);
    if (declares(e->op)) {
        s->b->above[e->k] |= s->visible[e->k];
        show(s, e->k);
    }
}

static void declare(Body *b, int local)
{
    IrType type = b->fn->local.at[local].type;
    bool set = type.kind == IR_MASK && c_words(b->c, type.space) > 1;
    c_line(b, "%s %s = %s;", c_type(b->c, type), b->local[local], set ? "{{0}}" : "0");
}

static void count_lets(const Ir *e, int *lets)
{
    if (declares(e->op))
        lets[e->k]++;
    for (int i = 0; i < e->n; i++)
        count_lets(e->a[i], lets);
}

void c_one_scope(Body *b, const Ir *tree)
{
    size_t n = b->fn->local.n;
    int *lets = ARENA_ARRAY(b->c->arena, int, n + 1);
    count_lets(tree, lets);
    for (size_t i = 0; i < n; i++) {
        if (lets[i] > 1 && !b->above[i] && b->read[i]) {
            b->above[i] = true;
            declare(b, (int)i);
        }
    }
}

void c_scopes(Body *b, const Ir *const *tree, size_t ntree)
{
    size_t n = b->fn->local.n;
    Scopes s = {.b = b, .visible = ARENA_ARRAY(b->c->arena, bool, n + 1)};
    for (int i = 0; i < b->fn->nparam; i++)
        s.visible[i] = true;
    for (size_t t = 0; t < ntree; t++) {
        /* Blocks of one function share its outermost scope. */
        const Ir *e = tree[t];
        for (int i = 0; e && e->op == IR_OP_BLOCK && i < e->n; i++)
            walk(&s, e->a[i]);
        if (e && e->op != IR_OP_BLOCK)
            walk(&s, e);
    }
    for (size_t i = (size_t)b->fn->nparam; i < n; i++)
        if (b->above[i] && b->read[i])
            declare(b, (int)i);
    for (int i = 0; i < b->fn->nparam; i++)
        b->above[i] = true; /* never declared again */
}

const char *c_rng_param(const CGen *c)
{
    return c->chance ? ", uint64_t *rng, ludc_script *script" : "";
}

const char *c_rng(const Body *b)
{
    return !b->c->chance ? "" : !b->draws ? ", NULL, NULL" : b->told ? ", rng, script" : ", rng, NULL";
}
