//! Reads the meaning of a formula's variables from the comments of an export, and decodes an
//! assignment into the integers that the formula encodes.
//!
//! `docs/how-to/exchange.md` describes the comments.

use std::collections::{HashMap, HashSet};

use parallax_instance::literals::parse_variable;
use parallax_instance::{DecodeError, NamedValues};
use parallax_json::parse_domain;
use parallax_model::{Domain, Value};

/// The integers that a formula encodes, as its comments describe them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EncodedIntegers {
    ints: Vec<EncodedInteger>,
    by_name: HashMap<String, usize>,
}

/// An integer with the variables that encode it, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EncodedInteger {
    name: String,
    shown: bool,
    domain: Domain,
    /// `variable` is true exactly if the integer has this value.
    values: Vec<(Value, u32)>,
    /// `variable` is true exactly if the integer has at most this value.
    bounds: Vec<(Value, u32)>,
    /// `variable` is this bit of the value's index in the domain.
    bits: Vec<(u32, u32)>,
}

impl EncodedIntegers {
    /// Adds a comment, given without its mark. Ignores a comment that describes neither an integer
    /// nor a variable.
    pub(super) fn add_comment(&mut self, comment: &str) {
        // Only comments of exactly these forms count; any other one is a remark of the user.
        let comment = comment.trim_start();
        if let Some(rest) = comment.strip_prefix("int ") {
            self.declare_integer(rest);
        } else if let Some(rest) = comment.strip_prefix("var ")
            && let Some((number, meaning)) = rest.split_once(" = ")
            && let Some(number) = parse_variable(number.strip_prefix('x').unwrap_or(number))
            && number > 0
        {
            self.explain_variable(number, meaning);
        }
    }

    /// Reads `shown NAME in DOMAIN`.
    fn declare_integer(&mut self, text: &str) -> Option<()> {
        let (kind, rest) = text.split_once(' ')?;
        // The last ` in ` separates, because a name may contain one and a domain does not.
        let (name, values) = rest.rsplit_once(" in ")?;
        let shown = match kind {
            "shown" => true,
            "hidden" => false,
            _ => return None,
        };
        let domain = parse_domain(values).ok()?;
        self.by_name.insert(name.to_owned(), self.ints.len());
        self.ints.push(EncodedInteger {
            name: name.to_owned(),
            shown,
            domain,
            values: Vec::new(),
            bounds: Vec::new(),
            bits: Vec::new(),
        });
        Some(())
    }

    /// Reads `NAME = VALUE`, `NAME <= VALUE` or `bit N of the place of NAME`.
    fn explain_variable(&mut self, variable: u32, meaning: &str) -> Option<()> {
        if let Some((bit, name)) =
            meaning.strip_prefix("bit ").and_then(|rest| rest.split_once(" of the place of "))
            && let Some(&place) = self.by_name.get(name)
        {
            self.ints[place].bits.push((bit.parse().ok()?, variable));
            return Some(());
        }
        for (sign, is_bound) in [(" <= ", true), (" = ", false)] {
            // Names may contain the signs, so the last one separates, and the left part must be
            // known: `a = b <= 2` is about `a = b`.
            if let Some((name, value)) = meaning.rsplit_once(sign)
                && let (Some(&place), Ok(value)) = (self.by_name.get(name), value.parse())
            {
                let int = &mut self.ints[place];
                let list = if is_bound { &mut int.bounds } else { &mut int.values };
                list.push((value, variable));
                return Some(());
            }
        }
        None
    }

    /// Whether the comments describe no integer.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ints.is_empty()
    }

    /// The names and values of the shown integers under an assignment.
    /// `is_true` returns the truth value of a variable, counted from 1.
    ///
    /// # Errors
    /// Returns an error for the first integer whose variables do not agree on a value.
    pub fn decode_values(&self, is_true: &dyn Fn(u32) -> bool) -> Result<NamedValues, DecodeError> {
        let mut found = Vec::new();
        for int in &self.ints {
            // The value comes from one literal or the bits. If another literal contradicts it, the
            // assignment encodes no value.
            let value = int.decode_value(is_true).filter(|&value| int.agrees_with(value, is_true));
            let value =
                value.ok_or_else(|| DecodeError::Disagreement { name: int.name.clone() })?;
            if int.shown {
                found.push((int.name.clone(), value));
            }
        }
        Ok(found)
    }
}

