/* print.c - networks as text: for people, for graph viewers (dot), for logic
 * synthesis (BLIF). */
#include "base/escape.h"
#include "ir/logic/bits.h"

/* ---- for people ---------------------------------------------------------------------- */

static void edge(BitsEdge e, Out *out)
{
    if (e <= BITS_TRUE)
        out_printf(out, "%u", e);
    else
        out_printf(out, "%sn%u", e & 1 ? "!" : "", e >> 1);
}

static void operation(const char *name, const BitsEdge *in, int n, Out *out)
{
    out_printf(out, "%s(", name);
    for (int i = 0; i < n; i++) {
        out_puts(out, i ? ", " : "");
        edge(in[i], out);
    }
    out_puts(out, ")\n");
}

static void print_gate(const BitsGame *game, uint32_t i, Out *out)
{
    const BitsGate *g = &game->gate[i];
    const BitsEdge in[3] = {g->a, g->b, g->c};
    out_printf(out, "n%u = ", i);
    switch (g->kind) {
    case BITS_STATE: out_printf(out, "state %u\n", g->a); break;
    case BITS_DOES: out_printf(out, "does %u\n", g->a); break;
    case BITS_AND: operation("and", in, 2, out); break;
    case BITS_XOR: operation("xor", in, 2, out); break;
    case BITS_MUX: operation("mux", in, 3, out); break;
    case BITS_VAR: out_printf(out, "var %u.%u\n", g->a, g->b); break;
    case BITS_LOOP: out_printf(out, "loop %u.%u\n", g->a, g->b); break;
    default: out_puts(out, "0\n");
    }
}

void bits_print(const BitsGame *game, Out *out)
{
    out_puts(out, "bits ");
    out_gir_text(out, '"', game->name);
    out_printf(out, " roles %u%s\n", game->nrole, game->joint ? " joint" : "");
    out_printf(out, "; %u state bits, %u slots, %u gates, %u loops\n", game->nstate, game->nslot, bits_size(game), game->nloop);
    for (uint32_t i = 1; i < game->ngate; i++)
        print_gate(game, i, out);
    for (uint32_t l = 0; l < game->nloop; l++)
        for (uint32_t v = 0; v < game->loop[l].nvar; v++) {
            out_printf(out, "loop %u.%u from ", l, v);
            edge(game->loop[l].start[v], out);
            out_puts(out, " step ");
            edge(game->loop[l].step[v], out);
            out_char(out, '\n');
        }
    for (uint32_t i = 0; i < game->nstate; i++) {
        out_printf(out, "state %u = %d next ", i, game->init[i]);
        edge(game->next[i], out);
        out_puts(out, " ; ");
        out_line_comment(out, game->state_name[i]);
        out_char(out, '\n');
    }
    for (uint32_t i = 0; i < game->nslot; i++) {
        out_printf(out, "slot %u role %u code %u times %u legal ", i, game->slot[i].role, game->slot[i].code, game->slot[i].times);
        edge(game->slot[i].legal, out);
        out_char(out, '\n');
    }
    for (uint32_t i = 0; i < game->ngoal; i++) {
        out_printf(out, "goal role %u %s %d if ", game->goal[i].role, game->joint ? "value" : "rank2",
                   game->joint ? game->goal[i].value : game->goal[i].rank2);
        edge(game->goal[i].holds, out);
        out_char(out, '\n');
    }
    out_puts(out, "over ");
    edge(game->over, out);
    out_char(out, '\n');
}

/* ---- dot ----------------------------------------------------------------------------- */

static void dot_edge(BitsEdge e, const char *to, uint32_t number, Out *out)
{
    out_printf(out, "  n%u -> %s%u%s;\n", e >> 1, to, number, e & 1 ? " [arrowhead=odot]" : "");
}

static void dot_node(Out *out, const char *kind, uint32_t number, const char *shape, const char *what, const char *name)
{
    Out label = {0};
    out_printf(&label, "%s%s", what, name);
    out_printf(out, "  %s%u [%slabel=", kind, number, shape);
    out_dot_text(out, label.text);
    out_puts(out, "];\n");
    out_free(&label);
}

