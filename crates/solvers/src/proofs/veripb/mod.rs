//! VeriPB as a second judge of certificates.
//!
//! [`Definition`] writes the model as a plain pseudo-Boolean problem, to which the claim is added:
//! each solution forbidden over the shown variables, or an objective better than the best value.
//! The result must be a contradiction. [`judge`] follows a certificate, writes its steps as a proof
//! of that contradiction, and has VeriPB check the proof. A verdict of VeriPB rests on the
//! definition and on VeriPB, not on the search, the encoders, or the checker of certificates.
//!
//! VeriPB: Bogaerts, Gocht, McCreesh, Nordström, *Certified Dominance and Symmetry Breaking for
//! Combinatorial Optimisation*, JAIR 2023; the program is that of the crate `veripb`, version 3.
//!
//! VeriPB (`proofs/veripb/`) gets a definition of the checker's own flat model (`definition/`,
//! one function a kind) and a proof that follows the steps of a certificate as the checker
//! accepts them (`follow.rs` and `removals.rs`, with `help.rs` and `hall.rs` where unit propagation
//! needs more). So one translation serves every engine that writes certificates. Formulas with
//! auxiliary variables go there directly (`refute.rs`): `auxiliary.rs` works out what each variable
//! counts.

mod auxiliary;
mod bounds;
mod definition;
mod derive;
mod error;
mod follow;
mod hall;
mod help;
mod refute;
mod removals;
mod sums;
mod symbols;
mod verify;
mod veripb_judge;

pub use veripb_judge::{Claimed, Files, judge, judge_formula, prove};
use veripb_judge::{Limited, contradiction};

pub use self::definition::{Definition, Undefined};
pub use self::error::FollowError;
pub use self::refute::{Clause, Origin, Refuter, Sign, refute};
pub use self::verify::{Verdict, verify};
