//! Cases of sums, comparisons, extremes and products.

use parallax_encodings::{ArithmeticRelation, EncodedKind, smt};

use super::{case, pick};
use crate::harness::Case;

#[allow(clippy::too_many_lines, reason = "a list of cases")]
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
            for &relation in ArithmeticRelation::ALL {
                cases.push(
                    case(
                        EncodedKind::Linear,
                        format!("{terms:?} {relation} {bound}"),
                        &domains,
                        move |e, x| {
                            let terms: Vec<_> = terms.iter().map(|&(c, at)| (c, x[at])).collect();
                            e.require_linear(&terms, relation, bound)
                        },
                        move |v| relation.holds_between(total(v), bound.into()),
                    )
                    .term(move |x| {
                        let terms: Vec<_> = terms.iter().map(|&(c, at)| (c, x[at])).collect();
                        smt::linear_term(&terms, relation, bound)
                    }),
                );
            }
        }
    }
    cases.push(case(
        EncodedKind::Linear,
        "an empty domain",
        &[&[1, 2], &[], &[1, 2, 3]],
        |e, x| e.require_linear(&[(1, x[0]), (1, x[1]), (1, x[2])], ArithmeticRelation::Eq, 3),
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
        for &relation in ArithmeticRelation::ALL {
            for offset in [0, 1, -2, 5, 4_294_967_295, i64::MIN, i64::MAX] {
                cases.push(
                    case(
                        EncodedKind::Compare,
                        format!("{domains:?} {relation} {offset}"),
                        &domains,
                        move |e, x| e.require_comparison(x[0], relation, x[1], offset),
                        move |v| {
                            relation
                                .holds_between(v[0].into(), i128::from(v[1]) + i128::from(offset))
                        },
                    )
                    .term(move |x| smt::compare_term(x[0], relation, x[1], offset)),
                );
            }
        }
    }
    for &relation in ArithmeticRelation::ALL {
        for offset in [-1, 0, 1] {
            cases.push(case(
                EncodedKind::Compare,
                format!("with itself {relation} {offset}"),
                &[&[1, 2, 3]],
                move |e, x| e.require_comparison(x[0], relation, x[0], offset),
                move |v| relation.holds_between(v[0].into(), i128::from(v[0]) + i128::from(offset)),
            ));
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
                    move |e, x| e.require_extremum(x[result], &pick(x, scope), max),
                    move |v| {
                        let values = pick(v, scope);
                        let found = if max { values.iter().max() } else { values.iter().min() };
                        found == Some(&v[result])
                    },
                )
                .term(move |x| smt::extremum_term(x[result], &pick(x, scope), max)),
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
            move |e, v| e.require_product(v[x], v[y], v[z]),
            move |v| i64::from(v[x]) * i64::from(v[y]) == i64::from(v[z]),
        )
        .term(move |v| smt::product_term(v[x], v[y], v[z]))
    };
    scopes.into_iter().map(build).collect()
}
