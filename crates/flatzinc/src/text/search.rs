//! The goal and its search annotations.

use super::lexer::{Read, Token};
use super::reader::{Reader, Symbol};
use crate::document::{Annotation, Goal, List, Word};

impl Reader<'_> {
    /// Reads the goal: `solve :: int_search(a,first_fail,indomain_min) minimize x`.
    pub(super) fn solve(&mut self) -> Read<()> {
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
    fn annotations(&mut self) -> Read<()> {
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

    /// Reads an annotation, or the beginning of a sequence; returns whether it is a sequence.
    fn annotation(&mut self) -> Read<bool> {
        let Token::Name(name) = self.lexer.token else {
            self.lexer.skip_expression()?;
            return Ok(false);
        };
        let place = self.lexer.start as u32;
        let word = self.words.place(name);
        self.lexer.advance()?;
        let has_arguments = self.lexer.take(b'(')?;
        let annotation = match name {
            _ if name.starts_with("restart_") => {
                let numbers = if has_arguments { self.numbers()? } else { Vec::new() };
                Annotation::Restart { name: word, numbers, place }
            }
            _ if !has_arguments => Annotation::Other(word),
            "seq_search" | "warm_start_array" if self.lexer.take(b'[')? => return Ok(true),
            "int_search" | "bool_search" => self.choices(word, place)?,
            "warm_start" | "warm_start_int" | "warm_start_bool" => self.warm_start(word, place)?,
            _ => {
                self.lexer.skip_rest(b')')?;
                Annotation::Other(word)
            }
        };
        self.document.search.push(annotation);
        Ok(false)
    }

    /// Reads the numbers of an annotation after its `(`, as they are written.
    fn numbers(&mut self) -> Read<Vec<String>> {
        let mut numbers = Vec::new();
        while !self.lexer.take(b')')? {
            numbers.push(match self.lexer.token {
                Token::Int(value) => value.to_string(),
                Token::Float(text) => text.to_owned(),
                _ => return Err(self.lexer.unexpected("a number or ')'")),
            });
            self.lexer.advance()?;
            if !self.lexer.take(b',')? {
                self.lexer.expect(b')')?;
                break;
            }
        }
        Ok(numbers)
    }

    /// Reads the arguments of a search after its `(`: `a,first_fail,indomain_min,complete`.
    fn choices(&mut self, word: Word, place: u32) -> Read<Annotation> {
        let list = self.search_list()?;
        let variable = self.choice()?;
        let value = self.choice()?;
        self.lexer.skip_rest(b')')?;
        Ok(match list {
            Some(list) => Annotation::Search { list, variable, value, place },
            None => Annotation::Other(word),
        })
    }

    /// Reads a comma and the name of a choice; its arguments are ignored.
    fn choice(&mut self) -> Read<Word> {
        self.lexer.expect(b',')?;
        let Token::Name(name) = self.lexer.token else {
            return Err(self.lexer.unexpected("the name of a choice"));
        };
        self.lexer.skip_expression()?;
        Ok(self.words.place(name))
    }

    /// Reads the arguments of a warm start after its `(`: `a,[1,2,3]`.
    fn warm_start(&mut self, word: Word, place: u32) -> Read<Annotation> {
        let list = self.search_list()?;
        self.lexer.expect(b',')?;
        let values_place = self.lexer.start;
        let values = self.search_list()?;
        self.lexer.skip_rest(b')')?;
        let (Some(list), Some(values)) = (list, values) else {
            return Ok(Annotation::Other(word));
        };
        let (wanted, found) = (list.end - list.start, values.end - values.start);
        if wanted != found {
            let message = format!("{found} values; expected {wanted}, one for each variable");
            return Err(self.lexer.fault(values_place, message));
        }
        Ok(Annotation::Warm { list, values, place })
    }

    /// Reads a list of variables and constants; skips one of other values and returns nothing.
    fn search_list(&mut self) -> Read<Option<List>> {
        match self.lexer.token {
            Token::Name(name) => match self.symbol(name, self.lexer.start)? {
                Symbol::Array(_, list) => {
                    self.lexer.advance()?;
                    Ok(Some(list))
                }
                _ => {
                    self.lexer.skip_expression()?;
                    Ok(None)
                }
            },
            Token::Sign(b'[') => {
                self.lexer.advance()?;
                if matches!(self.lexer.token, Token::Float(_) | Token::Sign(b'{')) {
                    self.lexer.skip_rest(b']')?;
                    return Ok(None);
                }
                Ok(Some(self.elements(None)?))
            }
            _ => Err(self.lexer.unexpected("an array")),
        }
    }
}
