/* lines.c - rows of sites: runs, rows as sets, lines.
 *
 * A line of a known length is asked without walking where it can be: on boards of a few sites by a table of all
 * sets; on those of one word by the sets of other sites that make a line with a site (ir/analysis/line_masks.c); on regular boards by
 * what lies around the site, gathered into a word that is compared with each possible line
 * (ir/analysis/line_pext.c), if the target can gather. */
#include "ir/lower/lower_impl.h"

#include "ir/analysis/shape.h"

static Ir *number(const LowWriter *w, int64_t k) { return ir_const(w->game, k); }
static Ir *plus(const LowWriter *w, Ir *a, Ir *b) { return ir_op2(w->game, IR_OP_ADD, a, b); }

/* ---- runs ------------------------------------------------------------------ */

/* The indices of a row: of a list all. */
static int row_dims(const IrTable *t) { return t->ndim - !t->rows; }

/* How many leading sites of a row lie in m. */
static int need_run(Low *l, int table)
{
    const char *key = low_key(l, "run", table);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const IrTable *t = &l->game->table.at[table];
    const IrType elem = t->elem;
    const int ndim = row_dims(t);
    const IrType count = ir_int(0, ir_longest_row(t));
    LowWriter w = low_begin(l, key, count, IR_HINT_APART);
    const int m = low_param(&w, "m", ir_mask(elem.space));
    const int row = low_index_params(&w, table, ndim), n = low_var(&w, "n", count, number(&w, 0));
    const int at = ir_local_add(l->game, w.fn, "at", elem);
    Ir *outer = low_open(&w), *test = low_open(&w);
    low_ret(&w, low_get(&w, n));
    low_if(&w, test, ir_op1(l->game, IR_OP_NOT, low_in(&w, low_get(&w, at), low_get(&w, m))));
    low_set(&w, n, plus(&w, low_get(&w, n), number(&w, 1)));
    low_for(&w, outer, at, low_entry(&w, table, row, ndim, NULL));
    low_ret(&w, low_get(&w, n));
    return low_made(l, key, low_end(&w));
}

static Ir *run(Low *l, Ir *e)
{
    LowArgs args = {.n = 0};
    const int fn = need_run(l, (int)e->a[0]->k);
    low_arg(l, &args, e->a[1]);
    low_arg_indices(l, &args, e->a[0]);
    return low_call(l, e, fn, &args);
}

/* ---- rows as sets ------------------------------------------------------------ */

static int need_sets(Low *l, int table, int space)
{
    const char *key = arena_printf(l->game->arena, "%s_%d", low_key(l, "set", table), space);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const IrTable t = l->game->table.at[table];
    const size_t words = (size_t)ir_words(l->game, space);
    made = low_table(l, key, ir_mask(space), row_dims(&t), t.dim);
    const IrTable sets = l->game->table.at[made];
    const size_t each = t.rows ? 0 : t.n / (sets.n ? sets.n : 1);
    for (size_t i = 0; i < sets.n; i++)
        for (size_t j = t.rows ? t.off[i] : i * each; j < (t.rows ? t.off[i + 1] : (i + 1) * each); j++)
            if (t.value[j] >= 0)
                ir_mask_set(sets.word + i * words, t.value[j]);
    return low_made(l, key, made);
}

static Ir *members(Low *l, Ir *e)
{
    const Ir *row = e->a[0];
    LowArgs args = {.n = 0};
    low_arg_indices(l, &args, row);
    l->changed = true;
    return ir_tab(l->game, need_sets(l, (int)row->k, (int)e->k), args.n, args.at);
}

/* ---- windows: boards of one word, and of a few sites ------------------------------------------------ */

enum { FEW = 4, AT_ONCE = 8 }; /* more sets are filled up to what vectors compare at once */

/* Sets of `size` and more for each group of rows, filled up with its last. */
static int fixed_sets(Low *l, const char *name, const Windows *windows, int size, int table)
{
    const IrTable t = *windows->t;
    const int full = size > FEW ? (size + AT_ONCE - 1) / AT_ONCE * AT_ONCE : size;
    const int made = low_table_of_groups(l, name, ir_mask(t.elem.space), table, t.ndim - 1, full);
    uint64_t *word = l->game->table.at[made].word;
    for (size_t group = 0; group + 1 < windows->first.n; group++) {
        const size_t first = windows->first.at[group], last = windows->first.at[group + 1] - 1;
        for (size_t i = 0; i < (size_t)full; i++)
            word[group * (size_t)full + i] = windows->set.at[first + i < last ? first + i : last];
    }
    return made;
}

