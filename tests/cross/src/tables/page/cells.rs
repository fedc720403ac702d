//! Reads the text of cells.

use super::terms::{Term, Test};
use super::{Page, Part, Value};

/// The text of a cell, with what may stand in it.
pub(super) struct Cell<'a> {
    page: &'a Page,
    /// The variables of the table, and their names.
    variables: &'a [(String, usize)],
    tokens: Vec<String>,
    at: usize,
}

/// Words, numbers, and signs, of which some have two characters.
fn tokens(text: &str) -> Vec<String> {
    let text: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        let next = |at: usize| text.get(at).copied().unwrap_or(' ');
        at += 1;
        match text[start] {
            c if c.is_whitespace() => continue,
            '"' => {
                while next(at) != '"' {
                    at += 1;
                }
                at += 1;
            }
            c if c.is_ascii_digit() => {
                while next(at).is_ascii_digit() || next(at) == '.' && next(at + 1).is_ascii_digit()
                {
                    at += 1;
                }
            }
            c if c.is_alphabetic() => {
                while next(at).is_alphanumeric() || next(at) == '_' {
                    at += 1;
                }
            }
            '.' | '/' => at += 1,
            '<' | '>' | '!' if next(at) == '=' => at += 1,
            '=' if next(at) == '<' => at += 1,
            _ => {}
        }
        found.push(text[start..at].iter().collect());
    }
    found
}

impl<'a> Cell<'a> {
    pub(super) fn new(page: &'a Page, variables: &'a [(String, usize)], text: &str) -> Self {
        Cell { page, variables, tokens: tokens(text), at: 0 }
    }

    /// Reads a test, which is the whole cell.
    pub(super) fn test(mut self) -> Test {
        if self.tokens.is_empty() || self.tokens == ["-"] {
            return Test::Any;
        }
        let test = self.list();
        assert_eq!(self.at, self.tokens.len(), "{:?}", self.tokens);
        test
    }

    /// Reads an expression, which is the whole cell.
    pub(super) fn term(mut self) -> Term {
        let term = self.sum().unwrap_or_else(|| panic!("{:?}", self.tokens));
        assert_eq!(self.at, self.tokens.len(), "{:?}", self.tokens);
        term
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn list(&mut self) -> Test {
        let mut tests = vec![self.item()];
        while self.take(",") {
            tests.push(self.item());
        }
        if tests.len() == 1 { tests.remove(0) } else { Test::OneOf(tests) }
    }

    fn item(&mut self) -> Test {
        if self.peek() == "not" && self.tokens.get(self.at + 1).is_some_and(|t| t == "(") {
            self.at += 2;
            let test = self.list();
            assert!(self.take(")"), "{:?}", self.tokens);
            return Test::Not(Box::new(test));
        }
        let signs =
            [("<=", "<="), ("=<", "<="), ("\u{2264}", "<="), (">=", ">="), ("\u{2265}", ">=")];
        let more = [("!=", "!="), ("\u{2260}", "!="), ("<", "<"), (">", ">"), ("=", "=")];
        for (written, sign) in signs.into_iter().chain(more) {
            if self.take(written) {
                return Test::Compares(sign, self.sum().expect("a term"));
            }
        }
        let start = self.at;
        if let Some(range) = self.range() {
            return range;
        }
        self.at = start;
        Test::Is(self.sum().unwrap_or_else(|| panic!("{:?}", self.tokens)))
    }

    /// A range, if one is next: two ends with `..` or a comma, in brackets.
    fn range(&mut self) -> Option<Test> {
        let from = match self.peek() {
            "[" => true,
            "(" => false,
            _ => return None,
        };
        self.at += 1;
        let low = self.sum()?;
        if !self.take("..") && !self.take(",") {
            return None;
        }
        let high = self.sum()?;
        let to = match self.peek() {
            "]" => true,
            ")" => false,
            _ => return None,
        };
        self.at += 1;
        Some(Test::Within((low, from), (high, to)))
    }

    fn sum(&mut self) -> Option<Term> {
        let mut all = self.product()?;
        loop {
            let plus = self.take("+");
            if !plus && !self.take("-") {
                return Some(all);
            }
            let next = self.product()?;
            let next = if plus { next } else { Term::Negated(Box::new(next)) };
            all = Term::Sum(Box::new(all), Box::new(next));
        }
    }

    fn product(&mut self) -> Option<Term> {
        let mut all = self.factor()?;
        loop {
            let make = match self.peek() {
                "*" => Term::Times,
                "//" => Term::Quotient,
                "%" => Term::Rest,
                _ => return Some(all),
            };
            self.at += 1;
            all = make(Box::new(all), Box::new(self.factor()?));
        }
    }

    fn factor(&mut self) -> Option<Term> {
        if self.take("-") {
            return Some(Term::Negated(Box::new(self.factor()?)));
        }
        if self.take("(") {
            let inside = self.sum()?;
            return self.take(")").then_some(inside);
        }
        if self.take("#") {
            let name = self.peek().to_owned();
            let kind = self.page.types.iter().find(|kind| kind.name == name)?;
            self.at += 1;
            return Some(Term::Value(Value::Number((kind.values.len() as i64).into())));
        }
        for (name, make) in [("min", Term::Least as fn(Vec<Term>) -> Term), ("max", Term::Greatest)]
        {
            if self.take(name) {
                return Some(make(self.arguments()?));
            }
        }
        if self.take("abs") {
            return Some(Term::Size(Box::new(self.arguments()?.remove(0))));
        }
        self.phrase(true)
    }

    fn arguments(&mut self) -> Option<Vec<Term>> {
        if !self.take("(") {
            return None;
        }
        let mut all = vec![self.sum()?];
        while self.take(",") {
            all.push(self.sum()?);
        }
        self.take(")").then_some(all)
    }

    /// A symbol with its arguments, a variable, or a value. With `open`, also a symbol whose name
    /// begins with an argument.
    fn phrase(&mut self, open: bool) -> Option<Term> {
        let start = self.at;
        let mut best = None;
        for (place, symbol) in self.page.symbols.iter().enumerate() {
            self.at = start;
            if (open || matches!(&symbol.parts[0], Part::Word(_)))
                && let Some(arguments) = self.matched(&symbol.parts)
                && best.as_ref().is_none_or(|(end, _)| *end < self.at)
            {
                best = Some((self.at, Term::Apply(place, arguments)));
            }
        }
        if let Some((end, term)) = best {
            self.at = end;
            return Some(term);
        }
        self.at = start;
        let word = self.peek().to_owned();
        self.at += 1;
        if let Some(place) = self.variables.iter().position(|(name, _)| *name == word) {
            return Some(Term::Variable(place));
        }
        let value = self.page.constant(word.trim_matches('"'));
        if value.is_none() {
            self.at = start;
        }
        value.map(Term::Value)
    }

    fn matched(&mut self, parts: &[Part]) -> Option<Vec<Term>> {
        let mut arguments = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            match part {
                Part::Word(word) => self.take(word).then_some(())?,
                Part::Argument(_) => arguments.push(self.phrase(place > 0)?),
            }
        }
        Some(arguments)
    }
}
