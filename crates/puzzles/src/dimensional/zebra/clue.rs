//! Clues about two items, or about an item and a house.

use rand::Rng;

use super::ATTRIBUTES;

/// A value of an attribute, for example the color green. Each item is in one
/// house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) attribute: usize,
    pub(super) value: usize,
}

/// A statement about the houses of one or two items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clue {
    /// The item is in this house, counted from 0.
    Place(Item, usize),
    /// Both items are in the same house.
    Together(Item, Item),
    /// The first item is in the house just right of the house of the second.
    RightOf(Item, Item),
    /// The houses of the items are neighbours.
    NextTo(Item, Item),
}

impl Item {
    pub(super) fn name(self) -> &'static str {
        ATTRIBUTES[self.attribute].values[self.value]
    }

    /// Describes the house of the item.
    fn house(self) -> String {
        let [before, after] = ATTRIBUTES[self.attribute].words;
        format!("{before}{}{after}", self.name())
    }
}

impl Clue {
    /// A clue about two items in these houses; `None` unless they are in the
    /// same house or in neighbouring houses. Neighbours get one of two clues at
    /// random.
    pub(super) fn between(
        one: (Item, usize),
        other: (Item, usize),
        rng: &mut impl Rng,
    ) -> Option<Clue> {
        let ((a, at), (b, there)) = (one, other);
        match (at.abs_diff(there), at > there) {
            (0, _) => Some(Clue::Together(a, b)),
            (1, _) if rng.random_bool(0.5) => Some(Clue::NextTo(a, b)),
            (1, true) => Some(Clue::RightOf(a, b)),
            (1, false) => Some(Clue::RightOf(b, a)),
            _ => None,
        }
    }

    /// The pairs of houses that the clue allows its two items when there are
    /// `number` houses. Empty for [`Clue::Place`].
    pub(super) fn houses(&self, number: usize) -> Vec<(usize, usize)> {
        let right = (1..number).map(|house| (house, house - 1));
        match self {
            Clue::Place(..) => Vec::new(),
            Clue::Together(..) => (0..number).map(|house| (house, house)).collect(),
            Clue::RightOf(..) => right.collect(),
            Clue::NextTo(..) => right.flat_map(|(a, b)| [(a, b), (b, a)]).collect(),
        }
    }

    /// The clue in English.
    pub(super) fn description(&self) -> String {
        match self {
            Clue::Place(item, house) => format!("{} is number {}", item.house(), house + 1),
            Clue::Together(a, b) => format!("{} is {}", a.house(), b.house()),
            Clue::RightOf(a, b) => format!("{} is just right of {}", a.house(), b.house()),
            Clue::NextTo(a, b) => format!("{} is next to {}", a.house(), b.house()),
        }
    }
}
