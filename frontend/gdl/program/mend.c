/* mend.c - what would make a rule sheet right, as notes and edits of the newest diagnostic; and what people write who know other
 * languages, which would mean something else here or nothing. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "frontend/gdl/program/program.h"

#define NOWHERE ((Span){0, 0})

const char *gdl_other_word(const char *word)
{
    static const struct {
        const char *said, *meant;
    } words[] = {{"!=", "distinct"}, {"/=", "distinct"}, {"=/=", "distinct"}, {"\\=", "distinct"}, {"~", "not"},
                 {"!", "not"},       {"\\+", "not"},     {"&&", "and"},        {"notequal", "distinct"}, {"not_equal", "distinct"}, {"unequal", "distinct"},
                 {"neq", "distinct"}, {"<>", "distinct"}, {"~=", "distinct"}, {"!==", "distinct"}, {"><", "distinct"}, {"differs", "distinct"}, {"isnt", "distinct"}, {"different", "distinct"}, {"differ", "distinct"}, {"diff", "distinct"}, {"dif", "distinct"},       {"&", "and"},        {"||", "or"}, {"|", "or"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i].said, word))
            return words[i].meant;
    return NULL;
}

/* The word that a literal or a term begins with; {0, 0}: it is not written as its name. */
static Span head_of(const GdlProgram *program, Span at, const char *name)
{
    const Source *source = source_of(program->session->sources, at.lo);
    const size_t n = strlen(name);
    if (!source)
        return NOWHERE;
    uint32_t lo = at.lo - source->base;
    while (source->text[lo] == '(' || source->text[lo] == ' ')
        lo++;
    if (strncasecmp(source->text + lo, name, n) != 0)
        return NOWHERE;
    return (Span){lo + source->base, lo + source->base + (uint32_t)n};
}

void gdl_mend_head(const GdlProgram *program, Span at, const char *name, const char *best)
{
    diag_fix(program->session->diags, FIX_INSTEAD, head_of(program, at, name), "%s", best);
}

const Ast *gdl_list_at(const Ast *ast, Span at)
{
    if (ast->kind == AST_LIST && ast->at.lo == at.lo && ast->at.hi == at.hi)
        return ast;
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid; i++)
        if (ast->kid[i]->at.lo <= at.lo && at.hi <= ast->kid[i]->at.hi)
            return gdl_list_at(ast->kid[i], at);
    return NULL;
}

static bool is_form(const Ast *sheet, const Ast *list)
{
    uint32_t i = 0;
    while (i < sheet->nkid && sheet->kid[i] != list)
        i++;
    return i < sheet->nkid;
}

/* Does a goal give 100 already? */
static bool gives_all(const GdlProgram *program)
{
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlLiteral *head = &program->rule.at[i].head;
        if (head->relation == GDL_GOAL && !strcmp(head->arg[1]->name, "100"))
            return true;
    }
    return false;
}

void gdl_mend_arity(const GdlProgram *program, GdlKeyword keyword, Span at)
{
    Diags *diags = program->session->diags;
    const Ast *list = gdl_list_at(program->sheet, at);
    if (!list || list->nkid < 2)
        return;
    if (keyword == GDL_ROLE) {
        Out roles = {0};
        for (uint32_t i = 1; i < list->nkid; i++)
            out_printf(&roles, "%s(role %s)", i > 1 ? " " : "", list->kid[i]->text ? list->kid[i]->text : "");
        diag_note(diags, NOWHERE, "each role has a fact of its own");
        diag_fix(diags, FIX_INSTEAD, list->at, "%s", roles.text);
        out_free(&roles);
    } else if ((keyword == GDL_INIT || keyword == GDL_TRUE) && list->kid[1]->kind == AST_LIST) {
        const char *name = program->relation.at[keyword].name;
        diag_note(diags, NOWHERE, "each fact has a `%s` of its own", name);
        for (uint32_t i = 2; i < list->nkid; i++)
            diag_fix(diags, FIX_BEFORE, list->kid[i]->at, ") (%s ", name);
    } else if (keyword == GDL_INIT || keyword == GDL_NEXT || keyword == GDL_TRUE) {
        diag_note(diags, NOWHERE, "a fact with arguments stands in brackets of its own");
        diag_fix(diags, FIX_BEFORE, list->kid[1]->at, "(");
        diag_fix(diags, FIX_BEHIND, list->kid[list->nkid - 1]->at, ")");
    } else if (keyword == GDL_TERMINAL && is_form(program->sheet, list)) {
        diag_note(diags, NOWHERE, "when that holds is said by a rule");
        diag_fix(diags, FIX_BEFORE, list->kid[0]->at, "<= ");
    } else if (keyword == GDL_DISTINCT && list->nkid > 3) {
        gdl_mend_distinct(program, list);
    } else if (keyword == GDL_GOAL && list->nkid == 2) {
        diag_note(diags, NOWHERE, "behind the role stands what it gets, from 0 to 100");
        diag_fix(diags, FIX_BEHIND, list->kid[1]->at, gives_all(program) ? " 0" : " 100");
    }
}