/* Groups of different sizes: where each begins, and all sets in a row. */
static void ragged(Low *l, LowWriter *w, const Windows *windows, const char *name, int table, int row, int m)
{
    IrGame *game = l->game;
    const int n = windows->t->ndim - 1, total = (int)windows->set.n, space = windows->t->elem.space;
    const IrDim dim = {IR_NOSPACE, total ? total : 1};
    const int first = low_table_of_groups(l, arena_printf(game->arena, "%s_first", name), ir_int(0, total), table, n, 2);
    const int sets = low_table(l, arena_printf(game->arena, "%s_set", name), ir_mask(space), 1, &dim);
    for (size_t group = 0; group + 1 < windows->first.n; group++)
        for (size_t i = 0; i < 2; i++)
            game->table.at[first].value[group * 2 + i] = (int32_t)windows->first.at[group + i];
    for (int i = 0; i < total; i++)
        game->table.at[sets].word[i] = windows->set.at[i];
    const int i = ir_local_add(game, w->fn, "i", ir_int(0, dim.size - 1));
    Ir *outer = low_open(w), *test = low_open(w), *at = low_get(w, i);
    low_ret(w, number(w, 1));
    Ir *missing = low_diff(w, ir_tab(game, sets, 1, &at), low_get(w, m));
    low_if(w, test, ir_op1(game, IR_OP_NOT, low_any(w, missing)));
    low_from_to(w, outer, i, low_entry(w, first, row, n, number(w, 0)), low_entry(w, first, row, n, number(w, 1)));
    low_ret(w, number(w, 0));
}

/* Of a board of so few sites that every set on it has an entry: are there few enough? */
static bool all_fit(const IrGame *game, const Windows *windows)
{
    enum { MOST_SITES = 12, MOST_ENTRIES = 1 << 13 };
    const int sites = game->space.at[windows->t->elem.space].size;
    return sites <= MOST_SITES && (windows->first.n - 1) << sites <= MOST_ENTRIES;
}

/* Does m hold a set of its group?  Asked of each m beforehand. */
static void all_sets(Low *l, LowWriter *w, const Windows *windows, const char *name, int table, int row, int m)
{
    const int n = windows->t->ndim - 1, most = 1 << l->game->space.at[windows->t->elem.space].size;
    const int made = low_table_of_groups(l, name, ir_bit(), table, n, most);
    int32_t *holds = l->game->table.at[made].value;
    for (size_t group = 0; group + 1 < windows->first.n; group++, holds += most)
        for (size_t i = windows->first.at[group]; i < windows->first.at[group + 1]; i++)
            for (uint64_t set = 0; set < (uint64_t)most; set++)
                holds[set] |= !(windows->set.at[i] & ~set);
    low_ret(w, low_entry(w, made, row, n, ir_op2(l->game, IR_OP_UMOD, low_get(w, m), number(w, most))));
}

/* Does m hold so many in line with the site that the rows start from? */
static int need_windows(Low *l, int table, int length, int rows)
{
    IrGame *game = l->game;
    const char *key = arena_printf(game->arena, "%s_%d", low_key(l, "in", table), length);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const IrTable t = game->table.at[table];
    const Windows windows = windows_of(game->arena, &t, length, rows);
    const size_t size = windows_fixed(&windows);
    LowWriter w = low_begin(l, key, ir_bit(), IR_HINT_APART);
    const int m = low_param(&w, "m", ir_mask(t.elem.space)), row = low_index_params(&w, table, t.ndim - 1);
    if (all_fit(game, &windows)) {
        all_sets(l, &w, &windows, arena_printf(game->arena, "%s_all", key), table, row, m);
    } else if (size) {
        const int sets = fixed_sets(l, arena_printf(game->arena, "%s_sets", key), &windows, (int)size, table);
        low_ret(&w, ir_op2(game, IR_OP_COVERS, low_get(&w, m), low_entry(&w, sets, row, t.ndim - 1, NULL)));
    } else {
        ragged(l, &w, &windows, key, table, row, m);
    }
    return low_made(l, key, low_end(&w));
}

/* ---- near: regular boards ---------------------------------------------------------- */

/* Place of member `bit` of `mask` among its members. */
static int place(uint64_t mask, int bit)
{
    int n = 0;
    for (int i = 0; i < bit; i++)
        n += (int)(mask >> i & 1);
    return n;
}

/* The sites of all axes around a site, gathered: those below first. */
typedef struct {
    uint64_t below, above;
    int each; /* on one side */
} Around;

static Around around_of(const Near *n)
{
    Around a = {.each = n->naxis * n->reach};
    for (int axis = 0; axis < n->naxis; axis++) {
        a.below |= n->below[axis];
        a.above |= n->above[axis];
    }
    return a;
}

