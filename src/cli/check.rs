//! `parallax check`.

use std::io::Write;
use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;

use super::Failure;
use super::output::Output;
use super::text::Text;
use crate::cli::format::Format;
use crate::inputs::{Form, Found, Sources};
use crate::instance::{BrokenRule, InputError, PuzzleSolution};

/// Check a solution by the rules of its puzzle.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The instance file; '-' for standard input
    instance: String,
    /// A file with solutions, '-' for standard input, or a solution itself ("1 4 10")
    solution: String,
    /// What the instance file holds, where its content leaves it open
    #[arg(long, value_name = "NAME")]
    puzzle: Option<Form>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Exit code when a solution is not valid.
const INVALID: u8 = 1;

#[derive(Serialize)]
struct Line {
    instance: String,
    index: usize,
    solution: String,
    valid: bool,
    place: Option<String>,
    rule: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let sources =
        Sources { names: vec![args.instance.clone()], puzzle: args.puzzle, ..Sources::default() };
    let found: Vec<Found> = sources.stream().collect::<Result<_, _>>()?;
    let Text { source, content: text } = solution_text(args)?;
    let cases = pair_up(&found, &source, &text)?;
    let lines: Vec<Line> = cases.par_iter().map(|(found, terms)| judge(found, terms)).collect();
    let mut out = Output::new();
    for line in &lines {
        match args.format {
            Format::Text => print(&mut out, line, lines.len() > 1)?,
            Format::Json => {
                serde_json::to_writer(&mut out, line)?;
                writeln!(out)?;
            }
        }
    }
    out.flush()?;
    Ok(if lines.iter().all(|line| line.valid) { 0 } else { INVALID })
}

/// The solutions and what to call them: a file's content, or the argument.
fn solution_text(args: &Args) -> Result<Text, Failure> {
    let name = args.solution.as_str();
    // A name of numbers and blanks is the solution itself.
    let is_solution = name.chars().all(|c| c.is_ascii_digit() || " ,{}-".contains(c))
        || name.starts_with("v ")
        || name.contains('=');
    if name != "-" && is_solution && !Path::new(name).exists() {
        Ok(Text { source: "<argument>".into(), content: name.to_owned() })
    } else {
        Ok(Text::read(name)?)
    }
}

/// One instance with all solutions, or several with one each, a line each.
fn pair_up<'f>(
    found: &'f [Found],
    source: &str,
    text: &str,
) -> Result<Vec<(&'f Found, PuzzleSolution)>, Failure> {
    if let [only] = found {
        let solutions = only.instance.read_solutions(source, text)?;
        return Ok(solutions.into_iter().map(|terms| (only, terms)).collect());
    }
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
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
        let read = found.instance.read_solutions(source, line);
        let terms =
            read.map_err(|error| InputError::new(source, error.message()).at_line(number))?;
        cases.extend(terms.into_iter().map(|terms| (found, terms)));
    }
    Ok(cases)
}

fn judge(found: &Found, terms: &PuzzleSolution) -> Line {
    let broken: Option<BrokenRule> = found.instance.rules(terms).err();
    Line {
        instance: found.source.clone(),
        index: found.index,
        solution: found.instance.write_solution(terms),
        valid: broken.is_none(),
        place: broken.as_ref().map(|broken| broken.place.clone()),
        rule: broken.map(|broken| broken.rule),
    }
}

fn print(out: &mut Output, line: &Line, many: bool) -> std::io::Result<()> {
    let solution = if many { format!("{}: ", line.solution) } else { String::new() };
    match (&line.place, &line.rule) {
        (Some(place), Some(rule)) => writeln!(out, "{solution}invalid: {place}: {rule}"),
        _ => writeln!(out, "{solution}valid"),
    }
}
