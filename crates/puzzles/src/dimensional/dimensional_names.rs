//! The models by name.

use compact_str::CompactString;
use parallax_model::{
    ClassRelation, Constraint, DimensionId, DimensionRelation, Model, ModelError, VarId,
};

use super::sets::SetSearchProblem;
use super::timetable::TimetableProblem;
use super::zebra::ZebraPuzzle;
use crate::errors::GeneratorError;

/// The names of the generators.
pub const GENERATOR_NAMES: [&str; 3] = ["sets", "timetable", "zebra"];

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
        "sets" => rest.parse::<SetSearchProblem>().map(|sets| sets.build_model()),
        "timetable" => rest.parse::<TimetableProblem>().map(|timetable| timetable.build_model()),
        "zebra" => rest.parse::<ZebraPuzzle>().map(|zebra| zebra.build_model()),
        _ => return None,
    };
    Some(model.map_err(GeneratorError::from).and_then(|model| Ok(model?)))
}

/// Posts a relation between the classes of some variables.
pub(super) fn post_relation(
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
