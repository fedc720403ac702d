//! Conditions that the tests of cells hold.

use parallax_model::ComparisonOperator;

use super::{GroundTruth, TableGrounder, VariableBindings};
use crate::build_error::CompileError;
use crate::expr::{CellTest, TableExpression};
use crate::glossary::ValueSort;
use crate::table::ColumnHeader;

impl TableGrounder<'_> {
    /// Returns the condition that a test of a column holds.
    ///
    /// # Errors
    /// Returns an error for numbers that are too large.
    pub fn test(
        &mut self,
        head: &TableExpression,
        sort: ValueSort,
        test: &CellTest,
        bound: &VariableBindings<'_>,
    ) -> Result<GroundTruth, CompileError> {
        match test {
            CellTest::Any => Ok(GroundTruth::Known(true)),
            CellTest::Is(value) => {
                let truth = self.expression_truth(head, bound)?;
                Ok(if *value { truth } else { self.negate_truth(truth) })
            }
            CellTest::Not(inner) => {
                let truth = self.test(head, sort, inner, bound)?;
                Ok(self.negate_truth(truth))
            }
            CellTest::One(list) => {
                let parts: Vec<GroundTruth> = list
                    .iter()
                    .map(|test| self.test(head, sort, test, bound))
                    .collect::<Result<_, _>>()?;
                Ok(self.disjoin_truths(&parts))
            }
            CellTest::Compare(relation, expr) if sort == ValueSort::Truth => {
                let (a, b) =
                    (self.expression_truth(head, bound)?, self.expression_truth(expr, bound)?);
                let same = self.equate_truths(a, b);
                Ok(if *relation == ComparisonOperator::Ne { self.negate_truth(same) } else { same })
            }
            CellTest::Compare(relation, expr) => {
                let mut needed = Vec::new();
                let a = self.ground_number(head, bound, &mut needed)?;
                let b = self.ground_number(expr, bound, &mut needed)?;
                needed.push(self.compare_numbers(a, *relation, b)?);
                Ok(self.conjoin_truths(&needed))
            }
            CellTest::Range(low, with_low, high, with_high) => {
                let mut needed = Vec::new();
                let value = self.ground_number(head, bound, &mut needed)?;
                let low = self.ground_number(low, bound, &mut needed)?;
                let high = self.ground_number(high, bound, &mut needed)?;
                let above = if *with_low { ComparisonOperator::Ge } else { ComparisonOperator::Gt };
                let below =
                    if *with_high { ComparisonOperator::Le } else { ComparisonOperator::Lt };
                needed.push(self.compare_numbers(value, above, low)?);
                needed.push(self.compare_numbers(value, below, high)?);
                Ok(self.conjoin_truths(&needed))
            }
        }
    }

    /// Returns the condition that the test of a column holds, by its header.
    ///
    /// # Errors
    /// Returns an error for numbers that are too large.
    pub fn holds_at(
        &mut self,
        head: &ColumnHeader,
        test: &CellTest,
        bound: &VariableBindings<'_>,
    ) -> Result<GroundTruth, CompileError> {
        let sort = match head {
            ColumnHeader::Variable(place) => self.glossary.sort_of(bound.variables[place.0].kind),
            ColumnHeader::Term(typed) => typed.sort,
        };
        self.test(&head.column_expression(), sort, test, bound)
    }
}
