/* play_files.h - games of `ludc play` as files: records that replay reads, and lists of steps. */
#ifndef LUDC_DRIVER_PLAY_FILES_H
#define LUDC_DRIVER_PLAY_FILES_H

#include "driver/command.h"
#include "runtime/agent/play.h"

/* Writes a record with one game; `names` are those of the agents.  The record is made by a reasoner of its own, which keeps
 * every view.  false: the error says why not. */
bool play_save(const Options *options, const char *path, const PlayGame *game, const ludc_reasoner *r, const char *const *names,
               ludc_error *error);
/* The first game of a record with its seed, if it names one, that of a trace as `playout --trace` prints it, or the steps of a text with one a line
 * (`#` begins a comment).
 * LUDC_IO: it cannot be read; LUDC_WRONG: it is of another game, or not such a file. */
bool play_load(const char *path, const ludc_reasoner *r, PlaySteps *steps, uint64_t *seed, ludc_error *error);

#endif
