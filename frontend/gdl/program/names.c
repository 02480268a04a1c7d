/* names.c - names that nothing answers to: relations, facts, moves and roles that
 * are asked and never given, with the nearest name that is. */
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/program/program.h"

/* Letters to change, add, leave out or exchange with the next one, to get from
 * one word to the other; more than `most` counts as most + 1. */
static unsigned distance(const char *a, const char *b, unsigned most)
{
    enum { LONGEST = 40 };
    size_t na = strlen(a), nb = strlen(b);
    if (na > LONGEST || nb > LONGEST)
        return most + 1;
    unsigned row[3][LONGEST + 1];
    for (size_t k = 0; k <= nb; k++)
        row[0][k] = (unsigned)k;
    for (size_t i = 1; i <= na; i++) {
        unsigned *now = row[i % 3];
        const unsigned *above = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t k = 1; k <= nb; k++) {
            unsigned best = above[k - 1] + (a[i - 1] != b[k - 1]);
            best = above[k] + 1 < best ? above[k] + 1 : best;
            best = now[k - 1] + 1 < best ? now[k - 1] + 1 : best;
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1] && before[k - 2] + 1 < best)
                best = before[k - 2] + 1;
            now[k] = best;
        }
    }
    return row[na % 3][nb];
}

const char *gdl_nearest(const char *word, const char *const *name, size_t n)
{
    unsigned most = strlen(word) < 3 ? 0 : strlen(word) < 6 ? 1 : 2;
    const char *best = NULL;
    for (size_t i = 0; i < n; i++) {
        unsigned d = distance(word, name[i], most);
        if (d && d <= most) {
            best = name[i];
            most = d - 1;
        }
    }
    return best;
}

typedef struct {
    const char *name;
    uint32_t n;
    Span at;
} Shape; /* of a term: its word and its number of arguments */

typedef VEC(Shape) Shapes;

typedef struct {
    const GdlProgram *program;
    Arena *arena;
    VEC(const char *) name; /* scratch, for gdl_nearest */
    const char *said_role; /* who is no role since that one is spelt otherwise, or NULL */
} Names;

/* Of the names the one that is meant, or the nearest; NULL: there is none. */
static const char *near_keyword(const Names *names, const char *word)
{
    const char *other = gdl_other_keyword(word);
    for (size_t i = 0; other && i < names->name.n; i++)
        if (!strcmp(names->name.at[i], other))
            return other;
    const char *near = gdl_nearest(word, names->name.at, names->name.n);
    const size_t n = strcspn(word, "_-");
    for (size_t i = 0; !near && word[n] && i < names->name.n; i++)
        if (!strncmp(names->name.at[i], word, n) && !names->name.at[i][n])
            near = names->name.at[i]; /* `next_step` */
    return near;
}

/* The nearest name, as a note; NULL: there is none. */
static const char *suggest(Names *names, const char *word)
{
    const char *other = gdl_other_word(word), *best = other ? other : near_keyword(names, word);
    if (best)
        diag_note(names->program->session->diags, (Span){0, 0}, "did you mean `%s`?", best);
    return best;
}

/* The same for a relation, with edits of all places that name it. */
static void suggest_relation(Names *names, uint32_t relation)
{
    const GdlProgram *program = names->program;
    const char *name = program->relation.at[relation].name, *best = suggest(names, name);
    for (size_t i = 0; best && i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        if (rule->head.relation == relation)
            gdl_mend_head(program, rule->head.at, name, best);
        for (uint32_t k = 0; k < rule->nbody; k++)
            if (rule->body[k].relation == relation)
                gdl_mend_head(program, rule->body[k].at, name, best);
    }
}

/* ---- relations ------------------------------------------------------------------ */

static bool given(const Names *names, size_t r)
{
    return names->program->relation.at[r].nrule || r == GDL_TRUE || r == GDL_DOES || r == GDL_DISTINCT;
}

