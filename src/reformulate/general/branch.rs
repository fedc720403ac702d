//! The children of a subproblem.

use super::choose::Choice;
use super::node::{Kept, Node};
use super::orbits::Piece;
use super::problem::Problem;

/// The values of the blocks that take part, sorted by class.
#[derive(Debug, Default)]
pub(super) struct Sorted {
    values: Vec<u32>,
    /// For each block and each class where its values begin, and after the
    /// last where they end.
    starts: Vec<u32>,
    stride: usize,
}

impl Sorted {
    /// Sorts the domains of the blocks of a choice.
    pub(super) fn fill(&mut self, problem: &Problem, node: &Node, choice: &Choice) {
        let own = &problem.relations[choice.relation];
        self.stride = own.classes + 1;
        self.values.clear();
        self.starts.clear();
        for (place, &block) in choice.look.blocks.iter().enumerate() {
            let (from, first) = (self.starts.len(), self.values.len());
            let mut start = first as u32;
            self.starts.push(start);
            for class in 0..own.classes as u32 {
                start += choice.look.count(place, class);
                self.starts.push(start);
            }
            let domain = node.domain(&node.blocks[block]);
            self.values.resize(first + domain.len(), 0);
            // The starts move to the ends while values are put down.
            for &value in domain {
                let place = &mut self.starts[from + own.class[value as usize] as usize];
                self.values[*place as usize] = value;
                *place += 1;
            }
            let mut before = first as u32;
            for start in &mut self.starts[from..from + own.classes] {
                before = std::mem::replace(start, before);
            }
        }
    }

    /// The values of a block that have a class.
    #[inline]
    fn of(&self, place: usize, class: u32) -> &[u32] {
        let at = place * self.stride + class as usize;
        &self.values[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Makes the child of a box: each block gives way to its pieces.
    pub(super) fn child(&self, parent: &Node, choice: &Choice, pieces: &[Piece], child: &mut Node) {
        let mut pieces = pieces.iter().peekable();
        let mut places = choice.look.blocks.iter().enumerate().peekable();
        for (i, block) in parent.blocks.iter().enumerate() {
            let Some((place, _)) = places.next_if(|(_, at)| **at == i) else {
                child.push_slice(block.group, block.count, parent.domain(block));
                continue;
            };
            while let Some(piece) = pieces.next_if(|piece| piece.place == place) {
                child.push_slice(block.group, piece.count, &[]);
                piece.each(|class| child.extend(self.of(place, class)));
            }
        }
        below(parent, choice, child);
    }
}

/// Makes the child in which a part of the relation is kept.
pub(super) fn keep(parent: &Node, choice: &Choice, part: u32, child: &mut Node) {
    for block in &parent.blocks {
        child.push_slice(block.group, block.count, parent.domain(block));
    }
    below(parent, choice, child);
    child.kept.push(Kept { relation: choice.relation as u32, part });
}

fn below(parent: &Node, choice: &Choice, child: &mut Node) {
    let others = parent.pending.iter().enumerate().filter(|(i, _)| *i != choice.pending);
    child.pending.extend(others.map(|(_, relation)| relation));
    child.kept.extend(&parent.kept);
    child.depth = parent.depth + 1;
    child.width = parent.width.saturating_mul(choice.children().max(1));
}
