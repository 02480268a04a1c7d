/* fuzz_ggp.c - messages of General Game Playing of arbitrary bytes, for libFuzzer (`make fuzz`); nothing is compiled.
 *
 * Whatever the bytes are: no fault, no leak; a message read has all its parts, and what is printed of them reads the same. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "driver/agent/ggp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good)
{
    if (!good)
        abort();
}

static void print_again(Session *session, const Ast *term)
{
    Out out = {0}, again = {0};
    ggp_print(term, &out);
    const Ast *second = ggp_term(session, out.text, out.n);
    must(second != NULL);
    ggp_print(second, &again);
    must(ggp_same(out.text, again.text, false) && ggp_same(out.text, again.text, true));
    out_free(&out);
    out_free(&again);
}

static void rules(Session *session, const GgpMessage *m)
{
    size_t n;
    unsigned count;
    const char *text = ggp_inside(session, m->rules, &n), *role = m->role ? m->role : "r";
    must(n == 0 || text[-1] == '(');
    must(text[n] == ')');
    unsigned number = ggp_role(m->rules, role, &count);
    must(number <= count && (ggp_role_name(m->rules, count) != NULL) == (count > 0));
    const Ast *guess = ggp_guess(m->rules, role);
    if (guess)
        print_again(session, guess);
    print_again(session, m->rules);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Session *session = session_new();
    GgpMessage m;
    const char *why;
    bool good = ggp_read(session, (const char *)data, size, &m, &why);
    must(good == !why);
    if (good && m.command != GGP_INFO && m.command != GGP_PREVIEW)
        must(m.match && *m.match);
    if (good && (m.command == GGP_START || m.command == GGP_PREVIEW)) {
        must(m.start >= 0 && m.play >= 0);
        rules(session, &m);
    }
    if (good && m.moves) {
        must(m.moves->nkid > 0);
        print_again(session, m.moves);
    }
    session_free(session);
    return 0;
}
