//! Hints of puzzles that provide their own text.

use std::io::Write;
use std::sync::Arc;

use parallax_explain::{ClaimConfirmation, ExplanationEngines};
use parallax_instance::{PuzzleHint, PuzzleHintKind, SourcedInstance};
use parallax_model::Value;
use parallax_model::engine_api::{Control, Task};
use parallax_report::hint::HintTier;
use serde_json::json;

use crate::cli::CliError;
use crate::cli::output::StandardOutput;

/// Returns the hint of a puzzle that has no steps; `None` for other puzzles.
pub(super) fn suggest_puzzle_hint(
    found: &SourcedInstance,
    chosen: &[Value],
) -> Result<Option<PuzzleHint>, CliError> {
    let fail = |fault: &str| CliError(format!("{}: {fault}", found.source));
    let reasons = found.instance.explanation_source();
    match reasons.and_then(|own| own.suggest_hint(chosen)) {
        None if chosen.is_empty() => Ok(None),
        None => Err(fail("--select is for SET; use --place and --remove")),
        Some(hint) => hint.map(Some).map_err(|why| fail(&why.to_string())),
    }
}

/// Prints a hint up to a tier. Returns the exit code.
pub(super) fn print_hint(
    out: &mut StandardOutput,
    found: &SourcedInstance,
    hint: &PuzzleHint,
    (tier, bare): (HintTier, bool),
    confirmed: Option<&ClaimConfirmation>,
) -> Result<u8, CliError> {
    for line in &hint.tiers[tier as usize] {
        writeln!(out, "{line}")?;
    }
    let choice = &hint.choices[tier as usize];
    if choice.len() == 3 && hint.kind != PuzzleHintKind::Wrong && tier == HintTier::Reason && !bare
    {
        write!(out, "{}", found.instance.picture().draw_text(std::slice::from_ref(choice)))?;
    }
    if let Some(confirmed) = confirmed.filter(|_| tier == HintTier::Reason) {
        writeln!(out, "{}", confirmed.description())?;
    }
    Ok(hint_exit_code(hint, confirmed))
}

/// Prints a hint up to a tier as one object. Returns the exit code.
pub(super) fn print_json(
    out: &mut StandardOutput,
    found: &SourcedInstance,
    hint: &PuzzleHint,
    tier: HintTier,
    confirmed: Option<&ClaimConfirmation>,
) -> Result<u8, CliError> {
    let answer = match hint.kind {
        PuzzleHintKind::Solution => "step",
        PuzzleHintKind::Done => "done",
        PuzzleHintKind::Wrong => "fault",
        PuzzleHintKind::None => "none",
    };
    let tiers = tier as usize + 1;
    let words: Vec<String> = hint.tiers[..tiers].iter().map(|lines| lines.join("; ")).collect();
    let object = json!({
        "instance": found.source,
        "index": found.index,
        "puzzle": found.instance.puzzle_name(),
        "title": found.instance.title(),
        "answer": answer,
        "tiers": words,
        "reason": (tier == HintTier::Reason).then(|| &hint.tiers[3][1..]),
        "choices": &hint.choices[..tiers],
        "confirmed": confirmed.map(ClaimConfirmation::description),
    });
    writeln!(out, "{object}")?;
    Ok(hint_exit_code(hint, confirmed))
}

fn hint_exit_code(hint: &PuzzleHint, confirmed: Option<&ClaimConfirmation>) -> u8 {
    match (hint.kind, confirmed) {
        (_, Some(ClaimConfirmation::Refuted(_))) => 5,
        (PuzzleHintKind::Solution | PuzzleHintKind::Done, _) => 0,
        (PuzzleHintKind::Wrong, _) => 1,
        (PuzzleHintKind::None, _) => 20,
    }
}

/// Has engines confirm that no solution exists, or the puzzle's rules that one exists.
pub(super) fn confirm_hint(
    found: &SourcedInstance,
    hint: &PuzzleHint,
    engines: &ExplanationEngines,
    control: &Control,
) -> Option<ClaimConfirmation> {
    let instance = &*found.instance;
    match hint.kind {
        PuzzleHintKind::Solution | PuzzleHintKind::Done => {
            Some(match instance.rules(&hint.choices[3]) {
                Ok(()) => ClaimConfirmation::By(vec!["the rules".into()]),
                Err(broken) => ClaimConfirmation::Refuted(broken.to_string()),
            })
        }
        PuzzleHintKind::Wrong => None,
        PuzzleHintKind::None => {
            let viewpoint = instance.default_viewpoint();
            let model = Arc::new(instance.model(&viewpoint).ok()?);
            // Lazy: the first confirmer that decides ends the search, and later engines are not
            // run.
            let answers = engines.confirmers.iter().filter_map(|engine| {
                let mut session = engine.prepare(&model, 0, control).ok()?;
                let go_on = &mut |_: &[Value]| std::ops::ControlFlow::Break(());
                Some((engine.spec(), session.ask(&[], Task::First, control, go_on).answer))
            });
            answers.into_iter().find_map(|(spec, answer)| match answer {
                parallax_model::engine_api::Answer::Unsatisfiable => {
                    Some(ClaimConfirmation::By(vec![spec]))
                }
                parallax_model::engine_api::Answer::Satisfiable => {
                    Some(ClaimConfirmation::Refuted(format!("{spec} finds a solution")))
                }
                _ => None,
            })
        }
    }
}
