/* tree.c - the evaluator that shares what instances begin with: a prefix tree of tests for each group.
 *
 * Every instance orders its tests by how many instances of the group have them, most first, so that common ones stand near the
 * root.  A node asks its test; where that fails all below it is skipped.  Nodes lie in the order in which they are visited. */
#include <string.h>

#include "runtime/features/eval.h"

typedef struct {
    Test test;
    uint32_t skip;     /* the node to go on with when the test fails */
    uint32_t feature;  /* features[feature ..] become active when it holds .. */
    uint32_t nfeature; /* .. so many */
} TreeNode;

typedef struct {
    uint32_t nnode, nfeature;
    TreeNode *node;
    uint32_t *features; /* the first `always` hold without a test */
    uint32_t always;
} Tree;

/* A test of the group and how many instances have it. */
typedef struct {
    Test test;
    uint32_t uses;
} Use;

/* An instance with its tests as ranks, ascending. */
typedef struct {
    const uint32_t *rank;
    uint32_t n, feature;
} Path;

static int by_test(const void *a, const void *b)
{
    const Use *x = a, *y = b;
    return (x->test > y->test) - (x->test < y->test);
}

static int by_uses(const void *a, const void *b)
{
    const Use *x = a, *y = b;
    return x->uses != y->uses ? (x->uses < y->uses) - (x->uses > y->uses) : by_test(a, b);
}

static int by_rank(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int by_path(const void *a, const void *b)
{
    const Path *x = a, *y = b;
    for (uint32_t i = 0; i < x->n && i < y->n; i++)
        if (x->rank[i] != y->rank[i])
            return x->rank[i] < y->rank[i] ? -1 : 1;
    if (x->n != y->n)
        return x->n < y->n ? -1 : 1;
    return (x->feature > y->feature) - (x->feature < y->feature);
}

/* The tests of the group, those with most uses first; how many. */
static uint32_t uses_of(const Ground *g, const Group *group, Use *use)
{
    uint32_t all = 0, n = 0;
    for (uint32_t i = 0; i < group->n; i++) {
        const Instance *one = &g->instance.at[group->first + i];
        for (uint32_t t = 0; t < one->ntest; t++)
            use[all++] = (Use){g->tests.at[one->test + t], 1};
    }
    if (all)
        qsort(use, all, sizeof *use, by_test);
    for (uint32_t i = 0; i < all; i++)
        if (n && use[n - 1].test == use[i].test)
            use[n - 1].uses++;
        else
            use[n++] = use[i];
    if (n)
        qsort(use, n, sizeof *use, by_uses);
    return n;
}

static uint32_t rank_of(const Use *use, uint32_t n, Test test)
{
    uint32_t rank = 0;
    while (rank < n && use[rank].test != test)
        rank++;
    return rank;
}

static void make_paths(const Ground *g, const Group *group, const Use *use, uint32_t nuse, uint32_t *ranks, Path *path)
{
    for (uint32_t i = 0; i < group->n; i++) {
        const Instance *one = &g->instance.at[group->first + i];
        path[i] = (Path){ranks, one->ntest, one->feature};
        for (uint32_t t = 0; t < one->ntest; t++)
            ranks[t] = rank_of(use, nuse, g->tests.at[one->test + t]);
        if (one->ntest)
            qsort(ranks, one->ntest, sizeof *ranks, by_rank);
        ranks += one->ntest;
    }
    if (group->n)
        qsort(path, group->n, sizeof *path, by_path);
}

/* Paths [first, end) share their first `depth` ranks.  The tree below these. */
static void grow(Tree *tree, const Use *use, const Path *path, uint32_t first, uint32_t end, uint32_t depth)
{
    while (first < end) {
        const uint32_t rank = path[first].rank[depth];
        uint32_t next = first, at = tree->nnode++;
        while (next < end && path[next].rank[depth] == rank)
            next++;
        TreeNode *node = &tree->node[at];
        *node = (TreeNode){.test = use[rank].test, .feature = tree->nfeature};
        for (; first < next && path[first].n == depth + 1; first++)
            if (!node->nfeature || tree->features[tree->nfeature - 1] != path[first].feature) {
                tree->features[tree->nfeature++] = path[first].feature;
                node->nfeature++;
            }
        grow(tree, use, path, first, next, depth + 1);
        tree->node[at].skip = tree->nnode;
        first = next;
    }
}

static void begin(Tree *tree, const Use *use, const Path *path, uint32_t n)
{
    uint32_t first = 0;
    for (; first < n && !path[first].n; first++)
        if (!tree->nfeature || tree->features[tree->nfeature - 1] != path[first].feature)
            tree->features[tree->nfeature++] = path[first].feature;
    tree->always = tree->nfeature;
    grow(tree, use, path, first, n, 0);
}

static void *make_tree(Store *store, const Ground *g, const Group *group, size_t *words)
{
    size_t tests = 0;
    for (uint32_t i = 0; i < group->n; i++)
        tests += g->instance.at[group->first + i].ntest;
    Tree *tree = store_take(store, sizeof *tree);
    Use *use = malloc((tests + 1) * sizeof *use);
    uint32_t *ranks = malloc((tests + 1) * sizeof *ranks);
    Path *path = malloc((group->n + 1) * sizeof *path);
    bool ok = tree && use && ranks && path;
    (void)words;
    if (ok) {
        tree->node = STORE_ARRAY(store, TreeNode, tests);
        tree->features = STORE_ARRAY(store, uint32_t, group->n);
        ok = tree->node && tree->features;
    }
    if (ok) {
        uint32_t n = uses_of(g, group, use);
        make_paths(g, group, use, n, ranks, path);
        begin(tree, use, path, group->n);
    }
    free(use);
    free(ranks);
    free(path);
    return ok ? tree : NULL;
}

static uint32_t add_new(const uint32_t *feature, uint32_t n, EvalWork *work, uint32_t *out)
{
    uint32_t added = 0;
    for (uint32_t i = 0; i < n; i++) {
        out[added] = feature[i];
        added += work->seen[feature[i]] != work->round;
        work->seen[feature[i]] = work->round;
    }
    return added;
}

static uint32_t run_tree(const void *made, const uint64_t *bits, EvalWork *work, uint32_t *out)
{
    const Tree *tree = made;
    uint32_t n = add_new(tree->features, tree->always, work, out);
    for (uint32_t i = 0; i < tree->nnode;) {
        const TreeNode *node = &tree->node[i];
        if (!test_holds(bits, node->test)) {
            i = node->skip;
            continue;
        }
        if (node->nfeature)
            n += add_new(tree->features + node->feature, node->nfeature, work, out + n);
        i++;
    }
    return n;
}

const Evaluator features_evaluator_tree = {"tree", false, false, make_tree, run_tree};
