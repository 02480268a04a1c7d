/* mend_forms.c - forms of a rule sheet with brackets where they do not belong or lack, and words of other languages: said before
 * the rules are read, with the edits that make them right. */
#include <string.h>
#include <strings.h>

#include "frontend/gdl/program/program.h"

#define NOWHERE ((Span){0, 0})

static bool is_word(const Ast *ast) { return ast->kind == AST_SYMBOL && ast->text[0] != '?'; }

static const char *head_of(const Ast *form)
{
    return form->kind == AST_LIST && form->nkid && form->kid[0]->kind == AST_SYMBOL ? form->kid[0]->text : "";
}

/* How many arguments a head about a keyword has; -1: the word is none. */
static int arguments(const char *word)
{
    static const struct {
        const char *word;
        int n;
    } heads[] = {{"next", 1}, {"init", 1}, {"legal", 2}, {"goal", 2}};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (!strcasecmp(word, heads[i].word))
            return heads[i].n;
    return -1;
}

static bool is_rule(const Ast *form) { return !strcmp(head_of(form), "<="); }

/* `(<= next (step 2) ..)` for `(<= (next (step 2)) ..)`. */
static bool bare_head(const GdlProgram *program, const Ast *rule)
{
    const Ast *word = rule->nkid > 1 ? rule->kid[1] : NULL;
    const int n = word && is_word(word) ? arguments(word->text) : -1;
    if (n < 0 || rule->nkid <= 2u + (uint32_t)n)
        return false;
    session_error(program->session, word->at, "`%s` stands in brackets with what belongs to it", word->text);
    diag_fix(program->session->diags, FIX_BEFORE, word->at, "(");
    diag_fix(program->session->diags, FIX_BEHIND, rule->kid[1 + n]->at, ")");
    return true;
}

/* `(<= (goal ?p 100 (won ?p)))`: the conditions stand within the head. */
static bool long_head(const GdlProgram *program, const Ast *rule)
{
    const Ast *head = rule->nkid > 1 ? rule->kid[1] : NULL;
    const int n = head ? arguments(head_of(head)) : -1;
    if (n < 0 || head->nkid <= 1u + (uint32_t)n)
        return false;
    for (uint32_t i = 1 + (uint32_t)n; i < head->nkid; i++)
        if (head->kid[i]->kind != AST_LIST)
            return false;
    session_error(program->session, head->kid[1 + n]->at, "a condition stands behind the head, not in it");
    diag_fix(program->session->diags, FIX_BEHIND, head->kid[n]->at, ")");
    diag_fix(program->session->diags, FIX_INSTEAD, (Span){head->at.hi - 1, head->at.hi}, "%s", "");
    return true;
}

/* `won ?p` for `(won ?p)` among conditions. */
static bool bare_relation(const GdlProgram *program, const Ast *rule)
{
    for (uint32_t i = 2; i + 1 < rule->nkid; i++) {
        const Ast *word = rule->kid[i];
        if (!is_word(word) || rule->kid[i + 1]->kind != AST_SYMBOL || is_word(rule->kid[i + 1]))
            continue;
        uint32_t last = i + 1;
        while (last + 1 < rule->nkid && rule->kid[last + 1]->kind == AST_SYMBOL)
            last++;
        session_error(program->session, word->at, "`%s` stands in brackets with what belongs to it", word->text);
        diag_fix(program->session->diags, FIX_BEFORE, word->at, "(");
        diag_fix(program->session->diags, FIX_BEHIND, rule->kid[last]->at, ")");
        return true;
    }
    return false;
}

/* `:-`, `&&` or `,` between conditions, which are joined without a word. */
static bool joining_word(const GdlProgram *program, const Ast *rule)
{
    static const char *const words[] = {":-", "<-", "->", "&&", "&", "and", ",", "if", "<="};
    const char *found = NULL;
    for (uint32_t i = 2; i < rule->nkid; i++)
        for (size_t k = 0; rule->kid[i]->kind == AST_SYMBOL && k < sizeof words / sizeof *words; k++) {
            if (strcasecmp(rule->kid[i]->text, words[k]) != 0 || (found && found != words[k]))
                continue;
            if (!found)
                session_error(program->session, rule->kid[i]->at, "conditions stand side by side, without `%s`", rule->kid[i]->text);
            diag_fix(program->session->diags, FIX_INSTEAD, rule->kid[i]->at, "%s", "");
            found = words[k];
        }
    return found;
}

