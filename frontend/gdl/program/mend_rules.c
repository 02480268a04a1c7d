/* mend_rules.c - what would make a rule right whose forms are: where variables come from, which argument is one too many,
 * which keyword a name stands for. */
#include <string.h>

#include "frontend/gdl/program/program.h"

#define NOWHERE ((Span){0, 0})

/* How often the word or variable stands in it. */
static uint32_t times(const Ast *ast, const char *name)
{
    uint32_t n = ast->kind == AST_SYMBOL && !strcmp(ast->text, name);
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid; i++)
        n += times(ast->kid[i], name);
    return n;
}

/* The form of the sheet in which that stands; NULL: none. */
static const Ast *form_around(const GdlProgram *program, Span at)
{
    for (uint32_t i = 0; i < program->sheet->nkid; i++)
        if (program->sheet->kid[i]->at.lo <= at.lo && at.hi <= program->sheet->kid[i]->at.hi)
            return program->sheet->kid[i];
    return NULL;
}

const char *gdl_lone_variable(const GdlProgram *program, const GdlRule *rule, const bool *bound)
{
    const Ast *form = form_around(program, rule->head.at);
    const char *lone = NULL;
    for (uint32_t v = 0; form && v < rule->nvar; v++) {
        if (!bound[v] || times(form, rule->var[v]) != 1)
            continue;
        if (lone)
            return NULL;
        lone = rule->var[v];
    }
    return lone;
}

void gdl_mend_distinct(const GdlProgram *program, const Ast *list)
{
    enum { MOST = 6 };
    const Source *source = source_of(program->session->sources, list->at.lo);
    Out pairs = {0};
    if (!source || list->nkid > 1 + MOST)
        return;
    for (uint32_t i = 1; i < list->nkid; i++)
        for (uint32_t k = i + 1; k < list->nkid; k++) {
            const Span a = list->kid[i]->at, b = list->kid[k]->at;
            out_printf(&pairs, "%s(distinct %.*s %.*s)", pairs.n ? " " : "", (int)(a.hi - a.lo), source->text + (a.lo - source->base),
                       (int)(b.hi - b.lo), source->text + (b.lo - source->base));
        }
    diag_note(program->session->diags, NOWHERE, "it takes two; all differ if each two of them do");
    diag_fix(program->session->diags, FIX_INSTEAD, list->at, "%s", pairs.text);
    out_free(&pairs);
}

/* ---- where variables come from -------------------------------------------------------------------------- */

/* The only relation of one argument that facts are about, of those that no rule asks for, or of all; NULL: none or several. */
static const char *only_domain(const GdlProgram *program, bool unasked)
{
    const char *only = NULL;
    for (size_t r = GDL_KEYWORDS; r < program->relation.n; r++) {
        const GdlRelation *relation = &program->relation.at[r];
        if (relation->arity != 1 || !relation->nrule || (unasked && relation->used))
            continue;
        if (only)
            return NULL;
        only = relation->name;
    }
    return only;
}

void gdl_mend_open_fact(const GdlProgram *program, const GdlRule *rule)
{
    const bool roles = rule->head.relation == GDL_LEGAL || rule->head.relation == GDL_GOAL || rule->head.relation == GDL_INPUT;
    const char *domain = only_domain(program, true);
    Out body = {0};
    domain = domain ? domain : only_domain(program, false);
    for (uint32_t v = 0; v < rule->nvar; v++) {
        const bool role = roles && rule->head.arg[0]->var == (int)v;
        if (!role && !domain) {
            out_free(&body);
            return;
        }
        out_printf(&body, " (%s %s)", role ? "role" : domain, rule->var[v]);
    }
    diag_note(program->session->diags, NOWHERE, "of whom it holds is said by a rule: (<= HEAD CONDITION ..)");
    diag_fix(program->session->diags, FIX_BEFORE, rule->head.at, "(<= ");
    diag_fix(program->session->diags, FIX_BEHIND, rule->head.at, "%s)", body.text);
    out_free(&body);
}