/* What the line on an axis needs that has `before` of its sites below the site. */
static uint64_t line_set(const Near *n, const Around *a, int axis, int before)
{
    uint64_t set = 0;
    const int d = n->delta[axis];
    for (int j = 1; j <= before; j++)
        set |= UINT64_C(1) << place(a->below, 64 - d * j);
    for (int j = 1; j <= n->reach - before; j++)
        set |= UINT64_C(1) << (a->each + place(a->above, d * j - 1));
    return set;
}

/* All lines with a site, in the sites around it, filled up with the last. */
static int spans(Low *l, const Near *n, const Around *a, const char *name, int word)
{
    const int lines = n->naxis * (n->reach + 1), full = (lines + AT_ONCE - 1) / AT_ONCE * AT_ONCE;
    const IrDim dim = {IR_NOSPACE, full};
    const int made = low_table(l, name, ir_mask(word), 1, &dim);
    for (int i = 0; i < full; i++) {
        const int at = i < lines ? i : lines - 1;
        l->game->table.at[made].word[i] = line_set(n, a, at / (n->reach + 1), at % (n->reach + 1));
    }
    return made;
}

/* For each site the bits that are sites of its rays: among the 64 below it, and above. */
static int valid(Low *l, const Near *n, const char *name, int word, int table)
{
    const int made = low_table_of_groups(l, name, ir_mask(word), table, 1, 2);
    for (size_t site = 0; site < n->t->n / (size_t)n->rays; site++)
        near_valid(n, site, l->game->table.at[made].word + site * 2);
    return made;
}

static int masks(Low *l, const Around *a, const char *name, int word)
{
    const IrDim dim = {IR_NOSPACE, 2};
    const int made = low_table(l, name, ir_mask(word), 1, &dim);
    l->game->table.at[made].word[0] = a->below;
    l->game->table.at[made].word[1] = a->above;
    return made;
}

/* ret covers(what is around the site, all lines) */
static void near_line(Low *l, LowWriter *w, const Near *n, const char *key, int table, int m, int at)
{
    IrGame *game = l->game;
    const int word = tree_word_space(game);
    const Around a = around_of(n);
    const int bits = valid(l, n, arena_printf(game->arena, "%s_valid", key), word, table);
    const int mask = masks(l, &a, arena_printf(game->arena, "%s_axes", key), word);
    const int lines = spans(l, n, &a, arena_printf(game->arena, "%s_lines", key), word);
    Ir *side[2];
    for (int i = 0; i < 2; i++) {
        Ir *from = plus(w, low_get(w, at), number(w, i ? 1 : -64)), *index = number(w, i);
        Ir *seen = ir_op3(game, IR_OP_WINDOW, low_get(w, m), from, low_entry(w, bits, at, 1, number(w, i)));
        side[i] = ir_op2(game, IR_OP_GATHER, seen, ir_tab(game, mask, 1, &index));
    }
    Ir *all = low_or(w, side[0], ir_op2(game, IR_OP_SHIFT, side[1], number(w, a.each)));
    low_ret(w, ir_op2(game, IR_OP_COVERS, all, ir_tab(game, lines, 0, NULL)));
}

/* ---- walking -------------------------------------------------------------------- */

typedef struct {
    LowWriter w;
    int table, run;
    int m, lo, hi, row; /* parameters; hi -1: any length from `lo` on */
} Line;

/* Returns 1 if the row, and the next one with `both`, are such a line with their site. */
static void test_rows(Line *s, Ir *row, bool both)
{
    LowWriter *w = &s->w;
    const int n = w->game->table.at[s->table].ndim - 1;
    Ir *sum = number(w, 1);
    for (int i = 0; i <= both; i++) {
        LowArgs args = {{low_get(w, s->m)}, 1};
        low_arg_locals(w, &args, s->row, n);
        args.at[args.n++] = i ? plus(w, ir_copy(w->game, row), number(w, 1)) : row;
        sum = plus(w, sum, ir_call(w->game, IR_OP_CALL, s->run, args.n, args.at));
    }
    const int length = low_let(w, "length", sum);
    Ir *test = ir_op2(w->game, IR_OP_GE, low_get(w, length), low_get(w, s->lo));
    if (s->hi >= 0)
        test = ir_op2(w->game, IR_OP_AND, test, ir_op2(w->game, IR_OP_LE, low_get(w, length), low_get(w, s->hi)));
    Ir *outer = low_open(w);
    low_ret(w, number(w, 1));
    low_if(w, outer, test);
}

