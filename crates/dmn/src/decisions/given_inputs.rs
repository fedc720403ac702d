//! The values that a person gives to inputs.

use std::sync::Arc;

use super::decision_model::DecisionModel;
use super::feel_type::FeelType;
use crate::feel::{
    EvaluationError, ExpressionError, FeelContext, FeelValue, NameBinding, evaluate_expression,
    normal_name, parse_expression, passes_test, without_names,
};

/// Values of the inputs of a model; inputs without one are null.
#[derive(Clone, Debug)]
pub struct GivenInputs<'m> {
    model: &'m DecisionModel,
    values: Vec<FeelValue>,
    is_given: Vec<bool>,
}

/// A value that cannot be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GivenError {
    /// There is no input of this name.
    #[error("no input with the name '{name}'; {known}")]
    UnknownInput {
        /// The name.
        name: String,
        /// The words about the inputs that there are.
        known: String,
    },
    /// The name is that of a decision.
    #[error("'{0}' is a decision, whose value follows from the inputs")]
    Decision(String),
    /// The text is no literal.
    #[error("'{name}': {text} is no literal: {fault}; strings have quotation marks, as in \"low\"")]
    NoLiteral {
        /// The input.
        name: String,
        /// The text.
        text: String,
        /// The fault of the text.
        fault: LiteralError,
    },
    /// The value is of another kind than the input.
    #[error("'{name}': {value} is {found}; expected {expected}")]
    OtherKind {
        /// The input.
        name: String,
        /// The value.
        value: String,
        /// The kind of the value.
        found: &'static str,
        /// The kind of the input.
        expected: &'static str,
    },
    /// The type of the input does not allow the value.
    #[error("'{name}': {value} is not among the allowed values {allowed}")]
    Outside {
        /// The input.
        name: String,
        /// The value.
        value: String,
        /// The allowed values, as in the file.
        allowed: String,
    },
    /// The input has a value already.
    #[error("'{0}' is given twice")]
    Twice(String),
}

/// An input, or a member of one, that a value is given to.
#[derive(Clone, Debug)]
pub struct InputTarget {
    /// The index of the input.
    pub input: usize,
    /// The members that lead from its value to the target.
    members: Vec<String>,
    /// The name, as given.
    name: String,
}

impl InputTarget {
    /// Returns the name, as the person wrote it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Returns `the inputs are 'a', 'b'` for this noun, with at most ten names.
pub(super) fn list_names<'n>(noun: &str, names: impl Iterator<Item = &'n str>) -> String {
    const MAX_LISTED: usize = 10;
    let names: Vec<&str> = names.collect();
    let listed: Vec<String> =
        names.iter().take(MAX_LISTED).map(|name| format!("'{name}'")).collect();
    let listed = listed.join(", ");
    match names.len() {
        0 => format!("there are no {noun}s"),
        1 => format!("the only {noun} is {listed}"),
        number if number > MAX_LISTED => {
            format!("the {noun}s are {listed} and {} others", number - MAX_LISTED)
        }
        _ => format!("the {noun}s are {listed}"),
    }
}

impl DecisionModel {
    /// Returns the input with a name, or a member of one, as in `Client.age`.
    ///
    /// # Errors
    /// Returns an error that lists the inputs if there is none.
    pub fn find_input(&self, name: &str) -> Result<InputTarget, GivenError> {
        let plain = normal_name(name);
        let exact = |name: &str| {
            let named = self.inputs.iter().position(|input| input.name == name);
            named.or_else(|| match self.names.find_name(name) {
                Some(NameBinding::Slot(slot)) if *slot < self.inputs.len() => Some(*slot),
                _ => None,
            })
        };
        if let Some(input) = exact(&plain) {
            return Ok(InputTarget { input, members: Vec::new(), name: plain });
        }
        // The longest input before a point has the rest as members.
        let points: Vec<usize> = plain.match_indices('.').map(|(at, _)| at).collect();
        for at in points.into_iter().rev() {
            if let Some(input) = exact(plain[..at].trim()) {
                let members = plain[at + 1..].split('.').map(normal_name).collect();
                return Ok(InputTarget { input, members, name: plain });
            }
        }
        if self.find_decision(&plain).is_ok() {
            return Err(GivenError::Decision(plain));
        }
        let known = list_names("input", self.inputs.iter().map(|input| input.name.as_str()));
        Err(GivenError::UnknownInput { name: plain, known })
    }
}