/* `(<= ((next a) (next b)) ..)`: a rule for each. */
static bool many_heads(const GdlProgram *program, const Ast *rule)
{
    const Ast *heads = rule->nkid > 2 ? rule->kid[1] : NULL;
    const Source *source = source_of(program->session->sources, rule->at.lo);
    Out rules = {0};
    for (uint32_t i = 0; heads && i < heads->nkid; i++)
        if (heads->kid[i]->kind != AST_LIST)
            return false;
    if (!heads || heads->kind != AST_LIST || !heads->nkid || !source)
        return false;
    for (uint32_t i = 0; i < heads->nkid; i++) {
        const Span head = heads->kid[i]->at, body = {heads->at.hi, rule->at.hi};
        out_printf(&rules, "%s(<= %.*s%.*s", i ? "\n" : "", (int)(head.hi - head.lo), source->text + (head.lo - source->base),
                   (int)(body.hi - body.lo), source->text + (body.lo - source->base));
    }
    session_error(program->session, heads->at, "a rule has one head");
    diag_note(program->session->diags, NOWHERE, "each head has a rule of its own");
    diag_fix(program->session->diags, FIX_INSTEAD, rule->at, "%s", rules.text);
    out_free(&rules);
    return true;
}

/* `((true a) (true b))` for the two. */
static bool doubled(const GdlProgram *program, const Ast *rule)
{
    for (uint32_t i = 2; i < rule->nkid; i++) {
        const Ast *list = rule->kid[i];
        if (list->kind != AST_LIST || !list->nkid || list->kid[0]->kind != AST_LIST)
            continue;
        session_error(program->session, list->at, "conditions stand side by side, without brackets around them");
        diag_fix(program->session->diags, FIX_INSTEAD, (Span){list->at.lo, list->at.lo + 1}, "%s", "");
        diag_fix(program->session->diags, FIX_INSTEAD, (Span){list->at.hi - 1, list->at.hi}, "%s", "");
        return true;
    }
    return false;
}

/* `(init (true x))` for `(init x)`. */
static bool true_made(const GdlProgram *program, const Ast *form)
{
    const char *made = head_of(form);
    const Ast *fact = form->nkid == 2 ? form->kid[1] : NULL;
    if ((strcasecmp(made, "init") != 0 && strcasecmp(made, "next") != 0) || !fact || strcasecmp(head_of(fact), "true") != 0 || fact->nkid != 2)
        return false;
    session_error(program->session, fact->at, "`true` asks for a fact; `%s` takes the fact itself", made);
    diag_fix(program->session->diags, FIX_INSTEAD, (Span){fact->at.lo, fact->kid[1]->at.lo}, "%s", "");
    diag_fix(program->session->diags, FIX_INSTEAD, (Span){fact->kid[1]->at.hi, fact->at.hi}, "%s", "");
    return true;
}

/* `{` and `[` in words; `? x` for `?x`. */
static bool marks(const GdlProgram *program, const Ast *ast)
{
    bool found = false;
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid; i++) {
        const Ast *kid = ast->kid[i];
        if (kid->kind == AST_SYMBOL && !strcmp(kid->text, "?") && i + 1 < ast->nkid && ast->kid[i + 1]->kind == AST_SYMBOL) {
            session_error(program->session, kid->at, "a variable begins with its question mark: ?%s", ast->kid[i + 1]->text);
            diag_fix(program->session->diags, FIX_INSTEAD, (Span){kid->at.lo, ast->kid[i + 1]->at.lo}, "?");
            found = true;
        }
        found |= marks(program, kid);
    }
    const char *text = ast->kind == AST_SYMBOL ? ast->text : "";
    const size_t n = strlen(text);
    if (n != ast->at.hi - ast->at.lo || !strpbrk(text, "{}[]"))
        return found;
    session_error(program->session, ast->at, "lists of a rule sheet stand in round brackets");
    for (size_t i = 0; i < n; i++)
        if (strchr("{}[]", text[i])) {
            const uint32_t at = ast->at.lo + (uint32_t)i;
            diag_fix(program->session->diags, FIX_INSTEAD, (Span){at, at + 1}, "%s", strchr("{[", text[i]) ? "(" : ")");
        }
    return true;
}

