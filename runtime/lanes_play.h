/* lanes_play.h - playing by steps and counting; for generated code of the back end lanes.
 *
 * What steps find is collected (`pend`) until a lane's second game is over, or for WINDOW
 * steps, and counted at once. */

/* Bits of the length of a game that is over, less one, and what they are worth: rounds, the
 * phase of the last step, if it was no move, and the phase in which the game began. */
static Word length_bit(const Lanes *m, int i)
{
    if (i == NLENGTH - 1)
        return m->pend[FOUND_STUCK];
    if (i < NROUND)
        return m->pend[FOUND_ROUND + i];
    if (i < NROUND + NPHASEBIT)
        return m->pend[FOUND_PHASE + i - NROUND];
    return m->root[PHASE_AT + i - NROUND - NPHASEBIT] & m->pend[0] & ~m->pend[FOUND_CUT];
}

static int64_t length_weight(int i)
{
    if (i == NLENGTH - 1)
        return -1;
    if (i < NROUND)
        return (int64_t)NPHASE << i;
    return i < NROUND + NPHASEBIT ? (int64_t)1 << (i - NROUND) : -((int64_t)1 << (i - NROUND - NPHASEBIT));
}

static void count_lengths(Lanes *m)
{
    m->games += ones_of(m->pend[0] & ~m->pend[FOUND_CUT]);
    m->cut += ones_of(m->pend[FOUND_CUT]);
    for (int i = 0; i < NLENGTH; i++) {
        Word bit = length_bit(m, i);
        if (any(bit))
            for (int j = 0; j <= i; j++)
                m->pair[i][j] += ones_of(bit & length_bit(m, j));
    }
}

APART void count_games(Lanes *m)
{
    Word borrow = m->pend[0], more = ZERO, row[NROW + 1];
    for (int i = 0; i < QUOTA_BITS && any(borrow); i++) {
        Word old = m->left[i];
        m->left[i] = old ^ borrow;
        borrow &= ~old;
    }
    for (int i = 1; i < QUOTA_BITS; i++)
        more |= m->left[i];
    m->last = m->left[0] & ~more;
    tally(m->pend, row);
    for (int k = 0; k < NROW; k++) {
        Word carry = row[k];
        for (int i = 0; i < ROW_BITS && any(carry); i++) {
            Word old = m->row[k][i];
            m->row[k][i] = old ^ carry;
            carry &= old;
        }
    }
    count_lengths(m);
    for (int i = 0; i < NFOUND; i++)
        m->pend[i] = ZERO;
}

/* ---- the interface ------------------------------------------------------------------ */

static uint64_t seed_next(uint64_t *state) /* SplitMix64 */
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void set_bit(Word *word, uint32_t lane, int value)
{
    uint64_t *part = (uint64_t *)word + lane / 64, bit = (uint64_t)1 << lane % 64;
    *part = value ? *part | bit : *part & ~bit;
}

static int get_bit(const Word *word, uint32_t lane)
{
    return (int)(((const uint64_t *)word)[lane / 64] >> lane % 64 & 1);
}

static int set_root(void *memory, uint32_t lane, const unsigned char *state)
{
    Lanes *m = memory;
    for (int p = 0; p < NPHASE; p++) {
        int fits = 1;
        for (int i = 0; i < NSTATE; i++)
            fits &= place[i] >= 0 || known[p][i] == state[i];
        if (!fits)
            continue;
        for (int i = 0; i < NSTATE; i++)
            if (place[i] >= 0)
                set_bit(&m->root[place[i]], lane, state[i]);
        for (int j = 0; j < NPHASEBIT; j++)
            set_bit(&m->root[PHASE_AT + j], lane, p >> j & 1);
        return 1;
    }
    return 0;
}

static void begin(void *memory, uint64_t seed)
{
    Lanes *m = memory;
    Word *word = memory;
    for (unsigned i = 0; i < sizeof *m / sizeof *word; i++)
        word[i] = ZERO;
    for (int i = 0; i < 4 * WORDS; i++)
        ((uint64_t *)m->generator)[i] = seed_next(&seed);
    for (uint32_t lane = 0; lane < LUDC_LANES; lane++)
        set_root(memory, lane, init);
}

/* The lane begins its games in the next step. */
static void set_quota(void *memory, uint32_t lane, uint64_t games)
{
    Lanes *m = memory;
    for (int i = 0; i < QUOTA_BITS; i++)
        set_bit(&m->left[i], lane, (int)(games >> i & 1));
    set_bit(&m->live, lane, games != 0);
    set_bit(&m->last, lane, games == 1);
    set_bit(&m->found[0], lane, 1);
}

static int play(void *memory, uint64_t steps)
{
    enum { PATIENCE = 1 << 20 };
    Lanes *m = memory;
    uint64_t end = steps ? m->steps + steps : ~(uint64_t)0;
    unsigned idle = 0;
    while (any(m->live) && m->steps < end) {
        for (int i = 0; i < WINDOW; i += NPHASE)
            play_round(m);
        idle = any(m->pend[0]) ? 0 : idle + 1;
        if (idle > PATIENCE)
            return 0;
        count_games(m);
    }
    return 1;
}

static uint64_t total(const Word *word)
{
    uint64_t n = 0;
    for (int i = 0; i < WORDS; i++)
        n += ((const uint64_t *)word)[i];
    return n;
}

static void read_count(const void *memory, ludc_lanes_count *out)
{
    const Lanes *m = memory;
    int64_t moves = (int64_t)total(&m->games), squares = moves;
    for (int i = 0; i < NLENGTH; i++) {
        int64_t n = (int64_t)total(&m->pair[i][i]), w = length_weight(i);
        moves += w * n;
        squares += (2 * w + w * w) * n;
        for (int j = 0; j < i; j++)
            squares += 2 * w * length_weight(j) * (int64_t)total(&m->pair[i][j]);
    }
    out->games = total(&m->games);
    out->cut = total(&m->cut);
    out->moves = (uint64_t)moves;
    out->squares = (uint64_t)squares;
    out->steps = m->steps * LUDC_LANES;
}

static uint64_t read_row(const void *memory, uint32_t lane, uint32_t k)
{
    const Lanes *m = memory;
    uint64_t n = 0;
    for (int i = 0; i < ROW_BITS; i++)
        n |= (uint64_t)get_bit(&m->row[k][i], lane) << i;
    return n;
}

static int read_bit(const void *memory, uint32_t lane, uint32_t i)
{
    const Lanes *m = memory;
    if (place[i] < 0)
        return -1;
    return get_bit(get_bit(&m->found[0], lane) ? &m->root[place[i]] : &m->word[m->side][place[i]], lane);
}
