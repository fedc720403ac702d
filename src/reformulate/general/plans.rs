//! What a relation allows on the classes that a subproblem has, remembered
//! from one subproblem to the next.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::consistency::{matched, of_boxes};
use super::look::Look;
use super::node::{Kept, Node};
use super::orbits::{Boxes, boxes};
use super::problem::Problem;
use super::shape::Shape;
use crate::ask::{Control, Stop};
use crate::model::ClassRelation;

/// The boxes of a part of a relation, where they can be listed.
pub(super) type Plan = Option<Boxes>;

/// How many plans are remembered.
const REMEMBERED: usize = 1 << 14;

/// How many pieces of boxes they may have together: some 100 MB.
const PIECES: usize = 1 << 22;

/// A relation with at most so many boxes is listed once for all classes that
/// there are at the root: boxes that lost their values cost little. One with
/// more is listed anew for the classes of each node, of which more may be
/// interchangeable.
const ONCE: usize = 32;

/// The plans of all relations and their parts, and room for nodes.
#[derive(Debug, Default)]
pub struct Plans {
    known: FxHashMap<Vec<u64>, Rc<Vec<Plan>>>,
    /// The pieces of what is known.
    pieces: usize,
    /// Nodes to be used again.
    pub(super) spare: Vec<Node>,
}

impl Plans {
    /// The plans that the first branchings of a problem need: with the groups
    /// as they are, and with every variable by itself.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn of_root(problem: &Problem, control: &Control) -> Result<Self, Stop> {
        let mut plans = Plans::default();
        let mut look = Look::default();
        for node in [Node::root(problem), Node::of_singles(problem)] {
            for relation in 0..problem.relations.len() {
                control.check()?;
                look.at(problem, &node, relation);
                plans.at_root(problem, &node, &look);
            }
        }
        Ok(plans)
    }

    /// The plans of the parts of a relation at a node that was looked at.
    pub(super) fn of(&mut self, problem: &Problem, node: &Node, look: &mut Look) -> Rc<Vec<Plan>> {
        let plans = self.at_root(problem, node, look);
        let few = |plan: &Plan| plan.as_ref().is_some_and(|boxes| boxes.len() <= ONCE);
        if plans.iter().all(few) {
            return plans;
        }
        look.name_classes();
        if let Some(known) = self.known.get(&look.key) {
            return known.clone();
        }
        self.add(problem, look, &look.shape(problem, node, false))
    }

    /// The plans for the classes that there are at the root.
    fn at_root(&mut self, problem: &Problem, node: &Node, look: &Look) -> Rc<Vec<Plan>> {
        if let Some(known) = self.known.get(&look.key) {
            return known.clone();
        }
        self.add(problem, look, &look.shape(problem, node, true))
    }

    fn add(&mut self, problem: &Problem, look: &Look, shape: &Shape) -> Rc<Vec<Plan>> {
        if self.known.len() >= REMEMBERED || self.pieces >= PIECES {
            self.known.clear();
            self.pieces = 0;
        }
        let parts = problem.relations[look.relation].parts.iter();
        let plans: Rc<Vec<Plan>> = Rc::new(parts.map(|part| boxes(part, shape)).collect());
        self.pieces += plans.iter().flatten().map(Boxes::pieces).sum::<usize>();
        self.known.insert(look.key.clone(), plans.clone());
        plans
    }

    /// Makes the relations that a node keeps generalised arc consistent, again
    /// and again until nothing changes; false when a domain is emptied.
    /// When `control` says stop it goes no further; who takes up the node looks
    /// at the clock, too.
    pub(super) fn enforce(
        &mut self,
        problem: &Problem,
        node: &mut Node,
        kept: &[Kept],
        control: &Control,
    ) -> bool {
        let mut look = Look::default();
        loop {
            let mut changed = false;
            for kept in kept {
                if control.stopped().is_some() {
                    return true;
                }
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
fn supported(
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
