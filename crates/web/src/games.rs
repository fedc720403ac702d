//! The games of SET in progress.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use parallax_instance::Instance;
use parallax_model::Value;
use parallax_puzzles::set::SetBoard;
use parallax_puzzles::set::game::SetGame;
use serde_json::{Value as Json, json};
use tokio::sync::watch;

use super::refusal::HttpError;

/// All games in progress, by their ids.
pub(super) struct GameRegistry {
    games: Mutex<HashMap<String, GameEntry>>,
    max_games: usize,
}

/// A game, the keys of its players, and the channel to its watchers.
struct GameEntry {
    game: SetGame,
    keys: Vec<String>,
    start: Instant,
    touched: Instant,
    changes: watch::Sender<u64>,
}

impl GameEntry {
    fn game_time(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the public state of the game.
    fn public_state(&mut self, id: &str) -> Json {
        // A right to claim that has run out is taken away first, so that no client sees it as
        // valid.
        let now = self.game_time();
        self.game.expire_buzz(now);
        let game = &self.game;
        let buzz = game.current_buzz().map(|buzz| {
            let left = buzz.until.saturating_sub(now).as_secs_f64();
            json!({"player": buzz.player, "seconds_left": left})
        });
        let last = game.last_event().map(|event| {
            json!({
                "player": event.player,
                "kind": event.kind.kind_name(),
                "cards": event.cards,
                "lines": event.lines,
            })
        });
        let players = game.players().iter().map(|player| {
            json!({
                "sets": player.sets,
                "mistakes": player.mistakes,
                "hints": player.hints,
                "shown": player.shown,
                "score": player.score(),
            })
        });
        json!({
            "id": id,
            "seed": game.seed(),
            "turn": game.turn_count(),
            "cards": card_words(game.board()),
            "left": game.deck_size(),
            "players": players.collect::<Vec<_>>(),
            "buzz": buzz,
            "last": last,
            "seconds": game.end_time().unwrap_or(now).as_secs_f64(),
            "over": game.end_time().is_some(),
            "instance": game.board().notation().write_instance(),
        })
    }
}

/// Describes the cards, with one value for each attribute.
fn card_words(board: &SetBoard) -> Vec<Json> {
    let attributes = board.attributes().len();
    let card = |card: usize| {
        let values: Vec<&str> = (0..attributes).map(|a| board.value_name(card, a)).collect();
        json!({"number": card + 1, "words": board.card_text(card), "values": values})
    };
    (0..board.cards().len()).map(card).collect()
}

/// Returns a random token that cannot be guessed.
fn random_token() -> String {
    // `RandomState` takes its keys from the system's random numbers, and the hash of no input under
    // unknown keys cannot be predicted.
    let draw = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", draw(), draw())
}

/// A move of a player.
pub(super) enum PlayerMove {
    /// Buzzes.
    Buzz,
    /// Claims cards, by their numbers from 1.
    Claim(Vec<Value>),
    /// Asks for three more cards.
    More,
    /// Asks for a hint of a tier from 1 to 4, with some cards chosen.
    Hint(usize, Vec<Value>),
}

impl GameRegistry {
    pub(super) fn new(max_games: usize) -> Self {
        GameRegistry { games: Mutex::new(HashMap::new()), max_games }
    }

    /// Begins a game. If there are too many, it replaces the game that has been idle longest.
    pub(super) fn begin_game(&self, seed: u64, players: usize) -> Result<Json, HttpError> {
        let game = SetGame::new(seed, players)
            .ok_or_else(|| HttpError::unusable_content("'players': expected 1 or 2"))?;
        let keys: Vec<String> = (0..players).map(|_| random_token()).collect();
        let (start, id) = (Instant::now(), random_token());
        let (changes, _) = watch::channel(0);
        let mut entry = GameEntry { game, keys, start, touched: start, changes };
        let mut object = entry.public_state(&id);
        object["keys"] = entry.keys.clone().into();
        let mut games = self.games.lock().expect("no holder panics");
        if games.len() >= self.max_games {
            // A linear search suffices: the bound on games is small, and games begin rarely.
            let oldest = games.iter().min_by_key(|(_, entry)| entry.touched);
            if let Some(oldest) = oldest.map(|(id, _)| id.clone()) {
                games.remove(&oldest);
            }
        }
        games.insert(id, entry);
        Ok(object)
    }

    /// Returns the state of a game.
    pub(super) fn game_state(&self, id: &str) -> Result<Json, HttpError> {
        self.with_entry(id, |entry| Ok(entry.public_state(id)))
    }

    /// Returns a number that changes whenever the game does.
    pub(super) fn watch_game(&self, id: &str) -> Result<watch::Receiver<u64>, HttpError> {
        self.with_entry(id, |entry| Ok(entry.changes.subscribe()))
    }

    /// Makes a player's move. `turn` is the state that the player sees: a claim of cards that are
    /// gone is refused.
    pub(super) fn make_move(
        &self,
        id: &str,
        key: &str,
        turn: Option<u64>,
        player_move: &PlayerMove,
    ) -> Result<Json, HttpError> {
        self.with_entry(id, |entry| {
            let player = entry.keys.iter().position(|known| known == key).ok_or_else(|| {
                HttpError::new(StatusCode::FORBIDDEN, "'key': no player of this game has this key")
            })?;
            let conflict = |why: String| HttpError::new(StatusCode::CONFLICT, why);
            // A player may act on a picture that is out of date. Cards are named by their numbers
            // on the table, which denote other cards after a change.
            if turn.is_some_and(|turn| turn != entry.game.turn_count()) {
                return Err(conflict("the cards have changed".into()));
            }
            let now = entry.game_time();
            let mut hint = Json::Null;
            let moved = match player_move {
                PlayerMove::Buzz => entry.game.press_buzzer(player, now),
                PlayerMove::Claim(cards) => entry.game.claim_set(player, cards, now).map(|_| ()),
                PlayerMove::More => entry.game.deal_more(player, now).map(|_| ()),
                PlayerMove::Hint(tier, chosen) => {
                    entry.game.give_hint(player, *tier, chosen).map(|found| {
                        let index = tier - 1;
                        hint = json!({"choice": found.choices[index], "lines": found.tiers[index]});
                    })
                }
            };
            // Watchers are woken after a refused move as well: it may have ended another player's
            // buzz.
            entry.changes.send_modify(|number| *number += 1);
            moved.map_err(|error| conflict(error.to_string()))?;
            let mut state = entry.public_state(id);
            state["hint"] = hint;
            state["you"] = player.into();
            Ok(state)
        })
    }

    fn with_entry<T>(
        &self,
        id: &str,
        action: impl FnOnce(&mut GameEntry) -> Result<T, HttpError>,
    ) -> Result<T, HttpError> {
        let mut games = self.games.lock().expect("no holder panics");
        let gone = || HttpError::new(StatusCode::NOT_FOUND, "there is no such game");
        let entry = games.get_mut(id).ok_or_else(gone)?;
        entry.touched = Instant::now();
        action(entry)
    }
}
