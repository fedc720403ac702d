//! Tests of outlines of cells.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::picture::outline::cell_outline;
use crate::shape::{GridShape, SIDE_STEPS};

const SHAPE: GridShape = GridShape { rows: 5, columns: 6 };

/// Returns twice the area inside of a loop, negative for one around a hole.
fn area(points: &[(f64, f64)]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum()
}

#[test]
fn an_angle_has_one_loop_with_six_corners() {
    let mut loops = cell_outline(SHAPE, &[0, 1, 6], 4.0);
    assert_eq!(loops.len(), 1);
    let mut points = loops.remove(0);
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let expected = [(4.0, 4.0), (4.0, 76.0), (36.0, 36.0), (36.0, 76.0), (76.0, 4.0), (76.0, 36.0)];
    assert_eq!(points, expected);
}

#[test]
fn a_hole_has_a_loop_and_corners_separate() {
    let ring = cell_outline(SHAPE, &[0, 1, 2, 6, 8, 12, 13, 14], 4.0);
    let mut areas: Vec<f64> = ring.iter().map(|points| area(points)).collect();
    areas.sort_by(f64::total_cmp);
    assert_eq!(areas, [-2.0 * 48.0 * 48.0, 2.0 * 112.0 * 112.0]);
    assert_eq!(cell_outline(SHAPE, &[0, 7], 4.0).len(), 2);
}

/// The lines enclose the cells less a strip of the inset's width along each border: `inset` times
/// the length of the border, less the squares counted twice at convex corners, plus those missed at
/// concave ones.
#[test]
fn outlines_enclose_their_cells() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..2000 {
        let cells: Vec<usize> =
            (0..SHAPE.cell_count()).filter(|_| random.random_bool(0.5)).collect();
        let has = |cell: Option<usize>| cell.is_some_and(|cell| cells.contains(&cell));
        let (mut borders, mut convex, mut concave) = (0, 0, 0);
        for &cell in &cells {
            borders += SIDE_STEPS.iter().filter(|&&step| !has(SHAPE.step_from(cell, step))).count();
            for (down, right) in crate::shape::CORNER_STEPS {
                let beside = [(down, 0), (0, right)].map(|step| has(SHAPE.step_from(cell, step)));
                convex += usize::from(beside == [false, false]);
                let corner = has(SHAPE.step_from(cell, (down, right)));
                concave += usize::from(beside == [true, true] && !corner);
            }
        }
        let inset = 4.0;
        let strip = borders as f64 * 40.0 * inset;
        let squares = (concave as f64 - convex as f64) * inset * inset;
        let expected = cells.len() as f64 * 1600.0 - strip - squares;
        let loops = cell_outline(SHAPE, &cells, inset);
        let whole: f64 = loops.iter().map(|points| area(points) / 2.0).sum();
        assert_eq!(whole, expected, "{cells:?}");
        for points in &loops {
            let next = points.iter().cycle().skip(1);
            assert!(points.iter().zip(next).all(|(a, b)| (a.0 == b.0) != (a.1 == b.1)));
        }
    }
}
