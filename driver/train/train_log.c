/* train_log.c - an episode as a line of JSON.
 *
 * All but "seconds", its last member, depends on the settings alone. */
#include "driver/train/train.h"

static void put_reals(Out *out, const char *name, const double *value, unsigned n)
{
    out_printf(out, ",\"%s\":[", name);
    for (unsigned p = 0; p < n; p++)
        out_printf(out, "%s%.9g", p ? "," : "", value[p]);
    out_char(out, ']');
}

void train_line(const Train *t, const ludc_learn_episode *e, double seconds, Out *out)
{
    const unsigned n = ludc_players(t->job->player.reasoner);
    out_printf(out, "{\"episode\":%llu,\"moves\":%u,\"tuples\":%u", (unsigned long long)e->number, (unsigned)e->moves, (unsigned)e->tuples);
    put_reals(out, "payoff", e->payoff, n);
    put_reals(out, "fresh", e->fresh, n);
    put_reals(out, "entropy", e->entropy, n);
    put_reals(out, "loss", e->loss, n);
    out_puts(out, ",\"steps\":[");
    for (unsigned p = 0; p < n; p++)
        out_printf(out, "%s%u", p ? "," : "", (unsigned)e->steps[p]);
    out_puts(out, "],\"grown\":[");
    for (unsigned p = 0; p < n; p++)
        out_printf(out, "%s%u", p ? "," : "", (unsigned)e->grown[p]);
    out_puts(out, "],\"features\":[");
    for (unsigned p = 0; p < n; p++)
        out_printf(out, "%s%llu", p ? "," : "", (unsigned long long)e->parts[p]);
    out_printf(out, "],\"seconds\":%.3f}\n", seconds);
}
