/* python.c - a toy back end: the low form of a game as a program in Python that plays it.
 *
 * It is no part of ludc: tests/recipes.tap puts it and its row into a copy of the tree, as HACKING.md says of back
 * ends.  An operation is a template; $a..$d are its operands, $x its local, $f its field, $s the whole of its space.
 * Effects work on a state `s`, generators add codes of moves to a list `o`. */
#include "backends/backend.h"
#include "ir/lower/lower.h"
#include "ir/passes/lowering.h"

#include <inttypes.h>
#include <string.h>

static const char *const template[IR_OPS] = {
    [IR_OP_INT] = "$k",
    [IR_OP_LOCAL] = "$x",
    [IR_OP_GET] = "$f$i",
    [IR_OP_TAB] = "T$k$i",
    [IR_OP_ADD] = "($a + $b)",
    [IR_OP_SUB] = "($a - $b)",
    [IR_OP_MUL] = "($a * $b)",
    [IR_OP_DIV] = "div($a, $b)",
    [IR_OP_MOD] = "mod($a, $b)",
    [IR_OP_NEG] = "(-$a)",
    [IR_OP_ABS] = "abs($a)",
    [IR_OP_MIN] = "min($a, $b)",
    [IR_OP_MAX] = "max($a, $b)",
    [IR_OP_POW] = "($a ** $b)",
    [IR_OP_EQ] = "($a == $b)",
    [IR_OP_NE] = "($a != $b)",
    [IR_OP_LT] = "($a < $b)",
    [IR_OP_LE] = "($a <= $b)",
    [IR_OP_GT] = "($a > $b)",
    [IR_OP_GE] = "($a >= $b)",
    [IR_OP_AND] = "bool($a and $b)",
    [IR_OP_OR] = "bool($a or $b)",
    [IR_OP_NOT] = "(not $a)",
    [IR_OP_SELECT] = "($b if $a else $c)",
    [IR_OP_LETX] = "(lambda $x: $b)($a)",
    [IR_OP_CALL] = "F$k(s$*)",
    [IR_OP_WITH] = "(lambda s: $b)(assume(s, $k, $a))",
    [IR_OP_DRAW] = "s.draw($a)",
    [IR_OP_NONE] = "0",
    [IR_OP_ALL] = "$s",
    [IR_OP_BITOF] = "bit($a)",
    [IR_OP_PACK] = "pack($+)",
    [IR_OP_HAS] = "has($a, $b)",
    [IR_OP_MAND] = "($a & $b)",
    [IR_OP_MOR] = "($a | $b)",
    [IR_OP_MXOR] = "($a ^ $b)",
    [IR_OP_MDIFF] = "($a & ~$b)",
    [IR_OP_MNOT] = "($s ^ $a)",
    [IR_OP_COUNT] = "count($a)",
    [IR_OP_ANY] = "($a != 0)",
    [IR_OP_FIRST] = "first($a)",
    [IR_OP_NTH] = "nth($a, $b)",
    [IR_OP_PICK] = "nth($a, $b)",
    [IR_OP_KEPT_COUNT] = "count($a)",
    [IR_OP_KEPT_PICK] = "nth($a, $b)",
    [IR_OP_WHERE] = "where($f, $a)",
    [IR_OP_IMAGE] = "image($a, $b)",
    [IR_OP_UP_TO] = "up_to($a, $b)",
    [IR_OP_DOWN_TO] = "down_to($a, $b)",
    [IR_OP_SHIFT] = "(shift($a, $b) & $s)",
    [IR_OP_ROTATE] = "(rotate($a, $b) & $s)",
    [IR_OP_COVERS] = "any(not x & ~m for m in [$a] for x in $b)",
    [IR_OP_WINDOW] = "(shift($a, -($b)) & $c)",
    [IR_OP_GATHER] = "gather($a, $b)",
    [IR_OP_GATHERS] = "False",
    [IR_OP_LISTED] = "len($o)",
};

