//! A cache of the boxes that relations allow, shared between subproblems.

use std::rc::Rc;

use parallax_model::ClassRelation;
use parallax_model::engine_api::{Control, StopReason};
use rustc_hash::FxHashMap;

use super::consistency::{box_classes, matched_classes};
use super::decomposition::ModelDecomposition;
use super::domain_table::BlockClassTable;
use super::node::{DecompositionNode, KeptRelation};
use super::orbits::{ClassBoxes, list_boxes};
use super::shape::RelationShape;

/// The boxes of an alternative of a relation; `None` if there are too many to list.
pub(super) type Listing = Option<ClassBoxes>;

/// Maximum number of entries of the cache.
const MAX_CACHE_ENTRIES: usize = 1 << 14;

/// Maximum number of factors in all cached boxes together: some 100 MB.
const MAX_CACHED_FACTORS: usize = 1 << 22;

/// Maximum number of boxes of a relation that is listed only once, for all classes that occur at
/// the root: boxes without values cost little. A larger relation is listed again for the classes of
/// each node, more of which may be interchangeable.
const MAX_SHARED_BOXES: usize = 32;

/// The boxes of all relations and their alternatives, and buffers for nodes.
#[derive(Debug, Default)]
pub struct BoxCache {
    known: FxHashMap<Vec<u64>, Rc<Vec<Listing>>>,
    /// The number of factors in the cache.
    factors: usize,
    /// Nodes whose buffers can be reused.
    pub(super) spare: Vec<DecompositionNode>,
}

impl BoxCache {
    /// Creates a cache with the boxes that the first branchings of a problem need: with intact
    /// groups, and with every variable in a separate block.
    ///
    /// # Errors
    /// Returns a `StopReason` if `control` is stopped.
    pub fn of_root(problem: &ModelDecomposition, control: &Control) -> Result<Self, StopReason> {
        let mut listings = BoxCache::default();
        let mut table = BlockClassTable::default();
        for node in
            [DecompositionNode::from_problem(problem), DecompositionNode::of_singles(problem)]
        {
            for relation in 0..problem.relations.len() {
                control.check_stop()?;
                table.fill_counts(problem, &node, relation);
                listings.at_root(problem, &node, &table);
            }
        }
        Ok(listings)
    }

    /// Returns the boxes of the alternatives of a relation at the node of the domain table.
    pub(super) fn alternative_boxes(
        &mut self,
        problem: &ModelDecomposition,
        node: &DecompositionNode,
        table: &mut BlockClassTable,
    ) -> Rc<Vec<Listing>> {
        // The short key leaves out which classes are present, so that nodes share the listing for
        // all classes of the root. A long listing is worth one for the present classes, under the
        // longer key.
        let listings = self.at_root(problem, node, table);
        let few = |listing: &Listing| {
            listing.as_ref().is_some_and(|boxes| boxes.len() <= MAX_SHARED_BOXES)
        };
        if listings.iter().all(few) {
            return listings;
        }
        table.name_classes();
        if let Some(known) = self.known.get(&table.key) {
            return known.clone();
        }
        self.add_boxes(problem, table, &table.relation_shape(problem, node, false))
    }

    /// Returns the boxes for the classes that occur at the root.
    fn at_root(
        &mut self,
        problem: &ModelDecomposition,
        node: &DecompositionNode,
        table: &BlockClassTable,
    ) -> Rc<Vec<Listing>> {
        if let Some(known) = self.known.get(&table.key) {
            return known.clone();
        }
        self.add_boxes(problem, table, &table.relation_shape(problem, node, true))
    }

    fn add_boxes(
        &mut self,
        problem: &ModelDecomposition,
        table: &BlockClassTable,
        shape: &RelationShape,
    ) -> Rc<Vec<Listing>> {
        if self.known.len() >= MAX_CACHE_ENTRIES || self.factors >= MAX_CACHED_FACTORS {
            // Dropping everything needs no record of use, and is rare. Candidates keep what they
            // hold.
            self.known.clear();
            self.factors = 0;
        }
        let alternatives = problem.relations[table.relation].alternatives.iter();
        let listings: Rc<Vec<Listing>> =
            Rc::new(alternatives.map(|alternative| list_boxes(alternative, shape)).collect());
        self.factors += listings.iter().flatten().map(ClassBoxes::factor_count).sum::<usize>();
        self.known.insert(table.key.clone(), listings.clone());
        listings
    }

    /// Makes the relations that a node keeps generalised arc consistent, repeatedly until nothing
    /// changes; returns false if a domain becomes empty. Ends early when `control` is stopped; the
    /// strategy checks the clock again at the next node.
    pub(super) fn enforce_relations(
        &mut self,
        problem: &ModelDecomposition,
        node: &mut DecompositionNode,
        kept: &[KeptRelation],
        control: &Control,
    ) -> bool {
        let mut table = BlockClassTable::default();
        loop {
            // Values that one relation removes may have been the support of another, so all are
            // repeated until none removes a value.
            let mut changed = false;
            for kept in kept {
                if control.stop_reason().is_some() {
                    return true;
                }
                table.fill_counts(problem, node, kept.relation as usize);
                let listings = self.alternative_boxes(problem, node, &mut table);
                let Some(supported) = kept.supported_classes(problem, node, &table, &listings)
                else {
                    return false;
                };
                let class = &problem.relations[kept.relation as usize].class;
                for (place, classes) in supported.iter().enumerate() {
                    if classes.len() < table.present_classes(place).count() {
                        changed = true;
                        let keeps =
                            |value: u32| classes.binary_search(&class[value as usize]).is_ok();
                        node.retain_values(table.blocks[place], keeps);
                    }
                }
            }
            if !changed {
                return node.choice_count(problem) > 0;
            }
        }
    }
}

/// Returns, by place, the classes of a node that occur there in some allowed combination; `None` if
/// there is no such combination. Complete if the combinations can be listed, and for all-different;
/// otherwise returns all classes.
fn supported_classes(
    problem: &ModelDecomposition,
    node: &DecompositionNode,
    table: &BlockClassTable,
    alternative: &ClassRelation,
    listing: &Listing,
) -> Option<Vec<Vec<u32>>> {
    match (listing, alternative) {
        (Some(boxes), _) => box_classes(boxes, table),
        (None, ClassRelation::AllDifferent) => {
            matched_classes(&table.relation_shape(problem, node, false))
        }
        (None, _) => {
            Some((0..table.blocks.len()).map(|i| table.present_classes(i).collect()).collect())
        }
    }
}

impl KeptRelation {
    /// Represents all alternatives of a relation.
    pub(super) const ALL: u32 = u32::MAX;

    /// Returns the classes supported by any of the kept alternatives.
    fn supported_classes(
        &self,
        problem: &ModelDecomposition,
        node: &DecompositionNode,
        table: &BlockClassTable,
        listings: &[Listing],
    ) -> Option<Vec<Vec<u32>>> {
        let alternatives = &problem.relations[self.relation as usize].alternatives;
        let of = |alternative: usize| {
            supported_classes(
                problem,
                node,
                table,
                &alternatives[alternative],
                &listings[alternative],
            )
        };
        if self.alternative != KeptRelation::ALL {
            return of(self.alternative as usize);
        }
        // One alternative must hold, so a class is supported if any of them supports it.
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
