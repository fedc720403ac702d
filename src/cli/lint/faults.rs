//! The faults of decision tables.

use std::cell::OnceCell;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use parallax_engines::Spec;
use parallax_experiment::regress::write_whole;
use parallax_explain::{
    ExplainedFact, ExplanationEngines, ExplanationOptions, InstanceExplanation, explain_instance,
};
use parallax_formats::TablesInstance;
use parallax_instance::downcast_instance;
use parallax_model::engine_api::Control;
use parallax_tables::lint::{
    AdviceKind, FaultKind, LintAdvice, LintFinding, LintReport, lint_problem, lint_separate_tables,
};
use parallax_tables::table::HitPolicy;
use quick_junit::TestSuite;
use serde::Serialize;

use super::annotations::print_annotations;
use super::confirmation::RangeConfirmer;
use super::junit::{lint_document, lint_suite, unread_suite};
use super::outputs::find_outputs;
use super::page::LintPage;
use super::versions::{compare_files, separate_tables};

use crate::cli::clock::{CommandClock, UnknownAnswerReport};
use crate::cli::numbers::seconds;
use crate::cli::options::{OneInput, one_engine};
use crate::cli::output::StandardOutput;
use crate::cli::progress::ProgressLine;
use crate::cli::screen::{ScreenOptions, output_layout};
use crate::cli::{CliError, WRONG_USAGE_EXIT_CODE, interrupt, why};

/// Look for faults in decision tables: overlaps, gaps, dead rules
///
/// Also looks for contradictions. Every fault comes with an example input. A table of policy U has
/// no overlapping rules, one of policy A only rules that agree; in one of policy F no rule is
/// shadowed by those before it; every input has a rule, unless the output is Yes or No, partial, or
/// collected. The decision tables of a DMN file are checked one by one, each input with any value of
/// its type, and without an engine; what is no decision table, or has other cells than constants,
/// comparisons and ranges, is named as not checked.
#[derive(clap::Args)]
pub(in crate::cli) struct LintArgs {
    #[command(flatten)]
    input: OneInput,
    /// Further files, each with a separate report; the exit code is the worst
    #[arg(value_name = "FILE")]
    more: Vec<String>,
    /// Another version of the file (DMN): list the inputs for which their tables differ
    ///
    /// An engine confirms the ranges, and that there are no others.
    #[arg(long, value_name = "FILE", conflicts_with = "more")]
    against: Option<String>,
    /// List the inputs for which a table gives an output (DMN), as in 'risk = "high"'
    ///
    /// The name is that of a decision, of an output, or both, as in 'Offer.risk = "high"'; the value
    /// is a literal of FEEL. An engine confirms the ranges, and that there are no others.
    #[arg(long, value_name = "OUTPUT=VALUE", conflicts_with_all = ["more", "against", "junit"])]
    find: Option<String>,
    /// The engine that answers the questions, and confirms ranges [default: a SAT engine]
    ///
    /// The default is native if a SAT engine does not take the tables.
    #[arg(long, value_name = "SPEC", value_parser = one_engine)]
    engine: Option<Spec>,
    /// Maximum seconds for the whole command
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Output format
    #[arg(long, value_enum, default_value_t = LintFormat::Text)]
    format: LintFormat,
    /// Also write the faults as JUnit XML to this file: a test for each table
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    junit: Option<PathBuf>,
    /// Also draw the tables of DMN files with their faults, as a page in this file
    ///
    /// '-' prints the page instead of the text.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["against", "find"])]
    html: Option<PathBuf>,
}

/// The formats of faults.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LintFormat {
    /// For people: lines
    Text,
    /// JSON objects, one per line
    Json,
    /// Commands by which a workflow of GitHub annotates files
    Github,
}

/// Exit code if there are faults, or differences between versions.
pub(super) const FAULTS_EXIT_CODE: u8 = 1;

/// Exit code if some questions were not answered.
pub(super) const UNANSWERED_EXIT_CODE: u8 = 3;

#[derive(Serialize)]
struct LintLine<'a> {
    /// The file, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    sheet: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    table: &'a str,
    fault: &'a str,
    rules: &'a [String],
    /// The inputs and values of a gap.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    inputs: Vec<(&'a str, &'a str)>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    example: Vec<(&'a str, &'a str)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    /// The place of the last of the rules, or of the table, in a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

#[derive(Serialize)]
struct AdviceLine<'a> {
    /// The file, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a String>,
    table: &'a str,
    advice: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    rules: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<&'a str>,
}

