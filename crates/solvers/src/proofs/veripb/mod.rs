//! VeriPB as a second judge of certificates.
//!
//! [`PseudoBooleanDefinition`] writes the model as a plain pseudo-Boolean problem, to which the
//! claim is added: each solution forbidden over the shown variables, or an objective better than
//! the best value. The result must be a contradiction. [`judge_certificate`] follows a certificate,
//! writes its steps as a proof of that contradiction, and has VeriPB check the proof. A verdict of
//! VeriPB rests on the definition and on VeriPB, not on the search, the encoders, or the checker of
//! certificates.
//!
//! VeriPB: Bogaerts, Gocht, McCreesh, Nordström, *Certified Dominance and Symmetry Breaking for
//! Combinatorial Optimisation*, JAIR 2023; the program is that of the crate `veripb`, version 3.
//!
//! VeriPB (`proofs/veripb/`) gets a definition of the checker's own flat model (`definition/`,
//! one function a kind) and a proof that follows the steps of a certificate as the checker
//! accepts them (`follow.rs` and `removals.rs`, with `propagation_help.rs` and `hall.rs` where unit
//! propagation needs more). So one translation serves every engine that writes certificates.
//! Formulas with auxiliary variables go there directly (`refute.rs`): `auxiliary.rs` works out what
//! each variable counts.

mod auxiliary;
mod bounds;
mod definition;
mod derive;
mod error;
mod follow;
mod hall;
mod propagation_help;
mod refute;
mod removals;
mod sums;
mod symbols;
mod verify;
mod veripb_judge;

use veripb_judge::{LimitedProofWriter, write_contradiction};
pub use veripb_judge::{VeripbClaim, VeripbFiles, judge_certificate, judge_formula, write_proof};

pub use self::definition::{PseudoBooleanDefinition, VeripbDefinitionError};
pub use self::error::FollowError;
pub use self::refute::{
    FormulaLiteral, RefutationWriter, SourcedClause, VeripbClauseOrigin, write_refutation,
};
pub use self::verify::{VeripbVerdict, run_veripb};
