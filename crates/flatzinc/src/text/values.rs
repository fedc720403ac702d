//! Types, sets, and single values.

use super::lexer::FlatzincToken;
use super::reader::{FlatzincTextReader, FlatzincType, SymbolMeaning};
use crate::document::{DeclaredValues, ElementRange, FlatzincTerm, IntSet};
use parallax_instance::InputError;
use parallax_instance::shorten_text;

/// The kinds of single values, as errors name them.
const EXPECTED_VALUE: &str = "an integer, a truth value or a variable";

impl FlatzincTextReader<'_> {
    /// Reads a type: `bool`, `int`, `1..9`, `{1,3}`, `float`, `0.0..1.0`, `set of int`. The values
    /// of the last three have no meaning.
    pub(super) fn type_name(&mut self) -> Result<(FlatzincType, DeclaredValues), InputError> {
        const EXPECTED_TYPE: &str = "bool, int, a range, a set in braces, float or 'set of'";
        let is_set = self.lexer.take_word("set")?;
        if is_set {
            self.lexer.expect_word("of")?;
        }
        let (kind, values) = match self.lexer.token {
            FlatzincToken::Name("bool") => {
                self.lexer.advance_token()?;
                (FlatzincType::Bool, DeclaredValues::Bool)
            }
            FlatzincToken::Name("int") => {
                self.lexer.advance_token()?;
                (FlatzincType::Int, DeclaredValues::Unbounded)
            }
            FlatzincToken::Name("float") => {
                self.lexer.advance_token()?;
                (FlatzincType::Float, DeclaredValues::Unbounded)
            }
            FlatzincToken::Float(_) => {
                self.float_range()?;
                (FlatzincType::Float, DeclaredValues::Unbounded)
            }
            FlatzincToken::Int(_) | FlatzincToken::Sign(b'{') => {
                (FlatzincType::Int, DeclaredValues::Of(self.read_set()?))
            }
            _ => return Err(self.lexer.unexpected_token(EXPECTED_TYPE)),
        };
        Ok((if is_set { FlatzincType::Set } else { kind }, values))
    }

    /// Reads `0.0..1.0`.
    fn float_range(&mut self) -> Result<(), InputError> {
        self.lexer.advance_token()?;
        if self.lexer.token != FlatzincToken::Dots {
            return Err(self.lexer.unexpected_token("'..'"));
        }
        self.lexer.advance_token()?;
        match self.lexer.token {
            FlatzincToken::Float(_) | FlatzincToken::Int(_) => self.lexer.advance_token(),
            _ => Err(self.lexer.unexpected_token("a number")),
        }
    }

    /// Reads `1..5` or `{1,3,5}`. A set like the one before it is the same in the document.
    pub(super) fn read_set(&mut self) -> Result<IntSet, InputError> {
        let start = self.document.ranges.len();
        if self.lexer.take_sign(b'{')? {
            // Values in order need no sorting: each one extends the last range or begins another.
            let mut is_sorted = true;
            while !self.lexer.take_sign(b'}')? {
                let value = self.lexer.expect_int("an integer or '}'")?;
                is_sorted &= self.add_value(start, value);
                if !self.lexer.take_sign(b',')? {
                    self.lexer.expect_sign(b'}')?;
                    break;
                }
            }
            if !is_sorted {
                self.sort_ranges(start);
            }
        } else {
            let (first, last) = self.read_range()?;
            if first <= last {
                self.document.ranges.push((first, last));
            }
        }
        Ok(self.store_set(start))
    }

    /// Reads `1..5`.
    pub(super) fn read_range(&mut self) -> Result<(i64, i64), InputError> {
        let first = self.lexer.expect_int("an integer")?;
        self.range_after(first)
    }

    /// Reads the rest of a range after its first number, and returns it as a set.
    pub(super) fn set_from(&mut self, first: i64) -> Result<IntSet, InputError> {
        let start = self.document.ranges.len();
        let (first, last) = self.range_after(first)?;
        if first <= last {
            self.document.ranges.push((first, last));
        }
        Ok(self.store_set(start))
    }

    /// Reads the rest of a range after its first number.
    fn range_after(&mut self, first: i64) -> Result<(i64, i64), InputError> {
        if self.lexer.token != FlatzincToken::Dots {
            return Err(self.lexer.unexpected_token("'..'"));
        }
        self.lexer.advance_token()?;
        Ok((first, self.lexer.expect_int("an integer")?))
    }

    /// Adds a value to the ranges from a place on; returns whether it is at least their greatest
    /// value.
    fn add_value(&mut self, start: usize, value: i64) -> bool {
        let ranges = &mut self.document.ranges;
        match ranges.get(start..).and_then(<[_]>::last).copied() {
            Some((_, last)) if last == value => true,
            // Consecutive values extend the last range: {1,2,3} is one range.
            Some((first, last)) if last.checked_add(1) == Some(value) => {
                ranges.pop();
                ranges.push((first, value));
                true
            }
            before => {
                ranges.push((value, value));
                before.is_none_or(|(_, last)| last < value)
            }
        }
    }

    /// Sorts ranges from a place on, and joins those that touch.
    fn sort_ranges(&mut self, start: usize) {
        let mut all = self.document.ranges.split_off(start);
        all.sort_unstable();
        for (first, last) in all {
            match self.document.ranges.get_mut(start..).and_then(<[_]>::last_mut) {
                // Touching ranges join as well, since equal sets must be equal runs.
                Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
                _ => self.document.ranges.push((first, last)),
            }
        }
    }

    /// Returns the set of the ranges from a place on.
    fn store_set(&mut self, start: usize) -> IntSet {
        let ranges = &mut self.document.ranges;
        let (before, new) = ranges.split_at(start);
        let length = new.len();
        let first = if before.ends_with(new) {
            ranges.truncate(start);
            start - length
        } else {
            start
        };
        IntSet(ElementRange { start: first as u32, end: (first + length) as u32 })
    }

    /// Reads an integer, a truth value, or the name of one; `a[2]` is an element of an array.
    pub(super) fn read_term(&mut self) -> Result<(FlatzincType, FlatzincTerm), InputError> {
        let place = self.lexer.start;
        let found = match self.lexer.token {
            FlatzincToken::Int(value) => (FlatzincType::Int, FlatzincTerm::Value(value)),
            FlatzincToken::Name("true") => (FlatzincType::Bool, FlatzincTerm::Value(1)),
            FlatzincToken::Name("false") => (FlatzincType::Bool, FlatzincTerm::Value(0)),
            FlatzincToken::Float(text) => {
                return Err(self.no_float(place, &format!("'{}'", shorten_text(text))));
            }
            FlatzincToken::Name(name) => {
                let symbol = self.name_meaning(name, place)?;
                self.lexer.advance_token()?;
                return self.term_of(name, place, symbol);
            }
            _ => return Err(self.lexer.unexpected_token(EXPECTED_VALUE)),
        };
        self.lexer.advance_token()?;
        Ok(found)
    }

    /// Returns the single value that a name means, whose token was read.
    pub(super) fn term_of(
        &mut self,
        name: &str,
        place: usize,
        symbol: SymbolMeaning,
    ) -> Result<(FlatzincType, FlatzincTerm), InputError> {
        let found = match symbol {
            SymbolMeaning::Scalar(kind, term) => return Ok((kind, term)),
            SymbolMeaning::Array(kind, list) if self.lexer.token == FlatzincToken::Sign(b'[') => {
                return Ok((kind, self.read_element(list)?));
            }
            SymbolMeaning::Float | SymbolMeaning::Floats => {
                return Err(self.no_float(place, &format!("'{}'", shorten_text(name))));
            }
            SymbolMeaning::Array(..) | SymbolMeaning::Sets(_) => "an array",
            SymbolMeaning::Set(_) => "a set",
        };
        let message = format!("'{}' is {found}; expected {EXPECTED_VALUE}", shorten_text(name));
        Err(self.lexer.error_at(place, message))
    }

    /// Reads `[2]` after the name of an array, and returns the element.
    fn read_element(&mut self, list: ElementRange) -> Result<FlatzincTerm, InputError> {
        self.lexer.expect_sign(b'[')?;
        let place = self.lexer.start;
        let index = self.lexer.expect_int("an integer")?;
        self.lexer.expect_sign(b']')?;
        let elements = self.document.list_terms(list);
        // Arrays count from 1.
        let at = index.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| elements.get(at)).ok_or_else(|| {
            let message = format!("index {index}; expected one of 1..{}", elements.len());
            self.lexer.error_at(place, message)
        })
    }

    /// Reads the elements of an array of integers or truth values after its `[`, and returns their
    /// type if all have the same.
    pub(super) fn read_elements(
        &mut self,
        expected: Option<FlatzincType>,
    ) -> Result<ElementRange, InputError> {
        let start = self.terms_end();
        while !self.lexer.take_sign(b']')? {
            let place = self.lexer.start;
            let (kind, term) = self.read_term()?;
            if expected.is_some_and(|expected| expected != kind) {
                return Err(self.other_kind(place, kind));
            }
            self.document.terms.push_term(term);
            if !self.lexer.take_sign(b',')? {
                self.close_list()?;
                break;
            }
        }
        Ok(ElementRange { start, end: self.terms_end() })
    }

    /// Reads the end of an array.
    pub(super) fn close_list(&mut self) -> Result<(), InputError> {
        if self.lexer.take_sign(b']')? {
            return Ok(());
        }
        Err(self.lexer.unexpected_token("',' or ']'"))
    }

    /// Creates the error of a truth value where an integer must be, or the other way round.
    pub(super) fn other_kind(
        &self,
        place: usize,
        found: FlatzincType,
    ) -> parallax_instance::InputError {
        let message = match found {
            FlatzincType::Bool => "a truth value; expected an integer",
            _ => "an integer; expected a truth value",
        };
        self.lexer.error_at(place, message)
    }
}
