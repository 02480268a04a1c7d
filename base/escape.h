/* escape.h - text as data: one function for each language that names are written into.
 *
 * Names come from strangers: rules, records, paths.  source.c makes texts UTF-8 when they are read, and scanners
 * make names one line; each writer below adds what its own language needs, and takes any bytes. */
#ifndef LUDC_ESCAPE_H
#define LUDC_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/out.h"

/* ---- when read ---- */

/* Is the text UTF-8 (Unicode, table 3-7) without characters that move or hide what is around them?  These are C1
 * controls, overrides and isolates of direction, separators of lines and paragraphs, noncharacters. */
bool text_is_clean(const char *text, size_t length);
/* Makes it so: a byte that is not UTF-8 is read as Latin-1, and those characters become U+FFFD. */
void out_clean(Out *out, const char *text, size_t length);

/* Is it clean, and one line without control characters? */
bool name_is_clean(const char *text, size_t length);
/* Makes it so: white space becomes a blank, other control characters their pictures (U+2400..). */
void out_name(Out *out, const char *text, size_t length);
/* The text itself, or its copy in the arena. */
const char *clean_name(Arena *arena, const char *text);

/* ---- when written ---- */

void out_terminal(Out *out, const char *text);    /* a line for people, diagnostics: as out_name */
void out_json_text(Out *out, const char *text);   /* "..", RFC 8259 */
void out_c_text(Out *out, const char *text);      /* "..", a literal of C, without trigraphs */
/* Within a comment of C: it cannot end it, and has neither line ends nor trigraphs. */
void out_comment(Out *out, const char *text);
void out_markup(Out *out, const char *text);      /* text or an attribute's value of HTML, XML 1.0, SVG */
void out_dot_text(Out *out, const char *text);    /* "..", a label of graphviz */
void out_line_comment(Out *out, const char *text); /* to the end of a line: BLIF, Verilog, .gir */
void out_tsv_field(Out *out, const char *text);   /* tab, line end, backslash as \t, \n, \r, \\ */
void out_shell_word(Out *out, const char *text);  /* one word of sh; '..' where it must be */
void out_gir_text(Out *out, char quote, const char *text); /* '..' or "..", doc/ir.md */

/* Takes a field of TSV back, in place. */
void tsv_field_read(char *field);

#endif
