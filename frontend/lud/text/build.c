/* build.c - the actions of the .lud grammar: nodes from tokens. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/vec.h"
#include "frontend/lud/text/options.h"
#include "frontend/lud/text/scan.h"

void lud_scan_error(LudScan *scan, Span at, const char *format, ...)
{
    scan->failed = true;
    if (scan->stopped)
        return;
    scan->stopped = ++scan->reports >= LUD_SCAN_REPORTS;
    va_list args;
    va_start(args, format);
    diag_v(scan->session->diags, DIAG_ERROR, at, format, args);
    va_end(args);
}

void lud_scan_mend(LudScan *scan, Span at, const char *note, const char *instead)
{
    if (scan->stopped)
        return;
    diag_note(scan->session->diags, (Span){0, 0}, "%s", note);
    diag_fix(scan->session->diags, FIX_INSTEAD, at, "%s", instead);
}

/* Text of a string: white space runs become one blank, \" becomes '. */
static const char *string_text(LudScan *scan, const char *text, size_t length)
{
    char *out = arena_alloc(scan->session->arena, length + 1);
    size_t n = 0;
    for (size_t i = 0; i < length; i++) {
        bool space = strchr(" \t\r\n\f\v", text[i]) && text[i];
        if (text[i] == '\\' && i + 1 < length && text[i + 1] == '"')
            continue;
        if (text[i] == '"')
            out[n++] = '\'';
        else if (!space)
            out[n++] = text[i];
        else if (n == 0 || out[n - 1] != ' ')
            out[n++] = ' ';
    }
    out[n] = '\0';
    const char *name = clean_name(scan->session->arena, out);
    return intern(scan->session->names, name, strlen(name));
}

/* [+-]digits.digits, whatever the locale: exact quotient of two exact numbers
 * up to 15 digits, which is more than any description has. */
static double decimal(const char *text)
{
    double mantissa = 0, scale = 1;
    bool negative = *text == '-', behind = false;
    for (; *text; text++) {
        if (*text == '.')
            behind = true;
        if (*text < '0' || *text > '9')
            continue;
        mantissa = mantissa * 10 + (*text - '0');
        scale *= behind ? 10 : 1;
    }
    return (negative ? -mantissa : mantissa) / scale;
}

Ast *lud_atom(LudScan *scan, AstKind kind, Span at, const char *text,
              size_t length)
{
    Ast *ast = ARENA_NEW(scan->session->arena, Ast);
    ast->kind = kind;
    ast->at = at;
    ast->text = kind == AST_STRING ? string_text(scan, text, length)
                                   : intern(scan->session->names, text, length);
    if (kind == AST_INT) {
        errno = 0;
        ast->number = strtoll(ast->text, NULL, 10);
        ast->real = (double)ast->number;
        if (errno)
            lud_scan_error(scan, at, "the number is too large");
    } else if (kind == AST_FLOAT) {
        ast->real = decimal(ast->text);
    }
    return ast;
}

void lud_push(LudScan *scan, LudItems *items, Ast *ast)
{
    vec_push(scan->session->arena, items, ast);
}

void lud_label(LudScan *scan, Ast *ast, Span at, const char *label)
{
    (void)scan;
    if (!ast)
        return;
    ast->label = label;
    ast->label_at = (Span){at.lo, at.lo + (uint32_t)strlen(label)};
}

static bool is_game(const char *head) { return head && (!strcmp(head, "game") || !strcmp(head, "match")); }

/* What was taken for the description is none, as the game follows. */
static void other_item(LudScan *scan, const Ast *game)
{
    static const char *const heads[] = {"define", "game", "match", "metadata", "option", "rulesets"};
    const char *head = ast_head(scan->result), *best = head ? lud_nearest_name(head, heads, sizeof heads / sizeof *heads) : NULL;
    for (size_t i = 0; head && !best && strlen(head) > 2 && i < sizeof heads / sizeof *heads; i++)
        if (!strncmp(head, heads[i], strlen(head)) || !strncmp(head, heads[i], strlen(heads[i]) - 1))
            best = heads[i];
    if (head && !strcmp(head, "metadata")) {
        diag_warning(scan->session->diags, WARN_ignored, scan->result->at, "this stands outside of the description and is ignored");
    } else {
        lud_scan_error(scan, head ? scan->result->kid[0]->at : scan->result->at, "there is no `%s` beside the game", head ? head : "list");
        if (best) {
            diag_note(scan->session->diags, (Span){0, 0}, "did you mean `%s`?", best);
            diag_fix(scan->session->diags, FIX_INSTEAD, scan->result->kid[0]->at, "%s", best);
        }
    }
    scan->result = game;
}

