//! Relations between the classes of values.

use parallax_model::{ClassRelation, ComparisonOperator, DimensionRelation};
use pumpkin_core::predicate;
use pumpkin_core::variables::DomainId;

use super::{PostingError, PumpkinPoster};
use crate::list_takers;

impl PumpkinPoster<'_> {
    pub(super) fn post_dimension(&mut self, c: &DimensionRelation) -> Result<(), PostingError> {
        let mut classes = Vec::new();
        for &variable in &c.scope {
            classes.push(self.class_variable(variable, c.dimension)?);
        }
        match c.relation.simplest_form(classes.len()) {
            ClassRelation::AllSame => self.all_same(&classes),
            ClassRelation::AllDifferent => self.all_different(classes),
            ClassRelation::AllSameOrAllDifferent => {
                self.check_consistent()?;
                // Two classes or more cannot be all the same and all different, so the classes
                // determine the literal, and a solution is found once.
                let same = self.solver.new_literal();
                self.post_under(same, |poster| poster.all_same(&classes))?;
                self.post_under(!same, |poster| poster.all_different(classes))
            }
            ClassRelation::ExactlyEqual(number) => self.exactly_equal(c, &classes, *number),
            ClassRelation::Table(rows) if classes.is_empty() && !rows.is_empty() => Ok(()),
            ClassRelation::Table(rows) => {
                let signed = |row: &Vec<u32>| row.iter().map(|class| class.cast_signed()).collect();
                self.allow_rows(classes, rows.iter().map(signed).collect())
            }
        }
    }

    fn all_same(&mut self, classes: &[DomainId]) -> Result<(), PostingError> {
        classes.windows(2).try_for_each(|pair| {
            self.post_linear(vec![(1, pair[0]), (-1, pair[1])], ComparisonOperator::Eq, 0)
        })
    }

    /// Requires that the largest number of variables of one class is `number`: for each class, a
    /// literal represents that `number` variables take it; no class has more, and one literal is
    /// true.
    fn exactly_equal(
        &mut self,
        c: &DimensionRelation,
        classes: &[DomainId],
        number: u32,
    ) -> Result<(), PostingError> {
        let mut one = Vec::new();
        for (own, takers) in list_takers(self.model, c, number as usize) {
            let mut terms = Vec::new();
            for place in takers {
                let (class, own) = (classes[place], own.cast_signed());
                terms.push(self.literal_for(predicate!(class == own))?);
            }
            self.check_consistent()?;
            let reached = self.solver.new_literal();
            one.push(reached.get_true_predicate());
            // In both directions, so that the counts determine the literal.
            self.post_under(reached, |poster| {
                poster.post_count(&terms, number.into(), number.into())
            })?;
            self.post_under(!reached, |poster| {
                poster.post_count(&terms, 0, i64::from(number) - 1)
            })?;
        }
        self.post_clause(one)
    }
}
