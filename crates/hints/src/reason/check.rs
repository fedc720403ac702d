//! Counting proofs, checked by adding. Sudoku solvers know their bases and covers also as truths
//! and links.

use std::collections::BTreeMap;

use super::CandidateLiteral;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::unit::{CandidateId, RulePart};

/// Whether parts prove a literal by counting. The bases are the parts that need a true candidate,
/// the covers the parts that allow one. The sum of the bases gives at least as many true candidates
/// as there are bases, the sum of the covers at most as many as there are covers. If every
/// candidate other than the literal's lies in at most as many bases as covers, and the opposite of
/// the literal leaves too few, the opposite is false.
#[must_use]
pub fn counts_literal(
    rules: &CandidateRules,
    state: &CandidateState,
    parts: &[RulePart],
    literal: CandidateLiteral,
) -> bool {
    // For each candidate, the number of bases with it less the number of covers.
    let mut surplus: BTreeMap<CandidateId, i64> = BTreeMap::new();
    let mut needed = 0;
    for &part in parts {
        let sign = if matches!(part, RulePart::Some(_)) { 1 } else { -1 };
        needed += sign;
        for candidate in state.of_unit(rules, part.unit()) {
            *surplus.entry(candidate).or_default() += sign;
        }
    }
    let own = surplus.remove(&literal.candidate).unwrap_or(0);
    // With the opposite of the literal, its candidate counts either not at all, or once in each of
    // its parts.
    let given = if literal.holds { 0 } else { own };
    // E.g. an X-wing: two rows are bases and two columns covers, so `needed` is 0. A further
    // candidate of such a column has the surplus -1, which is less: it is false.
    surplus.values().all(|&surplus| surplus <= 0) && given < needed
}
