//! The number of variables that take one class, and rows of classes.

use parallax_encodings::{EncodeError, FormulaVariableMeaning, IntId};
use parallax_model::DimensionRelation;

use super::lowering::ClauseLowering;
use crate::list_takers;

impl ClauseLowering<'_> {
    /// Requires that the largest number of integers with one class is exactly `number`.
    ///
    /// For each class that `number` variables can take, a literal represents that `number`
    /// variables take it. No class has more, and one of these literals is true. The literals are
    /// functions of the classes, so model counts are kept.
    pub(super) fn exactly_equal(
        &mut self,
        c: &DimensionRelation,
        classes: &[IntId],
        number: usize,
    ) -> Result<(), EncodeError> {
        let dimension = self.model.dimension(c.dimension);
        let mut one = Vec::new();
        for (class, places) in list_takers(self.model, c, number) {
            let takers: Vec<IntId> = places.iter().map(|&place| classes[place]).collect();
            let class_name = &dimension.class_names()[class as usize];
            let name = format!("{number} of {} {class_name}", dimension.name());
            let reached =
                self.encoder.formula.new_guarded_lit(FormulaVariableMeaning::Bool(name))?;
            one.push(reached);
            // In both directions, so the literal is determined. `simplest_form` leaves numbers from
            // 2 up, so the subtraction is safe.
            for (guard, least, most) in [(reached, number, number), (!reached, 0, number - 1)] {
                let counts = [(class.cast_signed(), least, most)];
                self.encode_under_literal(guard, |lowering| {
                    lowering.encoder.require_cardinality(&takers, &counts, false)
                })?;
            }
        }
        self.encoder.formula.add_clause(&one)
    }

    /// Requires that the classes form one of the rows.
    pub(super) fn require_class_rows(
        &mut self,
        classes: &[IntId],
        rows: &[Vec<u32>],
    ) -> Result<(), EncodeError> {
        match (classes.is_empty(), rows.is_empty()) {
            // The only row of no classes is the empty one, and it is listed.
            (true, false) => Ok(()),
            (_, true) => self.encoder.formula.add_clause(&[]),
            (false, false) => {
                let cells = rows.iter().flatten().map(|class| class.cast_signed());
                self.encoder.require_table(classes, &cells.collect::<Vec<i32>>(), true)
            }
        }
    }
}
