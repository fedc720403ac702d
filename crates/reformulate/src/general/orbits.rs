//! Lists the combinations of classes that a relation allows, one for each orbit under exchanges.

use parallax_model::ClassRelation;

use super::interchange::interchangeable_classes;
use super::relation::may_hold;
use super::shape::RelationShape;

/// A factor of a box: `count` variables of a place take values with a class from a set of
/// interchangeable classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoxFactor {
    /// The place in the shape.
    pub(super) place: usize,
    /// The number of variables.
    pub(super) count: u32,
    /// The set of classes; most have one class, which is stored inline.
    first: u32,
    others: Box<[u32]>,
}

impl BoxFactor {
    fn new(place: usize, classes: &[u32]) -> Self {
        BoxFactor { place, count: 1, first: classes[0], others: classes[1..].into() }
    }

    /// Returns the set of classes.
    #[inline(always)]
    pub(super) fn classes(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        std::iter::once(self.first).chain(self.others.iter().copied())
    }
}

impl BoxFactor {
    /// Calls `act` for each class of the set; faster than [`classes`](BoxFactor::classes) in hot
    /// loops.
    #[inline(always)]
    pub(super) fn each_class(&self, mut act: impl FnMut(u32)) {
        act(self.first);
        self.others.iter().for_each(|&class| act(class));
    }
}

/// Disjoint boxes of classes, each given by its factors place by place. A box represents all boxes
/// obtained by exchanging variables of a place; together they represent all combinations that the
/// relation allows.
#[derive(Clone, Debug, Default)]
pub(super) struct ClassBoxes {
    factors: Vec<BoxFactor>,
    /// The end of the factors of each box.
    ends: Vec<usize>,
}

impl ClassBoxes {
    /// Returns the number of boxes.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of factors of all boxes.
    pub(super) fn factor_count(&self) -> usize {
        self.factors.len()
    }

    /// Returns the factors of each box.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = &[BoxFactor]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.factors[std::mem::replace(&mut start, end)..end])
    }
}

/// Maximum number of boxes to list.
pub(super) const MAX_LISTED_BOXES: usize = 4096;

/// Maximum number of places of an all-different that is listed; with more, it would almost always
/// have too many boxes.
const MAX_LISTED_PLACES: usize = 12;

/// Maximum number of steps of one enumeration.
const MAX_ENUMERATION_STEPS: usize = 200_000;

/// Minimum number of variables with which a box costs steps by its length.
const LONG_SCOPE: usize = 64;

/// Lists the boxes of a relation; `None` if there are too many.
pub(super) fn list_boxes(relation: &ClassRelation, shape: &RelationShape) -> Option<ClassBoxes> {
    let different = *relation == ClassRelation::AllDifferent;
    if different && shape.places.len() > MAX_LISTED_PLACES {
        return None;
    }
    // Merging classes first makes boxes larger and fewer.
    let sets = interchangeable_classes(relation, shape);
    if different && at_least(&sets, shape) > MAX_LISTED_BOXES {
        return None;
    }
    let count = shape.variable_count();
    let variables: Vec<(usize, usize)> = shape
        .places
        .iter()
        .enumerate()
        .flat_map(|(place, p)| p.scope.iter().map(move |&scope| (place, scope)))
        .collect();
    let mut walk = OrbitWalk {
        relation,
        sets: &sets,
        variables: &variables,
        chosen: vec![None; count],
        path: Vec::with_capacity(count),
        boxes: ClassBoxes::default(),
        steps: 0,
        cost: match relation {
            ClassRelation::Table(rows) => 1 + rows.len().saturating_mul(count.max(4)) / 64,
            _ => 1 + count / 64,
        },
    };
    walk.walk_paths().then_some(walk.boxes)
}

