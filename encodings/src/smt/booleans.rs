//! Integers as a truth value for each value, and sums as pseudo-Boolean constraints.

use std::collections::BTreeMap;

use super::{EncodedScript, IntCode, Script, Term, Weighted, encoding::runs};
use crate::{EncodeError, Relation};

/// Maximum number of truth values for all integers together.
const MAX_VALUES: u64 = 1 << 21;

/// Maximum number of summands of one sum; a product has a summand for each pair of values.
const MAX_PARTS: usize = 1_000_000;

/// A number as a constant plus weighted truth values.
#[derive(Clone, Default)]
struct Sum {
    constant: i128,
    parts: Vec<(i128, Term)>,
}

/// Encodes the script over truth values.
pub(super) fn encode(script: &Script) -> Result<EncodedScript, EncodeError> {
    // No logic of SMT-LIB has pseudo-Boolean constraints; Z3 accepts them in this one.
    let mut encoded = Script::new("QF_FD");
    encoded.bools.clone_from(&script.bools);
    let mut codes = Vec::new();
    let mut size: u64 = 0;
    for decl in &script.ints {
        for &(low, high) in runs(decl)? {
            size += u64::from(low.abs_diff(high)) + 1;
        }
    }
    if size > MAX_VALUES {
        let (what, limit) = ("truth values for integers", MAX_VALUES);
        return Err(EncodeError::TooLarge { what, size, limit });
    }
    for decl in &script.ints {
        let values: Vec<i32> = runs(decl)?.iter().flat_map(|&(low, high)| low..=high).collect();
        // Print the comment once: that of a domain may be as long as the domain.
        let comment = |value: i32| if Some(&value) == values.first() { &*decl.comment } else { "" };
        let code = match *values {
            [only] => vec![(only, Term::Bool(true))],
            [small, large] => {
                let name = format!("{}={large}", decl.name);
                let larger = Term::BoolVar(encoded.bool(name, &*decl.comment));
                vec![(small, larger.clone().negate()), (large, larger)]
            }
            _ => {
                let one = |&value: &i32| {
                    let name = format!("{}={value}", decl.name);
                    (value, Term::BoolVar(encoded.bool(name, comment(value))))
                };
                values.iter().map(one).collect()
            }
        };
        if code.len() != 2 {
            let parts = code.iter().map(|(_, term)| (1, term.clone())).collect();
            encoded.assert("domains", weigh(Sum { constant: 0, parts }, Relation::Eq, 1)?);
        }
        codes.push(IntCode::OneHot(code));
    }
    let encoder = Encoder { codes: &codes };
    let mut assertions = Vec::new();
    for (label, term) in &script.assertions {
        assertions.push((label.clone(), encoder.truth(term)?));
    }
    encoded.assertions.extend(assertions);
    Ok(EncodedScript { script: encoded, codes })
}

/// Translates a term over integers that have such codes.
pub(super) fn further(term: &Term, codes: &[IntCode]) -> Result<Term, EncodeError> {
    Encoder { codes }.truth(term)
}

struct Encoder<'a> {
    codes: &'a [IntCode],
}

