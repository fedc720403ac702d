//! The state of reading a file: what its names mean, and the document so far.

use super::lexer::FlatzincLexer;
use crate::document::{
    ElementRange, FlatzincArgument, FlatzincDocument, FlatzincTerm, FlatzincVariable, IntSet,
    SolveGoal, TermSequence, WordId,
};
use crate::words::WordIndex;
use parallax_instance::{InputError, shorten_text};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlatzincType {
    Bool,
    Int,
    Float,
    Set,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum SymbolMeaning {
    /// An integer or a truth value: a constant, or a variable.
    Scalar(FlatzincType, FlatzincTerm),
    /// An array of these.
    Array(FlatzincType, ElementRange),
    Set(IntSet),
    Sets(ElementRange),
    /// A number with a fraction, or an array of such numbers.
    Float,
    Floats,
}

/// The state of reading a file.
pub(super) struct FlatzincTextReader<'t> {
    pub(super) lexer: FlatzincLexer<'t>,
    pub(super) words: WordIndex,
    /// The meanings of words, by their places; words beyond the end have none.
    symbols: Vec<Option<SymbolMeaning>>,
    pub(super) document: FlatzincDocument,
}

impl<'t> FlatzincTextReader<'t> {
    /// Returns a reader at the beginning of a text.
    pub(super) fn new(lexer: FlatzincLexer<'t>) -> Self {
        let document = FlatzincDocument {
            words: Default::default(),
            variables: Vec::new(),
            terms: TermSequence::default(),
            ranges: Vec::new(),
            sets: Vec::new(),
            arguments: Vec::new(),
            constraints: Vec::new(),
            outputs: Vec::new(),
            goal: SolveGoal::Satisfy,
            search: Vec::new(),
        };
        FlatzincTextReader { lexer, words: WordIndex::default(), symbols: Vec::new(), document }
    }

    /// Returns the document.
    pub(super) fn into_document(self) -> FlatzincDocument {
        let mut document = self.document;
        document.words = self.words.into_words();
        document
    }

    /// Returns the meaning of a name that was read at a place.
    pub(super) fn name_meaning(
        &mut self,
        name: &str,
        place: usize,
    ) -> Result<SymbolMeaning, InputError> {
        let known = self.words.find_word(name);
        let symbol = known.and_then(|word| self.symbols.get(word.0 as usize).copied().flatten());
        symbol.ok_or_else(|| {
            let name = shorten_text(name);
            self.lexer
                .error_at(place, format!("'{name}' is not declared; expected a declared name"))
        })
    }

    /// Returns the place of a name that is declared now.
    pub(super) fn new_name(&mut self, name: &str, place: usize) -> Result<WordId, InputError> {
        let word = self.words.intern_word(name);
        if matches!(self.symbols.get(word.0 as usize), Some(Some(_))) {
            let name = shorten_text(name);
            let message = format!("'{name}' is declared twice; expected another name");
            return Err(self.lexer.error_at(place, message));
        }
        Ok(word)
    }

    /// Gives a name its meaning.
    pub(super) fn declare_name(&mut self, word: WordId, symbol: SymbolMeaning) {
        let place = word.0 as usize;
        // Words that name no declaration, such as constraints and labels, leave gaps.
        if self.symbols.len() <= place {
            self.symbols.resize(place + 1, None);
        }
        if let Some(slot) = self.symbols.get_mut(place) {
            *slot = Some(symbol);
        }
    }

    /// Adds a variable.
    pub(super) fn add_variable(&mut self, variable: FlatzincVariable) -> FlatzincTerm {
        let place = self.document.variables.len() as u32;
        self.document.variables.push(variable);
        FlatzincTerm::Var(crate::document::FlatzincVarId(place))
    }

    /// Returns the number of terms so far, where a list starts or ends.
    pub(super) fn terms_end(&self) -> u32 {
        self.document.terms.len() as u32
    }

    /// Adds an argument of a constraint.
    pub(super) fn add_argument(&mut self, argument: FlatzincArgument) {
        self.document.arguments.push(argument);
    }

    /// Creates the error of a number with a fraction where it cannot be.
    pub(super) fn no_float(&self, place: usize, what: &str) -> InputError {
        let message = format!("{what} is a float; integers and truth values are supported");
        self.lexer.error_at(place, message)
    }
}
