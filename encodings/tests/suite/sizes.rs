//! Exact sizes of the encodings of cardinality and of all-different, against closed forms.

use parallax_encodings::{
    AllDifferentKind, AmoKind, CardinalityKind, ClauseEncoder, EncodedBool, EncodingOptions,
    FormulaBudget, IntEncoding, IntId,
};

/// The number of auxiliary variables, clauses, and literals in all clauses.
type Size = [usize; 3];

/// Returns the size of the clauses that `encode` adds for `n` 0/1 integers.
fn size(n: usize, options: EncodingOptions, encode: impl Fn(&mut ClauseEncoder, &[IntId])) -> Size {
    let mut e = ClauseEncoder::new(options, FormulaBudget::default());
    let ints: Vec<IntId> = (0..n).map(|_| e.make_integer(&[0, 1]).unwrap()).collect();
    assert_eq!((e.formula.n_vars(), e.formula.n_clauses()), (n, 0));
    encode(&mut e, &ints);
    [e.formula.n_vars() - n, e.formula.n_clauses(), e.formula.n_literals()]
}

fn at_most_one(n: usize, amo: AmoKind, keep_counts: bool) -> Size {
    size(n, EncodingOptions { amo, keep_counts, ..EncodingOptions::default() }, |e, x| {
        let bools: Vec<EncodedBool> = x.iter().map(|&x| e.equals_value(x, 1).unwrap()).collect();
        e.at_most_one(&bools).unwrap();
    })
}

fn counted(n: usize, low: usize, high: usize, kind: CardinalityKind, keep_counts: bool) -> Size {
    let options =
        EncodingOptions { cardinalities: kind, keep_counts, ..EncodingOptions::default() };
    size(n, options, |e, x| e.require_cardinality(x, &[(1, low, high)], false).unwrap())
}

#[test]
fn at_most_one_sizes_by_their_closed_forms() {
    for n in 2..60 {
        let pairs = n * (n - 1) / 2;
        assert_eq!(at_most_one(n, AmoKind::Pairwise, false), [0, pairs, 2 * pairs]);
        // Sinz 2005; Gent and Nightingale 2004.
        let counter = [n - 1, 3 * n - 4, 6 * n - 8];
        assert_eq!(at_most_one(n, AmoKind::Sequential, false), counter, "{n}");
        assert_eq!(at_most_one(n, AmoKind::Ladder, false), counter, "{n}");
        // Defined in both directions: each auxiliary literal also implies the one before it or
        // its input.
        let both = [n - 1, 4 * n - 5, 9 * n - 12];
        assert_eq!(at_most_one(n, AmoKind::Sequential, true), both, "{n}");
        // Prestwich 2007: each literal implies a binary number.
        let bits = (usize::BITS - (n - 1).leading_zeros()) as usize;
        assert_eq!(at_most_one(n, AmoKind::Bitwise, false), [bits, n * bits, 2 * n * bits]);
        // Chen 2010: rows and columns, each with pairwise at-most-one.
        let rows = n.isqrt();
        let columns = n.div_ceil(rows);
        let clauses = 2 * n + (rows * (rows - 1) + columns * (columns - 1)) / 2;
        assert_eq!(
            at_most_one(n, AmoKind::Product, false),
            [rows + columns, clauses, 2 * clauses],
            "{n}"
        );
        // Klieber and Kwon 2007, groups of four: pairs within the groups and of their
        // commanders.
        let (groups, rest) = (n.div_ceil(4), n % 4);
        let clauses = n + n / 4 * 6 + rest * rest.saturating_sub(1) / 2 + groups * (groups - 1) / 2;
        assert_eq!(at_most_one(n, AmoKind::Commander, false), [groups, clauses, 2 * clauses]);
    }
}

#[test]
fn the_product_in_three_dimensions_by_its_recursion() {
    // Cubes of cubes: three axes of `side`, each of which is a grid again from 9 on.
    for (side, axis) in [(3, [0, 3]), (4, [0, 6]), (8, [0, 28]), (27, [9, 90])] {
        let n = side * side * side;
        let clauses = 3 * n + 3 * axis[1];
        let expected = [3 * side + 3 * axis[0], clauses, 2 * clauses];
        assert_eq!(at_most_one(n, AmoKind::Product3, false), expected, "{n}");
    }
    assert_eq!(at_most_one(8, AmoKind::Product3, false), [0, 28, 56]);
    // A grid of 3 by 2 by 2.
    assert_eq!(at_most_one(9, AmoKind::Product3, false), [7, 27 + 3 + 1 + 1, 64]);
}

