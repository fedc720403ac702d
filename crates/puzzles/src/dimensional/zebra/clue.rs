//! Clues about two items, or about an item and a house.

use rand::Rng;

use super::HOUSE_ATTRIBUTES;

/// A value of an attribute, for example the color green. Each item is in one
/// house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ZebraItem {
    pub(super) attribute: usize,
    pub(super) value: usize,
}

/// A statement about the houses of one or two items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ZebraClue {
    /// The item is in this house, counted from 0.
    Place(ZebraItem, usize),
    /// Both items are in the same house.
    Together(ZebraItem, ZebraItem),
    /// The first item is in the house just right of the house of the second.
    RightOf(ZebraItem, ZebraItem),
    /// The houses of the items are neighbours.
    NextTo(ZebraItem, ZebraItem),
}

impl ZebraItem {
    pub(super) fn item_name(self) -> &'static str {
        HOUSE_ATTRIBUTES[self.attribute].values[self.value]
    }

    /// Describes the house of the item.
    fn describe_house(self) -> String {
        let [before, after] = HOUSE_ATTRIBUTES[self.attribute].words;
        format!("{before}{}{after}", self.item_name())
    }
}

impl ZebraClue {
    /// Returns a clue about two items in these houses; `None` unless they are in the same house or
    /// in neighbouring houses. Neighbours get one of two clues at random.
    pub(super) fn clue_between(
        one: (ZebraItem, usize),
        other: (ZebraItem, usize),
        rng: &mut impl Rng,
    ) -> Option<ZebraClue> {
        let ((a, first_house), (b, second_house)) = (one, other);
        match (first_house.abs_diff(second_house), first_house > second_house) {
            (0, _) => Some(ZebraClue::Together(a, b)),
            (1, _) if rng.random_bool(0.5) => Some(ZebraClue::NextTo(a, b)),
            (1, true) => Some(ZebraClue::RightOf(a, b)),
            (1, false) => Some(ZebraClue::RightOf(b, a)),
            _ => None,
        }
    }

    /// Returns the pairs of houses that the clue allows its two items when there are `number`
    /// houses. Empty for [`ZebraClue::Place`].
    pub(super) fn house_pairs(&self, number: usize) -> Vec<(usize, usize)> {
        // The first of a pair is the house on the right: e.g. (1, 0), (2, 1) for three houses.
        let right = (1..number).map(|house| (house, house - 1));
        match self {
            ZebraClue::Place(..) => Vec::new(),
            ZebraClue::Together(..) => (0..number).map(|house| (house, house)).collect(),
            ZebraClue::RightOf(..) => right.collect(),
            ZebraClue::NextTo(..) => right.flat_map(|(a, b)| [(a, b), (b, a)]).collect(),
        }
    }

    /// Returns the clue in English.
    pub(super) fn clue_sentence(&self) -> String {
        match self {
            ZebraClue::Place(item, house) => {
                format!("{} is number {}", item.describe_house(), house + 1)
            }
            ZebraClue::Together(a, b) => {
                format!("{} is {}", a.describe_house(), b.describe_house())
            }
            ZebraClue::RightOf(a, b) => {
                format!("{} is just right of {}", a.describe_house(), b.describe_house())
            }
            ZebraClue::NextTo(a, b) => {
                format!("{} is next to {}", a.describe_house(), b.describe_house())
            }
        }
    }
}
