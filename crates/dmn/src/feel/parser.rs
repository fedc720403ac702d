//! Reads expressions and cells.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::built_in::BuiltIn;
use super::calendar::{ScaleKind, parse_date, parse_duration};
use super::exact_decimal::ExactDecimal;
use super::expression_error::{ExpressionError, ExpressionFault};
use super::feel_value::FeelValue;
use super::name_scope::{MemberNames, NameBinding, NameScope, normal_name};
use super::syntax::{ArithmeticOperator, CellTest, ComparisonOperator, FeelExpression, TestEnd};
use super::token::{FeelToken, TokenKind, split_tokens};

/// Maximum depth of brackets, and of conditions within conditions.
const MAX_DEPTH: usize = 64;

/// Words that are no part of a name that is not known.
const KEYWORDS: [&str; 17] = [
    "and",
    "or",
    "in",
    "between",
    "if",
    "then",
    "else",
    "for",
    "return",
    "some",
    "every",
    "satisfies",
    "instance",
    "null",
    "true",
    "false",
    "function",
];

/// The comparisons, by their signs.
const COMPARISONS: [(&str, ComparisonOperator); 6] = [
    ("<=", ComparisonOperator::AtMost),
    (">=", ComparisonOperator::AtLeast),
    ("<", ComparisonOperator::Less),
    (">", ComparisonOperator::Greater),
    ("=", ComparisonOperator::Equal),
    ("!=", ComparisonOperator::NotEqual),
];

/// The names that a reader knows, and what it has found out about them.
pub struct ParserNames<'n> {
    /// The names of this place.
    pub scope: &'n mut NameScope,
    /// The names of the whole file, for those that this place lacks.
    pub outer: &'n NameScope,
    /// The slot of the decision itself, whose names are not its inputs.
    pub hidden: Option<usize>,
    /// The names of members.
    pub members: &'n MemberNames,
    /// The first slot that is free for the names within the expression.
    pub free_slot: usize,
    /// The slots of the names that the expression uses.
    pub used: &'n mut BTreeSet<usize>,
    /// The knowledge models that the expression calls.
    pub called: &'n mut BTreeSet<usize>,
}

type Parsed<T> = Result<T, ExpressionError>;

