/* ggp_prove.c - resolution over the terms of a sheet.
 *
 * Terms are shared: a term of a rule with a frame, which has what the rule's variables stand for.  Frames and goals lie on one
 * stack, which falls back when a branch is done. */
#include "driver/serve/ggp_prove.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/vec.h"
#include "driver/agent/ggp.h"
#include "driver/agent/process.h"

enum { VARIABLES = 64, DELAYS = 8, ROLES = 64, BUCKETS = 1024 };
enum { SHALLOW = 30, DEEP = 3000, LEVELS = 1000, STACK = 64 << 20 };
/* Seconds for one question. */
static const double patience = 1;

typedef struct Frame Frame;

/* A term; its variables are the frame's. */
typedef struct {
    const Ast *term; /* NULL: free */
    Frame *frame;
} Ref;

struct Frame {
    const char *const *name; /* of the variables, interned */
    size_t n;
    Ref slot[];
};

typedef enum { LIT_RELATION, LIT_NOT, LIT_DISTINCT, LIT_OR } LiteralKind;

typedef struct Relation Relation;

typedef struct Literal {
    LiteralKind kind;
    const Ast *term;
    Relation *relation;
    struct Literal *part; /* of not, or */
    size_t parts;
} Literal;

typedef struct Clause {
    const Ast *head;
    Literal *body;
    size_t n;
    const char **name;
    size_t names;
    struct Clause *next;
} Clause;

struct Relation {
    const char *name;
    uint32_t arity;
    Clause *first, **last;
    Relation *next;
};

typedef struct Goal {
    const Literal *literal;
    Frame *frame;
    unsigned delays;
    const struct Goal *next;
} Goal;

typedef VEC(const Ast *) Terms;

/* true: no more are wanted. */
typedef bool FoundFn(GgpProver *p, void *data);

struct GgpProver {
    Session *session;
    Arena *arena;
    Relation *relation[BUCKETS];
    Relation *true_, *does;
    Terms state;
    const Ast *move[ROLES]; /* of a step */
    const char *role[ROLES];
    unsigned roles;
    char *stack;
    size_t top;
    VEC(Ref *) trail;
    unsigned depth, most;
    double until;
    uint64_t work;
    bool cut;  /* something was deeper than allowed */
    bool over; /* the limits are reached */
    FoundFn *found;
    void *data;
};

/* ---- reading -------------------------------------------------------------------------------- */

static const char *const keywords[] = {"role", "init", "true", "does", "next", "legal", "goal", "terminal", "not", "or", "distinct", "<="};

static const char *name_of(const GgpProver *p, const Ast *term)
{
    const Ast *word = term->kind == AST_LIST ? term->nkid ? term->kid[0] : NULL : term;
    if (!word || word->kind != AST_SYMBOL)
        return NULL;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (!strcasecmp(word->text, keywords[i]))
            return intern(p->session->names, keywords[i], strlen(keywords[i]));
    return word->text;
}

static Relation *relation_of(GgpProver *p, const Ast *term)
{
    const char *name = name_of(p, term);
    uint32_t arity = term->kind == AST_LIST && term->nkid ? term->nkid - 1 : 0;
    Relation **bucket = &p->relation[((uintptr_t)name / 16 + arity) % BUCKETS];
    for (Relation *r = *bucket; r; r = r->next)
        if (r->name == name && r->arity == arity)
            return r;
    Relation *r = ARENA_NEW(p->arena, Relation);
    *r = (Relation){.name = name, .arity = arity, .last = &r->first, .next = *bucket};
    *bucket = r;
    return r;
}

static bool is_called(const GgpProver *p, const Ast *term, const char *name)
{
    const char *own = name_of(p, term);
    return term->kind == AST_LIST && own && !strcmp(own, name);
}

