//! The outline of a set of cells, inside of them.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{CELL_SIDE, Point};
use crate::shape::{GridShape, Step};

/// A corner of a cell of a set: the cell, and whether the corner is below and on the right.
type Corner = (usize, bool, bool);

/// Returns the closed lines around cells, at a distance inside of their borders. Cells that touch
/// only by a corner have separate lines.
pub(super) fn cell_outline(shape: GridShape, cells: &[usize], inset: f64) -> Vec<Vec<Point>> {
    let corner_point = |(cell, below, right): Corner| {
        let at = |index: usize, far: bool| {
            index as f64 * CELL_SIDE + if far { CELL_SIDE - inset } else { inset }
        };
        (at(shape.column(cell), right), at(shape.row(cell), below))
    };
    let set: BTreeSet<usize> = cells.iter().copied().collect();
    let has = |cell: usize, step: Step| shape.step_from(cell, step).filter(|c| set.contains(c));
    // Each edge by its first corner: the first corner of the next one, and the place between them.
    let mut edges: BTreeMap<Corner, (Corner, Point)> = BTreeMap::new();
    for &cell in &set {
        for side in CELL_EDGES.iter().filter(|side| has(cell, side.outwards).is_none()) {
            let corner = |cell, (below, right): (bool, bool)| (cell, below, right);
            // At its end, the edge turns inwards at a corner of its own cell, runs straight on
            // along the next cell, or turns outwards along the cell beyond.
            let next = has(cell, side.along);
            let beyond = next.and_then(|next| has(next, side.outwards));
            let end = match (next, beyond) {
                (None, _) => corner(cell, side.to),
                (Some(next), None) => corner(next, side.from),
                (_, Some(beyond)) => corner(beyond, side.turn),
            };
            let (mut x, mut y) = corner_point(end);
            // This corner lies beyond the border that the edge runs along; the point is on the near
            // side.
            if beyond.is_some() {
                x -= side.outwards.1 as f64 * 2.0 * inset;
                y -= side.outwards.0 as f64 * 2.0 * inset;
            }
            edges.insert(corner(cell, side.from), (end, (x, y)));
        }
    }
    let mut loops = Vec::new();
    // Follows each closed line, edge by edge, until it is back at its first corner.
    while let Some((start, (mut next, point))) = edges.pop_first() {
        let mut points = vec![point];
        while let Some((after, point)) = edges.remove(&next).filter(|_| next != start) {
            push_point(&mut points, point);
            next = after;
        }
        // The walk may have begun within a straight part.
        if let [first, second, .., last] = points[..]
            && is_straight([last, first, second])
        {
            points.remove(0);
        }
        loops.push(points);
    }
    loops
}

/// Adds a point; one on a straight line with the two before replaces the last.
fn push_point(points: &mut Vec<Point>, point: Point) {
    if let [.., a, b] = points[..]
        && is_straight([a, b, point])
    {
        points.pop();
    }
    points.push(point);
}

/// Whether points lie on a horizontal or a vertical line.
fn is_straight([a, b, c]: [Point; 3]) -> bool {
    (a.0 == b.0 && b.0 == c.0) || (a.1 == b.1 && b.1 == c.1)
}

/// An edge of a cell, clockwise.
struct CellEdge {
    /// The step across it.
    outwards: Step,
    /// The step along it.
    along: Step,
    /// Its first corner: whether it is below, and on the right.
    from: (bool, bool),
    /// Its last corner.
    to: (bool, bool),
    /// The first corner of the edge of the cell beyond where the line turns outwards.
    turn: (bool, bool),
}

const fn cell_edge(outwards: Step, along: Step, corners: [(bool, bool); 3]) -> CellEdge {
    let [from, to, turn] = corners;
    CellEdge { outwards, along, from, to, turn }
}

/// The edges of a cell: above, on the right, below, on the left.
const CELL_EDGES: [CellEdge; 4] = [
    cell_edge((-1, 0), (0, 1), [(false, false), (false, true), (true, false)]),
    cell_edge((0, 1), (1, 0), [(false, true), (true, true), (false, false)]),
    cell_edge((1, 0), (0, -1), [(true, true), (true, false), (false, true)]),
    cell_edge((0, -1), (-1, 0), [(true, false), (false, false), (true, true)]),
];
