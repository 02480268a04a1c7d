/* fpga_print.c - what ludc fpga found, as a table. */
#include <string.h>

#include "base/escape.h"
#include "driver/fpga/fpga.h"

static double number(const Fpga *f, const char *key) { return json_number_value(json_object_get(f->result, key)); }

static void row(const char *name, double value, const char *what, Out *out) { out_printf(out, "  %-22s %10.0f  %s\n", name, value, what); }

static void cells(const Fpga *f, Out *out)
{
    const json_t *all = json_object_get(f->result, "logic_cells");
    row("tables", number(f, "luts"), "", out);
    row("registers", number(f, "ffs"), "", out);
    row("block memories", number(f, "brams"), "", out);
    if (json_is_array(all))
        out_printf(out, "  %-22s %10lld  at least, %lld at most: Yosys does not pack them\n", "logic modules",
                   (long long)json_integer_value(json_array_get(all, 0)), (long long)json_integer_value(json_array_get(all, 1)));
    if (json_is_integer(all))
        row("logic cells", number(f, "logic_cells"), "placed, of 7680 (iCE40 HX8K)", out);
    if (!json_is_null(json_object_get(f->result, "fmax_mhz")))
        out_printf(out, "  %-22s %10.1f  MHz, by nextpnr\n", "clock", number(f, "fmax_mhz"));
    else
        out_printf(out, "  %-22s %10s  no frequency without place and route (--pnr, ice40)\n", "clock", "-");
}

static void speed(const char *name, double rate, const char *what, Out *out)
{
    if (rate > 0)
        out_printf(out, "  %-22s %10.2f  %s\n", name, rate / 1e6, what);
    else
        out_printf(out, "  %-22s %10s  %s\n", name, "-", what);
}

static void times(const Fpga *f, Out *out)
{
    const char *name;
    json_t *value;
    out_puts(out, "milliseconds:");
    json_object_foreach(json_object_get(f->result, "ms"), name, value)
        out_printf(out, " %s %.0f", name, json_number_value(value));
    out_puts(out, "\ntools:");
    json_object_foreach(json_object_get(f->result, "tools"), name, value)
        out_printf(out, " %s (%s)", name, json_string_value(value));
    out_char(out, '\n');
}

static void proofs(const Fpga *f, Out *out)
{
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(f->result, "proofs"), name, value) {
        out_printf(out, "  %-22s %10s  ", name, json_string_value(json_object_get(value, "answer")));
        out_terminal(out, json_string_value(json_object_get(value, "says")));
        out_char(out, '\n');
    }
}

void fpga_print(const Fpga *f, const FpgaSpeeds *s, Out *out)
{
    out_terminal(out, json_string_value(json_object_get(f->result, "game")));
    out_printf(out, ", a circuit for %s\n", f->family);
    out_printf(out, "  %-22s %10.0f  state bits, %.0f moves, %.0f gates\n", "network", number(f, "state_bits"), number(f, "slots"), number(f, "gates"));
    out_printf(out, "  %-22s %10.0f  of %.0f contexts in %.0f stages, %.0f levels of tables, %.3f moves a clock\n", "engines", number(f, "engines"),
               number(f, "contexts"), number(f, "stages"), number(f, "levels"), number(f, "moves_per_clock"));
    cells(f, out);
    proofs(f, out);
    out_puts(out, "random games, million states/s:\n");
    speed("circuit", number(f, "states_per_s"), "clock times moves a clock; nothing ran on a device", out);
    Out words = {0};
    out_printf(&words, "one game at a time, this machine, one core, back end %s", s->backend);
    speed("scalar", s->scalar, words.text, out);
    words.n = 0;
    out_printf(&words, "%u games at once, this machine, one core", s->nlane);
    speed("lanes", s->lanes, words.text, out);
    out_free(&words);
    times(f, out);
}
