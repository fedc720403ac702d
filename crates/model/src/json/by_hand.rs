//! Reads models that people write by hand: `parallax-model-2`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::expressions::{Cells, Expression, Fault, Found, Item, Param, Part, Set, Steps, World};
use super::names::numbered;
use super::part::{Fragment, near};
use super::read::{self, DomainItem};
use super::unique::Unique;
use super::{DimensionItem, item};
use crate::ask::did_you_mean;
use crate::flatten::{Bool, Flattener, Int};
use crate::instance::InputError;
use crate::json::presentation::Presentation;
use crate::{Domain, Model, Objective, Sense, Value};

/// Maximum number of cells of one array.
const MAX_CELLS: usize = 10_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    #[serde(rename = "format")]
    _format: String,
    #[serde(default)]
    name: String,
    #[serde(borrow)]
    parameters: Option<&'a RawValue>,
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
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariableItem<'a> {
    name: String,
    #[serde(borrow)]
    domain: &'a RawValue,
    #[serde(borrow)]
    size: Option<&'a RawValue>,
    #[serde(default = "read::shown_by_default")]
    shown: bool,
    label: Option<String>,
}

/// The members that tell how to read a constraint.
#[derive(Deserialize)]
struct Probe<'a> {
    #[serde(borrow)]
    expr: Option<&'a RawValue>,
    #[serde(borrow, rename = "for")]
    each: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExprItem<'a> {
    #[serde(borrow)]
    expr: &'a RawValue,
    #[serde(borrow, rename = "for")]
    each: Option<&'a RawValue>,
    #[serde(borrow)]
    label: Option<&'a RawValue>,
}

type Read<T> = Result<T, InputError>;

/// Reads a model and the presentation of its solutions.
///
/// # Errors
/// Returns the first fault, and the error of `check`.
pub(super) fn read_while(
    whole: &Fragment<'_>,
    check: &dyn Fn() -> Read<()>,
) -> Read<(Model, Presentation)> {
    let file: File<'_> = whole.parse(whole.text.trim_end())?;
    let mut world = World::new(Model::new(file.name), check);
    for raw in file.dimensions {
        let part = whole.of(raw);
        let item = part.parse::<DimensionItem>(raw.get())?;
        let dimension = item.build().map_err(|error| part.fault(error))?;
        world.model.add_dimension(dimension).map_err(|error| part.fault(error.to_string()))?;
    }
    let mut presentation = match file.values {
        Some(raw) => read::value_list(&whole.of(raw), raw)?,
        None => Presentation::default(),
    };
    if let Some(raw) = file.parameters {
        read_parameters(&mut world, &whole.of(raw), raw)?;
    }
    let mut named = Vec::new();
    for raw in file.variables {
        check()?;
        let given = file.values.is_some();
        named.extend(add_variables(&mut world, &mut presentation, given, &whole.of(raw), raw)?);
    }
    world.names = presentation.names().clone();
    let names = Arc::new(presentation.value_names().clone());
    for place in named {
        world.model.name_values(crate::VarId::new(place), names.clone());
    }
    if let Some(raw) = file.grid {
        let part = whole.of(raw);
        let order = part.parse(raw.get())?;
        world.model.set_grid(order).map_err(|error| part.fault(error.to_string()))?;
    }
    if let Some(raw) = file.picture {
        presentation.set_rows(picture(&mut world, &whole.of(raw), raw)?);
    }
    let mut asserted = Vec::new();
    for raw in file.constraints {
        check()?;
        let part = whole.of(raw);
        let probe: Probe<'_> = part.parse(raw.get())?;
        if probe.expr.is_some() {
            asserted.extend(expressions(&mut world, &part, raw)?);
        } else {
            listed(&mut world, &presentation, &part, raw, probe.each, check)?;
        }
    }
    if let (Some(_), Some(raw)) = (file.minimize, file.maximize) {
        return Err(whole.of(raw).fault("both 'minimize' and 'maximize'; expected one of them"));
    }
    let mut objective = None;
    for (sense, raw) in [(Sense::Minimize, file.minimize), (Sense::Maximize, file.maximize)] {
        let Some(raw) = raw else { continue };
        let part = whole.of(raw);
        if !raw.get().starts_with('"') {
            read::set_objective(&mut world.model, sense, &part, raw)?;
            continue;
        }
        let (int, guards) = objective_of(&mut world, &part, raw)?;
        asserted.extend(guards.into_iter().map(|guard| (String::new(), guard, part.offset)));
        objective = Some((sense, int, part.offset));
    }
    let model = flatten(world, whole, &asserted, objective, check)?;
    Ok((model, presentation))
}

