/* register_map.c - registers/: what the registers of the reasoner are, from one table: a page, a C header, SystemRDL 2.0, IP-XACT
 * (IEEE 1685-2014). */
#include <string.h>

#include "backends/verilog/write.h"

/* RW: what is written is read; CLEAR: written 1 it becomes 0. */
typedef enum { READ, WRITE, RW, CLEAR } Access;

typedef struct {
    const char *name;
    uint8_t low, n;
    Access access;
    const char *help;
} Field;

typedef struct {
    const char *name;
    uint8_t address;
    const char *help;
    Field field[5]; /* ended by one without a name */
} Register;

static const Register registers[] = {
    {"identity", 0x00, "the letters LUDC", {{"letters", 0, 32, READ, "the letters LUDC"}}},
    {"version", 0x04, "of this table", {{"number", 0, 32, READ, "the version of this table"}}},
    {"hash_low", 0x08, "lower half of the hash of the game", {{"half", 0, 32, READ, "lower half of the hash of the game"}}},
    {"hash_high", 0x0c, "upper half of the hash of the game", {{"half", 0, 32, READ, "upper half of the hash of the game"}}},
    {"shape", 0x10, "sizes", {{"words", 0, 16, READ, "words of a context"}, {"phases", 16, 8, READ, "phases of the turn"},
                              {"contexts", 24, 8, READ, "contexts of an engine"}}},
    {"queue_size", 0x14, "room of the queue", {{"words", 0, 32, READ, "words that the queue holds"}}},
    {"engines", 0x18, "engines", {{"number", 0, 32, READ, "engines that play"}}},
    {"queue", 0x20, "a word for the queue", {{"word", 0, 32, WRITE, "a word for the queue"}}},
    {"control", 0x24, "control", {{"abort", 0, 1, WRITE, "drops what is queued"}, {"interrupt", 1, 1, RW, "the interrupt is enabled"}}},
    {"status", 0x28, "status", {{"told", 0, 1, CLEAR, "a result went out"}, {"wrong", 1, 1, CLEAR, "a word that says nothing came"},
                                {"idle", 2, 1, READ, "nothing is queued, played or told"}, {"full", 3, 1, READ, "the queue is full"},
                                {"waiting", 16, 16, READ, "words in the queue"}}},
};
enum { REGISTERS = sizeof registers / sizeof registers[0], FIELDS = 5 };

#define EACH_FIELD(r, f) for (const Field *f = (r)->field; f < (r)->field + FIELDS && f->name; f++)

static const char *const access_word[] = {"read", "write", "read, write", "read; 1 clears it"};

void verilog_register_rows(Out *out)
{
    out_puts(out, "| address | register | bits | access | meaning |\n|---|---|---|---|---|\n");
    for (const Register *r = registers; r < registers + REGISTERS; r++)
        EACH_FIELD(r, f)
            out_printf(out, "| 0x%02x | %s.%s | %u..%u | %s | %s |\n", r->address, r->name, f->name, f->low + f->n - 1u, f->low, access_word[f->access],
                       f->help);
}

static void page(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "registers/%s_registers.md", in->ident);
    out_puts(out, "# Registers\n\nWords of 32 bits; any other address, half words, a full queue answer SLVERR.\n\n");
    verilog_register_rows(out);
}

static void upper(const char *text, Out *out)
{
    for (; *text; text++)
        out_char(out, *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text);
}

static void constant(const VerilogInput *in, const Register *r, const Field *f, const char *what, unsigned long value, Out *out)
{
    out_puts(out, "#define ");
    upper(in->ident, out);
    out_char(out, '_');
    upper(r->name, out);
    out_puts(out, f ? "_" : "");
    upper(f ? f->name : "", out);
    out_printf(out, "%s 0x%lx\n", what, value);
}

