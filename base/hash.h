/* hash.h - FNV-1a, 64 bits: for telling things apart, not against anyone. */
#ifndef LUDC_HASH_H
#define LUDC_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)
#define HASH_PRIME UINT64_C(0x100000001b3)

/* Goes on from `hash`, HASH_START at first. */
static inline uint64_t hash_bytes(uint64_t hash, const void *data, size_t n)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ byte[i]) * HASH_PRIME;
    return hash;
}

#endif
