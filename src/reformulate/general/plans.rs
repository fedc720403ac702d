//! What a relation allows on the classes that a subproblem has, remembered
//! from one subproblem to the next.

use std::collections::HashMap;
use std::rc::Rc;

use super::consistency::supported;
use super::node::{Kept, Node};
use super::orbits::{Boxes, boxes};
use super::problem::{OneDimensional, Problem};
use super::shape::{Place, Shape};
use crate::model::ClassRelation;

/// A part of a relation on a [`Shape`].
#[derive(Debug)]
pub(super) struct Plan {
    /// Its boxes, where they can be listed.
    pub(super) boxes: Option<Boxes>,
    /// By place the classes that have support; none when nothing is allowed.
    pub(super) supported: Option<Vec<Vec<u32>>>,
}

/// How many plans are remembered.
const REMEMBERED: usize = 1 << 14;

/// The classes that the blocks of a relation can take, with the numbers of
/// their values.
#[derive(Debug, Default)]
pub(super) struct Look {
    /// The blocks of the node that take part.
    pub(super) blocks: Vec<usize>,
    /// For each of these and each class the number of values.
    counts: Vec<u32>,
    classes: usize,
    /// Names the shape among those of all relations.
    key: Vec<u32>,
}

impl Look {
    /// The number of values of a class in a block, both by their place here.
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
        self.blocks.clear();
        self.counts.clear();
        self.classes = own.classes;
        self.key.clear();
        self.key.push(relation as u32);
        for (i, block) in node.blocks.iter().enumerate() {
            if own.groups.iter().all(|&(group, _)| group != block.group as usize) {
                continue;
            }
            let from = self.counts.len();
            self.blocks.push(i);
            self.counts.resize(from + own.classes, 0);
            for &value in node.domain(block) {
                self.counts[from + own.class[value as usize] as usize] += 1;
            }
            self.key.extend([u32::MAX, block.group, block.count]);
            let present = self.counts[from..].iter().enumerate().filter(|(_, count)| **count > 0);
            self.key.extend(present.map(|(class, _)| class as u32));
        }
    }

    /// What the relation sees.
    fn shape(&self, node: &Node, own: &OneDimensional) -> Shape {
        let mut placed: HashMap<usize, usize> = HashMap::new();
        let place = |(i, &block): (usize, &usize)| {
            let block = &node.blocks[block];
            let group = block.group as usize;
            let all = own.groups.iter().find(|(own, _)| *own == group);
            let from = placed.entry(group).or_default();
            let to = *from + block.count as usize;
            let scope = all.map_or(Vec::new(), |(_, scope)| scope[*from..to].to_vec());
            *from = to;
            Place { scope, classes: self.present(i).collect() }
        };
        Shape { places: self.blocks.iter().enumerate().map(place).collect() }
    }
}

/// The plans of all relations and their parts.
#[derive(Debug, Default)]
pub(super) struct Plans(HashMap<Vec<u32>, Rc<Vec<Plan>>>);

impl Plans {
    /// The plans of the parts of a relation at a node that was looked at.
    pub(super) fn of(&mut self, problem: &Problem, node: &Node, look: &Look) -> Rc<Vec<Plan>> {
        if let Some(known) = self.0.get(&look.key) {
            return known.clone();
        }
        if self.0.len() >= REMEMBERED {
            self.0.clear();
        }
        let own = &problem.relations[look.key[0] as usize];
        let shape = look.shape(node, own);
        let plans: Vec<Plan> = own.parts.iter().map(|part| plan(part, &shape)).collect();
        let plans = Rc::new(plans);
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
                let plans = self.of(problem, node, &look);
                let Some(supported) = kept.supported(&plans) else { return false };
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

impl Kept {
    /// A relation with all its parts.
    pub(super) const WHOLE: u32 = u32::MAX;

    /// The classes with support by any of the parts that are kept.
    fn supported(&self, plans: &[Plan]) -> Option<Vec<Vec<u32>>> {
        if self.part != Kept::WHOLE {
            return plans[self.part as usize].supported.clone();
        }
        let mut all = plans.iter().filter_map(|plan| plan.supported.clone());
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

fn plan(part: &ClassRelation, shape: &Shape) -> Plan {
    Plan { boxes: boxes(part, shape), supported: supported(part, shape) }
}
