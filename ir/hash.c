/* hash.c - numbers that tell games apart: FNV-1a, over words where there are many. */
#include "ir/ir.h"

#define FNV_START UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

static uint64_t over_numbers(uint64_t h, const int32_t *value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint32_t)value[i]) * FNV_PRIME;
    return h;
}

static uint64_t over_offsets(uint64_t h, const uint32_t *off, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ off[i]) * FNV_PRIME;
    return h;
}

/* The upper half of a word comes down, or its bits would change upper bits alone. */
static uint64_t over_words(uint64_t h, const uint64_t *word, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        h = (h ^ word[i]) * FNV_PRIME;
        h ^= h >> 32;
    }
    return h;
}

uint64_t ir_table_digest(const IrGame *game, const IrTable *table)
{
    if (table->rows)
        return over_numbers(over_offsets(FNV_START, table->off, table->n + 1), table->value, table->off[table->n]);
    if (table->elem.kind == IR_MASK)
        return over_words(FNV_START, table->word, table->n * (size_t)ir_words(game, table->elem.space));
    return over_numbers(FNV_START, table->value, table->n);
}

uint64_t ir_hash(const IrGame *game)
{
    Out text = {0};
    uint64_t h = FNV_START;
    ir_print_brief(game, &text);
    for (size_t i = 0; i < text.n; i++)
        h = (h ^ (unsigned char)text.text[i]) * FNV_PRIME;
    out_free(&text);
    return h;
}
