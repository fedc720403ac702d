//! Errors as data: an enum for each idea, with what was found and what was expected as fields.
//! Their texts are made where a person reads them.

use parallax_model::engine_api::UnknownNameError;
use parallax_model::{ModelError, Value};

use crate::generated::CellAmount;
use crate::line_fields::count_noun;
use crate::sudoku::generate::SudokuSymmetry;
use crate::{latin, magic, set, sudoku};

/// A board of a Sudoku, a Latin square or a magic square that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleBoardError {
    /// A Latin square has another order.
    #[error("a Latin square of order {order}; expected 1 to {}", latin::MAX_ORDER)]
    LatinOrder {
        /// The order.
        order: usize,
    },
    /// A magic square has another order.
    #[error("a magic square of order {order}; expected 1 to {}", magic::MAX_ORDER)]
    MagicOrder {
        /// The order.
        order: usize,
    },
    /// The order of a Sudoku is beyond the limit.
    #[error("a Sudoku of order {order} is too large; the limit is {}", sudoku::MAX_ORDER)]
    SudokuOrder {
        /// The order.
        order: usize,
    },
    /// A Sudoku of the order has no boxes.
    #[error(
        "there is no Sudoku of order {order}: {order} is {}, it has no boxes (4, 6, 8, 9, 10, 12, ...)",
        if *.order < 4 { "too small" } else { "prime" }
    )]
    NoBoxes {
        /// The order.
        order: usize,
    },
    /// A board of the order has another number of cells.
    #[error("{cells} cells, a {puzzle} of order {order} has {}", .order * .order)]
    Cells {
        /// The number of cells.
        cells: usize,
        /// The kind of board.
        puzzle: &'static str,
        /// The order.
        order: usize,
    },
    /// A clue is none of the values.
    #[error("clue {clue} is outside 1 to {order}")]
    Clue {
        /// The clue.
        clue: Value,
        /// The order, which is the largest value.
        order: usize,
    },
    /// A clue of a magic square is at no cell, or is none of the values.
    #[error("clue {clue} at cell {cell} is out of range")]
    MagicClue {
        /// The clue.
        clue: Value,
        /// The cell, row by row from 0.
        cell: usize,
    },
}

/// Cards that make no board of SET.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardError {
    /// The number of attributes is out of range.
    #[error("{attributes} attributes; expected 1 to {}", set::MAX_ATTRIBUTES)]
    Attributes {
        /// The number of attributes.
        attributes: usize,
    },
    /// The number of values is out of range.
    #[error("{values} values an attribute; expected 1 to 10")]
    Values {
        /// The number of values of an attribute.
        values: usize,
    },
    /// Some card has more or fewer values than there are attributes.
    #[error("the number of values of a card differs from the number of attributes")]
    ValueCount,
    /// There are more cards than a board has.
    #[error("{cards} cards; the limit is {}", set::MAX_CARDS)]
    Cards {
        /// The number of cards.
        cards: usize,
    },
    /// No deck deals this number of cards.
    #[error("{cards} cards; expected 1 to {}", set::MAX_CARDS)]
    Deal {
        /// The number of cards.
        cards: usize,
    },
    /// Two attributes have one name.
    #[error("two attributes are named '{name}'")]
    AttributeRepeat {
        /// The name.
        name: String,
    },
    /// A card lacks a value.
    #[error("card {} does not have one valid value for each attribute", .card + 1)]
    CardValues {
        /// The number of the card, from 0.
        card: usize,
    },
    /// Two cards are equal.
    #[error("card {} is the same as card {}", .card + 1, .first + 1)]
    CardRepeat {
        /// The number of the later card, from 0.
        card: usize,
        /// The number of the first card, from 0.
        first: usize,
    },
}

