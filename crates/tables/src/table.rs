//! Tables of rules: constraint tables, decision tables and aggregates.

use super::expr::{Expr, Quantified, Test, Typed};
use super::glossary::{Sort, SymbolId};
use super::phrase::{Scope, Variable};
use super::raw::Cell;

/// The hit policy of a table: how its rules act together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Every rule holds: `E*`.
    Every,
    /// At most one rule applies to an input: `U`.
    Unique,
    /// Rules that apply to one input agree: `A`.
    Any,
    /// The first rule that applies decides: `F`.
    First,
    /// The sum of the collected values: `C+`.
    Sum,
    /// The minimum: `C<`.
    Least,
    /// The maximum: `C>`.
    Greatest,
    /// The number of rules that apply: `C#`.
    Number,
}

impl Policy {
    /// All policies, with their codes in tables.
    pub const ALL: [(&'static str, Policy); 8] = [
        ("E*", Policy::Every),
        ("U", Policy::Unique),
        ("A", Policy::Any),
        ("F", Policy::First),
        ("C+", Policy::Sum),
        ("C<", Policy::Least),
        ("C>", Policy::Greatest),
        ("C#", Policy::Number),
    ];

    /// The policy that a cell names.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let found = Policy::ALL.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|(_, policy)| *policy)
    }

    /// The code of the policy in tables.
    #[must_use]
    pub fn code(self) -> &'static str {
        Policy::ALL.iter().find(|(_, policy)| *policy == self).map_or("", |(code, _)| code)
    }

    /// Whether the rules define their outputs by one value each.
    #[must_use]
    pub fn decides(self) -> bool {
        matches!(self, Policy::Unique | Policy::Any | Policy::First)
    }

    /// Whether the rules collect values.
    #[must_use]
    pub fn collects(self) -> bool {
        !self.decides() && self != Policy::Every
    }
}

/// The header of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// A variable of the table.
    Variable(Quantified),
    /// An expression.
    Term(Typed),
}

/// The cell of a rule in an output column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Nothing.
    Nothing,
    /// A test that must hold, of an `E*` table.
    Holds(Test),
    /// Whether a truth value holds, of a decision table.
    Truth(bool),
    /// The value of a decision, or the value that a table collects.
    Value(Expr),
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The label of its constraints: title and number.
    pub label: String,
    /// The tests of the inputs.
    pub inputs: Vec<Test>,
    /// The cells of the outputs.
    pub outputs: Vec<Output>,
    /// The place of the first output.
    pub place: Cell,
}

/// A table of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The sheet.
    pub sheet: String,
    /// The title.
    pub title: Cell,
    /// The hit policy.
    pub policy: Policy,
    /// The variables that the headers introduce.
    pub variables: Vec<Variable>,
    /// The headers of the inputs.
    pub inputs: Vec<Head>,
    /// The headers of the outputs.
    pub outputs: Vec<Head>,
    /// The texts of the headers, inputs first.
    pub headers: Vec<String>,
    /// The rules.
    pub rules: Vec<Rule>,
}

impl Head {
    /// The sort of the column's values.
    #[must_use]
    pub fn sort(&self, scope: Scope<'_>) -> Sort {
        match self {
            Head::Variable(place) => scope.glossary.sort_of(scope.variables[place.0].kind),
            Head::Term(typed) => typed.sort,
        }
    }

    /// The symbol that the column applies, if it is the outermost part of its expression.
    #[must_use]
    pub fn symbol(&self) -> Option<SymbolId> {
        match self {
            Head::Term(Typed { expr: Expr::Apply(symbol, _), .. }) => Some(*symbol),
            _ => None,
        }
    }

    /// The expression of the column.
    #[must_use]
    pub fn expr(&self) -> Expr {
        match self {
            Head::Variable(place) => Expr::Variable(*place),
            Head::Term(typed) => typed.expr.clone(),
        }
    }
}
