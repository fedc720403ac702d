//! Integers as bit-vectors.
//!
//! Every SMT term over integers has a range, computed bottom-up from the domains of its variables.
//! Its bit-vector is just wide enough for that range in two's complement, and the operands of an
//! operation are extended to the width of its result. Therefore, nothing wraps around.

use super::{EncodedScript, IntCode, Script, Term, encoding::runs};
use crate::EncodeError;

/// A bit-vector term, and the least and greatest number that it can be.
struct Ranged {
    term: Term,
    least: i128,
    most: i128,
}

/// Whether a number fits `width` bits in two's complement.
pub(super) fn fits(number: i128, width: u32) -> bool {
    let half = 1_i128 << (width - 1);
    (-half..half).contains(&number)
}

/// Returns the number of bits that a range needs in two's complement.
fn width(least: i128, most: i128) -> Result<u32, EncodeError> {
    let found = (1..=64).find(|&width| fits(least, width) && fits(most, width));
    found.ok_or(EncodeError::Overflow)
}

/// Encodes the script over bit-vectors.
pub(super) fn encode(script: &Script) -> Result<EncodedScript, EncodeError> {
    let mut encoded = Script::new("QF_BV");
    encoded.bools.clone_from(&script.bools);
    let mut codes = Vec::new();
    let mut ranges = Vec::new();
    for decl in &script.ints {
        let runs = runs(decl)?;
        // An integer without values needs no particular width: its domain is asserted to be
        // empty.
        let least = runs.first().map_or(0, |&(low, _)| low);
        let most = runs.last().map_or(0, |&(_, high)| high);
        let width = width(least.into(), most.into())?;
        let index = encoded.bit_vector(&decl.name, &decl.comment, width);
        codes.push(IntCode::Bits(index, width));
        ranges.push((i128::from(least), i128::from(most)));
    }
    for (label, term) in &script.assertions {
        encoded.assert(label, truth(term, &ranges)?);
    }
    Ok(EncodedScript { script: encoded, codes })
}

/// Translates a term over integers that have such codes; each has the range that its bits can
/// hold.
pub(super) fn further(term: &Term, codes: &[IntCode]) -> Result<Term, EncodeError> {
    let range = |code: &IntCode| match code {
        IntCode::Bits(_, width) => (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1),
        _ => (0, 0),
    };
    truth(term, &codes.iter().map(range).collect::<Vec<_>>())
}

type Ranges = [(i128, i128)];

/// Translates a term of sort Bool.
fn truth(term: &Term, ranges: &Ranges) -> Result<Term, EncodeError> {
    let truths = |terms: &[Term]| -> Result<Vec<Term>, EncodeError> {
        terms.iter().map(|term| truth(term, ranges)).collect()
    };
    Ok(match term {
        Term::Not(a) => truth(a, ranges)?.negate(),
        Term::And(terms) => Term::and(truths(terms)?),
        Term::Or(terms) => Term::or(truths(terms)?),
        Term::Implies(a, b) => truth(a, ranges)?.implies(truth(b, ranges)?),
        Term::Iff(a, b) => truth(a, ranges)?.iff(truth(b, ranges)?),
        Term::Ite(a, b, c) => {
            let (b, c) = (truth(b, ranges)?, truth(c, ranges)?);
            truth(a, ranges)?.ite(b, c)
        }
        Term::Eq(a, b) => relate(a, b, ranges, &|a, b| Term::Eq(a, b), &|a, b| {
            (a.0 == b.1 && a.1 == b.0 && a.0 == a.1, a.1 < b.0 || b.1 < a.0)
        })?,
        Term::Le(a, b) => at_most(a, b, ranges)?,
        Term::Ge(a, b) => at_most(b, a, ranges)?,
        Term::Lt(a, b) => below(a, b, ranges)?,
        Term::Gt(a, b) => below(b, a, ranges)?,
        Term::Distinct(terms) => {
            let numbers = terms.iter().map(|term| number(term, ranges));
            Term::Distinct(even(numbers.collect::<Result<_, _>>()?)?.0)
        }
        other => other.clone(),
    })
}

fn at_most(a: &Term, b: &Term, ranges: &Ranges) -> Result<Term, EncodeError> {
    relate(a, b, ranges, &|a, b| Term::BitsLe(a, b), &|a, b| (a.1 <= b.0, a.0 > b.1))
}

fn below(a: &Term, b: &Term, ranges: &Ranges) -> Result<Term, EncodeError> {
    relate(a, b, ranges, &|a, b| Term::BitsLt(a, b), &|a, b| (a.1 < b.0, a.0 >= b.1))
}

type Range = (i128, i128);