static void read_literal(GgpProver *p, const Ast *term, Literal *l)
{
    *l = (Literal){.kind = LIT_RELATION, .term = term};
    if (is_called(p, term, "not") && term->nkid == 2)
        l->kind = LIT_NOT;
    else if (is_called(p, term, "distinct") && term->nkid == 3)
        l->kind = LIT_DISTINCT;
    else if (is_called(p, term, "or"))
        l->kind = LIT_OR;
    else
        l->relation = relation_of(p, term);
    if (l->kind == LIT_NOT || l->kind == LIT_OR) {
        l->parts = term->nkid - 1;
        l->part = ARENA_ARRAY(p->arena, Literal, l->parts + 1);
        for (uint32_t i = 1; i < term->nkid; i++)
            read_literal(p, term->kid[i], &l->part[i - 1]);
    }
}

/* false: there are too many variables. */
static bool find_names(const Ast *term, const char **name, size_t *n)
{
    for (uint32_t i = 0; term->kind == AST_LIST && i < term->nkid; i++)
        if (!find_names(term->kid[i], name, n))
            return false;
    if (term->kind == AST_LIST || *term->text != '?')
        return true;
    for (size_t i = 0; i < *n; i++)
        if (name[i] == term->text)
            return true;
    if (*n == VARIABLES)
        return false;
    name[(*n)++] = term->text;
    return true;
}

static void read_form(GgpProver *p, const Ast *form)
{
    const bool rule = is_called(p, form, "<=") && form->nkid > 1;
    const char *name[VARIABLES];
    size_t names = 0;
    const Ast *head = rule ? form->kid[1] : form;
    if (!find_names(form, name, &names))
        return;
    Clause *c = ARENA_NEW(p->arena, Clause);
    *c = (Clause){.head = head, .n = rule ? form->nkid - 2 : 0, .names = names};
    c->name = arena_copy(p->arena, name, names * sizeof *name);
    c->body = ARENA_ARRAY(p->arena, Literal, c->n + 1);
    for (size_t i = 0; i < c->n; i++)
        read_literal(p, form->kid[i + 2], &c->body[i]);
    Relation *r = relation_of(p, head);
    *r->last = c;
    r->last = &c->next;
}

/* ---- terms ------------------------------------------------------------------------------------ */

static void *push(GgpProver *p, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (p->top + size > STACK) {
        p->over = true;
        return NULL;
    }
    void *at = p->stack + p->top;
    p->top += size;
    return at;
}

static Frame *new_frame(GgpProver *p, const Clause *c)
{
    Frame *f = push(p, sizeof *f + c->names * sizeof *f->slot);
    if (!f)
        return NULL;
    f->name = c->name;
    f->n = c->names;
    memset(f->slot, 0, c->names * sizeof *f->slot);
    return f;
}

/* Follows variables to what they stand for; `slot` is that of a free one, else NULL. */
static Ref follow(Ref r, Ref **slot)
{
    *slot = NULL;
    while (r.term->kind != AST_LIST && *r.term->text == '?' && r.frame) {
        size_t i = 0;
        while (i < r.frame->n && r.frame->name[i] != r.term->text)
            i++;
        if (i == r.frame->n)
            return r;
        if (!r.frame->slot[i].term) {
            *slot = &r.frame->slot[i];
            return r;
        }
        r = r.frame->slot[i];
    }
    return r;
}

static void bind(GgpProver *p, Ref *slot, Ref to)
{
    *slot = to;
    vec_push(p->arena, &p->trail, slot);
}

static void undo(GgpProver *p, size_t trail)
{
    while (p->trail.n > trail)
        p->trail.at[--p->trail.n]->term = NULL;
}

/* Without the occurs check: a term that contains itself is deeper than any. */
static bool unify_at(GgpProver *p, Ref a, Ref b, unsigned level)
{
    Ref *x, *y;
    a = follow(a, &x);
    b = follow(b, &y);
    if (x == y && x)
        return true;
    if (x || y) {
        bind(p, x ? x : y, x ? b : a);
        return true;
    }
    if (a.term == b.term && a.frame == b.frame)
        return true;
    if (a.term->kind != AST_LIST || b.term->kind != AST_LIST)
        return a.term->kind == b.term->kind && a.term->text == b.term->text;
    if (a.term->nkid != b.term->nkid || level > LEVELS)
        return false;
    for (uint32_t i = 0; i < a.term->nkid; i++)
        if (!unify_at(p, (Ref){a.term->kid[i], a.frame}, (Ref){b.term->kid[i], b.frame}, level + 1))
            return false;
    return true;
}

