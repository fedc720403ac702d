//! One case, whose inputs are options.

use std::io::Write;

use parallax_dmn::decisions::{
    DecisionModel, DecisionResults, EvaluationPlan, GivenInputs, TableTrace,
};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::evaluate_command::{asked_decisions, read_model};
use super::least_change::{ChangeMember, FoundChange, InsteadOption, find_least_change};
use super::rule_reasons::{FailureLine, failure_lines, print_reasons};
use crate::cli::CliError;
use crate::cli::format::OutputFormat;
use crate::cli::output::StandardOutput;
use crate::cli::screen::{ScreenOptions, output_layout};
use crate::cli::source_text::SourceText;

/// A case: a file, the decisions that are asked for, and the inputs as `NAME=VALUE`.
pub(in crate::cli) struct SingleCase<'a> {
    pub(in crate::cli) file: &'a str,
    pub(in crate::cli) decisions: &'a [String],
    pub(in crate::cli) given: &'a [String],
    pub(in crate::cli) format: OutputFormat,
    /// Whether to say why each rule applies or not.
    pub(in crate::cli) explains: bool,
    /// The result for which the least change is asked.
    pub(in crate::cli) instead: Option<InsteadOption<'a>>,
}

/// Exit code if a table breaks its hit policy, or a value is not allowed.
pub(super) const BROKEN_TABLE_EXIT_CODE: u8 = 1;

/// The line about a case.
#[derive(Serialize)]
pub(super) struct CaseLine<'a> {
    /// The number of the case, from 1, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) case: Option<u64>,
    /// The result, if one decision is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<&'a RawValue>,
    pub(super) values: NamedValues<'a>,
    pub(super) rules: Vec<RulesLine<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) faults: Vec<String>,
    /// The least change, with `--instead`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) change: Option<ChangeMember>,
}

/// Results with the names of their decisions: one object.
pub(super) struct NamedValues<'a>(Vec<(&'a str, &'a RawValue)>);

impl Serialize for NamedValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// The rules of a table that its result comes from.
#[derive(Serialize)]
pub(super) struct RulesLine<'a> {
    table: &'a str,
    rules: &'a [usize],
    /// The inputs with their values in FEEL, if reasons are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<Vec<(&'a str, String)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    others: Option<Vec<FailureLine<'a>>>,
}

/// Returns the tables of a result, for JSON.
pub(super) fn rules_lines(tables: &[TableTrace]) -> Vec<RulesLine<'_>> {
    let traces = tables.iter().map(|trace| (trace, trace.reasons.as_ref()));
    traces
        .map(|(trace, reasons)| RulesLine {
            table: &trace.table,
            rules: &trace.rules,
            inputs: reasons.map(|reasons| {
                let inputs = reasons.inputs.iter();
                inputs.map(|(text, value)| (text.as_str(), value.to_string())).collect()
            }),
            others: reasons.map(failure_lines),
        })
        .collect()
}

/// Evaluates a case, and prints it. Returns the exit code.
///
/// # Errors
/// Returns an error for a file, a decision or a value that is not understood.
pub(in crate::cli) fn evaluate_single(case: &SingleCase<'_>) -> Result<u8, CliError> {
    let source = SourceText::read_source(case.file)?;
    let model = read_model(&source)?;
    let asked = asked_decisions(&model, case.decisions)?;
    let plan = model.plan_evaluation(&asked)?;
    let mut inputs = GivenInputs::new(&model);
    for text in case.given {
        let Some((name, value)) = text.split_once('=') else {
            return Err(CliError(format!("--given '{text}'; expected NAME=VALUE")));
        };
        let fault = |error| CliError(format!("{}: --given: {error}", case.file));
        let target = model.find_input(name).map_err(fault)?;
        inputs.give_text(&target, value).map_err(fault)?;
    }
    let fault = |error| CliError(format!("{}: {error}", case.file));
    let results = if case.explains {
        plan.explain_inputs(inputs.values())
    } else {
        plan.evaluate_inputs(inputs.values())
    };
    let results = results.map_err(fault)?;
    let change = match &case.instead {
        None => None,
        Some(option) => {
            let result = (asked[0], &results.values[0]);
            Some(find_least_change(option, &source, &model, &plan, &inputs, result)?)
        }
    };
    let mut out = StandardOutput::new();
    match case.format {
        OutputFormat::Text => {
            print_text(&mut out, &plan, &model, &inputs, &asked, &results)?;
            change.iter().try_for_each(|change| change.print_text(&mut out))?;
        }
        OutputFormat::Json => print_json(&mut out, &model, &asked, &results, change.as_ref())?,
    }
    out.flush()?;
    Ok(match change {
        Some(change) => change.exit_code(),
        None if results.faults.is_empty() => 0,
        None => BROKEN_TABLE_EXIT_CODE,
    })
}

