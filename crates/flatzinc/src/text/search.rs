//! The goal and its search annotations.

use super::lexer::Token;
use super::reader::{Reader, Symbol};
use crate::document::{Annotation, Goal, List, Term, Word};
use parallax_model::instance::InputError;

impl Reader<'_> {
    /// Reads the goal: `solve :: int_search(a,first_fail,indomain_min) minimize x`.
    pub(super) fn solve(&mut self) -> Result<(), InputError> {
        self.lexer.expect_word("solve")?;
        while self.take_colons()? {
            self.annotations()?;
        }
        let word = match self.lexer.token {
            Token::Name(word @ ("satisfy" | "minimize" | "maximize")) => word,
            _ => return Err(self.lexer.unexpected("'satisfy', 'minimize' or 'maximize'")),
        };
        self.lexer.advance()?;
        self.document.goal = match word {
            "satisfy" => Goal::Satisfy,
            "minimize" => Goal::Minimize(self.term()?.1),
            _ => Goal::Maximize(self.term()?.1),
        };
        Ok(())
    }

    /// Reads an annotation of the goal, with all that are inside if it is a sequence.
    fn annotations(&mut self) -> Result<(), InputError> {
        let mut open_sequences = 0_usize;
        'next: loop {
            let has_opened = self.annotation()?;
            open_sequences += usize::from(has_opened);
            if has_opened && self.lexer.token != Token::Sign(b']') {
                continue;
            }
            while open_sequences > 0 {
                if self.lexer.take(b',')? && self.lexer.token != Token::Sign(b']') {
                    continue 'next;
                }
                self.close_list()?;
                self.lexer.skip_rest(b')')?;
                open_sequences -= 1;
            }
            return Ok(());
        }
    }

    /// Reads an annotation, or the beginning of a sequence; returns whether it is a sequence. What
    /// is no search of a known form is skipped, whatever it holds.
    fn annotation(&mut self) -> Result<bool, InputError> {
        let Token::Name(name) = self.lexer.token else {
            self.lexer.skip_expression()?;
            return Ok(false);
        };
        let start = self.lexer.clone();
        let place = self.lexer.start as u32;
        let word = self.words.place(name);
        self.lexer.advance()?;
        let has_arguments = self.lexer.take(b'(')?;
        let is_sequence = matches!(name, "seq_search" | "warm_start_array");
        if has_arguments && is_sequence && self.lexer.take(b'[')? {
            return Ok(true);
        }
        let known = match name {
            _ if name.starts_with("restart_") && has_arguments => {
                let numbers = self.numbers()?;
                numbers.map(|numbers| Annotation::Restart { name: word, numbers, place })
            }
            _ if name.starts_with("restart_") => {
                Some(Annotation::Restart { name: word, numbers: Vec::new(), place })
            }
            "int_search" | "bool_search" if has_arguments => self.choices(place)?,
            "warm_start" | "warm_start_int" | "warm_start_bool" if has_arguments => {
                self.warm_start(place)?
            }
            _ => None,
        };
        if known.is_none() {
            self.lexer = start;
            self.lexer.skip_expression()?;
        }
        self.document.search.push(known.unwrap_or(Annotation::Other(word)));
        Ok(false)
    }

    /// Reads the numbers of an annotation after its `(`, as they are written; nothing if there is
    /// something else.
    fn numbers(&mut self) -> Result<Option<Vec<String>>, InputError> {
        let mut numbers = Vec::new();
        while !self.lexer.take(b')')? {
            numbers.push(match self.lexer.token {
                Token::Int(value) => value.to_string(),
                Token::Float(text) => text.to_owned(),
                _ => return Ok(None),
            });
            self.lexer.advance()?;
            if !self.lexer.take(b',')? {
                return Ok(self.lexer.take(b')')?.then_some(numbers));
            }
        }
        Ok(Some(numbers))
    }

    /// Reads the arguments of a search after its `(`: `a,first_fail,indomain_min,complete`; nothing
    /// if they are others.
    fn choices(&mut self, place: u32) -> Result<Option<Annotation>, InputError> {
        let Some(list) = self.search_list()? else { return Ok(None) };
        let Some(variable) = self.choice()? else { return Ok(None) };
        let Some(value) = self.choice()? else { return Ok(None) };
        if !matches!(self.lexer.token, Token::Sign(b',' | b')')) {
            return Ok(None);
        }
        self.lexer.skip_rest(b')')?;
        Ok(Some(Annotation::Search { list, variable, value, place }))
    }

    /// Reads a comma and the name of a choice; its arguments are ignored.
    fn choice(&mut self) -> Result<Option<Word>, InputError> {
        if !self.lexer.take(b',')? {
            return Ok(None);
        }
        let Token::Name(name) = self.lexer.token else { return Ok(None) };
        self.lexer.skip_expression()?;
        Ok(Some(self.words.place(name)))
    }

    /// Reads the arguments of a warm start after its `(`: `a,[1,2,3]`; nothing if they are others.
    fn warm_start(&mut self, place: u32) -> Result<Option<Annotation>, InputError> {
        let Some(list) = self.search_list()? else { return Ok(None) };
        if !self.lexer.take(b',')? {
            return Ok(None);
        }
        let values_place = self.lexer.start;
        let Some(values) = self.warm_values()? else { return Ok(None) };
        if !matches!(self.lexer.token, Token::Sign(b',' | b')')) {
            return Ok(None);
        }
        self.lexer.skip_rest(b')')?;
        let (wanted, found) = (list.end - list.start, values.end - values.start);
        if wanted != found {
            let message = format!("{found} values; expected {wanted}, one for each variable");
            return Err(self.lexer.fault(values_place, message));
        }
        Ok(Some(Annotation::Warm { list, values, place }))
    }

    /// Reads a list of variables and constants; nothing if something else is in its place.
    fn search_list(&mut self) -> Result<Option<List>, InputError> {
        match self.lexer.token {
            Token::Name(name) if !self.lexer.is_before(b"(") => {
                match self.symbol(name, self.lexer.start)? {
                    Symbol::Array(_, list) => {
                        self.lexer.advance()?;
                        Ok(Some(list))
                    }
                    _ => Ok(None),
                }
            }
            Token::Sign(b'[') => {
                self.lexer.advance()?;
                Ok(Some(self.search_items()?))
            }
            _ => Ok(None),
        }
    }

    /// Reads the values of a warm start; nothing if one is no constant of an integer or a truth
    /// value.
    fn warm_values(&mut self) -> Result<Option<List>, InputError> {
        if self.lexer.token != Token::Sign(b'[') {
            return self.search_list();
        }
        let start = self.terms_end();
        self.lexer.advance()?;
        while !self.lexer.take(b']')? {
            if !self.is_term()? {
                return Ok(None);
            }
            let (_, term) = self.term()?;
            self.document.terms.push(term);
            if !self.lexer.take(b',')? {
                self.close_list()?;
                break;
            }
        }
        Ok(Some(List { start, end: self.terms_end() }))
    }

    /// Reads the items of a list after its `[`. An item that is neither a variable nor a constant
    /// counts as a constant, which a search leaves out.
    fn search_items(&mut self) -> Result<List, InputError> {
        let start = self.terms_end();
        while !self.lexer.take(b']')? {
            let term = if self.is_term()? {
                self.term()?.1
            } else {
                self.lexer.skip_expression()?;
                Term::Value(0)
            };
            self.document.terms.push(term);
            if !self.lexer.take(b',')? {
                self.close_list()?;
                break;
            }
        }
        Ok(List { start, end: self.terms_end() })
    }

    /// Whether a variable or a constant comes next, and not an annotation or another value.
    fn is_term(&mut self) -> Result<bool, InputError> {
        Ok(match self.lexer.token {
            Token::Int(_) => !self.lexer.is_before(b".."),
            Token::Name("true" | "false") => true,
            Token::Name(name) if !self.lexer.is_before(b"(") => {
                match self.symbol(name, self.lexer.start)? {
                    Symbol::Scalar(..) => true,
                    Symbol::Array(..) => self.lexer.is_before(b"["),
                    Symbol::Set(_) | Symbol::Sets(_) | Symbol::Float | Symbol::Floats => false,
                }
            }
            _ => false,
        })
    }
}
