/* ggp.c - messages of the General Game Playing protocol. */
#include "driver/agent/ggp.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "frontend/gdl/gdl.h"

/* ---- terms ---------------------------------------------------------------------------------- */

/* The forms of a text, as a list; NULL: it cannot be read. */
static const Ast *forms(Session *session, const char *text, size_t n)
{
    const Source *source = source_add(session->sources, "message.kif", text, n);
    return source ? gdl_parse(session, source) : NULL;
}

const Ast *ggp_term(Session *session, const char *text, size_t n)
{
    const Ast *all = forms(session, text, n);
    return all && all->nkid == 1 ? all->kid[0] : NULL;
}

const char *ggp_inside(const Session *session, const Ast *list, size_t *n)
{
    const Source *source = source_of(session->sources, list->at.lo);
    *n = list->at.hi - list->at.lo - 2;
    return source->text + (list->at.lo - source->base) + 1;
}

void ggp_print(const Ast *term, Out *out)
{
    if (term->kind != AST_LIST) {
        out_puts(out, term->text);
        return;
    }
    out_char(out, '(');
    for (uint32_t i = 0; i < term->nkid; i++) {
        if (i)
            out_char(out, ' ');
        ggp_print(term->kid[i], out);
    }
    out_char(out, ')');
}

/* A word's parentheses do not count. */
static size_t bare(const char **text)
{
    size_t n = strlen(*text);
    if (n > 2 && **text == '(' && !memchr(*text, ' ', n) && !memchr(*text + 1, '(', n - 1)) {
        ++*text;
        n -= 2;
    }
    return n;
}

bool ggp_same(const char *a, const char *b, bool any_case)
{
    size_t n = bare(&a), m = bare(&b);
    return n == m && (any_case ? !strncasecmp(a, b, n) : !memcmp(a, b, n));
}

/* ---- messages --------------------------------------------------------------------------------- */

/* The members of a message that are not read yet. */
typedef struct {
    const Ast *list;
    uint32_t at;
} Rest;

static const Ast *next(Rest *rest) { return rest->at < rest->list->nkid ? rest->list->kid[rest->at++] : NULL; }

static bool is_word(const Ast *ast, const char *word) { return ast && ast->kind == AST_SYMBOL && !strcasecmp(ast->text, word); }

static bool read_word(Rest *rest, const char **word)
{
    const Ast *ast = next(rest);
    if (!ast || ast->kind != AST_SYMBOL)
        return false;
    *word = ast->text;
    return true;
}

/* A clock in seconds: digits, perhaps a fraction. */
static bool read_clock(Rest *rest, double *seconds)
{
    const char *word;
    char *end;
    if (!read_word(rest, &word) || *word < '0' || *word > '9' || strspn(word, "0123456789.") != strlen(word))
        return false;
    *seconds = strtod(word, &end);
    return !*end && *seconds <= 1e7;
}

static bool read_list(Rest *rest, const Ast **list)
{
    *list = next(rest);
    return *list && (*list)->kind == AST_LIST;
}

static bool read_moves(Rest *rest, const Ast **moves)
{
    if (!read_list(rest, moves) && !is_word(*moves, "nil"))
        return false;
    if ((*moves)->kind != AST_LIST || !(*moves)->nkid)
        *moves = NULL;
    return true;
}

static bool find_command(const Ast *word, GgpCommand *command)
{
    static const char *const name[] = {"info", "preview", "start", "play", "stop", "abort"};
    for (int i = 0; i <= (int)GGP_ABORT; i++)
        if (is_word(word, name[i])) {
            *command = (GgpCommand)i;
            return true;
        }
    return false;
}

