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
mod lrat_check;
mod numbers;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use lrat_check::check_lrat;

pub use check::LratChecker;
pub use read::{LratReader, LratStep, ProofPosition};
pub use write::LratWriter;
