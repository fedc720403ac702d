//! Formulas of MiniZinc, with brackets where their operators need them.

use std::fmt;

/// The operator of a formula, the loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
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
pub(super) struct Formula {
    text: String,
    level: Level,
}

/// The number of operands up to which operators are written between them. MiniZinc reads a long
/// chain of operators as a deep tree.
const FEW: usize = 12;

impl Formula {
    /// Makes a comparison, a call, or a name.
    pub(super) fn atom(text: impl Into<String>) -> Self {
        Formula { text: text.into(), level: Level::Atom }
    }

    /// Makes `let { items } in body`, on several lines if there are several items.
    pub(super) fn with(items: &[String], body: &str) -> Self {
        let text = match items {
            [only] => format!("let {{ {only} }} in {body}"),
            _ => format!("let {{\n    {}\n  }} in {body}", items.join(",\n    ")),
        };
        Formula { text, level: Level::Let }
    }

    /// Makes a constant.
    pub(super) fn constant(truth: bool) -> Self {
        Formula::atom(if truth { "true" } else { "false" })
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
    pub(super) fn all(parts: impl IntoIterator<Item = Formula>) -> Self {
        let parts: Vec<Formula> = parts.into_iter().filter(|part| !part.is_true()).collect();
        if parts.iter().any(Formula::is_false) {
            return Formula::constant(false);
        }
        chain(parts, ("/\\", "forall"), Level::And, true)
    }

    /// Returns the disjunction.
    pub(super) fn any(parts: impl IntoIterator<Item = Formula>) -> Self {
        let parts: Vec<Formula> = parts.into_iter().filter(|part| !part.is_false()).collect();
        if parts.iter().any(Formula::is_true) {
            return Formula::constant(true);
        }
        chain(parts, ("\\/", "exists"), Level::Or, false)
    }

    /// Returns `self -> then`.
    pub(super) fn implies(&self, then: &Formula) -> Self {
        if then.is_true() {
            return then.clone();
        }
        let (left, right) = (self.above(Level::Implies), then.above(Level::Implies));
        Formula { text: format!("{left} -> {right}"), level: Level::Implies }
    }

    /// Returns the negation.
    pub(super) fn negated(&self) -> Self {
        match self.text.as_str() {
            "true" => Formula::constant(false),
            "false" => Formula::constant(true),
            text if text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => {
                Formula::atom(format!("not {text}"))
            }
            text => Formula::atom(format!("not ({text})")),
        }
    }

    /// Returns `self <-> other`.
    pub(super) fn iff(&self, other: &Formula) -> Self {
        let (left, right) = (self.above(Level::Iff), other.above(Level::Iff));
        Formula { text: format!("{left} <-> {right}"), level: Level::Iff }
    }

    /// Returns the text, in brackets unless its operator binds more tightly than `level`.
    fn above(&self, level: Level) -> String {
        if self.level > level { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// Joins operands with an operator, or in a call if they are many.
fn chain(
    mut parts: Vec<Formula>,
    (operator, call): (&str, &str),
    level: Level,
    neutral: bool,
) -> Formula {
    match parts.len() {
        0 => Formula::constant(neutral),
        1 => parts.remove(0),
        2..=FEW => {
            let texts: Vec<String> = parts.iter().map(|part| part.above(level)).collect();
            Formula { text: texts.join(&format!(" {operator} ")), level }
        }
        _ => {
            let texts: Vec<String> = parts.iter().map(|part| part.above(Level::Let)).collect();
            Formula::atom(format!("{call}([{}])", texts.join(", ")))
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_stand_where_operators_need_them() {
        let [a, b, c] = ["a", "b", "x <= 3"].map(Formula::atom);
        let or = Formula::any([a.clone(), c.clone()]);
        let and = Formula::all([a.clone(), b.clone()]);
        let long = Formula::all((0..13).map(|i| Formula::atom(format!("p{i}"))));
        for (formula, expected) in [
            (Formula::all([or.clone(), b.clone()]), "(a \\/ x <= 3) /\\ b"),
            (Formula::any([and.clone(), c.clone()]), "a /\\ b \\/ x <= 3"),
            (a.implies(&or), "a -> a \\/ x <= 3"),
            (a.implies(&a.implies(&b)), "a -> (a -> b)"),
            (b.iff(&c), "b <-> x <= 3"),
            (
                a.implies(&Formula::with(&["int: k_ = 1".into()], "k_ = x")),
                "a -> (let { int: k_ = 1 } in k_ = x)",
            ),
            (Formula::all([]), "true"),
            (Formula::any([]), "false"),
            (Formula::any([a.clone(), Formula::constant(true)]), "true"),
            (Formula::all([a.clone(), Formula::constant(true)]), "a"),
            (a.implies(&Formula::constant(true)), "true"),
            (long, "forall([p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12])"),
        ] {
            assert_eq!(formula.to_string(), expected);
        }
    }
}
