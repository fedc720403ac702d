//! The language of adapters: JSON, one line a case. The head of the crate has the form.

use serde_json::Value;

use super::{Language, Unspelled};
use crate::programs::case::Case;
use crate::programs::cores::CoreError;
use crate::programs::definition::Semantics;
use crate::programs::operator::Operator;
use crate::programs::reply::{Answer, Reply, Status};

/// Maximum number of solutions that an adapter returns.
pub const LIMIT: u64 = 5000;

/// The language of an adapter, as it introduced itself.
#[derive(Clone, Debug)]
pub struct Json {
    /// The treatment of undefined terms.
    pub semantics: Semantics,
    /// The operators that the adapter spells.
    pub operators: Vec<Operator>,
    /// Whether the adapter answers cores.
    pub assumes: bool,
}

/// Why a line is no introduction of an adapter.
#[derive(Debug, thiserror::Error)]
pub enum IntroductionError {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It lacks this member.
    #[error("'{0}' is missing")]
    Missing(&'static str),
    /// It names unknown semantics.
    #[error("unknown semantics '{0}'")]
    Semantics(String),
}

/// Why a line is no answer of an adapter.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
enum AnswerError {
    #[error("the answer to another question than {asked}: {answered}")]
    Question { asked: u64, answered: Value },
    #[error("unknown status {0}")]
    Status(Value),
    #[error("the core {0} is no list")]
    CoreList(Value),
    #[error("{0} in a core is no place of a constraint")]
    CorePlace(Value),
    #[error(transparent)]
    Core(#[from] CoreError),
    #[error("a solution is no list")]
    SolutionList,
    #[error("a solution has {0} values")]
    Length(usize),
    #[error("{0} is no value")]
    Value(Value),
}

impl Json {
    /// Reads an adapter's introduction; returns the name and version with the language.
    ///
    /// # Errors
    /// The member that is missing or malformed.
    pub fn introduced(line: &str) -> Result<(String, String, Self), IntroductionError> {
        let value: Value = serde_json::from_str(line)?;
        let word = |name: &'static str| {
            value[name].as_str().map(str::to_owned).ok_or(IntroductionError::Missing(name))
        };
        let semantics = match value["semantics"].as_str() {
            None | Some("relational") => Semantics::Relational,
            Some("strict") => Semantics::Strict,
            Some("total") => Semantics::Total,
            Some(other) => return Err(IntroductionError::Semantics(other.to_owned())),
        };
        let names = value["operators"].as_array().ok_or(IntroductionError::Missing("operators"))?;
        // A name that this program does not know is one of another version.
        let operators = names.iter().filter_map(|name| Operator::named(name.as_str()?)).collect();
        let assumes = value["assumes"].as_bool().unwrap_or(false);
        Ok((word("name")?, word("version")?, Json { semantics, operators, assumes }))
    }
}

impl Language for Json {
    fn name(&self) -> &str {
        "json"
    }

    fn extension(&self) -> &str {
        "json"
    }

    fn semantics(&self) -> Semantics {
        self.semantics
    }

    fn has(&self, operator: Operator) -> bool {
        self.operators.contains(&operator)
    }

    fn nests(&self) -> bool {
        true
    }

    fn assumes(&self) -> bool {
        self.assumes
    }

    fn write(&self, case: &Case) -> Result<String, Unspelled> {
        if case.operators().iter().any(|operator| !self.has(*operator)) {
            return Err(Unspelled("an operator"));
        }
        Ok(case.to_json(LIMIT).to_string())
    }

    fn read(&self, case: &Case, output: &str) -> Reply {
        match serde_json::from_str::<Value>(output) {
            Ok(value) => {
                answer(case, &value).unwrap_or_else(|why| Reply::Unreadable(why.to_string()))
            }
            Err(error) => Reply::Unreadable(error.to_string()),
        }
    }
}

fn answer(case: &Case, value: &Value) -> Result<Reply, AnswerError> {
    if value["id"].as_u64() != Some(case.id) {
        return Err(AnswerError::Question { asked: case.id, answered: value["id"].clone() });
    }
    let message = || value["message"].as_str().unwrap_or("without a reason").to_owned();
    let status = match value["status"].as_str() {
        Some("sat") => Status::Satisfiable,
        Some("unsat") => Status::Unsatisfiable,
        Some("optimal") => Status::Optimal,
        Some("unknown") => Status::Unknown,
        Some("refused") => return Ok(Reply::Refused(message())),
        Some("crash") => return Ok(Reply::Crash(message())),
        Some("timeout") => return Ok(Reply::Timeout),
        _ => return Err(AnswerError::Status(value["status"].clone())),
    };
    let listed = value["solutions"].as_array().map_or(&[][..], Vec::as_slice);
    let solutions = listed.iter().map(|one| solution(case, one)).collect::<Result<_, _>>()?;
    let complete = value["complete"].as_bool().unwrap_or(false);
    let objective = value["objective"].as_i64();
    let core = if case.assume { core(case, value)? } else { None };
    Ok(Reply::Answer(Answer { status, solutions, complete, objective, core, unproved: None }))
}

/// Reads the places of the constraints of a core.
fn core(case: &Case, value: &Value) -> Result<Option<Vec<usize>>, AnswerError> {
    let listed = match &value["core"] {
        Value::Null => return Ok(None),
        Value::Array(listed) => listed,
        other => return Err(AnswerError::CoreList(other.clone())),
    };
    let place = |own: &Value| {
        let place = own.as_u64().and_then(|place| usize::try_from(place).ok());
        place.ok_or_else(|| AnswerError::CorePlace(own.clone()))
    };
    let places = listed.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(crate::programs::cores::distinct(case, places)?))
}

fn solution(case: &Case, value: &Value) -> Result<Vec<i64>, AnswerError> {
    let values = value.as_array().ok_or(AnswerError::SolutionList)?;
    if values.len() != case.variables.len() {
        return Err(AnswerError::Length(values.len()));
    }
    let read = |value: &Value| {
        let as_bool = value.as_bool().map(i64::from);
        value.as_i64().or(as_bool).ok_or_else(|| AnswerError::Value(value.clone()))
    };
    values.iter().map(read).collect()
}
