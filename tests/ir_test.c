/* ir_test.c - the IR: its text form, verifier and evaluator, on the files of
 * tests/ir.  Prints TAP; with UPDATE=1 in the environment it rewrites goldens.
 *
 *   X.gir           is read, verified, printed and read again: the same text;
 *                   X.print is that text, where it exists
 *   X.perft         leaves that the evaluator must count
 *   moves/X.gir     legal moves and views while first moves are played: X.moves
 *   errors/X.gir    what is wrong with it, as printed: X.err
 *   runtime/X.gir   the checked error of playing first moves: X.err
 *   ops.txt         an expression a line, and its value
 *
 * and doc/ir.md: its table of operations, its games. */
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "ir/eval/eval.h"
#include "ir/core/ir.h"

typedef struct {
    int done, failed;
    bool update;
    bool op[IR_OPS]; /* occurs in some game */
} Tests;

static void result(Tests *t, bool good, const char *name, const char *why)
{
    printf("%sok %d - %s\n", good ? "" : "not ", ++t->done, name);
    if (good)
        return;
    t->failed++;
    for (const char *line = why; *line;) {
        size_t length = strcspn(line, "\n");
        printf("# %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* ---- files ------------------------------------------------------------- */

static const char *tests_dir(void)
{
    const char *srcdir = getenv("srcdir");
    return srcdir ? srcdir : ".";
}

static glob_t files(const char *pattern)
{
    glob_t found = {0};
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/ir/%s", tests_dir(), pattern);
    glob(path, 0, NULL, &found);
    return found;
}

/* The path with another suffix. */
static char *sibling(Session *session, const char *path, const char *suffix)
{
    const char *dot = strrchr(path, '.');
    return arena_printf(session->arena, "%.*s.%s", (int)(dot - path), path, suffix);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Reads a file under its short name, so that messages hold no path. */
static const Source *open_short(Session *session, const char *path)
{
    SourceMap *map = source_map_new(session->arena);
    const Source *file = source_read(map, path);
    if (!file)
        return NULL;
    return source_add(session->sources, base_name(path), file->text, file->length);
}

static const char *diagnostics(Session *session)
{
    Out out = {0};
    diags_print(session->diags, session->sources, 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED, 0,
                &out);
    const char *text = arena_strdup(session->arena, out.text ? out.text : "");
    out_free(&out);
    return text;
}

/* Compares with a golden file; a missing one is made with UPDATE=1. */
static void golden(Tests *t, Session *session, const char *path, const char *found,
                   const char *name)
{
    if (t->update) {
        Out out = {0};
        out_puts(&out, found);
        out_save(&out, path, 0644);
        out_free(&out);
    }
    const Source *wanted = source_read(session->sources, path);
    bool same = wanted && strcmp(wanted->text, found) == 0;
    result(t, same, name,
           arena_printf(session->arena, "expected:\n%s\nfound:\n%s",
                        wanted ? wanted->text : "(no file)", found));
}

/* ---- texts ------------------------------------------------------------- */

static void note_ops(Tests *t, const Ir *node)
{
    if (!node)
        return;
    t->op[node->op] = true;
    for (int i = 0; i < node->n; i++)
        note_ops(t, node->a[i]);
}

static void note_game(Tests *t, const IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        note_ops(t, fn->body);
        note_ops(t, fn->header);
        note_ops(t, fn->effect);
        note_ops(t, fn->then);
        note_ops(t, fn->post);
    }
}

static const char *printed(Session *session, const IrGame *game)
{
    Out out = {0};
    ir_print(game, &out);
    const char *text = arena_strdup(session->arena, out.text);
    out_free(&out);
    return text;
}

static uint64_t perft(IrEval *eval, const char *state, int depth)
{
    if (depth == 1)
        return ir_eval_moves(eval, state, NULL);
    uint32_t n = ir_eval_moves(eval, state, NULL);
    uint32_t *move = calloc(n + 1u, sizeof *move);
    char *next = malloc(ir_eval_state_size(eval) + 1);
    uint64_t leaves = 0;
    ir_eval_moves(eval, state, move);
    for (uint32_t i = 0; i < n; i++) {
        memcpy(next, state, ir_eval_state_size(eval));
        ir_eval_apply(eval, next, move[i]);
        leaves += perft(eval, next, depth - 1);
    }
    free(next);
    free(move);
    return leaves;
}

static void check_perft(Tests *t, Session *session, const IrGame *game, const char *path,
                        const char *name)
{
    const Source *table = source_read(session->sources, path);
    IrEval *eval = ir_eval_new(session->arena, game);
    char *state = arena_alloc(session->arena, ir_eval_state_size(eval) + 1);
    ir_eval_init(eval, state);
    int depth, used;
    uint64_t wanted;
    const char *wrong = "";
    for (const char *line = table->text;
         sscanf(line, "perft %d %" SCNu64 "\n%n", &depth, &wanted, &used) == 2; line += used) {
        uint64_t found = perft(eval, state, depth);
        if (found != wanted)
            wrong = arena_printf(session->arena, "depth %d: expected %" PRIu64 ", found %" PRIu64,
                                 depth, wanted, found);
    }
    if (ir_eval_error(eval))
        wrong = ir_eval_error(eval);
    result(t, !*wrong, name, wrong);
}

/* Moves, described, of some random playouts. */
static uint64_t playouts_hash(Session *session, const IrGame *game)
{
    static const char *const column[] = {"from", "to"};
    IrEval *eval = ir_eval_new(session->arena, game);
    size_t size = ir_eval_state_size(eval);
    char *state = arena_alloc(session->arena, size + 1);
    uint32_t *move = ARENA_ARRAY(session->arena, uint32_t, ir_max_moves(game) + 1);
    uint64_t rng = 7, hash = 1;
    for (int game_number = 0; game_number < 5; game_number++) {
        ir_eval_init(eval, state);
        for (int ply = 0; ply < 60; ply++) {
            int64_t seen[2] = {0, 0};
            uint32_t n = ir_eval_moves(eval, state, move);
            if (n == 0)
                break;
            uint32_t chosen = move[rng_below(&rng, n)];
            ir_eval_describe(eval, state, chosen, 2, column, seen);
            ir_eval_apply_rng(eval, state, chosen, &rng);
            hash = (hash ^ n ^ chosen << 8 ^ (uint64_t)seen[0] ^ (uint64_t)seen[1]) * 0x100000001b3;
        }
    }
    return ir_eval_error(eval) ? 0 : hash;
}

static void good_game(Tests *t, const char *path)
{
    Session *session = session_new();
    const char *name = base_name(path);
    IrGame *game = ir_read(session, open_short(session, path));
    bool sound = game && ir_verify(game);
    result(t, sound, arena_printf(session->arena, "%s is sound", name), diagnostics(session));
    if (!sound) {
        session_free(session);
        return;
    }
    note_game(t, game);
    const char *text = printed(session, game);
    IrGame *again = ir_read(session, source_add(session->sources, "printed", text, strlen(text)));
    const char *twice = again ? printed(session, again) : diagnostics(session);
    result(t, strcmp(text, twice) == 0,
           arena_printf(session->arena, "%s: print(read(x)) = x", name), twice);
    const char *print = sibling(session, path, "print");
    FILE *there = fopen(print, "r");
    if (there) {
        fclose(there);
        golden(t, session, print, text, arena_printf(session->arena, "%s as printed", name));
    }
    const char *counts = sibling(session, path, "perft");
    FILE *counted = fopen(counts, "r");
    if (counted) {
        fclose(counted);
        check_perft(t, session, game, counts, arena_printf(session->arena, "%s: perft", name));
        IrGame *copy = ir_game_copy(game, session->arena);
        bool same = again && playouts_hash(session, game) == playouts_hash(session, again) &&
                    playouts_hash(session, game) == playouts_hash(session, copy) &&
                    playouts_hash(session, game) != 0;
        result(t, same, arena_printf(session->arena, "%s: read again and copied, it plays alike",
                                     name), "");
    }
    session_free(session);
}

static void bad_game(Tests *t, const char *path)
{
    Session *session = session_new();
    IrGame *game = ir_read(session, open_short(session, path));
    bool sound = game && ir_verify(game);
    const char *text = diagnostics(session);
    golden(t, session, sibling(session, path, "err"), sound ? "nothing is wrong\n" : text,
           arena_printf(session->arena, "errors/%s", base_name(path)));
    session_free(session);
}

/* Plays first moves until a checked error, at most 100. */
static void failing_game(Tests *t, const char *path)
{
    Session *session = session_new();
    const Source *source = open_short(session, path);
    IrGame *game = ir_read(session, source);
    const char *found = "no error\n";
    if (game && ir_verify(game)) {
        IrEval *eval = ir_eval_new(session->arena, game);
        char *state = arena_alloc(session->arena, ir_eval_state_size(eval) + 1);
        uint32_t *move = ARENA_ARRAY(session->arena, uint32_t, ir_max_moves(game) + 1);
        ir_eval_init(eval, state);
        for (int ply = 0; ply < 100 && ir_eval_moves(eval, state, move) > 0; ply++)
            ir_eval_apply(eval, state, move[0]);
        if (ir_eval_error(eval)) {
            session_error(session, ir_eval_error_at(eval), "%s", ir_eval_error(eval));
            found = diagnostics(session);
        }
    } else {
        found = diagnostics(session);
    }
    golden(t, session, sibling(session, path, "err"), found,
           arena_printf(session->arena, "runtime/%s", base_name(path)));
    session_free(session);
}

/* ---- moves ------------------------------------------------------------- */

static void list_move(const IrEval *eval, uint32_t code, Out *out)
{
    int64_t value[64];
    const IrFn *rule = ir_eval_decode(eval, code, value);
    out_printf(out, " %s", rule->name);
    for (int p = 0; p < rule->nparam; p++)
        out_printf(out, "%s%" PRId64, p ? "," : "(", value[p]);
    out_puts(out, rule->nparam ? ")" : "");
}

/* The views that have no parameter. */
static void list_views(IrEval *eval, const IrGame *game, const char *state, Out *out)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        if (fn->kind == IR_VIEW && fn->nparam == 0)
            out_printf(out, " %s=%" PRId64, fn->name, ir_eval_view(eval, state, (int)i, 0));
    }
}

static void listed_game(Tests *t, const char *path)
{
    Session *session = session_new();
    IrGame *game = ir_read(session, open_short(session, path));
    Out out = {0};
    if (game && ir_verify(game)) {
        note_game(t, game);
        IrEval *eval = ir_eval_new(session->arena, game);
        char *state = arena_alloc(session->arena, ir_eval_state_size(eval) + 1);
        uint32_t *move = ARENA_ARRAY(session->arena, uint32_t, ir_max_moves(game) + 1);
        uint64_t rng = 1;
        uint32_t n = 1;
        ir_eval_init(eval, state);
        for (int ply = 0; ply < 8 && n; ply++) {
            out_printf(&out, "state %d:", ply);
            list_views(eval, game, state, &out);
            out_puts(&out, "\nmoves:");
            n = ir_eval_moves(eval, state, move);
            for (uint32_t i = 0; i < n; i++)
                list_move(eval, move[i], &out);
            out_char(&out, '\n');
            if (n)
                ir_eval_apply_rng(eval, state, move[0], &rng);
        }
        if (ir_eval_error(eval))
            out_printf(&out, "error: %s\n", ir_eval_error(eval));
    } else {
        out_puts(&out, diagnostics(session));
    }
    golden(t, session, sibling(session, path, "moves"), out.text,
           arena_printf(session->arena, "moves/%s", base_name(path)));
    out_free(&out);
    session_free(session);
}

/* ---- operations -------------------------------------------------------- */

/* The members of a set-valued expression as "{0 4}", or the number. */
static const char *value_of(Session *session, IrGame *game, bool set)
{
    IrEval *eval = ir_eval_new(session->arena, game);
    char *state = arena_alloc(session->arena, ir_eval_state_size(eval) + 1);
    ir_eval_init(eval, state);
    int view = ir_fn_find(game, "tested");
    Out out = {0};
    if (set) {
        int site = ir_space_find(game, "site");
        out_char(&out, '{');
        for (int s = 0; s < game->space.at[site].size; s++)
            if (ir_eval_view(eval, state, view, s))
                out_printf(&out, "%s%d", out.n > 1 ? " " : "", s);
        out_char(&out, '}');
    } else {
        out_printf(&out, "%" PRId64, ir_eval_view(eval, state, view, 0));
    }
    const char *text = ir_eval_error(eval)
                           ? arena_printf(session->arena, "error %s", ir_eval_error(eval))
                           : arena_strdup(session->arena, out.text);
    out_free(&out);
    return text;
}

static bool agrees(const char *wanted, const char *found)
{
    if (strncmp(wanted, "error ", 6) == 0)
        return strncmp(found, "error ", 6) == 0 && strstr(found, wanted + 6);
    return strcmp(wanted, found) == 0;
}

/* The game of ops.gir with the expression as view `tested`; NULL if it is not
 * sound.  A set is asked for member by member. */
static IrGame *tested(Session *session, const Source *prelude, const char *line, bool set)
{
    const char *text = arena_printf(
        session->arena,
        set ? "%s\nview tested(%%'%% tested' : int[site]) = %%'%% tested' in (%s)\n"
            : "%s\nview tested = %s\n",
        prelude->text, line);
    IrGame *game = ir_read(session, source_add(session->sources, line, text, strlen(text)));
    return game && ir_verify(game) ? game : NULL;
}

/* One line of ops.txt: also after printing and reading again. */
static void one_operation(Tests *t, const Source *prelude, char *line)
{
    char *arrow = strstr(line, " => ");
    if (line[0] == '#' || !arrow)
        return;
    *arrow = '\0';
    const char *wanted = arrow + 4;
    Session *session = session_new();
    bool set = wanted[0] == '{';
    IrGame *game = tested(session, prelude, line, set);
    if (!game && strncmp(wanted, "error", 5) == 0) {
        set = true;
        game = tested(session, prelude, line, set);
    }
    if (game) {
        note_game(t, game);
        const char *text = printed(session, game), *found = value_of(session, game, set);
        IrGame *again =
            ir_read(session, source_add(session->sources, "printed", text, strlen(text)));
        bool good = again && strcmp(text, printed(session, again)) == 0 &&
                    agrees(wanted, found) && agrees(wanted, value_of(session, again, set));
        result(t, good, line,
               arena_printf(session->arena, "expected %s, found %s", wanted, found));
    } else {
        result(t, false, line, diagnostics(session));
    }
    session_free(session);
}

static void operations(Tests *t)
{
    Session *session = session_new();
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/ir/ops.gir", tests_dir());
    const Source *prelude = source_read(session->sources, path);
    snprintf(path, sizeof path, "%s/tests/ir/ops.txt", tests_dir());
    const Source *table = source_read(session->sources, path);
    for (const char *at = table ? table->text : ""; *at;) {
        size_t length = strcspn(at, "\n");
        one_operation(t, prelude, arena_strndup(session->arena, at, length));
        at += length + (at[length] == '\n');
    }
    session_free(session);
}

static void all_covered(Tests *t)
{
    Out out = {0};
    for (int op = 0; op < IR_OPS; op++)
        if (!t->op[op])
            out_printf(&out, "%s\n", ir_op_info((IrOp)op)->name);
    result(t, out.n == 0, "every operation occurs in the files above",
           out.text ? out.text : "");
    out_free(&out);
}

/* ---- the manual -------------------------------------------------------- */

static void cell(Out *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '|' || *text == '\\')
            out_char(out, '\\');
        out_char(out, *text);
    }
}

