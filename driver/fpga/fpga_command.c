/* fpga_command.c - ludc fpga: options, what was found before, all stages one after the other. */
#include <stdlib.h>
#include <string.h>

#include "driver/engine/cache.h"
#include "driver/fpga/fpga.h"
#include "driver/json_text.h"

/* ---- what was found before ----------------------------------------------------------------------- */

/* By the game after its passes, the options, this program and those that it runs. */
static CacheEntry entry_of(const Fpga *f)
{
    const Options *o = f->job->options;
    Out made_from = {0};
    out_printf(&made_from, "fpga %s place %d prove %d depth %llu contexts %s engines %s sweep %d\n", f->family, f->place, f->prove,
               (unsigned long long)o->depth, o->contexts ? o->contexts : "auto",
               o->engines ? o->engines : "1", !o->no_sweep);
    fpga_identity(f, &made_from);
    ir_print_brief(f->job->game, &made_from);
    CacheEntry entry = o->no_cache ? (CacheEntry){0} : cache_entry_of(f->job->session->arena, &made_from);
    out_free(&made_from);
    return entry;
}

static bool find_kept(Fpga *f, CacheEntry *entry)
{
    Out bytes = {0};
    json_error_t error;
    json_t *found = cache_read(entry, &bytes) ? json_loadb(bytes.text, bytes.n, 0, &error) : NULL;
    out_free(&bytes);
    if (!found)
        return false;
    json_decref(f->result);
    f->result = found;
    return true;
}

static void keep(const Fpga *f, const CacheEntry *entry)
{
    char *text = json_dumps(f->result, JSON_COMPACT);
    Out bytes = {0};
    out_puts(&bytes, text ? text : "");
    const CacheEntry netlist = cache_variant(f->job->session->arena, entry, "netlist"), bits = cache_variant(f->job->session->arena, entry, "bitstream");
    if (entry->name && text) {
        cache_keep(&netlist, &f->netlist);
        if (f->bitstream.n)
            cache_keep(&bits, &f->bitstream);
        cache_keep(entry, &bytes);
    }
    out_free(&bytes);
    free(text);
}

/* ---- all ------------------------------------------------------------------------------------------ */

static void name_tools(Fpga *f)
{
    static const char *const key[FPGA_NTOOL] = {"yosys", "nextpnr", "icetime", "icepack", "abc"};
    const bool used[FPGA_NTOOL] = {true, f->place, f->place, f->place, f->prove};
    json_t *tools = json_object();
    if (f->version)
        json_object_set_new(tools, key[FPGA_YOSYS], json_text(f->version));
    for (FpgaTool i = f->version ? 1 : 0; i < FPGA_NTOOL; i++)
        if (used[i] && f->path[i])
            json_object_set_new(tools, key[i], json_string(f->path[i]));
    json_object_set_new(f->result, "tools", tools);
}

static int make(Fpga *f)
{
    Arena *arena = f->job->session->arena;
    if (!tools_begin(&f->tools, arena, &f->messages)) {
        say("ludc fpga: cannot make a temporary folder: %s", f->messages.n ? f->messages.text : "");
        return EXIT_IO;
    }
    int code = fpga_circuit(f);
    if (!code)
        code = fpga_synthesise(f);
    if (!code && f->place)
        while ((code = fpga_place(f)) == FPGA_FEWER)
            if ((code = fpga_synthesise(f)) != EXIT_DONE)
                break;
    if (!code && f->prove)
        code = fpga_prove(f);
    tools_end(&f->tools);
    name_tools(f);
    return code;
}

static int print(const Fpga *f)
{
    Out out = {0};
    if (f->job->options->json) {
        json_line(json_incref(f->result), JSON_COMPACT | JSON_REAL_PRECISION(9), &out);
    } else {
        FpgaSpeeds speeds = fpga_speeds(f->job);
        fpga_print(f, &speeds, &out);
    }
    int code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}

static int run(Fpga *f)
{
    double began = f->job->began;
    int code = bits_compile(f->job);
    if (code)
        return code;
    fpga_took(f, "rules", began);
    CacheEntry entry = entry_of(f);
    if (!find_kept(f, &entry)) {
        code = make(f);
        if (!code)
            keep(f, &entry);
    }
    if (code && code != EXIT_WRONG)
        return code;
    int printed = print(f);
    return code ? code : printed;
}

int cmd_fpga(const Options *o)
{
    EngineOptions engine;
    Job job;
    Fpga f = {.job = &job, .family = o->family ? o->family : "ice40", .place = o->pnr, .prove = o->prove,
              .fill = o->engines && !strcmp(o->engines, "auto")};
    if (o->arg.n != 1)
        return usage_error(o, "fpga takes one game");
    int code = verilog_options(o, &engine);
    if (!code && o->pnr && strcmp(f.family, "ice40") != 0)
        code = usage_error(o, "--pnr: only iCE40 can be placed and routed");
    if (!code)
        code = fpga_find(&f);
    if (code)
        return code;
    f.result = json_pack("{s:{}}", "ms");
    code = job_begin(&job, o, o->arg.at[0], KEEP_PLAY);
    if (!code)
        code = run(&f);
    job_end(&job);
    json_decref(f.result);
    out_free(&f.rules);
    out_free(&f.netlist);
    out_free(&f.bitstream);
    out_free(&f.messages);
    return code;
}
