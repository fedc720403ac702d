//! Relations between the classes of integers' values, using only the literals of the values.

use std::collections::HashMap;

use crate::{ClauseEncoder, EncodeError, IntId, clause_draft::ClauseDraft};

/// The class of each value, as pairs `(value, class)`; a value without a class is forbidden.
pub(crate) type Classes<'a> = &'a [(i32, i32)];

impl ClauseEncoder {
    /// Requires that the values of all integers are in one class.
    ///
    /// For each two neighbours, in both directions: a value of one implies that the other takes one
    /// of the values of its class. Makes only literals of values.
    ///
    /// # Errors
    /// [`EncodeError::Unsupported`] if a value has two classes.
    pub fn same_class(&mut self, scope: &[IntId], classes: Classes<'_>) -> Result<(), EncodeError> {
        let class_of = self.classify_values(scope, classes)?;
        for pair in scope.windows(2) {
            self.require_partners(pair[0], pair[1], &class_of, |a, b| a == b)?;
            self.require_partners(pair[1], pair[0], &class_of, |a, b| a == b)?;
        }
        Ok(())
    }

    /// Requires that no two integers take values of the same class.
    ///
    /// For each pair, in both directions: a value of one implies that the other takes a value of
    /// some other class. Makes only literals of values.
    ///
    /// # Errors
    /// [`EncodeError::Unsupported`] if a value has two classes.
    pub fn different_classes(
        &mut self,
        scope: &[IntId],
        classes: Classes<'_>,
    ) -> Result<(), EncodeError> {
        let class_of = self.classify_values(scope, classes)?;
        for (place, &x) in scope.iter().enumerate() {
            for &y in &scope[..place] {
                self.require_partners(x, y, &class_of, |a, b| a != b)?;
                self.require_partners(y, x, &class_of, |a, b| a != b)?;
            }
        }
        Ok(())
    }

    /// Returns the class of each value, and forbids the values that have none.
    fn classify_values(
        &mut self,
        scope: &[IntId],
        classes: Classes<'_>,
    ) -> Result<HashMap<i32, i32>, EncodeError> {
        let mut class_of = HashMap::new();
        for &(value, class) in classes {
            if *class_of.entry(value).or_insert(class) != class {
                let why = format!("value {value} has two classes");
                return Err(EncodeError::Unsupported(why));
            }
        }
        for &x in scope {
            self.formula.spend_work(self.domain_size(x))?;
            for place in 0..self.domain_size(x) {
                if !class_of.contains_key(&self.value_at(x, place)) {
                    self.remove_value(x, place)?;
                }
            }
        }
        self.make_values(scope)?;
        Ok(class_of)
    }

    /// Requires, for each value of `x` with a class, that `y` takes one of the values whose classes
    /// are compatible with it.
    fn require_partners(
        &mut self,
        x: IntId,
        y: IntId,
        class_of: &HashMap<i32, i32>,
        fit: impl Fn(i32, i32) -> bool,
    ) -> Result<(), EncodeError> {
        let mut draft = ClauseDraft::default();
        for place in 0..self.domain_size(x) {
            let Some(&class) = class_of.get(&self.value_at(x, place)) else { continue };
            self.formula.spend_work(self.domain_size(y))?;
            draft.start_clause().or_ne(&self.ints, x, place);
            // If every value of `y` is compatible, the clause lists its whole domain and holds.
            let mut every = true;
            for partner in 0..self.domain_size(y) {
                let other = class_of.get(&self.value_at(y, partner));
                if other.is_some_and(|&other| fit(class, other)) {
                    _ = draft.or_literal(self.eq_at(y, partner)?);
                } else {
                    every = false;
                }
            }
            if !every {
                self.formula.add_draft(&draft)?;
            }
        }
        Ok(())
    }
}
