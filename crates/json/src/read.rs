//! Reads a model from text.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::domains::{DomainMember, warn_empty_runs};
use super::names::replace_names;
use super::text_fragment::TextFragment;
use super::undefined_name::UndefinedNameError;
use super::{
    DimensionItem, HAND_WRITTEN_FORMAT, MODEL_FORMAT, ParameterSource, by_hand, expected_format,
    item, search,
};
use crate::presentation::SolutionPresentation;
use parallax_instance::UniqueKeyJson;
use parallax_instance::{InputError, json_message, shorten_text};
use parallax_model::{
    Constraint, LinearTerm, Model, Objective, ObjectiveSense, Value, ValueDimension, VarId,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonModelFile<'a> {
    #[serde(borrow)]
    format: &'a RawValue,
    #[serde(default)]
    name: String,
    #[serde(borrow, default)]
    dimensions: Vec<&'a RawValue>,
    #[serde(borrow)]
    values: Option<&'a RawValue>,
    #[serde(borrow)]
    variables: Vec<&'a RawValue>,
    #[serde(borrow)]
    grid: Option<&'a RawValue>,
    #[serde(borrow)]
    picture: Option<&'a RawValue>,
    #[serde(borrow, default)]
    constraints: Vec<&'a RawValue>,
    #[serde(borrow)]
    minimize: Option<&'a RawValue>,
    #[serde(borrow)]
    maximize: Option<&'a RawValue>,
    #[serde(borrow)]
    search: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariableObject<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    domain: &'a RawValue,
    #[serde(default = "shown_by_default")]
    shown: bool,
    label: Option<String>,
}

/// Returns whether a variable is shown if its file does not state it.
pub(super) fn shown_by_default() -> bool {
    true
}

/// The format of a file; all other members are ignored.
#[derive(Deserialize)]
struct FormatHead {
    format: String,
}

/// The format of a file as it is written; all other members are ignored.
#[derive(Deserialize)]
struct PlacedHead<'a> {
    #[serde(borrow)]
    format: &'a RawValue,
}

/// Fails unless a format is version 1.
fn must_be_known(whole: &TextFragment<'_>, raw: &RawValue) -> Result<(), InputError> {
    if serde_json::from_str::<String>(raw.get()).is_ok_and(|format| format == MODEL_FORMAT) {
        return Ok(());
    }
    let message = format!("{}; expected {}", shorten_text(raw.get()), expected_format());
    Err(whole.subfragment(raw).fault_here(message))
}

/// Reads a model.
///
/// # Errors
/// Returns the first fault, with its line and column.
pub fn read_model(source: &str, text: &str) -> Result<Model, InputError> {
    read_while(source, text, &|| Ok(())).map(|(model, _)| model)
}