static bool unify(GgpProver *p, Ref a, Ref b) { return unify_at(p, a, b, 0); }

static bool is_ground(Ref r, unsigned level)
{
    Ref *slot;
    r = follow(r, &slot);
    if (r.term->kind != AST_LIST)
        return !slot && *r.term->text != '?';
    for (uint32_t i = 0; i < r.term->nkid; i++)
        if (level > LEVELS || !is_ground((Ref){r.term->kid[i], r.frame}, level + 1))
            return false;
    return true;
}

/* A term of its own; it must be ground. */
static const Ast *copy(GgpProver *p, Ref r)
{
    Ref *slot;
    r = follow(r, &slot);
    Ast *new = ARENA_NEW(p->arena, Ast);
    *new = *r.term;
    if (new->kind != AST_LIST)
        return new;
    new->kid = ARENA_ARRAY(p->arena, Ast *, new->nkid + 1);
    for (uint32_t i = 0; i < new->nkid; i++)
        new->kid[i] = (Ast *)copy(p, (Ref){r.term->kid[i], r.frame});
    return new;
}

/* ---- resolution ----------------------------------------------------------------------------------- */

static bool solve(GgpProver *p, const Goal *goals);

static bool spent(GgpProver *p)
{
    if (++p->work % 1024 == 0 && process_clock() > p->until)
        p->over = true;
    return p->over;
}

static const Goal *goal(GgpProver *p, const Literal *l, Frame *frame, unsigned delays, const Goal *next)
{
    Goal *g = push(p, sizeof *g);
    if (g)
        *g = (Goal){l, frame, delays, next};
    return g;
}

/* The goals with one more at their end. */
static const Goal *put_last(GgpProver *p, const Goal *goals, const Goal *last)
{
    if (!goals)
        return goal(p, last->literal, last->frame, last->delays + 1, NULL);
    const Goal *rest = put_last(p, goals->next, last);
    return rest ? goal(p, goals->literal, goals->frame, goals->delays, rest) : NULL;
}

static bool solve_facts(GgpProver *p, const Goal *g, const Ast *const *fact, size_t n)
{
    const Ref want = {g->literal->term->kid[g->literal->relation->arity], g->frame};
    for (size_t i = 0; i < n; i++) {
        const size_t trail = p->trail.n, top = p->top;
        if (unify(p, want, (Ref){fact[i], NULL}) && solve(p, g->next))
            return true;
        undo(p, trail);
        p->top = top;
    }
    return false;
}

static bool solve_does(GgpProver *p, const Goal *g)
{
    for (unsigned i = 0; i < p->roles; i++) {
        const Ast name = {.kind = AST_SYMBOL, .text = p->role[i]};
        const size_t trail = p->trail.n;
        if (p->move[i] && unify(p, (Ref){g->literal->term->kid[1], g->frame}, (Ref){&name, NULL}) &&
            solve_facts(p, g, &p->move[i], 1))
            return true;
        undo(p, trail);
    }
    return false;
}

static bool solve_rules(GgpProver *p, const Goal *g)
{
    for (const Clause *c = g->literal->relation->first; c && !p->over; c = c->next) {
        const size_t trail = p->trail.n, top = p->top;
        Frame *frame = new_frame(p, c);
        const Ast *term = g->literal->term;
        bool good = frame != NULL;
        for (uint32_t i = 1; good && c->head->kind == AST_LIST && i < c->head->nkid; i++)
            good = unify(p, (Ref){term->kid[i], g->frame}, (Ref){c->head->kid[i], frame});
        const Goal *goals = g->next;
        for (size_t i = c->n; good && i-- > 0;)
            good = (goals = goal(p, &c->body[i], frame, 0, goals)) != NULL;
        if (good && solve(p, goals))
            return true;
        undo(p, trail);
        p->top = top;
    }
    return false;
}

