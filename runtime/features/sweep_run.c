/* sweep_run.c - a net by its tables: what does without code. */
#include "runtime/features/sweep.h"

/* Word w of the positions s with s + by in the set, by = 64 q + r. */
static inline uint64_t shifted_word(const uint64_t *set, int64_t words, int64_t w, int64_t q, unsigned r)
{
    const int64_t i = w + q;
    const uint64_t low = i >= 0 && i < words ? set[i] : 0, high = i + 1 >= 0 && i + 1 < words ? set[i + 1] : 0;
    return r ? low >> r | high << (64 - r) : low;
}

static inline void run_shifts(const SweepNet *net, uint32_t words, const uint64_t *in, uint64_t *shifted)
{
    for (uint32_t i = 0; i < net->nshift; i++) {
        const uint64_t *set = in + (size_t)net->shift[i].input * words;
        const int64_t by = net->shift[i].by, q = by >= 0 ? by / 64 : -((63 - by) / 64);
        for (uint32_t w = 0; w < words; w++)
            shifted[(size_t)i * words + w] = shifted_word(set, words, w, q, (unsigned)(by - 64 * q));
    }
}

static inline void run_classes(const SweepNet *net, uint32_t words, const uint64_t *shifted, uint64_t *out)
{
    for (uint32_t c = 0, l = 0; c < net->nclass; c++, out += words) {
        for (uint32_t w = 0; w < words; w++)
            out[w] = net->mask[(size_t)net->always[c] * words + w];
        for (uint32_t t = net->term_at[c]; t < net->term_at[c + 1]; t++) {
            const uint32_t first = l;
            l = net->literal_at[t + 1];
            for (uint32_t w = 0; w < words; w++) {
                uint64_t set = net->mask[(size_t)net->mask_of[t] * words + w];
                for (uint32_t i = first; i < l; i++) /* where the literal is 2 shift the set is complemented */
                    set &= shifted[(size_t)(net->literal[i] >> 1) * words + w] ^ ((uint64_t)(net->literal[i] & 1) - 1);
                out[w] |= set;
            }
        }
    }
}

/* Numbers of words that are known make loops over them go away. */
void sweep_run(const SweepNet *net, const uint64_t *in, uint64_t *shifted, uint64_t *out)
{
    switch (net->words) {
    case 1:
        run_shifts(net, 1, in, shifted);
        run_classes(net, 1, shifted, out);
        return;
    case 2:
        run_shifts(net, 2, in, shifted);
        run_classes(net, 2, shifted, out);
        return;
    case 3:
        run_shifts(net, 3, in, shifted);
        run_classes(net, 3, shifted, out);
        return;
    case 4:
        run_shifts(net, 4, in, shifted);
        run_classes(net, 4, shifted, out);
        return;
    default:
        run_shifts(net, net->words, in, shifted);
        run_classes(net, net->words, shifted, out);
    }
}