/// Reads a model and the presentation of its solutions. Calls `check` before each part and stops
/// when it fails.
///
/// # Errors
/// Returns the errors of `read_model`, and the error of `check`.
pub fn read_while(
    source: &str,
    text: &str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<(Model, SolutionPresentation), InputError> {
    read_with(source, text, None, check)
}

/// Reads as [`read_while`] does. The parameters of a model by hand have the values of `data` where
/// it has them.
///
/// # Errors
/// Returns the errors of [`read_while`], and the first fault of the data, with its line and column:
/// a name that is not a parameter, a number in place of a list, a missing value, or a model that
/// has no parameters because it is of the other version.
pub fn read_with(
    source: &str,
    text: &str,
    data: Option<ParameterSource<'_>>,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<(Model, SolutionPresentation), InputError> {
    let whole = TextFragment { source, text, offset: 0 };
    let data = data.map(|data| TextFragment { source: data.source, text: data.text, offset: 0 });
    // A cheap test first. A label may also contain the name, so the member itself decides.
    if text.contains(HAND_WRITTEN_FORMAT) {
        match serde_json::from_str::<FormatHead>(text) {
            Ok(head) if head.format == HAND_WRITTEN_FORMAT => {
                return by_hand::read_while(&whole, data.as_ref(), check);
            }
            Ok(_) => {}
            // A damaged text would miss the members of the other version first.
            Err(_) => whole.parse_text::<IgnoredAny>(text.trim_end()).map(|_| ())?,
        }
    }
    // Drops trailing line breaks, so that the error of a truncated text names
    // its last line.
    let file: JsonModelFile<'_> = match whole.parse_text(text.trim_end()) {
        Ok(file) => file,
        Err(error) => {
            // A file of another version has unknown members, but its version is the better message.
            let placed = serde_json::from_str::<PlacedHead<'_>>(text);
            placed.map_or(Ok(()), |head| must_be_known(&whole, head.format))?;
            return Err(error);
        }
    };
    must_be_known(&whole, file.format)?;
    if let Some(data) = data {
        let message = format!("data for a model of \"{MODEL_FORMAT}\", which has no parameters");
        return Err(
            data.fault_here(format!("{message}; expected one of \"{HAND_WRITTEN_FORMAT}\""))
        );
    }
    let mut model = Model::new(file.name);
    add_dimensions(&mut model, &whole, &file.dimensions)?;
    let mut presentation = read_values(&whole, file.values)?;
    let is_list_given = file.values.is_some();
    let mut named = Vec::new();
    for raw in file.variables {
        check()?;
        let part = whole.subfragment(raw);
        named.extend(add_variable(&mut model, &mut presentation, is_list_given, &part, raw)?);
    }
    // Every variable may add names to the list that all of them share.
    let names = Arc::new(presentation.value_names().clone());
    named.into_iter().for_each(|variable| model.name_values(variable, names.clone()));
    set_grid(&mut model, &whole, file.grid)?;
    if let Some(raw) = file.picture {
        presentation.set_rows(read_rows(&model, &whole.subfragment(raw), raw)?);
    }
    let classes = index_classes(&model);
    for raw in file.constraints {
        check()?;
        add_constraint(&mut model, &classes, &presentation, &whole.subfragment(raw), raw, check)?;
    }
    if let Some((sense, raw)) = one_objective(&whole, file.minimize, file.maximize)? {
        set_objective(&mut model, sense, &whole.subfragment(raw), raw)?;
    }
    search::set_plan(&mut model, &whole, file.search)?;
    Ok((model, presentation))
}

/// Adds the dimensions of a file.
pub(super) fn add_dimensions(
    model: &mut Model,
    whole: &TextFragment<'_>,
    dimensions: &[&RawValue],
) -> Result<(), InputError> {
    for raw in dimensions {
        let part = whole.subfragment(raw);
        let item = part.parse_text::<DimensionItem>(raw.get())?;
        let dimension = item.build_dimension().map_err(|error| part.fault_here(error))?;
        model.add_dimension(dimension).map_err(|error| part.fault_here(error))?;
    }
    Ok(())
}

/// Returns a presentation with the names of the values that a file lists.
pub(super) fn read_values(
    whole: &TextFragment<'_>,
    list: Option<&RawValue>,
) -> Result<SolutionPresentation, InputError> {
    list.map_or_else(
        || Ok(SolutionPresentation::default()),
        |raw| value_list(&whole.subfragment(raw), raw),
    )
}

/// Sets the order of the grid, if a file has one.
pub(super) fn set_grid(
    model: &mut Model,
    whole: &TextFragment<'_>,
    grid: Option<&RawValue>,
) -> Result<(), InputError> {
    let Some(raw) = grid else { return Ok(()) };
    let part = whole.subfragment(raw);
    let order = part.parse_text(raw.get())?;
    model.set_grid(order).map_err(|error| part.fault_here(error))
}