impl Encoder<'_> {
    /// Translates a term of sort Bool.
    fn truth(&self, term: &Term) -> Result<Term, EncodeError> {
        let truths = |terms: &[Term]| -> Result<Vec<Term>, EncodeError> {
            terms.iter().map(|term| self.truth(term)).collect()
        };
        Ok(match term {
            Term::Not(a) => self.truth(a)?.negate(),
            Term::And(terms) => Term::and(truths(terms)?),
            Term::Or(terms) => Term::or(truths(terms)?),
            Term::Implies(a, b) => self.truth(a)?.implies(self.truth(b)?),
            Term::Iff(a, b) => self.truth(a)?.iff(self.truth(b)?),
            Term::Ite(a, b, c) => {
                let (b, c) = (self.truth(b)?, self.truth(c)?);
                self.truth(a)?.ite(b, c)
            }
            Term::Eq(a, b) => self.relate(a, Relation::Eq, b)?,
            Term::Le(a, b) => self.relate(a, Relation::Le, b)?,
            Term::Lt(a, b) => self.relate(a, Relation::Lt, b)?,
            Term::Ge(a, b) => self.relate(a, Relation::Ge, b)?,
            Term::Gt(a, b) => self.relate(a, Relation::Gt, b)?,
            Term::Distinct(terms) => self.distinct(terms)?,
            other => other.clone(),
        })
    }

    /// Returns the values of a variable, each with its truth value.
    fn values(&self, index: usize) -> &[(i32, Term)] {
        match &self.codes[index] {
            IntCode::OneHot(values) => values,
            _ => &[],
        }
    }

    fn relate(&self, a: &Term, relation: Relation, b: &Term) -> Result<Term, EncodeError> {
        match (a, b) {
            (Term::IntVar(x), Term::Int(bound)) => Ok(self.bound(*x, relation, *bound)),
            (Term::IntVar(x), Term::IntVar(y)) if relation == Relation::Eq => {
                Ok(self.equal(*x, *y))
            }
            _ => {
                let mut sum = self.number(a)?;
                sum.subtract(self.number(b)?)?;
                weigh(sum, relation, 0)
            }
        }
    }

    /// Returns "one of the values that satisfy the relation".
    fn bound(&self, x: usize, relation: Relation, bound: i64) -> Term {
        let allowed = |value: i32| relation.holds(value.into(), bound.into());
        let values = self.values(x);
        let number = values.iter().filter(|&&(value, _)| allowed(value)).count();
        if number == values.len() {
            return Term::Bool(!values.is_empty());
        }
        if 2 * number > values.len() {
            let others = values.iter().filter(|&&(value, _)| !allowed(value));
            return Term::and(others.map(|(_, term)| term.clone().negate()));
        }
        let some = values.iter().filter(|&&(value, _)| allowed(value));
        Term::or(some.map(|(_, term)| term.clone()))
    }

    /// Returns "both variables take the same value".
    fn equal(&self, x: usize, y: usize) -> Term {
        let of = |index: usize, value: i32| self.codes[index].is(value.into());
        let forth = self.values(x).iter().map(|(value, term)| term.clone().iff(of(y, *value)));
        let missing = self.values(y).iter().filter(|(value, _)| of(x, *value) == Term::Bool(false));
        Term::and(forth.chain(missing.map(|(_, term)| term.clone().negate())))
    }

    /// Returns disequality: for variables, at most one of them takes each value; other terms differ
    /// in pairs.
    fn distinct(&self, terms: &[Term]) -> Result<Term, EncodeError> {
        let variables = terms.iter().map(|term| match term {
            Term::IntVar(index) => Some(*index),
            _ => None,
        });
        let Some(variables) = variables.collect::<Option<Vec<usize>>>() else {
            let mut parts = Vec::new();
            for (place, a) in terms.iter().enumerate() {
                for b in &terms[..place] {
                    parts.push(self.relate(a, Relation::Eq, b)?.negate());
                }
            }
            return Ok(Term::and(parts));
        };
        let mut takers: BTreeMap<i32, Vec<(i128, Term)>> = BTreeMap::new();
        for (value, term) in variables.iter().flat_map(|&x| self.values(x)) {
            takers.entry(*value).or_default().push((1, term.clone()));
        }
        let one = |parts| weigh(Sum { constant: 0, parts }, Relation::Le, 1);
        Ok(Term::and(takers.into_values().map(one).collect::<Result<Vec<_>, _>>()?))
    }

    /// Translates a term over integers to a weighted sum.
    fn number(&self, term: &Term) -> Result<Sum, EncodeError> {
        match term {
            Term::Int(value) => Ok(Sum { constant: (*value).into(), parts: Vec::new() }),
            Term::IntVar(index) => {
                let values = self.values(*index);
                let least = values.first().map_or(0, |&(value, _)| i128::from(value));
                let above = values.iter().skip(1);
                let parts = above.map(|(v, term)| (i128::from(*v) - least, term.clone())).collect();
                Ok(Sum { constant: least, parts })
            }
            Term::Add(terms) => {
                let mut sum = Sum::default();
                for term in terms {
                    sum.add(self.number(term)?)?;
                }
                Ok(sum)
            }
            Term::Mul(terms) => {
                let mut product = Sum { constant: 1, parts: Vec::new() };
                for term in terms {
                    product = product.times(&self.number(term)?)?;
                }
                Ok(product)
            }
            Term::Ite(when, a, b) => {
                let when = self.truth(when)?;
                let mut sum = self.number(a)?.given(&when);
                sum.add(self.number(b)?.given(&when.negate()))?;
                Ok(sum)
            }
            other => unreachable!("{other:?} where the encodings build an integer"),
        }
    }
}

impl Sum {
    fn add(&mut self, other: Sum) -> Result<(), EncodeError> {
        let constant = self.constant.checked_add(other.constant);
        self.constant = constant.ok_or(EncodeError::Overflow)?;
        self.parts.extend(other.parts);
        too_many(self.parts.len())
    }

    fn subtract(&mut self, other: Sum) -> Result<(), EncodeError> {
        let parts = other.parts.into_iter().map(|(weight, term)| (-weight, term)).collect();
        self.add(Sum { constant: -other.constant, parts })
    }

