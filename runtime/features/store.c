/* store.c - memory that is taken bit by bit and freed at once. */
#include "runtime/features/store.h"

#include <string.h>

enum { FIRST_BLOCK = 4096, LARGEST_STEP = 1 << 20, ALIGNMENT = 16 };

struct StoreBlock {
    StoreBlock *next;
    size_t used, size;
};

static size_t rounded(size_t size) { return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

/* A block with room for `size`, in front of the others. */
static bool add_block(Store *store, size_t size)
{
    const size_t head = rounded(sizeof(StoreBlock));
    size_t last = store->block ? store->block->size * 2 : FIRST_BLOCK;
    last = last < LARGEST_STEP ? last : LARGEST_STEP;
    size_t room = size > last ? size : last;
    if (size > SIZE_MAX / 2)
        return false;
    StoreBlock *block = malloc(head + room);
    if (!block)
        return false;
    *block = (StoreBlock){store->block, 0, room};
    store->block = block;
    store->bytes += head + room;
    return true;
}

void *store_take(Store *store, size_t size)
{
    size = rounded(size ? size : 1);
    if ((!store->block || store->block->size - store->block->used < size) && !add_block(store, size))
        return NULL;
    char *at = (char *)store->block + rounded(sizeof(StoreBlock)) + store->block->used;
    store->block->used += size;
    return memset(at, 0, size);
}

void *store_copy(Store *store, const void *from, size_t size)
{
    void *at = store_take(store, size);
    if (at && size)
        memcpy(at, from, size);
    return at;
}

void store_free(Store *store)
{
    while (store->block) {
        StoreBlock *next = store->block->next;
        free(store->block);
        store->block = next;
    }
    *store = (Store){0};
}
