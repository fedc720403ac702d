//! JSON as models need it: no fractions, and no repeated key in an object, because readers differ
//! in which of two they take.

use std::collections::BTreeMap;

use super::JsonProblem::{self, Expected, Found};
use super::{ConstraintMember, ModelJsonError, ModelReader};

/// The maximum depth of nesting.
const MAX_DEPTH: usize = 128;

/// A position in a text, in bytes.
#[derive(Clone, Copy)]
pub(crate) struct JsonPosition<'a> {
    text: &'a str,
    at: usize,
}

/// A value and the position where it begins.
pub(crate) struct LocatedJson<'a> {
    pub(crate) place: JsonPosition<'a>,
    pub(super) value: JsonValue<'a>,
}

pub(super) enum JsonValue<'a> {
    /// A number, `true`, `false` or `null`, as written.
    Word(&'a str),
    Text(String),
    List(Vec<LocatedJson<'a>>),
    Object(BTreeMap<String, LocatedJson<'a>>),
}

impl<'a> LocatedJson<'a> {
    /// Reads a text that is one value.
    pub(super) fn parse_text(text: &'a str) -> Result<Self, ModelJsonError> {
        let mut place = JsonPosition { text, at: 0 };
        let json = place.parse_value(0)?;
        place.skip_blanks();
        place.require_that(place.rest_text().is_empty(), Found { what: "text after the end" })?;
        Ok(json)
    }

    pub(super) fn as_number(&self) -> Result<i64, ModelJsonError> {
        let number = if let JsonValue::Word(own) = self.value { own.parse().ok() } else { None };
        number.map_or_else(|| self.place.fail_with(Expected { what: "an integer" }), Ok)
    }

    /// A number of 32 bits.
    pub(super) fn as_short_number(&self) -> Result<i64, ModelJsonError> {
        let number = self.as_number()?;
        self.place.require_that(
            i32::try_from(number).is_ok(),
            Found { what: "a number beyond 32 bits" },
        )?;
        Ok(number)
    }

    pub(crate) fn as_text(&self) -> Result<&str, ModelJsonError> {
        if let JsonValue::Text(own) = &self.value {
            Ok(own)
        } else {
            self.place.fail_with(Expected { what: "a text" })
        }
    }

    pub(super) fn as_list(&self) -> Result<&[LocatedJson<'a>], ModelJsonError> {
        if let JsonValue::List(own) = &self.value {
            Ok(own)
        } else {
            self.place.fail_with(Expected { what: "a list" })
        }
    }

    pub(super) fn as_members(&self) -> Result<&BTreeMap<String, LocatedJson<'a>>, ModelJsonError> {
        if let JsonValue::Object(own) = &self.value {
            Ok(own)
        } else {
            self.place.fail_with(Expected { what: "an object" })
        }
    }

    /// A member of an object.
    pub(crate) fn get(&self, key: &str) -> Result<&LocatedJson<'a>, ModelJsonError> {
        let own = self.as_members()?.get(key);
        own.map_or_else(
            || self.place.fail_with(JsonProblem::MissingKey { key: key.to_owned() }),
            Ok,
        )
    }

    /// Checks that a label, if there is one, is a text.
    pub(crate) fn check_label(&self) -> Result<(), ModelJsonError> {
        self.as_members()?.get("label").map_or(Ok(()), |own| own.as_text().map(|_| ()))
    }

    /// Reads a member of an object by its type; returns the default, if there is one, for a missing
    /// member.
    pub(crate) fn read_member<T: ConstraintMember>(
        &self,
        key: &str,
        or: Option<T>,
        own: &ModelReader,
    ) -> Result<T, ModelJsonError> {
        match or {
            Some(usual) if !self.as_members()?.contains_key(key) => Ok(usual),
            _ => T::read_member(self.get(key)?, self, own),
        }
    }

    /// Checks that the value is an object with no other keys than these.
    pub(crate) fn has_only(&self, keys: &str) -> Result<(), ModelJsonError> {
        let is_known = |key: &str| keys.split_whitespace().any(|own| own == key);
        match self.as_members()?.iter().find(|own| !is_known(own.0)) {
            Some((key, json)) => json.place.fail_with(JsonProblem::UnknownKey { key: key.clone() }),
            None => Ok(()),
        }
    }
}

impl<'a> JsonPosition<'a> {
    pub(crate) fn fail_with<T>(self, what: impl Into<JsonProblem>) -> Result<T, ModelJsonError> {
        // Lines and columns are counted only for a fault, so that reading keeps no state for them.
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Err(ModelJsonError { at: Some((line, column)), what: what.into() })
    }

