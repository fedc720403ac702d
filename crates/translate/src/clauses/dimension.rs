//! Relations between the classes of values.

use std::collections::BTreeMap;

use compact_str::format_compact;
use parallax_encodings::{
    AtomOp, ClassKind, EncodeError, FormulaVariableMeaning, IntId, IntegerAtom,
};
use parallax_model::{ClassRelation, DimensionId, DimensionRelation, Value, VarId};
use rustsat::types::Lit;

use super::lowering::{ClauseLowering, encoding_integer, encoding_integers};

/// Maximum number of combinations of classes to enumerate.
const MAX_ROWS: usize = 4096;

impl ClauseLowering<'_> {
    pub(super) fn encode_dimension(&mut self, c: &DimensionRelation) -> Result<(), EncodeError> {
        match self.encoder.options().classes {
            ClassKind::Values if c.scope.len() > 1 => self.by_values(c),
            _ => self.by_classes(c),
        }
    }

    /// Encodes a relation over integers for the classes.
    fn by_classes(&mut self, c: &DimensionRelation) -> Result<(), EncodeError> {
        let classes: Vec<IntId> = c
            .scope
            .iter()
            .map(|&v| self.class_integer(v, c.dimension))
            .collect::<Result<_, _>>()?;
        let relation = c.relation.simplest_form(classes.len());
        match relation {
            ClassRelation::Table(rows) => self.require_class_rows(&classes, rows),
            // One class or none satisfies every relation but a table.
            _ if classes.len() < 2 => Ok(()),
            ClassRelation::AllSame => self.all_same(&classes),
            ClassRelation::AllDifferent => self.encoder.all_different(&classes),
            _ if self.has_few_rows(&classes) => self.forbid_rows(relation, &classes),
            // Two classes or more cannot be both, so the literal is a function of the classes, and
            // model counts are kept.
            ClassRelation::AllSameOrAllDifferent => {
                let same = self.same_class_literal(c)?;
                self.encode_under_literal(same, |lowering| lowering.all_same(&classes))?;
                self.encode_under_literal(!same, |lowering| {
                    lowering.encoder.all_different(&classes)
                })
            }
            ClassRelation::ExactlyEqual(number) => {
                self.exactly_equal(c, &classes, *number as usize)
            }
        }
    }

    /// Whether to forbid the combinations of classes one by one.
    fn has_few_rows(&self, classes: &[IntId]) -> bool {
        let sizes = classes.iter().map(|&class| self.encoder.ints().values(class).len());
        let rows = sizes.fold(1, usize::saturating_mul);
        self.encoder.options().classes == ClassKind::Rows && rows <= MAX_ROWS
    }

    /// Forbids each combination of classes that violates a relation.
    fn forbid_rows(
        &mut self,
        relation: &ClassRelation,
        classes: &[IntId],
    ) -> Result<(), EncodeError> {
        let mut rows = vec![Vec::new()];
        for &class in classes {
            let values = self.encoder.ints().values(class);
            let longer = |row: &Vec<i32>| {
                let row = row.clone();
                values.iter().map(move |&value| [&row[..], &[value]].concat())
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        // The class integers have only classes that occur, so these rows are all the violations
        // there are.
        rows.retain(|row| !relation.is_satisfied(row.len(), |i| row[i].cast_unsigned()));
        self.encoder.require_table(classes, &rows.concat(), false)
    }

    /// Encodes a relation without class integers if pairs of variables determine it; counts and
    /// rows still use the classes.
    fn by_values(&mut self, c: &DimensionRelation) -> Result<(), EncodeError> {
        let relation = c.relation.simplest_form(c.scope.len());
        if matches!(relation, ClassRelation::ExactlyEqual(_) | ClassRelation::Table(_)) {
            return self.by_classes(c);
        }
        let (scope, dimension) = (encoding_integers(&c.scope), self.model.dimension(c.dimension));
        let domains = c.scope.iter().flat_map(|&v| self.model.domain(v).iter());
        let class = |value| Some((value, dimension.class_of_value(value)? as i32));
        let map: BTreeMap<Value, i32> = domains.filter_map(class).collect();
        let map: Vec<(Value, i32)> = map.into_iter().collect();
        match relation {
            ClassRelation::AllSame => self.encoder.same_class(&scope, &map),
            ClassRelation::AllDifferent => self.encoder.different_classes(&scope, &map),
            _ => {
                let same = self.same_class_literal(c)?;
                self.encode_under_literal(same, |lowering| {
                    lowering.encoder.same_class(&scope, &map)
                })?;
                self.encode_under_literal(!same, |lowering| {
                    lowering.encoder.different_classes(&scope, &map)
                })
            }
        }
    }

    /// Makes a literal for "all classes are equal".
    fn same_class_literal(&mut self, c: &DimensionRelation) -> Result<Lit, EncodeError> {
        let name = format!("same {}", self.model.dimension(c.dimension).name());
        self.encoder.formula.new_guarded_lit(FormulaVariableMeaning::Bool(name))
    }

    fn all_same(&mut self, classes: &[IntId]) -> Result<(), EncodeError> {
        let equal = parallax_encodings::ArithmeticRelation::Eq;
        classes
            .windows(2)
            .try_for_each(|pair| self.encoder.require_comparison(pair[0], equal, pair[1], 0))
    }

    /// Returns the class integer of a variable. Values without a class are forbidden here and get
    /// the class -1 in the integer, so that constraints under other guards can share it.
    fn class_integer(&mut self, v: VarId, d: DimensionId) -> Result<IntId, EncodeError> {
        let dimension = self.model.dimension(d);
        let mut map = Vec::new();
        for value in self.model.domain(v).iter() {
            let class = dimension.class_of_value(value);
            map.push((value, class.map_or(-1, |class| class as i32)));
            // At each use and not only when the integer is made, since the clause holds under the
            // guards of the moment.
            if class.is_none() {
                let without = IntegerAtom { int: encoding_integer(v), op: AtomOp::Ne, value };
                self.encoder.require_clause(&[without])?;
            }
        }
        if let Some(&known) = self.classes.get(&(v, d)) {
            return Ok(known);
        }
        let class = self.encoder.make_image(encoding_integer(v), &map)?;
        self.names.push(format_compact!("{} of {}", dimension.name(), self.model.name_of(v)));
        self.classes.insert((v, d), class);
        Ok(class)
    }
}