/// The size of RustSAT's groups of four, pinned so that a change is noticed.
#[test]
fn at_most_one_sizes_that_are_pinned() {
    let table: &[(usize, AmoKind, Size)] = &[
        (5, AmoKind::Bimander, [1, 11, 22]),
        (16, AmoKind::Bimander, [2, 56, 112]),
        (40, AmoKind::Bimander, [4, 220, 440]),
    ];
    for &(n, kind, expected) in table {
        assert_eq!(at_most_one(n, kind, false), expected, "{n} {kind}");
    }
}

#[test]
fn sequential_counters_by_their_closed_form() {
    for n in 3..20 {
        for k in 1..n {
            let at_most = counted(n, 0, k, CardinalityKind::Sequential, false);
            let clauses = (n - k) * (2 * k + 1) - k;
            assert_eq!(at_most[..2], [k * (n - k), clauses], "{n} {k}");
            // The trimmed counter stays below Sinz's figures.
            assert!(at_most[0] <= k * (n - 1) && at_most[1] < 2 * n * k + n - 3 * k);
            // Literals: two in a chain or in a first one, three where a count is added to.
            let chains = (n - k - 1) * k + (n - k) + (n - k);
            assert_eq!(at_most[2], 2 * chains + 3 * (n - k) * (k - 1), "{n} {k}");
            // "At least k" is "at most n - k" of the negations.
            let at_least = counted(n, n - k, n, CardinalityKind::Sequential, false);
            assert_eq!(at_least, at_most, "{n} {k}");
            // "Exactly k" shares every auxiliary literal; keeping counts then costs nothing.
            for keep_counts in [false, true] {
                let exactly = counted(n, k, k, CardinalityKind::Sequential, keep_counts);
                let lower = k * (2 * (n - k) + 1) - (n - k);
                assert_eq!(exactly[..2], [k * (n - k), clauses + lower], "{n} {k}");
            }
        }
    }
}

/// Returns the number of comparators of Batcher's odd-even merge sort of `2^p` inputs.
fn comparators(p: u32) -> usize {
    match p {
        0 => 0,
        _ => ((p * p - p + 4) as usize) * (1 << p) / 4 - 1,
    }
}

#[test]
fn networks_by_their_recursion_and_below_the_papers() {
    for (p, q) in (2..8_u32).flat_map(|p| (0..p).map(move |q| (p, q))) {
        let (n, block) = (1_usize << p, 1_usize << q);
        // With as many outputs as a block has inputs this is the paper's network, without the
        // output after the last one needed in each merge, which the paper makes and never
        // reads.
        let (cut, sorted) = (cut_merge(block), comparators(q));
        let (blocks, merges) = (n / block, n / block - 1);
        let expected =
            [2 * blocks * sorted + merges * cut[0], 3 * blocks * sorted + merges * cut[1] + 1];
        let found = counted(n, 0, block - 1, CardinalityKind::Network, false);
        if block > 1 {
            assert_eq!(found[..2], expected, "{n} {block}");
        }
        for k in block / 2 + 1..block {
            let found = counted(n, 0, k - 1, CardinalityKind::Network, false);
            let [variables, clauses] = paper_network(n, block);
            assert!(found[0] <= variables && found[1] <= clauses + 1, "{n} {k}");
        }
    }
}

/// Returns the variables and clauses that merge two sequences of `k` into the first `k` of both.
fn cut_merge(k: usize) -> [usize; 2] {
    if k == 1 {
        return [1, 2];
    }
    // The odd places give one output more than the even ones: one more variable and clause.
    let half = cut_merge(k / 2);
    [2 * half[0] + k, 2 * half[1] + 3 * k / 2]
}