/* Edits of all lists of that word alone. */
static bool unround(const GdlProgram *program, const Ast *ast, const char *word)
{
    bool found = false;
    if (ast->kind == AST_LIST && ast->nkid == 1 && !strcasecmp(head_of(ast), word)) {
        diag_fix(program->session->diags, FIX_INSTEAD, ast->at, "%s", ast->kid[0]->text);
        return true;
    }
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid; i++)
        found |= unround(program, ast->kid[i], word);
    return found;
}

bool gdl_mend_round(const GdlProgram *program, const char *name)
{
    const size_t n = strlen(name);
    if (*name != '(' || n < 3)
        return false;
    const char *word = arena_strndup(program->session->arena, name + 1, n - 2);
    diag_note(program->session->diags, NOWHERE, "`%s` without arguments stands without brackets", word);
    return unround(program, program->sheet, word);
}

/* Three words or more on a line, outside of brackets: a comment without its mark. */
static void bare_comment(const GdlProgram *program, const Ast *sheet, uint32_t first)
{
    uint32_t n = 0;
    const Source *source = source_of(program->session->sources, sheet->kid[first]->at.lo);
    if (!source || strchr("[{", source->text[sheet->kid[first]->at.lo - source->base]))
        return;
    while (first + n < sheet->nkid && sheet->kid[first + n]->kind == AST_SYMBOL &&
           (!n || !memchr(source->text + (sheet->kid[first + n - 1]->at.hi - source->base), '\n',
                          sheet->kid[first + n]->at.lo - sheet->kid[first + n - 1]->at.hi)))
        n++;
    const bool begins = !first || memchr(source->text + (sheet->kid[first - 1]->at.hi - source->base), '\n',
                                         sheet->kid[first]->at.lo - sheet->kid[first - 1]->at.hi);
    if (!n || (n < 3 && *sheet->kid[first]->text != '%') || !begins) /* `%` begins a comment elsewhere */
        return;
    diag_warning(program->session->diags, WARN_ignored, sheet->kid[first]->at, "this is no comment, its words are facts");
    diag_note(program->session->diags, NOWHERE, "a comment begins with ;");
    diag_fix(program->session->diags, FIX_BEFORE, sheet->kid[first]->at, "; ");
}

/* A comment behind a condition whose mark is another language's.  Alone it may be a name. */
static bool inner_comment(const GdlProgram *program, const Ast *rule)
{
    static const char *const marks[] = {"//", "#", "%", "--", "/*"};
    bool found = false;
    for (uint32_t i = 2; i + 1 < rule->nkid; i++) {
        const Ast *kid = rule->kid[i];
        size_t k = 0;
        while (k < sizeof marks / sizeof *marks && (kid->kind != AST_SYMBOL || strcmp(kid->text, marks[k]) != 0))
            k++;
        if (k == sizeof marks / sizeof *marks || !gdl_same_line(program, kid, rule->kid[i + 1]))
            continue;
        session_error(program->session, kid->at, "a comment begins with ;");
        diag_fix(program->session->diags, FIX_INSTEAD, kid->at, ";");
        while (i + 1 < rule->nkid && gdl_same_line(program, rule->kid[i], rule->kid[i + 1]))
            i++;
        found = true;
    }
    return found;
}

bool gdl_check_shapes(const GdlProgram *program, const Ast *sheet)
{
    bool good = true;
    for (uint32_t i = 0; i < sheet->nkid; i++) {
        const Ast *form = sheet->kid[i];
        bare_comment(program, sheet, i);
        if ((is_rule(form) && inner_comment(program, form)) || marks(program, form) || true_made(program, form) ||
            (is_rule(form) && form->nkid > 1 && true_made(program, form->kid[1])) ||
            (is_rule(form) && (many_heads(program, form) || bare_head(program, form) || long_head(program, form) || joining_word(program, form) ||
                               bare_relation(program, form) || doubled(program, form))))
            good = false;
    }
    return good;
}

bool gdl_mend_roles(const GdlProgram *program, const Ast *sheet)
{
    static const char *const words[] = {"roles", "player", "players", "agent", "agents", "Role"};
    bool found = false;
    for (uint32_t i = 0; i < sheet->nkid; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            const Ast *form = sheet->kid[i];
            if (strcasecmp(head_of(form), words[k]) != 0 || form->nkid < 2)
                continue;
            Out roles = {0};
            for (uint32_t r = 1; r < form->nkid; r++)
                out_printf(&roles, "%s(role %s)", r > 1 ? " " : "", form->kid[r]->text ? form->kid[r]->text : "");
            if (!found)
                session_error(program->session, form->kid[0]->at, "the sheet names no role: `(role NAME)` is missing");
            diag_fix(program->session->diags, FIX_INSTEAD, form->at, "%s", roles.text);
            out_free(&roles);
            found = true;
        }
    return found;
}

