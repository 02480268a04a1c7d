/* digest.c - see digest.h. */
#include "driver/engine/digest.h"

#include <string.h>

#ifdef HAVE_NETTLE
#include <nettle/hmac.h>
#include <nettle/sha2.h>

bool digest_present(void) { return true; }

void digest_of(const void *bytes, size_t n, uint8_t digest[DIGEST])
{
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, n, bytes);
    sha256_digest(&context, DIGEST, digest);
}

void digest_keyed(const uint8_t key[DIGEST], const char *name, const void *bytes, size_t n, uint8_t digest[DIGEST])
{
    struct hmac_sha256_ctx context;
    hmac_sha256_set_key(&context, DIGEST, key);
    hmac_sha256_update(&context, strlen(name) + 1, (const uint8_t *)name);
    hmac_sha256_update(&context, n, bytes);
    hmac_sha256_digest(&context, DIGEST, digest);
}
#else
bool digest_present(void) { return false; }

void digest_of(const void *bytes, size_t n, uint8_t digest[DIGEST])
{
    (void)bytes, (void)n;
    memset(digest, 0, DIGEST);
}

void digest_keyed(const uint8_t key[DIGEST], const char *name, const void *bytes, size_t n, uint8_t digest[DIGEST])
{
    (void)key, (void)name;
    digest_of(bytes, n, digest);
}
#endif

bool digest_same(const uint8_t a[DIGEST], const uint8_t b[DIGEST])
{
    unsigned differs = 0;
    for (int i = 0; i < DIGEST; i++)
        differs |= a[i] ^ b[i];
    return !differs;
}
