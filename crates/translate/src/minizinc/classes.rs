//! Relations between the classes of values.

use parallax_model::engine_api::PreparationError;
use parallax_model::{ClassRelation, DimensionId, DimensionRelation, Domain, Model, Value};

use super::formula::MinizincFormula;
use super::kinds::ConstraintContext;
use super::{MAX_LISTED, MinizincTranslation, terms};

/// The class of values that have none.
const NO_CLASS: i64 = -1;

impl MinizincTranslation {
    /// Returns the formula of a relation: each class is an entry of an array of constants.
    pub(super) fn dimension_formula(
        &mut self,
        model: &Model,
        c: &DimensionRelation,
        context: ConstraintContext,
    ) -> Result<MinizincFormula, PreparationError> {
        let dimension = model.dimension(c.dimension);
        let known = Domain::from_values(dimension.list_members().map(|(value, _)| value));
        if known.is_empty() {
            return Ok(MinizincFormula::from_truth(
                c.scope.is_empty() && c.relation.is_satisfied(0, |_| 0),
            ));
        }
        let array = self.class_array_name(model, c.dimension, &known)?;
        let mut parts = Vec::new();
        let mut classes = Vec::with_capacity(c.scope.len());
        for &variable in &c.scope {
            // A value without a class satisfies no relation.
            parts.push(self.membership_formula(variable, &known)?);
            classes.push(format!("{array}[{}]", self.integer_text(variable)));
        }
        parts.push(self.class_relation_formula(
            c,
            classes,
            dimension.class_names().len(),
            context,
        )?);
        Ok(MinizincFormula::conjoin_all(parts))
    }

    fn class_relation_formula(
        &mut self,
        c: &DimensionRelation,
        classes: Vec<String>,
        number_of_classes: usize,
        context: ConstraintContext,
    ) -> Result<MinizincFormula, PreparationError> {
        let count = classes.len();
        Ok(match &c.relation {
            ClassRelation::Table(rows) => {
                let cell = |&class: &u32| Value::try_from(class).unwrap_or(Value::MAX);
                let fitting = rows.iter().filter(|row| row.len() == count);
                let mut rows: Vec<Vec<Value>> =
                    fitting.map(|row| row.iter().map(cell).collect()).collect();
                rows.sort_unstable();
                rows.dedup();
                self.table_formula(&classes, rows, false, context)
            }
            _ if count < 2 => MinizincFormula::from_truth(true),
            ClassRelation::AllSame => all_equal_formula(&classes),
            ClassRelation::AllDifferent => self.all_different_formula(classes, context),
            ClassRelation::AllSameOrAllDifferent if count == 2 => MinizincFormula::from_truth(true),
            ClassRelation::AllSameOrAllDifferent => {
                let same = all_equal_formula(&classes);
                MinizincFormula::disjoin_all([
                    same,
                    self.all_different_formula(classes, ConstraintContext::Within),
                ])
            }
            ClassRelation::ExactlyEqual(number) => {
                let last = number_of_classes.saturating_sub(1);
                MinizincFormula::from_atom(format!(
                    "max([sum(v_ in {})(bool2int(v_ = k_)) | k_ in 0..{last}]) = {number}",
                    terms::array_text(classes)
                ))
            }
        })
    }

    /// Returns the name of the array of the classes of values, and adds it once.
    fn class_array_name(
        &mut self,
        model: &Model,
        id: DimensionId,
        known: &Domain,
    ) -> Result<String, PreparationError> {
        if let Some(array) = self.classes.get(&id) {
            return Ok(array.clone());
        }
        let (low, high) = known.min().zip(known.max()).unwrap_or_default();
        if i64::from(high) - i64::from(low) >= MAX_LISTED as i64 {
            let why = format!("classes of values that are more than {MAX_LISTED} apart");
            return Err(PreparationError::Unsupported(why));
        }
        let dimension = model.dimension(id);
        let name = self.names.add_identifier(dimension.name());
        // Values between without a class get one that no relation uses; the membership above
        // excludes them.
        let classes =
            (low..=high).map(|value| dimension.class_of_value(value).map_or(NO_CLASS, i64::from));
        let array =
            terms::array_from(low.into(), (low..=high).count(), &terms::array_text(classes));
        let item = format!("array [{low}..{high}] of int: {name} = {array};");
        self.reserve_bytes(item.len())?;
        let words = dimension.class_names().iter().enumerate();
        let words = words.map(|(number, word)| format!("{number} {}", terms::single_line(word)));
        let words: Vec<String> = words.collect();
        let about = format!("% {}: {}", terms::single_line(dimension.name()), words.join("; "));
        self.parameters.extend([about, item]);
        self.classes.insert(id, name.clone());
        Ok(name)
    }
}

/// Returns the formula that expressions, of which there are at least two, are equal.
fn all_equal_formula(expressions: &[String]) -> MinizincFormula {
    let pairs = expressions.windows(2).map(|pair| MinizincFormula::from_atom(pair.join(" = ")));
    MinizincFormula::conjoin_all(pairs)
}
