/* build.h - what a C compiler makes of the text: objects, libraries, programs.
 *
 * The compiler and ar are run as processes in a temporary directory that is
 * removed again; the artefact appears under its name only when it is whole. */
#ifndef LUDC_BUILD_H
#define LUDC_BUILD_H

#include "backends/backend.h"
#include "backends/build/tools.h"

typedef enum {
    C_TEXT,    /* .c: the reasoner as C */
    C_HEADER,  /* .h: declares ludc_reasoner_IDENT, with the interface of reasoners */
    C_OBJECT,  /* .o: position independent */
    C_ARCHIVE, /* .a: and the header beside it */
    C_SHARED,  /* .so: exports `ludc_reasoner` */
    C_PROGRAM  /* no suffix: runtime/main.c with the reasoner */
} CArtefact;

/* Where objects that are the same for many games lie between runs, by a text that says all that they were made from. */
typedef struct {
    bool (*read)(void *data, const Out *made_from, Out *object); /* false: there is none */
    void (*keep)(void *data, const Out *made_from, const Out *object);
    void *data;
} CObjectStore;

typedef struct {
    const char *compiler; /* NULL: "cc" */
    const CObjectStore *store; /* NULL: nothing is kept */
    bool portable;        /* not only for processors like this machine's */
    BackendOptions text;  /* .shared is set as the artefact needs it */
} CBuildOptions;

typedef enum {
    C_BUILT,
    C_REFUSED,     /* diagnostics are filed */
    C_NOT_WRITTEN, /* see errno and the messages */
    C_NO_COMPILER, /* it could not be run, or refused the text: our bug; see the messages */
} CBuildResult;

/* By the suffix of the path; false for a suffix with no meaning here. */
bool c_artefact_of(const char *path, CArtefact *kind);

/* messages: what the compiler or the system said. */
CBuildResult c_build(IrGame *game, const CBuildOptions *options, CArtefact kind, const char *path,
                     Out *messages);

/* The same for a shared object in parts, for who keeps what compilers make: its text (false: diagnostics are filed), .. */
bool c_build_text(IrGame *game, const CBuildOptions *options, Out *text);
/* .. the command that compiles it, as a line, .. */
void c_build_command(const CBuildOptions *options, Arena *arena, Out *out);
/* .. and the object, the file `result` of the folder. */
CBuildResult c_build_object(Tools *w, const CBuildOptions *options, const Out *text);

/* The reasoner's ident in use: options->ident, or made from the game's name. */
const char *c_build_ident(const BackendOptions *options, const IrGame *game, Arena *arena);
/* The compiler and its usual options, the first words of a command. */
void c_build_compiler(Tools *w, const CBuildOptions *options);
void c_build_header(const char *ident, Out *out);

#endif
