//! The command: its arguments, and the choice of decisions.

use parallax_dmn::decisions::DecisionModel;
use parallax_instance::InputError;

use super::case_table::evaluate_cases;
use super::single_case::{SingleCase, evaluate_single};
use crate::cli::format::OutputFormat;
use crate::cli::source_text::SourceText;
use crate::cli::{CliError, interrupt};

/// Evaluate the decisions of a DMN file for given inputs, exactly
///
/// No engine is asked: tables, expressions and knowledge models are evaluated as DMN states, with
/// decimal numbers of 34 digits. Dates that are computed, lists with filters, and iterations are
/// refused by name. With a file of cases, prints each case with its results and the rules that
/// apply; a case that cannot be read is an error in its place.
#[derive(clap::Args)]
pub(in crate::cli) struct EvaluateArgs {
    /// A file of DMN; '-' reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Cases as CSV: a header with names of inputs, and a line for each case; '-' reads standard
    /// input
    ///
    /// Cells are literals of FEEL, such as 5, true, null or "low"; where the type of the input is
    /// a string, also a text without quotation marks. Empty cells are null.
    #[arg(value_name = "CASES", conflicts_with = "given")]
    cases: Option<String>,
    /// A value of an input, as in age=30 or Client.age=30; may be repeated; other inputs are null
    #[arg(long, value_name = "NAME=VALUE")]
    given: Vec<String>,
    /// A decision; may be repeated [default: those that no other decision uses]
    #[arg(long, value_name = "NAME")]
    decision: Vec<String>,
    /// Output format; of cases, text is CSV
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

pub(in crate::cli) fn run(args: &EvaluateArgs) -> Result<u8, CliError> {
    // The handler of Ctrl-C comes before the first read, which may wait for a pipe forever.
    let control = interrupt::interrupt_control();
    let Some(cases) = &args.cases else {
        let (file, given, format) = (&args.file, &args.given, args.format);
        return evaluate_single(&SingleCase {
            file,
            decisions: &args.decision,
            given,
            format,
            explains: false,
            instead: None,
        });
    };
    if args.file == "-" && cases == "-" {
        return Err(CliError("only one of FILE and CASES can be standard input".into()));
    }
    let model = read_model(&SourceText::read_source(&args.file)?)?;
    let asked = asked_decisions(&model, &args.decision)?;
    let code = evaluate_cases(&model, &asked, cases, args.format)?;
    Ok(interrupt::exit_code(&control, code))
}

/// Reads the decisions of a text.
///
/// # Errors
/// Returns an error for a file without decisions.
pub(super) fn read_model(text: &SourceText) -> Result<DecisionModel, InputError> {
    let content = text.xml_content();
    if !content.trim_start().starts_with('<') {
        return Err(InputError::new(&text.source, "no file of DMN; expected XML"));
    }
    DecisionModel::read_model(&text.source, content, &|| Ok(()))
}

/// Returns the named decisions; without names, those that no other decision uses.
///
/// # Errors
/// Returns an error for a name that no decision has.
pub(super) fn asked_decisions(
    model: &DecisionModel,
    names: &[String],
) -> Result<Vec<usize>, InputError> {
    if names.is_empty() {
        return Ok(model.final_decisions());
    }
    names.iter().map(|name| model.find_decision(name)).collect()
}
