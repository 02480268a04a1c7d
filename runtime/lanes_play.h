/* lanes_play.h - counting; for generated code of the back end lanes.
 *
 * What steps find is collected (`pend`) until a lane's second game is over, or for some
 * steps, and counted at once. */

/* Bits of the length of a game that is over, less one: rounds, the phase of the last step, the
 * phase in which the game began, and whether the last step was no move. */
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

APART void count_games(void *memory)
{
    Lanes *m = memory;
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