static bool stop(GgpProver *p, void *data)
{
    (void)p;
    return *(bool *)data = true;
}

/* Does it fail?  What is found inside does not count outside. */
static bool fails(GgpProver *p, const Literal *l, Frame *frame)
{
    bool any = false;
    FoundFn *const found = p->found;
    void *const data = p->data;
    const size_t trail = p->trail.n, top = p->top;
    p->found = stop;
    p->data = &any;
    const Goal *inner = goal(p, l, frame, 0, NULL);
    if (inner)
        solve(p, inner);
    undo(p, trail);
    p->top = top;
    p->found = found;
    p->data = data;
    return !any && !p->over;
}

static bool differ(GgpProver *p, const Goal *g)
{
    const size_t trail = p->trail.n;
    const Ast *term = g->literal->term;
    bool same = unify(p, (Ref){term->kid[1], g->frame}, (Ref){term->kid[2], g->frame});
    undo(p, trail);
    return !same;
}

static bool solve_first(GgpProver *p, const Goal *g)
{
    const Literal *l = g->literal;
    if ((l->kind == LIT_NOT || l->kind == LIT_DISTINCT) && g->next && g->delays < DELAYS && !is_ground((Ref){l->term, g->frame}, 0)) {
        const Goal *later = put_last(p, g->next, g);
        return later && solve(p, later);
    }
    if (l->kind == LIT_NOT)
        return fails(p, &l->part[0], g->frame) && solve(p, g->next);
    if (l->kind == LIT_DISTINCT)
        return differ(p, g) && solve(p, g->next);
    if (l->kind == LIT_OR) {
        for (size_t i = 0; i < l->parts; i++) {
            const Goal *branch = goal(p, &l->part[i], g->frame, 0, g->next);
            if (branch && solve(p, branch))
                return true;
        }
        return false;
    }
    if (l->relation == p->true_)
        return solve_facts(p, g, p->state.at, p->state.n);
    return l->relation == p->does ? solve_does(p, g) : solve_rules(p, g);
}

/* true: whoever asked has enough. */
static bool solve(GgpProver *p, const Goal *goals)
{
    if (spent(p))
        return false;
    if (!goals)
        return p->found(p, p->data);
    if (p->depth >= p->most) {
        p->cut = true;
        return false;
    }
    p->depth++;
    bool enough = solve_first(p, goals);
    p->depth--;
    return enough;
}

/* ---- questions --------------------------------------------------------------------------------------- */

/* Collects the values of the last argument of a question. */
typedef struct {
    Ref answer;
    Terms found;
    bool one; /* is enough */
} Values;

static bool take(GgpProver *p, void *data)
{
    Values *v = data;
    if (!is_ground(v->answer, 0))
        return false;
    const Ast *value = copy(p, v->answer);
    for (size_t i = 0; i < v->found.n; i++)
        if (unify(p, (Ref){value, NULL}, (Ref){v->found.at[i], NULL}))
            return false;
    vec_push(p->arena, &v->found, value);
    return v->one;
}

