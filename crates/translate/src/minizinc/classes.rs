//! Relations between the classes of values.

use parallax_model::ask::Refusal;
use parallax_model::{ClassRelation, DimensionId, DimensionRelation, Domain, Model, Value};

use super::formula::Formula;
use super::kinds::Stands;
use super::{MAX_LISTED, Minizinc, terms};

/// The class of values that have none.
const NO_CLASS: i64 = -1;

impl Minizinc {
    /// Returns the formula of a relation: each class is an entry of an array of constants.
    pub(super) fn dimension(
        &mut self,
        model: &Model,
        c: &DimensionRelation,
        stands: Stands,
    ) -> Result<Formula, Refusal> {
        let dimension = model.dimension(c.dimension);
        let known = Domain::of(dimension.members().map(|(value, _)| value));
        if known.is_empty() {
            return Ok(Formula::constant(c.scope.is_empty() && c.relation.holds(0, |_| 0)));
        }
        let array = self.array_of_classes(model, c.dimension, &known)?;
        let mut parts = Vec::new();
        let mut classes = Vec::with_capacity(c.scope.len());
        for &variable in &c.scope {
            // A value without a class satisfies no relation.
            parts.push(self.within(variable, &known)?);
            classes.push(format!("{array}[{}]", self.int(variable)));
        }
        parts.push(self.relation(c, classes, dimension.classes().len(), stands)?);
        Ok(Formula::all(parts))
    }

    fn relation(
        &mut self,
        c: &DimensionRelation,
        classes: Vec<String>,
        number_of_classes: usize,
        stands: Stands,
    ) -> Result<Formula, Refusal> {
        let count = classes.len();
        Ok(match &c.relation {
            ClassRelation::Table(rows) => {
                let cell = |&class: &u32| Value::try_from(class).unwrap_or(Value::MAX);
                let fitting = rows.iter().filter(|row| row.len() == count);
                let mut rows: Vec<Vec<Value>> =
                    fitting.map(|row| row.iter().map(cell).collect()).collect();
                rows.sort_unstable();
                rows.dedup();
                self.table(&classes, rows, false, stands)
            }
            _ if count < 2 => Formula::constant(true),
            ClassRelation::AllSame => same(&classes),
            ClassRelation::AllDifferent => self.different(classes, stands),
            ClassRelation::AllSameOrAllDifferent if count == 2 => Formula::constant(true),
            ClassRelation::AllSameOrAllDifferent => {
                let same = same(&classes);
                Formula::any([same, self.different(classes, Stands::Within)])
            }
            ClassRelation::ExactlyEqual(number) => {
                let last = number_of_classes.saturating_sub(1);
                Formula::atom(format!(
                    "max([sum(v_ in {})(bool2int(v_ = k_)) | k_ in 0..{last}]) = {number}",
                    terms::array(classes)
                ))
            }
        })
    }

    /// Returns the name of the array of the classes of values, and adds it once.
    fn array_of_classes(
        &mut self,
        model: &Model,
        id: DimensionId,
        known: &Domain,
    ) -> Result<String, Refusal> {
        if let Some(array) = self.classes.get(&id) {
            return Ok(array.clone());
        }
        let (low, high) = known.min().zip(known.max()).unwrap_or_default();
        if i64::from(high) - i64::from(low) >= MAX_LISTED as i64 {
            let why = format!("classes of values that are more than {MAX_LISTED} apart");
            return Err(Refusal::Unsupported(why));
        }
        let dimension = model.dimension(id);
        let name = self.names.add(dimension.name());
        let classes = (low..=high).map(|value| dimension.class(value).map_or(NO_CLASS, i64::from));
        let array = terms::array_from(low.into(), (low..=high).count(), &terms::array(classes));
        let item = format!("array [{low}..{high}] of int: {name} = {array};");
        self.room(item.len())?;
        let words = dimension.classes().iter().enumerate();
        let words = words.map(|(number, word)| format!("{number} {}", terms::plain(word)));
        let words: Vec<String> = words.collect();
        let about = format!("% {}: {}", terms::plain(dimension.name()), words.join("; "));
        self.parameters.extend([about, item]);
        self.classes.insert(id, name.clone());
        Ok(name)
    }
}

/// Returns the formula that expressions, of which there are at least two, are equal.
fn same(expressions: &[String]) -> Formula {
    let pairs = expressions.windows(2).map(|pair| Formula::atom(pair.join(" = ")));
    Formula::all(pairs)
}
