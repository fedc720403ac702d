//! Cases of clauses, of reified constraints, and of at-most-one and exactly-one.

use parallax_encodings::{AtomOp, EncodedKind, IntegerAtom, smt};

use super::{OPS, SMALL, atom_holds, case};
use crate::harness::Case;

pub(crate) fn clauses() -> Vec<Case> {
    let mut cases = vec![case(
        EncodedKind::Clause,
        "empty",
        &[&[1, 2]],
        |e, _| e.require_clause(&[]),
        |_| false,
    )];
    for op in OPS {
        for domain in SMALL {
            for value in [i32::MIN, -4, -3, -1, 0, 1, 2, 3, 4, 7, i32::MAX] {
                let name = format!("{op:?} {value} in {domain:?}");
                cases.push(
                    case(
                        EncodedKind::Clause,
                        name,
                        &[domain],
                        move |e, x| e.require_clause(&[IntegerAtom { int: x[0], op, value }]),
                        move |v| atom_holds(op, v[0], value),
                    )
                    .term(move |x| smt::clause_term(&[(x[0], op, value)])),
                );
            }
        }
    }
    for (p, q) in OPS.into_iter().flat_map(|p| OPS.map(|q| (p, q))) {
        cases.push(
            case(
                EncodedKind::Clause,
                format!("{p:?} or {q:?} or {p:?}"),
                &[&[1, 2, 3, 4, 6], &[-1, 0, 5]],
                move |e, x| {
                    e.require_clause(&[
                        IntegerAtom { int: x[0], op: p, value: 3 },
                        IntegerAtom { int: x[1], op: q, value: 0 },
                        IntegerAtom { int: x[1], op: p, value: 5 },
                    ])
                },
                move |v| atom_holds(p, v[0], 3) || atom_holds(q, v[1], 0) || atom_holds(p, v[1], 5),
            )
            .term(move |x| smt::clause_term(&[(x[0], p, 3), (x[1], q, 0), (x[1], p, 5)])),
        );
    }
    cases
}

pub(crate) fn reified() -> Vec<Case> {
    let mut cases = Vec::new();
    let flags: [&[i32]; 5] = [&[0, 1], &[0], &[1], &[-1, 0, 1, 2], &[5]];
    for op in OPS {
        for flag in flags {
            for value in [0, 2, 3, 9] {
                cases.push(
                    case(
                        EncodedKind::Clause,
                        format!("reified {op:?} {value}, flag in {flag:?}"),
                        &[flag, &[1, 2, 3, 4]],
                        move |e, x| {
                            e.require_reification(x[0], &IntegerAtom { int: x[1], op, value })
                        },
                        move |v| (v[0] == 1) == atom_holds(op, v[1], value),
                    )
                    .term(move |x| smt::reify_term(x[0], (x[1], op, value))),
                );
            }
        }
    }
    cases.push(case(
        EncodedKind::Clause,
        "reified about itself",
        &[&[0, 1, 2]],
        |e, x| e.require_reification(x[0], &IntegerAtom { int: x[0], op: AtomOp::Ge, value: 2 }),
        |v| (v[0] == 1) == (v[0] >= 2),
    ));
    cases
}

/// Makes at-most-one or exactly-one over `x = 1` of 0/1 integers and these constants.
fn one_of(
    kind: EncodedKind,
    n: usize,
    places: Vec<usize>,
    constants: Vec<bool>,
    negate: bool,
) -> Case {
    let domains = vec![&[0, 1][..]; n];
    let (seen, known) = (places.clone(), constants.clone());
    case(
        kind,
        format!("{places:?} of {n}, and {constants:?}, negated: {negate}"),
        &domains,
        move |e, x| {
            let mut bools = Vec::new();
            for (at, &place) in places.iter().enumerate() {
                let literal = e.equals_value(x[place], 1)?;
                bools.push(if negate && at == 0 { !literal } else { literal });
            }
            bools.extend(constants.iter().map(|&b| parallax_encodings::EncodedBool::Const(b)));
            if kind == EncodedKind::AtMostOne {
                e.at_most_one(&bools)
            } else {
                e.exactly_one(&bools)
            }
        },
        move |v| {
            let first = |at: usize, b: bool| if negate && at == 0 { !b } else { b };
            let bools = seen.iter().enumerate().map(|(at, &place)| first(at, v[place] == 1));
            let count = bools.chain(known.iter().copied()).filter(|&b| b).count();
            count == 1 || (count == 0 && kind == EncodedKind::AtMostOne)
        },
    )
}

fn ones(kind: EncodedKind) -> Vec<Case> {
    let mut cases = Vec::new();
    for n in [0, 1, 2, 3, 4, 5, 6, 9] {
        cases.push(one_of(kind, n, (0..n).collect(), vec![], false));
    }
    cases.push(one_of(kind, 3, vec![0, 1, 2], vec![false], false));
    cases.push(one_of(kind, 3, vec![0, 1, 2], vec![true], false));
    cases.push(one_of(kind, 2, vec![0, 1], vec![true, true], false));
    cases.push(one_of(kind, 3, vec![0, 1, 0, 2], vec![], false));
    cases.push(one_of(kind, 3, vec![0, 1, 0, 2], vec![], true));
    cases.push(one_of(kind, 3, vec![0, 1, 0, 2], vec![true], true));
    cases.push(one_of(kind, 3, vec![0, 1, 0, 1, 2, 2, 2], vec![], true));
    cases
}

pub(crate) fn at_most_one() -> Vec<Case> {
    ones(EncodedKind::AtMostOne)
}

pub(crate) fn exactly_one() -> Vec<Case> {
    ones(EncodedKind::ExactlyOne)
}
