/* image.c - tables by address: see backends/images.h. */
#include <string.h>

#include "backends/c/cgen.h"
#include "backends/images.h"

/* Memory for a table of that name, which is declared with `dims`; NULL: it is to be text. */
static void *image(CGen *c, const char *type, const char *name, const char *dims, size_t bytes)
{
    Images *images = c->options->images;
    if (!images || bytes < images->least || bytes == 0)
        return NULL;
    const Image new = {arena_strdup(images->arena, name), arena_alloc(images->arena, bytes)};
    vec_push(images->arena, &images->image, new);
    out_printf(&c->data, "extern const %s %s%s;\n", type, name, dims);
    return new.data;
}

bool c_image_numbers(CGen *c, const char *type, const char *name, const char *dims, const int32_t *value, size_t n)
{
    const size_t size = (size_t)c_store_size(type);
    char *data = image(c, type, name, dims, n * size);
    for (size_t i = 0; data && i < n; i++) {
        switch (size) {
        case 1: ((int8_t *)data)[i] = (int8_t)value[i]; break;
        case 2: ((int16_t *)(void *)data)[i] = (int16_t)value[i]; break;
        case 4: ((int32_t *)(void *)data)[i] = value[i]; break;
        default: ((int64_t *)(void *)data)[i] = value[i];
        }
    }
    return data != NULL;
}

bool c_image_sets(CGen *c, const char *type, const char *name, const char *dims, const uint64_t *word, size_t n)
{
    void *data = image(c, type, name, dims, n * sizeof *word);
    if (data)
        memcpy(data, word, n * sizeof *word);
    return data != NULL;
}
