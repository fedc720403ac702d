//! Which relation to branch on, and how.

use std::rc::Rc;

use super::node::{Node, choices};
use super::options::{FEW, Split};
use super::orbits::Piece;
use super::plans::{Look, Plan, Plans, supported};
use super::problem::Problem;
use crate::model::ClassRelation;

/// How a part of a relation is to be enforced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    /// By boxes, or kept.
    pub(super) split: bool,
    /// The boxes that have values, or 1 where the part is kept; 0 when it can
    /// have no solution.
    pub(super) children: u64,
    /// The part of the combinations of values that is left.
    pub(super) share: f64,
}

/// A relation at a node, with the ways of its parts.
#[derive(Debug, Default)]
pub(super) struct Choice {
    pub(super) relation: usize,
    /// Its place among the pending ones.
    pub(super) pending: usize,
    pub(super) look: Look,
    pub(super) plans: Rc<Vec<Plan>>,
    pub(super) ways: Vec<Way>,
}

impl Choice {
    pub(super) fn children(&self) -> u64 {
        self.ways.iter().map(|way| way.children).sum()
    }

    pub(super) fn share(&self) -> f64 {
        self.ways.iter().map(|way| way.share).sum()
    }

    fn keeps(&self) -> bool {
        self.ways.iter().any(|way| !way.split)
    }

    /// What comes first: relations that are split, then the fewest children,
    /// then the smallest share.
    fn rank(&self) -> (bool, u64, f64) {
        (self.keeps() && self.children() > 0, self.children(), self.share())
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
        self.plans = plans.of(problem, node, &mut self.look);
        self.ways.clear();
        for (part, plan) in self.plans.iter().enumerate() {
            let part = &problem.relations[self.relation].parts[part];
            self.ways.push(way(problem, node, &self.look, part, plan, split));
        }
    }
}

/// Chooses among the pending relations of a node: leaves it in `best`. `other`
/// is room to work in.
pub(super) fn choose(
    problem: &Problem,
    node: &Node,
    plans: &mut Plans,
    split: Split,
    best: &mut Choice,
    other: &mut Choice,
) {
    best.look(problem, node, 0, plans, split);
    for pending in 1..node.pending.len() {
        if best.children() == 0 {
            return;
        }
        other.look(problem, node, pending, plans, split);
        if other.rank() < best.rank() {
            std::mem::swap(best, other);
        }
    }
}

/// The cost rule.
fn way(
    problem: &Problem,
    node: &Node,
    look: &Look,
    part: &ClassRelation,
    plan: &Plan,
    split: Split,
) -> Way {
    let ways = |place: usize, classes: &[u32], count: u32| {
        let ordered = problem.groups[node.blocks[look.blocks[place]].group as usize].ordered;
        let values = classes.iter().map(|&class| u64::from(look.count(place, class))).sum();
        choices(values, count, ordered)
    };
    let whole = || {
        let of = |&block: &usize| {
            let block = &node.blocks[block];
            let ordered = problem.groups[block.group as usize].ordered;
            choices(node.domain(block).len() as u64, block.count, ordered) as f64
        };
        look.blocks.iter().map(of).product::<f64>().max(1.0)
    };
    let (mut children, mut sum) = (0, 0u128);
    for pieces in plan.iter().flatten() {
        let of = |size: u128, p: &Piece| size.saturating_mul(ways(p.place, &p.classes, p.count));
        let size = pieces.iter().fold(1, of);
        children += u64::from(size > 0);
        sum = sum.saturating_add(size);
    }
    let always = plan.is_some()
        && match split {
            Split::Always => true,
            Split::Auto => children <= FEW,
            Split::Never => *part == ClassRelation::AllSame || look.blocks.len() == 1,
        };
    let share = sum as f64 / whole();
    if always {
        return Way { split: true, children, share };
    }
    let consistent: f64 = supported(problem, node, look, part, plan).map_or(0.0, |supported| {
        let of = |(place, classes): (usize, &Vec<u32>)| {
            ways(place, classes, node.blocks[look.blocks[place]].count) as f64
        };
        supported.iter().enumerate().map(of).product()
    });
    match split == Split::Auto && plan.is_some() && sum as f64 * 2.0 <= consistent {
        true => Way { split: true, children, share },
        false => {
            Way { split: false, children: u64::from(consistent > 0.0), share: consistent / whole() }
        }
    }
}
