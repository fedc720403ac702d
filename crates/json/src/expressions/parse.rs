//! Parses expressions. Operators bind as in Python; `->` and `<->` bind less than `or`.

use std::sync::Arc;

use super::token::{ExpressionToken, JsonExpressionError, PlacedToken, tokenize_text};
use super::tree::{
    BinaryOperator, IndexStep, JsonExpressionNode, JsonExpressionTree, LIST_FUNCTIONS,
    ListFunction, MAX_NESTING, NodeId, Ranges, too_deep,
};
use parallax_model::ComparisonOperator;
use parallax_model::engine_api::did_you_mean;

const IFF_PRECEDENCE: u8 = 1;
const IMPLIES_PRECEDENCE: u8 = 2;
const OR_PRECEDENCE: u8 = 3;
const XOR_PRECEDENCE: u8 = 4;
const AND_PRECEDENCE: u8 = 5;
const NOT_PRECEDENCE: u8 = 6;
const COMPARISON_PRECEDENCE: u8 = 7;
const SUM_PRECEDENCE: u8 = 8;
const PRODUCT_PRECEDENCE: u8 = 9;
const UNARY_PRECEDENCE: u8 = 10;
const POWER_PRECEDENCE: u8 = 11;

/// Words that cannot be names.
const KEYWORDS: [&str; 10] =
    ["and", "or", "not", "xor", "in", "if", "then", "else", "true", "false"];

/// A parser of one text.
pub(super) struct ExpressionParser {
    tokens: Vec<PlacedToken>,
    place: usize,
    nesting: u32,
    pub(super) trees: JsonExpressionTree,
}

impl ExpressionParser {
    pub(super) fn new(text: &str) -> Result<Self, JsonExpressionError> {
        Ok(ExpressionParser {
            tokens: tokenize_text(text)?,
            place: 0,
            nesting: 0,
            trees: JsonExpressionTree::default(),
        })
    }

    /// Parses a whole text as one expression.
    pub(super) fn parse_whole(&mut self) -> Result<NodeId, JsonExpressionError> {
        let id = self.parse_operators(0)?;
        self.expect_end()?;
        Ok(id)
    }

    /// Fails unless the text ends here.
    pub(super) fn expect_end(&mut self) -> Result<(), JsonExpressionError> {
        match self.current_token() {
            ExpressionToken::End => Ok(()),
            _ => Err(self.unexpected_token("an operator or the end")),
        }
    }

    fn token_offset(&self) -> usize {
        self.tokens[self.place].at
    }

    fn current_token(&self) -> &ExpressionToken {
        &self.tokens[self.place].token
    }

    /// Returns the token `ahead` tokens later; the last one stays.
    fn token_ahead(&self, ahead: usize) -> &ExpressionToken {
        &self.tokens[(self.place + ahead).min(self.tokens.len() - 1)].token
    }