/// Returns the objective of a file, which has at most one.
pub(super) fn one_objective<'r>(
    whole: &TextFragment<'_>,
    minimize: Option<&'r RawValue>,
    maximize: Option<&'r RawValue>,
) -> Result<Option<(ObjectiveSense, &'r RawValue)>, InputError> {
    match (minimize, maximize) {
        (Some(_), Some(raw)) => Err(whole
            .subfragment(raw)
            .fault_here("both 'minimize' and 'maximize'; expected one of them")),
        (Some(raw), None) => Ok(Some((ObjectiveSense::Minimize, raw))),
        (None, Some(raw)) => Ok(Some((ObjectiveSense::Maximize, raw))),
        (None, None) => Ok(None),
    }
}

/// Reads the list of the values' names.
fn value_list(part: &TextFragment<'_>, raw: &RawValue) -> Result<SolutionPresentation, InputError> {
    let mut presentation = SolutionPresentation::default();
    // A map would silently keep the last of two equal names.
    part.parse_text::<UniqueKeyJson>(raw.get())?;
    let values: BTreeMap<String, Value> = part.parse_text(raw.get())?;
    for (name, value) in values {
        presentation.name_value(&name, value).map_err(|error| part.fault_here(error))?;
    }
    Ok(presentation)
}

/// Adds a variable, and returns it if its values have names. With `is_list_given`, the names are
/// those of the list of the file, and others are errors.
fn add_variable(
    model: &mut Model,
    presentation: &mut SolutionPresentation,
    is_list_given: bool,
    part: &TextFragment<'_>,
    raw: &RawValue,
) -> Result<Option<VarId>, InputError> {
    let item: VariableObject<'_> = part.parse_text(raw.get())?;
    let domain: DomainMember = serde_json::from_str(item.domain.get())
        .map_err(|error| part.subfragment(item.domain).fault_here(json_message(&error)))?;
    let named = matches!(domain, DomainMember::Names(_));
    if let DomainMember::Text(text) = &domain {
        for message in warn_empty_runs(text) {
            presentation.add_warning(part.fault_in(raw.get(), "domain", &message));
        }
    }
    let domain = domain.build_domain(presentation, is_list_given);
    let domain = domain.map_err(|error| part.fault_in(raw.get(), "domain", &error))?;
    let added = if item.shown {
        model.add_shown(item.name, domain)
    } else {
        model.add_hidden(item.name, domain)
    };
    let variable = added.map_err(|error| part.fault_here(error))?;
    item.label.into_iter().for_each(|label| presentation.set_label(variable, label));
    Ok(named.then_some(variable))
}

