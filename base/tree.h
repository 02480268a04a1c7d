/* tree.h - a folder of files that appears whole or not at all. */
#ifndef LUDC_TREE_H
#define LUDC_TREE_H

#include "base/out.h"

typedef struct {
    const char *path; /* below the folder, folders apart by `/` */
    Out text;
} TreeFile;

typedef enum {
    TREE_SAVED,
    TREE_FOREIGN, /* there is something else under that name, which stays as it is */
    TREE_FAILED   /* see errno; nothing has changed */
} TreeResult;

/* Writes the files into a new folder beside `path` and puts it in the place of `path`.  What is there may only be an
 * empty folder, or a folder whose file `mark` begins with the text `begins`: one that was written like this.  It
 * is replaced with all that others have put into it. */
TreeResult tree_save(const TreeFile *file, size_t n, const char *path, const char *mark, const char *begins);

#endif
