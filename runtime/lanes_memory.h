/* lanes_memory.h - what lanes keep, and their random bits; for generated code of the
 * back end lanes, which says first how many there are of each.  lanes_layout() says the same. */
enum { QUOTA_BITS = LUDC_LANES_QUOTA, ROW_BITS = LUDC_LANES_ROW, NLENGTH = NROUND + 2 * NPHASEBIT + 1 };

typedef struct {
    Word word[2][NWORD + 1];  /* positions: now (side), and before */
    Word root[NWORD + 1];     /* where games begin */
    Word random[NRANDOM + 2];
    Word found[NFOUND];       /* by the last step; row 0: whose game is over */
    Word pend[NFOUND];        /* found, and not yet counted: at most one game a lane */
    Word live, last;          /* lanes that play; that play their last game */
    Word left[QUOTA_BITS];    /* games to play, a number a lane */
    Word row[NROW][ROW_BITS]; /* games that ended so, a number a lane */
    Word generator[2][2];
    Word games, cut, pair[NLENGTH + 1][NLENGTH + 1]; /* numbers for each 64 lanes */
    uint64_t steps, side;
} Lanes;

/* xoroshiro128++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators",
 * 2021), a generator for each 64 lanes, and two of them so that neither waits. */
static Word draw(Word *s)
{
    Word a = s[0], b = s[1], sum = a + b;
    sum = (sum << 17 | sum >> 47) + a;
    b ^= a;
    s[0] = (a << 49 | a >> 15) ^ b ^ b << 21;
    s[1] = b << 28 | b >> 36;
    return sum;
}

static void draw_words(Lanes *m, int n)
{
    Word one[2] = {m->generator[0][0], m->generator[0][1]}, two[2] = {m->generator[1][0], m->generator[1][1]};
    for (int i = 0; i < n; i += 2) {
        m->random[i] = draw(one);
        m->random[i + 1] = draw(two);
    }
    m->generator[0][0] = one[0];
    m->generator[0][1] = one[1];
    m->generator[1][0] = two[0];
    m->generator[1][1] = two[1];
}
