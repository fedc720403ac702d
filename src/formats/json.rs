//! Models as JSON (`.model.json`); `docs/model-json.md` describes the format.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::instance::InputError;
use crate::model::{Constraint, Dimension, Domain, Model, Objective, Posted, Sense, Term, Value};

/// The value of the key `format`.
const FORMAT: &str = "parallax-model-1";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    format: String,
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

#[derive(Serialize)]
struct FileOut {
    format: &'static str,
    name: String,
    dimensions: Vec<DimensionItem>,
    variables: Vec<VariableItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<usize>,
    constraints: Vec<ConstraintItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimize: Option<Vec<Term<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximize: Option<Vec<Term<String>>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct VariableItem {
    name: String,
    domain: DomainItem,
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    shown: bool,
}

fn yes() -> bool {
    true
}

/// `"1..9"`, `"{1, 3..5}"` or `[1, 3, 4, 5]`.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum DomainItem {
    Text(String),
    Values(Vec<Value>),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DimensionItem {
    name: String,
    classes: Vec<ClassItem>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassItem {
    name: String,
    values: Vec<Value>,
}

#[derive(Serialize, Deserialize)]
struct ConstraintItem {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(flatten)]
    constraint: Constraint<String, String, String>,
}

/// Reads a model.
///
/// # Errors
/// The first fault, with its line and column.
pub fn read(source: &str, text: &str) -> Result<Model, InputError> {
    let whole = Part { source, text, offset: 0 };
    // Without final line breaks, so that an early end is told where it is.
    let file: File<'_> = whole.parse(text.trim_end())?;
    if file.format != FORMAT {
        let message = format!("format \"{}\"; expected \"{FORMAT}\"", file.format);
        return Err(InputError::new(source, message));
    }
    let mut model = Model::new(file.name);
    for raw in file.dimensions {
        let part = whole.of(raw);
        let dimension =
            part.parse::<DimensionItem>(raw.get())?.build().map_err(|e| part.fault(e))?;
        model.add_dimension(dimension).map_err(|error| part.fault(error.to_string()))?;
    }
    for raw in file.variables {
        let part = whole.of(raw);
        let item: VariableItem = part.parse(raw.get())?;
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
        let part = whole.of(raw);
        let item: ConstraintItem = part.parse(raw.get())?;
        let constraint = item
            .constraint
            .rename(
                &mut |name: &String| {
                    model.find(name).ok_or_else(|| format!("there is no variable '{name}'"))
                },
                &mut |name: &String| {
                    model
                        .find_dimension(name)
                        .ok_or_else(|| format!("there is no dimension '{name}'"))
                },
                &mut |dimension: &String, name: &String| {
                    let class = classes.get(dimension).and_then(|classes| classes.get(name));
                    class.copied().ok_or_else(|| {
                        format!("there is no class '{name}' in dimension '{dimension}'")
                    })
                },
            )
            .map_err(|error| part.fault(error))?;
        model.post(item.label, constraint).map_err(|error| part.fault(error.to_string()))?;
    }
    if let (Some(_), Some(raw)) = (file.minimize, file.maximize) {
        return Err(whole.of(raw).fault("both 'minimize' and 'maximize'; expected one of them"));
    }
    for (sense, raw) in [(Sense::Minimize, file.minimize), (Sense::Maximize, file.maximize)] {
        if let Some(raw) = raw {
            let part = whole.of(raw);
            let terms = part.parse(raw.get())?;
            let objective = objective(&model, sense, terms).map_err(|error| part.fault(error))?;
            model.set_objective(objective).map_err(|error| part.fault(error.to_string()))?;
        }
    }
    Ok(model)
}

/// The number of each class, by the names of its dimension and its own.
fn classes(model: &Model) -> HashMap<String, HashMap<String, u32>> {
    let of = |dimension: &Dimension| {
        let names = dimension.classes().iter().cloned();
        (dimension.name().to_owned(), names.zip(0..).collect())
    };
    model.dimensions().iter().map(of).collect()
}

fn objective(model: &Model, sense: Sense, terms: Vec<Term<String>>) -> Result<Objective, String> {
    let by_place = |Term { coefficient, variable: name }: Term<String>| {
        let variable = model.find(&name);
        let variable = variable.ok_or_else(|| format!("there is no variable '{name}'"))?;
        Ok(Term { coefficient, variable })
    };
    let terms = terms.into_iter().map(by_place).collect::<Result<_, String>>()?;
    Ok(Objective { sense, terms })
}

/// Writes a model, so that [`read`] gives it back.
pub fn write(model: &Model) -> String {
    let mut text = serde_json::to_string_pretty(&file(model)).expect(KEYS);
    text.push('\n');
    text
}

/// The same on one line, without a line break.
pub fn write_line(model: &Model) -> String {
    serde_json::to_string(&file(model)).expect(KEYS)
}

const KEYS: &str = "a model has string keys only";

fn file(model: &Model) -> FileOut {
    FileOut {
        format: FORMAT,
        name: model.name().to_owned(),
        dimensions: model.dimensions().iter().map(DimensionItem::of).collect(),
        variables: model
            .variables()
            .iter()
            .map(|variable| VariableItem {
                name: variable.name.clone(),
                domain: DomainItem::Text(variable.domain.to_string()),
                shown: variable.shown,
            })
            .collect(),
        grid: model.grid(),
        constraints: model.constraints().iter().map(|posted| by_name(model, posted)).collect(),
        minimize: wanted(model, Sense::Minimize),
        maximize: wanted(model, Sense::Maximize),
    }
}

/// The terms of the model's objective, if it is of this sense.
fn wanted(model: &Model, sense: Sense) -> Option<Vec<Term<String>>> {
    let objective = model.objective().filter(|objective| objective.sense == sense)?;
    let named = |t: &Term| Term { coefficient: t.coefficient, variable: model.name_of(t.variable) };
    Some(objective.terms.iter().map(named).collect())
}

fn by_name(model: &Model, posted: &Posted) -> ConstraintItem {
    let Ok(constraint) = posted.constraint.rename(
        &mut |&v| Ok::<_, std::convert::Infallible>(model.name_of(v)),
        &mut |&d| Ok(model.dimension(d).name().to_owned()),
        &mut |&d, &class| Ok(model.dimension(d).classes()[class as usize].clone()),
    );
    ConstraintItem { label: posted.label.clone(), constraint }
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
pub(super) fn domain(text: &str) -> Result<Domain, String> {
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

impl DimensionItem {
    fn of(dimension: &Dimension) -> Self {
        let values = |class: usize| {
            dimension.members().filter(|m| m.1 as usize == class).map(|m| m.0).collect()
        };
        let classes = dimension.classes().iter().enumerate();
        DimensionItem {
            name: dimension.name().to_owned(),
            classes: classes
                .map(|(i, name)| ClassItem { name: name.clone(), values: values(i) })
                .collect(),
        }
    }

    fn build(self) -> Result<Dimension, String> {
        let members: Vec<(Value, usize)> = self
            .classes
            .iter()
            .enumerate()
            .flat_map(|(i, class)| class.values.iter().map(move |&v| (v, i)))
            .collect();
        let names = self.classes.into_iter().map(|class| class.name).collect();
        Dimension::new(self.name, names, &members).map_err(|error| error.to_string())
    }
}

/// A part of a file, which knows where it stands.
struct Part<'a> {
    source: &'a str,
    text: &'a str,
    offset: usize,
}

impl<'a> Part<'a> {
    /// The place of a raw value, which is a slice of the text.
    fn of(&self, raw: &RawValue) -> Part<'a> {
        let offset = (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        Part { source: self.source, text: self.text, offset }
    }

    /// Line and column of a place in the text, counted from 1.
    fn place(&self, offset: usize) -> (usize, usize) {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    fn fault(&self, message: impl Into<String>) -> InputError {
        let (line, column) = self.place(self.offset);
        InputError::new(self.source, message).at(line, column)
    }

    fn parse<T: Deserialize<'a>>(&self, text: &'a str) -> Result<T, InputError> {
        serde_json::from_str(text).map_err(|error| {
            let (line, column) = self.place(self.offset);
            // Positions of the error count within the part.
            let (line, column) = match error.line() {
                0 | 1 => (line, column + error.column().saturating_sub(1)),
                further => (line + further - 1, error.column()),
            };
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
            InputError::new(self.source, message).at(line, column)
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::model::sample;

    #[test]
    fn models_read_back() {
        for seed in 0..500 {
            let rng = &mut ChaCha8Rng::seed_from_u64(seed);
            let sampled = if seed % 2 == 0 { sample::model } else { sample::model_with_objective };
            let model = sampled(rng).unwrap();
            let text = write(&model);
            assert_eq!(read("test", &text).unwrap(), model, "{text}");
        }
    }

    #[test]
    fn grids_read_back() {
        let mut model = Model::new("grid");
        for i in 0..5 {
            model.add_shown(format!("x{i}"), Domain::range(1, 2)).unwrap();
        }
        model.set_grid(2).unwrap();
        let text = write(&model);
        assert!(text.contains("\"grid\": 2"), "{text}");
        assert_eq!(read("test", &text).unwrap(), model);
    }

    #[test]
    fn the_format_of_the_documentation_reads() {
        let text = include_str!("../../docs/model-json.md");
        let mut models = 0;
        for block in text.split("```json").skip(1) {
            let json = block.split("```").next().unwrap_or("");
            read("docs", json).unwrap_or_else(|error| panic!("{error}\n{json}"));
            models += 1;
        }
        assert!(models > 0);
    }

    fn error(text: &str) -> String {
        read("m", text).unwrap_err().to_string()
    }

    #[test]
    fn faults_tell_their_place() {
        insta::assert_snapshot!(error("{"), @"m:1:1: EOF while parsing an object");
        insta::assert_snapshot!(
            error(r#"{"format": "x", "variables": []}"#),
            @r#"m: format "x"; expected "parallax-model-1""#
        );
        let with = |rest: &str| {
            error(&format!("{{\"format\": \"parallax-model-1\", \"variables\": [\n  {rest}}}"))
        };
        insta::assert_snapshot!(with(r#"{"name": "a", "domain": "1.9"}]"#), @r#"m:2:3: domain "1.9"; expected for example "1..9" or "{1, 3..5}""#);
        insta::assert_snapshot!(with(r#"{"name": "a", "domain": "1..9", "x": 1}]"#), @"m:2:37: unknown field `x`, expected one of `name`, `domain`, `shown`");
        insta::assert_snapshot!(
            with("{\"name\": \"a\", \"domain\": [1]},\n  {\"name\": \"a\", \"domain\": [1]}]"),
            @"m:3:3: two variables are named 'a'"
        );
        let grid = |order: &str| {
            with(&format!("{{\"name\": \"a\", \"domain\": [1]}}],\n  \"grid\": {order}"))
        };
        insta::assert_snapshot!(grid("2"), @"m:3:11: a grid of order 2 in a model of 1 variables");
        insta::assert_snapshot!(grid("0"), @"m:3:11: a grid of order 0 in a model of 1 variables");
        insta::assert_snapshot!(grid("-1"), @"m:3:12: invalid value: integer `-1`, expected usize");
        let aim = |aim: &str| with(&format!("{{\"name\": \"a\", \"domain\": [1]}}],\n {aim}"));
        insta::assert_snapshot!(aim(r#""minimize": [{"variable": "b"}]"#), @"m:3:14: there is no variable 'b'");
        insta::assert_snapshot!(aim(r#""minimize": [], "maximize": []"#), @"m:3:30: both 'minimize' and 'maximize'; expected one of them");
        insta::assert_snapshot!(aim(r#""maximize": [{"variable": "a", "coefficient": 4611686018427387904}]"#), @"m:3:14: the objective: its sum can reach 4611686018427387904, which is too large (2^61)");
        let a = r#"{"name": "a", "domain": [0, 1]}], "constraints": ["#;
        insta::assert_snapshot!(with(&format!("{a}\n{{\"kind\": \"all_diferent\"}}]")), @"m:3:24: unknown variant `all_diferent`, expected one of `all_different`, `global_cardinality`, `linear`, `compare`, `table`, `element`, `lexicographic`, `extremum`, `product`, `inverse`, `clause`, `dimension`, `reify`, `implies`");
        insta::assert_snapshot!(
            with(&format!("{a}\n {{\"kind\": \"all_different\", \"scope\": [\"b\"]}}]")),
            @"m:3:2: there is no variable 'b'"
        );
        insta::assert_snapshot!(
            with(&format!("{a}{{\"kind\": \"table\", \"scope\": [\"a\"], \"tuples\": [[1, 2]]}}]")),
            @"m:2:53: constraint 1: tuple 1 has 2 values, its scope 1 variables"
        );
    }
}
