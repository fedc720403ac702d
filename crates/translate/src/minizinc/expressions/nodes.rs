//! Each kind of expression.

use std::fmt;

use parallax_model::engine_api::PreparationError;
use parallax_model::flatten::{BoolExpression, DagNode, IntExpression, OperandList};
use parallax_model::{ComparisonOperator, VarId};

use super::{ExpressionText, ExpressionTexts};
use crate::minizinc::formula::{MAX_INFIX_OPERANDS, MinizincFormula};
use crate::minizinc::kinds::ConstraintContext;
use crate::minizinc::{MinizincTranslation, terms};

/// An integer expression, and whether it is a name, a call or a natural number.
#[derive(Clone, Debug)]
pub(super) struct ArithmeticText {
    text: String,
    is_atom: bool,
}

impl ArithmeticText {
    pub(super) fn from_atom(text: impl Into<String>) -> Self {
        ArithmeticText { text: text.into(), is_atom: true }
    }

    fn from_compound(text: String) -> Self {
        ArithmeticText { text, is_atom: false }
    }

    /// Returns the text, in brackets unless it is an atom.
    fn operand_text(&self) -> String {
        if self.is_atom { self.text.clone() } else { format!("({})", self.text) }
    }
}

impl fmt::Display for ArithmeticText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl ExpressionTexts<'_> {
    /// Takes the text of an expression: a name or a leaf stays for others.
    fn take_text(&mut self, place: usize) -> Option<ExpressionText> {
        self.texts.get(place).cloned().flatten()
    }

    /// Returns the text of a truth value.
    pub(super) fn take_truth(&mut self, place: usize) -> MinizincFormula {
        match self.take_text(place) {
            Some(ExpressionText::Truth(formula)) => formula,
            Some(ExpressionText::Number(number)) => {
                MinizincFormula::from_atom(format!("{} = 1", number.operand_text()))
            }
            None => MinizincFormula::from_truth(false),
        }
    }

    fn take_number(&mut self, place: usize) -> ArithmeticText {
        match self.take_text(place) {
            Some(ExpressionText::Number(number)) => number,
            Some(ExpressionText::Truth(formula)) => {
                ArithmeticText::from_atom(format!("bool2int({formula})"))
            }
            None => ArithmeticText::from_atom("0"),
        }
    }

    fn take_truths(&mut self, list: OperandList) -> Vec<MinizincFormula> {
        let places: Vec<usize> =
            self.terms.bool_operands(list).map(BoolExpression::node_index).collect();
        places.into_iter().map(|place| self.take_truth(place)).collect()
    }

    fn take_numbers(&mut self, list: OperandList) -> Vec<String> {
        let places: Vec<usize> =
            self.terms.int_operands(list).map(IntExpression::node_index).collect();
        places.into_iter().map(|place| self.take_number(place).operand_text()).collect()
    }
}

impl MinizincTranslation {
    /// Returns the text of a node, whose operands have theirs.
    pub(super) fn node_text(
        &mut self,
        pieces: &mut ExpressionTexts<'_>,
        node: DagNode,
    ) -> Result<ExpressionText, PreparationError> {
        let truth = |formula: MinizincFormula| Ok(ExpressionText::Truth(formula));
        match node {
            DagNode::Truth(value) => truth(MinizincFormula::from_truth(value)),
            DagNode::Flag(variable) => truth(self.equals_formula(VarId::new(variable as usize), 1)),
            DagNode::Not(part) => truth(pieces.take_truth(part.node_index()).negate_formula()),
            DagNode::And(list) => truth(MinizincFormula::conjoin_all(pieces.take_truths(list))),
            DagNode::Or(list) => truth(MinizincFormula::disjoin_all(pieces.take_truths(list))),
            DagNode::Iff(a, b) => truth(
                pieces.take_truth(a.node_index()).iff_formula(&pieces.take_truth(b.node_index())),
            ),
            DagNode::Choose(when, then, other) => {
                let [when, then, other] =
                    [when, then, other].map(|part| pieces.take_truth(part.node_index()));
                truth(MinizincFormula::from_atom(format!(
                    "if {when} then {then} else {other} endif"
                )))
            }
            DagNode::Compare(a, relation, b) => truth(comparison_formula(pieces, a, relation, b)),
            DagNode::Distinct(list) => {
                let numbers = pieces.take_numbers(list);
                truth(self.all_different_formula(numbers, ConstraintContext::Within))
            }
            DagNode::AllEqual(list) => {
                let numbers = pieces.take_numbers(list);
                let pairs =
                    numbers.windows(2).map(|pair| MinizincFormula::from_atom(pair.join(" = ")));
                truth(MinizincFormula::conjoin_all(pairs))
            }
            DagNode::AllAlike(list) => {
                let parts = pieces.take_truths(list);
                truth(MinizincFormula::conjoin_all(
                    parts.windows(2).map(|pair| pair[0].iff_formula(&pair[1])),
                ))
            }
            DagNode::Odd(list) => {
                let parts =
                    pieces.take_truths(list).into_iter().map(|part| format!("bool2int({part})"));
                truth(MinizincFormula::from_atom(format!(
                    "sum({}) mod 2 = 1",
                    terms::array_text(parts)
                )))
            }
            DagNode::Member(part, set) => {
                let set = terms::set_text(pieces.terms.constant_set(set))?;
                truth(MinizincFormula::from_atom(format!(
                    "{} in {set}",
                    pieces.take_number(part.node_index()).operand_text()
                )))
            }
            other => Ok(ExpressionText::Number(self.arithmetic_text(pieces, other))),
        }
    }