/* Does the relation hold of a word, where `init` and `next` hold of facts, or of a fact, where others hold of words?  Then
 * its name is no mistake for theirs. */
static bool another(const Names *names, size_t relation, const char *keyword)
{
    const GdlProgram *program = names->program;
    if (strlen(program->relation.at[relation].name) > 3 || (strcmp(keyword, "init") != 0 && strcmp(keyword, "next") != 0))
        return false;
    for (size_t i = 0; i < program->rule.n; i++)
        if (program->rule.at[i].head.relation == relation)
            return program->relation.at[relation].arity != 1 || !program->rule.at[i].head.arg[0]->n;
    return true;
}

static void check_relations(Names *names)
{
    const GdlProgram *program = names->program;
    for (size_t i = 0; i < program->relation.n; i++) {
        const GdlRelation *r = &program->relation.at[i];
        bool unasked = i >= GDL_KEYWORDS && !r->used && r->nrule;
        const char *near;
        names->name.n = 0;
        for (size_t k = 0; k < program->relation.n; k++)
            if (unasked ? k < GDL_KEYWORDS && k != GDL_TRUE && k != GDL_DOES && k != GDL_DISTINCT : given(names, k))
                vec_push(names->arena, &names->name, program->relation.at[k].name);
        if (r->used && !given(names, i)) {
            diag_warning(program->session->diags, WARN_never_holds, r->at, "no rule and no fact is about `%s`: it never holds", r->name);
            if (!gdl_mend_equal(program, r->name) && !gdl_mend_round(program, r->name) && !gdl_mend_fact(program, (uint32_t)i) &&
                !gdl_mend_asked(program, (uint32_t)i))
                suggest_relation(names, (uint32_t)i);
        } else if (unasked && gdl_mend_made(program, (uint32_t)i)) {
            continue;
        } else if (unasked && strlen(r->name) > 2 && (near = near_keyword(names, r->name)) && !another(names, i, near)) {
            diag_warning(program->session->diags, WARN_unused_relation, r->at, "nothing asks for `%s`", r->name);
            if (!gdl_mend_round(program, r->name))
                suggest_relation(names, (uint32_t)i);
        }
    }
}

/* `(next (at 1))` without conditions, of facts that no `init` makes: the start was meant. */
static void check_start(Names *names)
{
    const GdlProgram *program = names->program;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        if (rule->head.relation != GDL_NEXT || rule->nbody || rule->head.arg[0]->var >= 0)
            continue;
        bool made = false, others = false;
        for (size_t k = 0; k < program->rule.n; k++) {
            const GdlRule *other = &program->rule.at[k];
            const bool same = other->head.relation <= GDL_NEXT && other->head.relation != GDL_ROLE && other->head.arg[0]->name == rule->head.arg[0]->name;
            made = made || (same && other->head.relation == GDL_INIT);
            others = others || (same && other->nbody);
        }
        if (made || !others)
            continue;
        diag_warning(program->session->diags, WARN_never_holds, rule->head.at, "`%s` does not hold at the start: a `next` without conditions holds after every step", rule->head.arg[0]->name);
        diag_note(program->session->diags, (Span){0, 0}, "what holds at the start is an `init`");
        gdl_mend_head(program, rule->head.at, "next", "init");
    }
}

/* ---- facts and moves ------------------------------------------------------------ */

/* The shapes that heads about these relations show; false: a variable is one. */
static bool collect(Names *names, GdlKeyword a, GdlKeyword b, uint32_t arg, Shapes *shapes)
{
    const GdlProgram *program = names->program;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlLiteral *head = &program->rule.at[i].head;
        if (head->relation != (uint32_t)a && head->relation != (uint32_t)b)
            continue;
        const GdlExpr *expr = head->arg[arg];
        if (expr->var >= 0)
            return false;
        vec_push(names->arena, shapes, ((Shape){expr->name, expr->n, expr->at}));
    }
    return true;
}

