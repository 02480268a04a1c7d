/* digest.h - SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104), by the library nettle.  Built without it there is no
 * digest, and who needs one does without what it would protect. */
#ifndef LUDC_DRIVER_DIGEST_H
#define LUDC_DRIVER_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DIGEST = 32 /* bytes */ };

bool digest_present(void);
void digest_of(const void *bytes, size_t n, uint8_t digest[DIGEST]);
/* Of a name, its NUL, and bytes, for who knows the key. */
void digest_keyed(const uint8_t key[DIGEST], const char *name, const void *bytes, size_t n, uint8_t digest[DIGEST]);
/* Equal?  Takes the same time whatever differs. */
bool digest_same(const uint8_t a[DIGEST], const uint8_t b[DIGEST]);

#endif
