//! The form in which this workspace's program presents answers to every format: `--format json`.

use serde_json::Value;

use super::{CaseLanguage, CaseSolutionError, NotExpressible};
use crate::programs::case::{CaseVariable, FuzzCase};
use crate::programs::definition::UndefinedSemantics;
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::{TargetAnswer, TargetClaim, TargetReply};

/// A language in which questions are written; answers are rows of JSON.
pub struct RowLanguage {
    inner: Box<dyn CaseLanguage>,
    solution: SolutionParser,
}

/// Reads the values of a solution.
type SolutionParser = fn(&FuzzCase, &str) -> Result<Vec<i64>, CaseSolutionError>;

impl RowLanguage {
    /// Makes the language; solutions in it are texts of a format.
    #[must_use]
    pub fn from_language(inner: Box<dyn CaseLanguage>) -> Self {
        let solution: SolutionParser = match inner.file_extension() {
            "cnf" => super::dimacs::read_solution,
            "opb" => super::opb::read_solution,
            _ => by_names,
        };
        RowLanguage { inner, solution }
    }
}

impl RowLanguage {
    /// Returns the reply whose solution has no value for a variable.
    fn unreadable_solution(&self, why: &CaseSolutionError, text: &str) -> TargetReply {
        let why = format!("{why} in '{text}'");
        // MiniZinc leaves fixed variables out of FlatZinc, and the row does not show them.
        if self.inner.file_extension() == "mzn" {
            TargetReply::Refused(why)
        } else {
            TargetReply::Unreadable(why)
        }
    }
}

impl CaseLanguage for RowLanguage {
    fn language_name(&self) -> &str {
        self.inner.language_name()
    }

    fn file_extension(&self) -> &str {
        self.inner.file_extension()
    }

    fn undefined_semantics(&self) -> UndefinedSemantics {
        self.inner.undefined_semantics()
    }

    fn has_operator(&self, operator: Operator) -> bool {
        self.inner.has_operator(operator)
    }

    fn nests_expressions(&self) -> bool {
        self.inner.nests_expressions()
    }

    fn lists_constants(&self) -> bool {
        self.inner.lists_constants()
    }

    fn widest_number(&self) -> u64 {
        self.inner.widest_number()
    }

    fn supports_assumptions(&self) -> bool {
        // A row has no core.
        false
    }

    fn names_terms(&self) -> bool {
        self.inner.names_terms()
    }

    fn write_case(&self, case: &FuzzCase) -> Result<String, NotExpressible> {
        let mut text = self.inner.write_case(case)?;
        if self.inner.file_extension() == "smt2" {
            write_bounds(case, &mut text);
        }
        Ok(text)
    }

    fn read_output(&self, case: &FuzzCase, output: &str) -> TargetReply {
        let mut answer = TargetAnswer::default();
        let mut row = None;
        for line in output.lines() {
            let Ok(value) = serde_json::from_str::<Value>(line) else {
                return TargetReply::Unreadable(format!("the line '{line}'"));
            };
            match value["schema"].as_str() {
                Some("parallax-solution-1") => {
                    let text = value["solution"].as_str().unwrap_or_default();
                    match (self.solution)(case, text) {
                        Ok(solution) => answer.solutions.push(solution),
                        Err(why) => return self.unreadable_solution(&why, text),
                    }
                }
                Some("parallax-row-2") => row = Some(value),
                _ => return TargetReply::Unreadable(format!("the line '{line}'")),
            }
        }
        // Without the final row the program claims nothing, but the solutions before it are judged.
        let Some(row) = row else {
            return TargetReply::Answer(answer);
        };
        for text in row["solutions"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            match (self.solution)(case, text) {
                Ok(solution) => answer.solutions.push(solution),
                Err(why) => return self.unreadable_solution(&why, text),
            }
        }
        // The value of an OPB problem lacks the constant of the objective.
        if self.inner.file_extension() != "opb" && case.objective.is_some() {
            answer.objective = row["value"].as_i64();
        }
        // When optimising, `complete` is about better solutions, not about a list of all.
        answer.complete = row["complete"].as_bool().unwrap_or(false) && case.objective.is_none();
        answer.status = match row["answer"].as_str() {
            Some("sat") => TargetClaim::Satisfiable,
            Some("optimal") if case.objective.is_some() => TargetClaim::Optimal,
            Some("optimal") => TargetClaim::Satisfiable,
            Some("unsat") => TargetClaim::Unsatisfiable,
            Some("unsupported") => {
                return TargetReply::Refused(row["reason"].as_str().unwrap_or_default().to_owned());
            }
            _ => TargetClaim::Unknown,
        };
        TargetReply::Answer(answer)
    }
}

/// Adds bounds of the integers to an SMT-LIB script, which the program asks for.
fn write_bounds(case: &FuzzCase, text: &mut String) {
    let mut bounds = String::new();
    for CaseVariable { name, sort, values } in &case.variables {
        let (Sort::Int, [low, ..]) = (sort, values.as_slice()) else {
            continue;
        };
        let high = values.last().unwrap_or(low);
        let [low, high] = [*low, *high].map(|value| {
            if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
        });
        bounds += &format!("(assert (and (>= {name} {low}) (<= {name} {high})))\n");
    }
    // Declarations have several spellings, the question has one.
    if let Some(place) = text.find("(check-sat)") {
        text.insert_str(place, &bounds);
    }
}

/// Reads `x0 = 3, b1 = 0`.
fn by_names(case: &FuzzCase, text: &str) -> Result<Vec<i64>, CaseSolutionError> {
    let value = |name: &str| {
        let pairs = text.split([',', ';', '\n']).filter_map(|pair| pair.split_once('='));
        let value = pairs.map(|(left, right)| (left.trim(), right.trim()));
        let value = value.filter(|(left, _)| *left == name).map(|(_, right)| right).next();
        match value {
            Some("true") => Ok(1),
            Some("false") => Ok(0),
            Some(number) => number.parse().map_err(|_| CaseSolutionError::Value(number.to_owned())),
            None => Err(CaseSolutionError::MissingValue(name.to_owned())),
        }
    };
    case.variables.iter().map(|variable| value(&variable.name)).collect()
}
