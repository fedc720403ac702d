//! The interface of a prover, and the truth of a case from its answer.

use parallax_model::ask::Control;

use super::defined::is_defined;
use super::slices;
use crate::programs::case::Case;
use crate::programs::cores::Held;
use crate::programs::definition::{Fault, Semantics, holds};
use crate::programs::dispute::{Dispute, DisputeKind};
use crate::programs::judge::{self, Truth, Unjudged};
use crate::programs::language::Language;

/// Maximum number of solutions of a larger case.
pub const SOLUTIONS: usize = 2000;

/// Lists all solutions of a case, with a proof that there is no other.
pub trait Prover: Sync {
    /// Whether it can read a case: others are not drawn. All cases by default.
    fn takes(&self, _case: &Case) -> bool {
        true
    }

    /// Returns the solutions of a case whose target has a language. The result depends on the case
    /// and the language alone, never on time, unless `control` stops it.
    ///
    /// # Errors
    /// Why there is no proved list.
    fn prove(
        &self,
        case: &Case,
        language: &dyn Language,
        control: &Control,
    ) -> Result<Proved, Unproved>;
}

/// A proved list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// All solutions, in any order; values follow the order of the variables.
    pub solutions: Vec<Vec<i64>>,
    /// Number of lines of the certificate.
    pub lines: u64,
    /// The language in which the prover read the case.
    pub language: String,
}

/// The reason why there is no proved list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// More than [`SOLUTIONS`] solutions exist.
    TooMany,
    /// The search or the certificate exceeds its limit.
    TooLong,
    /// The prover does not take the case.
    Refused(String),
    /// The statements of the prover contradict each other, or a checker refuses the certificate.
    Wrong(String),
}

/// The judge of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum JudgedBy {
    /// The enumeration of all assignments.
    #[default]
    Enumeration,
    /// A list of solutions with a certificate.
    Certificate {
        /// Number of lines of the certificate.
        lines: u64,
        /// The language in which the prover read the case.
        language: String,
    },
}

impl JudgedBy {
    /// Returns it in words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            JudgedBy::Enumeration => "enumeration".into(),
            JudgedBy::Certificate { lines, language } => {
                format!("a certificate of {lines} lines ({language})")
            }
        }
    }
}

/// The reason why a larger case has no truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTruth {
    /// It has no proved list.
    Unproved(Unproved),
    /// An expression may be without meaning.
    Undefined,
    /// The definitions contradict the list.
    Disputed(Box<Dispute>),
    /// The campaign ends.
    Stopped,
}

/// Returns the truth about a case by a prover, whatever its size.
///
/// # Errors
/// Why there is none.
pub fn judge_by(
    prover: &dyn Prover,
    case: &Case,
    language: &dyn Language,
    control: &Control,
) -> Result<(Truth, JudgedBy), NoTruth> {
    if !is_defined(case) {
        return Err(NoTruth::Undefined);
    }
    let disputed = |language: &str, kind| {
        let (case, language) = (case.clone(), language.to_owned());
        NoTruth::Disputed(Box::new(Dispute { case, language, kind }))
    };
    let Proved { mut solutions, lines, language } =
        prover.prove(case, language, control).map_err(|why| match why {
            _ if control.stopped().is_some() => NoTruth::Stopped,
            Unproved::Wrong(why) => disputed(language.name(), DisputeKind::Certificate(why)),
            why => NoTruth::Unproved(why),
        })?;
    if solutions.len() > SOLUTIONS {
        return Err(NoTruth::Unproved(Unproved::TooMany));
    }
    solutions.sort_unstable();
    if let Some(extra) = solutions.iter().find(|solution| !is_solution(case, solution)) {
        return Err(disputed(&language, DisputeKind::Extra(extra.clone())));
    }
    if let Some(pair) = solutions.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(disputed(&language, DisputeKind::Repeated(pair[0].clone())));
    }
    if let Some(missing) = slices::missing(case, &solutions) {
        return Err(disputed(&language, DisputeKind::Missing(missing)));
    }
    let best = judge::best(case, &solutions, Semantics::Total).map_err(|_| NoTruth::Undefined)?;
    // Larger cases have no assumptions.
    let truth = Truth { solutions, best, held: Held::default() };
    Ok((truth, JudgedBy::Certificate { lines, language }))
}

/// Returns the truth about a case: by enumeration if it is small, else by a prover if there is one.
///
/// # Errors
/// Why there is none.
pub fn truth(
    prover: Option<&dyn Prover>,
    case: &Case,
    language: &dyn Language,
    control: &Control,
) -> Result<(Truth, JudgedBy), NoTruth> {
    match (judge::judge(case, language.semantics()), prover) {
        (Ok(truth), _) => Ok((truth, JudgedBy::Enumeration)),
        (Err(Unjudged::TooMany), Some(prover)) => judge_by(prover, case, language, control),
        (Err(Unjudged::TooMany), None) => Err(NoTruth::Unproved(Unproved::TooLong)),
        (Err(Unjudged::Fault(_)), _) => Err(NoTruth::Undefined),
    }
}

/// Whether values are an assignment of the variables of a case, and solve it.
#[must_use]
pub fn is_solution(case: &Case, values: &[i64]) -> bool {
    let holds = |constraint| holds(constraint, values, Semantics::Total) == Ok::<_, Fault>(true);
    let known = case.variables.iter().zip(values);
    values.len() == case.variables.len()
        && known.into_iter().all(|(variable, value)| variable.values.contains(value))
        && case.constraints.iter().all(holds)
}