void lud_whole(LudScan *scan, const Ast *item)
{
    const char *head = ast_head(item);
    const bool game = is_game(head);
    if (!scan->result && item->kind == AST_LIST)
        scan->result = item;
    else if (game && is_game(ast_head(scan->result)))
        lud_scan_error(scan, item->at, "a file describes one game; this is another");
    else if (game)
        other_item(scan, item);
    else if (++scan->reports < LUD_SCAN_REPORTS)
        diag_warning(scan->session->diags, WARN_ignored, item->at,
             "this stands outside of the description and is ignored");
}

void lud_dangling(LudScan *scan, Span at, const char *label)
{
    if (++scan->reports < LUD_SCAN_REPORTS)
        diag_warning(scan->session->diags, WARN_ignored, at,
             "label `%s:` has no value and is ignored", label);
}

/* `((a ..) .. (z ..))`, which a bracketed use of a define leaves behind, means
 * its members; with several members they stay together in a list without head,
 * which `splice` of the enclosing list takes apart. */
static bool is_doubled(const LudItems *items)
{
    return items->n && items->at[0]->kind == AST_LIST && !items->at[0]->label;
}

static bool is_headless(const Ast *ast)
{
    return ast->kind == AST_LIST && ast->nkid > 1 &&
           ast->kid[0]->kind == AST_LIST;
}

static LudItems splice(LudScan *scan, const LudItems *items)
{
    size_t i = 0;
    while (i < items->n && !is_headless(items->at[i]))
        i++;
    if (i == items->n)
        return *items;
    LudItems out = {0};
    for (i = 0; i < items->n; i++) {
        Ast *ast = items->at[i];
        if (!is_headless(ast)) {
            lud_push(scan, &out, ast);
            continue;
        }
        if (ast->label)
            lud_label(scan, ast->kid[0], ast->label_at, ast->label);
        for (uint32_t k = 0; k < ast->nkid; k++)
            lud_push(scan, &out, ast->kid[k]);
    }
    return out;
}

/* `(coord:"A1")` is read as `(coord "A1")`. */
static void unlabel_head(LudScan *scan, LudItems *items)
{
    Ast *first = items->at[0];
    Ast *head = ARENA_NEW(scan->session->arena, Ast);
    *head = (Ast){.kind = AST_SYMBOL, .at = first->label_at, .text = first->label};
    first->label = NULL;
    first->label_at = (Span){0, 0};
    lud_push(scan, items, first);
    for (size_t i = items->n - 1; i > 0; i--)
        items->at[i] = items->at[i - 1];
    items->at[0] = head;
}

/* `(a = b)` for `(= a b)`. */
static void mend_infix(LudScan *scan, const LudItems *items)
{
    static const char *const operators[] = {"=", "==", "<", ">", "<=", ">=", "!=", "+", "-", "*", "/", "%", "^"};
    const Ast *word = items->n == 3 ? items->at[1] : NULL;
    for (size_t i = 0; word && word->kind == AST_SYMBOL && i < sizeof operators / sizeof *operators; i++) {
        if (strcmp(word->text, operators[i]) != 0)
            continue;
        const char *head = i == 1 ? "=" : operators[i];
        diag_note(scan->session->diags, (Span){0, 0}, "an operator stands in front: (%s A B)", head);
        diag_fix(scan->session->diags, FIX_BEFORE, items->at[0]->at, "%s ", head);
        diag_fix(scan->session->diags, FIX_INSTEAD, word->at, "%s", "");
    }
}

Ast *lud_compound(LudScan *scan, AstKind kind, Span at, const LudItems *items)
{
    LudItems flat = splice(scan, items);
    if (kind == AST_LIST && flat.n && flat.at[0]->label)
        unlabel_head(scan, &flat);
    if (kind == AST_LIST && is_doubled(&flat)) {
        if (flat.at[flat.n - 1]->kind != AST_LIST) {
            lud_scan_error(scan, at, "doubled brackets `((` need doubled `))`");
            mend_infix(scan, &flat);
        } else if (flat.n == 1)
            return flat.at[0];
    }
    Ast *ast = ARENA_NEW(scan->session->arena, Ast);
    ast->kind = kind;
    ast->at = at;
    ast->nkid = (uint32_t)flat.n;
    ast->kid = flat.at;
    return ast;
}