impl<'m> GivenInputs<'m> {
    /// Returns inputs that all are null.
    #[must_use]
    pub fn new(model: &'m DecisionModel) -> Self {
        let count = model.inputs.len();
        GivenInputs { model, values: vec![FeelValue::Null; count], is_given: vec![false; count] }
    }

    /// Returns the values, one for each input of the model.
    #[must_use]
    pub fn values(&self) -> &[FeelValue] {
        &self.values
    }

    /// Whether an input has a value, null included.
    #[must_use]
    pub fn is_given(&self, input: usize) -> bool {
        self.is_given[input]
    }

    /// Gives a value to an input: a literal of FEEL, or any text where the type is a string.
    ///
    /// # Errors
    /// Returns an error for other texts, and values that the type does not allow.
    pub fn give_text(&mut self, target: &InputTarget, text: &str) -> Result<(), GivenError> {
        let is_repeated = match &target.members[..] {
            [] => self.is_given[target.input],
            _ => self.target_value(target) != FeelValue::Null,
        };
        if is_repeated {
            // A text that is no value is reported first.
            self.read_text(target, text)?;
            return Err(GivenError::Twice(target.name.clone()));
        }
        self.replace_text(target, text)
    }

    /// Gives a value to an input as [`GivenInputs::give_text`] does, also to one that has a value.
    ///
    /// # Errors
    /// Returns an error for other texts, and values that the type does not allow.
    pub fn replace_text(&mut self, target: &InputTarget, text: &str) -> Result<(), GivenError> {
        let value = self.read_text(target, text)?;
        self.is_given[target.input] = true;
        let whole = std::mem::replace(&mut self.values[target.input], FeelValue::Null);
        self.values[target.input] = with_member(whole, &target.members, value);
        Ok(())
    }

    /// Returns the value of an input, or of a member of one.
    #[must_use]
    pub fn target_value(&self, target: &InputTarget) -> FeelValue {
        let whole = self.values[target.input].clone();
        target.members.iter().fold(whole, |value, name| value.member_value(name))
    }

    fn read_text(&self, target: &InputTarget, text: &str) -> Result<FeelValue, GivenError> {
        let input = &self.model.inputs[target.input];
        let kind = target.members.iter().try_fold(&input.kind, |kind, name| kind.member_type(name));
        let kind = kind.unwrap_or(&FeelType::Any);
        let value = read_value(&target.name, text.trim(), kind)?;
        check_allowed(&target.name, &value, kind)?;
        Ok(value)
    }
}

/// Returns a context with a member set, through contexts that are made where there are none.
fn with_member(whole: FeelValue, path: &[String], value: FeelValue) -> FeelValue {
    let [first, rest @ ..] = path else { return value };
    let mut members = match &whole {
        FeelValue::Context(members) => members.to_vec(),
        _ => Vec::new(),
    };
    match members.iter_mut().find(|(name, _)| **name == **first) {
        Some((_, member)) => *member = with_member(member.clone(), rest, value),
        None => {
            members.push((Arc::from(first.as_str()), with_member(FeelValue::Null, rest, value)));
        }
    }
    FeelValue::from_members(members)
}

/// Reads a literal; where the type is a string, any other text is one.
fn read_value(name: &str, text: &str, kind: &FeelType) -> Result<FeelValue, GivenError> {
    let literal = read_literal(text);
    if kind.is_text() {
        return Ok(match literal {
            Ok(value @ (FeelValue::Text(_) | FeelValue::Null)) => value,
            _ => FeelValue::from_text(text),
        });
    }
    let value = literal.map_err(|fault| {
        let (name, text) = (name.to_owned(), text.to_owned());
        GivenError::NoLiteral { name, text, fault }
    })?;
    let found = value.kind_name();
    let written = value.to_string();
    convert_given(value, kind).ok_or_else(|| GivenError::OtherKind {
        name: name.to_owned(),
        value: written,
        found,
        expected: kind.kind_name(),
    })
}

