//! Runs the techniques, easiest first.

use std::ops::ControlFlow;

use super::almost_locked_sets;
use super::bug_plus_one;
use super::chains;
use super::colours;
use super::fish;
use super::links;
use super::locked;
use super::rectangles;
use super::singles;
use super::subsets;
use super::view::{HouseLayout, StateView};
use super::wings;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::step::DeductionStep;
use crate::step_finder::AllowedReasoning;
use crate::technique::Technique;

/// Maximum size of fish and subsets.
pub(super) const MAX_PATTERN_SIZE: usize = 4;

/// Finds steps that have a name.
#[derive(Clone, Debug)]
pub struct TechniqueSearch {
    pub(super) layout: HouseLayout,
    /// Maximum size of fish and subsets on this board: a larger one has a complement of at most
    /// this size.
    largest: usize,
}

impl TechniqueSearch {
    /// Prepares the techniques for these rules.
    #[must_use]
    pub fn new(rules: &CandidateRules) -> Self {
        let layout = HouseLayout::from_rules(rules);
        let longest = layout.houses.iter().map(|house| house.cells.len()).max().unwrap_or(0);
        TechniqueSearch { layout, largest: MAX_PATTERN_SIZE.min(longest / 2) }
    }

    /// Returns the first step of the easiest allowed technique that has one.
    #[must_use]
    pub fn first_step(
        &self,
        rules: &CandidateRules,
        state: &CandidateState,
        allowed: &AllowedReasoning,
    ) -> Option<DeductionStep> {
        let mut view = StateView::new(self, rules, state);
        let usable = |technique: &&Technique| allowed.allows_technique(**technique);
        Technique::ALL.iter().filter(usable).find_map(|&technique| {
            // Of several chains, the shortest is used.
            let max_steps = if is_chain(technique) { usize::MAX } else { 1 };
            self.search_technique(&mut view, technique, max_steps);
            view.found.iter().min_by_key(|step| step.size()).cloned()
        })
    }

    /// Returns up to `max_steps` steps of one technique, in a fixed order.
    #[must_use]
    pub fn find_steps(
        &self,
        rules: &CandidateRules,
        state: &CandidateState,
        technique: Technique,
        max_steps: usize,
    ) -> Vec<DeductionStep> {
        let mut view = StateView::new(self, rules, state);
        self.search_technique(&mut view, technique, max_steps);
        view.found
    }

    fn search_technique(&self, view: &mut StateView<'_>, technique: Technique, max_steps: usize) {
        use Technique as T;
        view.start_technique(technique, max_steps);
        let sized = |k: usize| k <= self.largest;
        let _ = match technique {
            T::FullHouse => singles::full_houses(view),
            T::HiddenSingleBox => singles::hidden_singles(view, true),
            T::HiddenSingle => singles::hidden_singles(view, false),
            T::NakedSingle => singles::naked_singles(view),
            T::Pointing | T::Claiming => locked::locked_candidates(view),
            T::NakedPair if sized(2) => subsets::naked_subsets(view, 2),
            T::NakedTriple if sized(3) => subsets::naked_subsets(view, 3),
            T::NakedQuad if sized(4) => subsets::naked_subsets(view, 4),
            T::HiddenPair if sized(2) => subsets::hidden_subsets(view, 2),
            T::HiddenTriple if sized(3) => subsets::hidden_subsets(view, 3),
            T::HiddenQuad if sized(4) => subsets::hidden_subsets(view, 4),
            T::XWing if sized(2) => fish::plain_fish(view, 2),
            T::Swordfish if sized(3) => fish::plain_fish(view, 3),
            T::Jellyfish if sized(4) => fish::plain_fish(view, 4),
            T::FinnedXWing if sized(2) => fish::finned_fish(view, 2, false),
            T::FinnedSwordfish if sized(3) => fish::finned_fish(view, 3, false),
            T::FinnedJellyfish if sized(4) => fish::finned_fish(view, 4, false),
            T::SashimiXWing if sized(2) => fish::finned_fish(view, 2, true),
            T::SashimiSwordfish if sized(3) => fish::finned_fish(view, 3, true),
            T::SashimiJellyfish if sized(4) => fish::finned_fish(view, 4, true),
            T::Skyscraper | T::TwoStringKite | T::TurbotFish => links::two_links(view),
            T::EmptyRectangle => links::empty_rectangles(view),
            T::SimpleColouring => colours::simple_colouring(view),
            T::XyWing => wings::xy_wings(view, false),
            T::XyzWing => wings::xy_wings(view, true),
            T::WWing => wings::w_wings(view),
            T::UniqueRectangle => rectangles::unique_rectangles(view),
            T::AvoidableRectangle => rectangles::avoidable_rectangles(view),
            T::AlmostLockedSets => almost_locked_sets::linked_pairs(view),
            T::BugPlusOne => bug_plus_one::plus_one(view),
            T::RemotePair | T::XChain | T::XyChain | T::Chain | T::ContinuousLoop => {
                chains::find_chains(view)
            }
            _ => ControlFlow::Continue(()),
        };
    }
}

fn is_chain(technique: Technique) -> bool {
    use Technique as T;
    matches!(technique, T::RemotePair | T::XChain | T::XyChain | T::Chain | T::ContinuousLoop)
}
