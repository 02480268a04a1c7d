/* tools.h - compilers, linkers and the like, run as processes in a temporary
 * directory that is removed again. */
#ifndef LUDC_TOOLS_H
#define LUDC_TOOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/out.h"

enum { MAX_ARGUMENTS = 256 };

typedef struct {
    Arena *arena;
    const char *dir; /* temporary */
    Out *messages;   /* what was said by those that failed */
    bool missing;    /* the last one could not be run at all */
    bool too_long;   /* a command has more words than there is room for: it is not run */
    bool late;       /* the last one was ended because it took longer than `seconds` */
    bool heard;      /* messages also take what commands say that do not fail */
    unsigned seconds;  /* a command may take; 0: any */
    uint64_t memory;   /* bytes of addresses a command may have; 0: any */
    size_t tail;       /* of what a failed command said only about so many bytes, the last, are kept; 0: all */
    const char *arg[MAX_ARGUMENTS];
    int narg;
    int lock, note; /* of the folder: held until tools_end, for a signal (cleanup.h) */
} Tools;

/* Makes the directory, in TMPDIR or /tmp, and removes those that killed processes left there; false with a message. */
bool tools_begin(Tools *t, Arena *arena, Out *messages);
/* Removes the directory with all that is in it. */
void tools_end(Tools *t);
const char *tools_file(Tools *t, const char *name); /* in the directory */

/* The next word of the command; NULL is passed over. */
void tools_word(Tools *t, const char *text);
/* The words of a command, apart at blanks, as in `LUDC_CC="ccache gcc"`. */
void tools_words(Tools *t, const char *command);
/* Runs the command with standard output and error kept for the messages; true if it
 * exits with 0. */
bool tools_run(Tools *t);
/* The value of LUDC_CC; NULL when it is empty or not set. */
const char *tools_compiler(void);
bool tools_read(const char *path, Out *out);
/* What a command runs, by what changes when another one takes its place: the file that PATH finds, its size and
 * time.  False: there is none, or it is not to be known. */
bool tools_identity(const char *command, Out *out);

#endif
