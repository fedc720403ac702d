//! The differences between the decision tables of two versions of a file.

use std::collections::BTreeSet;
use std::io::Write;

use parallax_dmn::columns::{
    ColumnTable, SeparateTables, TableDifferences, VersionDifference, VersionError,
};
use parallax_formats::TablesInstance;
use parallax_instance::{SourcedInstance, downcast_instance};
use parallax_tables::class_model::RangeQuestion;
use serde::Serialize;

use super::confirmation::{REFUTED_EXIT_CODE, RangeConfirmer};
use super::faults::{FAULTS_EXIT_CODE, LintFormat, UNANSWERED_EXIT_CODE};
use super::named_range::NamedRange;
use crate::cli::clock::CommandClock;
use crate::cli::options::OneInput;
use crate::cli::output::StandardOutput;
use crate::cli::screen::output_layout;
use crate::cli::{CliError, interrupt};

/// Maximum number of ranges of inputs that are listed for a table.
const MAX_LISTED_RANGES: usize = 30;

#[derive(Serialize)]
struct DifferenceLine<'a> {
    table: &'a str,
    difference: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    inputs: Vec<(&'a str, &'a str)>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    example: Vec<(&'a str, &'a str)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
}

impl<'a> DifferenceLine<'a> {
    fn of_table(table: &'a str, difference: &'a str) -> Self {
        DifferenceLine {
            table,
            difference,
            inputs: Vec::new(),
            example: Vec::new(),
            before: None,
            after: None,
            number: None,
        }
    }
}

/// The printer of the differences between two versions.
struct VersionReport {
    out: StandardOutput,
    format: LintFormat,
    differences: usize,
    open: usize,
    confirmer: RangeConfirmer,
}

/// Compares the tables of two versions of a file, and prints where they differ.
pub(super) fn compare_files(
    input: &OneInput,
    other: &str,
    confirmer: RangeConfirmer,
    clock: &CommandClock,
) -> Result<u8, CliError> {
    let format = confirmer.format;
    if format == LintFormat::Github {
        return Err(CliError("--against has the formats text and json".into()));
    }
    let (before, after) = (input.find_tables(clock)?, input.with_file(other).find_tables(clock)?);
    let (one, two) = (separate_tables(&before)?, separate_tables(&after)?);
    let control = confirmer.control.clone();
    let stop = || control.check_stop().is_err();
    let out = StandardOutput::new();
    let mut report = VersionReport { out, format, differences: 0, open: 0, confirmer };
    for (at, table) in one.tables.iter().enumerate() {
        match same_table(&one.tables, at, &two.tables) {
            Some(other) => {
                let found =
                    TableDifferences::compare_versions(table, other, MAX_LISTED_RANGES, &stop);
                report.print_table(table, other, &found)?;
            }
            None => report.print_missing(table, "removed", &format!("not in {}", after.source))?,
        }
    }
    for (at, table) in two.tables.iter().enumerate() {
        if same_table(&two.tables, at, &one.tables).is_none() {
            report.print_missing(table, "added", &format!("not in {}", before.source))?;
        }
    }
    let words = one.unchecked.iter().chain(&two.unchecked).map(ToString::to_string);
    // Most of what is not compared is the same in both versions.
    for unchecked in words.collect::<BTreeSet<String>>() {
        report.print_open("unchecked", &unchecked)?;
    }
    let VersionReport { mut out, differences, open, confirmer, .. } = report;
    if format == LintFormat::Text && differences == 0 && open == 0 {
        let noun = if one.tables.len() == 1 { "table" } else { "tables" };
        writeln!(out, "no differences in {} decision {noun}", one.tables.len())?;
    }
    out.flush()?;
    let code = match (differences, open) {
        _ if confirmer.refuted > 0 => REFUTED_EXIT_CODE,
        (0, 0) => 0,
        (0, _) => UNANSWERED_EXIT_CODE,
        _ => FAULTS_EXIT_CODE,
    };
    Ok(interrupt::exit_code(&control, code))
}

