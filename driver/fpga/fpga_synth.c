/* fpga_synth.c - from a circuit to a netlist, and for iCE40 to a placed design with a frequency.
 *
 * There is no frequency without place and route, and that only for iCE40 HX8K; of Cyclone V Yosys gives tables, not modules
 * of two, so there are two bounds. */
#include <errno.h>
#include <string.h>

#include "backends/verilog/model.h"
#include "driver/fpga/fpga.h"
#include "driver/json_text.h"

/* Prefixes of names of cells: what counts as what. */
typedef struct {
    const char *name, *command;
    const char *lut[3], *ff[2], *bram[3]; /* ended by NULL */
} Family;

static const Family families[] = {
    {"ice40", "synth_ice40 -device hx", {"SB_LUT4"}, {"SB_DFF"}, {"SB_RAM40"}},
    {"ecp5", "synth_ecp5 -abc9", {"LUT4"}, {"TRELLIS_FF"}, {"DP16KD", "PDPW16KD"}},
    {"cyclonev", "synth_intel_alm -family cyclonev", {"MISTRAL_ALUT"}, {"MISTRAL_FF"}, {"MISTRAL_M10K", "MISTRAL_MLAB"}},
    {"xilinx", "synth_xilinx -family xc7 -flatten", {"LUT", "SRL"}, {"FD"}, {"RAMB"}},
};

static const Family *family_of(const Fpga *f)
{
    size_t i = 0;
    while (i + 1 < sizeof families / sizeof families[0] && strcmp(f->family, families[i].name) != 0)
        i++;
    return &families[i];
}

static void put(Fpga *f, const char *key, json_t *value) { json_object_set_new(f->result, key, value); }
static void put_number(Fpga *f, const char *key, uint64_t value) { put(f, key, json_integer((json_int_t)value)); }

/* ---- the circuit -------------------------------------------------------------------------------- */

static int save_circuit(Fpga *f)
{
    VerilogTree tree = {.arena = f->job->session->arena};
    verilog_tree(&f->in, &tree);
    TreeResult done = tree_save(tree.file.at, tree.file.n, fpga_file(f, "circuit"), VERILOG_MARK, VERILOG_BEGINS);
    verilog_tree_free(&tree);
    if (done == TREE_SAVED)
        return EXIT_DONE;
    say("ludc fpga: cannot write %s: %s", fpga_file(f, "circuit"), strerror(errno));
    return EXIT_IO;
}

/* What depends on how many engines there are, and the folder. */
static int with_engines(Fpga *f, const Engine *e)
{
    enum { GAMES = 2000 };
    double began = clock_ms();
    f->in.engine = e;
    put_number(f, "engines", e->nengine);
    put(f, "moves_per_clock", json_real(engine_moves_a_clock(e, GAMES, f->job->session->arena)));
    fpga_took(f, "simulate", began);
    return save_circuit(f);
}

int fpga_circuit(Fpga *f)
{
    double began = clock_ms();
    int code = verilog_input(f->job, &f->in, &f->rules);
    if (code)
        return code;
    const Engine *e = f->in.engine;
    put(f, "game", json_text(f->in.game->name));
    put(f, "family", json_string(f->family));
    put_number(f, "state_bits", f->in.game->nstate);
    put_number(f, "slots", f->in.game->nslot);
    put_number(f, "gates", bits_size(f->in.game));
    put_number(f, "levels", e->stages->map->depth);
    put_number(f, "contexts", e->stages->nstage);
    put_number(f, "stages", e->stages->nstage);
    fpga_took(f, "circuit", began);
    return with_engines(f, e);
}

/* ---- synthesis ------------------------------------------------------------------------------------ */

static bool counts(const char *const *prefix, size_t n, const char *name)
{
    for (size_t i = 0; i < n && prefix[i]; i++)
        if (!strncmp(name, prefix[i], strlen(prefix[i])))
            return true;
    return false;
}

static bool write_script(Fpga *f)
{
    Out script = {0};
    for (const VerilogModule *m = verilog_module; m < verilog_module + VERILOG_MODULES; m++)
        if (!m->bytes)
            out_printf(&script, "read_verilog rtl/%s_%s.v\n", f->in.ident, m->name);
    out_printf(&script, "%s %s -top %s_reasoner\ncheck -assert\ntee -q -o stat.json stat -json\nwrite_json netlist.json\n", family_of(f)->command,
               !strcmp(f->family, "ice40") ? engine_tables(f->in.engine) : "", f->in.ident);
    bool ok = out_save(&script, fpga_file(f, "circuit/synth.ys"), 0600);
    out_free(&script);
    return ok;
}

/* Adaptive logic modules: one holds one table of 6 inputs or two smaller ones, and four registers. */
static json_t *module_bounds(uint64_t luts, uint64_t sixes, uint64_t ffs)
{
    uint64_t least = sixes + (luts - sixes + 1) / 2, most = luts, quarter = (ffs + 3) / 4;
    least = least > quarter ? least : quarter;
    most = most > quarter ? most : quarter;
    return json_pack("[I, I]", (json_int_t)least, (json_int_t)most);
}

