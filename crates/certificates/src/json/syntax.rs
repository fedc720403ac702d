//! JSON as models need it: no fractions, and no key twice in an object, because readers differ in
//! which of two they take.

use std::collections::BTreeMap;

use super::JsonProblem::{self, Expected, Found};
use super::{JsonFault, Member, Reader};

/// The deepest nesting.
const DEEPEST: usize = 128;

/// A byte of a text.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    text: &'a str,
    at: usize,
}

/// A value, and where it begins.
pub(crate) struct Json<'a> {
    pub(crate) place: Place<'a>,
    pub(super) is: Is<'a>,
}

pub(super) enum Is<'a> {
    /// A number, `true`, `false` or `null`, as it stands.
    Word(&'a str),
    Text(String),
    List(Vec<Json<'a>>),
    Object(BTreeMap<String, Json<'a>>),
}

impl<'a> Json<'a> {
    /// Reads a value, and nothing behind it.
    pub(super) fn parse(text: &'a str) -> Result<Self, JsonFault> {
        let mut place = Place { text, at: 0 };
        let json = place.value(0)?;
        place.blanks();
        place.must(place.rest().is_empty(), Found { what: "more behind the end" })?;
        Ok(json)
    }

    pub(super) fn number(&self) -> Result<i64, JsonFault> {
        let number = if let Is::Word(own) = self.is { own.parse().ok() } else { None };
        number.map_or_else(|| self.place.wrong(Expected { what: "an integer" }), Ok)
    }

    /// A number of 32 bits.
    pub(super) fn short(&self) -> Result<i64, JsonFault> {
        let number = self.number()?;
        self.place
            .must(i32::try_from(number).is_ok(), Found { what: "a number beyond 32 bits" })?;
        Ok(number)
    }

    pub(crate) fn text(&self) -> Result<&str, JsonFault> {
        if let Is::Text(own) = &self.is {
            Ok(own)
        } else {
            self.place.wrong(Expected { what: "a text" })
        }
    }

    pub(super) fn list(&self) -> Result<&[Json<'a>], JsonFault> {
        if let Is::List(own) = &self.is {
            Ok(own)
        } else {
            self.place.wrong(Expected { what: "a list" })
        }
    }

    pub(super) fn members(&self) -> Result<&BTreeMap<String, Json<'a>>, JsonFault> {
        if let Is::Object(own) = &self.is {
            Ok(own)
        } else {
            self.place.wrong(Expected { what: "an object" })
        }
    }

    /// A member of an object.
    pub(crate) fn get(&self, key: &str) -> Result<&Json<'a>, JsonFault> {
        let own = self.members()?.get(key);
        own.map_or_else(|| self.place.wrong(JsonProblem::MissingKey { key: key.to_owned() }), Ok)
    }

    /// Its label, if it has one, is a text.
    pub(crate) fn label(&self) -> Result<(), JsonFault> {
        self.members()?.get("label").map_or(Ok(()), |own| own.text().map(|_| ()))
    }

    /// A member of an object, read by its type; or what it usually is, if it may be missing.
    pub(crate) fn member<T: Member>(
        &self,
        key: &str,
        or: Option<T>,
        own: &Reader,
    ) -> Result<T, JsonFault> {
        match or {
            Some(usual) if !self.members()?.contains_key(key) => Ok(usual),
            _ => T::read(self.get(key)?, self, own),
        }
    }

    /// It is an object with keys of this list alone.
    pub(crate) fn has_only(&self, keys: &str) -> Result<(), JsonFault> {
        let is_known = |key: &str| keys.split_whitespace().any(|own| own == key);
        match self.members()?.iter().find(|own| !is_known(own.0)) {
            Some((key, json)) => json.place.wrong(JsonProblem::UnknownKey { key: key.clone() }),
            None => Ok(()),
        }
    }
}

impl<'a> Place<'a> {
    pub(crate) fn wrong<T>(self, what: impl Into<JsonProblem>) -> Result<T, JsonFault> {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Err(JsonFault { at: Some((line, column)), what: what.into() })
    }

