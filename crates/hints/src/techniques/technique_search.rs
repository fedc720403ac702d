//! Runs the techniques, easiest first.

use std::ops::ControlFlow;

use super::almost;
use super::bug_plus_one;
use super::chains;
use super::colours;
use super::fish;
use super::links;
use super::locked;
use super::rectangles;
use super::singles;
use super::subsets;
use super::view::{Layout, View};
use super::wings;
use crate::guide::Allowed;
use crate::rules::Rules;
use crate::state::State;
use crate::step::Step;
use crate::technique::Technique;

/// Maximum size of fish and subsets.
pub(super) const LARGEST: usize = 4;

/// Finds steps that have a name.
#[derive(Clone, Debug)]
pub struct Techniques {
    pub(super) layout: Layout,
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
