//! What a relation allows on the classes that a subproblem has, remembered
//! from one subproblem to the next.

use std::collections::HashMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::consistency::{matched, of_boxes};
use super::node::{Kept, Node};
use super::orbits::{Boxes, boxes};
use super::problem::{OneDimensional, Problem};
use super::shape::{Place, Shape};
use crate::model::ClassRelation;

/// The boxes of a part of a relation, where they can be listed.
pub(super) type Plan = Option<Boxes>;

/// How many plans are remembered.
const REMEMBERED: usize = 1 << 14;

/// A relation with at most so many boxes is listed once for all classes that
/// there are at the root: boxes that lost their values cost little. One with
/// more is listed anew for the classes of each node, of which more may be
/// interchangeable.
const ONCE: usize = 32;

/// The classes that the blocks of a relation can take, with the numbers of
/// their values.
#[derive(Debug, Default)]
pub(super) struct Look {
    pub(super) relation: usize,
    /// The blocks of the node that take part.
    pub(super) blocks: Vec<usize>,
    /// For each of these and each class the number of values.
    counts: Vec<u32>,
    classes: usize,
    /// Names the kind of relation and the groups and sizes of the blocks.
    key: Vec<u64>,
}

impl Look {
    /// The number of values of a class in a block, both by their place here.
    #[inline]
    pub(super) fn count(&self, place: usize, class: u32) -> u32 {
        self.counts[place * self.classes + class as usize]
    }

    /// The classes that a block can take.
    pub(super) fn present(&self, place: usize) -> impl Iterator<Item = u32> + '_ {
        (0..self.classes as u32).filter(move |&class| self.count(place, class) > 0)
    }

    /// Looks at a node.
    pub(super) fn at(&mut self, problem: &Problem, node: &Node, relation: usize) {
        let own = &problem.relations[relation];
        self.relation = relation;
        self.blocks.clear();
        self.counts.clear();
        self.classes = own.classes;
        self.key.clear();
        self.key.push(u64::from(own.kind));
        for (i, block) in node.blocks.iter().enumerate() {
            if own.groups.iter().all(|&(group, _)| group != block.group as usize) {
                continue;
            }
            let from = self.counts.len();
            self.blocks.push(i);
            self.counts.resize(from + own.classes, 0);
            let counts = &mut self.counts[from..];
            for &value in node.domain(block) {
                counts[own.class[value as usize] as usize] += 1;
            }
            self.key.push(u64::from(block.group) << 32 | u64::from(block.count));
        }
    }

    /// Lets the key name the classes, too.
    fn name_classes(&mut self) {
        for counts in self.counts.chunks(64) {
            let bit = |(i, &count): (usize, &u32)| u64::from(count > 0) << i;
            self.key.push(counts.iter().enumerate().map(bit).sum());
        }
    }

    /// What the relation sees: the classes of the node, or all that its blocks
    /// had at the root.
    pub(super) fn shape(&self, problem: &Problem, node: &Node, root: bool) -> Shape {
        let own: &OneDimensional = &problem.relations[self.relation];
        let mut placed: HashMap<usize, usize> = HashMap::new();
        let place = |(i, &block): (usize, &usize)| {
            let block = &node.blocks[block];
            let group = block.group as usize;
            let at = own.groups.iter().position(|(own, _)| *own == group).unwrap_or(0);
            let from = placed.entry(group).or_default();
            let to = *from + block.count as usize;
            let scope = own.groups[at].1[*from..to].to_vec();
            *from = to;
            let classes = match root {
                true => own.present[at].clone(),
                false => self.present(i).collect(),
            };
            Place { scope, classes }
        };
        Shape { places: self.blocks.iter().enumerate().map(place).collect() }
    }
}

/// The plans of all relations and their parts.
#[derive(Debug, Default)]
pub struct Plans(FxHashMap<Vec<u64>, Rc<Vec<Plan>>>);

