/* bits.c - conditions made of bits: nets.
 *
 * Members of sets, truth values and what `and`, `or`, `not` make of them are
 * computed without branches.  Members of one word that are asked together are one
 * comparison: `1 in S && !(5 in S)` is (S & 0x22) == 0x2.  Sets are packed a word
 * at a time. */
#include <string.h>

#include "backends/c/cgen.h"

/* ---- which conditions -------------------------------------------------------- */

static bool is_member(const Ir *has)
{
    const Ir *set = has->a[1];
    return set->op == IR_OP_LOCAL || (set->op == IR_OP_GET && set->n == 0) ||
           (set->op == IR_OP_TAB && set->n == 1 &&
            (set->a[0]->op == IR_OP_LOCAL || (set->a[0]->op == IR_OP_GET && set->a[0]->n == 0)));
}

/* ---- trees --------------------------------------------------------------------- */

/* Members of one word that must (or must not) be there. */
typedef struct {
    const char *word;
    uint64_t mask, there;
} Test;

typedef struct {
    Body *b;
    bool any; /* an `or` is being written, else an `and` */
    VEC(Test) test;
    VEC(const char *) other;
} Tree;

static void add_member(Tree *t, const Ir *e, bool negated)
{
    CGen *c = t->b->c;
    const char *set = c_expr(t->b, e->a[1]);
    int words = c_words(c, e->a[1]->type.space);
    const char *word = words == 1 ? set : c_format(c, "%s.w[%lld]", set, (long long)e->a[0]->k / 64);
    uint64_t bit = UINT64_C(1) << (e->a[0]->k & 63);
    size_t i = 0;
    while (i < t->test.n && (strcmp(t->test.at[i].word, word) != 0 ||
                             ((t->test.at[i].mask & bit) && !(t->test.at[i].there & bit) != negated)))
        i++;
    if (i == t->test.n)
        vec_push(c->arena, &t->test, ((Test){word, 0, 0}));
    t->test.at[i].mask |= bit;
    t->test.at[i].there |= negated ? 0 : bit;
}

/* An `or` asks whether not all of them fail. */
static const char *test_text(const Tree *t, const Test *test)
{
    CGen *c = t->b->c;
    unsigned long long mask = test->mask, there = t->any ? test->mask & ~test->there : test->there;
    if ((mask & (mask - 1)) == 0) {
        int at = 0;
        while (!(mask >> at & 1))
            at++;
        const char *form = test->there ? "(int32_t)(%s >> %d & 1)" : "(int32_t)(~%s >> %d & 1)";
        return c_format(c, form, test->word, at);
    }
    return c_format(c, "((%s & UINT64_C(0x%llx)) %s UINT64_C(0x%llx))", test->word, mask, t->any ? "!=" : "==", there);
}

static const char *tree_text(Body *b, const Ir *e, bool negated)
{
    CGen *c = b->c;
    while (e->op == IR_OP_NOT) {
        e = e->a[0];
        negated = !negated;
    }
    if (e->op == IR_OP_LOCAL)
        return c_format(c, negated ? "(%s ^ 1)" : "%s", c_expr(b, e));
    const GateLeaves all = shape_gate_leaves(c->arena, e, negated);
    Tree t = {.b = b, .any = all.either};
    for (size_t i = 0; i < all.leaf.n; i++) {
        const GateLeaf *leaf = &all.leaf.at[i];
        if (leaf->e->op == IR_OP_HAS)
            add_member(&t, leaf->e, leaf->negated);
        else
            vec_push(c->arena, &t.other, tree_text(b, leaf->e, leaf->negated));
    }
    if (t.test.n + t.other.n == 1)
        return t.test.n ? test_text(&t, &t.test.at[0]) : t.other.at[0];
    Out text = {0}; /* a tree may have thousands of parts: they are put together once */
    for (size_t i = 0; i < t.test.n; i++)
        out_printf(&text, "%s%s", i ? t.any ? " | " : " & " : "(", test_text(&t, &t.test.at[i]));
    for (size_t i = 0; i < t.other.n; i++)
        out_printf(&text, "%s%s", t.test.n + i ? t.any ? " | " : " & " : "(", t.other.at[i]);
    out_char(&text, ')');
    const char *whole = c_format(c, "%s", text.text);
    out_free(&text);
    return whole;
}

const char *c_bit_tree(Body *b, const Ir *e)
{
    bool gate = e->op == IR_OP_AND || e->op == IR_OP_OR || e->op == IR_OP_NOT;
    return gate && shape_is_gates(e, is_member) ? tree_text(b, e, false) : NULL;
}

/* ---- sets ------------------------------------------------------------------------ */

/* Word w: its bits that are not constant, shifted into place.  NULL: no bit lies
 * in it. */
static const char *pack_word(Body *b, const Ir *e, int w)
{
    CGen *c = b->c;
    uint64_t fixed = 0;
    const char *name = NULL;
    int64_t shift = e->a[0]->k - 1 - 64 * (int64_t)w, first = shift < -1 ? -shift : 1;
    if (first >= e->n || first + shift > 63)
        return NULL;
    for (int i = (int)first; i < e->n && i + shift < 64; i++) {
        if (e->a[i]->op == IR_OP_INT) {
            fixed |= (uint64_t)(e->a[i]->k != 0) << (i + shift);
            continue;
        }
        const char *bit = c_bare(c, c_expr(b, e->a[i])), *truth = shape_is_bit(e->a[i]) ? "" : "0 != ";
        const char *old = name ? c_format(c, "%s | ", name) : "";
        const char *next = c_name_temp(b);
        c_line(b, "const uint64_t %s = %s(uint64_t)(%s%s) << %d;", next, old, truth, bit, (int)(i + shift));
        name = next;
    }
    if (!name)
        return c_set_const(c, &fixed, 1);
    return fixed ? c_format(c, "(%s | UINT64_C(0x%llx))", name, (unsigned long long)fixed) : name;
}

const char *c_pack(Body *b, const Ir *e)
{
    int words = c_words(b->c, e->type.space);
    const char **word = ARENA_ARRAY(b->c->arena, const char *, words);
    for (int w = 0; w < words; w++)
        word[w] = pack_word(b, e, w);
    if (words == 1)
        return word[0] ? word[0] : "UINT64_C(0)";
    const char *set = c_name_temp(b);
    c_line(b, "%s %s;", c_set(b->c, words), set);
    for (int w = 0; w < words; w++)
        c_line(b, "%s.w[%d] = %s;", set, w, word[w] ? c_bare(b->c, word[w]) : "0");
    return set;
}

void c_pack_into(Body *b, const Ir *e, const char *place)
{
    int words = c_words(b->c, e->type.space);
    for (int w = 0; w < words; w++) {
        const char *word = pack_word(b, e, w);
        if (word && words == 1)
            c_line(b, "%s |= %s;", place, c_bare(b->c, word));
        else if (word)
            c_line(b, "%s.w[%d] |= %s;", place, w, c_bare(b->c, word));
    }
}
