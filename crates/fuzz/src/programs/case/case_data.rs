//! A case, its variables and its expressions.

use crate::programs::operator::{Operator, Sort};

/// A small problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FuzzCase {
    /// Its number in a campaign.
    pub id: u64,
    /// Its variables; expressions refer to them by index.
    pub variables: Vec<CaseVariable>,
    /// Its constraints, all of which hold in a solution. Each has the sort [`Sort::Bool`].
    pub constraints: Vec<CaseExpr>,
    /// The objective, if the best solutions are requested.
    pub objective: Option<CaseObjective>,
    /// Whether each constraint is an assumption, so that a target without a solution names some
    /// that cannot hold together: a [core](crate::programs::cores).
    pub assume: bool,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CaseVariable {
    /// A name that every language takes: a letter, then digits.
    pub name: String,
    /// Its sort: [`Sort::Int`] or [`Sort::Bool`].
    pub sort: Sort,
    /// Its values, ascending; a Boolean variable has 0 and 1 or one of them.
    pub values: Vec<i64>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CaseExpr {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// The variable at an index of [`FuzzCase::variables`].
    Var(usize),
    /// A list.
    List(Vec<CaseExpr>),
    /// An operator and its arguments.
    Op(Operator, Vec<CaseExpr>),
}

/// An objective.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CaseObjective {
    /// Whether the largest value is the best.
    pub maximize: bool,
    /// The value.
    pub value: CaseExpr,
}

impl FuzzCase {
    /// Returns the number of assignments of the variables.
    #[must_use]
    pub fn assignment_count(&self) -> u128 {
        let sizes = self.variables.iter().map(|variable| variable.values.len() as u128);
        sizes.fold(1, u128::saturating_mul)
    }

    /// Returns all operators of the constraints and the objective, in order, without repetition.
    #[must_use]
    pub fn used_operators(&self) -> Vec<Operator> {
        let mut found = Vec::new();
        for expr in self.root_expressions() {
            expr.visit_parts(&mut |part| {
                if let CaseExpr::Op(operator, _) = part
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
        // The numbers that change the index are odd, because even ones are plain (`is_plain`).
        match self.id % 16 {
            3 => 0,
            7 => 3,
            11 => -1,
            15 => 100,
            _ => 1,
        }
    }

    /// Whether its number asks for no special spelling in any language: neither another
    /// [first index](FuzzCase::first_index) nor names for terms.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.id.is_multiple_of(2)
    }

    /// Returns the constraints, then the expression of the objective.
    pub fn root_expressions(&self) -> impl Iterator<Item = &CaseExpr> {
        self.constraints.iter().chain(self.objective.iter().map(|objective| &objective.value))
    }
}

impl CaseExpr {
    /// Makes an expression of an operator.
    #[must_use]
    pub fn from_operator(operator: Operator, arguments: impl Into<Vec<CaseExpr>>) -> Self {
        CaseExpr::Op(operator, arguments.into())
    }

    /// Calls `look` with this expression and all its parts, from the outside in.
    pub fn visit_parts(&self, look: &mut dyn FnMut(&CaseExpr)) {
        look(self);
        if let CaseExpr::List(parts) | CaseExpr::Op(_, parts) = self {
            parts.iter().for_each(|part| part.visit_parts(look));
        }
    }

    /// Calls `change` with all parts of this expression, from the inside out.
    pub fn change_parts(&mut self, change: &mut dyn FnMut(&mut CaseExpr)) {
        if let CaseExpr::List(parts) | CaseExpr::Op(_, parts) = self {
            parts.iter_mut().for_each(|part| part.change_parts(change));
        }
        change(self);
    }

    /// Returns the value of an integer; a truth value has none.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        match self {
            CaseExpr::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the items of a list.
    #[must_use]
    pub fn list_items(&self) -> Option<&[CaseExpr]> {
        match self {
            CaseExpr::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the integers of a list of integers.
    #[must_use]
    pub fn list_ints(&self) -> Option<Vec<i64>> {
        self.list_items()?.iter().map(CaseExpr::as_int).collect()
    }

    /// Whether this is a constant, a variable, or a list of these.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        match self {
            CaseExpr::Int(_) | CaseExpr::Bool(_) | CaseExpr::Var(_) => true,
            CaseExpr::List(items) => items.iter().all(CaseExpr::is_flat),
            CaseExpr::Op(..) => false,
        }
    }

    /// Whether this names no variable.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        let mut constant = true;
        self.visit_parts(&mut |part| constant &= !matches!(part, CaseExpr::Var(_)));
        constant
    }
}
