//! Parameters, variables and arrays.

use super::lexer::{Lexer, Token};
use super::marks::Marks;
use super::reader::{Kind, Reader, Symbol};
use crate::document::{List, Output, Shape, Term, Variable, Word};
use parallax_model::instance::{InputError, shorten};

/// The name of a declaration, with its places.
#[derive(Clone, Copy)]
struct Name<'t> {
    text: &'t str,
    word: Word,
    /// The first byte of the name.
    place: usize,
    /// The first byte of the declaration.
    start: usize,
}

impl<'t> Reader<'t> {
    /// Reads `: x`.
    fn colon_name(&mut self, start: usize) -> Result<Name<'t>, InputError> {
        self.lexer.expect(b':')?;
        let place = self.lexer.start;
        let text = self.lexer.expect_name("a name")?;
        if matches!(text, "true" | "false") {
            return Err(self.lexer.fault(place, format!("'{text}' is no name; expected a name")));
        }
        Ok(Name { text, word: self.new_name(text, place)?, place, start })
    }

    /// Reads a parameter that is no array: `int: n = 3`.
    pub(super) fn parameter(&mut self) -> Result<(), InputError> {
        let start = self.lexer.start;
        let (kind, _) = self.type_name()?;
        let name = self.colon_name(start)?;
        let marks = self.marks()?;
        self.lexer.expect(b'=')?;
        let symbol = match kind {
            Kind::Float => {
                self.skip_float()?;
                Symbol::Float
            }
            Kind::Set => self.parameter_set()?,
            Kind::Bool | Kind::Int => {
                let term = self.constant(kind)?;
                self.output(name, marks, kind, Shape::Scalar(term))?;
                Symbol::Scalar(kind, term)
            }
        };
        self.declare(name.word, symbol);
        Ok(())
    }

    /// Reads a constant of a type.
    fn constant(&mut self, expected: Kind) -> Result<Term, InputError> {
        let place = self.lexer.start;
        match self.term()? {
            (_, Term::Var(_)) => Err(self.lexer.fault(place, "a variable; expected a constant")),
            (kind, term) if kind == expected => Ok(term),
            (kind, _) => Err(self.other_kind(place, kind)),
        }
    }

    /// Skips a number.
    fn skip_float(&mut self) -> Result<(), InputError> {
        match self.lexer.token {
            Token::Float(_) | Token::Int(_) | Token::Name(_) => self.lexer.advance(),
            _ => Err(self.lexer.unexpected("a number")),
        }
    }

    /// Reads a set of a parameter. One with fractions is like a float: refused where it is used.
    fn parameter_set(&mut self) -> Result<Symbol, InputError> {
        if let Token::Name(name) = self.lexer.token {
            let place = self.lexer.start;
            let symbol = self.symbol(name, place)?;
            let Symbol::Set(_) = symbol else { return Err(self.lexer.unexpected("a set")) };
            self.lexer.advance()?;
            return Ok(symbol);
        }
        Ok(Symbol::Set(self.set()?))
    }

    /// Reads a variable: `var 1..9: x :: output_var = 3`.
    pub(super) fn variable(&mut self) -> Result<(), InputError> {
        let start = self.lexer.start;
        self.lexer.expect_word("var")?;
        let type_place = self.lexer.start;
        let (kind, values) = self.type_name()?;
        let name = self.colon_name(start)?;
        self.supported(name.text, kind, type_place)?;
        let marks = self.marks()?;
        let equals = if self.lexer.take(b'=')? {
            let place = self.lexer.start;
            let (found, term) = self.term()?;
            if found != kind {
                return Err(self.other_kind(place, found));
            }
            Some(term)
        } else {
            None
        };
        let variable = Variable { name: name.word, values, equals, place: start as u32 };
        let term = self.add_variable(variable);
        self.declare(name.word, Symbol::Scalar(kind, term));
        self.output(name, marks, kind, Shape::Scalar(term))
    }

    /// Refuses variables that are neither integers nor truth values.
    fn supported(&self, name: &str, kind: Kind, place: usize) -> Result<(), InputError> {
        let what = match kind {
            Kind::Bool | Kind::Int => return Ok(()),
            Kind::Float => "a float",
            Kind::Set => "a set",
        };
        let name = shorten(name);
        let message = format!(
            "the variable '{name}' is {what}; variables that are integers or truth values are \
             supported"
        );
        Err(self.lexer.fault(place, message))
    }

    /// Reads an array: `array [1..2] of var int: a :: output_array([0..1]) = [x,3]`.
    pub(super) fn array(&mut self) -> Result<(), InputError> {
        let start = self.lexer.start;
        self.lexer.expect_word("array")?;
        self.lexer.expect(b'[')?;
        let index = self.lexer.start;
        let size = self.range()?;
        if size.0 != 1 {
            let message = format!("{}..{}; expected an index set 1..n", size.0, size.1);
            return Err(self.lexer.fault(index, message));
        }
        self.lexer.expect(b']')?;
        self.lexer.expect_word("of")?;
        let has_variables = self.lexer.take_word("var")?;
        let type_place = self.lexer.start;
        let (kind, _) = self.type_name()?;
        let name = self.colon_name(start)?;
        if has_variables {
            self.supported(name.text, kind, type_place)?;
        }
        let marks = self.marks()?;
        self.lexer.expect(b'=')?;
        let (symbol, length) = self.right_side(kind)?;
        if i64::from(length) != size.1.max(0) {
            let message = format!(
                "'{}' has {length} elements; expected {}",
                shorten(name.text),
                size.1.max(0)
            );
            return Err(self.lexer.fault(name.place, message));
        }
        self.declare(name.word, symbol);
        match symbol {
            Symbol::Array(_, list) => self.output_list(name, marks, kind, list, has_variables),
            _ => Ok(()),
        }
    }

    /// Reads the elements of an array, or the name of another one; returns their number.
    fn right_side(&mut self, kind: Kind) -> Result<(Symbol, u32), InputError> {
        let length = |list: List| list.end - list.start;
        if let Token::Name(name) = self.lexer.token {
            let symbol = self.symbol(name, self.lexer.start)?;
            let length = match symbol {
                Symbol::Array(found, list) if found == kind => length(list),
                Symbol::Sets(list) if kind == Kind::Set => length(list),
                _ => return Err(self.lexer.unexpected("an array of this type")),
            };
            self.lexer.advance()?;
            return Ok((symbol, length));
        }
        self.lexer.expect(b'[')?;
        Ok(match kind {
            Kind::Bool | Kind::Int => {
                let list = self.elements(Some(kind))?;
                (Symbol::Array(kind, list), length(list))
            }
            Kind::Set => {
                let list = self.sets()?;
                (Symbol::Sets(list), length(list))
            }
            Kind::Float => (Symbol::Floats, self.floats()?),
        })
    }

    /// Reads the sets of an array after its `[`.
    pub(super) fn sets(&mut self) -> Result<List, InputError> {
        let start = self.document.sets.len() as u32;
        while !self.lexer.take(b']')? {
            let Symbol::Set(set) = self.parameter_set()? else {
                return Err(self.lexer.unexpected("a set"));
            };
            self.document.sets.push(set);
            if !self.lexer.take(b',')? {
                self.close_list()?;
                break;
            }
        }
        Ok(List { start, end: self.document.sets.len() as u32 })
    }

    /// Skips the numbers of an array after its `[`; returns how many there are.
    fn floats(&mut self) -> Result<u32, InputError> {
        let mut length = 0;
        while !self.lexer.take(b']')? {
            self.skip_float()?;
            length += 1;
            if !self.lexer.take(b',')? {
                self.close_list()?;
                break;
            }
        }
        Ok(length)
    }

    /// Adds an output item, if the annotations of a single value ask for it.
    fn output(
        &mut self,
        name: Name<'t>,
        marks: Marks,
        kind: Kind,
        shape: Shape,
    ) -> Result<(), InputError> {
        if marks.dimensions.is_some() {
            return Err(misplaced(&self.lexer, name, "output_array", "output_var"));
        }
        if marks.output {
            let is_bool = kind == Kind::Bool;
            self.document.outputs.push(Output { name: name.word, is_bool, shape });
        }
        Ok(())
    }

    /// Adds an output item, if the annotations of an array ask for it.
    fn output_list(
        &mut self,
        name: Name<'t>,
        marks: Marks,
        kind: Kind,
        list: List,
        has_variables: bool,
    ) -> Result<(), InputError> {
        if marks.output && has_variables {
            return Err(misplaced(&self.lexer, name, "output_var", "output_array"));
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
                shorten(name.text)
            );
            return Err(self.lexer.fault(name.place, message));
        }
        let shape = Shape::Array(dimensions, list);
        let output = Output { name: name.word, is_bool: kind == Kind::Bool, shape };
        self.document.outputs.push(output);
        Ok(())
    }
}

/// Creates the error of an output annotation of the wrong kind.
fn misplaced(lexer: &Lexer<'_>, name: Name<'_>, found: &str, expected: &str) -> InputError {
    let message = format!("'{}' has {found}; expected {expected}", shorten(name.text));
    lexer.fault(name.start, message)
}