/// Adds the constraints of all expressions.
fn flatten(
    world: World<'_>,
    whole: &Fragment<'_>,
    asserted: &[(String, Bool, usize)],
    objective: Option<(Sense, Int, usize)>,
    check: &dyn Fn() -> Read<()>,
) -> Read<Model> {
    let World { mut model, terms, .. } = world;
    let fault = |offset: usize, message: String| match check() {
        Err(stopped) => stopped,
        Ok(()) => whole.at(offset).fault(message),
    };
    let stop = || check().is_err();
    let mut flattener = Flattener::new(&mut model, &terms).until(&stop);
    for (label, term, offset) in asserted {
        flattener.assert_whole(label, *term).map_err(|message| fault(*offset, message))?;
    }
    let mut best = None;
    if let Some((sense, int, offset)) = objective {
        let terms = flattener.whole_objective("", int).map_err(|message| fault(offset, message))?;
        best = Some((Objective::new(sense, terms), offset));
    }
    if let Some((objective, offset)) = best {
        let set = model.set_objective(objective);
        set.map_err(|error| whole.at(offset).fault(error.to_string()))?;
    }
    Ok(model)
}

/// Returns the place in a JSON string, with its quotation mark, of a place in the text that it
/// represents; both in bytes.
fn raw_place(raw: &str, at: usize) -> usize {
    let (mut place, mut decoded) = (1, 0);
    while decoded < at {
        let Some(c) = raw.get(place..).and_then(|rest| rest.chars().next()) else { break };
        if c != '\\' {
            (place, decoded) = (place + c.len_utf8(), decoded + c.len_utf8());
            continue;
        }
        if raw.as_bytes().get(place + 1) != Some(&b'u') {
            (place, decoded) = (place + 2, decoded + 1);
            continue;
        }
        let digits = raw.get(place + 2..place + 6);
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
        let (length, bytes) = match code {
            0..0x80 => (6, 1),
            0x80..0x800 => (6, 2),
            0xd800..0xdc00 => (12, 4),
            _ => (6, 3),
        };
        (place, decoded) = (place + length, decoded + bytes);
    }
    place.min(raw.len())
}

/// Creates the error of a fault in a JSON string.
fn placed(part: &Fragment<'_>, raw: &RawValue, fault: Fault) -> InputError {
    match fault {
        Fault::Stopped(error) => error,
        Fault::At(at, message) => {
            let place = part.of(raw).offset + raw_place(raw.get(), at);
            part.fault_at(place, &message)
        }
    }
}

fn text(part: &Fragment<'_>, raw: &RawValue) -> Read<String> {
    serde_json::from_str(raw.get())
        .map_err(|_| part.of(raw).fault("expected a string with an expression"))
}

