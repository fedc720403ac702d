//! A line of JSON for each draw.

use parallax_instance::{SourcedInstance, added_givens};
use parallax_model::engine_api::SolutionCount;
use serde::Serialize;

use super::print::{DrawnSolution, SampleSummary};
use super::sample_end::SampleEnd;

/// The name of the lines' format.
const SAMPLE_SCHEMA_NAME: &str = "parallax-sample-1";

/// A solution, or the reason why there are no more.
#[derive(Serialize)]
pub(super) struct SampleLine<'a> {
    schema: &'static str,
    instance: &'a str,
    index: usize,
    puzzle: &'static str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    givens: &'a [String],
    model: &'a str,
    engine: &'a str,
    seed: u64,
    answer: &'static str,
    uniform: bool,
    distinct: bool,
    method: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<&'a SolutionCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl<'a> SampleLine<'a> {
    fn for_answer(
        found: &'a SourcedInstance,
        printed: &'a SampleSummary,
        answer: &'static str,
    ) -> Self {
        SampleLine {
            schema: SAMPLE_SCHEMA_NAME,
            instance: &found.source,
            index: found.index,
            puzzle: found.instance.puzzle_name(),
            givens: added_givens(&*found.instance),
            model: &printed.model,
            engine: &printed.engine,
            seed: printed.seed,
            answer,
            uniform: !printed.diverse,
            distinct: printed.distinct || printed.diverse,
            method: printed.method_name(),
            solutions: printed.total.as_ref(),
            draw: None,
            distance: None,
            solution: None,
            reason: None,
        }
    }

    /// Returns the line of a draw.
    pub(super) fn for_draw(
        found: &'a SourcedInstance,
        printed: &'a SampleSummary,
        drawn: &DrawnSolution,
    ) -> Self {
        SampleLine {
            draw: Some(printed.drawn),
            distance: drawn.distance,
            solution: Some(found.instance.notation().write_solution(&drawn.solution)),
            ..SampleLine::for_answer(found, printed, "sat")
        }
    }

    /// Returns the line of an ending, if there are fewer solutions than requested.
    pub(super) fn for_ending(
        found: &'a SourcedInstance,
        printed: &'a SampleSummary,
        ending: &SampleEnd,
    ) -> Option<Self> {
        let reason = ending.missing_reason(printed);
        let line =
            SampleLine { reason, ..SampleLine::for_answer(found, printed, ending.answer_name()) };
        (printed.drawn < printed.wanted).then_some(line)
    }
}