static void c_header(const VerilogInput *in, VerilogTree *tree)
{
    Out *out = verilog_file(tree, "registers/%s_registers.h", in->ident);
    out_puts(out, "/* Addresses of registers; of their fields the lowest bit and the bits where they stand. */\n#ifndef ");
    upper(in->ident, out);
    out_puts(out, "_REGISTERS_H\n#define ");
    upper(in->ident, out);
    out_puts(out, "_REGISTERS_H\n\n");
    for (const Register *r = registers; r < registers + REGISTERS; r++) {
        constant(in, r, NULL, "", r->address, out);
        EACH_FIELD(r, f) {
            constant(in, r, f, "_SHIFT", f->low, out);
            constant(in, r, f, "_MASK", (f->n < 32 ? (1ul << f->n) - 1 : 0xfffffffful) << f->low, out);
        }
    }
    out_puts(out, "\n#endif\n");
}

static void system_rdl(const VerilogInput *in, VerilogTree *tree)
{
    static const char *const access[] = {"sw = r; hw = w;", "sw = w; hw = r;", "sw = rw; hw = r;", "sw = rw; onwrite = woclr; hw = w;"};
    Out *out = verilog_file(tree, "registers/%s.rdl", in->ident);
    out_printf(out, "addrmap %s {\n    default regwidth = 32;\n    default accesswidth = 32;\n", in->ident);
    for (const Register *r = registers; r < registers + REGISTERS; r++) {
        out_printf(out, "    reg {\n        desc = \"%s\";\n", r->help);
        EACH_FIELD(r, f)
            out_printf(out, "        field { desc = \"%s\"; %s } %s[%u:%u];\n", f->help, access[f->access], f->name, f->low + f->n - 1u, f->low);
        out_printf(out, "    } %s @ 0x%02x;\n", r->name, r->address);
    }
    out_puts(out, "};\n");
}

static void ip_xact(const VerilogInput *in, VerilogTree *tree)
{
    static const char *const access[] = {"read-only", "write-only", "read-write", "read-write"};
    Out *out = verilog_file(tree, "registers/%s.xml", in->ident);
    out_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ipxact:component xmlns:ipxact=\"http://www.accellera.org/XMLSchema/IPXACT/1685-2014\">\n");
    out_printf(out, "  <ipxact:vendor>ludc</ipxact:vendor>\n  <ipxact:library>games</ipxact:library>\n  <ipxact:name>%s_reasoner</ipxact:name>\n"
               "  <ipxact:version>1.0</ipxact:version>\n  <ipxact:memoryMaps>\n    <ipxact:memoryMap>\n      <ipxact:name>registers</ipxact:name>\n"
               "      <ipxact:addressBlock>\n        <ipxact:name>registers</ipxact:name>\n        <ipxact:baseAddress>0</ipxact:baseAddress>\n"
               "        <ipxact:range>256</ipxact:range>\n        <ipxact:width>32</ipxact:width>\n", in->ident);
    for (const Register *r = registers; r < registers + REGISTERS; r++) {
        out_printf(out, "        <ipxact:register>\n          <ipxact:name>%s</ipxact:name>\n          <ipxact:description>%s</ipxact:description>\n"
                   "          <ipxact:addressOffset>%u</ipxact:addressOffset>\n          <ipxact:size>32</ipxact:size>\n", r->name, r->help, r->address);
        EACH_FIELD(r, f) {
            out_printf(out, "          <ipxact:field>\n            <ipxact:name>%s</ipxact:name>\n            <ipxact:description>%s</ipxact:description>\n"
                       "            <ipxact:bitOffset>%u</ipxact:bitOffset>\n            <ipxact:bitWidth>%u</ipxact:bitWidth>\n", f->name, f->help, f->low, f->n);
            out_printf(out, "            <ipxact:access>%s</ipxact:access>\n", access[f->access]);
            if (f->access == CLEAR)
                out_puts(out, "            <ipxact:modifiedWriteValue>oneToClear</ipxact:modifiedWriteValue>\n");
            out_puts(out, "          </ipxact:field>\n");
        }
        out_puts(out, "        </ipxact:register>\n");
    }
    out_puts(out, "      </ipxact:addressBlock>\n      <ipxact:addressUnitBits>8</ipxact:addressUnitBits>\n    </ipxact:memoryMap>\n  </ipxact:memoryMaps>\n</ipxact:component>\n");
}

void verilog_registers(const VerilogInput *in, VerilogTree *tree)
{
    page(in, tree);
    c_header(in, tree);
    system_rdl(in, tree);
    ip_xact(in, tree);
}