/// Returns a lower bound on the number of boxes of all-different: in the order of ascending numbers
/// of sets, each variable has all sets except those of the variables before it.
fn at_least(sets: &[Vec<Vec<u32>>], shape: &RelationShape) -> usize {
    let mut sizes = Vec::new();
    let mut before = 0;
    for (place, sets) in shape.places.iter().zip(sets) {
        match place.variable_count() {
            1 => sizes.push(sets.len()),
            count => before += count,
        }
    }
    sizes.sort_unstable();
    // `before` counts the variables of larger places, as if each took a set away.
    let left = sizes.iter().enumerate().map(|(i, size)| size.saturating_sub(before + i));
    left.fold(1, usize::saturating_mul)
}

/// A depth-first walk that chooses one set of classes for each variable.
struct OrbitWalk<'a> {
    relation: &'a ClassRelation,
    /// By place, the sets of interchangeable classes.
    sets: &'a [Vec<Vec<u32>>],
    /// The place and the position in the scope of each variable.
    variables: &'a [(usize, usize)],
    /// By position in the scope, one class of the chosen set.
    chosen: Vec<Option<u32>>,
    /// The chosen sets.
    path: Vec<usize>,
    boxes: ClassBoxes,
    steps: usize,
    /// The cost of a step: tables and long scopes are scanned.
    cost: usize,
}

impl OrbitWalk<'_> {
    /// Walks all paths; returns false if there are too many.
    fn walk_paths(&mut self) -> bool {
        // The set to try next at the end of the path.
        let mut set = 0;
        loop {
            let done = match self.variables.get(self.path.len()) {
                None => {
                    self.add_leaf();
                    if self.boxes.len() > MAX_LISTED_BOXES {
                        return false;
                    }
                    true
                }
                Some(&(place, _)) => set >= self.sets[place].len(),
            };
            if done {
                // Back to the variable before, whose next set is tried. An empty path means that
                // all are done.
                let Some(last) = self.path.pop() else { return true };
                self.chosen[self.variables[self.path.len()].1] = None;
                set = last + 1;
                continue;
            }
            self.steps += self.cost;
            if self.steps > MAX_ENUMERATION_STEPS {
                return false;
            }
            set = if self.goes_on(set) { self.first_set() } else { set + 1 };
        }
    }

    /// Adds a set to the path, unless the relation could no longer hold; returns whether it was
    /// added.
    fn goes_on(&mut self, set: usize) -> bool {
        let (place, scope) = self.variables[self.path.len()];
        let class = self.sets[place][set][0];
        self.chosen[scope] = Some(class);
        let goes = may_hold(self.relation, self.chosen.len(), class, |i| self.chosen[i]);
        if goes {
            self.path.push(set);
        } else {
            self.chosen[scope] = None;
        }
        goes
    }

    /// Returns the first set to try at the end of the path: of combinations that differ by an
    /// exchange, only the ascending one is generated.
    fn first_set(&self) -> usize {
        let [before, next] = [self.path.len() - 1, self.path.len()];
        match self.variables.get(next) {
            Some(&(place, _)) if place == self.variables[before].0 => self.path[before],
            _ => 0,
        }
    }

    /// Adds the box of a complete path if the relation holds.
    fn add_leaf(&mut self) {
        let count = self.chosen.len();
        if count >= LONG_SCOPE {
            self.steps += count / 8;
        }
        if self.relation.is_satisfied(count, |i| self.chosen[i].unwrap_or_default()) {
            self.add_box();
        }
    }

    /// Adds the box of the path.
    fn add_box(&mut self) {
        let first = self.boxes.factors.len();
        let mut before = None;
        for (&(place, _), &set) in self.variables.iter().zip(&self.path) {
            // Variables of one place with the same set become one factor. The path ascends within a
            // place, so they are neighbours.
            match self.boxes.factors[first..].last_mut() {
                Some(factor) if before == Some((place, set)) => factor.count += 1,
                _ => self.boxes.factors.push(BoxFactor::new(place, &self.sets[place][set])),
            }
            before = Some((place, set));
        }
        self.boxes.ends.push(self.boxes.factors.len());
    }
}
