//! Formulas of MiniZinc, with brackets where their operators need them.

use std::fmt;

/// The operator of a formula, the loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum OperatorLevel {
    /// `let … in …`, which extends to the end of what follows.
    Let,
    /// `<->`.
    Iff,
    /// `->`.
    Implies,
    /// `\/`.
    Or,
    /// `/\`.
    And,
    /// A comparison, a call, or a name.
    Atom,
}

/// A formula of MiniZinc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MinizincFormula {
    text: String,
    level: OperatorLevel,
}

/// Maximum number of operands with operators between them. MiniZinc reads a long chain of operators
/// as a deep tree.
pub(super) const MAX_INFIX_OPERANDS: usize = 12;

impl MinizincFormula {
    /// Makes a comparison, a call, or a name.
    pub(super) fn from_atom(text: impl Into<String>) -> Self {
        MinizincFormula { text: text.into(), level: OperatorLevel::Atom }
    }

    /// Makes `let { items } in body`, on several lines if there are several items.
    pub(super) fn let_formula(items: &[String], body: &str) -> Self {
        let text = match items {
            [only] => format!("let {{ {only} }} in {body}"),
            _ => format!("let {{\n    {}\n  }} in {body}", items.join(",\n    ")),
        };
        MinizincFormula { text, level: OperatorLevel::Let }
    }

    /// Makes a constant.
    pub(super) fn from_truth(truth: bool) -> Self {
        MinizincFormula::from_atom(if truth { "true" } else { "false" })
    }

    /// Whether this is the constant `true`.
    pub(super) fn is_true(&self) -> bool {
        self.text == "true"
    }

    /// Whether this is the constant `false`.
    fn is_false(&self) -> bool {
        self.text == "false"
    }

    /// Returns the conjunction.
    pub(super) fn conjoin_all(parts: impl IntoIterator<Item = MinizincFormula>) -> Self {
        let parts: Vec<MinizincFormula> =
            parts.into_iter().filter(|part| !part.is_true()).collect();
        if parts.iter().any(MinizincFormula::is_false) {
            return MinizincFormula::from_truth(false);
        }
        join_chain(parts, ("/\\", "forall"), OperatorLevel::And, true)
    }

    /// Returns the disjunction.
    pub(super) fn disjoin_all(parts: impl IntoIterator<Item = MinizincFormula>) -> Self {
        let parts: Vec<MinizincFormula> =
            parts.into_iter().filter(|part| !part.is_false()).collect();
        if parts.iter().any(MinizincFormula::is_true) {
            return MinizincFormula::from_truth(true);
        }
        join_chain(parts, ("\\/", "exists"), OperatorLevel::Or, false)
    }

    /// Returns `self -> then`.
    pub(super) fn implies_formula(&self, then: &MinizincFormula) -> Self {
        if then.is_true() {
            return then.clone();
        }
        // An implication within an implication gets brackets on either side, so that no reader has
        // to know how they associate.
        let (left, right) = (
            self.bracketed_above(OperatorLevel::Implies),
            then.bracketed_above(OperatorLevel::Implies),
        );
        MinizincFormula { text: format!("{left} -> {right}"), level: OperatorLevel::Implies }
    }

    /// Returns the negation.
    pub(super) fn negate_formula(&self) -> Self {
        match self.text.as_str() {
            "true" => MinizincFormula::from_truth(false),
            "false" => MinizincFormula::from_truth(true),
            // A name or a constant needs no brackets after `not`.
            text if text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => {
                MinizincFormula::from_atom(format!("not {text}"))
            }
            text => MinizincFormula::from_atom(format!("not ({text})")),
        }
    }

    /// Returns `self <-> other`.
    pub(super) fn iff_formula(&self, other: &MinizincFormula) -> Self {
        let (left, right) =
            (self.bracketed_above(OperatorLevel::Iff), other.bracketed_above(OperatorLevel::Iff));
        MinizincFormula { text: format!("{left} <-> {right}"), level: OperatorLevel::Iff }
    }

    /// Returns the text, in brackets unless its operator binds more tightly than `level`.
    fn bracketed_above(&self, level: OperatorLevel) -> String {
        if self.level > level { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// Joins operands with an operator, or in a call if they are many.
fn join_chain(
    mut parts: Vec<MinizincFormula>,
    (operator, call): (&str, &str),
    level: OperatorLevel,
    neutral: bool,
) -> MinizincFormula {
    match parts.len() {
        0 => MinizincFormula::from_truth(neutral),
        1 => parts.remove(0),
        2..=MAX_INFIX_OPERANDS => {
            let texts: Vec<String> = parts.iter().map(|part| part.bracketed_above(level)).collect();
            MinizincFormula { text: texts.join(&format!(" {operator} ")), level }
        }
        _ => {
            let texts: Vec<String> =
                parts.iter().map(|part| part.bracketed_above(OperatorLevel::Let)).collect();
            MinizincFormula::from_atom(format!("{call}([{}])", texts.join(", ")))
        }
    }
}

impl fmt::Display for MinizincFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_stand_where_operators_need_them() {
        let [a, b, c] = ["a", "b", "x <= 3"].map(MinizincFormula::from_atom);
        let or = MinizincFormula::disjoin_all([a.clone(), c.clone()]);
        let and = MinizincFormula::conjoin_all([a.clone(), b.clone()]);
        let long = MinizincFormula::conjoin_all(
            (0..13).map(|i| MinizincFormula::from_atom(format!("p{i}"))),
        );
        for (formula, expected) in [
            (MinizincFormula::conjoin_all([or.clone(), b.clone()]), "(a \\/ x <= 3) /\\ b"),
            (MinizincFormula::disjoin_all([and.clone(), c.clone()]), "a /\\ b \\/ x <= 3"),
            (a.implies_formula(&or), "a -> a \\/ x <= 3"),
            (a.implies_formula(&a.implies_formula(&b)), "a -> (a -> b)"),
            (b.iff_formula(&c), "b <-> x <= 3"),
            (
                a.implies_formula(&MinizincFormula::let_formula(&["int: k_ = 1".into()], "k_ = x")),
                "a -> (let { int: k_ = 1 } in k_ = x)",
            ),
            (MinizincFormula::conjoin_all([]), "true"),
            (MinizincFormula::disjoin_all([]), "false"),
            (MinizincFormula::disjoin_all([a.clone(), MinizincFormula::from_truth(true)]), "true"),
            (MinizincFormula::conjoin_all([a.clone(), MinizincFormula::from_truth(true)]), "a"),
            (a.implies_formula(&MinizincFormula::from_truth(true)), "true"),
            (long, "forall([p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12])"),
        ] {
            assert_eq!(formula.to_string(), expected);
        }
    }
}