static const char *const helpers[] = {
    "import sys",
    "def div(a, b): return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)",
    "def mod(a, b): return a - b * div(a, b)",
    "def bit(a): return 1 << a if a >= 0 else 0",
    "def has(a, m): return a >= 0 and bool(m >> a & 1)",
    "def count(m): return bin(m).count('1')",
    "def first(m): return (m & -m).bit_length() - 1",
    "def members(m):",
    "    while m:",
    "        yield first(m)",
    "        m &= m - 1",
    "def nth(m, k): return ([*members(m)][k:] or [-1])[0] if k >= 0 else -1",
    "def pack(at, *bits): return sum(1 << at + i for i, b in enumerate(bits) if b)",
    "def where(f, v): return sum(1 << i for i, x in enumerate(f) if x == v)",
    "def image(m, t): return sum({1 << t[x] for x in members(m) if t[x] >= 0})",
    "def shift(m, n): return m << n if n > 0 else m >> -n",
    "def rotate(m, n): return (m << n % 64 | m >> -n % 64) & 2 ** 64 - 1",
    "def up_to(a, b): return a & (a & b ^ (a & b) - 1)",
    "def down_to(a, b): return a & -1 << max((a & b).bit_length() - 1, 0)",
    "def gather(a, b): return sum(1 << i for i, x in enumerate(members(b)) if has(x, a))",
    "class State:",
    "    def __init__(self, field, rng): self.f, self.rng = [list(x) if type(x) is list else x for x in field], rng",
    "    def word(self):",
    "        self.rng = z = self.rng + 0x9e3779b97f4a7c15 & 2 ** 64 - 1",
    "        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & 2 ** 64 - 1",
    "        z = (z ^ z >> 27) * 0x94d049bb133111eb & 2 ** 64 - 1",
    "        return z ^ z >> 31",
    "    def draw(self, n): return 0 if self.rng is None else (self.word() >> 32) * n >> 32",
    "def assume(s, k, value):",
    "    s = State(s.f, None)",
    "    s.f[k] = value",
    "    return s",
    "def aside(s):",
    "    t = State(s.f, None)",
    "    t.outside = s",
    "    return t",
    "def decode(code):",
    "    rule, p = max((r for r in CODE if CODE[r][0] <= code), key=lambda r: CODE[r][0]), []",
    "    code -= CODE[rule][0]",
    "    for low, size in reversed(CODE[rule][1]): code, p = code // size, [code % size + low, *p]",
    "    return rule, p",
    "def drawn(s, o):",
    "    while o: yield o.pop(s.draw(len(o)))",
    "def play(s, rule, p):",
    "    RULE[rule][0](s, *p)",
    "    TURN(s)",
    "def listed(s, *p):",
    "    o = []",
    "    MOVES(s, o, *p)",
    "    return o",
    "def record(s):",
    "    ply = 0",
    "    while not OVER(s):",
    "        all, t = listed(s), State(s.f, s.rng)",
    "        move = decode(all[s.draw(len(all))])",
    "        print(ply, len(all), *RULE[move[0]][1](s, *move[1]))",
    "        play(s, *move)",
    "        assert not CHOOSE or (CHOOSE(t) and (t.f, t.rng) == (s.f, s.rng))",
    "        ply += 1",
    "    print('ranking', *(RANK(s, p) / 2 for p in range(1, PLAYERS + 1)))",
    "def record_joint(s):",
    "    while not OVER(s):",
    "        all = [listed(s, p) for p in range(1, PLAYERS + 1)]",
    "        moves = [decode(m[s.draw(len(m)) if len(m) > 1 else 0]) for m in all]",
    "        print(' '.join(LABEL[p][m[1][0]] for p, m in enumerate(moves)))",
    "        for rule, p in moves: RULE[rule][0](s, *p)",
    "        TURN(s)",
    "    print('result', *(GOAL(s, p) / 100 for p in range(1, PLAYERS + 1)))",
};

static const char *const ending[] = {
    "games, seed = (int(x) for x in sys.argv[1:3])",
    "s = State(FIELD, seed)",
    "for i in range(games):",
    "    s = State(FIELD, s.rng)",
    "    print('playout', i + 1)",
    "    (record_joint if JOINT else record)(s)",
};

typedef struct {
    IrGame *game;
    const IrFn *fn;
    Out *out;
    int depth; /* of indentation */
    int level; /* of lists that generators within each other fill: o0, o1 .. */
    bool ok;
} Py;

static void node(Py *p, const Ir *e);

static void list(Py *p, const char *before, Ir *const *a, int n)
{
    for (int i = 0; i < n; i++) {
        out_puts(p->out, i ? ", " : before);
        node(p, a[i]);
    }
}

static const char *whole(const Py *p, int space)
{
    return arena_printf(p->game->arena, "((1 << %d) - 1)", p->game->space.at[space].size);
}

