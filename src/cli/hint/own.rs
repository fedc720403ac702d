//! Hints of puzzles that word them themselves.

use std::io::Write;
use std::sync::Arc;

use parallax_model::Value;
use parallax_model::ask::{Control, Task};
use parallax_model::instance::{OwnHint, OwnKind, SourcedInstance};
use parallax_report::hint::Tier;
use parallax_why::{Confirmed, Engines};
use serde_json::json;

use crate::cli::Failure;
use crate::cli::output::Output;

/// Returns the hint of a puzzle that has no steps; `None` for other puzzles.
pub(super) fn own(found: &SourcedInstance, chosen: &[Value]) -> Result<Option<OwnHint>, Failure> {
    let fail = |fault: &str| Failure(format!("{}: {fault}", found.source));
    let reasons = found.instance.explanations();
    match reasons.and_then(|own| own.suggest_hint(chosen)) {
        None if chosen.is_empty() => Ok(None),
        None => Err(fail("--select is for SET; use --place and --remove")),
        Some(hint) => hint.map(Some).map_err(|why| fail(&why.to_string())),
    }
}

/// Prints a hint up to a tier. Returns the exit code.
pub(super) fn print(
    out: &mut Output,
    found: &SourcedInstance,
    hint: &OwnHint,
    (tier, bare): (Tier, bool),
    confirmed: Option<&Confirmed>,
) -> Result<u8, Failure> {
    for line in &hint.tiers[tier as usize] {
        writeln!(out, "{line}")?;
    }
    let choice = &hint.choices[tier as usize];
    if choice.len() == 3 && hint.kind != OwnKind::Wrong && tier == Tier::Reason && !bare {
        write!(out, "{}", found.instance.picture().draw_text(std::slice::from_ref(choice)))?;
    }
    if let Some(confirmed) = confirmed.filter(|_| tier == Tier::Reason) {
        writeln!(out, "{}", confirmed.description())?;
    }
    Ok(code(hint, confirmed))
}

/// Prints a hint up to a tier as one object. Returns the exit code.
pub(super) fn print_json(
    out: &mut Output,
    found: &SourcedInstance,
    hint: &OwnHint,
    tier: Tier,
    confirmed: Option<&Confirmed>,
) -> Result<u8, Failure> {
    let answer = match hint.kind {
        OwnKind::Solution => "step",
        OwnKind::Done => "done",
        OwnKind::Wrong => "fault",
        OwnKind::None => "none",
    };
    let tiers = tier as usize + 1;
    let words: Vec<String> = hint.tiers[..tiers].iter().map(|lines| lines.join("; ")).collect();
    let object = json!({
        "instance": found.source,
        "index": found.index,
        "puzzle": found.instance.puzzle(),
        "title": found.instance.title(),
        "answer": answer,
        "tiers": words,
        "reason": (tier == Tier::Reason).then(|| &hint.tiers[3][1..]),
        "choices": &hint.choices[..tiers],
        "confirmed": confirmed.map(Confirmed::description),
    });
    writeln!(out, "{object}")?;
    Ok(code(hint, confirmed))
}

fn code(hint: &OwnHint, confirmed: Option<&Confirmed>) -> u8 {
    match (hint.kind, confirmed) {
        (_, Some(Confirmed::Refuted(_))) => 5,
        (OwnKind::Solution | OwnKind::Done, _) => 0,
        (OwnKind::Wrong, _) => 1,
        (OwnKind::None, _) => 20,
    }
}

/// Has engines confirm that no solution exists, or the puzzle's rules that one exists.
pub(super) fn confirm(
    found: &SourcedInstance,
    hint: &OwnHint,
    engines: &Engines,
    control: &Control,
) -> Option<Confirmed> {
    let instance = &*found.instance;
    match hint.kind {
        OwnKind::Solution | OwnKind::Done => Some(match instance.rules(&hint.choices[3]) {
            Ok(()) => Confirmed::By(vec!["the rules".into()]),
            Err(broken) => Confirmed::Refuted(broken.to_string()),
        }),
        OwnKind::Wrong => None,
        OwnKind::None => {
            let viewpoint = instance.default_viewpoint();
            let model = Arc::new(instance.model(&viewpoint).ok()?);
            let answers = engines.confirmers.iter().filter_map(|engine| {
                let mut session = engine.prepare(&model, 0, control).ok()?;
                let go_on = &mut |_: &[Value]| std::ops::ControlFlow::Break(());
                Some((engine.spec(), session.ask(&[], Task::First, control, go_on).answer))
            });
            answers.into_iter().find_map(|(spec, answer)| match answer {
                parallax_model::ask::Answer::Unsatisfiable => Some(Confirmed::By(vec![spec])),
                parallax_model::ask::Answer::Satisfiable => {
                    Some(Confirmed::Refuted(format!("{spec} finds a solution")))
                }
                _ => None,
            })
        }
    }
}
