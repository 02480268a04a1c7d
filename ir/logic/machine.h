/* machine.h - a machine in BLIF, written gate by gate: a question about networks for a model checker.
 *
 * A signal is a letter and a number: tN are gates made here, iN inputs; of a network sN are its state bits and cN its gates. */
#ifndef LUDC_BITS_MACHINE_H
#define LUDC_BITS_MACHINE_H

#include "base/out.h"
#include "ir/logic/bits.h"

typedef struct {
    char kind;
    uint32_t number;
    bool negated;
} MachineSignal;

typedef struct {
    Arena *arena;
    Out *out;
    uint32_t made; /* tN so far */
} Machine;

MachineSignal machine_not(MachineSignal s);
MachineSignal machine_both(Machine *m, MachineSignal x, MachineSignal y);
MachineSignal machine_either(Machine *m, MachineSignal x, MachineSignal y);
MachineSignal machine_differ(Machine *m, MachineSignal x, MachineSignal y);
MachineSignal machine_false(Machine *m);
MachineSignal machine_any(Machine *m, MachineSignal *s, uint32_t n); /* changes s */
MachineSignal machine_exactly_one(Machine *m, const MachineSignal *s, uint32_t n);

/* '1' where the signal is to hold, '0' where its opposite is: a letter of a row of .names. */
char machine_letter(MachineSignal s);
/* Another name for it. */
void machine_copy(Machine *m, MachineSignal from, char kind, uint32_t number);

/* The network: of slot k the move is input[k].  Its registers have the clock `clock`. */
void machine_network(Machine *m, const BitsGame *game, const uint32_t *input);
MachineSignal machine_edge(BitsEdge edge);

/* The register `ok`, 1 at first and as long as `goes_on` holds, and the output `bad`: `ok` and `wrong`.  The end of the model. */
void machine_question(Machine *m, MachineSignal goes_on, MachineSignal wrong);

#endif