    pub(super) fn must(self, holds: bool, what: JsonProblem) -> Result<(), JsonFault> {
        if holds { Ok(()) } else { self.wrong(what) }
    }

    fn rest(self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        let rest = self.rest().trim_start_matches([' ', '\t', '\n', '\r']);
        self.at = self.text.len() - rest.len();
    }

    /// Goes behind a word, if it comes next.
    fn takes(&mut self, word: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn value(&mut self, depth: usize) -> Result<Json<'a>, JsonFault> {
        self.blanks();
        self.must(depth <= DEEPEST, Found { what: "nesting that is too deep" })?;
        let place = *self;
        let is = if self.takes("{") {
            let mut members = BTreeMap::new();
            while self.has_more(members.is_empty(), "}", "',' or '}'")? {
                self.blanks();
                let (place, key) = (*self, self.string()?);
                let is_key = self.takes(":");
                self.must(is_key, Expected { what: "':'" })?;
                let twice = JsonProblem::KeyTwice { key: key.clone() };
                let before = members.insert(key, self.value(depth + 1)?);
                place.must(before.is_none(), twice)?;
            }
            Is::Object(members)
        } else if self.takes("[") {
            let mut list = Vec::new();
            while self.has_more(list.is_empty(), "]", "',' or ']'")? {
                list.push(self.value(depth + 1)?);
            }
            Is::List(list)
        } else if self.rest().starts_with('"') {
            Is::Text(self.string()?)
        } else {
            let is_end = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '+' | '.');
            let word = self.rest().split(is_end).next().unwrap_or_default();
            // As numbers print: without '+', fractions, or zeros before them.
            let is_number = word.parse::<i64>().is_ok_and(|own| own.to_string() == word);
            let is_known = is_number || ["null", "true", "false"].contains(&word);
            self.must(is_known, Expected { what: "an integer, or another value" })?;
            self.at += word.len();
            Is::Word(word)
        };
        Ok(Json { place, is })
    }

    /// Whether another item follows, behind a comma if it is not the first, or the end.
    fn has_more(
        &mut self,
        is_first: bool,
        end: &str,
        what: &'static str,
    ) -> Result<bool, JsonFault> {
        let is_end = self.takes(end);
        let is_right = is_end || is_first || self.takes(",");
        self.must(is_right, Expected { what })?;
        Ok(!is_end)
    }

    fn string(&mut self) -> Result<String, JsonFault> {
        let is_text = self.takes("\"");
        self.must(is_text, Expected { what: "a text in quotes" })?;
        let mut text = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escaped()?),
                Some('\0'..' ') => {
                    return self.wrong(Found { what: "a control character in a text" });
                }
                Some(c) => text.push(c),
                None => return self.wrong(Found { what: "a text that is cut off" }),
            }
        }
    }

    /// The character of an escape, behind its backslash.
    fn escaped(&mut self) -> Result<char, JsonFault> {
        let next = self.next().unwrap_or_default();
        if let Some(place) = "\"\\/bfnrt".find(next) {
            return Ok(b"\"\\/\x08\x0c\n\r\t"[place].into());
        }
        let mut units = Vec::new();
        if next == 'u' {
            units.push(self.unit()?);
            // A character beyond 16 bits is written as two units.
            if let (0xd800..0xdc00, Some(rest)) = (units[0], self.rest().strip_prefix("\\u")) {
                self.at = self.text.len() - rest.len();
                units.push(self.unit()?);
            }
        }
        let c = char::decode_utf16(units).next().and_then(Result::ok);
        c.map_or_else(|| self.wrong(Found { what: "an escape that is none" }), Ok)
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Result<u16, JsonFault> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or_default();
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let unit = u16::from_str_radix(digits, 16).ok().filter(|_| is_plain);
        self.at += digits.len();
        unit.map_or_else(|| self.wrong(Found { what: "an escape that is none" }), Ok)
    }
}
