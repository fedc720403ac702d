//! Expressions and tests of cells.

use parallax_model::ComparisonOperator;

use super::glossary::{SymbolId, TypeId, ValueSort};
use parallax_model::decimal::DecimalNumber;

/// A variable of a table, by its index in the table's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QuantifiedVariable(pub usize);

/// An expression of a cell or a header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TableExpression {
    /// A number.
    Number(DecimalNumber),
    /// A name, by its number in the type that numbers it.
    Name(TypeId, i32),
    /// A variable of the table.
    Variable(QuantifiedVariable),
    /// A symbol with its arguments.
    Apply(SymbolId, Vec<TableExpression>),
    /// A sum; `true` marks a subtracted term.
    Sum(Vec<(bool, TableExpression)>),
    /// A product.
    Product(Vec<TableExpression>),
    /// The quotient rounded down, and the remainder, which is not negative (Euclidean division).
    Quotient(Box<TableExpression>, Box<TableExpression>),
    /// The remainder of [`TableExpression::Quotient`].
    Remainder(Box<TableExpression>, Box<TableExpression>),
    /// The magnitude.
    Abs(Box<TableExpression>),
    /// The minimum of several numbers.
    Min(Vec<TableExpression>),
    /// The maximum of several numbers.
    Max(Vec<TableExpression>),
}

/// An expression and its sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedTableExpression {
    /// The expression.
    pub expr: TableExpression,
    /// The sort of its values.
    pub sort: ValueSort,
}

/// The requirement of a cell on the expression in the header of its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellTest {
    /// Nothing: `-`, or a blank cell.
    Any,
    /// A truth value, `Yes` or `No`.
    Is(bool),
    /// A comparison with an expression.
    Compare(ComparisonOperator, TableExpression),
    /// A range: its ends, and whether they belong to it.
    Range(TableExpression, bool, TableExpression, bool),
    /// One of several tests.
    One(Vec<CellTest>),
    /// Not this test.
    Not(Box<CellTest>),
}

impl TableExpression {
    /// The expressions directly inside this one.
    #[must_use]
    pub fn direct_parts(&self) -> Box<dyn Iterator<Item = &TableExpression> + '_> {
        match self {
            TableExpression::Number(_)
            | TableExpression::Name(..)
            | TableExpression::Variable(_) => Box::new([].into_iter()),
            TableExpression::Apply(_, list)
            | TableExpression::Product(list)
            | TableExpression::Min(list)
            | TableExpression::Max(list) => Box::new(list.iter()),
            TableExpression::Sum(list) => Box::new(list.iter().map(|(_, part)| part)),
            TableExpression::Quotient(a, b) | TableExpression::Remainder(a, b) => {
                Box::new([&**a, &**b].into_iter())
            }
            TableExpression::Abs(a) => Box::new([&**a].into_iter()),
        }
    }

    /// Calls `visit` with this expression and all inside it. Cells limit the depth of nesting.
    pub fn visit_parts(&self, visit: &mut dyn FnMut(&TableExpression)) {
        visit(self);
        self.direct_parts().for_each(|part| part.visit_parts(visit));
    }
}

impl CellTest {
    /// Calls `visit` with every expression of the test, and all inside them.
    pub fn visit_expressions(&self, visit: &mut dyn FnMut(&TableExpression)) {
        match self {
            CellTest::Any | CellTest::Is(_) => {}
            CellTest::Compare(_, expr) => expr.visit_parts(visit),
            CellTest::Range(low, _, high, _) => {
                [low, high].iter().for_each(|end| end.visit_parts(visit));
            }
            CellTest::One(list) => list.iter().for_each(|test| test.visit_expressions(visit)),
            CellTest::Not(test) => test.visit_expressions(visit),
        }
    }

    /// Whether the test requires nothing.
    #[must_use]
    pub fn is_any(&self) -> bool {
        matches!(self, CellTest::Any)
    }
}
