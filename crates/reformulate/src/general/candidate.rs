//! Chooses the relation to branch on.

use std::cmp::Ordering;
use std::rc::Rc;

use parallax_model::ask::Control;

use super::cache::{BoxCache, Listing};
use super::cost::{BranchCost, CostRule, RelationView};
use super::decomposition::Decomposition;
use super::domain_table::DomainTable;
use super::node::Node;
use super::options::Split;
use super::orbits::Boxes;

/// A pending relation of a node, with the costs of branching on it.
#[derive(Debug, Default)]
pub(super) struct Candidate {
    pub(super) relation: usize,
    /// Its index among the pending relations.
    pub(super) pending: usize,
    pub(super) table: DomainTable,
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
pub(super) struct Chooser<'a> {
    pub(super) problem: &'a Decomposition,
    pub(super) node: &'a Node,
    pub(super) split: Split,
    pub(super) control: &'a Control,
}

impl Candidate {
    /// Returns the number of children over all alternatives.
    pub(super) fn children(&self) -> u64 {
        self.costs.iter().map(|cost| cost.children).sum()
    }

    fn fraction(&self) -> f64 {
        self.costs.iter().map(BranchCost::fraction).sum()
    }

    /// Returns the boxes of an alternative, if they can be listed.
    pub(super) fn boxes(&self, alternative: usize) -> Option<&Boxes> {
        self.listings.as_ref()?.get(alternative)?.as_ref()
    }

    fn keeps(&self) -> bool {
        self.costs.iter().any(|cost| !cost.split)
    }

    /// Whether it is better than another candidate: relations that are split come first, then the
    /// smallest number of children, then the smallest remaining fraction.
    fn is_better_than(&self, other: &Candidate) -> bool {
        let rank = |candidate: &Candidate| {
            let children = candidate.children();
            (candidate.keeps() && children > 0, children)
        };
        match rank(self).cmp(&rank(other)) {
            Ordering::Equal => self.fraction() < other.fraction(),
            order => order == Ordering::Less,
        }
    }

    /// Fills this candidate with a pending relation of the node.
    fn update(&mut self, chooser: &Chooser<'_>, pending: usize, cache: &mut BoxCache) {
        let &Chooser { problem, node, split, .. } = chooser;
        self.pending = pending;
        self.relation = node.pending[pending] as usize;
        self.table.fill(problem, node, self.relation);
        if self.key.is_empty() || self.key != self.table.key {
            let length = self.table.key.len();
            self.listings = Some(cache.of(problem, node, &mut self.table));
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
            self.costs.push(rule.cost(alternative, listing));
        }
    }
}

/// Relations compared between two checks of the clock.
const RELATIONS_BETWEEN_POLLS: usize = 64;

impl Chooser<'_> {
    /// Stores the best of the node's pending relations in `best`; `other` is a buffer. Takes the
    /// best so far when `control` is stopped; the next node checks the clock again.
    pub(super) fn choose(&self, cache: &mut BoxCache, [best, other]: [&mut Box<Candidate>; 2]) {
        best.update(self, 0, cache);
        for pending in 1..self.node.pending.len() {
            let stopped = || {
                pending.is_multiple_of(RELATIONS_BETWEEN_POLLS) && self.control.stopped().is_some()
            };
            if best.children() == 0 || stopped() {
                return;
            }
            other.update(self, pending, cache);
            if other.is_better_than(best) {
                std::mem::swap(best, other);
            }
        }
    }
}
