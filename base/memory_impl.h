/* memory_impl.h - the way out of what runs, innermost first: limit_run has one, too. */
#ifndef LUDC_MEMORY_IMPL_H
#define LUDC_MEMORY_IMPL_H

#include <setjmp.h>

typedef struct Exit {
    jmp_buf back;
    struct Exit *outer;
} Exit;

/* The thread's innermost; before and behind fn.  What memory_out brings to setjmp is MEMORY_OUT. */
enum { MEMORY_OUT = 2 };
void memory_enter(Exit *way);
void memory_leave(const Exit *way);

#endif