void gdl_mend_value(const GdlProgram *program, const GdlExpr *value)
{
    static const struct {
        const char *word;
        int value;
    } values[] = {{"win", 100}, {"wins", 100}, {"won", 100}, {"lose", 0}, {"loses", 0}, {"loss", 0}, {"lost", 0}, {"draw", 50}, {"tie", 50},
                 {"hundred", 100}, {"one", 100}, {"true", 100}, {"yes", 100}, {"false", 0}, {"no", 0}, {"winner", 100}, {"loser", 0}, {"victory", 100}, {"defeat", 0}, {"max", 100}, {"full", 100}, {"all", 100}, {"fifty", 50}, {"half", 50}, {"zero", 0}, {"none", 0}, {"nothing", 0}};
    const char *digits = value->name + strcspn(value->name, "0123456789");
    const long said = *digits ? strtol(digits, NULL, 10) : -1; /* "100%", "\"100\"" */
    int number = said < 0 ? -1 : value->name[0] == '-' ? 0 : said <= 100 ? (int)said : 100;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (!strcasecmp(value->name, values[i].word))
            number = values[i].value;
    if (number < 0)
        return;
    diag_note(program->session->diags, NOWHERE, "did you mean %d?", number);
    diag_fix(program->session->diags, FIX_INSTEAD, value->at, "%d", number);
}

void gdl_mend_variable(const GdlProgram *program, const GdlRule *rule, const bool *bound, const GdlExpr *loose)
{
    if (gdl_is_unmarked(program, rule, loose->name + 1))
        return; /* marks.c says which word should be it */
    if (!rule->nbody) {
        gdl_mend_open_fact(program, rule);
        return;
    }
    bool head[256] = {0};
    const char *free_one = NULL, *known[256];
    size_t nfree = 0, n = 0;
    for (uint32_t i = 0; i < program->relation.at[rule->head.relation].arity; i++)
        gdl_mark_vars(rule->head.arg[i], head);
    for (uint32_t v = 0; v < rule->nvar; v++) {
        if (!bound[v])
            continue;
        known[n++] = rule->var[v];
        if (!head[v]) {
            free_one = rule->var[v];
            nfree++;
        }
    }
    if (nfree != 1)
        free_one = gdl_lone_variable(program, rule, bound);
    const char *best = free_one ? free_one : gdl_nearest(loose->name, known, n);
    if (!best)
        return;
    diag_note(program->session->diags, NOWHERE, "did you mean %s?", best);
    diag_fix(program->session->diags, FIX_INSTEAD, loose->at, "%s", best);
}

/* ---- before the rules are read -------------------------------------------------------------------------- */

static bool has_variable(const Ast *ast)
{
    if (ast->kind == AST_SYMBOL && ast->text[0] == '?')
        return true;
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid; i++)
        if (has_variable(ast->kid[i]))
            return true;
    return false;
}

static bool is_condition(const Ast *form)
{
    static const char *const heads[] = {"not", "true", "does", "distinct", "or"};
    const Ast *head = form->kind == AST_LIST && form->nkid ? form->kid[0] : NULL;
    for (size_t i = 0; head && head->kind == AST_SYMBOL && i < sizeof heads / sizeof *heads; i++)
        if (!strcasecmp(head->text, heads[i]))
            return true;
    return false;
}