/* What stands for the letter in the template of a node. */
static void piece(Py *p, const Ir *e, char letter)
{
    switch (letter) {
    case 'k': out_printf(p->out, "%" PRId64, e->k); break;
    case 'x': out_printf(p->out, "x%" PRId64, e->k); break;
    case 'f': out_printf(p->out, "s.f[%" PRId64 "]", e->k); break;
    case 's': out_puts(p->out, whole(p, e->type.space)); break;
    case 'o': out_printf(p->out, "o%d", p->level); break;
    case '*': list(p, ", ", e->a, e->n); break;
    case '+': list(p, "", e->a, e->n); break;
    case 'i':
        for (int i = 0; i < e->n; i++) {
            list(p, "[", &e->a[i], 1);
            out_char(p->out, ']');
        }
        break;
    default: node(p, e->a[letter - 'a']);
    }
}

static void refuse(Py *p, const Ir *e)
{
    if (p->ok)
        session_unsupported(p->game->session, e->at, "`%s` is not printed", ir_op_info(e->op)->name);
    p->ok = false;
}

static void node(Py *p, const Ir *e)
{
    const char *t = template[e->op];
    if (!t)
        refuse(p, e);
    for (; t && *t; t++)
        if (*t == '$')
            piece(p, e, *++t);
        else
            out_char(p->out, *t);
}

/* ---- statements ------------------------------------------------------------------- */

static void begin(Py *p)
{
    for (int i = 0; i < p->depth; i++)
        out_puts(p->out, "    ");
}

static void block(Py *p, const Ir *s);

/* A line that is a template of the statement; $o is the list that moves go to. */
static void say(Py *p, const Ir *e, const char *format)
{
    begin(p);
    for (; *format; format++)
        if (*format == '$')
            piece(p, e, *++format);
        else
            out_char(p->out, *format);
    out_char(p->out, '\n');
}

static void within(Py *p, const Ir *s)
{
    p->depth++;
    say(p, s, "pass");
    block(p, s);
    p->depth--;
}

static void loop(Py *p, const Ir *s)
{
    const char *const set = "for $x in [*members($a)]:", *const row = "for $x in $a:", *const range = "for $x in range($a, $b):";
    say(p, s, s->op == IR_OP_RANGE ? range : s->a[0]->type.kind == IR_VEC ? row : set);
    within(p, s->a[s->n - 1]);
}

/* A generator's list of its own for the block, then all of it into the one around it. */
static void collect(Py *p, const Ir *s)
{
    p->level++;
    say(p, s, "$o = []");
    block(p, s->a[0]);
    begin(p);
    out_printf(p->out, "o%d += o%d\n", p->level - 1, p->level);
    p->level--;
}

/* What is drawn; what is taken back, or done on a copy.  A list has room for all moves. */
static void chooser(Py *p, const Ir *s)
{
    switch (s->op) {
    case IR_OP_CHOOSE:
        p->level++;
        say(p, s, "$o = []");
        block(p, s->a[0]);
        say(p, s, "for $x in drawn(s, $o):");
        within(p, s->a[s->n - 1]);
        p->level--;
        break;
    case IR_OP_ATTEMPT:
        say(p, s, "back = State(s.f, None).f");
        block(p, s->a[0]);
        say(p, s, "if $b:");
        within(p, s->a[2]);
        say(p, s, "s.f = back");
        break;
    default: /* ASIDE */
        say(p, s, "s = aside(s)");
        block(p, s->a[0]);
        say(p, s, "s = s.outside");
    }
}

static void statement(Py *p, const Ir *s)
{
    switch (s->op) {
    case IR_OP_BLOCK: block(p, s); break;
    case IR_OP_LET:
    case IR_OP_VAR:
    case IR_OP_SET: say(p, s, "$x = $a"); break;
    case IR_OP_PUT: say(p, s, s->n > 1 ? "$f[$b] = $a" : "$f = $a"); break;
    case IR_OP_IF:
        say(p, s, "if $a:");
        within(p, s->a[1]);
        if (s->n > 2) {
            say(p, s, "else:");
            within(p, s->a[2]);
        }
        break;
    case IR_OP_FOR:
    case IR_OP_RANGE: loop(p, s); break;
    case IR_OP_WHILE:
        say(p, s, "while $a:");
        within(p, s->a[1]);
        break;
    case IR_OP_RET: say(p, s, s->n ? "return $a" : "return"); break;
    case IR_OP_DO: say(p, s, "F$k(s$*)"); break;
    case IR_OP_TRY: say(p, s, "F$k(s, $o$*)"); break;
    case IR_OP_NOTE: say(p, s, "$o.append($a)"); break;
    case IR_OP_NOTES: say(p, s, "$o += [$b + m for m in members($a)]"); break;
    case IR_OP_COLLECT: collect(p, s); break;
    case IR_OP_DISCARD: say(p, s, "$o.clear()"); break;
    case IR_OP_PLAY: say(p, s, "RULE[$k][0](s$*)"); break;
    case IR_OP_ATTEMPT:
    case IR_OP_CHOOSE:
    case IR_OP_ASIDE: chooser(p, s); break;
    default: refuse(p, s);
    }
}