pub(in crate::cli) fn run(args: &LintArgs) -> Result<u8, CliError> {
    let unknown =
        UnknownAnswerReport { code: UNANSWERED_EXIT_CODE, json: args.format == LintFormat::Json };
    let clock = CommandClock::start_clock(args.timeout, unknown);
    let control = OnceCell::new();
    if args.prints_page() && args.format != LintFormat::Text {
        return Err(CliError("--html - prints a page; leave --format out".into()));
    }
    if let Some(wanted) = &args.find {
        return find_outputs(&args.input, wanted, args.range_confirmer(&clock)?, &clock);
    }
    if let Some(other) = &args.against {
        return compare_files(&args.input, other, args.range_confirmer(&clock)?, &clock);
    }
    let mut documents = LintDocuments::default();
    let worst = lint_files(args, &clock, &control, &mut documents)?;
    let write = |path: &PathBuf, text: &str| {
        let failed = |error| CliError(format!("{}: cannot write: {error}", path.display()));
        write_whole(path, text).map_err(failed)
    };
    if let Some(path) = &args.junit {
        write(path, &lint_document(documents.suites)?)?;
    }
    match &args.html {
        Some(_) if args.prints_page() => {
            let mut out = StandardOutput::new();
            out.write_all(documents.page.finish_page().as_bytes())?;
            out.flush()?;
        }
        Some(path) => write(path, &documents.page.finish_page())?,
        None => {}
    }
    Ok(worst)
}

impl LintArgs {
    /// Makes the engines that confirm ranges.
    fn range_confirmer(&self, clock: &CommandClock) -> Result<RangeConfirmer, CliError> {
        let engines = self.question_engines()?.deciders;
        let control = interrupt::interrupt_control().with_timeout(clock.remaining_time());
        Ok(RangeConfirmer { engines, control, format: self.format, refuted: 0 })
    }

    /// Makes the engines that answer questions.
    fn question_engines(&self) -> Result<ExplanationEngines, CliError> {
        why::engine_choice::make_engines(self.engine.as_ref(), &[], self.timeout.is_some())
    }

    /// Whether standard output gets the page instead of the text.
    fn prints_page(&self) -> bool {
        self.html.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }
}

/// The reports on all files, for the documents that are wanted.
#[derive(Default)]
struct LintDocuments {
    suites: Vec<TestSuite>,
    page: LintPage,
}

/// Prints the reports on all files, and collects them. Returns the exit code.
fn lint_files(
    args: &LintArgs,
    clock: &CommandClock,
    control: &OnceCell<Control>,
    documents: &mut LintDocuments,
) -> Result<u8, CliError> {
    if args.more.is_empty() {
        return lint_file(args, &args.input, clock, control, documents);
    }
    let mut worst = 0;
    let names = std::iter::once(args.input.file_name()).chain(args.more.iter().map(String::as_str));
    for name in names {
        let ran = lint_file(args, &args.input.with_file(name), clock, control, documents);
        let code = ran.unwrap_or_else(|CliError(why)| {
            eprintln!("parallax: {why}");
            documents.suites.push(unread_suite(name, &why));
            documents.page.add_unread(name, &why);
            WRONG_USAGE_EXIT_CODE
        });
        // One unreadable file does not hide the reports on the others: the run continues, and ends
        // with the most severe code.
        worst = [worst, code].into_iter().max_by_key(|&code| code_severity(code)).unwrap_or(code);
        if ![0, FAULTS_EXIT_CODE, UNANSWERED_EXIT_CODE, WRONG_USAGE_EXIT_CODE].contains(&code) {
            // Any other code is that of an interrupt, after which no further file is read.
            break;
        }
    }
    Ok(worst)
}

/// Ranks the exit codes of several files: faults are worse than questions without an answer, and
/// files that cannot be read are worse than both.
fn code_severity(code: u8) -> u8 {
    match code {
        0 => 0,
        UNANSWERED_EXIT_CODE => 1,
        FAULTS_EXIT_CODE => 2,
        WRONG_USAGE_EXIT_CODE => 3,
        _ => 4,
    }
}

