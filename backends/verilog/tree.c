/* tree.c - the folder that the back end `verilog` makes, and what its writers share. */
#include <ctype.h>
#include <string.h>

#include "backends/verilog/write.h"
#include "base/escape.h"

const char *verilog_ident(Arena *arena, const char *name)
{
    enum { LONGEST = 60 };
    char *ident = arena_alloc(arena, LONGEST + 8), *to = ident;
    bool gap = false;
    for (; *name && to < ident + LONGEST; name++) {
        unsigned char c = (unsigned char)*name;
        bool letter = c < 0x80 && isalnum(c);
        if (letter && to == ident && isdigit(c)) {
            *to++ = 'g';
            gap = true;
        }
        if (letter && gap && to > ident)
            *to++ = '_';
        if (letter)
            *to++ = (char)tolower(c);
        gap = !letter;
    }
    *to = '\0';
    return *ident ? ident : "game";
}

Out *verilog_file(VerilogTree *tree, const char *path, ...)
{
    va_list args;
    va_start(args, path);
    TreeFile file = {.path = arena_vprintf(tree->arena, path, args)};
    va_end(args);
    vec_push(tree->arena, &tree->file, file);
    return &tree->file.at[tree->file.n - 1].text;
}

void verilog_head(const VerilogInput *in, const char *module, const char *what, Out *out)
{
    out_printf(out, "// Module %s_%s: %s.\n// Of the game ", in->ident, module, what);
    out_line_comment(out, in->game->name);
    out_printf(out, " (its name).\n// Made by %s from rules with the hash %016llx; see README.md.\n", in->producer, (unsigned long long)in->hash);
}

void verilog_say_state(const VerilogInput *in, uint32_t i, Out *out)
{
    out_printf(out, "// state[%u]: ", i);
    out_line_comment(out, in->game->state_name[i]);
    out_printf(out, " (at first %d)\n", in->game->init[i]);
}

void verilog_say_slot(const VerilogInput *in, uint32_t i, Out *out)
{
    const BitsSlot *slot = &in->game->slot[i];
    out_printf(out, "// does[%u], legal[%u]: ", i, i);
    if (in->move)
        out_line_comment(out, in->move[i]);
    out_printf(out, " (move %u of role %u", slot->code, slot->role);
    if (in->role) {
        out_puts(out, ", ");
        out_line_comment(out, in->role[slot->role - 1]);
    }
    out_puts(out, ")\n");
}

void verilog_say_goal(const VerilogInput *in, uint32_t i, Out *out)
{
    const BitsGoal *goal = &in->game->goal[i];
    if (in->payoff[i] < 0)
        out_printf(out, "// goal[%u]: role %u has no value, or several\n", i, goal->role);
    else
        out_printf(out, "// goal[%u]: role %u is worth %.9g\n", i, goal->role, in->payoff[i]);
}

void verilog_tree(const VerilogInput *in, VerilogTree *tree)
{
    verilog_circuit(in, tree);
    verilog_host(in, tree);
    verilog_board(in, tree);
    verilog_registers(in, tree);
    verilog_texts(in, tree);
    if (!in->game->nloop) /* else it is no function */
        verilog_core(in, tree);
    verilog_step(in, tree);
    verilog_rtl(in, tree);
    verilog_formal(in, tree);
}

void verilog_tree_free(VerilogTree *tree)
{
    for (size_t i = 0; i < tree->file.n; i++)
        out_free(&tree->file.at[i].text);
    tree->file.n = 0;
}