impl Plans {
    /// The plans that the first branchings of a problem need: with the groups
    /// as they are, and with every variable by itself.
    pub fn of_root(problem: &Problem) -> Self {
        let mut plans = Plans::default();
        let mut look = Look::default();
        for node in [Node::root(problem), Node::of_singles(problem)] {
            for relation in 0..problem.relations.len() {
                look.at(problem, &node, relation);
                plans.at_root(problem, &node, &look);
            }
        }
        plans
    }

    /// The plans of the parts of a relation at a node that was looked at.
    pub(super) fn of(&mut self, problem: &Problem, node: &Node, look: &mut Look) -> Rc<Vec<Plan>> {
        let plans = self.at_root(problem, node, look);
        let few = |plan: &Plan| plan.as_ref().is_some_and(|boxes| boxes.len() <= ONCE);
        if plans.iter().all(few) {
            return plans;
        }
        look.name_classes();
        if let Some(known) = self.0.get(&look.key) {
            return known.clone();
        }
        self.add(problem, look, &look.shape(problem, node, false))
    }

    /// The plans for the classes that there are at the root.
    fn at_root(&mut self, problem: &Problem, node: &Node, look: &Look) -> Rc<Vec<Plan>> {
        if let Some(known) = self.0.get(&look.key) {
            return known.clone();
        }
        self.add(problem, look, &look.shape(problem, node, true))
    }

    fn add(&mut self, problem: &Problem, look: &Look, shape: &Shape) -> Rc<Vec<Plan>> {
        if self.0.len() >= REMEMBERED {
            self.0.clear();
        }
        let parts = problem.relations[look.relation].parts.iter();
        let plans: Rc<Vec<Plan>> = Rc::new(parts.map(|part| boxes(part, shape)).collect());
        self.0.insert(look.key.clone(), plans.clone());
        plans
    }

    /// Makes the relations that a node keeps generalised arc consistent, again
    /// and again until nothing changes; false when a domain is emptied.
    pub(super) fn enforce(&mut self, problem: &Problem, node: &mut Node, kept: &[Kept]) -> bool {
        let mut look = Look::default();
        loop {
            let mut changed = false;
            for kept in kept {
                look.at(problem, node, kept.relation as usize);
                let plans = self.of(problem, node, &mut look);
                let Some(supported) = kept.supported(problem, node, &look, &plans) else {
                    return false;
                };
                let class = &problem.relations[kept.relation as usize].class;
                for (place, classes) in supported.iter().enumerate() {
                    if classes.len() < look.present(place).count() {
                        changed = true;
                        let keeps =
                            |value: u32| classes.binary_search(&class[value as usize]).is_ok();
                        node.retain(look.blocks[place], keeps);
                    }
                }
            }
            if !changed {
                return node.size(problem) > 0;
            }
        }
    }
}

/// By place, the classes of a node that some allowed combination takes there;
/// `None` when there is no such combination. Complete where the combinations
/// can be listed, and for all-different; else nothing is left out.
pub(super) fn supported(
    problem: &Problem,
    node: &Node,
    look: &Look,
    part: &ClassRelation,
    plan: &Plan,
) -> Option<Vec<Vec<u32>>> {
    match (plan, part) {
        (Some(boxes), _) => of_boxes(boxes, look),
        (None, ClassRelation::AllDifferent) => matched(&look.shape(problem, node, false)),
        (None, _) => Some((0..look.blocks.len()).map(|i| look.present(i).collect()).collect()),
    }
}

impl Kept {
    /// A relation with all its parts.
    pub(super) const WHOLE: u32 = u32::MAX;

    /// The classes with support by any of the parts that are kept.
    fn supported(
        &self,
        problem: &Problem,
        node: &Node,
        look: &Look,
        plans: &[Plan],
    ) -> Option<Vec<Vec<u32>>> {
        let parts = &problem.relations[self.relation as usize].parts;
        let of = |part: usize| supported(problem, node, look, &parts[part], &plans[part]);
        if self.part != Kept::WHOLE {
            return of(self.part as usize);
        }
        let mut all = (0..parts.len()).filter_map(of);
        let mut first = all.next()?;
        for other in all {
            for (classes, more) in first.iter_mut().zip(other) {
                classes.extend(more);
                classes.sort_unstable();
                classes.dedup();
            }
        }
        Some(first)
    }
}
