//! A general model as an instance.

use std::fmt::Write;

use super::{escape, json};
use crate::ask::Task;
use crate::instance::{BrokenRule, InputError, Instance, Lines, PuzzleSolution, Viewpoint};
use crate::model::{Assignment, Given, Kind, Model, ModelError, Solution, Value, VarId};

/// The largest model file that is read.
const MAX_BYTES: usize = 256 << 20;

/// An instance that is nothing but a model; its terms are the values of the
/// shown variables in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelInstance {
    model: Model,
}

impl ModelInstance {
    /// An instance with this model.
    pub fn new(model: Model) -> Self {
        ModelInstance { model }
    }

    /// Reads a model in JSON.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn read(lines: &mut Lines<'_>) -> Result<Self, InputError> {
        let text = lines.rest(MAX_BYTES)?;
        if text.trim().is_empty() {
            return Err(lines.error("empty; expected a model as JSON").at_line(1));
        }
        Ok(ModelInstance::new(json::read_while(lines.source(), &text, &|| lines.check())?))
    }

    fn shown_names(&self) -> impl Iterator<Item = &str> {
        self.model.shown().iter().map(|v| self.model.variables()[v.index()].name.as_str())
    }

    /// One assignment from pieces `name = value`.
    fn read_pairs(
        &self,
        source: &str,
        line: usize,
        text: &str,
    ) -> Result<PuzzleSolution, InputError> {
        let fail = |message: String| InputError::new(source, message).at_line(line);
        let mut values: Vec<Option<Value>> = vec![None; self.model.variables().len()];
        for pair in text.split([',', ';', '\n']).map(str::trim).filter(|pair| !pair.is_empty()) {
            let (name, value) = pair
                .split_once('=')
                .ok_or_else(|| fail(format!("'{pair}'; expected 'name = value'")))?;
            let name = name.trim();
            let variable = self
                .model
                .find(name)
                .ok_or_else(|| fail(format!("there is no variable '{name}'")))?;
            let number = value.trim().parse();
            let number = number.map_err(|_| {
                fail(format!("value '{}' of '{name}'; expected an integer", value.trim()))
            })?;
            if values[variable.index()].replace(number).is_some() {
                return Err(fail(format!("'{name}' has two values")));
            }
        }
        self.collect(&values).map_err(fail)
    }

    fn collect(&self, values: &[Option<Value>]) -> Result<PuzzleSolution, String> {
        let missing = self.model.shown().iter().find(|v| values[v.index()].is_none());
        match missing {
            Some(&v) => Err(format!("no value for '{}'", self.model.name_of(v))),
            None => Ok(self.model.shown().iter().filter_map(|v| values[v.index()]).collect()),
        }
    }

    fn read_object(&self, source: &str, text: &str) -> Result<PuzzleSolution, InputError> {
        let object: std::collections::BTreeMap<String, Value> = serde_json::from_str(text)
            .map_err(|error| {
                InputError::new(source, "expected an object of names and integers")
                    .at(error.line(), error.column())
            })?;
        let mut values = vec![None; self.model.variables().len()];
        for (name, value) in object {
            let variable = self.model.find(&name);
            let variable = variable
                .ok_or_else(|| InputError::new(source, format!("there is no variable '{name}'")))?;
            values[variable.index()] = Some(value);
        }
        self.collect(&values).map_err(|message| InputError::new(source, message))
    }

    /// The rows of a picture: a name and its value in each solution, and
    /// whether the solutions differ there.
    fn rows<'a>(
        &'a self,
        solutions: &'a [PuzzleSolution],
    ) -> impl Iterator<Item = (&'a str, Vec<String>, bool)> {
        self.shown_names().enumerate().map(|(i, name)| {
            let values = solutions.iter().map(|terms| terms[i].to_string()).collect();
            let differ = solutions.iter().any(|terms| terms[i] != solutions[0][i]);
            (name, values, differ)
        })
    }
}

