//! The goal and its search annotations.

use super::lexer::FlatzincToken;
use super::reader::{FlatzincTextReader, SymbolMeaning};
use crate::document::{ElementRange, FlatzincTerm, SearchAnnotation, SolveGoal, WordId};
use parallax_instance::InputError;

impl FlatzincTextReader<'_> {
    /// Reads the goal: `solve :: int_search(a,first_fail,indomain_min) minimize x`.
    pub(super) fn read_goal(&mut self) -> Result<(), InputError> {
        self.lexer.expect_word("solve")?;
        while self.take_colons()? {
            self.read_annotations()?;
        }
        let word = match self.lexer.token {
            FlatzincToken::Name(word @ ("satisfy" | "minimize" | "maximize")) => word,
            _ => return Err(self.lexer.unexpected_token("'satisfy', 'minimize' or 'maximize'")),
        };
        self.lexer.advance_token()?;
        self.document.goal = match word {
            "satisfy" => SolveGoal::Satisfy,
            "minimize" => SolveGoal::Minimize(self.read_term()?.1),
            _ => SolveGoal::Maximize(self.read_term()?.1),
        };
        Ok(())
    }

    /// Reads an annotation of the goal, with all that are inside if it is a sequence.
    fn read_annotations(&mut self) -> Result<(), InputError> {
        // A counter instead of recursion, because the nesting comes from the file.
        let mut open_sequences = 0_usize;
        'next: loop {
            let has_opened = self.read_annotation()?;
            open_sequences += usize::from(has_opened);
            // An empty sequence has no annotation to read.
            if has_opened && self.lexer.token != FlatzincToken::Sign(b']') {
                continue;
            }
            while open_sequences > 0 {
                if self.lexer.take_sign(b',')? && self.lexer.token != FlatzincToken::Sign(b']') {
                    continue 'next;
                }
                self.close_list()?;
                self.lexer.skip_rest(b')')?;
                open_sequences -= 1;
            }
            return Ok(());
        }
    }

    /// Reads an annotation, or the beginning of a sequence; returns whether it is a sequence. Skips
    /// anything that is not a search of a known form.
    fn read_annotation(&mut self) -> Result<bool, InputError> {
        let FlatzincToken::Name(name) = self.lexer.token else {
            self.lexer.skip_expression()?;
            return Ok(false);
        };
        let start = self.lexer.clone();
        let place = self.lexer.start as u32;
        let word = self.words.intern_word(name);
        self.lexer.advance_token()?;
        let has_arguments = self.lexer.take_sign(b'(')?;
        let is_sequence = matches!(name, "seq_search" | "warm_start_array");
        if has_arguments && is_sequence && self.lexer.take_sign(b'[')? {
            return Ok(true);
        }
        let known = match name {
            _ if name.starts_with("restart_") && has_arguments => {
                let numbers = self.read_numbers()?;
                numbers.map(|numbers| SearchAnnotation::Restart { name: word, numbers, place })
            }
            _ if name.starts_with("restart_") => {
                Some(SearchAnnotation::Restart { name: word, numbers: Vec::new(), place })
            }
            "int_search" | "bool_search" if has_arguments => self.read_choices(place)?,
            "warm_start" | "warm_start_int" | "warm_start_bool" if has_arguments => {
                self.warm_start(place)?
            }
            _ => None,
        };
        if known.is_none() {
            // A hint of an unknown form is no fault: it is skipped from its beginning. Terms that
            // were stored before the surprise are in no list and harmless.
            self.lexer = start;
            self.lexer.skip_expression()?;
        }
        self.document.search.push(known.unwrap_or(SearchAnnotation::Other(word)));
        Ok(false)
    }

    /// Reads the numbers of an annotation after its `(`, as they are written; `None` if there is
    /// something else.
    fn read_numbers(&mut self) -> Result<Option<Vec<String>>, InputError> {
        let mut numbers = Vec::new();
        while !self.lexer.take_sign(b')')? {
            numbers.push(match self.lexer.token {
                FlatzincToken::Int(value) => value.to_string(),
                FlatzincToken::Float(text) => text.to_owned(),
                _ => return Ok(None),
            });
            self.lexer.advance_token()?;
            if !self.lexer.take_sign(b',')? {
                return Ok(self.lexer.take_sign(b')')?.then_some(numbers));
            }
        }
        Ok(Some(numbers))
    }

    /// Reads the arguments of a search after its `(`: `a,first_fail,indomain_min,complete`; `None`
    /// if they have another form.
    fn read_choices(&mut self, place: u32) -> Result<Option<SearchAnnotation>, InputError> {
        let Some(list) = self.search_list()? else { return Ok(None) };
        let Some(variable) = self.read_choice()? else { return Ok(None) };
        let Some(value) = self.read_choice()? else { return Ok(None) };
        if !matches!(self.lexer.token, FlatzincToken::Sign(b',' | b')')) {
            return Ok(None);
        }
        self.lexer.skip_rest(b')')?;
        Ok(Some(SearchAnnotation::Search { list, variable, value, place }))
    }

    /// Reads a comma and the name of a choice; its arguments are ignored.
    fn read_choice(&mut self) -> Result<Option<WordId>, InputError> {
        if !self.lexer.take_sign(b',')? {
            return Ok(None);
        }
        let FlatzincToken::Name(name) = self.lexer.token else { return Ok(None) };
        self.lexer.skip_expression()?;
        Ok(Some(self.words.intern_word(name)))
    }

    /// Reads the arguments of a warm start after its `(`: `a,[1,2,3]`; `None` if they have another
    /// form.
    fn warm_start(&mut self, place: u32) -> Result<Option<SearchAnnotation>, InputError> {
        let Some(list) = self.search_list()? else { return Ok(None) };
        if !self.lexer.take_sign(b',')? {
            return Ok(None);
        }
        let values_place = self.lexer.start;
        let Some(values) = self.warm_values()? else { return Ok(None) };
        if !matches!(self.lexer.token, FlatzincToken::Sign(b',' | b')')) {
            return Ok(None);
        }
        self.lexer.skip_rest(b')')?;
        let (wanted, found) = (list.end - list.start, values.end - values.start);
        if wanted != found {
            let message = format!("{found} values; expected {wanted}, one for each variable");
            return Err(self.lexer.error_at(values_place, message));
        }
        Ok(Some(SearchAnnotation::Warm { list, values, place }))
    }

    /// Reads a list of variables and constants; `None` if something else is in its place.
    fn search_list(&mut self) -> Result<Option<ElementRange>, InputError> {
        match self.lexer.token {
            FlatzincToken::Name(name) if !self.lexer.is_followed_by(b"(") => {
                match self.name_meaning(name, self.lexer.start)? {
                    SymbolMeaning::Array(_, list) => {
                        self.lexer.advance_token()?;
                        Ok(Some(list))
                    }
                    _ => Ok(None),
                }
            }
            FlatzincToken::Sign(b'[') => {
                self.lexer.advance_token()?;
                Ok(Some(self.search_items()?))
            }
            _ => Ok(None),
        }
    }

    /// Reads the values of a warm start; `None` if one is not an integer or a truth value.
    fn warm_values(&mut self) -> Result<Option<ElementRange>, InputError> {
        if self.lexer.token != FlatzincToken::Sign(b'[') {
            return self.search_list();
        }
        let start = self.terms_end();
        self.lexer.advance_token()?;
        while !self.lexer.take_sign(b']')? {
            if !self.is_term()? {
                return Ok(None);
            }
            let (_, term) = self.read_term()?;
            self.document.terms.push_term(term);
            if !self.lexer.take_sign(b',')? {
                self.close_list()?;
                break;
            }
        }
        Ok(Some(ElementRange { start, end: self.terms_end() }))
    }

    /// Reads the items of a list after its `[`. An item that is neither a variable nor a constant
    /// counts as a constant, which a search leaves out.
    fn search_items(&mut self) -> Result<ElementRange, InputError> {
        let start = self.terms_end();
        while !self.lexer.take_sign(b']')? {
            let term = if self.is_term()? {
                self.read_term()?.1
            } else {
                self.lexer.skip_expression()?;
                FlatzincTerm::Value(0)
            };
            self.document.terms.push_term(term);
            if !self.lexer.take_sign(b',')? {
                self.close_list()?;
                break;
            }
        }
        Ok(ElementRange { start, end: self.terms_end() })
    }

    /// Whether the next token begins a variable or a constant, and not an annotation or another
    /// value.
    fn is_term(&mut self) -> Result<bool, InputError> {
        Ok(match self.lexer.token {
            FlatzincToken::Int(_) => !self.lexer.is_followed_by(b".."),
            FlatzincToken::Name("true" | "false") => true,
            FlatzincToken::Name(name) if !self.lexer.is_followed_by(b"(") => {
                match self.name_meaning(name, self.lexer.start)? {
                    SymbolMeaning::Scalar(..) => true,
                    // An element `a[1]` is a term; the whole array is not.
                    SymbolMeaning::Array(..) => self.lexer.is_followed_by(b"["),
                    SymbolMeaning::Set(_)
                    | SymbolMeaning::Sets(_)
                    | SymbolMeaning::Float
                    | SymbolMeaning::Floats => false,
                }
            }
            _ => false,
        })
    }
}
