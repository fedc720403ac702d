//! Parses expressions. Operators bind as in Python; `->` and `<->` bind less than `or`.

use std::sync::Arc;

use super::token::{Fault, Placed, Token, tokens};
use super::tree::{Binary, FUNCTIONS, Id, MAX_NESTING, Ranges, Step, Tree, Trees, too_deep};
use parallax_model::Relation;
use parallax_model::ask::did_you_mean;

const IFF: u8 = 1;
const IMPLIES: u8 = 2;
const OR: u8 = 3;
const XOR: u8 = 4;
const AND: u8 = 5;
const NOT: u8 = 6;
const COMPARE: u8 = 7;
const SUM: u8 = 8;
const PRODUCT: u8 = 9;
const UNARY: u8 = 10;
const POWER: u8 = 11;

/// Words that are no names.
const KEYWORDS: [&str; 10] =
    ["and", "or", "not", "xor", "in", "if", "then", "else", "true", "false"];

/// A parser of one text.
pub(super) struct Parser {
    tokens: Vec<Placed>,
    place: usize,
    nesting: u32,
    pub(super) trees: Trees,
}

impl Parser {
    pub(super) fn new(text: &str) -> Result<Self, Fault> {
        Ok(Parser { tokens: tokens(text)?, place: 0, nesting: 0, trees: Trees::default() })
    }

    /// Parses a whole text as one expression.
    pub(super) fn whole(&mut self) -> Result<Id, Fault> {
        let id = self.expr(0)?;
        self.end()?;
        Ok(id)
    }

    /// Fails unless the text ends here.
    pub(super) fn end(&mut self) -> Result<(), Fault> {
        match self.token() {
            Token::End => Ok(()),
            _ => Err(self.unexpected("an operator or the end")),
        }
    }

    fn at(&self) -> usize {
        self.tokens[self.place].at
    }

    fn token(&self) -> &Token {
        &self.tokens[self.place].token
    }

    /// Returns the token `ahead` tokens later; the last one stays.
    fn ahead(&self, ahead: usize) -> &Token {
        &self.tokens[(self.place + ahead).min(self.tokens.len() - 1)].token
    }

