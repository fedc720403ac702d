//! Each kind of expression.

use std::fmt;

use parallax_model::ask::Refusal;
use parallax_model::flatten::{Bool, Int, List, Node};
use parallax_model::{Relation, VarId};

use super::{Piece, Pieces};
use crate::minizinc::formula::Formula;
use crate::minizinc::kinds::Stands;
use crate::minizinc::{Minizinc, terms};

/// An integer expression, and whether it is a name, a call or a natural number.
#[derive(Clone, Debug)]
pub(super) struct Arithmetic {
    text: String,
    is_atom: bool,
}

impl Arithmetic {
    pub(super) fn atom(text: impl Into<String>) -> Self {
        Arithmetic { text: text.into(), is_atom: true }
    }

    fn compound(text: String) -> Self {
        Arithmetic { text, is_atom: false }
    }

    /// Returns the text, in brackets unless it is an atom.
    fn operand(&self) -> String {
        if self.is_atom { self.text.clone() } else { format!("({})", self.text) }
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The number of operands up to which they are written with operators between.
const FEW: usize = 12;

impl Pieces<'_> {
    /// Takes the text of an expression: a name or a leaf stays for others.
    fn take(&mut self, place: usize) -> Option<Piece> {
        self.texts.get(place).cloned().flatten()
    }

    /// Returns the text of a truth value.
    pub(super) fn truth(&mut self, place: usize) -> Formula {
        match self.take(place) {
            Some(Piece::Truth(formula)) => formula,
            Some(Piece::Number(number)) => Formula::atom(format!("{} = 1", number.operand())),
            None => Formula::constant(false),
        }
    }

    fn number(&mut self, place: usize) -> Arithmetic {
        match self.take(place) {
            Some(Piece::Number(number)) => number,
            Some(Piece::Truth(formula)) => Arithmetic::atom(format!("bool2int({formula})")),
            None => Arithmetic::atom("0"),
        }
    }

    fn truths(&mut self, list: List) -> Vec<Formula> {
        let places: Vec<usize> = self.terms.bools(list).map(Bool::place).collect();
        places.into_iter().map(|place| self.truth(place)).collect()
    }

    fn numbers(&mut self, list: List) -> Vec<String> {
        let places: Vec<usize> = self.terms.ints(list).map(Int::place).collect();
        places.into_iter().map(|place| self.number(place).operand()).collect()
    }
}

impl Minizinc {
    /// Returns the text of a node, whose operands have theirs.
    pub(super) fn node(&mut self, pieces: &mut Pieces<'_>, node: Node) -> Result<Piece, Refusal> {
        let truth = |formula: Formula| Ok(Piece::Truth(formula));
        match node {
            Node::Truth(value) => truth(Formula::constant(value)),
            Node::Flag(variable) => truth(self.equals(VarId::new(variable as usize), 1)),
            Node::Not(part) => truth(pieces.truth(part.place()).negated()),
            Node::And(list) => truth(Formula::all(pieces.truths(list))),
            Node::Or(list) => truth(Formula::any(pieces.truths(list))),
            Node::Iff(a, b) => truth(pieces.truth(a.place()).iff(&pieces.truth(b.place()))),
            Node::Choose(when, then, other) => {
                let [when, then, other] =
                    [when, then, other].map(|part| pieces.truth(part.place()));
                truth(Formula::atom(format!("if {when} then {then} else {other} endif")))
            }
            Node::Compare(a, relation, b) => truth(compared(pieces, a, relation, b)),
            Node::Distinct(list) => {
                let numbers = pieces.numbers(list);
                truth(self.different(numbers, Stands::Within))
            }
            Node::AllEqual(list) => {
                let numbers = pieces.numbers(list);
                let pairs = numbers.windows(2).map(|pair| Formula::atom(pair.join(" = ")));
                truth(Formula::all(pairs))
            }
            Node::AllAlike(list) => {
                let parts = pieces.truths(list);
                truth(Formula::all(parts.windows(2).map(|pair| pair[0].iff(&pair[1]))))
            }
            Node::Odd(list) => {
                let parts = pieces.truths(list).into_iter().map(|part| format!("bool2int({part})"));
                truth(Formula::atom(format!("sum({}) mod 2 = 1", terms::array(parts))))
            }
            Node::Member(part, set) => {
                let set = terms::set(pieces.terms.set(set))?;
                truth(Formula::atom(format!("{} in {set}", pieces.number(part.place()).operand())))
            }
            other => Ok(Piece::Number(self.arithmetic(pieces, other))),
        }
    }

    /// Returns the text of an integer; the kinds of truth values do not occur.
    fn arithmetic(&self, pieces: &mut Pieces<'_>, node: Node) -> Arithmetic {
        let between = |pieces: &mut Pieces<'_>, a: Int, operator: &str, b: Int| {
            let [a, b] = [a, b].map(|part| pieces.number(part.place()).operand());
            Arithmetic::compound(format!("{a} {operator} {b}"))
        };
        match node {
            Node::Number(number) if number < 0 => Arithmetic::compound(number.to_string()),
            Node::Number(number) => Arithmetic::atom(number.to_string()),
            Node::Variable(variable) => Arithmetic::atom(self.int(VarId::new(variable as usize))),
            Node::Add(list) => added(&pieces.numbers(list)),
            Node::Scale(factor, part) => {
                let part = pieces.number(part.place()).operand();
                Arithmetic::compound(format!("{factor}*{part}"))
            }
            Node::Select(when, then, other) => {
                let when = pieces.truth(when.place());
                let [then, other] = [then, other].map(|part| pieces.number(part.place()));
                Arithmetic::atom(format!("if {when} then {then} else {other} endif"))
            }
            Node::Mul(a, b) => between(pieces, a, "*", b),
            Node::Div(a, b) => between(pieces, a, "div", b),
            Node::Mod(a, b) => between(pieces, a, "mod", b),
            Node::Min(list) => {
                Arithmetic::atom(format!("min({})", terms::array(pieces.numbers(list))))
            }
            Node::Max(list) => {
                Arithmetic::atom(format!("max({})", terms::array(pieces.numbers(list))))
            }
            Node::Abs(part) => Arithmetic::atom(format!("abs({})", pieces.number(part.place()))),
            Node::NumberOf(part) => {
                Arithmetic::atom(format!("bool2int({})", pieces.truth(part.place())))
            }
            // Powers are refused before, and the others are truth values.
            _ => Arithmetic::atom("0"),
        }
    }
}

fn added(parts: &[String]) -> Arithmetic {
    match parts {
        [] => Arithmetic::atom("0"),
        [only] => Arithmetic::compound(only.clone()),
        _ if parts.len() <= FEW => Arithmetic::compound(parts.join(" + ")),
        _ => Arithmetic::atom(format!("sum({})", terms::array(parts))),
    }
}

fn compared(pieces: &mut Pieces<'_>, a: Int, relation: Relation, b: Int) -> Formula {
    let [a, b] = [a, b].map(|part| pieces.number(part.place()));
    Formula::atom(format!("{a} {} {b}", terms::operator(relation)))
}