static bool has_shape(const Shapes *shapes, const GdlExpr *expr)
{
    for (size_t i = 0; i < shapes->n; i++)
        if (shapes->at[i].name == expr->name && shapes->at[i].n == expr->n)
            return true;
    return false;
}

/* Conditions about terms of a shape that no head of `a` or `b` gives; each once. */
static void check_terms(Names *names, GdlKeyword asked, GdlKeyword a, GdlKeyword b, const char *message)
{
    const GdlProgram *program = names->program;
    uint32_t arg = program->relation.at[asked].arity - 1;
    Shapes shapes = {0}, said = {0};
    if (!collect(names, a, b, arg, &shapes) || !shapes.n)
        return;
    for (size_t i = 0; i < program->rule.n; i++)
        for (uint32_t k = 0; k < program->rule.at[i].nbody; k++) {
            const GdlLiteral *literal = &program->rule.at[i].body[k];
            const GdlExpr *expr = literal->relation == (uint32_t)asked ? literal->arg[arg] : NULL;
            if (!expr || expr->var >= 0 || has_shape(&shapes, expr) || has_shape(&said, expr))
                continue;
            vec_push(names->arena, &said, ((Shape){expr->name, expr->n, expr->at}));
            diag_warning(program->session->diags, WARN_never_holds, expr->at, message, expr->name);
            names->name.n = 0;
            for (size_t s = 0; s < shapes.n; s++)
                vec_push(names->arena, &names->name, shapes.at[s].name);
            const char *best = suggest(names, expr->name);
            if (best)
                gdl_mend_head(program, expr->at, expr->name, best);
        }
}

/* ---- roles and values ------------------------------------------------------------ */

static void check_role(Names *names, const GdlLiteral *literal)
{
    const GdlProgram *program = names->program;
    const GdlExpr *role = literal->arg[0];
    for (size_t i = 0; i < program->role.n; i++)
        if (role->var >= 0 || (!role->n && (role->name == program->role.at[i] || role->name == names->said_role)))
            return;
    diag_warning(program->session->diags, WARN_unknown_role, role->at, "`%s` is no role", role->name);
    if (gdl_mend_no_role(program, role->name))
        return;
    names->name.n = 0;
    for (size_t i = 0; i < program->role.n; i++)
        vec_push(names->arena, &names->name, program->role.at[i]);
    const char *best = suggest(names, role->name);
    if (best)
        gdl_mend_head(program, role->at, role->name, best);
}

static bool takes_role(const GdlLiteral *literal)
{
    return literal->relation == GDL_LEGAL || literal->relation == GDL_DOES || literal->relation == GDL_GOAL ||
           literal->relation == GDL_INPUT;
}

static void check_value(const GdlProgram *program, const GdlLiteral *head)
{
    const GdlExpr *value = head->relation == GDL_GOAL ? head->arg[1] : NULL;
    if (!value || value->var >= 0)
        return;
    char *end = NULL;
    long n = strtol(value->name, &end, 10);
    if (value->n || *end || end == value->name || n < 0 || n > 100) {
        diag_warning(program->session->diags, WARN_goal_value, value->at, "a goal's value is a number from 0 to 100");
        gdl_mend_value(program, value);
    }
}

static void check_rules(Names *names, bool values)
{
    const GdlProgram *program = names->program;
    names->said_role = gdl_mend_lone_role(program);
    if (!names->said_role)
        gdl_mend_unnamed_role(program);
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        if (takes_role(&rule->head))
            check_role(names, &rule->head);
        for (uint32_t k = 0; k < rule->nbody; k++)
            if (takes_role(&rule->body[k]))
                check_role(names, &rule->body[k]);
        if (values)
            check_value(program, &rule->head);
    }
}

/* ---- words that stand once ------------------------------------------------------- */

typedef struct {
    const char *name;
    uint32_t n;
    Span at; /* of the first */
    bool heads; /* a relation or a function has the name */
} Word;

typedef VEC(Word) Words;

enum { MOST_WORDS = 4000 };

