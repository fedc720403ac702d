//! Integers as a truth value for each value, and sums as pseudo-Boolean constraints.

use std::collections::BTreeMap;

use super::{EncodedScript, IntCode, PseudoBooleanTerm, SmtScript, SmtTerm, encoding::value_runs};
use crate::{ArithmeticRelation, EncodeError};

/// Maximum number of truth values for all integers together.
const MAX_VALUES: u64 = 1 << 21;

/// Maximum number of summands of one sum; a product has a summand for each pair of values.
const MAX_PARTS: usize = 1_000_000;

/// A number as a constant plus weighted truth values.
#[derive(Clone, Default)]
struct PseudoBooleanSum {
    constant: i128,
    parts: Vec<(i128, SmtTerm)>,
}

/// Encodes the script over truth values.
pub(super) fn encode_script(script: &SmtScript) -> Result<EncodedScript, EncodeError> {
    // No logic of SMT-LIB has pseudo-Boolean constraints; Z3 accepts them in this one.
    let mut encoded = SmtScript::new("QF_FD");
    encoded.bools.clone_from(&script.bools);
    let mut codes = Vec::new();
    let mut size: u64 = 0;
    for decl in &script.ints {
        for &(low, high) in value_runs(decl)? {
            size += u64::from(low.abs_diff(high)) + 1;
        }
    }
    if size > MAX_VALUES {
        let (what, limit) = ("truth values for integers", MAX_VALUES);
        return Err(EncodeError::TooLarge { what, size, limit });
    }
    for decl in &script.ints {
        let values: Vec<i32> =
            value_runs(decl)?.iter().flat_map(|&(low, high)| low..=high).collect();
        // Print the comment once: that of a domain may be as long as the domain.
        let comment = |value: i32| if Some(&value) == values.first() { &*decl.comment } else { "" };
        let code = match *values {
            [only] => vec![(only, SmtTerm::Bool(true))],
            // Two values need one truth value and no constraint between them.
            [small, large] => {
                let name = format!("{}={large}", decl.name);
                let larger = SmtTerm::BoolVar(encoded.declare_bool(name, &*decl.comment));
                vec![(small, larger.clone().negate_term()), (large, larger)]
            }
            _ => {
                let one = |&value: &i32| {
                    let name = format!("{}={value}", decl.name);
                    (value, SmtTerm::BoolVar(encoded.declare_bool(name, comment(value))))
                };
                values.iter().map(one).collect()
            }
        };
        // Exactly one value is taken. With one value this holds; without values it becomes false.
        if code.len() != 2 {
            let parts = code.iter().map(|(_, term)| (1, term.clone())).collect();
            encoded.assert_term(
                "domains",
                weigh_sum(PseudoBooleanSum { constant: 0, parts }, ArithmeticRelation::Eq, 1)?,
            );
        }
        codes.push(IntCode::OneHot(code));
    }
    let encoder = PseudoBooleanEncoder { codes: &codes };
    let mut assertions = Vec::new();
    for (label, term) in &script.assertions {
        assertions.push((label.clone(), encoder.encode_truth(term)?));
    }
    encoded.assertions.extend(assertions);
    Ok(EncodedScript { script: encoded, codes })
}

/// Translates a term over integers that have such codes.
pub(super) fn encode_further_term(
    term: &SmtTerm,
    codes: &[IntCode],
) -> Result<SmtTerm, EncodeError> {
    PseudoBooleanEncoder { codes }.encode_truth(term)
}

struct PseudoBooleanEncoder<'a> {
    codes: &'a [IntCode],
}

