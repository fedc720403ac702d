//! A constraint as a truth value of the model.

use parallax_model::flatten::Bool;
use parallax_model::{Atom, Relation, Term};

/// A constant, or a comparison of a variable with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    Known(bool),
    Atom(Atom),
}

impl Literal {
    /// Returns the literal that is true exactly when this one is not.
    pub(super) fn negated(self) -> Self {
        match self {
            Literal::Known(value) => Literal::Known(!value),
            Literal::Atom(atom) => {
                Literal::Atom(Atom { relation: atom.relation.negated(), ..atom })
            }
        }
    }
}

/// A constraint that may be true or false.
#[derive(Clone, Debug)]
pub(super) enum Truth {
    Known(bool),
    /// One of the literals is true.
    Any(Vec<Literal>),
    /// All literals are true.
    All(Vec<Literal>),
    /// A sum of variables, each once, compared with a constant.
    Sum {
        terms: Vec<Term>,
        relation: Relation,
        constant: i64,
    },
    /// An expression of the draft.
    Bool(Bool),
}

impl Truth {
    /// Returns the truth of one literal.
    pub(super) fn of(literal: Literal) -> Self {
        match literal {
            Literal::Known(value) => Truth::Known(value),
            Literal::Atom(_) => Truth::All(vec![literal]),
        }
    }

    /// Returns a truth without constants among its literals.
    pub(super) fn simplified(self) -> Self {
        let (mut literals, neutral) = match self {
            Truth::Any(literals) => (literals, false),
            Truth::All(literals) => (literals, true),
            other => return other,
        };
        if literals.contains(&Literal::Known(!neutral)) {
            return Truth::Known(!neutral);
        }
        literals.retain(|literal| *literal != Literal::Known(neutral));
        match literals.len() {
            0 => Truth::Known(neutral),
            _ if neutral => Truth::All(literals),
            _ => Truth::Any(literals),
        }
    }
}
