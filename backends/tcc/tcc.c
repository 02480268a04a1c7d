/* tcc.c - the back end `tcc`: see tcc.h.
 *
 * The text is self-contained and compiled with -nostdinc -nostdlib, so that no
 * file of a tcc installation is needed at run time.  Code then finds no function
 * but those given here, among them what the compiler calls on its own account. */
#include "backends/tcc/tcc.h"

#if defined HAVE_LIBTCC && !defined PIC /* libtcc.a cannot be in a shared library */

#include <libtcc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct TccProgram {
    TCCState *state; /* owns the code */
    Arena *tables;   /* of the images; may be NULL */
    const void *symbol;
};

static void message(void *data, const char *text)
{
    Out *errors = data;
    out_printf(errors, "%s\n", text);
}

/* POSIX lets a function's address pass through void *; ISO C has no cast for it. */
typedef union {
    void *(*copy)(void *, const void *, size_t);
    void *(*set)(void *, int, size_t);
    void (*leave)(TccRounds *);
    const void *address;
} Function;

static void add_functions(TCCState *state)
{
    tcc_add_symbol(state, "memcpy", (Function){.copy = memcpy}.address);
    tcc_add_symbol(state, "memmove", (Function){.copy = memmove}.address);
    tcc_add_symbol(state, "memset", (Function){.set = memset}.address);
}

static void add_images(TCCState *state, const Images *images)
{
    for (size_t i = 0; images && i < images->image.n; i++)
        tcc_add_symbol(state, images->image.at[i].name, images->image.at[i].data);
}

static void leave(TccRounds *rounds) { longjmp(rounds->out, 1); }

/* A statement before the body of each `for`, an expression in the condition of each `while`. */
static const char counting[] =
    "extern unsigned long long ludc_rounds;\n"
    "void ludc_leave(unsigned long long *rounds);\n"
    "static void ludc_round(void) { if (!ludc_rounds--) ludc_leave(&ludc_rounds); }\n"
    "#define for(...) for (__VA_ARGS__) if (ludc_round(), 0) {} else\n"
    "#define while(...) while (ludc_round(), (__VA_ARGS__))\n";

static void add_rounds(TCCState *state, TccRounds *rounds)
{
    if (!rounds)
        return;
    tcc_add_symbol(state, "ludc_rounds", &rounds->left);
    tcc_add_symbol(state, "ludc_leave", (Function){.leave = leave}.address);
}

/* Has this processor popcnt, pdep and pext?  Text that is played here may use them (runtime/support.h). */
static bool has_bit_instructions(void)
{
#if defined __x86_64__ && defined __GNUC__
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

/* What goes for every text; false with a message. */
static bool read_text(TCCState *state, int output, const char *c_text, Out *errors)
{
    tcc_set_error_func(state, errors, message);
    tcc_set_options(state, "-nostdlib -nostdinc");
    tcc_set_output_type(state, output);
    tcc_define_symbol(state, "LUDC_BARE", "1");
    if (output == TCC_OUTPUT_MEMORY && has_bit_instructions())
        tcc_define_symbol(state, "LUDC_BITS", "1");
    return tcc_compile_string(state, c_text) == 0;
}

/* The address of the symbol, or NULL with a message. */
static const void *compile(TCCState *state, const char *c_text, const Images *images, TccRounds *rounds, const char *symbol, Out *errors)
{
    if (!read_text(state, TCC_OUTPUT_MEMORY, c_text, errors))
        return NULL;
    add_functions(state);
    add_images(state, images);
    add_rounds(state, rounds);
    if (tcc_relocate(state, TCC_RELOCATE_AUTO) < 0)
        return NULL;
    const void *address = tcc_get_symbol(state, symbol);
    if (!address)
        out_printf(errors, "the program exports no %s\n", symbol);
    return address;
}

static TccProgram *program_of(const char *c_text, Images *images, TccRounds *rounds, const char *symbol, Out *errors)
{
    TccProgram *program = calloc(1, sizeof *program);
    if (program) {
        program->state = tcc_new();
        program->tables = images ? images->arena : NULL;
    }
    if (!program || !program->state) {
        out_puts(errors, "out of memory\n");
        arena_free(images ? images->arena : NULL);
        free(program);
        return NULL;
    }
    program->symbol = compile(program->state, c_text, images, rounds, symbol, errors);
    if (!program->symbol) {
        tcc_program_free(program);
        return NULL;
    }
    return program;
}

TccProgram *tcc_compile_symbol(const char *c_text, const char *symbol, Out *errors)
{
    return program_of(c_text, NULL, NULL, symbol, errors);
}

TccProgram *tcc_compile(const char *c_text, Images *images, Out *errors)
{
    return program_of(c_text, images, NULL, "ludc_exported", errors);
}

TccProgram *tcc_compile_counted(const char *c_text, Images *images, TccRounds *rounds, Out *errors)
{
    Out text = {0};
    out_printf(&text, "%s%s", counting, c_text);
    TccProgram *program = program_of(text.text, images, rounds, "ludc_exported", errors);
    out_free(&text);
    return program;
}

const void *tcc_symbol(const TccProgram *program)
{
    return program->symbol;
}

const struct ludc_reasoner *tcc_reasoner(const TccProgram *program)
{
    const struct ludc_reasoner *const *exported = program->symbol;
    return *exported;
}

bool tcc_shared(const char *c_text, const char *path, Out *errors)
{
    TCCState *state = tcc_new();
    Out part = {0};
    out_printf(&part, "%s.part", path);
    bool ok = state && read_text(state, TCC_OUTPUT_DLL, c_text, errors) && tcc_output_file(state, part.text) == 0;
    if (ok && rename(part.text, path) != 0) {
        out_printf(errors, "%s cannot be written\n", path);
        ok = false;
    }
    if (!ok)
        remove(part.text);
    out_free(&part);
    if (state)
        tcc_delete(state);
    return ok;
}

void tcc_program_free(TccProgram *program)
{
    if (program) {
        tcc_delete(program->state);
        arena_free(program->tables);
        free(program);
    }
}

#else

TccProgram *tcc_compile_symbol(const char *c_text, const char *symbol, Out *errors)
{
    (void)symbol;
    return tcc_compile(c_text, NULL, errors);
}

const void *tcc_symbol(const TccProgram *program)
{
    (void)program;
    return NULL;
}

TccProgram *tcc_compile(const char *c_text, Images *images, Out *errors)
{
    (void)c_text;
    arena_free(images ? images->arena : NULL);
    out_puts(errors, "this program was built without libtcc\n");
    return NULL;
}

TccProgram *tcc_compile_counted(const char *c_text, Images *images, TccRounds *rounds, Out *errors)
{
    (void)rounds;
    return tcc_compile(c_text, images, errors);
}

const struct ludc_reasoner *tcc_reasoner(const TccProgram *program)
{
    (void)program;
    return NULL;
}

bool tcc_shared(const char *c_text, const char *path, Out *errors)
{
    (void)c_text;
    (void)path;
    out_puts(errors, "this program was built without libtcc\n");
    return false;
}

void tcc_program_free(TccProgram *program)
{
    (void)program;
}

#endif
