//! Constraints that map values: inverse arrays, images, classes.

use parallax_encodings::{AtomOp, EncodedKind, IntegerAtom, smt};

use super::{case, pick};
use crate::harness::Case;

pub(crate) fn inverse() -> Vec<Case> {
    type Row = (&'static [&'static [i32]], &'static [usize], &'static [usize], i32, i32);
    let table: &[Row] = &[
        (&[&[0, 1], &[0, 1], &[0, 1], &[0, 1]], &[0, 1], &[2, 3], 0, 0),
        (
            &[&[1, 2, 3], &[1, 2], &[2, 3], &[5, 6, 7], &[5, 7], &[6, 7, 8]],
            &[0, 1, 2],
            &[3, 4, 5],
            5,
            1,
        ),
        (&[&[0, 1, 2], &[0, 1, 2], &[0, 1, 2]], &[0, 1, 2], &[0, 1, 2], 0, 0),
        (&[&[0, 1], &[0, 1], &[0, 1, 2]], &[0, 1], &[2], 0, 0),
        (&[&[0, 1], &[0, 1]], &[0, 0], &[1, 1], 0, 0),
        (&[&[0, 1]], &[], &[0], 0, 0),
        (&[&[0, 1]], &[], &[], 0, 0),
    ];
    let build = |&(domains, left, right, first_x, first_y): &Row| {
        case(
            EncodedKind::Inverse,
            format!("{left:?} and {right:?} of {domains:?}"),
            domains,
            move |e, x| e.require_inverse(&pick(x, left), &pick(x, right), first_x, first_y),
            move |v| {
                let (x, y) = (pick(v, left), pick(v, right));
                let (n, m) = (x.len() as i32, y.len() as i32);
                x.iter().all(|&x| (first_y..first_y + m).contains(&x))
                    && y.iter().all(|&y| (first_x..first_x + n).contains(&y))
                    && (0..n).all(|i| {
                        (0..m).all(|j| {
                            (x[i as usize] == first_y + j) == (y[j as usize] == first_x + i)
                        })
                    })
            },
        )
        .term(move |x| smt::inverse_term(&pick(x, left), &pick(x, right), first_x, first_y))
    };
    table.iter().map(build).collect()
}

pub(crate) fn image() -> Vec<Case> {
    type Map = &'static [(i32, i32)];
    let maps: &[Map] = &[
        &[(1, 10), (2, 20), (3, 10), (4, 30)],
        &[(1, 1), (2, 1), (3, 1), (4, 1)],
        &[(1, 10), (3, 20), (9, 5)],
        &[(1, 0), (2, 1), (3, 0), (4, 1)],
        &[],
        &[(2, 5)],
    ];
    let mut cases = Vec::new();
    for &map in maps {
        for wanted in [0, 1, 10, 20] {
            cases.push(case(
                EncodedKind::Image,
                format!("{map:?} is {wanted}, or the value is 1"),
                &[&[1, 2, 3, 4]],
                move |e, x| {
                    let class = e.make_image(x[0], map)?;
                    e.require_clause(&[
                        IntegerAtom { int: class, op: AtomOp::Eq, value: wanted },
                        IntegerAtom { int: x[0], op: AtomOp::Eq, value: 1 },
                    ])
                },
                move |v| {
                    let class = map.iter().find(|&&(value, _)| value == v[0]);
                    class.is_some_and(|&(_, class)| class == wanted || v[0] == 1)
                },
            ));
        }
    }
    cases
}

pub(crate) fn classes() -> Vec<Case> {
    const MAP: [(i32, i32); 7] = [(0, 1), (1, 1), (2, 5), (3, 5), (4, -2), (6, 1), (9, 5)];
    type Row = &'static [&'static [i32]];
    let scopes: &[Row] = &[
        &[&[0, 1, 2, 3, 4], &[1, 2, 4, 6]],
        &[&[0, 2, 4], &[1, 3, 5], &[2, 6]],
        &[&[0, 1, 6], &[1], &[0, 6, 9]],
        &[&[2, 5], &[5, 7]],
        &[&[0, 5]],
        &[],
    ];
    let class = |value: i32| MAP.iter().find(|&&(known, _)| known == value).map(|&(_, c)| c);
    let mut cases = Vec::new();
    for &domains in scopes {
        for same in [true, false] {
            cases.push(case(
                EncodedKind::Classes,
                format!("classes of {domains:?}, same: {same}"),
                domains,
                move |e, x| if same { e.same_class(x, &MAP) } else { e.different_classes(x, &MAP) },
                move |v| {
                    let classes: Vec<Option<i32>> = v.iter().map(|&value| class(value)).collect();
                    let fits = |i: usize, j: usize| (classes[i] == classes[j]) == same;
                    classes.iter().all(Option::is_some)
                        && (0..v.len()).all(|i| (0..i).all(|j| fits(i, j)))
                },
            ));
        }
    }
    cases
}
