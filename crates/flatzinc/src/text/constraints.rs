//! Constraints and their arguments.

use super::lexer::FlatzincToken;
use super::reader::{FlatzincTextReader, SymbolMeaning};
use crate::document::{ConstraintCall, ElementRange, FlatzincArgument, FlatzincTerm, IntSet};
use parallax_instance::InputError;

impl FlatzincTextReader<'_> {
    /// Reads a constraint: `constraint int_le(x,3) :: domain`.
    pub(super) fn read_constraint(&mut self) -> Result<(), InputError> {
        let place = self.lexer.start as u32;
        self.lexer.expect_word("constraint")?;
        let name = self.lexer.expect_name("the name of a constraint")?;
        let name = self.words.intern_word(name);
        self.lexer.expect_sign(b'(')?;
        let start = self.document.arguments.len() as u32;
        // A comma before the closing parenthesis is allowed.
        while !self.lexer.take_sign(b')')? {
            let argument = self.read_argument()?;
            self.add_argument(argument);
            if !self.lexer.take_sign(b',')? {
                if !self.lexer.take_sign(b')')? {
                    return Err(self.lexer.unexpected_token("',' or ')'"));
                }
                break;
            }
        }
        let arguments = ElementRange { start, end: self.document.arguments.len() as u32 };
        let label = self.read_label()?;
        self.document.constraints.push(ConstraintCall { name, arguments, place, label });
        Ok(())
    }

    /// Reads an argument.
    fn read_argument(&mut self) -> Result<FlatzincArgument, InputError> {
        let place = self.lexer.start;
        match self.lexer.token {
            FlatzincToken::Sign(b'[') => self.list_argument(),
            FlatzincToken::Sign(b'{') => Ok(FlatzincArgument::Set(self.read_set()?)),
            FlatzincToken::Int(first) => {
                self.lexer.advance_token()?;
                if self.lexer.token == FlatzincToken::Dots {
                    return Ok(FlatzincArgument::Set(self.set_from(first)?));
                }
                Ok(FlatzincArgument::Term(FlatzincTerm::Value(first)))
            }
            FlatzincToken::Name(name) if !matches!(name, "true" | "false") => {
                let symbol = self.name_meaning(name, place)?;
                self.lexer.advance_token()?;
                // `a[2]` is an element, and `a` alone the whole array.
                let is_element = self.lexer.token == FlatzincToken::Sign(b'[');
                match symbol {
                    SymbolMeaning::Array(_, list) if !is_element => {
                        Ok(FlatzincArgument::List(list))
                    }
                    SymbolMeaning::Set(set) => Ok(FlatzincArgument::Set(set)),
                    SymbolMeaning::Sets(list) => Ok(FlatzincArgument::Sets(list)),
                    _ => Ok(FlatzincArgument::Term(self.term_of(name, place, symbol)?.1)),
                }
            }
            _ => Ok(FlatzincArgument::Term(self.read_term()?.1)),
        }
    }

    /// Reads an array: of sets if its first element is one.
    fn list_argument(&mut self) -> Result<FlatzincArgument, InputError> {
        self.lexer.expect_sign(b'[')?;
        match self.lexer.token {
            FlatzincToken::Sign(b'{') => return Ok(FlatzincArgument::Sets(self.read_sets()?)),
            FlatzincToken::Name(name) if !matches!(name, "true" | "false") => {
                if let SymbolMeaning::Set(_) = self.name_meaning(name, self.lexer.start)? {
                    return Ok(FlatzincArgument::Sets(self.read_sets()?));
                }
            }
            FlatzincToken::Int(first) => return self.list_from(first),
            _ => {}
        }
        Ok(FlatzincArgument::List(self.read_elements(None)?))
    }

    /// Reads an array whose first element starts with an integer, which is the next token.
    fn list_from(&mut self, first: i64) -> Result<FlatzincArgument, InputError> {
        self.lexer.advance_token()?;
        // A range as the first element makes the list one of sets.
        if self.lexer.token != FlatzincToken::Dots {
            let start = self.terms_end();
            self.document.terms.push_term(FlatzincTerm::Value(first));
            if self.lexer.take_sign(b',')? {
                self.read_elements(None)?;
            } else {
                self.close_list()?;
            }
            return Ok(FlatzincArgument::List(ElementRange { start, end: self.terms_end() }));
        }
        let start = self.document.sets.len() as u32;
        let set: IntSet = self.set_from(first)?;
        self.document.sets.push(set);
        if self.lexer.take_sign(b',')? {
            self.read_sets()?;
        } else {
            self.close_list()?;
        }
        Ok(FlatzincArgument::Sets(ElementRange { start, end: self.document.sets.len() as u32 }))
    }
}
