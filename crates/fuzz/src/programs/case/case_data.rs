//! A case, its variables and its expressions.

use crate::programs::operator::{Operator, Sort};

/// A small problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// Its number in a campaign.
    pub id: u64,
    /// Its variables; expressions name them by their place.
    pub variables: Vec<Variable>,
    /// Its constraints, all of which hold in a solution. Each has the sort [`Sort::Bool`].
    pub constraints: Vec<Expr>,
    /// The objective, if the best solutions are requested.
    pub objective: Option<Objective>,
    /// Whether each constraint is an assumption, so that a target without a solution names some
    /// that cannot hold together: a [core](crate::programs::cores).
    pub assume: bool,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    /// A name that every language takes: a letter, then digits.
    pub name: String,
    /// Its sort: [`Sort::Int`] or [`Sort::Bool`].
    pub sort: Sort,
    /// Its values, ascending; a Boolean variable has 0 and 1 or one of them.
    pub values: Vec<i64>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// The variable at a place of [`Case::variables`].
    Var(usize),
    /// A list.
    List(Vec<Expr>),
    /// An operator and its arguments.
    Op(Operator, Vec<Expr>),
}

/// An objective.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Objective {
    /// Whether the largest value is the best.
    pub maximize: bool,
    /// The value.
    pub value: Expr,
}

impl Case {
    /// Returns the number of assignments of the variables.
    #[must_use]
    pub fn assignments(&self) -> u128 {
        let sizes = self.variables.iter().map(|variable| variable.values.len() as u128);
        sizes.fold(1, u128::saturating_mul)
    }

    /// Returns all operators of the constraints and the objective, in order, without repetition.
    #[must_use]
    pub fn operators(&self) -> Vec<Operator> {
        let mut found = Vec::new();
        for expr in self.expressions() {
            expr.visit(&mut |part| {
                if let Expr::Op(operator, _) = part
                    && !found.contains(operator)
                {
                    found.push(*operator);
                }
            });
        }
        found
    }

    /// Returns the first index of lists in languages whose lists have index sets, for constraints
    /// that do not depend on it: 1, and for one of four cases another number.
    #[must_use]
    pub fn first_index(&self) -> i64 {
        match self.id % 16 {
            3 => 0,
            7 => 3,
            11 => -1,
            15 => 100,
            _ => 1,
        }
    }

    /// Whether its number asks for no special spelling in any language: neither another
    /// [first index](Case::first_index) nor names for terms.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.id.is_multiple_of(2)
    }

    /// Returns the constraints, then the expression of the objective.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.constraints.iter().chain(self.objective.iter().map(|objective| &objective.value))
    }
}

impl Expr {
    /// Makes an expression of an operator.
    #[must_use]
    pub fn op(operator: Operator, arguments: impl Into<Vec<Expr>>) -> Self {
        Expr::Op(operator, arguments.into())
    }

    /// Calls `look` with this expression and all its parts, from the outside in.
    pub fn visit(&self, look: &mut dyn FnMut(&Expr)) {
        look(self);
        if let Expr::List(parts) | Expr::Op(_, parts) = self {
            parts.iter().for_each(|part| part.visit(look));
        }
    }

    /// Calls `change` with all parts of this expression, from the inside out.
    pub fn change(&mut self, change: &mut dyn FnMut(&mut Expr)) {
        if let Expr::List(parts) | Expr::Op(_, parts) = self {
            parts.iter_mut().for_each(|part| part.change(change));
        }
        change(self);
    }

    /// Returns the integer that this is; a truth value is none.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Expr::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the items of a list.
    #[must_use]
    pub fn items(&self) -> Option<&[Expr]> {
        match self {
            Expr::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the integers of a list of integers.
    #[must_use]
    pub fn ints(&self) -> Option<Vec<i64>> {
        self.items()?.iter().map(Expr::as_int).collect()
    }

    /// Whether this is a constant, a variable, or a list of such.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        match self {
            Expr::Int(_) | Expr::Bool(_) | Expr::Var(_) => true,
            Expr::List(items) => items.iter().all(Expr::is_flat),
            Expr::Op(..) => false,
        }
    }

    /// Whether this names no variable.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        let mut constant = true;
        self.visit(&mut |part| constant &= !matches!(part, Expr::Var(_)));
        constant
    }
}
