//! Cases in a table: read line by line, and printed with their results.

use std::fs::File;
use std::io::{BufReader, Read, Write};

use csv::{ByteRecord, ReaderBuilder, Terminator, Writer};
use parallax_dmn::decisions::{
    DecisionModel, DecisionResults, EvaluationPlan, GivenInputs, InputTarget, TableTrace,
};
use parallax_dmn::feel::FeelValue;
use parallax_formats::unpack::{UnpackLimit, UnpackedReader};
use parallax_instance::InputError;

use super::single_case::{
    BROKEN_TABLE_EXIT_CODE, CaseLine, describe_rules, json_values, named_values, rules_lines,
};
use crate::cli::format::OutputFormat;
use crate::cli::output::StandardOutput;
use crate::cli::progress::ProgressLine;
use crate::cli::{CliError, WRONG_USAGE_EXIT_CODE, interrupt};

/// Bytes of the first line that are looked at for the sign between cells.
const MAX_HEADER: usize = 1 << 20;

/// Evaluates the cases of a file, and prints each. Returns the exit code.
///
/// # Errors
/// Returns an error for a file that cannot be read, and for a header with unknown names.
pub(super) fn evaluate_cases(
    model: &DecisionModel,
    asked: &[usize],
    name: &str,
    format: OutputFormat,
) -> Result<u8, CliError> {
    let plan = model.plan_evaluation(asked)?;
    let (source, input): (&str, Box<dyn Read + Send>) = if name == "-" {
        ("<stdin>", Box::new(std::io::stdin()))
    } else {
        let file = File::open(name).map_err(|error| InputError::from_io_error(name, &error))?;
        (name, Box::new(file))
    };
    let input = BufReader::new(UnpackedReader::new(input, UnpackLimit::default()));
    let mut cases = CaseReader::open_table(model, source, input)?;
    let mut printer = CasePrinter::begin_table(model, &plan, asked, &cases.header, format)?;
    let progress = ProgressLine::counting_line("evaluating", "cases");
    let (mut is_broken, mut is_unread) = (false, false);
    while let Some(case) = cases.read_case()? {
        if interrupt::is_interrupted() {
            break;
        }
        match case {
            Ok(inputs) => match plan.evaluate_inputs(inputs.values()) {
                Ok(results) => {
                    is_broken |= !results.faults.is_empty();
                    printer.print_results(&cases, &results)?;
                }
                Err(error) => {
                    is_unread = true;
                    printer.print_error(&cases, &cases.row_error(error.to_string()))?;
                }
            },
            Err(error) => {
                is_unread = true;
                printer.print_error(&cases, &error)?;
            }
        }
        progress.count_step(String::new);
    }
    progress.finish_line();
    printer.end_table()?;
    Ok(match (is_unread, is_broken) {
        (true, _) => WRONG_USAGE_EXIT_CODE,
        (false, true) => BROKEN_TABLE_EXIT_CODE,
        (false, false) => 0,
    })
}

/// The cases of a file.
struct CaseReader<'m> {
    model: &'m DecisionModel,
    source: String,
    reader: csv::Reader<Box<dyn Read>>,
    header: Vec<String>,
    targets: Vec<InputTarget>,
    record: ByteRecord,
    /// The number of the last case, from 1.
    number: u64,
}

