//! Least changes of a case: prints them, and has the changed case evaluated.

use std::io::Write;

use parallax_dmn::columns::{ColumnValue, read_column_tables, read_literal};
use parallax_dmn::decisions::{DecisionModel, EvaluationPlan, GivenInputs};
use parallax_dmn::feel::FeelValue;
use parallax_explain::{ClaimConfirmation, ExplanationEngines};
use parallax_model::engine_api::Control;
use parallax_report::confirmed_json;
use parallax_tables::class_model::{
    ChangeAnswer, ChangeError, ChangeQuestion, InputChange, SecondOpinion, WantedResult,
};
use serde::Serialize;
use serde_json::Value as Json;

use crate::cli::CliError;
use crate::cli::output::StandardOutput;
use crate::cli::screen::output_layout;
use crate::cli::source_text::SourceText;

/// The option `--instead`: the requested result, and the engines that look for it.
pub(in crate::cli) struct InsteadOption<'a> {
    /// `VALUE` or `OUTPUT=VALUE`; `None` for any other result.
    pub(in crate::cli) wanted: Option<&'a str>,
    pub(in crate::cli) engines: &'a ExplanationEngines,
    pub(in crate::cli) control: &'a Control,
}

/// Exit codes: inputs that give the result, none that do, and no answer.
const FOUND_EXIT_CODE: u8 = 10;
const IMPOSSIBLE_EXIT_CODE: u8 = 20;
const UNKNOWN_EXIT_CODE: u8 = 0;
const CONTRADICTION_EXIT_CODE: u8 = 5;

/// A least change, as it is printed.
pub(super) struct FoundChange {
    wanted: String,
    answer: Result<ChangeAnswer, String>,
    confirmed: ClaimConfirmation,
}

/// The member `change` of a case.
#[derive(Serialize)]
pub(super) struct ChangeMember {
    wanted: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<Vec<ChangedInput>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    confirmed: Json,
}

#[derive(Serialize)]
struct ChangedInput {
    input: String,
    before: String,
    values: String,
    after: String,
}

/// Looks for the least change of a case.
pub(super) fn find_least_change(
    option: &InsteadOption<'_>,
    source: &SourceText,
    model: &DecisionModel,
    plan: &EvaluationPlan<'_>,
    given: &GivenInputs<'_>,
    (decision, value): (usize, &FeelValue),
) -> Result<FoundChange, CliError> {
    let name = &model.decisions()[decision].name;
    let (output, literal) = match option.wanted {
        None => (None, None),
        Some(text) => parse_wanted(text)?,
    };
    let wanted = match literal {
        Some(value) => WantedResult::Value(value),
        None => match ColumnValue::from_feel(&output_of(value, output)) {
            Some(value) => WantedResult::OtherThan(value),
            None => {
                let why = format!("the result of '{name}' is {}; name a value", value.kind_name());
                return Err(CliError(format!("--instead: {why}")));
            }
        },
    };
    let words = match &wanted {
        WantedResult::Value(value) => format!("{} = {value}", output.unwrap_or(name)),
        WantedResult::OtherThan(value) => format!("{} other than {value}", output.unwrap_or(name)),
    };
    let separate = read_column_tables(&source.source, source.xml_content(), &|| Ok(()));
    let question = match &separate {
        Ok(separate) => {
            match ChangeQuestion::new(model, separate, given, decision, output, &wanted) {
                Err(error @ (ChangeError::NoOutput(..) | ChangeError::SeveralOutputs(_))) => {
                    return Err(CliError(format!("--instead: {error}")));
                }
                asked => asked.map_err(|error| error.to_string()),
            }
        }
        Err(error) => Err(error.to_string()),
    };
    let answer = question.and_then(|question| {
        let ExplanationEngines { deciders, confirmers, .. } = option.engines;
        let answer = question.find_change(deciders, confirmers, option.control);
        answer.map_err(|answer| answer.to_string())
    });
    let confirmed = match &answer {
        Err(why) => ClaimConfirmation::Not(why.clone()),
        Ok(ChangeAnswer { change, opinion, .. }) => {
            let refuted = match change {
                Some(change) => refuting_result(plan, given, change, output, &wanted)?,
                None => None,
            };
            refuted.map_or_else(|| confirmed_claim(opinion), ClaimConfirmation::Refuted)
        }
    };
    Ok(FoundChange { wanted: words, answer, confirmed })
}

/// Returns the opinion of another engine on the claim that no smaller change does.
fn confirmed_claim(opinion: &SecondOpinion) -> ClaimConfirmation {
    match opinion {
        SecondOpinion::Agrees(engine) => ClaimConfirmation::By(vec![engine.clone()]),
        SecondOpinion::Disagrees(engine) => {
            ClaimConfirmation::Refuted(format!("{engine} finds a smaller change"))
        }
        SecondOpinion::Missing(answer) => ClaimConfirmation::Not(answer.to_string()),
    }
}

