//! The table of cases: for each constraint kind, small instances with their plain definition.
//!
//! Domains are sparse, negative, of one value, or empty; scopes repeat variables or are empty.

mod maps;

pub(crate) use maps::{classes, image, inverse};

use parallax_encodings::{Atom, AtomOp, EncodeError, EncodedKind, Encoder, IntId, Relation, smt};

use crate::harness::Case;

fn case(
    kind: EncodedKind,
    name: impl Into<String>,
    domains: &[&[i32]],
    encode: impl Fn(&mut Encoder, &[IntId]) -> Result<(), EncodeError> + 'static,
    holds: impl Fn(&[i32]) -> bool + 'static,
) -> Case {
    Case {
        name: format!("{kind}: {}", name.into()),
        kind,
        domains: domains.iter().map(|domain| domain.to_vec()).collect(),
        encode: Box::new(encode),
        holds: Box::new(holds),
        term: None,
    }
}

/// Returns the entries of `items` at these places.
fn pick<T: Copy>(items: &[T], places: &[usize]) -> Vec<T> {
    places.iter().map(|&place| items[place]).collect()
}

const SMALL: &[&[i32]] = &[&[0, 1], &[-3, 0, 4], &[2], &[1, 2, 3, 4, 5], &[-2, -1], &[7, 3, 3, -9]];

pub(crate) fn integers() -> Vec<Case> {
    let mut cases: Vec<Case> = SMALL
        .iter()
        .chain(&[&[][..], &[i32::MIN, -1, 0, i32::MAX], &[0, 2, 4, 6, 8, 10, 12, 14, 16]])
        .map(|domain| {
            case(EncodedKind::Integer, format!("{domain:?}"), &[domain], |_, _| Ok(()), |_| true)
        })
        .collect();
    let wide: Vec<i32> = (0..20).collect();
    cases.push(case(EncodedKind::Integer, "wide", &[&wide], |_, _| Ok(()), |_| true));
    let literals = |e: &mut Encoder, ints: &[IntId]| {
        for value in [5, 3, 9, 0, 6] {
            e.le(ints[0], value)?;
            e.eq(ints[0], value)?;
        }
        Ok(())
    };
    cases.push(case(EncodedKind::Integer, "with all literals", &[&wide[..10]], literals, |_| true));
    cases
}

fn atom_holds(op: AtomOp, left: i32, right: i32) -> bool {
    match op {
        AtomOp::Eq => left == right,
        AtomOp::Ne => left != right,
        AtomOp::Le => left <= right,
        AtomOp::Ge => left >= right,
    }
}

const OPS: [AtomOp; 4] = [AtomOp::Eq, AtomOp::Ne, AtomOp::Le, AtomOp::Ge];

