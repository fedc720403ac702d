//! Builds terms from operators and their arguments.

use parallax_model::Relation;
use parallax_model::flatten::{Bool, Int, Node, Terms};
use parallax_model::instance::InputError;

use super::term::{Reader, Typed};

/// An operator of integers or truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    And,
    Or,
    Not,
    Implies,
    Xor,
    Equal,
    Distinct,
    Ite,
    Order(Relation),
    Plus,
    Minus,
    Times,
    Div,
    Mod,
    Abs,
}

impl Operator {
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "and" => Operator::And,
            "or" => Operator::Or,
            "not" => Operator::Not,
            "=>" => Operator::Implies,
            "xor" => Operator::Xor,
            "=" => Operator::Equal,
            "distinct" => Operator::Distinct,
            "ite" => Operator::Ite,
            "<" => Operator::Order(Relation::Lt),
            "<=" => Operator::Order(Relation::Le),
            ">" => Operator::Order(Relation::Gt),
            ">=" => Operator::Order(Relation::Ge),
            "+" => Operator::Plus,
            "-" => Operator::Minus,
            "*" => Operator::Times,
            "div" => Operator::Div,
            "mod" => Operator::Mod,
            "abs" => Operator::Abs,
            _ => return None,
        })
    }

    /// The minimum and the maximum number of arguments.
    fn arity(self) -> (usize, usize) {
        match self {
            Operator::Not | Operator::Abs => (1, 1),
            Operator::Mod => (2, 2),
            Operator::Ite => (3, 3),
            Operator::And | Operator::Or | Operator::Plus | Operator::Minus | Operator::Times => {
                (1, usize::MAX)
            }
            Operator::Implies
            | Operator::Xor
            | Operator::Equal
            | Operator::Distinct
            | Operator::Div
            | Operator::Order(_) => (2, usize::MAX),
        }
    }

    /// Applies the operator to the reader's arguments from index `first` on.
    /// `start` is the offset of the operator's bracket.
    pub(super) fn apply(
        self,
        reader: &mut Reader<'_>,
        start: usize,
        first: usize,
    ) -> Result<Typed, InputError> {
        let (least, most) = self.arity();
        if !(least..=most).contains(&reader.arguments(first).len()) {
            return Err(reader.lexer.unexpected(start, "another number of arguments"));
        }
        Ok(match self {
            Operator::Order(relation) => {
                let parts = reader.ints(first)?;
                Typed::Bool(chain(&mut reader.terms, &parts, relation))
            }
            Operator::Plus => {
                let parts = reader.ints(first)?;
                Typed::Int(reader.terms.sum(&parts))
            }
            Operator::Minus => {
                let parts = reader.ints(first)?;
                Typed::Int(difference(&mut reader.terms, parts))
            }
            Operator::Times => Typed::Int(product(reader, first)?),
            Operator::Div | Operator::Mod => {
                let parts = reader.ints(first)?;
                let mut result = parts[0];
                for (place, &divisor) in parts.iter().enumerate().skip(1) {
                    let at = reader.arguments(first)[place].0;
                    reader.divisors.push((at, divisor));
                    result = euclidean(&mut reader.terms, self == Operator::Div, result, divisor);
                }
                Typed::Int(result)
            }
            Operator::Abs => {
                let part = reader.ints(first)?[0];
                Typed::Int(reader.terms.abs(part))
            }
            Operator::Equal | Operator::Distinct => {
                Typed::Bool(equality(reader, self == Operator::Distinct, start, first)?)
            }
            Operator::Ite => choice(reader, first)?,
            Operator::And | Operator::Or | Operator::Not | Operator::Implies | Operator::Xor => {
                let parts = reader.bools(first)?;
                Typed::Bool(connective(self, &mut reader.terms, parts))
            }
        })
    }
}

fn connective(operator: Operator, terms: &mut Terms, mut parts: Vec<Bool>) -> Bool {
    match operator {
        Operator::And => terms.and(&parts),
        Operator::Not => terms.not(parts[0]),
        Operator::Xor => {
            let mut joined = parts[0];
            for &part in &parts[1..] {
                let same = terms.iff(joined, part);
                joined = terms.not(same);
            }
            joined
        }
        Operator::Implies => {
            // a => b => c is a => (b => c), so (not a) or (not b) or c.
            let last = parts.len() - 1;
            parts[..last].iter_mut().for_each(|part| *part = terms.not(*part));
            terms.or(&parts)
        }
        _ => terms.or(&parts),
    }
}