fn print_text(
    out: &mut StandardOutput,
    plan: &EvaluationPlan<'_>,
    model: &DecisionModel,
    inputs: &GivenInputs<'_>,
    asked: &[usize],
    results: &DecisionResults,
) -> Result<(), CliError> {
    let layout = output_layout();
    for (&decision, value) in asked.iter().zip(&results.values) {
        let line = format!("{} = {value}", model.decisions()[decision].name);
        out.write_all(layout.wrap_text(&line, 2).as_bytes())?;
    }
    for fault in &results.faults {
        out.write_all(layout.wrap_text(&format!("fault: {fault}"), 2).as_bytes())?;
    }
    if ScreenOptions::chosen_options().quiet {
        return Ok(());
    }
    for trace in &results.tables {
        if let Some(reasons) = &trace.reasons {
            print_reasons(out, trace, reasons)?;
            continue;
        }
        let line = format!("{}: {}", trace.table, describe_rules(&trace.rules));
        out.write_all(layout.wrap_text(&line, 2).as_bytes())?;
    }
    let needed = plan.needed_inputs().iter().filter(|&&input| !inputs.is_given(input));
    let missing: Vec<&str> = needed.map(|&input| model.inputs()[input].name.as_str()).collect();
    if !missing.is_empty() {
        let line = format!("not given, so null: {}", missing.join(", "));
        out.write_all(layout.wrap_text(&line, 2).as_bytes())?;
    }
    Ok(())
}

/// Returns `rule 3`, `rules 1 and 3` or `no rule`.
pub(super) fn describe_rules(rules: &[usize]) -> String {
    let texts: Vec<String> = rules.iter().map(ToString::to_string).collect();
    match &texts[..] {
        [] => "no rule".to_owned(),
        [only] => format!("rule {only}"),
        [before @ .., last] => format!("rules {} and {last}", before.join(", ")),
    }
}

fn print_json(
    out: &mut StandardOutput,
    model: &DecisionModel,
    asked: &[usize],
    results: &DecisionResults,
    change: Option<&FoundChange>,
) -> Result<(), CliError> {
    let values = json_values(results)?;
    let line = CaseLine {
        case: None,
        value: if let [only] = &values[..] { Some(only) } else { None },
        values: named_values(model, asked, &values),
        rules: rules_lines(&results.tables),
        faults: results.faults.iter().map(ToString::to_string).collect(),
        change: change.map(FoundChange::json_member),
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)?;
    Ok(())
}

/// Returns the results as JSON, with all digits of numbers.
pub(super) fn json_values(results: &DecisionResults) -> Result<Vec<Box<RawValue>>, CliError> {
    results.values.iter().map(|value| Ok(RawValue::from_string(value.to_json())?)).collect()
}

/// Returns the results with the names of their decisions.
pub(super) fn named_values<'a>(
    model: &'a DecisionModel,
    asked: &[usize],
    values: &'a [Box<RawValue>],
) -> NamedValues<'a> {
    let names = asked.iter().map(|&decision| model.decisions()[decision].name.as_str());
    NamedValues(names.zip(values).map(|(name, value)| (name, &**value)).collect())
}