/// Relates two numbers, unless their ranges decide the relation. A comparison of a single
/// variable is always kept, because the variable's range rests on such comparisons.
fn relate(
    a: &Term,
    b: &Term,
    ranges: &Ranges,
    make: &dyn Fn(Box<Term>, Box<Term>) -> Term,
    decided: &dyn Fn(Range, Range) -> (bool, bool),
) -> Result<Term, EncodeError> {
    let of_variable = [a, b].iter().any(|term| matches!(term, Term::IntVar(_)));
    let (a, b) = (number(a, ranges)?, number(b, ranges)?);
    let (always, never) = decided((a.least, a.most), (b.least, b.most));
    if !of_variable && (always || never) {
        return Ok(Term::Bool(always));
    }
    let (mut pair, _) = even(vec![a, b])?;
    let (Some(b), Some(a)) = (pair.pop(), pair.pop()) else { unreachable!("two are there") };
    Ok(make(Box::new(a), Box::new(b)))
}

/// Extends the terms to the width of the widest.
fn even(terms: Vec<Ranged>) -> Result<(Vec<Term>, u32), EncodeError> {
    let least = terms.iter().map(|ranged| ranged.least).min().unwrap_or(0);
    let most = terms.iter().map(|ranged| ranged.most).max().unwrap_or(0);
    let wanted = width(least, most)?;
    let terms = terms.into_iter().map(|ranged| extend(ranged, wanted)).collect::<Result<_, _>>()?;
    Ok((terms, wanted))
}

fn extend(ranged: Ranged, wanted: u32) -> Result<Term, EncodeError> {
    let own = width(ranged.least, ranged.most)?;
    Ok(match ranged.term {
        Term::Bits(number, _) => Term::Bits(number, wanted),
        term if own == wanted => term,
        term => Term::SignExtend(wanted - own, Box::new(term)),
    })
}

/// Translates a term over integers.
fn number(term: &Term, ranges: &Ranges) -> Result<Ranged, EncodeError> {
    match term {
        Term::Int(value) => {
            let wide = i128::from(*value);
            Ok(Ranged { term: Term::Bits(*value, width(wide, wide)?), least: wide, most: wide })
        }
        Term::IntVar(index) => {
            let (least, most) = ranges[*index];
            Ok(Ranged { term: Term::BitsVar(*index), least, most })
        }
        Term::Add(terms) => combine(terms, ranges, Term::BitsAdd, &|a, b| (a.0 + b.0, a.1 + b.1)),
        Term::Mul(terms) => combine(terms, ranges, Term::BitsMul, &|a, b| {
            let ends = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            ends.into_iter().fold((ends[0], ends[0]), |(l, m), end| (l.min(end), m.max(end)))
        }),
        Term::Ite(when, a, b) => {
            let when = truth(when, ranges)?;
            let (a, b) = (number(a, ranges)?, number(b, ranges)?);
            let (least, most) = (a.least.min(b.least), a.most.max(b.most));
            let (mut pair, _) = even(vec![a, b])?;
            let (Some(b), Some(a)) = (pair.pop(), pair.pop()) else { unreachable!("two") };
            Ok(Ranged { term: Term::Ite(Box::new(when), Box::new(a), Box::new(b)), least, most })
        }
        other => unreachable!("{other:?} where the encodings build an integer"),
    }
}

/// Combines terms by an operation; operands and result have the width of the widest among them.
fn combine(
    terms: &[Term],
    ranges: &Ranges,
    make: fn(Vec<Term>) -> Term,
    range: &dyn Fn(Range, Range) -> Range,
) -> Result<Ranged, EncodeError> {
    let parts: Vec<Ranged> =
        terms.iter().map(|term| number(term, ranges)).collect::<Result<_, _>>()?;
    let mut so_far: Option<Range> = None;
    let (mut least, mut most) = (0, 0);
    for part in &parts {
        let here = (part.least, part.most);
        let next = so_far.map_or(here, |before| range(before, here));
        // Each operand and each intermediate result must fit; 64 bits bound the products.
        width(next.0, next.1)?;
        so_far = Some(next);
        (least, most) = (next.0.min(least).min(here.0), next.1.max(most).max(here.1));
    }
    let (own_least, own_most) = so_far.unwrap_or((0, 0));
    let wanted = width(least, most)?;
    let parts = parts.into_iter().map(|part| extend(part, wanted)).collect::<Result<_, _>>()?;
    Ok(Ranged {
        term: make(parts),
        // The term has the common width; its range is declared that wide, so that the width
        // stays known.
        least: if width(own_least, own_most)? == wanted { own_least } else { least },
        most: if width(own_least, own_most)? == wanted { own_most } else { most },
    })
}
