//! The memory of a constraint's SMT terms, estimated before they are made.

use parallax_encodings::smt::Term;
use parallax_model::Constraint;

/// Returns the approximate number of bytes of a constraint's SMT terms: its number of comparisons,
/// each with its two sides and its connective.
pub(super) fn bytes(constraint: &Constraint) -> u128 {
    comparisons(constraint).saturating_mul(4 * size_of::<Term>() as u128)
}

fn comparisons(constraint: &Constraint) -> u128 {
    let times = |a: usize, b: usize| a as u128 * b as u128;
    match constraint {
        Constraint::AllDifferent(c) => c.scope.len() as u128,
        // A count is written for each of its bounds, and each value of a closed one again.
        Constraint::GlobalCardinality(c) => 3 * times(c.scope.len(), c.occurrences.len()),
        Constraint::Linear(c) => c.terms.len() as u128,
        Constraint::Table(c) => times(c.scope.len().max(1), c.tuples.len()),
        Constraint::Element(c) => 2 * c.array.len() as u128,
        Constraint::Lexicographic(c) => 16 * c.left.len() as u128,
        Constraint::Extremum(c) => 2 * c.scope.len() as u128,
        Constraint::Inverse(c) => 2 * times(c.left.len(), c.right.len()),
        Constraint::Clause(c) => c.atoms.len() as u128,
        Constraint::Dimension(c) => 4 * c.scope.len() as u128,
        Constraint::Compare(_) | Constraint::Product(_) | Constraint::Reify(_) => 4,
        Constraint::Implies(c) => comparisons(&c.then),
        // Lowering takes plain models.
        Constraint::Global(_) => 0,
    }
}
