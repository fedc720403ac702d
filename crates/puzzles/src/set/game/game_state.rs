//! The state of a game: deck, table, players and claims.

use std::time::Duration;

use parallax_instance::{PuzzleHint, PuzzleHintKind};
use parallax_model::Value;

use super::table::GameTable;
use crate::errors::MoveError;
use crate::set::{SetBoard, hint};

/// Time that a player who has buzzed has to claim.
pub const CLAIM_TIME: Duration = Duration::from_secs(8);

/// Maximum number of players.
pub const MAX_PLAYERS: usize = 2;

/// A game of SET with the printed deck. Callers pass the time since the start.
///
/// With one player, claims are free at any time. With two, the first to buzz claims within
/// [`CLAIM_TIME`], that cards are a set or that there is none. A wrong or late claim costs a point,
/// and so does a set that the game shows. The game ends when the deck is empty and there is no set
/// on the table.
#[derive(Clone, Debug)]
pub struct SetGame {
    pub(super) seed: u64,
    pub(super) table: GameTable,
    pub(super) turn: u64,
    pub(super) players: Vec<SetPlayer>,
    buzz: Option<ClaimRight>,
    /// The turn of which a set was shown: showing it again costs nothing.
    shown_turn: Option<u64>,
    pub(super) last: Option<GameEvent>,
    pub(super) ended: Option<Duration>,
}

/// The results of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetPlayer {
    /// Sets found.
    pub sets: u32,
    /// Claims that were wrong or late.
    pub mistakes: u32,
    /// Hints requested.
    pub hints: u32,
    /// Sets that the game showed.
    pub shown: u32,
}

impl SetPlayer {
    /// Sets less mistakes and sets that were shown.
    #[must_use]
    pub fn score(self) -> i64 {
        i64::from(self.sets) - i64::from(self.mistakes) - i64::from(self.shown)
    }
}

/// The right of a player to claim, and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimRight {
    /// The player.
    pub player: usize,
    /// The end of the right to claim.
    pub until: Duration,
}

/// The last event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEvent {
    /// The player who caused it.
    pub player: usize,
    /// The kind of event.
    pub kind: EventKind,
    /// The names of the cards that it is about.
    pub cards: Vec<String>,
    /// A description of the event, a line for each piece.
    pub lines: Vec<String>,
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A claim of three cards that are a set.
    Set,
    /// A claim of three cards that are not a set.
    NoSet,
    /// No claim in time.
    Late,
    /// Three more cards.
    More,
    /// A claim that there is no set, although there is one.
    SetLeft,
}

impl EventKind {
    /// Returns the name of the kind.
    #[must_use]
    pub fn kind_name(self) -> &'static str {
        match self {
            EventKind::Set => "set",
            EventKind::NoSet => "no set",
            EventKind::Late => "late",
            EventKind::More => "more",
            EventKind::SetLeft => "set left",
        }
    }
}

impl SetGame {
    /// Deals twelve cards for one or two players. Returns `None` for another number of players.
    #[must_use]
    pub fn new(seed: u64, players: usize) -> Option<Self> {
        let table = GameTable::deal_first_cards(seed)?;
        (1..=MAX_PLAYERS).contains(&players).then(|| SetGame {
            seed,
            table,
            turn: 0,
            players: vec![SetPlayer::default(); players],
            buzz: None,
            shown_turn: None,
            last: None,
            ended: None,
        })
    }

    /// Returns the seed of the deck.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the cards on the table.
    #[must_use]
    pub fn board(&self) -> &SetBoard {
        self.table.board()
    }

    /// Returns the number of cards in the deck.
    #[must_use]
    pub fn deck_size(&self) -> usize {
        self.table.deck_size()
    }

    /// Returns the number of changes of the cards on the table.
    #[must_use]
    pub fn turn_count(&self) -> u64 {
        self.turn
    }

    /// Returns the results of each player.
    #[must_use]
    pub fn players(&self) -> &[SetPlayer] {
        &self.players
    }

    /// Returns the player who may claim now, if one has buzzed.
    #[must_use]
    pub fn current_buzz(&self) -> Option<ClaimRight> {
        self.buzz
    }

    /// Returns the last event.
    #[must_use]
    pub fn last_event(&self) -> Option<&GameEvent> {
        self.last.as_ref()
    }

    /// Returns the end of the game, if it has ended.
    #[must_use]
    pub fn end_time(&self) -> Option<Duration> {
        self.ended
    }

    /// Counts a mistake if the player who buzzed has let the time pass.
    pub fn expire_buzz(&mut self, now: Duration) {
        let Some(buzz) = self.buzz.filter(|buzz| now > buzz.until) else { return };
        self.buzz = None;
        self.players[buzz.player].mistakes += 1;
        let lines = vec!["no claim in time".to_owned()];
        let kind = EventKind::Late;
        self.last = Some(GameEvent { player: buzz.player, kind, cards: Vec::new(), lines });
    }