/* Has some pair of opposite rows, with the site between them, lo .. hi in line in m? */
static void walk(Line *s)
{
    LowWriter *w = &s->w;
    const IrTable *t = &w->game->table.at[s->table];
    const int rows = t->dim[t->ndim - 1].size;
    if (rows / 2) {
        const int i = ir_local_add(w->game, w->fn, "i", ir_int(0, rows / 2 - 1));
        Ir *outer = low_open(w);
        test_rows(s, ir_op2(w->game, IR_OP_MUL, low_get(w, i), number(w, 2)), true);
        low_range(w, outer, i, number(w, rows / 2));
    }
    if (rows % 2)
        test_rows(s, number(w, rows - 1), false);
    low_ret(w, number(w, 0));
}

static int need_line(Low *l, int table, bool open)
{
    const char *key = low_key(l, open ? "line" : "line_within", table);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const IrTable t = l->game->table.at[table];
    Line s = {.table = table, .run = need_run(l, table)};
    s.w = low_begin(l, key, ir_bit(), IR_HINT_APART);
    s.m = low_param(&s.w, "m", ir_mask(t.elem.space));
    s.lo = low_param(&s.w, "lo", low_number());
    s.hi = open ? -1 : low_param(&s.w, "hi", low_number());
    s.row = low_index_params(&s.w, table, t.ndim - 1);
    walk(&s);
    return low_made(l, key, low_end(&s.w));
}

/* Do some lo in line, one of them the site, lie in m but for it? */
static int need_near(Low *l, const Ir *e, const Near *n)
{
    const int table = (int)e->a[0]->k, lo = n->reach + 1;
    const char *key = arena_printf(l->game->arena, "%s_%d", low_key(l, "near", table), lo);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const int line = need_line(l, table, true);
    LowWriter w = low_begin(l, key, ir_bit(), IR_HINT_APART);
    const int m = low_param(&w, "m", ir_mask(l->game->table.at[table].elem.space)), at = low_index_params(&w, table, 1);
    Ir *outer = low_open(&w);
    near_line(l, &w, n, key, table, m, at);
    low_if(&w, outer, ir_node(l->game, w.fn, IR_OP_GATHERS, 0, 0, NULL));
    Ir *args[] = {low_get(&w, m), number(&w, lo), low_get(&w, at)};
    low_ret(&w, ir_call(l->game, IR_OP_CALL, line, 3, args));
    return low_made(l, key, low_end(&w));
}

/* near && line_within: longer runs may not count, so rows are walked where there is a run at all. */
static Ir *both(Low *l, const Ir *e, int near, int line, LowArgs *args)
{
    IrGame *game = l->game;
    Ir *m = args->at[0], *at = args->at[1];
    const bool lies = m->op == IR_OP_LOCAL || m->op == IR_OP_GET;
    const int local = lies ? -1 : ir_local_add(game, l->fn, "m", m->type);
    args->at[0] = lies ? m : ir_local(game, l->fn, local);
    Ir *first = low_call(l, e, near, args);
    LowArgs all = {{ir_copy(game, args->at[0]), low_tree(l, e->a[2]), low_tree(l, e->a[3]), ir_copy(game, at)}, 4};
    Ir *test = ir_op2(game, IR_OP_AND, first, low_call(l, e, line, &all));
    return lies ? test : ir_k2(game, IR_OP_LETX, local, m, test);
}

/* A longest length that cannot be exceeded is not compared. */
static Ir *line(Low *l, Ir *e)
{
    IrGame *game = l->game;
    const int table = (int)e->a[0]->k;
    const IrTable t = game->table.at[table];
    const int64_t most = 2 * ir_longest_row(&t) + 1;
    const int rows = windows_rows(game, e, most);
    Near n;
    const bool near = !rows && near_of(&t, e, &n), open = e->a[3]->type.lo >= most;
    LowArgs args = {.n = 0};
    low_arg(l, &args, e->a[1]);
    if (near || rows) {
        low_arg_indices(l, &args, e->a[0]);
        const int fn = rows ? need_windows(l, table, (int)e->a[2]->k, rows) : need_near(l, e, &n);
        return rows || open ? low_call(l, e, fn, &args) : both(l, e, fn, need_line(l, table, false), &args);
    }
    low_arg(l, &args, e->a[2]);
    if (!open)
        low_arg(l, &args, e->a[3]);
    low_arg_indices(l, &args, e->a[0]);
    return low_call(l, e, need_line(l, table, open), &args);
}

Ir *low_lines(Low *l, Ir *e)
{
    switch (e->op) {
    case IR_OP_RUN_LENGTH: return run(l, e);
    case IR_OP_ROWMASK: return members(l, e);
    case IR_OP_LINE: return line(l, e);
    default: return NULL;
    }
}
