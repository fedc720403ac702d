//! The image of an integer under a map of values to classes.

use std::collections::BTreeMap;

use crate::{ClauseEncoder, EncodeError, IntId, clause_draft::ClauseDraft};

impl ClauseEncoder {
    /// Makes a new integer that equals the class of the value of `x`. `map` lists pairs of a
    /// value and its class; values of `x` without a class are forbidden.
    ///
    /// The new integer is a function of `x` even if a guard is false; guards apply only to
    /// the forbidden values.
    ///
    /// # Errors
    /// [`EncodeError::Unsupported`] if a value has two classes.
    pub fn make_image(&mut self, x: IntId, map: &[(i32, i32)]) -> Result<IntId, EncodeError> {
        let mut class_of = BTreeMap::new();
        for &(value, class) in map {
            if *class_of.entry(value).or_insert(class) != class {
                let why = format!("value {value} has two classes");
                return Err(EncodeError::Unsupported(why));
            }
        }
        let known: Vec<Option<i32>> =
            self.values(x).iter().map(|value| class_of.get(value).copied()).collect();
        let mut classes: Vec<i32> = known.iter().flatten().copied().collect();
        // If every value is forbidden, the new integer still needs a value if a guard is
        // false.
        let default = classes.first().copied().unwrap_or(0);
        if classes.is_empty() {
            classes.push(default);
        }
        let image = self.make_integer(&classes)?;
        for (index, class) in known.iter().enumerate() {
            if class.is_none() {
                self.remove_value(x, index)?;
            }
        }
        let class_of: Vec<i32> = known.into_iter().map(|class| class.unwrap_or(default)).collect();
        // Forbidden values get the default class: if a guard is false, `x` may take one, and the
        // image must have exactly one value all the same.
        self.without_guards(|encoder| encoder.define_image(x, image, &class_of))?;
        Ok(image)
    }

    /// Requires that each value of `x` implies its class, and each class one of its values.
    fn define_image(
        &mut self,
        x: IntId,
        image: IntId,
        class_of: &[i32],
    ) -> Result<(), EncodeError> {
        let mut members: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
        for (index, &class) in class_of.iter().enumerate() {
            members.entry(class).or_default().push(index);
            let class = self.equals_value(image, class)?;
            let mut draft = ClauseDraft::default();
            draft.or_ne(&self.ints, x, index).or_literal(class);
            self.formula.add_draft(&draft)?;
        }
        for (class, members) in members {
            let class = self.equals_value(image, class)?;
            let mut draft = ClauseDraft::default();
            draft.or_literal(!class);
            for index in members {
                draft.or_literal(self.eq_at(x, index)?);
            }
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }
}