/// The name of an output, if there is one, and a value.
type WantedOutput<'a> = (Option<&'a str>, Option<ColumnValue>);

/// Reads `VALUE` or `OUTPUT=VALUE`.
fn parse_wanted(text: &str) -> Result<WantedOutput<'_>, CliError> {
    if let Some(value) = read_literal(text) {
        return Ok((None, Some(value)));
    }
    if let Some((name, value)) = text.split_once('=')
        && let Some(value) = read_literal(value.trim())
    {
        return Ok((Some(name.trim()), Some(value)));
    }
    Err(CliError(format!(
        "--instead '{text}'; expected a literal of FEEL, as in '\"low\"' or 'risk = \"low\"'"
    )))
}

/// Returns an output of a result with several.
fn output_of(value: &FeelValue, output: Option<&str>) -> FeelValue {
    match (value, output) {
        (FeelValue::Context(_), Some(name)) => value.member_value(name),
        _ => value.clone(),
    }
}

/// Evaluates the changed case. Returns its result if it is not the wanted one.
fn refuting_result(
    plan: &EvaluationPlan<'_>,
    given: &GivenInputs<'_>,
    change: &[InputChange],
    output: Option<&str>,
    wanted: &WantedResult,
) -> Result<Option<String>, CliError> {
    let mut changed = given.clone();
    for InputChange { target, after, .. } in change {
        if let Err(error) = changed.replace_text(target, &after.to_string()) {
            return Ok(Some(error.to_string()));
        }
    }
    let results = plan.evaluate_inputs(changed.values());
    let results = results.map_err(|error| CliError(error.to_string()))?;
    let value = output_of(&results.values[0], output);
    let has = |wanted: &ColumnValue| match &value {
        FeelValue::List(list) => {
            let rows = list.iter().map(|row| output_of(row, output));
            rows.into_iter().any(|row| ColumnValue::from_feel(&row).as_ref() == Some(wanted))
        }
        value => ColumnValue::from_feel(value).as_ref() == Some(wanted),
    };
    let is_wanted = match wanted {
        WantedResult::Value(wanted) => has(wanted),
        WantedResult::OtherThan(value) => !has(value) && !has(&ColumnValue::Null),
    };
    Ok((!is_wanted).then(|| format!("evaluated, it gives {value}")))
}

impl FoundChange {
    /// Returns the exit code.
    pub(super) fn exit_code(&self) -> u8 {
        match (&self.confirmed, &self.answer) {
            (ClaimConfirmation::Refuted(_), _) => CONTRADICTION_EXIT_CODE,
            (_, Ok(ChangeAnswer { change: Some(_), .. })) => FOUND_EXIT_CODE,
            (_, Ok(ChangeAnswer { change: None, .. })) => IMPOSSIBLE_EXIT_CODE,
            (_, Err(_)) => UNKNOWN_EXIT_CODE,
        }
    }

    /// Prints the change.
    pub(super) fn print_text(&self, out: &mut StandardOutput) -> Result<(), CliError> {
        let wanted = &self.wanted;
        let answer = match &self.answer {
            Ok(answer) => answer,
            Err(why) => {
                let line = format!("{wanted}: no least change: {why}");
                out.write_all(output_layout().wrap_text(&line, 2).as_bytes())?;
                return Ok(());
            }
        };
        match &answer.change {
            None => writeln!(out, "{wanted}: no inputs give it")?,
            Some(change) if change.is_empty() => writeln!(out, "{wanted}: nothing to change")?,
            Some(change) => {
                let noun = if change.len() == 1 { "input" } else { "inputs" };
                writeln!(out, "{wanted}: change {} {noun}", change.len())?;
                for InputChange { target, before, cell, after } in change {
                    let (name, example) = (target.name(), after.to_string());
                    let to = if *cell == example {
                        example
                    } else {
                        format!("{cell}, for example {example}")
                    };
                    writeln!(out, "  {name}: from {before} to {to}")?;
                }
            }
        }
        let confirmed = self.confirmed.description();
        match &self.confirmed {
            ClaimConfirmation::By(_) if answer.change.is_some() => {
                writeln!(out, "  {confirmed}: no smaller change does")?;
            }
            ClaimConfirmation::By(_) => writeln!(out, "  {confirmed}: none")?,
            _ => writeln!(out, "  {confirmed}")?,
        }
        Ok(())
    }

    /// Returns the change for JSON.
    pub(super) fn json_member(&self) -> ChangeMember {
        let line = |change: &InputChange| ChangedInput {
            input: change.target.name().to_owned(),
            before: change.before.to_string(),
            values: change.cell.clone(),
            after: change.after.to_string(),
        };
        let answer = self.answer.as_ref().ok();
        let change = answer.and_then(|answer| answer.change.as_ref());
        ChangeMember {
            wanted: self.wanted.clone(),
            inputs: change.map(|change| change.iter().map(line).collect()),
            engine: answer.map(|answer| answer.engine.clone()),
            confirmed: confirmed_json(&self.confirmed),
        }
    }
}