/* What must stand behind the command; NULL: it does. */
static const char *read_rest(Rest *rest, GgpMessage *m)
{
    switch (m->command) {
    case GGP_INFO:
        return NULL;
    case GGP_PREVIEW:
        return read_list(rest, &m->rules) && read_clock(rest, &m->start) ? NULL : "it is (PREVIEW (rules) clock)";
    case GGP_START:
        return read_word(rest, &m->match) && read_word(rest, &m->role) && read_list(rest, &m->rules) &&
                       read_clock(rest, &m->start) && read_clock(rest, &m->play)
                   ? NULL
                   : "it is (START match role (rules) startclock playclock)";
    case GGP_PLAY:
    case GGP_STOP:
        return read_word(rest, &m->match) && read_moves(rest, &m->moves) ? NULL
                                                                         : "after the command come a match, and NIL or a list of moves";
    case GGP_ABORT:
        return read_word(rest, &m->match) ? NULL : "it is (ABORT match)";
    }
    return "";
}

bool ggp_read(Session *session, const char *text, size_t n, GgpMessage *m, const char **why)
{
    const Ast *all = forms(session, text, n), *first = all && all->nkid == 1 ? all->kid[0] : NULL;
    *m = (GgpMessage){.command = GGP_INFO};
    *why = is_word(first, "info") ? NULL : "a message is one list in parentheses";
    if (!*why)
        return true;
    if (!first || first->kind != AST_LIST)
        return false;
    Rest rest = {first, 0};
    *why = "there are the messages INFO, PREVIEW, START, PLAY, STOP, ABORT";
    if (!find_command(next(&rest), &m->command))
        return false;
    *why = read_rest(&rest, m);
    if (!*why && next(&rest))
        *why = "something stands behind the message";
    return !*why;
}

/* ---- sheets ------------------------------------------------------------------------------------- */

/* The name in a form (role NAME); NULL: it is another form. */
static const char *role_in(const Ast *form)
{
    return form->kind == AST_LIST && form->nkid == 2 && is_word(form->kid[0], "role") && form->kid[1]->kind == AST_SYMBOL
               ? form->kid[1]->text
               : NULL;
}

unsigned ggp_role(const Ast *rules, const char *role, unsigned *count)
{
    unsigned exact = 0, near = 0;
    *count = 0;
    for (uint32_t i = 0; i < rules->nkid; i++) {
        const char *name = role_in(rules->kid[i]);
        if (!name)
            continue;
        ++*count;
        if (!exact && !strcmp(name, role))
            exact = *count;
        if (!near && !strcasecmp(name, role))
            near = *count;
    }
    return exact ? exact : near;
}

const char *ggp_role_name(const Ast *rules, unsigned role)
{
    for (uint32_t i = 0; i < rules->nkid; i++) {
        const char *name = role_in(rules->kid[i]);
        if (name && --role == 0)
            return name;
    }
    return NULL;
}

static bool has_variable(const Ast *term)
{
    if (term->kind != AST_LIST)
        return *term->text == '?';
    for (uint32_t i = 0; i < term->nkid; i++)
        if (has_variable(term->kid[i]))
            return true;
    return false;
}

/* The move of a head (legal ROLE MOVE) for a role or any, with a MOVE without variables; else NULL. */
static const Ast *allowed(const Ast *head, const char *role)
{
    if (head->kind != AST_LIST || head->nkid != 3 || !is_word(head->kid[0], "legal") || head->kid[1]->kind != AST_SYMBOL)
        return NULL;
    const char *whose = head->kid[1]->text;
    return (*whose == '?' || !strcasecmp(whose, role)) && !has_variable(head->kid[2]) ? head->kid[2] : NULL;
}

const Ast *ggp_guess(const Ast *rules, const char *role)
{
    const Ast *guess = NULL;
    for (uint32_t i = 0; i < rules->nkid; i++) {
        const Ast *form = rules->kid[i];
        const Ast *fact = allowed(form, role);
        if (fact)
            return fact;
        if (form->kind != AST_LIST || form->nkid < 2 || !is_word(form->kid[0], "<="))
            continue;
        const Ast *move = allowed(form->kid[1], role);
        if (move && form->nkid == 2)
            return move;
        guess = guess ? guess : move;
    }
    return guess;
}
