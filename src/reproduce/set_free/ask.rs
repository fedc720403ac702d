//! One case put to the engine.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::cases::Case;
use super::geometry::Space;
use super::model;
use crate::ask::{Answer, Control, Counters, Engine, Outcome, Stop, Task, caught};
use crate::instance::Instance;
use crate::model::{Model, Value};
use crate::puzzles::set::SetBoard;

/// What came of a case.
pub(super) struct Told {
    pub end: End,
    pub counters: Counters,
    /// The whole time, with model, encoding and the check of a proof.
    pub time: Duration,
    /// Whether a proof was accepted.
    pub proved: bool,
}

/// How a case ended.
pub(super) enum End {
    /// With a collection that all checks accept.
    Found(Box<SetBoard>),
    /// There is none.
    None,
    /// Without an answer, and why.
    Stopped(String),
    /// A check refused what the engine said.
    Fault(String),
}

/// Asks for a collection of this case. With `prove`, that there is none counts
/// only with a proof that was accepted.
pub(super) fn ask(
    engine: &dyn Engine,
    space: Space,
    case: Case,
    prove: bool,
    control: &Control,
) -> Told {
    let start = Instant::now();
    // A panic of a solver must not end the other cases without a word.
    let asked = caught(|| find(engine, space, case, control)).unwrap_or_else(Err);
    let (found, outcome) = match asked {
        Ok(asked) => asked,
        Err(why) => (None, Outcome::at_once(Answer::Unknown(why))),
    };
    let proof = outcome.proof.as_ref();
    let proved = proof.is_some_and(|proof| proof.accepted == Some(true));
    let refused = proof.filter(|proof| proof.accepted == Some(false));
    let end = match (found, outcome.wrong, outcome.answer) {
        (Some(found), None, Answer::Satisfiable) => match found {
            Ok(board) => End::Found(Box::new(board)),
            Err(why) => End::Fault(why),
        },
        (None, None, Answer::Unsatisfiable) if proved || !prove => End::None,
        (None, None, Answer::Unsatisfiable) => End::Stopped("no proof was checked".into()),
        (_, Some(wrong), _) => End::Fault(wrong),
        (Some(_), None, answer) => End::Fault(format!("a collection, and then {answer}")),
        (None, None, Answer::Satisfiable) => End::Fault("sat without a collection".into()),
        (None, None, answer) => match refused {
            Some(proof) => End::Fault(proof.words.clone()),
            None => End::Stopped(answer.reason().unwrap_or("no answer").to_owned()),
        },
    };
    Told { end, counters: outcome.counters, time: start.elapsed(), proved }
}

type Checked = Result<SetBoard, String>;

fn find(
    engine: &dyn Engine,
    space: Space,
    case: Case,
    control: &Control,
) -> Result<(Option<Checked>, Outcome), String> {
    if control.stopped() == Some(Stop::Cancelled) {
        return Err("interrupted".into());
    }
    let model = Arc::new(model::model(space, case).map_err(|error| error.to_string())?);
    let mut session = match engine.prepare(&model, 0, control) {
        Ok(session) => session,
        Err(refusal) => return Ok((None, Outcome::at_once(refusal.into()))),
    };
    let mut found = None;
    let outcome = session.ask(&[], Task::First, control, &mut |values| {
        found = Some(checked(&model, space, case, values));
        ControlFlow::Break(())
    });
    Ok((found, outcome))
}

/// The cards of a candidate, checked by the model and by the rules of SET.
fn checked(model: &Model, space: Space, case: Case, values: &[Value]) -> Checked {
    let solution = model.check(&[], values).map_err(|violation| violation.to_string())?;
    let cards = model::taken(space, &solution);
    set_free(space.dimension(), case.0.iter().sum(), cards)
}

/// So many different cards, no three of which are a set by the rules of the
/// game: every triple is tried.
///
/// # Errors
/// In words, what is wrong with them.
pub(super) fn set_free(attributes: usize, number: usize, cards: Vec<Vec<u16>>) -> Checked {
    let board = SetBoard::digits(attributes, 3, cards)?;
    let last = board.cards().len();
    if last != number {
        return Err(format!("{last} cards; expected {number}"));
    }
    for a in 1..=last {
        for b in a + 1..=last {
            for c in b + 1..=last {
                if board.rules(&[a, b, c].map(|card| card as Value)).is_ok() {
                    return Err(format!("cards {a}, {b} and {c} are a set"));
                }
            }
        }
    }
    Ok(board)
}
