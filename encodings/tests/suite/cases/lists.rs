//! Cases of tables, elements and lexicographic order.

use parallax_encodings::{EncodedKind, smt};

use super::{case, pick};
use crate::harness::Case;

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
                    move |e, x| e.require_table(&pick(x, scope), rows, positive),
                    move |v| {
                        let values = pick(v, scope);
                        let listed = rows.chunks(scope.len().max(1)).any(|row| row == values);
                        listed == positive
                    },
                )
                .term(move |x| smt::table_term(&pick(x, scope), rows, positive)),
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
            move |e, x| e.require_element(x[index], &pick(x, array), x[result], first),
            move |v| {
                let at = i64::from(v[index]) - i64::from(first);
                (0..array.len() as i64).contains(&at) && v[array[at as usize]] == v[result]
            },
        )
        .term(move |x| smt::element_term(x[index], &pick(x, array), x[result], first))
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
                    move |e, x| e.require_lexicographic(&pick(x, left), &pick(x, right), strict),
                    move |v| {
                        let (left, right) = (pick(v, left), pick(v, right));
                        if strict { left < right } else { left <= right }
                    },
                )
                .term(move |x| smt::lexicographic_term(&pick(x, left), &pick(x, right), strict)),
            );
        }
    }
    cases
}
