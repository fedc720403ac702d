//! Functions of lists of parts.

use super::parts::{constant, constants};
use super::token::Fault;
use super::tree::{Binary, Function};
use super::world::{Part, World};

impl World<'_> {
    /// Returns the value of a function.
    pub(super) fn call(
        &mut self,
        function: Function,
        parts: &[Part],
        at: usize,
    ) -> Result<Part, Fault> {
        let expected = match function {
            Function::Abs => (parts.len() != 1).then_some("one operand"),
            Function::Dist => (parts.len() != 2).then_some("two operands"),
            Function::Min | Function::Max => parts.is_empty().then_some("one or more operands"),
            _ => None,
        };
        if let Some(expected) = expected {
            let message = format!("a function of {} operands; expected {expected}", parts.len());
            return Err(self.fault(at, message));
        }
        match function {
            Function::Sum => {
                let signed: Vec<(bool, Part)> = parts.iter().map(|&part| (false, part)).collect();
                self.sum(&signed, at)
            }
            Function::Count => self.count(parts, at),
            Function::Product => {
                let mut product = Part::Number(1);
                for &part in parts {
                    product = self.binary(Binary::Mul, product, part, at)?;
                }
                Ok(product)
            }
            Function::All => Ok(self.all(parts)),
            Function::Any => Ok(self.any(parts)),
            Function::Xor => Ok(self.odd(parts)),
            Function::Dist => {
                let difference = self.sum(&[(false, parts[0]), (true, parts[1])], at)?;
                self.abs(difference, at)
            }
            Function::Abs => self.abs(parts[0], at),
            Function::Min | Function::Max => self.best(function == Function::Max, parts, at),
            Function::AllDifferent => Ok(self.all_different(parts)),
            Function::AllEqual => Ok(self.all_equal(parts)),
            Function::Iff => Ok(self.all_alike(parts)),
            Function::Length => Err(self.fault(at, "indices; expected an array: length(x)")),
        }
    }

    /// Returns the number of true parts.
    fn count(&mut self, parts: &[Part], at: usize) -> Result<Part, Fault> {
        let mut signed = Vec::with_capacity(parts.len());
        for &part in parts {
            let part = match constant(part) {
                Some(number) => Part::Number((number != 0).into()),
                None => Part::Bool(self.truth(part)),
            };
            signed.push((false, part));
        }
        self.sum(&signed, at)
    }

    /// Returns an absolute value.
    fn abs(&mut self, part: Part, at: usize) -> Result<Part, Fault> {
        match constant(part) {
            Some(number) => {
                let number = number.checked_abs().ok_or_else(|| self.too_large(at))?;
                Ok(Part::Number(number))
            }
            None => {
                let int = self.int(part);
                Ok(Part::Int(self.terms.abs(int)))
            }
        }
    }

    /// Returns the largest or the smallest part.
    fn best(&mut self, is_max: bool, parts: &[Part], at: usize) -> Result<Part, Fault> {
        if let Some(numbers) = constants(parts) {
            let best = if is_max { numbers.iter().max() } else { numbers.iter().min() };
            return Ok(Part::Number(best.copied().unwrap_or(0)));
        }
        let ints = self.ints(parts);
        let best = if is_max { self.terms.max(&ints) } else { self.terms.min(&ints) };
        Ok(Part::Int(best.ok_or_else(|| self.too_large(at))?))
    }

    /// Returns whether no two numbers are equal.
    fn all_different(&mut self, parts: &[Part]) -> Part {
        match constants(parts) {
            Some(mut numbers) => {
                numbers.sort_unstable();
                Part::Truth(numbers.windows(2).all(|pair| pair[0] != pair[1]))
            }
            None => {
                let ints = self.ints(parts);
                Part::Bool(self.terms.distinct(&ints))
            }
        }
    }

    /// Returns whether all numbers are equal.
    fn all_equal(&mut self, parts: &[Part]) -> Part {
        match constants(parts) {
            Some(numbers) => Part::Truth(numbers.windows(2).all(|pair| pair[0] == pair[1])),
            None => {
                let ints = self.ints(parts);
                Part::Bool(self.terms.all_equal(&ints))
            }
        }
    }

    /// Returns whether all truths are equal.
    fn all_alike(&mut self, parts: &[Part]) -> Part {
        match constants(parts) {
            Some(numbers) => {
                let mut truths = numbers.windows(2);
                Part::Truth(truths.all(|pair| (pair[0] != 0) == (pair[1] != 0)))
            }
            None => {
                let bools = self.bools(parts);
                Part::Bool(self.terms.all_alike(&bools))
            }
        }
    }
}
