//! The combinations of classes that a relation allows, one for each orbit.

use super::interchange::interchangeable;
use super::relation::may_hold;
use super::shape::Shape;
use crate::model::ClassRelation;

/// A piece of a box: so many variables of a place take values whose class is
/// one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The place in the shape.
    pub(super) place: usize,
    /// How many of its variables.
    pub(super) count: u32,
    /// A set of interchangeable classes.
    pub(super) classes: Vec<u32>,
}

/// Disjoint boxes of classes, each given by its pieces place by place. A box
/// stands for all that come from it by exchanging variables of a place, and
/// together they stand for what the relation allows.
pub(super) type Boxes = Vec<Vec<Piece>>;

/// The most boxes that are listed.
pub(super) const BOXES: usize = 4096;

/// The most steps of one enumeration.
const STEPS: usize = 200_000;

/// The boxes of a relation; `None` where there are too many to be listed.
pub(super) fn boxes(relation: &ClassRelation, shape: &Shape) -> Option<Boxes> {
    let sets = interchangeable(relation, shape);
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
        boxes: Vec::new(),
        steps: 0,
    };
    walk.visit().then_some(walk.boxes)
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
}

impl Walk<'_> {
    /// Goes on from the path; false when there is too much.
    fn visit(&mut self) -> bool {
        let Some(&(place, scope)) = self.variables.get(self.path.len()) else {
            let count = self.chosen.len();
            if self.relation.holds(count, |i| self.chosen[i].unwrap_or_default()) {
                self.boxes.push(self.pieces());
            }
            return self.boxes.len() <= BOXES;
        };
        // Of combinations that differ by an exchange, the ascending one.
        let before = self.path.len().checked_sub(1);
        let again = before.filter(|&before| self.variables[before].0 == place);
        let first = again.map_or(0, |before| self.path[before]);
        for set in first..self.sets[place].len() {
            self.steps += 1;
            if self.steps > STEPS {
                return false;
            }
            let class = self.sets[place][set][0];
            self.chosen[scope] = Some(class);
            self.path.push(set);
            let goes = !may_hold(self.relation, self.chosen.len(), class, |i| self.chosen[i])
                || self.visit();
            self.path.pop();
            self.chosen[scope] = None;
            if !goes {
                return false;
            }
        }
        true
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut before = None;
        for (&(place, _), &set) in self.variables.iter().zip(&self.path) {
            match pieces.last_mut() {
                Some(piece) if before == Some((place, set)) => piece.count += 1,
                _ => {
                    let classes = self.sets[place][set].clone();
                    pieces.push(Piece { place, count: 1, classes });
                }
            }
            before = Some((place, set));
        }
        pieces
    }
}