    fn next(&mut self) {
        self.place = (self.place + 1).min(self.tokens.len() - 1);
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.current_token(), ExpressionToken::Sign(found) if *found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.current_token(), ExpressionToken::Name(found) if found == word)
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.next();
        }
        found
    }

    fn unexpected_token(&self, expected: &str) -> JsonExpressionError {
        JsonExpressionError::At(
            self.token_offset(),
            format!("found {}; expected {expected}", self.current_token().message_text()),
        )
    }

    fn expect_sign(&mut self, sign: &str) -> Result<(), JsonExpressionError> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.unexpected_token(&format!("'{sign}'"))) }
    }

    fn must_word(&mut self, word: &str) -> Result<(), JsonExpressionError> {
        if !self.is_word(word) {
            return Err(self.unexpected_token(&format!("'{word}'")));
        }
        self.next();
        Ok(())
    }

    /// Returns the operator here, by how strongly it binds.
    fn operator_binding(&self) -> Option<u8> {
        Some(match self.current_token() {
            ExpressionToken::Sign(sign) => match *sign {
                "<->" | "<=>" => IFF_PRECEDENCE,
                "->" | "=>" => IMPLIES_PRECEDENCE,
                "||" => OR_PRECEDENCE,
                "&&" => AND_PRECEDENCE,
                "=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=" => COMPARISON_PRECEDENCE,
                "+" | "-" => SUM_PRECEDENCE,
                "*" | "/" | "//" | "%" => PRODUCT_PRECEDENCE,
                "**" | "^" => POWER_PRECEDENCE,
                _ => return None,
            },
            ExpressionToken::Name(word) => match word.as_str() {
                "or" => OR_PRECEDENCE,
                "xor" => XOR_PRECEDENCE,
                "and" => AND_PRECEDENCE,
                "in" => COMPARISON_PRECEDENCE,
                "not" if *self.token_ahead(1) == ExpressionToken::Name("in".into()) => {
                    COMPARISON_PRECEDENCE
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Parses an expression of operators that bind at least as strongly as `min_binding`.
    pub(super) fn parse_operators(
        &mut self,
        min_binding: u8,
    ) -> Result<NodeId, JsonExpressionError> {
        // Every recursion of the parser passes here, so this limit protects the stack.
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(JsonExpressionError::At(self.token_offset(), too_deep()));
        }
        let mut left = self.parse_prefix()?;
        while let Some(binds) = self.operator_binding().filter(|&binds| binds >= min_binding) {
            left = self.parse_infix(left, binds)?;
        }
        self.nesting -= 1;
        Ok(left)
    }

    /// Parses a prefix or an atom. Without optimisation a function has room on the stack for every
    /// branch, so what recurs stands in short functions of its own.
    fn parse_prefix(&mut self) -> Result<NodeId, JsonExpressionError> {
        let at = self.token_offset();
        if self.take_sign("-") {
            return self.parse_operand(UNARY_PRECEDENCE, JsonExpressionNode::Neg, at);
        }
        if self.take_sign("+") {
            return self.parse_operators(UNARY_PRECEDENCE);
        }
        // `!` binds more strongly than comparisons and `not` less: `!a = b` is `(!a) = b`, but `not
        // a = b` is `not (a = b)`.
        if self.take_sign("!") {
            return self.parse_operand(UNARY_PRECEDENCE, JsonExpressionNode::Not, at);
        }
        if self.is_word("not") {
            self.next();
            return self.parse_operand(NOT_PRECEDENCE, JsonExpressionNode::Not, at);
        }
        if self.is_word("if") {
            self.next();
            return self.parse_condition(at);
        }
        if self.take_sign("(") {
            return self.parse_parentheses();
        }
        if self.is_call() {
            return self.parse_call();
        }
        self.parse_atom(at)
    }

    /// Whether a function comes next: every name before a parenthesis is that of one, but for the
    /// words that are values.
    fn is_call(&self) -> bool {
        matches!(self.current_token(), ExpressionToken::Name(name) if name != "true" && name != "false")
            && *self.token_ahead(1) == ExpressionToken::Sign("(")
    }

    /// Parses the operand of a prefix.
    fn parse_operand(
        &mut self,
        min_binding: u8,
        node: fn(NodeId) -> JsonExpressionNode,
        at: usize,
    ) -> Result<NodeId, JsonExpressionError> {
        let operand = self.parse_operators(min_binding)?;
        self.trees.add_node(node(operand), at)
    }

    /// Parses what follows `if`.
    fn parse_condition(&mut self, at: usize) -> Result<NodeId, JsonExpressionError> {
        let condition = self.parse_operators(0)?;
        self.must_word("then")?;
        let then = self.parse_operators(0)?;
        self.must_word("else")?;
        let other = self.parse_operators(0)?;
        self.trees.add_node(JsonExpressionNode::If(condition, then, other), at)
    }

    /// Parses what follows `(`.
    fn parse_parentheses(&mut self) -> Result<NodeId, JsonExpressionError> {
        let inner = self.parse_operators(0)?;
        self.expect_sign(")")?;
        Ok(inner)
    }

    fn parse_atom(&mut self, at: usize) -> Result<NodeId, JsonExpressionError> {
        let name = match self.current_token().clone() {
            ExpressionToken::Number(number) => {
                self.next();
                return self.trees.add_node(JsonExpressionNode::Number(number), at);
            }
            ExpressionToken::Quoted(name) => {
                self.next();
                return self.trees.add_node(JsonExpressionNode::Quoted(name), at);
            }
            ExpressionToken::Name(name) if name == "true" || name == "false" => {
                self.next();
                return self.trees.add_node(JsonExpressionNode::Truth(name == "true"), at);
            }
            ExpressionToken::Name(name) => name,
            ExpressionToken::Sign(_) | ExpressionToken::End => {
                return Err(self.unexpected_token("a number, a name or '('"));
            }
        };
        if KEYWORDS.contains(&name.as_str()) {
            return Err(self.unexpected_token("a number, a name or '('"));
        }
        self.next();
        self.parse_reference(name, at)
    }

    fn parse_reference(&mut self, name: String, at: usize) -> Result<NodeId, JsonExpressionError> {
        let mut indices = Vec::new();
        while self.take_sign("[") {
            if self.take_sign("]") {
                indices.push(None);
                continue;
            }
            indices.push(Some(self.parse_operators(0)?));
            // `a[1, 2]` is `a[1][2]`.
            while self.take_sign(",") {
                indices.push(Some(self.parse_operators(0)?));
            }
            self.expect_sign("]")?;
        }
        self.trees.add_node(JsonExpressionNode::Ref(name, indices), at)
    }

    /// Parses a call of the function whose name comes next.
    fn parse_call(&mut self) -> Result<NodeId, JsonExpressionError> {
        let at = self.token_offset();
        let function = self.called_function()?;
        self.next();
        // The tokenizer has looked ahead: a colon inside the parentheses announces indices.
        let has_colon = self.tokens[self.place].has_colon;
        self.expect_sign("(")?;
        if has_colon {
            self.parse_iteration(function, at)
        } else {
            self.parse_operands(function, at)
        }
    }

    /// Returns the function whose name comes next.
    fn called_function(&self) -> Result<ListFunction, JsonExpressionError> {
        let ExpressionToken::Name(name) = self.current_token() else {
            return Err(self.unexpected_token("a function"));
        };
        if let Some(&(_, function)) = LIST_FUNCTIONS.iter().find(|(known, _)| known == name) {
            return Ok(function);
        }
        if KEYWORDS.contains(&name.as_str()) {
            return Err(self.unexpected_token("a number, a name or '('"));
        }
        let near = did_you_mean(name, LIST_FUNCTIONS.iter().map(|(known, _)| *known));
        Err(JsonExpressionError::At(
            self.token_offset(),
            format!("there is no function '{name}'{near}"),
        ))
    }

    /// Parses `i in 0..n-1: body)`.
    fn parse_iteration(
        &mut self,
        function: ListFunction,
        at: usize,
    ) -> Result<NodeId, JsonExpressionError> {
        let steps = self.parse_steps()?;
        self.expect_sign(":")?;
        let body = self.parse_operators(0)?;
        self.expect_sign(")")?;
        self.trees.add_node(JsonExpressionNode::Each(function, steps, body), at)
    }

    /// Parses `a, b)`.
    fn parse_operands(
        &mut self,
        function: ListFunction,
        at: usize,
    ) -> Result<NodeId, JsonExpressionError> {
        let mut operands = Vec::new();
        while !self.take_sign(")") {
            if !operands.is_empty() && !self.take_sign(",") {
                return Err(self.unexpected_token("',' or ')'"));
            }
            operands.push(self.parse_operators(0)?);
        }
        self.trees.add_node(JsonExpressionNode::Call(function, operands), at)
    }

    /// Parses `i, j in 0..n-1, i < j`.
    pub(super) fn parse_steps(&mut self) -> Result<Vec<IndexStep>, JsonExpressionError> {
        let mut steps = Vec::new();
        loop {
            let at = self.token_offset();
            // `i in {1, 3}` is always an index here, never a condition.
            let names = self.index_names();
            if names.is_empty() {
                let condition = self.parse_operators(0)?;
                steps.push(IndexStep::Condition(condition));
            } else {
                let set = Arc::new(self.parse_set()?);
                let step = |(name, at)| IndexStep::Index(name, at, set.clone());
                steps.extend(names.into_iter().map(step));
            }
            if steps.len() > MAX_NESTING as usize {
                return Err(JsonExpressionError::At(at, too_deep()));
            }
            if !self.take_sign(",") {
                return Ok(steps);
            }
        }
    }

    /// Takes `i, j in` and returns the names; takes nothing if this is something else.
    fn index_names(&mut self) -> Vec<(String, usize)> {
        let mut names = Vec::new();
        let mut ahead = 0;
        while let ExpressionToken::Name(name) = self.token_ahead(ahead) {
            if KEYWORDS.contains(&name.as_str()) {
                break;
            }
            let place = (self.place + ahead).min(self.tokens.len() - 1);
            names.push((name.clone(), self.tokens[place].at));
            match self.token_ahead(ahead + 1) {
                ExpressionToken::Sign(",") => ahead += 2,
                ExpressionToken::Name(word) if word == "in" => {
                    self.place += ahead + 2;
                    return names;
                }
                _ => break,
            }
        }
        Vec::new()
    }

    /// Parses `a..b` or `{1, 3..5}`.
    pub(super) fn parse_set(&mut self) -> Result<Ranges, JsonExpressionError> {
        if !self.take_sign("{") {
            let low = self.parse_operators(SUM_PRECEDENCE)?;
            self.expect_sign("..")?;
            return Ok(vec![(low, Some(self.parse_operators(SUM_PRECEDENCE)?))]);
        }
        let mut ranges = Vec::new();
        while !self.take_sign("}") {
            if !ranges.is_empty() && !self.take_sign(",") {
                return Err(self.unexpected_token("',' or '}'"));
            }
            let low = self.parse_operators(SUM_PRECEDENCE)?;
            let high = if self.take_sign("..") {
                Some(self.parse_operators(SUM_PRECEDENCE)?)
            } else {
                None
            };
            ranges.push((low, high));
        }
        Ok(ranges)
    }

    /// Parses all operators that bind equally strongly, after their first operand.
    fn parse_infix(&mut self, left: NodeId, binds: u8) -> Result<NodeId, JsonExpressionError> {
        let at = self.token_offset();
        match binds {
            // A chain of equal operators becomes one node, so that long sums are not deep trees.
            COMPARISON_PRECEDENCE => self.parse_comparison(left),
            SUM_PRECEDENCE => {
                let mut terms = vec![(false, left)];
                while self.operator_binding() == Some(SUM_PRECEDENCE) {
                    let negative = self.is_sign("-");
                    self.next();
                    terms.push((negative, self.parse_operators(PRODUCT_PRECEDENCE)?));
                }
                self.trees.add_node(JsonExpressionNode::Sum(terms), at)
            }
            OR_PRECEDENCE | XOR_PRECEDENCE | AND_PRECEDENCE => {
                let mut list = vec![left];
                while self.operator_binding() == Some(binds) {
                    self.next();
                    list.push(self.parse_operators(binds + 1)?);
                }
                let tree = match binds {
                    OR_PRECEDENCE => JsonExpressionNode::Or(list),
                    XOR_PRECEDENCE => JsonExpressionNode::Xor(list),
                    _ => JsonExpressionNode::And(list),
                };
                self.trees.add_node(tree, at)
            }
            _ => {
                // An operator associates to the right if its right operand may contain it: a ** b
                // ** c is a ** (b ** c), and likewise for ->, but a / b / c is (a / b) / c.
                let (operator, right) = match self.current_token() {
                    ExpressionToken::Sign("*") => (BinaryOperator::Mul, UNARY_PRECEDENCE),
                    ExpressionToken::Sign("%") => (BinaryOperator::Mod, UNARY_PRECEDENCE),
                    ExpressionToken::Sign("/" | "//") => (BinaryOperator::Div, UNARY_PRECEDENCE),
                    ExpressionToken::Sign("**" | "^") => (BinaryOperator::Pow, UNARY_PRECEDENCE),
                    ExpressionToken::Sign("->" | "=>") => {
                        (BinaryOperator::Implies, IMPLIES_PRECEDENCE)
                    }
                    _ => (BinaryOperator::Iff, IMPLIES_PRECEDENCE),
                };
                self.next();
                let right = self.parse_operators(right)?;
                self.trees.add_node(JsonExpressionNode::Binary(operator, left, right), at)
            }
        }
    }

    fn parse_comparison(&mut self, left: NodeId) -> Result<NodeId, JsonExpressionError> {
        let at = self.token_offset();
        if self.is_word("in") {
            self.next();
            let set = self.parse_set()?;
            return self.trees.add_node(JsonExpressionNode::In(left, set), at);
        }
        if self.is_word("not") {
            self.next();
            self.next();
            let set = self.parse_set()?;
            let member = self.trees.add_node(JsonExpressionNode::In(left, set), at)?;
            return self.trees.add_node(JsonExpressionNode::Not(member), at);
        }
        let mut rest = Vec::new();
        while let Some(relation) = self.current_relation() {
            self.next();
            rest.push((relation, self.parse_operators(SUM_PRECEDENCE)?));
        }
        self.trees.add_node(JsonExpressionNode::Chain(left, rest), at)
    }

    fn current_relation(&self) -> Option<ComparisonOperator> {
        let ExpressionToken::Sign(sign) = self.current_token() else { return None };
        Some(match *sign {
            "=" | "==" => ComparisonOperator::Eq,
            "!=" | "<>" => ComparisonOperator::Ne,
            "<" => ComparisonOperator::Lt,
            "<=" => ComparisonOperator::Le,
            ">" => ComparisonOperator::Gt,
            ">=" => ComparisonOperator::Ge,
            _ => return None,
        })
    }
}
