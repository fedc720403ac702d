//! LRAT: proofs whose steps name the clauses that they follow from.
//!
//! The clauses of the formula have the ids 1, 2, ... A step adds a clause under a larger id than
//! any before, with **hints**: ids of clauses that, once all literals of the new clause are false,
//! become unit one after the other until the last has no literal remaining (reverse unit
//! propagation, RUP). If that is not enough, a clause may be added that keeps the formula
//! satisfiable without following from it (resolution asymmetric tautology, RAT): its first literal
//! is the pivot, and for each clause `D` with the negated pivot a negative hint `-D` begins the
//! hints for the resolvent with `D`. Other steps delete clauses. The empty clause completes the
//! proof.
//!
//! In text a step is a line, `ID LITERAL... 0 HINT... 0` or `ID d ID... 0`. In binary it begins
//! with `a` or `d`, and a number `n` is `2|n|`, or `2|n| + 1` if negative, in groups of seven
//! bits, least significant first.
//!
//! Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, *Efficient certified RAT
//! verification* (CADE 2017); Heule, Hunt, Kaufmann, Wetzler, *Efficient,
//! verified checking of propositional proofs* (ITP 2017).

mod check;
mod clauses;
mod numbers;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use check::Checker;
pub use read::{Place, Reader, Step};
pub use write::Writer;

use std::io::BufRead;

use parallax_model::ask::Control;
use rustsat::types::Lit;

use super::{Accepted, ProofError, ProofRefusal};

/// Steps checked between two checks of the clock.
const STEPS_BETWEEN_POLLS: u64 = 256;

/// Checks a proof, in text or binary, that the clauses of a formula are unsatisfiable. The
/// proof is streamed and never held in memory; text after the empty clause is not read.
///
/// # Errors
/// At the first wrong step, with its place and the reason; if the proof ends before the empty
/// clause; at a limit of `control`, including its allowance for one formula.
pub fn check<'f>(
    formula: impl IntoIterator<Item = &'f [Lit]>,
    proof: impl BufRead,
    control: &Control,
) -> Result<Accepted, ProofError> {
    let mut checker = Checker::new(control.formula_bytes());
    for clause in formula {
        checker.given(clause)?;
    }
    let mut reader = Reader::new(proof)?;
    let mut derived = 0;
    while !checker.is_refuted() {
        if derived % STEPS_BETWEEN_POLLS == 0 {
            control.check()?;
        }
        let place = reader.place();
        let why = match reader.step()? {
            None => {
                return Err(ProofRefusal::End(place).into());
            }
            Some(Step::Add { id, clause, hints }) => {
                derived += 1;
                checker.add(id, clause, hints)
            }
            Some(Step::Delete { ids }) => ids.iter().try_for_each(|&id| checker.delete(id)),
        };
        why.map_err(|fault| fault.at(place))?;
    }
    Ok(Accepted { checker: "parallax (LRAT)".into(), derived: Some(derived) })
}