    /// Returns the product: each summand of one times each of the other.
    fn times(&self, other: &Sum) -> Result<Sum, EncodeError> {
        too_many(self.parts.len().saturating_mul(other.parts.len()))?;
        let mul = |a: i128, b: i128| a.checked_mul(b).ok_or(EncodeError::Overflow);
        let mut product = Sum { constant: mul(self.constant, other.constant)?, parts: Vec::new() };
        for (weight, term) in &self.parts {
            product.parts.push((mul(*weight, other.constant)?, term.clone()));
            for (factor, other) in &other.parts {
                let both = Term::and([term.clone(), other.clone()]);
                product.parts.push((mul(*weight, *factor)?, both));
            }
        }
        for (weight, term) in &other.parts {
            product.parts.push((mul(*weight, self.constant)?, term.clone()));
        }
        Ok(product)
    }

    /// Returns the sum if `when` holds, and 0 otherwise.
    fn given(self, when: &Term) -> Sum {
        let constant = (self.constant, when.clone());
        let parts = self.parts.into_iter();
        let parts = parts.map(|(weight, term)| (weight, Term::and([when.clone(), term])));
        Sum { constant: 0, parts: [constant].into_iter().chain(parts).collect() }
    }
}

fn too_many(parts: usize) -> Result<(), EncodeError> {
    let (size, limit) = (parts as u64, MAX_PARTS as u64);
    if parts > MAX_PARTS {
        return Err(EncodeError::TooLarge {
            what: "summands of a sum of truth values",
            size,
            limit,
        });
    }
    Ok(())
}

/// Returns `sum REL bound` with positive weights.
fn weigh(sum: Sum, relation: Relation, bound: i128) -> Result<Term, EncodeError> {
    let mut bound = bound - sum.constant;
    let mut parts: Vec<(i128, Term)> = Vec::new();
    for (weight, term) in sum.parts {
        match term {
            _ if weight == 0 => {}
            Term::Bool(false) => {}
            Term::Bool(true) => bound -= weight,
            term if weight > 0 => parts.push((weight, term)),
            term => {
                // A literal that subtracts when true adds when false.
                bound -= weight;
                parts.push((-weight, term.negate()));
            }
        }
    }
    let most: i128 = parts.iter().map(|(weight, _)| weight).sum();
    let (relation, bound) = match relation {
        Relation::Lt => (Relation::Le, bound - 1),
        Relation::Gt => (Relation::Ge, bound + 1),
        Relation::Ne => return Ok(weighted(parts, most, Relation::Eq, bound)?.negate()),
        relation => (relation, bound),
    };
    weighted(parts, most, relation, bound)
}

fn weighted(
    parts: Vec<(i128, Term)>,
    most: i128,
    relation: Relation,
    bound: i128,
) -> Result<Term, EncodeError> {
    match relation {
        Relation::Le if bound >= most => return Ok(Term::Bool(true)),
        Relation::Ge if bound <= 0 => return Ok(Term::Bool(true)),
        Relation::Le | Relation::Eq if bound < 0 => return Ok(Term::Bool(false)),
        Relation::Ge | Relation::Eq if bound > most => return Ok(Term::Bool(false)),
        Relation::Eq if parts.is_empty() => return Ok(Term::Bool(true)),
        _ => {}
    }
    let Some((parts, bound)) = reduced(parts, relation, bound) else {
        return Ok(Term::Bool(false));
    };
    let narrow = |number: i128| i32::try_from(number).map_err(|_| EncodeError::Overflow);
    narrow(parts.iter().map(|(weight, _)| weight).sum())?;
    let parts = parts.into_iter().map(|(weight, term)| Ok((narrow(weight)?, term)));
    let parts = parts.collect::<Result<Vec<_>, EncodeError>>()?;
    Ok(Term::Weighted(Box::new(Weighted { parts, relation, bound: narrow(bound)? })))
}

/// Reduces the weights by their common divisor and the bound; `None` if the constraint has no
/// solution. The bound lies between 0 and the sum of the positive weights.
fn reduced(
    mut parts: Vec<(i128, Term)>,
    relation: Relation,
    bound: i128,
) -> Option<(Vec<(i128, Term)>, i128)> {
    let divisor = parts.iter().fold(0, |divisor, (weight, _)| gcd(divisor, *weight)).max(1);
    let bound = match relation {
        Relation::Ge => (bound + divisor - 1) / divisor,
        Relation::Eq if bound % divisor != 0 => return None,
        _ => bound / divisor,
    };
    // A literal whose weight reaches the bound decides alone.
    let most = match relation {
        Relation::Ge => bound,
        _ => bound + 1,
    };
    for (weight, _) in &mut parts {
        *weight = (*weight / divisor).min(most);
    }
    Some((parts, bound))
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
