//! Conditions that the tests of cells hold.

use parallax_model::Relation;

use super::{Bound, Grounder, Truth};
use crate::build_error::CompileError;
use crate::expr::{Expr, Test};
use crate::glossary::Sort;
use crate::table::Head;

impl Grounder<'_> {
    /// Returns the condition that a test of a column holds.
    ///
    /// # Errors
    /// Returns an error for numbers that are too large.
    pub fn test(
        &mut self,
        head: &Expr,
        sort: Sort,
        test: &Test,
        bound: &Bound<'_>,
    ) -> Result<Truth, CompileError> {
        match test {
            Test::Any => Ok(Truth::Known(true)),
            Test::Is(value) => {
                let truth = self.truth(head, bound)?;
                Ok(if *value { truth } else { self.not(truth) })
            }
            Test::Not(inner) => {
                let truth = self.test(head, sort, inner, bound)?;
                Ok(self.not(truth))
            }
            Test::One(list) => {
                let parts: Vec<Truth> = list
                    .iter()
                    .map(|test| self.test(head, sort, test, bound))
                    .collect::<Result<_, _>>()?;
                Ok(self.or(&parts))
            }
            Test::Compare(relation, expr) if sort == Sort::Truth => {
                let (a, b) = (self.truth(head, bound)?, self.truth(expr, bound)?);
                let same = self.iff(a, b);
                Ok(if *relation == Relation::Ne { self.not(same) } else { same })
            }
            Test::Compare(relation, expr) => {
                let mut needed = Vec::new();
                let a = self.num(head, bound, &mut needed)?;
                let b = self.num(expr, bound, &mut needed)?;
                needed.push(self.compare(a, *relation, b)?);
                Ok(self.and(&needed))
            }
            Test::Range(low, with_low, high, with_high) => {
                let mut needed = Vec::new();
                let value = self.num(head, bound, &mut needed)?;
                let low = self.num(low, bound, &mut needed)?;
                let high = self.num(high, bound, &mut needed)?;
                let above = if *with_low { Relation::Ge } else { Relation::Gt };
                let below = if *with_high { Relation::Le } else { Relation::Lt };
                needed.push(self.compare(value, above, low)?);
                needed.push(self.compare(value, below, high)?);
                Ok(self.and(&needed))
            }
        }
    }

    /// Returns the condition that the test of a column holds, by its header.
    ///
    /// # Errors
    /// Returns an error for numbers that are too large.
    pub fn holds_at(
        &mut self,
        head: &Head,
        test: &Test,
        bound: &Bound<'_>,
    ) -> Result<Truth, CompileError> {
        let sort = match head {
            Head::Variable(place) => self.glossary.sort_of(bound.variables[place.0].kind),
            Head::Term(typed) => typed.sort,
        };
        self.test(&head.expr(), sort, test, bound)
    }
}