static void block(Py *p, const Ir *s)
{
    if (s && s->op != IR_OP_BLOCK)
        statement(p, s);
    for (int i = 0; s && s->op == IR_OP_BLOCK && i < s->n; i++)
        statement(p, s->a[i]);
}

/* ---- functions ---------------------------------------------------------------------- */

static void head(Py *p, const char *stem, int fn, const char *first)
{
    out_printf(p->out, "def %s%d(s%s", stem, fn, first);
    for (int i = 0; i < p->fn->nparam; i++)
        out_printf(p->out, ", x%d", i);
    out_puts(p->out, "):\n");
    p->depth = 1;
}

static void lets(Py *p)
{
    for (int i = 0; i < p->fn->header->n; i++)
        if (p->fn->header->a[i]->op == IR_OP_LET)
            statement(p, p->fn->header->a[i]);
}

/* What a record shows of a move: where from, where to. */
static void shown(Py *p, int fn)
{
    head(p, "shown", fn, "");
    lets(p);
    begin(p);
    out_puts(p->out, "return [0");
    for (size_t i = 0; i < p->fn->view.n; i++)
        if (!strcmp(p->fn->view.at[i].name, "from") || !strcmp(p->fn->view.at[i].name, "to")) {
            out_puts(p->out, ", ");
            node(p, p->fn->view.at[i].value);
        }
    out_puts(p->out, "][1:]\n");
}

static void rule(Py *p, int fn)
{
    head(p, "do", fn, "");
    lets(p);
    block(p, p->fn->effect);
    block(p, p->fn->then);
    say(p, p->fn->effect, "pass");
    shown(p, fn);
    out_printf(p->out, "RULE[%d] = do%d, shown%d\n", fn, fn, fn);
}

/* Does it speak of rules?  Such a generator is there for who asks what it is made of; others are made of it. */
static bool names_rules(const Py *p, const Ir *e)
{
    bool found = e->op == IR_OP_EMIT || e->op == IR_OP_EMITSET || (e->op == IR_OP_TRY && names_rules(p, p->game->fn.at[e->k]->body));
    for (int i = 0; i < e->n && !found; i++)
        found = names_rules(p, e->a[i]);
    return found;
}

static void function(Py *p, int fn)
{
    static const char *const wanted[] = {"over", "rank", "goal"};
    p->fn = p->game->fn.at[fn];
    bool view = p->fn->kind == IR_VIEW, want = !view;
    for (size_t i = 0; i < 3; i++)
        want = want || !strcmp(p->fn->name, wanted[i]);
    if (!want || p->fn->kind == IR_PLANE || (p->fn->kind == IR_GEN && names_rules(p, p->fn->body)))
        return;
    if (p->fn->kind == IR_RULE) {
        rule(p, fn);
        return;
    }
    head(p, "F", fn, p->fn->kind == IR_GEN ? ", o0" : "");
    say(p, p->fn->body, "pass");
    block(p, p->fn->body);
    if (view)
        out_printf(p->out, "%s = F%d\n", !strcmp(p->fn->name, "over") ? "OVER" : !strcmp(p->fn->name, "rank") ? "RANK" : "GOAL", fn);
    if (p->fn->kind == IR_TURN)
        out_printf(p->out, "TURN = F%d\n", fn);
    if (!strcmp(p->fn->name, p->game->list))
        out_printf(p->out, "MOVES = F%d\n", fn);
}

/* ---- data ----------------------------------------------------------------------------- */

static void set(Py *p, const uint64_t *word, int words)
{
    out_puts(p->out, "0x");
    for (int i = words - 1; i >= 0; i--)
        out_printf(p->out, "%016" PRIx64, word[i]);
}