pub(crate) fn clauses() -> Vec<Case> {
    let mut cases =
        vec![case(EncodedKind::Clause, "empty", &[&[1, 2]], |e, _| e.clause(&[]), |_| false)];
    for op in OPS {
        for domain in SMALL {
            for value in [i32::MIN, -4, -3, -1, 0, 1, 2, 3, 4, 7, i32::MAX] {
                let name = format!("{op:?} {value} in {domain:?}");
                cases.push(
                    case(
                        EncodedKind::Clause,
                        name,
                        &[domain],
                        move |e, x| e.clause(&[Atom { int: x[0], op, value }]),
                        move |v| atom_holds(op, v[0], value),
                    )
                    .term(move |x| smt::clause(&[(x[0], op, value)])),
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
                    e.clause(&[
                        Atom { int: x[0], op: p, value: 3 },
                        Atom { int: x[1], op: q, value: 0 },
                        Atom { int: x[1], op: p, value: 5 },
                    ])
                },
                move |v| atom_holds(p, v[0], 3) || atom_holds(q, v[1], 0) || atom_holds(p, v[1], 5),
            )
            .term(move |x| smt::clause(&[(x[0], p, 3), (x[1], q, 0), (x[1], p, 5)])),
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
                        move |e, x| e.reify(x[0], &Atom { int: x[1], op, value }),
                        move |v| (v[0] == 1) == atom_holds(op, v[1], value),
                    )
                    .term(move |x| smt::reify(x[0], (x[1], op, value))),
                );
            }
        }
    }
    cases.push(case(
        EncodedKind::Clause,
        "reified about itself",
        &[&[0, 1, 2]],
        |e, x| e.reify(x[0], &Atom { int: x[0], op: AtomOp::Ge, value: 2 }),
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
                let literal = e.eq(x[place], 1)?;
                bools.push(if negate && at == 0 { !literal } else { literal });
            }
            bools.extend(constants.iter().map(|&b| parallax_encodings::Bool::Const(b)));
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

pub(crate) fn all_different() -> Vec<Case> {
    let table: &[(&[&[i32]], &[usize])] = &[
        (&[&[1, 2]], &[]),
        (&[&[1, 2]], &[0]),
        (&[&[1, 2]], &[0, 0]),
        (&[&[1, 2], &[2, 3]], &[0, 1]),
        (&[&[1, 2], &[2, 3]], &[0, 1, 0]),
        (&[&[1, 2, 3], &[1, 2, 3], &[1, 2, 3]], &[0, 1, 2]),
        (&[&[1, 2, 3, 4], &[1, 2, 3, 4], &[1, 2, 3, 4]], &[0, 1, 2]),
        (&[&[1, 2], &[1, 2], &[1, 2]], &[0, 1, 2]),
        (&[&[-5, 0], &[0, 7], &[7], &[-5, 3]], &[0, 1, 2, 3]),
        (&[&[4], &[4], &[1, 2, 3]], &[0, 1, 2]),
        (&[&[1, 2, 3, 4, 5], &[1, 2, 3], &[2, 4], &[1, 2, 3, 4], &[5, 1]], &[0, 1, 2, 3, 4]),
        (&[&[1, 2], &[], &[3]], &[0, 1, 2]),
    ];
    let build = |&(domains, scope): &(&'static [&'static [i32]], &'static [usize])| {
        case(
            EncodedKind::AllDifferent,
            format!("{scope:?} of {domains:?}"),
            domains,
            move |e, x| e.all_different(&pick(x, scope)),
            move |v| {
                let values = pick(v, scope);
                (0..values.len()).all(|i| (0..i).all(|j| values[i] != values[j]))
            },
        )
        .term(move |x| smt::all_different(&pick(x, scope)))
    };
    table.iter().map(build).collect()
}

pub(crate) fn cardinality() -> Vec<Case> {
    type Counts = &'static [(i32, usize, usize)];
    let four: &'static [&'static [i32]] = &[&[1, 2, 3], &[1, 2, 3], &[1, 2, 3], &[1, 2, 3]];
    let mixed: &'static [&'static [i32]] = &[&[1, 2], &[2], &[-1, 2, 5], &[5, 1], &[1, 2, 9]];
    let counts: &[Counts] = &[
        &[],
        &[(1, 0, 0)],
        &[(1, 0, 1)],
        &[(1, 1, 1)],
        &[(1, 1, 9)],
        &[(1, 2, 2)],
        &[(2, 1, 3), (1, 0, 2)],
        &[(2, 2, 4), (1, 1, 3), (5, 0, 1)],
        &[(2, 4, 4)],
        &[(2, 5, 9)],
        &[(2, 3, 2)],
        &[(77, 0, 2)],
        &[(77, 1, 2)],
        &[(1, 0, 2), (1, 2, 4)],
    ];
    let scopes: &[(&'static [&'static [i32]], &'static [usize])] = &[
        (four, &[0, 1, 2, 3]),
        (mixed, &[0, 1, 2, 3, 4]),
        (four, &[]),
        (four, &[0, 1, 0, 2, 0]),
        (four, &[2]),
    ];
    let mut cases = Vec::new();
    for &(domains, scope) in scopes {
        for &counts in counts {
            for closed in [false, true] {
                cases.push(
                    case(
                        EncodedKind::Cardinality,
                        format!("{counts:?} over {scope:?} of {domains:?}, closed: {closed}"),
                        domains,
                        move |e, x| match e.cardinality(&pick(x, scope), counts, closed) {
                            // The totalizer refuses repeated integers; see its own test.
                            Err(EncodeError::Unsupported(why)) if why.contains("listed twice") => {
                                let mut auto = e.options().clone();
                                auto.cardinalities = parallax_encodings::CardinalityKind::Auto;
                                e.set_options(auto);
                                e.cardinality(&pick(x, scope), counts, closed)
                            }
                            result => result,
                        },
                        move |v| {
                            let values = pick(v, scope);
                            let times = |value| values.iter().filter(|&&v| v == value).count();
                            counts.iter().all(|&(v, low, high)| (low..=high).contains(&times(v)))
                                && (!closed
                                    || values.iter().all(|v| counts.iter().any(|&(w, ..)| *v == w)))
                        },
                    )
                    .term(move |x| smt::cardinality(&pick(x, scope), counts, closed)),
                );
            }
        }
    }
    cases
}

