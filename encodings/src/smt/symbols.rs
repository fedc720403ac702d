//! Names as SMT-LIB symbols.

use std::{borrow::Cow, collections::BTreeSet};

/// The reserved words, in order: a symbol of this name is written between bars (SMT-LIB 2.7,
/// section 3.1 and the commands).
const RESERVED_WORDS: &[&str] = &[
    "!",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "_",
    "as",
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "declare-sort-parameter",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "echo",
    "exists",
    "exit",
    "forall",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "lambda",
    "let",
    "match",
    "par",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
];

/// Returns a symbol as it is printed: between bars unless it is a simple symbol. `|x|` and `x` are
/// the same symbol, and a solver may print either. A reserved word needs bars, and so does a sign
/// before a digit, which many solvers read as a number. No symbol contains `|` or `\`.
#[must_use]
pub fn quoted_symbol(symbol: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let number = symbol.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit());
    let is_simple = !symbol.is_empty() && symbol.chars().all(plain) && !number;
    // The list is in the order of bytes, as the search requires.
    if is_simple && RESERVED_WORDS.binary_search(&symbol).is_err() {
        Cow::Borrowed(symbol)
    } else {
        Cow::Owned(format!("|{symbol}|"))
    }
}

/// Words that solvers do not let name a variable, quoted or not: reserved words, and symbols of the
/// theories.
const FORBIDDEN_NAMES: &[&str] = &[
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
    "bv2nat",
    "bvadd",
    "bvand",
    "bvashr",
    "bvcomp",
    "bvlshr",
    "bvmul",
    "bvnand",
    "bvneg",
    "bvnor",
    "bvnot",
    "bvor",
    "bvsdiv",
    "bvsge",
    "bvsgt",
    "bvshl",
    "bvsle",
    "bvslt",
    "bvsmod",
    "bvsrem",
    "bvsub",
    "bvudiv",
    "bvuge",
    "bvugt",
    "bvule",
    "bvult",
    "bvurem",
    "bvxnor",
    "bvxor",
    "concat",
    "const",
    "distinct",
    "div",
    "divisible",
    "exists",
    "extract",
    "false",
    "forall",
    "if",
    "iff",
    "implies",
    "int2bv",
    "is_int",
    "ite",
    "lambda",
    "let",
    "match",
    "mod",
    "nat2bv",
    "not",
    "or",
    "par",
    "repeat",
    "rotate_left",
    "rotate_right",
    "select",
    "sign_extend",
    "store",
    "to_int",
    "to_real",
    "true",
    "xor",
    "zero_extend",
];

/// The symbols of a script's variables: their names if those are valid symbols, otherwise close
/// approximations, all different.
///
/// Characters that a quoted symbol cannot hold (`|`, `\`, control and non-ASCII ones) become `_`;
/// a name already taken, also by SMT-LIB itself, gets the first free suffix `_2`, `_3`, ...
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptSymbols {
    ints: Vec<String>,
    bools: Vec<String>,
    bits: Vec<String>,
}

impl ScriptSymbols {
    /// Makes the symbols for these names of integers, truth values and bit-vectors.
    pub(super) fn new<'a>(
        ints: impl Iterator<Item = &'a str>,
        bools: impl Iterator<Item = &'a str>,
        bits: impl Iterator<Item = &'a str>,
    ) -> Self {
        // Variables of all sorts share one namespace.
        let mut taken: BTreeSet<String> = FORBIDDEN_NAMES.iter().map(ToString::to_string).collect();
        let mut make = |name: &str| {
            let name = clean_symbol(name);
            let numbered = (2..).map(|n: u64| format!("{name}_{n}"));
            let mut candidates = std::iter::once(name.clone()).chain(numbered);
            // The suffixes never end, so a free name is found.
            let free = candidates.find(|name| !taken.contains(name)).unwrap_or(name);
            taken.insert(free.clone());
            free
        };
        let (ints, bools) = (ints.map(&mut make).collect(), bools.map(&mut make).collect());
        ScriptSymbols { ints, bools, bits: bits.map(make).collect() }
    }

    /// Returns the integers' symbols, by index, without quotes.
    #[must_use]
    pub fn integer_symbols(&self) -> &[String] {
        &self.ints
    }

    /// Returns the truth values' symbols, by index, without quotes.
    #[must_use]
    pub fn bool_symbols(&self) -> &[String] {
        &self.bools
    }

    /// Returns the bit-vectors' symbols, by index, without quotes.
    #[must_use]
    pub fn bits_symbols(&self) -> &[String] {
        &self.bits
    }

    /// Returns a symbol as it is printed ([`quoted_symbol`]).
    #[must_use]
    pub fn quote_symbol<'a>(&self, symbol: &'a str) -> Cow<'a, str> {
        quoted_symbol(symbol)
    }
}

/// Replaces the characters that no symbol can hold. A leading `@` or `.` is reserved for
/// solvers.
fn clean_symbol(name: &str) -> String {
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
