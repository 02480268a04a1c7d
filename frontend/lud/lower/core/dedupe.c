/* dedupe.c - functions that are alike are one function.
 *
 * The same moves are lowered again and again: once for each direction, and in each
 * test whether a piece could go on.  What differs between these is mostly given by
 * the caller, so the rules and functions made are the same. */
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/lower/core/lower.h"

static bool same_locals(const IrFn *a, const IrFn *b)
{
    if (a->local.n != b->local.n)
        return false;
    for (size_t i = 0; i < a->local.n; i++)
        if (!ir_type_same(a->local.at[i].type, b->local.at[i].type))
            return false;
    return true;
}

static bool same_views(const IrFn *a, const IrFn *b)
{
    if (a->view.n != b->view.n)
        return false;
    for (size_t i = 0; i < a->view.n; i++)
        if (strcmp(a->view.at[i].name, b->view.at[i].name) != 0 ||
            !ir_equal(a->view.at[i].value, b->view.at[i].value))
            return false;
    return true;
}

static bool same_fn(const IrFn *a, const IrFn *b)
{
    return a->kind == b->kind && a->nparam == b->nparam && a->exempt == b->exempt &&
           ir_type_same(a->ret, b->ret) && same_locals(a, b) && lw_same(a->header, b->header) &&
           lw_same(a->body, b->body) && lw_same(a->effect, b->effect) &&
           lw_same(a->then, b->then) && lw_same(a->post, b->post) && same_views(a, b);
}

void lower_take_back(Lower *l)
{
    const char *name = l->game->fn.at[--l->game->fn.n]->name;
    l->memo->made.n = l->memo->made.n < l->game->fn.n ? l->memo->made.n : l->game->fn.n;
    for (size_t i = 0; i < l->memo->named.n; i++) {
        Named *known = &l->memo->named.at[i];
        size_t length = strlen(known->name);
        if (strncmp(name, known->name, length) == 0 && (name[length] == 0 || name[length] == '_')) {
            int number = name[length] ? (int)strtol(name + length + 1, NULL, 10) : 1;
            known->number = number > 0 && number < known->number ? number : known->number;
        }
    }
}

static uint64_t hash_tree(uint64_t hash, const Ir *node)
{
    if (!node)
        return lower_stir(hash, 1);
    hash = lower_stir(lower_stir(hash, (uint64_t)node->op << 16 | node->n), (uint64_t)node->k);
    for (int i = 0; i < node->n; i++)
        hash = hash_tree(hash, node->a[i]);
    return hash;
}

/* The same for functions that are the same; never 0. */
static uint64_t hash_fn(const IrFn *fn)
{
    uint64_t hash = lower_stir(lower_stir((uint64_t)fn->kind + 1, (uint64_t)fn->nparam), fn->local.n);
    hash = hash_tree(hash_tree(hash_tree(hash, fn->header), fn->body), fn->effect);
    return hash_tree(hash_tree(hash, fn->then), fn->post) | 1;
}

/* Only the function made last can be taken back. */
IrFn *lower_share(Lower *l, IrFn *fn)
{
    IrGame *game = l->game;
    size_t last = game->fn.n - 1;
    if (game->fn.at[last] != fn)
        return fn;
    const uint64_t hash = hash_fn(fn);
    for (size_t i = 0; i < last; i++) {
        bool differs = i < l->memo->made.n && l->memo->made.at[i] && l->memo->made.at[i] != hash;
        if (!differs && game->fn.at[i]->local.n == fn->local.n && same_fn(game->fn.at[i], fn)) {
            lower_take_back(l);
            return game->fn.at[i];
        }
    }
    while (l->memo->made.n <= last)
        vec_push(l->arena, &l->memo->made, 0);
    l->memo->made.at[last] = hash;
    return fn;
}
