//! Reads the commands that print answers, and the assertions that a core names.

use super::lexer::SmtlibToken;
use super::script::{AssertionName, ResponseCommand, ScriptReader};
use super::term::SortedTerm;
use parallax_instance::InputError;

impl ScriptReader<'_> {
    /// Reads an assertion, after its command. One whose whole term has a name is named so in cores.
    pub(super) fn read_assertion(&mut self, at: usize) -> Result<(), InputError> {
        if self.assumes {
            let message = "an assertion after 'check-sat-assuming' is not supported";
            return Err(self.reader.lexer.error_at(at, message));
        }
        self.script.asserts_after_question |=
            self.script.responses.contains(&ResponseCommand::Status);
        self.expect_more(at)?;
        let start = self.reader.lexer.clone().next_inside(at)?.0;
        let term = self.reader.read_bool(at)?;
        // The outermost annotation ends last, so its name is the last label. A label of a subterm
        // has another offset.
        let label = self.reader.labels.pop().filter(|(own, _)| *own == start);
        self.reader.labels.clear();
        if let Some((_, name)) = label {
            let index = self.script.assertions.len();
            self.script.names.insert(index, AssertionName::Assertion(name.into_owned()));
        }
        self.script.assertions.push((self.counted.1, term));
        self.close_command(at)
    }

    /// Reads `(check-sat)`.
    pub(super) fn read_check(&mut self, at: usize) -> Result<(), InputError> {
        if self.assumes {
            return Err(self.second_check_error(at));
        }
        self.end_response(at, ResponseCommand::Status)
    }

    /// Reads `(check-sat-assuming (literal ...))`: the literals are assertions of this only
    /// question.
    pub(super) fn check_assuming(&mut self, at: usize) -> Result<(), InputError> {
        // The literals become assertions, so another question in the script would be about them,
        // too.
        if self.assumes || self.script.responses.contains(&ResponseCommand::Status) {
            return Err(self.second_check_error(at));
        }
        self.assumes = true;
        let (open, token) = self.reader.lexer.next_inside(at)?;
        if token != SmtlibToken::Open {
            return Err(self.reader.lexer.unexpected_term(open, "a list of literals"));
        }
        while let Some((text, term)) = self.read_term(open)? {
            let SortedTerm::Bool(term) = term else {
                return Err(self.reader.lexer.unexpected_term(open, "a list of truth values"));
            };
            let index = self.script.assertions.len();
            self.script.names.insert(index, AssertionName::Assumption(text));
            self.script.assertions.push((self.counted.1, term));
        }
        self.end_response(at, ResponseCommand::Status)
    }

    fn second_check_error(&self, at: usize) -> parallax_instance::InputError {
        let message = "'check-sat-assuming' with another question is not supported";
        self.reader.lexer.error_at(at, message)
    }

    /// Reads the end of a command that asks for an answer.
    pub(super) fn end_response(
        &mut self,
        at: usize,
        response: ResponseCommand,
    ) -> Result<(), InputError> {
        self.script.responses.push(response);
        self.close_command(at)
    }

    /// Reads `(echo string)`.
    pub(super) fn read_echo(&mut self, at: usize) -> Result<(), InputError> {
        let lexer = &mut self.reader.lexer;
        let place = lexer.offset();
        lexer.skip_bracket(at)?;
        // The string ends with a quote, so the trimming removes only the command's bracket.
        let text = lexer.text_since(place).trim_end_matches(')').trim().to_owned();
        self.script.responses.push(ResponseCommand::Echo(text));
        Ok(())
    }

    /// Reads `(get-value (symbol ...))`. Other terms than symbols get no values.
    pub(super) fn read_values(&mut self, at: usize) -> Result<(), InputError> {
        // The bracket is skipped first: terms without values are not a fault of the script.
        let mut ahead = self.reader.lexer.clone();
        self.reader.lexer.skip_bracket(at)?;
        let mut values = Some(Vec::new());
        if ahead.next_inside(at)?.1 != SmtlibToken::Open {
            values = None;
        }
        while let Some(list) = &mut values {
            let (_, token) = ahead.next_inside(at)?;
            if token == SmtlibToken::Close {
                break;
            }
            let name = token.symbol_name();
            let known = name.as_ref().and_then(|name| self.reader.names.get(name));
            match name.as_ref().zip(known) {
                Some((name, &term)) => list.push((name.clone().into_owned(), term)),
                None => values = None,
            }
        }
        self.script.responses.push(ResponseCommand::Values(values));
        Ok(())
    }

    /// Reads the next term of the list that starts at `open`, with its text.
    fn read_term(&mut self, open: usize) -> Result<Option<(String, SortedTerm)>, InputError> {
        // A second lexer looks at the next token, because `read_term` must see it again.
        let mut ahead = self.reader.lexer.clone();
        let (start, token) = ahead.next_inside(open)?;
        if token == SmtlibToken::Close {
            self.reader.lexer = ahead;
            return Ok(None);
        }
        let (_, term) = self.reader.read_term(open)?;
        self.reader.labels.clear();
        Ok(Some((self.reader.lexer.text_since(start).trim().to_owned(), term)))
    }
}