impl<'m> CaseReader<'m> {
    /// Reads the header.
    fn open_table(
        model: &'m DecisionModel,
        source: &str,
        input: impl Read + 'static,
    ) -> Result<Self, CliError> {
        let fail = |error: std::io::Error| InputError::from_io_error(source, &error);
        let mut input: Box<dyn Read> = Box::new(input);
        let mut start = Vec::new();
        while start.len() < MAX_HEADER && !start.contains(&b'\n') {
            let mut part = [0; 4096];
            match input.read(&mut part).map_err(fail)? {
                0 => break,
                length => start.extend_from_slice(&part[..length]),
            }
        }
        let mark = if start.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let delimiter = cell_delimiter(&start[mark..]);
        let input: Box<dyn Read> =
            Box::new(std::io::Cursor::new(start.split_off(mark)).chain(input));
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter)
            // With the terminator CRLF the reader counts lines one too few.
            .terminator(Terminator::Any(b'\n'))
            .from_reader(input);
        let mut record = ByteRecord::new();
        let found = read_line(&mut reader, &mut record).map_err(|e| csv_error(source, &e))?;
        let header = record_texts(&record).unwrap_or_default();
        if !found || header.iter().all(String::is_empty) {
            let message = "no header; expected the names of inputs in the first line";
            return Err(InputError::new(source, message).at_line(1).into());
        }
        let mut targets: Vec<InputTarget> = Vec::new();
        for (column, name) in (1..).zip(&header) {
            let fault = |message: String| {
                InputError::new(source, format!("column {column}: {message}")).at_line(1)
            };
            let target = model.find_input(name).map_err(|error| fault(error.to_string()))?;
            if targets.iter().any(|other| other.name() == target.name()) {
                return Err(fault(format!("'{name}' is the name of two columns")).into());
            }
            targets.push(target);
        }
        let source = source.to_owned();
        Ok(CaseReader { model, source, reader, header, targets, record, number: 0 })
    }

    /// Reads the next case: its inputs, or what is wrong with it. `None` at the end.
    fn read_case(&mut self) -> Result<Option<Result<GivenInputs<'m>, InputError>>, CliError> {
        let found = read_line(&mut self.reader, &mut self.record);
        if !found.map_err(|error| csv_error(&self.source, &error))? {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(self.parse_record()))
    }

    fn parse_record(&self) -> Result<GivenInputs<'m>, InputError> {
        if self.record.len() != self.targets.len() {
            let (found, expected) = (self.record.len(), self.targets.len());
            let cells = if found == 1 { "cell" } else { "cells" };
            return Err(self.row_error(format!("{found} {cells}; the header has {expected}")));
        }
        let mut inputs = GivenInputs::new(self.model);
        for (column, (cell, target)) in (1..).zip(self.record.iter().zip(&self.targets)) {
            let fault = |message: &dyn std::fmt::Display| {
                self.row_error(format!("column {column}: {message}"))
            };
            let text = std::str::from_utf8(cell).map_err(|_| fault(&"not UTF-8"))?;
            if !text.trim().is_empty() {
                inputs.give_text(target, text).map_err(|error| fault(&error))?;
            }
        }
        Ok(inputs)
    }

    /// Returns an error in the line of the last case.
    fn row_error(&self, message: String) -> InputError {
        let error = InputError::new(&self.source, message);
        match self.record.position() {
            Some(position) => error.at_line(position.line() as usize),
            None => error,
        }
    }
}

/// Reads the next line that is not blank, without the CR at its end. Returns false at the end.
fn read_line(
    reader: &mut csv::Reader<Box<dyn Read>>,
    record: &mut ByteRecord,
) -> Result<bool, csv::Error> {
    loop {
        if !reader.read_byte_record(record)? {
            return Ok(false);
        }
        let last = record.len().saturating_sub(1);
        if let Some(cell) = record.get(last).and_then(|cell| cell.strip_suffix(b"\r")) {
            let cell = cell.to_vec();
            let position = record.position().cloned();
            record.truncate(last);
            record.push_field(&cell);
            record.set_position(position);
        }
        if record.len() > 1 || record.iter().any(|cell| !cell.is_empty()) {
            return Ok(true);
        }
    }
}

/// Returns the sign between the cells of a header: the one of `,`, `;` and tab that is there most
/// often.
fn cell_delimiter(start: &[u8]) -> u8 {
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let count = |sign: u8| line.iter().filter(|&&byte| byte == sign).count();
    // `max_by_key` returns the last of equal ones.
    *[b'\t', b';', b','].iter().max_by_key(|&&sign| count(sign)).unwrap_or(&b',')
}

fn csv_error(source: &str, error: &csv::Error) -> InputError {
    match error.kind() {
        csv::ErrorKind::Io(error) => InputError::from_io_error(source, error),
        _ => InputError::new(source, error.to_string()),
    }
}

/// Returns the cells of a record as texts; `None` if they are not UTF-8.
fn record_texts(record: &ByteRecord) -> Option<Vec<String>> {
    record.iter().map(|cell| Some(std::str::from_utf8(cell).ok()?.trim().to_owned())).collect()
}

/// Prints cases with their results.
struct CasePrinter<'m> {
    model: &'m DecisionModel,
    asked: &'m [usize],
    /// The columns of each decision: the names of its outputs, or none.
    outputs: Vec<Vec<&'m str>>,
    target: PrintTarget,
}

/// Where cases are printed.
enum PrintTarget {
    Csv(Box<Writer<StandardOutput>>),
    Json(StandardOutput),
}

