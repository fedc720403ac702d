//! A whole SMT-LIB script.

use std::{
    fmt,
    io::{self, Write},
};

use super::{
    ScriptSymbols, SmtTerm,
    print::{TermPrinter, write_comment},
};

/// The declaration of an integer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntDecl {
    /// Its name; any text. [`ScriptSymbols`] describes how it becomes a symbol.
    pub name: String,
    /// A remark printed before it; may be empty.
    pub comment: String,
    /// The values that it may take, if known, as runs of consecutive values: inclusive,
    /// ascending, not touching. Bit-vectors and truth values are made from them; as an integer
    /// it needs an assertion of its domain ([`super::domain_term`]).
    pub runs: Option<Vec<(i32, i32)>>,
}

/// The declaration of a bit-vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitsDecl {
    /// Its name; any text.
    pub name: String,
    /// A remark printed before it; may be empty.
    pub comment: String,
    /// Its width, 1 to 64.
    pub width: u32,
}

/// The declaration of a truth value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoolDecl {
    /// Its name; any text.
    pub name: String,
    /// A remark printed before it; may be empty.
    pub comment: String,
}

/// Declarations and assertions. `Display` and [`SmtScript::write_script`] print it as SMT-LIB 2.6,
/// ending with `(check-sat)` and `(get-model)`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SmtScript {
    /// The logic, such as `QF_LIA`.
    pub logic: String,
    /// The integers, by index.
    pub ints: Vec<IntDecl>,
    /// The truth values, by index.
    pub bools: Vec<BoolDecl>,
    /// The bit-vectors, by index.
    pub bits: Vec<BitsDecl>,
    /// The assertions, each with a label of its origin.
    pub assertions: Vec<(String, SmtTerm)>,
}

impl SmtScript {
    /// Makes an empty script in this logic.
    #[must_use]
    pub fn new(logic: impl Into<String>) -> Self {
        SmtScript { logic: logic.into(), ..SmtScript::default() }
    }

    /// Declares an integer and returns its index.
    pub fn declare_integer(
        &mut self,
        name: impl Into<String>,
        comment: impl Into<String>,
    ) -> usize {
        self.ints.push(IntDecl { name: name.into(), comment: comment.into(), runs: None });
        self.ints.len() - 1
    }

    /// Declares an integer with these values, in any order, asserts its domain under a label,
    /// and returns its index.
    pub fn int_of(
        &mut self,
        name: impl Into<String>,
        comment: impl Into<String>,
        values: &[i32],
        label: impl Into<String>,
    ) -> usize {
        self.int_in(name, comment, super::value::value_runs(values), label)
    }

    /// Declares an integer by the [runs](IntDecl::runs) of its values, which may be billions.
    pub fn int_in(
        &mut self,
        name: impl Into<String>,
        comment: impl Into<String>,
        runs: Vec<(i32, i32)>,
        label: impl Into<String>,
    ) -> usize {
        let int = self.declare_integer(name, comment);
        self.assert_term(label, super::value::domain_of_runs(int, &runs));
        self.ints[int].runs = Some(runs);
        int
    }

    /// Declares a bit-vector and returns its index.
    pub fn bit_vector(
        &mut self,
        name: impl Into<String>,
        comment: impl Into<String>,
        width: u32,
    ) -> usize {
        self.bits.push(BitsDecl { name: name.into(), comment: comment.into(), width });
        self.bits.len() - 1
    }

    /// Declares a truth value and returns its index.
    pub fn declare_bool(&mut self, name: impl Into<String>, comment: impl Into<String>) -> usize {
        self.bools.push(BoolDecl { name: name.into(), comment: comment.into() });
        self.bools.len() - 1
    }

    /// Asserts a term.
    pub fn assert_term(&mut self, label: impl Into<String>, term: SmtTerm) {
        self.assertions.push((label.into(), term));
    }

    /// Returns the symbols under which the variables are printed.
    #[must_use]
    pub fn print_symbols(&self) -> ScriptSymbols {
        let ints = self.ints.iter().map(|decl| decl.name.as_str());
        let bools = self.bools.iter().map(|decl| decl.name.as_str());
        ScriptSymbols::new(ints, bools, self.bits.iter().map(|decl| decl.name.as_str()))
    }

    /// Prints the script.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn write_script(&self, out: &mut dyn Write) -> io::Result<()> {
        let symbols = self.print_symbols();
        writeln!(out, "(set-option :produce-models true)")?;
        writeln!(out, "(set-logic {})", self.logic)?;
        for (decl, symbol) in self.ints.iter().zip(symbols.integer_symbols()) {
            write_comment(out, &decl.comment)?;
            writeln!(out, "(declare-const {} Int)", symbols.quote_symbol(symbol))?;
        }
        for (decl, symbol) in self.bools.iter().zip(symbols.bool_symbols()) {
            write_comment(out, &decl.comment)?;
            writeln!(out, "(declare-const {} Bool)", symbols.quote_symbol(symbol))?;
        }
        for (decl, symbol) in self.bits.iter().zip(symbols.bits_symbols()) {
            write_comment(out, &decl.comment)?;
            let name = symbols.quote_symbol(symbol);
            writeln!(out, "(declare-const {name} (_ BitVec {}))", decl.width)?;
        }
        let mut label_before = "";
        for (label, term) in &self.assertions {
            if label != label_before {
                write_comment(out, label)?;
                label_before = label;
            }
            writeln!(out, "(assert {})", TermPrinter { term, symbols: &symbols })?;
        }
        writeln!(out, "(check-sat)")?;
        writeln!(out, "(get-model)")
    }
}

impl fmt::Display for SmtScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write_script(&mut text).map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}