/// A request for a generated board that no board meets.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RequestError {
    /// No board has such a size.
    #[error(transparent)]
    Board(#[from] PuzzleBoardError),
    /// No deck has such cards.
    #[error(transparent)]
    Cards(#[from] CardError),
    /// There is no magic square of order 2.
    #[error("there is no magic square of order 2; expected 1, or 3 to {}", magic::MAX_ORDER)]
    MagicOrder,
    /// A square has fewer cells than it is to have clues, holes or filled cells.
    #[error("{amount} {parts}; a square of order {order} has {} cells", .order * .order)]
    Amount {
        /// The number of cells, or their share.
        amount: CellAmount,
        /// The cells that are counted: clues, holes, filled.
        parts: &'static str,
        /// The order.
        order: usize,
    },
    /// Rows cannot have as many holes each.
    #[error("{holes} holes cannot be balanced; expected a multiple of the order, {order}")]
    Balance {
        /// The number of holes.
        holes: usize,
        /// The order.
        order: usize,
    },
    /// No square has one solution.
    #[error("none of {} leaves one solution", count_noun(*.tries as usize, "try", "tries"))]
    Tries {
        /// The number of squares that were tried.
        tries: u32,
    },
    /// Sudokus of this order are not generated.
    #[error("order {order}; Sudokus are generated up to {}", sudoku::generate::MAX_GENERATED)]
    SudokuOrder {
        /// The order.
        order: usize,
    },
    /// No Sudoku with one solution has that many clues.
    #[error(
        "{}; a Sudoku of order {order} with one solution has {least} to {}",
        count_noun(*.clues, "clue", "clues"),
        .order * .order
    )]
    Clues {
        /// The number of clues.
        clues: usize,
        /// The order.
        order: usize,
        /// Minimum number of clues.
        least: usize,
    },
    /// A symmetric pattern has an even number of clues.
    #[error("{clues} clues; with {symmetry} symmetry, order {order} has an even number of them")]
    OddClues {
        /// The number of clues.
        clues: usize,
        /// The symmetry.
        symmetry: SudokuSymmetry,
        /// The order.
        order: usize,
    },
    /// The deck is beyond the limit.
    #[error(
        "a deck of {attributes} attributes of {values} values; the largest has {} cards",
        set::MAX_CARDS
    )]
    Deck {
        /// The number of attributes.
        attributes: usize,
        /// The number of values of each.
        values: usize,
    },
    /// The deck does not deal that many cards.
    #[error("{}; expected 1 to {most}", count_noun(*.cards, "card", "cards"))]
    DealtCards {
        /// The number of cards.
        cards: usize,
        /// The largest number.
        most: usize,
    },
    /// The cards cannot have that many sets.
    #[error(
        "{}; {} at most {most}",
        count_noun(*.sets as usize, "set", "sets"),
        count_noun(*.cards, "card has", "cards have")
    )]
    Sets {
        /// The number of sets.
        sets: u64,
        /// The number of cards.
        cards: usize,
        /// The largest number of sets.
        most: u64,
    },
    /// The exchanges are spent.
    #[error(
        "no deal found in {exchanges} exchanges of cards (the nearest is {} off); there may be none",
        count_noun(*.nearest as usize, "set", "sets")
    )]
    Exchanges {
        /// The number of exchanges of cards.
        exchanges: u64,
        /// The smallest distance from the number of sets.
        nearest: u64,
    },
}

/// A text that is no number or share of cells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    /// The text is no number.
    #[error("'{text}' is no amount; expected a number or a share, 120 or 42%")]
    Number {
        /// The text.
        text: String,
    },
    /// The share is out of range.
    #[error("'{text}' is no share; expected 0% to 100%")]
    Share {
        /// The text.
        text: String,
    },
}

/// A name of a generator that is not as expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeneratorNameError {
    /// A part is no whole number.
    #[error("'{text}' is not {part}; expected a text like {example}")]
    Number {
        /// The text.
        text: String,
        /// The part, in words.
        part: &'static str,
        /// A correct text.
        example: &'static str,
    },
    /// The text after `@` is no whole number.
    #[error("the seed after @ is not a whole number; expected a text like {example}")]
    Seed {
        /// A correct text.
        example: String,
    },
    /// Nothing is random.
    #[error(
        "'{text}' has a seed, but nothing about queens is random; expected a text like {example}"
    )]
    QueensSeed {
        /// The text.
        text: String,
        /// A correct text.
        example: &'static str,
    },
    /// A part has no known key.
    #[error("'{part}' is none of {}=; expected a text like {example}", .keys.join("=, "))]
    Key {
        /// The part.
        part: String,
        /// The keys.
        keys: &'static [&'static str],
        /// A correct text.
        example: &'static str,
    },
    /// A key occurs twice.
    #[error("{key} is given twice; expected a text like {example}")]
    KeyRepeat {
        /// The key.
        key: &'static str,
        /// A correct text.
        example: &'static str,
    },
    /// A key is not there.
    #[error("{key} is missing; expected a text like {example}")]
    NoKey {
        /// The key.
        key: &'static str,
        /// A correct text.
        example: &'static str,
    },
    /// A value is no share.
    #[error("{key}: {error}")]
    Share {
        /// The key.
        key: &'static str,
        /// The error of the value.
        error: ShareError,
    },
    /// A value is no partition.
    #[error(transparent)]
    Partition(#[from] UnknownNameError),
    /// The numbers of a search for sets are not in its form.
    #[error("'{text}' does not fit {form}; expected a text like {example}")]
    SetsForm {
        /// The text.
        text: String,
        /// The form.
        form: &'static str,
        /// A correct text.
        example: &'static str,
    },
    /// Attributes and their numbers of values differ in number.
    #[error(
        "{values} numbers of values for {attributes} attributes; expected one, or one each \
         (sets:3x2,3,4x3)"
    )]
    SetsValues {
        /// How many numbers of values there are.
        values: usize,
        /// The number of attributes.
        attributes: usize,
    },
}

