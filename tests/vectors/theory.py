"""Writes theory.json: expectations for tests/theory.rs, computed apart from the library.

    python3 tests/vectors/theory.py > tests/vectors/theory.json      (needs mpmath)

Nothing here shares a method with src/theory. Rates are evaluated from their definitions with 80 significant digits; exact
rates come from the occupancy distribution as fractions: for small filters by walking through every one of the m^(kn)
possible outcomes, otherwise by the one-throw recursion, and for large ones from the alternating closed form of Bose et al.
(2008) for E[(X/m)^k], with as many digits as its cancellation needs. Numbers are written with 17 significant digits, as
strings where they could be taken for something else.
"""

import itertools
import json
from fractions import Fraction
from math import comb

import mpmath as mp

mp.mp.dps = 80


def out(x):
    return float(mp.nstr(mp.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x, 25))


def textbook(n, m, k):
    return (1 - mp.exp(-mp.mpf(k) * n / m)) ** k


def bitwise(n, m, k):
    return (1 - mp.power(1 - mp.mpf(1) / m, k * n)) ** k


def fill(n, m, k):
    return 1 - mp.power(1 - mp.mpf(1) / m, k * n)


def enumerated(n, m, k):
    """Mean of (X/m)^k over every outcome of kn throws."""
    total = sum(Fraction(len(set(o)), m) ** k for o in itertools.product(range(m), repeat=k * n))
    return total / Fraction(m) ** (k * n)


def occupancy(m, t):
    """P(X = x), x = 0..min(m, t), by the one-throw recursion in fractions."""
    counts = [1]
    for _ in range(t):
        grown = [0] * min(len(counts) + 1, m + 1)
        for x, c in enumerate(counts):
            grown[x] += c * x
            if x < m:
                grown[x + 1] += c * (m - x)
        counts = grown
    whole = m**t
    return [Fraction(c, whole) for c in counts]


def recursion(n, m, k):
    return sum(p * Fraction(x, m) ** k for x, p in enumerate(occupancy(m, k * n)))


def stirling2(k):
    row = [1]
    for _ in range(k):
        row = [0] + [row[d - 1] + d * (row[d] if d < len(row) else 0) for d in range(1, len(row) + 1)]
    return row


def closed(n, m, k):
    """sum_d S(k,d) (m)_d/m^k * sum_i (-1)^i C(d,i) (1-i/m)^(kn), with a working precision far beyond the cancellation."""
    with mp.workdps(1500 if k > 40 else 600):
        t, total = k * n, mp.mpf(0)
        powers = [mp.power(mp.mpf(m - i) / m, t) for i in range(min(k, m) + 1)]
        for d, s in enumerate(stirling2(k)):
            if s == 0 or d > m:
                continue
            falling = mp.mpf(1)
            for i in range(d):
                falling *= m - i
            covered = sum((-1) ** i * comb(d, i) * powers[i] for i in range(d + 1))
            total += s * falling / mp.mpf(m) ** k * covered
        return +total


def wilson(hits, trials):
    z = mp.sqrt(2) * mp.erfinv(mp.mpf("0.95"))
    a, b, c = trials + z * z, -(2 * hits + z * z), mp.mpf(hits) ** 2 / trials
    root = mp.sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def variance(m, t):
    q, q2 = mp.power(1 - mp.mpf(1) / m, t), mp.power(1 - mp.mpf(2) / m, t)
    return m * q * (1 - q) + m * (m - 1) * (q2 - q * q)