impl<'m> CasePrinter<'m> {
    /// Prints the header.
    fn begin_table(
        model: &'m DecisionModel,
        plan: &EvaluationPlan<'_>,
        asked: &'m [usize],
        header: &[String],
        format: OutputFormat,
    ) -> Result<Self, CliError> {
        let given = |name: &str| {
            header.iter().any(|column| column == name || column.starts_with(&format!("{name}.")))
        };
        let needed = plan.needed_inputs().iter().map(|&input| model.inputs()[input].name.as_str());
        let missing: Vec<&str> = needed.filter(|name| !given(name)).collect();
        if !missing.is_empty() {
            eprintln!("parallax: no column, so null in all cases: {}", missing.join(", "));
        }
        let outputs: Vec<Vec<&str>> =
            asked.iter().map(|&decision| model.output_names(decision)).collect();
        let out = StandardOutput::new();
        let mut target = match format {
            OutputFormat::Text => PrintTarget::Csv(Box::new(Writer::from_writer(out))),
            OutputFormat::Json => PrintTarget::Json(out),
        };
        if let PrintTarget::Csv(writer) = &mut target {
            let mut names = header.to_vec();
            for (&decision, outputs) in asked.iter().zip(&outputs) {
                let name = &model.decisions()[decision].name;
                match &outputs[..] {
                    [] => names.push(name.clone()),
                    outputs => {
                        names.extend(outputs.iter().map(|output| format!("{name}.{output}")));
                    }
                }
            }
            names.extend(["rules".to_owned(), "error".to_owned()]);
            writer.write_record(names)?;
        }
        Ok(CasePrinter { model, asked, outputs, target })
    }

    fn print_results(
        &mut self,
        cases: &CaseReader<'_>,
        results: &DecisionResults,
    ) -> Result<(), CliError> {
        let faults: Vec<String> = results.faults.iter().map(ToString::to_string).collect();
        match &mut self.target {
            PrintTarget::Csv(writer) => {
                for cell in &cases.record {
                    writer.write_field(cell)?;
                }
                for (value, outputs) in results.values.iter().zip(&self.outputs) {
                    if outputs.is_empty() {
                        writer.write_field(cell_text(value))?;
                    }
                    for output in outputs {
                        writer.write_field(cell_text(&value.member_value(output)))?;
                    }
                }
                writer.write_field(rules_text(&results.tables))?;
                writer.write_field(faults.join("; "))?;
                writer.write_record(None::<&[u8]>)?;
            }
            PrintTarget::Json(out) => {
                let values = json_values(results)?;
                let line = CaseLine {
                    case: Some(cases.number),
                    value: None,
                    values: named_values(self.model, self.asked, &values),
                    rules: rules_lines(&results.tables),
                    faults,
                    change: None,
                };
                serde_json::to_writer(&mut *out, &line)?;
                writeln!(out)?;
            }
        }
        Ok(())
    }

    /// Prints a case that cannot be read, with the reason.
    fn print_error(&mut self, cases: &CaseReader<'_>, error: &InputError) -> Result<(), CliError> {
        match &mut self.target {
            PrintTarget::Csv(writer) => {
                // A line with too many or too few cells does not move the results.
                for index in 0..cases.targets.len() {
                    writer.write_field(cases.record.get(index).unwrap_or_default())?;
                }
                let results: usize = self.outputs.iter().map(|outputs| outputs.len().max(1)).sum();
                for _ in 0..=results {
                    writer.write_field("")?;
                }
                writer.write_field(error.to_string())?;
                writer.write_record(None::<&[u8]>)?;
            }
            PrintTarget::Json(out) => {
                let line = serde_json::json!({ "case": cases.number, "error": error.to_string() });
                serde_json::to_writer(&mut *out, &line)?;
                writeln!(out)?;
            }
        }
        Ok(())
    }

    fn end_table(&mut self) -> Result<(), CliError> {
        match &mut self.target {
            PrintTarget::Csv(writer) => writer.flush()?,
            PrintTarget::Json(out) => out.flush()?,
        }
        Ok(())
    }
}

/// Returns a value for a cell: texts without quotation marks, null as an empty cell.
fn cell_text(value: &FeelValue) -> String {
    match value {
        FeelValue::Null => String::new(),
        value => value.plain_text(),
    }
}

/// Returns the rules of each table, as in `Season: rule 2; Dish: rule 1`.
fn rules_text(tables: &[TableTrace]) -> String {
    let texts =
        tables.iter().map(|trace| format!("{}: {}", trace.table, describe_rules(&trace.rules)));
    texts.collect::<Vec<_>>().join("; ")
}
