//! Text to a model.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::part::Part;
use super::{DimensionItem, FORMAT, item};
use crate::ask::did_you_mean;
use crate::instance::{InputError, shorten};
use crate::model::{Constraint, Dimension, Domain, Model, Objective, Sense, Term, Value};

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
    variables: Vec<&'a RawValue>,
    #[serde(borrow)]
    grid: Option<&'a RawValue>,
    #[serde(borrow, default)]
    constraints: Vec<&'a RawValue>,
    #[serde(borrow)]
    minimize: Option<&'a RawValue>,
    #[serde(borrow)]
    maximize: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariableItem<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    domain: DomainItem,
    #[serde(default = "yes")]
    shown: bool,
}

fn yes() -> bool {
    true
}

/// `"1..9"`, `"{1, 3..5}"` or `[1, 3, 4, 5]`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a domain; expected for example \"1..9\", \"{1, 3..5}\" or [1, 3]")]
enum DomainItem {
    Text(String),
    Values(Vec<Value>),
}

/// Reads a model.
///
/// # Errors
/// The first fault, with its line and column.
pub fn read(source: &str, text: &str) -> Result<Model, InputError> {
    read_while(source, text, &|| Ok(()))
}

/// Reads a model; `check` is asked before each part whether to go on.
///
/// # Errors
/// As [`read`], and what `check` says.
pub(crate) fn read_while(
    source: &str,
    text: &str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<Model, InputError> {
    let whole = Part { source, text, offset: 0 };
    // Without trailing line breaks, so that the error of a text that ends early
    // names its last line.
    let file: File<'_> = whole.parse(text.trim_end())?;
    if file.format.get().trim_matches('"') != FORMAT {
        let message = format!("{}; expected \"{FORMAT}\"", shorten(file.format.get()));
        return Err(whole.of(file.format).fault(message));
    }
    let mut model = Model::new(file.name);
    for raw in file.dimensions {
        let part = whole.of(raw);
        let dimension =
            part.parse::<DimensionItem>(raw.get())?.build().map_err(|e| part.fault(e))?;
        model.add_dimension(dimension).map_err(|error| part.fault(error.to_string()))?;
    }
    for raw in file.variables {
        check()?;
        let part = whole.of(raw);
        let item: VariableItem<'_> = part.parse(raw.get())?;
        let domain = item.domain.build().map_err(|error| part.fault(error))?;
        let added = match item.shown {
            true => model.add_shown(item.name, domain),
            false => model.add_hidden(item.name, domain),
        };
        added.map_err(|error| part.fault(error.to_string()))?;
    }
    if let Some(raw) = file.grid {
        let part = whole.of(raw);
        let order = part.parse(raw.get())?;
        model.set_grid(order).map_err(|error| part.fault(error.to_string()))?;
    }
    let classes = classes(&model);
    for raw in file.constraints {
        check()?;
        let part = whole.of(raw);
        let (label, constraint) = item::read(&part, raw.get(), check)?;
        let constraint = by_index(&model, &classes, &constraint)
            .map_err(|missing| part.fault_of(raw.get(), &missing.name, &missing.to_string()))?;
        check()?;
        model.post(label, constraint).map_err(|error| part.fault(error.to_string()))?;
    }
    if let (Some(_), Some(raw)) = (file.minimize, file.maximize) {
        return Err(whole.of(raw).fault("both 'minimize' and 'maximize'; expected one of them"));
    }
    for (sense, raw) in [(Sense::Minimize, file.minimize), (Sense::Maximize, file.maximize)] {
        if let Some(raw) = raw {
            let part = whole.of(raw);
            let terms = part.parse(raw.get())?;
            let objective = objective(&model, sense, terms)
                .map_err(|missing| part.fault_of(raw.get(), &missing.name, &missing.to_string()))?;
            model.set_objective(objective).map_err(|error| part.fault(error.to_string()))?;
        }
    }
    Ok(model)
}

/// The number of each class, by the name of its dimension and its own name.
type Classes = HashMap<String, HashMap<String, u32>>;

/// A name that a constraint uses, and nobody has.
struct Missing {
    /// What it should name.
    what: String,
    name: String,
    /// The nearest name.
    near: String,
}

impl Missing {
    fn new<'k>(
        what: impl Into<String>,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> Self {
        // A faulty model of very many names is not searched for long.
        const NAMES: usize = 10_000;
        let near = did_you_mean(name, known.into_iter().take(NAMES));
        Missing { what: what.into(), name: name.to_owned(), near }
    }

    fn variable(model: &Model, name: &str) -> Self {
        Missing::new("variable", name, model.variables().iter().map(|v| v.name.as_str()))
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Missing { what, name, near } = self;
        write!(f, "there is no {what} '{name}'{near}")
    }
}

/// A constraint over names as one over the places in `model`.
///
/// # Errors
/// The first name that does not exist.
fn by_index(
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
            let what = || format!("class of dimension '{dimension}' named");
            class.ok_or_else(|| Missing::new(what(), name, names()))
        },
    )
}

fn classes(model: &Model) -> Classes {
    let of = |dimension: &Dimension| {
        let names = dimension.classes().iter().cloned();
        (dimension.name().to_owned(), names.zip(0..).collect())
    };
    model.dimensions().iter().map(of).collect()
}

fn objective(model: &Model, sense: Sense, terms: Vec<Term<String>>) -> Result<Objective, Missing> {
    let by_place = |Term { coefficient, variable: name }: Term<String>| {
        let variable = model.find(&name).ok_or_else(|| Missing::variable(model, &name))?;
        Ok(Term { coefficient, variable })
    };
    let terms = terms.into_iter().map(by_place).collect::<Result<_, Missing>>()?;
    Ok(Objective { sense, terms })
}

impl DomainItem {
    fn build(&self) -> Result<Domain, String> {
        match self {
            DomainItem::Values(values) => Ok(Domain::of(values.iter().copied())),
            DomainItem::Text(text) => domain(text),
        }
    }
}

/// Reads `1..9` or `{1, 3..5}`.
pub fn domain(text: &str) -> Result<Domain, String> {
    let text = text.trim();
    let inner = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).unwrap_or(text);
    let fault = || format!("domain \"{text}\"; expected for example \"1..9\" or \"{{1, 3..5}}\"");
    let number = |text: &str| text.trim().parse::<Value>().map_err(|_| fault());
    let mut intervals = Vec::new();
    for run in inner.split(',').map(str::trim).filter(|run| !run.is_empty()) {
        let (low, high) = run.split_once("..").unwrap_or((run, run));
        intervals.push((number(low)?, number(high)?));
    }
    Ok(Domain::from_intervals(intervals))
}