/* ---- an argument too many ------------------------------------------------------------------------------- */

static bool is_test(const Ast *condition)
{
    const Ast *head = condition->kind == AST_LIST && condition->nkid ? condition->kid[0] : NULL;
    return head && head->kind == AST_SYMBOL && (!strcmp(head->text, "not") || !strcmp(head->text, "distinct"));
}

/* Does the rule make sense without that argument?  What stands in it is nowhere else, or still gets its value from a condition. */
static bool can_go(const Ast *rule, const Ast *list, const Ast *argument)
{
    if (argument->kind != AST_SYMBOL || argument->text[0] != '?')
        return false;
    const uint32_t left = times(rule, argument->text) - 1;
    bool bound = false;
    for (uint32_t i = 2; i < rule->nkid; i++)
        bound = bound || (rule->kid[i] != list && !is_test(rule->kid[i]) && times(rule->kid[i], argument->text));
    return !left || (left > 1 && bound);
}

void gdl_mend_surplus(const GdlProgram *program, uint32_t arity, Span at)
{
    const Ast *rule = form_around(program, at), *list = gdl_list_at(program->sheet, at), *argument = NULL;
    if (!rule || !list || rule == list || list->nkid != arity + 1)
        return;
    for (uint32_t i = 1; i < list->nkid; i++) {
        if (!can_go(rule, list, list->kid[i]))
            continue;
        if (argument)
            return;
        argument = list->kid[i];
    }
    if (argument)
        diag_fix(program->session->diags, FIX_INSTEAD, (Span){argument->at.lo - 1, argument->at.hi}, "%s", "");
}

/* ---- an argument that lacks ----------------------------------------------------------------------------- */

/* Is `list` the other without its argument number `but`?  Variables go by their names, words may differ. */
static bool same_without(const Ast *list, const Ast *other, uint32_t but)
{
    for (uint32_t i = 1; i < list->nkid; i++) {
        const Ast *a = list->kid[i], *b = other->kid[i < but ? i : i + 1];
        if (a->kind != AST_SYMBOL || b->kind != AST_SYMBOL || (a->text[0] == '?') != (b->text[0] == '?') || (a->text[0] == '?' && a->text != b->text))
            return false;
    }
    return true;
}

/* The place in `list`, of that relation everywhere in `ast`, where a variable of the rule stands elsewhere, and which; 0: nowhere. */
static uint32_t lacking(const Ast *ast, const Ast *list, const Ast *rule, const char **variable)
{
    const bool other = ast->kind == AST_LIST && ast->nkid == list->nkid + 1 && ast->kid[0]->kind == AST_SYMBOL && ast->kid[0]->text == list->kid[0]->text;
    for (uint32_t i = 1; other && i < ast->nkid; i++)
        if (ast->kid[i]->kind == AST_SYMBOL && ast->kid[i]->text[0] == '?' && same_without(list, ast, i) && times(rule, ast->kid[i]->text) &&
            !times(list, ast->kid[i]->text)) {
            *variable = ast->kid[i]->text;
            return i;
        }
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid; i++) {
        const uint32_t found = lacking(ast->kid[i], list, rule, variable);
        if (found)
            return found;
    }
    return 0;
}

void gdl_mend_missing(const GdlProgram *program, uint32_t arity, Span at)
{
    const Ast *rule = form_around(program, at), *list = gdl_list_at(program->sheet, at);
    const char *variable = NULL;
    if (!rule || !list || list->nkid != arity || !list->nkid || list->kid[0]->kind != AST_SYMBOL)
        return;
    const uint32_t place = lacking(program->sheet, list, rule, &variable);
    if (place)
        diag_fix(program->session->diags, FIX_BEHIND, list->kid[place - 1]->at, " %s", variable);
}

/* ---- names that stand for keywords ---------------------------------------------------------------------- */

