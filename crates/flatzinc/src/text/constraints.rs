//! Constraints and their arguments.

use super::lexer::Token;
use super::reader::{Reader, Symbol};
use crate::document::{Argument, Call, IntSet, List, Term};
use parallax_model::instance::InputError;

impl Reader<'_> {
    /// Reads a constraint: `constraint int_le(x,3) :: domain`.
    pub(super) fn constraint(&mut self) -> Result<(), InputError> {
        let place = self.lexer.start as u32;
        self.lexer.expect_word("constraint")?;
        let name = self.lexer.expect_name("the name of a constraint")?;
        let name = self.words.place(name);
        self.lexer.expect(b'(')?;
        let start = self.document.arguments.len() as u32;
        while !self.lexer.take(b')')? {
            let argument = self.argument()?;
            self.add_argument(argument);
            if !self.lexer.take(b',')? {
                if !self.lexer.take(b')')? {
                    return Err(self.lexer.unexpected("',' or ')'"));
                }
                break;
            }
        }
        let arguments = List { start, end: self.document.arguments.len() as u32 };
        let label = self.label()?;
        self.document.constraints.push(Call { name, arguments, place, label });
        Ok(())
    }

    /// Reads an argument.
    fn argument(&mut self) -> Result<Argument, InputError> {
        let place = self.lexer.start;
        match self.lexer.token {
            Token::Sign(b'[') => self.list_argument(),
            Token::Sign(b'{') => Ok(Argument::Set(self.set()?)),
            Token::Int(first) => {
                self.lexer.advance()?;
                if self.lexer.token == Token::Dots {
                    return Ok(Argument::Set(self.set_from(first)?));
                }
                Ok(Argument::Term(Term::Value(first)))
            }
            Token::Name(name) if !matches!(name, "true" | "false") => {
                let symbol = self.symbol(name, place)?;
                self.lexer.advance()?;
                let is_element = self.lexer.token == Token::Sign(b'[');
                match symbol {
                    Symbol::Array(_, list) if !is_element => Ok(Argument::List(list)),
                    Symbol::Set(set) => Ok(Argument::Set(set)),
                    Symbol::Sets(list) => Ok(Argument::Sets(list)),
                    _ => Ok(Argument::Term(self.term_of(name, place, symbol)?.1)),
                }
            }
            _ => Ok(Argument::Term(self.term()?.1)),
        }
    }

    /// Reads an array: of sets if its first element is one.
    fn list_argument(&mut self) -> Result<Argument, InputError> {
        self.lexer.expect(b'[')?;
        match self.lexer.token {
            Token::Sign(b'{') => return Ok(Argument::Sets(self.sets()?)),
            Token::Name(name) if !matches!(name, "true" | "false") => {
                if let Symbol::Set(_) = self.symbol(name, self.lexer.start)? {
                    return Ok(Argument::Sets(self.sets()?));
                }
            }
            Token::Int(first) => return self.list_from(first),
            _ => {}
        }
        Ok(Argument::List(self.elements(None)?))
    }

    /// Reads an array whose first element starts with an integer, which is the next token.
    fn list_from(&mut self, first: i64) -> Result<Argument, InputError> {
        self.lexer.advance()?;
        if self.lexer.token != Token::Dots {
            let start = self.terms_end();
            self.document.terms.push(Term::Value(first));
            if self.lexer.take(b',')? {
                self.elements(None)?;
            } else {
                self.close_list()?;
            }
            return Ok(Argument::List(List { start, end: self.terms_end() }));
        }
        let start = self.document.sets.len() as u32;
        let set: IntSet = self.set_from(first)?;
        self.document.sets.push(set);
        if self.lexer.take(b',')? {
            self.sets()?;
        } else {
            self.close_list()?;
        }
        Ok(Argument::Sets(List { start, end: self.document.sets.len() as u32 }))
    }
}
