/* track.h - tracks: paths of sites, positions on them, sowing along them. */
#ifndef LUDC_LOWER_TRACK_H
#define LUDC_LOWER_TRACK_H

#include "frontend/lud/lower/moves/rule.h"

/* The tracks of the board item. */
void lower_tracks(Lower *l, const Term *board);
/* The first place of the site on the track after `after`, -1 for any; -1: there is none. */
int track_place_after(const Track *track, int site, int after);
/* Where the site is on the track first; -1: nowhere. */
int track_first_index(const Track *track, int site);
/* How often the site is on it that is there most often. */
int track_most_times(const Track *track);

/* A site off the board, and how long a track may be. */
enum { TRACK_END = -2, MAX_TRACK = 4096 };

/* Positions on a track: its sites themselves where none is there twice, else indices.
 * It may be another track for each player: the tables then have the player first. */
typedef struct {
    Ir *who; /* NULL: the same for all */
    int n;   /* most positions of a track */
    IrType type;
    int first, site, next, prev; /* tables: site -> position or -1; position -> site, position */
} Course;

/* track[p] is that of player p, or NULL; of one track alone when `who` is NULL. */
Course lower_course(Lower *l, const Track *const *track, Ir *who);
/* The site of a position. */
Ir *track_course_site(Lower *l, const Course *course, Ir *position);
/* table[position]. */
Ir *track_course_read(Lower *l, const Course *course, int table, Ir *position);

/* Does a track come back to one of its sites? */
bool track_comes_back(const Lower *l);
/* Does the game ask which place of a track that comes back to a site is meant? */
bool lower_asks_laps(Lower *l);

#endif
