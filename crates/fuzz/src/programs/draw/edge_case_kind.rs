//! Manners: each case leans to one kind of edge, so that rare values meet each other.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// The probabilities and ranges of a case.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeCaseKind {
    /// Probability of a constant in the place of a variable.
    pub(super) constant: f64,
    /// Probability of a variable that the case has already.
    pub(super) repeat: f64,
    /// Probability of the number 0 or 1 of a truth value in the place of a new variable.
    pub(super) image: f64,
    /// Probability of an extreme number.
    pub(super) extreme: f64,
    /// The extreme numbers.
    pub(super) extremes: &'static [i64],
    /// Probability of a domain without gaps.
    pub(super) run: f64,
    /// Probability of one value for a new variable.
    pub(super) single: f64,
    /// Probability of 0 for a length, weight or demand.
    pub(super) zero: f64,
    /// Probability of a constant as the result of a function, if its value is an integer.
    pub(super) result: f64,
    /// Probability of an expression that the case has already, where an expression may stand.
    pub(super) again: f64,
    /// Maximum number of levels of expressions below the first; `None` if it is drawn.
    pub(super) depth: Option<u32>,
    /// The range of small numbers for operators without their own range.
    pub(super) range: (i64, i64),
    /// Numbers of items of a list, one of which is taken.
    pub(super) lengths: &'static [usize],
    /// Maximum number of values of a variable.
    pub(super) values: usize,
}

/// Numbers at which machines and solvers change their behaviour.
const EXTREME_NUMBERS: &[i64] = &[
    46_340,
    46_341,
    -46_341,
    65_535,
    65_536,
    -65_536,
    65_537,
    100_000,
    (1 << 30) + 1,
    1 << 30,
    1_000_000_007,
    (1 << 31) - 11,
    -(1 << 31) + 11,
    127,
    -128,
    (1 << 31) - 1,
    -(1 << 31),
    1 << 31,
    -(1 << 31) - 1,
    1 << 33,
    1 << 53,
    i64::MAX,
];

/// Small numbers of all kinds.
const SMALL_NUMBERS: EdgeCaseKind = EdgeCaseKind {
    constant: 0.2,
    repeat: 0.25,
    image: 0.03,
    extreme: 0.015,
    extremes: EXTREME_NUMBERS,
    run: 0.6,
    single: 0.1,
    zero: 0.0,
    result: 0.35,
    again: 0.0,
    depth: None,
    range: (-2, 4),
    lengths: &[0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4],
    values: 5,
};

/// Numbers at the limits of 32 bits, their roots, and a few small ones.
const WORD_LIMITS: EdgeCaseKind = EdgeCaseKind {
    extreme: 0.55,
    run: 0.15,
    range: (-1, 2),
    lengths: &[1, 2, 2, 3],
    values: 3,
    ..SMALL_NUMBERS
};

/// Roots of 2^31 and 2^32: a product of two wraps in 32 bits, often to 0.
const WORD_LIMIT_ROOTS: EdgeCaseKind = EdgeCaseKind {
    extreme: 0.6,
    extremes: &[1 << 16, 1 << 16, -(1 << 16), 46_341],
    run: 0.0,
    range: (0, 1),
    lengths: &[1, 2, 2, 2, 3],
    values: 3,
    ..SMALL_NUMBERS
};

/// Constants, and variables with one value.
const FIXED_VALUES: EdgeCaseKind = EdgeCaseKind {
    constant: 0.75,
    single: 0.5,
    repeat: 0.1,
    range: (-1, 2),
    values: 3,
    ..SMALL_NUMBERS
};

/// One variable in many places.
const REPEATED_VARIABLES: EdgeCaseKind = EdgeCaseKind {
    constant: 0.05,
    repeat: 0.75,
    lengths: &[1, 2, 2, 3, 3, 4],
    values: 4,
    ..SMALL_NUMBERS
};

/// Domains with gaps.
const DOMAIN_HOLES: EdgeCaseKind =
    EdgeCaseKind { run: 0.05, single: 0.0, range: (-5, 9), ..SMALL_NUMBERS };

/// Negative numbers.
const NEGATIVE_NUMBERS: EdgeCaseKind = EdgeCaseKind { range: (-5, 0), values: 4, ..SMALL_NUMBERS };

/// Zeros and ones, short lists.
const ZEROS_AND_ONES: EdgeCaseKind = EdgeCaseKind {
    zero: 0.5,
    range: (-1, 1),
    lengths: &[0, 1, 1, 1, 2, 2, 3],
    values: 3,
    ..SMALL_NUMBERS
};

/// Lists of several variables with the same few values, where counting is at its hardest.
const ALIKE_DOMAINS: EdgeCaseKind = EdgeCaseKind {
    constant: 0.04,
    repeat: 0.04,
    image: 0.0,
    extreme: 0.0,
    extremes: EXTREME_NUMBERS,
    run: 1.0,
    single: 0.0,
    zero: 0.15,
    result: 0.6,
    again: 0.0,
    depth: None,
    range: (0, 3),
    lengths: &[3, 3, 4, 4, 4, 5],
    values: 4,
};

/// Numbers of truth values instead of variables: solvers often treat sums and counts of them as a
/// separate kind of constraint.
const TRUTH_VALUE_IMAGES: EdgeCaseKind = EdgeCaseKind {
    constant: 0.05,
    repeat: 0.15,
    image: 0.85,
    range: (-2, 3),
    lengths: &[1, 1, 2, 2, 3, 3, 4],
    values: 3,
    ..SMALL_NUMBERS
};

/// Terms that occur again, in languages that can name them, and numbers around the limits of
/// readers.
const REPEATED_TERMS: EdgeCaseKind = EdgeCaseKind {
    constant: 0.1,
    repeat: 0.5,
    extreme: 0.08,
    extremes: &[
        999_999_998,
        1_000_000_000,
        -1_000_000_000,
        2_000_000_000,
        (1 << 31) - 1,
        1 << 60,
        1 << 61,
        -(1 << 61),
        i64::MAX - 1,
    ],
    again: 0.5,
    depth: Some(3),
    lengths: &[1, 2, 2, 3],
    values: 4,
    ..SMALL_NUMBERS
};

/// The share of [`REPEATED_TERMS`] next to the manners of all languages.
const TERMS_SHARE: usize = 5;

const ALL: [EdgeCaseKind; 15] = [
    SMALL_NUMBERS,
    SMALL_NUMBERS,
    SMALL_NUMBERS,
    WORD_LIMITS,
    WORD_LIMIT_ROOTS,
    FIXED_VALUES,
    FIXED_VALUES,
    REPEATED_VARIABLES,
    DOMAIN_HOLES,
    NEGATIVE_NUMBERS,
    ZEROS_AND_ONES,
    ZEROS_AND_ONES,
    ALIKE_DOMAINS,
    TRUTH_VALUE_IMAGES,
    TRUTH_VALUE_IMAGES,
];

impl EdgeCaseKind {
    /// Chooses a manner; one of them is for languages that name terms.
    pub(super) fn choose_kind(rng: &mut ChaCha8Rng, names_terms: bool) -> Self {
        let count = ALL.len() + if names_terms { TERMS_SHARE } else { 0 };
        // Indices past the end of the table select the manner of terms.
        ALL.get(rng.random_range(0..count)).copied().unwrap_or(REPEATED_TERMS)
    }
}
