/* lower_impl.h - the inside of ir/lower/: how an expansion is found and how it is written. */
#ifndef LUDC_IR_LOWER_IMPL_H
#define LUDC_IR_LOWER_IMPL_H

#include "ir/core/tree.h"
#include "ir/lower/lower.h"

/* A function that was made for all who need it. */
typedef struct {
    const char *key;
    int fn;
} LowMade;

typedef struct Low Low;

/* The expansion of a node, with operands that went through low_tree; NULL: none of these. */
typedef Ir *LowExpand(Low *l, Ir *e);

struct Low {
    IrGame *game;
    IrFn *fn; /* where the tree stands */
    LowExpand *expand;
    VEC(LowMade) made;
    bool changed;
};

/* The tree, changed in place, with what `expand` knows in low operations. */
Ir *low_tree(Low *l, Ir *e);

/* The same of a function, and of the first n. */
void low_fn(Low *l, size_t fn);
void low_all(Low *l, size_t n);

/* --- write.c: functions, statement by statement --- */

typedef struct {
    IrGame *game;
    IrFn *fn;
    Ir *block; /* statements so far, of the block that is open */
} LowWriter;

/* Begins a function; its name begins with `stem`. */
LowWriter low_begin(Low *l, const char *stem, IrType ret, IrHint hint);
int low_end(LowWriter *w); /* its number */
int low_end_value(LowWriter *w, Ir *value); /* of one that is a value, without other statements */
int low_param(LowWriter *w, const char *name, IrType type);
int low_let(LowWriter *w, const char *name, Ir *value);
int low_var(LowWriter *w, const char *name, IrType type, Ir *value);
void low_set(LowWriter *w, int local, Ir *value);
void low_ret(LowWriter *w, Ir *value);
void low_turn(LowWriter *w); /* what follows every move */
void low_add(LowWriter *w, Ir *statement);
Ir *low_get(const LowWriter *w, int local);
/* A block within: what follows goes there until one of the next four. */
Ir *low_open(LowWriter *w);
void low_if(LowWriter *w, Ir *outer, Ir *condition);
void low_if_else(LowWriter *w, Ir *outer, Ir *condition, Ir *yes); /* the block that is open is the other one */
Ir *low_close(LowWriter *w, Ir *outer); /* what was written since low_open, for the caller to place */
void low_for(LowWriter *w, Ir *outer, int local, Ir *set);
void low_range(LowWriter *w, Ir *outer, int local, Ir *to); /* from 0 on */
void low_while(LowWriter *w, Ir *outer, Ir *condition, int64_t most); /* at most so often */
/* while any(%set): at most once for each member of its space. */
void low_while_any(LowWriter *w, Ir *outer, int set);
/* let %at = first(%set), which leaves it: the beginning of a low_while_any. */
int low_take(LowWriter *w, int set);

void low_from_to(LowWriter *w, Ir *outer, int local, Ir *from, Ir *to);
/* Numbers that others are compared with, and one more. */
IrType low_number(void);

/* Sets. */
Ir *low_and(const LowWriter *w, Ir *a, Ir *b);
Ir *low_or(const LowWriter *w, Ir *a, Ir *b);
Ir *low_diff(const LowWriter *w, Ir *a, Ir *b);
Ir *low_any(const LowWriter *w, Ir *set);
Ir *low_bit(const LowWriter *w, int space, int at);
Ir *low_in(const LowWriter *w, Ir *member, Ir *set);

/* A slice of a table that a function reads: constant indices are in the function, the others
 * are parameters. */
typedef struct {
    const Ir *vec;
    int first; /* the parameter of the first index that is not constant */
} LowSlice;

LowSlice low_slice(LowWriter *w, const Ir *vec); /* adds the parameters */
Ir *low_element(const LowWriter *w, const LowSlice *s, Ir *at);
int low_slice_size(const IrGame *game, const Ir *vec);
/* What tells functions apart that read the slice: table and constant indices. */
const char *low_slice_key(Low *l, const char *stem, const Ir *vec);

/* --- tables that lowering adds, and functions with an index for each dimension of a table --- */
const char *low_key(Low *l, const char *stem, int table);
int low_table(Low *l, const char *name, IrType elem, int ndim, const IrDim *dim); /* zeroed */
/* For each element of the n leading dimensions of `table` so many. */
int low_table_of_groups(Low *l, const char *name, IrType elem, int table, int n, int size);
int low_index_params(LowWriter *w, int table, int n); /* the first */
/* The entry at n such parameters, and `last`, unless NULL. */
Ir *low_entry(const LowWriter *w, int table, int first, int n, Ir *last);

/* The function of that key, -1: it is not made yet; and remembers one. */
int low_find(const Low *l, const char *key);
int low_made(Low *l, const char *key, int fn);

/* A call; low_tree goes over the arguments.  Those of a slice come last. */
typedef struct {
    Ir *at[16];
    int n;
} LowArgs;
void low_arg(Low *l, LowArgs *args, Ir *value);
void low_arg_slice(Low *l, LowArgs *args, const Ir *vec);
void low_arg_indices(Low *l, LowArgs *args, const Ir *vec); /* all of them */
void low_arg_locals(const LowWriter *w, LowArgs *args, int first, int n); /* of the function that is written */
Ir *low_call(Low *l, const Ir *e, int fn, const LowArgs *args);

/* --- one file each --- */
LowExpand low_closure; /* closures.c */
LowExpand low_lines;   /* lines.c */
LowExpand low_rays;    /* rays.c */
LowExpand low_headers; /* headers.c */
bool low_headers_alone(IrGame *game); /* rules that nobody tries keep the names of their headers alone */
LowExpand low_relations; /* relations.c */
Ir *low_grown(const LowWriter *w, int set, const Ir *near); /* what is beside a local, by shifts of the set; NULL: no few shifts do it */
LowExpand low_folds;   /* folds.c */
LowExpand low_ways;    /* rays.c */
Ir *low_union(Low *l, Ir *e, int n); /* folds.c: over the numbers below n */

#endif