/* `=>` or the like in front of a rule.  A fact has no variables. */
static bool other_arrow(GdlProgram *program, const Ast *form)
{
    static const char *const arrows[] = {"=>", "<-", ":-", "->", "<==", "if"};
    const Ast *head = form->kind == AST_LIST && form->nkid > 2 ? form->kid[0] : NULL;
    for (size_t i = 0; head && head->kind == AST_SYMBOL && i < sizeof arrows / sizeof *arrows; i++) {
        const bool word = !strcmp(arrows[i], "if") && form->kid[1]->kind != AST_LIST;
        if (strcmp(head->text, arrows[i]) != 0 || (word && !has_variable(form) && !is_condition(form->kid[2])))
            continue;
        session_error(program->session, head->at, "a rule begins with `<=`, not with `%s`", head->text);
        diag_note(program->session->diags, NOWHERE, "(<= HEAD CONDITION ..)");
        diag_fix(program->session->diags, FIX_INSTEAD, head->at, "<=");
        return true;
    }
    return false;
}

/* `distinct ?a ?b` without its brackets. */
static bool bare_keyword(GdlProgram *program, const Ast *rule)
{
    static const struct {
        const char *word;
        uint32_t n;
    } keywords[] = {{"distinct", 2}, {"true", 1}, {"does", 2}, {"not", 1}, {"role", 1}, {"legal", 2}};
    for (uint32_t i = 1; rule->kind == AST_LIST && i < rule->nkid; i++)
        for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++) {
            const Ast *word = rule->kid[i];
            if (word->kind != AST_SYMBOL || strcasecmp(word->text, keywords[k].word) != 0 || i + keywords[k].n >= rule->nkid)
                continue;
            session_error(program->session, word->at, "`%s` stands in brackets with what belongs to it", word->text);
            diag_fix(program->session->diags, FIX_BEFORE, word->at, "(");
            diag_fix(program->session->diags, FIX_BEHIND, rule->kid[i + keywords[k].n]->at, ")");
            return true;
        }
    return false;
}

/* A comment of another language: its words would be facts. */
static void other_comment(GdlProgram *program, const Ast *form)
{
    if (form->kind != AST_SYMBOL || strncmp(form->text, "//", 2) != 0)
        return;
    diag_warning(program->session->diags, WARN_ignored, form->at, "this is no comment, its words are facts");
    diag_note(program->session->diags, NOWHERE, "a comment begins with ;");
    diag_fix(program->session->diags, FIX_INSTEAD, (Span){form->at.lo, form->at.lo + 2}, ";");
}

/* A comma or a full stop of another language: alone it would be a fact. */
static void other_point(GdlProgram *program, const Ast *form)
{
    if (form->kind != AST_SYMBOL || form->text[strspn(form->text, ",.:")])
        return;
    diag_warning(program->session->diags, WARN_ignored, form->at, "`%s` is a fact here: forms stand without it", form->text);
    diag_fix(program->session->diags, FIX_INSTEAD, form->at, "%s", "");
}

/* `1,` for 1 within a list. */
static void late_comma(GdlProgram *program, const Ast *ast)
{
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid; i++) {
        const Ast *kid = ast->kid[i];
        const size_t n = kid->kind == AST_SYMBOL ? strlen(kid->text) : 0;
        late_comma(program, kid);
        if (n < 2 || kid->text[n - 1] != ',')
            continue;
        diag_warning(program->session->diags, WARN_variable_mark, kid->at, "the comma is part of the name `%s`", kid->text);
        diag_note(program->session->diags, NOWHERE, "what stands in a list is parted by blanks");
        diag_fix(program->session->diags, FIX_INSTEAD, (Span){kid->at.hi - 1, kid->at.hi}, "%s", "");
    }
}

/* `x?` for `?x`. */
static void late_mark(GdlProgram *program, const Ast *ast)
{
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid; i++)
        late_mark(program, ast->kid[i]);
    const size_t n = ast->kind == AST_SYMBOL ? strlen(ast->text) : 0;
    if (n < 2 || ast->text[n - 1] != '?' || ast->text[0] == '?')
        return;
    diag_warning(program->session->diags, WARN_variable_mark, ast->at, "`%s` is no variable", ast->text);
    diag_note(program->session->diags, NOWHERE, "a variable begins with its question mark: ?%.*s", (int)(n - 1), ast->text);
    diag_fix(program->session->diags, FIX_INSTEAD, ast->at, "?%.*s", (int)(n - 1), ast->text);
}

bool gdl_same_line(const GdlProgram *program, const Ast *a, const Ast *b)
{
    const Source *source = source_of(program->session->sources, a->at.hi);
    return source && !memchr(source->text + (a->at.hi - source->base), '\n', b->at.lo - a->at.hi);
}

