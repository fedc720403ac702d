//! JSON as models need it: no fractions, and no key twice in an object, because readers differ in
//! which of two they take.

use std::collections::BTreeMap;

/// A fault, and the byte of the text at which it is.
pub(super) type Fault = (usize, String);

type Result<T> = std::result::Result<T, Fault>;

/// The deepest nesting.
const DEEPEST: usize = 128;

/// A value, and the byte of the text where it begins.
pub(super) struct Json {
    at: usize,
    pub(super) is: Is,
}

pub(super) enum Is {
    Null,
    Truth(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

/// Reads a value, and nothing behind it.
pub(super) fn parse(text: &str) -> Result<Json> {
    let mut parser = Parser { text, at: 0 };
    let json = parser.value(0)?;
    parser.blanks();
    if parser.at == text.len() { Ok(json) } else { parser.wrong("more behind the end") }
}

impl Json {
    pub(super) fn wrong<T>(&self, why: impl Into<String>) -> Result<T> {
        Err((self.at, why.into()))
    }

    pub(super) fn number(&self) -> Result<i64> {
        if let Is::Number(own) = self.is { Ok(own) } else { self.wrong("expected an integer") }
    }

    pub(super) fn truth(&self) -> Result<bool> {
        if let Is::Truth(own) = self.is { Ok(own) } else { self.wrong("expected true or false") }
    }

    pub(super) fn text(&self) -> Result<&str> {
        if let Is::Text(own) = &self.is { Ok(own) } else { self.wrong("expected a text") }
    }

    pub(super) fn list(&self) -> Result<&[Json]> {
        if let Is::List(own) = &self.is { Ok(own) } else { self.wrong("expected a list") }
    }

    pub(super) fn members(&self) -> Result<&BTreeMap<String, Json>> {
        if let Is::Object(own) = &self.is { Ok(own) } else { self.wrong("expected an object") }
    }

    /// A member of an object, if it is there.
    pub(super) fn find(&self, key: &str) -> Result<Option<&Json>> {
        self.members().map(|own| own.get(key))
    }

    /// A member of an object.
    pub(super) fn get(&self, key: &str) -> Result<&Json> {
        self.find(key)?.map_or_else(|| self.wrong(format!("'{key}' is missing")), Ok)
    }

    /// It is an object with keys of this list alone.
    pub(super) fn has_only(&self, keys: &str) -> Result<()> {
        let is_known = |key: &str| keys.split(' ').any(|own| own == key);
        match self.members()?.iter().find(|own| !is_known(own.0)) {
            Some((key, json)) => json.wrong(format!("unknown key '{key}'")),
            None => Ok(()),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn wrong<T>(&self, why: impl Into<String>) -> Result<T> {
        Err((self.at, why.into()))
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    /// Goes behind a word, if it comes next.
    fn takes(&mut self, word: &str) -> bool {
        self.blanks();
        let found = self.text[self.at..].starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Result<Json> {
        self.blanks();
        let at = self.at;
        if depth > DEEPEST {
            return self.wrong("nesting that is too deep");
        }
        let is = if self.takes("{") {
            let mut members = BTreeMap::new();
            self.each("}", |own| {
                own.blanks();
                let at = own.at;
                let key = own.string()?;
                if !own.takes(":") {
                    return own.wrong("expected ':'");
                }
                let twice = (at, format!("the key '{key}' is there twice"));
                members.insert(key, own.value(depth + 1)?).map_or(Ok(()), |_| Err(twice))
            })?;
            Is::Object(members)
        } else if self.takes("[") {
            let mut list = Vec::new();
            self.each("]", |own| own.value(depth + 1).map(|value| list.push(value)))?;
            Is::List(list)
        } else if self.text[at..].starts_with('"') {
            Is::Text(self.string()?)
        } else {
            let is_end = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '+' | '.');
            let rest = &self.text[at..];
            let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
            self.at += word.len();
            match word {
                "null" => Is::Null,
                "true" | "false" => Is::Truth(word == "true"),
                // As numbers print: without '+', fractions, or zeros before them.
                _ => match word.parse::<i64>().ok().filter(|own| own.to_string() == word) {
                    Some(number) => Is::Number(number),
                    None => return Err((at, "expected an integer, or another value".to_owned())),
                },
            }
        };
        Ok(Json { at, is })
    }

    /// Reads what stands between commas, up to the closing bracket.
    fn each(&mut self, end: &str, mut one: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        if self.takes(end) {
            return Ok(());
        }
        loop {
            one(self)?;
            if self.takes(end) {
                return Ok(());
            }
            if !self.takes(",") {
                return self.wrong(format!("expected ',' or '{end}'"));
            }
        }
    }

    fn string(&mut self) -> Result<String> {
        if !self.takes("\"") {
            return self.wrong("expected a text in quotes");
        }
        let mut text = String::new();
        loop {
            let Some(c) = self.text[self.at..].chars().next() else {
                return self.wrong("a text that is cut off");
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(text),
                '\\' => text.push(self.escaped()?),
                '\0'..' ' => return self.wrong("a control character in a text"),
                _ => text.push(c),
            }
        }
    }

    /// The character of an escape, behind its backslash.
    fn escaped(&mut self) -> Result<char> {
        let letters = ['"', '\\', '/', 'b', 'f', 'n', 'r', 't'];
        let characters = ['"', '\\', '/', '\u{8}', '\u{c}', '\n', '\r', '\t'];
        let next = self.text[self.at..].chars().next();
        if let Some(place) = letters.iter().position(|own| Some(*own) == next) {
            self.at += 1;
            return Ok(characters[place]);
        }
        let mut units = Vec::new();
        // A character beyond 16 bits is written as two units, each with a backslash.
        while units.len() < 2 && self.text[self.at..].starts_with(&"\\u"[1 - units.len()..]) {
            self.at += units.len();
            let digits = self.text.get(self.at + 1..self.at + 5).unwrap_or_default();
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            match u16::from_str_radix(digits, 16) {
                Ok(unit) if is_plain => units.push(unit),
                _ => break,
            }
            self.at += 5;
            if let [Ok(c)] = char::decode_utf16(units.iter().copied()).collect::<Vec<_>>()[..] {
                return Ok(c);
            }
        }
        self.wrong("an escape that is none")
    }
}
