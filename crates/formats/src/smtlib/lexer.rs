//! Splits a script into tokens, with their byte offsets.

use std::borrow::Cow;

use parallax_instance::{InputError, shorten_text};

/// A token of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SmtlibToken<'t> {
    Open,
    Close,
    /// A symbol, a number, or a keyword.
    Word(&'t str),
    /// A symbol written between bars.
    Quoted(Cow<'t, str>),
    /// A string between quotes.
    Text,
}

impl<'t> SmtlibToken<'t> {
    /// The symbol (or number, or keyword), without bars.
    pub(super) fn symbol_name(self) -> Option<Cow<'t, str>> {
        match self {
            SmtlibToken::Word(word) => Some(Cow::Borrowed(word)),
            SmtlibToken::Quoted(word) => Some(word),
            _ => None,
        }
    }
}

/// Reads a script token by token.
#[derive(Clone)]
pub(super) struct SmtlibLexer<'t> {
    source: &'t str,
    text: &'t str,
    at: usize,
}

impl<'t> SmtlibLexer<'t> {
    pub(super) fn new(source: &'t str, text: &'t str) -> Self {
        SmtlibLexer { source, text, at: 0 }
    }

    /// The offset of the first unread byte.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// The text from an offset up to the first unread byte.
    pub(super) fn text_since(&self, at: usize) -> &'t str {
        &self.text[at..self.at]
    }

    /// An error at a byte offset, with its line and column.
    pub(super) fn error_at(&self, at: usize, message: impl Into<String>) -> InputError {
        // Counts lines again for each error, since a lexer that counts them for each token would be
        // slower.
        let before = &self.text[..at];
        let line = before.rfind('\n').map_or(0, |place| place + 1);
        let number = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        InputError::new(self.source, message)
            .at_position(number, before[line..].chars().count() + 1)
    }

    /// The error of a text without commands.
    pub(super) fn empty_error(&self) -> InputError {
        InputError::new(self.source, "empty; expected commands of SMT-LIB 2")
    }

    /// The error that quotes the beginning of the term at an offset and names what was expected
    /// there.
    pub(super) fn unexpected_term(&self, at: usize, expected: &str) -> InputError {
        self.error_at(at, format!("'{}'; expected {expected}", self.term_excerpt(at)))
    }

    /// The beginning of the term at an offset, for messages.
    pub(super) fn term_excerpt(&self, at: usize) -> String {
        let mut ahead = SmtlibLexer { at, ..self.clone() };
        match ahead.next_token() {
            Ok(Some((_, SmtlibToken::Open))) => match ahead.next_token() {
                Ok(Some((_, SmtlibToken::Close))) => "()".into(),
                Ok(Some((_, SmtlibToken::Open | SmtlibToken::Text))) | Ok(None) | Err(_) => {
                    "(... ...)".into()
                }
                Ok(Some((_, head))) => {
                    format!("({} ...)", shorten_text(&head.symbol_name().unwrap_or_default()))
                }
            },
            Ok(Some((_, SmtlibToken::Close))) => ")".into(),
            Ok(Some((_, SmtlibToken::Text))) => "a string".into(),
            Ok(Some((_, word))) => shorten_text(&word.symbol_name().unwrap_or_default()),
            Ok(None) | Err(_) => "the end".into(),
        }
    }

    /// The next token within the bracket at `open`, with its offset.
    ///
    /// # Errors
    /// Returns the errors of [`next_token`](SmtlibLexer::next_token), and an error at the end of
    /// the text.
    pub(super) fn next_inside(
        &mut self,
        open: usize,
    ) -> Result<(usize, SmtlibToken<'t>), InputError> {
        self.next_token()?.ok_or_else(|| self.error_at(open, "'(' without ')'"))
    }

    /// Skips to the end of the bracket at `open`.
    ///
    /// # Errors
    /// Returns the errors of [`next_inside`](SmtlibLexer::next_inside).
    pub(super) fn skip_bracket(&mut self, open: usize) -> Result<(), InputError> {
        let mut depth = 1usize;
        while depth > 0 {
            match self.next_inside(open)?.1 {
                SmtlibToken::Open => depth += 1,
                SmtlibToken::Close => depth -= 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// The next token with its offset; `None` at the end of the text.
    ///
    /// # Errors
    /// Returns an error for a bar or a quote without its closing counterpart.
    pub(super) fn next_token(&mut self) -> Result<Option<(usize, SmtlibToken<'t>)>, InputError> {
        self.skip_blank();
        let (at, rest) = (self.at, &self.text[self.at..]);
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let token = match first {
            '(' | ')' => {
                self.at += 1;
                if first == '(' { SmtlibToken::Open } else { SmtlibToken::Close }
            }
            '|' | '"' => {
                // The mark is one byte, so the slice begins at a character. A doubled quote within
                // a string makes two strings here, which no caller distinguishes.
                let end = rest[1..].find(first);
                let end =
                    end.ok_or_else(|| self.error_at(at, format!("{first} without its end")))?;
                self.at += end + 2;
                let inner = &rest[1..=end];
                self.refuse_backslash(at, if first == '|' { inner } else { "" })?;
                match first {
                    '"' => SmtlibToken::Text,
                    // Names and messages stay on one line.
                    _ if inner.contains(char::is_control) => {
                        SmtlibToken::Quoted(inner.replace(char::is_control, " ").into())
                    }
                    _ => SmtlibToken::Quoted(Cow::Borrowed(inner)),
                }
            }
            _ => {
                // A word also ends at a bar or a quote: `a|b|` is two symbols.
                let ends = |c: char| c.is_whitespace() || "();|\"".contains(c);
                let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
                self.at += word.len();
                self.refuse_backslash(at, word)?;
                SmtlibToken::Word(word)
            }
        };
        Ok(Some((at, token)))
    }

    /// Refuses a symbol that no bars can quote.
    fn refuse_backslash(&self, at: usize, symbol: &str) -> Result<(), InputError> {
        let message = "a symbol with '\\'; expected other characters, since no symbol has it";
        if symbol.contains('\\') { Err(self.error_at(at, message)) } else { Ok(()) }
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