/// A text that is no exact share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}'; expected a number from 0 to 1 with at most {decimals} decimals")]
pub struct ShareError {
    /// The text.
    pub text: String,
    /// The largest number of decimals.
    pub decimals: usize,
}

/// Numbers of a generator of models that make no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// A number of a random problem is out of range.
    #[error("{number} {parts}; expected 1 to {most}")]
    Range {
        /// The number.
        number: usize,
        /// The things that it counts.
        parts: &'static str,
        /// The largest number.
        most: usize,
    },
    /// The constraints of a random problem are too large.
    #[error(
        "{constraints} constraints on {pairs} pairs of values each; expected at most {most} in all"
    )]
    Pairs {
        /// The number of constraints.
        constraints: usize,
        /// The number of pairs of values of each.
        pairs: usize,
        /// The largest number of pairs of all.
        most: usize,
    },
    /// No constraint of the tightness has different blocks.
    #[error(
        "a tightness of {tightness} forbids {forbidden} of the {} pairs of blocks; {blocks} blocks \
         that all differ need {least} to {most}",
        .blocks * .blocks
    )]
    Tightness {
        /// The share of the pairs of blocks that are forbidden.
        tightness: crate::csp::ExactShare,
        /// Their number.
        forbidden: usize,
        /// The number of blocks.
        blocks: usize,
        /// Minimum number of forbidden pairs.
        least: usize,
        /// The largest number of forbidden pairs.
        most: usize,
    },
    /// A number of a search for sets is out of range.
    #[error("{number} {parts}; expected {low} to {high} ({form})")]
    SetsRange {
        /// The number.
        number: usize,
        /// The things that it counts.
        parts: &'static str,
        /// The smallest number.
        low: usize,
        /// The largest number.
        high: usize,
        /// The form of the name.
        form: &'static str,
    },
    /// The whole deck does not lie on the table.
    #[error(
        "a deck of {deck} cards; at most {most} lie on the table, so give their number ({form})"
    )]
    Deck {
        /// The number of cards of the deck.
        deck: u128,
        /// The largest number on the table.
        most: usize,
        /// The form of the name.
        form: &'static str,
    },
    /// The table has more cards than the deck.
    #[error("{table} cards on the table of a deck of {deck} ({form})")]
    Table {
        /// The number of cards on the table.
        table: usize,
        /// The number of cards of the deck.
        deck: u128,
        /// The form of the name.
        form: &'static str,
    },
}

/// A name like `latin:4` from which no puzzle is made. The text does not repeat the name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleNameError {
    /// The name is not as expected.
    #[error(transparent)]
    Name(#[from] GeneratorNameError),
    /// There is no board of this size.
    #[error(transparent)]
    Board(#[from] PuzzleBoardError),
    /// There is no table with this number of cards.
    #[error(transparent)]
    Cards(#[from] CardError),
    /// No instance of this size is drawn.
    #[error("{reason}")]
    Undrawn {
        /// The reason, as the generator gives it.
        reason: String,
    },
}

/// A name from which no model is made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeneratorError {
    /// The name is not as expected.
    #[error(transparent)]
    Name(#[from] GeneratorNameError),
    /// The numbers make no model.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// Chosen cards for which SET has no hint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetHintError {
    /// A number is that of no card.
    #[error("there is no card {card}; the cards are 1 to {cards}")]
    NoCard {
        /// The number.
        card: Value,
        /// The number of cards.
        cards: usize,
    },
    /// A card is chosen twice.
    #[error("card {card} is chosen twice")]
    CardRepeat {
        /// Its number, from 1.
        card: Value,
    },
    /// More cards are chosen than a set has.
    #[error("{cards} cards are chosen; a set has 3")]
    ChosenCards {
        /// The number of cards.
        cards: usize,
    },
    /// The board is too large.
    #[error("hints take up to {most} cards where an attribute has not three values")]
    BoardSize {
        /// The largest number of cards.
        most: usize,
    },
}

/// A move that the game of SET does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The player does not play.
    #[error("there is no such player")]
    NoPlayer,
    /// The game has ended.
    #[error("the game is over")]
    GameEnd,
    /// One player alone claims without a buzzer.
    #[error("one player has no buzzer")]
    NoBuzzer,
    /// Another player may claim now.
    #[error("player {} has buzzed", .player + 1)]
    OtherBuzz {
        /// The player, from 0.
        player: usize,
    },
    /// The player has not buzzed.
    #[error("buzz before you claim")]
    NoBuzz,
    /// The claim has another number of cards than a set.
    #[error("{cards} cards; a set has 3")]
    ClaimedCards {
        /// The number of cards.
        cards: usize,
    },
    /// No card remains.
    #[error("the deck is empty")]
    EmptyDeck,
    /// The cards cannot be chosen.
    #[error(transparent)]
    Hint(#[from] SetHintError),
}