/// The chain `a R b R c`: every adjacent pair is in the relation.
fn chain(terms: &mut Terms, parts: &[Int], relation: Relation) -> Bool {
    let pairs: Vec<Bool> =
        parts.windows(2).map(|pair| terms.compare(pair[0], relation, pair[1])).collect();
    all(terms, &pairs)
}

fn all(terms: &mut Terms, parts: &[Bool]) -> Bool {
    match parts {
        [only] => *only,
        _ => terms.and(parts),
    }
}

fn negated(terms: &mut Terms, term: Int) -> Int {
    match terms.of_int(term) {
        Node::Number(number) if number != i64::MIN => terms.number(-number),
        _ => terms.scale(-1, term),
    }
}

fn difference(terms: &mut Terms, mut parts: Vec<Int>) -> Int {
    if let [only] = parts[..] {
        return negated(terms, only);
    }
    parts[1..].iter_mut().for_each(|part| *part = negated(terms, *part));
    terms.sum(&parts)
}

fn equality(
    reader: &mut Reader<'_>,
    distinct: bool,
    start: usize,
    first: usize,
) -> Result<Bool, InputError> {
    if let Typed::Int(_) = reader.arguments(first)[0].1 {
        let parts = reader.ints(first)?;
        return Ok(if distinct {
            reader.terms.distinct(&parts)
        } else {
            chain(&mut reader.terms, &parts, Relation::Eq)
        });
    }
    let parts = reader.bools(first)?;
    let terms = &mut reader.terms;
    match (distinct, &parts[..]) {
        (false, _) => {
            let pairs: Vec<Bool> =
                parts.windows(2).map(|pair| terms.iff(pair[0], pair[1])).collect();
            Ok(all(terms, &pairs))
        }
        (true, &[a, b]) => {
            let same = terms.iff(a, b);
            Ok(terms.not(same))
        }
        (true, _) => Err(reader.lexer.unexpected(start, "two truth values")),
    }
}

fn choice(reader: &mut Reader<'_>, first: usize) -> Result<Typed, InputError> {
    let arguments = reader.arguments(first);
    let (condition, then, other) = (arguments[0], arguments[1], arguments[2]);
    let Typed::Bool(condition) = condition.1 else {
        return Err(reader.lexer.unexpected(condition.0, "a truth value"));
    };
    match (then.1, other.1) {
        (Typed::Bool(then), Typed::Bool(other)) => {
            Ok(Typed::Bool(reader.terms.choose(condition, then, other)))
        }
        (Typed::Int(then), Typed::Int(other)) => {
            Ok(Typed::Int(reader.terms.select(condition, then, other)))
        }
        (Typed::Bool(_), _) => Err(reader.lexer.unexpected(other.0, "a truth value")),
        (Typed::Int(_), _) => Err(reader.lexer.unexpected(other.0, "an integer")),
    }
}

/// A product; its numbers become one factor.
fn product(reader: &mut Reader<'_>, first: usize) -> Result<Int, InputError> {
    let mut factor: i64 = 1;
    let mut others: Option<Int> = None;
    for (place, part) in reader.ints(first)?.into_iter().enumerate() {
        let at = reader.arguments(first)[place].0;
        match (reader.terms.of_int(part), others) {
            (Node::Number(number), _) => {
                let product = factor.checked_mul(number);
                factor = product.ok_or_else(|| reader.lexer.unexpected(at, "a smaller number"))?;
            }
            (_, Some(other)) => others = Some(reader.terms.product(other, part)),
            (_, None) => others = Some(part),
        }
    }
    Ok(match others {
        None => reader.terms.number(factor),
        Some(other) => reader.terms.scale(factor, other),
    })
}

/// Builds the quotient or the remainder of Euclidean division, in which the remainder is never
/// negative (Boute, "The Euclidean definition of the functions div and mod", 1992), from those of
/// truncation.
fn euclidean(terms: &mut Terms, is_div: bool, dividend: Int, divisor: Int) -> Int {
    let rest = terms.remainder(dividend, divisor);
    let zero = terms.number(0);
    let is_negative = terms.compare(rest, Relation::Lt, zero);
    if !is_div {
        let size = terms.abs(divisor);
        let next = terms.sum(&[rest, size]);
        return terms.select(is_negative, next, rest);
    }
    let quotient = terms.quotient(dividend, divisor);
    let [less, more] = [-1, 1].map(|step| {
        let step = terms.number(step);
        terms.sum(&[quotient, step])
    });
    let is_positive = terms.compare(divisor, Relation::Gt, zero);
    let next = terms.select(is_positive, less, more);
    terms.select(is_negative, next, quotient)
}
