"""twosample.py - are two samples drawn from one distribution?

Samples are histograms: lists of [value, count].  The test is Pearson's chi-square for
homogeneity of two samples over pooled bins; many tests together are corrected by Holm's
method (S. Holm, "A simple sequentially rejective multiple test procedure", 1979), so that
the chance of any false alarm is at most the level."""
import math

ENOUGH = 40    # observations of both samples together in a bin
MOST_BINS = 64


def gamma_tail(a, x):
    """Q(a, x), the regularised upper incomplete gamma function."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:  # the series of P
        term = total = 1 / a
        k = a
        while abs(term) > abs(total) * 1e-16:
            k += 1
            term *= x / k
            total += term
        return max(0.0, 1 - front * total)
    tiny = 1e-300  # Lentz's continued fraction
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for i in range(1, 100000):
        an = -i * (i - a)
        b += 2
        d = an * d + b
        d = 1 / (d if abs(d) > tiny else tiny)
        c = b + an / c
        c = c if abs(c) > tiny else tiny
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h


def chi_square_tail(x, degrees):
    """The chance that a chi-square of so many degrees of freedom is above x."""
    return gamma_tail(degrees / 2, x / 2) if degrees > 0 else 1.0


def pool(pairs, bins):
    """Neighbours are put together until each bin holds its share of both samples."""
    total = sum(a + b for a, b in pairs)
    share = max(ENOUGH, total / bins)
    pooled, a, b = [], 0, 0
    for x, y in pairs:
        a, b = a + x, b + y
        if a + b >= share:
            pooled.append((a, b))
            a = b = 0
    if a + b and pooled and a + b < ENOUGH:
        pooled[-1] = (pooled[-1][0] + a, pooled[-1][1] + b)
    elif a + b:
        pooled.append((a, b))
    return pooled


def homogeneity(pairs):
    """p of Pearson's test; 1 when there is but one bin."""
    n, m = sum(a for a, _ in pairs), sum(b for _, b in pairs)
    if not n or not m or len(pairs) < 2:
        return 1.0
    up, down = math.sqrt(m / n), math.sqrt(n / m)
    x = sum((up * a - down * b) ** 2 / (a + b) for a, b in pairs if a + b)
    return chi_square_tail(x, len(pairs) - 1)


def join(first, second):
    """Two histograms as pairs of counts by value, in the order of the values."""
    key = lambda value: tuple(value) if isinstance(value, list) else value  # noqa: E731
    one, two = ({key(v): n for v, n in h} for h in (first, second))
    return [(one.get(v, 0), two.get(v, 0)) for v in sorted(one.keys() | two.keys())]


def same_lengths(first, second):
    return homogeneity(pool(join(first, second), MOST_BINS))


def same_outcomes(first, second):
    """Outcomes have no order: rare ones go together."""
    pairs = sorted(join(first, second), key=lambda pair: -sum(pair))
    return homogeneity(pool(pairs, sum(map(sum, pairs)) / ENOUGH))


def holm(tests, level):
    """tests: (name, p).  The names of those that are rejected."""
    rejected = []
    for k, (name, p) in enumerate(sorted(tests, key=lambda test: test[1])):
        if p > level / (len(tests) - k):
            break
        rejected.append(name)
    return rejected
