//! Chooses the relation to branch on.

use std::cmp::Ordering;
use std::rc::Rc;

use parallax_model::engine_api::Control;

use super::cache::{BoxCache, Listing};
use super::cost::{BranchCost, CostRule, RelationView};
use super::decomposition::ModelDecomposition;
use super::domain_table::BlockClassTable;
use super::node::DecompositionNode;
use super::options::SplitCondition;
use super::orbits::ClassBoxes;

/// A pending relation of a node, with the costs of branching on it.
#[derive(Debug, Default)]
pub(super) struct RelationCandidate {
    pub(super) relation: usize,
    /// Its index among the pending relations.
    pub(super) pending: usize,
    pub(super) table: BlockClassTable,
    /// The boxes of its alternatives; `None` before the first update, because an empty list
    /// would have to be allocated.
    listings: Option<Rc<Vec<Listing>>>,
    /// The key under which the boxes were found, if they are those for the classes of the
    /// root: the next node usually has the same key.
    key: Vec<u64>,
    /// The cost of each alternative.
    pub(super) costs: Vec<BranchCost>,
}

/// The node and options by which candidates are compared.
pub(super) struct RelationChooser<'a> {
    pub(super) problem: &'a ModelDecomposition,
    pub(super) node: &'a DecompositionNode,
    pub(super) split: SplitCondition,
    pub(super) control: &'a Control,
}

impl RelationCandidate {
    /// Returns the number of children over all alternatives.
    pub(super) fn child_count(&self) -> u64 {
        self.costs.iter().map(|cost| cost.children).sum()
    }

    fn remaining_fraction(&self) -> f64 {
        self.costs.iter().map(BranchCost::remaining_fraction).sum()
    }

    /// Returns the boxes of an alternative, if they can be listed.
    pub(super) fn alternative_boxes(&self, alternative: usize) -> Option<&ClassBoxes> {
        self.listings.as_ref()?.get(alternative)?.as_ref()
    }

    fn keeps_alternative(&self) -> bool {
        self.costs.iter().any(|cost| !cost.split)
    }

    /// Whether it is better than another candidate: relations that are split come first, then the
    /// smallest number of children, then the smallest remaining fraction.
    fn is_better_than(&self, other: &RelationCandidate) -> bool {
        let rank = |candidate: &RelationCandidate| {
            let children = candidate.child_count();
            (candidate.keeps_alternative() && children > 0, children)
        };
        match rank(self).cmp(&rank(other)) {
            Ordering::Equal => self.remaining_fraction() < other.remaining_fraction(),
            order => order == Ordering::Less,
        }
    }

    /// Fills this candidate with a pending relation of the node.
    fn update_costs(
        &mut self,
        chooser: &RelationChooser<'_>,
        pending: usize,
        cache: &mut BoxCache,
    ) {
        let &RelationChooser { problem, node, split, .. } = chooser;
        self.pending = pending;
        self.relation = node.pending[pending] as usize;
        self.table.fill_counts(problem, node, self.relation);
        if self.key.is_empty() || self.key != self.table.key {
            // A key that grew belongs to the classes of this node alone, and is not worth
            // remembering.
            let length = self.table.key.len();
            self.listings = Some(cache.alternative_boxes(problem, node, &mut self.table));
            self.key.clear();
            if self.table.key.len() == length {
                self.key.extend(&self.table.key);
            }
        }
        self.costs.clear();
        let rule = CostRule::new(RelationView { problem, node, table: &self.table }, split);
        let listings = self.listings.iter().flat_map(|listings| listings.iter());
        for (alternative, listing) in
            problem.relations[self.relation].alternatives.iter().zip(listings)
        {
            self.costs.push(rule.alternative_cost(alternative, listing));
        }
    }
}

/// Relations compared between two checks of the clock.
const RELATIONS_BETWEEN_POLLS: usize = 64;

impl RelationChooser<'_> {
    /// Stores the best of the node's pending relations in `best`; `other` is a buffer. Takes the
    /// best so far when `control` is stopped; the next node checks the clock again.
    pub(super) fn choose_candidate(
        &self,
        cache: &mut BoxCache,
        [best, other]: [&mut Box<RelationCandidate>; 2],
    ) {
        best.update_costs(self, 0, cache);
        for pending in 1..self.node.pending.len() {
            let stopped = || {
                pending.is_multiple_of(RELATIONS_BETWEEN_POLLS)
                    && self.control.stop_reason().is_some()
            };
            // Without children the relation refutes the node, which no other choice can improve.
            if best.child_count() == 0 || stopped() {
                return;
            }
            other.update_costs(self, pending, cache);
            if other.is_better_than(best) {
                std::mem::swap(best, other);
            }
        }
    }
}
