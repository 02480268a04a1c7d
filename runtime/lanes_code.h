/* lanes_code.h - what is compiled of a game for lanes; also part of generated C.
 *
 * The memory of a player is laid out as runtime/lanes_memory.h says. */
#ifndef LUDC_LANES_CODE_H
#define LUDC_LANES_CODE_H

#ifndef LUDC_BARE
#include <stdint.h>
#endif

#define LUDC_LANES_ABI 2

/* Bits of the numbers kept by lane; steps after which what was found is counted. */
enum { LUDC_LANES_QUOTA = 40, LUDC_LANES_ROW = 40, LUDC_LANES_WINDOW = 16 };

typedef struct ludc_lanes_code {
    uint32_t abi, lanes;
    uint64_t memory;               /* bytes, aligned to 64 */
    void (*round)(void *memory);   /* a step of each phase */
    void (*count)(void *memory);   /* what was found, into the numbers */
} ludc_lanes_code;

#endif
