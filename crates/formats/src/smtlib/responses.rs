//! Reads the commands that print answers, and the assertions that a core names.

use super::lexer::Token;
use super::script::{Commands, Name, Response};
use super::term::Typed;
use parallax_model::instance::InputError;

impl Commands<'_> {
    /// Reads an assertion, after its command. One whose whole term has a name is named so in cores.
    pub(super) fn assert(&mut self, at: usize) -> Result<(), InputError> {
        if self.assumes {
            let message = "an assertion after 'check-sat-assuming' is not supported";
            return Err(self.reader.lexer.fault(at, message));
        }
        self.script.asserts_after_question |= self.script.responses.contains(&Response::Status);
        self.more(at)?;
        let start = self.reader.lexer.clone().inside(at)?.0;
        let term = self.reader.bool(at)?;
        let label = self.reader.labels.pop().filter(|(own, _)| *own == start);
        self.reader.labels.clear();
        if let Some((_, name)) = label {
            let place = self.script.assertions.len();
            self.script.names.insert(place, Name::Assertion(name.into_owned()));
        }
        self.script.assertions.push((self.counted.1, term));
        self.close(at)
    }

    /// Reads `(check-sat)`.
    pub(super) fn check(&mut self, at: usize) -> Result<(), InputError> {
        if self.assumes {
            return Err(self.another(at));
        }
        self.answers(at, Response::Status)
    }

    /// Reads `(check-sat-assuming (literal ...))`: the literals are assertions of this only
    /// question.
    pub(super) fn check_assuming(&mut self, at: usize) -> Result<(), InputError> {
        if self.assumes || self.script.responses.contains(&Response::Status) {
            return Err(self.another(at));
        }
        self.assumes = true;
        let (open, token) = self.reader.lexer.inside(at)?;
        if token != Token::Open {
            return Err(self.reader.lexer.unexpected(open, "a list of literals"));
        }
        while let Some((text, term)) = self.term(open)? {
            let Typed::Bool(term) = term else {
                return Err(self.reader.lexer.unexpected(open, "a list of truth values"));
            };
            let place = self.script.assertions.len();
            self.script.names.insert(place, Name::Assumption(text));
            self.script.assertions.push((self.counted.1, term));
        }
        self.answers(at, Response::Status)
    }

    fn another(&self, at: usize) -> parallax_model::instance::InputError {
        let message = "'check-sat-assuming' with another question is not supported";
        self.reader.lexer.fault(at, message)
    }

    /// Reads the end of a command that asks for an answer.
    pub(super) fn answers(&mut self, at: usize, response: Response) -> Result<(), InputError> {
        self.script.responses.push(response);
        self.close(at)
    }

    /// Reads `(echo string)`.
    pub(super) fn echo(&mut self, at: usize) -> Result<(), InputError> {
        let lexer = &mut self.reader.lexer;
        let place = lexer.place();
        lexer.skip(at)?;
        let text = lexer.since(place).trim_end_matches(')').trim().to_owned();
        self.script.responses.push(Response::Echo(text));
        Ok(())
    }

    /// Reads `(get-value (symbol ...))`. Other terms than symbols get no values.
    pub(super) fn values(&mut self, at: usize) -> Result<(), InputError> {
        let mut ahead = self.reader.lexer.clone();
        self.reader.lexer.skip(at)?;
        let mut values = Some(Vec::new());
        if ahead.inside(at)?.1 != Token::Open {
            values = None;
        }
        while let Some(list) = &mut values {
            let (_, token) = ahead.inside(at)?;
            if token == Token::Close {
                break;
            }
            let name = token.symbol();
            let known = name.as_ref().and_then(|name| self.reader.names.get(name));
            match name.as_ref().zip(known) {
                Some((name, &term)) => list.push((name.clone().into_owned(), term)),
                None => values = None,
            }
        }
        self.script.responses.push(Response::Values(values));
        Ok(())
    }

    /// Reads the next term of the list that starts at `open`, with its text.
    fn term(&mut self, open: usize) -> Result<Option<(String, Typed)>, InputError> {
        let mut ahead = self.reader.lexer.clone();
        let (start, token) = ahead.inside(open)?;
        if token == Token::Close {
            self.reader.lexer = ahead;
            return Ok(None);
        }
        let (_, term) = self.reader.term(open)?;
        self.reader.labels.clear();
        Ok(Some((self.reader.lexer.since(start).trim().to_owned(), term)))
    }
}