impl Instance for ModelInstance {
    fn puzzle(&self) -> &'static str {
        "model"
    }

    fn title(&self) -> String {
        let (variables, constraints) =
            (self.model.variables().len(), self.model.constraints().len());
        let name = if self.model.name().is_empty() { "model" } else { self.model.name() };
        format!("{name}, {variables} variables, {constraints} constraints")
    }

    fn models(&self) -> &'static [&'static str] {
        &["model"]
    }

    fn shape(&self, _: &Viewpoint) -> String {
        format!("{:032x}", json::digest(&self.model))
    }

    fn model(&self, _: &Viewpoint) -> Result<Model, ModelError> {
        Ok(self.model.clone())
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        Vec::new()
    }

    fn solution(&self, _: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.model.shown().iter().map(|&v| solution.value(v)).collect()
    }

    /// Domains, and every constraint that mentions shown variables only:
    /// terms say nothing of hidden ones.
    fn rules(&self, terms: &[Value]) -> Result<(), BrokenRule> {
        if terms.len() != self.model.shown().len() {
            let (found, expected) = (terms.len(), self.model.shown().len());
            return Err(BrokenRule::new(
                "solution",
                format!("{found} values for {expected} variables"),
            ));
        }
        let mut values: Vec<Option<Value>> = vec![None; self.model.variables().len()];
        for (&v, &value) in self.model.shown().iter().zip(terms) {
            if !self.model.domain(v).contains(value) {
                let domain = self.model.domain(v);
                return Err(BrokenRule::new(
                    self.model.name_of(v),
                    format!("{value} is outside its domain {domain}"),
                ));
            }
            values[v.index()] = Some(value);
        }
        let full: Vec<Value> = values.iter().map(|value| value.unwrap_or_default()).collect();
        for (i, posted) in self.model.constraints().iter().enumerate() {
            let known = |v: &VarId| values[v.index()].is_some();
            let decided = posted.constraint.scope().iter().all(known);
            if decided && !posted.constraint.holds(Assignment::new(&full, &self.model)) {
                let place = match posted.label.as_str() {
                    "" => format!("constraint {}", i + 1),
                    label => label.to_owned(),
                };
                return Err(BrokenRule::new(place, posted.constraint.words(&self.model)));
            }
        }
        Ok(())
    }

    /// The best solution, where the model says which that is.
    fn default_task(&self) -> Task {
        match self.model.objective() {
            Some(_) => Task::Optimise,
            None => Task::Limit(2),
        }
    }

    fn write(&self) -> String {
        json::write(&self.model)
    }

    fn write_solution(&self, terms: &[Value]) -> String {
        let pairs: Vec<String> = self
            .shown_names()
            .zip(terms)
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        pairs.join(", ")
    }

    /// A line of `name = value` pairs for each solution, or one JSON object.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        if text.trim_start().starts_with('{') {
            return Ok(vec![self.read_object(source, text)?]);
        }
        let lines: Vec<(usize, &str)> =
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
        match lines.first() {
            None if self.model.shown().is_empty() => Ok(vec![Vec::new()]),
            None => Err(InputError::new(source, "empty; expected 'name = value' pairs")),
            // One pair a line is one solution.
            Some(_) if lines.iter().all(|(_, line)| line.matches('=').count() == 1) => {
                Ok(vec![self.read_pairs(source, 1, text)?])
            }
            Some(_) => lines.iter().map(|(n, line)| self.read_pairs(source, *n, line)).collect(),
        }
    }

    fn text(&self, solutions: &[PuzzleSolution]) -> String {
        if solutions.is_empty() {
            return self.model.to_string();
        }
        let mut text = String::new();
        for (name, values, differ) in self.rows(solutions) {
            let mark = if differ { "  *" } else { "" };
            let _ = writeln!(text, "{name} = {}{mark}", values.join(" | "));
        }
        text
    }

    fn svg(&self, solutions: &[PuzzleSolution]) -> String {
        let rows: Vec<(&str, Vec<String>, bool)> = self.rows(solutions).collect();
        let (width, height) = (220 + 90 * solutions.len().max(1), 24 * rows.len().max(1) + 16);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"14\">\n"
        );
        for (i, (name, values, differ)) in rows.iter().enumerate() {
            let y = 24 * i + 24;
            if *differ {
                let top = y - 17;
                let _ = writeln!(
                    svg,
                    "<rect x=\"0\" y=\"{top}\" width=\"{width}\" height=\"24\" fill=\"#fff3b0\"/>"
                );
            }
            let _ = writeln!(svg, "<text x=\"8\" y=\"{y}\">{}</text>", escape(name));
            for (column, value) in values.iter().enumerate() {
                let x = 200 + 90 * column;
                let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"#1f4fb4\">{value}</text>");
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}
