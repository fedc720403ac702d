//! Cases of all-different and cardinalities.

use parallax_encodings::{EncodeError, EncodedKind, smt};

use super::{case, pick};
use crate::harness::Case;

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
                        move |e, x| match e.require_cardinality(&pick(x, scope), counts, closed) {
                            // The totalizer refuses repeated integers; see its own test.
                            Err(EncodeError::Unsupported(why)) if why.contains("listed twice") => {
                                let mut auto = e.options().clone();
                                auto.cardinalities = parallax_encodings::CardinalityKind::Auto;
                                e.set_options(auto);
                                e.require_cardinality(&pick(x, scope), counts, closed)
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
                    .term(move |x| smt::cardinality_term(&pick(x, scope), counts, closed)),
                );
            }
        }
    }
    cases
}