static void dot_gate(const BitsGame *game, uint32_t i, Out *out)
{
    static const char *const name[] = {"false", "", "", "and", "xor", "mux", "var", "loop"};
    const BitsGate *g = &game->gate[i];
    const BitsEdge in[3] = {g->a, g->b, g->c};
    int n = g->kind == BITS_AND || g->kind == BITS_XOR ? 2 : g->kind == BITS_MUX ? 3 : 0;
    if (g->kind == BITS_STATE)
        dot_node(out, "n", i, "shape=box, ", "", game->state_name[g->a]);
    else if (g->kind == BITS_DOES)
        out_printf(out, "  n%u [shape=diamond, label=\"does %u %u\"];\n", i, game->slot[g->a].role, game->slot[g->a].code);
    else
        out_printf(out, "  n%u [label=\"%s\"];\n", i, name[g->kind]);
    for (int k = 0; k < n; k++)
        dot_edge(in[k], "n", i, out);
}

void bits_dot(const BitsGame *game, Out *out)
{
    out_puts(out, "digraph net {\n");
    for (uint32_t i = 0; i < game->ngate; i++)
        dot_gate(game, i, out);
    for (uint32_t l = 0; l < game->nloop; l++)
        for (uint32_t v = 0; v < game->loop[l].nvar; v++) {
            dot_edge(game->loop[l].start[v], "n", game->loop[l].first_var + v, out);
            dot_edge(game->loop[l].step[v], "n", game->loop[l].first_var + v, out);
        }
    for (uint32_t i = 0; i < game->ngate; i++)
        if (game->gate[i].kind == BITS_LOOP)
            dot_edge((game->loop[game->gate[i].a].first_var + game->gate[i].b) << 1, "n", i, out);
    for (uint32_t i = 0; i < game->nstate; i++) {
        dot_node(out, "next", i, "shape=box, style=dashed, ", "next ", game->state_name[i]);
        dot_edge(game->next[i], "next", i, out);
    }
    for (uint32_t i = 0; i < game->nslot; i++) {
        out_printf(out, "  legal%u [shape=diamond, style=dashed, label=\"legal %u %u\"];\n", i, game->slot[i].role,
                   game->slot[i].code);
        dot_edge(game->slot[i].legal, "legal", i, out);
    }
    for (uint32_t i = 0; i < game->ngoal; i++) {
        out_printf(out, "  goal%u [label=\"player %u %s %d\"];\n", i, game->goal[i].role, game->joint ? "goal" : "rank2",
                   game->joint ? game->goal[i].value : game->goal[i].rank2);
        dot_edge(game->goal[i].holds, "goal", i, out);
    }
    out_puts(out, "  over0 [label=\"over\"];\n");
    dot_edge(game->over, "over", 0, out);
    out_puts(out, "}\n");
}

/* ---- BLIF ---------------------------------------------------------------------------- */

static void blif_copy(BitsEdge e, const char *to, uint32_t number, Out *out)
{
    out_printf(out, ".names n%u %s%u\n%c 1\n", e >> 1, to, number, e & 1 ? '0' : '1');
}

static void blif_names(const BitsGame *game, Out *out)
{
    for (uint32_t i = 0; i < game->nstate; i++)
        out_printf(out, "# b%u ", i), out_line_comment(out, game->state_name[i]), out_char(out, '\n');
    for (uint32_t i = 0; i < game->nslot; i++)
        out_printf(out, "# i%u player %u move %u\n", i, game->slot[i].role, game->slot[i].code);
    for (uint32_t i = 0; i < game->ngoal; i++)
        out_printf(out, "# goal%u player %u %s %d\n", i, game->goal[i].role, game->joint ? "goal" : "rank2",
                   game->joint ? game->goal[i].value : game->goal[i].rank2);
    out_puts(out, ".model game\n.inputs");
    for (uint32_t i = 0; i < game->nslot; i++)
        out_printf(out, " i%u", i);
    out_puts(out, "\n.outputs over0");
    for (uint32_t i = 0; i < game->nslot; i++)
        out_printf(out, " legal%u", i);
    for (uint32_t i = 0; i < game->ngoal; i++)
        out_printf(out, " goal%u", i);
    out_puts(out, "\n");
}

static char digit(BitsEdge e)
{
    return e & 1 ? '0' : '1';
}

