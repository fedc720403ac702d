//! Each kind as an SMT term, and the memory of the terms, estimated before they are made.

use parallax_encodings::AtomOp;
use parallax_encodings::smt::{self, SmtTerm};
use parallax_model::engine_api::PreparationError;
use parallax_model::{Constraint, Kind};

use super::super::{GLOBAL_REFUSAL, encoding_relation};
use super::{SmtLowering, integer_indices, script_atom};

/// Maximum length of a lexicographic order that is written without further truth values.
const MAX_FLAT_LENGTH: usize = 16;

impl SmtLowering<'_> {
    pub(super) fn constraint_term(
        &mut self,
        constraint: &Constraint,
    ) -> Result<SmtTerm, PreparationError> {
        Ok(match constraint {
            Constraint::AllDifferent(c) => smt::all_different(&integer_indices(&c.scope)),
            Constraint::GlobalCardinality(c) => {
                let counts: Vec<(i32, usize, usize)> = c
                    .occurrences
                    .iter()
                    .map(|o| (o.value, o.min as usize, o.max as usize))
                    .collect();
                smt::cardinality_term(&integer_indices(&c.scope), &counts, c.closed)
            }
            Constraint::Linear(c) => {
                let terms: Vec<(i64, usize)> =
                    c.terms.iter().map(|t| (t.coefficient, t.variable.index())).collect();
                smt::linear_term(&terms, encoding_relation(c.relation), c.constant)
            }
            Constraint::Compare(c) => smt::compare_term(
                c.left.index(),
                encoding_relation(c.relation),
                c.right.index(),
                c.offset,
            ),
            // A list of values cannot represent rows without values.
            Constraint::Table(c) if c.scope.is_empty() => {
                SmtTerm::Bool(c.tuples.is_empty() == c.forbidden)
            }
            Constraint::Table(c) => {
                smt::table_term(&integer_indices(&c.scope), &c.tuples.concat(), !c.forbidden)
            }
            Constraint::Element(c) => smt::element_term(
                c.index.index(),
                &integer_indices(&c.array),
                c.result.index(),
                c.first,
            ),
            Constraint::Lexicographic(c) => {
                let (left, right) = (integer_indices(&c.left), integer_indices(&c.right));
                if left.len() <= MAX_FLAT_LENGTH {
                    smt::lexicographic_term(&left, &right, c.strict)
                } else {
                    smt::lex_by_steps(&mut self.script, &left, &right, c.strict)
                }
            }
            Constraint::Extremum(c) => {
                smt::extremum_term(c.result.index(), &integer_indices(&c.scope), c.max)
            }
            Constraint::Product(c) => {
                smt::product_term(c.left.index(), c.right.index(), c.result.index())
            }
            Constraint::Inverse(c) => smt::inverse_term(
                &integer_indices(&c.left),
                &integer_indices(&c.right),
                c.first_left,
                c.first_right,
            ),
            Constraint::Clause(c) => {
                let atoms: Vec<(usize, AtomOp, i32)> = c.atoms.iter().map(script_atom).collect();
                smt::clause_term(&atoms)
            }
            Constraint::Dimension(c) => self.dimension_term(c)?,
            Constraint::Reify(c) => smt::reify_term(c.truth.index(), script_atom(&c.atom)),
            Constraint::Implies(c) => {
                let condition = smt::atom_term(c.condition.index(), AtomOp::Eq, 1);
                condition.implies_term(self.constraint_term(&c.then)?)
            }
            Constraint::Global(_) => {
                return Err(PreparationError::Unsupported(GLOBAL_REFUSAL.into()));
            }
        })
    }
}

/// Returns the approximate number of bytes of a constraint's SMT terms: its number of comparisons,
/// each with its two sides and its connective.
pub(super) fn estimate_bytes(constraint: &Constraint) -> u128 {
    count_comparisons(constraint).saturating_mul(4 * size_of::<SmtTerm>() as u128)
}

fn count_comparisons(constraint: &Constraint) -> u128 {
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
        Constraint::Implies(c) => count_comparisons(&c.then),
        // A few comparisons at least, and one for each variable of a long scope.
        _ => {
            let mut named = 0;
            constraint.each_variable(&mut |_| named += 1);
            named.max(4)
        }
    }
}
