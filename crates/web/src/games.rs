//! The games of SET in progress.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use parallax_model::Value;
use parallax_model::instance::Instance;
use parallax_puzzles::set::SetBoard;
use parallax_puzzles::set::game::Game;
use serde_json::{Value as Json, json};
use tokio::sync::watch;

use super::refusal::Refusal;

/// All games in progress, by their ids.
pub(super) struct Games {
    games: Mutex<HashMap<String, Entry>>,
    most: usize,
}

/// A game, the keys of its players, and the channel to its watchers.
struct Entry {
    game: Game,
    keys: Vec<String>,
    start: Instant,
    touched: Instant,
    changes: watch::Sender<u64>,
}

impl Entry {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the public state of the game.
    fn state(&mut self, id: &str) -> Json {
        let now = self.now();
        self.game.pass(now);
        let game = &self.game;
        let buzz = game.buzz().map(|buzz| {
            let left = buzz.until.saturating_sub(now).as_secs_f64();
            json!({"player": buzz.player, "seconds_left": left})
        });
        let last = game.last().map(|event| {
            json!({
                "player": event.player,
                "kind": event.kind.name(),
                "cards": event.cards,
                "lines": event.lines,
            })
        });
        let players = game.players().iter().map(|player| {
            json!({
                "sets": player.sets,
                "mistakes": player.mistakes,
                "hints": player.hints,
                "score": player.score(),
            })
        });
        json!({
            "id": id,
            "seed": game.seed(),
            "turn": game.turn(),
            "cards": cards(game.board()),
            "left": game.left(),
            "players": players.collect::<Vec<_>>(),
            "buzz": buzz,
            "last": last,
            "seconds": game.ended().unwrap_or(now).as_secs_f64(),
            "over": game.ended().is_some(),
            "instance": game.board().notation().write(),
        })
    }
}

/// Returns the cards in words, one value for each attribute.
fn cards(board: &SetBoard) -> Vec<Json> {
    let attributes = board.attributes().len();
    let card = |card: usize| {
        let values: Vec<&str> = (0..attributes).map(|a| board.value(card, a)).collect();
        json!({"number": card + 1, "words": board.card(card), "values": values})
    };
    (0..board.cards().len()).map(card).collect()
}

/// Returns a random token that cannot be guessed.
fn secret() -> String {
    let draw = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", draw(), draw())
}

/// A move of a player.
pub(super) enum Move {
    /// Buzzes.
    Buzz,
    /// Claims cards, by their numbers from 1.
    Claim(Vec<Value>),
    /// Asks for three more cards.
    More,
    /// Asks for a hint of a tier from 1 to 4, with some cards chosen.
    Hint(usize, Vec<Value>),
}

impl Games {
    pub(super) fn new(most: usize) -> Self {
        Games { games: Mutex::new(HashMap::new()), most }
    }

    /// Begins a game. If there are too many, it replaces the one that has been idle longest.
    pub(super) fn begin(&self, seed: u64, players: usize) -> Result<Json, Refusal> {
        let game = Game::new(seed, players)
            .ok_or_else(|| Refusal::unusable("'players': expected 1 or 2"))?;
        let keys: Vec<String> = (0..players).map(|_| secret()).collect();
        let (start, id) = (Instant::now(), secret());
        let (changes, _) = watch::channel(0);
        let mut entry = Entry { game, keys, start, touched: start, changes };
        let mut object = entry.state(&id);
        object["keys"] = entry.keys.clone().into();
        let mut games = self.games.lock().expect("no holder panics");
        if games.len() >= self.most {
            let oldest = games.iter().min_by_key(|(_, entry)| entry.touched);
            if let Some(oldest) = oldest.map(|(id, _)| id.clone()) {
                games.remove(&oldest);
            }
        }
        games.insert(id, entry);
        Ok(object)
    }

    /// Returns the state of a game.
    pub(super) fn state(&self, id: &str) -> Result<Json, Refusal> {
        self.with(id, |entry| Ok(entry.state(id)))
    }

    /// Returns a number that changes whenever the game does.
    pub(super) fn watch(&self, id: &str) -> Result<watch::Receiver<u64>, Refusal> {
        self.with(id, |entry| Ok(entry.changes.subscribe()))
    }

    /// Makes a player's move. `turn` is the state that the player sees: a claim of cards that are
    /// gone is refused.
    pub(super) fn play(
        &self,
        id: &str,
        key: &str,
        turn: Option<u64>,
        own: &Move,
    ) -> Result<Json, Refusal> {
        self.with(id, |entry| {
            let player = entry.keys.iter().position(|known| known == key).ok_or_else(|| {
                Refusal::new(StatusCode::FORBIDDEN, "'key': it is no player's of this game")
            })?;
            let conflict = |why: String| Refusal::new(StatusCode::CONFLICT, why);
            if turn.is_some_and(|turn| turn != entry.game.turn()) {
                return Err(conflict("the cards have changed".into()));
            }
            let now = entry.now();
            let mut hint = Json::Null;
            let moved = match own {
                Move::Buzz => entry.game.press(player, now),
                Move::Claim(cards) => entry.game.claim(player, cards, now).map(|_| ()),
                Move::More => entry.game.more(player, now),
                Move::Hint(tier, chosen) => entry.game.hint(player, chosen).map(|found| {
                    let place = tier - 1;
                    hint = json!({"choice": found.choices[place], "lines": found.tiers[place]});
                }),
            };
            entry.changes.send_modify(|number| *number += 1);
            moved.map_err(|error| conflict(error.to_string()))?;
            let mut state = entry.state(id);
            state["hint"] = hint;
            state["you"] = player.into();
            Ok(state)
        })
    }

    fn with<T>(
        &self,
        id: &str,
        action: impl FnOnce(&mut Entry) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let mut games = self.games.lock().expect("no holder panics");
        let gone = || Refusal::new(StatusCode::NOT_FOUND, "there is no such game");
        let entry = games.get_mut(id).ok_or_else(gone)?;
        entry.touched = Instant::now();
        action(entry)
    }
}
