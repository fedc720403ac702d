//! Parses expressions of cells by recursive descent.

use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::did_you_mean;

use super::cell_error::{ParseError, PhraseError};
use super::expr::{TableExpression, TypedTableExpression};
use super::glossary::{TypeValues, ValueSort};
use super::phrase::{NameScope, PhraseItem};
use super::token::{CellToken, split_tokens};

/// Maximum nesting of brackets.
pub(super) const MAX_DEPTH: usize = 60;

/// Reads an expression.
///
/// # Errors
/// Returns an error that names what is not understood, and what was expected.
pub(super) fn parse_expression(
    scope: NameScope<'_>,
    text: &str,
    expected: Option<ValueSort>,
) -> Result<TypedTableExpression, ParseError> {
    let tokens = split_tokens(text)?;
    let mut parser = CellParser { scope, tokens: &tokens, at: 0, depth: 0 };
    let typed = parser.parse_sum(expected)?;
    match parser.peek_token() {
        None => {}
        Some(_) => {
            return Err(ParseError::Unfinished { text: text.to_owned(), tokens: parser.at });
        }
    }
    match expected {
        Some(sort) if sort != typed.sort => {
            let (found, expected) = (scope.sort_name(typed.sort), scope.sort_name(sort));
            Err(PhraseError::OtherSort { text: text.to_owned(), found, expected }.into())
        }
        _ => Ok(typed),
    }
}

struct CellParser<'a> {
    scope: NameScope<'a>,
    tokens: &'a [CellToken],
    at: usize,
    depth: usize,
}

