//! Reads a model from text.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::domains::{DomainItem, empty_runs};
use super::missing::Missing;
use super::names::numbered;
use super::part::Fragment;
use super::{Data, DimensionItem, FORMAT, FORMAT_BY_HAND, by_hand, expected_format, item, search};
use crate::presentation::Presentation;
use parallax_model::instance::Unique;
use parallax_model::instance::{InputError, json_message, shorten};
use parallax_model::{Constraint, Dimension, Model, Objective, Sense, Term, Value, VarId};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
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
struct VariableItem<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    domain: &'a RawValue,
    #[serde(default = "shown_by_default")]
    shown: bool,
    label: Option<String>,
}

/// Returns whether a variable is shown if its file does not say so.
pub(super) fn shown_by_default() -> bool {
    true
}

/// The format of a file; all other members are ignored.
#[derive(Deserialize)]
struct Head {
    format: String,
}

/// The format of a file as it is written; all other members are ignored.
#[derive(Deserialize)]
struct PlacedHead<'a> {
    #[serde(borrow)]
    format: &'a RawValue,
}

/// Fails unless a format is version 1.
fn must_be_known(whole: &Fragment<'_>, raw: &RawValue) -> Result<(), InputError> {
    if serde_json::from_str::<String>(raw.get()).is_ok_and(|format| format == FORMAT) {
        return Ok(());
    }
    let message = format!("{}; expected {}", shorten(raw.get()), expected_format());
    Err(whole.of(raw).fault(message))
}

/// Reads a model.
///
/// # Errors
/// Returns the first fault, with its line and column.
pub fn read(source: &str, text: &str) -> Result<Model, InputError> {
    read_while(source, text, &|| Ok(())).map(|(model, _)| model)
}

/// Reads a model and the presentation of its solutions. Calls `check` before each part and stops
/// when it fails.
///
/// # Errors
/// Returns the errors of [`read`], and the error of `check`.
pub fn read_while(
    source: &str,
    text: &str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<(Model, Presentation), InputError> {
    read_with(source, text, None, check)
}

/// Reads as [`read_while`] does. The parameters of a model by hand have the values of `data` where
/// it has them.
///
/// # Errors
/// Returns the errors of [`read_while`], and the first fault of the data, with its line and column:
/// a name that is no parameter, a number in place of a list, a missing value, or a model that has
/// no parameters because it is of the other version.
pub fn read_with(
    source: &str,
    text: &str,
    data: Option<Data<'_>>,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<(Model, Presentation), InputError> {
    let whole = Fragment { source, text, offset: 0 };
    let data = data.map(|data| Fragment { source: data.source, text: data.text, offset: 0 });
    if text.contains(FORMAT_BY_HAND) {
        match serde_json::from_str::<Head>(text) {
            Ok(head) if head.format == FORMAT_BY_HAND => {
                return by_hand::read_while(&whole, data.as_ref(), check);
            }
            Ok(_) => {}
            // A damaged text would miss the members of the other version first.
            Err(_) => whole.parse::<IgnoredAny>(text.trim_end()).map(|_| ())?,
        }
    }
    // Drops trailing line breaks, so that the error of a truncated text names
    // its last line.
    let file: File<'_> = match whole.parse(text.trim_end()) {
        Ok(file) => file,
        Err(error) => {
            let placed = serde_json::from_str::<PlacedHead<'_>>(text);
            placed.map_or(Ok(()), |head| must_be_known(&whole, head.format))?;
            return Err(error);
        }
    };
    must_be_known(&whole, file.format)?;
    if let Some(data) = data {
        let message = format!("data for a model of \"{FORMAT}\", which has no parameters");
        return Err(data.fault(format!("{message}; expected one of \"{FORMAT_BY_HAND}\"")));
    }
    let mut model = Model::new(file.name);
    add_dimensions(&mut model, &whole, &file.dimensions)?;
    let mut presentation = values(&whole, file.values)?;
    let is_list_given = file.values.is_some();
    let mut named = Vec::new();
    for raw in file.variables {
        check()?;
        let part = whole.of(raw);
        named.extend(add_variable(&mut model, &mut presentation, is_list_given, &part, raw)?);
    }
    let names = Arc::new(presentation.value_names().clone());
    named.into_iter().for_each(|variable| model.name_values(variable, names.clone()));
    set_grid(&mut model, &whole, file.grid)?;
    if let Some(raw) = file.picture {
        presentation.set_rows(rows(&model, &whole.of(raw), raw)?);
    }
    let classes = classes(&model);
    for raw in file.constraints {
        check()?;
        add_constraint(&mut model, &classes, &presentation, &whole.of(raw), raw, check)?;
    }
    if let Some((sense, raw)) = one_objective(&whole, file.minimize, file.maximize)? {
        set_objective(&mut model, sense, &whole.of(raw), raw)?;
    }
    search::set_plan(&mut model, &whole, file.search)?;
    Ok((model, presentation))
}

