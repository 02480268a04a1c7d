/* fpga_host.c - host.txt of a circuit's folder: what its numbers mean. */
#include "runtime/fpga/fpga.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 };

typedef struct {
    FILE *file;
    bool good;
} Reader;

static int64_t number(Reader *r, int64_t least, int64_t most)
{
    int64_t value = 0;
    r->good = r->good && fscanf(r->file, "%11" SCNd64, &value) == 1 && value >= least && value <= most;
    return r->good ? value : least;
}

static uint32_t count(Reader *r, uint32_t least, uint32_t most) { return (uint32_t)number(r, least, most); }

static void word(Reader *r, const char *wanted)
{
    char text[16] = "";
    r->good = r->good && fscanf(r->file, "%15s", text) == 1 && !strcmp(text, wanted);
}

static void *room(Reader *r, size_t n, size_t size)
{
    void *made = r->good ? calloc(n + 1, size) : NULL;
    r->good = r->good && made;
    return made;
}

static void read_rows(Reader *r, FpgaCircuit *c)
{
    word(r, "groups");
    c->ngroup = count(r, 1, c->players);
    for (uint32_t k = 0; r->good && k < c->ngroup; k++) {
        word(r, "rows");
        c->rows[k].nrow = count(r, 1, MOST);
        c->rows[k].nbit = count(r, 0, 20);
        c->rows[k].value = room(r, (size_t)c->rows[k].nrow * c->players, sizeof(int32_t));
        for (size_t i = 0; r->good && i < (size_t)c->rows[k].nrow * c->players; i++)
            c->rows[k].value[i] = (int32_t)number(r, FPGA_CUT, 1000);
    }
}

static void read_choices(Reader *r, FpgaCircuit *c)
{
    c->nchoice = c->joint ? c->players : 1;
    for (uint32_t q = 0; q < c->phases; q++)
        for (uint32_t k = 0; r->good && k < c->nchoice; k++) {
            FpgaChoices *choices = &c->choices[q][k];
            word(r, "choices");
            choices->n = count(r, 1, MOST);
            choices->move = room(r, choices->n, sizeof(int32_t));
            for (uint32_t i = 0; r->good && i < choices->n; i++)
                choices->move[i] = (int32_t)number(r, -1, MOST);
        }
}

static void read_moves(Reader *r, FpgaCircuit *c)
{
    word(r, "moves");
    c->nmove = count(r, 1, MOST);
    c->role = room(r, c->nmove, sizeof(uint32_t));
    c->code = room(r, c->nmove, sizeof(uint32_t));
    for (uint32_t i = 0; r->good && i < c->nmove; i++) {
        c->role[i] = count(r, 1, c->players);
        c->code[i] = count(r, 0, UINT32_MAX - 1);
    }
    for (uint32_t q = 0; q < c->phases; q++)
        for (uint32_t k = 0; r->good && k < c->nchoice; k++)
            for (uint32_t i = 0; i < c->choices[q][k].n; i++)
                r->good = r->good && c->choices[q][k].move[i] < (int32_t)c->nmove;
}

static void read_all(Reader *r, FpgaCircuit *c)
{
    word(r, "ludc-host");
    number(r, 1, 1);
    word(r, "hash");
    c->hash[0] = count(r, 0, UINT32_MAX);
    c->hash[1] = count(r, 0, UINT32_MAX);
    word(r, "roles");
    c->players = count(r, 1, FPGA_PLAYERS);
    word(r, "joint");
    c->joint = count(r, 0, 1);
    word(r, "words");
    c->words = count(r, 1, MOST);
    word(r, "phases");
    c->phases = count(r, 1, FPGA_PHASES);
    word(r, "phase");
    c->phase_at = count(r, 0, 32 * c->words);
    c->phase_bits = count(r, 0, 3);
    word(r, "first");
    c->first = room(r, c->words, sizeof(uint32_t));
    for (uint32_t i = 0; r->good && i < c->words; i++)
        c->first[i] = count(r, 0, UINT32_MAX);
    r->good = r->good && c->phase_at + c->phase_bits <= 32 * c->words;
    read_rows(r, c);
    read_choices(r, c);
    read_moves(r, c);
}

bool fpga_circuit_read(FpgaCircuit *c, const char *folder, const char **why)
{
    size_t length = strlen(folder) + sizeof "/host.txt";
    char *path = malloc(length);
    Reader r = {.good = true};
    if (path)
        snprintf(path, length, "%s/host.txt", folder);
    r.file = path ? fopen(path, "re") : NULL;
    free(path);
    *why = "there is no file host.txt";
    if (!r.file)
        return false;
    *c = (FpgaCircuit){0};
    read_all(&r, c);
    fclose(r.file);
    if (!r.good)
        fpga_circuit_free(c);
    *why = "its file host.txt is not as this library knows it";
    return r.good;
}

void fpga_circuit_free(FpgaCircuit *c)
{
    free(c->first);
    for (uint32_t k = 0; k < FPGA_PLAYERS; k++) {
        free(c->rows[k].value);
        for (uint32_t q = 0; q < FPGA_PHASES; q++)
            free(c->choices[q][k].move);
    }
    free(c->role);
    free(c->code);
    *c = (FpgaCircuit){0};
}
