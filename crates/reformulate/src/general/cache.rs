//! A cache of the boxes that relations allow, shared between subproblems.

use std::rc::Rc;

use parallax_model::ClassRelation;
use parallax_model::ask::{Control, Stop};
use rustc_hash::FxHashMap;

use super::consistency::{matched, of_boxes};
use super::decomposition::Decomposition;
use super::domain_table::DomainTable;
use super::node::{Kept, Node};
use super::orbits::{Boxes, boxes};
use super::shape::Shape;

/// The boxes of an alternative of a relation; `None` if there are too many to list.
pub(super) type Listing = Option<Boxes>;

/// Maximum number of entries of the cache.
const REMEMBERED: usize = 1 << 14;

/// Maximum number of factors in all cached boxes together: some 100 MB.
const FACTORS: usize = 1 << 22;

/// Maximum number of boxes of a relation that is listed only once, for all classes that occur at
/// the root: boxes without values cost little. A larger relation is listed again for the classes of
/// each node, more of which may be interchangeable.
const ONCE: usize = 32;

/// The boxes of all relations and their alternatives, and buffers for nodes.
#[derive(Debug, Default)]
pub struct BoxCache {
    known: FxHashMap<Vec<u64>, Rc<Vec<Listing>>>,
    /// The number of factors in the cache.
    factors: usize,
    /// Nodes whose buffers can be reused.
    pub(super) spare: Vec<Node>,
}

impl BoxCache {
    /// Creates a cache with the boxes that the first branchings of a problem need: with the groups
    /// intact, and with every variable on its own.
    ///
    /// # Errors
    /// Returns a [`Stop`] if `control` is stopped.
    pub fn of_root(problem: &Decomposition, control: &Control) -> Result<Self, Stop> {
        let mut listings = BoxCache::default();
        let mut table = DomainTable::default();
        for node in [Node::root(problem), Node::of_singles(problem)] {
            for relation in 0..problem.relations.len() {
                control.check()?;
                table.fill(problem, &node, relation);
                listings.at_root(problem, &node, &table);
            }
        }
        Ok(listings)
    }

    /// Returns the boxes of the alternatives of a relation at the node of the domain table.
    pub(super) fn of(
        &mut self,
        problem: &Decomposition,
        node: &Node,
        table: &mut DomainTable,
    ) -> Rc<Vec<Listing>> {
        let listings = self.at_root(problem, node, table);
        let few = |listing: &Listing| listing.as_ref().is_some_and(|boxes| boxes.len() <= ONCE);
        if listings.iter().all(few) {
            return listings;
        }
        table.name_classes();
        if let Some(known) = self.known.get(&table.key) {
            return known.clone();
        }
        self.add(problem, table, &table.shape(problem, node, false))
    }

    /// Returns the boxes for the classes that occur at the root.
    fn at_root(
        &mut self,
        problem: &Decomposition,
        node: &Node,
        table: &DomainTable,
    ) -> Rc<Vec<Listing>> {
        if let Some(known) = self.known.get(&table.key) {
            return known.clone();
        }
        self.add(problem, table, &table.shape(problem, node, true))
    }

    fn add(
        &mut self,
        problem: &Decomposition,
        table: &DomainTable,
        shape: &Shape,
    ) -> Rc<Vec<Listing>> {
        if self.known.len() >= REMEMBERED || self.factors >= FACTORS {
            self.known.clear();
            self.factors = 0;
        }
        let alternatives = problem.relations[table.relation].alternatives.iter();
        let listings: Rc<Vec<Listing>> =
            Rc::new(alternatives.map(|alternative| boxes(alternative, shape)).collect());
        self.factors += listings.iter().flatten().map(Boxes::factors).sum::<usize>();
        self.known.insert(table.key.clone(), listings.clone());
        listings
    }

    /// Makes the relations that a node keeps generalised arc consistent, repeatedly until nothing
    /// changes; returns false if a domain becomes empty. Ends early when `control` is stopped; the
    /// strategy checks the clock again at the next node.
    pub(super) fn enforce(
        &mut self,
        problem: &Decomposition,
        node: &mut Node,
        kept: &[Kept],
        control: &Control,
    ) -> bool {
        let mut table = DomainTable::default();
        loop {
            let mut changed = false;
            for kept in kept {
                if control.stopped().is_some() {
                    return true;
                }
                table.fill(problem, node, kept.relation as usize);
                let listings = self.of(problem, node, &mut table);
                let Some(supported) = kept.supported(problem, node, &table, &listings) else {
                    return false;
                };
                let class = &problem.relations[kept.relation as usize].class;
                for (place, classes) in supported.iter().enumerate() {
                    if classes.len() < table.present(place).count() {
                        changed = true;
                        let keeps =
                            |value: u32| classes.binary_search(&class[value as usize]).is_ok();
                        node.retain(table.blocks[place], keeps);
                    }
                }
            }
            if !changed {
                return node.size(problem) > 0;
            }
        }
    }
}

/// Returns, by place, the classes of a node that occur there in some allowed combination; `None` if
/// there is no such combination. Complete if the combinations can be listed, and for all-different;
/// otherwise returns all classes.
fn supported(
    problem: &Decomposition,
    node: &Node,
    table: &DomainTable,
    alternative: &ClassRelation,
    listing: &Listing,
) -> Option<Vec<Vec<u32>>> {
    match (listing, alternative) {
        (Some(boxes), _) => of_boxes(boxes, table),
        (None, ClassRelation::AllDifferent) => matched(&table.shape(problem, node, false)),
        (None, _) => Some((0..table.blocks.len()).map(|i| table.present(i).collect()).collect()),
    }
}

impl Kept {
    /// Represents all alternatives of a relation.
    pub(super) const ALL: u32 = u32::MAX;

    /// Returns the classes supported by any of the kept alternatives.
    fn supported(
        &self,
        problem: &Decomposition,
        node: &Node,
        table: &DomainTable,
        listings: &[Listing],
    ) -> Option<Vec<Vec<u32>>> {
        let alternatives = &problem.relations[self.relation as usize].alternatives;
        let of = |alternative: usize| {
            supported(problem, node, table, &alternatives[alternative], &listings[alternative])
        };
        if self.alternative != Kept::ALL {
            return of(self.alternative as usize);
        }
        let mut all = (0..alternatives.len()).filter_map(of);
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
