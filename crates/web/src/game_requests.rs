//! Requests about games.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Response, StatusCode};
use parallax_model::Value;
use tokio::sync::mpsc::channel;

use super::answer::AnswerBuffer;
use super::events::{ServerEvent, stream_events};
use super::fields::RequestFields;
use super::games::{GameRegistry, PlayerMove};
use super::refusal::{HttpError, json_response};

/// The time between two events to a watcher if the game does not change: the server notices that a
/// client has gone only when it sends.
const EVENT_INTERVAL: Duration = Duration::from_secs(5);

/// Begins a game.
pub(super) fn begin_play(
    games: &GameRegistry,
    mut fields: RequestFields,
) -> Result<Response<Body>, HttpError> {
    let seed: u64 = match fields.take_field("seed")? {
        Some(seed) => seed,
        // By default, the time selects the deck.
        None => {
            std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_millis() as u64 % 1_000_000)
        }
    };
    let players: usize = fields.take_field("players")?.unwrap_or(1);
    fields.check_empty()?;
    Ok(json_response(StatusCode::CREATED, &games.begin_game(seed, players)?))
}

/// Makes a player's move.
pub(super) fn play_move(
    games: &GameRegistry,
    id: &str,
    mut fields: RequestFields,
) -> Result<Response<Body>, HttpError> {
    let key: String = fields.need_field("key")?;
    let turn: Option<u64> = fields.take_field("turn")?;
    let action: String = fields.need_field("action")?;
    let cards: Vec<Value> = fields.take_field("cards")?.unwrap_or_default();
    let tier: Option<usize> = fields.take_field("tier")?;
    fields.check_empty()?;
    let player_move = match (action.as_str(), tier.unwrap_or(1)) {
        ("buzz", _) => PlayerMove::Buzz,
        ("claim", _) => PlayerMove::Claim(cards),
        ("more", _) => PlayerMove::More,
        ("hint", tier @ 1..=4) => PlayerMove::Hint(tier, cards),
        ("hint", _) => return Err(HttpError::unusable_content("'tier': expected 1 to 4")),
        _ => {
            return Err(HttpError::unusable_content(
                "'action': expected buzz, claim, more or hint",
            ));
        }
    };
    Ok(json_response(StatusCode::OK, &games.make_move(id, &key, turn, &player_move)?))
}

/// Sends the states of a game as events, the current one first.
pub(super) fn stream_states(
    games: &Arc<GameRegistry>,
    id: &str,
) -> Result<Response<Body>, HttpError> {
    // The receiver remembers the last change that it has seen. A move between reading the state and
    // waiting below is therefore not lost: `changed` returns at once.
    let mut changes = games.watch_game(id)?;
    let (send, receive) = channel(4);
    let (games, id) = (games.clone(), id.to_owned());
    tokio::spawn(async move {
        loop {
            let Ok(state) = games.game_state(&id) else { return };
            // A buzz runs out without a move, so the state is sent again shortly after that.
            let left = state["buzz"]["seconds_left"].as_f64().map(|left| left + 0.05);
            let pause = left.map_or(EVENT_INTERVAL, Duration::from_secs_f64).min(EVENT_INTERVAL);
            let Ok(data) = AnswerBuffer::from_json(&state) else { return };
            if send.send(ServerEvent { name: "state", data }).await.is_err() {
                return;
            }
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { return },
                () = tokio::time::sleep(pause) => {}
                () = send.closed() => return,
            }
        }
    });
    Ok(stream_events(receive, None))
}
