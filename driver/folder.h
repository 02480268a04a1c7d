/* folder.h - folders that results are written to: tables, pages, plots by gnuplot. */
#ifndef LUDC_DRIVER_FOLDER_H
#define LUDC_DRIVER_FOLDER_H

#include <stdbool.h>

#include "base/out.h"

/* Makes the folder where there is none; 0 or EXIT_IO after saying why not. */
int folder_make(const char *folder);
/* Writes a file there; 0 or EXIT_IO after saying why not. */
int folder_save(const char *folder, const char *name, const Out *text);
/* Runs gnuplot there on a script; false: there is no gnuplot, or it failed. */
bool folder_plot(const char *folder, const char *script);
/* Says that there are no plots, and where their scripts are. */
void folder_say_undrawn(const char *folder);
/* The beginning of a script NAME.gp that draws NAME.svg from a file of data. */
void folder_plot_head(Out *out, const char *name, const char *data);
/* A text in gnuplot's single quotes, as it stands. */
void folder_plot_text(Out *out, const char *text);
/* The beginning of a page, up to its text. */
void folder_page_head(Out *out, const char *title);
/* A table that says what made a page: version, commit where it is known, processor, compiler, day, seed, and the command line
 * of `words` words. */
void folder_page_about(Out *out, unsigned long long seed, char *const *word, int words);
/* The end of index.html: all figures as they are printed for people.  Writes it; as folder_save. */
int folder_page_save(const char *folder, Out *out, const char *figures);

#endif