/// Prints the report on one file. Returns its exit code. An interrupt cancels `control`, which
/// begins once the first file is read.
fn lint_file(
    args: &LintArgs,
    input: &OneInput,
    clock: &CommandClock,
    control: &OnceCell<Control>,
    documents: &mut LintDocuments,
) -> Result<u8, CliError> {
    let found = input.find_tables(clock)?;
    let Some(tables) = downcast_instance::<TablesInstance>(&*found.instance) else {
        let puzzle = found.instance.puzzle_name();
        return Err(CliError(format!(
            "{}: {puzzle} has no decision tables; expected cdmn",
            found.source
        )));
    };
    let control =
        control.get_or_init(interrupt::interrupt_control).with_timeout(clock.remaining_time());
    let progress = ProgressLine::counting_line("checking tables", "questions");
    let mut on_answer = || progress.count_step(String::new);
    let (report, conflict) = match tables.separate_tables() {
        Some(separate) => {
            if args.engine.is_some() {
                eprintln!(
                    "parallax: {}: tables in DMN are checked without an engine",
                    found.source
                );
            }
            (lint_separate_tables(separate, &control, &mut on_answer), None)
        }
        None => {
            let engines = args.question_engines()?;
            let report = lint_problem(tables, &engines.deciders, &control, &mut on_answer);
            let (options, viewpoint) =
                (ExplanationOptions::default(), found.instance.default_viewpoint());
            // Faults are questions about single tables. Whether all tables together have a solution
            // is a separate question.
            let conflict =
                explain_instance(&*found.instance, &viewpoint, options, &engines, &control)?;
            (report, conflicting_rules(&conflict))
        }
    };
    progress.finish_line();
    let mut out = StandardOutput::new();
    let file = (!args.more.is_empty()).then_some(&found.source);
    if args.junit.is_some() {
        let names = table_names(tables);
        documents.suites.push(lint_suite(&found.source, &names, &report, &conflict));
    }
    if args.html.is_some() {
        documents.page.add_file(&found.source, separate_tables(&found)?, &report);
    }
    match args.format {
        _ if args.prints_page() => {}
        LintFormat::Text => {
            print_text(&mut out, file, &report, &conflict)?;
            if !ScreenOptions::chosen_options().quiet {
                print_sums(&mut out, &found.source, tables, &report, &conflict)?;
            }
        }
        LintFormat::Json => print_json(&mut out, file, &report, &conflict)?,
        LintFormat::Github => print_annotations(&mut out, &found.source, &report, &conflict)?,
    }
    out.flush()?;
    let code = match (&conflict, report.findings.is_empty(), report.open.is_empty()) {
        (Some(_), _, _) | (_, false, _) => FAULTS_EXIT_CODE,
        (_, _, false) => UNANSWERED_EXIT_CODE,
        _ => 0,
    };
    Ok(interrupt::exit_code(&control, code))
}

/// Returns the rules that contradict each other, if the tables have no solution.
fn conflicting_rules(why: &InstanceExplanation) -> Option<Vec<String>> {
    if why.finding != ExplainedFact::Unsatisfiable {
        return None;
    }
    let words = |&place: &usize| why.problem.parts()[place].description(why.problem.model());
    Some(why.sets.first().map_or(Vec::new(), |set| set.parts.iter().map(words).collect()))
}

/// Describes a fault in a sentence.
pub(super) fn describe_finding(finding: &LintFinding) -> String {
    let rules = finding.rules.join(" and ");
    match finding.fault {
        FaultKind::Overlap => format!("{rules} apply to the same input"),
        FaultKind::Gap if finding.inputs.is_empty() => "no rule applies to an input".to_owned(),
        FaultKind::Gap => {
            let inputs = finding.inputs.iter().map(|(name, values)| format!("{name}: {values}"));
            format!("no rule applies where {}", inputs.collect::<Vec<_>>().join(", "))
        }
        FaultKind::Shadowed => format!("{rules} never decides: other rules take precedence"),
        FaultKind::Dead => format!("{rules} applies to no input"),
    }
}

/// Describes advice in a sentence.
pub(super) fn describe_advice(advice: &LintAdvice) -> String {
    let rules = advice.rules.join(" and ");
    let column = advice.column.as_deref().unwrap_or_default();
    match advice.kind {
        AdviceKind::Equal => format!("{rules} are equal"),
        AdviceKind::Subsumed => match &advice.rules[..] {
            [inner, outer] => format!("{inner} is part of {outer}"),
            _ => rules,
        },
        AdviceKind::Mergeable => {
            let cell = advice.cell.as_deref().unwrap_or_default();
            format!("{rules} differ in '{column}' alone; one rule with {cell} says the same")
        }
        AdviceKind::Untested => {
            let value = advice.cell.as_deref().unwrap_or_default();
            format!("no rule takes {value}, which is a result of '{column}'")
        }
        AdviceKind::Unreached => {
            format!("{rules} is never reached: no result of '{column}' passes its cell")
        }
        AdviceKind::Irrelevant => format!("'{column}' decides nothing: every cell takes any value"),
    }
}

/// Returns the example of a finding after a comma, and its note; empty if there are none.
pub(super) fn describe_example(finding: &LintFinding) -> String {
    let example: Vec<String> =
        finding.example.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let example = match example[..] {
        [] => String::new(),
        _ => format!(", for example {}", example.join(", ")),
    };
    let note = finding.note.as_ref().map_or(String::new(), |note| format!(" ({note})"));
    example + &note
}

/// Returns the sheet and the title of the table of a finding.
pub(super) fn describe_table(finding: &LintFinding) -> String {
    match finding.sheet.as_str() {
        "" => finding.table.clone(),
        sheet => format!("{sheet}: {}", finding.table),
    }
}

