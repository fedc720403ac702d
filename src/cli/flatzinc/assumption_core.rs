//! The core of a file with assumptions and without solutions, as MiniZinc reads it.
//!
//! `experimental/assume.mzn` (MiniZinc 2.10) hands the bools to the solver, and replaces the names
//! in `%%%mzn-core` by the user's expressions.

use std::time::Duration;

use parallax_explain::{
    ClaimConfirmation, ExplainedFact, ExplanationOptions, ExplanationPart, InstanceExplanation,
    explain_instance,
};
use parallax_formats::FlatzincInstance;
use parallax_instance::ModelSource;
use parallax_model::engine_api::Control;

use super::statistics;
use crate::cli::core_error::NoCoreError;
use crate::cli::why::engine_choice;

/// Returns the lines of a minimal core of assumptions and of its standing; no lines if no core is
/// found in time.
///
/// # Errors
/// If an engine finds a solution, names it.
pub(super) fn explain_core(
    instance: &FlatzincInstance,
    left: Option<Duration>,
    control: &Control,
) -> Result<Vec<String>, NoCoreError> {
    let limited = control.with_timeout(left);
    let Ok(engines) = engine_choice::make_engines(None, &[], left.is_some()) else {
        return Ok(Vec::new());
    };
    let viewpoint = instance.default_viewpoint();
    let why = match explain_instance(
        instance,
        &viewpoint,
        ExplanationOptions::default(),
        &engines,
        &limited,
    ) {
        Ok(why) => why,
        Err(error) => {
            eprintln!("parallax: no core: {error}");
            return Ok(Vec::new());
        }
    };
    match &why.finding {
        ExplainedFact::Unsatisfiable => Ok(core_lines(instance, &why)),
        ExplainedFact::Satisfiable(_) => Err(NoCoreError::Solution { engine: why.engine.clone() }),
        ExplainedFact::Contradiction(how) => Err(NoCoreError::Contradiction(how.clone())),
        ExplainedFact::Unknown(reason) => {
            eprintln!("parallax: no core: {reason}");
            Ok(Vec::new())
        }
        _ => Ok(Vec::new()),
    }
}

/// Returns the lines of the first set of an explanation.
fn core_lines(instance: &FlatzincInstance, why: &InstanceExplanation) -> Vec<String> {
    let Some(set) = why.sets.first() else { return Vec::new() };
    let parts = set.parts.iter().map(|&part| &why.problem.parts()[part]);
    let names: Vec<&str> = parts
        .filter_map(|part| match part {
            ExplanationPart::Rule { label, .. } => instance.assumption_name(label),
            ExplanationPart::Clue(_) => None,
        })
        .collect();
    let mut lines = vec![format!("%%%mzn-core: [{}]", names.join(", "))];
    lines.push(statistics::text_line("coreEngine", &why.engine));
    lines.push(statistics::flag_line("coreMinimal", set.open.is_none()));
    lines.push(statistics::text_line("coreConfirmed", &confirming_engines(&set.confirmed)));
    lines.push(statistics::STATISTICS_END_LINE.to_owned());
    lines
}

/// Returns the engines that confirm a core, or why no engine does.
fn confirming_engines(by: &ClaimConfirmation) -> String {
    match by {
        ClaimConfirmation::By(engines) => engines.join(" and "),
        other => other.description(),
    }
}
