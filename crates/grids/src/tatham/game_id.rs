//! A game ID: its parameters and its description.

use parallax_instance::shorten_text;

use super::id;
use super::id::TathamGameId;
use super::keen;
use super::pattern;
use super::singles;
use super::solo;
use super::towers;
use super::unequal;
use super::unruly;
use crate::GridPuzzle;
use crate::errors::{GameError, LocatedTextError, TextError};
use crate::rules::AnyRule;

/// A game of the collection.
struct TathamGame {
    pub(super) name: &'static str,
    /// Whether the size of an ID can be one of this game.
    has_size: fn(&TathamGameId<'_>) -> bool,
    /// Whether descriptions have a symbol.
    has_symbol: fn(char) -> bool,
    pub(super) read: fn(&TathamGameId<'_>) -> Result<GridPuzzle, LocatedTextError>,
}

/// The supported games, and singles, which is refused by name.
const TATHAM_GAMES: [TathamGame; 7] = [
    TathamGame {
        name: "solo",
        has_size: |id| id.height.is_some() || id.letters.contains('j'),
        has_symbol: |c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | ','),
        read: solo::read_solo,
    },
    TathamGame {
        name: "keen",
        has_size: |id| id.height.is_none(),
        has_symbol: |c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | ','),
        read: keen::read_keen,
    },
    TathamGame {
        name: "unequal",
        has_size: |id| id.height.is_none(),
        has_symbol: |c| c.is_ascii_digit() || matches!(c, 'U' | 'R' | 'D' | 'L' | ','),
        read: unequal::read_unequal,
    },
    TathamGame {
        name: "towers",
        has_size: |id| id.height.is_none(),
        has_symbol: |c| {
            c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '/' | '_' | ',')
        },
        read: towers::read_towers,
    },
    TathamGame {
        name: "unruly",
        has_size: |id| id.height.is_some(),
        has_symbol: |c| c.is_ascii_alphabetic(),
        read: unruly::read_unruly,
    },
    TathamGame {
        name: "pattern",
        has_size: |id| id.height.is_some(),
        has_symbol: |c| c.is_ascii_digit() || matches!(c, '/' | '.'),
        read: pattern::read_pattern,
    },
    TathamGame {
        name: "singles",
        has_size: |id| id.height.is_some(),
        has_symbol: |c| c.is_ascii_alphanumeric(),
        read: singles::refuse_singles,
    },
];

/// Returns whether a line looks like a game ID: a size, letters, `:`, and a text without blanks.
#[must_use]
pub(crate) fn is_tatham(line: &str) -> bool {
    let (name, rest) = id::split_name(line.trim());
    if name.is_some_and(|name| !TATHAM_GAMES.iter().any(|game| game.name == name)) {
        return false;
    }
    let Some(at) = rest.find([':', '#']) else { return false };
    let (size, description) = rest.split_at(at);
    size.starts_with(|c: char| c.is_ascii_digit())
        && size.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        && description.len() > 1
        && !description.contains(char::is_whitespace)
}

/// Reads a game ID.
///
/// # Errors
/// Returns a fault if the text is no ID of one of the games, or of several. Its column counts from
/// the start of the text.
pub(crate) fn read_tatham(text: &str) -> Result<GridPuzzle, LocatedTextError> {
    let id = TathamGameId::split_id(text)?;
    if let Some(name) = id.name {
        let game = TATHAM_GAMES.iter().find(|game| game.name == name).ok_or_else(|| {
            let games = TATHAM_GAMES.iter().map(|game| game.name).collect();
            LocatedTextError::at_column(
                1,
                GameError::UnknownGame { found: shorten_text(name), games },
            )
        })?;
        return (game.read)(&id);
    }
    // Size and symbols rule out most games. The others read the whole text, and the only one that
    // can is meant.
    let likely: Vec<&TathamGame> = TATHAM_GAMES
        .iter()
        .filter(|game| (game.has_size)(&id) && id.description.chars().all(game.has_symbol))
        .collect();
    let mut tried: Vec<(&TathamGame, Result<GridPuzzle, LocatedTextError>)> =
        likely.into_iter().map(|game| (game, (game.read)(&id))).collect();
    // Singles is refused after it has been read to its end, so the text is of this game.
    let reads = |result: &Result<GridPuzzle, LocatedTextError>| match result {
        Ok(_) => true,
        Err(fault) => fault.error == TextError::Game(GameError::Hitori),
    };
    let games: Vec<&'static str> =
        tried.iter().filter(|(_, result)| reads(result)).map(|(game, _)| game.name).collect();
    match games.len() {
        0 => {}
        1 => tried.retain(|(game, _)| game.name == games[0]),
        _ => return Err(GameError::SeveralGames { games }.into()),
    }
    // Either one game reads the text, or there was one candidate, whose name then precedes its
    // error.
    if tried.len() == 1 {
        let (game, result) = tried.remove(0);
        let as_game =
            |error| GameError::OnlyGame { game: game.name, error: Box::new(error) }.into();
        return if games.is_empty() {
            result.map_err(|fault| fault.wrap_error(as_game))
        } else {
            result
        };
    }
    if tried.is_empty() {
        let found = shorten_text(id.description);
        return Err(LocatedTextError::at_column(id.before + 1, GameError::NoGame { found }));
    }
    let fault = |(game, result): (&TathamGame, Result<GridPuzzle, LocatedTextError>)| {
        Some((game.name, result.err()?))
    };
    Err(GameError::AllGames { tried: tried.into_iter().filter_map(fault).collect() }.into())
}

/// Requires that the rules fit the board.
pub(super) fn finish_puzzle(
    mut puzzle: GridPuzzle,
    rules: Vec<AnyRule>,
) -> Result<GridPuzzle, LocatedTextError> {
    puzzle.rules = rules;
    puzzle.validate_puzzle()?;
    Ok(puzzle)
}