/* Is a head about a keyword of a term like that, as its argument `arg`? */
static bool is_made(const GdlProgram *program, GdlKeyword a, GdlKeyword b, uint32_t arg, const GdlExpr *term)
{
    for (size_t i = 0; term->var < 0 && i < program->rule.n; i++) {
        const GdlLiteral *head = &program->rule.at[i].head;
        if ((head->relation == (uint32_t)a || head->relation == (uint32_t)b) && head->arg[arg]->name == term->name && head->arg[arg]->n == term->n)
            return true;
    }
    return false;
}

bool gdl_mend_asked(const GdlProgram *program, uint32_t relation)
{
    const GdlRelation *r = &program->relation.at[relation];
    const char *best = r->arity == 1 ? "true" : "does";
    bool found = false;
    for (int edit = 0; (r->arity == 1 || r->arity == 2) && edit < 2; edit++) {
        for (size_t i = 0; i < program->rule.n; i++)
            for (uint32_t k = 0; k < program->rule.at[i].nbody; k++) {
                const GdlLiteral *literal = &program->rule.at[i].body[k];
                if (literal->relation != relation)
                    continue;
                if (!(r->arity == 1 ? is_made(program, GDL_INIT, GDL_NEXT, 0, literal->arg[0])
                                    : is_made(program, GDL_LEGAL, GDL_LEGAL, 1, literal->arg[1])))
                    return false;
                found = true;
                if (edit)
                    gdl_mend_head(program, literal->at, r->name, best);
            }
        if (!found)
            return false;
        if (!edit)
            diag_note(program->session->diags, NOWHERE, "%s", r->arity == 1 ? "what holds now is asked by `true`" : "what somebody does is asked by `does`");
    }
    return found;
}

/* ---- roles ---------------------------------------------------------------------------------------------- */

static bool is_role(const GdlProgram *program, const char *word)
{
    for (size_t i = 0; i < program->role.n; i++)
        if (program->role.at[i] == word)
            return true;
    return false;
}

/* A name that legal moves, moves or goals are said of twice or more, which is no role and is spelt like `role`. */
static const char *other_role(const GdlProgram *program, const char *role)
{
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlLiteral *head = &program->rule.at[i].head;
        const GdlExpr *who = head->relation == GDL_LEGAL || head->relation == GDL_GOAL ? head->arg[0] : NULL;
        const bool known = !who || who->var >= 0 || who->n || is_role(program, who->name);
        if (!known && times(program->sheet, who->name) > 1 && gdl_nearest(role, &who->name, 1))
            return who->name;
    }
    return NULL;
}

/* May that word stand for the variable in a condition?  What rules make may be anything. */
static bool may_be(const GdlProgram *program, const GdlLiteral *condition, uint32_t place, int of, const char *word)
{
    const bool fact = condition->relation == GDL_TRUE;
    bool some = false;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlLiteral *head = &program->rule.at[i].head;
        const GdlExpr *term = fact && (head->relation == GDL_INIT || head->relation == GDL_NEXT) ? head->arg[0] : NULL;
        if (fact ? !term || term->name != condition->arg[0]->name || term->n != condition->arg[0]->n : head->relation != condition->relation)
            continue;
        const GdlExpr *value = fact ? term->arg[of] : head->arg[place];
        if (value->var >= 0 || value->n || value->name == word)
            return true;
        some = true;
    }
    return !some;
}

/* Somebody who is no role and has a fact at the start of a kind of which each role has one, at the place of the variable. */
static const char *unnamed(const GdlProgram *program, const GdlExpr *fact, uint32_t of)
{
    const char *who = NULL;
    size_t roles = 0;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        const GdlExpr *term = rule->head.relation == GDL_INIT && !rule->nbody ? rule->head.arg[0] : NULL;
        if (!term || term->name != fact->name || term->n != fact->n || term->arg[of]->var >= 0 || term->arg[of]->n)
            continue;
        if (is_role(program, term->arg[of]->name))
            roles++;
        else if (who && who != term->arg[of]->name)
            return NULL;
        else
            who = term->arg[of]->name;
    }
    return roles >= program->role.n ? who : NULL;
}

