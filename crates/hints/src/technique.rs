//! The names of deductions, with their levels.
//!
//! The levels are the ratings of Sudoku Explainer (Nicolas Juillerat) in tenths for the techniques
//! that it rates; the others lie between the levels of similar techniques.

use std::fmt;
use std::str::FromStr;

use super::name_error::UnknownTechnique;

macro_rules! techniques {
    ($($name:ident $words:literal $level:literal,)*) => {
        /// The name of a kind of deduction, in the order in which hints try them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Technique {
            $(#[doc = $words] $name,)*
        }

        impl Technique {
            /// All of them, easiest first.
            pub const ALL: &'static [Technique] = &[$(Technique::$name,)*];

            /// The name as text.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self { $(Technique::$name => $words,)* }
            }

            /// How hard it is to find, in tenths, from 10 for the easiest. The levels ascend in the
            /// order of [`ALL`](Technique::ALL).
            #[must_use]
            pub fn level(self) -> u32 {
                match self { $(Technique::$name => $level,)* }
            }
        }
    };
}

techniques! {
    FullHouse "full house" 10,
    LastOfSum "last cell of a sum" 11,
    HiddenSingleBox "hidden single in a box" 12,
    HiddenSingle "hidden single" 15,
    NakedSingle "naked single" 23,
    Equal "equal cells" 23,
    Entries "entries that fit" 24,
    Uses "entries that are left" 25,
    CageCombinations "cage combinations" 25,
    Pointing "locked candidates, pointing" 26,
    Order "cells in order" 26,
    Pairs "pairs along a line" 27,
    SumBounds "bounds of a sum" 27,
    Claiming "locked candidates, claiming" 28,
    NeededValues "values that a rule needs" 29,
    SumParity "parity of a sum" 29,
    NakedPair "naked pair" 30,
    LockedByRules "locked candidates by rules" 30,
    RestOfSum "the rest of a sum" 31,
    OneRule "one rule" 31,
    XWing "X-wing" 32,
    Innies "innies and outies" 33,
    HiddenPair "hidden pair" 34,
    SumAndHouses "a sum and the houses of its cells" 35,
    NakedTriple "naked triple" 36,
    RuleAndHouses "a rule and the houses of its cells" 37,
    Swordfish "swordfish" 38,
    HiddenTriple "hidden triple" 40,
    Skyscraper "skyscraper" 40,
    TwoStringKite "two-string kite" 41,
    InniesOfHouses "innies and outies of several houses" 41,
    TurbotFish "turbot fish" 42,
    XyWing "XY-wing" 42,
    EmptyRectangle "empty rectangle" 43,
    XyzWing "XYZ-wing" 44,
    WWing "W-wing" 44,
    UniqueRectangle "unique rectangle" 45,
    AvoidableRectangle "avoidable rectangle" 46,
    FinnedXWing "finned X-wing" 46,
    SashimiXWing "sashimi X-wing" 47,
    SimpleColouring "simple colouring" 48,
    NakedQuad "naked quad" 50,
    FinnedSwordfish "finned swordfish" 51,
    SashimiSwordfish "sashimi swordfish" 51,
    Jellyfish "jellyfish" 52,
    HiddenQuad "hidden quad" 54,
    FinnedJellyfish "finned jellyfish" 55,
    SashimiJellyfish "sashimi jellyfish" 55,
    BugPlusOne "BUG+1" 56,
    RemotePair "remote pair" 60,
    XChain "X-chain" 65,
    ContinuousLoop "continuous loop" 68,
    XyChain "XY-chain" 70,
    Chain "alternating chain" 72,
    AlmostLockedSets "almost locked sets" 74,
    Counting "counting argument" 76,
    SeveralRules "several rules" 78,
    General "general reasoning" 80,
}

impl Technique {
    /// Whether it is right only if there is exactly one solution.
    #[must_use]
    pub fn needs_uniqueness(self) -> bool {
        matches!(
            self,
            Technique::UniqueRectangle | Technique::AvoidableRectangle | Technique::BugPlusOne
        )
    }
}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    /// Reads the name; case, blanks and hyphens do not matter.
    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        let plain = |text: &str| text.to_lowercase().replace(['-', ' ', '_', ','], "");
        let technique =
            Technique::ALL.iter().find(|technique| plain(technique.description()) == plain(text));
        technique.copied().ok_or_else(|| UnknownTechnique { name: text.to_owned() })
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}