/* Counts what `stat -json` lists. */
static bool count_cells(Fpga *f)
{
    const Family *family = family_of(f);
    json_error_t error;
    json_t *all = json_load_file(fpga_file(f, "circuit/stat.json"), 0, &error), *value;
    json_t *modules = json_object_get(all, "modules"), *design = json_object_get(all, "design"); /* of more than one module */
    json_t *whole = design ? design : json_object_iter_value(json_object_iter(modules));
    json_t *cells = json_object_get(whole, "num_cells_by_type");
    uint64_t luts = 0, ffs = 0, brams = 0, sixes = 0;
    const char *name;
    json_object_foreach(cells, name, value) {
        uint64_t n = (uint64_t)json_integer_value(value);
        luts += counts(family->lut, 3, name) ? n : 0;
        ffs += counts(family->ff, 2, name) ? n : 0;
        brams += counts(family->bram, 3, name) ? n : 0;
        sixes += !strcmp(name, "MISTRAL_ALUT6") ? n : 0;
    }
    bool known = json_is_object(cells);
    json_decref(all);
    put_number(f, "luts", luts);
    put_number(f, "ffs", ffs);
    put_number(f, "brams", brams);
    put(f, "logic_cells", !strcmp(f->family, "cyclonev") ? module_bounds(luts, sixes, ffs) : json_null());
    put(f, "fmax_mhz", json_null());
    put(f, "states_per_s", json_null());
    return known;
}

/* The netlist begins with who made it. */
static void read_version(Fpga *f)
{
    static const char key[] = "\"creator\": \"";
    const char *at = f->netlist.n ? strstr(f->netlist.text, key) : NULL;
    if (at) {
        at += sizeof key - 1;
        f->version = arena_printf(f->job->session->arena, "%.*s", (int)strcspn(at, "\"\n"), at);
    }
}

int fpga_synthesise(Fpga *f)
{
    static const char *const word[] = {"-s", "synth.ys", NULL};
    double began = clock_ms();
    if (!write_script(f)) {
        say("ludc fpga: cannot write %s: %s", fpga_file(f, "circuit/synth.ys"), strerror(errno));
        return EXIT_IO;
    }
    if (!fpga_run(f, FPGA_YOSYS, word) || !count_cells(f) || !tools_read(fpga_file(f, "circuit/netlist.json"), &f->netlist))
        return fpga_failed(f, FPGA_YOSYS);
    read_version(f);
    fpga_took(f, "synth", began);
    return EXIT_DONE;
}

/* ---- place and route -------------------------------------------------------------------------------- */

static const char place_seed[] = "1", place_aim[] = "150";

/* What nextpnr says in its report. */
static bool read_report(Fpga *f)
{
    json_error_t error;
    json_t *all = json_load_file(fpga_file(f, "circuit/place.json"), 0, &error), *clock;
    json_t *used = json_object_get(json_object_get(json_object_get(all, "utilization"), "ICESTORM_LC"), "used");
    const char *name;
    double fmax = 0;
    json_object_foreach(json_object_get(all, "fmax"), name, clock)
        fmax = json_number_value(json_object_get(clock, "achieved"));
    bool known = json_is_integer(used) && fmax > 0;
    put(f, "logic_cells", json_integer(json_integer_value(used)));
    put(f, "fmax_mhz", json_real(fmax));
    put(f, "states_per_s", json_real(fmax * 1e6 * json_number_value(json_object_get(f->result, "moves_per_clock"))));
    json_decref(all);
    return known;
}

/* Does the log say that the device is too small? */
static bool too_large(const Out *log)
{
    static const char *const says[] = {"no Bels remaining", "no BELs remaining", "Unable to find legal placement", "Unable to find a placement location", "failed to place"};
    for (size_t i = 0; i < sizeof says / sizeof says[0]; i++)
        if (log->n && strstr(log->text, says[i]))
            return true;
    return false;
}

/* The other program's opinion on timing, and the bits for the device. */
static int finish(Fpga *f)
{
    static const char *const time_word[] = {"-d", "hx8k", "-tm", "-r", "time.txt", "placed.asc", NULL};
    static const char *const pack_word[] = {"placed.asc", "device.bin", NULL};
    double began = clock_ms();
    if (f->path[FPGA_ICETIME] && !fpga_run(f, FPGA_ICETIME, time_word))
        return fpga_failed(f, FPGA_ICETIME);
    if (f->path[FPGA_ICETIME])
        fpga_took(f, "time", began);
    began = clock_ms();
    if (!f->path[FPGA_ICEPACK])
        return EXIT_DONE;
    if (!fpga_run(f, FPGA_ICEPACK, pack_word) || !tools_read(fpga_file(f, "circuit/device.bin"), &f->bitstream))
        return fpga_failed(f, FPGA_ICEPACK);
    fpga_took(f, "pack", began);
    return EXIT_DONE;
}

int fpga_place(Fpga *f)
{
    static const char *const word[] = {"--hx8k", "--package", "ct256", "--json", "netlist.json", "--asc", "placed.asc", "--report", "place.json",
                                       "--freq", place_aim, "--seed", place_seed, "--timing-allow-fail", NULL};
    double began = clock_ms();
    if (!fpga_run(f, FPGA_NEXTPNR, word)) {
        if (!too_large(&f->messages))
            return fpga_failed(f, FPGA_NEXTPNR);
        if (f->fill && f->in.engine->nengine > 1) {
            Engine *fewer = arena_copy(f->job->session->arena, f->in.engine, sizeof *fewer);
            fewer->nengine--;
            int code = with_engines(f, fewer);
            return code ? code : FPGA_FEWER;
        }
        session_unsupported(f->job->session, (Span){0, 0}, "iCE40 HX8K: %lld tables and %lld registers do not fit",
                            (long long)json_integer_value(json_object_get(f->result, "luts")),
                            (long long)json_integer_value(json_object_get(f->result, "ffs")));
        return job_report(f->job);
    }
    if (!read_report(f))
        return fpga_failed(f, FPGA_NEXTPNR);
    fpga_took(f, "place", began);
    return finish(f);
}