fn read_parameters(world: &mut World<'_>, part: &Fragment<'_>, raw: &RawValue) -> Read<()> {
    let Unique(json) = part.parse(raw.get())?;
    let Json::Object(members) = json else {
        return Err(part.fault("expected an object with the parameters"));
    };
    let is_name = |name: &str| {
        let is_start = |c: char| c.is_alphabetic() || c == '_';
        name.starts_with(is_start) && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    for (name, json) in members {
        if !is_name(&name) {
            let message = format!("a parameter named '{name}'; expected letters, digits and _");
            return Err(part.fault_of(raw.get(), &name, &message));
        }
        let param = parameter(&name, &json, &BTreeMap::new());
        let param = param.map_err(|error| part.fault_of(raw.get(), &name, &error))?;
        world.parameters.insert(name, param);
    }
    Ok(())
}

fn parameter(name: &str, json: &Json, texts: &BTreeMap<String, Value>) -> Result<Param, String> {
    let message = || format!("parameter '{name}'; expected an integer or lists of integers");
    Param::of(json, texts).ok_or_else(message)
}

/// Returns the sizes of an array.
fn sizes(world: &mut World<'_>, part: &Fragment<'_>, raw: &RawValue) -> Read<Vec<usize>> {
    let list: Vec<&RawValue> = match raw.get().starts_with('[') {
        true => part.of(raw).parse(raw.get())?,
        false => vec![raw],
    };
    let (mut sizes, mut cells) = (Vec::new(), 1usize);
    if list.is_empty() {
        return Err(part.of(raw).fault("an array without sizes; expected one size or more"));
    }
    for raw in list {
        let size = if raw.get().starts_with('"') {
            let text = text(part, raw)?;
            let size = Expression::parse(&text).and_then(|size| size.known(world));
            size.map_err(|fault| placed(part, raw, fault))?
        } else {
            part.of(raw).parse(raw.get())?
        };
        let size = usize::try_from(size)
            .map_err(|_| part.of(raw).fault(format!("a size of {size}; expected 0 or more")))?;
        cells = cells.saturating_mul(size);
        sizes.push(size);
        if cells > MAX_CELLS || size > MAX_CELLS {
            let message = format!("an array of more than {MAX_CELLS} cells");
            return Err(part.of(raw).fault(message));
        }
    }
    Ok(sizes)
}

/// Adds a variable or an array of them. Returns those whose values have names.
fn add_variables(
    world: &mut World<'_>,
    presentation: &mut Presentation,
    is_list_given: bool,
    part: &Fragment<'_>,
    raw: &RawValue,
) -> Read<Vec<usize>> {
    let item: VariableItem<'_> = part.parse(raw.get())?;
    let (domain, is_named) = read_domain(world, presentation, is_list_given, part, item.domain)?;
    let taken = world.parameters.contains_key(&item.name) || world.arrays.contains_key(&item.name);
    if taken {
        return Err(part.fault(format!("'{}' is taken", item.name)));
    }
    let first = world.model.variables().len();
    let sizes = match item.size {
        None => None,
        Some(raw) => Some(sizes(world, part, raw)?),
    };
    let count: usize = sizes.iter().flatten().product();
    for place in 0..count {
        let mut indices = String::new();
        let mut below = count;
        let mut rest = place;
        for size in sizes.iter().flatten() {
            below /= size;
            indices += &format!("[{}]", rest / below);
            rest %= below;
        }
        let name = format!("{}{indices}", item.name);
        let added = if item.shown {
            world.model.add_shown(name, domain.clone())
        } else {
            world.model.add_hidden(name, domain.clone())
        };
        let variable = added.map_err(|error| part.fault(error.to_string()))?;
        if let Some(label) = &item.label {
            presentation.set_label(variable, format!("{label}{indices}"));
        }
    }
    if let Some(sizes) = sizes {
        if world.model.find(&item.name).is_some() {
            return Err(part.fault(format!("'{}' is taken", item.name)));
        }
        world.arrays.insert(item.name, Cells { first, sizes });
    }
    Ok(if is_named { (first..first + count).collect() } else { Vec::new() })
}

/// Returns a domain, and whether its values have names.
fn read_domain(
    world: &mut World<'_>,
    presentation: &mut Presentation,
    is_list_given: bool,
    part: &Fragment<'_>,
    raw: &RawValue,
) -> Read<(Domain, bool)> {
    let item: DomainItem = part.of(raw).parse(raw.get())?;
    let is_named = matches!(item, DomainItem::Names(_));
    if let DomainItem::Text(text) = &item
        && read::domain(text).is_err()
    {
        let domain = Set::parse(text).and_then(|set| set.domain(world));
        return Ok((domain.map_err(|fault| placed(part, raw, fault))?, false));
    }
    let domain = item.build(presentation, is_list_given);
    Ok((domain.map_err(|error| part.of(raw).fault(error))?, is_named))
}

/// Parses the indices of a constraint.
fn steps(part: &Fragment<'_>, raw: Option<&RawValue>) -> Read<Steps> {
    let Some(raw) = raw else { return Ok(Steps::default()) };
    Steps::parse(&text(part, raw)?).map_err(|fault| placed(part, raw, fault))
}

/// A label with indices in braces: texts, each with the expression after it.
type Label = Vec<(String, Option<Expression>)>;

fn label(part: &Fragment<'_>, raw: Option<&RawValue>, has_indices: bool) -> Read<Label> {
    let Some(raw) = raw else { return Ok(Vec::new()) };
    let text = text(part, raw)?;
    if !has_indices {
        return Ok(vec![(text, None)]);
    }
    let mut label = Vec::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let missing = || part.of(raw).fault("a label with '{' without '}'");
        let (inner, after) = after.split_once('}').ok_or_else(missing)?;
        let start = inner.as_ptr() as usize - text.as_ptr() as usize;
        let inner =
            Expression::parse(inner).map_err(|fault| placed(part, raw, shift(fault, start)))?;
        label.push((before.to_owned(), Some(inner)));
        rest = after;
    }
    label.push((rest.to_owned(), None));
    Ok(label)
}

