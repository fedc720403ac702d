//! The interface of a prover, and the truth of a case from its answer.

use parallax_model::engine_api::Control;

use super::definedness::is_defined;
use super::slices;
use crate::programs::case::FuzzCase;
use crate::programs::cores::SatisfiedSets;
use crate::programs::definition::{ExprValueError, UndefinedSemantics, constraint_holds};
use crate::programs::dispute::{DisputeKind, ProverDispute};
use crate::programs::judge::{self, CaseTruth, JudgementError};
use crate::programs::language::CaseLanguage;

/// Maximum number of solutions of a larger case.
pub const MAX_SOLUTIONS: usize = 2000;

/// Lists all solutions of a case, with a proof that there is no other.
pub trait CaseProver: Sync {
    /// Whether it can read a case; other cases are not drawn. All cases by default.
    fn takes_case(&self, _case: &FuzzCase) -> bool {
        true
    }

    /// Returns the solutions of a case whose target has a language. The result depends on the case
    /// and the language alone, never on time, unless `control` stops it.
    ///
    /// # Errors
    /// Returns the reason if there is no proved list.
    fn list_proved_solutions(
        &self,
        case: &FuzzCase,
        language: &dyn CaseLanguage,
        control: &Control,
    ) -> Result<ProvedSolutions, ProverError>;
}

/// A proved list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedSolutions {
    /// All solutions, in any order; values follow the order of the variables.
    pub solutions: Vec<Vec<i64>>,
    /// Number of lines of the certificate.
    pub lines: u64,
    /// The language in which the prover read the case.
    pub language: String,
}

/// The reason why there is no proved list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProverError {
    /// More than [`MAX_SOLUTIONS`] solutions exist.
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
    /// Returns the judge as text.
    #[must_use]
    pub fn judge_description(&self) -> String {
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
    Unproved(ProverError),
    /// An expression may have no meaning.
    Undefined,
    /// The definitions contradict the list.
    Disputed(Box<ProverDispute>),
    /// The campaign ends.
    Stopped,
}

/// Returns the truth about a case by a prover, whatever its size.
///
/// # Errors
/// Returns the reason if there is none.
pub fn judge_by(
    prover: &dyn CaseProver,
    case: &FuzzCase,
    language: &dyn CaseLanguage,
    control: &Control,
) -> Result<(CaseTruth, JudgedBy), NoTruth> {
    if !is_defined(case) {
        return Err(NoTruth::Undefined);
    }
    let disputed = |language: &str, kind| {
        let (case, language) = (case.clone(), language.to_owned());
        NoTruth::Disputed(Box::new(ProverDispute { case, language, kind }))
    };
    let ProvedSolutions { mut solutions, lines, language } =
        prover.list_proved_solutions(case, language, control).map_err(|why| match why {
            // A proof that was stopped looks like one that failed.
            _ if control.stop_reason().is_some() => NoTruth::Stopped,
            ProverError::Wrong(why) => {
                disputed(language.language_name(), DisputeKind::Certificate(why))
            }
            why => NoTruth::Unproved(why),
        })?;
    if solutions.len() > MAX_SOLUTIONS {
        return Err(NoTruth::Unproved(ProverError::TooMany));
    }
    // From here on, nothing that the prover states is believed without a check by the definitions.
    // Extra and repeated solutions are found for certain, missing ones only in the parts that are
    // enumerated.
    solutions.sort_unstable();
    if let Some(extra) = solutions.iter().find(|solution| !is_solution(case, solution)) {
        return Err(disputed(&language, DisputeKind::Extra(extra.clone())));
    }
    if let Some(pair) = solutions.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(disputed(&language, DisputeKind::Repeated(pair[0].clone())));
    }
    if let Some(missing) = slices::find_missing_solution(case, &solutions) {
        return Err(disputed(&language, DisputeKind::Missing(missing)));
    }
    let best = judge::best_value(case, &solutions, UndefinedSemantics::Total)
        .map_err(|_| NoTruth::Undefined)?;
    // Larger cases have no assumptions.
    let truth = CaseTruth { solutions, best, held: SatisfiedSets::default() };
    Ok((truth, JudgedBy::Certificate { lines, language }))
}

/// Returns the truth about a case: by enumeration if it is small, else by a prover if there is one.
///
/// # Errors
/// Returns the reason if there is none.
pub fn find_truth(
    prover: Option<&dyn CaseProver>,
    case: &FuzzCase,
    language: &dyn CaseLanguage,
    control: &Control,
) -> Result<(CaseTruth, JudgedBy), NoTruth> {
    match (judge::judge_case(case, language.undefined_semantics()), prover) {
        // Enumeration needs no trust in any engine, so it judges every case that is small enough,
        // even if a prover is there.
        (Ok(truth), _) => Ok((truth, JudgedBy::Enumeration)),
        (Err(JudgementError::TooMany), Some(prover)) => judge_by(prover, case, language, control),
        (Err(JudgementError::TooMany), None) => Err(NoTruth::Unproved(ProverError::TooLong)),
        (Err(JudgementError::Fault(_)), _) => Err(NoTruth::Undefined),
    }
}

/// Whether values are an assignment of the variables of a case, and solve it.
#[must_use]
pub fn is_solution(case: &FuzzCase, values: &[i64]) -> bool {
    let holds = |constraint| {
        constraint_holds(constraint, values, UndefinedSemantics::Total)
            == Ok::<_, ExprValueError>(true)
    };
    let known = case.variables.iter().zip(values);
    values.len() == case.variables.len()
        && known.into_iter().all(|(variable, value)| variable.values.contains(value))
        && case.constraints.iter().all(holds)
}