/* The last fact that names a role; NULL: none does. */
static const GdlRule *last_role(const GdlProgram *program)
{
    for (size_t i = program->rule.n; i-- > 0;)
        if (program->rule.at[i].head.relation == GDL_ROLE && !program->rule.at[i].nbody)
            return &program->rule.at[i];
    return NULL;
}

bool gdl_mend_no_role(const GdlProgram *program, const char *who)
{
    const GdlRule *last = last_role(program);
    bool found = false;
    for (size_t i = 0; last && i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        const GdlExpr *fact = rule->head.relation == GDL_INIT && !rule->nbody ? rule->head.arg[0] : NULL;
        for (uint32_t k = 0; fact && k < fact->n; k++)
            found = found || (fact->arg[k]->name == who && unnamed(program, fact, k) == who);
    }
    if (found)
        diag_fix(program->session->diags, FIX_BEHIND, last->head.at, " (role %s)", who);
    return found;
}

/* Has the rule nothing against that word for the variable? */
static bool all_may_be(const GdlProgram *program, const GdlRule *rule, int var, const char *word)
{
    for (uint32_t k = 0; k < rule->nbody; k++) {
        const GdlLiteral *c = &rule->body[k];
        if (c->negated || c->relation == GDL_DISTINCT)
            continue;
        if (c->relation == GDL_ROLE && c->arg[0]->var == var)
            return false;
        for (uint32_t i = 0; i < program->relation.at[c->relation].arity; i++)
            if (c->relation == GDL_TRUE) {
                for (uint32_t j = 0; j < c->arg[0]->n; j++)
                    if (c->arg[0]->arg[j]->var == var && !may_be(program, c, 0, (int)j, word))
                        return false;
            } else if (c->arg[i]->var == var && !may_be(program, c, i, 0, word))
                return false;
    }
    return true;
}

static const char *unnamed_by(const GdlProgram *program, const GdlRule *rule)
{
    const int var = rule->head.relation == GDL_LEGAL ? rule->head.arg[0]->var : -1;
    for (uint32_t k = 0; var >= 0 && k < rule->nbody; k++) {
        const GdlLiteral *c = &rule->body[k];
        for (uint32_t j = 0; c->relation == GDL_TRUE && !c->negated && j < c->arg[0]->n; j++) {
            const char *who = c->arg[0]->arg[j]->var == var ? unnamed(program, c->arg[0], j) : NULL;
            if (who && all_may_be(program, rule, var, who))
                return who;
        }
    }
    return NULL;
}

void gdl_mend_unnamed_role(const GdlProgram *program)
{
    enum { MOST = 4000 }; /* rules: for each condition of `legal` all are gone through */
    const GdlRule *last = last_role(program);
    const char *who = NULL;
    for (size_t i = 0; last && program->rule.n < MOST && !who && i < program->rule.n; i++)
        who = unnamed_by(program, &program->rule.at[i]);
    if (!who)
        return;
    diag_warning(program->session->diags, WARN_unknown_role, last->head.at, "`%s` has legal moves like those who are a role, and is none", who);
    diag_fix(program->session->diags, FIX_BEHIND, last->head.at, " (role %s)", who);
}

const char *gdl_mend_lone_role(const GdlProgram *program)
{
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlLiteral *head = &program->rule.at[i].head;
        if (head->relation != GDL_ROLE || head->arg[0]->n || head->arg[0]->var >= 0 || times(program->sheet, head->arg[0]->name) != 1)
            continue;
        const char *other = other_role(program, head->arg[0]->name);
        if (!other)
            continue;
        diag_warning(program->session->diags, WARN_unknown_role, head->arg[0]->at, "nothing else is said of the role `%s`", head->arg[0]->name);
        diag_note(program->session->diags, NOWHERE, "did you mean `%s`?", other);
        diag_fix(program->session->diags, FIX_INSTEAD, head->arg[0]->at, "%s", other);
        return other;
    }
    return NULL;
}
