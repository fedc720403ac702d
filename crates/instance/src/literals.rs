//! Assignments of numbered 0/1 variables, as solvers print them: the `s` and
//! `v` lines of the SAT and pseudo-Boolean competitions, and the output of
//! MiniSat.

use super::{InputError, LineField, PuzzleSolution, shorten_text, split_words};

/// The form of literals, and of the end of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralNotation {
    /// `12` and `-12`; a `0` ends an assignment (DIMACS).
    Numbers,
    /// `x12` and `-x12`; an assignment ends where its lines end, or at a line that begins with the
    /// variable of the assignment's first literal (OPB).
    Named,
}

impl LiteralNotation {
    /// Returns the naming that a text uses: [`LiteralNotation::Named`] if a literal has an `x`.
    #[must_use]
    pub fn detect_notation(text: &str) -> LiteralNotation {
        let named = |word: &str| {
            let digits = word.strip_prefix('-').unwrap_or(word).strip_prefix('x');
            digits.is_some_and(|digits| parse_variable(digits).is_some())
        };
        if text.split_whitespace().any(named) {
            LiteralNotation::Named
        } else {
            LiteralNotation::Numbers
        }
    }
}

/// The answer that a solver prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverAnswer {
    /// `s SATISFIABLE`, `s OPTIMUM FOUND` or `SAT`.
    Satisfiable,
    /// `s UNSATISFIABLE` or `UNSAT`.
    Unsatisfiable,
    /// `s UNKNOWN`, `INDET`.
    Unknown,
}

/// The output of a solver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolverOutput {
    /// Its answer, if it printed one.
    pub answer: Option<SolverAnswer>,
    /// Its assignments. The literal `n` makes variable `n` true, `-n` makes it
    /// false.
    pub assignments: Vec<Vec<i64>>,
}

/// Reads the output of a solver. Ignores lines that start with `c` or `o`
/// (comments, values of objectives).
///
/// # Errors
/// Returns an error for the first word that is neither an answer nor a literal, a second answer
/// that differs from the first, and an assignment without its end.
pub fn read_solver_output(
    source: &str,
    text: &str,
    naming: LiteralNotation,
) -> Result<SolverOutput, InputError> {
    let mut output = SolverOutput::default();
    let mut open: Vec<i64> = Vec::new();
    let mut last = (1, 1);
    for (line, row) in (1..).zip(text.lines()) {
        let row = row.trim_end();
        let fields = split_words(row);
        let Some(first) = fields.first() else { continue };
        let at = |field: &LineField<'_>, what: &str| {
            let found = shorten_text(field.text);
            InputError::new(source, format!("'{found}'; expected {what}"))
                .at_position(line, field.column)
        };
        last = (line, row.chars().count() + 1);
        let literals = match first.text {
            "c" | "o" => continue,
            "s" | "SAT" | "SATISFIABLE" | "UNSAT" | "UNSATISFIABLE" | "INDET" | "INDETERMINATE" => {
                // Competition solvers write the word after `s`, MiniSat alone on its line.
                let word = fields.get(usize::from(first.text == "s")).unwrap_or(first);
                let found = parse_answer(word.text).ok_or_else(|| {
                    at(word, "SATISFIABLE, UNSATISFIABLE, OPTIMUM FOUND or UNKNOWN")
                })?;
                if output.answer.replace(found).is_some_and(|before| before != found) {
                    return Err(at(first, "one answer, this is a second"));
                }
                // Named literals have no end mark, so the answer line ends the assignment before
                // it.
                if naming == LiteralNotation::Named && !open.is_empty() {
                    output.assignments.push(std::mem::take(&mut open));
                }
                continue;
            }
            "v" => &fields[1..],
            _ => &fields[..],
        };
        let begins = literals.first().and_then(|field| parse_literal(field.text, naming));
        let again = begins.is_some_and(|first_literal| {
            open.first().is_some_and(|o| o.abs() == first_literal.abs())
        });
        if naming == LiteralNotation::Named && again {
            output.assignments.push(std::mem::take(&mut open));
        }
        for field in literals {
            match parse_literal(field.text, naming) {
                Some(0) => output.assignments.push(std::mem::take(&mut open)),
                Some(literal) => open.push(literal),
                None if naming == LiteralNotation::Numbers => {
                    return Err(at(field, "literals such as 1 -2 3 0"));
                }
                None => return Err(at(field, "literals such as x1 -x2 x3")),
            }
        }
        // A line without `v` is a whole assignment.
        if naming == LiteralNotation::Named && first.text != "v" {
            output.assignments.push(std::mem::take(&mut open));
        }
    }
    if !open.is_empty() {
        if naming == LiteralNotation::Numbers {
            let message = "the assignment ends without its 0";
            return Err(InputError::new(source, message).at_position(last.0, last.1));
        }
        output.assignments.push(open);
    }
    Ok(output)
}

