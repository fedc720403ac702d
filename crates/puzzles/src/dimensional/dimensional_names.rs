//! The models by name.

use compact_str::CompactString;
use parallax_model::{
    ClassRelation, Constraint, DimensionId, DimensionRelation, Model, ModelError, VarId,
};

use super::sets::Sets;
use super::timetable::Timetable;
use super::zebra::Zebra;
use crate::errors::GeneratorError;

/// The names of the generators.
pub const NAMES: [&str; 3] = ["sets", "timetable", "zebra"];

/// Builds the model of a name like `sets:4x3x3`, `timetable:12@7` or `zebra:4`. The name of the
/// model has all parts, also those that the text omits. Returns `None` if the text does not start
/// with the name of a generator and a colon.
///
/// # Errors
/// The `Some` holds an error if the numbers are wrong.
#[must_use]
pub fn from_name(text: &str) -> Option<Result<Model, GeneratorError>> {
    let (generator, rest) = text.split_once(':')?;
    let model = match generator {
        "sets" => rest.parse::<Sets>().map(|sets| sets.model()),
        "timetable" => rest.parse::<Timetable>().map(|timetable| timetable.model()),
        "zebra" => rest.parse::<Zebra>().map(|zebra| zebra.model()),
        _ => return None,
    };
    Some(model.map_err(GeneratorError::from).and_then(|model| Ok(model?)))
}

/// Posts a relation between the classes of some variables.
pub(super) fn relate(
    model: &mut Model,
    label: impl Into<CompactString>,
    scope: &[VarId],
    dimension: DimensionId,
    relation: ClassRelation,
) -> Result<(), ModelError> {
    let scope = scope.to_vec();
    let relation = DimensionRelation { scope, dimension, relation };
    model.post(label, Constraint::Dimension(relation))
}
