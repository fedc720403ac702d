//! The form in which this workspace's program presents answers to every format: `--format json`.

use serde_json::Value;

use super::{Language, SolutionError, Unspelled};
use crate::programs::case::{Case, Variable};
use crate::programs::definition::Semantics;
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::{Answer, Reply, Status};

/// A language in which questions are written; answers are rows of JSON.
pub struct Rows {
    inner: Box<dyn Language>,
    solution: Solution,
}

/// Reads the values of a solution.
type Solution = fn(&Case, &str) -> Result<Vec<i64>, SolutionError>;

impl Rows {
    /// Makes the language; solutions in it are texts of a format.
    #[must_use]
    pub fn of(inner: Box<dyn Language>) -> Self {
        let solution: Solution = match inner.extension() {
            "cnf" => super::dimacs::solution,
            "opb" => super::opb::solution,
            _ => by_names,
        };
        Rows { inner, solution }
    }
}

impl Rows {
    /// Returns the reply whose solution has no value for a variable.
    fn unread(&self, why: &SolutionError, text: &str) -> Reply {
        let why = format!("{why} in '{text}'");
        // MiniZinc leaves fixed variables out of FlatZinc, and the row does not show them.
        if self.inner.extension() == "mzn" { Reply::Refused(why) } else { Reply::Unreadable(why) }
    }
}

impl Language for Rows {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn extension(&self) -> &str {
        self.inner.extension()
    }

    fn semantics(&self) -> Semantics {
        self.inner.semantics()
    }

    fn has(&self, operator: Operator) -> bool {
        self.inner.has(operator)
    }

    fn nests(&self) -> bool {
        self.inner.nests()
    }

    fn write(&self, case: &Case) -> Result<String, Unspelled> {
        let mut text = self.inner.write(case)?;
        if self.inner.extension() == "smt2" {
            bound(case, &mut text);
        }
        Ok(text)
    }

    fn read(&self, case: &Case, output: &str) -> Reply {
        let mut answer = Answer::default();
        let mut row = None;
        for line in output.lines() {
            let Ok(value) = serde_json::from_str::<Value>(line) else {
                return Reply::Unreadable(format!("the line '{line}'"));
            };
            match value["schema"].as_str() {
                Some("parallax-solution-1") => {
                    let text = value["solution"].as_str().unwrap_or_default();
                    match (self.solution)(case, text) {
                        Ok(solution) => answer.solutions.push(solution),
                        Err(why) => return self.unread(&why, text),
                    }
                }
                Some("parallax-row-2") => row = Some(value),
                _ => return Reply::Unreadable(format!("the line '{line}'")),
            }
        }
        let Some(row) = row else {
            return Reply::Answer(answer);
        };
        for text in row["solutions"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            match (self.solution)(case, text) {
                Ok(solution) => answer.solutions.push(solution),
                Err(why) => return self.unread(&why, text),
            }
        }
        // The value of an OPB problem lacks the constant of the objective.
        if self.inner.extension() != "opb" && case.objective.is_some() {
            answer.objective = row["value"].as_i64();
        }
        answer.complete = row["complete"].as_bool().unwrap_or(false) && case.objective.is_none();
        answer.status = match row["answer"].as_str() {
            Some("sat") => Status::Satisfiable,
            Some("optimal") if case.objective.is_some() => Status::Optimal,
            Some("optimal") => Status::Satisfiable,
            Some("unsat") => Status::Unsatisfiable,
            Some("unsupported") => {
                return Reply::Refused(row["reason"].as_str().unwrap_or_default().to_owned());
            }
            _ => Status::Unknown,
        };
        Reply::Answer(answer)
    }
}

/// Adds bounds of the integers to an SMT-LIB script, which the program asks for.
fn bound(case: &Case, text: &mut String) {
    for Variable { name, sort, values } in &case.variables {
        let (Sort::Int, [low, ..]) = (sort, values.as_slice()) else {
            continue;
        };
        let high = values.last().unwrap_or(low);
        let [low, high] = [*low, *high].map(|value| {
            if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
        });
        let declared = format!("(declare-const {name} Int)\n");
        let bounds = format!("{declared}(assert (and (>= {name} {low}) (<= {name} {high})))\n");
        *text = text.replace(&declared, &bounds);
    }
}

/// Reads `x0 = 3, b1 = 0`.
fn by_names(case: &Case, text: &str) -> Result<Vec<i64>, SolutionError> {
    let value = |name: &str| {
        let pairs = text.split([',', ';', '\n']).filter_map(|pair| pair.split_once('='));
        let value = pairs.map(|(left, right)| (left.trim(), right.trim()));
        let value = value.filter(|(left, _)| *left == name).map(|(_, right)| right).next();
        match value {
            Some("true") => Ok(1),
            Some("false") => Ok(0),
            Some(number) => number.parse().map_err(|_| SolutionError::Value(number.to_owned())),
            None => Err(SolutionError::MissingValue(name.to_owned())),
        }
    };
    case.variables.iter().map(|variable| value(&variable.name)).collect()
}