    fn next(&mut self) {
        self.place = (self.place + 1).min(self.tokens.len() - 1);
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.token(), Token::Sign(found) if *found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.token(), Token::Name(found) if found == word)
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.next();
        }
        found
    }

    fn unexpected(&self, expected: &str) -> Fault {
        Fault::At(self.at(), format!("found {}; expected {expected}", self.token().words()))
    }

    fn must(&mut self, sign: &str) -> Result<(), Fault> {
        if self.take(sign) { Ok(()) } else { Err(self.unexpected(&format!("'{sign}'"))) }
    }

    fn must_word(&mut self, word: &str) -> Result<(), Fault> {
        if !self.is_word(word) {
            return Err(self.unexpected(&format!("'{word}'")));
        }
        self.next();
        Ok(())
    }

    /// Returns the operator here, by how strongly it binds.
    fn operator(&self) -> Option<u8> {
        Some(match self.token() {
            Token::Sign(sign) => match *sign {
                "<->" | "<=>" => IFF,
                "->" | "=>" => IMPLIES,
                "||" => OR,
                "&&" => AND,
                "=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=" => COMPARE,
                "+" | "-" => SUM,
                "*" | "/" | "//" | "%" => PRODUCT,
                "**" | "^" => POWER,
                _ => return None,
            },
            Token::Name(word) => match word.as_str() {
                "or" => OR,
                "xor" => XOR,
                "and" => AND,
                "in" => COMPARE,
                "not" if *self.ahead(1) == Token::Name("in".into()) => COMPARE,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Parses an expression of operators that bind at least as strongly as `least`.
    pub(super) fn expr(&mut self, least: u8) -> Result<Id, Fault> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(Fault::At(self.at(), too_deep()));
        }
        let mut left = self.prefix()?;
        while let Some(binds) = self.operator().filter(|&binds| binds >= least) {
            left = self.infix(left, binds)?;
        }
        self.nesting -= 1;
        Ok(left)
    }

    fn prefix(&mut self) -> Result<Id, Fault> {
        let at = self.at();
        if self.take("-") {
            let operand = self.expr(UNARY)?;
            return self.trees.add(Tree::Neg(operand), at);
        }
        if self.take("+") {
            return self.expr(UNARY);
        }
        if self.take("!") {
            let operand = self.expr(UNARY)?;
            return self.trees.add(Tree::Not(operand), at);
        }
        if self.is_word("not") {
            self.next();
            let operand = self.expr(NOT)?;
            return self.trees.add(Tree::Not(operand), at);
        }
        if self.is_word("if") {
            self.next();
            let condition = self.expr(0)?;
            self.must_word("then")?;
            let then = self.expr(0)?;
            self.must_word("else")?;
            let other = self.expr(0)?;
            return self.trees.add(Tree::If(condition, then, other), at);
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<Id, Fault> {
        let at = self.at();
        match self.token().clone() {
            Token::Number(number) => {
                self.next();
                self.trees.add(Tree::Number(number), at)
            }
            Token::Quoted(name) => {
                self.next();
                self.trees.add(Tree::Quoted(name), at)
            }
            Token::Sign("(") => {
                self.next();
                let inner = self.expr(0)?;
                self.must(")")?;
                Ok(inner)
            }
            Token::Name(name) if name == "true" || name == "false" => {
                self.next();
                self.trees.add(Tree::Truth(name == "true"), at)
            }
            Token::Name(name) if *self.ahead(1) == Token::Sign("(") => self.call(&name),
            Token::Name(name) if !KEYWORDS.contains(&name.as_str()) => {
                self.next();
                self.reference(name, at)
            }
            _ => Err(self.unexpected("a number, a name or '('")),
        }
    }

    fn reference(&mut self, name: String, at: usize) -> Result<Id, Fault> {
        let mut indices = Vec::new();
        while self.take("[") {
            if self.take("]") {
                indices.push(None);
                continue;
            }
            indices.push(Some(self.expr(0)?));
            // `a[1, 2]` is `a[1][2]`.
            while self.take(",") {
                indices.push(Some(self.expr(0)?));
            }
            self.must("]")?;
        }
        self.trees.add(Tree::Ref(name, indices), at)
    }

    fn call(&mut self, name: &str) -> Result<Id, Fault> {
        let at = self.at();
        let Some(&(_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
            if KEYWORDS.contains(&name) {
                return Err(self.unexpected("a number, a name or '('"));
            }
            let near = did_you_mean(name, FUNCTIONS.iter().map(|(known, _)| *known));
            return Err(Fault::At(at, format!("there is no function '{name}'{near}")));
        };
        self.next();
        let has_colon = self.tokens[self.place].has_colon;
        self.must("(")?;
        if has_colon {
            let steps = self.steps()?;
            self.must(":")?;
            let body = self.expr(0)?;
            self.must(")")?;
            return self.trees.add(Tree::Each(function, steps, body), at);
        }
        let mut operands = Vec::new();
        while !self.take(")") {
            if !operands.is_empty() && !self.take(",") {
                return Err(self.unexpected("',' or ')'"));
            }
            operands.push(self.expr(0)?);
        }
        self.trees.add(Tree::Call(function, operands), at)
    }

    /// Parses `i, j in 0..n-1, i < j`.
    pub(super) fn steps(&mut self) -> Result<Vec<Step>, Fault> {
        let mut steps = Vec::new();
        loop {
            let at = self.at();
            let names = self.index_names();
            if names.is_empty() {
                let condition = self.expr(0)?;
                steps.push(Step::Condition(condition));
            } else {
                let set = Arc::new(self.set()?);
                let step = |(name, at)| Step::Index(name, at, set.clone());
                steps.extend(names.into_iter().map(step));
            }
            if steps.len() > MAX_NESTING as usize {
                return Err(Fault::At(at, too_deep()));
            }
            if !self.take(",") {
                return Ok(steps);
            }
        }
    }

    /// Takes `i, j in` and returns the names; takes nothing if this is something else.
    fn index_names(&mut self) -> Vec<(String, usize)> {
        let mut names = Vec::new();
        let mut ahead = 0;
        while let Token::Name(name) = self.ahead(ahead) {
            if KEYWORDS.contains(&name.as_str()) {
                break;
            }
            let place = (self.place + ahead).min(self.tokens.len() - 1);
            names.push((name.clone(), self.tokens[place].at));
            match self.ahead(ahead + 1) {
                Token::Sign(",") => ahead += 2,
                Token::Name(word) if word == "in" => {
                    self.place += ahead + 2;
                    return names;
                }
                _ => break,
            }
        }
        Vec::new()
    }

    /// Parses `a..b` or `{1, 3..5}`.
    pub(super) fn set(&mut self) -> Result<Ranges, Fault> {
        if !self.take("{") {
            let low = self.expr(SUM)?;
            self.must("..")?;
            return Ok(vec![(low, Some(self.expr(SUM)?))]);
        }
        let mut ranges = Vec::new();
        while !self.take("}") {
            if !ranges.is_empty() && !self.take(",") {
                return Err(self.unexpected("',' or '}'"));
            }
            let low = self.expr(SUM)?;
            let high = if self.take("..") { Some(self.expr(SUM)?) } else { None };
            ranges.push((low, high));
        }
        Ok(ranges)
    }

    /// Parses all operators that bind equally strongly, after their first operand.
    fn infix(&mut self, left: Id, binds: u8) -> Result<Id, Fault> {
        let at = self.at();
        match binds {
            COMPARE => self.compared(left),
            SUM => {
                let mut terms = vec![(false, left)];
                while self.operator() == Some(SUM) {
                    let negative = self.is_sign("-");
                    self.next();
                    terms.push((negative, self.expr(PRODUCT)?));
                }
                self.trees.add(Tree::Sum(terms), at)
            }
            OR | XOR | AND => {
                let mut list = vec![left];
                while self.operator() == Some(binds) {
                    self.next();
                    list.push(self.expr(binds + 1)?);
                }
                let tree = match binds {
                    OR => Tree::Or(list),
                    XOR => Tree::Xor(list),
                    _ => Tree::And(list),
                };
                self.trees.add(tree, at)
            }
            _ => {
                let (operator, right) = match self.token() {
                    Token::Sign("*") => (Binary::Mul, UNARY),
                    Token::Sign("%") => (Binary::Mod, UNARY),
                    Token::Sign("/" | "//") => (Binary::Div, UNARY),
                    Token::Sign("**" | "^") => (Binary::Pow, UNARY),
                    Token::Sign("->" | "=>") => (Binary::Implies, IMPLIES),
                    _ => (Binary::Iff, IMPLIES),
                };
                self.next();
                let right = self.expr(right)?;
                self.trees.add(Tree::Binary(operator, left, right), at)
            }
        }
    }

    fn compared(&mut self, left: Id) -> Result<Id, Fault> {
        let at = self.at();
        if self.is_word("in") {
            self.next();
            let set = self.set()?;
            return self.trees.add(Tree::In(left, set), at);
        }
        if self.is_word("not") {
            self.next();
            self.next();
            let set = self.set()?;
            let member = self.trees.add(Tree::In(left, set), at)?;
            return self.trees.add(Tree::Not(member), at);
        }
        let mut rest = Vec::new();
        while let Some(relation) = self.relation() {
            self.next();
            rest.push((relation, self.expr(SUM)?));
        }
        self.trees.add(Tree::Chain(left, rest), at)
    }

    fn relation(&self) -> Option<Relation> {
        let Token::Sign(sign) = self.token() else { return None };
        Some(match *sign {
            "=" | "==" => Relation::Eq,
            "!=" | "<>" => Relation::Ne,
            "<" => Relation::Lt,
            "<=" => Relation::Le,
            ">" => Relation::Gt,
            ">=" => Relation::Ge,
            _ => return None,
        })
    }
}
