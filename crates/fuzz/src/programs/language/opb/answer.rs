//! The output of pseudo-Boolean solvers: `s`, `o` and `v` lines.

use super::super::CaseSolutionError;
use super::literal_count;
use super::poly::LiteralPolynomial;
use crate::programs::case::FuzzCase;
use crate::programs::operator::Sort;
use crate::programs::reply::{TargetAnswer, TargetClaim, TargetReply};

/// Reads the output of a solver.
pub(super) fn read_answer(case: &FuzzCase, output: &str) -> TargetReply {
    let mut answer = TargetAnswer::default();
    let mut words = String::new();
    for line in output.lines().map(str::trim) {
        match line.split_once(' ').map(|(word, rest)| (word, rest.trim())) {
            Some(("s", "SATISFIABLE")) => answer.status = TargetClaim::Satisfiable,
            Some(("s", "OPTIMUM FOUND")) => answer.status = TargetClaim::Optimal,
            Some(("s", "UNSATISFIABLE")) => answer.status = TargetClaim::Unsatisfiable,
            Some(("s", "UNSUPPORTED")) => return TargetReply::Refused("s UNSUPPORTED".into()),
            Some(("o", value)) => answer.objective = value.parse().ok(),
            Some(("v", text)) => {
                words.push_str(text);
                words.push(' ');
            }
            _ => {}
        }
    }
    if !words.trim().is_empty() {
        match read_solution(case, &words) {
            Ok(solution) => answer.solutions.push(solution),
            Err(why) => return TargetReply::Unreadable(why.to_string()),
        }
    }
    // Without an objective, the optimum is any solution.
    if case.objective.is_none() && answer.status == TargetClaim::Optimal {
        answer.status = TargetClaim::Satisfiable;
    }
    answer.objective = answer.objective.and_then(|value| objective_value(case, value));
    TargetReply::Answer(answer)
}

/// Returns the value of the objective for the number that a solver prints: without its constant,
/// and negated if the objective is maximized.
fn objective_value(case: &FuzzCase, printed: i64) -> Option<i64> {
    let objective = case.objective.as_ref()?;
    let constant = LiteralPolynomial::from_expr(case, &objective.value).ok()?.constant_term();
    let printed = i128::from(printed);
    let value = if objective.maximize { constant - printed } else { constant + printed };
    i64::try_from(value).ok()
}

/// Reads a solution: a literal for each Boolean variable.
///
/// # Errors
/// Returns an error if one is missing or is not a literal of the case.
pub(in super::super) fn read_solution(
    case: &FuzzCase,
    text: &str,
) -> Result<Vec<i64>, CaseSolutionError> {
    let mut values = vec![None; literal_count(&case.variables)];
    for word in text.split_whitespace().filter(|word| *word != "v") {
        let (name, denied) = match word.strip_prefix(['-', '~']) {
            Some(name) => (name, true),
            None => (word, false),
        };
        let number = name.strip_prefix('x').and_then(|number| number.parse::<usize>().ok());
        let index = number.and_then(|number| number.checked_sub(1));
        let value = index.and_then(|index| values.get_mut(index));
        *value.ok_or_else(|| CaseSolutionError::Word(word.to_owned()))? = Some(!denied);
    }
    let values: Option<Vec<bool>> = values.into_iter().collect();
    let values = values.ok_or(CaseSolutionError::MissingLiteral)?;
    let mut rest = values.as_slice();
    let mut solution = Vec::new();
    for variable in &case.variables {
        let width = if variable.sort == Sort::Bool { 1 } else { variable.values.len() };
        // `values` has exactly the literals of all variables (`literal_count`), so the split is
        // inside.
        let (literals, others) = rest.split_at(width);
        rest = others;
        solution.push(match variable.sort {
            Sort::Bool => i64::from(literals[0]),
            Sort::Int => literal_value(literals, &variable.values),
        });
    }
    Ok(solution)
}

/// Returns the value whose literal alone is true; otherwise a number outside the domain.
fn literal_value(literals: &[bool], values: &[i64]) -> i64 {
    let mut chosen =
        literals.iter().zip(values).filter(|(is_true, _)| **is_true).map(|(_, value)| *value);
    if let (Some(value), None) = (chosen.next(), chosen.next()) {
        return value;
    }
    // No literal or several are true: any number outside the domain makes the judge report a
    // solution that does not hold.
    (0..).find(|number| !values.contains(number)).unwrap_or(i64::MIN)
}
