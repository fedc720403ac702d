//! Which relation to branch on, and how.

use std::cmp::Ordering;
use std::rc::Rc;

use super::consistency::of_boxes;
use super::look::Look;
use super::node::{Block, Node, few_choices};
use super::options::{FEW, Split, WIDTH};
use super::orbits::{Boxes, Piece};
use super::plans::{Plan, Plans};
use super::problem::Problem;
use crate::ask::Control;
use crate::model::ClassRelation;

/// How a part of a relation is to be enforced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    /// By boxes, or kept.
    pub(super) split: bool,
    /// The boxes that have values, or 1 where the part is kept; 0 when it can
    /// have no solution.
    pub(super) children: u64,
    /// The number of combinations of values that are left, of boxes exactly as
    /// far as 64 bits count, and of all that there are.
    pub(super) sum: u64,
    pub(super) whole: u64,
}

/// A relation at a node, with the ways of its parts.
#[derive(Debug, Default)]
pub(super) struct Choice {
    pub(super) relation: usize,
    /// Its place among the pending ones.
    pub(super) pending: usize,
    pub(super) look: Look,
    /// None before the first look: an empty one would be allocated.
    plans: Option<Rc<Vec<Plan>>>,
    /// What the plans were found under, if they are those for the classes of
    /// the root: mostly the next node has the same.
    key: Vec<u64>,
    pub(super) ways: Vec<Way>,
}

impl Way {
    /// The part of the combinations of values that is left.
    pub(super) fn share(&self) -> f64 {
        self.sum as f64 / self.whole.max(1) as f64
    }
}

impl Choice {
    pub(super) fn children(&self) -> u64 {
        self.ways.iter().map(|way| way.children).sum()
    }

    fn share(&self) -> f64 {
        self.ways.iter().map(Way::share).sum()
    }

    /// The boxes of a part, where they can be listed.
    pub(super) fn boxes(&self, part: usize) -> Option<&Boxes> {
        self.plans.as_ref()?.get(part)?.as_ref()
    }

    fn keeps(&self) -> bool {
        self.ways.iter().any(|way| !way.split)
    }

    /// Whether it comes before another: relations that are split first, then
    /// the fewest children, then the smallest share.
    fn comes_before(&self, other: &Choice) -> bool {
        let rank = |choice: &Choice| {
            let children = choice.children();
            (choice.keeps() && children > 0, children)
        };
        match rank(self).cmp(&rank(other)) {
            Ordering::Equal => self.share() < other.share(),
            order => order == Ordering::Less,
        }
    }

    /// Looks at a relation of a node.
    fn look(
        &mut self,
        problem: &Problem,
        node: &Node,
        pending: usize,
        plans: &mut Plans,
        split: Split,
    ) {
        self.pending = pending;
        self.relation = node.pending[pending] as usize;
        self.look.at(problem, node, self.relation);
        if self.key.is_empty() || self.key != self.look.key {
            let named = self.look.key.len();
            self.plans = Some(plans.of(problem, node, &mut self.look));
            self.key.clear();
            if self.look.key.len() == named {
                self.key.extend(&self.look.key);
            }
        }
        self.ways.clear();
        let whole = whole(problem, node, &self.look);
        for (part, plan) in self.plans.iter().flat_map(|plans| plans.iter()).enumerate() {
            let part = &problem.relations[self.relation].parts[part];
            self.ways.push(way(problem, node, &self.look, part, plan, split, whole));
        }
    }
}

/// How many relations are compared between two looks at the clock.
const BETWEEN_LOOKS: usize = 64;

/// Chooses among the pending relations of a node: leaves it in `best`. `other`
/// is room to work in. When `control` says stop it takes what it has; who
/// takes up the next node looks at the clock, too.
pub(super) fn choose(
    problem: &Problem,
    node: &Node,
    plans: &mut Plans,
    split: Split,
    control: &Control,
    [best, other]: [&mut Box<Choice>; 2],
) {
    best.look(problem, node, 0, plans, split);
    for pending in 1..node.pending.len() {
        let stopped = || pending.is_multiple_of(BETWEEN_LOOKS) && control.stopped().is_some();
        if best.children() == 0 || stopped() {
            return;
        }
        other.look(problem, node, pending, plans, split);
        if other.comes_before(best) {
            std::mem::swap(best, other);
        }
    }
}

/// The number of choices from the blocks that take part.
fn whole(problem: &Problem, node: &Node, look: &Look) -> u64 {
    look.blocks.iter().fold(1, |whole: u64, &block| {
        let block = &node.blocks[block];
        let ordered = problem.groups[block.group as usize].ordered;
        let values = node.domain(block).len() as u64;
        whole.saturating_mul(few_choices(values, block.count, ordered))
    })
}

/// The cost rule.
fn way(
    problem: &Problem,
    node: &Node,
    look: &Look,
    part: &ClassRelation,
    plan: &Plan,
    split: Split,
    whole: u64,
) -> Way {
    let size = |block: &Block, values: u64| {
        few_choices(values, block.count, problem.groups[block.group as usize].ordered)
    };
    let (mut children, mut sum) = (0, 0u64);
    // Plain loops: this is where the time goes.
    if let Some(boxes) = plan {
        for pieces in boxes.iter() {
            let mut size = 1u64;
            for piece in pieces {
                size = size.saturating_mul(ways(problem, node, look, piece));
            }
            children += u64::from(size > 0);
            sum = sum.saturating_add(size);
        }
    }
    let splits = Way { split: true, children, sum, whole };
    let pure = problem.is_pure();
    let (Some(boxes), always) = (
        plan,
        match split {
            Split::Always => true,
            Split::Auto => children <= if pure { FEW } else { 1 },
            Split::Never => *part == ClassRelation::AllSame || look.blocks.len() == 1,
        },
    ) else {
        // Consistency is for later: too much for what may not be chosen.
        return Way { split: false, children: 1, sum: whole, whole };
    };
    if always {
        return splits;
    }
    let consistent = of_boxes(boxes, look).map_or(0, |supported| {
        supported.iter().enumerate().fold(1, |product: u64, (place, classes)| {
            let values = classes.iter().map(|&class| u64::from(look.count(place, class))).sum();
            product.saturating_mul(size(&node.blocks[look.blocks[place]], values))
        })
    });
    let pays = match pure {
        true => sum <= consistent / 2,
        false => {
            sum.saturating_mul(children) <= consistent
                && node.width.saturating_mul(children) <= WIDTH
        }
    };
    match split == Split::Auto && pays {
        true => splits,
        false => Way { split: false, children: u64::from(consistent > 0), sum: consistent, whole },
    }
}

/// The number of choices from a piece, as far as 64 bits count.
#[inline]
fn ways(problem: &Problem, node: &Node, look: &Look, piece: &Piece) -> u64 {
    let mut values = 0;
    piece.each(|class| values += u64::from(look.count(piece.place, class)));
    if piece.count == 1 {
        return values;
    }
    let group = node.blocks[look.blocks[piece.place]].group;
    few_choices(values, piece.count, problem.groups[group as usize].ordered)
}

/// Whether every piece of a box has values for its variables.
pub(super) fn has_values(problem: &Problem, node: &Node, look: &Look, pieces: &[Piece]) -> bool {
    pieces.iter().all(|piece| ways(problem, node, look, piece) > 0)
}
