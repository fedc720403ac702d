//! Named techniques: patterns that conclude something without search.
//!
//! A technique reads a state (the remaining candidates) through a view (`view.rs`), in which the
//! values of a cell and the places of a value in a house are bit masks. It gives steps: removed or
//! placed candidates, with the rule parts that imply them. `../reason/proved.rs` checks every step
//! that does not need uniqueness, so an error here loses a hint and cannot give a wrong one.
//!
//! Names and definitions are those that Sudoku players share. The code follows the definitions, not
//! these programs:
//!
//! - HoDoKu, a program and its pages of techniques, by Bernhard Hobiger. Where sources differ, the
//!   names here are HoDoKu's.
//! - Andrew C. Stuart, "The Logic of Sudoku" (2007), and his SudokuWiki (sudokuwiki.org).
//! - Sudoku Explainer, by Nicolas Juillerat: the levels (`../technique.rs`).
//! - Denis Berthier, "The Hidden Logic of Sudoku" (2007): subsets and fish are one pattern seen in
//!   rows and columns, in rows and values, or in columns and values.
//!
//! To add a technique:
//!
//! 1. Write a function of the view in the file of its family, with its name in these sources. It
//!    calls `View::work` for each combination it visits, and `View::push` for each step.
//! 2. Add a line to `techniques!` in `../technique.rs`, in ascending order of levels.
//! 3. Add a branch to the match in `Techniques::look`. It ends with `_`, because some names are not
//!    techniques of this folder, so the compiler does not ask for the branch.
//! 4. Name it in `Technique::needs_uniqueness` if it is wrong for instances with two solutions.
//!    Otherwise `tests.rs` runs it on random boards, where every step must be true and follow from
//!    its parts.
//! 5. Describe it in `docs/how-to/hints.md`.

mod almost;
mod bug_plus_one;
mod chains;
mod colours;
mod fish;
mod links;
mod locked;
mod rectangles;
mod singles;
mod subsets;
#[cfg(test)]
mod tests;
mod view;
mod wings;

use std::ops::ControlFlow;

use super::guide::Allowed;
use super::rules::Rules;
use super::state::State;
use super::step::Step;
use super::technique::Technique;
use view::{Layout, View};

/// Maximum size of fish and subsets.
const LARGEST: usize = 4;

/// Finds steps that have a name.
#[derive(Clone, Debug)]
pub struct Techniques {
    layout: Layout,
    /// Maximum size of fish and subsets on this board: a larger one has a complement of at most
    /// this size.
    largest: usize,
}

impl Techniques {
    /// Prepares the techniques for these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let layout = Layout::of(rules);
        let longest = layout.houses.iter().map(|house| house.cells.len()).max().unwrap_or(0);
        Techniques { layout, largest: LARGEST.min(longest / 2) }
    }

    /// Returns the first step of the easiest allowed technique that has one.
    #[must_use]
    pub fn first(&self, rules: &Rules, state: &State, allowed: &Allowed) -> Option<Step> {
        let mut view = View::new(self, rules, state);
        let usable = |technique: &&Technique| allowed.has(**technique);
        Technique::ALL.iter().filter(usable).find_map(|&technique| {
            // Of several chains, the shortest is used.
            let most = if is_chain(technique) { usize::MAX } else { 1 };
            self.look(&mut view, technique, most);
            view.found.iter().min_by_key(|step| step.size()).cloned()
        })
    }

    /// Returns up to `most` steps of one technique, in a fixed order.
    #[must_use]
    pub fn all(
        &self,
        rules: &Rules,
        state: &State,
        technique: Technique,
        most: usize,
    ) -> Vec<Step> {
        let mut view = View::new(self, rules, state);
        self.look(&mut view, technique, most);
        view.found
    }

    fn look(&self, view: &mut View<'_>, technique: Technique, most: usize) {
        use Technique as T;
        view.start(technique, most);
        let sized = |k: usize| k <= self.largest;
        let _ = match technique {
            T::FullHouse => singles::full_houses(view),
            T::HiddenSingleBox => singles::hidden(view, true),
            T::HiddenSingle => singles::hidden(view, false),
            T::NakedSingle => singles::naked(view),
            T::Pointing | T::Claiming => locked::locked(view),
            T::NakedPair if sized(2) => subsets::naked(view, 2),
            T::NakedTriple if sized(3) => subsets::naked(view, 3),
            T::NakedQuad if sized(4) => subsets::naked(view, 4),
            T::HiddenPair if sized(2) => subsets::hidden(view, 2),
            T::HiddenTriple if sized(3) => subsets::hidden(view, 3),
            T::HiddenQuad if sized(4) => subsets::hidden(view, 4),
            T::XWing if sized(2) => fish::plain(view, 2),
            T::Swordfish if sized(3) => fish::plain(view, 3),
            T::Jellyfish if sized(4) => fish::plain(view, 4),
            T::FinnedXWing if sized(2) => fish::finned(view, 2, false),
            T::FinnedSwordfish if sized(3) => fish::finned(view, 3, false),
            T::FinnedJellyfish if sized(4) => fish::finned(view, 4, false),
            T::SashimiXWing if sized(2) => fish::finned(view, 2, true),
            T::SashimiSwordfish if sized(3) => fish::finned(view, 3, true),
            T::SashimiJellyfish if sized(4) => fish::finned(view, 4, true),
            T::Skyscraper | T::TwoStringKite | T::TurbotFish => links::two_links(view),
            T::EmptyRectangle => links::empty_rectangles(view),
            T::SimpleColouring => colours::simple(view),
            T::XyWing => wings::xy(view, false),
            T::XyzWing => wings::xy(view, true),
            T::WWing => wings::w(view),
            T::UniqueRectangle => rectangles::unique(view),
            T::AvoidableRectangle => rectangles::avoidable(view),
            T::AlmostLockedSets => almost::pairs(view),
            T::BugPlusOne => bug_plus_one::plus_one(view),
            T::RemotePair | T::XChain | T::XyChain | T::Chain | T::ContinuousLoop => {
                chains::chains(view)
            }
            _ => ControlFlow::Continue(()),
        };
    }
}

fn is_chain(technique: Technique) -> bool {
    use Technique as T;
    matches!(technique, T::RemotePair | T::XChain | T::XyChain | T::Chain | T::ContinuousLoop)
}