impl PseudoBooleanEncoder<'_> {
    /// Translates a term of sort Bool.
    fn encode_truth(&self, term: &SmtTerm) -> Result<SmtTerm, EncodeError> {
        let truths = |terms: &[SmtTerm]| -> Result<Vec<SmtTerm>, EncodeError> {
            terms.iter().map(|term| self.encode_truth(term)).collect()
        };
        Ok(match term {
            SmtTerm::Not(a) => self.encode_truth(a)?.negate_term(),
            SmtTerm::And(terms) => SmtTerm::conjoin_all(truths(terms)?),
            SmtTerm::Or(terms) => SmtTerm::disjoin_all(truths(terms)?),
            SmtTerm::Implies(a, b) => self.encode_truth(a)?.implies_term(self.encode_truth(b)?),
            SmtTerm::Iff(a, b) => self.encode_truth(a)?.iff_term(self.encode_truth(b)?),
            SmtTerm::Ite(a, b, c) => {
                let (b, c) = (self.encode_truth(b)?, self.encode_truth(c)?);
                self.encode_truth(a)?.if_then_else(b, c)
            }
            SmtTerm::Eq(a, b) => self.encode_relation(a, ArithmeticRelation::Eq, b)?,
            SmtTerm::Le(a, b) => self.encode_relation(a, ArithmeticRelation::Le, b)?,
            SmtTerm::Lt(a, b) => self.encode_relation(a, ArithmeticRelation::Lt, b)?,
            SmtTerm::Ge(a, b) => self.encode_relation(a, ArithmeticRelation::Ge, b)?,
            SmtTerm::Gt(a, b) => self.encode_relation(a, ArithmeticRelation::Gt, b)?,
            SmtTerm::Distinct(terms) => self.encode_distinct(terms)?,
            other => other.clone(),
        })
    }

    /// Returns the values of a variable, each with its truth value.
    fn value_truths(&self, index: usize) -> &[(i32, SmtTerm)] {
        match &self.codes[index] {
            IntCode::OneHot(values) => values,
            _ => &[],
        }
    }

    fn encode_relation(
        &self,
        a: &SmtTerm,
        relation: ArithmeticRelation,
        b: &SmtTerm,
    ) -> Result<SmtTerm, EncodeError> {
        match (a, b) {
            (SmtTerm::IntVar(x), SmtTerm::Int(bound)) => {
                Ok(self.encode_bound(*x, relation, *bound))
            }
            (SmtTerm::IntVar(x), SmtTerm::IntVar(y)) if relation == ArithmeticRelation::Eq => {
                Ok(self.encode_equality(*x, *y))
            }
            _ => {
                let mut sum = self.encode_number(a)?;
                sum.subtract_sum(self.encode_number(b)?)?;
                weigh_sum(sum, relation, 0)
            }
        }
    }

    /// Returns "one of the values that satisfy the relation".
    fn encode_bound(&self, x: usize, relation: ArithmeticRelation, bound: i64) -> SmtTerm {
        let allowed = |value: i32| relation.holds_between(value.into(), bound.into());
        let values = self.value_truths(x);
        let number = values.iter().filter(|&&(value, _)| allowed(value)).count();
        if number == values.len() {
            return SmtTerm::Bool(!values.is_empty());
        }
        // The shorter of "one of the allowed values" and "none of the others".
        if 2 * number > values.len() {
            let others = values.iter().filter(|&&(value, _)| !allowed(value));
            return SmtTerm::conjoin_all(others.map(|(_, term)| term.clone().negate_term()));
        }
        let some = values.iter().filter(|&&(value, _)| allowed(value));
        SmtTerm::disjoin_all(some.map(|(_, term)| term.clone()))
    }

    /// Returns "both variables take the same value".
    fn encode_equality(&self, x: usize, y: usize) -> SmtTerm {
        let of = |index: usize, value: i32| self.codes[index].value_term(value.into());
        let forth =
            self.value_truths(x).iter().map(|(value, term)| term.clone().iff_term(of(y, *value)));
        // Values that `x` lacks: `y` takes none of them.
        let missing =
            self.value_truths(y).iter().filter(|(value, _)| of(x, *value) == SmtTerm::Bool(false));
        SmtTerm::conjoin_all(forth.chain(missing.map(|(_, term)| term.clone().negate_term())))
    }

    /// Returns disequality: for variables, at most one of them takes each value; other terms differ
    /// in pairs.
    fn encode_distinct(&self, terms: &[SmtTerm]) -> Result<SmtTerm, EncodeError> {
        let variables = terms.iter().map(|term| match term {
            SmtTerm::IntVar(index) => Some(*index),
            _ => None,
        });
        let Some(variables) = variables.collect::<Option<Vec<usize>>>() else {
            let mut parts = Vec::new();
            for (place, a) in terms.iter().enumerate() {
                for b in &terms[..place] {
                    parts.push(self.encode_relation(a, ArithmeticRelation::Eq, b)?.negate_term());
                }
            }
            return Ok(SmtTerm::conjoin_all(parts));
        };
        let mut takers: BTreeMap<i32, Vec<(i128, SmtTerm)>> = BTreeMap::new();
        for (value, term) in variables.iter().flat_map(|&x| self.value_truths(x)) {
            takers.entry(*value).or_default().push((1, term.clone()));
        }
        let one =
            |parts| weigh_sum(PseudoBooleanSum { constant: 0, parts }, ArithmeticRelation::Le, 1);
        Ok(SmtTerm::conjoin_all(takers.into_values().map(one).collect::<Result<Vec<_>, _>>()?))
    }

    /// Translates a term over integers to a weighted sum.
    fn encode_number(&self, term: &SmtTerm) -> Result<PseudoBooleanSum, EncodeError> {
        match term {
            SmtTerm::Int(value) => {
                Ok(PseudoBooleanSum { constant: (*value).into(), parts: Vec::new() })
            }
            SmtTerm::IntVar(index) => {
                let values = self.value_truths(*index);
                let least = values.first().map_or(0, |&(value, _)| i128::from(value));
                // The minimum goes into the constant, since exactly one value is taken: x in {3, 5,
                // 8} is 3 + 2 [x = 5] + 5 [x = 8].
                let above = values.iter().skip(1);
                let parts = above.map(|(v, term)| (i128::from(*v) - least, term.clone())).collect();
                Ok(PseudoBooleanSum { constant: least, parts })
            }
            SmtTerm::Add(terms) => {
                let mut sum = PseudoBooleanSum::default();
                for term in terms {
                    sum.add_sum(self.encode_number(term)?)?;
                }
                Ok(sum)
            }
            SmtTerm::Mul(terms) => {
                let mut product = PseudoBooleanSum { constant: 1, parts: Vec::new() };
                for term in terms {
                    product = product.multiply_sum(&self.encode_number(term)?)?;
                }
                Ok(product)
            }
            SmtTerm::Ite(when, a, b) => {
                let when = self.encode_truth(when)?;
                let mut sum = self.encode_number(a)?.sum_if(&when);
                sum.add_sum(self.encode_number(b)?.sum_if(&when.negate_term()))?;
                Ok(sum)
            }
            other => unreachable!("{other:?} where the encodings build an integer"),
        }
    }
}