/// Calls `parse` without names, as for literals and for cells of constants.
pub fn without_names<T>(parse: impl FnOnce(ParserNames<'_>) -> T) -> T {
    parse(ParserNames {
        scope: &mut NameScope::default(),
        outer: &NameScope::default(),
        hidden: None,
        members: &MemberNames::default(),
        free_slot: 0,
        used: &mut BTreeSet::new(),
        called: &mut BTreeSet::new(),
    })
}

/// Reads an expression.
///
/// # Errors
/// Returns the first fault.
pub fn parse_expression(text: &str, names: ParserNames<'_>) -> Parsed<FeelExpression> {
    let mut parser = FeelParser::new(text, names)?;
    let expression = parser.read_expression()?;
    parser.expect_end()?;
    Ok(expression)
}

/// Reads the tests of a cell: `-`, or tests separated by commas, or `not(...)` of them. The value
/// is in the first free slot, and `?` is its name.
///
/// # Errors
/// Returns the first fault.
pub fn parse_cell(text: &str, mut names: ParserNames<'_>) -> Parsed<CellTest> {
    if matches!(text.trim(), "" | "-") {
        return Ok(CellTest::Any);
    }
    let slot = names.free_slot;
    names.free_slot += 1;
    names.scope.add_name("?", NameBinding::Slot(slot));
    let mut parser = FeelParser::new(text, names)?;
    parser.cell_slot = Some(slot);
    let cell = parser.read_cell();
    parser.names.scope.remove_name("?");
    cell
}

struct FeelParser<'t, 'n> {
    text: &'t str,
    tokens: Vec<FeelToken>,
    at: usize,
    depth: usize,
    names: ParserNames<'n>,
    /// The slot of `?`.
    cell_slot: Option<usize>,
    /// Whether the expression that is being read has `?` in it.
    uses_value: bool,
    /// Whether `[` closes a range here.
    ends_range: bool,
}

impl<'t, 'n> FeelParser<'t, 'n> {
    fn new(text: &'t str, names: ParserNames<'n>) -> Parsed<Self> {
        let tokens = split_tokens(text)?;
        Ok(FeelParser {
            text,
            tokens,
            at: 0,
            depth: 0,
            names,
            cell_slot: None,
            uses_value: false,
            ends_range: false,
        })
    }

    // Tokens.

    fn token_text(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| &self.text[token.range.clone()])
    }

    fn token_kind(&self) -> &TokenKind {
        self.tokens.get(self.at).map_or(&TokenKind::End, |token| &token.kind)
    }

    fn is_sign(&self, at: usize, sign: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Sign)
            && self.token_text(at) == sign
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(self.at, sign);
        self.at += usize::from(found);
        found
    }

    fn expect_sign(&mut self, sign: &str, expected: &'static str) -> Parsed<()> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn is_word(&self, at: usize, word: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Name)
            && self.token_text(at) == word
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(self.at, word);
        self.at += usize::from(found);
        found
    }

    fn expect_end(&self) -> Parsed<()> {
        match self.token_kind() {
            TokenKind::End => Ok(()),
            _ => Err(self.unexpected("an operator or the end")),
        }
    }

    fn fault_at(&self, token: usize, fault: ExpressionFault) -> ExpressionError {
        let at = self.tokens.get(token).map_or(self.text.len(), |token| token.range.start);
        ExpressionError { at, fault }
    }

    fn fault(&self, fault: ExpressionFault) -> ExpressionError {
        self.fault_at(self.at, fault)
    }

    fn unexpected(&self, expected: &'static str) -> ExpressionError {
        let found = match self.token_kind() {
            TokenKind::End => "the end".to_owned(),
            _ => format!("'{}'", self.token_text(self.at)),
        };
        self.fault(ExpressionFault::Unexpected { found, expected })
    }

    fn unsupported(&self, what: &'static str) -> ExpressionError {
        self.fault(ExpressionFault::Unsupported(what))
    }

    /// Calls `read` one level deeper.
    fn read_nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.fault(ExpressionFault::TooDeep(MAX_DEPTH)));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    // Cells and tests.

    fn read_cell(&mut self) -> Parsed<CellTest> {
        // `not(...)` around the whole cell negates its tests; elsewhere it is a function.
        if self.is_word(0, "not") && self.is_sign(1, "(") {
            let negated = self.read_negation();
            // A cell such as `not(a) and b` goes on after its first bracket closes.
            if negated.is_ok() || !self.is_word(self.at, "and") && !self.is_word(self.at, "or") {
                return negated;
            }
            self.at = 0;
            self.uses_value = false;
        }
        let mut tests = self.read_tests()?;
        self.expect_end()?;
        Ok(if tests.len() == 1 { tests.swap_remove(0) } else { CellTest::One(tests) })
    }

    fn read_negation(&mut self) -> Parsed<CellTest> {
        self.at = 2;
        let tests = self.read_tests()?;
        self.expect_sign(")", "',' or ')'")?;
        self.expect_end()?;
        Ok(CellTest::Not(tests))
    }

    fn read_tests(&mut self) -> Parsed<Vec<CellTest>> {
        let mut tests = vec![self.read_test()?];
        while self.take_sign(",") {
            tests.push(self.read_test()?);
        }
        Ok(tests)
    }

    fn read_test(&mut self) -> Parsed<CellTest> {
        if let Some(comparison) = self.take_comparison() {
            return Ok(CellTest::Compare(comparison, self.read_sum()?));
        }
        if self.is_range() {
            return self.read_range();
        }
        let outer = std::mem::replace(&mut self.uses_value, false);
        let expression = self.read_expression();
        let uses_value = std::mem::replace(&mut self.uses_value, outer);
        let expression = expression?;
        Ok(if uses_value { CellTest::Condition(expression) } else { CellTest::Value(expression) })
    }

    fn take_comparison(&mut self) -> Option<ComparisonOperator> {
        let found = COMPARISONS.iter().find(|(sign, _)| self.is_sign(self.at, sign));
        self.at += usize::from(found.is_some());
        found.map(|(_, comparison)| *comparison)
    }

    /// Whether a range begins here: a bracket, and two points before it closes.
    fn is_range(&self) -> bool {
        if !["[", "(", "]"].iter().any(|sign| self.is_sign(self.at, sign)) {
            return false;
        }
        let mut depth = 0usize;
        for token in self.at + 1..self.tokens.len() {
            if self.tokens[token].kind != TokenKind::Sign {
                continue;
            }
            match self.token_text(token) {
                ".." if depth == 0 => return true,
                "," if depth == 0 => return false,
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth == 0 => return false,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
        }
        false
    }

    /// Reads `[1..5]`, `(1..5]` or `]1..5[`.
    fn read_range(&mut self) -> Parsed<CellTest> {
        let low_included = self.is_sign(self.at, "[");
        self.at += 1;
        let low = TestEnd { value: self.read_nested(Self::read_sum)?, is_included: low_included };
        self.expect_sign("..", "'..'")?;
        let outer = std::mem::replace(&mut self.ends_range, true);
        let value = self.read_nested(Self::read_sum);
        self.ends_range = outer;
        let value = value?;
        let high_included = self.is_sign(self.at, "]");
        if !high_included && !self.is_sign(self.at, ")") && !self.is_sign(self.at, "[") {
            return Err(self.unexpected("']', ')' or '['"));
        }
        self.at += 1;
        let high = TestEnd { value, is_included: high_included };
        Ok(CellTest::Range(Box::new([low, high])))
    }

    // Expressions, from the weakest operator to the strongest.

    fn read_expression(&mut self) -> Parsed<FeelExpression> {
        self.read_nested(Self::read_disjunction)
    }

    fn read_disjunction(&mut self) -> Parsed<FeelExpression> {
        let mut terms = vec![self.read_conjunction()?];
        while self.take_word("or") {
            terms.push(self.read_conjunction()?);
        }
        Ok(single_or(terms, FeelExpression::Any))
    }

    fn read_conjunction(&mut self) -> Parsed<FeelExpression> {
        let mut terms = vec![self.read_comparison()?];
        while self.take_word("and") {
            terms.push(self.read_comparison()?);
        }
        Ok(single_or(terms, FeelExpression::All))
    }

    fn read_comparison(&mut self) -> Parsed<FeelExpression> {
        let left = self.read_sum()?;
        let whole = if let Some(comparison) = self.take_comparison() {
            FeelExpression::Compare(comparison, Box::new([left, self.read_sum()?]))
        } else if self.take_word("between") {
            let low = self.read_sum()?;
            if !self.take_word("and") {
                return Err(self.unexpected("'and'"));
            }
            FeelExpression::Between(Box::new([left, low, self.read_sum()?]))
        } else if self.take_word("in") {
            FeelExpression::In(Box::new(left), self.read_in_tests()?)
        } else if self.is_word(self.at, "instance") {
            return Err(self.unsupported("'instance of'"));
        } else {
            left
        };
        Ok(whole)
    }

    /// Reads what follows `in`: a test, or several in brackets.
    fn read_in_tests(&mut self) -> Parsed<Vec<CellTest>> {
        // `?` belongs to the cell around it, so it makes no test a condition here.
        if self.is_sign(self.at, "(") && !self.is_range() {
            self.at += 1;
            let tests = self.read_nested(Self::read_in_list)?;
            self.expect_sign(")", "',' or ')'")?;
            return Ok(tests);
        }
        Ok(vec![self.read_in_test()?])
    }

    fn read_in_list(&mut self) -> Parsed<Vec<CellTest>> {
        let mut tests = vec![self.read_in_test()?];
        while self.take_sign(",") {
            tests.push(self.read_in_test()?);
        }
        Ok(tests)
    }

    fn read_in_test(&mut self) -> Parsed<CellTest> {
        if let Some(comparison) = self.take_comparison() {
            return Ok(CellTest::Compare(comparison, self.read_sum()?));
        }
        if self.is_range() {
            return self.read_range();
        }
        if self.is_word(self.at, "not") && self.is_sign(self.at + 1, "(") {
            return Err(self.unsupported("'in not(...)'"));
        }
        Ok(CellTest::Value(self.read_nested(Self::read_sum)?))
    }

    fn read_sum(&mut self) -> Parsed<FeelExpression> {
        const SIGNS: [(&str, ArithmeticOperator); 2] =
            [("+", ArithmeticOperator::Add), ("-", ArithmeticOperator::Subtract)];
        self.read_chain(&SIGNS, Self::read_product)
    }

    fn read_product(&mut self) -> Parsed<FeelExpression> {
        const SIGNS: [(&str, ArithmeticOperator); 2] =
            [("*", ArithmeticOperator::Multiply), ("/", ArithmeticOperator::Divide)];
        self.read_chain(&SIGNS, Self::read_power)
    }

    fn read_power(&mut self) -> Parsed<FeelExpression> {
        self.read_chain(&[("**", ArithmeticOperator::Power)], Self::read_sign)
    }

    fn read_chain(
        &mut self,
        signs: &[(&str, ArithmeticOperator)],
        read: fn(&mut Self) -> Parsed<FeelExpression>,
    ) -> Parsed<FeelExpression> {
        let first = read(self)?;
        let mut rest = Vec::new();
        while let Some((_, operator)) = signs.iter().find(|(sign, _)| self.is_sign(self.at, sign)) {
            self.at += 1;
            rest.push((*operator, read(self)?));
        }
        Ok(if rest.is_empty() { first } else { FeelExpression::Arithmetic(Box::new(first), rest) })
    }

    /// Reads minus signs, which bind more than `**`, and what follows.
    fn read_sign(&mut self) -> Parsed<FeelExpression> {
        let mut is_negative = false;
        let mut has_sign = false;
        while self.take_sign("-") {
            is_negative = !is_negative;
            has_sign = true;
        }
        let value = self.read_path()?;
        Ok(match (is_negative, value) {
            (true, FeelExpression::Constant(FeelValue::Point(scale, number))) => {
                FeelExpression::Constant(FeelValue::Point(scale, number.negate()))
            }
            // A double minus leaves a number, and makes anything else null.
            (false, value) if has_sign => {
                FeelExpression::Negate(Box::new(FeelExpression::Negate(Box::new(value))))
            }
            (true, value) => FeelExpression::Negate(Box::new(value)),
            (false, value) => value,
        })
    }

    /// Reads a value and the members that are taken from it.
    fn read_path(&mut self) -> Parsed<FeelExpression> {
        let mut value = self.read_primary()?;
        let mut members = 0;
        loop {
            if self.take_sign(".") {
                members += 1;
                if members > MAX_DEPTH {
                    return Err(self.fault(ExpressionFault::TooDeep(MAX_DEPTH)));
                }
                let name = self.read_member()?;
                value = FeelExpression::Member(Box::new(value), name.into());
            } else if self.is_sign(self.at, "[") {
                // `]1..5[` ends with this sign.
                if self.ends_range {
                    return Ok(value);
                }
                return Err(self.unsupported("a filter or an element of a list"));
            } else if self.is_sign(self.at, "(") {
                return Err(self.unsupported("a function as a value"));
            } else {
                return Ok(value);
            }
        }
    }

    fn token_texts(&self) -> impl Iterator<Item = &'t str> + use<'t, '_, 'n> {
        let end = self.tokens.len() - 1;
        (self.at..end).map(|at| self.token_text(at))
    }

    /// Reads the name of a member: the longest known one, else words up to the next sign.
    fn read_member(&mut self) -> Parsed<String> {
        let known = self.names.members.longest_member(&mut self.token_texts());
        let length = known.unwrap_or_else(|| self.word_count());
        if length == 0 {
            return Err(self.unexpected("the name of a member"));
        }
        Ok(self.take_name(length))
    }

    /// Returns the number of words here that are no keywords.
    fn word_count(&self) -> usize {
        let is_word = |at: &usize| {
            self.tokens[*at].kind == TokenKind::Name && !KEYWORDS.contains(&self.token_text(*at))
        };
        (self.at..self.tokens.len()).take_while(is_word).count()
    }

    /// Takes this many tokens as a name.
    fn take_name(&mut self, length: usize) -> String {
        let range = self.range_of(self.at, self.at + length);
        self.at += length;
        normal_name(&self.text[range])
    }

    /// Returns the bytes of these tokens.
    fn range_of(&self, first: usize, end: usize) -> Range<usize> {
        self.tokens[first].range.start..self.tokens[end - 1].range.end
    }

    fn read_primary(&mut self) -> Parsed<FeelExpression> {
        let constant = match self.token_kind().clone() {
            TokenKind::Number(number) => FeelValue::Point(ScaleKind::Number, number),
            TokenKind::Text(text) => FeelValue::Text(text.into()),
            TokenKind::Temporal(text) => temporal_value(&text).ok_or_else(|| {
                self.unsupported(
                    unsupported_temporal(&text).unwrap_or("a date that does not exist"),
                )
            })?,
            TokenKind::Sign => return self.read_bracket(),
            TokenKind::Name => return self.read_word(),
            TokenKind::End => return Err(self.unexpected("a value")),
        };
        self.at += 1;
        Ok(FeelExpression::Constant(constant))
    }

    fn read_bracket(&mut self) -> Parsed<FeelExpression> {
        if self.is_range() {
            return Err(self.unsupported("a range as a value"));
        }
        if self.take_sign("(") {
            let value = self.read_expression()?;
            self.expect_sign(")", "')'")?;
            return Ok(value);
        }
        if self.take_sign("[") {
            let list = self.read_arguments("]", "',' or ']'")?;
            return Ok(FeelExpression::List(list));
        }
        if self.take_sign("{") {
            return self.read_nested(Self::read_context);
        }
        Err(self.unexpected("a value"))
    }

    /// Reads expressions up to a closing sign.
    fn read_arguments(
        &mut self,
        close: &str,
        expected: &'static str,
    ) -> Parsed<Vec<FeelExpression>> {
        let mut list = Vec::new();
        if self.take_sign(close) {
            return Ok(list);
        }
        loop {
            list.push(self.read_expression()?);
            if self.take_sign(close) {
                return Ok(list);
            }
            self.expect_sign(",", expected)?;
        }
    }

    /// Reads the entries of a context. Each sees those before it.
    fn read_context(&mut self) -> Parsed<FeelExpression> {
        let slot = self.names.free_slot;
        let mut entries: Vec<(Arc<str>, FeelExpression)> = Vec::new();
        let mut result = Ok(());
        while !self.take_sign("}") {
            result = self.read_entry(&mut entries);
            if result.is_err() {
                break;
            }
        }
        for (name, _) in entries.iter().rev() {
            self.names.scope.remove_name(name);
        }
        self.names.free_slot = slot;
        result?;
        Ok(FeelExpression::Context(entries, slot))
    }

    fn read_entry(&mut self, entries: &mut Vec<(Arc<str>, FeelExpression)>) -> Parsed<()> {
        if !entries.is_empty() {
            self.expect_sign(",", "',' or '}'")?;
        }
        let start = self.at;
        let name = match self.token_kind() {
            TokenKind::Text(text) => {
                let name = text.clone();
                self.at += 1;
                name
            }
            _ => {
                let end = (self.at..self.tokens.len())
                    .find(|&at| [":", "{", "}", ","].iter().any(|sign| self.is_sign(at, sign)));
                let length = end.unwrap_or(self.at) - self.at;
                if length == 0 || *self.token_kind() != TokenKind::Name {
                    return Err(self.unexpected("the name of an entry"));
                }
                self.take_name(length)
            }
        };
        self.expect_sign(":", "':'")?;
        if entries.iter().any(|(other, _)| **other == *name) {
            let expected = "another name for each entry";
            let found = format!("'{name}' twice");
            return Err(self.fault_at(start, ExpressionFault::Unexpected { found, expected }));
        }
        let value = self.read_expression()?;
        self.names.scope.add_name(&name, NameBinding::Slot(self.names.free_slot));
        self.names.free_slot += 1;
        entries.push((name.into(), value));
        Ok(())
    }

    fn read_word(&mut self) -> Parsed<FeelExpression> {
        let constant = match self.token_text(self.at) {
            "null" => Some(FeelValue::Null),
            "true" => Some(FeelValue::Truth(true)),
            "false" => Some(FeelValue::Truth(false)),
            _ => None,
        };
        // A longer name, or the value of the cell, comes before a keyword.
        let local = self.find_name();
        let (length, binding) = match (local, constant) {
            (Some((length, binding)), constant) if length > 1 || constant.is_none() => {
                (length, Some(binding))
            }
            (_, Some(constant)) => {
                self.at += 1;
                return Ok(FeelExpression::Constant(constant));
            }
            _ => (0, None),
        };
        let function = BuiltIn::longest_function(&mut self.token_texts())
            .filter(|(words, _)| self.is_sign(self.at + words, "("));
        if let Some((words, built_in)) = function
            && !(matches!(binding, Some(NameBinding::Model(..))) && length >= words)
            && words >= length
        {
            self.at += words;
            return self.read_call(built_in);
        }
        let start = self.at;
        match binding {
            Some(NameBinding::Slot(slot)) => {
                self.at += length;
                self.names.used.insert(slot);
                self.uses_value |= self.cell_slot == Some(slot);
                Ok(FeelExpression::Variable(slot))
            }
            Some(NameBinding::Output(slot, name)) => {
                self.at += length;
                self.names.used.insert(slot);
                Ok(FeelExpression::Member(Box::new(FeelExpression::Variable(slot)), name))
            }
            Some(NameBinding::Model(model, parameters)) => {
                let name = self.take_name(length);
                self.expect_sign("(", "'(': a function is no value here")?;
                let arguments = self.read_named_arguments(&name, &parameters, Some(model))?;
                if arguments.len() != parameters.len() {
                    let (expected, found) = (parameters.len(), arguments.len());
                    let fault = ExpressionFault::ArgumentCount { function: name, expected, found };
                    return Err(self.fault_at(start, fault));
                }
                self.names.called.insert(model);
                Ok(FeelExpression::Invoke(model, arguments))
            }
            Some(NameBinding::Ambiguous) => {
                let name = self.take_name(length);
                Err(self.fault_at(start, ExpressionFault::AmbiguousName(name)))
            }
            None => self.read_unbound_word(),
        }
    }

    /// Returns the longest known name here, with its tokens: of this place, else of the file.
    fn find_name(&self) -> Option<(usize, NameBinding)> {
        let found = self.names.scope.longest_name(&mut self.token_texts(), None);
        let outer = || self.names.outer.longest_name(&mut self.token_texts(), self.names.hidden);
        let found = found.or_else(outer);
        found.map(|(length, binding)| (length, binding.clone()))
    }

    /// Reads a word that begins a condition, or names nothing.
    fn read_unbound_word(&mut self) -> Parsed<FeelExpression> {
        match self.token_text(self.at) {
            "if" => {
                self.at += 1;
                let condition = self.read_expression()?;
                if !self.take_word("then") {
                    return Err(self.unexpected("'then'"));
                }
                let value = self.read_expression()?;
                if !self.take_word("else") {
                    return Err(self.unexpected("'else'"));
                }
                let otherwise = self.read_expression()?;
                Ok(FeelExpression::If(Box::new([condition, value, otherwise])))
            }
            "for" => Err(self.unsupported("an iteration ('for')")),
            "some" | "every" => Err(self.unsupported("a quantified expression")),
            "function" => Err(self.unsupported("a function as a value")),
            word if KEYWORDS.contains(&word) => Err(self.unexpected("a value")),
            _ => {
                let start = self.at;
                let length = self.word_count().max(1);
                let is_call = self.is_sign(self.at + length, "(");
                let name = self.take_name(length);
                let fault = if is_call {
                    ExpressionFault::UnsupportedFunction(name)
                } else {
                    ExpressionFault::UnknownName(name)
                };
                Err(self.fault_at(start, fault))
            }
        }
    }

    /// Reads the arguments of a built-in function.
    fn read_call(&mut self, function: BuiltIn) -> Parsed<FeelExpression> {
        let start = self.at;
        self.at += 1;
        // Literals of dates and durations are constants.
        if matches!(function, BuiltIn::Date | BuiltIn::Duration) {
            let literal = match self.token_kind() {
                TokenKind::Text(text) if self.is_sign(self.at + 1, ")") => Some(text.clone()),
                _ => None,
            };
            let Some(text) = literal else {
                return Err(self.fault_at(
                    start,
                    ExpressionFault::Unsupported("a date or duration that is computed"),
                ));
            };
            self.at += 2;
            let is_date = function == BuiltIn::Date;
            let value = temporal_value(&text)
                .filter(|value| matches!(value, FeelValue::Point(ScaleKind::Date, _)) == is_date);
            if value.is_none()
                && let Some(what) = unsupported_temporal(&text)
            {
                return Err(self.fault_at(start, ExpressionFault::Unsupported(what)));
            }
            // A date that does not exist has no value, and is no constant.
            return Ok(value.map_or_else(
                || {
                    FeelExpression::Call(
                        function,
                        vec![FeelExpression::Constant(FeelValue::Text(text.into()))],
                    )
                },
                FeelExpression::Constant,
            ));
        }
        let parameters: Vec<String> =
            function.parameters().iter().map(|&name| name.to_owned()).collect();
        let arguments = self.read_named_arguments(function.name(), &parameters, None)?;
        Ok(FeelExpression::Call(function, arguments))
    }

    /// Reads arguments in their order, or with their names; missing ones are null, but for those at
    /// the end.
    fn read_named_arguments(
        &mut self,
        function: &str,
        parameters: &[String],
        model: Option<usize>,
    ) -> Parsed<Vec<FeelExpression>> {
        let has_name = |parser: &Self| {
            let length = parser.word_count();
            length > 0 && parser.is_sign(parser.at + length, ":")
        };
        if !has_name(self) {
            return self.read_arguments(")", "',' or ')'");
        }
        let mut arguments: Vec<Option<FeelExpression>> = vec![None; parameters.len()];
        let is_built_in = model.is_none();
        let mut is_wrong = false;
        loop {
            let start = self.at;
            if !has_name(self) {
                return Err(self.unexpected("the name of a parameter"));
            }
            let length = self.word_count();
            let parameter = self.take_name(length);
            self.at += 1;
            let place = parameters.iter().position(|name| *name == parameter);
            let value = self.read_expression()?;
            match place {
                Some(place) => arguments[place] = Some(value),
                // A wrong name makes the call null, as a wrong argument does.
                None if is_built_in => is_wrong = true,
                None => {
                    let function = function.to_owned();
                    let fault = ExpressionFault::UnknownParameter { function, parameter };
                    return Err(self.fault_at(start, fault));
                }
            }
            if self.take_sign(")") {
                break;
            }
            self.expect_sign(",", "',' or ')'")?;
        }
        if is_wrong {
            // No function takes no arguments.
            return Ok(Vec::new());
        }
        let given = arguments.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        arguments.truncate(given);
        let null = || FeelExpression::Constant(FeelValue::Null);
        Ok(arguments.into_iter().map(|argument| argument.unwrap_or_else(null)).collect())
    }
}

/// Returns the only expression of a list, or joins several.
fn single_or(
    mut list: Vec<FeelExpression>,
    join: fn(Vec<FeelExpression>) -> FeelExpression,
) -> FeelExpression {
    if list.len() == 1 { list.swap_remove(0) } else { join(list) }
}

/// Returns what of ISO 8601 a text is that is not supported; `None` for other texts.
fn unsupported_temporal(text: &str) -> Option<&'static str> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.strip_prefix('-').unwrap_or(text).split('-').collect();
    match parts[..] {
        _ if text.contains(['T', '.', ':']) => Some("a time"),
        [year, month, day] if digits(year) && digits(month) && digits(day) => {
            let is_far = year.len() > 4 || text.starts_with('-');
            is_far.then_some("a year before 0 or after 9999")
        }
        _ => None,
    }
}

/// Returns the value of a date or duration of ISO 8601; `None` for other texts.
fn temporal_value(text: &str) -> Option<FeelValue> {
    let point = |scale, number| FeelValue::Point(scale, ExactDecimal::from_whole(number));
    let date = parse_date(text).map(|days| point(ScaleKind::Date, days));
    date.or_else(|| parse_duration(text).map(|(scale, number)| point(scale, number)))
}
