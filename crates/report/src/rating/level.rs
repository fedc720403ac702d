//! The level of a puzzle for people, by its hardest step.

use std::fmt;
use std::str::FromStr;

use parallax_why::hint::{Difficulty, End};

use super::steps::{score, words};

/// How hard a puzzle is for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Every step places a value that one row, column, box or cell leaves.
    Easy,
    /// Up to pairs and locked candidates.
    Medium,
    /// Up to fish, wings and quads.
    Hard,
    /// Chains and what has no name.
    Expert,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
    }

    /// Returns the lowest and the highest score, in tenths, of the hardest step.
    #[must_use]
    pub fn scores(self) -> [u32; 2] {
        match self {
            Level::Easy => [0, 25],
            Level::Medium => [26, 34],
            Level::Hard => [35, 56],
            Level::Expert => [57, 1000],
        }
    }

    /// Returns the level of a puzzle; `None` if its steps are not known up to the solution.
    #[must_use]
    pub fn of(difficulty: &Difficulty) -> Option<Level> {
        match difficulty.end {
            End::Complete => {
                Level::ALL.into_iter().find(|level| difficulty.hardest <= level.scores()[1])
            }
            End::Unknown(_) => None,
            End::Stuck | End::Placement | End::Open | End::Contradiction => Some(Level::Expert),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let own = Level::ALL.into_iter().find(|level| level.name() == text);
        own.ok_or_else(|| format!("'{text}'; expected easy, medium, hard or expert"))
    }
}

/// Describes how hard a puzzle is for people: its level, its hardest step and the score of that.
#[must_use]
pub fn level_words(difficulty: &Difficulty) -> String {
    let Some(level) = Level::of(difficulty) else { return "not graded".to_owned() };
    format!("{level}: {}, {}", words(difficulty), score(difficulty.hardest.into()))
}

#[cfg(test)]
mod tests {
    use parallax_why::hint::Technique;

    use super::*;

    #[test]
    fn levels_cover_all_scores_in_order() {
        let scores = Level::ALL.map(Level::scores);
        assert!(scores.windows(2).all(|pair| pair[0][1] + 1 == pair[1][0]), "{scores:?}");
        let of = |technique: Technique| {
            let own = Difficulty { hardest: technique.level(), ..Difficulty::none(End::Complete) };
            Level::of(&own)
        };
        assert_eq!(of(Technique::NakedSingle), Some(Level::Easy));
        assert_eq!(of(Technique::Pointing), Some(Level::Medium));
        assert_eq!(of(Technique::Swordfish), Some(Level::Hard));
        assert_eq!(of(Technique::XyChain), Some(Level::Expert));
        assert_eq!(Level::of(&Difficulty::none(End::Stuck)), Some(Level::Expert));
        assert_eq!(level_words(&Difficulty::none(End::Unknown("timeout".into()))), "not graded");
        assert_eq!("easy".parse(), Ok(Level::Easy));
        assert!("Easy!".parse::<Level>().is_err());
    }
}
