//! The cards of a SET board, their attributes and values.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::super::errors::CardError;
use super::words;

/// Maximum number of cards of a board: a deck of ten attributes.
pub const MAX_CARDS: usize = 59_049;

/// Maximum number of attributes of a card.
pub const MAX_ATTRIBUTES: usize = 100;

/// A property in which cards differ, for example the color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardAttribute {
    /// The name.
    pub name: String,
    /// The names of its values.
    pub values: Vec<String>,
}

/// The cards on the table, all of them different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetBoard {
    attributes: Vec<CardAttribute>,
    /// For each card and attribute, the index of the card's value in
    /// [`CardAttribute::values`].
    cards: Vec<Vec<u16>>,
}

impl SetBoard {
    /// Makes a board of the printed game: number, color, fill and shape, as indices from 0 into
    /// `one two three`, `red green purple`, `solid striped open` and `diamond oval squiggle`.
    ///
    /// # Errors
    /// Returns the errors of [`digits`](SetBoard::from_digits).
    pub fn from_standard_cards(cards: Vec<Vec<u16>>) -> Result<Self, CardError> {
        SetBoard::from_digits(4, 3, cards)
    }

    /// Makes a board with the attributes `a1`, `a2`, ... and values from 0. Four attributes of
    /// three values become those of the printed game.
    ///
    /// # Errors
    /// Returns an error if the number of attributes, values or cards is out of range, a value is
    /// out of range, or two cards are equal.
    pub fn from_digits(
        attributes: usize,
        values: usize,
        cards: Vec<Vec<u16>>,
    ) -> Result<Self, CardError> {
        if !(1..=MAX_ATTRIBUTES).contains(&attributes) {
            return Err(CardError::Attributes { attributes });
        }
        if !(1..=10).contains(&values) {
            return Err(CardError::Values { values });
        }
        let numbered = |i| CardAttribute {
            name: format!("a{}", i + 1),
            values: (0..values).map(|v| v.to_string()).collect(),
        };
        let attributes = match (attributes, values) {
            (4, 3) => words::standard_attributes(),
            _ => (0..attributes).map(numbered).collect(),
        };
        SetBoard::from_attributes(attributes, cards)
    }

