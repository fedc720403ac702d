//! The parts of an instance that an explanation names.

use std::collections::{HashMap, HashSet};

use parallax_instance::Instance;
use parallax_model::{Constraint, Given, Kind, Model, ModelAssignment, Value, VarId};

/// A clue, or the constraints that share a label: the unit that explanations name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExplanationPart {
    /// A given of the instance.
    Clue(Given),
    /// Constraints of the model.
    Rule {
        /// The label that they have in common; empty for a single constraint without one.
        label: String,
        /// Their indices in [`Model::constraints`], ascending; at least one.
        places: Vec<usize>,
    },
}

/// Maximum number of characters of a constraint's description that follows its label.
const MAX_DESCRIPTION_CHARS: usize = 60;

impl ExplanationPart {
    /// Whether it is a clue.
    #[must_use]
    pub fn is_clue(&self) -> bool {
        matches!(self, ExplanationPart::Clue(_))
    }

    /// The part as people read it: `clue r1c1 = 5`, `row 3`. The description of a label's only
    /// constraint follows the label if it is short, has only shown variables, and is not a table.
    #[must_use]
    pub fn description(&self, model: &Model) -> String {
        match self {
            ExplanationPart::Clue(given) => format!("clue {}", model.given_words(*given)),
            ExplanationPart::Rule { label, places } => {
                let [only] = places[..] else { return label.clone() };
                let posted = &model.constraints()[only];
                let helps = label.is_empty() || has_helpful_description(&posted.constraint, model);
                if helps { posted.description(model) } else { label.clone() }
            }
        }
    }

    /// The indices of its constraints in [`Model::constraints`]; empty for a clue.
    #[must_use]
    pub fn places(&self) -> &[usize] {
        match self {
            ExplanationPart::Clue(_) => &[],
            ExplanationPart::Rule { places, .. } => places,
        }
    }

    /// Whether the part holds under values for all variables.
    pub(super) fn is_satisfied(&self, model: &Model, values: &[Value]) -> bool {
        let assignment = ModelAssignment::new(values, model);
        match self {
            ExplanationPart::Clue(given) => values[given.variable.index()] == given.value,
            ExplanationPart::Rule { places, .. } => {
                places.iter().all(|&place| model.constraints()[place].constraint.holds(assignment))
            }
        }
    }
}

/// Describes a constraint of a rule by itself, if that is short and has only shown variables.
#[must_use]
pub fn constraint_words(model: &Model, index: usize) -> Option<String> {
    let constraint = &model.constraints()[index].constraint;
    has_helpful_description(constraint, model).then(|| constraint.description(model))
}

/// Whether the description of a constraint adds to its label. That of one without variables does
/// not: "false" is what a reader has made of the text.
fn has_helpful_description(constraint: &Constraint, model: &Model) -> bool {
    let is_hidden = |v: &VarId| !model.variables()[v.index()].shown;
    let scope = constraint.scope();
    !matches!(constraint, Constraint::Table(_))
        && constraint.description(model).chars().count() <= MAX_DESCRIPTION_CHARS
        && !scope.is_empty()
        && !scope.iter().any(is_hidden)
}

/// Returns the parts of a model with givens, clues first, and the indices of the constraints that
/// always hold and are never named.
pub(super) fn list_parts(
    instance: &dyn Instance,
    model: &Model,
    givens: &[Given],
) -> (Vec<ExplanationPart>, Vec<usize>) {
    let mut parts: Vec<ExplanationPart> = Vec::new();
    // A given that occurs twice is one clue.
    let mut known = HashSet::new();
    let clues = givens.iter().filter(|given| known.insert(**given));
    parts.extend(clues.map(|&given| ExplanationPart::Clue(given)));
    let mut by_label = HashMap::new();
    let mut background = Vec::new();
    for (index, posted) in model.constraints().iter().enumerate() {
        if instance.explanation_source().is_some_and(|source| source.is_definition(posted)) {
            background.push(index);
            continue;
        }
        if posted.label.is_empty() {
            parts.push(ExplanationPart::Rule { label: String::new(), places: vec![index] });
            continue;
        }
        // The first constraint of a label gets the index of the part that the match adds.
        let at = *by_label.entry(posted.label.as_str()).or_insert(parts.len());
        match parts.get_mut(at) {
            Some(ExplanationPart::Rule { places, .. }) => places.push(index),
            _ => {
                let label = posted.label.to_string();
                parts.push(ExplanationPart::Rule { label, places: vec![index] });
            }
        }
    }
    (parts, background)
}
