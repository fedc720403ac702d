//! Faults as commands by which a workflow of GitHub annotates files.

use std::io::Write;

use parallax_tables::lint::LintReport;

use super::faults::{describe_advice, describe_example, describe_finding, describe_table};
use crate::cli::CliError;
use crate::cli::output::StandardOutput;

/// Prints a command for each fault, piece of advice and open question.
pub(super) fn print_annotations(
    out: &mut StandardOutput,
    file: &str,
    report: &LintReport,
    conflict: &Option<Vec<String>>,
) -> Result<(), CliError> {
    let file = escape_property(file);
    for finding in &report.findings {
        let place = match finding.place {
            Some((line, column)) => format!(",line={line},col={column}"),
            None => String::new(),
        };
        let title = format!("{}: {}", describe_table(finding), finding.fault.json_name());
        let message = describe_finding(finding) + &describe_example(finding);
        let title = escape_property(&title);
        writeln!(out, "::error file={file}{place},title={title}::{}", escape_message(&message))?;
    }
    if let Some(rules) = conflict {
        let message = format!("these have no common solution:\n{}", rules.join("\n"));
        writeln!(out, "::error file={file},title=contradiction::{}", escape_message(&message))?;
    }
    for advice in &report.advice {
        let title = escape_property(&advice.table);
        let message = escape_message(&describe_advice(advice));
        writeln!(out, "::notice file={file},title={title}::{message}")?;
    }
    for (table, more) in &report.more_advice {
        let title = escape_property(table);
        writeln!(out, "::notice file={file},title={title}::{more} more pieces of advice")?;
    }
    let open = report.open.iter().map(|open| ("not answered", open));
    let unchecked = report.unchecked.iter().map(|unchecked| ("not checked", unchecked));
    for (title, words) in open.chain(unchecked) {
        writeln!(out, "::warning file={file},title={title}::{}", escape_message(words))?;
    }
    Ok(())
}

/// Escapes the text of a command.
fn escape_message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property.
fn escape_property(text: &str) -> String {
    escape_message(text).replace(':', "%3A").replace(',', "%2C")
}