/// Returns the table of the other version with the same name. Of several tables with one name, the
/// first is compared with the first.
fn same_table<'t>(
    tables: &[ColumnTable],
    at: usize,
    others: &'t [ColumnTable],
) -> Option<&'t ColumnTable> {
    let name = &tables[at].name;
    let earlier = tables[..at].iter().filter(|table| table.name == *name).count();
    others.iter().filter(|other| other.name == *name).nth(earlier)
}

pub(super) fn separate_tables(found: &SourcedInstance) -> Result<&SeparateTables, CliError> {
    let tables = downcast_instance::<TablesInstance>(&*found.instance);
    tables.and_then(TablesInstance::separate_tables).ok_or_else(|| {
        CliError(format!(
            "{}: only the tables of DMN files are drawn, searched and compared",
            found.source
        ))
    })
}

impl VersionReport {
    /// Prints the differences of a table.
    fn print_table(
        &mut self,
        table: &ColumnTable,
        after: &ColumnTable,
        found: &Result<TableDifferences<'_>, VersionError>,
    ) -> Result<(), CliError> {
        let found = match found {
            Ok(found) => found,
            Err(why) => return self.print_open("open", &format!("{}: {why}", table.name)),
        };
        let columns: Vec<&str> = found.columns.iter().map(|column| column.name.as_str()).collect();
        for difference in &found.differences {
            self.print_difference(&table.name, &columns, difference)?;
        }
        if found.more > 0 {
            self.differences += 1;
            let line = DifferenceLine {
                number: Some(found.more.to_string()),
                ..DifferenceLine::of_table(&table.name, "more")
            };
            self.print_line(&line, &format!("{} more ranges of inputs differ", found.more))?;
        }
        let question = RangeQuestion::about_versions(table, after, found);
        self.confirmer.print_confirmation(
            &mut self.out,
            &table.name,
            None,
            found.differences.len(),
            question,
        )
    }

    fn print_difference(
        &mut self,
        table: &str,
        columns: &[&str],
        difference: &VersionDifference<'_>,
    ) -> Result<(), CliError> {
        self.differences += 1;
        let VersionDifference { inputs, before, after } = difference;
        let (before, after) = (before.to_string(), after.to_string());
        let range = NamedRange::from_box(columns.iter().copied(), inputs);
        let words = format!("{before} becomes {after} {}", range.describe_range());
        let line = DifferenceLine {
            inputs: range.inputs,
            example: range.example,
            before: Some(&before),
            after: Some(&after),
            ..DifferenceLine::of_table(table, "result")
        };
        self.print_line(&line, &words)
    }

    fn print_missing(
        &mut self,
        table: &ColumnTable,
        kind: &str,
        words: &str,
    ) -> Result<(), CliError> {
        self.differences += 1;
        self.print_line(&DifferenceLine::of_table(&table.name, kind), words)
    }

    fn print_open(&mut self, key: &str, words: &str) -> Result<(), CliError> {
        self.open += 1;
        if self.format == LintFormat::Json {
            serde_json::to_writer(&mut self.out, &serde_json::json!({ key: words }))?;
            writeln!(self.out)?;
        } else {
            let what = if key == "open" { "not answered" } else { "not compared" };
            let line = output_layout().wrap_text(&format!("{what}: {words}"), 2);
            self.out.write_all(line.as_bytes())?;
        }
        Ok(())
    }

    /// Prints a difference, as a sentence or as an object.
    fn print_line(&mut self, line: &DifferenceLine<'_>, words: &str) -> Result<(), CliError> {
        if self.format == LintFormat::Json {
            serde_json::to_writer(&mut self.out, line)?;
            writeln!(self.out)?;
        } else {
            let text = output_layout().wrap_text(&format!("{}: {words}", line.table), 2);
            self.out.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}
