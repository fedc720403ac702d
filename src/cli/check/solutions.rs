//! The solutions to check, each with its instance.

use std::path::Path;

use parallax_instance::{InputError, PuzzleSolution, SourcedInstance};

use crate::cli::CliError;
use crate::cli::source_text::SourceText;

/// Returns the solutions and their name in messages: a file's content, or the argument itself if no
/// such file exists and it reads as a solution.
pub(super) fn solution_text(name: &str, found: &[SourcedInstance]) -> Result<SourceText, CliError> {
    if name == "-" || Path::new(name).exists() {
        return Ok(SourceText::read_source(name)?);
    }
    let text = SourceText { source: "<argument>".into(), content: name.to_owned() };
    let is_read = pair_up(found, &text.source, name).is_ok();
    // A text such as `1 4 10`, `r1c2`, `v 1 -2` or `x = 3` is meant as a solution even if it is not
    // a valid one: its own error helps more than that of a missing file.
    let is_cell = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() || " ,{}-#/.".contains(c);
    let is_meant = name.chars().all(is_cell) && name.contains(|c: char| c.is_ascii_digit())
        || name.starts_with("v ")
        || name.contains('=');
    if is_read || is_meant { Ok(text) } else { Ok(SourceText::read_source(name)?) }
}

/// Pairs solutions with instances: one instance with all solutions, or several with one line each,
/// or the lines that `solve` writes of several instances.
pub(super) fn pair_up<'f>(
    found: &'f [SourcedInstance],
    source: &str,
    text: &str,
) -> Result<Vec<(&'f SourcedInstance, PuzzleSolution)>, CliError> {
    if let [only] = found {
        let solutions = only.instance.notation().read_solutions(source, text)?;
        return Ok(solutions.into_iter().map(|terms| (only, terms)).collect());
    }
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    // If every line begins with the name of an instance, they are the output of `solve`; otherwise
    // one solution per line, in the order of the instances.
    let rows: Option<Vec<_>> = lines.iter().map(|(n, line)| parse_row(found, *n, line)).collect();
    if let Some(rows) = rows.filter(|rows| !rows.is_empty()) {
        return of_rows(source, rows);
    }
    if lines.len() != found.len() {
        let message = format!(
            "{} lines; expected one solution on a line for each of {} instances",
            lines.len(),
            found.len()
        );
        return Err(InputError::new(source, message).into());
    }
    let mut cases = Vec::new();
    for (found, (number, line)) in found.iter().zip(lines) {
        let read = found.instance.notation().read_solutions(source, line);
        let terms =
            read.map_err(|error| InputError::new(source, error.message()).at_line(number))?;
        cases.extend(terms.into_iter().map(|terms| (found, terms)));
    }
    Ok(cases)
}

/// The instance of a line that `solve` writes, `boards.txt#3 sat 1 SOLUTION`, the line's number,
/// and the solution.
type JudgedLine<'f, 't> = (&'f SourcedInstance, usize, &'t str);

fn parse_row<'f, 't>(
    found: &'f [SourcedInstance],
    number: usize,
    line: &'t str,
) -> Option<JudgedLine<'f, 't>> {
    let sources = found.iter().map(|found| &found.source);
    let named = |source: &String| {
        let rest = line.strip_prefix(source.as_str())?;
        let (index, rest) = match rest.strip_prefix('#') {
            Some(rest) => {
                let (index, rest) = rest.split_once(' ')?;
                (index.parse().ok()?, rest)
            }
            None => (0, rest.strip_prefix(' ')?),
        };
        let at = found.iter().position(|own| own.source == *source && own.index == index)?;
        Some((&found[at], number, solution_of(rest)))
    };
    // Consecutive instances of one file share its name, which is tried once.
    let mut seen = None;
    sources.filter(|source| seen.replace(*source) != Some(*source)).find_map(named)
}

/// Returns the solution of such a line, which follows the answer, its best value and the number of
/// solutions; empty if there is none.
fn solution_of(line: &str) -> &str {
    let (answer, _) = line.split_once(' ').unwrap_or((line, ""));
    // `sat COUNT SOLUTION` and `optimal VALUE COUNT SOLUTION` have numbers before the solution,
    // `unique SOLUTION` has none.
    let words = match answer {
        "unique" | "not-unique" => 1,
        "sat" => 2,
        "optimal" => 3,
        _ => return "",
    };
    line.splitn(words + 1, ' ').nth(words).unwrap_or("")
}

/// Reads the solutions of such lines and skips lines without one.
///
/// # Errors
/// If a text is not a solution, or no line has one.
fn of_rows<'f>(
    source: &str,
    rows: Vec<JudgedLine<'f, '_>>,
) -> Result<Vec<(&'f SourcedInstance, PuzzleSolution)>, CliError> {
    let mut cases = Vec::new();
    for (found, number, line) in rows.into_iter().filter(|row| !row.2.is_empty()) {
        let read = found.instance.notation().read_solutions(source, line);
        let terms =
            read.map_err(|error| InputError::new(source, error.message()).at_line(number))?;
        cases.extend(terms.into_iter().map(|terms| (found, terms)));
    }
    if cases.is_empty() {
        return Err(InputError::new(source, "no line has a solution").into());
    }
    Ok(cases)
}
