/* key.h - the hash of the words that a key is made of, for those who take some of them away themselves. */
#ifndef LUDC_RUNTIME_KEY_H
#define LUDC_RUNTIME_KEY_H

#include <stddef.h>
#include <stdint.h>

/* As ludc_key128 of a state whose planes of set `key` are these n words. */
void key_of_words(const uint64_t *word, size_t n, uint64_t out[2]);

#endif
