//! Operators on parts: numbers where all operands are known, otherwise terms.

use super::parts::{constant, constants};
use super::token::Fault;
use super::tree::Binary;
use super::world::{Part, World};
use parallax_model::{Domain, Relation, Value};

impl World<'_> {
    /// Returns the opposite of a truth.
    pub(super) fn not(&mut self, part: Part) -> Part {
        match constant(part) {
            Some(number) => Part::Truth(number == 0),
            None => {
                let truth = self.truth(part);
                Part::Bool(self.terms.not(truth))
            }
        }
    }

    /// Returns whether all parts are true.
    pub(super) fn all(&mut self, parts: &[Part]) -> Part {
        match (constants(parts), parts) {
            (Some(numbers), _) => Part::Truth(numbers.iter().all(|&number| number != 0)),
            (None, &[one]) => Part::Bool(self.truth(one)),
            _ => {
                let parts = self.bools(parts);
                Part::Bool(self.terms.and(&parts))
            }
        }
    }

    /// Returns whether one part or more is true.
    pub(super) fn any(&mut self, parts: &[Part]) -> Part {
        match constants(parts) {
            Some(numbers) => Part::Truth(numbers.iter().any(|&number| number != 0)),
            None => {
                let parts = self.bools(parts);
                Part::Bool(self.terms.or(&parts))
            }
        }
    }

    /// Returns whether the number of true parts is odd.
    pub(super) fn odd(&mut self, parts: &[Part]) -> Part {
        match constants(parts) {
            Some(numbers) => Part::Truth(numbers.iter().filter(|&&n| n != 0).count() % 2 == 1),
            None => {
                let parts = self.bools(parts);
                Part::Bool(self.terms.odd(&parts))
            }
        }
    }

    /// Creates the fault of a number that does not fit.
    pub(super) fn too_large(&self, at: usize) -> Fault {
        self.fault(at, "a number beyond 64 bits")
    }

    /// Returns a sum; it subtracts the parts with `true`.
    pub(super) fn sum(&mut self, parts: &[(bool, Part)], at: usize) -> Result<Part, Fault> {
        let mut known = 0i64;
        let mut list = Vec::new();
        for &(negative, part) in parts {
            match constant(part) {
                Some(number) => {
                    let next = if negative {
                        known.checked_sub(number)
                    } else {
                        known.checked_add(number)
                    };
                    known = next.ok_or_else(|| self.too_large(at))?;
                }
                None => {
                    let int = self.int(part);
                    list.push(if negative { self.terms.scale(-1, int) } else { int });
                }
            }
        }
        if list.is_empty() {
            return Ok(Part::Number(known));
        }
        if known != 0 {
            list.push(self.number(known));
        }
        Ok(Part::Int(if let [one] = list[..] { one } else { self.terms.sum(&list) }))
    }

    /// Returns the result of an operator; equal operations are one term.
    pub(super) fn binary(
        &mut self,
        operator: Binary,
        a: Part,
        b: Part,
        at: usize,
    ) -> Result<Part, Fault> {
        if let (Some(a), Some(b)) = (constant(a), constant(b)) {
            let number = match operator {
                Binary::Mul => a.checked_mul(b),
                Binary::Div if b != 0 => a.checked_div(b),
                Binary::Mod if b != 0 => a.checked_rem(b),
                Binary::Pow if b >= 0 => power(a, b),
                Binary::Iff => return Ok(Part::Truth((a != 0) == (b != 0))),
                _ => Some(0),
            };
            let undefined = match operator {
                Binary::Div | Binary::Mod => b == 0,
                Binary::Pow => b < 0,
                _ => false,
            };
            let number = number.ok_or_else(|| self.too_large(at))?;
            if !undefined {
                return Ok(Part::Number(number));
            }
        }
        if operator == Binary::Iff {
            let (a, b) = (self.truth(a), self.truth(b));
            return Ok(Part::Bool(self.terms.iff(a, b)));
        }
        if operator == Binary::Mul
            && let Some((factor, other)) =
                constant(a).map(|f| (f, b)).or(constant(b).map(|f| (f, a)))
        {
            let other = self.int(other);
            return Ok(Part::Int(self.terms.scale(factor, other)));
        }
        let (a, b) = (self.int(a), self.int(b));
        let key = (operator as u8, a.place(), b.place());
        if let Some(&known) = self.known.get(&key) {
            return Ok(Part::Int(known));
        }
        let int = match operator {
            Binary::Mul => self.terms.product(a, b),
            Binary::Div => self.terms.quotient(a, b),
            Binary::Mod => self.terms.remainder(a, b),
            _ => self.terms.power(a, b),
        };
        self.known.insert(key, int);
        Ok(Part::Int(int))
    }

    /// Returns whether a relation holds.
    pub(super) fn compared(&mut self, a: Part, relation: Relation, b: Part) -> Part {
        if let (Some(a), Some(b)) = (constant(a), constant(b)) {
            return Part::Truth(match relation {
                Relation::Eq => a == b,
                Relation::Ne => a != b,
                Relation::Lt => a < b,
                Relation::Le => a <= b,
                Relation::Gt => a > b,
                Relation::Ge => a >= b,
            });
        }
        let (a, b) = (self.int(a), self.int(b));
        Part::Bool(self.terms.compare(a, relation, b))
    }

    /// Returns whether a number lies in one of the ranges.
    pub(super) fn member(
        &mut self,
        part: Part,
        set: &[(i64, i64)],
        at: usize,
    ) -> Result<Part, Fault> {
        if let Some(number) = constant(part) {
            return Ok(Part::Truth(set.iter().any(|&(low, high)| low <= number && number <= high)));
        }
        let domain = self.domain(set, at)?;
        let int = self.int(part);
        Ok(Part::Bool(self.terms.member(int, domain)))
    }

    /// Returns a set as a domain.
    pub(crate) fn domain(&self, set: &[(i64, i64)], at: usize) -> Result<Domain, Fault> {
        let value = |number: i64| {
            let message = || format!("{number} is beyond {}", parallax_model::MAX_VALUE);
            let value = Value::try_from(number).ok();
            let value =
                value.filter(|v| v.unsigned_abs() <= parallax_model::MAX_VALUE.unsigned_abs());
            value.ok_or_else(|| self.fault(at, message()))
        };
        let pairs = set.iter().map(|&(low, high)| Ok((value(low)?, value(high)?)));
        Ok(Domain::from_intervals(pairs.collect::<Result<Vec<_>, Fault>>()?))
    }
}

/// Returns a base to a power that is not negative; `None` beyond 64 bits.
fn power(base: i64, exponent: i64) -> Option<i64> {
    match base {
        0 | 1 => Some(if exponent == 0 { 1 } else { base }),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}