/// Converts a value to a type. A member that a person does not give is null.
fn convert_given(value: FeelValue, kind: &FeelType) -> Option<FeelValue> {
    match (kind, &value) {
        (FeelType::Restricted(restricted), _) => convert_given(value, &restricted.0),
        (FeelType::Structure(types), FeelValue::Context(members)) => {
            let mut all = Vec::new();
            for (name, member) in members.iter() {
                let kind = types.iter().find(|(other, _)| other == name).map(|(_, kind)| kind);
                all.push((
                    name.clone(),
                    convert_given(member.clone(), kind.unwrap_or(&FeelType::Any))?,
                ));
            }
            for (name, _) in types.iter() {
                if !members.iter().any(|(other, _)| other == name) {
                    all.push((name.clone(), FeelValue::Null));
                }
            }
            Some(FeelValue::from_members(all))
        }
        (FeelType::List(inner), FeelValue::List(list)) => {
            let items: Option<Vec<FeelValue>> =
                list.iter().map(|item| convert_given(item.clone(), inner)).collect();
            Some(items?.into_iter().collect())
        }
        _ => kind.convert_value(value),
    }
}

/// Why a text is no literal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LiteralError {
    /// It is no expression without names.
    #[error(transparent)]
    Syntax(#[from] ExpressionError),
    /// It has no value that is supported.
    #[error(transparent)]
    Value(#[from] EvaluationError),
}

/// Reads an expression without names, and evaluates it.
fn read_literal(text: &str) -> Result<FeelValue, LiteralError> {
    let expression = without_names(|names| parse_expression(text, names))?;
    Ok(evaluate_expression(&expression, &mut LiteralContext::default())?)
}

/// The entries of contexts in a literal.
#[derive(Default)]
struct LiteralContext(Vec<FeelValue>);

impl FeelContext for LiteralContext {
    fn slot_value(&self, slot: usize) -> &FeelValue {
        self.0.get(slot).unwrap_or(&FeelValue::Null)
    }

    fn set_slot(&mut self, slot: usize, value: FeelValue) {
        if slot >= self.0.len() {
            self.0.resize(slot + 1, FeelValue::Null);
        }
        self.0[slot] = value;
    }

    fn invoke_model(&mut self, _: usize, _: Vec<FeelValue>) -> Result<FeelValue, EvaluationError> {
        // No literal calls a knowledge model.
        Ok(FeelValue::Null)
    }
}

/// Refuses a value that its type does not allow. Null is allowed: the value is not known.
fn check_allowed(name: &str, value: &FeelValue, kind: &FeelType) -> Result<(), GivenError> {
    match (kind, value) {
        (_, FeelValue::Null) => Ok(()),
        (FeelType::Restricted(restricted), _) => {
            let (base, test, text) = &**restricted;
            let mut context = LiteralContext(vec![value.clone()]);
            if passes_test(test, value, &mut context) != Ok(true) {
                let (name, value) = (name.to_owned(), value.to_string());
                return Err(GivenError::Outside { name, value, allowed: text.clone() });
            }
            check_allowed(name, value, base)
        }
        (FeelType::Structure(types), FeelValue::Context(members)) => {
            members.iter().try_for_each(|(member, value)| {
                match types.iter().find(|(other, _)| other == member) {
                    Some((_, kind)) => check_allowed(&format!("{name}.{member}"), value, kind),
                    None => Ok(()),
                }
            })
        }
        (FeelType::List(inner), FeelValue::List(list)) => {
            list.iter().try_for_each(|item| check_allowed(name, item, inner))
        }
        _ => Ok(()),
    }
}