    pub(super) fn require_that(self, holds: bool, what: JsonProblem) -> Result<(), ModelJsonError> {
        if holds { Ok(()) } else { self.fail_with(what) }
    }

    fn rest_text(self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest_text().trim_start_matches([' ', '\t', '\n', '\r']);
        self.at = self.text.len() - rest.len();
    }

    /// Skips a word if it is next, after blanks; returns whether it did.
    fn skip_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let found = self.rest_text().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest_text().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn parse_value(&mut self, depth: usize) -> Result<LocatedJson<'a>, ModelJsonError> {
        self.skip_blanks();
        // The reader recurses, so nesting is bounded lest a text of brackets overflow the stack.
        self.require_that(depth <= MAX_DEPTH, Found { what: "nesting that is too deep" })?;
        let place = *self;
        let is = if self.skip_word("{") {
            let mut members = BTreeMap::new();
            while self.has_more(members.is_empty(), "}", "',' or '}'")? {
                self.skip_blanks();
                let (place, key) = (*self, self.parse_string()?);
                let is_key = self.skip_word(":");
                self.require_that(is_key, Expected { what: "':'" })?;
                let twice = JsonProblem::KeyTwice { key: key.clone() };
                let before = members.insert(key, self.parse_value(depth + 1)?);
                place.require_that(before.is_none(), twice)?;
            }
            JsonValue::Object(members)
        } else if self.skip_word("[") {
            let mut list = Vec::new();
            while self.has_more(list.is_empty(), "]", "',' or ']'")? {
                list.push(self.parse_value(depth + 1)?);
            }
            JsonValue::List(list)
        } else if self.rest_text().starts_with('"') {
            JsonValue::Text(self.parse_string()?)
        } else {
            let is_end = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '+' | '.');
            let word = self.rest_text().split(is_end).next().unwrap_or_default();
            // Only as numbers print: without '+', fractions, or leading zeros.
            let is_number = word.parse::<i64>().is_ok_and(|own| own.to_string() == word);
            let is_known = is_number || ["null", "true", "false"].contains(&word);
            self.require_that(is_known, Expected { what: "an integer, or another value" })?;
            self.at += word.len();
            JsonValue::Word(word)
        };
        Ok(LocatedJson { place, value: is })
    }

    /// Returns whether another item follows, after a comma unless it is the first; skips the end if
    /// it does not.
    fn has_more(
        &mut self,
        is_first: bool,
        end: &str,
        what: &'static str,
    ) -> Result<bool, ModelJsonError> {
        let is_end = self.skip_word(end);
        // After a comma the caller reads an item, so `[1,]` fails there: no value begins with `]`.
        let is_right = is_end || is_first || self.skip_word(",");
        self.require_that(is_right, Expected { what })?;
        Ok(!is_end)
    }

    fn parse_string(&mut self) -> Result<String, ModelJsonError> {
        let is_text = self.skip_word("\"");
        self.require_that(is_text, Expected { what: "a text in quotes" })?;
        let mut text = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.parse_escape()?),
                Some('\0'..' ') => {
                    return self.fail_with(Found { what: "a control character in a text" });
                }
                Some(c) => text.push(c),
                None => return self.fail_with(Found { what: "a text that is cut off" }),
            }
        }
    }

    /// Reads the character of an escape, after its backslash.
    fn parse_escape(&mut self) -> Result<char, ModelJsonError> {
        let next = self.next().unwrap_or_default();
        if let Some(place) = "\"\\/bfnrt".find(next) {
            return Ok(b"\"\\/\x08\x0c\n\r\t"[place].into());
        }
        let mut units = Vec::new();
        if next == 'u' {
            units.push(self.parse_code_unit()?);
            // A character beyond 16 bits is written as two units.
            if let (0xd800..0xdc00, Some(rest)) = (units[0], self.rest_text().strip_prefix("\\u")) {
                self.at = self.text.len() - rest.len();
                units.push(self.parse_code_unit()?);
            }
        }
        let c = char::decode_utf16(units).next().and_then(Result::ok);
        c.map_or_else(|| self.fail_with(Found { what: "an invalid escape" }), Ok)
    }

    /// Reads four hexadecimal digits.
    fn parse_code_unit(&mut self) -> Result<u16, ModelJsonError> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or_default();
        // `from_str_radix` accepts a sign, as in `+12f`, and JSON does not.
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let unit = u16::from_str_radix(digits, 16).ok().filter(|_| is_plain);
        self.at += digits.len();
        unit.map_or_else(|| self.fail_with(Found { what: "an invalid escape" }), Ok)
    }
}