impl CellParser<'_> {
    fn peek_token(&self) -> Option<&CellToken> {
        self.tokens.get(self.at)
    }

    fn take_sign(&mut self, sign: char) -> bool {
        let found = self.peek_token() == Some(&CellToken::Sign(sign));
        self.at += usize::from(found);
        found
    }

    fn parse_sum(
        &mut self,
        expected: Option<ValueSort>,
    ) -> Result<TypedTableExpression, ParseError> {
        let first = self.parse_product(expected)?;
        let mut list = Vec::new();
        loop {
            let negative = match self.peek_token() {
                Some(CellToken::Sign('+')) => false,
                Some(CellToken::Sign('-')) => true,
                _ => break,
            };
            self.at += 1;
            let part = self.parse_product(Some(ValueSort::Number))?;
            list.push((negative, self.require_number(part)?));
        }
        if list.is_empty() {
            return Ok(first);
        }
        list.insert(0, (false, self.require_number(first)?));
        Ok(number_expression(TableExpression::Sum(list)))
    }

    fn parse_product(
        &mut self,
        expected: Option<ValueSort>,
    ) -> Result<TypedTableExpression, ParseError> {
        let mut left = self.parse_unary(expected)?;
        let mut steps = 0;
        loop {
            let sign = match self.peek_token() {
                Some(CellToken::Sign(sign @ ('*' | '%' | '/'))) => *sign,
                Some(CellToken::Quotient) => 'q',
                _ => return Ok(left),
            };
            if sign == '/' {
                return Err(ParseError::Fraction);
            }
            self.at += 1;
            // Each factor may nest the expression by one level, and other functions recurse over
            // it.
            steps += 1;
            if steps > MAX_DEPTH {
                return Err(ParseError::TooManyFactors);
            }
            let right = self.parse_unary(Some(ValueSort::Number))?;
            let (a, b) = (self.require_number(left)?, self.require_number(right)?);
            left = number_expression(match (sign, a) {
                ('*', TableExpression::Product(mut list)) => {
                    list.push(b);
                    TableExpression::Product(list)
                }
                ('*', a) => TableExpression::Product(vec![a, b]),
                ('q', a) => TableExpression::Quotient(Box::new(a), Box::new(b)),
                (_, a) => TableExpression::Remainder(Box::new(a), Box::new(b)),
            });
        }
    }

    fn parse_unary(
        &mut self,
        expected: Option<ValueSort>,
    ) -> Result<TypedTableExpression, ParseError> {
        let mut negative = false;
        let mut any = false;
        while self.peek_token() == Some(&CellToken::Sign('-')) {
            self.at += 1;
            (negative, any) = (!negative, true);
        }
        let typed = self.parse_atom(if any { Some(ValueSort::Number) } else { expected })?;
        if !negative {
            return Ok(typed);
        }
        let part = self.require_number(typed)?;
        Ok(number_expression(match part {
            TableExpression::Number(mut number) => {
                // Numbers have at most 18 digits, so the negative fits.
                number.units = -number.units;
                TableExpression::Number(number)
            }
            part => TableExpression::Sum(vec![(true, part)]),
        }))
    }

    /// Reads a phrase, an expression in brackets, `#Type`, or abs, min or max of some expressions.
    fn parse_atom(
        &mut self,
        expected: Option<ValueSort>,
    ) -> Result<TypedTableExpression, ParseError> {
        if self.take_sign('#') {
            return self.parse_size();
        }
        // `min` without a bracket may be a word of a name.
        if let (Some(CellToken::Word(word)), Some(CellToken::Sign('('))) =
            (self.peek_token(), self.tokens.get(self.at + 1))
        {
            let name = word.to_lowercase();
            if matches!(name.as_str(), "abs" | "min" | "max") {
                self.at += 2;
                return self.parse_call(&name);
            }
        }
        // A phrase is a run of words, numbers, names in quotes and brackets, which may be
        // arguments: `distance of (x + 1)`.
        let mut items = Vec::new();
        loop {
            let item = match self.peek_token() {
                Some(CellToken::Word(word)) => PhraseItem::Word(word.clone()),
                Some(CellToken::Number(number)) => PhraseItem::Number(*number),
                Some(CellToken::Quoted(name)) => PhraseItem::Quoted(name.clone()),
                Some(CellToken::Sign('(')) => {
                    self.at += 1;
                    PhraseItem::Group(self.parse_bracketed()?)
                }
                _ => break,
            };
            // The tokens of a group were consumed with its bracket.
            if !matches!(item, PhraseItem::Group(_)) {
                self.at += 1;
            }
            items.push(item);
        }
        match (&items[..], self.peek_token()) {
            // A bracket alone is its expression.
            ([PhraseItem::Group(typed)], _) => Ok(typed.clone()),
            ([_, ..], _) => Ok(self.scope.read_phrase(&items, expected)?),
            ([], None) => Err(ParseError::EndsEarly),
            ([], Some(token)) => Err(ParseError::OtherToken { token: token_text(token) }),
        }
    }

    /// Reads an expression up to its closing bracket.
    fn parse_bracketed(&mut self) -> Result<TypedTableExpression, ParseError> {
        let typed = self.parse_deeper(|parser| parser.parse_sum(None))?;
        if self.take_sign(')') { Ok(typed) } else { Err(ParseError::OpenBracket) }
    }

    fn parse_deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ParseError::DeepBrackets);
        }
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn parse_call(&mut self, name: &str) -> Result<TypedTableExpression, ParseError> {
        let mut list = Vec::new();
        loop {
            let part = self.parse_deeper(|parser| parser.parse_sum(Some(ValueSort::Number)))?;
            list.push(self.require_number(part)?);
            if self.take_sign(')') {
                break;
            }
            if !self.take_sign(',') {
                return Err(ParseError::OpenArguments { name: name.to_owned() });
            }
        }
        match (name, list.len()) {
            ("abs", 1) => Ok(number_expression(TableExpression::Abs(Box::new(list.remove(0))))),
            ("abs", _) => Err(ParseError::AbsArity),
            ("min", _) => Ok(number_expression(TableExpression::Min(list))),
            _ => Ok(number_expression(TableExpression::Max(list))),
        }
    }

    /// Reads a type after `#`; the result is the number of its values.
    fn parse_size(&mut self) -> Result<TypedTableExpression, ParseError> {
        let mut words = Vec::new();
        while let Some(CellToken::Word(word)) = self.peek_token() {
            words.push(word.clone());
            self.at += 1;
        }
        let (name, glossary) = (words.join(" "), self.scope.glossary);
        let known = glossary.find_type(&name).ok_or_else(|| {
            let near = did_you_mean(&name, glossary.types.iter().map(|known| known.name.as_str()));
            ParseError::NoType { name: name.clone(), near }
        })?;
        let size = match &glossary.type_of(known).values {
            TypeValues::Names(names) => names.len() as u64,
            TypeValues::Numbers { domain, .. } => domain.len(),
            _ => return Err(ParseError::OpenType { name }),
        };
        let size = i64::try_from(size).map_err(|_| ParseError::LargeType)?;
        Ok(number_expression(TableExpression::Number(DecimalNumber::from_integer(size))))
    }

    fn require_number(&self, typed: TypedTableExpression) -> Result<TableExpression, ParseError> {
        match typed.sort {
            ValueSort::Number => Ok(typed.expr),
            other => Err(ParseError::NotNumber { found: self.scope.sort_name(other) }),
        }
    }
}

fn number_expression(expr: TableExpression) -> TypedTableExpression {
    TypedTableExpression { expr, sort: ValueSort::Number }
}

fn token_text(token: &CellToken) -> String {
    match token {
        CellToken::Sign(sign) => format!("'{sign}'"),
        CellToken::Quotient => "'//'".into(),
        CellToken::Until => "'..'".into(),
        CellToken::Compare(_) => "a comparison".into(),
        CellToken::Word(word) | CellToken::Quoted(word) => format!("'{word}'"),
        CellToken::Number(number) => format!("'{number}'"),
    }
}