fn parse_answer(word: &str) -> Option<SolverAnswer> {
    match word {
        "SATISFIABLE" | "SAT" | "OPTIMUM" => Some(SolverAnswer::Satisfiable),
        "UNSATISFIABLE" | "UNSAT" => Some(SolverAnswer::Unsatisfiable),
        "UNKNOWN" | "INDET" | "INDETERMINATE" | "UNSUPPORTED" => Some(SolverAnswer::Unknown),
        _ => None,
    }
}

fn parse_literal(text: &str, naming: LiteralNotation) -> Option<i64> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let digits = match naming {
        LiteralNotation::Numbers => rest,
        LiteralNotation::Named => rest.strip_prefix('x')?,
    };
    let number = parse_variable(digits)?;
    match (number, negative, naming) {
        (0, false, LiteralNotation::Numbers) => Some(0),
        (0, ..) => None,
        (_, true, _) => Some(-i64::from(number)),
        _ => Some(i64::from(number)),
    }
}

/// Parses a number that consists of digits only.
#[must_use]
pub fn parse_variable(digits: &str) -> Option<u32> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

/// Reads the assignments of a text as puzzle solutions: a 0 or 1 for each of `variables` variables.
/// Variables that DIMACS omits are 0.
pub fn read_solutions(
    source: &str,
    text: &str,
    naming: LiteralNotation,
    variables: usize,
) -> Result<Vec<PuzzleSolution>, InputError> {
    let output = read_solver_output(source, text, naming)?;
    let fail = |message: String| InputError::new(source, message);
    let is_written = |line: &str| line.trim() == "v";
    // Without variables, an assignment is a bare `v`, which has no literal that would tell it from
    // none.
    if naming == LiteralNotation::Named && variables == 0 && text.lines().any(is_written) {
        return Ok(text.lines().filter(|line| is_written(line)).map(|_| Vec::new()).collect());
    }
    if output.assignments.is_empty() {
        return Err(fail("no assignment; expected lines that start with 'v'".into()));
    }
    let named = |number: usize| match naming {
        LiteralNotation::Numbers => number.to_string(),
        LiteralNotation::Named => format!("x{number}"),
    };
    let mut solutions = Vec::new();
    for assignment in output.assignments {
        let mut values = vec![None; variables];
        for literal in assignment {
            let number = literal.unsigned_abs() as usize;
            let value = i32::from(literal > 0);
            // No literal is 0 here: as a number it ends an assignment, and `x0` is refused.
            match values.get_mut(number - 1) {
                None => {
                    let message = format!("a value for {}", named(number));
                    return Err(fail(format!("{message}; there are {variables} variables")));
                }
                Some(Some(before)) if *before != value => {
                    return Err(fail(format!("two values for {}", named(number))));
                }
                Some(place) => *place = Some(value),
            }
        }
        let missing = values.iter().position(Option::is_none);
        if let (Some(place), LiteralNotation::Named) = (missing, naming) {
            return Err(fail(format!("no value for {}", named(place + 1))));
        }
        solutions.push(values.into_iter().map(Option::unwrap_or_default).collect());
    }
    Ok(solutions)
}

/// Writes a puzzle solution as literals on one line, in a form that
/// [`read_solutions`] reads back.
#[must_use]
pub fn write_solution(solution: &[i32], naming: LiteralNotation) -> String {
    let mut text = String::from("v");
    for (number, &value) in (1..).zip(solution) {
        text.push_str(&write_literal(number, value, naming));
    }
    if naming == LiteralNotation::Numbers {
        text.push_str(" 0");
    }
    text
}

fn write_literal(number: usize, value: i32, naming: LiteralNotation) -> String {
    let sign = if value == 0 { "-" } else { "" };
    let prefix = if naming == LiteralNotation::Named { "x" } else { "" };
    format!(" {sign}{prefix}{number}")
}
