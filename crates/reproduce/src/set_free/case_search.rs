//! Solves one case with the engine.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_instance::Instance;
use parallax_model::engine_api::{
    Answer, Control, EffortCounters, Engine, QuestionOutcome, StopReason, Task, catch_panic,
};
use parallax_model::{Model, Value};
use parallax_puzzles::set::SetBoard;

use super::cases::HyperplaneCase;
use super::geometry::AffineSpace;
use super::model;
use super::set_free_error::{CaseSearchError, CollectionError};

/// The result of a case.
pub(super) struct CaseResult {
    pub end: CaseEnd,
    pub counters: EffortCounters,
    /// The total time, including model, encoding and the check of a proof.
    pub time: Duration,
    /// Whether a proof was accepted.
    pub proved: bool,
}

/// How a case ended.
pub(super) enum CaseEnd {
    /// With a collection that passes all checks.
    Found(Box<SetBoard>),
    /// There is no collection.
    None,
    /// Without an answer; why.
    Stopped(String),
    /// A check refused the engine's result.
    Fault(String),
}

/// Searches for a collection of this case. With `prove`, a "no" requires an accepted proof.
pub(super) fn ask_case(
    engine: &dyn Engine,
    space: AffineSpace,
    case: HyperplaneCase,
    prove: bool,
    control: &Control,
) -> CaseResult {
    let start = Instant::now();
    // A panic of a solver must not end the other cases silently.
    let asked = catch_panic(|| find_collection(engine, space, case, control));
    let asked = asked.unwrap_or_else(|panic| Err(panic.into()));
    let (found, outcome) = match asked {
        Ok(asked) => asked,
        Err(why) => (None, QuestionOutcome::at_once(Answer::Unknown(why.to_string().into()))),
    };
    let proof = outcome.proof.as_ref();
    let proved = proof.is_some_and(|proof| proof.accepted == Some(true));
    let refused = proof.filter(|proof| proof.accepted == Some(false));
    // "Yes" needs a checked collection, and "no" an accepted proof if proofs are required.
    // Everything that contradicts itself is a fault, everything else is no answer.
    let end = match (found, outcome.wrong, outcome.answer) {
        (Some(found), None, Answer::Satisfiable) => match found {
            Ok(board) => CaseEnd::Found(Box::new(board)),
            Err(why) => CaseEnd::Fault(why.to_string()),
        },
        (None, None, Answer::Unsatisfiable) if proved || !prove => CaseEnd::None,
        (None, None, Answer::Unsatisfiable) => CaseEnd::Stopped("no proof was checked".into()),
        (_, Some(wrong), _) => CaseEnd::Fault(wrong),
        (Some(_), None, answer) => CaseEnd::Fault(format!("a collection, and then {answer}")),
        (None, None, Answer::Satisfiable) => CaseEnd::Fault("sat without a collection".into()),
        (None, None, answer) => match refused {
            Some(proof) => CaseEnd::Fault(proof.words.clone()),
            None => CaseEnd::Stopped(answer.unknown_reason().unwrap_or("no answer").to_owned()),
        },
    };
    CaseResult { end, counters: outcome.counters, time: start.elapsed(), proved }
}

type CheckedCollection = Result<SetBoard, CollectionError>;

fn find_collection(
    engine: &dyn Engine,
    space: AffineSpace,
    case: HyperplaneCase,
    control: &Control,
) -> Result<(Option<CheckedCollection>, QuestionOutcome), CaseSearchError> {
    if control.stop_reason() == Some(StopReason::Cancelled) {
        return Err(CaseSearchError::Interrupted);
    }
    let model = Arc::new(model::cap_model(space, case)?);
    let mut session = match engine.prepare(&model, 0, control) {
        Ok(session) => session,
        Err(refusal) => return Ok((None, QuestionOutcome::at_once(refusal.into()))),
    };
    let mut found = None;
    let outcome = session.ask(&[], Task::First, control, &mut |values| {
        found = Some(check_cards(&model, space, case, values));
        ControlFlow::Break(())
    });
    Ok((found, outcome))
}

/// Returns the cards of a candidate, checked by the model and by the rules of SET.
fn check_cards(
    model: &Model,
    space: AffineSpace,
    case: HyperplaneCase,
    values: &[Value],
) -> CheckedCollection {
    let solution = model.check(&[], values)?;
    let cards = model::taken_cards(space, &solution);
    check_set_free(space.dimension(), case.0.iter().sum(), cards)
}

/// Returns a board of `number` different cards, no three of which are a set by the rules of the
/// game: every triple is checked.
///
/// # Errors
/// Describes how the cards violate this.
pub(super) fn check_set_free(
    attributes: usize,
    number: usize,
    cards: Vec<Vec<u16>>,
) -> CheckedCollection {
    let board = SetBoard::from_digits(attributes, 3, cards)?;
    let last = board.cards().len();
    if last != number {
        return Err(CollectionError::Number { found: last, expected: number });
    }
    // The rules decide each triple, independently of the geometry behind the model. Twenty cards
    // have 1140 triples.
    for a in 1..=last {
        for b in a + 1..=last {
            for c in b + 1..=last {
                if board.rules(&[a, b, c].map(|card| card as Value)).is_ok() {
                    return Err(CollectionError::Set([a, b, c]));
                }
            }
        }
    }
    Ok(board)
}
