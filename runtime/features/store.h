/* store.h - memory that is taken bit by bit and freed at once; lists that grow. */
#ifndef LUDC_FEATURES_STORE_H
#define LUDC_FEATURES_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct StoreBlock StoreBlock;

/* All zero: empty.  What is taken lives until store_free. */
typedef struct {
    StoreBlock *block;
    size_t bytes; /* taken from the system */
} Store;

/* `size` bytes of zeros, aligned to 16; NULL: memory is out. */
void *store_take(Store *store, size_t size);
void *store_copy(Store *store, const void *from, size_t size);
void store_free(Store *store);

#define STORE_ARRAY(store, type, n) ((type *)store_take((store), (size_t)(n) * sizeof(type)))

/* A list {at, n, room} that grows; LIST_PUSH is false where memory is out, and the list as it was. */
#define LIST(type)      \
    struct {            \
        type *at;       \
        size_t n, room; \
        void *grown;    \
    }

static inline void *list_grown(void *at, size_t *room, size_t size)
{
    size_t wanted = *room ? *room * 2 : 16;
    void *grown = realloc(at, wanted * size);
    if (grown)
        *room = wanted;
    return grown;
}

#define LIST_ROOM(list)                                                                                    \
    ((list)->n < (list)->room || (((list)->grown = list_grown((list)->at, &(list)->room, sizeof *(list)->at)) != NULL && \
                                  ((list)->at = (list)->grown, true)))
#define LIST_PUSH(list, ...) (LIST_ROOM(list) && ((list)->at[(list)->n++] = (__VA_ARGS__), true))
#define LIST_FREE(list) (free((list)->at), (list)->at = NULL, (list)->n = (list)->room = 0)

#endif