impl PseudoBooleanSum {
    fn add_sum(&mut self, other: PseudoBooleanSum) -> Result<(), EncodeError> {
        let constant = self.constant.checked_add(other.constant);
        self.constant = constant.ok_or(EncodeError::Overflow)?;
        self.parts.extend(other.parts);
        too_many(self.parts.len())
    }

    fn subtract_sum(&mut self, other: PseudoBooleanSum) -> Result<(), EncodeError> {
        let parts = other.parts.into_iter().map(|(weight, term)| (-weight, term)).collect();
        self.add_sum(PseudoBooleanSum { constant: -other.constant, parts })
    }

    /// Returns the product: each summand of one times each of the other.
    fn multiply_sum(&self, other: &PseudoBooleanSum) -> Result<PseudoBooleanSum, EncodeError> {
        too_many(self.parts.len().saturating_mul(other.parts.len()))?;
        let mul = |a: i128, b: i128| a.checked_mul(b).ok_or(EncodeError::Overflow);
        let mut product =
            PseudoBooleanSum { constant: mul(self.constant, other.constant)?, parts: Vec::new() };
        for (weight, term) in &self.parts {
            product.parts.push((mul(*weight, other.constant)?, term.clone()));
            for (factor, other) in &other.parts {
                let both = SmtTerm::conjoin_all([term.clone(), other.clone()]);
                product.parts.push((mul(*weight, *factor)?, both));
            }
        }
        for (weight, term) in &other.parts {
            product.parts.push((mul(*weight, self.constant)?, term.clone()));
        }
        Ok(product)
    }