    /// Returns the text of an integer; the kinds of truth values do not occur.
    fn arithmetic_text(&self, pieces: &mut ExpressionTexts<'_>, node: DagNode) -> ArithmeticText {
        let between = |pieces: &mut ExpressionTexts<'_>,
                       a: IntExpression,
                       operator: &str,
                       b: IntExpression| {
            let [a, b] = [a, b].map(|part| pieces.take_number(part.node_index()).operand_text());
            ArithmeticText::from_compound(format!("{a} {operator} {b}"))
        };
        match node {
            DagNode::Number(number) if number < 0 => {
                ArithmeticText::from_compound(number.to_string())
            }
            DagNode::Number(number) => ArithmeticText::from_atom(number.to_string()),
            DagNode::Variable(variable) => {
                ArithmeticText::from_atom(self.integer_text(VarId::new(variable as usize)))
            }
            DagNode::Add(list) => sum_text(&pieces.take_numbers(list)),
            DagNode::Scale(factor, part) => {
                let part = pieces.take_number(part.node_index()).operand_text();
                ArithmeticText::from_compound(format!("{factor}*{part}"))
            }
            DagNode::Select(when, then, other) => {
                let when = pieces.take_truth(when.node_index());
                let [then, other] = [then, other].map(|part| pieces.take_number(part.node_index()));
                ArithmeticText::from_atom(format!("if {when} then {then} else {other} endif"))
            }
            DagNode::Mul(a, b) => between(pieces, a, "*", b),
            DagNode::Div(a, b) => between(pieces, a, "div", b),
            DagNode::Mod(a, b) => between(pieces, a, "mod", b),
            DagNode::Min(list) => ArithmeticText::from_atom(format!(
                "min({})",
                terms::array_text(pieces.take_numbers(list))
            )),
            DagNode::Max(list) => ArithmeticText::from_atom(format!(
                "max({})",
                terms::array_text(pieces.take_numbers(list))
            )),
            DagNode::Abs(part) => {
                ArithmeticText::from_atom(format!("abs({})", pieces.take_number(part.node_index())))
            }
            DagNode::NumberOf(part) => ArithmeticText::from_atom(format!(
                "bool2int({})",
                pieces.take_truth(part.node_index())
            )),
            // Powers are refused before, and the others are truth values.
            _ => ArithmeticText::from_atom("0"),
        }
    }
}

fn sum_text(parts: &[String]) -> ArithmeticText {
    match parts {
        [] => ArithmeticText::from_atom("0"),
        [only] => ArithmeticText::from_compound(only.clone()),
        _ if parts.len() <= MAX_INFIX_OPERANDS => ArithmeticText::from_compound(parts.join(" + ")),
        _ => ArithmeticText::from_atom(format!("sum({})", terms::array_text(parts))),
    }
}

fn comparison_formula(
    pieces: &mut ExpressionTexts<'_>,
    a: IntExpression,
    relation: ComparisonOperator,
    b: IntExpression,
) -> MinizincFormula {
    let [a, b] = [a, b].map(|part| pieces.take_number(part.node_index()));
    MinizincFormula::from_atom(format!("{a} {} {b}", terms::operator_text(relation)))
}