/* The table of operations as doc/ir.md has it. */
static char *operations_table(Session *session)
{
    static const char *const k[] = {"", "number", "local", "field", "table", "function", "space"};
    static const char *const does[] = {"reads", "writes", "binds", "assumes", "calls", "emits", "ahead",
                                       "turns", "draws",  "loops", "lazy",    "rigid", "partial", "plays"};
    Out out = {0};
    out_puts(&out, "| name | text | operands | k | does | level | meaning |\n|---|---|---|---|---|---|---|\n");
    for (int op = 0; op < IR_OPS; op++) {
        const IrOpInfo *info = ir_op_info((IrOp)op);
        out_printf(&out, "| %s | ", info->name);
        cell(&out, info->text);
        out_printf(&out, " | %s%s%s | %s |", info->operands, *info->operands && *info->more ? " " : "", info->more, k[info->names]);
        for (size_t i = 0; i < sizeof does / sizeof *does; i++)
            if (info->does & 1U << i)
                out_printf(&out, " %s", does[i]);
        out_printf(&out, " | %s | ", info->high ? "high" : "low");
        cell(&out, info->meaning);
        out_puts(&out, " |\n");
    }
    char *text = arena_strdup(session->arena, out.text);
    out_free(&out);
    return text;
}

static void manual_lists_operations(Tests *t, Session *session, const Source *manual,
                                    const char *path)
{
    static const char begin[] = "<!-- operations -->\n", end[] = "<!-- end of operations -->";
    const char *from = strstr(manual->text, begin), *to = strstr(manual->text, end);
    const char *table = operations_table(session);
    bool same = from && to && (size_t)(to - from) == strlen(begin) + strlen(table) &&
                strncmp(from + strlen(begin), table, strlen(table)) == 0;
    if (!same && t->update && from && to) {
        Out out = {0};
        out_write(&out, manual->text, (size_t)(from - manual->text) + strlen(begin));
        out_puts(&out, table);
        out_puts(&out, to);
        same = out_save(&out, path, 0644);
        out_free(&out);
    }
    result(t, same, "doc/ir.md lists the operations of ops.def",
           "make check UPDATE=1 writes the table anew");
}

