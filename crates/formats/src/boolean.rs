//! Assignments of numbered 0/1 variables: checks, text and pictures.

use std::fmt::Write;

use compact_str::format_compact;
use parallax_instance::literals::{LiteralNotation, write_solution};
use parallax_instance::{BrokenRuleError, PuzzleSolution};
use parallax_model::{Domain, Model, ModelError, Value};

/// The width of a line of literals, in characters.
const MAX_LINE_CHARS: usize = 78;

/// The maximum number of differing variables that a picture lists.
const MOST_NAMED: usize = 100;

/// The number of variables or constraints to add between two checks of the clock.
pub(super) const POLL_INTERVAL: usize = 256;

/// Adds the 0/1 variables `x1`, `x2` and so on. Calls `check` at intervals and stops if it fails.
///
/// # Errors
/// Returns the error of `check`.
pub(super) fn add_variables<E: From<ModelError>>(
    model: &mut Model,
    variables: usize,
    check: &dyn Fn() -> Result<(), E>,
) -> Result<(), E> {
    for number in 1..=variables {
        if number % POLL_INTERVAL == 0 {
            check()?;
        }
        model.add_shown(format_compact!("x{number}"), Domain::boolean())?;
    }
    Ok(())
}

/// Checks that a solution has a 0 or a 1 for each variable.
///
/// # Errors
/// Returns an error for a wrong number of values, or the first value that is neither 0 nor 1.
pub(super) fn all_boolean(solution: &[Value], variables: usize) -> Result<(), BrokenRuleError> {
    let found = solution.len();
    if found != variables {
        let rule = format!("{found} values for {variables} variables");
        return Err(BrokenRuleError::new("assignment", rule));
    }
    match solution.iter().position(|value| !(0..=1).contains(value)) {
        None => Ok(()),
        Some(index) => {
            let rule = format!("{} is neither 0 nor 1", solution[index]);
            Err(BrokenRuleError::new(format!("variable {}", index + 1), rule))
        }
    }
}

/// A picture in text: the literals in lines of a readable width. For several
/// solutions, the variables that differ come first.
pub(super) fn draw_literals(solutions: &[PuzzleSolution], naming: LiteralNotation) -> String {
    let mut text = String::new();
    if solutions.len() > 1 {
        let _ = writeln!(text, "{} solutions; {}", solutions.len(), list_differences(solutions));
    }
    for (number, solution) in (1..).zip(solutions) {
        if solutions.len() > 1 {
            let _ = writeln!(text, "\nsolution {number}");
        }
        for line in literal_lines(solution, naming) {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// The literals of one solution, as `v` lines of a readable width.
fn literal_lines(solution: &[i32], naming: LiteralNotation) -> Vec<String> {
    let all = write_solution(solution, naming);
    let mut lines: Vec<String> = vec!["v".into()];
    // The first word is the `v`, which each line gets again.
    for word in all.split(' ').skip(1) {
        if let Some(last) = lines.last_mut()
            && last.len() + 1 + word.len() <= MAX_LINE_CHARS
        {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(format!("v {word}"));
        }
    }
    lines
}

/// Lists the variables that differ between the solutions.
fn list_differences(solutions: &[PuzzleSolution]) -> String {
    let differs =
        |&i: &usize| solutions.iter().any(|solution| solution.get(i) != solutions[0].get(i));
    let places: Vec<usize> = (0..solutions[0].len()).filter(differs).collect();
    let named: Vec<String> =
        places.iter().take(MOST_NAMED).map(|index| format!("x{}", index + 1)).collect();
    let more = if places.len() > MOST_NAMED { " ..." } else { "" };
    let noun = if places.len() == 1 { "variable differs" } else { "variables differ" };
    format!("{} {noun}: {}{more}", places.len(), named.join(" "))
}
