//! Reports: files of findings, JSON, Markdown and text.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use quick_junit::{NonSuccessKind, SerializeError, TestCase, TestCaseStatus, TestSuite};
use serde_json::{Value, json};

use crate::programs::campaign::{CampaignReport, TallyCell};
use crate::programs::cause::FaultCause;
use crate::programs::cores::CoreCounts;
use crate::programs::dispute::{self, ProverDispute};
use crate::programs::finding::TargetFinding;
use crate::programs::reply::TargetReply;

/// Maximum number of columns of a list in text.
const MAX_LINE_WIDTH: usize = 100;

/// Writes the files of a finding: the model in the target's language, and JSON.
///
/// # Errors
/// If a file cannot be written.
pub fn write_finding(folder: &Path, finding: &TargetFinding) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let stem = finding.file_stem();
    fs::write(folder.join(format!("{stem}.{}", finding.extension)), &finding.text)?;
    let json = serde_json::to_string_pretty(&finding.to_json())?;
    fs::write(folder.join(format!("{stem}.json")), json + "\n")
}

/// Returns the keys of the causes in a folder of findings.
///
/// # Errors
/// If a file cannot be read; a folder that does not exist has none.
pub fn known_causes(folder: &Path) -> io::Result<Vec<String>> {
    let mut keys = Vec::new();
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(keys),
        entries => entries?,
    };
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            // A file of another origin, or one cut off by a crash, names no cause; it must not keep
            // a campaign from starting.
            let value: Value = serde_json::from_str(&fs::read_to_string(path)?).unwrap_or_default();
            keys.extend(value["cause"].as_str().map(str::to_owned));
        }
    }
    keys.sort_unstable();
    keys.dedup();
    Ok(keys)
}

/// Writes `report.json` and `report.md`.
///
/// # Errors
/// If a file cannot be written.
pub fn write_report(folder: &Path, report: &CampaignReport) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("report.json"), serde_json::to_string_pretty(&to_json(report))? + "\n")?;
    fs::write(folder.join("report.md"), markdown_report(report))
}

/// Returns a report as JSON.
#[must_use]
pub fn to_json(report: &CampaignReport) -> Value {
    let cause = |cause: &FaultCause| {
        let mut value = cause.finding.to_json();
        value["variants"] = cause.variants.into();
        value["examples"] = cause.examples.iter().map(TargetFinding::to_json).collect();
        value
    };
    json!({
        "findings": report.causes.iter().map(cause).collect::<Vec<_>>(),
        "disputes": report.disputes.iter().map(ProverDispute::to_json).collect::<Vec<_>>(),
        "known": report.known,
        "targets": report.tally.to_json(),
        "reached": report.reached,
        "took_ms": report.took_ms,
    })
}

/// Returns a report as Markdown: each cause, then counts.
#[must_use]
pub fn markdown_report(report: &CampaignReport) -> String {
    let mut text = String::from("# Causes\n");
    if report.known > 0 {
        let _ = writeln!(text, "\n{} more are of earlier runs in this folder.", report.known);
    }
    for cause in &report.causes {
        describe_cause(&mut text, cause);
    }
    dispute::describe_disputes(&mut text, &report.disputes);
    text.push_str("\n# Counts\n\n");
    text.push_str(&count_tables(report));
    text
}

/// Names a target, with its version if the program states one.
fn target_with_version(target: &str, version: &str) -> String {
    let version = if version.is_empty() { String::new() } else { format!(" ({version})") };
    format!("`{target}`{version}")
}

/// Describes a cause in Markdown.
fn describe_cause(text: &mut String, cause: &FaultCause) {
    let finding = &cause.finding;
    let (before, after) = finding.size_change();
    let _ = writeln!(text, "\n## {}\n", finding.finding_title());
    let _ = writeln!(text, "- target: {}", target_with_version(&finding.target, &finding.version));
    let _ = writeln!(
        text,
        "- found after {:.1} s and {} cases: seed {}, case {}; {} nodes, then {}; {}",
        finding.after_ms as f64 / 1000.0,
        finding.after_cases,
        finding.seed,
        finding.number,
        before.nodes,
        after.nodes,
        if finding.confirmed { "confirmed" } else { "not confirmed" },
    );
    let _ = writeln!(text, "- command: `{}`", finding.command);
    let drawn = if finding.is_larger() { ", drawn as a larger case" } else { "" };
    let _ = writeln!(text, "- judged by {}{drawn}", finding.judged.judge_description());
    let right = finding.truth.solutions.len();
    let _ = writeln!(
        text,
        "- right: {right} solutions {:?}",
        brief_solutions(&finding.truth.solutions)
    );
    if let TargetReply::Answer(answer) = &finding.reply {
        let count = answer.solutions.len();
        let solutions = brief_solutions(&answer.solutions);
        let _ = writeln!(text, "- answer: {:?}, {count} solutions {solutions:?}", answer.status);
        if let (Some(core), Some(solution)) =
            (&answer.core, finding.truth.held.core_solution(answer))
        {
            let _ =
                writeln!(text, "- core: {core:?} (places of constraints), solved by {solution:?}");
        }
    }
    let _ = writeln!(text, "\n```\n{}\n```", finding.text.trim_end());
    if cause.variants > 0 {
        let _ = writeln!(text, "\nVariants: {}.", cause.variants);
    }
    for variant in &cause.examples {
        let _ = writeln!(text, "\nCase {}, {}:", variant.number, variant.outcome);
        let _ = writeln!(text, "\n```\n{}\n```", variant.text.trim_end());
    }
}

