//! Reads JSON in which no object has a member twice. `serde_json::Value` keeps the last of
//! equal members, so that the first would be dropped silently.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value as Json};

/// A JSON value of any type. An object that has a member twice, at any depth, is
/// an error (``duplicate field `name` ``), as it is for a type with named members.
#[derive(Clone, Debug, PartialEq)]
pub struct UniqueKeyJson(pub Json);

impl<'de> Deserialize<'de> for UniqueKeyJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueKeyReader).map(UniqueKeyJson)
    }
}

struct UniqueKeyReader;

impl<'de> Visitor<'de> for UniqueKeyReader {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Json, E> {
        Ok(truth.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(UniqueKeyJson(element)) = elements.next_element()? {
            list.push(element);
        }
        Ok(Json::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            // Before the value is read, so that the error has the place of the second name.
            if object.contains_key(&name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            let UniqueKeyJson(value) = members.next_value()?;
            object.insert(name, value);
        }
        Ok(Json::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_serde_json_reads_it() {
        for text in [
            "null",
            "true",
            "-9223372036854775808",
            "18446744073709551615",
            "1.5",
            r#""a\"b""#,
            "[]",
            r#"[1, {"a": [null], "b": {"a": {}}}]"#,
        ] {
            let UniqueKeyJson(read) = serde_json::from_str(text).unwrap();
            assert_eq!(read, serde_json::from_str::<Json>(text).unwrap());
        }
    }

    #[test]
    fn a_member_twice_is_an_error_at_any_depth() {
        for text in [r#"{"a": 1, "a": 1}"#, r#"[{"b": {"a": 1, "c": 2, "\u0061": 2}}]"#] {
            let error = serde_json::from_str::<UniqueKeyJson>(text).unwrap_err().to_string();
            assert!(error.starts_with("duplicate field `a`"), "{error}");
        }
        let deep = "[".repeat(100_000);
        assert!(serde_json::from_str::<UniqueKeyJson>(&deep).is_err());
    }
}
