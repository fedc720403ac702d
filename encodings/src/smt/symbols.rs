//! Names as SMT-LIB symbols.

use std::{borrow::Cow, collections::BTreeSet};

/// Words that cannot name a variable, quoted or not: reserved words and symbols of the
/// theories.
const TAKEN: &[&str] = &[
    "!",
    "*",
    "+",
    "-",
    "/",
    "<",
    "<=",
    "=",
    "=>",
    ">",
    ">=",
    "BINARY",
    "Bool",
    "DECIMAL",
    "HEXADECIMAL",
    "Int",
    "NUMERAL",
    "Real",
    "STRING",
    "_",
    "abs",
    "and",
    "as",
    "distinct",
    "div",
    "exists",
    "false",
    "forall",
    "ite",
    "let",
    "match",
    "mod",
    "not",
    "or",
    "par",
    "to_int",
    "to_real",
    "true",
    "xor",
];

/// The symbols of a script's variables: their names if those are valid symbols, otherwise close
/// approximations, all different.
///
/// Characters that a quoted symbol cannot hold (`|`, `\`, control and non-ASCII ones) become `_`;
/// a name already taken, also by SMT-LIB itself, gets the first free suffix `_2`, `_3`, ...
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbols {
    ints: Vec<String>,
    bools: Vec<String>,
    bits: Vec<String>,
}

impl Symbols {
    /// Makes the symbols for these names of integers, truth values and bit-vectors.
    pub(super) fn new<'a>(
        ints: impl Iterator<Item = &'a str>,
        bools: impl Iterator<Item = &'a str>,
        bits: impl Iterator<Item = &'a str>,
    ) -> Self {
        let mut taken: BTreeSet<String> = TAKEN.iter().map(ToString::to_string).collect();
        let mut make = |name: &str| {
            let name = clean(name);
            let numbered = (2..).map(|n: u64| format!("{name}_{n}"));
            let mut candidates = std::iter::once(name.clone()).chain(numbered);
            let free = candidates.find(|name| !taken.contains(name)).unwrap_or(name);
            taken.insert(free.clone());
            free
        };
        let (ints, bools) = (ints.map(&mut make).collect(), bools.map(&mut make).collect());
        Symbols { ints, bools, bits: bits.map(make).collect() }
    }

    /// Returns the integers' symbols, by index, without quotes.
    #[must_use]
    pub fn ints(&self) -> &[String] {
        &self.ints
    }

    /// Returns the truth values' symbols, by index, without quotes.
    #[must_use]
    pub fn bools(&self) -> &[String] {
        &self.bools
    }

    /// Returns the bit-vectors' symbols, by index, without quotes.
    #[must_use]
    pub fn bits(&self) -> &[String] {
        &self.bits
    }

    /// Returns a symbol as it is printed, between bars if it needs them. `|x|` and `x` are the
    /// same symbol, and a solver may print either.
    #[must_use]
    pub fn quote<'a>(&self, symbol: &'a str) -> Cow<'a, str> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
        let starts = |c: char| !c.is_ascii_digit();
        if symbol.starts_with(starts) && symbol.chars().all(plain) {
            Cow::Borrowed(symbol)
        } else {
            Cow::Owned(format!("|{symbol}|"))
        }
    }
}

/// Replaces the characters that no symbol can hold. A leading `@` or `.` is reserved for
/// solvers.
fn clean(name: &str) -> String {
    let allowed = |c: char| matches!(c, ' '..='~') && c != '|' && c != '\\';
    let mut name: String = name.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
    if name.starts_with(['@', '.']) {
        name.replace_range(..1, "_");
    }
    if name.is_empty() {
        name.push('v');
    }
    name
}
