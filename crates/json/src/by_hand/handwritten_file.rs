//! A file in the form that people write.

use std::sync::Arc;

use parallax_instance::InputError;
use parallax_model::{Model, VarId};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::constraints;
use super::expansion;
use super::flatten;
use super::listed_constraints;
use super::listed_constraints::ConstraintNames;
use super::objective;
use super::parameters;
use super::variables;
use crate::expressions::ExpressionScope;
use crate::presentation::SolutionPresentation;
use crate::read;
use crate::text_fragment::TextFragment;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandwrittenFile<'a> {
    #[serde(rename = "format")]
    _format: String,
    #[serde(default)]
    pub(super) name: String,
    #[serde(borrow)]
    pub(super) parameters: Option<&'a RawValue>,
    #[serde(borrow, default)]
    dimensions: Vec<&'a RawValue>,
    #[serde(borrow)]
    pub(super) values: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) variables: Vec<&'a RawValue>,
    #[serde(borrow)]
    grid: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) picture: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) constraints: Vec<&'a RawValue>,
    #[serde(borrow)]
    pub(super) minimize: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) maximize: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) search: Option<&'a RawValue>,
}

/// The members that decide how a constraint is read.
#[derive(Deserialize)]
#[serde(expecting = "a constraint")]
pub(super) struct ConstraintProbe<'a> {
    #[serde(borrow)]
    pub(super) expr: Option<&'a RawValue>,
    #[serde(borrow, rename = "for")]
    pub(super) each: Option<&'a RawValue>,
}

/// Reads a model and the presentation of its solutions. The parameters have the values of `data`
/// where it has them.
///
/// # Errors
/// Returns the first fault, and the error of `check`.
pub(crate) fn read_while(
    whole: &TextFragment<'_>,
    data: Option<&TextFragment<'_>>,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<(Model, SolutionPresentation), InputError> {
    let file: HandwrittenFile<'_> = whole.parse_text(whole.text.trim_end())?;
    let mut world = ExpressionScope::new(Model::new(file.name), check);
    read::add_dimensions(&mut world.model, whole, &file.dimensions)?;
    let mut presentation = read::read_values(whole, file.values)?;
    parameters::read_parameters(&mut world, whole, file.parameters, data)?;
    let is_list_given = file.values.is_some();
    add_variables(&mut world, &mut presentation, is_list_given, whole, &file.variables, check)?;
    read::set_grid(&mut world.model, whole, file.grid)?;
    if let Some(raw) = file.picture {
        presentation.set_rows(expansion::read_picture(&mut world, &whole.subfragment(raw), raw)?);
    }
    let classes = read::index_classes(&world.model);
    let names = ConstraintNames { classes, presentation: &presentation, check };
    let mut asserted = Vec::new();
    for raw in file.constraints {
        check()?;
        let part = whole.subfragment(raw);
        let probe: ConstraintProbe<'_> = part.parse_text(raw.get())?;
        if probe.expr.is_some() {
            asserted.extend(constraints::expand_expression(&mut world, &part, raw)?);
        } else {
            listed_constraints::read_listed(&mut world, &names, &part, raw, probe.each)?;
        }
    }
    let mut goal = None;
    if let Some((sense, raw)) = read::one_objective(whole, file.minimize, file.maximize)? {
        let part = whole.subfragment(raw);
        // An objective in quotation marks is an expression; otherwise it is a list of terms.
        if raw.get().starts_with('"') {
            goal = Some(objective::read_objective(&mut world, sense, &part, raw, &mut asserted)?);
        } else {
            read::set_objective(&mut world.model, sense, &part, raw)?;
        }
    }
    if let Some(raw) = file.search {
        expansion::set_search_plan(&mut world, &whole.subfragment(raw), raw)?;
    }
    // The hidden variables of expressions come after those that the plan names.
    let model = flatten::flatten_model(world, whole, &asserted, goal, check)?;
    Ok((model, presentation))
}

/// Adds all variables, and the names of their values.
pub(super) fn add_variables(
    world: &mut ExpressionScope<'_>,
    presentation: &mut SolutionPresentation,
    is_list_given: bool,
    whole: &TextFragment<'_>,
    variables: &[&RawValue],
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<(), InputError> {
    let mut named = Vec::new();
    for raw in variables {
        check()?;
        let part = whole.subfragment(raw);
        named.extend(variables::add_variables(world, presentation, is_list_given, &part, raw)?);
    }
    // The domain of any variable may name new values, so the names are complete only here.
    world.names = presentation.values_by_name().clone();
    let names = Arc::new(presentation.value_names().clone());
    for place in named {
        world.model.name_values(VarId::new(place), names.clone());
    }
    Ok(())
}
