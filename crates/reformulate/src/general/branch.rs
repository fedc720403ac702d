//! Makes the children of a subproblem.

use super::candidate::RelationCandidate;
use super::decomposition::ModelDecomposition;
use super::node::{DecompositionNode, KeptRelation};
use super::orbits::BoxFactor;

/// The values of the blocks of a relation, sorted by class.
#[derive(Debug, Default)]
pub(super) struct ClassSortedValues {
    values: Vec<u32>,
    /// For each block, the start of the values of each class, and the end of the last.
    starts: Vec<u32>,
    stride: usize,
}

impl ClassSortedValues {
    /// Sorts the domains of the blocks of a candidate.
    pub(super) fn sort_domains(
        &mut self,
        problem: &ModelDecomposition,
        node: &DecompositionNode,
        candidate: &RelationCandidate,
    ) {
        let relation = &problem.relations[candidate.relation];
        self.stride = relation.classes + 1;
        self.values.clear();
        self.starts.clear();
        for (place, &block) in candidate.table.blocks.iter().enumerate() {
            // A counting sort by class, with the counts of the domain table.
            let (from, first) = (self.starts.len(), self.values.len());
            let mut start = first as u32;
            self.starts.push(start);
            for class in 0..relation.classes as u32 {
                start += candidate.table.class_count(place, class);
                self.starts.push(start);
            }
            let domain = node.block_domain(&node.blocks[block]);
            self.values.resize(first + domain.len(), 0);
            // While values are written, the starts advance to the ends.
            for &value in domain {
                let slot = &mut self.starts[from + relation.class[value as usize] as usize];
                self.values[*slot as usize] = value;
                *slot += 1;
            }
            // Each start is now the end of its class, which is the start of the next: they move up
            // by one.
            let mut before = first as u32;
            for start in &mut self.starts[from..from + relation.classes] {
                before = std::mem::replace(start, before);
            }
        }
    }

    /// Returns the values of a block in a class.
    #[inline]
    fn class_values(&self, place: usize, class: u32) -> &[u32] {
        let at = place * self.stride + class as usize;
        &self.values[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Creates the child of a box: its factors replace the blocks of the relation.
    pub(super) fn fill_child(
        &self,
        parent: &DecompositionNode,
        candidate: &RelationCandidate,
        factors: &[BoxFactor],
        child: &mut DecompositionNode,
    ) {
        let mut factors = factors.iter().peekable();
        let mut places = candidate.table.blocks.iter().enumerate().peekable();
        for (i, block) in parent.blocks.iter().enumerate() {
            let Some((place, _)) = places.next_if(|(_, at)| **at == i) else {
                child.push_slice(block.group, block.count, parent.block_domain(block));
                continue;
            };
            // The factors of a box come in the order of its places, and so do the blocks.
            while let Some(factor) = factors.next_if(|factor| factor.place == place) {
                child.push_slice(block.group, factor.count, &[]);
                factor.each_class(|class| child.extend_block(self.class_values(place, class)));
            }
        }
        start_child(parent, candidate, child);
    }
}

/// Creates the child in which an alternative of the relation is kept.
pub(super) fn keep_alternative(
    parent: &DecompositionNode,
    candidate: &RelationCandidate,
    alternative: u32,
    child: &mut DecompositionNode,
) {
    for block in &parent.blocks {
        child.push_slice(block.group, block.count, parent.block_domain(block));
    }
    start_child(parent, candidate, child);
    child.kept.push(KeptRelation { relation: candidate.relation as u32, alternative });
}

fn start_child(
    parent: &DecompositionNode,
    candidate: &RelationCandidate,
    child: &mut DecompositionNode,
) {
    let others = parent.pending.iter().enumerate().filter(|(i, _)| *i != candidate.pending);
    child.pending.extend(others.map(|(_, relation)| relation));
    child.kept.extend(&parent.kept);
    child.depth = parent.depth + 1;
    child.width = parent.width.saturating_mul(candidate.child_count().max(1));
}
