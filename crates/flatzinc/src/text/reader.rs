//! The state of reading a file: what its names mean, and the document so far.

use super::lexer::Lexer;
use crate::document::{Argument, Document, Goal, IntSet, List, Term, Terms, Variable, Word};
use crate::words::WordIndex;
use parallax_model::instance::{InputError, shorten};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Int,
    Float,
    Set,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    /// An integer or a truth value: a constant, or a variable.
    Scalar(Kind, Term),
    /// An array of these.
    Array(Kind, List),
    Set(IntSet),
    Sets(List),
    /// A number with a fraction, or an array of such numbers.
    Float,
    Floats,
}

/// The state of reading a file.
pub(super) struct Reader<'t> {
    pub(super) lexer: Lexer<'t>,
    pub(super) words: WordIndex,
    /// The meanings of words, by their places; words beyond the end have none.
    symbols: Vec<Option<Symbol>>,
    pub(super) document: Document,
}

impl<'t> Reader<'t> {
    /// Returns a reader at the beginning of a text.
    pub(super) fn new(lexer: Lexer<'t>) -> Self {
        let document = Document {
            words: Default::default(),
            variables: Vec::new(),
            terms: Terms::default(),
            ranges: Vec::new(),
            sets: Vec::new(),
            arguments: Vec::new(),
            constraints: Vec::new(),
            outputs: Vec::new(),
            goal: Goal::Satisfy,
            search: Vec::new(),
        };
        Reader { lexer, words: WordIndex::default(), symbols: Vec::new(), document }
    }

    /// Returns the document.
    pub(super) fn finish(self) -> Document {
        let mut document = self.document;
        document.words = self.words.into_words();
        document
    }

    /// Returns the meaning of a name that was read at a place.
    pub(super) fn symbol(&mut self, name: &str, place: usize) -> Result<Symbol, InputError> {
        let known = self.words.find(name);
        let symbol = known.and_then(|word| self.symbols.get(word.0 as usize).copied().flatten());
        symbol.ok_or_else(|| {
            let name = shorten(name);
            self.lexer.fault(place, format!("'{name}' is not declared; expected a declared name"))
        })
    }

    /// Returns the place of a name that is declared now.
    pub(super) fn new_name(&mut self, name: &str, place: usize) -> Result<Word, InputError> {
        let word = self.words.place(name);
        if matches!(self.symbols.get(word.0 as usize), Some(Some(_))) {
            let name = shorten(name);
            let message = format!("'{name}' is declared twice; expected another name");
            return Err(self.lexer.fault(place, message));
        }
        Ok(word)
    }

    /// Gives a name its meaning.
    pub(super) fn declare(&mut self, word: Word, symbol: Symbol) {
        let place = word.0 as usize;
        if self.symbols.len() <= place {
            self.symbols.resize(place + 1, None);
        }
        if let Some(own) = self.symbols.get_mut(place) {
            *own = Some(symbol);
        }
    }

    /// Adds a variable.
    pub(super) fn add_variable(&mut self, variable: Variable) -> Term {
        let place = self.document.variables.len() as u32;
        self.document.variables.push(variable);
        Term::Var(crate::document::Var(place))
    }

    /// Returns the number of terms so far, where a list starts or ends.
    pub(super) fn terms_end(&self) -> u32 {
        self.document.terms.len() as u32
    }

    /// Adds an argument of a constraint.
    pub(super) fn add_argument(&mut self, argument: Argument) {
        self.document.arguments.push(argument);
    }

    /// Creates the error of a number with a fraction where it cannot be.
    pub(super) fn no_float(&self, place: usize, what: &str) -> InputError {
        let message = format!("{what} is a float; integers and truth values are supported");
        self.lexer.fault(place, message)
    }
}
