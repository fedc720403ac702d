//! Relations between the classes of values.

use parallax_model::{ClassRelation, DimensionRelation, Relation};
use pumpkin_core::predicate;
use pumpkin_core::variables::DomainId;

use super::{Poster, PostingError};
use crate::takers;

impl Poster<'_> {
    pub(super) fn dimension(&mut self, c: &DimensionRelation) -> Result<(), PostingError> {
        let mut classes = Vec::new();
        for &variable in &c.scope {
            classes.push(self.class(variable, c.dimension)?);
        }
        match c.relation.simplest(classes.len()) {
            ClassRelation::AllSame => self.all_same(&classes),
            ClassRelation::AllDifferent => self.all_different(classes),
            ClassRelation::AllSameOrAllDifferent => {
                self.consistent()?;
                let same = self.solver.new_literal();
                self.under(same, |poster| poster.all_same(&classes))?;
                self.under(!same, |poster| poster.all_different(classes))
            }
            ClassRelation::ExactlyEqual(number) => self.exactly_equal(c, &classes, *number),
            ClassRelation::Table(rows) if classes.is_empty() && !rows.is_empty() => Ok(()),
            ClassRelation::Table(rows) => {
                let signed = |row: &Vec<u32>| row.iter().map(|class| class.cast_signed()).collect();
                self.allow(classes, rows.iter().map(signed).collect())
            }
        }
    }

    fn all_same(&mut self, classes: &[DomainId]) -> Result<(), PostingError> {
        classes
            .windows(2)
            .try_for_each(|pair| self.linear(vec![(1, pair[0]), (-1, pair[1])], Relation::Eq, 0))
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
        for (own, takers) in takers(self.model, c, number as usize) {
            let mut terms = Vec::new();
            for place in takers {
                let (class, own) = (classes[place], own.cast_signed());
                terms.push(self.literal_for(predicate!(class == own))?);
            }
            self.consistent()?;
            let reached = self.solver.new_literal();
            one.push(reached.get_true_predicate());
            self.under(reached, |poster| poster.count(&terms, number.into(), number.into()))?;
            self.under(!reached, |poster| poster.count(&terms, 0, i64::from(number) - 1))?;
        }
        self.clause(one)
    }
}