/// Adds the dimensions of a file.
pub(super) fn add_dimensions(
    model: &mut Model,
    whole: &Fragment<'_>,
    dimensions: &[&RawValue],
) -> Result<(), InputError> {
    for raw in dimensions {
        let part = whole.of(raw);
        let item = part.parse::<DimensionItem>(raw.get())?;
        let dimension = item.build().map_err(|error| part.fault(error))?;
        model.add_dimension(dimension).map_err(|error| part.fault(error))?;
    }
    Ok(())
}

/// Returns a presentation with the names of the values that a file lists.
pub(super) fn values(
    whole: &Fragment<'_>,
    list: Option<&RawValue>,
) -> Result<Presentation, InputError> {
    list.map_or_else(|| Ok(Presentation::default()), |raw| value_list(&whole.of(raw), raw))
}

/// Sets the order of the grid, if a file has one.
pub(super) fn set_grid(
    model: &mut Model,
    whole: &Fragment<'_>,
    grid: Option<&RawValue>,
) -> Result<(), InputError> {
    let Some(raw) = grid else { return Ok(()) };
    let part = whole.of(raw);
    let order = part.parse(raw.get())?;
    model.set_grid(order).map_err(|error| part.fault(error))
}

/// Returns the objective of a file, which has at most one.
pub(super) fn one_objective<'r>(
    whole: &Fragment<'_>,
    minimize: Option<&'r RawValue>,
    maximize: Option<&'r RawValue>,
) -> Result<Option<(Sense, &'r RawValue)>, InputError> {
    match (minimize, maximize) {
        (Some(_), Some(raw)) => {
            Err(whole.of(raw).fault("both 'minimize' and 'maximize'; expected one of them"))
        }
        (Some(raw), None) => Ok(Some((Sense::Minimize, raw))),
        (None, Some(raw)) => Ok(Some((Sense::Maximize, raw))),
        (None, None) => Ok(None),
    }
}

/// Reads the list of the values' names.
fn value_list(part: &Fragment<'_>, raw: &RawValue) -> Result<Presentation, InputError> {
    let mut presentation = Presentation::default();
    part.parse::<Unique>(raw.get())?;
    let values: BTreeMap<String, Value> = part.parse(raw.get())?;
    for (name, value) in values {
        presentation.name_value(&name, value).map_err(|error| part.fault(error))?;
    }
    Ok(presentation)
}

/// Adds a variable, and returns it if its values have names. With `is_list_given`, the names are
/// those of the list of the file, and others are errors.
fn add_variable(
    model: &mut Model,
    presentation: &mut Presentation,
    is_list_given: bool,
    part: &Fragment<'_>,
    raw: &RawValue,
) -> Result<Option<VarId>, InputError> {
    let item: VariableItem<'_> = part.parse(raw.get())?;
    let domain: DomainItem = serde_json::from_str(item.domain.get())
        .map_err(|error| part.of(item.domain).fault(json_message(&error)))?;
    let named = matches!(domain, DomainItem::Names(_));
    if let DomainItem::Text(text) = &domain {
        for run in empty_runs(text) {
            let message =
                format!("the range \"{run}\" is empty: its first value is the larger one");
            presentation.warn(part.fault_in(raw.get(), "domain", &message));
        }
    }
    let domain = domain.build(presentation, is_list_given);
    let domain = domain.map_err(|error| part.fault_in(raw.get(), "domain", &error))?;
    let added = if item.shown {
        model.add_shown(item.name, domain)
    } else {
        model.add_hidden(item.name, domain)
    };
    let variable = added.map_err(|error| part.fault(error))?;
    item.label.into_iter().for_each(|label| presentation.set_label(variable, label));
    Ok(named.then_some(variable))
}

