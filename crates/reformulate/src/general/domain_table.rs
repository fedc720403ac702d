//! The domain table of a relation at a node (section 5.1 of the SET paper).

use std::collections::HashMap;

use super::decomposition::{ModelDecomposition, OneDimensional};
use super::node::DecompositionNode;
use super::shape::{RelationShape, ShapePlace};

/// The number of values of each class in each block of a relation.
#[derive(Debug, Default)]
pub(super) struct BlockClassTable {
    pub(super) relation: usize,
    /// The blocks of the node that the relation constrains.
    pub(super) blocks: Vec<usize>,
    /// For each of these blocks and each class, the number of values.
    counts: Vec<u32>,
    classes: usize,
    /// Identifies the kind of relation, and the groups and sizes of the blocks.
    pub(super) key: Vec<u64>,
}

impl BlockClassTable {
    /// Returns the number of values of a class in a block; `place` is the index of the block in
    /// this table.
    #[inline]
    pub(super) fn class_count(&self, place: usize, class: u32) -> u32 {
        self.counts[place * self.classes + class as usize]
    }

    /// Returns the classes that a block can take.
    pub(super) fn present_classes(&self, place: usize) -> impl Iterator<Item = u32> + '_ {
        (0..self.classes as u32).filter(move |&class| self.class_count(place, class) > 0)
    }

    /// Fills the table for a relation of a node.
    pub(super) fn fill_counts(
        &mut self,
        problem: &ModelDecomposition,
        node: &DecompositionNode,
        relation: usize,
    ) {
        let one_dimensional = &problem.relations[relation];
        self.relation = relation;
        self.blocks.clear();
        self.counts.clear();
        self.classes = one_dimensional.classes;
        self.key.clear();
        self.key.push(u64::from(one_dimensional.kind));
        for (i, block) in node.blocks.iter().enumerate() {
            if one_dimensional.groups.iter().all(|&(group, _)| group != block.group as usize) {
                continue;
            }
            let from = self.counts.len();
            self.blocks.push(i);
            self.counts.resize(from + one_dimensional.classes, 0);
            let counts = &mut self.counts[from..];
            for &value in node.block_domain(block) {
                // Values without a class have left the domains of the group, so the class is an
                // index.
                counts[one_dimensional.class[value as usize] as usize] += 1;
            }
            self.key.push(u64::from(block.group) << 32 | u64::from(block.count));
        }
    }

    /// Adds the present classes to the key.
    pub(super) fn name_classes(&mut self) {
        for counts in self.counts.chunks(64) {
            let bit = |(i, &count): (usize, &u32)| u64::from(count > 0) << i;
            self.key.push(counts.iter().enumerate().map(bit).sum());
        }
    }

    /// Returns the shape of the relation: with the classes of the node, or with all classes that
    /// its blocks had at the root.
    pub(super) fn relation_shape(
        &self,
        problem: &ModelDecomposition,
        node: &DecompositionNode,
        root: bool,
    ) -> RelationShape {
        let one_dimensional: &OneDimensional = &problem.relations[self.relation];
        let mut placed: HashMap<usize, usize> = HashMap::new();
        let place = |(i, &block): (usize, &usize)| {
            let block = &node.blocks[block];
            let group = block.group as usize;
            let at =
                one_dimensional.groups.iter().position(|(other, _)| *other == group).unwrap_or(0);
            // Blocks take the variables of their group in order.
            let from = placed.entry(group).or_default();
            let to = *from + block.count as usize;
            let scope = one_dimensional.groups[at].1[*from..to].to_vec();
            *from = to;
            let classes = if root {
                one_dimensional.present[at].to_vec()
            } else {
                self.present_classes(i).collect()
            };
            ShapePlace { scope, classes }
        };
        RelationShape { places: self.blocks.iter().enumerate().map(place).collect() }
    }
}