fn shift(fault: Fault, start: usize) -> Fault {
    match fault {
        Fault::At(at, message) => Fault::At(at + start, message),
        stopped @ Fault::Stopped(_) => stopped,
    }
}

fn labelled(world: &mut World<'_>, label: &Label) -> Result<String, Fault> {
    let mut text = String::new();
    for (start, index) in label {
        text += start;
        if let Some(index) = index {
            let number = index.known(world).map_err(|fault| match fault {
                Fault::At(_, message) => Fault::At(0, format!("in the label: {message}")),
                stopped @ Fault::Stopped(_) => stopped,
            })?;
            text += &number.to_string();
        }
    }
    Ok(text)
}

/// Writes out the constraints of an item with an expression.
fn expressions(
    world: &mut World<'_>,
    part: &Fragment<'_>,
    raw: &RawValue,
) -> Read<Vec<(String, Bool, usize)>> {
    let item: ExprItem<'_> = part.parse(raw.get())?;
    let steps = steps(part, item.each)?;
    let label = label(part, item.label, item.each.is_some())?;
    let fault = |fault| placed(part, item.expr, fault);
    let expression = Expression::parse(&text(part, item.expr)?).map_err(fault)?;
    let mut asserted = Vec::new();
    // Faults of the body lie in the expression, others in the indices.
    let mut is_body = false;
    let done = steps.each(world, &mut |world| {
        is_body = true;
        let truth = expression.eval(world)?;
        let guards = std::mem::take(&mut world.guards);
        if truth != Part::Truth(true) || !guards.is_empty() {
            let truth = world.truth(truth);
            let label = labelled(world, &label)?;
            asserted.push((label.clone(), truth, part.offset));
            asserted.extend(guards.into_iter().map(|guard| (label.clone(), guard, part.offset)));
        }
        is_body = false;
        Ok(())
    });
    let place = if is_body { item.expr } else { item.each.unwrap_or(item.expr) };
    done.map_err(|fault| placed(part, place, fault))?;
    Ok(asserted)
}

fn objective_of(
    world: &mut World<'_>,
    part: &Fragment<'_>,
    raw: &RawValue,
) -> Read<(Int, Vec<Bool>)> {
    let fault = |fault| placed(part, raw, fault);
    let expression = Expression::parse(&text(part, raw)?).map_err(fault)?;
    let value = expression.eval(world).map_err(fault)?;
    Ok((world.int(value), std::mem::take(&mut world.guards)))
}

/// Reads a constraint of version 1, for all values of its indices.
fn listed(
    world: &mut World<'_>,
    presentation: &Presentation,
    part: &Fragment<'_>,
    raw: &RawValue,
    each: Option<&RawValue>,
    check: &dyn Fn() -> Read<()>,
) -> Read<()> {
    let classes = read::classes(&world.model);
    let mut plain = None;
    if each.is_none() {
        let added = read::constraint(&world.model, &classes, presentation, part, raw, check);
        match added {
            Ok((label, constraint)) => {
                let posted = world.model.post(label, constraint);
                return posted.map_err(|error| part.fault(error.to_string()));
            }
            Err(fault) if fault.why_stopped().is_some() => return Err(fault),
            Err(fault) => plain = Some(fault),
        }
    }
    let steps = steps(part, each)?;
    let json = serde_json::from_str::<Unique>(raw.get());
    let Ok(Unique(Json::Object(mut json))) = json else {
        return Err(plain.unwrap_or_else(|| part.fault("expected a constraint")));
    };
    json.remove("for");
    let members: Probes<'_> = part.parse(raw.get())?;
    json.remove("label");
    let label = label(part, members.label, each.is_some())?;
    let json = Json::Object(json);
    let mut failed = None;
    let done = steps.each(world, &mut |world| {
        let label = labelled(world, &label)?;
        let mut json = json.clone();
        let result = expand(world, part, raw, &mut json).and_then(|any| {
            if let (false, Some(plain)) = (any, plain.clone()) {
                return Err(plain);
            }
            let known = numbered(&mut json, presentation);
            known.map_err(|m| part.fault_of(raw.get(), &m.name, &m.to_string()))?;
            let (_, constraint) = item::of_json(json).map_err(|error| {
                let message = error.to_string();
                part.fault(format!("{message}{}", near(&message)))
            })?;
            let constraint = read::by_index(&world.model, &classes, &constraint)
                .map_err(|m| part.fault_of(raw.get(), &m.name, &m.to_string()))?;
            let posted = world.model.post(label, constraint);
            posted.map_err(|error| part.fault(error.to_string()))
        });
        result.map_err(|error| {
            failed = Some(error.clone());
            Fault::Stopped(error)
        })
    });
    done.map_err(|fault| match failed {
        Some(error) => error,
        None => placed(part, each.unwrap_or(raw), fault),
    })
}

