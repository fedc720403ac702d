//! The size of a zebra puzzle, and its form in names.

use std::fmt;
use std::str::FromStr;

use parallax_model::{Model, ModelError};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::clue::{ZebraClue, ZebraItem};
use super::count;
use super::model;
use crate::errors::GeneratorNameError;
use crate::name::{parse_number, split_seed};

/// Minimum and maximum number of houses.
const HOUSE_COUNT_RANGE: (usize, usize) = (3, 6);

/// Number of clues naming a house that come first in the list of true clues, so that they are
/// removed last. The others come at the end of the list, and are used only if all other clues leave
/// several solutions.
const LEADING_HOUSE_CLUES: usize = 1;

const ZEBRA_EXAMPLE: &str = "zebra:4 or zebra:4@7";

/// An attribute of houses and the words for it in clues.
pub(super) struct HouseAttribute {
    pub(super) name: &'static str,
    pub(super) values: [&'static str; HOUSE_COUNT_RANGE.1],
    /// The words before and after a value that name its house.
    pub(super) words: [&'static str; 2],
}

pub(super) const HOUSE_ATTRIBUTES: [HouseAttribute; 4] = [
    HouseAttribute {
        name: "color",
        values: ["red", "green", "blue", "yellow", "white", "black"],
        words: ["the ", " house"],
    },
    HouseAttribute {
        name: "nationality",
        values: ["Dane", "Finn", "Greek", "Pole", "Scot", "Swede"],
        words: ["the house of the ", ""],
    },
    HouseAttribute {
        name: "pet",
        values: ["zebra", "dog", "cat", "fox", "horse", "snail"],
        words: ["the house with the ", ""],
    },
    HouseAttribute {
        name: "drink",
        values: ["water", "tea", "milk", "coffee", "juice", "beer"],
        words: ["the house with ", ""],
    },
];

/// A zebra puzzle with exactly one solution and no redundant clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZebraPuzzle {
    /// The number of houses, 3 to 6. With three houses, each has a color, a
    /// nationality and a pet; with more, also a drink.
    pub houses: usize,
    /// The seed of the random puzzle.
    pub seed: u64,
}

impl ZebraPuzzle {
    /// Builds the model: a variable for each house, whose values represent a color, a nationality,
    /// a pet and, with more than three houses, a drink.
    ///
    /// # Errors
    /// Returns an error if there are too few or too many houses.
    pub fn build_model(&self) -> Result<Model, ModelError> {
        let (least, most) = HOUSE_COUNT_RANGE;
        if !(least..=most).contains(&self.houses) {
            let message =
                format!("{} houses; expected {least} to {most} (zebra:HOUSES[@SEED])", self.houses);
            return Err(ModelError::new(message));
        }
        model::build_model(self, &self.draw_clues())
    }

    /// Returns the number of attributes of a house.
    pub(super) fn attribute_count(&self) -> usize {
        if self.houses == HOUSE_COUNT_RANGE.0 { 3 } else { 4 }
    }

    /// Draws clues that leave one solution. Without any one of them there are several.
    pub(super) fn draw_clues(&self) -> Vec<ZebraClue> {
        let rng = &mut ChaCha8Rng::seed_from_u64(self.seed);
        let unique = |clues: &[ZebraClue]| {
            count::count_solutions(self.houses, self.attribute_count(), clues, 2) == 1
        };
        let mut clues = Vec::new();
        // Adds clues until they leave one solution. All of them do, so the loop ends with a unique
        // list.
        for clue in self.true_clues(rng) {
            if unique(&clues) {
                break;
            }
            clues.push(clue);
        }
        // Removes from the end, where the clues are that should go first. One pass is enough: a
        // clue that is needed stays needed when others go.
        for at in (0..clues.len()).rev() {
            let removed = clues.remove(at);
            if !unique(&clues) {
                clues.insert(at, removed);
            }
        }
        clues
    }

    /// Returns all true clues of a random solution: [`LEADING_HOUSE_CLUES`] clues that name a
    /// house, then the clues about two items in random order, then the other clues that name a
    /// house. Together they leave no other solution.
    fn true_clues(&self, rng: &mut impl Rng) -> Vec<ZebraClue> {
        let mut items: Vec<(ZebraItem, usize)> = Vec::new();
        for attribute in 0..self.attribute_count() {
            let mut houses: Vec<usize> = (0..self.houses).collect();
            houses.shuffle(rng);
            let item = |(value, house)| (ZebraItem { attribute, value }, house);
            items.extend(houses.into_iter().enumerate().map(item));
        }
        let mut places: Vec<ZebraClue> =
            items.iter().map(|&(item, house)| ZebraClue::Place(item, house)).collect();
        places.shuffle(rng);
        let mut clues = Vec::new();
        for (i, &one) in items.iter().enumerate() {
            clues.extend(
                items[..i].iter().filter_map(|&other| ZebraClue::clue_between(one, other, rng)),
            );
        }
        clues.shuffle(rng);
        // The first clues name a house, then come those about two items, and the other houses last.
        let late = places.split_off(LEADING_HOUSE_CLUES);
        places.extend(clues);
        places.extend(late);
        places
    }
}

impl fmt::Display for ZebraPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "zebra:{}@{}", self.houses, self.seed)
    }
}

impl FromStr for ZebraPuzzle {
    type Err = GeneratorNameError;

    /// Parses the text after `zebra:`.
    fn from_str(text: &str) -> Result<Self, GeneratorNameError> {
        let (houses, seed) = split_seed(text, ZEBRA_EXAMPLE)?;
        let houses = parse_number(houses, "a number of houses", ZEBRA_EXAMPLE)?;
        Ok(ZebraPuzzle { houses, seed: seed.unwrap_or(0) })
    }
}
