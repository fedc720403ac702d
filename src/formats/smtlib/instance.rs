//! A script as an instance.

use super::sexp::{self, Sexp};
use super::{Script, evaluate};
use crate::formats::ModelInstance;
use crate::instance::{BrokenRule, InputError, Instance, Lines, Terms};
use crate::model::{Given, Model, ModelError, Solution, Value};

/// A script of SMT-LIB; its terms are the declared symbols in order, truth
/// values as 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtInstance {
    script: Script,
    inner: ModelInstance,
    text: String,
}

impl SmtInstance {
    /// Reads a script.
    ///
    /// # Errors
    /// What is not supported, with its place; an integer without bounds.
    pub fn read(lines: &mut Lines<'_>) -> Result<Self, InputError> {
        let (script, model, text) = Script::read(lines)?;
        Ok(SmtInstance { script, inner: ModelInstance::new(model), text })
    }

    /// The values of a solver's model: `((define-fun x () Int 3) ...)`.
    fn read_model(&self, source: &str, text: &str) -> Result<Terms, InputError> {
        let mut values: Vec<Option<Value>> = vec![None; self.script.variables.len()];
        let top = sexp::read(source, text)?;
        let mut open: Vec<&Sexp> = top.iter().rev().collect();
        while let Some(sexp) = open.pop() {
            let parts = sexp.list().unwrap_or_default();
            if parts.first().and_then(Sexp::word) != Some("define-fun") {
                open.extend(parts.iter().rev().filter(|part| part.list().is_some()));
                continue;
            }
            let [_, name, _, _, value] = parts else {
                return Err(sexp.fault(source, "expected (define-fun name () sort value)"));
            };
            let place = self.script.variables.iter().position(|(n, _)| Some(&**n) == name.word());
            if let Some(place) = place {
                let number = number(value).ok_or_else(|| {
                    value.fault(source, format!("'{}'; expected a value", value.told()))
                })?;
                values[place] = Some(number);
            }
        }
        let missing = values.iter().position(Option::is_none);
        match missing {
            Some(place) => {
                let message = format!("no value for '{}'", self.script.variables[place].0);
                Err(InputError::new(source, message))
            }
            None => Ok(values.into_iter().flatten().collect()),
        }
    }
}

/// `3`, `(- 3)`, `true`.
fn number(sexp: &Sexp) -> Option<Value> {
    match (sexp.word(), sexp.list()) {
        (Some("true"), _) => Some(1),
        (Some("false"), _) => Some(0),
        (Some(word), _) => word.parse().ok(),
        (None, Some([minus, inner])) if minus.word() == Some("-") => {
            inner.word()?.parse::<Value>().ok()?.checked_neg()
        }
        _ => None,
    }
}

impl Instance for SmtInstance {
    fn puzzle(&self) -> &'static str {
        "smt2"
    }

    fn title(&self) -> String {
        let (symbols, assertions) = (self.script.variables.len(), self.script.assertions.len());
        format!("SMT-LIB script, {symbols} symbols, {assertions} assertions")
    }

    fn models(&self) -> &'static [&'static str] {
        self.inner.models()
    }

    fn shape(&self, model: &str) -> String {
        self.inner.shape(model)
    }

    fn model(&self, model: &str) -> Result<Model, ModelError> {
        self.inner.model(model)
    }

    fn givens(&self, _model: &str) -> Vec<Given> {
        Vec::new()
    }

    fn terms(&self, model: &str, solution: &Solution) -> Terms {
        self.inner.terms(model, solution)
    }

    /// Every assertion as it was read is true.
    fn rules(&self, terms: &[Value]) -> Result<(), BrokenRule> {
        let (found, expected) = (terms.len(), self.script.variables.len());
        if found != expected {
            let rule = format!("{found} values for {expected} symbols");
            return Err(BrokenRule::new("solution", rule));
        }
        for ((name, is_bool), value) in self.script.variables.iter().zip(terms) {
            if *is_bool && !(0..=1).contains(value) {
                return Err(BrokenRule::new(name, format!("{value} is neither 0 nor 1")));
            }
        }
        for (line, term) in &self.script.assertions {
            if evaluate::bool(term, terms) != Some(true) {
                return Err(BrokenRule::new(format!("line {line}"), "the assertion is false"));
            }
        }
        Ok(())
    }

    fn write(&self) -> String {
        self.text.clone()
    }

    fn write_terms(&self, terms: &[Value]) -> String {
        self.inner.write_terms(terms)
    }

    /// What a solver prints after `(get-model)`, or `name = value` pairs.
    fn read_terms(&self, source: &str, text: &str) -> Result<Vec<Terms>, InputError> {
        match text.contains("define-fun") {
            true => Ok(vec![self.read_model(source, text)?]),
            false => self.inner.read_terms(source, text),
        }
    }

    fn text(&self, solutions: &[Terms]) -> String {
        match solutions.is_empty() {
            true => format!("{}\n", self.title()),
            false => self.inner.text(solutions),
        }
    }

    fn svg(&self, solutions: &[Terms]) -> String {
        self.inner.svg(solutions)
    }
}