pub(crate) fn linear() -> Vec<Case> {
    type Terms = &'static [(i64, usize)];
    let all: [&'static [i32]; 6] =
        [&[1, 2, 3], &[-2, 0, 5], &[0, 1], &[4], &[1, 2, 3, 4], &[-7, -6]];
    let terms: &[Terms] = &[
        &[],
        &[(0, 0)],
        &[(3, 0)],
        &[(-2, 1)],
        &[(5, 3)],
        &[(1, 0), (1, 1)],
        &[(2, 0), (-3, 4)],
        &[(-2, 1), (-4, 4)],
        &[(2, 2), (6, 5), (0, 0)],
        &[(1, 0), (1, 1), (1, 2)],
        &[(1, 0), (-1, 0), (2, 4)],
        &[(1, 0), (2, 0), (-1, 4), (7, 3)],
        &[(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5)],
        &[(-3, 0), (2, 1), (5, 2), (-1, 3), (4, 4), (-2, 5)],
        &[(6, 0), (-4, 1), (10, 4)],
        &[(1_000_000_007, 0), (-998_244_353, 1), (123_456_789, 2), (-5, 4)],
        &[(i64::MAX, 0), (i64::MIN, 2), (i64::MAX, 4), (i64::MAX, 0)],
    ];
    let mut cases = Vec::new();
    for &terms in terms {
        // Integers that no term names would only multiply the assignments.
        let named = |x: &usize| terms.iter().any(|(_, at)| at == x);
        let named: Vec<usize> = (0..all.len()).filter(named).collect();
        let place = |at: usize| named.iter().position(|&x| x == at).expect("it is named");
        let terms: Vec<(i64, usize)> = terms.iter().map(|&(c, at)| (c, place(at))).collect();
        let terms: Terms = terms.leak();
        let domains: Vec<&'static [i32]> = named.iter().map(|&x| all[x]).collect();
        let total = |v: &[i32]| -> i128 {
            terms.iter().map(|&(c, x)| i128::from(c) * i128::from(v[x])).sum()
        };
        let every =
            crate::harness::assignments(&domains.iter().map(|d| d.to_vec()).collect::<Vec<_>>());
        let least = every.iter().map(|v| total(v)).min().unwrap();
        let most = every.iter().map(|v| total(v)).max().unwrap();
        let middle = total(&every[every.len() / 2]);
        let wanted = [least - 1, least, (least + most) / 2, middle, middle + 1, most, most + 1];
        let mut bounds: Vec<i64> =
            wanted.into_iter().chain([0]).filter_map(|b| i64::try_from(b).ok()).collect();
        bounds.sort_unstable();
        bounds.dedup();
        for bound in bounds {
            for &relation in Relation::ALL {
                cases.push(
                    case(
                        EncodedKind::Linear,
                        format!("{terms:?} {relation} {bound}"),
                        &domains,
                        move |e, x| {
                            let terms: Vec<_> = terms.iter().map(|&(c, at)| (c, x[at])).collect();
                            e.linear(&terms, relation, bound)
                        },
                        move |v| relation.holds(total(v), bound.into()),
                    )
                    .term(move |x| {
                        let terms: Vec<_> = terms.iter().map(|&(c, at)| (c, x[at])).collect();
                        smt::linear(&terms, relation, bound)
                    }),
                );
            }
        }
    }
    cases.push(case(
        EncodedKind::Linear,
        "an empty domain",
        &[&[1, 2], &[], &[1, 2, 3]],
        |e, x| e.linear(&[(1, x[0]), (1, x[1]), (1, x[2])], Relation::Eq, 3),
        |_| unreachable!("there are no assignments"),
    ));
    cases
}

pub(crate) fn compare() -> Vec<Case> {
    let pairs: &[[&'static [i32]; 2]] = &[
        [&[1, 2, 3], &[1, 2, 3]],
        [&[1, 4, 9], &[0, 2, 4, 8]],
        [&[5], &[3, 5]],
        [&[-2, 7], &[-2, -1, 0, 1]],
        [&[2], &[2]],
        [&[i32::MIN, 0], &[0, i32::MAX]],
        [&[1, 2], &[]],
    ];
    let mut cases = Vec::new();
    for &domains in pairs {
        for &relation in Relation::ALL {
            for offset in [0, 1, -2, 5, 4_294_967_295, i64::MIN, i64::MAX] {
                cases.push(
                    case(
                        EncodedKind::Compare,
                        format!("{domains:?} {relation} {offset}"),
                        &domains,
                        move |e, x| e.compare(x[0], relation, x[1], offset),
                        move |v| relation.holds(v[0].into(), i128::from(v[1]) + i128::from(offset)),
                    )
                    .term(move |x| smt::compare(x[0], relation, x[1], offset)),
                );
            }
        }
    }
    for &relation in Relation::ALL {
        for offset in [-1, 0, 1] {
            cases.push(case(
                EncodedKind::Compare,
                format!("with itself {relation} {offset}"),
                &[&[1, 2, 3]],
                move |e, x| e.compare(x[0], relation, x[0], offset),
                move |v| relation.holds(v[0].into(), i128::from(v[0]) + i128::from(offset)),
            ));
        }
    }
    cases
}

pub(crate) fn table() -> Vec<Case> {
    let domains: &'static [&'static [i32]] = &[&[1, 2, 3], &[0, 2, 5], &[-1, 1, 2, 3], &[4]];
    let table: &[(&'static [usize], &'static [i32])] = &[
        (&[], &[]),
        (&[0], &[]),
        (&[0], &[1, 3, 9]),
        (&[3], &[4]),
        (&[3], &[5]),
        (&[0, 1], &[1, 0, 1, 2, 3, 5, 3, 3]),
        (&[0, 1], &[1, 0, 1, 2, 1, 5, 2, 2]),
        (&[1, 0], &[]),
        (&[0, 0], &[1, 1, 2, 3, 3, 3]),
        (&[0, 3], &[1, 4, 2, 4, 3, 5]),
        (&[0, 1, 2], &[1, 0, -1, 1, 0, 1, 2, 2, 2, 3, 5, 3, 9, 9, 9, 1, 0, 1]),
        (&[0, 1, 2], &[2, 2, 2]),
        (&[0, 1, 0, 2], &[1, 0, 1, 2, 2, 2, 3, 3, 3, 5, 3, 3]),
        (&[0, 1, 2, 3], &[1, 0, 1, 4, 1, 2, 1, 4, 2, 5, 3, 4, 3, 0, -1, 5]),
    ];
    let mut cases = Vec::new();
    for &(scope, rows) in table {
        for positive in [true, false] {
            cases.push(
                case(
                    EncodedKind::Table,
                    format!("{scope:?} in {rows:?}, positive: {positive}"),
                    domains,
                    move |e, x| e.table(&pick(x, scope), rows, positive),
                    move |v| {
                        let values = pick(v, scope);
                        let listed = rows.chunks(scope.len().max(1)).any(|row| row == values);
                        listed == positive
                    },
                )
                .term(move |x| smt::table(&pick(x, scope), rows, positive)),
            );
        }
    }
    cases
}

pub(crate) fn element() -> Vec<Case> {
    type Row = (&'static [&'static [i32]], usize, &'static [usize], usize, i32);
    let table: &[Row] = &[
        (&[&[0, 1, 2], &[1, 2], &[2, 5], &[7], &[2, 5, 7, 8]], 0, &[1, 2, 3], 4, 0),
        (&[&[0, 1, 2, 9], &[1, 2], &[2, 5], &[1, 5]], 0, &[1, 2], 3, 1),
        (&[&[-2, -1], &[1, 2, 3], &[3, 4]], 0, &[1, 1], 2, -2),
        (&[&[1, 2, 3], &[1, 2, 3], &[2, 3]], 0, &[0, 1, 2], 0, 1),
        (&[&[1, 2], &[3, 4]], 0, &[], 1, 1),
        (&[&[3], &[1, 2, 3], &[2, 4]], 0, &[1, 2], 1, 2),
    ];
    let build = |&(domains, index, array, result, first): &Row| {
        case(
            EncodedKind::Element,
            format!("{array:?}[{index} - {first}] = {result} of {domains:?}"),
            domains,
            move |e, x| e.element(x[index], &pick(x, array), x[result], first),
            move |v| {
                let at = i64::from(v[index]) - i64::from(first);
                (0..array.len() as i64).contains(&at) && v[array[at as usize]] == v[result]
            },
        )
        .term(move |x| smt::element(x[index], &pick(x, array), x[result], first))
    };
    table.iter().map(build).collect()
}

pub(crate) fn lex() -> Vec<Case> {
    let domains: &'static [&'static [i32]] = &[&[1, 2, 3], &[1, 2, 3], &[0, 2], &[2, 3, 9], &[2]];
    let table: &[[&'static [usize]; 2]] = &[
        [&[], &[]],
        [&[0], &[1]],
        [&[0], &[]],
        [&[], &[0]],
        [&[0, 2], &[1, 3]],
        [&[0, 2], &[1]],
        [&[0], &[1, 3]],
        [&[0, 1, 2], &[0, 3, 4]],
        [&[0, 1, 2], &[1, 0, 4]],
        [&[4, 2, 0], &[2, 4, 1]],
        [&[0, 1], &[0, 1]],
        [&[2, 0, 3], &[4, 1, 3]],
    ];
    let mut cases = Vec::new();
    for &[left, right] in table {
        for strict in [false, true] {
            cases.push(
                case(
                    EncodedKind::Lex,
                    format!("{left:?} before {right:?}, strict: {strict}"),
                    domains,
                    move |e, x| e.lex(&pick(x, left), &pick(x, right), strict),
                    move |v| {
                        let (left, right) = (pick(v, left), pick(v, right));
                        if strict { left < right } else { left <= right }
                    },
                )
                .term(move |x| smt::lex(&pick(x, left), &pick(x, right), strict)),
            );
        }
    }
    cases
}

pub(crate) fn extremum() -> Vec<Case> {
    let domains: &'static [&'static [i32]] =
        &[&[1, 2, 3, 4], &[-1, 2, 5], &[0, 3], &[2], &[-1, 0, 2, 3, 4]];
    let table: &[(usize, &'static [usize])] = &[
        (0, &[]),
        (0, &[1]),
        (0, &[0]),
        (4, &[0, 1]),
        (4, &[0, 1, 2, 3]),
        (0, &[0, 1, 2]),
        (3, &[0, 1, 4]),
        (1, &[0, 0, 2]),
    ];
    let mut cases = Vec::new();
    for &(result, scope) in table {
        for max in [true, false] {
            cases.push(
                case(
                    EncodedKind::Extremum,
                    format!("{result} of {scope:?}, max: {max}"),
                    domains,
                    move |e, x| e.extremum(x[result], &pick(x, scope), max),
                    move |v| {
                        let values = pick(v, scope);
                        let found = if max { values.iter().max() } else { values.iter().min() };
                        found == Some(&v[result])
                    },
                )
                .term(move |x| smt::extremum(x[result], &pick(x, scope), max)),
            );
        }
    }
    cases
}

pub(crate) fn product() -> Vec<Case> {
    let domains: &'static [&'static [i32]] =
        &[&[-2, 0, 1, 3], &[-1, 0, 2, 4], &[-6, -4, 0, 1, 4, 6, 9, 12], &[2], &[7]];
    let scopes = [
        [0, 1, 2],
        [0, 0, 2],
        [0, 3, 2],
        [3, 3, 2],
        [0, 1, 4],
        [0, 1, 0],
        [1, 0, 1],
        [0, 0, 0],
        [4, 3, 2],
        [3, 2, 2],
    ];
    let build = |[x, y, z]: [usize; 3]| {
        case(
            EncodedKind::Product,
            format!("{x} * {y} = {z}"),
            domains,
            move |e, v| e.product(v[x], v[y], v[z]),
            move |v| i64::from(v[x]) * i64::from(v[y]) == i64::from(v[z]),
        )
        .term(move |v| smt::product(v[x], v[y], v[z]))
    };
    scopes.into_iter().map(build).collect()
}