SIZING = [
    (1_000_000, "0.01"), (10_000_000, "0.0001"), (55_000_000, "0.03"), (100_000, "0.03"), (1_000, "0.001"),
    (5_000_000_000, "0.01"), (1, "0.5"), (20, "0.05"), (3, "0.9"), (12_345, "1e-9"), (700, "1e-30"),
]
RATES = [
    (1_000_000, 9_585_059, 7), (5_000_000_000, 47_925_291_887, 7), (20, 1024, 16), (8, 64, 4), (1, 1, 1), (5, 2, 3),
    (1, 1 << 53, 7), (1_000, 14_378, 10), (100, 8, 3), (3, 10_000_000_000, 2), (1 << 40, 1 << 53, 255), (64, 1000, 1),
]
BRUTE = [(1, 2, 1), (1, 3, 2), (2, 3, 2), (3, 2, 3), (2, 5, 3), (4, 4, 2), (1, 7, 5), (8, 6, 1), (2, 2, 6), (1, 16, 4), (1, 1, 3), (10, 3, 1)]
EXACT = [
    (3, 8, 2), (20, 64, 3), (5, 32, 3), (10, 100, 7), (30, 40, 4), (2, 100, 30), (12, 150, 8), (40, 256, 5), (1, 5, 9), (7, 3, 12), (50, 64, 4), (300, 64, 3),
]
EXACT_LARGE = [
    (20, 1024, 16), (1_000, 14_378, 10), (1_000_000, 9_585_059, 7), (10_000_000, 191_701_168, 13),
    (5_000_000_000, 47_925_291_887, 7), (400, 4096, 7), (1_400, 4096, 7), (100, 4096, 28), (1, 1 << 53, 2), (3, 1000, 255),
    (10, 4096, 255), (4, 300, 60), (5_000_000, 9_585_059, 7), (100_000_000, 9_585_059, 7), (60, 200, 200), (1, 255, 255),
    (2, 100, 120), (1_000, 64, 40), (25, 10_000, 100), (1 << 45, 1 << 50, 22), (6, 16, 3), (1, 1_000_000, 40), (16, 512, 64), (1, 29_564, 1),
    (1, 1 << 53, 1), (700, 1_000, 1), (13, 1_000_000_000, 1), (1, 3, 1),
]
WILSON = [(0, 1), (0, 1000), (1, 10), (5, 10), (10, 10), (100, 10_000), (1, 10_000_000), (99_999, 100_000), (100_390, 10_000_000)]
CARDINALITY = [(500, 1000, 7), (1, 64, 3), (63, 64, 3), (4_792_530, 9_585_059, 7), (1, 1 << 53, 1), (7, 8, 2), (1000, 1 << 40, 5)]
OCCUPANCY = [(1, 5), (2, 7), (8, 24), (64, 60), (101, 3), (1000, 693), (1 << 20, 2), (1 << 20, 1000), (1 << 50, 30), (9_585_059, 7_000_000), (150, 75), (4096, 20_000)]


def main():
    json.dump({
        "how": "Generated by theory.py beside this file; see its header for the methods.",
        "sizing": [
            {"n": n, "p": float(p), "bits": int(mp.ceil(-n * mp.log(mp.mpf(p)) / mp.log(2) ** 2)),
             "hashes": max(1, int(mp.nint(mp.ceil(-n * mp.log(mp.mpf(p)) / mp.log(2) ** 2) / n * mp.log(2))))}
            for n, p in SIZING
        ],
        "rates": [{"n": n, "m": m, "k": k, "textbook": out(textbook(n, m, k)), "bitwise": out(bitwise(n, m, k)), "fill": out(fill(n, m, k))} for n, m, k in RATES],
        "exact": [{"n": n, "m": m, "k": k, "rate": out(f(n, m, k)), "by": f.__name__}
                  for cases, f in ((BRUTE, enumerated), (EXACT, recursion), (EXACT_LARGE, closed)) for n, m, k in cases],
        "wilson": [{"hits": h, "trials": t, "low": out(wilson(h, t)[0]), "high": out(wilson(h, t)[1])} for h, t in WILSON],
        "cardinality": [{"ones": x, "m": m, "k": k, "keys": out(-mp.mpf(m) / k * mp.log(1 - mp.mpf(x) / m))} for x, m, k in CARDINALITY],
        "occupancy": [{"m": m, "throws": t, "mean": out(m * fill(t, m, 1)), "variance": out(variance(m, t))} for m, t in OCCUPANCY],
        "distribution": [{"m": m, "throws": t, "probabilities": [out(p) for p in occupancy(m, t)]} for m, t in [(1, 4), (4, 3), (8, 12), (16, 40), (40, 25)]],
    }, __import__("sys").stdout, indent=1)
    print()


# The three ways to an exact rate agree where they overlap.
for case in BRUTE:
    assert enumerated(*case) == recursion(*case)
    assert abs(closed(*case) - out(recursion(*case))) < 1e-15
for case in EXACT:
    x = recursion(*case)
    assert abs(closed(*case) / (mp.mpf(x.numerator) / x.denominator) - 1) < 1e-70, case
main()