    /// Lets a player buzz: the others may not claim for [`CLAIM_TIME`].
    ///
    /// # Errors
    /// Returns an error if the game needs no buzzer, or a player has buzzed.
    pub fn press_buzzer(&mut self, player: usize, now: Duration) -> Result<(), MoveError> {
        self.may_play(player, now)?;
        match self.buzz {
            _ if self.players.len() == 1 => Err(MoveError::NoBuzzer),
            Some(buzz) => Err(MoveError::OtherBuzz { player: buzz.player }),
            None => {
                self.buzz = Some(ClaimRight { player, until: now + CLAIM_TIME });
                Ok(())
            }
        }
    }

    /// Claims for a player that three cards, by their numbers from 1, are a set. Returns whether
    /// they are; [`last`](SetGame::last_event) has the reason.
    ///
    /// # Errors
    /// Returns an error if the player may not claim, which costs nothing.
    pub fn claim_set(
        &mut self,
        player: usize,
        cards: &[Value],
        now: Duration,
    ) -> Result<bool, MoveError> {
        self.may_claim(player, now)?;
        if cards.len() != 3 {
            return Err(MoveError::ClaimedCards { cards: cards.len() });
        }
        let hint = hint::find_hint(self.board(), cards)?;
        let is_set = hint.kind == PuzzleHintKind::Done;
        let [.., lines] = hint.tiers;
        // The hint has checked that these are cards of the board.
        let names = cards.iter().map(|&card| self.board().card_text(card as usize - 1)).collect();
        // A claim ends the right to claim, whether it was a set or not.
        self.buzz = None;
        let kind = if is_set { EventKind::Set } else { EventKind::NoSet };
        self.last = Some(GameEvent { player, kind, cards: names, lines });
        if is_set {
            self.players[player].sets += 1;
            self.table.take_cards(cards);
            self.advance_turn(now);
        } else {
            self.players[player].mistakes += 1;
        }
        Ok(is_set)
    }

    /// Claims for a player that there is no set. Deals three more cards if that is right; otherwise
    /// it costs a point. Returns whether it is right.
    ///
    /// # Errors
    /// Returns an error if the player may not claim, or no card remains, which costs nothing.
    pub fn deal_more(&mut self, player: usize, now: Duration) -> Result<bool, MoveError> {
        self.may_claim(player, now)?;
        if self.has_set() {
            self.buzz = None;
            self.players[player].mistakes += 1;
            let lines = vec!["there is a set on the table".to_owned()];
            let kind = EventKind::SetLeft;
            self.last = Some(GameEvent { player, kind, cards: Vec::new(), lines });
            return Ok(false);
        }
        let cards = self.table.deal_more();
        if cards.is_empty() {
            return Err(MoveError::EmptyDeck);
        }
        self.buzz = None;
        let lines = vec!["there was no set; three more cards".to_owned()];
        self.last = Some(GameEvent { player, kind: EventKind::More, cards, lines });
        self.advance_turn(now);
        Ok(true)
    }

    /// Returns a hint, with some cards chosen, in tiers from 1: one card of a set, two, the set, and
    /// the reason. The player asks for `tier`; one that shows the set costs a point, once for the
    /// cards on the table.
    ///
    /// # Errors
    /// Returns an error if a card cannot be chosen.
    pub fn give_hint(
        &mut self,
        player: usize,
        tier: usize,
        chosen: &[Value],
    ) -> Result<PuzzleHint, MoveError> {
        let hint = hint::find_hint(self.board(), chosen)?;
        let asked = self.players.get_mut(player).ok_or(MoveError::NoPlayer)?;
        asked.hints += 1;
        let shows = tier >= 3 && hint.kind == PuzzleHintKind::Solution;
        if shows && self.shown_turn.replace(self.turn) != Some(self.turn) {
            asked.shown += 1;
        }
        Ok(hint)
    }

    /// Refuses a claim of a player who must buzz first, or while another one has buzzed.
    fn may_claim(&mut self, player: usize, now: Duration) -> Result<(), MoveError> {
        self.may_play(player, now)?;
        match self.buzz {
            Some(buzz) if buzz.player != player => {
                Err(MoveError::OtherBuzz { player: buzz.player })
            }
            None if self.players.len() > 1 => Err(MoveError::NoBuzz),
            _ => Ok(()),
        }
    }

    fn may_play(&mut self, player: usize, now: Duration) -> Result<(), MoveError> {
        // A buzz that has run out costs its point before the next move.
        self.expire_buzz(now);
        match self.ended {
            _ if player >= self.players.len() => Err(MoveError::NoPlayer),
            Some(_) => Err(MoveError::GameEnd),
            None => Ok(()),
        }
    }

    fn has_set(&self) -> bool {
        // With no card chosen, the hint names a set exactly if the table has one.
        hint::find_hint(self.board(), &[]).is_ok_and(|hint| hint.kind == PuzzleHintKind::Solution)
    }

    fn advance_turn(&mut self, now: Duration) {
        self.turn += 1;
        if self.deck_size() == 0 && !self.has_set() {
            self.ended = Some(now);
        }
    }
}
