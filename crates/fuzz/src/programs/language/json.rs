//! The language of adapters: JSON, one line for each case. The head of `programs` describes the
//! form.

use serde_json::Value;

use super::{CaseLanguage, NotExpressible};
use crate::programs::case::FuzzCase;
use crate::programs::cores::CoreAnswerError;
use crate::programs::definition::UndefinedSemantics;
use crate::programs::operator::Operator;
use crate::programs::reply::{TargetAnswer, TargetClaim, TargetReply};

/// Maximum number of solutions that an adapter returns.
pub const MAX_ADAPTER_SOLUTIONS: u64 = 5000;

/// The language of an adapter, as it introduced itself.
#[derive(Clone, Debug)]
pub struct JsonLanguage {
    /// The treatment of undefined terms.
    pub semantics: UndefinedSemantics,
    /// The operators that the adapter spells.
    pub operators: Vec<Operator>,
    /// Whether the adapter answers cores.
    pub assumes: bool,
}

/// Why a line is not an introduction of an adapter.
#[derive(Debug, thiserror::Error)]
pub enum IntroductionError {
    /// It is not JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It lacks this member.
    #[error("'{0}' is missing")]
    Missing(&'static str),
    /// It names unknown semantics.
    #[error("unknown semantics '{0}'")]
    Semantics(String),
}

/// Why a line is not an answer of an adapter.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
enum AdapterAnswerError {
    #[error("the answer to question {answered} instead of {asked}")]
    Question { asked: u64, answered: Value },
    #[error("unknown status {0}")]
    Status(Value),
    #[error("the core {0} is not a list")]
    CoreList(Value),
    #[error("{0} in a core is not the index of a constraint")]
    CorePlace(Value),
    #[error(transparent)]
    Core(#[from] CoreAnswerError),
    #[error("a solution is not a list")]
    SolutionList,
    #[error("a solution has {0} values")]
    Length(usize),
    #[error("{0} is not a value")]
    Value(Value),
}

impl JsonLanguage {
    /// Reads an adapter's introduction; returns the name and version with the language.
    ///
    /// # Errors
    /// Returns the member that is missing or malformed.
    pub fn from_introduction(line: &str) -> Result<(String, String, Self), IntroductionError> {
        let value: Value = serde_json::from_str(line)?;
        let word = |name: &'static str| {
            value[name].as_str().map(str::to_owned).ok_or(IntroductionError::Missing(name))
        };
        let semantics = match value["semantics"].as_str() {
            None | Some("relational") => UndefinedSemantics::Relational,
            Some("strict") => UndefinedSemantics::Strict,
            Some("total") => UndefinedSemantics::Total,
            Some(other) => return Err(IntroductionError::Semantics(other.to_owned())),
        };
        let names = value["operators"].as_array().ok_or(IntroductionError::Missing("operators"))?;
        // An adapter may be newer than this program and spell operators that it does not know.
        let operators =
            names.iter().filter_map(|name| Operator::from_name(name.as_str()?)).collect();
        let assumes = value["assumes"].as_bool().unwrap_or(false);
        Ok((word("name")?, word("version")?, JsonLanguage { semantics, operators, assumes }))
    }
}

impl CaseLanguage for JsonLanguage {
    fn language_name(&self) -> &str {
        "json"
    }

    fn file_extension(&self) -> &str {
        "json"
    }

    fn undefined_semantics(&self) -> UndefinedSemantics {
        self.semantics
    }

    fn has_operator(&self, operator: Operator) -> bool {
        self.operators.contains(&operator)
    }

    fn nests_expressions(&self) -> bool {
        true
    }

    fn supports_assumptions(&self) -> bool {
        self.assumes
    }

    fn write_case(&self, case: &FuzzCase) -> Result<String, NotExpressible> {
        if case.used_operators().iter().any(|operator| !self.has_operator(*operator)) {
            return Err(NotExpressible("an operator"));
        }
        Ok(case.to_json(MAX_ADAPTER_SOLUTIONS).to_string())
    }

    fn read_output(&self, case: &FuzzCase, output: &str) -> TargetReply {
        match serde_json::from_str::<Value>(output) {
            Ok(value) => read_answer(case, &value)
                .unwrap_or_else(|why| TargetReply::Unreadable(why.to_string())),
            Err(error) => TargetReply::Unreadable(error.to_string()),
        }
    }
}

fn read_answer(case: &FuzzCase, value: &Value) -> Result<TargetReply, AdapterAnswerError> {
    // An adapter that once skips a question would answer all later ones with the answers of their
    // predecessors.
    if value["id"].as_u64() != Some(case.id) {
        return Err(AdapterAnswerError::Question { asked: case.id, answered: value["id"].clone() });
    }
    let message = || value["message"].as_str().unwrap_or("without a reason").to_owned();
    let status = match value["status"].as_str() {
        Some("sat") => TargetClaim::Satisfiable,
        Some("unsat") => TargetClaim::Unsatisfiable,
        Some("optimal") => TargetClaim::Optimal,
        Some("unknown") => TargetClaim::Unknown,
        Some("refused") => return Ok(TargetReply::Refused(message())),
        Some("crash") => return Ok(TargetReply::Crash(message())),
        Some("timeout") => return Ok(TargetReply::Timeout),
        _ => return Err(AdapterAnswerError::Status(value["status"].clone())),
    };
    let listed = value["solutions"].as_array().map_or(&[][..], Vec::as_slice);
    let solutions = listed.iter().map(|one| read_solution(case, one)).collect::<Result<_, _>>()?;
    let complete = value["complete"].as_bool().unwrap_or(false);
    let objective = value["objective"].as_i64();
    let core = if case.assume { read_core(case, value)? } else { None };
    Ok(TargetReply::Answer(TargetAnswer {
        status,
        solutions,
        complete,
        objective,
        core,
        unproved: None,
    }))
}

/// Reads the indices of the constraints of a core.
fn read_core(case: &FuzzCase, value: &Value) -> Result<Option<Vec<usize>>, AdapterAnswerError> {
    let listed = match &value["core"] {
        Value::Null => return Ok(None),
        Value::Array(listed) => listed,
        other => return Err(AdapterAnswerError::CoreList(other.clone())),
    };
    let index = |entry: &Value| {
        let index = entry.as_u64().and_then(|index| usize::try_from(index).ok());
        index.ok_or_else(|| AdapterAnswerError::CorePlace(entry.clone()))
    };
    let places = listed.iter().map(index).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(crate::programs::cores::distinct_places(case, places)?))
}

fn read_solution(case: &FuzzCase, value: &Value) -> Result<Vec<i64>, AdapterAnswerError> {
    let values = value.as_array().ok_or(AdapterAnswerError::SolutionList)?;
    if values.len() != case.variables.len() {
        return Err(AdapterAnswerError::Length(values.len()));
    }
    let read = |value: &Value| {
        let as_bool = value.as_bool().map(i64::from);
        value.as_i64().or(as_bool).ok_or_else(|| AdapterAnswerError::Value(value.clone()))
    };
    values.iter().map(read).collect()
}