/* (NAME ROLE ?), or (NAME ?) without a role; a `value` stands for the "?".  false: there may be more than was found. */
static bool ask(GgpProver *p, const char *name, const char *role, const Ast *value, Values *v)
{
    const char *variable = intern(p->session->names, "?", 1);
    Ast word[3] = {{.kind = AST_SYMBOL, .text = intern(p->session->names, name, strlen(name))},
                   {.kind = AST_SYMBOL, .text = role ? role : variable},
                   {.kind = AST_SYMBOL, .text = variable}};
    Ast *kid[3] = {&word[0], &word[1], &word[2]};
    if (value)
        kid[role ? 2 : 1] = (Ast *)value;
    const Ast term = {.kind = AST_LIST, .nkid = role ? 3 : 2, .kid = kid};
    const Literal literal = {.kind = LIT_RELATION, .term = &term, .relation = relation_of(p, &term)};
    const Clause question = {.name = &variable, .names = 1};
    const Goal first = {&literal, NULL, 0, NULL};
    p->until = process_clock() + patience;
    p->over = false;
    for (p->most = SHALLOW; p->most <= DEEP; p->most *= 10) {
        Goal g = first;
        p->top = p->trail.n = p->depth = 0;
        p->cut = false;
        p->found = take;
        p->data = v;
        v->found.n = 0;
        g.frame = new_frame(p, &question);
        v->answer = (Ref){kid[role ? 2 : 1], g.frame};
        solve(p, &g);
        if (p->over || !p->cut || (v->one && v->found.n))
            break;
    }
    undo(p, 0);
    return !p->over && !p->cut;
}

const Ast *ggp_prover_move(GgpProver *p, const char *role)
{
    Values v = {.one = true};
    for (unsigned i = 0; i < p->roles; i++)
        if (!strcasecmp(p->role[i], role))
            ask(p, "legal", p->role[i], NULL, &v);
    return v.found.n ? v.found.at[0] : NULL;
}

/* The legal move that reads as `move`: that one, or one of all. */
static const Ast *find_move(GgpProver *p, const char *role, const Ast *move)
{
    Values v = {.one = true};
    Out want = {0}, text = {0};
    const Ast *found = NULL;
    ask(p, "legal", role, move, &v);
    if (v.found.n)
        return v.found.at[0];
    v = (Values){0};
    ask(p, "legal", role, NULL, &v);
    ggp_print(move, &want);
    for (int any_case = 0; any_case < 2 && !found; any_case++)
        for (size_t i = 0; i < v.found.n && !found; i++) {
            text.n = 0;
            ggp_print(v.found.at[i], &text);
            found = ggp_same(text.text, want.text, any_case) ? v.found.at[i] : NULL;
        }
    out_free(&want);
    out_free(&text);
    return found;
}

bool ggp_prover_step(GgpProver *p, const Ast *moves)
{
    Values v = {0};
    bool good = moves->kind == AST_LIST && moves->nkid == p->roles;
    const Ast *move[ROLES];
    for (unsigned i = 0; i < p->roles && good; i++)
        good = (move[i] = find_move(p, p->role[i], moves->kid[i])) != NULL;
    if (good)
        memcpy(p->move, move, p->roles * sizeof *move);
    good = good && ask(p, "next", NULL, NULL, &v);
    memset(p->move, 0, sizeof p->move);
    if (good)
        p->state = v.found;
    return good;
}

GgpProver *ggp_prover_new(Session *session, const Ast *rules)
{
    GgpProver *p = calloc(1, sizeof *p);
    char *stack = malloc(STACK);
    if (!p || !stack)
        memory_out();
    p->session = session;
    p->arena = arena_new();
    p->stack = stack;
    Ast word = {.kind = AST_SYMBOL, .text = ""};
    Ast *kid[3] = {&word, &word, &word};
    word.text = intern(session->names, "true", 4);
    p->true_ = relation_of(p, &(Ast){.kind = AST_LIST, .nkid = 2, .kid = kid});
    word.text = intern(session->names, "does", 4);
    p->does = relation_of(p, &(Ast){.kind = AST_LIST, .nkid = 3, .kid = kid});
    for (uint32_t i = 0; i < rules->nkid; i++)
        read_form(p, rules->kid[i]);
    const char *role;
    while (p->roles < ROLES && (role = ggp_role_name(rules, p->roles + 1)) != NULL)
        p->role[p->roles++] = role;
    Values v = {0};
    ask(p, "init", NULL, NULL, &v);
    p->state = v.found;
    return p;
}

void ggp_prover_free(GgpProver *p)
{
    if (!p)
        return;
    arena_free(p->arena);
    free(p->stack);
    free(p);
}
