//! The size of a zebra puzzle, and its form in names.

use std::fmt;
use std::str::FromStr;

use parallax_model::{Model, ModelError};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::clue::{Clue, Item};
use super::count;
use super::model;
use crate::errors::NameError;
use crate::name::{number, seeded};

/// Minimum and maximum number of houses.
const HOUSES: (usize, usize) = (3, 6);

/// Number of clues naming a house that come first in the list of true clues, so that they are
/// removed last. The others come at the end of the list, and are used only if all other clues leave
/// several solutions.
const PLACES: usize = 1;

const EXAMPLE: &str = "zebra:4 or zebra:4@7";

/// An attribute of houses and the words for it in clues.
pub(super) struct Attribute {
    pub(super) name: &'static str,
    pub(super) values: [&'static str; HOUSES.1],
    /// The words before and after a value that name its house.
    pub(super) words: [&'static str; 2],
}

pub(super) const ATTRIBUTES: [Attribute; 4] = [
    Attribute {
        name: "color",
        values: ["red", "green", "blue", "yellow", "white", "black"],
        words: ["the ", " house"],
    },
    Attribute {
        name: "nationality",
        values: ["Dane", "Finn", "Greek", "Pole", "Scot", "Swede"],
        words: ["the house of the ", ""],
    },
    Attribute {
        name: "pet",
        values: ["zebra", "dog", "cat", "fox", "horse", "snail"],
        words: ["the house with the ", ""],
    },
    Attribute {
        name: "drink",
        values: ["water", "tea", "milk", "coffee", "juice", "beer"],
        words: ["the house with ", ""],
    },
];

/// A zebra puzzle with exactly one solution and no redundant clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zebra {
    /// The number of houses, 3 to 6. With three houses, each has a color, a
    /// nationality and a pet; with more, also a drink.
    pub houses: usize,
    /// The seed of the random puzzle.
    pub seed: u64,
}

impl Zebra {
    /// The model: a variable for each house, whose values represent a color, a nationality, a pet
    /// and, with more than three houses, a drink.
    ///
    /// # Errors
    /// Returns an error if there are too few or too many houses.
    pub fn model(&self) -> Result<Model, ModelError> {
        let (least, most) = HOUSES;
        if !(least..=most).contains(&self.houses) {
            let message =
                format!("{} houses; expected {least} to {most} (zebra:HOUSES[@SEED])", self.houses);
            return Err(ModelError::new(message));
        }
        model::of(self, &self.clues())
    }

    /// The number of attributes of a house.
    pub(super) fn attributes(&self) -> usize {
        if self.houses == HOUSES.0 { 3 } else { 4 }
    }

    /// Draws clues that leave one solution. Without any one of them there are several.
    pub(super) fn clues(&self) -> Vec<Clue> {
        let rng = &mut ChaCha8Rng::seed_from_u64(self.seed);
        let unique = |clues: &[Clue]| count::count(self.houses, self.attributes(), clues, 2) == 1;
        let mut clues = Vec::new();
        for clue in self.true_clues(rng) {
            if unique(&clues) {
                break;
            }
            clues.push(clue);
        }
        for at in (0..clues.len()).rev() {
            let removed = clues.remove(at);
            if !unique(&clues) {
                clues.insert(at, removed);
            }
        }
        clues
    }

    /// All true clues of a random solution: [`PLACES`] clues that name a house,
    /// then the clues about two items in random order, then the other clues
    /// that name a house. Together they leave no other solution.
    fn true_clues(&self, rng: &mut impl Rng) -> Vec<Clue> {
        let mut items: Vec<(Item, usize)> = Vec::new();
        for attribute in 0..self.attributes() {
            let mut houses: Vec<usize> = (0..self.houses).collect();
            houses.shuffle(rng);
            let item = |(value, house)| (Item { attribute, value }, house);
            items.extend(houses.into_iter().enumerate().map(item));
        }
        let mut places: Vec<Clue> =
            items.iter().map(|&(item, house)| Clue::Place(item, house)).collect();
        places.shuffle(rng);
        let mut clues = Vec::new();
        for (i, &one) in items.iter().enumerate() {
            clues.extend(items[..i].iter().filter_map(|&other| Clue::between(one, other, rng)));
        }
        clues.shuffle(rng);
        let late = places.split_off(PLACES);
        places.extend(clues);
        places.extend(late);
        places
    }
}

impl fmt::Display for Zebra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "zebra:{}@{}", self.houses, self.seed)
    }
}

impl FromStr for Zebra {
    type Err = NameError;

    /// Parses the text after `zebra:`.
    fn from_str(text: &str) -> Result<Self, NameError> {
        let (houses, seed) = seeded(text, EXAMPLE)?;
        let houses = number(houses, "a number of houses", EXAMPLE)?;
        Ok(Zebra { houses, seed: seed.unwrap_or(0) })
    }
}