/// Returns the names of the decision tables that were checked.
fn table_names(tables: &TablesInstance) -> Vec<String> {
    match tables.separate_tables() {
        Some(separate) => separate.tables.iter().map(|table| table.name.clone()).collect(),
        None => {
            let decisions = tables.problem().tables.iter();
            let decisions = decisions.filter(|table| table.policy != HitPolicy::Every);
            decisions
                .map(|table| match table.sheet.as_str() {
                    "" => table.title.text.clone(),
                    sheet => format!("{sheet}: {}", table.title.text),
                })
                .collect()
        }
    }
}

/// Prints the faults, each after the name of its file if there are several files.
fn print_text(
    out: &mut StandardOutput,
    file: Option<&String>,
    report: &LintReport,
    conflict: &Option<Vec<String>>,
) -> Result<(), CliError> {
    let layout = output_layout();
    let file = file.map_or_else(String::new, |file| format!("{file}: "));
    for finding in &report.findings {
        let line = format!(
            "{file}{}: {}: {}{}",
            describe_table(finding),
            finding.fault.json_name(),
            describe_finding(finding),
            describe_example(finding)
        );
        out.write_all(layout.wrap_text(&line, 2).as_bytes())?;
    }
    if let Some(rules) = conflict {
        let words = "these have no common solution, and none can be left out";
        writeln!(out, "{file}contradiction: {words}:")?;
        rules.iter().try_for_each(|rule| writeln!(out, "  {rule}"))?;
    }
    if !ScreenOptions::chosen_options().quiet {
        for advice in &report.advice {
            let line = format!("{file}{}: advice: {}", advice.table, describe_advice(advice));
            out.write_all(layout.wrap_text(&line, 2).as_bytes())?;
        }
        for (table, more) in &report.more_advice {
            writeln!(out, "{file}{table}: advice: {more} more")?;
        }
    }
    for open in &report.open {
        writeln!(out, "{file}not answered: {open}")?;
    }
    for unchecked in &report.unchecked {
        out.write_all(layout.wrap_text(&format!("{file}not checked: {unchecked}"), 2).as_bytes())?;
    }
    Ok(())
}

/// Prints the numbers of faults, tables and questions.
fn print_sums(
    out: &mut StandardOutput,
    source: &str,
    tables: &TablesInstance,
    report: &LintReport,
    conflict: &Option<Vec<String>>,
) -> Result<(), CliError> {
    let decisions = match tables.separate_tables() {
        Some(separate) => separate.tables.len(),
        None => tables.problem().tables.iter().filter(|t| t.policy != HitPolicy::Every).count(),
    };
    let faults = report.findings.len() + usize::from(conflict.is_some());
    let noun = if faults == 1 { "fault" } else { "faults" };
    let noun_of_tables = if decisions == 1 { "table" } else { "tables" };
    write!(out, "{source}: {faults} {noun}, {decisions} decision {noun_of_tables}")?;
    match (tables.separate_tables(), report.unchecked.len()) {
        (None, _) => writeln!(out, ", {} questions answered", report.answered)?,
        (Some(_), 0) => writeln!(out)?,
        (Some(_), unchecked) => writeln!(out, ", {unchecked} not checked")?,
    }
    Ok(())
}

fn print_json(
    out: &mut StandardOutput,
    file: Option<&String>,
    report: &LintReport,
    conflict: &Option<Vec<String>>,
) -> Result<(), CliError> {
    for finding in &report.findings {
        let line = LintLine {
            file,
            sheet: &finding.sheet,
            table: &finding.table,
            fault: finding.fault.json_name(),
            rules: &finding.rules,
            inputs: finding.inputs.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect(),
            example: finding.example.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect(),
            note: finding.note.as_deref(),
            line: finding.place.map(|(line, _)| line),
            column: finding.place.map(|(_, column)| column),
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    if let Some(rules) = conflict {
        let (fault, inputs, example) = ("contradiction", vec![], vec![]);
        let (note, line, column, sheet) = (None, None, None, "");
        let line =
            LintLine { file, sheet, table: "", fault, rules, inputs, example, note, line, column };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    for advice in &report.advice {
        let line = AdviceLine {
            file,
            table: &advice.table,
            advice: advice.kind.json_name(),
            rules: &advice.rules,
            column: advice.column.as_deref(),
            cell: advice.cell.as_deref(),
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    for (table, more) in &report.more_advice {
        let mut line = serde_json::json!({ "table": table, "more_advice": more });
        if let Some(file) = file {
            line["file"] = file.as_str().into();
        }
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    let open = report.open.iter().map(|open| ("open", open));
    let unchecked = report.unchecked.iter().map(|unchecked| ("unchecked", unchecked));
    for (key, words) in open.chain(unchecked) {
        let mut line = serde_json::json!({ key: words });
        if let Some(file) = file {
            line["file"] = file.as_str().into();
        }
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    Ok(())
}
