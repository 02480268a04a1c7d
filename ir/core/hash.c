/* hash.c - numbers that tell games apart: FNV-1a, over words where there are many. */
#include "base/hash.h"
#include "ir/core/ir.h"

static uint64_t over_numbers(uint64_t h, const uint32_t *number, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ number[i]) * HASH_PRIME;
    return h;
}

/* The upper half of a word comes down, or its bits would change upper bits alone. */
static uint64_t over_words(uint64_t h, const uint64_t *word, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        h = (h ^ word[i]) * HASH_PRIME;
        h ^= h >> 32;
    }
    return h;
}

uint64_t ir_table_digest(const IrGame *game, const IrTable *table)
{
    const uint32_t *value = (const uint32_t *)table->value;
    if (table->rows)
        return over_numbers(over_numbers(HASH_START, table->off, table->n + 1), value, table->off[table->n]);
    if (table->elem.kind == IR_MASK)
        return over_words(HASH_START, table->word, table->n * (size_t)ir_words(game, table->elem.space));
    return over_numbers(HASH_START, value, table->n);
}

uint64_t ir_hash(const IrGame *game)
{
    Out text = {0};
    ir_print_brief(game, &text);
    uint64_t h = hash_bytes(HASH_START, text.text, text.n);
    out_free(&text);
    return h;
}
