//! The cost rule: decides whether to split an alternative of a relation into boxes, or to keep it.

use parallax_model::ClassRelation;

use super::cache::Listing;
use super::consistency::box_classes;
use super::decomposition::ModelDecomposition;
use super::domain_table::BlockClassTable;
use super::node::{DecompositionNode, VariableBlock, few_choices};
use super::options::{FEW_BOXES, MAX_LEAVES, SplitCondition};
use super::orbits::{BoxFactor, ClassBoxes};

/// The way to enforce an alternative of a relation, and its cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BranchCost {
    /// Whether it is split into boxes; otherwise it is kept.
    pub(super) split: bool,
    /// The number of boxes that have values, or 1 if the alternative is kept; 0 if no solution is
    /// possible.
    pub(super) children: u64,
    /// The number of combinations of values that remain in the children: exact for boxes up
    /// to 2^64 - 1, then saturating.
    pub(super) remaining: u64,
    /// The number of combinations of values in the parent, likewise.
    pub(super) total: u64,
}

impl BranchCost {
    /// Returns the fraction of the combinations of values that remains.
    pub(super) fn remaining_fraction(&self) -> f64 {
        self.remaining as f64 / self.total.max(1) as f64
    }
}

/// A relation at a node, with its domain table.
#[derive(Clone, Copy)]
pub(super) struct RelationView<'a> {
    pub(super) problem: &'a ModelDecomposition,
    pub(super) node: &'a DecompositionNode,
    pub(super) table: &'a BlockClassTable,
}

impl RelationView<'_> {
    /// Returns the number of choices from a block with this many values.
    fn block_choices(&self, block: &VariableBlock, values: u64) -> u64 {
        few_choices(values, block.count, self.problem.groups[block.group as usize].ordered)
    }

    /// Returns the number of choices from the blocks of the relation.
    fn total_choices(&self) -> u64 {
        self.table.blocks.iter().fold(1, |total: u64, &block| {
            let block = &self.node.blocks[block];
            let values = self.node.block_domain(block).len() as u64;
            total.saturating_mul(self.block_choices(block, values))
        })
    }

    /// Returns the number of choices from a factor: exact up to 2^64 - 1, then saturating.
    #[inline]
    fn factor_choices(&self, factor: &BoxFactor) -> u64 {
        let mut values = 0;
        factor.each_class(|class| values += u64::from(self.table.class_count(factor.place, class)));
        if factor.count == 1 {
            return values;
        }
        let group = self.node.blocks[self.table.blocks[factor.place]].group;
        few_choices(values, factor.count, self.problem.groups[group as usize].ordered)
    }

    /// Whether every factor of a box has enough values for its variables.
    pub(super) fn has_values(&self, factors: &[BoxFactor]) -> bool {
        factors.iter().all(|factor| self.factor_choices(factor) > 0)
    }

    /// Returns the number of combinations of values that generalised arc consistency on classes
    /// leaves.
    fn consistent_choices(&self, boxes: &ClassBoxes) -> u64 {
        box_classes(boxes, self.table).map_or(0, |supported| {
            supported.iter().enumerate().fold(1, |product: u64, (place, classes)| {
                let count = |&class: &u32| u64::from(self.table.class_count(place, class));
                let values = classes.iter().map(count).sum();
                let block = &self.node.blocks[self.table.blocks[place]];
                product.saturating_mul(self.block_choices(block, values))
            })
        })
    }
}

/// The rule that decides how to enforce the alternatives of one relation at one node.
pub(super) struct CostRule<'a> {
    view: RelationView<'a>,
    split: SplitCondition,
    /// The number of choices from the blocks of the relation.
    total: u64,
}

impl<'a> CostRule<'a> {
    pub(super) fn new(view: RelationView<'a>, split: SplitCondition) -> Self {
        CostRule { view, split, total: view.total_choices() }
    }

    /// Returns the decision for an alternative, and its cost.
    pub(super) fn alternative_cost(
        &self,
        alternative: &ClassRelation,
        listing: &Listing,
    ) -> BranchCost {
        // Consistency is computed later: it costs too much for an alternative that may not be
        // chosen.
        let kept =
            BranchCost { split: false, children: 1, remaining: self.total, total: self.total };
        let Some(boxes) = listing else { return kept };
        let split = self.split_cost(boxes);
        // Cheap tests first. `Never` splits what the published algorithm splits: all-same, and
        // relations between variables with one domain.
        let always = match self.split {
            SplitCondition::Always => true,
            SplitCondition::Auto => {
                split.children <= if self.view.problem.leaves_are_boxes() { FEW_BOXES } else { 1 }
            }
            SplitCondition::Never => {
                *alternative == ClassRelation::AllSame || self.view.table.blocks.len() == 1
            }
        };
        if always {
            return split;
        }
        let consistent = self.view.consistent_choices(boxes);
        if self.split == SplitCondition::Auto && self.split_pays(&split, consistent) {
            return split;
        }
        BranchCost { children: u64::from(consistent > 0), remaining: consistent, ..kept }
    }

    /// Returns the cost of splitting into these boxes.
    fn split_cost(&self, boxes: &ClassBoxes) -> BranchCost {
        let (mut children, mut remaining) = (0, 0u64);
        // Plain loops: this is the hot spot of the strategy.
        for factors in boxes.iter() {
            let mut size = 1u64;
            for factor in factors {
                size = size.saturating_mul(self.view.factor_choices(factor));
            }
            children += u64::from(size > 0);
            remaining = remaining.saturating_add(size);
        }
        BranchCost { split: true, children, remaining, total: self.total }
    }

    /// Whether splitting is cheaper than keeping `consistent` combinations; see
    /// [`SplitCondition::Auto`].
    fn split_pays(&self, split: &BranchCost, consistent: u64) -> bool {
        if self.view.problem.leaves_are_boxes() {
            return split.remaining <= consistent / 2;
        }
        split.remaining.saturating_mul(split.children) <= consistent
            && self.view.node.width.saturating_mul(split.children) <= MAX_LEAVES
    }
}
