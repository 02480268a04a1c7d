/* fuzz_lud.c - scanner, parser, expander and matcher on arbitrary bytes, for
 * libFuzzer (`make fuzz`).
 *
 * Whatever the bytes are: no fault, no leak, a failure has a diagnostic, every
 * diagnostic can be printed, and an expanded game survives being printed. */
#include <stdint.h>
#include <stdlib.h>

#include "frontend/lud/lud.h"
#include "frontend/lud/elab/term.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good)
{
    if (!good)
        abort();
}

static void print_again(Session *session, const Ast *game)
{
    Out out = {0};
    ast_print(game, &out);
    const Source *printed = source_add(session->sources, "printed.lud", out.text, out.n);
    must(lud_parse(session, printed) != NULL);
    out_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Session *session = session_new();
    LudOptions options = {0};
    Out out = {0};
    const Source *source =
        source_add(session->sources, "fuzz.lud", (const char *)data, size);
    const LudFile *file = lud_read(session, source, &options);
    must(file || diags_failed(session->diags));
    if (file && file->game) {
        print_again(session, file->game);
        const Term *term = lud_elaborate(session, file->game);
        must(term || diags_failed(session->diags));
        if (term)
            term_print(term, &out);
    }
    diags_print(session->diags, session->sources, ~0u, 0, &out);
    out_free(&out);
    session_free(session);
    return 0;
}