    /// Returns the sum if `when` holds, and 0 otherwise.
    fn sum_if(self, when: &SmtTerm) -> PseudoBooleanSum {
        let constant = (self.constant, when.clone());
        let parts = self.parts.into_iter();
        let parts =
            parts.map(|(weight, term)| (weight, SmtTerm::conjoin_all([when.clone(), term])));
        PseudoBooleanSum { constant: 0, parts: [constant].into_iter().chain(parts).collect() }
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
fn weigh_sum(
    sum: PseudoBooleanSum,
    relation: ArithmeticRelation,
    bound: i128,
) -> Result<SmtTerm, EncodeError> {
    let mut bound = bound - sum.constant;
    let mut parts: Vec<(i128, SmtTerm)> = Vec::new();
    for (weight, term) in sum.parts {
        match term {
            _ if weight == 0 => {}
            SmtTerm::Bool(false) => {}
            SmtTerm::Bool(true) => bound -= weight,
            term if weight > 0 => parts.push((weight, term)),
            term => {
                // A literal that subtracts when true adds when false.
                bound -= weight;
                parts.push((-weight, term.negate_term()));
            }
        }
    }
    let max_sum: i128 = parts.iter().map(|(weight, _)| weight).sum();
    // Z3 has only `<=`, `>=` and `=`; over whole numbers, `<` and `>` are these with another bound.
    let (relation, bound) = match relation {
        ArithmeticRelation::Lt => (ArithmeticRelation::Le, bound - 1),
        ArithmeticRelation::Gt => (ArithmeticRelation::Ge, bound + 1),
        ArithmeticRelation::Ne => {
            return Ok(
                weighted_constraint(parts, max_sum, ArithmeticRelation::Eq, bound)?.negate_term()
            );
        }
        relation => (relation, bound),
    };
    weighted_constraint(parts, max_sum, relation, bound)
}

fn weighted_constraint(
    parts: Vec<(i128, SmtTerm)>,
    max_sum: i128,
    relation: ArithmeticRelation,
    bound: i128,
) -> Result<SmtTerm, EncodeError> {
    match relation {
        // The sum ranges from 0 to `max_sum`: bounds outside it decide the relation.
        ArithmeticRelation::Le if bound >= max_sum => return Ok(SmtTerm::Bool(true)),
        ArithmeticRelation::Ge if bound <= 0 => return Ok(SmtTerm::Bool(true)),
        ArithmeticRelation::Le | ArithmeticRelation::Eq if bound < 0 => {
            return Ok(SmtTerm::Bool(false));
        }
        ArithmeticRelation::Ge | ArithmeticRelation::Eq if bound > max_sum => {
            return Ok(SmtTerm::Bool(false));
        }
        ArithmeticRelation::Eq if parts.is_empty() => return Ok(SmtTerm::Bool(true)),
        _ => {}
    }
    let Some((parts, bound)) = reduce_weights(parts, relation, bound) else {
        return Ok(SmtTerm::Bool(false));
    };
    let narrow = |number: i128| i32::try_from(number).map_err(|_| EncodeError::Overflow);
    narrow(parts.iter().map(|(weight, _)| weight).sum())?;
    let parts = parts.into_iter().map(|(weight, term)| Ok((narrow(weight)?, term)));
    let parts = parts.collect::<Result<Vec<_>, EncodeError>>()?;
    Ok(SmtTerm::Weighted(Box::new(PseudoBooleanTerm { parts, relation, bound: narrow(bound)? })))
}

/// Reduces the weights by their common divisor and the bound; `None` if the constraint has no
/// solution. The bound lies between 0 and the sum of the positive weights.
fn reduce_weights(
    mut parts: Vec<(i128, SmtTerm)>,
    relation: ArithmeticRelation,
    bound: i128,
) -> Option<(Vec<(i128, SmtTerm)>, i128)> {
    let divisor = parts.iter().fold(0, |divisor, (weight, _)| gcd(divisor, *weight)).max(1);
    let bound = match relation {
        // Sums are multiples of the divisor: a lower bound rounds up, an upper bound down, and an
        // equality between two multiples fails.
        ArithmeticRelation::Ge => (bound + divisor - 1) / divisor,
        ArithmeticRelation::Eq if bound % divisor != 0 => return None,
        _ => bound / divisor,
    };
    // A literal whose weight reaches the bound decides alone.
    let max_weight = match relation {
        ArithmeticRelation::Ge => bound,
        _ => bound + 1,
    };
    for (weight, _) in &mut parts {
        *weight = (*weight / divisor).min(max_weight);
    }
    Some((parts, bound))
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