/* The words of a sheet, of which MOST_WORDS at most are looked at. */
static void count_words(const Names *names, const Ast *ast, bool head, Words *words)
{
    for (uint32_t i = 0; ast->kind == AST_LIST && i < ast->nkid && words->n < MOST_WORDS; i++)
        count_words(names, ast->kid[i], i == 0, words);
    if (ast->kind != AST_SYMBOL || ast->text[0] == '?')
        return;
    size_t i = 0;
    while (i < words->n && strcmp(words->at[i].name, ast->text) != 0)
        i++;
    if (i == words->n)
        vec_push(names->arena, words, ((Word){ast->text, 0, ast->at, false}));
    words->at[i].n++;
    words->at[i].heads |= head;
}

static bool letters_alone(const char *name)
{
    return !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")];
}

/* Is one the other with an s behind? */
static bool plural(const char *a, const char *b)
{
    const size_t na = strlen(a), nb = strlen(b);
    return (na == nb + 1 && a[nb] == 's' && !strncmp(a, b, nb)) || (nb == na + 1 && b[na] == 's' && !strncmp(a, b, na));
}

static bool is_keyword(const GdlProgram *program, const char *name)
{
    for (size_t i = 0; i < GDL_KEYWORDS; i++)
        if (!strcmp(program->relation.at[i].name, name))
            return true;
    return false;
}

/* The digits of a number that is written in letters; NULL: it is none. */
static const char *digits_of(const char *name)
{
    static const char *const words[] = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"},
                             *const digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return digits[i];
    return NULL;
}

/* Is one the other misspelt by a letter, not the first, or in digits? */
static bool is_meant(const Word *lone, const Word *other, const char *digits)
{
    enum { SHORT = 4 };
    if (digits)
        return !strcmp(other->name, digits);
    return other->n > 1 && other->heads == lone->heads && *other->name == *lone->name && strlen(other->name) >= SHORT && strlen(lone->name) >= SHORT &&
           letters_alone(other->name) && letters_alone(lone->name) && !plural(lone->name, other->name) && distance(lone->name, other->name, 1) == 1;
}

/* A word of which there is no other, one letter, not the first, away from one that stands more often. */
static void check_lone(Names *names)
{
    const GdlProgram *program = names->program;
    Words words = {0};
    count_words(names, program->sheet, false, &words);
    for (size_t i = 0; words.n < MOST_WORDS && i < words.n; i++) {
        const Word *lone = &words.at[i], *best = NULL;
        const char *digits = lone->heads ? NULL : digits_of(lone->name);
        if (lone->n > 1 || is_keyword(program, lone->name))
            continue;
        for (size_t k = 0; k < words.n && !best; k++)
            if (!is_keyword(program, words.at[k].name) && is_meant(lone, &words.at[k], digits))
                best = &words.at[k];
        if (!best)
            continue;
        diag_warning(program->session->diags, WARN_lone_word, lone->at, "`%s` stands nowhere else in the sheet", lone->name);
        diag_note(program->session->diags, (Span){0, 0}, "did you mean `%s`?", best->name);
        diag_fix(program->session->diags, FIX_INSTEAD, lone->at, "%s", best->name);
    }
}

void gdl_check_roles(const GdlProgram *program)
{
    Names names = {.program = program, .arena = program->session->arena};
    check_rules(&names, false);
}

void gdl_check_names(const GdlProgram *program)
{
    Names names = {.program = program, .arena = program->session->arena};
    check_relations(&names);
    check_start(&names);
    check_terms(&names, GDL_TRUE, GDL_INIT, GDL_NEXT, "no `init` and no `next` gives a fact `%s`: it never holds");
    check_terms(&names, GDL_DOES, GDL_LEGAL, GDL_LEGAL, "no `legal` gives a move `%s`: nobody can do it");
    check_rules(&names, true);
    if (!diags_count(program->session->diags, DIAG_WARNING) && !diags_count(program->session->diags, DIAG_ERROR))
        check_lone(&names);
}
