//! Parameters, variables and arrays.

use super::annotations::DeclarationMarks;
use super::lexer::{FlatzincLexer, FlatzincToken};
use super::reader::{FlatzincTextReader, FlatzincType, SymbolMeaning};
use crate::document::{
    ElementRange, FlatzincTerm, FlatzincVariable, OutputDeclaration, OutputItemShape, WordId,
};
use parallax_instance::{InputError, shorten_text};

/// The name of a declaration, with its places.
#[derive(Clone, Copy)]
struct DeclarationName<'t> {
    text: &'t str,
    word: WordId,
    /// The first byte of the name.
    place: usize,
    /// The first byte of the declaration.
    start: usize,
}

impl<'t> FlatzincTextReader<'t> {
    /// Reads `: x`.
    fn colon_name(&mut self, start: usize) -> Result<DeclarationName<'t>, InputError> {
        self.lexer.expect_sign(b':')?;
        let place = self.lexer.start;
        let text = self.lexer.expect_name("a name")?;
        if matches!(text, "true" | "false") {
            return Err(self
                .lexer
                .error_at(place, format!("'{text}' is no name; expected a name")));
        }
        Ok(DeclarationName { text, word: self.new_name(text, place)?, place, start })
    }

    /// Reads a parameter that is no array: `int: n = 3`.
    pub(super) fn read_parameter(&mut self) -> Result<(), InputError> {
        let start = self.lexer.start;
        let (kind, _) = self.type_name()?;
        let name = self.colon_name(start)?;
        let marks = self.read_marks()?;
        self.lexer.expect_sign(b'=')?;
        let symbol = match kind {
            FlatzincType::Float => {
                self.skip_float()?;
                SymbolMeaning::Float
            }
            FlatzincType::Set => self.parameter_set()?,
            FlatzincType::Bool | FlatzincType::Int => {
                let term = self.read_constant(kind)?;
                self.add_output(name, marks, kind, OutputItemShape::Scalar(term))?;
                SymbolMeaning::Scalar(kind, term)
            }
        };
        self.declare_name(name.word, symbol);
        Ok(())
    }

    /// Reads a constant of a type.
    fn read_constant(&mut self, expected: FlatzincType) -> Result<FlatzincTerm, InputError> {
        let place = self.lexer.start;
        match self.read_term()? {
            (_, FlatzincTerm::Var(_)) => {
                Err(self.lexer.error_at(place, "a variable; expected a constant"))
            }
            (kind, term) if kind == expected => Ok(term),
            (kind, _) => Err(self.other_kind(place, kind)),
        }
    }

    /// Skips a number.
    fn skip_float(&mut self) -> Result<(), InputError> {
        match self.lexer.token {
            // The name may be that of another float. Its value is never used.
            FlatzincToken::Float(_) | FlatzincToken::Int(_) | FlatzincToken::Name(_) => {
                self.lexer.advance_token()
            }
            _ => Err(self.lexer.unexpected_token("a number")),
        }
    }

    /// Reads a set of a parameter. One with fractions is like a float: refused where it is used.
    fn parameter_set(&mut self) -> Result<SymbolMeaning, InputError> {
        if let FlatzincToken::Name(name) = self.lexer.token {
            let place = self.lexer.start;
            let symbol = self.name_meaning(name, place)?;
            let SymbolMeaning::Set(_) = symbol else {
                return Err(self.lexer.unexpected_token("a set"));
            };
            self.lexer.advance_token()?;
            return Ok(symbol);
        }
        Ok(SymbolMeaning::Set(self.read_set()?))
    }

    /// Reads a variable: `var 1..9: x :: output_var = 3`.
    pub(super) fn read_variable(&mut self) -> Result<(), InputError> {
        let start = self.lexer.start;
        self.lexer.expect_word("var")?;
        let type_place = self.lexer.start;
        let (kind, values) = self.type_name()?;
        let name = self.colon_name(start)?;
        self.require_supported(name.text, kind, type_place)?;
        let marks = self.read_marks()?;
        let equals = if self.lexer.take_sign(b'=')? {
            let place = self.lexer.start;
            let (found, term) = self.read_term()?;
            if found != kind {
                return Err(self.other_kind(place, found));
            }
            Some(term)
        } else {
            None
        };
        let variable = FlatzincVariable { name: name.word, values, equals, place: start as u32 };
        let term = self.add_variable(variable);
        // Declared only here, so that its own right-hand side cannot name it.
        self.declare_name(name.word, SymbolMeaning::Scalar(kind, term));
        self.add_output(name, marks, kind, OutputItemShape::Scalar(term))
    }

    /// Refuses variables that are neither integers nor truth values.
    fn require_supported(
        &self,
        name: &str,
        kind: FlatzincType,
        place: usize,
    ) -> Result<(), InputError> {
        let what = match kind {
            FlatzincType::Bool | FlatzincType::Int => return Ok(()),
            FlatzincType::Float => "a float",
            FlatzincType::Set => "a set",
        };
        let name = shorten_text(name);
        let message = format!(
            "the variable '{name}' is {what}; variables that are integers or truth values are \
             supported"
        );
        Err(self.lexer.error_at(place, message))
    }

    /// Reads an array: `array [1..2] of var int: a :: output_array([0..1]) = [x,3]`.
    pub(super) fn read_array(&mut self) -> Result<(), InputError> {
        let start = self.lexer.start;
        self.lexer.expect_word("array")?;
        self.lexer.expect_sign(b'[')?;
        let index = self.lexer.start;
        let size = self.read_range()?;
        if size.0 != 1 {
            let message = format!("{}..{}; expected an index set 1..n", size.0, size.1);
            return Err(self.lexer.error_at(index, message));
        }
        self.lexer.expect_sign(b']')?;
        self.lexer.expect_word("of")?;
        let has_variables = self.lexer.take_word("var")?;
        let type_place = self.lexer.start;
        let (kind, _) = self.type_name()?;
        let name = self.colon_name(start)?;
        if has_variables {
            self.require_supported(name.text, kind, type_place)?;
        }
        let marks = self.read_marks()?;
        self.lexer.expect_sign(b'=')?;
        let (symbol, length) = self.right_side(kind)?;
        // Index sets such as 1..0 and 1..-1 are empty.
        if i64::from(length) != size.1.max(0) {
            let message = format!(
                "'{}' has {length} elements; expected {}",
                shorten_text(name.text),
                size.1.max(0)
            );
            return Err(self.lexer.error_at(name.place, message));
        }
        self.declare_name(name.word, symbol);
        match symbol {
            SymbolMeaning::Array(_, list) => {
                self.add_output_array(name, marks, kind, list, has_variables)
            }
            _ => Ok(()),
        }
    }

    /// Reads the elements of an array, or the name of another one; returns their number.
    fn right_side(&mut self, kind: FlatzincType) -> Result<(SymbolMeaning, u32), InputError> {
        let length = |list: ElementRange| list.end - list.start;
        if let FlatzincToken::Name(name) = self.lexer.token {
            let symbol = self.name_meaning(name, self.lexer.start)?;
            let length = match symbol {
                SymbolMeaning::Array(found, list) if found == kind => length(list),
                SymbolMeaning::Sets(list) if kind == FlatzincType::Set => length(list),
                _ => return Err(self.lexer.unexpected_token("an array of this type")),
            };
            self.lexer.advance_token()?;
            return Ok((symbol, length));
        }
        self.lexer.expect_sign(b'[')?;
        Ok(match kind {
            FlatzincType::Bool | FlatzincType::Int => {
                let list = self.read_elements(Some(kind))?;
                (SymbolMeaning::Array(kind, list), length(list))
            }
            FlatzincType::Set => {
                let list = self.read_sets()?;
                (SymbolMeaning::Sets(list), length(list))
            }
            FlatzincType::Float => (SymbolMeaning::Floats, self.skip_floats()?),
        })
    }

    /// Reads the sets of an array after its `[`.
    pub(super) fn read_sets(&mut self) -> Result<ElementRange, InputError> {
        let start = self.document.sets.len() as u32;
        while !self.lexer.take_sign(b']')? {
            let SymbolMeaning::Set(set) = self.parameter_set()? else {
                return Err(self.lexer.unexpected_token("a set"));
            };
            self.document.sets.push(set);
            if !self.lexer.take_sign(b',')? {
                self.close_list()?;
                break;
            }
        }
        Ok(ElementRange { start, end: self.document.sets.len() as u32 })
    }

    /// Skips the numbers of an array after its `[`; returns their number.
    fn skip_floats(&mut self) -> Result<u32, InputError> {
        let mut length = 0;
        while !self.lexer.take_sign(b']')? {
            self.skip_float()?;
            length += 1;
            if !self.lexer.take_sign(b',')? {
                self.close_list()?;
                break;
            }
        }
        Ok(length)
    }

    /// Adds an output item, if the annotations of a single value request it.
    fn add_output(
        &mut self,
        name: DeclarationName<'t>,
        marks: DeclarationMarks,
        kind: FlatzincType,
        shape: OutputItemShape,
    ) -> Result<(), InputError> {
        if marks.dimensions.is_some() {
            return Err(misplaced_output_error(&self.lexer, name, "output_array", "output_var"));
        }
        if marks.output {
            let is_bool = kind == FlatzincType::Bool;
            self.document.outputs.push(OutputDeclaration { name: name.word, is_bool, shape });
        }
        Ok(())
    }

    /// Adds an output item, if the annotations of an array request it.
    fn add_output_array(
        &mut self,
        name: DeclarationName<'t>,
        marks: DeclarationMarks,
        kind: FlatzincType,
        list: ElementRange,
        has_variables: bool,
    ) -> Result<(), InputError> {
        if marks.output && has_variables {
            return Err(misplaced_output_error(&self.lexer, name, "output_var", "output_array"));
        }
        let Some(dimensions) = marks.dimensions else { return Ok(()) };
        let size = |&(first, last): &(i64, i64)| {
            (i128::from(last) - i128::from(first) + 1).clamp(0, i128::from(u64::MAX))
        };
        let cells = dimensions.iter().map(size).fold(1, i128::saturating_mul);
        let length = list.end - list.start;
        if cells != i128::from(length) {
            let message = format!(
                "the index sets of output_array have {cells} cells; expected {length}, the number \
                 of elements of '{}'",
                shorten_text(name.text)
            );
            return Err(self.lexer.error_at(name.place, message));
        }
        let shape = OutputItemShape::Array(dimensions, list);
        let output =
            OutputDeclaration { name: name.word, is_bool: kind == FlatzincType::Bool, shape };
        self.document.outputs.push(output);
        Ok(())
    }
}

/// Creates the error of an output annotation of the wrong kind.
fn misplaced_output_error(
    lexer: &FlatzincLexer<'_>,
    name: DeclarationName<'_>,
    found: &str,
    expected: &str,
) -> InputError {
    let message = format!("'{}' has {found}; expected {expected}", shorten_text(name.text));
    lexer.error_at(name.start, message)
}