fn add_constraint(
    model: &mut Model,
    classes: &Classes,
    presentation: &Presentation,
    part: &Fragment<'_>,
    raw: &RawValue,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<(), InputError> {
    let (label, constraint) = constraint(model, classes, presentation, part, raw, check)?;
    model.post(label, constraint).map_err(|error| part.fault(error))
}

/// Reads a constraint and its label.
pub(super) fn constraint(
    model: &Model,
    classes: &Classes,
    presentation: &Presentation,
    part: &Fragment<'_>,
    raw: &RawValue,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<(String, Constraint), InputError> {
    let (label, constraint) = match item::read(part, raw.get(), check) {
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
    sense: Sense,
    part: &Fragment<'_>,
    raw: &RawValue,
) -> Result<(), InputError> {
    let terms = part.parse(raw.get())?;
    let objective = objective(model, sense, terms)
        .map_err(|missing| part.fault_of(raw.get(), &missing.name, &missing))?;
    model.set_objective(objective).map_err(|error| part.fault(error))
}

/// Reads a constraint that refers to values by name. Returns `fault`, the error of reading it
/// without names, if it has none.
fn named_item(
    part: &Fragment<'_>,
    raw: &RawValue,
    presentation: &Presentation,
    fault: InputError,
) -> Result<(String, Constraint<String, String, String>), InputError> {
    if presentation.names().is_empty() || fault.why_stopped().is_some() {
        return Err(fault);
    }
    let Unique(mut json) = part.parse(raw.get())?;
    let has_names = numbered(&mut json, presentation)
        .map_err(|missing| part.fault_of(raw.get(), &missing.name, &missing))?;
    if has_names {
        item::of_json(&json).map_err(|fault| part.fault_in(raw.get(), &fault.key, &fault.message))
    } else {
        Err(fault)
    }
}

/// Reads the rows of a picture: names of variables, or `null` for a hole.
fn rows(
    model: &Model,
    part: &Fragment<'_>,
    raw: &RawValue,
) -> Result<Vec<Vec<Option<VarId>>>, InputError> {
    found_rows(model, part, raw, part.parse(raw.get())?)
}

/// Returns the rows of a picture with the variables for their names.
pub(super) fn found_rows(
    model: &Model,
    part: &Fragment<'_>,
    raw: &RawValue,
    rows: Vec<Vec<Option<String>>>,
) -> Result<Vec<Vec<Option<VarId>>>, InputError> {
    let find = |name: String| {
        let missing = || Missing::variable(model, &name);
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
) -> Result<Constraint, Missing> {
    constraint.rename(
        &mut |name: &String| model.find(name).ok_or_else(|| Missing::variable(model, name)),
        &mut |name: &String| {
            let known = || model.dimensions().iter().map(Dimension::name);
            let missing = || Missing::new("dimension", name, known());
            model.find_dimension(name).ok_or_else(missing)
        },
        &mut |dimension: &String, name: &String| {
            let known = classes.get(dimension);
            let names = || known.into_iter().flat_map(|classes| classes.keys().map(|k| &**k));
            let class = known.and_then(|classes| classes.get(name)).copied();
            class.ok_or_else(|| Missing::new("class", name, names()).within(dimension))
        },
    )
}

/// Returns the index of each class.
pub(super) fn classes(model: &Model) -> Classes {
    let of = |dimension: &Dimension| {
        let names = dimension.classes().iter().cloned();
        (dimension.name().to_owned(), names.zip(0..).collect())
    };
    model.dimensions().iter().map(of).collect()
}

fn objective(model: &Model, sense: Sense, terms: Vec<Term<String>>) -> Result<Objective, Missing> {
    let resolve = |Term { coefficient, variable: name }: Term<String>| {
        let variable = model.find(&name).ok_or_else(|| Missing::variable(model, &name))?;
        Ok(Term { coefficient, variable })
    };
    let terms = terms.into_iter().map(resolve).collect::<Result<_, Missing>>()?;
    Ok(Objective::new(sense, terms))
}
