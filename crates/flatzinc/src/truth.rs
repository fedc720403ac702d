//! A constraint as a truth value of the model.

use parallax_model::flatten::BoolExpression;
use parallax_model::{AtomicConstraint, ComparisonOperator, LinearTerm};

/// A constant, or a comparison of a variable with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TruthLiteral {
    Known(bool),
    Atom(AtomicConstraint),
}

impl TruthLiteral {
    /// Returns the literal that is true exactly when this one is not.
    pub(super) fn negate_literal(self) -> Self {
        match self {
            TruthLiteral::Known(value) => TruthLiteral::Known(!value),
            TruthLiteral::Atom(atom) => TruthLiteral::Atom(AtomicConstraint {
                relation: atom.relation.negate_relation(),
                ..atom
            }),
        }
    }
}

/// A constraint that may be true or false.
#[derive(Clone, Debug)]
pub(super) enum ConstraintTruth {
    Known(bool),
    /// One of the literals is true.
    Any(Vec<TruthLiteral>),
    /// All literals are true.
    All(Vec<TruthLiteral>),
    /// A sum of variables, each once, compared with a constant.
    Sum {
        terms: Vec<LinearTerm>,
        relation: ComparisonOperator,
        constant: i64,
    },
    /// An expression of the draft.
    Bool(BoolExpression),
}

impl ConstraintTruth {
    /// Returns the truth of one literal.
    pub(super) fn from_literal(literal: TruthLiteral) -> Self {
        match literal {
            TruthLiteral::Known(value) => ConstraintTruth::Known(value),
            TruthLiteral::Atom(_) => ConstraintTruth::All(vec![literal]),
        }
    }

    /// Returns a truth without constants among its literals.
    pub(super) fn simplify_truth(self) -> Self {
        let (mut literals, neutral) = match self {
            ConstraintTruth::Any(literals) => (literals, false),
            ConstraintTruth::All(literals) => (literals, true),
            other => return other,
        };
        // False adds nothing to a disjunction and true nothing to a conjunction; the opposite
        // constant decides the whole.
        if literals.contains(&TruthLiteral::Known(!neutral)) {
            return ConstraintTruth::Known(!neutral);
        }
        literals.retain(|literal| *literal != TruthLiteral::Known(neutral));
        match literals.len() {
            0 => ConstraintTruth::Known(neutral),
            _ if neutral => ConstraintTruth::All(literals),
            _ => ConstraintTruth::Any(literals),
        }
    }
}
