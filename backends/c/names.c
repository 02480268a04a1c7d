/* names.c - C identifiers for the names of a game: fields keep theirs, functions
 * get a prefix that says their kind, and whatever clashes gets a number. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "backends/c/cgen.h"

/* Words of C, and names that generated functions use themselves. */
static const char *const reserved[] = {
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",
    "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef",
    "union", "unsigned", "void", "volatile", "while", "main", "memcpy", "memset", "linux", "unix",
    "bool", "true", "false", "NULL", "asm", "typeof",
    "st", "next", "out", "n", "k", "rng", "script", "code", "count", "State", "codes", "initial", "after", "turn", "choose", "all", "legal", "member", "one", "past", "free",
};

/* Beginnings of names that the back end gives itself. */
static const char *const own_start[] = {
    "tmp", "ludc", "LUDC", "set", "Set", "INT", "UINT", "tab_", "fn_", "proc_", "play_", "view_",
    "list_", "plane_", "count", "any_", "pick_", "planes_", "post_", "late_", "legal_", "describe_", "where_", "flood",
    "touches", "firsts", "reaches", "meets", "borders", "label_", "each", "frame", "_",
};

static bool is_reserved(const char *name)
{
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(name, reserved[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof own_start / sizeof *own_start; i++)
        if (strncmp(name, own_start[i], strlen(own_start[i])) == 0)
            return true;
    return n > 2 && strcmp(name + n - 2, "_t") == 0;
}

/* Letters, digits and underscores only, not beginning with a digit. */
static const char *letters(Arena *arena, const char *name)
{
    char *copy = arena_strdup(arena, name);
    for (char *p = copy; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_')
            *p = '_';
    return isalpha((unsigned char)copy[0]) ? copy : arena_printf(arena, "x%s", copy);
}

const char *c_ident(Arena *arena, const char *name)
{
    const char *plain = letters(arena, name);
    return is_reserved(plain) ? arena_printf(arena, "%s_", plain) : plain;
}

static const char *distinct(Arena *arena, const char *const *taken, size_t n, const char *name)
{
    const char *result = name;
    for (size_t i = 0, suffix = 2; i < n; i++) {
        if (strcmp(taken[i], result) == 0) {
            result = arena_printf(arena, "%s_%zu", name, suffix++);
            i = (size_t)-1; /* start again */
        }
    }
    return result;
}

static const char *fn_prefix(IrFnKind kind)
{
    switch (kind) {
    case IR_FN: return "fn";
    case IR_PROC: return "proc";
    case IR_GEN: return "gen";
    case IR_RULE: return "rule";
    case IR_TURN: return "turn";
    case IR_VIEW: return "view";
    case IR_PLANE: return "plane";
    }
    return "fn";
}

void c_names(CGen *c)
{
    IrGame *g = c->game;
    c->table = ARENA_ARRAY(c->arena, const char *, g->table.n + 1);
    c->field = ARENA_ARRAY(c->arena, const char *, g->field.n + 1);
    c->fn = ARENA_ARRAY(c->arena, const char *, g->fn.n + 1);
    for (size_t i = 0; i < g->table.n; i++) {
        const char *name = letters(c->arena, c_format(c, "tab_%s", g->table.at[i].name));
        c->table[i] = distinct(c->arena, c->table, i, name);
    }
    for (size_t i = 0; i < g->field.n; i++) {
        const char *name = c_ident(c->arena, g->field.at[i].name);
        c->field[i] = distinct(c->arena, c->field, i, name);
    }
    for (size_t i = 0; i < g->fn.n; i++) {
        const IrFn *fn = g->fn.at[i];
        const char *name = letters(c->arena, c_format(c, "%s_%s", fn_prefix(fn->kind), fn->name));
        c->fn[i] = distinct(c->arena, c->fn, i, name);
    }
    if (g->choose)
        c->fn[ir_fn_find(g, g->choose)] = "choose";
    if (g->choose_tested)
        c->fn[ir_fn_find(g, g->choose_tested)] = "choose_tested";
}

const char **c_locals(Body *b, const IrFn *fn, int frame)
{
    Arena *arena = b->c->arena;
    const char **name = ARENA_ARRAY(arena, const char *, fn->local.n + 1);
    for (size_t i = 0; i < fn->local.n; i++) {
        const char *plain = c_ident(arena, fn->local.at[i].name);
        if (frame)
            plain = arena_printf(arena, "frame%d_%s", frame, plain);
        name[i] = distinct(arena, name, i, plain);
    }
    return name;
}

bool c_once(CGen *c, const char *key)
{
    for (size_t i = 0; i < c->made.n; i++)
        if (strcmp(c->made.at[i], key) == 0)
            return false;
    vec_push(c->arena, &c->made, arena_strdup(c->arena, key));
    return true;
}

const char *c_format(CGen *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(c->arena, format, args);
    va_end(args);
    return text;
}
