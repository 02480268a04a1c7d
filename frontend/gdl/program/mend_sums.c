/* mend_sums.c - sums in a rule sheet: to GDL numbers are words and `(+ ?x 1)` is a term.  Where facts say which number comes next
 * they are asked instead. */
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/program/program.h"

#define NOWHERE ((Span){0, 0})

typedef struct {
    const GdlProgram *program;
    const Ast *form;
    const char *successor; /* a relation of two; NULL: the sheet has none */
} Sums;

static bool is_variable(const Ast *ast) { return ast->kind == AST_SYMBOL && ast->text[0] == '?'; }
static bool is_number(const Ast *ast) { return ast->kind == AST_SYMBOL && *ast->text && !ast->text[strspn(ast->text, "0123456789")]; }

/* The relation of facts (succ 0 1), (succ 1 2) .. alone; NULL: there is none. */
static const char *successor(const Ast *sheet)
{
    for (uint32_t i = 0; i < sheet->nkid; i++) {
        const Ast *fact = sheet->kid[i];
        if (fact->kind != AST_LIST || fact->nkid != 3 || fact->kid[0]->kind != AST_SYMBOL || !is_number(fact->kid[1]) || !is_number(fact->kid[2]))
            continue;
        if (strtol(fact->kid[1]->text, NULL, 10) == strtol(fact->kid[2]->text, NULL, 10) - 1) /* neither is below 0 */
            return fact->kid[0]->text;
    }
    return NULL;
}

static bool stands_in(const Ast *ast, const char *name)
{
    if (ast->kind == AST_SYMBOL && !strcmp(ast->text, name))
        return true;
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid; i++)
        if (stands_in(ast->kid[i], name))
            return true;
    return false;
}

/* A variable that the rule does not have. */
static const char *fresh_variable(const Ast *rule)
{
    static const char *const names[] = {"?y", "?n", "?m", "?k", "?next", "?after", "?other"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!stands_in(rule, names[i]))
            return names[i];
    return NULL;
}

/* Edits of the newest diagnostic, for ?x and the next or the one before. */
static void asked(const Sums *sums, const Ast *sum, const Ast *variable, bool down)
{
    Diags *diags = sums->program->session->diags;
    const bool rule = sums->form->nkid > 2 && sums->form->kid[0]->kind == AST_SYMBOL && !strcmp(sums->form->kid[0]->text, "<=");
    const char *fresh = fresh_variable(sums->form);
    if (!sums->successor)
        diag_note(diags, NOWHERE, "which number comes next is said by facts: (succ 0 1) (succ 1 2) ..");
    if (!sums->successor || !rule || !fresh)
        return;
    diag_note(diags, NOWHERE, "which number comes next is asked of `%s`", sums->successor);
    diag_fix(diags, FIX_INSTEAD, sum->at, "%s", fresh);
    diag_fix(diags, FIX_BEHIND, sums->form->kid[sums->form->nkid - 1]->at, " (%s %s %s)", sums->successor, down ? fresh : variable->text,
             down ? variable->text : fresh);
}

/* `(+ ?x 1)`, `(- ?x 1)`, `(?x + 1)`.  true: it is an error. */
static bool look(const Sums *sums, const Ast *list)
{
    const bool infix = list->kind == AST_LIST && list->nkid == 3 && list->kid[1]->kind == AST_SYMBOL && is_variable(list->kid[0]);
    const Ast *sign = list->kind == AST_LIST && list->nkid == 3 ? list->kid[infix] : NULL, *one, *variable;
    bool wrong = false;
    for (uint32_t i = 0; list->kind == AST_LIST && i < list->nkid; i++)
        wrong |= look(sums, list->kid[i]);
    if (!sign || sign->kind != AST_SYMBOL || !strchr("+-", sign->text[0]) || sign->text[1] || !sign->text[0])
        return wrong;
    variable = list->kid[infix ? 0 : 1], one = list->kid[2];
    if (!infix && sign->text[0] == '+' && is_number(variable))
        variable = list->kid[2], one = list->kid[1];
    if (!is_variable(variable) || strcmp(one->kind == AST_SYMBOL ? one->text : "", "1") != 0)
        return wrong;
    if (infix)
        session_error(sums->program->session, list->at, "GDL does not count");
    else
        diag_warning(sums->program->session->diags, WARN_sum, list->at, "GDL does not count: `%s` is the name of a term here", sign->text);
    asked(sums, list, variable, sign->text[0] == '-');
    return wrong || infix;
}

bool gdl_mend_sums(const GdlProgram *program, const Ast *sheet)
{
    Sums sums = {.program = program, .successor = successor(sheet)};
    bool good = true;
    for (uint32_t i = 0; i < sheet->nkid; i++) {
        sums.form = sheet->kid[i];
        good = !look(&sums, sums.form) && good;
    }
    return good;
}