/// Returns the variables and clauses of the network of Asín et al. 2011, sections 4 and 5, for `n`
/// inputs in blocks of `k`, both powers of two: each block is sorted, then simplified merges
/// follow.
fn paper_network(n: usize, k: usize) -> [usize; 2] {
    if n == k {
        let whole = comparators(k.ilog2());
        return [2 * whole, 3 * whole];
    }
    let [half, merge] = [paper_network(n / 2, k), simplified_merge(k)];
    [2 * half[0] + merge[0], 2 * half[1] + merge[1]]
}

/// Returns the variables and clauses that merge two sequences of `k` into the first `k + 1`.
fn simplified_merge(k: usize) -> [usize; 2] {
    if k == 1 {
        return [2, 3];
    }
    let [variables, clauses] = simplified_merge(k / 2);
    [2 * variables + k, 2 * clauses + 3 * k / 2]
}

#[test]
fn network_sizes_that_are_pinned() {
    let table: &[(usize, usize, usize, bool, Size)] = &[
        (4, 0, 1, false, [8, 14, 30]),
        (9, 0, 2, false, [30, 49, 109]),
        (16, 0, 3, false, [76, 121, 273]),
        (16, 3, 16, false, [57, 80, 194]),
        (16, 3, 3, false, [76, 230, 534]),
        (16, 3, 3, true, [76, 230, 534]),
        (100, 0, 10, false, [973, 1505, 3451]),
        (100, 90, 100, false, [973, 1505, 3451]),
    ];
    for &(n, low, high, keep_counts, expected) in table {
        let found = counted(n, low, high, CardinalityKind::Network, keep_counts);
        assert_eq!(found, expected, "{n} {low} {high} {keep_counts}");
    }
}

/// Returns the size of all-different over order-encoded integers `1..=d`, without the integers.
fn different(n: usize, d: usize, all_different: AllDifferentKind, integers: IntEncoding) -> Size {
    let amo = AmoKind::Pairwise;
    let cardinalities = CardinalityKind::Sequential;
    let options = EncodingOptions {
        integers,
        amo,
        cardinalities,
        all_different,
        ..EncodingOptions::default()
    };
    let mut e = ClauseEncoder::new(options, FormulaBudget::default());
    let values: Vec<i32> = (1..=d as i32).collect();
    let ints: Vec<IntId> = (0..n).map(|_| e.make_integer(&values).unwrap()).collect();
    let before = [e.formula.n_vars(), e.formula.n_clauses(), e.formula.n_literals()];
    e.all_different(&ints).unwrap();
    let after = [e.formula.n_vars(), e.formula.n_clauses(), e.formula.n_literals()];
    [0, 1, 2].map(|at| after[at] - before[at])
}

#[test]
fn hall_intervals_by_their_closed_form() {
    for (n, d) in [(3, 4), (3, 7), (4, 5), (5, 5), (6, 9)] {
        // The literal of an inner value takes three clauses; then come the pairs.
        let mut variables = n * (d - 2);
        let mut clauses = 3 * n * (d - 2) + d * n * (n - 1) / 2 + if n == d { n } else { 0 };
        for length in 2..n {
            let intervals = d - length + 1;
            // The two intervals at the ends are bounds already.
            variables += n * (intervals - 2) + intervals * length * (n - length);
            let counter = (n - length) * (2 * length + 1) - length;
            clauses += 3 * n * (intervals - 2) + intervals * counter;
        }
        let found = different(n, d, AllDifferentKind::Hall, IntEncoding::Order);
        assert_eq!(found[..2], [variables, clauses], "{n} {d}");
    }
}

#[test]
fn bits_by_their_closed_form() {
    for (n, d) in [(3, 4), (3, 7), (5, 5), (6, 9), (4, 100)] {
        let bits = (usize::BITS - (d - 1_usize).leading_zeros()) as usize;
        let pairs = n * (n - 1) / 2;
        let log = [pairs * bits, pairs * (2 * bits + 1), pairs * 7 * bits];
        assert_eq!(different(n, d, AllDifferentKind::Bits, IntEncoding::Log), log, "{n} {d}");
        // Other encodings of integers get the bits, with a clause for each value and bit.
        let [variables, clauses, literals] = log;
        let direct = [variables + n * bits, clauses + n * d * bits, literals + 2 * n * d * bits];
        assert_eq!(different(n, d, AllDifferentKind::Bits, IntEncoding::Direct), direct, "{n} {d}");
    }
}