fn add_constraint(
    model: &mut Model,
    classes: &Classes,
    presentation: &SolutionPresentation,
    part: &TextFragment<'_>,
    raw: &RawValue,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<(), InputError> {
    let (label, constraint) = read_constraint(model, classes, presentation, part, raw, check)?;
    model.post(label, constraint).map_err(|error| part.fault_here(error))
}

/// Reads a constraint and its label.
pub(super) fn read_constraint(
    model: &Model,
    classes: &Classes,
    presentation: &SolutionPresentation,
    part: &TextFragment<'_>,
    raw: &RawValue,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<(String, Constraint), InputError> {
    let (label, constraint) = match item::read_item(part, raw.get(), check) {
        // The plain reader stops at the name of a value. Only then is the constraint read as JSON,
        // which takes more memory, and its names replaced.
        Err(fault) => named_item(part, raw, presentation, fault)?,
        Ok(item) => item,
    };
    let constraint = by_index(model, classes, &constraint)
        .map_err(|missing| part.fault_of(raw.get(), &missing.name, &missing))?;
    check()?;
    Ok((label, constraint))
}

/// Sets the objective from its terms.
pub(super) fn set_objective(
    model: &mut Model,
    sense: ObjectiveSense,
    part: &TextFragment<'_>,
    raw: &RawValue,
) -> Result<(), InputError> {
    let terms = part.parse_text(raw.get())?;
    let objective = make_objective(model, sense, terms)
        .map_err(|missing| part.fault_of(raw.get(), &missing.name, &missing))?;
    model.set_objective(objective).map_err(|error| part.fault_here(error))
}

/// Reads a constraint that refers to values by name. Returns `fault`, the error of reading it
/// without names, if it has none.
fn named_item(
    part: &TextFragment<'_>,
    raw: &RawValue,
    presentation: &SolutionPresentation,
    fault: InputError,
) -> Result<(String, Constraint<String, String, String>), InputError> {
    if presentation.values_by_name().is_empty() || fault.why_stopped().is_some() {
        return Err(fault);
    }
    let UniqueKeyJson(mut json) = part.parse_text(raw.get())?;
    let has_names = replace_names(&mut json, presentation)
        .map_err(|missing| part.fault_of(raw.get(), &missing.name, &missing))?;
    if has_names {
        item::of_json(&json).map_err(|fault| part.fault_in(raw.get(), &fault.key, &fault.message))
    } else {
        Err(fault)
    }
}

/// Reads the rows of a picture: names of variables, or `null` for a hole.
fn read_rows(
    model: &Model,
    part: &TextFragment<'_>,
    raw: &RawValue,
) -> Result<Vec<Vec<Option<VarId>>>, InputError> {
    found_rows(model, part, raw, part.parse_text(raw.get())?)
}

/// Returns the rows of a picture with the variables for their names.
pub(super) fn found_rows(
    model: &Model,
    part: &TextFragment<'_>,
    raw: &RawValue,
    rows: Vec<Vec<Option<String>>>,
) -> Result<Vec<Vec<Option<VarId>>>, InputError> {
    let find = |name: String| {
        let missing = || UndefinedNameError::undefined_variable(model, &name);
        model.find(&name).ok_or_else(|| {
            let missing = missing();
            part.fault_of(raw.get(), &missing.name, &missing)
        })
    };
    let row = |row: Vec<Option<String>>| row.into_iter().map(|cell| cell.map(find).transpose());
    rows.into_iter().map(|cells| row(cells).collect()).collect()
}

/// The index of each class, by the name of its dimension and its own name.
pub(super) type Classes = HashMap<String, HashMap<String, u32>>;

/// Replaces the names in a constraint by the indices in `model`.
///
/// # Errors
/// Returns the first name that does not exist.
pub(super) fn by_index(
    model: &Model,
    classes: &Classes,
    constraint: &Constraint<String, String, String>,
) -> Result<Constraint, UndefinedNameError> {
    constraint.rename(
        &mut |name: &String| {
            model.find(name).ok_or_else(|| UndefinedNameError::undefined_variable(model, name))
        },
        &mut |name: &String| {
            let known = || model.dimensions().iter().map(ValueDimension::name);
            let missing = || UndefinedNameError::new("dimension", name, known());
            model.find_dimension(name).ok_or_else(missing)
        },
        &mut |dimension: &String, name: &String| {
            let known = classes.get(dimension);
            let names = || known.into_iter().flat_map(|classes| classes.keys().map(|k| &**k));
            let class = known.and_then(|classes| classes.get(name)).copied();
            class.ok_or_else(|| {
                UndefinedNameError::new("class", name, names()).within_dimension(dimension)
            })
        },
    )
}

/// Returns the index of each class.
pub(super) fn index_classes(model: &Model) -> Classes {
    let of = |dimension: &ValueDimension| {
        let names = dimension.class_names().iter().cloned();
        (dimension.name().to_owned(), names.zip(0..).collect())
    };
    model.dimensions().iter().map(of).collect()
}

fn make_objective(
    model: &Model,
    sense: ObjectiveSense,
    terms: Vec<LinearTerm<String>>,
) -> Result<Objective, UndefinedNameError> {
    let resolve = |LinearTerm { coefficient, variable: name }: LinearTerm<String>| {
        let variable = model
            .find(&name)
            .ok_or_else(|| UndefinedNameError::undefined_variable(model, &name))?;
        Ok(LinearTerm { coefficient, variable })
    };
    let terms = terms.into_iter().map(resolve).collect::<Result<_, UndefinedNameError>>()?;
    Ok(Objective::new(sense, terms))
}
