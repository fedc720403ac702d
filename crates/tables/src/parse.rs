//! Parses expressions of cells by recursive descent.

use parallax_model::ask::did_you_mean;
use parallax_model::decimal::Decimal;

use super::cell_error::{ParseError, PhraseError};
use super::expr::{Expr, Typed};
use super::glossary::{Sort, Values};
use super::phrase::{Item, Scope};
use super::token::{Token, tokens};

/// Maximum nesting of brackets.
pub(super) const MAX_DEPTH: usize = 60;

/// Reads an expression.
///
/// # Errors
/// Returns an error that names what is not understood, and what was expected.
pub(super) fn expression(
    scope: Scope<'_>,
    text: &str,
    expected: Option<Sort>,
) -> Result<Typed, ParseError> {
    let tokens = tokens(text)?;
    let mut parser = Parser { scope, tokens: &tokens, at: 0, depth: 0 };
    let typed = parser.sum(expected)?;
    match parser.peek() {
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

struct Parser<'a> {
    scope: Scope<'a>,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn takes(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(found);
        found
    }

    fn sum(&mut self, expected: Option<Sort>) -> Result<Typed, ParseError> {
        let first = self.product(expected)?;
        let mut list = Vec::new();
        loop {
            let negative = match self.peek() {
                Some(Token::Sign('+')) => false,
                Some(Token::Sign('-')) => true,
                _ => break,
            };
            self.at += 1;
            let part = self.product(Some(Sort::Number))?;
            list.push((negative, self.number(part)?));
        }
        if list.is_empty() {
            return Ok(first);
        }
        list.insert(0, (false, self.number(first)?));
        Ok(numeric(Expr::Sum(list)))
    }

    fn product(&mut self, expected: Option<Sort>) -> Result<Typed, ParseError> {
        let mut left = self.unary(expected)?;
        let mut steps = 0;
        loop {
            let sign = match self.peek() {
                Some(Token::Sign(sign @ ('*' | '%' | '/'))) => *sign,
                Some(Token::Quotient) => 'q',
                _ => return Ok(left),
            };
            if sign == '/' {
                return Err(ParseError::Fraction);
            }
            self.at += 1;
            steps += 1;
            if steps > MAX_DEPTH {
                return Err(ParseError::TooManyFactors);
            }
            let right = self.unary(Some(Sort::Number))?;
            let (a, b) = (self.number(left)?, self.number(right)?);
            left = numeric(match (sign, a) {
                ('*', Expr::Product(mut list)) => {
                    list.push(b);
                    Expr::Product(list)
                }
                ('*', a) => Expr::Product(vec![a, b]),
                ('q', a) => Expr::Quotient(Box::new(a), Box::new(b)),
                (_, a) => Expr::Remainder(Box::new(a), Box::new(b)),
            });
        }
    }

    fn unary(&mut self, expected: Option<Sort>) -> Result<Typed, ParseError> {
        let mut negative = false;
        let mut any = false;
        while self.peek() == Some(&Token::Sign('-')) {
            self.at += 1;
            (negative, any) = (!negative, true);
        }
        let typed = self.atom(if any { Some(Sort::Number) } else { expected })?;
        if !negative {
            return Ok(typed);
        }
        let part = self.number(typed)?;
        Ok(numeric(match part {
            Expr::Number(mut number) => {
                number.units = -number.units;
                Expr::Number(number)
            }
            part => Expr::Sum(vec![(true, part)]),
        }))
    }

    /// Reads a phrase, an expression in brackets, `#Type`, or abs, min or max of some expressions.
    fn atom(&mut self, expected: Option<Sort>) -> Result<Typed, ParseError> {
        if self.takes('#') {
            return self.size();
        }
        if let (Some(Token::Word(word)), Some(Token::Sign('('))) =
            (self.peek(), self.tokens.get(self.at + 1))
        {
            let name = word.to_lowercase();
            if matches!(name.as_str(), "abs" | "min" | "max") {
                self.at += 2;
                return self.call(&name);
            }
        }
        let mut items = Vec::new();
        loop {
            let item = match self.peek() {
                Some(Token::Word(word)) => Item::Word(word.clone()),
                Some(Token::Number(number)) => Item::Number(*number),
                Some(Token::Quoted(name)) => Item::Quoted(name.clone()),
                Some(Token::Sign('(')) => {
                    self.at += 1;
                    Item::Group(self.inner()?)
                }
                _ => break,
            };
            if !matches!(item, Item::Group(_)) {
                self.at += 1;
            }
            items.push(item);
        }
        match (&items[..], self.peek()) {
            ([Item::Group(typed)], _) => Ok(typed.clone()),
            ([_, ..], _) => Ok(self.scope.phrase(&items, expected)?),
            ([], None) => Err(ParseError::EndsEarly),
            ([], Some(token)) => Err(ParseError::OtherToken { token: shown(token) }),
        }
    }

    /// Reads an expression up to its closing bracket.
    fn inner(&mut self) -> Result<Typed, ParseError> {
        let typed = self.deeper(|parser| parser.sum(None))?;
        if self.takes(')') { Ok(typed) } else { Err(ParseError::OpenBracket) }
    }

    fn deeper<T>(
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

    fn call(&mut self, name: &str) -> Result<Typed, ParseError> {
        let mut list = Vec::new();
        loop {
            let part = self.deeper(|parser| parser.sum(Some(Sort::Number)))?;
            list.push(self.number(part)?);
            if self.takes(')') {
                break;
            }
            if !self.takes(',') {
                return Err(ParseError::OpenArguments { name: name.to_owned() });
            }
        }
        match (name, list.len()) {
            ("abs", 1) => Ok(numeric(Expr::Abs(Box::new(list.remove(0))))),
            ("abs", _) => Err(ParseError::AbsArity),
            ("min", _) => Ok(numeric(Expr::Min(list))),
            _ => Ok(numeric(Expr::Max(list))),
        }
    }

    /// Reads a type after `#`; the result is the number of its values.
    fn size(&mut self) -> Result<Typed, ParseError> {
        let mut words = Vec::new();
        while let Some(Token::Word(word)) = self.peek() {
            words.push(word.clone());
            self.at += 1;
        }
        let (name, glossary) = (words.join(" "), self.scope.glossary);
        let known = glossary.find_type(&name).ok_or_else(|| {
            let near = did_you_mean(&name, glossary.types.iter().map(|known| known.name.as_str()));
            ParseError::NoType { name: name.clone(), near }
        })?;
        let size = match &glossary.type_of(known).values {
            Values::Names(names) => names.len() as u64,
            Values::Numbers { domain, .. } => domain.len(),
            _ => return Err(ParseError::OpenType { name }),
        };
        let size = i64::try_from(size).map_err(|_| ParseError::LargeType)?;
        Ok(numeric(Expr::Number(Decimal::integer(size))))
    }

    fn number(&self, typed: Typed) -> Result<Expr, ParseError> {
        match typed.sort {
            Sort::Number => Ok(typed.expr),
            other => Err(ParseError::NotNumber { found: self.scope.sort_name(other) }),
        }
    }
}

fn numeric(expr: Expr) -> Typed {
    Typed { expr, sort: Sort::Number }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Sign(sign) => format!("'{sign}'"),
        Token::Quotient => "'//'".into(),
        Token::Until => "'..'".into(),
        Token::Compare(_) => "a comparison".into(),
        Token::Word(word) | Token::Quoted(word) => format!("'{word}'"),
        Token::Number(number) => format!("'{number}'"),
    }
}
