//! The combinations of classes that a relation allows, one for each orbit.

use super::interchange::interchangeable;
use super::relation::may_hold;
use super::shape::Shape;
use crate::model::ClassRelation;

/// A piece of a box: so many variables of a place take values whose class is
/// one of a set of interchangeable ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The place in the shape.
    pub(super) place: usize,
    /// How many of its variables.
    pub(super) count: u32,
    /// The set; most have one class, so that nothing is to be looked up.
    first: u32,
    others: Box<[u32]>,
}

impl Piece {
    fn new(place: usize, classes: &[u32]) -> Self {
        Piece { place, count: 1, first: classes[0], others: classes[1..].into() }
    }

    /// The set of classes.
    #[inline(always)]
    pub(super) fn classes(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        std::iter::once(self.first).chain(self.others.iter().copied())
    }
}

impl Piece {
    /// Does something for each class of the set; quicker than going through
    /// [`classes`](Piece::classes) where it is done very often.
    #[inline(always)]
    pub(super) fn each(&self, mut act: impl FnMut(u32)) {
        act(self.first);
        self.others.iter().for_each(|&class| act(class));
    }
}

/// Disjoint boxes of classes, each given by its pieces place by place. A box
/// stands for all that come from it by exchanging variables of a place, and
/// together they stand for what the relation allows.
#[derive(Clone, Debug, Default)]
pub(super) struct Boxes {
    pieces: Vec<Piece>,
    /// Where the pieces of each box end.
    ends: Vec<usize>,
}

impl Boxes {
    /// The number of boxes.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of pieces of all boxes.
    pub(super) fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// The pieces of each box.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Piece]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.pieces[std::mem::replace(&mut start, end)..end])
    }
}

/// The most boxes that are listed.
pub(super) const BOXES: usize = 4096;

/// All-different between more places than this is not listed: it would nearly
/// always be in vain.
const PLACES: usize = 12;

/// The most steps of one enumeration.
const STEPS: usize = 200_000;

/// A box of so many variables takes steps by its length.
const LONG: usize = 64;

/// The boxes of a relation; `None` where there are too many to be listed.
pub(super) fn boxes(relation: &ClassRelation, shape: &Shape) -> Option<Boxes> {
    let different = *relation == ClassRelation::AllDifferent;
    if different && shape.places.len() > PLACES {
        return None;
    }
    let sets = interchangeable(relation, shape);
    if different && at_least(&sets, shape) > BOXES {
        return None;
    }
    let count = shape.count();
    let variables: Vec<(usize, usize)> = shape
        .places
        .iter()
        .enumerate()
        .flat_map(|(place, p)| p.scope.iter().map(move |&scope| (place, scope)))
        .collect();
    let mut walk = Walk {
        relation,
        sets: &sets,
        variables: &variables,
        chosen: vec![None; count],
        path: Vec::with_capacity(count),
        boxes: Boxes::default(),
        steps: 0,
        cost: match relation {
            ClassRelation::Table(rows) => 1 + rows.len().saturating_mul(count.max(4)) / 64,
            _ => 1 + count / 64,
        },
    };
    walk.run().then_some(walk.boxes)
}

/// At least so many boxes all-different has: taken by ascending numbers of
/// sets, each variable finds all but those of the variables before it.
fn at_least(sets: &[Vec<Vec<u32>>], shape: &Shape) -> usize {
    let mut sizes = Vec::new();
    let mut before = 0;
    for (place, sets) in shape.places.iter().zip(sets) {
        match place.count() {
            1 => sizes.push(sets.len()),
            count => before += count,
        }
    }
    sizes.sort_unstable();
    let left = sizes.iter().enumerate().map(|(i, size)| size.saturating_sub(before + i));
    left.fold(1, usize::saturating_mul)
}

/// A walk through the choices of one set of classes a variable.
struct Walk<'a> {
    relation: &'a ClassRelation,
    /// By place, the sets of interchangeable classes.
    sets: &'a [Vec<Vec<u32>>],
    /// The place and the position in the scope of each variable.
    variables: &'a [(usize, usize)],
    /// By position in the scope, one class of the set that was chosen.
    chosen: Vec<Option<u32>>,
    /// The sets that were chosen.
    path: Vec<usize>,
    boxes: Boxes,
    steps: usize,
    /// What a step costs: tables and long scopes are looked through.
    cost: usize,
}

impl Walk<'_> {
    /// Goes through all paths; false when there is too much.
    fn run(&mut self) -> bool {
        // The set to be tried next at the end of the path.
        let mut set = 0;
        loop {
            let done = match self.variables.get(self.path.len()) {
                None => {
                    self.leaf();
                    if self.boxes.len() > BOXES {
                        return false;
                    }
                    true
                }
                Some(&(place, _)) => set >= self.sets[place].len(),
            };
            if done {
                let Some(last) = self.path.pop() else { return true };
                self.chosen[self.variables[self.path.len()].1] = None;
                set = last + 1;
                continue;
            }
            self.steps += self.cost;
            if self.steps > STEPS {
                return false;
            }
            set = if self.goes_on(set) { self.first() } else { set + 1 };
        }
    }

    /// Adds a set to the path, unless the relation could not hold then.
    fn goes_on(&mut self, set: usize) -> bool {
        let (place, scope) = self.variables[self.path.len()];
        let class = self.sets[place][set][0];
        self.chosen[scope] = Some(class);
        let goes = may_hold(self.relation, self.chosen.len(), class, |i| self.chosen[i]);
        match goes {
            true => self.path.push(set),
            false => self.chosen[scope] = None,
        }
        goes
    }

    /// The first set to be tried at the end of the path: of combinations that
    /// differ by an exchange only the ascending one is wanted.
    fn first(&self) -> usize {
        let [before, next] = [self.path.len() - 1, self.path.len()];
        match self.variables.get(next) {
            Some(&(place, _)) if place == self.variables[before].0 => self.path[before],
            _ => 0,
        }
    }

    /// Adds the box of a whole path where the relation holds.
    fn leaf(&mut self) {
        let count = self.chosen.len();
        if count >= LONG {
            self.steps += count / 8;
        }
        if self.relation.holds(count, |i| self.chosen[i].unwrap_or_default()) {
            self.add();
        }
    }

    /// Adds the box of the path.
    fn add(&mut self) {
        let first = self.boxes.pieces.len();
        let mut before = None;
        for (&(place, _), &set) in self.variables.iter().zip(&self.path) {
            match self.boxes.pieces[first..].last_mut() {
                Some(piece) if before == Some((place, set)) => piece.count += 1,
                _ => self.boxes.pieces.push(Piece::new(place, &self.sets[place][set])),
            }
            before = Some((place, set));
        }
        self.boxes.ends.push(self.boxes.pieces.len());
    }
}