fn brief_solutions(solutions: &[Vec<i64>]) -> &[Vec<i64>] {
    &solutions[..solutions.len().min(4)]
}

/// Returns a report as text: the counts by target and operator.
#[must_use]
pub fn text_report(report: &CampaignReport) -> String {
    let disputes = match report.disputes.len() {
        0 => String::new(),
        count => format!(", {count} cases in dispute (no target is at fault)"),
    };
    let causes = report.causes.len();
    let plural = if causes == 1 { "" } else { "s" };
    format!("{causes} new cause{plural}{disputes}\n\n{}", count_tables(report))
}

/// Returns a report as JUnit XML: a suite for each target, a test for each operator, which fails
/// with its findings. It has no control characters, which XML cannot hold.
///
/// # Errors
/// If the document cannot be written, which no report causes.
pub fn junit_report(report: &CampaignReport) -> Result<String, SerializeError> {
    let mut document = quick_junit::Report::unnamed();
    for target in report.tally.versions.keys() {
        let mut suite = TestSuite::new(target.as_str());
        let cells = report.tally.cells.iter().filter(|((name, _), _)| name == target);
        for ((_, operator), cell) in cells {
            let is_about = |cause: &&FaultCause| {
                cause.finding.target == *target && cause.finding.about == *operator
            };
            let found: Vec<&FaultCause> = report.causes.iter().filter(is_about).collect();
            let mut test = TestCase::new(operator.name(), write_status(&found, cell));
            // CI servers know these tests by this name.
            test.set_classname("hunt");
            suite.add_test_case(test);
        }
        document.add_test_suite(suite);
    }
    if !report.disputes.is_empty() {
        document.add_test_suite(dispute::write_suite(&report.disputes));
    }
    document.to_string()
}

/// Returns the status of an operator's test, from its causes and its counts.
fn write_status(found: &[&FaultCause], cell: &TallyCell) -> TestCaseStatus {
    if found.is_empty() {
        if cell.refused != cell.cases {
            return TestCaseStatus::success();
        }
        let mut skipped = TestCaseStatus::skipped();
        skipped.set_message("refused");
        return skipped;
    }
    let titles = found.iter().map(|cause| {
        let FaultCause { finding, variants, .. } = cause;
        format!("{}; {variants} variants", finding.finding_title())
    });
    let texts = found.iter().map(|FaultCause { finding, .. }| {
        let (text, command) = (&finding.text, &finding.command);
        format!("{text}\n{command}\nseed {}, case {}", finding.seed, finding.number)
    });
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(titles.collect::<Vec<_>>().join("; "));
    status.set_description(texts.collect::<Vec<_>>().join("\n\n"));
    status
}

/// Returns the counts of each target: in all, by operator, and the operators without a finding.
fn count_tables(report: &CampaignReport) -> String {
    let mut text = String::new();
    for (target, version) in &report.tally.versions {
        let of_target = report.tally.cells.iter().filter(|((name, _), _)| name == target);
        let sum = |count: &dyn Fn(&TallyCell) -> u64| -> u64 {
            of_target.clone().map(|(_, cell)| count(cell)).sum()
        };
        let _ = writeln!(
            text,
            "{}: {} cases, {:.0} a second; {} wrong, {} crashes, {} timeouts, \
             {} unreadable, {} refusals\n",
            target_with_version(target, version),
            report.tally.case_count(target),
            report.tally.case_rate(target),
            sum(&|cell| cell.wrong),
            sum(&|cell| cell.crashes),
            sum(&|cell| cell.timeouts),
            sum(&|cell| cell.unreadable),
            sum(&|cell| cell.refused),
        );
        if let Some(larger) = report.tally.larger.get(target) {
            let _ = writeln!(text, "{}\n", larger.describe_counts());
        }
        if let Some(cores) = report.tally.cores.get(target) {
            let CoreCounts { asked, given, minimal, wrong, refused } = cores;
            let _ = writeln!(
                text,
                "Cores: {asked} asked for, {given} given, {minimal} of them minimal, {wrong} with a solution; \
                 {refused} questions refused\n"
            );
        }
        text.push_str("| operator | cases | wrong | refused | crash | timeout | other |\n");
        text.push_str("|---|---|---|---|---|---|---|\n");
        for ((_, operator), cell) in of_target {
            let TallyCell { cases, wrong, refused, crashes, timeouts, unknown, unreadable, .. } =
                cell;
            let _ = writeln!(
                text,
                "| {} | {cases} | {wrong} | {refused} | {crashes} | {timeouts} | {} |",
                operator.name(),
                unknown + unreadable
            );
        }
        let clean = report.tally.clean_operators(target).into_iter();
        let clean: Vec<String> =
            clean.map(|(operator, right)| format!("{} {right}", operator.name())).collect();
        let list = if clean.is_empty() { "-".to_owned() } else { clean.join(", ") };
        let line = format!("Nothing found, with the number of answers: {list}");
        let _ = writeln!(text, "\n{}\n", wrap_line(&line));
    }
    text
}

/// Breaks a line at spaces, so that a terminal shows it whole.
fn wrap_line(line: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in line.split(' ') {
        if width + word.len() >= MAX_LINE_WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINE_WIDTH, wrap_line};

    #[test]
    fn lists_are_wrapped_and_lose_nothing() {
        let line = (0..200).map(|i| format!("{i},")).collect::<Vec<_>>().join(" ");
        let text = wrap_line(&line);
        assert!(text.lines().count() > 5 && text.lines().all(|line| line.len() <= MAX_LINE_WIDTH));
        assert_eq!(text.replace('\n', " "), line);
        assert_eq!(wrap_line(""), "");
    }
}
