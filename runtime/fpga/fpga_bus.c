/* fpga_bus.c - registers and the stream of a circuit, by the bytes of rtl/IDENT_bridge.v; of "uio:" by memory, where the
 * stream is two registers more: 0x40, bit 0 a word is there, bit 1 it is the last; 0x44, the word, which goes then. */
#include "runtime/fpga/fpga.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE = 0x20, STREAM_THERE = 0x40 / 4, STREAM_WORD = 0x44 / 4 };

static bool fail(FpgaBus *bus, const char *why)
{
    snprintf(bus->link.why, sizeof bus->link.why, "%s", why);
    return false;
}

static bool keep(FpgaBus *bus, uint32_t word, bool last)
{
    if (bus->first && bus->first == bus->n)
        bus->first = bus->n = 0;
    if (bus->n == bus->room) {
        size_t room = bus->room ? 2 * bus->room : 1024;
        FpgaWord *more = realloc(bus->word, room * sizeof *more);
        if (!more)
            return fail(bus, "memory is out");
        bus->word = more;
        bus->room = room;
    }
    bus->word[bus->n++] = (FpgaWord){word, last};
    return true;
}

static bool get_word(FpgaBus *bus, uint32_t *word)
{
    uint8_t byte[4];
    for (int i = 0; i < 4; i++)
        if (!fpga_link_get(&bus->link, &byte[i]))
            return false;
    *word = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
    return true;
}

/* What the circuit says next: a word of the stream is kept; 0, or the letter of an answer. */
static bool hear(FpgaBus *bus, uint8_t *letter)
{
    uint32_t word;
    if (!fpga_link_get(&bus->link, letter))
        return false;
    if (*letter == 'w' || *letter == 'r')
        return true;
    if (*letter != 's' && *letter != 'l')
        return fail(bus, "the circuit said what it never says");
    bool last = *letter == 'l';
    *letter = 0;
    return get_word(bus, &word) && keep(bus, word, last);
}

/* Sends a command and waits for its answer. */
static bool ask(FpgaBus *bus, const uint8_t *byte, size_t n, uint8_t letter, uint8_t *response)
{
    uint8_t heard = 0;
    if (!fpga_link_put(&bus->link, byte, n))
        return false;
    while (!heard)
        if (!hear(bus, &heard))
            return false;
    if (heard != letter)
        return fail(bus, "the circuit answered something else");
    return fpga_link_get(&bus->link, response);
}

/* ---- registers in memory ----------------------------------------------------------------------- */

static bool drain_memory(FpgaBus *bus)
{
    for (uint32_t there; (there = bus->link.memory[STREAM_THERE]) & 1;)
        if (!keep(bus, bus->link.memory[STREAM_WORD], there & 2))
            return false;
    return true;
}

/* ---- both ---------------------------------------------------------------------------------------- */

bool fpga_bus_read(FpgaBus *bus, uint8_t address, uint32_t *value)
{
    const uint8_t command[2] = {'R', address};
    uint8_t response;
    if (bus->link.memory) {
        *value = bus->link.memory[address / 4];
        return true;
    }
    if (!ask(bus, command, sizeof command, 'r', &response) || !get_word(bus, value))
        return false;
    return response == FPGA_OKAY || fail(bus, "a register cannot be read");
}

bool fpga_bus_push(FpgaBus *bus, uint32_t word)
{
    const uint8_t command[6] = {'W', QUEUE, (uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16), (uint8_t)(word >> 24)};
    for (;;) {
        uint8_t response = FPGA_OKAY;
        uint32_t status = 0;
        if (bus->link.memory) {
            while (bus->link.memory[FPGA_STATUS / 4] & FPGA_FULL)
                if (!drain_memory(bus))
                    return false;
            bus->link.memory[QUEUE / 4] = word;
        } else if (!ask(bus, command, sizeof command, 'w', &response))
            return false;
        if (response == FPGA_OKAY)
            return true;
        do {
            if (!fpga_bus_read(bus, FPGA_STATUS, &status))
                return false;
        } while (status & FPGA_FULL);
    }
}

bool fpga_bus_take(FpgaBus *bus, FpgaWord *word)
{
    uint8_t letter = 0;
    while (bus->first == bus->n) {
        if (bus->link.memory ? !drain_memory(bus) : !hear(bus, &letter))
            return false;
        if (letter)
            return fail(bus, "the circuit answered what was not asked");
    }
    *word = bus->word[bus->first++];
    return true;
}
