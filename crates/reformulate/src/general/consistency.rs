//! Generalised arc consistency of a relation on classes.

use super::domain_table::BlockClassTable;
use super::orbits::ClassBoxes;
use super::shape::RelationShape;

/// Returns, by place, the classes of a node that occur there in some box with values.
pub(super) fn box_classes(boxes: &ClassBoxes, table: &BlockClassTable) -> Option<Vec<Vec<u32>>> {
    let mut kept = vec![Vec::new(); table.blocks.len()];
    for factors in boxes.iter() {
        // A box is possible if each factor has a class with a value; then its present classes are
        // supported.
        let has = |place: usize, class: u32| table.class_count(place, class) > 0;
        if factors.iter().all(|p| p.classes().any(|class| has(p.place, class))) {
            for factor in factors {
                let present = factor.classes().filter(|&class| has(factor.place, class));
                kept[factor.place].extend(present);
            }
        }
    }
    for classes in &mut kept {
        classes.sort_unstable();
        classes.dedup();
    }
    kept.iter().all(|classes| !classes.is_empty()).then_some(kept)
}

/// Maximum number of variables of an all-different that is matched; with more, the matching would
/// take too long and recurse too deeply.
const MAX_MATCHED_VARIABLES: usize = 2048;

/// Returns the classes that some matching of variables and classes uses, for all-different (Régin
/// 1994): the classes in the matching found; unmatched classes; and classes that their owner can
/// give up, because an alternating path leads it to an unmatched class or to the variable that
/// needs its class. With more than [`MAX_MATCHED_VARIABLES`] variables, returns all classes.
pub(super) fn matched_classes(shape: &RelationShape) -> Option<Vec<Vec<u32>>> {
    let variables: Vec<&[u32]> = shape
        .places
        .iter()
        .flat_map(|p| std::iter::repeat_n(&p.classes[..], p.variable_count()))
        .collect();
    if variables.len() > MAX_MATCHED_VARIABLES {
        return Some(shape.places.iter().map(|place| place.classes.clone()).collect());
    }
    let mut matching = ClassMatching::new(&variables);
    // Without a matching that covers all variables there is no solution.
    if !(0..variables.len()).all(|v| matching.augment_matching(v)) {
        return None;
    }
    let reach = matching.reachable_variables();
    // A loose variable can give up its class: along a chain in which each takes the class of the
    // next, the last one moves to a free class.
    let loose: Vec<bool> = reach
        .iter()
        .map(|reached| (0..variables.len()).any(|v| has_bit(reached, v) && matching.has_free(v)))
        .collect();
    let mut first = 0;
    let mut kept = Vec::new();
    for place in &shape.places {
        // The variables of a place are interchangeable, so one represents them all.
        let used = |&&class: &&u32| match matching.owner[class as usize] {
            None => true,
            Some(owner) => owner == first || loose[owner] || has_bit(&reach[owner], first),
        };
        kept.push(place.classes.iter().filter(used).copied().collect());
        first += place.variable_count();
    }
    Some(kept)
}

fn has_bit(set: &[u64], bit: usize) -> bool {
    set[bit / 64] >> (bit % 64) & 1 == 1
}

/// A matching of variables and classes, grown along augmenting paths.
struct ClassMatching<'a> {
    classes: &'a [&'a [u32]],
    /// By class, the variable matched to it.
    owner: Vec<Option<usize>>,
    seen: Vec<bool>,
}

impl<'a> ClassMatching<'a> {
    fn new(classes: &'a [&'a [u32]]) -> Self {
        let count = classes.iter().flat_map(|c| c.iter()).max().map_or(0, |&c| c as usize + 1);
        ClassMatching { classes, owner: vec![None; count], seen: vec![false; count] }
    }

    /// Finds a class for one more variable.
    fn augment_matching(&mut self, variable: usize) -> bool {
        self.seen.fill(false);
        self.search_path(variable)
    }

    fn search_path(&mut self, variable: usize) -> bool {
        for &class in self.classes[variable] {
            let class = class as usize;
            if !self.seen[class] {
                self.seen[class] = true;
                let free = self.owner[class].is_none_or(|other| self.search_path(other));
                if free {
                    self.owner[class] = Some(variable);
                    return true;
                }
            }
        }
        false
    }

    fn has_free(&self, variable: usize) -> bool {
        self.classes[variable].iter().any(|&class| self.owner[class as usize].is_none())
    }

    /// Returns, for each variable, the variables whose class it can obtain by passing classes on,
    /// as bit sets; each reaches itself.
    fn reachable_variables(&self) -> Vec<Vec<u64>> {
        let count = self.classes.len();
        let mut reach = vec![vec![0u64; count.div_ceil(64)]; count];
        for (v, classes) in self.classes.iter().enumerate() {
            let owners = classes.iter().filter_map(|&class| self.owner[class as usize]);
            owners.chain([v]).for_each(|w| reach[v][w / 64] |= 1 << (w % 64));
        }
        // Warshall's transitive closure, with 64 variables in a word.
        for k in 0..count {
            let through = reach[k].clone();
            for from in reach.iter_mut().filter(|from| has_bit(from, k)) {
                from.iter_mut().zip(&through).for_each(|(word, more)| *word |= more);
            }
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use parallax_model::ClassRelation;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::super::orbits::list_boxes;
    use super::super::shape::ShapePlace;
    use super::*;

    #[test]
    fn matchings_and_lists_agree() {
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        for _ in 0..500 {
            let mut scope = 0;
            let places = (0..rng.random_range(1..=4)).map(|_| {
                let count = rng.random_range(1..=2);
                scope += count;
                let classes = (0..6).filter(|_| rng.random_bool(0.5)).collect();
                ShapePlace { scope: (scope - count..scope).collect(), classes }
            });
            let shape = RelationShape { places: places.collect() };
            let mut listed = vec![BTreeSet::new(); shape.places.len()];
            let all = list_boxes(&ClassRelation::AllDifferent, &shape).unwrap();
            for factor in all.iter().flatten() {
                listed[factor.place].extend(factor.classes());
            }
            let listed: Vec<Vec<u32>> =
                listed.iter().map(|set| set.iter().copied().collect()).collect();
            let listed = listed.iter().all(|set| !set.is_empty()).then_some(listed);
            assert_eq!(matched_classes(&shape), listed, "{shape:?}");
        }
    }
}