/* A rule without its brackets: `terminal (not open)`, `(goal ?p 100) (won ?p)`, `(legal ..) <= (true ..)`; all on one line. */
static bool bare_rule(GdlProgram *program, const Ast *sheet, uint32_t first)
{
    uint32_t last = first;
    if (first && gdl_same_line(program, sheet->kid[first - 1], sheet->kid[first]))
        return false; /* it was said of the first on the line */
    while (last + 1 < sheet->nkid && gdl_same_line(program, sheet->kid[last], sheet->kid[last + 1]))
        last++;
    if (last == first)
        return false;
    const Ast *head = sheet->kid[first], *next = sheet->kid[first + 1];
    const bool arrow = next->kind == AST_SYMBOL && !strcmp(next->text, "<=") && last > first + 1;
    if (!arrow && !is_condition(next) && !(has_variable(head) && has_variable(next) && next->nkid && strcmp(next->kid[0]->text ? next->kid[0]->text : "", "<=")))
        return false;
    if (head->kind == AST_LIST && head->nkid && head->kid[0]->kind == AST_SYMBOL && !strcmp(head->kid[0]->text, "<="))
        return false;
    session_error(program->session, head->at, "a rule stands in brackets");
    diag_note(program->session->diags, NOWHERE, "(<= HEAD CONDITION ..)");
    diag_fix(program->session->diags, FIX_BEFORE, head->at, "(<= ");
    if (arrow)
        diag_fix(program->session->diags, FIX_INSTEAD, next->at, "%s", "");
    diag_fix(program->session->diags, FIX_BEHIND, sheet->kid[last]->at, ")");
    return true;
}

/* Do `init` and `next` make facts of that name and number of arguments? */
static bool is_fact(const GdlProgram *program, const GdlRelation *r)
{
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlLiteral *head = &program->rule.at[i].head;
        if ((head->relation == GDL_INIT || head->relation == GDL_NEXT) && head->arg[0]->name == r->name && head->arg[0]->n == r->arity)
            return true;
    }
    return false;
}

bool gdl_mend_made(const GdlProgram *program, uint32_t relation)
{
    const GdlRelation *r = &program->relation.at[relation];
    Diags *diags = program->session->diags;
    if (!is_fact(program, r))
        return false;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        if (rule->head.relation != relation)
            continue;
        diag_warning(diags, WARN_unused_relation, rule->head.at, "`%s` is a fact elsewhere; nothing asks for a relation of that name", r->name);
        diag_note(diags, NOWHERE, rule->nbody ? "a fact holds after a step by `next`: (<= (next (%s ..)) ..)" : "a fact holds at the start by `init`: (init (%s ..))", r->name);
        diag_fix(diags, FIX_BEFORE, rule->head.at, rule->nbody ? "(next " : "(init ");
        diag_fix(diags, FIX_BEHIND, rule->head.at, ")");
    }
    return true;
}

bool gdl_mend_fact(const GdlProgram *program, uint32_t relation)
{
    const GdlRelation *r = &program->relation.at[relation];
    if (!is_fact(program, r))
        return false;
    diag_note(program->session->diags, NOWHERE, "a fact is asked by `true`: (true (%s ..))", r->name);
    for (size_t i = 0; i < program->rule.n; i++)
        for (uint32_t k = 0; k < program->rule.at[i].nbody; k++)
            if (program->rule.at[i].body[k].relation == relation) {
                diag_fix(program->session->diags, FIX_BEFORE, program->rule.at[i].body[k].at, "(true ");
                diag_fix(program->session->diags, FIX_BEHIND, program->rule.at[i].body[k].at, ")");
            }
    return true;
}

bool gdl_check_forms(GdlProgram *program, const Ast *sheet)
{
    bool good = gdl_check_shapes(program, sheet) && gdl_mend_sums(program, sheet);
    for (uint32_t i = 0; good && i < sheet->nkid; i++) {
        const Ast *form = sheet->kid[i];
        other_comment(program, form);
        other_point(program, form);
        late_comma(program, form);
        late_mark(program, form);
        const bool rule = form->kind == AST_LIST && form->nkid && form->kid[0]->kind == AST_SYMBOL && !strcmp(form->kid[0]->text, "<=");
        if (other_arrow(program, form) || bare_rule(program, sheet, i) || (rule && bare_keyword(program, form)))
            good = false;
    }
    return good;
}
