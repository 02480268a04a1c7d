/* cleanup.h - what must go when a signal ends the program: temporary files and folders, and children.
 *
 * Whoever makes one notes it and takes the note back.  Only the program has a handler that asks for cleanup_now;
 * in a library the notes are never read, and what a killed process leaves is found by the next one (tools.h, out.h).
 * The table of notes is the one variable below driver/: a handler has no other way to reach them. */
#ifndef LUDC_CLEANUP_H
#define LUDC_CLEANUP_H

#include <signal.h>
#include <sys/types.h>

/* A file, or a folder with all that is in it.  A note, -1: there is no room, nothing is noted. */
int cleanup_note_path(const char *path);
/* A child that is ended by SIGTERM; `group`: it leads a group of processes, which ends with it. */
int cleanup_note_child(pid_t child, int group);
void cleanup_forget(int note);

/* Between these two no signal ends this thread: for making something and noting it. */
void cleanup_hold(sigset_t *before);
void cleanup_release(const sigset_t *before);

/* Ends the children, by SIGKILL those that are there two seconds later; then removes the paths.  Only what this
 * process noted.  May be called in a signal's handler. */
void cleanup_now(void);
/* Removes a folder with all that is in it, links not followed; at is a folder or AT_FDCWD. */
void remove_tree(int at, const char *path);

#endif
