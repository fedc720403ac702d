//! Requests about games.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Response, StatusCode};
use parallax_model::Value;
use tokio::sync::mpsc::channel;

use super::answer::Answer;
use super::events::{Event, stream};
use super::fields::Fields;
use super::games::{Games, Move};
use super::refusal::{Refusal, json_response};

/// The time between two events to a watcher if the game does not change: the server notices that a
/// client has gone only when it sends.
const BEAT: Duration = Duration::from_secs(5);

/// Begins a game.
pub(super) fn begin(games: &Games, mut fields: Fields) -> Result<Response<Body>, Refusal> {
    let seed: u64 = match fields.take("seed")? {
        Some(seed) => seed,
        // By default, the time decides the deck.
        None => {
            std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_millis() as u64 % 1_000_000)
        }
    };
    let players: usize = fields.take("players")?.unwrap_or(1);
    fields.finish()?;
    Ok(json_response(StatusCode::CREATED, &games.begin(seed, players)?))
}

/// Makes a player's move.
pub(super) fn play(games: &Games, id: &str, mut fields: Fields) -> Result<Response<Body>, Refusal> {
    let key: String = fields.need("key")?;
    let turn: Option<u64> = fields.take("turn")?;
    let action: String = fields.need("action")?;
    let cards: Vec<Value> = fields.take("cards")?.unwrap_or_default();
    let tier: Option<usize> = fields.take("tier")?;
    fields.finish()?;
    let own = match (action.as_str(), tier.unwrap_or(1)) {
        ("buzz", _) => Move::Buzz,
        ("claim", _) => Move::Claim(cards),
        ("more", _) => Move::More,
        ("hint", tier @ 1..=4) => Move::Hint(tier, cards),
        ("hint", _) => return Err(Refusal::unusable("'tier': expected 1 to 4")),
        _ => return Err(Refusal::unusable("'action': expected buzz, claim, more or hint")),
    };
    Ok(json_response(StatusCode::OK, &games.play(id, &key, turn, &own)?))
}

/// Sends the states of a game as events, the current one first.
pub(super) fn watch(games: &Arc<Games>, id: &str) -> Result<Response<Body>, Refusal> {
    let mut changes = games.watch(id)?;
    let (send, receive) = channel(4);
    let (games, id) = (games.clone(), id.to_owned());
    tokio::spawn(async move {
        loop {
            let Ok(state) = games.state(&id) else { return };
            // The right to claim ends after a time.
            let left = state["buzz"]["seconds_left"].as_f64().map(|left| left + 0.05);
            let pause = left.map_or(BEAT, Duration::from_secs_f64).min(BEAT);
            let Ok(data) = Answer::of(&state) else { return };
            if send.send(Event { name: "state", data }).await.is_err() {
                return;
            }
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { return },
                () = tokio::time::sleep(pause) => {}
                () = send.closed() => return,
            }
        }
    });
    Ok(stream(receive, None))
}
