/* trace.h - recorded games: JSON lines, and how a reasoner's moves and states
 * look in them.
 *
 * A file is a header line, then for each game a start line, a line for each ply
 * and an end line; doc/replay.md has the format.  Here live the parts that
 * reading (replay.c) and writing (record.c) share. */
#ifndef LUDC_DRIVER_TRACE_H
#define LUDC_DRIVER_TRACE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/out.h"
#include "runtime/include/ludc.h"
#include "runtime/abi.h"

enum { TRACE_COLUMNS = 32, TRACE_CONTAINERS = 64, TRACE_COMPONENTS = 1024 };

/* ---- lines ---------------------------------------------------------------- */

typedef struct TraceReader TraceReader;

/* NULL with errno set.  Files compressed by gzip are understood. */
TraceReader *trace_open(const char *path);
void trace_close(TraceReader *reader);
/* Moves on; false at the end.  A line that is no JSON object is current as NULL. */
bool trace_next(TraceReader *reader);
json_t *trace_current(const TraceReader *reader);  /* borrowed */
json_t *trace_following(const TraceReader *reader); /* the line after it, or NULL */
size_t trace_line(const TraceReader *reader);       /* number of the current line, from 1 */
/* Has the line no key but the known ones, a list that ends with NULL?  Names the
 * first other one in `why`. */
bool trace_known_keys(const json_t *line, const char *const *known, Out *why);
bool trace_broken(const TraceReader *reader);       /* the file could not be read to its end */
bool trace_too_large(const TraceReader *reader);    /* it was not, as a line or the whole is beyond the limits */
const char *trace_why(const TraceReader *reader);  /* in words: that, or that there is no ply */
/* The longest line, and the most bytes of a file after inflation: recorded games have a hundredth. */
#define TRACE_LINE ((size_t)16 << 20)
#define TRACE_BYTES (UINT64_C(16) << 30)

/* ---- the header -------------------------------------------------------------- */

typedef struct {
    int from, n;
    char type; /* its default site type: 'C', 'V' or 'E' */
} TraceContainer;

typedef struct {
    const ludc_reasoner *r;
    size_t ncolumn;
    int column[TRACE_COLUMNS]; /* of the reasoner, for each column of a tuple */
    int chosen;      /* the column that tells moves of puzzles apart; -1: there is none */
    bool deduction;  /* a puzzle: sites that are left out have no value, -1 */
    size_t ncontainer;
    TraceContainer container[TRACE_CONTAINERS];
    size_t ncomponent;
    int owner[TRACE_COMPONENTS]; /* of component i; 0 for 0 */
} TraceForm;

/* false: says in `why` what the reasoner cannot show, or what is malformed. */
bool trace_form(TraceForm *form, const ludc_reasoner *r, const json_t *header, Out *why);

/* ---- moves --------------------------------------------------------------------- */

/* The legal moves of a state as tuples of ints, n rows of form->ncolumn. */
typedef struct {
    size_t n, width;
    uint32_t *code;  /* in the reasoner's order */
    int32_t *tuple;  /* the same order */
    size_t *sorted;  /* indices in lexicographic order of tuples */
} TraceMoves;

void trace_moves(TraceMoves *moves, const TraceForm *form, const void *state);
void trace_moves_free(TraceMoves *moves);
/* FNV-1a over the sorted tuples: 16 hexadecimal digits. */
void trace_hash(const TraceMoves *moves, char digits[17]);
void trace_tuple(const int32_t *tuple, size_t width, Out *out); /* [1,2,..] */

/* ---- throws of dice --------------------------------------------------------------- */

typedef enum {
    TRACE_PLAYED,    /* and no chance was left */
    TRACE_UNSAID,    /* draws that the record does not name have given their first values */
    TRACE_NO_OUTCOME /* the record names what cannot be drawn */
} TracePlayed;

/* Plays a move; its lots as "lots" of its line names them, else dice fall as the move of the
 * line that follows, as written, says that they lay. */
TracePlayed trace_play(const ludc_reasoner *r, const void *before, ludc_move move, const json_t *line,
                       const json_t *following, void *after);
/* Is there a throw that precedes the first move?  The move that makes it. */
bool trace_begins(const ludc_reasoner *r, const void *state, ludc_move *first);
/* Plays a move at random and names its lots in the line. */
void trace_draw(json_t *line, const ludc_reasoner *r, void *state, ludc_move move, uint64_t *rng);
/* Says how the dice lie before the move of the line. */
void trace_write_throw(json_t *line, const ludc_reasoner *r, const void *state);

/* ---- lots that a record does not name (trace_lots.c) -------------------------------- */

typedef bool TraceOutcome(void *data, const void *state); /* true: enough */
/* Shows the states to which a move can lead, some perhaps again; of moves that draw
 * several lots, as many as are found by trying.  Was one of them enough? */
bool trace_outcomes(const ludc_reasoner *r, const void *before, ludc_move move, TraceOutcome *visit, void *data);
/* Is every site whose piece changes named in the move of the line, as written? */
bool trace_says(const ludc_reasoner *r, const void *before, const void *after, const json_t *line);
/* Start rules by chance: at random, or so that the state agrees with the record, if that
 * can be. */
bool trace_stage(const ludc_reasoner *r, const void *state); /* are there more to come? */
void trace_set_up(const ludc_reasoner *r, void *state, uint64_t *rng);
void trace_set_up_as(const TraceForm *form, void *state, const json_t *record);

/* ---- states -------------------------------------------------------------------- */

/* Index of a view, or -1. */
int trace_view(const ludc_reasoner *r, const char *name);
/* Does the state agree with the record?  Says the first difference in `why`
 * (which may be NULL). */
bool trace_state_agrees(const TraceForm *form, const void *state, const json_t *record, Out *why);
/* The state as a record, written by the same rules. */
json_t *trace_state(const TraceForm *form, const void *state);

#endif
