//! Integers as bit-vectors.
//!
//! Every SMT term over integers has a range, computed bottom-up from the domains of its variables.
//! Its bit-vector is just wide enough for that range in two's complement, and the operands of an
//! operation are extended to the width of its result. Therefore, nothing wraps around.

use super::{EncodedScript, IntCode, SmtScript, SmtTerm, encoding::value_runs};
use crate::EncodeError;

/// A bit-vector term, and the least and greatest number that it can be.
struct RangedBitVector {
    term: SmtTerm,
    least: i128,
    most: i128,
}

/// Whether a number fits `width` bits in two's complement.
pub(super) fn fits_width(number: i128, width: u32) -> bool {
    // Two's complement of w bits holds -2^(w-1) to 2^(w-1) - 1.
    let half = 1_i128 << (width - 1);
    (-half..half).contains(&number)
}

/// Returns the number of bits that a range needs in two's complement.
fn bits_needed(least: i128, most: i128) -> Result<u32, EncodeError> {
    let found = (1..=64).find(|&width| fits_width(least, width) && fits_width(most, width));
    found.ok_or(EncodeError::Overflow)
}

/// Encodes the script over bit-vectors.
pub(super) fn encode_script(script: &SmtScript) -> Result<EncodedScript, EncodeError> {
    let mut encoded = SmtScript::new("QF_BV");
    encoded.bools.clone_from(&script.bools);
    let mut codes = Vec::new();
    let mut ranges = Vec::new();
    for decl in &script.ints {
        let runs = value_runs(decl)?;
        // An integer without values needs no particular width: its domain is asserted to be
        // empty.
        let least = runs.first().map_or(0, |&(low, _)| low);
        let most = runs.last().map_or(0, |&(_, high)| high);
        let width = bits_needed(least.into(), most.into())?;
        let index = encoded.bit_vector(&decl.name, &decl.comment, width);
        codes.push(IntCode::Bits(index, width));
        ranges.push((i128::from(least), i128::from(most)));
    }
    for (label, term) in &script.assertions {
        encoded.assert_term(label, encode_truth(term, &ranges)?);
    }
    Ok(EncodedScript { script: encoded, codes })
}

/// Translates a term over integers that have such codes; each has the range that its bits can
/// hold.
pub(super) fn encode_further_term(
    term: &SmtTerm,
    codes: &[IntCode],
) -> Result<SmtTerm, EncodeError> {
    let range = |code: &IntCode| match code {
        IntCode::Bits(_, width) => (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1),
        _ => (0, 0),
    };
    encode_truth(term, &codes.iter().map(range).collect::<Vec<_>>())
}

type Ranges = [(i128, i128)];

/// Translates a term of sort Bool.
fn encode_truth(term: &SmtTerm, ranges: &Ranges) -> Result<SmtTerm, EncodeError> {
    let truths = |terms: &[SmtTerm]| -> Result<Vec<SmtTerm>, EncodeError> {
        terms.iter().map(|term| encode_truth(term, ranges)).collect()
    };
    Ok(match term {
        SmtTerm::Not(a) => encode_truth(a, ranges)?.negate_term(),
        SmtTerm::And(terms) => SmtTerm::conjoin_all(truths(terms)?),
        SmtTerm::Or(terms) => SmtTerm::disjoin_all(truths(terms)?),
        SmtTerm::Implies(a, b) => encode_truth(a, ranges)?.implies_term(encode_truth(b, ranges)?),
        SmtTerm::Iff(a, b) => encode_truth(a, ranges)?.iff_term(encode_truth(b, ranges)?),
        SmtTerm::Ite(a, b, c) => {
            let (b, c) = (encode_truth(b, ranges)?, encode_truth(c, ranges)?);
            encode_truth(a, ranges)?.if_then_else(b, c)
        }
        SmtTerm::Eq(a, b) => encode_relation(a, b, ranges, &|a, b| SmtTerm::Eq(a, b), &|a, b| {
            (a.0 == b.1 && a.1 == b.0 && a.0 == a.1, a.1 < b.0 || b.1 < a.0)
        })?,
        SmtTerm::Le(a, b) => at_most(a, b, ranges)?,
        SmtTerm::Ge(a, b) => at_most(b, a, ranges)?,
        SmtTerm::Lt(a, b) => encode_less_than(a, b, ranges)?,
        SmtTerm::Gt(a, b) => encode_less_than(b, a, ranges)?,
        SmtTerm::Distinct(terms) => {
            let numbers = terms.iter().map(|term| encode_number(term, ranges));
            SmtTerm::Distinct(extend_all(numbers.collect::<Result<_, _>>()?)?.0)
        }
        other => other.clone(),
    })
}

fn at_most(a: &SmtTerm, b: &SmtTerm, ranges: &Ranges) -> Result<SmtTerm, EncodeError> {
    encode_relation(a, b, ranges, &|a, b| SmtTerm::BitsLe(a, b), &|a, b| (a.1 <= b.0, a.0 > b.1))
}

fn encode_less_than(a: &SmtTerm, b: &SmtTerm, ranges: &Ranges) -> Result<SmtTerm, EncodeError> {
    encode_relation(a, b, ranges, &|a, b| SmtTerm::BitsLt(a, b), &|a, b| (a.1 < b.0, a.0 >= b.1))
}

type Range = (i128, i128);

