/* dir.h - lists of directions, as lower/geometry/dir.c and lower/geometry/direction_tables.c read them. */
#ifndef LUDC_LOWER_DIR_H
#define LUDC_LOWER_DIR_H

#include "frontend/lud/lower/core/lower.h"

/* One direction as the generators see it: a wind, or a whole relation class. */
typedef struct {
    bool is_class;
    Relation relation;
    int wind;
} Dir;

/* A table that was made for such directions. */
typedef struct DirTable {
    const char *kind, *word;
    const BoardLayer *layer;
    Relation relation;
    int64_t steps;
    int table;
} DirTable;

enum { MAX_DIRS = 64, COMPASS = 16 };

typedef struct {
    Dir at[MAX_DIRS];
    size_t n;
} DirList;

/* The relation of that name; false: there is none. */
bool dirs_relation_named(const char *name, Relation *relation);
/* Does the meaning depend on which way a piece looks? */
bool dirs_need_facing(const Term *t);
/* Or on where the last move went? */
bool dirs_need_last(const Term *t);
/* Is a word that goes by a piece's facing among them? */
bool dirs_need_piece(const Term *t);
/* Is it the way back from the second site of the other to the first? */
bool lower_turns_back(const Term *between, const Term *other);
/* The directions of the argument at one site; false (filed) if unsupported. */
bool dirs_list(Lower *l, const Term *t, Relation default_relation, int site, DirList *list);
/* The same for what lies ahead: forward unless said otherwise. */
bool dirs_ahead(Lower *l, const Term *t, const Term *dirs, int site, DirList *list);
/* Where the table of that kind is noted for directions that mean the same wherever they stand,
 * in force for the layer there is; -1 while there is none.  NULL: nothing can be noted. */
int *dirs_table(Lower *l, const char *kind, const Term *dirs, Relation default_relation, int64_t steps);
/* Classes replaced by the winds of the board where that is the same. */
void dirs_spread(Lower *l, DirList *list);
Sites dirs_radials(Lower *l, int site, const Dir *dir);
bool dirs_has_step(const Step *step, const Dir *dir);

#endif
