/* typed.h - moves as people type them. */
#ifndef LUDC_RUNTIME_AGENT_TYPED_H
#define LUDC_RUNTIME_AGENT_TYPED_H

#include <stdbool.h>

#include "runtime/include/ludc.h"

/* The legal moves of a role, each once, in the reasoner's order. */
typedef struct {
    size_t n;
    struct TypedMove {
        ludc_move move;
        char *text; /* as a step has it: "A2-A3", "(mark 1 2)", "#17" */
    } *at;
} TypedMoves;

/* false: memory is out. */
bool typed_moves(TypedMoves *moves, const ludc_reasoner *r, const void *state, unsigned role);
void typed_free(TypedMoves *moves);

/* The moves that a line can mean, as places in the list, at most `room` of them; how many there are.  In this order, and the
 * first that gives any counts: the text letter for letter; in any case; with other blanks, dashes, commas and
 * parentheses, or without; the number in the list, from 1 ("12", "#12"); a beginning that ends with a word or site; any
 * beginning.  A number alone is a text's beginning where texts begin with digits. */
size_t typed_find(const TypedMoves *moves, const char *line, size_t *found, size_t room);
/* The moves whose texts are nearest to the line, by the least number of changed letters; at most `room`. */
size_t typed_nearest(const TypedMoves *moves, const char *line, size_t *found, size_t room);
/* The same distance of two texts, capital letters being as small ones. */
size_t typed_distance(const char *a, const char *b);
/* For completion: is `line`, in any case and with other blanks or dashes, the beginning of the text? */
bool typed_begins(const char *text, const char *line);

#endif