bool gdl_mend_role(const GdlProgram *program, const GdlExpr *name)
{
    session_error(program->session, name->at, "a role is a plain word, without %s", *name->name == '(' ? "brackets" : "quotes");
    diag_fix(program->session->diags, FIX_INSTEAD, name->at, "%.*s", (int)strlen(name->name) - 2, name->name + 1);
    return false;
}

const char *gdl_other_keyword(const char *word)
{
    static const struct {
        const char *said, *meant;
    } words[] = {{"initial", "init"}, {"initially", "init"}, {"start", "init"},      {"initialise", "init"}, {"nextstate", "next"},
                 {"then", "next"},    {"end", "terminal"},   {"over", "terminal"},   {"gameover", "terminal"}, {"terminate", "terminal"}, {"terminated", "terminal"}, {"ended", "terminal"}, {"finish", "terminal"}, {"stop", "terminal"}, {"finished", "terminal"},
                 {"score", "goal"},   {"payoff", "goal"},    {"reward", "goal"},     {"possible", "legal"}, {"allowed", "legal"},
                 {"player", "role"},  {"players", "role"},   {"agent", "role"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(words[i].said, word))
            return words[i].meant;
    return NULL;
}

/* The lists with that head, around which stands `not`: `(not (= A B))` is `(distinct A B)`. */
static bool distinct_from(const GdlProgram *program, const Ast *ast)
{
    bool found = false;
    if (ast->kind == AST_LIST && ast->nkid == 2 && !strcasecmp(head_of(ast), "not") && ast->kid[1]->nkid == 3 &&
        (!strcmp(head_of(ast->kid[1]), "=") || !strcmp(head_of(ast->kid[1]), "=="))) {
        const Ast *equal = ast->kid[1];
        diag_fix(program->session->diags, FIX_INSTEAD, (Span){ast->at.lo, equal->kid[1]->at.lo}, "(distinct ");
        diag_fix(program->session->diags, FIX_INSTEAD, (Span){equal->at.hi, ast->at.hi}, "%s", "");
        return true;
    }
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid; i++)
        found |= distinct_from(program, ast->kid[i]);
    return found;
}

/* Edits of all words of that name: another. */
static void renamed(const GdlProgram *program, const Ast *ast, const Ast *but, const char *name, const char *other)
{
    if (ast == but)
        return;
    if (ast->kind == AST_SYMBOL && ast->text == name)
        diag_fix(program->session->diags, FIX_INSTEAD, ast->at, "%s", other);
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid; i++)
        renamed(program, ast->kid[i], but, name, other);
}

/* `(= ?x a)` among the conditions of a rule: without it, and with a for ?x. */
static void equal_in(const GdlProgram *program, const Ast *rule)
{
    for (uint32_t i = 2; i < rule->nkid; i++) {
        const Ast *equal = rule->kid[i];
        if (equal->nkid != 3 || (strcmp(head_of(equal), "=") != 0 && strcmp(head_of(equal), "==") != 0))
            continue;
        const bool first = equal->kid[1]->kind == AST_SYMBOL && !is_word(equal->kid[1]);
        const Ast *variable = equal->kid[first ? 1 : 2], *value = equal->kid[first ? 2 : 1];
        if (variable->kind != AST_SYMBOL || is_word(variable) || value->kind != AST_SYMBOL)
            continue;
        diag_fix(program->session->diags, FIX_INSTEAD, (Span){rule->kid[i - 1]->at.hi, equal->at.hi}, "%s", "");
        renamed(program, rule, equal, variable->text, value->text);
    }
}

bool gdl_mend_equal(const GdlProgram *program, const char *name)
{
    if (strcmp(name, "=") != 0 && strcmp(name, "==") != 0)
        return false;
    diag_note(program->session->diags, NOWHERE, "two that are the same are one variable; (distinct A B) holds of two that are not");
    distinct_from(program, program->sheet);
    for (uint32_t i = 0; i < program->sheet->nkid; i++)
        if (is_rule(program->sheet->kid[i]))
            equal_in(program, program->sheet->kid[i]);
    return true;
}
