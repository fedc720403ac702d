//! The common part of random scripts and random pseudo-Boolean problems.

use std::collections::BTreeSet;

use parallax_formats::inputs::InputForm;
use parallax_model::instance::PuzzleSolution;
use rand::Rng;
use rand::seq::IndexedRandom;

/// A random text with its plain meaning.
pub(super) struct Drawn {
    pub form: InputForm,
    pub text: String,
    pub features: Features,
    /// Whether the text requests a best solution.
    pub optimise: bool,
    /// The meaning; `None` if some number exceeds 128 bits.
    pub meaning: Option<Meaning>,
}

impl Drawn {
    /// Whether its numbers are small, so that it must be read.
    pub(super) fn is_small(&self) -> bool {
        self.features.contains(SMALL)
    }
}

/// The meaning of a text, found by trying all assignments.
pub(super) struct Meaning {
    /// All solutions in ascending order; for an optimisation the best ones.
    pub solutions: Vec<PuzzleSolution>,
    /// The minimum of the objective, if there is one and a solution.
    pub best: Option<i128>,
    /// Assignments, and whether they satisfy the assertions.
    pub rules: Vec<(PuzzleSolution, bool)>,
    /// Whether some solution has values beyond 32 bits, which no model can hold, so that the text
    /// must be refused.
    pub too_large: bool,
}

/// The features of a text, by name.
pub(super) type Features = BTreeSet<&'static str>;

/// The feature of a text with only small numbers.
pub(super) const SMALL: &str = "small numbers";
/// The feature of a text with other numbers.
pub(super) const LARGE: &str = "large numbers";

/// Maximum magnitude of a small number.
pub(super) const MOST: i64 = 4;

/// Numbers at and around the limits of values, coefficients and types.
const ENDS: &[i64] = &[
    1_000_000_000,
    999_999_998,
    2_000_000_000,
    i32::MAX as i64,
    i32::MIN as i64,
    i32::MAX as i64 + 1,
    1 << 60,
    1 << 61,
    -(1 << 61),
    i64::MAX - 1,
    i64::MAX,
    i64::MIN + 1,
];

/// Draws a small number, or, if `wild`, sometimes one at a limit.
pub(super) fn number(rng: &mut impl Rng, wild: bool) -> i64 {
    if wild && rng.random_bool(0.1) {
        let end = ENDS.choose(rng).copied().unwrap_or_default();
        end.saturating_add(rng.random_range(-1..2))
    } else {
        rng.random_range(-MOST..=MOST)
    }
}