/// Relates two numbers, unless their ranges decide the relation. A comparison of a single
/// variable is always kept, because the variable's range rests on such comparisons.
fn encode_relation(
    a: &SmtTerm,
    b: &SmtTerm,
    ranges: &Ranges,
    make: &dyn Fn(Box<SmtTerm>, Box<SmtTerm>) -> SmtTerm,
    decided: &dyn Fn(Range, Range) -> (bool, bool),
) -> Result<SmtTerm, EncodeError> {
    let of_variable = [a, b].iter().any(|term| matches!(term, SmtTerm::IntVar(_)));
    let (a, b) = (encode_number(a, ranges)?, encode_number(b, ranges)?);
    // With the ranges disjoint or ordered, no bits are needed, e.g. x + y >= 0 over positive
    // integers.
    let (always, never) = decided((a.least, a.most), (b.least, b.most));
    if !of_variable && (always || never) {
        return Ok(SmtTerm::Bool(always));
    }
    let (mut pair, _) = extend_all(vec![a, b])?;
    let (Some(b), Some(a)) = (pair.pop(), pair.pop()) else { unreachable!("two are there") };
    Ok(make(Box::new(a), Box::new(b)))
}

/// Extends the terms to the width of the widest.
fn extend_all(terms: Vec<RangedBitVector>) -> Result<(Vec<SmtTerm>, u32), EncodeError> {
    let least = terms.iter().map(|ranged| ranged.least).min().unwrap_or(0);
    let most = terms.iter().map(|ranged| ranged.most).max().unwrap_or(0);
    let wanted = bits_needed(least, most)?;
    let terms =
        terms.into_iter().map(|ranged| extend_width(ranged, wanted)).collect::<Result<_, _>>()?;
    Ok((terms, wanted))
}

fn extend_width(ranged: RangedBitVector, wanted: u32) -> Result<SmtTerm, EncodeError> {
    let own = bits_needed(ranged.least, ranged.most)?;
    Ok(match ranged.term {
        // A constant is written with the new width at once.
        SmtTerm::Bits(number, _) => SmtTerm::Bits(number, wanted),
        term if own == wanted => term,
        term => SmtTerm::SignExtend(wanted - own, Box::new(term)),
    })
}

/// Translates a term over integers.
fn encode_number(term: &SmtTerm, ranges: &Ranges) -> Result<RangedBitVector, EncodeError> {
    match term {
        SmtTerm::Int(value) => {
            let wide = i128::from(*value);
            Ok(RangedBitVector {
                term: SmtTerm::Bits(*value, bits_needed(wide, wide)?),
                least: wide,
                most: wide,
            })
        }
        SmtTerm::IntVar(index) => {
            let (least, most) = ranges[*index];
            Ok(RangedBitVector { term: SmtTerm::BitsVar(*index), least, most })
        }
        SmtTerm::Add(terms) => {
            combine_terms(terms, ranges, SmtTerm::BitsAdd, &|a, b| (a.0 + b.0, a.1 + b.1))
        }
        SmtTerm::Mul(terms) => combine_terms(terms, ranges, SmtTerm::BitsMul, &|a, b| {
            let ends = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            ends.into_iter().fold((ends[0], ends[0]), |(l, m), end| (l.min(end), m.max(end)))
        }),
        SmtTerm::Ite(when, a, b) => {
            let when = encode_truth(when, ranges)?;
            let (a, b) = (encode_number(a, ranges)?, encode_number(b, ranges)?);
            let (least, most) = (a.least.min(b.least), a.most.max(b.most));
            let (mut pair, _) = extend_all(vec![a, b])?;
            let (Some(b), Some(a)) = (pair.pop(), pair.pop()) else { unreachable!("two") };
            Ok(RangedBitVector {
                term: SmtTerm::Ite(Box::new(when), Box::new(a), Box::new(b)),
                least,
                most,
            })
        }
        other => unreachable!("{other:?} where the encodings build an integer"),
    }
}

/// Combines terms by an operation; operands and result have the width of the widest among them.
fn combine_terms(
    terms: &[SmtTerm],
    ranges: &Ranges,
    make: fn(Vec<SmtTerm>) -> SmtTerm,
    range: &dyn Fn(Range, Range) -> Range,
) -> Result<RangedBitVector, EncodeError> {
    let parts: Vec<RangedBitVector> =
        terms.iter().map(|term| encode_number(term, ranges)).collect::<Result<_, _>>()?;
    let mut so_far: Option<Range> = None;
    let (mut least, mut most) = (0, 0);
    for part in &parts {
        let here = (part.least, part.most);
        let next = so_far.map_or(here, |before| range(before, here));
        // Each operand and each intermediate result must fit; 64 bits bound the products.
        bits_needed(next.0, next.1)?;
        so_far = Some(next);
        (least, most) = (next.0.min(least).min(here.0), next.1.max(most).max(here.1));
    }
    let (own_least, own_most) = so_far.unwrap_or((0, 0));
    let wanted = bits_needed(least, most)?;
    let parts =
        parts.into_iter().map(|part| extend_width(part, wanted)).collect::<Result<_, _>>()?;
    Ok(RangedBitVector {
        term: make(parts),
        // The term has the common width; its range is declared that wide, so that the width
        // stays known.
        least: if bits_needed(own_least, own_most)? == wanted { own_least } else { least },
        most: if bits_needed(own_least, own_most)? == wanted { own_most } else { most },
    })
}
