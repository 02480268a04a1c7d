/* serve_prove.c - the process that finds legal moves by proving goals (ggp_prove.h): for sheets of which no reasoner can be
 * made in time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/agent/ggp.h"
#include "driver/serve/ggp_prove.h"
#include "driver/serve/serve.h"

typedef struct {
    const ServeGame *game;
    int out;
    Session *session;
    GgpProver *prover;
    unsigned ply; /* as the server counts */
} Prove;

static void say_safe(const Prove *c)
{
    const Ast *move = ggp_prover_move(c->prover, c->game->role);
    Out text = {0};
    if (move)
        ggp_print(move, &text);
    if (move)
        serve_say(c->out, "safe %u %s", c->ply, text.text);
    out_free(&text);
}

/* A step that is not known to be legal is not made; what is legal then may still be so. */
static bool take_line(void *data, const char *line, size_t length, bool cut)
{
    Prove *c = data;
    char *rest;
    (void)length;
    if (cut || strncmp(line, "step ", 5))
        return true;
    c->ply = (unsigned)strtoul(line + 5, &rest, 10);
    const Ast *moves = ggp_term(c->session, rest, strlen(rest));
    if (!moves || !ggp_prover_step(c->prover, moves))
        serve_say(c->out, "the step to ply %u cannot be proved", c->ply);
    say_safe(c);
    return true;
}

void serve_prove(const ServeGame *game, int in, int out)
{
    char part[1 << 16];
    Lines lines = {.limit = SERVE_LINE};
    Prove c = {.game = game, .out = out};
    serve_limit(game);
    if (!serve_box(game, out))
        _exit(1);
    c.session = session_new();
    const Ast *rules = serve_rules(game, c.session);
    if (!rules)
        _exit(1);
    c.prover = ggp_prover_new(c.session, rules);
    say_safe(&c);
    for (;;) {
        ssize_t n = read(in, part, sizeof part);
        if (n > 0)
            lines_feed(&lines, part, (size_t)n, take_line, &c);
        else if (n == 0 || errno != EINTR)
            _exit(0);
    }
}