/* Games in the manual, marked as such, are sound. */
static void manual_games(Tests *t, const Source *manual)
{
    static const char fence[] = "```gir\n";
    for (const char *at = manual->text; (at = strstr(at, fence));) {
        at += strlen(fence);
        const char *end = strstr(at, "```");
        Session *session = session_new();
        size_t length = end ? (size_t)(end - at) : strlen(at);
        IrGame *game = ir_read(session, source_add(session->sources, "ir.md", at, length));
        bool sound = game && ir_verify(game);
        result(t, sound, "a game in doc/ir.md is sound", diagnostics(session));
        session_free(session);
    }
}

static void manual(Tests *t)
{
    Session *session = session_new();
    char path[4096];
    snprintf(path, sizeof path, "%s/doc/ir.md", tests_dir());
    const Source *text = source_read(session->sources, path);
    if (text) {
        manual_lists_operations(t, session, text, path);
        manual_games(t, text);
    }
    session_free(session);
}

static void each(Tests *t, const char *pattern, void (*test)(Tests *, const char *))
{
    glob_t found = files(pattern);
    for (size_t i = 0; i < found.gl_pathc; i++)
        test(t, found.gl_pathv[i]);
    globfree(&found);
}

int main(void)
{
    Tests t = {0};
    const char *update = getenv("UPDATE");
    t.update = update && strcmp(update, "1") == 0;
    each(&t, "*.gir", good_game);
    each(&t, "moves/*.gir", good_game);
    each(&t, "moves/*.gir", listed_game);
    each(&t, "errors/*.gir", bad_game);
    each(&t, "runtime/*.gir", failing_game);
    operations(&t);
    all_covered(&t);
    manual(&t);
    printf("1..%d\n", t.done);
    return t.failed ? 1 : 0;
}
