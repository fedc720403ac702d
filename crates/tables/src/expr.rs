//! Expressions and tests of cells.

use parallax_model::Relation;

use super::glossary::{Sort, SymbolId, TypeId};
use parallax_model::decimal::Decimal;

/// A variable of a table, by its place in the table's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quantified(pub usize);

/// An expression of a cell or a header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Number(Decimal),
    /// A name, by its number in the type that numbers it.
    Name(TypeId, i32),
    /// A variable of the table.
    Variable(Quantified),
    /// A symbol with its arguments.
    Apply(SymbolId, Vec<Expr>),
    /// A sum; `true` marks a subtracted term.
    Sum(Vec<(bool, Expr)>),
    /// A product.
    Product(Vec<Expr>),
    /// The quotient rounded down, and the remainder, which is not negative (Euclidean division).
    Quotient(Box<Expr>, Box<Expr>),
    /// The remainder of [`Expr::Quotient`].
    Remainder(Box<Expr>, Box<Expr>),
    /// The magnitude.
    Abs(Box<Expr>),
    /// The minimum of several numbers.
    Min(Vec<Expr>),
    /// The maximum of several numbers.
    Max(Vec<Expr>),
}

/// An expression and its sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The expression.
    pub expr: Expr,
    /// The sort of its values.
    pub sort: Sort,
}

/// The requirement of a cell on the expression in the header of its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// Nothing: `-`, or a blank cell.
    Any,
    /// A truth value, `Yes` or `No`.
    Is(bool),
    /// A comparison with an expression.
    Compare(Relation, Expr),
    /// A range: its ends, and whether they belong to it.
    Range(Expr, bool, Expr, bool),
    /// One of several tests.
    One(Vec<Test>),
    /// Not this test.
    Not(Box<Test>),
}

impl Expr {
    /// The expressions directly inside this one.
    #[must_use]
    pub fn parts(&self) -> Box<dyn Iterator<Item = &Expr> + '_> {
        match self {
            Expr::Number(_) | Expr::Name(..) | Expr::Variable(_) => Box::new([].into_iter()),
            Expr::Apply(_, list) | Expr::Product(list) | Expr::Min(list) | Expr::Max(list) => {
                Box::new(list.iter())
            }
            Expr::Sum(list) => Box::new(list.iter().map(|(_, part)| part)),
            Expr::Quotient(a, b) | Expr::Remainder(a, b) => Box::new([&**a, &**b].into_iter()),
            Expr::Abs(a) => Box::new([&**a].into_iter()),
        }
    }

    /// Calls `visit` with this expression and all inside it. Cells limit the depth of nesting.
    pub fn each(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        self.parts().for_each(|part| part.each(visit));
    }
}

impl Test {
    /// Calls `visit` with every expression of the test, and all inside them.
    pub fn each(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Test::Any | Test::Is(_) => {}
            Test::Compare(_, expr) => expr.each(visit),
            Test::Range(low, _, high, _) => [low, high].iter().for_each(|end| end.each(visit)),
            Test::One(list) => list.iter().for_each(|test| test.each(visit)),
            Test::Not(test) => test.each(visit),
        }
    }

    /// Whether the test requires nothing.
    #[must_use]
    pub fn is_any(&self) -> bool {
        matches!(self, Test::Any)
    }
}
