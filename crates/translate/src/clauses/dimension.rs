//! Relations between the classes of values.

use std::collections::BTreeMap;

use compact_str::format_compact;
use parallax_encodings::{Atom, AtomOp, ClassKind, EncodeError, IntId, Meaning};
use parallax_model::{ClassRelation, DimensionId, DimensionRelation, Value, VarId};
use rustsat::types::Lit;

use super::lowering::{Lowering, int, ints};

/// Maximum number of combinations of classes to enumerate.
const MAX_ROWS: usize = 4096;

impl Lowering<'_> {
    pub(super) fn dimension(&mut self, c: &DimensionRelation) -> Result<(), EncodeError> {
        match self.encoder.options().classes {
            ClassKind::Values if c.scope.len() > 1 => self.by_values(c),
            _ => self.by_classes(c),
        }
    }

    /// Encodes a relation over integers for the classes.
    fn by_classes(&mut self, c: &DimensionRelation) -> Result<(), EncodeError> {
        let classes: Vec<IntId> =
            c.scope.iter().map(|&v| self.class(v, c.dimension)).collect::<Result<_, _>>()?;
        let relation = c.relation.simplest(classes.len());
        match relation {
            ClassRelation::Table(rows) => self.rows(&classes, rows),
            _ if classes.len() < 2 => Ok(()),
            ClassRelation::AllSame => self.all_same(&classes),
            ClassRelation::AllDifferent => self.encoder.all_different(&classes),
            _ if self.has_few_rows(&classes) => self.forbid_rows(relation, &classes),
            ClassRelation::AllSameOrAllDifferent => {
                let same = self.same(c)?;
                self.under(same, |lowering| lowering.all_same(&classes))?;
                self.under(!same, |lowering| lowering.encoder.all_different(&classes))
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
        rows.retain(|row| !relation.holds(row.len(), |i| row[i].cast_unsigned()));
        self.encoder.table(classes, &rows.concat(), false)
    }

    /// Encodes a relation without class integers if pairs of variables determine it; counts and
    /// rows still use the classes.
    fn by_values(&mut self, c: &DimensionRelation) -> Result<(), EncodeError> {
        let relation = c.relation.simplest(c.scope.len());
        if matches!(relation, ClassRelation::ExactlyEqual(_) | ClassRelation::Table(_)) {
            return self.by_classes(c);
        }
        let (scope, dimension) = (ints(&c.scope), self.model.dimension(c.dimension));
        let domains = c.scope.iter().flat_map(|&v| self.model.domain(v).iter());
        let class = |value| Some((value, dimension.class(value)? as i32));
        let map: BTreeMap<Value, i32> = domains.filter_map(class).collect();
        let map: Vec<(Value, i32)> = map.into_iter().collect();
        match relation {
            ClassRelation::AllSame => self.encoder.same_class(&scope, &map),
            ClassRelation::AllDifferent => self.encoder.different_classes(&scope, &map),
            _ => {
                let same = self.same(c)?;
                self.under(same, |lowering| lowering.encoder.same_class(&scope, &map))?;
                self.under(!same, |lowering| lowering.encoder.different_classes(&scope, &map))
            }
        }
    }

    /// Makes a literal for "all classes are equal".
    fn same(&mut self, c: &DimensionRelation) -> Result<Lit, EncodeError> {
        let name = format!("same {}", self.model.dimension(c.dimension).name());
        self.encoder.formula.new_guarded_lit(Meaning::Bool(name))
    }

    fn all_same(&mut self, classes: &[IntId]) -> Result<(), EncodeError> {
        let equal = parallax_encodings::Relation::Eq;
        classes.windows(2).try_for_each(|pair| self.encoder.compare(pair[0], equal, pair[1], 0))
    }

    /// Returns the class integer of a variable. Values without a class are forbidden here and get a
    /// class of their own in the integer, so that constraints under other guards can share it.
    fn class(&mut self, v: VarId, d: DimensionId) -> Result<IntId, EncodeError> {
        let dimension = self.model.dimension(d);
        let mut map = Vec::new();
        for value in self.model.domain(v).iter() {
            let class = dimension.class(value);
            map.push((value, class.map_or(-1, |class| class as i32)));
            if class.is_none() {
                let without = Atom { int: int(v), op: AtomOp::Ne, value };
                self.encoder.clause(&[without])?;
            }
        }
        if let Some(&known) = self.classes.get(&(v, d)) {
            return Ok(known);
        }
        let class = self.encoder.image(int(v), &map)?;
        self.names.push(format_compact!("{} of {}", dimension.name(), self.model.name_of(v)));
        self.classes.insert((v, d), class);
        Ok(class)
    }
}