impl EncodedInteger {
    /// Returns the value under an assignment: from the bits if there are any, otherwise from a true
    /// value literal, otherwise from the smallest true bound, otherwise from the literals that are
    /// false.
    fn decode_value(&self, is_true: &dyn Fn(u32) -> bool) -> Option<Value> {
        if !self.bits.is_empty() {
            // The bits with the weights 1, 2, 4 and so on add up to the index of the value.
            let place = self
                .bits
                .iter()
                .filter(|(_, variable)| is_true(*variable))
                .try_fold(0u64, |place, &(bit, _)| place.checked_add(1u64.checked_shl(bit)?))?;
            return self.value_at(place);
        }
        if let Some(&(value, _)) = self.values.iter().find(|(_, variable)| is_true(*variable)) {
            return Some(value);
        }
        let bounds = self.bounds.iter().filter(|(_, variable)| is_true(*variable));
        if let Some(least) = bounds.map(|&(value, _)| value).min() {
            return Some(least);
        }
        // All literals are false, so the value is the one without a literal: the largest of the
        // domain if there are bounds.
        match self.bounds.is_empty() {
            false => self.domain.max(),
            true if self.values.len() as u64 + 1 == self.domain.len() => {
                let listed: HashSet<Value> = self.values.iter().map(|&(value, _)| value).collect();
                self.domain.iter().find(|value| !listed.contains(value))
            }
            true => None,
        }
    }

    /// The value at an index of the domain.
    fn value_at(&self, mut place: u64) -> Option<Value> {
        for (low, high) in self.domain.intervals() {
            // The bounds are 32-bit values, so lengths and indices below them fit 64 bits.
            let length = (i64::from(high) - i64::from(low) + 1).unsigned_abs();
            if place < length {
                return Value::try_from(i64::from(low) + place as i64).ok();
            }
            place -= length;
        }
        None
    }

    /// Whether the value is in the domain and agrees with every value literal and
    /// every bound.
    fn agrees_with(&self, value: Value, is_true: &dyn Fn(u32) -> bool) -> bool {
        self.domain.contains(value)
            && self.values.iter().all(|&(v, variable)| is_true(variable) == (value == v))
            && self.bounds.iter().all(|&(v, variable)| is_true(variable) == (value <= v))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meanings(lines: &[&str]) -> EncodedIntegers {
        let mut meanings = EncodedIntegers::default();
        lines.iter().for_each(|line| meanings.add_comment(line));
        meanings
    }

    fn decoded(meanings: &EncodedIntegers, trues: &[u32]) -> Result<String, DecodeError> {
        let values = meanings.decode_values(&|variable| trues.contains(&variable))?;
        let pairs = values.into_iter().map(|(name, value)| format!("{name}={value}"));
        Ok(pairs.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn decodes_every_kind_of_literal() {
        let of = meanings(&[
            "a remark",
            "int shown a = b in 1..3",
            "int hidden h in 0..1",
            "int shown o in {2, 4..5}",
            "int shown one in {7}",
            "int shown bits in 10..14",
            "var 1 = a = b = 1",
            "var 2 = a = b = 2",
            "var 3 = a = b = 3",
            "var 4 = h = 1",
            "var 5 = o <= 2",
            "var 6 = o <= 4",
            "var 7 = auxiliary of row 1",
            "var x8 = bit 0 of the place of bits",
            "var x9 = bit 1 of the place of bits",
            "var x10 = bit 2 of the place of bits",
            "group clauses 1..3: row 1",
        ]);
        assert_eq!(decoded(&of, &[2, 5, 6, 10]).unwrap(), "a = b=2 o=2 one=7 bits=14");
        assert_eq!(decoded(&of, &[1, 6, 8, 9]).unwrap(), "a = b=1 o=4 one=7 bits=13");
        assert_eq!(decoded(&of, &[1]).unwrap(), "a = b=1 o=5 one=7 bits=10");
        for (trues, name) in
            [(&[1, 2][..], "a = b"), (&[], "a = b"), (&[1, 5], "o"), (&[1, 8, 10], "bits")]
        {
            let error = decoded(&of, trues).unwrap_err().to_string();
            assert_eq!(error, format!("the variables of '{name}' do not agree on a value"));
        }
        assert!(meanings(&["var 1 = x <= 3", "int", "int shown x", "int x in 1..2"]).is_empty());
    }
}