/// The label of a constraint.
#[derive(Deserialize)]
struct Probes<'a> {
    #[serde(borrow)]
    label: Option<&'a RawValue>,
}

/// Replaces cells and parameters in a constraint by names and numbers. Returns whether there are
/// any. The recursion is bounded, because `serde_json` limits the nesting.
fn expand(
    world: &mut World<'_>,
    part: &Fragment<'_>,
    raw: &RawValue,
    json: &mut Json,
) -> Read<bool> {
    let mut any = false;
    match json {
        Json::Array(list) => {
            let mut longer = Vec::with_capacity(list.len());
            for mut element in std::mem::take(list) {
                if let Json::String(text) = &element
                    && let Some((parts, _)) = resolve(world, part, raw, text)?
                {
                    any = true;
                    longer.extend(parts);
                } else {
                    any |= expand(world, part, raw, &mut element)?;
                    longer.push(element);
                }
            }
            *list = longer;
        }
        Json::Object(members) => {
            for (key, member) in members {
                if matches!(key.as_str(), "kind" | "relation" | "dimension") {
                    continue;
                }
                let Json::String(text) = &*member else {
                    any |= expand(world, part, raw, member)?;
                    continue;
                };
                let Some((mut parts, is_many)) = resolve(world, part, raw, text)? else { continue };
                any = true;
                match parts.pop().filter(|_| parts.is_empty() && !is_many) {
                    Some(one) => *member = one,
                    None => {
                        let message = format!("'{text}' is a list of cells; expected one cell");
                        return Err(part.fault_of(raw.get(), text, &message));
                    }
                }
            }
        }
        _ => {}
    }
    Ok(any)
}

/// Returns the cells or numbers that a string of a constraint denotes, and whether they are a list;
/// `None` if it is a plain name.
fn resolve(
    world: &mut World<'_>,
    part: &Fragment<'_>,
    raw: &RawValue,
    text: &str,
) -> Read<Option<(Vec<Json>, bool)>> {
    if world.model.find(text).is_some() || world.names.contains_key(text) {
        return Ok(None);
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let base = &text[..end];
    let is_known = world.arrays.contains_key(base)
        || world.parameters.contains_key(base)
        || world.indices.iter().any(|(name, _)| name == base);
    if !is_known {
        let arrays = world.arrays.keys().map(String::as_str);
        return match text.contains('[') && world.names.is_empty() {
            true => {
                let message = format!("there is no array '{base}'{}", did_you_mean(base, arrays));
                Err(part.fault_of(raw.get(), text, &message))
            }
            false => Ok(None),
        };
    }
    let found = Expression::parse(text).and_then(|cells| cells.cells(world));
    let found = found.map_err(|fault| match fault {
        Fault::At(_, message) => part.fault_of(raw.get(), text, &message),
        Fault::Stopped(error) => error,
    })?;
    let json = |item: &Item| match *item {
        Item::Number(number) => Json::from(number),
        Item::Variable(place) => {
            let name = world.model.variables().get(place).map(|v| v.name.as_str());
            Json::from(name.unwrap_or_default())
        }
    };
    Ok(Some(match found {
        Found::One(item) => (vec![json(&item)], false),
        Found::Many(items) => (items.iter().map(json).collect(), true),
        Found::Chosen(..) => {
            let message = format!("'{text}' has a variable index; expected a known index");
            return Err(part.fault_of(raw.get(), text, &message));
        }
    }))
}

/// Reads the rows of a picture.
fn picture(
    world: &mut World<'_>,
    part: &Fragment<'_>,
    raw: &RawValue,
) -> Read<Vec<Vec<Option<crate::VarId>>>> {
    let mut json: Json = serde_json::from_str(raw.get()).unwrap_or_default();
    expand(world, part, raw, &mut json)?;
    let rows: Vec<Vec<Option<String>>> =
        serde_json::from_value(json).map_err(|error| part.fault(error.to_string()))?;
    read::found_rows(&world.model, part, raw, rows)
}
