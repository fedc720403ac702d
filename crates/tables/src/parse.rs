//! Parses expressions of cells by recursive descent.

use parallax_model::ask::did_you_mean;
use parallax_model::decimal::Decimal;

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
) -> Result<Typed, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { scope, tokens: &tokens, at: 0, depth: 0 };
    let typed = parser.sum(expected)?;
    match parser.peek() {
        None => {}
        Some(_) => {
            return Err(format!(
                "'{text}' is not an expression; expected an operator after its {}",
                parser.begun()
            ));
        }
    }
    match expected {
        Some(sort) if sort != typed.sort => Err(format!(
            "'{text}' is {}; expected {}",
            scope.sort_name(typed.sort),
            scope.sort_name(sort)
        )),
        _ => Ok(typed),
    }
}

struct Parser<'a> {
    scope: Scope<'a>,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

type Read<T> = Result<T, String>;

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn takes(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(found);
        found
    }

    /// Describes how much has been read, for messages.
    fn begun(&self) -> String {
        if self.at == 1 {
            "first word".into()
        } else {
            format!("first {} words and signs", self.at)
        }
    }

    fn sum(&mut self, expected: Option<Sort>) -> Read<Typed> {
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

    fn product(&mut self, expected: Option<Sort>) -> Read<Typed> {
        let mut left = self.unary(expected)?;
        let mut steps = 0;
        loop {
            let sign = match self.peek() {
                Some(Token::Sign(sign @ ('*' | '%' | '/'))) => *sign,
                Some(Token::Quotient) => 'q',
                _ => return Ok(left),
            };
            if sign == '/' {
                return Err(
                    "'/' may have any fraction as its result; expected // (rounded down)".into()
                );
            }
            self.at += 1;
            steps += 1;
            if steps > MAX_DEPTH {
                return Err(format!("more than {MAX_DEPTH} factors"));
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

    fn unary(&mut self, expected: Option<Sort>) -> Read<Typed> {
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
    fn atom(&mut self, expected: Option<Sort>) -> Read<Typed> {
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
            ([_, ..], _) => self.scope.phrase(&items, expected),
            ([], None) => Err("the expression ends early; expected a name or a number".into()),
            ([], Some(token)) => {
                Err(format!("{} is not expected here; expected a name or a number", shown(token)))
            }
        }
    }

    /// Reads an expression up to its closing bracket.
    fn inner(&mut self) -> Read<Typed> {
        let typed = self.deeper(|parser| parser.sum(None))?;
        if self.takes(')') { Ok(typed) } else { Err("expected ')'".into()) }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("brackets nest deeper than {MAX_DEPTH}"));
        }
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn call(&mut self, name: &str) -> Read<Typed> {
        let mut list = Vec::new();
        loop {
            let part = self.deeper(|parser| parser.sum(Some(Sort::Number)))?;
            list.push(self.number(part)?);
            if self.takes(')') {
                break;
            }
            if !self.takes(',') {
                return Err(format!("expected ',' or ')' in {name}(...)"));
            }
        }
        match (name, list.len()) {
            ("abs", 1) => Ok(numeric(Expr::Abs(Box::new(list.remove(0))))),
            ("abs", _) => Err("abs has one argument".into()),
            ("min", _) => Ok(numeric(Expr::Min(list))),
            _ => Ok(numeric(Expr::Max(list))),
        }
    }

    /// Reads a type after `#`; the result is the number of its values.
    fn size(&mut self) -> Read<Typed> {
        let mut words = Vec::new();
        while let Some(Token::Word(word)) = self.peek() {
            words.push(word.clone());
            self.at += 1;
        }
        let (name, glossary) = (words.join(" "), self.scope.glossary);
        let known = glossary.find_type(&name).ok_or_else(|| {
            let near = did_you_mean(&name, glossary.types.iter().map(|known| known.name.as_str()));
            format!("there is no type '{name}'{near}")
        })?;
        let size = match &glossary.type_of(known).values {
            Values::Names(names) => names.len() as u64,
            Values::Numbers { domain, .. } => domain.len(),
            _ => return Err(format!("type '{name}' has no list of values to count")),
        };
        let size = i64::try_from(size).map_err(|_| "a type has too many values")?;
        Ok(numeric(Expr::Number(Decimal::integer(size))))
    }

    fn number(&self, typed: Typed) -> Read<Expr> {
        match typed.sort {
            Sort::Number => Ok(typed.expr),
            other => {
                Err(format!("{} in a calculation; expected a number", self.scope.sort_name(other)))
            }
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