static void blif_gate(const BitsGame *game, uint32_t i, Out *out)
{
    const BitsGate *g = &game->gate[i];
    uint32_t a = g->a >> 1, b = g->b >> 1, c = g->c >> 1;
    switch (g->kind) {
    case BITS_STATE: out_printf(out, ".names b%u n%u\n1 1\n", g->a, i); break;
    case BITS_DOES: out_printf(out, ".names i%u n%u\n1 1\n", g->a, i); break;
    case BITS_AND: out_printf(out, ".names n%u n%u n%u\n%c%c 1\n", a, b, i, digit(g->a), digit(g->b)); break;
    case BITS_XOR:
        out_printf(out, ".names n%u n%u n%u\n0%c 1\n1%c 1\n", a, b, i, digit(g->a ^ g->b), digit(g->a ^ g->b ^ 1));
        break;
    case BITS_MUX:
        out_printf(out, ".names n%u n%u n%u n%u\n%c%c- 1\n%c-%c 1\n", a, b, c, i, digit(g->a), digit(g->b),
                   digit(g->a ^ 1), digit(g->c));
        break;
    default: out_printf(out, ".names n%u\n", i);
    }
}

bool bits_blif(const BitsGame *game, Out *out)
{
    if (game->nloop)
        return false;
    blif_names(game, out);
    for (uint32_t i = 0; i < game->nstate; i++)
        out_printf(out, ".latch next%u b%u re clock %d\n", i, i, game->init[i]);
    for (uint32_t i = 0; i < game->ngate; i++)
        blif_gate(game, i, out);
    for (uint32_t i = 0; i < game->nstate; i++)
        blif_copy(game->next[i], "next", i, out);
    for (uint32_t i = 0; i < game->nslot; i++)
        blif_copy(game->slot[i].legal, "legal", i, out);
    for (uint32_t i = 0; i < game->ngoal; i++)
        blif_copy(game->goal[i].holds, "goal", i, out);
    blif_copy(game->over, "over", 0, out);
    out_puts(out, ".end\n");
    return true;
}

void blif_port(const char *port, uint32_t i, uint32_t n, Out *out)
{
    out_puts(out, port);
    if (n > 1)
        out_printf(out, "[%u]", i);
}

void blif_ports(const char *port, uint32_t n, Out *out)
{
    for (uint32_t i = 0; i < n; i++) {
        out_puts(out, i % 8 ? " " : " \\\n    "); /* ABC reads long lines slowly */
        blif_port(port, i, n, out);
    }
}

static void drive_port(const char *port, uint32_t i, uint32_t n, BitsEdge e, Out *out)
{
    out_printf(out, ".names n%u ", e >> 1);
    blif_port(port, i, n, out);
    out_printf(out, "\n%c 1\n", digit(e));
}

static void read_port(const char *port, uint32_t i, uint32_t n, uint32_t gate, Out *out)
{
    out_puts(out, ".names ");
    blif_port(port, i, n, out);
    out_printf(out, " n%u\n1 1\n", gate);
}

bool bits_blif_function(const BitsGame *game, const char *model, Out *out)
{
    if (game->nloop)
        return false;
    out_printf(out, ".model %s\n.inputs", model);
    blif_ports("state", game->nstate, out);
    blif_ports("does", game->nslot, out);
    out_puts(out, "\n.outputs");
    blif_ports("next", game->nstate, out);
    blif_ports("legal", game->nslot, out);
    blif_ports("goal", game->ngoal, out);
    out_puts(out, " over\n");
    for (uint32_t i = 0; i < game->ngate; i++) {
        const BitsGate *g = &game->gate[i];
        if (g->kind == BITS_STATE)
            read_port("state", g->a, game->nstate, i, out);
        else if (g->kind == BITS_DOES)
            read_port("does", g->a, game->nslot, i, out);
        else
            blif_gate(game, i, out);
    }
    for (uint32_t i = 0; i < game->nstate; i++)
        drive_port("next", i, game->nstate, game->next[i], out);
    for (uint32_t i = 0; i < game->nslot; i++)
        drive_port("legal", i, game->nslot, game->slot[i].legal, out);
    for (uint32_t i = 0; i < game->ngoal; i++)
        drive_port("goal", i, game->ngoal, game->goal[i].holds, out);
    drive_port("over", 0, 1, game->over, out);
    out_puts(out, ".end\n");
    return true;
}
