//! Tables of rules: constraint tables, decision tables and aggregates.

use super::expr::{CellTest, QuantifiedVariable, TableExpression, TypedTableExpression};
use super::glossary::{SymbolId, ValueSort};
use super::phrase::{NameScope, TableVariable};
use super::raw::{RawCell, RuleRequirements};

/// The hit policy of a table: how its rules act together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitPolicy {
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

impl HitPolicy {
    /// All policies, with their codes in tables.
    pub const ALL: [(&'static str, HitPolicy); 8] = [
        ("E*", HitPolicy::Every),
        ("U", HitPolicy::Unique),
        ("A", HitPolicy::Any),
        ("F", HitPolicy::First),
        ("C+", HitPolicy::Sum),
        ("C<", HitPolicy::Least),
        ("C>", HitPolicy::Greatest),
        ("C#", HitPolicy::Number),
    ];

    /// The policy that a cell names.
    #[must_use]
    pub fn from_code(text: &str) -> Option<Self> {
        let found = HitPolicy::ALL.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|(_, policy)| *policy)
    }

    /// The code of the policy in tables.
    #[must_use]
    pub fn policy_code(self) -> &'static str {
        HitPolicy::ALL.iter().find(|(_, policy)| *policy == self).map_or("", |(code, _)| code)
    }

    /// Whether the rules define their outputs by one value each.
    #[must_use]
    pub fn decides_outputs(self) -> bool {
        matches!(self, HitPolicy::Unique | HitPolicy::Any | HitPolicy::First)
    }

    /// Whether the rules collect values.
    #[must_use]
    pub fn collects_values(self) -> bool {
        !self.decides_outputs() && self != HitPolicy::Every
    }
}

/// The header of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnHeader {
    /// A variable of the table.
    Variable(QuantifiedVariable),
    /// An expression.
    Term(TypedTableExpression),
}

/// The cell of a rule in an output column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputCell {
    /// Nothing.
    Nothing,
    /// A test that must hold, of an `E*` table.
    Holds(CellTest),
    /// Whether a truth value holds, of a decision table.
    Truth(bool),
    /// The value of a decision, or the value that a table collects.
    Value(TableExpression),
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRule {
    /// The label of its constraints: title and number.
    pub label: String,
    /// The tests of the inputs.
    pub inputs: Vec<CellTest>,
    /// The cells of the outputs.
    pub outputs: Vec<OutputCell>,
    /// The place of the first output.
    pub place: RawCell,
}

/// A table of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleTable {
    /// The sheet.
    pub sheet: String,
    /// The title.
    pub title: RawCell,
    /// The hit policy.
    pub policy: HitPolicy,
    /// The variables that the headers introduce.
    pub variables: Vec<TableVariable>,
    /// The headers of the inputs.
    pub inputs: Vec<ColumnHeader>,
    /// The headers of the outputs.
    pub outputs: Vec<ColumnHeader>,
    /// The texts of the headers, inputs first.
    pub headers: Vec<String>,
    /// The rules.
    pub rules: Vec<TableRule>,
    /// The conditions on the rules that apply, beyond those of the hit policy.
    pub requirements: RuleRequirements,
}

impl ColumnHeader {
    /// The sort of the column's values.
    #[must_use]
    pub fn column_sort(&self, scope: NameScope<'_>) -> ValueSort {
        match self {
            ColumnHeader::Variable(variable) => {
                scope.glossary.sort_of(scope.variables[variable.0].kind)
            }
            ColumnHeader::Term(typed) => typed.sort,
        }
    }

    /// The symbol that the column applies, if it is the outermost part of its expression.
    #[must_use]
    pub fn applied_symbol(&self) -> Option<SymbolId> {
        match self {
            ColumnHeader::Term(TypedTableExpression {
                expr: TableExpression::Apply(symbol, _),
                ..
            }) => Some(*symbol),
            _ => None,
        }
    }

    /// The expression of the column.
    #[must_use]
    pub fn column_expression(&self) -> TableExpression {
        match self {
            ColumnHeader::Variable(variable) => TableExpression::Variable(*variable),
            ColumnHeader::Term(typed) => typed.expr.clone(),
        }
    }
}
