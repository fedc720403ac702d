//! Rules whose clues follow from a solution.

use crate::errors::ClueNameError;

/// A rule whose clues follow from a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClueRule {
    /// White dots: a difference of 1.
    White,
    /// Black dots: a ratio of 2.
    Black,
    /// X: a sum of 10.
    X,
    /// V: a sum of 5.
    V,
    /// Inequalities between cells that share a side.
    Less,
    /// Even cells.
    Even,
    /// Odd cells.
    Odd,
    /// Thermometers of two or three cells.
    Thermo,
    /// Cages of two or three cells with a sum.
    Cage,
    /// Arrows with a bulb of one cell and a shaft of two or three.
    Arrow,
    /// Sums of diagonals.
    LittleKiller,
    /// Sums between the lowest and the highest digit.
    Sandwich,
    /// Digits greater than all before them.
    Skyscraper,
    /// Sums of the first digits.
    XSum,
    /// Digits at the place that the first digit names.
    NumberedRoom,
}

impl ClueRule {
    /// All, with their names.
    pub const ALL: [(&str, ClueRule); 15] = [
        ("white", ClueRule::White),
        ("black", ClueRule::Black),
        ("x", ClueRule::X),
        ("v", ClueRule::V),
        ("less", ClueRule::Less),
        ("even", ClueRule::Even),
        ("odd", ClueRule::Odd),
        ("thermo", ClueRule::Thermo),
        ("cage", ClueRule::Cage),
        ("arrow", ClueRule::Arrow),
        ("little-killer", ClueRule::LittleKiller),
        ("sandwich", ClueRule::Sandwich),
        ("skyscraper", ClueRule::Skyscraper),
        ("x-sum", ClueRule::XSum),
        ("numbered-room", ClueRule::NumberedRoom),
    ];

    /// Returns the name.
    #[must_use]
    pub fn rule_name(self) -> &'static str {
        Self::ALL.iter().find(|own| own.1 == self).map_or("", |own| own.0)
    }
}

impl std::str::FromStr for ClueRule {
    type Err = ClueNameError;

    fn from_str(name: &str) -> Result<Self, ClueNameError> {
        let found = Self::ALL.iter().find(|own| own.0 == name);
        found.map(|own| own.1).ok_or_else(|| ClueNameError { name: name.to_owned() })
    }
}

impl std::fmt::Display for ClueRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.rule_name())
    }
}
