//! The table of cases: for each constraint kind, small instances with their plain definition.
//!
//! Domains are sparse, negative, of one value, or empty; scopes repeat variables or are empty.

mod arithmetic;
mod counts;
mod lists;
mod logic;
mod maps;

pub(crate) use arithmetic::{compare, extremum, linear, product};
pub(crate) use counts::{all_different, cardinality};
pub(crate) use lists::{element, lex, table};
pub(crate) use logic::{at_most_one, clauses, exactly_one, reified};
pub(crate) use maps::{classes, image, inverse};

use parallax_encodings::{AtomOp, ClauseEncoder, EncodeError, EncodedKind, IntId};

use crate::harness::Case;

fn case(
    kind: EncodedKind,
    name: impl Into<String>,
    domains: &[&[i32]],
    encode: impl Fn(&mut ClauseEncoder, &[IntId]) -> Result<(), EncodeError> + 'static,
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
    let literals = |e: &mut ClauseEncoder, ints: &[IntId]| {
        for value in [5, 3, 9, 0, 6] {
            e.at_most_value(ints[0], value)?;
            e.equals_value(ints[0], value)?;
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
