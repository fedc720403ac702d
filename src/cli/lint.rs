//! `parallax lint`: faults of decision tables.

use std::any::Any;
use std::io::Write;
use std::time::Duration;

use parallax_engines::Spec;
use parallax_formats::TablesInstance;
use parallax_formats::lint::{FaultKind, Finding, LintReport, lint};
use parallax_why::{Finding as SourcedInstance, Request, Why, explain};
use serde::Serialize;

use super::clock::{Clock, Unknown};
use super::format::Format;
use super::options::{OneInput, seconds};
use super::output::Output;
use super::progress::Progress;
use super::screen::layout;
use super::{Failure, interrupt, why};

/// Look for faults in decision tables: overlaps, gaps, dead rules
///
/// Also looks for contradictions. Every fault comes with an example input. A table of policy U has no overlapping rules, one of
/// policy A only rules that agree; in one of policy F no rule is shadowed by those before it;
/// every input has a rule, unless the output is Yes or No, partial, or collected.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: OneInput,
    /// The engine that answers the questions
    /// [default: a SAT engine, or native where it does not take the tables]
    #[arg(long, value_name = "SPEC")]
    engine: Option<Spec>,
    /// Seconds for all of it
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Exit code if there are faults.
const FAULTS: u8 = 1;

/// Exit code if some questions were not answered.
const OPEN: u8 = 3;

#[derive(Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    sheet: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    table: &'a str,
    fault: &'a str,
    rules: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    example: Vec<(&'a str, &'a str)>,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let unknown = Unknown { code: OPEN, json: args.format == Format::Json };
    let clock = Clock::start(args.timeout, unknown);
    let found = args.input.find(&clock)?;
    let instance: &dyn Any = &*found.instance;
    let Some(tables) = instance.downcast_ref::<TablesInstance>() else {
        let puzzle = found.instance.puzzle();
        return Err(Failure(format!(
            "{}: {puzzle} has no decision tables; expected cdmn",
            found.source
        )));
    };
    let control = interrupt::control().within(clock.left());
    let progress = Progress::counting("checking tables", "questions");
    let engines = why::chosen::engines(args.engine.as_ref(), &[], args.timeout.is_some())?;
    let report = lint(tables, &engines.deciders, &control, &mut || progress.step(String::new));
    let viewpoint = found.instance.default_viewpoint();
    let conflict = explain(&*found.instance, &viewpoint, Request::default(), &engines, &control)?;
    progress.finish();
    let conflict = contradiction(&conflict);
    let mut out = Output::new();
    match args.format {
        Format::Text => text(&mut out, &found.source, tables, &report, &conflict)?,
        Format::Json => json(&mut out, &report, &conflict)?,
    }
    out.flush()?;
    let code = match (&conflict, report.findings.is_empty(), report.open.is_empty()) {
        (Some(_), _, _) | (_, false, _) => FAULTS,
        (_, _, false) => OPEN,
        _ => 0,
    };
    Ok(interrupt::exit_code(&control, code))
}

/// Returns the rules that contradict each other, if the tables have no solution.
fn contradiction(why: &Why) -> Option<Vec<String>> {
    if why.finding != SourcedInstance::Unsatisfiable {
        return None;
    }
    let words = |&place: &usize| why.problem.parts()[place].description(why.problem.model());
    Some(why.sets.first().map_or(Vec::new(), |set| set.parts.iter().map(words).collect()))
}

/// Describes a fault in a sentence.
fn sentence(finding: &Finding) -> String {
    let rules = finding.rules.join(" and ");
    match finding.fault {
        FaultKind::Overlap => format!("{rules} apply to the same input"),
        FaultKind::Gap => "no rule applies to an input".to_owned(),
        FaultKind::Shadowed => format!("{rules} never decides: rules before it do"),
        FaultKind::Dead => format!("{rules} applies to no input"),
    }
}

fn text(
    out: &mut Output,
    source: &str,
    tables: &TablesInstance,
    report: &LintReport,
    conflict: &Option<Vec<String>>,
) -> Result<(), Failure> {
    let layout = layout();
    for finding in &report.findings {
        let place = match finding.sheet.as_str() {
            "" => finding.table.clone(),
            sheet => format!("{sheet}: {}", finding.table),
        };
        let example: Vec<String> =
            finding.example.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let example = match example[..] {
            [] => String::new(),
            _ => format!(", for example {}", example.join(", ")),
        };
        let line = format!("{place}: {}: {}{example}", finding.fault.name(), sentence(finding));
        out.write_all(layout.wrap(&line, 2).as_bytes())?;
    }
    if let Some(rules) = conflict {
        writeln!(out, "contradiction: these have no common solution, and none can be left out:")?;
        rules.iter().try_for_each(|rule| writeln!(out, "  {rule}"))?;
    }
    for open in &report.open {
        writeln!(out, "not answered: {open}")?;
    }
    let decisions = tables.problem().tables.iter().filter(|table| table.policy.decides()).count();
    let faults = report.findings.len() + usize::from(conflict.is_some());
    let noun = if faults == 1 { "fault" } else { "faults" };
    let tables = if decisions == 1 { "table" } else { "tables" };
    writeln!(
        out,
        "{source}: {faults} {noun}, {decisions} decision {tables}, {} questions answered",
        report.answered
    )?;
    Ok(())
}

fn json(
    out: &mut Output,
    report: &LintReport,
    conflict: &Option<Vec<String>>,
) -> Result<(), Failure> {
    for finding in &report.findings {
        let line = Line {
            sheet: &finding.sheet,
            table: &finding.table,
            fault: finding.fault.name(),
            rules: &finding.rules,
            example: finding.example.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect(),
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    if let Some(rules) = conflict {
        let line = Line { sheet: "", table: "", fault: "contradiction", rules, example: vec![] };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    for open in &report.open {
        serde_json::to_writer(&mut *out, &serde_json::json!({ "open": open }))?;
        writeln!(out)?;
    }
    Ok(())
}
