//! Parameters: numbers and lists.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// A parameter: a number or a list.
#[derive(Clone, Debug)]
pub(crate) enum ParameterValue {
    Number(i64),
    List(Vec<ParameterValue>),
}

impl ParameterValue {
    /// Returns the least and the largest number of lists around a number; `None` without numbers.
    /// The recursion is bounded, because `serde_json` limits the nesting.
    fn depth_range(&self) -> Option<(usize, usize)> {
        match self {
            ParameterValue::Number(_) => Some((0, 0)),
            ParameterValue::List(list) => {
                let depths = list.iter().filter_map(ParameterValue::depth_range);
                // E.g. [[1], 2] has the depths 1 and 2.
                let both = depths.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
                both.map(|(least, largest)| (least + 1, largest + 1))
            }
        }
    }

    /// Returns whether another parameter is a number if this one is, and a list of the same depth
    /// if this one is a list. A list without numbers is like all lists.
    pub(crate) fn is_like(&self, other: &ParameterValue) -> bool {
        match (self, other) {
            (ParameterValue::Number(_), ParameterValue::Number(_)) => true,
            (ParameterValue::List(_), ParameterValue::List(_)) => {
                match (self.depth_range(), other.depth_range()) {
                    (Some(own), Some(others)) => own == others,
                    _ => true,
                }
            }
            _ => false,
        }
    }

    /// Returns its kind, for messages.
    pub(crate) fn describe_kind(&self) -> String {
        match (self, self.depth_range()) {
            (ParameterValue::Number(_), _) => "an integer".into(),
            (_, None) => "a list".into(),
            (_, Some((1, 1))) => "a list of integers".into(),
            (_, Some((2, 2))) => "a list of lists of integers".into(),
            (_, Some((least, largest))) if least == largest => {
                format!("lists of integers, {least} inside each other")
            }
            _ => "integers and lists of them".into(),
        }
    }
}

impl<'de> Deserialize<'de> for ParameterValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyParam)
    }
}

struct AnyParam;

impl<'de> Visitor<'de> for AnyParam {
    type Value = ParameterValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer or lists of integers")
    }

    fn visit_i64<E>(self, number: i64) -> Result<ParameterValue, E> {
        Ok(ParameterValue::Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<ParameterValue, E> {
        let number = i64::try_from(number).map_err(|_| E::custom("a number beyond 64 bits"))?;
        Ok(ParameterValue::Number(number))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<ParameterValue, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            list.push(element);
        }
        Ok(ParameterValue::List(list))
    }
}
