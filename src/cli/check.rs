//! `parallax check`.

use std::io::Write;
use std::num::NonZeroU64;
use std::path::Path;

use std::time::Duration;

use serde::Serialize;

use super::options::{engine, seconds};
use super::output::Output;
use super::text::Text;
use super::{Failure, interrupt};
use crate::ask::{Control, Engine, in_order};
use crate::cli::format::Format;
use crate::engines::Spec;
use crate::inputs::{Form, Found, Sources};
use crate::instance::{InputError, PuzzleSolution, Validity, judged};

/// Check a solution by the rules of its puzzle.
///
/// Where the model of the instance has hidden variables, a solution counts once an engine finds
/// values for them.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The instance file; '-' for standard input
    instance: String,
    /// A file with solutions, '-' for standard input, or a solution itself ("1 4 10")
    #[arg(allow_hyphen_values = true)]
    solution: String,
    /// What the instance file holds, where its content leaves it open
    #[arg(long, value_name = "NAME")]
    puzzle: Option<Form>,
    /// The engine that looks for values of hidden variables
    #[arg(long, value_name = "SPEC", default_value = "auto")]
    engine: Spec,
    /// Seconds for the search, of all solutions together
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Megabytes (10^6 bytes) that the engine may allocate; it then runs in a process of its own
    #[arg(long, value_name = "MB")]
    memory: Option<NonZeroU64>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Exit code when a solution is not valid.
const INVALID: u8 = 1;

/// Exit code when it is not known of some solutions whether they are valid, and the others are.
const UNDECIDED: u8 = 3;

#[derive(Serialize)]
struct Line {
    instance: String,
    index: usize,
    solution: String,
    /// `None` if it is not known.
    valid: Option<bool>,
    place: Option<String>,
    rule: Option<String>,
    /// Why it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let sources =
        Sources { names: vec![args.instance.clone()], puzzle: args.puzzle, ..Sources::default() };
    let found: Vec<Found> = sources.stream().collect::<Result<_, _>>()?;
    let Text { source, content: text } = solution_text(args, &found)?;
    let cases = pair_up(&found, &source, &text)?;
    let memory = args.memory.map(|megabytes| megabytes.get().saturating_mul(1_000_000));
    let engine = engine(args.engine.clone(), args.timeout.is_some(), memory.is_some(), memory)?;
    let control = interrupt::control();
    let limited = control.within(args.timeout);
    let mut out = Output::new();
    let mut written: Result<(), Failure> = Ok(());
    let (mut invalid, mut open) = (false, false);
    let judge_one = |(): &mut (), place: usize| {
        let (found, terms) = &cases[place];
        Some(judge(found, terms, &*engine, &limited))
    };
    let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    in_order(cases.len(), jobs, || (), judge_one, &mut |_, line| {
        invalid |= line.valid == Some(false);
        open |= line.valid.is_none();
        if written.is_ok() {
            written = print(&mut out, args.format, &line, cases.len() > 1);
            if written.is_err() {
                // Nobody will see the rest.
                control.cancel();
            }
        }
    });
    written?;
    out.flush()?;
    let code = match (invalid, open) {
        (true, _) => INVALID,
        (false, true) => UNDECIDED,
        (false, false) => 0,
    };
    Ok(interrupt::exit_code(&control, code))
}

/// The solutions and what to call them: a file's content, or the argument, which is no name of a
/// file and which the instances read, or which looks like nothing else.
fn solution_text(args: &Args, found: &[Found]) -> Result<Text, Failure> {
    let name = args.solution.as_str();
    if name == "-" || Path::new(name).exists() {
        return Ok(Text::read(name)?);
    }
    let text = Text { source: "<argument>".into(), content: name.to_owned() };
    let is_read = pair_up(found, &text.source, name).is_ok();
    // Numbers and blanks, cells, literals, or pairs of names and values.
    let is_cell = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() || " ,{}-#/.".contains(c);
    let is_meant = name.chars().all(is_cell) && name.contains(|c: char| c.is_ascii_digit())
        || name.starts_with("v ")
        || name.contains('=');
    if is_read || is_meant { Ok(text) } else { Ok(Text::read(name)?) }
}

/// One instance with all solutions, or several with one each, a line each; or the lines that
/// `solve` writes of several instances.
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
    if let Some(rows) = lines.iter().map(|(n, line)| row(found, *n, line)).collect::<Option<_>>() {
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
        let read = found.instance.read_solutions(source, line);
        let terms =
            read.map_err(|error| InputError::new(source, error.message()).at_line(number))?;
        cases.extend(terms.into_iter().map(|terms| (found, terms)));
    }
    Ok(cases)
}

/// The instance of a line that `solve` writes, `boards.txt#3 sat 1 SOLUTION`, and the solution.
type Row<'f, 't> = (&'f Found, usize, &'t str);

fn row<'f, 't>(found: &'f [Found], number: usize, line: &'t str) -> Option<Row<'f, 't>> {
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
        let (_answer, rest) = rest.split_once(' ')?;
        let (_count, solution) = rest.split_once(' ').unwrap_or((rest, ""));
        Some((&found[at], number, solution))
    };
    let mut seen = None;
    sources.filter(|source| seen.replace(*source) != Some(*source)).find_map(named)
}

/// The solutions of such lines; those without one say nothing of a solution.
fn of_rows<'f>(
    source: &str,
    rows: Vec<Row<'f, '_>>,
) -> Result<Vec<(&'f Found, PuzzleSolution)>, Failure> {
    let mut cases = Vec::new();
    for (found, number, line) in rows.into_iter().filter(|row| !row.2.is_empty()) {
        let read = found.instance.read_solutions(source, line);
        let terms =
            read.map_err(|error| InputError::new(source, error.message()).at_line(number))?;
        cases.extend(terms.into_iter().map(|terms| (found, terms)));
    }
    Ok(cases)
}

fn judge(found: &Found, terms: &PuzzleSolution, engine: &dyn Engine, control: &Control) -> Line {
    let line = Line {
        instance: found.source.clone(),
        index: found.index,
        solution: found.instance.write_solution(terms),
        valid: None,
        place: None,
        rule: None,
        undecided: None,
    };
    match judged(&*found.instance, terms, engine, control) {
        Validity::Valid => Line { valid: Some(true), ..line },
        Validity::Broken(broken) => {
            Line { valid: Some(false), place: Some(broken.place), rule: Some(broken.rule), ..line }
        }
        Validity::Undecided(why) => Line { undecided: Some(why), ..line },
    }
}

fn print(out: &mut Output, format: Format, line: &Line, many: bool) -> Result<(), Failure> {
    if format == Format::Json {
        serde_json::to_writer(&mut *out, line)?;
        writeln!(out)?;
        return Ok(());
    }
    let solution = if many { format!("{}: ", line.solution) } else { String::new() };
    match (&line.place, &line.rule, &line.undecided) {
        (Some(place), Some(rule), _) => writeln!(out, "{solution}invalid: {place}: {rule}")?,
        (_, _, Some(why)) => writeln!(out, "{solution}undecided: {why}")?,
        _ => writeln!(out, "{solution}valid")?,
    }
    Ok(())
}