/* Elements from `at` on of the dimensions from `d` on, as lists of lists; what lies behind the last one. */
static size_t elements(Py *p, const IrTable *t, int d, size_t at)
{
    if (d < t->ndim) {
        out_char(p->out, '[');
        for (int i = 0; i < t->dim[d].size; i++) {
            out_puts(p->out, i ? ", " : "");
            at = elements(p, t, d + 1, at);
        }
        out_char(p->out, ']');
        return at;
    }
    if (t->rows) {
        out_char(p->out, '[');
        for (uint32_t i = t->off[at]; i < t->off[at + 1]; i++)
            out_printf(p->out, "%s%d", i > t->off[at] ? ", " : "", (int)t->value[i]);
        out_char(p->out, ']');
    } else if (t->elem.kind == IR_MASK) {
        set(p, t->word + at * (size_t)ir_words(p->game, t->elem.space), ir_words(p->game, t->elem.space));
    } else {
        out_printf(p->out, "%d", (int)t->value[at]);
    }
    return at + 1;
}

static void field(Py *p, const IrField *f)
{
    const int words = f->elem.kind == IR_MASK ? ir_words(p->game, f->elem.space) : 0;
    out_puts(p->out, f->array ? "[" : "");
    for (size_t i = 0; i < f->n; i++) {
        out_puts(p->out, i ? ", " : "");
        if (words)
            set(p, f->word + i * (size_t)words, words);
        else
            out_printf(p->out, "%" PRId64, f->init[i]);
    }
    out_puts(p->out, f->array ? "],\n" : ",\n");
}

static void quoted(Py *p, const char *text)
{
    out_char(p->out, '"');
    for (; *text; text++)
        out_printf(p->out, *text == '"' || *text == '\\' || *text == '\n' ? "\\x%02x" : "%c", (unsigned char)*text);
    out_puts(p->out, "\", ");
}

static void labels(Py *p)
{
    out_puts(p->out, "LABEL = [\n");
    for (int i = 1; i <= p->game->players; i++) {
        const int space = ir_space_find(p->game, arena_printf(p->game->arena, "move %d", i));
        out_puts(p->out, "[");
        for (int m = 0; space >= 0 && m < p->game->space.at[space].size; m++)
            quoted(p, p->game->space.at[space].label[m]);
        out_puts(p->out, "],\n");
    }
    out_puts(p->out, "]\n");
}

/* Of each rule where its codes begin, and the least value and the number of values of each parameter. */
static void codes(Py *p)
{
    IrCode *code;
    size_t n;
    uint64_t total;
    out_puts(p->out, "CODE = {}\n");
    for (size_t i = 0; ir_codes(p->game, &code, &n, &total) && i < n; i++) {
        const IrFn *rule = p->game->fn.at[code[i].fn];
        out_printf(p->out, "CODE[%d] = %" PRIu64 ", [", code[i].fn, code[i].base);
        for (int k = 0; k < rule->nparam; k++)
            out_printf(p->out, "(%" PRId64 ", %" PRIu64 "), ", ir_code_low(rule->local.at[k].type), ir_code_size(rule->local.at[k].type));
        out_puts(p->out, "]\n");
    }
}

static void data(Py *p)
{
    for (size_t i = 0; i < p->game->table.n; i++) {
        out_printf(p->out, "T%zu = ", i);
        elements(p, &p->game->table.at[i], 0, 0);
        out_char(p->out, '\n');
    }
    out_puts(p->out, "FIELD = [\n");
    for (size_t i = 0; i < p->game->field.n; i++)
        field(p, &p->game->field.at[i]);
    out_printf(p->out, "]\nRULE, PLAYERS, JOINT = {}, %d, %s\n", p->game->players, p->game->joint ? "True" : "False");
    labels(p);
    codes(p);
}

static void lines(Out *out, const char *const *line, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out_printf(out, "%s\n", line[i]);
}

bool python_emit(IrGame *game, const BackendOptions *options, Out *out)
{
    (void)options;
    Py p = {.game = ir_lower(game, game->arena, NULL), .out = out, .ok = true};
    ir_lower_ways(p.game); /* there are no lanes */
    lines(out, helpers, sizeof helpers / sizeof *helpers);
    data(&p);
    for (size_t i = 0; i < p.game->fn.n; i++)
        function(&p, (int)i);
    const int choose = p.game->choose && !p.game->plan ? ir_fn_find(p.game, p.game->choose) : -1;
    out_printf(out, choose < 0 ? "CHOOSE = None\n" : "CHOOSE = F%d\n", choose);
    lines(out, ending, sizeof ending / sizeof *ending);
    return p.ok;
}