    /// Makes a board with attributes and values of any names. `cards` contains, for each card, the
    /// value of every attribute in `names`. The board sorts attributes by name and keeps values in
    /// the order of first occurrence.
    ///
    /// # Errors
    /// Returns the errors of [`digits`](SetBoard::from_digits).
    pub fn from_names(names: &[String], cards: &[Vec<String>]) -> Result<Self, CardError> {
        if cards.iter().any(|card| card.len() != names.len()) {
            return Err(CardError::ValueCount);
        }
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|&i| &names[i]);
        let mut columns = Vec::new();
        let mut attributes = Vec::new();
        for i in order {
            let (attribute, column) =
                CardAttribute::from_list(&names[i], cards.iter().map(|card| &card[i]));
            attributes.push(attribute);
            columns.push(column);
        }
        let cards = (0..cards.len()).map(|c| columns.iter().map(|column| column[c]).collect());
        let board = SetBoard::from_attributes(attributes, cards.collect())?;
        // Numbered attributes are made again, so that four of three values become those of the
        // printed game.
        match board.numbered_values() {
            Some(values) => SetBoard::from_digits(board.attributes.len(), values, board.cards),
            None => Ok(board),
        }
    }

    fn from_attributes(
        attributes: Vec<CardAttribute>,
        cards: Vec<Vec<u16>>,
    ) -> Result<Self, CardError> {
        if !(1..=MAX_ATTRIBUTES).contains(&attributes.len()) {
            return Err(CardError::Attributes { attributes: attributes.len() });
        }
        if cards.len() > MAX_CARDS {
            return Err(CardError::Cards { cards: cards.len() });
        }
        let mut names = HashSet::new();
        if let Some(twice) = attributes.iter().find(|attribute| !names.insert(&attribute.name)) {
            return Err(CardError::AttributeRepeat { name: twice.name.clone() });
        }
        let mut seen = HashMap::new();
        for (i, card) in cards.iter().enumerate() {
            let in_range =
                card.iter().zip(&attributes).all(|(&v, a)| usize::from(v) < a.values.len());
            if card.len() != attributes.len() || !in_range {
                return Err(CardError::CardValues { card: i });
            }
            if let Some(first) = seen.insert(card, i) {
                return Err(CardError::CardRepeat { card: i, first });
            }
        }
        Ok(SetBoard { attributes, cards })
    }

    /// Deals `number` cards. Without a seed, and if `number` is `3^a`, this is
    /// the full deck of `a` attributes in order. Otherwise the cards come from
    /// the smallest deck that has enough cards, three values and at least four
    /// attributes, shuffled with the seed (0 if there is none).
    ///
    /// # Errors
    /// Returns an error if the number is 0 or beyond [`MAX_CARDS`].
    pub fn deal_cards(number: usize, seed: Option<u64>) -> Result<Self, CardError> {
        if !(1..=MAX_CARDS).contains(&number) {
            return Err(CardError::Deal { cards: number });
        }
        let holds = |&attributes: &u32| 3usize.pow(attributes) >= number;
        // Ten attributes make the largest deck, so at most ten are needed.
        let needed = (1..=10).find(holds).unwrap_or(10);
        let full = seed.is_none() && 3usize.pow(needed) == number;
        let attributes = if full { needed } else { needed.max(4) };
        let digit = |card: usize, position: u32| (card / 3usize.pow(position) % 3) as u16;
        // A card is its number in base 3, the first attribute highest.
        let card = |card| (0..attributes).rev().map(|position| digit(card, position)).collect();
        let mut deck: Vec<Vec<u16>> = (0..3usize.pow(attributes)).map(card).collect();
        if !full {
            deck.shuffle(&mut ChaCha8Rng::seed_from_u64(seed.unwrap_or(0)));
            deck.truncate(number);
        }
        SetBoard::from_digits(attributes as usize, 3, deck)
    }

    /// Returns the board without a run of its cards; `None` if there are fewer.
    pub(super) fn without_cards(&self, run: Range<usize>) -> Option<Self> {
        let kept = [self.cards.get(..run.start)?, self.cards.get(run.end..)?].concat();
        SetBoard::from_attributes(self.attributes.clone(), kept).ok()
    }

    /// Returns the board without a run of its attributes; `None` if two cards become the same.
    pub(super) fn without_attributes(&self, run: Range<usize>) -> Option<Self> {
        let without =
            |card: &Vec<u16>| Some([card.get(..run.start)?, card.get(run.end..)?].concat());
        let kept = [self.attributes.get(..run.start)?, self.attributes.get(run.end..)?].concat();
        let cards = self.cards.iter().map(without).collect::<Option<Vec<_>>>()?;
        let values = kept.first().map_or(0, |attribute| attribute.values.len());
        // The names of numbered attributes become consecutive again.
        if self.numbered_values().is_some() {
            return SetBoard::from_digits(kept.len(), values, cards).ok();
        }
        SetBoard::from_attributes(kept, cards).ok()
    }

    /// Returns the attributes of the cards.
    #[must_use]
    pub fn attributes(&self) -> &[CardAttribute] {
        &self.attributes
    }

    /// Returns, for each card and attribute, the index of the card's value in
    /// [`CardAttribute::values`].
    #[must_use]
    pub fn cards(&self) -> &[Vec<u16>] {
        &self.cards
    }

    /// Returns the name of a card's value in an attribute, both counted from 0.
    #[must_use]
    pub fn value_name(&self, card: usize, attribute: usize) -> &str {
        &self.attributes[attribute].values[usize::from(self.cards[card][attribute])]
    }

    /// Whether the cards are those of the printed game.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.attributes == words::standard_attributes()
    }

    /// Returns the number of values per attribute, if the attributes are named `a1`, `a2`, ... and
    /// all have the same values `0`, `1`, ..., at most ten.
    pub(super) fn numbered_values(&self) -> Option<usize> {
        let values = self.attributes.first()?.values.len();
        let plain = |(i, attribute): (usize, &CardAttribute)| {
            attribute.name == format!("a{}", i + 1)
                && attribute.values.len() == values
                && attribute.values.iter().enumerate().all(|(v, name)| *name == v.to_string())
        };
        (values <= 10 && self.attributes.iter().enumerate().all(plain)).then_some(values)
    }
}

impl CardAttribute {
    /// Returns the attribute with the values of a list, and the index of each list item in it.
    fn from_list<'a>(
        name: &str,
        list: impl Iterator<Item = &'a String>,
    ) -> (CardAttribute, Vec<u16>) {
        let mut values: Vec<String> = Vec::new();
        let mut indices = HashMap::new();
        let column = list.map(|value| {
            *indices.entry(value).or_insert_with(|| {
                values.push(value.clone());
                // Wraps only with more than `MAX_CARDS` cards, which `from_attributes` refuses.
                (values.len() - 1) as u16
            })
        });
        let column = column.collect();
        (CardAttribute { name: name.to_owned(), values }, column)
    }
}
