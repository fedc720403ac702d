//! Splits a script into tokens, with their byte offsets.

use std::borrow::Cow;

use parallax_model::instance::{InputError, shorten};

/// A token of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    Open,
    Close,
    /// A symbol, a number, or a keyword.
    Word(&'t str),
    /// A symbol written between bars.
    Quoted(Cow<'t, str>),
    /// A string between quotes.
    Text,
}

impl<'t> Token<'t> {
    /// The symbol (or number, or keyword), without bars.
    pub(super) fn symbol(self) -> Option<Cow<'t, str>> {
        match self {
            Token::Word(word) => Some(Cow::Borrowed(word)),
            Token::Quoted(word) => Some(word),
            _ => None,
        }
    }
}

/// Reads a script token by token.
#[derive(Clone)]
pub(super) struct Lexer<'t> {
    source: &'t str,
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(source: &'t str, text: &'t str) -> Self {
        Lexer { source, text, at: 0 }
    }

    /// The offset of the first unread byte.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    /// The text from an offset up to the first unread byte.
    pub(super) fn since(&self, at: usize) -> &'t str {
        &self.text[at..self.at]
    }

    /// An error at a byte offset, with its line and column.
    pub(super) fn fault(&self, at: usize, message: impl Into<String>) -> InputError {
        let before = &self.text[..at];
        let line = before.rfind('\n').map_or(0, |place| place + 1);
        let number = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        InputError::new(self.source, message).at(number, before[line..].chars().count() + 1)
    }

    /// The error of a text without commands.
    pub(super) fn empty(&self) -> InputError {
        InputError::new(self.source, "empty; expected commands of SMT-LIB 2")
    }

    /// The error that quotes the beginning of the term at an offset and names what was expected
    /// there.
    pub(super) fn unexpected(&self, at: usize, expected: &str) -> InputError {
        self.fault(at, format!("'{}'; expected {expected}", self.excerpt(at)))
    }

    /// The beginning of the term at an offset, for messages.
    pub(super) fn excerpt(&self, at: usize) -> String {
        let mut ahead = Lexer { at, ..self.clone() };
        match ahead.piece() {
            Ok(Some((_, Token::Open))) => match ahead.piece() {
                Ok(Some((_, Token::Close))) => "()".into(),
                Ok(Some((_, Token::Open | Token::Text))) | Ok(None) | Err(_) => "(... ...)".into(),
                Ok(Some((_, head))) => {
                    format!("({} ...)", shorten(&head.symbol().unwrap_or_default()))
                }
            },
            Ok(Some((_, Token::Close))) => ")".into(),
            Ok(Some((_, Token::Text))) => "a string".into(),
            Ok(Some((_, word))) => shorten(&word.symbol().unwrap_or_default()),
            Ok(None) | Err(_) => "the end".into(),
        }
    }

    /// The next token within the bracket at `open`, with its offset.
    ///
    /// # Errors
    /// Returns the errors of [`piece`](Lexer::piece), and an error at the end of the text.
    pub(super) fn inside(&mut self, open: usize) -> Result<(usize, Token<'t>), InputError> {
        self.piece()?.ok_or_else(|| self.fault(open, "'(' without ')'"))
    }

    /// Skips to the end of the bracket at `open`.
    ///
    /// # Errors
    /// Returns the errors of [`inside`](Lexer::inside).
    pub(super) fn skip(&mut self, open: usize) -> Result<(), InputError> {
        let mut depth = 1usize;
        while depth > 0 {
            match self.inside(open)?.1 {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// The next token with its offset; `None` at the end of the text.
    ///
    /// # Errors
    /// Returns an error for a bar or a quote without its closing counterpart.
    pub(super) fn piece(&mut self) -> Result<Option<(usize, Token<'t>)>, InputError> {
        self.skip_blank();
        let (at, rest) = (self.at, &self.text[self.at..]);
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let token = match first {
            '(' | ')' => {
                self.at += 1;
                if first == '(' { Token::Open } else { Token::Close }
            }
            '|' | '"' => {
                let end = rest[1..].find(first);
                let end = end.ok_or_else(|| self.fault(at, format!("{first} without its end")))?;
                self.at += end + 2;
                let inner = &rest[1..=end];
                self.refuse_backslash(at, if first == '|' { inner } else { "" })?;
                match first {
                    '"' => Token::Text,
                    // Names and messages stay on one line.
                    _ if inner.contains(char::is_control) => {
                        Token::Quoted(inner.replace(char::is_control, " ").into())
                    }
                    _ => Token::Quoted(Cow::Borrowed(inner)),
                }
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "();|\"".contains(c);
                let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
                self.at += word.len();
                self.refuse_backslash(at, word)?;
                Token::Word(word)
            }
        };
        Ok(Some((at, token)))
    }

    /// Refuses a symbol that no bars can quote.
    fn refuse_backslash(&self, at: usize, symbol: &str) -> Result<(), InputError> {
        let message = "a symbol with '\\'; expected other characters, since no symbol has it";
        if symbol.contains('\\') { Err(self.fault(at, message)) } else { Ok(()) }
    }

    /// Skips white space and comments. A line feed and a carriage return both end a comment.
    fn skip_blank(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let start = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
            self.at += start;
            if !rest[start..].starts_with(';') {
                return;
            }
            self.at += rest[start..].find(['\n', '\r']).unwrap_or(rest.len() - start);
        }
    }
}
