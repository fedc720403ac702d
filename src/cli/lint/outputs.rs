//! The inputs for which a table gives an output.

use std::io::Write;

use parallax_dmn::columns::{
    ColumnTable, ColumnValue, InputBox, OutputSearch, SeparateTables, read_literal,
};
use parallax_tables::class_model::RangeQuestion;
use serde::Serialize;

use super::confirmation::{REFUTED_EXIT_CODE, RangeConfirmer};
use super::faults::{FAULTS_EXIT_CODE, LintFormat, UNANSWERED_EXIT_CODE};
use super::named_range::NamedRange;
use super::versions::separate_tables;
use crate::cli::clock::CommandClock;
use crate::cli::options::OneInput;
use crate::cli::output::StandardOutput;
use crate::cli::screen::output_layout;
use crate::cli::{CliError, interrupt};

/// Maximum number of ranges of inputs that are listed for a table.
const MAX_LISTED_RANGES: usize = 30;

/// A range of inputs.
#[derive(Serialize)]
struct RangeLine<'a> {
    table: &'a str,
    output: &'a str,
    value: &'a str,
    inputs: Vec<(&'a str, &'a str)>,
    example: Vec<(&'a str, &'a str)>,
}

/// An output of a table, and the value that is searched for.
struct WantedOutput<'a> {
    name: &'a str,
    value: ColumnValue,
}

/// Prints the inputs for which outputs of this name have the value. Returns the exit code.
pub(super) fn find_outputs(
    input: &OneInput,
    wanted: &str,
    confirmer: RangeConfirmer,
    clock: &CommandClock,
) -> Result<u8, CliError> {
    let format = confirmer.format;
    if format == LintFormat::Github {
        return Err(CliError("--find has the formats text and json".into()));
    }
    let wanted = WantedOutput::parse_option(wanted)?;
    let found = input.find_tables(clock)?;
    let separate = separate_tables(&found)?;
    let targets = wanted.find_targets(separate);
    if targets.is_empty() {
        let known: Vec<String> = separate.tables.iter().flat_map(output_names).collect();
        let known = known.join(", ");
        let name = wanted.name;
        return Err(CliError(format!(
            "{}: no output with the name '{name}' in a table that can be checked; the outputs are \
             {known}",
            found.source
        )));
    }
    let control = confirmer.control.clone();
    let stop = || control.check_stop().is_err();
    let out = StandardOutput::new();
    let mut report = OutputReport { out, format, ranges: 0, open: 0, confirmer };
    for (table, output) in targets {
        let name = full_name(table, output);
        let value = &wanted.value;
        match OutputSearch::find_output(table, output, value, MAX_LISTED_RANGES, &stop) {
            Ok(found) => {
                report.print_ranges(table, &name, &value.to_string(), &found)?;
                let question = RangeQuestion::about_output(table, output, value, &found);
                let OutputReport { out, confirmer, .. } = &mut report;
                confirmer.print_confirmation(
                    out,
                    &table.name,
                    Some(&name),
                    found.inputs.len(),
                    question,
                )?;
            }
            Err(why) => report.print_open(&format!("{name}: {why}"))?,
        }
    }
    let OutputReport { mut out, ranges, open, confirmer, .. } = report;
    out.flush()?;
    let code = match (ranges, open) {
        _ if confirmer.refuted > 0 => REFUTED_EXIT_CODE,
        (0, 0) => FAULTS_EXIT_CODE,
        (0, _) => UNANSWERED_EXIT_CODE,
        _ => 0,
    };
    Ok(interrupt::exit_code(&control, code))
}

/// Returns the name of an output: of its decision alone, if that has no other.
fn full_name(table: &ColumnTable, output: usize) -> String {
    match (&table.output_names[output], table.output_names.len()) {
        (_, 1) => table.name.clone(),
        (name, _) => format!("{}.{name}", table.name),
    }
}

/// Returns the names of the outputs of a table, in quotation marks.
fn output_names(table: &ColumnTable) -> Vec<String> {
    (0..table.output_names.len()).map(|output| format!("'{}'", full_name(table, output))).collect()
}

impl<'a> WantedOutput<'a> {
    /// Reads `NAME = VALUE`.
    fn parse_option(text: &'a str) -> Result<Self, CliError> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(CliError(format!("--find '{text}'; expected OUTPUT = VALUE")));
        };
        let (name, value) = (name.trim(), value.trim());
        match read_literal(value) {
            Some(value) => Ok(WantedOutput { name, value }),
            None => Err(CliError(format!(
                "--find: {value} is no literal of FEEL; strings have quotation marks, as in \"low\""
            ))),
        }
    }

    /// Returns the tables and outputs that the name may mean.
    fn find_targets<'t>(&self, separate: &'t SeparateTables) -> Vec<(&'t ColumnTable, usize)> {
        let mut targets = Vec::new();
        for table in &separate.tables {
            for (index, output) in table.output_names.iter().enumerate() {
                let is_only = table.output_names.len() == 1 && table.name == self.name;
                if is_only || *output == self.name || full_name(table, index) == self.name {
                    targets.push((table, index));
                }
            }
        }
        targets
    }
}

/// The printer of ranges.
struct OutputReport {
    out: StandardOutput,
    format: LintFormat,
    ranges: usize,
    open: usize,
    confirmer: RangeConfirmer,
}

impl OutputReport {
    fn print_ranges(
        &mut self,
        table: &ColumnTable,
        output: &str,
        value: &str,
        found: &OutputSearch,
    ) -> Result<(), CliError> {
        for inputs in &found.inputs {
            self.print_range(table, output, value, inputs)?;
        }
        self.ranges += found.inputs.len();
        if found.more > 0 {
            self.print_open(&format!("{output}: {} more ranges of inputs", found.more))?;
        }
        for rule in &found.computed {
            self.print_open(&format!("{output}: rule {rule} computes its output"))?;
        }
        if found.inputs.is_empty() && self.format == LintFormat::Text {
            let line = format!("{output}: no constant output is {value}");
            self.out.write_all(output_layout().wrap_text(&line, 2).as_bytes())?;
        }
        Ok(())
    }

    fn print_range(
        &mut self,
        table: &ColumnTable,
        output: &str,
        value: &str,
        range: &InputBox,
    ) -> Result<(), CliError> {
        let names = table.columns.iter().map(|column| column.name.as_str());
        let range = NamedRange::from_box(names, range);
        if self.format == LintFormat::Json {
            let NamedRange { inputs, example } = range;
            let line = RangeLine { table: &table.name, output, value, inputs, example };
            serde_json::to_writer(&mut self.out, &line)?;
            writeln!(self.out)?;
            return Ok(());
        }
        let line = format!("{output}: {value} {}", range.describe_range());
        self.out.write_all(output_layout().wrap_text(&line, 2).as_bytes())?;
        Ok(())
    }

    fn print_open(&mut self, words: &str) -> Result<(), CliError> {
        self.open += 1;
        if self.format == LintFormat::Json {
            serde_json::to_writer(&mut self.out, &serde_json::json!({ "open": words }))?;
            writeln!(self.out)?;
        } else {
            let line = output_layout().wrap_text(&format!("not answered: {words}"), 2);
            self.out.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}
